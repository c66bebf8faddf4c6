//! A process that runs an event is killed again and again, and the event goes on each time (A11, A18).
#![cfg(unix)]

mod table;

use gridhaunt_events::run::{Ended, Options, run};
use gridhaunt_store::EventId;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use table::{made, played, store, table};

/// Names the folder of the store, the event and how many matches are played before nothing more happens.
const CHILD: &str = "GRIDHAUNT_TEST_EVENT";
/// How often the process is killed, if not as often as A18 is tested with.
const KILLS: &str = "GRIDHAUNT_TEST_KILLS";
const USUAL: u64 = 200;
/// The most matches of one life.
const MOST_MATCHES: u64 = 10;

const SPEC: &str = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\", \"idle\", \"greedy:ties=first\"]\nseed = 11\n\
                    blocks = BLOCKS\nsettings = { preset = \"tiny\" }\n";

/// Not a test: what the child does. Without the variable it is nothing.
#[test]
fn the_life_of_a_child() {
    let Ok(words) = std::env::var(CHILD) else { return };
    let mut words = words.splitn(3, ' ');
    let (id, games) = (words.next().unwrap().parse().unwrap(), words.next().unwrap().parse().unwrap());
    let store = store(Path::new(words.next().unwrap()));
    let options = Options { concurrency: Some(3), games: Some(games), ..Options::default() };
    let registry = gridhaunt_bots::registry();
    assert_ne!(run(&store, &registry, EventId(id), &options, &mut |_| {}).unwrap(), Ended::Stopped);
    // It lives until it is killed, but no longer than the test could.
    std::thread::sleep(Duration::from_secs(60));
}

#[test]
fn an_event_survives_any_number_of_kills() {
    let kills: u64 = std::env::var(KILLS).ok().and_then(|kills| kills.parse().ok()).unwrap_or(USUAL);
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    // Six pairs, two matches a block: more than all lives together can play.
    let spec = SPEC.replace("BLOCKS", &(kills * MOST_MATCHES / 12 + 1).to_string());
    let (whole, broken) = {
        let store = store(folder.path());
        let whole = made(&store, &registry, &spec).id;
        played(&store, &registry, whole, 2);
        (whole, made(&store, &registry, &spec).id)
    };
    let mut random = gridhaunt_kernel::Random::new(1);
    let begun = Instant::now();
    for life in 0..kills {
        assert!(begun.elapsed() < Duration::from_secs(600));
        let games = 1 + random.next_u64() % MOST_MATCHES;
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_life_of_a_child", "--test-threads", "1"])
            .env(CHILD, format!("{broken} {games} {}", folder.path().display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(random.next_u64() % 80_000));
        let left = child.try_wait().unwrap();
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(left.is_none(), "life {life}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let store = store(folder.path());
    let written = store.matches(&gridhaunt_store::Filter { event: Some(broken), ..Default::default() }).unwrap().len();
    assert!(written > 0, "some lives were long enough to play");
    played(&store, &registry, broken, 2);
    println!("{kills} kills in {:?}, {written} matches before the last life", begun.elapsed());
    assert_eq!(table(&store, whole), table(&store, broken));
}
