//! A match that knows how it came about, so that it can be pickled and goes on exactly as it would have.

use crate::shared::{open, parse, raise};
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::{Invalid as Wrong, Seat};
use pyo3::prelude::*;

/// The bytes of one choice in a packed log: its seat, then its code.
const CHOICE: usize = 9;

/// All choices of a match, step by step.
#[derive(Clone, Default)]
pub(crate) struct Log {
    choices: Vec<(Seat, u64)>,
    /// Where each step ends among the choices.
    ends: Vec<usize>,
}

impl Log {
    pub(crate) fn push(&mut self, choices: &[(Seat, u64)]) {
        self.choices.extend_from_slice(choices);
        self.ends.push(self.choices.len());
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = &[(Seat, u64)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.choices[start..end])
    }

    /// For each step how many choices it has, in four bytes, and then these.
    pub(crate) fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 * self.ends.len() + CHOICE * self.choices.len());
        for step in self.steps() {
            bytes.extend_from_slice(&(step.len() as u32).to_le_bytes());
            for (seat, code) in step {
                bytes.push(seat.0);
                bytes.extend_from_slice(&code.to_le_bytes());
            }
        }
        bytes
    }

    pub(crate) fn unpack(mut bytes: &[u8]) -> Option<Self> {
        let mut log = Self::default();
        while !bytes.is_empty() {
            let (many, rest) = bytes.split_first_chunk::<4>()?;
            let len = usize::try_from(u32::from_le_bytes(*many)).ok()?.checked_mul(CHOICE)?;
            let (step, rest) = rest.split_at_checked(len)?;
            for choice in step.chunks_exact(CHOICE) {
                log.choices.push((Seat(choice[0]), u64::from_le_bytes(choice[1..].try_into().ok()?)));
            }
            log.ends.push(log.choices.len());
            bytes = rest;
        }
        Some(log)
    }
}

/// A session with all that was played in it.
pub(crate) struct Recorded {
    pub(crate) session: Box<dyn Session>,
    pub(crate) log: Log,
}

impl Recorded {
    pub(crate) fn new(session: Box<dyn Session>) -> Self {
        Self { session, log: Log::default() }
    }

    pub(crate) fn step(&mut self, choices: &[(Seat, u64)]) {
        if !self.session.phase().is_over() {
            self.log.push(choices);
        }
        self.session.step(choices);
    }

    pub(crate) fn fork(&self) -> Self {
        Self { session: self.session.fork(), log: self.log.clone() }
    }

    /// Plays on as the log says.
    pub(crate) fn replay(&mut self, log: &Log) {
        log.steps().for_each(|choices| self.step(choices));
    }
}

/// What a match is made from.
#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) game: String,
    /// The settings as JSON text.
    pub(crate) settings: String,
    pub(crate) seed: u64,
    /// The state it began from as JSON text, if that was given.
    pub(crate) state: Option<String>,
}

impl Origin {
    pub(crate) fn begin(&self, py: Python<'_>) -> PyResult<Box<dyn Session>> {
        let opened = open(py, &self.game, &self.settings)?;
        let state = self.state.as_ref().map(|state| parse(py, "state", state)).transpose()?;
        let session = match state {
            Some(state) => opened.begin_from(self.seed, &state),
            None => opened.begin(self.seed),
        };
        session.map_err(|wrong| raise(py, &wrong))
    }
}

/// The error of bytes that are no log.
pub(crate) fn no_log(py: Python<'_>, bytes: &[u8]) -> PyErr {
    raise(py, &Wrong::new("log", format!("{} bytes", bytes.len()), "the choices of a match as they were pickled"))
}
