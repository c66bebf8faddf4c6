//! From the keeper to the program: what the child does between fork and exec (B16, B18).

use super::resolve::{self, may};
use super::wire::Order;
use crate::sandbox::root::PRIVATE;
use crate::sandbox::{Level, fence};
use crate::sys;
use rustix::fs::{Access, Mode};
use rustix::io::Errno;
use rustix::process::{Gid, Pid, Resource, Rlimit, Signal, Uid, getpid, getrlimit, setrlimit};
use rustix::thread::{CpuSet, remove_capability_from_bounding_set, sched_setaffinity, set_capabilities_secure_bits};
use std::convert::Infallible;
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Threads and processes of an uid that is the program's alone: well above the watchdog's limit of processes, since
/// every thread counts.
const THREADS: u64 = 1024;

/// All that the child needs.
pub(super) struct Plan<'a> {
    pub(super) order: &'a Order,
    /// The file to execute.
    pub(super) program: PathBuf,
    /// The uid of its own, where the host is root.
    pub(super) uid: Option<u32>,
    /// `HOME` and `TMPDIR`.
    pub(super) private: PathBuf,
    /// The program's ends: input, output, errors.
    pub(super) ends: &'a [OwnedFd; 3],
    /// What it may read besides the system.
    pub(super) readable: Vec<PathBuf>,
}

impl Plan<'_> {
    pub(super) fn folder(&self) -> &Path {
        Path::new(&self.order.folder)
    }

    /// The environment, made anew (B16).
    fn environment(&self) -> Vec<(OsString, OsString)> {
        let private = self.private.as_os_str();
        let mut environment: Vec<(OsString, OsString)> = [
            ("PATH", self.order.path.as_os_str()),
            ("HOME", private),
            ("TMPDIR", private),
            ("LANG", OsStr::new("C.UTF-8")),
            ("PYTHONUNBUFFERED", OsStr::new("1")),
            ("PYTHONHASHSEED", OsStr::new("0")),
            ("OMP_NUM_THREADS", OsStr::new(&self.order.cores.max(1).to_string())),
        ]
        .map(|(name, value)| (name.into(), value.to_owned()))
        .into();
        // What rustup's stand-ins look for in the home folder.
        let tools = Path::new(&self.order.home).join(".rustup");
        if self.readable.contains(&tools) {
            environment.push(("RUSTUP_HOME".into(), tools.into()));
        }
        for (name, value) in &self.order.env {
            environment.retain(|(other, _)| other != name);
            environment.push((name.clone(), value.clone()));
        }
        environment
    }
}

/// Forks and executes. The child's pid, or why there is none.
pub(super) fn bare(plan: &Plan<'_>) -> Result<Pid, String> {
    let (news, report) =
        rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).map_err(|error| cannot("pipe", error))?;
    let keeper = getpid();
    match sys::fork(0).map_err(|error| cannot("fork", error))? {
        None => {
            drop(news);
            child(plan, report, Some(keeper))
        }
        Some(pid) => {
            drop(report);
            match failure(news) {
                None => Ok(pid),
                Some(words) => {
                    let _ = rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
                    Err(words)
                }
            }
        }
    }
}

/// What a child said before its report was closed by exec: nothing, if all went well.
pub(super) fn failure(news: OwnedFd) -> Option<String> {
    let mut words = String::new();
    let _ = File::from(news).read_to_string(&mut words);
    (!words.is_empty()).then_some(words)
}

/// The child: becomes the program, or reports why not and exits.
pub(super) fn child(plan: &Plan<'_>, report: OwnedFd, parent: Option<Pid>) -> ! {
    let Err(words) = become_program(plan, parent);
    give_up(report, &words)
}

/// Reports why not, and exits.
pub(super) fn give_up(report: OwnedFd, words: &str) -> ! {
    let _ = File::from(report).write_all(words.as_bytes());
    std::process::exit(127)
}

pub(super) fn cannot(what: &str, error: impl Into<io::Error>) -> String {
    format!("{what}: {}", error.into())
}

