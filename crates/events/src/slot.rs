//! A slot: a thread that plays one match at a time (A11).

use crate::event::Programme;
use crate::onlooker::Onlooker;
use crate::players::{Player, Players};
use crate::points::{Done, MatchPoints, of_block, of_match};
use crate::shape::Place;
use crate::trouble::Trouble;
use gridhaunt_arena::play::{Arena, Conducted, STOPPED};
use gridhaunt_arena::replay::seal_of;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_record::Match;
use gridhaunt_record::seal::from_digits;
use gridhaunt_record::trial::{FORFEIT, VOID};
use gridhaunt_store::{
    BlockResult, EventId, Lease, LeaseKey, MatchId, MatchRow, NewAttempt, NewMatch, Store, Times, Written,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How hard replays are packed: they must not take longer than the match.
const EFFORT: i32 = 1;
/// How often a match may be void, with all attempts of each time, before the machine is given up (B12).
const MOST_VOIDS: u32 = 3;
/// How long a slot waits for a block before it looks again whether it is still wanted.
const LOOK: Duration = Duration::from_millis(100);
/// The most lines that are kept for whoever listens.
const MOST_TOLD: usize = 1000;

/// What was counted of an entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Matches with more than half of the points.
    pub wins: u64,
    /// Matches with half of the points.
    pub draws: u64,
    /// Matches with less than half of the points.
    pub losses: u64,
    /// Faults: verdicts other than `ok`.
    pub faults: u64,
    /// Matches that were void and played again.
    pub voids: u64,
}

impl Count {
    /// Counts a match with these points.
    pub(crate) fn add(&mut self, points: f64) {
        match points.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }

    /// Adds what was counted elsewhere.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.faults += other.faults;
        self.voids += other.voids;
    }
}

/// What was counted of the matches of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// How many matches were counted.
    pub(crate) matches: u32,
    /// By entrant.
    pub(crate) of: HashMap<u32, Count>,
}

impl Counts {
    /// Counts a match. Faults are by place.
    pub(crate) fn add(&mut self, entrants: &[u32], points: &[f64], voids: u32, faults: &[(u32, String, u64)]) {
        self.matches += 1;
        for (place, (&entrant, &points)) in (0u32..).zip(entrants.iter().zip(points)) {
            let count = self.of.entry(entrant).or_default();
            count.add(points);
            count.voids += u64::from(voids);
            count.faults += faults.iter().filter(|(of, ..)| *of == place).map(|(.., many)| many).sum::<u64>();
        }
    }
}

/// What slots and their coordinator share.
#[derive(Default)]
pub(crate) struct Shared {
    queue: Mutex<Queue>,
    /// Told when there are blocks, or a slot is not wanted any more.
    more: Condvar,
    /// Told when blocks run out.
    low: Condvar,
    /// Matches under way are given up.
    pub(crate) halt: AtomicBool,
}

/// The blocks that this process holds, and what came of those it had.
#[derive(Default)]
pub(crate) struct Queue {
    pub(crate) ready: VecDeque<Lease>,
    /// All blocks in hand, those under way too.
    pub(crate) held: HashSet<LeaseKey>,
    /// Those of them that somebody else has now.
    pub(crate) lost: HashSet<LeaseKey>,
    /// How many slots are wanted.
    pub(crate) wanted: u32,
    /// Which slots run.
    pub(crate) running: Vec<bool>,
    /// How many matches are under way.
    pub(crate) playing: u32,
    /// How many matches may still begin.
    pub(crate) left: Option<u64>,
    /// What was written since the start.
    pub(crate) matches: u64,
    pub(crate) blocks: u64,
    /// What was counted of the blocks of a duel.
    pub(crate) duel: HashMap<i64, Counts>,
    pub(crate) told: Vec<String>,
    pub(crate) trouble: Option<Trouble>,
    /// Whether somebody was benched, so that blocks are to be struck.
    pub(crate) benched: bool,
}

