//! The record of a match: settings, seed, seats, the ordered choices and a hash a step, as JSON lines.
//!
//! ```text
//! {"gridhaunt":"replay","format":1,"game":"pyrat","rules":1,"generator":1,"seed":"7","settings":{},"seats":["greedy","random"],"world":"0x…","hash":"0x…"}
//! {"step":1,"choices":[[0,1],[1,4]],"hash":"0x…"}
//! {"end":true,"steps":1,"outcome":{…}}
//! ```
//!
//! A file may hold several matches, one after the other.

use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::{Map, Reader, Value, brief, hex, u64_from};
use gridhaunt_kernel::{Info, Invalid, Seat};
use std::fmt::Write as _;
use thiserror::Error;

/// The version of the format that is written, and the newest that is read.
pub const FORMAT: u64 = 1;

/// What a match was played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u64,
    /// The version of its generator.
    pub generator: u64,
    /// The match seed.
    pub seed: u64,
    /// The settings as they were written.
    pub settings: Value,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The state it began with, if not that of settings and seed.
    pub state: Option<Value>,
    /// The digest of the world.
    pub world: u64,
    /// The hash of the first state.
    pub hash: u64,
}

impl Header {
    /// The header of a match that is about to begin.
    #[must_use]
    pub fn new(info: &Info, settings: Value, seed: u64, seats: Vec<String>, session: &dyn Session) -> Self {
        Self {
            game: info.name.into(),
            rules: info.rules_version.into(),
            generator: info.generator_version.into(),
            seed,
            settings,
            seats,
            state: None,
            world: session.digest(),
            hash: session.hash(),
        }
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Choices in order of arrival, actions as the game writes them.
    pub choices: Vec<(Seat, Value)>,
    /// The hash of the state after it.
    pub hash: u64,
}

/// A match on record.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What it was played with.
    pub header: Header,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Its outcome; none if the record was cut off.
    pub outcome: Option<Value>,
    /// The line of the file where it begins, from 1.
    pub line: usize,
}

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// The file is no replay.
    #[error("line {line}: this is no gridhaunt replay ({why})")]
    Foreign {
        /// Where.
        line: usize,
        /// Why not.
        why: String,
    },
    /// A line is damaged.
    #[error("line {line}, {}: {why}", match .step { 0 => "the header".to_string(), step => format!("step {step}") })]
    Damaged {
        /// Where.
        line: usize,
        /// The step it should hold; 0 is the header.
        step: usize,
        /// What is wrong.
        why: String,
    },
    /// It was written by a version that this one does not read.
    #[error("line {line}: {what}: version {got}, this gridhaunt plays version {known}")]
    Version {
        /// Where.
        line: usize,
        /// What has a version.
        what: String,
        /// The version of the record.
        got: u64,
        /// The version here.
        known: u64,
    },
}

/// Writes a match as it is played.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    text: String,
    steps: u64,
}

impl Recorder {
    /// Begins a record.
    #[must_use]
    pub fn new(header: &Header) -> Self {
        let mut line = serde_json::json!({
            "gridhaunt": "replay", "format": FORMAT, "game": header.game, "rules": header.rules,
            "generator": header.generator, "seed": header.seed.to_string(), "settings": header.settings,
            "seats": header.seats, "world": hex(header.world), "hash": hex(header.hash),
        });
        if let (Some(state), Value::Object(line)) = (&header.state, &mut line) {
            line.insert("state".into(), state.clone());
        }
        Self { text: format!("{line}\n"), steps: 0 }
    }

