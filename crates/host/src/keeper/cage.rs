//! What the keeper holds: a program, and all that it started.

use super::init::{self, News};
use super::private::Private;
use super::start::{self, Plan, cannot};
use super::tree::{Process, Tree};
use super::wire::{self, Order};
use super::{Fate, Level, Limit, Limits, Usage, folder, resolve};
use crate::sandbox::cgroup::Group;
use crate::sandbox::root::{PRIVATE, WRITABLE, network_settings, tool_folders};
use crate::sys;
use rustix::fs::Access;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, Uid, WaitOptions, getpid, kill_process, pidfd_open};
use std::ffi::{CString, OsStr, OsString};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
    private: Option<Private>,
    /// The folder that is its own as long as it runs.
    lent: Option<(PathBuf, u32)>,
    inside: Option<Namespaces>,
    group: Option<Group>,
    peak: u64,
    cpu: Duration,
    fate: Option<Fate>,
    empty: bool,
}

/// The namespaces of a program, from outside.
struct Namespaces {
    init: Pid,
    init_process: OwnedFd,
    link: OwnedFd,
    files: OwnedFd,
    keep: Vec<CString>,
    /// Where the tree reads: held open for it.
    _proc: OwnedFd,
}

impl Cage {
    /// Starts a program.
    pub(super) fn start(order: &Order, ends: &[OwnedFd; 3]) -> Result<Self, String> {
        let uid = own_uid(order)?;
        if uid.is_some() {
            // What the program may use is not what root's groups may.
            rustix::thread::set_thread_groups(&[]).map_err(|error| cannot("setgroups", error))?;
        }
        let name = order.argv.first().ok_or("there is no program to run: `run` is empty")?;
        let inside = order.level.has_namespaces();
        // In a root of its own, it does not matter which folders of the machine are closed to its uid.
        let program = resolve::find(name, Path::new(&order.folder), &order.path, uid.filter(|_| !inside))?;
        let readable = readable(order, &program);
        let lent = uid.filter(|_| order.writes).map(|uid| (PathBuf::from(&order.folder), uid));
        if let Some((folder, uid)) = &lent {
            folder::lend(folder, *uid).map_err(|error| cannot(&folder.display().to_string(), error))?;
        }
        match Self::with_program(order, ends, program, readable, uid) {
            Ok(cage) => Ok(Self { lent, ..cage }),
            Err(words) => {
                take_back(lent);
                Err(words)
            }
        }
    }

    fn with_program(
        order: &Order,
        ends: &[OwnedFd; 3],
        program: PathBuf,
        readable: Vec<PathBuf>,
        uid: Option<u32>,
    ) -> Result<Self, String> {
        if order.level.has_namespaces() {
            let plan = Plan { order, program, uid, private: PRIVATE.into(), ends, readable };
            return Self::inside(&plan).map_err(|words| format!("level {}: {words}", order.level));
        }
        let private = make_private(order, uid)?;
        let plan = Plan { order, program, uid, private: private.path.clone(), ends, readable };
        let started = start::bare(&plan).and_then(|main| {
            let process = pidfd_open(main, PidfdFlags::empty()).map_err(|error| cannot("pidfd_open", error))?;
            Ok((main, process))
        });
        let (main, process) = started.inspect_err(|_| {
            let _ = folder::remove(&private.path);
        })?;
        let tree = Tree::new(getpid().as_raw_pid() as u32);
        Ok(Self { private: Some(private), ..Self::new(main, process, tree, uid) })
    }

    fn inside(plan: &Plan<'_>) -> Result<Self, String> {
        let order = plan.order;
        let group = if order.level == Level::Two {
            let keeper = getpid().as_raw_pid() as u32;
            Some(Group::make(keeper, &order.limits, &order.processors, Path::new(&order.control_group))?)
        } else {
            None
        };
        let inside = init::namespaced(plan, &plan.readable, group.as_ref()).inspect_err(|_| {
            group.iter().for_each(Group::remove);
        })?;
        let tree = Tree::namespace(format!("/proc/self/fd/{}", inside.proc.as_raw_fd()).into());
        let keep = inside.keep.into_iter().filter_map(|name| CString::new(name.into_encoded_bytes()).ok()).collect();
        let namespaces = Namespaces {
            init: inside.init,
            init_process: inside.init_process,
            link: inside.link,
            files: inside.files,
            keep,
            _proc: inside.proc,
        };
        let cage = Self::new(inside.main, inside.main_process, tree, plan.uid);
        Ok(Self { inside: Some(namespaces), group, ..cage })
    }

