//! The results of an experiment on disk: a header, then one JSON line for every arm of every seed.
//!
//! Lines are written in order, seed by seed, in complete blocks, and each has a seal of itself and of its plan. An
//! incomplete seed at the end is played again, so a run can continue from any file; so are the seeds of lines that are
//! damaged or missing, and no others.

use super::measure::{Measure, MeasureKind, Values};
use super::plan::{Arm, Plan};
use super::run::RunError;
use crate::file::Whole;
use crate::seal::{Chain, SHOWN, digest_of};
use gridhaunt_kernel::json::{Map, Value, hex};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of this format: since 2 every line is sealed.
const VERSION: u64 = 2;

/// The most bytes of a line; a longer line is damaged.
const MOST_LINE: u64 = 1 << 20;

/// Why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it")]
pub enum LedgerError {
    /// Disk failed.
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    /// It is not a file of an experiment.
    #[error("{}: this is no file of an experiment; name another place, or write over it with --fresh", .0.display())]
    NoLedger(PathBuf),
    /// It belongs to another plan.
    #[error(
        "{}: this file is of another experiment ({found}, not {expected}: other rules, settings, bots or seed); name another place, or start over with --fresh",
        path.display()
    )]
    Foreign {
        path: PathBuf,
        found: String,
        /// The fingerprint of the plan.
        expected: String,
    },
    /// The same games have different results now.
    #[error(
        "{}: seed {seed} of arm {arm} gives another result now than is on file, so rules or bots have changed; start over with --fresh",
        path.display()
    )]
    Changed { path: PathBuf, arm: String, seed: u64 },
    /// Its version is too old to detect damage.
    #[error(
        "{}: this file was written by an earlier version, whose lines have no seals; name another place, or start over with --fresh",
        .0.display()
    )]
    Old(PathBuf),
    /// Another process writes to it.
    #[error("{}: another run of this experiment is writing here; wait for it or stop it", .0.display())]
    Busy(PathBuf),
}

/// A line that was changed, or that is missing or in the wrong place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line, from 1.
    pub line: u64,
    /// The seed that is played again; `None` for the header.
    pub seed: Option<u64>,
}

/// The file of results of a plan, open and locked.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    header: String,
    /// The length of the header in bytes.
    first: u64,
    damage: Vec<Damage>,
}

/// The contents of a line: the values of its match, and its bytes.
type Row = (Vec<Option<f64>>, Vec<u8>);

impl Ledger {
    /// Opens the file of a plan, or creates it. `fresh` deletes the old contents.
    pub fn open(path: &Path, plan: &Plan, fresh: bool) -> Result<Self, LedgerError> {
        let io = |error| LedgerError::Io { path: path.into(), error };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let mut ledger =
            Self { path: path.into(), file: hold(path)?, header: header(plan), first: 0, damage: Vec::new() };
        if fresh {
            ledger.file.set_len(0).map_err(io)?;
        }
        ledger.check_header(plan)?;
        Ok(ledger)
    }

    /// The path of the file, as it was given to [`open`](Self::open).
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The lines that were damaged and have been repaired.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    fn io(&self, error: io::Error) -> LedgerError {
        LedgerError::Io { path: self.path.clone(), error }
    }

    /// Reads the header, or writes it if it is missing or incomplete.
    fn check_header(&mut self, plan: &Plan) -> Result<(), LedgerError> {
        let mut first = Vec::new();
        let longest = self.header.len() as u64 + MOST_LINE;
        let mut start = BufReader::new(&self.file).take(longest);
        start.read_until(b'\n', &mut first).map_err(|error| self.io(error))?;
        self.first = first.len() as u64;
        if first == self.header.as_bytes() {
            return Ok(());
        }
        if first.len() < self.header.len() && self.header.as_bytes().starts_with(&first) {
            self.first = self.header.len() as u64;
            let write = |file: &mut File, header: &str| {
                file.set_len(0)?;
                file.seek(SeekFrom::Start(0))?;
                file.write_all(header.as_bytes())
            };
            return write(&mut self.file, &self.header).map_err(|error| self.io(error));
        }
        let found: Value = serde_json::from_slice(&first).unwrap_or_default();
        let is_whole = first.strip_suffix(b"\n").is_some_and(|line| Chain::default().check(line, SHOWN).is_ok());
        match (&found["gridhaunt"], found["version"].as_u64()) {
            (Value::String(word), Some(VERSION)) if word == "experiment" && is_whole => {
                let (found, expected) = (found["fingerprint"].as_str().unwrap_or("none"), hex(plan.fingerprint()));
                Err(LedgerError::Foreign { path: self.path.clone(), found: found.into(), expected })
            }
            (Value::String(word), Some(1)) if word == "experiment" => Err(LedgerError::Old(self.path.clone())),
            // Lines that are sealed for this plan prove that the header was of this plan.
            _ if self.has_line(plan)? => {
                self.damage.push(Damage { line: 1, seed: None });
                Ok(())
            }
            _ => Err(LedgerError::NoLedger(self.path.clone())),
        }
    }

