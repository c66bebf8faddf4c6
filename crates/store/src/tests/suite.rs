//! What every store does, whatever its database.

use crate::{
    Address, BlockResult, BlockState, EventId, Filter, LeaseKey, MatchId, NewAttempt, NewBlock, NewEntrant, NewEvent,
    NewMatch, State, Store, Times, Written,
};

/// Runs a test on every database there is.
fn on_all(test: impl Fn(&Store)) {
    test(&Store::open(&Address::memory()).unwrap());
    let folder = tempfile::tempdir().unwrap();
    test(&Store::open(&Address::file(folder.path().join("a store.db"))).unwrap());
}

fn entrant(name: &str) -> NewEntrant {
    NewEntrant {
        name: name.into(),
        identity: format!("builtin {name} {{}}"),
        options: "{}".into(),
        words: name.into(),
        ..NewEntrant::default()
    }
}

fn an_event(store: &Store) -> EventId {
    let new = NewEvent {
        name: "class\0 of \u{1f400}".into(),
        game: "pyrat".into(),
        rules: 3,
        generator: u32::MAX,
        kind: "round-robin".into(),
        spec: "{\"a\":1}".into(),
        secret: [7; 32],
        entrants: vec![entrant("greedy"), entrant("random")],
    };
    store.create_event(&new).unwrap()
}

fn a_block(seed: u64) -> NewBlock {
    NewBlock { label: "round 1".into(), map: 0, k: 1 << 32, seed, arrangements: vec![vec![0, 1], vec![1, 0]] }
}

fn a_match(number: u32) -> NewMatch {
    NewMatch {
        number,
        entrants: if number == 0 { vec![0, 1] } else { vec![1, 0] },
        points: vec![1.0, 0.0],
        ranks: vec![1, 2],
        scores: vec![12.5, 8.5],
        outcome: "{\"ranks\":[1,2]}".into(),
        reason: "more than half\0".into(),
        stopped: None,
        faults: vec![(1, "late".into(), 3)],
        times: vec![
            Times { choices: 3, total_us: 5, worst_us: 4 },
            Times { choices: u64::MAX, total_us: 0, worst_us: 1 },
        ],
        voids: 1,
        steps: 99,
        took_us: 1234,
        sandbox: "2".into(),
        machine: "here".into(),
        replay: vec![0, 1, 2, 255],
        seal: [9; 32],
        transcripts: vec![(1, b"words".to_vec())],
    }
}

fn half() -> BlockResult {
    BlockResult { points: vec![(0, 0.5), (1, 0.5)] }
}

fn planned(store: &Store, blocks: u64) -> (EventId, Vec<i64>) {
    let event = an_event(store);
    let new: Vec<NewBlock> = (0..blocks).map(|k| a_block(u64::MAX - k)).collect();
    assert!(store.extend_plan(event, 0, &new, "state").unwrap());
    (event, store.blocks(event, 0).unwrap().iter().map(|block| block.id).collect())
}

#[test]
fn an_event_is_kept_as_it_was_given() {
    on_all(|store| {
        let id = an_event(store);
        let event = store.event(id).unwrap();
        assert_eq!(
            (event.name.as_str(), event.game.as_str(), event.rules, event.generator),
            ("class\0 of \u{1f400}", "pyrat", 3, u32::MAX)
        );
        assert_eq!((event.kind.as_str(), event.spec.as_str(), event.secret), ("round-robin", "{\"a\":1}", [7; 32]));
        assert_eq!(
            (event.state, event.concurrency, event.plan_version, event.closed_at),
            (State::Running, None, 0, None)
        );
        assert!(event.created_at > 1_700_000_000_000, "{}", event.created_at);
        assert_eq!(store.events().unwrap(), [event]);
        let entrants = store.entrants(id).unwrap();
        assert_eq!(
            entrants.iter().map(|entrant| (entrant.number, entrant.name.as_str())).collect::<Vec<_>>(),
            [(0, "greedy"), (1, "random")]
        );

        store.set_concurrency(id, 4).unwrap();
        store.set_state(id, State::Paused).unwrap();
        let event = store.event(id).unwrap();
        assert_eq!((event.state, event.concurrency), (State::Paused, Some(4)));
        store.close(id, State::Finished).unwrap();
        assert!(store.event(id).unwrap().closed_at.is_some());
        let told = store.set_state(id, State::Running).unwrap_err().to_string();
        assert_eq!(told, format!("event: {id} is finished and does not go on"));
        assert_eq!(store.event(EventId(99)).unwrap_err().to_string(), "event: 99 is not in this store");
    });
}

