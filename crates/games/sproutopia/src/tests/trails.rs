//! Trails that their farmer has left (R22, v2024.0.8).

use crate::trail::{JUMPS, Trails};
use crate::{Action, Legacy, Settings, Sproutopia};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_testing::pass;
use serde_json::json;

type Old = Sproutopia<Legacy>;

#[test]
fn who_cuts_a_lower_trail_on_its_own_walks_on_from_there() {
    let settings = Settings::read(&json!({"rules": "v2024.0.8", "players": 2, "cols": 16, "rows": 16})).unwrap();
    let (world, _) = Old::new(&settings, 0).unwrap();
    // The trail of seat 1 returns to its first cell, which lies on the trail of seat 0.
    let document = json!({"tick": 9, "stamps": 9, "farmers": [
        {"at": [8, 9], "momentum": 2, "trail": [[8, 7], [8, 8], [8, 9]], "repeat": [0, 2]},
        {"at": [8, 10], "momentum": 1, "repeat": [1, 1],
         "trail": [[8, 8], [9, 8], [10, 8], [10, 9], [10, 10], [9, 10], [8, 10]]},
    ]});
    let mut state = Old::read_state(&world, &document).unwrap();
    // Seat 0 leaves (8,9) and seat 1 comes up from below, to (8,9), then to the cell where its trail begins.
    let mut trails = Vec::new();
    for orders in [[Action::Left, Action::Up], [Action::Left, Action::Up], [Action::Left, Action::Left]] {
        let choices: Vec<_> = orders.into_iter().enumerate().map(|(seat, order)| (Seat(seat as u8), order)).collect();
        pass::<Old>(&world, &mut state, &choices);
        Old::check(&world, &state).unwrap();
        trails.push((state.farmers[1].at, state.trail(1).iter().collect::<Vec<_>>()));
        let written = serde_json::to_value(Old::write_state(&world, &state)).unwrap();
        assert_eq!(Old::read_state(&world, &written).unwrap(), state);
    }
    let cell = |x, y| Cell { x, y };
    assert_eq!(trails[0].0, cell(8, 9), "it cut the trail of seat 0 there and went on");
    assert_eq!(trails[0].1.last(), Some(&cell(8, 9)));
}

#[test]
fn a_trail_goes_on_after_a_jump() {
    let cells = [(8, 8), (9, 8), (9, 9), (8, 9), (7, 8), (6, 8), (3, 3), (3, 4)].map(Cell::from);
    let mut trails = Trails::none();
    cells.iter().for_each(|&cell| assert!(trails.push(1, cell, false)));
    let trail = trails.of(1);
    assert_eq!(trail.iter().collect::<Vec<_>>(), cells);
    assert_eq!((trail.len(), trail.first(), trail.last()), (8, Some(cells[0]), Some(cells[7])));
    assert_eq!(trails.clone(), trails);
    trails.clear(1);
    assert_eq!(trails, Trails::none());
}

#[test]
fn every_way_to_walk_a_trail_finds_its_cells() {
    // Up and down from left to right, and once more with a jump at the end.
    let snake = (0..140u16).map(|n| Cell { x: n / 20, y: if n / 20 % 2 == 0 { n % 20 } else { 19 - n % 20 } });
    let (mut trails, mut cells, mut copy) = (Trails::none(), Vec::new(), Vec::from([Cell { x: 9, y: 9 }; 3]));
    for cell in snake.chain([Cell { x: 50, y: 50 }, Cell { x: 50, y: 51 }]) {
        assert!(trails.push(2, cell, false));
        cells.push(cell);
        let (trail, mut walked) = (trails.of(2), Vec::new());
        trail.for_each(|cell| walked.push(cell));
        trail.copy_to(&mut copy);
        assert_eq!((&walked, &copy), (&cells, &cells));
        assert!(trail.iter().eq(cells.iter().copied()));
        assert!(trail.contains(cells[0]) && trail.contains(cell) && !trail.contains(Cell { x: 30, y: 30 }));
    }
    trails.of(0).copy_to(&mut copy);
    assert_eq!(copy, []);
}

#[test]
fn a_jump_without_room_leaves_nothing_behind() {
    let settings = Settings::read(&json!({"rules": "v2024.0.8"})).unwrap();
    let (_, mut state) = Old::new(&settings, 0).unwrap();
    let beside = |n: usize| Cell { x: 2 * n as u16, y: 5 };
    (0..JUMPS + 3).for_each(|n| state.tread(0, beside(n)));
    assert_eq!(usize::from(state.trail(0).len()), JUMPS + 1);
    assert!(state.field.is_trodden(beside(JUMPS)) && !state.field.is_trodden(beside(JUMPS + 1)));
    state.lift(0);
    assert_eq!(state.field.trodden(5), 0);
}
