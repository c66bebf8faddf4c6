//! The layout of one page of a tool; no terminal is needed to compute it.

#[cfg(test)]
mod tests;

use super::board;
use super::paper::Line;
use super::pen::Pen;
use gridhaunt_kernel::Scene;

/// The contents of one page of a tool.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The first line of the page.
    pub(crate) heading: String,
    /// One board, or two beside each other.
    pub(crate) boards: Vec<Scene>,
    /// The lines of the log, the latest last.
    pub(crate) log: Vec<String>,
    /// The question, or the current status.
    pub(crate) prompt: String,
    /// The active keys and their effects.
    pub(crate) keys: Vec<(String, String)>,
    /// The goal of the player.
    pub(crate) goal: String,
}

/// Lines reserved for the log, if it has that many and the screen has eight times as many.
const LOG: usize = 4;
/// From how many lines on there is a blank line above and below the board.
const AIRY: usize = 20;

impl Frame {
    /// The lines of the page: at most `rows`, each of at most `columns`. The heading and the board are at the top; the
    /// log, the prompt and the keys at the bottom. If there is too little room, the least important parts are left out
    /// first.
    pub(crate) fn lay_out(&self, (columns, rows): (usize, usize), pen: Pen) -> Vec<Line> {
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
        // The log gets the lines that the board does not need.
        let log = self.log.len().min(log + left - boards.len());
        page.extend(boards);
        page.resize(rows - keys.len() - prompt - log, Line::default());
        page.extend(self.log[self.log.len() - log..].iter().map(|line| pen.plain(line)));
        page.extend(Some(pen.plain(&self.prompt)).filter(|_| prompt > 0));
        page.extend(keys);
        page
    }
}
