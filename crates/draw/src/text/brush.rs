//! Which sign and which colour a look has under a style.

use super::words::clean;
use super::{Charset, Style};
use crate::cells::Stroke;
use crate::columns::width_of;
use crate::theme::{Rgb, Swatch, TERMINAL_MUTED};
use anstyle::{Ansi256Color, Effects, Style as Paint};
use gridhaunt_kernel::scene::{Actor, Ground, Look, Shape};
use gridhaunt_kernel::shown::steers;

/// Black and white among the 256 colours, which bold does not change.
const BLACK: Ansi256Color = Ansi256Color(16);
const WHITE: Ansi256Color = Ansi256Color(231);

/// A level line over an upright one.
const CROSS: u8 = Stroke::LEVEL | Stroke::UPRIGHT;

pub(super) struct Brush {
    pub(super) charset: Charset,
    pub(super) color: bool,
    /// Whether the page has to explain itself.
    pub(super) alone: bool,
}

impl Brush {
    pub(super) fn new(style: &Style) -> Self {
        Self { charset: style.charset, color: style.color, alone: style.alone }
    }

    /// Letters in the colour of a look.
    pub(super) fn ink(&self, look: &Look) -> Paint {
        self.paint(|| Paint::new().fg_color(Some(terminal(look).into())))
    }

    /// Letters on the colour of a look.
    pub(super) fn chip(&self, look: &Look) -> Paint {
        self.paint(|| {
            let ground = terminal(look);
            Paint::new().fg_color(Some(contrast(ground).into())).bg_color(Some(ground.into()))
        })
    }

    /// Letters in the colour of one look on the colour of another.
    pub(super) fn ink_on(&self, look: &Look, ground: &Look) -> Paint {
        self.paint(|| Paint::new().fg_color(Some(terminal(look).into())).bg_color(Some(terminal(ground).into())))
    }

    /// The letter of someone who is out of the game.
    pub(super) fn faded(&self, look: &Look) -> Paint {
        self.paint(|| self.ink(look).effects(Effects::DIMMED))
    }

    /// The letter of the one whose eyes these are.
    pub(super) fn own(&self, paint: Paint) -> Paint {
        if self.color { paint.effects(Effects::UNDERLINE) } else { paint }
    }

    pub(super) fn muted(&self) -> Paint {
        self.paint(|| Paint::new().fg_color(Some(Ansi256Color(TERMINAL_MUTED).into())))
    }

    fn paint(&self, paint: impl FnOnce() -> Paint) -> Paint {
        if self.color { paint() } else { Paint::new() }
    }

    /// The sign of a look, one column wide.
    pub(super) fn sign(&self, look: &Look, glyph: char) -> char {
        let sign = match self.charset {
            Charset::Ascii => glyph,
            Charset::Unicode => look.sign.unwrap_or(glyph),
        };
        if is_known(sign, self.charset) && width_of(sign) == 1 { sign } else { look.initial() }
    }

    /// The sign of someone who acts: where colours say who it is, it can say where they face.
    pub(super) fn actor(&self, actor: &Actor, heading: Option<(i8, i8)>) -> char {
        match heading {
            Some(heading) if self.color && self.charset == Charset::Unicode => arrow(heading),
            _ => self.sign(actor.look, actor.glyph),
        }
    }

    /// What stands in an empty cell that is filled with a colour. A region and a way over it are told by their colour
    /// alone if there are any.
    pub(super) fn tile(&self, look: &Look) -> char {
        match (look.shape, look.letter) {
            (Shape::Field(_) | Shape::Track, _) if self.color => ' ',
            (Shape::Yard(_), _) if self.color => self.pick('.', '·'),
            (_, Some(letter)) => self.pick(letter, look.sign.unwrap_or(letter)),
            _ => self.pick(':', look.sign.unwrap_or('∘')),
        }
    }

