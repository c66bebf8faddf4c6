//! One environment: a match as a learner plays it, with opponents on the other seats.

use crate::game::Match;
use crate::hosting::Hosting;
use crate::outsiders::Outsiders;
use crate::play::{Fixed, Play, Saved};
use crate::recorded::{Log, Origin, no_log};
use crate::shared::{object, open, parse, raise};
use gridhaunt_kernel::flock::Cast;
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::learn::{Dtype, Encoding, Slot};
use gridhaunt_kernel::{Invalid as Wrong, Seat, SeatSet};
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList, PyMapping, PyString};
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of a type of numbers in NumPy.
pub(crate) const fn dtype(encoding: &Encoding) -> &'static str {
    match encoding.dtype {
        Dtype::U8 => "uint8",
        Dtype::I16 => "int16",
        Dtype::F32 => "float32",
    }
}

/// Name, type, shape and meaning of an array.
pub(crate) type Card = (&'static str, &'static str, Vec<usize>, &'static str);

pub(crate) fn card(encoding: &Encoding) -> Card {
    (encoding.name, dtype(encoding), encoding.shape.clone(), encoding.about)
}

/// All arrays that a learner of a game can read: name, type, shape and meaning of each.
#[pyfunction]
pub(crate) fn encodings(py: Python<'_>, game: &str, settings: &str, lens: &str) -> PyResult<Vec<Card>> {
    let opened = open(py, game, settings)?;
    let known = opened.encodings(&object(py, "options", lens)?).map_err(|wrong| raise(py, &wrong))?;
    Ok(known.iter().map(card).collect())
}

thread_local! {
    /// The environments whose opponents are being asked by this thread.
    static PLAYING: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// An environment is among those of this thread for as long as this lives.
struct Playing;

impl Playing {
    fn new(table: usize) -> Self {
        PLAYING.with_borrow_mut(|playing| playing.push(table));
        Self
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        PLAYING.with_borrow_mut(Vec::pop);
    }
}

/// One environment, natively.
#[pyclass(module = "gridhaunt._gridhaunt", frozen)]
pub(crate) struct Table {
    fixed: Arc<Fixed>,
    play: Mutex<Play>,
}

/// Where the mask of an agent is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MaskIn {
    Observation,
    Info,
    Nowhere,
}

impl MaskIn {
    fn read(py: Python<'_>, mask: Option<&str>) -> PyResult<Self> {
        match mask {
            Some("observation") => Ok(Self::Observation),
            Some("info") => Ok(Self::Info),
            None => Ok(Self::Nowhere),
            Some(other) => {
                let wrong = Wrong::new("mask", format!("{other:?}"), "one of observation, info, None");
                Err(raise(py, &wrong))
            }
        }
    }
}

/// A value of the caller as Python writes it.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".into(), |text| text.to_string())
}

/// A new array that something writes.
#[allow(unsafe_code, reason = "the array is written once, before anybody sees it")]
fn filled<'py, T: Element>(py: Python<'py>, shape: &[usize], write: impl FnOnce(&mut [T])) -> Bound<'py, PyAny> {
    let array = PyArrayDyn::<T>::zeros(py, shape, false);
    // SAFETY: the array was made here and nobody else has it yet, so that this is the only reference to its memory.
    if let Ok(memory) = unsafe { array.as_slice_mut() } {
        write(memory);
    }
    array.into_any()
}

