//! The driver's functions by their names, as far as the engine calls them.
#![allow(unsafe_code, reason = "the face of a driver is C")]
#![allow(non_snake_case, reason = "the names are the driver's")]
#![allow(missing_docs, reason = "the driver's documentation says what they do")]

use crate::block::Grid;
use crate::driver::{Driver, Handle, Launch, Told};
use cudarc::driver::sys::{
    CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr, CUevent, CUfunction, CUfunction_attribute, CUgraph,
    CUgraphExec, CUlimit, CUmodule, CUresult, CUstream, CUstreamCaptureMode, CUstreamCaptureStatus,
};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ulonglong, c_void};
use std::slice::{from_raw_parts, from_raw_parts_mut};
use std::sync::Arc;
use std::time::Instant;

/// What the device is called.
const NAME: &CStr = c"a device that the processor plays";

/// CUDA 12.0.
const VERSION: c_int = 12_000;

/// The one context, and the one device.
const CONTEXT: Handle = 1;
const DEVICE: CUdevice = 0;

thread_local! {
    static CURRENT: Cell<Handle> = const { Cell::new(0) };
}

fn code(told: Told) -> CUresult {
    told.map_or_else(|wrong| wrong, |()| CUresult::CUDA_SUCCESS)
}

/// Handles are numbers that look like addresses.
fn pointer<T>(handle: Handle) -> *mut T {
    std::ptr::without_provenance_mut(handle)
}

fn handle<T>(pointer: *mut T) -> Handle {
    pointer.addr()
}

/// Functions of the driver: callers give addresses where the answers have room, as its documentation says.
macro_rules! calls {
    ($($name:ident($($given:ident: $type:ty),*) $body:block)+) => {$(
        /// # Safety
        /// As the driver's documentation says: whatever is pointed to is there.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $name($($given: $type),*) -> CUresult {
            let done = || -> Told {
                // SAFETY: the caller keeps to the driver's documentation, and what it gives is only used as that says.
                #[allow(unused_unsafe, reason = "some calls take no address")]
                unsafe { $body }
            };
            code(done())
        }
    )+};
}

