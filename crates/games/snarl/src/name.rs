//! Names of players: 1 to 32 letters and digits (section 11).

use core::fmt;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most letters of a name.
const MOST: usize = 32;

/// A name, stored without heap so that views can be made without one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "&str", inline, description = "A name: 1 to 32 letters and digits.")
)]
pub struct Name {
    bytes: [u8; MOST],
    len: u8,
}

impl Name {
    /// A name from its text, none if it is not 1 to 32 letters and digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=MOST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| Self::cut(text))
    }

    /// A kind of actor and its number from 1: `zombie1` (R10).
    #[must_use]
    pub const fn numbered(kind: &str, number: u8) -> Self {
        let name = Self::cut(kind);
        let name = if number >= 100 { name.with(b'0' + number / 100) } else { name };
        let name = if number >= 10 { name.with(b'0' + number / 10 % 10) } else { name };
        name.with(b'0' + number % 10)
    }

    const fn cut(text: &str) -> Self {
        let mut name = Self { bytes: [0; MOST], len: 0 };
        while (name.len as usize) < text.len() && (name.len as usize) < MOST {
            name = name.with(text.as_bytes()[name.len as usize]);
        }
        name
    }

    /// One more letter or digit, if there is room.
    const fn with(mut self, byte: u8) -> Self {
        if (self.len as usize) < MOST {
            self.bytes[self.len as usize] = byte;
            self.len += 1;
        }
        self
    }

    /// The name as text, without the unused bytes.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only letters and digits are ever stored.
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or("")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = alloc::string::String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("a name is 1 to 32 letters and digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn names_are_letters_and_digits() {
        for good in ["a", "Ana7", &"x".repeat(32)] {
            assert_eq!(Name::parse(good).map(|name| name.to_string()).as_deref(), Some(good));
        }
        for bad in ["", "a b", "é", "a_b", &"x".repeat(33)] {
            assert_eq!(Name::parse(bad), None, "{bad}");
        }
        assert_eq!(Name::numbered("zombie", 1).as_str(), "zombie1");
        assert_eq!(Name::numbered("ghost", 32).as_str(), "ghost32");
        assert_eq!(Name::numbered("ghost", 105).as_str(), "ghost105");
    }
}
