//! Why a match ended, in words.

use crate::{State, Status};
use gridhaunt_kernel::prelude::*;

/// The words after the name of the winner.
pub(crate) fn why<const W: usize>(state: &State<W>) -> String {
    let [more, less] = [state.half[0].max(state.half[1]), state.half[0].min(state.half[1])].map(Points);
    let points = if more == Points(2) { "point" } else { "points" };
    let score = if more == less { format!("{more} {points} each") } else { format!("{more} {points} against {less}") };
    match state.status {
        Status::Majority => format!("{more} of {} points are more than half", state.cheese_total),
        Status::Cleared if state.cheese_total == 1 => format!("the cheese is eaten, {score}"),
        Status::Cleared => format!("all {} pieces of cheese are eaten, {score}", state.cheese_total),
        Status::TurnLimit | Status::Running => format!("the turn limit of {} is reached, {score}", state.max_turns),
    }
}

/// Half points in the notation of people: `3`, `3.5`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Points(u16);

impl core::fmt::Display for Points {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}{}", self.0 / 2, if self.0 % 2 == 1 { ".5" } else { "" })
    }
}
