//! What every store does, whatever its database.

use super::{a_block, a_match, an_event, checked, entrant, half, on_all, on_each, planned, sound};
use crate::db::args;
use crate::{
    BlockResult, BlockState, Dropped, EventId, Filter, LEASE, LeaseKey, MatchId, NewAttempt, NewBlock, NewEntrant,
    NewMatch, State, Store, VERSION, Written, pack,
};
use std::time::Duration;

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
        assert!(store.kept(event).unwrap().contains(&id) && store.kept(EventId(event.0 + 1)).unwrap().is_empty());
        assert_eq!(store.transcripts(id).unwrap(), given.transcripts);
        assert_eq!(store.transcripts(MatchId { number: 0, ..id }).unwrap(), a_match(0).transcripts);
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

#[test]
fn a_lease_that_ran_out_is_given_to_the_next_and_the_old_holder_writes_nothing() {
    on_all(|store| {
        let (event, _) = planned(store, 1);
        let stalled = store.lease_for(event, "stalled", 1, Duration::ZERO).unwrap().remove(0);
        assert_eq!(store.record(&stalled.key, &a_match(0), None).unwrap(), Written::Yes);
        std::thread::sleep(Duration::from_millis(5));
        let next = store.lease(event, "next", 1).unwrap().remove(0);
        assert_eq!((next.key.number, next.written.len()), (stalled.key.number + 1, 1));
        assert_eq!(store.record(&stalled.key, &a_match(1), Some(&half())).unwrap(), Written::LeaseLost);
        assert_eq!(store.renew(&[stalled.key, next.key]).unwrap(), [false, true]);
        store.release(&[stalled.key]).unwrap();
        assert!(store.lease(event, "third", 1).unwrap().is_empty(), "a stale release gives nothing back");
        let holders = store.holders(event).unwrap();
        assert_eq!((holders.len(), holders[0].name.as_str(), holders[0].blocks), (1, "next", 1));
        assert!((1..=LEASE.as_millis() as i64).contains(&holders[0].left_ms), "{holders:?}");
        assert_eq!(store.record(&next.key, &a_match(1), Some(&half())).unwrap(), Written::Yes);
        assert!(store.holders(event).unwrap().is_empty());
    });
}

/// Leases and plays until nothing is left; returns how many matches it wrote.
fn work(store: &Store, event: EventId, name: &str) -> usize {
    let mut written = 0;
    loop {
        let leases = store.lease(event, name, 2).unwrap();
        if leases.is_empty() {
            return written;
        }
        for lease in leases {
            for number in 0..2 {
                let result = half();
                let done = store.record(&lease.key, &a_match(number), (number == 1).then_some(&result)).unwrap();
                assert_eq!(done, Written::Yes);
                written += 1;
            }
        }
    }
}

