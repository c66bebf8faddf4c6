//! The timeline bar, which shows the current position in a match.

use super::paper::{Paper, Position, Rect};
use super::pen::{MUTED, Pen, in_color};
use anstyle::Style as Paint;
use gridhaunt_arena::Match;
use gridhaunt_draw::theme::Swatch;
use gridhaunt_kernel::fault::{Price, Verdict};
use gridhaunt_kernel::scene::Tint;

/// The colour of verdicts.
const ALARM: u8 = Swatch::of(Tint::Ember).terminal;

/// The sign of a verdict on the bar: a strike, a loss, a match that does not count.
const fn sign(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict.price() {
        Price::Nothing => ("", ""),
        Price::Strike => ("!", "!"),
        Price::Out => ("X", "✗"),
        Price::Void => ("?", "?"),
    }
}

/// Draws the bar: the part before the current step and the part after it, with a mark at each step that has events, and
/// the sign of the worst verdict on a program at each step that has one.
pub(crate) fn draw(game: &Match, at: usize, area: Rect, pen: Pen, page: &mut Paper) {
    let area = area.intersection(page.area());
    if area.is_empty() {
        return;
    }
    let mut ticks = vec![false; area.width.into()];
    for step in (0..=game.steps()).filter(|&step| !game.told(step).is_empty()) {
        ticks[column(step, game.steps(), area.width)] = true;
    }
    let mut verdicts: Vec<Option<Verdict>> = vec![None; area.width.into()];
    for step in (1..=game.steps()).filter(|_| game.trial().is_some()) {
        let heard = game.heard_in(step).map_or(&[][..], |heard| &heard.verdicts);
        let place = &mut verdicts[column(step, game.steps(), area.width)];
        *place = heard.iter().map(|(_, verdict)| *verdict).chain(*place).max();
    }
    let here = column(at, game.steps(), area.width);
    let place = |x: usize| Position { x: area.x + x as u16, y: area.y };
    for (x, tick) in ticks.into_iter().enumerate() {
        if let Some(verdict) = verdicts[x] {
            let (ascii, unicode) = sign(verdict);
            let paint = in_color(ALARM).bold();
            let paint = if x == here { paint.invert() } else { paint };
            page.write(place(x), &pen.span(pen.pick(ascii, unicode), paint).into(), 1);
            continue;
        }
        let (sign, paint) = match (x.cmp(&here), tick) {
            (std::cmp::Ordering::Equal, _) => (pen.pick("O", "●"), Paint::new().bold()),
            (std::cmp::Ordering::Less, false) => (pen.pick("=", "━"), Paint::new()),
            (std::cmp::Ordering::Less, true) => (pen.pick("#", "┻"), Paint::new()),
            (std::cmp::Ordering::Greater, false) => (pen.pick("-", "─"), MUTED),
            (std::cmp::Ordering::Greater, true) => (pen.pick("+", "┴"), MUTED),
        };
        page.write(place(x), &pen.span(sign, paint).into(), 1);
    }
}

/// The column of a step.
fn column(step: usize, steps: usize, columns: u16) -> usize {
    let last = usize::from(columns.saturating_sub(1));
    (step * last + steps / 2).checked_div(steps).unwrap_or(0).min(last)
}

/// The step at a screen position; `None` if that is not on the bar.
pub(crate) fn step_at(place: Position, area: Rect, steps: usize) -> Option<usize> {
    let last = usize::from(area.width.saturating_sub(1));
    let along = usize::from(place.x.saturating_sub(area.x));
    area.contains(place).then(|| (along * steps + last / 2).checked_div(last).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_leads_where_the_bar_shows() {
        for (columns, steps) in [(1, 0), (1, 9), (2, 9), (50, 7), (50, 49), (80, 1), (80, 3000), (300, 0)] {
            let area = Rect::new(2, 5, columns, 1);
            let at = |x: u16| step_at(Position { x: 2 + x, y: 5 }, area, steps);
            assert_eq!(at(0), Some(0));
            if columns > 1 {
                assert_eq!(at(columns - 1), Some(steps));
            }
            for x in 0..columns {
                assert!(
                    column(at(x).unwrap(), steps, columns).abs_diff(x.into()) <= usize::from(columns) / (steps + 1) + 1
                );
            }
            assert_eq!([at(columns), step_at(Position { x: 2, y: 4 }, area, steps)], [None, None]);
        }
    }
}
