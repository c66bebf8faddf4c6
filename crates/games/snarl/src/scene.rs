//! How a state is drawn (R69).

mod recalled;

use crate::action::Action;
use crate::actor::{Actor, ActorKind};
use crate::chart::Chart;
use crate::drawing::actor_glyph;
use crate::event::Event;
use crate::game::Snarl;
use crate::ground::Site;
use crate::level::{Object, ObjectKind, Point};
use crate::looks;
use crate::news;
use crate::seen::Seen;
use crate::setup::actors;
use crate::state::State;
use crate::view::{ActorPosition, AdversaryView, PlayerView, RosterEntry, Sight, Start, View, roster, sight};
use crate::wire::heading;
use crate::world::World;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::Actor as Sprite;
pub use recalled::of_memory;

impl Picture for Snarl {
    const LEGEND: &'static [Key] = &[
        Key::new(Sign::Actor('Z'), &looks::ZOMBIE),
        Key::new(Sign::Actor('G'), &looks::GHOST),
        Key::new(Sign::Thing, &looks::KEY),
        Key::new(Sign::Thing, &looks::LOCKED),
        Key::new(Sign::Thing, &looks::OPEN),
        Key::new(Sign::Tile, &looks::WALL),
        Key::new(Sign::Tile, &looks::DOOR),
        Key::new(Sign::Tile, &Look::UNSEEN),
        Key::new(Sign::Line, &looks::TELEPORT),
        Key::new(Sign::Flash, &looks::KEY_TAKEN),
        Key::new(Sign::Flash, &looks::EXITED),
        Key::new(Sign::Flash, &looks::EXPELLED),
    ];

    /// A frame is a round, in which every actor acts.
    const PACE: f64 = 3.0;

    fn scene(world: &World, state: &State, events: &[Event]) -> Scene {
        let chart = world.chart(state);
        let board = GridBoard { tiles: tiles(chart, |_| true), ..board(world, state, events, |_| true) };
        Scene::new(board, panel(world, state))
    }

    /// A player sees its square; the rest is darkened, and actors there are not shown.
    fn scene_for(world: &World, state: &State, events: &[Event], seat: Seat) -> Scene {
        if seat.0 >= world.code.players {
            return Self::scene(world, state, events);
        }
        let seen = sight(world, state, seat);
        let sees = |point: Point| seen.code(point).is_some();
        let chart = world.chart(state);
        let mut board = GridBoard { tiles: tiles(chart, sees), ..board(world, state, events, sees) };
        let own = seen.position.and_then(|at| cell(world.site(state), at));
        board.focus = own;
        for actor in board.actors.iter_mut().filter(|actor| Some(actor.at) == own) {
            (actor.glyph, actor.own) = ('@', true);
        }
        Scene::new(board, panel(world, state))
    }

    fn scene_of(_start: &Start, view: &View, seat: Seat) -> Scene {
        match view {
            View::PlayerView(view) => of_view(view, seat, None),
            View::AdversaryView(view) => of_whole(view),
        }
    }

    type Recall = Seen;

    fn remember(seen: &mut Seen, view: &View) {
        if let View::PlayerView(view) = view {
            seen.look(view.level, &view.sight);
        }
    }

    fn recalled(seen: &Seen, start: &Start, view: &View, seat: Seat) -> (Scene, (u16, u16)) {
        match view {
            View::PlayerView(view) => of_memory(seen, view, seat, None),
            View::AdversaryView(_) => (Self::scene_of(start, view, seat), (0, 0)),
        }
    }

    fn offer(_start: &Start, view: &View, _seat: Seat, action: Action) -> Offer {
        let (rows, columns) = action.offset();
        let shifted = |at: Point| Point { row: at.row + i64::from(rows), column: at.column + i64::from(columns) };
        let to = match view {
            View::PlayerView(view) => view.sight.position.and_then(|at| place_in(&view.sight, shifted(at))),
            View::AdversaryView(view) => {
                view.mover().and_then(|mover| cell(&view.state.level.site(), shifted(mover.position)))
            }
        };
        Offer::to_cell(action.name(), to)
    }

    fn concerns(start: &Start, event: &Event, seat: Seat) -> bool {
        news::concerns(start, event, seat)
    }

    fn news(start: &Start, before: &View, now: &View, own: &[Event], seat: Seat) -> Vec<String> {
        news::of(start, before, now, own, seat)
    }

    /// One frame for each round: the board after it; the first frame is before the first round.
    fn frame(world: &World, state: &State, _steps: u64) -> u64 {
        let ground = world.ground();
        let first = state.inside(&ground).next().map(|(seat, _)| seat.0);
        let begins = state.end.is_none() && first == Some(state.turn.0);
        u64::from(state.past_rounds) + u64::from(state.round) - u64::from(begins)
    }
}

fn cell(site: &Site, point: Point) -> Option<Cell> {
    site.tile(point).map(|tile| Cell { x: tile.column().into(), y: tile.row().into() })
}

/// An actor in a cell.
fn sprite_of(actor: Actor, at: Cell) -> Sprite {
    Sprite { id: actor.number.into(), ..Sprite::new(looks::of_actor(actor), actor_glyph(actor), at) }
}

