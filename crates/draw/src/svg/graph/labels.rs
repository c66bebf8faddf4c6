//! What is written on links: where it covers no node, no token and no other label, and as few other links as can be.

use super::curve::Point;
use super::{Layout, NODE, TOKEN, nodes};
use crate::columns::width;
use crate::svg::sheet::{Sheet, escape, number};
use std::collections::BTreeMap;

/// The size of the letters.
const LETTERS: f64 = 10.5;
/// Half the height of a label.
const HALF: f64 = 6.0;
/// The places along a link that are tried to each side of its middle.
const TRIES: i32 = 8;

/// A label, by its middle and half of its width.
#[derive(Clone, Copy)]
struct Tag {
    at: Point,
    half: f64,
}

impl Tag {
    /// How far two labels reach into each other.
    fn overlap(&self, other: &Self) -> f64 {
        let across = self.half + other.half + 1.5 - (self.at.x - other.at.x).abs();
        let down = 2.0 * HALF + 1.5 - (self.at.y - other.at.y).abs();
        across.min(down).max(0.0)
    }

    /// How far it reaches into a disc.
    fn depth(&self, disc: &Disc) -> f64 {
        let (dx, dy) = ((self.at.x - disc.at.x).abs() - self.half, (self.at.y - disc.at.y).abs() - HALF);
        (disc.radius - dx.max(0.0).hypot(dy.max(0.0))).max(0.0)
    }

    fn holds(&self, point: Point) -> bool {
        (self.at.x - point.x).abs() < self.half + 2.0 && (self.at.y - point.y).abs() < HALF + 2.0
    }
}

/// Something no label may cover.
struct Disc {
    at: Point,
    radius: f64,
}

/// Things by the part of the page they lie in.
struct Map<T> {
    parts: BTreeMap<(i64, i64), Vec<T>>,
}

/// The side of a part of the page; nothing that is sorted into parts reaches further than one.
const PART: f64 = 64.0;

impl<T> Map<T> {
    fn new(things: impl Iterator<Item = (Point, T)>) -> Self {
        let mut map = Self { parts: BTreeMap::new() };
        things.for_each(|(at, thing)| map.parts.entry(part(at)).or_default().push(thing));
        map
    }

    /// All that lies near.
    fn near(&self, at: Point) -> impl Iterator<Item = &T> {
        let (x, y) = part(at);
        let parts = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        parts.filter_map(|part| self.parts.get(&part)).flatten()
    }
}

fn part(at: Point) -> (i64, i64) {
    ((at.x / PART).floor() as i64, (at.y / PART).floor() as i64)
}

pub(super) fn draw(layout: &Layout<'_>, sheet: &mut Sheet) {
    let tags = place(layout);
    if tags.is_empty() {
        return;
    }
    let (floor, text) = (sheet.paper.floor, sheet.paper.text);
    sheet.open(format_args!(
        r#"g class="labels" fill="{text}" font-size="{LETTERS}" font-weight="600" text-anchor="middle""#
    ));
    let rect = |Tag { at, half }: &Tag| {
        let (x, y, wide) = (number(at.x - half), number(at.y - HALF), number(2.0 * half));
        format!("M{x} {y}h{wide}v{0}h-{wide}z", 2.0 * HALF)
    };
    let halos: String = tags.values().map(rect).collect();
    sheet.line(format_args!(
        r#"<path d="{halos}" fill="{floor}" fill-opacity=".88" stroke="{floor}" stroke-opacity=".88" stroke-width="2" stroke-linejoin="round"/>"#
    ));
    for (way, Tag { at, .. }) in tags {
        let (x, y, label) = (number(at.x), number(at.y + 0.36 * LETTERS), escape(&layout.ways[way].link.label));
        sheet.line(format_args!(r#"<text x="{x}" y="{y}">{label}</text>"#));
    }
    sheet.close("g");
}

/// A place for every label, by link. Short links have the least choice and come first; then each may move once more,
/// as it now sees all others.
fn place(layout: &Layout<'_>) -> BTreeMap<usize, Tag> {
    let labelled = layout.ways.iter().enumerate().filter(|(_, way)| !way.link.label.is_empty());
    let mut order: Vec<(usize, f64)> = labelled.map(|(n, way)| (n, way.curve.length())).collect();
    order.sort_by(|one, other| one.1.total_cmp(&other.1));
    let discs = discs(layout);
    let lines = layout.ways.iter().enumerate().flat_map(|(n, way)| way.curve.points().map(move |at| (at, (n, at))));
    let lines = Map::new(lines);
    let mut tags: BTreeMap<usize, Tag> = BTreeMap::new();
    let mut parts: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for _ in 0..2 {
        for &(n, length) in &order {
            if let Some(before) = tags.remove(&n) {
                parts.entry(part(before.at)).or_default().retain(|other| *other != n);
            }
            let way = &layout.ways[n];
            let half = 0.3 * LETTERS * width(&way.link.label) as f64 + 2.0;
            let cost = |tag: Tag| {
                let (x, y) = part(tag.at);
                let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
                let others = around.filter_map(|part| parts.get(&part)).flatten().filter_map(|n| tags.get(n));
                let others: f64 = others.map(|other| tag.overlap(other)).map(|deep| 30.0 * deep.min(1.0) + deep).sum();
                let discs = discs.near(tag.at).map(|disc| tag.depth(disc));
                let discs: f64 = discs.map(|deep| 40.0 * deep.min(1.0) + deep).sum();
                let mut crossed: Vec<usize> =
                    lines.near(tag.at).filter(|(way, at)| *way != n && tag.holds(*at)).map(|(way, _)| *way).collect();
                crossed.dedup();
                others + discs + 6.0 * crossed.len() as f64
            };
            // Room for the discs at both ends.
            let reach = (0.5 - (NODE + 10.0) / length.max(1.0)).max(0.0);
            let tries = (-TRIES..=TRIES).map(|step| {
                let aside = f64::from(step) / f64::from(TRIES) * reach;
                let tag = Tag { at: way.curve.at(0.5 + aside), half };
                (tag, cost(tag) + 6.0 * aside.abs())
            });
            if let Some((tag, _)) = tries.min_by(|one, other| one.1.total_cmp(&other.1)) {
                tags.insert(n, tag);
                parts.entry(part(tag.at)).or_default().push(n);
            }
        }
    }
    tags
}

fn discs(layout: &Layout<'_>) -> Map<Disc> {
    let nodes = layout.board.nodes.iter().zip(&layout.places);
    let nodes = nodes.flat_map(|(node, &at)| {
        let ends = |tag: &nodes::Plate| [tag.left + 6.0, tag.left + tag.wide / 2.0, tag.left + tag.wide - 6.0];
        let written = nodes::plates(node).iter().flat_map(ends).collect::<Vec<_>>().into_iter();
        let written = written.map(move |aside| Disc { at: at.plus(aside, nodes::BELOW), radius: 9.5 });
        written.chain([Disc { at, radius: NODE + 4.0 }])
    });
    let tokens = layout.seats.iter().flatten().map(|slot| Disc { at: slot.at, radius: TOKEN * slot.scale });
    Map::new(nodes.chain(tokens).map(|disc| (disc.at, disc)))
}
