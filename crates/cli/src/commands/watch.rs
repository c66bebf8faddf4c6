//! `watch`: a replay in the terminal, or frame after frame where there is none.

use crate::args::Watch;
use crate::commands::replay::{eye, load_one, play_to};
use crate::failure::Failure;
use crate::lineup;
use crate::output::{self, Output, line};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, terminal};
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::sides::Sides;
use gridhaunt_draw::text::{Style, render};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::registry::Registry;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A match, step by step.
struct Film {
    replay: Replay,
    frames: Vec<Box<dyn Session>>,
    eye: Option<Seat>,
}

pub(crate) fn run(registry: &Registry, args: &Watch, output: Output) -> Result<(), Failure> {
    let replay = load_one(&args.file, args.which)?;
    let mut frames = Vec::with_capacity(replay.steps.len() + 1);
    let last = play_to(registry, &replay, None, |session| {
        frames.push(session.fork());
        Ok(())
    })?;
    let film = Film { replay, frames, eye: eye("--seat", args.seat, last.as_ref())? };
    if io::stdout().is_terminal() && io::stdin().is_terminal() {
        let _screen = Screen::open()?;
        return Ok(film.play(args.speed, output)?);
    }
    for frame in &film.frames {
        line(format!(
            "step {} of {}\n{}",
            frame.steps(),
            film.replay.steps.len(),
            render(&frame.scene(Span::Step, film.eye), &output.style())
        ))?;
    }
    Ok(())
}

/// The terminal while a replay is watched; given back as it was, whatever happens.
struct Screen;

impl Screen {
    fn open() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

const KEYS: &str = "space play/pause   ←/→ step   home/end   +/- speed   q quit";

/// Lines of the screen that are neither board nor events.
const FIXED: usize = 3;

/// Lines that are kept for events, if there are that many.
const EVENTS: usize = 4;

/// The board in a screen that has `room` lines for it and the events: one that is too high loses its end, and says so.
fn cut(board: &str, events: usize, room: usize) -> Vec<String> {
    let space = room - events.min(EVENTS).min(room / 2);
    let mut lines: Vec<String> = board.lines().map(str::to_string).collect();
    if lines.len() > space {
        let hidden = lines.len() - space.saturating_sub(1);
        lines.truncate(space.saturating_sub(1));
        lines.extend((space > 0).then(|| format!("{hidden} rows below are hidden: make the window taller")));
    }
    lines
}

impl Film {
    fn play(&self, speed: f64, output: Output) -> io::Result<()> {
        let last = self.frames.len() - 1;
        let (mut at, mut playing, mut speed) = (0, true, speed);
        let mut due = Instant::now();
        loop {
            self.draw(self.frames[at].as_ref(), playing, speed, output.style())?;
            let wait = if playing { due.saturating_duration_since(Instant::now()) } else { Duration::from_secs(3600) };
            if !event::poll(wait)? {
                at = last.min(at + 1);
                playing &= at < last;
                due = Instant::now() + Duration::from_secs_f64(1.0 / speed);
                continue;
            }
            let Event::Key(key) = event::read()? else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match key.code {
                KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(()),
                KeyCode::Char(' ') => {
                    at = if at == last { 0 } else { at };
                    playing = !playing;
                    due = Instant::now() + Duration::from_secs_f64(1.0 / speed);
                }
                KeyCode::Right => (at, playing) = (last.min(at + 1), false),
                KeyCode::Left => (at, playing) = (at.saturating_sub(1), false),
                KeyCode::Home => (at, playing) = (0, false),
                KeyCode::End => (at, playing) = (last, false),
                KeyCode::Char('+' | '=') => speed = (speed * 1.5).min(1000.0),
                KeyCode::Char('-') => speed = (speed / 1.5).max(0.1),
                _ => {}
            }
        }
    }

    /// Draws a whole frame in one write, so that nothing flickers.
    fn draw(&self, session: &dyn Session, playing: bool, speed: f64, style: Style) -> io::Result<()> {
        let header = &self.replay.header;
        let mut lines = vec![format!(
            "{}, seed {}: {}",
            header.game,
            header.seed,
            lineup::words(&header.seats, &Sides::of(session))
        )];
        let board = render(&session.scene(Span::Step, self.eye), &style);
        let events = session.tell();
        let rows = output::size().1.unwrap_or(usize::MAX);
        lines.extend(cut(&board, events.len(), rows.saturating_sub(FIXED)));
        lines.push(format!(
            "step {} of {}{}   {speed:.1} a second",
            session.steps(),
            self.replay.steps.len(),
            if playing { "" } else { ", paused" }
        ));
        lines.push(KEYS.into());
        lines.extend(events);
        let mut out = io::BufWriter::new(io::stdout().lock());
        queue!(out, terminal::BeginSynchronizedUpdate, cursor::MoveTo(0, 0))?;
        for (row, text) in lines.iter().take(rows).enumerate() {
            queue!(out, cursor::MoveTo(0, row as u16))?;
            write!(out, "{text}")?;
            queue!(out, terminal::Clear(terminal::ClearType::UntilNewLine))?;
        }
        queue!(out, terminal::Clear(terminal::ClearType::FromCursorDown), terminal::EndSynchronizedUpdate)?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_too_high_says_how_much_is_hidden_and_leaves_room_for_events() {
        let board: String = (0..50).map(|row| format!("row {row}\n")).collect();
        assert_eq!(cut(&board, 9, 60).len(), 50);
        assert_eq!(cut(&board, 4, 54).len(), 50);
        let low = cut(&board, 9, 24 - FIXED);
        assert_eq!((low.len(), low[16].as_str()), (17, "34 rows below are hidden: make the window taller"));
        let still = cut(&board, 0, 24 - FIXED);
        assert_eq!((still.len(), still[20].as_str()), (21, "30 rows below are hidden: make the window taller"));
        assert_eq!((cut(&board, 9, 1).len(), cut(&board, 9, 0).len()), (1, 0));
    }
}