/// The same, marked as the viewer.
fn own_eyes(sprite: Sprite) -> Sprite {
    Sprite { glyph: '@', own: true, ..sprite }
}

/// The tiles, with a veil over those that are not seen.
fn tiles(chart: &Chart, sees: impl Fn(Point) -> bool) -> Vec<Tile> {
    let site = chart.site();
    let tile = |tile: crate::ground::Tile| {
        let at = Cell { x: tile.column().into(), y: tile.row().into() };
        let look = looks::of_tile(chart.kind(tile));
        let veil = look.filter(|_| !sees(site.point(tile))).map(|_| &Look::UNSEEN);
        look.into_iter().chain(veil).map(move |look| Tile { at, look })
    };
    chart.tiles().flat_map(tile).collect()
}

/// Everything except the tiles, as far as it is seen. Only events since the level began count.
fn board(world: &World, state: &State, events: &[Event], sees: impl Fn(Point) -> bool) -> GridBoard {
    let (ground, site) = (world.ground(), world.site(state));
    let chart = world.chart(state);
    let began = events.iter().rposition(|event| matches!(event, Event::LevelStarted { .. }));
    let events = &events[began.map_or(0, |at| at + 1)..];
    let sprite = |actor: Actor| {
        let at = state.tile_of(&ground, actor).filter(|&at| sees(site.point(at)))?;
        let badge = (actor.kind == ActorKind::Player).then(|| world.name(actor).to_string());
        let at = Cell { x: at.column().into(), y: at.row().into() };
        Some(Sprite { badge, ..sprite_of(actor, at) })
    };
    let teleport = |event: &Event| match *event {
        Event::Teleported { wall, to, .. } if sees(wall) && sees(to) => {
            Some(Line { from: cell(site, wall)?, to: cell(site, to)?, look: &looks::TELEPORT })
        }
        _ => None,
    };
    GridBoard {
        things: things(chart, state.locked, &sees),
        lines: events.iter().filter_map(teleport).collect(),
        actors: actors(&ground, state).filter_map(sprite).collect(),
        focus: focus(world, state),
        flashes: flashes(site, events, sees),
        first: Some([chart.corner.column, chart.corner.row]),
        ..grid(site.rows, site.columns)
    }
}

fn things(chart: &Chart, locked: bool, sees: impl Fn(Point) -> bool) -> Vec<Thing> {
    let thing = |object: &Object| {
        let at = cell(&chart.site(), object.position).filter(|_| sees(object.position))?;
        Some(Thing { at, look: looks::of_object(object.kind, locked) })
    };
    chart.level.objects.iter().filter_map(thing).collect()
}

/// A level at its start, without actors.
#[must_use]
pub fn of_level(chart: &Chart) -> Scene {
    let locked = chart.level.object(ObjectKind::Key).is_some();
    let board = GridBoard {
        tiles: tiles(chart, |_| true),
        things: things(chart, locked, |_| true),
        ..grid(chart.rows, chart.columns)
    };
    Scene::new(board, Vec::new())
}

/// The cell of the actor that acts now.
fn focus(world: &World, state: &State) -> Option<Cell> {
    let ground = world.ground();
    let at = state.tile_of(&ground, state.actor(&ground)?)?;
    Some(Cell { x: at.column().into(), y: at.row().into() })
}

fn grid(rows: u16, columns: u16) -> GridBoard {
    GridBoard::new(Grid::at_least(columns, rows))
}

/// Where players were expelled, exited or took the key: the position comes from the move just before.
fn flashes(site: &Site, events: &[Event], sees: impl Fn(Point) -> bool) -> Vec<Flash> {
    let mut here = None;
    let mut flashes = Vec::new();
    for event in events {
        let look = match *event {
            Event::Moved { to, .. } | Event::Teleported { to, .. } => {
                here = Some(to).filter(|&at| sees(at));
                continue;
            }
            Event::KeyTaken { .. } => &looks::KEY_TAKEN,
            Event::Exited { .. } => &looks::EXITED,
            Event::Expelled { by: Some(_), .. } => &looks::EXPELLED,
            _ => continue,
        };
        flashes.extend(here.and_then(|at| cell(site, at)).map(|at| Flash { at, look }));
    }
    flashes
}

fn panel(world: &World, state: &State) -> Vec<Row> {
    public(state.level + 1, world.charts.len() as u8, state.round, state.locked, &roster(world, state))
}

