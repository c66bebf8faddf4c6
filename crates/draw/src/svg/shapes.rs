//! The shapes sprites are made of, each defined once, round the origin and about 32 units wide.

use super::detail::Detail;
use super::sheet::{Sheet, escape};
use gridhaunt_kernel::scene::{Look, Shape};
use std::collections::BTreeMap;

/// The name a shape is used by.
pub(super) const fn name(shape: Shape, detail: Detail) -> &'static str {
    match (detail, shape) {
        (Detail::Square, _) => "gh-square",
        (Detail::Fine, Shape::Ghost) => "gh-fine-ghost",
        (Detail::Fine, Shape::Runner) => "gh-fine-runner",
        (Detail::Fine, Shape::Pawn) => "gh-fine-pawn",
        (Detail::Fine, _) => name(shape, Detail::Full),
        (Detail::Plain, Shape::Disc | Shape::Snake | Shape::Mouse | Shape::Pawn | Shape::Runner) => "gh-plain-disc",
        (Detail::Plain, Shape::Ghost) => "gh-plain-ghost",
        (Detail::Plain, Shape::Gate) => "gh-plain-gate",
        (Detail::Plain, Shape::Wedge) => "gh-plain-wedge",
        (Detail::Plain, Shape::Cross) => "gh-plain-cross",
        (Detail::Plain, Shape::Arrow) => "gh-plain-arrow",
        (Detail::Plain, Shape::Guard) => "gh-plain-guard",
        (Detail::Plain, Shape::Stroke) => "gh-plain-stroke",
        (Detail::Plain, Shape::Dashes) => "gh-plain-dashes",
        (Detail::Plain, Shape::Zombie) => "gh-plain-zombie",
        (Detail::Plain, Shape::Spectre) => "gh-plain-spectre",
        (Detail::Plain, Shape::Key) => "gh-plain-key",
        (Detail::Plain, Shape::Lock) => "gh-plain-lock",
        (Detail::Full, Shape::Disc) => "gh-disc",
        (Detail::Full, Shape::Ghost) => "gh-ghost",
        (Detail::Full, Shape::Gate) => "gh-gate",
        (Detail::Full, Shape::Wedge) => "gh-wedge",
        (Detail::Full, Shape::Snake) => "gh-snake",
        (Detail::Full, Shape::Mouse) => "gh-mouse",
        (Detail::Full, Shape::Cross) => "gh-cross",
        (Detail::Full, Shape::Arrow) => "gh-arrow",
        (Detail::Full, Shape::Guard) => "gh-guard",
        (Detail::Full, Shape::Stroke) => "gh-stroke",
        (Detail::Full, Shape::Dashes) => "gh-dashes",
        (Detail::Full, Shape::Pawn) => "gh-pawn",
        (Detail::Full, Shape::Zombie) => "gh-zombie",
        (Detail::Full, Shape::Spectre) => "gh-spectre",
        (Detail::Full, Shape::Key) => "gh-key",
        (Detail::Full, Shape::Lock) => "gh-lock",
        (Detail::Plain, Shape::Farmer) => "gh-plain-farmer",
        (Detail::Plain, Shape::Weed) => "gh-plain-weed",
        (Detail::Full, Shape::Farmer) => "gh-farmer",
        (Detail::Full, Shape::Weed) => "gh-weed",
        (Detail::Full, Shape::Shield) => "gh-shield",
        (Detail::Full, Shape::Star) => "gh-star",
        (Detail::Full, Shape::Flake) => "gh-flake",
        (Detail::Full, Shape::Chain) => "gh-chain",
        (Detail::Full, Shape::Sprout) => "gh-sprout",
        (Detail::Plain, Shape::Shield | Shape::Star | Shape::Flake | Shape::Chain | Shape::Sprout) => "gh-plain-token",
        // Shapes that are drawn as tiles; as sprites they are only discs.
        (Detail::Plain, _) => "gh-plain-disc",
        (Detail::Full, _) => "gh-disc",
    }
}

