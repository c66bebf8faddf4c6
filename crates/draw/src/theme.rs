//! What roles look like, for every drawer.
//!
//! The colours are those of Okabe and Ito or near them: people who confuse red and green can tell them apart. Two
//! roles that meet on one board differ in lightness and shape too.

use std::fmt;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(hex: u32) -> Self {
        Self((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }

    /// Black or white, whichever is easier to read on this colour.
    #[must_use]
    pub fn contrast(self) -> Self {
        let part = |part: u8, weight: f64| weight * (f64::from(part) / 255.0).powf(2.2);
        let luminance = part(self.0, 0.2126) + part(self.1, 0.7152) + part(self.2, 0.0722);
        // Where the contrast ratios of WCAG with black and with white are equal.
        if luminance > 0.18 { Self::hex(0x14171c) } else { Self::hex(0xffffff) }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// One colour in its three surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// On a light page.
    pub light: Rgb,
    /// On a dark page.
    pub dark: Rgb,
    /// On a terminal, as a number among its 256; it can be read on black and on white.
    pub terminal: u8,
}

impl Tint {
    const fn new(light: u32, dark: u32, terminal: u8) -> Self {
        Self { light: Rgb::hex(light), dark: Rgb::hex(dark), terminal }
    }

    /// The colour on a light or a dark page.
    #[must_use]
    pub const fn on(self, dark: bool) -> Rgb {
        if dark { self.dark } else { self.light }
    }
}

/// What is drawn for someone or something in a cell, or where something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A disc with the letter; a ring where something happened.
    Disc,
    /// A ghost with the letter.
    Ghost,
    /// A way out that fills its cell: whoever stands there stands on it.
    Gate,
    /// A piece of cheese.
    Wedge,
    /// A snake.
    Snake,
    /// The head of a mouse.
    Mouse,
    /// A cross, where someone was lost.
    Cross,
    /// An arrow, where someone got out.
    Arrow,
    /// A square with the letter.
    Square,
    /// A line without gaps.
    Stroke,
    /// A line in dashes.
    Dashes,
    /// A person with the letter.
    Pawn,
    /// The head of one who is not quite dead.
    Zombie,
    /// A pale ghost with eyes.
    Spectre,
    /// A key.
    Key,
    /// A gate that is locked.
    Lock,
    /// What the ground of a dungeon is made of. A board with such a tile has no border, and cells without one are void.
    Ground(Ground),
    /// A tile that dims what it lies on.
    Veil,
    /// A tile that frames what it lies on.
    Frame,
}

impl Shape {
    /// Whether it fills its cell: whoever stands there stands on it.
    #[must_use]
    pub const fn is_gate(self) -> bool {
        matches!(self, Self::Gate | Self::Lock)
    }
}

/// What the ground of a dungeon is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Stone that fills the cell.
    Wall,
    /// The floor of a room.
    Floor,
    /// The floor of a hallway.
    Hall,
    /// A way through a wall.
    Door,
    /// Nothing at all: the page shows.
    Void,
}

impl Ground {
    /// Its letter in plain text.
    #[must_use]
    pub const fn glyph(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Floor => '.',
            Self::Hall => ':',
            Self::Door => '+',
            Self::Void => ' ',
        }
    }
}

/// What a role looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its colour.
    pub tint: Tint,
    /// Its shape.
    pub shape: Shape,
    /// Its sign in Unicode text, one column wide, if that is not the letter the scene gives.
    pub sign: Option<char>,
    /// The colour of its rim, of its trail and of what it has left, if that is not its own: it is pale.
    pub rim: Option<Tint>,
}

impl Look {
    const fn new(tint: Tint, shape: Shape, sign: Option<char>) -> Self {
        Self { tint, shape, sign, rim: None }
    }

    const fn pale(rim: Tint) -> Self {
        Self { rim: Some(rim), ..Self::new(Tint::new(0xfbf3f8, 0xf3e3ee, rim.terminal), Shape::Disc, None) }
    }

    const fn ground(tint: Tint, ground: Ground, sign: Option<char>) -> Self {
        Self::new(tint, Shape::Ground(ground), sign)
    }

    /// The colour it is told by: that of its rim, or its own.
    #[must_use]
    pub fn mark(self) -> Tint {
        self.rim.unwrap_or(self.tint)
    }
}

