//! `_diff.log`: the changes since the previous line; the first line contains the complete state.

use super::Name;
use super::full::Location;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::full::{Farmer, Full};
use serde::Serialize;
use std::collections::BTreeMap;

/// The value of a cell that has no owner, or no trail, any more.
const NOBODY: u8 = 255;

/// One line of the log; maps contain only the entries that changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Line {
    time_stamp: String,
    current_tick: u32,
    leader_board: BTreeMap<String, u8>,
    bot_positions: BTreeMap<String, Location>,
    bot_directions: BTreeMap<String, u8>,
    bot_momentums: BTreeMap<String, u8>,
    bot_power_ups: BTreeMap<String, u8>,
    bot_super_power_ups: BTreeMap<String, u8>,
    territory: BTreeMap<String, u8>,
    trails: BTreeMap<String, u8>,
    weeds: BTreeMap<String, bool>,
    power_ups: BTreeMap<String, u8>,
    super_power_ups: BTreeMap<String, u8>,
}

/// Computes the changes from state to state.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    before: Line,
}

impl Changes {
    /// The line of the next state.
    pub fn next(&mut self, stamp: &str, names: &[Name], board: &Full) -> Line {
        let now = whole(stamp, names, board);
        let before = std::mem::replace(&mut self.before, now.clone());
        Line {
            time_stamp: now.time_stamp,
            current_tick: now.current_tick,
            leader_board: changed(&before.leader_board, now.leader_board, None),
            bot_positions: changed(&before.bot_positions, now.bot_positions, None),
            bot_directions: changed(&before.bot_directions, now.bot_directions, None),
            bot_momentums: changed(&before.bot_momentums, now.bot_momentums, None),
            bot_power_ups: changed(&before.bot_power_ups, now.bot_power_ups, None),
            bot_super_power_ups: changed(&before.bot_super_power_ups, now.bot_super_power_ups, None),
            territory: changed(&before.territory, now.territory, Some(NOBODY)),
            trails: changed(&before.trails, now.trails, Some(NOBODY)),
            weeds: changed(&before.weeds, now.weeds, Some(false)),
            power_ups: changed(&before.power_ups, now.power_ups, Some(0)),
            super_power_ups: changed(&before.super_power_ups, now.super_power_ups, Some(0)),
        }
    }
}

/// The entries that are new or different. An entry that was removed gets the value `gone`, or is left out.
fn changed<T: Copy + PartialEq>(
    before: &BTreeMap<String, T>,
    mut now: BTreeMap<String, T>,
    gone: Option<T>,
) -> BTreeMap<String, T> {
    let lost: Vec<_> = before.keys().filter(|key| !now.contains_key(*key)).cloned().collect();
    now.retain(|key, value| before.get(key) != Some(value));
    now.extend(lost.into_iter().filter_map(|key| Some((key, gone?))));
    now
}

/// The line of a complete state, from which nothing is left out.
fn whole(stamp: &str, names: &[Name], board: &Full) -> Line {
    let each = |of: &dyn Fn(&Farmer) -> u8| {
        let farmers = names.iter().zip(&board.farmers);
        farmers.map(|(name, farmer)| (name.id.to_string(), of(farmer))).collect()
    };
    let (cols, rows) = (u16::from(board.cols), u16::from(board.rows));
    let cells = (0..rows).flat_map(|y| (0..cols).map(move |x| Cell { x, y }));
    let trails = board
        .farmers
        .iter()
        .zip(0..)
        .flat_map(|(farmer, seat)| farmer.trail.iter().map(move |&cell| (key(cell), seat)));
    Line {
        time_stamp: stamp.into(),
        current_tick: board.tick,
        leader_board: each(&|farmer| farmer.percent),
        bot_positions: names
            .iter()
            .zip(&board.farmers)
            .map(|(name, farmer)| (name.id.to_string(), farmer.at.unwrap_or(farmer.start).into()))
            .collect(),
        bot_directions: each(&|farmer| farmer.command as u8),
        bot_momentums: each(&|farmer| farmer.momentum as u8),
        bot_power_ups: each(&|farmer| farmer.power.map_or(0, |held| held.kind as u8)),
        bot_super_power_ups: each(&|farmer| farmer.super_power.map_or(0, |held| held.kind as u8)),
        territory: cells.filter_map(|cell| Some((key(cell), board.highest_owner(cell)?.0))).collect(),
        trails: trails.collect(),
        weeds: board.weeds.iter().map(|&cell| (key(cell), true)).collect(),
        power_ups: board.power_ups.iter().map(|thing| (key(thing.at), thing.kind as u8)).collect(),
        super_power_ups: board.supers.iter().map(|thing| (key(thing.at), thing.kind as u8)).collect(),
    }
}

fn key(cell: Cell) -> String {
    format!("{},{}", cell.x, cell.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_told_and_what_is_gone() {
        let map = |items: &[(&str, u8)]| items.iter().map(|&(key, value)| (key.to_string(), value)).collect();
        let before: BTreeMap<String, u8> = map(&[("0,0", 1), ("1,0", 2), ("2,0", 3)]);
        let now: BTreeMap<String, u8> = map(&[("1,0", 2), ("2,0", 0), ("3,0", 1)]);
        assert_eq!(changed(&before, now.clone(), Some(255)), map(&[("0,0", 255), ("2,0", 0), ("3,0", 1)]));
        assert_eq!(changed(&before, now, None), map(&[("2,0", 0), ("3,0", 1)]));
    }
}
