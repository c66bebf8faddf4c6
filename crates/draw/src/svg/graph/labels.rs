//! The labels of links: placed so that they cover no node, no token and no other label, and as few other links as
//! possible.

use super::curve::{Curve, Point};
use super::{Layout, NODE, TOKEN, crowd, links, nodes};
use crate::columns::width;
use crate::svg::sheet::{Sheet, escape, number};
use std::collections::BTreeMap;

/// The size of the letters.
const LETTERS: f64 = 10.5;
/// Half the height of a label.
const HALF: f64 = 6.5;
/// The places along a link that are tried to each side of its middle.
const TRIES: i32 = 12;
/// For how many tokens at a node labels leave room.
const TOKENS: usize = 2;
/// The preferred distance of other links from a label, so that it is clear to which link it belongs.
const CLEAR: f64 = 6.0;

/// A label, by its middle and half of its width.
#[derive(Clone, Copy)]
pub(super) struct Tag {
    at: Point,
    half: f64,
}

/// The labels, by link.
pub(super) type Tags = BTreeMap<usize, Tag>;

impl Tag {
    /// How far two labels overlap.
    fn overlap(&self, other: &Self) -> f64 {
        let across = self.half + other.half + 1.5 - (self.at.x - other.at.x).abs();
        let down = 2.0 * HALF + 1.5 - (self.at.y - other.at.y).abs();
        across.min(down).max(0.0)
    }

    /// The distance of a point from the label.
    fn distance(&self, point: Point) -> f64 {
        let (dx, dy) = ((self.at.x - point.x).abs() - self.half, (self.at.y - point.y).abs() - HALF);
        dx.max(0.0).hypot(dy.max(0.0))
    }

    /// How far the label overlaps a disc.
    fn depth(&self, disc: &Disc) -> f64 {
        (disc.radius - self.distance(disc.at)).max(0.0)
    }
}

/// A piece of a link.
#[derive(Clone, Copy)]
struct Piece {
    way: usize,
    ends: [Point; 2],
}

impl Piece {
    /// The point on it that is nearest to another.
    fn nearest(&self, point: Point) -> Point {
        let [a, b] = self.ends;
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let long = dx * dx + dy * dy;
        let share = if long > 0.0 { ((point.x - a.x) * dx + (point.y - a.y) * dy) / long } else { 0.0 };
        a.mix(b, share.clamp(0.0, 1.0))
    }
}

/// An area that no label may cover.
struct Disc {
    at: Point,
    radius: f64,
}

/// Items by the part of the page in which they are.
struct Map<T> {
    parts: BTreeMap<(i64, i64), Vec<T>>,
}

/// The side of a part of the page; no item is larger than a part.
const PART: f64 = 64.0;

impl<T> Map<T> {
    fn new(things: impl Iterator<Item = (Point, T)>) -> Self {
        let mut map = Self { parts: BTreeMap::new() };
        things.for_each(|(at, thing)| map.parts.entry(part(at)).or_default().push(thing));
        map
    }

    /// All items in this part and the parts around it.
    fn near(&self, at: Point) -> impl Iterator<Item = &T> {
        let (x, y) = part(at);
        let parts = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        parts.filter_map(|part| self.parts.get(&part)).flatten()
    }
}

fn part(at: Point) -> (i64, i64) {
    ((at.x / PART).floor() as i64, (at.y / PART).floor() as i64)
}

