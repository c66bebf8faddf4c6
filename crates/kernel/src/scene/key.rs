//! What a picture explains.

/// A sign on a board, explained beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// How it is drawn.
    pub sign: Sign,
    /// What it is.
    pub role: &'static str,
}

impl Key {
    /// A sign and what it is.
    #[must_use]
    pub const fn new(sign: Sign, role: &'static str) -> Self {
        Self { sign, role }
    }
}

/// How something of a role is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// As one who acts, with a letter.
    Actor(char),
    /// As one who acts and is faded.
    Faded(char),
    /// As a thing, with a letter.
    Thing(char),
    /// As a tile.
    Tile,
    /// As something between two cells, with what is written on it.
    Edge(&'static str),
    /// As a line from cell to cell.
    Line,
    /// As a place where something happened.
    Flash,
    /// As a wish that came to nothing.
    Bump,
    /// As an outline round what is seen.
    Frame,
    /// As a node.
    Node,
    /// As a node only heard of.
    Hollow,
    /// As the mark of a node.
    Mark,
    /// As what is written at a node.
    Note(&'static str),
    /// As a link between nodes.
    Link,
    /// As a token at a node.
    Token,
    /// As a token that is partly full.
    Energy,
    /// As a token that cannot leave.
    Pinned,
    /// As the token of the one whose eyes these are.
    Own,
}
