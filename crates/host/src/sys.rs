//! System calls that no safe crate offers: all `unsafe` of this crate is here, and only the keeper, which has one
//! thread, forks.
#![allow(unsafe_code)]

use rustix::process::Pid;
use std::convert::Infallible;
use std::ffi::{CStr, CString, c_int, c_long};
use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

fn checked(result: c_long) -> io::Result<c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Forks with these `CLONE_NEW*` flags: none in the child, its pid in the parent.
pub(crate) fn fork(namespaces: c_int) -> io::Result<Option<Pid>> {
    let flags = c_long::from(namespaces | libc::SIGCHLD);
    // SAFETY: without CLONE_VM and with no stack given this is a fork: the child goes on with a copy of everything. The
    // keeper has a single thread, so that no lock of the allocator or the library is held by a thread that is not there.
    let pid = checked(unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) })?;
    Ok(Pid::from_raw(pid as i32))
}

/// Replaces this process; returns only if that failed.
pub(crate) fn execute(path: &CStr, argv: &[CString], environment: &[CString]) -> io::Result<Infallible> {
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let (argv, environment) = (pointers(argv), pointers(environment));
    // SAFETY: both arrays end with a null pointer and hold pointers to strings that end with NUL and outlive the call.
    unsafe { libc::execve(path.as_ptr(), argv.as_ptr(), environment.as_ptr()) };
    Err(io::Error::last_os_error())
}

/// All signals as at the start of a program: none ignored, none blocked.
pub(crate) fn reset_signals() {
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: SIG_DFL is no handler of ours; signals that cannot be set are refused with an error.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: the set is initialised by `sigemptyset` before it is used.
    unsafe {
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
    }
}

/// Closes every descriptor from `first` on, or with `at_exec` has them closed when the process is replaced.
pub(crate) fn close_from(first: RawFd, at_exec: bool) -> io::Result<()> {
    let flags = if at_exec { libc::CLOSE_RANGE_CLOEXEC } else { 0 };
    // SAFETY: the callers own nothing from `first` on at that time, or close nothing yet.
    checked(unsafe { libc::syscall(libc::SYS_close_range, first as u32, u32::MAX, flags) }).map(drop)
}

/// Makes `from` the descriptor `to`, which stays open when the process is replaced.
pub(crate) fn duplicate(from: RawFd, to: RawFd) -> io::Result<()> {
    // SAFETY: `to` is one of the standard streams, which no owned value of the keeper stands for.
    checked(c_long::from(unsafe { libc::dup2(from, to) })).map(drop)
}

/// SIGKILL to every process that this one may signal, itself excepted; only after it took an uid of a program.
pub(crate) fn kill_every(signal: c_int) {
    // SAFETY: no memory is touched.
    unsafe { libc::kill(-1, signal) };
}

/// The processor time of a process, with its threads that are gone, in nanoseconds' precision.
pub(crate) fn processor_time(pid: u32) -> Option<Duration> {
    // What `clock_getcpuclockid` makes: the pid's complement, and 2 for the time that the scheduler counted.
    let clock = (!(pid as libc::clockid_t) << 3) | 2;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is written to by the kernel and lives until then.
    let result = unsafe { libc::clock_gettime(clock, &mut time) };
    (result == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// The processor time of the children that were reaped, and of theirs, and the most bytes that were resident in one.
pub(crate) fn reaped() -> (Duration, u64) {
    // SAFETY: all zeroes are a value of this struct, which the kernel then writes.
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut used);
        used
    };
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    (time(used.ru_utime) + time(used.ru_stime), used.ru_maxrss as u64 * 1024)
}

/// `struct mount_attr` of the kernel.
#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// Makes a mount and all below it one without devices and set-uid programs, and read-only if asked.
pub(crate) fn seal_mount(path: &CStr, read_only: bool) -> io::Result<()> {
    const RDONLY: u64 = 1;
    const NOSUID_NODEV: u64 = 2 | 4;
    const AT_RECURSIVE: c_int = 0x8000;
    let attributes = Attributes {
        set: if read_only { RDONLY | NOSUID_NODEV } else { NOSUID_NODEV },
        clear: 0,
        propagation: 0,
        user_namespace: 0,
    };
    // SAFETY: the path ends with NUL; the attributes are as long as is said.
    checked(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            AT_RECURSIVE,
            &raw const attributes,
            size_of::<Attributes>(),
        )
    })
    .map(drop)
}

/// The version of Landlock that the kernel has.
pub(crate) fn landlock_version() -> io::Result<c_long> {
    const CREATE_RULESET_VERSION: c_long = 1;
    // SAFETY: with this flag the kernel reads no memory.
    checked(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0, 0, CREATE_RULESET_VERSION) })
}

/// The beginning of `struct perf_event_attr`, in its first published size.
#[repr(C)]
struct Counter {
    kind: u32,
    size: u32,
    config: u64,
    rest: [u64; 3],
    flags: u64,
    more: [u64; 2],
}

/// Whether this process may count processor time of itself and its children to come.
pub(crate) fn open_task_clock() -> io::Result<()> {
    const SOFTWARE: u32 = 1;
    const TASK_CLOCK: u64 = 1;
    const FD_CLOEXEC: c_int = 8;
    const DISABLED_INHERIT_NO_KERNEL_NO_HYPERVISOR: u64 = 1 | 1 << 1 | 1 << 5 | 1 << 6;
    let counter = Counter {
        kind: SOFTWARE,
        size: size_of::<Counter>() as u32,
        config: TASK_CLOCK,
        rest: [0; 3],
        flags: DISABLED_INHERIT_NO_KERNEL_NO_HYPERVISOR,
        more: [0; 2],
    };
    // SAFETY: the attributes are as long as they say.
    let opened = unsafe { libc::syscall(libc::SYS_perf_event_open, &raw const counter, 0, -1, -1, FD_CLOEXEC) };
    let descriptor = checked(opened)?;
    // SAFETY: the descriptor was made just now and is nobody else's.
    drop(unsafe { OwnedFd::from_raw_fd(descriptor as RawFd) });
    Ok(())
}
