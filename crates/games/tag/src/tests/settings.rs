//! Which settings are allowed, and the error messages for others: section 10, R10, K3.

use super::matches::{self, with};
use crate::ground::{Priority, Sight};
use crate::settings::Placement;
use crate::setup::Distances;
use crate::{Settings, Tag};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use proptest::prelude::*;
use serde_json::json;

/// The error message for this document, from reading it or from making a match.
fn words(document: &Value) -> String {
    match Settings::read(document) {
        Err(error) => error.to_string(),
        Ok(settings) => Tag::<16>::new(&settings, 0).expect_err(&document.to_string()).to_string(),
    }
}

fn refuses(cases: impl IntoIterator<Item = (Value, &'static str)>) {
    for (document, expected) in cases {
        assert_eq!(words(&document), expected, "{document}");
    }
}

/// A board of 9 by 9 with exit (8,8) and this start.
fn started(start: Value) -> Value {
    json!({"width": 9, "height": 9, "exits": [[8, 8]], "start": start})
}

#[test]
fn the_fields_stand_in_the_order_in_which_they_are_checked() {
    let names: Vec<&str> = Settings::FIELDS.iter().map(|field| field.name).collect();
    let table = "width height max_rounds survivors killers exit_count exits exit_placement exit_spacing d_exit_min \
        d_enemy_min d_ally_min survivor_sight killer_sight vision_sharing follow cycle killers_on_exits priority \
        multi_escape win_rule start";
    assert_eq!(names, table.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn nothing_chosen_is_the_standard_game() {
    let settings = matches::settings(&json!({}));
    let code = settings.code();
    assert_eq!((code.grid.width(), code.grid.height(), code.max_rounds), (50, 50, 100));
    assert_eq!((settings.counts(), &settings.exits), ([3, 3, 2], &None));
    assert_eq!((settings.exit_placement, settings.exit_spacing), (Placement::Random, 8));
    assert_eq!(settings.distances(), Distances { exit: 8, enemy: 4, ally: 2 });
    assert_eq!((code.sight, code.team_vision), ([Sight::Within(2), Sight::All], false));
    assert_eq!((code.follow, code.cycle, code.barred), (true, false, false));
    assert_eq!((code.priority, code.multi_escape, code.strict), (Priority::Score, false, true));
    assert_eq!(settings.start, None);
    assert_eq!(settings, Settings::default());
}

#[test]
fn every_setting_is_heard() {
    let settings = matches::settings(&json!({
        "width": 20, "height": 30, "max_rounds": 10000, "survivors": 16, "killers": 5, "exit_count": 7,
        "exit_placement": "border", "exit_spacing": 256, "d_exit_min": 256, "d_enemy_min": 2, "d_ally_min": 1,
        "survivor_sight": "all", "killer_sight": 255, "vision_sharing": "team", "follow": "forbid", "cycle": "allow",
        "killers_on_exits": "forbid", "priority": "distance", "multi_escape": true, "win_rule": "score",
    }));
    let code = settings.code();
    assert_eq!((code.grid.width(), code.grid.height(), code.max_rounds), (20, 30, 10_000));
    assert_eq!(settings.counts(), [16, 5, 7]);
    assert_eq!((settings.exit_placement, settings.exit_spacing), (Placement::Border, 256));
    assert_eq!(settings.distances(), Distances { exit: 256, enemy: 2, ally: 1 });
    assert_eq!((code.sight, code.team_vision), ([Sight::All, Sight::Within(255)], true));
    assert_eq!((code.follow, code.cycle, code.barred), (false, true, true));
    assert_eq!((code.priority, code.multi_escape, code.strict), (Priority::Distance, true, false));
    assert_eq!(matches::settings(&json!({"priority": "id"})).code().priority, Priority::Id);
}

#[test]
fn null_is_a_sight_without_end() {
    let code = matches::settings(&json!({"survivor_sight": null, "killer_sight": null})).code();
    assert_eq!(code.sight, [Sight::All; 2]);
    assert_eq!(matches::settings(&json!({"killer_sight": 0})).code().sight, [Sight::Within(2), Sight::Within(0)]);
}

#[test]
fn numbers_have_their_ranges() {
    let rows = [
        ("width", 3, 256),
        ("height", 3, 256),
        ("max_rounds", 1, 10_000),
        ("survivors", 1, 16),
        ("killers", 1, 16),
        ("exit_count", 1, 16),
        ("exit_spacing", 1, 256),
        ("d_exit_min", 1, 256),
        ("d_enemy_min", 2, 256),
        ("d_ally_min", 1, 256),
    ];
    for (field, low, high) in rows {
        let with_value = |value: Value| Value::Object([(field.to_string(), value)].into_iter().collect());
        for fine in [low, high] {
            assert!(Settings::read(&with_value(fine.into())).is_ok(), "{field} {fine}");
        }
        for wrong in [json!(low - 1), json!(high + 1), json!(-1), json!(2.5), json!("5"), json!(null), json!([5])] {
            let expected = std::format!("{field}: {wrong} is not in {low}..={high}");
            assert_eq!(words(&with_value(wrong)), expected);
        }
    }
}

#[test]
fn words_and_flags_have_their_lists() {
    let rows = [
        ("exit_placement", "random, border"),
        ("vision_sharing", "none, team"),
        ("follow", "allow, forbid"),
        ("cycle", "allow, forbid"),
        ("killers_on_exits", "allow, forbid"),
        ("priority", "score, id, distance"),
        ("win_rule", "strict, score"),
    ];
    for (field, list) in rows {
        let with_value = |value: Value| Value::Object([(field.to_string(), value)].into_iter().collect());
        for fine in list.split(", ") {
            assert!(Settings::read(&with_value(fine.into())).is_ok(), "{field} {fine}");
        }
        for wrong in [json!("maybe"), json!(1), json!(true), json!(null), json!("Allow")] {
            assert_eq!(words(&with_value(wrong.clone())), std::format!("{field}: {wrong} is not one of {list}"));
        }
    }
    refuses([
        (json!({"multi_escape": 3}), "multi_escape: 3 is not true or false"),
        (json!({"multi_escape": "true"}), "multi_escape: \"true\" is not true or false"),
        (json!({"killer_sight": 300}), "killer_sight: 300 is not all or in 0..=255"),
        (json!({"killer_sight": 256}), "killer_sight: 256 is not all or in 0..=255"),
        (json!({"survivor_sight": -1}), "survivor_sight: -1 is not all or in 0..=255"),
        (json!({"survivor_sight": "far"}), "survivor_sight: \"far\" is not all or in 0..=255"),
        (json!({"survivor_sight": 1.5}), "survivor_sight: 1.5 is not all or in 0..=255"),
    ]);
}

#[test]
fn exits_are_different_cells_of_the_board() {
    // R4
    let seventeen: Vec<[u8; 2]> = (0..17).map(|x| [x, 0]).collect();
    refuses([
        (json!({"exits": []}), "exits: empty, need 1 to 16"),
        (json!({"exits": seventeen}), "exits: 17 given, need 1 to 16"),
        (json!({"exits": [[50, 0]]}), "exits[0]: [50,0] is off the board"),
        (json!({"exits": [[1, 1], [0, 50]]}), "exits[1]: [0,50] is off the board"),
        (json!({"exits": [[-1, 0]]}), "exits[0]: [-1,0] is off the board"),
        (json!({"exits": [[70000, 0]]}), "exits[0]: [70000,0] is off the board"),
        (json!({"exits": [[1, 1], [1, 1]]}), "exits[1]: [1,1] is taken"),
        (json!({"exits": [[1, 1], [2]]}), "exits[1]: [2] is not a cell [x,y]"),
        (json!({"exits": [[1.5, 1]]}), "exits[0]: [1.5,1] is not a cell [x,y]"),
        (json!({"exits": "none"}), "exits: \"none\" is not a list of 1 to 16 cells"),
        (json!({"exits": null}), "exits: null is not a list of 1 to 16 cells"),
        (json!({"width": 5, "height": 4, "exits": [[4, 3], [4, 4]]}), "exits[1]: [4,4] is off the board"),
    ]);
    let settings = matches::settings(&json!({"exits": [[49, 49], [0, 0], [3, 1]], "exit_count": 9}));
    assert_eq!(settings.counts()[2], 3, "a number of exits is not used with exits");
    let (world, _) = matches::game::<8>(&json!({"exits": [[49, 49], [0, 0], [3, 1]], "exit_count": 9}), 0);
    assert_eq!(world.exits, [(49, 49), (0, 0), (3, 1)].map(|(x, y)| matches::cell(x, y)), "by number as given");
}

#[test]
fn an_unknown_name_is_refused_and_the_nearest_named() {
    let foo = words(&json!({"foo": 1}));
    assert!(foo.starts_with("foo: no such setting"), "{foo}");
    refuses([(json!({"widht": 5}), "widht: no such setting, did you mean width?")]);
    refuses([(json!([]), "settings: [] is not an object"), (json!(null), "settings: null is not an object")]);
}

#[test]
fn the_first_wrong_row_is_named_after_unknown_names() {
    let all_wrong = json!({
        "width": 2, "height": 2, "max_rounds": 0, "survivors": 0, "killers": 0, "exit_count": 0, "exits": [],
        "exit_placement": 0, "exit_spacing": 0, "d_exit_min": 0, "d_enemy_min": 1, "d_ally_min": 0,
        "survivor_sight": -1, "killer_sight": -1, "vision_sharing": 0, "follow": 0, "cycle": 0, "killers_on_exits": 0,
        "priority": 0, "multi_escape": 0, "win_rule": 0, "start": 0,
    });
    let mut left = with(all_wrong, json!({"zoo": 0}));
    let mut named = Vec::new();
    while let Err(error) = Settings::read(&left) {
        let field = error.field.split(['.', '[']).next().expect("a field").to_string();
        assert!(left.as_object_mut().expect("an object").remove(&field).is_some(), "{error}");
        named.push(field);
    }
    let order: Vec<&str> = ["zoo"].into_iter().chain(Settings::FIELDS.iter().map(|field| field.name)).collect();
    assert_eq!(named, order);
}

#[test]
fn room_comes_last_and_counts_units_and_exits() {
    let crowd = |s: u8, k: u8, e: u8| json!({"width": 3, "height": 3, "survivors": s, "killers": k, "exit_count": e});
    refuses([
        (crowd(4, 4, 2), "survivors: 4 survivors, 4 killers and 2 exits do not fit on 9 cells"),
        (with(crowd(4, 4, 2), json!({"win_rule": 1})), "win_rule: 1 is not one of strict, score"),
        (crowd(3, 3, 2), "survivors: no room for 3 survivors, 3 killers and 2 exits on 3 by 3"),
        (
            with(crowd(4, 4, 9), json!({"exits": [[0, 0], [1, 1]]})),
            "survivors: 4 survivors, 4 killers and 2 exits do not fit on 9 cells",
        ),
        (
            json!({"width": 3, "height": 3, "survivors": 4, "killers": 2, "exits": [[1, 1]]}),
            "survivors: no room for 4 survivors, 2 killers and 1 exit on 3 by 3",
        ),
        (
            json!({"width": 4, "height": 3, "exit_count": 11, "exit_placement": "border", "survivors": 1, "killers": 1}),
            "survivors: 1 survivor, 1 killer and 11 exits do not fit on 12 cells",
        ),
    ]);
    // Exits alone may find no room too: the border has fewer cells than are needed.
    let border = json!({"width": 4, "height": 4, "exit_count": 13, "exit_placement": "border", "survivors": 1,
        "killers": 1});
    refuses([(border, "survivors: no room for 1 survivor, 1 killer and 13 exits on 4 by 4")]);
}

// R10: the setting `start`.

#[test]
fn a_start_that_could_not_be_is_refused() {
    let units = || json!({"killers": {"0": [3, 3], "1": [5, 3]}, "survivors": {"0": [0, 8]}});
    let but = |more: Value| started(with(units(), more));
    refuses([
        (json!({"start": units()}), "start: needs exits"),
        (started(json!(7)), "start: 7 is not an object"),
        (started(json!({"survivors": {"0": [0, 8]}})), "start.killers: missing, need an object of ids and cells"),
        (started(json!({"killers": {"0": [0, 8]}})), "start.survivors: missing, need an object of ids and cells"),
        (but(json!({"survivors": {"0": [8, 8]}})), "start.survivors.0: [8,8] is an exit"),
        (but(json!({"killers": {"0": [3, 3], "1": [3, 3]}})), "start.killers.1: [3,3] is taken"),
        (but(json!({"survivors": {"0": [3, 3]}})), "start.survivors.0: [3,3] is taken"),
        (but(json!({"survivors": {"0": [1, 1], "1": [1, 1]}})), "start.survivors.1: [1,1] is taken"),
        (but(json!({"survivors": {}})), "start.survivors: nobody is in"),
        (but(json!({"survivors": {}, "escaped": [0]})), "start.survivors: nobody is in"),
        (but(json!({"survivors": {}, "escaped": [0], "captured": [1]})), "start.survivors: nobody is in"),
        (but(json!({"killers": {}})), "start.killers: 0 is not 1 to 16 of them"),
        (but(json!({"killers": {"0": [9, 0]}})), "start.killers.0: [9,0] is off the board"),
        (but(json!({"killers": {"0": "here"}})), "start.killers.0: \"here\" is not a cell [x,y]"),
        (but(json!({"killers": {"1": [3, 3]}})), "start.killers: 1 is not an id 0..=0"),
        (but(json!({"killers": {"00": [3, 3]}})), "start.killers: \"00\" is not an id 0..=15"),
        (but(json!({"killers": {"16": [3, 3]}})), "start.killers: \"16\" is not an id 0..=15"),
        (but(json!({"killers": [[3, 3]]})), "start.killers: [[3,3]] is not an object of ids and cells"),
        (but(json!({"survivors": {"1": [0, 8]}})), "start.survivors: 1 is not an id 0..=0"),
        (but(json!({"survivors": {"2": [0, 8]}, "escaped": [0]})), "start.survivors: 2 is not an id 0..=1"),
        (but(json!({"escaped": [2]})), "start.escaped: 2 is not an id 0..=1"),
        (but(json!({"escaped": [0]})), "start.escaped: 0 is there twice"),
        (but(json!({"escaped": [1], "captured": [1]})), "start.captured: 1 is there twice"),
        (but(json!({"captured": [16]})), "start.captured: 16 is not in 0..=15"),
        (but(json!({"captured": 0})), "start.captured: 0 is not a list of ids"),
        (but(json!({"round": 0})), "start.round: 0 is not in 1..=100"),
        (but(json!({"round": 101})), "start.round: 101 is not in 1..=100"),
        (but(json!({"phase": "day"})), "start.phase: \"day\" is not one of survivor, killer"),
        (but(json!({"over": true})), "start.over: true is not false at a start"),
        (but(json!({"winner": "killers"})), "start.winner: \"killers\" is not null at a start"),
        (but(json!({"end_reason": "time_limit"})), "start.end_reason: \"time_limit\" is not null at a start"),
    ]);
    let stranded = words(&but(json!({"stranded": [1]})));
    assert!(stranded.starts_with("start.stranded: "), "{stranded}");
    let unknown = words(&but(json!({"capture": [0, 0]})));
    assert!(unknown.starts_with("start.capture: no such setting"), "{unknown}");
    // A whole state, as `step` prints it, is a start too.
    let wrong = words(&but(json!({"captures": [0, 1]})));
    assert_eq!(wrong, "start.captures: [0,1] is not a list of 2 numbers that add up to 0");
    let wrong = words(&but(json!({"last": {"killers": ["swap"]}})));
    assert_eq!(wrong, "start.last.killers: [\"swap\"] is not a list of 2");
    let on_exit = but(json!({"killers": {"0": [8, 8]}}));
    assert!(Settings::read(&on_exit).is_ok(), "killers may stand on exits");
    refuses([(with(on_exit, json!({"killers_on_exits": "forbid"})), "start.killers.0: [8,8] is an exit")]);
}

#[test]
fn a_start_is_the_state_it_says() {
    let start = json!({
        "round": 7, "phase": "survivor", "killers": {"0": [3, 3], "1": [5, 3]}, "survivors": {"1": [0, 8], "3": [4, 4]},
        "escaped": [2], "captured": [0], "stranded": [], "over": false, "winner": null, "end_reason": null,
    });
    let document = with(started(start.clone()), json!({"survivors": 9, "killers": 9}));
    let settings = matches::settings(&document);
    assert_eq!(settings.counts()[..2], [4, 2], "S and K are counted from it");
    let (world, state) = matches::game::<8>(&document, 0);
    let mut whole = serde_json::to_value(Tag::<8>::write_state(&world, &state)).expect("JSON");
    let fields = whole.as_object_mut().expect("an object");
    assert_eq!(fields.remove("captures"), Some(json!([1, 0])));
    assert_eq!(fields.remove("last"), Some(json!({"survivors": [null, null, null, null], "killers": [null, null]})));
    assert_eq!(whole, start);
    assert_eq!((world.spacing, world.distances, world.random), (None, None, Random::stream(0, 1)), "nothing is drawn");
}

#[test]
fn a_start_defaults_as_shown_and_is_written_in_the_order_shown() {
    let settings =
        matches::settings(&started(json!({"killers": {"1": [5, 3], "0": [3, 3]}, "survivors": {"0": [0, 8]}})));
    let text = serde_json::to_string(&settings.start.expect("a start").0).expect("JSON");
    let shown = concat!(
        r#"{"round":1,"phase":"killer","killers":{"0":[3,3],"1":[5,3]},"survivors":{"0":[0,8]},"escaped":[],"#,
        r#""captured":[],"stranded":[],"over":false,"winner":null,"end_reason":null}"#
    );
    assert_eq!(text, shown);
}

#[test]
fn distances_of_a_start_are_not_checked() {
    let document = started(json!({"killers": {"0": [3, 3]}, "survivors": {"0": [3, 4], "1": [7, 7]}}));
    assert!(Settings::read(&document).is_ok());
}

#[test]
fn too_many_for_a_small_size_fit_a_large_one() {
    let settings = matches::settings(&json!({"survivors": 9}));
    assert!(!Tag::<8>::fits(&settings) && Tag::<16>::fits(&settings));
    let error = Tag::<8>::new(&settings, 0).expect_err("too many");
    assert_eq!(error.to_string(), "survivors: 9 is not at most 8 units a side");
}

// No input panics.

pub(super) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..17u64).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop::sample::select(&["all", "border", "team", "forbid", "distance", "score", "killer", "3"][..])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        let key = prop_oneof!["[a-z_]{0,8}", "[0-3]", Just("killers".to_string()), Just("survivors".to_string())];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

fn any_field() -> impl Strategy<Value = (String, Value)> {
    let name = prop_oneof![
        8 => (0..Settings::FIELDS.len()).prop_map(|i| Settings::FIELDS[i].name.to_string()),
        1 => "\\PC{0,10}",
    ];
    let cells = || prop::collection::vec(prop::collection::vec(0..5u64, 2), 0..4);
    let near = prop_oneof![
        (1..=12u64).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        cells().prop_map(|list| json!(list)),
        (cells(), cells()).prop_map(|(killers, survivors)| {
            let by_id = |cells: Vec<Vec<u64>>| -> Value {
                cells.into_iter().enumerate().map(|(id, cell)| (id.to_string(), json!(cell))).collect()
            };
            json!({"killers": by_id(killers), "survivors": by_id(survivors)})
        }),
        prop::sample::select(&["all", "border", "team", "forbid", "allow", "distance", "score"][..])
            .prop_map(Value::from),
    ];
    (name, prop_oneof![3 => near, 1 => any_json()])
}

/// A document that can be read also reads back from its own text, and begins a valid match that can be stepped.
fn survives(document: &Value) -> Result<(), TestCaseError> {
    let settings = match Settings::read(document) {
        Ok(settings) => settings,
        Err(error) => {
            prop_assert!(!error.to_string().is_empty());
            return Ok(());
        }
    };
    for text in [settings.document(), settings.written(document)].map(|document| document.to_string()) {
        prop_assert_eq!(Settings::read(&serde_json::from_str(&text).expect("JSON")), Ok(settings.clone()), "{}", text);
    }
    match Tag::<16>::new(&settings, 3) {
        Err(error) => prop_assert_eq!(error.field, "survivors"),
        Ok((world, mut state)) => {
            prop_assert_eq!(Tag::<16>::check(&world, &state), Ok(()));
            matches::step(&world, &mut state, &[]);
            prop_assert_eq!(Tag::<16>::check(&world, &state), Ok(()));
        }
    }
    Ok(())
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
    fn any_start_gives_a_game_or_an_error(start in any_json(), fields in prop::collection::vec(any_field(), 0..3)) {
        let document = json!({"width": 5, "height": 5, "exits": [[4, 4]], "start": start});
        survives(&document)?;
        let mut near: Value = json!({"killers": {"0": [0, 0]}, "survivors": {"0": [2, 2]}});
        near.as_object_mut().expect("an object").extend(fields);
        survives(&with(document, json!({"start": near})))?;
    }

    #[test]
    fn crowded_settings_are_written_as_they_were_read(key: u64) {
        survives(&matches::crowded(&mut Random::new(key), 16))?;
    }
}
