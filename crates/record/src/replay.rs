//! The record of a match: settings, seed, seats, the ordered choices and a hash a step, as JSON lines (K7).
//!
//! ```text
//! {"gridhaunt":"replay","format":2,"game":"pyrat","rules":1,"generator":1,"seed":"7","settings":{},"settings_digest":"…","seats":["greedy","random"],"world":"0x…","hash":"0x…","seal":"1f0c37e2"}
//! {"step":1,"choices":[[0,1],[1,4]],"hash":"0x…","seal":"b2771d05"}
//! {"end":true,"steps":1,"hash":"0x…","outcome":{…},"ranks":[1,2],"seal":"…"}
//! ```
//!
//! A file may hold several matches, one after the other.

use crate::differs::Differs;
use crate::heard::Heard;
use crate::one_match::Counts;
use crate::programs::Programs;
use crate::seal::{self, Chain, Digest, SHOWN, WHOLE};
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::{Value, hex};
use gridhaunt_kernel::{Info, Outcome, Seat};
use std::fmt::{self, Write as _};

pub use crate::read::{Found, Matches, find, read_all, read_choices, trouble};

/// The version of the format that is written; it is also the newest that can be read.
pub const FORMAT: u64 = 2;

/// The header of a record: everything that the match was set up with.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Header {
    /// The version of the format.
    pub format: u64,
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u64,
    /// The version of its generator.
    pub generator: u64,
    pub seed: u64,
    /// The settings as they were given.
    pub settings: Value,
    /// The digest of every setting with its value; `None` in format 1.
    pub settings_digest: Option<Digest>,
    pub seats: Vec<String>,
    /// How programs are held, if there are any.
    pub programs: Option<Programs>,
    /// The first state, if it is not that of settings and seed.
    pub state: Option<Value>,
    /// The digest of the world.
    pub world: u64,
    /// The hash of the first state.
    pub hash: u64,
    /// The line of the file where it stands, from 1.
    pub line: u64,
}

impl Header {
    /// The header of a match before its first step; `resolved` are all settings with their values.
    #[must_use]
    pub fn new(
        info: &Info,
        settings: Value,
        resolved: &[(&'static str, Value)],
        seed: u64,
        seats: Vec<String>,
        session: &(impl Session + ?Sized),
    ) -> Self {
        Self {
            format: FORMAT,
            game: info.name.into(),
            rules: info.rules_version.into(),
            generator: info.generator_version.into(),
            seed,
            settings,
            settings_digest: Some(seal::of_settings(resolved)),
            seats,
            programs: None,
            state: None,
            world: session.digest(),
            hash: session.hash(),
            line: 1,
        }
    }
}

/// One step of a record: the choices that were played, and the hash of the state after them.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Choices in order of arrival, with actions as JSON.
    pub choices: Vec<(Seat, Value)>,
    /// Choices that were not accepted.
    pub refused: Vec<(Seat, Value)>,
    /// Verdicts other than `ok`.
    pub verdicts: Vec<(Seat, Value)>,
    /// Microseconds that seats used.
    pub used_us: Vec<(Seat, Value)>,
    /// Notes about seats.
    pub notes: Vec<(Seat, Value)>,
    /// The hash of the state after it.
    pub hash: u64,
    /// The line of the file where it stands, from 1.
    pub line: u64,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The hash of the last state; `None` in format 1.
    pub hash: Option<u64>,
    /// The result; null if the match was stopped before it had one.
    pub outcome: Value,
    /// The rank of every seat; `None` in format 1.
    pub ranks: Option<Vec<u64>>,
    /// Why the match was stopped, if it was.
    pub stopped: Option<String>,
    /// Verdicts on programs that were lost after the last step.
    pub verdicts: Vec<(Seat, Value)>,
    /// What was counted over the match.
    pub counts: Counts,
    /// The digest of the line, and so of the whole match; `None` in format 1.
    pub seal: Option<Digest>,
    /// The line of the file where it stands, from 1.
    pub line: u64,
}

/// A signature of the end of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Signature {
    pub key: [u8; 32],
    pub bytes: [u8; 64],
    /// The line of the file where it stands, from 1.
    pub line: u64,
}

/// The record of a match.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Replay {
    /// What it was played with.
    pub header: Header,
    /// Its steps, as far as they can be read.
    pub steps: Vec<Step>,
    /// Its end; `None` if the record was cut off.
    pub end: Option<End>,
    pub signatures: Vec<Signature>,
    /// The error in the lines after the steps, if they cannot be read.
    pub damage: Option<Differs>,
}

impl Replay {
    /// The line of the file where it begins, from 1.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.header.line
    }

    /// What is recorded of a step besides its choices, as far as it can be read.
    #[must_use]
    pub fn heard(&self, step: usize) -> Heard {
        let step = step.checked_sub(1).and_then(|at| self.steps.get(at));
        step.and_then(|step| Heard::read(step).ok()).unwrap_or_default()
    }

    /// What is to be shown of a step besides its board: what was heard in it, and what the seat that is looked at noted
    /// when it was asked last.
    #[must_use]
    pub fn shown_in(&self, step: usize, eye: Option<Seat>) -> Heard {
        let asked = |step: &usize| self.steps.get(step - 1).is_some_and(|step| !step.used_us.is_empty());
        self.heard(step).with_last_notes(eye, (1..step).rev().filter(asked).map(|step| self.heard(step)))
    }
}

