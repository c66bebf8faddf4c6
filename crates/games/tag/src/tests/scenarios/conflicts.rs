//! R16 with `follow = forbid`, and R17 to R20: units in each other's way.

use super::Scenario;
use serde_json::json;

// R16 with `follow = forbid`.

scenario! {
    without_following_only_the_first_of_a_train_moves,
    board: "
        ABC..      AB.C.
        .....  =>  .....
        a...>      a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B E, C E"],
    tells: ["A (0,0) E refused: blocked", "B (1,0) E refused: blocked"],
}

scenario! {
    without_following_a_swap_is_still_called_one,
    board: "
        AB...      AB...
        .....  =>  .....
        a...>      a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B W"],
    tells: ["A (0,0) E refused: swap", "B (1,0) W refused: swap"],
}

scenario! {
    without_following_who_wants_a_swappers_cell_is_blocked,
    board: "
        ABC..      ABC..
        .....  =>  .....
        a...>      a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B W, C W"],
    tells: ["A (0,0) E refused: swap", "B (1,0) W refused: swap", "C (2,0) W refused: blocked"],
}

scenario! {
    without_following_a_ring_is_blocked_even_if_rings_may_turn,
    board: "
        AB...      AB...
        C....  =>  C....
        a...>      a...>
    ",
    settings: {"follow": "forbid", "cycle": "allow"},
    play: ["A E, B SW, C N"],
    tells: ["A (0,0) E refused: blocked", "B (1,0) SW refused: blocked", "C (0,1) N refused: blocked"],
}

scenario! {
    without_following_rivals_for_a_cell_being_left_are_blocked_not_contested,
    board: "
        ABC..      A.C..
        .....  =>  .B...
        a...>      a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B S, C W"],
    tells: ["A (0,0) E refused: blocked", "C (2,0) W refused: blocked"],
}

scenario! {
    without_following_the_bounds_come_first,
    board: "
        .BA>      .BA>
        ....  =>  ....
        a...      a...
    ",
    settings: {"follow": "forbid", "killers_on_exits": "forbid"},
    play: ["A E, B E"],
    tells: ["A (2,0) E refused: forbidden_cell", "B (1,0) E refused: blocked"],
}

scenario! {
    without_following_free_cells_are_contested_as_ever,
    board: "
        A.B..      AB...
        .....  =>  .....
        a...>      a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B W bid 1"],
    tells: ["A (0,0) E refused: contested"],
}

// R17: swaps.

scenario! {
    two_cannot_swap_on_a_diagonal,
    board: "
        A...      A...
        .B..  =>  .B..
        a..>      a..>
    ",
    play: ["A SE, B NW"],
    tells: ["A (0,0) SE refused: swap", "B (1,1) NW refused: swap"],
}

scenario! {
    who_follows_a_swapper_is_blocked_and_bids_do_not_help,
    board: "
        CAB.      CAB.
        ....  =>  ....
        a..>      a..>
    ",
    play: ["A E bid 9, B W, C E bid 99"],
    tells: ["A (1,0) E refused: swap", "B (2,0) W refused: swap", "C (0,0) E refused: blocked"],
}

scenario! {
    two_pairs_swap_apart,
    board: "
        AB.CD      AB.CD
        .....  =>  .....
        a...>      a...>
    ",
    play: ["A E, B W, C E, D W"],
    tells: [
        "A (0,0) E refused: swap",
        "B (1,0) W refused: swap",
        "C (3,0) E refused: swap",
        "D (4,0) W refused: swap",
    ],
}

scenario! {
    survivors_swap_neither,
    board: "
        ab..      ab..
        ...A  =>  ...A
        ...>      ...>
    ",
    play: ["a E, b W"],
    tells: ["a (0,0) E refused: swap", "b (1,0) W refused: swap"],
}

scenario! {
    a_killer_and_a_survivor_cannot_pass_through_each_other,
    board: "
        Aa..      .A..
        ....  =>  ....
        ...>      ...>
    ",
    play: ["A E"],
    tells: [
        "A enters a at (1,0): captured; escaped 0, captured 1",
        "killers win in round 1 (board_empty); escaped 0, captured 1, stranded 0",
    ],
}

// R18: rings.

scenario! {
    a_ring_of_four_stays_as_a_whole,
    board: "
        AB..      AB..
        DC..  =>  DC..
        a..>      a..>
    ",
    play: ["A E, B S, C W, D N"],
    tells: [
        "A (0,0) E refused: cycle",
        "B (1,0) S refused: cycle",
        "C (1,1) W refused: cycle",
        "D (0,1) N refused: cycle",
    ],
}

