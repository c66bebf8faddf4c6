//! Games on a device.

use crate::{Device, Error};
use cudarc::driver::{CudaFunction, CudaModule, CudaSlice, DevicePtr, DeviceRepr, LaunchConfig, PushKernelArg};
use gridhaunt_batch::memory::in_words;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::freight::Cargo;
use gridhaunt_kernel::json::{Map, Value};
use std::sync::Arc;

/// The options of a fleet.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Options {
    pub games: usize,
    /// The seed from which worlds and their order are drawn.
    pub seed: u64,
    /// How many worlds episodes are drawn from.
    pub worlds: usize,
    /// The options of the game's encodings.
    pub lens: Map<String, Value>,
    /// The number of the first game, where these are a part of more: each game draws by its number.
    pub first: u64,
    /// How many threads make a block.
    pub block: u32,
    /// How many registers a thread may take; what was measured as best if nobody says.
    pub registers: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { games: 1, seed: 0, worlds: 256, lens: Map::new(), first: 0, block: 128, registers: None }
    }
}

/// The most games of a fleet.
const MOST_GAMES: usize = 1 << 28;

/// The most worlds a fleet draws its episodes from.
const MOST_WORLDS: usize = 1 << 20;

/// Steps that the device plays by itself.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Stretch {
    pub steps: u64,
    /// Whether numbers are drawn from masks, or from all.
    pub masked: bool,
    /// The seed of what is drawn.
    pub seed: u64,
    /// Whether a game that ends is followed by another; without, a game that is over stays so.
    pub restart: bool,
}

impl Default for Stretch {
    fn default() -> Self {
        Self { steps: 1, masked: false, seed: 0, restart: true }
    }
}

/// An array on the device, as others take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct View {
    pub address: u64,
    pub len: usize,
}

/// What a launch is about, as the kernels lay it out.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Table {
    shelf: u64,
    worlds: u64,
    lens: u64,
    seats: u64,
    actions: u64,
    states: u64,
    games: u64,
    at: u64,
    drawn: u64,
    seed: u64,
    first: u64,
}

// SAFETY: it is numbers, in the order that the kernels have too.
#[allow(unsafe_code, reason = "it is passed to kernels by value")]
unsafe impl DeviceRepr for Table {}

/// Memory of a device that nobody has written yet.
fn room<T: DeviceRepr>(device: &Device, len: usize) -> Result<CudaSlice<T>, Error> {
    // SAFETY: every kernel that reads it comes after one that writes it, or after a copy.
    #[allow(unsafe_code, reason = "what is written anyway need not be zeroed")]
    let room = unsafe { device.stream.alloc::<T>(len.max(1)) };
    Ok(room?)
}

/// The kernels of a game.
#[derive(Debug)]
struct Kernels {
    begin: CudaFunction,
    roll: CudaFunction,
    roll_masked: CudaFunction,
    step: CudaFunction,
    hash: CudaFunction,
    mask: CudaFunction,
}

/// Many games on a device, all with the same settings.
#[derive(Debug)]
pub struct Fleet {
    device: Device,
    kernels: Kernels,
    table: Table,
    cargo: Cargo,
    block: u32,
    /// How many bytes the state of a game takes.
    kept: usize,
    actions: CudaSlice<u8>,
    rewards: CudaSlice<f32>,
    over: CudaSlice<u8>,
    masks: CudaSlice<u8>,
    returns: CudaSlice<f64>,
    episodes: CudaSlice<u32>,
    hashes: CudaSlice<u64>,
    /// What the table points to.
    _memory: Memory,
}

#[derive(Debug)]
struct Memory {
    _shelf: CudaSlice<u8>,
    _lens: CudaSlice<u8>,
    _heap: CudaSlice<u8>,
    _states: CudaSlice<u8>,
    _at: CudaSlice<u32>,
    _drawn: CudaSlice<u64>,
}

/// The address of some memory.
fn address<T>(device: &Device, slice: &CudaSlice<T>) -> u64 {
    slice.device_ptr(&device.stream).0
}

