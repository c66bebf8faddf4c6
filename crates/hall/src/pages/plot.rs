//! Ratings with bars, drawn without a word of style in the page.

use maud::{Markup, html};

/// The width of a bar, in its own units.
const WIDTH: f64 = 200.0;

/// The most Elo that bars show: who is far below all others would leave no room for what is close.
const WIDEST: f64 = 1200.0;

/// What a row of bars shows.
pub(crate) struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// One that all intervals fit in; ends beyond reason are cut off.
    pub(crate) fn of(intervals: impl Iterator<Item = (f64, f64, f64)>) -> Self {
        let (low, high) = intervals.fold((f64::MAX, f64::MIN), |(low, high), (from, at, to)| {
            (low.min(from.max(at - 800.0)), high.max(to.min(at + 800.0)))
        });
        let low = low.max(high - WIDEST);
        if low < high { Self { low, high } } else { Self { low: low - 1.0, high: low + 1.0 } }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        if share.is_finite() { 4.0 + share.clamp(0.0, 1.0) * (WIDTH - 8.0) } else { WIDTH / 2.0 }
    }
}

/// An interval with its middle; an arrow if that lies before the scale.
pub(crate) fn interval(scale: &Scale, (low, at, high): (f64, f64, f64)) -> Markup {
    let [from, at_x, to] = [low, at, high].map(|value| format!("{:.1}", scale.at(value)));
    html! {
        svg.plot viewBox="0 0 200 20" width="200" height="20" role="img" aria-label=(format!("{low:.0} to {high:.0}")) {
            @if at < scale.low {
                path.beyond d="M8 5 2 10l6 5" {}
            } @else {
                line x1=(from) x2=(to) y1="10" y2="10" {}
                circle cx=(at_x) cy="10" r="4" {}
            }
        }
    }
}

/// A share from 0 to 1.
pub(crate) fn share(share: f64) -> Markup {
    let width = format!("{:.1}", share.clamp(0.0, 1.0) * 80.0);
    html! {
        svg.share viewBox="0 0 80 8" width="80" height="8" aria-hidden="true" {
            rect.empty width="80" height="8" rx="2" {}
            rect.full width=(width) height="8" rx="2" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_far_below_leaves_room_for_the_others() {
        let all = [(1800.0, 1900.0, 2000.0), (1700.0, 1800.0, 1900.0), (-300.0, 0.0, 300.0)];
        let scale = Scale::of(all.into_iter());
        assert!(scale.at(1900.0) - scale.at(1800.0) > 15.0);
        let [best, _, last] = all.map(|one| interval(&scale, one).into_string());
        assert!(best.contains("<circle") && best.contains("1800 to 2000"), "{best}");
        assert!(last.contains("class=\"beyond\"") && last.contains("-300 to 300"), "{last}");
    }

    #[test]
    fn one_alone_stands_in_the_middle() {
        let scale = Scale::of([(5.0, 5.0, 5.0)].into_iter());
        assert!((scale.at(5.0) - WIDTH / 2.0).abs() < 1e-9);
    }
}
