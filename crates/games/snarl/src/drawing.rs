//! Boards as plain text (R69).

use crate::actor::{Actor, ActorKind};
use crate::chart::Chart;
use crate::ground::TileKind;
use crate::level::{ObjectKind, Point};
use crate::setup::actors;
use crate::state::State;
use crate::view::{Sight, sight};
use crate::world::World;
use gridhaunt_kernel::prelude::*;

/// The sign of a tile.
#[must_use]
pub const fn tile_glyph(kind: TileKind) -> char {
    match kind {
        TileKind::Void => ' ',
        TileKind::Wall => '#',
        TileKind::Floor => '.',
        TileKind::Door => '+',
        TileKind::Hall => ':',
    }
}

/// The sign of an object.
#[must_use]
pub const fn object_glyph(kind: ObjectKind, locked: bool) -> char {
    match (kind, locked) {
        (ObjectKind::Key, _) => 'K',
        (ObjectKind::Exit, true) => 'E',
        (ObjectKind::Exit, false) => 'O',
    }
}

/// The sign of an actor; the sign of a player is its number.
#[must_use]
pub const fn actor_glyph(actor: Actor) -> char {
    match actor.kind {
        ActorKind::Player => (b'1' + actor.number % 9) as char,
        ActorKind::Zombie => 'Z',
        ActorKind::Ghost => 'G',
    }
}

/// A level without actors.
#[must_use]
pub fn level(chart: &Chart, locked: bool) -> String {
    write(&tiles(chart, locked))
}

fn tiles(chart: &Chart, locked: bool) -> Vec<Vec<char>> {
    let row = |row: &[TileKind]| row.iter().map(|&kind| tile_glyph(kind)).collect();
    let mut signs: Vec<Vec<char>> = chart.kinds.chunks(usize::from(chart.columns).max(1)).map(row).collect();
    for object in chart.level.objects.iter().rev() {
        if let Some(at) = chart.site().tile(object.position) {
            signs[usize::from(at.row())][usize::from(at.column())] = object_glyph(object.kind, locked);
        }
    }
    signs
}

/// The whole level with all actors.
#[must_use]
pub fn whole(world: &World, state: &State) -> String {
    let ground = world.ground();
    let mut signs = tiles(world.chart(state), state.locked);
    for actor in actors(&ground, state) {
        if let Some(at) = state.tile_of(&ground, actor) {
            signs[usize::from(at.row())][usize::from(at.column())] = actor_glyph(actor);
        }
    }
    write(&signs)
}

/// The level as a seat sees it: a player sees its square, an adversary seat everything.
#[must_use]
pub fn seen(world: &World, state: &State, seat: Seat) -> String {
    if seat.0 >= world.code.players {
        return whole(world, state);
    }
    let number = |name: &str| (0..world.code.players).find(|&seat| world.player_name(Seat(seat)).as_str() == name);
    square(&sight(world, state, seat), state.locked, number)
}

/// What a player sees; `number` returns the seat of another player.
#[must_use]
pub fn square(sight: &Sight, locked: bool, number: impl Fn(&str) -> Option<u8>) -> String {
    let Some(middle) = sight.position else { return String::new() };
    let side = sight.layout.side();
    let mut signs = vec![vec!['#'; side]; side];
    for (index, code) in sight.layout.codes().iter().enumerate() {
        signs[index / side][index % side] = match code {
            0 => '#',
            1 => '.',
            _ => '+',
        };
    }
    let mut put = |at: Point, sign: char| {
        let row = usize::try_from(at.row - middle.row + sight.reach());
        let column = usize::try_from(at.column - middle.column + sight.reach());
        let (Ok(row), Ok(column)) = (row, column) else { return };
        if let Some(slot) = signs.get_mut(row).and_then(|row| row.get_mut(column)) {
            *slot = sign;
        }
    };
    sight.objects.iter().rev().for_each(|object| put(object.position, object_glyph(object.kind, locked)));
    for actor in &sight.actors {
        let number = number(actor.name.as_str()).unwrap_or(0);
        put(actor.position, actor_glyph(Actor { kind: actor.kind, number }));
    }
    put(middle, '@');
    write(&signs)
}

fn write(signs: &[Vec<char>]) -> String {
    let mut text = String::new();
    for row in signs {
        let row: String = row.iter().collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}
