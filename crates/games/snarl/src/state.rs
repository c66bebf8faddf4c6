//! Everything that changes in a match: a few cache lines of plain data.

use crate::actor::{Actor, ActorKind};
use crate::ground::{Ground, Site, Tile};
use gridhaunt_kernel::{Random, Seat};

/// The most players (section 11).
pub const PLAYERS: usize = 4;

/// The most adversaries: 32 of each kind (section 11).
pub const ADVERSARIES: usize = 64;

gridhaunt_kernel::words! {
    /// The status of a player in the level (R64).
    #[derive(Hash, Default)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[repr(u8)]
    pub enum Status {
        /// In it.
        #[default]
        In = "in",
        /// Left it by the exit.
        Exited = "exited",
        /// Caught by an adversary.
        Expelled = "expelled",
        /// Still in it after the last round (R26).
        Stranded = "stranded",
        /// Out of the game (R24).
        Forfeited = "forfeited",
    }
}

/// A player: its position in the level, its status and its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Player {
    /// Its tile; without meaning once it has left the level, and then the first tile.
    pub at: Tile,
    /// Whether it is in the level.
    pub status: Status,
    /// Levels it left by the exit.
    pub exits: u8,
    /// Times it was expelled.
    pub ejects: u8,
    pub keys: u8,
}

/// Players in the order in which something happened to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Order {
    seats: [Seat; PLAYERS],
    len: u8,
}

impl Order {
    /// Adds a seat that is not in the list yet.
    #[inline]
    pub fn push(&mut self, seat: Seat) {
        if let Some(slot) = self.seats.get_mut(usize::from(self.len)) {
            *slot = seat;
            self.len += 1;
        }
    }

    /// The seats in the order in which they were added.
    #[inline]
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }
}

gridhaunt_kernel::words! {
    /// How the game ended (R29).
    #[repr(u8)]
    pub enum End {
        /// A player left the last level.
        Won: 1 = "won",
        /// No player left a level: all were expelled.
        Expelled = "expelled",
        /// No player left a level, and at least one was stranded in it.
        Stranded = "stranded",
    }
}

/// A place in the order of a round, from 0: players by seat, then zombies, then ghosts (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place(pub u8);

/// Everything that changes in a match, its generator included. What every act touches comes first, so that with few
/// adversaries it is one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct State {
    /// The players by seat; entries beyond the number of players are never in the level.
    pub players: [Player; PLAYERS],
    /// The level, from 0.
    pub level: u8,
    /// Whose turn it is.
    pub turn: Place,
    /// Whether the exit is locked.
    pub locked: bool,
    /// Whether the key lies in the level.
    pub key: bool,
    /// The round of the level, from 1.
    pub round: u32,
    /// How the game ended.
    pub end: Option<End>,
    /// The player that took the key of this level.
    pub taker: Option<Seat>,
    /// The tiles of the zombies, then of the ghosts; unused entries hold the first tile.
    pub hunters: [Tile; ADVERSARIES],
    /// The players that left this level, in order.
    pub exits: Order,
    /// The players expelled in this level, in order, including forfeits.
    pub ejects: Order,
    /// How many players the zombies and the ghosts expelled (R28).
    pub caught: [u16; 2],
    /// The total rounds of the previous levels.
    pub past_rounds: u32,
    /// The state's generator (R42).
    pub random: Random,
}

impl State {
    /// A state in which no actor has been placed yet.
    #[must_use]
    pub fn empty(random: Random, level: u8) -> Self {
        Self {
            random,
            level,
            turn: Place::default(),
            locked: false,
            key: false,
            end: None,
            taker: None,
            round: 1,
            past_rounds: 0,
            exits: Order::default(),
            ejects: Order::default(),
            caught: [0; 2],
            players: [Player::default(); PLAYERS],
            hunters: [Tile::default(); ADVERSARIES],
        }
    }

    /// The level that is played.
    #[inline]
    #[must_use]
    pub fn site<'a>(&self, ground: &Ground<'a>) -> &'a Site {
        &ground.sites[usize::from(self.level)]
    }

    /// The actor that acts now (R14); none when the game is over.
    #[inline]
    #[must_use]
    pub fn actor(&self, ground: &Ground<'_>) -> Option<Actor> {
        if self.end.is_some() {
            return None;
        }
        let (players, zombies) = (ground.code.players, self.site(ground).zombies);
        let (kind, number) = match self.turn.0.checked_sub(players) {
            None => (ActorKind::Player, self.turn.0),
            Some(hunter) if hunter < zombies => (ActorKind::Zombie, hunter),
            Some(hunter) => (ActorKind::Ghost, hunter - zombies),
        };
        Some(Actor { kind, number })
    }

    /// The seat that chooses for an actor (R8).
    #[inline]
    #[must_use]
    pub const fn seat_of(ground: &Ground<'_>, actor: Actor) -> Seat {
        match actor.kind {
            ActorKind::Player => Seat(actor.number),
            ActorKind::Zombie => Seat(ground.code.players),
            ActorKind::Ghost => Seat(ground.code.players + 1),
        }
    }

    /// The zombies' tiles, then the ghosts'.
    #[inline]
    #[must_use]
    pub fn hunters<'a>(&'a self, site: &Site) -> &'a [Tile] {
        &self.hunters[..(usize::from(site.zombies) + usize::from(site.ghosts)).min(ADVERSARIES)]
    }

    /// The index of an adversary among the hunters.
    #[inline]
    #[must_use]
    pub const fn hunter_index(site: &Site, actor: Actor) -> usize {
        match actor.kind {
            ActorKind::Ghost => site.zombies as usize + actor.number as usize,
            _ => actor.number as usize,
        }
    }

    /// The adversary with this index among the hunters.
    #[inline]
    #[must_use]
    pub const fn hunter(site: &Site, index: usize) -> Actor {
        match (index as u8).checked_sub(site.zombies) {
            Some(number) => Actor { kind: ActorKind::Ghost, number },
            None => Actor { kind: ActorKind::Zombie, number: index as u8 },
        }
    }

    /// The players in the level, with their seats.
    #[inline]
    pub fn inside(&self, ground: &Ground<'_>) -> impl Iterator<Item = (Seat, &Player)> + Clone {
        let players = self.players.iter().enumerate().take(ground.code.players.into());
        players.filter(|(_, player)| player.status == Status::In).map(|(seat, player)| (Seat(seat as u8), player))
    }

    /// The tile of an actor, none if it is not in the level.
    #[must_use]
    pub fn tile_of(&self, ground: &Ground<'_>, actor: Actor) -> Option<Tile> {
        match actor.kind {
            ActorKind::Player => {
                self.inside(ground).find(|&(seat, _)| seat.0 == actor.number).map(|(_, player)| player.at)
            }
            _ => {
                let site = self.site(ground);
                self.hunters(site).get(Self::hunter_index(site, actor)).copied()
            }
        }
    }
}

#[cfg(feature = "alloc")]
mod json {
    use super::Order;
    use alloc::vec::Vec;
    use gridhaunt_kernel::Seat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl Serialize for Order {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.seats().serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Order {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let mut order = Self::default();
            Vec::<Seat>::deserialize(deserializer)?.into_iter().for_each(|seat| order.push(seat));
            Ok(order)
        }
    }
}
