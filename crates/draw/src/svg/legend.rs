//! The legend: the meaning of the signs on a board.

use super::detail::Detail;
use super::graph;
use super::grid::layers::{FOG, HATCH};
use super::shapes::{self, Outline};
use super::sheet::{Sheet, escape, number};
use crate::columns::width;
use gridhaunt_kernel::scene::{Key, Look, Shape, Sign, Tint, Token};

/// The size of the letters and the width of one, in the size of the font.
const LETTERS: f64 = 0.85;
const LETTER: f64 = 0.55;
/// The room of a sign and the height of a line, in the size of the font.
const SIGN: f64 = 1.9;
const LINE: f64 = 1.55;
/// The room above the first line.
const HEAD: f64 = 0.8;
/// The side of the cell that a sign is drawn in, in the size of the font, where a cell is 32 units.
const CELL: f64 = 1.4;

pub(super) struct Legend<'a> {
    keys: &'a [Key],
    columns: usize,
    detail: Detail,
    font: f64,
    width: f64,
}

impl<'a> Legend<'a> {
    /// A legend of at most this width. Cells too small for a sign have none.
    pub(super) fn new(keys: &'a [Key], detail: Detail, font: f64, width: f64) -> Self {
        let keys = if detail == Detail::Square { &[] } else { keys };
        let wide = keys.iter().map(|key| self::width(key.word())).max().unwrap_or(0);
        let wide = (SIGN + LETTERS * LETTER * wide as f64) * font;
        Self { keys, columns: if 2.0 * wide <= width { 2 } else { 1 }, detail, font, width }
    }

    pub(super) fn height(&self) -> f64 {
        let lines = self.keys.len().div_ceil(self.columns) as f64;
        if self.keys.is_empty() { 0.0 } else { (HEAD + LINE * lines) * self.font }
    }

    /// The shapes it uses.
    pub(super) fn shapes(&self) -> impl Iterator<Item = Outline> {
        self.keys.iter().filter_map(|key| Some((shape(key)?, self.detail)))
    }

