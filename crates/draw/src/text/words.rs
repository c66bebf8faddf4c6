//! Words for those who put them on a page.

use super::Charset;
use super::brush::is_known;

/// A line without what a charset does not have and what would steer a terminal. The signs of our own that join words have
/// one that stands for them in ASCII.
#[must_use]
pub fn clean(line: &str, charset: Charset) -> String {
    let sign = |character: char| match character {
        known if is_known(known, charset) => known,
        '·' | '–' | '−' => '-',
        '×' => 'x',
        _ => '?',
    };
    line.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(clean("a\u{1b}[2Jb\nc·", Charset::Unicode), "a?[2Jb?c·");
        assert_eq!(clean("python · greedy ×3 鬼", Charset::Ascii), "python - greedy x3 ?");
    }
}
