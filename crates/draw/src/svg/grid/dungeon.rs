//! The ground of a dungeon: rooms and hallways cut into the page.

use super::layers::{grid, middle, strips, tiles, veil};
use crate::cells::{Cells, Place};
use crate::svg::UNIT;
use crate::svg::detail::Detail;
use crate::svg::sheet::Sheet;
use gridhaunt_kernel::scene::{Ground, Tint};
use std::fmt::Write as _;

/// The height of the front face of a wall, and the length of its shadow.
const FACE: f64 = 10.0;
const SHADOW: f64 = 6.0;

/// The planks of a door: transparent black lines, so that they suit every colour.
const DOOR: [&str; 3] = [
    r#"<g id="gh-door">"#,
    r##" <path d="M-15-15H15V15H-15ZM-5-15V15M5-15V15M-15-9H15M-15 9H15" fill="none" stroke="#000" stroke-opacity=".32" stroke-width="1.6"/>"##,
    "</g>",
];

pub(super) fn ground(board: &Cells<'_>, sheet: &mut Sheet) {
    tiles(board, sheet);
    if sheet.detail == Detail::Square {
        return veil(board, sheet);
    }
    let land = Land(board);
    if sheet.detail.is_full() {
        sheet.open(format_args!("defs"));
        DOOR.iter().for_each(|line| sheet.line(format_args!("{line}")));
        sheet.close("defs");
    }
    if sheet.detail.is_full() {
        let bricks = bricks(&land.cells(|_, ground| ground == Ground::Wall));
        sheet.line(format_args!(
            r##"<path class="bricks" d="{bricks}" fill="none" stroke="#000" stroke-opacity=".18" stroke-width="1.2"/>"##
        ));
    }
    sheet.open(format_args!(r#"g class="relief" shape-rendering="crispEdges""#));
    let faces = land.cells(|place, ground| ground == Ground::Wall && land.below(place) != Ground::Wall);
    let faces = strips(&faces, UNIT - FACE, FACE);
    sheet.line(format_args!(r##"<path class="faces" d="{faces}" fill="#000" fill-opacity=".3"/>"##));
    let shadows = land.cells(|place, ground| is_open(ground) && land.above(place) == Ground::Wall);
    let shadows = strips(&shadows, 0.0, SHADOW);
    sheet.line(format_args!(r##"<path class="shadows" d="{shadows}" fill="#000" fill-opacity=".12"/>"##));
    sheet.close("g");
    grid(&land.joints(), sheet.paper.text, sheet.detail.pick(0.06, 0.1), sheet);
    land.doors(sheet);
    veil(board, sheet);
    land.rims(sheet);
}

/// The joints of bricks; those in a row are one line.
fn bricks(walls: &[Place]) -> String {
    let mut path = String::new();
    for run in walls.chunk_by(|one, next| Place { column: one.column + 1, ..*one } == *next) {
        let (x, y, long) = (run[0].column as f64 * UNIT, run[0].row as f64 * UNIT, run.len() as f64 * UNIT);
        let _ = write!(path, "M{x} {}h{long}m0 11h-{long}m0 10h{long}", y + 10.5);
        for x in (0..run.len()).map(|n| x + n as f64 * UNIT) {
            let _ = write!(path, "M{} {y}v10.5m16 0v11m-16 0v10", x + 8.0);
        }
    }
    path
}

/// Whether actors can walk there.
const fn is_open(ground: Ground) -> bool {
    matches!(ground, Ground::Floor | Ground::Hall | Ground::Door)
}

struct Land<'a, 'b>(&'a Cells<'b>);

impl Land<'_, '_> {
    /// The cells for which a condition is true, in reading order.
    fn cells(&self, holds: impl Fn(Place, Ground) -> bool) -> Vec<Place> {
        let made = self.0.crowds.iter().filter_map(|(&place, crowd)| Some((place, crowd.ground?)));
        made.filter(|&(place, ground)| holds(place, ground)).map(|(place, _)| place).collect()
    }

    fn above(&self, place: Place) -> Ground {
        place.row.checked_sub(1).map_or(Ground::Void, |row| self.0.ground(Place { row, ..place }))
    }

    fn below(&self, place: Place) -> Ground {
        self.0.ground(Place { row: place.row + 1, ..place })
    }

    fn left(&self, place: Place) -> Ground {
        place.column.checked_sub(1).map_or(Ground::Void, |column| self.0.ground(Place { column, ..place }))
    }

    fn right(&self, place: Place) -> Ground {
        self.0.ground(Place { column: place.column + 1, ..place })
    }

    /// The lines between cells on which actors can walk.
    fn joints(&self) -> String {
        let mut path = String::new();
        for place in self.cells(|_, ground| is_open(ground)) {
            let (x, y) = (place.column as f64 * UNIT, place.row as f64 * UNIT);
            if is_open(self.left(place)) {
                let _ = write!(path, "M{x} {y}v{UNIT}");
            }
            if is_open(self.above(place)) {
                let _ = write!(path, "M{x} {y}h{UNIT}");
            }
        }
        path
    }

    /// The edges of hallways that run through the void; half of their width is outside the area that is dimmed.
    fn rims(&self, sheet: &mut Sheet) {
        let mut paths = [String::new(), String::new()];
        for place in self.cells(|_, ground| ground == Ground::Hall) {
            let (x, y) = (place.column as f64 * UNIT, place.row as f64 * UNIT);
            let edges = [
                (self.above(place), x, y, 'h'),
                (self.below(place), x, y + UNIT, 'h'),
                (self.left(place), x, y, 'v'),
                (self.right(place), x + UNIT, y, 'v'),
            ];
            let path = &mut paths[usize::from(self.0.crowds[&place].veil.is_some())];
            for (_, x, y, way) in edges.into_iter().filter(|(beyond, ..)| *beyond == Ground::Void) {
                let _ = write!(path, "M{x} {y}{way}{UNIT}");
            }
        }
        let (color, thick) = (sheet.tint(Tint::Stone), sheet.detail.pick(4.0, 2.5));
        let inks = ["", r#" stroke-opacity=".38""#];
        for (path, ink) in paths.iter().zip(inks).filter(|(path, _)| !path.is_empty()) {
            sheet.line(format_args!(
                r#"<path class="rims" d="{path}" fill="none" stroke="{color}" stroke-width="{thick}" stroke-linecap="round"{ink}/>"#
            ));
        }
    }

    /// The planks of each door, along its wall.
    fn doors(&self, sheet: &mut Sheet) {
        let doors = self.cells(|_, ground| ground == Ground::Door);
        if doors.is_empty() || !sheet.detail.is_full() {
            return;
        }
        sheet.open(format_args!(r#"g class="doors""#));
        for place in doors {
            let (x, y) = middle(place);
            let level = self.left(place) == Ground::Wall || self.right(place) == Ground::Wall;
            let turn = if level { "" } else { " rotate(90)" };
            sheet.line(format_args!(r##"<use href="#gh-door" transform="translate({x} {y}){turn}"/>"##));
        }
        sheet.close("g");
    }
}
