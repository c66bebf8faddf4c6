//! The memory of a fleet, and how worlds come to the device.

use crate::layout::{Array, Table};
use crate::options::Kind;
use crate::{Device, Error, Options};
use cudarc::driver::{CudaFunction, CudaModule, CudaSlice, DevicePtr, DeviceRepr, LaunchConfig, PushKernelArg};
use gridhaunt_batch::memory::in_words;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::freight::Cargo;
use gridhaunt_kernel::learn::{Common, Encoding};
use std::sync::Arc;

/// The most games of a fleet.
const MOST_GAMES: usize = 1 << 28;

/// The most worlds a fleet draws its episodes from.
const MOST_WORLDS: usize = 1 << 20;

/// Memory of a device that nobody has written yet.
pub(crate) fn room<T: DeviceRepr>(device: &Device, len: usize) -> Result<CudaSlice<T>, Error> {
    // SAFETY: every kernel that reads it comes after one that writes it, or after a copy.
    #[allow(unsafe_code, reason = "what is written anyway need not be zeroed")]
    let room = unsafe { device.stream.alloc::<T>(len.max(1)) };
    Ok(room?)
}

/// The address of some memory.
pub(crate) fn address<T>(device: &Device, slice: &CudaSlice<T>) -> u64 {
    slice.device_ptr(&device.stream).0
}

/// A launch of so many threads in blocks of this size.
pub(crate) fn blocks(threads: usize, block: u32) -> LaunchConfig {
    let grid = threads.div_ceil(block as usize).max(1) as u32;
    LaunchConfig { grid_dim: (grid, 1, 1), block_dim: (block, 1, 1), shared_mem_bytes: 0 }
}

pub(crate) fn kernel(module: &Arc<CudaModule>, name: &str) -> Result<CudaFunction, Error> {
    Ok(module.load_function(name)?)
}

/// An array that a fleet writes, with its memory.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) encoding: Encoding,
    /// What writes it.
    pub(crate) kernel: CudaFunction,
    pub(crate) array: Array,
    pub(crate) memory: CudaSlice<u8>,
}

/// What the table of a fleet points to.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) cargo: Cargo,
    pub(crate) table: Table,
    /// How many bytes the state of a game takes.
    pub(crate) kept: usize,
    pub(crate) shown: Vec<Shown>,
    _shelf: CudaSlice<u8>,
    _lens: CudaSlice<u8>,
    _heap: CudaSlice<u8>,
    _states: CudaSlice<u8>,
    _before: Option<CudaSlice<u8>>,
    _at: CudaSlice<u32>,
    _draws: CudaSlice<u64>,
    /// The generators of seats that are moved, and what is owed to the others.
    _company: (Option<CudaSlice<u64>>, Option<CudaSlice<f32>>),
    _desks: Option<CudaSlice<u8>>,
    _left: Option<CudaSlice<u32>>,
}

/// The arrays with these names, by their numbers.
fn chosen(all: &[Encoding], names: &[String]) -> Result<Vec<usize>, Invalid> {
    let mut chosen = Vec::new();
    for name in names {
        let known = || all.iter().map(|encoding| encoding.name).collect::<Vec<_>>().join(", ");
        match all.iter().position(|encoding| encoding.name == name) {
            Some(which) if chosen.contains(&which) => {
                return Err(Invalid::new("observations", name, "a name that is not there twice"));
            }
            Some(which) => chosen.push(which),
            None => return Err(Invalid::new("observations", name, format!("one of {}", known()))),
        }
    }
    Ok(chosen)
}

