//! The measurements of an earlier run.

use crate::failure::Failure;
use crate::input;
use gridhaunt_kernel::json::{brief, parse};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// The slowest, median and fastest speed of every measurement, by game and what was measured.
pub(super) struct Earlier {
    speeds: HashMap<(String, String), [f64; 3]>,
    /// The settings they were measured with, if the file says so.
    settings: Option<Value>,
}

impl Earlier {
    /// Reads what `--save` wrote.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = input::read_named(path).map_err(|error| Failure::reading(path, &error))?;
        let wrong = |number: usize, why: String| {
            let place = format!("{}, line {}", input::name(path), number + 1);
            Failure::Usage(format!("{place}: {why}: need a file that bench --save wrote"))
        };
        let (mut speeds, mut settings) = (HashMap::new(), None);
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let document = parse(line.as_bytes()).map_err(|error| wrong(number, error.to_string()))?;
            let (key, these) =
                measured(&document).map_err(|field| wrong(number, format!("{field} is missing or wrong")))?;
            speeds.insert(key, these);
            settings = document.get("settings").cloned().or(settings);
        }
        Ok(Self { speeds, settings })
    }

    /// Whether it can be compared with measurements of some games with these settings; or why not, in words.
    pub(super) fn check<'a>(&self, mut games: impl Iterator<Item = &'a str>, settings: &Value) -> Result<(), String> {
        if !games.any(|name| self.speeds.keys().any(|(game, _)| game == name)) {
            return Err("it has no measurement of these games".into());
        }
        match &self.settings {
            Some(earlier) if earlier != settings => {
                let [earlier, now] = [earlier, settings].map(brief);
                Err(format!("it was measured with the settings {earlier}, not with {now}: ratios would say nothing"))
            }
            _ => Ok(()),
        }
    }

    /// How many times as fast these speeds are, at least, by the medians, and at most; none if it was not measured.
    pub(super) fn ratio(&self, game: &str, what: &str, [low, middle, high]: [f64; 3]) -> Option<[f64; 3]> {
        let [old_low, old_middle, old_high] = self.speeds.get(&(game.into(), what.into()))?;
        Some([low / old_high, middle / old_middle, high / old_low])
    }
}

/// One line of the file, or the name of the field that is wrong.
fn measured(document: &Value) -> Result<((String, String), [f64; 3]), &'static str> {
    let text = |field: &'static str| document[field].as_str().map(String::from).ok_or(field);
    let speed =
        |field: &'static str| document[field].as_f64().filter(|speed| speed.is_finite() && *speed > 0.0).ok_or(field);
    Ok(((text("game")?, text("what")?), [speed("min")?, speed("median")?, speed("max")?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_medians_and_their_bounds_of_extremes() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let line = r#"{"game":"pyrat","what":"create","min":1.0,"median":2.0,"max":4.0}"#;
        std::fs::write(file.path(), format!("{line}\n\n")).expect("written");
        let earlier = Earlier::read(file.path()).unwrap_or_else(|_| panic!("a file of ours"));
        assert_eq!(earlier.ratio("pyrat", "create", [2.0, 6.0, 8.0]), Some([0.5, 3.0, 8.0]));
        assert_eq!(earlier.ratio("tag", "create", [1.0; 3]), None);
        assert_eq!(earlier.check(["tag", "pyrat"].into_iter(), &Value::Null), Ok(()), "an old file says no settings");
        assert!(earlier.check(["tag"].into_iter(), &Value::Null).is_err());
    }

    #[test]
    fn other_settings_are_not_compared() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let line = r#"{"game":"pyrat","what":"create","min":1.0,"median":2.0,"max":4.0,"settings":{"width":9}}"#;
        std::fs::write(file.path(), line).expect("written");
        let earlier = Earlier::read(file.path()).unwrap_or_else(|_| panic!("a file of ours"));
        let check = |settings| earlier.check(["pyrat"].into_iter(), &settings);
        assert_eq!(check(serde_json::json!({"width": 9})), Ok(()));
        assert!(check(serde_json::json!({})).unwrap_err().contains(r#"{"width":9}, not with {}"#));
    }

    #[test]
    fn a_wrong_file_is_told_by_line_and_field() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        for (text, part) in [
            ("nonsense", "line 1"),
            (r#"{"game":"pyrat","what":"create","min":0,"median":2.0,"max":4.0}"#, "min is missing or wrong"),
            (r#"{"game":"pyrat"}"#, "what is missing or wrong"),
            ("[]", "game is missing or wrong"),
        ] {
            std::fs::write(file.path(), text).expect("written");
            let Err(failure) = Earlier::read(file.path()) else { panic!("{text} is taken") };
            assert!(failure.message().is_some_and(|message| message.contains(part)), "{text}: {failure:?}");
        }
    }
}
