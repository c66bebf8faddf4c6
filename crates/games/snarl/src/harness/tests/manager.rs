//! `test-manager` (R54).

use super::*;
use gridhaunt_kernel::prelude::*;

fn go(to: At) -> Value {
    json!({"type": "move", "to": to})
}

fn stay() -> Value {
    json!({"type": "move", "to": null})
}

/// The trace in words: `ana sees from [2,2]`, `ana to [1,2]: Invalid`.
fn trace(input: &Value) -> Vec<String> {
    let entry = |entry: &Value| match entry.as_array().unwrap().as_slice() {
        [name, update] => format!("{} sees from {}", name.as_str().unwrap(), update["position"]),
        [name, wish, word] => format!("{} to {}: {}", name.as_str().unwrap(), wish["to"], word.as_str().unwrap()),
        other => panic!("{other:?}"),
    };
    answer(Command::Manager, input)[1].as_array().unwrap().iter().map(entry).collect()
}

/// The trace without what players see.
fn words(input: &Value) -> Vec<String> {
    trace(input).into_iter().filter(|entry| !entry.contains(" sees ")).collect()
}

fn names(input: &Value) -> Vec<String> {
    let state = answer(Command::Manager, input)[0].take();
    state["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_example_of_the_specification() {
    let input =
        format!(r#"[["ana"],{LEVEL},1,[[2,2],[1,7]],[[{{"type":"move","to":[1,2]}},{{"type":"move","to":[2,4]}}]]]"#);
    let state = format!(
        r#"{{"type":"state","level":{LEVEL},"players":[{{"type":"player","name":"ana","position":[2,4]}}],"adversaries":[{{"type":"ghost","name":"ghost1","position":[1,7]}}],"exit-locked":true}}"#
    );
    let first = r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[0,1,1,2,1],[0,0,0,0,0],[0,0,0,0,0]],"position":[2,2],"objects":[{"type":"exit","position":[2,1]}],"actors":[]}"#;
    let last = r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,1,2],[1,2,1,1,0],[0,0,0,0,0],[0,0,0,0,0]],"position":[2,4],"objects":[],"actors":[]}"#;
    let trace = format!(
        r#"["ana",{first}],["ana",{{"type":"move","to":[1,2]}},"Invalid"],["ana",{{"type":"move","to":[2,4]}},"OK"],["ana",{last}]"#
    );
    assert_eq!(Command::Manager.answer(&input).unwrap(), format!("[{state},[{trace}]]"));
}

#[test]
fn a_player_sees_a_square_with_what_is_in_it() {
    let objects = [("exit", [3, 3]), ("key", [5, 5]), ("key", [2, 3])];
    let hall = level(&[room([0, 0], &["......", "......", "..+...", "...#..", "......", "......"])], &[], &objects);
    let points = [[3, 3], [1, 1], [5, 4], [0, 3], [5, 5], [3, 6], [3, 3], [4, 2]];
    let input = json!([["ana", "bo", "cy", "di"], hall, 0, points, [[], [], [], []]]);
    let answer = answer(Command::Manager, &input);
    let actor = |kind: &str, name: &str, at: At| json!({"type": kind, "name": name, "position": at});
    let expected = json!({
        "type": "player-update",
        "layout": [[1, 1, 1, 1, 1], [1, 2, 1, 1, 1], [1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]],
        "position": [3, 3],
        "objects": [{"type": "exit", "position": [3, 3]}, {"type": "key", "position": [5, 5]}, {"type": "key", "position": [2, 3]}],
        "actors": [actor("player", "bo", [1, 1]), actor("player", "cy", [5, 4]), actor("ghost", "ghost1", [5, 5]),
                   actor("ghost", "ghost3", [3, 3]), actor("ghost", "ghost4", [4, 2])],
    });
    assert_eq!(answer[1][0], json!(["ana", expected]));
}

#[test]
fn what_is_legal() {
    // #### :+.#   ana starts on the hall tile (2,4).
    // #E.+::#K#
    for (what, to, word) in [
        ("one step", [2, 5], "OK"),
        ("two steps around a corner", [1, 5], "OK"),
        ("two steps straight on", [2, 2], "OK"),
        ("its own tile", [2, 4], "OK"),
        ("two steps, the way between is void", [3, 5], "Invalid"),
        ("a wall", [2, 6], "Invalid"),
        ("three steps", [1, 6], "Invalid"),
        ("far away", [1_000_000_000, -1_000_000_000], "Invalid"),
    ] {
        let input = json!([["ana"], example(), 1, [[2, 4]], [[go(to)]]]);
        assert_eq!(words(&input), [format!("ana to [{},{}]: {word}", to[0], to[1])], "{what}");
    }
    let corner = level(&[room([0, 0], &[".#", ".."])], &[], &[]);
    let around = json!([["ana"], corner, 9, [[0, 0]], [[go([0, 1]), go([1, 1]), stay()]]]);
    assert_eq!(words(&around), ["ana to [0,1]: Invalid", "ana to [1,1]: OK", "ana to null: OK"]);
    let wall = level(&[room([0, 0], &[".#."])], &[], &[]);
    let over = json!([["ana"], wall, 9, [[0, 0]], [[go([0, 2])]]]);
    assert_eq!(words(&over), ["ana to [0,2]: Invalid"]);
}

