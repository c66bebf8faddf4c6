//! Scenarios: the board before and after, and the choices. The name of each is the rule that it tests.

use super::matches;
use crate::Action::{self, Down, Left, Right, Stay, Up};
use crate::event::Event;
use crate::{PyRat, State, Status, World, drawing};
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::{Game, Seat, Wire};
use gridhaunt_testing::side_by_side;
use serde_json::json;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

const PYTHON: Seat = Seat(0);
const RAT: Seat = Seat(1);

fn cell(x: u16, y: u16) -> Cell {
    Cell { x, y }
}

fn drawn(text: &str) -> (World, State<10>) {
    drawing::game(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn ending(world: &World, state: &State<10>) -> Option<String> {
    let outcome = PyRat::<10>::outcome(world, state)?;
    let winner = outcome.winner().map_or("draw", |seat| ["python", "rat"][seat.index()]);
    Some(format!("{} {winner}", outcome.reason))
}

struct Scenario {
    board: &'static str,
    choices: [Action; 2],
    ends: Option<&'static str>,
    events: Option<Vec<Event>>,
}

impl Scenario {
    fn new(board: &'static str, choices: [Action; 2]) -> Self {
        Self { board, choices, ends: None, events: None }
    }

    fn ends(self, how: &'static str) -> Self {
        Self { ends: Some(how), ..self }
    }

    fn tells(self, events: impl Into<Vec<Event>>) -> Self {
        Self { events: Some(events.into()), ..self }
    }

    fn play(self) {
        let boards = side_by_side(self.board);
        let (world, mut state) = drawn(&boards[0].join("\n"));
        let (same_world, expected) = drawn(&boards[1].join("\n"));
        assert_eq!(world.maze, same_world.maze, "both pictures show one maze");
        let told = matches::step(&world, &mut state, self.choices);
        let picture = |state: &State<10>| PyRat::<10>::drawing(&world, state);
        assert_eq!(state, expected, "\ngot\n{}need\n{}", picture(&state), picture(&expected));
        assert_eq!(ending(&world, &state).as_deref(), self.ends, "how it ended");
        if let Some(events) = self.events {
            assert_eq!(told, events, "what was told");
        }
    }
}

/// After a scenario without `ends` the game continues.
macro_rules! scenario {
    (
        $name:ident,
        board: $board:literal,
        choices: $choices:expr,
        $(ends: $ends:literal,)?
        $(events: $events:expr,)?
    ) => {
        #[test]
        fn $name() {
            Scenario::new($board, $choices)$(.ends($ends))?$(.tells($events))?.play();
        }
    };
}

// R6, R7, R11: moving.

scenario! {
    each_moves_one_cell_the_way_it_chose,
    board: "
        +---+---+---+      +---+---+---+
        | .   .   R |      | P   .   . |
        +   +   +   +  =>  +   +   +   +
        | P   *   . |      | .   *   R |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Up, Down],
    events: [
        Event::Moved { seat: PYTHON, from: cell(0, 0), to: cell(0, 1) },
        Event::Moved { seat: RAT, from: cell(2, 1), to: cell(2, 0) },
    ],
}

scenario! {
    left_and_right_are_as_they_look,
    board: "
        +---+---+---+      +---+---+---+
        | .   .   R |      | .   R   . |
        +   +   +   +  =>  +   +   +   +
        | P   .   * |      | .   P   * |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Right, Left],
}

scenario! {
    players_are_ghostly_and_swap_cells,
    board: "
        +---+---+---+      +---+---+---+
        | P   R   * |      | R   P   * |
        +   +   +   +  =>  +   +   +   +
        | .   .   . |      | .   .   . |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Right, Left],
}

scenario! {
    players_are_ghostly_and_share_a_cell,
    board: "
        +---+---+---+      +---+---+---+
        | P   .   R |      | .  PR   . |
        +   +   +   +  =>  +   +   +   +
        | .   *   . |      | .   *   . |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Right, Left],
}

