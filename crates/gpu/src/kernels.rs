//! The kernels, as they lie in the repository: one file of PTX, cut into games.
//!
//! `make ptx` makes it of `doors/gpu`, and a test there compares.

use flate2::read::DeflateDecoder;
use std::io::Read;

/// The compute capability that the kernels are made for; later ones run them too.
pub const LEAST: (i32, i32) = (7, 5);

/// The kernels of all games, compressed.
const ARCHIVE: &[u8] = include_bytes!("../kernels/kernels.ptx.deflate");

/// What stands before the kernels of each game, followed by their name.
pub const HEAD: &str = "//// ";

/// All kernels as text.
#[must_use]
pub fn all() -> String {
    let mut text = String::new();
    // The archive is our own: one that cannot be read has no kernels.
    if DeflateDecoder::new(ARCHIVE).read_to_string(&mut text).is_err() {
        text.clear();
    }
    text
}

/// The names of the kernels and their texts.
pub fn sections(all: &str) -> impl Iterator<Item = (&str, &str)> {
    all.split(HEAD).skip(1).filter_map(|section| section.split_once('\n'))
}

/// The kernels of one game and size as text, none if there are none.
#[must_use]
pub fn of(name: &str) -> Option<String> {
    let all = all();
    sections(&all).find(|(known, _)| *known == name).map(|(_, text)| text.to_string())
}

/// The same kernels, where the threads of some take at most so many registers, so that more of them run at the same time.
#[must_use]
pub fn with_registers(text: &str, most: impl Fn(&str) -> Option<u32>) -> String {
    let (mut limited, mut limit) = (String::with_capacity(text.len()), None);
    for line in text.lines() {
        if let Some((_, name)) = line.split_once(".entry ") {
            limit = most(name.trim_end_matches('('));
        }
        if let Some(most) = limit.take_if(|_| line == "{") {
            limited += &format!(".maxnreg {most}\n");
        }
        limited += line;
        limited.push('\n');
    }
    limited
}

/// How many registers the threads of a kernel take at most, where that was measured to be faster: those that would take more
/// wait for memory, and more of them wait better.
#[must_use]
pub fn best_registers(kernel: &str) -> Option<u32> {
    let ends_with = |ends: &[&str]| ends.iter().any(|end| kernel.ends_with(end));
    if ends_with(&["_roll", "_roll_masked", "_tally", "_more", "_rest"]) {
        Some(64)
    } else if ends_with(&["_step", "turn"]) {
        Some(96)
    } else {
        None
    }
}
