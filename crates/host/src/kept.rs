//! What is kept of what a bot writes: the head and the tail (B5, B6, B21), with times.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Pieces of text, of which the first and the last are kept within a number of bytes.
#[derive(Debug)]
pub(crate) struct Kept {
    most: usize,
    head: Vec<Piece>,
    tail: VecDeque<Piece>,
    head_bytes: usize,
    tail_bytes: usize,
    /// How many bytes are left out between head and tail.
    dropped: u64,
}

/// Who wrote a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// The host, to standard input.
    Host,
    /// The bot, to standard output.
    Bot,
    /// The bot, to standard error.
    Error,
    /// A remark of the host about what happened.
    Remark,
}

#[derive(Debug)]
struct Piece {
    at: Duration,
    from: From,
    bytes: Box<[u8]>,
}

impl Kept {
    /// Keeps at most so many bytes: half of them from the beginning, half from the end.
    #[must_use]
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, head: Vec::new(), tail: VecDeque::new(), head_bytes: 0, tail_bytes: 0, dropped: 0 }
    }

    /// Adds a piece.
    pub(crate) fn add(&mut self, begun: Instant, from: From, bytes: &[u8]) {
        let (at, size, bytes) = (begun.elapsed(), bytes.len(), Box::from(bytes));
        if self.tail.is_empty() && self.dropped == 0 && self.head_bytes + size <= self.most / 2 {
            self.head_bytes += size;
            self.head.push(Piece { at, from, bytes });
            return;
        }
        self.tail_bytes += size;
        self.tail.push_back(Piece { at, from, bytes });
        while self.tail_bytes > self.most / 2 {
            let Some(first) = self.tail.pop_front() else { break };
            self.tail_bytes -= first.bytes.len();
            self.dropped += first.bytes.len() as u64;
        }
    }

    /// Whether nothing was kept.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.head.is_empty() && self.tail.is_empty()
    }

    /// All of it, one line a piece, with the milliseconds since the beginning: `>` to the bot, `<` from it, `!` its
    /// standard error, `#` a remark. Bytes that are not UTF-8 and control codes are written out.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |piece: &Piece| {
            let sign = match piece.from {
                From::Host => '>',
                From::Bot => '<',
                From::Error => '!',
                From::Remark => '#',
            };
            let _ = writeln!(text, "{:>12.3} {sign} {}", piece.at.as_secs_f64() * 1e3, shown(&piece.bytes));
        };
        self.head.iter().for_each(&mut line);
        if self.dropped > 0 {
            let bytes = format!("{} bytes are left out", self.dropped).into_bytes().into();
            line(&Piece { at: Duration::ZERO, from: From::Remark, bytes });
        }
        self.tail.iter().for_each(&mut line);
        text
    }

    /// The last lines from one origin, for messages.
    #[must_use]
    pub(crate) fn last(&self, from: From, lines: usize) -> Vec<String> {
        let all = self.tail.iter().rev().chain(self.head.iter().rev());
        let mut last: Vec<String> =
            all.filter(|piece| piece.from == from).take(lines).map(|piece| shown(&piece.bytes)).collect();
        last.reverse();
        last
    }
}

/// Bytes as they are shown.
fn shown(bytes: &[u8]) -> String {
    gridhaunt_kernel::shown::shown(&String::from_utf8_lossy(bytes)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_and_tail_are_kept_and_the_middle_is_counted() {
        // B21
        let (mut kept, begun) = (Kept::new(20), Instant::now());
        for i in 0..100 {
            kept.add(begun, From::Bot, format!("line{i:02}").as_bytes());
        }
        let text = kept.text();
        assert!(text.contains("line00") && text.contains("line99") && !text.contains("line50"), "{text}");
        assert!(text.contains("588 bytes are left out"), "{text}");
        assert_eq!(kept.last(From::Bot, 1), ["line99"]);
        assert!(kept.last(From::Error, 1).is_empty());
    }

    #[test]
    fn nothing_is_kept_raw() {
        let mut kept = Kept::new(100);
        kept.add(Instant::now(), From::Error, b"\x1b[2J\xff\0");
        assert!(kept.text().ends_with("! \\u001b[2J\u{fffd}\\u0000\n"), "{}", kept.text());
    }
}