#[test]
fn many_who_write_at_once_write_everything_once() {
    on_each(|address| {
        let store = Store::open(address).unwrap();
        let (event, blocks) = planned(&store, 60);
        // A second store on the same database stands for a second process; a database in memory has none.
        let other = (!address.is_memory()).then(|| Store::open(address).unwrap());
        let stores: Vec<&Store> = [Some(&store), other.as_ref()].into_iter().flatten().collect();
        let written: usize = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..8)
                .map(|i| {
                    let store = stores[i % stores.len()];
                    scope.spawn(move || work(store, event, &format!("worker {i}")))
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert_eq!(written, blocks.len() * 2);
        assert!(store.blocks(event, 0).unwrap().iter().all(|block| block.state == BlockState::Done));
        assert_eq!(sound(&store).matches, written as u64);
    });
}

#[test]
fn one_that_cannot_be_written_does_not_take_others_with_it() {
    on_all(|store| {
        let (event, _) = planned(store, 8);
        let leases = store.lease(event, "all", 8).unwrap();
        std::thread::scope(|scope| {
            for (i, lease) in leases.iter().enumerate() {
                scope.spawn(move || {
                    // Every second one asks for something that cannot be.
                    let result = half();
                    let done = store.record(&lease.key, &a_match(0), (i % 2 == 1).then_some(&result));
                    assert_eq!(done.is_ok(), i % 2 == 0, "{done:?}");
                });
            }
        });
        assert_eq!(sound(store).matches, 4);
    });
}

#[test]
fn numbers_that_are_none_are_refused() {
    on_all(|store| {
        let (event, _) = planned(store, 1);
        let lease = store.lease(event, "one", 1).unwrap().remove(0);
        let none = NewMatch { scores: vec![f64::NAN, 1.0], ..a_match(0) };
        assert_eq!(store.record(&lease.key, &none, None).unwrap_err().to_string(), "scores: NaN is not finite");
        let short = NewMatch { ranks: vec![1], ..a_match(0) };
        let told = store.record(&lease.key, &short, None).unwrap_err().to_string();
        assert_eq!(told, "ranks: 1 is not 2, as many as there are places");
    });
}

#[test]
fn a_check_finds_what_was_changed_behind_its_back() {
    on_all(|store| {
        let (event, blocks) = planned(store, 3);
        work(store, event, "one");
        assert_eq!((sound(store).blocks, sound(store).replays), (3, 6));
        let bad = BlockResult { points: vec![(0, 0.75), (1, 0.25)] };
        let spoil = |sql: &'static str, arguments| store.writer().execute(sql, arguments).unwrap();
        spoil("UPDATE blocks SET points = $2 WHERE id = $1", args![blocks[0], pack::points(&bad.points)]);
        spoil("DELETE FROM replays WHERE block = $1 AND number = 1", args![blocks[1]]);
        spoil("DELETE FROM transcripts WHERE block = $1 AND number = 1", args![blocks[1]]);
        spoil("DELETE FROM matches WHERE block = $1 AND number = 1", args![blocks[1]]);
        spoil("UPDATE blocks SET state = 0 WHERE id = $1", args![blocks[2]]);
        spoil("UPDATE replays SET replay = $2 WHERE block = $1 AND number = 0", args![blocks[2], vec![1_u8]]);
        spoil("UPDATE matches SET times = $2 WHERE block = $1 AND number = 1", args![blocks[2], vec![1_u8]]);
        let found = checked(store).findings;
        let told: Vec<String> = found.iter().map(|finding| format!("{}: {}", finding.place, finding.what)).collect();
        let [a, b, c] = blocks[..] else { panic!() };
        assert_eq!(
            told,
            [
                format!("block {a}: its points are [(0, 0.75), (1, 0.25)], its matches give [(0, 0.5), (1, 0.5)]"),
                format!("block {b}: it is done, but 1 of its 2 matches are written"),
                format!("block {c}: match {c}.1: its times cannot be read"),
            ]
        );
        spoil(
            "UPDATE matches SET times = $2 WHERE block = $1 AND number = 1",
            args![blocks[2], pack::times(&a_match(0).times)],
        );
        let told: Vec<String> =
            checked(store).findings[2..].iter().map(|finding| format!("{}: {}", finding.place, finding.what)).collect();
        assert_eq!(
            told,
            [
                format!("match {c}.0: not the replay that was given"),
                format!("block {c}: all its matches are written, but it is open"),
                format!("block {c}: it is open, but has points"),
            ]
        );
    });
}

#[test]
fn old_replays_are_dropped_and_results_stay() {
    on_all(|store| {
        let (event, blocks) = planned(store, 3);
        work(store, event, "one");
        store.writer().execute("UPDATE matches SET written_at = 1000 WHERE block = $1", args![blocks[1]]).unwrap();
        let expected = Dropped { replays: 2, transcripts: 1, bytes: 2 * 4 + 5 };
        assert_eq!(store.gc(2000, true).unwrap(), expected);
        assert_eq!(store.info().unwrap().replays, 6);
        assert_eq!(store.gc(2000, false).unwrap(), expected);
        assert_eq!(store.gc(2000, false).unwrap(), Dropped::default());
        let info = store.info().unwrap();
        assert_eq!((info.events, info.blocks, info.matches, info.replays, info.version), (1, 3, 6, 4, VERSION));
        assert!(info.bytes > 1000);
        assert_eq!(store.replay(MatchId { block: blocks[1], number: 0 }).unwrap(), None);
        assert_eq!((sound(store).replays, sound(store).without_replay), (4, 2));
    });
}

#[test]
fn a_panic_within_a_transaction_leaves_nothing_behind() {
    on_all(|store| {
        let event = an_event(store);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            store.writer().transaction(|conn| -> crate::Result<()> {
                conn.execute("UPDATE events SET game = 'lost'", Vec::new())?;
                std::panic::resume_unwind(Box::new("stop"));
            })
        }));
        assert!(panicked.is_err());
        assert!(store.extend_plan(event, 0, &[a_block(1)], "").unwrap());
        assert_eq!(store.event(event).unwrap().game, "pyrat");
    });
}
