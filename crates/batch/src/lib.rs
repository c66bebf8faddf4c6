//! Many games with the same settings, stepped in parallel on all cores.
//!
//! A [`Batch`] owns flat buffers for rewards, ends and observations, splits its games over a crew of threads
//! and allocates nothing while it steps. What each thread does is a flock of the kernel.
//!
//! ```
//! use gridhaunt_batch::{Batch, Options};
//!
//! let registry = gridhaunt_bots::registry();
//! let opened = registry.find("pyrat")?.open(&serde_json::json!({"preset": "tiny"}))?;
//! let mut batch = Batch::new(opened.as_ref(), &Options { games: 64, ..Options::default() })?;
//! let actions = vec![0; batch.rewards().len()];
//! batch.step(&actions)?;
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

mod buffer;
mod crew;
pub mod memory;

pub use buffer::Buffer;

use crew::Crew;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Buffers, Flock, Plan, Vector};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::learn::{Encoding, Slot};

/// The most arrays a batch can show.
pub const MOST_ARRAYS: usize = 8;

/// The most games in a batch.
pub const MOST_GAMES: usize = 1 << 22;

/// The most worlds a batch draws its episodes from.
pub const MOST_WORLDS: usize = 1 << 20;

/// The least number of games per thread: a step of fewer games is over before another thread has started.
const WORTH_A_THREAD: usize = 512;

/// The most parts a step is split into.
const MOST_PARTS: usize = crew::MOST;

/// Games are divided between threads in groups of this many, so that no group of lanes is split.
const RUN: usize = 32;

/// The options of a batch.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Options {
    pub games: usize,
    /// The seed from which worlds and their order are drawn.
    pub seed: u64,
    /// How many worlds episodes are drawn from.
    pub worlds: usize,
    /// The names of the arrays to show.
    pub arrays: Vec<String>,
    /// The options of the game's encodings.
    pub lens: Map<String, Value>,
    /// How many threads; 0 for one per core, or fewer if there are few games.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { games: 1, seed: 0, worlds: 256, arrays: Vec::new(), lens: Map::new(), threads: 0 }
    }
}

/// Many games that are stepped together.
pub struct Batch {
    crew: Crew,
    flocks: Vec<Box<dyn Flock>>,
    /// The first game of each flock, and the end of the last.
    bounds: Vec<usize>,
    encodings: Vec<Encoding>,
    seats: usize,
    actions: usize,
    rewards: Box<[f32]>,
    over: Box<[u8]>,
    arrays: Vec<Buffer>,
}

/// The options of a batch, checked.
struct Read {
    games: usize,
    worlds: usize,
    threads: usize,
    known: Vec<Encoding>,
    chosen: Vec<usize>,
}

impl Read {
    fn new(opened: &dyn Opened, options: &Options) -> Result<Self, Invalid> {
        let within = |field: &str, value: usize, most: usize| match value {
            value if (1..=most).contains(&value) => Ok(value),
            value => Err(Invalid::new(field, value, format!("1..={most}"))),
        };
        let games = within("num_envs", options.games, MOST_GAMES)?;
        let worlds = within("worlds", options.worlds, MOST_WORLDS)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = match options.threads {
            0 => cores.min(crew::MOST).min((games / WORTH_A_THREAD).max(1)),
            threads => within("threads", threads, crew::MOST)?,
        };
        let known = opened.encodings(&options.lens)?;
        let names: Vec<&str> = known.iter().map(|encoding| encoding.name).collect();
        let find = |(i, name): (usize, &String)| {
            let found = names.iter().position(|known| known == name);
            found.ok_or_else(|| {
                Invalid::new(format!("observations[{i}]"), format!("{name:?}"), format!("one of {}", names.join(", ")))
            })
        };
        let chosen: Vec<usize> = options.arrays.iter().enumerate().map(find).collect::<Result<_, _>>()?;
        if chosen.len() > MOST_ARRAYS {
            return Err(Invalid::new("observations", chosen.len(), format!("at most {MOST_ARRAYS} arrays")));
        }
        Ok(Self { games, worlds, threads, known, chosen })
    }
}

/// Returns an error if the games need more memory than is available, before any is allocated.
pub fn fits(games: usize, bytes: u64) -> Result<(), Invalid> {
    match memory::free() {
        Some(free) if bytes > free => {
            let (need, free) = (memory::in_words(bytes), memory::in_words(free));
            Err(Invalid::new("num_envs", games, "as many as fit into memory")
                .says(format!("{games} games need {need} of memory, {free} are free")))
        }
        _ => Ok(()),
    }
}

/// One thread's share of a step.
struct Part<'a> {
    flock: &'a mut dyn Flock,
    actions: Option<&'a [u8]>,
    rewards: &'a mut [f32],
    over: &'a mut [u8],
    slots: [Slot<'a>; MOST_ARRAYS],
    arrays: usize,
}

impl Part<'_> {
    fn run(&mut self) {
        let buffers = Buffers { rewards: self.rewards, over: self.over, arrays: &mut self.slots[..self.arrays] };
        match self.actions {
            Some(actions) => self.flock.step(actions, buffers),
            None => self.flock.reset(buffers),
        }
    }
}

