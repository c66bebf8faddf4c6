//! Scenes as PNG: the picture of [`svg`], drawn with a font of our own.
//!
//! The same scene gives the same bytes, on every machine and at any time: the font comes along, and nothing else of
//! the machine is looked at.

#[cfg(test)]
mod tests;

use crate::svg;
pub use crate::svg::{Options, Page};
use crate::theme::Paper;
use gridhaunt_kernel::Scene;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Tree, fontdb};
use std::io::Write;
use std::sync::{Arc, OnceLock};

/// The most pixels of a picture; a larger one is drawn smaller.
const MOST_PIXELS: f64 = (1_u64 << 29) as f64;
/// The pixels that are drawn at a time, so that a large picture takes little memory.
const BAND: u32 = 1 << 22;

/// Draws a scene as a PNG file.
#[must_use]
pub fn render(scene: &Scene, options: &Options) -> Vec<u8> {
    render_on(Page::default(), scene, options)
}

/// Draws a scene on a page that is at least this large: all frames of a film can have one size.
#[must_use]
pub fn render_on(page: Page, scene: &Scene, options: &Options) -> Vec<u8> {
    let reader = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
    let mut file = Vec::new();
    // What is written above is read here, and writing to memory does not fail either.
    if let Ok(tree) = Tree::from_str(&svg::render_on(page, scene, options), &reader) {
        let _ = encode(&tree, options.dark, &mut file);
    }
    file
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../fonts/Inter-Regular.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/Inter-SemiBold.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/Inter-Bold.ttf").to_vec());
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

fn encode(tree: &Tree, dark: bool, file: &mut Vec<u8>) -> Result<(), EncodingError> {
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let zoom = (MOST_PIXELS / (width * height)).sqrt().min(1.0);
    let [width, height] = [width, height].map(|side| (side * zoom).ceil().max(1.0) as u32);
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let page = Paper::new(dark).page;
    let rows = (BAND / width).clamp(1, height);
    for top in (0..height).step_by(rows as usize) {
        let Some(mut band) = Pixmap::new(width, rows.min(height - top)) else { break };
        band.fill(Color::from_rgba8(page.0, page.1, page.2, u8::MAX));
        let place = Transform::from_scale(zoom as f32, zoom as f32).post_translate(0.0, -(top as f32));
        resvg::render(tree, place, &mut band.as_mut());
        let mut pixels = vec![0; band.data().len() / 4 * 3];
        for (pixel, drawn) in pixels.chunks_exact_mut(3).zip(band.data().chunks_exact(4)) {
            pixel.copy_from_slice(&drawn[..3]);
        }
        stream.write_all(&pixels)?;
    }
    stream.finish()
}
