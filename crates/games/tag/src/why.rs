//! Why a match ended, in words.

use crate::game::World;
use crate::state::{Counts, End, State};
use gridhaunt_kernel::prelude::*;

/// The words after the name of the side that won (R26 to R28).
pub(crate) fn why<const N: usize>(world: &World, state: &State<N>) -> String {
    let (Counts { escaped, captured, stranded, .. }, all) = (state.counts(), world.code.survivors);
    let time = match state.end {
        Some(End::TimeLimit) => format!("the round limit of {} is reached, ", world.code.max_rounds),
        _ => String::new(),
    };
    let everybody = match all {
        1 => String::from("the only survivor"),
        _ => format!("all {all} survivors"),
    };
    let lost = match (captured, stranded) {
        (_, 0) => format!("{captured} captured"),
        (0, _) => format!("{stranded} still on the board"),
        _ => format!("{captured} captured, {stranded} still on the board"),
    };
    let what = match escaped {
        0 if captured == all => format!("{everybody} {} captured", if all == 1 { "was" } else { "were" }),
        0 => format!("no survivor escaped, {lost}"),
        _ if escaped == all => format!("{everybody} escaped"),
        _ if world.code.strict => format!("{escaped} of {all} survivors escaped, but under strict rules all must"),
        _ => format!("{escaped} of {all} survivors escaped, {lost}"),
    };
    time + &what
}
