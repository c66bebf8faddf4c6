//! What this machine can do for programs that play, and why not more (B18).

use crate::sandbox::{self, Level};
use serde::Serialize;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// All that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The system, its version and the kind of processor.
    pub system: String,
    /// Processors that this process may use.
    pub processors: usize,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Whether this process is root, so that programs get uids of their own.
    pub root: bool,
    /// The highest level that works.
    pub best: Level,
    /// What is missing for each level, if anything.
    pub levels: Vec<LevelReport>,
    /// Parts of the kernel that holding, shutting in and fair clocks stand on.
    pub features: Vec<Feature>,
    /// How fast processes wake up.
    pub delays: Delays,
    /// Limits that a program gets, where the machine's own are not lower.
    pub limits: Vec<LimitReport>,
    /// Tool chains for bots.
    pub tools: Vec<Tool>,
}

/// Whether a level works.
#[derive(Clone, Debug, Serialize)]
pub struct LevelReport {
    /// The level.
    pub level: Level,
    /// What is missing for it; none if it works.
    pub missing: Option<String>,
}

/// A part of the kernel.
#[derive(Clone, Debug, Serialize)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// Whether it can be used.
    pub works: bool,
    /// What was found, or what is missing.
    pub words: String,
}

/// How fast processes wake up.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Delays {
    /// How much later than asked a thread that sleeps for 1 ms wakes.
    pub canary: Option<Spread>,
    /// A line to `cat` over a pipe and back.
    pub ping_pong: Option<Spread>,
    /// From launch to the first line of `cat`, at the highest level.
    pub launch: Option<Duration>,
}

/// What is usual, and what is rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// Half are below.
    pub p50: Duration,
    /// 99 of 100 are below.
    pub p99: Duration,
    /// The slowest.
    pub most: Duration,
}

impl Spread {
    /// Of these times; none if there are none.
    #[must_use]
    pub fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let at = |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1))).copied();
        Some(Self { p50: at(50)?, p99: at(99)?, most: *times.last()? })
    }
}

/// A limit.
#[derive(Clone, Debug, Serialize)]
pub struct LimitReport {
    /// What is limited.
    pub name: &'static str,
    /// How much a program may have.
    pub value: u64,
    /// Whether that is less than usual, since the machine's own limit is lower.
    pub lowered: bool,
}

/// A tool chain.
#[derive(Clone, Debug, Serialize)]
pub struct Tool {
    /// Its command.
    pub name: &'static str,
    /// Where it is.
    pub path: Option<PathBuf>,
    /// What it says of itself.
    pub version: Option<String>,
}

/// Commands that bots are run or built with, and what makes them tell their version.
const TOOLS: [(&str, &str); 6] = [
    ("python3", "--version"),
    ("node", "--version"),
    ("java", "-version"),
    ("go", "version"),
    ("g++", "--version"),
    ("cargo", "--version"),
];
/// How long a tool chain may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often a delay is measured.
const SAMPLES: usize = 200;

/// Looks at everything; takes a second or two.
#[must_use]
pub fn examine() -> Report {
    let best = sandbox::best();
    let levels = Level::ALL.map(|level| LevelReport { level, missing: sandbox::missing(level) });
    let delays = Delays { canary: canary(), ..pipes(best) };
    Report {
        system: system(),
        processors: std::thread::available_parallelism().map_or(1, Into::into),
        memory: memory(),
        root: is_root(),
        best,
        levels: levels.into(),
        features: features(),
        delays,
        limits: limits(),
        tools: tools(),
    }
}

fn system() -> String {
    #[cfg(unix)]
    {
        let name = rustix::system::uname();
        let text = |part: &std::ffi::CStr| part.to_string_lossy().into_owned();
        format!("{} {} {}", text(name.sysname()), text(name.release()), text(name.machine()))
    }
    #[cfg(not(unix))]
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.split_ascii_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    false
}

/// How much too late a thread wakes. It says something of the machine, never of a bot (B12).
#[must_use]
pub fn canary() -> Option<Spread> {
    let nap = Duration::from_millis(1);
    let late = (0..SAMPLES).map(|_| {
        let start = Instant::now();
        std::thread::sleep(nap);
        start.elapsed().saturating_sub(nap)
    });
    Spread::of(late.collect())
}

#[cfg(not(unix))]
fn pipes(_level: Level) -> Delays {
    Delays::default()
}

/// How long `cat` takes to start, and to give a line back.
#[cfg(unix)]
fn pipes(level: Level) -> Delays {
    use crate::keeper::{Held, Launch};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut launch = Launch::new(vec!["cat".into()], "/usr".into());
    launch.level = level;
    let start = Instant::now();
    let Ok(held) = Held::launch(&launch) else { return Delays::default() };
    let round = || -> Option<()> {
        rustix::io::write(&held.stdin, b"ping\n").ok()?;
        let patience = Timespec { tv_sec: PATIENCE.as_secs() as i64, tv_nsec: 0 };
        poll(&mut [PollFd::new(&held.stdout, PollFlags::IN)], Some(&patience)).ok().filter(|count| *count > 0)?;
        (rustix::io::read(&held.stdout, &mut [0; 8]).ok()? > 0).then_some(())
    };
    let first = round().map(|()| start.elapsed());
    let times = (0..SAMPLES).map_while(|_| {
        let start = Instant::now();
        round().map(|()| start.elapsed())
    });
    let ping_pong = Spread::of(times.collect());
    let _ = held.leave(Duration::from_millis(500));
    Delays { canary: None, ping_pong, launch: first }
}

