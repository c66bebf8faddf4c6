//! Films as animated PNG, with exact colours. Every frame except the first contains only the rectangle that changed,
//! with unchanged pixels transparent.
//!
//! The crate `png` compresses the pixels. Its writer of animations does that frame after frame on one core, 0.3 to 0.9
//! s for each film in docs/pictures; here each frame is compressed separately, on all cores, and the parts are joined.
//! The file begins with the number of its frames, so compressed frames wait until all are complete.

use crate::raster::Patch;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use std::io::{self, Write};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Keeps the old pixels and draws the new ones over them.
const KEEP: u8 = 0;
const OVER: u8 = 1;

/// A frame with compressed pixels.
pub(super) struct Frame {
    /// Left, top, width, height.
    area: [u32; 4],
    /// In hundredths of a second.
    hold: u16,
    packed: Vec<u8>,
}

pub(super) struct Apng<W: Write> {
    out: W,
    size: (u32, u32),
    frames: Vec<Frame>,
}

impl<W: Write> Apng<W> {
    pub(super) const fn new(out: W, size: (u32, u32)) -> Self {
        Self { out, size, frames: Vec::new() }
    }

    pub(super) fn write(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&SIGNATURE)?;
        let [width, height] = [self.size.0, self.size.1].map(u32::to_be_bytes);
        // Eight bits each for red, green, blue and alpha.
        chunk(&mut self.out, *b"IHDR", &[&width[..], &height, &[8, 6, 0, 0, 0]])?;
        let count = (self.frames.len() as u32).to_be_bytes();
        chunk(&mut self.out, *b"acTL", &[&count, &0_u32.to_be_bytes()])?;
        let mut number = 0_u32;
        for (n, Frame { area: [left, top, width, height], hold, packed }) in self.frames.iter().enumerate() {
            let numbers = [number, *width, *height, *left, *top].map(u32::to_be_bytes);
            let (hold, whole) = (hold.to_be_bytes(), 100_u16.to_be_bytes());
            chunk(&mut self.out, *b"fcTL", &[numbers.as_flattened(), &hold, &whole, &[KEEP, OVER]])?;
            number += 1;
            if n == 0 {
                chunk(&mut self.out, *b"IDAT", &[packed])?;
            } else {
                chunk(&mut self.out, *b"fdAT", &[&number.to_be_bytes(), packed])?;
                number += 1;
            }
        }
        chunk(&mut self.out, *b"IEND", &[])?;
        Ok(self.out)
    }
}

fn chunk(out: &mut impl Write, name: [u8; 4], parts: &[&[u8]]) -> io::Result<()> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let length = u32::try_from(length).map_err(|_| io::Error::other("a frame of more than 4 GiB"))?;
    out.write_all(&length.to_be_bytes())?;
    let mut check = crc32fast::Hasher::new();
    for part in std::iter::once(&name[..]).chain(parts.iter().copied()) {
        check.update(part);
        out.write_all(part)?;
    }
    out.write_all(&check.finalize().to_be_bytes())
}

/// Compresses the changes of a frame that is shown for so many hundredths of a second.
pub(super) fn pack(patch: &Patch, hold: u16) -> io::Result<Frame> {
    let bytes: Vec<u8> = patch
        .pixels
        .iter()
        .flat_map(|pixel| pixel.map_or([0; 4], |pixel| [pixel.0, pixel.1, pixel.2, u8::MAX]))
        .collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, patch.width, patch.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    // Flat colours compress best without a filter.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    let area = [patch.left, patch.top, patch.width, patch.height];
    Ok(Frame { area, hold, packed: packed(&file) })
}

/// The compressed pixels of a PNG file.
fn packed(file: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(file.len());
    let mut rest = &file[SIGNATURE.len().min(file.len())..];
    while let Some((length, after)) = rest.split_first_chunk::<4>()
        && let Some((name, after)) = after.split_first_chunk::<4>()
        && let Some((data, after)) = after.split_at_checked(u32::from_be_bytes(*length) as usize)
    {
        if name == b"IDAT" {
            packed.extend_from_slice(data);
        }
        // The checksum.
        rest = after.get(4..).unwrap_or_default();
    }
    packed
}
