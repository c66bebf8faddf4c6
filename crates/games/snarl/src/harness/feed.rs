//! Turns lines of text into JSON values as soon as these are complete.

use crate::broken::Broken;
use crate::pieces::{Piece, Pieces, Words};
use gridhaunt_kernel::prelude::*;
use serde_json::Deserializer;

/// What has been received but not taken yet.
pub(super) struct Feed {
    pieces: Pieces,
    /// The same text as in the pieces, since their last push.
    text: String,
    /// How much of the text has been taken.
    taken: usize,
    /// The position of that in the whole input, both counted from 1.
    line: usize,
    column: usize,
}

/// The text of a JSON value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The line on which it begins.
    pub(super) line: usize,
    pub(super) text: String,
}

impl Feed {
    pub(super) const fn new() -> Self {
        Self { pieces: Pieces::new(Words::Run), text: String::new(), taken: 0, line: 1, column: 1 }
    }

    /// Adds one line of input; a byte order mark at the very beginning is dropped.
    pub(super) fn push(&mut self, line: &str) {
        let first = self.line == 1 && self.text.is_empty();
        let line = line.strip_prefix('\u{feff}').filter(|_| first).unwrap_or(line);
        self.text.drain(..self.taken);
        self.taken = 0;
        for part in [line, "\n"] {
            self.text += part;
            self.pieces.push(part.as_bytes());
        }
    }

    /// The next value, none while it is incomplete.
    pub(super) fn next_value(&mut self) -> Option<Result<Found, Broken>> {
        let piece = self.pieces.next_piece()?;
        self.skip_space();
        let received = self.text.len() - self.taken;
        let length = match piece {
            Piece::Value(_) => received - self.pieces.waiting(),
            // Text that begins with no bracket or quote may still be a number, `true`, `false` or `null`.
            Piece::Word(_) | Piece::Broken => match self.parse() {
                Ok(length) => {
                    self.pieces.go_back(received - length);
                    length
                }
                Err(broken) => return Some(Err(broken)),
            },
        };
        let line = self.line;
        let text = self.text[self.taken..][..length].to_string();
        self.take(length);
        Some(Ok(Found { line, text }))
    }

    /// The error in the rest of the input, once there is no more.
    pub(super) fn end(mut self) -> Option<Broken> {
        self.skip_space();
        self.parse().err()
    }

    /// The length of the value that begins here.
    fn parse(&self) -> Result<usize, Broken> {
        let rest = &self.text[self.taken..];
        let mut values = Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Err(error)) => Err(Broken::new(rest, &error).from(self.line, self.column)),
            Some(Ok(_)) | None => Ok(values.byte_offset()),
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.taken..];
        self.take(rest.len() - rest.trim_ascii_start().len());
    }

    fn take(&mut self, length: usize) {
        for letter in self.text[self.taken..][..length].chars() {
            match letter {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += 1,
            }
        }
        self.taken += length;
    }
}
