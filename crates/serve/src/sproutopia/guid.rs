//! The tokens of bots, in any usual spelling (W7).

use std::fmt;
use uuid::Uuid;

/// A token, written in lower case with hyphens.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Guid(Uuid);

impl Guid {
    /// A new random token.
    #[must_use]
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }

    /// A token made from a number, always the same for the same number, for farmers whose token is not known.
    #[must_use]
    pub const fn numbered(number: u64) -> Self {
        Self(Uuid::from_u64_pair(0x4000, (0x8 << 60) | number))
    }

    /// Reads one with or without hyphens, in braces or brackets, as a URN, in any letter case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
        Uuid::try_parse(inner).ok().map(Self)
    }
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl fmt::Debug for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_spelling_is_the_same_token() {
        let plain = "0f8fad5b-d9cb-469f-a165-70867728950e";
        for text in [
            plain,
            "0F8FAD5B-D9CB-469F-A165-70867728950E",
            "0f8fad5bd9cb469fa16570867728950e",
            "{0F8FAD5B-D9CB-469F-A165-70867728950E}",
            "(0f8fad5b-d9cb-469f-a165-70867728950e)",
            "urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e",
            " 0f8fad5b-d9cb-469f-a165-70867728950e\n",
        ] {
            assert_eq!(Guid::parse(text).unwrap().to_string(), plain, "{text}");
        }
        for text in
            ["", "bot", "0f8fad5b-d9cb-469f-a165-70867728950", "(0f8fad5b", "0f8fad5b-d9cb-469f-a165-70867728950g"]
        {
            assert_eq!(Guid::parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbered_tokens_are_tokens() {
        assert_ne!(Guid::numbered(0), Guid::numbered(1));
        assert_eq!(Guid::parse(&Guid::numbered(3).to_string()), Some(Guid::numbered(3)));
        assert_ne!(Guid::fresh(), Guid::fresh());
    }
}
