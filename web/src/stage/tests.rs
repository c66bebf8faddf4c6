//! Any step can be shown in any order, up to the first step that does not verify.

use super::*;
use gridhaunt_record::Match;
use gridhaunt_record::replay::Header;
use gridhaunt_record::seal::{Chain, SHOWN};
use gridhaunt_testing::{first_action, report, two_programs};

const REPLAYS: [&str; 3] = [
    include_str!("../../../corpus/pyrat-fixed.jsonl"),
    include_str!("../../../corpus/tag-table.jsonl"),
    include_str!("../../../corpus/ghost-grid-tiny.jsonl"),
];

fn open(text: &str) -> Stage {
    Stage::open(gridhaunt_roster::registry(), text).unwrap()
}

fn proved(text: &str) -> (Stage, Value) {
    let mut stage = open(text);
    let news = stage.advance(usize::MAX);
    (stage, news)
}

#[test]
fn every_step_is_found_forwards_backwards_and_across() {
    for text in REPLAYS {
        let (mut stage, news) = proved(text);
        assert_eq!((&news["ended"], &news["differs"]), (&json!(true), &Value::Null));
        let hashes: Vec<u64> = stage.replay.steps.iter().map(|step| step.hash).collect();
        let last = hashes.len();
        let across = (0..=last).map(|n| (n * 7919) % (last + 1));
        for step in (0..=last).chain((0..=last).rev()).chain(across.collect::<Vec<_>>()) {
            let recorded = if step == 0 { stage.replay.header.hash } else { hashes[step - 1] };
            assert_eq!(stage.hash(step), Some(hex(recorded)), "step {step}");
        }
        assert_eq!(stage.hash(last + 1), None);
    }
}

#[test]
fn steps_are_there_as_soon_as_they_are_proved() {
    let mut stage = open(REPLAYS[0]);
    assert!(stage.board(0, false, Eye::Whole, false, 16).is_some());
    assert_eq!(stage.board(1, false, Eye::Whole, false, 16), None);
    let news = stage.advance(1);
    assert_eq!((&news["proved"], &news["ended"], &news["outcome"]), (&json!(1), &json!(false), &Value::Null));
    assert!(stage.board(1, false, Eye::Whole, false, 16).is_some());
}

#[test]
fn a_record_that_was_changed_is_shown_as_far_as_it_is_right() {
    let (stage, _) = proved(REPLAYS[0]);
    let wrong = 4;
    let hash = hex(stage.replay.steps[wrong - 1].hash);
    let (mut stage, news) = proved(&REPLAYS[0].replace(&hash, "0x0000000000000001"));
    assert_eq!(news["proved"], json!(wrong - 1));
    assert!(news["differs"].as_str().unwrap().starts_with("line 5, step 4: seal: \""));
    assert_eq!(news["outcome"], Value::Null);
    assert!(stage.hash(wrong - 1).is_some() && stage.hash(wrong).is_none());
}