#[test]
fn others_on_the_way_neither_block_nor_act_but_no_two_players_share_a_tile() {
    let row = level(&[room([0, 0], &["......"])], &[], &[("key", [0, 4]), ("exit", [0, 5])]);
    let past = json!([["ana", "bo"], row, 1, [[0, 0], [0, 1], [0, 3]], [[go([0, 1]), go([0, 2])], [stay()]]]);
    assert_eq!(words(&past), ["ana to [0,1]: Invalid", "ana to [0,2]: OK", "bo to null: OK"], "past a player");
    let through = json!([["ana"], row, 9, [[0, 2], [0, 3]], [[go([0, 4]), go([0, 5])]]]);
    assert_eq!(words(&through), ["ana to [0,4]: Key", "ana to [0,5]: Exit"], "past an adversary");
    let over = json!([["ana"], row, 9, [[0, 3]], [[go([0, 5]), stay()]]]);
    assert_eq!(words(&over), ["ana to [0,5]: OK", "ana to null: OK"], "past the key, which is not taken");
    let freed = json!([["ana", "bo"], row, 9, [[0, 0], [0, 1], [0, 2]], [[stay(), go([0, 1])], [go([0, 2]), stay()]]]);
    assert_eq!(words(&freed)[1..], ["bo to [0,2]: Eject", "ana to [0,1]: OK"], "who has left holds no tile");
}

#[test]
fn the_whole_trace_of_two_players() {
    let row = level(&[room([0, 0], &["....."])], &[], &[("key", [0, 2]), ("exit", [0, 3])]);
    let moves = json!([[go([0, 2]), go([0, 4]), stay()], [go([0, 2]), go([0, 3]), stay()], [stay()]]);
    let input = json!([["ana", "bo"], row, 5, [[0, 1], [0, 4]], moves]);
    assert_eq!(
        trace(&input),
        [
            "ana sees from [0,1]", "bo sees from [0,4]", "ana to [0,2]: Key", "ana sees from [0,2]",
            "bo sees from [0,4]", "bo to [0,2]: Invalid", "bo to [0,3]: Exit", "ana sees from [0,2]",
            "ana to [0,4]: OK", "ana sees from [0,4]", "ana to null: OK", "ana sees from [0,4]",
        ],
        "then a move is needed from an empty list"
    );
    assert_eq!(names(&input), ["ana"]);
}

#[test]
fn it_stops_at_once() {
    let row = level(&[room([0, 0], &["......"])], &[], &[("exit", [0, 5])]);
    let start = [[0, 0], [0, 1]];
    let far = || vec![go([0, 5]), go([0, 4])];
    let two =
        |turns: u64, ana: Vec<Value>, bo: Vec<Value>| words(&json!([["ana", "bo"], row, turns, start, [ana, bo]]));
    assert_eq!(two(0, vec![stay()], vec![stay()]), [""; 0], "no round at all");
    assert_eq!(two(1, vec![stay(), stay()], vec![stay(), stay()]).len(), 2, "rounds are done");
    assert_eq!(two(u64::MAX, vec![stay(), stay()], vec![stay()]).len(), 3, "bo has no move left");
    assert_eq!(two(9, vec![], vec![stay()]), [""; 0], "ana has none to begin with");
    assert_eq!(
        two(9, far(), vec![stay()]),
        ["ana to [0,5]: Invalid", "ana to [0,4]: Invalid"],
        "none of them is legal"
    );
    let both = words(&json!([["ana", "bo"], row, 9, [[0, 5], [0, 4]], [[stay(), stay()], [go([0, 5]), stay()]]]));
    assert_eq!(both, ["ana to null: Exit", "bo to [0,5]: Exit"], "nobody is in the level");
    assert_eq!(answer(Command::Manager, &json!([[], row, 9, [[0, 0]], []]))[1], json!([]), "nobody ever was");
}

