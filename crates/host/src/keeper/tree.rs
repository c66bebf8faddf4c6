//! Processes and what they use, from `/proc`.

use super::Usage;
use crate::sys;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many scans look only at what is new before one looks at everything again: a pid may have been used twice.
const SCANS: u32 = 20;

/// How many threads a walk through the lists of children may ask; where there are more, looking at all is as quick.
const MOST_THREADS: usize = 32;

/// A process as its `stat` tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    /// Whether it is over and only waits to be reaped.
    pub(crate) over: bool,
    /// Its own time on processors.
    pub(crate) own: Duration,
    /// That of its children that are over and were waited for.
    pub(crate) children: Duration,
    /// Bytes resident.
    pub(crate) resident: u64,
}

impl Process {
    /// The process with this pid under a `/proc`.
    pub(crate) fn read(proc: &Path, pid: u32) -> Option<Self> {
        Self::parse(pid, &fs::read_to_string(proc.join(pid.to_string()).join("stat")).ok()?)
    }

    fn parse(pid: u32, text: &str) -> Option<Self> {
        // The name in parentheses is the program's own choice and may hold anything.
        let fields: Vec<&str> = text[text.rfind(')')? + 1..].split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let time = |field| Some(ticks(number(field)?));
        Some(Self {
            pid,
            parent: number(4)? as u32,
            over: matches!(fields[0], "Z" | "X"),
            own: time(14)? + time(15)?,
            children: time(16)? + time(17)?,
            resident: number(24)? * rustix::param::page_size() as u64,
        })
    }
}

fn ticks(count: u64) -> Duration {
    Duration::from_nanos(count * (1_000_000_000 / rustix::param::clock_ticks_per_second()))
}

/// The pids under a `/proc`.
fn pids(proc: &Path) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(proc) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// Kills every process with this private folder in its environment; whether there were any. For those whose keeper was
/// killed, so that nobody knows any more whose descendants they are.
pub(crate) fn kill_those_of(private: &Path) -> bool {
    let mark = [b"HOME=", private.as_os_str().as_bytes()].concat();
    let has_mark = |pid: &u32| {
        let environment = fs::read(Path::new("/proc").join(pid.to_string()).join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark)
    };
    let found: Vec<u32> = pids(Path::new("/proc")).into_iter().filter(has_mark).collect();
    for pid in found.iter().filter_map(|pid| Pid::from_raw(*pid as i32)) {
        let _ = kill_process(pid, Signal::KILL);
    }
    !found.is_empty()
}

/// The descendants of a process.
#[derive(Debug)]
pub(crate) struct Tree {
    proc: PathBuf,
    root: u32,
    /// What is known not to descend from it.
    others: HashSet<u32>,
    scans: u32,
    walks: u32,
}

impl Tree {
    /// The descendants of `root`.
    pub(crate) fn new(root: u32) -> Self {
        Self { proc: "/proc".into(), root, others: HashSet::new(), scans: 0, walks: 0 }
    }

    /// All of a pid namespace but its first process, by the `/proc` of that namespace.
    pub(crate) fn namespace(proc: PathBuf) -> Self {
        Self { proc, root: 1, others: HashSet::new(), scans: 0, walks: 0 }
    }

    /// Those that are there now. Nothing that was no descendant becomes one, so that mostly only what is new is read.
    pub(crate) fn members(&mut self) -> Vec<Process> {
        if self.scans.is_multiple_of(SCANS) {
            self.others.clear();
        }
        self.scans = self.scans.wrapping_add(1);
        let there = pids(&self.proc);
        let read: HashMap<u32, Process> = there
            .iter()
            .filter(|pid| **pid != self.root && !self.others.contains(pid))
            .filter_map(|pid| Some((*pid, Process::read(&self.proc, *pid)?)))
            .collect();
        let ours = |process: &Process| {
            let mut parent = process.parent;
            for _ in 0..=read.len() {
                if parent == self.root {
                    return true;
                }
                match read.get(&parent) {
                    Some(next) => parent = next.parent,
                    None => return false,
                }
            }
            false
        };
        let (members, others): (Vec<_>, Vec<_>) = read.values().cloned().partition(ours);
        self.others.retain(|pid| there.contains(pid));
        self.others.extend(others.iter().map(|process| process.pid));
        members
    }

    /// Those that are there now, for who looks often: mostly they are found by the lists of children, whatever else runs on
    /// the machine. Such a list may miss one whose parent ends at that moment, so that now and then all are looked at.
    pub(crate) fn watched(&mut self) -> Vec<Process> {
        let whole = self.walks.is_multiple_of(SCANS);
        self.walks = self.walks.wrapping_add(1);
        let walked = if whole { None } else { self.walk() };
        walked.unwrap_or_else(|| self.members())
    }

