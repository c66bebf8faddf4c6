//! Seats: the places from which a game is played.

/// A place at the table, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats a game can have.
    pub const MOST: usize = 128;

    /// The seat as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl core::fmt::Display for Seat {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
///
/// ```
/// use gridhaunt_kernel::{Seat, SeatSet};
/// let both = SeatSet::first(2);
/// assert!(both.contains(Seat(1)) && !both.contains(Seat(2)));
/// assert_eq!(both.iter().count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "alloc::vec::Vec<Seat>", inline, description = "Seats, ascending.")
)]
pub struct SeatSet(u128);

impl SeatSet {
    /// The empty set, which holds no seat.
    pub const NONE: Self = Self(0);

    /// The seats `0..n`; all 128 if `n` is larger.
    #[inline]
    #[must_use]
    pub const fn first(n: usize) -> Self {
        if n >= Seat::MOST { Self(u128::MAX) } else { Self((1 << n) - 1) }
    }

    /// The seats whose bits are set; seat 0 is the lowest bit.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The seats of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats of this set that are in the other too.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats of either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// One bit for each seat; seat 0 is the lowest bit.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The lowest seat, none if the set is empty.
    #[inline]
    #[must_use]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The set of just this seat.
    #[inline]
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self::NONE.with(seat)
    }

    /// This set and the seat.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        if seat.index() < Seat::MOST { Self(self.0 | 1 << seat.0) } else { self }
    }

    /// Whether the seat is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.index() < Seat::MOST && self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        // Half by half: two machine words are cheaper to iterate than one of twice the size.
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        core::iter::from_fn(move || {
            if low != 0 {
                let seat = low.trailing_zeros();
                low &= low - 1;
                return Some(Seat(seat as u8));
            }
            if high != 0 {
                let seat = 64 + high.trailing_zeros();
                high &= high - 1;
                return Some(Seat(seat as u8));
            }
            None
        })
    }

    /// The seats of the set, ascending from `first` and then from 0 up to it.
    #[inline]
    pub fn iter_from(self, first: Seat) -> impl Iterator<Item = Seat> {
        let before = Self::first(first.index());
        self.without(before).iter().chain(self.and(before).iter())
    }
}

/// A set is written as the list of its seats, ascending.
#[cfg(feature = "alloc")]
impl serde::Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "alloc")]
impl<'de> serde::Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seats = alloc::vec::Vec::<Seat>::deserialize(deserializer)?;
        match seats.iter().find(|seat| seat.index() >= Seat::MOST) {
            Some(seat) => Err(serde::de::Error::custom(alloc::format!("seat {seat} is not in 0..=127"))),
            None => Ok(seats.into_iter().collect()),
        }
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: SeatSet = [3, 127, 0].map(Seat).into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 127].map(Seat));
        assert_eq!(set.iter_from(Seat(3)).collect::<Vec<_>>(), [3, 127, 0].map(Seat));
        assert_eq!(set.len(), 3);
        assert!(!set.contains(Seat(128)), "a seat beyond the last is in no set");
        assert_eq!(SeatSet::NONE.with(Seat(200)), SeatSet::NONE);
        assert_eq!(SeatSet::first(200).len(), 128);
        assert!(SeatSet::first(0).is_empty());
        assert_eq!(SeatSet::first(4).without(SeatSet::first(2)), SeatSet::from_bits(0b1100));
        assert_eq!(SeatSet::first(4).and(SeatSet::from_bits(0b11000)), SeatSet::only(Seat(3)));
        assert_eq!(SeatSet::first(1).or(SeatSet::only(Seat(2))).bits(), 0b101);
        assert_eq!((set.lowest(), SeatSet::NONE.lowest()), (Some(Seat(0)), None));
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn a_set_is_written_as_a_list() {
        let set: SeatSet = [3, 127].map(Seat).into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[3,127]");
        assert_eq!(serde_json::from_str::<SeatSet>("[127,3,3]").unwrap(), set);
        assert!(serde_json::from_str::<SeatSet>("[128]").is_err());
    }
}
