//! What all parts of the native half need: the registry, and the kernel's errors as Python exceptions.

use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Policy, Weights};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::Registry;
use numpy::PyReadonlyArrayDyn;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

create_exception!(
    _gridhaunt,
    Invalid,
    PyValueError,
    "An input that cannot be used: `field`, `got` and `expected` say why."
);

pub(crate) fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(gridhaunt_bots::registry)
}

/// The threads that work is spread over: `pool(py)`, then `install` without the interpreter's lock. Rayon's own threads are
/// gone in a forked process, and whoever waits for them waits for ever, so that each process gets its own here. That the
/// lock of the interpreter is held keeps anybody else from holding the mutex while the process is forked.
pub(crate) fn pool(_py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let process = std::process::id();
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, pool)) = &*kept
        && *owner == process
    {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().build().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let pool = Arc::new(pool);
    // The threads of the old pool cannot be ended from here.
    std::mem::forget(kept.replace((process, pool.clone())));
    Ok(pool)
}

/// An error of a file as Python has it: with its number and its name.
pub(crate) fn of_file(path: &Path, error: &io::Error) -> PyErr {
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or_default().to_string();
    PyOSError::new_err((error.raw_os_error(), words, path.to_path_buf()))
}

/// The kernel's error as a Python exception with the same field, value and expectation.
pub(crate) fn raise(py: Python<'_>, wrong: &Wrong) -> PyErr {
    let error = Invalid::new_err(wrong.to_string());
    let value = error.value(py);
    let facts = [("field", &wrong.field), ("got", &wrong.got), ("expected", &wrong.expected)];
    match facts.into_iter().try_for_each(|(name, fact)| value.setattr(name, fact)) {
        Ok(()) => error,
        Err(failed) => failed,
    }
}

pub(crate) fn parse(py: Python<'_>, field: &str, text: &str) -> PyResult<Value> {
    gridhaunt_kernel::json::parse(text.as_bytes())
        .map_err(|error| raise(py, &Wrong::new(field, text, format!("JSON: {error}"))))
}

pub(crate) fn object(py: Python<'_>, field: &str, text: &str) -> PyResult<Map<String, Value>> {
    match parse(py, field, text)? {
        Value::Object(object) => Ok(object),
        other => Err(raise(py, &Wrong::new(field, other, "an object"))),
    }
}

pub(crate) fn open(py: Python<'_>, game: &str, settings: &str) -> PyResult<Box<dyn Opened>> {
    let settings = parse(py, "settings", settings)?;
    registry().find(game).and_then(|game| game.open(&settings)).map_err(|wrong| raise(py, &wrong))
}

/// The policy that a table of weights is; `room` is how many worlds, learned seats, places and numbers there are.
pub(crate) fn given(py: Python<'_>, weights: &PyReadonlyArrayDyn<'_, f64>, room: [usize; 4]) -> PyResult<Policy> {
    let array = weights.as_array();
    let numbers: Vec<f64> = array.iter().copied().collect();
    let weights = Weights::new(&numbers, array.shape(), room).map_err(|wrong| raise(py, &wrong))?;
    Ok(Policy::Given(Arc::new(weights)))
}

/// A natural number from Python.
pub(crate) fn natural(py: Python<'_>, field: &str, value: i64) -> PyResult<usize> {
    usize::try_from(value).map_err(|_| raise(py, &Wrong::new(field, value, "a natural number")))
}

/// The names of the arrays that are asked for; the game's first if nobody says.
pub(crate) fn arrays_of(
    py: Python<'_>,
    opened: &dyn Opened,
    lens: &Map<String, Value>,
    observations: Option<Vec<String>>,
) -> PyResult<Vec<String>> {
    observations.map_or_else(
        || {
            let known = opened.encodings(lens).map_err(|wrong| raise(py, &wrong))?;
            Ok(known.iter().take(1).map(|encoding| encoding.name.to_string()).collect())
        },
        Ok,
    )
}
