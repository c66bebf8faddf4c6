//! Plays an experiment on all cores: the same seeds in every arm, seed by seed.

use super::ledger::{Damage, Ledger, LedgerError, read_sealed, sealed_for, write_line};
use super::measure::{Values, catalogue, shown};
use super::plan::{Arm, Plan};
use super::summary::Summary;
use gridhaunt_kernel::Invalid;
use rayon::prelude::*;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The size of a block is chosen so that it takes about this long; at most one block is lost in a crash.
const BLOCK: Duration = Duration::from_millis(500);

/// The most matches of a block.
const MOST: u64 = 1 << 16;

/// Why an experiment could not be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// An arm cannot play a seed, or a measure does not exist.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The file of results cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// It was stopped before there was anything to measure.
    #[error("stopped before every arm had played its first seed")]
    Stopped,
}

/// An experiment that is being played; `P` is the plan, borrowed or shared.
pub struct Run<P> {
    plan: P,
    /// `None` once it could not be written.
    ledger: Option<Ledger>,
    lost: Option<LedgerError>,
    damage: Vec<Damage>,
    summary: Summary,
    shown: Vec<usize>,
    found: u64,
    /// The lines of a seed that lacks arms, with their values: they came from elsewhere.
    begun: Vec<(Vec<u8>, Vec<Option<f64>>)>,
}

impl<P: Deref<Target = Plan>> Run<P> {
    /// Plays the first seed of every arm, which shows what can be measured, and loads the results in the file.
    pub fn open(plan: P, path: &Path, fresh: bool, stop: &AtomicBool) -> Result<Self, RunError> {
        let (mut run, first) = Self::begin(plan, stop)?;
        match Ledger::open(path, &run.plan, fresh) {
            // If the disk cannot be written, the experiment is played without the file.
            Err(lost @ LedgerError::Io { .. }) => run.lost = Some(lost),
            opened => {
                let mut ledger = opened?;
                let Self { plan, summary, .. } = &mut run;
                let (plan, measures): (&Plan, _) = (plan, summary.measures.clone());
                let again = |seed: u64| every_arm(plan, seed, stop);
                run.found = ledger.recall(plan, &measures, &first, again, |arms| summary.add(arms))?;
                run.damage = ledger.damage().to_vec();
                run.ledger = Some(ledger);
            }
        }
        if run.found == 0 {
            run.keep(&first);
        }
        Ok(run)
    }

    /// The same without a file: nothing is kept but the summary.
    pub fn without_file(plan: P, stop: &AtomicBool) -> Result<Self, RunError> {
        let (mut run, first) = Self::begin(plan, stop)?;
        run.keep(&first);
        Ok(run)
    }

    /// Plays the first seed of every arm, and makes an empty run of what they measure.
    fn begin(plan: P, stop: &AtomicBool) -> Result<(Self, Vec<Values>), RunError> {
        let first = every_arm(&plan, plan.seed, stop)?;
        let measures = catalogue(&first);
        let shown = shown(&measures, plan.measures.as_deref())?;
        let summary = Summary::new(measures, plan.arms.len(), &plan.pairs);
        let (ledger, lost, damage, begun) = (None, None, Vec::new(), Vec::new());
        Ok((Self { plan, ledger, lost, damage, summary, shown, found: 0, begun }, first))
    }

    /// How many seeds were loaded from the file.
    #[must_use]
    pub const fn found(&self) -> u64 {
        self.found
    }

