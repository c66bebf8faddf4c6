//! The results of an experiment on disk: a header, then one JSON line for every arm of every seed.
//!
//! Lines are written in order, seed by seed, whole blocks at a time. What was cut off in the middle is played again,
//! so a file can be gone on with wherever it ends.

use super::measure::{Kind, Measure, Values};
use super::plan::{Arm, Plan};
use gridhaunt_kernel::json::{Map, Value, hex};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of this format.
const VERSION: u64 = 1;

/// Why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// Disk failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// It is something else.
    #[error("{}: this is no file of an experiment; name another place, or write over it with --fresh", .0.display())]
    NoLedger(PathBuf),
    /// It belongs to another plan.
    #[error(
        "{}: this file is of another experiment ({found}, not {expected}: other rules, settings, bots or seed); name another place, or start over with --fresh",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its fingerprint.
        found: String,
        /// The fingerprint of the plan.
        expected: String,
    },
    /// The same games give other results now.
    #[error(
        "{}: seed {seed} of arm {arm} gives another result now than is on file, so rules or bots have changed; start over with --fresh",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The arm.
        arm: String,
        /// The seed.
        seed: u64,
    },
    /// A line is not what should be there.
    #[error(
        "{}: line {line} is not the result of arm {arm} with seed {seed}; start over with --fresh",
        path.display()
    )]
    Broken {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The arm that should be there.
        arm: String,
        /// The seed that should be there.
        seed: u64,
    },
    /// Somebody else writes to it.
    #[error("{}: another run of this experiment is writing here; wait for it or stop it", .0.display())]
    Busy(PathBuf),
}

/// The file of results of a plan, open and held.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    header: String,
}

impl Ledger {
    /// Opens the file of a plan, or begins it. `fresh` forgets what is there.
    pub fn open(path: &Path, plan: &Plan, fresh: bool) -> Result<Self, LedgerError> {
        let io = |error| LedgerError::Io { path: path.into(), error };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LedgerError::Busy(path.into())),
            // Where a disk knows no locks, nobody is kept out.
            Err(TryLockError::Error(_)) => {}
        }
        let mut ledger = Self { path: path.into(), file, header: header(plan) };
        if fresh {
            ledger.file.set_len(0).map_err(io)?;
        }
        ledger.check_header(plan)?;
        Ok(ledger)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn io(&self, error: io::Error) -> LedgerError {
        LedgerError::Io { path: self.path.clone(), error }
    }

    /// Reads the header, or writes it where there is none or only a part of it.
    fn check_header(&mut self, plan: &Plan) -> Result<(), LedgerError> {
        let mut first = Vec::new();
        let longest = self.header.len() as u64 + (1 << 20);
        let mut start = io::Read::take(BufReader::new(&self.file), longest);
        start.read_until(b'\n', &mut first).map_err(|error| self.io(error))?;
        if first.last() == Some(&b'\n') {
            let header: Value = serde_json::from_slice(&first).unwrap_or_default();
            if header["gridhaunt"] != "experiment" || header["version"] != VERSION {
                return Err(LedgerError::NoLedger(self.path.clone()));
            }
            let (found, expected) = (header["fingerprint"].as_str().unwrap_or("none"), hex(plan.fingerprint()));
            if found != expected {
                return Err(LedgerError::Foreign { path: self.path.clone(), found: found.into(), expected });
            }
            self.header = String::from_utf8_lossy(&first).into_owned();
            return Ok(());
        }
        if !self.header.as_bytes().starts_with(&first) {
            return Err(LedgerError::NoLedger(self.path.clone()));
        }
        let write = |file: &mut File, header: &str| {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(header.as_bytes())
        };
        write(&mut self.file, &self.header).map_err(|error| self.io(error))
    }

    /// Hands over the seeds that are on file, at most as many as the plan wants, and cuts off what is not a whole
    /// seed. `first` is what the first seed gives now. The answer is how many seeds there were.
    pub fn recall(
        &mut self,
        plan: &Plan,
        measures: &[Measure],
        first: &[Values],
        mut each: impl FnMut(&[Vec<Option<f64>>]),
    ) -> Result<u64, LedgerError> {
        self.file.seek(SeekFrom::Start(self.header.len() as u64)).map_err(|error| self.io(error))?;
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let (mut seeds, mut whole, mut at) = (0, self.header.len() as u64, self.header.len() as u64);
        let (mut line, mut group) = (Vec::new(), Vec::with_capacity(plan.arms.len()));
        while seeds < plan.games {
            line.clear();
            at += reader.read_until(b'\n', &mut line).map_err(|error| self.io(error))? as u64;
            if line.last() != Some(&b'\n') {
                break;
            }
            let (arm, seed) = (&plan.arms[group.len()], plan.seed_of(seeds));
            let Some(values) = read_line(&line, arm, seed, measures) else {
                let number = 2 + seeds * plan.arms.len() as u64 + group.len() as u64;
                return Err(LedgerError::Broken { path: self.path.clone(), line: number, arm: arm.name.clone(), seed });
            };
            if seeds == 0 && write_line(arm, seed, &first[group.len()]).as_bytes() != line {
                return Err(LedgerError::Changed { path: self.path.clone(), arm: arm.name.clone(), seed });
            }
            group.push(values);
            if group.len() == plan.arms.len() {
                each(&group);
                group.clear();
                seeds += 1;
                whole = at;
            }
        }
        if seeds < plan.games {
            self.file.set_len(whole).map_err(|error| self.io(error))?;
        }
        self.file.seek(SeekFrom::End(0)).map_err(|error| self.io(error))?;
        Ok(seeds)
    }

    /// Adds the lines of whole seeds.
    pub fn append(&mut self, lines: &str) -> Result<(), LedgerError> {
        self.file.write_all(lines.as_bytes()).map_err(|error| self.io(error))
    }

    /// Copies the lines of the first `seeds` seeds, without the header.
    pub fn copy(&self, plan: &Plan, seeds: u64, out: &mut impl Write) -> io::Result<()> {
        let file = BufReader::new(File::open(&self.path)?);
        let lines = usize::try_from(seeds).unwrap_or(usize::MAX).saturating_mul(plan.arms.len());
        for line in file.lines().skip(1).take(lines) {
            writeln!(out, "{}", line?)?;
        }
        out.flush()
    }
}

