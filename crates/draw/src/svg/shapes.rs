//! The shapes sprites are made of, each defined once, round the origin and 32 units wide at most.

use super::sheet::Sheet;
use crate::theme::{Shape, look};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::Row;
use std::collections::BTreeSet;

/// The name a shape is used by.
pub(super) const fn name(shape: Shape) -> &'static str {
    match shape {
        Shape::Disc => "gh-disc",
        Shape::Wedge => "gh-wedge",
        Shape::Snake => "gh-snake",
        Shape::Mouse => "gh-mouse",
    }
}

const fn outline(shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::Disc => &[r#"<circle r="11" fill="currentColor"/>"#],
        Shape::Wedge => &[
            r##"<path d="M-10 0L4.5-7.5Q10-5.5 10 0V7.5H-10ZH10" fill="currentColor" stroke="#7a4f00" stroke-width="1.2" stroke-linejoin="round"/>"##,
            r##"<g fill="#7a4f00" fill-opacity=".55"><circle cx="-4.5" cy="4" r="1.9"/><circle cx="4.5" cy="3.4" r="2.2"/><circle cx="3" cy="-3.4" r="1.4"/></g>"##,
        ],
        Shape::Snake => &[
            r##"<path d="M-8-5H-12L-14-7M-12-5L-14-3" fill="none" stroke="#d55e00" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>"##,
            r##"<g fill="none" stroke-linecap="round">"##,
            r##" <path d="M10.5 9.4H-5.5A3.7 3.7 0 0 1-5.5 2H6A3.7 3.7 0 0 0 6-5.4H-2" stroke="currentColor" stroke-width="5"/>"##,
            r##" <path d="M9 9.4H-5.5A3.7 3.7 0 0 1-5.5 2H6A3.7 3.7 0 0 0 7-5.2" stroke="#000" stroke-opacity=".25" stroke-width="1.8" stroke-dasharray="1.2 3.6"/>"##,
            "</g>",
            r##"<ellipse cx="-3.5" cy="-5.6" rx="6.4" ry="5.2" fill="currentColor"/>"##,
            r##"<circle cx="-4.8" cy="-7" r="2.3" fill="#fff"/><circle cx="-5.3" cy="-7" r="1.2" fill="#14171c"/>"##,
        ],
        Shape::Mouse => &[
            r#"<g fill="currentColor"><circle cx="-8" cy="-7" r="5.5"/><circle cx="8" cy="-7" r="5.5"/>"#,
            r#" <path d="M-10 0C-10-6-5-8 0-8S10-6 10 0S4 12 0 12S-10 6-10 0Z"/></g>"#,
            r##"<g fill="#f2b8c6"><circle cx="-8" cy="-7" r="3"/><circle cx="8" cy="-7" r="3"/><circle cy="10.4" r="2.2"/></g>"##,
            r##"<g fill="#14171c"><circle cx="-4" cy="0" r="1.8"/><circle cx="4" cy="0" r="1.8"/></g>"##,
        ],
    }
}

/// Defines the shapes that the scene uses.
pub(super) fn define(scene: &Scene, sheet: &mut Sheet) {
    let things = scene.things.iter().map(|thing| thing.role);
    let actors = scene.actors.iter().map(|actor| actor.role);
    let bars = scene.panel.iter().filter_map(|row| if let Row::Bar { role, .. } = row { Some(*role) } else { None });
    let used: BTreeSet<Shape> = things.chain(actors).chain(bars).map(|role| look(role).shape).collect();
    if used.is_empty() {
        return;
    }
    sheet.open(format_args!("defs"));
    for shape in used {
        sheet.open(format_args!(r#"g id="{}""#, name(shape)));
        for line in outline(shape) {
            sheet.line(format_args!("{line}"));
        }
        sheet.close("g");
    }
    sheet.close("defs");
}
