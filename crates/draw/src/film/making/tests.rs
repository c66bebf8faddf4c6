use super::*;
use crate::png;
use crate::samples::farm::{garden, harvest};
use crate::samples::graph::night;
use crate::samples::race;
use crate::theme::Rgb;
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

impl Seen {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, frames: Vec::new(), held: Vec::new() }
    }

    /// Lays a frame over the one before, four bytes a pixel.
    fn add(&mut self, [left, top, wide, high]: [usize; 4], bytes: &[u8], hold: u16) {
        let blank = vec![Rgb(0, 0, 0); self.width * self.height];
        let mut canvas = self.frames.last().map_or(blank, |(canvas, _)| canvas.clone());
        for (n, pixel) in bytes.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            canvas[(top + n / wide) * self.width + left + n % wide] = Rgb(pixel[0], pixel[1], pixel[2]);
        }
        self.frames.push((canvas, hold));
        self.held.push(wide * high);
    }
}

fn see(file: &[u8]) -> Seen {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(file)).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let mut seen = Seen::new(decoder.width().into(), decoder.height().into());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, ::gif::DisposalMethod::Keep);
        seen.add([frame.left, frame.top, frame.width, frame.height].map(usize::from), &frame.buffer, frame.delay);
    }
    seen
}

fn see_apng(file: &[u8]) -> Seen {
    let mut reader = ::png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let info = reader.info();
    let animation = info.animation_control.unwrap();
    assert_eq!((animation.num_plays, info.color_type), (0, ::png::ColorType::Rgba));
    let mut seen = Seen::new(info.width as usize, info.height as usize);
    for _ in 0..animation.num_frames {
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let used = reader.next_frame(&mut bytes).unwrap().buffer_size();
        let frame = *reader.info().frame_control().unwrap();
        assert_eq!((frame.dispose_op, frame.blend_op), (::png::DisposeOp::None, ::png::BlendOp::Over));
        assert_eq!(frame.delay_den, 100);
        let area = [frame.x_offset, frame.y_offset, frame.width, frame.height].map(|side| side as usize);
        seen.add(area, &bytes[..used], frame.delay_num);
    }
    seen
}

fn shoot(format: Format, scenes: &[Scene], options: Options, pace: Pace) -> Vec<u8> {
    let page = scenes.iter().map(|scene| Page::of(scene, &options)).fold(Page::default(), Page::max);
    let mut film = Film::new(Vec::new(), format, page, options, pace).unwrap();
    scenes.iter().for_each(|scene| film.push(scene.clone()).unwrap());
    film.finish().unwrap()
}

/// A film without frames between scenes.
const STEPS: Pace = Pace { fps: 10.0, rest: 2.0, tween: 1 };

/// The picture of a scene as PNG has it.
fn still(scenes: &[Scene], scene: &Scene, options: &Options) -> Vec<Rgb> {
    let page = scenes.iter().map(|scene| Page::of(scene, options)).fold(Page::default(), Page::max);
    read(&png::render_on(page, scene, options))
}

fn read(file: &[u8]) -> Vec<Rgb> {
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
        let gif = see(&shoot(Format::Gif, &scenes, options, STEPS));
        let apng = see_apng(&shoot(Format::Apng, &scenes, options, STEPS));
        assert_eq!((gif.frames.len(), gif.frames[0].0.len()), (30, gif.width * gif.height));
        assert_eq!((apng.frames.len(), apng.width, apng.height), (30, gif.width, gif.height));
        for n in 0..30 {
            let still = still(&scenes, &scenes[n], &options);
            assert!(gif.frames[n].0 == still, "frame {n} of the GIF");
            assert!(apng.frames[n] == (still, if n < 29 { 10 } else { 200 }), "frame {n} of the APNG");
        }
    }
}

#[test]
fn between_two_scenes_those_who_act_move() {
    let (options, scenes) = (Options { cell: 32, dark: false }, walk(20));
    let film = see_apng(&shoot(Format::Apng, &scenes, options, Pace::default()));
    let page = Page { width: film.width as f64, height: film.height as f64 };
    let moment = |n: usize, share: f64| {
        let document = svg::render_moment(page, &scenes[n], &scenes[n + 1], share, &options);
        let bytes = crate::raster::png(&document, 1.0, Paper::new(false).page);
        read(&bytes)
    };
    // Who jumps back to the left does not glide, but his trail grows all the same.
    assert_eq!(film.frames.len(), 19 * 5 + 1);
    for n in 0..19 {
        assert!(film.frames[5 * n].0 == still(&scenes, &scenes[n], &options), "scene {n}");
        for frame in 1..5 {
            assert!(film.frames[5 * n + frame].0 == moment(n, frame as f64 / 5.0), "{frame} frames after scene {n}");
        }
    }
    let holds: Vec<u16> = film.frames.iter().map(|(_, hold)| *hold).collect();
    assert_eq!((&holds[..5], holds[95]), (&[5, 3, 3, 3, 3][..], 200));
}

