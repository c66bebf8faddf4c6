//! Programs are held, and nothing of them is left (B16, B17), at every level that this machine has.
#![cfg(target_os = "linux")]

mod common;

use common::*;
use gridhaunt_host::keeper::{Fate, Held};
use std::time::Instant;

#[test]
fn what_is_written_comes_back_and_end_of_input_means_leave() {
    let folder = folder();
    for level in levels() {
        let start = Instant::now();
        let held = Held::launch(&launch(folder.path(), level, &["cat"])).unwrap();
        rustix::io::write(&held.stdin, b"hello\n").unwrap();
        assert_eq!(line(&held), "hello");
        println!("level {level}: first line after {:?}", start.elapsed());
        let (pid, start) = (held.pid, Instant::now());
        assert!(is_alive(pid));
        let left = held.leave(GRACE);
        println!("level {level}: left after {:?}", start.elapsed());
        assert_eq!((left.fate, left.term, left.killed, left.remaining), (Some(Fate::Exited(0)), false, 0, 0));
        assert!(!is_alive(pid));
    }
}

#[test]
fn exit_codes_and_signals_are_told() {
    let folder = folder();
    for level in levels() {
        for (script, expected) in
            [("exit 7", Fate::Exited(7)), ("kill -SEGV $$", Fate::Signalled(11)), ("kill -KILL $$", Fate::Signalled(9))]
        {
            let mut held = Held::launch(&launch(folder.path(), level, &["sh", "-c", script])).unwrap();
            assert_eq!(fate(&mut held), expected, "level {level}");
            assert_eq!(held.leave(GRACE).fate, Some(expected), "level {level}");
        }
    }
}
