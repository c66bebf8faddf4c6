//! The values of a field that is varied: `3,all`, `2..5`, `0..50..10`.

use crate::seating::plain_value;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};

/// The most values one field may take.
pub const MOST: usize = 1000;

/// A field and the values it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// The setting; `generate.rooms` is `rooms` inside `generate`.
    pub field: String,
    /// Its values, each once.
    pub values: Vec<Value>,
}

impl Vary {
    /// Reads `field=values`, as in `killers=2..5`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        match text.split_once('=').filter(|(field, _)| !field.is_empty()) {
            Some((field, values)) => Self::new(field, listed(field, values)?),
            None => Err(Invalid::new("vary", format!("{text:?}"), "field=values, such as width=7,9 or width=7..15")),
        }
    }

    /// Reads the values of a field in a file: a list, or a text such as `"2..5"`.
    pub fn read(field: &str, value: &Value) -> Result<Self, Invalid> {
        match value {
            Value::Array(values) => Self::new(field, values.clone()),
            Value::String(text) => Self::new(field, listed(field, text)?),
            other => Err(Invalid::new(within(field), brief(other), "a list of values or a text such as \"2..5\"")),
        }
    }

    fn new(field: &str, values: Vec<Value>) -> Result<Self, Invalid> {
        if values.is_empty() {
            return Err(Invalid::new(within(field), "[]", "a list of at least one value"));
        }
        if values.len() > MOST {
            return Err(Invalid::new(within(field), format!("{} values", values.len()), format!("at most {MOST}")));
        }
        for (i, value) in values.iter().enumerate() {
            if values[..i].contains(value) {
                let words = format!("{} is given twice, need each value once", brief(value));
                return Err(Invalid::new(within(field), brief(value), "each value once").says(words));
            }
        }
        Ok(Self { field: field.into(), values })
    }
}

fn within(field: &str) -> String {
    format!("vary.{field}")
}

/// The values of a list such as `3,all` or `[2,4],[2,6]`, with ranges expanded.
fn listed(field: &str, text: &str) -> Result<Vec<Value>, Invalid> {
    let mut values = Vec::new();
    for item in items(text) {
        if item.is_empty() {
            let expected = "values such as 3,all or a range such as 2..5";
            return Err(Invalid::new(within(field), format!("{text:?}"), expected));
        }
        // Valid JSON is not a range: "a..b" in quotes is a text.
        if item.contains("..") && serde_json::from_str::<Value>(item).is_err() {
            values.extend(range(field, item)?);
        } else {
            values.push(plain_value(item));
        }
        if values.len() > MOST {
            return Err(Invalid::new(within(field), text, format!("at most {MOST} values")));
        }
    }
    Ok(values)
}

/// Splits a text at commas that are not inside brackets or quotes.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut quoted, mut escaped) = (0i64, false, false);
    text.split(move |c: char| {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0 && !quoted
    })
    .map(str::trim)
}

/// `2..5`, `2..=5` (the same), `0..50..10`: whole numbers, both ends included.
fn range(field: &str, text: &str) -> Result<impl Iterator<Item = Value>, Invalid> {
    let mut parts = text.splitn(3, "..");
    let mut next = || parts.next().map(|part| part.strip_prefix('=').unwrap_or(part).trim().parse::<i64>());
    let (Some(Ok(first)), Some(Ok(last)), Ok(step)) = (next(), next(), next().unwrap_or(Ok(1))) else {
        let expected = "a range of whole numbers such as 2..5 or 0..50..10 (other numbers can be listed: 0.1,0.2)";
        return Err(Invalid::new(within(field), format!("{text:?}"), expected));
    };
    let wrong = |words: &str, expected: &str| {
        Err(Invalid::new(within(field), text, expected).says(format!("{text} {words}, need {expected}")))
    };
    if step < 1 {
        return wrong(&format!("goes in steps of {step}"), "a step of at least 1");
    }
    if last < first {
        return wrong("is empty", &format!("an end that is not below {first}"));
    }
    if i128::from(last) - i128::from(first) >= MOST as i128 * i128::from(step) {
        return wrong("is too long", &format!("at most {MOST} values"));
    }
    Ok((0i64..)
        .map_while(move |i| first.checked_add(i.checked_mul(step)?).filter(|value| *value <= last))
        .map(Value::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn values(text: &str) -> Result<Value, String> {
        Vary::parse(text).map(|vary| vary.values.into()).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_listed_or_counted() {
        for (text, expected) in [
            ("killer_sight=3,all", json!([3, "all"])),
            ("killers=2..5", json!([2, 3, 4, 5])),
            ("killers=2..=5", json!([2, 3, 4, 5])),
            ("killers=3..3", json!([3])),
            ("n=0..50..20", json!([0, 20, 40])),
            ("n=-2..2..2,9", json!([-2, 0, 2, 9])),
            ("open=true,false", json!([true, false])),
            ("mud_range=[2,4],[2,6]", json!([[2, 4], [2, 6]])),
            ("density=0.1, 0.25", json!([0.1, 0.25])),
            (r#"word="a,b","c..d""#, json!(["a,b", "c..d"])),
            ("n=9223372036854775806..9223372036854775807", json!([i64::MAX - 1, i64::MAX])),
        ] {
            assert_eq!(values(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("killers", "vary: \"killers\" is not field=values, such as width=7,9 or width=7..15"),
            ("=3", "vary: \"=3\" is not field=values, such as width=7,9 or width=7..15"),
            ("killers=", "vary.killers: \"\" is not values such as 3,all or a range such as 2..5"),
            ("killers=2,,3", "vary.killers: \"2,,3\" is not values such as 3,all or a range such as 2..5"),
            ("killers=5..2", "vary.killers: 5..2 is empty, need an end that is not below 5"),
            ("killers=2..5..0", "vary.killers: 2..5..0 goes in steps of 0, need a step of at least 1"),
            ("killers=0..1000", "vary.killers: 0..1000 is too long, need at most 1000 values"),
            ("killers=2,3,2", "vary.killers: 2 is given twice, need each value once"),
            ("killers=1..3,2..4", "vary.killers: 2 is given twice, need each value once"),
            (
                "density=0.1..0.5",
                "vary.density: \"0.1..0.5\" is not a range of whole numbers such as 2..5 or 0..50..10 (other numbers can be listed: 0.1,0.2)",
            ),
        ] {
            assert_eq!(values(text).unwrap_err(), expected);
        }
        let read = |value: Value| Vary::read("killers", &value).unwrap_err().to_string();
        assert_eq!(read(json!([])), "vary.killers: [] is not a list of at least one value");
        assert_eq!(read(json!(3)), "vary.killers: 3 is not a list of values or a text such as \"2..5\"");
        assert_eq!(read(json!([1, 1])), "vary.killers: 1 is given twice, need each value once");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[-a-c0-9.,=\\[\\]{}\" ]{0,24}") {
            let _ = Vary::parse(&text);
            let _ = Vary::parse(&format!("field={text}"));
        }

        #[test]
        fn a_range_holds_what_it_says(first in -50i64..50, long in 0i64..40, step in 1i64..7) {
            let last = first + long;
            let found = Vary::parse(&format!("n={first}..{last}..{step}")).unwrap().values;
            let expected: Vec<Value> = (first..=last).step_by(step as usize).map(Value::from).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
