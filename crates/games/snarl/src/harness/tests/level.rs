//! `test-level` (R52).

use super::*;
use std::format;

fn at(level: &Value, at: At) -> Value {
    answer(Command::Level, &json!([level, at]))
}

fn tile(traversable: bool, object: Option<&str>, kind: &str, reachable: &[At]) -> Value {
    json!({"traversable": traversable, "object": object, "type": kind, "reachable": reachable})
}

#[test]
fn the_example_of_the_specification() {
    assert_eq!(
        Command::Level.answer(&format!("[{LEVEL},[2,5]]")).unwrap(),
        r#"{"traversable":true,"object":null,"type":"hallway","reachable":[[1,0],[0,6]]}"#
    );
}

#[test]
fn every_kind_of_tile_of_the_example() {
    let (a, b) = ([1, 0], [0, 6]);
    for (point, expected) in [
        ([2, 1], tile(true, Some("exit"), "room", &[b])),
        ([2, 2], tile(true, None, "room", &[b])),
        ([2, 3], tile(true, None, "room", &[b])),  // A door.
        ([1, 1], tile(false, None, "room", &[b])), // A wall.
        ([2, 7], tile(true, Some("key"), "room", &[a])),
        ([2, 4], tile(true, None, "hallway", &[a, b])),
        ([1, 5], tile(true, None, "hallway", &[a, b])), // A turn.
        ([1, 4], tile(false, None, "void", &[])),
        ([-1, 7], tile(false, None, "void", &[])),
        ([4, 0], tile(false, None, "void", &[])),
    ] {
        assert_eq!(at(&example(), point), expected, "{point:?}");
    }
}

/// Three rooms in a row; the middle one has two hallways to the first.
///
/// ```text
///        0      6     12
/// row 0  ###:::::###  ###
/// row 1  #.+:::+..+::+.#
/// row 2  ##+    +##  ###
/// ```
#[test]
fn repeats_are_kept_in_the_order_of_the_hallways() {
    let rooms =
        [room([0, 0], &["###", "#.+", "##+"]), room([0, 6], &["###", "+.+", "+##"]), room([0, 11], &["###", "+.#"])];
    let (a, b, c) = ([0, 0], [0, 6], [0, 11]);
    let ways = [hallway([1, 8], &[], [1, 11]), hallway([1, 2], &[], [1, 6]), hallway([2, 6], &[], [2, 2])];
    let all = level(&rooms, &ways, &[]);
    assert_eq!(at(&all, [1, 1])["reachable"], json!([b, b]));
    assert_eq!(at(&all, [1, 7])["reachable"], json!([c, a, a]));
    assert_eq!(at(&all, [1, 12])["reachable"], json!([b]));
    assert_eq!(at(&all, [2, 3])["reachable"], json!([b, a]), "from, then to, as it was written");
}

#[test]
fn a_room_joined_to_itself_is_told_once_for_each_end() {
    let alone = [room([0, 0], &["+.+"])];
    let around = level(&alone, &[hallway([0, 0], &[[1, 0], [1, 2]], [0, 2])], &[]);
    assert_eq!(at(&around, [0, 1]), tile(true, None, "room", &[[0, 0], [0, 0]]));
    assert_eq!(at(&around, [1, 1]), tile(true, None, "hallway", &[[0, 0], [0, 0]]));
}

#[test]
fn a_hallway_between_doors_side_by_side_has_no_tile_and_still_joins() {
    let rooms = [room([0, 0], &[".+"]), room([0, 2], &["+."])];
    let joined = level(&rooms, &[hallway([0, 1], &[], [0, 2])], &[]);
    assert_eq!(at(&joined, [0, 1]), tile(true, None, "room", &[[0, 2]]));
    assert_eq!(at(&joined, [0, 3]), tile(true, None, "room", &[[0, 0]]));
}

#[test]
fn an_end_in_no_room_is_left_out() {
    let loose = level(&[room([0, 0], &[".+"])], &[hallway([0, 1], &[], [0, 4])], &[]);
    assert_eq!(at(&loose, [0, 0]), tile(true, None, "room", &[]));
    assert_eq!(at(&loose, [0, 3]), tile(true, None, "hallway", &[[0, 0]]));
    assert_eq!(at(&loose, [0, 4]), tile(false, None, "void", &[]), "an end is no tile of its hallway (R4)");
    let lost = level(&[], &[hallway([9, 9], &[], [9, 5])], &[]);
    assert_eq!(at(&lost, [9, 7]), tile(true, None, "hallway", &[]));
}

