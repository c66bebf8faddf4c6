//! Very many games on a GPU, in arrays that stay there.

use crate::dlpack::{self, CUDA};
use crate::shared::{arrays_of, given, natural, object, open, parse, raise};
use gridhaunt_gpu::{self as gpu, Device, Error, Kind, Numbers, Options, Stretch, View};
use gridhaunt_kernel::Invalid as Wrong;
use gridhaunt_kernel::flock::{Cast, Policy};
use gridhaunt_kernel::json::hex;
use numpy::{PyArray1, PyReadonlyArrayDyn};
use pyo3::exceptions::{PyBufferError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is wrong with a device, as an error about the argument that names it.
fn failed(py: Python<'_>, device: usize, error: Error) -> PyErr {
    let about = |field: &str, got: String, expected: &str, words: String| {
        raise(py, &Wrong::new(field, got, expected).says(words))
    };
    match error {
        Error::Invalid(wrong) => raise(py, &wrong),
        Error::Memory { games, .. } => {
            about("num_envs", games.to_string(), "as many as fit into the device's memory", error.to_string())
        }
        Error::NoKernels(_) => about("device", "cuda".into(), "cpu with these settings", error.to_string()),
        Error::Driver(words) => PyRuntimeError::new_err(format!("the device failed: {words}")),
        error => about("device", format!("cuda:{device}"), "a device of this machine", error.to_string()),
    }
}

/// The returns of all seats and the episodes of all games.
type Sums<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<u32>>);

/// Many games that are stepped together on a GPU.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
pub(crate) struct Fleet {
    fleet: Mutex<gpu::Fleet>,
    /// Whose stream the work is on: it must not go before another is followed, nor before the games.
    followed: Mutex<Option<Py<PyAny>>>,
    number: usize,
    agents: Vec<String>,
}

/// An array on a GPU, as others take it without a copy.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
pub(crate) struct DeviceArray {
    owner: Py<Fleet>,
    view: View,
}

impl Fleet {
    fn fleet(&self) -> MutexGuard<'_, gpu::Fleet> {
        self.fleet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the games, without the interpreter's lock.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut gpu::Fleet) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        py.detach(|| work(&mut self.fleet())).map_err(|error| failed(py, self.number, error))
    }
}

fn array(owner: &Bound<'_, Fleet>, view: View) -> PyResult<Py<DeviceArray>> {
    Py::new(owner.py(), DeviceArray { owner: owner.clone().unbind(), view })
}

