//! `.levels`, a stream of JSON values: a number and as many levels (R47).

use crate::broken::Broken;
use crate::level::Level;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use serde_json::Deserializer;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The levels that are used, at least one. Nothing says that they can be played (R7).
    pub levels: Vec<Level>,
    /// What a person should hear, each with the name of the file in front.
    pub warnings: Vec<String>,
}

impl Levels {
    /// Reads the text of a file; its name stands in front of all that is said of it (R47).
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

/// Levels as a file that reads back the same: their number, then a line for each.
#[must_use]
pub fn write(levels: &[Level]) -> String {
    let mut text = format!("{}\n", levels.len());
    for level in levels {
        // Whole numbers, words and lists alone: this cannot fail.
        text += &serde_json::to_string(level).unwrap_or_default();
        text.push('\n');
    }
    text
}
