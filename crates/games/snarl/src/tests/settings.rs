//! Which settings are allowed, and the error messages for others: section 11, R44, K3.

use super::matches::{self, example, only, with};
use crate::settings::{Charts, Placement};
use crate::{Settings, Snarl};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde_json::json;

fn words(document: &Value) -> String {
    Settings::read(document).expect_err(&document.to_string()).to_string()
}

fn refuses(cases: impl IntoIterator<Item = (Value, &'static str)>) {
    for (document, expected) in cases {
        assert_eq!(words(&document), expected, "{document}");
    }
}

fn values(document: Value) -> Settings {
    matches::settings(&document).told()
}

/// Levels with room for the maximum number of actors.
fn vast() -> Value {
    json!({"generate": {"rooms": 64, "min": [9, 9], "levels": 64}})
}

#[test]
fn the_fields_stand_in_the_order_of_the_table() {
    let names: Vec<&str> = Settings::FIELDS.iter().map(|field| field.name).collect();
    let table = "players names levels generate start_level placement zombies ghosts sight void_walls closed_objects \
        max_rounds";
    assert_eq!(names, table.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn nothing_chosen_is_the_table_of_defaults() {
    let page = json!({
        "players": 4, "names": ["player1", "player2", "player3", "player4"],
        "generate": {"levels": 3, "rooms": 5, "min": [4, 4], "max": [10, 10], "loops": 25}, "start_level": 1,
        "placement": "random", "sight": 2, "void_walls": true, "closed_objects": true, "max_rounds": 1000,
    });
    assert_eq!(matches::json_of(&values(json!({}))), page);
    assert_eq!(Settings::default(), matches::settings(&json!({})));
    assert_eq!(matches::settings(&json!({})).seats(), 6);
    assert_eq!(values(json!({"players": 1})).names.len(), 1);
}

#[test]
fn what_a_bot_is_told_can_be_given_back() {
    for given in
        [json!({}), json!({"zombies": 0, "players": 2, "names": ["a", "b"]}), with(vast(), json!({"ghosts": 7}))]
    {
        let told = values(given);
        let text = matches::json_of(&told);
        assert_eq!(matches::settings(&text).told(), told, "{text}");
        assert_eq!(serde_json::from_value::<Settings>(text).expect("values"), told);
    }
}

#[test]
fn numbers_have_their_ranges() {
    for (field, low, high) in
        [("players", 1, 4), ("start_level", 1, 64), ("zombies", 0, 32), ("ghosts", 0, 32), ("sight", 2, 7)]
    {
        for fine in [low, high] {
            assert_eq!(
                matches::json_of(&values(with(vast(), only(field, fine.into()))))[field],
                json!(fine),
                "{field}"
            );
        }
        for wrong in [json!(low - 1), json!(-1), json!(2.5), json!("5"), json!(null), json!([5])] {
            let expected = format!("{field}: {wrong} is not in {low}..={high}");
            assert_eq!(words(&with(vast(), only(field, wrong))), expected);
        }
        if field != "start_level" {
            let expected = format!("{field}: {} is not in {low}..={high}", high + 1);
            assert_eq!(words(&with(vast(), only(field, json!(high + 1)))), expected);
        }
    }
    for fine in [0, 1, 1_000_000] {
        assert_eq!(values(json!({"max_rounds": fine})).max_rounds, fine);
    }
    refuses([
        (json!({"players": 7}), "players: 7 is not in 1..=4"),
        (json!({"max_rounds": 1_000_001}), "max_rounds: 1000001 is not in 0..=1000000"),
        (json!({"max_rounds": -1}), "max_rounds: -1 is not in 0..=1000000"),
    ]);
}

#[test]
fn flags_and_words_have_theirs() {
    refuses([
        (json!({"placement": "centre"}), "placement: \"centre\" is not one of random, corners"),
        (json!({"placement": 1}), "placement: 1 is not one of random, corners"),
        (json!({"void_walls": "on"}), "void_walls: \"on\" is not true or false"),
        (json!({"closed_objects": 1}), "closed_objects: 1 is not true or false"),
    ]);
    let chosen = values(json!({"placement": "corners", "void_walls": false, "closed_objects": false}));
    assert_eq!((chosen.placement, chosen.void_walls, chosen.closed_objects), (Placement::Corners, false, false));
    assert_eq!(values(json!({"placement": "random"})).placement, Placement::Random);
}

#[test]
fn names_are_one_each_unique_letters_and_digits() {
    let names = |names: Value| json!({"players": 2, "names": names});
    refuses([
        (names(json!(["ana", "ana"])), "names[1]: \"ana\" is taken"),
        (names(json!(["a b", "ana"])), "names[0]: \"a b\" is not 1 to 32 letters and digits"),
        (names(json!(["ana", ""])), "names[1]: \"\" is not 1 to 32 letters and digits"),
        (names(json!(["ana", "é"])), "names[1]: \"é\" is not 1 to 32 letters and digits"),
        (names(json!(["ana", 5])), "names[1]: 5 is not 1 to 32 letters and digits"),
        (names(json!(["ana"])), "names: 1 names for 2 players"),
        (names(json!(["ana", "bo", "cy"])), "names: 3 names for 2 players"),
        (names(json!("ana")), "names: \"ana\" is not a list of names"),
    ]);
    let long = "x".repeat(32);
    assert_eq!(values(names(json!([long, "Bo7"]))).names[1].as_str(), "Bo7");
    let longer = words(&names(json!(["x".repeat(33), "bo"])));
    assert!(longer.ends_with(" is not 1 to 32 letters and digits"), "{longer}");
    // Names differ if their case differs, and a player may have the name of an adversary.
    assert!(Settings::read(&names(json!(["ana", "Ana"]))).is_ok());
    assert!(Settings::read(&names(json!(["zombie1", "player1"]))).is_ok());
}

#[test]
fn levels_are_1_to_64() {
    let levels = |count: usize| json!({"players": 1, "zombies": 1, "ghosts": 0, "levels": vec![example(); count]});
    refuses([
        (levels(0), "levels: empty, need 1 to 64"),
        (levels(65), "levels: 65 levels, need 1 to 64"),
        (json!({"levels": 5}), "levels: 5 is not a list of levels, or the text of a .levels file"),
        (json!({"levels": [5]}), "levels[0]: 5 is not a level, an object"),
    ]);
    assert!(Settings::read(&levels(64)).is_ok());
    let mut second = levels(2);
    second["levels"][1]["rooms"] = json!([]);
    refuses([(second, "levels[1].rooms: empty, need at least one")]);
    refuses([(with(levels(1), json!({"generate": {}})), "generate: not together with levels")]);
}

#[test]
fn levels_may_be_the_text_of_a_file() {
    let more = json!({"players": 1, "zombies": 1, "ghosts": 0});
    let list = matches::settings(&with(json!({"levels": [example(), example()]}), more.clone()));
    let text = format!("2\n{}{}", example(), example());
    let read = matches::settings(&with(json!({"levels": text}), more.clone()));
    assert_eq!(read.levels, list.levels);
    assert_eq!(
        matches::settings(&with(json!({"levels": example()}), more)).levels.map(|Charts(levels)| levels.len()),
        Some(1)
    );
}

#[test]
fn the_start_is_one_of_the_levels() {
    refuses([
        (json!({"start_level": 9}), "start_level: 9 is beyond the last level, 3"),
        (json!({"start_level": 4}), "start_level: 4 is beyond the last level, 3"),
        (json!({"start_level": 65}), "start_level: 65 is beyond the last level, 3"),
        (json!({"start_level": 0}), "start_level: 0 is not in 1..=3"),
        (json!({"start_level": "x"}), "start_level: \"x\" is not in 1..=3"),
        (json!({"levels": [example()], "players": 1, "start_level": 2}), "start_level: 2 is beyond the last level, 1"),
    ]);
    assert_eq!(values(json!({"start_level": 3})).start_level, 3);
    let (_, state) = matches::game(&json!({"start_level": 3}), 0);
    assert_eq!(state.level, 2);
}

#[test]
fn what_is_drawn_has_its_ranges() {
    let generate = |plan: Value| json!({"players": 1, "zombies": 0, "ghosts": 0, "generate": plan});
    refuses([
        (generate(json!({"levels": 0})), "generate.levels: 0 is not in 1..=64"),
        (generate(json!({"levels": 65})), "generate.levels: 65 is not in 1..=64"),
        (generate(json!({"rooms": 1})), "generate.rooms: 1 is not in 2..=64"),
        (generate(json!({"rooms": 65})), "generate.rooms: 65 is not in 2..=64"),
        (generate(json!({"min": [2, 4]})), "generate.min[0]: 2 is not in 3..=24"),
        (generate(json!({"min": [4, 25]})), "generate.min[1]: 25 is not in 3..=24"),
        (generate(json!({"max": [25, 4]})), "generate.max[0]: 25 is not in 3..=24"),
        (generate(json!({"max": [4, 2]})), "generate.max[1]: 2 is not in 3..=24"),
        (generate(json!({"min": 5})), "generate.min: 5 is not [rows,columns], each 3..=24"),
        (generate(json!({"max": [5, 5, 5]})), "generate.max: [5,5,5] is not [rows,columns], each 3..=24"),
        (generate(json!({"min": [11, 4]})), "generate.min[0]: 11 is more than max[0], 10"),
        (generate(json!({"min": [6, 6], "max": [7, 5]})), "generate.min[1]: 6 is more than max[1], 5"),
        (generate(json!({"loops": 101})), "generate.loops: 101 is not in 0..=100"),
        (generate(json!(5)), "generate: 5 is not an object"),
    ]);
    for plan in [
        json!({"levels": 1}),
        json!({"levels": 64}),
        json!({"rooms": 2}),
        json!({"rooms": 64}),
        json!({"min": [3, 3], "max": [3, 3]}),
        json!({"min": [24, 24], "max": [24, 24]}),
        json!({"loops": 0}),
        json!({"loops": 100}),
    ] {
        assert!(Settings::read(&generate(plan.clone())).is_ok(), "{plan}");
    }
}

#[test]
fn what_is_drawn_has_room_for_the_last_level() {
    let plan = |rooms: u64, min: [u64; 2], levels: u64, more: Value| {
        with(json!({"generate": {"rooms": rooms, "min": min, "levels": levels}}), more)
    };
    refuses([
        (plan(2, [4, 4], 3, json!({})), "generate.rooms: 2 rooms of 4 by 4 hold 6 actors, level 3 has 7"),
        (
            plan(2, [3, 3], 1, json!({"players": 1, "zombies": 0})),
            "generate.rooms: 2 rooms of 3 by 3 hold 0 actors, level 1 has 1",
        ),
        (plan(5, [3, 8], 9, json!({"ghosts": 32})), "generate.rooms: 5 rooms of 3 by 8 hold 28 actors, level 9 has 41"),
    ]);
    assert!(Settings::read(&plan(2, [4, 4], 2, json!({}))).is_ok(), "6 for 6");
    assert!(Settings::read(&plan(2, [4, 4], 3, json!({"players": 3}))).is_ok(), "6 for 6");
    assert!(Settings::read(&plan(2, [4, 4], 3, json!({"zombies": 0, "ghosts": 3}))).is_err());
    // With given levels there is nothing to draw.
    let own = json!({"levels": [example()], "players": 1});
    assert!(Settings::read(&own).is_ok());
}

#[test]
fn the_first_failure_in_the_order_of_the_page_is_the_error() {
    refuses([
        (json!({"sight": 1, "players": 0}), "players: 0 is not in 1..=4"),
        (json!({"max_rounds": -1, "sight": 1}), "sight: 1 is not in 2..=7"),
        (json!({"generate": {"rooms": 1}, "start_level": 9}), "generate.rooms: 1 is not in 2..=64"),
        (json!({"generate": {"rooms": 2}, "ghosts": 33}), "ghosts: 33 is not in 0..=32"),
        (json!({"levels": [], "names": 5}), "names: 5 is not a list of names"),
        (json!({"levels": [example()], "max_rounds": -1}), "max_rounds: -1 is not in 0..=1000000"),
    ]);
}

#[test]
fn unknown_fields_name_the_nearest() {
    refuses([
        (json!({"player": 1}), "player: no such setting, did you mean players?"),
        (json!({"max_round": 1}), "max_round: no such setting, did you mean max_rounds?"),
        (json!({"start": 1}), "start: no such setting, did you mean start_level?"),
        (json!({"generate": {"room": 3}}), "generate.room: no such setting, did you mean rooms?"),
        (
            json!({"generate": {"colour": 3}}),
            "generate.colour: no such setting, need one of levels, rooms, min, max, loops",
        ),
    ]);
    assert!(words(&json!({"colour": 1})).starts_with("colour: no such setting, need one of players, names, levels"));
    refuses([(json!([1]), "settings: [1] is not an object")]);
}

#[test]
fn settings_are_kept_as_they_were_written() {
    let written = json!({"players": 2, "zombies": 1, "ghosts": 0, "generate": {"rooms": 4}, "names": ["ana", "bo"]});
    assert_eq!(matches::settings(&written).written(&written), written);
    assert_eq!(Settings::default().document(), json!({}));
}

#[test]
fn r10_counts_adversaries_by_level() {
    let values = values(json!({}));
    let counts: Vec<(u8, u8)> = (1..=7).map(|level| values.adversaries(level)).collect();
    assert_eq!(counts, [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (4, 2), (4, 3)]);
    let document = with(vast(), json!({"start_level": 64}));
    let (world, state) = matches::game(&document, 3);
    let site = world.site(&state);
    assert_eq!((site.zombies, site.ghosts), (33, 31));
    assert_eq!(Snarl::check(&world, &state), Ok(()));
    let (world, _) = matches::game(&with(vast(), json!({"zombies": 0, "ghosts": 32})), 3);
    assert!(world.sites().iter().all(|site| (site.zombies, site.ghosts) == (0, 32)));
}

#[test]
fn the_thirty_third_zombie_of_level_64_has_a_name_of_its_own() {
    let (world, state) = matches::game(&with(vast(), json!({"start_level": 64})), 3);
    let whole = matches::json_of(&crate::view::whole(&world, &state));
    let names: Vec<&str> =
        whole["adversaries"].as_array().expect("a list").iter().flat_map(|one| one["name"].as_str()).collect();
    let zombies = (1..=33).map(|number| format!("zombie{number}"));
    assert_eq!(names, zombies.chain((1..=31).map(|number| format!("ghost{number}"))).collect::<Vec<_>>());
}
