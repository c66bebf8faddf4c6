//! The board as text: R47.

use super::matches::{self, spoken};
use crate::state::State;
use crate::{Tag, World};
use gridhaunt_kernel::{Seat, Wire};
use serde_json::json;

fn example(max_rounds: u16) -> (World, State<8>) {
    matches::game(
        &json!({
            "width": 9, "height": 6, "exits": [[4, 4], [8, 0], [0, 5]], "max_rounds": max_rounds, "killer_sight": 3, "start": {
                "round": 12, "killers": {"0": [4, 4], "1": [0, 0], "2": [7, 1]},
                "survivors": {"1": [3, 3], "2": [6, 2]}, "escaped": [0],
            },
        }),
        0,
    )
}

#[test]
fn the_whole_board() {
    let (world, state) = example(100);
    let expected = "\
round 12/100, in 2, escaped 1, captured 0
B.......>
.......C.
......c..
...b.....
....A....
>........
";
    assert_eq!(Tag::<8>::drawing(&world, &state), expected);
}

#[test]
fn the_board_at_the_end() {
    let (world, mut state) = example(12);
    matches::step(&world, &mut state, &spoken(&world, "A NW, B stay, C stay"));
    matches::step(&world, &mut state, &spoken(&world, "c stay"));
    let expected = "\
round 12/12, in 0, escaped 1, captured 1, stranded 1, killers win
B.......>
.......C.
.........
...A.....
....>....
>........
";
    assert_eq!(Tag::<8>::drawing(&world, &state), expected);
}

#[test]
fn the_end_names_its_winner() {
    let end = |win_rule: &str| {
        let document = json!({
            "width": 3, "height": 3, "exits": [[2, 2]], "win_rule": win_rule, "start": {
                "phase": "survivor", "killers": {"0": [0, 0]}, "survivors": {"0": [1, 2]}, "captured": [1],
            },
        });
        let (world, mut state) = matches::game::<8>(&document, 0);
        matches::step(&world, &mut state, &spoken(&world, "a E"));
        std::string::String::from(Tag::<8>::drawing(&world, &state).lines().next().unwrap_or_default())
    };
    assert_eq!(end("strict"), "round 1/100, in 0, escaped 1, captured 1, stranded 0, killers win");
    assert_eq!(end("score"), "round 1/100, in 0, escaped 1, captured 1, stranded 0, draw");
}

#[test]
fn a_survivors_own_view() {
    let (world, state) = example(100);
    // b at (3,3) has a sight of 2: it sees killer A on its exit, and not C.
    let expected = [
        "round 12/100, in 2, escaped 1, captured 0",
        "        >",
        " .....   ",
        " .....   ",
        " ..@..   ",
        " ...A.   ",
        ">.....   ",
        "",
    ];
    assert_eq!(Tag::<8>::drawing_for(&world, &state, Seat(1)), expected.join("\n"));
}

#[test]
fn a_killers_own_view_hides_the_exit_under_it() {
    let (world, state) = example(100);
    // A at (4,4) has a sight of 3: columns 1 to 7 and rows 1 to 5.
    let expected = [
        "round 12/100, in 2, escaped 1, captured 0",
        "        >",
        " ......C ",
        " .....c. ",
        " ..b.... ",
        " ...@... ",
        ">....... ",
        "",
    ];
    assert_eq!(Tag::<8>::drawing_for(&world, &state, Seat(3)), expected.join("\n"));
}

#[test]
fn who_is_gone_sees_the_exits_only() {
    let (world, state) = example(100);
    let blank = " ".repeat(9);
    let expected = [
        "round 12/100, in 2, escaped 1, captured 0",
        "        >",
        &blank,
        &blank,
        &blank,
        "    >    ",
        ">        ",
        "",
    ];
    assert_eq!(Tag::<8>::drawing_for(&world, &state, Seat(0)), expected.join("\n"));
}
