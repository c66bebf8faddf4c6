//! How a state is drawn (§15).

use crate::action::Action;
use crate::event::Event;
use crate::full::Full;
use crate::game::{Complete, Sproutopia, World};
use crate::ground::SEATS;
use crate::looks::{
    CLAIMED, FARMER, FARMERS, HOME, LAND, PICKED_UP, PRUNED, RESPAWNED, SENT_BACK, THINGS, TRAILS, WEED,
};
use crate::news;
use crate::state::State;
use crate::view::{Held, Start, TRAIL, View};
use crate::wire::seat_name;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::{Actor, Frame};

/// The letters of the lands in text.
const LETTERS: [char; SEATS] = ['A', 'B', 'C', 'D'];

impl<R: Complete> Picture for Sproutopia<R> {
    const LEGEND: &'static [Key] = &[
        Key::new(Sign::Tile, &LAND[0]),
        Key::new(Sign::Tile, &HOME[0]),
        Key::new(Sign::Tile, &TRAILS[0]),
        Key::new(Sign::Tile, &WEED),
        Key::new(Sign::Tile, &Look::UNKNOWN),
        Key::new(Sign::Thing, &THINGS[0]),
        Key::new(Sign::Thing, &THINGS[1]),
        Key::new(Sign::Thing, &THINGS[2]),
        Key::new(Sign::Thing, &THINGS[3]),
        Key::new(Sign::Thing, &THINGS[4]),
        Key::new(Sign::Flash, &CLAIMED),
        Key::new(Sign::Flash, &PICKED_UP),
        Key::new(Sign::Flash, &PRUNED),
        Key::new(Sign::Flash, &SENT_BACK),
        Key::new(Sign::Flash, &RESPAWNED),
    ];

    /// A tick is one step of each farmer, and a match has hundreds.
    const PACE: f64 = 15.0;

    fn scene(world: &World, state: &State<R>, events: &[Event]) -> Scene {
        let full = Full::new(&world.ground, state);
        Scene::new(board(world, &full, events), panel(world, state, &full))
    }

    fn scene_for(world: &World, state: &State<R>, events: &[Event], seat: Seat) -> Scene {
        let full = Full::new(&world.ground, state);
        let mut board = board(world, &full, events);
        if let Some(farmer) = full.farmers.get(seat.index()) {
            let (at, r) = (farmer.at.unwrap_or(farmer.start), world.ground.radius());
            let to = Cell { x: (at.x + r).min(u16::from(full.cols) - 1), y: (at.y + r).min(u16::from(full.rows) - 1) };
            let from = Cell { x: at.x.saturating_sub(r), y: at.y.saturating_sub(r) };
            board.frames = alloc::vec![Frame { from, to, look: &FARMERS[seat.index() % SEATS] }];
            board.focus = Some(at);
            board.actors.iter_mut().for_each(|actor| actor.own = *actor.look == FARMERS[seat.index() % SEATS]);
        }
        Scene::new(board, panel(world, state, &full))
    }

    fn scene_of(start: &Start, view: &View, seat: Seat) -> Scene {
        Scene::new(known(start, view, seat), panel_of::<R>(start, view, seat))
    }

    type Recall = ();

    fn offer(start: &Start, view: &View, _seat: Seat, action: Action) -> Offer {
        let to = grid_of(start).shifted(view.at, action.offset()).filter(|_| action != Action::None && !view.away);
        Offer::to_cell(if action == Action::None { "no command" } else { action.name() }, to)
    }

    fn concerns(_start: &Start, event: &Event, seat: Seat) -> bool {
        news::concerns(event, seat)
    }

    fn news(_start: &Start, before: &View, now: &View, own: &[Event], seat: Seat) -> Vec<String> {
        news::of(before, now, own, seat)
    }
}

fn grid_of(start: &Start) -> Grid {
    Grid::at_least(start.number("cols") as u16, start.number("rows") as u16)
}

