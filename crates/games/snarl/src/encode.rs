//! Arrays for learners (R66, R67).

use crate::action::{Action, Moves};
use crate::actor::Actor;
use crate::game::Snarl;
use crate::ground::{Site, Tile, TileKind};
use crate::hunt;
use crate::lanes::Lanes;
use crate::level::{ObjectKind, Point};
use crate::rules;
use crate::settings::Settings;
use crate::state::{PLAYERS, State, Status};
use crate::view::everybody;
use crate::world::World;
use gridhaunt_kernel::freight::Carriage;
use gridhaunt_kernel::learn::{Heap, Movers};
use gridhaunt_kernel::prelude::*;

pub(crate) const SIGHT: usize = 0;
pub(crate) const DUNGEON: usize = 1;
pub(crate) const NUMBERS: usize = 2;

/// Planes of a player's square.
const SQUARE_PLANES: usize = 7;
pub(crate) const KEY_IN_SIGHT: usize = 2;
pub(crate) const EXIT_IN_SIGHT: usize = 3;
/// The first of the three planes of actors in a player's square.
pub(crate) const ACTORS_IN_SIGHT: usize = 4;
/// Planes of the whole level.
const LEVEL_PLANES: usize = 10;
/// The first of the three planes of actors in the whole level.
pub(crate) const ACTORS_IN_DUNGEON: usize = 6;
/// The plane of the adversary that acts now.
pub(crate) const ACTING: usize = 9;
/// How many numbers there are.
pub(crate) const NUMBER_COUNT: usize = 6;
/// The place of the round among them.
pub(crate) const ROUND: usize = 5;

impl Learn for Snarl {
    type Lens = ();
    type Pack = Lanes;
    type Account = Account;
    const CARRIAGE: Option<Carriage<Self>> = Some(Carriage::new());
    const FOLLOWED: &[usize] = &[SIGHT, DUNGEON];

    fn seats_of(settings: &Settings) -> usize {
        settings.seats()
    }

    const MOVERS: Option<Movers<Self>> = Some(Movers {
        after: |settings| settings.players.into(),
        act: |world, state, _, random| hunt::act(world, state, random),
    });

    /// The tiles of the largest level, for each level.
    fn places(settings: &Settings) -> usize {
        let (rows, columns) = settings.size();
        settings.level_count() * rows * columns
    }

    /// The level and the tile of a player; the first tile for the other seats, who move several.
    #[inline]
    fn place(world: &World, state: &State, seat: Seat, (): ()) -> usize {
        let Some(player) = state.players.get(seat.index()).filter(|_| seat.0 < world.code.players) else { return 0 };
        let (rows, columns) = size(world);
        (usize::from(state.level) * rows + usize::from(player.at.row())) * columns + usize::from(player.at.column())
    }

