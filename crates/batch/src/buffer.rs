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
    pub(crate) fn new(dtype: Dtype, len: usize) -> Self {
        match dtype {
            Dtype::U8 => Self::U8(vec![0; len].into()),
            Dtype::I16 => Self::I16(vec![0; len].into()),
            Dtype::F32 => Self::F32(vec![0.0; len].into()),
        }
    }

    pub(crate) fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::U8(list) => Slot::U8(list),
            Self::I16(list) => Slot::I16(list),
            Self::F32(list) => Slot::F32(list),
        }
    }
}

/// Takes the first `len` numbers off a slot.
pub(crate) fn split_off<'a>(slot: &mut Slot<'a>, len: usize) -> Slot<'a> {
    match slot {
        Slot::U8(list) => Slot::U8(list.split_off_mut(..len).unwrap_or_default()),
        Slot::I16(list) => Slot::I16(list.split_off_mut(..len).unwrap_or_default()),
        Slot::F32(list) => Slot::F32(list.split_off_mut(..len).unwrap_or_default()),
    }
}
