//! Films as animated GIF: of every frame but the first only the rectangle that changed, and of that what did not change
//! is left out, so that flat pictures take little room.

use super::Picture;
use super::change::Change;
use super::palette::Palette;
use crate::theme::Rgb;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::io::{self, Write};

/// The number of a pixel that stays as it was.
const SAME: u8 = 0;

pub(super) struct Gif<W: Write>(Encoder<W>);

impl<W: Write> Gif<W> {
    pub(super) fn new(out: W, width: u16, height: u16) -> io::Result<Self> {
        let mut encoder = Encoder::new(out, width, height, &[]).map_err(told)?;
        encoder.set_repeat(Repeat::Infinite).map_err(told)?;
        Ok(Self(encoder))
    }

    pub(super) fn write(&mut self, frame: &Frame<'_>) -> io::Result<()> {
        self.0.write_lzw_pre_encoded_frame(frame).map_err(told)
    }

    pub(super) fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(told)
    }
}

fn told(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// A picture that stays for so many hundredths of a second, as it differs from the one before.
pub(super) fn pack(before: Option<&Picture>, picture: &Picture, hold: u16) -> Frame<'static> {
    let change = before.map_or_else(|| Change::all(picture), |before| Change::between(before, picture));
    let is_same = |at: usize| before.is_some_and(|before| before.pixels[at] == picture.pixels[at]);
    let places = || change.pixels(picture.width);
    // One number is kept for what stays.
    let first = u8::from(before.is_some());
    let new = places().filter(|&at| !is_same(at)).map(|at| picture.pixels[at]);
    let palette = Palette::of(new, 256 - usize::from(first));
    let number = |at: usize| if is_same(at) { SAME } else { first + palette.entry(picture.pixels[at]) };
    let kept = std::iter::repeat_n(Rgb(0, 0, 0), first.into());
    let mut frame = Frame {
        delay: hold,
        dispose: DisposalMethod::Keep,
        transparent: before.map(|_| SAME),
        // The sides of a film are checked when it begins.
        left: change.columns.start as u16,
        top: change.rows.start as u16,
        width: change.columns.len() as u16,
        height: change.rows.len() as u16,
        palette: Some(
            kept.chain(palette.colors.iter().copied()).flat_map(|color| [color.0, color.1, color.2]).collect(),
        ),
        buffer: places().map(number).collect::<Vec<u8>>().into(),
        ..Frame::default()
    };
    frame.make_lzw_pre_encoded();
    frame
}