/// What every seat knows: level, round, exit, status and counts of each player.
fn public(level: u8, levels: u8, round: u32, locked: bool, roster: &[RosterEntry]) -> Vec<Row> {
    let fact = |label: &str, value: String| Row::Fact { label: label.to_string(), value };
    let of = if levels == 0 { String::new() } else { format!("/{levels}") };
    let bar = |(number, entry): (usize, &RosterEntry)| {
        let RosterEntry { name, status, exits, ejects, keys } = entry;
        let (actor, plural) = (Actor::player(Seat(number as u8)), if *exits == 1 { "" } else { "s" });
        let bar = Bar::new(name.as_str(), looks::of_actor(actor), f64::from(*exits), f64::from(levels.max(1)));
        let figure = format!("{exits} exit{plural}");
        let note = format!("{}, keys {keys}, ejects {ejects}", status.name());
        let seats = SeatSet::only(Seat(number as u8));
        ((*exits, *keys), Bar { seats, figure, note, glyph: Some(actor_glyph(actor)), ..bar })
    };
    let mut rows: Vec<Row> = Bar::standings(roster.iter().enumerate().map(bar).collect()).collect();
    let expelled: u32 = roster.iter().map(|entry| u32::from(entry.ejects)).sum();
    let most = (roster.len() * usize::from(levels.max(1))).max(1);
    let hunters = Bar::new("adversaries", &looks::ZOMBIE, expelled.into(), most as f64);
    rows.push(Row::Bar(Bar {
        seats: SeatSet::first(roster.len() + 2).without(SeatSet::first(roster.len())),
        figure: expelled.to_string(),
        note: "players expelled".to_string(),
        ..hunters
    }));
    rows.extend([
        fact("level", format!("{level}{of}")),
        fact("round", round.to_string()),
        fact("exit", if locked { "locked" } else { "open" }.to_string()),
    ]);
    rows
}

/// What the player of a seat sees and knows, from its view alone; `aim` is a tile that the player is considering.
#[must_use]
pub fn of_view(view: &PlayerView, seat: Seat, aim: Option<Point>) -> Scene {
    let sight = &view.sight;
    let side = sight.layout.side();
    let cell = |at: Point| place_in(sight, at);
    let tile = |(index, code): (usize, &u8)| {
        let look = match code {
            0 => &looks::WALL,
            1 => &looks::FLOOR,
            _ => &looks::DOOR,
        };
        Tile { at: Cell { x: (index % side) as u16, y: (index / side) as u16 }, look }
    };
    let locked = view.exit_locked;
    let mut tiles: Vec<Tile> = sight.layout.codes().iter().enumerate().map(tile).collect();
    tiles.extend(aim.and_then(cell).map(|at| Tile { at, look: &Look::AIM }));
    let thing =
        |object: &Object| Some(Thing { at: cell(object.position)?, look: looks::of_object(object.kind, locked) });
    let sprite = |(actor, at): (Actor, Point)| Some(sprite_of(actor, cell(at)?));
    let number = |name: &str| view.roster.iter().position(|entry| entry.name.as_str() == name).unwrap_or(0) as u8;
    let others = sight.actors.iter().map(|other| {
        let number = if other.kind == ActorKind::Player { number(other.name.as_str()) } else { 0 };
        let actor = Actor { kind: other.kind, number };
        (actor, other.position)
    });
    let own = sight.position.and_then(|at| sprite((Actor::player(seat), at)));
    let board = GridBoard {
        tiles,
        things: sight.objects.iter().filter_map(thing).collect(),
        actors: others.filter_map(sprite).chain(own.map(own_eyes)).collect(),
        ..grid(side as u16, side as u16)
    };
    Scene::new(board, public(view.level, view.levels, view.round, locked, &view.roster))
}

/// The cell of a point in the square that a player sees.
fn place_in(sight: &Sight, at: Point) -> Option<Cell> {
    let (side, reach) = (sight.layout.side(), sight.reach());
    let middle = sight.position.unwrap_or_default();
    let x = u16::try_from(at.column - middle.column + reach).ok().filter(|&x| usize::from(x) < side)?;
    let y = u16::try_from(at.row - middle.row + reach).ok().filter(|&y| usize::from(y) < side)?;
    Some(Cell { x, y })
}

/// What an adversary knows: everything (R65).
fn of_whole(view: &AdversaryView) -> Scene {
    let (whole, chart) = (&view.state, view.state.level.as_ref());
    let site = chart.site();
    let number = |actor: &ActorPosition| match actor.kind {
        ActorKind::Player => view.roster.iter().position(|entry| entry.name == actor.name).unwrap_or(0),
        kind => {
            whole.adversaries.iter().filter(|other| other.kind == kind).position(|other| other == actor).unwrap_or(0)
        }
    };
    let sprite = |standing: &ActorPosition| {
        let actor = Actor { kind: standing.kind, number: number(standing) as u8 };
        let badge = (actor.kind == ActorKind::Player).then(|| standing.name.to_string());
        let own = view.actor == Some(standing.name);
        Some(Sprite { badge, own, ..sprite_of(actor, cell(&site, standing.position)?) })
    };
    let board = GridBoard {
        tiles: tiles(chart, |_| true),
        things: things(chart, whole.exit_locked, |_| true),
        actors: whole.players.iter().chain(&whole.adversaries).filter_map(sprite).collect(),
        focus: view.mover().and_then(|mover| cell(&site, mover.position)),
        ..grid(chart.rows, chart.columns)
    };
    Scene::new(board, public(view.level, view.levels, view.round, whole.exit_locked, &view.roster))
}

/// The heading of a player's view (R56).
#[must_use]
pub fn heading_of(view: &PlayerView) -> String {
    heading(view.level, view.levels, view.round, view.exit_locked)
}
