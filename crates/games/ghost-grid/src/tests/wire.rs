//! States from outside: a document is refused with the name of a field, or the match can continue from it.

use super::encode::arrays;
use super::matches;
use crate::GhostGrid;
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// The JSON pointers of all values in a document.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_string());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, value)| pointers(value, &format!("{at}/{i}"), all));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| pointers(value, &format!("{at}/{name}"), all));
        }
        _ => {}
    }
}

#[test]
fn a_damaged_state_is_refused_by_name_or_can_be_played_on() {
    let hostile = [
        json!(null),
        json!(-1),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(7),
        json!(16),
        json!(255),
        json!(256),
        json!(65_536),
        json!(u64::MAX),
        json!(0.5),
        json!("some"),
        json!("sentinel"),
        json!("captured"),
        json!([]),
        json!([0, 1]),
        json!({}),
        json!({"0": 1}),
    ];
    let (mut read, mut refused) = (0u64, 0u64);
    matches::each_step(60, 901, true, |played| {
        let mut random = Random::stream(902, read + refused);
        let whole = serde_json::to_value(GhostGrid::write_state(played.world, played.before)).expect("JSON");
        let mut all = Vec::new();
        pointers(&whole, "", &mut all);
        for _ in 0..25 {
            let mut document = whole.clone();
            for _ in 0..1 + random.below(2) {
                let value = random.pick(&hostile).expect("some").clone();
                let slot = random.pick(&all).and_then(|at| document.pointer_mut(at));
                if let Some(slot) = slot {
                    *slot = value;
                }
            }
            let mut state = match GhostGrid::read_state(played.world, &document) {
                Ok(state) => state,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                    continue;
                }
            };
            read += 1;
            for _ in 0..4 {
                assert_eq!(GhostGrid::check(played.world, &state), Ok(()), "{document}");
                for seat in matches::all_seats(played.world) {
                    let _ = GhostGrid::view(played.world, &state, &[], seat);
                    let _ = GhostGrid::drawing_for(played.world, &state, seat);
                    let _ = GhostGrid::scene_for(played.world, &state, &[], seat);
                    let _ = arrays(played.world, &state, seat);
                }
                let choices = matches::wild_choices(&mut random, played.world, &state);
                matches::step(played.world, &mut state, &choices);
            }
        }
    });
    assert!(read > 500 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn captures_are_no_more_than_there_are_ghosts() {
    let (world, _) = matches::game(&matches::m3(), 0);
    let words = |text| {
        let error = GhostGrid::read_state(&world, &matches::given(&world, text)).expect_err(text);
        error.within("state").to_string()
    };
    let far = "ghost 2 | G0@0 100/8; S0@3 24 caught 7";
    assert_eq!(words(far), "state.sentinels[0].captures: 7 is not in 0..=6");
    let hauls = "ghost 2 | G0@0 90/8; S0@3 24 haul 11; R 10";
    assert_eq!(words(hauls), "state: hauls add up to 11, need at most 10");
}

#[test]
fn a_state_that_no_match_reaches_is_refused() {
    let (world, _) = matches::game(&matches::m3(), 0);
    let words = |text: &str, end: Option<&str>| {
        let mut document = matches::given(&world, text);
        if let Some(end) = end {
            document["end"] = end.into();
        }
        GhostGrid::read_state(&world, &document).map(|_| ()).map_err(|error| error.to_string())
    };
    let running = "ghost 2 | G0@0 100/8; S0@3 24";
    assert_eq!(words(running, None), Ok(()));
    for end in ["all_captured", "loot_settled", "time_limit"] {
        let refused = words(running, Some(end)).expect_err(end);
        assert!(refused.ends_with(&format!("turn 2 does not end the match by {end}")), "{refused}");
    }
    let turned = "ghost 2 | G0@0 50/8, T0@1 50/8 was S0; S0@3 24 turned";
    assert_eq!(words(turned, None), Ok(()));
    let playing = words(&turned.replace(" turned", ""), None).expect_err("S0 plays");
    assert!(playing.ends_with("which still plays"), "{playing}");
}
