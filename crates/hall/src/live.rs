//! Matches while they are played. Whoever joins late is told everything that happened, and sees the board as it is.

use gridhaunt_draw::svg;
use gridhaunt_events::onlooker::Onlooker;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_record::Match;
use gridhaunt_store::{EventId, MatchId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often the board of a match is looked at.
const PACE: Duration = Duration::from_millis(200);
/// How long a match that is over can still be seen here.
const AFTER: Duration = Duration::from_secs(60);
/// The most matches that are over and still seen here.
const MOST_OVER: usize = 64;
/// The most lines that are kept of a match.
const MOST_LINES: usize = 2000;
/// The side of a cell, in pixels.
const CELL: u32 = 24;

/// All matches that are played now.
#[derive(Debug, Default)]
pub(crate) struct Live {
    matches: Mutex<BTreeMap<MatchId, Arc<Running>>>,
}

/// A match that is played now.
pub(crate) struct Running {
    pub id: MatchId,
    pub event: EventId,
    /// The entrants, by place.
    pub entrants: Vec<u32>,
    /// The seats with their players.
    pub names: Vec<String>,
    now: Mutex<Now>,
    changed: watch::Sender<u64>,
    /// Who draws it.
    drawing: tokio::sync::Mutex<[Option<Drawn>; 2]>,
}

/// What is known of a match now.
struct Now {
    session: Box<dyn Session>,
    /// When the session was looked at.
    looked: Instant,
    /// The step up to which lines are told.
    told: u64,
    /// Lines, each with its step.
    lines: Vec<(u64, String)>,
    over: Option<Instant>,
}

/// A picture of a step.
#[derive(Clone)]
struct Drawn {
    step: u64,
    over: bool,
    picture: Arc<str>,
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}", self.id)
    }
}

/// News of a match for somebody who has heard of it up to a step.
#[derive(Clone)]
pub(crate) struct Heard {
    pub step: u64,
    pub lines: Vec<(u64, String)>,
    pub over: bool,
    /// The board, as SVG.
    pub picture: Arc<str>,
}

impl Live {
    /// The matches that are played now, and those that are over since a moment.
    pub(crate) fn all(&self) -> Vec<Arc<Running>> {
        self.lock().values().cloned().collect()
    }

    /// One of them.
    pub(crate) fn get(&self, id: MatchId) -> Option<Arc<Running>> {
        self.lock().get(&id).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<MatchId, Arc<Running>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets those that are over for long, or are too many.
    fn tidy(matches: &mut BTreeMap<MatchId, Arc<Running>>) {
        let over = |running: &Running| running.lock().over;
        matches.retain(|_, running| over(running).is_none_or(|at| at.elapsed() < AFTER));
        let mut ended: Vec<(Instant, MatchId)> =
            matches.values().filter_map(|running| Some((over(running)?, running.id))).collect();
        ended.sort_unstable();
        for (_, id) in ended.iter().rev().skip(MOST_OVER) {
            matches.remove(id);
        }
    }
}

impl Onlooker for Live {
    fn sees(&self, event: EventId, id: MatchId, entrants: &[u32], game: &Match) {
        let session = game.session();
        if session.steps() == 0 {
            let running = Arc::new(Running::new(event, id, entrants, session));
            let mut matches = self.lock();
            Self::tidy(&mut matches);
            matches.insert(id, running);
            return;
        }
        let running = self.get(id);
        if let Some(running) = running {
            running.see(session, game.is_over());
        }
    }