static ROLES: [(&str, Look); 52] = [
    ("python", Look::new(Tint::new(0x009e73, 0x2fc79b, 36), Shape::Snake, None)),
    ("rat", Look::new(Tint::new(0x646c79, 0xbcc3cf, 247), Shape::Mouse, None)),
    ("cheese", Look::new(Tint::new(0xf5bd1f, 0xf7c948, 178), Shape::Wedge, Some('◆'))),
    ("mud", Look::new(Tint::new(0x8a5a2b, 0xa8743f, 137), Shape::Disc, None)),
    ("ate", Look::new(Tint::new(0xd55e00, 0xff8f40, 215), Shape::Disc, None)),
    ("won", Look::new(Tint::new(0xe69f00, 0xf0c040, 214), Shape::Disc, None)),
    ("shared", Look::new(Tint::new(0xb65a8e, 0xe39cc6, 182), Shape::Disc, None)),
    ("killer", Look::new(KILLER, Shape::Ghost, None)),
    ("killer-trail", Look::new(KILLER, Shape::Disc, None)),
    ("survivor", Look::new(SURVIVOR, Shape::Disc, None)),
    ("survivor-trail", Look::new(SURVIVOR, Shape::Disc, None)),
    ("exit", Look::new(Tint::new(0x1f9d63, 0x27a86c, 35), Shape::Gate, None)),
    ("sight", Look::new(Tint::new(0xfcecb5, 0x3b3622, 178), Shape::Disc, Some('∘'))),
    ("capture", Look::new(Tint::new(0x14171c, 0xf4f1e8, 220), Shape::Cross, Some('✗'))),
    ("escape", Look::new(Tint::new(0x0b63b8, 0x8fd0ff, 81), Shape::Arrow, Some('↑'))),
    ("stranded", Look::new(Tint::new(0x7b8290, 0x9aa3b2, 246), Shape::Disc, None)),
    ("start", Look::new(Tint::new(0x5b6675, 0x74839a, 66), Shape::Disc, None)),
    ("plain", Look::new(Tint::new(0xd5d8de, 0x4a515e, 247), Shape::Disc, None)),
    ("goal", Look::new(Tint::new(0xf0b71f, 0xf0c040, 178), Shape::Disc, None)),
    ("checked", Look::new(Tint::new(0x009e73, 0x2fc79b, 36), Shape::Disc, Some('✓'))),
    ("short", Look::new(Tint::new(0x7f8896, 0x7c8697, 246), Shape::Stroke, None)),
    ("long", Look::new(Tint::new(0xa3abb7, 0x666f7f, 242), Shape::Dashes, None)),
    ("ghost", Look::pale(GHOST)),
    ("turncoat", Look::pale(TURNCOAT)),
    ("sentinel", Look::new(SENTINEL, Shape::Square, None)),
    ("delivery", Look::new(Tint::new(0xe69f00, 0xf0c040, 214), Shape::Disc, None)),
    ("recovery", Look::new(Tint::new(0x0072b2, 0x5db4ec, 75), Shape::Disc, None)),
    ("turned", Look::new(TURNCOAT, Shape::Disc, None)),
    ("delivered", Look::new(GHOST, Shape::Disc, None)),
    ("recovered", Look::new(SENTINEL, Shape::Disc, None)),
    ("lost", Look::new(Tint::new(0x4a515e, 0x8a94a6, 241), Shape::Disc, None)),
    ("open", Look::new(Tint::new(0xf0d58a, 0xb89a4a, 186), Shape::Disc, None)),
    ("wall", Look::ground(Tint::new(0x565e6e, 0x5a6375, 244), Ground::Wall, Some('█'))),
    ("floor", Look::ground(Tint::new(0xf6f0e3, 0x2f3542, 244), Ground::Floor, Some('·'))),
    ("hall", Look::ground(Tint::new(0xe7decb, 0x262b36, 137), Ground::Hall, None)),
    ("door", Look::ground(Tint::new(0xb07a3c, 0xb98545, 172), Ground::Door, None)),
    ("void", Look::ground(Tint::new(0xffffff, 0x14171c, 244), Ground::Void, None)),
    ("unseen", Look::new(Tint::new(0xffffff, 0x14171c, 244), Shape::Veil, None)),
    ("aim", Look::new(Tint::new(0xd55e00, 0xffb454, 215), Shape::Frame, Some('◇'))),
    ("key", Look::new(Tint::new(0xe3a008, 0xf7c948, 178), Shape::Key, None)),
    ("exit-locked", Look::new(Tint::new(0x7a5a68, 0x8a6677, 139), Shape::Lock, None)),
    ("exit-open", Look::new(Tint::new(0x1f9d63, 0x34d399, 35), Shape::Gate, None)),
    ("player-1", Look::new(Tint::new(0x0b63b8, 0x3b8ee0, 69), Shape::Pawn, None)),
    ("player-2", Look::new(Tint::new(0xd55e00, 0xf0803c, 208), Shape::Pawn, None)),
    ("player-3", Look::new(Tint::new(0xa8327f, 0xd46bb0, 170), Shape::Pawn, None)),
    ("player-4", Look::new(Tint::new(0x56b4e9, 0x9bd6fa, 117), Shape::Pawn, None)),
    ("zombie", Look::new(Tint::new(0x3a6b2a, 0x4f7a3d, 65), Shape::Zombie, None)),
    ("spectre", Look { rim: Some(SPECTRE), ..Look::new(Tint::new(0xf1f0fd, 0xeceafc, 189), Shape::Spectre, None) }),
    ("teleport", Look::new(SPECTRE, Shape::Dashes, None)),
    ("expelled", Look::new(Tint::new(0x14171c, 0xf4f1e8, 220), Shape::Cross, Some('✗'))),
    ("exited", Look::new(Tint::new(0x0b63b8, 0x8fd0ff, 81), Shape::Arrow, Some('↑'))),
    ("key-taken", Look::new(Tint::new(0xe3a008, 0xf7c948, 220), Shape::Disc, None)),
];

