//! Who has how much from whom, as a table of colours.
//!
//! Blue is more than half and orange is less: people with any kind of colour blindness can tell these apart. Where cells
//! have room for it they also contain the number.
//!
//! ```
//! use gridhaunt_draw::chart::heat::{Heat, svg};
//!
//! let names = vec!["ada".into(), "bob".into()];
//! let cells = vec![None, Some(0.75), Some(0.25), None];
//! let (title, subtitle) = ("Cup".into(), "points in %".into());
//! let heat = Heat { title, subtitle, places: vec![1, 2], names, cells, dark: false };
//! assert!(svg(&heat).starts_with("<svg"));
//! ```

use super::panel::short_at;
use crate::raster;
use crate::svg::escape;
use crate::theme::{Paper, Rgb, Swatch};
use gridhaunt_kernel::scene::Tint;
use std::fmt::Write as _;

/// A square table of shares from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Heat {
    pub title: String,
    /// The line below the heading.
    pub subtitle: String,
    /// The numbers of the rows and of the columns; some may be equal.
    pub places: Vec<u32>,
    /// Of the rows, and of the columns in the same order.
    pub names: Vec<String>,
    /// Row by row, each as long as there are names; `None` where there is nothing to tell.
    pub cells: Vec<Option<f64>>,
    /// Whether it is drawn on a dark page.
    pub dark: bool,
}

const MARGIN: f64 = 24.0;
const HEAD: f64 = 92.0;
const GAP: f64 = 1.0;
/// The most letters of a name.
const LONGEST: usize = 28;

/// How large cells and letters are for so many names, and whether cells contain numbers.
struct Size {
    cell: f64,
    letters: f64,
    numbers: bool,
    /// Every how manieth column has its number.
    every: usize,
}

impl Size {
    const fn of(names: usize) -> Self {
        match names {
            0..=20 => Self { cell: 40.0, letters: 14.0, numbers: true, every: 1 },
            21..=50 => Self { cell: 28.0, letters: 11.0, numbers: true, every: 1 },
            _ => Self { cell: 14.0, letters: 10.0, numbers: false, every: 5 },
        }
    }
}

