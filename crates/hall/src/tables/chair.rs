//! A chair: one person's place at a table. It stays where it is when the person is cut off and comes back.

use gridhaunt_kernel::face::{Eyes, Player, Session};
use gridhaunt_kernel::{Scene, Seat};
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
    pub secret: String,
    pub seat: Seat,
    /// The name of the seat.
    pub name: String,
    /// The title of the game.
    pub title: &'static str,
    /// The goal of the seat.
    pub goal: &'static str,
    limit: Duration,
    state: Mutex<State>,
    answered: Condvar,
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    eyes: Option<Box<dyn Eyes>>,
    scene: Option<Scene>,
    step: u64,
    news: Vec<(u64, String)>,
    offers: Vec<Offered>,
    /// Until when a choice is awaited.
    until: Option<Instant>,
    answer: Option<u64>,
    windows: usize,
    came: bool,
    missed: u32,
    /// Links for others, which only who opened the table has.
    links: Vec<(String, String)>,
    result: Option<String>,
    record: Option<Arc<str>>,
}

/// An action that a person may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offered {
    pub code: u64,
    pub label: String,
}

/// What a person is shown.
pub(crate) struct Shown {
    pub step: u64,
    /// None before the match has begun.
    pub scene: Option<Scene>,
    pub news: Vec<(u64, String)>,
    /// Empty if it is not its turn.
    pub offers: Vec<Offered>,
    pub left: Option<Duration>,
    pub result: Option<String>,
    pub links: Vec<(String, String)>,
}

impl Chair {
    pub(crate) fn new(secret: String, seat: Seat, session: &dyn Session, limit: Duration) -> Self {
        let info = session.info();
        let goal = info.roles.get(session.role(seat)).map_or("", |role| role.goal);
        Self {
            secret,
            seat,
            name: session.seat_name(seat),
            title: info.title,
            goal,
            limit,
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

    /// Gives it links for others.
    pub(crate) fn invite(&self, links: Vec<(String, String)>) {
        self.lock().links = links;
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
    pub(crate) fn enter(self: &Arc<Self>) -> Option<(Sitting, watch::Receiver<u64>)> {
        let mut state = self.lock();
        if state.windows >= WINDOWS {
            return None;
        }
        (state.windows, state.came, state.missed) = (state.windows + 1, true, 0);
        drop(state);
        Some((Sitting(self.clone()), self.changed.subscribe()))
    }

    /// The match begins.
    pub(crate) fn begin(&self, session: &dyn Session) {
        let eyes = session.eyes(self.seat);
        let mut state = self.lock();
        state.scene = Some(eyes.scene());
        state.eyes = Some(eyes);
        drop(state);
        self.tell();
    }

    /// A step was played.
    pub(crate) fn look(&self, session: &dyn Session) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let Some(eyes) = &mut state.eyes else { return };
        eyes.look(session);
        state.step = session.steps();
        let step = state.step;
        state.news.extend(eyes.news().iter().map(|line| (step, line.clone())));
        let many = state.news.len();
        state.news.drain(..many.saturating_sub(MOST_NEWS));
        state.scene = Some(eyes.scene());
        drop(guard);
        self.tell();
    }

    /// The match is over.
    pub(crate) fn end(&self, result: &str, record: Option<Arc<str>>) {
        let mut state = self.lock();
        (state.result, state.record, state.until) = (Some(result.into()), record, None);
        state.offers.clear();
        drop(state);
        self.tell();
    }

    /// The record of the match, once it is over.
    pub(crate) fn record(&self) -> Option<Arc<str>> {
        self.lock().record.clone()
    }

    /// What its person is shown now.
    pub(crate) fn shown(&self) -> Shown {
        let state = self.lock();
        Shown {
            step: state.step,
            scene: state.scene.clone(),
            news: state.news.clone(),
            offers: state.offers.clone(),
            left: state.until.map(|until| until.saturating_duration_since(Instant::now())),
            result: state.result.clone(),
            links: state.links.clone(),
        }
    }

    /// Its person chooses; what is wrong, if it may not.
    pub(crate) fn choose(&self, step: u64, code: u64) -> Result<(), &'static str> {
        let mut state = self.lock();
        if state.until.is_none() || state.answer.is_some() {
            return Err("it is not your turn");
        }
        if step != state.step {
            return Err("this was for an earlier step");
        }
        if !state.offers.iter().any(|offer| offer.code == code) {
            return Err("this is not offered now");
        }
        state.answer = Some(code);
        state.offers.clear();
        drop(state);
        self.answered.notify_all();
        self.tell();
        Ok(())
    }
}

/// Somebody who sits on a chair, until this is dropped.
pub(crate) struct Sitting(Arc<Chair>);

impl Drop for Sitting {
    fn drop(&mut self) {
        self.0.lock().windows -= 1;
    }
}

/// Who sits on a chair, as a player.
pub(crate) struct Person {
    pub chair: Arc<Chair>,
    pub stop: &'static AtomicBool,
}

impl Player for Person {
    fn start(&mut self, _: &dyn Session, _: Seat) {}

    fn ask(&mut self, session: &dyn Session, _: Seat) {
        let chair = &self.chair;
        let mut state = chair.lock();
        let offers = state.eyes.as_ref().map(|eyes| eyes.offers(session)).unwrap_or_default();
        let offered = |(code, offer): (u64, gridhaunt_kernel::scene::Offer)| Offered {
            code,
            label: offer.cost.map_or_else(|| offer.label.clone(), |cost| format!("{} ({cost})", offer.label)),
        };
        state.offers = offers.into_iter().map(offered).collect();
        let is_awaited = state.windows > 0 || state.missed < MISSED;
        let limit = if is_awaited { chair.limit } else { Duration::ZERO };
        (state.answer, state.until) = (None, Some(Instant::now() + limit));
        drop(state);
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
        state.missed = if state.answer.is_some() { 0 } else { state.missed + 1 };
        state.until = None;
        state.offers.clear();
        state.answer.take()
    }
}
