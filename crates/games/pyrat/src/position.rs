//! A moment of a game in plain terms, for code that writes it down: drawings, JSON, tests.

use crate::rules;
use crate::state::{State, Status};
use gridhaunt_kernel::prelude::*;

/// The contents of a state, for any size of board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Position {
    /// Cells of python and rat.
    pub at: [Cell; 2],
    /// How many of the next turns of each player will be ignored.
    pub delay: [u8; 2],
    pub half: [u16; 2],
    /// The cells with cheese.
    pub cheese: Vec<Cell>,
    pub turn: u16,
    pub max_turns: u16,
    /// Whether a majority ends the game.
    pub end_on_majority: bool,
    /// Cheese at the start; it follows from cheese and half points (I2).
    pub total: Option<u16>,
}

impl Position {
    /// The state, with the status that R18 defines. An error if it could not occur in a game (I1, I2).
    pub fn state<const W: usize>(&self, grid: Grid) -> Result<State<W>, Invalid> {
        if grid.cells() > Bits::<W>::ROOM {
            let board = format!("{}x{}", grid.width(), grid.height());
            return Err(Invalid::new("width", board, format!("a board of at most {} cells", Bits::<W>::ROOM)));
        }
        let on_board = |cell: Cell| grid.index(cell).ok_or_else(|| format!("[{},{}]", cell.x, cell.y));
        let mut pos = [0; 2];
        for (seat, &cell) in self.at.iter().enumerate() {
            let field = format!("players[{seat}].at");
            pos[seat] = on_board(cell).map_err(|got| Invalid::new(field, got, "a cell on the board"))? as u16;
        }
        for (seat, &delay) in self.delay.iter().enumerate() {
            if delay > 254 {
                return Err(Invalid::new(format!("players[{seat}].delay"), delay, "0..=254")); // I1
            }
        }
        let mut cheese = Bits::<W>::default();
        for (i, &cell) in self.cheese.iter().enumerate() {
            let field = format!("cheese[{i}]");
            let index = on_board(cell).map_err(|got| Invalid::new(field.clone(), got, "a cell on the board"))?;
            if cheese.contains(index) {
                let words = format!("[{},{}] is there twice, need each cell once", cell.x, cell.y);
                return Err(Invalid::new(field, format!("[{},{}]", cell.x, cell.y), "each cell once").says(words));
            }
            cheese.insert(index);
        }
        let eaten = u32::from(self.half[0]) + u32::from(self.half[1]);
        if eaten % 2 == 1 || eaten / 2 + self.cheese.len() as u32 > grid.cells() as u32 {
            let got = format!("{} and {}", self.half[0], self.half[1]);
            let expected = format!("two half points for each cheese eaten, at most {} cheeses in all", grid.cells());
            return Err(Invalid::new("players.half", got, expected));
        }
        let cheese_left = self.cheese.len() as u16;
        let cheese_total = (eaten / 2) as u16 + cheese_left; // I2
        if cheese_total == 0 {
            return Err(Invalid::new("cheese", "[]", "at least one, or points for those eaten")); // R8: T >= 1
        }
        if self.total.is_some_and(|total| total != cheese_total) {
            let expected = format!("{cheese_total}: {cheese_left} left and {} eaten", eaten / 2);
            return Err(Invalid::new("cheese_total", self.total.unwrap_or(0), expected));
        }
        if self.turn > self.max_turns {
            return Err(Invalid::new("turn", self.turn, format!("0..={}", self.max_turns)));
        }
        let mut state = State {
            pos,
            half: self.half,
            turn: self.turn,
            max_turns: self.max_turns,
            cheese_left,
            cheese_total,
            delay: self.delay,
            status: Status::Running,
            end_on_majority: self.end_on_majority,
            world: 0,
            cheese,
        };
        state.status = rules::status_of(&state);
        Ok(state)
    }

    /// A state in plain terms.
    #[must_use]
    pub fn of<const W: usize>(grid: Grid, state: &State<W>) -> Self {
        Self {
            at: state.pos.map(|cell| grid.cell(cell.into())),
            delay: state.delay,
            half: state.half,
            cheese: state.cheese.iter().map(|cell| grid.cell(cell)).collect(),
            turn: state.turn,
            max_turns: state.max_turns,
            end_on_majority: state.end_on_majority,
            total: Some(state.cheese_total),
        }
    }
}
