//! Text drawings: R41.

use super::matches;
use crate::drawing::{self, print, read};
use crate::position::Position;
use crate::{Action, PyRat, State, Status, World};
use gridhaunt_kernel::prelude::*;
use proptest::prelude::*;
use serde_json::json;

/// Prints a game and reads it back; every part of it must be the same.
fn comes_back<const W: usize>(world: &World, state: &State<W>) {
    let text = PyRat::<W>::drawing(world, state);
    let (same, again) = drawing::game::<W>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again, *state, "\n{text}");
    let rest = |world: &World| (world.maze.clone(), world.max_turns, world.end_on_majority);
    assert_eq!(rest(&same), rest(world), "\n{text}");
}

const EXAMPLE: &str = "\
+---+---+---+---+---+
|     *   .   .   R |      python two turns short of the end of a mud of 12 that it
+   +---+ 3 +   +   +      entered from (0,0); the cheese it stands on is not eaten yet;
| . a P*  * |     . |      wall (2,0)-(3,0) and wall (1,0)-(1,1); mud 3 on (2,0)-(2,1)
+---+---+---+---+---+
a=12
delay 2 0
score 0.5 1.5
turn 17
";

#[test]
fn the_example_of_the_specification_says_what_it_says() {
    let (world, state) = drawing::game::<10>(EXAMPLE).expect("the example");
    let cell = |x, y| Cell { x, y };
    let ends: Vec<_> = world.maze.walls().map(|edge| world.maze.ends(edge)).collect();
    assert_eq!(ends, [(cell(1, 0), cell(1, 1)), (cell(2, 0), cell(3, 0))]);
    let mud: Vec<_> = world.maze.mud().map(|(edge, turns)| (world.maze.ends(edge), turns)).collect();
    assert_eq!(mud, [((cell(0, 0), cell(1, 0)), 12), ((cell(2, 0), cell(2, 1)), 3)]);
    let position = Position::of(world.grid(), &state);
    let expected = Position {
        at: [cell(1, 0), cell(4, 1)],
        delay: [2, 0],
        half: [1, 3],
        cheese: vec![cell(1, 0), cell(2, 0), cell(1, 1)],
        turn: 17,
        max_turns: 300,
        end_on_majority: true,
        total: Some(5),
    };
    assert_eq!((position, state.status), (expected, Status::Running));
    comes_back(&world, &state);
}

#[test]
fn a_game_is_printed_as_the_specification_draws_it() {
    let (world, state) = drawing::game::<10>(EXAMPLE).expect("the example");
    let expected = "\
+---+---+---+---+---+
| .   *   .   .   R |
+   +---+ 3 +   +   +
| . a P*  * | .   . |
+---+---+---+---+---+
a=12
max 300
turn 17
score 0.5 1.5
delay 2 0
";
    assert_eq!(PyRat::<10>::drawing(&world, &state), expected);
}

const PLAIN: &str = "
    +---+---+
    | .   * |
    +   +   +
    | .   . |
    +---+---+
";

#[test]
fn who_is_not_drawn_stands_in_its_corner() {
    let (_, position) = read(PLAIN).expect("a drawing");
    assert_eq!(position.at, [Cell { x: 0, y: 0 }, Cell { x: 1, y: 1 }]);
    assert_eq!((position.turn, position.max_turns, position.end_on_majority), (0, 300, true));
}

#[test]
fn the_lines_below_come_in_any_order() {
    let lines = ["max 40", "turn 7", "score 2 0.0", "delay 3 0", "total 3", "majority off", "z=200", ""];
    let drawing =
        |lines: &[&str]| format!("+---+---+\n| P*z . |\n+   + z +\n| .   R |\n+---+---+\n{}\n", lines.join("\n"));
    let (maze, position) = read(&drawing(&lines)).expect("a drawing");
    let facts = (position.max_turns, position.turn, position.half, position.delay, position.total);
    assert_eq!(facts, (40, 7, [4, 0], [3, 0], Some(3)));
    assert!(!position.end_on_majority);
    assert_eq!(maze.mud().map(|(_, turns)| turns).collect::<Vec<_>>(), [200, 200], "beside a cell and between posts");
    let mut backwards = lines;
    backwards.reverse();
    assert_eq!(read(&drawing(&backwards)), Ok((maze, position)));
}

