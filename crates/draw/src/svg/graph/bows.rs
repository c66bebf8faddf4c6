//! The curves of links, chosen so that none passes through a node.

use super::curve::{Curve, Point};
use super::{NODE, SPAN};
use gridhaunt_kernel::scene::Bow;

/// The preferred distance of curves from nodes.
const ROOM: f64 = NODE + 22.0;
/// The least distance of curves from nodes, if possible.
const EDGE: f64 = 4.0;

/// The curve of a link between two nodes. A straight link bends if a node is in its way, or if it is steep.
pub(super) fn run(bow: Bow, (from, to): (usize, usize), places: &[Point]) -> Curve {
    let (a, b) = (places[from], places[to]);
    let others: Vec<Point> = near(a, b, places).collect();
    match bow {
        Bow::Straight => {
            let swings = (1..=6).map(|step| {
                let swing = f64::from(step) * 0.15;
                (Curve::swing(a, b, swing), swing * SPAN)
            });
            let straight = Curve::straight(a, b);
            if clear(straight, &others) > NODE + EDGE { straight } else { best(swings, &others) }
        }
        Bow::Up => {
            let bows = (0..=20).map(|step| {
                let up = (0.01 + f64::from(step) * 0.05) * SPAN;
                (Curve::up(a, b, up), up)
            });
            best(bows, &others)
        }
        Bow::Right => {
            let rows = (b.y - a.y).abs() / SPAN;
            let least = 0.1 + 0.05 * rows.min(4.0);
            let side = if rows < 4.5 { 0.15 } else { 0.0 };
            let bows = (0..=6).map(|step| {
                let right = (least + 0.025 * f64::from(step)) * SPAN;
                (Curve::right(a, b, right, side), right)
            });
            best(bows, &others)
        }
    }
}

/// The nodes that a curve between two others could touch.
fn near(a: Point, b: Point, places: &[Point]) -> impl Iterator<Item = Point> {
    let reach = SPAN + ROOM;
    places.iter().copied().filter(move |&place| {
        let inside = |low: f64, high: f64, value: f64| value > low.min(high) - reach && value < low.max(high) + reach;
        place != a && place != b && inside(a.x, b.x, place.x) && inside(a.y, b.y, place.y)
    })
}

/// The distance to the nearest of the other nodes, limited to what matters.
fn clear(curve: Curve, others: &[Point]) -> f64 {
    let distances = curve.points().flat_map(|point| others.iter().map(move |other| point.distance(*other)));
    distances.fold(ROOM, f64::min)
}

/// The curve that keeps its distance from the other nodes and bends as little as possible.
fn best(curves: impl Iterator<Item = (Curve, f64)>, others: &[Point]) -> Curve {
    let cost = |curve: Curve, bend: f64| {
        let clear = clear(curve, others);
        let touched = if clear < NODE + EDGE { 1e4 } else { 0.0 };
        touched + 3.0 * (ROOM - clear) + 0.5 * bend
    };
    let costs = curves.map(|(curve, bend)| (curve, cost(curve, bend)));
    let best = costs.min_by(|one, other| one.1.total_cmp(&other.1));
    best.map_or(Curve([Point::default(); 4]), |(curve, _)| curve)
}