    /// Whether any line after the first belongs to this plan.
    fn has_line(&mut self, plan: &Plan) -> Result<bool, LedgerError> {
        let mut found = false;
        let seal = sealed_for(plan);
        self.each_line(|line| {
            found |= line.strip_suffix(b"\n").is_some_and(|line| seal.clone().check(line, SHOWN).is_ok());
            Ok(!found)
        })?;
        Ok(found)
    }

    /// Calls `each` with the lines after the header, including line ends, until it returns false. A line that is too
    /// long is cut off.
    fn each_line(&mut self, mut each: impl FnMut(&[u8]) -> Result<bool, LedgerError>) -> Result<(), LedgerError> {
        self.file.seek(SeekFrom::Start(self.first)).map_err(|error| self.io(error))?;
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.by_ref().take(MOST_LINE).read_until(b'\n', &mut line);
            if read.map_err(|error| self.io(error))? == 0 || !each(&line)? {
                return Ok(());
            }
        }
    }

    /// Goes through the seeds in the file, in order and at most as many as the plan has; an incomplete seed lacks some
    /// arms. Returns the damaged lines and the length of the complete seeds in bytes.
    fn each_seed(
        &mut self,
        plan: &Plan,
        measures: &[Measure],
        mut each: impl FnMut(u64, &[Option<Row>]) -> Result<(), LedgerError>,
    ) -> Result<(Vec<Damage>, u64), LedgerError> {
        let arms = plan.arms.len() as u64;
        let seal = sealed_for(plan);
        let (mut damage, mut next, mut number) = (Vec::new(), 0u64, 1u64);
        let (mut whole, mut at) = (self.first, self.first);
        let mut group: Vec<Option<Row>> = (0..arms).map(|_| None).collect();
        self.each_line(|line| {
            if next >= plan.games * arms {
                return Ok(false);
            }
            number += 1;
            at += line.len() as u64;
            let seed_at = |slot: u64| Some(plan.seed_of(slot / arms));
            let Some(content) = line.strip_suffix(b"\n") else { return Ok(true) }; // Cut off here.
            let read = read_sealed(content, plan, &seal, next, measures);
            let Some((slot, values)) = read.filter(|(slot, _)| *slot >= next) else {
                damage.push(Damage { line: number, seed: seed_at(next) });
                return Ok(true);
            };
            while next < slot {
                // Lines before this one are missing.
                let seed = seed_at(next);
                if damage.last().is_none_or(|last: &Damage| last.seed != seed) {
                    damage.push(Damage { line: number, seed });
                }
                next = slot.min((next / arms + 1) * arms);
                if next.is_multiple_of(arms) {
                    each(next / arms - 1, &group)?;
                    group.fill(None);
                    if next >= plan.games * arms {
                        return Ok(false);
                    }
                }
            }
            group[(slot % arms) as usize] = Some((values, line.to_vec()));
            next = slot + 1;
            if next.is_multiple_of(arms) {
                each(slot / arms, &group)?;
                group.fill(None);
                whole = at;
            }
            Ok(true)
        })?;
        Ok((damage, whole))
    }

    /// Passes on the seeds in the file, at most as many as the plan has, and cuts off an incomplete seed at the end.
    /// `first` are the results of the first seed when played now; `again` plays a damaged seed. Returns the number of
    /// seeds.
    pub fn recall(
        &mut self,
        plan: &Plan,
        measures: &[Measure],
        first: &[Values],
        again: impl Fn(u64) -> Result<Vec<Values>, RunError>,
        mut each: impl FnMut(&[Vec<Option<f64>>]),
    ) -> Result<u64, RunError> {
        let (path, seal) = (self.path.clone(), sealed_for(plan));
        let (mut seeds, mut mended, mut refused) = (0, BTreeMap::new(), None);
        let (damage, whole) = self.each_seed(plan, measures, |index, group| {
            let seed = plan.seed_of(index);
            if let Some(rows) = group.iter().map(Option::as_ref).collect::<Option<Vec<&Row>>>() {
                let here = |arm: usize| write_line(plan, &seal, arm, seed, &first[arm]);
                if let Some(arm) = (0..rows.len()).find(|&arm| index == 0 && here(arm).as_bytes() != rows[arm].1) {
                    return Err(LedgerError::Changed { path: path.clone(), arm: plan.arms[arm].name.clone(), seed });
                }
                each(&rows.into_iter().map(|(values, _)| values.clone()).collect::<Vec<_>>());
            } else if refused.is_none() {
                match if index == 0 { Ok(first.to_vec()) } else { again(seed) } {
                    Ok(values) => {
                        each(&values.iter().map(|values| values.row(measures)).collect::<Vec<_>>());
                        mended.insert(index, values);
                    }
                    Err(error) => refused = Some(error),
                }
            }
            seeds += 1;
            Ok(())
        })?;
        if let Some(error) = refused {
            return Err(error);
        }
        self.damage.extend(damage);
        if !self.damage.is_empty() {
            self.mend(plan, measures, seeds, &mended)?;
        } else if seeds < plan.games {
            self.file.set_len(whole).map_err(|error| self.io(error))?;
        }
        self.file.seek(SeekFrom::End(0)).map_err(|error| self.io(error))?;
        Ok(seeds)
    }

    /// Rewrites the file, with the seeds that were played again in their places.
    fn mend(
        &mut self,
        plan: &Plan,
        measures: &[Measure],
        seeds: u64,
        mended: &BTreeMap<u64, Vec<Values>>,
    ) -> Result<(), LedgerError> {
        let (path, seal) = (self.path.clone(), sealed_for(plan));
        let failed = |error| LedgerError::Io { path: path.clone(), error };
        let mut file = Whole::create(&self.path).map_err(failed)?;
        file.write_all(self.header.as_bytes()).map_err(failed)?;
        self.each_seed(plan, measures, |index, group| {
            let lines: Vec<u8> = match mended.get(&index) {
                Some(values) => {
                    let seed = plan.seed_of(index);
                    let line = |(arm, values)| write_line(plan, &seal, arm, seed, values).into_bytes();
                    values.iter().enumerate().flat_map(line).collect()
                }
                None => group.iter().flatten().flat_map(|(_, line)| line.iter().copied()).collect(),
            };
            if index < seeds { file.write_all(&lines).map_err(failed) } else { Ok(()) }
        })?;
        file.finish().map_err(failed)?;
        self.file = hold(&self.path)?;
        self.first = self.header.len() as u64;
        Ok(())
    }

    /// Appends the lines of complete seeds.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), LedgerError> {
        self.file.write_all(lines).map_err(|error| self.io(error))
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

