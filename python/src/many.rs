//! Very many games in arrays that share their memory.

use crate::shared::{object, open, raise};
use gridhaunt_batch::{Batch, Buffer, Options};
use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::learn::Encoding;
use numpy::ndarray::{ArrayView, IxDyn};
use numpy::{Element, PyArray, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

thread_local! {
    /// The actions of a step; the memory is used again in the next step.
    static ACTIONS: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Many games that are stepped together.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
pub(crate) struct Many {
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
