//! `.levels`, a stream of JSON values: a number and as many levels (R47).

use crate::broken::Broken;
use crate::level::Level;
use gridhaunt_kernel::prelude::*;
use serde_json::Deserializer;

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The levels that are used, at least one. They are not checked for playability (R7).
    pub levels: Vec<Level>,
    /// Warnings for the user, each with the name of the file before it.
    pub warnings: Vec<String>,
}

impl Levels {
    /// Reads the text of a file; its name comes first in every message (R47).
    pub fn read(file: &str, text: &str) -> Result<Self, Invalid> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (mut said, mut held, mut levels) = (None, 0, Vec::new());
        for (i, value) in Deserializer::from_str(text).into_iter().enumerate() {
            let value: Value = value.map_err(|error| Broken::new(text, &error).of(file))?;
            if i == 0 && value.is_number() {
                said = Some(natural(file, &value)?);
                continue;
            }
            if said.is_none_or(|said| held < said) {
                let name = format!("{file}: levels[{held}]");
                levels.push(Level::read(&value).map_err(|error| error.within(&name))?);
            }
            held += 1;
        }
        if levels.is_empty() {
            return Err(Invalid::new(file, "nothing", "levels").says("no levels"));
        }
        let warning = match said {
            Some(said) if said > held => {
                let words = format!("says {said} levels, holds {held}");
                return Err(Invalid::new(file, held, format!("{said} levels")).says(words));
            }
            Some(1) if held > 1 => Some(format!("says 1 level, holds {held}: the first is used")),
            Some(said) if said < held => Some(format!("says {said} levels, holds {held}: the first {said} are used")),
            Some(_) => None,
            None if held == 1 => Some("no number of levels first: the one there is is used".to_string()),
            None => Some(format!("no number of levels first: all {held} are used")),
        };
        let warnings = warning.into_iter().map(|words| format!("{file}: {words}")).collect();
        Ok(Self { levels, warnings })
    }
}

fn natural(file: &str, number: &Value) -> Result<u64, Invalid> {
    number.as_u64().ok_or_else(|| {
        let (number, need) = (brief(number), "a natural number");
        Invalid::new(file, &number, need).says(format!("says {number} levels, need {need}"))
    })
}

/// Writes levels as a file that reads back the same: their number, then one line for each.
#[must_use]
pub fn write(levels: &[Level]) -> String {
    let mut text = format!("{}\n", levels.len());
    for level in levels {
        // It contains only whole numbers, words and lists, so this cannot fail.
        text += &serde_json::to_string(level).unwrap_or_default();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::ObjectKind;

    const LEVEL: &str = include_str!("../../../../examples/snarl/example.levels");

    fn level() -> &'static str {
        LEVEL.split_once('\n').unwrap().1.trim_end()
    }

    fn read(text: &str) -> Result<(usize, Vec<String>), String> {
        let file = Levels::read("crypt.levels", text).map_err(|error| error.to_string())?;
        Ok((file.levels.len(), file.warnings))
    }

    #[test]
    fn the_example_of_the_specification_reads_and_writes_back_the_same() {
        let file = Levels::read("example.levels", LEVEL).unwrap();
        assert_eq!((file.levels.len(), file.warnings.len()), (1, 0));
        assert_eq!(file.levels[0].object(ObjectKind::Key), Some(crate::level::Point::new(2, 7)));
        assert_eq!(write(&file.levels), LEVEL);
    }

    #[test]
    fn space_is_anywhere_and_numbers_rule() {
        // R47
        let level = level();
        let fine = |levels| Ok((levels, Vec::new()));
        let warned = |levels, words: &str| Ok((levels, alloc::vec![format!("crypt.levels: {words}")]));
        for (text, expected) in [
            (format!("1{level}"), fine(1)),
            (format!("\u{feff} \r\n\t2\n\n{level}\r\n {level}\n\n"), fine(2)),
            (format!("2 {level}{level}"), fine(2)),
            (format!("1 {level} {level} {level}"), warned(1, "says 1 level, holds 3: the first is used")),
            (format!("2 {level} {level} {level}"), warned(2, "says 2 levels, holds 3: the first 2 are used")),
            (format!("1 {level} [\"not a level\"]"), warned(1, "says 1 level, holds 2: the first is used")),
            (format!("{level} {level}"), warned(2, "no number of levels first: all 2 are used")),
            (level.to_string(), warned(1, "no number of levels first: the one there is is used")),
        ] {
            assert_eq!(read(&text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let level = level();
        let half = level.replacen("\"origin\":[0,6],", "", 1);
        for (text, told) in [
            (format!("3 {level} {level}"), "crypt.levels: says 3 levels, holds 2"),
            (String::new(), "crypt.levels: no levels"),
            (" \n".into(), "crypt.levels: no levels"),
            ("0".into(), "crypt.levels: no levels"),
            (format!("0 {level}"), "crypt.levels: no levels"),
            ("7".into(), "crypt.levels: no levels"),
            (format!("-1 {level}"), "crypt.levels: says -1 levels, need a natural number"),
            (format!("1.5 {level}"), "crypt.levels: says 1.5 levels, need a natural number"),
            (format!("1e308 {level}"), "crypt.levels: says 1e+308 levels, need a natural number"),
            (format!("2\n{level}\n{half}\n"), "crypt.levels: levels[1].rooms[1].origin: missing, need a point"),
            (format!("2\n{level}\n5\n"), "crypt.levels: levels[1]: 5 is not a level, an object"),
            ("[1]".into(), "crypt.levels: levels[0]: [1] is not a level, an object"),
            (format!("1\n{level}\n{{\"a\":,"), "crypt.levels:3:6: expected value"),
            (format!("2\n{level}\n\n  [1 2]"), "crypt.levels:4:6: expected `,` or `]`"),
            (format!("1\n{}", &level[..40]), "crypt.levels:2:40: ends in the middle of a value"),
            ("one level".into(), "crypt.levels:1:1: expected value"),
            (format!("1\n{}", "[".repeat(500)), "crypt.levels:2:128: recursion limit exceeded"),
        ] {
            assert_eq!(read(&text), Err(told.into()), "{text}");
        }
    }
}