#[test]
fn the_exit_is_locked_if_the_level_has_a_key_and_a_stay_on_it_leaves() {
    let row = |objects: &[(&str, At)]| level(&[room([0, 0], &["....."])], &[], objects);
    let locked = row(&[("exit", [0, 0]), ("key", [0, 2])]);
    let input = json!([["ana", "bo"], locked, 9, [[0, 0], [0, 1]], [[stay(), stay()], [go([0, 2]), stay()]]]);
    assert_eq!(words(&input), ["ana to null: OK", "bo to [0,2]: Key", "ana to null: Exit", "bo to null: OK"]);
    let after = answer(Command::Manager, &input)[0].take();
    assert_eq!((&after["exit-locked"], &after["level"]["objects"][0]["type"]), (&json!(false), &json!("exit")));
    let open = json!([["ana"], row(&[("exit", [0, 1])]), 9, [[0, 0]], [[go([0, 1])]]]);
    assert_eq!(words(&open), ["ana to [0,1]: Exit"]);
}

#[test]
fn to_be_ejected_comes_before_the_key() {
    let row = level(&[room([0, 0], &["..."])], &[], &[("key", [0, 1]), ("exit", [0, 2])]);
    let input = json!([["ana", "bo"], row, 2, [[0, 0], [0, 2], [0, 1]], [[go([0, 1])], [stay(), stay()]]]);
    assert_eq!(words(&input), ["ana to [0,1]: Eject", "bo to null: OK", "bo to null: OK"]);
    let after = answer(Command::Manager, &input)[0].take();
    assert_eq!((&after["exit-locked"], names(&input)), (&json!(true), vec!["bo".to_string()]));
}

#[test]
fn actors_may_start_anywhere() {
    let row = level(&[room([0, 1], &["."])], &[], &[]);
    let void = json!([["ana"], row, 9, [[0, 0]], [[stay(), go([0, 0]), go([1, 0]), go([0, 1])]]]);
    let expected = ["ana to null: OK", "ana to [0,0]: OK", "ana to [1,0]: Invalid", "ana to [0,1]: OK"];
    assert_eq!(words(&void), expected, "staying is always legal (R17)");
    let shared = json!([["ana", "ana"], row, 9, [[0, 1], [0, 1]], [[go([0, 1])], [stay()]]]);
    assert_eq!(words(&shared), ["ana to [0,1]: OK", "ana to null: OK"], "two of one name on one tile");
    let caught = json!([["ana"], row, 9, [[0, 1], [0, 1]], [[stay()]]]);
    assert_eq!(
        trace(&caught),
        ["ana sees from [0,1]", "ana to null: Eject"],
        "placed without effect, expelled by a stay"
    );
}

#[test]
fn moves_are_printed_as_they_were_read() {
    let wish = r#"{ "to" : [ 0 ,0 ], "type":"hop", "note":"a , \"b\" ] ☃\u0041", "n":[1.50,1e2,{}], "to":null }"#;
    let row = level(&[room([0, 0], &["."])], &[], &[]);
    let answer = Command::Manager.answer(&format!(" [ [\"ana\"] ,{row}, 1,[[0,0]],\n[ [ {wish} ],[] ] ] ")).unwrap();
    let printed = r#"{"to":[0,0],"type":"hop","note":"a , \"b\" ] ☃\u0041","n":[1.50,1e2,{}],"to":null}"#;
    assert!(answer.contains(&format!(r#"["ana",{printed},"OK"]"#)), "{answer}");
}

#[test]
fn what_is_wrong_is_named() {
    let good = json!([["ana", "bo"], example(), 3, [[2, 1], [2, 2]], [[], [stay()]]]);
    let with = |pointer: &str, value: Value| {
        let mut input = good.clone();
        *input.pointer_mut(pointer).unwrap() = value;
        error(Command::Manager, &input)
    };
    let point = "a point [row,column] of whole numbers";
    for (pointer, value, told) in [
        ("/0", json!("ana"), "[0]: \"ana\" is not a list of names".into()),
        ("/0/1", json!(2), "[0][1]: 2 is not a name, a text".into()),
        ("/1/rooms/1/layout", json!(0), "[1].rooms[1].layout: 0 is not a list of rows".into()),
        ("/2", json!(-1), "[2]: -1 is not a natural number of rounds".into()),
        ("/2", json!(1.5), "[2]: 1.5 is not a natural number of rounds".into()),
        ("/3/1", json!(null), format!("[3][1]: null is not {point}")),
        ("/3", json!([[0, 0]]), "[3]: 1 points for 2 players".into()),
        ("/4", json!([[]]), "[4]: 1 lists of moves for 2 players".into()),
        ("/4/1", json!({}), "[4][1]: {} is not a list of moves".into()),
        ("/4/1/0", json!([2, 2]), "[4][1][0]: [2,2] is not a move, an object".into()),
        ("/4/1/0", json!({"type": "move"}), "[4][1][0].to: missing, need a point or null".into()),
        ("/4/1/0/to", json!("n"), format!("[4][1][0].to: \"n\" is not {point}, or null")),
    ] {
        assert_eq!(with(pointer, value), told);
    }
}
