//! What a state looks like (R40).

use crate::State;
use crate::event::Event;
use crate::game::{PyRat, World};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use gridhaunt_kernel::scene::{Actor, EdgeMark, Flash, GridBoard, Row, Thing, Way};
use gridhaunt_kernel::{Picture, Scene};

const NAMES: [(&str, char); 2] = [("python", 'P'), ("rat", 'R')];

impl<const W: usize> Picture for PyRat<W> {
    fn scene(world: &World, state: &State<W>, events: &[Event]) -> Scene {
        Scene { board: board(world, state, events).into(), panel: panel(state, events) }
    }
}

pub(crate) fn board<const W: usize>(world: &World, state: &State<W>, events: &[Event]) -> GridBoard {
    let (maze, grid) = (&world.maze, world.grid());
    let mud = |(edge, turns): (_, u8)| EdgeMark { between: maze.ends(edge), role: "mud", label: turns.to_string() };
    let cheese = |cell| Thing { at: grid.cell(cell), role: "cheese", glyph: '*' };
    GridBoard {
        y_up: true,
        walls: maze.walls().map(|edge| maze.ends(edge)).collect(),
        edges: maze.mud().map(mud).collect(),
        things: state.cheese.iter().map(cheese).collect(),
        actors: (0..2).map(|seat| actor(world, state, events, seat)).collect(),
        flashes: events.iter().filter_map(|event| flash(world, state, event)).collect(),
        ..GridBoard::new(grid)
    }
}

/// A seat that entered mud in this very step is drawn on its way; one that waits there carries its delay.
fn actor<const W: usize>(world: &World, state: &State<W>, events: &[Event], seat: usize) -> Actor {
    let delay = state.delay[seat];
    let way = events.iter().find_map(|event| match *event {
        Event::EnteredMud { seat: who, from, turns, .. } if who.index() == seat => {
            Some(Way { from, done: u16::from(turns - delay), of: turns.into() })
        }
        _ => None,
    });
    let (role, glyph) = NAMES[seat & 1];
    let badge = (delay > 0).then(|| delay.to_string());
    Actor { at: world.grid().cell(state.pos[seat].into()), role, glyph, way, badge, faded: false, facing: None }
}

fn flash<const W: usize>(world: &World, state: &State<W>, event: &Event) -> Option<Flash> {
    match *event {
        Event::Over { winner: Some(seat), .. } => {
            Some(Flash { at: world.grid().cell(state.pos[seat.index() & 1].into()), role: "won" })
        }
        Event::Ate { at, .. } => Some(Flash { at, role: "ate" }),
        Event::Shared { at } => Some(Flash { at, role: "shared" }),
        _ => None,
    }
}

fn panel<const W: usize>(state: &State<W>, events: &[Event]) -> Vec<Row> {
    let total = f64::from(state.cheese_total);
    let bar = |seat: usize| {
        let points = f64::from(state.half[seat]) / 2.0;
        Row::Bar {
            label: format!("{} {points:.1}", NAMES[seat].0),
            role: NAMES[seat].0,
            value: points,
            of: total,
            mark: Some(total / 2.0),
        }
    };
    let fact = |label: &str, value| Row::Fact { label: label.to_string(), value };
    let mut rows = Vec::from([
        bar(0),
        bar(1),
        fact("turn", format!("{}/{}", state.turn, state.max_turns)),
        fact("cheese", format!("{} of {} left", state.cheese_left, state.cheese_total)),
    ]);
    rows.extend(events.iter().find_map(|event| match *event {
        Event::Over { reason, winner } => {
            let who = winner.map_or("draw".to_string(), |seat| format!("{} wins", NAMES[seat.index() & 1].0));
            Some(Row::Note(format!("{who} ({})", reason.name())))
        }
        _ => None,
    }));
    rows
}
