//! Matches with programs (B14, B20): whatever verdicts they get, their record verifies, and what was changed in it does
//! not, however it is sealed.

use crate::attack::{anew, edited, matches, record, verdict};
use gridhaunt_arena::play::Arena;
use gridhaunt_arena::replay::{Header, read_all};
use gridhaunt_arena::seating::seat_all;
use gridhaunt_arena::verify::{Proof, Rerun, Terms, verify};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::fault::{Policy, Price, Report, Verdict};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_record::programs::Programs;
use gridhaunt_record::{Answer, Counts, Match};
use gridhaunt_testing::{program, two_programs};
use proptest::prelude::*;
use serde_json::json;

/// What a match of this test is played by.
#[derive(Clone, Debug)]
struct Plan {
    game: &'static str,
    policy: Policy,
    /// The entrant of every seat, and whether each entrant is a program.
    entrants: Vec<u8>,
    programs: Vec<bool>,
    /// The verdicts on seats that are asked, one after the other, and those before the first step.
    verdicts: Vec<Verdict>,
    unready: Vec<bool>,
}

impl Plan {
    fn new(game: &'static str, policy: Policy, verdicts: &[Verdict]) -> Self {
        let (entrants, programs) = (vec![0, 1], vec![true, true]);
        Self { game, policy, entrants, programs, verdicts: verdicts.to_vec(), unready: Vec::new() }
    }

    fn held(&self, seats: usize) -> Programs {
        let entrant_of = |seat: usize| self.entrants.get(seat).copied().unwrap_or(0);
        let used: Vec<u8> = (0..seats).map(entrant_of).collect();
        let mut numbers = used.clone();
        numbers.sort_unstable();
        numbers.dedup();
        let entrant = |&number: &u8| {
            let seats: Vec<Seat> =
                (0..seats).filter(|&seat| used[seat] == number).map(|seat| Seat(seat as u8)).collect();
            let is_program = self.programs.get(usize::from(number)).copied().unwrap_or(true);
            let mut entrant = program(&format!("bot {number}"), seats);
            entrant.program = entrant.program.filter(|_| is_program);
            if let Some(identity) = &mut entrant.program {
                identity.options = Map::from_iter([("depth".to_string(), json!(4))]);
                identity.sandbox = "0+".into();
            }
            entrant
        };
        let entrants = numbers.iter().map(entrant).collect();
        Programs { clock: "100ms+5s".into(), policy: self.policy, entrants, ..two_programs() }
    }

    /// Plays the match; returns it with its record.
    fn play(&self) -> (Match, String) {
        let registry = gridhaunt_bots::registry();
        let game = registry.find(self.game).unwrap();
        let settings = matches().into_iter().find(|(game, _)| *game == self.game).unwrap().1;
        let opened = game.open(&settings).unwrap();
        let seats = seat_all(game, opened.begin(7).unwrap().as_ref(), &[]).unwrap();
        let arena =
            Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
        let session = arena.begin(7).unwrap();
        let held = self.held(session.seats());
        let names = seats.iter().map(ToString::to_string).collect();
        let mut header = Header::new(&game.info(), opened.settings(), &opened.resolved(), 7, names, session.as_ref());
        header.programs = Some(held.clone());
        let mut company = arena.company(7, None, session.as_ref()).unwrap();
        let mut one = Match::new(session).judged(&held).unwrap().recorded(&header).filmed();
        for (seat, _) in self.unready.iter().enumerate().filter(|(_, unready)| **unready) {
            if seat < one.session().seats() && held.entrants[usize::from(self.entrants[seat])].program.is_some() {
                one.judge(Seat(seat as u8), report(Verdict::Unready));
            }
        }
        let mut verdicts = self.verdicts.iter().copied();
        while !one.is_over() && one.session().steps() < 60 {
            company.ask(one.session());
            one.play(|session, seat| {
                let entrant = held.entrants.iter().find(|entrant| entrant.seats.contains(&seat)).unwrap();
                let Answer { choice, .. } = company.choose(session, seat);
                if entrant.program.is_none() {
                    return choice.into();
                }
                let verdict = verdicts.next().unwrap_or(Verdict::Ok);
                Answer { choice, report: Some(report(verdict)) }
            });
        }
        one.count(Counts { strays: vec![(Seat(0), 3)], voids: 1 });
        let text = one.record("left").unwrap();
        (one, text)
    }
}

fn report(verdict: Verdict) -> Report {
    let wanted = (verdict == Verdict::Illegal).then(|| json!({"no": "such action"}));
    let notes = vec![json!({"text": "well\u{1b}[2J", "marks": [{"cell": [1, 2], "colour": "blue"}, {"cell": "no"}]})];
    Report { verdict, wanted, used_us: 1300, notes, words: String::new() }
}

