//! The help sheet over the page: the goal, the meaning of the signs and the keys.

use super::board::{widest, write};
use super::paper::{Line, Paper, Rect, Span};
use super::pen::Pen;
use crossterm::event::KeyCode;
use gridhaunt_draw::text::{Run, explain, wrap};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Board, Key, Look, Sign};

/// Blank columns between the two halves of a sheet.
const GAP: usize = 3;
/// The width of its sentences in columns, if there is room.
const SENTENCE: usize = 68;

/// The contents of a help sheet.
pub(crate) struct Sheet<'a> {
    /// The goal of the player; empty if nobody plays.
    pub(crate) goal: &'a str,
    /// The board whose signs are explained.
    pub(crate) scene: &'a Scene,
    /// Keys and what they do.
    pub(crate) keys: &'a [(&'a str, &'a str)],
}

/// By how many lines the sheet is scrolled; `None` if there is no sheet.
pub(crate) type Turned = Option<usize>;

/// Applies a key to the sheet: arrows scroll it, any other key closes it.
pub(crate) fn turn(sheet: Turned, code: KeyCode) -> Turned {
    match code {
        KeyCode::Down | KeyCode::PageDown => sheet.map(|from| from + 1),
        KeyCode::Up | KeyCode::PageUp => sheet.map(|from| from.saturating_sub(1)),
        _ => None,
    }
}

/// Draws the sheet over the middle of the page, starting with its line `from`, which is limited to the last possible
/// one.
pub(crate) fn draw(sheet: &Sheet<'_>, from: &mut usize, pen: Pen, page: &mut Paper) {
    let area = page.area();
    let lines = sheet.lines(usize::from(area.width).saturating_sub(4), pen);
    let room = usize::from(area.height).saturating_sub(2);
    *from = (*from).min(lines.len().saturating_sub(room));
    let [head, foot] = match (*from > 0, *from + room < lines.len()) {
        (false, false) => [" Help ", ""],
        (false, true) => [" Help ", " arrow down: more "],
        (true, false) => [" Help, arrow up: back ", ""],
        (true, true) => [" Help, arrow up: back ", " arrow down: more "],
    };
    let inside = widest(&lines).max(head.len()) + 2;
    let [side, level] = [pen.pick("|", "│"), pen.pick("-", "─")];
    let edge = |left: &str, word: &str, right: &str| {
        Line::raw(format!("{left}{word}{}{right}", level.repeat(inside.saturating_sub(word.chars().count()))))
    };
    let mut sheet = vec![edge(pen.pick("+", "┌"), head, pen.pick("+", "┐"))];
    for line in lines.into_iter().skip(*from).take(room) {
        let mut row = Line::from_iter([Span::raw(side), Span::raw(" ")]);
        row.spans.extend(line.spans);
        row.push_span(Span::raw(" ".repeat((inside + 1).saturating_sub(row.width()))));
        row.push_span(Span::raw(side));
        sheet.push(row);
    }
    sheet.push(edge(pen.pick("+", "└"), foot, pen.pick("+", "┘")));
    let (width, height) = (area.width.min(inside as u16 + 2), area.height.min(sheet.len() as u16));
    let middle = Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    page.clear(middle);
    write(&sheet, middle, page);
}

impl Sheet<'_> {
    /// The goal, then keys and signs beside each other if there is room, else one below the other.
    fn lines(&self, columns: usize, pen: Pen) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        if !self.goal.is_empty() {
            lines.extend(wrap(self.goal, columns.min(SENTENCE)).iter().map(|line| pen.plain(line)));
            lines.push(Line::default());
        }
        let column = self.keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
        let key = |&(key, does): &(&str, &str)| {
            let mut line = pen.bold(&format!("{key:column$}  "));
            line.spans.extend(pen.plain(does));
            line
        };
        let keys: Vec<Line> = self.keys.iter().map(key).collect();
        let explained = signs(self.scene, pen);
        let wide = explained.iter().map(|((sign, _), _)| sign.chars().count()).max().unwrap_or(0);
        let sign = |((sign, paint), word): &(Run, &str)| {
            let blank = " ".repeat(wide + 2 - sign.chars().count());
            Line::from_iter([Span::styled(sign.clone(), *paint), Span::raw(format!("{blank}{word}"))])
        };
        let signs: Vec<Line> = explained.iter().map(sign).collect();
        let indent = widest(&keys) + GAP;
        if !signs.is_empty() && indent + widest(&signs) <= columns {
            lines.extend(beside(vec![keys, signs], indent));
            return lines;
        }
        lines.extend(keys);
        if !signs.is_empty() {
            lines.push(Line::default());
            let wide = widest(&signs) + GAP;
            let many = ((columns + GAP) / wide).max(1);
            let parts = signs.chunks(signs.len().div_ceil(many)).map(<[_]>::to_vec).collect();
            lines.extend(beside(parts, wide));
        }
        lines
    }
}

/// Puts columns of lines beside each other, each `wide` columns wide.
fn beside(columns: Vec<Vec<Line>>, wide: usize) -> Vec<Line> {
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![Line::default(); rows];
    for (n, column) in columns.into_iter().enumerate() {
        for (line, part) in lines.iter_mut().zip(column) {
            line.push_span(Span::raw(" ".repeat((n * wide).saturating_sub(line.width()))));
            line.spans.extend(part.spans);
        }
    }
    lines
}

/// The signs of a scene with their meanings; first the viewer's own actor and where it may go, if there is one.
fn signs(scene: &Scene, pen: Pen) -> Vec<(Run, &'static str)> {
    let own = match &scene.board {
        Board::Grid(board) => board.actors.iter().find(|actor| actor.own),
        Board::Graph(_) => None,
    };
    let you = own.map(|actor| explain(&[Key::new(Sign::Actor(actor.glyph), actor.look)], &pen.style));
    let aim = own.map(|_| explain(&[Key::new(Sign::Tile, &Look::AIM)], &pen.style));
    let you = you.into_iter().flatten().map(|(sign, _)| (sign, "you"));
    you.chain(aim.into_iter().flatten()).chain(explain(scene.legend, &pen.style)).collect()
}