impl Fleet {
    /// Draws the worlds, takes them to the device and starts the first episode of every game.
    pub fn new(device: &Device, opened: &dyn Opened, options: &Options) -> Result<Self, Error> {
        let within = |field: &str, value: usize, most: usize| match value {
            value if (1..=most).contains(&value) => Ok(value),
            value => Err(Invalid::new(field, value, format!("1..={most}"))),
        };
        let games = within("num_envs", options.games, MOST_GAMES)?;
        let worlds = within("worlds", options.worlds, MOST_WORLDS)?;
        let cargo = opened.cargo(&options.lens, options.seed, worlds)?;
        let module = device.load(cargo.kernels, options.registers)?;
        let function = |what: &str| kernel(&module, &format!("{}_{what}", cargo.kernels));
        let stream = &device.stream;
        let [shelf_size, kept, lens_size] = sizes(device, &function("sizes")?)?;
        let seats = cargo.seats;
        let heap_size = heap(&cargo, games);
        let a_game = kept + 12 + 1 + 8 + 4 + seats * (1 + 4 + 8 + cargo.actions);
        let need = games as u64 * a_game as u64 + (worlds * shelf_size + heap_size + cargo.bytes.len()) as u64;
        let free = device.free()?;
        if need > free {
            return Err(Error::Memory { games, need: in_words(need), free: in_words(free) });
        }
        let shelf = room::<u8>(device, worlds * shelf_size)?;
        let lens = room::<u8>(device, lens_size.max(16))?;
        let heap = room::<u8>(device, heap_size)?;
        let states = room::<u8>(device, games * kept)?;
        let (at, drawn) = (room::<u32>(device, games)?, room::<u64>(device, games)?);
        let table = Table {
            shelf: address(device, &shelf),
            worlds: worlds as u64,
            lens: address(device, &lens),
            seats: seats as u64,
            actions: cargo.actions as u64,
            states: address(device, &states),
            games: games as u64,
            at: address(device, &at),
            drawn: address(device, &drawn),
            seed: options.seed,
            first: options.first,
        };
        let (from, to) = (address(device, &heap), address(device, &heap) + heap_size as u64);
        let bytes = stream.clone_htod(&cargo.bytes)?;
        let starts = stream.clone_htod(&cargo.worlds)?;
        let count = cargo.bytes.len() as u64;
        // SAFETY: these are the kernels' own arguments: memory of a heap; a table with room for so many worlds, and the
        // cargo they are made of.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            let give = kernel(&module, "give_heap")?;
            stream.launch_builder(&give).arg(&from).arg(&to).launch(blocks(1, 1))?;
            let unload = function("unload")?;
            let mut launch = stream.launch_builder(&unload);
            launch.arg(&table).arg(&bytes).arg(&count).arg(&starts);
            launch.launch(blocks(worlds, 32))?;
        }
        let kernels = Kernels {
            begin: function("begin")?,
            roll: function("roll")?,
            roll_masked: function("roll_masked")?,
            step: function("step")?,
            hash: function("hash")?,
            mask: function("mask")?,
        };
        let mut fleet = Self {
            kernels,
            table,
            block: options.block.clamp(32, 1024),
            kept,
            actions: stream.alloc_zeros(games * seats)?,
            rewards: stream.alloc_zeros(games * seats)?,
            over: stream.alloc_zeros(games)?,
            masks: room(device, games * seats * cargo.actions)?,
            returns: stream.alloc_zeros(games * seats)?,
            episodes: stream.alloc_zeros(games)?,
            hashes: room(device, games)?,
            cargo,
            device: device.clone(),
            _memory: Memory { _shelf: shelf, _lens: lens, _heap: heap, _states: states, _at: at, _drawn: drawn },
        };
        fleet.begin()?;
        fleet.check_heap(&kernel(&module, "heap_end")?)?;
        Ok(fleet)
    }

    /// Puts every game at the start of its first episode.
    fn begin(&mut self) -> Result<(), Error> {
        // SAFETY: the table is of these games, and they have room in it.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            let mut launch = self.device.stream.launch_builder(&self.kernels.begin);
            launch.arg(&self.table).launch(blocks(self.games(), self.block))?;
        }
        Ok(())
    }

    /// Returns an error if worlds and states did not fit into the heap.
    fn check_heap(&self, heap_end: &CudaFunction) -> Result<(), Error> {
        let mut out = self.device.stream.alloc_zeros::<u64>(2)?;
        // SAFETY: it writes two numbers.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            self.device.stream.launch_builder(heap_end).arg(&mut out).launch(blocks(1, 1))?;
        }
        match self.device.stream.clone_dtoh(&out)?[..] {
            [used, end] if used > end => Err(Error::Driver(format!("worlds took {} bytes too many", used - end))),
            _ => Ok(()),
        }
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.table.games as usize
    }

    /// How many seats a game has.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.table.seats as usize
    }

    /// How many numbered actions a seat has.
    #[must_use]
    pub const fn numbers(&self) -> usize {
        self.table.actions as usize
    }

    /// How many bytes of the device's memory the state of a game takes.
    #[must_use]
    pub const fn bytes_per_game(&self) -> usize {
        self.kept + self.cargo.heap.state
    }

    /// The device they are on.
    #[must_use]
    pub const fn device(&self) -> &Device {
        &self.device
    }

    /// Registers, and bytes of local memory, that a thread of a rollout and one of a step take.
    pub fn resources(&self) -> Result<[(i32, i32); 3], Error> {
        let of = |kernel: &CudaFunction| Ok::<_, Error>((kernel.num_regs()?, kernel.local_size_bytes()?));
        Ok([of(&self.kernels.roll)?, of(&self.kernels.roll_masked)?, of(&self.kernels.step)?])
    }

    /// Plays many steps of every game, with numbers that are drawn on the device. What comes of it is added to
    /// [`Fleet::returns`] and [`Fleet::episodes`]. Does not wait for the device.
    pub fn roll(&mut self, stretch: Stretch) -> Result<(), Error> {
        let kernel = if stretch.masked { &self.kernels.roll_masked } else { &self.kernels.roll };
        let restart = u32::from(stretch.restart);
        // SAFETY: the table is of these games, and the sums are as many as they are.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            let mut launch = self.device.stream.launch_builder(kernel);
            launch.arg(&self.table).arg(&stretch.seed).arg(&stretch.steps).arg(&restart);
            launch
                .arg(&mut self.returns)
                .arg(&mut self.episodes)
                .launch(blocks(self.table.games as usize, self.block))?;
        }
        Ok(())
    }

    /// Gives every seat the number of its next action.
    pub fn choose(&mut self, actions: &[u8]) -> Result<(), Error> {
        if actions.len() != self.actions.len() {
            let expected = format!("{} numbers: {} games of {} seats", self.actions.len(), self.games(), self.seats());
            return Err(Invalid::new("actions", format!("{} numbers", actions.len()), expected).into());
        }
        Ok(self.device.stream.memcpy_htod(actions, &mut self.actions)?)
    }

    /// Steps every game once, with the numbers in [`Fleet::view_of_actions`]; a game that ends starts its next episode in
    /// the same step. Does not wait for the device.
    pub fn step(&mut self) -> Result<(), Error> {
        let actions = self.actions.device_ptr(&self.device.stream).0;
        // SAFETY: the actions are this fleet's own, one for every seat.
        #[allow(unsafe_code, reason = "an address is given")]
        unsafe {
            self.step_with(actions)
        }
    }

    /// The same, with numbers that lie somewhere else on the device.
    ///
    /// # Safety
    /// At this address of the device there is a byte for every seat of every game.
    #[allow(unsafe_code, reason = "an address can be anything")]
    pub unsafe fn step_with(&mut self, actions: u64) -> Result<(), Error> {
        // SAFETY: the table is of these games, what is written is as long as they are many, and the caller promises the
        // same of the actions.
        unsafe {
            let mut launch = self.device.stream.launch_builder(&self.kernels.step);
            launch.arg(&self.table).arg(&actions).arg(&mut self.rewards).arg(&mut self.over);
            launch.launch(blocks(self.table.games as usize, self.block))?;
        }
        Ok(())
    }

    /// Writes the masks of all seats. Does not wait for the device.
    pub fn write_masks(&mut self) -> Result<(), Error> {
        // SAFETY: the table is of these games, and there is a mask for each of their seats.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            let mut launch = self.device.stream.launch_builder(&self.kernels.mask);
            launch.arg(&self.table).arg(&mut self.masks).launch(blocks(self.table.games as usize, self.block))?;
        }
        Ok(())
    }

    /// The hash of the state of every game.
    pub fn hashes(&mut self) -> Result<Vec<u64>, Error> {
        // SAFETY: the table is of these games, and there is a hash for each.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            let mut launch = self.device.stream.launch_builder(&self.kernels.hash);
            launch.arg(&self.table).arg(&mut self.hashes).launch(blocks(self.table.games as usize, self.block))?;
        }
        Ok(self.device.stream.clone_dtoh(&self.hashes)?)
    }

    /// The sums of all rewards of rollouts, by game and seat.
    pub fn returns(&self) -> Result<Vec<f64>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.returns)?)
    }

    /// How many episodes ended in rollouts, by game.
    pub fn episodes(&self) -> Result<Vec<u32>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.episodes)?)
    }

    /// The rewards of the last step, by game and seat.
    pub fn rewards(&self) -> Result<Vec<f32>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.rewards)?)
    }

    /// 1 for each game that ended with the last step.
    pub fn over(&self) -> Result<Vec<u8>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.over)?)
    }

    /// The masks that were written last, by game and seat.
    pub fn masks(&self) -> Result<Vec<u8>, Error> {
        Ok(self.device.stream.clone_dtoh(&self.masks)?)
    }

    /// Where the numbers of the next step lie: a byte for every seat of every game.
    #[must_use]
    pub fn view_of_actions(&self) -> View {
        self.view(&self.actions)
    }

    /// Where the rewards lie: a float for every seat of every game.
    #[must_use]
    pub fn view_of_rewards(&self) -> View {
        self.view(&self.rewards)
    }

    /// Where it lies which games ended: a byte each.
    #[must_use]
    pub fn view_of_over(&self) -> View {
        self.view(&self.over)
    }

    /// Where the masks lie: bytes, by game and seat.
    #[must_use]
    pub fn view_of_masks(&self) -> View {
        self.view(&self.masks)
    }

    fn view<T>(&self, slice: &CudaSlice<T>) -> View {
        View { address: address(&self.device, slice), len: slice.len() }
    }
}