impl Table {
    fn play(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Play>> {
        if self.fixed.outsiders.has_objects()
            && PLAYING.with_borrow(|playing| playing.contains(&self.place_in_memory()))
        {
            return Err(PyRuntimeError::new_err("a bot cannot use the environment that it plays in while it chooses"));
        }
        Ok(self.play.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }

    fn place_in_memory(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    /// Has something done without the interpreter that may call objects.
    fn apart<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
        let _playing = Playing::new(self.place_in_memory());
        py.detach(work)
    }

    fn seat(&self, py: Python<'_>, seat: i64) -> PyResult<Seat> {
        let seats = self.fixed.opened.seats();
        let found = usize::try_from(seat).ok().filter(|&seat| seat < seats);
        found
            .map(|seat| Seat(seat as u8))
            .ok_or_else(|| raise(py, &Wrong::new("seat", seat, format!("0..={}", seats - 1))))
    }

    /// The place of a learned seat among the learned ones.
    fn place(&self, seat: Seat) -> Option<usize> {
        let learned = self.fixed.learned;
        learned.contains(seat).then(|| learned.and(SeatSet::first(seat.index())).len())
    }

    fn number(&self, py: Python<'_>, field: impl FnOnce() -> String, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let most = self.fixed.desk.actions();
        let number = action.extract::<i64>().ok().and_then(|number| usize::try_from(number).ok());
        number.filter(|&number| number < most).ok_or_else(|| {
            raise(py, &Wrong::new(field(), shown(action), format!("a number 0..={}", most.saturating_sub(1))))
        })
    }

    /// One array of a seat.
    fn array<'py>(&self, py: Python<'py>, play: &Play, seat: Seat, which: usize) -> Bound<'py, PyAny> {
        let desk = self.fixed.desk.as_ref();
        let (session, encoding) = (play.recorded.session.as_ref(), &desk.encodings()[which]);
        match encoding.dtype {
            Dtype::U8 => filled(py, &encoding.shape, |out| desk.encode(session, seat, which, Slot::U8(out))),
            Dtype::I16 => filled(py, &encoding.shape, |out| desk.encode(session, seat, which, Slot::I16(out))),
            Dtype::F32 => filled(py, &encoding.shape, |out| desk.encode(session, seat, which, Slot::F32(out))),
        }
    }

    /// The mask of a seat, never all 0: a seat that is not asked has only action 0.
    fn mask_of<'py>(&self, py: Python<'py>, play: &Play, seat: Seat) -> Bound<'py, PyAny> {
        let (desk, session) = (self.fixed.desk.as_ref(), play.recorded.session.as_ref());
        filled(py, &[desk.actions()], |out: &mut [i8]| {
            if session.phase().asks(seat) {
                let mut mask = vec![0; out.len()];
                desk.encode(session, seat, self.fixed.mask, Slot::U8(&mut mask));
                out.iter_mut().zip(mask).for_each(|(bit, may)| *bit = may as i8);
            } else if let Some(first) = out.first_mut() {
                *first = 1;
            }
        })
    }

    fn arrays<'py>(&self, py: Python<'py>, play: &Play, seat: Seat) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for (name, &which) in self.fixed.names.iter().zip(&self.fixed.arrays) {
            arrays.set_item(name, self.array(py, play, seat, which))?;
        }
        Ok(arrays)
    }

    /// What an agent observes: one array, or several by name; with its mask if that is wanted there.
    fn observed<'py>(&self, py: Python<'py>, play: &Play, seat: Seat, mask: MaskIn) -> PyResult<Bound<'py, PyAny>> {
        let observed = match self.fixed.arrays.as_slice() {
            [which] => self.array(py, play, seat, *which),
            _ => self.arrays(py, play, seat)?.into_any(),
        };
        if mask != MaskIn::Observation {
            return Ok(observed);
        }
        let both = PyDict::new(py);
        both.set_item(pyo3::intern!(py, "observation"), observed)?;
        both.set_item(pyo3::intern!(py, "action_mask"), self.mask_of(py, play, seat))?;
        Ok(both.into_any())
    }

    fn info<'py>(&self, py: Python<'py>, play: &Play, seat: Seat, mask: MaskIn) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        if mask == MaskIn::Info {
            info.set_item(pyo3::intern!(py, "action_mask"), self.mask_of(py, play, seat))?;
        }
        Ok(info)
    }

    fn names<'py>(&self, py: Python<'py>, seats: SeatSet) -> PyResult<Bound<'py, PyList>> {
        let there = self.fixed.learned.iter().zip(&self.fixed.agents).filter(|(seat, _)| seats.contains(*seat));
        PyList::new(py, there.map(|(_, name)| name.bind(py)).collect::<Vec<_>>())
    }

    /// The numbers of a list by learned seat.
    fn by_place(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Vec<Option<usize>>> {
        let learned = self.fixed.learned.len();
        let wrong = |got: String| {
            let expected = format!("a sequence of {learned} numbers, or a mapping by seat");
            raise(py, &Wrong::new("actions", got, expected))
        };
        let items = actions.try_iter().map_err(|_| wrong(shown(actions)))?;
        let items = items.collect::<PyResult<Vec<_>>>()?;
        if items.len() != learned {
            return Err(wrong(format!("{} numbers", items.len())));
        }
        let number =
            |(i, item): (usize, &Bound<'_, PyAny>)| self.number(py, || format!("actions[{i}]"), item).map(Some);
        items.iter().enumerate().map(number).collect()
    }

    /// The numbers of a mapping by seat; a seat that is not in it makes no choice.
    fn by_seat(&self, py: Python<'_>, actions: &Bound<'_, PyMapping>) -> PyResult<Vec<Option<usize>>> {
        let mut numbers = vec![None; self.fixed.learned.len()];
        for item in actions.items()?.iter() {
            let (seat, action) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let place = seat.extract::<u8>().ok().and_then(|seat| self.place(Seat(seat)));
            let Some(place) = place else {
                let learned: Vec<String> = self.fixed.learned.iter().map(|seat| seat.to_string()).collect();
                let expected = format!("a learned seat: one of {}", learned.join(", "));
                return Err(raise(py, &Wrong::new("actions", shown(&seat), expected)));
            };
            numbers[place] = Some(self.number(py, || format!("actions[{seat}]"), &action)?);
        }
        Ok(numbers)
    }

    /// The numbers of a dictionary by agent; an agent that is not in it makes no choice.
    fn by_agent(&self, py: Python<'_>, actions: &Bound<'_, PyDict>) -> PyResult<Vec<Option<usize>>> {
        let mut numbers = vec![None; self.fixed.learned.len()];
        let mut found = 0;
        for (place, name) in self.fixed.agents.iter().enumerate() {
            if let Some(action) = actions.get_item(name)? {
                numbers[place] = Some(self.number(py, || format!("actions[{:?}]", name.to_string()), &action)?);
                found += 1;
            }
        }
        if found < actions.len() {
            let known = self.names(py, self.fixed.learned)?;
            for agent in actions.keys().iter() {
                if !known.contains(&agent)? {
                    let known: Vec<String> = self.fixed.agents.iter().map(ToString::to_string).collect();
                    let expected = format!("one of {}", known.join(", "));
                    return Err(raise(py, &Wrong::new("actions", shown(&agent), expected)));
                }
            }
        }
        Ok(numbers)
    }

    fn step_with(&self, py: Python<'_>, play: &mut Play, numbers: &[Option<usize>]) -> PyResult<()> {
        // Opponents may think for long; the rules alone are faster than handing over the interpreter.
        if play.has_opponents() { self.apart(py, || play.step(numbers)) } else { play.step(numbers) }
    }
}

/// The five dictionaries of a step, by agent, and the agents that go on.
type Told<'py> = (
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyList>,
);

