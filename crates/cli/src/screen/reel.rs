//! A match as far as it has been played, to be looked at from any step.

use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;

/// One state in so many is kept; those between are played again from it.
const KEPT: usize = 16;

pub(crate) struct Reel {
    /// The match after step 0, [`KEPT`], 2 [`KEPT`] and so on.
    kept: Vec<Box<dyn Session>>,
    /// The choices of every step.
    choices: Vec<Vec<(Seat, u64)>>,
    /// What happened in every step; nothing in the first state.
    told: Vec<Vec<String>>,
    last: Box<dyn Session>,
}

impl Reel {
    /// A match at its beginning.
    pub(crate) fn new(first: Box<dyn Session>) -> Self {
        Self { kept: vec![first.fork()], choices: Vec::new(), told: vec![Vec::new()], last: first }
    }

    /// Plays a step that was chosen elsewhere.
    pub(crate) fn push(&mut self, choices: Vec<(Seat, u64)>) {
        self.last.step(&choices);
        self.choices.push(choices);
        self.told.push(self.last.tell());
        if self.steps().is_multiple_of(KEPT) {
            self.kept.push(self.last.fork());
        }
    }

    /// How many steps there are.
    pub(crate) fn steps(&self) -> usize {
        self.choices.len()
    }

    /// The match after its last step.
    pub(crate) fn last(&self) -> &dyn Session {
        self.last.as_ref()
    }

    /// The match after a step, or after its last if there are fewer.
    pub(crate) fn at(&self, step: usize) -> Box<dyn Session> {
        let step = step.min(self.steps());
        let from = step / KEPT;
        let mut session = self.kept[from].fork();
        for choices in &self.choices[from * KEPT..step] {
            session.step(choices);
        }
        session
    }

    /// The choices of every step.
    pub(crate) fn choices(&self) -> &[Vec<(Seat, u64)>] {
        &self.choices
    }

    /// What happened in a step, one line each.
    pub(crate) fn told(&self, step: usize) -> &[String] {
        self.told.get(step).map_or(&[], Vec::as_slice)
    }

    /// The next step after `from`, or before it, with an event that says this, small or large; round the ends.
    pub(crate) fn search(&self, text: &str, from: usize, forward: bool) -> Option<usize> {
        let (text, many) = (text.to_lowercase(), self.told.len());
        let says = |step: &usize| self.told[*step].iter().any(|line| line.to_lowercase().contains(&text));
        (1..=many).map(|way| if forward { from + way } else { from + many - way } % many).find(says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A match that goes on for a while.
    fn reel(steps: usize) -> Reel {
        let registry = gridhaunt_serve::registry();
        let game = registry.games().next().unwrap();
        let mut reel = Reel::new(game.open(&json!({})).unwrap().begin(3).unwrap());
        for step in 0..steps {
            let last = reel.last();
            let choose = |seat: Seat| last.legal(seat).get(step % 3).map(|&code| (seat, code));
            reel.push(last.phase().seats().iter().filter_map(choose).collect());
        }
        reel
    }

    #[test]
    fn every_step_can_be_looked_at() {
        let reel = reel(50);
        let mut session = reel.at(0);
        for step in 0..=reel.steps() {
            assert_eq!((reel.at(step).hash(), reel.at(step).steps()), (session.hash(), step as u64));
            assert_eq!(reel.told(step), reel.at(step).tell());
            if step < reel.steps() {
                session.step(&reel.choices[step]);
            }
        }
        assert_eq!(reel.at(999).hash(), reel.last().hash());
    }

    #[test]
    fn a_search_goes_round() {
        let mut reel = reel(5);
        reel.told = [&["start"][..], &["A bird sings"], &[], &["a bird", "sleeps"], &[], &[]]
            .map(|lines| lines.iter().map(ToString::to_string).collect())
            .to_vec();
        assert_eq!(reel.search("BIRD", 0, true), Some(1));
        assert_eq!(reel.search("bird", 1, true), Some(3));
        assert_eq!(reel.search("bird", 3, true), Some(1));
        assert_eq!(reel.search("bird", 3, false), Some(1));
        assert_eq!(reel.search("bird", 1, false), Some(3));
        assert_eq!(reel.search("sings", 1, true), Some(1), "the only one is found again");
        assert_eq!(reel.search("cat", 0, true), None);
    }
}
