//! Power-ups and super power-ups (R37, R38).

use gridhaunt_kernel::grid::Cell;

/// The kinds of power-ups that a farmer can pick up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum PowerKind {
    /// Other farmers cannot enter its land, and are stunned on it.
    Immunity = 1,
    /// Other farmers cannot prune it.
    Unprunable = 2,
    Freeze = 3,
    /// Its own trail does not prune it, once.
    TrailProtection = 4,
    /// It claims land as it walks.
    Fertilizer = 5,
}

impl PowerKind {
    /// All of them, by number.
    pub const ALL: [Self; 5] =
        [Self::Immunity, Self::Unprunable, Self::Freeze, Self::TrailProtection, Self::Fertilizer];

    /// The kind with this number.
    #[must_use]
    pub const fn from_u8(number: u8) -> Option<Self> {
        if number >= 1 && number <= 5 { Some(Self::ALL[number as usize - 1]) } else { None }
    }

    /// Whether it is a super power-up, which a weed leaves behind.
    #[inline]
    #[must_use]
    pub const fn is_super(self) -> bool {
        matches!(self, Self::TrailProtection | Self::Fertilizer)
    }

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Immunity", "Unprunable", "Freeze", "Trail Protection", "Super Fertilizer"][self as usize - 1]
    }
}

/// A power-up that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Thing {
    /// Where.
    pub at: Cell,
    pub kind: PowerKind,
}

/// A power-up in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Held {
    pub kind: PowerKind,
    /// How many of its holder's actions it still lasts, including this one; 0 for one without a lifespan.
    pub left: u32,
}
