//! A match that a person plays: the screen shows what the seat knows and its possible actions, and the person chooses.

mod offers;
mod page;
#[cfg(test)]
mod tests;

use super::watching::Left;
use super::{Input, Pen, Screen, help};
use crate::stop;
use crossterm::event::KeyCode;
use gridhaunt_arena::Match;
use gridhaunt_arena::company::{Answers, Aside, Gone};
use gridhaunt_draw::text::Pan;
use gridhaunt_kernel::face::Eyes;
use gridhaunt_kernel::{Scene, Seat};
use gridhaunt_person::offers::is_blind;
use offers::Offers;
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often to check for Ctrl-C while waiting for a key.
const BEAT: Duration = Duration::from_millis(100);
/// How long a step of the others is shown at least.
const GLANCE: Duration = Duration::from_millis(150);
/// How long to wait for the others before keys are checked again.
const NEWS: Duration = Duration::from_millis(20);

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Over,
    /// The person left it.
    Left(Left),
    /// The bots have stopped playing.
    Alone,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Mine,
    Theirs,
    /// Nobody's until then: the last step is being shown.
    From(Instant),
    Over,
}

pub(crate) struct Playing {
    pub(crate) game: Match,
    /// The bots on the other seats, which are asked as soon as a step is over.
    pub(crate) others: Aside,
    /// The action that this seat chose in this step, if any.
    chosen: Option<u64>,
    seat: Seat,
    heading: String,
    /// The goal of the seat.
    goal: &'static str,
    eyes: Box<dyn Eyes>,
    /// What the seat knows; if it is out, the last it saw.
    known: Scene,
    /// How far the visible part of the board was moved.
    pan: Pan,
    offers: Offers,
    /// Steps and what they changed for the seat, the latest last.
    news: Vec<(usize, String)>,
    turn: Turn,
    /// Whether steps of others are shown without a pause.
    hurry: bool,
    /// Whether the key for leaving was pressed once; the second time leaves.
    leaving: bool,
    help: help::Turned,
    /// The result, once the match is over.
    result: String,
    /// A message about the last key, or empty.
    answer: &'static str,
}

impl Playing {
    /// The screen of a match at its beginning.
    pub(crate) fn new(game: Match, others: Aside, seat: Seat, heading: String, goal: &'static str) -> Self {
        let eyes = game.session().eyes(seat);
        let known = eyes.scene();
        others.ask(&game);
        Self {
            game,
            others,
            chosen: None,
            seat,
            heading,
            goal,
            eyes,
            known,
            pan: (0, 0),
            offers: Offers::default(),
            news: Vec::new(),
            turn: Turn::From(Instant::now()),
            hurry: false,
            leaving: false,
            help: None,
            result: String::new(),
            answer: "",
        }
    }

