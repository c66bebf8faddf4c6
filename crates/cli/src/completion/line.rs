//! Splits a command line, as a shell passes it, into words.

/// A command line up to the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its words without their quotes; the last is the one at the cursor, and may be empty.
    pub(crate) words: Vec<String>,
    /// Whether the last word is inside a quote that is still open.
    pub(crate) quoted: bool,
}

impl Line {
    /// Splits a line as shells do: at spaces that are not quoted or escaped by a backslash. If the line has several
    /// commands, only the last is used; variables that are set before a command are skipped.
    pub(crate) fn read(text: &str) -> Self {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                ('\'' | '"', None) => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (_, Some(open)) if letter == open => quote = None,
                ('\\', None) => word.get_or_insert_default().extend(letters.next()),
                ('\\', Some('"')) if matches!(letters.peek(), Some('"' | '\\' | '$' | '`')) => {
                    word.get_or_insert_default().extend(letters.next());
                }
                (';' | '|' | '&' | '\n' | '(', None) => {
                    words.clear();
                    word = None;
                }
                (_, None) if letter.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        words.push(word.unwrap_or_default());
        let assigned = words.iter().take(words.len() - 1).take_while(|word| word.contains('=')).count();
        words.drain(..assigned);
        Self { words, quoted: quote.is_some() }
    }

    /// How many bytes of the last word a shell that breaks words at these characters does not replace.
    pub(crate) fn settled(&self, breaks: &str) -> usize {
        let typed = self.words.last().map_or("", String::as_str);
        let last = typed.char_indices().rfind(|(_, letter)| breaks.contains(*letter));
        last.filter(|_| !self.quoted).map_or(0, |(at, letter)| at + letter.len_utf8())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_shells_split_it() {
        for (text, words, quoted) in [
            ("gridhaunt ", &["gridhaunt", ""][..], false),
            ("gridhaunt play ta", &["gridhaunt", "play", "ta"], false),
            ("gridhaunt -c 'exits=[[1, 1]]' x", &["gridhaunt", "-c", "exits=[[1, 1]]", "x"], false),
            ("gridhaunt watch \"my ma", &["gridhaunt", "watch", "my ma"], true),
            (r"gridhaunt watch my\ ma", &["gridhaunt", "watch", "my ma"], false),
            ("cd x && A=1 gridhaunt p", &["gridhaunt", "p"], false),
            ("", &[""], false),
            ("gridhaunt ''", &["gridhaunt", ""], false),
            ("gridhaunt \\", &["gridhaunt", ""], false),
        ] {
            let line = Line::read(text);
            assert_eq!(
                (line.words.iter().map(String::as_str).collect::<Vec<_>>(), line.quoted),
                (words.to_vec(), quoted),
                "{text}"
            );
        }
    }

    #[test]
    fn what_stands_before_a_break_is_settled() {
        assert_eq!(Line::read("g rat=greedy:ti").settled("=:"), "rat=greedy:".len());
        assert_eq!(Line::read("g rat=greedy:ti").settled(""), 0);
        assert_eq!(Line::read("g 'rat=gr").settled("=:"), 0, "quotes hold a word together");
    }
}
