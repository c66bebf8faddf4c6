//! The list of events so far, the latest last.

use super::paper::{Line, Span};
use super::pen::Pen;
use gridhaunt_arena::Match;
use gridhaunt_draw::text::wrap;

/// The last lines of the events up to a step, at most `rows` of so many columns; those of the step itself are
/// highlighted.
pub(crate) fn lines(game: &Match, at: usize, columns: usize, rows: usize, pen: Pen) -> Vec<Line> {
    let digits = game.steps().to_string().len();
    let room = columns.saturating_sub(digits + 2);
    let mut lines = Vec::with_capacity(rows);
    for step in (0..=at.min(game.steps())).rev() {
        let verdicts = game.verdicts(step);
        let parts = |text: &String| wrap(text, room);
        let told = game.told(step).iter().chain(&verdicts);
        for (n, text) in told.flat_map(parts).enumerate().collect::<Vec<_>>().into_iter().rev() {
            if lines.len() == rows {
                break;
            }
            let here = if step == at { pen.pick(">", "▸") } else { " " };
            let number = if n == 0 { step.to_string() } else { String::new() };
            let mut line = Line::from(Span::raw(here));
            line.spans.extend(pen.muted(&format!("{number:>digits$} ")));
            line.spans.extend(if step == at { pen.bold(&text) } else { pen.plain(&text) });
            lines.push(line);
        }
        if lines.len() == rows {
            break;
        }
    }
    lines.reverse();
    lines
}
