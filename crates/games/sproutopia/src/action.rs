//! The commands of a farmer (R8).

use gridhaunt_kernel::grid::Cell;

/// A command, and the direction of a farmer's last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Action {
    /// No command; as a direction, idle.
    #[default]
    None = 0,
    /// To y − 1 (R1).
    Up = 1,
    /// To y + 1.
    Down = 2,
    /// To x − 1.
    Left = 3,
    /// To x + 1.
    Right = 4,
    /// A step onto its own cell, which exists only in v2024.0.8.
    Stand = 5,
}

impl Action {
    /// All of them, by number.
    pub const ALL: [Self; 6] = [Self::None, Self::Up, Self::Down, Self::Left, Self::Right, Self::Stand];
    /// The four directions, by number.
    pub const DIRECTIONS: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The action with this number.
    #[inline]
    #[must_use]
    pub const fn from_u8(number: u8) -> Option<Self> {
        if number < 6 { Some(Self::ALL[number as usize]) } else { None }
    }

    /// The word in JSON, in lower case; `none` for no command.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["none", "up", "down", "left", "right", "stand"][self as usize]
    }

    /// The action of a word, in upper or lower case; none for the word of no command.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let same = |action: &Self| action.word().eq_ignore_ascii_case(word);
        Self::ALL.into_iter().find(same).or_else(|| word.eq_ignore_ascii_case("idle").then_some(Self::None))
    }

    /// Its direction: columns to the right and rows down (R1).
    #[inline]
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (0, 0)][self as usize]
    }

    /// The opposite direction; none for no command and for standing.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Option<Self> {
        [None, Some(Self::Down), Some(Self::Up), Some(Self::Right), Some(Self::Left), None][self as usize]
    }

    /// The cell it leads to, none if that is off a board with these sides.
    #[inline]
    #[must_use]
    pub const fn from_cell(self, cell: Cell, cols: u8, rows: u8) -> Option<Cell> {
        let (dx, dy) = self.offset();
        let (x, y) = (cell.x.wrapping_add_signed(dx as i16), cell.y.wrapping_add_signed(dy as i16));
        if x < cols as u16 && y < rows as u16 { Some(Cell { x, y }) } else { None }
    }
}
