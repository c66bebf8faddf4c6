//! The layers without sprites: floor, tiles, marks, walls, trails, bars, flashes.

use crate::cells::{Cells, Crowd, Pane, Place, Seam, Trail};
use crate::columns::width;
use crate::svg::UNIT;
use crate::svg::detail::Detail;
use crate::svg::shapes;
use crate::svg::sheet::{Sheet, escape, number};
use crate::theme::Rgb;
use gridhaunt_kernel::scene::{Ground, Look, Shape};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The middle of a cell.
pub(super) fn middle(place: Place) -> (f64, f64) {
    ((place.column as f64 + 0.5) * UNIT, (place.row as f64 + 0.5) * UNIT)
}

/// Both ends of a line.
pub(super) fn ends(trail: &Trail<'_>) -> ((f64, f64), (f64, f64)) {
    let ((x, y), (to_x, to_y)) = (middle(trail.from), middle(trail.to));
    ((x, y), (x + (to_x - x) * trail.share, y + (to_y - y) * trail.share))
}

pub(super) fn floor(board: &Cells<'_>, sheet: &mut Sheet) {
    let (right, bottom) = (board.columns as f64 * UNIT, board.rows as f64 * UNIT);
    let (floor, faint) = (sheet.paper.floor, sheet.paper.faint);
    sheet.line(format_args!(r#"<rect class="floor" width="{right}" height="{bottom}" rx="3" fill="{floor}"/>"#));
    tiles(board, sheet);
    if sheet.detail == Detail::Square {
        return;
    }
    let mut path = String::new();
    for column in 1..board.columns {
        let _ = write!(path, "M{} 0V{bottom}", column as f64 * UNIT);
    }
    for row in 1..board.rows {
        let _ = write!(path, "M0 {}H{right}", row as f64 * UNIT);
    }
    let ink = sheet.detail.pick(0.6, 1.0);
    grid(&path, faint, ink, sheet);
}

/// The lines between cells.
pub(super) fn grid(path: &str, color: Rgb, ink: f64, sheet: &mut Sheet) {
    // A whole number of pixels, shifted to the middle of a pixel if the number is odd: else a line could fall between
    // pixels.
    let pixels = (1.0 / sheet.pixel).round().max(1.0);
    let (thick, aside) = (number(pixels * sheet.pixel), number(pixels % 2.0 * sheet.pixel / 2.0));
    sheet.line(format_args!(
        r#"<path class="grid" d="{path}" transform="translate({aside} {aside})" fill="none" stroke="{color}" stroke-width="{thick}" stroke-opacity="{ink}" shape-rendering="crispEdges"/>"#
    ));
}

/// Places by the look that something there has, in reading order.
pub(super) fn by_look<'a>(
    board: &Cells<'a>,
    look: impl Fn(&Crowd<'a>) -> Option<&'a Look>,
) -> BTreeMap<&'a Look, Vec<Place>> {
    let mut looks: BTreeMap<&Look, Vec<Place>> = BTreeMap::new();
    for (&place, crowd) in &board.crowds {
        if let Some(look) = look(crowd) {
            looks.entry(look).or_default().push(place);
        }
    }
    looks
}

/// Strips of cells in reading order; neighbours in a row become one strip. Each strip begins at `top` in its cell and
/// is `high` units high.
pub(super) fn strips(places: &[Place], top: f64, high: f64) -> String {
    let mut path = String::new();
    for run in places.chunk_by(|one, next| Place { column: one.column + 1, ..*one } == *next) {
        let (x, y, long) = (run[0].column as f64 * UNIT, run[0].row as f64 * UNIT, run.len() as f64 * UNIT);
        let _ = write!(path, "M{x} {}h{long}v{high}h-{long}z", y + top);
    }
    path
}

/// Cells filled with a colour; neighbours in a row become one rectangle.
pub(super) fn tiles(board: &Cells<'_>, sheet: &mut Sheet) {
    let looks = by_look(board, |crowd| crowd.tile.filter(|_| crowd.ground != Some(Ground::Void)));
    if looks.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="tiles" shape-rendering="crispEdges""#));
    for (look, places) in looks {
        let (path, look, color) = (strips(&places, 0.0, UNIT), escape(look.name), sheet.color(look));
        sheet.line(format_args!(r#"<path class="{look}" d="{path}" fill="{color}"/>"#));
    }
    sheet.close("g");
}

/// The veil that dims or hides cells.
pub(super) fn veil(board: &Cells<'_>, sheet: &mut Sheet) {
    for (look, places) in by_look(board, |crowd| crowd.veil) {
        let (path, class, color) = (strips(&places, 0.0, UNIT), escape(look.name), sheet.color(look));
        let is_fog = look.shape == Shape::Fog;
        let ink = if is_fog { FOG } else { 0.62 };
        sheet.line(format_args!(
            r#"<path class="{class}" d="{path}" fill="{color}" fill-opacity="{ink}" shape-rendering="crispEdges"/>"#
        ));
        if is_fog && sheet.detail != Detail::Square {
            let (hatch, thick) = (hatch(&places), number((0.7 * sheet.pixel).max(1.2)));
            sheet.line(format_args!(
                r#"<path class="hatch" d="{hatch}" fill="none" stroke="{color}" stroke-opacity="{HATCH}" stroke-width="{thick}"/>"#
            ));
        }
    }
}

/// The opacity of fog and of its lines.
pub(in crate::svg) const FOG: f64 = 0.18;
pub(in crate::svg) const HATCH: f64 = 0.36;

/// A diagonal line through each cell; connected lines become one.
fn hatch(places: &[Place]) -> String {
    let mut rising: Vec<Place> = places.to_vec();
    rising.sort_by_key(|place| (place.row + place.column, place.column));
    let mut path = String::new();
    let next = |one: &Place, next: &Place| (one.row, one.column + 1) == (next.row + 1, next.column);
    for run in rising.chunk_by(next) {
        let (x, y) = (run[0].column as f64 * UNIT, (run[0].row as f64 + 1.0) * UNIT);
        let long = run.len() as f64 * UNIT;
        let _ = write!(path, "M{x} {y}l{long}-{long}");
    }
    path
}

/// The frames of cells; small cells are filled instead.
pub(super) fn frames(board: &Cells<'_>, sheet: &mut Sheet) {
    for (look, places) in by_look(board, |crowd| crowd.frame) {
        let (look, color, square) = (escape(look.name), sheet.color(look), sheet.detail == Detail::Square);
        let thick = if square { UNIT } else { sheet.detail.pick(7.0, 3.5) };
        let (inset, mut path) = (thick / 2.0, String::new());
        for place in places {
            let (x, y) = (place.column as f64 * UNIT + inset, place.row as f64 * UNIT + inset);
            let side = number(UNIT - thick);
            let _ = write!(path, "M{} {}h{side}v{side}h-{side}z", number(x), number(y));
        }
        sheet.line(format_args!(
            r#"<path class="{look}" d="{path}" fill="{color}" fill-opacity=".3" stroke="{color}" stroke-width="{thick}" stroke-linejoin="round"/>"#
        ));
    }
}

/// Outlines around many cells, with an edge so that they are visible on every colour.
pub(super) fn panes(board: &Cells<'_>, sheet: &mut Sheet) {
    let mut paths = Paths::new();
    for Pane { rows, columns, look } in &board.panes {
        let [left, top, wide, high] =
            [columns.start, rows.start, columns.len(), rows.len()].map(|cells| cells as f64 * UNIT);
        let _ = write!(paths.entry(look).or_default(), "M{left} {top}h{wide}v{high}h-{wide}z");
    }
    let thick = (2.0 * sheet.pixel).max(3.0);
    strokes(r#"class="seams""#, &paths, 2.0 * thick, |sheet, _| sheet.paper.floor, sheet);
    strokes(r#"class="panes""#, &paths, thick, Sheet::color, sheet);
}

/// The border and all walls as one path; connected walls are one stroke. A dungeon has no border.
pub(super) fn walls(board: &Cells<'_>, sheet: &mut Sheet) {
    let (right, bottom) = (board.columns as f64 * UNIT, board.rows as f64 * UNIT);
    let mut path = if board.dungeon { String::new() } else { format!("M0 0H{right}V{bottom}H0Z") };
    let walls: Vec<Seam> = board.walls.iter().copied().collect();
    for run in walls.chunk_by(|one, next| Seam { along: one.along + 1, ..*one } == *next) {
        stroke(&mut path, run[0], run.len(), 0.0);
    }
    if path.is_empty() {
        return;
    }
    let (wall, thick) = (sheet.paper.wall, number((1.5 * sheet.pixel).max(3.0)));
    sheet.line(format_args!(
        r#"<path class="walls" d="{path}" fill="none" stroke="{wall}" stroke-width="{thick}" stroke-linecap="round" stroke-linejoin="round"/>"#
    ));
}

/// A stroke along a line, `cells` long less `inset` at both ends.
fn stroke(path: &mut String, seam: Seam, cells: usize, inset: f64) {
    let (line, start) = (seam.line as f64 * UNIT, seam.along as f64 * UNIT);
    let (from, to) = (start + inset, start + cells as f64 * UNIT - inset);
    let _ = if seam.upright { write!(path, "M{line} {from}V{to}") } else { write!(path, "M{from} {line}H{to}") };
}

/// The marks between cells: a strip along the line, and its label on a disc in the middle.
pub(super) fn marks(board: &Cells<'_>, sheet: &mut Sheet) {
    let mut looks: BTreeMap<&Look, Vec<(Seam, &str)>> = BTreeMap::new();
    for (&seam, mark) in &board.marks {
        looks.entry(mark.look).or_default().push((seam, &mark.label));
    }
    if looks.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="marks" font-size="9" font-weight="700" text-anchor="middle""#));
    for (look, marks) in looks {
        let color = sheet.color(look);
        let mut strips = String::new();
        for (seam, _) in &marks {
            stroke(&mut strips, *seam, 1, 5.0);
        }
        sheet.open(format_args!(r#"g class="{}" fill="{}""#, escape(look.name), color.contrast()));
        sheet.line(format_args!(
            r#"<path d="{strips}" fill="none" stroke="{color}" stroke-width="6" stroke-linecap="round"/>"#
        ));
        let legible = sheet.detail.is_full();
        for (seam, label) in marks.into_iter().filter(|(_, label)| legible && !label.is_empty()) {
            let (line, along) = (seam.line as f64 * UNIT, (seam.along as f64 + 0.5) * UNIT);
            let (x, y) = if seam.upright { (line, along) } else { (along, line) };
            let wide = (5.5 * width(label) as f64 + 5.0).max(12.0);
            sheet.line(format_args!(
                r#"<rect x="{}" y="{}" width="{}" height="12" rx="6" fill="{color}"/><text x="{x}" y="{}">{}</text>"#,
                number(x - wide / 2.0),
                y - 6.0,
                number(wide),
                number(y + 3.2),
                escape(label),
            ));
        }
        sheet.close("g");
    }
    sheet.close("g");
}

/// Lines from cell to cell, each with a dot where it begins.
pub(super) fn trails(board: &Cells<'_>, sheet: &mut Sheet) {
    let mut paths = Paths::new();
    let dot = sheet.detail.pick(2.0, 1.5);
    for trail in board.trails.iter().filter(|trail| trail.look.shape != Shape::Track) {
        let ((x, y), (to_x, to_y)) = ends(trail);
        let path = paths.entry(trail.look).or_default();
        let _ = write!(path, "M{x} {y}L{} {}M{} {y}", number(to_x), number(to_y), x - dot);
        let _ = write!(path, "a{dot} {dot} 0 1 0 {wide} 0a{dot} {dot} 0 1 0-{wide} 0z", wide = 2.0 * dot);
    }
    let thick = sheet.detail.pick(6.0, 4.0);
    strokes(r#"class="trails" stroke-opacity=".55""#, &paths, thick, Sheet::color, sheet);
}

/// Short bars from the edge of a cell in the direction of a blocked move, with a cross bar at the end.
pub(super) fn bars(board: &Cells<'_>, sheet: &mut Sheet) {
    let mut paths = Paths::new();
    let (near, far, half) = (12.0, sheet.detail.pick(20.0, 17.5), 5.5);
    for bar in &board.bars {
        let ((x, y), (dx, dy)) = (middle(bar.at), bar.towards);
        let long = dx.hypot(dy);
        let (dx, dy, corner) = (dx / long, dy / long, 3.0 * (long - 1.0));
        let (x1, y1) = (x + (far + corner) * dx, y + (far + corner) * dy);
        let ends = [x + near * dx, y + near * dy, x1, y1];
        let stop = [x1 - half * dy, y1 + half * dx, x1 + half * dy, y1 - half * dx];
        let path = paths.entry(bar.look).or_default();
        for [x0, y0, x1, y1] in [ends, stop].map(|line| line.map(number)) {
            let _ = write!(path, "M{x0} {y0}L{x1} {y1}");
        }
    }
    let thick = sheet.detail.pick(5.0, 3.0);
    strokes(r#"class="seams""#, &paths, thick + 3.0, |sheet, _| sheet.paper.floor, sheet);
    // If badges fill their cells, a bar of the same colour would be invisible.
    let ink = |sheet: &Sheet, look: &Look| {
        if sheet.detail.is_full() { sheet.color(look) } else { sheet.paper.text }
    };
    strokes(r#"class="bumps""#, &paths, thick, ink, sheet);
}

/// A path for each look.
pub(super) type Paths<'a> = BTreeMap<&'a Look, String>;

/// A layer of strokes.
pub(super) fn strokes(
    layer: &str,
    paths: &Paths<'_>,
    thick: f64,
    ink: impl Fn(&Sheet, &Look) -> Rgb,
    sheet: &mut Sheet,
) {
    if paths.is_empty() {
        return;
    }
    let thick = number(thick);
    sheet.open(format_args!(
        r#"g {layer} fill="none" stroke-width="{thick}" stroke-linecap="round" stroke-linejoin="round""#
    ));
    for (look, path) in paths {
        let (class, color) = (escape(look.name), ink(sheet, look));
        let dashes = if look.shape == Shape::Dashes { r#" stroke-dasharray="6 8""# } else { "" };
        sheet.line(format_args!(r#"<path class="{class}" d="{path}" stroke="{color}"{dashes}/>"#));
    }
    sheet.close("g");
}

/// The marks of events: a sign, or else a ring around the cell, with a smaller ring inside for a second event.
pub(super) fn flashes(board: &Cells<'_>, sheet: &mut Sheet) {
    let mut looks: BTreeMap<&Look, Vec<(f64, f64, usize)>> = BTreeMap::new();
    for (&place, crowd) in &board.crowds {
        for (ring, flash) in crowd.flashes.iter().enumerate() {
            let (x, y) = middle(place);
            looks.entry(flash.look).or_default().push((x, y, ring));
        }
    }
    if looks.is_empty() {
        return;
    }
    let floor = sheet.paper.floor;
    let (wide, thick) = (sheet.detail.pick(18.0, 13.5), sheet.detail.pick(4.0, 2.0));
    sheet.open(format_args!(r#"g class="flashes" fill-opacity=".18" stroke-width="{thick}""#));
    for (look, places) in looks {
        let (color, shape) = (sheet.color(look), look.shape);
        let sign = shapes::is_sign(shape);
        let paint = if sign {
            format!(r#"color="{color}" stroke="{floor}""#)
        } else {
            format!(r#"fill="{color}" stroke="{color}""#)
        };
        sheet.open(format_args!(r#"g class="{}" {paint}"#, escape(look.name)));
        for (x, y, ring) in places {
            if sign {
                let name = shapes::name(shape, sheet.detail);
                sheet.line(format_args!(r##"<use href="#{name}" x="{x}" y="{y}"/>"##));
            } else {
                let wide = if shape == Shape::Halo { sheet.detail.pick(30.0, 21.0) } else { wide };
                let radius = (wide - 2.5 * ring as f64).max(1.0);
                sheet.line(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#));
            }
        }
        sheet.close("g");
    }
    sheet.close("g");
}
