//! Which way each link runs, so that none passes through a node.

use super::curve::{Curve, Point};
use super::{NODE, SPAN};
use gridhaunt_kernel::scene::Bow;

/// The room that is kept round nodes where there is room.
const ROOM: f64 = NODE + 22.0;

/// The curve of a link between two of the places.
pub(super) fn run(bow: Bow, (from, to): (usize, usize), places: &[Point]) -> Curve {
    let (a, b) = (places[from], places[to]);
    let others: Vec<Point> = near(a, b, places).collect();
    match bow {
        Bow::Straight => Curve::straight(a, b),
        Bow::Up => best(
            (0..=20).map(|step| {
                let up = (0.01 + f64::from(step) * 0.05) * SPAN;
                (Curve::up(a, b, up), up)
            }),
            &others,
        ),
        Bow::Right => {
            let rows = (b.y - a.y).abs() / SPAN;
            let least = 0.1 + 0.05 * rows.min(4.0);
            let side = if rows < 4.5 { 0.15 } else { 0.0 };
            best(
                (0..=6).map(|step| {
                    let right = (least + 0.025 * f64::from(step)) * SPAN;
                    (Curve::right(a, b, right, side), right)
                }),
                &others,
            )
        }
    }
}

/// The nodes a bow between two others could touch.
fn near(a: Point, b: Point, places: &[Point]) -> impl Iterator<Item = Point> {
    let reach = SPAN + ROOM;
    places.iter().copied().filter(move |&place| {
        let inside = |low: f64, high: f64, value: f64| value > low.min(high) - reach && value < low.max(high) + reach;
        place != a && place != b && inside(a.x, b.x, place.x) && inside(a.y, b.y, place.y)
    })
}

/// The curve that keeps clear of the others, and bends little.
fn best(curves: impl Iterator<Item = (Curve, f64)>, others: &[Point]) -> Curve {
    let cost = |curve: Curve, bend: f64| {
        let clear = curve.points().flat_map(|point| others.iter().map(move |other| point.distance(*other)));
        let clear = clear.fold(ROOM, f64::min);
        3.0 * (ROOM - clear) + if clear < NODE + 4.0 { 1e4 } else { 0.0 } + 0.5 * bend
    };
    let costs = curves.map(|(curve, bend)| (curve, cost(curve, bend)));
    let best = costs.min_by(|one, other| one.1.total_cmp(&other.1));
    best.map_or(Curve([Point::default(); 4]), |(curve, _)| curve)
}