fn header(plan: &Plan) -> String {
    let header = json!({
        "gridhaunt": "experiment", "version": VERSION, "fingerprint": hex(plan.fingerprint()), "plan": plan.identity(),
    });
    format!("{header}\n")
}

struct Line<'a> {
    arm: &'a Arm,
    seed: u64,
    values: &'a Values,
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("arm", &self.arm.name)?;
        map.serialize_entry("seed", &self.seed.to_string())?;
        for (field, value) in &self.arm.varied {
            map.serialize_entry(&format!("setting.{field}"), value)?;
        }
        for (measure, value) in &self.values.measured {
            map.serialize_entry(&measure.name, &Values::json(measure.kind, *value))?;
        }
        for (name, counts) in &self.values.each {
            map.serialize_entry(name, counts)?;
        }
        map.serialize_entry("reason", &self.values.reason)?;
        map.end()
    }
}

/// The line of one match.
pub(super) fn write_line(arm: &Arm, seed: u64, values: &Values) -> String {
    let mut text = serde_json::to_string(&Line { arm, seed, values }).unwrap_or_default();
    text.push('\n');
    text
}

/// The values of a line, in the order of the measures; none if it is not the line of this match.
fn read_line(line: &[u8], arm: &Arm, seed: u64, measures: &[Measure]) -> Option<Vec<Option<f64>>> {
    let line: Map<String, Value> = serde_json::from_slice(line).ok()?;
    let is = |key: &str, expected: &str| line.get(key).and_then(Value::as_str) == Some(expected);
    if !is("arm", &arm.name) || !is("seed", &seed.to_string()) {
        return None;
    }
    let value = |measure: &Measure| match (line.get(&measure.name), measure.kind) {
        (None, _) => Some(None),
        (Some(Value::Bool(flag)), Kind::Share) => Some(Some(f64::from(u8::from(*flag)))),
        (Some(Value::Number(number)), Kind::Mean) => number.as_f64().map(Some),
        _ => None,
    };
    measures.iter().map(value).collect()
}
