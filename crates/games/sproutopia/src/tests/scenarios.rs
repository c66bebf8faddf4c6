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
use gridhaunt_testing::side_by_side;
use std::vec::Vec;

/// The result for one of the rule sets; a single result is valid for both.
fn by<R: Complete, T>(answers: &[T]) -> &T {
    if R::LEGACY { &answers[answers.len() - 1] } else { &answers[0] }
}

fn hold<R: Complete>(scenario: &str) {
    let lines: Vec<&str> = scenario.lines().collect();
    let ticks = lines.iter().position(|line| line.starts_with("> ")).expect("what was said in each tick");
    let picture = lines[1..ticks - 1].join("\n");
    let (boards, farmers) = (side_by_side(&picture), side_by_side(lines[ticks - 1]));
    let players = farmers[1][0].split(", ").count() as u8;
    let mut table = Table::<R>::drawn(&boards[0].join(" "), players, cell(0, 0)).place(farmers[0][0]);
    let events = table.play(&lines[ticks][2..]);
    let tells: Vec<&[&str]> = lines[ticks + 1..].split(|line| *line == "or").collect();
    let told: Vec<_> = told(&events).iter().map(|line| std::format!(": {line}")).collect();
    assert_eq!(table.picture(), by::<R, _>(&boards[1..]).join(" "), "{}: {}", R::NAME, lines[0]);
    assert_eq!(table.farmers(), by::<R, _>(&farmers[1..])[0], "{}: {}", R::NAME, lines[0]);
    assert_eq!(told, *by::<R, _>(&tells), "{}: {}", R::NAME, lines[0]);
}

fn hold_all(text: &str, count: usize) {
    let scenarios: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(scenarios.len(), count);
    for scenario in scenarios {
        hold::<Official>(scenario);
        hold::<Legacy>(scenario);
    }
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