impl Shared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until blocks run low, but not longer than this.
    pub(crate) fn wait(&self, most: Duration) {
        let queue = self.lock();
        if queue.trouble.is_none() {
            drop(self.low.wait_timeout(queue, most));
        }
    }

    /// Hands out blocks.
    pub(crate) fn give(&self, leases: Vec<Lease>) {
        let mut queue = self.lock();
        queue.held.extend(leases.iter().map(|lease| lease.key));
        queue.ready.extend(leases);
        self.more.notify_all();
    }

    /// Wants so many slots from now on; 0 stops them all after their matches.
    pub(crate) fn want(&self, slots: u32) {
        let mut queue = self.lock();
        queue.wanted = slots;
        self.more.notify_all();
    }

    /// Ends everything because of this.
    pub(crate) fn fail(&self, trouble: Trouble) {
        let mut queue = self.lock();
        queue.wanted = 0;
        queue.trouble.get_or_insert(trouble);
        self.halt.store(true, Ordering::Relaxed);
        self.more.notify_all();
        self.low.notify_all();
    }

    fn tell(&self, line: String) {
        self.lock().told.push(line);
    }

    /// The next block for a slot; none if the slot is not wanted any more.
    fn next(&self, slot: u32) -> Option<Lease> {
        let mut queue = self.lock();
        loop {
            if slot >= queue.wanted || queue.left == Some(0) {
                queue.running[slot as usize] = false;
                self.low.notify_all();
                return None;
            }
            if let Some(lease) = queue.ready.pop_front() {
                if queue.ready.len() < queue.wanted as usize {
                    self.low.notify_all();
                }
                if queue.lost.remove(&lease.key) {
                    queue.held.remove(&lease.key);
                    continue;
                }
                return Some(lease);
            }
            self.low.notify_all();
            queue = self.more.wait_timeout(queue, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether a match of this block may begin; if so it counts as under way.
    fn begin(&self, slot: u32, key: &LeaseKey) -> bool {
        let mut queue = self.lock();
        if slot >= queue.wanted || queue.lost.contains(key) || queue.left == Some(0) {
            return false;
        }
        queue.left = queue.left.map(|left| left - 1);
        queue.playing += 1;
        true
    }

    /// A block is not in hand any more.
    fn drop_block(&self, key: &LeaseKey) {
        let mut queue = self.lock();
        queue.held.remove(key);
        queue.lost.remove(key);
    }
}

/// What all slots of an event need.
pub(crate) struct Table<'a> {
    pub(crate) store: &'a Store,
    pub(crate) event: EventId,
    pub(crate) programme: &'a Programme,
    pub(crate) players: &'a Players<'a>,
    pub(crate) shared: &'a Shared,
    pub(crate) machine: String,
    pub(crate) onlooker: Option<&'a dyn Onlooker>,
}

/// A match of a block, as far as the block's points need it.
struct Row {
    number: u32,
    entrants: Vec<u32>,
    points: Vec<f64>,
    ranks: Vec<u16>,
    scores: Vec<f64>,
    forfeit: bool,
}

impl From<MatchRow> for Row {
    fn from(row: MatchRow) -> Self {
        let MatchRow { id, entrants, points, ranks, scores, stopped, .. } = row;
        Self { number: id.number, entrants, points, ranks, scores, forfeit: stopped.as_deref() == Some(FORFEIT) }
    }
}

/// How playing a match went.
enum Went {
    /// It is written.
    On(Row),
    /// The block is given back, or was lost.
    Back,
}

/// A thread that plays.
pub(crate) struct Slot<'a> {
    table: &'a Table<'a>,
    number: u32,
    packer: zstd::bulk::Compressor<'static>,
}

impl<'a> Slot<'a> {
    pub(crate) fn new(table: &'a Table<'a>, number: u32) -> Result<Self, Trouble> {
        let packer = zstd::bulk::Compressor::new(EFFORT).map_err(|error| Trouble::Surroundings(error.to_string()))?;
        Ok(Self { table, number, packer })
    }

