//! Others go on from a step of a record: the new record begins with the old steps, and verifies.

use crate::attack::{anew, edited, matches, record, verdict};
use gridhaunt_arena::fork::Branch;
use gridhaunt_arena::play::{Arena, STOPPED};
use gridhaunt_arena::replay::{Replay, read_all};
use gridhaunt_arena::seating::{BotSpec, seat_all};
use gridhaunt_arena::verify::Proof;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::fault::{Policy, Verdict};
use gridhaunt_record::programs::Programs;
use gridhaunt_record::{Answer, Match};
use gridhaunt_testing::{first_action, report, two_programs};
use std::sync::atomic::AtomicBool;

/// The record of a match that goes on after a step with these bots, or the bots that began it.
fn forked(text: &str, step: usize, bots: Option<&[String]>) -> Result<String, String> {
    let registry = gridhaunt_bots::registry();
    let replay = read_all(text).unwrap().remove(0);
    let game = registry.find(&replay.header.game).unwrap();
    let opened = game.open(&replay.header.settings).unwrap();
    let seats = match bots {
        Some(words) => seat_all(game, opened.begin(7).unwrap().as_ref(), words).unwrap(),
        None => replay.header.seats.iter().map(|name| BotSpec::parse(name).unwrap()).collect(),
    };
    let arena =
        Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
    let branch = Branch { registry: &registry, replay: &replay, step };
    let (mut one, mut company) = arena.fork(branch, None).map_err(|error| error.to_string())?;
    assert!(company.play(&mut one, &AtomicBool::new(false)));
    Ok(one.record(STOPPED).unwrap())
}

#[test]
fn who_goes_on_alone_plays_what_was_played() {
    for (game, _) in matches() {
        let whole = record(game);
        let steps = whole.lines().count() - 2;
        for step in [0, 1, steps / 2, steps] {
            assert_eq!(forked(&whole, step, None).as_ref(), Ok(&whole), "{game} from step {step}");
        }
    }
}

#[test]
fn others_go_on_from_the_same_steps() {
    let whole = record("pyrat");
    let other = forked(&whole, 10, Some(&["random".into(), "greedy".into()])).unwrap();
    assert_eq!(verdict(&other), Ok(()));
    let steps = |text: &str| -> Vec<String> {
        text.lines().skip(1).map(|line| line.rsplit_once(",\"seal\"").unwrap().0.to_string()).collect()
    };
    assert_eq!(steps(&whole)[..10], steps(&other)[..10]);
    assert_ne!(steps(&whole)[10..], steps(&other)[10..]);
    let replay = read_all(&other).unwrap().remove(0);
    assert_eq!((replay.header.seed, replay.header.seats), (7, vec!["random".to_string(), "greedy".to_string()]));
}

#[test]
fn only_what_verifies_is_gone_on_from() {
    let whole = record("pyrat");
    let error = forked(&whole, 999, None).unwrap_err();
    assert!(error.starts_with("line 1, the header: step: 999 is not in 0..="), "{error}");
    let forged = anew(&edited(&whole, 5, "\"hash\":\"0x", "\"hash\":\"0x1"));
    assert!(forked(&forged, 4, None).is_ok(), "the steps before it verify");
    assert!(forked(&forged, 5, None).unwrap_err().starts_with("line 6, step 5: hash: "));
    let old = include_str!("../format-1/pyrat-tiny.jsonl");
    assert!(forked(old, 1, None).unwrap_err().contains("replay convert"));
}

fn held(forked_after: u64) -> Programs {
    Programs { policy: Policy { strict: false, strikes: 2 }, forked_after, ..two_programs() }
}

/// A match of programs in which seat 0 is late in these steps, after so many steps of another.
fn judged(before: Option<(&Replay, usize)>, late: &[u64]) -> Match {
    let registry = gridhaunt_bots::registry();
    let template = read_all(&record("pyrat")).unwrap().remove(0);
    let step = before.map_or(0, |(_, step)| step);
    let mut header = template.header.clone();
    header.programs = Some(held(step as u64));
    let session = Proof::begin(&registry, &template.header).unwrap().game.into_session();
    let mut game = Match::new(session).judged(&held(step as u64)).unwrap().recorded(&header);
    for step in before.iter().flat_map(|(replay, step)| &replay.steps[..*step]) {
        game.retrace(step).unwrap();
    }
    while !game.is_over() && game.session().steps() < 12 {
        game.play(|session, seat| {
            let is_late = seat == Seat(0) && late.contains(&(session.steps() + 1));
            let verdict = if is_late { Verdict::Late } else { Verdict::Ok };
            let answer = first_action(session, seat, report(verdict, Vec::new()));
            Answer { choice: answer.choice.filter(|_| !is_late), ..answer }
        });
    }
    game
}

#[test]
fn the_strikes_of_those_before_are_not_counted() {
    let first = judged(None, &[2, 9]);
    assert_eq!((first.session().steps(), first.stopped()), (9, Some("forfeit")));
    let text = first.record("left").unwrap();
    assert_eq!(verdict(&text), Ok(()));
    let replay = read_all(&text).unwrap().remove(0);
    let second = judged(Some((&replay, 9)), &[11]);
    assert_eq!((second.session().steps(), second.stopped()), (12, None), "two strikes were another's, one is its own");
    let text = second.record("left").unwrap();
    assert_eq!(verdict(&text), Ok(()));
    for (to, expected) in [
        ("", "line 11, step 10: step: the match has stopped: forfeit, yet the record goes on"),
        (",\"forked_after\":5", "line 13, step 12: step: the match has stopped: forfeit, yet the record goes on"),
        (",\"forked_after\":13", "line 14, the end: forked_after: 13 is not in 0..=12"),
        (",\"forked_after\":0", "line 1, the header: forked_after: 0 is not in 1..="),
        (",\"forked_after\":\"9\"", "line 1, the header: forked_after: \"9\" is not in 1..="),
    ] {
        let error = verdict(&anew(&edited(&text, 0, ",\"forked_after\":9", to))).unwrap_err();
        assert!(error.starts_with(expected), "{error}, expected {expected}");
    }
    assert_eq!(verdict(&anew(&edited(&text, 0, ",\"forked_after\":9", ",\"forked_after\":12"))), Ok(()));
}
