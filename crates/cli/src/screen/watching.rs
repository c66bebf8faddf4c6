//! The screen for watching a match: the current step, the point of view, and the keys.

mod page;
#[cfg(test)]
mod tests;

use super::paper::Rect;
use super::pen::Pen;
use super::{Input, Screen, help, timeline};
use crate::eye::Eye;
use crate::pace::steps_a_second;
use crate::stop;
use crossterm::event::KeyCode;
use gridhaunt_arena::Match;
use gridhaunt_arena::company::{Aside, Gone, Left as Departed};
use gridhaunt_draw::text::Pan;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often to check for Ctrl-C while waiting for a key.
const BEAT: Duration = Duration::from_millis(100);
/// How often to check whether more of the match has been played.
const NEWS: Duration = Duration::from_millis(20);
/// How many steps Page Up and Page Down move.
const FAR: usize = 10;
/// By how many cells a board scrolls.
const SCROLL: i32 = 4;
/// A match that takes fewer seconds than this at its pace does not start by itself.
const SHORT: f64 = 15.0;
/// The lowest and the highest speed in steps per second.
pub(crate) const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=1000.0;

/// Why the user does not watch any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The user left.
    Quit,
    /// Ctrl-C, or a signal.
    Stopped,
}

/// The state of the text search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Search {
    /// The search text while it is being typed.
    typed: Option<String>,
    /// The last search text.
    text: String,
    /// A message about the result, if there is one.
    answer: Option<String>,
}

pub(crate) struct Watching {
    pub(crate) game: Match,
    heading: String,
    /// The names of the seats.
    names: Vec<String>,
    /// A warning above the board.
    notice: Option<String>,
    /// The bots that play the match.
    bots: Option<Aside>,
    /// Whether they still play it.
    goes_on: bool,
    at: usize,
    /// The match at that step.
    shown: Box<dyn Session>,
    playing: bool,
    /// Whether it waits for a key before it starts.
    waits: bool,
    /// The speed that the user chose, in steps per second; `None` for the game's own pace.
    asked: Option<f64>,
    /// When the next step is shown.
    due: Instant,
    eye: Eye,
    search: Search,
    help: help::Turned,
    /// How far the visible part of the board was moved; it belongs to the current point of view.
    pan: Pan,
    /// The area of the timeline on the page.
    bar: Rect,
}

impl Watching {
    /// Shows a match from its beginning, under a heading, at `speed` steps per second or at the pace of its game.
    pub(crate) fn new(game: Match, heading: String, names: Vec<String>, speed: Option<f64>) -> Self {
        let (shown, due) = (game.at(0), Instant::now());
        let mut watching = Self {
            game,
            heading,
            names,
            notice: None,
            bots: None,
            goes_on: false,
            at: 0,
            shown,
            playing: true,
            waits: false,
            asked: speed,
            due,
            eye: Eye::Whole,
            search: Search::default(),
            help: None,
            pan: (0, 0),
            bar: Rect::default(),
        };
        watching.due += watching.pause();
        watching
    }

    /// Sets the point of view.
    pub(crate) fn seen_by(self, eye: Eye) -> Self {
        Self { eye, ..self }
    }

    /// Makes a short match wait at its first step until a key is pressed.
    pub(crate) fn waiting_if_short(mut self) -> Self {
        self.waits = (self.game.steps() as f64) < SHORT * steps_a_second(self.game.session());
        self.playing = !self.waits;
        self
    }

    /// The current speed in steps per second: the chosen one, or the game's own pace within [`SPEEDS`].
    fn speed(&self) -> f64 {
        let own = || steps_a_second(self.game.session()).clamp(*SPEEDS.start(), *SPEEDS.end());
        self.asked.unwrap_or_else(own)
    }

