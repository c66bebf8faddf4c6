//! Stores states of a match, so that the state after any step can be shown.

use crate::heard::Heard;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;
use std::collections::BTreeMap;

/// The most states that are stored. A longer match stores every second state, then every fourth and so on; steps
/// between two of them are played again when they are needed.
const MOST: usize = 512;

pub(crate) struct Frames {
    /// The match after step 0, `stride`, 2 `stride` and so on.
    kept: Vec<Box<dyn Session>>,
    stride: usize,
    /// The choices of every step.
    choices: Vec<Vec<(Seat, u64)>>,
    /// What happened in every step; nothing in the first state.
    told: Vec<Vec<String>>,
    /// What else is recorded of the steps where there is anything.
    heard: BTreeMap<usize, Heard>,
}

impl Frames {
    pub(crate) fn new(first: Box<dyn Session>) -> Self {
        Self { kept: vec![first], stride: 1, choices: Vec::new(), told: vec![Vec::new()], heard: BTreeMap::new() }
    }

    /// Adds the state after a step that was just played.
    pub(crate) fn push(&mut self, session: &(impl Session + ?Sized), choices: &[(Seat, u64)], heard: &Heard) {
        self.choices.push(choices.to_vec());
        if !heard.is_empty() {
            self.heard.insert(self.steps(), heard.clone());
        }
        self.told.push(session.tell());
        if self.kept.len() == MOST {
            let mut number = 0;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride *= 2;
        }
        if self.steps().is_multiple_of(self.stride) {
            self.kept.push(session.fork());
        }
    }

    pub(crate) fn steps(&self) -> usize {
        self.choices.len()
    }

    /// The match after a step, or after the last if there are fewer.
    pub(crate) fn at(&self, step: usize) -> Box<dyn Session> {
        let step = step.min(self.steps());
        let from = step / self.stride;
        let mut session = self.kept[from].fork();
        for choices in &self.choices[from * self.stride..step] {
            session.step(choices);
        }
        session
    }

    pub(crate) fn each<E>(&self, last: usize, mut look: impl FnMut(&dyn Session) -> Result<(), E>) -> Result<(), E> {
        let steps = last.min(self.steps());
        for (number, kept) in self.kept.iter().enumerate().take(steps / self.stride + 1) {
            look(kept.as_ref())?;
            let from = number * self.stride;
            let between = &self.choices[from..steps.min(from + self.stride - 1)];
            let mut session = if between.is_empty() { continue } else { kept.fork() };
            for choices in between {
                session.step(choices);
                look(session.as_ref())?;
            }
        }
        Ok(())
    }

    pub(crate) fn told(&self, step: usize) -> &[String] {
        self.told.get(step).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn heard(&self, step: usize) -> Option<&Heard> {
        self.heard.get(&step)
    }

    pub(crate) fn search(
        &self,
        text: &str,
        from: usize,
        forward: bool,
        more: impl Fn(usize) -> Vec<String>,
    ) -> Option<usize> {
        search(&self.told, text, from, forward, more)
    }
}

/// The next step whose lines, or the further lines that `more` returns, contain a text.
fn search(
    told: &[Vec<String>],
    text: &str,
    from: usize,
    forward: bool,
    more: impl Fn(usize) -> Vec<String>,
) -> Option<usize> {
    let (text, many) = (text.to_lowercase(), told.len());
    let has = |lines: &[String]| lines.iter().any(|line| line.to_lowercase().contains(&text));
    let says = |step: &usize| has(&told[*step]) || has(&more(*step));
    (1..=many).map(|way| if forward { from + way } else { from + many - way } % many).find(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_goes_round() {
        let told = [&["start"][..], &["A bird sings"], &[], &["a bird", "sleeps"], &[], &[]]
            .map(|lines| lines.iter().map(ToString::to_string).collect::<Vec<_>>());
        let search =
            |told: &[Vec<String>], text: &str, from, forward| search(told, text, from, forward, |_| Vec::new());
        assert_eq!(search(&told, "BIRD", 0, true), Some(1));
        assert_eq!(search(&told, "bird", 1, true), Some(3));
        assert_eq!(search(&told, "bird", 3, true), Some(1));
        assert_eq!(search(&told, "bird", 3, false), Some(1));
        assert_eq!(search(&told, "bird", 1, false), Some(3));
        assert_eq!(search(&told, "sings", 1, true), Some(1), "the only one is found again");
        assert_eq!(search(&told, "cat", 0, true), None);
    }
}
