//! Games on a device.

use crate::graphs::Graphs;
use crate::layout::{Given, Numbers, Restart, Slate, Sums};
use crate::options::{Kind, View};
use crate::setup::{Memory, address, blocks, desk, kernel, room};
use crate::{Device, Error, Options, Stretch};
use cudarc::driver::result::memcpy_dtoh_async;
use cudarc::driver::sys::CUstreamCaptureStatus;
use cudarc::driver::{CudaFunction, CudaModule, CudaSlice, PushKernelArg};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Policy, Weights};
use std::sync::Arc;

/// Launches a kernel with a thread for every game, on the table and what else it takes. Does not wait for the device.
macro_rules! launch {
    ($fleet:ident, $kernel:ident $(, $given:expr)*) => { launch!($fleet on $fleet.device, $kernel $(, $given)*) };
    ($fleet:ident on $device:expr, $kernel:ident $(, $given:expr)*) => {{
        let mut launch = $device.stream.launch_builder(&$fleet.kernels.$kernel);
        launch.arg(&$fleet.memory.table)$(.arg($given))*;
        // SAFETY: the table is of these games, and whatever else is given has room for all of them.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe { launch.launch(blocks($fleet.games(), $fleet.block)) }.map(|_| ()).map_err(Error::from)
    }};
}

/// What part of the games has a thread in the second launch of a step, and in the third; if more are left, threads play several.
const LEFT: usize = 4;
const LEFT_AGAIN: usize = 8;

/// The kernels of a game.
#[derive(Debug)]
struct Kernels {
    begin: CudaFunction,
    reset: CudaFunction,
    roll: CudaFunction,
    roll_masked: CudaFunction,
    tally: CudaFunction,
    step: CudaFunction,
    more: CudaFunction,
    rest: CudaFunction,
    turn: CudaFunction,
    told_turn: CudaFunction,
    hash: CudaFunction,
    moved_roll: CudaFunction,
    moved_step: CudaFunction,
}

/// Many games on a device, all with the same settings.
#[derive(Debug)]
pub struct Fleet {
    /// Where memory was allocated.
    home: Device,
    /// Where work is done: at home, or on the stream of somebody else.
    device: Device,
    kernels: Kernels,
    memory: Memory,
    block: u32,
    actions: CudaSlice<u8>,
    rewards: CudaSlice<f32>,
    over: CudaSlice<u8>,
    truncated: CudaSlice<u8>,
    results: Option<CudaSlice<f32>>,
    returns: CudaSlice<f64>,
    episodes: CudaSlice<u32>,
    counted: Option<Counted>,
    hashes: CudaSlice<u64>,
    graphs: Graphs,
    /// How many places a table has, and the last one that was given, where it lies.
    places: usize,
    given: Option<(Arc<Weights>, CudaSlice<u32>)>,
}

/// Where results are counted.
#[derive(Debug)]
struct Counted {
    results: CudaSlice<f64>,
    draws: CudaSlice<u32>,
    steps: CudaSlice<u64>,
}

/// What came of very many episodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many episodes ended.
    pub episodes: u64,
    /// How many steps were played.
    pub steps: u64,
    /// How many episodes nobody won.
    pub draws: u64,
    /// How many of them each seat won, alone or with its side.
    pub wins: Vec<u64>,
    /// The sum of what each learned seat was paid.
    pub returns: Vec<f64>,
}

impl Tally {
    /// Adds what came of others.
    pub(crate) fn add(&mut self, more: &Self) {
        self.episodes += more.episodes;
        self.steps += more.steps;
        self.draws += more.draws;
        self.wins.resize(more.wins.len(), 0);
        self.returns.resize(more.returns.len(), 0.0);
        self.wins.iter_mut().zip(&more.wins).for_each(|(wins, more)| *wins += more);
        self.returns.iter_mut().zip(&more.returns).for_each(|(sum, more)| *sum += more);
    }
}

