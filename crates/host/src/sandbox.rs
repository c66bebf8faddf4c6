//! Shutting programs in (B18): levels, limits, and which of them this machine has.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

#[cfg(target_os = "linux")]
pub(crate) mod cgroup;
#[cfg(target_os = "linux")]
pub(crate) mod fence;
#[cfg(target_os = "linux")]
pub(crate) mod root;

/// How well a program is shut in (B18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// Order, and nothing against malice: limits, and a watchdog.
    Zero,
    /// Besides, Landlock and a list of forbidden system calls.
    ZeroPlus,
    /// Besides, namespaces of its own.
    One,
    /// Besides, control groups.
    Two,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 4] = [Self::Zero, Self::ZeroPlus, Self::One, Self::Two];

    /// As it is written: `0`, `0+`, `1` or `2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::ZeroPlus => "0+",
            Self::One => "1",
            Self::Two => "2",
        }
    }

    /// Whether a program at this level has namespaces of its own.
    #[must_use]
    pub const fn has_namespaces(self) -> bool {
        matches!(self, Self::One | Self::Two)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What `--sandbox` says: a level, or the highest that works here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// This level or an error.
    At(Level),
    /// The highest level that works here.
    Best,
}

impl FromStr for Wish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "best" {
            return Ok(Self::Best);
        }
        let level = Level::ALL.into_iter().find(|level| level.name() == text);
        level.map(Self::At).ok_or_else(|| format!("{text:?} is not one of 0, 0+, 1, 2, best"))
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(level) => level.fmt(f),
            Self::Best => f.write_str("best"),
        }
    }
}

impl Wish {
    /// The level that is meant here.
    ///
    /// # Errors
    /// What is missing for the level that was wished for.
    pub fn level(self) -> Result<Level, String> {
        match self {
            Self::At(level) => match missing(level) {
                None => Ok(level),
                Some(words) => Err(words),
            },
            Self::Best => Ok(best()),
        }
    }
}

/// The highest level that works here.
#[must_use]
pub fn best() -> Level {
    Level::ALL.into_iter().rev().find(|level| missing(*level).is_none()).unwrap_or(Level::Zero)
}

/// What is missing for a level here; none if it works. Found out once, by starting a program that does nothing.
#[must_use]
pub fn missing(level: Level) -> Option<String> {
    static FOUND: [OnceLock<Option<String>>; 4] = [const { OnceLock::new() }; 4];
    FOUND[level as usize].get_or_init(|| probe(level)).clone()
}

#[cfg(unix)]
fn probe(level: Level) -> Option<String> {
    let mut launch = crate::keeper::Launch::new(vec!["true".into()], "/usr".into());
    launch.level = level;
    match crate::keeper::Held::launch(&launch) {
        Err(unfit) => Some(unfit.0),
        Ok(held) => match held.leave(std::time::Duration::from_millis(500)).fate {
            Some(crate::keeper::Fate::Exited(0)) => None,
            fate => Some(format!("level {level}: `true` came to {fate:?}")),
        },
    }
}

#[cfg(not(unix))]
fn probe(level: Level) -> Option<String> {
    Some(format!("level {level}: programs are held on Unix only"))
}

/// What a program and all that it starts may use (B18).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes resident in the whole tree.
    pub resident: u64,
    /// Processes in the whole tree.
    pub processes: u32,
    /// Bytes of data (`RLIMIT_DATA`) of one process.
    pub data: u64,
    /// Open files of one process.
    pub files: u64,
    /// Bytes of one file.
    pub file_size: u64,
    /// Bytes of the private file system at level 1.
    pub private: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { resident: 2 << 30, processes: 128, data: 4 << 30, files: 1024, file_size: 256 << 20, private: 256 << 20 }
    }
}

/// A limit that a program broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// Memory of the tree.
    Memory,
    /// Processes in the tree.
    Processes,
    /// The size of a file.
    FileSize,
}

impl Limit {
    /// Its name in messages and records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Processes => "processes",
            Self::FileSize => "file size",
        }
    }
}
