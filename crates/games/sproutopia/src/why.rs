//! Why a match ended, in words.

use crate::game::{Complete, World};
use crate::state::{End, State};
use crate::wire::seat_name;
use core::cmp::Reverse;
use gridhaunt_kernel::prelude::*;

/// The words after the name of the farmer that won (R52 to R55).
pub(crate) fn why<R: Complete>(world: &World, state: &State<R>) -> String {
    let (ground, n) = (&world.ground, world.ground.players());
    let standing = |i: usize| state.standing(ground, i);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| Reverse(standing(i)));
    let owns = |i: usize| match R::POINTS_DECIDE {
        true => format!("{} cells", state.farmers[i].cells),
        false => format!("{} % of the board", ground.percent(state.farmers[i].cells)),
    };
    let points = |i: usize| format!("{}.{:02}", state.points[i] / 100, state.points[i] % 100);
    let when = match state.end {
        Some(End::Full) => "with nothing left to own".to_string(),
        _ => format!("after tick {}", state.tick),
    };
    let first = order[0];
    let own = owns(first);
    let Some(&second) = order.get(1) else { return format!("{own} {when}") };
    let equals = names(order.iter().filter(|&&i| standing(i) == standing(first)));
    let tied = names(order.iter().filter(|&&i| standing(i).0 == standing(first).0));
    if standing(first) == standing(second) {
        format!("{equals} have {own} and {} points each {when}", points(first))
    } else if standing(first).0 > standing(second).0 {
        format!("{own} {when}, {} is next with {}", seat_name(second), owns(second))
    } else if R::POINTS_DECIDE {
        format!("{tied} have {own} each {when}, {} points against {}", points(first), points(second))
    } else {
        format!("{tied} have {own} each {when}, and of equals the lower seat wins")
    }
}

/// Joins names for a sentence: `north`, `north and east`, `north, east and south`.
fn names<'a>(seats: impl Iterator<Item = &'a usize>) -> String {
    let names: Vec<&str> = seats.map(|&seat| seat_name(seat)).collect();
    match names.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        names => names.concat(),
    }
}
