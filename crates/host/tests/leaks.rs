//! Nothing is left of programs: no descriptor, no process, no file. Alone in its process, so that it can count.
#![cfg(target_os = "linux")]

mod common;

use common::*;
use gridhaunt_host::keeper::Held;

#[test]
fn nothing_is_left_of_programs_that_came_and_went() {
    let folder = folder();
    let levels = levels();
    let descriptors = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let before = (descriptors(), files(), groups());
    for round in 0..3 {
        for level in &levels {
            let mut held =
                Held::launch(&launch(folder.path(), *level, &["sh", "-c", "sleep 1000 & read line"])).unwrap();
            match round {
                0 => drop(held),
                1 => {
                    held.kill();
                    let _ = held.leave(GRACE);
                }
                _ => drop(held.leave(std::time::Duration::from_millis(20))),
            }
            assert!(Held::launch(&launch(folder.path(), *level, &["./no-such-program"])).is_err());
        }
    }
    let (descriptors_before, files_before, groups_before) = before;
    assert_eq!((descriptors(), groups()), (descriptors_before, groups_before));
    // Other hosts may have removed some that others had left.
    assert!(files() <= files_before, "{} folders are left, {files_before} were there", files());
    assert_eq!(children(), [0; 0]);
}

/// Private folders of keepers whose host is this process, or of which no keeper is alive.
fn files() -> usize {
    let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let pids = names.filter_map(|name| name.strip_prefix("gridhaunt-bot-")?.split('-').next()?.parse().ok());
    pids.filter(|pid: &u32| !is_alive(*pid)).count()
}

/// Control groups of keepers that are not alive.
fn groups() -> usize {
    let mut count = 0;
    let mut folders = vec![std::path::PathBuf::from("/sys/fs/cgroup")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let name = entry.file_name().into_string().unwrap_or_default();
                let pid = name.strip_prefix("gridhaunt-").and_then(|pid| pid.parse().ok());
                count += usize::from(pid.is_some_and(|pid| !is_alive(pid)));
                folders.push(entry.path());
            }
        }
    }
    count
}

/// Processes whose parent is this one.
fn children() -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let ours = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let parent = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1)?.parse().ok());
        parent == Some(std::process::id())
    };
    pids.filter(ours).collect()
}