fn kernel(module: &Arc<CudaModule>, name: &str) -> Result<CudaFunction, Error> {
    Ok(module.load_function(name)?)
}

/// The sizes that only the device's compiler knows.
fn sizes(device: &Device, kernel: &CudaFunction) -> Result<[usize; 3], Error> {
    let mut out = device.stream.alloc_zeros::<u64>(3)?;
    // SAFETY: it writes three numbers.
    #[allow(unsafe_code, reason = "kernels take what they are given")]
    unsafe {
        device.stream.launch_builder(kernel).arg(&mut out).launch(blocks(1, 1))?;
    }
    let sizes = device.stream.clone_dtoh(&out)?;
    Ok([0, 1, 2].map(|at| sizes.get(at).copied().unwrap_or_default() as usize))
}

/// What worlds and states need apart from their own size, with room to round each part up.
fn heap(cargo: &Cargo, games: usize) -> usize {
    const PARTS: usize = 2 << 10;
    let a_state = if cargo.heap.state == 0 { 0 } else { cargo.heap.state + PARTS };
    let a_world = 2 * cargo.heap.world + a_state + 8 * PARTS;
    cargo.worlds.len() * a_world + games * a_state + (1 << 20)
}

/// A launch of so many threads in blocks of this size.
fn blocks(threads: usize, block: u32) -> LaunchConfig {
    let grid = threads.div_ceil(block as usize).max(1) as u32;
    LaunchConfig { grid_dim: (grid, 1, 1), block_dim: (block, 1, 1), shared_mem_bytes: 0 }
}
