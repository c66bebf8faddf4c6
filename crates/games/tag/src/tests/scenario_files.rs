//! Scenario files and the command that runs them: R38.

use super::matches::Picture;
use super::scenarios::SECTION_15;
use super::settings::any_json;
use crate::scenario::TOOL;
use gridhaunt_console::{Exit, Lines};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{scenarios, side_by_side};
use proptest::prelude::*;
use serde_json::json;

const SPEC: &str = include_str!("../../scenarios/spec.jsonl");

fn run(input: &str) -> (Exit, Vec<String>) {
    let mut console = Lines::of(input);
    let verdict = (TOOL.run)(&Map::new(), &mut console).expect("a tool without flags");
    (verdict, console.said)
}

fn run_one(scenario: &Value) -> (Exit, String) {
    let (verdict, said) = run(&scenario.to_string());
    assert_eq!(said.len(), 1, "{said:?}");
    (verdict, said[0].clone())
}

/// T01 with additional or different fields.
fn t01(more: Value) -> Value {
    let scenario = json!({
        "id": "T01", "config": {"width": 9, "height": 9, "exits": [[8, 8]]},
        "before": {"killers": {"0": [3, 3], "1": [5, 3]}, "survivors": {"0": [0, 8]}},
        "steps": [{"phase": "killer", "actions": {"0": 3, "1": 7}}],
    });
    super::matches::with(scenario, more)
}

#[test]
fn the_scenarios_of_the_specification_hold() {
    let (verdict, said) = run(SPEC);
    let ids = ["T01", "T02", "T03", "T04", "T06", "T07", "T10", "T11", "T12", "T13", "T16", "T27"];
    assert_eq!(said, ids.map(|id| std::format!("ok {id}")));
    assert_eq!(verdict, Exit::Fine);
}

#[test]
fn the_file_holds_the_boards_that_are_drawn() {
    for (line, drawn) in SPEC.lines().zip(scenarios(SECTION_15)) {
        let scenario: Value = serde_json::from_str(line).expect("JSON");
        let (id, boards) = (drawn.name, drawn.given[1..].join("\n"));
        assert_eq!(scenario["id"], id);
        for (field, rows) in ["before", "after"].into_iter().zip(side_by_side(&boards)) {
            let picture = Picture::of(&rows);
            assert_eq!(scenario[field]["killers"], Value::Object(picture.killers), "{id} {field}");
            assert_eq!(scenario[field]["survivors"], Value::Object(picture.survivors), "{id} {field}");
            let exits = scenario["config"]["exits"].as_array().expect("exits");
            let drawn = |exit: &Cell| exits.contains(&json!([exit.x, exit.y]));
            assert!(picture.exits.iter().all(drawn), "{id} {field}");
        }
        assert!(scenario["events"].is_array() && scenario["note"].is_string(), "{id}");
    }
}

