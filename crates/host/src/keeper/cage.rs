//! What the keeper holds: a program, and all that it started.

use super::start::{self, Plan, cannot};
use super::tree::{Process, Tree};
use super::wire::Order;
use super::{Fate, Usage, folder, resolve};
use crate::sys;
use rustix::fs::{Access, Mode};
use rustix::io::Errno;
use rustix::process::{Gid, Pid, PidfdFlags, Signal, Uid, WaitOptions, WaitStatus, getpid, kill_process, pidfd_open};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The first of the uids that programs get: beyond those of people, services and containers.
const UIDS: u32 = 0x7000_0000;
/// How long killing may take before it is said that something is left.
const KILLING: Duration = Duration::from_secs(5);

/// How long killing by uid may take, which is one system call.
const HELPING: Duration = Duration::from_millis(50);

/// A program and all that it started.
pub(super) struct Cage {
    main: Pid,
    process: OwnedFd,
    tree: Tree,
    uid: Option<u32>,
    private: Option<PathBuf>,
    peak: u64,
    fate: Option<Fate>,
    empty: bool,
}

impl Cage {
    /// Starts a program.
    pub(super) fn start(order: &Order, ends: &[OwnedFd; 3]) -> Result<Self, String> {
        let uid = own_uid(order)?;
        let name = order.argv.first().ok_or("there is no program to run: `run` is empty")?;
        let folder = Path::new(&order.folder);
        let program = resolve::find(name, folder, &order.path, uid)?;
        let private = make_private(order, uid)?;
        let plan = Plan { order, program, uid, private: private.clone(), ends };
        let started = start::bare(&plan).and_then(|main| {
            let process = pidfd_open(main, PidfdFlags::empty()).map_err(|error| cannot("pidfd_open", error))?;
            Ok((main, process))
        });
        let (main, process) = started.inspect_err(|_| {
            let _ = folder::remove(&private);
        })?;
        let tree = Tree::new(getpid().as_raw_pid() as u32);
        Ok(Self { main, process, tree, uid, private: Some(private), peak: 0, fate: None, empty: false })
    }

    /// The program's pid.
    pub(super) fn pid(&self) -> u32 {
        self.main.as_raw_pid() as u32
    }

    /// The private folder.
    pub(super) fn private(&self) -> Option<&Path> {
        self.private.as_deref()
    }

