//! Events with programs: who is unfit is benched, who misbehaves loses, and the event goes on.
//!
//! The test is its own keeper (B16), so it has a `main` of its own.
#![cfg(target_os = "linux")]

mod table;

use gridhaunt_events::event::create;
use gridhaunt_events::run::{Ended, Options, Progress, run};
use gridhaunt_events::spec::Spec;
use gridhaunt_store::{BlockState, EventId, Filter, State, Store};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use table::store;

fn main() {
    gridhaunt_host::keeper::main_if_asked();
    gridhaunt_testing::run_tests(&[
        ("who_does_not_build_or_start_is_benched", who_does_not_build_or_start_is_benched),
        ("bad_bots_lose_and_the_event_goes_on", bad_bots_lose_and_the_event_goes_on),
        ("a_signal_drains_and_a_second_one_leaves_at_once", a_signal_drains_and_a_second_one_leaves_at_once),
        ("bots_are_told_no_names", bots_are_told_no_names),
    ]);
}

/// A folder that every uid can enter.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

fn python() -> &'static str {
    if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" }
}

/// A bot of the corpus in a folder of its own; `manifest` is added to its manifest.
fn bad_bot(home: &Path, name: &str, manifest: &str) -> PathBuf {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bad-bots");
    let folder = home.join("bots").join(name);
    fs::create_dir_all(&folder).unwrap();
    let file = if name == "honest" { corpus.join("honest.py") } else { corpus.join("bots").join(format!("{name}.py")) };
    let text = fs::read_to_string(file).unwrap();
    let text = if name == "honest" { format!("{text}\n\nplay()\n") } else { text };
    fs::write(folder.join("bot.py"), text).unwrap();
    fs::copy(corpus.join("honest.py"), folder.join("honest.py")).unwrap();
    fs::write(folder.join("bot.toml"), format!("run = [\"{}\", \"bot.py\"]\n{manifest}\n", python())).unwrap();
    folder
}

fn event(store: &Store, entrants: &[&str], more: &str) -> EventId {
    let registry = gridhaunt_bots::registry();
    let spec = format!(
        "game = \"pyrat\"\nentrants = {entrants:?}\nsandbox = \"0\"\nclock = \"300ms+2s\"\n{more}\n\
         [settings]\npreset = \"tiny\"\nmax_turns = 12\n"
    );
    create(store, &registry, &Spec::parse(&spec, None).unwrap()).unwrap().id
}

fn played(store: &Store, home: &Path, id: EventId) -> Progress {
    let registry = gridhaunt_bots::registry();
    let options = Options { concurrency: Some(2), copies: Some(home.join("copies")), ..Options::default() };
    let (mut told, mut last) = (Vec::new(), None);
    let ended = run(store, &registry, id, &options, &mut |progress| {
        told.extend(progress.told.iter().cloned());
        last = Some(progress.clone());
    });
    assert_eq!(ended.unwrap(), Ended::Finished);
    Progress { told, ..last.unwrap() }
}

fn who_does_not_build_or_start_is_benched() {
    // B14, A9
    let home = folder();
    let store = store(home.path());
    let honest = bad_bot(home.path(), "honest", "");
    let unbuilt = home.path().join("bots/unbuilt");
    fs::create_dir_all(&unbuilt).unwrap();
    fs::write(
        unbuilt.join("bot.toml"),
        "run = [\"./x\"]\nbuild = [\"sh\", \"-c\", \"echo no rule to make x; exit 3\"]",
    )
    .unwrap();
    let absent = home.path().join("bots/absent");
    fs::create_dir_all(&absent).unwrap();
    fs::write(absent.join("bot.toml"), "run = [\"./not-there\"]").unwrap();
    let all = [honest.to_str().unwrap(), unbuilt.to_str().unwrap(), absent.to_str().unwrap(), "greedy"];
    let id = event(&store, &all, "blocks = 4");
    let last = played(&store, home.path(), id);
    let entrants = store.entrants(id).unwrap();
    let benched: Vec<Option<&str>> = entrants.iter().map(|entrant| entrant.benched.as_deref()).collect();
    assert!(benched[0].is_none() && benched[3].is_none(), "{benched:?}");
    assert!(benched[1].unwrap().contains("no rule to make x"), "{benched:?}");
    assert!(benched[2].unwrap().contains("unfit"), "{benched:?}");
    assert!(last.told.iter().any(|line| line.contains("blocks of absent are struck")), "{:?}", last.told);
    let blocks = store.blocks(id, 0).unwrap();
    let done: Vec<_> = blocks.iter().filter(|block| block.state == BlockState::Done).collect();
    assert_eq!(done.len(), 4, "the two who are fit meet as often as was planned");
    assert!(done.iter().all(|block| block.points.iter().all(|(entrant, _)| [0, 3].contains(entrant))));
    let attempts = store.attempts(id).unwrap();
    let unfit: Vec<_> = attempts.iter().filter(|attempt| attempt.entrant == Some(2)).collect();
    assert!(unfit.len() >= 3 && unfit.iter().all(|attempt| attempt.what == "unfit"), "{attempts:?}");
    assert_eq!(store.event(id).unwrap().state, State::Finished);
}