#[test]
fn status_follows_from_what_is_drawn() {
    let status = |facts: &str| drawing::game::<10>(&format!("{PLAIN}{facts}")).expect("a drawing").1.status;
    assert_eq!(status(""), Status::Running);
    assert_eq!(status("score 1 0"), Status::Running, "exactly half of two");
    assert_eq!(status("score 1.5 0.5"), Status::Running, "exactly half of three");
    assert_eq!(status("score 0 2"), Status::Majority);
    assert_eq!(status("score 0 2\nmajority off"), Status::Running);
    assert_eq!(status("max 9\nturn 9"), Status::TurnLimit);
    let cleared = PLAIN.replace('*', ".");
    let state = drawing::game::<10>(&format!("{cleared}score 1 1")).expect("a drawing").1;
    assert_eq!((state.status, state.cheese_total), (Status::Cleared, 2));
}

#[test]
fn mud_between_posts_is_a_number_or_a_letter() {
    let up = |mark: &str, facts: &str| {
        let text = format!("+---+---+\n| P   . |\n+{mark}+   +\n| *   R |\n+---+---+\n{facts}");
        read(&text).map(|(maze, _)| maze.crossing(0, Action::Up))
    };
    for (mark, turns) in [("   ", 1), ("---", 0), (" 2 ", 2), ("10 ", 10), (" 99", 99), ("255", 255), ("a  ", 77)] {
        assert_eq!(up(mark, "a=77"), Ok(turns), "{mark:?}");
    }
    for mark in [" 0 ", " 1 ", "256", "2 3", "-- ", " - ", "+3 ", " ? ", "aa ", " b "] {
        let error = up(mark, "a=77").expect_err(mark);
        assert_eq!(error.field, "line 3, column 3", "{mark:?}: {error}");
    }
}

#[test]
fn what_stands_beyond_the_last_column_is_a_comment() {
    let bare = "+---+---+\n| P   . |\n+ 4 +   +\n| *   R |\n+---+---+\n";
    let beside = ["  |*P", " ---+ ", "| | |", " + + +\t2", "é … 鬼"];
    let noted: Vec<String> = bare.lines().zip(beside).map(|(line, note)| format!("{line}{note}")).collect();
    assert_eq!(read(&noted.join("\n")), read(bare));
    assert_eq!(read(&bare.replace('\n', "\r\n")), read(bare), "whatever ends the lines");
    let moved: String = bare.lines().map(|line| format!("      {line}\n")).collect();
    assert_eq!(read(&format!("\n   \n{moved}")), read(bare), "and wherever the drawing stands");
}

