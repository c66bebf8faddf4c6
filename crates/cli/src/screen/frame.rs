//! How one page of a screen is laid out: no terminal is needed for that.

#[cfg(test)]
mod tests;

use gridhaunt_draw::text::{Style, clean, crop, render, width};
use gridhaunt_draw::theme::TERMINAL_MUTED;
use gridhaunt_kernel::Scene;

/// All that one page of a screen shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The line above all else.
    pub(crate) heading: String,
    /// The board, and one beside it if there are two.
    pub(crate) boards: Vec<Scene>,
    /// What was said, the latest last.
    pub(crate) log: Vec<String>,
    /// What is asked, or how things stand.
    pub(crate) prompt: String,
    /// The keys that do something, and what they do.
    pub(crate) keys: Vec<(String, String)>,
}

/// Blank columns between two boards, and between keys.
const GAP: usize = 3;
/// Lines that are kept for the log, if there are that many and the screen has eight times as many.
const LOG: usize = 4;
/// From how many lines on there is a blank one above and below the board.
const AIRY: usize = 20;

const BOLD: &str = "\u{1b}[1m";

impl Frame {
    /// The lines of the page: at most `rows`, each of at most `columns`. The heading and the board stand at the top; the
    /// log, the prompt and the keys at the bottom. What is least needed goes first where there is too little room.
    pub(crate) fn lay_out(&self, (columns, rows): (usize, usize), style: Style) -> Vec<String> {
        let pen = Pen { style, columns };
        let mut left = rows;
        let mut take = |lines: usize, keep: usize| {
            let taken = lines.min(left.saturating_sub(keep));
            left -= taken;
            taken
        };
        let prompt = take(usize::from(!self.prompt.is_empty()), 0);
        let heading = take(usize::from(!self.heading.is_empty()), 1);
        let mut keys = pen.keys(&self.keys);
        keys.truncate(take(keys.len().min((rows / 8).max(1)), 3));
        let air = take(if rows < AIRY { 0 } else { 2 }, 3);
        let log = take(self.log.len().min(LOG).min(rows / 8), 0);
        let boards = pen.boards(&self.boards, left);

        let mut page = Vec::with_capacity(rows);
        page.extend(Some(pen.heading(&self.heading)).filter(|_| heading > 0));
        page.extend((0..air / 2).map(|_| String::new()));
        // What the board leaves free is the log's.
        let log = self.log.len().min(log + left - boards.len());
        page.extend(boards);
        page.resize(rows - keys.len() - prompt - log, String::new());
        page.extend(self.log[self.log.len() - log..].iter().map(|line| pen.line(line)));
        page.extend(Some(pen.line(&self.prompt)).filter(|_| prompt > 0));
        page.extend(keys);
        page
    }
}

/// How lines are written.
struct Pen {
    style: Style,
    columns: usize,
}

impl Pen {
    fn line(&self, text: &str) -> String {
        crop(&clean(text, self.style.charset), self.columns)
    }

    fn heading(&self, text: &str) -> String {
        self.painted(BOLD, &self.line(text))
    }

    fn painted(&self, paint: &str, text: &str) -> String {
        if self.style.color { format!("{paint}{text}\u{1b}[0m") } else { text.to_string() }
    }

    /// The keys in as few lines as they fit in.
    fn keys(&self, keys: &[(String, String)]) -> Vec<String> {
        let muted = format!("\u{1b}[38;5;{TERMINAL_MUTED}m");
        let mut lines: Vec<String> = Vec::new();
        for (key, does) in keys {
            let key = self.painted(BOLD, &clean(key, self.style.charset));
            let word = format!("{key} {}", self.painted(&muted, &clean(does, self.style.charset)));
            match lines.last_mut().filter(|line| width(line) + GAP + width(&word) <= self.columns) {
                Some(line) => *line = format!("{line}{:GAP$}{word}", ""),
                None => lines.push(word),
            }
        }
        lines.iter().map(|line| crop(line, self.columns)).collect()
    }

    /// The boards in at most `rows` lines: side by side if the second is as wide as it should be, else one below the
    /// other.
    fn boards(&self, boards: &[Scene], rows: usize) -> Vec<String> {
        let [first, second] = match boards {
            [] => return Vec::new(),
            [only] => return self.board(only, self.columns, Some(rows)),
            [first, second, ..] => [first, second],
        };
        let indent = widest(&self.board(first, self.columns, None)) + GAP;
        let rest = self.columns.saturating_sub(indent);
        if rest > 0 && widest(&self.drawn(second, rest, None)) <= rest {
            let (left, right) = (self.board(first, indent, Some(rows)), self.board(second, rest, Some(rows)));
            return beside(&left, &right, indent);
        }
        let mut lines = self.board(first, self.columns, Some(rows));
        let left = rows.saturating_sub(lines.len() + 1);
        if left > 0 {
            lines.push(String::new());
            lines.extend(self.board(second, self.columns, Some(left)));
        }
        lines
    }

    fn board(&self, scene: &Scene, columns: usize, rows: Option<usize>) -> Vec<String> {
        self.drawn(scene, columns, rows).iter().map(|line| crop(line, columns)).collect()
    }

    fn drawn(&self, scene: &Scene, columns: usize, rows: Option<usize>) -> Vec<String> {
        let style = Style { width: Some(columns), height: rows, ..self.style };
        render(scene, &style).lines().map(str::to_string).collect()
    }
}

fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| width(line)).max().unwrap_or(0)
}

fn beside(left: &[String], right: &[String], indent: usize) -> Vec<String> {
    let line = |row: usize| {
        let (left, right) = (left.get(row).map_or("", String::as_str), right.get(row).map_or("", String::as_str));
        if right.is_empty() {
            return left.to_string();
        }
        format!("{left}{:1$}{right}", "", indent - width(left))
    };
    (0..left.len().max(right.len())).map(line).collect()
}
