//! The actors of a level: players, zombies and ghosts.

use gridhaunt_kernel::Seat;

gridhaunt_kernel::words! {
    /// The three kinds (R8).
    #[derive(PartialOrd, Ord, Hash, Default)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[repr(u8)]
    pub enum ActorKind {
        /// Looks for the way out.
        #[default]
        Player = "player",
        /// Stays in its room.
        Zombie = "zombie",
        /// Goes through walls.
        Ghost = "ghost",
    }
}

/// One actor: `zombie1` is the first zombie; a player's number is its seat, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Actor {
    pub kind: ActorKind,
    /// Its number within its kind, from 0.
    pub number: u8,
}

impl Actor {
    /// The player of a seat.
    #[must_use]
    pub const fn player(seat: Seat) -> Self {
        Self { kind: ActorKind::Player, number: seat.0 }
    }
}

impl core::fmt::Display for Actor {
    /// Prints the name by R10, counted from 1.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}{}", self.kind.name(), self.number + 1)
    }
}

#[cfg(feature = "alloc")]
mod json {
    use super::{Actor, ActorKind};
    use alloc::string::String;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl core::str::FromStr for Actor {
        type Err = ();

        fn from_str(text: &str) -> Result<Self, ()> {
            let split = |kind: ActorKind| Some((kind, text.strip_prefix(kind.name())?));
            let (kind, number) = ActorKind::ALL.into_iter().find_map(split).ok_or(())?;
            let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
            let number = number.parse::<u8>().ok().filter(|_| plain).and_then(|number| number.checked_sub(1));
            number.map(|number| Self { kind, number }).ok_or(())
        }
    }

    impl Serialize for Actor {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for Actor {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            text.parse().map_err(|()| D::Error::custom("an actor is player1, zombie1, ghost1 or the like"))
        }
    }
}
