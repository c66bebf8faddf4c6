//! What stands beside the board.

use super::detail::Detail;
use super::shapes;
use super::sheet::{Sheet, escape, number};
use crate::columns::{width, wrap};
use crate::share::share;
use crate::theme::{Shape, look};
use gridhaunt_kernel::scene::{Row, Share};

/// The width of a letter, in the size of its font; sans-serif fonts are narrower on the whole.
const LETTER: f64 = 0.6;
/// The sizes of a word and of its value, in the size of the font.
const SMALL: f64 = 0.85;
const LARGE: f64 = 1.25;
/// The space after a row.
const SPACE: f64 = 0.7;

/// The width of a panel whatever it says, in the size of the font, so that nothing moves in a film.
const WIDTH: f64 = 15.0;

pub(super) struct Panel<'a> {
    rows: &'a [Row],
    font: f64,
    pub(super) width: f64,
}

impl<'a> Panel<'a> {
    pub(super) const fn new(rows: &'a [Row], font: f64) -> Self {
        Self { rows, font, width: WIDTH * font }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn height(&self) -> f64 {
        self.rows.iter().map(|row| self.height_of(row)).sum::<f64>() - SPACE * self.font
    }

    /// All it says, as one sentence.
    pub(super) fn words(&self) -> String {
        let say = |row: &Row| match row {
            Row::Fact { label, value } => format!("{label} {value}"),
            Row::Bar { label, .. } => label.clone(),
            Row::Shares { label, parts, .. } => {
                let parts: Vec<&str> = parts.iter().map(|part| part.label.as_str()).collect();
                format!("{label}: {}", parts.join(" "))
            }
            Row::Note(text) => text.clone(),
        };
        self.rows.iter().map(say).collect::<Vec<_>>().join(", ")
    }

    /// The shapes it uses.
    pub(super) fn shapes(&self) -> impl Iterator<Item = shapes::Outline> {
        let bars = self.rows.iter().filter_map(|row| if let Row::Bar { role, .. } = row { Some(*role) } else { None });
        bars.map(|role| (look(role).shape, Detail::Full))
    }

    /// The lines of a text whose letters are `size` times the font.
    fn lines(&self, text: &str, size: f64) -> Vec<String> {
        wrap(text, (self.width / (self.font * size * LETTER)) as usize)
    }

    /// The lines of what is written over a bar, beside its sprite.
    fn bar_lines(&self, label: &str) -> Vec<String> {
        wrap(label, ((self.width / self.font - 1.9) / LETTER) as usize)
    }

    fn height_of(&self, row: &Row) -> f64 {
        let lines = match row {
            Row::Fact { value, .. } => 1.1 + 1.5 * self.lines(value, LARGE).len() as f64,
            Row::Bar { label, .. } => 1.0 + 1.4 * self.bar_lines(label).len() as f64,
            Row::Shares { parts, .. } => 2.5 + 1.4 * self.legend(parts).len() as f64,
            Row::Note(text) => 1.4 * self.lines(text, 1.0).len() as f64,
        };
        (lines + SPACE) * self.font
    }

    pub(super) fn draw(&self, left: f64, sheet: &mut Sheet) {
        if self.is_empty() {
            return;
        }
        let (left, size, text) = (number(left), number(self.font), sheet.paper.text);
        sheet.open(format_args!(
            r#"g class="panel" transform="translate({left} 0)" font-size="{size}" font-weight="600" fill="{text}""#
        ));
        let mut y = 0.0;
        for row in self.rows {
            match row {
                Row::Fact { label, value } => self.fact(label, value, y, sheet),
                Row::Bar { label, role, value, of, mark } => {
                    self.bar((label, role), share(*value, *of), mark.map(|mark| share(mark, *of)), y, sheet);
                }
                Row::Shares { label, parts, of } => self.shares(label, parts, *of, y, sheet),
                Row::Note(text) => self.paragraph(text, 1.0, y, sheet),
            }
            y += self.height_of(row);
        }
        sheet.close("g");
    }

    fn fact(&self, label: &str, value: &str, y: f64, sheet: &mut Sheet) {
        let (base, size, muted) = (number(y + 0.9 * self.font), number(SMALL * self.font), sheet.paper.muted);
        let label = escape(label);
        sheet.line(format_args!(
            r#"<text y="{base}" font-size="{size}" font-weight="400" fill="{muted}">{label}</text>"#
        ));
        self.paragraph(value, LARGE, y + 1.1 * self.font, sheet);
    }

    /// What the parts of a whole are called, by line, each with its left edge: two on a line if they fit.
    fn legend<'b>(&self, parts: &'b [Share]) -> Vec<Vec<(f64, &'b Share)>> {
        let half = self.width / 2.0;
        let wide = |part: &Share| (1.3 + SMALL * LETTER * width(&part.label) as f64) * self.font;
        let columns = if parts.iter().all(|part| wide(part) <= half) { 2 } else { 1 };
        let line = |parts: &'b [Share]| parts.iter().enumerate().map(|(n, part)| (n as f64 * half, part)).collect();
        parts.chunks(columns).map(line).collect()
    }

