//! Numbers with their intervals as a picture: a row of panels for every measure, a mark for every number. Tables of
//! shares are in [`heat`].
//!
//! ```
//! use gridhaunt_draw::chart::{Band, Chart, Emphasis, Mark, Panel, Scale, svg};
//!
//! let mark = Mark { label: "reach=3".into(), value: 0.4, low: 0.35, high: 0.45, text: "40 %".into(), emphasis: Emphasis::Plain };
//! let panel = Panel { scale: Scale::Percent, zero: false, marks: vec![mark] };
//! let band = Band { title: "escaped".into(), about: "share of games".into(), panels: vec![panel] };
//! let chart = Chart { title: "sight".into(), subtitle: "100 games".into(), note: String::new(), bands: vec![band], dark: false };
//! assert!(svg(&chart).starts_with("<svg"));
//! ```

pub mod heat;
mod panel;
mod sheet;

use crate::raster;
use crate::theme::Paper;
use panel::Frame;
use plotters::prelude::*;
use sheet::{Ink, Sheet};

/// A chart: texts, and rows of panels from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The heading.
    pub title: String,
    /// The line below the heading.
    pub subtitle: String,
    /// A note at the bottom, in small letters.
    pub note: String,
    /// From top to bottom.
    pub bands: Vec<Band>,
    /// Whether it is drawn on a dark page.
    pub dark: bool,
}

/// Panels side by side.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Band {
    pub title: String,
    /// What kind of number it is.
    pub about: String,
    /// From left to right.
    pub panels: Vec<Panel>,
}

/// Numbers over one axis, a row each.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// How numbers are written at the axis.
    pub scale: Scale,
    /// Whether 0 is on the axis and marked.
    pub zero: bool,
    /// From top to bottom.
    pub marks: Vec<Mark>,
}

/// How numbers are written at an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Scale {
    Plain,
    Percent,
}

/// A number with its interval.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Mark {
    /// The name of what was measured.
    pub label: String,
    pub value: f64,
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The number as text.
    pub text: String,
    /// The style of the mark.
    pub emphasis: Emphasis,
}

/// How important a mark is. The kinds differ in shape and lightness as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Emphasis {
    Plain,
    Strong,
    Weak,
}

/// The chart as SVG. The same chart always gives the same text.
#[must_use]
pub fn svg(chart: &Chart) -> String {
    let layout = Layout::new(chart);
    let mut text = String::new();
    // Writing to memory does not fail.
    let _ = draw(chart, &layout, &mut text);
    sheet::at_half_size(&text, layout.size)
}

/// The chart as a PNG file, two pixels for each of the SVG's.
#[must_use]
pub fn png(chart: &Chart) -> Vec<u8> {
    raster::png(&svg(chart), 2.0, Paper::new(chart.dark).page)
}

/// The positions of all parts, in half pixels.
struct Layout {
    size: (u32, u32),
    /// Left edge and columns of each panel of a band.
    frames: Vec<Frame>,
    /// Top edge of each band.
    tops: Vec<i32>,
}

const MARGIN: i32 = 48;
const HEAD: i32 = 176;
const BAND_HEAD: i32 = 64;
const BAND_GAP: i32 = 36;
const PANEL_GAP: i32 = 72;
const FOOT: i32 = 84;

impl Layout {
    fn new(chart: &Chart) -> Self {
        let count = chart.bands.iter().map(|band| band.panels.len()).max().unwrap_or(0);
        let mut left = MARGIN;
        let mut frames = Vec::with_capacity(count);
        for column in 0..count {
            let frame = Frame::new(left, chart.bands.iter().filter_map(|band| band.panels.get(column)));
            left = frame.right() + PANEL_GAP;
            frames.push(frame);
        }
        let mut tops = Vec::with_capacity(chart.bands.len());
        let mut top = HEAD;
        for band in &chart.bands {
            tops.push(top);
            let tallest = band.panels.iter().map(panel::height).max().unwrap_or(0);
            top += BAND_HEAD + tallest + BAND_GAP;
        }
        let texts = [(&chart.title, 40), (&chart.subtitle, 26), (&chart.note, 22)];
        let widest = texts.iter().map(|(text, size)| MARGIN * 2 + sheet::width(text, *size)).max().unwrap_or(0);
        Self { size: ((left - PANEL_GAP + MARGIN).max(widest) as u32, (top + FOOT) as u32), frames, tops }
    }
}

fn draw(chart: &Chart, layout: &Layout, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, layout.size).into_drawing_area();
    let sheet = Sheet::new(&root, chart.dark);
    root.fill(&sheet::rgb(sheet.paper.page))?;
    sheet.write(&chart.title, (MARGIN, 48), 40, Ink::Title)?;
    sheet.write(&chart.subtitle, (MARGIN, 104), 26, Ink::Muted)?;
    for (band, &top) in chart.bands.iter().zip(&layout.tops) {
        sheet.rule((MARGIN, layout.size.0 as i32 - MARGIN), top - BAND_GAP / 2)?;
        sheet.write(&band.title, (MARGIN, top + 8), 28, Ink::Title)?;
        sheet.write(&band.about, (MARGIN + sheet::width(&band.title, 28) + 28, top + 12), 24, Ink::Muted)?;
        for (panel, frame) in band.panels.iter().zip(&layout.frames) {
            panel::draw(&sheet, panel, frame, top + BAND_HEAD)?;
        }
    }
    sheet.write(&chart.note, (MARGIN, layout.size.1 as i32 - FOOT + 20), 22, Ink::Muted)?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;