    fn leaves(&self, id: MatchId) {
        if let Some(running) = self.get(id) {
            running.lock().over.get_or_insert_with(Instant::now);
            running.changed.send_modify(|count| *count += 1);
        }
    }
}

impl Running {
    fn new(event: EventId, id: MatchId, entrants: &[u32], session: &dyn Session) -> Self {
        let seats = (0..session.seats()).map(|seat| gridhaunt_kernel::Seat(seat as u8));
        let names = seats.filter(|&seat| session.took_part(seat)).map(|seat| session.full_name(seat)).collect();
        let now = Now { session: session.fork(), looked: Instant::now(), told: 0, lines: Vec::new(), over: None };
        Self {
            id,
            event,
            entrants: entrants.to_vec(),
            names,
            now: Mutex::new(now),
            changed: watch::channel(0).0,
            drawing: tokio::sync::Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn see(&self, session: &dyn Session, over: bool) {
        let step = session.steps();
        let mut now = self.lock();
        if step > now.told {
            now.lines.extend(session.highlights().into_iter().map(|line| (step, line)));
            let many = now.lines.len();
            if many > MOST_LINES {
                now.lines.drain(..many - MOST_LINES / 2);
            }
            now.told = step;
        }
        if over || now.looked.elapsed() >= PACE {
            (now.session, now.looked) = (session.fork(), Instant::now());
            drop(now);
            self.changed.send_modify(|count| *count += 1);
        }
    }

    /// Whether it is over.
    pub(crate) fn is_over(&self) -> bool {
        self.lock().over.is_some()
    }

    /// How many steps were played.
    pub(crate) fn steps(&self) -> u64 {
        self.lock().told
    }

    /// Whoever has this is woken by changes.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// What happened after a step, and the board. It is drawn once for all who ask.
    pub(crate) async fn hear(&self, after: Option<u64>, dark: bool) -> Heard {
        let mut drawn = self.drawing.lock().await;
        let (session, step, over, lines) = {
            let now = self.lock();
            let lines = now.lines.iter().filter(|(step, _)| after.is_none_or(|after| *step > after)).cloned().collect();
            let step = now.session.steps();
            let fresh = drawn[usize::from(dark)]
                .as_ref()
                .is_some_and(|drawn| drawn.step == step && drawn.over == now.over.is_some());
            ((!fresh).then(|| now.session.fork()), now.told, now.over.is_some(), lines)
        };
        if let Some(session) = session {
            let at = session.steps();
            let draw = move || picture(session.as_ref(), dark);
            let picture = tokio::task::spawn_blocking(draw).await.unwrap_or_default();
            drawn[usize::from(dark)] = Some(Drawn { step: at, over, picture: picture.into() });
        }
        let picture = drawn[usize::from(dark)].as_ref().map(|drawn| drawn.picture.clone()).unwrap_or_default();
        Heard { step, lines, over, picture }
    }
}

/// The board of a match as everybody may see it.
pub(crate) fn picture(session: &dyn Session, dark: bool) -> String {
    svg::render(&session.scene(Span::Frame, None), &svg::Options { cell: CELL, dark })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::Seat;
    use serde_json::json;

    fn a_match() -> Match {
        let registry = gridhaunt_bots::registry();
        Match::new(registry.find("pyrat").unwrap().open(&json!({"preset": "tiny"})).unwrap().begin(3).unwrap())
    }

    fn play(game: &mut Match) {
        let choices: Vec<(Seat, u64)> = (0..2).map(|seat| (Seat(seat), game.session().legal(Seat(seat))[0])).collect();
        game.step(&choices, &[]);
    }

    #[tokio::test]
    async fn who_joins_late_hears_everything_and_sees_the_board() {
        let (live, mut game) = (Live::default(), a_match());
        let id = MatchId { block: 4, number: 1 };
        live.sees(EventId(1), id, &[0, 1], &game);
        let running = live.get(id).unwrap();
        let mut woken = running.listen();
        while !game.is_over() {
            play(&mut game);
            live.sees(EventId(1), id, &[0, 1], &game);
        }
        woken.changed().await.unwrap();
        let late = running.hear(None, false).await;
        assert_eq!(late.step, game.session().steps());
        assert!(!late.lines.is_empty() && late.picture.starts_with("<svg"));
        let again = running.hear(Some(late.step), false).await;
        assert!(again.lines.is_empty() && Arc::ptr_eq(&again.picture, &late.picture), "it is drawn once");
        assert_ne!(running.hear(None, true).await.picture, late.picture);
        assert!(!running.is_over());
        live.leaves(id);
        assert!(running.is_over() && running.hear(None, false).await.over);
    }

    #[test]
    fn a_match_that_was_void_begins_again() {
        let (live, mut game) = (Live::default(), a_match());
        let id = MatchId { block: 4, number: 1 };
        live.sees(EventId(1), id, &[0, 1], &game);
        play(&mut game);
        live.sees(EventId(1), id, &[0, 1], &game);
        assert_eq!(live.get(id).unwrap().steps(), 1);
        live.sees(EventId(1), id, &[0, 1], &a_match());
        assert_eq!((live.get(id).unwrap().steps(), live.all().len()), (0, 1));
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let (live, game) = (Live::default(), a_match());
        for block in 0..200 {
            let id = MatchId { block, number: 0 };
            live.sees(EventId(1), id, &[0, 1], &game);
            live.leaves(id);
        }
        assert!(live.all().len() <= MOST_OVER + 1);
    }
}