scenario! {
    a_ring_of_four_may_be_allowed_to_turn,
    board: "
        AB..      DA..
        DC..  =>  CB..
        a..>      a..>
    ",
    settings: {"cycle": "allow"},
    play: ["A E, B S, C W, D N"],
    tells: [],
}

scenario! {
    who_follows_a_ring_that_stays_is_blocked,
    board: "
        AB.D      ABD.
        .C..  =>  .C..
        a..>      a..>
    ",
    play: ["A E, B S, C NW, D W"],
    tells: ["A (0,0) E refused: cycle", "B (1,0) S refused: cycle", "C (1,1) NW refused: cycle"],
}

scenario! {
    who_wants_a_cell_of_a_ring_that_stays_is_blocked,
    board: "
        ABD.      ABD.
        .C..  =>  .C..
        a..>      a..>
    ",
    play: ["A E, B S, C NW, D W bid 5"],
    tells: [
        "A (0,0) E refused: cycle",
        "B (1,0) S refused: cycle",
        "C (1,1) NW refused: cycle",
        "D (2,0) W refused: blocked",
    ],
}

scenario! {
    who_turns_goes_first_whatever_others_bid,
    board: "
        DBA.      DCB.
        ..C.  =>  ..A.
        a..>      a..>
    ",
    settings: {"cycle": "allow"},
    play: ["A S bid -9, B E bid -9, C NW bid -9, D E bid 99"],
    tells: ["D (0,0) E refused: contested"],
}

scenario! {
    exchanging_two_is_no_ring_that_may_turn,
    board: "
        AB..      AB..
        ....  =>  ....
        a..>      a..>
    ",
    settings: {"cycle": "allow"},
    play: ["A E, B W"],
    tells: ["A (0,0) E refused: swap", "B (1,0) W refused: swap"],
}

scenario! {
    survivors_in_a_ring_stay_too,
    board: "
        ab...      ab...
        c....  =>  c....
        A...>      A...>
    ",
    play: ["a E, b SW, c N"],
    tells: ["a (0,0) E refused: cycle", "b (1,0) SW refused: cycle", "c (0,1) N refused: cycle"],
}

// R19: contests.

scenario! {
    of_three_the_highest_bid_enters,
    board: "
        A.B      AB.
        .C.  =>  .C.
        a.>      a.>
    ",
    play: ["A E bid -5, B W bid -3, C N bid -4"],
    tells: ["A (0,0) E refused: contested", "C (1,1) N refused: contested"],
}

scenario! {
    of_equal_bids_the_lower_id_enters,
    board: "
        C.B      CB.
        .A.  =>  .A.
        a.>      a.>
    ",
    play: ["B W bid 7, C E bid 7, A stay bid 99"],
    tells: ["C (0,0) E refused: contested"],
}

scenario! {
    a_bid_may_be_as_low_as_it_gets_and_no_bid_is_zero,
    board: "
        A.B..      AB...
        .....  =>  .....
        a...>      a...>
    ",
    play: ["A E bid -2147483648, B W"],
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    the_highest_bid_beats_the_lowest,
    board: "
        A.B..      AB...
        .....  =>  .....
        a...>      a...>
    ",
    play: ["A E bid -2147483648, B W bid 2147483647"],
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    by_id_bids_count_nothing,
    board: "
        A.B..      .AB..
        .....  =>  .....
        a...>      a...>
    ",
    settings: {"priority": "id"},
    play: ["A E bid -9, B W bid 9"],
    tells: ["B (2,0) W refused: contested"],
}

scenario! {
    by_distance_the_killer_nearer_to_any_survivor_enters_seen_or_not,
    board: "
        A.B.......a      AB........a
        ...........  =>  ...........
        ..........>      ..........>
    ",
    settings: {"priority": "distance", "killer_sight": 0},
    play: ["A E bid 9, B W"],
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    by_distance_equals_go_by_id,
    board: "
        A.B..      .AB..
        .....  =>  .....
        .a..>      .a..>
    ",
    settings: {"priority": "distance"},
    play: ["A E, B W bid 9"],
    tells: ["B (2,0) W refused: contested"],
}

