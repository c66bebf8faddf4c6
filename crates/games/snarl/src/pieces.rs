//! Splits a stream of bytes into pieces: JSON values and bare words, as they arrive (R60).

use gridhaunt_kernel::prelude::*;

/// One piece of what was received.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Piece {
    /// A JSON value that began with `{`, `[` or `"`.
    Value(Value),
    Word(String),
    /// Something else; the received bytes are dropped up to the next line feed, or all of them (R62).
    Broken,
}

/// Which bare words are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Any run of letters and digits, ended by any other byte.
    Run,
    /// These words, which need no separator; any other run of letters and digits is skipped.
    Known(&'static [&'static str]),
}

/// Splits bytes into pieces, however they arrive.
#[derive(Clone, Debug)]
pub struct Pieces {
    words: Words,
    bytes: Vec<u8>,
    /// The index of the first byte that has not been taken.
    start: usize,
    /// How far the value that begins there has been scanned.
    seen: usize,
    /// The brackets that are open at that point.
    open: Vec<u8>,
    in_string: bool,
    escaped: bool,
    /// What may come next in the value.
    next: Next,
    in_scalar: bool,
    /// Whether an unexpected byte has come.
    wrong: bool,
}

/// What may come next in a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
}

impl Pieces {
    /// An empty buffer that accepts these bare words.
    #[must_use]
    pub const fn new(words: Words) -> Self {
        Self {
            words,
            bytes: Vec::new(),
            start: 0,
            seen: 0,
            open: Vec::new(),
            in_string: false,
            escaped: false,
            next: Next::Value,
            in_scalar: false,
            wrong: false,
        }
    }

    /// Adds received bytes after those that still wait.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.seen -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// How many bytes wait that are not yet a complete piece.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// Moves back, or forward, to the position where this many bytes wait; not back beyond what was last added.
    pub fn go_back(&mut self, waiting: usize) {
        self.start = self.bytes.len().saturating_sub(waiting);
        self.seen = self.start;
    }

    /// Whether the waiting bytes are a bare word that may continue.
    #[must_use]
    pub fn word_waits(&self) -> bool {
        self.bytes.get(self.start).is_some_and(u8::is_ascii_alphanumeric)
    }

    /// Ends the waiting bare word and returns it, because nothing more has arrived.
    pub fn end_word(&mut self) -> Option<Piece> {
        let end = self.run_end();
        (self.word_waits() && end == self.bytes.len()).then(|| Piece::Word(self.take_text(end)))
    }

    /// The next piece, none while it is incomplete.
    pub fn next_piece(&mut self) -> Option<Piece> {
        loop {
            if self.seen == self.start {
                let blank = |byte: &u8| byte.is_ascii_whitespace();
                self.start += self.bytes[self.start..].iter().take_while(|byte| blank(byte)).count();
                self.seen = self.start;
            }
            match self.bytes.get(self.start)? {
                b'{' | b'[' | b'"' => return self.value(),
                byte if byte.is_ascii_alphanumeric() => match self.words {
                    Words::Run => {
                        let end = self.run_end();
                        return (end < self.bytes.len()).then(|| Piece::Word(self.take_text(end)));
                    }
                    Words::Known(known) => {
                        let rest = &self.bytes[self.start..];
                        if let Some(word) = known.iter().find(|word| rest.starts_with(word.as_bytes())) {
                            let end = self.start + word.len();
                            return Some(Piece::Word(self.take_text(end)));
                        }
                        if known.iter().any(|word| word.as_bytes().starts_with(rest)) {
                            return None; // It may still become one.
                        }
                        self.start = self.run_end();
                        self.seen = self.start;
                    }
                },
                _ => return Some(self.broken()),
            }
        }
    }

    fn run_end(&self) -> usize {
        let run = self.bytes[self.start..].iter().take_while(|byte| byte.is_ascii_alphanumeric());
        self.start + run.count()
    }

    fn take_text(&mut self, end: usize) -> String {
        let text = String::from_utf8_lossy(&self.bytes[self.start..end]).into_owned();
        self.start = end;
        self.seen = end;
        text
    }