scenario! {
    walls_and_borders_hold,
    board: "
        +---+---+---+      +---+---+---+
        | .   * | R |      | .   * | R |
        +---+   +   +  =>  +---+   +   +
        | P   .   . |      | P   .   . |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Up, Left],
    events: [
        Event::Blocked { seat: PYTHON, at: cell(0, 0), action: Up },
        Event::Blocked { seat: RAT, at: cell(2, 1), action: Left },
    ],
}

scenario! {
    nobody_walks_round_the_end_of_a_row,
    board: "
        +---+---+---+      +---+---+---+
        | R   *   . |      | R   *   . |
        +   +   +   +  =>  +   +   +   +
        | .   .   P |      | .   .   P |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Right, Left],
    events: [
        Event::Blocked { seat: PYTHON, at: cell(2, 0), action: Right },
        Event::Blocked { seat: RAT, at: cell(0, 1), action: Left },
    ],
}

scenario! {
    nobody_leaves_through_the_top_or_the_bottom,
    board: "
        +---+---+---+      +---+---+---+
        | R   *   . |      | R   *   . |
        +   +   +   +  =>  +   +   +   +
        | .   .   P |      | .   .   P |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Down, Up],
}

scenario! {
    mud_takes_the_position_at_once_and_the_cheese_not_yet,
    board: "
        +---+---+---+      +---+---+---+
        | .   .   R |      | .   .   R |
        +   +   +   +  =>  +   +   +   +
        | P a *   * |      | . a P*  * |
        +---+---+---+      +---+---+---+
        a=255              a=255
                           turn 1
                           delay 254 0
    ",
    choices: [Right, Stay],
    events: [
        Event::EnteredMud { seat: PYTHON, from: cell(0, 0), to: cell(1, 0), turns: 255 },
        Event::Stayed { seat: RAT },
    ],
}

scenario! {
    both_share_mud_and_each_wades_alone,
    board: "
        +---+---+---+      +---+---+---+
        | P 3 R   * |      | R 3 P   * |
        +   +   +   +  =>  +   +   +   +
        | .   .   . |      | .   .   . |
        +---+---+---+      +---+---+---+
                           turn 1
                           delay 2 2
    ",
    choices: [Right, Left],
}

// R10, R15: transit.

scenario! {
    an_order_given_in_transit_is_ignored,
    board: "
        +---+---+---+      +---+---+---+
        | . 4 P   * |      | . 4 P   * |
        +   +   +   +  =>  +   +   +   +
        | .   R 2 . |      | .   R 2 . |
        +---+---+---+      +---+---+---+
        delay 2 1          delay 1 0
                           turn 1
    ",
    choices: [Right, Up],
    events: [
        Event::InMud { seat: PYTHON, left: 1, ignored: Right },
        Event::LeftMud { seat: RAT, at: cell(1, 0), ignored: Up },
    ],
}

scenario! {
    one_cannot_turn_back_in_mud,
    board: "
        +---+---+---+      +---+---+---+
        | . 4 P   * |      | . 4 P   * |
        +   +   +   +  =>  +   +   +   +
        | .   R   . |      | .   R   . |
        +---+---+---+      +---+---+---+
        delay 3 0          delay 2 0
                           turn 1
    ",
    choices: [Left, Stay],
}

scenario! {
    the_way_back_through_mud_costs_the_same,
    board: "
        +---+---+---+      +---+---+---+
        | . 4 P   * |      | P 4 .   * |
        +   +   +   +  =>  +   +   +   +
        | .   R   . |      | .   R   . |
        +---+---+---+      +---+---+---+
                           delay 3 0
                           turn 1
    ",
    choices: [Left, Stay],
}

// R16, R17: cheese.

scenario! {
    staying_on_cheese_eats_it,
    board: "
        +---+---+---+      +---+---+---+
        | .   .   R |      | .   .   R |
        +   +   +   +  =>  +   +   +   +
        | P*  *   * |      | P   *   * |
        +---+---+---+      +---+---+---+
                           turn 1
                           score 1 0
    ",
    choices: [Stay, Stay],
    events: [
        Event::Stayed { seat: PYTHON },
        Event::Stayed { seat: RAT },
        Event::Ate { seat: PYTHON, at: cell(0, 0) },
    ],
}

