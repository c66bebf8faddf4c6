//! Memory for arrays, allocated once and never moved.

use gridhaunt_kernel::learn::{Dtype, Slot};

/// One array of a whole batch.
#[derive(Debug)]
pub enum Buffer {
    /// Bytes.
    U8(Box<[u8]>),
    /// Signed 16-bit numbers.
    I16(Box<[i16]>),
    /// 32-bit floats.
    F32(Box<[f32]>),
}

impl Buffer {
    /// A buffer of zeros; `None` if there is not enough memory.
    pub(crate) fn new(dtype: Dtype, len: usize) -> Option<Self> {
        Some(match dtype {
            Dtype::U8 => Self::U8(zeros(len)?),
            Dtype::I16 => Self::I16(zeros(len)?),
            Dtype::F32 => Self::F32(zeros(len)?),
        })
    }

    pub(crate) fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::U8(list) => Slot::U8(list),
            Self::I16(list) => Slot::I16(list),
            Self::F32(list) => Slot::F32(list),
        }
    }
}

fn zeros<T: Clone + Default>(len: usize) -> Option<Box<[T]>> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).ok()?;
    list.resize(len, T::default());
    Some(list.into())
}

/// Removes the first `len` numbers from a slot and returns them.
pub(crate) fn split_off<'a>(slot: &mut Slot<'a>, len: usize) -> Slot<'a> {
    match slot {
        Slot::U8(list) => Slot::U8(list.split_off_mut(..len).unwrap_or_default()),
        Slot::I16(list) => Slot::I16(list.split_off_mut(..len).unwrap_or_default()),
        Slot::F32(list) => Slot::F32(list.split_off_mut(..len).unwrap_or_default()),
    }
}
