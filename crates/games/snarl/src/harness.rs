//! The four harness commands, text to text (R48 to R54).
//!
//! They take levels as they were written and look up one point at a time, without a grid and without bounds except
//! those of a point. So they are a second, slower implementation of moves (R15 to R17), interactions (R18) and sight
//! (R25), and the rules are tested against it.

mod feed;
mod given;
mod level;
mod manager;
mod place;
mod room;
mod state;
mod tools;
mod verbatim;

pub use given::{Actor, Deed, Given, Update};
pub use place::Place;
pub use tools::TOOLS;

use crate::broken::Broken;
use gridhaunt_kernel::prelude::*;

/// One of the commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Which neighbours of a point in a room can be walked on (R51).
    Room,
    /// What a point of a level is (R52).
    Level,
    /// The result of a player's move in a state (R53).
    State,
    /// The result of lists of moves in a level, and what each player receives (R54).
    Manager,
}

impl Command {
    /// All of them, in the order of the rule book.
    pub const ALL: [Self; 4] = [Self::Room, Self::Level, Self::State, Self::Manager];

    /// The form of the array that it reads.
    #[must_use]
    pub const fn form(self) -> &'static str {
        match self {
            Self::Room => "[room, point]",
            Self::Level => "[level, point]",
            Self::State => "[state, name, point]",
            Self::Manager => "[names, level, turns, points, move-lists]",
        }
    }

    /// The answer to the text of an array: one line of JSON (R48).
    pub fn answer(self, text: &str) -> Result<String, Invalid> {
        let value: Value = serde_json::from_str(text).map_err(|error| Broken::new(text, &error).of("input"))?;
        match self {
            Self::Room => room::answer(self.parts(&value)?),
            Self::Level => level::answer(self.parts(&value)?),
            Self::State => state::answer(self.parts(&value)?),
            Self::Manager => manager::answer(self.parts(&value)?, text),
        }
    }

    fn parts<const N: usize>(self, value: &Value) -> Result<&[Value; N], Invalid> {
        let parts = value.as_array().and_then(|list| list.as_slice().try_into().ok());
        parts.ok_or_else(|| Invalid::new("input", brief(value), format!("an array {}", self.form())))
    }
}

/// An answer as a line; it contains only words, numbers and lists, so this cannot fail.
fn line(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

#[cfg(test)]
mod tests;
