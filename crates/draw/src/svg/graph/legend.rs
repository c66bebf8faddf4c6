//! What the signs on a graph mean: those that are there.

use super::tokens;
use crate::columns::width;
use crate::svg::detail::Detail;
use crate::svg::sheet::{Sheet, escape, number};
use crate::theme::{Shape, look};
use gridhaunt_kernel::scene::{GraphBoard, Token};

/// The size of the letters, and the height of a line.
const LETTERS: f64 = 12.0;
const LINE: f64 = 24.0;
/// The room of a sign, and what is left free after its word.
const SIGN: f64 = 26.0;
const GAP: f64 = 16.0;

enum Sign<'a> {
    Node(&'a str),
    Hollow,
    Ring(&'a str),
    Link(&'a str),
    Token(Token),
}

pub(super) struct Legend<'a> {
    /// By line, each with its left edge.
    lines: Vec<Vec<(f64, Sign<'a>, &'a str)>>,
}

impl<'a> Legend<'a> {
    pub(super) fn new(board: &'a GraphBoard, wide: f64) -> Self {
        let mut lines: Vec<Vec<_>> = Vec::new();
        let mut x = wide;
        for (sign, word) in signs(board) {
            let long = SIGN + 0.58 * LETTERS * width(word) as f64 + GAP;
            if x + long - GAP > wide {
                lines.push(Vec::new());
                x = 0.0;
            }
            if let Some(line) = lines.last_mut() {
                line.push((x, sign, word));
            }
            x += long;
        }
        Self { lines }
    }

    pub(super) fn height(&self) -> f64 {
        if self.lines.is_empty() { 0.0 } else { 12.0 + LINE * self.lines.len() as f64 }
    }

    pub(super) fn draw(&self, top: f64, sheet: &mut Sheet) {
        if self.lines.is_empty() || sheet.detail != Detail::Full {
            return;
        }
        let muted = sheet.paper.muted;
        sheet.open(format_args!(r#"g class="legend" fill="{muted}" font-size="{LETTERS}""#));
        for (n, line) in self.lines.iter().enumerate() {
            let y = top + 12.0 + LINE * (n as f64 + 0.5);
            for (x, sign, word) in line {
                let (left, middle) = (number(x + SIGN / 2.0 - 3.0), number(y));
                sheet.open(format_args!(r#"g transform="translate({left} {middle}) scale(0.62)""#));
                sign.draw(sheet);
                sheet.close("g");
                let (left, base, word) = (number(x + SIGN), number(y + 0.36 * LETTERS), escape(word));
                sheet.line(format_args!(r#"<text x="{left}" y="{base}">{word}</text>"#));
            }
        }
        sheet.close("g");
    }
}

impl Sign<'_> {
    fn draw(&self, sheet: &mut Sheet) {
        let (floor, muted) = (sheet.paper.floor, sheet.paper.muted);
        match self {
            Self::Node(role) => {
                let color = sheet.color(role);
                sheet.line(format_args!(r#"<circle r="12" fill="{color}"/>"#));
            }
            Self::Hollow => sheet.line(format_args!(
                r#"<circle r="11" fill="{floor}" stroke="{muted}" stroke-width="2.5" stroke-dasharray="4 3"/>"#
            )),
            Self::Ring(role) => {
                let color = sheet.color(role);
                sheet.line(format_args!(r#"<circle r="11" fill="{floor}" stroke="{color}" stroke-width="4"/>"#));
            }
            Self::Link(role) => {
                let color = sheet.color(role);
                let dashes = if look(role).shape == Shape::Dashes { r#" stroke-dasharray="8 7""# } else { "" };
                sheet.line(format_args!(
                    r#"<path d="M-18 0H18" fill="none" stroke="{color}" stroke-width="3.5"{dashes}/>"#
                ));
            }
            Self::Token(token) => tokens::body(token, sheet),
        }
    }
}

fn signs(board: &GraphBoard) -> Vec<(Sign<'_>, &str)> {
    let mut signs = Vec::new();
    for role in once(board.nodes.iter().filter(|node| !node.hollow).map(|node| node.role)) {
        signs.push((Sign::Node(role), role));
    }
    if board.nodes.iter().any(|node| node.hollow) {
        signs.push((Sign::Hollow, "only heard of"));
    }
    for role in once(board.nodes.iter().filter_map(|node| Some(node.mark.as_ref()?.role))) {
        signs.push((Sign::Ring(role), role));
    }
    let mut links = once(board.links.iter().map(|link| link.role));
    links.sort_by_key(|role| look(role).shape);
    for role in links {
        signs.push((Sign::Link(role), role));
    }
    for role in once(board.tokens.iter().map(|token| token.role)) {
        signs.push((Sign::Token(sample(role)), role));
    }
    let Some(role) = board.tokens.first().map(|token| token.role) else { return signs };
    if board.tokens.iter().any(|token| token.energy.is_some()) {
        signs.push((Sign::Token(Token { energy: Some((2, 3)), ..sample(role) }), "energy"));
    }
    if let Some(pinned) = board.tokens.iter().find(|token| token.pinned) {
        signs.push((Sign::Token(Token { pinned: true, ..sample(pinned.role) }), "pinned"));
    }
    if let Some(own) = board.tokens.iter().find(|token| token.own) {
        signs.push((Sign::Token(Token { own: true, ..sample(own.role) }), "the one who sees"));
    }
    signs
}

fn sample(role: &'static str) -> Token {
    Token::new(role, String::new())
}

/// Each role once, in the order they come.
fn once(roles: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut seen = Vec::new();
    for role in roles {
        if !seen.contains(&role) {
            seen.push(role);
        }
    }
    seen
}
