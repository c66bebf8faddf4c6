//! The suite counts paths of joint effective actions (R34); here they are counted a second and a third time.

use crate::encode::is_effective;
use crate::twin::{Board, Plain};
use crate::{Action, PyRat, State, World, drawing};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Count, Perft, count};

/// The depth up to which the twin counts.
const SLOW_DEPTH: usize = 4;

fn positions() -> Vec<Perft<PyRat>> {
    let all = Perft::all(include_str!("../../data/perft.snap"), |drawn| drawing::game(drawn).expect("a drawing"));
    assert!(all.len() >= 8, "{} boards", all.len());
    all
}

fn idle(world: &World, state: &State<10>, seat: Seat, action: Action) -> bool {
    !is_effective(world, state, seat, action)
}

fn count_plainly(world: &World, start: &State<10>, depth: usize) -> Vec<Count> {
    let board = Board::of(&world.maze);
    let successors = |plain: &Plain| {
        let (python, rat) = (plain.effective(&board, 0), plain.effective(&board, 1));
        let pairs = python.iter().flat_map(|&python| rat.iter().map(move |&rat| [python, rat]));
        let play = |actions| {
            let mut after = plain.clone();
            after.step(&board, actions);
            after
        };
        pairs.map(play).collect()
    };
    count(Plain::of(world, start), depth, Clone::clone, |plain| plain.over.is_some(), successors)
}

#[test]
fn the_twin_counts_as_many() {
    for one in positions() {
        let depth = one.depth.min(SLOW_DEPTH);
        assert_eq!(one.count(depth, idle), count_plainly(&one.world, &one.state, depth), "{}", one.given);
    }
}

#[test]
fn walking_every_path_counts_as_many() {
    for one in positions() {
        let counted: Vec<_> = one.count(3, idle).iter().map(|count| (count.paths, count.ended)).collect();
        let walked: Vec<_> = (1..=3).map(|depth| one.walk(depth, idle)).collect();
        assert_eq!(walked, counted, "{}", one.given);
    }
}
