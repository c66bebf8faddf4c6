//! A page of characters, and the codes that bring a terminal from one page to the next.

use anstyle::Style as Paint;
use crossterm::{cursor, queue};
use gridhaunt_draw::text::width_of;
use std::io::{self, Write};

/// A place on a page, counted from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) x: u16,
    pub(crate) y: u16,
}

/// A part of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Rect {
    pub(crate) const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self { x, y, width, height }
    }

    pub(crate) const fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    pub(crate) const fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    pub(crate) const fn contains(self, place: Position) -> bool {
        place.x >= self.x && place.x < self.right() && place.y >= self.y && place.y < self.bottom()
    }

    pub(crate) fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).saturating_sub(x);
        Self { x, y, width, height: self.bottom().min(other.bottom()).saturating_sub(y) }
    }
}

/// A text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) text: String,
    pub(crate) paint: Paint,
}

impl Span {
    pub(crate) fn raw(text: impl Into<String>) -> Self {
        Self::styled(text, Paint::new())
    }

    pub(crate) fn styled(text: impl Into<String>, paint: Paint) -> Self {
        Self { text: text.into(), paint }
    }
}

/// Texts beside each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) spans: Vec<Span>,
}

impl Line {
    pub(crate) fn raw(text: impl Into<String>) -> Self {
        Span::raw(text).into()
    }

    pub(crate) fn push_span(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Its width in columns.
    pub(crate) fn width(&self) -> usize {
        self.spans.iter().flat_map(|span| span.text.chars()).map(width_of).sum()
    }
}

impl From<Span> for Line {
    fn from(span: Span) -> Self {
        Self { spans: vec![span] }
    }
}

impl FromIterator<Span> for Line {
    fn from_iter<I: IntoIterator<Item = Span>>(spans: I) -> Self {
        Self { spans: spans.into_iter().collect() }
    }
}

impl IntoIterator for Line {
    type Item = Span;
    type IntoIter = std::vec::IntoIter<Span>;

    fn into_iter(self) -> Self::IntoIter {
        self.spans.into_iter()
    }
}

/// What stands in one column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    sign: char,
    /// Characters without a width of their own, which join the sign.
    marks: String,
    paint: Paint,
}

const BLANK: Cell = Cell { sign: ' ', marks: String::new(), paint: Paint::new() };

/// The sign of a column that the character before it takes too.
const COVERED: char = '\0';

/// A page of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paper {
    area: Rect,
    cells: Vec<Cell>,
}

impl Paper {
    /// A blank page, whose top left corner is that of the screen.
    pub(crate) fn new(columns: u16, rows: u16) -> Self {
        let area = Rect::new(0, 0, columns, rows);
        Self { area, cells: vec![BLANK; usize::from(columns) * usize::from(rows)] }
    }

    pub(crate) const fn area(&self) -> Rect {
        self.area
    }

    /// Makes a part of the page blank.
    pub(crate) fn clear(&mut self, part: Rect) {
        let part = part.intersection(self.area);
        let blank = Line::raw(" ".repeat(part.width.into()));
        (part.y..part.bottom()).for_each(|y| self.write(Position { x: part.x, y }, &blank, part.width));
    }

    /// Writes a line from a place on, in at most so many columns; what does not fit is cut off.
    pub(crate) fn write(&mut self, at: Position, line: &Line, most: u16) {
        if !self.area.contains(at) {
            return;
        }
        let columns = usize::from(self.area.width);
        let row = &mut self.cells[usize::from(at.y) * columns..][..columns];
        let (start, end) = (usize::from(at.x), columns.min(usize::from(at.x) + usize::from(most)));
        if row[start].sign == COVERED && start > 0 {
            row[start - 1] = BLANK; // Half of it would be left.
        }
        let mut x = start;
        let signs = line.spans.iter().flat_map(|span| span.text.chars().map(|sign| (sign, span.paint)));
        for (sign, paint) in signs.filter(|(sign, _)| !sign.is_control()) {
            let width = width_of(sign);
            if x + width > end {
                break;
            }
            if width == 0 {
                if let Some(joined) = row[start..x].iter_mut().rfind(|cell| cell.sign != COVERED) {
                    joined.marks.push(sign);
                }
                continue;
            }
            row[x..x + width].fill(Cell { sign: COVERED, paint, ..BLANK });
            row[x].sign = sign;
            x += width;
        }
        if let Some(half) = row.get_mut(x).filter(|cell| x > start && cell.sign == COVERED) {
            *half = BLANK;
        }
    }

