//! The tiles of a level (R2 to R5) and the errors that make it unplayable: every row of R7, in its words.

use super::matches::{self, example, level, with};
use crate::chart::Chart;
use crate::ground::TileKind;
use crate::level::{Level, Point};
use crate::{Settings, drawing};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde_json::json;
use std::collections::BTreeMap;

fn read(level: &Value) -> Level {
    Level::read(level).unwrap_or_else(|error| panic!("{error} in {level}"))
}

fn troubles(level: &Value) -> Vec<String> {
    let wrong = Chart::check(read(level)).err().unwrap_or_default();
    wrong.iter().map(ToString::to_string).collect()
}

/// The error message for a player: the first error, as that of `levels[0]`.
fn told(level: &Value) -> String {
    let document = json!({"players": 1, "zombies": 0, "ghosts": 0, "levels": [level]});
    Settings::read(&document).expect_err(&document.to_string()).to_string()
}

fn room(row: i64, column: i64, layout: &[&[i64]]) -> Value {
    json!({"origin": [row, column], "bounds": {"rows": layout.len(), "columns": layout[0].len()}, "layout": layout})
}

fn changed(pointer: &str, value: Value) -> Value {
    let mut level = example();
    *level.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    level
}

#[test]
fn the_example_of_r46_is_drawn_as_there() {
    let chart = Chart::check(read(&example())).expect("playable");
    assert_eq!(drawing::level(&chart, true), "      ###\n#### :+.#\n#E.+::#K#\n####  ###\n");
    assert_eq!(drawing::level(&chart, false), "      ###\n#### :+.#\n#O.+::#K#\n####  ###\n");
    assert_eq!(matches::json_of(&chart), example());
    assert_eq!((chart.corner, chart.rows, chart.columns), (Point::new(0, 0), 4, 9));
}

#[test]
fn a_level_needs_a_room() {
    let level = json!({"rooms": [], "hallways": [], "objects": []});
    assert_eq!(troubles(&level), ["rooms: empty, need at least one", "objects: 0 exits, need 1"]);
    assert_eq!(told(&level), "levels[0].rooms: empty, need at least one");
}

#[test]
fn a_level_is_at_most_256_by_256() {
    let two = |row: i64, column: i64| {
        json!({"rooms": [room(0, 0, &[&[1, 1]]), room(row, column, &[&[1, 1]])], "hallways": [],
               "objects": [{"type": "exit", "position": [0, 0]}]})
    };
    let size = |row: i64, column: i64| troubles(&two(row, column)).pop();
    assert_eq!(told(&two(1, 298)), "levels[0]: 300 columns, need at most 256");
    assert_eq!(size(1, 254), None);
    assert_eq!(size(1, 255).as_deref(), Some(": 257 columns, need at most 256"));
    assert_eq!((size(1, -254), size(1, -255)), (None, Some(": 257 columns, need at most 256".into())));
    assert_eq!((size(255, 0), size(256, 0)), (None, Some(": 257 rows, need at most 256".into())));
    assert_eq!((size(-255, 0), size(-256, 0)), (None, Some(": 257 rows, need at most 256".into())));
    // (0,0) belongs to the rectangle, wherever the rooms lie.
    let lone = |row: i64| json!({"rooms": [room(row, 0, &[&[1]])], "hallways": [], "objects": [{"type": "exit", "position": [row, 0]}]});
    assert_eq!(troubles(&lone(-255)), [""; 0]);
    assert_eq!(troubles(&lone(256)), [": 257 rows, need at most 256"]);
    // Points at the maximum distance cause no harm.
    assert_eq!(size(1_000_000_000, 0).as_deref(), Some(": 1000000001 rows, need at most 256"));
    assert_eq!(size(0, -1_000_000_000).as_deref(), Some(": 1000000002 columns, need at most 256"));
    let far = changed("/hallways/0/waypoints", json!([[300, 3], [300, 400], [1, 400]]));
    assert_eq!(troubles(&far), [": 301 rows, need at most 256", ": 401 columns, need at most 256"]);
}

