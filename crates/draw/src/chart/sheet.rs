//! Text and lines for all parts of a chart.
//!
//! The crate `plotters` uses whole coordinates, so a chart is drawn at twice its size and shown at half of that.

use crate::theme::Paper;
use gridhaunt_kernel::shown::steers;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Title,
    Text,
    Muted,
}

pub(super) struct Sheet<'a, 'b> {
    pub(super) area: &'a Area<'b>,
    pub(super) paper: Paper,
    pub(super) dark: bool,
}

impl<'a, 'b> Sheet<'a, 'b> {
    pub(super) fn new(area: &'a Area<'b>, dark: bool) -> Self {
        Self { area, paper: Paper::new(dark), dark }
    }

    /// Writes from a left edge and a top.
    pub(super) fn write(&self, text: &str, at: (i32, i32), size: i32, ink: Ink) -> Drawn {
        self.place(text, at, size, ink, Pos::new(HPos::Left, VPos::Top))
    }

    /// Writes beside a row: to the left of a point or to the right of it.
    pub(super) fn beside(&self, text: &str, at: (i32, i32), size: i32, ink: Ink, side: HPos) -> Drawn {
        self.place(text, at, size, ink, Pos::new(side, VPos::Center))
    }

    fn place(&self, text: &str, at: (i32, i32), size: i32, ink: Ink, pos: Pos) -> Drawn {
        let (style, color) = match ink {
            Ink::Title => (FontStyle::Bold, self.paper.text),
            Ink::Text => (FontStyle::Normal, self.paper.text),
            Ink::Muted => (FontStyle::Normal, self.paper.muted),
        };
        let color = rgb(color);
        let style = TextStyle::from(("sans-serif", points(size), style)).color(&color).pos(pos);
        // XML forbids control characters, and names may have any.
        let text: String = text.chars().map(|letter| if steers(letter) { '?' } else { letter }).collect();
        self.area.draw_text(&text, &style, at)?;
        Ok(())
    }

    /// A faint line across.
    pub(super) fn rule(&self, (left, right): (i32, i32), y: i32) -> Drawn {
        self.area.draw(&PathElement::new([(left, y), (right, y)], rgb(self.paper.faint).stroke_width(2)))?;
        Ok(())
    }
}

pub(super) const fn rgb(color: crate::theme::Rgb) -> RGBColor {
    RGBColor(color.0, color.1, color.2)
}

/// The font size to pass to `plotters`, which writes SVG text smaller by this factor.
pub(super) fn points(size: i32) -> f64 {
    f64::from(size) * 1.24
}

/// The approximate width of a text; the fonts of readers differ.
pub(super) fn width(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 29 / 50
}

/// The same drawing, shown at half its size.
pub(super) fn at_half_size(svg: &str, (width, height): (u32, u32)) -> String {
    let whole = format!("width=\"{width}\" height=\"{height}\"");
    let half = format!("width=\"{}\" height=\"{}\"", width.div_ceil(2), height.div_ceil(2));
    svg.replacen(&whole, &half, 1)
}
