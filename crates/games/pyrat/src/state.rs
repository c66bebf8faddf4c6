//! Everything that changes in a game, as plain bytes.

use gridhaunt_kernel::bits::Bits;

/// Whether the game continues, or why it ended (R18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// The game continues.
    Running = 0,
    /// A seat has strictly more than half of all cheese.
    Majority = 1,
    /// No cheese is left.
    Cleared = 2,
    /// The turns are used up.
    TurnLimit = 3,
}

impl Status {
    /// Its name, by code.
    pub const NAMES: [&'static str; 4] = ["running", "majority", "cleared", "turn_limit"];

    /// The status with this code.
    #[inline]
    #[must_use]
    pub const fn from_u8(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Running),
            1 => Some(Self::Majority),
            2 => Some(Self::Cleared),
            3 => Some(Self::TurnLimit),
            _ => None,
        }
    }

    /// Whether the game continues.
    #[inline]
    #[must_use]
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running)
    }

    /// The name in JSON and results, in snake case: `turn_limit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The state (R8), and the three numbers of the settings that a turn needs. `W` words of cheese hold boards of up to
/// `32 × W` cells; `State<10>` is one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
#[allow(missing_docs, reason = "the names say it")]
pub struct State<const W: usize> {
    /// Cells of python and rat; for a player in transit, the cell it goes to (R15).
    pub pos: [u16; 2],
    pub half: [u16; 2],
    pub turn: u16,
    pub max_turns: u16,
    pub cheese_left: u16,
    /// Cheese at the start, T.
    pub cheese_total: u16,
    /// How many of the next turns of each seat will be ignored.
    pub delay: [u8; 2],
    /// Whether the game continues.
    pub status: Status,
    /// Whether a majority ends the game (R18).
    pub end_on_majority: bool,
    /// The index of the world of this game in a pool; 0 for a game without a pool.
    pub world: u32,
    /// The cells that hold cheese.
    pub cheese: Bits<W>,
}

const _: () = assert!(size_of::<State<10>>() == 64 && size_of::<State<26>>() == 128);
const _: () = assert!(size_of::<State<42>>() == 192 && size_of::<State<128>>() == 536);