/// The table as SVG. The same table always gives the same text.
#[must_use]
pub fn svg(heat: &Heat) -> String {
    let (size, paper) = (Size::of(heat.names.len()), Paper::new(heat.dark));
    let names: Vec<String> = heat.names.iter().map(|name| short_at(name, LONGEST)).collect();
    let wide = |text: &str, size: f64| text.chars().count() as f64 * size * 0.58;
    let labels = names.iter().map(|name| wide(name, size.letters)).fold(40.0, f64::max) + 3.2 * size.letters;
    let (left, top) = (MARGIN + labels, HEAD + 24.0);
    let side = heat.names.len() as f64 * size.cell;
    let texts = wide(&heat.title, 20.0).max(wide(&heat.subtitle, 13.0) + 260.0);
    let (width, height) = ((left + side + MARGIN).max(texts + 2.0 * MARGIN).ceil(), (top + side + MARGIN).ceil());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Inter, sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        paper.page
    );
    // Writing to a string cannot fail.
    let mut line = |line: std::fmt::Arguments<'_>| {
        let _ = writeln!(out, "{line}");
    };
    let (text, muted) = (paper.text, paper.muted);
    let (title, subtitle) = (escape(&heat.title), escape(&heat.subtitle));
    line(format_args!(r#"<text x="{MARGIN}" y="40" font-size="20" font-weight="700" fill="{text}">{title}</text>"#));
    line(format_args!(r#"<text x="{MARGIN}" y="66" font-size="13" fill="{muted}">{subtitle}</text>"#));
    let key = width - MARGIN - 11.0 * 14.0 - 34.0;
    for step in 0..=10 {
        let (x, color) = (key + f64::from(step) * 14.0, shade(f64::from(step) / 10.0, heat.dark));
        line(format_args!(r#"<rect x="{x}" y="54" width="14" height="14" fill="{color}"/>"#));
    }
    line(format_args!(r#"<text x="{}" y="66" font-size="13" text-anchor="end" fill="{muted}">0</text>"#, key - 6.0));
    line(format_args!(r#"<text x="{}" y="66" font-size="13" fill="{muted}">100</text>"#, key + 160.0));
    for (n, name) in names.iter().enumerate() {
        let number = heat.places.get(n).copied().unwrap_or(n as u32 + 1);
        let middle = (n as f64 + 0.5) * size.cell;
        let (baseline, letters) = (top + middle + 0.36 * size.letters, size.letters);
        if (n + 1).is_multiple_of(size.every) {
            let (x, y) = (left + middle, top - 8.0);
            line(format_args!(
                r#"<text x="{x}" y="{y}" font-size="{letters}" text-anchor="middle" fill="{muted}">{number}</text>"#
            ));
        }
        let (x, edge, name) = (left - 8.0, MARGIN + 1.8 * letters, escape(name));
        line(format_args!(
            r#"<text x="{edge}" y="{baseline}" font-size="{letters}" text-anchor="end" fill="{muted}">{number}</text>"#
        ));
        line(format_args!(
            r#"<text x="{x}" y="{baseline}" font-size="{letters}" text-anchor="end" fill="{text}">{name}</text>"#
        ));
    }
    for (row, cells) in heat.cells.chunks(heat.names.len().max(1)).enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (left + column as f64 * size.cell, top + row as f64 * size.cell);
            let color = cell.map_or(paper.faint, |share| shade(share, heat.dark));
            let side = size.cell - GAP;
            line(format_args!(r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{color}"/>"#));
            if let (Some(share), true) = (cell, size.numbers) {
                let (x, y, ink) = (x + side / 2.0, y + side / 2.0 + 0.36 * size.letters, color.contrast());
                let (letters, percent) = (size.letters, 100.0 * share);
                line(format_args!(
                    r#"<text x="{x}" y="{y}" font-size="{letters}" text-anchor="middle" fill="{ink}">{percent:.0}</text>"#
                ));
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The table as a PNG file, two pixels for each of the SVG's.
#[must_use]
pub fn png(heat: &Heat) -> Vec<u8> {
    raster::png(&svg(heat), 2.0, Paper::new(heat.dark).page)
}

/// The colour of a share: the page at one half, the full colour at either end.
fn shade(share: f64, dark: bool) -> Rgb {
    let tint = if share < 0.5 { Tint::Orange } else { Tint::Azure };
    let (full, page) = (Swatch::of(tint).on(dark), Paper::new(dark).page);
    let strength = (2.0 * share - 1.0).abs().min(1.0);
    let mix = |full: u8, page: u8| (f64::from(page) + strength * (f64::from(full) - f64::from(page))).round() as u8;
    Rgb(mix(full.0, page.0), mix(full.1, page.1), mix(full.2, page.2))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn sample(names: usize, dark: bool) -> Heat {
        let cells = (0..names * names).map(|at| (at / names != at % names).then(|| (at * 37 % 21) as f64 / 20.0));
        Heat {
            title: "Autumn cup".into(),
            subtitle: "points in %".into(),
            places: (1..=names as u32).collect(),
            names: (0..names).map(|n| format!("bot-{n}")).collect(),
            cells: cells.collect(),
            dark,
        }
    }

    #[test]
    fn a_small_table_has_its_numbers_and_a_large_one_has_none() {
        let count = |names: usize| svg(&sample(names, false)).matches("<text").count();
        // Title, subtitle, two ends of the key, two names a row and one a column.
        assert_eq!(count(4), 4 + 3 * 4 + 4 * 3);
        assert_eq!(count(60), 4 + 2 * 60 + 60 / 5);
    }

    #[test]
    fn a_hundred_fit_on_a_screen() {
        let text = svg(&sample(100, true));
        let side = |name: &str| {
            let (_, rest) = text.split_once(&format!("{name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse::<f64>().unwrap()
        };
        assert!(side("width") < 1920.0 && side("height") < 1600.0, "{} × {}", side("width"), side("height"));
    }

    #[test]
    fn more_is_blue_and_less_is_orange_as_strong_on_either_side() {
        for dark in [false, true] {
            let page = Paper::new(dark).page;
            assert_eq!(shade(0.5, dark), page);
            assert_eq!(shade(1.0, dark), Swatch::of(Tint::Azure).on(dark));
            assert_eq!(shade(0.0, dark), Swatch::of(Tint::Orange).on(dark));
            let apart = |color: Rgb| i32::from(color.2) - i32::from(color.0);
            assert!(apart(shade(0.7, dark)) > apart(page) && apart(shade(0.3, dark)) < apart(page));
        }
    }

    #[test]
    fn names_are_text() {
        let mut heat = sample(2, false);
        heat.names[0] = "</text><script>\u{202e}\u{1b}".into();
        heat.title = "<b>".into();
        let text = svg(&heat);
        assert!(text.contains("&lt;/text&gt;&lt;script&gt;??") && text.contains("&lt;b&gt;"));
    }

    #[test]
    fn nobody_is_no_error() {
        assert!(svg(&sample(0, false)).ends_with("</svg>\n"));
        assert!(png(&sample(3, true)).starts_with(b"\x89PNG"));
    }
}