fn become_program(plan: &Plan<'_>, parent: Option<Pid>) -> Result<Infallible, String> {
    let order = plan.order;
    let strings = |texts: Vec<&OsStr>| -> Result<Vec<CString>, String> {
        let all: Result<_, _> = texts.into_iter().map(|text| CString::new(text.as_bytes())).collect();
        all.map_err(|_| "an argument or a variable of the environment holds a NUL".to_string())
    };
    let argv = strings(order.argv.iter().map(OsString::as_os_str).collect())?;
    let joined: Vec<OsString> = plan
        .environment()
        .into_iter()
        .map(|(name, value)| {
            let mut text = name;
            text.push("=");
            text.push(value);
            text
        })
        .collect();
    let environment = strings(joined.iter().map(OsString::as_os_str).collect())?;
    let program = strings(vec![plan.program.as_os_str()])?.remove(0);

    rustix::process::setsid().map_err(|error| cannot("setsid", error))?;
    for (place, end) in plan.ends.iter().enumerate() {
        sys::duplicate(end.as_raw_fd(), place as i32).map_err(|error| cannot("standard streams", error))?;
    }
    sys::close_from(3, true).map_err(|error| cannot("close_range", error))?;
    rustix::process::umask(Mode::from_bits_truncate(0o077));
    limits(plan)?;
    // Where a program can have any: as root, or as the one who made its namespaces.
    if order.level.has_namespaces() || order.level == Level::ZeroPlus && rustix::process::geteuid().is_root() {
        drop_rights().map_err(|error| cannot("rights of root", error))?;
    }
    if let Some(number) = plan.uid {
        let (uid, gid) = (Uid::from_raw(number), Gid::from_raw(number));
        let taken = rustix::thread::set_thread_groups(&[])
            .and_then(|()| rustix::thread::set_thread_res_gid(gid, gid, gid))
            .and_then(|()| rustix::thread::set_thread_res_uid(uid, uid, uid));
        taken.map_err(|error| cannot(&format!("uid {number} for the bot alone"), error))?;
    }
    rustix::thread::set_no_new_privs(true).map_err(|error| cannot("no_new_privs", error))?;
    // The keeper has one thread, which forked us: this fires if it is killed, and not before (B16).
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| cannot("prctl", error))?;
    if parent.is_some() && rustix::process::getppid() != parent {
        return Err("the keeper was killed".into());
    }
    let own = plan.uid.is_some();
    rustix::process::chdir(plan.folder()).map_err(|error| match error {
        Errno::ACCESS => format!("{}: {}", plan.folder().display(), resolve::denied(&plan.folder().join("."), own)),
        error => cannot(&plan.folder().display().to_string(), error),
    })?;
    readable(plan)?;
    fence::put_up(order.level, &fence_paths(plan)).map_err(|words| format!("level {}: {words}", order.level))?;
    sys::reset_signals();
    sys::execute(&program, &argv, &environment).map_err(|error| resolve::refused(&plan.program, &error, own))
}

/// What the fence lets through, besides the system.
fn fence_paths(plan: &Plan<'_>) -> fence::Paths {
    let mut paths = if plan.order.level.has_namespaces() {
        let write = ["/tmp", "/dev", PRIVATE].map(PathBuf::from);
        fence::Paths { read: vec!["/".into()], write: write.into(), network: plan.order.network }
    } else {
        let write = vec![plan.private.clone()];
        fence::Paths { read: plan.readable.clone(), write, network: plan.order.network }
    };
    if plan.order.writes {
        paths.write.push(plan.folder().into());
    }
    paths
}

/// No right of root is ever to be had again, whatever is executed by whatever uid.
fn drop_rights() -> rustix::io::Result<()> {
    use rustix::thread::{CapabilitiesSecureBits as Bits, CapabilitySet};
    for right in CapabilitySet::all().iter() {
        match remove_capability_from_bounding_set(right) {
            // This kernel does not know it.
            Ok(()) | Err(Errno::INVAL) => {}
            Err(error) => return Err(error),
        }
    }
    set_capabilities_secure_bits(Bits::NO_ROOT | Bits::NO_ROOT_LOCKED | Bits::NO_CAP_AMBIENT_RAISE)
}

/// A script that the program's own uid cannot read is told here, before its interpreter says something vague (B16).
fn readable(plan: &Plan<'_>) -> Result<(), String> {
    for argument in plan.order.argv.iter().skip(1) {
        let file = plan.folder().join(argument);
        if file.is_file() && !may(&file, Access::READ_OK) {
            return Err(format!("{}: {}", file.display(), resolve::denied(&file, plan.uid.is_some())));
        }
    }
    Ok(())
}

/// When memory is short, this process and all that comes of it are the first to go.
pub(super) fn expendable() -> Result<(), String> {
    std::fs::write("/proc/self/oom_score_adj", "1000").map_err(|error| cannot("oom_score_adj", error))
}

fn limits(plan: &Plan<'_>) -> Result<(), String> {
    let limits = &plan.order.limits;
    if !plan.order.level.has_namespaces() {
        expendable()?;
    }
    // The control group sees to it that it stays so, where there is one for processors.
    if plan.order.level == Level::Two && !plan.order.processors.is_empty() {
        let mut processors = CpuSet::new();
        plan.order
            .processors
            .iter()
            .filter(|number| **number < CpuSet::MAX_CPU)
            .for_each(|number| processors.set(*number));
        sched_setaffinity(None, &processors).map_err(|error| cannot("processors", error))?;
    }
    let mut all = vec![
        (Resource::Data, limits.data),
        (Resource::Nofile, limits.files),
        (Resource::Fsize, limits.file_size),
        // One byte is none, and tells the kernel not to start a program that would take the dump either.
        (Resource::Core, 1),
    ];
    // It counts every thread of the uid and does not hold root.
    if plan.uid.is_some() || plan.order.level.has_namespaces() {
        all.push((Resource::Nproc, THREADS.max(u64::from(limits.processes))));
    }
    for (resource, wanted) in all {
        let most = getrlimit(resource).maximum.map_or(wanted, |most| most.min(wanted));
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        setrlimit(resource, limit).map_err(|error| cannot(&format!("limit {resource:?}"), error))?;
    }
    Ok(())
}