    fn shares(&self, label: &str, parts: &[Share], of: f64, y: f64, sheet: &mut Sheet) {
        let (font, paper) = (self.font, sheet.paper);
        let (base, size, muted, label) = (number(y + 0.9 * font), number(SMALL * font), paper.muted, escape(label));
        sheet.line(format_args!(
            r#"<text y="{base}" font-size="{size}" font-weight="400" fill="{muted}">{label}</text>"#
        ));
        let (top, thick) = (number(y + 1.3 * font), number(0.8 * font));
        let (wide, faint) = (number(self.width), paper.faint);
        sheet.line(format_args!(r#"<rect y="{top}" width="{wide}" height="{thick}" fill="{faint}"/>"#));
        let mut sum = 0.0;
        for part in parts {
            let (from, to) = (share(sum, of), share(sum + part.value.max(0.0), of));
            sum += part.value.max(0.0);
            if to > from {
                let (x, wide, color) =
                    (number(self.width * from), number(self.width * (to - from)), sheet.color(part.role));
                sheet.line(format_args!(
                    r#"<rect x="{x}" y="{top}" width="{wide}" height="{thick}" fill="{color}" stroke="{}" stroke-width="{}"/>"#,
                    paper.page,
                    number(0.1 * font),
                ));
            }
        }
        for (n, line) in self.legend(parts).into_iter().enumerate() {
            let middle = y + (3.05 + 1.4 * n as f64) * font;
            for (x, part) in line {
                let (color, label) = (sheet.color(part.role), escape(&part.label));
                let (left, top, side) = (number(x), number(middle - 0.35 * font), number(0.7 * font));
                let (text, base) = (number(x + font), number(middle + 0.32 * font));
                sheet.line(format_args!(
                    r#"<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="{color}"/><text x="{text}" y="{base}" font-size="{size}">{label}</text>"#
                ));
            }
        }
    }

    fn paragraph(&self, text: &str, size: f64, y: f64, sheet: &mut Sheet) {
        let letters = number(size * self.font);
        for (n, line) in self.lines(text, size).iter().enumerate() {
            let (base, line) = (number(y + (0.25 + 0.8 * size + 1.4 * n as f64) * self.font), escape(line));
            sheet.line(format_args!(r#"<text y="{base}" font-size="{letters}">{line}</text>"#));
        }
    }

    fn bar(&self, (label, role): (&str, &str), share: f64, mark: Option<f64>, y: f64, sheet: &mut Sheet) {
        let (font, width, paper) = (self.font, self.width, sheet.paper);
        let (shape, color, lines) =
            (shapes::name(look(role).shape, Detail::Full), sheet.mark(role), self.bar_lines(label));
        // A hat is wider than the cell it is worn in.
        let size = if look(role).shape == Shape::Farmer { 0.042 } else { 0.053 };
        let (x, middle, zoom) = (number(0.75 * font), number(y + 0.75 * font), number(font * size));
        sheet.line(format_args!(
            r##"<use href="#{shape}" color="{color}" transform="translate({x} {middle}) scale({zoom})"/>"##
        ));
        for (n, line) in lines.iter().enumerate() {
            let (x, base, line) = (number(1.9 * font), number(y + (1.1 + 1.4 * n as f64) * font), escape(line));
            sheet.line(format_args!(r#"<text x="{x}" y="{base}">{line}</text>"#));
        }
        // The bar lies below all of its lines.
        let y = y + 1.4 * lines.len().saturating_sub(1) as f64 * font;
        let (top, thick, round) = (number(y + 1.75 * font), number(0.6 * font), number(0.3 * font));
        let fill = if share > 0.0 { (width * share).max(0.6 * font) } else { 0.0 };
        for (length, color) in [(width, paper.faint), (fill, color)].into_iter().filter(|(length, _)| *length > 0.0) {
            let length = number(length);
            sheet.line(format_args!(
                r#"<rect y="{top}" width="{length}" height="{thick}" rx="{round}" fill="{color}"/>"#
            ));
        }
        if let Some(mark) = mark {
            let (x, top, long, thick) =
                (number(width * mark), number(y + 1.6 * font), number(0.9 * font), number(0.14 * font));
            let ink = paper.text;
            sheet.line(format_args!(
                r#"<path class="mark" d="M{x} {top}v{long}" stroke="{ink}" stroke-width="{thick}" stroke-linecap="round"/>"#
            ));
        }
    }
}