calls! {
    cuInit(_flags: c_uint) { Ok(()) }

    cuDriverGetVersion(version: *mut c_int) {
        *version = VERSION;
        Ok(())
    }

    cuDeviceGetCount(count: *mut c_int) {
        *count = 1;
        Ok(())
    }

    cuDeviceGet(device: *mut CUdevice, number: c_int) {
        *device = number;
        if number == DEVICE { Ok(()) } else { Err(CUresult::CUDA_ERROR_INVALID_DEVICE) }
    }

    cuDeviceGetName(name: *mut c_char, len: c_int, _device: CUdevice) {
        let room = from_raw_parts_mut(name.cast::<u8>(), len.max(0) as usize);
        let bytes = NAME.to_bytes_with_nul();
        room.get_mut(..bytes.len()).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?.copy_from_slice(bytes);
        Ok(())
    }

    cuDeviceGetAttribute(value: *mut c_int, attribute: CUdevice_attribute, _device: CUdevice) {
        use CUdevice_attribute as Attribute;
        *value = match attribute {
            Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR => 7,
            Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR => 5,
            Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT => 1,
            Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED => 0,
            _ => return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
        };
        Ok(())
    }

    cuDevicePrimaryCtxRetain(context: *mut CUcontext, _device: CUdevice) {
        *context = pointer(CONTEXT);
        Ok(())
    }

    cuDevicePrimaryCtxRelease_v2(_device: CUdevice) { Ok(()) }

    cuCtxGetCurrent(context: *mut CUcontext) {
        *context = pointer(CURRENT.get());
        Ok(())
    }

    cuCtxSetCurrent(context: CUcontext) {
        CURRENT.set(handle(context));
        Ok(())
    }

    cuCtxSynchronize() { Driver::get().map(|_| ()) }

    cuCtxGetLimit(value: *mut usize, limit: CUlimit) {
        match limit {
            CUlimit::CU_LIMIT_STACK_SIZE => *value = Driver::get()?.stack,
            _ => return Err(CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT),
        }
        Ok(())
    }

    cuCtxSetLimit(limit: CUlimit, value: usize) {
        match limit {
            CUlimit::CU_LIMIT_STACK_SIZE => Driver::get()?.stack = value,
            _ => return Err(CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT),
        }
        Ok(())
    }

    cuMemGetInfo_v2(free: *mut usize, total: *mut usize) {
        (*total, *free) = Driver::get()?.memory.sizes();
        Ok(())
    }

    cuMemAlloc_v2(address: *mut CUdeviceptr, size: usize) {
        *address = Driver::get()?.memory.allocate(size).ok_or(CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
        Ok(())
    }

    cuMemFree_v2(address: CUdeviceptr) {
        match Driver::get()?.memory.release(address) {
            true => Ok(()),
            false => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    cuMemsetD8Async(address: CUdeviceptr, value: c_uchar, size: usize, stream: CUstream) {
        let mut driver = Driver::get()?;
        driver.is_free(handle(stream))?;
        driver.bytes(address, size)?.fill(value);
        Ok(())
    }

    cuMemcpyHtoDAsync_v2(address: CUdeviceptr, from: *const c_void, size: usize, stream: CUstream) {
        let mut driver = Driver::get()?;
        driver.is_free(handle(stream))?;
        driver.bytes(address, size)?.copy_from_slice(from_raw_parts(from.cast(), size));
        Ok(())
    }

    cuMemcpyDtoHAsync_v2(to: *mut c_void, address: CUdeviceptr, size: usize, stream: CUstream) {
        let mut driver = Driver::get()?;
        driver.is_free(handle(stream))?;
        from_raw_parts_mut(to.cast::<u8>(), size).copy_from_slice(driver.bytes(address, size)?);
        Ok(())
    }

    cuStreamCreate(stream: *mut CUstream, _flags: c_uint) {
        *stream = pointer(Driver::get()?.next());
        Ok(())
    }

    cuStreamDestroy_v2(_stream: CUstream) { Ok(()) }

    cuStreamSynchronize(stream: CUstream) { Driver::get()?.is_free(handle(stream)) }

    cuStreamWaitEvent(_stream: CUstream, _event: CUevent, _flags: c_uint) { Driver::get().map(|_| ()) }

    cuStreamIsCapturing(stream: CUstream, status: *mut CUstreamCaptureStatus) {
        *status = match Driver::get()?.recorded.contains_key(&handle(stream)) {
            true => CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE,
            false => CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE,
        };
        Ok(())
    }

    cuStreamBeginCapture_v2(stream: CUstream, _mode: CUstreamCaptureMode) {
        let mut driver = Driver::get()?;
        driver.is_free(handle(stream))?;
        driver.recorded.insert(handle(stream), Vec::new());
        Ok(())
    }

    cuStreamEndCapture(stream: CUstream, graph: *mut CUgraph) {
        let mut driver = Driver::get()?;
        let recorded = driver.recorded.remove(&handle(stream)).ok_or(CUresult::CUDA_ERROR_ILLEGAL_STATE)?;
        let number = driver.next();
        driver.graphs.insert(number, Arc::new(recorded));
        *graph = pointer(number);
        Ok(())
    }

    cuGraphInstantiateWithFlags(made: *mut CUgraphExec, graph: CUgraph, _flags: c_ulonglong) {
        let mut driver = Driver::get()?;
        let recorded = driver.graphs.get(&handle(graph)).cloned().ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        let number = driver.next();
        driver.graphs.insert(number, recorded);
        *made = pointer(number);
        Ok(())
    }

    cuGraphLaunch(graph: CUgraphExec, stream: CUstream) {
        let mut driver = Driver::get()?;
        let recorded = driver.graphs.get(&handle(graph)).cloned().ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        recorded.iter().try_for_each(|launch| driver.launch(launch.clone(), handle(stream)))
    }

    cuGraphExecDestroy(graph: CUgraphExec) {
        Driver::get()?.graphs.remove(&handle(graph));
        Ok(())
    }

    cuGraphDestroy(graph: CUgraph) {
        Driver::get()?.graphs.remove(&handle(graph));
        Ok(())
    }

    cuEventCreate(event: *mut CUevent, _flags: c_uint) {
        let mut driver = Driver::get()?;
        let number = driver.next();
        driver.events.insert(number, None);
        *event = pointer(number);
        Ok(())
    }

    cuEventRecord(event: CUevent, _stream: CUstream) {
        Driver::get()?.events.insert(handle(event), Some(Instant::now()));
        Ok(())
    }

    cuEventSynchronize(_event: CUevent) { Driver::get().map(|_| ()) }

    cuEventQuery(_event: CUevent) { Driver::get().map(|_| ()) }

    cuEventElapsedTime(milliseconds: *mut f32, from: CUevent, to: CUevent) {
        let driver = Driver::get()?;
        let when = |event| driver.events.get(&handle(event)).copied().flatten().ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE);
        *milliseconds = when(to)?.saturating_duration_since(when(from)?).as_secs_f32() * 1000.0;
        Ok(())
    }

    cuEventDestroy_v2(event: CUevent) {
        Driver::get()?.events.remove(&handle(event));
        Ok(())
    }

    cuModuleLoadData(module: *mut CUmodule, image: *const c_void) {
        let text = CStr::from_ptr(image.cast()).to_str().map_err(|_| CUresult::CUDA_ERROR_INVALID_PTX)?;
        *module = pointer(Driver::get()?.load(text)?);
        Ok(())
    }

    cuModuleUnload(module: CUmodule) { Driver::get()?.unload(handle(module)) }

    cuModuleGetFunction(function: *mut CUfunction, module: CUmodule, name: *const c_char) {
        let mut driver = Driver::get()?;
        let program = driver.modules.get(&handle(module)).cloned().ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        let name = CStr::from_ptr(name).to_str().map_err(|_| CUresult::CUDA_ERROR_NOT_FOUND)?;
        let entry = program.entry(name).ok_or(CUresult::CUDA_ERROR_NOT_FOUND)?;
        let number = driver.next();
        driver.functions.insert(number, (program, entry));
        *function = pointer(number);
        Ok(())
    }

    cuFuncGetAttribute(value: *mut c_int, attribute: CUfunction_attribute, function: CUfunction) {
        let driver = Driver::get()?;
        let (program, entry) = driver.functions.get(&handle(function)).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        *value = match attribute {
            CUfunction_attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES => program.functions[*entry].local as c_int,
            // Those of a real device are not known.
            CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS => 0,
            _ => return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
        };
        Ok(())
    }

    cuLaunchKernel(
        function: CUfunction, blocks: c_uint, blocks_y: c_uint, blocks_z: c_uint, width: c_uint, width_y: c_uint, width_z: c_uint,
        shared: c_uint, stream: CUstream, parameters: *mut *mut c_void, extra: *mut *mut c_void
    ) {
        let is_flat = [blocks_y, blocks_z, width_y, width_z] == [1; 4] && shared == 0 && extra.is_null();
        if !is_flat || blocks == 0 || !(1..=1024).contains(&width) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let mut driver = Driver::get()?;
        let (program, entry) =
            driver.functions.get(&handle(function)).cloned().ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        let copy = |(number, size)| from_raw_parts((*parameters.add(number)).cast::<u8>(), size).to_vec();
        let parameters = program.parameters(entry).enumerate().map(copy).collect();
        driver.launch(Launch { program, entry, grid: Grid { blocks, width }, parameters }, handle(stream))
    }

    cuGetErrorName(error: CUresult, text: *mut *const c_char) {
        *text = match error {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => c"CUDA_ERROR_OUT_OF_MEMORY",
            CUresult::CUDA_ERROR_LAUNCH_FAILED => c"CUDA_ERROR_LAUNCH_FAILED",
            CUresult::CUDA_ERROR_INVALID_VALUE => c"CUDA_ERROR_INVALID_VALUE",
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
        .as_ptr();
        Ok(())
    }

    cuGetErrorString(error: CUresult, text: *mut *const c_char) {
        *text = match error {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => c"out of memory",
            CUresult::CUDA_ERROR_LAUNCH_FAILED => c"unspecified launch failure",
            CUresult::CUDA_ERROR_INVALID_VALUE => c"invalid argument",
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
        .as_ptr();
        Ok(())
    }
}
