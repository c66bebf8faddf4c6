//! Scenarios: the board before and after, the commands of each tick and the reported events. The name of each is the
//! rule that it tests.
//!
//! A scenario is a name, the boards side by side, the farmers before and after in the notation of [`Table::place`] and
//! [`Table::farmers`], then `>` the ticks in the notation of [`Table::play`] and `:` the reported events. Where
//! v2024.0.8 differs from official, its result follows an `or`.

mod by_hand;

use super::Which as _;
use super::matches::{Table, cell, told};
use crate::game::Complete;
use crate::{Legacy, Official};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Scenario, Stage, play_scenarios, side_by_side};

/// The result for one of the rule sets; a single result is valid for both.
fn by<R: Complete, T>(answers: &[T]) -> &T {
    if R::LEGACY { &answers[answers.len() - 1] } else { &answers[0] }
}

/// The board of a scenario, and the picture and farmers after it.
struct Garden<R: Complete> {
    table: Table<R>,
    after: [String; 2],
}

impl<R: Complete> Garden<R> {
    fn of(scenario: &Scenario<'_>) -> Self {
        let [rows @ .., placed] = &scenario.given[..] else { panic!("nothing is drawn") };
        let picture = rows.join("\n");
        let (boards, farmers) = (side_by_side(&picture), side_by_side(placed));
        let players = farmers[1][0].split(", ").count() as u8;
        let table = Table::drawn(&boards[0].join(" "), players, cell(0, 0)).place(farmers[0][0]);
        Self { table, after: [by::<R, _>(&boards[1..]).join(" "), by::<R, _>(&farmers[1..])[0].to_string()] }
    }
}

impl<R: Complete> Stage for Garden<R> {
    fn play(&mut self, ticks: &str) -> Vec<String> {
        told(&self.table.play(ticks))
    }

    fn show(&self, _mark: char, _expected: &str) -> Option<String> {
        None
    }

    fn end(&self) -> Result<(), String> {
        let (got, need) = ([self.table.picture(), self.table.farmers()], &self.after);
        if got == *need { Ok(()) } else { Err(format!("after it is {got:#?} and not {need:#?}")) }
    }
}

/// The scenarios as one of the rule sets tells them: after an `or` follows what v2024.0.8 reports instead.
fn told_by<R: Complete>(scenario: &str) -> String {
    match scenario.trim_end().split_once("\nor") {
        None => scenario.to_string(),
        Some((official, _)) if !R::LEGACY => official.to_string(),
        Some((official, legacy)) => {
            let before = official.lines().take_while(|line| !line.starts_with(": "));
            before.chain(legacy.lines().skip(1)).collect::<Vec<_>>().join("\n")
        }
    }
}

fn hold<R: Complete>(text: &str, count: usize) {
    let told: Vec<String> = text.split("\n\n").map(told_by::<R>).collect();
    play_scenarios(&told.join("\n\n"), count, Garden::<R>::of);
}

fn hold_all(text: &str, count: usize) {
    hold::<Official>(text, count);
    hold::<Legacy>(text, count);
}

/// Tests R6 to R10.
#[test]
fn commands_and_their_order() {
    hold_all(include_str!("scenarios/commands.txt"), 11);
}

/// R12 to R18 and R38.
#[test]
fn walking_freezing_and_standing() {
    hold_all(include_str!("scenarios/walking.txt"), 27);
}

/// Tests R19 to R21.
#[test]
fn meeting_and_cutting() {
    hold_all(include_str!("scenarios/meeting.txt"), 21);
}

/// Tests R23 to R31.
#[test]
fn claiming_and_fertilizing() {
    hold_all(include_str!("scenarios/land.txt"), 23);
}

/// Tests R32 to R37.
#[test]
fn pruned_sent_back_and_respawned() {
    hold_all(include_str!("scenarios/fate.txt"), 8);
}
