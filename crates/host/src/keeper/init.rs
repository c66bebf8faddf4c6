//! The first process of a program's own namespaces (B16): it builds the root, starts the program, reaps, and when
//! nothing is left it leaves. It is never the program itself, and with it the kernel ends all of them.

use super::start::{self, Plan, cannot};
use super::wire;
use crate::sandbox::cgroup::Group;
use crate::sandbox::root::{self, Root};
use crate::sys;
use rustix::fs::Mode;
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, set_dumpable_behavior,
    set_parent_process_death_signal, waitpid,
};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::PathBuf;

const NAMESPACES: i32 = libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWNET;

/// What the first process tells the keeper.
#[derive(Serialize, Deserialize)]
pub(super) enum News {
    /// The root is built and the program forked; with its files, its `/proc` and its process as descriptors.
    Ready { keep: Vec<OsString> },
    /// The program is over.
    Ended { code: Option<i32>, signal: Option<i32> },
}

/// Namespaces with a program in them, from outside.
pub(super) struct Inside {
    pub(super) init: Pid,
    pub(super) init_process: OwnedFd,
    pub(super) link: OwnedFd,
    pub(super) main: Pid,
    pub(super) main_process: OwnedFd,
    pub(super) files: OwnedFd,
    pub(super) proc: OwnedFd,
    pub(super) keep: Vec<OsString>,
}

/// Starts a program in namespaces of its own.
pub(super) fn namespaced(plan: &Plan<'_>, readable: &[PathBuf], group: Option<&Group>) -> Result<Inside, String> {
    let (link, theirs) = wire::pair().map_err(|error| cannot("socketpair", error))?;
    let (news, report) =
        rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).map_err(|error| cannot("pipe", error))?;
    let shared = if plan.order.network { libc::CLONE_NEWNET } else { 0 };
    let init = match sys::fork(NAMESPACES & !shared).map_err(|error| forbidden(&error))? {
        None => {
            drop((link, news));
            run(plan, readable, theirs, report)
        }
        Some(init) => init,
    };
    drop((theirs, report));
    let started = prepare(plan, init, group)
        .and_then(|()| wire::send(&link, &(), &[]).map_err(|error| cannot("the first process", error)))
        .and_then(|()| match start::failure(news) {
            Some(words) => Err(words),
            None => ready(init, link),
        });
    started.inspect_err(|_| {
        let _ = kill_process(init, Signal::KILL);
        let _ = waitpid(Some(init), WaitOptions::empty());
    })
}

fn forbidden(error: &std::io::Error) -> String {
    let words = "namespaces cannot be made";
    let hint = match error.raw_os_error() {
        Some(libc::EPERM) => {
            "user namespaces are forbidden here (kernel.unprivileged_userns_clone, \
             kernel.apparmor_restrict_unprivileged_userns, or the container's seccomp profile); --sandbox 0+ does without"
        }
        Some(libc::ENOSPC | libc::EUSERS) => "raise user.max_user_namespaces",
        Some(libc::EINVAL) => "this kernel is built without them",
        _ => "see `gridhaunt doctor`",
    };
    format!("{words}: {error}: {hint}")
}

/// Maps the ids and puts the first process into its groups, before it does anything.
fn prepare(plan: &Plan<'_>, init: Pid, group: Option<&Group>) -> Result<(), String> {
    if let Some(group) = group {
        group.add(init.as_raw_pid())?;
    }
    let folder = PathBuf::from(format!("/proc/{}", init.as_raw_pid()));
    let write = |file: &str, text: String| {
        std::fs::write(folder.join(file), text).map_err(|error| format!("{file} of the user namespace: {error}"))
    };
    let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let own = |id: u32| plan.uid.map_or(format!("{id} {id} 1\n"), |own| format!("{id} {id} 1\n{own} {own} 1\n"));
    if plan.uid.is_none() {
        write("setgroups", "deny".into())?;
    }
    write("gid_map", own(gid))?;
    write("uid_map", own(uid))
}

fn ready(init: Pid, link: OwnedFd) -> Result<Inside, String> {
    let lost = || "the first process of the namespaces died".to_string();
    let (news, descriptors) = wire::receive::<News>(&link, true).ok().flatten().ok_or_else(lost)?;
    let News::Ready { keep } = news else { return Err(lost()) };
    let [files, proc, main_process] = <[OwnedFd; 3]>::try_from(descriptors).map_err(|_| lost())?;
    let about = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", main_process.as_raw_fd())).unwrap_or_default();
    let pid = about.lines().find_map(|line| line.strip_prefix("Pid:")?.trim().parse().ok());
    let main = pid.filter(|pid| *pid > 0).and_then(Pid::from_raw).ok_or_else(lost)?;
    // Only now may it be reaped: its pid was still its own.
    wire::send(&link, &(), &[]).map_err(|error| cannot("the first process", error))?;
    let init_process = pidfd_open(init, PidfdFlags::empty()).map_err(|error| cannot("pidfd_open", error))?;
    Ok(Inside { init, init_process, link, main, main_process, files, proc, keep })
}

/// The first process, from its start to its end.
fn run(plan: &Plan<'_>, readable: &[PathBuf], link: OwnedFd, report: OwnedFd) -> ! {
    match enter(plan, readable, &link).and_then(|root| Ok((sys::fork(0).map_err(|error| cannot("fork", error))?, root)))
    {
        Ok((None, _)) => start::child(plan, report, None),
        Ok((Some(main), root)) => {
            // Closed here, the report ends when the program has begun.
            drop(report);
            let process = pidfd_open(main, PidfdFlags::empty());
            let Ok(process) = process else { std::process::exit(1) };
            let news = News::Ready { keep: root.keep };
            let sent = wire::send(&link, &news, &[root.files.as_fd(), root.proc.as_fd(), process.as_fd()]);
            if sent.is_err() || !matches!(wire::receive::<()>(&link, true), Ok(Some(_))) {
                std::process::exit(1);
            }
            // Nothing of the keeper's stays open here.
            let _ = sys::duplicate(link.as_raw_fd(), 0);
            let _ = sys::close_from(1, false);
            reap(main)
        }
        Err(words) => start::give_up(report, &words),
    }
}

fn enter(plan: &Plan<'_>, readable: &[PathBuf], link: &OwnedFd) -> Result<Root, String> {
    // The keeper forked us and has one thread; if it was killed before this, its end of the link is closed.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| cannot("prctl", error))?;
    if !matches!(wire::receive::<()>(link, true), Ok(Some(_))) {
        return Err("the keeper was killed".into());
    }
    rustix::process::umask(Mode::from_bits_truncate(0o022));
    start::expendable()?;
    // The program must not look into us; nor can we write in our own /proc from here on.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|error| cannot("prctl", error))?;
    rustix::system::sethostname(b"bot").map_err(|error| cannot("sethostname", error))?;
    let writes = plan.order.writes.then(|| plan.folder());
    root::build(readable, writes, plan.order.limits.private, plan.uid)
}

/// Waits for whatever ends, tells of the program, and leaves when nothing is left.
fn reap(main: Pid) -> ! {
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == main => {
                let news = News::Ended { code: status.exit_status(), signal: status.terminating_signal() };
                let _ = wire::send(rustix::stdio::stdin(), &news, &[]);
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => std::process::exit(0),
        }
    }
}
