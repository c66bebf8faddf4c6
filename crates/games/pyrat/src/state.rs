//! Everything that changes in a game, as plain bytes.

use gridhaunt_kernel::bits::Bits;

gridhaunt_kernel::words! {
    /// Whether the game continues, or why it ended (R18).
    #[derive(Hash)]
    #[repr(u8)]
    pub enum Status {
        /// The game continues.
        Running = "running",
        /// A seat has strictly more than half of all cheese.
        Majority = "majority",
        /// No cheese is left.
        Cleared = "cleared",
        /// The turns are used up.
        TurnLimit = "turn_limit",
    }
}

impl Status {
    /// Whether the game continues.
    #[inline]
    #[must_use]
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running)
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
