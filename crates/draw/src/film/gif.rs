//! Films as animated GIF: every frame except the first contains only the rectangle that changed, with unchanged pixels
//! transparent, so that flat pictures need few bytes.

use super::lzw;
use super::palette::Palette;
use crate::raster::Patch;
use crate::theme::Rgb;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::io::{self, Write};

/// The palette index of an unchanged pixel.
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

/// Compresses the changes of a frame that is shown for so many hundredths of a second.
pub(super) fn pack(patch: &Patch, hold: u16) -> Frame<'static> {
    // One index is reserved for unchanged pixels.
    let first = u8::from(patch.pixels.iter().any(Option::is_none));
    let palette = Palette::of(patch.pixels.iter().copied().flatten(), 256 - usize::from(first));
    let number = |pixel: &Option<Rgb>| pixel.map_or(SAME, |pixel| first + palette.entry(pixel));
    let kept = std::iter::repeat_n(Rgb(0, 0, 0), first.into());
    Frame {
        delay: hold,
        dispose: DisposalMethod::Keep,
        transparent: (first > 0).then_some(SAME),
        // The sides of a film are checked when it begins.
        left: patch.left as u16,
        top: patch.top as u16,
        width: patch.width as u16,
        height: patch.height as u16,
        palette: Some(
            kept.chain(palette.colors.iter().copied()).flat_map(|color| [color.0, color.1, color.2]).collect(),
        ),
        buffer: lzw::pack(&patch.pixels.iter().map(number).collect::<Vec<u8>>()).into(),
        ..Frame::default()
    }
}
