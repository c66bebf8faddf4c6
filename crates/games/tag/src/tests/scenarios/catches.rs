//! R22 to R25: captures and escapes.

use super::Scenario;
use serde_json::json;

scenario! {
    killers_capture_by_their_own_ids,
    board: "
        aB..      B...
        ....  =>  ....
        bA.>      A..>
    ",
    play: ["A W, B W"],
    tells: [
        "A enters b at (0,2): captured; escaped 0, captured 1",
        "B enters a at (0,0): captured; escaped 0, captured 2",
        "killers win in round 1 (board_empty); escaped 0, captured 2, stranded 0",
    ],
}

scenario! {
    survivors_are_captured_by_their_own_ids,
    board: "
        aB..      .B..
        ....  =>  ....
        bA.c      .Ac.
        ...>      ...>
    ",
    play: ["a E, b E, c W"],
    tells: [
        "a enters B at (1,0): captured; escaped 0, captured 1",
        "b enters A at (1,2): captured; escaped 0, captured 2",
    ],
    above: "round 2/100, in 1, escaped 0, captured 2",
}

scenario! {
    to_stand_beside_a_killer_is_no_capture,
    board: "
        Aa..      Aa..
        ....  =>  ....
        ...>      ...>
    ",
    play: ["A stay", "a stay"],
    tells: [],
    above: "round 2/100, in 1, escaped 0, captured 0",
}

scenario! {
    a_refused_killer_captures_nobody,
    board: "
        ABa.      ABa.
        ....  =>  ....
        ...>      ...>
    ",
    play: ["A E, B stay"],
    tells: ["A (0,0) E refused: blocked"],
}

scenario! {
    a_survivor_may_enter_the_cell_another_leaves_to_be_caught,
    board: "
        baA.      .bA.
        ....  =>  ....
        ...>      ...>
    ",
    play: ["a E, b E"],
    tells: ["a enters A at (2,0): captured; escaped 0, captured 1"],
}

scenario! {
    only_one_of_two_survivors_walks_into_a_killer,
    board: "
        aAb.      .Ab.
        ....  =>  ....
        ...>      ...>
    ",
    play: ["a E, b W"],
    tells: ["b (2,0) W refused: contested", "a enters A at (1,0): captured; escaped 0, captured 1"],
}

scenario! {
    escapes_come_before_captures,
    board: "
        a.Bb      ..>.
        >..c  =>  A.B.
        ....      ....
    ",
    settings: {"exits": [[0, 1], [2, 0]]},
    start: {"killers": {"0": [0, 1], "1": [2, 1]}},
    play: ["a S, b SW, c NW"],
    tells: [
        "a escapes at (0,1); escaped 1, captured 0",
        "c escapes at (2,0); escaped 2, captured 0",
        "b enters B at (2,1): captured; escaped 2, captured 1",
        "killers win in round 1 (board_empty); escaped 2, captured 1, stranded 0",
    ],
}

scenario! {
    a_killer_on_an_exit_stays_there_when_one_escapes_from_under_it,
    board: "
        aA.      .A.
        ..b  =>  ...
        ...      ...
    ",
    settings: {"exits": [[1, 0]]},
    play: ["a E, b W", "A stay", "b N"],
    tells: [
        "a escapes at (1,0); escaped 1, captured 0",
        "b escapes at (1,0); escaped 2, captured 0",
        "survivors win in round 2 (board_empty); escaped 2, captured 0, stranded 0",
    ],
}
