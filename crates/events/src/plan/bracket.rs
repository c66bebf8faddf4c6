//! Who loses is out: single elimination (A9).

use super::{Numbers, Past, PastState, Setup};
use crate::block::BlockPlan;
use std::collections::HashMap;

/// Who comes to a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comer {
    Known(u32),
    /// Nobody: a bye, or both of the pairing before were benched.
    Nobody,
    /// It is not decided yet.
    Open,
}

/// A pairing that needs more blocks.
struct Due {
    one: u32,
    other: u32,
    label: String,
    /// How many it has played.
    played: u64,
    /// How many come now.
    wanted: u64,
}

/// Points that differ by less are equal: they are sums of halves and thirds.
const EQUAL: f64 = 1e-9;

/// The whole bracket as far as it is decided.
struct Bracket {
    /// The winner and the loser of every pairing, round by round; the last round is the final.
    rounds: Vec<Vec<(Comer, Comer)>>,
    /// The same of the pairing for the third place, if there is one.
    third: Option<(Comer, Comer)>,
    /// What is to be played now.
    due: Vec<Due>,
}

impl Bracket {
    fn of(setup: &Setup, past: &[Past]) -> Self {
        let seeds = seeds(setup);
        let size = seeds.len().next_power_of_two().max(2);
        let mut by_label: HashMap<&str, Vec<&Past>> = HashMap::new();
        for past in past.iter().filter(|past| past.state != PastState::Struck) {
            by_label.entry(past.block.label.as_str()).or_default().push(past);
        }
        let mut comers: Vec<Comer> =
            spread(size).into_iter().map(|seed| seeds.get(seed).map_or(Comer::Nobody, |&e| Comer::Known(e))).collect();
        let mut bracket = Self { rounds: Vec::new(), third: None, due: Vec::new() };
        let meet = |one: Comer, other: Comer, label: String, due: &mut Vec<Due>| match (one, other) {
            (Comer::Open, _) | (_, Comer::Open) => (Comer::Open, Comer::Open),
            (Comer::Nobody, comer) | (comer, Comer::Nobody) => (comer, Comer::Nobody),
            (Comer::Known(one), Comer::Known(other)) => {
                let seed = |entrant| seeds.iter().position(|&known| known == entrant);
                // The better seed is the first.
                let (one, other) = if seed(one) <= seed(other) { (one, other) } else { (other, one) };
                let blocks = by_label.get(label.as_str()).map_or(&[][..], Vec::as_slice);
                pairing(setup, blocks, one, other, label, due)
            }
        };
        while comers.len() > 1 {
            let left = comers.len();
            let pairs = comers.chunks(2).enumerate();
            let decided: Vec<(Comer, Comer)> =
                pairs.map(|(at, pair)| meet(pair[0], pair[1], label(left, at), &mut bracket.due)).collect();
            if left == 4 && setup.third_place {
                bracket.third = Some(meet(decided[0].1, decided[1].1, "third place".into(), &mut bracket.due));
            }
            comers = decided.iter().map(|(winner, _)| *winner).collect();
            bracket.rounds.push(decided);
        }
        bracket
    }
}

/// Those who take part, best first: by rating where they bring one, then in the order of the list. Who joins later does
/// not.
fn seeds(setup: &Setup) -> Vec<u32> {
    let mut seeds: Vec<u32> =
        (0u32..).zip(&setup.entrants).filter(|(_, entrant)| entrant.joined_at_block == 0).map(|(e, _)| e).collect();
    let rating = |entrant: u32| setup.entrants[entrant as usize].rating.unwrap_or(f64::NEG_INFINITY);
    seeds.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)));
    seeds
}

/// The seeds in the order of the bracket's lines, so that the best two can meet only in the final.
fn spread(size: usize) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < size {
        let last = 2 * lines.len() - 1;
        lines = lines.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    lines
}

fn label(left: usize, at: usize) -> String {
    match left {
        2 => "final".into(),
        4 => format!("semi-final {}", at + 1),
        8 => format!("quarter-final {}", at + 1),
        _ => format!("round of {left}, {}", at + 1),
    }
}

/// Who goes on: who has more points of so many blocks that the other cannot catch up. If all are played and points are
/// equal, one more block at a time, at most as many again; then the better seed. Who is benched has lost what is not
/// decided.
fn pairing(setup: &Setup, blocks: &[&Past], one: u32, other: u32, label: String, due: &mut Vec<Due>) -> (Comer, Comer) {
    let all = u64::from(setup.blocks) * u64::from(setup.maps);
    let (mut ahead, mut played) = (0.0, 0u64);
    for past in blocks {
        if let PastState::Done(points) = &past.state {
            let of = |who: u32| points.iter().find(|(entrant, _)| *entrant == who).map_or(0.0, |(_, points)| *points);
            ahead += of(one) - of(other);
            played += 1;
        }
    }
    let left = all.saturating_sub(played);
    let beats = |one, other| (Comer::Known(one), Comer::Known(other));
    if ahead.abs() > left as f64 + EQUAL {
        return if ahead > 0.0 { beats(one, other) } else { beats(other, one) };
    }
    if played >= 2 * all {
        return beats(one, other);
    }
    match (setup.is_benched(one), setup.is_benched(other)) {
        (true, true) => return (Comer::Nobody, Comer::Nobody),
        (true, false) => return beats(other, one),
        (false, true) => return beats(one, other),
        (false, false) => {}
    }
    if played == blocks.len() as u64 {
        // As few as can decide it.
        let wanted = if left == 0 { 1 } else { ((left as f64 - ahead.abs()) / 2.0) as u64 + 1 };
        due.push(Due { one, other, label, played, wanted: wanted.min(left.max(1)) });
    }
    (Comer::Open, Comer::Open)
}

/// What can be played now, of all pairings whose entrants are known.
pub(super) fn next(setup: &Setup, past: &[Past]) -> Vec<BlockPlan> {
    let due = Bracket::of(setup, past).due;
    if due.is_empty() {
        return Vec::new();
    }
    let mut numbers = Numbers::of(past);
    let mut blocks = Vec::new();
    for Due { one, other, label, played, wanted } in due {
        for at in played..played + wanted {
            blocks.push(numbers.block((at % u64::from(setup.maps)) as u32, vec![one, other], label.clone()));
        }
    }
    blocks
}

/// The place of everybody who has one: 1 for the winner. Those who lost in the same round share the best place of their
/// round, unless they played for the third place.
#[must_use]
pub fn places(setup: &Setup, past: &[Past]) -> Vec<(u32, u32)> {
    let bracket = Bracket::of(setup, past);
    let mut places = Vec::new();
    let mut give = |comer: Comer, place: u32| {
        if let Comer::Known(entrant) = comer {
            places.push((entrant, place));
        }
    };
    if let Some(&[(winner, _)]) = bracket.rounds.last().map(Vec::as_slice) {
        give(winner, 1);
    }
    for round in bracket.rounds.iter().rev() {
        let played_for = round.len() == 2 && bracket.third.is_some();
        for &(_, loser) in round.iter().filter(|_| !played_for) {
            give(loser, round.len() as u32 + 1);
        }
        if let Some((third, fourth)) = bracket.third.filter(|_| played_for) {
            give(third, 3);
            give(fourth, 4);
        }
    }
    places
}
