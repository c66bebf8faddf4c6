//! A bot that is a Python object, as a player of the engine.

use gridhaunt_arena::seating::{BotSpec, Guest};
use gridhaunt_kernel::face::{Player, Session};
use gridhaunt_kernel::json::{Map, Value, brief};
use gridhaunt_kernel::{Random, Seat};
use pyo3::prelude::*;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most lines about faults that are kept.
const MOST_TOLD: usize = 100;

/// What went wrong in the objects of a match.
#[derive(Default)]
pub(crate) struct Troubles {
    error: Mutex<Option<PyErr>>,
    told: Mutex<Vec<String>>,
    /// Set by an exception: nothing more is to be played.
    pub(crate) stop: AtomicBool,
}

impl Troubles {
    /// Keeps the first exception, with a note that names the seat.
    fn raised(&self, py: Python<'_>, error: PyErr, whose: &str) {
        // A note is words for people, and no reason to lose the exception itself.
        let _ = error.value(py).call_method1(pyo3::intern!(py, "add_note"), (format!("raised by {whose}"),));
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn tell(&self, line: String) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < MOST_TOLD {
            told.push(line);
        }
    }

    /// The exception that was raised since the last time.
    pub(crate) fn check(&self) -> PyResult<()> {
        if !self.stop.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// The lines about choices that could not be played.
    pub(crate) fn told(&self) -> Vec<String> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// An object that plays: `gridhaunt._seated.Guest`.
pub(crate) struct Object {
    pub(crate) name: String,
    /// Whether it is one bot, and not a class that makes one for every seat.
    pub(crate) single: bool,
    guest: Arc<Py<PyAny>>,
}

impl Object {
    pub(crate) fn read(guest: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (name, single) = (guest.getattr("name")?.extract()?, guest.getattr("single")?.extract()?);
        Ok(Self { name, single, guest: Arc::new(guest.clone().unbind()) })
    }

    /// The bot for seats of matches; its dice come from the seed of the match unless `dice` says otherwise.
    pub(crate) fn spec(&self, troubles: &Arc<Troubles>, dice: Option<u64>) -> BotSpec {
        let (guest, troubles) = (self.guest.clone(), troubles.clone());
        let make = move |seed: u64, _: Seat| -> Box<dyn Player> {
            let seed = dice.unwrap_or(seed);
            Box::new(Seated { guest: guest.clone(), seated: None, seed, troubles: troubles.clone() })
        };
        let guest = Some(Guest(Arc::new(make)));
        BotSpec { name: self.name.clone(), options: Map::new(), program: None, guest }
    }
}

/// An object on a seat.
struct Seated {
    guest: Arc<Py<PyAny>>,
    /// What it is asked through, once it has begun.
    seated: Option<Py<PyAny>>,
    seed: u64,
    troubles: Arc<Troubles>,
}

impl Seated {
    fn call<T>(
        &self,
        session: &dyn Session,
        seat: Seat,
        call: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<T>,
    ) -> Option<T> {
        // After an exception nobody is asked any more.
        if self.troubles.stop.load(Ordering::Relaxed) {
            return None;
        }
        Python::attach(|py| {
            let object = self.seated.as_ref().unwrap_or(self.guest.as_ref());
            call(py, object)
                .map_err(|error| {
                    let whose =
                        format!("the bot on seat {seat} ({}), step {}", session.full_name(seat), session.steps() + 1);
                    self.troubles.raised(py, error, &whose);
                })
                .ok()
        })
    }
}

impl Player for Seated {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        let info = session.info();
        let roles: Vec<&str> =
            (0..session.seats()).map(|seat| info.role_name(session.role(Seat(seat as u8)))).collect();
        let facts = json!({
            "game": info.name, "rules": info.rules_version, "seat": seat.0, "role": roles[seat.index()],
            "seats": roles.len(), "roles": roles, "options": {},
            "seed": Random::for_bot(self.seed, seat).next_u64().to_string(),
        });
        let texts = (facts.to_string(), session.start(seat));
        self.seated = self.call(session, seat, |py, guest| guest.call_method1(py, pyo3::intern!(py, "start"), texts));
    }

    fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64> {
        self.seated.as_ref()?;
        let legal: Vec<Value> = session.legal(seat).into_iter().map(|code| session.action(code)).collect();
        let texts = (session.view(seat), Value::from(legal).to_string());
        let chosen = self.call(session, seat, |py, seated| {
            seated.call_method1(py, pyo3::intern!(py, "choose"), texts)?.extract::<String>(py)
        })?;
        let value: Value = gridhaunt_kernel::json::parse(chosen.as_bytes()).unwrap_or(Value::Null);
        let code = session.read_action(&value);
        let why = match &code {
            Ok(code) if session.allows(seat, *code) => None,
            Ok(_) => Some("not allowed now".to_string()),
            Err(wrong) => Some(wrong.to_string()),
        };
        if let Some(why) = why {
            let (name, step) = (session.full_name(seat), session.steps() + 1);
            self.troubles.tell(format!("{name}, step {step}: illegal: it chose {}: {why}", brief(&value)));
        }
        code.ok()
    }

    fn end(&mut self, session: &dyn Session, seat: Seat) {
        if self.seated.is_none() || !session.phase().is_over() {
            return;
        }
        let outcome = serde_json::to_string(&session.outcome()).unwrap_or_else(|_| "null".into());
        let texts = (session.view(seat), outcome);
        self.call(session, seat, |py, seated| seated.call_method1(py, pyo3::intern!(py, "end"), texts));
    }
}
