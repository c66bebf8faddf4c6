//! Statistics over many matches, with confidence intervals.

use crate::sides::Sides;
use gridhaunt_kernel::outcome::Worth;
use gridhaunt_kernel::{Outcome, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// 97.5 % of a normal distribution lies below so many standard deviations.
const Z: f64 = 1.96;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Mean and variance from sums. Whole numbers and halves are summed without rounding, in any order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    n: u64,
    sum: f64,
    /// The first value. Squares are taken of the distance from it, so that equal values have exactly no variance.
    first: f64,
    away: f64,
    squares: f64,
}

impl Mean {
    /// Adds a value to the sums; the values themselves are not stored.
    pub fn add(&mut self, value: f64) {
        if self.n == 0 {
            self.first = value;
        }
        self.n += 1;
        self.sum += value;
        let away = value - self.first;
        self.away += away;
        self.squares += away * away;
    }

    /// The mean with its interval, which has zero width for a single value.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let n = self.n.max(1) as f64;
        let value = self.sum / n;
        let variance = if self.n > 1 { (self.squares - self.away * self.away / n).max(0.0) / (n - 1.0) } else { 0.0 };
        let half = Z * (variance / n).sqrt();
        Estimate { value, low: value - half, high: value + half }
    }
}

/// The share `hits` of `n` with its Wilson interval.
#[must_use]
pub fn share(hits: u64, n: u64) -> Estimate {
    if n == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (p, n) = (hits as f64 / n as f64, n as f64);
    let (middle, scale) = (p + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Estimate { value: p, low: ((middle - half) / scale).max(0.0), high: ((middle + half) / scale).min(1.0) }
}

/// The totals of many matches.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Tally {
    pub games: u64,
    /// Matches that nobody won.
    pub draws: u64,
    pub steps: Mean,
    pub seats: Vec<SeatTally>,
    /// How often each reason ended a match, in order of first appearance.
    pub reasons: Vec<(&'static str, u64)>,
    /// What the game counts, over all matches.
    pub facts: Vec<(&'static str, FactTally)>,
    sides: Sides,
}

/// What a tally counts of one match. It can be written on one machine and read on another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Counted {
    pub steps: u64,
    /// Why the match ended.
    pub reason: String,
    /// The score of each seat.
    pub points: Vec<f64>,
    /// The seats that won.
    pub winners: Vec<usize>,
    /// The seats with rank 1.
    pub first: Vec<usize>,
    /// Missing or illegal choices of each seat.
    pub faults: Vec<u64>,
    pub facts: Vec<(String, CountedFact)>,
}

/// A word that lives as long as the program: reasons and facts are a few words of each game.
fn lasting(word: &str) -> &'static str {
    static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(word) {
        return known;
    }
    let kept: &'static str = Box::leak(word.into());
    words.insert(kept);
    kept
}

/// The value of a fact in one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CountedFact {
    /// Whether it is true.
    Flag(bool),
    /// A number.
    Count(i64),
}

impl Counted {
    /// What is counted of a finished match between these sides.
    #[must_use]
    pub fn of(sides: &Sides, outcome: &Outcome, steps: u64, faults: &[u64]) -> Self {
        let seats = 0..sides.roles().len();
        let is_first = |seat: &usize| outcome.seats.get(*seat).is_some_and(|standing| standing.rank == 1);
        let fact = |worth: &Worth| match worth {
            Worth::Flag(flag) => Some(CountedFact::Flag(*flag)),
            Worth::Count(count) => Some(CountedFact::Count(*count)),
            Worth::Counts(_) => None,
        };
        Self {
            steps,
            reason: outcome.reason.into(),
            points: seats.clone().map(|seat| outcome.points(Seat(seat as u8))).collect(),
            winners: sides.winners(outcome),
            first: seats.clone().filter(is_first).collect(),
            faults: seats.map(|seat| faults.get(seat).copied().unwrap_or(0)).collect(),
            facts: outcome.facts.iter().filter_map(|each| Some((each.name.into(), fact(&each.worth)?))).collect(),
        }
    }
}

/// The total of a fact over many matches.
#[derive(Clone, Copy, Debug)]
pub enum FactTally {
    /// In how many matches it was true.
    Share(u64),
    /// The mean number per match.
    Mean(Mean),
}

impl FactTally {
    /// The share or mean, with its interval.
    #[must_use]
    pub fn estimate(&self, games: u64) -> Estimate {
        match self {
            Self::Share(count) => share(*count, games),
            Self::Mean(mean) => mean.estimate(),
        }
    }
}

/// The totals of many matches for one seat.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SeatTally {
    pub score: Mean,
    /// Matches won, alone or together with the side.
    pub wins: u64,
    /// Matches with rank 1, alone or shared.
    pub first: u64,
    /// Missing or illegal choices.
    pub faults: u64,
}

impl Tally {
    /// Empty totals, for these sides.
    #[must_use]
    pub fn new(sides: Sides) -> Self {
        let seats = vec![SeatTally::default(); sides.roles().len()];
        Self { games: 0, draws: 0, steps: Mean::default(), seats, reasons: Vec::new(), facts: Vec::new(), sides }
    }

