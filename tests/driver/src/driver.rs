//! What the driver has: one device, and what was made on it.

use crate::block::Grid;
use crate::memory::{Fault, Memory};
use crate::program::Program;
use cudarc::driver::sys::CUresult;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How much memory the device has.
const MEMORY: usize = 2 << 30;

/// What threads may put on their stack when nobody has said how much.
const STACK: usize = 1 << 10;

/// The number of something that was made; none is 0.
pub(crate) type Handle = usize;

/// What every call ends with, if not well.
pub(crate) type Told<T = ()> = Result<T, CUresult>;

/// A kernel with all it is told.
#[derive(Clone)]
pub(crate) struct Launch {
    pub(crate) program: Arc<Program>,
    pub(crate) entry: usize,
    pub(crate) grid: Grid,
    pub(crate) parameters: Vec<Vec<u8>>,
}

pub(crate) struct Driver {
    pub(crate) memory: Memory,
    pub(crate) stack: usize,
    last: Handle,
    pub(crate) modules: HashMap<Handle, Arc<Program>>,
    pub(crate) functions: HashMap<Handle, (Arc<Program>, usize)>,
    pub(crate) graphs: HashMap<Handle, Arc<Vec<Launch>>>,
    pub(crate) events: HashMap<Handle, Option<Instant>>,
    /// What is recorded, by stream.
    pub(crate) recorded: HashMap<Handle, Vec<Launch>>,
    /// The first failure of a kernel: from then on every call fails with it, as with a device.
    broken: Option<CUresult>,
}

static DRIVER: LazyLock<Mutex<Driver>> = LazyLock::new(|| {
    Mutex::new(Driver {
        memory: Memory::new(MEMORY),
        stack: STACK,
        last: 0,
        modules: HashMap::new(),
        functions: HashMap::new(),
        graphs: HashMap::new(),
        events: HashMap::new(),
        recorded: HashMap::new(),
        broken: None,
    })
});

impl Driver {
    /// The one driver of the process, unless it is broken.
    pub(crate) fn get() -> Told<MutexGuard<'static, Self>> {
        let driver = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
        driver.broken.map_or(Ok(driver), Err)
    }

    pub(crate) fn next(&mut self) -> Handle {
        self.last += 1;
        self.last
    }

    pub(crate) fn load(&mut self, text: &str) -> Told<Handle> {
        let program = Program::new(text, &mut self.memory).map_err(|Fault(words)| {
            complain(&words);
            CUresult::CUDA_ERROR_INVALID_PTX
        })?;
        let handle = self.next();
        self.modules.insert(handle, Arc::new(program));
        Ok(handle)
    }

    pub(crate) fn unload(&mut self, module: Handle) -> Told {
        let program = self.modules.remove(&module).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        self.functions.retain(|_, (of, _)| !Arc::ptr_eq(of, &program));
        program.variables.iter().for_each(|&address| _ = self.memory.release(address));
        Ok(())
    }

    /// Launches a kernel, or records that it is to be launched.
    pub(crate) fn launch(&mut self, launch: Launch, stream: Handle) -> Told {
        match self.recorded.get_mut(&stream) {
            Some(recorded) => recorded.push(launch),
            None => self.play(&launch)?,
        }
        Ok(())
    }

    pub(crate) fn play(&mut self, launch: &Launch) -> Told {
        let parameters: Vec<&[u8]> = launch.parameters.iter().map(Vec::as_slice).collect();
        let played = launch.program.launch_entry(launch.entry, launch.grid, &parameters, &mut self.memory);
        played.map(|_| ()).map_err(|Fault(words)| {
            complain(&words);
            self.broken = Some(CUresult::CUDA_ERROR_LAUNCH_FAILED);
            CUresult::CUDA_ERROR_LAUNCH_FAILED
        })
    }

    /// Whether work that is neither a kernel nor a graph can be done on a stream: not while it is recorded.
    pub(crate) fn is_free(&self, stream: Handle) -> Told {
        match self.recorded.contains_key(&stream) {
            true => Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED),
            false => Ok(()),
        }
    }

    /// Some of the memory.
    pub(crate) fn bytes(&mut self, address: u64, size: usize) -> Told<&mut [u8]> {
        self.memory.slice(address, size).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
    }
}

/// Says what no number of an error can.
fn complain(words: &str) {
    eprintln!("the driver without a device: {words}");
}