scenario! {
    a_bump_on_cheese_eats_it,
    board: "
        +---+---+---+      +---+---+---+
        | .   * | R*|      | .   * | R |
        +   +   +   +  =>  +   +   +   +
        | P   .   * |      | P   .   * |
        +---+---+---+      +---+---+---+
                           turn 1
                           score 0 1
    ",
    choices: [Stay, Left],
    events: [
        Event::Stayed { seat: PYTHON },
        Event::Blocked { seat: RAT, at: cell(2, 1), action: Left },
        Event::Ate { seat: RAT, at: cell(2, 1) },
    ],
}

scenario! {
    transit_that_ends_on_cheese_eats_it,
    board: "
        +---+---+---+      +---+---+---+
        | . 3 P*  R |      | . 3 P   R |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
        delay 1 0          turn 1
                           score 1 0
    ",
    choices: [Down, Stay],
    events: [
        Event::LeftMud { seat: PYTHON, at: cell(1, 1), ignored: Down },
        Event::Stayed { seat: RAT },
        Event::Ate { seat: PYTHON, at: cell(1, 1) },
    ],
}

scenario! {
    walking_off_cheese_leaves_it,
    board: "
        +---+---+---+      +---+---+---+
        | .   .   R*|      | .   R   * |
        +   +   +   +  =>  +   +   +   +
        | P*  .   * |      | *   P   * |
        +---+---+---+      +---+---+---+
                           turn 1
    ",
    choices: [Right, Left],
}

scenario! {
    wading_off_cheese_leaves_it,
    board: "
        +---+---+---+      +---+---+---+
        | .   .   R |      | .   .   R |
        +   +   +   +  =>  +   +   +   +
        | P*2 *   * |      | * 2 P*  * |
        +---+---+---+      +---+---+---+
                           turn 1
                           delay 1 0
    ",
    choices: [Right, Stay],
}

scenario! {
    transit_towards_cheese_does_not_hold_it,
    board: "
        +---+---+---+      +---+---+---+
        | . 4 P*  R |      | . 4 PR  . |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
        delay 2 0          turn 1
                           delay 1 0
                           score 0 1
    ",
    choices: [Stay, Left],
    events: [
        Event::InMud { seat: PYTHON, left: 1, ignored: Stay },
        Event::Moved { seat: RAT, from: cell(2, 1), to: cell(1, 1) },
        Event::Ate { seat: RAT, at: cell(1, 1) },
    ],
}

scenario! {
    transit_that_ends_as_the_other_arrives_shares,
    board: "
        +---+---+---+      +---+---+---+
        | . 4 P*  R |      | . 4 PR  . |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
        delay 1 0          turn 1
                           score 0.5 0.5
    ",
    choices: [Stay, Left],
    events: [
        Event::LeftMud { seat: PYTHON, at: cell(1, 1), ignored: Stay },
        Event::Moved { seat: RAT, from: cell(2, 1), to: cell(1, 1) },
        Event::Shared { at: cell(1, 1) },
    ],
}

scenario! {
    two_transits_that_end_together_share,
    board: "
        +---+---+---+      +---+---+---+
        | . 4PR*7 . |      | . 4PR 7 . |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
        delay 1 1          turn 1
                           score 0.5 0.5
    ",
    choices: [Stay, Up],
}

scenario! {
    two_transits_that_still_go_on_eat_nothing,
    board: "
        +---+---+---+      +---+---+---+
        | . 4PR*7 . |      | . 4PR*7 . |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
        delay 2 2          turn 1
                           delay 1 1
    ",
    choices: [Stay, Stay],
}

scenario! {
    one_in_transit_and_one_free_on_a_cell_are_not_both,
    board: "
        +---+---+---+      +---+---+---+
        | . 4PR*  . |      | . 4PR   . |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
        delay 2 0          turn 1
                           delay 1 0
                           score 0 1
    ",
    choices: [Stay, Stay],
}

