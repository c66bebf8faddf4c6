//! The native half of the Python package: matches and batches, with JSON as text and arrays as memory.

use gridhaunt_arena::file;
use gridhaunt_arena::prove::prove;
use gridhaunt_batch::{Batch, Buffer, Options};
use gridhaunt_draw::{svg, text};
use gridhaunt_kernel::face::{Opened, Session, Span};
use gridhaunt_kernel::json::{Map, Value, hex};
use gridhaunt_kernel::learn::Encoding;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid as Wrong, Seat};
use numpy::ndarray::{ArrayView, IxDyn};
use numpy::{Element, PyArray, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

create_exception!(
    _gridhaunt,
    Invalid,
    PyValueError,
    "An input that cannot be used: `field`, `got` and `expected` say why."
);

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(gridhaunt_bots::registry)
}

/// The kernel's error as a Python exception with the same field, value and expectation.
fn raise(py: Python<'_>, wrong: &Wrong) -> PyErr {
    let error = Invalid::new_err(wrong.to_string());
    let value = error.value(py);
    let facts = [("field", &wrong.field), ("got", &wrong.got), ("expected", &wrong.expected)];
    match facts.into_iter().try_for_each(|(name, fact)| value.setattr(name, fact)) {
        Ok(()) => error,
        Err(failed) => failed,
    }
}

fn parse(py: Python<'_>, field: &str, text: &str) -> PyResult<Value> {
    gridhaunt_kernel::json::parse(text.as_bytes())
        .map_err(|error| raise(py, &Wrong::new(field, text, format!("JSON: {error}"))))
}

fn object(py: Python<'_>, field: &str, text: &str) -> PyResult<Map<String, Value>> {
    match parse(py, field, text)? {
        Value::Object(object) => Ok(object),
        other => Err(raise(py, &Wrong::new(field, other, "an object"))),
    }
}

fn open(py: Python<'_>, game: &str, settings: &str) -> PyResult<Box<dyn Opened>> {
    let settings = parse(py, "settings", settings)?;
    registry().find(game).and_then(|game| game.open(&settings)).map_err(|wrong| raise(py, &wrong))
}

/// The names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    registry().games().map(|game| game.info().name).collect()
}

/// The JSON Schema of a game's settings, as text.
#[pyfunction]
fn schema(py: Python<'_>, game: &str) -> PyResult<String> {
    registry().find(game).map(|game| game.schema().to_string()).map_err(|wrong| raise(py, &wrong))
}

/// Verifies every match of a replay file on all cores; returns a JSON text for each.
#[pyfunction]
fn verify(py: Python<'_>, path: std::path::PathBuf) -> PyResult<Vec<String>> {
    py.detach(|| {
        let mut verdicts = Vec::new();
        prove(registry(), file::open(&path)?, |verdict| {
            verdicts.push(verdict.json().to_string());
            Ok(())
        })?;
        Ok(verdicts)
    })
}

/// One match; actions, views and states are exchanged as JSON texts.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
struct Match {
    session: Mutex<Box<dyn Session>>,
}

