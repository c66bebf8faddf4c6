//! Arrays for learners (R66, R67).

use crate::action::Action;
use crate::actor::Actor;
use crate::game::Snarl;
use crate::ground::{Site, Tile, TileKind};
use crate::level::ObjectKind;
use crate::rules;
use crate::settings::Settings;
use crate::setup::actors;
use crate::state::{PLAYERS, State, Status};
use crate::view::sight;
use crate::world::World;
use gridhaunt_kernel::learn::Heap;
use gridhaunt_kernel::prelude::*;

const SIGHT: usize = 0;
const DUNGEON: usize = 1;
const NUMBERS: usize = 2;

/// Planes of a player's square.
const SQUARE_PLANES: usize = 7;
/// Planes of the whole level.
const LEVEL_PLANES: usize = 10;

impl Learn for Snarl {
    type Lens = ();
    type Pack = Single<Self>;
    type Account = Account;

    fn seats_of(settings: &Settings) -> usize {
        settings.seats()
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
                shape: vec![6],
                about: "row and column of 256, exit locked, level, players in the level, round, as shares",
            },
        ]
    }

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

    fn update(world: &World, before: &State, after: &State, seat: Seat, lens: (), which: usize, out: Slot<'_>) {
        match (which, out) {
            (DUNGEON, Slot::U8(out)) if before.level == after.level => {
                if seat.0 >= world.code.players {
                    // Tiles do not change; everything else is small.
                    mark(world, before, seat, out, 0);
                    mark(world, after, seat, out, 1);
                }
            }
            (_, out) => Self::encode(world, after, seat, lens, which, out),
        }
    }

    fn mask(world: &World, state: &State, seat: Seat, (): (), out: &mut [u8]) {
        let ground = world.ground();
        let actor = state.actor(&ground).filter(|&actor| State::seat_of(&ground, actor) == seat);
        let legal = actor.map_or(0, |actor| rules::legal(&ground, state, actor).0);
        out.iter_mut().enumerate().for_each(|(number, slot)| *slot = (legal >> number.min(15) & 1) as u8);
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

fn square(world: &World, state: &State, seat: Seat, out: &mut [u8]) {
    let seen = sight(world, state, seat);
    let Some(middle) = seen.position else { return };
    let (side, reach) = (seen.layout.side(), seen.reach());
    let plane = side * side;
    for (i, &code) in seen.layout.codes().iter().enumerate() {
        out[i] = u8::from(code > 0);
        out[plane + i] = u8::from(code == 2);
    }
    let index = |at: crate::level::Point| {
        (at.row - middle.row + reach) as usize * side + (at.column - middle.column + reach) as usize
    };
    for object in &seen.objects {
        let which = if object.kind == ObjectKind::Key { 2 } else { 3 };
        out[which * plane + index(object.position)] = 1;
    }
    for actor in &seen.actors {
        out[(4 + actor.kind as usize) * plane + index(actor.position)] = 1;
    }
}

/// The rows and columns of a plane, which are those of the largest level (R66).
fn shape(world: &World, out: &[u8]) -> (usize, usize) {
    let widest = match world.drawn {
        true => world.values.generate.size().1,
        false => world.sites().iter().map(|site| usize::from(site.columns)).max().unwrap_or(1),
    };
    (out.len() / LEVEL_PLANES, widest)
}

fn tiles(world: &World, state: &State, out: &mut [u8]) {
    let chart = world.chart(state);
    let (plane, width) = shape(world, out);
    for tile in chart.tiles() {
        let which = match chart.kind(tile) {
            TileKind::Void => continue,
            TileKind::Wall => 0,
            TileKind::Floor => 1,
            TileKind::Door => 2,
            TileKind::Hall => 3,
        };
        put(out, which * plane + usize::from(tile.row()) * width + usize::from(tile.column()), 1);
    }
}

/// Writes a number if there is room for it: a given state may contain a level larger than the settings allow (R50).
fn put(out: &mut [u8], index: usize, value: u8) {
    if let Some(slot) = out.get_mut(index) {
        *slot = value;
    }
}

/// Writes `value` at every object and actor.
fn mark(world: &World, state: &State, seat: Seat, out: &mut [u8], value: u8) {
    let (ground, site) = (world.ground(), world.site(state));
    let (plane, width) = shape(world, out);
    let mut mark = |which: usize, tile: Tile| {
        put(out, which * plane + usize::from(tile.row()) * width + usize::from(tile.column()), value);
    };
    let objects = [(4, site.key.filter(|_| state.key)), (5, site.exit)];
    objects.into_iter().for_each(|(which, tile)| tile.into_iter().for_each(|tile| mark(which, tile)));
    for actor in actors(&ground, state) {
        state.tile_of(&ground, actor).into_iter().for_each(|tile| mark(6 + actor.kind as usize, tile));
    }
    if let Some(tile) = acting(world, state, seat).and_then(|actor| state.tile_of(&ground, actor)) {
        mark(9, tile);
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

fn numbers(world: &World, state: &State, seat: Seat) -> [f32; 6] {
    let ground = world.ground();
    let site: &Site = world.site(state);
    let at = acting(world, state, seat).and_then(|actor| state.tile_of(&ground, actor)).map(|tile| site.point(tile));
    let share = |part: u32, of: u32| if of == 0 { 0.0 } else { part as f32 / of as f32 };
    [
        at.map_or(0.0, |at| at.row as f32 / 256.0),
        at.map_or(0.0, |at| at.column as f32 / 256.0),
        f32::from(u8::from(state.locked)),
        share(u32::from(state.level) + 1, world.charts.len() as u32),
        state.inside(&ground).count() as f32 / 4.0,
        share(state.round, world.code.max_rounds),
    ]
}
