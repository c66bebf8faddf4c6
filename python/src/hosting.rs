//! Programs as bots: the keeper, the terms they play under, and processes that belong to one process of Python.

use crate::shared::{parse, raise};
use crate::signals;
use gridhaunt_arena::house::House;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_events::spec::{Arrival, TermsSpec};
use gridhaunt_host::clock::Clock;
use gridhaunt_host::host::Terms;
use gridhaunt_host::sandbox::{Level, Wish};
use gridhaunt_host::{keeper, python};
use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::fault::Policy;
use gridhaunt_kernel::json::Value;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread;

/// Becomes the keeper of a program and does not return, if the word is the one that a host gives its keeper: what
/// `_keeper.py` calls.
#[pyfunction]
pub(crate) fn keep(py: Python<'_>, word: &str) -> PyResult<()> {
    keeper::become_if_asked(word.as_ref());
    Err(raise(py, &Wrong::new("word", format!("{word:?}"), "that of a host which starts a keeper")))
}

/// Has the interpreter itself run bots that are modules of this package.
pub(crate) fn use_python(py: Python<'_>) -> PyResult<()> {
    let executable: Option<PathBuf> = py.import("sys")?.getattr("executable")?.extract()?;
    if let Some(executable) = executable.filter(|path| path.is_absolute()) {
        python::use_interpreter(executable);
    }
    Ok(())
}

/// Has the interpreter itself be the keeper of programs: this process is no `gridhaunt` binary.
pub(crate) fn use_keeper(py: Python<'_>) -> PyResult<()> {
    if std::env::var_os("GRIDHAUNT_KEEPER").is_some_and(|path| !path.is_empty()) {
        return Ok(());
    }
    let executable: Option<PathBuf> = py.import("sys")?.getattr("executable")?.extract()?;
    let Some(executable) = executable.filter(|path| !path.as_os_str().is_empty()) else {
        let why = "sys.executable is empty; GRIDHAUNT_KEEPER must name the gridhaunt binary";
        return Err(PyRuntimeError::new_err(format!("programs need a keeper, and {why}")));
    };
    let module: PathBuf = py.import("gridhaunt._gridhaunt")?.getattr("__file__")?.extract()?;
    let script = module.with_file_name("_keeper.py").into_os_string();
    let mut words: Vec<OsString> = ["-I", "-S", "-B"].map(OsString::from).to_vec();
    words.push(script);
    // The environment of a keeper is empty, and an interpreter may need this of it.
    match std::env::var_os("LD_LIBRARY_PATH").filter(|path| !path.is_empty()) {
        Some(path) if Path::new("/usr/bin/env").exists() => {
            let mut variable = OsString::from("LD_LIBRARY_PATH=");
            variable.push(path);
            words.splice(0..0, [variable, executable.into_os_string()]);
            keeper::use_command("/usr/bin/env", words);
        }
        _ => keeper::use_command(executable, words),
    }
    Ok(())
}

/// The terms that programs play under, as the caller gave them.
#[derive(Clone, Default)]
pub(crate) struct Hosting {
    terms: TermsSpec,
    as_root: bool,
}

impl Hosting {
    /// Reads the keyword `terms`: null, or an object.
    pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        let mut value = parse(py, "terms", text)?;
        let raising = |wrong: Wrong| raise(py, &wrong.within("terms"));
        let as_root = match &mut value {
            Value::Null => return Ok(Self::default()),
            Value::Object(terms) => match terms.remove("as_root") {
                None => false,
                Some(Value::Bool(as_root)) => as_root,
                Some(other) => return Err(raising(Wrong::new("as_root", other, "True or False"))),
            },
            _ => return Err(raise(py, &Wrong::new("terms", value, "a mapping of terms"))),
        };
        Ok(Self { terms: TermsSpec::of_matches(&value).map_err(raising)?, as_root })
    }

    /// A house for so many matches at once of the programs among these bots, which are digested and built; none if
    /// there are no programs.
    pub(crate) fn house(&self, py: Python<'_>, bots: &[BotSpec], matches: u64) -> PyResult<Option<House>> {
        if bots.iter().all(|bot| bot.program.is_none()) {
            return Ok(None);
        }
        use_keeper(py)?;
        let made = py.detach(|| self.open(bots, matches));
        signals::check()?;
        made.map(Some).map_err(|wrong| raise(py, &wrong))
    }

    fn open(&self, bots: &[BotSpec], matches: u64) -> Result<House, Wrong> {
        let spec = &self.terms;
        let level = match spec.sandbox {
            None | Some(Wish::At(Level::Zero)) => Level::Zero,
            Some(wish) => wish.level().map_err(|why| {
                let advice = format!("{why}; `gridhaunt doctor` says which levels work here");
                Wrong::new("terms.sandbox", wish, "a level that works here").says(advice)
            })?,
        };
        let clock = spec.clock.unwrap_or(Clock::PLAY);
        if matches!(clock, Clock::Cpu { .. }) && level != Level::Two {
            let why = "processor time needs control groups, which level 2 has: sandbox=\"2\"";
            return Err(Wrong::new("terms.clock", clock, "a clock of the wall").says(why)); // B10
        }
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let terms = Terms {
            clock,
            level,
            ponder: spec.ponder != Some(false),
            as_root: self.as_root,
            build_network: spec.build_network,
            // Not asked of Rayon, whose own threads would be started by that.
            matches: usize::try_from(matches).unwrap_or(usize::MAX).clamp(1, cores),
            interrupted: Some(signals::pressed),
            ..Terms::default()
        };
        let usual = Policy::default();
        let policy =
            Policy { strict: spec.strict.unwrap_or(usual.strict), strikes: spec.strikes.unwrap_or(usual.strikes) };
        let mut house = House::new(terms, policy, if spec.serial { 1 } else { cores });
        house.real_arrival = spec.arrival == Some(Arrival::Real);
        house.prepare(bots, |_| {})?;
        Ok(house)
    }
}

/// What belongs to the process that made it: in a forked one it is left alone, since its programs are not those of that
/// process.
pub(crate) struct Ours<T> {
    process: u32,
    value: Option<T>,
}

impl<T> Ours<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { process: std::process::id(), value: Some(value) }
    }

    /// Whether it was made by this process.
    pub(crate) fn is_ours(&self) -> bool {
        self.process == std::process::id()
    }

    pub(crate) const fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    pub(crate) const fn get_mut(&mut self) -> Option<&mut T> {
        self.value.as_mut()
    }

    pub(crate) fn take(mut self) -> Option<T> {
        if self.is_ours() { self.value.take() } else { None }
    }
}

impl<T> Drop for Ours<T> {
    fn drop(&mut self) {
        if !self.is_ours() {
            std::mem::forget(self.value.take());
        }
    }
}