    /// How many seeds are done.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.summary.games
    }

    /// The summary so far.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The measures to show, as indices into the summary.
    #[must_use]
    pub fn shown(&self) -> &[usize] {
        &self.shown
    }

    /// The file of results, as long as it can be written.
    #[must_use]
    pub const fn ledger(&self) -> Option<&Ledger> {
        self.ledger.as_ref()
    }

    /// Why the file of results cannot be used any more, if so.
    #[must_use]
    pub const fn lost(&self) -> Option<&LedgerError> {
        self.lost.as_ref()
    }

    /// The damaged lines of the file, whose seeds were played again.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Plays on to the end, or until `stop` is set; `tick` is called after every match.
    pub fn play(&mut self, stop: &AtomicBool, tick: &(dyn Fn() + Sync)) -> Result<(), RunError> {
        let arms = self.plan.arms.len() as u64;
        let most = (MOST / arms).max(1);
        let mut block = (8 * rayon::current_num_threads() as u64).div_ceil(arms);
        while self.done() < self.plan.games && !stop.load(Ordering::Relaxed) {
            let began = Instant::now();
            let seeds = self.done()..self.plan.games.min(self.done() + block);
            let played = play_range(&self.plan, seeds.start * arms..seeds.end * arms, stop, tick)?;
            // An incomplete seed is dropped, so that it can be played later.
            self.keep(&played[..played.len() - played.len() % arms as usize]);
            let took = began.elapsed();
            if took < BLOCK {
                block = (2 * block).min(most);
            } else if took > 4 * BLOCK {
                block = (block / 2).max(1);
            }
        }
        Ok(())
    }

    /// Adds the next matches, which were played elsewhere: lines as [`lines`] writes them, in the order of the plan. The
    /// lines of an incomplete seed wait for the others. Lines that do not follow are refused, and nothing of them is kept.
    pub fn take(&mut self, lines: &[u8]) -> Result<(), RunError> {
        let arms = self.plan.arms.len();
        let first = self.done() * arms as u64 + self.begun.len() as u64;
        let (plan, measures): (&Plan, _) = (&self.plan, &self.summary.measures);
        let seal = sealed_for(plan);
        let lines: Vec<&[u8]> = lines.split_inclusive(|byte| *byte == b'\n').collect();
        let read = |(i, line): (usize, &&[u8])| {
            let number = first + i as u64;
            let content = line.strip_suffix(b"\n").filter(|_| number < plan.matches());
            let read = |content| read_sealed(content, plan, &seal, number, measures);
            match content.and_then(read).filter(|(slot, _)| *slot == number) {
                Some((_, values)) => Ok((line.to_vec(), values)),
                None => {
                    let got = String::from_utf8_lossy(&line[..line.len().min(80)]).trim_end().to_string();
                    let expected = format!("the line of match {number} of this experiment");
                    Err(Invalid::new("lines", format!("{got:?}"), expected))
                }
            }
        };
        let taken: Vec<Result<_, Invalid>> = lines.par_iter().enumerate().map(read).collect();
        let mut taken: Vec<_> = taken.into_iter().collect::<Result<_, _>>()?;
        self.begun.append(&mut taken);
        let rest = self.begun.split_off(self.begun.len() - self.begun.len() % arms);
        let whole = std::mem::replace(&mut self.begun, rest);
        for seed in whole.chunks(arms) {
            self.summary.add(&seed.iter().map(|(_, values)| values.clone()).collect::<Vec<_>>());
        }
        self.write(&whole.into_iter().flat_map(|(line, _)| line).collect::<Vec<u8>>());
        Ok(())
    }

    /// Writes and adds up the matches of complete seeds.
    fn keep(&mut self, played: &[Values]) {
        self.write(lines(&self.plan, self.done() * self.plan.arms.len() as u64, played).as_bytes());
        for seed in played.chunks(self.plan.arms.len()) {
            let rows: Vec<_> = seed.iter().map(|values| values.row(&self.summary.measures)).collect();
            self.summary.add(&rows);
        }
    }

    /// Writes the lines of complete seeds. After an error nothing is written any more.
    fn write(&mut self, lines: &[u8]) {
        if let Some(Err(error)) = self.ledger.as_mut().map(|ledger| ledger.append(lines)) {
            (self.ledger, self.lost) = (None, Some(error));
        }
    }
}

/// Plays some matches of a plan on all cores. They are counted seed by seed and arm by arm, from 0. Ends before the first
/// match that was not played because `stop` was set; `tick` is called after every match.
pub fn play_range(
    plan: &Plan,
    matches: Range<u64>,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Values>, Invalid> {
    // Arms alternate, so that the estimate of the remaining time includes all arms.
    let arms = plan.arms.len() as u64;
    let play = |i: u64| {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let values = plan.arms[(i % arms) as usize].play(plan.seed_of(i / arms), stop)?;
        if values.is_some() {
            tick();
        }
        Ok(values)
    };
    // The first match that cannot be set up is told, not the one that a thread came to first.
    let played: Vec<Result<Option<Values>, Invalid>> = matches.into_par_iter().map(play).collect();
    let played: Vec<Option<Values>> = played.into_iter().collect::<Result<_, _>>()?;
    Ok(played.into_iter().map_while(|values| values).collect())
}

/// The lines of the file of results for matches of a plan, of which the first has this number.
#[must_use]
pub fn lines(plan: &Plan, first: u64, played: &[Values]) -> String {
    let (arms, seal) = (plan.arms.len() as u64, sealed_for(plan));
    let line = |(i, values)| write_line(plan, &seal, (i % arms) as usize, plan.seed_of(i / arms), values);
    (first..).zip(played).map(line).collect()
}

/// Plays a seed in every arm.
fn every_arm(plan: &Plan, seed: u64, stop: &AtomicBool) -> Result<Vec<Values>, RunError> {
    let play = |arm: &Arm| arm.play(seed, stop)?.ok_or(RunError::Stopped);
    let played: Vec<Result<Values, RunError>> = plan.arms.par_iter().map(play).collect();
    played.into_iter().collect()
}