impl Fleet {
    /// Draws the worlds, takes them to the device and starts the first episode of every game.
    pub fn new(device: &Device, opened: &dyn Opened, options: &Options) -> Result<Self, Error> {
        let (memory, module) = Memory::new(device, opened, options)?;
        let stream = &device.stream;
        let (games, seats) = (memory.table.games as usize, memory.cargo.seats);
        let learned = memory.table.learned as usize;
        let not_told = vec![f32::NAN; if options.results { games * learned } else { 0 }];
        let counted = || -> Result<Counted, Error> {
            Ok(Counted {
                results: stream.alloc_zeros(games * seats)?,
                draws: stream.alloc_zeros(games)?,
                steps: stream.alloc_zeros(games)?,
            })
        };
        let mut fleet = Self {
            kernels: Kernels::of(&module, memory.cargo.kernels)?,
            block: options.block.clamp(32, 1024),
            actions: stream.alloc_zeros(games * learned)?,
            rewards: stream.alloc_zeros(games * learned)?,
            over: stream.alloc_zeros(games)?,
            truncated: stream.alloc_zeros(games)?,
            results: options.results.then(|| stream.clone_htod(&not_told)).transpose()?,
            returns: stream.alloc_zeros(games * learned)?,
            episodes: stream.alloc_zeros(games)?,
            counted: options.results.then(counted).transpose()?,
            hashes: room(device, games)?,
            graphs: Graphs::default(),
            places: opened.places(),
            given: None,
            home: device.clone(),
            device: device.clone(),
            memory,
        };
        launch!(fleet, begin)?;
        fleet.memory.end_setup(device, &module)?;
        fleet.show()?;
        device.wait()?;
        Ok(fleet)
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.memory.table.games as usize
    }

