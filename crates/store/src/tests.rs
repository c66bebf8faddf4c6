//! One suite for both databases (A17).

mod hall;
mod kill;
mod moving;
mod suite;
mod surroundings;

use crate::{Address, BlockResult, Checked, EventId, MatchRow, NewBlock, NewEntrant, NewEvent, NewMatch, Store, Times};
use gridhaunt_testing::postgres;

/// Runs a test on every database there is, each empty.
fn on_each(test: impl Fn(&Address)) {
    test(&Address::memory());
    let folder = tempfile::tempdir().unwrap();
    test(&Address::file(folder.path().join("a store.db")));
    if let Some(server) = postgres::database() {
        test(&Address::parse(&server).unwrap());
    }
}

/// The same with the store opened.
fn on_all(test: impl Fn(&Store)) {
    on_each(|address| test(&Store::open(address).unwrap()));
}

/// Checks a store whose replays are those of `a_match`.
fn checked(store: &Store) -> Checked {
    let mut verify = |row: &MatchRow, replay: &[u8]| match replay == a_match(row.id.number).replay {
        true => Ok(()),
        false => Err("not the replay that was given".to_string()),
    };
    store.check(&mut verify, &mut |done, all| assert!(done <= all)).unwrap()
}

/// The same, where nothing must be found.
fn sound(store: &Store) -> Checked {
    let checked = checked(store);
    assert_eq!((checked.wrong, &checked.findings), (0, &Vec::new()));
    checked
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
        // Matches with transcripts and without take different ways.
        transcripts: if number == 0 { vec![(1, b"words".to_vec())] } else { Vec::new() },
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
