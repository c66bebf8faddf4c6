//! Escapes text from outside before it is shown: characters that control a terminal or change the direction of text are
//! written as escape sequences.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Write as _;

/// Whether a character controls the display instead of being visible: control codes, direction marks, line separators
/// and other invisible characters. Characters that join letters or parts of one sign are not among them.
#[must_use]
pub fn steers(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// A text with every such character escaped as in JSON: `\u001b`. Text that was JSON stays JSON with the same meaning.
///
/// ```
/// use gridhaunt_kernel::shown::shown;
/// assert_eq!(shown("a\u{1b}[2Jb\n"), "a\\u001b[2Jb\\u000a");
/// assert_eq!(shown("鬼抓人"), "鬼抓人");
/// ```
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    written_out(text, steers)
}

/// The same for a text of several lines: line breaks stay.
#[must_use]
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |character| character != '\n' && steers(character))
}

fn written_out(text: &str, is_raw: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_raw) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_raw(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing into a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_written_out_and_what_is_seen_stays() {
        for (text, said) in [
            ("plain, ¼ · 鬼抓人 · नमस्ते · 👩‍👧", "plain, ¼ · 鬼抓人 · नमस्ते · 👩‍👧"),
            ("\0", "\\u0000"),
            ("\u{1b}]0;title\u{7}", "\\u001b]0;title\\u0007"),
            ("\u{9b}2J\u{7f}", "\\u009b2J\\u007f"),
            ("a\u{202e}b\u{2066}c\u{200f}", "a\\u202eb\\u2066c\\u200f"),
            ("\u{e0041}", "\\udb40\\udc41"),
            ("two\nlines\r\t", "two\\u000alines\\u000d\\u0009"),
        ] {
            assert_eq!(shown(text), said);
        }
        assert_eq!(shown_lines("two\nlines\r"), "two\nlines\\u000d");
    }

    #[test]
    fn json_stays_json_and_says_the_same() {
        let text = "a\u{202e}\u{9b}\u{e0041}é";
        let json = serde_json::to_string(text).unwrap();
        assert!(shown(&json).chars().all(|character| !steers(character)));
        assert_eq!(serde_json::from_str::<String>(&shown(&json)).unwrap(), text);
    }
}