scenario! {
    two_who_arrive_together_share,
    board: "
        +---+---+---+      +---+---+---+
        | P   *   R |      | .  PR   . |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
                           turn 1
                           score 0.5 0.5
    ",
    choices: [Right, Left],
}

scenario! {
    one_who_waits_and_one_who_arrives_share,
    board: "
        +---+---+---+      +---+---+---+
        | P   *R  . |      | .  PR   . |
        +   +   +   +  =>  +   +   +   +
        | .   *   * |      | .   *   * |
        +---+---+---+      +---+---+---+
                           turn 1
                           score 0.5 0.5
    ",
    choices: [Right, Stay],
}

scenario! {
    two_on_different_cells_both_eat,
    board: "
        +---+---+---+      +---+---+---+
        | .   *   R |      | .   R   . |
        +   +   +   +  =>  +   +   +   +
        | P   *   * |      | .   P   * |
        +---+---+---+      +---+---+---+
                           turn 1
                           score 1 1
    ",
    choices: [Right, Left],
    events: [
        Event::Moved { seat: PYTHON, from: cell(0, 0), to: cell(1, 0) },
        Event::Moved { seat: RAT, from: cell(2, 1), to: cell(1, 1) },
        Event::Ate { seat: PYTHON, at: cell(1, 0) },
        Event::Ate { seat: RAT, at: cell(1, 1) },
    ],
}

scenario! {
    both_eat_also_when_one_wins_by_it,
    board: "
        +---+---+---+      +---+---+---+
        | .   *   R |      | .   R   . |
        +   +   +   +  =>  +   +   +   +
        | P   *   * |      | .   P   * |
        +---+---+---+      +---+---+---+
        score 2 0          turn 1
                           score 3 1
    ",
    choices: [Right, Left],
    ends: "majority python",
    events: [
        Event::Moved { seat: PYTHON, from: cell(0, 0), to: cell(1, 0) },
        Event::Moved { seat: RAT, from: cell(2, 1), to: cell(1, 1) },
        Event::Ate { seat: PYTHON, at: cell(1, 0) },
        Event::Ate { seat: RAT, at: cell(1, 1) },
        Event::Over { reason: Status::Majority, winner: Some(PYTHON) },
    ],
}

scenario! {
    cheese_does_not_come_back,
    board: "
        +---+---+---+      +---+---+---+
        | .   *   R |      | .   *   R |
        +   +   +   +  =>  +   +   +   +
        | P   *   * |      | P   *   * |
        +---+---+---+      +---+---+---+
        score 0 1          turn 1
                           score 0 1
    ",
    choices: [Stay, Stay],
}

// R18 to R20: the end.

scenario! {
    exactly_half_ends_nothing,
    board: "
        +---+---+      +---+---+
        | P   * |      | .   P |
        +   +   +  =>  +   +   +
        | *   R |      | *   R |
        +---+---+      +---+---+
                       turn 1
                       score 1 0
    ",
    choices: [Right, Stay],
}

scenario! {
    half_a_point_more_than_half_ends_it,
    board: "
        +---+---+      +---+---+
        | P   * |      | .  PR |
        +   +   +  =>  +   +   +
        | *   R |      | *   . |
        +---+---+      +---+---+
        score 2 0      turn 1
                       score 2.5 0.5
    ",
    choices: [Right, Up],
    ends: "majority python",
    events: [
        Event::Moved { seat: PYTHON, from: cell(0, 1), to: cell(1, 1) },
        Event::Moved { seat: RAT, from: cell(1, 0), to: cell(1, 1) },
        Event::Shared { at: cell(1, 1) },
        Event::Over { reason: Status::Majority, winner: Some(PYTHON) },
    ],
}

scenario! {
    exactly_half_of_an_odd_number_ends_nothing_either,
    board: "
        +---+---+      +---+---+
        | P   * |      | .  PR |
        +   +   +  =>  +   +   +
        | *   R |      | *   . |
        +---+---+      +---+---+
        score 1 0      turn 1
        total 3        score 1.5 0.5
                       total 3
    ",
    choices: [Right, Up],
}

