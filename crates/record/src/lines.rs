//! Reads the lines of a file, limits their length, and finds their kind before they are parsed (K7).

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::{self, BufRead};

/// The most bytes of a header.
pub const MOST_HEADER: usize = 16 << 20;
/// The most bytes of any other line.
pub const MOST_LINE: usize = 1 << 20;

/// How a header begins when this version writes it.
pub(crate) const OPENING: &str = r#"{"gridhaunt":"replay","#;

/// What a line seems to be; whether it is valid is checked when it is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LineKind {
    Blank,
    /// The beginning of a match.
    Header,
    Step,
    /// The end of a match.
    End,
    /// A signature of the match that has ended.
    Signature,
    Other,
    /// A line that is too long; its text is not stored.
    TooLong,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// What it seems to be.
    pub kind: LineKind,
    /// Its bytes, without the end of the line.
    pub bytes: Vec<u8>,
}

/// The keys by which the kinds of lines differ.
#[derive(Deserialize)]
struct Keys {
    gridhaunt: Option<IgnoredAny>,
    step: Option<IgnoredAny>,
    end: Option<IgnoredAny>,
    signature: Option<IgnoredAny>,
}

fn kind_of(bytes: &[u8]) -> LineKind {
    let text = bytes.trim_ascii();
    if text.is_empty() {
        return LineKind::Blank;
    }
    // Lines that this version wrote are recognised by their first key.
    for (opening, kind) in [
        (r#"{"step":"#, LineKind::Step),
        (r#"{"end":"#, LineKind::End),
        (r#"{"signature":"#, LineKind::Signature),
        (OPENING, LineKind::Header),
    ] {
        if text.starts_with(opening.as_bytes()) {
            return kind;
        }
    }
    match serde_json::from_slice(text) {
        Ok(Keys { gridhaunt: Some(_), .. }) => LineKind::Header,
        Ok(Keys { end: Some(_), .. }) => LineKind::End,
        Ok(Keys { signature: Some(_), .. }) => LineKind::Signature,
        Ok(Keys { step: Some(_), .. }) => LineKind::Step,
        Ok(_) => LineKind::Other,
        // A damaged header is still the beginning of a match.
        Err(_) if find(text, br#""gridhaunt""#).is_some() => LineKind::Header,
        Err(_) => LineKind::Other,
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|part| part == wanted)
}

/// Reads lines one at a time.
pub struct Lines<R> {
    input: R,
    number: u64,
    /// A header that follows an incomplete line without a line break.
    next: Option<Line>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a text.
    pub const fn new(input: R) -> Self {
        Self { input, number: 0, next: None }
    }

    /// The next line; `None` at the end.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        if let Some(next) = self.next.take() {
            return Ok(Some(next));
        }
        let Some((mut bytes, too_long)) = read_line(&mut self.input)? else { return Ok(None) };
        self.number += 1;
        let number = self.number;
        if too_long {
            return Ok(Some(Line { number, kind: LineKind::TooLong, bytes: Vec::new() }));
        }
        let kind = kind_of(&bytes);
        // A file that was cut off in the middle of a line, with another file appended: this text cannot occur inside
        // JSON.
        if kind != LineKind::Header
            && let Some(at) = find(&bytes, OPENING.as_bytes()).filter(|&at| at > 0)
            && serde_json::from_slice::<IgnoredAny>(&bytes).is_err()
        {
            let rest = bytes.split_off(at);
            self.next = Some(Line { number, kind: LineKind::Header, bytes: rest });
            let kind = kind_of(&bytes);
            return Ok(Some(Line { number, kind, bytes }));
        }
        if kind != LineKind::Header && bytes.len() > MOST_LINE {
            return Ok(Some(Line { number, kind: LineKind::TooLong, bytes: Vec::new() }));
        }
        Ok(Some(Line { number, kind, bytes }))
    }
}

/// A line without its line break, and whether it was too long to be stored.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<(Vec<u8>, bool)>> {
    let (mut bytes, mut too_long, mut any) = (Vec::new(), false, false);
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if part.is_empty() {
            return Ok(any.then_some((bytes, too_long)));
        }
        any = true;
        let end = part.iter().position(|&byte| byte == b'\n');
        let taken = &part[..end.unwrap_or(part.len())];
        if bytes.len() + taken.len() > MOST_HEADER {
            (bytes, too_long) = (Vec::new(), true);
        }
        if !too_long {
            bytes.extend_from_slice(taken);
        }
        let used = taken.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some((bytes, too_long)));
        }
    }
}

/// Finds where matches begin among the lines of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    begun: bool,
    ended: bool,
}

impl Split {
    /// Whether this line is the first of a match: a header, or a line after an end that cannot belong to the old match.
    pub fn begins(&mut self, kind: LineKind) -> bool {
        let begins = match kind {
            LineKind::Header => true,
            LineKind::Blank => false,
            LineKind::Signature => !self.begun,
            _ => !self.begun || self.ended,
        };
        self.begun |= begins;
        self.ended = kind == LineKind::End || self.ended && !begins;
        begins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &[u8]) -> Vec<(u64, LineKind)> {
        let mut lines = Lines::new(text);
        std::iter::from_fn(|| lines.read().unwrap()).map(|line| (line.number, line.kind)).collect()
    }

    #[test]
    fn lines_are_told_apart_in_whatever_order_their_keys_stand() {
        let text = b"{\"gridhaunt\":\"replay\",\n{\"format\":1,\"gridhaunt\":\"replay\"}\n{\"step\":1\n{\"hash\":1,\"step\":2}\n\
            {\"end\":true}\n{\"outcome\":1,\"end\":2}\n{\"signature\":\"\"}\n \n{}\nGIF89a\n{\"format\":1,\"gridhaunt\":\"re";
        use LineKind::{Blank, End, Header, Other, Signature, Step};
        let expected = [Header, Header, Step, Step, End, End, Signature, Blank, Other, Other, Header];
        assert_eq!(kinds(text).into_iter().map(|(_, kind)| kind).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_header_after_half_a_line_is_found() {
        let text = br#"{"step":1,"choi{"gridhaunt":"replay","format":2}"#;
        assert_eq!(kinds(text), [(1, LineKind::Step), (1, LineKind::Header)]);
        let whole = br#"{"step":1,"notes":[[0,{"gridhaunt":"replay","format":2}]]}"#;
        assert_eq!(kinds(whole), [(1, LineKind::Step)]);
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        for (many, kind) in
            [(MOST_LINE - 8, LineKind::Step), (MOST_LINE, LineKind::TooLong), (MOST_HEADER, LineKind::TooLong)]
        {
            let text = [b"{\"step\":".to_vec(), vec![b'1'; many], b"\n{\"end\":true}".to_vec()].concat();
            assert_eq!(kinds(&text), [(1, kind), (2, LineKind::End)], "{many}");
        }
        let header = [OPENING.as_bytes().to_vec(), vec![b' '; MOST_LINE]].concat();
        assert_eq!(kinds(&header), [(1, LineKind::Header)]);
    }

    #[test]
    fn a_match_begins_with_a_header_or_with_what_follows_an_end() {
        use LineKind::{Blank, End, Header, Other, Signature, Step};
        let lines = [Blank, Header, Step, Blank, Other, End, Signature, Blank, Step, Step, Header, Header, End, Other];
        let mut split = Split::default();
        let begins: Vec<usize> = (0..lines.len()).filter(|&i| split.begins(lines[i])).collect();
        assert_eq!(begins, [1, 8, 10, 11, 13]);
    }
}
