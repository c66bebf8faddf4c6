//! Replaces curves by short lines. Curves that are cut at the edge of a part are rendered slightly differently, but
//! lines are not; so a part of a picture has the same pixels as in the whole picture.

use tiny_skia::{Path, PathBuilder, PathSegment, Point};

/// The largest distance of lines from the curve that they replace, in pixels.
const FAR: f32 = 0.02;
/// The most lines for a curve.
const MOST: f32 = 256.0;

/// A path in pixels without curves.
pub(super) fn flat(path: &Path) -> Option<Path> {
    let mut lines = PathBuilder::with_capacity(2 * path.len(), 4 * path.points().len());
    let (mut at, mut start) = (Point::zero(), Point::zero());
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                lines.move_to(to.x, to.y);
                (at, start) = (to, to);
            }
            PathSegment::LineTo(to) => {
                lines.line_to(to.x, to.y);
                at = to;
            }
            PathSegment::QuadTo(by, to) => {
                let count = count(bend(at, by, to), 4.0);
                for n in 1..=count as u32 {
                    let share = n as f32 / count;
                    let point = mix(mix(at, by, share), mix(by, to, share), share);
                    lines.line_to(point.x, point.y);
                }
                at = to;
            }
            PathSegment::CubicTo(one, two, to) => {
                let count = count(bend(at, one, two).max(bend(one, two, to)), 4.0 / 3.0);
                for n in 1..=count as u32 {
                    let share = n as f32 / count;
                    let (first, middle, last) = (mix(at, one, share), mix(one, two, share), mix(two, to, share));
                    let point = mix(mix(first, middle, share), mix(middle, last, share), share);
                    lines.line_to(point.x, point.y);
                }
                at = to;
            }
            PathSegment::Close => {
                lines.close();
                at = start;
            }
        }
    }
    lines.finish()
}

/// How many lines are needed for a curve with this deviation.
fn count(bend: f32, ease: f32) -> f32 {
    (bend / (ease * FAR)).sqrt().ceil().clamp(1.0, MOST)
}

fn bend(one: Point, two: Point, three: Point) -> f32 {
    (one.x - 2.0 * two.x + three.x).hypot(one.y - 2.0 * two.y + three.y)
}

fn mix(one: Point, other: Point, share: f32) -> Point {
    Point::from_xy(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)
}
