//! Text from the other side of a socket, as it may be shown to people: nothing in it steers a terminal.

/// Whether a sign moves the cursor, ends a line or turns the direction of writing.
#[must_use]
pub fn steers(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The text with such signs as their numbers.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        if steers(sign) {
            shown.extend(sign.escape_unicode());
        } else {
            shown.push(sign);
        }
    }
    shown
}

/// The same, cut after so many signs.
#[must_use]
pub fn brief(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", plain(&text[..end])),
        None => plain(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_shown_as_its_number() {
        for (text, shown) in [
            ("ana", "ana"),
            ("á 中 😀", "á 中 😀"),
            ("\u{1b}[2J\u{7}\0", "\\u{1b}[2J\\u{7}\\u{0}"),
            ("a\r\nb\u{85}\u{9b}", "a\\u{d}\\u{a}b\\u{85}\\u{9b}"),
            ("x\u{202e}y\u{2066}\u{200f}", "x\\u{202e}y\\u{2066}\\u{200f}"),
        ] {
            assert_eq!(plain(text), shown);
        }
        assert_eq!(brief("abcdef", 3), "abc…");
        assert_eq!(brief("ab\0", 3), "ab\\u{0}");
    }
}
