//! Everything that changes in a match, as plain numbers (R12).

use crate::ground::{Code, NodeSet, Side};
use gridhaunt_kernel::{Random, Seat, SeatSet};

/// Whether a seat is in play (R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Status {
    /// Not in play yet.
    Idle,
    /// In play.
    Active,
    /// A ghost that is out.
    Captured,
    /// A sentinel that is now a ghost, in another seat.
    Turned,
}

/// Where a ghost comes from (R12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[repr(u8)]
pub enum Origin {
    /// There from the start.
    #[default]
    Initial = 0,
    /// A copy of another ghost.
    Copy = 1,
    /// A sentinel before.
    Turned = 2,
}

gridhaunt_kernel::words! {
    /// Why a match ended (R33).
    #[derive(Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[repr(u8)]
    pub enum End {
        /// No ghost is active.
        AllCaptured: 1 = "all_captured",
        /// All loot is delivered, recovered or lost.
        LootSettled = "loot_settled",
        /// The last turn is over.
        TimeLimit = "time_limit",
    }
}

/// The winning side, or a draw (R34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the names say it")]
pub enum Winner {
    Ghosts,
    Sentinels,
    Draw,
}

impl Winner {
    /// The words for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Ghosts => "ghosts win",
            Self::Sentinels => "sentinels win",
            Self::Draw => "a draw",
        }
    }
}

/// An agent in play. Fields that only the other side uses are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Agent {
    pub node: u8,
    /// Where a ghost comes from.
    pub origin: Origin,
    /// The seat that a turncoat had.
    pub was: Seat,
    /// Captures of a sentinel.
    pub captures: u8,
    /// What a ghost carries.
    pub loot: u16,
    /// All loot that a sentinel has seized or recovered.
    pub haul: u16,
    /// The part of it that it took from ghosts.
    pub taken: u16,
    /// The energy it has left.
    pub energy: u32,
    /// The last turn on which a sentinel cannot move.
    pub frozen: u32,
}

/// What lies in a node, and when a sentinel was last there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Place {
    pub loot: u16,
    /// How many active sentinels are there, stored so that nothing has to search for them.
    pub guards: u8,
    /// The turn of the last check, 0 for never (R25).
    pub checked: u32,
}

/// What a ghost remembers of the loot in a node (R31), in one word: the time in the high bits; in the low bits 0 for
/// `some`, otherwise the amount plus one. So of two memories the larger word is the later one, and at equal times the
/// exact one (R32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Memory(u32);

const AMOUNT_BITS: u32 = 10;

impl Memory {
    /// The word of a node of which nothing is remembered.
    pub const NONE: Self = Self(0);

    /// An amount that was seen.
    #[inline]
    #[must_use]
    pub const fn exact(time: u32, amount: u16) -> Self {
        Self((time + 1) << AMOUNT_BITS | (amount as u32 + 1))
    }

    /// Loot of an amount that could not be seen.
    #[inline]
    #[must_use]
    pub const fn some(time: u32) -> Self {
        Self((time + 1) << AMOUNT_BITS)
    }

    /// The time and what was seen: an amount, or none for `some`.
    #[inline]
    #[must_use]
    pub const fn get(self) -> Option<(u32, Option<u16>)> {
        let amount = self.0 & ((1 << AMOUNT_BITS) - 1);
        match (self.0 >> AMOUNT_BITS).checked_sub(1) {
            None => None,
            Some(time) => Some((time, if amount == 0 { None } else { Some(amount as u16 - 1) })),
        }
    }

    /// Whether it is an exact amount above 0.
    #[inline]
    #[must_use]
    pub const fn is_exact_loot(self) -> bool {
        self.0 & ((1 << AMOUNT_BITS) - 1) > 1
    }

    /// The memory with this word.
    #[cfg(feature = "alloc")]
    pub(crate) const fn of_word(word: u32) -> Self {
        Self(word)
    }

    /// The memory as one word, as hashes and copies use it.
    #[inline]
    #[must_use]
    pub const fn word(self) -> u32 {
        self.0
    }
}

/// The counts of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Tally {
    /// The turn, from 1.
    pub turn: u32,
    /// Whose phase it is.
    pub phase: Side,
    /// Why it ended, none while it continues.
    pub end: Option<End>,
    /// Natives ever in play.
    pub natives: u8,
    /// Sentinels ever in play.
    pub sentinels: u8,
    /// Turncoats ever in play.
    pub turncoats: u8,
    /// Natives in play when the first ghost phase was over, 0 before (R18).
    pub ghosts_at_start: u8,
    pub captured: u8,
    pub delivered: u16,
    pub recovered: u16,
    pub lost: u16,
    pub active: SeatSet,
    /// Nodes mapped by sentinels (R25).
    pub mapped: NodeSet,
    /// The generator (R37).
    pub random: Random,
}

