//! The five actions of a player.

/// A choice (R6). Up is y + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Action {
    /// To (x, y + 1).
    Up = 0,
    /// To (x + 1, y).
    Right = 1,
    /// To (x, y - 1).
    Down = 2,
    /// To (x - 1, y).
    Left = 3,
    Stay = 4,
}

impl Action {
    /// All actions by code.
    pub const ALL: [Self; 5] = [Self::Up, Self::Right, Self::Down, Self::Left, Self::Stay];
    /// The four actions that move.
    pub const DIRECTIONS: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];
    /// Their names, by code.
    pub const NAMES: [&'static str; 5] = ["up", "right", "down", "left", "stay"];

    /// The action with this code.
    #[inline]
    #[must_use]
    pub const fn from_u8(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Up),
            1 => Some(Self::Right),
            2 => Some(Self::Down),
            3 => Some(Self::Left),
            4 => Some(Self::Stay),
            _ => None,
        }
    }

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

    /// The name in JSON and drawings, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}