    /// How many seats a game has.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.memory.cargo.seats
    }

    /// How many of them are learned: all, or the first ones, where the game moves the others.
    #[must_use]
    pub const fn learned(&self) -> usize {
        self.memory.table.learned as usize
    }

    /// How many worlds, learned seats, places and numbers a table that is a policy has.
    #[must_use]
    pub const fn room(&self) -> [usize; 4] {
        [self.memory.table.worlds as usize, self.learned(), self.places, self.numbers()]
    }

    fn is_moved(&self) -> bool {
        self.memory.table.movers != 0
    }

    /// How many numbered actions a seat has.
    #[must_use]
    pub const fn numbers(&self) -> usize {
        self.memory.cargo.actions
    }

    /// How many bytes of the device's memory the state of a game takes.
    #[must_use]
    pub const fn bytes_per_game(&self) -> usize {
        self.memory.kept + self.memory.cargo.heap.state
    }

    /// How many bytes of the device's memory everything takes that there is of each game.
    #[must_use]
    pub fn all_bytes_per_game(&self) -> usize {
        let desk = if self.results.is_some() { desk(self.seats()) } else { 0 };
        self.bytes_per_game() + self.bytes_of_arrays() + desk + 64 + 32 * self.seats()
    }

    /// How many bytes the arrays of a game take.
    #[must_use]
    pub fn bytes_of_arrays(&self) -> usize {
        self.memory.shown.iter().map(|shown| self.learned() * shown.encoding.bytes()).sum()
    }

    /// The device they are on, and the stream.
    #[must_use]
    pub const fn device(&self) -> &Device {
        &self.device
    }

    /// Registers, and bytes of local memory, that a thread of a rollout takes, one with masks, a step, what it leaves twice, one that is told more,
    /// and those that write arrays.
    pub fn resources(&self) -> Result<Vec<(i32, i32)>, Error> {
        let Kernels { roll, roll_masked, step, more, rest, turn, .. } = &self.kernels;
        let of = |kernel: &CudaFunction| Ok::<_, Error>((kernel.num_regs()?, kernel.local_size_bytes()?));
        let shown = self.memory.shown.iter().map(|shown| &shown.kernel);
        [roll, roll_masked, step, more, rest, turn].into_iter().chain(shown).map(of).collect()
    }

    /// Does all further work on this stream of somebody else, after what is under way now; 0 is the default stream.
    ///
    /// A stream that is being captured is not made to wait: who captures has waited before.
    ///
    /// # Safety
    /// The stream is one of this device's, and lives until another is followed or the fleet is gone.
    #[allow(unsafe_code, reason = "a stream of somebody else is only an address")]
    pub unsafe fn follow(&mut self, stream: u64) -> Result<(), Error> {
        if self.stream() == stream {
            return Ok(());
        }
        // SAFETY: as the caller promises.
        let next = unsafe { self.home.on_stream(stream)? };
        if next.stream.capture_status()? == CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE {
            next.stream.join(&self.device.stream)?;
        }
        self.device = next;
        Ok(())
    }

    /// The stream on which work is done.
    #[must_use]
    pub fn stream(&self) -> u64 {
        self.device.stream.cu_stream() as u64
    }

    /// Makes a stream of somebody else wait for what is under way; 0 is the default stream.
    ///
    /// # Safety
    /// The stream is one of this device's.
    #[allow(unsafe_code, reason = "a stream of somebody else is only an address")]
    pub unsafe fn precede(&self, stream: u64) -> Result<(), Error> {
        if self.stream() == stream {
            return Ok(());
        }
        // SAFETY: as the caller promises.
        let other = unsafe { self.home.on_stream(stream)? };
        Ok(other.stream.join(&self.device.stream)?)
    }

    fn slate(&self) -> Slate {
        Slate {
            rewards: address(&self.home, &self.rewards),
            over: address(&self.home, &self.over),
            results: self.results.as_ref().map_or(0, |results| address(&self.home, results)),
        }
    }

    fn sums(&self) -> Sums {
        let counted = self.counted.as_ref();
        Sums {
            returns: address(&self.home, &self.returns),
            episodes: address(&self.home, &self.episodes),
            results: counted.map_or(0, |counted| address(&self.home, &counted.results)),
            draws: counted.map_or(0, |counted| address(&self.home, &counted.draws)),
            steps: counted.map_or(0, |counted| address(&self.home, &counted.steps)),
        }
    }

    /// Starts a new episode of every game, or of those for which `which` has a 1, and writes their arrays. A game with a
    /// seed draws its episodes as if it were the first game of a fleet of its own with that seed, from these worlds.
    pub fn reset(&mut self, which: Option<&[u8]>, seeds: Option<&[Option<u64>]>) -> Result<(), Error> {
        let games = self.games();
        let check = |field: &str, len: Option<usize>| match len {
            Some(len) if len != games => Err(Invalid::new(field, format!("{len} games"), format!("{games} games"))),
            _ => Ok(()),
        };
        check("mask", which.map(<[u8]>::len))?;
        check("seed", seeds.map(<[Option<u64>]>::len))?;
        let stream = &self.device.stream;
        let which = which.map(|which| stream.clone_htod(which)).transpose()?;
        let seeds = seeds.map(|seeds| {
            let pairs = seeds.iter().flat_map(|seed| seed.map_or([0, 0], |seed| [1, seed]));
            stream.clone_htod(&pairs.collect::<Vec<u64>>())
        });
        let seeds = seeds.transpose()?;
        let restart = Restart {
            which: which.as_ref().map_or(0, |which| address(&self.device, which)),
            seeds: seeds.as_ref().map_or(0, |seeds| address(&self.device, seeds)),
        };
        let slate = self.slate();
        launch!(self, reset, &restart, &slate)?;
        self.show()?;
        // What was copied for it is needed until then.
        self.device.wait()
    }

    /// Writes all arrays anew. Does not wait for the device.
    pub fn show(&mut self) -> Result<(), Error> {
        self.bring_up_to_date(&self.device, 0)
    }

    /// Writes all arrays: what changed, and everything in games that have a 1 at this address, or in all if it is 0.
    fn bring_up_to_date(&self, device: &Device, fresh: u64) -> Result<(), Error> {
        for shown in &self.memory.shown {
            let mut launch = device.stream.launch_builder(&shown.kernel);
            launch.arg(&self.memory.table).arg(&shown.array).arg(&fresh);
            // SAFETY: the table and the array are of these games, and so is what is fresh.
            #[allow(unsafe_code, reason = "kernels take what they are given")]
            unsafe {
                launch.launch(blocks(self.games() * self.learned(), self.block))?;
            }
        }
        Ok(())
    }

    /// Plays many steps of every game, with numbers that are drawn on the device. What comes of it is added to
    /// [`Fleet::returns`] and [`Fleet::episodes`]; arrays are as they were, until they are [shown](Fleet::show). Does not
    /// wait for the device.
    pub fn roll(&mut self, stretch: Stretch) -> Result<(), Error> {
        let Stretch { steps, policy, seed, restart } = stretch;
        let given = self.give(&policy)?;
        let (restart, sums, slate) = (u32::from(restart), self.sums(), self.slate());
        if self.is_moved() {
            let (episodes, masked) = (u32::MAX, u32::from(matches!(policy, Policy::Masked)));
            return launch!(self, moved_roll, &seed, &steps, &restart, &episodes, &masked, &given, &sums, &slate);
        }
        match policy {
            Policy::Uniform => launch!(self, roll, &seed, &steps, &restart, &sums, &slate),
            _ => launch!(self, roll_masked, &seed, &steps, &restart, &given, &sums, &slate),
        }
    }

    /// Takes the table of a policy to the device, if it has one that is not there yet.
    fn give(&mut self, policy: &Policy) -> Result<Given, Error> {
        let weights = match policy {
            Policy::Uniform | Policy::Masked => return Ok(Given::default()),
            Policy::Bots(_) => {
                return Err(Invalid::new("policy", "bots", "uniform, masked or a table on a device").into());
            }
            Policy::Given(weights) => weights,
        };
        weights.check(self.room())?;
        let odds = weights.odds();
        if !self.given.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, weights)) {
            // What a table is read by may be under way.
            self.device.wait()?;
            let bounds = self.home.stream.clone_htod(odds.bounds)?;
            self.home.wait()?;
            self.given = Some((weights.clone(), bounds));
        }
        let bounds = self.given.as_ref().map_or(0, |(_, bounds)| address(&self.home, bounds));
        Ok(Given { bounds, len: odds.bounds.len() as u64, strides: odds.strides.map(|stride| stride as u64) })
    }

    /// Plays on until every game has come to its end so often in rollouts, but at most so many steps, with numbers of the
    /// masks. What comes of it is added to the [tally](Fleet::tally). Does not wait for the device.
    pub fn count(&mut self, seed: u64, steps: u64, episodes: u32) -> Result<(), Error> {
        if self.counted.is_none() {
            return Err(Invalid::new("results", false, "true where results are counted").into());
        }
        let (sums, slate) = (self.sums(), self.slate());
        if self.is_moved() {
            let (restart, masked, given) = (1u32, 1u32, Given::default());
            return launch!(self, moved_roll, &seed, &steps, &restart, &episodes, &masked, &given, &sums, &slate);
        }
        launch!(self, tally, &seed, &steps, &episodes, &sums, &slate)
    }

    /// What was [counted](Fleet::count) so far.
    pub fn tally(&self) -> Result<Tally, Error> {
        let Some(counted) = &self.counted else { return Ok(Tally::default()) };
        let stream = &self.device.stream;
        let by_seat = |values: &[f64], seats: usize| {
            let mut sums = vec![0.0; seats];
            values.chunks_exact(seats).for_each(|game| sums.iter_mut().zip(game).for_each(|(sum, more)| *sum += more));
            sums
        };
        let draws: u64 = stream.clone_dtoh(&counted.draws)?.into_iter().map(u64::from).sum();
        let worth = by_seat(&stream.clone_dtoh(&counted.results)?, self.seats());
        Ok(Tally {
            episodes: self.episodes()?.into_iter().map(u64::from).sum(),
            steps: stream.clone_dtoh(&counted.steps)?.into_iter().sum(),
            draws,
            wins: worth.iter().map(|worth| (worth - draws as f64 / 2.0).round() as u64).collect(),
            returns: by_seat(&self.returns()?, self.learned()),
        })
    }

    /// Gives every seat the number of its next action.
    pub fn choose(&mut self, actions: &[u8]) -> Result<(), Error> {
        if actions.len() != self.actions.len() {
            let expected =
                format!("{} numbers: {} games of {} seats", self.actions.len(), self.games(), self.learned());
            return Err(Invalid::new("actions", format!("{} numbers", actions.len()), expected).into());
        }
        Ok(self.device.stream.memcpy_htod(actions, &mut self.actions)?)
    }

    /// Steps every game once, with the numbers of [`Fleet::choose`]; a game that ends starts its next episode in the same
    /// step. Does not wait for the device.
    pub fn step(&mut self) -> Result<(), Error> {
        let numbers = Numbers { address: address(&self.home, &self.actions), width: 1 };
        // SAFETY: the actions are this fleet's own, one for every seat.
        #[allow(unsafe_code, reason = "an address is given")]
        unsafe {
            self.step_with(numbers)
        }
    }

    /// The same, with numbers that lie somewhere else on the device. Where it is several launches, it is one of a graph from
    /// the second time on that numbers lie there.
    ///
    /// # Safety
    /// At this address of the device there is a number of this width for every seat of every game, and stays there until
    /// the step is done.
    #[allow(unsafe_code, reason = "an address can be anything")]
    pub unsafe fn step_with(&mut self, numbers: Numbers) -> Result<(), Error> {
        let is_one_launch = self.memory.shown.is_empty() && self.memory.table.left == 0;
        if is_one_launch || !Graphs::can_launch(&self.device)? {
            return self.launch_step(&self.device, numbers);
        }
        let mut graphs = std::mem::take(&mut self.graphs);
        let launched = graphs.launch(numbers, &self.device, &self.home, || self.launch_step(&self.home, numbers));
        self.graphs = graphs;
        if launched? { Ok(()) } else { self.launch_step(&self.device, numbers) }
    }

    /// Launches what a step is: its kernel, and one for each array.
    fn launch_step(&self, device: &Device, numbers: Numbers) -> Result<(), Error> {
        let slate = self.slate();
        if self.is_moved() {
            launch!(self on device, moved_step, &numbers, &slate)?;
            // What changed since the state before is not known where a step is more than a turn.
            let fresh = if self.memory.table.until_asked != 0 { 0 } else { slate.over };
            return self.bring_up_to_date(device, fresh);
        }
        if slate.results != 0 {
            launch!(self on device, told_turn, &numbers, &slate)?;
        } else if self.memory.table.before == 0 {
            launch!(self on device, step, &numbers, &slate)?;
            self.launch_rest(device, numbers, &slate)?;
        } else {
            launch!(self on device, turn, &numbers, &slate)?;
            self.launch_rest(device, numbers, &slate)?;
        }
        self.bring_up_to_date(device, slate.over)
    }

    /// Launches what the first launch of a step left, where it leaves something, and what that leaves.
    fn launch_rest(&self, device: &Device, numbers: Numbers, slate: &Slate) -> Result<(), Error> {
        if self.memory.table.left == 0 {
            return Ok(());
        }
        for (kernel, part) in [(&self.kernels.more, LEFT), (&self.kernels.rest, LEFT_AGAIN)] {
            let mut launch = device.stream.launch_builder(kernel);
            launch.arg(&self.memory.table).arg(&numbers).arg(slate);
            // SAFETY: the table is of these games, and whatever else is given has room for all of them.
            #[allow(unsafe_code, reason = "kernels take what they are given")]
            unsafe {
                launch.launch(blocks(self.games().div_ceil(part), self.block))?;
            }
        }
        Ok(())
    }

    /// The hash of the state of every game.
    pub fn hashes(&mut self) -> Result<Vec<u64>, Error> {
        let hashes = address(&self.home, &self.hashes);
        launch!(self, hash, &hashes)?;
        Ok(self.device.stream.clone_dtoh(&self.hashes)?)
    }

    /// The sums of all rewards of rollouts, by game and learned seat.
    pub fn returns(&self) -> Result<Vec<f64>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.returns)?)
    }

    /// How many episodes ended in rollouts, by game.
    pub fn episodes(&self) -> Result<Vec<u32>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.episodes)?)
    }

    /// Forgets what rollouts have added up.
    pub fn forget(&mut self) -> Result<(), Error> {
        self.device.stream.memset_zeros(&mut self.returns)?;
        Ok(self.device.stream.memset_zeros(&mut self.episodes)?)
    }

    /// The bytes of an array of this fleet; waits for the device.
    pub fn read(&self, view: &View) -> Result<Vec<u8>, Error> {
        let stream = &self.device.stream;
        let mut bytes = vec![0; view.shape.iter().product::<usize>() * view.kind.bytes()];
        stream.context().bind_to_thread()?;
        // SAFETY: nobody else makes views, and there are as many bytes as they say. They are there before it returns.
        #[allow(unsafe_code, reason = "an address is given")]
        unsafe {
            memcpy_dtoh_async(&mut bytes, view.address, stream.cu_stream())?;
        }
        stream.synchronize()?;
        Ok(bytes)
    }

    /// Where the rewards of the last step lie.
    #[must_use]
    pub fn view_of_rewards(&self) -> View {
        self.view(&self.rewards, Kind::F32, vec![self.games(), self.learned()])
    }

    /// Where it lies which games ended with the last step.
    #[must_use]
    pub fn view_of_over(&self) -> View {
        self.view(&self.over, Kind::Bool, vec![self.games()])
    }

    /// Where it lies which episodes were cut off, which none are.
    #[must_use]
    pub fn view_of_truncated(&self) -> View {
        self.view(&self.truncated, Kind::Bool, vec![self.games()])
    }

    /// Where it lies what the results of games that ended are worth; none if it is not told.
    #[must_use]
    pub fn view_of_results(&self) -> Option<View> {
        let view = |results| self.view(results, Kind::F32, vec![self.games(), self.learned()]);
        self.results.as_ref().map(view)
    }

    /// The arrays by name.
    pub fn views_of_arrays(&self) -> impl Iterator<Item = (&'static str, View)> {
        self.memory.shown.iter().map(|shown| {
            let shape = [&[self.games(), self.learned()], shown.encoding.shape.as_slice()].concat();
            (shown.encoding.name, self.view(&shown.memory, Kind::of(&shown.encoding), shape))
        })
    }

    fn view<T>(&self, slice: &CudaSlice<T>, kind: Kind, shape: Vec<usize>) -> View {
        View { address: address(&self.home, slice), kind, shape }
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        // Memory goes back at home: not before the last work elsewhere is done. Who cannot wait any more has no device.
        if self.home.stream != self.device.stream {
            let _ = self.home.stream.join(&self.device.stream);
        }
    }
}

impl Kernels {
    fn of(module: &Arc<CudaModule>, name: &str) -> Result<Self, Error> {
        let function = |what: &str| kernel(module, &format!("{name}_{what}"));
        Ok(Self {
            begin: function("begin")?,
            reset: function("reset")?,
            roll: function("roll")?,
            roll_masked: function("roll_masked")?,
            tally: function("tally")?,
            step: function("step")?,
            more: function("more")?,
            rest: function("rest")?,
            turn: function("turn")?,
            told_turn: function("told_turn")?,
            hash: function("hash")?,
            moved_roll: function("moved_roll")?,
            moved_step: function("moved_step")?,
        })
    }
}
