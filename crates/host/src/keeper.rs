//! Holding programs (B16): a keeper for each, which outlives neither its host nor its program.
//!
//! The keeper is a process of our own binary with a single thread. It starts the program, is the subreaper of all that
//! comes of it, watches its limits, and when the match is done, the host asks, or the host is gone, it kills and reaps
//! everything, and leaves.

pub use crate::sandbox::{Level, Limit, Limits};
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

#[cfg(not(target_os = "linux"))]
mod bare;
#[cfg(target_os = "linux")]
mod cage;
#[cfg(target_os = "linux")]
mod folder;
#[cfg(target_os = "linux")]
mod held;
#[cfg(target_os = "linux")]
mod init;
#[cfg(target_os = "linux")]
pub(crate) mod private;
#[cfg(target_os = "linux")]
mod resolve;
#[cfg(target_os = "linux")]
mod serve;
#[cfg(target_os = "linux")]
mod start;
#[cfg(target_os = "linux")]
pub(crate) mod tree;
#[cfg(target_os = "linux")]
mod wire;

#[cfg(not(target_os = "linux"))]
pub use bare::Held;
#[cfg(target_os = "linux")]
pub(crate) use folder::remove as remove_folder;
#[cfg(target_os = "linux")]
pub use held::Held;

/// The first argument that makes our binary a keeper.
const ASKED: &str = "gridhaunt:keeper";

/// What to start, and how.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments: no shell. A name without `/` is looked for in `PATH`, a relative path in `folder`.
    pub argv: Vec<OsString>,
    /// Where it is started.
    pub folder: PathBuf,
    /// What its environment has besides `PATH`, `HOME`, `TMPDIR`, `LANG`, `PYTHONUNBUFFERED`, `PYTHONHASHSEED` and
    /// `OMP_NUM_THREADS`.
    pub env: Vec<(OsString, OsString)>,
    /// How well it is shut in.
    pub level: Level,
    /// What it may use.
    pub limits: Limits,
    /// What it may read besides the system, its folder and the folders of its interpreter; for level 0+ and above.
    pub readable: Vec<PathBuf>,
    /// How many processors it may count on.
    pub cores: usize,
    /// The processors it is bound to at level 2; none for any. Who plays a match decides, so that all of its seats have
    /// as many.
    pub processors: Vec<usize>,
    /// Whether a host that is root runs it as root too.
    pub as_root: bool,
    /// A folder that stands before those of `PATH`, if any.
    pub tools: Option<PathBuf>,
    /// Whether it may write in its folder: for a build, which is no match.
    pub writes: bool,
    /// Whether it has the machine's network at level 0+ and above: for a build.
    pub network: bool,
}

impl Launch {
    /// `argv` in `folder` at level 0, with the usual limits.
    #[must_use]
    pub fn new(argv: Vec<OsString>, folder: PathBuf) -> Self {
        Self {
            argv,
            folder,
            env: Vec::new(),
            level: Level::Zero,
            limits: Limits::default(),
            readable: Vec::new(),
            cores: 1,
            processors: Vec::new(),
            as_root: false,
            tools: None,
            writes: false,
            network: false,
        }
    }
}

/// Why a program cannot be started: one line that says what was tried and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(pub String);

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It exited with this status.
    Exited(i32),
    /// It was killed by this signal.
    Signalled(i32),
    /// It broke this limit and was killed, with words about it.
    OverLimit(Limit, String),
}

/// What a program used, with everything that it started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time.
    pub cpu: Duration,
    /// How long its threads that live waited to run (schedstat).
    pub waited: Duration,
    /// Bytes resident now.
    pub resident: u64,
    /// The most bytes that were resident.
    pub peak: u64,
    /// Processes now.
    pub processes: u32,
}

/// How a program left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// What became of the program itself; none if its keeper was killed before it could tell.
    pub fate: Option<Fate>,
    /// Whether SIGTERM was needed.
    pub term: bool,
    /// How many processes SIGKILL was needed for.
    pub killed: u32,
    /// Processes that could not be ended: always 0 unless the kernel holds them.
    pub remaining: u32,
    /// What it used.
    pub usage: Usage,
    /// The last of what it wrote to standard error while it left.
    #[serde(skip)]
    pub stderr: Vec<u8>,
}

/// The binary that is the keeper, and the words before the one that makes it a keeper.
static BINARY: OnceLock<(PathBuf, Vec<OsString>)> = OnceLock::new();

/// Names the binary that is the keeper, once and before anything is launched: for hosts that are not the `gridhaunt`
/// binary.
pub fn use_binary(path: impl Into<PathBuf>) {
    use_command(path, Vec::new());
}

/// Names a command that becomes the keeper, once and before anything is launched: for hosts whose process is an
/// interpreter. It calls [`become_if_asked`].
pub fn use_command(path: impl Into<PathBuf>, words: Vec<OsString>) {
    let _ = BINARY.set((path.into(), words));
}

/// The words before the one that makes the binary a keeper.
#[cfg(target_os = "linux")]
pub(crate) fn words() -> &'static [OsString] {
    BINARY.get().map_or(&[], |(_, words)| words)
}

/// The binary that is the keeper: what [`use_binary`] named, else `GRIDHAUNT_KEEPER`, else this one.
#[must_use]
pub fn binary() -> PathBuf {
    if let Some((path, _)) = BINARY.get() {
        return path.clone();
    }
    match std::env::var_os("GRIDHAUNT_KEEPER") {
        Some(path) if !path.is_empty() => path.into(),
        // Right even after the file was replaced by a newer build.
        _ if cfg!(target_os = "linux") => "/proc/self/exe".into(),
        _ => std::env::current_exe().unwrap_or_default(),
    }
}

/// Becomes a keeper and does not return if this process was started as one; the first thing in `main`.
pub fn main_if_asked() {
    if let Some(word) = std::env::args_os().nth(1) {
        become_if_asked(&word);
    }
}

/// Becomes a keeper and does not return if this is the word that a host gives its keeper. The process has a single
/// thread.
pub fn become_if_asked(word: &OsStr) {
    if word == ASKED {
        #[cfg(target_os = "linux")]
        serve::serve();
        #[cfg(not(target_os = "linux"))]
        std::process::exit(2);
    }
}
