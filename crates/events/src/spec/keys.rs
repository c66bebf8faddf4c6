//! Reads the tables of a spec: known keys alone, and errors that name the key.

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value, brief, integer, nearest};

/// An object whose keys are known.
pub(super) struct Keys<'a> {
    place: &'a str,
    values: &'a Map<String, Value>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(place: &'a str, value: &'a Value, known: &[&str]) -> Result<Self, Invalid> {
        let Value::Object(values) = value else {
            return Err(Invalid::new(if place.is_empty() { "spec" } else { place }, brief(value), "a table"));
        };
        let keys = Self { place, values };
        match values.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(keys),
            Some((key, value)) => {
                let list = format!("one of {}", known.join(", "));
                let words = match nearest(key, known.iter().copied()) {
                    Some(near) => format!("no such key, did you mean {near}?"),
                    None => format!("no such key, need {list}"),
                };
                let key = if key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-') {
                    key.clone()
                } else {
                    brief(&key.as_str().into())
                };
                Err(Invalid::new(keys.field(&key), brief(value), list).says(words))
            }
        }
    }

    pub(super) fn field(&self, key: &str) -> String {
        if self.place.is_empty() { key.into() } else { format!("{}.{key}", self.place) }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.values.get(key)
    }

    pub(super) fn wrong(&self, key: &str, value: &Value, expected: impl Into<String>) -> Invalid {
        Invalid::new(self.field(key), brief(value), expected)
    }

    pub(super) fn text(&self, key: &str) -> Result<Option<String>, Invalid> {
        let read = |value: &Value| value.as_str().map(String::from).ok_or_else(|| self.wrong(key, value, "a text"));
        self.get(key).map(read).transpose()
    }

    pub(super) fn texts(&self, key: &str) -> Result<Option<Vec<String>>, Invalid> {
        let read = |value: &Value| {
            let words =
                value.as_array().and_then(|list| list.iter().map(|word| word.as_str().map(String::from)).collect());
            words.ok_or_else(|| self.wrong(key, value, "a list of words"))
        };
        self.get(key).map(read).transpose()
    }

    pub(super) fn list(&self, key: &str) -> Result<Option<&'a [Value]>, Invalid> {
        let read = |value: &'a Value| {
            value.as_array().map(Vec::as_slice).ok_or_else(|| self.wrong(key, value, "a list of tables"))
        };
        self.get(key).map(read).transpose()
    }

    pub(super) fn table(&self, key: &str) -> Result<Option<Map<String, Value>>, Invalid> {
        let read = |value: &Value| value.as_object().cloned().ok_or_else(|| self.wrong(key, value, "a table"));
        self.get(key).map(read).transpose()
    }

    pub(super) fn whole(&self, key: &str, lo: u64, hi: u64) -> Result<Option<u64>, Invalid> {
        let read = |value: &Value| match value.as_str().filter(|text| text.trim().parse::<i64>().is_ok()) {
            Some(text) => {
                let expected = format!("a number without quotes: {key} = {}", text.trim());
                Err(self.wrong(key, value, expected))
            }
            None => integer(&self.field(key), value, lo, hi),
        };
        self.get(key).map(read).transpose()
    }

    pub(super) fn flag(&self, key: &str) -> Result<Option<bool>, Invalid> {
        let read = |value: &Value| value.as_bool().ok_or_else(|| self.wrong(key, value, "true or false"));
        self.get(key).map(read).transpose()
    }

    /// One of several words; an unknown one names the nearest.
    pub(super) fn word(&self, key: &str, words: &[&'static str]) -> Result<Option<&'static str>, Invalid> {
        let read = |value: &Value| {
            let given = value.as_str();
            given.and_then(|given| words.iter().find(|word| **word == given).copied()).ok_or_else(|| {
                let expected = format!("one of {}", words.join(", "));
                let near = given.and_then(|given| nearest(given, words.iter().copied()));
                let hint = near.map(|near| format!(", did you mean {near}?")).unwrap_or_default();
                let said = format!("{} is not {expected}{hint}", brief(value));
                self.wrong(key, value, expected).says(said)
            })
        };
        self.get(key).map(read).transpose()
    }
}
