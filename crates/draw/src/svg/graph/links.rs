//! Links, and the moves of this step.

use super::curve::{Curve, Point};
use super::{Layout, NODE};
use crate::svg::sheet::{Sheet, escape, number};
use gridhaunt_kernel::scene::{Look, Shape};
use std::collections::BTreeMap;
use std::f64::consts::PI;

pub(super) fn draw(layout: &Layout<'_>, sheet: &mut Sheet) {
    let mut looks: BTreeMap<&Look, String> = BTreeMap::new();
    for way in &layout.ways {
        looks.entry(way.link.look).or_default().push_str(&way.curve.path());
    }
    if looks.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="links" fill="none" stroke-linecap="round""#));
    // Dashed links are drawn below solid ones.
    let (dashed, solid): (Vec<_>, Vec<_>) = looks.into_iter().partition(|(look, _)| is_dashed(look));
    for (look, path) in dashed.into_iter().chain(solid) {
        let (class, color, thick) = (escape(look.name), sheet.color(look), number(thickness(look, sheet)));
        let dashes = if is_dashed(look) { r#" stroke-dasharray="3.5 5.5""# } else { "" };
        sheet.line(format_args!(
            r#"<path class="{class}" d="{path}" stroke="{color}" stroke-width="{thick}"{dashes}/>"#
        ));
    }
    sheet.close("g");
}

pub(super) fn is_dashed(look: &Look) -> bool {
    look.shape == Shape::Dashes
}

/// The thickness of a link: dashed links are thinner, so that the two kinds are easy to distinguish.
fn thickness(look: &Look, sheet: &Sheet) -> f64 {
    let (pixels, units) = if is_dashed(look) { (1.0, 1.5) } else { (1.6, 2.8) };
    (pixels * sheet.pixel).max(units)
}

/// Arrows along the links on which tokens moved, one for each look.
pub(super) fn trails(layout: &Layout<'_>, sheet: &mut Sheet) {
    let mut looks: BTreeMap<&Look, Vec<(Curve, f64)>> = BTreeMap::new();
    for (&(look, from, to), &share) in &layout.gone {
        if let Some(curve) = layout.way(from, to) {
            looks.entry(look).or_default().push((curve, share));
        }
    }
    if looks.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="trails" fill="none" stroke-linecap="round" stroke-linejoin="round""#));
    for (look, curves) in looks {
        let (class, color) = (escape(look.name), sheet.mark(look));
        let shaft = |(curve, share): &(Curve, f64)| curve.until(curve.share_outside(NODE + 12.0).min(*share)).path();
        let shafts: String = curves.iter().map(shaft).collect();
        // A token that is still moving has no arrow head.
        let arrived = curves.iter().filter(|(_, share)| *share >= 1.0);
        let heads: String = arrived.map(|(curve, _)| head(*curve)).collect();
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