    /// The value that begins here, once its last bracket or quote has arrived.
    fn value(&mut self) -> Option<Piece> {
        while let Some(&byte) = self.bytes.get(self.seen) {
            self.seen += 1;
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    0..0x20 => return Some(self.broken()),
                    _ => {}
                }
            } else {
                self.wrong |= !self.follows(byte);
                match byte {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.open.push(byte),
                    b'}' | b']' if self.open.pop() != Some(if byte == b'}' { b'{' } else { b'[' }) => {
                        return Some(self.broken());
                    }
                    // Once a value is wrong, nothing can repair it: it ends with its line.
                    b'\n' if self.wrong => return Some(self.broken()),
                    _ => {}
                }
            }
            if !self.in_string && self.open.is_empty() {
                return Some(match serde_json::from_slice(&self.bytes[self.start..self.seen]) {
                    Ok(value) => {
                        self.start = self.seen;
                        self.next = Next::Value;
                        Piece::Value(value)
                    }
                    Err(_) => self.broken(),
                });
            }
        }
        None
    }

    /// Whether a byte outside strings is allowed at this position; the characters of numbers and words are not checked.
    fn follows(&mut self, byte: u8) -> bool {
        let goes_on = core::mem::replace(&mut self.in_scalar, false);
        let (next, fits) = match (byte, self.next) {
            (b' ' | b'\t' | b'\r' | b'\n', _) => return true,
            (b'"', Next::Key | Next::KeyOrEnd) => (Next::Colon, true),
            (b'"', Next::Value | Next::ValueOrEnd) => (Next::CommaOrEnd, true),
            (b'{', Next::Value | Next::ValueOrEnd) => (Next::KeyOrEnd, true),
            (b'[', Next::Value | Next::ValueOrEnd) => (Next::ValueOrEnd, true),
            (b'}', Next::KeyOrEnd | Next::CommaOrEnd) => (Next::CommaOrEnd, true),
            (b']', Next::ValueOrEnd | Next::CommaOrEnd) => (Next::CommaOrEnd, true),
            (b',', Next::CommaOrEnd) => (if self.open.last() == Some(&b'{') { Next::Key } else { Next::Value }, true),
            (b':', Next::Colon) => (Next::Value, true),
            (b'+' | b'-' | b'.' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z', next) => {
                self.in_scalar = goes_on || matches!(next, Next::Value | Next::ValueOrEnd);
                (Next::CommaOrEnd, self.in_scalar)
            }
            (_, next) => (next, false),
        };
        self.next = next;
        fits
    }

    /// Drops the received bytes up to the next line feed, or all of them (R62).
    fn broken(&mut self) -> Piece {
        (self.next, self.in_scalar, self.wrong) = (Next::Value, false, false);
        self.start = self.start.max(self.seen.saturating_sub(1)); // Where it broke, not where it began.
        let rest = &self.bytes[self.start..];
        self.start += rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |feed| feed + 1);
        self.seen = self.start;
        self.open.clear();
        self.in_string = false;
        self.escaped = false;
        Piece::Broken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;
    use serde_json::json;

    const SEVEN: Words = Words::Known(&["name", "move", "OK", "Key", "Exit", "Eject", "Invalid"]);

    fn all(words: Words, chunks: &[&[u8]]) -> Vec<Piece> {
        let mut pieces = Pieces::new(words);
        let mut found = Vec::new();
        for chunk in chunks {
            pieces.push(chunk);
            found.extend(core::iter::from_fn(|| pieces.next_piece()));
        }
        found
    }

    fn word(word: &str) -> Piece {
        Piece::Word(word.into())
    }

    #[test]
    fn values_need_no_space_between_them_and_may_span_lines() {
        let text = b"  \"ana\"[1,\n 2]{\"to\":null}\n";
        let expected = vec![Piece::Value(json!("ana")), Piece::Value(json!([1, 2])), Piece::Value(json!({"to": null}))];
        assert_eq!(all(Words::Run, &[text]), expected);
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(all(Words::Run, &bytes), expected);
        let lines = b"{ \"a\"\n:\n[ 1.5e-3\n,\ntrue , {\n} , [\n] ,\"b\"\n]\n,\"c\":\nnull\n}\n";
        let expected = Piece::Value(json!({"a": [1.5e-3, true, {}, [], "b"], "c": null}));
        assert_eq!(all(Words::Run, &[lines]), [expected]);
        assert_eq!(all(Words::Run, &[br#"["]}\"",{"a":"["}]"#]), [Piece::Value(json!(["]}\"", {"a": "["}]))]);
    }

    #[test]
    fn a_run_of_letters_and_digits_is_a_word_once_it_ends() {
        assert_eq!(all(Words::Run, &[b"an", b"a7 null\n"]), [word("ana7"), word("null")]);
        let mut pieces = Pieces::new(Words::Run);
        pieces.push(b"bo");
        assert_eq!(pieces.next_piece(), None);
        assert!(pieces.word_waits());
        assert_eq!(pieces.end_word(), Some(word("bo")));
        assert_eq!((pieces.waiting(), pieces.end_word()), (0, None));
    }

    #[test]
    fn known_words_need_no_separator_and_others_are_passed_over() {
        let all = |text: &[u8]| all(SEVEN, &[text]);
        assert_eq!(all(b"moveOKInvalid\nhello Ex"), [word("move"), word("OK"), word("Invalid")]);
        assert_eq!(all(b"Exit\"move\""), [word("Exit"), Piece::Value(json!("move"))]);
    }

    #[test]
    fn what_is_broken_ends_at_the_line() {
        for text in ["{]x\n[1,2]", "{\"a\"}\n[1,2]", ", nonsense\n[1,2]", "\"ana\n[1,2]", "[01]\n[1,2]"] {
            assert_eq!(all(Words::Run, &[text.as_bytes()]), [Piece::Broken, Piece::Value(json!([1, 2]))], "{text}");
        }
        assert_eq!(all(Words::Run, &[b"}"]), [Piece::Broken]);
        assert_eq!(all(Words::Run, &[b"\"\xff\"\n\"a\""]), [Piece::Broken, Piece::Value(json!("a"))]);
        // Text that can never become a value is broken at the end of its line, even while brackets are open.
        for text in ["{{{\n[1,2]", "[1 2\n[1,2]", "{\"a\":,\n[1,2]", "[\n{1\n[1,2]", "{\"a\" \"b\"\n[1,2]", "[&\n[1,2]"]
        {
            let expected = [Piece::Broken, Piece::Value(json!([1, 2]))];
            assert_eq!(all(Words::Run, &[text.as_bytes()]), expected, "{text}");
            assert_eq!(all(Words::Run, &text.as_bytes().chunks(1).collect::<Vec<_>>()), expected, "{text}");
        }
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        assert_eq!(all(Words::Run, &[deep.as_bytes()]), [Piece::Broken]);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(|flag| json!(flag)),
            any::<i32>().prop_map(|number| json!(number)),
            any::<f32>().prop_map(|number| json!(number)),
            "[\\[\\]{}\"\\\\,:\n a]{0,6}".prop_map(|text| json!(text)),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(|list| json!(list)),
                proptest::collection::vec(("[a-c\"\n]{0,3}", inner), 0..5)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// No valid value counts as broken, over however many lines it extends.
        #[test]
        fn every_value_is_one_piece(value in any_json()) {
            let value = json!([value]);
            let text = serde_json::to_string_pretty(&value).unwrap();
            let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
            prop_assert_eq!(all(Words::Run, &bytes), [Piece::Value(value)]);
        }

        /// However the bytes are split, the pieces are the same and every byte is read once.
        #[test]
        fn cuts_do_not_matter(bytes in proptest::collection::vec(proptest::sample::select(
            b"{}[]\",:\\ \nao7-\xff".to_vec()), 0..60), cuts in proptest::collection::vec(1usize..9, 0..20)) {
            // A broken piece drops everything received, so splits matter only after a line feed.
            let whole = all(Words::Run, &[&bytes]);
            let mut rest = bytes.as_slice();
            let mut chunks = Vec::new();
            for cut in cuts {
                let (head, tail) = rest.split_at(cut.min(rest.len()));
                chunks.push(head);
                rest = tail;
            }
            chunks.push(rest);
            let cut = all(Words::Run, &chunks);
            if !whole.contains(&Piece::Broken) && !cut.contains(&Piece::Broken) {
                prop_assert_eq!(whole, cut);
            }
        }
    }
}
