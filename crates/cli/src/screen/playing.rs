//! A match that a person plays: one seat sees what it knows, is offered what it may do, and chooses.

mod offers;
mod page;
#[cfg(test)]
mod tests;

use super::watching::Left;
use super::{Input, Pen, Screen, board, help};
use crate::stop;
use crossterm::event::KeyCode;
use gridhaunt_arena::Match;
use gridhaunt_arena::company::{Answers, Aside, Gone};
use gridhaunt_draw::text::Pan;
use gridhaunt_kernel::face::Eyes;
use gridhaunt_kernel::{Scene, Seat};
use offers::Offers;
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often one who waits for a key looks whether the work should end.
const BEAT: Duration = Duration::from_millis(100);
/// How long a step that was not chosen here is seen at least.
const GLANCE: Duration = Duration::from_millis(150);
/// How long one waits for the others before keys are looked at again.
const NEWS: Duration = Duration::from_millis(20);

/// Where a match was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Over,
    /// Somebody has left it.
    Left(Left),
    /// The others play no more.
    Alone,
}

/// Who has to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Mine,
    Theirs,
    /// Nobody yet: what happened is looked at until then.
    From(Instant),
    Over,
}

pub(crate) struct Playing {
    pub(crate) game: Match,
    /// The others, who are asked as soon as a step is over.
    others: Aside,
    /// What this seat chose in this step, if it did.
    chosen: Option<u64>,
    seat: Seat,
    heading: String,
    /// What the seat is after.
    goal: &'static str,
    eyes: Box<dyn Eyes>,
    /// What the seat knows; for one that is out the last it saw.
    known: Scene,
    /// How far the part of the board that is shown was moved.
    pan: Pan,
    offers: Offers,
    /// Steps and what they were to the seat, the latest last.
    news: Vec<(usize, String)>,
    turn: Turn,
    /// Whether steps of others are not waited for.
    hurry: bool,
    /// Whether leaving was asked for once.
    leaving: bool,
    help: help::Turned,
    /// How it ended, once it has.
    result: String,
    /// What came of the last key, if it is worth a word.
    answer: &'static str,
}

impl Playing {
    /// A match at its beginning.
    pub(crate) fn new(game: Match, others: Aside, seat: Seat, heading: String, goal: &'static str) -> Self {
        let eyes = game.session().eyes(seat);
        let known = eyes.scene();
        others.ask(game.session());
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

    /// Plays the match until it is over or somebody leaves.
    pub(crate) fn run(&mut self, screen: &mut Screen, pen: Pen) -> io::Result<Ending> {
        let stop = stop::flag();
        loop {
            if self.game.session().phase().is_over() {
                return Ok(Ending::Over);
            }
            self.begin_turn();
            screen.draw(|canvas| self.draw(canvas.area(), pen, canvas.buffer_mut()))?;
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
                    Ok(Some(answers)) => self.take(&answers),
                    Ok(None) => {}
                    Err(Gone) => return Ok(Ending::Alone),
                }
            }
        }
    }

    /// Leaves the last page on the screen until somebody goes on; the answer is whether they want to look back.
    pub(crate) fn close(&mut self, screen: &mut Screen, result: String, pen: Pen) -> io::Result<bool> {
        (self.turn, self.result, self.help) = (Turn::Over, result, None);
        let stop = stop::flag();
        loop {
            screen.draw(|canvas| self.draw(canvas.area(), pen, canvas.buffer_mut()))?;
            if let Some(back) = screen.input(BEAT)?.and_then(|input| self.go_on(input)) {
                return Ok(back);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
        }
    }

    /// What somebody wants at the end: to look back or not, if either. Arrows of a match that went on too fast are neither.
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

    /// Shows another part of a board that is larger than the page.
    fn scroll(&mut self, code: KeyCode) {
        if let Some((right, down)) = super::way(code) {
            self.pan = (self.pan.0 + 2 * right, self.pan.1 + 2 * down);
        }
    }

    /// Asks this seat if it has to choose, and else waits for the others, once what happened has been seen.
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

    /// This seat has chosen, if anything.
    fn choose(&mut self, code: Option<u64>) {
        self.chosen = code;
        self.offers = Offers::default();
        self.turn = Turn::Theirs;
    }

    /// Plays a step that all have chosen, and asks the others for the next.
    fn take(&mut self, answers: &Answers) {
        let (own, chosen) = (self.seat, self.chosen.take());
        self.game.play(|_, seat| if seat == own { chosen } else { answers.of(seat) });
        self.others.ask(self.game.session());
        let mine = self.game.choices().iter().any(|(seat, _)| *seat == own);
        self.eyes.look(self.game.session());
        let steps = self.game.steps();
        self.news.extend(self.eyes.news().iter().map(|line| (steps, line.clone())));
        let scene = self.eyes.scene();
        // Of one who is out the board stays as it was seen last.
        self.known = if board::is_blind(&scene) { Scene { panel: scene.panel, ..self.known.clone() } } else { scene };
        self.pan = (0, 0);
        let pause = if mine || self.hurry { Duration::ZERO } else { GLANCE };
        self.turn = Turn::From(Instant::now() + pause);
    }

    /// Does what somebody wants; the answer is how the match is left, if it is.
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
