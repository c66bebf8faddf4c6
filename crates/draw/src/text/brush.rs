//! The sign and the colour of a look in a style.

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

/// A horizontal line over a vertical one.
const CROSS: u8 = Stroke::LEVEL | Stroke::UPRIGHT;

pub(super) struct Brush {
    pub(super) charset: Charset,
    pub(super) color: bool,
    /// Whether the page is shown without other explanations.
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

    /// The letter of an actor that is out of the game.
    pub(super) fn faded(&self, look: &Look) -> Paint {
        self.paint(|| self.ink(look).effects(Effects::DIMMED))
    }

    /// The letter of the viewer's own actor.
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

    /// The sign of an actor: if colours show who it is, the sign shows the direction it faces.
    pub(super) fn actor(&self, actor: &Actor, heading: Option<(i8, i8)>) -> char {
        match heading {
            Some(heading) if self.color && self.charset == Charset::Unicode => arrow(heading),
            _ => self.sign(actor.look, actor.glyph),
        }
    }

    /// The sign in an empty cell that is filled with a colour. With colours, regions and ways are shown by their colour
    /// only.
    pub(super) fn tile(&self, look: &Look) -> char {
        match (look.shape, look.letter) {
            (Shape::Field(_) | Shape::Track, _) if self.color => ' ',
            (Shape::Yard(_), _) if self.color => self.pick('.', '·'),
            (_, Some(letter)) => self.pick(letter, look.sign.unwrap_or(letter)),
            _ => self.pick(':', look.sign.unwrap_or('∘')),
        }
    }

    /// The same for a cell that is known and not visible now. Not every terminal supports dim text, and without colours
    /// it is not used.
    pub(super) fn veiled(&self, ground: Option<Ground>, sign: char) -> char {
        match ground {
            Some(Ground::Wall) => self.pick(if self.color { sign } else { '%' }, '▒'),
            Some(Ground::Floor) if !self.color => ',',
            Some(Ground::Hall) if !self.color => ';',
            _ => sign,
        }
    }

    /// A direction on the page as text, given as columns to the right and rows down.
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

    /// The sign beside an actor with an event or a selected target, if colours do not show it.
    pub(super) fn alarm(&self, look: &Look) -> char {
        let plain = look.letter.unwrap_or(match look.shape {
            Shape::Cross => 'x',
            Shape::Arrow => '^',
            Shape::Frame => '*',
            _ => '!',
        });
        self.pick(plain, look.sign.unwrap_or(plain))
    }

    /// A text; characters that the charset does not have are replaced.
    pub(super) fn clean(&self, text: &str) -> String {
        clean(text, self.charset)
    }

    /// A short text beside a sign, with raised digits if possible.
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

/// Whether a charset has a character; control characters are in none.
pub(super) fn is_known(character: char, charset: Charset) -> bool {
    !steers(character) && (charset == Charset::Unicode || character.is_ascii())
}

/// A triangle that points in a direction, given as columns to the right and rows down.
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
        // The terminal decides what the first sixteen colours look like.
        _ => return BLACK,
    };
    if color.contrast() == Rgb(255, 255, 255) { WHITE } else { BLACK }
}

fn terminal(look: &Look) -> Ansi256Color {
    Ansi256Color(Swatch::of(look.tint).terminal)
}
