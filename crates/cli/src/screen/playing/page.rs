//! The layout of the page on which a person plays a match.

use super::{Offers, Playing, Turn};
use crate::screen::board::{self, Drawn, part, write};
use crate::screen::help;
use crate::screen::paper::{Line, Paper, Rect, Span};
use crate::screen::pen::Pen;
use gridhaunt_draw::text::wrap;

/// Lines reserved for the news, if the screen has eight times as many.
const LOG: usize = 4;
/// From how many lines on there is a blank line above the board.
const AIRY: usize = 20;
/// The largest number of news that is shown.
const NEWS: usize = 40;
/// Blank columns between offers.
const GAP: usize = 3;

/// The names of the keys that move or select, in the help; [`HELP`] has the other keys.
const ARROWS: &str = "arrows, numpad";
const HELP: [(&str, &str); 9] = [
    ("space, 5", "stay, or what leads nowhere; while others play: do not wait"),
    ("a letter", "do what it stands for in the list"),
    ("tab, shift-tab", "point at the next thing in the list, the one before"),
    ("enter", "do what is pointed at"),
    ("backspace", "point at nothing"),
    ("shift with arrows", "move a board that is larger than the window"),
    ("Ctrl-C", "leave at once"),
    ("?", "this help"),
    ("q", "leave; asks once more"),
];

impl Playing {
    /// Draws the page. If there is too little room, the least important parts are left out first.
    pub(crate) fn draw(&mut self, area: Rect, pen: Pen, page: &mut Paper) {
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let mut left = rows;
        let mut take = |lines, keep| board::take(&mut left, lines, keep);
        let prompt = take(1, 0);
        let (offers, pointed) = self.offer_lines(columns, pen);
        let shown = take(offers.len().min((rows / 4).max(1)), 2);
        let heading = take(1, 3);
        let goal = wrap(self.goal, columns.max(1));
        let goal = &goal[..take(goal.len().min(rows / 10), 6)];
        let mut keys = pen.keys(&self.keys(), columns);
        keys.truncate(take(keys.len().min((rows / 10).max(1)), 5));
        let air = take(if rows < AIRY { 0 } else { 2 }, 3);
        let news = self.news_lines(columns, pen);
        let log = take(news.len().min(LOG).min(rows / 8), 3);
        let mut scene = self.known.clone();
        self.offers.mark(&mut scene);
        board::follow(&mut scene);
        let Drawn { mut lines, pan } = board::draw(&scene, columns, left, self.pan, pen);
        self.pan = pan.unwrap_or_default();
        lines.truncate(left);

        write(&[pen.bold(&self.heading)], part(area, 0, heading), page);
        let goal: Vec<Line> = goal.iter().map(|line| pen.plain(line)).collect();
        write(&goal, part(area, heading, goal.len()), page);
        let mut y = heading + goal.len() + air / 2;
        write(&lines, part(area, y, left), page);
        // The news get the lines that the board does not need.
        let log = news.len().min(log + left - lines.len());
        y = rows - keys.len() - prompt - shown - air / 2 - log;
        write(&news[news.len() - log..], part(area, y, log), page);
        y += log + air / 2;
        write(&window(offers, shown, pointed), part(area, y, shown), page);
        y += shown;
        write(&[self.prompt(pen)], part(area, y, prompt), page);
        write(&keys, part(area, y + prompt, keys.len()), page);
        if let Some(from) = &mut self.help {
            let arrows = [(ARROWS, steering(&self.offers, true))];
            let keys: Vec<(&str, &str)> = arrows.into_iter().chain(HELP).collect();
            help::draw(&help::Sheet { goal: self.goal, scene: &self.known, keys: &keys }, from, pen, page);
        }
    }

    /// The lines of the latest news, as many as a page can need.
    fn news_lines(&self, columns: usize, pen: Pen) -> Vec<Line> {
        let digits = self.game.steps().to_string().len();
        let line = |(step, text): &(usize, String)| {
            let parts = wrap(text, columns.saturating_sub(digits + 1).max(1));
            let (now, step) = (*step == self.game.steps(), step.to_string());
            let line = move |(n, part): (usize, String)| {
                let number = if n == 0 { step.as_str() } else { "" };
                let mut line = pen.muted(&format!("{number:>digits$} "));
                line.spans.extend(if now { pen.bold(&part) } else { pen.plain(&part) });
                line
            };
            parts.into_iter().enumerate().map(line).collect::<Vec<_>>()
        };
        self.news[self.news.len().saturating_sub(NEWS)..].iter().flat_map(line).collect()
    }

    /// The offers with their keys, in lines of so many columns; and the index of the line with the selected one.
    fn offer_lines(&self, columns: usize, pen: Pen) -> (Vec<Line>, usize) {
        let (mut lines, mut row): (Vec<Line>, usize) = (Vec::new(), 0);
        for (n, (key, label, cost)) in self.offers.list().enumerate() {
            let pointed = self.offers.cursor == Some(n);
            let key = key.map_or_else(String::new, |key| format!("{key} "));
            let mut word = pen.bold(&format!("{}{key}", if pointed { ">" } else { "" }));
            word.spans.extend(pen.plain(label));
            if let Some(cost) = cost {
                word.spans.extend(pen.muted(&format!(" ({cost})")));
            }
            if pointed {
                word.spans.iter_mut().for_each(|span| span.paint = span.paint.invert());
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

    fn prompt(&self, pen: Pen) -> Line {
        if self.leaving {
            return pen.alarm("Leave the match? q again leaves it, any other key plays on");
        }
        let mut line = match self.turn {
            Turn::Mine => pen.bold(&self.offers.question().unwrap_or_else(|| "Your turn".into())),
            Turn::Over => return pen.alarm(&format!("The match is over: {}", self.result)),
            Turn::Theirs | Turn::From(_) if self.hurry => pen.plain("The others play"),
            Turn::Theirs | Turn::From(_) => pen.plain("The others play; space does not wait for them"),
        };
        if !self.answer.is_empty() {
            line.spans.extend(pen.plain(&format!(": {}", self.answer)));
        }
        line
    }

    fn keys(&self) -> Vec<(String, String)> {
        let rest = self.offers.rest_label().unwrap_or("stay");
        let playing =
            [("arrows", steering(&self.offers, false)), ("space", rest), ("tab", "point"), ("enter", "do it")];
        let over = [("enter", "look back through the whole match")];
        let keys = if self.turn == Turn::Over { &over[..] } else { &playing[..] };
        let leave = ("q", if self.leaving { "again to leave" } else { "leave" });
        keys.iter()
            .copied()
            .chain([("?", "help"), leave])
            .map(|(key, does)| (key.to_string(), does.to_string()))
            .collect()
    }
}

/// The effect of arrows, in a word or in a sentence.
const fn steering(offers: &Offers, long: bool) -> &'static str {
    match (offers.aims(), offers.has_cells(), long) {
        (true, _, false) => "aim",
        (true, _, true) => "aim at a cell; enter goes there",
        (false, true, false) => "go",
        (false, true, true) => "go to the next cell that way",
        (false, false, false) => "point",
        (false, false, true) => "point at something in the list",
    }
}

/// A window of `rows` lines that contains the line `with`.
fn window(mut lines: Vec<Line>, rows: usize, with: usize) -> Vec<Line> {
    lines.drain(..(with + 1).saturating_sub(rows).min(lines.len()));
    lines.truncate(rows);
    lines
}
