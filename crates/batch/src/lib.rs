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
mod lent;
pub mod memory;
mod pace;
mod rollout;
mod shares;

pub use buffer::{Buffer, Memory, Number};
pub use lent::Lent;
pub use rollout::{Rollout, Trail};

use arrayvec::ArrayVec;
use crew::{Crew, Load};
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Autoreset, Buffers, Cast, Flock, Lesson, Plan, Restart, Vector, is_outside};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::learn::{Dtype, Encoding, Slot};
use gridhaunt_kernel::{Invalid, Seat};
use shares::{Shares, SlotShares};
use std::ops::Range;
use std::sync::Arc;

/// The most arrays a batch can show.
pub const MOST_ARRAYS: usize = 8;

/// The most games in a batch.
pub const MOST_GAMES: usize = 1 << 22;

/// The most worlds a batch draws its episodes from.
pub const MOST_WORLDS: usize = 1 << 20;

/// The most steps of one rollout, so that it ends in a while that somebody can wait.
pub const MOST_STEPS: usize = 1 << 20;

/// The most threads that step a batch.
pub const MOST_THREADS: usize = crew::MOST;

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
    /// The learned seats, as [`Cast::read`] takes them; null for all.
    pub seats: Value,
    /// Who plays the others, as [`Cast::read`] takes them.
    pub opponents: Value,
    /// Whether a step goes on until a learned seat is asked.
    pub until_asked: bool,
    /// After how many steps an episode is cut off.
    pub max_steps: Option<u64>,
    pub autoreset: Autoreset,
    /// Whether the last arrays of an episode are kept when the next one starts in the same step.
    pub finals: bool,
    /// Whether it is told who won the games that end.
    pub results: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            games: 1,
            seed: 0,
            worlds: 256,
            arrays: Vec::new(),
            lens: Map::new(),
            threads: 0,
            seats: Value::Null,
            opponents: Value::Null,
            until_asked: false,
            max_steps: None,
            autoreset: Autoreset::SameStep,
            finals: false,
            results: false,
        }
    }
}

/// Many games that are stepped together.
pub struct Batch {
    crew: Crew,
    flocks: Vec<Box<dyn Flock>>,
    ground: Box<Ground>,
    encodings: Vec<Encoding>,
    lesson: Arc<Lesson>,
    seats: usize,
    actions: usize,
    /// How many worlds there are, and how many places a table that is a policy has.
    worlds: usize,
    places: usize,
    rewards: Memory<f32>,
    over: Memory<u8>,
    truncated: Memory<u8>,
    /// Those of `over` that are not in `truncated`; none where nothing is ever truncated.
    terminated: Option<Memory<u8>>,
    arrays: Vec<Buffer>,
    finals: Vec<Buffer>,
    /// Empty if results are not told.
    results: Memory<f32>,
}

/// The options of a batch, checked.
struct Read {
    games: usize,
    worlds: usize,
    threads: usize,
    known: Vec<Encoding>,
    chosen: Vec<usize>,
    lesson: Lesson,
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
        Ok(Self { games, worlds, threads, known, chosen, lesson: lesson(opened, options)? })
    }
}

/// How the games of a batch with these options run.
fn lesson(opened: &dyn Opened, options: &Options) -> Result<Lesson, Invalid> {
    let &Options { until_asked, max_steps, autoreset, finals, results, .. } = options;
    if max_steps == Some(0) {
        return Err(Invalid::new("max_steps", 0, "at least 1"));
    }
    let cast = Cast::read(opened, &options.seats, &options.opponents)?;
    if let Some((_, words)) = cast.words().find(|(_, words)| is_outside(words)) {
        return Err(Invalid::new("opponents", format!("{words:?}"), "a bot of the registry"));
    }
    let finals = finals && autoreset == Autoreset::SameStep;
    Ok(Lesson { cast, until_asked, max_steps, autoreset, finals, results })
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

/// One flock with its part of all buffers.
struct Part<'a> {
    flock: &'a mut dyn Flock,
    games: Range<usize>,
    rewards: &'a mut [f32],
    over: &'a mut [u8],
    truncated: &'a mut [u8],
    /// Empty where nothing is ever truncated.
    terminated: &'a mut [u8],
    arrays: Slots<'a>,
    finals: Slots<'a>,
    results: &'a mut [f32],
}

