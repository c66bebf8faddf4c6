//! R14: seats without a choice, and choices that do not count.

use super::Scenario;
use serde_json::json;

scenario! {
    who_makes_no_choice_stays_and_blocks,
    board: "
        CAB.      CAB.
        ....  =>  ....
        a..>      a..>
    ",
    play: ["A E, C E"],
    tells: ["B (2,0) no choice", "A (1,0) E refused: blocked", "C (0,0) E refused: blocked"],
}

scenario! {
    nobody_chooses_and_everybody_stays,
    board: "
        AB..      AB..
        ....  =>  ....
        a..>      a..>
    ",
    play: ["", ""],
    tells: ["A (0,0) no choice", "B (1,0) no choice", "a (0,2) no choice"],
    above: "round 2/100, in 1, escaped 0, captured 0",
}

scenario! {
    choices_of_the_other_side_are_ignored,
    board: "
        A...      .A..
        ....  =>  a...
        a..>      ...>
    ",
    play: ["A E, a E", "a N, A E"],
    tells: [],
}

scenario! {
    choices_of_who_is_gone_are_ignored,
    board: "
        A...      A...
        ....  =>  ....
        .b.>      ..b>
    ",
    start: {"escaped": [0], "phase": "survivor"},
    play: ["b E, a E"],
    tells: [],
}

scenario! {
    of_two_choices_the_first_counts_with_its_bid,
    board: "
        A.B..      AB...
        .....  =>  .....
        a...>      a...>
    ",
    play: ["A E bid 1, B W bid 2, A S bid 50, B E bid 0"],
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    the_order_of_choices_has_no_effect,
    board: "
        A.B..      .AB..
        .....  =>  .....
        a...>      a...>
    ",
    play: ["B W, A E"],
    tells: ["B (2,0) W refused: contested"],
}
