//! What JSON needs beyond serde: 64-bit numbers that JavaScript can read (K4), and readers whose errors name the field.

mod strict;

pub use strict::parse;

use crate::Invalid;
use crate::heap::*;
pub use serde_json::{Map, Value};

/// Reads a 64-bit number: a JSON number, a decimal string, or a hexadecimal one with `0x`.
///
/// ```
/// use gridhaunt_kernel::json::{u64_from, Value};
/// assert_eq!(u64_from("seed", &Value::from("0xff")), Ok(255));
/// assert_eq!(u64_from("seed", &Value::from(-1)).unwrap_err().to_string(), "seed: -1 is not an integer 0..2^64");
/// ```
pub fn u64_from(field: &str, value: &Value) -> Result<u64, Invalid> {
    let parsed = match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => parse_u64(text),
        _ => None,
    };
    parsed.ok_or_else(|| Invalid::new(field, brief(value), "an integer 0..2^64"))
}

/// Reads the text of a 64-bit number, decimal or hexadecimal with `0x`.
#[must_use]
pub fn parse_u64(text: &str) -> Option<u64> {
    let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => plain(hex).then(|| u64::from_str_radix(hex, 16).ok()).flatten(),
        None => plain(text).then(|| text.parse().ok()).flatten(),
    }
}

/// A hash in the form that reports print: `0x` and sixteen digits.
#[must_use]
pub fn hex(hash: u64) -> String {
    format!("{hash:#018x}")
}

/// The text of a value, for messages; a long text is shortened.
#[must_use]
pub fn brief(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

/// The names in `known` that `given` may have been meant for, joined by `or`: one that is a single edit away, otherwise
/// up to three that contain the word or are a part of it, otherwise the one with the fewest edits if they are few
/// enough.
///
/// ```
/// use gridhaunt_kernel::json::nearest;
/// assert_eq!(nearest("widht", ["width", "height"]).as_deref(), Some("width"));
/// assert_eq!(nearest("sight", ["width", "cat_sight", "dog_sight"]).as_deref(), Some("cat_sight or dog_sight"));
/// assert_eq!(nearest("colour", ["width", "height"]), None);
/// ```
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<(usize, &str)> = known.into_iter().map(|name| (edits(given, name), name)).collect();
    let (least, name) = *known.iter().min_by_key(|&&(edits, _)| edits)?;
    if least > 1 {
        let mut related: Vec<&str> = Vec::new();
        for &(_, name) in known.iter().filter(|(_, name)| are_related(given, name)) {
            if related.len() < MOST_NEAR && !related.contains(&name) {
                related.push(name);
            }
        }
        if !related.is_empty() {
            return Some(related.join(" or "));
        }
    }
    let few = 1 + name.chars().count().min(given.chars().count()) / 3;
    (least <= few).then(|| name.to_string())
}

/// The most names that are suggested for one unknown name.
const MOST_NEAR: usize = 3;

/// Whether the name contains the word, or is itself one of the parts of the word: `sight` and `killer_sight`,
/// `board_width` and `width`.
fn are_related(word: &str, name: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace('-', "_");
    let (word, name) = (plain(word), plain(name));
    (word.chars().count() >= 3 && name.contains(&word)) || word.split('_').any(|part| part == name)
}

/// The number of insertions, deletions, replacements and exchanges of neighbours that turn one word into the other.
///
/// It is `osa_distance` of strsim, which the kernel cannot use: strsim 0.11 needs the standard library (`HashMap`,
/// `Error`), and a hint belongs to the error of the field that is read, here, without one.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().collect());
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=b.len()).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        rows[2] = alloc::vec![i];
        for j in 1..=b.len() {
            let replace = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2].push(best);
        }
    }
    rows[2][b.len()]
}

/// Reads an object field by field; every error names its field.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    fields: &'a Map<String, Value>,
}

