//! Plays an experiment on all cores: the same seeds in every arm, seed by seed.

use super::ledger::{Damage, Ledger, LedgerError, write_line};
use super::measure::{Values, catalogue, shown};
use super::plan::{Arm, Plan};
use super::summary::Summary;
use gridhaunt_kernel::Invalid;
use rayon::prelude::*;
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

/// An experiment that is being played.
pub struct Run<'a> {
    plan: &'a Plan,
    /// `None` once it could not be written.
    ledger: Option<Ledger>,
    lost: Option<LedgerError>,
    damage: Vec<Damage>,
    summary: Summary,
    shown: Vec<usize>,
    found: u64,
}

impl<'a> Run<'a> {
    /// Plays the first seed of every arm, which shows what can be measured, and loads the results in the file.
    pub fn open(plan: &'a Plan, path: &Path, fresh: bool, stop: &AtomicBool) -> Result<Self, RunError> {
        let first = every_arm(plan, plan.seed, stop)?;
        let measures = catalogue(&first);
        let shown = shown(&measures, plan.measures.as_deref())?;
        let mut summary = Summary::new(measures.clone(), plan.arms.len(), &plan.pairs);
        let mut run = match Ledger::open(path, plan, fresh) {
            // If the disk cannot be written, the experiment is played without the file.
            Err(lost @ LedgerError::Io { .. }) => {
                Self { plan, ledger: None, lost: Some(lost), damage: Vec::new(), summary, shown, found: 0 }
            }
            opened => {
                let mut ledger = opened?;
                let again = |seed: u64| every_arm(plan, seed, stop);
                let found = ledger.recall(plan, &measures, &first, again, |arms| summary.add(arms))?;
                let damage = ledger.damage().to_vec();
                Self { plan, ledger: Some(ledger), lost: None, damage, summary, shown, found }
            }
        };
        if run.found == 0 {
            run.keep(&first);
        }
        Ok(run)
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
            // Arms alternate, so that the estimate of the remaining time includes all arms.
            let play = |i: u64| {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let arm = &self.plan.arms[(i % arms) as usize];
                let values = arm.play(self.plan.seed_of(i / arms), stop)?;
                if values.is_some() {
                    tick();
                }
                Ok(values)
            };
            let matches = seeds.start * arms..seeds.end * arms;
            // The first match that cannot be set up is told, not the one that a thread came to first.
            let played: Vec<Result<Option<Values>, Invalid>> = matches.into_par_iter().map(play).collect();
            let played: Vec<Option<Values>> = played.into_iter().collect::<Result<_, _>>()?;
            // Seeds after the first incomplete one are dropped, so that the rest can be played later.
            let played: Vec<Values> = played.into_iter().map_while(|values| values).collect();
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

    /// Writes and adds up the matches of complete seeds. After a write error they are only added up.
    fn keep(&mut self, played: &[Values]) {
        let arms = self.plan.arms.len();
        let first = self.done();
        if let Some(ledger) = &mut self.ledger {
            let lines = played.iter().enumerate().map(|(i, values)| {
                write_line(self.plan, i % arms, self.plan.seed_of(first + (i / arms) as u64), values)
            });
            if let Err(error) = ledger.append(&lines.collect::<String>()) {
                (self.ledger, self.lost) = (None, Some(error));
            }
        }
        for seed in played.chunks(arms) {
            let rows: Vec<_> = seed.iter().map(|values| values.row(&self.summary.measures)).collect();
            self.summary.add(&rows);
        }
    }
}

/// Plays a seed in every arm.
fn every_arm(plan: &Plan, seed: u64, stop: &AtomicBool) -> Result<Vec<Values>, RunError> {
    let play = |arm: &Arm| arm.play(seed, stop)?.ok_or(RunError::Stopped);
    let played: Vec<Result<Values, RunError>> = plan.arms.par_iter().map(play).collect();
    played.into_iter().collect()
}