impl Batch {
    /// Draws the worlds and starts the first episode of every game.
    pub fn new(opened: &dyn Opened, options: &Options) -> Result<Self, Invalid> {
        let Read { games, worlds, threads, known, chosen } = Read::new(opened, options)?;
        fits(games, Self::bytes(opened, options)?)?;
        let runs = games.div_ceil(RUN);
        let threads = threads.min(runs);
        // A few parts for each thread, so that the others can take over the work of a slow one.
        let parts = if threads == 1 { 1 } else { runs.min(4 * threads).min(MOST_PARTS) };
        let bounds: Vec<usize> = (0..=parts).map(|part| games.min(runs * part / parts * RUN)).collect();
        let plan = |part: usize| Plan {
            games: bounds[part + 1] - bounds[part],
            first: bounds[part],
            seed: options.seed,
            worlds,
            arrays: chosen.clone(),
            vector: Vector::detect(),
        };
        let plans: Vec<Plan> = (0..parts).map(plan).collect();
        let (seats, actions) = (opened.seats(), opened.actions());
        let encodings: Vec<Encoding> = chosen.iter().map(|&which| known[which].clone()).collect();
        let array = |encoding: &Encoding| {
            let len = games.saturating_mul(seats).saturating_mul(encoding.len());
            let much = || {
                let words = format!("{games} games with {:?} do not fit into memory", encoding.name);
                Invalid::new("num_envs", games, "as many as fit into memory").says(words)
            };
            Buffer::new(encoding.dtype, len).ok_or_else(much)
        };
        let arrays: Vec<Buffer> = encodings.iter().map(array).collect::<Result<_, _>>()?;
        let flocks = opened.flocks(&options.lens, &plans)?;
        let mut batch = Self {
            crew: Crew::new(threads),
            flocks,
            bounds,
            seats,
            actions,
            rewards: vec![0.0; games * seats].into(),
            over: vec![0; games].into(),
            arrays,
            encodings,
        };
        batch.reset();
        Ok(batch)
    }

    /// The memory of such a batch in bytes, including its arrays.
    pub fn bytes(opened: &dyn Opened, options: &Options) -> Result<u64, Invalid> {
        let Read { games, worlds, known, chosen, .. } = Read::new(opened, options)?;
        let taken = opened.footprint(options.seed)?;
        let shown: usize = chosen.iter().map(|&which| known[which].bytes()).sum();
        let a_seat = shown.saturating_add(size_of::<f32>());
        let a_game = taken.game.saturating_add(opened.seats().saturating_mul(a_seat)).saturating_add(1);
        let total = (games as u64).saturating_mul(a_game as u64);
        Ok(total.saturating_add((worlds as u64).saturating_mul(taken.world as u64)))
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.over.len()
    }

    /// How many seats each game has.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// How many numbered actions a seat has.
    #[must_use]
    pub const fn actions(&self) -> usize {
        self.actions
    }

    /// How many threads step the games.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.crew.size()
    }

    /// The rewards of the last step, by game and seat.
    #[must_use]
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// 1 for each game that ended with the last step, else 0.
    #[must_use]
    pub fn over(&self) -> &[u8] {
        &self.over
    }

    /// The arrays with their encodings, by game and seat.
    pub fn arrays(&self) -> impl Iterator<Item = (&Encoding, &Buffer)> {
        self.encodings.iter().zip(&self.arrays)
    }

    /// The hash of the state of one game; `None` if there is no such game.
    #[must_use]
    pub fn hash(&self, game: usize) -> Option<u64> {
        let flock = self.bounds.windows(2).position(|run| (run[0]..run[1]).contains(&game))?;
        Some(self.flocks[flock].hash(game - self.bounds[flock]))
    }

    /// Starts a new episode of every game.
    pub fn reset(&mut self) {
        self.run(None);
    }

    /// Steps every game once. `actions` contains a numbered action for every seat of every game.
    pub fn step(&mut self, actions: &[u8]) -> Result<(), Invalid> {
        if actions.len() != self.rewards.len() {
            let expected = format!("{} numbers: {} games of {} seats", self.rewards.len(), self.games(), self.seats);
            return Err(Invalid::new("actions", format!("{} numbers", actions.len()), expected));
        }
        self.run(Some(actions));
        Ok(())
    }

    fn run(&mut self, actions: Option<&[u8]>) {
        let Self { crew, flocks, bounds, encodings, seats, rewards, over, arrays, .. } = self;
        let (mut rewards, mut over): (&mut [f32], &mut [u8]) = (rewards, over);
        let mut rest: [Slot<'_>; MOST_ARRAYS] = std::array::from_fn(|_| Slot::U8(&mut []));
        for (slot, buffer) in rest.iter_mut().zip(arrays.iter_mut()) {
            *slot = buffer.slot();
        }
        let mut parts: [Option<Part<'_>>; MOST_PARTS] = std::array::from_fn(|_| None);
        for ((flock, run), part) in flocks.iter_mut().zip(bounds.windows(2)).zip(&mut parts) {
            let games = run[1] - run[0];
            let slots = std::array::from_fn(|i| match encodings.get(i) {
                Some(encoding) => buffer::split_off(&mut rest[i], games * *seats * encoding.len()),
                None => Slot::U8(&mut []),
            });
            *part = Some(Part {
                flock: flock.as_mut(),
                actions: actions.map(|actions| &actions[run[0] * *seats..run[1] * *seats]),
                rewards: rewards.split_off_mut(..games * *seats).unwrap_or_default(),
                over: over.split_off_mut(..games).unwrap_or_default(),
                slots,
                arrays: encodings.len(),
            });
        }
        crew.for_each(&mut parts, |part| {
            if let Some(part) = part {
                part.run();
            }
        });
    }
}
