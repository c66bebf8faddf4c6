//! One panel: an axis, and a row for every number.

use super::sheet::{Drawn, Ink, Sheet, points, rgb, width};
use super::{Emphasis, Mark, Panel, Scale};
use crate::theme::{Rgb, Swatch};
use gridhaunt_kernel::scene::Tint;
use plotters::coord::ranged1d::{BoldPoints, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use std::ops::Range;

const ROW: i32 = 44;
const AXIS: i32 = 44;
const PLOT: i32 = 560;
const LETTERS: i32 = 24;
const GAP: i32 = 24;
const TICKS: usize = 5;
/// The most letters of a label.
const LONGEST: usize = 48;

/// The columns of a panel: labels, plot, numbers.
pub(super) struct Frame {
    left: i32,
    labels: i32,
    texts: i32,
}

impl Frame {
    /// Wide enough for all panels that stand below each other.
    pub(super) fn new<'a>(left: i32, panels: impl Iterator<Item = &'a Panel> + Clone) -> Self {
        let marks = || panels.clone().flat_map(|panel| &panel.marks);
        Self {
            left,
            labels: marks().map(|mark| width(&short(&mark.label), LETTERS)).max().unwrap_or(0) + LETTERS / 2,
            texts: marks().map(|mark| width(&mark.text, LETTERS)).max().unwrap_or(0),
        }
    }

    fn plot(&self) -> (i32, i32) {
        let left = self.left + self.labels + GAP;
        (left, left + PLOT)
    }

    pub(super) fn right(&self) -> i32 {
        self.plot().1 + GAP + self.texts
    }
}

/// How tall a panel is with its axis.
pub(super) fn height(panel: &Panel) -> i32 {
    panel.marks.len() as i32 * ROW + AXIS
}

fn short(label: &str) -> String {
    short_at(label, LONGEST)
}

/// Shortens a label that is too long in the middle, because names differ at both ends.
pub(super) fn short_at(label: &str, longest: usize) -> String {
    let letters: Vec<char> = label.chars().collect();
    if letters.len() <= longest {
        return label.into();
    }
    let half = (longest - 1) / 2;
    let part = |letters: &[char]| letters.iter().collect::<String>();
    format!("{}…{}", part(&letters[..half]), part(&letters[letters.len() - half..]))
}

/// The range of the axis: all intervals, with a margin.
fn range(panel: &Panel) -> Range<f64> {
    let ends = panel.marks.iter().flat_map(|mark| [mark.low, mark.high, mark.value]).filter(|end| end.is_finite());
    let ends: Vec<f64> = ends.chain(panel.zero.then_some(0.0)).collect();
    let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return 0.0..1.0;
    }
    let room = match high - low {
        // All values are equal: the axis shows a small range around them.
        0.0 => (0.05 * high.abs()).max(if panel.scale == Scale::Percent { 0.01 } else { 0.5 }),
        span => 0.06 * span,
    };
    low - room..high + room
}

pub(super) fn draw(sheet: &Sheet<'_, '_>, panel: &Panel, frame: &Frame, top: i32) -> Drawn {
    let ((left, right), rows) = (frame.plot(), panel.marks.len() as i32);
    let range = range(panel);
    let area = sheet.area.clone().shrink((left, top), (PLOT, rows * ROW + AXIS));
    let mut chart =
        ChartBuilder::on(&area).x_label_area_size(AXIS).build_cartesian_2d(range.clone(), f64::from(rows)..0.0)?;
    let decimals = decimals(&range, panel.scale);
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(TICKS)
        .x_label_formatter(&|value| tick(*value, panel.scale, decimals))
        .light_line_style(TRANSPARENT)
        .bold_line_style(rgb(sheet.paper.faint).stroke_width(2))
        .axis_style(rgb(sheet.paper.muted).stroke_width(2))
        .x_label_style(("sans-serif", points(22)).into_font().color(&rgb(sheet.paper.muted)))
        .draw()?;
    if panel.zero {
        chart.draw_series([PathElement::new(
            [(0.0, 0.0), (0.0, f64::from(rows))],
            rgb(sheet.paper.wall).stroke_width(3),
        )])?;
    }
    for (row, mark) in panel.marks.iter().enumerate() {
        let y = top + row as i32 * ROW + ROW / 2;
        let at = |value: f64| chart.backend_coord(&(value.clamp(range.start, range.end), 0.0)).0;
        if [mark.low, mark.value, mark.high].iter().all(|value| value.is_finite()) {
            draw_mark(sheet, mark, y, [at(mark.low), at(mark.value), at(mark.high)])?;
        }
        sheet.beside(&short(&mark.label), (left - GAP, y), LETTERS, Ink::Text, HPos::Right)?;
        let ink = if mark.emphasis == Emphasis::Weak { Ink::Muted } else { Ink::Text };
        sheet.beside(&mark.text, (right + GAP, y), LETTERS, ink, HPos::Left)?;
    }
    Ok(())
}

fn draw_mark(sheet: &Sheet<'_, '_>, mark: &Mark, y: i32, [low, value, high]: [i32; 3]) -> Drawn {
    let color = rgb(match mark.emphasis {
        Emphasis::Plain => Swatch::of(Tint::Azure).on(sheet.dark),
        Emphasis::Strong => Swatch::of(Tint::Orange).on(sheet.dark),
        Emphasis::Weak => Rgb(0x8a, 0x91, 0x9c),
    });
    let line = color.stroke_width(4);
    sheet.area.draw(&PathElement::new([(low, y), (high, y)], line))?;
    for end in [low, high] {
        sheet.area.draw(&PathElement::new([(end, y - 8), (end, y + 8)], line))?;
    }
    let inside = if mark.emphasis == Emphasis::Weak { rgb(sheet.paper.page) } else { color };
    sheet.area.draw(&Circle::new((value, y), 9, inside.filled()))?;
    sheet.area.draw(&Circle::new((value, y), 9, line))?;
    Ok(())
}

/// How many decimals write all ticks of an axis.
fn decimals(range: &Range<f64>, scale: Scale) -> usize {
    let ticks = RangedCoordf64::from(range.clone()).key_points(BoldPoints(TICKS));
    let factor = if scale == Scale::Percent { 100.0 } else { 1.0 };
    let slack = 1e-3 * factor * (range.end - range.start);
    let written = |decimals: &usize| {
        let unit = 10f64.powi(*decimals as i32);
        ticks.iter().map(|tick| tick * factor).all(|tick| ((tick * unit).round() / unit - tick).abs() <= slack)
    };
    (0..9).find(written).unwrap_or(9)
}

fn tick(value: f64, scale: Scale, decimals: usize) -> String {
    let (value, sign) = if scale == Scale::Percent { (100.0 * value, " %") } else { (value, "") };
    let text = format!("{value:.decimals$}");
    // Ticks are sums of steps, so 0 may become slightly negative.
    let zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    format!("{}{sign}", if zero { "0" } else { &text })
}
