//! What a player has seen of a level so far, with the square that it sees now.

use super::{grid, own_eyes, public, sprite_of};
use crate::actor::{Actor, ActorKind};
use crate::level::Point;
use crate::looks;
use crate::memory::Known;
use crate::seen::Seen;
use crate::state::Status;
use crate::view::PlayerView;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::Actor as Sprite;

/// The map of a player, and how far to the right and down its square lies on the map; `aim` is a tile that the player
/// is considering. For a player that has left the level it is the last map it saw.
#[must_use]
pub fn of_memory(seen: &Seen, view: &PlayerView, seat: Seat, aim: Option<Point>) -> (Scene, (u16, u16)) {
    let panel = public(view.level, view.levels, view.round, view.exit_locked, &view.roster);
    let (Some(last), Some((low, high))) = (&seen.last, seen.map.bounds()) else {
        return (Scene::new(grid(1, 1), panel), (0, 0));
    };
    let cell = |at: Point| {
        let (x, y) = (u16::try_from(at.column - low.column).ok()?, u16::try_from(at.row - low.row).ok()?);
        Some(Cell { x, y })
    };
    let look = |at: Point| match seen.map.known(at) {
        Known::Open => Some(&looks::FLOOR),
        Known::Door => Some(&looks::DOOR),
        Known::Closed if seen.map.is_beside_open(at) => Some(&looks::WALL),
        Known::Closed | Known::Unseen => None,
    };
    let points =
        (low.row..=high.row).flat_map(|row| (low.column..=high.column).map(move |column| Point { row, column }));
    let tile = |point: Point| {
        let (at, look) = (cell(point)?, look(point)?);
        let veil = last.code(point).is_none().then_some(&Look::UNSEEN);
        Some([Some(look), veil].into_iter().flatten().map(move |look| Tile { at, look }))
    };
    let mut tiles: Vec<Tile> = points.filter_map(tile).flatten().collect();
    tiles.extend(aim.and_then(cell).map(|at| Tile { at, look: &Look::AIM }));
    let locked = view.exit_locked;
    let thing = |(kind, at)| Some(Thing { at: cell(at)?, look: looks::of_object(kind, locked) });
    let number = |name: &str| view.roster.iter().position(|entry| entry.name.as_str() == name).unwrap_or(0) as u8;
    let gone = view.sight.position.is_none();
    let others = last.actors.iter().filter_map(|other| {
        let number = if other.kind == ActorKind::Player { number(other.name.as_str()) } else { 0 };
        Some(Sprite { faded: gone, ..sprite_of(Actor { kind: other.kind, number }, cell(other.position)?) })
    });
    let here = last.position.and_then(cell);
    let own = here.map(|at| Sprite { faded: gone, ..own_eyes(sprite_of(Actor::player(seat), at)) });
    let left = view.roster.get(seat.index()).and_then(|entry| match entry.status {
        Status::Expelled => Some(&looks::EXPELLED),
        Status::Exited => Some(&looks::EXITED),
        _ => None,
    });
    let flash = left.filter(|_| gone).zip(here).map(|(look, at)| Flash { at, look });
    let (rows, columns) = ((high.row - low.row + 1) as u16, (high.column - low.column + 1) as u16);
    let board = GridBoard {
        tiles,
        things: seen.objects(locked).filter_map(thing).collect(),
        actors: others.chain(own).collect(),
        flashes: flash.into_iter().collect(),
        focus: here,
        ..grid(rows, columns)
    };
    let corner = last.position.map(|at| Point { row: at.row - last.reach(), column: at.column - last.reach() });
    let shift = corner.and_then(cell).map_or((0, 0), |cell| (cell.x, cell.y));
    (Scene::new(board, panel), shift)
}
