//! Very many games in arrays that share their memory.

use crate::shared::{arrays_of, given, natural, object, open, parse, raise};
use crate::signals;
use gridhaunt_batch::{Batch, Buffer, Lent, Memory, Number, Options, Rollout};
use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Autoreset, Cast, Policy, Restart, Stretch};
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::learn::Encoding;
use numpy::ndarray::{ArrayView, IxDyn};
use numpy::{
    Element, PyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

thread_local! {
    /// The actions of a step; the memory is used again in the next step.
    static ACTIONS: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Many games that are stepped together.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
pub(crate) struct Many {
    batch: Mutex<Batch>,
    opened: Box<dyn Opened>,
    /// Whether Python may write into the arrays.
    writable: bool,
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
    // SAFETY: the memory belongs to the batch, which never replaces nor resizes it as long as it lives, and the array
    // holds a reference to the object that owns the batch. Who may write gets numbers of types for which every bit
    // pattern is valid; the engine reads them only to bring them up to date.
    let array = unsafe { PyArray::borrow_from_array(&view, owner.clone().into_any()) };
    if !owner.get().writable {
        array.readwrite().make_nonwriteable();
    }
    Ok(array.into_any())
}

/// Numbered actions of any integer type that learners use.
trait Numbered: Element + Copy + std::fmt::Display {
    /// The number as a byte, and whether it is less than `most`, which is at most 256.
    fn byte(self, most: u64) -> (u8, bool);
}

macro_rules! numbered {
    ($($number:ty),*) => {
        $(impl Numbered for $number {
            #[inline]
            #[allow(clippy::cast_lossless, reason = "one body for all types")]
            fn byte(self, most: u64) -> (u8, bool) {
                // A negative number becomes a large one.
                (self as u8, (self as u64) < most)
            }
        })*
    };
}

numbered!(u8, i8, i32, i64);

/// Copies actions as bytes: the array may lie in the batch's own memory, or be written by another thread while the games
/// step. Returns the place of the first that is not less than `most`.
fn copied<T: Numbered>(flat: &[T], most: u64, own: &mut Vec<u8>) -> Option<usize> {
    own.clear();
    own.resize(flat.len(), 0);
    let mut fine = true;
    for (byte, &number) in own.iter_mut().zip(flat) {
        let (as_byte, known) = number.byte(most);
        *byte = as_byte;
        fine &= known;
    }
    if fine { None } else { flat.iter().position(|number| !number.byte(most).1) }
}

/// Memory of the caller, as the arrays of a dictionary.
fn lent(py: Python<'_>, buffers: Option<&Bound<'_, PyDict>>) -> PyResult<Lent> {
    let mut lent = Lent::default();
    for (name, array) in buffers.into_iter().flat_map(PyDictMethods::iter) {
        let name: String = name.extract().map_err(|_| {
            raise(py, &Wrong::new("buffers", name.repr().map_or_else(|_| "?".into(), |name| name.to_string()), "names"))
        })?;
        let buffer = [taken::<u8>, taken::<bool>, taken::<i16>, taken::<f32>]
            .into_iter()
            .find_map(|take| take(&array))
            .ok_or_else(|| {
                let got = array.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
                let got = array
                    .cast::<PyUntypedArray>()
                    .map_or(got, |array| format!("{} of {}", got_flags(array), array.dtype()));
                let expected = "a NumPy array in C order that can be written, of type uint8, bool, int16 or float32";
                raise(py, &Wrong::new(format!("buffers.{name}"), got, expected))
            })?;
        lent.add(&name, buffer).map_err(|wrong| raise(py, &wrong))?;
    }
    Ok(lent)
}

/// What about an array may be wrong.
fn got_flags(array: &Bound<'_, PyUntypedArray>) -> &'static str {
    if array.is_c_contiguous() { "an array" } else { "an array that is not in C order" }
}

/// Types whose memory a batch can write.
trait Writable: Element {
    type As: Number;
    fn buffer(memory: Memory<Self::As>) -> Buffer;
}

macro_rules! writable {
    ($($number:ty as $kept:ty: $kind:ident),*) => {
        $(impl Writable for $number {
            type As = $kept;

            fn buffer(memory: Memory<$kept>) -> Buffer {
                Buffer::$kind(memory)
            }
        })*
    };
}

writable!(u8 as u8: U8, bool as u8: U8, i16 as i16: I16, f32 as f32: F32);

/// The memory of an array of this type, in C order and open for writing; none for any other.
#[allow(unsafe_code, reason = "the batch writes into the array's memory")]
fn taken<T: Writable>(array: &Bound<'_, PyAny>) -> Option<Buffer> {
    let array = array.cast::<PyArrayDyn<T>>().ok()?;
    // Fails where it is not writable, or somebody has it for reading or writing right now.
    let mut writable = array.try_readwrite().ok()?;
    let memory = writable.as_slice_mut().ok()?;
    let (first, len) = (NonNull::new(memory.as_mut_ptr())?.cast::<T::As>(), memory.len());
    let owner = Box::new(array.clone().into_any().unbind());
    // SAFETY: the array is one piece of `len` aligned numbers, as NumPy has checked, and stays there as long as the
    // reference to it; a bool is a byte. Python code that writes into it while the games step is a race of the caller's
    // own, as with any array that a native function fills without the interpreter's lock.
    Some(T::buffer(unsafe { Memory::lent(first, len, owner) }))
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
        seats: &str,
        opponents: &str,
        until_asked: bool,
        max_steps: Option<u64>,
        autoreset: &str,
        finals: bool,
        results: bool,
        buffers: Option<&Bound<'_, PyDict>>,
        writable: bool,
    ) -> PyResult<Self> {
        let opened = open(py, game, settings)?;
        let lens = object(py, "options", lens)?;
        let arrays = arrays_of(py, opened.as_ref(), &lens, observations)?;
        let mode = Autoreset::ALL.iter().find(|(_, name)| *name == autoreset).ok_or_else(|| {
            let names = Autoreset::ALL.map(|(_, name)| name).join(", ");
            raise(py, &Wrong::new("autoreset", format!("{autoreset:?}"), format!("one of {names}")))
        })?;
        let options = Options {
            games: natural(py, "num_envs", num_envs)?,
            seed,
            worlds: natural(py, "worlds", worlds)?,
            arrays,
            lens,
            threads: natural(py, "threads", threads)?,
            seats: parse(py, "seats", seats)?,
            opponents: parse(py, "opponents", opponents)?,
            until_asked,
            max_steps,
            autoreset: mode.0,
            finals,
            results,
        };
        let lent = lent(py, buffers)?;
        let batch = py.detach(|| Batch::over_lent(opened.as_ref(), &options, lent));
        let batch = batch.map_err(|wrong| raise(py, &wrong))?;
        Ok(Self { batch: Mutex::new(batch), opened, writable })
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
    fn learned(&self) -> Vec<u16> {
        self.batch().learned().iter().map(|seat| seat.0.into()).collect()
    }

    #[getter]
    fn agents(&self) -> Vec<String> {
        self.batch().lesson().cast.learners().map(String::from).collect()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.batch().actions()
    }

    /// How many worlds, learned seats, places and numbers a table that is a policy has.
    #[getter]
    fn room(&self) -> [usize; 4] {
        self.batch().room()
    }

    #[getter]
    fn threads(&self) -> usize {
        self.batch().threads()
    }

    fn rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let batch = slf.get().batch();
        array(slf, &[batch.games(), batch.learned().len()], batch.rewards())
    }

    fn dones<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let batch = slf.get().batch();
        array(slf, &[batch.games()], batch.over())
    }

    fn terminated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let batch = slf.get().batch();
        array(slf, &[batch.games()], batch.terminated())
    }

    fn truncated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let batch = slf.get().batch();
        array(slf, &[batch.games()], batch.truncated())
    }

    fn observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(&'static str, Bound<'py, PyAny>)>> {
        let batch = slf.get().batch();
        let shape = [batch.games(), batch.learned().len()];
        batch.arrays().map(|array| named(slf, shape, array)).collect()
    }

    fn finals<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(&'static str, Bound<'py, PyAny>)>> {
        let batch = slf.get().batch();
        let shape = [batch.games(), batch.learned().len()];
        batch.finals().map(|array| named(slf, shape, array)).collect()
    }

    fn results<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let batch = slf.get().batch();
        let told = batch.lesson().results;
        told.then(|| array(slf, &[batch.games(), batch.learned().len()], batch.results())).transpose()
    }

    fn hash(&self, py: Python<'_>, env: i64) -> PyResult<String> {
        let batch = self.batch();
        let hash = usize::try_from(env).ok().and_then(|env| batch.hash(env));
        hash.map(hex).ok_or_else(|| raise(py, &Wrong::new("env", env, format!("0..={}", batch.games() - 1))))
    }

    /// The state hashes of all games.
    fn hashes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.batch().hashes())
    }

    /// Plays so many steps of every game and returns the sums: returns, episodes and results. Every step is written to
    /// `trail`, if there is one.
    #[expect(clippy::type_complexity, reason = "three arrays")]
    fn play<'py>(
        &self,
        py: Python<'py>,
        steps: usize,
        policy: &str,
        weights: Option<PyReadonlyArrayDyn<'_, f64>>,
        seed: u64,
        trail: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>)> {
        let policy = match weights {
            Some(weights) => given(py, &weights, self.batch().room())?,
            None => self.policy(py, &parse(py, "policy", policy)?)?,
        };
        let stretch = Stretch { steps, policy, seed, ..Stretch::default() };
        let mut path = match trail {
            Some(_) => Some(self.batch().trail(steps, lent(py, trail)?).map_err(|wrong| raise(py, &wrong))?),
            None => None,
        };
        let stop = stretch.stop.clone();
        let halt = || stop.store(true, Ordering::Relaxed);
        let played = signals::aside(py, halt, || self.batch().play(&stretch, path.as_mut()))?;
        let Rollout { returns, episodes, results } = played.map_err(|wrong| raise(py, &wrong))?;
        let [returns, results] = [returns, results].map(|sums| PyArray1::from_vec(py, sums));
        Ok((returns, PyArray1::from_vec(py, episodes), results))
    }

    #[pyo3(signature = (seeds=None, mask=None))]
    fn reset(
        &self,
        py: Python<'_>,
        seeds: Option<Vec<Option<u64>>>,
        mask: Option<PyReadonlyArrayDyn<'_, bool>>,
    ) -> PyResult<()> {
        let mask: Option<Vec<u8>> = mask.map(|mask| mask.as_array().iter().map(|&starts| starts.into()).collect());
        py.detach(|| self.batch().restart(Restart { which: mask.as_deref(), seeds: seeds.as_deref() }))
            .map_err(|wrong| raise(py, &wrong))
    }

    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let (games, learners, most) = {
            let batch = self.batch();
            (batch.games(), batch.learned().len(), batch.actions())
        };
        let mut own = ACTIONS.take();
        let known = self
            .take::<u8>(py, actions, &mut own, (games, learners, most))
            .or_else(|| self.take::<i64>(py, actions, &mut own, (games, learners, most)))
            .or_else(|| self.take::<i32>(py, actions, &mut own, (games, learners, most)))
            .or_else(|| self.take::<i8>(py, actions, &mut own, (games, learners, most)));
        let stepped = match known {
            Some(Ok(())) => py.detach(|| self.batch().step(&own)).map_err(|wrong| raise(py, &wrong)),
            Some(Err(error)) => Err(error),
            None => {
                let got = actions.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
                let got = actions.cast::<PyUntypedArray>().map_or(got, |array| array.dtype().to_string());
                let expected = "an array of uint8, int8, int32 or int64 in C order";
                Err(raise(py, &Wrong::new("actions", got, expected)))
            }
        };
        ACTIONS.set(own);
        stepped
    }
}