#[test]
fn the_layout_has_the_size_that_bounds_say() {
    let rows = changed("/rooms/0/bounds/rows", json!(4));
    assert_eq!(told(&rows), "levels[0].rooms[0].layout: 3 rows, bounds say 4");
    let columns = changed("/rooms/1/layout/2", json!([0, 1]));
    assert_eq!(told(&columns), "levels[0].rooms[1].layout[2]: 2 columns, bounds say 3");
    let nothing = json!({"origin": [9, 0], "bounds": {"rows": 0, "columns": 0}, "layout": []});
    assert_eq!(
        troubles(&changed("/rooms/0", nothing))[..2],
        ["rooms[0].bounds: 0 rows, need at least 1", "rooms[0].bounds: 0 columns, need at least 1"]
    );
    assert_eq!(
        told(&changed("/rooms/0/bounds/rows", json!(-1))),
        "levels[0].rooms[0].bounds.rows: -1 is not in 0..=1000000000"
    );
}

#[test]
fn codes_are_0_to_2() {
    assert_eq!(
        told(&changed("/rooms/1/layout/2/1", json!(7))),
        "levels[0].rooms[1].layout[2][1]: code 7, need 0, 1 or 2"
    );
    assert_eq!(
        told(&changed("/rooms/1/layout/2/1", json!(-1))),
        "levels[0].rooms[1].layout[2][1]: code -1, need 0, 1 or 2"
    );
    assert_eq!(
        told(&changed("/rooms/1/layout/2/1", json!("1"))),
        "levels[0].rooms[1].layout[2][1]: \"1\" is not a whole number"
    );
}

#[test]
fn doors_stand_on_the_edge_of_the_box() {
    let inside = changed("/rooms/1/layout/2/1", json!(2));
    assert_eq!(told(&inside), "levels[0].rooms[1].layout[2][1]: door inside the room, need it on the edge");
    for (row, column) in [(0, 1), (3, 0), (1, 2), (3, 2)] {
        assert_eq!(troubles(&changed(&format!("/rooms/1/layout/{row}/{column}"), json!(2))), [""; 0], "{row},{column}");
    }
}

#[test]
fn nothing_overlaps() {
    let rooms = changed("/rooms/1/origin", json!([1, 3]));
    assert_eq!(troubles(&rooms)[0], "rooms[1]: overlaps rooms[0] at [1,3]");
    assert_eq!(told(&rooms), "levels[0].rooms[1]: overlaps rooms[0] at [1,3]");
    // Walls count: every tile of the box is in the room. Side by side is fine.
    let mut level = example();
    level["rooms"].as_array_mut().expect("rooms").push(room(4, 0, &[&[0, 1]]));
    assert_eq!(troubles(&level), [""; 0]);
    level["rooms"][2]["origin"] = json!([3, 3]);
    assert_eq!(troubles(&level), ["rooms[2]: overlaps rooms[0] at [3,3]"]);
    let hallway = changed("/hallways/0/waypoints", json!([[2, 7], [1, 7]]));
    assert_eq!(troubles(&hallway)[0], "hallways[0]: overlaps rooms[1] at [2,6]");
    let mut two = example();
    let again = json!({"from": [1, 6], "to": [2, 3], "waypoints": [[1, 4], [2, 4]]});
    two["hallways"].as_array_mut().expect("hallways").push(again);
    assert_eq!(troubles(&two), ["hallways[1]: overlaps hallways[0] at [1,5]"]);
    assert_eq!(told(&two), "levels[0].hallways[1]: overlaps hallways[0] at [1,5]");
    // A hallway may cross itself and may repeat points.
    let twice = changed("/hallways/0/waypoints", json!([[2, 5], [2, 4], [2, 5], [2, 5], [1, 5]]));
    assert_eq!(troubles(&twice), [""; 0]);
}