impl Match {
    fn session(&self) -> MutexGuard<'_, Box<dyn Session>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, py: Python<'_>, seat: i64) -> PyResult<Seat> {
        let seats = self.session().seats();
        let found = usize::try_from(seat).ok().filter(|&seat| seat < seats);
        found
            .map(|seat| Seat(seat as u8))
            .ok_or_else(|| raise(py, &Wrong::new("seat", seat, format!("0..={}", seats - 1))))
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game, settings, seed, state=None))]
    fn new(py: Python<'_>, game: &str, settings: &str, seed: u64, state: Option<&str>) -> PyResult<Self> {
        let opened = open(py, game, settings)?;
        let session = match state {
            Some(state) => opened.begin_from(seed, &parse(py, "state", state)?),
            None => opened.begin(seed),
        };
        session.map(|session| Self { session: Mutex::new(session) }).map_err(|wrong| raise(py, &wrong))
    }

    #[getter]
    fn seats(&self) -> usize {
        self.session().seats()
    }

    #[getter]
    fn over(&self) -> bool {
        self.session().phase().is_over()
    }

    #[getter]
    fn phase(&self) -> Vec<u8> {
        self.session().phase().seats().iter().map(|seat| seat.0).collect()
    }

    #[getter]
    fn steps(&self) -> u64 {
        self.session().steps()
    }

    #[getter]
    fn hash(&self) -> String {
        hex(self.session().hash())
    }

    fn state(&self) -> String {
        self.session().state()
    }

    fn events(&self) -> String {
        self.session().events()
    }

    fn outcome(&self) -> String {
        serde_json::to_string(&self.session().outcome()).unwrap_or_default()
    }

    /// The side that won, even if no single seat did.
    #[getter]
    fn winner_side(&self) -> Option<&'static str> {
        self.session().ending().and_then(|ending| ending.side)
    }

    /// Who won and why, in a sentence.
    #[getter]
    fn why(&self) -> Option<String> {
        self.session().ending().map(|ending| ending.to_string())
    }

    fn seat_name(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        Ok(self.session().seat_name(seat))
    }

    fn legal(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        let session = self.session();
        let actions: Vec<Value> = session.legal(seat).into_iter().map(|code| session.action(code)).collect();
        Ok(Value::Array(actions).to_string())
    }

    fn view(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        Ok(self.session().view(seat))
    }

    fn start(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        Ok(self.session().start(seat))
    }

    /// Plays one step. An action is a number, or the JSON text of any other action.
    fn step(&self, py: Python<'_>, choices: Vec<(i64, Bound<'_, PyAny>)>) -> PyResult<()> {
        let mut codes = Vec::with_capacity(choices.len());
        for (seat, action) in choices {
            let seat = self.seat(py, seat)?;
            let value = match action.extract::<i64>() {
                Ok(number) => Value::from(number),
                Err(_) => parse(py, "action", &action.extract::<String>()?)?,
            };
            codes.push((seat, self.session().read_action(&value).map_err(|wrong| raise(py, &wrong))?));
        }
        self.session().step(&codes);
        Ok(())
    }

    #[pyo3(signature = (seat=None))]
    fn drawing(&self, py: Python<'_>, seat: Option<i64>) -> PyResult<String> {
        let eye = seat.map(|seat| self.seat(py, seat)).transpose()?;
        Ok(self.session().drawing(eye))
    }

    #[pyo3(signature = (color, seat=None))]
    fn render(&self, py: Python<'_>, color: bool, seat: Option<i64>) -> PyResult<String> {
        let eye = seat.map(|seat| self.seat(py, seat)).transpose()?;
        let style = text::Style { charset: text::Charset::Unicode, color, width: None, height: None, alone: false };
        Ok(text::render(&self.session().scene(Span::Step, eye), &style))
    }

    #[pyo3(signature = (cell, dark, seat=None))]
    fn svg(&self, py: Python<'_>, cell: u32, dark: bool, seat: Option<i64>) -> PyResult<String> {
        let eye = seat.map(|seat| self.seat(py, seat)).transpose()?;
        Ok(svg::render(&self.session().scene(Span::Step, eye), &svg::Options { cell, dark }))
    }

    fn fork(&self) -> Self {
        Self { session: Mutex::new(self.session().fork()) }
    }
}

