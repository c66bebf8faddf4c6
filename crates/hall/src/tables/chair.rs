//! A chair: one person's place at a table. It stays where it is when the person is cut off and comes back.

use super::clocks::{Clocks, Told};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Player, Session};
use gridhaunt_kernel::fault::{Report, Verdict};
use gridhaunt_kernel::scene::Offer;
use gridhaunt_person::{self as person, Look, Window};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How many choices in a row somebody who is not there misses before nobody waits for it.
const MISSED: u32 = 2;
/// How often who waits for a choice looks whether all is to stop.
const LOOK: Duration = Duration::from_millis(200);
/// The most connections of a chair: a person may have several windows.
const WINDOWS: usize = 4;
/// The most lines of news that are kept.
const MOST_NEWS: usize = 200;

/// One person's place at a table.
pub(crate) struct Chair {
    pub seat: Seat,
    /// The name of the seat.
    pub name: String,
    /// The title of the game.
    pub title: &'static str,
    /// The other people at the table, if it was opened from here: who that is may invite them.
    pub friends: Vec<(Seat, String)>,
    clocks: Arc<Clocks>,
    state: Mutex<State>,
    answered: Condvar,
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    /// What the seat knows, once the match has begun.
    view: Option<person::Chair>,
    news: Vec<(u64, String)>,
    offers: Vec<Offered>,
    /// Until when a choice is awaited.
    until: Option<Instant>,
    answer: Option<u64>,
    /// How long the last choice took.
    used: Duration,
    windows: usize,
    came: bool,
    missed: u32,
    over: Option<Over>,
}

/// What a person is told at the end.
#[derive(Clone, Debug)]
pub(crate) struct Over {
    /// What came of the match.
    pub result: Arc<str>,
    /// The number of the table, if the match is in the store.
    pub kept: Option<i64>,
}

/// An action that a person may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offered {
    pub code: u64,
    pub label: String,
}

impl From<&(u64, Offer)> for Offered {
    fn from((code, offer): &(u64, Offer)) -> Self {
        let label = offer.cost.map_or_else(|| offer.label.clone(), |cost| format!("{} ({cost})", offer.label));
        Self { code: *code, label }
    }
}

impl State {
    /// How many steps were played.
    fn step(&self) -> u64 {
        self.view.as_ref().map_or(0, person::Chair::step)
    }

    /// Offers nothing any more.
    fn close(&mut self) {
        self.offers.clear();
        if let Some(view) = &mut self.view {
            view.rest();
        }
    }
}

