//! Experiments in ranges of matches, so that many machines can play one: who plays a range, and who joins them.

use crate::shared::{pool, raise, registry};
use gridhaunt_arena::experiment::ledger::LedgerError;
use gridhaunt_arena::experiment::plan::{Plan as Planned, recipe_of};
use gridhaunt_arena::experiment::recipe::Recipe;
use gridhaunt_arena::experiment::report;
use gridhaunt_arena::experiment::run::{Run as Running, RunError, lines, play_range};
use gridhaunt_arena::experiment::values::Vary;
use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::json::{Map, Value, hex, u64_from};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::ThreadPoolBuilder;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the interpreter is asked whether somebody pressed Ctrl-C.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// Works on so many threads, 0 for one for each core, without the interpreter's lock. Ctrl-C sets the flag that the work
/// gets, and is raised when it has ended.
pub(crate) fn work<T: Send>(py: Python<'_>, threads: usize, task: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let failed = |error: &dyn std::fmt::Display| PyRuntimeError::new_err(error.to_string());
    let pool = match threads {
        0 => pool(py)?,
        _ => Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| failed(&error))?),
    };
    let stop = &AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (tell, done) = channel::<()>();
            let worker = scope.spawn(move || {
                let _tell = tell; // Dropped when the work has ended, also by a panic.
                pool.install(|| task(stop))
            });
            let mut interrupted = None;
            while done.recv_timeout(BETWEEN_SIGNALS) == Err(RecvTimeoutError::Timeout) {
                #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime, not any")]
                if interrupted.is_none()
                    && let Err(interrupt) = Python::attach(|py| py.check_signals())
                {
                    stop.store(true, Ordering::Relaxed);
                    interrupted = Some(interrupt);
                }
            }
            let worked = worker.join().map_err(|_| failed(&"the engine failed, see standard error"))?;
            interrupted.map_or(Ok(worked), Err)
        })
    })
}

/// Checks a range of matches.
pub(crate) fn range(py: Python<'_>, start: u64, end: u64, matches: u64) -> PyResult<Range<u64>> {
    if start > end || end > matches {
        return Err(raise(py, &Wrong::new("range", format!("{start}..{end}"), format!("within 0..{matches}"))));
    }
    Ok(start..end)
}

/// The version of the engine, and those of a game's rules and generator: what decides how a match goes.
#[pyfunction]
pub(crate) fn versions(py: Python<'_>, game: &str) -> PyResult<(&'static str, u32, u32)> {
    let info = registry().find(game).map_err(|wrong| raise(py, &wrong))?.info();
    Ok((env!("CARGO_PKG_VERSION"), info.rules_version, info.generator_version))
}

/// The error about bots that are programs, which are not on other machines.
pub(crate) fn no_programs<'a>(
    bots: impl IntoIterator<Item = &'a gridhaunt_arena::seating::BotSpec>,
) -> Result<(), Wrong> {
    match bots.into_iter().find(|bot| bot.program.is_some()) {
        None => Ok(()),
        Some(bot) => {
            Err(Wrong::new("bots", bot, "built-in bots; programs play in the commands `play` and `experiment`"))
        }
    }
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// The recipe of a description: `name`; `text` (TOML), or `document` with the varied fields in `order`, or neither for a
/// study or a game; and what overrides it.
fn recipe(spec: &Value) -> Result<Recipe, Wrong> {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(String::from)).collect()
    };
    let name = spec["name"].as_str().unwrap_or_default();
    let mut recipe = match (&spec["text"], &spec["document"]) {
        (Value::String(text), _) => Recipe::parse(text, name, None)?,
        (_, Value::Null) => recipe_of(registry(), name)?,
        (_, document) => Recipe::read(document, &texts(&spec["order"]), name, None)?,
    };
    if !spec["bots"].is_null() {
        recipe.seat(&texts(&spec["bots"]));
    }
    for (key, value) in object(&spec["settings"]) {
        recipe.set(&key, value)?;
    }
    let varied = spec["vary"].as_array().into_iter().flatten();
    let vary = |pair: &Value| Vary::read(pair[0].as_str().unwrap_or_default(), &pair[1]);
    recipe.vary_over(varied.map(vary).collect::<Result<_, _>>()?);
    if !spec["games"].is_null() {
        recipe.set_games(&spec["games"])?;
    }
    if !spec["seed"].is_null() {
        recipe.seed = u64_from("seed", &spec["seed"])?;
    }
    if !spec["measures"].is_null() {
        recipe.measures = Some(texts(&spec["measures"]));
    }
    Ok(recipe)
}

/// An experiment that can be played: every arm is opened.
#[pyclass(frozen, module = "gridhaunt._gridhaunt")]
pub(crate) struct Plan {
    plan: Arc<Planned>,
}

