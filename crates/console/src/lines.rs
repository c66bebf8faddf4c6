//! A console over lines in memory.

use crate::Console;
use alloc::collections::VecDeque;
use gridhaunt_kernel::heap::*;

/// A console over lines in memory, for tests and for programs that run a tool internally.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines not yet read.
    pub input: VecDeque<String>,
    /// The name of the input file, if one was named.
    pub file: Option<&'static str>,
    /// Whether lines should be JSON.
    pub json: bool,
    /// Whether the tool should stop.
    pub stopped: bool,
    /// The lines of the answer that the tool printed.
    pub said: Vec<String>,
    /// The lines that it printed and that are not part of the answer.
    pub complained: Vec<String>,
}

impl Lines {
    /// A console that reads a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self { input: text.lines().map(String::from).collect(), ..Self::default() }
    }
}

impl Console for Lines {
    fn read(&mut self) -> Option<String> {
        self.input.pop_front()
    }

    fn has_file(&self) -> bool {
        self.file.is_some()
    }

    fn source(&self) -> String {
        self.file.unwrap_or("standard input").into()
    }

    fn json(&self) -> bool {
        self.json
    }

    fn say(&mut self, line: &str) {
        self.said.push(line.into());
    }

    fn complain(&mut self, line: &str) {
        self.complained.push(line.into());
    }

    fn progress(&mut self, _what: &str, _done: u64, _of: Option<u64>) {}

    fn stopped(&self) -> bool {
        self.stopped
    }
}
