//! Where and why a text is not JSON.

use core::fmt;
use gridhaunt_kernel::prelude::*;
use serde_json::Error;

/// The first position in a text that JSON does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub cause: String,
}

impl Broken {
    /// From the error of the JSON reader, which started at the first byte of the text.
    #[must_use]
    pub fn new(text: &str, error: &Error) -> Self {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let read = lines.map(str::len).sum::<usize>() + error.column();
        let read = &text.as_bytes()[..read.min(text.len())]; // The last letter of it is what is wrong.
        let mut lines = read[..read.len().saturating_sub(1)].split(|&byte| byte == b'\n');
        let start = lines.next_back().map_or(0, |last| read.len().saturating_sub(1 + last.len()));
        let letters = read[start..].iter().filter(|&&byte| !(0x80..0xC0).contains(&byte));
        let (line, column) = (1 + lines.count(), letters.count().max(1));
        let words = error.to_string();
        let cause = match error.is_eof() {
            true => "ends in the middle of a value",
            false => words.split(" at line ").next().unwrap_or(&words),
        };
        Self { line, column, cause: cause.into() }
    }

    /// The same in a larger text, in which this one begins at a line and a column.
    #[must_use]
    pub fn from(mut self, line: usize, column: usize) -> Self {
        if self.line == 1 {
            self.column += column - 1;
        }
        self.line += line - 1;
        self
    }

    /// The error `FILE:LINE:COLUMN: cause` (R47).
    #[must_use]
    pub fn of(self, file: &str) -> Invalid {
        let Self { line, column, cause } = self;
        Invalid::new(format!("{file}:{line}:{column}"), "text", "JSON").says(cause)
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, cause } = self;
        write!(f, "line {line}, column {column}: {cause}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::json::Value;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        for (text, told) in [
            ("[1,]", "line 1, column 4: trailing comma"),
            ("[1,\n 2 3]", "line 2, column 4: expected `,` or `]`"),
            ("[\"ää\" 3]", "line 1, column 7: expected `,` or `]`"),
            ("[1,\n", "line 1, column 4: ends in the middle of a value"),
            ("[\"ä", "line 1, column 3: ends in the middle of a value"),
            ("[1,\n\n ä", "line 3, column 2: expected value"),
            ("[1,\nnul\n]", "line 2, column 4: expected ident"),
            ("", "line 1, column 1: ends in the middle of a value"),
            ("[1e999]", "line 1, column 6: number out of range"),
        ] {
            let error = serde_json::from_str::<Value>(text).unwrap_err();
            assert_eq!(Broken::new(text, &error).to_string(), told, "{text}");
        }
    }
}
