//! `_full.log`: every state, complete.

use super::Name;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::full::Full;
use gridhaunt_sproutopia::view::Thing;
use serde::Serialize;

/// One line of the log: the complete state after a tick, as JSON with keys in PascalCase.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Line {
    time_stamp: String,
    current_tick: u32,
    bot_snapshots: Vec<Snapshot>,
    land: Vec<Vec<u8>>,
    leader_board: Vec<Share>,
    power_ups: Vec<PowerUp>,
    weeds: Vec<Vec<bool>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Snapshot {
    index: usize,
    bot_id: String,
    bot_name: String,
    action: u8,
    momentum: u8,
    power_up: u8,
    super_power_up: u8,
    x: u16,
    y: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Share {
    item1: String,
    item2: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
struct PowerUp {
    location: Location,
    r#type: u8,
}

/// A cell in the format of the logs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Location {
    x: u16,
    y: u16,
}

impl From<Cell> for Location {
    fn from(Cell { x, y }: Cell) -> Self {
        Self { x, y }
    }
}

impl Line {
    /// The line of a state.
    #[must_use]
    pub fn new(stamp: &str, names: &[Name], board: &Full) -> Self {
        let snapshot = |(index, (name, farmer)): (usize, (&Name, &gridhaunt_sproutopia::full::Farmer))| {
            let at = farmer.at.unwrap_or(farmer.start);
            Snapshot {
                index,
                bot_id: name.id.to_string(),
                bot_name: name.nick.clone(),
                action: farmer.command as u8,
                momentum: farmer.momentum as u8,
                power_up: farmer.power.map_or(0, |held| held.kind as u8),
                super_power_up: farmer.super_power.map_or(0, |held| held.kind as u8),
                x: at.x,
                y: at.y,
            }
        };
        let mut lying: Vec<Thing> = board.power_ups.iter().chain(&board.supers).copied().collect();
        lying.sort_by_key(|thing| 1000 * u32::from(thing.at.x) + u32::from(thing.at.y));
        let (cols, rows) = (u16::from(board.cols), u16::from(board.rows));
        let mut weeds = vec![vec![false; rows.into()]; cols.into()];
        for weed in &board.weeds {
            if let Some(covered) =
                weeds.get_mut(usize::from(weed.x)).and_then(|column| column.get_mut(usize::from(weed.y)))
            {
                *covered = true;
            }
        }
        Self {
            time_stamp: stamp.into(),
            current_tick: board.tick,
            bot_snapshots: names.iter().zip(&board.farmers).enumerate().map(snapshot).collect(),
            land: (0..cols).map(|x| (0..rows).map(|y| board.code(Cell { x, y })).collect()).collect(),
            leader_board: names
                .iter()
                .zip(&board.farmers)
                .map(|(name, farmer)| Share { item1: name.id.to_string(), item2: farmer.percent })
                .collect(),
            power_ups: lying
                .iter()
                .map(|thing| PowerUp { location: thing.at.into(), r#type: thing.kind as u8 })
                .collect(),
            weeds,
        }
    }
}
