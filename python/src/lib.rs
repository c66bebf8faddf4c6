//! The native half of the Python package: matches and batches, with JSON as text and arrays as memory.

mod device;
mod dlpack;
mod events;
mod game;
mod guest;
mod hosting;
mod many;
mod matches;
mod outsiders;
mod play;
mod recorded;
mod replay;
mod scale;
mod series;
mod shared;
mod signals;
mod table;

use gridhaunt_arena::file;
use gridhaunt_arena::prove::{Proved, prove};
use pyo3::prelude::*;
use shared::{Invalid, of_file, pool, raise, registry};

/// The names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    registry().games().map(|game| game.info().name).collect()
}

/// The name of a game for people.
#[pyfunction]
fn title(py: Python<'_>, game: &str) -> PyResult<&'static str> {
    registry().find(game).map(|game| game.info().title).map_err(|wrong| raise(py, &wrong))
}

/// The JSON Schema of a game's settings, as text.
#[pyfunction]
fn schema(py: Python<'_>, game: &str) -> PyResult<String> {
    registry().find(game).map(|game| game.schema().to_string()).map_err(|wrong| raise(py, &wrong))
}

/// Verifies every match of a replay file on all cores; returns a JSON text for each.
#[pyfunction]
fn verify(py: Python<'_>, path: std::path::PathBuf) -> PyResult<Vec<String>> {
    let pool = pool(py)?;
    py.detach(|| {
        let mut verdicts = Vec::new();
        let input = file::open(&path).map_err(|error| of_file(&path, &error))?;
        let each = |verdict: Proved| {
            verdicts.push(verdict.json().to_string());
            Ok(())
        };
        pool.install(|| prove(registry(), input, each))?;
        Ok(verdicts)
    })
}

#[pymodule]
fn _gridhaunt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    hosting::use_python(module.py())?;
    module.add("Invalid", module.py().get_type::<Invalid>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<device::DeviceArray>()?;
    module.add_class::<device::Fleet>()?;
    module.add_function(wrap_pyfunction!(device::capsule, module)?)?;
    module.add_class::<game::Match>()?;
    module.add_class::<many::Many>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(table::encodings, module)?)?;
    module.add_class::<replay::Record>()?;
    module.add_function(wrap_pyfunction!(events::hold_event, module)?)?;
    module.add_function(wrap_pyfunction!(events::rate, module)?)?;
    module.add_class::<scale::Plan>()?;
    module.add_class::<scale::Run>()?;
    module.add_class::<series::Series>()?;
    module.add_function(wrap_pyfunction!(scale::versions, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(hosting::keep, module)?)?;
    module.add_function(wrap_pyfunction!(matches::matches, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(title, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)
}