/// A label is a bead on its link, in the colour of that link: solid as it is, or hollow.
pub(super) fn draw(layout: &Layout<'_>, sheet: &mut Sheet) {
    let tags = layout.laid.tags.get_or_init(|| place(layout));
    if tags.is_empty() {
        return;
    }
    let (floor, text) = (sheet.paper.floor, sheet.paper.text);
    sheet.open(format_args!(
        r#"g class="labels" font-size="{LETTERS}" font-weight="600" text-anchor="middle" stroke-width="1.2""#
    ));
    for (&way, &Tag { at, half }) in tags {
        let link = layout.ways[way].link;
        let color = sheet.color(link.look);
        let (fill, rim, ink) =
            if links::is_dashed(link.look) { (floor, color, text) } else { (color, floor, color.contrast()) };
        let (left, top, wide, high) = (number(at.x - half), number(at.y - HALF), number(2.0 * half), 2.0 * HALF);
        let (x, y, label) = (number(at.x), number(at.y + 0.36 * LETTERS), escape(&link.label));
        sheet.line(format_args!(
            r#"<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="{HALF}" fill="{fill}" stroke="{rim}"/><text x="{x}" y="{y}" fill="{ink}" stroke="none">{label}</text>"#
        ));
    }
    sheet.close("g");
}

/// A position for every label, by link. Short links have the least choice and are placed first; then each label may
/// move once more, when the positions of all others are known.
fn place(layout: &Layout<'_>) -> Tags {
    let labelled = layout.ways.iter().enumerate().filter(|(_, way)| !way.link.label.is_empty());
    let mut order: Vec<(usize, f64)> = labelled.map(|(n, way)| (n, way.curve.length())).collect();
    order.sort_by(|one, other| one.1.total_cmp(&other.1));
    let discs = discs(layout);
    let lines = Map::new(layout.ways.iter().enumerate().flat_map(|(way, link)| pieces(way, link.curve)));
    let mut tags = Tags::new();
    let mut parts: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for _ in 0..2 {
        for &(n, length) in &order {
            if let Some(before) = tags.remove(&n) {
                parts.entry(part(before.at)).or_default().retain(|other| *other != n);
            }
            let way = &layout.ways[n];
            let half = (0.3 * LETTERS * width(&way.link.label) as f64 + 3.0).max(HALF);
            let cost = |tag: Tag| {
                let (x, y) = part(tag.at);
                let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
                let others = around.filter_map(|part| parts.get(&part)).flatten().filter_map(|n| tags.get(n));
                let others: f64 = others.map(|other| tag.overlap(other)).map(|deep| 30.0 * deep.min(1.0) + deep).sum();
                let discs = discs.near(tag.at).map(|disc| tag.depth(disc));
                let discs: f64 = discs.map(|deep| 40.0 * deep.min(1.0) + deep).sum();
                let mut beside: BTreeMap<usize, f64> = BTreeMap::new();
                for piece in lines.near(tag.at).filter(|piece| piece.way != n) {
                    let far = tag.distance(piece.nearest(tag.at));
                    let nearest = beside.entry(piece.way).or_insert(CLEAR);
                    *nearest = nearest.min(far);
                }
                // A line under a label is worse than one beside it.
                let beside: f64 =
                    beside.values().map(|far| (CLEAR - far) + if *far <= 0.0 { CLEAR } else { 0.0 }).sum();
                others + discs + beside
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

/// A curve in pieces, each with its middle.
fn pieces(way: usize, curve: Curve) -> impl Iterator<Item = (Point, Piece)> {
    let points: Vec<Point> = curve.points().collect();
    let pieces: Vec<_> = points.windows(2).map(|ends| Piece { way, ends: [ends[0], ends[1]] }).collect();
    pieces.into_iter().map(|piece| (piece.ends[0].mix(piece.ends[1], 0.5), piece))
}

/// Nodes, with room around each for a few tokens and for the text below; it is reserved even if no token is there, so
/// that labels never move.
fn discs(layout: &Layout<'_>) -> Map<Disc> {
    let tokens = crowd::slots(TOKENS).into_iter().map(|slot| (slot.at, TOKEN * slot.scale));
    let written = [-14.0, 0.0, 14.0].map(|x| (Point { x, y: nodes::BELOW }, 9.5));
    let around: Vec<(Point, f64)> = tokens.chain(written).chain([(Point::default(), NODE + 4.0)]).collect();
    let discs = layout.places.iter().flat_map(|place| {
        around.iter().map(|(aside, radius)| Disc { at: place.plus(aside.x, aside.y), radius: *radius })
    });
    Map::new(discs.map(|disc| (disc.at, disc)))
}
