//! The five actions of a player.

gridhaunt_kernel::words! {
    /// A choice (R6). Up is y + 1.
    #[derive(Hash)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(
            rename_all = "snake_case",
            description = "A move by its number. A bot may send the word instead: `\"up\"` is 0.",
            transform = gridhaunt_kernel::schema::Numbered(0)
        )
    )]
    #[repr(u8)]
    pub enum Action {
        /// To (x, y + 1).
        Up = "up",
        /// To (x + 1, y).
        Right = "right",
        /// To (x, y - 1).
        Down = "down",
        /// To (x - 1, y).
        Left = "left",
        /// No move.
        Stay = "stay",
    }
}

impl Action {
    /// The four actions that move.
    pub const DIRECTIONS: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The same action seen from the other side of the board (R4).
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Stay => Self::Stay,
        }
    }

    /// How x and y change.
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        [(0, 1), (1, 0), (0, -1), (-1, 0), (0, 0)][self as usize]
    }
}