impl Memory {
    /// Draws the worlds and takes them to the device. All games are still to begin, and set-up is to be ended.
    pub(crate) fn new(
        device: &Device,
        opened: &dyn Opened,
        options: &Options,
    ) -> Result<(Self, Arc<CudaModule>), Error> {
        let within = |field: &str, value: usize, most: usize| match value {
            value if (1..=most).contains(&value) => Ok(value),
            value => Err(Invalid::new(field, value, format!("1..={most}"))),
        };
        let games = within("num_envs", options.games, MOST_GAMES)?;
        let worlds = within("worlds", options.worlds, MOST_WORLDS)?;
        let all = opened.encodings(&options.lens)?;
        let chosen = chosen(&all, &options.arrays)?;
        let cargo = opened.cargo(&options.lens, options.seed, worlds, !options.results)?;
        let module = device.load(cargo.kernels, options.registers)?;
        let function = |what: &str| kernel(&module, &format!("{}_{what}", cargo.kernels));
        let [shelf_size, kept, lens_size, followed, is_left] = sizes(device, &function("sizes")?)?;
        let seats = cargo.seats;
        let learned = options.learned(opened, seats)?;
        let heap_size = heap(&cargo, games);
        let desk = if options.results { desk(seats) } else { 0 };
        let encoded: usize = chosen.iter().map(|&which| all[which].bytes()).sum();
        let kept_before = if chosen.iter().any(|&which| followed >> which & 1 == 1) { kept } else { 0 };
        let a_game =
            kept + kept_before + desk + 4 + 16 + 1 + 8 + 4 + 8 * is_left + seats * (1 + 4 + 8 + 4 + 16 + encoded);
        let need = games as u64 * a_game as u64 + (worlds * shelf_size + heap_size + cargo.bytes.len()) as u64;
        let free = device.free()?;
        if need > free {
            return Err(Error::Memory { games, need: in_words(need), free: in_words(free) });
        }
        let own = all.len() - Common::ALL.len();
        let shown = chosen.into_iter().map(|which| {
            let encoding = all[which].clone();
            let memory = device.stream.alloc_zeros(games * learned * encoding.bytes())?;
            let dtype = match Kind::of(&encoding) {
                Kind::U8 | Kind::Bool => 0,
                Kind::I16 => 1,
                Kind::F32 => 2,
            };
            let array = Array { out: address(device, &memory), dtype, len: encoding.len() as u32 };
            let name = if which < own { which.to_string() } else { encoding.name.into() };
            Ok(Shown { encoding, kernel: function(&format!("show_{name}"))?, array, memory })
        });
        let shown = shown.collect::<Result<Vec<_>, Error>>()?;
        let shelf = room::<u8>(device, worlds * shelf_size)?;
        let lens = room::<u8>(device, lens_size.max(16))?;
        let heap = room::<u8>(device, heap_size)?;
        let states = room::<u8>(device, games * kept)?;
        let before = (kept_before > 0).then(|| room::<u8>(device, games * kept)).transpose()?;
        let (at, draws) = (room::<u32>(device, games)?, room::<u64>(device, 2 * games)?);
        // A generator has two words.
        let movers = (learned < seats).then(|| room::<u64>(device, 2 * games * (seats - learned))).transpose()?;
        let owed = (learned < seats).then(|| room::<f32>(device, games * learned)).transpose()?;
        // Two lists: how many there are, how many blocks are done, and the games.
        let left = (is_left > 0).then(|| device.stream.alloc_zeros::<u32>(2 * (2 + games))).transpose()?;
        let desks = (desk > 0).then(|| room::<u8>(device, games.next_multiple_of(1024) * desk)).transpose()?;
        let table = Table {
            shelf: address(device, &shelf),
            worlds: worlds as u64,
            lens: address(device, &lens),
            seats: seats as u64,
            actions: cargo.actions as u64,
            states: address(device, &states),
            before: before.as_ref().map_or(0, |before| address(device, before)),
            games: games as u64,
            at: address(device, &at),
            draws: address(device, &draws),
            seed: options.seed,
            first: options.first,
            learned: learned as u64,
            movers: movers.as_ref().map_or(0, |movers| address(device, movers)),
            owed: owed.as_ref().map_or(0, |owed| address(device, owed)),
            until_asked: options.until_asked.into(),
            left: left.as_ref().map_or(0, |left| address(device, left)),
        };
        let memory = Self {
            cargo,
            table,
            kept,
            shown,
            _shelf: shelf,
            _lens: lens,
            _heap: heap,
            _states: states,
            _before: before,
            _at: at,
            _draws: draws,
            _company: (movers, owed),
            _desks: desks,
            _left: left,
        };
        memory.unload(device, &module, heap_size)?;
        Ok((memory, module))
    }

