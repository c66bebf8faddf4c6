//! What a state looks like (R48).

use crate::drawing::letter;
use crate::event::{Event, Team, What};
use crate::game::{Tag, World, phase_name};
use crate::state::{Side, State, Winner};
use crate::view::{Eyes, units};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::{Actor, Bump, Flash, GridBoard, Line, Row, Thing, Tile};
use gridhaunt_kernel::{Picture, Scene, Seat};

impl<const N: usize> Picture for Tag<N> {
    fn scene(world: &World, state: &State<N>, events: &[Event]) -> Scene {
        Scene { board: board(world, state, events).into(), panel: panel(world, state, events) }
    }

    fn scene_for(world: &World, state: &State<N>, events: &[Event], seat: Seat) -> Scene {
        let board = GridBoard { tiles: sight(world, state, seat), ..board(world, state, events) };
        Scene { board: board.into(), panel: panel(world, state, events) }
    }

    /// One frame a round (R49): 0 the set-up, then the board after each round.
    fn frame(_world: &World, state: &State<N>, _steps: u64) -> u64 {
        match (state.end(), state.phase()) {
            (None, Side::Killer) => u64::from(state.round) - 1,
            _ => state.round.into(),
        }
    }
}

fn board<const N: usize>(world: &World, state: &State<N>, events: &[Event]) -> GridBoard {
    let exit = |&at: &Cell| Thing { at, role: "exit", glyph: '>' };
    let sides = [Side::Survivor, Side::Killer];
    let standing =
        sides.into_iter().flat_map(|side| units(world, state, side).map(move |(id, at)| actor(side, id, at, false)));
    let stranded = events.iter().filter_map(|event| match event.what {
        What::Stranded { survivor, at } => Some(actor(Side::Survivor, survivor.into(), at, true)),
        _ => None,
    });
    GridBoard {
        things: world.exits.iter().map(exit).collect(),
        lines: events.iter().filter_map(|event| trail(&event.what)).collect(),
        actors: standing.chain(stranded).collect(),
        bumps: bumps(events),
        flashes: events.iter().filter_map(|event| flash(&event.what)).collect(),
        ..GridBoard::new(world.grid())
    }
}

/// The cells a seat sees; none if it is gone.
fn sight<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> Vec<Tile> {
    let Some(eyes) = Eyes::of(world, state, seat) else { return Vec::new() };
    let cells = (0..world.grid().cells()).map(|index| world.grid().cell(index));
    cells.filter(|&cell| eyes.see(cell)).map(|at| Tile { at, role: "sight" }).collect()
}

const fn role(side: Side) -> &'static str {
    match side {
        Side::Survivor => "survivor",
        Side::Killer => "killer",
    }
}

fn actor(side: Side, id: usize, at: Cell, faded: bool) -> Actor {
    Actor { at, role: role(side), glyph: letter(side, id), way: None, badge: None, faded, facing: None }
}

const fn side_of(team: Team) -> Side {
    match team {
        Team::K => Side::Killer,
        Team::S => Side::Survivor,
    }
}

fn trail(what: &What) -> Option<Line> {
    match *what {
        What::Move { team, from, to, .. } if from != to => {
            let role = match team {
                Team::K => "killer-trail",
                Team::S => "survivor-trail",
            };
            Some(Line { from, to, role })
        }
        _ => None,
    }
}

fn bumps(events: &[Event]) -> Vec<Bump> {
    let pairs = events.windows(2).filter_map(|pair| match (pair[0].what, pair[1].what) {
        (What::Move { team, from, step, .. }, What::Rejected { .. }) => {
            Some(Bump { at: from, towards: step.delta(), role: role(side_of(team)) })
        }
        _ => None,
    });
    pairs.collect()
}

fn flash(what: &What) -> Option<Flash> {
    match *what {
        What::Capture { at, .. } => Some(Flash { at, role: "capture" }),
        What::Escape { at, .. } => Some(Flash { at, role: "escape" }),
        _ => None,
    }
}

fn panel<const N: usize>(world: &World, state: &State<N>, events: &[Event]) -> Vec<Row> {
    let counts = state.counts();
    let all = f64::from(world.code.survivors);
    let bar = |label: &str, role, n: u8| Row::Bar {
        label: format!("{label} {n}"),
        role,
        value: n.into(),
        of: all,
        mark: None,
    };
    let fact = |label: &str, value: String| Row::Fact { label: label.to_string(), value };
    let mut rows = Vec::from([
        bar("escaped", "survivor", counts.escaped),
        bar("captured", "killer", counts.captured),
        fact("round", format!("{}/{}", state.round, world.code.max_rounds)),
        fact("phase", phase_name(state.phase()).to_string()),
        fact("in", counts.inside.to_string()),
        fact("stranded", counts.stranded.to_string()),
    ]);
    if let Some(end) = state.end() {
        let winner = Winner::of(counts, world.code.strict);
        rows.push(Row::Note(format!("{} ({})", winner.words(), end.name())));
    }
    rows.extend(events.iter().filter_map(|event| match event.what {
        What::Rejected { team, unit, wish: [x, y], reason } => {
            Some(Row::Note(format!("{} to ({x},{y}): {}", team.letter(unit), reason.name())))
        }
        _ => None,
    }));
    rows
}
