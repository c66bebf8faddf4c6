//! Power-ups and super power-ups (R37, R38).

use gridhaunt_kernel::grid::Cell;

/// What a farmer can pick up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum PowerKind {
    /// Others cannot enter its land, and are stunned inside.
    Immunity = 1,
    /// Others cannot prune it.
    Unprunable = 2,
    Freeze = 3,
    /// Its own trail does not prune it, once.
    TrailProtection = 4,
    /// It claims as it walks.
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

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Immunity", "Unprunable", "Freeze", "Trail Protection", "Super Fertilizer"][self as usize - 1]
    }
}

/// One that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Thing {
    /// Where.
    pub at: Cell,
    pub kind: PowerKind,
}

/// One that is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Held {
    pub kind: PowerKind,
    /// How many of its holder's actions it has left, this one included; 0 for one without a lifespan.
    pub left: u32,
}