scenario! {
    the_rat_wins_by_majority_too,
    board: "
        +---+---+          +---+---+
        | P   * |          | P   R |
        +   +   +      =>  +   +   +
        | *   R |          | *   . |
        +---+---+          +---+---+
        score 0.5 1.5      turn 1
                           score 0.5 2.5
    ",
    choices: [Stay, Up],
    ends: "majority rat",
    events: [
        Event::Stayed { seat: PYTHON },
        Event::Moved { seat: RAT, from: cell(1, 0), to: cell(1, 1) },
        Event::Ate { seat: RAT, at: cell(1, 1) },
        Event::Over { reason: Status::Majority, winner: Some(RAT) },
    ],
}

scenario! {
    without_the_majority_rule_play_goes_on,
    board: "
        +---+---+          +---+---+
        | P   * |          | P   R |
        +   +   +      =>  +   +   +
        | *   R |          | *   . |
        +---+---+          +---+---+
        score 0.5 1.5      turn 1
        majority off       score 0.5 2.5
                           majority off
    ",
    choices: [Stay, Up],
}

scenario! {
    without_the_majority_rule_the_last_cheese_clears_the_board,
    board: "
        +---+---+         +---+---+
        | P   * |         | P   R |
        +   +   +     =>  +   +   +
        | .   R |         | .   . |
        +---+---+         +---+---+
        score 0 3         turn 1
        majority off      score 0 4
                          majority off
    ",
    choices: [Stay, Up],
    ends: "cleared rat",
}

scenario! {
    without_the_majority_rule_the_turn_limit_ends_it,
    board: "
        +---+---+         +---+---+
        | P   * |         | P   * |
        +   +   +     =>  +   +   +
        | .   R |         | .   R |
        +---+---+         +---+---+
        score 0 3         score 0 3
        turn 9            turn 10
        max 10            max 10
        majority off      majority off
    ",
    choices: [Stay, Stay],
    ends: "turn_limit rat",
}

scenario! {
    half_each_means_all_is_eaten_and_the_draw_is_cleared,
    board: "
        +---+---+      +---+---+
        | P   * |      | .   R |
        +   +   +  =>  +   +   +
        | *   R |      | P   . |
        +---+---+      +---+---+
        score 1 1      turn 1
                       score 2 2
    ",
    choices: [Down, Up],
    ends: "cleared draw",
    events: [
        Event::Moved { seat: PYTHON, from: cell(0, 1), to: cell(0, 0) },
        Event::Moved { seat: RAT, from: cell(1, 0), to: cell(1, 1) },
        Event::Ate { seat: PYTHON, at: cell(0, 0) },
        Event::Ate { seat: RAT, at: cell(1, 1) },
        Event::Over { reason: Status::Cleared, winner: None },
    ],
}

scenario! {
    cleared_is_named_before_the_turn_limit,
    board: "
        +---+---+      +---+---+
        | P   * |      | .  PR |
        +   +   +  =>  +   +   +
        | .   R |      | .   . |
        +---+---+      +---+---+
        score 1 1      score 1.5 1.5
        turn 19        turn 20
        max 20         max 20
    ",
    choices: [Right, Up],
    ends: "cleared draw",
}

scenario! {
    majority_is_named_before_cleared_and_the_turn_limit,
    board: "
        +---+---+      +---+---+
        | P   * |      | .   P |
        +   +   +  =>  +   +   +
        | .   R |      | .   R |
        +---+---+      +---+---+
        score 1 1      score 2 1
        turn 19        turn 20
        max 20         max 20
    ",
    choices: [Right, Stay],
    ends: "majority python",
}

scenario! {
    at_the_turn_limit_the_one_ahead_wins,
    board: "
        +---+---+          +---+---+
        | P   * |          | P   * |
        +   +   +      =>  +   +   +
        | *   R |          | *   R |
        +---+---+          +---+---+
        score 0.5 1.5      score 0.5 1.5
        total 4            total 4
        turn 19            turn 20
        max 20             max 20
    ",
    choices: [Stay, Stay],
    ends: "turn_limit rat",
}

