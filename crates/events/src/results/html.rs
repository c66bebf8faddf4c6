//! The report: results and replays in one HTML file.

use super::document::Results;
use gridhaunt_page::{Packed, Replays, Unwritten, write_report};
use gridhaunt_store::{MatchId, Store, StoreError};
use std::collections::HashMap;
use std::io::{Read as _, Write};

/// The bytes of replays in a file that can still be handed round.
const FITTING: usize = 22_000_000;

/// The most bytes of a replay; a longer one is left out.
const LONGEST: u64 = 64 << 20;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Matches with their replays.
    pub replays: u64,
    /// Matches without.
    pub left_out: u64,
}

/// The error when a report cannot be written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ReportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Page(#[from] Unwritten),
}

impl Results {
    /// Writes the report. Where not all replays go in, every block has its first before any has its second. The matches
    /// whose replays are not in the file say so.
    pub fn write_html(&self, store: &Store, replays: Replays, out: &mut dyn Write) -> Result<Written, ReportError> {
        self.write_with(|id| store.replay(id), replays, out)
    }

    fn write_with(
        &self,
        mut replay: impl FnMut(MatchId) -> Result<Option<Vec<u8>>, StoreError>,
        replays: Replays,
        out: &mut dyn Write,
    ) -> Result<Written, ReportError> {
        let mut order: Vec<usize> = (0..self.matches.len()).filter(|&at| self.matches[at].replay).collect();
        order.sort_by_key(|&at| self.matches[at].number);
        let (mut packed, mut bytes) = (HashMap::new(), 0);
        for at in order {
            let full = match replays {
                Replays::Fitting => bytes >= FITTING,
                Replays::AtMost(most) => packed.len() as u64 >= most,
                Replays::All => false,
            };
            if full {
                break;
            }
            let played = &self.matches[at];
            let id = MatchId { block: played.block, number: played.number };
            if let Some(text) = replay(id)?.and_then(|bytes| unpacked(&bytes)) {
                let replay = Packed::new(&text);
                bytes += replay.bytes();
                packed.insert(at, replay);
            }
        }
        let mut shown = self.clone();
        for (at, played) in shown.matches.iter_mut().enumerate() {
            played.replay = packed.contains_key(&at);
        }
        let written = Written { replays: packed.len() as u64, left_out: (shown.matches.len() - packed.len()) as u64 };
        let with_ids = (0..self.matches.len()).filter_map(|at| {
            let played = &self.matches[at];
            Some(((played.block, played.number), packed.remove(&at)?))
        });
        write_report(out, &self.event.name, &shown.to_json(), with_ids)?;
        Ok(written)
    }
}

/// The text of a replay as the store keeps it; none if it is none.
fn unpacked(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    let decoder = zstd::stream::read::Decoder::new(bytes).ok()?;
    let read = decoder.take(LONGEST + 1).read_to_string(&mut text).ok()?;
    (read as u64 <= LONGEST).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    fn stored(id: MatchId) -> Vec<u8> {
        zstd::encode_all(format!("replay {id}").as_bytes(), 1).unwrap()
    }

    fn report(replays: Replays) -> (Written, String) {
        let mut page = Vec::new();
        let written = sample().write_with(|id| Ok(Some(stored(id))), replays, &mut page).unwrap();
        (written, String::from_utf8(page).unwrap())
    }

    #[test]
    fn every_block_has_a_replay_before_one_has_two() {
        let matches = sample().matches.len() as u64;
        let (written, page) = report(Replays::AtMost(3));
        assert_eq!(written, Written { replays: 3, left_out: matches - 3 });
        for id in ["1.0", "2.0", "3.0"] {
            assert!(page.contains(&format!("id=\"replay-{id}\"")), "{id}");
        }
        assert_eq!(page.matches("id=\"replay-").count(), 3);
        assert_eq!(page.matches("\"replay\":true").count(), 3);
    }

    #[test]
    fn all_or_none_can_be_asked_for() {
        let matches = sample().matches.len() as u64;
        assert_eq!(report(Replays::All).0, Written { replays: matches, left_out: 0 });
        assert_eq!(report(Replays::Fitting).0, Written { replays: matches, left_out: 0 });
        assert_eq!(report(Replays::AtMost(0)).0, Written { replays: 0, left_out: matches });
    }

    #[test]
    fn a_replay_that_is_gone_or_damaged_is_left_out() {
        let gone = |id: MatchId| match (id.block, id.number) {
            (1, 0) => None,
            (1, 1) => Some(b"no zstd".to_vec()),
            _ => Some(stored(id)),
        };
        let mut page = Vec::new();
        let written = sample().write_with(|id| Ok(gone(id)), Replays::All, &mut page).unwrap();
        assert_eq!(written.left_out, 2);
    }
}