const fn outline(shape: Shape, detail: Detail) -> &'static [&'static str] {
    match detail {
        Detail::Square => &[r#"<path d="M-16-16H16V16H-16Z" fill="currentColor" shape-rendering="crispEdges"/>"#],
        Detail::Plain => plain(shape),
        Detail::Full => full(shape),
        Detail::Fine => fine(shape),
    }
}

/// A shape that can still be recognised at 8 pixels per cell, where a pixel is 4 units: as large as the cell or a bit
/// larger, with an edge in the colour of the floor, which is set where it is used.
const fn plain(shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::Zombie => {
            &[r#"<path d="M-17-16L-6-18L-2-15L6-18L17-16V10L11 18H-11L-17 10Z" fill="currentColor" stroke-width="3"/>"#]
        }
        Shape::Spectre => &[
            r#"<path d="M-17 18V-4A17 15 0 0 1 17-4V18L11.5 14L6 18L0 14L-6 18L-11.5 14Z" fill="currentColor" stroke-width="3.5"/>"#,
        ],
        Shape::Key => &[
            r#"<g fill="none" stroke="currentColor" stroke-width="6.5"><circle cy="-7" r="6.5"/><path d="M0-1V17M0 14H9M0 6H7"/></g>"#,
        ],
        Shape::Lock => &[
            r#"<path d="M-16-16H16V16H-16Z" fill="currentColor" stroke="none" shape-rendering="crispEdges"/>"#,
            r##"<path d="M-8 10V-1H8V10Z" fill="#fff" stroke="none"/><path d="M-5-2V-5A5 5 0 0 1 5-5V-2" fill="none" stroke="#fff" stroke-width="4"/>"##,
        ],
        Shape::Ghost => &[
            r#"<path d="M-18 19V-10Q-18-18-10-18H10Q18-18 18-10V19L12 16L6 19L0 16L-6 19L-12 16Z" fill="currentColor" stroke-width="3"/>"#,
        ],
        Shape::Gate => &[
            r#"<path d="M-16-16H16V16H-16Z" fill="currentColor" stroke="none" shape-rendering="crispEdges"/>"#,
            r##"<path d="M-8-12h8v4h4v4h4v8h-4v4h-4v4h-8v-4h4v-4h4v-8h-4v-4h-4z" fill="#fff" stroke="none" shape-rendering="crispEdges"/>"##,
        ],
        Shape::Wedge => &[r#"<path d="M-15 2L11-13V13H-15Z" fill="currentColor" stroke="none"/>"#],
        Shape::Guard => &[
            r#"<path d="M0-18L17-15V2C17 10 10 16 0 19C-10 16-17 10-17 2V-15Z" fill="currentColor" stroke-width="3"/>"#,
        ],
        Shape::Stroke | Shape::Dashes => full(shape),
        Shape::Cross => {
            &[r#"<path d="M-24-24L24 24M24-24L-24 24" fill="none" stroke="currentColor" stroke-width="7"/>"#]
        }
        Shape::Arrow => &[
            r#"<path d="M0-8V-32M-13-20L0-34L13-20" fill="none" stroke-width="15"/>"#,
            r#"<path d="M0-8V-32M-13-20L0-34L13-20" fill="none" stroke="currentColor" stroke-width="7"/>"#,
        ],
        // The hat has the colour of letters, which is set where it is used.
        Shape::Farmer => &[r#"<circle r="19" fill="currentColor" stroke-width="4"/><circle r="8" stroke="none"/>"#],
        Shape::Weed => &[
            r##"<g stroke="none" shape-rendering="crispEdges"><path d="M-16-16H16V16H-16Z" fill="currentColor"/><path d="M-4-8h8v8h-8z" fill="#c77fc6"/><path d="M-12 0h4v4h-4zM8-4h4v4h-4zM0 8h4v4h-4z" fill="#fff" fill-opacity=".3"/></g>"##,
        ],
        Shape::Shield | Shape::Star | Shape::Flake | Shape::Chain | Shape::Sprout => {
            &[r#"<rect x="-18" y="-18" width="36" height="36" rx="10" fill="currentColor" stroke-width="3"/>"#]
        }
        _ => &[r#"<circle r="18" fill="currentColor" stroke-width="3"/>"#],
    }
}

/// A shape for cells with room for a face beside the letter.
const fn fine(shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::Ghost => &[
            r##"<ellipse cy="14.6" rx="11" ry="1.8" fill="#000" fill-opacity=".18" stroke="none"/>"##,
            r#"<path d="M-12.6 14V-2.4A12.6 12.6 0 0 1 12.6-2.4V14L8.4 10.8L4.2 14L0 10.8L-4.2 14L-8.4 10.8Z" fill="currentColor" stroke-width="1.4" stroke-linejoin="round"/>"#,
            r##"<path d="M-9.4-9.8L-1.8-6Q-2.6-1.8-5.6-1.8Q-9.4-2-9.4-9.8ZM9.4-9.8L1.8-6Q2.6-1.8 5.6-1.8Q9.4-2 9.4-9.8Z" fill="#fff" stroke="none"/><g fill="#14171c" stroke="none"><circle cx="-4.6" cy="-4.3" r="1.6"/><circle cx="4.6" cy="-4.3" r="1.6"/></g>"##,
        ],
        Shape::Runner => &[
            r##"<ellipse cy="15" rx="12" ry="1.8" fill="#000" fill-opacity=".18"/>"##,
            r#"<g fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="M-3.5 6L-7.5 10.5L-13 9.5M3.5 6L8.5 9.5L5.5 14"/><path d="M-6-3L-11.5 .5L-14-3.5M6-3L11.5-.5L14.5-5.5"/></g>"#,
            r##"<circle cx="2" cy="-11.2" r="4.9" fill="#f0c49a"/><path d="M-3.2-10.6A5.2 5.2 0 0 1 7.1-12.6L-3.2-10.6Z" fill="currentColor"/>"##,
            r#"<rect x="-8.5" y="-6.8" width="17" height="14.6" rx="5" fill="currentColor"/>"#,
        ],
        Shape::Pawn => &[
            r##"<ellipse cy="13" rx="13" ry="2.6" fill="#000" fill-opacity=".22"/>"##,
            r##"<g fill="currentColor" stroke="#000" stroke-opacity=".35" stroke-width="1"><path d="M-12 13V5Q-12-4 0-4T12 5V13Q0 15.8-12 13Z"/><circle cy="-8.6" r="6.4"/></g>"##,
            r##"<path d="M-4.8-9.4H4.8V-7Q4.6-3.2 0-3.2T-4.8-7Z" fill="#f0c49a"/><path d="M-.8-9.6H.8V-5.6H-.8Z" fill="currentColor"/><g fill="#14171c"><circle cx="-2.4" cy="-7.4" r=".95"/><circle cx="2.4" cy="-7.4" r=".95"/></g>"##,
        ],
        _ => full(shape),
    }
}

/// The background of the picture of a token.
const TOKEN: &str = r##"<rect x="-12.5" y="-12.5" width="25" height="25" rx="6.5" fill="currentColor" stroke="#fff" stroke-width="1.5"/>"##;

/// A shape for cells with room for details.
const fn full(shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::Guard => &[
            r#"<path d="M0-13.5L11.5-10.5V1C11.5 8 6.5 12 0 14.5C-6.5 12-11.5 8-11.5 1V-10.5Z" fill="currentColor"/>"#,
        ],
        Shape::Stroke => &[r#"<path d="M-15 0H15" fill="none" stroke="currentColor" stroke-width="3"/>"#],
        Shape::Dashes => {
            &[r#"<path d="M-15 0H15" fill="none" stroke="currentColor" stroke-width="3" stroke-dasharray="7 4.5"/>"#]
        }
        Shape::Ghost => &[
            r#"<path d="M-12.4 13.5V-1A12.4 12.4 0 0 1 12.4-1V13.5L8.3 10L4.1 13.5L0 10L-4.1 13.5L-8.3 10Z" fill="currentColor" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round"/>"#,
        ],
        Shape::Gate => &[
            r#"<rect x="-15" y="-15" width="30" height="30" rx="4" fill="currentColor"/>"#,
            r##"<rect x="-11.5" y="-11.5" width="23" height="23" rx="2" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="1.6"/>"##,
            r##"<path d="M-4-6.5L3.5 0L-4 6.5" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>"##,
        ],
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
        Shape::Pawn => &[
            r##"<ellipse cy="13" rx="13" ry="2.6" fill="#000" fill-opacity=".22"/>"##,
            r##"<g fill="currentColor" stroke="#000" stroke-opacity=".35" stroke-width="1"><path d="M-12 13V5Q-12-5.5 0-5.5T12 5V13Q0 15.8-12 13Z"/><circle cy="-8.6" r="6"/></g>"##,
        ],
        Shape::Zombie => &[
            r##"<ellipse cy="13.2" rx="10.5" ry="2.4" fill="#000" fill-opacity=".22"/>"##,
            r##"<g fill="currentColor" stroke="#000" stroke-opacity=".4" stroke-width="1" stroke-linejoin="round"><path d="M-10.5-2H-13V4H-10.5ZM10.5-2H13V4H10.5Z"/><path d="M-10.5-9L-7-11.5L-4-9L-1.5-12L1.5-9.2L4.5-12L7-9.5L10.5-10.5V7.5L6 13H-6L-10.5 7.5Z"/></g>"##,
            r##"<path d="M-10.5-10L-7-12L-4-9.5L-1.5-12.5L1.5-9.7L4.5-12.5L7-10L10.5-11V-6.5L7-5L4-6.8L0-4.8L-4-6.8L-7.5-5L-10.5-6.5Z" fill="#15260f"/>"##,
            r##"<g fill="#fff"><circle cx="-4.5" cy="-.6" r="3.3"/><circle cx="4.8" cy="-.2" r="2.5"/></g><g fill="#14171c"><circle cx="-4" cy="-.2" r="1.3"/><circle cx="4.6" cy=".2" r="1"/></g>"##,
            r##"<path d="M-6 7.5L-3.5 6L-1 7.8L1.5 6L4 7.8L6 6.4" fill="none" stroke="#14171c" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>"##,
        ],
        Shape::Spectre => &[
            r##"<ellipse cy="14" rx="9.5" ry="2" fill="#000" fill-opacity=".16" stroke="none"/>"##,
            r#"<path d="M-11 12.5V-2A11 11.4 0 0 1 11-2V12.5L7.4 9.4L3.7 12.5L0 9.4L-3.7 12.5L-7.4 9.4Z" fill="currentColor" stroke-width="1.5" stroke-linejoin="round"/>"#,
            r##"<g fill="#2c2a4e" stroke="none"><ellipse cx="-4" cy="-3" rx="2.2" ry="3"/><ellipse cx="4" cy="-3" rx="2.2" ry="3"/><ellipse cy="4" rx="2.1" ry="2.6"/></g>"##,
        ],
        Shape::Key => &[
            r##"<g transform="rotate(-45)" fill="none" stroke-linejoin="round"><g stroke="#5c3d00" stroke-width="6"><circle cx="-6.5" r="4.6"/><path d="M-2 0H12M7 0V4.5M11 0V4"/></g><g stroke="currentColor" stroke-width="3.6"><circle cx="-6.5" r="4.6"/><path d="M-2 0H12M7 0V4.5M11 0V4"/></g></g>"##,
        ],
        Shape::Lock => &[
            r#"<rect x="-15" y="-15" width="30" height="30" rx="4" fill="currentColor"/>"#,
            r##"<rect x="-11.5" y="-11.5" width="23" height="23" rx="2" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.6"/>"##,
            r##"<path d="M-3.6-1V-3.4A3.6 3.6 0 0 1 3.6-3.4V-1" fill="none" stroke="#fff" stroke-width="2.4"/><rect x="-6" y="-1.4" width="12" height="9" rx="1.6" fill="#fff"/><path d="M0 2V4.6" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>"##,
        ],
        Shape::Cross => &[
            r#"<path d="M-17.5-17.5L17.5 17.5M17.5-17.5L-17.5 17.5" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>"#,
        ],
        Shape::Arrow => &[
            r#"<path d="M0-9V-27M-7.5-20L0-28L7.5-20" fill="none" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>"#,
            r#"<path d="M0-9V-27M-7.5-20L0-28L7.5-20" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>"#,
        ],
        Shape::Farmer => &[
            r##"<ellipse cy="15.5" rx="15" ry="2.8" fill="#000" fill-opacity=".22"/>"##,
            r##"<path d="M-14.5 15.5V9Q-14.5-1 0-1T14.5 9V15.5Q0 18-14.5 15.5Z" fill="currentColor" stroke="#fff" stroke-width="1"/>"##,
            r##"<circle cy="-4" r="7.2" fill="#f0c49a"/>"##,
            r##"<path d="M-8.5-7.5Q-8.5-18.5 0-18.5T8.5-7.5Z" fill="#f6d57f" stroke="#6b4a10" stroke-width="1"/><path d="M-8.3-10Q0-7 8.3-10V-7H-8.3Z" fill="currentColor"/>"##,
            r##"<path d="M-16-6Q-8-10.5 0-6.5Q8-10.5 16-6Q8-1.6 0-2.2Q-8-1.6-16-6Z" fill="#f6d57f" stroke="#6b4a10" stroke-width="1" stroke-linejoin="round"/>"##,
        ],
        Shape::Weed => &[
            r##"<path d="M0 15.5L-5 12L-13 14.5L-10.5 8L-15.5 4L-9 3L-9.5-4L-4 1L0-3L4 1L9.5-4L9 3L15.5 4L10.5 8L13 14.5L5 12Z" fill="currentColor" stroke="none"/>"##,
            r##"<path d="M0 14V0M0 10L-9 9M0 10L9 9M0 6L-7 0M0 6L7 0" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="1.1"/>"##,
            r##"<path d="M-5-6L-8-13L-4-11.5L-2.5-16L0-12.5L2.5-16L4-11.5L8-13L5-6Z" fill="#b45fb4" stroke="none"/><circle cy="-3.4" r="4.6" fill="currentColor" stroke="none"/>"##,
        ],
        Shape::Shield => &[
            TOKEN,
            r##"<path d="M0-9L8-6V0C8 5 4.5 8 0 10C-4.5 8-8 5-8 0V-6Z" fill="#fff"/><path d="M0-6V7C3 5.6 5 3.4 5 0V-4.1Z" fill="currentColor"/>"##,
        ],
        Shape::Star => &[
            TOKEN,
            r##"<path d="M0-9.6L2.7-3.4L9.4-2.8L4.4 1.7L5.9 8.3L0 4.8L-5.9 8.3L-4.4 1.7L-9.4-2.8L-2.7-3.4Z" fill="#fff"/>"##,
        ],
        Shape::Flake => &[
            TOKEN,
            r##"<g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"><path d="M0-9V9M-3-7L0-4.4L3-7M-3 7L0 4.4L3 7"/><path d="M-7.8-4.5L7.8 4.5M-7.8 4.5L7.8-4.5"/></g>"##,
        ],
        Shape::Chain => &[
            TOKEN,
            r##"<g transform="rotate(-45)" fill="none" stroke="#fff" stroke-width="2.6"><rect x="-10.2" y="-3.6" width="11" height="7.2" rx="3.6"/><rect x="-.8" y="-3.6" width="11" height="7.2" rx="3.6"/></g>"##,
        ],
        Shape::Sprout => &[
            TOKEN,
            r##"<path d="M0 9.5V0" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/><path d="M0 1C0-6-4-8.5-9.5-8.5C-9.5-3-6.5 1 0 1ZM0 3C0-3 4-6 9.5-6C9.5-.5 6 3 0 3Z" fill="#fff"/>"##,
        ],
        _ => &[r#"<circle r="11" fill="currentColor"/>"#],
    }
}

/// The size of a letter, and how far its baseline is below the middle.
pub(super) fn letter(glyph: char, shape: Shape, detail: Detail) -> (f64, f64) {
    let descends = matches!(glyph, 'g' | 'j' | 'p' | 'q' | 'y');
    match (detail, shape) {
        (Detail::Plain, _) if descends => (36.0, 8.0),
        (Detail::Plain, _) if glyph.is_lowercase() => (38.0, 12.0),
        (Detail::Plain, _) => (34.0, 12.0),
        (Detail::Fine, Shape::Ghost) => (12.5, 9.2),
        (Detail::Fine, Shape::Runner) if descends => (15.0, 3.4),
        (Detail::Fine, Shape::Runner) => (15.0, 5.4),
        (Detail::Fine, Shape::Pawn) => (14.0, 11.0),
        (_, Shape::Ghost) => (16.0, 5.0),
        (_, Shape::Guard) => (15.0, 5.2),
        (_, Shape::Pawn) => (14.0, 10.0),
        _ if descends => (15.0, 3.4),
        _ if glyph.is_lowercase() => (15.0, 4.8),
        _ => (14.0, 5.0),
    }
}

/// Draws a look around the origin, with its letter if it has one.
pub(super) fn stamp(look: &Look, glyph: Option<char>, sheet: &mut Sheet) {
    let (look, color, detail) = (look, sheet.color(look), sheet.detail);
    let seam = match detail {
        _ if look.rim.is_some() => sheet.mark(look),
        _ => sheet.paper.floor,
    };
    let (name, ink) = (name(look.shape, detail), color.contrast());
    sheet.line(format_args!(r##"<use href="#{name}" color="{color}" fill="{ink}" stroke="{seam}"/>"##));
    if let Some(glyph) = glyph.filter(|_| detail.has_letter(look.shape)) {
        let (size, base) = letter(glyph, look.shape, detail);
        let letter = escape(&glyph.to_string());
        sheet.line(format_args!(
            r#"<text y="{base}" font-size="{size}" font-weight="700" text-anchor="middle" fill="{ink}">{letter}</text>"#
        ));
    }
}

/// Whether a shape is drawn at the place of an event, instead of a ring.
pub(super) const fn is_sign(shape: Shape) -> bool {
    matches!(shape, Shape::Cross | Shape::Arrow)
}

/// A shape in one of its sizes.
pub(super) type Outline = (Shape, Detail);

/// Defines the shapes that are used.
pub(super) fn define(used: impl Iterator<Item = Outline>, sheet: &mut Sheet) {
    let used: BTreeMap<&str, _> = used.map(|(shape, detail)| (name(shape, detail), outline(shape, detail))).collect();
    if used.is_empty() {
        return;
    }
    sheet.open(format_args!("defs"));
    for (name, outline) in used {
        sheet.open(format_args!(r#"g id="{name}""#));
        for line in outline {
            sheet.line(format_args!("{line}"));
        }
        sheet.close("g");
    }
    sheet.close("defs");
}
