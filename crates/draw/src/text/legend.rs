//! Collects what the board has no room for.

use crate::columns::width_of;
use std::collections::BTreeMap;

/// Letters that stand for long labels, and actors that could not be shown completely.
#[derive(Default)]
pub(super) struct Legend {
    letters: BTreeMap<String, char>,
    said: Vec<String>,
    told: BTreeMap<&'static str, Vec<String>>,
}

impl Legend {
    /// One character for a label: itself, or a letter explained below the board.
    pub(super) fn letter(&mut self, label: &str) -> char {
        let mut characters = label.chars();
        if let (Some(only), None) = (characters.next(), characters.next())
            && width_of(only) == 1
        {
            return only;
        }
        let free = ('a'..='z').chain('A'..='Z').nth(self.letters.len());
        *self.letters.entry(label.to_string()).or_insert(free.unwrap_or('?'))
    }

    pub(super) fn say(&mut self, line: String) {
        self.said.push(line);
    }

    /// Adds a fact about an actor, given by its sign; all actors with the same fact are on one line.
    pub(super) fn tell(&mut self, what: &'static str, who: String) {
        self.told.entry(what).or_default().push(who);
    }

    /// The lines: the letters, then what could not be shown completely, then the facts.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut letters: Vec<_> = self.letters.iter().map(|(label, letter)| format!("{letter}={label}")).collect();
        letters.sort();
        let mut said = self.said.clone();
        said.sort();
        let told = self.told.iter().map(|(what, who)| format!("{what}: {}", who.join(" ")));
        [letters.join(", "), said.join(", ")].into_iter().chain(told).filter(|line| !line.is_empty()).collect()
    }
}
