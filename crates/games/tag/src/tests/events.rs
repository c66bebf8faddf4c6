//! Events in JSON and as lines of text, and the order in which a step reports them: R35, R36; actions in JSON: R12.

use super::matches::{self, spoken};
use super::settings::any_json;
use crate::event::{Event, Team, What};
use crate::state::{End, Last, Side, State, Winner};
use crate::wire::read_action;
use crate::{Action, Step, Tag, World};
use gridhaunt_kernel::prelude::*;
use proptest::prelude::*;
use serde_json::json;

fn crowd(max_rounds: u16) -> (World, State<8>) {
    matches::game(
        &json!({
            "width": 9, "height": 9, "exits": [[8, 8], [0, 8]], "max_rounds": max_rounds,
            "start": {
                "round": 12, "killers": {"0": [3, 3], "1": [5, 3], "2": [0, 0]},
                "survivors": {"0": [4, 4], "1": [7, 7], "2": [1, 2], "3": [6, 6]},
            },
        }),
        0,
    )
}

fn json_of(events: &[Event]) -> Vec<String> {
    events.iter().map(|event| serde_json::to_string(event).expect("JSON")).collect()
}

#[test]
fn a_killer_phase_is_told_in_json_and_in_words() {
    let (world, before) = crowd(100);
    let mut state = before;
    let events = matches::step(&world, &mut state, &spoken(&world, "B W, A SE bid -1975"));
    let expected = [
        r#"{"round":12,"event":"no_action","team":"K","unit":2}"#,
        r#"{"round":12,"event":"move","team":"K","unit":0,"from":[3,3],"to":[4,4],"step":4,"bid":-1975}"#,
        r#"{"round":12,"event":"move","team":"K","unit":1,"from":[5,3],"to":[4,3],"step":7,"bid":0}"#,
        r#"{"round":12,"event":"capture","phase":"killer","killer":0,"survivor":0,"at":[4,4],"escaped":0,"captured":1}"#,
        r#"{"round":12,"event":"phase_end","phase":"killer","in":3}"#,
    ];
    assert_eq!(json_of(&events), expected);
    let lines = [
        "C (0,0) no choice",
        "A (3,3) SE (4,4) bid -1975",
        "B (5,3) W (4,3)",
        "A enters a at (4,4): captured; escaped 0, captured 1",
        "check: no shared cell; in 3",
    ];
    assert_eq!(Tag::<8>::log(&world, &before, &events), lines);
    assert_eq!(Tag::<8>::heading(&world, &before).as_deref(), Some("round 12/100 killer phase"));
    assert_eq!(Tag::<8>::heading(&world, &state).as_deref(), Some("round 12/100 survivor phase"));
}

#[test]
fn a_last_survivor_phase_is_told_in_json_and_in_words() {
    let (world, mut before) = crowd(12);
    matches::step(&world, &mut before, &spoken(&world, "A SE, B stay, C SE"));
    assert_eq!(Tag::<8>::heading(&world, &before).as_deref(), Some("round 12/12 survivor phase"));
    let mut state = before;
    let events = matches::step(&world, &mut state, &spoken(&world, "b SE bid 3, c W bid 1, d stay bid 5"));
    let expected = [
        r#"{"round":12,"event":"move","team":"S","unit":1,"from":[7,7],"to":[8,8],"step":4,"bid":3}"#,
        r#"{"round":12,"event":"move","team":"S","unit":2,"from":[1,2],"to":[0,2],"step":7,"bid":1}"#,
        r#"{"round":12,"event":"move","team":"S","unit":3,"from":[6,6],"to":[6,6],"step":0,"bid":5}"#,
        r#"{"round":12,"event":"escape","survivor":1,"at":[8,8],"escaped":1,"captured":1}"#,
        r#"{"round":12,"event":"phase_end","phase":"survivor","in":2}"#,
        r#"{"round":12,"event":"stranded","survivor":2,"at":[0,2]}"#,
        r#"{"round":12,"event":"stranded","survivor":3,"at":[6,6]}"#,
        r#"{"round":12,"event":"game_over","winner":"killers","reason":"time_limit","escaped":1,"captured":1,"stranded":2}"#,
    ];
    assert_eq!(json_of(&events), expected);
    let lines = [
        "b (7,7) SE (8,8) bid 3",
        "c (1,2) W (0,2) bid 1",
        "d (6,6) stay bid 5",
        "b escapes at (8,8); escaped 1, captured 1",
        "check: no shared cell; in 2",
        "c stranded at (0,2)",
        "d stranded at (6,6)",
        "killers win in round 12 (time_limit); escaped 1, captured 1, stranded 2",
    ];
    assert_eq!(Tag::<8>::log(&world, &before, &events), lines);
}

