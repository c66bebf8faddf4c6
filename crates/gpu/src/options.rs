//! What a fleet is made of, and what it is asked to do.

use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::learn::{Dtype, Encoding};

/// The options of a fleet.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Options {
    pub games: usize,
    /// The seed from which worlds and their order are drawn.
    pub seed: u64,
    /// How many worlds episodes are drawn from.
    pub worlds: usize,
    /// The names of the arrays that every step writes for every seat.
    pub arrays: Vec<String>,
    /// The options of the game's encodings.
    pub lens: Map<String, Value>,
    /// Whether it is told who won the games that end.
    pub results: bool,
    /// The number of the first game, where these are a part of more: each game draws by its number.
    pub first: u64,
    /// How many threads make a block.
    pub block: u32,
    /// How many registers a thread may take; what was measured as best if nobody says.
    pub registers: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            games: 1,
            seed: 0,
            worlds: 256,
            arrays: Vec::new(),
            lens: Map::new(),
            results: false,
            first: 0,
            block: 128,
            registers: None,
        }
    }
}

/// Steps that the device plays by itself.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Stretch {
    pub steps: u64,
    /// Whether numbers are drawn from masks, or from all.
    pub masked: bool,
    /// The seed of what is drawn.
    pub seed: u64,
    /// Whether a game that ends is followed by another; without, a game that is over stays so.
    pub restart: bool,
}

impl Default for Stretch {
    fn default() -> Self {
        Self { steps: 1, masked: false, seed: 0, restart: true }
    }
}

/// The type of the numbers of an array on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Bool,
    U8,
    I16,
    F32,
}

impl Kind {
    /// How many bytes a number has.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Bool | Self::U8 => 1,
            Self::I16 => 2,
            Self::F32 => 4,
        }
    }

    /// That of an encoding.
    #[must_use]
    pub const fn of(encoding: &Encoding) -> Self {
        match encoding.dtype {
            Dtype::U8 => Self::U8,
            Dtype::I16 => Self::I16,
            Dtype::F32 => Self::F32,
        }
    }
}

/// An array on the device, as others take it: in C order, by game first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub struct View {
    pub address: u64,
    pub kind: Kind,
    pub shape: Vec<usize>,
}