const SPECTRE: Tint = Tint::new(0x5a55a8, 0xb4aef0, 141);

const GHOST: Tint = Tint::new(0xb0588b, 0xdc8fbd, 175);
const TURNCOAT: Tint = Tint::new(0xd55e00, 0xf0803c, 208);
const SENTINEL: Tint = Tint::new(0x0072b2, 0x2a76c8, 68);
const KILLER: Tint = Tint::new(0xc8283c, 0xd63a4a, 167);
const SURVIVOR: Tint = Tint::new(0x0b63b8, 0x2a76c8, 68);

static OTHERS: [Tint; 7] = [
    Tint::new(0x0072b2, 0x4da6e0, 32),
    Tint::new(0xd55e00, 0xf0803c, 166),
    Tint::new(0xcc79a7, 0xdc9cc2, 175),
    Tint::new(0x009e73, 0x2fc79b, 36),
    Tint::new(0x5b4bb5, 0x9c8fea, 98),
    Tint::new(0xe69f00, 0xf2b632, 172),
    Tint::new(0x3f9fd8, 0x7cc7f2, 74),
];

/// What a role looks like. One that is not listed is a disc in a colour that follows from its name; roles that
/// differ in the number at their end, such as `farmer.0` and `farmer.1`, differ in colour.
#[must_use]
pub fn look(role: &str) -> Look {
    ROLES.iter().find(|(name, _)| *name == role).map_or_else(|| stranger(role), |(_, look)| *look)
}

fn stranger(role: &str) -> Look {
    let stem = role.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let number = role[stem.len()..].bytes().fold(0, |sum, digit| (sum * 10 + usize::from(digit - b'0')) % OTHERS.len());
    // FNV-1a, so that a role keeps its colour in every version and on every machine.
    let hash = stem.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    Look::new(OTHERS[(hash as usize % OTHERS.len() + number) % OTHERS.len()], Shape::Disc, None)
}

/// The colours of what has no role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Around the board.
    pub page: Rgb,
    /// Under the cells.
    pub floor: Rgb,
    /// The lines between open cells, and the empty part of a bar.
    pub faint: Rgb,
    /// The walls.
    pub wall: Rgb,
    /// What is read first.
    pub text: Rgb,
    /// What is read second.
    pub muted: Rgb,
}

impl Paper {
    /// A light or a dark page.
    #[must_use]
    pub const fn new(dark: bool) -> Self {
        let [page, floor, faint, wall, text, muted] = if dark {
            [0x14171c, 0x1d2129, 0x2e343f, 0x97a1b1, 0xe8ebf0, 0x9aa3b2]
        } else {
            [0xffffff, 0xfaf8f3, 0xe6e2d8, 0x3b414d, 0x1f242c, 0x676f7c]
        };
        Self {
            page: Rgb::hex(page),
            floor: Rgb::hex(floor),
            faint: Rgb::hex(faint),
            wall: Rgb::hex(wall),
            text: Rgb::hex(text),
            muted: Rgb::hex(muted),
        }
    }
}

/// The terminal colour of what is read second.
pub const TERMINAL_MUTED: u8 = 244;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_role_has_its_own_look() {
        assert_eq!(
            (look("python").shape, look("rat").shape, look("cheese").shape),
            (Shape::Snake, Shape::Mouse, Shape::Wedge)
        );
    }

    #[test]
    fn a_stranger_keeps_its_colour() {
        assert_eq!(look("wizard").tint.light.to_string(), "#3f9fd8");
        assert_eq!(look("wizard"), look("wizard"));
        assert_eq!(look("").shape, Shape::Disc);
    }

    #[test]
    fn the_two_sides_of_a_hunt_differ_in_shape_and_their_letters_are_white() {
        let (killer, survivor) = (look("killer"), look("survivor"));
        assert_ne!(killer.shape, survivor.shape);
        for tint in [killer.tint, survivor.tint] {
            assert_eq!([tint.light, tint.dark].map(Rgb::contrast), [Rgb::hex(0xffffff); 2]);
        }
    }

    #[test]
    fn numbered_roles_differ_in_colour() {
        let farmers: Vec<_> = (0..OTHERS.len()).map(|seat| look(&format!("farmer.{seat}")).tint.terminal).collect();
        let mut once = farmers.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), farmers.len());
        let _ = look("farmer.99999999999999999999999999");
    }
}
