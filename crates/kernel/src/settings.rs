//! What a person chooses before a game: fields with defaults and ranges, told once and shown everywhere.

use crate::Invalid;
use crate::json::{Map, Value};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Debug;
use serde::Serialize;

/// What values a field takes, for JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from `lo` to `hi`.
    Integer(u64, u64),
    /// A number from `lo` to `hi`.
    Number(f64, f64),
    /// True or false.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A text, never read as anything else; what it may hold, in words.
    Text(&'static str),
    /// Anything else, as the text of its JSON Schema.
    Schema(&'static str),
}

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What holds when it is absent, as a person would write it.
    pub default: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it does, in a sentence.
    pub about: &'static str,
}

impl Field {
    /// The allowed values in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.kind {
            Kind::Integer(lo, hi) => alloc::format!("{lo}..={hi}"),
            Kind::Number(lo, hi) => alloc::format!("{lo:?}..={hi:?}"),
            Kind::Flag => "true or false".to_string(),
            Kind::Word(words) => words.join(", "),
            Kind::Text(what) => what.to_string(),
            Kind::Schema(schema) => {
                let described = serde_json::from_str::<Value>(schema).ok();
                described.and_then(|s| s.get("description")?.as_str().map(str::to_string)).unwrap_or_default()
            }
        }
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Integer(lo, hi) => serde_json::json!({"type": "integer", "minimum": lo, "maximum": hi}),
            Kind::Number(lo, hi) => serde_json::json!({"type": "number", "minimum": lo, "maximum": hi}),
            Kind::Flag => serde_json::json!({"type": "boolean"}),
            Kind::Word(words) => serde_json::json!({"enum": words}),
            Kind::Text(what) => serde_json::json!({"type": "string", "description": what}),
            Kind::Schema(schema) => serde_json::from_str(schema).unwrap_or(Value::Bool(true)),
        };
        if let Value::Object(object) = &mut schema {
            let about = match object.get("description").and_then(Value::as_str) {
                Some(allowed) => alloc::format!("{} ({allowed}; default {})", self.about, self.default),
                None => alloc::format!("{} (default {})", self.about, self.default),
            };
            object.insert("description".to_string(), about.into());
        }
        schema
    }
}

/// The settings of a game, as a person wrote them. Serialising gives that document back.
pub trait Settings: Clone + PartialEq + Debug + Default + Serialize + Send + Sync + 'static {
    /// Every field, in the order in which they are checked.
    const FIELDS: &'static [Field];

    /// Reads and checks a document. The first bad field is the error.
    fn read(document: &Value) -> Result<Self, Invalid>;

    /// Every field with the value that holds, defaults and presets too, in the order of [`Settings::FIELDS`] (K7); null
    /// where a draw or a rule decides. Two documents that mean the same have the same values.
    fn resolved(&self) -> Vec<(&'static str, Value)>;
}

/// The fields of a game with the values they have in an object, for [`Settings::resolved`]; null where there is none.
#[must_use]
pub fn resolved_from<S: Settings>(values: &Value) -> Vec<(&'static str, Value)> {
    S::FIELDS.iter().map(|field| (field.name, values.get(field.name).cloned().unwrap_or(Value::Null))).collect()
}

/// The JSON Schema of a game's settings.
#[must_use]
pub fn schema<S: Settings>(title: &str) -> Value {
    let fields = S::FIELDS.iter().map(|field| (field.name.to_string(), field.schema()));
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": alloc::format!("{title} settings"),
        "type": "object",
        "additionalProperties": false,
        "properties": fields.collect::<Map<_, _>>(),
    })
}
