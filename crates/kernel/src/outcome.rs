//! How a game ended.

use crate::Seat;
#[cfg(feature = "schema")]
use crate::schema::JsonSchema;
use alloc::vec::Vec;
use serde::{Serialize, Serializer};

/// What one seat has at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The score in the game's smallest unit (half points in PyRat): exact, never a float.
    pub units: i64,
    /// 1 for the best; equals share a rank.
    pub rank: u8,
    /// The value of the result for the seat, where the game defines it separately from the score.
    pub utility: Option<Utility>,
}

/// A value as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Utility {
    pub part: i32,
    /// The denominator, not 0.
    pub of: u16,
}

impl Utility {
    /// The fraction as a float; a denominator of 0 counts as 1.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.part) / f64::from(self.of.max(1))
    }
}

/// The score of a side, and the most that there was to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideScore {
    /// What the side has, in the game's smallest unit.
    pub units: i64,
    /// What there was for it at most, in the same unit.
    pub most: i64,
}

impl SideScore {
    /// The score as a share of what there was, 0 to 1; 0 where there was nothing.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.most <= 0 { 0.0 } else { (self.units as f64 / self.most as f64).clamp(0.0, 1.0) }
    }
}

/// A number that a game records in every match, for statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name under which statistics collect it; the same in every match of a game.
    pub name: &'static str,
    /// Its value in this match.
    pub worth: Worth,
}

/// The value of a fact in one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub enum Worth {
    /// Whether it is true: over many matches, a share.
    Flag(bool),
    /// A number: over many matches, a mean.
    Count(i64),
    /// Several numbers, for example one for each unit.
    Counts(Vec<i64>),
}

/// The result of a game: score and rank per seat, and why it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(with = "Document<'static>"))]
#[allow(missing_docs, reason = "the names say it")]
pub struct Outcome {
    /// The rule that ended the game.
    pub reason: &'static str,
    /// How many units make one point.
    pub units_per_point: u32,
    pub seats: Vec<Standing>,
    /// The facts that the game records, always the same facts in the same order.
    pub facts: Vec<Fact>,
}

impl Outcome {
    /// Ranks by score: more is better, equals share the better rank.
    #[must_use]
    pub fn by_score(reason: &'static str, units_per_point: u32, units: &[i64]) -> Self {
        let rank = |mine: i64| 1 + units.iter().filter(|&&other| other > mine).count() as u8;
        let seats = units.iter().map(|&units| Standing { units, rank: rank(units), utility: None }).collect();
        Self { reason, units_per_point, seats, facts: Vec::new() }
    }

    /// The seat of rank 1, if exactly one seat has that rank.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = self.seats.iter().enumerate().filter(|(_, standing)| standing.rank == 1);
        match (first.next(), first.next()) {
            (Some((seat, _)), None) => Some(Seat(seat as u8)),
            _ => None,
        }
    }

    /// The score of a seat in points.
    #[must_use]
    pub fn points(&self, seat: Seat) -> f64 {
        let units = self.seats.get(seat.index()).map_or(0, |standing| standing.units);
        units as f64 / f64::from(self.units_per_point)
    }
}

/// The result of a match: who stands where, and why it ended.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename = "Outcome"))]
struct Document<'a> {
    /// The rule that ended the match.
    reason: &'a str,
    /// The seat of rank 1; null where several seats share it.
    winner: Option<Seat>,
    /// Every seat, by number.
    seats: Vec<Entry>,
    /// What else the game records, by name.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    facts: Facts<'a>,
}

/// How one seat stands at the end.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename = "Standing"))]
struct Entry {
    /// 1 for the best; equals share a rank.
    rank: u8,
    /// Points.
    score: f64,
    /// The score in the game's smallest unit, exact.
    units: i64,
    /// The value of the result for the seat, where the game defines one beside the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    utility: Option<f64>,
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = self.seats.iter().zip(0..).map(|(standing, seat)| Entry {
            rank: standing.rank,
            score: self.points(Seat(seat)),
            units: standing.units,
            utility: standing.utility.map(Utility::value),
        });
        let (winner, facts) = (self.winner(), Facts(&self.facts));
        Document { reason: self.reason, winner, seats: seats.collect(), facts }.serialize(serializer)
    }
}

#[cfg_attr(
    feature = "schema",
    derive(JsonSchema),
    schemars(with = "alloc::collections::BTreeMap<alloc::string::String, Worth>", inline)
)]
struct Facts<'a>(&'a [Fact]);

impl Facts<'_> {
    const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Facts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|fact| (fact.name, &fact.worth)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_share_the_better_rank() {
        let outcome = Outcome::by_score("time", 2, &[3, 5, 5, 0]);
        let ranks: Vec<u8> = outcome.seats.iter().map(|s| s.rank).collect();
        assert_eq!(ranks, [3, 1, 1, 4]);
        assert_eq!(outcome.winner(), None);
        assert_eq!(outcome.points(Seat(1)), 2.5);
        assert_eq!(Outcome::by_score("time", 1, &[1, 2]).winner(), Some(Seat(1)));
    }

    #[test]
    fn json_has_rank_score_and_exact_units() {
        let text = serde_json::to_string(&Outcome::by_score("majority", 2, &[5, 2])).unwrap();
        assert_eq!(
            text,
            r#"{"reason":"majority","winner":0,"seats":[{"rank":1,"score":2.5,"units":5},{"rank":2,"score":1.0,"units":2}]}"#
        );
    }

    #[test]
    fn json_tells_utility_and_facts_where_there_are_any() {
        let mut outcome = Outcome::by_score("time", 1, &[1]);
        outcome.seats[0].utility = Some(Utility { part: -1, of: 3 });
        outcome.facts = Vec::from([
            Fact { name: "won", worth: Worth::Flag(false) },
            Fact { name: "rounds", worth: Worth::Count(7) },
            Fact { name: "captures", worth: Worth::Counts(Vec::from([0, 2])) },
        ]);
        assert_eq!(
            serde_json::to_string(&outcome).unwrap(),
            r#"{"reason":"time","winner":0,"seats":[{"rank":1,"score":1.0,"units":1,"utility":-0.3333333333333333}],"facts":{"won":false,"rounds":7,"captures":[0,2]}}"#
        );
    }
}
