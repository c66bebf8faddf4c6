//! R1, R2, R15 and R16: where a unit may go, and what it may not enter.

use super::Scenario;
use serde_json::json;

// R2, R15: what is allowed.

scenario! {
    each_of_the_eight_steps_goes_where_it_is_named,
    board: "
        .........      .A..B....
        .A.B.C.D.      ......C..
        .........  =>  ......H.D
        .E.F.G.H.      ....G....
        .........      .EF......
        a.......>      a.......>
    ",
    play: ["A N, B NE, C E, D SE, E S, F SW, G W, H NW"],
    tells: [],
}

scenario! {
    paths_may_cross_on_a_diagonal,
    board: "
        AB..      ....
        ....  =>  BA..
        a..>      a..>
    ",
    play: ["A SE, B SW"],
    tells: [],
}

scenario! {
    a_train_of_any_length_moves_round_a_corner,
    board: "
        BCD..      ABC..
        A....  =>  ...D.
        a...>      a...>
    ",
    play: ["A N, B E, C E, D SE"],
    tells: [],
}

scenario! {
    one_may_follow_onto_a_cell_left_on_a_diagonal,
    board: "
        .A...      .B...
        B....  =>  ..A..
        a...>      a...>
    ",
    play: ["A SE, B NE"],
    tells: [],
}

scenario! {
    survivors_follow_each_other_too,
    board: "
        abc.>      .abc>
        .....  =>  .....
        A....      A....
    ",
    play: ["a E, b E, c E"],
    tells: [],
    above: "round 2/100, in 3, escaped 0, captured 0",
}

// R16: bounds and barred cells.

scenario! {
    nobody_leaves_the_board,
    board: "
        A.B.C      A.B.C
        D...E  =>  D...E
        F.G.H      F.G.H
        ..>a.      ..>a.
    ",
    settings: {"exits": [[2, 3]]},
    play: ["A N, B NW, C E, D W, E NE, F SW, G stay, H SE"],
    tells: [
        "A (0,0) N refused: out_of_bounds",
        "B (2,0) NW refused: out_of_bounds",
        "C (4,0) E refused: out_of_bounds",
        "D (0,1) W refused: out_of_bounds",
        "E (4,1) NE refused: out_of_bounds",
        "F (0,2) SW refused: out_of_bounds",
        "H (4,2) SE refused: out_of_bounds",
    ],
}

scenario! {
    who_cannot_leave_the_board_blocks_who_follows,
    board: "
        ABC.      ABC.
        ....  =>  ....
        a..>      a..>
    ",
    play: ["A W, B W, C W"],
    tells: ["A (0,0) W refused: out_of_bounds", "B (1,0) W refused: blocked", "C (2,0) W refused: blocked"],
}

scenario! {
    a_wish_off_the_board_makes_no_swap,
    board: "
        BA..      BA..
        ....  =>  ....
        a..>      a..>
    ",
    play: ["A W, B NW"],
    tells: ["A (1,0) W refused: blocked", "B (0,0) NW refused: out_of_bounds"],
}

scenario! {
    killers_may_enter_exits,
    board: "
        .A>      ..A
        ...  =>  ...
        a..      a..
    ",
    play: ["A E"],
    tells: [],
}

scenario! {
    killers_may_be_barred_from_exits,
    board: "
        BA>      BA>
        ..C  =>  ..C
        a..      a..
    ",
    settings: {"killers_on_exits": "forbid"},
    play: ["A E, B E, C N"],
    tells: [
        "A (1,0) E refused: forbidden_cell",
        "B (0,0) E refused: blocked",
        "C (2,1) N refused: forbidden_cell",
    ],
}

scenario! {
    a_bar_does_not_stop_survivors,
    board: "
        .a>      ..>
        ..b  =>  .b.
        A..      A..
    ",
    settings: {"killers_on_exits": "forbid"},
    play: ["a E, b W"],
    tells: ["a escapes at (2,0); escaped 1, captured 0"],
}

scenario! {
    a_bar_leaves_a_lone_killer_free_elsewhere,
    board: "
        A.>      ..>
        ...  =>  .A.
        ..a      ..a
    ",
    settings: {"killers_on_exits": "forbid"},
    play: ["A SE"],
    tells: [],
}