#[cfg(not(target_os = "linux"))]
fn features() -> Vec<Feature> {
    let words = "levels above 0 are for Linux, and here nobody kills what a program leaves behind".to_string();
    vec![Feature { name: "keeper", works: false, words }]
}

#[cfg(target_os = "linux")]
fn features() -> Vec<Feature> {
    use crate::sys;
    let read = |path: &str| std::fs::read_to_string(path).map(|text| text.trim().to_string());
    let abi = sys::landlock_version();
    let spaces = read("/proc/sys/user/max_user_namespaces").unwrap_or_else(|_| "0".into());
    let groups = sandbox::cgroup::Group::try_out();
    let schedstat = read("/proc/self/schedstat");
    let counters = sys::open_task_clock();
    let said = |result: &std::io::Result<String>| match result {
        Ok(text) => text.clone(),
        Err(error) => error.to_string(),
    };
    vec![
        Feature {
            name: "landlock",
            works: abi.is_ok(),
            words: match &abi {
                Ok(version) => format!("version {version}"),
                Err(error) => format!("{error}: Linux 5.13 with `landlock` among lsm= is needed"),
            },
        },
        Feature { name: "user namespaces", works: spaces != "0", words: format!("at most {spaces}") },
        own_processors(groups.is_ok()),
        Feature { name: "control groups", works: groups.is_ok(), words: groups.unwrap_or_else(|words| words) },
        Feature {
            name: "schedstat",
            works: schedstat.is_ok(),
            words: match &schedstat {
                Ok(_) => "how long a bot waited to run can be told (B12)".into(),
                Err(_) => format!("{}: no lateness can be excused (B12)", said(&schedstat)),
            },
        },
        Feature {
            name: "perf counters",
            works: counters.is_ok(),
            words: match counters {
                Ok(()) => "processor time of a whole tree can be counted (B10)".into(),
                Err(error) => {
                    let paranoid = said(&read("/proc/sys/kernel/perf_event_paranoid"));
                    format!("{error}; kernel.perf_event_paranoid is {paranoid}")
                }
            },
        },
    ]
}

/// Whether programs can have processors of their own (B15, B18).
#[cfg(target_os = "linux")]
fn own_processors(has_groups: bool) -> Feature {
    let cores = crate::processors::room_apart(1);
    let words = match cores {
        _ if !has_groups => "level 2 is needed, and control groups for it".into(),
        0 => "too few: one core is the host's".into(),
        _ => {
            let held = match sandbox::cgroup::Group::binds() {
                true => "held by control groups",
                false => "by affinity alone, since no cpuset can be made: a program can undo it",
            };
            format!("cores for programs at level 2, one each, beside the host's: {cores}, {held}")
        }
    };
    Feature { name: "processors", works: has_groups && cores > 0, words }
}

fn limits() -> Vec<LimitReport> {
    let limits = sandbox::Limits::default();
    let mut all = vec![
        LimitReport { name: "resident memory of the tree", value: limits.resident, lowered: false },
        LimitReport { name: "processes of the tree", value: u64::from(limits.processes), lowered: false },
        LimitReport { name: "data of a process", value: limits.data, lowered: false },
        LimitReport { name: "open files of a process", value: limits.files, lowered: false },
        LimitReport { name: "bytes of a file", value: limits.file_size, lowered: false },
    ];
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit};
        for (limit, resource) in all.iter_mut().skip(2).zip([Resource::Data, Resource::Nofile, Resource::Fsize]) {
            if let Some(most) = getrlimit(resource).maximum.filter(|most| *most < limit.value) {
                (limit.value, limit.lowered) = (most, true);
            }
        }
    }
    all.push(LimitReport { name: "private files at level 1", value: limits.private, lowered: false });
    all
}

fn tools() -> Vec<Tool> {
    std::thread::scope(|scope| {
        let asked = TOOLS.map(|(name, argument)| scope.spawn(move || tool(name, argument)));
        let told = asked
            .into_iter()
            .zip(TOOLS)
            .map(|(asked, (name, _))| asked.join().unwrap_or(Tool { name, path: None, version: None }));
        told.collect()
    })
}

fn tool(name: &'static str, argument: &str) -> Tool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::split_paths(&path).map(|place| place.join(name)).find(|file| file.is_file());
    let version = path.as_ref().and_then(|path| version(path, argument));
    Tool { name, path, version }
}

/// The first line that a command writes, to either stream.
fn version(path: &std::path::Path, argument: &str) -> Option<String> {
    let mut command = Command::new(path);
    command.arg(argument).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut text = String::new();
    child.stdout.take()?.take(4096).read_to_string(&mut text).ok()?;
    child.stderr.take()?.take(4096).read_to_string(&mut text).ok()?;
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_of_sorted_times() {
        let times = (1..=200).rev().map(Duration::from_millis).collect();
        let spread = Spread::of(times).unwrap();
        let millis = [spread.p50, spread.p99, spread.most].map(|time| time.as_millis());
        assert_eq!(millis, [101, 199, 200]);
        assert_eq!(Spread::of(Vec::new()), None);
    }
}
