//! Regions, the ways over them, and plants.

use super::layers::{Paths, by_look, ends, middle, strips, strokes};
use super::outline::Outline;
use crate::cells::{Cells, Place};
use crate::svg::UNIT;
use crate::svg::detail::Detail;
use crate::svg::shapes;
use crate::svg::sheet::{Sheet, escape, number};
use gridhaunt_kernel::scene::{Furrows, Look, Shape};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::iter::successors;

/// The cells of regions; the border of a region is inside its own cells.
pub(super) fn fields(board: &Cells<'_>, sheet: &mut Sheet) {
    let looks = by_look(board, |crowd| crowd.field);
    if sheet.detail == Detail::Square {
        squares(&looks, sheet);
        squares(&by_look(board, |crowd| crowd.track), sheet);
        return squares(&by_look(board, |crowd| crowd.weed), sheet);
    }
    if looks.is_empty() {
        return;
    }
    let mut regions: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    sheet.open(format_args!(r#"g class="fields""#));
    for (look, places) in &looks {
        let (class, color, rim) = (escape(look.name), sheet.color(look), sheet.mark(look));
        let path = Outline::new(places).path(0.0);
        sheet.line(format_args!(r#"<path class="{class}" d="{path}" fill="{color}" shape-rendering="crispEdges"/>"#));
        if let Shape::Field(way) | Shape::Yard(way) = look.shape
            && sheet.detail.is_full()
        {
            let path = furrows(places, way);
            sheet.line(format_args!(
                r##"<path class="furrows" d="{path}" fill="none" stroke="#000" stroke-opacity=".09" stroke-width="3"/>"##
            ));
        }
        regions.entry(rim.to_string()).or_default().extend(places);
    }
    for (look, places) in looks.iter().filter(|(look, _)| matches!(look.shape, Shape::Yard(_))) {
        let (path, rim, thick) = (Outline::new(places).path(0.0), sheet.mark(look), sheet.detail.pick(4.0, 2.5));
        let fence = if sheet.detail.is_full() { r#" stroke-dasharray="5 3""# } else { "" };
        sheet.line(format_args!(
            r#"<path class="fence" d="{path}" fill="none" stroke="{rim}" stroke-width="{thick}"{fence}/>"#
        ));
    }
    let thick = sheet.detail.pick(4.0, 2.5);
    for (rim, places) in &regions {
        let path = Outline::new(places).path(thick / 2.0);
        sheet.line(format_args!(
            r#"<path class="border" d="{path}" fill="none" stroke="{rim}" stroke-width="{thick}" stroke-linejoin="round"/>"#
        ));
    }
    sheet.close("g");
}

/// The furrows of a field: horizontal, vertical or diagonal.
fn furrows(places: &[Place], way: Furrows) -> String {
    let cells: BTreeSet<Place> = places.iter().copied().collect();
    let (columns, rows) = match way {
        Furrows::Level => (1, 0),
        Furrows::Upright => (0, 1),
        Furrows::Rising => (1, -1),
        Furrows::Falling => (1, 1),
    };
    let next = |place: Place, steps: isize| {
        let row = place.row.checked_add_signed(steps * rows)?;
        Some(Place { row, column: place.column.checked_add_signed(steps * columns)? })
            .filter(|place| cells.contains(place))
    };
    // From the middle of a cell to the middle of its edge or, for diagonal furrows, almost to its corner.
    let reach = if rows != 0 && columns != 0 { UNIT / 2.0 - 1.0 } else { UNIT / 2.0 };
    let (dx, dy) = (columns as f64 * reach, rows as f64 * reach);
    let mut path = String::new();
    for &first in cells.iter().filter(|&&place| next(place, -1).is_none()) {
        let last = successors(Some(first), |&place| next(place, 1)).last().unwrap_or(first);
        let ((x, y), (to_x, to_y)) = (middle(first), middle(last));
        let ends = (x - dx, y - dy, to_x + dx, to_y + dy);
        let _ = match way {
            Furrows::Level => write!(path, "M{} {}H{}M{0} {}H{2}", ends.0, y - 8.0, ends.2, y + 8.0),
            Furrows::Upright => write!(path, "M{} {}V{}M{} {1}V{2}", x - 8.0, ends.1, ends.3, x + 8.0),
            Furrows::Rising | Furrows::Falling => write!(path, "M{} {}L{} {}", ends.0, ends.1, ends.2, ends.3),
        };
    }
    path
}

fn squares(looks: &BTreeMap<&Look, Vec<Place>>, sheet: &mut Sheet) {
    for (look, places) in looks {
        let (path, look, color) = (strips(places, 0.0, UNIT), escape(look.name), sheet.color(look));
        sheet.line(format_args!(r#"<path class="{look}" d="{path}" fill="{color}" shape-rendering="crispEdges"/>"#));
    }
}

/// Ways from cell to cell: broad lines with an edge and round ends.
pub(super) fn tracks(board: &Cells<'_>, sheet: &mut Sheet) {
    let mut paths = Paths::new();
    let mut walked = BTreeSet::new();
    let mut end: Option<(&Look, Place)> = None;
    for trail in board.trails.iter().filter(|trail| trail.look.shape == Shape::Track) {
        let ((x, y), (to_x, to_y)) = ends(trail);
        let path = paths.entry(trail.look).or_default();
        if end != Some((trail.look, trail.from)) {
            let _ = write!(path, "M{x} {y}");
        }
        let _ = match (x == to_x, y == to_y) {
            (true, _) => write!(path, "V{}", number(to_y)),
            (_, true) => write!(path, "H{}", number(to_x)),
            _ => write!(path, "L{} {}", number(to_x), number(to_y)),
        };
        walked.extend([(trail.look, trail.from), (trail.look, trail.to)]);
        end = Some((trail.look, trail.to));
    }
    for (look, places) in by_look(board, |crowd| crowd.track) {
        for place in places.into_iter().filter(|&place| !walked.contains(&(look, place))) {
            let (x, y) = middle(place);
            let _ = write!(paths.entry(look).or_default(), "M{x} {y}h.01");
        }
    }
    let (thick, rim) = (sheet.detail.pick(16.0, 14.0), sheet.detail.pick(0.0, 1.5));
    if rim > 0.0 {
        strokes(r#"class="rims""#, &paths, thick + 2.0 * rim, Sheet::mark, sheet);
    }
    strokes(r#"class="tracks""#, &paths, thick, Sheet::color, sheet);
}

pub(super) fn weeds(board: &Cells<'_>, sheet: &mut Sheet) {
    for (look, places) in by_look(board, |crowd| crowd.weed) {
        let (name, floor) = (shapes::name(look.shape, sheet.detail), sheet.paper.floor);
        sheet.open(format_args!(r#"g class="{}" color="{}" stroke="{floor}""#, escape(look.name), sheet.color(look)));
        for (x, y) in places.into_iter().map(middle) {
            sheet.line(format_args!(r##"<use href="#{name}" x="{x}" y="{y}"/>"##));
        }
        sheet.close("g");
    }
}
