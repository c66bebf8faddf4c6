//! Stand-in until the game brings its own.

/// A name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name { text: [u8; 32], length: u8 }

impl Name {
    /// Reads a name.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        if word.is_empty() || word.len() > 32 || !word.bytes().all(|b| b.is_ascii_alphanumeric()) { return None; }
        let mut text = [0; 32];
        text[..word.len()].copy_from_slice(word.as_bytes());
        Some(Self { text, length: word.len() as u8 })
    }
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.text[..self.length.into()]).unwrap_or_default()
    }
}
