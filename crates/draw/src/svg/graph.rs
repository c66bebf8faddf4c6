//! Layered graphs: layers are columns, links connect the nodes, tokens are around them.

mod bows;
mod crowd;
mod curve;
mod labels;
mod links;
mod nodes;
#[cfg(test)]
mod tests;
mod tokens;

use super::UNIT;
use super::detail::Detail;
use super::motion::Leap;
use super::shapes::{Outline, is_sign};
use super::sheet::{Sheet, number};
use crate::columns::width;
use crowd::Slot;
use curve::{Curve, Point};
use gridhaunt_kernel::scene::{GraphBoard, Link, Look, Token};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
pub(super) use tokens::body as token;

/// The distance between two layers.
const SPAN: f64 = 5.5 * UNIT;
/// The radius of a node.
const NODE: f64 = 17.0;
/// The radius of a token with everything around it.
const TOKEN: f64 = 17.0;
/// The room above the nodes for the names of the layers.
const HEAD: f64 = 22.0;
/// The largest distance of a node from the origin, in thousandths of the distance between two layers; a node further
/// away is drawn there.
const FURTHEST: i32 = 256_000;

/// The positions of everything on a graph.
pub(super) struct Layout<'a> {
    board: &'a GraphBoard,
    laid: Rc<Laid>,
    places: Vec<Point>,
    /// The links whose nodes exist, with their curves.
    ways: Vec<Way<'a>>,
    /// By token; `None` if its node does not exist.
    seats: Vec<Option<Slot>>,
    /// The current positions of moving tokens, by token; as many as `seats`.
    shown: Vec<Option<Slot>>,
    /// The moves of this step, and which part of each is done.
    gone: BTreeMap<Gone, f64>,
    /// How wide and how high the graph is.
    size: [f64; 2],
}

/// The look of a token, the node it left and the node it went to.
type Gone = (&'static Look, usize, usize);

/// A link and the way it runs.
struct Way<'a> {
    link: &'a Link,
    curve: Curve,
}

/// The links whose nodes exist.
fn ways(board: &GraphBoard) -> impl Iterator<Item = &Link> {
    let joins = |&(one, other): &(usize, usize)| one != other && one.max(other) < board.nodes.len();
    board.links.iter().filter(move |link| joins(&link.ends))
}

thread_local! {
    /// The last layout: a film or a page draws the same graph many times.
    static LAST: RefCell<Option<Rc<Laid>>> = const { RefCell::new(None) };
}

/// The positions of nodes, links and labels; they depend only on nodes and links.
struct Laid {
    nodes: Vec<(i32, i32)>,
    links: Vec<Link>,
    places: Vec<Point>,
    curves: Vec<Curve>,
    size: [f64; 2],
    /// The labels, computed when they are first needed.
    tags: OnceCell<labels::Tags>,
}

impl Laid {
    /// The layout of a graph; computed only if the last graph was a different one.
    fn of(board: &GraphBoard) -> Rc<Self> {
        LAST.with_borrow_mut(|last| {
            if last.as_ref().is_none_or(|laid| !laid.is_of(board)) {
                *last = None;
            }
            last.get_or_insert_with(|| Rc::new(Self::new(board))).clone()
        })
    }

    fn is_of(&self, board: &GraphBoard) -> bool {
        self.links == board.links && self.nodes.iter().copied().eq(board.nodes.iter().map(|node| node.at))
    }

    fn new(board: &GraphBoard) -> Self {
        let clamp = |place: i32| f64::from(place.clamp(-FURTHEST, FURTHEST)) / 1000.0 * SPAN;
        let places = board.nodes.iter().map(|node| Point { x: clamp(node.at.0), y: clamp(node.at.1) });
        let mut places: Vec<Point> = places.collect();
        let mut curves: Vec<Curve> = ways(board).map(|link| bows::run(link.bow, link.ends, &places)).collect();
        let (corner, size) = frame(&places, &curves);
        let shift = |point: Point| point.plus(-corner.x, HEAD - corner.y);
        places.iter_mut().for_each(|place| *place = shift(*place));
        curves.iter_mut().for_each(|curve| *curve = Curve(curve.0.map(shift)));
        let size = if places.is_empty() { [0.0; 2] } else { [size.x, size.y + HEAD] };
        let nodes = board.nodes.iter().map(|node| node.at).collect();
        Self { nodes, links: board.links.clone(), places, curves, size, tags: OnceCell::new() }
    }
}

