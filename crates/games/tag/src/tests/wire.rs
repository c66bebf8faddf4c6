//! Whole states in JSON: R10, R6, K3.

use super::matches::{self, spoken};
use super::settings::any_json;
use crate::state::State;
use crate::{Tag, World};
use gridhaunt_kernel::prelude::*;
use proptest::prelude::*;
use serde_json::json;

fn example() -> (World, State<8>) {
    matches::game(
        &json!({
            "width": 9, "height": 9, "exits": [[8, 8]], "max_rounds": 20, "start": {
                "round": 12, "killers": {"0": [3, 3], "1": [5, 3]}, "survivors": {"0": [4, 4], "1": [0, 1]},
            },
        }),
        0,
    )
}

#[test]
fn a_state_is_written_in_the_order_shown_with_captures_and_last_at_its_end() {
    let (world, mut state) = example();
    matches::step(&world, &mut state, &spoken(&world, "A SE, B SW"));
    let text = serde_json::to_string(&Tag::<8>::write_state(&world, &state)).expect("JSON");
    let expected = concat!(
        r#"{"round":12,"phase":"survivor","killers":{"0":[4,4],"1":[5,3]},"survivors":{"1":[0,1]},"escaped":[],"#,
        r#""captured":[0],"stranded":[],"over":false,"winner":null,"end_reason":null,"captures":[1,0],"#,
        r#""last":{"survivors":[null,null],"killers":[null,"contested"]}}"#
    );
    assert_eq!(text, expected);
    matches::step(&world, &mut state, &[]);
    let end = spoken(&world, "A stay, B stay");
    while state.end.is_none() {
        matches::step(&world, &mut state, &end);
    }
    let text = serde_json::to_string(&Tag::<8>::write_state(&world, &state)).expect("JSON");
    let expected = concat!(
        r#"{"round":20,"phase":"survivor","killers":{"0":[4,4],"1":[5,3]},"survivors":{},"escaped":[],"captured":[0],"#,
        r#""stranded":[1],"over":true,"winner":"killers","end_reason":"time_limit","captures":[1,0],"#,
        r#""last":{"survivors":[null,"no_action"],"killers":[null,null]}}"#
    );
    assert_eq!(text, expected);
}

#[test]
fn a_state_that_could_not_be_is_refused() {
    let (world, state) = example();
    let document = serde_json::to_value(Tag::<8>::write_state(&world, &state)).expect("JSON");
    let cases = [
        ("round", json!(21), "round: 21 is not in 1..=20"),
        ("killers", json!({"0": [3, 3]}), "killers: 1 is not 2 of them, as the settings say"),
        ("survivors", json!({"0": [4, 4]}), "survivors: 1 is not 2 of them, as the settings say"),
        ("over", json!(true), "over: true is not false, as the rest says"),
        ("winner", json!("draw"), "winner: \"draw\" is not null, as the rest says"),
        ("end_reason", json!("board_empty"), "end_reason: \"board_empty\" is not null, as the rest says"),
        ("captures", json!([1, 0]), "captures: [1,0] is not a list of 2 numbers that add up to 0"),
        ("captures", json!([0]), "captures: [0] is not a list of 2 numbers that add up to 0"),
        ("captures", json!([0, "x"]), "captures: [0,\"x\"] is not a list of 2 numbers that add up to 0"),
        ("last", json!({"killers": [null]}), "last.killers: [null] is not a list of 2"),
        (
            "last",
            json!({"killers": [null, "tired"]}),
            "last.killers[1]: \"tired\" is not null or one of out_of_bounds, forbidden_cell, swap, cycle, contested, blocked, no_action",
        ),
    ];
    for (field, value, words) in cases {
        // Captures and `last` that no longer fit are removed, because a case is not about them.
        let mut document = document.clone();
        let fields = document.as_object_mut().expect("an object");
        fields.retain(|name, _| !["captures", "last"].contains(&name.as_str()));
        fields.insert(field.to_string(), value);
        assert_eq!(Tag::<8>::read_state(&world, &document).expect_err(words).to_string(), words);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_damaged_state_is_answered(
        key: u64,
        field in prop::sample::select(&[
            "round", "phase", "killers", "survivors", "escaped", "captured", "stranded", "over", "winner",
            "end_reason", "captures", "last",
        ][..]),
        value in prop_oneof![
            any_json(),
            (0..12u8).prop_map(Value::from),
            prop::collection::vec(0..4u8, 0..4).prop_map(|list| json!(list)),
        ],
    ) {
        let mut random = Random::new(key);
        let (world, mut state) = matches::game::<8>(&matches::crowded(&mut random, 4), 0);
        let choices = matches::wild_choices(&mut random, &world, &state);
        matches::step(&world, &mut state, &choices);
        let mut document = serde_json::to_value(Tag::<8>::write_state(&world, &state)).expect("JSON");
        document[field] = value;
        if let Ok(mut other) = Tag::<8>::read_state(&world, &document) {
            prop_assert_eq!(Tag::<8>::check(&world, &other), Ok(()));
            let choices = matches::wild_choices(&mut random, &world, &other);
            matches::step(&world, &mut other, &choices);
            prop_assert_eq!(Tag::<8>::check(&world, &other), Ok(()));
        }
    }

    #[test]
    fn any_json_is_a_state_or_is_refused(document in any_json()) {
        let (world, _) = example();
        prop_assert!(Tag::<8>::read_state(&world, &document).is_err());
    }
}
