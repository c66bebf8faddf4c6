//! What is sure in a match of `score` whatever the killers do.

use super::UNITS;
use super::board::Board;
use super::crowd::Crowd;
use super::sure::Prospects;
use super::together::Group;

/// Who is looked at together.
const GROUPS: [[bool; UNITS]; 4] = [[true, true, false], [true, false, true], [false, true, true], [true; UNITS]];

pub(crate) struct Bound {
    pub(crate) crowd: Crowd,
    /// How many escape at least.
    pub(crate) least: u32,
    /// How many would escape at least if no two survivors met.
    pub(crate) apart: u32,
    /// Who escapes for sure.
    pub(crate) sure: [bool; UNITS],
}

impl Bound {
    /// The best of several bounds. Groups are looked at only where meetings cost something.
    pub(crate) fn of(board: &Board) -> Self {
        let apart = Prospects::of(board, &Crowd::apart(board)).least_escapes();
        let crowd = Crowd::of(board);
        let mut prospects = Prospects::of(board, &crowd);
        let mut sure = std::array::from_fn(|id| prospects.is_sure(id));
        let mut least = prospects.least_escapes();
        for has in GROUPS {
            if least >= apart {
                break;
            }
            let count = Group { crowd: &crowd, has }.least_escapes(board);
            least = least.max(count);
            if count as usize == has.iter().filter(|has| **has).count() {
                (0..UNITS).for_each(|id| sure[id] |= has[id]);
            }
        }
        Self { crowd, least, apart, sure }
    }
}