#[pymethods]
impl Table {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python class")]
    fn new(
        py: Python<'_>,
        game: &str,
        settings: &str,
        seed: u64,
        worlds: Option<u64>,
        seats: &str,
        opponents: &str,
        observations: Option<Vec<String>>,
        lens: &str,
        until_asked: bool,
        max_steps: Option<u64>,
        guests: Vec<Bound<'_, PyAny>>,
        terms: &str,
    ) -> PyResult<Self> {
        let raising = |wrong: Wrong| raise(py, &wrong);
        let opened = open(py, game, settings)?;
        let desk = opened.desk(&object(py, "options", lens)?).map_err(raising)?;
        let cast = Cast::read(opened.as_ref(), &parse(py, "seats", seats)?, &parse(py, "opponents", opponents)?);
        let cast = cast.map_err(raising)?;
        for (field, value) in [("worlds", worlds), ("max_steps", max_steps)] {
            if value == Some(0) {
                return Err(raising(Wrong::new(field, 0, "at least 1")));
            }
        }
        let known = desk.encodings();
        let names: Vec<&str> = known.iter().map(|encoding| encoding.name).collect();
        let find = |(i, name): (usize, String)| {
            names.iter().position(|known| *known == name).ok_or_else(|| {
                let expected = format!("one of {}", names.join(", "));
                raising(Wrong::new(format!("observations[{i}]"), format!("{name:?}"), expected))
            })
        };
        let arrays: Vec<usize> = match observations {
            Some(chosen) => chosen.into_iter().enumerate().map(find).collect::<PyResult<_>>()?,
            None => vec![0],
        };
        if arrays.is_empty() {
            return Err(raising(Wrong::new("observations", "[]", "at least one name")));
        }
        let outsiders = Outsiders::read(py, game, &cast, &guests, Hosting::read(py, terms)?)?;
        let interned = |text: &str| PyString::intern(py, text).unbind();
        let fixed = Arc::new(Fixed {
            game: game.into(),
            settings: settings.into(),
            agents: cast.learners().map(interned).collect(),
            names: arrays.iter().map(|&which| interned(names[which])).collect(),
            mask: names.iter().position(|name| *name == "mask").unwrap_or(0),
            learned: cast.learned.iter().copied().collect(),
            opened,
            arrays,
            cast,
            seed,
            worlds,
            until_asked,
            max_steps,
            outsiders,
            desk,
        });
        let play = py.detach(|| Play::new(fixed.clone()))?;
        Ok(Self { fixed, play: Mutex::new(play) })
    }