    fn encodings(settings: &Settings, (): ()) -> Vec<Encoding> {
        let side = 2 * usize::from(settings.sight) + 1;
        let (rows, columns) = settings.size();
        vec![
            Encoding {
                name: "sight",
                dtype: Dtype::U8,
                shape: vec![SQUARE_PLANES, side, side],
                about: "a player's square: traversable, door, key, exit, other players, zombies, ghosts; 0 for other seats",
            },
            Encoding {
                name: "dungeon",
                dtype: Dtype::U8,
                shape: vec![LEVEL_PLANES, rows, columns],
                about: "an adversary's level: wall, floor, door, hall, key, exit, players, zombies, ghosts, the acting one; \
                        0 for other seats",
            },
            Encoding {
                name: "numbers",
                dtype: Dtype::F32,
                shape: vec![NUMBER_COUNT],
                about: "row and column of 256, exit locked, level, players in the level, round, as shares",
            },
        ]
    }

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn encode(world: &World, state: &State, seat: Seat, (): (), which: usize, out: Slot<'_>) {
        let player = seat.0 < world.code.players;
        match (which, out) {
            (SIGHT, Slot::U8(out)) => {
                out.fill(0);
                if player {
                    square(world, state, seat, out);
                }
            }
            (DUNGEON, Slot::U8(out)) => {
                out.fill(0);
                if !player {
                    tiles(world, state, out);
                    mark(world, state, seat, out, 1);
                }
            }
            (NUMBERS, Slot::F32(out)) => {
                out.iter_mut().zip(numbers(world, state, seat)).for_each(|(slot, number)| *slot = number);
            }
            _ => {}
        }
    }

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn update(world: &World, before: &State, after: &State, seat: Seat, lens: (), which: usize, out: Slot<'_>) {
        let player = seat.0 < world.code.players;
        match (which, out) {
            // Tiles do not change; everything else is small.
            (DUNGEON, Slot::U8(out)) if before.level == after.level => {
                if !player {
                    mark(world, before, seat, out, 0);
                    mark(world, after, seat, out, 1);
                }
            }
            (SIGHT, Slot::U8(_)) if !player => {}
            (SIGHT, Slot::U8(out)) if before.level == after.level && stays(before, after, seat) => {
                let window = Window::around(after.players[seat.index()].at, world.code.sight);
                window.mark(world, before, seat, out, 0);
                window.mark(world, after, seat, out, 1);
            }
            (_, out) => Self::encode(world, after, seat, lens, which, out),
        }
    }

    fn mask(world: &World, state: &State, seat: Seat, (): (), out: &mut [u8]) {
        let ground = world.ground();
        let actor = state.actor(&ground).filter(|&actor| State::seat_of(&ground, actor) == seat);
        let legal = spread(actor.map_or(Moves(0), |actor| rules::legal(&ground, state, actor)));
        out.iter_mut().zip(legal).for_each(|(slot, bit)| *slot = bit);
    }

    #[inline]
    fn numbered(_world: &World, _state: &State, _seat: Seat, (): (), number: usize) -> Option<Action> {
        Action::numbered(number)
    }

    /// Implements R66: the tables of the world are the only heap memory; a state has none.
    fn heap(world: &World, _state: &State) -> Heap {
        Heap { world: world.heap(), state: 0 }
    }

    #[inline]
    fn account(_world: &World, state: &State, (): ()) -> Account {
        Account::of(state)
    }

    #[inline]
    fn reward(world: &World, before: &Account, after: &State, seat: Seat, (): ()) -> f32 {
        let after = Account::of(after);
        match seat.0.checked_sub(world.code.players) {
            None => {
                let of = |account: &Account| account.players[seat.index() % PLAYERS].map(f32::from);
                let ([exits, keys, ejects], [had_exits, had_keys, had_ejects]) = (of(&after), of(before));
                (exits - had_exits) + 0.1 * (keys - had_keys) - 0.1 * (ejects - had_ejects)
            }
            Some(kind) => {
                let caught = |account: &Account| f32::from(account.caught[usize::from(kind).min(1)]);
                caught(&after) - caught(before)
            }
        }
    }

    /// A player who forfeited never chooses again (R24).
    fn lasts(world: &World, state: &State, seat: Seat, (): ()) -> bool {
        let player = state.players.get(seat.index()).filter(|_| seat.0 < world.code.players);
        let gone = player.is_some_and(|player| player.status == Status::Forfeited);
        !gone && !Self::phase(world, state).is_over()
    }
}

/// What rewards need of the state before a step (R66).
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Exits, keys and ejects of each player.
    players: [[u8; 3]; PLAYERS],
    /// How many players the zombies and the ghosts expelled.
    caught: [u16; 2],
}

impl Account {
    fn of(state: &State) -> Self {
        Self { players: state.players.map(|player| [player.exits, player.keys, player.ejects]), caught: state.caught }
    }
}

