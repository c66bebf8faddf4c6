//! Scenario files (R38): one JSON object on each line, with a start, steps and the expected result.

use crate::event::{Event, What};
use crate::game::{Tag, World};
use crate::position::Position;
use crate::settings::Settings;
use crate::state::{Side, State};
use crate::wire::read_action;
use crate::{Action, rules};
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde::Serialize;

/// `gridhaunt tag scenario [FILE]`.
pub static TOOL: Tool = Tool {
    name: "scenario",
    also: &[],
    about: "Run scenario files: a start, steps, and what must come of them",
    example: "gridhaunt tag scenario scenarios.jsonl",
    flags: &[],
    reads: Some("A file with one scenario a line"),
    run: |_, console| Ok(run(console)),
};

const FIELDS: [&str; 7] = ["id", "note", "config", "before", "steps", "after", "events"];

/// Runs every line of the console, one after the other.
fn run(console: &mut dyn Console) -> Exit {
    let mut verdict = Exit::Fine;
    let mut number = 0;
    while let Some(line) = console.read() {
        number += 1;
        if line.trim().is_empty() {
            continue;
        }
        if console.stopped() {
            return Exit::Stopped;
        }
        match serde_json::from_str::<Value>(&line).map_err(|error| trouble(&error)).and_then(|value| {
            Scenario::read(&value).and_then(|scenario| scenario.play()).map_err(|error| error.to_string())
        }) {
            Ok(Report::Told(lines)) => lines.iter().for_each(|line| console.say(line)),
            Ok(Report::Held(line)) => console.say(&line),
            Ok(Report::Failed(line)) => {
                console.say(&line);
                if verdict == Exit::Fine {
                    verdict = Exit::Wanting;
                }
            }
            Err(error) => {
                console.say(&format!("line {number}: {error}"));
                verdict = Exit::Unusable;
            }
        }
    }
    verdict
}

/// The message of serde with its column; its line number is left out, because it does not match the lines of the file.
fn trouble(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or(&text);
    format!("no JSON: {text} at column {}", error.column())
}

/// One line of a scenario file: settings with a start, the steps, and what is expected after them.
#[derive(Clone, Debug)]
pub struct Scenario {
    id: String,
    settings: Settings,
    steps: Vec<(Side, Vec<(Seat, Action)>)>,
    after: Option<Map<String, Value>>,
    events: Option<Vec<Map<String, Value>>>,
}

/// The result of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// Nothing was expected: the state and the events, one line each.
    Told(Vec<String>),
    /// All expectations were met: `ok ID`.
    Held(String),
    /// An expectation failed: `FAIL ID: field: want …, got …`.
    Failed(String),
}

fn phase_of(field: &str, value: &Value) -> Result<Side, Invalid> {
    match value.as_str() {
        Some("killer") => Ok(Side::Killer),
        Some("survivor") => Ok(Side::Survivor),
        _ => Err(Invalid::new(field, brief(value), "one of killer, survivor")),
    }
}