/// One for each array.
type Slots<'a> = ArrayVec<Slot<'a>, MOST_ARRAYS>;

/// What the flocks are to do.
#[derive(Clone, Copy)]
enum Order<'a> {
    Step(&'a [u8]),
    Reset(Restart<'a>),
}

impl<'a> Part<'a> {
    fn split(&mut self) -> (&mut dyn Flock, Buffers<'_, 'a>) {
        let buffers = Buffers {
            rewards: self.rewards,
            over: self.over,
            truncated: self.truncated,
            arrays: &mut self.arrays,
            finals: &mut self.finals,
            results: self.results,
        };
        (self.flock, buffers)
    }

    fn run(&mut self, order: Order<'_>) {
        let games = self.games.clone();
        let (flock, buffers) = self.split();
        match order {
            Order::Step(actions) => {
                let learners = buffers.rewards.len() / games.len();
                flock.step(&actions[games.start * learners..games.end * learners], buffers);
            }
            Order::Reset(Restart { which, seeds }) => {
                let (which, seeds) = (which.map(|which| &which[games.clone()]), seeds.map(|seeds| &seeds[games]));
                flock.reset(Restart { which, seeds }, buffers);
            }
        }
        self.tell_terminated();
    }

    fn tell_terminated(&mut self) {
        let ends = self.over.iter().zip(self.truncated.iter());
        self.terminated
            .iter_mut()
            .zip(ends)
            .for_each(|(terminated, (over, truncated))| *terminated = over & !truncated);
    }
}

/// Where all buffers of a batch lie, of which every part takes its own. Nothing in it ever changes, so that each thread
/// has it in its caches.
#[repr(align(128))]
struct Ground {
    /// The first game of each flock, and the end of the last.
    bounds: Vec<usize>,
    learners: usize,
    rewards: Shares<f32>,
    over: Shares<u8>,
    truncated: Shares<u8>,
    terminated: Shares<u8>,
    results: Shares<f32>,
    arrays: ArrayVec<ArrayShares, MOST_ARRAYS>,
    finals: ArrayVec<ArrayShares, MOST_ARRAYS>,
}

/// An array of a batch, and how many numbers a seat has in it.
struct ArrayShares {
    each: usize,
    all: SlotShares,
}

impl ArrayShares {
    fn new((encoding, buffer): (&Encoding, &mut Buffer)) -> Self {
        Self { each: encoding.len(), all: SlotShares::new(buffer) }
    }
}

impl Ground {
    fn games(&self, number: usize) -> Range<usize> {
        self.bounds[number]..self.bounds[number + 1]
    }

    /// The learned seats of these games.
    const fn seats(&self, games: &Range<usize>) -> Range<usize> {
        games.start * self.learners..games.end * self.learners
    }

    /// The part of a flock by its number.
    ///
    /// # Safety
    /// As long as a part lives the batch is borrowed for writing, and there is no other part of the same number.
    #[allow(unsafe_code, reason = "parts go to several threads")]
    unsafe fn part<'a>(&self, number: usize, flock: &'a mut dyn Flock) -> Part<'a> {
        let games = self.games(number);
        let seats = self.seats(&games);
        // SAFETY: the buffers belong to the batch, and never move. Bounds ascend, so that parts of different numbers have
        // different games, and their shares do not overlap; the caller has only one of each number.
        unsafe {
            Part {
                flock,
                rewards: self.rewards.share(seats.clone()),
                over: self.over.share(games.clone()),
                truncated: self.truncated.share(games.clone()),
                terminated: self.terminated.share(games.clone()),
                arrays: slots(&self.arrays, &seats),
                finals: slots(&self.finals, &seats),
                results: self.results.share(seats),
                games,
            }
        }
    }
}

/// What these seats have of some arrays.
///
/// # Safety
/// As long as the slots live so do the arrays, and nobody else looks at what these seats have of them.
#[allow(unsafe_code, reason = "parts go to several threads")]
unsafe fn slots<'a>(arrays: &[ArrayShares], seats: &Range<usize>) -> Slots<'a> {
    // SAFETY: different seats have different numbers of an array, and the caller promises the rest.
    arrays.iter().map(|array| unsafe { array.all.share(seats.start * array.each..seats.end * array.each) }).collect()
}

