//! R11, R26 to R28: rounds, ends and winners.

use super::super::matches::{self, spoken};
use super::{Scenario, told};
use crate::Tag;
use gridhaunt_kernel::Game;
use serde_json::json;

scenario! {
    the_match_ends_at_once_when_the_last_is_caught,
    board: "
        .A..      ....
        .a..  =>  .A..
        ...>      ...>
    ",
    start: {"escaped": [1], "round": 7},
    play: ["A S", "a E"],
    tells: [
        "A enters a at (1,1): captured; escaped 1, captured 1",
        "killers win in round 7 (board_empty); escaped 1, captured 1, stranded 0",
    ],
    above: "round 7/100, in 0, escaped 1, captured 1, stranded 0, killers win",
}

scenario! {
    the_killer_phase_of_the_last_round_is_not_the_end,
    board: "
        A...      .A..
        ....  =>  ....
        a..>      a..>
    ",
    settings: {"max_rounds": 1},
    play: ["A E"],
    tells: [],
    above: "round 1/1, in 1, escaped 0, captured 0",
}

scenario! {
    who_is_in_after_the_last_round_is_stranded,
    board: "
        A.c.      A...
        ....  =>  ....
        ab.>      ...>
    ",
    settings: {"max_rounds": 2},
    start: {"round": 2},
    play: ["a stay, b E, c stay"],
    tells: [
        "a stranded at (0,2)",
        "b stranded at (2,2)",
        "c stranded at (2,0)",
        "killers win in round 2 (time_limit); escaped 0, captured 0, stranded 3",
    ],
    above: "round 2/2, in 0, escaped 0, captured 0, stranded 3, killers win",
}

scenario! {
    an_empty_board_after_the_last_round_is_no_time_limit,
    board: "
        A...      A...
        ....  =>  ....
        ..a>      ...>
    ",
    settings: {"max_rounds": 1},
    play: ["a E"],
    tells: [
        "a escapes at (3,2); escaped 1, captured 0",
        "survivors win in round 1 (board_empty); escaped 1, captured 0, stranded 0",
    ],
}

scenario! {
    by_score_more_escaped_than_not_wins,
    board: "
        A...      A...
        ....  =>  ....
        ..a>      ...>
    ",
    settings: {"win_rule": "score"},
    start: {"escaped": [1], "captured": [2]},
    play: ["a E"],
    tells: [
        "a escapes at (3,2); escaped 2, captured 1",
        "survivors win in round 1 (board_empty); escaped 2, captured 1, stranded 0",
    ],
}

scenario! {
    by_score_as_many_escaped_as_not_is_a_draw_and_the_stranded_count_as_not,
    board: "
        A...      A...
        ....  =>  ....
        b.a>      ...>
    ",
    settings: {"win_rule": "score", "max_rounds": 1},
    play: ["a E, b N"],
    tells: [
        "a escapes at (3,2); escaped 1, captured 0",
        "b stranded at (0,1)",
        "draw in round 1 (time_limit); escaped 1, captured 0, stranded 1",
    ],
    above: "round 1/1, in 0, escaped 1, captured 0, stranded 1, draw",
}

scenario! {
    by_score_fewer_escaped_than_not_loses,
    board: "
        A...      A...
        ....  =>  ....
        b.a>      ...>
    ",
    settings: {"win_rule": "score", "max_rounds": 1},
    start: {"captured": [2]},
    play: ["a E, b N"],
    tells: [
        "a escapes at (3,2); escaped 1, captured 1",
        "b stranded at (0,1)",
        "killers win in round 1 (time_limit); escaped 1, captured 1, stranded 1",
    ],
}

#[test]
fn after_the_end_nothing_happens() {
    let board = "
        .A..      ....
        .a..  =>  .A..
        ...>      ...>
    ";
    let (world, mut state) = Scenario::new(board, &["A S"], &[]).begin();
    told(&world, &mut state, "A S");
    let over = state;
    assert!(Tag::<8>::phase(&world, &over).is_over());
    assert!(matches::step(&world, &mut state, &spoken(&world, "A N, a N")).is_empty());
    assert_eq!(state, over);
}
