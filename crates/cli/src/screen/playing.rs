//! A match that a person plays: one seat sees what it knows, is offered what it may do, and chooses.

mod news;
mod offers;
mod page;
#[cfg(test)]
mod tests;

use super::watching::Left;
use super::{Input, Pen, Reel, Screen};
use crate::stop;
use crossterm::event::KeyCode;
use gridhaunt_kernel::{Scene, Seat};
use news::News;
use offers::Offers;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How often one who waits for a key looks whether the work should end.
const BEAT: Duration = Duration::from_millis(100);
/// How long a step that was not chosen here is seen at least.
const GLANCE: Duration = Duration::from_millis(150);
/// How long one waits for the others before keys are looked at again.
const NEWS: Duration = Duration::from_millis(20);

/// The others: they are told what was chosen here, if anything, and answer with all choices of the step.
pub(crate) struct Others {
    pub(crate) tell: Sender<Option<u64>>,
    pub(crate) steps: Receiver<Vec<(Seat, u64)>>,
}

/// Where a match was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It is over.
    Over,
    /// Somebody has left it.
    Left(Left),
    /// The others play no more.
    Alone,
}

/// Who has to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// This seat chooses.
    Mine,
    /// The others choose.
    Theirs,
    /// Nobody yet: what happened is looked at until then.
    From(Instant),
}

pub(crate) struct Playing {
    pub(crate) reel: Reel,
    seat: Seat,
    heading: String,
    /// What the seat knows.
    known: Scene,
    offers: Offers,
    news: News,
    turn: Turn,
    /// Whether steps of others are not waited for.
    hurry: bool,
    /// Whether leaving was asked for once.
    leaving: bool,
    help: bool,
    /// What came of the last key, if it is worth a word.
    answer: &'static str,
}

impl Playing {
    /// A match at its beginning.
    pub(crate) fn new(reel: Reel, seat: Seat, heading: String) -> Self {
        let known = reel.last().known(seat);
        let news = News::new(&known);
        let turn = Turn::From(Instant::now());
        let (offers, answer) = (Offers::default(), "");
        Self { reel, seat, heading, known, offers, news, turn, hurry: false, leaving: false, help: false, answer }
    }

    /// Plays the match until it is over or somebody leaves.
    pub(crate) fn run(&mut self, screen: &mut Screen, others: &Others, pen: Pen) -> io::Result<Ending> {
        let stop = stop::flag();
        loop {
            if self.reel.last().phase().is_over() {
                return Ok(Ending::Over);
            }
            self.begin_turn(others);
            screen.draw(|canvas| self.draw(canvas.area(), pen, canvas.buffer_mut()))?;
            let wait = match self.turn {
                Turn::Mine => BEAT,
                Turn::From(when) => when.saturating_duration_since(Instant::now()).min(BEAT),
                Turn::Theirs => Duration::ZERO,
            };
            while let Some(input) = screen.input(wait)? {
                if let Some(ending) = self.heed(input, others) {
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
                match others.steps.recv_timeout(NEWS) {
                    Ok(choices) => self.take(choices),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(Ending::Alone),
                }
            }
        }
    }

    /// Asks this seat if it has to choose, and else the others, once what happened has been seen.
    fn begin_turn(&mut self, others: &Others) {
        let Turn::From(when) = self.turn else { return };
        let session = self.reel.last();
        if session.phase().asks(self.seat) {
            self.offers = Offers::new(session.offers(self.seat), &self.known);
            if !self.offers.is_empty() {
                self.hurry = false;
                self.turn = Turn::Mine;
                return;
            }
        }
        if when <= Instant::now() {
            self.choose(None, others);
        }
    }

    /// Tells the others what this seat chooses, if anything.
    fn choose(&mut self, code: Option<u64>, others: &Others) {
        // Whoever is not there any more is missed when an answer is waited for.
        let _ = others.tell.send(code);
        self.offers = Offers::default();
        self.turn = Turn::Theirs;
    }

    /// Takes a step that all have chosen.
    fn take(&mut self, choices: Vec<(Seat, u64)>) {
        let mine = choices.iter().any(|(seat, _)| *seat == self.seat);
        self.reel.push(choices);
        self.known = self.reel.last().known(self.seat);
        self.news.add(self.reel.steps(), &self.known);
        let pause = if mine || self.hurry { Duration::ZERO } else { GLANCE };
        self.turn = Turn::From(Instant::now() + pause);
    }

    /// Does what somebody wants; the answer is how the match is left, if it is.
    fn heed(&mut self, input: Input, others: &Others) -> Option<Ending> {
        let code = match input {
            Input::Stop => return Some(Ending::Left(Left::Stopped)),
            Input::End => return Some(Ending::Left(Left::Quit)),
            Input::Resize | Input::Click(_) | Input::Wheel(_) => return None,
            Input::Key(code) | Input::Shift(code) => code,
        };
        self.answer = "";
        if std::mem::take(&mut self.help) {
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
            self.help = true;
        } else if self.turn == Turn::Mine {
            match self.offers.press(code) {
                offers::Pressed::Takes(code) => self.choose(Some(code), others),
                offers::Pressed::Says(answer) => self.answer = answer,
            }
        } else if code == KeyCode::Char(' ') {
            self.hurry = true;
        }
        None
    }
}