impl<'a> Layout<'a> {
    pub(super) fn new(board: &'a GraphBoard, leap: Option<&Leap<'_>>) -> Self {
        let laid = Laid::of(board);
        let (places, size) = (laid.places.clone(), laid.size);
        let ways = ways(board).zip(&laid.curves).map(|(link, &curve)| Way { link, curve }).collect();
        let seats = seats(board, &places);
        let gone = board.tokens.iter().filter_map(|token| Some(((token.look, token.from?, token.node), 1.0))).collect();
        let shown = seats.clone();
        let mut layout = Self { board, laid, places, ways, seats, shown, gone, size };
        if let Some(leap) = leap
            && let Some(graphs) = leap.graphs()
        {
            layout.glide(&graphs, leap.eased());
        }
        layout
    }

    /// The middle of a node, and its radius.
    pub(super) fn spot(&self, node: usize) -> Option<[f64; 3]> {
        self.places.get(node).map(|place| [place.x, place.y, NODE])
    }

    /// Moves tokens towards their next positions, from graph to graph along the links. A token that appears or
    /// disappears, or goes where no link leads, changes at the end.
    fn glide(&mut self, graphs: &[&GraphBoard], share: f64) {
        let stops: Vec<_> = graphs.iter().map(|graph| self.stops(graph)).collect();
        let board = self.board;
        for (n, token) in board.tokens.iter().enumerate() {
            let stops = stops.iter().map(|graph| graph.get(token.name.as_str()));
            let (Some(seat), Some(stops)) = (self.seats[n], stops.collect::<Option<Vec<_>>>()) else { continue };
            let Some((_, slot)) = stops.last() else { continue };
            let mut nodes = vec![token.node];
            nodes.extend(stops.iter().map(|(node, _)| *node));
            let Some(at) = self.along(token.look, &nodes, share) else { continue };
            let from = self.places[token.node];
            let aside = Point { x: seat.at.x - from.x, y: seat.at.y - from.y }.mix(slot.at, share);
            let scale = seat.scale + (slot.scale - seat.scale) * share;
            self.shown[n] = Some(Slot { at: at.plus(aside.x, aside.y), scale });
        }
    }

