//! Settings as people write them: TOML as JSON values, and dotted keys.

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value, brief};

/// A TOML value as JSON.
#[must_use]
pub fn from_toml(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        // What JSON cannot say (nan, inf) goes on as its word, which no number field takes.
        toml::Value::Float(number) => {
            serde_json::Number::from_f64(number).map_or_else(|| number.to_string().into(), Value::Number)
        }
        toml::Value::Boolean(flag) => flag.into(),
        toml::Value::Datetime(time) => time.to_string().into(),
        toml::Value::Array(list) => list.into_iter().map(from_toml).collect(),
        toml::Value::Table(table) => Value::Object(from_table(table)),
    }
}

/// A TOML table as a JSON object.
#[must_use]
pub fn from_table(table: toml::Table) -> Map<String, Value> {
    table.into_iter().map(|(key, value)| (key, from_toml(value))).collect()
}

/// Puts a value at a key; `generate.rooms` goes inside `generate`.
pub fn put(settings: &mut Map<String, Value>, key: &str, value: Value) -> Result<(), Invalid> {
    let Some((outer, inner)) = key.split_once('.') else {
        settings.insert(key.into(), value);
        return Ok(());
    };
    match settings.entry(outer).or_insert_with(|| Value::Object(Map::new())) {
        Value::Object(object) => put(object, inner, value),
        other => {
            let words = format!("{} is not an object, so it has no {inner}", brief(other));
            Err(Invalid::new(outer, brief(other), "an object").says(words))
        }
    }
}