    /// Plays the match until it is over or the person leaves.
    pub(crate) fn run(&mut self, screen: &mut Screen, pen: Pen) -> io::Result<Ending> {
        let stop = stop::flag();
        loop {
            if self.game.is_over() {
                return Ok(Ending::Over);
            }
            self.begin_turn();
            screen.draw(|page| self.draw(page.area(), pen, page))?;
            let wait = match self.turn {
                Turn::Mine | Turn::Over => BEAT,
                Turn::From(when) => when.saturating_duration_since(Instant::now()).min(BEAT),
                Turn::Theirs => Duration::ZERO,
            };
            while let Some(input) = screen.input(wait)? {
                if let Some(ending) = self.heed(input) {
                    return Ok(ending);
                }
                if wait > Duration::ZERO {
                    break;
                }
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Ending::Left(Left::Stopped));
            }
            if self.turn == Turn::Theirs {
                match self.others.collect(NEWS) {
                    Ok(Some(answers)) => self.take(answers),
                    Ok(None) => {}
                    Err(Gone) => return Ok(Ending::Alone),
                }
            }
        }
    }

    /// Keeps the last page on the screen until a key is pressed; returns whether the person wants to watch the match
    /// again.
    pub(crate) fn close(&mut self, screen: &mut Screen, result: String, pen: Pen) -> io::Result<bool> {
        (self.turn, self.result, self.help) = (Turn::Over, result, None);
        let stop = stop::flag();
        loop {
            screen.draw(|page| self.draw(page.area(), pen, page))?;
            if let Some(back) = screen.input(BEAT)?.and_then(|input| self.go_on(input)) {
                return Ok(back);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
        }
    }

    /// Whether an input at the end asks to watch the match again; `None` if it means neither. Arrows that were pressed
    /// too late are ignored.
    fn go_on(&mut self, input: Input) -> Option<bool> {
        match input {
            Input::Stop | Input::End | Input::Key(KeyCode::Char('q')) => return Some(false),
            Input::Key(code) if self.help.is_some() => self.help = help::turn(self.help, code),
            Input::Key(KeyCode::Enter) => return Some(true),
            Input::Key(KeyCode::Char('?')) => self.help = Some(0),
            Input::Shift(code) => self.scroll(code),
            _ => {}
        }
        None
    }

    /// Scrolls a board that is larger than the page.
    fn scroll(&mut self, code: KeyCode) {
        if let Some((right, down)) = super::way(code) {
            self.pan = (self.pan.0 + 2 * right, self.pan.1 + 2 * down);
        }
    }

    /// Asks this seat if it has to choose; else waits for the others, after the last step has been shown long enough.
    fn begin_turn(&mut self) {
        let Turn::From(when) = self.turn else { return };
        let session = self.game.session();
        if session.phase().asks(self.seat) {
            self.offers = Offers::new(self.eyes.offers(session), &self.known);
            if !self.offers.is_empty() {
                self.hurry = false;
                self.turn = Turn::Mine;
                return;
            }
        }
        if when <= Instant::now() {
            self.choose(None);
        }
    }

    /// Sets the choice of this seat; `None` if it has nothing to choose.
    fn choose(&mut self, code: Option<u64>) {
        self.chosen = code;
        self.offers = Offers::default();
        self.turn = Turn::Theirs;
    }

    /// Plays a step after all have chosen, and asks the others for the next.
    fn take(&mut self, answers: Answers) {
        let (own, chosen) = (self.seat, self.chosen.take());
        self.others.play(&mut self.game, answers, chosen);
        self.others.ask(&self.game);
        let mine = self.game.choices().iter().any(|(seat, _)| *seat == own);
        self.eyes.look(self.game.session());
        let steps = self.game.steps();
        self.news.extend(self.eyes.news().iter().map(|line| (steps, line.clone())));
        let scene = self.eyes.scene();
        // The board of a seat that is out stays as it was seen last.
        self.known = if is_blind(&scene) { Scene { panel: scene.panel, ..self.known.clone() } } else { scene };
        self.pan = (0, 0);
        let pause = if mine || self.hurry { Duration::ZERO } else { GLANCE };
        self.turn = Turn::From(Instant::now() + pause);
    }

    /// Handles an input; returns how the match is left, if it is.
    fn heed(&mut self, input: Input) -> Option<Ending> {
        let code = match input {
            Input::Stop => return Some(Ending::Left(Left::Stopped)),
            Input::End => return Some(Ending::Left(Left::Quit)),
            Input::Resize | Input::Click(_) => return None,
            Input::Wheel(down) => {
                self.scroll(if down { KeyCode::Down } else { KeyCode::Up });
                return None;
            }
            Input::Shift(code) => {
                self.scroll(code);
                return None;
            }
            Input::Key(code) => code,
        };
        self.answer = "";
        if self.help.is_some() {
            self.help = help::turn(self.help, code);
            return None;
        }
        if code == KeyCode::Char('q') {
            if std::mem::replace(&mut self.leaving, true) {
                return Some(Ending::Left(Left::Quit));
            }
            return None;
        }
        self.leaving = false;
        if code == KeyCode::Char('?') {
            self.help = Some(0);
        } else if self.turn == Turn::Mine {
            match self.offers.press(code) {
                offers::Pressed::Takes(code) => self.choose(Some(code)),
                offers::Pressed::Says(answer) => self.answer = answer,
            }
        } else if code == KeyCode::Char(' ') {
            self.hurry = true;
        }
        None
    }
}