    /// Plays blocks until the slot is not wanted any more.
    pub(crate) fn run(&mut self) {
        while let Some(lease) = self.table.shared.next(self.number) {
            let key = lease.key;
            match self.block(lease) {
                Ok(true) => {}
                Ok(false) => {
                    // A lease that cannot be given back runs out by itself.
                    let _ = self.table.store.release(&[key]);
                }
                Err(trouble) => {
                    let _ = self.table.store.release(&[key]);
                    self.table.shared.fail(trouble);
                }
            }
            self.table.shared.drop_block(&key);
        }
    }

    /// Plays what is missing of a block; whether it is done with.
    fn block(&mut self, lease: Lease) -> Result<bool, Trouble> {
        let Lease { key, block, written } = lease;
        let mut rows: Vec<Row> = written.into_iter().map(Into::into).collect();
        let map = block.map as usize;
        if map >= self.table.programme.maps.len() {
            return Err(Trouble::Surroundings(format!("block {} has a map that the event does not have", block.id)));
        }
        for (number, arrangement) in (0u32..).zip(&block.arrangements) {
            if rows.iter().any(|row| row.number == number) {
                continue;
            }
            let last = rows.len() + 1 == block.arrangements.len();
            match self.one(&key, map, block.seed, number, arrangement, &rows, last)? {
                Went::On(row) => rows.push(row),
                Went::Back => return Ok(false),
            }
        }
        self.table.shared.lock().blocks += 1;
        Ok(true)
    }

    /// Plays a match until it counts, and writes it.
    #[allow(clippy::too_many_arguments, reason = "a match is its block, its number and who plays")]
    fn one(
        &mut self,
        key: &LeaseKey,
        map: usize,
        seed: u64,
        number: u32,
        arrangement: &[u32],
        rows: &[Row],
        last: bool,
    ) -> Result<Went, Trouble> {
        let table = self.table;
        let players: Vec<Arc<Player>> = arrangement.iter().filter_map(|&entrant| table.players.get(entrant)).collect();
        let mut voids = 0;
        loop {
            if players.len() < arrangement.len() || players.iter().any(|player| player.is_benched()) {
                return Ok(Went::Back); // Whoever plans strikes it.
            }
            let seats = table.players.seat(map, arrangement)?;
            if !table.shared.begin(self.number, key) {
                return Ok(Went::Back);
            }
            let begun = Instant::now();
            let id = MatchId { block: key.block, number };
            let played = self.play(map, seed, &seats, id, arrangement);
            table.shared.lock().playing -= 1;
            let played = played?;
            let took_us = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
            let shape = &table.programme.maps[map].shape;
            let points = of_match(shape, &played.game, table.programme.spec.by);
            if let Some(points) = points {
                players.iter().for_each(|player| player.played());
                let row = self.write(key, number, arrangement, &seats, &points, played, took_us, map, rows, last)?;
                return Ok(row.map_or(Went::Back, Went::On));
            }
            if played.game.stopped() != Some(VOID) || table.shared.halt.load(Ordering::Relaxed) {
                return Ok(Went::Back); // It was stopped, and is played by whoever goes on.
            }
            let unfit = self.blame(key, number, map, arrangement, &players, &played, took_us)?;
            voids += u32::from(!unfit);
            if voids >= MOST_VOIDS {
                let why = played.told.last().cloned().unwrap_or_else(|| "nothing was said".into());
                return Err(Trouble::Surroundings(format!(
                    "this machine spoiled match {}.{number} {voids} times with all attempts: {why}",
                    key.block
                )));
            }
        }
    }

    fn play(
        &self,
        map: usize,
        seed: u64,
        seats: &[BotSpec],
        id: MatchId,
        arrangement: &[u32],
    ) -> Result<Conducted, Trouble> {
        let map = &self.table.programme.maps[map];
        let house = self.table.players.house();
        let arena = Arena {
            info: map.opened.info(),
            opened: map.opened.as_ref(),
            seats,
            rotate: false,
            from: None,
            house: house.as_deref(),
        };
        let onlooker = self.table.onlooker;
        let mut seen = |game: &Match| {
            if let Some(onlooker) = onlooker {
                onlooker.sees(self.table.event, id, arrangement, game);
            }
        };
        let conducted = arena.conduct_in_event(seed, &self.table.shared.halt, &mut seen);
        if let Some(onlooker) = onlooker {
            onlooker.leaves(id);
        }
        Ok(conducted?)
    }

