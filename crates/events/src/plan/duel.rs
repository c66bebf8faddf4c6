//! A duel: block after block of the same line-up (A5, A8).

use super::{Past, PastState, Setup};
use crate::block::BlockPlan;
use gridhaunt_kernel::Invalid;

/// Two at one table, or a table of which the second takes the first one's place.
pub(super) fn check(setup: &Setup) -> Result<(), Invalid> {
    let expected = if setup.table == 2 { 2 } else { setup.table + 1 };
    let given = setup.entrants.len();
    if given != expected {
        let others = expected - 2;
        let words = format!("{given} given, a duel with {} at a table needs two and {others} others", setup.table);
        return Err(Invalid::new("entrants", given, expected.to_string()).says(words));
    }
    if setup.maps == 0 {
        return Err(Invalid::new("maps", 0, "at least 1"));
    }
    Ok(())
}

/// The blocks after those that were planned; maps take turns.
pub(super) fn next(setup: &Setup, past: &[Past], wanted: usize) -> Vec<BlockPlan> {
    if setup.entrants.iter().any(|entrant| entrant.benched) {
        return Vec::new();
    }
    let planned = past.len() as u64;
    let counted = past.iter().filter(|past| past.state != PastState::Struck).count() as u64;
    let left = if setup.blocks == 0 { u64::MAX } else { u64::from(setup.blocks).saturating_sub(counted) };
    let maps = u64::from(setup.maps);
    let two = setup.table == 2;
    let line_up: Vec<u32> = (0..setup.entrants.len() as u32).filter(|&entrant| two || entrant != 1).collect();
    let block = |number: u64| BlockPlan {
        line_up: line_up.clone(),
        rival: (!two).then_some(1),
        map: (number % maps) as u32,
        k: number / maps,
        label: format!("block {}", number + 1),
    };
    (planned..planned + left.min(wanted as u64)).map(block).collect()
}
