//! Why a match ended, in words.

use crate::game::{Complete, World, seat_name};
use crate::state::{End, State};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What follows the name of the farmer that won (R52 to R55).
pub(crate) fn why<R: Complete>(world: &World, state: &State<R>) -> String {
    let (ground, n) = (&world.ground, world.ground.players());
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| core::cmp::Reverse(state.standing(ground, i)));
    let owns = |i: usize| match R::LEGACY {
        true => format!("{} % of the board", ground.percent(state.farmers[i].cells)),
        false => format!("{} cells", state.farmers[i].cells),
    };
    let points = |i: usize| format!("{}.{:02}", state.farmers[i].points / 100, state.farmers[i].points % 100);
    let time = match state.end {
        Some(End::Full) => String::from("nothing is left to own"),
        _ => format!("after {} ticks", state.tick),
    };
    let first = order[0];
    let Some(&second) = order.get(1) else { return format!("{time} with {}", owns(first)) };
    let [a, b] = [first, second].map(|i| state.standing(ground, i));
    let level = order.iter().filter(|&&i| state.standing(ground, i).0 == a.0).count();
    let tied = |i: &&usize| state.standing(ground, **i).0 == a.0;
    let names: Vec<&str> = order.iter().filter(tied).map(|&i| seat_name(i)).collect();
    let how = match (a == b, level > 1) {
        (true, _) => format!("{} have {} and {} points each", names.join(" and "), owns(first), points(first)),
        (_, false) => format!("{}, {} has {}", owns(first), seat_name(second), owns(second)),
        (_, true) if R::LEGACY => {
            format!("{} have {} each, and of equals the first seat wins", names.join(" and "), owns(first))
        }
        (_, true) => {
            let (most, less) = (points(first), points(second));
            format!("{} have {} each, {most} points against {less}", names.join(" and "), owns(first))
        }
    };
    format!("{time} {how}")
}