/// A set of moves as one byte for each.
#[inline]
pub(crate) fn spread(moves: Moves) -> [u8; Action::COUNT] {
    let halves = moves.0.to_le_bytes().map(|bits| {
        // A copy of the eight bits in every byte, of which each byte keeps its own, as 0 or 1.
        let own = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        (own + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101
    });
    let bytes = (u128::from(halves[1]) << 64 | u128::from(halves[0])).to_le_bytes();
    core::array::from_fn(|number| bytes[number])
}

/// Whether a player was in the level before and after, on the same tile.
fn stays(before: &State, after: &State, seat: Seat) -> bool {
    let player = |state: &State| state.players.get(seat.index()).filter(|player| player.status == Status::In).copied();
    player(before).zip(player(after)).is_some_and(|(before, after)| before.at == after.at)
}

/// The square around a player (R25), as planes.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    middle: Tile,
    reach: i64,
}

impl Window {
    #[inline]
    pub(crate) fn around(middle: Tile, sight: u8) -> Self {
        Self { middle, reach: sight.into() }
    }

    #[inline]
    const fn side(self) -> usize {
        2 * self.reach as usize + 1
    }

    /// Writes a number into a plane, so many rows and columns from the middle, if that is in the square.
    #[inline]
    fn write(self, out: &mut [u8], plane: usize, (rows, columns): (i64, i64), value: u8) {
        let (row, column, side) =
            (rows.wrapping_add(self.reach) as usize, columns.wrapping_add(self.reach) as usize, self.side());
        if (row < side) & (column < side) {
            out[(plane * side + row) * side + column] = value;
        }
    }

    /// Writes a number at a tile, if it is in the square.
    #[inline]
    pub(crate) fn put(self, out: &mut [u8], plane: usize, tile: Tile, value: u8) {
        let rows = i64::from(tile.row()) - i64::from(self.middle.row());
        self.write(out, plane, (rows, i64::from(tile.column()) - i64::from(self.middle.column())), value);
    }

    /// Writes 1 where tiles are traversable and where doors are, from all tiles of the level, row by row.
    #[inline]
    pub(crate) fn tiles<T: Copy>(self, columns: u16, all: &[T], kind: impl Fn(T) -> TileKind, out: &mut [u8]) {
        let (reach, side, columns) = (self.reach as usize, self.side(), usize::from(columns));
        let (row, column) = (usize::from(self.middle.row()), usize::from(self.middle.column()));
        let (ways, doors) = out.split_at_mut(side * side);
        // The part of the square that lies in the rectangle; the rest is 0.
        let (left, right) = (column.saturating_sub(reach), (column + reach + 1).min(columns));
        for row in row.saturating_sub(reach)..=row + reach {
            let tiles = all.get(row * columns + left..row * columns + right).unwrap_or(&[]);
            let at = (row + reach - usize::from(self.middle.row())) * side + left + reach - column;
            let squares = ways[at..].iter_mut().zip(&mut doors[at..]);
            for (&tile, (way, door)) in tiles.iter().zip(squares) {
                let kind = kind(tile);
                *way = kind.is_traversable().into();
                *door = (kind == TileKind::Door).into();
            }
        }
    }

    /// Writes `value` at every object.
    fn objects(self, world: &World, state: &State, out: &mut [u8], value: u8) {
        let middle = world.site(state).point(self.middle);
        for object in &world.chart(state).level.objects {
            let plane = if object.kind == ObjectKind::Key { KEY_IN_SIGHT } else { EXIT_IN_SIGHT };
            // In a given state an object may lie outside the rectangle (R50).
            let Point { row, column } = object.position;
            self.write(out, plane, (row.wrapping_sub(middle.row), column.wrapping_sub(middle.column)), value);
        }
    }

    /// Writes `value` at every object and at every other actor.
    fn mark(self, world: &World, state: &State, seat: Seat, out: &mut [u8], value: u8) {
        self.objects(world, state, out, value);
        for (actor, tile) in everybody(world, state).filter(|&(actor, _)| actor != Actor::player(seat)) {
            self.put(out, ACTORS_IN_SIGHT + actor.kind as usize, tile, value);
        }
    }
}

