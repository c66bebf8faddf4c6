//! What never changes in a match: the board, the homes and the numbers of the settings.

use crate::dice::Rate;
use crate::power::PowerKind;
use crate::rows::{Rows, SIDE};
use gridhaunt_kernel::board::columns;
use gridhaunt_kernel::grid::Cell;

/// The most farmers of a match; arrays by seat have this length.
pub const SEATS: usize = 4;

/// The cells of a home.
pub const HOME_CELLS: u16 = 9;

/// When and how often something appears, and the maximum number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Spawning {
    /// The first tick in which its countdown runs.
    pub start: u32,
    pub rate: Rate,
    /// The maximum number at the same time.
    pub most: u8,
}

/// The numbers of the settings (§11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Code {
    pub cols: u8,
    pub rows: u8,
    pub players: u8,
    /// The size of a farmer's window, before it is halved (R48).
    pub window: u8,
    /// How many commands a queue holds (R7).
    pub queue: u8,
    /// The last tick (R52).
    pub max_ticks: u32,
    /// Weeds (R41).
    pub weeds: Spawning,
    /// The maximum size of a weed, in cells (R44).
    pub weed_most: u8,
    /// Ticks between two growths (R44).
    pub weed_pace: u32,
    /// Power-ups (R39).
    pub power_ups: Spawning,
    /// How long each kind lasts, from Immunity on; Trail Protection has no lifespan.
    pub lifespans: [u32; 5],
}

/// The board of a match: the numbers of the settings, the start cells and the homes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Ground {
    /// The numbers of the settings.
    pub code: Code,
    /// The start cells of all four seats, including those that do not play (R2, R3).
    pub starts: [Cell; SEATS],
    /// The homes of the seats that play.
    pub homes: [Rows; SEATS],
    /// The homes of all others, by seat.
    pub foreign: [Rows; SEATS],
    pub row: u64,
    /// The share of the board that one cell is, in parts of 2^40, rounded up.
    part: u64,
}

/// The bits behind the point of a share.
const FINE: u32 = 40;

impl Ground {
    /// The board for these numbers.
    #[must_use]
    pub fn new(code: Code) -> Self {
        let code = Code { players: code.players.clamp(1, SEATS as u8), ..code };
        let (w, h) = (u16::from(code.cols), u16::from(code.rows));
        // R2
        let starts = [
            Cell { x: w / 4, y: 1 },
            Cell { x: w - 2, y: h / 4 },
            Cell { x: w - w / 4 - 1, y: h - 2 },
            Cell { x: 1, y: h - h / 4 - 1 },
        ];
        let mut homes = [Rows::NONE; SEATS];
        for (home, start) in homes.iter_mut().zip(starts).take(code.players.into()) {
            for y in start.y - 1..=start.y + 1 {
                *home.row_mut(y) |= columns(start.x - 1, start.x + 1);
            }
        }
        let foreign = core::array::from_fn(|i| {
            let others = homes.iter().enumerate().filter(|&(j, _)| j != i);
            others.fold(Rows::NONE, |all, (_, home)| all.or(home))
        });
        let part = (1u64 << FINE).div_ceil((u64::from(w) * u64::from(h)).max(1));
        Self { code, starts, homes, foreign, row: columns(0, w - 1), part }
    }

    /// How many farmers there are.
    #[inline]
    #[must_use]
    pub const fn players(&self) -> usize {
        self.code.players as usize
    }

    /// How many cells there are.
    #[inline]
    #[must_use]
    pub const fn cells(&self) -> u32 {
        self.code.cols as u32 * self.code.rows as u32
    }

    /// The share of the board for this many cells, in whole percent (R51).
    #[inline]
    #[must_use]
    pub const fn percent(&self, cells: u16) -> u8 {
        // No division, since four views tell it of four farmers in every tick. What the part is too large by comes to less
        // than 100 × 2^12 × 2^12 parts of 2^40, and so to less than the board's smallest share.
        ((100 * cells as u64 * self.part) >> FINE) as u8
    }

    /// The fewest cells that make this many percent.
    #[must_use]
    pub const fn least(&self, percent: u8) -> u16 {
        (percent as u32 * self.cells()).div_ceil(100) as u16
    }

    /// How far a farmer sees, in cells (R48).
    #[inline]
    #[must_use]
    pub const fn radius(&self) -> u16 {
        self.code.window as u16 / 2
    }

    /// Whether this is one of the four start cells.
    #[inline]
    #[must_use]
    pub fn is_start(&self, cell: Cell) -> bool {
        self.starts.contains(&cell)
    }

    /// How long this kind of power-up lasts; 0 if it has no lifespan.
    #[inline]
    #[must_use]
    pub const fn lifespan(&self, kind: PowerKind) -> u32 {
        match kind {
            PowerKind::TrailProtection => 0, // R37
            kind => self.code.lifespans[kind as usize - 1],
        }
    }

    /// The rows of the board, as indices.
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> core::ops::Range<usize> {
        let rows = self.code.rows as usize;
        0..if rows > SIDE { SIDE } else { rows }
    }
}