#[pymethods]
impl Fleet {
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
        results: bool,
        device: usize,
        seats: &str,
        opponents: &str,
        until_asked: bool,
    ) -> PyResult<Self> {
        let opened = open(py, game, settings)?;
        let lens = object(py, "options", lens)?;
        let arrays = arrays_of(py, opened.as_ref(), &lens, observations)?;
        let (games, worlds) = (natural(py, "num_envs", num_envs)?, natural(py, "worlds", worlds)?);
        let [seats, opponents] = [parse(py, "seats", seats)?, parse(py, "opponents", opponents)?];
        let cast = Cast::read(opened.as_ref(), &seats, &opponents).map_err(|wrong| raise(py, &wrong))?;
        let moved = Options::moves(opened.as_ref(), &cast).map_err(|wrong| raise(py, &wrong))?;
        let options = Options { games, seed, worlds, arrays, lens, results, moved, until_asked, ..Options::default() };
        options.learned(opened.as_ref(), opened.seats()).map_err(|wrong| raise(py, &wrong))?;
        let fleet = py.detach(|| gpu::Fleet::new(&Device::open(device)?, opened.as_ref(), &options));
        let fleet = fleet.map_err(|error| failed(py, device, error))?;
        Ok(Self {
            fleet: Mutex::new(fleet),
            followed: Mutex::new(None),
            number: device,
            agents: cast.learners().map(String::from).collect(),
        })
    }

    #[getter]
    fn num_envs(&self) -> usize {
        self.fleet().games()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.fleet().seats()
    }

    /// How many seats are learned: the first ones.
    #[getter]
    fn learned(&self) -> usize {
        self.fleet().learned()
    }

    /// How many worlds, learned seats, places and numbers a table that is a policy has.
    #[getter]
    fn room(&self) -> [usize; 4] {
        self.fleet().room()
    }

    #[getter]
    fn agents(&self) -> Vec<String> {
        self.agents.clone()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.fleet().numbers()
    }

    #[getter]
    fn device(&self) -> usize {
        self.number
    }

    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |fleet| fleet.device().name())
    }

    #[getter]
    fn stream(&self) -> u64 {
        self.fleet().stream()
    }

    fn rewards(slf: &Bound<'_, Self>) -> PyResult<Py<DeviceArray>> {
        let view = slf.get().fleet().view_of_rewards();
        array(slf, view)
    }

    fn dones(slf: &Bound<'_, Self>) -> PyResult<Py<DeviceArray>> {
        let view = slf.get().fleet().view_of_over();
        array(slf, view)
    }

    fn truncated(slf: &Bound<'_, Self>) -> PyResult<Py<DeviceArray>> {
        let view = slf.get().fleet().view_of_truncated();
        array(slf, view)
    }

    fn results(slf: &Bound<'_, Self>) -> PyResult<Option<Py<DeviceArray>>> {
        let view = slf.get().fleet().view_of_results();
        view.map(|view| array(slf, view)).transpose()
    }

    fn observations(slf: &Bound<'_, Self>) -> PyResult<Vec<(&'static str, Py<DeviceArray>)>> {
        let views: Vec<_> = slf.get().fleet().views_of_arrays().collect();
        views.into_iter().map(|(name, view)| Ok((name, array(slf, view)?))).collect()
    }

    /// Steps all games with numbers that lie on the device.
    #[allow(unsafe_code, reason = "who calls has an array there")]
    fn step(&self, py: Python<'_>, address: u64, width: u64) -> PyResult<()> {
        // SAFETY: the Python half takes address and width from an array of this device that has a number for every seat,
        // and keeps it until the next steps.
        self.with(py, |fleet| unsafe { fleet.step_with(Numbers { address, width }) })
    }

    /// Does all further work on a stream of the caller's, which `owner` keeps alive.
    #[allow(unsafe_code, reason = "who calls has such a stream")]
    fn follow(&self, py: Python<'_>, stream: u64, owner: Py<PyAny>) -> PyResult<()> {
        if stream == self.stream() {
            return Ok(());
        }
        // SAFETY: the Python half takes the stream from its owner, which is kept.
        self.with(py, |fleet| unsafe { fleet.follow(stream) })?;
        let former = self.followed.lock().unwrap_or_else(PoisonError::into_inner).replace(owner);
        drop(former);
        Ok(())
    }

    /// Plays so many steps of every game; returns the sums of returns and episodes.
    #[pyo3(signature = (steps, policy, weights, seed))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        steps: u64,
        policy: &str,
        weights: Option<PyReadonlyArrayDyn<'py, f64>>,
        seed: u64,
    ) -> PyResult<Sums<'py>> {
        let policy = match (weights, policy) {
            (Some(weights), _) => given(py, &weights, self.fleet().room())?,
            (None, "masked") => Policy::Masked,
            (None, _) => Policy::Uniform,
        };
        let (returns, episodes) = self.with(py, |fleet| {
            fleet.forget()?;
            if steps > 0 {
                fleet.roll(Stretch { steps, policy, seed, restart: true })?;
                fleet.show()?;
            }
            Ok((fleet.returns()?, fleet.episodes()?))
        })?;
        Ok((PyArray1::from_vec(py, returns), PyArray1::from_vec(py, episodes)))
    }

    #[pyo3(signature = (seeds=None, mask=None))]
    fn reset(
        &self,
        py: Python<'_>,
        seeds: Option<Vec<Option<u64>>>,
        mask: Option<PyReadonlyArrayDyn<'_, bool>>,
    ) -> PyResult<()> {
        let mask: Option<Vec<u8>> = mask.map(|mask| mask.as_array().iter().map(|&starts| starts.into()).collect());
        self.with(py, |fleet| fleet.reset(mask.as_deref(), seeds.as_deref()))
    }

    fn hash(&self, py: Python<'_>, env: i64) -> PyResult<String> {
        let hashes = self.with(py, gpu::Fleet::hashes)?;
        let hash = usize::try_from(env).ok().and_then(|env| hashes.get(env).copied());
        hash.map(hex).ok_or_else(|| raise(py, &Wrong::new("env", env, format!("0..={}", hashes.len() - 1))))
    }

    /// The state hashes of all games.
    fn hashes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(PyArray1::from_vec(py, self.with(py, gpu::Fleet::hashes)?))
    }

    /// Waits until all work is done.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |fleet| fleet.device().wait())
    }
}