    /// The positions of tokens on another graph with these nodes, by name.
    fn stops<'b>(&self, graph: &'b GraphBoard) -> BTreeMap<&'b str, (usize, Slot)> {
        let slots = seats(graph, &vec![Point::default(); graph.nodes.len()]);
        let stop = |(token, slot): (&'b Token, Option<Slot>)| {
            let label = &graph.nodes.get(token.node)?.label;
            let node = self.board.nodes.iter().position(|node| node.label == *label)?;
            Some((token.name.as_str(), (node, slot?)))
        };
        graph.tokens.iter().zip(slots).filter_map(stop).collect()
    }

    /// The point that a token has reached on its way from node to node, with the same time for each link; it leaves a
    /// trail. `None` if a link is missing.
    fn along(&mut self, look: &'static Look, nodes: &[usize], share: f64) -> Option<Point> {
        let legs = nodes.windows(2).map(|leg| (leg[0], leg[1]));
        let curve = |(from, to)| {
            if from == to { Some(Curve::straight(self.places[from], self.places[from])) } else { self.link(from, to) }
        };
        let curves = legs.clone().map(curve).collect::<Option<Vec<_>>>()?;
        let progress = share * curves.len() as f64;
        for (leg, (from, to)) in legs.enumerate().filter(|(_, (from, to))| from != to) {
            let gone = (progress - leg as f64).clamp(0.0, 1.0);
            if gone > 0.0 {
                let known = self.gone.entry((look, from, to)).or_default();
                *known = known.max(gone);
            }
        }
        let leg = (progress as usize).min(curves.len() - 1);
        Some(curves[leg].at(progress - leg as f64))
    }

    pub(super) const fn sides(&self) -> [f64; 2] {
        self.size
    }

    /// The shapes it uses.
    pub(super) fn shapes(&self) -> impl Iterator<Item = Outline> {
        let flashes = self.board.flashes.iter().map(|flash| flash.look.shape);
        flashes.filter(|shape| is_sign(*shape)).map(|shape| (shape, Detail::Full))
    }

    pub(super) fn draw(&self, sheet: &mut Sheet) {
        let [wide, high] = self.size.map(number);
        let floor = sheet.paper.floor;
        sheet.line(format_args!(r#"<rect class="floor" width="{wide}" height="{high}" rx="6" fill="{floor}"/>"#));
        columns(self, sheet);
        links::draw(self, sheet);
        links::trails(self, sheet);
        tokens::meetings(self, sheet);
        if sheet.detail.is_full() {
            labels::draw(self, sheet);
        }
        nodes::flashes(self, sheet);
        nodes::draw(self, sheet);
        tokens::draw(self, sheet);
    }

    /// The curve from one node to another; straight if they are not linked.
    fn way(&self, from: usize, to: usize) -> Option<Curve> {
        let (a, b) = (*self.places.get(from)?, *self.places.get(to)?);
        (a != b).then(|| self.link(from, to).unwrap_or_else(|| Curve::straight(a, b)))
    }

    fn link(&self, from: usize, to: usize) -> Option<Curve> {
        self.ways.iter().find_map(|way| match way.link.ends {
            ends if ends == (from, to) => Some(way.curve),
            ends if ends == (to, from) => Some(way.curve.reversed()),
            _ => None,
        })
    }
}

/// The corner and the size of the rectangle that contains all curves, and all nodes with room for their tokens.
fn frame(places: &[Point], curves: &[Curve]) -> (Point, Point) {
    let room = SPAN / 2.0;
    let nodes = places.iter().flat_map(|place| [place.plus(-room, -room), place.plus(room, room)]);
    let curves = curves.iter().flat_map(|curve| curve.points());
    let curves = curves.flat_map(|point| [point.plus(-12.0, -12.0), point.plus(12.0, 12.0)]);
    let (mut low, mut high) = (Point { x: f64::MAX, y: f64::MAX }, Point { x: f64::MIN, y: f64::MIN });
    for point in nodes.chain(curves) {
        low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
        high = Point { x: high.x.max(point.x), y: high.y.max(point.y) };
    }
    (low, Point { x: high.x - low.x, y: high.y - low.y })
}

fn seats(board: &GraphBoard, places: &[Point]) -> Vec<Option<Slot>> {
    let mut crowds: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (token, node) in board.tokens.iter().map(|token| token.node).enumerate() {
        crowds.entry(node).or_default().push(token);
    }
    let mut seats = vec![None; board.tokens.len()];
    for (node, crowd) in crowds {
        let Some(place) = places.get(node) else { continue };
        for (&token, slot) in crowd.iter().zip(crowd::slots(crowd.len())) {
            seats[token] = Some(Slot { at: place.plus(slot.at.x, slot.at.y), ..slot });
        }
    }
    seats
}

/// A name and a faint line for every layer.
fn columns(layout: &Layout<'_>, sheet: &mut Sheet) {
    let mut layers: BTreeMap<u16, Vec<f64>> = BTreeMap::new();
    for (node, place) in layout.board.nodes.iter().zip(&layout.places) {
        layers.entry(node.layer).or_default().push(place.x);
    }
    if layers.is_empty() {
        return;
    }
    let (faint, muted, size) = (sheet.paper.faint, sheet.paper.muted, sheet.detail.pick(22.0, 11.0));
    sheet.open(format_args!(
        r#"g class="layers" fill="{muted}" font-size="{size}" font-weight="600" text-anchor="middle""#
    ));
    let high = number(layout.size[1] - HEAD - 6.0);
    for (layer, across) in layers {
        let middle = across.iter().sum::<f64>() / across.len() as f64;
        let (x, left) = (number(middle), number(middle - NODE));
        sheet.line(format_args!(
            r#"<rect x="{left}" y="{HEAD}" width="{}" height="{high}" rx="{NODE}" fill="{faint}" fill-opacity=".4"/>"#,
            2.0 * NODE
        ));
        match sheet.detail {
            Detail::Full | Detail::Fine => sheet.line(format_args!(r#"<text x="{x}" y="16">layer {layer}</text>"#)),
            Detail::Plain => sheet.line(format_args!(r#"<text x="{x}" y="20">{layer}</text>"#)),
            Detail::Square => {}
        }
    }
    sheet.close("g");
}

/// The font size with which a text is at most so wide.
fn fit(text: &str, wide: f64, size: f64) -> f64 {
    size.min(wide / (0.62 * width(text).max(1) as f64))
}