    pub(super) fn draw(&self, top: f64, sheet: &mut Sheet) {
        if self.keys.is_empty() {
            return;
        }
        let (font, paper) = (self.font, sheet.paper);
        let (letters, top, rule) = (number(LETTERS * font), number(top), number(0.07 * font));
        sheet.open(format_args!(
            r#"g class="legend" transform="translate(0 {top})" font-size="{letters}" font-weight="400" fill="{}""#,
            paper.muted
        ));
        let (wide, faint) = (number(self.width), paper.faint);
        sheet.line(format_args!(r#"<path d="M0 0H{wide}" fill="none" stroke="{faint}" stroke-width="{rule}"/>"#));
        let (column, lines) = (self.width / self.columns as f64, self.keys.len().div_ceil(self.columns));
        let zoom = number(sheet.detail.pick(0.8, 1.0) * CELL * font / super::UNIT);
        for (n, key) in self.keys.iter().enumerate() {
            let (x, y) = ((n / lines) as f64 * column, (HEAD + LINE * ((n % lines) as f64 + 0.5)) * font);
            let (middle, level) = (number(x + 0.75 * font), number(y));
            sheet.open(format_args!(r#"g transform="translate({middle} {level}) scale({zoom})""#));
            draw(key, sheet);
            sheet.close("g");
            let (left, base, word) = (number(x + SIGN * font), number(y + 0.36 * LETTERS * font), escape(key.word()));
            sheet.line(format_args!(r#"<text x="{left}" y="{base}">{word}</text>"#));
        }
        sheet.close("g");
    }
}

/// The shape a sign is drawn with, if it is one.
fn shape(key: &Key) -> Option<Shape> {
    let shape = key.look.shape;
    match key.sign {
        Sign::Actor(_) | Sign::Faded(_) | Sign::Thing => Some(shape),
        Sign::Tile => (shape == Shape::Weed).then_some(shape),
        Sign::Flash => shapes::is_sign(shape).then_some(shape),
        _ => None,
    }
}

/// A sign round the origin, in a cell of 32 units.
fn draw(key: &Key, sheet: &mut Sheet) {
    let (look, paper) = (key.look, sheet.paper);
    let (color, rim) = (sheet.color(look), sheet.mark(look));
    match key.sign {
        Sign::Actor(glyph) => shapes::stamp(look, Some(glyph), sheet),
        Sign::Thing => shapes::stamp(look, Some(look.glyph()), sheet),
        Sign::Faded(glyph) => {
            sheet.open(format_args!(r#"g opacity=".4""#));
            shapes::stamp(look, Some(glyph), sheet);
            sheet.close("g");
        }
        Sign::Tile => tile(look, sheet),
        Sign::Flash => flash(look, sheet),
        Sign::Edge(label) => sheet.line(format_args!(
            r#"<path d="M-15 0H15" fill="none" stroke="{color}" stroke-width="7" stroke-linecap="round"/><circle r="9" fill="{color}"/><text y="5" font-size="14" font-weight="700" text-anchor="middle" fill="{}">{}</text>"#,
            color.contrast(),
            escape(label)
        )),
        Sign::Line => {
            let dashes = if look.shape == Shape::Dashes { r#" stroke-dasharray="6 8""# } else { "" };
            sheet.line(format_args!(
                r#"<g fill="{color}" stroke="{color}" stroke-opacity=".55" stroke-width="5" stroke-linecap="round"><path d="M-13 0H13" fill="none"{dashes}/><circle cx="-13" r="4" stroke="none"/></g>"#
            ));
        }
        Sign::Bump => sheet.line(format_args!(
            r#"<path d="M-12 0H10M10-9V9" fill="none" stroke="{color}" stroke-width="4" stroke-linecap="round"/>"#
        )),
        Sign::Frame => sheet.line(format_args!(
            r#"<rect x="-13" y="-13" width="26" height="26" fill="none" stroke="{color}" stroke-width="4" stroke-linejoin="round"/>"#
        )),
        Sign::Node => sheet.line(format_args!(r#"<circle r="14" fill="{color}"/>"#)),
        Sign::Hollow => sheet.line(format_args!(
            r#"<circle r="12.5" fill="{}" stroke="{}" stroke-width="2.5" stroke-dasharray="4 3"/>"#,
            paper.floor, paper.muted
        )),
        Sign::Mark => {
            let sign: String = look.sign.into_iter().collect();
            sheet.line(format_args!(
                r#"<circle r="12.5" fill="{}" stroke="{color}" stroke-width="4.5"/><text y="6" font-size="16" font-weight="700" text-anchor="middle" fill="{color}">{}</text>"#,
                paper.floor,
                escape(&sign)
            ));
        }
        Sign::Note(text) => sheet.line(format_args!(
            r#"<rect x="-17" y="-10" width="34" height="20" rx="10" fill="{}"/><text y="5.2" font-size="14" font-weight="700" text-anchor="middle" fill="{}">{}</text>"#,
            paper.text,
            paper.text.contrast(),
            escape(text)
        )),
        Sign::Link => {
            let (thick, dashes) =
                if look.shape == Shape::Dashes { (2.5, r#" stroke-dasharray="6 6""#) } else { (5.0, "") };
            sheet.line(format_args!(
                r#"<path d="M-16 0H16" fill="none" stroke="{rim}" stroke-width="{thick}"{dashes}/>"#
            ));
        }
        Sign::Token => graph::token(&sample(look), sheet),
        Sign::Energy => graph::token(&Token { energy: Some((2, 3)), ..sample(look) }, sheet),
        Sign::Pinned => graph::token(&Token { pinned: true, ..sample(look) }, sheet),
        Sign::Own => graph::token(&Token { own: true, ..sample(look) }, sheet),
    }
}

fn sample(look: &'static Look) -> Token {
    Token::new(look, String::new())
}

/// A cell of this kind.
fn tile(look: &Look, sheet: &mut Sheet) {
    let (color, rim, floor) = (sheet.color(look), sheet.mark(look), sheet.paper.floor);
    match look.shape {
        Shape::Weed => shapes::stamp(look, None, sheet),
        Shape::Track => sheet.line(format_args!(
            r#"<g fill="none" stroke-linecap="round"><path d="M-9 0H9" stroke="{rim}" stroke-width="14"/><path d="M-9 0H9" stroke="{color}" stroke-width="11"/></g>"#
        )),
        Shape::Yard(_) => sheet.line(format_args!(
            r#"<rect x="-13" y="-13" width="26" height="26" fill="{color}" stroke="{rim}" stroke-width="3" stroke-dasharray="5 3"/>"#
        )),
        Shape::Field(_) => sheet.line(format_args!(
            r#"<rect x="-13" y="-13" width="26" height="26" fill="{color}" stroke="{rim}" stroke-width="3"/>"#
        )),
        Shape::Veil => {
            let (wall, ground) = (sheet.tint(Tint::Stone), sheet.tint(Tint::Parchment));
            sheet.line(format_args!(
                r#"<path d="M-14-14H14V14H-14Z" fill="{ground}"/><path d="M-14-14H14V-4H-14Z" fill="{wall}"/><path d="M-14-14H14V14H-14Z" fill="{color}" fill-opacity=".62"/>"#
            ));
        }
        Shape::Fog => sheet.line(format_args!(
            r#"<path d="M-14-14H14V14H-14Z" fill="{color}" fill-opacity="{FOG}"/><path d="M-14 0L0-14M-14 14L14-14M0 14L14 0" fill="none" stroke="{color}" stroke-opacity="{HATCH}" stroke-width="2"/>"#
        )),
        Shape::Frame => sheet.line(format_args!(
            r#"<rect x="-13" y="-13" width="26" height="26" fill="{color}" fill-opacity=".3" stroke="{color}" stroke-width="4"/>"#
        )),
        _ => sheet.line(format_args!(
            r#"<rect x="-14" y="-14" width="28" height="28" rx="2" fill="{color}" stroke="{floor}" stroke-width="1"/>"#
        )),
    }
}

/// A place where something happened.
fn flash(look: &Look, sheet: &mut Sheet) {
    let (color, shape) = (sheet.color(look), look.shape);
    if shapes::is_sign(shape) {
        // An arrow points away from its cell, and a cross is as large as it.
        let place = if shape == Shape::Arrow { "translate(0 18)" } else { "scale(.7)" };
        let (name, page) = (shapes::name(shape, sheet.detail), sheet.paper.page);
        sheet.line(format_args!(r##"<use href="#{name}" transform="{place}" color="{color}" stroke="{page}"/>"##));
    } else {
        sheet.line(format_args!(
            r#"<circle r="12.5" fill="{color}" fill-opacity=".18" stroke="{color}" stroke-width="3.5"/>"#
        ));
    }
}