    /// The time from one step to the next.
    fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed())
    }

    /// Sets the warning above the board.
    pub(crate) fn noted(self, notice: Option<String>) -> Self {
        Self { notice, ..self }
    }

    /// Sets the bots that still play the match.
    pub(crate) fn played_by(mut self, bots: Aside) -> Self {
        bots.ask(&self.game);
        self.bots = Some(bots);
        self.goes_on = !self.game.is_over();
        self
    }

    /// Has the bots leave the match.
    pub(crate) fn dismiss(&mut self) -> Departed {
        self.goes_on = false;
        self.bots.take().map(|bots| bots.finish(&mut self.game)).unwrap_or_default()
    }

    /// Plays the rest of the match without showing it, until it is over or the user stops it.
    pub(crate) fn see_out(&mut self) -> Left {
        while self.goes_on {
            self.listen(NEWS);
            if stop::flag().load(Ordering::Relaxed) {
                return Left::Stopped;
            }
        }
        Left::Quit
    }

    /// Moves to the last step.
    pub(crate) fn at_the_end(mut self) -> Self {
        self.playing = false;
        self.go(self.game.steps());
        self
    }

    /// Shows the match until the user leaves.
    pub(crate) fn run(&mut self, screen: &mut Screen, pen: Pen) -> io::Result<Left> {
        let stop = stop::flag();
        loop {
            self.play(Instant::now());
            screen.draw(|page| self.draw(page.area(), pen, page))?;
            let mut wait = self.wait(Instant::now());
            if self.goes_on {
                self.listen(wait);
                wait = Duration::ZERO;
            }
            if let Some(left) = screen.input(wait)?.and_then(|input| self.heed(input)) {
                return Ok(left);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Left::Stopped);
            }
        }
    }

    /// How long until the page changes without a key.
    fn wait(&self, now: Instant) -> Duration {
        let beat = if self.goes_on { NEWS } else { BEAT };
        if self.playing { self.due.saturating_duration_since(now).min(beat) } else { beat }
    }

    /// Lets the bots play for at most `wait`.
    fn listen(&mut self, wait: Duration) {
        let until = Instant::now() + wait;
        while let Some(bots) = self.bots.as_mut().filter(|_| self.goes_on) {
            match bots.collect(until.saturating_duration_since(Instant::now())) {
                Ok(Some(answers)) => bots.play(&mut self.game, answers, None),
                Ok(None) => return,
                Err(Gone) => return self.goes_on = false,
            }
            if self.game.is_over() {
                return self.goes_on = false;
            }
            bots.ask(&self.game);
            if until <= Instant::now() {
                return;
            }
        }
    }

    /// Shows the next step if it is due.
    fn play(&mut self, now: Instant) {
        if !self.playing {
            return;
        }
        if self.at == self.game.steps() {
            // At the end of what has been played so far, wait for the bots.
            self.playing = self.goes_on;
            return;
        }
        let pause = self.pause();
        let mut steps = 0;
        while self.due <= now && self.at + steps < self.game.steps() {
            self.due += pause;
            steps += 1;
        }
        // After a long wait the missed steps are not made up for.
        self.due = self.due.max(now);
        self.go(self.at + steps);
    }

    /// Shows a step, or the last one if there are fewer.
    fn go(&mut self, step: usize) {
        let step = step.min(self.game.steps());
        if step != self.at {
            self.at = step;
            self.shown = self.game.at(step);
        }
    }

    /// Shows a step and pauses there.
    fn stand(&mut self, step: usize) {
        self.playing = false;
        self.go(step);
    }

    /// Handles an input; returns how the user leaves, if they do.
    fn heed(&mut self, input: Input) -> Option<Left> {
        match input {
            Input::Stop => return Some(Left::Stopped),
            Input::End => return Some(Left::Quit),
            Input::Resize => {}
            Input::Click(place) => {
                if let Some(step) = timeline::step_at(place, self.bar, self.game.steps()) {
                    self.stand(step);
                }
            }
            Input::Wheel(down) => self.stand(if down { self.at + 1 } else { self.at.saturating_sub(1) }),
            Input::Key(code) if self.search.typed.is_some() => self.type_on(code),
            Input::Key(code) if self.help.is_some() => self.help = help::turn(self.help, code),
            Input::Key(KeyCode::Char('q')) => return Some(Left::Quit),
            Input::Key(code) => self.press(code),
            Input::Shift(code) => match super::way(code) {
                Some(way) => self.scroll(way),
                None => self.press(code),
            },
        }
        None
    }

    fn press(&mut self, code: KeyCode) {
        self.search.answer = None;
        match code {
            KeyCode::Char(' ') => {
                if self.at == self.game.steps() && !self.goes_on {
                    self.go(0);
                }
                self.playing = !self.playing;
                self.waits = false;
                self.due = Instant::now() + self.pause();
            }
            KeyCode::Right => self.stand(self.at + 1),
            KeyCode::Left => self.stand(self.at.saturating_sub(1)),
            KeyCode::Up => self.scroll((0, -1)),
            KeyCode::Down => self.scroll((0, 1)),
            KeyCode::Char('c') => self.pan = (0, 0),
            KeyCode::PageDown => self.stand(self.at + FAR),
            KeyCode::PageUp => self.stand(self.at.saturating_sub(FAR)),
            KeyCode::Home => self.stand(0),
            KeyCode::End => self.stand(self.game.steps()),
            KeyCode::Char('+' | '=') => self.asked = Some((self.speed() * 1.5).min(*SPEEDS.end())),
            KeyCode::Char('-') => self.asked = Some((self.speed() / 1.5).max(*SPEEDS.start())),
            KeyCode::Char('s') | KeyCode::Tab => self.turn(1),
            KeyCode::Char('S') | KeyCode::BackTab => self.turn(self.names.len()),
            KeyCode::Char('k') => self.turn_inward(),
            KeyCode::Char('/') => self.search.typed = Some(String::new()),
            KeyCode::Char('n') => self.look_for(true),
            KeyCode::Char('N') => self.look_for(false),
            KeyCode::Char('?') => self.help = Some(0),
            _ => {}
        }
    }

    /// Scrolls a board that is larger than the page.
    const fn scroll(&mut self, (right, down): (i32, i32)) {
        self.pan = (self.pan.0 + right * SCROLL, self.pan.1 + down * SCROLL);
    }

    /// Changes the point of view by so many places: first the spectator, then the seats that took part; it wraps round.
    fn turn(&mut self, by: usize) {
        let mut next = self.eye.seat().map_or(0, |seat| seat.index() + 1);
        let seat = loop {
            next = (next + by) % (self.names.len() + 1);
            let seat = next.checked_sub(1).map(|seat| Seat(seat as u8));
            if seat.is_none_or(|seat| self.game.session().took_part(seat)) {
                break seat;
            }
        };
        self.pan = (0, 0);
        self.eye = match (self.eye, seat) {
            (_, None) => Eye::Whole,
            (Eye::Known(_), Some(seat)) => Eye::Known(seat),
            (_, Some(seat)) => Eye::Marked(seat),
        };
    }

    /// Switches between what a seat knows and the whole board with what it sees marked.
    fn turn_inward(&mut self) {
        self.eye = match self.eye {
            Eye::Whole => Eye::Known(Seat(0)),
            Eye::Marked(seat) => Eye::Known(seat),
            Eye::Known(seat) => Eye::Marked(seat),
        };
    }

    /// Handles a key while a search text is typed.
    fn type_on(&mut self, code: KeyCode) {
        let Some(typed) = &mut self.search.typed else { return };
        match code {
            KeyCode::Char(letter) => typed.push(letter),
            KeyCode::Backspace if !typed.is_empty() => _ = typed.pop(),
            KeyCode::Backspace | KeyCode::Esc => self.search.typed = None,
            KeyCode::Enter => {
                let typed = self.search.typed.take().unwrap_or_default();
                if !typed.is_empty() {
                    self.search.text = typed;
                }
                self.look_for(true);
            }
            _ => {}
        }
    }

    /// Goes to the next or previous step with an event that contains the search text.
    fn look_for(&mut self, forward: bool) {
        let text = &self.search.text;
        if text.is_empty() {
            return;
        }
        match self.game.search(text, self.at, forward) {
            None => self.search.answer = Some(format!("no event says \"{text}\"")),
            Some(step) => {
                let round = if forward { step <= self.at } else { step >= self.at };
                self.search.answer = Some(format!("\"{text}\"{}", if round { ", round the end" } else { "" }));
                self.stand(step);
            }
        }
    }
}