#[test]
fn without_what_must_come_state_and_events_are_told() {
    let (verdict, said) = run(&t01(json!({})).to_string());
    assert_eq!(verdict, Exit::Fine);
    let expected = [
        concat!(
            r#"{"round":1,"phase":"survivor","killers":{"0":[4,3],"1":[5,3]},"survivors":{"0":[0,8]},"escaped":[],"#,
            r#""captured":[],"stranded":[],"over":false,"winner":null,"end_reason":null}"#
        ),
        r#"{"round":1,"event":"move","team":"K","unit":0,"from":[3,3],"to":[4,3],"step":3,"bid":0}"#,
        r#"{"round":1,"event":"move","team":"K","unit":1,"from":[5,3],"to":[5,3],"step":7,"bid":0}"#,
        r#"{"round":1,"event":"rejected","team":"K","unit":1,"wish":[4,3],"reason":"contested"}"#,
        r#"{"round":1,"event":"phase_end","phase":"killer","in":1}"#,
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_scenario_that_does_not_hold_says_what_came_instead() {
    let wants = |more: Value| run_one(&t01(more));
    let failed = |words: &str| (Exit::Wanting, words.to_string());
    assert_eq!(wants(json!({"after": {"round": 2}})), failed("FAIL T01: round: want 2, got 1"));
    assert_eq!(
        wants(json!({"after": {"killers": {"0": [3, 3], "1": [4, 3]}}})),
        failed(r#"FAIL T01: killers: want {"0":[3,3],"1":[4,3]}, got {"0":[4,3],"1":[5,3]}"#)
    );
    assert_eq!(wants(json!({"after": {"captures": []}})), failed("FAIL T01: captures: want [], got no such field"));
    assert_eq!(
        wants(json!({"events": []})),
        failed(
            r#"FAIL T01: events: want [], got [{"event":"rejected","reason":"contested","round":1,"team":"K","unit":1,"wish":[4,3]}]"#
        )
    );
    let held = (Exit::Fine, "ok T01".to_string());
    assert_eq!(wants(json!({"after": {}})), held, "an empty wish is met");
    assert_eq!(wants(json!({"after": {"phase": "survivor", "over": false, "winner": null}})), held);
    assert_eq!(wants(json!({"id": 7, "after": {}})), (Exit::Fine, "ok 7".to_string()));
}

#[test]
fn events_are_compared_without_moves_and_ends() {
    let told = json!([
        {"round": 1, "event": "no_action", "team": "K", "unit": 1},
        {"round": 1, "event": "capture", "phase": "killer", "killer": 0, "survivor": 0, "at": [4, 4], "escaped": 0,
            "captured": 1},
    ]);
    let scenario = t01(json!({
        "before": {"killers": {"0": [3, 3], "1": [5, 3]}, "survivors": {"0": [4, 4]}},
        "steps": [{"phase": "killer", "actions": {"0": "SE"}}], "events": told,
    }));
    assert_eq!(run_one(&scenario), (Exit::Fine, "ok T01".to_string()));
}

#[test]
fn of_an_expected_event_only_the_given_fields_count() {
    let wants = |events: Value| run_one(&t01(json!({"events": events})));
    let held = (Exit::Fine, "ok T01".to_string());
    let failed = |words: &str| (Exit::Wanting, words.to_string());
    assert_eq!(wants(json!([{"event": "rejected", "unit": 1, "reason": "contested"}])), held);
    assert_eq!(wants(json!([{"wish": [4, 3]}])), held);
    assert_eq!(wants(json!([{}])), held, "one event, whatever it is");
    assert_eq!(
        wants(json!([{"event": "rejected", "unit": 0}])),
        failed("FAIL T01: events[0].unit: want 0, got 1"),
        "what is given must hold"
    );
    assert_eq!(
        wants(json!([{"event": "rejected", "killer": 1}])),
        failed("FAIL T01: events[0].killer: want 1, got no such field")
    );
    assert_eq!(
        wants(json!([{"unit": 1}, {}])),
        failed(
            r#"FAIL T01: events: want [{"unit":1},{}], got [{"event":"rejected","reason":"contested","round":1,"team":"K","unit":1,"wish":[4,3]}]"#
        ),
        "no event more or less"
    );
    assert_eq!(
        wants(json!([{}, 3])),
        (Exit::Unusable, "line 1: events[1]: 3 is not an object of an event's fields".to_string())
    );
}

#[test]
fn the_phase_of_a_start_is_that_of_the_first_step() {
    let survivors = t01(json!({"steps": [{"phase": "survivor", "actions": {"0": 1}}], "after": {"round": 2}}));
    assert_eq!(run_one(&survivors), (Exit::Fine, "ok T01".to_string()));
    let none = t01(json!({"steps": [], "after": {"phase": "killer"}}));
    assert_eq!(run_one(&none), (Exit::Fine, "ok T01".to_string()));
    let silent = t01(json!({"steps": [{"phase": "killer"}], "after": {"killers": {"0": [3, 3], "1": [5, 3]}}}));
    assert_eq!(run_one(&silent), (Exit::Fine, "ok T01".to_string()));
}

#[test]
fn what_cannot_be_read_is_named_by_line_and_field() {
    let wrong = |more: Value| {
        let (verdict, said) = run_one(&t01(more));
        assert_eq!(verdict, Exit::Unusable, "{said}");
        said
    };
    let step = |step: Value| json!({"steps": [step]});
    let cases = [
        (json!({"id": null}), "line 1: id: null is not a name"),
        (json!({"steps": 3}), "line 1: steps: 3 is not a list of steps"),
        (json!({"config": []}), "line 1: config: [] is not an object of settings"),
        (json!({"config": {"width": 2}}), "line 1: config.width: 2 is not in 3..=256"),
        (json!({"config": {}}), "line 1: before: needs exits"),
        (json!({"before": 3}), "line 1: before: 3 is not an object, as the setting start has it"),
        (json!({"before": {"killers": {}}}), "line 1: before.survivors: missing, need an object of ids and cells"),
        (
            json!({"before": {"killers": {"0": [1, 1]}, "survivors": {"0": [8, 8]}}}),
            "line 1: before.survivors.0: [8,8] is an exit",
        ),
        (json!({"after": 3}), "line 1: after: 3 is not an object of a state's fields"),
        (json!({"events": {}}), "line 1: events: {} is not a list of events"),
        (step(json!({})), "line 1: steps[0].phase: missing, need killer or survivor"),
        (step(json!({"phase": "day"})), "line 1: steps[0].phase: \"day\" is not one of killer, survivor"),
        (
            step(json!({"phase": "killer", "actions": []})),
            "line 1: steps[0].actions: [] is not an object of ids and actions",
        ),
        (step(json!({"phase": "killer", "actions": {"2": 1}})), "line 1: steps[0].actions: \"2\" is not an id 0..=1"),
        (step(json!({"phase": "survivor", "actions": {"1": 1}})), "line 1: steps[0].actions: \"1\" is not an id 0..=0"),
        (step(json!({"phase": "killer", "actions": {"x": 1}})), "line 1: steps[0].actions: \"x\" is not an id 0..=1"),
        (
            step(json!({"phase": "killer", "actions": {"0": 9}})),
            "line 1: steps[0].actions.0: 9 is not a step 0..=8, its name, or [step,bid]",
        ),
        (
            json!({"steps": [{"phase": "killer"}, {"phase": "killer"}]}),
            "line 1: steps[1].phase: \"killer\" is the wrong phase, the match is in the survivor phase",
        ),
        (
            json!({"before": {"phase": "survivor", "killers": {"0": [1, 1], "1": [2, 2]}, "survivors": {"0": [0, 8]}}}),
            "line 1: steps[0].phase: \"killer\" is the wrong phase, the match is in the survivor phase",
        ),
        (
            json!({
                "before": {"killers": {"0": [1, 8]}, "survivors": {"0": [0, 8]}},
                "steps": [{"phase": "killer", "actions": {"0": 7}}, {"phase": "survivor"}],
            }),
            "line 1: steps[1].phase: \"survivor\" is the wrong phase, the match is over",
        ),
    ];
    for (more, words) in cases {
        assert_eq!(wrong(more.clone()), words, "{more}");
    }
    assert!(wrong(json!({"extra": 1})).starts_with("line 1: extra: no such setting"));
    assert!(wrong(step(json!({"phase": "killer", "action": {}}))).starts_with("line 1: steps[0].action: no such"));
    assert!(wrong(json!({"config": {"exits": [[8, 8]], "started": 1}})).starts_with("line 1: config.started: no such"));
    for field in ["id", "before", "steps"] {
        let mut scenario = t01(json!({}));
        scenario.as_object_mut().expect("an object").remove(field);
        let (verdict, said) = run_one(&scenario);
        assert!(said.starts_with(&std::format!("line 1: {field}: missing, need ")), "{said}");
        assert_eq!(verdict, Exit::Unusable);
    }
}

#[test]
fn a_bad_line_is_told_and_the_others_are_run() {
    let good = t01(json!({"after": {"round": 1}})).to_string();
    let bad = t01(json!({"after": {"round": 9}})).to_string();
    let (verdict, said) = run(&std::format!("{good}\n\n{{\"id\":\n[1]\n{bad}\n{good}\n"));
    assert_eq!(verdict, Exit::Unusable, "worse than a FAIL");
    assert_eq!(said.len(), 5, "{said:?}");
    assert_eq!([&said[0], &said[3], &said[4]], ["ok T01", "FAIL T01: round: want 9, got 1", "ok T01"]);
    assert!(said[1].starts_with("line 3: no JSON: "), "empty lines count: {}", said[1]);
    assert_eq!(said[2], "line 4: scenario: [1] is not an object");
    assert_eq!(run(&std::format!("{bad}\n{good}")).0, Exit::Wanting, "one FAIL is enough");
    assert_eq!(run(""), (Exit::Fine, Vec::new()));
}

#[test]
fn it_stops_when_asked() {
    let mut console = Lines { stopped: true, ..Lines::of(SPEC) };
    assert_eq!((TOOL.run)(&Map::new(), &mut console), Ok(Exit::Stopped));
    assert!(console.said.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_line_is_answered(
        field in prop::sample::select(&["id", "note", "config", "before", "steps", "after", "events"][..]),
        value in any_json(),
        text in "\\PC{0,40}",
    ) {
        let mut scenario = t01(json!({}));
        scenario[field] = value;
        let (verdict, said) = run(&scenario.to_string());
        prop_assert!(verdict != Exit::Stopped && !said.is_empty());
        let (_, said) = run(&text);
        prop_assert!(said.len() <= text.lines().count());
    }
}
