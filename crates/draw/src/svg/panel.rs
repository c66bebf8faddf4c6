//! The panel beside the board: the name of the game, the standings, and the legend.

use super::detail::Detail;
use super::legend::Legend;
use super::shapes;
use super::sheet::{Sheet, escape, number};
use crate::columns::{width, width_of, wrap};
use crate::share::share;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Bar, Look, Row, Shape, Tint};

/// The width of a letter, in the size of its font; sans-serif fonts are narrower on average.
const LETTER: f64 = 0.6;
/// The sizes of the name of the game, of a word, of a note and of figures, in the size of the font.
const TITLE: f64 = 1.8;
const SMALL: f64 = 0.85;
const FIGURE: f64 = 1.15;
/// The average width of letters in a sentence, relative to those of a name.
const PROSE: f64 = 0.88;
/// The space between facts and what follows them.
const GROUP: f64 = 0.5;
/// The space after a row.
const SPACE: f64 = 0.8;
/// Where the words beside a sprite begin.
const ASIDE: f64 = 2.1;
/// The height of a line of small letters.
const LINE: f64 = 1.2;

/// The width of every panel, in the size of the font; it is constant so that nothing moves in a film.
const WIDTH: f64 = 16.0;

/// A crown, 18 units wide round the origin.
const CROWN: &str = "M-7 6L-9-4.5L-3.8-.5L0-7L3.8-.5L9-4.5L7 6Z";

pub(super) struct Panel<'a> {
    scene: &'a Scene,
    detail: Detail,
    font: f64,
    pub(super) width: f64,
    legend: Legend<'a>,
}

impl<'a> Panel<'a> {
    pub(super) fn new(scene: &'a Scene, detail: Detail, font: f64) -> Self {
        let width = WIDTH * font;
        Self { scene, detail, font, width, legend: Legend::new(scene.legend, detail, font, width) }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.scene.panel.is_empty()
    }

    pub(super) fn height(&self) -> f64 {
        let legend = self.legend.height();
        let gap = if legend > 0.0 { SPACE * self.font } else { 0.0 };
        if self.is_empty() { 0.0 } else { self.rows_end() - SPACE * self.font + gap + legend }
    }

    fn rows_end(&self) -> f64 {
        self.tops().last().map_or(0.0, |&(top, row)| top + self.height_of(row))
    }

    /// The contents as one sentence.
    pub(super) fn words(&self) -> String {
        let title = Some(self.scene.title.to_string()).filter(|title| !title.is_empty());
        title.into_iter().chain(self.scene.panel.iter().map(Row::to_string)).collect::<Vec<_>>().join(", ")
    }

    /// The shapes it uses.
    pub(super) fn shapes(&self) -> impl Iterator<Item = shapes::Outline> {
        let rows = self.scene.panel.iter();
        let bars = rows.filter_map(|row| if let Row::Bar(bar) = row { Some(bar.look) } else { None });
        let legend = self.legend.shapes().filter(|_| !self.is_empty());
        bars.map(|look| (look.shape, self.detail)).chain(legend)
    }

    /// The lines of a text whose letters are `size` times the font, in a panel that is `less` narrower.
    fn lines(&self, text: &str, size: f64, less: f64) -> Vec<String> {
        if text.is_empty() { Vec::new() } else { wrap(text, ((WIDTH - less) / (size * LETTER)) as usize) }
    }

    fn byline(&self) -> Vec<String> {
        let text = if self.detail == Detail::Square { "" } else { &self.scene.byline };
        self.lines(text, PROSE * SMALL, 0.0)
    }

    /// The height of the name of the game.
    fn head(&self) -> f64 {
        if self.scene.title.is_empty() {
            return 0.0;
        }
        let names = self.lines(self.scene.title, TITLE, 0.0).len() as f64;
        (1.15 * TITLE * names + LINE * self.byline().len() as f64 + 0.8) * self.font
    }

