//! A second, readable implementation of the turn of [`crate::rules`]: pairs and sets, one sentence of the rules after
//! the other.
//!
//! [`crate::rules::step`] is arithmetic on bytes, so that it is fast on every machine. This is the same rule in the
//! form that people would write, and the tests check that the two are equal, turn by turn, including events. Nothing
//! here knows how the engine stores its state or its maze.
//!
//! ```
//! use gridhaunt_kernel::{Game, Seat};
//! use gridhaunt_pyrat::twin::{Board, Plain};
//! use gridhaunt_pyrat::{Action, PyRat, Settings};
//!
//! let (world, mut state) = <PyRat>::new(&Settings::default(), 7)?;
//! let (board, mut plain) = (Board::of(&world.maze), Plain::of(&world, &state));
//! let mut events = Vec::new();
//! <PyRat>::step(&world, &mut state, &[(Seat(0), Action::Up), (Seat(1), Action::Left)], |event| events.push(event));
//! assert_eq!(plain.step(&board, [Action::Up, Action::Left]), events);
//! assert_eq!(plain, Plain::of(&world, &state));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

use crate::event::Event;
use crate::{Action, Maze, State, Status, World};
use alloc::collections::{BTreeMap, BTreeSet};
use gridhaunt_kernel::prelude::*;

/// A cell as column and row; a cell off the board is a pair too.
pub type Spot = (i32, i32);

/// The cell that a direction leads to (R6).
#[must_use]
pub fn beyond((x, y): Spot, action: Action) -> Spot {
    match action {
        Action::Up => (x, y + 1),
        Action::Right => (x + 1, y),
        Action::Down => (x, y - 1),
        Action::Left => (x - 1, y),
        Action::Stay => (x, y),
    }
}

fn spot(cell: Cell) -> Spot {
    (cell.x.into(), cell.y.into())
}

fn cell((x, y): Spot) -> Cell {
    Cell { x: x as u16, y: y as u16 }
}

/// A maze as its lists of walls and mud (R1, R2).
#[derive(Clone, Debug)]
pub struct Board {
    /// How many columns there are.
    pub width: i32,
    /// How many rows there are.
    pub height: i32,
    walls: BTreeSet<[Spot; 2]>,
    mud: BTreeMap<[Spot; 2], u8>,
}

impl Board {
    /// The lists of a maze.
    #[must_use]
    pub fn of(maze: &Maze) -> Self {
        let ends = |edge| {
            let (a, b) = maze.ends(edge);
            sorted(spot(a), spot(b))
        };
        Self {
            width: maze.grid().width().into(),
            height: maze.grid().height().into(),
            walls: maze.walls().map(ends).collect(),
            mud: maze.mud().map(|(edge, turns)| (ends(edge), turns)).collect(),
        }
    }

    /// Whether a cell is on the board (R1).
    #[must_use]
    pub fn holds(&self, (x, y): Spot) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// All cells, row by row.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// How many turns the edge out of a cell takes; 0 for a wall, the border, and STAY (R2, R3).
    #[must_use]
    pub fn turns(&self, from: Spot, action: Action) -> u8 {
        let to = beyond(from, action);
        if action == Action::Stay || !self.holds(to) || self.walls.contains(&sorted(from, to)) {
            return 0;
        }
        self.mud.get(&sorted(from, to)).copied().unwrap_or(1)
    }
}

fn sorted(a: Spot, b: Spot) -> [Spot; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

/// One of the two players (R8).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Player {
    /// Its cell; in transit, the cell it goes to (R15).
    pub at: Spot,
    /// How many of its next choices are ignored.
    pub delay: i32,
    pub half: i32,
}

/// Everything that changes (R8), and the settings that a turn needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Plain {
    pub players: [Player; 2],
    pub cheese: BTreeSet<Spot>,
    pub turn: i32,
    /// Why it ended, if it has.
    pub over: Option<Status>,
    pub max_turns: i32,
    /// Cheese at the start, T.
    pub total: i32,
    /// Whether a majority ends the game.
    pub end_on_majority: bool,
}