    /// Readable when the program is gone.
    pub(super) fn process(&self) -> BorrowedFd<'_> {
        self.process.as_fd()
    }

    /// What became of the program.
    pub(super) fn fate(&self) -> Option<&Fate> {
        self.fate.as_ref()
    }

    /// Whether nothing is left: whatever lives has, through parents, the keeper for a parent.
    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }

    /// Reaps what is over.
    pub(super) fn reap(&mut self) {
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.main => self.ended(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return,
                Err(_) => {
                    self.empty = true;
                    return;
                }
            }
        }
    }

    fn ended(&mut self, status: WaitStatus) {
        if self.fate.is_none() {
            self.fate = Some(match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => Fate::Exited(code),
                (None, Some(libc::SIGXFSZ)) => {
                    Fate::OverLimit(super::Limit::FileSize, "a file grew beyond what one may have".into())
                }
                (None, signal) => Fate::Signalled(signal.unwrap_or_default()),
            });
        }
    }

    /// Sees to the limits of the whole tree (B18): what is broken, in words.
    pub(super) fn watch(&mut self, limits: &super::Limits) -> bool {
        let members = self.tree.members();
        let living = members.iter().filter(|process| !process.over).count();
        let resident: u64 = members.iter().map(|process| process.resident).sum();
        self.peak = self.peak.max(resident);
        let fate = if living > limits.processes as usize {
            let words = format!("{living} processes, {} allowed", limits.processes);
            Fate::OverLimit(super::Limit::Processes, words)
        } else if resident > limits.resident && self.tree.proportional(&members) > limits.resident {
            let words = format!("{} MiB resident, {} MiB allowed", resident >> 20, limits.resident >> 20);
            Fate::OverLimit(super::Limit::Memory, words)
        } else {
            return false;
        };
        if self.fate.is_none() {
            self.fate = Some(fate);
        }
        true
    }

    /// What it used until now.
    pub(super) fn usage(&mut self) -> Usage {
        let mut usage = self.tree.usage();
        self.peak = self.peak.max(usage.peak);
        usage.peak = self.peak;
        usage
    }

    /// A signal to all of it.
    pub(super) fn signal(&mut self, signal: Signal) -> Vec<Process> {
        let members = self.tree.members();
        for process in &members {
            if let Some(pid) = Pid::from_raw(process.pid as i32) {
                let _ = kill_process(pid, signal);
            }
        }
        members
    }

    /// Kills and reaps until nothing is left, or time is up. How many there were, and how many are left.
    pub(super) fn kill(&mut self) -> (u32, u32) {
        let living = |members: Vec<Process>| members.iter().filter(|process| !process.over).count() as u32;
        let mut killed = None;
        let deadline = Instant::now() + KILLING;
        loop {
            self.reap();
            if self.empty {
                return (killed.unwrap_or(0), 0);
            }
            if let Some(uid) = self.uid {
                kill_uid(uid);
            }
            // Stopped first, so that what forks without end comes to an end.
            self.signal(Signal::STOP);
            let count = living(self.signal(Signal::KILL));
            killed = killed.or(Some(count));
            if Instant::now() > deadline {
                return (killed.unwrap_or(0), count);
            }
            self.reap();
            if !self.empty {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
    }

    /// Empties the private folder. The program is stopped meanwhile, so that it does not fill it again or move things
    /// about in it.
    pub(super) fn empty_private(&mut self) -> Result<(), String> {
        let Some(private) = self.private.clone() else { return Ok(()) };
        self.signal(Signal::STOP);
        let emptied = folder::open(rustix::fs::CWD, private.as_os_str())
            .and_then(|opened| folder::empty(&opened, &[]))
            .map_err(|error| cannot(&private.display().to_string(), error));
        self.signal(Signal::CONT);
        emptied
    }

    /// Removes what was made for it.
    pub(super) fn clear(&mut self) {
        if let Some(private) = self.private.take() {
            let _ = folder::remove(&private);
        }
    }
}

/// Kills all that runs with an uid of a program, in one call, which nothing that forks outruns.
fn kill_uid(uid: u32) {
    let number = Uid::from_raw(uid);
    match sys::fork(0) {
        Ok(None) => {
            if rustix::thread::set_thread_res_uid(number, number, number).is_ok() {
                sys::kill_every(libc::SIGKILL);
            }
            std::process::exit(0)
        }
        Ok(Some(helper)) => {
            // The helper has the program's uid: the program can stop it before it gets that far.
            let deadline = Instant::now() + HELPING;
            while rustix::process::waitpid(Some(helper), WaitOptions::NOHANG).is_ok_and(|over| over.is_none()) {
                if Instant::now() > deadline {
                    let _ = kill_process(helper, Signal::KILL);
                }
                std::thread::sleep(Duration::from_micros(200));
            }
        }
        Err(_) => {}
    }
}

/// An uid for this program alone, where the host is root (B16): the keeper's pid is nobody else's now.
fn own_uid(order: &Order) -> Result<Option<u32>, String> {
    if !rustix::process::geteuid().is_root() || order.as_root {
        return Ok(None);
    }
    let _ = rustix::thread::set_thread_groups(&[]);
    let pid = getpid().as_raw_pid() as u32;
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let ranges = map.lines().filter_map(|line| {
        let mut numbers = line.split_ascii_whitespace().map(|number| number.parse::<u64>().ok());
        Some((numbers.next()??, numbers.nth(1)??))
    });
    let wanted = u64::from(UIDS + pid);
    let mut few = None;
    for (first, count) in ranges {
        if (first..first + count).contains(&wanted) {
            return Ok(Some(UIDS + pid));
        }
        // In a container with few uids: those at the end of them.
        if count >= 0x8000 {
            few = Some((first + count - 2 - u64::from(pid) % 0x4000) as u32);
        }
    }
    few.map(Some).ok_or_else(|| {
        "this container has no uid that a bot could have alone: run as a user, or play with --as-root".into()
    })
}

/// A private folder in the first place for temporary files that the program can reach.
fn make_private(order: &Order, uid: Option<u32>) -> Result<PathBuf, String> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let name = format!("gridhaunt-{}-{:x}", getpid().as_raw_pid(), now.as_nanos());
    let places = [Path::new(&order.temporary), Path::new("/tmp"), Path::new("/var/tmp")];
    let place = places.into_iter().find(|place| resolve::as_uid(uid, || resolve::may(place, Access::EXEC_OK)));
    let private = place.unwrap_or(places[0]).join(name);
    let told = |error| cannot(&private.display().to_string(), error);
    rustix::fs::mkdir(&private, Mode::RWXU).map_err(told)?;
    if let Some(uid) = uid {
        rustix::fs::chown(&private, Some(Uid::from_raw(uid)), Some(Gid::from_raw(uid))).map_err(told)?;
    }
    Ok(private)
}
