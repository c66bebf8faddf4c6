//! Scenarios: the board before and after, what was said in each tick and what was told. The name of each is the rule it
//! holds. Where the two rule sets differ, official comes first and v2024.0.8 second.

mod by_hand;
mod commands;
mod fate;
mod land;
mod meeting;
mod walking;

use super::Which as _;
use super::matches::{Table, cell, told};
use crate::game::Complete;
use crate::{Legacy, Official};
use gridhaunt_testing::side_by_side;

/// A scenario, in the words of [`Table::place`] and [`Table::play`].
struct Row {
    name: &'static str,
    players: u8,
    board: &'static str,
    /// Before and after.
    farmers: &'static [&'static str],
    ticks: &'static str,
    told: &'static [&'static [&'static str]],
}

/// What comes of it by one of the rule sets; one answer holds for both.
fn by<R: Complete, T>(answers: &[T]) -> &T {
    if R::LEGACY { &answers[answers.len() - 1] } else { &answers[0] }
}

fn hold<R: Complete>(row: &Row) {
    let boards = side_by_side(row.board);
    let mut table = Table::<R>::drawn(&boards[0].join(" "), row.players, cell(0, 0)).place(row.farmers[0]);
    let events = table.play(row.ticks);
    assert_eq!(table.picture(), by::<R, _>(&boards[1..]).join(" "), "{}: {}", R::NAME, row.name);
    assert_eq!(table.farmers(), *by::<R, _>(&row.farmers[1..]), "{}: {}", R::NAME, row.name);
    assert_eq!(told(&events), *by::<R, _>(row.told), "{}: {}", R::NAME, row.name);
}

fn hold_all(rows: &[Row]) {
    for row in rows {
        hold::<Official>(row);
        hold::<Legacy>(row);
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