    #[getter]
    fn learned(&self) -> Vec<u16> {
        self.fixed.learned.iter().map(|seat| seat.0.into()).collect()
    }

    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.names(py, self.fixed.learned)
    }

    /// The agents whose episode goes on.
    #[getter]
    fn live<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let seats = self.play(py)?.live;
        self.names(py, seats)
    }

    /// The agents that the last step tells of.
    #[getter]
    fn present<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let seats = self.play(py)?.present;
        self.names(py, seats)
    }

    /// The name of the side of each learned seat.
    #[getter]
    fn sides(&self) -> Vec<&'static str> {
        let info = self.fixed.opened.info();
        let side = |seat: Seat| self.fixed.cast.sides.get(seat.index()).map_or("", |&side| info.side_name(side));
        self.fixed.learned.iter().map(side).collect()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.fixed.opened.seats()
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.fixed.desk.actions()
    }

    #[getter]
    fn encodings(&self) -> Vec<Card> {
        self.fixed.arrays.iter().map(|&which| card(&self.fixed.desk.encodings()[which])).collect()
    }

    #[getter]
    fn terminated(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.play(py)?.terminated())
    }

    #[getter]
    fn truncated(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.play(py)?.truncated())
    }

    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.play(py)?.steps)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> PyResult<Vec<f32>> {
        Ok(self.play(py)?.rewards.clone())
    }

    #[getter]
    fn hash(&self, py: Python<'_>) -> PyResult<String> {
        Ok(hex(self.play(py)?.recorded.session.hash()))
    }

    /// The seed of the match that is played.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.play(py)?.world)
    }

    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let play = &mut *self.play(py)?;
        self.apart(py, || play.reset(seed))
    }

    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = match actions.cast::<PyMapping>() {
            Ok(mapping) => self.by_seat(py, mapping)?,
            Err(_) => self.by_place(py, actions)?,
        };
        self.step_with(py, &mut *self.play(py)?, &numbers)
    }

    fn observe<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyDict>> {
        let seat = self.seat(py, seat)?;
        self.arrays(py, &*self.play(py)?, seat)
    }

    fn mask<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(py, seat)?;
        Ok(self.mask_of(py, &*self.play(py)?, seat))
    }

    fn asked(&self, py: Python<'_>, seat: i64) -> PyResult<bool> {
        let seat = self.seat(py, seat)?;
        Ok(self.play(py)?.recorded.session.phase().asks(seat))
    }

    fn lasts(&self, py: Python<'_>, seat: i64) -> PyResult<bool> {
        let seat = self.seat(py, seat)?;
        Ok(self.fixed.desk.lasts(self.play(py)?.recorded.session.as_ref(), seat))
    }

    fn took_part(&self, py: Python<'_>, seat: i64) -> PyResult<bool> {
        let seat = self.seat(py, seat)?;
        Ok(self.play(py)?.recorded.session.took_part(seat))
    }

    /// The observed arrays of all seats, one after another.
    fn state_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let play = self.play(py)?;
        let (desk, session) = (self.fixed.desk.as_ref(), play.recorded.session.as_ref());
        let (mut bytes, mut shorts) = (Vec::new(), Vec::new());
        let chosen = || self.fixed.arrays.iter().map(|&which| (which, &desk.encodings()[which]));
        let seats = SeatSet::first(session.seats());
        let len = seats.len() * chosen().map(|(_, encoding)| encoding.len()).sum::<usize>();
        Ok(filled(py, &[len], |mut out: &mut [f32]| {
            for seat in seats.iter() {
                for (which, encoding) in chosen() {
                    let Some(part) = out.split_off_mut(..encoding.len()) else { return };
                    match encoding.dtype {
                        Dtype::U8 => {
                            bytes.clear();
                            bytes.resize(part.len(), 0);
                            desk.encode(session, seat, which, Slot::U8(&mut bytes));
                            part.iter_mut().zip(&bytes).for_each(|(out, &number)| *out = number.into());
                        }
                        Dtype::I16 => {
                            shorts.clear();
                            shorts.resize(part.len(), 0);
                            desk.encode(session, seat, which, Slot::I16(&mut shorts));
                            part.iter_mut().zip(&shorts).for_each(|(out, &number)| *out = number.into());
                        }
                        Dtype::F32 => desk.encode(session, seat, which, Slot::F32(part)),
                    }
                }
            }
        }))
    }

    /// The match as it stands.
    fn game(&self, py: Python<'_>) -> PyResult<Match> {
        let play = self.play(py)?;
        let (game, settings) = (self.fixed.game.clone(), self.fixed.settings.clone());
        let origin = Origin { game, settings, seed: play.world, state: None };
        Ok(Match::from_parts(origin, play.recorded.fork()))
    }

    fn fork(&self, py: Python<'_>) -> PyResult<Self> {
        let (mut copy, saved, opponents) = {
            let play = self.play(py)?;
            (play.alone(), play.save(), play.has_opponents())
        };
        if opponents {
            // Opponents cannot be copied: they are made anew and see the episode again.
            let log = copy.recorded.log.clone();
            self.apart(py, || copy.load(&log, saved))?;
        }
        Ok(Self { fixed: self.fixed.clone(), play: Mutex::new(copy) })
    }

    fn save(&self, py: Python<'_>) -> PyResult<Saved> {
        Ok(self.play(py)?.save())
    }

    /// What programs and objects did wrong in this episode, a line each.
    #[getter]
    fn faults(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.play(py)?.faults())
    }

    fn load(&self, py: Python<'_>, saved: Saved) -> PyResult<()> {
        let log = Log::unpack(&saved.2).ok_or_else(|| no_log(py, &saved.2))?;
        let play = &mut *self.play(py)?;
        self.apart(py, || play.load(&log, saved))
    }

    /// What an agent observes, as a step tells it.
    fn observation<'py>(&self, py: Python<'py>, seat: i64, mask: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let (seat, mask) = (self.seat(py, seat)?, MaskIn::read(py, mask)?);
        self.observed(py, &*self.play(py)?, seat, mask)
    }

    /// Starts an episode; returns observations and infos by agent, and the agents.
    fn parallel_reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        mask: Option<&str>,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyList>)> {
        let mask = MaskIn::read(py, mask)?;
        self.reset(py, seed)?;
        let play = self.play(py)?;
        let (observations, infos) = (PyDict::new(py), PyDict::new(py));
        for (name, seat) in self.fixed.agents.iter().zip(self.fixed.learned.iter()) {
            if play.live.contains(seat) {
                observations.set_item(name, self.observed(py, &play, seat, mask)?)?;
                infos.set_item(name, self.info(py, &play, seat, mask)?)?;
            }
        }
        Ok((observations, infos, self.names(py, play.live)?))
    }

    /// Plays a step with actions by agent; returns observations, rewards, terminations, truncations and infos by agent,
    /// and the agents that go on.
    fn parallel_step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyDict>,
        mask: Option<&str>,
    ) -> PyResult<Told<'py>> {
        let mask = MaskIn::read(py, mask)?;
        let numbers = self.by_agent(py, actions)?;
        let mut play = self.play(py)?;
        self.step_with(py, &mut play, &numbers)?;
        let play = &*play;
        let [observations, rewards, terminations, truncations, infos] = std::array::from_fn(|_| PyDict::new(py));
        let truncated = play.truncated();
        for (place, (name, seat)) in self.fixed.agents.iter().zip(self.fixed.learned.iter()).enumerate() {
            if !play.present.contains(seat) {
                continue;
            }
            let over = !play.live.contains(seat);
            observations.set_item(name, self.observed(py, play, seat, mask)?)?;
            rewards.set_item(name, f64::from(play.rewards[place]))?;
            terminations.set_item(name, over && !truncated)?;
            truncations.set_item(name, over && truncated)?;
            infos.set_item(name, self.info(py, play, seat, mask)?)?;
        }
        Ok((observations, rewards, terminations, truncations, infos, self.names(py, play.live)?))
    }
}