#[test]
fn the_first_of_several_counts_and_rooms_come_before_hallways() {
    let rooms = [room([0, 0], &["##", "#."]), room([0, 1], &["..", ".."])];
    let hallways =
        [hallway([5, 0], &[], [0, 0]), hallway([5, 0], &[], [0, 1]), hallway([9, 9], &[[3, 9], [3, 0]], [3, 0])];
    let objects = [("exit", [1, 1]), ("key", [1, 1]), ("key", [4, 0])];
    let heap = level(&rooms, &hallways, &objects);
    // (0,1) is a wall of the first room and floor of the second, so the second hallway ends in the first room.
    assert_eq!(at(&heap, [0, 1]), tile(false, None, "room", &[]));
    assert_eq!(at(&heap, [1, 1]), tile(true, Some("exit"), "room", &[]));
    assert_eq!(at(&heap, [0, 2]), tile(true, None, "room", &[]));
    // The first hallway passes (1,0) to (4,0); (1,0) is a wall of the first room.
    assert_eq!(at(&heap, [1, 0])["type"], "room");
    assert_eq!(at(&heap, [4, 0]), tile(true, Some("key"), "hallway", &[[0, 0]]));
    assert_eq!(at(&heap, [3, 0]), tile(true, None, "hallway", &[[0, 0]]), "the third hallway is there too");
    assert_eq!(at(&heap, [3, 5]), tile(true, None, "hallway", &[]));
}

#[test]
fn points_may_repeat_and_a_slanted_segment_has_no_tile() {
    let back = hallway([0, 0], &[[0, 5], [0, 5], [0, 2], [4, 2]], [7, 9]);
    let odd = level(&[], &[back], &[]);
    for (point, kind) in [
        ([0, 0], "void"),
        ([0, 1], "hallway"),
        ([0, 5], "hallway"),
        ([4, 2], "hallway"),
        ([5, 3], "void"),
        ([7, 9], "void"),
    ] {
        assert_eq!(at(&odd, point)["type"], kind, "{point:?}");
    }
    let through = level(&[], &[hallway([0, 0], &[[0, 5], [0, -5], [3, -5]], [3, 0])], &[]);
    assert_eq!(at(&through, [0, 0])["type"], "void", "its own end, though it passes there again (R4)");
}

#[test]
fn an_object_may_lie_anywhere() {
    let far = [1_000_000_000, -1_000_000_000];
    let lost = level(&[room([0, 0], &["#"])], &[], &[("key", far), ("exit", [0, 0])]);
    assert_eq!(at(&lost, far), tile(false, Some("key"), "void", &[]));
    assert_eq!(at(&lost, [0, 0]), tile(false, Some("exit"), "room", &[]));
}

#[test]
fn what_is_wrong_is_named() {
    let with = |pointer: &str, value: Value| {
        let mut level = example();
        *level.pointer_mut(pointer).unwrap() = value;
        error(Command::Level, &json!([level, [0, 0]]))
    };
    let point = "is not a point [row,column] of whole numbers";
    assert_eq!(with("/rooms/1/origin", json!("x")), format!("[0].rooms[1].origin: \"x\" {point}"));
    assert_eq!(with("/rooms", json!(null)), "[0].rooms: null is not a list of rooms");
    assert_eq!(with("/hallways/0/from", json!([1])), format!("[0].hallways[0].from: [1] {point}"));
    assert_eq!(with("/hallways/0/waypoints/1", json!([1])), format!("[0].hallways[0].waypoints[1]: [1] {point}"));
    assert_eq!(with("/objects/0", json!({"position": [0, 0]})), "[0].objects[0].type: missing, need key or exit");
    assert_eq!(with("/objects/0/type", json!("lamp")), "[0].objects[0].type: \"lamp\" is not one of key, exit");
    assert_eq!(error(Command::Level, &json!([{}, [0, 0]])), "[0].rooms: missing, need a list of rooms");
    assert_eq!(error(Command::Level, &json!([example(), "0,0"])), format!("[1]: \"0,0\" {point}"));
    assert_eq!(error(Command::Level, &json!([example()])).rsplit(" is not ").next(), Some("an array [level, point]"));
}