/// Opens and locks a file.
fn hold(path: &Path) -> Result<File, LedgerError> {
    let io = |error| LedgerError::Io { path: path.into(), error };
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LedgerError::Busy(path.into())),
        // If the file system has no locks, the file is used without one.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn header(plan: &Plan) -> String {
    let mut header = json!({
        "gridhaunt": "experiment", "version": VERSION, "fingerprint": hex(plan.fingerprint()), "plan": plan.identity(),
    })
    .to_string();
    header.pop();
    Chain::default().seal(&mut header, SHOWN);
    header + "\n"
}

/// The start of the seals of this plan's lines, different for every plan.
pub(super) fn sealed_for(plan: &Plan) -> Chain {
    Chain::after(digest_of(hex(plan.fingerprint()).as_bytes()))
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

/// The line of one match, with the seal of its plan.
pub(super) fn write_line(plan: &Plan, seal: &Chain, arm: usize, seed: u64, values: &Values) -> String {
    let mut text = serde_json::to_string(&Line { arm: &plan.arms[arm], seed, values }).unwrap_or_default();
    text.pop();
    seal.clone().seal(&mut text, SHOWN);
    text.push('\n');
    text
}

/// The number of a line and its values as [`read_line`] reads them; `None` also if its seal is not that of the plan.
pub(super) fn read_sealed(
    line: &[u8],
    plan: &Plan,
    seal: &Chain,
    next: u64,
    measures: &[Measure],
) -> Option<(u64, Vec<Option<f64>>)> {
    seal.clone().check(line, SHOWN).ok().and_then(|()| read_line(line, plan, next, measures))
}

/// The number of a line in the plan, from 0, and its values in the order of the measures; `None` if it does not belong
/// to the plan. `next` is the expected number.
fn read_line(line: &[u8], plan: &Plan, next: u64, measures: &[Measure]) -> Option<(u64, Vec<Option<f64>>)> {
    let line: Map<String, Value> = serde_json::from_slice(line).ok()?;
    let arms = plan.arms.len();
    let name = line.get("arm")?.as_str()?;
    let expected = (next % arms as u64) as usize;
    let arm =
        if plan.arms[expected].name == name { expected } else { plan.arms.iter().position(|arm| arm.name == name)? };
    let index = line.get("seed")?.as_str()?.parse::<u64>().ok()?.wrapping_sub(plan.seed);
    let value = |measure: &Measure| match (line.get(&measure.name), measure.kind) {
        (None, _) => Some(None),
        (Some(Value::Bool(flag)), MeasureKind::Share) => Some(Some(f64::from(u8::from(*flag)))),
        (Some(Value::Number(number)), MeasureKind::Mean) => number.as_f64().map(Some),
        _ => None,
    };
    let slot = index.checked_mul(arms as u64)?.checked_add(arm as u64)?;
    Some((slot, measures.iter().map(value).collect::<Option<_>>()?))
}
