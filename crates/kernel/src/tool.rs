//! Commands that only one game has, offered by its entry in the registry.
//!
//! A front end lists what it finds, turns the fields of a tool into flags and runs it on a [`Console`].

use crate::Invalid;
use crate::json::{Map, Value};
use crate::settings::Field;
use alloc::string::String;

/// What a tool does with the flags that were given.
pub type Run = fn(&Map<String, Value>, &mut dyn Console) -> Result<Verdict, Invalid>;

/// A command of one game.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name, as in `gridhaunt GAME NAME`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// How it is called, for its help.
    pub example: &'static str,
    /// Its flags: `d_exit_min` is `--d-exit-min`. A [`crate::settings::Kind::Flag`] takes no value.
    pub flags: &'static [Field],
    /// The file it reads, standard input if none is named; none if it reads nothing.
    pub reads: Option<&'static str>,
    /// Runs it with the flags that were given.
    pub run: Run,
}

impl core::fmt::Debug for Tool {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a tool found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it should be.
    Fine,
    /// It is not, and the lines say why.
    Wanting,
    /// The input could not be used, and the lines say why.
    Unusable,
    /// It was stopped before it had an answer.
    Stopped,
}

/// Where a tool's lines come from and go to.
pub trait Console {
    /// The next line of what the tool reads, without its end; none at the end.
    fn read(&mut self) -> Option<String>;
    /// Whether a file to read was named.
    fn has_file(&self) -> bool {
        false
    }
    /// Whether lines should be JSON, where the tool has both.
    fn json(&self) -> bool;
    /// Writes a line.
    fn say(&mut self, line: &str);
    /// Tells how far long work has come: `done` of `of`, where `of` is known.
    fn progress(&mut self, what: &str, done: u64, of: Option<u64>);
    /// Whether the work should end.
    fn stopped(&self) -> bool;
}

/// A question a game ships with its answer's recipe: an experiment that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name, as in `gridhaunt experiment NAME`.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub about: &'static str,
    /// The experiment as the text of a TOML file.
    pub plan: &'static str,
}