scenario! {
    the_last_turn_still_counts,
    board: "
        +---+---+      +---+---+
        | P   * |      | P   * |
        +   +   +  =>  +   +   +
        | *   R |      | *   R |
        +---+---+      +---+---+
        turn 18        turn 19
        max 20         max 20
    ",
    choices: [Stay, Stay],
}

scenario! {
    cheese_out_of_reach_does_not_end_a_game_early,
    board: "
        +---+---+---+      +---+---+---+
        | P   . | * |      | P   . | * |
        +   +   +---+  =>  +   +   +---+
        | .   R   . |      | .   R   . |
        +---+---+---+      +---+---+---+
        score 0.5 0.5      score 0.5 0.5
                           turn 1
    ",
    choices: [Stay, Stay],
}

scenario! {
    a_state_won_by_majority_is_frozen,
    board: "
        +---+---+      +---+---+
        | P   * |      | P   * |
        +   +   +  =>  +   +   +
        | .   R |      | .   R |
        +---+---+      +---+---+
        score 2 0      score 2 0
        turn 5         turn 5
    ",
    choices: [Right, Up],
    ends: "majority python",
    events: Vec::new(),
}

scenario! {
    a_state_at_its_turn_limit_is_frozen_in_mid_transit,
    board: "
        +---+---+      +---+---+
        | P*3 . |      | P*3 . |
        +   +   +  =>  +   +   +
        | .   R |      | .   R |
        +---+---+      +---+---+
        delay 1 0      delay 1 0
        turn 5         turn 5
        max 5          max 5
    ",
    choices: [Right, Up],
    ends: "turn_limit draw",
    events: Vec::new(),
}

// R9: choices.

const OPEN: &str = "
    +---+---+---+
    | .   .   R |
    +   +   +   +
    | P   .   * |
    +---+---+---+
";

fn cells_after(choices: &[(Seat, Action)]) -> [Cell; 2] {
    let (world, mut state) = drawn(OPEN);
    PyRat::<10>::step(&world, &mut state, choices, |_| {});
    assert_eq!(state.turn, 1, "{choices:?}");
    state.pos.map(|index| world.grid().cell(index.into()))
}

#[test]
fn a_seat_without_a_choice_stays() {
    assert_eq!(cells_after(&[]), [cell(0, 0), cell(2, 1)]);
    assert_eq!(cells_after(&[(RAT, Down)]), [cell(0, 0), cell(2, 0)]);
    assert_eq!(cells_after(&[(PYTHON, Up)]), [cell(0, 1), cell(2, 1)]);
}

#[test]
fn a_missing_choice_is_told_as_a_stay() {
    let (world, mut state) = drawn(OPEN);
    let mut events = Vec::new();
    PyRat::<10>::step(&world, &mut state, &[], |event| events.push(event));
    assert_eq!(events, [Event::Stayed { seat: PYTHON }, Event::Stayed { seat: RAT }]);
    let view = PyRat::<10>::view(&world, &state, &[(RAT, Down)], PYTHON);
    assert_eq!(view.last, [Stay, Down], "and shown as one");
}

#[test]
fn the_first_choice_of_a_seat_counts() {
    assert_eq!(cells_after(&[(PYTHON, Up), (PYTHON, Right), (RAT, Left), (RAT, Down)]), [cell(0, 1), cell(1, 1)]);
    assert_eq!(cells_after(&[(PYTHON, Stay), (PYTHON, Right)]), [cell(0, 0), cell(2, 1)], "also when it is to stay");
}

#[test]
fn the_order_of_choices_has_no_effect() {
    for python in Action::ALL {
        for rat in Action::ALL {
            let there = cells_after(&[(PYTHON, python), (RAT, rat)]);
            assert_eq!(there, cells_after(&[(RAT, rat), (PYTHON, python)]), "{python:?} {rat:?}");
        }
    }
}

