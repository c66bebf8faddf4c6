//! Power-ups and super power-ups (R37, R38).

use gridhaunt_kernel::grid::Cell;

gridhaunt_kernel::words! {
    /// The kinds of power-ups that a farmer can pick up.
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename_all = "snake_case", transform = gridhaunt_kernel::schema::Numbered(1))
    )]
    #[repr(u8)]
    pub enum PowerKind {
        /// Other farmers cannot enter its land, and are stunned on it.
        Immunity: 1 = "Immunity",
        /// Other farmers cannot prune it.
        Unprunable = "Unprunable",
        /// Other farmers cannot move.
        Freeze = "Freeze",
        /// Its own trail does not prune it, once.
        TrailProtection = "Trail Protection",
        /// It claims land as it walks.
        Fertilizer = "Super Fertilizer",
    }
}

impl PowerKind {
    /// Whether it is a super power-up, which a weed leaves behind.
    #[inline]
    #[must_use]
    pub const fn is_super(self) -> bool {
        matches!(self, Self::TrailProtection | Self::Fertilizer)
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
