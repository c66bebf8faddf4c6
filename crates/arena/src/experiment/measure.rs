//! The measures of a match: the game's own facts first, then those that every game has.

use crate::play::Played;
use crate::sides::Sides;
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::{Value, nearest};
use gridhaunt_kernel::outcome::Worth;
use gridhaunt_kernel::{Info, Invalid, Outcome, Seat};

gridhaunt_kernel::words! {
    /// How the values of a measure are combined.
    pub enum MeasureKind {
        /// Yes or no: a share with its Wilson interval.
        Share = "share",
        /// A number: a mean.
        Mean = "mean",
    }
}

/// Something that is measured in every match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Measure {
    pub name: String,
    /// How its values are combined.
    pub kind: MeasureKind,
    /// Whether it is a fact of the game itself.
    pub fact: bool,
}

/// Seats with a common result: those of a side, or a single seat if all are on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Side {
    /// The side, with the number of the seat if all are on one side.
    pub name: String,
    pub seats: Vec<Seat>,
}

/// The sides of a match.
#[must_use]
pub fn sides(info: &Info, session: &dyn Session) -> Vec<Side> {
    let seats: Vec<Seat> = (0..session.seats()).map(|seat| Seat(seat as u8)).collect();
    let of_side =
        |side: usize| -> Vec<Seat> { seats.iter().copied().filter(|&seat| session.side(seat) == side).collect() };
    let sides = info.sides.iter().enumerate().map(|(i, side)| Side { name: side.name.into(), seats: of_side(i) });
    let sides: Vec<Side> = sides.filter(|side| !side.seats.is_empty()).collect();
    match sides.as_slice() {
        [only] if only.seats.len() > 1 => {
            seats.iter().map(|&seat| Side { name: format!("{}.{seat}", only.name), seats: vec![seat] }).collect()
        }
        _ => sides,
    }
}

/// The values of one match, each with its measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// Measures with their values, facts first.
    pub measured: Vec<(Measure, f64)>,
    /// Facts that the game counts for each unit.
    pub each: Vec<(String, Vec<i64>)>,
    /// Why the match ended.
    pub reason: String,
}

impl Values {
    /// The values of a finished match; facts of the game come first.
    #[must_use]
    pub fn of(played: &Played, roles: &Sides, sides: &[Side]) -> Self {
        Self::new(&played.outcome, &roles.winners(&played.outcome), sides, played.session.steps())
    }

    fn new(outcome: &Outcome, winners: &[usize], sides: &[Side], steps: u64) -> Self {
        let mut values = Self { measured: Vec::new(), each: Vec::new(), reason: outcome.reason.into() };
        for fact in &outcome.facts {
            match &fact.worth {
                Worth::Flag(flag) => values.add(fact.name, MeasureKind::Share, f64::from(u8::from(*flag)), true),
                Worth::Count(count) => values.add(fact.name, MeasureKind::Mean, *count as f64, true),
                Worth::Counts(counts) => values.each.push((fact.name.into(), counts.clone())),
            }
        }
        if sides.len() > 1 {
            for side in sides {
                let win = side.seats.iter().all(|seat| winners.contains(&seat.index()));
                values.add(&format!("win.{}", side.name), MeasureKind::Share, f64::from(u8::from(win)), false);
            }
            values.add("draw", MeasureKind::Share, f64::from(u8::from(winners.is_empty())), false);
        }
        for side in sides {
            let total: f64 = side.seats.iter().map(|&seat| outcome.points(seat)).sum();
            values.add(&format!("score.{}", side.name), MeasureKind::Mean, total / side.seats.len() as f64, false);
        }
        values.add("steps", MeasureKind::Mean, steps as f64, false);
        values
    }

    /// Adds a value. If a fact of the game has the name of a general measure, the fact has priority.
    fn add(&mut self, name: &str, kind: MeasureKind, value: f64, fact: bool) {
        if self.measured.iter().all(|(measure, _)| measure.name != name) {
            self.measured.push((Measure { name: name.into(), kind, fact }, value));
        }
    }

    /// The values in the order of the measures.
    #[must_use]
    pub fn row(&self, measures: &[Measure]) -> Vec<Option<f64>> {
        let find =
            |wanted: &Measure| self.measured.iter().find(|(measure, _)| measure == wanted).map(|(_, value)| *value);
        measures.iter().map(find).collect()
    }

    /// The value as JSON: true or false, or a number, without a fraction if it is whole.
    #[must_use]
    pub fn json(kind: MeasureKind, value: f64) -> Value {
        match kind {
            MeasureKind::Share => (value > 0.5).into(),
            MeasureKind::Mean if value.fract() == 0.0 && value.abs() < 9e15 => (value as i64).into(),
            MeasureKind::Mean => value.into(),
        }
    }
}

/// All measures of several matches: facts first, each in the order of its first appearance.
#[must_use]
pub fn catalogue<'a>(matches: impl IntoIterator<Item = &'a Values>) -> Vec<Measure> {
    let mut all: Vec<Measure> = Vec::new();
    for (measure, _) in matches.into_iter().flat_map(|values| &values.measured) {
        if all.iter().all(|known| known.name != measure.name) {
            all.push(measure.clone());
        }
    }
    // Arms may have different seats: wins stay beside wins, scores beside scores.
    let group = |measure: &Measure| match measure.name.split('.').next() {
        _ if measure.fact => 0,
        Some("win") => 1,
        Some("draw") => 2,
        Some("score") => 3,
        _ => 4,
    };
    all.sort_by_key(group);
    all
}

