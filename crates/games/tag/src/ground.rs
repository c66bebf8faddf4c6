//! What a step needs of the world: the board, the numbers of the settings and the exits' distance field.

use crate::Step;
use gridhaunt_kernel::grid::{Cell, Grid};

gridhaunt_kernel::words! {
    /// Who goes first into a contested cell (R19).
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "snake_case"))]
    pub enum Priority {
        /// The higher bid, then the lower id.
        Score = "score",
        /// The lower id.
        Id = "id",
        /// The origin nearer to its goal, then the lower id.
        Distance = "distance",
    }
}

/// How far a unit sees (R31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Sight {
    All,
    /// Cells at most this far.
    Within(u8),
}

impl Sight {
    /// Whether something this far away is seen.
    #[inline]
    #[must_use]
    pub const fn reaches(self, distance: u16) -> bool {
        match self {
            Self::All => true,
            Self::Within(most) => distance <= most as u16,
        }
    }
}

/// The settings as plain numbers for the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Code {
    pub grid: Grid,
    /// How many survivors there are at the start, S.
    pub survivors: u8,
    /// How many killers there are, K.
    pub killers: u8,
    pub max_rounds: u16,
    /// How far survivors and killers see.
    pub sight: [Sight; 2],
    /// Whether a side shares what its units see.
    pub team_vision: bool,
    /// Whether a unit may enter a cell that a unit of its side leaves.
    pub follow: bool,
    /// Whether rings may rotate.
    pub cycle: bool,
    /// Whether exits are barred to killers.
    pub barred: bool,
    pub priority: Priority,
    /// Whether several survivors may use an exit at once.
    pub multi_escape: bool,
    /// Whether survivors win only if all escape (R28).
    pub strict: bool,
}

/// A cell as the rules store it: row in the high byte, column in the low one.
pub type Packed = u16;

/// The cell as one number.
#[inline]
#[must_use]
pub const fn pack(cell: Cell) -> Packed {
    cell.y << 8 | (cell.x & 0xFF)
}

/// The cell with this number.
#[inline]
#[must_use]
pub const fn unpack(packed: Packed) -> Cell {
    Cell { x: packed & 0xFF, y: packed >> 8 }
}

/// The Chebyshev distance: the larger of the differences in columns and rows (R3).
#[inline]
#[must_use]
pub const fn distance(a: Cell, b: Cell) -> u16 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    if dx > dy { dx } else { dy }
}

/// The cell that a step leads to, none off the board (R1).
#[inline]
#[must_use]
pub const fn neighbour(grid: Grid, cell: Cell, step: Step) -> Option<Cell> {
    let (dx, dy) = step.delta();
    let to = Cell { x: cell.x.wrapping_add_signed(dx as i16), y: cell.y.wrapping_add_signed(dy as i16) };
    if to.x < grid.width() && to.y < grid.height() { Some(to) } else { None }
}

/// What a step reads and never changes.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Ground<'a> {
    pub code: &'a Code,
    /// The exits' distance field (R3), by packed cell: rows of 256.
    pub field: &'a [u8],
}

impl Ground<'_> {
    /// Steps from a cell to the nearest exit.
    #[inline]
    #[must_use]
    pub fn to_exit(&self, cell: Packed) -> u8 {
        self.field.get(usize::from(cell)).copied().unwrap_or(u8::MAX)
    }

    /// Whether the cell is an exit.
    #[inline]
    #[must_use]
    pub fn is_exit(&self, cell: Packed) -> bool {
        self.to_exit(cell) == 0
    }

    /// Whether a step is open (R13): it stays on the board and does not take a killer onto an exit barred to it.
    #[must_use]
    pub fn is_open(&self, from: Cell, step: Step, killer: bool) -> bool {
        let to = neighbour(self.code.grid, from, step);
        step == Step::Stay || to.is_some_and(|to| !(killer && self.code.barred && self.is_exit(pack(to))))
    }
}
