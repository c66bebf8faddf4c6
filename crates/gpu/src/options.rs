//! What a fleet is made of, and what it is asked to do.

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Cast, Policy};
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
    /// Whether the game moves the seats that it can move by itself: the others alone are learned.
    pub moved: bool,
    /// Whether a step then goes on until a learned seat is asked.
    pub until_asked: bool,
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
            moved: false,
            until_asked: false,
            first: 0,
            block: 128,
            registers: None,
        }
    }
}

impl Options {
    /// How many of so many seats are learned.
    ///
    /// # Errors
    /// Seats are to be moved that the game does not move; steps go on until a learned seat is asked where all are learned.
    pub fn learned(&self, opened: &dyn Opened, seats: usize) -> Result<usize, Invalid> {
        if !self.moved {
            let wrong = || Invalid::new("until_asked", true, "false on a device, unless some seats are moved");
            return if self.until_asked { Err(wrong()) } else { Ok(seats) };
        }
        opened.unmoved().ok_or_else(|| Invalid::new("moved", true, "false: this game moves no seat by itself"))
    }

    /// Whether seats are moved so that this cast plays: on a device all seats are learned, or all but those that the game
    /// can move by itself.
    ///
    /// # Errors
    /// Any other cast.
    pub fn moves(opened: &dyn Opened, cast: &Cast) -> Result<bool, Invalid> {
        if cast.troupes.is_empty() {
            return Ok(false);
        }
        let of = |seats: &mut dyn Iterator<Item = usize>| {
            let names = seats.filter_map(|seat| cast.agents.get(seat).map(String::as_str));
            names.collect::<Vec<_>>().join(", ")
        };
        let mut learned = cast.learned.iter().map(|seat| seat.index());
        let Some(unmoved) = opened.unmoved() else {
            return Err(Invalid::new(
                "seats",
                of(&mut learned),
                "all seats on a device, which moves none of this game by itself",
            ));
        };
        if !learned.clone().eq(0..unmoved) {
            let expected = format!("all seats on a device, or {}: it moves the others", of(&mut (0..unmoved)));
            return Err(Invalid::new("seats", of(&mut learned), expected));
        }
        let all: Vec<Value> = (0..unmoved).map(Value::from).collect();
        let usual = Cast::read(opened, &Value::Array(all), &Value::Null)?;
        let mut pairs = cast.words().zip(usual.words());
        match pairs.find(|(given, usual)| given != usual) {
            Some(((seat, words), (_, usual))) => {
                let field = format!("opponents.{}", cast.agents[seat.index()]);
                Err(Invalid::new(field, words, format!("{usual}, which it is on a device")))
            }
            None if cast.words().count() != usual.words().count() => {
                Err(Invalid::new("opponents", "a mixture", "the usual bots on a device, which moves no others"))
            }
            None => Ok(true),
        }
    }
}

/// Steps that the device plays by itself.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Stretch {
    pub steps: u64,
    /// Who chooses: everybody but bots.
    pub policy: Policy,
    /// The seed of what is drawn.
    pub seed: u64,
    /// Whether a game that ends is followed by another; without, a game that is over stays so.
    pub restart: bool,
}

impl Default for Stretch {
    fn default() -> Self {
        Self { steps: 1, policy: Policy::Uniform, seed: 0, restart: true }
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