#[test]
fn a_refused_move_is_one_line_and_two_events() {
    let (world, before) = crowd(100);
    let mut state = before;
    let events = matches::step(&world, &mut state, &spoken(&world, "A E, B W bid -7, C NW"));
    let expected = [
        r#"{"round":12,"event":"move","team":"K","unit":0,"from":[3,3],"to":[4,3],"step":3,"bid":0}"#,
        r#"{"round":12,"event":"move","team":"K","unit":1,"from":[5,3],"to":[5,3],"step":7,"bid":-7}"#,
        r#"{"round":12,"event":"rejected","team":"K","unit":1,"wish":[4,3],"reason":"contested"}"#,
        r#"{"round":12,"event":"move","team":"K","unit":2,"from":[0,0],"to":[0,0],"step":8,"bid":0}"#,
        r#"{"round":12,"event":"rejected","team":"K","unit":2,"wish":[-1,-1],"reason":"out_of_bounds"}"#,
        r#"{"round":12,"event":"phase_end","phase":"killer","in":4}"#,
    ];
    assert_eq!(json_of(&events), expected);
    let lines = [
        "A (3,3) E (4,3)",
        "B (5,3) W refused: contested",
        "C (0,0) NW refused: out_of_bounds",
        "check: no shared cell; in 4",
    ];
    assert_eq!(Tag::<8>::log(&world, &before, &events), lines);
}

#[test]
fn a_capture_in_the_survivor_phase_reads_the_other_way() {
    let (world, mut state) = crowd(100);
    matches::step(&world, &mut state, &spoken(&world, "A stay, B stay, C stay"));
    let before = state;
    let events = matches::step(&world, &mut state, &spoken(&world, "a NW, b stay, c stay, d stay"));
    let capture = &events[4];
    assert_eq!(
        serde_json::to_string(capture).expect("JSON"),
        r#"{"round":12,"event":"capture","phase":"survivor","killer":0,"survivor":0,"at":[3,3],"escaped":0,"captured":1}"#
    );
    let lines = Tag::<8>::log(&world, &before, &events);
    assert_eq!(lines[4], "a enters A at (3,3): captured; escaped 0, captured 1");
}

#[test]
fn every_reason_winner_and_end_has_its_name() {
    let name = |value: Value| value.as_str().map(String::from).expect("a name");
    for (reason, expected) in Last::ALL
        .into_iter()
        .zip(["out_of_bounds", "forbidden_cell", "swap", "cycle", "contested", "blocked", "no_action"])
    {
        assert_eq!((name(json!(reason)).as_str(), reason.name()), (expected, expected));
    }
    let over = |winner, reason| {
        let what = What::GameOver { winner, reason, escaped: 1, captured: 2, stranded: 0 };
        let (world, state) = crowd(100);
        Tag::<8>::log(&world, &state, &[Event { round: 12, what }]).concat()
    };
    let counts = "; escaped 1, captured 2, stranded 0";
    assert_eq!(over(Winner::Killers, End::BoardEmpty), "killers win in round 12 (board_empty)".to_string() + counts);
    assert_eq!(over(Winner::Survivors, End::TimeLimit), "survivors win in round 12 (time_limit)".to_string() + counts);
    assert_eq!(over(Winner::Draw, End::TimeLimit), "draw in round 12 (time_limit)".to_string() + counts);
    for (winner, expected) in [(Winner::Survivors, "survivors"), (Winner::Killers, "killers"), (Winner::Draw, "draw")] {
        assert_eq!((name(json!(winner)).as_str(), winner.name()), (expected, expected));
    }
}

/// The position of a kind in a step: `no_action`, then moves with their refusals, then the rest as in the table.
fn place(what: &What) -> (usize, u8) {
    match *what {
        What::NoAction { unit, .. } => (0, unit),
        What::Move { unit, .. } | What::Rejected { unit, .. } => (1, unit),
        What::Escape { survivor, .. } => (2, survivor),
        What::Capture { phase: Side::Killer, killer, .. } => (3, killer),
        What::Capture { survivor, .. } => (3, survivor),
        What::PhaseEnd { .. } => (4, 0),
        What::Stranded { survivor, .. } => (5, survivor),
        What::GameOver { .. } => (6, 0),
    }
}

