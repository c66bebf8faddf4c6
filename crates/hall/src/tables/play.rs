//! A match of people, from the first who comes to the end.

use super::chair::{Chair, Over, Person};
use super::clocks::Clocks;
use super::opening::{Opening, arena};
use crate::hall::{Hall, LOOK};
use gridhaunt_arena::company::Company;
use gridhaunt_arena::fork::Branch;
use gridhaunt_arena::play::STOPPED;
use gridhaunt_arena::replay::{Found, Replay, find};
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::{Invalid, SeatSet};
use gridhaunt_record::Match;
use gridhaunt_store::{EndedTable, TableKey};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long everybody is waited for.
const GATHERING: Duration = Duration::from_secs(15 * 60);
/// How long everybody is waited for when the hall was opened again in the middle of the match.
const RETURNING: Duration = Duration::from_secs(2 * 60);
/// How long a match goes on that nobody looks at.
const ALONE: Duration = Duration::from_secs(10 * 60);
/// How hard replays are packed, as those of events are.
const EFFORT: i32 = 1;
/// How often it is tried to keep a match that is over, and how long it is waited before it is tried again.
const TRIES: (u32, Duration) = (12, Duration::from_secs(5));

/// A table, played by a thread of its own.
pub(crate) struct Table {
    pub hall: Arc<Hall>,
    pub opened: Box<dyn Opened>,
    pub opening: Opening,
    pub chairs: Vec<Arc<Chair>>,
    pub clocks: Arc<Clocks>,
    pub key: TableKey,
    /// The record as far as the match had come when the hall was closed or killed.
    pub lines: String,
    pub stop: &'static AtomicBool,
}

impl Table {
    /// Plays the match; whether it came to an end. Else it goes on in another hall, or when this one is opened again.
    pub(crate) fn play(&self) -> bool {
        if self.lines.is_empty() && !self.gather(GATHERING) {
            if !self.is_stopped() {
                self.forget("nobody came");
            }
            return !self.is_stopped();
        }
        match self.begin() {
            Ok((mut game, mut company)) => {
                let is_back =
                    self.lines.is_empty() || self.gather(RETURNING) || self.chairs.iter().any(|chair| chair.came());
                if self.is_stopped() {
                    return false;
                }
                // Nobody plays on for people who are all gone.
                if is_back && !self.go_on(&mut game, &mut company) {
                    return false;
                }
                self.close(&game);
                true
            }
            Err(error) => {
                let result = format!("the match could not go on when the hall was opened again: {error}");
                self.end(EndedTable { result, steps: 0, replay: None });
                true
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits until everybody is there; whether they came in time.
    fn gather(&self, most: Duration) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < most && !self.is_stopped() {
            if self.chairs.iter().all(|chair| chair.came()) {
                return true;
            }
            thread::sleep(LOOK);
        }
        false
    }

    /// The match and its players where it stands: at its beginning, or after the last step that was kept. Bots see every
    /// step once more, so that they know and have drawn what they would have.
    fn begin(&self) -> Result<(Match, Company), Invalid> {
        let (opened, Opening { seed, bots, .. }) = (self.opened.as_ref(), &self.opening);
        let mut game = arena(opened, bots).ready(*seed, opened.begin(*seed)?, true);
        let people: SeatSet = self.chairs.iter().map(|chair| chair.seat).collect();
        let mut company = Company::new(opened, bots, *seed, people)?;
        company.start(game.session());
        self.chairs.iter().for_each(|chair| chair.begin(game.session()));
        if let Some(replay) = self.kept()? {
            for step in &replay.steps {
                if self.is_stopped() {
                    return Ok((game, company));
                }
                company.attend(game.session());
                game.retrace(step)?;
                for &(seat, used) in &game.heard().used_us {
                    self.clocks.spend(seat, Duration::from_micros(used));
                }
                self.chairs.iter().for_each(|chair| chair.look(game.session()));
            }
            if game.written() != self.lines {
                return Err(Invalid::new("record", "another", "the one that was kept"));
            }
        }
        for chair in &self.chairs {
            company.seat(chair.seat, Box::new(Person::new(chair.clone(), self.stop)));
        }
        Ok((game, company))
    }

    /// What was kept of the match; it must verify.
    fn kept(&self) -> Result<Option<Replay>, Invalid> {
        if self.lines.is_empty() {
            return Ok(None);
        }
        let wrong = |words: String| Invalid::new("record", "what was kept", "a record").reads(words);
        let found = find(self.lines.as_bytes(), 1, |_| {}).map_err(|error| wrong(error.to_string()))?;
        let Found::Replay(replay) = found else { return Err(wrong("what was kept of it cannot be read".into())) };
        let whole = Branch { registry: self.hall.registry, replay: &replay, step: replay.steps.len() };
        whole.check().map_err(|differs| wrong(differs.to_string()))?;
        Ok(Some(*replay))
    }

    /// Plays until the match is over or nobody looks at it any more. False if it goes on elsewhere, or later.
    fn go_on(&self, game: &mut Match, company: &mut Company) -> bool {
        let (mut seen, mut kept) = (Instant::now(), self.lines.len());
        while !game.is_over() {
            if self.chairs.iter().any(|chair| chair.is_there()) {
                seen = Instant::now();
            } else if seen.elapsed() > ALONE {
                break;
            }
            company.step(game, None);
            if self.is_stopped() {
                // Whoever was asked may have been cut short: this step is chosen again when the hall is opened again.
                return false;
            }
            match self.hall.store.write_lines(self.key, game.session().steps(), &game.written()[kept..]) {
                Ok(true) => kept = game.written().len(),
                Ok(false) => {
                    self.tell("the match goes on in another hall", None);
                    return false;
                }
                // The next step takes these lines along.
                Err(error) => (self.hall.options.tell)(&format!("table {}: {error}", self.key.table)),
            }
            self.chairs.iter().for_each(|chair| chair.look(game.session()));
        }
        true
    }

    /// Ends the match where it stands.
    fn close(&self, game: &Match) {
        let steps = game.session().steps();
        if steps == 0 {
            return self.forget("nobody played");
        }
        let result =
            game.ending().map_or_else(|| "the match was not played to its end".into(), |ending| ending.to_string());
        let replay = game.record(STOPPED).and_then(|record| zstd::encode_all(record.as_bytes(), EFFORT).ok());
        self.end(EndedTable { result, steps, replay });
    }

    /// Keeps a match that is over, and tells everybody.
    fn end(&self, ended: EndedTable) {
        let mut kept = false;
        for _ in 0..TRIES.0 {
            match self.hall.store.end_table(self.key, &ended) {
                Ok(is_ours) => {
                    kept = is_ours && ended.replay.is_some();
                    break;
                }
                Err(error) => {
                    (self.hall.options.tell)(&format!("table {}: {error}", self.key.table));
                    self.hall.wait(TRIES.1);
                }
            }
        }
        self.tell(&ended.result, kept.then_some(self.key.table));
    }

    /// Forgets a table at which nothing was played, and tells whoever is there.
    fn forget(&self, why: &str) {
        if let Err(error) = self.hall.store.forget_table(self.key) {
            (self.hall.options.tell)(&format!("table {}: {error}", self.key.table));
        }
        self.tell(why, None);
    }

    fn tell(&self, result: &str, kept: Option<i64>) {
        self.chairs.iter().for_each(|chair| chair.end(Over { result: result.into(), kept }));
    }
}
