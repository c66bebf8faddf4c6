//! Attacks on the records of every game (K7). Edits that leave the seals must all be refused. Of edits that are sealed
//! anew must still be refused: choices that are invented, doubled, foreign or not allowed, other settings, other outcomes.
//! What remains (another choice that the game takes and that leads to the same states, another name) is what the seal
//! that `play` prints and signatures are for.

use crate::attack::{anew, matches, record, verdict};
use gridhaunt_arena::replay::read_all;
use gridhaunt_arena::verify::Rerun;
use gridhaunt_kernel::face::{Face, Session};
use gridhaunt_kernel::info::Dynamics;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::settings::FieldKind;
use gridhaunt_kernel::{Random, Seat};
use serde_json::json;

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

fn text(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// Checks that every attack is refused; returns their number.
fn refused(what: &str, game: &str, attacks: impl IntoIterator<Item = String>) -> usize {
    let mut count = 0;
    for attack in attacks {
        assert!(verdict(&attack).is_err(), "{game}: {what} is let pass:\n{attack}");
        count += 1;
    }
    assert!(count > 0, "{game}: no {what}");
    count
}

#[test]
fn nothing_that_leaves_the_seals_is_let_pass() {
    for (game, _) in matches() {
        let whole = record(game);
        let all = lines(&whole);
        let mut dice = Random::new(1);
        let mut pick = |n: usize| dice.below(n as u64) as usize;
        let bytes = (0..150).filter_map(|_| {
            let (mut bytes, at) = (whole.clone().into_bytes(), pick(whole.len() - 1));
            bytes[at] = b' ' + pick(95) as u8;
            String::from_utf8(bytes).ok().filter(|changed| *changed != whole)
        });
        refused("a changed byte", game, bytes.collect::<Vec<_>>());
        let steps: Vec<usize> = (0..40).map(|_| 1 + pick(all.len() - 2)).collect();
        let without = |line: usize| text(&[&all[..line], &all[line + 1..]].concat());
        refused("a dropped line", game, steps.iter().map(|&line| without(line)));
        let twice = |line: usize| text(&[&all[..=line], &all[line..]].concat());
        refused("a doubled line", game, steps.iter().map(|&line| twice(line)));
        let moved = |line: usize| {
            let mut all = all.clone();
            all.swap(line, line + 1);
            text(&all)
        };
        refused("a moved line", game, steps.iter().map(|&line| moved(line)));
        let blank = |line: usize| text(&[&all[..line], &[String::new()], &all[line..]].concat());
        refused("an added line", game, steps.iter().map(|&line| blank(line)));
        refused("a cut text", game, (0..40).map(|_| whole[..1 + pick(whole.len() - 2)].to_string()));
        refused("a name", game, [whole.replacen("\"seats\":[\"", "\"seats\":[\"x", 1)]);
    }
}

/// The match before each of its steps.
fn before_each_step(whole: &str) -> Vec<Box<dyn Session>> {
    let registry = gridhaunt_bots::registry();
    let replay = read_all(whole).unwrap().remove(0);
    let mut rerun = Rerun::new(&registry, &replay).unwrap();
    let mut sessions = vec![rerun.game.session().fork()];
    while let Some(step) = rerun.next_step() {
        step.unwrap();
        sessions.push(rerun.game.session().fork());
    }
    sessions
}

/// The record with the choices of a step changed and with new seals.
fn with_choices(all: &[String], step: usize, change: impl FnOnce(&mut Vec<Value>)) -> String {
    let mut all = all.to_vec();
    let line: Value = serde_json::from_str(&all[step]).unwrap();
    let mut choices = line["choices"].as_array().unwrap().clone();
    let old = format!("\"choices\":{}", Value::Array(choices.clone()));
    change(&mut choices);
    assert!(all[step].contains(&old), "{}", all[step]);
    all[step] = all[step].replacen(&old, &format!("\"choices\":{}", Value::Array(choices)), 1);
    anew(&text(&all))
}

#[test]
fn choices_that_nobody_had_are_refused_however_they_are_sealed() {
    for (game, _) in matches() {
        let registry = gridhaunt_bots::registry();
        let dynamics = registry.find(game).unwrap().info().dynamics;
        let whole = record(game);
        let (all, sessions) = (lines(&whole), before_each_step(&whole));
        let (mut invented, mut doubled, mut foreign, mut forbidden) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (step, session) in (1..all.len() - 1).zip(&sessions) {
            let seats = session.seats() as u8;
            let asked = session.phase().seats();
            let some = session.action(session.legal(asked.iter().next().unwrap())[0]);
            if let Some(idle) = (0..seats).find(|&seat| !asked.contains(Seat(seat))) {
                invented.push(with_choices(&all, step, |choices| choices.push(json!([idle, some]))));
            }
            foreign.push(with_choices(&all, step, |choices| choices.push(json!([seats, some]))));
            let line: Value = serde_json::from_str(&all[step]).unwrap();
            if let Some(first) = line["choices"].get(0) {
                doubled.push(with_choices(&all, step, |choices| choices.push(first.clone())));
            }
            // Of the first 4096 codes, the actions that this seat has not now.
            let seat = asked.iter().next().unwrap();
            let action = |code: u64| session.action(code);
            let not_allowed =
                (0..4096).filter(|&code| !action(code).is_null() && !session.allows(seat, code)).step_by(7);
            for code in not_allowed.take(3) {
                forbidden.push(with_choices(&all, step, |choices| {
                    choices.retain(|choice| choice[0] != json!(seat.0));
                    choices.push(json!([seat.0, action(code)]));
                }));
            }
        }
        let some = |mut attacks: Vec<String>| {
            let every = attacks.len().div_ceil(25).max(1);
            let mut number = 0;
            attacks.retain(|_| {
                number += 1;
                (number - 1) % every == 0
            });
            attacks
        };
        refused("a foreign choice", game, some(foreign));
        if dynamics != Dynamics::Simultaneous && dynamics != Dynamics::Ticks {
            refused("an invented choice", game, some(invented));
        }
        if !dynamics.takes_several() {
            refused("a doubled choice", game, some(doubled));
        }
        // Where every action may be chosen at any time there is none to forbid.
        if !forbidden.is_empty() {
            refused("a choice that is not allowed", game, some(forbidden));
        }
    }
}

/// Values of a setting that might be others than the one that holds.
fn others(kind: FieldKind, now: &Value) -> Vec<Value> {
    match kind {
        FieldKind::Integer(lo, hi) => {
            let now = now.as_u64().unwrap_or(lo);
            [lo, hi, now.saturating_sub(1), now + 1]
                .into_iter()
                .filter(|n| (lo..=hi).contains(n))
                .map(Value::from)
                .collect()
        }
        FieldKind::Number(lo, hi) => vec![lo.into(), hi.into(), ((lo + hi) / 2.0).into()],
        FieldKind::Flag => vec![true.into(), false.into()],
        FieldKind::Word(words) => words.iter().map(|&word| word.into()).collect(),
        FieldKind::Text(_) | FieldKind::Schema(_) => {
            vec![
                0.into(),
                3.into(),
                "all".into(),
                json!([2, 4]),
                json!([[0, 0], [1, 1]]),
                "none".into(),
                json!(["a", "b"]),
            ]
        }
    }
}

/// The settings of a header with one changed, and whether they then mean something else.
fn changed(face: &dyn Face, settings: &Value, name: &str, value: Value) -> Option<Value> {
    let mut other: Map<String, Value> = settings.as_object().unwrap().clone();
    other.insert(name.into(), value);
    let other = Value::Object(other);
    let (now, then) = (face.open(settings).ok()?.resolved(), face.open(&other).ok()?.resolved());
    (now != then).then_some(other)
}

#[test]
fn other_settings_are_refused_however_they_are_sealed() {
    let registry = gridhaunt_bots::registry();
    for (game, _) in matches() {
        let face = registry.find(game).unwrap();
        let whole = record(game);
        let settings = read_all(&whole).unwrap().remove(0).header.settings;
        let (mut tried, mut attacks) = (Vec::new(), Vec::new());
        let resolved = face.open(&settings).unwrap().resolved();
        for (field, (name, now)) in face.fields().iter().zip(&resolved) {
            assert_eq!(field.name, *name);
            for other in others(field.kind, now).into_iter().filter_map(|value| changed(face, &settings, name, value)) {
                let from = format!("\"settings\":{settings},");
                assert!(whole.contains(&from));
                tried.push(*name);
                attacks.push(anew(&whole.replacen(&from, &format!("\"settings\":{other},"), 1)));
            }
        }
        refused("another setting", game, attacks);
        tried.dedup();
        let all = face.fields().len();
        assert!(tried.len() * 10 >= all * 7, "{game}: only {tried:?} of {all} settings could be changed");
    }
}

#[test]
fn other_outcomes_are_refused_however_they_are_sealed() {
    for (game, _) in matches() {
        let whole = record(game);
        let all = lines(&whole);
        let (end, before) = all.split_last().unwrap();
        let outcome = serde_json::from_str::<Value>(end).unwrap()["outcome"].clone();
        let with = |from: &str, to: String| {
            assert!(end.contains(from), "{game}: {from} in {end}");
            anew(&text(&[before, &[end.replacen(from, &to, 1)]].concat()))
        };
        let mut attacks = vec![
            with("\"reason\":\"", "\"reason\":\"x".into()),
            with("\"ranks\":[", "\"ranks\":[9,".into()),
            with("\"rank\":1", "\"rank\":2".into()),
            with("\"units\":", "\"units\":9".into()),
            with("\"outcome\":{", "\"outcome\":{\"more\":1,".into()),
            with("\"steps\":", "\"steps\":1".into()),
            with("\"hash\":\"0x", "\"hash\":\"0xf".into()),
            with("\"end\":true", "\"end\":\"no\"".into()),
            with("\"ranks\":", "\"stopped\":\"left\",\"ranks\":".into()),
        ];
        for key in outcome.as_object().unwrap().keys() {
            attacks.push(with(&format!("\"{key}\":"), format!("\"{key}\":0,\"x{key}\":")));
        }
        refused("another outcome", game, attacks);
        let cut = text(&[&before[..before.len() - 1], std::slice::from_ref(end)].concat());
        refused("an end too early", game, [anew(&cut)]);
    }
}

#[test]
fn a_wish_that_was_refused_needs_a_verdict_and_must_not_be_allowed() {
    let whole = record("snarl");
    let all = lines(&whole);
    let step: Value = serde_json::from_str(&all[1]).unwrap();
    let (seat, action) = (&step["choices"][0][0], &step["choices"][0][1]);
    let with = |more: String| {
        let mut all = all.clone();
        all[1] = all[1].replacen(",\"seal\"", &format!(",{more},\"seal\""), 1);
        verdict(&anew(&text(&all)))
    };
    let wrong = |more: String| with(more).unwrap_err();
    assert!(wrong(format!("\"refused\":[[{seat},{action}]]")).contains("refused[0]: "));
    let illegal = format!("\"verdicts\":[[{seat},\"illegal\"]]");
    assert!(
        wrong(format!("\"refused\":[[{seat},{action}]],{illegal}")).ends_with("is not something that is not allowed")
    );
    assert!(wrong("\"notes\":[[99,\"x\"]]".into()).contains("notes[0]: seat 99 does not exist"));
    assert_eq!(
        with(format!("\"refused\":[[{seat},\"nonsense\"]],{illegal},\"used_us\":[[{seat},12]],\"notes\":[]")),
        Ok(())
    );
}

#[test]
fn a_fault_is_recorded_as_a_wish_and_the_record_verifies() {
    use gridhaunt_arena::play::Arena;
    use gridhaunt_arena::seating::seat_all;
    let registry = gridhaunt_bots::registry();
    for game in registry.games() {
        let opened = game.open(&json!({})).unwrap();
        let seats = seat_all(game, opened.begin(5).unwrap().as_ref(), &[]).unwrap();
        let arena =
            Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
        let mut one = arena.ready(5, arena.begin(5).unwrap(), true);
        let mut bots = arena.company(5, Some(Seat(0)), one.session()).unwrap();
        for step in 0..30 {
            if one.session().phase().is_over() {
                break;
            }
            bots.step(&mut one, [None, Some(u64::MAX), Some(77)][step % 3]);
        }
        let text = one.record("stopped").unwrap();
        assert!(text.contains("\"verdicts\":[[0,\"late\"]]"), "{text}");
        assert_eq!(verdict(&text), Ok(()), "{}", game.info().name);
    }
}
