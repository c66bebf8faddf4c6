//! One match, with JSON as text.

use crate::recorded::{Log, Origin, Recorded, no_log};
use crate::shared::{parse, pool, raise};
use gridhaunt_draw::{pixels, svg, text};
use gridhaunt_kernel::face::Span;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::sides::Sides;
use gridhaunt_kernel::{Invalid as Wrong, Seat};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One match; actions, views and states are exchanged as JSON texts.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
pub(crate) struct Match {
    origin: Origin,
    recorded: Mutex<Recorded>,
}

impl Match {
    pub(crate) fn from_parts(origin: Origin, recorded: Recorded) -> Self {
        Self { origin, recorded: Mutex::new(recorded) }
    }

    fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, py: Python<'_>, seat: i64) -> PyResult<Seat> {
        let seats = self.recorded().session.seats();
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
        let origin = Origin { game: game.into(), settings: settings.into(), seed, state: state.map(str::to_string) };
        let session = origin.begin(py)?;
        Ok(Self::from_parts(origin, Recorded::new(session)))
    }

    /// What it was made from, and its log: `restore` makes the same match from them.
    fn save(&self) -> (String, String, u64, Option<String>, Vec<u8>) {
        let Origin { game, settings, seed, state } = self.origin.clone();
        (game, settings, seed, state, self.recorded().log.pack())
    }

    /// A match as it was when it was saved.
    #[staticmethod]
    fn restore(
        py: Python<'_>,
        game: &str,
        settings: &str,
        seed: u64,
        state: Option<&str>,
        log: &[u8],
    ) -> PyResult<Self> {
        let restored = Self::new(py, game, settings, seed, state)?;
        let played = Log::unpack(log).ok_or_else(|| no_log(py, log))?;
        py.detach(|| restored.recorded().replay(&played));
        Ok(restored)
    }

    #[getter]
    fn seats(&self) -> usize {
        self.recorded().session.seats()
    }

    #[getter]
    fn over(&self) -> bool {
        self.recorded().session.phase().is_over()
    }

    #[getter]
    fn phase(&self) -> Vec<u8> {
        self.recorded().session.phase().seats().iter().map(|seat| seat.0).collect()
    }

    #[getter]
    fn steps(&self) -> u64 {
        self.recorded().session.steps()
    }

    #[getter]
    fn hash(&self) -> String {
        hex(self.recorded().session.hash())
    }

    fn state(&self) -> String {
        self.recorded().session.state()
    }

    fn events(&self) -> String {
        self.recorded().session.events()
    }

    fn outcome(&self) -> String {
        serde_json::to_string(&self.recorded().session.outcome()).unwrap_or_default()
    }

    /// The side that won, even if no single seat did.
    #[getter]
    fn winner_side(&self) -> Option<&'static str> {
        self.recorded().session.ending().and_then(|ending| ending.side)
    }

    /// What the result is worth to each seat, none while the match goes on.
    fn results(&self) -> Option<Vec<f32>> {
        let recorded = self.recorded();
        let session = recorded.session.as_ref();
        session.outcome().map(|outcome| Sides::of(session).results(&outcome))
    }

    /// Who won and why, in a sentence.
    #[getter]
    fn why(&self) -> Option<String> {
        self.recorded().session.ending().map(|ending| ending.to_string())
    }

    fn seat_name(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        Ok(self.recorded().session.seat_name(seat))
    }

    fn legal(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        let recorded = self.recorded();
        let session = &recorded.session;
        let actions: Vec<Value> = session.legal(seat).into_iter().map(|code| session.action(code)).collect();
        Ok(Value::Array(actions).to_string())
    }

    fn view(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        Ok(self.recorded().session.view(seat))
    }

    fn start(&self, py: Python<'_>, seat: i64) -> PyResult<String> {
        let seat = self.seat(py, seat)?;
        Ok(self.recorded().session.start(seat))
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
            codes.push((seat, self.recorded().session.read_action(&value).map_err(|wrong| raise(py, &wrong))?));
        }
        self.recorded().step(&codes);
        Ok(())
    }

    #[pyo3(signature = (seat=None))]
    fn drawing(&self, py: Python<'_>, seat: Option<i64>) -> PyResult<String> {
        let eye = seat.map(|seat| self.seat(py, seat)).transpose()?;
        Ok(self.recorded().session.drawing(eye))
    }

    /// How many pictures a second it is shown at by default.
    #[getter]
    fn pace(&self) -> f64 {
        self.recorded().session.pace()
    }

    #[pyo3(signature = (color, seat=None, width=None, height=None))]
    fn render(
        &self,
        py: Python<'_>,
        color: bool,
        seat: Option<i64>,
        width: Option<usize>,
        height: Option<usize>,
    ) -> PyResult<String> {
        let eye = seat.map(|seat| self.seat(py, seat)).transpose()?;
        let style = text::Style { charset: text::Charset::Unicode, color, width, height, alone: false };
        Ok(text::render(&self.recorded().session.scene(Span::Step, eye), &style))
    }

    #[pyo3(signature = (cell, dark, seat=None))]
    fn svg(&self, py: Python<'_>, cell: u32, dark: bool, seat: Option<i64>) -> PyResult<String> {
        let eye = seat.map(|seat| self.seat(py, seat)).transpose()?;
        Ok(svg::render(&self.recorded().session.scene(Span::Step, eye), &svg::Options { cell, dark }))
    }

    /// The largest of some sides of a cell with which the picture has at most this width and height, or the smallest.
    fn fitting_cell(&self, cells: Vec<u32>, width: f64, height: f64) -> u32 {
        let scene = self.recorded().session.scene(Span::Step, None);
        let fits = |&cell: &u32| {
            let page = svg::Page::of(&scene, &svg::Options { cell, dark: false });
            page.width <= width && page.height <= height
        };
        let smallest = cells.iter().copied().min().unwrap_or(svg::Options::default().cell);
        cells.into_iter().filter(fits).max().unwrap_or(smallest)
    }

    /// The picture as an array of rows, columns, and red, green and blue; at least this wide and high.
    #[pyo3(signature = (cell, dark, seat=None, width=0, height=0))]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        cell: u32,
        dark: bool,
        seat: Option<i64>,
        width: u32,
        height: u32,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let eye = seat.map(|seat| self.seat(py, seat)).transpose()?;
        let pool = pool(py)?;
        let picture = || {
            let options = svg::Options { cell, dark };
            let scene = self.recorded().session.scene(Span::Step, eye);
            let even = |side: f64| (side / 2.0).ceil() * 2.0;
            let least = svg::Page { width: width.into(), height: height.into() };
            let page = svg::Page::of(&scene, &options).max(least);
            let page = svg::Page { width: even(page.width), height: even(page.height) };
            pixels::render_on(page, &scene, &options)
        };
        let picture = py.detach(|| pool.install(picture));
        PyArray1::from_vec(py, picture.rgb).reshape([picture.height, picture.width, 3])
    }

    fn fork(&self) -> Self {
        Self::from_parts(self.origin.clone(), self.recorded().fork())
    }
}
