//! Events that move from store to store, and rows that come back as they were.

use super::{a_block, a_match, an_event, entrant, on_all, planned, sound};
use crate::{
    Address, BlockResult, BlockState, EventId, Filter, Moved, NewAttempt, NewBlock, NewEntrant, NewEvent, NewMatch,
    State, Store, Times, Written,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn exported(store: &Store) -> String {
    let mut text = Vec::new();
    store.export(&[], &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// An event that is closed, with a block of every state.
fn an_old_event(store: &Store) -> EventId {
    let (event, blocks) = planned(store, 3);
    let program = NewEntrant { digest: Some("abc".into()), archive: Some(vec![1, 0, 2]), ..entrant("mine") };
    store.add_entrants(event, &[program]).unwrap();
    store.bench(event, 2, "unfit").unwrap();
    let leases = store.lease(event, "one", 2).unwrap();
    let points = BlockResult { points: vec![(0, 0.5), (1, 0.5)] };
    store
        .attempt(&leases[0].key, &NewAttempt { what: "void".into(), why: "late\0".into(), ..NewAttempt::default() })
        .unwrap();
    store.record(&leases[0].key, &a_match(0), None).unwrap();
    store.record(&leases[0].key, &a_match(1), Some(&points)).unwrap();
    store.record(&leases[1].key, &a_match(1), None).unwrap();
    store.strike(event, &blocks[2..], "benched").unwrap();
    store.close(event, State::Cancelled).unwrap();
    event
}

#[test]
fn what_is_imported_is_what_was_exported_and_twice_is_once() {
    on_all(|store| {
        an_old_event(store);
        let text = exported(store);
        let copy = Store::open(&Address::memory()).unwrap();
        let moved = Moved { events: 1, already: 0, blocks: 3, matches: 3 };
        assert_eq!(copy.import(&mut text.as_bytes()).unwrap(), moved);
        assert_eq!(exported(&copy), text);
        assert_eq!(sound(&copy).matches, 3);
        assert_eq!(copy.archive("abc").unwrap(), Some(vec![1, 0, 2]));
        assert_eq!(copy.import(&mut text.as_bytes()).unwrap(), Moved { already: 1, ..Moved::default() });
        assert_eq!(exported(&copy), text);
        // And back again, into the database it comes from.
        assert_eq!(store.import(&mut text.as_bytes()).unwrap().already, 1);
    });
}

#[test]
fn an_event_that_went_on_waits_where_it_arrives_and_what_was_written_is_not_played_again() {
    on_all(|store| {
        let here = Store::open(&Address::memory()).unwrap();
        let (event, _) = planned(&here, 1);
        let lease = here.lease(event, "one", 1).unwrap().remove(0);
        here.record(&lease.key, &a_match(1), None).unwrap();
        store.import(&mut exported(&here).as_bytes()).unwrap();
        let event = store.events().unwrap()[0].id;
        assert_eq!(store.event(event).unwrap().state, State::Paused);
        store.set_state(event, State::Running).unwrap();
        let lease = store.lease(event, "two", 1).unwrap().remove(0);
        assert_eq!(lease.written.len(), 1);
        let points = BlockResult { points: vec![(0, 0.5), (1, 0.5)] };
        assert_eq!(store.record(&lease.key, &a_match(0), Some(&points)).unwrap(), Written::Yes);
        assert_eq!(store.blocks(event, 0).unwrap()[0].state, BlockState::Done);
        sound(store);
    });
}

#[test]
fn a_damaged_line_is_named_and_nothing_is_half_imported() {
    let full = Store::open(&Address::memory()).unwrap();
    an_old_event(&full);
    let text = exported(&full);
    let lines: Vec<&str> = text.lines().collect();
    let with = |number: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_string()).collect();
        assert!(lines[number - 1].contains(from), "{}", lines[number - 1]);
        lines[number - 1] = lines[number - 1].replacen(from, to, 1);
        lines.join("\n")
    };
    let cut = |number: usize| lines[..number].join("\n");
    let cases = [
        (with(1, "store", "stone"), "line 1.gridhaunt: \"stone\" is not \"store\""),
        (with(1, "\"format\":1", "\"format\":2"), "line 1.format: 2 is not in 1..=1"),
        (with(2, "AQAC", "AQA"), "line 2.archive.files: \"AQA\" is not base64"),
        (with(3, "\"rules\":3", "\"rules\":-3"), "line 3.event.rules: -3 is not in 0..=4294967295"),
        (with(3, "\"spec\"", "\"speck\""), "line 3.event.spec: missing"),
        (
            with(3, "builtin random", "builtin greedy"),
            "line 3.event.entrants[1].identity: \"builtin greedy {}\" is not one that comes once",
        ),
        (
            with(4, "[0,1]", "[0,3]"),
            "line 4.block.arrangements: [[0,3],[1,0]] is not one or more lists of one length, of entrants of the event",
        ),
        (with(4, "\"done\"", "\"open\""), "line 8.state: the block before is open with 2 of 2 matches"),
        (
            with(5, "\"points\":[1.0,0.0]", "\"points\":[1.0]"),
            "line 5.match.points: [1.0] is not as many as there are places",
        ),
        (with(5, "\"number\":0", "\"number\":1"), "line 5.match.entrants: [0,1] is not as its block has planned them"),
        (with(5, "{", "{\"match\":1,"), "line 5: not JSON: the key \"match\" stands twice at line 1 column 18"),
        (
            with(7, "\"attempt\"", "\"attempts\""),
            "line 7.attempts: no such kind of line, need one of archive, event, block, match, attempt, end",
        ),
        (with(7, "}}", "}"), "line 7: not JSON: EOF while parsing an object at line 1 column 125"),
        (cut(6), "the line that ends an export is missing after line 6: it was cut off"),
        (cut(0), "the line that ends an export is missing after line 0: it was cut off"),
        ([&lines[..4], &lines[5..]].concat().join("\n"), "line 7.state: the block before is done with 1 of 2 matches"),
        (format!("{text}{text}"), &format!("line {}: there is something behind the end", lines.len() + 1)),
    ];
    on_all(|store| {
        for (text, told) in &cases {
            assert_eq!(store.import(&mut text.as_bytes()).unwrap_err().to_string(), *told);
            let info = store.info().unwrap();
            assert_eq!((info.events, info.blocks, info.matches, info.archives), (0, 0, 0, 0), "{told}");
        }
    });
}

/// Any text, NUL and lone accents among it.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,12}",
        Just("\0".to_string()),
        Just("\u{1b}[2J\u{202e}\u{301}'\";--".to_string()),
        Just(String::new())
    ]
}

