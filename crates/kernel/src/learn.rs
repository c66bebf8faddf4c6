//! How learners observe and control a game: numbered actions, masks, rewards and arrays.

use crate::flock::Pack;
use crate::freight::Carriage;
use crate::heap::*;
use crate::json::{Map, Value};
use crate::outcome::Standing;
use crate::settings::Declared;
use crate::{ActionCode, Game, Invalid, Random, Seat};

/// The type of an array's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// Bytes.
    U8,
    /// Signed 16-bit numbers.
    I16,
    /// 32-bit floats.
    F32,
}

/// One array that a seat can observe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The name that selects it among the encodings of a game.
    pub name: &'static str,
    /// The type of its numbers.
    pub dtype: Dtype,
    /// Its shape for one seat of one game.
    pub shape: Vec<usize>,
    /// What it holds, in a sentence.
    pub about: &'static str,
}

impl Encoding {
    /// How many numbers one seat of one game has in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// How many bytes one seat of one game takes in it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let each = match self.dtype {
            Dtype::U8 => 1,
            Dtype::I16 => 2,
            Dtype::F32 => 4,
        };
        self.len().saturating_mul(each)
    }

    /// Whether it has no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The arrays that every game has, after the game's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// [`Learn::mask`].
    Mask,
    /// Whether the seat chooses now.
    Asked,
    /// [`Learn::lasts`].
    Lasts,
}

impl Common {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Mask, Self::Asked, Self::Lasts];

    /// The description of the array, for a game with this many actions.
    #[must_use]
    pub fn encoding(self, actions: usize) -> Encoding {
        let (name, len, about) = match self {
            Self::Mask => ("mask", actions, "1 for every action worth considering"),
            Self::Asked => ("asked", 1, "1 for a seat that chooses now"),
            Self::Lasts => ("lasts", 1, "1 until the seat's own episode ends"),
        };
        Encoding { name, dtype: Dtype::U8, shape: alloc::vec![len], about }
    }
}

/// All arrays a game offers: its own, then those that every game has.
pub fn all_encodings<G: Learn>(settings: &G::Settings, lens: G::Lens) -> Vec<Encoding> {
    let mut list = G::encodings(settings, lens);
    list.extend(Common::ALL.map(|common| common.encoding(G::actions(settings))));
    list
}

/// The reward of a seat for the step between two states, 0 if the match was over before it.
pub fn reward_between<G: Learn>(
    world: &G::World,
    before: &G::State,
    after: &G::State,
    seat: Seat,
    lens: G::Lens,
) -> f32 {
    if G::phase(world, before).is_over() {
        return 0.0;
    }
    G::reward(world, &G::account(world, before, lens), after, seat, lens)
}

/// Memory for one array of one seat, as long as its encoding says.
#[derive(Debug)]
pub enum Slot<'a> {
    /// Bytes.
    U8(&'a mut [u8]),
    /// Signed 16-bit numbers.
    I16(&'a mut [i16]),
    /// 32-bit floats.
    F32(&'a mut [f32]),
}

impl Slot<'_> {
    /// The part `from..from + len` of this memory.
    #[inline]
    #[must_use]
    pub fn part(&mut self, from: usize, len: usize) -> Slot<'_> {
        match self {
            Slot::U8(all) => Slot::U8(&mut all[from..from + len]),
            Slot::I16(all) => Slot::I16(&mut all[from..from + len]),
            Slot::F32(all) => Slot::F32(&mut all[from..from + len]),
        }
    }
}

impl<'a> From<&'a mut [u8]> for Slot<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        Slot::U8(bytes)
    }
}

impl<'a> From<&'a mut [f32]> for Slot<'a> {
    fn from(numbers: &'a mut [f32]) -> Self {
        Slot::F32(numbers)
    }
}

/// Bytes on the heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Heap {
    pub world: usize,
    pub state: usize,
}

/// Seats that a game can move by itself, as the default bots of their roles with their usual options would: where nobody
/// is asked, as on a device.
pub struct Movers<G: Learn> {
    /// How many seats come before the first of them; all behind it are moved.
    pub after: fn(&G::Settings) -> usize,
    /// What a seat that is asked does, with the generator of its bot.
    pub act: Act<G>,
}

/// What a seat does in a state, with a generator of its own.
pub type Act<G> = fn(&<G as Game>::World, &<G as Game>::State, Seat, &mut Random) -> Option<<G as Game>::Action>;

/// A game that can be learned.
///
/// Actions are numbered from 0 to [`Learn::actions`] - 1. A *lens* is how the learner observes the game: an
/// orientation, a window, a kind of reward.
pub trait Learn: Game {
    /// How the learner observes the game: options declared with [`settings!`](crate::settings!), or `()`.
    type Lens: Declared + Copy + Send + Sync + core::fmt::Debug + 'static;

    /// Games stepped side by side: [`crate::flock::Single`], or something with lanes.
    type Pack: Pack<Self>;

    /// What the rewards of a step need of the state before it, so that no state is copied to pay them; `()` where the
    /// state after the step says it all.
    type Account: Clone + Default + core::fmt::Debug + Send + 'static;

    /// How its worlds are loaded for a device that plays it; none if no device does.
    const CARRIAGE: Option<Carriage<Self>> = None;

    /// Whether the game has [`Learn::usual`].
    const USUAL: bool = false;

    /// Whether the game has [`Learn::frequent`].
    const FREQUENT: bool = false;

