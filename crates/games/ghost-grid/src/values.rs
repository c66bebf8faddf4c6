//! The settings that hold, and the words they are made of (section 8 of the rules).

use crate::ground::{RechargeOf, Remainder};
use crate::view::Role;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use gridhaunt_kernel::Seat;
use serde::{Deserialize, Serialize};

/// Over which pairs base energy is averaged (R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Average {
    /// Every start with every goal.
    AllPairs,
    /// Every start with its nearest goal.
    Nearest,
}

/// Every setting but the map with the value that holds, as a bot is told them (R10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    /// The top layer.
    pub n: u8,
    /// Nodes in each layer that is drawn.
    pub nodes_per_layer: u8,
    /// The most layers a connection spans.
    pub max_layer_span: u8,
    /// The most ports of a node.
    pub max_degree: u8,
    /// The chance of a further connection, by span.
    pub edge_pct: Vec<u8>,
    /// The longest distance.
    pub dist_max: u8,
    /// The longest short distance.
    pub short_max: u8,
    /// All loot there is.
    pub total_loot: u16,
    /// Ghosts of the set-up.
    pub initial_ghosts: u8,
    /// The most native ghosts, M.
    pub max_ghosts: u8,
    /// Sentinels for each ghost.
    pub sentinels_per_ghost: u8,
    /// Over which pairs base energy is averaged.
    pub energy_average: Average,
    /// The share of that average.
    pub energy_pct: u16,
    /// Capacity of a sentinel, as a multiple of base energy.
    pub sentinel_energy_mult: u8,
    /// The share of a recharge.
    pub recharge_pct: u8,
    /// Of what.
    pub recharge_of: RechargeOf,
    /// The most that turns nobody; none if nothing does.
    #[serde(with = "threshold")]
    pub conversion_threshold: Option<u16>,
    /// What a conversion costs the world.
    pub conversion_loss: u16,
    /// Whether a single capture or all count.
    pub conversion_scope: Scope,
    /// Where the rest goes.
    pub conversion_remainder: Remainder,
    /// For how many turns a recovery freezes; none for good.
    #[serde(with = "freeze")]
    pub recovery_freeze: Option<u32>,
    /// What delivers.
    pub delivery: Delivery,
    /// What captures.
    pub capture_rule: CaptureRule,
    /// Whether sentinels enter the goal.
    pub sentinels_enter_goal: bool,
    /// What of the map is known.
    pub map_knowledge: Knowledge,
    /// Who begins a turn.
    pub turn_order: Order,
    /// Whether sentinels mark nodes by being there.
    pub marking: Marking,
    /// Turns for each layer, where the last turn is not given.
    pub turn_factor: u8,
    /// The last turn.
    pub max_turns: u32,
    /// How far apart a draw's shares may be.
    pub draw_margin_pct: u8,
    /// Who wins.
    pub victory_rule: Victory,
}

/// A number, or the word a person writes where there is none.
macro_rules! number_or_word {
    ($($name:ident: $number:ty = $word:literal),*) => {$(
        mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub(super) fn serialize<S: Serializer>(value: &Option<$number>, serializer: S) -> Result<S::Ok, S::Error> {
                match value {
                    Some(number) => number.serialize(serializer),
                    None => serializer.serialize_str($word),
                }
            }

            #[derive(Deserialize)]
            #[serde(untagged)]
            enum Either {
                Number($number),
                Word(alloc::string::String),
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<$number>, D::Error> {
                match Either::deserialize(deserializer)? {
                    Either::Number(number) => Ok(Some(number)),
                    Either::Word(word) if word == $word => Ok(None),
                    Either::Word(_) => Err(serde::de::Error::custom(concat!("need a number or ", $word))),
                }
            }
        }
    )*};
}

number_or_word!(threshold: u16 = "none", freeze: u32 = "permanent");

/// Words of the settings with two values, each with its list for errors and schemas.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident $list:ident { $($(#[$about:meta])* $value:ident = $word:literal),* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$about])* $value),* }
        pub(crate) const $list: (&[&str], &[$name]) = (&[$($word),*], &[$($name::$value),*]);
    )*};
}

words! {
    /// What counts against the threshold (R28).
    Scope SCOPES {
        /// One capture.
        Single = "single",
        /// All captures of the sentinel.
        Cumulative = "cumulative"
    }
    /// What delivers (R20, R21).
    Delivery DELIVERIES {
        /// To arrive in the goal.
        OnArrival = "on_arrival",
        /// To deposit there.
        OnDeposit = "on_deposit"
    }
    /// What captures (R26).
    CaptureRule CAPTURES {
        /// To be in one node.
        Contact = "contact",
        /// A sentinel that enters.
        OnEnter = "on_enter"
    }
    /// What of the map is known (R32).
    Knowledge KNOWLEDGE {
        /// Where one's side has been.
        Local = "local",
        /// All of it.
        Full = "full"
    }
    /// Who begins a turn (R13).
    Order ORDERS {
        /// Ghosts.
        GhostsFirst = "ghosts_first",
        /// Sentinels.
        SentinelsFirst = "sentinels_first"
    }
    /// What marks a node as checked (R25).
    Marking MARKINGS {
        /// A sentinel that ends its phase there.
        Auto = "auto",
        /// The action `mark`.
        Chosen = "chosen"
    }
    /// Who wins (R34).
    Victory VICTORIES {
        /// The larger share of what was brought home.
        Share = "share",
        /// Sentinels with more than half of all loot or all ghosts, else ghosts that brought something.
        Literal = "literal"
    }
}

pub(crate) const AVERAGES: (&[&str], &[Average]) = (&["all_pairs", "nearest"], &[Average::AllPairs, Average::Nearest]);
pub(crate) const RECHARGES: (&[&str], &[RechargeOf]) =
    (&["max", "base", "current"], &[RechargeOf::Max, RechargeOf::Base, RechargeOf::Current]);
pub(crate) const REMAINDERS: (&[&str], &[Remainder]) =
    (&["recovered", "carried", "dropped"], &[Remainder::Recovered, Remainder::Carried, Remainder::Dropped]);

impl Values {
    /// Turns where none are given (R6).
    pub(crate) fn length(&self) -> u32 {
        u32::from(self.turn_factor) * u32::from(self.n)
    }

    /// Sentinel seats, Q (R8).
    pub(crate) fn sentinels(&self) -> u16 {
        u16::from(self.max_ghosts) * u16::from(self.sentinels_per_ghost)
    }

    /// Turncoat seats (R8).
    pub(crate) fn turncoats(&self) -> u16 {
        match (self.conversion_threshold, self.conversion_loss) {
            (None, _) => 0,
            (Some(_), 0) => self.sentinels(),
            (Some(_), loss) => self.sentinels().min(self.total_loot / loss),
        }
    }

    /// The kind and number of a seat: G0, S0, T0 (R8).
    #[must_use]
    pub fn role_of(&self, seat: Seat) -> (Role, usize) {
        let (natives, sentinels) = (usize::from(self.max_ghosts), usize::from(self.sentinels()));
        match seat.index().checked_sub(natives) {
            None => (Role::Ghost, seat.index()),
            Some(number) if number < sentinels => (Role::Sentinel, number),
            Some(number) => (Role::Turncoat, number - sentinels),
        }
    }

    /// The name of a seat: `G0`, `S0`, `T0`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        let (role, number) = self.role_of(seat);
        let letter = match role {
            Role::Ghost => 'G',
            Role::Sentinel => 'S',
            Role::Turncoat => 'T',
        };
        format!("{letter}{number}")
    }
}