thread_local! {
    /// The actions of a step; the memory is used again in the next step.
    static ACTIONS: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Many games that are stepped together.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
struct Many {
    batch: Mutex<Batch>,
}

impl Many {
    fn batch(&self) -> MutexGuard<'_, Batch> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A NumPy array that uses the memory of the batch.
#[allow(unsafe_code, reason = "the array must not copy")]
fn array<'py, T: Element>(owner: &Bound<'py, Many>, shape: &[usize], memory: &[T]) -> PyResult<Bound<'py, PyAny>> {
    let view = ArrayView::from_shape(IxDyn(shape), memory).map_err(|error| PyValueError::new_err(error.to_string()))?;
    // SAFETY: the memory is a boxed slice of the batch, which is never replaced nor resized as long as the batch lives,
    // and the array holds a reference to the object that owns the batch. Python gets it read-only.
    let array = unsafe { PyArray::borrow_from_array(&view, owner.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    Ok(array.into_any())
}

#[pymethods]
impl Many {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
    fn new(
        py: Python<'_>,
        game: &str,
        settings: &str,
        num_envs: i64,
        seed: u64,
        observations: Option<Vec<String>>,
        lens: &str,
        worlds: i64,
        threads: i64,
    ) -> PyResult<Self> {
        let opened = open(py, game, settings)?;
        let lens = object(py, "options", lens)?;
        let natural = |field: &str, value: i64| {
            usize::try_from(value).map_err(|_| raise(py, &Wrong::new(field, value, "a natural number")))
        };
        let arrays = match observations {
            Some(names) => names,
            None => {
                let known = opened.encodings(&lens).map_err(|wrong| raise(py, &wrong))?;
                known.iter().take(1).map(|encoding| encoding.name.to_string()).collect()
            }
        };
        let options = Options {
            games: natural("num_envs", num_envs)?,
            seed,
            worlds: natural("worlds", worlds)?,
            arrays,
            lens,
            threads: natural("threads", threads)?,
        };
        let batch = py.detach(|| Batch::new(opened.as_ref(), &options));
        batch.map(|batch| Self { batch: Mutex::new(batch) }).map_err(|wrong| raise(py, &wrong))
    }

    #[getter]
    fn num_envs(&self) -> usize {
        self.batch().games()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.batch().seats()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.batch().actions()
    }

    #[getter]
    fn threads(&self) -> usize {
        self.batch().threads()
    }

    fn rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let batch = slf.get().batch();
        array(slf, &[batch.games(), batch.seats()], batch.rewards())
    }

    fn dones<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let batch = slf.get().batch();
        array(slf, &[batch.games()], batch.over())
    }

    fn observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(&'static str, Bound<'py, PyAny>)>> {
        let batch = slf.get().batch();
        let (games, seats) = (batch.games(), batch.seats());
        let shape = |encoding: &Encoding| [&[games, seats], encoding.shape.as_slice()].concat();
        let show = |(encoding, buffer): (&Encoding, &Buffer)| {
            let shape = shape(encoding);
            let array = match buffer {
                Buffer::U8(memory) => array(slf, &shape, memory),
                Buffer::I16(memory) => array(slf, &shape, memory),
                Buffer::F32(memory) => array(slf, &shape, memory),
            };
            Ok((encoding.name, array?))
        };
        batch.arrays().map(show).collect()
    }

    fn hash(&self, py: Python<'_>, env: i64) -> PyResult<String> {
        let batch = self.batch();
        let hash = usize::try_from(env).ok().and_then(|env| batch.hash(env));
        hash.map(hex).ok_or_else(|| raise(py, &Wrong::new("env", env, format!("0..={}", batch.games() - 1))))
    }

    fn reset(&self, py: Python<'_>) {
        py.detach(|| self.batch().reset());
    }

    fn step(&self, py: Python<'_>, actions: PyReadonlyArrayDyn<'_, u8>) -> PyResult<()> {
        let (games, seats, most) = {
            let batch = self.batch();
            (batch.games(), batch.seats(), batch.actions())
        };
        if actions.shape() != [games, seats] {
            return Err(raise(
                py,
                &Wrong::new(
                    "actions",
                    format!("{:?}", actions.shape()),
                    format!("an array of shape [{games}, {seats}]"),
                ),
            ));
        }
        let flat = actions.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
        // A copy: the array may lie in the batch's own memory, or be written by another thread while the games step.
        let mut own = ACTIONS.take();
        own.clear();
        own.extend_from_slice(flat);
        let stepped = self.step_with(py, &own, seats, most);
        ACTIONS.set(own);
        stepped
    }
}

impl Many {
    fn step_with(&self, py: Python<'_>, flat: &[u8], seats: usize, most: usize) -> PyResult<()> {
        if !flat.iter().fold(true, |fine, &action| fine & (usize::from(action) < most)) {
            let wrong = flat.iter().position(|&action| usize::from(action) >= most).unwrap_or(0);
            let field = format!("actions[{}, {}]", wrong / seats, wrong % seats);
            return Err(raise(py, &Wrong::new(field, flat[wrong], format!("0..={}", most - 1))));
        }
        py.detach(|| self.batch().step(flat)).map_err(|wrong| raise(py, &wrong))
    }
}

#[pymodule]
fn _gridhaunt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Invalid", module.py().get_type::<Invalid>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Match>()?;
    module.add_class::<Many>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)
}
