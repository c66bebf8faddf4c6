//! The looks of everything in a scene (R69).

use crate::actor::{Actor, ActorKind};
use crate::drawing::{object_glyph, tile_glyph};
use crate::ground::TileKind;
use crate::level::ObjectKind;
use gridhaunt_kernel::scene::{Ground, Look, Shape, Tint};

pub(crate) static PLAYERS: [Look; 4] = [
    Look::new("player-1", Shape::Pawn, Tint::Royal),
    Look::new("player-2", Shape::Pawn, Tint::Orange),
    Look::new("player-3", Shape::Pawn, Tint::Magenta),
    Look::new("player-4", Shape::Pawn, Tint::Ice),
];
pub(crate) static ZOMBIE: Look = Look::new("zombie", Shape::Zombie, Tint::Moss);
pub(crate) static GHOST: Look = Look::new("spectre", Shape::Spectre, Tint::Mist).with_rim(Tint::Indigo).called("ghost");

pub(crate) static KEY: Look =
    Look::new("key", Shape::Key, Tint::Brass).with_letter(object_glyph(ObjectKind::Key, true));
pub(crate) static LOCKED: Look = Look::new("exit-locked", Shape::Lock, Tint::Plum)
    .called("locked exit")
    .with_letter(object_glyph(ObjectKind::Exit, true));
pub(crate) static OPEN: Look = Look::new("exit-open", Shape::Gate, Tint::Emerald)
    .called("open exit")
    .with_letter(object_glyph(ObjectKind::Exit, false));

pub(crate) static WALL: Look = ground("wall", Ground::Wall, Tint::Stone, TileKind::Wall).with_sign('█');
pub(crate) static FLOOR: Look = ground("floor", Ground::Floor, Tint::Parchment, TileKind::Floor).with_sign('·');
pub(crate) static HALL: Look = ground("hall", Ground::Hall, Tint::Sand, TileKind::Hall).called("hallway");
pub(crate) static DOOR: Look = ground("door", Ground::Door, Tint::Oak, TileKind::Door);

pub(crate) static TELEPORT: Look = Look::new("teleport", Shape::Dashes, Tint::Indigo).called("ghost's jump");
pub(crate) static KEY_TAKEN: Look = Look::new("key-taken", Shape::Disc, Tint::Topaz).called("key taken");
pub(crate) static EXITED: Look = Look::new("exited", Shape::Arrow, Tint::Sky).called("got out").with_sign('↑');
pub(crate) static EXPELLED: Look = Look::new("expelled", Shape::Cross, Tint::Ink).with_sign('✗');

const fn ground(name: &'static str, ground: Ground, tint: Tint, kind: TileKind) -> Look {
    Look::new(name, Shape::Ground(ground), tint).with_letter(tile_glyph(kind))
}

pub(crate) const fn of_actor(actor: Actor) -> &'static Look {
    match actor.kind {
        ActorKind::Player => &PLAYERS[actor.number as usize % PLAYERS.len()],
        ActorKind::Zombie => &ZOMBIE,
        ActorKind::Ghost => &GHOST,
    }
}

pub(crate) const fn of_object(kind: ObjectKind, locked: bool) -> &'static Look {
    match (kind, locked) {
        (ObjectKind::Key, _) => &KEY,
        (ObjectKind::Exit, true) => &LOCKED,
        (ObjectKind::Exit, false) => &OPEN,
    }
}

pub(crate) const fn of_tile(kind: TileKind) -> Option<&'static Look> {
    match kind {
        TileKind::Void => None,
        TileKind::Wall => Some(&WALL),
        TileKind::Floor => Some(&FLOOR),
        TileKind::Door => Some(&DOOR),
        TileKind::Hall => Some(&HALL),
    }
}
