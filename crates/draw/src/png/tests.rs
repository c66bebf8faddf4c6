use super::*;
use crate::raster::BAND;
use crate::samples::dungeon::{crawl, eye, ground, vast};
use crate::samples::farm::harvest;
use crate::samples::graph::{self, night};
use crate::samples::{actor, at, bare, empty, hunt, letters, look, maze, nonsense, race};
use crate::theme::{Rgb, Swatch};
use gridhaunt_kernel::scene::{Flash, GraphBoard, Thing, Tile};

/// A picture read back.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

fn read(file: &[u8]) -> Picture {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (::png::ColorType::Rgb, ::png::BitDepth::Eight));
    let pixels = bytes.chunks_exact(3).map(|pixel| Rgb(pixel[0], pixel[1], pixel[2])).collect();
    Picture { width: info.width as usize, height: info.height as usize, pixels }
}

fn draw(scene: &Scene, cell: u32, dark: bool) -> Picture {
    read(&render(scene, &Options { cell, dark }))
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    [one.0.abs_diff(other.0), one.1.abs_diff(other.1), one.2.abs_diff(other.2)].map(u32::from).iter().sum()
}

impl Picture {
    /// The pixels that have a colour, or nearly.
    fn count(&self, color: Rgb) -> usize {
        self.pixels.iter().filter(|&&pixel| distance(pixel, color) < 60).count()
    }

    fn at(&self, x: usize, y: usize) -> Rgb {
        self.pixels[y * self.width + x]
    }
}

#[test]
fn the_same_scene_is_the_same_bytes() {
    for cell in [4, 8, 32] {
        let options = Options { cell, dark: false };
        assert_eq!(render(&hunt(), &options), render(&hunt(), &options));
    }
}

#[test]
fn nothing_but_the_picture_is_in_the_file() {
    let file = render(&race(), &Options::default());
    let mut chunks = Vec::new();
    let mut rest = &file[8..];
    while let Some((length, _)) = rest.split_first_chunk::<4>() {
        chunks.push(String::from_utf8_lossy(&rest[4..8]).to_string());
        rest = &rest[12 + u32::from_be_bytes(*length) as usize..];
    }
    chunks.dedup();
    assert_eq!(chunks, ["IHDR", "IDAT", "IEND"]);
}

#[test]
fn a_board_takes_its_cells_and_a_margin() {
    let mut scene = hunt();
    scene.panel.clear();
    for (cell, margin) in [(2, 8), (8, 8), (32, 16), (64, 24)] {
        let picture = draw(&scene, cell, false);
        let side = (50 * cell + 2 * margin) as usize;
        assert_eq!((picture.width, picture.height), (side, side));
    }
    assert!(draw(&hunt(), 8, false).width > 416 + 100, "the panel stands beside the board");
}

#[test]
fn the_frames_of_a_film_can_have_one_size() {
    let (options, mut long) = (Options { cell: 8, dark: false }, race());
    long.panel.extend(hunt().panel);
    let scenes = [race(), long, maze(3, 9)];
    let page = scenes.iter().map(|scene| Page::of(scene, &options)).fold(Page::default(), Page::max);
    let pictures = scenes.each_ref().map(|scene| read(&render_on(page, scene, &options)));
    assert!(pictures.iter().all(|picture| picture.width == page.width.ceil() as usize));
    assert!(pictures.iter().all(|picture| picture.height == page.height.ceil() as usize));
    assert_ne!(read(&render(&scenes[0], &options)).height, pictures[0].height);
}

/// The colour of a sample.
fn tint(name: &str, dark: bool) -> Rgb {
    Swatch::of(look(name).tint).on(dark)
}

#[test]
fn everyone_can_be_seen_at_every_size() {
    let one = |name: &str, cell, dark| {
        let mut board = empty(3, 3);
        let here = at(1, 1);
        match name {
            "sight" => board.tiles = vec![Tile { at: here, look: look("sight") }],
            "exit" => board.things = vec![Thing { at: here, look: look("exit") }],
            "cheese" => board.things = vec![Thing { at: here, look: look("cheese") }],
            "capture" => board.flashes = vec![Flash { at: here, look: look("capture") }],
            "escape" => board.flashes = vec![Flash { at: here, look: look("escape") }],
            "killer" => board.actors = vec![actor("killer", 'A', here)],
            "survivor" => board.actors = vec![actor("survivor", 'a', here)],
            "python" => board.actors = vec![actor("python", 'P', here)],
            _ => board.actors = vec![actor("rat", 'R', here)],
        }
        draw(&bare(board), cell, dark).count(tint(name, dark))
    };
    for dark in [false, true] {
        for cell in [2, 3, 6, 7, 8, 11, 15, 16, 24, 32, 64] {
            for name in ["sight", "exit", "cheese", "killer", "survivor", "python", "rat"] {
                let (seen, whole) = (one(name, cell, dark), (cell * cell) as usize);
                assert!(seen >= whole / 20, "{name} at {cell}: {seen} of {whole} pixels");
            }
        }
        for cell in [7, 8, 16, 32, 64] {
            for name in ["capture", "escape"] {
                assert!(one(name, cell, dark) > 0, "{name} at {cell}");
            }
        }
    }
}