    /// Adds the step that was just played.
    pub fn step(&mut self, session: &dyn Session, choices: &[(Seat, u64)]) {
        self.steps += 1;
        let _ = write!(self.text, r#"{{"step":{},"choices":["#, self.steps);
        for (i, &(seat, code)) in choices.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let _ = write!(self.text, "{comma}[{seat},{}]", session.action(code));
        }
        let _ = writeln!(self.text, r#"],"hash":"{}"}}"#, hex(session.hash()));
    }

    /// The record of a match that nobody plays to its end.
    #[must_use]
    pub fn cut_off(self) -> String {
        self.text
    }

    /// Ends the record.
    #[must_use]
    pub fn end(mut self, session: &dyn Session) -> String {
        let outcome = serde_json::to_string(&session.outcome()).unwrap_or_else(|_| "null".into());
        let _ = writeln!(self.text, r#"{{"end":true,"steps":{},"outcome":{outcome}}}"#, self.steps);
        self.text
    }
}

/// Reads every match of a file.
pub fn read_all(text: &str) -> Result<Vec<Replay>, Unreadable> {
    let mut replays: Vec<Replay> = Vec::new();
    let mut open = false;
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        if content.trim().is_empty() {
            continue;
        }
        let value: Result<Value, _> = serde_json::from_str(content);
        match (replays.last_mut(), value) {
            (None, Err(error)) => {
                return Err(Unreadable::Foreign { line, why: format!("no JSON: {}", trouble(&error)) });
            }
            (Some(replay), Err(error)) => {
                let step = replay.steps.len() + 1;
                return Err(Unreadable::Damaged { line, step, why: format!("no JSON: {}", trouble(&error)) });
            }
            (_, Ok(value)) if value.get("gridhaunt").is_some() => {
                let header = read_header(line, &value)?;
                replays.push(Replay { header, steps: Vec::new(), outcome: None, line });
                open = true;
            }
            (Some(replay), Ok(value)) if open => {
                let step = replay.steps.len() + 1;
                let damaged = |error: Invalid| Unreadable::Damaged { line, step, why: error.to_string() };
                if value.get("end").is_some() {
                    replay.outcome = Some(read_end(&value, replay.steps.len()).map_err(damaged)?);
                    open = false;
                } else {
                    replay.steps.push(read_step(&value, step).map_err(damaged)?);
                }
            }
            (Some(replay), Ok(value)) => {
                let why = format!("{} follows the end of the match", brief(&value));
                return Err(Unreadable::Damaged { line, step: replay.steps.len() + 1, why });
            }
            (None, Ok(_)) => return Err(Unreadable::Foreign { line, why: "the first line is no header".into() }),
        }
    }
    if replays.is_empty() {
        return Err(Unreadable::Foreign { line: 1, why: "the file is empty".into() });
    }
    Ok(replays)
}

/// What is wrong with a line that is no JSON; its number in the file is told elsewhere.
#[must_use]
pub fn trouble(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", ", column ")
}

fn read_header(line: usize, value: &Value) -> Result<Header, Unreadable> {
    let damaged = |error: Invalid| Unreadable::Damaged { line, step: 0, why: error.to_string() };
    if value.get("gridhaunt").and_then(Value::as_str) != Some("replay") {
        return Err(Unreadable::Foreign { line, why: "\"gridhaunt\" is not \"replay\"".into() });
    }
    let format = value.get("format").and_then(Value::as_u64).unwrap_or(0);
    if format != FORMAT {
        return Err(Unreadable::Version { line, what: "the format".into(), got: format, known: FORMAT });
    }
    let known =
        ["gridhaunt", "format", "game", "rules", "generator", "seed", "settings", "seats", "state", "world", "hash"];
    let read = Reader::new("header", value, &known).map_err(damaged)?;
    let text = |value: &Value| value.as_str().map(str::to_string);
    let wide = |field: &str| read.need(field, "a number").and_then(|value| u64_from(field, value)).map_err(damaged);
    let game = read.need("game", "a name").map_err(damaged)?;
    let seats = read.need("seats", "a list of names").map_err(damaged)?;
    let names = seats.as_array().and_then(|list| list.iter().map(text).collect());
    Ok(Header {
        game: text(game).ok_or_else(|| damaged(Invalid::new("game", brief(game), "a name")))?,
        rules: wide("rules")?,
        generator: wide("generator")?,
        seed: wide("seed")?,
        settings: read.get("settings").cloned().unwrap_or(Value::Object(Map::new())),
        seats: names.ok_or_else(|| damaged(Invalid::new("seats", brief(seats), "a list of names")))?,
        state: read.get("state").cloned(),
        world: wide("world")?,
        hash: wide("hash")?,
    })
}

fn read_step(value: &Value, step: usize) -> Result<Step, Invalid> {
    let read = Reader::new("step", value, &["step", "choices", "hash"])?;
    let number = read.need("step", "its number")?;
    if number.as_u64() != Some(step as u64) {
        return Err(Invalid::new("step", brief(number), step.to_string()));
    }
    let hash = u64_from("hash", read.need("hash", "a hash")?)?;
    Ok(Step { choices: read_choices(read.need("choices", "a list of [seat,action]")?)?, hash })
}

/// Reads `[[seat,action],…]`.
pub fn read_choices(value: &Value) -> Result<Vec<(Seat, Value)>, Invalid> {
    let list = value.as_array().ok_or_else(|| Invalid::new("choices", brief(value), "a list of [seat,action]"))?;
    let read = |(i, item): (usize, &Value)| match item.as_array().map(Vec::as_slice) {
        Some([seat, action]) => {
            let seat = seat.as_u64().and_then(|seat| u8::try_from(seat).ok());
            let seat =
                seat.ok_or_else(|| Invalid::new(format!("choices[{i}]"), brief(item), "a seat and an action"))?;
            Ok((Seat(seat), action.clone()))
        }
        _ => Err(Invalid::new(format!("choices[{i}]"), brief(item), "[seat,action]")),
    };
    list.iter().enumerate().map(read).collect()
}

fn read_end(value: &Value, steps: usize) -> Result<Value, Invalid> {
    let read = Reader::new("end", value, &["end", "steps", "outcome"])?;
    let number = read.need("steps", "how many there were")?;
    if number.as_u64() != Some(steps as u64) {
        return Err(Invalid::new("steps", brief(number), format!("{steps}, as many as there are")));
    }
    Ok(read.need("outcome", "the result")?.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEADER: &str = r#"{"gridhaunt":"replay","format":1,"game":"pyrat","rules":1,"generator":1,"seed":"7","settings":{},"seats":["a","b"],"world":"0x1","hash":"0x2"}"#;

    #[test]
    fn a_damaged_line_is_named_with_its_step() {
        let error = |lines: &[&str]| read_all(&lines.join("\n")).unwrap_err().to_string();
        let step = r#"{"step":1,"choices":[[0,1]],"hash":"0x1"}"#;
        assert_eq!(error(&[]), "line 1: this is no gridhaunt replay (the file is empty)");
        assert_eq!(error(&["[1]"]), "line 1: this is no gridhaunt replay (the first line is no header)");
        assert!(error(&["GIF89a"]).starts_with("line 1: this is no gridhaunt replay (no JSON: expected value"));
        assert_eq!(error(&[HEADER, step, step]), "line 3, step 2: step: 1 is not 2");
        assert!(error(&[HEADER, step, &step[..20]]).starts_with("line 3, step 2: no JSON: EOF"));
        assert_eq!(
            error(&[HEADER, &step.replace("[0,1]", "[300,1]")]),
            "line 2, step 1: choices[0]: [300,1] is not a seat and an action"
        );
        assert_eq!(
            error(&[HEADER, r#"{"end":true,"steps":3,"outcome":null}"#]),
            "line 2, step 1: steps: 3 is not 0, as many as there are"
        );
        assert_eq!(
            error(&[&HEADER.replace("\"format\":1", "\"format\":9")]),
            "line 1: the format: version 9, this gridhaunt plays version 1"
        );
        assert_eq!(
            error(&[&HEADER.replace("\"seed\":\"7\"", "\"seed\":\"x\"")]),
            "line 1, the header: seed: \"x\" is not an integer 0..2^64"
        );
    }

    #[test]
    fn a_record_that_was_cut_off_is_read_as_far_as_it_goes() {
        let replays = read_all(HEADER).unwrap();
        assert_eq!((replays[0].steps.len(), &replays[0].outcome), (0, &None));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,200}", cut in 0usize..400, insert in "\\PC{0,6}") {
            let _ = read_all(&text);
            let mut record = format!("{HEADER}\n{}\n", r#"{"step":1,"choices":[[0,1]],"hash":"0x1"}"#);
            let at = record.char_indices().map(|(i, _)| i).nth(cut).unwrap_or(0);
            record.insert_str(at, &insert);
            let _ = read_all(&record);
        }
    }
}
