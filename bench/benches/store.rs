//! The store on SQLite (section 8 of the specification of events): recording a match takes under 1 ms of the host's time,
//! and a million matches are listed for ratings in a few seconds and under 1 GiB.
//!
//! ```text
//! cargo bench -p gridhaunt-bench --bench store
//! MATCHES=20000 LISTED=100000 cargo bench -p gridhaunt-bench --bench store
//! ```

use gridhaunt_store::{
    Address, BlockResult, EventId, Filter, LeaseKey, NewBlock, NewEntrant, NewEvent, NewMatch, Store, Times, Written,
};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A real replay of PyRat on the usual board.
const REPLAY: &[u8] = include_bytes!("../../corpus/pyrat-medium.jsonl.zst");

fn main() {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let home = std::env::temp_dir().join(format!("gridhaunt-store-{}", std::process::id()));
    fs::create_dir_all(&home).expect("a folder can be made");
    let matches = number("MATCHES", 20_000);
    for slots in [1, 8] {
        record(&home.join(format!("{slots}.db")), slots, matches);
    }
    list(&home.join("listed.db"), number("LISTED", 1_000_000));
    let _ = fs::remove_dir_all(&home);
}

/// Writes matches with their replays from several slots at once, each of which waits until its own is written.
fn record(path: &Path, slots: usize, matches: u64) {
    let store = Store::open(&Address::file(path)).expect("the store opens");
    let (_, keys) = leased(&store, matches / 2);
    let started = Instant::now();
    let mut took = write(&store, keys, slots, REPLAY);
    let all = started.elapsed();
    took.sort_unstable();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
    let name = format!("record, {slots} slot{}", if slots == 1 { "" } else { "s" });
    println!(
        "{name:18} {:7.1} µs a match ({:.0} a second); a slot waits {:.0} µs (median), {:.0} µs (99 %), {:.0} µs (longest)",
        all.as_secs_f64() * 1e6 / took.len() as f64,
        took.len() as f64 / all.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Lists all results, as ratings do.
fn list(path: &Path, matches: u64) {
    let store = Store::open(&Address::file(path)).expect("the store opens");
    let (event, keys) = leased(&store, matches / 2);
    write(&store, keys, 8, b"");
    drop(store);
    let store = Store::open(&Address::file(path)).expect("the store opens");
    let before = memory();
    let started = Instant::now();
    let (mut rows, mut points) = (0_u64, 0.0);
    let filter = Filter { event: Some(event), ..Filter::default() };
    let listed = store.results(&filter, |row| {
        rows += 1;
        points += row.places[0].points;
        Ok(())
    });
    listed.expect("the results are read");
    assert_eq!((rows, points), (matches / 2 * 2, rows as f64));
    let took = started.elapsed().as_secs_f64();
    println!(
        "{:18} {took:7.2} s for {rows} matches, {} MiB more memory",
        "list for ratings",
        memory().saturating_sub(before)
    );
    let started = Instant::now();
    let blocks = store.blocks(event, 0).expect("the blocks are read").len();
    println!("{:18} {:7.2} s for {blocks} blocks", "read the plan", started.elapsed().as_secs_f64());
}

/// The most memory that this process ever had, in MiB.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0_u64) / 1024
}

/// An event with blocks of two matches, all handed out.
fn leased(store: &Store, blocks: u64) -> (EventId, Vec<LeaseKey>) {
    let entrant = |name: &str| NewEntrant { name: name.into(), identity: name.into(), ..NewEntrant::default() };
    let new = NewEvent { entrants: vec![entrant("a"), entrant("b")], ..NewEvent::default() };
    let event = store.create_event(&new).expect("the event is made");
    let block = |seed| NewBlock { seed, arrangements: vec![vec![0, 1], vec![1, 0]], ..NewBlock::default() };
    let blocks: Vec<NewBlock> = (0..blocks).map(block).collect();
    assert!(store.extend_plan(event, 0, &blocks, "").expect("the plan is written"));
    let leases = store.lease(event, "bench", u32::MAX).expect("the blocks are leased");
    // Taken from the end, played in the order of the plan.
    (event, leases.iter().rev().map(|lease| lease.key).collect())
}

/// Plays nothing, writes all; returns how long each slot waited for each match.
fn write(store: &Store, keys: Vec<LeaseKey>, slots: usize, replay: &[u8]) -> Vec<Duration> {
    let left = Mutex::new(keys);
    let slot = || {
        let mut took = Vec::new();
        loop {
            let Some(key) = left.lock().expect("nobody panics").pop() else { return took };
            for number in 0..2 {
                let result = BlockResult { points: vec![(0, 0.5), (1, 0.5)] };
                let new = a_match(number, replay);
                let started = Instant::now();
                let done = store.record(&key, &new, (number == 1).then_some(&result));
                took.push(started.elapsed());
                assert_eq!(done.expect("the match is written"), Written::Yes);
            }
        }
    };
    std::thread::scope(|scope| {
        let slots: Vec<_> = (0..slots).map(|_| scope.spawn(slot)).collect();
        slots.into_iter().flat_map(|slot| slot.join().expect("nobody panics")).collect()
    })
}

fn a_match(number: u32, replay: &[u8]) -> NewMatch {
    NewMatch {
        number,
        entrants: if number == 0 { vec![0, 1] } else { vec![1, 0] },
        points: vec![1.0, 0.0],
        ranks: vec![1, 2],
        scores: vec![21.5, 19.5],
        outcome: r#"{"ranks":[1,2],"scores":[21.5,19.5],"facts":{"turns":140,"winner":"rat"}}"#.into(),
        reason: "more than half of the cheese".into(),
        times: vec![Times { choices: 140, total_us: 900, worst_us: 31 }; 2],
        steps: 140,
        took_us: 900,
        sandbox: "none".into(),
        machine: "bench".into(),
        replay: replay.to_vec(),
        ..NewMatch::default()
    }
}