impl Tally {
    /// How many phases were finished before the current one (R31).
    #[inline]
    #[must_use]
    pub const fn phases(&self, code: &Code) -> u32 {
        let second = self.phase as u8 != code.first() as u8;
        2 * (self.turn.saturating_sub(1)) + second as u32
    }

    /// How many phases are finished including the current one: the time of what ghosts see in it (R31).
    #[inline]
    #[must_use]
    pub const fn time(&self, code: &Code) -> u32 {
        self.phases(code) + 1
    }

    /// The active seats of a side.
    #[inline]
    #[must_use]
    pub const fn of(&self, code: &Code, side: Side) -> SeatSet {
        self.active.and(code.side(side))
    }

    /// The seats that choose now: the active ones of the side whose phase it is, none after the end (R9, R13).
    #[inline]
    #[must_use]
    pub const fn asked(&self, code: &Code) -> SeatSet {
        if self.end.is_some() { SeatSet::NONE } else { self.of(code, self.phase) }
    }

    /// Whether a seat is in play, was, or is not yet (R9).
    #[must_use]
    pub const fn status(&self, code: &Code, seat: Seat) -> Status {
        let i = seat.index();
        let (came, out) = if i < code.first_sentinel() {
            (i < self.natives as usize, Status::Captured)
        } else if i < code.first_turncoat() {
            (i - code.first_sentinel() < self.sentinels as usize, Status::Turned)
        } else {
            (i - code.first_turncoat() < self.turncoats as usize, Status::Captured)
        };
        if self.active.contains(seat) {
            Status::Active
        } else if came {
            out
        } else {
            Status::Idle
        }
    }

    /// The number of ghosts for a result: those at the start, or natives so far while that is not known (R35).
    #[must_use]
    pub const fn ghosts(&self) -> u8 {
        if self.ghosts_at_start == 0 { self.natives } else { self.ghosts_at_start }
    }

    /// The winner of a match that ended for this reason (R34).
    #[must_use]
    pub fn winner(&self, code: &Code, end: End) -> Winner {
        let (d, r) = (u32::from(self.delivered), u32::from(self.recovered));
        let balanced = d > 0 && r > 0 && 100 * d.abs_diff(r) <= u32::from(code.margin_pct) * (d + r);
        match (code.literal, balanced) {
            (false, _) if d == 0 => Winner::Sentinels,
            (_, true) => Winner::Draw,
            // Shares cannot be equal and still not a draw: a difference of 0 is always within the margin.
            (false, false) if d > r => Winner::Ghosts,
            (false, false) => Winner::Sentinels,
            (true, false) if 2 * r > u32::from(code.total_loot) || end == End::AllCaptured => Winner::Sentinels,
            (true, false) if d > 0 => Winner::Ghosts,
            (true, false) => Winner::Sentinels,
        }
    }
}

/// The parts of a state that a step changes, wherever they are stored.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Board<'a> {
    pub tally: &'a mut Tally,
    pub agents: &'a mut [Agent],
    pub places: &'a mut [Place],
    /// The nodes each ghost knows, by [`Code::ghost`].
    pub known: &'a mut [NodeSet],
    /// What each ghost remembers, by ghost and then by node.
    pub memory: &'a mut [Memory],
}

impl Board<'_> {
    /// The same parts, for reading.
    #[inline]
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        let Self { tally, agents, places, known, memory } = self;
        Parts { tally, agents, places, known, memory }
    }
}

/// The parts of a state for reading, wherever they are stored.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Parts<'a> {
    pub tally: &'a Tally,
    pub agents: &'a [Agent],
    pub places: &'a [Place],
    /// The nodes each ghost knows, by [`Code::ghost`].
    pub known: &'a [NodeSet],
    /// What each ghost remembers, by ghost and then by node.
    pub memory: &'a [Memory],
}

