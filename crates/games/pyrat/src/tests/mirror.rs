//! The game seen from the other side of the board: R4.

use crate::event::Event;
use crate::maze::{self, Maze};
use crate::position::Position;
use crate::{State, World};
use gridhaunt_kernel::prelude::*;

/// The game turned by 180 degrees, seats swapped (R4).
pub(super) fn turned<const W: usize>(world: &World, state: &State<W>) -> (World, State<W>) {
    let grid = world.grid();
    let mut maze = Maze::walled(grid);
    for edge in maze::edges(grid) {
        let (a, b) = world.maze.ends(edge);
        let opposite = maze::edge_between(grid, across(grid, a), across(grid, b)).expect("an edge has a mirror");
        maze.set(opposite, world.maze.get(edge));
    }
    let mut position = Position::of(grid, state);
    position.at = position.at.map(|at| across(grid, at));
    position.cheese = position.cheese.into_iter().map(|at| across(grid, at)).collect();
    position.at.reverse();
    position.delay.reverse();
    position.half.reverse();
    let turned = position.state(grid).expect("the mirror of a state is a state");
    (World { maze, ..world.clone() }, turned)
}

fn across(grid: Grid, cell: Cell) -> Cell {
    Cell { x: grid.width() - 1 - cell.x, y: grid.height() - 1 - cell.y }
}

/// An event as it looks in the turned game.
pub(super) fn turned_event(grid: Grid, event: &Event) -> Event {
    let (other, there) = (|seat: Seat| Seat(1 - seat.0), |cell| across(grid, cell));
    match *event {
        Event::Stayed { seat } => Event::Stayed { seat: other(seat) },
        Event::Blocked { seat, at, action } => {
            Event::Blocked { seat: other(seat), at: there(at), action: action.mirrored() }
        }
        Event::Moved { seat, from, to } => Event::Moved { seat: other(seat), from: there(from), to: there(to) },
        Event::EnteredMud { seat, from, to, turns } => {
            Event::EnteredMud { seat: other(seat), from: there(from), to: there(to), turns }
        }
        Event::InMud { seat, left, ignored } => Event::InMud { seat: other(seat), left, ignored: ignored.mirrored() },
        Event::LeftMud { seat, at, ignored } => {
            Event::LeftMud { seat: other(seat), at: there(at), ignored: ignored.mirrored() }
        }
        Event::Ate { seat, at } => Event::Ate { seat: other(seat), at: there(at) },
        Event::Shared { at } => Event::Shared { at: there(at) },
        Event::Over { reason, winner } => Event::Over { reason, winner: winner.map(other) },
    }
}

/// The events of single seats come first, seat 0 before seat 1; turning a game swaps those two, and who ate.
pub(super) fn in_order(mut events: Vec<Event>) -> Vec<Event> {
    if events.len() >= 2 {
        events.swap(0, 1);
    }
    if let [_, _, Event::Ate { .. }, Event::Ate { .. }, ..] = events.as_slice() {
        events.swap(2, 3);
    }
    events
}
