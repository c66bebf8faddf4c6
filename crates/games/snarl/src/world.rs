//! What never changes in a match: the levels, as they were written and as tables for the step.

use crate::action::Action;
use crate::actor::{Actor, ActorKind};
use crate::chart::Chart;
use crate::ground::{Code, Ground, Site, Span, Spot, Tile, TileKind};
use crate::hunt::to_wall;
use crate::level::{ObjectKind, Point, Room};
use crate::name::Name;
use crate::rules;
use crate::settings::{Charts, Placement, Settings};
use crate::spots;
use crate::state::{ADVERSARIES, State};
use alloc::sync::Arc;
use gridhaunt_kernel::freight::{Freight, Hold};
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
                Some(_) => Arc::new(chart.without_key()),
                None => chart.clone(),
            };
            world.charts.push([chart, bare]);
        }
        world
    }

    /// Appends the tables of all levels, which are all that steps, masks and rewards read, and what arrays show besides.
    pub(crate) fn load_tables(&self, bytes: &mut Vec<u8>) {
        let plan = &self.values.generate;
        (self.drawn, (plan.rooms, plan.max)).load(bytes);
        (self.charts.len() as u32).load(bytes);
        self.charts.iter().flatten().for_each(|chart| chart.load(bytes));
        self.code.load(bytes);
        self.sites.load(bytes);
        self.spots_with_walls().load(bytes);
        self.room_of.load(bytes);
        self.free.load(bytes);
        self.rooms.load(bytes);
        self.floors.load(bytes);
        self.by_origin.load(bytes);
    }

    /// The tiles of all levels, which know how far walls are: nobody here asks them, and it takes long to find out.
    fn spots_with_walls(&self) -> Vec<Spot> {
        let far = self.charts.iter().flat_map(|[chart, _]| to_wall(chart, self.values.void_walls));
        self.spots.iter().zip(far).map(|(spot, far)| spot.far_from_walls(far)).collect()
    }

    /// A world of such tables alone.
    pub(crate) fn unload_tables(hold: &mut Hold<'_>) -> Self {
        let (drawn, (rooms, max)) = Freight::unload(hold);
        let mut values = Settings::default();
        (values.generate.rooms, values.generate.max) = (rooms, max);
        let levels = u32::unload(hold);
        let charts = (0..levels).map(|_| [(); 2].map(|()| Arc::new(Chart::unload(hold)))).collect();
        Self {
            code: Freight::unload(hold),
            values,
            charts,
            drawn,
            fresh: Random::new(0),
            names: [[Name::default(); MOST_OF_A_KIND]; 3],
            sites: Freight::unload(hold),
            spots: Freight::unload(hold),
            room_of: Freight::unload(hold),
            free: Freight::unload(hold),
            rooms: Freight::unload(hold),
            floors: Freight::unload(hold),
            by_origin: Freight::unload(hold),
        }
    }

    fn add(&mut self, chart: &Chart, zombies: u8, ghosts: u8) {
        let span = |at: usize, end: usize| Span { at: at as u32, len: (end - at) as u32 };
        let (key, exit) = (chart.object(ObjectKind::Key), chart.object(ObjectKind::Exit));
        let tiles = self.spots.len();
        spots::add(chart, self.values.void_walls, &mut self.spots);
        self.room_of.extend_from_slice(&chart.room_of);
        let free = self.free.len();
        for (row, kinds) in chart.kinds.chunks(usize::from(chart.columns).max(1)).enumerate() {
            extend_if(&mut self.free, Tile::new(row as u8, 0), kinds.iter().map(|&kind| kind == TileKind::Floor));
        }
        for object in [key, exit].into_iter().flatten() {
            if let Ok(place) = self.free[free..].binary_search(&object) {
                self.free.remove(free + place);
            }
        }
        let rooms = self.rooms.len();
        for (number, room) in chart.level.rooms.iter().enumerate() {
            let at = self.floors.len();
            for (r, row) in (0..).zip(room.layout.rows()) {
                let first = Point::new(room.origin.row + r, room.origin.column);
                // The rectangle contains every row.
                let Some(first) = chart.site().tile(first) else { continue };
                let start = chart.index(first);
                let tiles = chart.kinds[start..][..row.len()].iter().zip(&chart.room_of[start..]);
                let is_its_floor =
                    |(&kind, &room_of): (&TileKind, &u16)| (kind == TileKind::Floor) & (usize::from(room_of) == number);
                extend_if(&mut self.floors, first, tiles.map(is_its_floor));
            }
            self.rooms.push(span(at, self.floors.len()));
        }
        let level_rooms = &self.rooms[rooms..];
        let floored = level_rooms.iter().filter(|floor| floor.len > 0).count() as u32;
        let first = self.by_origin.len();
        self.by_origin.extend(0..level_rooms.len() as u16);
        self.by_origin[first..].sort_by_key(|&room| chart.level.rooms[usize::from(room)].origin);
        self.sites.push(Site {
            tiles: span(tiles, self.spots.len()),
            free: span(free, self.free.len()),
            rooms: span(rooms, self.rooms.len()),
            floored,
            key,
            exit,
            zombies,
            ghosts,
            ..chart.site()
        });
    }

    /// Bytes on the heap, approximately.
    pub(crate) fn heap(&self) -> usize {
        let room = |room: &Room| {
            size_of_val(room) + room.layout.rows().map(|row| size_of::<u32>() + size_of_val(row)).sum::<usize>()
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

/// Adds those of the tiles from `first` to the right that are wanted, without a branch: which of them are is as random as
/// the level.
fn extend_if(list: &mut Vec<Tile>, first: Tile, wanted: impl ExactSizeIterator<Item = bool>) {
    let start = list.len();
    list.resize(start + wanted.len(), Tile::default());
    let (room, mut count) = (&mut list[start..], 0);
    for (tile, wanted) in (u32::from(first.0)..).zip(wanted) {
        room[count] = Tile(tile as u16);
        count += usize::from(wanted);
    }
    list.truncate(start + count);
}

/// The names of all actors: `zombie1`, `zombie2`, ... (R10).
fn names(players: &[Name]) -> [[Name; MOST_OF_A_KIND]; 3] {
    let mut names = USUAL_NAMES;
    names[ActorKind::Player as usize].iter_mut().zip(players).for_each(|(slot, &name)| *slot = name);
    names
}

static USUAL_NAMES: [[Name; MOST_OF_A_KIND]; 3] = {
    let mut names = [[Name::numbered("", 0); MOST_OF_A_KIND]; 3];
    let mut kind = 0;
    while kind < ActorKind::ALL.len() {
        let mut number = 0;
        while number < MOST_OF_A_KIND {
            names[kind][number] = Name::numbered(ActorKind::ALL[kind].name(), number as u8 + 1);
            number += 1;
        }
        kind += 1;
    }
    names
};