    /// Makes the worlds of their cargo, on the device.
    fn unload(&self, device: &Device, module: &Arc<CudaModule>, heap_size: usize) -> Result<(), Error> {
        let stream = &device.stream;
        let from = address(device, &self._heap);
        let to = from + heap_size as u64;
        let bytes = stream.clone_htod(&self.cargo.bytes)?;
        let starts = stream.clone_htod(&self.cargo.worlds)?;
        let count = self.cargo.bytes.len() as u64;
        // SAFETY: these are the kernels' own arguments: memory of a heap; a table with room for so many worlds, and the
        // cargo they are made of.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            let give = kernel(module, "give_heap")?;
            stream.launch_builder(&give).arg(&from).arg(&to).launch(blocks(1, 1))?;
            let unload = kernel(module, &format!("{}_unload", self.cargo.kernels))?;
            let mut launch = stream.launch_builder(&unload);
            launch.arg(&self.table).arg(&bytes).arg(&count).arg(&starts);
            launch.launch(blocks(self.table.worlds as usize, 32))?;
        }
        Ok(())
    }

    /// Ends set-up. Returns an error if worlds and states did not fit into the heap.
    pub(crate) fn end_setup(&self, device: &Device, module: &Arc<CudaModule>) -> Result<(), Error> {
        let mut out = device.stream.alloc_zeros::<u64>(2)?;
        let heap_end = kernel(module, "heap_end")?;
        let give_desks = kernel(module, "give_desks")?;
        // SAFETY: one writes two numbers, the other takes desks for all threads, if there are any.
        #[allow(unsafe_code, reason = "kernels take what they are given")]
        unsafe {
            device.stream.launch_builder(&heap_end).arg(&mut out).launch(blocks(1, 1))?;
            if let Some(desks) = &self._desks {
                let (from, size) = (address(device, desks), desk(self.cargo.seats) as u64);
                device.stream.launch_builder(&give_desks).arg(&from).arg(&size).launch(blocks(1, 1))?;
            }
        }
        match device.stream.clone_dtoh(&out)?[..] {
            [used, end] if used > end => Err(Error::Driver(format!("worlds took {} bytes too many", used - end))),
            _ => Ok(()),
        }
    }
}

/// The sizes that only the device's compiler knows, which arrays need the state before a step, and whether a step is two launches.
fn sizes(device: &Device, kernel: &CudaFunction) -> Result<[usize; 5], Error> {
    let mut out = device.stream.alloc_zeros::<u64>(5)?;
    // SAFETY: it writes five numbers.
    #[allow(unsafe_code, reason = "kernels take what they are given")]
    unsafe {
        device.stream.launch_builder(kernel).arg(&mut out).launch(blocks(1, 1))?;
    }
    let sizes = device.stream.clone_dtoh(&out)?;
    Ok([0, 1, 2, 3, 4].map(|at| sizes.get(at).copied().unwrap_or_default() as usize))
}

/// What worlds and states need apart from their own size, with room to round each part up.
fn heap(cargo: &Cargo, games: usize) -> usize {
    const PARTS: usize = 2 << 10;
    let a_state = if cargo.heap.state == 0 { 0 } else { cargo.heap.state + PARTS };
    let a_world = 2 * cargo.heap.world + a_state + 8 * PARTS;
    cargo.worlds.len() * a_world + games * a_state + (1 << 20)
}

/// What a thread needs to be told how a game ended, in bytes: some lists with an entry for each seat.
pub(crate) const fn desk(seats: usize) -> usize {
    1024 + 256 * seats
}
