//! Who loses is out: single elimination (A9).

use super::{Numbers, Past, PastState, Setup};
use crate::block::BlockPlan;
use std::collections::HashMap;

/// Who comes to a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comer {
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

/// What decided a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    Points,
    /// Points stayed equal, and the better seed went on.
    Seed,
    /// The other was benched.
    Walkover,
    /// Nobody was there to meet.
    Bye,
}

/// A pairing as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairing {
    /// Who comes, in the order of the tree.
    pub(crate) comers: [Comer; 2],
    /// The sums of their points over blocks.
    pub(crate) points: [f64; 2],
    /// How many blocks are done.
    pub(crate) blocks: u64,
    pub(crate) winner: Comer,
    pub(crate) loser: Comer,
    /// None before it is decided.
    pub(crate) how: Option<How>,
}

/// The whole bracket as far as it is decided.
pub(crate) struct Bracket {
    /// Every pairing, round by round; the last round is the final.
    pub(crate) rounds: Vec<Vec<Pairing>>,
    /// The pairing for the third place, if there is one.
    pub(crate) third: Option<Pairing>,
    /// What is to be played now.
    due: Vec<Due>,
}

impl Bracket {
    pub(crate) fn of(setup: &Setup, past: &[Past]) -> Self {
        let seeds = seeds(setup);
        let size = seeds.len().next_power_of_two().max(2);
        let mut by_label: HashMap<&str, Vec<&Past>> = HashMap::new();
        for past in past.iter().filter(|past| past.state != PastState::Struck) {
            by_label.entry(past.block.label.as_str()).or_default().push(past);
        }
        let mut comers: Vec<Comer> =
            spread(size).into_iter().map(|seed| seeds.get(seed).map_or(Comer::Nobody, |&e| Comer::Known(e))).collect();
        let mut bracket = Self { rounds: Vec::new(), third: None, due: Vec::new() };
        let meet = |comers: [Comer; 2], label: String, alone: How, due: &mut Vec<Due>| {
            let blocks = by_label.get(label.as_str()).map_or(&[][..], Vec::as_slice);
            let (points, played) = (comers.map(|comer| sum(blocks, comer)), done(blocks));
            let (winner, loser, how) = match comers {
                [Comer::Open, _] | [_, Comer::Open] => (Comer::Open, Comer::Open, None),
                [Comer::Nobody, Comer::Nobody] => (Comer::Nobody, Comer::Nobody, None),
                [Comer::Nobody, comer] | [comer, Comer::Nobody] => (comer, Comer::Nobody, Some(alone)),
                [Comer::Known(one), Comer::Known(other)] => {
                    let seed = |entrant| seeds.iter().position(|&known| known == entrant);
                    // The better seed is the first.
                    let (one, other) = if seed(one) <= seed(other) { (one, other) } else { (other, one) };
                    pairing(setup, blocks, one, other, label, due)
                }
            };
            Pairing { comers, points, blocks: played, winner, loser, how }
        };
        while comers.len() > 1 {
            let left = comers.len();
            let alone = if left == size { How::Bye } else { How::Walkover };
            let pairs = comers.chunks(2).enumerate();
            let decided: Vec<Pairing> =
                pairs.map(|(at, pair)| meet([pair[0], pair[1]], label(left, at), alone, &mut bracket.due)).collect();
            if left == 4 && setup.third_place {
                let losers = [decided[0].loser, decided[1].loser];
                bracket.third = Some(meet(losers, "third place".into(), How::Walkover, &mut bracket.due));
            }
            comers = decided.iter().map(|pairing| pairing.winner).collect();
            bracket.rounds.push(decided);
        }
        bracket
    }
}

/// How many of these blocks are done.
fn done(blocks: &[&Past]) -> u64 {
    blocks.iter().filter(|past| matches!(past.state, PastState::Done(_))).count() as u64
}

/// The points that somebody has of these blocks.
fn sum(blocks: &[&Past], comer: Comer) -> f64 {
    let of = |past: &&Past| match (&past.state, comer) {
        (PastState::Done(points), Comer::Known(who)) => {
            points.iter().find(|(entrant, _)| *entrant == who).map_or(0.0, |(_, points)| *points)
        }
        _ => 0.0,
    };
    blocks.iter().map(of).sum()
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
fn pairing(
    setup: &Setup,
    blocks: &[&Past],
    one: u32,
    other: u32,
    label: String,
    due: &mut Vec<Due>,
) -> (Comer, Comer, Option<How>) {
    let all = u64::from(setup.blocks) * u64::from(setup.maps);
    let (ahead, played) = (sum(blocks, Comer::Known(one)) - sum(blocks, Comer::Known(other)), done(blocks));
    let left = all.saturating_sub(played);
    let beats = |one, other, how| (Comer::Known(one), Comer::Known(other), Some(how));
    if ahead.abs() > left as f64 + EQUAL {
        return if ahead > 0.0 { beats(one, other, How::Points) } else { beats(other, one, How::Points) };
    }
    if played >= 2 * all {
        return beats(one, other, How::Seed);
    }
    match (setup.is_benched(one), setup.is_benched(other)) {
        (true, true) => return (Comer::Nobody, Comer::Nobody, None),
        (true, false) => return beats(other, one, How::Walkover),
        (false, true) => return beats(one, other, How::Walkover),
        (false, false) => {}
    }
    if played == blocks.len() as u64 {
        // As few as can decide it.
        let wanted = if left == 0 { 1 } else { ((left as f64 - ahead.abs()) / 2.0) as u64 + 1 };
        due.push(Due { one, other, label, played, wanted: wanted.min(left.max(1)) });
    }
    (Comer::Open, Comer::Open, None)
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
    if let Some([last]) = bracket.rounds.last().map(Vec::as_slice) {
        give(last.winner, 1);
    }
    for round in bracket.rounds.iter().rev() {
        let played_for = round.len() == 2 && bracket.third.is_some();
        for pairing in round.iter().filter(|_| !played_for) {
            give(pairing.loser, round.len() as u32 + 1);
        }
        if let Some(third) = bracket.third.filter(|_| played_for) {
            give(third.winner, 3);
            give(third.loser, 4);
        }
    }
    places
}
