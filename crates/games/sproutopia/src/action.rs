//! The commands of a farmer (R8).

use gridhaunt_kernel::grid::Cell;

gridhaunt_kernel::words! {
    /// A command, and the direction of a farmer's last step.
    #[derive(Default)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(
            rename_all = "lowercase",
            description = "A command by its number, and the direction of a farmer's last step. A bot may send the word \
                           instead: `\"up\"` is 1.",
            transform = gridhaunt_kernel::schema::Numbered(0)
        )
    )]
    #[repr(u8)]
    pub enum Action {
        /// No command; as a direction, idle.
        #[default]
        None = "none",
        /// To y − 1 (R1).
        Up = "up",
        /// To y + 1.
        Down = "down",
        /// To x − 1.
        Left = "left",
        /// To x + 1.
        Right = "right",
        /// A step onto its own cell, which exists only in v2024.0.8.
        Stand = "stand",
    }
}

impl Action {
    /// The four directions, by number.
    pub const DIRECTIONS: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The action of a word, in upper or lower case; none for the word of no command.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let same = |action: &Self| action.name().eq_ignore_ascii_case(word);
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

    /// What is played of this command: the momentum in place of its opposite (R10).
    #[cfg(feature = "alloc")]
    #[inline]
    #[must_use]
    pub(crate) const fn forwards(self, momentum: Self) -> Self {
        match self.opposite() {
            Some(back) if back as u8 == momentum as u8 => momentum,
            _ => self,
        }
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
