//! `watch`: a replay in the terminal, or frame after frame where there is none.

use crate::args::Watch;
use crate::commands::replay::{eye, load_one, play_to};
use crate::failure::Failure;
use crate::output::{Output, line};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, terminal};
use gridhaunt_arena::replay::Replay;
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
        let rows = terminal::size().map_or(usize::MAX, |(_, rows)| usize::from(rows));
        let mut lines = vec![format!("{}, seed {}: {}", header.game, header.seed, header.seats.join(" against "))];
        let board = render(&session.scene(Span::Step, self.eye), &style);
        // A board that is too high loses its end, not the lines below it.
        lines.extend(board.lines().take(rows.saturating_sub(3)).map(str::to_string));
        lines.push(format!(
            "step {} of {}{}   {speed:.1} a second",
            session.steps(),
            self.replay.steps.len(),
            if playing { "" } else { ", paused" }
        ));
        lines.push(KEYS.into());
        lines.extend(session.tell());
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
