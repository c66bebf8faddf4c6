//! A device with a stream of work.

use crate::error::{Error, is_no_device};
use crate::kernels;
use cudarc::driver::sys::{self, CUlimit};
use cudarc::driver::{CudaContext, CudaEvent, CudaModule, CudaStream};
use cudarc::nvrtc::Ptx;
use std::sync::Arc;

/// What kernels may put on their stack, for each thread: what they call is not always known before.
const STACK: usize = 4 << 10;

/// A GPU, and a stream on which its work is done in order.
#[derive(Clone, Debug)]
pub struct Device {
    pub(crate) stream: Arc<CudaStream>,
}

impl Device {
    /// The device with this number, from 0.
    pub fn open(number: usize) -> Result<Self, Error> {
        // SAFETY: libraries are only looked for.
        #[allow(unsafe_code, reason = "loading a library runs its code, which is the driver's")]
        if !unsafe { sys::is_culib_present() } {
            return Err(Error::NoDriver);
        }
        let devices = match CudaContext::device_count() {
            Ok(devices) => devices as usize,
            Err(error) if is_no_device(&error) => 0,
            Err(error) => return Err(error.into()),
        };
        if number >= devices {
            return Err(Error::NoDevice { number, devices });
        }
        let mut version = 0;
        // SAFETY: it writes one number.
        #[allow(unsafe_code, reason = "the driver is C")]
        unsafe { sys::cuDriverGetVersion(&raw mut version) }.result()?;
        let (major, minor) = (version / 1000, version % 1000 / 10);
        if (major, minor) < (11, 8) {
            return Err(Error::OldDriver { major, minor });
        }
        let context = CudaContext::new(number)?;
        let (major, minor) = context.compute_capability()?;
        if (major, minor) < kernels::LEAST {
            return Err(Error::Architecture { name: context.name()?, major, minor });
        }
        if context.get_limit(CUlimit::CU_LIMIT_STACK_SIZE)? < STACK {
            context.set_limit(CUlimit::CU_LIMIT_STACK_SIZE, STACK)?;
        }
        // SAFETY: all work is on one stream, in order, so that nothing has to be waited for.
        #[allow(unsafe_code, reason = "work is in order without")]
        unsafe {
            context.disable_event_tracking();
        }
        Ok(Self { stream: context.new_stream()? })
    }

    /// The same device, but its work is done on a stream of somebody else, in the order of its other work there.
    ///
    /// # Safety
    /// The stream is one of this device's, and lives as long as anything that is made from this.
    #[allow(unsafe_code, reason = "a stream of somebody else is only an address")]
    pub unsafe fn on_stream(&self, stream: u64) -> Result<Self, Error> {
        // SAFETY: as the caller promises.
        let stream = unsafe { self.context().wrap_borrowed_stream(stream as sys::CUstream) };
        Ok(Self { stream })
    }

    /// Its name.
    pub fn name(&self) -> Result<String, Error> {
        Ok(self.context().name()?)
    }

    /// Its number.
    #[must_use]
    pub fn number(&self) -> usize {
        self.context().ordinal()
    }

    /// How many multiprocessors it has.
    pub fn multiprocessors(&self) -> Result<usize, Error> {
        let count = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        Ok(self.context().attribute(count)? as usize)
    }

    /// Its free memory in bytes.
    pub fn free(&self) -> Result<u64, Error> {
        Ok(self.context().mem_get_info()?.0 as u64)
    }

    /// Waits until all work is done.
    pub fn wait(&self) -> Result<(), Error> {
        Ok(self.stream.synchronize()?)
    }

    /// A clock that runs from now on, on the device.
    pub fn clock(&self) -> Result<Clock, Error> {
        let begun = self.stream.record_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT))?;
        Ok(Clock { begun, stream: self.stream.clone() })
    }

    /// Compiles the kernels of a game for this device.
    pub(crate) fn load(&self, name: &str, registers: Option<u32>) -> Result<Arc<CudaModule>, Error> {
        let text = kernels::of(name).ok_or_else(|| Error::NoKernels(name.into()))?;
        let most = |kernel: &str| registers.or_else(|| kernels::best_registers(kernel));
        Ok(self.context().load_module(Ptx::from_src(kernels::with_registers(&text, most)))?)
    }

    pub(crate) fn context(&self) -> &Arc<CudaContext> {
        self.stream.context()
    }
}

/// Measures how long the device works.
#[derive(Debug)]
pub struct Clock {
    begun: CudaEvent,
    stream: Arc<CudaStream>,
}

impl Clock {
    /// Seconds of work since the clock was made; waits until it is done.
    pub fn seconds(&self) -> Result<f64, Error> {
        let now = self.stream.record_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT))?;
        Ok(f64::from(self.begun.elapsed_ms(&now)?) / 1000.0)
    }
}