impl Batch {
    /// Draws the worlds and starts the first episode of every game.
    pub fn new(opened: &dyn Opened, options: &Options) -> Result<Self, Invalid> {
        Self::over_lent(opened, options, Lent::default())
    }

    /// The same, with arrays in memory of the caller.
    pub fn over_lent(opened: &dyn Opened, options: &Options, mut lent: Lent) -> Result<Self, Invalid> {
        let Read { games, worlds, threads, known, chosen, lesson } = Read::new(opened, options)?;
        fits(games, Self::bytes(opened, options)?)?;
        let lesson = Arc::new(lesson);
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
            lesson: lesson.clone(),
        };
        let plans: Vec<Plan> = (0..parts).map(plan).collect();
        let learners = lesson.cast.learned.len();
        let encodings: Vec<Encoding> = chosen.iter().map(|&which| known[which].clone()).collect();
        let much = |name: &str| {
            let words = format!("{games} games with {name:?} do not fit into memory");
            Invalid::new("num_envs", games, "as many as fit into memory").says(words)
        };
        let mut take = |name: &str, dtype: Dtype, len: usize| lent.take(name, dtype, len)?.ok_or_else(|| much(name));
        let sized = |encoding: &Encoding| games.saturating_mul(learners).saturating_mul(encoding.len());
        let mut arrays: Vec<Buffer> = encodings
            .iter()
            .map(|encoding| take(encoding.name, encoding.dtype, sized(encoding)))
            .collect::<Result<_, _>>()?;
        let kept = if lesson.finals { encodings.as_slice() } else { &[] };
        let mut finals: Vec<Buffer> = kept
            .iter()
            .map(|encoding| take(&format!("final_{}", encoding.name), encoding.dtype, sized(encoding)))
            .collect::<Result<_, _>>()?;
        let mut rewards = take("rewards", Dtype::F32, games * learners)?.floats().ok_or_else(|| much("rewards"))?;
        let mut flags = |name: &str| take(name, Dtype::U8, games)?.bytes().ok_or_else(|| much(name));
        let (mut over, mut truncated) = (flags("dones")?, flags("truncated")?);
        let mut terminated = lesson.max_steps.map(|_| flags("terminated")).transpose()?;
        let told = if lesson.results { games * learners } else { 0 };
        let mut results = Memory::zeros(told).ok_or_else(|| much("results"))?;
        let mut writes: Vec<&str> = encodings.iter().map(|encoding| encoding.name).collect();
        writes.extend(["rewards", "dones", "truncated"]);
        writes.extend(lesson.max_steps.map(|_| "terminated"));
        lent.all_used(&writes)?;
        let ground = Box::new(Ground {
            bounds,
            learners,
            rewards: (&mut rewards).into(),
            over: (&mut over).into(),
            truncated: (&mut truncated).into(),
            terminated: terminated.as_mut().map_or_else(|| Shares::new(&mut []), Into::into),
            results: (&mut results).into(),
            arrays: encodings.iter().zip(&mut arrays).map(ArrayShares::new).collect(),
            finals: encodings.iter().zip(&mut finals).map(ArrayShares::new).collect(),
        });
        let mut batch = Self {
            crew: Crew::new(threads),
            flocks: opened.flocks(&options.lens, &plans)?,
            ground,
            seats: opened.seats(),
            actions: opened.actions(),
            worlds,
            places: opened.places(),
            rewards,
            over,
            truncated,
            terminated,
            arrays,
            finals,
            results,
            encodings,
            lesson,
        };
        batch.reset();
        Ok(batch)
    }

    /// The memory of such a batch in bytes, including its arrays.
    pub fn bytes(opened: &dyn Opened, options: &Options) -> Result<u64, Invalid> {
        let Read { games, worlds, known, chosen, lesson, .. } = Read::new(opened, options)?;
        let taken = opened.footprint(options.seed, &lesson)?;
        let shown: usize = chosen.iter().map(|&which| known[which].bytes()).sum();
        let a_seat = shown.saturating_mul(1 + usize::from(lesson.finals)).saturating_add(size_of::<f32>());
        let a_seat = a_seat.saturating_add(usize::from(lesson.results) * size_of::<f32>());
        let a_game = taken.game.saturating_add(lesson.cast.learned.len().saturating_mul(a_seat)).saturating_add(3);
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

    /// How many worlds, learned seats, places and numbers a table that is a policy has ([`Weights`](gridhaunt_kernel::flock::Weights)).
    #[must_use]
    pub fn room(&self) -> [usize; 4] {
        [self.worlds, self.learned().len(), self.places, self.actions]
    }

    /// How many threads step the games.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.crew.size()
    }

    /// Who is learned, and how the games run.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The learned seats, ascending.
    #[must_use]
    pub fn learned(&self) -> &[Seat] {
        &self.lesson.cast.learned
    }

    /// The rewards of the last step, by game and learned seat.
    #[must_use]
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// 1 for each game whose episode ended with the last step, else 0.
    #[must_use]
    pub fn over(&self) -> &[u8] {
        &self.over
    }

    /// 1 for each game that ended by its rules with the last step, else 0.
    #[must_use]
    pub fn terminated(&self) -> &[u8] {
        self.terminated.as_ref().unwrap_or(&self.over)
    }

    /// 1 for each game whose episode was cut off by the last step, else 0.
    #[must_use]
    pub fn truncated(&self) -> &[u8] {
        &self.truncated
    }

    /// What the result of the games that ended by their rules with the last step is worth, by game and learned seat: 1 if
    /// it won, 0 if others did, a half in a draw, and not a number for other games; empty if it is not told.
    #[must_use]
    pub fn results(&self) -> &[f32] {
        &self.results
    }

    /// The arrays with their encodings, by game and learned seat.
    pub fn arrays(&self) -> impl Iterator<Item = (&Encoding, &Buffer)> {
        self.encodings.iter().zip(&self.arrays)
    }

    /// The last arrays of the games that ended with the last step, if they are kept.
    pub fn finals(&self) -> impl Iterator<Item = (&Encoding, &Buffer)> {
        self.encodings.iter().zip(&self.finals)
    }

    /// The hash of the state of one game; `None` if there is no such game.
    #[must_use]
    pub fn hash(&self, game: usize) -> Option<u64> {
        let flock = (0..self.flocks.len()).find(|&number| self.ground.games(number).contains(&game))?;
        Some(self.flocks[flock].hash(game - self.ground.games(flock).start))
    }

    /// Starts a new episode of every game.
    pub fn reset(&mut self) {
        self.run(Order::Reset(Restart::default()));
    }

    /// Starts a new episode of some games, with seeds if there are any.
    pub fn restart(&mut self, restart: Restart<'_>) -> Result<(), Invalid> {
        let lists = [("seeds", restart.seeds.map(<[_]>::len)), ("mask", restart.which.map(<[_]>::len))];
        for (field, len) in lists.into_iter().filter_map(|(field, len)| Some((field, len?))) {
            if len != self.games() {
                let expected = format!("one for each of {} games", self.games());
                return Err(Invalid::new(field, format!("{len} values"), expected));
            }
        }
        self.run(Order::Reset(restart));
        Ok(())
    }

    /// Steps every game once. `actions` contains a numbered action for every learned seat of every game.
    pub fn step(&mut self, actions: &[u8]) -> Result<(), Invalid> {
        if actions.len() != self.rewards.len() {
            let (games, learners) = (self.games(), self.learned().len());
            let expected = format!("{} numbers: {games} games of {learners} seats", self.rewards.len());
            return Err(Invalid::new("actions", format!("{} numbers", actions.len()), expected));
        }
        self.run(Order::Step(actions));
        Ok(())
    }

    fn run(&mut self, order: Order<'_>) {
        let load = if matches!(order, Order::Step(_)) { Load::Usual } else { Load::Other };
        let Self { crew, flocks, ground, .. } = self;
        crew.for_each(flocks, load, |number, flock| {
            #[allow(unsafe_code, reason = "each flock has its part")]
            // SAFETY: the batch is borrowed for writing, and the crew hands out each flock once, with its number.
            let mut part = unsafe { ground.part(number, flock.as_mut()) };
            part.run(order);
        });
    }
}