#[test]
fn hallways_end_at_doors() {
    assert_eq!(told(&changed("/hallways/0/from", json!([2, 2]))), "levels[0].hallways[0]: overlaps rooms[0] at [2,3]");
    assert_eq!(
        troubles(&changed("/hallways/0/from", json!([2, 2])))[1..],
        ["hallways[0].from: [2,2] is not a door".to_string()]
    );
    let mut level = example();
    level["rooms"][0]["layout"][1][3] = json!(1);
    assert_eq!(told(&level), "levels[0].hallways[0].from: [2,3] is not a door");
    let mut level = example();
    level["rooms"][1]["layout"][1][0] = json!(0);
    assert_eq!(told(&level), "levels[0].hallways[0].to: [1,6] is not a door");
    // The tile of a hallway is not a door, and neither is void.
    let other = json!({"from": [2, 4], "to": [9, 4], "waypoints": []});
    let mut level = example();
    level["hallways"].as_array_mut().expect("hallways").push(other);
    assert_eq!(
        troubles(&level),
        ["hallways[1].from: [2,4] is not a door".to_string(), "hallways[1].to: [9,4] is not a door".to_string()]
    );
}

#[test]
fn segments_are_straight() {
    let waypoints = |points: Value| troubles(&changed("/hallways/0/waypoints", points));
    assert_eq!(waypoints(json!([[1, 5]])), ["hallways[0].waypoints[0]: [1,5] is not in line with [2,3]"]);
    assert_eq!(
        waypoints(json!([[2, 5], [0, 4], [0, 5]]))[0],
        "hallways[0].waypoints[1]: [0,4] is not in line with [2,5]"
    );
    assert_eq!(waypoints(json!([[2, 5]])), ["hallways[0].to: [1,6] is not in line with [2,5]"]);
    assert_eq!(waypoints(json!([])), ["hallways[0].to: [1,6] is not in line with [2,3]"]);
    assert_eq!(
        told(&changed("/hallways/0/waypoints", json!([[1, 5]]))),
        "levels[0].hallways[0].waypoints[0]: [1,5] is not in line with [2,3]"
    );
}

#[test]
fn there_is_one_exit_at_most_one_key_and_both_can_be_reached() {
    let objects = |objects: Value| troubles(&changed("/objects", objects));
    let exit = |row: i64, column: i64| json!({"type": "exit", "position": [row, column]});
    let key = |row: i64, column: i64| json!({"type": "key", "position": [row, column]});
    assert_eq!(objects(json!([exit(2, 1)])), [""; 0]);
    assert_eq!(objects(json!([])), ["objects: 0 exits, need 1"]);
    assert_eq!(objects(json!([key(2, 1)])), ["objects: 0 exits, need 1"]);
    assert_eq!(objects(json!([exit(2, 1), exit(2, 2)])), ["objects: 2 exits, need 1"]);
    assert_eq!(objects(json!([exit(2, 1), key(2, 2), key(1, 7), key(2, 7)])), ["objects: 3 keys, need at most 1"]);
    assert_eq!(objects(json!([exit(1, 3)])), ["objects[0].position: [1,3] is a wall, need floor, door or hall"]);
    assert_eq!(
        objects(json!([exit(2, 1), key(3, 4)])),
        ["objects[1].position: [3,4] is void, need floor, door or hall"]
    );
    assert_eq!(objects(json!([exit(99, -99)])), ["objects[0].position: [99,-99] is void, need floor, door or hall"]);
    for (row, column) in [(2, 1), (2, 3), (2, 4), (1, 6)] {
        assert_eq!(objects(json!([exit(row, column), key(1, 7)])), [""; 0]);
    }
    assert_eq!(
        objects(json!([exit(2, 1), key(2, 1)])),
        ["objects[1].position: [2,1] holds the exit already, need another tile"]
    );
    assert_eq!(
        told(&changed("/objects", json!([key(2, 1), exit(2, 1)]))),
        "levels[0].objects[1].position: [2,1] holds the key already, need another tile"
    );
}

#[test]
fn there_is_free_floor_for_everybody() {
    // Two floor tiles of the first room and two of the second, minus key and exit.
    let words = |document: Value| {
        let document = with(json!({"levels": [example(), example()]}), document);
        Settings::read(&document).map_err(|error| error.to_string()).err()
    };
    let refused =
        |level: usize, actors: usize| Some(format!("levels[{level}]: 2 free floor tiles for {actors} actors"));
    assert_eq!(words(json!({"players": 1})), refused(1, 3), "level 2 has two zombies");
    assert_eq!(words(json!({"players": 2})), refused(0, 3));
    assert_eq!(words(json!({"players": 4, "zombies": 0, "ghosts": 2})), refused(0, 6));
    assert_eq!(words(json!({"players": 1, "zombies": 1})), None);
    assert_eq!(words(json!({"players": 2, "zombies": 0, "ghosts": 0})), None);
    // Where key and exit lie on doors and in hallways all floor is free.
    let away = json!([{"type": "key", "position": [2, 4]}, {"type": "exit", "position": [2, 3]}]);
    let document = json!({"levels": [changed("/objects", away)], "players": 4, "zombies": 0});
    assert!(Settings::read(&document).is_ok());
}