#[test]
fn an_entrant_takes_part_once() {
    on_all(|store| {
        let event = an_event(store);
        let told = store.add_entrants(event, &[entrant("greedy")]).unwrap_err().to_string();
        assert_eq!(told, "entrants: \"greedy\" takes part already: an entrant is in an event once");
        let program = NewEntrant { digest: Some("abc".into()), archive: Some(vec![1, 0, 2]), ..entrant("mine") };
        assert!(store.extend_plan(event, 0, &[a_block(1)], "").unwrap());
        assert_eq!(store.add_entrants(event, &[program, entrant("other")]).unwrap(), [2, 3]);
        assert_eq!((store.archive("abc").unwrap(), store.archive("abd").unwrap()), (Some(vec![1, 0, 2]), None));
        let joined: Vec<u64> = store.entrants(event).unwrap().iter().map(|entrant| entrant.joined_at_block).collect();
        assert_eq!(joined, [0, 0, 1, 1]);
        store.bench(event, 2, "unfit\0").unwrap();
        assert_eq!(store.entrants(event).unwrap()[2].benched.as_deref(), Some("unfit\0"));
        store.unbench(event, 2).unwrap();
        assert_eq!(store.entrants(event).unwrap()[2].benched, None);
        assert!(store.bench(event, 9, "nobody").is_err());
    });
}

#[test]
fn the_faster_planner_wins() {
    on_all(|store| {
        let event = an_event(store);
        assert!(store.extend_plan(event, 0, &[a_block(1)], "one").unwrap());
        assert!(!store.extend_plan(event, 0, &[a_block(2)], "two").unwrap());
        let kept = store.event(event).unwrap();
        assert_eq!((kept.plan_version, kept.plan_state.as_str()), (1, "one"));
        let blocks = store.blocks(event, 0).unwrap();
        assert_eq!(blocks.len(), 1);
        assert_eq!((blocks[0].seed, blocks[0].k, &blocks[0].arrangements), (1, 1 << 32, &a_block(1).arrangements));
        let uneven = NewBlock { arrangements: vec![vec![0, 1], vec![1]], ..a_block(3) };
        assert!(store.extend_plan(event, 1, &[uneven], "").is_err());
    });
}

