//! A process that writes is killed at any moment: what it was told is written is there, and all is sound (A18).

use super::{a_match, half, planned, sound};
use crate::{Address, EventId, MatchId, Store, Written};
use gridhaunt_testing::postgres;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

const WHERE: &str = "GRIDHAUNT_TEST_STORE";
/// Short enough that the next process need not wait for the dead one's leases.
const LEASE: Duration = Duration::from_millis(1);

/// The process that is killed: writes matches for ever and prints each one that is written.
#[test]
#[ignore = "it is started by the test below"]
fn writes_until_it_is_killed() {
    let address = std::env::var(WHERE).expect("started by the test below");
    let store = Store::open(&Address::parse(&address).unwrap()).unwrap();
    let event = store.events().unwrap()[0].id;
    let out = std::io::stdout();
    std::thread::scope(|scope| {
        for slot in 0..3 {
            let (store, out) = (&store, &out);
            scope.spawn(move || write(store, event, &format!("slot {slot}"), out));
        }
    });
}

fn write(store: &Store, event: EventId, name: &str, out: &std::io::Stdout) {
    while let Some(lease) = store.lease_for(event, name, 1, LEASE).unwrap().pop() {
        let there: Vec<u32> = lease.written.iter().map(|row| row.id.number).collect();
        for number in (0..2).filter(|number| !there.contains(number)) {
            let last = number == 1 || !there.is_empty();
            let result = half();
            // With leases as short as these another slot may have been faster.
            if store
                .record(&lease.key, &a_match(number), last.then_some(&result))
                .is_ok_and(|done| done == Written::Yes)
            {
                writeln!(out.lock(), "\nwritten {}.{number}", lease.key.block).unwrap();
            } else {
                break;
            }
        }
    }
}

/// Starts the process, kills it after that many matches and a moment more; returns what it printed.
fn killed(address: &Address, matches: usize, moment: Duration) -> Vec<MatchId> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::kill::writes_until_it_is_killed", "--ignored", "--nocapture"])
        .env(WHERE, address.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut told = Vec::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut hear = |told: &mut Vec<MatchId>, enough: usize| {
        for line in lines.by_ref().map_while(Result::ok) {
            told.extend(line.strip_prefix("written ").map(|id| id.parse::<MatchId>().unwrap()));
            if told.len() >= enough {
                return;
            }
        }
    };
    hear(&mut told, matches);
    std::thread::sleep(moment);
    child.kill().unwrap();
    child.wait().unwrap();
    // What it printed before it died counts, too.
    hear(&mut told, usize::MAX);
    told
}

fn survives(address: &Address, times: u32) {
    let store = Store::open(address).unwrap();
    planned(&store, 20_000);
    let mut random = gridhaunt_kernel::Random::stream(19, u64::from(times));
    let mut written = 0;
    for _ in 0..times {
        let told = killed(address, random.below(30) as usize, Duration::from_micros(random.below(20_000)));
        // The killed process may live on in the server for a moment, until what it sent last is done.
        let fresh = Store::open(address).unwrap();
        for id in &told {
            assert!(fresh.match_of(*id).unwrap().is_some(), "{id} was told to be written");
        }
        written += told.len() as u64;
    }
    assert!(sound(&store).matches >= written);
    assert!(written > 0);
}

#[test]
fn a_kill_loses_nothing_that_was_written() {
    let folder = tempfile::tempdir().unwrap();
    survives(&Address::file(folder.path().join("x.db")), 20);
    if let Some(server) = postgres::database() {
        survives(&Address::parse(&server).unwrap(), 6);
    }
}