#[test]
fn a_step_tells_in_order_and_its_log_line_by_line() {
    matches::each_step::<16>(400, 35, |played| {
        let places: Vec<_> = played.events.iter().map(|event| place(&event.what)).collect();
        assert!(places.is_sorted(), "{:?}", played.events);
        let mut refusals = 0;
        for pair in played.events.windows(2) {
            if let What::Rejected { team, unit, reason, .. } = pair[1].what {
                let moved = matches!(pair[0].what, What::Move { team: t, unit: u, from, to, .. } if t == team && u == unit && from == to);
                assert!(moved && reason != Last::NoAction, "a refusal comes after its own move: {pair:?}");
                refusals += 1;
            }
        }
        let team = if played.before.phase == Side::Killer { Team::K } else { Team::S };
        for event in &played.events {
            assert_eq!(event.round, played.before.round);
            if let What::NoAction { team: t, .. } | What::Move { team: t, .. } | What::Rejected { team: t, .. } =
                event.what
            {
                assert_eq!(t, team);
            }
            let text = serde_json::to_string(event).expect("JSON");
            assert_eq!(serde_json::from_str::<Event>(&text).expect("an event"), *event, "{text}");
        }
        let lines = Tag::<16>::log(played.world, played.before, &played.events);
        assert_eq!(lines.len(), played.events.len() - refusals, "a refusal stands in place of its move");
    });
}

// R12: actions.

#[test]
fn actions_are_written_and_read() {
    let (world, _) = crowd(100);
    let read = |value| read_action(&value).map_err(|error| error.to_string());
    let action = |step, bid| Ok(Action { step, bid });
    assert_eq!(read(json!(3)), action(Step::E, 0));
    assert_eq!(read(json!([3, 250])), action(Step::E, 250));
    assert_eq!(read(json!([8, -1975])), action(Step::NW, -1975));
    assert_eq!(read(json!("sw")), action(Step::SW, 0));
    assert_eq!(read(json!(["stay", 4])), action(Step::Stay, 4));
    assert_eq!(read(json!([1, 3_000_000_000u32])), action(Step::N, i32::MAX));
    assert_eq!(read(json!([1, -3_000_000_000i64])), action(Step::N, i32::MIN));
    assert_eq!(read(json!([1, u64::MAX])), action(Step::N, i32::MAX));
    for wrong in [
        json!(9),
        json!(-1),
        json!(1.5),
        json!("up"),
        json!([3]),
        json!([3, 1, 1]),
        json!([9, 0]),
        json!([3, "x"]),
        json!([3, 0.5]),
        json!(null),
        json!({}),
    ] {
        let words = std::format!("action: {wrong} is not a step 0..=8, its name, or [step,bid]");
        assert_eq!(read(wrong), Err(words));
    }
    for step in Step::ALL {
        assert_eq!(Tag::<8>::write_action(step.into()), json!(step as u8), "action n is step n, bid 0");
        assert_eq!(Action::from_code(step as u64), Some(step.into()));
        for bid in [1, -1, 250, i32::MAX, i32::MIN] {
            let action = Action { step, bid };
            assert_eq!(Tag::<8>::write_action(action), json!([step as u8, bid]));
            assert_eq!(Tag::<8>::read_action(&world, &Tag::<8>::write_action(action)), Ok(action));
            assert_eq!(Action::from_code(action.code()), Some(action));
        }
    }
    assert_eq!(Action::from_code(9), None);
    assert_eq!(Action::from_code(1 << 40), None);
}

proptest! {
    #[test]
    fn any_json_is_an_action_or_is_refused(value in any_json()) {
        let expected = std::format!("action: {} is not", brief(&value));
        if let Err(error) = read_action(&value) {
            prop_assert!(error.to_string().starts_with(&expected));
        }
    }
}

#[test]
fn all_nine_steps_are_legal_with_any_bid_for_whom_it_is_to_choose() {
    // R13
    let (world, state) = crowd(100);
    for seat in matches::all_seats(&world) {
        let mut legal = Vec::new();
        Tag::<8>::legal(&world, &state, seat, &mut |action| legal.push(action));
        let chooses = seat.index() >= 4;
        assert_eq!(legal, if chooses { Step::ALL.map(Action::from).to_vec() } else { Vec::new() }, "seat {seat}");
        assert_eq!(Tag::<8>::allows(&world, &state, seat, Action { step: Step::N, bid: i32::MIN }), chooses);
        assert_eq!(Tag::<8>::role(&world, seat), usize::from(chooses));
    }
}