    fn new(main: Pid, process: OwnedFd, tree: Tree, uid: Option<u32>) -> Self {
        let (private, lent, inside, group, fate) = (None, None, None, None, None);
        Self {
            main,
            process,
            tree,
            uid,
            private,
            lent,
            inside,
            group,
            peak: 0,
            cpu: Duration::ZERO,
            fate,
            empty: false,
        }
    }

    /// The program's pid.
    pub(super) fn pid(&self) -> u32 {
        self.main.as_raw_pid() as u32
    }

    /// The program's process: nobody else's, whoever gets its pid after it.
    pub(super) fn process(&self) -> BorrowedFd<'_> {
        self.process.as_fd()
    }

    /// The pid of what is above it all: the first of its namespaces, else the keeper.
    pub(super) fn above(&self) -> u32 {
        self.inside.as_ref().map_or(getpid(), |inside| inside.init).as_raw_pid() as u32
    }

    /// The private folder.
    pub(super) fn private(&self) -> Option<&Path> {
        self.private.as_ref().map(|private| private.path.as_path())
    }

    /// The control groups.
    pub(super) fn groups(&self) -> Vec<OsString> {
        self.group.as_ref().map(Group::names).unwrap_or_default()
    }

    /// Readable when the program is gone; once that is known, when the last of its namespaces is.
    pub(super) fn wake(&self, over: bool) -> Option<BorrowedFd<'_>> {
        match (&self.inside, over) {
            _ if self.empty => None,
            (Some(inside), true) => Some(inside.init_process.as_fd()),
            (Some(inside), false) => Some(inside.link.as_fd()),
            (None, true) => None,
            (None, false) => Some(self.process.as_fd()),
        }
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
        self.listen();
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) => {
                    if self.inside.as_ref().is_some_and(|inside| inside.init == pid) {
                        // What it said last counts, and if it said nothing it was killed with all the others.
                        self.listen();
                        self.ended(None, Some(libc::SIGKILL));
                    } else if pid == self.main {
                        self.ended(status.exit_status(), status.terminating_signal());
                    }
                }
                Err(Errno::INTR) => {}
                Ok(None) => return,
                Err(_) => {
                    self.empty = true;
                    return;
                }
            }
        }
    }

    /// Hears what the first process of the namespaces says.
    fn listen(&mut self) {
        if self.fate.is_none()
            && let Some(inside) = &self.inside
            && let Ok(Some((News::Ended { code, signal }, _))) = wire::receive(&inside.link, false)
        {
            self.ended(code, signal);
        }
    }

    fn ended(&mut self, code: Option<i32>, signal: Option<i32>) {
        if self.fate.is_none() {
            self.fate = Some(match (code, signal) {
                (Some(code), _) => Fate::Exited(code),
                (None, Some(libc::SIGXFSZ)) => {
                    Fate::OverLimit(Limit::FileSize, "a file grew beyond what one may have".into())
                }
                (None, Some(libc::SIGKILL)) if self.ran_out() => self.out_of_memory(),
                (None, signal) => Fate::Signalled(signal.unwrap_or_default()),
            });
        }
    }

    fn ran_out(&self) -> bool {
        self.group.as_ref().is_some_and(Group::ran_out)
    }

    fn out_of_memory(&self) -> Fate {
        Fate::OverLimit(Limit::Memory, "the memory of its control group ran out".into())
    }

    /// Sees to the limits of the whole tree (B18): what is broken, in words.
    pub(super) fn watch(&mut self, limits: &Limits) -> bool {
        let members = self.tree.watched();
        let living = members.iter().filter(|process| !process.over).count();
        let resident: u64 = members.iter().map(|process| process.resident).sum();
        self.peak = self.peak.max(resident);
        let fate = if self.ran_out() {
            self.out_of_memory()
        } else if living > limits.processes as usize {
            let words = format!("{living} processes, {} allowed", limits.processes);
            Fate::OverLimit(Limit::Processes, words)
        } else if resident > limits.resident && self.tree.proportional(&members) > limits.resident {
            let words = format!("{} MiB resident, {} MiB allowed", resident >> 20, limits.resident >> 20);
            Fate::OverLimit(Limit::Memory, words)
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
        let mut usage = if self.empty {
            let (cpu, peak) = sys::reaped();
            Usage { cpu, peak, ..Usage::default() }
        } else {
            self.tree.usage()
        };
        self.peak = self.peak.max(usage.peak);
        usage.peak = self.peak;
        if let Some(time) = self.group.as_ref().and_then(Group::processor_time) {
            usage.cpu = time;
        }
        // Parts of a tick get lost.
        self.cpu = self.cpu.max(usage.cpu);
        usage.cpu = self.cpu;
        usage
    }

    /// A signal to all of it.
    pub(super) fn signal(&mut self, signal: Signal) -> Vec<Process> {
        // In namespaces pids are others than here.
        let outside = self.inside.as_ref().map(|_| Tree::new(self.above()).members());
        let members = outside.unwrap_or_else(|| self.tree.members());
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
            let count = living(self.tree.members());
            if let Some(inside) = &self.inside {
                let _ = kill_process(inside.init, Signal::KILL);
                self.group.iter().for_each(Group::kill);
            } else {
                self.uid.into_iter().for_each(kill_uid);
                // Stopped first, so that what forks without end comes to an end.
                self.signal(Signal::STOP);
                self.signal(Signal::KILL);
            }
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
        self.signal(Signal::STOP);
        let emptied = self.empty_stopped();
        self.signal(Signal::CONT);
        emptied
    }

    fn empty_stopped(&self) -> Result<(), String> {
        let empty = |opened: rustix::io::Result<OwnedFd>, keep: &[CString], place: &str| {
            opened.and_then(|opened| folder::empty(&opened, keep)).map_err(|error| cannot(place, error))
        };
        if let Some(inside) = &self.inside {
            for (name, place, _) in WRITABLE {
                let keep = if name == "tmp" { &inside.keep[..] } else { &[] };
                empty(folder::open(&inside.files, OsStr::new(name)), keep, place)?;
            }
        }
        let Some(private) = self.private() else { return Ok(()) };
        empty(folder::open(rustix::fs::CWD, private.as_os_str()), &[], &private.display().to_string())
    }

    /// Removes what was made for it.
    pub(super) fn clear(&mut self) {
        if let Some(private) = self.private.take() {
            let _ = folder::remove(&private.path);
        }
        take_back(self.lent.take());
        self.group.iter().for_each(Group::remove);
    }
}