    /// Moves some of its seats, if the game can do that by itself.
    const MOVERS: Option<Movers<Self>> = None;

    /// The arrays, by index, that [`Learn::update`] brings up to date from the state before; it writes the others anew.
    const FOLLOWED: &[usize] = &[];

    /// Plays a step in which only the usual happens, with a number for each seat: nobody is paid, and the match goes on. Returns
    /// false, and has changed nothing, if there may be more to it.
    ///
    /// Threads of a device go side by side as long as they do the same, so that a game gains by having in one piece, without
    /// branches, what most of its steps are.
    #[inline(always)]
    fn usual(_world: &Self::World, _state: &mut Self::State, _lens: Self::Lens, _numbers: &[u8]) -> bool {
        false
    }

    /// Plays a step that is more than the usual, but of a kind that comes often and is short beside what the rules provide for:
    /// seats may be paid, and the match may end. Returns false, and has changed nothing, if there may be more to it.
    #[inline(always)]
    fn frequent(_world: &Self::World, _state: &mut Self::State, _lens: Self::Lens, _numbers: &[u8]) -> bool {
        false
    }

    /// Reads a lens from its options.
    fn lens(options: &Map<String, Value>) -> Result<Self::Lens, Invalid> {
        Self::Lens::from_options(options)
    }

    /// How many numbered actions a seat has: those of [`Game::INFO`], unless the game overrides it.
    fn actions(_settings: &Self::Settings) -> usize {
        Self::INFO.actions.into()
    }

    /// How many seats a game with these settings has: the maximum of [`Game::INFO`], unless the game overrides it.
    fn seats_of(_settings: &Self::Settings) -> usize {
        Self::INFO.seats.1.into()
    }

    /// How many places a table that is a policy tells apart: where a seat can be, unless there is no such thing.
    fn places(_settings: &Self::Settings) -> usize {
        1
    }

    /// The place of a seat, below [`Learn::places`], as far as the seat knows it.
    #[inline]
    fn place(_world: &Self::World, _state: &Self::State, _seat: Seat, _lens: Self::Lens) -> usize {
        0
    }

    /// The arrays that a seat can observe with these settings and this lens, without those that every game has.
    fn encodings(_settings: &Self::Settings, _lens: Self::Lens) -> Vec<Encoding> {
        Vec::new()
    }

    /// Writes array number `which` of [`Learn::encodings`] completely.
    fn encode(
        _world: &Self::World,
        _state: &Self::State,
        _seat: Seat,
        _lens: Self::Lens,
        _which: usize,
        _out: Slot<'_>,
    ) {
    }

    /// Updates an array that shows `before` so that it shows `after`, which is one step later in the same world.
    fn update(
        world: &Self::World,
        _before: &Self::State,
        after: &Self::State,
        seat: Seat,
        lens: Self::Lens,
        which: usize,
        out: Slot<'_>,
    ) {
        Self::encode(world, after, seat, lens, which, out);
    }

    /// Writes 1 for every number that a policy should consider and 0 for the others. A seat that chooses now has at
    /// least one 1; for other seats each game decides what to write, and their choice is ignored. By default every
    /// allowed action has 1.
    fn mask(world: &Self::World, state: &Self::State, seat: Seat, lens: Self::Lens, out: &mut [u8]) {
        for (number, bit) in out.iter_mut().enumerate() {
            let action = Self::numbered(world, state, seat, lens, number);
            *bit = action.is_some_and(|action| Self::allows(world, state, seat, action)).into();
        }
    }

    /// The action that a number stands for in this state, none if it stands for none. By default the action with this
    /// code.
    fn numbered(
        _world: &Self::World,
        _state: &Self::State,
        _seat: Seat,
        _lens: Self::Lens,
        number: usize,
    ) -> Option<Self::Action> {
        Self::Action::from_code(number as u64)
    }

    /// What the rewards of the next step need of this state.
    #[inline]
    fn account(_world: &Self::World, _state: &Self::State, _lens: Self::Lens) -> Self::Account {
        Self::Account::default()
    }

    /// The reward of the seat for a step of a match that was not over before it: `before` is the account of the state
    /// before the step, `after` the state after it. By default the step that ends the match is worth 1 to a seat that is
    /// first and -1 to the others, and 0 if all are first.
    fn reward(world: &Self::World, _before: &Self::Account, after: &Self::State, seat: Seat, _lens: Self::Lens) -> f32 {
        let first = |standing: &Standing| standing.rank == 1;
        match Self::outcome(world, after) {
            Some(end) if !end.seats.iter().all(first) => {
                if end.seats.get(seat.index()).is_some_and(first) {
                    1.0
                } else {
                    -1.0
                }
            }
            _ => 0.0,
        }
    }

    /// Whether the seat's own episode continues; it may end before the match does.
    fn lasts(world: &Self::World, state: &Self::State, _seat: Seat, _lens: Self::Lens) -> bool {
        !Self::phase(world, state).is_over()
    }

    /// What the world and the state hold on the heap beyond their own size, in bytes, so that the memory of a batch is
    /// known before it is allocated. Small allocations need not be counted.
    fn heap(_world: &Self::World, _state: &Self::State) -> Heap {
        Heap::default()
    }

    /// The seat whose choice arrives first when all are given at once; the others follow by number, and then from seat
    /// 0 again.
    fn first_to_arrive(_world: &Self::World, _state: &Self::State) -> Seat {
        Seat(0)
    }
}