#[test]
fn everyone_in_a_dungeon_can_be_seen_at_every_size() {
    let shown = |scene: &Scene, name: &str, cell, dark| draw(scene, cell, dark).count(tint(name, dark));
    for (cell, dark) in [4, 8, 12, 16, 32].into_iter().flat_map(|cell| [(cell, false), (cell, true)]) {
        let whole = (cell * cell) as usize;
        for name in ["wall", "floor", "hall", "door", "player-1", "player-2", "player-3", "player-4", "zombie"] {
            assert!(shown(&crawl(), name, cell, dark) >= whole / 8, "{name} at {cell}");
        }
        for name in ["aim", "key", "exit-locked", "spectre"] {
            assert!(shown(&eye(), name, cell, dark) >= whole / 20, "{name} at {cell}");
        }
        assert!(shown(&crawl(), "exit-open", cell, dark) >= whole / 8);
    }
}

#[test]
fn the_page_shows_where_there_is_no_dungeon() {
    for dark in [false, true] {
        let picture = draw(&bare(ground("##\n# ")), 32, dark);
        assert_eq!(picture.at(16 + 48, 16 + 48), Paper::new(dark).page);
        assert_ne!(picture.at(16 + 48, 16 + 8), Paper::new(dark).page);
    }
}

#[test]
fn the_largest_dungeon_is_drawn() {
    let picture = draw(&vast(), 4, false);
    assert!(picture.height == 256 * 4 + 16 && picture.count(tint("wall", false)) > 16 * 16 * 47 * 16);
}

#[test]
fn the_lines_between_cells_are_there_at_every_size() {
    for cell in 7..=64 {
        let picture = draw(&bare(empty(3, 1)), cell, true);
        let (floor, middle) = (Paper::new(true).floor, picture.height / 2);
        let row: Vec<Rgb> = (0..picture.width).map(|x| picture.at(x, middle)).collect();
        let cells = row.split(|&pixel| pixel != floor).filter(|run| !run.is_empty()).count();
        assert_eq!(cells, 3, "at {cell} pixels a cell");
    }
}

#[test]
fn every_letter_differs_at_eight_pixels() {
    let picture = draw(&letters(), 8, false);
    let badge = |x: usize, y: usize| -> Vec<Rgb> {
        let corner = (8 + 8 * x, 8 + 8 * y);
        (0..64).map(|pixel| picture.at(corner.0 + pixel % 8, corner.1 + pixel / 8)).collect()
    };
    let badges: Vec<_> = (0..2).flat_map(|y| (0..16).map(move |x| (x, y))).map(|(x, y)| badge(x, y)).collect();
    for (n, one) in badges.iter().enumerate() {
        let white = one.iter().filter(|pixel| pixel.0 > 200 && pixel.1 > 200).count();
        assert!(white >= 2, "letter {n} has {white} white pixels");
        for (m, other) in badges.iter().enumerate().skip(n + 1) {
            let differ: u32 = one.iter().zip(other).map(|(one, other)| distance(*one, *other)).sum();
            assert!(differ >= 400, "letters {n} and {m} differ by {differ} shades");
        }
    }
}

#[test]
fn everyone_on_a_graph_can_be_seen() {
    for dark in [false, true] {
        let picture = draw(&night(), 32, dark);
        let whole = picture.width * picture.height;
        for name in ["start", "plain", "goal", "checked", "sentinel"] {
            assert!(picture.count(tint(name, dark)) > whole / 5000, "{name}");
        }
        for name in ["ghost", "turncoat"] {
            assert!(picture.count(Swatch::of(look(name).mark()).on(dark)) > 100, "{name}");
        }
    }
}

#[test]
fn a_large_picture_drawn_in_bands_has_no_seams() {
    let mut board = empty(40, 40);
    board.tiles = (0..board.grid.cells()).map(|cell| Tile { at: board.grid.cell(cell), look: look("sight") }).collect();
    let picture = draw(&bare(board), 64, false);
    assert!(picture.width * picture.height > BAND as usize, "more than one band");
    let column: Vec<Rgb> = (0..picture.height).map(|y| picture.at(24 + 32, y)).collect();
    let tile = tint("sight", false);
    // Two pixels a line, and three of the border.
    assert_eq!(column.iter().filter(|&&pixel| pixel == tile).count(), 38 * 62 + 2 * 60);
}

#[test]
fn nothing_a_game_says_breaks_the_picture() {
    for cell in [0, 2, 8, 32, 64] {
        draw(&nonsense(), cell, true);
        draw(&maze(7, 5), cell, false);
    }
    draw(&bare(empty(65_535, 1)), 2, false);
    draw(&graph::nonsense(), 2, true);
    draw(&bare(GraphBoard::default()), 32, false);
}

#[test]
fn everyone_on_a_farm_can_be_seen_at_every_size() {
    for (cell, dark) in [2, 4, 7, 8, 12, 16, 20, 32].into_iter().flat_map(|cell| [(cell, false), (cell, true)]) {
        let (picture, whole) = (draw(&harvest(), cell, dark), (cell * cell) as usize);
        let shown = |name: &str| picture.count(tint(name, dark));
        for name in (0..4).flat_map(|seat| ["land", "home", "farmer"].map(|stem| format!("{stem}.{seat}"))) {
            assert!(shown(&name) >= whole / 4, "{name} at {cell}");
        }
        for name in ["trail.0", "trail.1", "trail.2", "weed", "thing.1", "thing.2", "thing.3", "thing.4", "thing.5"] {
            assert!(shown(name) >= whole / 4, "{name} at {cell}");
        }
    }
}
