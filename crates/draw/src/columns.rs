//! The width of text in columns, and line breaking.

/// The columns a character takes in a terminal: 2 in East Asian scripts and pictures, 0 where it joins the one
/// before it.
#[must_use]
pub fn width_of(character: char) -> usize {
    match u32::from(character) {
        0x300..=0x36f | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0x20d0..=0x20ff => 0,
        0xfe00..=0xfe0f | 0xfe20..=0xfe2f | 0xfeff | 0xe0000..=0xe0fff => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f => 2,
        0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f000..=0x1faff | 0x20000..=0x3fffd => 2,
        0x231a..=0x231b | 0x23e9..=0x23f3 | 0x25fd..=0x25fe | 0x2614..=0x2615 | 0x2648..=0x2653 => 2,
        0x26a1 | 0x26bd..=0x26be | 0x26d4 | 0x2705 | 0x2728 | 0x274c | 0x2753..=0x2757 | 0x2b50 | 0x2b55 => 2,
        _ => 1,
    }
}

/// The width of a text in columns.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

/// Breaks a text at blanks, and within words that are too long, into lines of at most `most` columns.
#[must_use]
pub fn wrap(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in text.split_whitespace() {
        if used > 0 && used + 1 + width(word) > most {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else if used > 0 {
            line.push(' ');
            used += 1;
        }
        for character in word.chars() {
            let character = if width_of(character) > most { '?' } else { character };
            if used + width_of(character) > most {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(character);
            used += width_of(character);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_blanks_and_in_long_words() {
        assert_eq!(wrap("rat wins (majority)", 9), ["rat wins", "(majority", ")"]);
        assert_eq!(wrap("rat wins", 40), ["rat wins"]);
        assert_eq!(wrap("", 40), [""]);
        assert_eq!(wrap("鬼抓人", 4), ["鬼抓", "人"]);
        assert_eq!(wrap("鬼", 1), ["?"]);
    }
}
