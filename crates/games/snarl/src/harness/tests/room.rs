//! `test-room` (R51).

use super::*;
use std::format;

fn points(room: &Value, at: At) -> Value {
    let mut answer = answer(Command::Room, &json!([room, at]));
    assert_eq!(answer[0], "Success: Traversable points from ", "{answer}");
    answer[5].take()
}

#[test]
fn the_examples_of_the_specification() {
    let says = |point: &str| Command::Room.answer(&format!("[{ROOM_B},{point}]")).unwrap();
    assert_eq!(
        says("[1,7]"),
        r#"["Success: Traversable points from ",[1,7]," in room at ",[0,6]," are ",[[1,6],[2,7]]]"#
    );
    assert_eq!(says("[4,7]"), r#"["Failure: Point ",[4,7]," is not in room at ",[0,6]]"#);
}

#[test]
fn neighbours_are_told_n_w_e_s_wherever_one_stands_in_the_room() {
    let hall = room([10, 20], &["#+##", "+..#", "#.##", "####"]);
    for (at, expected) in [
        ([11, 21], json!([[10, 21], [11, 20], [11, 22], [12, 21]])), // All four, doors too.
        ([11, 20], json!([[11, 21]])),                               // From a door; what is outside is left out.
        ([10, 20], json!([[10, 21], [11, 20]])),                     // From a wall, a corner of the room.
        ([11, 23], json!([[11, 22]])),                               // From a wall.
        ([13, 23], json!([])),                                       // From a wall among walls.
    ] {
        assert_eq!(points(&hall, at), expected, "{at:?}");
    }
    for at in [[9, 20], [10, 19], [14, 20], [10, 24], [-10, -20], [1_000_000_000, -1_000_000_000]] {
        assert_eq!(answer(Command::Room, &json!([hall, at]))[0], "Failure: Point ", "{at:?}");
    }
}

#[test]
fn the_layout_counts_where_bounds_disagree() {
    let mut odd = room([-2, -2], &["..", "...", "."]);
    odd["bounds"] = json!({"rows": 1, "columns": 9});
    assert_eq!(points(&odd, [-1, -1]), json!([[-2, -1], [-1, -2], [-1, 0]]));
    assert_eq!(points(&odd, [-1, 0]), json!([[-1, -1]]));
    assert_eq!(answer(Command::Room, &json!([odd, [0, -1]]))[0], "Failure: Point ");
    let none = json!({"origin": [0, 0], "bounds": {"rows": 0, "columns": 0}, "layout": []});
    assert_eq!(text(Command::Room, &json!([none, [0, 0]])), r#"["Failure: Point ",[0,0]," is not in room at ",[0,0]]"#);
}

#[test]
fn a_code_that_is_neither_floor_nor_door_is_no_way() {
    let mut odd = room([0, 0], &["..", ".."]);
    odd["layout"][0][1] = json!(7);
    odd["layout"][1][0] = json!(-1);
    assert_eq!(points(&odd, [0, 0]), json!([]));
    assert_eq!(points(&odd, [0, 1]), json!([[0, 0], [1, 1]]));
}

#[test]
fn what_is_wrong_is_named() {
    let good = room([0, 0], &["."]);
    let with = |field: &str, value: Value| {
        let mut room = good.clone();
        room[field] = value;
        room
    };
    let form = "is not an array [room, point]";
    for (input, told) in [
        (json!(5), format!("input: 5 {form}")),
        (json!({"a": 1}), format!("input: {{\"a\":1}} {form}")),
        (json!([]), format!("input: [] {form}")),
        (json!([1, 2, 3]), format!("input: [1,2,3] {form}")),
        (json!([1, [0, 0]]), "[0]: 1 is not a room, an object".into()),
        (json!([{}, [0, 0]]), "[0].origin: missing, need a point".into()),
        (json!([with("origin", json!([0.5, 0])), [0, 0]]), origin("[0].origin", "[0.5,0]")),
        (json!([with("origin", json!([1e308, 0])), [0, 0]]), origin("[0].origin", "[1e+308,0]")),
        (json!([with("origin", json!([0])), [0, 0]]), origin("[0].origin", "[0]")),
        (json!([good, [0, 1_000_000_001]]), "[1]: [0,1000000001] is not within 1000000000 of [0,0]".into()),
        (
            json!([with("bounds", json!({"rows": -1, "columns": 1})), [0, 0]]),
            "[0].bounds.rows: -1 is not in 0..=1000000000".into(),
        ),
        (json!([with("bounds", json!([])), [0, 0]]), "[0].bounds: [] is not bounds, an object".into()),
        (json!([with("bounds", json!({"rows": 1})), [0, 0]]), "[0].bounds.columns: missing, need a number".into()),
        (json!([with("layout", json!([[0], 3])), [0, 0]]), "[0].layout[1]: 3 is not a list of codes".into()),
        (json!([with("layout", json!([["a"]])), [0, 0]]), "[0].layout[0][0]: \"a\" is not a whole number".into()),
        (json!([good, null]), origin("[1]", "null")),
        (json!([good, [0, 0, 0]]), origin("[1]", "[0,0,0]")),
    ] {
        assert_eq!(error(Command::Room, &input), told);
    }
}

fn origin(field: &str, value: &str) -> String {
    format!("{field}: {value} is not a point [row,column] of whole numbers")
}
