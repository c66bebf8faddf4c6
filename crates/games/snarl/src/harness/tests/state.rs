//! `test-state` (R53).

use super::*;
use std::format;

/// Moves `ana` to a point with `test-state`.
fn to(state: &Value, point: At) -> Value {
    answer(Command::State, &json!([state, "ana", point]))
}

#[test]
fn the_sentences_of_the_specification() {
    let ana = r#"{"type":"player","name":"ana","position":"#;
    let zombie = r#"{"type":"zombie","name":"zombie1","position":[1,7]}"#;
    let given = |level: &str, players: &str, locked: bool| {
        format!(
            r#"{{"type":"state","level":{level},"players":[{players}],"adversaries":[{zombie}],"exit-locked":{locked}}}"#
        )
    };
    let start = given(LEVEL, &format!("{ana}[2,2]}}"), true);
    let says = |name: &str, point: &str| Command::State.answer(&format!("[{start},\"{name}\",{point}]")).unwrap();
    assert_eq!(says("bo", "[0,0]"), r#"["Failure","Player ","bo"," is not a part of the game."]"#);
    assert_eq!(says("ana", "[0,0]"), r#"["Failure","The destination position ",[0,0]," is invalid."]"#);
    let gone = given(LEVEL, "", true);
    assert_eq!(says("ana", "[1,7]"), format!(r#"["Success","Player ","ana"," was ejected.",{gone}]"#));
    let moved = given(LEVEL, &format!("{ana}[2,4]}}"), true);
    assert_eq!(says("ana", "[2,4]"), format!(r#"["Success",{moved}]"#));
    let taken = LEVEL.replace(r#"{"type":"key","position":[2,7]},"#, "");
    let opened = given(&taken, &format!("{ana}[2,7]}}"), false);
    assert_eq!(says("ana", "[2,7]"), format!(r#"["Success",{opened}]"#));
    let left = given(&taken, "", false);
    assert_eq!(
        Command::State.answer(&format!("[{opened},\"ana\",[2,1]]")).unwrap(),
        format!(r#"["Success","Player ","ana"," exited.",{left}]"#)
    );
}

#[test]
fn where_one_may_go_and_what_comes_of_it() {
    let example = example();
    let open = level(&[room([0, 0], &["..", ".#"])], &[], &[("exit", [0, 1])]);
    let with =
        |players: &[(&str, At)], adversaries: &[(&str, At)], locked| state(&example, players, adversaries, locked);
    let ana = ("ana", [2, 2]);
    let invalid = |at: At| json!(["Failure", "The destination position ", at, " is invalid."]);
    let stays = |state: &Value, at: At| {
        let mut state = state.clone();
        state["players"][0]["position"] = json!(at);
        json!(["Success", state])
    };
    for (what, state, at, expected) in [
        ("a wall", with(&[ana], &[], true), [1, 1], None),
        ("void", with(&[ana], &[], true), [3, 5], None),
        ("far outside", with(&[ana], &[], true), [-1_000_000_000, 1_000_000_000], None),
        ("another player's tile", with(&[ana, ("bo", [2, 4])], &[], true), [2, 4], None),
        ("a door, however far", with(&[ana], &[], true), [1, 6], Some([1, 6])),
        ("its own tile", with(&[ana], &[], true), [2, 2], Some([2, 2])),
        ("the locked exit", with(&[ana], &[], true), [2, 1], Some([2, 1])),
        ("a tile beside an adversary", with(&[ana], &[("ghost1", [2, 4])], true), [2, 5], Some([2, 5])),
        ("from the void", with(&[("ana", [9, 9])], &[], true), [2, 2], Some([2, 2])),
        ("its own tile in the void", with(&[("ana", [9, 9])], &[], true), [9, 9], None),
        ("its own tile, shared", with(&[ana, ("bo", [2, 2])], &[], true), [2, 2], None),
        ("the locked exit of a level without a key", state(&open, &[("ana", [0, 0])], &[], true), [0, 1], Some([0, 1])),
    ] {
        let expected = expected.map_or_else(|| invalid(at), |at| stays(&state, at));
        assert_eq!(to(&state, at), expected, "{what}");
    }
}

#[test]
fn an_adversary_is_met_before_key_and_exit() {
    for (at, locked) in [([2, 7], true), ([2, 1], false)] {
        let before = state(&example(), &[("bo", [2, 4]), ("ana", [2, 2])], &[("zombie1", at)], locked);
        let mut after = before.clone();
        after["players"].as_array_mut().unwrap().remove(1);
        assert_eq!(to(&before, at), json!(["Success", "Player ", "ana", " was ejected.", after]), "{at:?}");
    }
}

#[test]
fn the_key_opens_the_exit_for_all() {
    let before = state(&example(), &[("ana", [2, 2]), ("bo", [2, 1])], &[("ghost1", [1, 1])], true);
    let mut after = before.clone();
    after["players"][0]["position"] = json!([2, 7]);
    after["level"]["objects"].as_array_mut().unwrap().remove(0);
    after["exit-locked"] = json!(false);
    assert_eq!(to(&before, [2, 7]), json!(["Success", after]));
    let mut left = after.clone();
    left["players"].as_array_mut().unwrap().pop();
    let bo_stays = answer(Command::State, &json!([after, "bo", [2, 1]]));
    assert_eq!(bo_stays, json!(["Success", "Player ", "bo", " exited.", left]), "staying interacts too (R17)");
}

#[test]
fn exit_locked_counts_as_written() {
    let open = state(&example(), &[("ana", [2, 2])], &[], false);
    assert_eq!(to(&open, [2, 1])[3], " exited.", "though the key lies there");
    let taken = to(&open, [2, 7]);
    assert_eq!(taken[1]["exit-locked"], json!(false));
    assert_eq!(taken[1]["level"]["objects"], json!([{"type": "exit", "position": [2, 1]}]));
}

#[test]
fn of_several_objects_and_names_the_first_counts() {
    let rooms = [room([0, 0], &["...."])];
    let heap =
        level(&rooms, &[], &[("exit", [0, 1]), ("key", [0, 1]), ("key", [0, 2]), ("key", [0, 2]), ("key", [0, 3])]);
    let before = state(&heap, &[("ana", [0, 0]), ("ana", [0, 3])], &[], true);
    assert_eq!(to(&before, [0, 1])[1]["exit-locked"], json!(true), "the exit lies above the key");
    let taken = to(&before, [0, 2]);
    assert_eq!(taken[1]["players"][0]["position"], json!([0, 2]));
    assert_eq!(taken[1]["players"][1]["position"], json!([0, 3]));
    assert_eq!(
        taken[1]["level"]["objects"].as_array().unwrap().len(),
        4,
        "one key was taken, the others lie there still"
    );
    assert_eq!(taken[1]["exit-locked"], json!(false));
}

#[test]
fn names_are_any_text_and_bounds_are_printed_as_read() {
    let name = "Ана \"\\\n☃";
    let mut before = state(&example(), &[(name, [2, 2])], &[("", [9, 9])], true);
    before["level"]["rooms"][0]["bounds"] = json!({"rows": 99, "columns": 0});
    before["more"] = json!("is passed over");
    let answer = answer(Command::State, &json!([before, name, [2, 2]]));
    before.as_object_mut().unwrap().remove("more");
    assert_eq!(answer, json!(["Success", before]));
}

#[test]
fn what_is_wrong_is_named() {
    let good = state(&example(), &[("ana", [2, 2])], &[("zombie1", [1, 7])], true);
    let with = |pointer: &str, value: Value| {
        let mut state = good.clone();
        *state.pointer_mut(pointer).unwrap() = value;
        error(Command::State, &json!([state, "ana", [0, 0]]))
    };
    assert_eq!(with("/players", json!({})), "[0].players: {} is not a list of actors");
    assert_eq!(with("/players/0", json!(7)), "[0].players[0]: 7 is not an actor, an object");
    assert_eq!(with("/players/0/type", json!("ghost")), "[0].players[0].type: \"ghost\" is not player");
    assert_eq!(with("/players/0/name", json!(3)), "[0].players[0].name: 3 is not a name, a text");
    assert_eq!(
        with("/adversaries/0/type", json!("player")),
        "[0].adversaries[0].type: \"player\" is not zombie or ghost"
    );
    assert_eq!(with("/adversaries/0", json!({})), "[0].adversaries[0].type: missing, need zombie or ghost");
    assert_eq!(with("/exit-locked", json!(0)), "[0].exit-locked: 0 is not true or false");
    assert_eq!(with("/level/rooms/0", json!(0)), "[0].level.rooms[0]: 0 is not a room, an object");
    assert_eq!(error(Command::State, &json!([{}, "a", [0, 0]])), "[0].level: missing, need a level");
    assert_eq!(error(Command::State, &json!([good, 1, [0, 0]])), "[1]: 1 is not a name, a text");
    assert!(error(Command::State, &json!([good, "ana", null])).starts_with("[2]: null is not a point"));
}