impl Scenario {
    /// Reads a scenario from its object.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let read = Reader::new("scenario", value, &FIELDS)?;
        let id = match read.need("id", "a name")? {
            Value::String(id) => id.clone(),
            Value::Number(id) => id.to_string(),
            other => return Err(Invalid::new("id", brief(other), "a name")),
        };
        let list = read.need("steps", "a list of steps")?;
        let list = list.as_array().ok_or_else(|| Invalid::new("steps", brief(list), "a list of steps"))?;
        let mut steps = Vec::with_capacity(list.len());
        for (i, step) in list.iter().enumerate() {
            let outer = format!("steps[{i}]");
            let fields = Reader::new("", step, &["phase", "actions"]).map_err(|error| error.within(&outer))?;
            let phase = fields.need("phase", "killer or survivor").map_err(|error| error.within(&outer))?;
            let phase = phase_of(&format!("{outer}.phase"), phase)?;
            let field = format!("{outer}.actions");
            let actions = match fields.get("actions") {
                None => &Map::new(),
                Some(Value::Object(actions)) => actions,
                Some(other) => return Err(Invalid::new(field, brief(other), "an object of ids and actions")),
            };
            steps.push((phase, actions.clone(), field));
        }
        let settings = settings(&read, steps.first().map(|(phase, ..)| *phase))?;
        let steps = steps.into_iter().map(|(phase, actions, field)| {
            let choices = actions.iter().map(|(id, action)| choice(&settings, phase, &field, id, action));
            Ok((phase, choices.collect::<Result<Vec<_>, Invalid>>()?))
        });
        let steps = steps.collect::<Result<Vec<_>, Invalid>>()?;
        let after = match read.get("after") {
            None => None,
            Some(Value::Object(fields)) => Some(fields.clone()),
            Some(other) => return Err(Invalid::new("after", brief(other), "an object of a state's fields")),
        };
        let events = match read.get("events") {
            None => None,
            Some(Value::Array(events)) => {
                let wanted = events.iter().enumerate().map(|(i, event)| match event {
                    Value::Object(fields) => Ok(fields.clone()),
                    other => Err(Invalid::new(format!("events[{i}]"), brief(other), "an object of an event's fields")),
                });
                Some(wanted.collect::<Result<Vec<_>, Invalid>>()?)
            }
            Some(other) => return Err(Invalid::new("events", brief(other), "a list of events")),
        };
        Ok(Self { id, settings, steps, after, events })
    }

    /// Plays the steps and compares the end with what is expected.
    pub fn play(&self) -> Result<Report, Invalid> {
        let (world, mut state) = Tag::<16>::new(&self.settings, 0)?;
        let mut events: Vec<Event> = Vec::new();
        for (i, (phase, choices)) in self.steps.iter().enumerate() {
            let now = state.phase;
            if state.end.is_some() || now != *phase {
                let is = match state.end {
                    Some(_) => "over".to_string(),
                    None => format!("in the {} phase", now.name()),
                };
                let field = format!("steps[{i}].phase");
                let got = phase.name();
                return Err(Invalid::new(field, format!("{got:?}"), "the phase the match is in")
                    .says(format!("{got:?} is the wrong phase, the match is {is}")));
            }
            rules::step(&world.ground(), &mut state, choices, |event| events.push(event));
        }
        Ok(self.judge(&world, &state, &events))
    }

    fn judge(&self, world: &World, state: &State<16>, events: &[Event]) -> Report {
        let end = Position::of(&world.code, state);
        if self.after.is_none() && self.events.is_none() {
            return Report::Told(core::iter::once(text(&end)).chain(events.iter().map(text)).collect());
        }
        match self.missed(&json(&end), events) {
            Some(missed) => Report::Failed(format!("FAIL {}: {missed}", self.id)),
            None => Report::Held(format!("ok {}", self.id)),
        }
    }

    /// The first expectation that was not met, in words; of the state and of every event only the given fields count.
    fn missed(&self, end: &Value, events: &[Event]) -> Option<String> {
        if let Some(missed) = self.after.as_ref().and_then(|after| differs("", after, end)) {
            return Some(missed);
        }
        let wanted = self.events.as_ref()?;
        let told = events.iter().filter(|event| {
            !matches!(
                event.what,
                What::Move { .. } | What::PhaseEnd { .. } | What::Stranded { .. } | What::GameOver { .. }
            )
        });
        let told: Vec<Value> = told.map(json).collect();
        if wanted.len() != told.len() {
            return Some(format!("events: want {}, got {}", json(wanted), Value::Array(told)));
        }
        let mut pairs = wanted.iter().zip(&told).enumerate();
        pairs.find_map(|(i, (want, got))| differs(&format!("events[{i}]."), want, got))
    }
}

/// The first field of `want` that is missing in `got` or different there.
fn differs(outer: &str, want: &Map<String, Value>, got: &Value) -> Option<String> {
    want.iter().find_map(|(field, want)| match got.get(field) {
        None => Some(format!("{outer}{field}: want {want}, got no such field")),
        Some(got) if got != want => Some(format!("{outer}{field}: want {want}, got {got}")),
        Some(_) => None,
    })
}

/// The JSON of a value of this game; it has only string keys and whole numbers, so this cannot fail.
fn json(thing: &impl Serialize) -> Value {
    serde_json::to_value(thing).unwrap_or(Value::Null)
}

/// The same as text, fields in their order.
fn text(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).unwrap_or_default()
}

/// `config` with `before` as its start; its phase defaults to that of the first step.
fn settings(read: &Reader<'_>, phase: Option<Side>) -> Result<Settings, Invalid> {
    let mut config = match read.get("config") {
        None => Map::new(),
        Some(Value::Object(config)) => config.clone(),
        Some(other) => return Err(Invalid::new("config", brief(other), "an object of settings")),
    };
    let mut before = match read.need("before", "a start")? {
        Value::Object(before) => before.clone(),
        other => return Err(Invalid::new("before", brief(other), "an object, as the setting start has it")),
    };
    if let (None, Some(phase)) = (before.get("phase"), phase) {
        before.insert("phase".to_string(), phase.name().into());
    }
    config.insert("start".to_string(), Value::Object(before));
    Settings::read(&Value::Object(config)).map_err(|mut error| {
        // In these files the start is called `before`.
        error.field = match error.field.strip_prefix("start") {
            Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("before{rest}"),
            _ => format!("config.{}", error.field),
        };
        error
    })
}

/// A choice by the id of a side's unit.
fn choice(
    settings: &Settings,
    phase: Side,
    field: &str,
    name: &str,
    action: &Value,
) -> Result<(Seat, Action), Invalid> {
    let [survivors, killers, _] = settings.counts();
    let (first, count) = match phase {
        Side::Survivor => (0, survivors),
        Side::Killer => (survivors, killers),
    };
    let id = name.parse::<u8>().ok().filter(|id| *id < count && id.to_string() == name);
    let id = id.ok_or_else(|| Invalid::new(field, format!("{name:?}"), format!("an id 0..={}", count - 1)))?;
    let action = read_action(action).map_err(|mut error| {
        error.field = format!("{field}.{name}");
        error
    })?;
    Ok((Seat(first + id), action))
}