    /// Writes down whose fault a void match is; whether somebody was unfit. Who was three times in a row is benched
    /// (B14).
    #[allow(clippy::too_many_arguments, reason = "a match is its block, its number and who plays")]
    fn blame(
        &self,
        key: &LeaseKey,
        number: u32,
        map: usize,
        arrangement: &[u32],
        players: &[Arc<Player>],
        played: &Conducted,
        took_us: u64,
    ) -> Result<bool, Trouble> {
        let table = self.table;
        let counts = played.game.seat_counts();
        let mut anybody = false;
        for (place, (&entrant, player)) in
            table.programme.maps[map].shape.places.iter().zip(arrangement.iter().zip(players))
        {
            let of = |seat: &&Seat| counts.get(seat.index()).is_some_and(|count| count.verdict(Verdict::Unfit) > 0);
            let Some(seat) = place.seats.iter().find(of) else { continue };
            anybody = true;
            let name = played.game.session().full_name(*seat);
            let why = played.told.iter().find(|line| line.starts_with(&name));
            let why = why.cloned().unwrap_or_else(|| format!("{name}: unfit"));
            let attempt = NewAttempt {
                number,
                entrant: Some(entrant),
                what: Verdict::Unfit.name().into(),
                why: why.clone(),
                machine: table.machine.clone(),
                took_us,
            };
            table.store.attempt(key, &attempt)?;
            if player.spoiled() && !player.is_benched() {
                table.store.bench(table.event, entrant, &why)?;
                player.bench();
                table.shared.lock().benched = true;
                table.shared.tell(format!("{} is benched: {why}", player.name));
            }
        }
        if !anybody {
            let why = played.told.last().cloned().unwrap_or_default();
            let attempt =
                NewAttempt { number, entrant: None, what: VOID.into(), why, machine: table.machine.clone(), took_us };
            table.store.attempt(key, &attempt)?;
        }
        Ok(anybody)
    }

