//! Everything that changes in a match, as plain numbers.

use crate::ground::Packed;
use gridhaunt_kernel::Random;

gridhaunt_kernel::words! {
    /// Which side, or whose phase it is (R11).
    #[derive(PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[repr(u8)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Side {
        Survivor = "survivor",
        Killer = "killer",
    }

    /// Whether a survivor is in play, or how it left (R6).
    #[derive(Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Status {
        /// On the board.
        In = "in",
        /// Out through an exit.
        Escaped = "escaped",
        /// Caught by a killer.
        Captured = "captured",
        /// Left on the board when time ran out.
        Stranded = "stranded",
    }

    /// Why a match ended (R26).
    #[derive(Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[repr(u8)]
    pub enum End {
        /// No survivor is in.
        BoardEmpty: 1 = "board_empty",
        /// The last round is over.
        TimeLimit = "time_limit",
    }

    /// Why a unit's latest choice had no effect, or that there was none (R14, R16 to R20, R33).
    #[derive(Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[repr(u8)]
    pub enum Last {
        /// The wish lay off the board.
        OutOfBounds: 1 = "out_of_bounds",
        /// The wish was an exit barred to killers.
        ForbiddenCell = "forbidden_cell",
        /// Two units wanted each other's cells.
        Swap = "swap",
        /// A ring of units wanted to rotate.
        Cycle = "cycle",
        /// Another unit won the cell.
        Contested = "contested",
        /// A unit that stays stood there.
        Blocked = "blocked",
        /// There was no choice.
        NoAction = "no_action",
    }
}

impl Side {
    /// The side that this one plays against.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Survivor => Self::Killer,
            Self::Killer => Self::Survivor,
        }
    }
}

/// The state (R6) of a match with at most `N` units on each side, `N` up to 16.
///
/// Unused entries always have the same value, so that equal states are equal bytes: for ids beyond a side `last` is
/// none and captures are 0; their cells, and those of survivors that have left, are [`nowhere`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
#[allow(missing_docs, reason = "the names say it")]
pub struct State<const N: usize> {
    pub killers: [Packed; N],
    /// Cells of the survivors that are in.
    pub survivors: [Packed; N],
    /// The results of the latest choices of survivors and of killers, by [`Side`].
    pub last: [[Option<Last>; N]; 2],
    pub captures: [u8; N],
    /// Ids of the survivors that are in, one bit for each.
    pub inside: u16,
    /// Ids of those that escaped.
    pub escaped: u16,
    /// Ids of those that were captured.
    pub captured: u16,
    /// Ids of those that were stranded.
    pub stranded: u16,
    /// The round, from 1.
    pub round: u16,
    /// Whose phase it is.
    pub phase: Side,
    /// Why the match ended, none while it continues.
    pub end: Option<End>,
    /// The generator, as the set-up left it (R51).
    pub random: Random,
}

/// The cell of a unit that does not exist. All of them differ, and are far from each other and from the upper rows of
/// the largest boards; on smaller boards they lie off the board.
#[inline]
#[must_use]
pub const fn nowhere(side: Side, id: usize) -> Packed {
    let column = 8 * id as u16 + 128 * (side as u16);
    255 << 8 | column
}

/// The cells of a side without units.
#[must_use]
pub fn nobody<const N: usize>(side: Side) -> [Packed; N] {
    core::array::from_fn(|id| nowhere(side, id))
}

const _: () = assert!(size_of::<State<8>>() == 88);

impl<const N: usize> State<N> {
    /// The status of a survivor.
    #[must_use]
    pub fn status(&self, survivor: usize) -> Status {
        let is = |set: u16| survivor < 16 && set >> survivor & 1 == 1;
        if is(self.inside) {
            Status::In
        } else if is(self.escaped) {
            Status::Escaped
        } else if is(self.captured) {
            Status::Captured
        } else {
            Status::Stranded
        }
    }

    /// Counts of those in, escaped, captured and stranded.
    #[inline]
    #[must_use]
    pub const fn counts(&self) -> Counts {
        Counts {
            inside: self.inside.count_ones() as u8,
            escaped: self.escaped.count_ones() as u8,
            captured: self.captured.count_ones() as u8,
            stranded: self.stranded.count_ones() as u8,
        }
    }
}

/// How many survivors have each status (R27).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Counts {
    pub inside: u8,
    pub escaped: u8,
    pub captured: u8,
    pub stranded: u8,
}

gridhaunt_kernel::words! {
    /// The winning side, or a draw (R28).
    #[derive(Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Winner {
        Survivors = "survivors",
        Killers = "killers",
        Draw = "draw",
    }
}

impl Winner {
    /// The winner under `strict`, or under `score`.
    #[must_use]
    pub const fn of(counts: Counts, strict: bool) -> Self {
        let Counts { escaped, captured, stranded, .. } = counts;
        let lost = captured + stranded;
        if strict {
            return if lost == 0 { Self::Survivors } else { Self::Killers };
        }
        if escaped > lost {
            Self::Survivors
        } else if escaped < lost {
            Self::Killers
        } else {
            Self::Draw
        }
    }

    /// The words for people: `killers win`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Survivors => "survivors win",
            Self::Killers => "killers win",
            Self::Draw => "draw",
        }
    }
}
