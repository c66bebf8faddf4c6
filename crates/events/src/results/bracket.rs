//! The tree of a bracket, as the plan decides it.

use super::document::{Bracket, BracketRound, Tie};
use crate::plan::{self, Comer, How, Pairing, Past, Setup};

/// The tree as far as it is known.
pub(super) fn tree(setup: &Setup, past: &[Past]) -> Bracket {
    let plan = plan::Bracket::of(setup, past);
    let round = |pairings: &Vec<Pairing>| BracketRound {
        label: round_label(2 * pairings.len()),
        ties: pairings.iter().map(tie).collect(),
    };
    // Nothing is played for the third place if nobody or only one lost before the final.
    let third = plan.third.filter(|third| !third.comers.contains(&Comer::Nobody));
    Bracket { rounds: plan.rounds.iter().map(round).collect(), third: third.as_ref().map(tie) }
}

fn tie(pairing: &Pairing) -> Tie {
    let known = |comer: Comer| match comer {
        Comer::Known(entrant) => Some(entrant),
        Comer::Nobody | Comer::Open => None,
    };
    Tie {
        entrants: pairing.comers.map(known),
        points: pairing.points,
        blocks: pairing.blocks,
        winner: known(pairing.winner),
        bye: pairing.how == Some(How::Bye),
        walkover: pairing.how == Some(How::Walkover),
        by_seed: pairing.how == Some(How::Seed),
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