impl Plain {
    /// A state in plain terms.
    #[must_use]
    pub fn of<const W: usize>(world: &World, state: &State<W>) -> Self {
        let grid = world.grid();
        let at = |index: usize| spot(grid.cell(index));
        let player = |seat: usize| Player {
            at: at(state.pos[seat].into()),
            delay: state.delay[seat].into(),
            half: state.half[seat].into(),
        };
        Self {
            players: [player(0), player(1)],
            cheese: (0..grid.cells()).filter(|&index| state.cheese.contains(index)).map(at).collect(),
            turn: state.turn.into(),
            over: Some(state.status).filter(|&status| status != Status::Running),
            max_turns: state.max_turns.into(),
            total: state.cheese_total.into(),
            end_on_majority: world.end_on_majority,
        }
    }

    /// One turn: both move, then cheese is eaten, then the clock, then the end; a finished game does not change (R20).
    pub fn step(&mut self, board: &Board, actions: [Action; 2]) -> Vec<Event> {
        if self.over.is_some() {
            return Vec::new();
        }
        let mut events = Vec::new();
        for (seat, action) in actions.into_iter().enumerate() {
            events.push(self.players[seat].go(board, Seat(seat as u8), action)); // R10, R11
        }
        events.extend(self.eat()); // R12
        self.turn += 1; // R13
        self.over = self.reason(); // R14
        events.extend(self.over.map(|reason| Event::Over { reason, winner: self.leader() }));
        events
    }

    /// A player that is not in transit and stands on cheese eats it; two on one cell share it (R16).
    fn eat(&mut self) -> Vec<Event> {
        let can_eat = |player: &Player| player.delay == 0 && self.cheese.contains(&player.at);
        let eaters: Vec<usize> = (0..2).filter(|&seat| can_eat(&self.players[seat])).collect();
        if eaters.len() == 2 && self.players[0].at == self.players[1].at {
            let at = self.players[0].at;
            self.cheese.remove(&at);
            self.players[0].half += 1;
            self.players[1].half += 1;
            return Vec::from([Event::Shared { at: cell(at) }]);
        }
        let mut events = Vec::new();
        for seat in eaters {
            let at = self.players[seat].at;
            self.cheese.remove(&at);
            self.players[seat].half += 2;
            events.push(Event::Ate { seat: Seat(seat as u8), at: cell(at) });
        }
        events
    }

    /// The first reason of R18 that is true, none if the game continues.
    #[must_use]
    pub fn reason(&self) -> Option<Status> {
        if self.end_on_majority && self.players.iter().any(|player| player.half > self.total) {
            return Some(Status::Majority);
        }
        if self.cheese.is_empty() {
            return Some(Status::Cleared);
        }
        if self.turn >= self.max_turns {
            return Some(Status::TurnLimit);
        }
        None
    }

    /// The player with more points, none if both have the same (R19).
    #[must_use]
    pub fn leader(&self) -> Option<Seat> {
        match self.players[0].half - self.players[1].half {
            0 => None,
            ahead if ahead > 0 => Some(Seat(0)),
            _ => Some(Seat(1)),
        }
    }

    /// The actions of a seat that have an effect, including STAY (R34).
    #[must_use]
    pub fn effective(&self, board: &Board, seat: usize) -> Vec<Action> {
        let Player { at, delay, .. } = self.players[seat];
        let does_something = |&action: &Action| action == Action::Stay || delay == 0 && board.turns(at, action) > 0;
        Action::ALL.into_iter().filter(does_something).collect()
    }
}

impl Player {
    /// A player in transit waits and its choice is ignored (R10); a free one takes the edge it chose, if there is one,
    /// and is in transit for the turns of that edge, minus one (R11). Returns the event of R39.
    fn go(&mut self, board: &Board, seat: Seat, action: Action) -> Event {
        let at = cell(self.at);
        if self.delay > 0 {
            self.delay -= 1;
            return match self.delay {
                0 => Event::LeftMud { seat, at, ignored: action },
                left => Event::InMud { seat, left: left as u8, ignored: action },
            };
        }
        if action == Action::Stay {
            return Event::Stayed { seat };
        }
        let turns = board.turns(self.at, action);
        if turns == 0 {
            return Event::Blocked { seat, at, action };
        }
        self.at = beyond(self.at, action);
        self.delay = i32::from(turns) - 1;
        let to = cell(self.at);
        if turns == 1 { Event::Moved { seat, from: at, to } } else { Event::EnteredMud { seat, from: at, to, turns } }
    }
}
