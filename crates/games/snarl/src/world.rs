//! What never changes in a match: the levels, as they were written and as tables for the step.

use crate::action::{Action, Moves};
use crate::actor::{Actor, ActorKind};
use crate::chart::Chart;
use crate::ground::{Code, Ground, NO_ROOM, Site, Span, Spot, Tile, TileKind};
use crate::level::{ObjectKind, Point, Room};
use crate::name::Name;
use crate::rules;
use crate::settings::{Charts, Placement, Settings};
use crate::state::{ADVERSARIES, State};
use alloc::sync::Arc;
use gridhaunt_kernel::prelude::*;

/// The most actors of a kind: level 64 has 33 zombies (R10).
const MOST_OF_A_KIND: usize = ADVERSARIES / 2 + 1;

/// What never changes in a match.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct World {
    pub code: Code,
    /// The effective settings, without the levels.
    pub values: Settings,
    /// The levels, each with its key and without it.
    pub charts: Vec<[Arc<Chart>; 2]>,
    /// Whether the levels were drawn.
    pub drawn: bool,
    /// The generator before anything was drawn (R42).
    pub fresh: Random,
    /// Names of players by seat, then of zombies and of ghosts by number (R10).
    names: [[Name; MOST_OF_A_KIND]; 3],
    sites: Vec<Site>,
    spots: Vec<Spot>,
    room_of: Vec<u16>,
    free: Vec<Tile>,
    rooms: Vec<Span>,
    floors: Vec<Tile>,
    by_origin: Vec<u16>,
}

impl World {
    /// A world with given or drawn levels. Afterwards the generator is where the first set-up continues (R42).
    #[must_use]
    pub fn new(settings: &Settings, random: &mut Random) -> Self {
        let (fresh, values) = (*random, settings.told());
        let charts: Vec<Arc<Chart>> = match &settings.levels {
            Some(Charts(charts)) => charts.clone(),
            // A drawn level is never too large.
            None => (0..values.generate.levels)
                .filter_map(|_| Chart::loose(values.generate.draw(random)).ok())
                .map(Arc::new)
                .collect(),
        };
        let drawn = settings.levels.is_none();
        Self { drawn, ..Self::of(values, charts, fresh) }
    }

    /// A world of these levels.
    #[must_use]
    pub fn of(values: Settings, charts: Vec<Arc<Chart>>, fresh: Random) -> Self {
        let code = Code {
            players: values.players,
            closed_objects: values.closed_objects,
            corners: values.placement == Placement::Corners,
            sight: values.sight,
            max_rounds: values.max_rounds,
        };
        let mut world = Self {
            code,
            names: names(&values.names),
            values,
            charts: Vec::with_capacity(charts.len()),
            drawn: false,
            fresh,
            sites: Vec::with_capacity(charts.len()),
            spots: Vec::new(),
            room_of: Vec::new(),
            free: Vec::new(),
            rooms: Vec::new(),
            floors: Vec::new(),
            by_origin: Vec::new(),
        };
        for (i, chart) in charts.into_iter().enumerate() {
            let (zombies, ghosts) = world.values.adversaries(i as u8 + 1); // R9, R10
            world.add(&chart, zombies, ghosts);
            let bare = match chart.level.object(ObjectKind::Key) {
                Some(_) => Arc::new(Chart { level: chart.level.without_key(), ..(*chart).clone() }),
                None => chart.clone(),
            };
            world.charts.push([chart, bare]);
        }
        world
    }

    fn add(&mut self, chart: &Chart, zombies: u8, ghosts: u8) {
        let span = |at: usize, end: usize| Span { at: at as u32, len: (end - at) as u32 };
        let tiles = self.spots.len();
        self.spots.extend(spots(chart, self.values.void_walls));
        self.room_of.extend(&chart.room_of);
        let free = self.free.len();
        self.free.extend(chart.free());
        let rooms = self.rooms.len();
        let mut by_room: Vec<Vec<Tile>> = chart.level.rooms.iter().map(|_| Vec::new()).collect();
        for tile in chart.tiles().filter(|&tile| chart.kind(tile) == TileKind::Floor) {
            if let Some(room) = by_room.get_mut(usize::from(chart.room(tile))) {
                room.push(tile);
            }
        }
        for floor in &by_room {
            let at = self.floors.len();
            self.floors.extend(floor);
            self.rooms.push(span(at, self.floors.len()));
        }
        let mut order: Vec<u16> = (0..by_room.len()).map(|room| room as u16).collect();
        order.sort_by_key(|&room| chart.level.rooms[usize::from(room)].origin);
        self.by_origin.extend(order);
        self.sites.push(Site {
            tiles: span(tiles, self.spots.len()),
            free: span(free, self.free.len()),
            rooms: span(rooms, self.rooms.len()),
            floored: by_room.iter().filter(|floor| !floor.is_empty()).count() as u32,
            key: chart.object(ObjectKind::Key),
            exit: chart.object(ObjectKind::Exit),
            zombies,
            ghosts,
            ..chart.site()
        });
    }