/// The board as a farmer knows it: its window and its own trail (R48, R49).
fn known(start: &Start, view: &View, seat: Seat) -> GridBoard {
    let (grid, own, side) = (grid_of(start), seat.index() % SEATS, usize::from(view.window.side()).max(1));
    let reach = side as i16 / 2;
    let place = |index: usize| {
        let (x, y) = ((index % side) as i16 - reach, (index / side) as i16 - reach);
        grid.shifted(view.at, (x as i8, y as i8))
    };
    let is_home = |at: Cell, start: &Cell| at.x.abs_diff(start.x).max(at.y.abs_diff(start.y)) <= 1; // R2
    let ground = |at: Cell, code: u8| match usize::from(code) {
        owner if owner < SEATS => {
            let home = start.starts.get(owner).is_some_and(|start| is_home(at, start));
            Some(Tile { at, look: if home { &HOME[owner] } else { &LAND[owner] } })
        }
        trail if trail < 2 * SEATS => Some(Tile { at, look: &TRAILS[trail - usize::from(TRAIL)] }),
        _ => None,
    };
    let codes = view.window.codes().enumerate();
    let seen: Vec<(Cell, u8)> = codes.filter_map(|(index, code)| Some((place(index)?, code))).collect();
    let mut tiles: Vec<Tile> = seen.iter().filter_map(|&(at, code)| ground(at, code)).collect();
    tiles.extend(view.trail.iter().map(|&at| Tile { at, look: &TRAILS[own] }));
    tiles.extend(view.weeds.iter().map(|&at| Tile { at, look: &WEED }));
    let cells = (0..grid.cells()).map(|index| grid.cell(index));
    let in_sight = |at: &Cell| at.x.abs_diff(view.at.x).max(at.y.abs_diff(view.at.y)) <= reach.unsigned_abs();
    tiles.extend(cells.filter(|at| !in_sight(at)).map(|at| Tile { at, look: &Look::UNKNOWN }));
    let (dx, dy) = view.momentum.offset();
    let facing = ((dx, dy) != (0, 0)).then_some((dx, dy));
    let me = Actor { facing, own: true, ..Actor::new(&FARMERS[own], '@', view.at) };
    // Others are shown without their names.
    let others = view.farmers.iter().filter(|&&at| at != view.at).map(|&at| Actor::new(&FARMER, '@', at));
    GridBoard {
        tiles,
        lines: view.trail.windows(2).map(|pair| Line { from: pair[0], to: pair[1], look: &TRAILS[own] }).collect(),
        things: view.things.iter().map(thing).collect(),
        actors: others.chain((!view.away).then_some(me)).collect(),
        focus: Some(view.at),
        first: Some([0, 0]),
        ..GridBoard::new(grid)
    }
}

fn thing(thing: &crate::view::Thing) -> Thing {
    Thing { at: thing.at, look: &THINGS[thing.kind as usize - 1] }
}

fn panel_of<R: Complete>(start: &Start, view: &View, seat: Seat) -> Vec<Row> {
    let (own, ticks) = (seat.index() % SEATS, start.number("max_ticks"));
    let bar = |(i, &percent): (usize, &u8)| {
        let note = if i == own { holding::<R>(view.cells, view.points) } else { String::new() };
        let standing = (percent, R::among_equals(i)); // R55, as far as a farmer knows it
        (standing, Bar { note, ..bar(i, percent, percent.into(), 100.0) })
    };
    let mut rows: Vec<Row> = Bar::standings(view.percents.iter().enumerate().map(bar).collect()).collect();
    rows.push(Row::Fact { label: "tick".into(), value: format!("{}/{ticks}", view.tick) });
    let powers: Vec<String> = [view.power, view.super_power].into_iter().flatten().map(held).collect();
    if !powers.is_empty() {
        rows.push(Row::Note(format!("you have {}", powers.join(", "))));
    }
    if view.away {
        rows.push(Row::Note("you are away".into()));
    }
    if view.queue > 0 {
        rows.push(Row::Fact { label: "queue".into(), value: format!("{} commands", view.queue) });
    }
    rows
}