    /// Writes the codes for a terminal that shows `before`, a page of the same size, and is to show this one.
    pub(crate) fn write_changes(&self, before: &Self, out: &mut impl Write) -> io::Result<()> {
        let (mut here, mut paint) = (None, Paint::new());
        for (n, (cell, old)) in self.cells.iter().zip(&before.cells).enumerate() {
            if cell == old || cell.sign == COVERED {
                continue;
            }
            let columns = usize::from(self.area.width);
            if here != Some(n) || n % columns == 0 {
                queue!(out, cursor::MoveTo((n % columns) as u16, (n / columns) as u16))?;
            }
            if cell.paint != paint {
                write!(out, "{}{}", paint.render_reset(), cell.paint.render())?;
                paint = cell.paint;
            }
            write!(out, "{}{}", cell.sign, cell.marks)?;
            here = Some(n + width_of(cell.sign));
        }
        write!(out, "{}", paint.render_reset())
    }

    /// The text of a row, without blanks at its end.
    #[cfg(test)]
    pub(crate) fn row(&self, y: u16) -> String {
        let columns = usize::from(self.area.width);
        let row = self.cells[usize::from(y) * columns..][..columns].iter().filter(|cell| cell.sign != COVERED);
        row.flat_map(|cell| std::iter::once(cell.sign).chain(cell.marks.chars())).collect::<String>().trim_end().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(rows: &[&str]) -> Paper {
        let mut page = Paper::new(8, rows.len() as u16);
        for (y, row) in (0..).zip(rows) {
            page.write(Position { x: 0, y }, &Line::raw(*row), 8);
        }
        page
    }

    #[test]
    fn what_does_not_fit_is_cut_off_and_no_character_is_halved() {
        let mut page = page(&["abcdefghij", "鬼抓人鬼抓", "e\u{301}\u{7}x"]);
        assert_eq!([0, 1, 2].map(|y| page.row(y)), ["abcdefgh", "鬼抓人鬼", "e\u{301}x"]);
        page.write(Position { x: 1, y: 1 }, &Line::raw("x鬼y"), 3);
        assert_eq!(page.row(1), " x鬼人鬼");
        page.write(Position { x: 2, y: 1 }, &Line::raw("z"), 8);
        assert_eq!(page.row(1), " xz 人鬼");
        page.clear(Rect::new(5, 0, 9, 9));
        assert_eq!([0, 1].map(|y| page.row(y)), ["abcde", " xz"]);
        page.write(Position { x: 0, y: 3 }, &Line::raw("outside"), 8);
    }

    #[test]
    fn only_what_differs_is_written() {
        let codes = |before: &Paper, after: &Paper| {
            let mut out = Vec::new();
            after.write_changes(before, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let before = page(&["a page", "of 鬼"]);
        assert_eq!(codes(&before, &before), "");
        assert_eq!(codes(&before, &page(&["a pane!!", "xf 鬼"])), "\u{1b}[1;5Hn\u{1b}[1;7H!!\u{1b}[2;1Hx");
        assert_eq!(codes(&before, &page(&["a page", "of cats"])), "\u{1b}[2;4Hcats");
        let mut bold = before.clone();
        bold.write(Position { x: 2, y: 0 }, &Span::styled("p", Paint::new().bold()).into(), 1);
        assert_eq!(codes(&before, &bold), "\u{1b}[1;3H\u{1b}[1mp\u{1b}[0m");
    }
}