fn numbers() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), Just(u64::MAX), Just(1 << 63), Just(0), Just((1 << 53) + 1)]
}

fn reals() -> impl Strategy<Value = f64> {
    prop_oneof![
        proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL | proptest::num::f64::ZERO,
        Just(0.1 + 0.2),
        Just(-0.0),
        Just(f64::MAX),
        Just(f64::MIN_POSITIVE)
    ]
}

prop_compose! {
    fn matches()(
        texts in vec(words(), 6), stopped in proptest::option::of(words()), big in vec(numbers(), 9), scores in vec(reals(), 2),
        points in vec(0.0..=1.0_f64, 2), ranks in vec(any::<u16>(), 2), voids in any::<u32>(), seal in any::<[u8; 32]>(),
        replay in vec(any::<u8>(), 0..40), transcript in vec(any::<u8>(), 0..40), seat in any::<u8>(), count in 0..2_usize,
    ) -> NewMatch {
        NewMatch {
            number: 0, entrants: vec![0, 1], points, ranks, scores, outcome: texts[0].clone(), reason: texts[1].clone(), stopped,
            faults: vec![(1, texts[2].clone(), big[8]); count],
            times: [&big[..3], &big[3..6]].map(|t| Times { choices: t[0], total_us: t[1], worst_us: t[2] }).to_vec(),
            voids, steps: big[6], took_us: big[7], sandbox: texts[3].clone(), machine: texts[4].clone(), replay, seal,
            transcripts: vec![(seat, transcript); count],
        }
    }
}

