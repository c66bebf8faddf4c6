//! Words for those who put them on a page.

use super::Charset;
use super::brush::is_known;

/// A line without what a charset does not have and what would steer a terminal.
#[must_use]
pub fn clean(line: &str, charset: Charset) -> String {
    line.chars().map(|character| if is_known(character, charset) { character } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(clean("a\u{1b}[2Jb\nc·", Charset::Unicode), "a?[2Jb?c·");
        assert_eq!(clean("a·b", Charset::Ascii), "a?b");
    }
}
