//! How the page of a match that a person plays is laid out.

use super::{Playing, Turn};
use crate::screen::board::{self, part, write};
use crate::screen::help;
use crate::screen::pen::Pen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// Lines that are kept for what has changed, if the screen has eight times as many.
const LOG: usize = 4;
/// From how many lines on there is a blank one above the board.
const AIRY: usize = 20;
/// Blank columns between offers.
const GAP: usize = 3;

const HELP: [(&str, &str); 9] = [
    ("arrows, h j k l", "go to the next cell that way; without cells, point"),
    ("y u b n", "the same aslant"),
    ("space", "stay, or do what leads nowhere; later: do not wait"),
    ("a key in the list", "do that"),
    ("tab, shift-tab", "point at the next or the last thing you may do"),
    ("enter", "do what is pointed at"),
    ("Ctrl-C", "leave at once"),
    ("?", "this help"),
    ("q", "leave; asks once more"),
];

impl Playing {
    /// Draws the page. What is least needed goes first where there is too little room.
    pub(crate) fn draw(&self, area: Rect, pen: Pen, page: &mut Buffer) {
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let mut left = rows;
        let mut take = |lines, keep| board::take(&mut left, lines, keep);
        let prompt = take(1, 0);
        let (offers, pointed) = self.offer_lines(columns, pen);
        let shown = take(offers.len().min((rows / 4).max(1)), 2);
        let heading = take(1, 3);
        let mut keys = pen.keys(&self.keys(), columns);
        keys.truncate(take(keys.len().min((rows / 10).max(1)), 5));
        let air = take(if rows < AIRY { 0 } else { 2 }, 3);
        let log = take(self.news.lines.len().min(LOG).min(rows / 8), 3);
        let mut scene = self.known.clone();
        self.offers.mark(&mut scene);
        let mut lines = board::draw(&scene, columns, left, pen);
        lines.truncate(left);

        write(&[pen.bold(&self.heading)], part(area, 0, heading), page);
        let mut y = heading + air / 2;
        write(&lines, part(area, y, left), page);
        // What the board leaves free is for what has changed.
        let log = self.news.lines.len().min(log + left - lines.len());
        y = rows - keys.len() - prompt - shown - air / 2 - log;
        write(&self.news_lines(log, pen), part(area, y, log), page);
        y += log + air / 2;
        write(&window(offers, shown, pointed), part(area, y, shown), page);
        y += shown;
        write(&[self.prompt(pen)], part(area, y, prompt), page);
        write(&keys, part(area, y + prompt, keys.len()), page);
        if self.help {
            help::draw("Keys", &HELP, pen, page);
        }
    }

    fn news_lines(&self, rows: usize, pen: Pen) -> Vec<Line<'static>> {
        let lines = &self.news.lines;
        let digits = self.reel.steps().to_string().len();
        let line = |(step, text): &(usize, String)| {
            let mut line = pen.muted(&format!("{step:>digits$} "));
            line.spans.extend(if *step == self.reel.steps() { pen.bold(text) } else { pen.plain(text) });
            line
        };
        lines[lines.len() - rows.min(lines.len())..].iter().map(line).collect()
    }

    /// What may be done, each with its key, in lines of so many columns; and the line with what is pointed at.
    fn offer_lines(&self, columns: usize, pen: Pen) -> (Vec<Line<'static>>, usize) {
        let (mut lines, mut row): (Vec<Line<'static>>, usize) = (Vec::new(), 0);
        for (n, (key, label)) in self.offers.list().enumerate() {
            let pointed = self.offers.cursor == Some(n);
            let key = key.map_or_else(String::new, |key| format!("{key} "));
            let mut word = pen.bold(&format!("{}{key}", if pointed { ">" } else { "" }));
            word.spans.extend(pen.plain(label));
            if pointed {
                word.spans.iter_mut().for_each(|span| span.style = span.style.add_modifier(Modifier::REVERSED));
            }
            match lines.last_mut().filter(|line| line.width() + GAP + word.width() <= columns) {
                Some(line) => {
                    line.push_span(Span::raw(" ".repeat(GAP)));
                    line.spans.extend(word);
                }
                None => lines.push(word),
            }
            if pointed {
                row = lines.len() - 1;
            }
        }
        (lines, row)
    }

    fn prompt(&self, pen: Pen) -> Line<'static> {
        if self.leaving {
            return pen.alarm("Leave the match? q again leaves it, any other key plays on");
        }
        let mut line = match self.turn {
            Turn::Mine => pen.bold(&self.offers.question().unwrap_or_else(|| "Your turn".into())),
            Turn::Theirs | Turn::From(_) if self.hurry => pen.plain("The others play"),
            Turn::Theirs | Turn::From(_) => pen.plain("The others play; space does not wait for them"),
        };
        if !self.answer.is_empty() {
            line.spans.extend(pen.plain(&format!(": {}", self.answer)));
        }
        line
    }

    fn keys(&self) -> Vec<(String, String)> {
        let steers = if self.offers.has_cells() { "go" } else { "point" };
        let keys = [("arrows", steers), ("space", "stay"), ("tab", "point"), ("enter", "do it"), ("?", "help")];
        let leave = ("q", if self.leaving { "again to leave" } else { "leave" });
        keys.into_iter().chain([leave]).map(|(key, does)| (key.to_string(), does.to_string())).collect()
    }
}

/// So many lines, with this one among them.
fn window(mut lines: Vec<Line<'static>>, rows: usize, with: usize) -> Vec<Line<'static>> {
    lines.drain(..(with + 1).saturating_sub(rows).min(lines.len()));
    lines.truncate(rows);
    lines
}
