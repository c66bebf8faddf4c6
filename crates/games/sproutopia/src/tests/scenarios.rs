//! Scenarios: a board before, what was said in each tick, a board after and what was told. The name of each is the rule
//! it holds. Where the two rule sets differ, both are drawn.

mod by_hand;
mod commands;
mod fate;
mod land;
mod meeting;
mod walking;

use super::matches::{Table, cell, told};
use crate::game::Complete;
use crate::{Legacy, Official};
use std::string::String;
use std::vec::Vec;

/// A scenario, in the words of [`Table::place`] and [`Table::play`].
struct Row {
    name: &'static str,
    players: u8,
    before: &'static str,
    farmers: &'static str,
    ticks: &'static str,
    official: After,
    /// Where v2024.0.8 does otherwise.
    old: Option<After>,
}

struct After {
    board: &'static str,
    farmers: &'static str,
    told: &'static [&'static str],
}

fn rows(picture: &str) -> String {
    picture.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn hold<R: Complete>(row: &Row, after: &After) {
    let mut table = Table::<R>::drawn(row.before, row.players, cell(0, 0)).place(row.farmers);
    let events = table.play(row.ticks);
    assert_eq!(table.picture(), rows(after.board), "{}: {}", R::NAME, row.name);
    assert_eq!(table.farmers(), after.farmers, "{}: {}", R::NAME, row.name);
    assert_eq!(told(&events), after.told, "{}: {}", R::NAME, row.name);
}

fn hold_all(rows: &[Row]) {
    for row in rows {
        hold::<Official>(row, &row.official);
        hold::<Legacy>(row, row.old.as_ref().unwrap_or(&row.official));
    }
}

#[test]
fn commands_and_their_order() {
    hold_all(commands::ROWS);
}

#[test]
fn walking_freezing_and_standing() {
    hold_all(walking::ROWS);
}

#[test]
fn meeting_and_cutting() {
    hold_all(meeting::ROWS);
}

#[test]
fn claiming_and_fertilizing() {
    hold_all(land::ROWS);
}

#[test]
fn pruned_sent_back_and_respawned() {
    hold_all(fate::ROWS);
}
