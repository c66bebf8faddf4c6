//! The tree of a bracket, read from the labels of its blocks.

use super::build::entrants_of;
use super::document::{Bracket, BracketRound, Tie};
use gridhaunt_store::{Block, BlockState, Entrant};

/// The tree as far as it is known: which pairing a block belongs to stands in its label.
pub(super) fn tree(blocks: &[Block], entrants: &[Entrant]) -> Bracket {
    let seeds: Vec<u32> =
        entrants.iter().filter(|entrant| entrant.joined_at_block == 0).map(|one| one.number).collect();
    let size = seeds.len().next_power_of_two().max(2);
    let lefts = std::iter::successors(Some(size), |left| (*left > 2).then_some(left / 2));
    let round = |left: usize| BracketRound { label: round_label(left), ties: vec![Tie::default(); left / 2] };
    let mut bracket = Bracket { rounds: lefts.map(round).collect(), third: None };
    for block in blocks.iter().filter(|block| block.state != BlockState::Struck) {
        match Pairing::of(&block.label) {
            Some(Pairing::Third) => add(bracket.third.get_or_insert_default(), block),
            Some(Pairing::At { left, at }) => {
                let tie = rounds_of(size, left).and_then(|round| bracket.rounds.get_mut(round)?.ties.get_mut(at));
                tie.into_iter().for_each(|tie| add(tie, block));
            }
            None => {}
        }
    }
    give_byes(&mut bracket, &seeds, size);
    for round in (1..bracket.rounds.len()).rev() {
        let (before, after) = bracket.rounds.split_at_mut(round);
        for (at, tie) in after[0].ties.iter_mut().enumerate() {
            join(tie, &mut before[round - 1].ties[2 * at..2 * at + 2]);
        }
    }
    let open = |label: &str| blocks.iter().any(|block| block.state == BlockState::Open && block.label == label);
    let (pairings, third) = (bracket.rounds.iter_mut(), bracket.third.as_mut());
    for (round, left) in pairings.zip(std::iter::successors(Some(size), |left| Some(left / 2))) {
        for (at, tie) in round.ties.iter_mut().enumerate() {
            decide(tie, open(&Pairing::At { left, at }.label()), entrants);
        }
    }
    third.into_iter().for_each(|tie| decide(tie, open(&Pairing::Third.label()), entrants));
    bracket
}

/// Which pairing a block belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pairing {
    /// The pairing with this number in the round in which so many are left.
    At {
        left: usize,
        at: usize,
    },
    Third,
}

impl Pairing {
    fn of(label: &str) -> Option<Self> {
        let numbered = |prefix: &str, left: usize| {
            let at = label.strip_prefix(prefix)?.parse::<usize>().ok()?;
            Some(Self::At { left, at: at.checked_sub(1)? })
        };
        match label {
            "final" => Some(Self::At { left: 2, at: 0 }),
            "third place" => Some(Self::Third),
            _ => numbered("semi-final ", 4).or_else(|| numbered("quarter-final ", 8)).or_else(|| {
                let (left, at) = label.strip_prefix("round of ")?.split_once(", ")?;
                Some(Self::At { left: left.parse().ok()?, at: at.parse::<usize>().ok()?.checked_sub(1)? })
            }),
        }
    }

    fn label(self) -> String {
        match self {
            Self::Third => "third place".into(),
            Self::At { left: 2, .. } => "final".into(),
            Self::At { left: 4, at } => format!("semi-final {}", at + 1),
            Self::At { left: 8, at } => format!("quarter-final {}", at + 1),
            Self::At { left, at } => format!("round of {left}, {}", at + 1),
        }
    }
}

fn round_label(left: usize) -> String {
    match left {
        2 => "final".into(),
        4 => "semi-finals".into(),
        8 => "quarter-finals".into(),
        _ => format!("round of {left}"),
    }
}

/// The round in which so many are left, from 0.
fn rounds_of(size: usize, left: usize) -> Option<usize> {
    (left >= 2 && left.is_power_of_two() && left <= size).then(|| (size / left).ilog2() as usize)
}

fn add(tie: &mut Tie, block: &Block) {
    let &[one, other] = entrants_of(block).as_slice() else { return };
    if tie.entrants == [None, None] {
        tie.entrants = [Some(one), Some(other)];
    }
    if block.state == BlockState::Done {
        tie.blocks += 1;
        for (entrant, sum) in tie.entrants.iter().zip(&mut tie.points) {
            *sum += block.points.iter().find(|(other, _)| Some(*other) == *entrant).map_or(0.0, |(_, points)| *points);
        }
    }
}

/// Who has nobody to meet in the first round goes on without playing. Lines that nothing was played on are known from the
/// seeds, if all that was played agrees with these.
fn give_byes(bracket: &mut Bracket, seeds: &[u32], size: usize) {
    let mut lines = vec![0];
    while lines.len() < size {
        let last = 2 * lines.len() - 1;
        lines = lines.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    let seed = |line: usize| seeds.get(lines[line]).copied();
    let expected = |at: usize| [seed(2 * at), seed(2 * at + 1)];
    let ties = &mut bracket.rounds[0].ties;
    let agrees = |(at, tie): (usize, &Tie)| tie.entrants.iter().flatten().all(|one| expected(at).contains(&Some(*one)));
    if !ties.iter().enumerate().all(agrees) {
        return;
    }
    for (at, tie) in ties.iter_mut().enumerate().filter(|(_, tie)| tie.entrants == [None, None]) {
        tie.entrants = expected(at);
        tie.bye = tie.entrants.contains(&None);
        tie.winner = tie.entrants.into_iter().flatten().next().filter(|_| tie.bye);
    }
}

/// Puts whoever meets in a tie in the order of the two ties before, and says who won those.
fn join(tie: &mut Tie, before: &mut [Tie]) {
    let from = |entrant: u32| before.iter().position(|tie| tie.entrants.contains(&Some(entrant)));
    if tie.entrants[0].and_then(from) == Some(1) || tie.entrants[1].and_then(from) == Some(0) {
        tie.entrants.swap(0, 1);
        tie.points.swap(0, 1);
    }
    for (before, entrant) in before.iter_mut().zip(tie.entrants) {
        match entrant {
            Some(entrant) if before.entrants == [None, None] => {
                *before = Tie { entrants: [Some(entrant), None], winner: Some(entrant), bye: true, ..Tie::default() };
            }
            Some(_) => before.winner = entrant,
            None => {}
        }
    }
}

/// Who won a tie that nobody has come from yet: whoever has more points when nothing more is to be played; the first, who
/// is the better seed, if points are equal; who is not benched.
fn decide(tie: &mut Tie, open: bool, entrants: &[Entrant]) {
    let [Some(one), Some(other)] = tie.entrants else { return };
    if tie.winner.is_some() || open {
        return;
    }
    let benched = |one: u32| entrants.get(one as usize).is_some_and(|entrant| entrant.benched.is_some());
    tie.winner = match (tie.points[0] - tie.points[1], benched(one), benched(other)) {
        (_, true, false) => Some(other),
        (_, false, true) => Some(one),
        (ahead, ..) if ahead.abs() > 1e-9 => Some(if ahead > 0.0 { one } else { other }),
        _ => None,
    };
}
