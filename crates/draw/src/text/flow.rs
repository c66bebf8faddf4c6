//! Words in groups, broken into lines.

use super::line::Line;
use crate::columns::width_of;
use anstyle::Style as Paint;

/// Words that belong together.
pub(super) type Group = Vec<Line>;

/// Blank columns between groups; within one there is one.
const GAP: usize = 2;

/// Writes groups after a head, with two blanks between them. Lines are at most `most` columns wide, and further lines
/// begin under the first group; a group is broken only if it does not fit on one line.
pub(super) fn flow(head: Line, groups: impl Iterator<Item = Group>, most: usize) -> Vec<Line> {
    let most = most.max(1);
    let indent = head.width().min(most / 3);
    let mut page = Page { lines: Vec::new(), line: Line::default(), indent, most, begun: false };
    page.word(head, 0);
    page.begun = false;
    for group in groups {
        let whole = group.iter().map(Line::width).sum::<usize>() + group.len().saturating_sub(1);
        if page.begun && page.line.width() + GAP + whole > most && indent + whole <= most {
            page.turn();
        }
        for (n, word) in group.into_iter().enumerate() {
            page.word(word, if n == 0 { GAP } else { 1 });
        }
    }
    page.lines.push(page.line);
    page.lines
}

/// The lines written so far.
struct Page {
    lines: Vec<Line>,
    line: Line,
    indent: usize,
    most: usize,
    /// Whether there is a word on the line.
    begun: bool,
}

impl Page {
    fn turn(&mut self) {
        let next = Line::of(&" ".repeat(self.indent), Paint::new());
        self.lines.push(std::mem::replace(&mut self.line, next));
        self.begun = false;
    }

    /// Writes a word, `gap` columns after the previous one; a word that is too long is broken.
    fn word(&mut self, word: Line, gap: usize) {
        let gap = if self.begun { gap } else { 0 };
        if self.line.width() + gap + word.width() > self.most && self.line.width() > self.indent {
            self.turn();
        } else {
            self.line.text(&" ".repeat(gap), Paint::new());
        }
        for (character, paint) in word.characters() {
            if self.line.width() + width_of(character) > self.most && self.line.width() > self.indent {
                self.turn();
            }
            let fits = self.line.width() + width_of(character) <= self.most;
            self.line.push(if fits { character } else { '?' }, paint);
        }
        self.begun = true;
    }
}
