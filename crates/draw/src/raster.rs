//! SVG of our own as PNG, drawn with a font of our own: the same text gives the same bytes on every machine.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Tree, fontdb};
use std::sync::{Arc, OnceLock};

/// The most pixels of a picture; a larger one is drawn smaller.
const MOST_PIXELS: f64 = (1_u64 << 26) as f64;

/// Draws an SVG text on white, `zoom` pixels for each of its own.
pub(crate) fn png(svg: &str, zoom: f64) -> Vec<u8> {
    let reader = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
    let mut file = Vec::new();
    // What is read here was written in this crate, and writing to memory does not fail either.
    if let Ok(tree) = Tree::from_str(svg, &reader) {
        let _ = encode(&tree, zoom, &mut file);
    }
    file
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../fonts/Inter-Regular.ttf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/Inter-Bold.ttf").to_vec());
        fonts.set_sans_serif_family("Inter");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

fn encode(tree: &Tree, zoom: f64, file: &mut Vec<u8>) -> Result<(), EncodingError> {
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let zoom = zoom.min((MOST_PIXELS / (width * height)).sqrt());
    let [width, height] = [width, height].map(|side| (side * zoom).ceil().max(1.0) as u32);
    let Some(mut picture) = Pixmap::new(width, height) else { return Ok(()) };
    picture.fill(Color::WHITE);
    resvg::render(tree, Transform::from_scale(zoom as f32, zoom as f32), &mut picture.as_mut());
    let pixels: Vec<u8> = picture.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.write_header()?.write_image_data(&pixels)
}