    /// Bytes on the heap, approximately.
    pub(crate) fn heap(&self) -> usize {
        let room = |room: &Room| {
            size_of_val(room) + room.layout.iter().map(|row| size_of_val(row) + size_of_val(&**row)).sum::<usize>()
        };
        let chart = |chart: &Chart| {
            let rooms: usize = chart.level.rooms.iter().map(room).sum();
            size_of_val(chart) + size_of_val(&*chart.kinds) + size_of_val(&*chart.room_of) + rooms
        };
        self.charts.iter().flatten().map(|each| chart(each)).sum::<usize>()
            + size_of_val(&*self.spots)
            + size_of_val(&*self.room_of)
            + size_of_val(&*self.free)
            + size_of_val(&*self.floors)
            + size_of_val(&*self.sites)
    }

    /// The part of the world that a step reads.
    #[inline]
    #[must_use]
    pub fn ground(&self) -> Ground<'_> {
        Ground {
            code: &self.code,
            sites: &self.sites,
            spots: &self.spots,
            room_of: &self.room_of,
            free: &self.free,
            rooms: &self.rooms,
            floors: &self.floors,
            by_origin: &self.by_origin,
        }
    }

    /// The level that a state is in.
    #[inline]
    #[must_use]
    pub fn site(&self, state: &State) -> &Site {
        &self.sites[usize::from(state.level)]
    }

    /// The levels in playing order, as ranges of the tables.
    #[must_use]
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The level that a state is in, without its key once it is taken.
    #[inline]
    #[must_use]
    pub fn chart(&self, state: &State) -> &Arc<Chart> {
        &self.charts[usize::from(state.level)][usize::from(!state.key)]
    }

    /// The name of an actor.
    #[inline]
    #[must_use]
    pub const fn name(&self, actor: Actor) -> Name {
        self.names[actor.kind as usize][actor.number as usize % MOST_OF_A_KIND]
    }

    /// The name of a player.
    #[inline]
    #[must_use]
    pub const fn player_name(&self, seat: Seat) -> Name {
        self.name(Actor::player(seat))
    }

    /// The action that moves the player of a seat to a point, none for staying; none is returned if it is not legal now
    /// (R15, R17).
    #[must_use]
    pub fn action_to(&self, state: &State, seat: Seat, to: Option<Point>) -> Option<Action> {
        let ground = self.ground();
        let actor = Actor::player(seat);
        let at = self.site(state).point(state.tile_of(&ground, actor)?);
        let action = match to {
            None => Action::Stay,
            Some(to) => Action::with_offset(to.row - at.row, to.column - at.column)?,
        };
        rules::legal(&ground, state, actor).has(action).then_some(action)
    }
}

/// The names of all actors: `zombie1`, `zombie2`, ... (R10).
fn names(players: &[Name]) -> [[Name; MOST_OF_A_KIND]; 3] {
    ActorKind::ALL.map(|kind| {
        let name = |number: usize| match players.get(number) {
            Some(&name) if kind == ActorKind::Player => name,
            _ => Name::numbered(kind.name(), number as u8 + 1),
        };
        core::array::from_fn(name)
    })
}

/// The code of a tile outside the rectangle.
const OUTSIDE: u8 = u8::MAX;

/// The tiles of a level with the moves from each (R15, R30, R31).
fn spots(chart: &Chart, void_walls: bool) -> impl Iterator<Item = Spot> + '_ {
    // With a border of two on every side no move leads out of the lists.
    let (rows, columns) = (usize::from(chart.rows), usize::from(chart.columns));
    let wide = columns + 4;
    let (mut kinds, mut rooms) = (vec![OUTSIDE; (rows + 4) * wide], vec![NO_ROOM; (rows + 4) * wide]);
    for row in 0..rows {
        let (from, to) = (row * columns, (row + 2) * wide + 2);
        rooms[to..to + columns].copy_from_slice(&chart.room_of[from..from + columns]);
        let line = kinds[to..to + columns].iter_mut().zip(&chart.kinds[from..from + columns]);
        line.for_each(|(slot, &kind)| *slot = kind as u8);
    }
    let open = |kind: u8| kind != OUTSIDE && kind >= TileKind::Floor as u8;
    let wall = move |kind: u8| kind == TileKind::Wall as u8 || (void_walls && kind == TileKind::Void as u8);
    (0..rows * columns).map(move |index| {
        let at = (index / columns + 2) * wide + index % columns + 2;
        let around = [at - wide, at - 1, at + 1, at + wide];
        let steps = |what: &dyn Fn(usize) -> bool| {
            around.iter().enumerate().map(|(i, &next)| u8::from(what(next)) << i).sum::<u8>()
        };
        let here = around.map(|next| open(kinds[next]));
        let [north, west, east, south] = here;
        let mut reach = 1;
        let mut add = |action: Action, to: usize, way: bool| reach |= u16::from(way && open(kinds[to])) << action as u8;
        around.into_iter().zip(Action::STEPS).for_each(|(to, step)| add(step, to, true));
        add(Action::NN, at - 2 * wide, north);
        add(Action::NW, at - wide - 1, north || west);
        add(Action::NE, at - wide + 1, north || east);
        add(Action::WW, at - 2, west);
        add(Action::EE, at + 2, east);
        add(Action::SW, at + wide - 1, south || west);
        add(Action::SE, at + wide + 1, south || east);
        add(Action::SS, at + 2 * wide, south);
        let zombie = steps(&|next| kinds[next] == TileKind::Floor as u8 && rooms[next] == rooms[at]);
        let (walls, open) = (steps(&|next| wall(kinds[next])), steps(&|next| open(kinds[next])));
        Spot::new(chart.kinds[index], Moves(reach), zombie, open, walls)
    })
}
