//! Processors of their own at level 2 (B15, B18), on this machine: as far as it has enough of them.
#![cfg(target_os = "linux")]

mod common;

use common::{LONG, folder, levels};
use gridhaunt_host::host::{Host, Terms};
use gridhaunt_host::keeper::Level;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::panel::{Facts, Panel, Taken};
use gridhaunt_host::processors::room_apart;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A bot that greets and is ready, and no more.
const SCRIPT: &str = r#"echo "$OMP_NUM_THREADS of $(nproc)" >&2
while read -r line; do
    case $line in
        *'"type":"hello"'*) echo '{"type":"hello"}' ;;
        *'"type":"start"'*) echo '{"type":"ready"}' ;;
        *'"type":"ping"'*) id=${line#*'"id":"'} && echo '{"type":"pong","id":"'"${id%%'"'*}"'"}' ;;
    esac
done"#;

fn bot(folder: &Path) -> Arc<Program> {
    fs::write(folder.join("bot.sh"), SCRIPT).unwrap();
    fs::write(folder.join("bot.toml"), "name = \"b\"\nrun = [\"sh\", \"bot.sh\"]").unwrap();
    Arc::new(Program::find(&folder.to_string_lossy()).unwrap())
}

/// One test at a time: a core that one has the others cannot have.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processors that a process may use, as the kernel writes them.
fn allowed(pid: impl ToString) -> String {
    let text = fs::read_to_string(format!("/proc/{}/status", pid.to_string())).unwrap();
    text.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim().into()
}

fn open(host: &Arc<Host>, program: &Arc<Program>, seats: u8, seed: u64) -> (Panel, Vec<String>) {
    let taken = |seat| Taken { seat, program: program.clone(), options: serde_json::json!({}), entrant: seat };
    let mut panel = Panel::open(host.clone(), seed, "none", (0..seats).map(taken).collect(), true);
    let many = usize::from(seats);
    let facts = Facts { game: "none", rules: 1, roles: vec!["p"; many], names: vec![None; many] };
    for seat in 0..seats {
        panel.start(seat, &facts, "{}", "{}");
        assert_eq!(panel.ready(seat), None);
    }
    let bound = (0..seats).map(|seat| allowed(panel.pid(seat).unwrap())).collect();
    (panel, bound)
}

/// The same with cores of their own, which another process of this machine may have for a while.
fn open_apart(host: &Arc<Host>, program: &Arc<Program>, seats: u8, seed: u64) -> (Panel, Vec<String>) {
    let (ours, begun) = (allowed("self"), Instant::now());
    loop {
        let (mut panel, bound) = open(host, program, seats, seed);
        if bound.iter().any(|bound| *bound != ours) {
            return (panel, bound);
        }
        assert!(begun.elapsed() < LONG, "nobody has a core of its own");
        panel.close(true);
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn all_programs_of_a_match_have_their_own_processors_or_none_has() {
    if !levels().contains(&Level::Two) {
        return;
    }
    let _alone = alone();
    let home = folder();
    let program = bot(home.path());
    let (ours, first) = (allowed("self"), allowed("self").split(['-', ',']).next().unwrap().to_string());
    let terms = Terms { level: Level::Two, ..Terms::default() };
    let host = Arc::new(Host::new(terms.clone()));
    for seats in 1..=3 {
        // More than once: what one match had, the next can have. A process waits for its next match or, of the same seed,
        // leaves (B9a).
        for seed in [0, 1, 1] {
            let mut panel;
            if room_apart(usize::from(seats)) == 0 {
                let bound;
                (panel, bound) = open(&host, &program, seats, seed);
                assert!(bound.iter().all(|bound| *bound == ours), "{seats} seats: {bound:?}");
            } else {
                let mut bound;
                (panel, bound) = open_apart(&host, &program, seats, seed);
                let is_own = |bound: &String| *bound != ours && bound.split(['-', ',']).all(|part| part != first);
                assert!(bound.iter().all(is_own), "{seats} seats: {bound:?} with the host on {first}");
                bound.sort();
                bound.dedup();
                assert_eq!(bound.len(), usize::from(seats), "two have the same");
            }
            panel.close(false);
        }
    }
    for terms in [
        Terms { own_processors: false, ..terms.clone() },
        Terms { matches: usize::MAX, ..terms.clone() },
        Terms { level: Level::One, ..terms },
    ] {
        let (_panel, bound) = open(&Arc::new(Host::new(terms.clone())), &program, 1, 1);
        assert_eq!(bound, [ours.as_str()], "{terms:?}");
    }
}

#[test]
fn who_waits_for_its_next_match_makes_room_for_another() {
    let most = room_apart(1);
    if !levels().contains(&Level::Two) || most == 0 {
        println!("not tried: no core for a program");
        return;
    }
    let _alone = alone();
    let homes: Vec<_> = (0..=most).map(|_| folder()).collect();
    let host = Arc::new(Host::new(Terms { level: Level::Two, ..Terms::default() }));
    let mut pids = Vec::new();
    for (seed, home) in homes.iter().enumerate() {
        let (mut panel, _) = open_apart(&host, &bot(home.path()), 1, seed as u64);
        pids.push(panel.pid(0).unwrap());
        panel.close(false);
    }
    // The last had no core left, so that the others had to leave.
    assert_eq!(pids.iter().filter(|pid| common::is_alive(**pid)).count(), 1);
    assert!(common::is_alive(pids[most]), "it waits for its next match");
}

#[test]
fn two_hosts_do_not_bind_programs_to_one_core() {
    let most = room_apart(1);
    if !levels().contains(&Level::Two) || most == 0 {
        println!("not tried: no core for a program");
        return;
    }
    let _alone = alone();
    let home = folder();
    let program = bot(home.path());
    let host = || Arc::new(Host::new(Terms { level: Level::Two, ..Terms::default() }));
    let (_panel, first) = open_apart(&host(), &program, 1, 1);
    let (_other, second) = open(&host(), &program, 1, 1);
    assert_ne!(first, second);
    assert!(most > 1 || second == [allowed("self")], "there was one core, and {second:?} is another");
}

#[test]
fn a_program_is_told_how_many_processors_it_has() {
    // B16
    if !levels().contains(&Level::Two) || room_apart(1) == 0 {
        println!("not tried: no core for a program");
        return;
    }
    let _alone = alone();
    let home = folder();
    let host = Arc::new(Host::new(Terms { level: Level::Two, ..Terms::default() }));
    let (mut panel, _) = open_apart(&host, &bot(home.path()), 1, 1);
    let said = || panel.leftovers().into_iter().map(|(_, left)| left.transcript.to_string()).collect::<String>();
    let said = std::iter::repeat_with(said).inspect(|_| std::thread::sleep(Duration::from_millis(20)));
    let text = said.take(500).find(|text| text.contains(" of ")).expect("it says so on its standard error");
    let line = text.lines().find(|line| line.contains(" of ")).unwrap();
    let (told, has) = line.split_once("! ").unwrap().1.split_once(" of ").unwrap();
    // One core: one processor, or as many as it has threads.
    assert!(told == has && told.parse::<usize>().unwrap() <= 8, "{line}");
}
