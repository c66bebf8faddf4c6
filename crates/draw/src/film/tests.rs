use super::*;
use crate::png;
use crate::samples::farm::{garden, harvest};
use crate::samples::graph::night;
use crate::samples::race;
use gridhaunt_kernel::scene::{Board, Row};
use std::collections::HashSet;
use std::io::Cursor;

/// A film as one sees it: each frame in full, with how long it stays.
struct Seen {
    width: usize,
    height: usize,
    frames: Vec<(Vec<Rgb>, u16)>,
    /// How many pixels each frame holds in the file.
    held: Vec<usize>,
}

fn see(file: &[u8]) -> Seen {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(file)).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![Rgb(0, 0, 0); width * height];
    let (mut frames, mut held) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, wide] = [frame.left, frame.top, frame.width].map(usize::from);
        for (n, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            canvas[(top + n / wide) * width + left + n % wide] = Rgb(pixel[0], pixel[1], pixel[2]);
        }
        assert_eq!(frame.dispose, ::gif::DisposalMethod::Keep);
        frames.push((canvas.clone(), frame.delay));
        held.push(wide * usize::from(frame.height));
    }
    Seen { width, height, frames, held }
}

fn shoot(scenes: &[Scene], options: Options, pace: Pace) -> Vec<u8> {
    let page = scenes.iter().map(|scene| Page::of(scene, &options)).fold(Page::default(), Page::max);
    let mut film = Film::new(Vec::new(), page, options, pace).unwrap();
    scenes.iter().for_each(|scene| film.push(scene.clone()).unwrap());
    film.finish().unwrap()
}

/// The picture of a scene as PNG has it.
fn still(scenes: &[Scene], scene: &Scene, options: &Options) -> Vec<Rgb> {
    let page = scenes.iter().map(|scene| Page::of(scene, options)).fold(Page::default(), Page::max);
    let file = png::render_on(page, scene, options);
    let mut reader = ::png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes.chunks_exact(3).map(|pixel| Rgb(pixel[0], pixel[1], pixel[2])).collect()
}

/// A farmer walks to the right; the last frame has a longer panel.
fn walk(steps: usize) -> Vec<Scene> {
    let mut scenes = vec![garden(); steps];
    for (step, scene) in scenes.iter_mut().enumerate() {
        if let Board::Grid(board) = &mut scene.board {
            board.actors[0].at.x = (step % 9) as u16;
            // Few enough shades for a palette.
            board.flashes.clear();
        }
    }
    scenes[steps - 1].panel.extend(race().panel.into_iter().filter(|row| matches!(row, Row::Fact { .. })));
    scenes
}

#[test]
fn every_frame_is_the_picture_of_its_scene() {
    for dark in [false, true] {
        let (options, scenes) = (Options { cell: 8, dark }, walk(30));
        let seen = see(&shoot(&scenes, options, Pace::default()));
        assert_eq!((seen.frames.len(), seen.frames[0].0.len()), (30, seen.width * seen.height));
        for (n, (frame, _)) in seen.frames.iter().enumerate() {
            assert!(*frame == still(&scenes, &scenes[n], &options), "frame {n}");
        }
    }
}

#[test]
fn only_what_changed_is_in_the_file() {
    let scenes = walk(4);
    let seen = see(&shoot(&scenes, Options { cell: 32, dark: false }, Pace::default()));
    let whole = seen.width * seen.height;
    assert_eq!(seen.held[0], whole);
    assert!(seen.held[1] < whole / 10, "{:?}", seen.held);
    let still = vec![harvest(); 20];
    let (one, twenty) =
        (shoot(&still[..1], Options::default(), Pace::default()), shoot(&still, Options::default(), Pace::default()));
    assert!(twenty.len() < one.len() + 20 * 40, "{} and {}", one.len(), twenty.len());
    assert_eq!(see(&twenty).held[1..], [1; 19]);
}

#[test]
fn a_picture_of_very_many_colours_is_still_nearly_right() {
    let (options, scenes) = (Options { cell: 32, dark: false }, [race(), night()]);
    let seen = see(&shoot(&scenes, options, Pace::default()));
    let exact = still(&scenes, &scenes[1], &options);
    assert!(exact.iter().collect::<HashSet<_>>().len() > 256);
    let far = |one: Rgb, other: Rgb| one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)).max(one.2.abs_diff(other.2));
    let worst = seen.frames[1].0.iter().zip(&exact).map(|(&one, &other)| far(one, other)).max();
    assert!(worst <= Some(24), "{worst:?}");
}

#[test]
fn frames_stay_as_long_as_they_should() {
    let holds = |fps, rest, frames| -> Vec<u16> {
        let scenes = vec![garden(); frames];
        let file = shoot(&scenes, Options { cell: 2, dark: false }, Pace { fps, rest });
        see(&file).frames.iter().map(|(_, hold)| *hold).collect()
    };
    assert_eq!(holds(10.0, 2.0, 3), [10, 10, 200]);
    assert_eq!(holds(30.0, 0.0, 6), [3, 4, 3, 3, 4, 3], "a second has thirty frames");
    assert_eq!(holds(0.1, 2.0, 2), [1000, 1000]);
    assert_eq!(holds(1e9, 0.0, 1), [2], "no faster than players can");
    assert_eq!(holds(f64::NAN, 1.0, 2), [10, 100]);
}

#[test]
fn the_same_scenes_are_the_same_bytes() {
    let film = || shoot(&walk(25), Options { cell: 16, dark: false }, Pace::default());
    assert_eq!(film(), film());
}

#[test]
fn a_film_that_is_too_large_is_refused() {
    let begin = |width, height| Film::new(Vec::new(), Page { width, height }, Options::default(), Pace::default());
    assert!(begin(4096.0, 2048.0).is_ok());
    let told = |film: Result<Film<Vec<u8>>, FilmError>| film.err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(
        told(begin(4096.0, 2049.0)),
        "frames of 4096 x 2049 pixels are too large for a film, 8388608 pixels are the most"
    );
    assert!(told(begin(70_000.0, 1.0)).starts_with("frames of 70000 x 1 pixels"));
    assert!(begin(f64::INFINITY, 1.0).is_err());
}

/// A disk that is full after so many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told() {
    let (options, page) = (Options { cell: 8, dark: false }, Page { width: 300.0, height: 70.0 });
    for room in [0, 10, 40, 400] {
        let film = Film::new(Full(room), page, options, Pace::default()).and_then(|mut film| {
            film.push(garden())?;
            Ok(film.finish()?)
        });
        let told = film.err().map(|error| error.to_string());
        assert_eq!(told.as_deref(), Some("no storage space"), "{room}");
    }
}