#[test]
fn all_troubles_are_listed_in_the_order_of_rooms_hallways_and_objects() {
    let level = json!({
        "rooms": [room(0, 0, &[&[0, 3, 0], &[0, 2, 0], &[0, 1, 0]]), room(2, 2, &[&[2], &[9]])],
        "hallways": [{"from": [0, 0], "to": [2, 2], "waypoints": [[5, 5]]}],
        "objects": [{"type": "key", "position": [0, 0]}, {"type": "key", "position": [9, 9]}],
    });
    let expected = [
        "rooms[0].layout[0][1]: code 3, need 0, 1 or 2",
        "rooms[0].layout[1][1]: door inside the room, need it on the edge",
        "rooms[1].layout[1][0]: code 9, need 0, 1 or 2",
        "rooms[1]: overlaps rooms[0] at [2,2]",
        "hallways[0].from: [0,0] is not a door",
        "hallways[0].to: [2,2] is not a door",
        "hallways[0].waypoints[0]: [5,5] is not in line with [0,0]",
        "hallways[0].to: [2,2] is not in line with [5,5]",
        "objects: 0 exits, need 1",
        "objects: 2 keys, need at most 1",
        "objects[0].position: [0,0] is a wall, need floor, door or hall",
        "objects[1].position: [9,9] is void, need floor, door or hall",
    ];
    assert_eq!(troubles(&level), expected);
}

#[test]
fn hallways_may_join_a_room_to_itself_or_have_no_tile() {
    let itself = json!({
        "rooms": [room(1, 1, &[&[2, 1, 2]])],
        "hallways": [{"from": [1, 1], "to": [1, 3], "waypoints": [[0, 1], [0, 3]]}],
        "objects": [{"type": "exit", "position": [0, 2]}],
    });
    let chart = Chart::check(read(&itself)).expect("playable");
    assert_eq!(drawing::level(&chart, false), " :O:\n +.+\n");
    let side_by_side = json!({
        "rooms": [room(0, 0, &[&[1, 2]]), room(0, 2, &[&[2, 1]])],
        "hallways": [{"from": [0, 1], "to": [0, 2], "waypoints": []}],
        "objects": [{"type": "exit", "position": [0, 0]}],
    });
    let chart = Chart::check(read(&side_by_side)).expect("playable");
    assert_eq!(drawing::level(&chart, true), "E++.\n");
    assert!(!chart.kinds.contains(&TileKind::Hall));
}

#[test]
fn a_loose_level_is_refused_for_its_size_alone() {
    // The first of several counts, rooms before hallways (R49).
    let heap = json!({
        "rooms": [room(0, 0, &[&[1, 0]]), room(0, 1, &[&[2, 2, 5]])],
        "hallways": [{"from": [1, 0], "to": [1, 4], "waypoints": [[0, 0], [0, 4]]}], "objects": [],
    });
    let chart = Chart::loose(read(&heap)).expect("tiles");
    // The end [1,4] is not a door, and is still left out.
    assert_eq!(drawing::level(&chart, true), ".#+#:\n\n");
    let empty = Chart::loose(Level::default()).expect("one tile of void");
    assert_eq!((empty.rows, empty.columns, drawing::level(&empty, true)), (1, 1, "\n".to_string()));
}

#[test]
fn a_loose_level_that_is_too_large_is_not_said_to_lack_rooms() {
    let far = json!({"rooms": [], "hallways": [{"from": [0, 0], "to": [0, 300], "waypoints": []}], "objects": []});
    let error = Chart::loose(read(&far)).expect_err("too large");
    assert_eq!(error.within("level").to_string(), "level: 301 columns, need at most 256");
}

