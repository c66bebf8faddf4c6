//! Worlds and first states as plain bytes, for a machine that shares neither memory nor compiler with this one, such as
//! a GPU.
//!
//! Values are written field by field, lowest byte first, so that no layout of types in memory has an influence. What is
//! read is only ever what was written here: bytes that are missing read as 0.

use crate::bits::Bits;
use crate::flock::Beginning;
use crate::grid::{Cell, Grid};
use crate::heap::*;
use crate::learn::Heap;
use crate::{Learn, Random, Seat, SeatSet};

/// Bytes that are being read.
#[derive(Clone, Debug)]
pub struct Hold<'a>(pub &'a [u8]);

impl Hold<'_> {
    /// The next bytes.
    fn take<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk() {
            Some((bytes, rest)) => {
                self.0 = rest;
                *bytes
            }
            None => [0; N],
        }
    }
}

/// A value that can be carried to another machine; see [`freight!`](crate::freight!).
///
/// ```
/// use gridhaunt_kernel::freight::{Freight, Hold};
/// let mut bytes = Vec::new();
/// (7u16, vec![Some(true), None]).load(&mut bytes);
/// assert_eq!(<(u16, Vec<Option<bool>>)>::unload(&mut Hold(&bytes)), (7, vec![Some(true), None]));
/// ```
pub trait Freight: Sized {
    /// Appends the value.
    fn load(&self, bytes: &mut Vec<u8>);
    /// Reads what [`Freight::load`] wrote.
    fn unload(hold: &mut Hold<'_>) -> Self;
}

/// A game that a device can play: its worlds are loaded here and unloaded there.
pub trait Carried: Learn<Lens: Freight> {
    /// The name of this game and size among the kernels of a device.
    const KERNELS: &'static str;

    /// Appends a world with its first state. What neither steps, masks, rewards nor arrays read may be left out.
    fn load(beginning: &Beginning<Self>, bytes: &mut Vec<u8>);

    /// Reads what [`Carried::load`] wrote.
    fn unload(hold: &mut Hold<'_>) -> Beginning<Self>;
}

/// How the worlds of a [`Carried`] game are loaded, for those who do not know that it is one.
#[derive(Clone, Copy, Debug)]
pub struct Carriage<G: Learn> {
    /// [`Carried::KERNELS`].
    pub kernels: &'static str,
    /// [`Carried::load`].
    pub load: fn(&Beginning<G>, &mut Vec<u8>),
    /// Appends a lens.
    pub load_lens: fn(&G::Lens, &mut Vec<u8>),
}

impl<G: Carried> Carriage<G> {
    /// That of the game itself.
    #[allow(clippy::new_without_default, reason = "it is a constant")]
    #[must_use]
    pub const fn new() -> Self {
        Self { kernels: G::KERNELS, load: G::load, load_lens: <G::Lens as Freight>::load }
    }
}

impl<G: Learn> Carriage<G> {
    /// Loads worlds with their first states.
    #[must_use]
    pub fn cargo<'a>(
        &self,
        settings: &G::Settings,
        lens: G::Lens,
        beginnings: impl Iterator<Item = &'a Beginning<G>>,
    ) -> Cargo
    where
        G: 'a,
    {
        let mut bytes = Vec::new();
        (self.load_lens)(&lens, &mut bytes);
        let mut worlds = Vec::new();
        let mut heap = Heap::default();
        for beginning in beginnings {
            worlds.push(bytes.len() as u64);
            (self.load)(beginning, &mut bytes);
            let needed = G::heap(&beginning.0, &beginning.1);
            heap = Heap { world: heap.world.max(needed.world), state: heap.state.max(needed.state) };
        }
        Cargo {
            kernels: self.kernels,
            seats: G::seats_of(settings),
            actions: G::actions(settings),
            bytes,
            worlds,
            heap,
        }
    }
}

/// The worlds of a batch, ready to be carried.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Cargo {
    /// [`Carried::KERNELS`].
    pub kernels: &'static str,
    pub seats: usize,
    /// How many numbered actions a seat has.
    pub actions: usize,
    /// The lens, then the worlds with their first states.
    pub bytes: Vec<u8>,
    /// Where each world begins in the bytes.
    pub worlds: Vec<u64>,
    /// The most that a world and a state take on a heap.
    pub heap: Heap,
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Freight for $type {
            fn load(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn unload(hold: &mut Hold<'_>) -> Self {
                Self::from_le_bytes(hold.take())
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 u128 i16 i32 i64 f32);

impl Freight for () {
    fn load(&self, _bytes: &mut Vec<u8>) {}

    fn unload(_hold: &mut Hold<'_>) -> Self {}
}

impl Freight for bool {
    fn load(&self, bytes: &mut Vec<u8>) {
        bytes.push((*self).into());
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        u8::unload(hold) != 0
    }
}

impl<A: Freight, B: Freight> Freight for (A, B) {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.0.load(bytes);
        self.1.load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        (A::unload(hold), B::unload(hold))
    }
}

impl<T: Freight> Freight for Option<T> {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.is_some().load(bytes);
        self.iter().for_each(|value| value.load(bytes));
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        bool::unload(hold).then(|| T::unload(hold))
    }
}

impl<T: Freight, const N: usize> Freight for [T; N] {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|value| value.load(bytes));
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        core::array::from_fn(|_| T::unload(hold))
    }
}

