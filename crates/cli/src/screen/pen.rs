//! Text styles of a page: with colours or without, in Unicode or ASCII.

use super::paper::{Line, Span};
use anstyle::{Ansi256Color, Style as Paint};
use gridhaunt_draw::text::{Charset, Style, clean};
use gridhaunt_draw::theme::TERMINAL_MUTED;

/// The style of less important texts.
pub(crate) const MUTED: Paint = in_color(TERMINAL_MUTED);

/// The style of texts in one of the 256 colours of terminals.
pub(crate) const fn in_color(color: u8) -> Paint {
    Paint::new().fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(color))))
}

/// Blank columns between keys.
const GAP: usize = 3;

/// The style of texts and boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) style: Style,
}

impl Pen {
    /// A text; characters that the charset does not have are replaced.
    pub(crate) fn plain(self, text: &str) -> Line {
        Line::raw(clean(text, self.style.charset))
    }

    pub(crate) fn bold(self, text: &str) -> Line {
        Line::from(self.span(text, Paint::new().bold()))
    }

    /// A less important text.
    pub(crate) fn muted(self, text: &str) -> Line {
        Line::from(self.span(text, MUTED))
    }

    /// A text in the style of a warning.
    pub(crate) fn alarm(self, text: &str) -> Line {
        Line::from(self.span(text, Paint::new().bold().invert()))
    }

    /// A text in a given style; without colours only its other attributes, such as bold, are used.
    pub(crate) fn span(self, text: &str, paint: Paint) -> Span {
        let paint = if self.style.color { paint } else { paint.fg_color(None).bg_color(None) };
        Span::styled(clean(text, self.style.charset), paint)
    }

    /// The first sign for ASCII, the second for Unicode.
    pub(crate) const fn pick(self, ascii: &'static str, unicode: &'static str) -> &'static str {
        match self.style.charset {
            Charset::Ascii => ascii,
            Charset::Unicode => unicode,
        }
    }

    /// The keys and their effects, in as few lines of so many columns as possible.
    pub(crate) fn keys(self, keys: &[(String, String)], columns: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (key, does) in keys {
            let mut word = self.bold(key);
            word.push_span(Span::raw(" "));
            word.spans.extend(self.muted(does));
            match lines.last_mut().filter(|line| line.width() + GAP + word.width() <= columns) {
                Some(line) => {
                    line.push_span(Span::raw(" ".repeat(GAP)));
                    line.spans.extend(word);
                }
                None => lines.push(word),
            }
        }
        lines
    }
}
