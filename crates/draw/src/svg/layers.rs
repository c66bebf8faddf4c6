//! What lies under the sprites: floor, marks, walls, flashes.

use super::UNIT;
use super::sheet::{Sheet, escape, number};
use crate::board::{Board, Place, Seam};
use crate::columns::width;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The middle of a cell.
pub(super) fn middle(place: Place) -> (f64, f64) {
    ((place.column as f64 + 0.5) * UNIT, (place.row as f64 + 0.5) * UNIT)
}

pub(super) fn floor(board: &Board<'_>, sheet: &mut Sheet) {
    let (right, bottom) = (board.columns as f64 * UNIT, board.rows as f64 * UNIT);
    let (floor, faint) = (sheet.paper.floor, sheet.paper.faint);
    sheet.line(format_args!(r#"<rect class="floor" width="{right}" height="{bottom}" rx="3" fill="{floor}"/>"#));
    let mut path = String::new();
    for column in 1..board.columns {
        let _ = write!(path, "M{} 0V{bottom}", column as f64 * UNIT);
    }
    for row in 1..board.rows {
        let _ = write!(path, "M0 {}H{right}", row as f64 * UNIT);
    }
    sheet.line(format_args!(r#"<path class="grid" d="{path}" fill="none" stroke="{faint}"/>"#));
}

/// The border and all walls as one path, walls in a row as one stroke.
pub(super) fn walls(board: &Board<'_>, sheet: &mut Sheet) {
    let (right, bottom) = (board.columns as f64 * UNIT, board.rows as f64 * UNIT);
    let mut path = format!("M0 0H{right}V{bottom}H0Z");
    let walls: Vec<Seam> = board.walls.iter().copied().collect();
    for run in walls.chunk_by(|one, next| Seam { along: one.along + 1, ..*one } == *next) {
        stroke(&mut path, run[0], run.len(), 0.0);
    }
    let wall = sheet.paper.wall;
    sheet.line(format_args!(
        r#"<path class="walls" d="{path}" fill="none" stroke="{wall}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>"#
    ));
}

/// A stroke along a line, `cells` long less `inset` at both ends.
fn stroke(path: &mut String, seam: Seam, cells: usize, inset: f64) {
    let (line, start) = (seam.line as f64 * UNIT, seam.along as f64 * UNIT);
    let (from, to) = (start + inset, start + cells as f64 * UNIT - inset);
    let _ = if seam.upright { write!(path, "M{line} {from}V{to}") } else { write!(path, "M{from} {line}H{to}") };
}

/// What lies between cells: a strip along the line, and its label on a disc in the middle.
pub(super) fn marks(board: &Board<'_>, sheet: &mut Sheet) {
    let mut roles: BTreeMap<&str, Vec<(Seam, &str)>> = BTreeMap::new();
    for (&seam, mark) in &board.marks {
        roles.entry(mark.role).or_default().push((seam, &mark.label));
    }
    if roles.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="marks" font-size="9" font-weight="700" text-anchor="middle""#));
    for (role, marks) in roles {
        let color = sheet.color(role);
        let mut strips = String::new();
        for (seam, _) in &marks {
            stroke(&mut strips, *seam, 1, 5.0);
        }
        sheet.open(format_args!(r#"g class="{}" fill="{}""#, escape(role), color.contrast()));
        sheet.line(format_args!(
            r#"<path d="{strips}" fill="none" stroke="{color}" stroke-width="6" stroke-linecap="round"/>"#
        ));
        for (seam, label) in marks.into_iter().filter(|(_, label)| !label.is_empty()) {
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

/// A ring round every cell where something happened, a smaller one within it for the next.
pub(super) fn flashes(board: &Board<'_>, sheet: &mut Sheet) {
    let mut roles: BTreeMap<&str, Vec<(f64, f64, f64)>> = BTreeMap::new();
    for (&place, crowd) in &board.crowds {
        for (ring, flash) in crowd.flashes.iter().enumerate() {
            let (x, y) = middle(place);
            roles.entry(flash.role).or_default().push((x, y, (13.5 - 2.5 * ring as f64).max(1.0)));
        }
    }
    if roles.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="flashes" fill-opacity=".18" stroke-width="2""#));
    for (role, rings) in roles {
        let color = sheet.color(role);
        sheet.open(format_args!(r#"g class="{}" fill="{color}" stroke="{color}""#, escape(role)));
        for (x, y, radius) in rings {
            sheet.line(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#));
        }
        sheet.close("g");
    }
    sheet.close("g");
}
