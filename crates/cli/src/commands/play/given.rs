//! Reads the state from which a match begins.

use crate::failure::Failure;
use crate::input;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Reader, Value, brief, u64_from};
use std::path::{Path, PathBuf};

/// The keys that are allowed beside `state`: those a match is made from, and those that `step` and `replay show` print.
const BESIDE: [&str; 14] = [
    "settings", "seed", "state", "step", "phase", "choices", "events", "hash", "outcome", "winner_side", "refused",
    "verdicts", "used_us", "notes",
];

/// A state from a file, with its settings and seed if the file contains them.
#[derive(Debug, PartialEq)]
pub(super) struct Document {
    file: PathBuf,
    pub(super) settings: Map<String, Value>,
    pub(super) seed: Option<u64>,
    pub(super) state: Value,
}

impl Document {
    /// Reads a state, or an object that contains it under `state`; `-` is standard input.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = input::read_named(path).map_err(|error| Failure::reading(path, &error))?;
        Self::parse(path, &text).map_err(|error| in_file(path, &error))
    }

    fn parse(path: &Path, text: &str) -> Result<Self, Invalid> {
        let no_json = |error: serde_json::Error| Invalid::new("state", "this text", "JSON").says(error.to_string());
        let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let document = documents.next().unwrap_or(Ok(Value::Null)).map_err(no_json)?;
        if let Some(more) = documents.next() {
            more.map_err(no_json)?;
            return Err(Invalid::new("state", "several documents", "one").says("several documents, need one state"));
        }
        if !document.is_object() {
            let expected = "an object: a state as `gridhaunt step` prints it";
            return Err(Invalid::new("state", brief(&document), expected));
        }
        let file = path.into();
        if document.get("state").is_none() {
            return Ok(Self { file, settings: Map::new(), seed: None, state: document });
        }
        let read = Reader::new("document", &document, &BESIDE)?;
        let settings = match read.get("settings") {
            None => Map::new(),
            Some(Value::Object(settings)) => settings.clone(),
            Some(other) => return Err(Invalid::new("settings", brief(other), "an object of settings")),
        };
        let seed = read.get("seed").map(|seed| u64_from("seed", seed)).transpose()?;
        Ok(Self { file, settings, seed, state: document["state"].clone() })
    }

    /// The failure when a match cannot begin from this state.
    pub(super) fn refused(&self, error: &Invalid) -> Failure {
        in_file(&self.file, error)
    }
}

fn in_file(path: &Path, error: &Invalid) -> Failure {
    Failure::Usage(format!("{}: {error}", input::name(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_state_stands_alone_or_beside_what_it_belongs_to() {
        let read = |text: &str| {
            let document = Document::parse(Path::new("s.json"), text).map_err(|error| error.to_string())?;
            Ok::<_, String>((document.settings, document.seed, document.state))
        };
        let alone = read(r#"{"turn":3}"#).unwrap();
        assert_eq!(alone, (Map::new(), None, json!({"turn": 3})));
        let beside = read(r#"{"seed":"7","settings":{"width":3},"state":{"turn":3}} "#).unwrap();
        assert_eq!(beside, (json!({"width": 3}).as_object().unwrap().clone(), Some(7), json!({"turn": 3})));
        let report =
            read(r#"{"step":1,"phase":{},"state":{"turn":3},"events":[],"hash":"0x1","winner_side":null}"#).unwrap();
        assert_eq!(report, alone);
        let shown =
            r#"{"step":1,"settings":{"width":3},"seed":"7","choices":[],"state":{"turn":3},"refused":[],"notes":[]}"#;
        assert_eq!(read(shown).unwrap(), beside);
        for (text, told) in [
            ("", "state: null is not an object: a state as `gridhaunt step` prints it"),
            ("[1]", "state: [1] is not an object: a state as `gridhaunt step` prints it"),
            ("{} {}", "state: several documents, need one state"),
            (r#"{"state":{},"seed":-1}"#, "seed: -1 is not an integer 0..2^64"),
            (r#"{"state":{},"settings":[]}"#, "settings: [] is not an object of settings"),
            (r#"{"state":{},"sed":1}"#, "sed: no such "),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(told), "{error}");
        }
        assert!(read("{").unwrap_err().starts_with("state: EOF"));
    }
}
