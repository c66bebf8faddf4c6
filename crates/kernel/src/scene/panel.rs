//! What stands beside a board.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// One line beside the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A word and its value.
    Fact {
        /// The word.
        label: String,
        /// The value.
        value: String,
    },
    /// How someone stands.
    Bar(Bar),
    /// A sentence.
    Note(String),
    /// How it ended.
    End {
        /// Who won, as a sentence.
        verdict: String,
        /// Why it ended.
        reason: String,
        /// Whose victory it is; none where nobody won.
        role: Option<&'static str>,
    },
}

/// How someone stands: a share of a whole, with a mark where something is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Who it is.
    pub label: String,
    /// How they stand, in figures.
    pub figure: String,
    /// What else is to say about them; empty if nothing.
    pub note: String,
    /// Whose it is.
    pub role: &'static str,
    /// Their letter, where several have one role or are told by it.
    pub glyph: Option<char>,
    /// How much of `of` is filled.
    pub value: f64,
    /// The whole.
    pub of: f64,
    /// Where the mark stands.
    pub mark: Option<f64>,
    /// Whether they are ahead of others.
    pub leads: bool,
}

impl Bar {
    /// A bar without figures, note, letter or mark.
    #[must_use]
    pub fn new(label: &str, role: &'static str, value: f64, of: f64) -> Self {
        let (label, figure, note) = (label.to_string(), String::new(), String::new());
        Self { label, figure, note, role, glyph: None, value, of, mark: None, leads: false }
    }

    /// Bars as rows; those lead whose standing is the best, unless all stand alike.
    pub fn standings<T: PartialOrd>(bars: Vec<(T, Self)>) -> impl Iterator<Item = Row> {
        let leads: Vec<bool> = bars
            .iter()
            .map(|(own, _)| bars.iter().all(|(other, _)| own >= other) && bars.iter().any(|(other, _)| own > other))
            .collect();
        bars.into_iter().zip(leads).map(|((_, bar), leads)| Row::Bar(Self { leads, ..bar }))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact { label, value } => write!(f, "{label}: {value}"),
            Self::Bar(bar) => bar.fmt(f),
            Self::Note(text) => f.write_str(text),
            Self::End { verdict, reason, .. } => write!(f, "{verdict} ({reason})"),
        }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = |before: &'static str, text: &str| if text.is_empty() { "" } else { before };
        let leads = if self.leads { ", leads" } else { "" };
        let Self { label, figure, note, .. } = self;
        write!(f, "{label}{}{figure}{leads}{}{note}", gap(" ", figure), gap(", ", note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn leaders(standings: Vec<u8>) -> Vec<bool> {
        let bars = standings.into_iter().map(|points| (points, Bar::new("", "", points.into(), 9.0))).collect();
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
