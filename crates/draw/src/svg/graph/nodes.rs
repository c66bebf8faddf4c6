//! Nodes, their labels, and the marks of events.

use super::{Layout, NODE, fit};
use crate::columns::width;
use crate::svg::detail::Detail;
use crate::svg::shapes;
use crate::svg::sheet::{Sheet, escape, number};
use gridhaunt_kernel::scene::{Look, Mark, Node};
use std::collections::BTreeMap;

/// The size of the letters in a node and below it.
const LETTERS: f64 = 15.0;
const SMALL: f64 = 11.0;
/// Half the height of a plate below a node.
const HALF: f64 = 7.0;
/// The distance of plates below the middle of a node.
pub(super) const BELOW: f64 = NODE + 10.0;

pub(super) fn draw(layout: &Layout<'_>, sheet: &mut Sheet) {
    if layout.places.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="nodes" font-weight="700" text-anchor="middle""#));
    for (node, place) in layout.board.nodes.iter().zip(&layout.places) {
        let (x, y) = (number(place.x), number(place.y));
        sheet.open(format_args!(r#"g class="{}" transform="translate({x} {y})""#, escape(node.look.name)));
        disc(node, sheet);
        if sheet.detail.is_full() {
            plates(node).iter().for_each(|plate| write(plate, sheet));
        }
        sheet.close("g");
    }
    sheet.close("g");
}

fn disc(node: &Node, sheet: &mut Sheet) {
    let (color, floor, muted) = (sheet.color(node.look), sheet.paper.floor, sheet.paper.muted);
    if let Some(mark) = &node.mark {
        let ring = sheet.color(mark.look);
        sheet.line(format_args!(r#"<circle r="{}" fill="{floor}" stroke="{ring}" stroke-width="3"/>"#, NODE + 3.5));
    } else {
        sheet.line(format_args!(r#"<circle r="{}" fill="{floor}"/>"#, NODE + 2.0));
    }
    let ink = if node.hollow {
        let inner = NODE - 1.5;
        sheet.line(format_args!(
            r#"<circle r="{inner}" fill="{floor}" stroke="{muted}" stroke-width="2" stroke-dasharray="4 3"/>"#
        ));
        muted
    } else {
        sheet.line(format_args!(r#"<circle r="{NODE}" fill="{color}"/>"#));
        color.contrast()
    };
    if sheet.detail != Detail::Square {
        let size = fit(&node.label, 1.6 * NODE, sheet.detail.pick(22.0, LETTERS));
        let (base, size, label) = (number(0.36 * size), number(size), escape(&node.label));
        sheet.line(format_args!(r#"<text y="{base}" font-size="{size}" fill="{ink}">{label}</text>"#));
    }
}

/// A text on a plate below a node.
struct Plate {
    left: f64,
    wide: f64,
    text: String,
    /// The look whose colour it has, if any.
    look: Option<&'static Look>,
}

/// The plates of a node, side by side: when it was checked, and the things there.
fn plates(node: &Node) -> Vec<Plate> {
    let mark = node.mark.as_ref().map(|mark| (marked(mark), Some(mark.look)));
    let note = node.note.as_ref().map(|note| (note.clone(), None));
    let texts: Vec<_> = [mark, note].into_iter().flatten().collect();
    let wide = |text: &str| 0.62 * SMALL * width(text) as f64 + 9.0;
    let mut left = -texts.iter().map(|(text, _)| wide(text)).sum::<f64>() / 2.0;
    let plate = |(text, look): (String, _)| {
        let wide = wide(&text);
        left += wide;
        Plate { left: left - wide, wide, text, look }
    };
    texts.into_iter().map(plate).collect()
}

fn write(plate: &Plate, sheet: &mut Sheet) {
    let color = plate.look.map_or(sheet.paper.text, |look| sheet.color(look));
    let (x, middle, wide) = (number(plate.left), number(plate.left + plate.wide / 2.0), number(plate.wide));
    let (top, base) = (number(BELOW - HALF), number(BELOW + 0.36 * SMALL));
    let (floor, ink, high, text) = (sheet.paper.floor, color.contrast(), 2.0 * HALF, escape(&plate.text));
    sheet.line(format_args!(
        r#"<rect x="{x}" y="{top}" width="{wide}" height="{high}" rx="{HALF}" fill="{color}" stroke="{floor}" stroke-width="1.5"/><text x="{middle}" y="{base}" font-size="{SMALL}" fill="{ink}">{text}</text>"#
    ));
}

fn marked(mark: &Mark) -> String {
    mark.look.sign.into_iter().chain(mark.label.chars()).collect()
}

/// A ring around each node with an event, a wider one for a second event, and the sign of the event behind the node.
pub(super) fn flashes(layout: &Layout<'_>, sheet: &mut Sheet) {
    let mut rings: BTreeMap<usize, usize> = BTreeMap::new();
    let flashes: Vec<_> =
        layout.board.flashes.iter().filter_map(|flash| Some((flash, *layout.places.get(flash.node)?))).collect();
    if flashes.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="flashes" fill-opacity=".22" stroke-width="3""#));
    for (flash, place) in flashes {
        let ring = rings.entry(flash.node).or_default();
        let radius = NODE + 8.0 + 5.0 * *ring as f64;
        *ring += 1;
        let (class, color, shape) = (escape(flash.look.name), sheet.color(flash.look), flash.look.shape);
        let (x, y) = (number(place.x), number(place.y));
        sheet.line(format_args!(
            r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}" fill="{color}" stroke="{color}"/>"#
        ));
        if shapes::is_sign(shape) {
            let name = shapes::name(shape, Detail::Full);
            sheet.line(format_args!(
                r##"<use href="#{name}" transform="translate({x} {y}) scale(1.5)" color="{color}"/>"##
            ));
        }
    }
    sheet.close("g");
}
