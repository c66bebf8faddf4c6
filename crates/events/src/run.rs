//! Runs an event (A11): slots on threads, blocks leased from the store, every match written before the next of its slot
//! begins. To go on after a stop or a kill is the same call again.

use crate::block::Orders;
use crate::duel::{Standing, Verdict};
use crate::event::{Programme, seated};
use crate::holder::{Holder, free_the_dead, machine};
use crate::names;
use crate::onlooker::Onlooker;
use crate::plan::{self, EventKind, Past, PastState};
use crate::players::Players;
use crate::secret::Secret;
use crate::slot::{Count, Counts, Shared, Slot, Table};
use crate::trouble::Trouble;
use crate::view::View;
use crate::words::many;
use gridhaunt_host::copies::Copies;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Entrant, Event, EventId, Filter, LeaseKey, NewBlock, State, Store};
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// How often the store is asked whether somebody wants something else (A11).
const LOOK: Duration = Duration::from_millis(250);
/// How often leases are renewed (A20).
const RENEWAL: Duration = Duration::from_secs(10);
/// How long matches under way may take when all is to stop (B17).
const DRAIN: Duration = Duration::from_secs(10);
/// How long the coordinator waits at most before it looks round again.
const TICK: Duration = Duration::from_millis(50);
/// How often a process without blocks looks for those of processes that are no more.
const FREE: Duration = Duration::from_secs(2);
/// The most blocks that one process holds.
const MOST_HELD: u32 = 512;
/// Of so many blocks the matches are asked for one block at a time, of more all at once.
const FEW_BLOCKS: usize = 16;
/// How many blocks are planned at once where the plan does not depend on what comes of them.
const WANTED: usize = 4096;

/// How an event is run here.
#[derive(Clone, Debug)]
pub struct Options {
    /// Matches at once on this machine; none for what the event says.
    pub concurrency: Option<u32>,
    /// Set to drain: no match begins, those under way may end within 10 s (B17).
    pub stop: &'static AtomicBool,
    /// Set to leave at once: matches under way are given up.
    pub abandon: &'static AtomicBool,
    /// The most matches that are played here.
    pub games: Option<u64>,
    /// Where copies of programs are kept; none for the usual folder.
    pub copies: Option<PathBuf>,
    /// How long it is run at most, for a worker that has other events too.
    pub turn: Option<Duration>,
    /// Whether it waits while the event is paused.
    pub waits: bool,
    /// Whether programs run as root where the host is root.
    pub as_root: bool,
    /// Who looks on.
    pub onlooker: Option<Arc<dyn Onlooker>>,
}

