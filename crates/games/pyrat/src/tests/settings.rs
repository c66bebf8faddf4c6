//! Which settings are allowed, and the error messages for others: section 5, K3.

use super::matches::{self, any_settings};
use crate::generate::MazePlan;
use crate::settings::{Settings, Starts};
use crate::{Action, PyRat};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use proptest::prelude::*;
use serde_json::json;

fn read(document: &Value) -> Result<Settings, Invalid> {
    Settings::read(document)
}

/// `(document, field, got, expected)`: the error and its usual words, `field: got is not expected`.
fn refuses(cases: impl IntoIterator<Item = (Value, &'static str, &'static str, &'static str)>) {
    for (document, field, got, expected) in cases {
        let error = read(&document).expect_err(&document.to_string());
        let facts = [error.field.as_str(), &error.got, &error.expected];
        assert_eq!(facts, [field, got, expected], "{document}");
        let range = expected.starts_with(|c: char| c.is_ascii_digit()) && expected.contains("..=");
        let words = format!("{field}: {got} is not {}{expected}", if range { "in " } else { "" });
        assert_eq!(error.to_string(), words, "{document}");
    }
}

/// The same, with special words after the field.
fn refuses_saying(cases: impl IntoIterator<Item = (Value, &'static str, &'static str, &'static str)>) {
    for (document, field, expected, words) in cases {
        let error = read(&document).expect_err(&document.to_string());
        assert_eq!([error.field.as_str(), &error.expected], [field, expected], "{document}");
        assert_eq!(error.to_string(), format!("{field}: {words}"), "{document}");
    }
}

fn seeds(settings: &Settings) -> [Option<u64>; 3] {
    [settings.maze_seed, settings.start_seed, settings.cheese_seed]
}

// The table, row by row.

#[test]
fn the_fields_stand_in_the_order_in_which_they_are_checked() {
    let names: Vec<&str> = Settings::FIELDS.iter().map(|field| field.name).collect();
    let table = [
        "preset", "width", "height", "wall_density", "mud_density", "mud_range", "connected", "symmetric",
        "cheese_count", "cheese_symmetric", "start", "max_turns", "end_on_majority", "walls", "mud", "cheese",
        "maze_seed", "start_seed", "cheese_seed",
    ];
    assert_eq!(names, table);
}

#[test]
fn nothing_chosen_is_the_medium_preset() {
    let settings = matches::settings(&json!({}));
    let grid = Grid::new(21, 15).expect("a board");
    assert_eq!(settings.grid(), grid);
    let plan =
        MazePlan { grid, wall_density: 0.7, mud_density: 0.1, mud_range: (2, 3), connected: true, symmetric: true };
    assert_eq!(settings.maze_plan(), plan);
    assert_eq!((settings.cheese_drawn(), settings.has_mirrored_cheese()), (41, true));
    assert_eq!((&settings.start, settings.max_turns, settings.end_on_majority), (&Starts::Corners, 300, true));
    assert_eq!((settings.fixed_maze(), &settings.cheese, seeds(&settings)), (None, &None, [None; 3]));
    assert_eq!(settings, Settings::default());
    for seed in 0..3 {
        let same = |a: &Value, b: &Value| matches::game::<10>(a, seed) == matches::game::<10>(b, seed);
        assert!(same(&json!({}), &json!({"preset": "medium"})));
    }
}

#[test]
fn presets_are_those_of_the_table() {
    let table = [
        ("tiny", 11, 9, 13, 150),
        ("small", 15, 13, 21, 200),
        ("medium", 21, 15, 41, 300),
        ("large", 31, 21, 85, 400),
        ("huge", 41, 31, 165, 500),
        ("open", 21, 15, 41, 300),
        ("asymmetric", 21, 15, 41, 300),
    ];
    for (preset, width, height, cheese, max_turns) in table {
        let settings = matches::settings(&json!({ "preset": preset }));
        let classic = matches::settings(&json!({"width": width, "height": height})).maze_plan();
        let plan = match preset {
            "open" => MazePlan { wall_density: 0.0, mud_density: 0.0, ..classic },
            "asymmetric" => MazePlan { symmetric: false, ..classic },
            _ => classic,
        };
        assert_eq!(settings.maze_plan(), plan, "{preset}");
        let facts = (settings.cheese_drawn(), settings.max_turns, settings.end_on_majority, &settings.start);
        assert_eq!(facts, (cheese, max_turns, true, &Starts::Corners), "{preset}");
        assert_eq!(settings.has_mirrored_cheese(), preset != "asymmetric");
        let (world, state) = matches::game::<42>(&json!({ "preset": preset }), 1);
        assert_eq!((world.grid().width(), world.grid().height(), world.max_turns), (width, height, max_turns));
        assert_eq!((state.cheese.len(), state.pos), (cheese, [0, width * height - 1]), "{preset}");
        assert!(preset != "open" || (world.report.walls, world.report.mud) == (0, 0));
    }
}

#[test]
fn fields_beside_a_preset_replace_the_presets() {
    let settings = matches::settings(&json!({"preset": "tiny", "width": 12, "max_turns": 9, "symmetric": false}));
    assert_eq!((settings.grid().width(), settings.grid().height(), settings.max_turns), (12, 9, 9));
    assert!(!settings.maze_plan().symmetric && !settings.has_mirrored_cheese());
    let settings = matches::settings(&json!({"preset": "open", "wall_density": 0.5}));
    assert_eq!((settings.maze_plan().wall_density, settings.maze_plan().mud_density), (0.5, 0.0));
}

#[test]
fn preset_is_a_name_of_the_table() {
    let names = "one of tiny, small, medium, large, huge, open, asymmetric";
    refuses([
        (json!({"preset": "giant"}), "preset", "\"giant\"", names),
        (json!({"preset": "Tiny"}), "preset", "\"Tiny\"", names),
        (json!({"preset": 3}), "preset", "3", names),
        (json!({"preset": null}), "preset", "null", names),
    ]);
}

#[test]
fn width_and_height_are_2_to_64() {
    // R1
    for side in 2..=64 {
        let settings = matches::settings(&json!({"width": side, "height": 66 - side}));
        assert_eq!((settings.grid().width(), settings.grid().height()), (side, 66 - side));
    }
    refuses([
        (json!({"width": 65}), "width", "65", "2..=64"),
        (json!({"width": 1}), "width", "1", "2..=64"),
        (json!({"height": 0}), "height", "0", "2..=64"),
        (json!({"height": -3}), "height", "-3", "2..=64"),
        (json!({"width": 7.5}), "width", "7.5", "2..=64"),
        (json!({"width": "21"}), "width", "\"21\"", "2..=64"),
        (json!({"width": null}), "width", "null", "2..=64"),
        (json!({"height": true}), "height", "true", "2..=64"),
        (json!({"height": [3]}), "height", "[3]", "2..=64"),
        (json!({"height": 1e300}), "height", "1e+300", "2..=64"),
        (json!({"width": u64::MAX}), "width", "18446744073709551615", "2..=64"),
        (json!({"width": 65538}), "width", "65538", "2..=64"),
    ]);
    assert_eq!(read(&json!({"width": 65})).expect_err("too wide").to_string(), "width: 65 is not in 2..=64");
}

#[test]
fn densities_are_numbers_from_0_to_1() {
    for density in [json!(0), json!(0.0), json!(0.25), json!(1), json!(1.0)] {
        let settings = matches::settings(&json!({"wall_density": density, "mud_density": density}));
        let plan = settings.maze_plan();
        assert_eq!(Some(plan.wall_density), density.as_f64());
        assert_eq!(Some(plan.mud_density), density.as_f64());
    }
    let number = "a number 0.0..=1.0";
    refuses([
        (json!({"wall_density": 1.5}), "wall_density", "1.5", number),
        (json!({"wall_density": -0.1}), "wall_density", "-0.1", number),
        (json!({"mud_density": 2}), "mud_density", "2", number),
        (json!({"mud_density": 1e308}), "mud_density", "1e+308", number),
        (json!({"mud_density": "0.5"}), "mud_density", "\"0.5\"", number),
        (json!({"mud_density": null}), "mud_density", "null", number),
        // A value that is not a number is null in JSON, however it was written.
        (json!({"wall_density": f64::NAN}), "wall_density", "null", number),
        (json!({"mud_density": f64::INFINITY}), "mud_density", "null", number),
    ]);
}

#[test]
fn mud_range_is_a_pair_or_its_upper_end() {
    let range = |value: Value| matches::settings(&json!({ "mud_range": value })).maze_plan().mud_range;
    assert_eq!(range(json!([2, 255])), (2, 255));
    assert_eq!(range(json!([7, 7])), (7, 7));
    assert_eq!(range(json!(2)), (2, 2));
    assert_eq!(range(json!(9)), (2, 9));
    let pair = "[lo, hi] with 2 <= lo <= hi <= 255";
    refuses([
        (json!({"mud_range": 1}), "mud_range", "1", pair),
        (json!({"mud_range": 256}), "mud_range", "256", pair),
        (json!({"mud_range": -4}), "mud_range", "-4", pair),
        (json!({"mud_range": 3.5}), "mud_range", "3.5", pair),
        (json!({"mud_range": [1, 3]}), "mud_range", "[1,3]", pair),
        (json!({"mud_range": [4, 3]}), "mud_range", "[4,3]", pair),
        (json!({"mud_range": [2, 256]}), "mud_range", "[2,256]", pair),
        (json!({"mud_range": [2]}), "mud_range", "[2]", pair),
        (json!({"mud_range": [2, 3, 4]}), "mud_range", "[2,3,4]", pair),
        (json!({"mud_range": []}), "mud_range", "[]", pair),
        (json!({"mud_range": ["2", "3"]}), "mud_range", "[\"2\",\"3\"]", pair),
        (json!({"mud_range": "2-3"}), "mud_range", "\"2-3\"", pair),
        (json!({"mud_range": null}), "mud_range", "null", pair),
    ]);
}

#[test]
fn flags_are_true_or_false() {
    for field in ["connected", "symmetric", "cheese_symmetric", "end_on_majority"] {
        for wrong in [json!(1), json!("true"), json!(null), json!([]), json!({})] {
            let error = read(&json!({ field: wrong })).expect_err(field);
            assert_eq!(error.to_string(), format!("{field}: {wrong} is not true or false"));
        }
    }
    let plan = |document| matches::settings(&document).maze_plan();
    assert!(!plan(json!({"connected": false})).connected && plan(json!({"connected": true})).connected);
    assert!(!plan(json!({"symmetric": false})).symmetric && plan(json!({"symmetric": true})).symmetric);
    let symmetric = |document| matches::settings(&document).has_mirrored_cheese();
    assert!(!symmetric(json!({"symmetric": false})), "the cheese is as symmetric as the maze");
    assert!(symmetric(json!({"symmetric": false, "cheese_symmetric": true})), "unless it says so itself");
    assert!(!symmetric(json!({"cheese_symmetric": false})));
    assert!(!matches::settings(&json!({"end_on_majority": false})).end_on_majority);
}

#[test]
fn cheese_count_is_1_to_cells_and_even_without_a_centre() {
    let even = "an even number: this board has no centre cell";
    refuses([
        (json!({"cheese_count": 0}), "cheese_count", "0", "1..=315"),
        (json!({"cheese_count": 316}), "cheese_count", "316", "1..=315"),
        (json!({"width": 3, "height": 3, "cheese_count": 10}), "cheese_count", "10", "1..=9"),
        (json!({"cheese_count": -1}), "cheese_count", "-1", "1..=315"),
        (json!({"cheese_count": 2.5}), "cheese_count", "2.5", "1..=315"),
        (json!({"cheese_count": "9"}), "cheese_count", "\"9\"", "1..=315"),
        (json!({"cheese_count": null}), "cheese_count", "null", "1..=315"),
        (json!({"cheese_count": 65537}), "cheese_count", "65537", "1..=315"),
        (json!({"width": 4, "height": 3, "cheese_count": 3}), "cheese_count", "3", even),
        (json!({"width": 4, "height": 4, "cheese_count": 15}), "cheese_count", "15", even),
        (
            json!({"width": 4, "height": 3, "cheese_count": 3, "symmetric": false, "cheese_symmetric": true}),
            "cheese_count",
            "3",
            even,
        ),
    ]);
    for fine in [
        json!({"width": 4, "height": 3, "cheese_count": 3, "cheese_symmetric": false}),
        json!({"width": 4, "height": 3, "cheese_count": 3, "symmetric": false}),
        json!({"width": 4, "height": 3, "cheese_count": 12}),
        json!({"width": 3, "height": 3, "cheese_count": 3}),
        json!({"width": 3, "height": 3, "cheese_count": 4}),
        json!({"width": 3, "height": 3, "cheese_count": 9}),
        json!({"width": 64, "height": 64, "cheese_count": 4096}),
    ] {
        let (_, state) = matches::game::<128>(&fine, 1);
        assert_eq!(json!(state.cheese_total), fine["cheese_count"], "{fine}");
    }
}

#[test]
fn an_unset_cheese_count_follows_from_preset_and_size() {
    // R21
    let count = |document| matches::settings(&document).cheese_drawn();
    assert_eq!(count(json!({"width": 21, "height": 15})), 41, "the preset's, on the preset's board");
    assert_eq!(count(json!({"preset": "tiny", "width": 11})), 13);
    assert_eq!(count(json!({"preset": "tiny", "width": 21, "height": 15})), 41, "trunc(0.13 * 315 + 0.5)");
    assert_eq!(count(json!({"preset": "large", "width": 21, "height": 15})), 41);
    assert_eq!(count(json!({"width": 5, "height": 5})), 3, "trunc(3.25 + 0.5)");
    assert_eq!(count(json!({"width": 7, "height": 5})), 5, "trunc(4.55 + 0.5)");
    assert_eq!(count(json!({"width": 2, "height": 2})), 2, "at least 1, and even without a centre");
    assert_eq!(count(json!({"width": 2, "height": 2, "symmetric": false})), 1);
    assert_eq!(count(json!({"width": 6, "height": 4})), 4, "trunc(3.12 + 0.5), raised");
    assert_eq!(count(json!({"width": 6, "height": 4, "cheese_symmetric": false})), 3);
    assert_eq!(count(json!({"width": 20, "height": 20})), 52, "even as it is");
    for (width, height) in (2..=20).flat_map(|width| (2..=20).map(move |height| (width, height))) {
        let count = count(json!({"preset": "tiny", "width": width, "height": height}));
        let plain = (0.13 * f64::from(width * height) + 0.5) as usize;
        let plain = if (width, height) == (11, 9) { 13 } else { plain.max(1) };
        let raised = if width * height % 2 == 0 { plain + plain % 2 } else { plain };
        assert_eq!(count, raised, "{width}x{height}");
    }
}

#[test]
fn start_is_a_word_or_two_cells() {
    let starts = |value: Value| matches::settings(&json!({"width": 4, "height": 3, "start": value})).start;
    assert_eq!(starts(json!("corners")), Starts::Corners);
    assert_eq!(starts(json!("random")), Starts::Random);
    assert_eq!(starts(json!("mirrored")), Starts::Mirrored);
    assert_eq!(starts(json!([[3, 2], [0, 1]])), Starts::Cells([Cell { x: 3, y: 2 }, Cell { x: 0, y: 1 }]));
    assert_eq!(starts(json!([[1, 1], [1, 1]])), Starts::Cells([Cell { x: 1, y: 1 }; 2]), "they may be equal");
    let (world, state) = matches::game::<10>(&json!({"width": 4, "height": 3, "start": [[3, 2], [0, 1]]}), 0);
    assert_eq!(state.pos.map(|cell| world.grid().cell(cell.into())), [(3, 2).into(), (0, 1).into()]);
    let wrong = [
        json!("corner"),
        json!([]),
        json!([[0, 0]]),
        json!([[0, 0], [4, 0]]),
        json!([[0, 3], [0, 0]]),
        json!([[0, 0], [0]]),
        json!([[0, 0], [0, 0], [0, 0]]),
        json!([[0, 0], [-1, 0]]),
        json!([[0, 0], [0.5, 0]]),
        json!([0, 0]),
        json!(null),
        json!({"python": [0, 0]}),
        json!([[0, 0], [65536, 0]]),
    ];
    for wrong in wrong {
        let error = read(&json!({"width": 4, "height": 3, "start": wrong})).expect_err("no start");
        assert_eq!(
            error.to_string(),
            format!("start: {wrong} is not corners, random, mirrored or two cells on the board")
        );
    }
}

#[test]
fn max_turns_is_1_to_65535() {
    assert_eq!(matches::settings(&json!({"max_turns": 1})).max_turns, 1);
    assert_eq!(matches::settings(&json!({"max_turns": 65535})).max_turns, 65535);
    refuses([
        (json!({"max_turns": 0}), "max_turns", "0", "1..=65535"),
        (json!({"max_turns": 65536}), "max_turns", "65536", "1..=65535"),
        (json!({"max_turns": -1}), "max_turns", "-1", "1..=65535"),
        (json!({"max_turns": "many"}), "max_turns", "\"many\"", "1..=65535"),
        (json!({"max_turns": 1e9}), "max_turns", "1000000000.0", "1..=65535"),
    ]);
}

/// A small board with these fields.
fn small(mut fields: Value) -> Value {
    fields["width"] = 3.into();
    fields["height"] = 2.into();
    fields
}

#[test]
fn walls_and_mud_are_listed_edge_by_edge() {
    let document = small(json!({"walls": [[0, 0, 1, 0], [2, 1, 2, 0]], "mud": [[0, 1, 0, 0, 2], [1, 1, 2, 1, 255]]}));
    let (world, _) = matches::game::<10>(&document, 0);
    let maze = &world.maze;
    let turns =
        [(0, Action::Right), (2, Action::Up), (0, Action::Up), (4, Action::Right), (1, Action::Right), (1, Action::Up)]
            .map(|(cell, way)| maze.crossing(cell, way));
    assert_eq!(turns, [0, 0, 2, 255, 1, 1]);
    assert_eq!((maze.walls().count(), maze.mud().count()), (2, 2));
    let adjacent = "two adjacent cells on the board";
    refuses([
        (small(json!({"walls": [[0, 0, 1, 0], [0, 0, 1, 1]]})), "walls[1]", "[0,0,1,1]", adjacent),
        (small(json!({"walls": [[0, 0, 0, 0]]})), "walls[0]", "[0,0,0,0]", adjacent),
        (small(json!({"walls": [[0, 0, 2, 0]]})), "walls[0]", "[0,0,2,0]", adjacent),
        (small(json!({"walls": [[2, 0, 3, 0]]})), "walls[0]", "[2,0,3,0]", adjacent),
        (small(json!({"walls": [[2, 0, 0, 1]]})), "walls[0]", "[2,0,0,1]", adjacent),
        (small(json!({"walls": [[0, 0, 0, -1]]})), "walls[0]", "[0,0,0,-1]", adjacent),
        (small(json!({"walls": [[0, 0, 1]]})), "walls[0]", "[0,0,1]", adjacent),
        (small(json!({"walls": [[0, 0, 1, 0, 2]]})), "walls[0]", "[0,0,1,0,2]", adjacent),
        (small(json!({"walls": ["0,0-1,0"]})), "walls[0]", "\"0,0-1,0\"", adjacent),
        (small(json!({"mud": [[0, 0, 2, 0, 2]]})), "mud[0]", "[0,0,2,0,2]", adjacent),
        (small(json!({"mud": [null]})), "mud[0]", "null", adjacent),
        (
            small(json!({"walls": [[0, 0, 1, 0]], "mud": [[0, 0, 0, 1, 2], [1, 0, 0, 0, 3]]})),
            "mud[1]",
            "[1,0,0,0,3]",
            "an edge that is not a wall",
        ),
        (small(json!({"walls": 3})), "walls", "3", "a list of [x1,y1,x2,y2]"),
        (small(json!({"walls": null})), "walls", "null", "a list of [x1,y1,x2,y2]"),
        (small(json!({"mud": {}})), "mud", "{}", "a list of [x1,y1,x2,y2,n]"),
    ]);
    refuses_saying([
        (
            small(json!({"walls": [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]]})),
            "walls[2]",
            "each edge once",
            "[1,0,0,0] is there twice, need each edge once",
        ),
        (
            small(json!({"mud": [[0, 0, 1, 0, 2], [0, 0, 1, 0, 2]]})),
            "mud[1]",
            "each edge once",
            "[0,0,1,0,2] is there twice, need each edge once",
        ),
    ]);
    for n in [json!(1), json!(0), json!(256), json!(-2), json!(2.5), json!("2"), json!(null)] {
        let error = read(&small(json!({"mud": [[0, 0, 1, 0, n]]}))).expect_err("no mud");
        assert_eq!([error.field.as_str(), &error.expected], ["mud[0]", "n 2..=255"]);
        assert_eq!(error.to_string(), format!("mud[0]: [0,0,1,0,{n}] needs n 2..=255 at its end"));
    }
    let error = read(&small(json!({"mud": [[0, 0, 1, 0]]}))).expect_err("no value");
    assert_eq!([error.field.as_str(), &error.expected], ["mud[0]", "n 2..=255"]);
}

#[test]
fn cheese_is_a_list_of_cells() {
    let (world, state) = matches::game::<10>(&small(json!({"cheese": [[2, 1], [0, 0]]})), 0);
    let cells: Vec<Cell> = state.cheese.iter().map(|index| world.grid().cell(index)).collect();
    assert_eq!((cells, state.cheese_total), (Vec::from([(0, 0).into(), (2, 1).into()]), 2));
    refuses([
        (small(json!({"cheese": []})), "cheese", "[]", "at least one"),
        (small(json!({"cheese": 4})), "cheese", "4", "a list of [x,y]"),
        (small(json!({"cheese": null})), "cheese", "null", "a list of [x,y]"),
    ]);
    refuses_saying([
        (
            small(json!({"cheese": [[0, 0], [3, 0]]})),
            "cheese[1]",
            "cells on the board",
            "[3,0] is not a cell on the board",
        ),
        (small(json!({"cheese": [[0]]})), "cheese[0]", "cells on the board", "[0] is not a cell on the board"),
        (small(json!({"cheese": ["x"]})), "cheese[0]", "cells on the board", "\"x\" is not a cell on the board"),
        (
            small(json!({"cheese": [[0, 0], [1, 1], [0, 0]]})),
            "cheese[2]",
            "each cell once",
            "[0,0] is there twice, need each cell once",
        ),
    ]);
}

#[test]
fn seeds_are_64_bits_as_a_number_or_a_string() {
    let drawn = |value: Value| {
        seeds(&matches::settings(&json!({"maze_seed": value, "start_seed": value, "cheese_seed": value})))
    };
    assert_eq!(drawn(json!(0)), [Some(0); 3]);
    assert_eq!(drawn(json!(u64::MAX)), [Some(u64::MAX); 3]);
    assert_eq!(drawn(json!("18446744073709551615")), [Some(u64::MAX); 3]);
    assert_eq!(drawn(json!("0xff")), [Some(255); 3], "K4");
    let wrong = [
        json!(-1),
        json!(1.5),
        json!("-1"),
        json!(""),
        json!("18446744073709551616"),
        json!(1e20),
        json!(null),
        json!([1]),
    ];
    for field in ["maze_seed", "start_seed", "cheese_seed"] {
        for wrong in &wrong {
            let error = read(&json!({ field: wrong })).expect_err(field);
            assert_eq!(error.to_string(), format!("{field}: {wrong} is not an integer 0..2^64"));
        }
    }
}

// R22.

#[test]
fn what_would_have_drawn_a_list_does_not_stand_beside_it() {
    for list in [json!({"walls": []}), json!({"mud": []}), json!({"walls": [], "mud": []})] {
        for (field, value) in [
            ("wall_density", json!(0.5)),
            ("mud_density", json!(0.5)),
            ("mud_range", json!(3)),
            ("maze_seed", json!(1)),
        ] {
            let mut document = small(list.clone());
            document[field] = value;
            let error = read(&document).expect_err(field);
            assert_eq!([error.field.as_str(), &error.expected], [field, "not together with walls or mud"]);
            assert_eq!(error.to_string(), format!("{field}: not together with walls or mud"));
        }
    }
    for (field, value) in [("cheese_count", json!(1)), ("cheese_seed", json!(1))] {
        let mut document = small(json!({"cheese": [[0, 0]]}));
        document[field] = value;
        let error = read(&document).expect_err(field);
        assert_eq!([error.field.as_str(), &error.expected], [field, "not together with cheese"]);
        assert_eq!(error.to_string(), format!("{field}: not together with cheese"));
    }
    for fine in [
        small(json!({"walls": [], "cheese_count": 2, "cheese_seed": 1, "start_seed": 1})),
        small(json!({"cheese": [[0, 0]], "wall_density": 0.5, "mud_range": 3, "maze_seed": 1, "start_seed": 1})),
    ] {
        matches::settings(&fine);
    }
}

#[test]
fn an_absent_list_is_empty_beside_the_other() {
    let (world, _) = matches::game::<10>(&small(json!({"walls": []})), 7);
    assert_eq!((world.report.walls, world.report.mud, world.report.passages), (0, 0, 7));
    let (world, _) = matches::game::<10>(&small(json!({"mud": [[0, 0, 1, 0, 4]]})), 7);
    assert_eq!((world.report.walls, world.report.mud), (0, 1));
    let (world, _) = matches::game::<10>(&small(json!({"walls": [[0, 0, 1, 0]]})), 7);
    assert_eq!((world.report.walls, world.report.mud), (1, 0));
}

#[test]
fn promises_about_a_list_are_checked_only_when_written_as_true() {
    let cut = json!([[0, 0, 1, 0], [0, 0, 0, 1]]);
    refuses([
        (small(json!({"walls": cut, "connected": true})), "connected", "true", "every cell reachable"),
        (small(json!({"walls": cut, "symmetric": true})), "symmetric", "true", "a maze equal to its mirror"),
        (
            small(json!({"mud": [[0, 0, 1, 0, 2]], "symmetric": true})),
            "symmetric",
            "true",
            "a maze equal to its mirror",
        ),
        (
            small(json!({"mud": [[0, 0, 1, 0, 2], [1, 1, 2, 1, 3]], "symmetric": true})),
            "symmetric",
            "true",
            "a maze equal to its mirror",
        ),
        (
            small(json!({"cheese": [[0, 0], [1, 1]], "cheese_symmetric": true})),
            "cheese_symmetric",
            "true",
            "cheese equal to its mirror",
        ),
    ]);
    for fine in [
        json!({"walls": cut}),
        json!({"walls": cut, "connected": false, "symmetric": false}),
        json!({"walls": [[0, 0, 1, 0], [1, 1, 2, 1]], "connected": true, "symmetric": true}),
        json!({"mud": [[0, 0, 1, 0, 2], [1, 1, 2, 1, 2]], "symmetric": true}),
        json!({"cheese": [[0, 0], [1, 1]]}),
        json!({"cheese": [[0, 0], [1, 1]], "cheese_symmetric": false}),
        json!({"cheese": [[0, 0], [1, 1], [2, 1], [1, 0]], "cheese_symmetric": true}),
        // Nothing is listed, so these settings control the drawing.
        json!({"cheese": [[0, 0], [1, 1]], "connected": true, "symmetric": true}),
        json!({"walls": cut, "cheese_symmetric": true}),
    ] {
        matches::settings(&small(fine));
    }
}

// Which field is named.

#[test]
fn of_two_bad_fields_the_first_of_the_table_is_named() {
    let names: Vec<&str> = Settings::FIELDS.iter().map(|field| field.name).collect();
    for (i, first) in names.iter().enumerate() {
        for later in &names[i + 1..] {
            let mut document = json!({});
            document[*later] = Value::Null;
            document[*first] = Value::Null;
            assert_eq!(read(&document).expect_err("two bad fields").field, *first, "{document}");
        }
    }
}

#[test]
fn a_broken_promise_is_named_in_its_place_too() {
    let field = |fields: Value| read(&small(fields)).expect_err("two bad fields").field;
    let cut = json!([[0, 0, 1, 0], [0, 0, 0, 1]]);
    assert_eq!(field(json!({"walls": cut, "connected": true, "max_turns": 0})), "connected");
    assert_eq!(field(json!({"walls": cut, "symmetric": true, "cheese": []})), "symmetric");
    assert_eq!(field(json!({"walls": cut, "connected": true, "symmetric": 3})), "connected");
    assert_eq!(field(json!({"cheese": [[0, 0]], "cheese_symmetric": true, "start": 0})), "cheese_symmetric");
    assert_eq!(field(json!({"walls": cut, "connected": true, "mud_range": 0})), "mud_range");
    assert_eq!(
        field(json!({"walls": [[9, 9, 9, 9]], "connected": true})),
        "walls[0]",
        "what cannot be read is not checked"
    );
    assert_eq!(field(json!({"walls": cut, "connected": true, "mud": [0]})), "mud[0]");
}

#[test]
fn an_unknown_field_names_the_nearest_known_one() {
    let words = |field: &str| read(&json!({ field: 1 })).expect_err(field).to_string();
    assert_eq!(words("widht"), "widht: no such setting, did you mean width?");
    assert_eq!(words("max_turn"), "max_turn: no such setting, did you mean max_turns?");
    assert_eq!(words("wall"), "wall: no such setting, did you mean walls?");
    assert_eq!(words("Width"), "Width: no such setting, did you mean width?");
    assert_eq!(words("cheese-count"), "cheese-count: no such setting, did you mean cheese_count?");
    assert!(words("colour").starts_with("colour: no such setting, need one of preset, width, height, "));
    assert!(words("").contains("no such setting"));
}

#[test]
fn a_document_that_is_no_object_is_an_error() {
    for document in [json!(null), json!([]), json!("tiny"), json!(3), json!(true)] {
        assert_eq!(
            read(&document).expect_err("no object").to_string(),
            format!("settings: {document} is not an object")
        );
    }
}

#[test]
fn a_board_too_large_for_a_state_is_an_error_of_its_width() {
    let settings = matches::settings(&json!({"preset": "large"}));
    assert!(!PyRat::<10>::fits(&settings) && PyRat::<26>::fits(&settings));
    let error = PyRat::<10>::new(&settings, 0).expect_err("too large");
    assert_eq!(error.to_string(), "width: 31x21 is not a board of at most 320 cells");
    let fits = |width: u16, height: u16| {
        let settings = matches::settings(&json!({"width": width, "height": height}));
        [
            PyRat::<10>::fits(&settings),
            PyRat::<26>::fits(&settings),
            PyRat::<42>::fits(&settings),
            PyRat::<128>::fits(&settings),
        ]
    };
    assert_eq!(fits(20, 16), [true; 4], "320 cells");
    assert_eq!(fits(32, 26), [false, true, true, true], "832 cells");
    assert_eq!(fits(42, 32), [false, false, true, true], "1344 cells");
    assert_eq!(fits(64, 64), [false, false, false, true]);
}

#[test]
fn a_density_survives_its_text_to_the_last_bit() {
    let settings = matches::settings(&json!({"wall_density": 0.011738389725635857}));
    let text = settings.document().to_string();
    assert_eq!(read(&serde_json::from_str(&text).expect("JSON")), Ok(settings), "{text}");
}

// What is written can be read, and nothing that is read can break.

fn survives(document: &Value) -> Result<(), TestCaseError> {
    let settings = match read(document) {
        Ok(settings) => settings,
        Err(error) => {
            prop_assert!(!error.field.is_empty() || document.get("").is_some(), "{}", error);
            let named = error.to_string().starts_with(&format!("{}: ", error.field));
            prop_assert!(named, "{}", error);
            return Ok(());
        }
    };
    for written in [settings.written(document), settings.document()] {
        prop_assert_eq!(read(&written), Ok(settings.clone()), "{}", written);
    }
    let (world, mut state) = PyRat::<128>::new(&settings, 5).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(PyRat::<128>::check(&world, &state), Ok(()));
    prop_assert!(state.cheese_total >= 1 && state.status.is_running());
    for action in Action::ALL {
        matches::step(&world, &mut state, [action, action.mirrored()]);
    }
    prop_assert_eq!(PyRat::<128>::check(&world, &state), Ok(()));
    Ok(())
}

pub(super) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..70u64).prop_map(Value::from),
        (-0.5..1.5).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop::sample::select(&["corners", "random", "mirrored", "tiny", "huge", "12"][..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{0,8}", inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

fn any_field() -> impl Strategy<Value = (String, Value)> {
    let name = prop_oneof![
        8 => (0..Settings::FIELDS.len()).prop_map(|i| Settings::FIELDS[i].name.to_string()),
        1 => "\\PC{0,10}",
    ];
    let near = prop_oneof![
        (2..=12u64).prop_map(Value::from),
        (0.0..=1.0).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        prop::collection::vec(prop::collection::vec(0..4u64, 2..=5), 0..4).prop_map(|list| json!(list)),
    ];
    (name, prop_oneof![2 => near, 1 => any_json()])
}

/// A board of 5x4 with walls, mud and cheese drawn at random, each edge and cell once.
fn any_lists() -> impl Strategy<Value = Value> {
    let kinds = prop::collection::vec(prop_oneof![4 => Just(1), 2 => Just(0), 1 => 2..=255u16], 31);
    let cheese = prop::collection::vec(any::<bool>(), 20);
    (kinds, cheese).prop_map(|(kinds, cheese)| {
        let (mut walls, mut mud) = (Vec::new(), Vec::new());
        let right = (0..20u16).filter(|cell| cell % 5 < 4).map(|cell| (cell, cell + 1));
        let up = (0..15u16).map(|cell| (cell, cell + 5));
        for ((a, b), kind) in right.chain(up).zip(kinds) {
            match kind {
                0 => walls.push([b % 5, b / 5, a % 5, a / 5]),
                1 => {}
                n => mud.push([a % 5, a / 5, b % 5, b / 5, n]),
            }
        }
        let cheese: Vec<[usize; 2]> = (0..20).filter(|&i| i == 0 || cheese[i]).map(|i| [i % 5, i / 5]).collect();
        json!({"width": 5, "height": 4, "walls": walls, "mud": mud, "cheese": cheese})
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_document_gives_a_game_or_an_error(fields in prop::collection::vec(any_field(), 0..6)) {
        survives(&fields.into_iter().collect())?;
    }

    #[test]
    fn any_json_gives_a_game_or_an_error(document in any_json()) {
        survives(&document)?;
    }

    #[test]
    fn settings_are_written_as_they_were_read(key: u64) {
        let document = any_settings(&mut Random::new(key), 2..=30);
        let settings = matches::settings(&document);
        let text = settings.written(&document).to_string();
        prop_assert_eq!(read(&serde_json::from_str(&text).expect("JSON")), Ok(settings), "{}", text);
        survives(&document)?;
    }

    #[test]
    fn lists_are_written_as_they_were_read(document in any_lists()) {
        let (world, state) = matches::game::<10>(&document, 0);
        let start = PyRat::<10>::start(&world, &state, Seat(0));
        let listed = |field: &str| document[field].as_array().map_or(0, Vec::len);
        prop_assert_eq!((start.walls.len(), start.mud.len()), (listed("walls"), listed("mud")));
        prop_assert_eq!(usize::from(start.cheese_total), listed("cheese"));
        survives(&document)?;
        // The start message of a seat is a document of settings for the same maze.
        let cheese = &document["cheese"];
        let told = json!({"width": 5, "height": 4, "walls": start.walls, "mud": start.mud, "cheese": cheese});
        prop_assert_eq!(matches::game::<10>(&told, 9), (world, state));
    }
}
