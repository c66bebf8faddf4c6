//! The LZW compression of GIF, with a fast path for unchanged pixels.
//!
//! Most of a frame is one number, repeated. A run of it is found at once and written as the longest known runs, so the
//! time depends on the size of the output and not of the input: 10 to 30 ms for each film in docs/pictures, where the
//! crate `weezl` takes 110 to 310 ms for the same number of bytes within 0.01 %.

/// The number whose runs are compressed by the fast path.
const COMMON: u8 = 0;
/// The most bits of a code, and how many codes that makes.
const WIDEST: u32 = 12;
const CODES: u16 = 1 << WIDEST;
/// Slots of the table: twice as many as codes, so that few collide.
const SLOTS: usize = 2 * CODES as usize;
/// The mark of a free slot; no key has this value, because keys have 20 bits.
const NONE: u32 = u32::MAX;

/// Compresses numbers; the first byte is the least number of bits of a number.
pub(super) fn pack(numbers: &[u8]) -> Vec<u8> {
    let most = numbers.iter().copied().max().unwrap_or(0);
    let bits = (u32::from(most) + 1).max(4).next_power_of_two().trailing_zeros();
    let mut packer = Packer::new(bits);
    packer.write(packer.clear);
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let mut code = u16::from(first);
        if first == COMMON {
            let mut run = rest.iter().position(|&number| number != COMMON).unwrap_or(rest.len());
            rest = &rest[run..];
            while run > packer.runs.len() {
                run -= packer.runs.len();
                packer.end(packer.runs[packer.runs.len() - 1], None);
            }
            code = packer.runs[run - 1];
        } else {
            rest = &rest[1..];
        }
        loop {
            let Some(&next) = rest.first() else {
                packer.write(code);
                break;
            };
            match packer.find(code, next) {
                Ok(longer) => (code, rest) = (longer, &rest[1..]),
                Err(slot) => {
                    packer.end(code, Some((slot, next)));
                    break;
                }
            }
        }
    }
    packer.finish()
}

struct Packer {
    out: Vec<u8>,
    /// Bits that do not fill a byte yet, and how many.
    pending: u32,
    pending_bits: u32,
    bits: u32,
    width: u32,
    clear: u16,
    next: u16,
    /// The codes of runs of the common number, by length less one.
    runs: Vec<u16>,
    /// Every other code, as key and code; the key is the code before and the number that follows.
    table: Vec<(u32, u16)>,
}

impl Packer {
    fn new(bits: u32) -> Self {
        let clear = 1 << bits;
        let runs = vec![u16::from(COMMON)];
        let (out, table) = (vec![bits as u8], vec![(NONE, 0); SLOTS]);
        Self { out, pending: 0, pending_bits: 0, bits, width: bits + 1, clear, next: clear + 2, runs, table }
    }

    fn write(&mut self, code: u16) {
        self.pending |= u32::from(code) << self.pending_bits;
        self.pending_bits += self.width;
        while self.pending_bits >= 8 {
            self.out.push(self.pending as u8);
            self.pending >>= 8;
            self.pending_bits -= 8;
        }
        // A decoder knows a code one step later than the encoder.
        if u32::from(self.next) >= 1 << self.width && self.width < WIDEST {
            self.width += 1;
        }
    }

    /// The code for a code followed by a number, or the free slot for it.
    fn find(&self, code: u16, number: u8) -> Result<u16, usize> {
        let key = key(code, number);
        let mut slot = (key.wrapping_mul(0x9e37_79b1) >> 19) as usize % SLOTS;
        loop {
            match self.table[slot] {
                (NONE, _) => return Err(slot),
                (found, code) if found == key => return Ok(code),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    /// Writes a code for which no longer code exists, and adds the longer one: in a slot, or as a longer run.
    fn end(&mut self, code: u16, longer: Option<(usize, u8)>) {
        self.write(code);
        if self.next >= CODES - 1 {
            self.write(self.clear);
            self.runs.truncate(1);
            self.table.fill((NONE, 0));
            (self.width, self.next) = (self.bits + 1, self.clear + 2);
            return;
        }
        match longer {
            Some((slot, number)) => self.table[slot] = (key(code, number), self.next),
            None => self.runs.push(self.next),
        }
        self.next += 1;
    }

    fn finish(mut self) -> Vec<u8> {
        self.write(self.clear + 1);
        if self.pending_bits > 0 {
            self.out.push(self.pending as u8);
        }
        self.out
    }
}

const fn key(code: u16, number: u8) -> u32 {
    (code as u32) << 8 | number as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_kernel::Random;

    /// The numbers that a GIF decoder reads from a frame of one row.
    fn unpacked(numbers: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        {
            let palette = [0; 3 * 256];
            let width = numbers.len() as u16;
            let mut encoder = gif::Encoder::new(&mut file, width, 1, &palette).unwrap();
            let buffer = pack(numbers).into();
            let frame = gif::Frame { width, height: 1, buffer, ..gif::Frame::default() };
            encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        }
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(file.as_slice()).unwrap();
        decoder.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    #[test]
    fn readers_read_what_was_packed() {
        for seed in 0..400 {
            let mut random = Random::stream(seed, 0);
            let (colors, long) = ([1, 2, 3, 5, 17, 128, 129, 256][seed as usize % 8], 1 + random.below(400));
            let mut numbers = Vec::new();
            while numbers.len() < 1 + seed as usize * 150 {
                let number = if random.below(3) == 0 { COMMON } else { random.below(colors) as u8 };
                let times = if number == COMMON { random.below(long) + 1 } else { random.below(3) + 1 };
                numbers.extend(std::iter::repeat_n(number, times as usize));
            }
            numbers.truncate(u16::MAX.into());
            assert!(unpacked(&numbers) == numbers, "seed {seed}: {} numbers, {colors} colours", numbers.len());
        }
        assert_eq!(unpacked(&[0]), [0]);
        assert!(unpacked(&[0; 65_535]) == [0; 65_535]);
        assert!(unpacked(&[255; 65_535]) == [255; 65_535]);
    }

    #[test]
    fn a_run_takes_little_room() {
        assert!(pack(&[COMMON; 1_000_000]).len() < 3000);
    }
}