fn board(world: &World, full: &Full, events: &[Event]) -> GridBoard {
    let grid = Grid::at_least(full.cols.into(), full.rows.into());
    let land = |at: Cell| {
        let owner = full.owner(at)?.index() % SEATS;
        let look = if world.ground.homes[owner].contains(at) { &HOME[owner] } else { &LAND[owner] };
        Some(Tile { at, look })
    };
    let mut tiles: Vec<Tile> = (0..grid.cells()).filter_map(|index| land(grid.cell(index))).collect();
    let mut lines = Vec::new();
    for (farmer, look) in full.farmers.iter().zip(&TRAILS) {
        // A trail crosses land, which stays visible beside it.
        tiles.extend(farmer.trail.iter().map(|&at| Tile { at, look }));
        lines.extend(farmer.trail.windows(2).map(|pair| Line { from: pair[0], to: pair[1], look }));
    }
    tiles.extend(full.weeds.iter().map(|&at| Tile { at, look: &WEED }));
    let actor = |(i, farmer): (usize, &crate::full::Farmer)| {
        let (dx, dy) = farmer.momentum.offset();
        let facing = ((dx, dy) != (0, 0)).then_some((dx, dy));
        Some(Actor { facing, ..Actor::new(&FARMERS[i], '@', farmer.at?) })
    };
    GridBoard {
        tiles,
        lines,
        things: full.power_ups.iter().chain(&full.supers).map(thing).collect(),
        actors: full.farmers.iter().enumerate().filter_map(actor).collect(),
        flashes: flashes(full, events),
        first: Some([0, 0]),
        ..GridBoard::new(grid)
    }
}

/// The cells where something just happened, as far as they are known.
fn flashes(full: &Full, events: &[Event]) -> Vec<Flash> {
    let at = |seat: &Seat| full.farmers.get(seat.index()).map(|farmer| farmer.at.unwrap_or(farmer.start));
    // The last step of a pruned farmer shows where it stood, if it took one.
    let stood = |seat: &Seat| {
        let mut steps = events.iter().filter_map(|event| match event {
            Event::Moved { seat: who, to, .. } if who == seat => Some(*to),
            _ => None,
        });
        steps.next_back()
    };
    let flash = |event: &Event| {
        let (at, look) = match event {
            Event::Pruned { seat, .. } => (stood(seat)?, &PRUNED),
            Event::SentBack { to, .. } => (*to, &SENT_BACK),
            Event::Respawned { seat } => (at(seat)?, &RESPAWNED),
            Event::Claimed { seat, .. } => (stood(seat)?, &CLAIMED),
            Event::PickedUp { cell, .. } => (*cell, &PICKED_UP),
            _ => return None,
        };
        Some(Flash { at, look })
    };
    events.iter().filter_map(flash).collect()
}

/// The standing of a farmer, without a note.
fn bar(i: usize, percent: u8, value: f64, of: f64) -> Bar {
    let (seats, figure, glyph) = (SeatSet::only(Seat(i as u8)), format!("{percent} %"), Some(LETTERS[i % SEATS]));
    Bar { seats, figure, glyph, ..Bar::new(seat_name(i), &FARMERS[i % SEATS], value, of) }
}

fn panel<R: Complete>(world: &World, state: &State<R>, full: &Full) -> Vec<Row> {
    let ticks = format!("{}/{}", full.tick, world.ground.code.max_ticks);
    let bar = |(i, farmer): (usize, &crate::full::Farmer)| {
        let note = holding::<R>(farmer.cells, farmer.points);
        let bar = bar(i, farmer.percent, farmer.cells.into(), world.ground.cells().into());
        (state.standing(&world.ground, i), Bar { note, ..bar })
    };
    let mut rows: Vec<Row> = Bar::standings(full.farmers.iter().enumerate().map(bar).collect()).collect();
    rows.push(Row::Fact { label: "tick".into(), value: ticks });
    // Notes appear and disappear; below the bars they do not move anything.
    for (i, farmer) in full.farmers.iter().enumerate() {
        let powers: Vec<String> = [farmer.power, farmer.super_power].into_iter().flatten().map(held).collect();
        if !powers.is_empty() {
            rows.push(Row::Note(format!("{} has {}", seat_name(i), powers.join(", "))));
        }
        if farmer.at.is_none() {
            rows.push(Row::Note(format!("{} is away", seat_name(i))));
        }
    }
    rows
}

/// The land of a farmer and its points in hundredths; in v2024.0.8 points decide nothing (R55).
fn holding<R: Complete>(cells: u32, points: u64) -> String {
    let points =
        if R::POINTS_DECIDE { format!(", {}.{:02} points", points / 100, points % 100) } else { String::new() };
    format!("{cells} cells{points}")
}

fn held(held: Held) -> String {
    match held.left {
        Some(left) => format!("{} {left}", held.kind.name()),
        None => held.kind.name().into(),
    }
}