const GAMES: [&str; 5] = ["pyrat", "tag", "ghost-grid", "snarl", "sproutopia"];

fn plans() -> impl Strategy<Value = Plan> {
    let verdicts = proptest::collection::vec(prop_oneof![12 => Just(0), 1 => 0..Verdict::ALL.len()], 0..120);
    let policy = (prop::bool::weighted(0.2), 0..4u32).prop_map(|(strict, strikes)| Policy { strict, strikes });
    let entrants = proptest::collection::vec(0..4u8, 8);
    let programs = proptest::collection::vec(prop::bool::weighted(0.8), 4);
    let unready = proptest::collection::vec(prop::bool::weighted(0.05), 8);
    (0..GAMES.len(), policy, entrants, programs, verdicts, unready).prop_map(
        |(game, policy, entrants, programs, verdicts, unready)| {
            // Entrants are numbered in the order in which they appear.
            let mut order: Vec<u8> = Vec::new();
            for entrant in &entrants {
                if !order.contains(entrant) {
                    order.push(*entrant);
                }
            }
            let entrants =
                entrants.iter().map(|entrant| order.iter().position(|other| other == entrant).unwrap() as u8).collect();
            // A program that is asked was ready.
            let verdicts = verdicts
                .into_iter()
                .map(|at| Verdict::ALL[at])
                .filter(|verdict| *verdict != Verdict::Unready)
                .collect();
            Plan { game: GAMES[game], policy, entrants, programs, verdicts, unready }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_programs_do_the_record_verifies_to_the_same_standings(plan in plans()) {
        let (one, text) = plan.play();
        prop_assert_eq!(verdict(&text), Ok(()), "{}", text);
        let registry = gridhaunt_bots::registry();
        let replay = read_all(&text).unwrap().remove(0);
        let mut rerun = Rerun::new(&registry, &replay).unwrap().filmed();
        while let Some(step) = rerun.next_step() {
            step.unwrap();
        }
        let end = replay.end.as_ref().unwrap();
        prop_assert_eq!(end.stopped.as_deref(), one.stopped().or(Some("left")).filter(|_| !one.session().phase().is_over()));
        prop_assert_eq!(end.ranks.as_ref().unwrap(), &one.ranks().into_iter().map(u64::from).collect::<Vec<_>>());
        // Verdicts after the last step are in the end alone.
        if end.verdicts.is_empty() {
            prop_assert_eq!(rerun.game.trial(), one.trial());
            prop_assert_eq!(rerun.game.faults(), one.faults());
        }
        for step in 1..=one.steps() {
            prop_assert_eq!(rerun.game.heard_in(step), one.heard_in(step));
        }
        // Who goes on from the middle of it knows the same.
        let terms = Terms::of(&registry, &replay.header).unwrap();
        let half = Rerun::resume(terms, &replay, one.at(one.steps() / 2));
        let mut resumed = half;
        while let Some(step) = resumed.next_step() {
            step.unwrap();
        }
        prop_assert_eq!(resumed.game.trial(), rerun.game.trial());
        prop_assert_eq!(resumed.check_end(), Ok(()));
    }
}

/// Seat 0 of PyRat is illegal in the first step, late in the second and crashes in the third.
fn a_loss() -> String {
    use Verdict::{Crashed, Illegal, Late, Ok};
    Plan::new("pyrat", Policy::default(), &[Illegal, Ok, Late, Ok, Crashed, Ok]).play().1
}

#[test]
fn what_came_of_it_is_in_the_record() {
    let text = a_loss();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let header = &lines[0];
    assert_eq!(header["clock"], "100ms+5s");
    assert_eq!(header["faults"], json!({"policy": "soft", "strikes": 5}));
    assert_eq!(header["margin_us"], 20_000);
    assert_eq!(header["match"], "k3f9");
    let entrant = json!({
        "name": "bot 0", "seats": [0], "digest": "ab".repeat(32), "options": {"depth": 4},
        "seeds": ["18446744073709551615"], "sandbox": "0+",
    });
    assert_eq!(header["entrants"][0], entrant);
    assert_eq!(lines[1]["refused"], json!([[0, {"no": "such action"}]]));
    assert_eq!(lines[1]["verdicts"], json!([[0, "illegal"]]));
    assert_eq!(lines[1]["used_us"], json!([[0, 1300], [1, 1300]]));
    let note = json!({"text": "well\u{1b}[2J", "marks": [{"cell": [1, 2], "colour": "blue"}]});
    assert_eq!(lines[1]["notes"], json!([[0, note], [1, note]]), "a mark that cannot be read is left out");
    assert_eq!(lines[2]["verdicts"], json!([[0, "late"]]));
    assert_eq!(lines[2]["choices"].as_array().unwrap().len(), 2, "what it said it might do was played");
    assert_eq!(lines[3]["choices"].as_array().unwrap().len(), 1, "who crashed does nothing");
    let end = &lines[4];
    assert_eq!((&end["stopped"], &end["outcome"], &end["ranks"]), (&json!("forfeit"), &Value::Null, &json!([2, 1])));
    assert_eq!((&end["strays"], &end["voids"]), (&json!([[0, 3]]), &json!(1)));
    assert_eq!(verdict(&text), Ok(()));
}

#[test]
fn each_claim_about_programs_is_checked_also_where_it_was_sealed_anew() {
    let text = a_loss();
    let late = "\"verdicts\":[[0,\"late\"]]";
    for (line, from, to, expected) in [
        (0, "\"soft\"", "\"mild\"", "line 1, the header: faults.policy: \"mild\" is not one of soft, strict"),
        (0, "\"strikes\":5", "\"strikes\":-5", "line 1, the header: faults.strikes: -5 is not in 0..=4294967295"),
        (
            0,
            "\"strikes\":5",
            "\"strikes\":1",
            "line 3, step 2: step: the match has stopped: forfeit, yet the record goes on",
        ),
        (0, "\"policy\":\"soft\"", "\"policy\":\"strict\"", "line 3, step 2: step: the match has stopped: forfeit"),
        (0, "\"clock\":\"100ms+5s\",", "", "line 1, the header: clock: missing, need a word"),
        (0, "\"margin_us\":20000", "\"margin_us\":-1", "line 1, the header: margin_us: -1 is not in 0..="),
        (
            0,
            "\"seats\":[1]",
            "\"seats\":[0]",
            "line 1, the header: entrants[1].seats[0]: 0 is not a seat of one entrant only",
        ),
        (0, "\"seats\":[1]", "\"seats\":[]", "line 1, the header: entrants[1].seeds: 1 is not as many as seats, 0"),
        (0, "\"seats\":[1]", "\"seats\":[7]", "line 1, the header: entrants[1].seats[0]: 7 is not in 0..=1"),
        (0, "\"digest\":\"abab", "\"digest\":\"xbab", "line 1, the header: entrants[0].digest: \"xbab"),
        (0, "\"sandbox\":\"0+\"", "\"sandbox\":0", "line 1, the header: entrants[0].sandbox: 0 is not a word"),
        (
            1,
            "\"illegal\"",
            "\"naughty\"",
            "line 2, step 1: verdicts[0]: \"naughty\" is not one of late, partial, garbled",
        ),
        (1, "\"illegal\"", "\"ok\"", "line 2, step 1: verdicts[0]: \"ok\" is not one of late"),
        (1, "\"illegal\"", "\"unready\"", "line 3, step 2: step: the match has stopped: forfeit"),
        (1, "\"illegal\"", "\"host\"", "line 3, step 2: step: the match has stopped: void"),
        (
            1,
            "[[0,\"illegal\"]",
            "[[0,\"illegal\"],[0,\"late\"]",
            "line 2, step 1: verdicts[1]: [0,\"late\"] is not the only",
        ),
        (1, ",\"verdicts\":[[0,\"illegal\"]]", "", "line 2, step 1: refused[0]: "),
        (1, "[1,1300]", "[1,-1]", "line 2, step 1: used_us[1]: -1 is not microseconds"),
        (1, "[1,1300]", "[0,1300]", "line 2, step 1: used_us[1]: [0,1300] is not the only time of seat 0"),
        (
            1,
            "\"colour\":\"blue\"",
            "\"colour\":\"teal\"",
            "line 2, step 1: notes[0].marks[0].colour: \"teal\" is not one of",
        ),
        (1, "\"text\":\"well", "\"more\":1,\"text\":\"well", "line 2, step 1: notes[0].more: no such setting"),
        (2, late, "\"verdicts\":[[0,\"illegal\"]]", "line 3, step 2: choices[0]: [0,"),
        (2, late, "\"verdicts\":[[0,\"crashed\"]]", "line 3, step 2: choices[0]: [0,"),
        (2, late, "\"verdicts\":[[0,\"unready\"]]", "line 3, step 2: choices[0]: [0,"),
        (
            3,
            "[[0,\"crashed\"]]",
            "[[0,\"unready\"]]",
            "line 4, step 3: verdicts[0]: [0,\"unready\"] is not a verdict after",
        ),
        (3, "[[0,\"crashed\"]]", "[[1,\"crashed\"]]", "line 4, step 3: choices[0]: [1,"),
        (3, "[[0,\"crashed\"]]", "[[0,\"late\"]]", "line 5, the end: stopped: the match had not stopped by forfeit"),
        (
            3,
            "\"verdicts\":[[0,\"crashed\"]],",
            "",
            "line 4, step 3: choices: seat 0 is asked, but has neither a choice",
        ),
        (4, "\"forfeit\"", "\"left\"", "line 5, the end: stopped: \"left\" is not \"forfeit\""),
        (4, "\"forfeit\"", "\"void\"", "line 5, the end: stopped: \"void\" is not \"forfeit\""),
        (4, "\"ranks\":[2,1]", "\"ranks\":[1,2]", "line 5, the end: ranks[0]: 1 is not 2"),
        (4, "\"ranks\":[2,1]", "\"ranks\":[]", "line 5, the end: ranks[0]: not there, need 2"),
        (
            4,
            "\"forfeit\"",
            "\"forfeit\",\"verdicts\":[[1,\"crashed\"]]",
            "line 5, the end: verdicts: the match has stopped",
        ),
        (4, "[[0,3]]", "[[9,3]]", "line 5, the end: strays[0]: seat 9 does not exist"),
        (4, "[[0,3]]", "[[0,0]]", "line 5, the end: strays[0]: 0 is not a number of lines"),
        (4, "\"voids\":1", "\"voids\":0", "line 5, the end: voids: 0 is not in 1..="),
    ] {
        let error = verdict(&anew(&edited(&text, line, from, to))).expect_err(to);
        assert!(error.starts_with(expected), "{error}, expected {expected}");
        let left = verdict(&edited(&text, line, from, to)).unwrap_err();
        assert!(left.contains(": seal: "), "{left}");
    }
}

#[test]
fn nobody_acts_who_is_out_and_nothing_follows_a_forfeit() {
    // Three entrants: who is asked first crashes, the two others play on.
    let plan = Plan {
        entrants: vec![0, 1, 2, 3],
        programs: vec![true; 4],
        ..Plan::new("sproutopia", Policy::default(), &[Verdict::Crashed])
    };
    let (one, text) = plan.play();
    let seats = one.session().seats() as u8;
    let lost: Vec<u8> = (0..seats).filter(|&seat| one.is_out(Seat(seat))).collect();
    let [lost] = lost[..] else { panic!("{lost:?} are out") };
    assert_eq!(verdict(&text), Ok(()));
    let lines: Vec<&str> = text.lines().collect();
    let line: Value = serde_json::from_str(lines[2]).unwrap();
    let action = &line["choices"][0][1];
    assert!(line["choices"].as_array().unwrap().iter().all(|choice| choice[0] != lost));
    let forged = anew(&edited(&text, 2, "\"choices\":[", &format!("\"choices\":[[{lost},{action}],")));
    let error = verdict(&forged).unwrap_err();
    assert!(error.starts_with(&format!("line 3, step 2: choices[0]: [{lost},")), "{error}");
    assert!(error.ends_with("is not a choice of a seat whose entrant is not out"), "{error}");
    let judged = format!(",\"verdicts\":[[{lost},\"late\"]],\"used_us\"");
    let error = verdict(&anew(&edited(&text, 2, ",\"used_us\"", &judged))).unwrap_err();
    assert!(error.contains("\"late\"] is not a verdict on a seat whose entrant is not out"), "{error}");

    // A match that goes on after its forfeit: the steps of one that was not judged.
    let (plain, forfeit) = (Plan::new("pyrat", Policy::default(), &[]).play().1, a_loss());
    let third = forfeit.lines().nth(3).unwrap();
    assert!(third.contains("\"crashed\""));
    let fourth = plain.lines().nth(4).unwrap();
    let end = forfeit.lines().last().unwrap().replace("\"steps\":3", "\"steps\":4");
    let first: Vec<&str> = forfeit.lines().take(4).collect();
    let longer = anew(&format!("{}\n{fourth}\n{end}\n", first.join("\n")));
    assert!(verdict(&longer).unwrap_err().starts_with("line 5, step 4: step: the match has stopped: forfeit"));
}

#[test]
fn who_is_not_ready_loses_before_the_first_step() {
    let plan = Plan { unready: vec![false, true], ..Plan::new("pyrat", Policy::default(), &[]) };
    let (one, text) = plan.play();
    assert_eq!((one.session().steps(), one.stopped(), one.ranks()), (0, Some("forfeit"), vec![1, 2]));
    let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(end["verdicts"], json!([[1, "unready"]]));
    assert_eq!(verdict(&text), Ok(()));
    for (from, to, expected) in [
        (
            "\"unready\"",
            "\"late\"",
            "line 2, the end: verdicts[0]: [1,\"late\"] is not a verdict on a program that is lost",
        ),
        ("[[1,", "[[0,", "line 2, the end: ranks[0]: 1 is not 2"),
        ("[[1,", "[[8,", "line 2, the end: verdicts[0]: seat 8 does not exist"),
        (",\"verdicts\":[[1,\"unready\"]]", "", "line 2, the end: stopped: the match had not stopped by forfeit"),
    ] {
        let error = verdict(&anew(&edited(&text, 1, from, to))).unwrap_err();
        assert!(error.starts_with(expected), "{error}, expected {expected}");
    }
    let plain = record("pyrat");
    let last = plain.lines().count() - 1;
    let error =
        verdict(&anew(&edited(&plain, last, ",\"seal\"", ",\"verdicts\":[[0,\"crashed\"]],\"seal\""))).unwrap_err();
    assert!(error.ends_with("verdicts: nobody is judged in a match without programs"), "{error}");
}

#[test]
fn a_built_in_bot_and_a_person_get_no_strikes() {
    let plan = Plan { programs: vec![false, true], ..Plan::new("pyrat", Policy { strict: true, strikes: 1 }, &[]) };
    let (one, _) = plan.play();
    let held = plan.held(2);
    let mut person = Match::new(one.at(0)).judged(&held).unwrap();
    for _ in 0..9 {
        person.play(|session, seat| if seat == Seat(0) { None } else { session.legal(seat).first().copied() });
    }
    assert_eq!((person.stopped(), person.faults()), (None, &[9, 0][..]));
}

#[test]
fn what_a_program_wanted_and_noted_is_kept_within_bounds() {
    let plan = Plan::new("pyrat", Policy { strict: false, strikes: 0 }, &[]);
    let (one, _) = plan.play();
    let held = plan.held(2);
    let (registry, settings) = (gridhaunt_bots::registry(), matches()[0].1.clone());
    let game = registry.find("pyrat").unwrap();
    let opened = game.open(&settings).unwrap();
    let names = vec!["a".to_string(), "b".to_string()];
    let mut header = Header::new(&game.info(), opened.settings(), &opened.resolved(), 7, names, one.at(0).as_ref());
    header.programs = Some(held.clone());
    let mut deep = json!(1);
    for _ in 0..120 {
        deep = json!([deep]);
    }
    let mut one = Match::new(one.at(0)).judged(&held).unwrap().recorded(&header);
    for wanted in [deep, json!("ä".repeat(60_000)), json!({"a": [1.5, null, "\u{202e}"]}), Value::Null] {
        one.play(|_, _| Answer {
            choice: None,
            report: Some(Report {
                verdict: Verdict::Illegal,
                wanted: Some(wanted.clone()),
                used_us: u64::MAX,
                notes: vec![
                    json!({"text": "x".repeat(9000)}),
                    json!({"text": "y".repeat(8000)}),
                    json!(3),
                    json!({"text": "z".repeat(900)}),
                ],
                words: String::new(),
            }),
        });
        assert_eq!(one.heard().notes.len(), 2, "one for each seat fits");
    }
    let text = one.record("left").unwrap();
    assert!(text.lines().all(|line| line.len() < 40_000));
    assert_eq!(verdict(&text), Ok(()));
    let replay = read_all(&text).unwrap().remove(0);
    assert_eq!(replay.steps[1].refused[0].1["bytes"], 120_002);
    assert!(verify(&registry, &replay).is_ok() && Proof::begin(&registry, &replay.header).is_ok());
    let longer = anew(&text.replacen("\"text\":\"yyy", &format!("\"text\":\"{}", "y".repeat(300)), 1));
    assert!(verdict(&longer).unwrap_err().contains("notes[0]: seat 0 has 8"), "more than 8 KiB");
}

#[test]
fn the_prices_of_verdicts_are_those_that_the_record_is_judged_by() {
    for wanted in Verdict::ALL {
        let (one, text) = Plan::new("pyrat", Policy { strict: false, strikes: 1 }, &[Verdict::Ok, wanted]).play();
        let expected = match wanted.price() {
            Price::Nothing => None,
            Price::Strike | Price::Out => Some("forfeit"),
            Price::Void => Some("void"),
        };
        assert_eq!(one.stopped(), expected, "{wanted:?}");
        assert_eq!(verdict(&text), Ok(()), "{wanted:?}");
    }
}
