//! The panel beside a board.

use super::Look;
use crate::ending::with_player;
use crate::heap::*;
use crate::{Ending, Outcome, SeatSet};
use core::fmt;

/// One line beside the board.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Row {
    /// A word and its value.
    Fact {
        label: String,
        value: String,
    },
    Bar(Bar),
    Note(String),
    /// The result. Games leave it out: the erased session adds it.
    End {
        /// Who won: `the players win`.
        verdict: String,
        /// Why the match ended and why they won.
        reason: String,
        /// The look of the winner; none where nobody won.
        look: Option<&'static Look>,
    },
}

/// The standing of a seat or a side: a share of a whole, with a mark where the game is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The name of the seat or of the side.
    pub label: String,
    /// The seats whose standing it is; none where it is not a standing.
    pub seats: SeatSet,
    /// The player of these seats, if all of them have the same one; empty if it is not known.
    pub player: String,
    /// Their standing, in figures.
    pub figure: String,
    /// A further note about them; empty if there is none.
    pub note: String,
    /// The look of the seat or side that the bar belongs to.
    pub look: &'static Look,
    /// Their letter, where several share one look or are identified by it.
    pub glyph: Option<char>,
    /// How much of `of` is filled.
    pub value: f64,
    /// The value of a full bar.
    pub of: f64,
    /// The value at which the mark is drawn.
    pub mark: Option<f64>,
    /// Whether they are ahead of others.
    pub leads: bool,
}

impl Bar {
    /// A bar without seats, figures, note, letter or mark.
    #[must_use]
    pub fn new(label: &str, look: &'static Look, value: f64, of: f64) -> Self {
        let (seats, player, figure, note) = (SeatSet::NONE, String::new(), String::new(), String::new());
        let label = label.to_string();
        Self { label, seats, player, figure, note, look, glyph: None, value, of, mark: None, leads: false }
    }

    /// The name and the player: `python · greedy`.
    #[must_use]
    pub fn who(&self) -> String {
        with_player(&self.label, &self.player)
    }

    /// Turns bars into rows; those with the best standing lead, unless all are equal.
    pub fn standings<T: PartialOrd>(bars: Vec<(T, Self)>) -> impl Iterator<Item = Row> {
        let leads: Vec<bool> = bars
            .iter()
            .map(|(own, _)| bars.iter().all(|(other, _)| own >= other) && bars.iter().any(|(other, _)| own > other))
            .collect();
        bars.into_iter().zip(leads).map(|((_, bar), leads)| Row::Bar(Self { leads, ..bar }))
    }
}

/// Adds the result to a panel: those of rank 1 get the crown, and the result is inserted above the notes.
pub(crate) fn close(panel: &mut Vec<Row>, outcome: &Outcome, ending: &Ending) {
    let is_first = |seats: SeatSet| {
        seats.iter().any(|seat| outcome.seats.get(seat.index()).is_some_and(|standing| standing.rank == 1))
    };
    let decided = !ending.winners.is_empty() || outcome.seats.iter().any(|standing| standing.rank > 1);
    for row in panel.iter_mut() {
        if let Row::Bar(bar) = row {
            bar.leads = decided && is_first(bar.seats);
        }
    }
    let bars = || panel.iter().filter_map(|row| if let Row::Bar(bar) = row { Some(bar) } else { None });
    let won = |bar: &&Bar| !bar.seats.and(ending.winners).is_empty();
    let look = bars().filter(won).max_by_key(|bar| bar.leads).map(|bar| bar.look);
    let below = panel.iter().rposition(|row| !matches!(row, Row::Note(_))).map_or(0, |last| last + 1);
    let (verdict, reason) = (ending.who.clone(), ending.why.clone());
    panel.insert(below, Row::End { verdict, reason, look });
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact { label, value } => write!(f, "{label}: {value}"),
            Self::Bar(bar) => bar.fmt(f),
            Self::Note(text) => f.write_str(text),
            Self::End { verdict, reason, .. } => write!(f, "{verdict}: {reason}"),
        }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = |before: &'static str, text: &str| if text.is_empty() { "" } else { before };
        let leads = if self.leads { ", leads" } else { "" };
        let (Self { figure, note, .. }, who) = (self, self.who());
        write!(f, "{who}{}{figure}{leads}{}{note}", gap(" ", figure), gap(", ", note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn leaders(standings: Vec<u8>) -> Vec<bool> {
        let bars = standings.into_iter().map(|points| (points, Bar::new("", &Look::AIM, points.into(), 9.0))).collect();
        Bar::standings(bars).map(|row| matches!(row, Row::Bar(Bar { leads: true, .. }))).collect()
    }

    #[test]
    fn the_best_lead_together_and_nobody_does_where_all_are_equal() {
        assert_eq!(leaders(vec![1, 3, 2]), [false, true, false]);
        assert_eq!(leaders(vec![3, 3, 2]), [true, true, false]);
        assert_eq!(leaders(vec![2, 2]), [false, false]);
        assert_eq!(leaders(vec![2]), [false]);
        assert_eq!(leaders(Vec::new()), [] as [bool; 0]);
    }
}