impl<T: Freight> Freight for Vec<T> {
    fn load(&self, bytes: &mut Vec<u8>) {
        (self.len() as u32).load(bytes);
        self.iter().for_each(|value| value.load(bytes));
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        let len = u32::unload(hold);
        (0..len).map(|_| T::unload(hold)).collect()
    }
}

impl<T: Freight> Freight for Box<[T]> {
    fn load(&self, bytes: &mut Vec<u8>) {
        (self.len() as u32).load(bytes);
        self.iter().for_each(|value| value.load(bytes));
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        Vec::unload(hold).into()
    }
}

impl Freight for Grid {
    fn load(&self, bytes: &mut Vec<u8>) {
        (self.width(), self.height()).load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        let (width, height) = Freight::unload(hold);
        Self::at_least(width, height)
    }
}

impl Freight for SeatSet {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.bits().load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        Self::from_bits(u128::unload(hold))
    }
}

impl Freight for Seat {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.0.load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        Self(u8::unload(hold))
    }
}

impl<const W: usize> Freight for Bits<W> {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.0.load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        Self(Freight::unload(hold))
    }
}

/// Makes [`Freight`] of structs, field by field, and of enums that [`words!`](crate::words!) declares.
///
/// ```
/// use gridhaunt_kernel::freight::{Freight, Hold};
/// # #[derive(Debug, PartialEq)]
/// struct Pair<const N: usize> { left: [u8; N], right: Option<Side> }
/// gridhaunt_kernel::words! {
///     /// Left or right.
///     enum Side { Left = "left", Right = "right" }
/// }
/// gridhaunt_kernel::freight!(impl[const N: usize] Pair<N> { left, right });
/// gridhaunt_kernel::freight!(words Side);
///
/// let mut bytes = Vec::new();
/// let pair = Pair { left: [1, 2], right: Some(Side::Right) };
/// pair.load(&mut bytes);
/// assert_eq!(bytes, [1, 2, 1, 1]);
/// assert_eq!(Pair::unload(&mut Hold(&bytes)), pair);
/// ```
#[macro_export]
macro_rules! freight {
    (impl[$($generics:tt)*] $name:ty { $($field:ident),+ $(,)? }) => {
        impl<$($generics)*> $crate::freight::Freight for $name {
            fn load(&self, bytes: &mut $crate::heap::Vec<u8>) {
                $($crate::freight::Freight::load(&self.$field, bytes);)+
            }

            fn unload(hold: &mut $crate::freight::Hold<'_>) -> Self {
                Self { $($field: $crate::freight::Freight::unload(hold)),+ }
            }
        }
    };
    (words $($name:ty),+) => {$(
        impl $crate::freight::Freight for $name {
            fn load(&self, bytes: &mut $crate::heap::Vec<u8>) {
                bytes.push(*self as u8);
            }

            fn unload(hold: &mut $crate::freight::Hold<'_>) -> Self {
                Self::from_u8($crate::freight::Freight::unload(hold)).unwrap_or(Self::ALL[0])
            }
        }
    )+};
}

freight!(impl[] Random { key, counter });
freight!(impl[] Cell { x, y });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_reads_as_nothing() {
        assert_eq!(<(u64, Vec<u8>)>::unload(&mut Hold(&[1])), (0, vec![]));
        assert_eq!(Option::<u32>::unload(&mut Hold(&[])), None);
        assert_eq!(Grid::unload(&mut Hold(&[])), Grid::at_least(1, 1));
    }
}