/// The error in a drawing, and its position.
#[test]
fn an_error_names_line_and_column() {
    let wide = format!("+{}\n| P\n", "---+".repeat(65));
    let high = format!("+---+---+\n{}", "| . . |\n+   +   +\n".repeat(65));
    let board = |second: &str, third: &str, below: &str| {
        format!("+---+---+\n{second}\n{third}\n| .   R |\n+---+---+\n{below}\n")
    };
    let below = |facts: &str| board("| P   * |", "+   +   +", facts);
    let cases = [
        (String::new(), "1, column 1", "' ' is not the + of the upper left corner"),
        ("hello".to_string(), "1, column 1", "'h' is not the + of the upper left corner"),
        (
            "+---+\n| P |\n+   +\n| . |\n+---+\n".to_string(),
            "1, column 5",
            "1 columns is not a board of 2..=64 columns",
        ),
        ("+---+---+\n| P   . |\n+---+---+\n".to_string(), "3, column 1", "1 rows is not a board of 2..=64 rows"),
        (wide, "1, column 261", "65 columns is not a board of 2..=64 columns"),
        (high, "131, column 1", "65 rows is not a board of 2..=64 rows"),
        (board("| P   *  ", "+   +   +", ""), "2, column 9", "' ' is not '|'"),
        (board("| P   * |", "+   x   +", ""), "3, column 5", "'x' is not '+'"),
        (board("| P   * |", "+   +   |", ""), "3, column 9", "'|' is not '+'"),
        ("+---+---+\n| P   * |\n+   +   +\n| .   R |\n+- -+---+\n".to_string(), "5, column 3", "' ' is not '-'"),
        ("+---+---+\n| P   * |\n+   +   +\n| .   R |\n".to_string(), "5, column 1", "' ' is not '+'"),
        (board("| ?   * |", "+   +   +", ""), "2, column 3", "'?' is not one of P, R, * (each once), . or blank"),
        (board("| P  PR |", "+   +   +", ""), "2, column 6", "'P' is not one of P, R, * (each once), . or blank"),
        (board("| P  *.*|", "+   +   +", ""), "2, column 8", "'*' is not one of P, R, * (each once), . or blank"),
        (board("| P b * |", "+   +   +", "a=3"), "2, column 5", "'b' is not explained by a line b=2..255 below"),
        (board("| P 1 * |", "+   +   +", ""), "2, column 5", "'1' is not a wall, blank, or mud as 2..255 or a letter"),
        (board("| P # * |", "+   +   +", ""), "2, column 5", "'#' is not a wall, blank, or mud as 2..255 or a letter"),
        (board("| P   * |", "+256+   +", ""), "3, column 3", "'5' is not a wall, blank, or mud as 2..255 or a letter"),
        (below("max 0"), "6, column 1", "\"max 0\" is not max 1..=65535"),
        (below("max 65536"), "6, column 1", "\"max 65536\" is not max 1..=65535"),
        (below("max 9\nturn -1"), "7, column 1", "\"turn -1\" is not turn 0..=65535"),
        (below("delay 255 0"), "6, column 1", "\"delay 255 0\" is not delay 0..=254 0..=254"),
        (below("total 0"), "6, column 1", "\"total 0\" is not total 1..=4096"),
        (below("score 1.25 0"), "6, column 1", "\"score 1.25 0\" is not score with two numbers of points, such as 1.5"),
        (below("a=1"), "6, column 1", "\"a=1\" is not a letter with its turns, such as a=12"),
        (below("a=256"), "6, column 1", "\"a=256\" is not a letter with its turns, such as a=12"),
        (below("ab=3"), "6, column 1", "\"ab=3\" is not a letter with its turns, such as a=12"),
        (
            below("\n\n  banana"),
            "8, column 3",
            "\"banana\" is not one of a=12, max 300, turn 0, score 1.5 0, delay 2 0, total 9, majority off",
        ),
        (
            below("delay 1"),
            "6, column 1",
            "\"delay 1\" is not one of a=12, max 300, turn 0, score 1.5 0, delay 2 0, total 9, majority off",
        ),
    ];
    for (text, place, words) in cases {
        let error = read(&text).expect_err(&text);
        assert_eq!(error.to_string(), format!("line {place}: {words}"), "\n{text}");
    }
}

/// Lines that are valid alone but contradict the rest: I2, R8.
#[test]
fn facts_that_contradict_the_board_name_their_line() {
    let cases = [
        (format!("{PLAIN}    max 9\n    turn 10\n"), "line 8, column 5"),
        (format!("{PLAIN}    max 9\n    total 2\n"), "line 8, column 5"),
        (format!("{PLAIN}score 0.5 0\n"), "line 7, column 1"),
        (format!("{PLAIN}score 9 0\n"), "line 7, column 1"),
        (format!("{PLAIN}score 4096.5 4096.5\n"), "line 7, column 1"),
        (PLAIN.replace('*', "."), "line 2, column 5"),
    ];
    for (text, place) in cases {
        let error = drawing::game::<10>(&text).expect_err(&text);
        assert_eq!(error.field, place, "{error}\n{text}");
        assert_eq!(read(&text), Err(error), "\n{text}");
    }
}