#[test]
fn fields_that_are_missing_or_wrong_are_named() {
    let words = |pointer: &str, field: &str, value: Option<Value>| {
        let mut level = example();
        let object = level.pointer_mut(pointer).and_then(Value::as_object_mut).expect("an object");
        match value {
            Some(value) => object.insert(field.into(), value),
            None => object.remove(field),
        };
        Level::read(&level).map_err(|error| error.to_string()).err()
    };
    let missing = [
        ("", "rooms", "rooms: missing, need a list of rooms"),
        ("", "hallways", "hallways: missing, need a list of hallways"),
        ("", "objects", "objects: missing, need a list of objects"),
        ("/rooms/1", "origin", "rooms[1].origin: missing, need a point"),
        ("/rooms/1", "bounds", "rooms[1].bounds: missing, need rows and columns"),
        ("/rooms/1/bounds", "rows", "rooms[1].bounds.rows: missing, need a number"),
        ("/rooms/1/bounds", "columns", "rooms[1].bounds.columns: missing, need a number"),
        ("/rooms/0", "layout", "rooms[0].layout: missing, need a list of rows"),
        ("/hallways/0", "from", "hallways[0].from: missing, need a point"),
        ("/hallways/0", "to", "hallways[0].to: missing, need a point"),
        ("/hallways/0", "waypoints", "hallways[0].waypoints: missing, need a list of points"),
        ("/objects/1", "type", "objects[1].type: missing, need key or exit"),
        ("/objects/1", "position", "objects[1].position: missing, need a point"),
    ];
    for (pointer, field, expected) in missing {
        assert_eq!(words(pointer, field, None).as_deref(), Some(expected));
    }
    let wrong = [
        ("/objects/1", "type", json!("door"), "objects[1].type: \"door\" is not one of key, exit"),
        ("/objects/1", "position", json!([1]), "objects[1].position: [1] is not a point [row,column] of whole numbers"),
        (
            "/rooms/0",
            "origin",
            json!([1.5, 2]),
            "rooms[0].origin: [1.5,2] is not a point [row,column] of whole numbers",
        ),
        ("/rooms/0", "layout", json!(5), "rooms[0].layout: 5 is not a list of rows"),
        ("/rooms/0", "layout", json!([[0], 5]), "rooms[0].layout[1]: 5 is not a list of codes"),
        (
            "/hallways/0",
            "waypoints",
            json!([[1, 2], 3]),
            "hallways[0].waypoints[1]: 3 is not a point [row,column] of whole numbers",
        ),
        ("", "rooms", json!([5]), "rooms[0]: 5 is not a room, an object"),
        ("/rooms/0", "bounds", json!(5), "rooms[0].bounds: 5 is not bounds, an object"),
    ];
    for (pointer, field, value, expected) in wrong {
        assert_eq!(words(pointer, field, Some(value)).as_deref(), Some(expected));
    }
    // Only objects need a type, unknown fields are ignored, and fields can be in any order (R45).
    for (pointer, field) in [("", "type"), ("/rooms/0", "type"), ("/hallways/0", "type")] {
        assert_eq!(words(pointer, field, None), None);
        assert_eq!(words(pointer, "colour", Some(json!([1]))), None);
    }
    assert!(Level::read(&json!(5)).is_err());
}

