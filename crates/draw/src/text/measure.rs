//! Lines of text for those who put them on a page: how wide they are, and how they are made to fit.

use super::Charset;
use super::brush::is_known;
use crate::columns::width_of;

/// What begins a colour, what ends it, and what sets all back.
const ESCAPE: char = '\u{1b}';
const END: char = 'm';
const RESET: &str = "\u{1b}[0m";

/// The columns that a line takes, its colours aside.
#[must_use]
pub fn width(line: &str) -> usize {
    signs(line).map(|(character, is_sign)| if is_sign { width_of(character) } else { 0 }).sum()
}

/// A line without what is beyond its first columns; its colours end with it.
#[must_use]
pub fn crop(line: &str, columns: usize) -> String {
    let mut used = 0;
    let mut cropped = String::with_capacity(line.len());
    for (character, is_sign) in signs(line) {
        used += if is_sign { width_of(character) } else { 0 };
        if used > columns {
            if line.contains(ESCAPE) {
                cropped.push_str(RESET);
            }
            break;
        }
        cropped.push(character);
    }
    cropped
}

/// A line without what a charset does not have and what would steer a terminal.
#[must_use]
pub fn clean(line: &str, charset: Charset) -> String {
    line.chars().map(|character| if is_known(character, charset) { character } else { '?' }).collect()
}

/// The characters of a line, each with whether it is seen.
fn signs(line: &str) -> impl Iterator<Item = (char, bool)> {
    line.chars().scan(false, |inside, character| {
        *inside |= character == ESCAPE;
        let is_sign = !*inside;
        *inside &= character != END;
        Some((character, is_sign))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_take_no_column() {
        assert_eq!(width("\u{1b}[1m\u{1b}[38;5;36mmm\u{1b}[0m 鬼"), 5);
        assert_eq!(crop("\u{1b}[1mab\u{1b}[0mcd", 3), "\u{1b}[1mab\u{1b}[0mc\u{1b}[0m");
        assert_eq!(crop("\u{1b}[1mab\u{1b}[0mcd", 4), "\u{1b}[1mab\u{1b}[0mcd");
        assert_eq!([crop("鬼鬼", 3), crop("ab", 0), crop("", 0)], ["鬼", "", ""]);
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(clean("a\u{1b}[2Jb\nc·", Charset::Unicode), "a?[2Jb?c·");
        assert_eq!(clean("a·b", Charset::Ascii), "a?b");
    }
}
