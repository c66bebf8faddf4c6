//! SVG of our own as pixels, drawn with a font of our own: the same text gives the same pixels on every machine.

use crate::theme::Rgb;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Tree, fontdb};
use std::io::Write;
use std::sync::{Arc, OnceLock};

/// The most pixels of a picture; a larger one is drawn smaller.
const MOST_PIXELS: f64 = (1_u64 << 29) as f64;
/// The pixels that are drawn at a time, so that a large picture takes little memory.
pub(crate) const BAND: u32 = 1 << 22;

/// Draws an SVG text as PNG on a page of this colour, `zoom` pixels for each of its own.
pub(crate) fn png(svg: &str, zoom: f64, page: Rgb) -> Vec<u8> {
    let mut file = Vec::new();
    // What is read here was written in this crate, and writing to memory does not fail either.
    if let Some(tree) = read(svg) {
        let _ = encode(&tree, zoom, page, &mut file);
    }
    file
}

/// Draws an SVG text on a page of this colour, so many pixels wide and high, row by row.
pub(crate) fn pixels(svg: &str, (width, height): (u32, u32), page: Rgb) -> Vec<Rgb> {
    let drawn = read(svg).and_then(|tree| band(&tree, 1.0, page, (width, height), 0));
    match drawn {
        Some(drawn) => drawn.data().chunks_exact(4).map(|pixel| Rgb(pixel[0], pixel[1], pixel[2])).collect(),
        None => vec![page; width as usize * height as usize],
    }
}

fn read(svg: &str) -> Option<Tree> {
    let reader = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
    Tree::from_str(svg, &reader).ok()
}

/// So many columns and rows of a picture, from a row on.
fn band(tree: &Tree, zoom: f64, page: Rgb, (width, rows): (u32, u32), top: u32) -> Option<Pixmap> {
    let mut band = Pixmap::new(width, rows)?;
    band.fill(Color::from_rgba8(page.0, page.1, page.2, u8::MAX));
    let place = Transform::from_scale(zoom as f32, zoom as f32).post_translate(0.0, -(top as f32));
    resvg::render(tree, place, &mut band.as_mut());
    Some(band)
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../fonts/Inter-Regular.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/Inter-SemiBold.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/Inter-Bold.ttf").to_vec());
        fonts.set_sans_serif_family("Inter");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

fn encode(tree: &Tree, zoom: f64, page: Rgb, file: &mut Vec<u8>) -> Result<(), EncodingError> {
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let zoom = zoom.min((MOST_PIXELS / (width * height)).sqrt());
    let [width, height] = [width, height].map(|side| (side * zoom).ceil().max(1.0) as u32);
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    // Flat colours pack best as they are.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let rows = (BAND / width).clamp(1, height);
    for top in (0..height).step_by(rows as usize) {
        let Some(band) = band(tree, zoom, page, (width, rows.min(height - top)), top) else { break };
        let mut pixels = vec![0; band.data().len() / 4 * 3];
        for (pixel, drawn) in pixels.chunks_exact_mut(3).zip(band.data().chunks_exact(4)) {
            pixel.copy_from_slice(&drawn[..3]);
        }
        stream.write_all(&pixels)?;
    }
    stream.finish()
}
