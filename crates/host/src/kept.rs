//! What is kept of what a bot writes: the head and the tail (B5, B6, B21), with times.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

/// Pieces of text, of which the first and the last are kept within a number of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    most: usize,
    /// The first pieces, one after the other.
    head: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<(Stamp, usize)>,
    tail: VecDeque<(Stamp, Box<[u8]>)>,
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

/// When a piece was written, since the program was started, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) at: Duration,
    pub(crate) from: From,
}

impl Kept {
    /// Keeps at most so many bytes: half of them from the beginning, half from the end.
    #[must_use]
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, head: Vec::new(), ends: Vec::new(), tail: VecDeque::new(), tail_bytes: 0, dropped: 0 }
    }

    /// Adds a piece.
    pub(crate) fn add(&mut self, stamp: Stamp, bytes: &[u8]) {
        if self.tail.is_empty() && self.dropped == 0 && self.head.len() + bytes.len() <= self.most / 2 {
            self.head.extend_from_slice(bytes);
            self.ends.push((stamp, self.head.len()));
            return;
        }
        self.tail_bytes += bytes.len();
        self.tail.push_back((stamp, bytes.into()));
        while self.tail_bytes > self.most / 2 {
            let Some((_, first)) = self.tail.pop_front() else { break };
            self.tail_bytes -= first.len();
            self.dropped += first.len() as u64;
        }
    }

    /// Whether nothing was kept.
    #[must_use]
    fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.tail.is_empty()
    }

    fn head(&self) -> impl DoubleEndedIterator<Item = (Stamp, &[u8])> {
        let begin = |i: usize| i.checked_sub(1).map_or(0, |before| self.ends[before].1);
        self.ends.iter().enumerate().map(move |(i, &(stamp, end))| (stamp, &self.head[begin(i)..end]))
    }

    fn tail(&self) -> impl DoubleEndedIterator<Item = (Stamp, &[u8])> {
        self.tail.iter().map(|(stamp, bytes)| (*stamp, &**bytes))
    }

    /// The last lines from one origin, for messages.
    #[must_use]
    pub(crate) fn last(&self, from: From, lines: usize) -> Vec<String> {
        let all = self.tail().rev().chain(self.head().rev());
        let mut last: Vec<String> =
            all.filter(|(stamp, _)| stamp.from == from).take(lines).map(|(_, bytes)| shown(bytes)).collect();
        last.reverse();
        last
    }
}

impl fmt::Display for Kept {
    /// One line a piece, with the milliseconds since the beginning: `>` to the bot, `<` from it, `!` its standard error,
    /// `#` a remark. Bytes that are not UTF-8 and control codes are written out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |stamp: Stamp, bytes: &[u8]| {
            let sign = match stamp.from {
                From::Host => '>',
                From::Bot => '<',
                From::Error => '!',
                From::Remark => '#',
            };
            writeln!(f, "{:>12.3} {sign} {}", stamp.at.as_secs_f64() * 1e3, shown(bytes))
        };
        self.head().try_for_each(|(stamp, bytes)| line(stamp, bytes))?;
        if self.dropped > 0 {
            let words = format!("{} bytes are left out", self.dropped);
            line(Stamp { at: Duration::ZERO, from: From::Remark }, words.as_bytes())?;
        }
        self.tail().try_for_each(|(stamp, bytes)| line(stamp, bytes))
    }
}

/// What went both ways between the host and a program in a match, with times, and what the program wrote to standard
/// error (B21). It is a text only where somebody wants to read it: most matches end without a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    pub(crate) both_ways: Kept,
    pub(crate) errors: Kept,
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.both_ways)?;
        if !self.errors.is_empty() {
            write!(f, "--- standard error\n{}", self.errors)?;
        }
        Ok(())
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
        let mut kept = Kept::new(20);
        for i in 0..100 {
            kept.add(Stamp { at: Duration::from_millis(i), from: From::Bot }, format!("line{i:02}").as_bytes());
        }
        let text = kept.to_string();
        assert!(text.starts_with("       0.000 < line00\n"), "{text}");
        assert!(text.contains("line00") && text.contains("line99") && !text.contains("line50"), "{text}");
        assert!(text.contains("588 bytes are left out"), "{text}");
        assert_eq!(kept.last(From::Bot, 1), ["line99"]);
        assert!(kept.last(From::Error, 1).is_empty());
    }

    #[test]
    fn nothing_is_kept_raw() {
        let mut kept = Kept::new(100);
        kept.add(Stamp { at: Duration::ZERO, from: From::Error }, b"\x1b[2J\xff\0");
        assert!(kept.to_string().ends_with("! \\u001b[2J\u{fffd}\\u0000\n"), "{kept}");
    }

    #[test]
    fn a_transcript_has_standard_error_at_its_end_if_there_is_any() {
        let mut transcript = Transcript { both_ways: Kept::new(100), errors: Kept::new(100) };
        assert_eq!(transcript.to_string(), "");
        let at = Duration::from_micros(1500);
        transcript.both_ways.add(Stamp { at, from: From::Host }, b"{}");
        transcript.errors.add(Stamp { at, from: From::Error }, b"oh");
        assert_eq!(transcript.to_string(), "       1.500 > {}\n--- standard error\n       1.500 ! oh\n");
    }
}