/// A second implementation of R7, by counting: whether a level can be played.
fn is_playable(level: &Level) -> bool {
    let mut owners: BTreeMap<(i64, i64), (Vec<String>, i64)> = BTreeMap::new();
    let mut fine = !level.rooms.is_empty();
    for (i, room) in level.rooms.iter().enumerate() {
        fine &= room.layout.len() as i64 == room.bounds.rows && room.bounds.rows >= 1 && room.bounds.columns >= 1;
        for (r, row) in room.layout.rows().enumerate() {
            fine &= row.len() as i64 == room.bounds.columns;
            for (c, &code) in row.iter().enumerate() {
                let inside = r > 0 && c > 0 && r + 1 < room.layout.len() && c + 1 < row.len();
                fine &= (0..=2).contains(&code) && !(code == 2 && inside);
                let at = (room.origin.row + r as i64, room.origin.column + c as i64);
                owners.entry(at).or_insert((vec![], code)).0.push(format!("room {i}"));
            }
        }
    }
    let door = |owners: &BTreeMap<_, (Vec<String>, i64)>, at: Point| {
        owners.get(&(at.row, at.column)).is_some_and(|(_, code)| *code == 2)
    };
    for hallway in level.hallways.iter() {
        fine &= door(&owners, hallway.from) && door(&owners, hallway.to);
    }
    for (i, hallway) in level.hallways.iter().enumerate() {
        let corners: Vec<Point> = hallway.corners().collect();
        let mut tiles = std::collections::BTreeSet::new();
        for pair in corners.windows(2) {
            fine &= pair[0].row == pair[1].row || pair[0].column == pair[1].column;
            let (mut at, to) = (pair[0], pair[1]);
            for _ in 0..600 {
                tiles.insert((at.row, at.column));
                at.row += (to.row - at.row).signum();
                at.column += (to.column - at.column).signum();
            }
            fine &= at == to;
        }
        tiles.remove(&(hallway.from.row, hallway.from.column));
        tiles.remove(&(hallway.to.row, hallway.to.column));
        for at in tiles {
            owners.entry(at).or_insert((vec![], 1)).0.push(format!("hallway {i}"));
        }
    }
    fine &= owners.values().all(|(names, _)| names.len() == 1);
    let rows = || owners.keys().map(|at| at.0).chain([0]);
    let columns = || owners.keys().map(|at| at.1).chain([0]);
    fine &= rows().max().expect("some") - rows().min().expect("some") < 256;
    fine &= columns().max().expect("some") - columns().min().expect("some") < 256;
    let mut places = vec![];
    for object in &level.objects {
        let at = (object.position.row, object.position.column);
        fine &= owners.get(&at).is_some_and(|(_, code)| *code > 0) && !places.contains(&at);
        places.push(at);
    }
    let count = |name: &str| level.objects.iter().filter(|object| object.kind.name() == name).count();
    fine && count("exit") == 1 && count("key") <= 1
}

#[test]
fn levels_that_were_meddled_with_are_refused_exactly_if_r7_says_so() {
    let (mut fine, mut refused) = (0, 0);
    for number in 0..3000 {
        let mut random = Random::stream(501, number);
        let mut level = if random.below(4) == 0 { example() } else { matches::any_level(&mut random) };
        for _ in 0..random.below(3) {
            let mut numbers = Vec::new();
            pointers(&level, "", &mut numbers);
            let slot = matches::one_of(&mut random, &numbers);
            let old = level.pointer(&slot).and_then(Value::as_i64).expect("a number");
            let by = matches::one_of(&mut random, &[-2, -1, 1, 2, 5]);
            *level.pointer_mut(&slot).expect("a number") = (old + by).into();
        }
        match random.below(8) {
            0 => {
                let list = level["objects"].as_array_mut().expect("objects");
                list.pop();
            }
            1 => {
                let more = level["objects"][0].clone();
                level["objects"].as_array_mut().expect("objects").push(more);
            }
            _ => {}
        }
        let Ok(read) = Level::read(&level) else { continue };
        let playable = is_playable(&read);
        *if playable { &mut fine } else { &mut refused } += 1;
        assert_eq!(Chart::check(read).map(|_| ()).map_err(|wrong| wrong[0].to_string()).is_ok(), playable, "{level}");
    }
    assert!(fine > 500 && refused > 500, "{fine} fine, {refused} refused");
}

/// The JSON pointers of all numbers in a document.
fn pointers(value: &Value, here: &str, all: &mut Vec<String>) {
    match value {
        Value::Number(_) => all.push(here.to_string()),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, value)| pointers(value, &format!("{here}/{i}"), all));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| pointers(value, &format!("{here}/{name}"), all));
        }
        _ => {}
    }
}

#[test]
fn levels_drawn_in_pictures_can_be_played() {
    for picture in
        ["####\n#.E+:::\n####  :\n      :\n   ###+#\n   #K..#\n   #####\n", "  ###\n::+.#\n: #E#\n::+.#\n  ###\n"]
    {
        let level = level(picture);
        assert_eq!(troubles(&level), [""; 0], "{level}");
        assert_eq!(drawing::level(&Chart::loose(read(&level)).expect("tiles"), true), picture);
    }
}