    /// Writes a match; none if the block is not ours any more.
    #[allow(clippy::too_many_arguments, reason = "a match is its block, its number and who plays")]
    fn write(
        &mut self,
        key: &LeaseKey,
        number: u32,
        arrangement: &[u32],
        seats: &[BotSpec],
        points: &[MatchPoints],
        played: Conducted,
        took_us: u64,
        map: usize,
        rows: &[Row],
        last: bool,
    ) -> Result<Option<Row>, Trouble> {
        let table = self.table;
        let Conducted { game, told, transcripts, voids } = played;
        let shape = &table.programme.maps[map].shape;
        let (mut faults, mut times) = (Vec::new(), vec![Times::default(); shape.places.len()]);
        for (place, (of, times)) in (0u32..).zip(shape.places.iter().zip(&mut times)) {
            let counts: Vec<_> = game.seat_counts();
            let mine = || of.seats.iter().filter_map(|seat| counts.get(seat.index()));
            for count in mine() {
                times.choices += count.choices;
                times.total_us += count.used_us;
                times.worst_us = times.worst_us.max(count.worst_us);
            }
            for verdict in Verdict::ALL {
                let many: u64 = mine().map(|count| count.verdict(verdict)).sum();
                if many > 0 {
                    faults.push((place, verdict.name().to_string(), many));
                }
            }
        }
        let seats_of = |place: &Place| place.seats.iter().map(|seat| game.session().full_name(*seat)).collect();
        let lines = one_line_each(told, &shape.places.iter().map(seats_of).collect::<Vec<_>>());
        let record = game.record(STOPPED).unwrap_or_default();
        let seal = seal_of(&record).and_then(from_digits).unwrap_or_default();
        let packed = |bytes: &[u8], packer: &mut zstd::bulk::Compressor<'static>| {
            packer.compress(bytes).map_err(|error| Trouble::Surroundings(format!("a replay cannot be packed: {error}")))
        };
        let keeps = table.programme.spec.terms.transcripts || !faults.is_empty(); // B21
        let mut kept = Vec::new();
        for (seat, transcript) in transcripts.iter().filter(|_| keeps) {
            kept.push((seat.0, packed(transcript.to_string().as_bytes(), &mut self.packer)?));
        }
        let outcome = game.result();
        let row = Row {
            number,
            entrants: arrangement.to_vec(),
            points: points.iter().map(|one| one.points).collect(),
            ranks: points.iter().map(|one| one.rank).collect(),
            scores: points.iter().map(|one| one.score).collect(),
            forfeit: game.stopped() == Some(FORFEIT),
        };
        let programs = seats.iter().any(|bot| bot.program.is_some());
        let level = table.players.house().filter(|_| programs).map(|house| house.host.terms.level.to_string());
        let new = NewMatch {
            number,
            entrants: row.entrants.clone(),
            points: row.points.clone(),
            ranks: row.ranks.clone(),
            scores: row.scores.clone(),
            outcome: serde_json::to_string(&outcome).unwrap_or_default(),
            reason: game.ending().map(|ending| ending.why).unwrap_or_default(),
            stopped: game.stopped().map(Into::into),
            faults,
            times,
            voids: u32::try_from(voids).unwrap_or(u32::MAX),
            steps: game.session().steps(),
            took_us,
            sandbox: level.unwrap_or_default(),
            machine: table.machine.clone(),
            replay: packed(record.as_bytes(), &mut self.packer)?,
            seal,
            transcripts: kept,
        };
        let finished = last.then(|| {
            let mut all: Vec<&Row> = rows.iter().chain([&row]).collect();
            all.sort_by_key(|row| row.number);
            let done: Vec<Done<'_>> = all
                .iter()
                .map(|row| Done {
                    entrants: &row.entrants,
                    points: &row.points,
                    ranks: &row.ranks,
                    scores: &row.scores,
                    forfeit: row.forfeit,
                })
                .collect();
            BlockResult { points: of_block(shape, &done, table.programme.spec.by) }
        });
        if table.store.record(key, &new, finished.as_ref())? != Written::Yes {
            return Ok(None);
        }
        let mut queue = table.shared.lock();
        queue.matches += 1;
        if table.programme.spec.duel.is_some() {
            queue.duel.entry(key.block).or_default().add(&new.entrants, &new.points, new.voids, &new.faults);
        }
        let room = MOST_TOLD.saturating_sub(queue.told.len());
        queue.told.extend(lines.into_iter().take(room).map(|line| format!("match {}.{number}: {line}", key.block)));
        drop(queue);
        Ok(Some(row))
    }
}

/// The faults of a match with one line an entrant: its first fault, and how many it has. `seats` are the names of each
/// entrant's seats.
fn one_line_each(told: Vec<String>, seats: &[Vec<String>]) -> Vec<String> {
    let is_of = |line: &str, names: &Vec<String>| {
        names.iter().any(|name| line.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(", step ")))
    };
    let mut lines: Vec<(Option<usize>, String, u64)> = Vec::new();
    for line in told {
        let entrant = seats.iter().position(|names| is_of(&line, names));
        match lines.iter_mut().find(|(of, ..)| entrant.is_some() && *of == entrant) {
            Some((.., many)) => *many += 1,
            None => lines.push((entrant, line, 1)),
        }
    }
    let told = |(_, line, many)| if many == 1 { line } else { format!("{many} faults, the first: {line}") };
    lines.into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entrant_with_many_faults_has_one_line_a_match() {
        let told =
            ["a, step 1: late: x", "b, step 1: late: x", "a2, step 2: illegal: y", "a, step 9: late: z", "other"];
        let seats = [vec!["a".to_string(), "a2".into()], vec!["b".into()]];
        let lines = one_line_each(told.map(String::from).to_vec(), &seats);
        assert_eq!(lines, ["3 faults, the first: a, step 1: late: x", "b, step 1: late: x", "other"]);
    }
}
