//! Programs are held, and nothing of them is left (B16, B17).
#![cfg(target_os = "linux")]

use gridhaunt_host::keeper::{self, Fate, Held, Launch};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::AsFd;
use std::path::Path;
use std::time::{Duration, Instant};

const GRACE: Duration = Duration::from_millis(500);
/// How long anything may take here before a test fails.
const LONG: Duration = Duration::from_secs(20);

/// A folder that every uid can enter.
fn folder() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    keeper::use_binary(env!("CARGO_BIN_EXE_gridhaunt-keeper"));
    let folder = tempfile::Builder::new().permissions(PermissionsExt::from_mode(0o755)).tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

fn launch(folder: &Path, argv: &[&str]) -> Launch {
    Launch::new(argv.iter().map(Into::into).collect(), folder.into())
}

/// Reads from an end until `enough`, or it is closed.
fn read_until(end: impl AsFd, enough: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let start = Instant::now();
    let mut all = Vec::new();
    while !enough(&all) {
        assert!(start.elapsed() < LONG, "only {:?}", String::from_utf8_lossy(&all));
        let second = Timespec { tv_sec: 1, tv_nsec: 0 };
        poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&second)).unwrap();
        let mut bytes = [0; 4096];
        match rustix::io::read(&end, &mut bytes) {
            Ok(0) => break,
            Ok(count) => all.extend(&bytes[..count]),
            Err(rustix::io::Errno::AGAIN) => {}
            Err(error) => panic!("{error}"),
        }
    }
    all
}

fn line(held: &Held) -> String {
    String::from_utf8(read_until(&held.stdout, |bytes| bytes.ends_with(b"\n"))).unwrap().trim_end().into()
}

fn fate(held: &mut Held) -> Fate {
    let start = Instant::now();
    loop {
        if let Some(fate) = held.fate() {
            return fate;
        }
        assert!(start.elapsed() < LONG, "no fate");
        let second = Timespec { tv_sec: 1, tv_nsec: 0 };
        poll(&mut [PollFd::new(&held.control(), PollFlags::IN)], Some(&second)).unwrap();
    }
}

fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat[stat.rfind(')').unwrap()..].starts_with(") Z")
}

#[test]
fn what_is_written_comes_back_and_end_of_input_means_leave() {
    let folder = folder();
    let start = Instant::now();
    let held = Held::launch(&launch(folder.path(), &["cat"])).unwrap();
    let launched = start.elapsed();
    rustix::io::write(&held.stdin, b"hello\n").unwrap();
    assert_eq!(line(&held), "hello");
    println!("launched after {launched:?}, first line after {:?}", start.elapsed());
    let pid = held.pid;
    let start = Instant::now();
    let left = held.leave(GRACE);
    println!("left after {:?}", start.elapsed());
    assert_eq!((left.fate, left.term, left.killed, left.remaining), (Some(Fate::Exited(0)), false, 0, 0));
    assert!(!is_alive(pid));
}

#[test]
fn exit_codes_and_signals_are_told() {
    let folder = folder();
    for (script, expected) in
        [("exit 7", Fate::Exited(7)), ("kill -SEGV $$", Fate::Signalled(11)), ("kill -KILL $$", Fate::Signalled(9))]
    {
        let mut held = Held::launch(&launch(folder.path(), &["sh", "-c", script])).unwrap();
        assert_eq!(fate(&mut held), expected);
        assert_eq!(held.leave(GRACE).fate, Some(expected));
    }
}