/// Takes back a folder that was lent.
fn take_back(lent: Option<(PathBuf, u32)>) {
    if let Some((folder, uid)) = lent {
        let _ = folder::take_back(&folder, uid);
    }
}

/// What the program may read besides the system: its folder, what was asked for, and its tools.
fn readable(order: &Order, program: &Path) -> Vec<PathBuf> {
    let mut all = vec![PathBuf::from(&order.folder)];
    for path in order.readable.iter().map(PathBuf::from) {
        all.extend(path.canonicalize());
        all.push(path);
    }
    if order.network {
        all.extend(network_settings());
    }
    all.extend(tool_folders(program, Path::new(&order.home), &order.path, resolve::interpreter));
    all
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
    let pid = getpid().as_raw_pid() as u32;
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let range = |line: &str| {
        let mut numbers = line.split_ascii_whitespace().map(|number| number.parse::<u64>().ok());
        Some((numbers.next()??, numbers.next()??, numbers.next()??))
    };
    let ranges: Vec<(u64, u64, u64)> = map.lines().filter_map(range).collect();
    // Root of nobody but itself, in a user namespace of an ordinary user: an ordinary user.
    if let [(_, 1.., 1)] = ranges[..] {
        return Ok(None);
    }
    let wanted = u64::from(UIDS + pid);
    let mut few = None;
    for (first, _, count) in ranges {
        if (first..first + count).contains(&wanted) {
            return Ok(Some(UIDS + pid));
        }
        // In a container with few uids: those towards the end of them, but for the last, which are nobody's.
        if count >= 0x8000 {
            few = Some((first + count - 0x100 - u64::from(pid) % 0x4000) as u32);
        }
    }
    few.map(Some).ok_or_else(|| {
        "this container has no uid that a bot could have alone: run as a user, or play with --as-root".into()
    })
}

/// A private folder in the first place for temporary files that the program can reach.
fn make_private(order: &Order, uid: Option<u32>) -> Result<Private, String> {
    let places = [Path::new(&order.temporary), Path::new("/tmp"), Path::new("/var/tmp")];
    let place = places.into_iter().find(|place| resolve::as_uid(uid, || resolve::may(place, Access::EXEC_OK)));
    Private::make(place.unwrap_or(places[0]), uid).map_err(|(path, error)| cannot(&path.display().to_string(), error))
}
