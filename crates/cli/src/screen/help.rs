//! A sheet over the page that says what the keys do.

use super::board::{widest, write};
use super::pen::Pen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Lays the sheet over the middle of the page.
pub(crate) fn draw(title: &str, keys: &[(&str, &str)], pen: Pen, page: &mut Buffer) {
    let column = keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let row = |&(key, does): &(&str, &str)| {
        let mut line = pen.bold(&format!(" {key:column$}  "));
        line.spans.extend(pen.plain(does));
        line.push_span(Span::raw(" "));
        line
    };
    let rows: Vec<Line<'static>> = keys.iter().map(row).collect();
    let inside = widest(&rows).max(title.len() + 2);
    let [side, level] = [pen.pick("|", "│"), pen.pick("-", "─")];
    let head = format!(" {title} ");
    let edge = |left: &str, word: &str, right: &str| {
        Line::raw(format!("{left}{word}{}{right}", level.repeat(inside.saturating_sub(word.chars().count()))))
    };
    let mut sheet = vec![edge(pen.pick("+", "┌"), &head, pen.pick("+", "┐"))];
    for mut row in rows {
        row.push_span(Span::raw(" ".repeat(inside - row.width())));
        row.spans.insert(0, Span::raw(side));
        row.push_span(Span::raw(side));
        sheet.push(row);
    }
    sheet.push(edge(pen.pick("+", "└"), "", pen.pick("+", "┘")));
    let area = page.area;
    let (width, height) = (area.width.min(inside as u16 + 2), area.height.min(sheet.len() as u16));
    let middle = Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    for place in middle.positions() {
        page[place].reset();
    }
    write(&sheet, middle, page);
}