    /// The lines of the name over a bar, beside its sprite and its figures.
    fn names(&self, bar: &Bar) -> Vec<String> {
        // Room for the crown is always reserved, so that the line breaks of a name do not change.
        let crown = 1.4;
        let figures = if bar.figure.is_empty() { 0.0 } else { FIGURE * breadth(&bar.figure) + 0.5 };
        let less = (ASIDE + crown + figures).min(WIDTH - 4.0);
        let whole = self.lines(&bar.who(), 1.0, less);
        if whole.len() < 2 || bar.player.is_empty() {
            return whole;
        }
        // The player is written below the seat if both do not fit on one line.
        let (mut lines, player) = (self.lines(&bar.label, 1.0, less), self.lines(&bar.player, 1.0, ASIDE));
        lines.extend(player);
        lines
    }

    /// The rows with their upper edges. There is a gap between rows of different kinds.
    fn tops(&self) -> Vec<(f64, &'a Row)> {
        let (mut y, mut before) = (self.head(), None);
        let top = |row: &'a Row| {
            let fact = matches!(row, Row::Fact { .. });
            if before == Some(true) && !fact {
                y += GROUP * self.font;
            }
            before = Some(fact);
            y += self.height_of(row);
            (y - self.height_of(row), row)
        };
        self.scene.panel.iter().map(top).collect()
    }

    /// Whether a word and its value fit on one line.
    fn is_short(label: &str, value: &str) -> bool {
        LETTER * (SMALL * width(label) as f64 + width(value) as f64) + 1.0 <= WIDTH
    }

    fn height_of(&self, row: &Row) -> f64 {
        let lines = match row {
            Row::Fact { label, value } if Self::is_short(label, value) => 1.65 - SPACE,
            Row::Fact { value, .. } => 1.4 + 1.4 * self.lines(value, 1.0, 0.0).len() as f64 - 0.5 * SPACE,
            Row::Bar(bar) => {
                let notes = self.notes(bar).len() as f64;
                1.35 * self.names(bar).len().max(1) as f64 + 1.05 + LINE * notes + if notes > 0.0 { 0.2 } else { 0.0 }
            }
            Row::Note(text) => 1.4 * self.lines(text, 1.0, 0.0).len() as f64 - 0.5 * SPACE,
            Row::End { verdict, reason, .. } => {
                let lines = self.lines(verdict, FIGURE, END_ASIDE + 0.6).len() as f64;
                1.4 * lines + LINE * self.lines(reason, SMALL, END_ASIDE + 0.6).len() as f64 + 0.9
            }
        };
        (lines + SPACE) * self.font
    }

    fn notes(&self, bar: &Bar) -> Vec<String> {
        let text = if self.detail == Detail::Square { "" } else { &bar.note };
        self.lines(text, PROSE * SMALL, 0.0)
    }

    /// Draws it beside a board; the legend lies at the bottom of the page.
    pub(super) fn draw(&self, left: f64, bottom: f64, sheet: &mut Sheet) {
        if self.is_empty() {
            return;
        }
        let (left, size, text) = (number(left), number(self.font), sheet.paper.text);
        sheet.open(format_args!(
            r#"g class="panel" transform="translate({left} 0)" font-size="{size}" font-weight="600" fill="{text}""#
        ));
        self.title(sheet);
        for (y, row) in self.tops() {
            match row {
                Row::Fact { label, value } => self.fact(label, value, y, sheet),
                Row::Bar(bar) => self.bar(bar, y, sheet),
                Row::Note(text) => self.paragraph(text, y, sheet),
                Row::End { verdict, reason, look } => self.end((verdict, reason), *look, y, sheet),
            }
        }
        self.legend.draw(self.rows_end().max(bottom - self.legend.height()), sheet);
        sheet.close("g");
    }

    fn title(&self, sheet: &mut Sheet) {
        let (font, muted) = (self.font, sheet.paper.muted);
        let (names, size) = (self.lines(self.scene.title, TITLE, 0.0), number(TITLE * font));
        for (n, line) in names.iter().enumerate() {
            let (base, line) = (number((0.78 + 1.15 * n as f64) * TITLE * font), escape(line));
            sheet.line(format_args!(
                r#"<text class="title" y="{base}" font-size="{size}" font-weight="700">{line}</text>"#
            ));
        }
        if self.scene.title.is_empty() {
            return;
        }
        let (top, size) = (1.15 * TITLE * names.len() as f64, number(SMALL * font));
        for (n, line) in self.byline().iter().enumerate() {
            let (base, line) = (number((top + 0.75 + LINE * n as f64) * font), escape(line));
            sheet.line(format_args!(
                r#"<text y="{base}" font-size="{size}" font-weight="400" fill="{muted}">{line}</text>"#
            ));
        }
    }

    /// A word on the left and its value on the right, or below it if it is long.
    fn fact(&self, label: &str, value: &str, y: f64, sheet: &mut Sheet) {
        let (font, paper) = (self.font, sheet.paper);
        let (base, size, word) = (number(y + 1.05 * font), number(SMALL * font), escape(label));
        sheet.line(format_args!(
            r#"<text y="{base}" font-size="{size}" font-weight="400" fill="{}">{word}</text>"#,
            paper.muted
        ));
        if Self::is_short(label, value) {
            let (right, value) = (number(self.width), escape(value));
            sheet.line(format_args!(r#"<text x="{right}" y="{base}" text-anchor="end">{value}</text>"#));
        } else {
            self.paragraph(value, y + 1.3 * font, sheet);
        }
    }

    fn paragraph(&self, text: &str, y: f64, sheet: &mut Sheet) {
        for (n, line) in self.lines(text, 1.0, 0.0).iter().enumerate() {
            let (base, line) = (number(y + (1.05 + 1.4 * n as f64) * self.font), escape(line));
            sheet.line(format_args!(r#"<text y="{base}">{line}</text>"#));
        }
    }

    /// The standing of a seat: a sprite, a name, figures and a bar; the leader has a crown.
    fn bar(&self, bar: &Bar, y: f64, sheet: &mut Sheet) {
        let (font, wide, paper) = (self.font, self.width, sheet.paper);
        let (names, notes, color) = (self.names(bar), self.notes(bar), sheet.mark(bar.look));
        if bar.leads {
            let (left, top, round) = (number(-0.5 * font), number(y - 0.3 * font), number(0.5 * font));
            let high = number(self.height_of(&Row::Bar(bar.clone())) - (SPACE - 0.6) * font);
            let long = number(wide + font);
            sheet.line(format_args!(
                r#"<rect class="lead" x="{left}" y="{top}" width="{long}" height="{high}" rx="{round}" fill="{color}" fill-opacity=".14"/>"#
            ));
        }
        self.sprite(bar, y, sheet);
        for (n, line) in names.iter().enumerate() {
            let (x, base, line) = (number(ASIDE * font), number(y + (1.1 + 1.35 * n as f64) * font), escape(line));
            sheet.line(format_args!(r#"<text x="{x}" y="{base}">{line}</text>"#));
        }
        let (right, base, size) = (number(wide), number(y + 1.1 * font), number(FIGURE * font));
        if !bar.figure.is_empty() {
            let figure = escape(&bar.figure);
            sheet.line(format_args!(
                r#"<text x="{right}" y="{base}" font-size="{size}" font-weight="700" text-anchor="end">{figure}</text>"#
            ));
        }
        if bar.leads {
            let x = wide - (FIGURE * breadth(&bar.figure) + 0.95) * font;
            self.crown(x, y + 0.72 * font, sheet);
        }
        let y = y + 1.35 * names.len().max(1) as f64 * font;
        let (share, mark) = (share(bar.value, bar.of), bar.mark.map(|mark| share(mark, bar.of)));
        let (top, thick, round) = (number(y + 0.3 * font), number(0.6 * font), number(0.3 * font));
        let fill = if share > 0.0 { (wide * share).max(0.6 * font) } else { 0.0 };
        for (length, color) in [(wide, paper.faint), (fill, color)].into_iter().filter(|(length, _)| *length > 0.0) {
            let length = number(length);
            sheet.line(format_args!(
                r#"<rect y="{top}" width="{length}" height="{thick}" rx="{round}" fill="{color}"/>"#
            ));
        }
        if let Some(mark) = mark {
            let (x, top, long, thick) =
                (number(wide * mark), number(y + 0.15 * font), number(0.9 * font), number(0.14 * font));
            let ink = paper.text;
            sheet.line(format_args!(
                r#"<path class="mark" d="M{x} {top}v{long}" stroke="{ink}" stroke-width="{thick}" stroke-linecap="round"/>"#
            ));
        }
        let (size, muted) = (number(SMALL * font), paper.muted);
        for (n, line) in notes.iter().enumerate() {
            let (base, line) = (number(y + (1.95 + LINE * n as f64) * font), escape(line));
            sheet.line(format_args!(
                r#"<text y="{base}" font-size="{size}" font-weight="400" fill="{muted}">{line}</text>"#
            ));
        }
    }

    /// The sprite of a seat, as on the board.
    fn sprite(&self, bar: &Bar, y: f64, sheet: &mut Sheet) {
        // A hat is wider than its cell, and a badge fills its cell.
        let size = match bar.look.shape {
            Shape::Farmer => 0.044,
            _ => sheet.detail.pick(0.042, 0.054),
        };
        let (x, middle, zoom) = (number(0.8 * self.font), number(y + 0.75 * self.font), number(self.font * size));
        sheet.open(format_args!(r#"g transform="translate({x} {middle}) scale({zoom})""#));
        shapes::stamp(bar.look, bar.glyph, sheet);
        sheet.close("g");
    }

    fn crown(&self, x: f64, y: f64, sheet: &mut Sheet) {
        let (x, y, zoom, gold) = (number(x), number(y), number(0.06 * self.font), sheet.tint(Tint::Gold));
        sheet.line(format_args!(
            r#"<path class="crown" d="{CROWN}" transform="translate({x} {y}) scale({zoom})" fill="{gold}" stroke="{gold}" stroke-width="2" stroke-linejoin="round"/>"#
        ));
    }

    /// The result, in the colour of the winner.
    fn end(&self, (verdict, reason): (&str, &str), look: Option<&Look>, y: f64, sheet: &mut Sheet) {
        let (font, color) = (self.font, look.map_or(sheet.paper.muted, |look| sheet.mark(look)));
        let (ink, row) = (
            color.contrast(),
            self.height_of(&Row::End { verdict: verdict.to_string(), reason: reason.to_string(), look: None }),
        );
        let (left, top, round) = (number(-0.5 * font), number(y), number(0.5 * font));
        let (wide, high) = (number(self.width + font), number(row - SPACE * font));
        sheet.open(format_args!(r#"g class="end" fill="{ink}""#));
        sheet.line(format_args!(
            r#"<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="{round}" fill="{color}"/>"#
        ));
        let (lines, aside) =
            (self.lines(verdict, FIGURE, END_ASIDE + 0.6), if look.is_some() { END_ASIDE } else { 0.3 });
        if look.is_some() {
            let (x, middle, zoom) = (number(0.9 * font), number(y + 1.15 * font), number(0.075 * font));
            sheet.line(format_args!(
                r#"<path d="{CROWN}" transform="translate({x} {middle}) scale({zoom})" stroke="{ink}" stroke-width="2" stroke-linejoin="round"/>"#
            ));
        }
        let (x, size) = (number(aside * font), number(FIGURE * font));
        for (n, line) in lines.iter().enumerate() {
            let (base, line) = (number(y + (1.5 + 1.4 * n as f64) * font), escape(line));
            sheet.line(format_args!(r#"<text x="{x}" y="{base}" font-size="{size}" font-weight="700">{line}</text>"#));
        }
        let (y, size) = (y + 1.4 * lines.len() as f64 * font, number(SMALL * font));
        for (n, line) in self.lines(reason, SMALL, END_ASIDE + 0.6).iter().enumerate() {
            let (base, line) = (number(y + (1.2 + LINE * n as f64) * font), escape(line));
            sheet.line(format_args!(r#"<text x="{x}" y="{base}" font-size="{size}" font-weight="400">{line}</text>"#));
        }
        sheet.close("g");
    }
}

/// Where the words begin beside the crown of the winner.
const END_ASIDE: f64 = 2.1;

/// About how wide figures are in a bold font, in its size.
fn breadth(text: &str) -> f64 {
    let wide = |character: char| match character {
        ' ' | '.' | ',' | ':' | 'i' | 'j' | 'l' | 't' | 'f' | 'r' => 0.35,
        '%' | 'm' | 'w' | 'M' | 'W' => 0.95,
        _ => 0.65 * width_of(character) as f64,
    };
    text.chars().map(wide).sum()
}
