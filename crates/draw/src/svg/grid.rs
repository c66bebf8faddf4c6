//! Grids: cells, walls and marks between them, things and actors.

mod dungeon;
mod fields;
pub(super) mod layers;
mod outline;
mod sprites;
#[cfg(test)]
mod tests;

use super::UNIT;
use super::detail::Detail;
use super::motion::Leap;
use super::shapes::{Outline, is_sign};
use super::sheet::Sheet;
use crate::cells::Cells;
use gridhaunt_kernel::scene::{GridBoard, Shape};
use sprites::Sprites;

/// How wide and how high a board is.
pub(super) fn sides(board: &GridBoard) -> [f64; 2] {
    [board.grid.width(), board.grid.height()].map(|cells| f64::from(cells) * UNIT)
}

/// The shapes it uses.
pub(super) fn shapes(board: &GridBoard, detail: Detail) -> impl Iterator<Item = Outline> {
    let things = board.things.iter().map(|thing| thing.look);
    let actors = board.actors.iter().map(|actor| actor.look);
    let flashes = board.flashes.iter().map(|flash| flash.look).filter(|look| is_sign(look.shape));
    let weeds = board.tiles.iter().map(|tile| tile.look).filter(|look| look.shape == Shape::Weed).take(1);
    things.chain(actors).chain(flashes).chain(weeds).map(move |look| (look.shape, detail))
}

pub(super) fn draw(board: &GridBoard, leap: Option<&Leap<'_>>, sheet: &mut Sheet) {
    let (mut cells, detail) = (Cells::new(board), sheet.detail);
    let mut sprites = Sprites::new(&cells, detail);
    if let Some(leap) = leap
        && let Some(grids) = leap.grids(board)
    {
        cells.grow(leap.grown(board, &grids));
        sprites.glide(&grids, leap, detail);
    }
    if cells.dungeon {
        dungeon::ground(&cells, sheet);
    } else {
        layers::floor(&cells, sheet);
        fields::fields(&cells, sheet);
        layers::veil(&cells, sheet);
    }
    if detail == Detail::Square {
        layers::frames(&cells, sheet);
        sprites.things(sheet);
        sprites.actors(sheet);
        layers::walls(&cells, sheet);
        layers::panes(&cells, sheet);
    } else {
        layers::marks(&cells, sheet);
        layers::walls(&cells, sheet);
        layers::trails(&cells, sheet);
        fields::tracks(&cells, sheet);
        fields::weeds(&cells, sheet);
        sprites.things(sheet);
        layers::frames(&cells, sheet);
        layers::flashes(&cells, sheet);
        sprites.actors(sheet);
        layers::bars(&cells, sheet);
        layers::panes(&cells, sheet);
    }
}
