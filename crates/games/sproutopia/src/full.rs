//! The whole board, for logs and for spectators (R49).

use crate::action::Action;
use crate::field::OVERGROWN;
use crate::ground::Ground;
use crate::rows::Rows;
use crate::sets::RuleSet;
use crate::state::State;
use crate::view::{Held, TRAIL, Thing, UNCLAIMED};
use gridhaunt_kernel::prelude::*;

/// A state with nothing hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Full {
    /// How many ticks have been played.
    pub tick: u32,
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// The farmers, by seat.
    pub farmers: Vec<Farmer>,
    /// The cells of weeds, row by row.
    pub weeds: Vec<Cell>,
    /// The power-ups on the board, by slot.
    pub power_ups: Vec<Thing>,
    /// The super power-ups on the board, by slot.
    pub supers: Vec<Thing>,
    /// The lands, by seat.
    pub lands: Vec<Rows>,
}

/// A farmer with nothing hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Farmer {
    /// Its cell, unless it is away.
    pub at: Option<Cell>,
    pub start: Cell,
    /// The direction of its last step.
    pub momentum: Action,
    /// The command that was queued last.
    pub command: Action,
    pub power: Option<Held>,
    /// Its super power-up.
    pub super_power: Option<Held>,
    /// Its trail, from the first cell on.
    pub trail: Vec<Cell>,
    /// How many cells it owns.
    pub cells: u32,
    /// The same in whole percent (R51).
    pub percent: u8,
    /// Its tie-break points in hundredths.
    pub points: u64,
}

impl Full {
    /// The whole board of a state.
    #[must_use]
    pub fn new<R: RuleSet>(ground: &Ground, state: &State<R>) -> Self {
        let farmer = |i: usize| {
            let farmer = &state.farmers[i];
            Farmer {
                at: (!state.is_away(i)).then_some(farmer.at),
                start: ground.starts[i],
                momentum: farmer.momentum,
                command: farmer.repeat.action(),
                power: farmer.power.map(Held::from),
                super_power: farmer.super_power.map(Held::from),
                trail: state.trail(i).iter().collect(),
                cells: farmer.cells.into(),
                percent: ground.percent(farmer.cells),
                points: state.points[i],
            }
        };
        Self {
            tick: state.tick,
            rows: ground.code.rows,
            cols: ground.code.cols,
            farmers: (0..ground.players()).map(farmer).collect(),
            weeds: state.field.cells(OVERGROWN).iter().collect(),
            power_ups: state.power_ups.iter().map(|(_, thing)| thing.into()).collect(),
            supers: state.supers.iter().map(|(_, thing)| thing.into()).collect(),
            lands: (0..ground.players()).map(|i| state.field.cells(i)).collect(),
        }
    }

    fn owners(&self, cell: Cell) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.lands.iter().enumerate().filter(move |(_, land)| land.contains(cell)).map(|(i, _)| Seat(i as u8))
    }

    /// The lowest seat whose land contains the cell (R4).
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        self.owners(cell).next()
    }

    /// The highest seat whose land contains the cell.
    #[must_use]
    pub fn highest_owner(&self, cell: Cell) -> Option<Seat> {
        self.owners(cell).next_back()
    }

    /// The code of a cell: a trail hides land, but not the land of its own farmer (R49).
    #[must_use]
    pub fn code(&self, cell: Cell) -> u8 {
        let trail = (0..self.farmers.len()).find(|&i| self.farmers[i].trail.contains(&cell));
        match trail {
            // R4: a cell is own land if the farmer's own set contains it, even if other sets contain it too.
            Some(i) if !self.owners(cell).any(|owner| owner.index() == i) => TRAIL + i as u8,
            _ => self.owner(cell).map_or(UNCLAIMED, |seat| seat.0),
        }
    }
}