#[test]
fn seats_that_do_not_exist_are_ignored() {
    let choices = [(Seat(2), Up), (Seat(255), Down), (PYTHON, Right), (Seat(2), Left)];
    assert_eq!(cells_after(&choices), [cell(1, 0), cell(2, 1)]);
}

#[test]
fn both_seats_choose_every_turn_and_all_five_actions_are_legal() {
    let (world, mut state) = drawn(
        "
        +---+---+
        | P*9 . |
        +   +   +
        | .   R |
        +---+---+
        delay 5 0
        max 1
    ",
    );
    let legal = |state: &State<10>, seat| {
        let mut actions = Vec::new();
        PyRat::<10>::legal(&world, state, seat, &mut |action| actions.push(action));
        for action in Action::ALL {
            assert_eq!(PyRat::<10>::allows(&world, state, seat, action), actions.contains(&action));
        }
        actions
    };
    assert_eq!(legal(&state, PYTHON), Action::ALL, "also in transit");
    assert_eq!(legal(&state, RAT), Action::ALL);
    assert_eq!(legal(&state, Seat(2)), []);
    assert_eq!(PyRat::<10>::phase(&world, &state).seats().len(), 2);
    matches::step(&world, &mut state, [Stay, Stay]);
    assert!(PyRat::<10>::phase(&world, &state).is_over());
    assert_eq!([legal(&state, PYTHON), legal(&state, RAT)], [[]; 2], "none when it is over");
}

#[test]
fn a_code_above_four_is_an_error_in_json_and_a_stay_in_the_raw_kernel() {
    let (world, state) = drawn(OPEN);
    for code in 0..5u8 {
        assert_eq!(PyRat::<10>::read_action(&world, &json!(code)), Ok(Action::ALL[usize::from(code)]));
        assert_eq!(
            PyRat::<10>::read_action(&world, &json!(Action::NAMES[usize::from(code)])),
            Ok(Action::ALL[usize::from(code)])
        );
    }
    for wrong in
        [json!(5), json!(255), json!(256), json!(260), json!(-1), json!(1.5), json!("north"), json!(null), json!([1])]
    {
        let error = PyRat::<10>::read_action(&world, &wrong).expect_err("no action");
        assert_eq!(error.to_string(), format!("action: {wrong} is not 0..=4 or one of up, right, down, left, stay"));
    }
    for code in 5..=255u8 {
        let (mut raw, mut stayed) = (state, state);
        let turn = crate::rules::step(world.maze.turns(), world.grid().width(), &mut raw, [code, 1]);
        let same = crate::rules::step(world.maze.turns(), world.grid().width(), &mut stayed, [4, 1]);
        assert_eq!((raw, turn), (stayed, same), "code {code}");
    }
}

// R8, R17: the first turn of a game made from settings.

#[test]
fn nothing_is_eaten_before_the_first_turn() {
    let settings = json!({"width": 3, "height": 2, "walls": [], "cheese": [[0, 0], [2, 1], [1, 0], [0, 1]]});
    let (world, start) = matches::game::<10>(&settings, 0);
    assert_eq!((start.cheese_left, start.cheese_total, start.half, start.turn, start.delay), (4, 4, [0; 2], 0, [0; 2]));
    let mut stayed = start;
    matches::step(&world, &mut stayed, [Stay, Stay]);
    assert_eq!((stayed.half, stayed.cheese_left), ([2, 2], 2), "who stays eats what lies under it");
    let mut walked = start;
    matches::step(&world, &mut walked, [Right, Left]);
    assert_eq!((walked.half, walked.cheese_left), ([2, 0], 3), "who walks off leaves it");
    assert!(walked.cheese.contains(0) && walked.cheese.contains(5));
}

#[test]
fn two_who_start_on_one_cheese_share_it() {
    let settings = json!({"width": 2, "height": 2, "walls": [], "cheese": [[0, 0], [1, 1]], "start": [[0, 0], [0, 0]]});
    let (world, mut state) = matches::game::<10>(&settings, 0);
    matches::step(&world, &mut state, [Down, Stay]);
    assert_eq!((state.half, state.cheese_left), ([1, 1], 1));
}
