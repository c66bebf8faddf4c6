//! What a state looks like (R48).

use crate::action::Action;
use crate::drawing::letter;
use crate::event::{Event, Team, What};
use crate::game::{Tag, World, phase_name};
use crate::ground::distance;
use crate::state::{Side, State, Winner};
use crate::view::{Eyes, Seen, Start, View, units};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{Actor, Bump, Flash, GridBoard, Line, Offer, Row, Thing, Tile};
use gridhaunt_kernel::{Picture, Scene, Seat};

impl<const N: usize> Picture for Tag<N> {
    fn scene(world: &World, state: &State<N>, events: &[Event]) -> Scene {
        Scene { board: board(world, state, events).into(), panel: panel(world, state, events) }
    }

    fn scene_for(world: &World, state: &State<N>, events: &[Event], seat: Seat) -> Scene {
        let board = GridBoard { tiles: sight(world, state, seat), ..board(world, state, events) };
        Scene { board: board.into(), panel: panel(world, state, events) }
    }

    fn scene_of(start: &Start, view: &View, _seat: Seat) -> Scene {
        Scene { board: known(start, view).into(), panel: panel_of(start, view) }
    }

    fn offer(_start: &Start, view: &View, _seat: Seat, action: Action) -> Offer {
        let grid = Grid::at_least(view.width, view.height);
        let to = view.at.and_then(|at| grid.shifted(at, action.step.delta()));
        Offer::to_cell(action.step.name(), to)
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

/// The board as one unit knows it (R33).
fn known(start: &Start, view: &View) -> GridBoard {
    let (own, grid) = (Side::from(view.side), Grid::at_least(view.width, view.height));
    let seen = |side: Side, list: &[Seen]| -> Vec<Actor> {
        list.iter().map(|unit| actor(side, unit.id.into(), unit.at, false)).collect()
    };
    let mut actors = seen(Side::Survivor, &view.survivors);
    actors.extend(seen(Side::Killer, &view.killers));
    actors.extend(view.at.map(|at| Actor { own: true, ..actor(own, view.id.into(), at, false) }));
    let shares = |actor: &&Actor| actor.own || start.team_vision && actor.role == role(own);
    let watchers: Vec<Cell> = actors.iter().filter(shares).map(|actor| actor.at).collect();
    let sees = |cell: &Cell| watchers.iter().any(|&from| view.sight.reaches(distance(from, *cell)));
    let cells = (0..grid.cells()).map(|index| grid.cell(index));
    GridBoard {
        tiles: cells.filter(sees).map(|at| Tile { at, role: "sight" }).collect(),
        things: view.exits.iter().map(exit).collect(),
        actors,
        focus: view.at,
        ..GridBoard::new(grid)
    }
}

const fn exit(at: &Cell) -> Thing {
    Thing { at: *at, role: "exit", glyph: '>' }
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
    Actor { id: id as u16, faded, ..Actor::new(role(side), letter(side, id), at) }
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

/// How many got away and how many were taken, of all.
fn standings(escaped: u8, captured: u8, all: u8) -> [Row; 2] {
    [("escaped", "survivor", escaped), ("captured", "killer", captured)].map(|(label, role, n)| Row::Bar {
        label: format!("{label} {n}"),
        role,
        value: n.into(),
        of: all.into(),
        mark: None,
    })
}

fn fact(label: &str, value: impl ToString) -> Row {
    Row::Fact { label: label.to_string(), value: value.to_string() }
}

fn panel_of(start: &Start, view: &View) -> Vec<Row> {
    let mut rows = Vec::from(standings(view.escaped, view.captured, start.survivors));
    rows.extend([
        fact("round", format!("{}/{}", view.round, view.max_rounds)),
        fact("phase", phase_name(view.phase)),
        fact("in", view.r#in),
        fact("you", format!("{}, {}", letter(view.side.into(), view.id.into()), view.status.name())),
    ]);
    rows
}

fn panel<const N: usize>(world: &World, state: &State<N>, events: &[Event]) -> Vec<Row> {
    let counts = state.counts();
    let mut rows = Vec::from(standings(counts.escaped, counts.captured, world.code.survivors));
    rows.extend([
        fact("round", format!("{}/{}", state.round, world.code.max_rounds)),
        fact("phase", phase_name(state.phase())),
        fact("in", counts.inside),
        fact("stranded", counts.stranded),
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