    /// The sides it counts for.
    #[must_use]
    pub const fn sides(&self) -> &Sides {
        &self.sides
    }

    /// Adds a finished match; `faults` are the missing or illegal choices by seat.
    pub fn add(&mut self, outcome: &Outcome, steps: u64, faults: &[u64]) {
        self.count(&Counted::of(&self.sides, outcome, steps, faults));
    }

    /// Adds a match that was counted here or elsewhere.
    pub fn count(&mut self, counted: &Counted) {
        self.games += 1;
        self.steps.add(counted.steps as f64);
        self.draws += u64::from(counted.winners.is_empty());
        for (i, seat) in self.seats.iter_mut().enumerate() {
            seat.score.add(counted.points.get(i).copied().unwrap_or(0.0));
            seat.wins += u64::from(counted.winners.contains(&i));
            seat.first += u64::from(counted.first.contains(&i));
            seat.faults += counted.faults.get(i).copied().unwrap_or(0);
        }
        for (name, fact) in &counted.facts {
            let known = self.facts.iter().position(|(other, _)| other == name).unwrap_or_else(|| {
                let fresh = match fact {
                    CountedFact::Flag(_) => FactTally::Share(0),
                    CountedFact::Count(_) => FactTally::Mean(Mean::default()),
                };
                self.facts.push((lasting(name), fresh));
                self.facts.len() - 1
            });
            match (&mut self.facts[known].1, fact) {
                (FactTally::Share(count), CountedFact::Flag(is)) => *count += u64::from(*is),
                (FactTally::Mean(mean), CountedFact::Count(n)) => mean.add(*n as f64),
                _ => {}
            }
        }
        match self.reasons.iter_mut().find(|(reason, _)| *reason == counted.reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((lasting(&counted.reason), 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn a_mean_has_the_textbook_interval() {
        let mut mean = Mean::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| mean.add(value));
        let estimate = mean.estimate();
        assert!(near(estimate.value, 5.0));
        // The sample deviation is 2.13809; 1.96 × 2.13809 / sqrt(8) = 1.48161.
        assert!(near(estimate.high - estimate.value, 1.48161), "{estimate:?}");
    }

    #[test]
    fn means_of_whole_numbers_and_halves_are_exact() {
        let estimate = |values: &[f64]| {
            let mut mean = Mean::default();
            values.iter().for_each(|&value| mean.add(value));
            mean.estimate()
        };
        let tenths = [2.0, 1.0, 3.0, 2.0, 2.0, 1.5, 2.5, 2.0, 1.0, 2.0];
        assert_eq!(estimate(&tenths).value, 1.9);
        assert_eq!(estimate(&[1.0, -3.0, 2.0, 7.0, -7.0]).value, 0.0);
        let backwards: Vec<f64> = tenths.iter().rev().copied().collect();
        assert!(near(estimate(&backwards).high, estimate(&tenths).high));
        let third = estimate(&[1.0 / 3.0; 1000]);
        assert_eq!(third.low, third.high, "equal values have no interval");
    }

    #[test]
    fn a_share_has_the_wilson_interval() {
        let estimate = share(137, 1000);
        assert!(near(estimate.low, 0.117_07) && near(estimate.high, 0.159_68), "{estimate:?}");
        let none = share(0, 10);
        assert!(none.low == 0.0 && near(none.high, 0.277_53), "{none:?}");
        assert_eq!(share(0, 0), Estimate { value: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn wins_draws_and_reasons_are_counted() {
        let mut tally = Tally::new(Sides::new(vec![0, 1]));
        tally.add(&Outcome::by_score("cleared", 2, &[4, 4]), 10, &[0, 1]);
        tally.add(&Outcome::by_score("majority", 2, &[5, 4]), 20, &[0, 0]);
        assert_eq!((tally.games, tally.draws, tally.seats[0].wins, tally.seats[1].wins), (2, 1, 1, 0));
        assert_eq!((tally.seats[0].first, tally.seats[1].first, tally.seats[1].faults), (2, 1, 1));
        assert_eq!(tally.reasons, [("cleared", 1), ("majority", 1)]);
        assert!(near(tally.seats[0].score.estimate().value, 2.25) && near(tally.steps.estimate().value, 15.0));
    }

    #[test]
    fn a_match_counted_elsewhere_counts_the_same() {
        let sides = Sides::new(vec![0, 1]);
        let mut outcome = Outcome::by_score("cleared", 3, &[4, 5]);
        let fact = |name, worth| gridhaunt_kernel::outcome::Fact { name, worth };
        outcome.facts = vec![
            fact("won", Worth::Flag(true)),
            fact("keys", Worth::Count(3)),
            fact("each", Worth::Counts(vec![1, 2])),
        ];
        let counted = Counted::of(&sides, &outcome, 10, &[0, 1]);
        let text = serde_json::to_string(&counted).unwrap();
        assert_eq!(serde_json::from_str::<Counted>(&text).unwrap(), counted, "{text}");
        let (mut here, mut there) = (Tally::new(sides.clone()), Tally::new(sides));
        here.add(&outcome, 10, &[0, 1]);
        there.count(&serde_json::from_str(&text).unwrap());
        assert_eq!(format!("{here:?}"), format!("{there:?}"));
    }
}
