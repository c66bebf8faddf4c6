//! The ideas of the planner, each on a board where the right step is known.

mod exact;

use super::*;
use crate::pyrat::tests::play;
use gridhaunt_kernel::prelude::*;
use gridhaunt_pyrat::{PyRat, State, World, drawing};
use serde_json::json;

fn drawn(text: &str) -> (World, State<10>) {
    drawing::game(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn planner(world: &World, state: &State<10>, seat: Seat) -> Planner {
    let mut bot = Planner::new(&Plans::default());
    bot.start(&PyRat::start(world, state, seat));
    bot
}

/// What the python chooses on a board.
fn choice(text: &str) -> Action {
    let (world, state) = drawn(text);
    let view = PyRat::view(&world, &state, &[], Seat(0));
    planner(&world, &state, Seat(0)).choose(&view, &Action::ALL)
}

#[test]
fn three_cheeses_that_the_rival_comes_for_go_before_one_that_is_nearer() {
    let board = "
+---+---+---+---+---+---+---+---+---+
|                     R             |
+---+---+---+---+---+---+---+---+   +
|     *       P           *   *   * |
+---+---+---+---+---+---+---+---+---+";
    assert_eq!(choice(board.trim_start()), Action::Right);
}

#[test]
fn a_cheese_at_which_the_rival_is_first_is_left_to_it() {
    let board = "
+---+---+---+---+---+---+---+---+---+
|                             R     |
+---+---+---+---+---+---+---+   +---+
| *               P           *     |
+---+---+---+---+---+---+---+---+---+";
    assert_eq!(choice(board.trim_start()), Action::Left, "three steps to the right, but the rival is there in one");
}

#[test]
fn cheese_under_the_feet_is_eaten_by_staying_and_mud_is_waited_for() {
    let feet = "
+---+---+---+
|         R |
+---+---+---+
| P*      * |
+---+---+---+";
    assert_eq!(choice(feet.trim_start()), Action::Stay);
    let mud = "
+---+---+---+
|         R |
+   +   +   +
|     P 5 * |
+---+---+---+
delay 3 0";
    assert_eq!(choice(mud.trim_start()), Action::Stay);
}

#[test]
fn nothing_in_reach_and_boards_of_others_are_no_trouble() {
    let walled = "
+---+---+---+
| * |     R |
+---+---+---+
| P         |
+---+---+---+";
    assert_eq!(choice(walled.trim_start()), Action::Stay);
    let (world, state) = drawn(walled.trim_start());
    let mut bot = planner(&world, &state, Seat(1));
    let mut view = PyRat::view(&world, &state, &[], Seat(1));
    view.players[0].at = Cell { x: 9, y: 9 };
    assert_eq!(bot.choose(&view, &Action::ALL), Action::Stay);
    view.players[0].at = Cell { x: 0, y: 0 };
    view.cheese = vec![Cell { x: 7, y: 7 }, Cell { x: 2, y: 0 }, Cell { x: 2, y: 0 }, Cell { x: 1, y: 0 }];
    bot.choose(&view, &Action::ALL);
}

#[test]
fn a_rival_that_goes_to_the_nearest_cheese_is_known_after_a_while_and_one_that_does_not_at_once() {
    let board = "
+---+---+---+---+---+---+---+---+---+
| R                                 |
+---+---+---+---+---+---+---+---+   +
| P   *               *             |
+---+---+---+---+---+---+---+---+---+";
    let (world, mut state) = drawn(board.trim_start());
    let mut bot = planner(&world, &state, Seat(0));
    let mut see = |state: &State<10>| {
        let view = PyRat::view(&world, state, &[], Seat(0));
        bot.choose(&view, &Action::ALL);
        bot.rival.belief()
    };
    assert_eq!(see(&state), 0.5);
    state.pos[1] += 1;
    state.turn += 1;
    let nearer = see(&state);
    assert!(nearer > 0.5);
    state.pos[1] -= 1;
    state.turn += 1;
    assert!(see(&state) < 0.05);
}

#[test]
fn more_cheese_than_a_chart_has_room_for_is_eaten_from_the_nearest_on() {
    let settings = json!({"width": 20, "height": 20, "cheese_count": 400, "wall_density": 0.0});
    let session = play(&settings, [("planner", json!({"endgame": 0, "beam": 1})), ("idle", json!({}))], 3);
    assert_eq!(session.outcome().unwrap().winner(), Some(Seat(0)));
    assert!(session.steps() < 300, "more than 200 cheeses in {} turns", session.steps());
}

#[test]
fn planner_takes_most_points_from_greedy() {
    let mut points = 0.0;
    for seed in 0..30 {
        for seat in [Seat(0), Seat(1)] {
            let mut bots = [("planner", json!({})), ("greedy", json!({}))];
            bots.rotate_left(seat.index());
            let winner = play(&json!({"preset": "tiny"}), bots, seed).outcome().unwrap().winner();
            points += winner.map_or(0.5, |winner| f64::from(u8::from(winner == seat)));
        }
    }
    assert!(points >= 51.0, "{points} of 60");
}

#[test]
fn on_a_board_full_of_cheese_it_goes_to_the_nearest() {
    let settings = json!({"width": 20, "height": 20, "cheese_count": 398, "max_turns": 100});
    for seed in 0..4 {
        let session = play(&settings, [("planner", json!({})), ("random", json!({}))], seed);
        assert_eq!(session.outcome().unwrap().winner(), Some(Seat(0)), "seed {seed}");
    }
}