/// The measures to show: those asked for, else the game's facts, else all.
pub fn shown(all: &[Measure], asked: Option<&[String]>) -> Result<Vec<usize>, Invalid> {
    let Some(asked) = asked.filter(|asked| asked.iter().all(|name| name != "all")) else {
        let facts_only = asked.is_none() && all.iter().any(|measure| measure.fact);
        return Ok((0..all.len()).filter(|&i| all[i].fact || !facts_only).collect());
    };
    let find = |name: &String| {
        all.iter().position(|measure| measure.name == *name).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|measure| measure.name.as_str()).collect();
            let expected = format!("one of {}, or all", names.join(", "));
            let hint = nearest(name, names).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            Invalid::new("measures", format!("{name:?}"), expected.clone())
                .says(format!("{name:?} is not {expected}{hint}"))
        })
    };
    if asked.is_empty() {
        return Err(Invalid::new("measures", "[]", "a list of at least one measure"));
    }
    asked.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::outcome::Fact;

    fn side(name: &str, seats: &[u8]) -> Side {
        Side { name: name.into(), seats: seats.iter().copied().map(Seat).collect() }
    }

    /// The values of a match whose sides are the roles.
    fn values(outcome: &Outcome, sides: &[Side], steps: u64) -> Values {
        let role = |seat: usize| sides.iter().position(|side| side.seats.contains(&Seat(seat as u8))).unwrap();
        let roles = Sides::new((0..outcome.seats.len()).map(role).collect());
        Values::new(outcome, &roles.winners(outcome), sides, steps)
    }

    fn names(values: &Values) -> Vec<(&str, f64)> {
        values.measured.iter().map(|(measure, value)| (measure.name.as_str(), *value)).collect()
    }

    #[test]
    fn facts_come_first_then_wins_draws_scores_and_steps() {
        let mut outcome = Outcome::by_score("all_out", 1, &[2, 2, 1, 1]);
        outcome.facts = vec![
            Fact { name: "win_strict", worth: Worth::Flag(true) },
            Fact { name: "escaped", worth: Worth::Count(2) },
            Fact { name: "captures", worth: Worth::Counts(vec![0, 1]) },
        ];
        let values = values(&outcome, &[side("survivor", &[0, 1]), side("killer", &[2, 3])], 80);
        assert_eq!(
            names(&values),
            [
                ("win_strict", 1.0),
                ("escaped", 2.0),
                ("win.survivor", 1.0),
                ("win.killer", 0.0),
                ("draw", 0.0),
                ("score.survivor", 2.0),
                ("score.killer", 1.0),
                ("steps", 80.0)
            ]
        );
        assert_eq!(values.each, [("captures".to_string(), vec![0, 1])]);
        let all = catalogue([&values]);
        assert_eq!(shown(&all, None).unwrap(), [0, 1], "facts alone, where there are any");
        assert_eq!(shown(&all, Some(&["steps".into(), "draw".into()])).unwrap(), [7, 4]);
        assert_eq!(shown(&all, Some(&["all".into()])).unwrap().len(), 8);
        assert_eq!(
            shown(&all, Some(&["step".into()])).unwrap_err().to_string(),
            "measures: \"step\" is not one of win_strict, escaped, win.survivor, win.killer, draw, score.survivor, score.killer, steps, or all, did you mean steps?"
        );
    }

    #[test]
    fn a_draw_is_nobodys_win() {
        let sides = [side("python", &[0]), side("rat", &[1])];
        let values = values(&Outcome::by_score("cleared", 2, &[5, 5]), &sides, 9);
        assert_eq!(names(&values)[..4], [("win.python", 0.0), ("win.rat", 0.0), ("draw", 1.0), ("score.python", 2.5)]);
        assert_eq!(shown(&catalogue([&values]), None).unwrap().len(), 6, "all, where a game has no facts");
    }

    #[test]
    fn a_first_rank_that_is_shared_is_a_draw() {
        let sides = [side("farmer.0", &[0]), side("farmer.1", &[1]), side("farmer.2", &[2])];
        let wins = |units: &[i64]| -> Vec<f64> {
            let values = values(&Outcome::by_score("time", 1, units), &sides, 9);
            values.measured[..4].iter().map(|(_, value)| *value).collect()
        };
        assert_eq!(wins(&[3, 3, 1]), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(wins(&[3, 4, 1]), [0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_fact_keeps_its_name() {
        let mut outcome = Outcome::by_score("time", 1, &[1]);
        outcome.facts = vec![Fact { name: "steps", worth: Worth::Count(3) }];
        let values = values(&outcome, &[side("rat", &[0])], 9);
        assert_eq!(names(&values), [("steps", 3.0), ("score.rat", 1.0)]);
    }

    #[test]
    fn measures_of_arms_with_other_seats_stand_together() {
        let two = values(&Outcome::by_score("t", 1, &[1, 2]), &[side("f.0", &[0]), side("f.1", &[1])], 1);
        let mut three = two.clone();
        three.measured.push((Measure { name: "win.f.2".into(), kind: MeasureKind::Share, fact: false }, 0.0));
        let all = catalogue([&two, &three]);
        let names: Vec<&str> = all.iter().map(|measure| measure.name.as_str()).collect();
        assert_eq!(names, ["win.f.0", "win.f.1", "win.f.2", "draw", "score.f.0", "score.f.1", "steps"]);
    }
}
