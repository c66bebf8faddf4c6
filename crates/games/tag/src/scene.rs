//! How a state is drawn (R48).

use crate::action::Action;
use crate::drawing::{letter, name};
use crate::event::{Event, Team, What};
use crate::game::{Tag, World};
use crate::ground::distance;
use crate::looks;
use crate::news;
use crate::state::{Counts, Side, State, Winner};
use crate::view::{Eyes, Seen, Start, View, units};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::{Actor, Bump};

impl<const N: usize> Picture for Tag<N> {
    const LEGEND: &'static [Key] = &[
        Key::new(Sign::Actor('A'), &looks::KILLER),
        Key::new(Sign::Actor('a'), &looks::SURVIVOR),
        Key::new(Sign::Faded('a'), &looks::STRANDED),
        Key::new(Sign::Thing, &looks::EXIT),
        Key::new(Sign::Tile, &looks::SIGHT),
        Key::new(Sign::Tile, &Look::UNKNOWN),
        Key::new(Sign::Line, &looks::KILLER_TRAIL),
        Key::new(Sign::Line, &looks::SURVIVOR_TRAIL),
        Key::new(Sign::Bump, &looks::SURVIVOR),
        Key::new(Sign::Flash, &looks::CAPTURE),
        Key::new(Sign::Flash, &looks::ESCAPE),
    ];

    /// A round shows two phases.
    const PACE: f64 = 4.0;

    fn scene(world: &World, state: &State<N>, events: &[Event]) -> Scene {
        Scene::new(board(world, state, events), panel(world, state, events))
    }

    fn scene_for(world: &World, state: &State<N>, events: &[Event], seat: Seat) -> Scene {
        let board = GridBoard { tiles: sight(world, state, seat), ..board(world, state, events) };
        Scene::new(board, panel(world, state, events))
    }

    fn scene_of(start: &Start, view: &View, _seat: Seat) -> Scene {
        Scene::new(known(start, view), panel_of(start, view))
    }

    type Recall = ();

    fn offer(_start: &Start, view: &View, _seat: Seat, action: Action) -> Offer {
        let grid = Grid::at_least(view.width, view.height);
        let to = view.at.and_then(|at| grid.shifted(at, action.step.delta()));
        Offer::to_cell(action.step.name(), to)
    }

    fn concerns(start: &Start, event: &Event, _seat: Seat) -> bool {
        news::concerns(start, event)
    }

    fn news(start: &Start, before: &View, now: &View, own: &[Event], _seat: Seat) -> Vec<String> {
        news::of(start, before, now, own)
    }

    /// One frame for each round (R49): 0 is the set-up, then the board after each round.
    fn frame(_world: &World, state: &State<N>, _steps: u64) -> u64 {
        match (state.end, state.phase) {
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
        first: Some([0, 0]),
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
    let shares = |actor: &&Actor| actor.own || start.team_vision && actor.look == looks::of(own);
    let watchers: Vec<Cell> = actors.iter().filter(shares).map(|actor| actor.at).collect();
    let sees = |cell: &Cell| watchers.iter().any(|&from| view.sight.reaches(distance(from, *cell)));
    let cells = (0..grid.cells()).map(|index| grid.cell(index));
    GridBoard {
        tiles: cells.map(|at| Tile { at, look: if sees(&at) { &looks::SIGHT } else { &Look::UNKNOWN } }).collect(),
        things: view.exits.iter().map(exit).collect(),
        actors,
        focus: view.at,
        first: Some([0, 0]),
        ..GridBoard::new(grid)
    }
}

const fn exit(at: &Cell) -> Thing {
    Thing { at: *at, look: &looks::EXIT }
}

/// The cells that a seat sees; none if it has left the board.
fn sight<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> Vec<Tile> {
    let Some(eyes) = Eyes::of(world, state, seat) else { return Vec::new() };
    let cells = (0..world.grid().cells()).map(|index| world.grid().cell(index));
    cells.filter(|&cell| eyes.see(cell)).map(|at| Tile { at, look: &looks::SIGHT }).collect()
}

fn actor(side: Side, id: usize, at: Cell, faded: bool) -> Actor {
    Actor { id: id as u16, faded, ..Actor::new(looks::of(side), letter(side, id), at) }
}

fn trail(what: &What) -> Option<Line> {
    match *what {
        What::Move { team, from, to, .. } if from != to => {
            let look = match team {
                Team::K => &looks::KILLER_TRAIL,
                Team::S => &looks::SURVIVOR_TRAIL,
            };
            Some(Line { from, to, look })
        }
        _ => None,
    }
}

fn bumps(events: &[Event]) -> Vec<Bump> {
    let pairs = events.windows(2).filter_map(|pair| match (pair[0].what, pair[1].what) {
        (What::Move { team, from, step, .. }, What::Rejected { .. }) => {
            Some(Bump { at: from, towards: step.delta(), look: looks::of(team.side()) })
        }
        _ => None,
    });
    pairs.collect()
}

fn flash(what: &What) -> Option<Flash> {
    match *what {
        What::Capture { at, .. } => Some(Flash { at, look: &looks::CAPTURE }),
        What::Escape { at, .. } => Some(Flash { at, look: &looks::ESCAPE }),
        _ => None,
    }
}

/// How many escaped and how many were captured, of all; `stranded` also counts against the survivors.
fn standings(counts: Counts, all: u8, killers: u8, strict: bool) -> Vec<Row> {
    let bar = |side: Side, units: u8, word, n: u8, seats| {
        let label = if units == 1 { name(side, 0) } else { format!("{}s", looks::of(side).name) };
        Bar { figure: format!("{n} {word}"), seats, ..Bar::new(&label, looks::of(side), n.into(), all.into()) }
    };
    let Counts { escaped, captured, stranded, .. } = counts;
    let ahead = match Winner::of(counts, strict) {
        _ if escaped + captured + stranded == 0 => [0, 0],
        Winner::Survivors => [1, 0],
        Winner::Killers => [0, 1],
        Winner::Draw => [0, 0],
    };
    let runners = SeatSet::first(all.into());
    let hunters = SeatSet::first(usize::from(all) + usize::from(killers)).without(runners);
    let bars = [
        bar(Side::Survivor, all, "escaped", escaped, runners),
        bar(Side::Killer, killers, "captured", captured, hunters),
    ];
    Bar::standings(ahead.into_iter().zip(bars).collect()).collect()
}

fn fact(label: &str, value: impl ToString) -> Row {
    Row::Fact { label: label.to_string(), value: value.to_string() }
}

fn panel_of(start: &Start, view: &View) -> Vec<Row> {
    let stranded = start.survivors.saturating_sub(view.escaped + view.captured + view.r#in);
    let counts = Counts { escaped: view.escaped, captured: view.captured, stranded, inside: view.r#in };
    let mut rows = standings(counts, start.survivors, start.killers, start.strict);
    rows.extend([
        fact("round", format!("{}/{}", view.round, view.max_rounds)),
        fact("phase", view.phase.name()),
        fact("still in", view.r#in),
        fact("you", format!("{}, {}", name(view.side.into(), view.id.into()), view.status.name())),
    ]);
    rows
}

fn panel<const N: usize>(world: &World, state: &State<N>, events: &[Event]) -> Vec<Row> {
    let counts = state.counts();
    let mut rows = standings(counts, world.code.survivors, world.code.killers, world.code.strict);
    rows.extend([
        fact("round", format!("{}/{}", state.round, world.code.max_rounds)),
        fact("phase", state.phase.name()),
        fact("still in", counts.inside),
        fact("stranded", counts.stranded),
    ]);
    rows.extend(events.iter().filter_map(|event| match event.what {
        What::Rejected { team, unit, wish: [x, y], reason } => {
            Some(Row::Note(format!("{} to ({x},{y}): {}", name(team.side(), unit.into()), reason.name())))
        }
        _ => None,
    }));
    rows
}
