//! Errors of input (K3): the field, the value and what was expected.

use alloc::string::{String, ToString};
use core::fmt;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// A value from outside that cannot be used.
///
/// ```
/// use gridhaunt_kernel::Invalid;
/// let wrong = Invalid::new("width", 65, "2..=64");
/// assert_eq!(wrong.to_string(), "width: 65 is not in 2..=64");
/// let wrong = Invalid::new("metric", "\"hex\"", "one of manhattan, euclid");
/// assert_eq!(wrong.to_string(), "metric: \"hex\" is not one of manhattan, euclid");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The field that is wrong: `width`, `walls[3]`, `generate.rooms`.
    pub field: String,
    /// The value that was given, as JSON would write it.
    pub got: String,
    /// What was expected.
    pub expected: String,
    /// The words after the field, where "… is not …" does not fit.
    pub words: Option<String>,
    /// Whether those words already contain the name of the field.
    pub sentence: bool,
}

impl Invalid {
    /// `field: got is not expected`.
    pub fn new(field: impl Into<String>, got: impl ToString, expected: impl Into<String>) -> Self {
        Self { field: field.into(), got: got.to_string(), expected: expected.into(), words: None, sentence: false }
    }

    /// The same facts, printed `field: words`.
    #[must_use]
    pub fn says(mut self, words: impl Into<String>) -> Self {
        self.words = Some(words.into());
        self
    }

    /// The same facts, printed as this sentence, which contains the name of the field.
    #[must_use]
    pub fn reads(self, sentence: impl Into<String>) -> Self {
        Self { sentence: true, ..self.says(sentence) }
    }

    /// The same error about a field of something larger: `width` inside `settings` is `settings.width`.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = alloc::format!("{outer}{dot}{}", self.field);
        // A sentence names its own field, but not the object that contains it.
        self.words = self.words.map(|words| if self.sentence { alloc::format!("{outer}: {words}") } else { words });
        self
    }
}

/// Whether the text is only a range such as `2..=64`, which is printed with "in" before it.
fn is_bare_range(expected: &str) -> bool {
    expected.contains("..") && expected.bytes().all(|b| b.is_ascii_digit() || b".=-^".contains(&b))
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, got, expected, words, sentence } = self;
        if let Some(words) = words {
            return if *sentence { f.write_str(words) } else { write!(f, "{field}: {words}") };
        }
        let within = if is_bare_range(expected) { "in " } else { "" };
        write!(f, "{field}: {got} is not {within}{expected}")
    }
}

impl core::error::Error for Invalid {}

impl Serialize for Invalid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("field", &self.field)?;
        // The value itself where it was JSON, its description where it was not.
        match serde_json::from_str::<serde_json::Value>(&self.got) {
            Ok(value) => map.serialize_entry("got", &value)?,
            Err(_) => map.serialize_entry("got", &self.got)?,
        }
        map.serialize_entry("expected", &self.expected)?;
        // The message for people, where it has more than the three parts.
        if self.words.is_some() {
            map.serialize_entry("message", &self.to_string())?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_its_field_and_is_told_where_that_is() {
        let wrong = Invalid::new("cols", 5, "6..=64").reads("`cols` is 5: give more");
        assert_eq!(wrong.to_string(), "`cols` is 5: give more");
        let wrong = wrong.within("settings");
        assert_eq!(
            (wrong.to_string().as_str(), wrong.field.as_str()),
            ("settings: `cols` is 5: give more", "settings.cols")
        );
    }

    #[test]
    fn words_replace_the_usual_form() {
        let wrong =
            Invalid::new("mud_density", 0.5, "not together with walls or mud").says("not together with walls or mud");
        assert_eq!(wrong.to_string(), "mud_density: not together with walls or mud");
        assert_eq!(
            serde_json::to_string(&wrong).unwrap(),
            r#"{"field":"mud_density","got":0.5,"expected":"not together with walls or mud","message":"mud_density: not together with walls or mud"}"#
        );
    }

    #[test]
    fn an_outer_name_comes_first() {
        assert_eq!(Invalid::new("width", 1, "2..=64").within("settings").field, "settings.width");
        assert_eq!(Invalid::new("[3]", 1, "x").within("walls").field, "walls[3]");
        assert_eq!(Invalid::new("", 1, "x").within("walls").field, "walls");
    }
}
