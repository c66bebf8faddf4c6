//! How things look. A game declares it once for each kind of thing it shows.

mod shape;
mod tint;

pub use shape::{Furrows, Ground, Shape};
pub use tint::{Depth, Hue, Tint};

/// How one kind of thing looks in every picture, and its name there. Everything in a scene has one.
///
/// ```
/// use gridhaunt_kernel::scene::{Look, Shape, Tint};
///
/// static PAWN: Look = Look::new("pawn", Shape::Pawn, Tint::Royal);
/// static TRAP: Look = Look::new("trap", Shape::Disc, Tint::Red).called("a trap: lose a turn").with_letter('^');
/// assert_eq!((PAWN.word, TRAP.word), ("pawn", "a trap: lose a turn"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Look {
    /// Its name, unique among the looks of the game: the class of its drawing.
    pub name: &'static str,
    /// The shape that is drawn for it.
    pub shape: Shape,
    pub tint: Tint,
    /// The colour of its rim, of its trail and of what it left behind, if that differs from its own: then its own
    /// colour is pale.
    pub rim: Option<Tint>,
    /// Its name in a legend, in a word or two.
    pub word: &'static str,
    /// Its letter in plain text, if it is a thing, a tile or an event with its own letter.
    pub letter: Option<char>,
    /// Its sign in Unicode text, one column wide, if that is not its letter.
    pub sign: Option<char>,
}

impl Look {
    /// A cell that the player may go to.
    pub const AIM: Self = Self::new("aim", Shape::Frame, Tint::Tangerine).called("you may go there").with_sign('◇');
    /// A cell that the player points at.
    pub const POINTED: Self =
        Self::new("pointed", Shape::Frame, Tint::Cobalt).called("pointed at").with_letter('@').with_sign('◈');
    /// A cell that is known but not seen now.
    pub const UNSEEN: Self = Self::new("unseen", Shape::Veil, Tint::Paper).called("not seen");
    /// A cell of which nothing is known.
    pub const UNKNOWN: Self =
        Self::new("unknown", Shape::Fog, Tint::Graphite).called("not known").with_letter('?').with_sign('░');

    /// A look whose word is its name and which has no letter.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape, tint: Tint) -> Self {
        Self { name, shape, tint, rim: None, word: name, letter: None, sign: None }
    }

    /// The same with another word in legends.
    #[must_use]
    pub const fn called(self, word: &'static str) -> Self {
        Self { word, ..self }
    }

    /// The same with a rim of another colour.
    #[must_use]
    pub const fn with_rim(self, rim: Tint) -> Self {
        Self { rim: Some(rim), ..self }
    }

    /// The same with a letter for plain text.
    #[must_use]
    pub const fn with_letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
    }

    /// The same with a sign for Unicode text.
    #[must_use]
    pub const fn with_sign(self, sign: char) -> Self {
        Self { sign: Some(sign), ..self }
    }

    /// Its letter in plain text: its own, or the first of its name.
    #[must_use]
    pub fn glyph(&self) -> char {
        self.letter.unwrap_or_else(|| self.initial())
    }

    /// The first letter of its name that every charset has.
    #[must_use]
    pub fn initial(&self) -> char {
        self.name.chars().find(char::is_ascii_graphic).unwrap_or('?')
    }

    /// The colour that identifies it: that of its rim, or its own.
    #[must_use]
    pub const fn mark(&self) -> Tint {
        match self.rim {
            Some(rim) => rim,
            None => self.tint,
        }
    }
}
