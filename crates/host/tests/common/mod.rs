//! What tests of programs share.
#![allow(dead_code, unreachable_pub)]

use gridhaunt_host::keeper::{self, Fate, Held, Launch, Level};
use gridhaunt_host::sandbox;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

pub const GRACE: Duration = Duration::from_millis(500);
/// How long anything may take before a test fails.
pub const LONG: Duration = Duration::from_secs(30);

/// A folder that every uid can enter.
pub fn folder() -> tempfile::TempDir {
    keeper::use_binary(env!("CARGO_BIN_EXE_gridhaunt-keeper"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

/// The levels that this machine has; it says which it has not.
pub fn levels() -> Vec<Level> {
    keeper::use_binary(env!("CARGO_BIN_EXE_gridhaunt-keeper"));
    let has = |level: &Level| match sandbox::missing(*level) {
        None => true,
        Some(words) => {
            println!("not tried: {words}");
            false
        }
    };
    Level::ALL.into_iter().filter(has).collect()
}

/// Does something at every level at once: for what mostly waits.
pub fn at_every_level(what: impl Fn(Level) + Sync) {
    std::thread::scope(|scope| {
        for level in levels() {
            let what = &what;
            scope.spawn(move || what(level));
        }
    });
}

pub fn launch(folder: &Path, level: Level, argv: &[&str]) -> Launch {
    Launch { level, ..Launch::new(argv.iter().map(Into::into).collect(), folder.into()) }
}

/// Python with a program on its command line; the system's, where there is one, for it starts fastest.
pub fn python(folder: &Path, level: Level, program: &str) -> Launch {
    let name = if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" };
    launch(folder, level, &[name, "-c", program])
}

/// Whether a program at a level cannot do to others what it does to itself: it has a pid namespace or an uid of its own.
/// Found out by asking one, since bombs depend on it.
pub fn is_alone(folder: &Path, level: Level) -> bool {
    if level >= Level::One {
        return true;
    }
    let Ok(held) = Held::launch(&launch(folder, level, &["id", "-u"])) else { return false };
    let uid: u32 = line(&held).parse().unwrap();
    let ours = [0, rustix::process::geteuid().as_raw(), rustix::process::getuid().as_raw()];
    let alone = !ours.contains(&uid);
    if !alone {
        println!("level {level}: not tried without an uid of its own");
    }
    alone
}

/// Reads from an end until `enough`, or it is closed.
pub fn read_until(end: impl AsFd, enough: impl Fn(&[u8]) -> bool) -> Vec<u8> {
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

/// One line of output.
pub fn line(held: &Held) -> String {
    String::from_utf8(read_until(&held.stdout, |bytes| bytes.ends_with(b"\n"))).unwrap().trim_end().into()
}

/// All output until it is closed, and all of standard error.
pub fn words(held: &Held) -> (String, String) {
    let text = |end| String::from_utf8(read_until(end, |_| false)).unwrap();
    (text(&held.stdout), text(&held.stderr))
}

pub fn fate(held: &mut Held) -> Fate {
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

pub fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat[stat.rfind(')').unwrap()..].starts_with(") Z")
}

/// The pids whose command line holds a mark, on the whole machine.
pub fn marked(mark: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let has = |pid: &u32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        *pid != std::process::id() && String::from_utf8_lossy(&line).contains(mark)
    };
    pids.filter(has).collect()
}

/// Waits until something holds.
pub fn soon(limit: Duration, what: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !what() {
        if start.elapsed() > limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}
