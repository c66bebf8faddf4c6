//! Where the other farmers may be: what a bot has seen of them, and how far they can have come since.

use super::memory::distance;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::rows::Rows;
use gridhaunt_sproutopia::view::{Start, View};

/// Another farmer as it was seen last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rival {
    at: Cell,
    tick: u32,
}

/// The other farmers.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals {
    me: u8,
    rivals: Vec<Rival>,
    /// The land of every seat, as far as it was seen.
    lands: [Rows; 4],
}

/// For how many ticks somebody who was seen is taken into account on the way.
const FRESH: u32 = 6;

impl Rivals {
    pub(super) fn start(&mut self, start: &Start) {
        let others = start.starts.iter().enumerate().filter(|(seat, _)| *seat != start.seat.index());
        self.rivals = others.map(|(_, &at)| Rival { at, tick: 0 }).collect();
        self.me = start.seat.0;
        self.lands = [Rows::NONE; 4];
    }

    /// Adds what is visible now. A farmer in sight is the one that can best have come there.
    pub(super) fn see(&mut self, view: &View, strangers: impl Iterator<Item = Cell>) {
        let mut known: Vec<usize> = (0..self.rivals.len()).collect();
        for at in strangers {
            let far = |&&rival: &&usize| {
                let Rival { at: from, tick } = self.rivals[rival];
                (i64::from(distance(from, at)) - i64::from(view.tick.saturating_sub(tick))).max(0)
            };
            let Some(&rival) = known.iter().min_by_key(far) else { break };
            known.retain(|&other| other != rival);
            self.rivals[rival] = Rival { at, tick: view.tick };
        }
        let (top, seen) = (usize::from(view.window.top(view.at)), view.window.columns(view.at));
        for (seat, land) in (0u8..).zip(&mut self.lands) {
            for (row, strip) in land.0.iter_mut().skip(top).zip(&*view.window.strips(view.at)) {
                let known = seen & !strip.trail;
                *row = (*row & !known) | (strip.of(seat) & known);
            }
        }
    }

    /// The land of a seat, as far as it was seen.
    pub(super) fn land(&self, seat: u8) -> &Rows {
        &self.lands[usize::from(seat) & 3]
    }

    /// The fewest ticks in which somebody who was seen not long ago could be on one of these cells.
    pub(super) fn reach(&self, now: u32, cells: impl Iterator<Item = Cell> + Clone) -> Option<u32> {
        let fresh = self.rivals.iter().filter(|rival| now.saturating_sub(rival.tick) <= FRESH);
        let nearest = |rival: &Rival| {
            let near = cells.clone().map(|cell| u32::from(distance(rival.at, cell))).min()?;
            Some(near.saturating_sub(now.saturating_sub(rival.tick)))
        };
        fresh.filter_map(nearest).min()
    }

    /// Where the others were seen last, the latest first.
    pub(super) fn seen(&self) -> impl Iterator<Item = Cell> + '_ {
        let mut order: Vec<&Rival> = self.rivals.iter().collect();
        order.sort_by_key(|rival| core::cmp::Reverse(rival.tick));
        order.into_iter().map(|rival| rival.at)
    }

    /// The chance that a trail along the border of a rectangle is cut before its claim, `ticks` from now. `still` is how
    /// long nobody else can move.
    pub(super) fn risk(&self, now: u32, (one, other): (Cell, Cell), ticks: u32, still: u32) -> f64 {
        let gap = |p: u16, a: u16, b: u16| a.min(b).saturating_sub(p).max(p.saturating_sub(a.max(b)));
        let safe = self.rivals.iter().map(|rival| {
            let way = u32::from(gap(rival.at.x, one.x, other.x) + gap(rival.at.y, one.y, other.y));
            let since = now.saturating_sub(rival.tick);
            let late = f64::from((ticks.saturating_sub(still) + 1 + since).saturating_sub(way).min(ticks));
            // The longer it was not seen, the more places there are where it may be.
            let spread = f64::from(since);
            1.0 - if late == 0.0 { 0.0 } else { late * late / (late * late + spread * spread) }
        });
        1.0 - safe.product::<f64>()
    }
}
