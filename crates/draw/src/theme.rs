//! What roles look like, for every drawer.
//!
//! The colours are those of Okabe and Ito or near them: people who confuse red and green can tell them apart. Two
//! roles that meet on one board differ in lightness and shape too.

mod roles;
mod words;

use roles::ROLES;
use std::fmt;
pub use words::word;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// A shield with the letter.
    Guard,
    /// A runner with the letter.
    Runner,
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
    /// A tile of which nothing is known: hatched, so that it does not look empty.
    Fog,
    /// A tile that frames what it lies on.
    Frame,
    /// A tile of a region: cells whose rims have one colour are enclosed as one.
    Field,
    /// A tile of a region that stands out in it.
    Yard,
    /// A way over the tiles: lines of this role are broad, and a tile is a piece of it.
    Track,
    /// A plant over the tiles.
    Weed,
    /// A ring round who stands where something happened, wide enough to be seen behind them.
    Halo,
    /// A person in a straw hat.
    Farmer,
    /// A token with a shield.
    Shield,
    /// A token with a star.
    Star,
    /// A token with a snowflake.
    Flake,
    /// A token with a link of a chain.
    Chain,
    /// A token with a sprout.
    Sprout,
}

impl Shape {
    /// Whether it fills its cell: whoever stands there stands on it.
    #[must_use]
    pub const fn is_gate(self) -> bool {
        matches!(self, Self::Gate | Self::Lock)
    }

    /// Whether it is a token, which lies in its cell and has a number where there is no room for its picture.
    #[must_use]
    pub const fn is_token(self) -> bool {
        matches!(self, Self::Shield | Self::Star | Self::Flake | Self::Chain | Self::Sprout)
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
    /// Its letter in plain text, if it is a tile or an event that has one of its own.
    pub letter: Option<char>,
    /// The colour of its rim, of its trail and of what it has left, if that is not its own: it is pale.
    pub rim: Option<Tint>,
}

impl Look {
    const fn new(tint: Tint, shape: Shape, sign: Option<char>) -> Self {
        Self { tint, shape, sign, letter: None, rim: None }
    }

    const fn pale(rim: Tint, shape: Shape) -> Self {
        Self { rim: Some(rim), ..Self::new(Tint::new(0xfbf3f8, 0xf3e3ee, rim.terminal), shape, None) }
    }

    const fn ground(tint: Tint, ground: Ground, sign: Option<char>) -> Self {
        Self::new(tint, Shape::Ground(ground), sign)
    }

    const fn with_letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
    }

    const fn field(tint: Tint, shape: Shape, rim: Tint, letter: char) -> Self {
        Self { rim: Some(rim), ..Self::new(tint, shape, None).with_letter(letter) }
    }

