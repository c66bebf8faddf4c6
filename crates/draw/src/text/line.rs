//! A line of text in colours.

use super::Run;
use crate::columns::width_of;
use anstyle::Style as Paint;
use std::fmt::Write as _;

#[derive(Clone, Debug, Default)]
pub(super) struct Line(Vec<(char, Paint)>);

impl Line {
    pub(super) fn of(text: &str, paint: Paint) -> Self {
        let mut line = Self::default();
        line.text(text, paint);
        line
    }

    pub(super) fn push(&mut self, character: char, paint: Paint) {
        self.0.push((character, paint));
    }

    pub(super) fn text(&mut self, text: &str, paint: Paint) {
        self.0.extend(text.chars().map(|character| (character, paint)));
    }

    pub(super) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    pub(super) fn characters(self) -> impl Iterator<Item = (char, Paint)> {
        self.0.into_iter()
    }

    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|&(character, _)| width_of(character)).sum()
    }

    /// This line, filled up with blanks to `indent` columns, and then the other.
    pub(super) fn beside(mut self, other: Self, indent: usize) -> Self {
        if !other.0.is_empty() {
            self.text(&" ".repeat(indent.saturating_sub(self.width())), Paint::new());
            self.0.extend(other.0);
        }
        self
    }

    /// Writes the line without the blanks at its end.
    pub(super) fn write(self, out: &mut String) {
        for (text, paint) in self.runs() {
            // Writing to a string cannot fail.
            let _ = write!(out, "{paint}{text}{paint:#}");
        }
        out.push('\n');
    }

    /// The line in pieces of one style each, without the blanks at its end.
    pub(super) fn runs(mut self) -> Vec<Run> {
        while self.0.last() == Some(&(' ', Paint::new())) {
            self.0.pop();
        }
        let run = |run: &[(char, Paint)]| (run.iter().map(|&(character, _)| character).collect(), run[0].1);
        self.0.chunk_by(|one, next| one.1 == next.1).map(run).collect()
    }
}