fn bad_bots_lose_and_the_event_goes_on() {
    let home = folder();
    let store = store(home.path());
    let bots: Vec<PathBuf> = [
        ("honest", ""),
        ("throws", ""),
        ("illegal", ""),
        ("closes_output", ""),
        ("exits_after_start", ""),
        ("long_line", ""),
        ("banners", ""),
    ]
    .map(|(name, manifest)| bad_bot(home.path(), name, manifest))
    .into();
    let words: Vec<&str> = bots.iter().map(|path| path.to_str().unwrap()).collect();
    let id = event(&store, &words, "transcripts = false");
    played(&store, home.path(), id);
    let rows = store.matches(&Filter { event: Some(id), ..Filter::default() }).unwrap();
    assert_eq!(rows.len(), 7 * 6, "every pair, both ways");
    let verdicts = |entrant: u32| {
        let mut all: Vec<&str> = rows
            .iter()
            .flat_map(|row| row.faults.iter().filter(move |(place, ..)| row.entrants[*place as usize] == entrant))
            .map(|(_, verdict, _)| verdict.as_str())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    assert_eq!((verdicts(0), verdicts(6)), (vec![], vec![]), "who is honest has no fault, whoever plays against it");
    assert_eq!(verdicts(1), ["crashed"]);
    assert_eq!(verdicts(2), ["illegal"]);
    assert!(rows.iter().all(|row| row.sandbox == "0" && !row.machine.is_empty()));
    for row in &rows {
        let kept = store.transcripts(row.id).unwrap();
        assert_eq!(kept.is_empty(), row.faults.is_empty(), "B21: {row:?}");
    }
    let crashed = rows.iter().find(|row| row.entrants == [0, 1]).unwrap();
    assert_eq!((crashed.stopped.as_deref(), &crashed.points[..]), (Some("forfeit"), &[1.0, 0.0][..]));
    assert!(
        crashed.times[0].choices > 0
            && crashed.times[0].worst_us >= crashed.times[0].total_us / crashed.times[0].choices
    );
}

fn a_signal_drains_and_a_second_one_leaves_at_once() {
    // B17
    static STOP: AtomicBool = AtomicBool::new(false);
    static ABANDON: AtomicBool = AtomicBool::new(false);
    let home = folder();
    let store = store(home.path());
    let slow = bad_bot(home.path(), "late_always", "options = { sleep = 0.2 }");
    let id = event(&store, &["greedy", slow.to_str().unwrap()], "blocks = 50\nstrikes = 0");
    let registry = gridhaunt_bots::registry();
    let copies = Some(home.path().join("copies"));
    let options = Options { concurrency: Some(1), stop: &STOP, abandon: &ABANDON, copies, ..Options::default() };
    let mut since = None;
    let ended = run(&store, &registry, id, &options, &mut |progress| {
        if progress.matches > 0 && since.is_none() {
            STOP.store(true, Ordering::Relaxed);
            since = Some(Instant::now());
        }
    });
    assert_eq!(ended.unwrap(), Ended::Stopped);
    let written = store.matches(&Filter { event: Some(id), ..Filter::default() }).unwrap().len();
    assert!((1..=2).contains(&written), "the match under way was played to its end: {written}");
    assert!(since.unwrap().elapsed() < Duration::from_secs(15));
    // A second signal does not wait for the match.
    STOP.store(false, Ordering::Relaxed);
    let mut begun = None;
    let ended = run(&store, &registry, id, &options, &mut |progress| {
        if progress.slots > 0 && begun.is_none() {
            begun = Some(Instant::now());
            STOP.store(true, Ordering::Relaxed);
            ABANDON.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(ended.unwrap(), Ended::Stopped);
    assert!(begun.unwrap().elapsed() < Duration::from_secs(5), "{:?}", begun.unwrap().elapsed());
    assert!(store.leases(id).unwrap().is_empty());
}

fn bots_are_told_no_names() {
    // B7
    let home = folder();
    let store = store(home.path());
    let honest = bad_bot(home.path(), "honest", "");
    for (more, hidden) in [("transcripts = true", true), ("transcripts = true\nshow_names = true", false)] {
        let id = event(&store, &["greedy", honest.to_str().unwrap()], more);
        played(&store, home.path(), id);
        for row in store.matches(&Filter { event: Some(id), ..Filter::default() }).unwrap() {
            let kept = store.transcripts(row.id).unwrap();
            let text = String::from_utf8(zstd::decode_all(&kept[0].1[..]).unwrap()).unwrap();
            assert!(text.contains("start"), "{text}");
            assert_eq!(!text.contains("greedy"), hidden, "{text}");
        }
    }
}