#[test]
fn where_nobody_moves_there_is_nothing_between() {
    let still = vec![harvest(); 3];
    assert_eq!(see(&shoot(Format::Gif, &still, Options::default(), Pace::default())).frames.len(), 3);
}

#[test]
fn only_what_changed_is_in_the_file() {
    let scenes = walk(4);
    for tween in [1, 5] {
        let pace = Pace { tween, ..STEPS };
        let seen = see(&shoot(Format::Gif, &scenes, Options { cell: 32, dark: false }, pace));
        let whole = seen.width * seen.height;
        assert_eq!(seen.held[0], whole);
        assert!(seen.held[1] < whole / 10, "{:?}", seen.held);
    }
    for (format, most) in [(Format::Gif, 40), (Format::Apng, 100)] {
        let film = |count| shoot(format, &vec![harvest(); count], Options::default(), Pace::default());
        let (one, twenty) = (film(1), film(20));
        assert!(twenty.len() < one.len() + 20 * most, "{} and {}", one.len(), twenty.len());
    }
    let twenty = shoot(Format::Gif, &vec![harvest(); 20], Options::default(), Pace::default());
    assert_eq!(see(&twenty).held[1..], [1; 19]);
}

#[test]
fn a_picture_of_very_many_colours_is_still_nearly_right() {
    let (options, scenes) = (Options { cell: 32, dark: false }, [race(), night()]);
    let seen = see(&shoot(Format::Gif, &scenes, options, STEPS));
    let exact = still(&scenes, &scenes[1], &options);
    assert!(exact.iter().collect::<HashSet<_>>().len() > 256);
    let far = |one: Rgb, other: Rgb| one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)).max(one.2.abs_diff(other.2));
    let worst = seen.frames[1].0.iter().zip(&exact).map(|(&one, &other)| far(one, other)).max();
    assert!(worst <= Some(32), "{worst:?}");
    let seen = see_apng(&shoot(Format::Apng, &scenes, options, STEPS));
    let worst = seen.frames[1].0.iter().zip(&exact).map(|(&one, &other)| far(one, other)).max();
    assert!(worst <= Some(32), "an APNG has every colour, but what is cut may be painted a bit differently: {worst:?}");
}

#[test]
fn frames_stay_as_long_as_they_should() {
    let holds = |fps, rest, frames| -> Vec<u16> {
        let scenes = vec![garden(); frames];
        let file = shoot(Format::Gif, &scenes, Options { cell: 2, dark: false }, Pace { fps, rest, tween: 1 });
        see(&file).frames.iter().map(|(_, hold)| *hold).collect()
    };
    assert_eq!(holds(10.0, 2.0, 3), [10, 10, 200]);
    assert_eq!(holds(30.0, 0.0, 6), [3, 4, 3, 3, 4, 3], "a second has thirty frames");
    assert_eq!(holds(0.1, 2.0, 2), [1000, 1000]);
    assert_eq!(holds(1e9, 0.0, 1), [2], "no faster than players can");
    assert_eq!(holds(f64::NAN, 1.0, 2), [17, 100]);
}

#[test]
fn the_same_scenes_are_the_same_bytes_on_any_number_of_cores() {
    let film = |format, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| shoot(format, &walk(60), Options { cell: 16, dark: false }, Pace::default()))
    };
    for format in [Format::Gif, Format::Apng] {
        assert!(film(format, 1) == film(format, 3));
    }
}

#[test]
fn a_film_that_is_too_large_is_refused() {
    let begin =
        |width, height| Film::new(Vec::new(), Format::Gif, Page { width, height }, Options::default(), Pace::default());
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
    for (format, room) in [0, 10, 40, 400].into_iter().flat_map(|room| [(Format::Gif, room), (Format::Apng, room)]) {
        let film = Film::new(Full(room), format, page, options, Pace::default()).and_then(|mut film| {
            film.push(garden())?;
            Ok(film.finish()?)
        });
        let told = film.err().map(|error| error.to_string());
        assert_eq!(told.as_deref(), Some("no storage space"), "{room}");
    }
}
