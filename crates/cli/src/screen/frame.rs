//! How one page of a tool is laid out: no terminal is needed for that.

#[cfg(test)]
mod tests;

use super::board;
use super::pen::Pen;
use gridhaunt_kernel::Scene;
use ratatui::text::Line;

/// All that one page of a tool shows.
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
    /// What the player is after.
    pub(crate) goal: String,
}

/// Lines that are kept for the log, if there are that many and the screen has eight times as many.
const LOG: usize = 4;
/// From how many lines on there is a blank one above and below the board.
const AIRY: usize = 20;

impl Frame {
    /// The lines of the page: at most `rows`, each of at most `columns`. The heading and the board stand at the top; the
    /// log, the prompt and the keys at the bottom. What is least needed goes first where there is too little room.
    pub(crate) fn lay_out(&self, (columns, rows): (usize, usize), pen: Pen) -> Vec<Line<'static>> {
        let mut left = rows;
        let mut take = |lines, keep| board::take(&mut left, lines, keep);
        let prompt = take(usize::from(!self.prompt.is_empty()), 0);
        let heading = take(usize::from(!self.heading.is_empty()), 1);
        let mut keys = pen.keys(&self.keys, columns);
        keys.truncate(take(keys.len().min((rows / 8).max(1)), 3));
        let air = take(if rows < AIRY { 0 } else { 2 }, 3);
        let log = take(self.log.len().min(LOG).min(rows / 8), 0);
        let boards = board::draw_all(&self.boards, columns, left, pen);

        let mut page = Vec::with_capacity(rows);
        page.extend(Some(pen.bold(&self.heading)).filter(|_| heading > 0));
        page.extend((0..air / 2).map(|_| Line::default()));
        // What the board leaves free is the log's.
        let log = self.log.len().min(log + left - boards.len());
        page.extend(boards);
        page.resize(rows - keys.len() - prompt - log, Line::default());
        page.extend(self.log[self.log.len() - log..].iter().map(|line| pen.plain(line)));
        page.extend(Some(pen.plain(&self.prompt)).filter(|_| prompt > 0));
        page.extend(keys);
        page
    }
}
