//! Cleans texts for output.

use super::Charset;
use super::brush::is_known;

/// A line in which control characters, and characters that the charset does not have, are replaced. Our own signs that
/// join words have a replacement in ASCII.
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
