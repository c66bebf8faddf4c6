//! The legend of a picture.

use super::Look;

/// A sign on a board, explained beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// How it is drawn.
    pub sign: Sign,
    /// The look that it explains.
    pub look: &'static Look,
}

impl Key {
    /// A sign and the look that it explains.
    #[must_use]
    pub const fn new(sign: Sign, look: &'static Look) -> Self {
        Self { sign, look }
    }

    /// What it means, in a word or two.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self.sign {
            Sign::Hollow => "only heard of",
            Sign::Energy => "energy left",
            Sign::Pinned => "pinned",
            Sign::Own => "who sees this",
            Sign::Bump => "could not go",
            Sign::Frame => "what is seen",
            _ => self.look.word,
        }
    }
}

/// How something with a look is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Sign {
    /// As a unit, with a letter.
    Actor(char),
    /// As a unit that is out of the game.
    Faded(char),
    Thing,
    Tile,
    /// As something between two cells, with the text on it.
    Edge(&'static str),
    /// As a line from cell to cell.
    Line,
    /// As a place where something happened.
    Flash,
    /// As a move that failed.
    Bump,
    /// As an outline round what a seat sees.
    Frame,
    Node,
    /// As a node that was only reported.
    Hollow,
    /// As the mark of a node.
    Mark,
    /// As the text at a node.
    Note(&'static str),
    /// As a link between nodes.
    Link,
    /// As a token at a node.
    Token,
    /// As a token that is partly full.
    Energy,
    /// As a token that cannot leave.
    Pinned,
    /// As the token of the seat whose point of view this is.
    Own,
}
