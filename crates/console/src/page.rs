//! What a person sees, and how they answer.

use alloc::string::String;
use core::fmt;
use gridhaunt_kernel::Scene;

/// A page that a tool shows to a player: as lines, or as a full screen where there is one.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The first line.
    pub heading: &'a str,
    /// The board in the game's own notation, for lines.
    pub text: &'a str,
    /// The board for a screen.
    pub scene: &'a Scene,
    /// A second board beside it, for a screen.
    pub aside: Option<&'a Scene>,
    /// The question; empty where there is none.
    pub prompt: &'a str,
    /// The player's goal, in a sentence or two; empty where nobody plays. Shown on request.
    pub goal: &'a str,
    /// The keys that have an effect and what they do, for a screen.
    pub keys: &'a [(&'a str, &'a str)],
    /// Whether this question was shown before, so that lines need only repeat the question.
    pub again: bool,
    /// Whether the question is no longer open, so that the answer is [`Answer::End`]; a screen checks it repeatedly.
    pub settled: Option<&'a dyn Fn() -> bool>,
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("heading", &self.heading).field("prompt", &self.prompt).finish_non_exhaustive()
    }
}

/// A person's answer to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Answer {
    Line(String),
    Key(Key),
    /// There is no more input.
    End,
}

/// A key on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Key {
    /// Arrow up.
    Up,
    Down,
    Left,
    Right,
    Enter,
    Back,
    Char(char),
}
