//! Duels, tournaments and ratings.

use crate::hosting::use_keeper;
use crate::shared::{of_file, parse, pool, raise, registry};
use crate::signals::aside;
use gridhaunt_arena::file;
use gridhaunt_events::duel::answer;
use gridhaunt_events::event::create;
use gridhaunt_events::names;
use gridhaunt_events::rated::{self, Choice, Query, RatingModel};
use gridhaunt_events::results::Results;
use gridhaunt_events::run::{Ended, Options, run};
use gridhaunt_events::spec::{Resolved, Spec};
use gridhaunt_events::trouble::Trouble;
use gridhaunt_events::words::since;
use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::json::Value;
use gridhaunt_store::{Address, Store};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPool;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A flag that is lent to one event after the other: those who look at it may outlive it.
struct Flag(&'static AtomicBool);

static FLAGS: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

impl Flag {
    fn lend() -> Self {
        let free = FLAGS.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Self(free.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false)))))
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
        FLAGS.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

fn troubled(py: Python<'_>, trouble: Trouble) -> PyErr {
    match trouble {
        Trouble::Invalid(wrong) => raise(py, &wrong),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// The store at an address; one that vanishes without one.
fn open(store: Option<&str>) -> Result<Store, Trouble> {
    let address = store.map_or_else(|| Ok(Address::memory()), |store| Address::find(Some(store)))?;
    Ok(Store::open(&address)?)
}

/// Makes an event and plays it to its end. Returns the answer of a duel or the results of a tournament as a JSON text.
#[pyfunction]
pub(crate) fn hold_event(py: Python<'_>, spec: &str, store: Option<&str>, as_root: bool) -> PyResult<String> {
    let spec = Spec::read(&parse(py, "spec", spec)?).map_err(|wrong| raise(py, &wrong))?;
    use_keeper(py)?;
    let flag = Flag::lend();
    let stop = flag.0;
    let halt = || stop.store(true, Ordering::Relaxed);
    let threads = pool(py)?;
    let held = aside(py, halt, || hold(&spec, store, as_root, stop, &threads))?;
    held.map(|results| results.to_string()).map_err(|trouble| troubled(py, trouble))
}

fn hold(
    spec: &Spec,
    store: Option<&str>,
    as_root: bool,
    stop: &'static AtomicBool,
    threads: &ThreadPool,
) -> Result<Value, Trouble> {
    let registry = registry();
    spec.resolve(registry)?;
    let store = open(store)?;
    let created = create(&store, registry, spec)?;
    let event = store.event(created.id)?;
    let options = Options { stop, abandon: stop, as_root, ..Options::default() };
    let (began, mut told, mut last) = (Instant::now(), created.told, None);
    let ended = run(&store, registry, event.id, &options, &mut |progress| {
        told.extend(progress.told.iter().cloned());
        last = Some(progress.clone());
    })?;
    if ended == Ended::Stopped {
        return Err(Trouble::Stopped);
    }
    let mut results = match Resolved::read(registry, &event.spec)?.duel {
        Some(duel) => {
            let entrants = names::entrants(&store, event.id)?;
            let name = |at: usize| entrants.get(at).map(|entrant| entrant.name.clone()).unwrap_or_default();
            let standing = last.as_ref().and_then(|last| Some((last.duel.as_ref()?, last)));
            standing.map_or(Value::Null, |(standing, last)| answer(standing, &duel, last, &[name(0), name(1)]))
        }
        None => {
            let results = threads.install(|| Results::of(&store, registry, event.id))?;
            serde_json::to_value(results).unwrap_or_default()
        }
    };
    if let Value::Object(results) = &mut results {
        results.insert("seconds".into(), json!(began.elapsed().as_secs_f64()));
        results.insert("told".into(), told.into());
        results.insert("left_out".into(), created.left_out.into());
        results.entry("game").or_insert_with(|| event.game.clone().into());
        results.entry("event").or_insert_with(|| event.id.0.into());
    }
    Ok(results)
}

/// Rates everybody who played in a store, or in events that were exported to files. Returns a JSON text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub(crate) fn rate(
    py: Python<'_>,
    store: Option<&str>,
    files: Vec<PathBuf>,
    game: Option<String>,
    map: Option<String>,
    role: Option<String>,
    since_when: Option<&str>,
    entrants: Vec<String>,
    conditions: Vec<String>,
    model: &str,
    anchor: Option<(String, f64)>,
    bootstrap: usize,
    seed: u64,
) -> PyResult<String> {
    let raising = |wrong: Wrong| raise(py, &wrong);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let moment = |text: &str| {
        since(text, i64::try_from(now).unwrap_or(i64::MAX)).ok_or_else(|| {
            let expected = "a time such as 2026-11-15, 2026-11-15T08:00:00Z or 7d";
            raising(Wrong::new("since", format!("{text:?}"), expected))
        })
    };
    let condition =
        |text: &String| text.parse().map_err(|wrong: Wrong| raising(Wrong { field: "where".into(), ..wrong }));
    let query = Query {
        game,
        map,
        role,
        since: since_when.map(moment).transpose()?,
        entrants,
        conditions: conditions.iter().map(condition).collect::<PyResult<_>>()?,
        without: Vec::new(),
    };
    let model = match model {
        "bt" => RatingModel::Bt,
        "weng-lin" => RatingModel::WengLin,
        "nash" => RatingModel::Nash,
        other => return Err(raising(Wrong::new("model", format!("{other:?}"), "one of bt, weng-lin, nash"))),
    };
    if bootstrap > 0 && model == RatingModel::WengLin {
        return Err(raising(Wrong::new("bootstrap", bootstrap, "0 for weng-lin: it is for bt and nash")));
    }
    let choice = Choice { model, anchor, bootstrap, seed };
    let threads = pool(py)?;
    let rated = py.detach(|| -> PyResult<Result<Value, Trouble>> {
        let opened = match store {
            Some(store) => Address::find(Some(store)).and_then(|address| Store::open_existing(&address)),
            None => Store::open(&Address::memory()),
        };
        let store = match opened {
            Ok(store) => store,
            Err(error) => return Ok(Err(error.into())),
        };
        for path in &files {
            let mut lines = file::open(path).map_err(|error| of_file(path, &error))?;
            if let Err(error) = store.import(&mut lines) {
                return Ok(Err(error.into()));
            }
        }
        let rating = threads.install(|| rated::rate(&store, registry(), &query, &choice));
        Ok(rating.map(|rating| serde_json::to_value(rating).unwrap_or_default()))
    })?;
    rated.map(|rating| rating.to_string()).map_err(|trouble| troubled(py, trouble))
}
