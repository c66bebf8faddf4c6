//! What a seat may choose (R14, R40).

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "alloc",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Action {
    /// Nothing.
    #[default]
    Wait,
    /// Moves along a connection.
    Move {
        /// The node at its other end.
        to: u8,
    },
    /// A ghost drops loot in its node.
    Deposit {
        /// How much of what it carries.
        amount: u16,
    },
    /// A ghost picks loot up.
    Take {
        /// How much of what lies there.
        amount: u16,
    },
    /// A ghost copies itself, on the first turn.
    Replicate {
        /// How many copies.
        copies: u8,
    },
    /// A sentinel gains energy while another sentinel is in its node.
    Recharge,
    /// A sentinel takes all loot that lies in its node, and is frozen.
    Recover,
    /// A sentinel marks its node as checked, where presence alone does not.
    Mark,
}

impl Action {
    /// The kind in the low byte, the number in the bits above it.
    #[must_use]
    pub const fn to_code(self) -> u64 {
        match self {
            Self::Wait => 0,
            Self::Move { to } => 1 | (to as u64) << 8,
            Self::Deposit { amount } => 2 | (amount as u64) << 8,
            Self::Take { amount } => 3 | (amount as u64) << 8,
            Self::Replicate { copies } => 4 | (copies as u64) << 8,
            Self::Recharge => 5,
            Self::Recover => 6,
            Self::Mark => 7,
        }
    }

    /// The action with this code, none if there is none.
    #[must_use]
    pub fn of_code(code: u64) -> Option<Self> {
        let number = code >> 8;
        let (small, amount) = (u8::try_from(number).ok(), u16::try_from(number).ok());
        match code & 0xFF {
            0 if number == 0 => Some(Self::Wait),
            1 => small.map(|to| Self::Move { to }),
            2 => amount.map(|amount| Self::Deposit { amount }),
            3 => amount.map(|amount| Self::Take { amount }),
            4 => small.map(|copies| Self::Replicate { copies }),
            5 if number == 0 => Some(Self::Recharge),
            6 if number == 0 => Some(Self::Recover),
            7 if number == 0 => Some(Self::Mark),
            _ => None,
        }
    }
}

gridhaunt_kernel::words! {
    /// Why a choice had no effect (R14, R15).
    #[derive(Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Reason {
        Missing = "missing",
        /// Only the other side has this action.
        WrongRole = "wrong_role",
        /// No port leads to that node.
        NotConnected = "not_connected",
        /// The move costs more energy than the agent has.
        NoEnergy = "no_energy",
        /// The amount is 0 or more than there is.
        BadAmount = "bad_amount",
        /// Ghosts replicate on the first turn only.
        NotFirstTurn = "not_first_turn",
        /// Only ghosts of the set-up replicate.
        NotOriginal = "not_original",
        /// Each copy needs loot, and the ghost itself too.
        NotEnoughLoot = "not_enough_loot",
        /// There would be too many ghosts.
        GhostCap = "ghost_cap",
        /// It is frozen in its node.
        Frozen = "frozen",
        /// Sentinels may not enter the goal.
        GoalLayer = "goal_layer",
        /// No other sentinel is in the node.
        NoPartner = "no_partner",
        /// No loot lies in the node.
        NoLoot = "no_loot",
        /// Nodes are marked by presence.
        MarkingAuto = "marking_auto",
        /// The node already has a mark of this turn.
        Marked = "marked",
        /// Another agent of its side took it first.
        Gone = "gone",
    }
}

impl Reason {
    /// Whether a choice that was legal can still have no effect for this reason (R15).
    #[must_use]
    pub const fn befalls_the_legal(self) -> bool {
        matches!(self, Self::Gone | Self::GhostCap)
    }
}
