//! Weeds (R41 to R46).

use crate::dice::Dice;
use crate::power::PowerKind;
use gridhaunt_kernel::grid::Cell;

/// The most weeds that a board has room for.
pub const WEEDS: usize = 16;
/// The most cells of a weed.
pub const WEED_CELLS: usize = 64;

/// A plant that covers cells, prunes farmers that run into it, and hides a super power-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Weed {
    /// The tick in which it grows (R44).
    pub grows: i64,
    /// Its first cell, where its super power-up will lie (R29).
    pub first: Cell,
    /// The super power-up that it hides (R43).
    pub kind: PowerKind,
    len: u8,
    cells: [(u8, u8); WEED_CELLS],
}

impl Weed {
    /// The kinds that a weed can hide, indexed by the drawn number (R43, R58).
    pub const CONTENTS: [PowerKind; 2] = [PowerKind::TrailProtection, PowerKind::Fertilizer];

    /// A weed of one cell.
    #[must_use]
    pub fn new(cell: Cell, kind: PowerKind, grows: i64) -> Self {
        let mut weed = Self { cells: [(0, 0); WEED_CELLS], len: 0, first: cell, kind, grows };
        weed.push(cell);
        weed
    }

    /// Ticks until it grows, after the tick with this number; 0 or less for one that has its full size (R44).
    #[must_use]
    pub fn counter(&self, tick: u32) -> i32 {
        (self.grows - i64::from(tick)).max(i32::MIN.into()) as i32
    }

    /// Its cells, in the order of the last shuffle (R45).
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.list().iter().map(|&(x, y)| Cell { x: x.into(), y: y.into() })
    }

    /// How many cells it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether it has no cells; never true of a weed on the board.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a cell at the end; it is ignored if there is no room.
    pub fn push(&mut self, cell: Cell) {
        if let Some(slot) = self.cells.get_mut(usize::from(self.len)) {
            *slot = (cell.x as u8, cell.y as u8);
            self.len += 1;
        }
    }

    /// Draws a new order of its cells.
    pub fn shuffle(&mut self, dice: &mut impl Dice) {
        let len = usize::from(self.len);
        dice.shuffle(&mut self.cells[..len]);
    }

    fn list(&self) -> &[(u8, u8)] {
        &self.cells[..usize::from(self.len)]
    }
}
