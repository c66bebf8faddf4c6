//! The curves of links.

use crate::svg::sheet::number;
use std::f64::consts::TAU;

/// A place on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    pub(super) fn mix(self, other: Self, share: f64) -> Self {
        Self { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }

    pub(super) fn plus(self, x: f64, y: f64) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }

    /// The point at the distance `far`; the angle is clockwise from three o'clock.
    pub(super) fn around(self, angle: f64, far: f64) -> Self {
        self.plus(far * angle.cos(), far * angle.sin())
    }
}

/// A cubic curve from the first point to the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve(pub(super) [Point; 4]);

/// The number of points at which a curve is sampled.
const SAMPLES: usize = 40;

impl Curve {
    pub(super) fn straight(from: Point, to: Point) -> Self {
        Self([from, from.mix(to, 1.0 / 3.0), from.mix(to, 2.0 / 3.0), to])
    }

    /// A curve that leaves and enters horizontally; `swing` is the length of its handles as a share of the width.
    pub(super) fn swing(from: Point, to: Point, swing: f64) -> Self {
        let aside = swing * (to.x - from.x);
        Self([from, from.mix(to, 0.1).plus(aside, 0.0), from.mix(to, 0.9).plus(-aside, 0.0), to])
    }

    /// A curve whose middle lies `up` above the middle of the straight line.
    pub(super) fn up(from: Point, to: Point, up: f64) -> Self {
        let lift = -4.0 / 3.0 * up;
        Self([from, from.mix(to, 0.3).plus(0.0, lift), from.mix(to, 0.7).plus(0.0, lift), to])
    }

    /// A curve whose middle is `right` of the middle of the straight line. Long curves leave their nodes to the side,
    /// so that they pass beside the next node.
    pub(super) fn right(from: Point, to: Point, right: f64, side: f64) -> Self {
        let push = 4.0 / 3.0 * right;
        Self([from, from.mix(to, side).plus(push, 0.0), from.mix(to, 1.0 - side).plus(push, 0.0), to])
    }

    pub(super) fn reversed(self) -> Self {
        let Self([a, b, c, d]) = self;
        Self([d, c, b, a])
    }

    pub(super) fn at(self, share: f64) -> Point {
        let Self([a, b, c, d]) = self;
        let (ab, bc, cd) = (a.mix(b, share), b.mix(c, share), c.mix(d, share));
        ab.mix(bc, share).mix(bc.mix(cd, share), share)
    }

    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        (0..=SAMPLES).map(move |n| self.at(n as f64 / SAMPLES as f64))
    }

    pub(super) fn length(self) -> f64 {
        let points: Vec<Point> = self.points().collect();
        points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// The first part of the curve, up to a share of it.
    pub(super) fn until(self, share: f64) -> Self {
        let Self([a, b, c, d]) = self;
        let (ab, bc, cd) = (a.mix(b, share), b.mix(c, share), c.mix(d, share));
        let (abc, bcd) = (ab.mix(bc, share), bc.mix(cd, share));
        Self([a, ab, abc, abc.mix(bcd, share)])
    }

    /// Which share of it is further than `radius` from its end.
    pub(super) fn share_outside(self, radius: f64) -> f64 {
        let steps = 4 * SAMPLES;
        let share = |n: usize| n as f64 / steps as f64;
        (0..steps).rev().map(share).find(|&share| self.at(share).distance(self.0[3]) >= radius).unwrap_or(0.0)
    }

    /// Its direction at its end, as an angle.
    pub(super) fn heading(self) -> f64 {
        let (before, end) = (self.at(0.95), self.0[3]);
        (end.y - before.y).atan2(end.x - before.x)
    }

    pub(super) fn path(self) -> String {
        let Self(points) = self;
        let [a, b, c, d] = points.map(|point| format!("{} {}", number(point.x), number(point.y)));
        let bend = points[0].mix(points[3], 0.5).distance(self.at(0.5));
        if bend < 0.01 { format!("M{a}L{d}") } else { format!("M{a}C{b} {c} {d}") }
    }
}

/// An arc around the origin, clockwise from the top.
pub(super) fn arc(radius: f64, share: f64) -> String {
    let end = Point::default().around(TAU * (share - 0.25), radius);
    let large = u8::from(share > 0.5);
    let (radius, x, y) = (number(radius), number(end.x), number(end.y));
    format!("M0-{radius}A{radius} {radius} 0 {large} 1 {x} {y}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bow_passes_where_it_should() {
        let (from, to) = (Point::default(), Point { x: 100.0, y: 0.0 });
        assert!(Curve::straight(from, to).at(0.5).distance(Point { x: 50.0, y: 0.0 }) < 1e-9);
        assert!((Curve::up(from, to, 20.0).at(0.5).y + 20.0).abs() < 1e-9);
        let down = Point { x: 0.0, y: 100.0 };
        assert!((Curve::right(from, down, 30.0, 0.2).at(0.5).x - 30.0).abs() < 1e-9);
    }

    #[test]
    fn a_part_of_a_curve_lies_on_it() {
        let curve = Curve::up(Point::default(), Point { x: 100.0, y: 40.0 }, 20.0);
        let part = curve.until(0.6);
        assert!(part.at(0.5).distance(curve.at(0.3)) < 1e-9);
        assert!(curve.reversed().at(0.25).distance(curve.at(0.75)) < 1e-9);
    }
}