    /// The colour it is told by: that of its rim, or its own.
    #[must_use]
    pub fn mark(self) -> Tint {
        self.rim.unwrap_or(self.tint)
    }
}

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
/// differ in the number at their end, such as `team.0` and `team.1`, differ in colour.
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
        let farmers: Vec<_> = (0..OTHERS.len()).map(|seat| look(&format!("team.{seat}")).tint.terminal).collect();
        let mut once = farmers.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), farmers.len());
        let _ = look("team.99999999999999999999999999");
    }

    /// How far apart two colours look, in hundredths of OKLab, to someone whose eyes mix colours like this.
    fn distance(one: Rgb, other: Rgb, eyes: &[[f64; 3]; 3]) -> f64 {
        let apply = |matrix: &[[f64; 3]; 3], part: [f64; 3]| {
            matrix.map(|row| row.iter().zip(part).map(|(weight, part)| weight * part).sum::<f64>())
        };
        let lab = |color: Rgb| {
            let light = [color.0, color.1, color.2].map(|part| (f64::from(part) / 255.0).powf(2.2));
            let cones = apply(&CONES, apply(eyes, light).map(|part| part.clamp(0.0, 1.0))).map(f64::cbrt);
            apply(&OPPONENTS, cones)
        };
        100.0 * lab(one).into_iter().zip(lab(other)).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    }

    const CONES: [[f64; 3]; 3] =
        [[0.412_22, 0.536_33, 0.051_45], [0.211_90, 0.680_70, 0.107_40], [0.088_30, 0.281_72, 0.629_98]];
    const OPPONENTS: [[f64; 3]; 3] =
        [[0.210_45, 0.793_62, -0.004_07], [1.978_00, -2.428_59, 0.450_59], [0.025_90, 0.782_77, -0.808_68]];
    /// All colours, and those without red, green or blue cones (Machado, Oliveira and Fernandes 2009).
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
        [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
        [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
    ];

    #[test]
    fn four_farmers_and_all_that_is_theirs_are_told_apart_by_everyone() {
        for (eyes, dark) in EYES.iter().flat_map(|eyes| [(eyes, false), (eyes, true)]) {
            let floor = Paper::new(dark).floor;
            for stem in ["land", "home", "trail", "farmer"] {
                let colors: Vec<Rgb> = (0..4).map(|seat| look(&format!("{stem}.{seat}")).tint.on(dark)).collect();
                for (seat, &color) in colors.iter().enumerate() {
                    let others = colors[seat + 1..].iter().chain([&floor]);
                    let least = others.map(|&other| distance(color, other, eyes)).fold(f64::MAX, f64::min);
                    assert!(least > 5.0, "{stem}.{seat}: {least}");
                }
            }
        }
    }

    /// What must be told apart by its colour in one game: sides, players, states of an exit and what just happened.
    const APART: [&[&str]; 9] = [
        &["python", "rat", "cheese", "mud"],
        &["ate", "shared", "won"],
        &["killer", "survivor", "exit"],
        &["ghost", "turncoat", "sentinel"],
        &["start", "plain", "goal"],
        &["delivery", "recovery", "turned"],
        &["player-1", "player-2", "player-3", "player-4"],
        &["exit-locked", "exit-open", "key"],
        &["claimed", "sent-back", "respawned", "picked-up"],
    ];
    /// What is seen on what.
    const UPON: [(&str, &[&str]); 5] = [
        ("floor", &["wall", "door", "key", "exit-locked", "exit-open", "zombie", "player-1", "player-2", "player-3"]),
        ("hall", &["wall", "door", "player-1", "player-2", "player-3", "player-4"]),
        ("wall", &["floor", "hall", "door"]),
        ("sight", &["killer", "survivor", "exit", "capture", "escape"]),
        ("", &["python", "rat", "cheese", "mud", "killer", "survivor", "exit", "short", "long", "sentinel", "weed"]),
    ];

    #[test]
    fn what_matters_in_a_game_is_told_apart_by_everyone() {
        for (eyes, dark) in EYES.iter().flat_map(|eyes| [(eyes, false), (eyes, true)]) {
            let mark = |role: &str| look(role).mark().on(dark);
            for roles in APART {
                for (n, one) in roles.iter().enumerate() {
                    for other in &roles[n + 1..] {
                        let far = distance(mark(one), mark(other), eyes);
                        assert!(far > 8.0, "{one} and {other}, dark {dark}: {far}");
                    }
                }
            }
            for (ground, roles) in UPON {
                let below = if ground.is_empty() { Paper::new(dark).floor } else { mark(ground) };
                for role in roles {
                    let far = distance(mark(role), below, eyes);
                    assert!(far > 10.0, "{role} on {ground:?}, dark {dark}: {far}");
                }
            }
            let Paper { floor, wall, page, text, muted, .. } = Paper::new(dark);
            assert!(distance(wall, floor, eyes) > 30.0 && distance(text, page, eyes) > 50.0);
            assert!(distance(muted, page, eyes) > 30.0);
        }
    }

    #[test]
    fn land_is_paler_than_a_trail_and_a_trail_than_its_farmer() {
        for (seat, dark) in (0..4).flat_map(|seat| [(seat, false), (seat, true)]) {
            let floor = Paper::new(dark).floor;
            let far = |stem: &str| distance(look(&format!("{stem}.{seat}")).tint.on(dark), floor, &EYES[0]);
            let steps = ["land", "home", "trail", "farmer"].map(far);
            assert!(steps.is_sorted(), "{seat}: {steps:?}");
        }
    }
}