impl<'a> Reader<'a> {
    /// A reader over `value`, which must be an object with no field but those in `known`.
    ///
    /// `name` is what the object is called in an error, `settings` for instance.
    pub fn new(name: &str, value: &'a Value, known: &[&'static str]) -> Result<Self, Invalid> {
        let Value::Object(fields) = value else {
            return Err(Invalid::new(name, brief(value), "an object"));
        };
        for field in fields.keys() {
            if !known.contains(&field.as_str()) {
                return Err(unknown(field, &fields[field], known));
            }
        }
        Ok(Self { fields })
    }

    /// A reader over fields whose names are known to be right.
    #[must_use]
    pub const fn of(fields: &'a Map<String, Value>) -> Self {
        Self { fields }
    }

    /// An error if the object also has one of `others`, beside which this field has no meaning.
    pub fn without(&self, field: &str, value: &Value, others: &[&str]) -> Result<(), Invalid> {
        if !others.iter().any(|other| self.fields.contains_key(*other)) {
            return Ok(());
        }
        let words = format!("not together with {}", others.join(" or "));
        Err(Invalid::new(field, brief(value), words.as_str()).says(words))
    }

    /// The value of a field, none if it is absent.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&'a Value> {
        self.fields.get(field)
    }

    /// The value of a required field.
    pub fn need(&self, field: &str, expected: &str) -> Result<&'a Value, Invalid> {
        self.get(field)
            .ok_or_else(|| Invalid::new(field, "missing", expected).says(format!("missing, need {expected}")))
    }

    /// A whole number in a range.
    pub fn integer(&self, field: &str, lo: u64, hi: u64) -> Result<Option<u64>, Invalid> {
        self.get(field).map(|value| integer(field, value, lo, hi)).transpose()
    }

    /// A finite number in a range.
    pub fn number(&self, field: &str, lo: f64, hi: f64) -> Result<Option<f64>, Invalid> {
        let read = |value: &Value| {
            value
                .as_f64()
                .filter(|number| (lo..=hi).contains(number))
                .ok_or_else(|| Invalid::new(field, brief(value), format!("a number {lo:?}..={hi:?}")))
        };
        self.get(field).map(read).transpose()
    }

    /// A boolean; none if the field is absent, an error if it is another type.
    pub fn flag(&self, field: &str) -> Result<Option<bool>, Invalid> {
        let read = |value: &Value| value.as_bool().ok_or_else(|| Invalid::new(field, brief(value), "true or false"));
        self.get(field).map(read).transpose()
    }

    /// One of several words; returns its index in the list.
    pub fn word(&self, field: &str, words: &[&str]) -> Result<Option<usize>, Invalid> {
        let read = |value: &Value| {
            let word = value.as_str().and_then(|given| words.iter().position(|word| *word == given));
            word.ok_or_else(|| Invalid::new(field, brief(value), format!("one of {}", words.join(", "))))
        };
        self.get(field).map(read).transpose()
    }

    /// A seed or another 64-bit number.
    pub fn wide(&self, field: &str) -> Result<Option<u64>, Invalid> {
        self.get(field).map(|value| u64_from(field, value)).transpose()
    }
}

/// A whole number in a range, from a single value.
pub fn integer(field: &str, value: &Value, lo: u64, hi: u64) -> Result<u64, Invalid> {
    value
        .as_u64()
        .filter(|n| (lo..=hi).contains(n))
        .ok_or_else(|| Invalid::new(field, brief(value), format!("{lo}..={hi}")))
}

/// The error for an unknown field; it names the nearest known one.
#[must_use]
pub fn unknown(field: &str, value: &Value, known: &[&str]) -> Invalid {
    let list = format!("one of {}", known.join(", "));
    let words = match nearest(field, known.iter().copied()) {
        _ if known.is_empty() => "no such setting: there are none".to_string(),
        Some(near) => format!("no such setting, did you mean {near}?"),
        None => format!("no such setting, need {list}"),
    };
    Invalid::new(named(field), brief(value), list).says(words)
}

/// The name of a field for a message: quoted and shortened if it is not a plain word.
#[must_use]
pub fn named(field: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let is_word = (1..=60).contains(&field.len()) && field.chars().all(is_plain);
    if is_word { field.to_string() } else { brief(&Value::from(field)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn a_field_without_a_name_is_named() {
        let error = |name: &str| unknown(name, &json!(20), &["width"]).to_string();
        assert_eq!(error(""), "\"\": no such setting, need one of width");
        assert_eq!(error("bogus"), "bogus: no such setting, need one of width");
        assert_eq!(error("a\u{1b}b"), "\"a\\u001bb\": no such setting, need one of width");
        assert!(error(&"long".repeat(1000)).len() < 120);
    }

    #[test]
    fn wide_numbers_are_read_in_three_spellings() {
        assert_eq!(u64_from("s", &json!(18446744073709551615u64)), Ok(u64::MAX));
        assert_eq!(u64_from("s", &json!("18446744073709551615")), Ok(u64::MAX));
        assert_eq!(u64_from("s", &json!(hex(u64::MAX))), Ok(u64::MAX));
        for wrong in
            [json!("18446744073709551616"), json!(""), json!("0x"), json!("+1"), json!("1_0"), json!(1.5), json!(null)]
        {
            assert!(u64_from("s", &wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_wrong_field_is_named_with_its_value() {
        let value = json!({"width": 65, "open": 3, "kind": "hex", "share": 1.5});
        let reader = Reader::new("settings", &value, &["width", "open", "kind", "share"]).unwrap();
        let text = |error: Invalid| error.to_string();
        assert_eq!(text(reader.integer("width", 2, 64).unwrap_err()), "width: 65 is not in 2..=64");
        assert_eq!(text(reader.flag("open").unwrap_err()), "open: 3 is not true or false");
        assert_eq!(
            text(reader.word("kind", &["manhattan", "euclid"]).unwrap_err()),
            "kind: \"hex\" is not one of manhattan, euclid"
        );
        assert_eq!(text(reader.number("share", 0.0, 1.0).unwrap_err()), "share: 1.5 is not a number 0.0..=1.0");
        assert_eq!(reader.integer("height", 2, 64), Ok(None));
        assert_eq!(
            text(Reader::new("settings", &value, &["width", "open", "kinds", "share"]).unwrap_err()),
            "kind: no such setting, did you mean kinds?"
        );
        assert_eq!(text(Reader::new("settings", &json!([1]), &[]).unwrap_err()), "settings: [1] is not an object");
    }

    proptest! {
        #[test]
        fn edits_is_a_distance(a in "[a-e]{0,8}", b in "[a-e]{0,8}") {
            prop_assert_eq!(edits(&a, &a), 0);
            prop_assert_eq!(edits(&a, &b), edits(&b, &a));
            prop_assert!(edits(&a, &b) <= a.len().max(b.len()));
        }
    }
}