#[test]
fn what_cannot_be_opened_says_why() {
    let error = |text: &str| Stage::open(gridhaunt_roster::registry(), text).err().unwrap();
    assert_eq!(error(""), "line 1: this is no gridhaunt replay (the file is empty)");
    // With new seals: a record that another program wrote, not a damaged one.
    let header = |from: &str, to: &str| {
        let line = REPLAYS[0].lines().next().unwrap().replacen(from, to, 1);
        let mut line = line[..line.rfind(r#","seal""#).unwrap()].to_string();
        Chain::default().seal(&mut line, SHOWN);
        line
    };
    assert!(error(&header(r#""rules":1"#, r#""rules":9"#)).contains("version 9"));
    assert!(error(&header(r#""game":"pyrat""#, r#""game":"chess""#)).contains("chess"));
    assert!(error(&REPLAYS[0].replacen(r#""rules":1"#, r#""rules":9"#, 1)).contains("seal"));
}

#[test]
fn nobody_sits_on_a_seat_that_does_not_exist() {
    let (mut stage, _) = proved(REPLAYS[0]);
    assert!(stage.board(1, true, Eye::new(1, true), true, 16).is_some());
    assert_eq!(stage.board(1, true, Eye::new(2, false), true, 16), None);
    assert_eq!(stage.board(1, true, Eye::new(127, true), true, 16), None);
    assert_eq!(Eye::new(-1, true), Eye::Whole);
    assert_eq!(Eye::new(300, true), Eye::Whole);
}

#[test]
fn a_moment_is_drawn_where_somebody_moves() {
    let (mut stage, _) = proved(REPLAYS[0]);
    let moment = |stage: &mut Stage, share| stage.moment((0, 1, false, Eye::Whole), share, false, 32).unwrap();
    let [early, late] = [0.25, 0.75].map(|share| moment(&mut stage, share));
    assert_ne!(early, late);
    assert_eq!(stage.moment((1, 1, false, Eye::Whole), 0.5, false, 32), None);
}

/// A match of two programs: the first notes what it thinks, is late in step 2 and crashes in step 3.
fn forfeited() -> String {
    let registry = gridhaunt_roster::registry();
    let face = registry.find("pyrat").unwrap();
    let opened = face.open(&json!({"preset": "tiny"})).unwrap();
    let session = opened.begin(7).unwrap();
    let programs = two_programs();
    let names = vec!["a".to_string(), "b".to_string()];
    let mut header = Header::new(&face.info(), opened.settings(), &opened.resolved(), 7, names, session.as_ref());
    header.programs = Some(programs.clone());
    let mut game = Match::new(session).judged(&programs).unwrap().recorded(&header);
    while !game.is_over() {
        game.play(|session, seat| {
            let verdict = match (session.steps() + 1, seat.0) {
                (2, 0) => Verdict::Late,
                (3, 0) => Verdict::Crashed,
                _ => Verdict::Ok,
            };
            let mark = json!({"cell": [3, 3], "colour": "sky"});
            let notes = vec![json!({"text": format!("<b>seat {seat}</b>\u{1b}"), "marks": [mark]})];
            first_action(session, seat, report(verdict, notes))
        });
    }
    game.record("left").unwrap()
}

#[test]
fn what_programs_did_is_shown_and_notes_only_to_who_looks_at_their_seat() {
    let (mut stage, news) = proved(&forfeited());
    assert_eq!((&news["differs"], &news["proved"]), (&Value::Null, &json!(3)));
    let faults: Vec<&Value> = news["steps"].as_array().unwrap().iter().map(|step| &step["fault"]).collect();
    assert_eq!(faults, [&Value::Null, &json!("late"), &json!("crashed")]);
    assert!(news["steps"][2]["events"].as_array().unwrap().contains(&json!("python: crashed")));
    assert!(news["steps"][2]["highlights"].as_array().unwrap().contains(&json!("python: crashed")));
    let outcome = &news["outcome"];
    let ranks: Vec<&Value> = outcome["result"]["seats"].as_array().unwrap().iter().map(|seat| &seat["rank"]).collect();
    assert_eq!((ranks, &outcome["winners"]), (vec![&json!(2), &json!(1)], &json!([1])));
    assert!(outcome["why"].as_str().unwrap().ends_with("is out"), "{outcome}");
    let mut told = |eye| stage.beside(2, true, eye, false).to_string();
    assert!(told(Eye::Whole).contains("1.3 ms, late") && !told(Eye::Whole).contains("<b>seat"));
    for seat in [0, 1] {
        for knows in [false, true] {
            let panel = told(Eye::new(seat, knows));
            assert!(panel.contains(&format!("<b>seat {seat}</b>\\\\u001b")), "{panel}");
            assert!(!panel.contains(&format!("<b>seat {}</b>", 1 - seat)), "{panel}");
        }
    }
    let mut marks = |eye| stage.board(2, true, eye, false, 32).unwrap().matches("mark-sky").count();
    assert_eq!(marks(Eye::Whole), 0);
    assert!(marks(Eye::new(0, false)) > 0);
}
