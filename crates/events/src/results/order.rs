//! Who stands before whom, and what decides where points do not.

use super::document::{Bracket, Meeting, Standing, Tie};
use std::cmp::Ordering;

/// Puts the standings in order, gives everybody a place, and says what decided, the most important first.
pub(super) fn rank(
    kind: &str,
    standings: &mut [Standing],
    cross: &[Meeting],
    bracket: Option<&Bracket>,
) -> Vec<String> {
    let (words, keys): (&[&str], Vec<Vec<f64>>) = match (kind, bracket) {
        ("bracket", Some(bracket)) => (
            &[
                "how far it came in the bracket, the match for the third place after the final",
                "points as the mean of blocks",
            ],
            standings.iter().map(|standing| vec![reached(bracket, standing.entrant), mean(standing)]).collect(),
        ),
        ("swiss", _) => (
            &["the sum of points, those of byes among them", "Buchholz, the sum of the points of those it met", "wins"],
            standings
                .iter()
                .map(|standing| vec![standing.points, standing.buchholz.unwrap_or(0.0), standing.wins as f64])
                .collect(),
        ),
        ("ladder", _) => (
            &["rating", "points as the mean of blocks"],
            standings
                .iter()
                .map(|standing| vec![standing.rating.map_or(f64::MIN, |rating| rating.elo), mean(standing)])
                .collect(),
        ),
        _ => (
            &["points as the mean of blocks", "points against those with equal points", "wins"],
            standings
                .iter()
                .map(|standing| vec![mean(standing), among_equals(standing, standings, cross), standing.wins as f64])
                .collect(),
        ),
    };
    let mut keyed: Vec<(Vec<f64>, Standing)> = keys.into_iter().zip(standings.iter().cloned()).collect();
    keyed.sort_by(|(a, one), (b, other)| before(a, b).then(one.entrant.cmp(&other.entrant)));
    let mut place = 0;
    for at in 0..keyed.len() {
        if at == 0 || before(&keyed[at - 1].0, &keyed[at].0) != Ordering::Equal {
            place = at as u32 + 1;
        }
        keyed[at].1.place = place;
    }
    for (standing, (_, sorted)) in standings.iter_mut().zip(keyed) {
        *standing = sorted;
    }
    let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
    words.push("entrants that are still equal share a place".into());
    words
}

/// Sums of the same points in another order differ in their last bits.
const ALIKE: f64 = 1e-9;

fn before(a: &[f64], b: &[f64]) -> Ordering {
    let pairs = a.iter().zip(b);
    let differ = pairs.map(|(a, b)| if (a - b).abs() <= ALIKE { Ordering::Equal } else { b.total_cmp(a) });
    differ.fold(Ordering::Equal, Ordering::then)
}

/// The mean of its points; who has played nothing is last.
fn mean(standing: &Standing) -> f64 {
    standing.mean.unwrap_or(-1.0)
}

/// The mean of its points against everybody with an equal mean.
fn among_equals(standing: &Standing, standings: &[Standing], cross: &[Meeting]) -> f64 {
    let equal = |entrant: u32| {
        standings.iter().any(|other| other.entrant == entrant && (mean(other) - mean(standing)).abs() <= ALIKE)
    };
    let met = cross.iter().filter(|meeting| meeting.entrant == standing.entrant && equal(meeting.against));
    let (sum, blocks) = met.fold((0.0, 0), |(sum, blocks), meeting| {
        (sum + meeting.points * meeting.blocks as f64, blocks + meeting.blocks)
    });
    if blocks == 0 { 0.5 } else { sum / blocks as f64 }
}

/// How far an entrant came: the number of the last round that it was in, and a bit more if it won there.
fn reached(bracket: &Bracket, entrant: u32) -> f64 {
    let is_in = |tie: &&Tie| tie.entrants.contains(&Some(entrant));
    // Who had a bye is no further for it before it plays.
    let counts = |round: usize, tie: &Tie| round == 0 || tie.blocks > 0 || tie.winner.is_some();
    let won = |tie: &Tie| if tie.winner == Some(entrant) && !tie.bye { 0.5 } else { 0.0 };
    let rounds = bracket.rounds.iter().enumerate();
    let far = rounds.filter_map(|(round, ties)| {
        let tie = ties.ties.iter().find(is_in).filter(|tie| counts(round, tie))?;
        Some(round as f64 + won(tie))
    });
    let far = far.fold(-1.0, f64::max);
    far + bracket.third.as_ref().filter(is_in).map_or(0.0, |tie| won(tie) / 2.0)
}
