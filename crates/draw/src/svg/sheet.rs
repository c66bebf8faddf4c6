//! The SVG document that is being written.

use super::detail::Detail;
use crate::theme::{Paper, Rgb, Swatch};
use gridhaunt_kernel::scene::{Look, Tint};
use gridhaunt_kernel::shown::steers;
use std::fmt::{self, Write as _};

pub(super) struct Sheet {
    text: String,
    depth: usize,
    dark: bool,
    pub(super) paper: Paper,
    pub(super) detail: Detail,
    /// The side of a pixel in the units of the picture.
    pub(super) pixel: f64,
}

impl Sheet {
    pub(super) fn new(dark: bool, detail: Detail, pixel: f64) -> Self {
        Self { text: String::new(), depth: 0, dark, paper: Paper::new(dark), detail, pixel }
    }

    pub(super) fn tint(&self, tint: Tint) -> Rgb {
        Swatch::of(tint).on(self.dark)
    }

    pub(super) fn color(&self, look: &Look) -> Rgb {
        self.tint(look.tint)
    }

    /// The colour of a look for marks; a stronger one if its own colour is pale.
    pub(super) fn mark(&self, look: &Look) -> Rgb {
        self.tint(look.mark())
    }

    pub(super) fn line(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:1$}{line}", "", self.depth);
    }

    /// Begins an element, given with its attributes.
    pub(super) fn open(&mut self, element: fmt::Arguments<'_>) {
        self.line(format_args!("<{element}>"));
        self.depth += 1;
    }

    pub(super) fn close(&mut self, element: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(format_args!("</{element}>"));
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A number with at most two decimals.
pub(super) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Adding 0 turns -0 into 0.
    format!("{}", rounded + 0.0)
}

/// Escapes a text for XML, without the characters that XML forbids; control characters are replaced by visible signs.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if steers(character) => out.push('?'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_two_decimals() {
        assert_eq!([1.0, 0.125, -0.001, 1.0 / 3.0, 16.5].map(number), ["1", "0.13", "0", "0.33", "16.5"]);
    }

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escape("<a b=\"c\">'&\u{1b}\u{0}\u{202e}"), "&lt;a b=&quot;c&quot;&gt;&#39;&amp;???");
    }
}
