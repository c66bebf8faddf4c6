//! Arrays of a device as DLPack has them: a capsule around a description in C.

use gridhaunt_gpu::{Kind, View};
use pyo3::ffi::{PyCapsule_GetPointer, PyCapsule_IsValid, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

/// The name of a capsule that nobody has taken yet.
const FRESH: &CStr = c"dltensor";

/// The kind of device that CUDA is.
pub(crate) const CUDA: i32 = 2;

#[derive(Clone, Copy)]
#[repr(C)]
struct DataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

#[repr(C)]
struct Tensor {
    data: *mut c_void,
    device: [i32; 2],
    ndim: i32,
    dtype: DataType,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

#[repr(C)]
struct Managed {
    tensor: Tensor,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

/// What an exported description keeps alive.
struct Kept {
    managed: Managed,
    shape: Vec<i64>,
    _owner: Py<PyAny>,
}

/// A capsule with an array that `owner` keeps alive.
#[allow(unsafe_code, reason = "DLPack is an interface in C")]
pub(crate) fn export<'py>(
    py: Python<'py>,
    view: &View,
    device: usize,
    owner: Py<PyAny>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let (code, bits) = match view.kind {
        Kind::Bool => (6, 8),
        Kind::U8 => (1, 8),
        Kind::I16 => (0, 16),
        Kind::F32 => (2, 32),
    };
    let shape: Vec<i64> = view.shape.iter().map(|&len| len as i64).collect();
    let tensor = Tensor {
        data: view.address as *mut c_void,
        device: [CUDA, device as i32],
        ndim: shape.len() as i32,
        dtype: DataType { code, bits, lanes: 1 },
        shape: std::ptr::null_mut(),
        strides: std::ptr::null_mut(),
        byte_offset: 0,
    };
    let managed = Managed { tensor, context: std::ptr::null_mut(), deleter: Some(release) };
    let kept = Box::into_raw(Box::new(Kept { managed, shape, _owner: owner }));
    // SAFETY: it was just made. The description lives as long as the box, which `release` takes back: whoever takes the
    // array calls that once, and so does the capsule if nobody takes it.
    unsafe {
        (*kept).managed.tensor.shape = (*kept).shape.as_mut_ptr();
        (*kept).managed.context = kept.cast();
        let managed = NonNull::from(&mut (*kept).managed).cast();
        PyCapsule::new_with_pointer_and_destructor(py, managed, FRESH, Some(drop_capsule))
    }
}

/// Takes back what was exported, on whatever thread.
#[allow(unsafe_code, reason = "DLPack is an interface in C")]
unsafe extern "C" fn release(managed: *mut Managed) {
    // SAFETY: this is only called once, with what `export` made. Where the interpreter is gone, nothing is freed.
    let _ = Python::try_attach(|_| drop(unsafe { Box::from_raw((*managed).context.cast::<Kept>()) }));
}

/// A capsule that nobody has taken gives back what it holds.
#[allow(unsafe_code, reason = "DLPack is an interface in C")]
unsafe extern "C" fn drop_capsule(capsule: *mut PyObject) {
    // SAFETY: it is a capsule that `export` made; who takes it gives it another name.
    unsafe {
        if PyCapsule_IsValid(capsule, FRESH.as_ptr()) == 1 {
            release(PyCapsule_GetPointer(capsule, FRESH.as_ptr()).cast());
        }
    }
}

/// What somebody else's capsule says, as the interface of CUDA arrays would: kind and number of the device, address, type,
/// shape, and whether it is in C order.
pub(crate) struct Foreign {
    pub(crate) device: [i32; 2],
    pub(crate) address: u64,
    pub(crate) dtype: String,
    pub(crate) shape: Vec<i64>,
    pub(crate) in_order: bool,
}

/// Reads a capsule that nobody has taken; its array lives as long as that.
#[allow(unsafe_code, reason = "DLPack is an interface in C")]
pub(crate) fn read(capsule: &Bound<'_, PyCapsule>) -> PyResult<Foreign> {
    let managed = capsule.pointer_checked(Some(FRESH))?.cast::<Managed>();
    // SAFETY: a capsule of this name holds such a description, whose shape and strides have as many numbers as it says.
    unsafe {
        let Tensor { data, device, ndim, dtype, shape, strides, byte_offset } = &managed.as_ref().tensor;
        let list = |first: *mut i64| (0..*ndim as usize).map(|axis| *first.add(axis)).collect::<Vec<i64>>();
        let shape = list(*shape);
        let mut step = 1;
        let mut expected = vec![0; shape.len()];
        for (axis, &len) in shape.iter().enumerate().rev() {
            expected[axis] = step;
            step *= len;
        }
        let kind = match dtype.code {
            0 => "int",
            1 => "uint",
            2 => "float",
            6 => "bool",
            _ => "other",
        };
        Ok(Foreign {
            device: *device,
            address: *data as u64 + byte_offset,
            dtype: format!("{kind}{}", u32::from(dtype.bits) * u32::from(dtype.lanes)),
            in_order: strides.is_null()
                || list(*strides).iter().zip(&expected).zip(&shape).all(|((got, due), &len)| len == 1 || got == due),
            shape,
        })
    }
}