/// What is wrong with what a person sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// It was right when it was sent: views and choices cross on their way.
    Crossed(&'static str),
    /// It was never right.
    Nonsense(&'static str),
}

/// What a person is shown.
pub(crate) struct Shown {
    pub step: u64,
    /// What the seat knows, as a page shows it; none before the match has begun.
    pub sheet: Option<Value>,
    /// The legend of the board, as SVG.
    pub legend: String,
    pub news: Vec<(u64, String)>,
    /// Empty if it is not its turn.
    pub offers: Vec<Offered>,
    /// Its own clock.
    pub clock: Option<Told>,
    /// Those of everybody at the table.
    pub clocks: Vec<Told>,
    pub over: Option<Over>,
}

impl Chair {
    pub(crate) fn new(seat: Seat, session: &dyn Session, clocks: Arc<Clocks>, friends: Vec<(Seat, String)>) -> Self {
        let info = session.info();
        Self {
            seat,
            name: session.seat_name(seat),
            title: info.title,
            friends,
            clocks,
            state: Mutex::default(),
            answered: Condvar::new(),
            changed: watch::channel(0).0,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Whether its person chooses now, and so is not to be disturbed by what others do.
    pub(crate) fn chooses(&self) -> bool {
        !self.lock().offers.is_empty()
    }

    /// Whether somebody has sat here.
    pub(crate) fn came(&self) -> bool {
        self.lock().came
    }

    /// Whether somebody sits here now.
    pub(crate) fn is_there(&self) -> bool {
        self.lock().windows > 0
    }

    /// Somebody sits down; not in too many windows at once.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Sitting> {
        let mut state = self.lock();
        if state.windows >= WINDOWS {
            return None;
        }
        (state.windows, state.came, state.missed) = (state.windows + 1, true, 0);
        drop(state);
        Some(Sitting { chair: self.clone(), news: self.changed.subscribe(), clocks: self.clocks.listen() })
    }

    /// The match begins.
    pub(crate) fn begin(&self, session: &dyn Session) {
        let mut view = person::Chair::new(session, self.seat);
        view.rest();
        self.lock().view = Some(view);
        self.tell();
    }

    /// A step was played.
    pub(crate) fn look(&self, session: &dyn Session) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let Some(view) = &mut state.view else { return };
        view.look(session);
        // It may choose when its clock runs.
        view.rest();
        state.news.extend(view.news().iter().map(|line| (view.step(), line.clone())));
        let many = state.news.len();
        state.news.drain(..many.saturating_sub(MOST_NEWS));
        drop(guard);
        self.tell();
    }

    /// The match is over.
    pub(crate) fn end(&self, over: Over) {
        let mut state = self.lock();
        (state.over, state.until) = (Some(over), None);
        state.close();
        drop(state);
        self.tell();
    }

    /// What its person is shown now in a window.
    pub(crate) fn shown(&self, window: &mut Window, look: &Look) -> Shown {
        let (state, now) = (self.lock(), Instant::now());
        Shown {
            step: state.step(),
            sheet: state.view.as_ref().map(|view| view.sheet(window, look)),
            legend: state.view.as_ref().map(|view| view.legend(look.dark)).unwrap_or_default(),
            news: state.news.clone(),
            offers: state.offers.clone(),
            clock: self.clocks.of(self.seat, now),
            clocks: self.clocks.told(now),
            over: state.over.clone(),
        }
    }

    /// Its person chooses; what is wrong, if it may not.
    pub(crate) fn choose(&self, step: u64, code: u64) -> Result<(), Wrong> {
        let (mut state, now) = (self.lock(), Instant::now());
        let Some(until) = state.until.filter(|_| state.answer.is_none()) else {
            return Err(Wrong::Crossed("it is not your turn"));
        };
        if now > until {
            return Err(Wrong::Crossed("your time is over"));
        }
        if step != state.step() {
            return Err(Wrong::Crossed("this was for an earlier step"));
        }
        if !state.offers.iter().any(|offer| offer.code == code) {
            return Err(Wrong::Nonsense("this is not offered now"));
        }
        (state.answer, state.used) = (Some(code), self.clocks.stop(self.seat, now));
        state.close();
        drop(state);
        self.answered.notify_all();
        self.tell();
        Ok(())
    }
}

/// Somebody who sits on a chair, until this is dropped.
pub(crate) struct Sitting {
    pub chair: Arc<Chair>,
    /// Wakes when something changed for this chair.
    pub news: watch::Receiver<u64>,
    /// Wakes when a clock of the table was started or stopped.
    pub clocks: watch::Receiver<u64>,
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.chair.lock().windows -= 1;
    }
}

/// Who sits on a chair, as a player.
pub(crate) struct Person {
    chair: Arc<Chair>,
    stop: &'static AtomicBool,
    /// What came of its last choice.
    report: Option<Report>,
}

impl Person {
    pub(crate) const fn new(chair: Arc<Chair>, stop: &'static AtomicBool) -> Self {
        Self { chair, stop, report: None }
    }
}

impl Player for Person {
    fn start(&mut self, _: &dyn Session, _: Seat) {}

    fn ask(&mut self, session: &dyn Session, _: Seat) {
        let chair = &self.chair;
        let mut guard = chair.lock();
        let state = &mut *guard;
        if let Some(view) = &mut state.view {
            view.offer(session);
            state.offers = view.offers().iter().map(Offered::from).collect();
        }
        let (is_awaited, now) = (state.windows > 0 || state.missed < MISSED, Instant::now());
        let until = if is_awaited { chair.clocks.start(chair.seat, now) } else { Some(now) };
        (state.answer, state.until) = (None, until);
        drop(guard);
        chair.tell();
    }

    fn choose(&mut self, _: &dyn Session, _: Seat) -> Option<u64> {
        let chair = &self.chair;
        let mut state = chair.lock();
        while state.answer.is_none() && !self.stop.load(Ordering::Relaxed) {
            let left = state.until.map(|until| until.saturating_duration_since(Instant::now())).unwrap_or_default();
            if left.is_zero() {
                break;
            }
            state = chair.answered.wait_timeout(state, left.min(LOOK)).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.answer.is_none() {
            state.used = chair.clocks.stop(chair.seat, Instant::now());
        }
        state.missed = if state.answer.is_some() { 0 } else { state.missed + 1 };
        state.until = None;
        state.close();
        let (verdict, words) = match state.answer {
            Some(_) => (Verdict::Ok, String::new()),
            None => (Verdict::Late, "no choice in time".into()),
        };
        let used_us = u64::try_from(state.used.as_micros()).unwrap_or(u64::MAX);
        self.report = Some(Report { verdict, wanted: None, used_us, notes: Vec::new(), words });
        state.answer.take()
    }

    fn report(&mut self) -> Option<Report> {
        self.report.take()
    }
}