fn comes_back(store: &Store, name: &str, given: &NewMatch, seed: u64, points: f64) {
    let event = NewEvent {
        name: name.into(),
        spec: name.into(),
        entrants: vec![NewEntrant { name: name.into(), identity: name.into(), ..entrant("a") }, entrant("b")],
        ..NewEvent::default()
    };
    let event = store.create_event(&event).unwrap();
    let block = NewBlock { label: name.into(), map: u32::MAX, k: seed, seed, arrangements: vec![vec![0, 1]] };
    assert!(store.extend_plan(event, 0, &[block], name).unwrap());
    let lease = store.lease(event, name, 1).unwrap().remove(0);
    assert_eq!(
        (lease.block.seed, lease.block.k, lease.block.map, lease.block.label.as_str()),
        (seed, seed, u32::MAX, name)
    );
    let result = BlockResult { points: vec![(0, points), (1, -points)] };
    assert_eq!(store.record(&lease.key, given, Some(&result)).unwrap(), Written::Yes);
    let row = store.matches(&Filter { event: Some(event), ..Filter::default() }).unwrap().remove(0);
    let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    assert_eq!(
        (bits(&row.scores), bits(&row.points), &row.ranks),
        (bits(&given.scores), bits(&given.points), &given.ranks)
    );
    assert_eq!(
        (&row.outcome, &row.reason, &row.stopped, &row.faults),
        (&given.outcome, &given.reason, &given.stopped, &given.faults)
    );
    assert_eq!(
        (&row.times, row.voids, row.steps, row.took_us),
        (&given.times, given.voids, given.steps, given.took_us)
    );
    assert_eq!((&row.sandbox, &row.machine, row.seal), (&given.sandbox, &given.machine, given.seal));
    assert_eq!(store.replay(row.id).unwrap().as_ref(), Some(&given.replay));
    assert_eq!(store.transcripts(row.id).unwrap(), given.transcripts);
    assert_eq!(store.blocks(event, 0).unwrap()[0].points, result.points);
    assert_eq!(store.entrants(event).unwrap()[0].identity, name);
    store.close(event, State::Finished).unwrap();
    // The lines keep all of it, too.
    let mut text = Vec::new();
    store.export(&[event], &mut text).unwrap();
    let copy = Store::open(&Address::memory()).unwrap();
    copy.import(&mut text.as_slice()).unwrap();
    assert_eq!(exported(&copy).as_bytes(), text);
}

#[test]
fn rows_come_back_as_they_were_given() {
    on_all(|store| {
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(24));
        let strategy = (words(), matches(), numbers(), reals());
        let done = runner.run(&strategy, |(name, given, seed, points)| {
            comes_back(store, &name, &given, seed, points);
            Ok(())
        });
        done.unwrap();
    });
}

#[test]
fn an_import_that_is_not_lines_is_refused() {
    let store = Store::open(&Address::memory()).unwrap();
    for (bytes, told) in [
        (&b"\xff\xfe\n"[..], "line 1: not JSON: expected value at line 1 column 1"),
        (b"[]\n", "line 1: [] is not an object"),
        (b"{\"gridhaunt\":\"store\",\"format\":1}\n{}\n", "line 2: {} is not an object with one field"),
        (b"{\"gridhaunt\":\"store\",\"format\":1}\n{\"match\":{}}\n", "line 2.match: here is not behind its block"),
    ] {
        assert_eq!(store.import(&mut &bytes[..]).unwrap_err().to_string(), told);
    }
    assert_eq!(store.extend_plan(an_event(&store), 0, &[a_block(0)], ""), Ok(true));
}
