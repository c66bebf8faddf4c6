//! Links, and the ways that were gone in this step.

use super::curve::{Curve, Point};
use super::{Layout, NODE};
use crate::svg::sheet::{Sheet, escape, number};
use crate::theme::{Shape, look};
use std::collections::BTreeMap;
use std::f64::consts::PI;

pub(super) fn draw(layout: &Layout<'_>, sheet: &mut Sheet) {
    let mut roles: BTreeMap<&str, String> = BTreeMap::new();
    for way in &layout.ways {
        roles.entry(way.link.role).or_default().push_str(&way.curve.path());
    }
    if roles.is_empty() {
        return;
    }
    let thick = number((1.2 * sheet.pixel).max(1.7));
    sheet.open(format_args!(r#"g class="links" fill="none" stroke-width="{thick}" stroke-linecap="round""#));
    for (role, path) in roles {
        let (class, color) = (escape(role), sheet.color(role));
        let dashes = if look(role).shape == Shape::Dashes { r#" stroke-dasharray="5 4.5""# } else { "" };
        sheet.line(format_args!(r#"<path class="{class}" d="{path}" stroke="{color}"{dashes}/>"#));
    }
    sheet.close("g");
}

/// Arrows along the links that tokens came by, one for each role.
pub(super) fn trails(layout: &Layout<'_>, sheet: &mut Sheet) {
    let mut roles: BTreeMap<&str, Vec<Curve>> = BTreeMap::new();
    for &(role, from, to) in &layout.gone {
        if let Some(curve) = layout.way(from, to) {
            roles.entry(role).or_default().push(curve);
        }
    }
    if roles.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="trails" fill="none" stroke-linecap="round" stroke-linejoin="round""#));
    for (role, curves) in roles {
        let (class, color) = (escape(role), sheet.mark(role));
        let end = |curve: &Curve| curve.share_outside(NODE + 12.0).min(layout.share);
        let shafts: String = curves.iter().map(|curve| curve.until(end(curve)).path()).collect();
        // Who is still on the way has not arrived.
        let arrived = curves.iter().filter(|_| layout.share >= 1.0);
        let heads: String = arrived.map(|curve| head(*curve)).collect();
        let heads =
            if heads.is_empty() { heads } else { format!(r#"<path d="{heads}" fill="{color}" stroke-width="2"/>"#) };
        sheet.line(format_args!(
            r#"<g class="{class}" stroke="{color}"><path d="{shafts}" stroke-width="6" stroke-opacity=".5"/>{heads}</g>"#
        ));
    }
    sheet.close("g");
}

/// The head of an arrow that points at the end of a curve, just outside the node.
fn head(curve: Curve) -> String {
    let part = curve.until(curve.share_outside(NODE + 6.0));
    let (tip, heading) = (part.0[3], part.heading());
    let corners = [tip, tip.around(heading + PI - 0.5, 13.0), tip.around(heading + PI + 0.5, 13.0)];
    let [a, b, c] = corners.map(|Point { x, y }| format!("{} {}", number(x), number(y)));
    format!("M{a}L{b}L{c}Z")
}
