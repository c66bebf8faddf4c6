//! What a person is shown, and what they do about it.

use alloc::string::String;
use core::fmt;
use gridhaunt_kernel::Scene;

/// A page that a tool shows to someone who plays: as lines, or as a full screen where there is one.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The line above all else.
    pub heading: &'a str,
    /// The board in the game's own notation, for lines.
    pub text: &'a str,
    /// The board for a screen.
    pub scene: &'a Scene,
    /// A second board beside it, for a screen.
    pub aside: Option<&'a Scene>,
    /// What is asked; empty where nothing is.
    pub prompt: &'a str,
    /// What the player is after, in a sentence or two; empty where nobody plays. Shown when it is asked for.
    pub goal: &'a str,
    /// The keys that do something and what they do, for a screen.
    pub keys: &'a [(&'a str, &'a str)],
    /// Whether it was asked before and only the question need be told again, for lines.
    pub again: bool,
    /// Whether what is asked has settled itself, and the answer is [`Answer::End`] for now; a screen looks again and again.
    pub settled: Option<&'a dyn Fn() -> bool>,
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("heading", &self.heading).field("prompt", &self.prompt).finish_non_exhaustive()
    }
}

/// What a person did about a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Answer {
    Line(String),
    Key(Key),
    /// Nothing more will come.
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
