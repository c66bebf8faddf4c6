//! The positions of tokens around a node.

use super::curve::Point;
use super::{NODE, SPAN, TOKEN};
use std::f64::consts::{FRAC_PI_2, PI};

/// The largest distance of tokens from the middle of a node.
const REACH: f64 = 0.45 * SPAN;
/// The gap between the node and its tokens.
const GAP: f64 = 6.0;
/// The largest distance of a single row of tokens from the middle of a node, and their smallest scale in it.
const FAR: f64 = 60.0;
const SMALL: f64 = 0.85;
/// The factor from one scale that is tried to the next.
const STEP: f64 = 0.97;
const LEAST: f64 = 0.02;

/// The position of a token relative to the middle of its node, and its scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) at: Point,
    pub(super) scale: f64,
}

/// A row of tokens.
struct Ring {
    far: f64,
    /// The angle from one token to the next.
    pitch: f64,
    room: usize,
}

/// The positions of so many tokens: in a fan above the node, because there may be a text below it; in several rows and
/// smaller if there are many.
pub(super) fn slots(count: usize) -> Vec<Slot> {
    let scales = || std::iter::successors(Some(1.0), |scale| Some(scale * STEP));
    let one = scales().take_while(|&scale| scale >= SMALL).find_map(|scale| Some((scale, vec![fan(count, scale)?])));
    let (scale, rings) = one.unwrap_or_else(|| {
        let fits = |scale: &f64| *scale < LEAST || rings(*scale).map(|ring| ring.room).sum::<usize>() >= count;
        let scale = scales().find(fits).unwrap_or(LEAST);
        (scale, rings(scale).collect())
    });
    let all: usize = rings.iter().map(|ring| ring.room).sum();
    let (mut slots, mut before) = (Vec::with_capacity(count), 0);
    for ring in &rings {
        // Tokens are divided evenly between the rows.
        let from = (count * before).div_ceil(all.max(1));
        before += ring.room;
        let here = (count * before).div_ceil(all.max(1)) - from;
        let middle = here.saturating_sub(1) as f64 / 2.0;
        slots.extend((0..here).map(|n| {
            let angle = (n as f64 - middle) * ring.pitch - FRAC_PI_2;
            Slot { at: Point::default().around(angle, ring.far), scale }
        }));
    }
    slots
}

/// One row for all tokens, a bit further out if necessary.
fn fan(count: usize, scale: f64) -> Option<Ring> {
    let Ring { far, room, .. } = ring(scale, 0);
    let radius = TOKEN * scale + 1.0;
    let far = if count <= room { far } else { radius / (PI / (2.0 * (count as f64 - 1.0))).sin() };
    (far <= FAR).then(|| Ring { far, pitch: 2.0 * (radius / far).asin(), room: count })
}

fn rings(scale: f64) -> impl Iterator<Item = Ring> {
    (0..).map(move |row| ring(scale, row)).take_while(move |ring| ring.far + TOKEN * scale <= REACH)
}

fn ring(scale: f64, row: usize) -> Ring {
    let radius = TOKEN * scale;
    let far = NODE + GAP + radius + row as f64 * (2.0 * radius + 2.0);
    let pitch = 2.0 * ((radius + 1.0) / far).asin();
    Ring { far, pitch, room: (PI / pitch) as usize + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_sits_on_anybody_or_on_the_node() {
        for count in 0..=300 {
            let slots = slots(count);
            assert_eq!(slots.len(), count);
            for (n, one) in slots.iter().enumerate() {
                let radius = TOKEN * one.scale;
                assert!(one.at.distance(Point::default()) >= NODE + radius, "{count}");
                assert!(one.at.distance(Point::default()) + radius <= REACH + 1e-9, "{count}");
                for other in &slots[n + 1..] {
                    assert!(one.at.distance(other.at) >= 2.0 * radius, "{count}: {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_dozen_can_be_read() {
        assert!(slots(5)[0].scale > 0.99 && slots(12)[0].scale > 0.75, "{:?}", slots(12)[0]);
    }
}
