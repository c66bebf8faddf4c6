//! The first against all others (A9).

use super::{Past, Setup, round_robin, tables};
use crate::block::BlockPlan;

/// The first entrant is at every table; the others have `rounds` tables with it. If the first is benched, it is over.
pub(super) fn next(setup: &Setup, past: &[Past], wanted: usize) -> Vec<BlockPlan> {
    let active = setup.active();
    let Some((0, others)) = active.split_first().map(|(&first, others)| (first, others)) else { return Vec::new() };
    if setup.table == 2 {
        let pairs: Vec<(u32, u32)> = others.iter().map(|&other| (0, other)).collect();
        return round_robin::missing(setup, past, &pairs, wanted);
    }
    tables::next(setup, past, Some(0), others, wanted)
}
