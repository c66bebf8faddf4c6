//! A text in words.

use super::Wrong;

/// The words of a text, one after another: names and numbers, and signs that stand for themselves. Comments are none.
pub(super) struct Words<'t> {
    left: &'t str,
    next: Option<&'t str>,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut words = Self { left: text, next: None };
        words.advance();
        words
    }

    pub(super) fn peek(&self) -> Option<&'t str> {
        self.next
    }

    pub(super) fn next(&mut self) -> Result<&'t str, Wrong> {
        let word = self.next.ok_or("the text ends too soon")?;
        self.advance();
        Ok(word)
    }

    pub(super) fn skip(&mut self, count: usize) {
        (0..count).for_each(|_| self.advance());
    }

    /// Whether this is the next word, which it then was.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let is_it = self.next == Some(word);
        if is_it {
            self.advance();
        }
        is_it
    }

    pub(super) fn expect(&mut self, word: &str) -> Result<(), Wrong> {
        match self.next()? {
            found if found == word => Ok(()),
            found => Err(format!("{found:?} where {word:?} should be")),
        }
    }

    pub(super) fn number(&mut self) -> Result<u64, Wrong> {
        let is_negative = self.take("-");
        let word = self.next()?;
        let value = number(word).ok_or_else(|| format!("{word}: no number"))?;
        Ok(if is_negative { value.wrapping_neg() } else { value })
    }

    fn advance(&mut self) {
        loop {
            self.left = self.left.trim_start();
            if let Some(comment) = self.left.strip_prefix("//") {
                self.left = comment.split_once('\n').map_or("", |(_, left)| left);
            } else {
                break;
            }
        }
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_$.%".contains(letter);
        let len = match self.left.chars().next() {
            None => return self.next = None,
            Some('"') => self.left[1..].find('"').map_or(self.left.len(), |end| end + 2),
            Some(first) if is_part(first) => self.left.find(|letter| !is_part(letter)).unwrap_or(self.left.len()),
            Some(sign) => sign.len_utf8(),
        };
        let (word, left) = self.left.split_at(len);
        (self.next, self.left) = (Some(word), left);
    }
}

/// A number as it is written: whole, or the bits of one with a point.
pub(super) fn number(word: &str) -> Option<u64> {
    let word = word.strip_suffix('U').unwrap_or(word);
    match word.get(..2) {
        Some("0x") => u64::from_str_radix(&word[2..], 16).ok(),
        Some("0f" | "0F" | "0d" | "0D") => u64::from_str_radix(&word[2..], 16).ok(),
        _ => word.parse().ok(),
    }
}