/// A flag that is never set, for whoever cannot be stopped.
pub static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Options {
    fn default() -> Self {
        Self {
            concurrency: None,
            stop: &NEVER,
            abandon: &NEVER,
            games: None,
            copies: None,
            turn: None,
            waits: true,
            as_root: false,
            onlooker: None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All is played.
    Finished,
    /// Somebody cancelled the event.
    Cancelled,
    /// It was stopped here, and can go on.
    Stopped,
    /// So many matches were played as were asked for here.
    Games,
    /// Somebody paused it, and nobody is to wait.
    Paused,
    /// It had its turn.
    Turn,
}

/// How far an event is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Whether it goes on.
    pub state: State,
    /// Whether it is being stopped here.
    pub draining: bool,
    /// Blocks that are done.
    pub blocks: u64,
    /// Blocks that are to come: those of the plan, and where it is known how many there will be all the others too.
    pub open: u64,
    /// Blocks that were struck.
    pub struck: u64,
    /// Matches that were written here since the start of this run.
    pub matches: u64,
    /// Matches a second here.
    pub speed: f64,
    /// How long the blocks to come will take; none where nobody knows.
    pub left: Option<Duration>,
    /// Matches at once here.
    pub slots: u32,
    /// What was counted of the entrants of a duel, by number, in the blocks that its standing has counted.
    pub counts: HashMap<u32, Count>,
    /// The sum of an entrant's points over blocks that are done, and how many these are, by its number.
    pub points: HashMap<u32, (f64, u64)>,
    /// How a duel stands.
    pub duel: Option<Standing>,
    /// What happened since the last time, a line each.
    pub told: Vec<String>,
}

/// Runs an event on this machine until it is finished or stopped. `tell` hears several times a second how far it is.
/// Several processes may run one event.
///
/// # Errors
/// The event cannot be played here; the store or the machine failed. What was written stays, and the same call goes on.
pub fn run(
    store: &Store,
    registry: &Registry,
    id: EventId,
    options: &Options,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Ended, Trouble> {
    let event = store.event(id)?;
    match event.state {
        State::Finished => return Ok(Ended::Finished),
        State::Cancelled => return Ok(Ended::Cancelled),
        State::Running | State::Paused => {}
    }
    let programme = Programme::load(store, registry, &event)?;
    let game = registry.find(&programme.spec.game)?;
    let copies = options.copies.clone().unwrap_or_else(Copies::usual_folder);
    let mut players = Players::new(store, id, game, &programme, event.secret, options.stop, copies);
    players.as_root = options.as_root;
    let shared = Shared::default();
    shared.lock().left = options.games;
    let holder = Holder::new();
    free_the_dead(store, id)?;
    let table = Table {
        store,
        event: id,
        programme: &programme,
        players: &players,
        shared: &shared,
        machine: machine(),
        onlooker: options.onlooker.as_deref(),
    };
    let duel = programme.spec.duel.as_ref();
    let standing = duel.map(|duel| Standing::new(duel, programme.matches_a_block(), programme.table()));
    let begun = Instant::now();
    let mut run = Run {
        table: &table,
        options,
        holder,
        secret: Secret(event.secret),
        view: View::default(),
        standing,
        judged: 0,
        event,
        entrants: Vec::new(),
        counts: HashMap::new(),
        planned_at: None,
        waiting: false,
        looked: begun,
        renewed: begun,
        begun,
        drained: None,
        stopped: None,
        leased: None,
        freed: begun,
        seen: 0,
        told: Vec::new(),
        pace: Pace::default(),
    };
    let ended = thread::scope(|scope| {
        let ended = catch_unwind(AssertUnwindSafe(|| run.conduct(scope, tell)));
        // Whatever happened, slots end, and nobody waits for a lease.
        shared.want(0);
        if !matches!(&ended, Ok(Ok(_))) {
            shared.halt.store(true, Ordering::Relaxed);
        }
        run.await_slots();
        ended
    });
    let held: Vec<LeaseKey> = shared.lock().held.iter().copied().collect();
    let released = store.release(&held);
    // What was finished while slots ended counts too.
    let seen = run.look();
    let ended = ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let last = run.progress(ended.as_ref().is_ok_and(|ended| *ended == Ended::Stopped));
    tell(&last);
    let trouble = shared.lock().trouble.take();
    match (ended, trouble) {
        (Err(trouble), _) | (Ok(_), Some(trouble)) => Err(trouble),
        (Ok(ended), None) => {
            released?;
            seen.map(|()| ended)
        }
    }
}

/// A run under way.
struct Run<'a> {
    table: &'a Table<'a>,
    options: &'a Options,
    holder: Holder,
    secret: Secret,
    event: Event,
    entrants: Vec<Entrant>,
    view: View,
    standing: Option<Standing>,
    /// How many blocks of the plan the standing has seen.
    judged: usize,
    /// What was counted of the blocks that the standing has seen.
    counts: HashMap<u32, Count>,
    /// The count of changes when the plan had nothing to add.
    planned_at: Option<i64>,
    /// Whether blocks that others hold are awaited.
    waiting: bool,
    looked: Instant,
    renewed: Instant,
    begun: Instant,
    /// Since when no match begins any more.
    drained: Option<Instant>,
    /// Since when somebody wants it to stop.
    stopped: Option<Instant>,
    /// When blocks were asked for.
    leased: Option<Instant>,
    /// When it was looked for blocks of processes that are no more.
    freed: Instant,
    /// How many blocks of this process were done at the last look.
    seen: u64,
    told: Vec<String>,
    pace: Pace,
}

/// How fast blocks are played here.
#[derive(Default)]
struct Pace {
    at: Option<Instant>,
    blocks: u64,
    matches: u64,
    blocks_a_second: f64,
    matches_a_second: f64,
}

impl Pace {
    /// Looks at what was played until now; the last seconds count most.
    fn look(&mut self, blocks: u64, matches: u64) {
        let now = Instant::now();
        let Some(before) = self.at else {
            (self.at, self.blocks, self.matches) = (Some(now), blocks, matches);
            return;
        };
        let seconds = now.duration_since(before).as_secs_f64();
        if seconds < 0.2 {
            return;
        }
        // A weight by time, so that it does not matter how often it is looked.
        let old = (-seconds / 3.0).exp();
        let mix = |before: f64, now: f64| if before == 0.0 { now } else { old * before + (1.0 - old) * now };
        self.blocks_a_second = mix(self.blocks_a_second, (blocks - self.blocks) as f64 / seconds);
        self.matches_a_second = mix(self.matches_a_second, (matches - self.matches) as f64 / seconds);
        (self.at, self.blocks, self.matches) = (Some(now), blocks, matches);
    }
}

impl<'a> Run<'a> {
    /// Leases, plans, renews and tells until the event is over or somebody stops it.
    fn conduct<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<Ended, Trouble>
    where
        'a: 'scope,
    {
        let shared = self.table.shared;
        self.look()?;
        self.enter(tell)?;
        let mut told = Instant::now();
        tell(&self.progress(false));
        loop {
            if let Some(ended) = self.stopping()? {
                return Ok(ended);
            }
            if self.looked.elapsed() >= LOOK {
                self.look()?;
                self.enter(tell)?;
            }
            match self.event.state {
                State::Finished => return Ok(Ended::Finished),
                State::Cancelled => return Ok(Ended::Cancelled),
                State::Running | State::Paused => {}
            }
            if self.drained.is_none() {
                let running = self.event.state == State::Running;
                shared.want(if running { self.slots() } else { 0 });
                if running {
                    if let Some(house) = self.table.players.house() {
                        house.host.play_at_once(self.slots() as usize); // B15
                    }
                    self.spawn(scope);
                    if let Some(ended) = self.fill()? {
                        return Ok(ended);
                    }
                } else {
                    self.give_back()?;
                }
            }
            if self.renewed.elapsed() >= RENEWAL {
                self.renew()?;
            }
            if told.elapsed() >= LOOK {
                told = Instant::now();
                tell(&self.progress(self.drained.is_some()));
            }
            shared.wait(TICK);
        }
    }

    /// Whether it ends here: on a fault, on a signal, after so many matches.
    fn stopping(&mut self) -> Result<Option<Ended>, Trouble> {
        let shared = self.table.shared;
        let mut queue = shared.lock();
        if let Some(trouble) = queue.trouble.take() {
            return Err(trouble);
        }
        let (playing, idle) = (queue.playing, queue.running.iter().all(|running| !running));
        if queue.left == Some(0) && playing == 0 && idle {
            return Ok(Some(Ended::Games));
        }
        drop(queue);
        let (stop, abandon) = (self.options.stop, self.options.abandon);
        let (is_stopped, is_over) = (
            stop.load(Ordering::Relaxed) || abandon.load(Ordering::Relaxed),
            self.options.turn.is_some_and(|turn| self.begun.elapsed() >= turn),
        );
        let is_paused = self.event.state == State::Paused && !self.options.waits;
        if !is_stopped && !is_over && !is_paused {
            return Ok(None);
        }
        if self.drained.is_none() {
            shared.want(0);
            self.drained = Some(Instant::now());
        }
        if playing == 0 && idle {
            return Ok(Some(match (is_stopped, is_paused) {
                (true, _) => Ended::Stopped,
                (_, true) => Ended::Paused,
                _ => Ended::Turn,
            }));
        }
        // Nobody waits longer than that for a signal, but a turn may end late.
        if is_stopped {
            let since = *self.stopped.get_or_insert_with(Instant::now);
            if since.elapsed() >= DRAIN || abandon.load(Ordering::Relaxed) {
                self.halt();
            }
        }
        Ok(None)
    }

    /// Gives up matches under way.
    fn halt(&self) {
        self.table.shared.halt.store(true, Ordering::Relaxed);
        if let Some(house) = self.table.players.house() {
            house.host.abandon();
        }
    }

    /// Waits until all slots have ended; those that wait for programs are told not to after a while (B17).
    fn await_slots(&self) {
        let begun = Instant::now();
        let shared = self.table.shared;
        while shared.lock().running.iter().any(|running| *running) {
            if begun.elapsed() >= DRAIN
                || shared.halt.load(Ordering::Relaxed)
                || self.options.abandon.load(Ordering::Relaxed)
            {
                self.halt();
            }
            shared.want(0);
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// How many matches are played at once here.
    fn slots(&self) -> u32 {
        let programme = self.table.programme;
        let programs = self.entrants.iter().any(|entrant| entrant.digest.is_some());
        let wanted = self.options.concurrency.or(self.event.concurrency);
        wanted.unwrap_or_else(|| programme.spec.slots(programme.seats(), programs)).max(1)
    }

    /// Starts the slots that are wanted and do not run.
    fn spawn<'scope>(&self, scope: &'scope Scope<'scope, '_>)
    where
        'a: 'scope,
    {
        let (table, shared) = (self.table, self.table.shared);
        let mut queue = shared.lock();
        for number in 0..queue.wanted {
            match queue.running.get_mut(number as usize) {
                Some(true) => continue,
                Some(running) => *running = true,
                None => queue.running.push(true),
            }
            scope.spawn(move || {
                let run = || Slot::new(table, number).map(|mut slot| slot.run());
                match catch_unwind(AssertUnwindSafe(run)) {
                    Ok(Ok(())) => {}
                    Ok(Err(trouble)) => shared.fail(trouble),
                    Err(_) => shared.fail(Trouble::Surroundings("a bot of this process panicked".into())),
                }
                shared.lock().running[number as usize] = false;
            });
        }
    }

    /// Asks the store how the event is, and sees what changed.
    fn look(&mut self) -> Result<(), Trouble> {
        let store = self.table.store;
        self.looked = Instant::now();
        self.event = store.event(self.event.id)?;
        if self.event.change != self.view.change() {
            self.view.update(store.blocks_changed_since(self.event.id, self.view.change())?);
        }
        self.entrants = store.entrants(self.event.id)?;
        self.judge()
    }

    /// Makes those ready who joined; a build may take minutes, and leases are kept meanwhile.
    fn enter(&mut self, tell: &mut dyn FnMut(&Progress)) -> Result<(), Trouble> {
        let entrants = std::mem::take(&mut self.entrants);
        let (joined, mut lines) = (entrants.len() > self.table.players.len(), Vec::new());
        let mut progress = joined.then(|| self.progress(false));
        let made = self.table.players.update(&entrants, &mut |line| match &mut progress {
            // Whoever waits for a build wants to know that at once.
            Some(progress) => {
                progress.told = vec![line.to_string()];
                tell(progress);
            }
            None => lines.push(line.to_string()),
        });
        self.entrants = entrants;
        self.told.extend(lines);
        if joined {
            self.planned_at = None;
            self.entrants = self.table.store.entrants(self.event.id)?;
        }
        made
    }

    /// Judges a duel by the blocks that are done without a gap, and counts their matches: a block that is not whole
    /// counts nothing yet (A2).
    fn judge(&mut self) -> Result<(), Trouble> {
        let Some(standing) = &mut self.standing else { return Ok(()) };
        let (blocks, judged) = self.view.next_done(self.judged);
        let mut own = {
            let mut queue = self.table.shared.lock();
            let found = blocks.iter().filter_map(|block| Some((block.id, queue.duel.remove(&block.id)?)));
            found.collect::<HashMap<i64, Counts>>()
        };
        own.retain(|_, counts| counts.matches == standing.matches_a_block());
        // Those of earlier runs and of other processes.
        let others: HashSet<i64> = blocks.iter().map(|block| block.id).filter(|id| !own.contains_key(id)).collect();
        let whose = Filter { event: Some(self.event.id), ..Filter::default() };
        let filters: Vec<Filter> = match others.len() <= FEW_BLOCKS {
            true => others.iter().map(|&block| Filter { block: Some(block), ..whose.clone() }).collect(),
            false => vec![whose],
        };
        for filter in filters {
            for row in self.table.store.matches(&filter)?.iter().filter(|row| others.contains(&row.id.block)) {
                own.entry(row.id.block).or_default().add(&row.entrants, &row.points, row.voids, &row.faults);
            }
        }
        for block in blocks {
            if standing.verdict == Verdict::Undecided {
                for (entrant, count) in own.remove(&block.id).unwrap_or_default().of {
                    self.counts.entry(entrant).or_default().merge(&count);
                }
            }
            standing.add(block);
        }
        self.judged = judged;
        Ok(())
    }

    /// Gets more blocks if few are left; says how it ended if nothing is left to play.
    fn fill(&mut self) -> Result<Option<Ended>, Trouble> {
        let shared = self.table.shared;
        let (ready, held, blocks, matches, benched) = {
            let mut queue = shared.lock();
            (queue.ready.len(), queue.held.len(), queue.blocks, queue.matches, std::mem::take(&mut queue.benched))
        };
        self.pace.look(blocks, matches);
        if benched {
            self.look()?;
            self.strike()?;
        }
        if self.standing.as_ref().is_some_and(|standing| standing.verdict != Verdict::Undecided) {
            return self.decide().map(Some);
        }
        // Where the plan waits for results, those of this process are seen at once, and those of others soon.
        if self.waiting && blocks != self.seen && held == 0 {
            self.seen = blocks;
            self.look()?;
        }
        let idle = self.waiting && self.planned_at == Some(self.view.change());
        if idle && self.leased.is_some_and(|at| at.elapsed() < LOOK) {
            return Ok(None);
        }
        let slots = self.slots() as usize;
        // Half a second of work, and at least one block a slot.
        let ahead = ((self.pace.blocks_a_second / 2.0) as usize).clamp(slots, MOST_HELD as usize);
        if ready >= ahead.div_ceil(2) || held >= MOST_HELD as usize + slots {
            return Ok(None);
        }
        let store = self.table.store;
        let leases = store.lease(self.event.id, &self.holder.name, (ahead - ready) as u32)?;
        self.leased = Some(Instant::now());
        let short = leases.len() < ahead - ready;
        let some = !leases.is_empty();
        if !some && self.freed.elapsed() >= FREE {
            self.freed = Instant::now();
            free_the_dead(store, self.event.id)?;
        }
        self.waiting &= !some;
        shared.give(leases);
        if !short || self.waiting && self.planned_at == Some(self.view.change()) {
            return Ok(None);
        }
        self.extend(ahead)
    }

    /// Plans more blocks; says so if all is played.
    fn extend(&mut self, ahead: usize) -> Result<Option<Ended>, Trouble> {
        self.look()?;
        if self.event.state != State::Running || self.planned_at == Some(self.event.change) {
            return Ok(None);
        }
        self.strike()?;
        let kind = self.table.programme.spec.kind;
        let wanted = match kind {
            EventKind::Duel | EventKind::Ladder => ahead,
            _ => WANTED,
        };
        let setup = self.setup();
        let next = plan::next(&setup, self.view.past(), wanted);
        if next.finished {
            self.table.store.close(self.event.id, State::Finished)?;
            self.look()?;
            return Ok(Some(Ended::Finished));
        }
        if next.blocks.is_empty() {
            (self.planned_at, self.waiting) = (Some(self.event.change), true);
            return Ok(None);
        }
        let blocks = self.seeded(&next.blocks);
        // If somebody else was faster, their blocks are seen with the next look.
        self.table.store.extend_plan(self.event.id, self.event.plan_version, &blocks, "")?;
        self.look()?;
        Ok(None)
    }

    fn setup(&self) -> plan::Setup {
        self.table.programme.setup(seated(&self.entrants), self.secret)
    }

    /// The points of everybody, and of how many blocks they are; in a Swiss event with those of byes.
    fn points(&self) -> HashMap<u32, (f64, u64)> {
        let mut points = self.view.points().clone();
        if self.table.programme.spec.kind == EventKind::Swiss {
            points.values_mut().for_each(|(sum, _)| *sum = 0.0);
            let setup = self.setup();
            for round in plan::swiss_rounds(&setup, self.view.past()) {
                for (entrant, share) in (0u32..).zip(round.shares) {
                    points.entry(entrant).or_default().0 += share.points(&setup);
                }
            }
        }
        points
    }

    /// Gives every block its seed and its arrangements (A2, A3).
    fn seeded(&mut self, plans: &[crate::block::BlockPlan]) -> Vec<NewBlock> {
        let programme = self.table.programme;
        let orders: Orders = programme.orders();
        let mut blocks = Vec::with_capacity(plans.len());
        for plan in plans {
            let identities: Vec<&str> = plan
                .entrants()
                .filter_map(|entrant| Some(self.entrants.get(entrant as usize)?.identity.as_str()))
                .collect();
            let map = programme.maps[plan.map as usize].plan();
            let seed = self.secret.seed_of(&map, &identities, plan.k, |seed| self.view.has_seed(plan.map, seed));
            self.view.take_seed(plan.map, seed);
            blocks.push(NewBlock {
                label: plan.label.clone(),
                map: plan.map,
                k: plan.k,
                seed,
                arrangements: plan.arrangements(orders),
            });
        }
        blocks
    }

    /// Strikes the open blocks of those who were benched, and says so (B14).
    fn strike(&mut self) -> Result<(), Trouble> {
        let mut entrants = self.entrants.clone();
        names::tell_apart(&mut entrants);
        let benched = entrants.iter().filter(|entrant| entrant.benched.is_some());
        let mut lines = Vec::new();
        for entrant in benched {
            let open: Vec<i64> = self.view.open_of(entrant.number);
            if !open.is_empty() {
                self.table.store.strike(self.event.id, &open, &format!("{} is benched", entrant.name))?;
                let (blocks, are) = (many(open.len() as u64, "block"), if open.len() == 1 { "is" } else { "are" });
                lines.push(format!("{blocks} of {} {are} struck: it is benched", entrant.name));
            }
        }
        if !lines.is_empty() {
            self.told.extend(lines);
            self.look()?;
        }
        Ok(())
    }

    /// A duel has its answer: what is still open is not played.
    fn decide(&mut self) -> Result<Ended, Trouble> {
        self.table.shared.want(0);
        self.await_slots();
        self.look()?;
        let open = self.view.open();
        if !open.is_empty() {
            self.table.store.strike(self.event.id, &open, "the duel is decided")?;
        }
        self.table.store.close(self.event.id, State::Finished)?;
        self.look()?;
        Ok(Ended::Finished)
    }

    /// Gives back what nobody plays while the event is paused.
    fn give_back(&mut self) -> Result<(), Trouble> {
        let mut queue = self.table.shared.lock();
        let keys: Vec<LeaseKey> = queue.ready.drain(..).map(|lease| lease.key).collect();
        for key in &keys {
            queue.held.remove(key);
        }
        drop(queue);
        Ok(self.table.store.release(&keys)?)
    }

    /// Holds on to the blocks in hand; who has lost one plays it no further.
    fn renew(&mut self) -> Result<(), Trouble> {
        let keys: Vec<LeaseKey> = self.table.shared.lock().held.iter().copied().collect();
        let ours = self.table.store.renew(&keys)?;
        let mut queue = self.table.shared.lock();
        for (key, ours) in keys.iter().zip(ours) {
            if !ours && queue.held.contains(key) {
                queue.lost.insert(*key);
            }
        }
        self.renewed = Instant::now();
        Ok(())
    }

    /// How far it is now.
    fn progress(&mut self, draining: bool) -> Progress {
        let (blocks, open, struck) = self.view.counted();
        let programme = self.table.programme;
        let open = if self.event.state.is_closed() { open } else { programme.to_come(&self.setup(), self.view.past()) };
        let mut queue = self.table.shared.lock();
        self.told.append(&mut queue.told);
        let (matches, slots) = (queue.matches, queue.wanted);
        drop(queue);
        let to_come = match (&self.standing, &programme.spec.duel) {
            (Some(standing), Some(duel)) => {
                standing.blocks_left(duel.games.map(|games| games / u64::from(programme.matches_a_block())))
            }
            _ if programme.spec.kind == EventKind::Ladder => None,
            _ => Some(open),
        };
        let left = to_come
            .filter(|_| self.pace.blocks_a_second > 0.0)
            .and_then(|blocks| Duration::try_from_secs_f64(blocks as f64 / self.pace.blocks_a_second).ok());
        Progress {
            state: self.event.state,
            draining,
            blocks,
            open,
            struck,
            matches,
            speed: self.pace.matches_a_second,
            left,
            slots,
            counts: self.counts.clone(),
            points: self.points(),
            duel: self.standing.clone(),
            told: std::mem::take(&mut self.told),
        }
    }
}

/// What became of a block, for the plan.
pub(crate) fn past(block: &gridhaunt_store::Block) -> Past {
    let state = match block.state {
        gridhaunt_store::BlockState::Open => PastState::Pending,
        gridhaunt_store::BlockState::Done => PastState::Done(block.points.clone()),
        gridhaunt_store::BlockState::Struck => PastState::Struck,
    };
    let plan = crate::block::BlockPlan::of(&block.arrangements, block.map, block.k, block.label.clone());
    Past { block: plan, state }
}