    /// The descendants by the lists of children; `None` if the kernel has none, or there are many threads.
    fn walk(&self) -> Option<Vec<Process>> {
        let (mut members, mut threads) = (Vec::new(), MOST_THREADS);
        let mut next = self.children(self.root, &mut threads)?;
        while let Some(pid) = next.pop() {
            // One that ended meanwhile is no member.
            if let Some(process) = Process::read(&self.proc, pid) {
                members.push(process);
                next.extend(self.children(pid, &mut threads)?);
            }
        }
        Some(members)
    }

    fn children(&self, pid: u32, threads: &mut usize) -> Option<Vec<u32>> {
        let tasks = self.proc.join(pid.to_string()).join("task");
        let mut children = Vec::new();
        for task in pids(&tasks) {
            *threads = threads.checked_sub(1)?;
            match fs::read_to_string(tasks.join(task.to_string()).join("children")) {
                Ok(list) => children.extend(list.split_ascii_whitespace().filter_map(|pid| pid.parse::<u32>().ok())),
                // A kernel without such lists, or a thread that ended.
                Err(_) if pid == self.root => return None,
                Err(_) => {}
            }
        }
        Some(children)
    }

    /// What the members use now; `peak` is left to the caller.
    pub(crate) fn usage(&mut self) -> Usage {
        let members = self.members();
        let outside = self.proc == Path::new("/proc");
        let mut usage = Usage::default();
        for process in &members {
            let own = if outside { sys::processor_time(process.pid) } else { None };
            usage.cpu += own.unwrap_or(process.own) + process.children;
            usage.waited += waited(&self.proc, process.pid);
            usage.resident += process.resident;
            usage.peak += high_water(&self.proc, process.pid).unwrap_or(process.resident);
            usage.processes += u32::from(!process.over);
        }
        if let Some(root) = Process::read(&self.proc, self.root) {
            usage.cpu += root.children;
        }
        usage
    }

    /// Bytes that the members share out among them: what is shared counts once. Slow, and for the last word only.
    pub(crate) fn proportional(&self, members: &[Process]) -> u64 {
        members.iter().map(|process| self.share(process).unwrap_or(process.resident)).sum()
    }

    fn share(&self, process: &Process) -> Option<u64> {
        field(&self.proc.join(process.pid.to_string()).join("smaps_rollup"), "Pss:")
    }
}

/// A figure in kB of a file such as `status`, in bytes.
fn field(path: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_ascii_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn high_water(proc: &Path, pid: u32) -> Option<u64> {
    field(&proc.join(pid.to_string()).join("status"), "VmHWM:")
}

/// How long the threads of a process waited to run.
pub(crate) fn waited(proc: &Path, pid: u32) -> Duration {
    let tasks = proc.join(pid.to_string()).join("task");
    let wait = |task: &u32| {
        let text = fs::read_to_string(tasks.join(task.to_string()).join("schedstat")).ok()?;
        text.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
    };
    pids(&tasks).iter().filter_map(wait).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Read as _;
    use std::process::Stdio;

    #[test]
    fn a_name_with_parentheses_does_not_move_the_fields() {
        let stat = "42 (a) S 1 (b)) Z 7 1 1 0 -1 4 0 0 0 0 100 50 25 25 20 0 1 0 9 1000 3 0";
        let process = Process::parse(42, stat).unwrap();
        assert_eq!((process.parent, process.over), (7, true));
        assert_eq!(process.own, ticks(150));
        assert_eq!(process.resident, 3 * rustix::param::page_size() as u64);
    }

    #[test]
    fn we_are_a_descendant_of_our_parent_and_not_of_ourselves() {
        let us = std::process::id();
        let parent = Process::read(Path::new("/proc"), us).unwrap().parent;
        let mut tree = Tree::new(parent);
        for _ in 0..3 {
            assert!(tree.members().iter().any(|process| process.pid == us));
        }
        assert!(Tree::new(us).members().iter().all(|process| process.pid != us));
        assert!(tree.usage().resident > 0);
    }

    #[test]
    fn whoever_looks_often_sees_the_same() {
        let child = || {
            let script = ["-c", "sleep 60 & echo; wait"];
            let mut child = std::process::Command::new("sh").args(script).stdout(Stdio::piped()).spawn().unwrap();
            let mut ready = [0];
            child.stdout.as_mut().unwrap().read_exact(&mut ready).unwrap();
            child
        };
        let mut children = [child(), child()];
        let mut tree = Tree::new(children[0].id());
        let sorted = |members: Vec<Process>| {
            let mut pids: Vec<u32> = members.iter().map(|process| process.pid).collect();
            pids.sort_unstable();
            pids
        };
        let all = sorted(tree.members());
        assert_eq!(all.len(), 1, "the sleeper of the first alone");
        for _ in 0..=SCANS {
            assert_eq!(sorted(tree.watched()), all);
        }
        let own = Tree::new(std::process::id());
        if let Some(walked) = own.walk() {
            let walked = sorted(walked);
            assert!(children.iter().all(|child| walked.contains(&child.id())) && walked.contains(&all[0]));
        }
        for child in &mut children {
            for process in Tree::new(child.id()).members() {
                let _ = kill_process(Pid::from_raw(process.pid as i32).unwrap(), Signal::KILL);
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}