impl DeviceArray {
    /// The type, as the interface of CUDA arrays has it.
    fn typestr(&self) -> &'static str {
        match self.view.kind {
            Kind::Bool => "|b1",
            Kind::U8 => "|u1",
            Kind::I16 => "<i2",
            Kind::F32 => "<f4",
        }
    }
}

#[pymethods]
impl DeviceArray {
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, &self.view.shape)
    }

    #[getter]
    fn dtype(&self) -> &'static str {
        match self.view.kind {
            Kind::Bool => "bool",
            Kind::U8 => "uint8",
            Kind::I16 => "int16",
            Kind::F32 => "float32",
        }
    }

    #[getter]
    fn __cuda_array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        facts.set_item("shape", self.shape(py)?)?;
        facts.set_item("typestr", self.typestr())?;
        facts.set_item("data", (self.view.address, false))?;
        facts.set_item("strides", py.None())?;
        facts.set_item("version", 3)?;
        // 1 is how this interface writes the default stream.
        facts.set_item("stream", self.owner.get().fleet().stream().max(1))?;
        Ok(facts)
    }

    fn __dlpack_device__(&self) -> (i32, usize) {
        (CUDA, self.owner.get().number)
    }

    /// The array as a capsule; the stream of the caller waits for what is under way.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    #[allow(unsafe_code, reason = "who calls has such a stream")]
    fn __dlpack__<'py>(
        slf: &Bound<'py, Self>,
        stream: Option<i64>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who takes newer versions takes this one too.
        let _ = max_version;
        let (py, array) = (slf.py(), slf.get());
        let owner = array.owner.get();
        if copy == Some(true) || dl_device.is_some_and(|device| device != (CUDA, owner.number as i32)) {
            return Err(PyBufferError::new_err("the array is not copied: take it as it is, on its device"));
        }
        match stream {
            Some(-1) => {}
            Some(0) | Some(..-1) => {
                return Err(raise(py, &Wrong::new("stream", stream.unwrap_or(0), "an address, 1, 2, -1 or None")));
            }
            // SAFETY: the protocol gives a stream of this device.
            _ => owner.with(py, |fleet| unsafe { fleet.precede(stream.unwrap_or(1) as u64) })?,
        }
        dlpack::export(py, &array.view, owner.number, slf.clone().into_any().unbind())
    }

    /// A copy as an array of NumPy; waits for the device.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = PyArray1::from_vec(py, self.owner.get().with(py, |fleet| fleet.read(&self.view))?);
        bytes.call_method1("view", (self.dtype(),))?.call_method1("reshape", (self.shape(py)?,))
    }

    fn __repr__(&self) -> String {
        let shape: Vec<String> = self.view.shape.iter().map(usize::to_string).collect();
        format!("<gridhaunt.DeviceArray {}[{}] on cuda:{}>", self.dtype(), shape.join(", "), self.owner.get().number)
    }
}

/// What a capsule of somebody else holds: address, type, shape, number of the CUDA device and whether it is in C order;
/// none of these if it lies on no CUDA device.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "five facts")]
pub(crate) fn capsule(array: &Bound<'_, PyCapsule>) -> PyResult<Option<(u64, String, Vec<i64>, i32, bool)>> {
    let foreign = dlpack::read(array)?;
    let [kind, number] = foreign.device;
    Ok((kind == CUDA).then_some((foreign.address, foreign.dtype, foreign.shape, number, foreign.in_order)))
}