scenario! {
    by_distance_only_survivors_on_the_board_count,
    board: "
        A.B.......b      AB........b
        ...........  =>  ...........
        ..........>      ..........>
    ",
    settings: {"priority": "distance"},
    start: {"captured": [0]},
    play: ["A E, B W"],
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    by_distance_the_survivor_nearer_to_an_exit_enters,
    board: "
        a.b..>      ab...>
        ......  =>  ......
        A.....      A.....
    ",
    settings: {"priority": "distance"},
    play: ["a E bid 9, b W"],
    tells: ["a (0,0) E refused: contested"],
}

scenario! {
    by_distance_the_nearest_of_several_exits_counts,
    board: "
        >..a.b....>      >...ab....>
        ...........  =>  ...........
        A..........      A..........
    ",
    settings: {"priority": "distance"},
    play: ["a E, b W bid 9"],
    tells: ["b (5,0) W refused: contested"],
}

scenario! {
    the_winner_of_a_contest_for_a_taken_cell_is_blocked_and_the_loser_contested,
    board: "
        ABC..      ABC..
        .....  =>  .....
        a...>      a...>
    ",
    play: ["A E, B stay, C W bid 1"],
    tells: ["A (0,0) E refused: contested", "C (2,0) W refused: blocked"],
}

scenario! {
    the_winner_of_a_contest_follows_who_leaves,
    board: "
        ABC..      AC...
        .....  =>  .B...
        a...>      a...>
    ",
    play: ["A E, B S, C W bid 1"],
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    who_stays_keeps_its_cell_whatever_others_bid,
    board: "
        AB...      AB...
        .....  =>  .....
        a...>      a...>
    ",
    play: ["A stay bid -7, B W bid 1000"],
    tells: ["B (1,0) W refused: blocked"],
}

scenario! {
    many_survivors_may_use_an_exit_at_once,
    board: "
        .a.      ...
        b>c  =>  .>.
        A..      A..
    ",
    settings: {"multi_escape": true},
    play: ["a S, b E, c W"],
    tells: [
        "a escapes at (1,1); escaped 1, captured 0",
        "b escapes at (1,1); escaped 2, captured 0",
        "c escapes at (1,1); escaped 3, captured 0",
        "survivors win in round 1 (board_empty); escaped 3, captured 0, stranded 0",
    ],
}

scenario! {
    one_survivor_an_exit_and_phase_unless_many_may,
    board: "
        .a.      .a.
        b>c  =>  b>.
        A..      A..
    ",
    play: ["a S, b E, c W bid 1"],
    tells: [
        "a (1,0) S refused: contested",
        "b (0,1) E refused: contested",
        "c escapes at (1,1); escaped 1, captured 0",
    ],
}

scenario! {
    two_exits_let_two_out,
    board: "
        .a>      ..>
        b..  =>  ...
        >.A      >.A
    ",
    play: ["a E, b S"],
    tells: [
        "a escapes at (2,0); escaped 1, captured 0",
        "b escapes at (0,2); escaped 2, captured 0",
        "survivors win in round 1 (board_empty); escaped 2, captured 0, stranded 0",
    ],
}

scenario! {
    where_many_may_escape_other_cells_are_contested_still,
    board: "
        a.b.      .ab.
        ...A  =>  ...A
        ...>      ...>
    ",
    settings: {"multi_escape": true},
    play: ["a E, b W"],
    tells: ["b (2,0) W refused: contested"],
}

scenario! {
    where_many_may_escape_killers_contest_the_exit_still,
    board: "
        A>B.      .AB.
        ....  =>  ....
        a...      a...
    ",
    settings: {"multi_escape": true},
    play: ["A E, B W"],
    tells: ["B (2,0) W refused: contested"],
}

// R20: blocking.

scenario! {
    a_loser_stops_the_whole_train_behind_it,
    board: "
        EDCB.A      EDCBA.
        ......  =>  ......
        a....>      a....>
    ",
    play: ["A W bid 1, B E, C E, D E, E E"],
    tells: [
        "B (3,0) E refused: contested",
        "C (2,0) E refused: blocked",
        "D (1,0) E refused: blocked",
        "E (0,0) E refused: blocked",
    ],
}

scenario! {
    a_blocked_winner_leaves_the_cell_to_nobody,
    board: "
        A.C      A.C
        .B.  =>  .B.
        a.>      a.>
    ",
    play: ["A SE bid 5, B stay, C SW bid 3"],
    tells: ["A (0,0) SE refused: blocked", "C (2,0) SW refused: contested"],
}