#[pymethods]
impl Plan {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Self> {
        let spec = crate::shared::parse(py, "recipe", spec)?;
        let plan = py.detach(|| {
            let plan = Planned::new(registry(), &recipe(&spec)?)?;
            no_programs(plan.arms.iter().flat_map(|arm| &arm.bots))?;
            Ok(plan)
        });
        Ok(Self { plan: Arc::new(plan.map_err(|wrong| raise(py, &wrong))?) })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.plan.name
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.plan.info.name
    }

    #[getter]
    fn arms(&self) -> Vec<&str> {
        self.plan.arms.iter().map(|arm| arm.name.as_str()).collect()
    }

    #[getter]
    fn games(&self) -> u64 {
        self.plan.games
    }

    #[getter]
    fn matches(&self) -> u64 {
        self.plan.matches()
    }

    #[getter]
    fn fingerprint(&self) -> String {
        hex(self.plan.fingerprint())
    }

    /// Plays the matches of a range; returns their lines of the ledger.
    fn play<'py>(&self, py: Python<'py>, start: u64, end: u64, threads: usize) -> PyResult<Bound<'py, PyBytes>> {
        let range = range(py, start, end, self.plan.matches())?;
        let played = work(py, threads, |stop| {
            play_range(&self.plan, range, stop, &|| {}).map(|played| lines(&self.plan, start, &played))
        })?;
        Ok(PyBytes::new(py, played.map_err(|wrong| raise(py, &wrong))?.as_bytes()))
    }

    /// Opens the ledger, or none, and plays the first seed of every arm.
    fn run(&self, py: Python<'_>, path: Option<PathBuf>, fresh: bool) -> PyResult<Run> {
        let run = work(py, 0, |stop| match &path {
            Some(path) => Running::open(self.plan.clone(), path, fresh, stop),
            None => Running::without_file(self.plan.clone(), stop),
        })?;
        let run = run.map_err(|error| failure(py, &error))?;
        Ok(Run { plan: self.plan.clone(), run: Mutex::new(Some(run)) })
    }
}

/// An error of an experiment as an exception: `Invalid`, or `OSError` if the file cannot be used now.
fn failure(py: Python<'_>, error: &RunError) -> PyErr {
    let words = error.to_string().replace("--fresh", "fresh=True");
    match error {
        RunError::Invalid(wrong) => raise(py, wrong),
        RunError::Ledger(LedgerError::Io { .. } | LedgerError::Busy(_)) => PyOSError::new_err(words),
        other => raise(py, &Wrong::new("ledger", other, "a new file, or that of this experiment").reads(words)),
    }
}

/// An experiment that is being joined from ranges, with its ledger open and locked.
#[pyclass(frozen, module = "gridhaunt._gridhaunt")]
pub(crate) struct Run {
    plan: Arc<Planned>,
    /// `None` after the end.
    run: Mutex<Option<Running<Arc<Planned>>>>,
}

impl Run {
    fn held(&self) -> MutexGuard<'_, Option<Running<Arc<Planned>>>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<T>(&self, ask: impl FnOnce(&mut Running<Arc<Planned>>) -> T) -> PyResult<T> {
        self.held().as_mut().map(ask).ok_or_else(|| PyRuntimeError::new_err("the experiment is closed"))
    }
}

#[pymethods]
impl Run {
    /// How many matches of whole seeds are in.
    #[getter]
    fn done(&self) -> PyResult<u64> {
        self.ask(|run| run.done() * self.plan.arms.len() as u64)
    }

    /// How many of them were on file.
    #[getter]
    fn found(&self) -> PyResult<u64> {
        self.ask(|run| run.found() * self.plan.arms.len() as u64)
    }

    /// Why the file cannot be written any more, if so.
    #[getter]
    fn lost(&self) -> PyResult<Option<String>> {
        self.ask(|run| run.lost().map(ToString::to_string))
    }

    /// The damaged lines of the file, whose seeds were played again.
    #[getter]
    fn damaged(&self) -> PyResult<Vec<u64>> {
        self.ask(|run| run.damage().iter().map(|damage| damage.line).collect())
    }

    /// The names of the measures to show.
    #[getter]
    fn shown(&self) -> PyResult<Vec<String>> {
        self.ask(|run| run.shown().iter().map(|&i| run.summary().measures[i].name.clone()).collect())
    }

    /// Adds the lines of the next range.
    fn take(&self, py: Python<'_>, lines: &[u8]) -> PyResult<()> {
        let pool = pool(py)?;
        let taken = py.detach(|| pool.install(|| self.ask(|run| run.take(lines))))?;
        taken.map_err(|error| failure(py, &error))
    }

    /// The result so far as one JSON document, as the command writes it.
    fn document(&self) -> PyResult<String> {
        self.ask(|run| format!("{:#}\n", report::document(&self.plan, run.summary())))
    }

    /// The result so far as the table that the command writes.
    fn csv(&self) -> PyResult<String> {
        self.ask(|run| report::csv(&self.plan, run.summary()))
    }

    /// Closes the file.
    fn close(&self) {
        drop(self.held().take());
    }
}