/// One array with its name, by game and learned seat.
fn named<'py>(
    owner: &Bound<'py, Many>,
    shape: [usize; 2],
    (encoding, buffer): (&Encoding, &Buffer),
) -> PyResult<(&'static str, Bound<'py, PyAny>)> {
    let shape = [shape.as_slice(), encoding.shape.as_slice()].concat();
    let array = match buffer {
        Buffer::U8(memory) => array(owner, &shape, memory),
        Buffer::I16(memory) => array(owner, &shape, memory),
        Buffer::F32(memory) => array(owner, &shape, memory),
    };
    Ok((encoding.name, array?))
}

impl Many {
    fn policy(&self, py: Python<'_>, policy: &Value) -> PyResult<Policy> {
        match policy.as_str() {
            Some("uniform") => return Ok(Policy::Uniform),
            Some("masked") => return Ok(Policy::Masked),
            _ => {}
        }
        let bots = Cast::bots(self.opened.as_ref(), "policy", policy).map_err(|wrong| raise(py, &wrong))?;
        self.opened.stand_ins(&bots).map(Policy::Bots).map_err(|wrong| raise(py, &wrong))
    }

    /// Copies actions of this type; none if they have another, or are not in C order.
    fn take<T: Numbered>(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        own: &mut Vec<u8>,
        (games, learners, most): (usize, usize, usize),
    ) -> Option<PyResult<()>> {
        let actions = actions.cast::<PyArrayDyn<T>>().ok()?.try_readonly().ok()?;
        let flat = actions.as_slice().ok()?;
        if actions.shape() != [games, learners] && actions.shape() != [games * learners] {
            let expected = format!("an array of shape [{games}, {learners}]");
            return Some(Err(raise(py, &Wrong::new("actions", format!("{:?}", actions.shape()), expected))));
        }
        Some(copied(flat, most as u64, own).map_or(Ok(()), |wrong| {
            let field = format!("actions[{}, {}]", wrong / learners, wrong % learners);
            Err(raise(py, &Wrong::new(field, flat[wrong], format!("0..={}", most - 1))))
        }))
    }
}
