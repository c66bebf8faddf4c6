//! `watch`: a replay in the terminal, or frame after frame where there is none.

use crate::args::Watch;
use crate::commands::replay::{eye, load_one, play_to};
use crate::failure::Failure;
use crate::lineup;
use crate::output::{Output, line};
use crate::screen::{Frame, Input, Screen};
use crossterm::event::KeyCode;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::sides::Sides;
use gridhaunt_draw::text::render;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::registry::Registry;
use std::io;
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
    if Screen::is_possible() {
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

/// The keys that do something, and what they do.
const KEYS: [(&str, &str); 5] =
    [("space", "play/pause"), ("left/right", "step"), ("home/end", "first/last"), ("+/-", "speed"), ("q", "quit")];

impl Film {
    fn play(&self, speed: f64, output: Output) -> io::Result<()> {
        let screen = Screen::open()?;
        let last = self.frames.len() - 1;
        let (mut at, mut playing, mut speed) = (0, true, speed);
        let mut due = Instant::now();
        loop {
            let frame = self.frame(self.frames[at].as_ref(), playing, speed);
            screen.draw(&frame.lay_out(screen.size(), output.style()))?;
            let wait = if playing { due.saturating_duration_since(Instant::now()) } else { Duration::from_secs(3600) };
            match screen.input(wait)? {
                None if playing && due <= Instant::now() => {
                    at = last.min(at + 1);
                    playing &= at < last;
                    due = Instant::now() + Duration::from_secs_f64(1.0 / speed);
                }
                None | Some(Input::Resize) => {}
                Some(Input::Leave | Input::End | Input::Stop) => return Ok(()),
                Some(Input::Key(key)) => match key {
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
                },
            }
        }
    }

    fn frame(&self, session: &dyn Session, playing: bool, speed: f64) -> Frame {
        let header = &self.replay.header;
        let lineup = lineup::words(&header.seats, &Sides::of(session));
        let (step, steps, paused) = (session.steps(), self.replay.steps.len(), if playing { "" } else { ", paused" });
        Frame {
            heading: format!("{}, seed {}: {lineup}", header.game, header.seed),
            boards: vec![session.scene(Span::Step, self.eye)],
            log: session.tell(),
            prompt: format!("step {step} of {steps}{paused}   {speed:.1} a second"),
            keys: KEYS.map(|(key, does)| (key.to_string(), does.to_string())).to_vec(),
        }
    }
}