#[test]
fn an_error_counts_from_the_first_line_of_the_text() {
    let error = read("\n\n   +---+---+\n   | P ! * |\n   +   +   +\n   | .   R |\n   +---+---+\n").expect_err("no mud");
    assert_eq!(error.field, "line 4, column 8");
}

#[test]
fn more_kinds_of_mud_than_letters_come_back() {
    let settings = json!({
        "width": 64, "height": 64, "wall_density": 0.1, "mud_density": 1.0, "mud_range": [2, 255], "cheese_count": 4096,
    });
    let (world, state) = matches::game::<128>(&settings, 1);
    let mut kinds: Vec<u8> = world.maze.mud().map(|(_, turns)| turns).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 254, "every kind of mud is there");
    comes_back(&world, &state);
}

/// One change to a text: a character replaced, a line removed, a line doubled, two lines exchanged.
#[derive(Clone, Debug)]
enum Change {
    Replace(usize, char),
    Drop(usize),
    Repeat(usize),
    Swap(usize, usize),
}

fn any_change() -> impl Strategy<Value = Change> {
    let mark = prop_oneof![
        4 => prop::sample::select("+-|.*PR 0123456789abz=\n".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    prop_oneof![
        6 => (any::<usize>(), mark).prop_map(|(at, mark)| Change::Replace(at, mark)),
        1 => any::<usize>().prop_map(Change::Drop),
        1 => any::<usize>().prop_map(Change::Repeat),
        1 => any::<(usize, usize)>().prop_map(|(a, b)| Change::Swap(a, b)),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_string();
    for change in changes {
        if let &Change::Replace(at, mark) = change {
            let mut marks: Vec<char> = text.chars().collect();
            let at = at % marks.len().max(1);
            marks.splice(at..(at + 1).min(marks.len()), [mark]);
            text = marks.into_iter().collect();
            continue;
        }
        let mut lines: Vec<&str> = text.lines().collect();
        let count = lines.len().max(1);
        match *change {
            _ if lines.is_empty() => {}
            Change::Drop(at) => drop(lines.remove(at % count)),
            Change::Repeat(at) => lines.insert(at % count, lines[at % count]),
            Change::Swap(a, b) => lines.swap(a % count, b % count),
            Change::Replace(..) => {}
        }
        text = lines.join("\n");
    }
    text
}

/// For any text the result is a game that can be printed and read back, or an error with its position.
fn is_answered(text: &str) -> Result<(), TestCaseError> {
    match read(text) {
        Ok((maze, position)) => {
            let (again, same) =
                read(&print(&maze, &position)).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let plain = Position { total: None, ..position };
            prop_assert_eq!((again, same), (maze, plain));
        }
        Err(error) => {
            let place = error.field.strip_prefix("line ").and_then(|rest| rest.split_once(", column "));
            let Some((line, column)) = place else { return Err(TestCaseError::fail(format!("{error} has no place"))) };
            let place = (line.parse::<usize>(), column.parse::<usize>());
            prop_assert!(matches!(place, (Ok(1..), Ok(1..))), "{}", error);
        }
    }
    let _ = drawing::game::<10>(text);
    Ok(())
}

#[test]
fn printing_and_reading_back_gives_the_same_game() {
    matches::each_turn(256, 2..=17, |turn| {
        if turn.before.turn == 0 {
            comes_back(turn.world, turn.before);
        }
        if turn.before.turn % 8 == 0 || turn.after.status != Status::Running {
            comes_back(turn.world, turn.after);
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn garbage_is_answered(text in "\\PC{0,120}", marks in "[-+| .*PRa-f0-9=\n]{0,300}") {
        is_answered(&text)?;
        is_answered(&marks)?;
    }

    #[test]
    fn a_damaged_drawing_is_answered(
        key: u64,
        changes in prop::collection::vec(any_change(), 1..=6),
    ) {
        let (world, _, state) = matches::midway(key, 2..=5);
        is_answered(&changed(&PyRat::<10>::drawing(&world, &state), &changes))?;
    }
}
