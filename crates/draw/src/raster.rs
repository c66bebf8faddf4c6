//! Renders the SVG of this crate as pixels, with an included font: the same text gives the same pixels on every
//! machine.
//!
//! A document is read as a list of marks, each an outline in pixels with its colour. Any part of the page can be
//! painted separately, so large pictures are painted in bands, and in films only the parts that changed.

mod canvas;
mod element;
mod flat;
mod font;
mod letters;
mod outline;
mod paint;
mod plate;
mod style;
#[cfg(test)]
mod tests;

use crate::theme::Rgb;
pub(crate) use canvas::{Canvas, Patch};
use paint::paint;
pub(crate) use plate::Plate;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use rayon::prelude::*;
use std::io::Write;
use tiny_skia::{Color, IntRect, Pixmap};

/// The most pixels of a picture; a larger one is drawn smaller.
pub(crate) const MOST_PIXELS: f64 = (1_u64 << 29) as f64;
/// The pixels of a band, and of all bands that are painted at a time, so that a large picture takes little memory.
pub(crate) const BAND: u32 = 1 << 18;
const AT_A_TIME: u32 = 1 << 22;
/// Pixels around a part that are painted and dropped, because pixels at a cut are slightly different.
const EDGE: u32 = 2;

/// Draws an SVG text as PNG on a page of this colour, `zoom` pixels for each of its own.
pub(crate) fn png(svg: &str, zoom: f64, page: Rgb) -> Vec<u8> {
    let mut file = Vec::new();
    // The SVG was written by this crate, so it can be read; and writing to memory does not fail.
    if let Some(plate) = Plate::read(svg, zoom, MOST_PIXELS) {
        let _ = encode(&plate, page, &mut file);
    }
    file
}

/// Draws an SVG text as the pixels of its rows, three bytes each, with the number of columns and rows. It uses no other
/// threads: who draws in a forked process has none.
pub(crate) fn rgb(svg: &str, page: Rgb) -> ([u32; 2], Vec<u8>) {
    let Some(plate) = Plate::read(svg, 1.0, MOST_PIXELS) else { return ([0, 0], Vec::new()) };
    let (width, height) = plate.size();
    ([width, height], band(&plate, page, (width, height), 0))
}

fn encode(plate: &Plate, page: Rgb, file: &mut Vec<u8>) -> Result<(), EncodingError> {
    let (width, height) = plate.size();
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // Flat colours compress best without a filter, and nearly as well at a low level as at a high one.
    encoder.set_deflate_compression(DeflateCompression::Level(1));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let rows = (BAND / width).clamp(1, height);
    let tops: Vec<u32> = (0..height).step_by(rows as usize).collect();
    for tops in tops.chunks((AT_A_TIME / BAND) as usize) {
        let bands: Vec<Vec<u8>> =
            tops.par_iter().map(|&top| band(plate, page, (width, rows.min(height - top)), top)).collect();
        for band in bands {
            stream.write_all(&band)?;
        }
    }
    stream.finish()
}

/// A band of a picture, from the row `top` on, three bytes per pixel.
fn band(plate: &Plate, page: Rgb, (width, rows): (u32, u32), top: u32) -> Vec<u8> {
    let Some(band) = part(plate, page, [0, top as i32], [width, rows]) else { return Vec::new() };
    let mut bytes = vec![0; band.data().len() / 4 * 3];
    for (pixel, drawn) in bytes.chunks_exact_mut(3).zip(band.data().chunks_exact(4)) {
        pixel.copy_from_slice(&drawn[..3]);
    }
    bytes
}

/// Paints a part of a picture, given by its corner and its size.
fn part(plate: &Plate, page: Rgb, [left, top]: [i32; 2], [width, height]: [u32; 2]) -> Option<Pixmap> {
    let mut part = Pixmap::new(width + 2 * EDGE, height + 2 * EDGE)?;
    part.fill(Color::from_rgba8(page.0, page.1, page.2, u8::MAX));
    paint(&plate.marks, (left - EDGE as i32, top - EDGE as i32), &mut part);
    part.clone_rect(IntRect::from_xywh(EDGE as i32, EDGE as i32, width, height)?)
}