/// A choice that was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Refused {
    pub seat: Seat,
    /// The code of the action, `None` if the seat chose nothing.
    pub wanted: Option<u64>,
}

/// Writes the record of a match while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    text: String,
    /// Room for the next line.
    line: String,
    chain: Chain,
    steps: u64,
    hash: u64,
}

impl Recorder {
    /// Begins a record: writes the header line with its seal.
    #[must_use]
    pub fn new(header: &Header) -> Self {
        let Header { game, rules, generator, seed, settings, seats, state, .. } = header;
        let json = |text: &str| Value::from(text).to_string();
        let names = Value::from(seats.clone());
        let mut line = format!(
            r#"{}"format":{FORMAT},"game":{},"rules":{rules},"generator":{generator},"seed":"{seed}","settings":{settings}"#,
            crate::lines::OPENING,
            json(game),
        );
        if let Some(digest) = &header.settings_digest {
            let _ = write!(line, r#","settings_digest":"{}""#, seal::digits(digest));
        }
        let _ = write!(line, r#","seats":{names}"#);
        for (name, value) in header.programs.iter().flat_map(Programs::fields) {
            let _ = write!(line, r#","{name}":{value}"#);
        }
        if let Some(state) = state {
            let _ = write!(line, r#","state":{state}"#);
        }
        let _ = write!(line, r#","world":"{}","hash":"{}""#, hex(header.world), hex(header.hash));
        let (text, chain) = (String::new(), Chain::default());
        let mut recorder = Self { text, line: String::new(), chain, steps: 0, hash: header.hash };
        recorder.add(line, SHOWN);
        recorder
    }

    fn add(&mut self, mut line: String, shown: usize) {
        self.chain.seal(&mut line, shown);
        line.push('\n');
        self.text.push_str(&line);
        line.clear();
        self.line = line;
    }

    /// Adds the step that was just played, and what else is recorded of it.
    pub fn step(&mut self, session: &(impl Session + ?Sized), choices: &[(Seat, u64)], heard: &Heard) {
        self.steps += 1;
        self.hash = session.hash();
        let mut line = std::mem::take(&mut self.line);
        let _ = write!(line, r#"{{"step":{}"#, self.steps);
        list(&mut line, "choices", choices.iter().map(|&(seat, code)| (seat, session.action(code))));
        let _ = write!(line, r#","hash":"{:#018x}""#, self.hash);
        if !heard.refused.is_empty() {
            list(&mut line, "refused", heard.refused.iter().map(|(seat, wanted)| (*seat, wanted)));
        }
        verdicts(&mut line, heard);
        if !heard.used_us.is_empty() {
            list(&mut line, "used_us", heard.used_us.iter().copied());
        }
        if !heard.notes.is_empty() {
            list(&mut line, "notes", heard.notes.iter().map(|(seat, note)| (*seat, note.to_value())));
        }
        self.add(line, SHOWN);
    }

    /// The record as far as it is written.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.text
    }

    /// Ends the record with the result or, if there is none, with the reason why the match was stopped. `heard` are
    /// the verdicts since the last step.
    #[must_use]
    pub fn end(mut self, outcome: Option<Outcome>, ranks: &[u8], why: &str, heard: &Heard, counts: &Counts) -> String {
        let stopped = outcome.is_none().then_some(why);
        let outcome = serde_json::to_string(&outcome).unwrap_or_else(|_| "null".into());
        let mut line = format!(
            r#"{{"end":true,"steps":{},"hash":"{}","outcome":{outcome},"ranks":{}"#,
            self.steps,
            hex(self.hash),
            Value::from(ranks)
        );
        if let Some(why) = stopped {
            let _ = write!(line, r#","stopped":{}"#, Value::from(why));
            verdicts(&mut line, heard);
        }
        if !counts.strays.is_empty() {
            list(&mut line, "strays", counts.strays.iter().copied());
        }
        if counts.voids > 0 {
            let _ = write!(line, r#","voids":{}"#, counts.voids);
        }
        self.add(line, WHOLE);
        self.text
    }
}

fn verdicts(line: &mut String, heard: &Heard) {
    if !heard.verdicts.is_empty() {
        list(line, "verdicts", heard.verdicts.iter().map(|(seat, verdict)| (*seat, format!("\"{}\"", verdict.name()))));
    }
}

fn list<T: fmt::Display>(line: &mut String, name: &str, items: impl Iterator<Item = (Seat, T)>) {
    let _ = write!(line, r#","{name}":["#);
    for (i, (seat, value)) in items.enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(line, "{comma}[{seat},{value}]");
    }
    line.push(']');
}

/// The seal of a recorded match: the digits at the end of its text.
#[must_use]
pub fn seal_of(record: &str) -> Option<&str> {
    let digits = record.trim_end().strip_suffix("\"}")?;
    digits.get(digits.len().checked_sub(WHOLE)?..)
}