impl<'a> Parts<'a> {
    /// What a ghost remembers, by node.
    #[must_use]
    pub fn memory_of(&self, code: &Code, seat: Seat) -> &'a [Memory] {
        let nodes = self.places.len();
        self.memory.get(code.ghost(seat) * nodes..).and_then(|rest| rest.get(..nodes)).unwrap_or(&[])
    }

    /// The nodes whose ports a seat knows (R31, R32).
    #[must_use]
    pub fn known_nodes(&self, code: &Code, seat: Seat) -> NodeSet {
        match code.side_of(seat) {
            _ if code.full_map => (0..self.places.len()).collect(),
            Side::Ghost => self.known[code.ghost(seat)],
            Side::Sentinel => self.tally.mapped,
        }
    }

    /// The active seats of a side in a node.
    #[must_use]
    pub fn at(&self, code: &Code, side: Side, node: u8) -> SeatSet {
        self.tally.of(code, side).iter().filter(|seat| self.agents[seat.index()].node == node).collect()
    }
}

#[cfg(feature = "alloc")]
pub use kept::State;

#[cfg(feature = "alloc")]
mod kept {
    use super::{Agent, Board, Memory, Parts, Place, Tally};
    use crate::ground::{Code, NodeSet, Side};
    use alloc::boxed::Box;
    use alloc::vec;
    use gridhaunt_kernel::{Random, Seat, SeatSet};

    /// A state as the engine stores it: as large as its match needs, and no larger.
    #[derive(Debug, PartialEq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub struct State {
        pub tally: Tally,
        /// All agents, by seat; one that is not yet in play is all 0.
        pub agents: Box<[Agent]>,
        pub places: Box<[Place]>,
        /// The nodes each ghost knows, by [`Code::ghost`].
        pub known: Box<[NodeSet]>,
        /// What each ghost remembers, by ghost and then by node. It is the only large part.
        pub memory: Box<[Memory]>,
    }

    impl Clone for State {
        fn clone(&self) -> Self {
            Self {
                tally: self.tally,
                agents: self.agents.clone(),
                places: self.places.clone(),
                known: self.known.clone(),
                memory: self.memory.clone(),
            }
        }

        /// Clones into existing memory: between states of one match it allocates nothing.
        fn clone_from(&mut self, source: &Self) {
            self.tally = source.tally;
            self.agents.clone_from(&source.agents);
            self.places.clone_from(&source.places);
            self.known.clone_from(&source.known);
            self.memory.clone_from(&source.memory);
        }
    }

    impl State {
        /// A state without agents.
        #[must_use]
        pub fn empty(code: &Code, nodes: usize, random: Random) -> Self {
            let ghosts = usize::from(code.natives) + usize::from(code.turncoats);
            Self {
                tally: Tally {
                    turn: 1,
                    phase: code.first(),
                    end: None,
                    natives: 0,
                    sentinels: 0,
                    turncoats: 0,
                    ghosts_at_start: 0,
                    captured: 0,
                    delivered: 0,
                    recovered: 0,
                    lost: 0,
                    active: SeatSet::NONE,
                    mapped: NodeSet::default(),
                    random,
                },
                agents: vec![Agent::default(); code.seats()].into(),
                places: vec![Place::default(); nodes].into(),
                known: vec![NodeSet::default(); ghosts].into(),
                memory: vec![Memory::NONE; ghosts * nodes].into(),
            }
        }

        /// The parts that a step changes.
        #[inline]
        #[must_use]
        pub fn board(&mut self) -> Board<'_> {
            Board {
                tally: &mut self.tally,
                agents: &mut self.agents,
                places: &mut self.places,
                known: &mut self.known,
                memory: &mut self.memory,
            }
        }

        /// Recounts the sentinels of every node.
        pub fn post_guards(&mut self, code: &Code) {
            self.places.iter_mut().for_each(|place| place.guards = 0);
            for seat in self.tally.of(code, Side::Sentinel).iter() {
                self.places[usize::from(self.agents[seat.index()].node)].guards += 1;
            }
        }

        /// The parts, for reading.
        #[inline]
        #[must_use]
        pub fn parts(&self) -> Parts<'_> {
            let Self { tally, agents, places, known, memory } = self;
            Parts { tally, agents, places, known, memory }
        }

        /// What a ghost remembers, by node.
        #[must_use]
        pub fn memory_of(&self, code: &Code, seat: Seat) -> &[Memory] {
            self.parts().memory_of(code, seat)
        }

        /// The active seats of a side in a node.
        #[must_use]
        pub fn at(&self, code: &Code, side: Side, node: u8) -> SeatSet {
            self.parts().at(code, side, node)
        }
    }
}
