use super::*;
use crate::chart;
use crate::samples::dungeon::{crawl, dimmed, eye};
use crate::samples::farm::{garden, harvest};
use crate::samples::graph::{crowd, heard, m3, night};
use crate::samples::{hunt, letters, maze, race};
use crate::svg::{self, Options, Page};
use crate::theme::Paper;
use resvg::usvg::{self, Tree, fontdb};
use std::sync::{Arc, OnceLock};
use tiny_skia::Transform;

/// The same document, painted by others.
fn oracle(document: &str, zoom: f32, page: Rgb) -> Pixmap {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(gridhaunt_fonts::REGULAR.to_vec());
        fonts.load_font_data(gridhaunt_fonts::SEMIBOLD.to_vec());
        fonts.load_font_data(gridhaunt_fonts::BOLD.to_vec());
        fonts.set_sans_serif_family("Inter");
        Arc::new(fonts)
    };
    let reader = usvg::Options { fontdb: FONTS.get_or_init(load).clone(), ..usvg::Options::default() };
    let tree = Tree::from_str(document, &reader).unwrap();
    let [width, height] = [tree.size().width(), tree.size().height()].map(|side| (side * zoom).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).unwrap();
    pixels.fill(Color::from_rgba8(page.0, page.1, page.2, u8::MAX));
    resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut pixels.as_mut());
    pixels
}

/// The difference of two pictures: the mean difference per pixel, and the share of pixels that differ visibly.
fn apart(one: &Pixmap, other: &Pixmap) -> (f64, f64) {
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let far = |(one, other): (&[u8], &[u8])| one.iter().zip(other).map(|(one, other)| one.abs_diff(*other)).max();
    let far: Vec<u8> = one.data().chunks_exact(4).zip(other.data().chunks_exact(4)).filter_map(far).collect();
    let sum: f64 = far.iter().map(|far| f64::from(*far)).sum();
    (sum / far.len() as f64, far.iter().filter(|far| **far > 48).count() as f64 / far.len() as f64)
}

fn check(name: &str, document: &str, zoom: f32, page: Rgb) {
    let plate = Plate::read(document, f64::from(zoom), MOST_PIXELS).unwrap();
    let (width, height) = plate.size();
    let ours = part(&plate, page, [0, 0], [width, height]).unwrap();
    let (mean, told) = apart(&ours, &oracle(document, zoom, page));
    if std::env::var_os("SHOW_APART").is_some() {
        eprintln!("{name}: {mean:.4} shades, {told:.6} told apart");
    }
    // Small curves differ a bit: ours are drawn in finer lines.
    assert!(mean < 3.0 && told < 0.000_5, "{name}: {mean} shades a pixel, {told} of the pixels are told apart");
}

#[test]
fn pictures_are_as_others_paint_them() {
    let scenes = [
        ("race", race()),
        ("hunt", hunt()),
        ("letters", letters()),
        ("maze", maze(7, 5)),
        ("crawl", crawl()),
        ("eye", eye()),
        ("dimmed", dimmed()),
        ("harvest", harvest()),
        ("garden", garden()),
        ("m3", m3()),
        ("night", night()),
        ("heard", heard()),
        ("crowd", crowd(60)),
    ];
    for (name, scene) in &scenes {
        for (cell, dark) in [(4, false), (8, true), (15, false), (32, false), (32, true), (50, true)] {
            let document = svg::render(scene, &Options { cell, dark });
            check(&format!("{name} at {cell}"), &document, 1.0, Paper::new(dark).page);
        }
    }
}

#[test]
fn charts_are_as_others_paint_them() {
    let document = chart::svg(&chart::tests::sample());
    check("chart", &document, 2.0, Paper::new(false).page);
    for dark in [false, true] {
        let document = chart::heat::svg(&chart::heat::tests::sample(12, dark));
        check("heat", &document, 2.0, Paper::new(dark).page);
    }
}

#[test]
fn a_part_of_a_picture_is_as_in_the_whole() {
    for scene in [race(), harvest(), night(), crawl()] {
        let document = svg::render(&scene, &Options::default());
        let plate = Plate::read(&document, 1.0, MOST_PIXELS).unwrap();
        let (width, height) = plate.size();
        let page = Paper::new(false).page;
        let whole = part(&plate, page, [0, 0], [width, height]).unwrap();
        let (left, top, wide, high) = (width / 3, height / 4, width / 2, height / 2);
        let piece = part(&plate, page, [left as i32, top as i32], [wide, high]).unwrap();
        let row = |y: u32| {
            let start = 4 * ((top + y) * width + left) as usize;
            &whole.data()[start..start + 4 * wide as usize]
        };
        let rows = piece.data().chunks_exact(4 * wide as usize);
        let far = rows.enumerate().flat_map(|(y, line)| line.iter().zip(row(y as u32)).map(|(a, b)| a.abs_diff(*b)));
        let far: Vec<u8> = far.filter(|far| *far > 0).collect();
        let most = piece.data().len() / 200;
        assert!(far.len() <= most && far.iter().all(|far| *far <= 32), "{} differ", far.len());
    }
}

#[test]
fn one_document_after_another_is_as_if_it_were_the_first() {
    let (page, options) = (Paper::new(false).page, Options::default());
    let scenes = [race(), maze(5, 2), race(), harvest(), garden(), night(), crawl()];
    let size = scenes.iter().map(|scene| Page::of(scene, &options)).fold(Page::default(), Page::max);
    let size = (size.width.ceil() as u32, size.height.ceil() as u32);
    let read = |scene| Plate::read(&svg::render(scene, &options), 1.0, MOST_PIXELS).unwrap();
    let mut canvas = Canvas::new(&read(&scenes[0]), size, page);
    for scene in &scenes {
        let patch = canvas.show(&read(scene));
        assert!(patch.width * patch.height >= 1);
        let whole = Canvas::new(&read(scene), size, page).whole().pixels;
        let far = |(one, other): (&Option<Rgb>, &Option<Rgb>)| {
            let (Some(one), Some(other)) = (one, other) else { return 255 };
            one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)).max(one.2.abs_diff(other.2))
        };
        assert!(canvas.whole().pixels.iter().zip(&whole).map(far).max() <= Some(1));
        assert_eq!(canvas.show(&read(scene)).pixels, [None], "nothing changes twice");
    }
}

#[test]
fn what_is_no_document_is_no_picture() {
    for text in ["", "<svg>", "<svg width=\"3\" height=\"x\"></svg>", "<svg/>"] {
        assert!(Plate::read(text, 1.0, MOST_PIXELS).is_none() && png(text, 1.0, Rgb(0, 0, 0)).is_empty());
    }
}