    /// The same of what is known and not seen now. Not every terminal dims, and without colours nothing does.
    pub(super) fn veiled(&self, ground: Option<Ground>, sign: char) -> char {
        match ground {
            Some(Ground::Wall) => self.pick(if self.color { sign } else { '%' }, '▒'),
            Some(Ground::Floor) if !self.color => ',',
            Some(Ground::Hall) if !self.color => ';',
            _ => sign,
        }
    }

    /// A way on the page, as columns to the right and rows down.
    pub(super) fn bearing(&self, (right, down): (i8, i8)) -> String {
        let level = ["<", "", ">"][(right.signum() + 1) as usize];
        let upright = ["^", "", "v"][(down.signum() + 1) as usize];
        match self.charset {
            Charset::Ascii => format!("{upright}{level}"),
            Charset::Unicode => match (upright, level) {
                ("^", "<") => "↖",
                ("^", "") => "↑",
                ("^", _) => "↗",
                ("v", "<") => "↙",
                ("v", "") => "↓",
                ("v", _) => "↘",
                (_, "<") => "←",
                (_, "") => "",
                _ => "→",
            }
            .into(),
        }
    }

    /// A piece of the lines that run through an empty cell.
    pub(super) fn stroke(&self, stroke: Stroke<'_>) -> char {
        let dashed = stroke.look.shape == Shape::Dashes;
        match stroke.ways {
            Stroke::LEVEL => self.pick('-', if dashed { '┄' } else { '─' }),
            Stroke::UPRIGHT => self.pick('|', if dashed { '┆' } else { '│' }),
            Stroke::RISING => self.pick('/', '╱'),
            Stroke::FALLING => self.pick('\\', '╲'),
            CROSS => self.pick('+', '┼'),
            _ => self.pick('X', '╳'),
        }
    }

    /// What stands beside those to whom something happened or who are aimed at, where colours do not say it.
    pub(super) fn alarm(&self, look: &Look) -> char {
        let plain = look.letter.unwrap_or(match look.shape {
            Shape::Cross => 'x',
            Shape::Arrow => '^',
            Shape::Frame => '*',
            _ => '!',
        });
        self.pick(plain, look.sign.unwrap_or(plain))
    }

    /// A text as far as the charset has it.
    pub(super) fn clean(&self, text: &str) -> String {
        clean(text, self.charset)
    }

    /// A short text beside a sign: digits are raised where they can be.
    pub(super) fn badge(&self, text: &str) -> String {
        let raise = |digit: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit.to_digit(10)? as usize);
        let raised = text.chars().map(raise).collect::<Option<String>>();
        match (self.charset, raised) {
            (Charset::Unicode, Some(raised)) => raised,
            _ => self.clean(text),
        }
    }

    pub(super) fn pick<T>(&self, ascii: T, unicode: T) -> T {
        match self.charset {
            Charset::Ascii => ascii,
            Charset::Unicode => unicode,
        }
    }
}

/// Whether a charset has a sign; those that steer the terminal are in none.
pub(super) fn is_known(character: char, charset: Charset) -> bool {
    !steers(character) && (charset == Charset::Unicode || character.is_ascii())
}

/// A triangle that points as many columns to the right and rows down.
const fn arrow(heading: (i8, i8)) -> char {
    match heading {
        (1, -1) => '◥',
        (1, 0) => '▶',
        (1, 1) => '◢',
        (0, 1) => '▼',
        (-1, 1) => '◣',
        (-1, 0) => '◀',
        (-1, -1) => '◤',
        _ => '▲',
    }
}

/// Black or white, whichever is easier to read on a colour.
fn contrast(ground: Ansi256Color) -> Ansi256Color {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let color = match ground.0 {
        cube @ 16..=231 => {
            let cube = cube - 16;
            Rgb(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        gray @ 232.. => Rgb(8 + 10 * (gray - 232), 8 + 10 * (gray - 232), 8 + 10 * (gray - 232)),
        // What the first sixteen look like is the terminal's business.
        _ => return BLACK,
    };
    if color.contrast() == Rgb(255, 255, 255) { WHITE } else { BLACK }
}

fn terminal(look: &Look) -> Ansi256Color {
    Ansi256Color(Swatch::of(look.tint).terminal)
}
