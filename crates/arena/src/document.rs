//! Settings as people write them: TOML as JSON values, and dotted keys.

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Value, brief};

/// Reads TOML. An error is one line: the position and what is wrong.
pub fn read_toml(text: &str) -> Result<toml::Table, String> {
    text.parse().map_err(|error: toml::de::Error| {
        let (before, rest) = error.span().and_then(|span| text.split_at_checked(span.start)).unwrap_or_default();
        let (line, column) =
            (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count() + 1);
        let what: Vec<&str> = error.message().lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let is_bare = before.trim_end().ends_with('=') && word.starts_with(char::is_alphabetic);
        let digits = rest.trim_start_matches(['+', '-']).chars().take_while(|c| c.is_ascii_digit() || *c == '_');
        let is_huge = error.message().starts_with("invalid type: integer") && digits.clone().count() > 0;
        let what = match () {
            () if is_bare => format!("a text needs quotes, as in \"{word}\""),
            () if is_huge => format!("{} is too large a number", digits.collect::<String>()),
            () => what.join("; "),
        };
        format!("line {line}, column {column}: {what}")
    })
}

/// A TOML value as JSON.
#[must_use]
pub fn from_toml(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        // Numbers that JSON does not have (nan, inf) become texts, which no number field accepts.
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

/// Sets the value of a key; `generate.rooms` is the key `rooms` inside `generate`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_toml_is_one_line_that_says_where() {
        for (text, place) in [
            ("width = ", "line 1, column 9: "),
            ("a = 1\nb = 2\na = 3\n", "line 3, column 1: "),
            ("a = 1\n\n  b = \"open\n", "line 3, column "),
            ("é = [1,\n2", "line 2, column 2: "),
            ("x = 1979-99-99", "line 1, column "),
            ("[t]\nx = 1 y = 2", "line 2, column "),
            ("preset = tiny", "line 1, column 10: a text needs quotes, as in \"tiny\""),
            ("a = 99999999999999999999", "line 1, column 5: 99999999999999999999 is too large a number"),
            ("a = 1\nb =\tfoo # c", "line 2, column 5: a text needs quotes, as in \"foo\""),
        ] {
            let error = read_toml(text).unwrap_err();
            assert!(error.starts_with(place) && !error.contains('\n') && !error.ends_with(": "), "{error:?}");
        }
        assert_eq!(from_table(read_toml("a.b = 1").unwrap()), *serde_json::json!({"a": {"b": 1}}).as_object().unwrap());
    }
}
