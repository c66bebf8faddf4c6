//! Films of matches, as people make them.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Output};

fn gridhaunt(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridhaunt")).current_dir(folder).args(args).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder with a short match of PyRat, and how many steps it has.
fn folder() -> (tempfile::TempDir, usize) {
    let folder = tempfile::tempdir().unwrap();
    gridhaunt(folder.path(), &["play", "pyrat", "greedy", "random", "-s", "1", "-c", "preset=tiny", "-o", "m.jsonl"]);
    let steps = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap().lines().count() - 2;
    (folder, steps)
}

/// A decoded film: its width, its last picture, and how long each frame is shown.
struct Film {
    width: usize,
    last: Vec<[u8; 3]>,
    holds: Vec<u16>,
}

fn see(path: &Path) -> Film {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(File::open(path).unwrap()).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let (mut last, mut holds) = (vec![[0; 3]; width * height], Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, wide] = [frame.left, frame.top, frame.width].map(usize::from);
        for (n, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            last[(top + n / wide) * width + left + n % wide] = [pixel[0], pixel[1], pixel[2]];
        }
        holds.push(frame.delay);
    }
    Film { width, last, holds }
}

/// The pixels of a picture, and how wide it is.
fn look_at(path: &Path) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    (reader.info().width as usize, bytes.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

#[test]
fn a_film_has_every_frame_and_ends_with_the_picture_of_the_last() {
    let (folder, steps) = folder();
    let path = |name: &str| folder.path().join(name);
    let convert = |out: &str, more: &[&str]| {
        let output = gridhaunt(folder.path(), &[&["replay", "convert", "m.jsonl", "-o", out], more].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{out}");
    };
    let steps_only = ["--cell", "8", "--tween", "1", "--fps", "10"];
    convert("m.gif", &steps_only);
    convert("M.GIF", &steps_only);
    assert_eq!(std::fs::read(path("m.gif")).unwrap(), std::fs::read(path("M.GIF")).unwrap());
    convert("frames/", &["--cell", "8"]);
    let film = see(&path("m.gif"));
    assert_eq!(film.holds, [vec![10; steps], vec![200]].concat());
    let last = format!("frames/frame-{steps:03}.png");
    let (width, picture) = look_at(&path(&last));
    assert_eq!((film.width, film.last.len()), (width, picture.len()));
    // A picture with more colours than the palette has is nearly right.
    let far = |one: &[u8; 3], other: &[u8; 3]| one.iter().zip(other).map(|(one, other)| one.abs_diff(*other)).max();
    let worst = film.last.iter().zip(&picture).map(|(one, other)| far(one, other)).max();
    assert!(worst <= Some(Some(8)), "{worst:?}");

    convert("smooth.gif", &["--cell", "8"]);
    let smooth = see(&path("smooth.gif"));
    assert!(smooth.holds.len() > 3 * steps, "{} frames for {steps} steps", smooth.holds.len());
    let (moving, rest) = smooth.holds.split_at(smooth.holds.len() - 1);
    let lasts: u32 = moving.iter().map(|hold| u32::from(*hold)).sum();
    assert_eq!((lasts, rest), ((100.0 * steps as f64 / 6.0).round() as u32, &[200][..]), "six steps a second");
    let worst = smooth.last.iter().zip(&picture).map(|(one, other)| far(one, other)).max();
    assert!(worst <= Some(Some(8)), "it ends with the same picture: {worst:?}");

    convert("m.apng", &["--cell", "8", "--tween", "1"]);
    let decoder = png::Decoder::new(std::io::BufReader::new(File::open(path("m.apng")).unwrap()));
    let frames = decoder.read_info().unwrap().info().animation_control.unwrap().num_frames;
    assert_eq!(frames as usize, steps + 1);

    convert("large.png", &["--scale", "2"]);
    convert("exact.png", &["--cell", "64"]);
    assert_eq!(std::fs::read(path("large.png")).unwrap(), std::fs::read(path("exact.png")).unwrap());

    convert("dark.gif", &["--cell", "8", "--dark", "--fps", "50"]);
    let dark = see(&path("dark.gif"));
    assert!(dark.last[0].iter().all(|part| *part < 64) && dark.holds[0] == 2);
}

#[test]
fn a_film_may_be_a_part_of_the_match() {
    let (folder, steps) = folder();
    let frames = |more: &[&str]| {
        let out = ["replay", "convert", "m.jsonl", "-o", "part.gif", "--cell", "2", "--tween", "1"];
        let output = gridhaunt(folder.path(), &[&out, more].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{more:?}");
        see(&folder.path().join("part.gif")).holds.len()
    };
    assert_eq!(frames(&["--from", "2", "--to", "4"]), 3);
    assert_eq!(frames(&["--to", "4", "--every", "3"]), 3, "frames 0, 3 and the last, 4");
    assert_eq!(frames(&["--every", "1000000"]), 2, "the first and the last");
    assert_eq!(frames(&["--from", &steps.to_string()]), 1);
    assert_eq!(frames(&["--step", "2", "--each", "step"]), 3);

    gridhaunt(
        folder.path(),
        &["replay", "convert", "m.jsonl", "-o", "few/", "--from", "1", "--to", "4", "--every", "2"],
    );
    let mut few: Vec<_> =
        std::fs::read_dir(folder.path().join("few")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    few.sort();
    assert_eq!(few, ["frame-001.png", "frame-003.png", "frame-004.png"]);
}

#[test]
fn a_folder_of_frames_is_emptied_of_an_earlier_film_and_of_nothing_else() {
    let (folder, steps) = folder();
    let film = |more: &[&str]| {
        let args = [&["replay", "convert", "m.jsonl", "-o", "frames/", "--cell", "4"], more].concat();
        let output = gridhaunt(folder.path(), &args);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{more:?}");
        let files = std::fs::read_dir(folder.path().join("frames")).unwrap();
        let mut names: Vec<_> = files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(film(&[]).len(), steps + 1);
    std::fs::write(folder.path().join("frames/notes.txt"), "mine").unwrap();
    std::fs::write(folder.path().join("frames/frame-title.png"), "mine").unwrap();
    let expected = ["frame-000.png", "frame-001.png", "frame-002.png", "frame-title.png", "notes.txt"];
    assert_eq!(film(&["--to", "2"]), expected);
    let output = gridhaunt(folder.path(), &["replay", "convert", "m.jsonl", "-o", "frames/", "--from", "9999"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(folder.path().join("frames/frame-002.png").exists(), "a film that cannot be made removes nothing");
}

#[test]
fn a_board_of_fifty_by_fifty_is_a_large_picture_and_a_small_film() {
    let folder = tempfile::tempdir().unwrap();
    gridhaunt(folder.path(), &["play", "tag", "-s", "42", "-o", "m.jsonl"]);
    gridhaunt(folder.path(), &["replay", "convert", "m.jsonl", "-o", "m.png", "--step", "2"]);
    gridhaunt(folder.path(), &["replay", "convert", "m.jsonl", "-o", "m.gif", "--to", "1"]);
    let (picture, film) = (look_at(&folder.path().join("m.png")).0, see(&folder.path().join("m.gif")));
    assert!((50 * 16..50 * 32).contains(&picture), "{picture}");
    assert!((50 * 8..50 * 16).contains(&film.width), "{}", film.width);
    let lasts: u16 = film.holds[..film.holds.len() - 1].iter().sum();
    assert_eq!(lasts, 25, "four rounds a second, the pace of this game");
}

#[test]
fn where_frames_are_left_out_a_film_moves_between_those_it_shows() {
    let (folder, steps) = folder();
    let convert = |out: &str, more: &[&str]| {
        let output =
            gridhaunt(folder.path(), &[&["replay", "convert", "m.jsonl", "-o", out, "--cell", "8"], more].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{out}");
        see(&folder.path().join(out))
    };
    let every = ["--every", "7"];
    let (smooth, stills) =
        (convert("smooth.gif", &every), convert("stills.gif", &[&every[..], &["--tween", "1"]].concat()));
    assert!(smooth.holds.len() > 2 * stills.holds.len(), "{} and {}", smooth.holds.len(), stills.holds.len());
    assert_eq!(stills.holds.len(), steps / 7 + 1 + usize::from(steps % 7 > 0));
    assert_eq!(smooth.holds.iter().sum::<u16>(), stills.holds.iter().sum::<u16>(), "it lasts as long");
}

#[test]
fn what_cannot_be_filmed_is_told_and_leaves_no_file() {
    let (folder, steps) = folder();
    let beyond = format!("is not in 0..={steps}");
    for (more, code, expected) in [
        (["-o", "a.gif", "--from", "9999"].as_slice(), 2, beyond.as_str()),
        (&["-o", "a.gif", "--to", "9999"], 2, &beyond),
        (&["-o", "a.gif", "--from", "3", "--to", "2"], 2, "--from-frame: 3 is after --to 2"),
        (&["-o", "a.gif", "--to", "3", "--step", "2"], 2, "cannot be used with"),
        (&["-o", "a.gif", "--every", "0"], 2, "0 is not in 1.."),
        (&["-o", "a.gif", "--fps", "51"], 2, "not in 0.1..=50"),
        (&["-o", "a.gif", "--fps", "NaN"], 2, "not in 0.1..=50"),
        (&["-o", "a.gif", "--cell", "65"], 2, "--cell: 65 is not in 2..=64"),
        (&["-o", "a.gif", "--seat", "2"], 2, "--seat: 2 is not in 0..=1"),
        (&["-o", "a.png", "--fps", "5"], 2, "--fps: changes nothing for one picture, it is for .gif and .apng"),
        (
            &["-o", "a.png", "--every", "5"],
            2,
            "--every: changes nothing for one picture, it is for .txt, .gif, .apng and folders",
        ),
        (&["-o", "f/", "--fps", "5"], 2, "--fps: changes nothing for pictures, it is for .gif and .apng"),
        (&["-o", "a.txt", "--fps", "5"], 2, "--fps: changes nothing for .txt, it is for .gif and .apng"),
        (&["-o", "a.jsonl", "--from", "1"], 2, "--from-frame: changes nothing for .jsonl"),
        (&["-o", "a.png", "--tween", "5"], 2, "--tween: changes nothing for one picture, it is for .gif and .apng"),
        (&["-o", "a.gif", "--tween", "0"], 2, "0 is not in 1..=50"),
        (&["-o", "a.gif", "--scale", "9"], 2, "not in 0.05..=8"),
        (&["-o", "a.gif", "--scale", "NaN"], 2, "not in 0.05..=8"),
        (&["-o", "a.gif", "--scale", "8"], 2, "--scale: 8 times 32 pixels a cell is not in 2..=64"),
        (&["-o", "a.gif", "--scale", "2", "--cell", "9"], 2, "cannot be used with"),
        (&["-o", "a.webm"], 2, "ends in .jsonl, .jsonl.zst, .txt, .png, .svg, .gif, .apng, .html, or / for a folder"),
        (&["-o", "none/a.apng"], 4, "none/a.apng: cannot be written: there is no folder none"),
        (&["-o", "none/a.html"], 4, "none/a.html: cannot be written: there is no folder none"),
        (&["-o", "none/a.gif"], 4, "none/a.gif: cannot be written: there is no folder none"),
    ] {
        let output = gridhaunt(folder.path(), &[&["replay", "convert", "m.jsonl"], more].concat());
        assert_eq!(output.status.code(), Some(code), "{more:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{more:?}: {}", stderr(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing but the replay");
}

#[test]
fn frames_that_are_too_large_are_told() {
    let folder = tempfile::tempdir().unwrap();
    gridhaunt(folder.path(), &["play", "tag", "-s", "42", "-o", "m.jsonl"]);
    let output = gridhaunt(folder.path(), &["replay", "convert", "m.jsonl", "-o", "m.gif", "--cell", "64"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--cell: 64: frames of "), "{}", stderr(&output));
    assert!(!folder.path().join("m.gif").exists());
}

#[test]
fn a_match_that_does_not_verify_is_filmed_as_far_as_it_goes() {
    let (folder, steps) = folder();
    let text = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    let mut record: Vec<String> = text.lines().map(str::to_string).collect();
    let hash = record[3].find("\"0x").unwrap();
    record[3].replace_range(hash + 3..hash + 19, "0000000000000000");
    std::fs::write(folder.path().join("bad.jsonl"), record.join("\n") + "\n").unwrap();
    let output =
        gridhaunt(folder.path(), &["replay", "convert", "bad.jsonl", "-o", "bad.gif", "--cell", "2", "--tween", "1"]);
    assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(1), 1), "{}", stderr(&output));
    assert!(steps > 3 && see(&folder.path().join("bad.gif")).holds.len() == 3, "what verifies is filmed");
}

#[test]
fn a_match_is_drawn_as_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let play = |more: &[&str]| {
        let play = ["play", "pyrat", "greedy", "random", "-s", "1", "-c", "preset=tiny"];
        gridhaunt(folder.path(), &[&play, more].concat())
    };
    play(&["-o", "m.jsonl"]);
    for (out, more) in
        [("a.gif", &["--cell", "4"][..]), ("a.apng", &["--dark"]), ("a.png", &["--step", "2"]), ("a.txt", &[])]
    {
        let output = play(&[&["-o", out, "--no-replay"], more].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{out}");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&told["drawn"], &told["replay"]), (&out.into(), &serde_json::Value::Null));
        let other = format!("b{}", &out[1..]);
        gridhaunt(folder.path(), &[&["replay", "convert", "m.jsonl", "-o", &other], more].concat());
        let [one, other] = [out, &other].map(|name| std::fs::read(folder.path().join(name)).unwrap());
        assert!(one == other, "{out} is what convert makes");
    }
    assert!(!folder.path().join("replays").exists());
    let output = play(&["-o", "frames/", "--every", "5", "--cell", "4"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(folder.path().join("frames/frame-005.png").exists());
    assert_eq!(std::fs::read_dir(folder.path().join("replays")).unwrap().count(), 1, "the replay is kept as usual");

    for (more, expected) in [
        (&["-o", "a.webm"][..], "--out: a.webm is not a name that ends in .jsonl, .jsonl.zst, .txt, .png"),
        (&["-o", "c.gif", "-n", "5"], "--out: c.gif shows one game; 5 games need .jsonl or .jsonl.zst"),
        (&["-o", "c.jsonl", "--no-replay"], "--no-replay: c.jsonl is a replay"),
        (&["-o", "c.jsonl", "--dark"], "--dark: changes nothing for .jsonl"),
        (&["--fps", "5"], "--fps: changes nothing without -o NAME"),
    ] {
        let output = play(more);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{more:?}: {}", stderr(&output));
    }
}

/// Runs the command with a limit of one block on the size of files; returns how it ended.
#[cfg(unix)]
fn without_room(folder: &Path, args: &str) -> Output {
    let command = format!("ulimit -f 1; trap '' XFSZ; exec '{}' {args}", env!("CARGO_BIN_EXE_gridhaunt"));
    Command::new("sh").current_dir(folder).args(["-c", &command]).output().unwrap()
}

#[cfg(unix)]
#[test]
fn where_there_is_no_room_one_line_says_so_and_nothing_is_left() {
    let (folder, _) = folder();
    for name in ["a.gif", "a.apng", "a.png", "a.svg", "a.txt"] {
        let output = without_room(folder.path(), &format!("replay convert m.jsonl -o {name}"));
        assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(4), 1), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("{name}: cannot be written: ")), "{}", stderr(&output));
    }
    let output = without_room(folder.path(), "play pyrat greedy random -s 1 -c preset=tiny --no-replay -o a.gif");
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing but the replay");
}