#[test]
fn a_match_is_written_once_and_by_who_holds_the_block() {
    on_all(|store| {
        let (event, blocks) = planned(store, 2);
        let lease = store.lease(event, "first", 1).unwrap().remove(0);
        assert_eq!((lease.key, lease.written.len()), (LeaseKey { block: blocks[0], number: 1 }, 0));
        assert_eq!(store.record(&lease.key, &a_match(0), None).unwrap(), Written::Yes);
        assert_eq!(store.record(&lease.key, &a_match(0), None).unwrap(), Written::Already);
        assert!(store.record(&lease.key, &a_match(2), None).is_err());
        // Points come with the last match, not before and not later.
        assert!(store.record(&lease.key, &a_match(1), None).is_err());
        store.release(&[lease.key]).unwrap();
        let again = store.lease(event, "second", 1).unwrap().remove(0);
        assert_eq!((again.key.number, again.written.len()), (2, 1));
        assert_eq!(store.record(&lease.key, &a_match(1), Some(&half())).unwrap(), Written::LeaseLost);
        assert_eq!(store.block(blocks[0]).unwrap().unwrap().state, BlockState::Open);
        let mut seen = 0;
        store
            .results(&Filter::default(), |_| {
                seen += 1;
                Ok(())
            })
            .unwrap();
        assert_eq!(seen, 0, "a block that is not done counts nothing");
        assert_eq!(store.record(&again.key, &a_match(1), Some(&half())).unwrap(), Written::Yes);
        let block = store.block(blocks[0]).unwrap().unwrap();
        assert_eq!((block.state, block.points), (BlockState::Done, half().points));

        let rows = store.matches(&Filter { event: Some(event), ..Filter::default() }).unwrap();
        let id = MatchId { block: blocks[0], number: 1 };
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[1].id, rows[1].seed, &rows[1].entrants), (id, u64::MAX, &vec![1, 0]));
        let given = a_match(1);
        assert_eq!(
            (&rows[1].faults, &rows[1].times, &rows[1].reason, &rows[1].stopped),
            (&given.faults, &given.times, &given.reason, &None)
        );
        assert_eq!(store.replay(id).unwrap(), Some(given.replay));
        assert_eq!(store.transcripts(id).unwrap(), given.transcripts);
        store
            .results(&Filter { game: Some("pyrat".into()), entrant: Some(1), ..Filter::default() }, |row| {
                seen += row.places.len();
                Ok(())
            })
            .unwrap();
        assert_eq!(seen, 4);
    });
}

#[test]
fn blocks_are_handed_out_once_and_not_while_paused() {
    on_all(|store| {
        let (event, blocks) = planned(store, 3);
        let first: Vec<i64> = store.lease(event, "first", 2).unwrap().iter().map(|lease| lease.key.block).collect();
        assert_eq!(first, blocks[..2]);
        store.set_state(event, State::Paused).unwrap();
        assert!(store.lease(event, "second", 9).unwrap().is_empty());
        store.set_state(event, State::Running).unwrap();
        let rest = store.lease(event, "second", 9).unwrap();
        assert_eq!(rest.iter().map(|lease| lease.key.block).collect::<Vec<_>>(), blocks[2..]);
        assert!(store.lease(event, "third", 9).unwrap().is_empty());
        let stale = LeaseKey { block: blocks[0], number: 7 };
        assert_eq!(store.renew(&[rest[0].key, stale]).unwrap(), [true, false]);
        let change = store.event(event).unwrap().change;
        assert_eq!(store.strike(event, &blocks[2..], "benched").unwrap(), 1);
        assert_eq!(store.renew(&[rest[0].key]).unwrap(), [false]);
        assert_eq!(store.record(&rest[0].key, &a_match(0), None).unwrap(), Written::LeaseLost);
        let changed = store.blocks_changed_since(event, change).unwrap();
        assert_eq!(
            (changed.len(), changed[0].state, changed[0].why.as_deref()),
            (1, BlockState::Struck, Some("benched"))
        );
    });
}

#[test]
fn attempts_stand_apart_from_results() {
    on_all(|store| {
        let (event, _) = planned(store, 1);
        let lease = store.lease(event, "first", 1).unwrap().remove(0);
        let attempt = NewAttempt {
            number: 1,
            entrant: Some(0),
            what: "unfit".into(),
            why: "no\0thing".into(),
            machine: "m".into(),
            took_us: 5,
        };
        assert!(store.attempt(&lease.key, &attempt).unwrap());
        assert!(!store.attempt(&LeaseKey { number: 9, ..lease.key }, &attempt).unwrap());
        let kept = store.attempts(event).unwrap();
        assert_eq!((kept.len(), kept[0].why.as_str(), kept[0].entrant), (1, "no\0thing", Some(0)));
        assert!(store.matches(&Filter::default()).unwrap().is_empty());
    });
}