/// Writes the square of a player that is in the level; everything else is 0 already.
fn square(world: &World, state: &State, seat: Seat, out: &mut [u8]) {
    let Some(at) = state.tile_of(&world.ground(), Actor::player(seat)) else { return };
    let (window, chart) = (Window::around(at, world.code.sight), world.chart(state));
    window.tiles(chart.columns, &chart.kinds, |kind| kind, out);
    window.mark(world, state, seat, out, 1);
}

/// The rows and columns of a plane, which are those of the highest and the widest level (R66).
fn size(world: &World) -> (usize, usize) {
    let most = |side: fn(&Site) -> u16| world.sites().iter().map(|site| usize::from(side(site))).max().unwrap_or(1);
    if world.drawn { world.values.generate.size() } else { (most(|site| site.rows), most(|site| site.columns)) }
}

/// The columns of a plane.
pub(crate) fn width(world: &World) -> usize {
    size(world).1
}

fn tiles(world: &World, state: &State, out: &mut [u8]) {
    let (chart, width) = (world.chart(state), width(world));
    for tile in chart.tiles() {
        let plane = match chart.kind(tile) {
            TileKind::Void => continue,
            TileKind::Wall => 0,
            TileKind::Floor => 1,
            TileKind::Door => 2,
            TileKind::Hall => 3,
        };
        put(out, width, plane, tile, 1);
    }
}

/// Writes a number at a tile of a plane if there is room for it: a given state may contain a level larger than the
/// settings allow (R50).
#[inline]
pub(crate) fn put(out: &mut [u8], width: usize, plane: usize, tile: Tile, value: u8) {
    let cell = usize::from(tile.row()) * width + usize::from(tile.column());
    if let Some(slot) = out.get_mut(plane * (out.len() / LEVEL_PLANES) + cell) {
        *slot = value;
    }
}

/// Writes `value` at every object and actor.
fn mark(world: &World, state: &State, seat: Seat, out: &mut [u8], value: u8) {
    let (ground, site, width) = (world.ground(), world.site(state), width(world));
    let mut mark = |plane: usize, tile: Tile| put(out, width, plane, tile, value);
    let objects = [(4, site.key.filter(|_| state.key)), (5, site.exit)];
    objects.into_iter().for_each(|(plane, tile)| tile.into_iter().for_each(|tile| mark(plane, tile)));
    everybody(world, state).for_each(|(actor, tile)| mark(ACTORS_IN_DUNGEON + actor.kind as usize, tile));
    if let Some(tile) = acting(world, state, seat).and_then(|actor| state.tile_of(&ground, actor)) {
        mark(ACTING, tile);
    }
}

/// The player of a seat, or the adversary of that seat that moves now.
fn acting(world: &World, state: &State, seat: Seat) -> Option<Actor> {
    let ground = world.ground();
    if seat.0 < world.code.players {
        return Some(Actor::player(seat));
    }
    state.actor(&ground).filter(|&actor| State::seat_of(&ground, actor) == seat)
}

/// Row and column as the numbers have them, of a tile in a level with this corner.
#[inline]
pub(crate) fn position(corner: Point, tile: Tile) -> [f32; 2] {
    let (row, column) = (corner.row + i64::from(tile.row()), corner.column + i64::from(tile.column()));
    [row as f32 / 256.0, column as f32 / 256.0]
}

/// A part of a whole; 0 where there is no whole.
#[inline]
pub(crate) fn share(part: u32, of: u32) -> f32 {
    if of == 0 { 0.0 } else { part as f32 / of as f32 }
}

fn numbers(world: &World, state: &State, seat: Seat) -> [f32; NUMBER_COUNT] {
    let ground = world.ground();
    let at = acting(world, state, seat).and_then(|actor| state.tile_of(&ground, actor));
    let [row, column] = at.map_or([0.0; 2], |at| position(world.site(state).corner, at));
    [
        row,
        column,
        f32::from(u8::from(state.locked)),
        share(u32::from(state.level) + 1, world.charts.len() as u32),
        state.inside(&ground).count() as f32 / 4.0,
        share(state.round, world.code.max_rounds),
    ]
}
