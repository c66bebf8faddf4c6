//! Any step can be shown in any order, up to the first step that does not verify.

use super::*;
use gridhaunt_record::seal::{Chain, SHOWN};

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
