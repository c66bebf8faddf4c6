//! Records on the wire (W4): JSON texts, each ended by one byte. A frame may contain several records, and a record may
//! span several frames.

/// The byte that ends a record.
pub const END: u8 = 0x1E;

/// The most bytes a record may have.
pub const MOST_BYTES: usize = 1 << 20;

/// The error for a record of more than [`MOST_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// Received bytes that have not been read as records yet.
#[derive(Debug, Default)]
pub struct Records {
    bytes: Vec<u8>,
    /// Where the next record begins.
    start: usize,
    /// Up to where the end of that record has been searched and not found.
    searched: usize,
}

impl Records {
    /// Adds the bytes of a frame.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete record without its end byte; `None` until more bytes arrive.
    ///
    /// # Errors
    /// The record is too long, even if it is not complete yet.
    pub fn next_record(&mut self) -> Result<Option<&[u8]>, TooLong> {
        let end = self.bytes[self.searched..].iter().position(|&byte| byte == END).map(|at| self.searched + at);
        let stop = end.unwrap_or(self.bytes.len());
        if stop - self.start > MOST_BYTES {
            return Err(TooLong);
        }
        let Some(end) = end else {
            self.searched = stop;
            return Ok(None);
        };
        let record = self.start..end;
        (self.start, self.searched) = (end + 1, end + 1);
        Ok(Some(&self.bytes[record]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(records: &mut Records) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(record) = records.next_record().unwrap() {
            found.push(String::from_utf8(record.to_vec()).unwrap());
        }
        found
    }

    #[test]
    fn a_frame_brings_several_and_a_record_spans_frames() {
        let mut records = Records::default();
        records.push(b"{}\x1e[1]\x1e{\"a\"");
        assert_eq!(all(&mut records), ["{}", "[1]"]);
        records.push(b":");
        assert_eq!(all(&mut records), [""; 0]);
        records.push(b"1}\x1e\x1e");
        assert_eq!(all(&mut records), ["{\"a\":1}", ""]);
    }

    #[test]
    fn one_mebibyte_is_the_most() {
        for whole in [false, true] {
            let mut records = Records::default();
            records.push(&vec![b' '; MOST_BYTES]);
            assert_eq!(records.next_record(), Ok(None));
            if whole {
                records.push(&[END]);
                assert_eq!(records.next_record().map(|record| record.map(<[u8]>::len)), Ok(Some(MOST_BYTES)));
            } else {
                records.push(b" ");
                assert_eq!(records.next_record(), Err(TooLong));
            }
        }
    }

    proptest! {
        #[test]
        fn cuts_change_nothing(texts in prop::collection::vec("[a-z{}]{0,12}", 0..8), cuts in prop::collection::vec(1usize..9, 0..40)) {
            let stream: Vec<u8> = texts.iter().flat_map(|text| text.bytes().chain([END])).collect();
            let (mut records, mut found, mut rest) = (Records::default(), Vec::new(), stream.as_slice());
            for cut in cuts.into_iter().chain([usize::MAX]) {
                let (now, later) = rest.split_at(cut.min(rest.len()));
                records.push(now);
                found.extend(all(&mut records));
                rest = later;
            }
            prop_assert_eq!(found, texts);
        }
    }
}
