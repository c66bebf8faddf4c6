//! Workers on PostgreSQL (A20): one is killed, one stalls, and the results are those of one alone.
#![cfg(unix)]

mod table;

use gridhaunt_events::run::{Ended, Options, run};
use gridhaunt_events::worker::{WorkerOptions, work};
use gridhaunt_store::{Address, EventId, Filter, State, Store};
use gridhaunt_testing::postgres;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use table::{made, played, table};

/// Names the database of a worker.
const CHILD: &str = "GRIDHAUNT_TEST_WORKER";
/// How long anything may take before a test fails.
const LONG: Duration = Duration::from_secs(120);

const SPEC: &str = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\", \"idle\", \"greedy:ties=first\"]\nseed = 4\n\
                    blocks = 120\nsettings = { preset = \"tiny\" }\n";

fn open(address: &str) -> Store {
    Store::open(&Address::parse(address).unwrap()).unwrap()
}

/// Not a test: what a worker does. Without the variable it is nothing.
#[test]
fn the_life_of_a_worker() {
    let Ok(address) = std::env::var(CHILD) else { return };
    let options =
        WorkerOptions { jobs: Some(2), once: true, most_delay: Duration::from_secs(60), ..WorkerOptions::default() };
    work(&open(&address), &gridhaunt_bots::registry(), &options, &mut |_| {}).unwrap();
}

/// A worker in a process of its own, which ends with the test.
struct Worker(Child);

impl Worker {
    fn start(address: &str) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_life_of_a_worker", "--test-threads", "1"])
            .env(CHILD, address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        Self(child.unwrap())
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until it has left by itself; whether it was content.
    fn left(&mut self) -> bool {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.success();
            }
            assert!(begun.elapsed() < LONG, "a worker does not leave");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < LONG, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn written(store: &Store, id: EventId) -> usize {
    store.matches(&Filter { event: Some(id), ..Filter::default() }).unwrap().len()
}

#[test]
fn three_workers_of_which_one_is_killed_and_one_stalls_play_what_one_does() {
    let Some(address) = postgres::database() else { return };
    let registry = gridhaunt_bots::registry();
    let store = open(&address);
    let id = made(&store, &registry, SPEC).id;
    let mut workers: Vec<Worker> = (0..3).map(|_| Worker::start(&address)).collect();
    until("workers begin", || written(&store, id) > 100);
    workers[0].0.kill().unwrap();
    workers[0].0.wait().unwrap();
    until("the others go on", || written(&store, id) > 250);
    workers[1].signal("-STOP");
    // A minute passes for those two: their leases run out.
    let pids = [workers[0].0.id(), workers[1].0.id()];
    let expire = || {
        for pid in pids {
            postgres::sql(
                &address,
                &format!(
                    "UPDATE blocks SET lease_until = 0 WHERE state = 0 AND lease_until IS NOT NULL \
                     AND convert_from(holder, 'UTF8') LIKE '% {pid} %'"
                ),
            );
        }
    };
    until("the last one plays all", || {
        expire();
        store.event(id).unwrap().state == State::Finished
    });
    assert!(workers[2].left());
    // Who wakes has lost its blocks, and what it writes is refused.
    workers[1].signal("-CONT");
    assert!(workers[1].left());
    let alone = made(&store, &registry, SPEC).id;
    played(&store, &registry, alone, 1);
    assert_eq!(written(&store, id), 6 * 120 * 2, "nothing counts twice");
    assert_eq!(table(&store, id), table(&store, alone));
}

#[test]
fn a_database_that_is_gone_ends_the_run_and_nothing_is_lost() {
    let Some(address) = postgres::database() else { return };
    let registry = gridhaunt_bots::registry();
    let store = open(&address);
    let id = made(&store, &registry, SPEC).id;
    let name = address.split_once("localhost/").unwrap().1.split('?').next().unwrap();
    let beside = address.replace(&format!("/{name}?"), "/postgres?");
    let mut gone = false;
    let options = Options { concurrency: Some(2), ..Options::default() };
    let error = run(&store, &registry, id, &options, &mut |progress| {
        if progress.matches > 20 && !std::mem::replace(&mut gone, true) {
            postgres::sql(&beside, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false"));
            let end = format!("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}'");
            postgres::sql(&beside, &end);
        }
    })
    .unwrap_err()
    .to_string();
    assert!(error.contains(name) && !error.contains('\n'), "{error}");
    postgres::sql(&beside, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true"));
    let store = open(&address);
    assert!(written(&store, id) > 20);
    // The same call goes on.
    assert_eq!(run(&store, &registry, id, &options, &mut |_| {}).unwrap(), Ended::Finished);
    let alone = made(&store, &registry, SPEC).id;
    played(&store, &registry, alone, 2);
    assert_eq!(table(&store, id), table(&store, alone));
}
