//! Scenarios: positions, choices, the reported events and the positions afterwards. Those of section 12 have its ids;
//! every other one has the name of the rule that it tests.
//!
//! A scenario is a name, then optional settings on the map `M3` (or on `line`), on top of the preset of its table, then
//! the state before in the notation of section 12, `>` choices of a step, `:` reported events, `?` what an agent knows,
//! `=` the state after. A `*` stands for anything up to the end of its line.

use super::matches::{self, describe, line, m3, read, seat, spoken, step, with};
use crate::event::Event;
use crate::state::State;
use crate::view::{View, view};
use crate::{GhostGrid, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Scenario, Stage, play_scenarios};
use serde_json::json;

/// What an agent knows: nodes, then `loot@time` by node for a ghost, or the marks for a sentinel.
fn knowledge(world: &World, state: &State, name: &str) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match view(world, state, seat(world, name)) {
        View::GhostView(view) => {
            let memory = view.memory.iter().map(|memory| {
                let loot = memory.loot.0.map_or("some".into(), |loot| loot.to_string());
                format!("{}={loot}@{}", memory.node, memory.seen)
            });
            let known = view.known.iter().map(|known| known.node.to_string()).collect();
            format!("{name} knows {} | {}", list(known), list(memory.collect()))
        }
        View::SentinelView(view) => {
            let known = view.known.iter().map(|known| known.node.to_string()).collect();
            let marks = view.checked.iter().map(|mark| format!("{}@{}", mark.node, mark.turn)).collect();
            format!("{name} knows {} | checked {}", list(known), list(marks))
        }
        View::OutView(view) => format!("{name} is {}", format!("{:?}", view.status).to_lowercase()),
    }
}

/// A match in the notation of the scenarios.
struct Heist {
    world: World,
    state: State,
}

impl Heist {
    fn of(scenario: &Scenario<'_>, preset: &str) -> Self {
        let [settings @ .., state] = &scenario.given[..] else { panic!("no state in {}", scenario.name) };
        let settings = settings.first().copied().unwrap_or("{}");
        let (map, more) = settings.strip_prefix("line").map_or((m3(), settings), |more| (line(), more));
        let more = serde_json::from_str(more).unwrap_or_else(|error| panic!("{error}: {more}"));
        let (world, _) = matches::game(&with(with(map, json!({"preset": preset})), more), 0);
        let state = read(&world, state);
        Self { world, state }
    }
}

impl Stage for Heist {
    fn play(&mut self, choices: &str) -> Vec<String> {
        let Self { world, state } = self;
        let before = state.clone();
        let events = step(world, state, &spoken(world, choices));
        GhostGrid::check(world, state).unwrap_or_else(|error| panic!("{error}"));
        told_of(world, &before, &events)
    }

    fn show(&self, mark: char, expected: &str) -> Option<String> {
        match mark {
            '?' => Some(knowledge(&self.world, &self.state, expected.split_whitespace().next().unwrap_or(""))),
            '=' => Some(describe(&self.world, &self.state)),
            _ => None,
        }
    }
}

fn play_all(text: &str, presets: &[&str], count: usize) {
    presets.iter().for_each(|preset| play_scenarios(text, count, |scenario| Heist::of(scenario, preset)));
}

/// The reported events of a step; at the end also who won and by which rule.
fn told_of(world: &World, before: &State, events: &[Event]) -> Vec<String> {
    let mut told = GhostGrid::log(world, before, events);
    if let (Some(last), Some(Event::GameEnded { winner, reason, .. })) = (told.last_mut(), events.last()) {
        *last = last.replace("the match is over", &format!("{} ({})", winner.words(), reason.name()));
    }
    told
}

/// Rows that are true only under `share` say so.
#[test]
fn section_12_goes_as_it_is_written() {
    play_all(include_str!("scenarios/section_12.txt"), &["default", "share"], 14);
}

#[test]
fn the_defaults_are_the_founding_document_to_the_letter() {
    play_all(include_str!("scenarios/letter.txt"), &["default", "literal"], 10);
}

#[test]
fn marks_are_left_by_choice_where_the_settings_say_so() {
    play_all(include_str!("scenarios/marking.txt"), &["default", "share"], 10);
}

#[test]
fn phases_and_refusals_go_by_r13_to_r15() {
    play_all(include_str!("scenarios/phases.txt"), &["share"], 25);
}

#[test]
fn ghosts_go_by_r16_to_r21() {
    play_all(include_str!("scenarios/ghosts.txt"), &["share"], 15);
}

#[test]
fn sentinels_go_by_r22_to_r25() {
    play_all(include_str!("scenarios/sentinels.txt"), &["share"], 15);
}

#[test]
fn captures_go_by_r26_to_r29() {
    play_all(include_str!("scenarios/captures.txt"), &["share"], 21);
}

#[test]
fn knowledge_goes_by_r30_to_r32() {
    play_all(include_str!("scenarios/knowledge.txt"), &["share"], 11);
}

/// In a match copies meet the ghost at the end of the phase and would learn everything from it, unless it is captured.
#[test]
fn copies_know_what_the_ghost_knew_though_it_is_captured_at_once() {
    let document = serde_json::json!({"conversion_threshold": 20, "conversion_loss": 20, "sentinels_per_ghost": 1});
    let (world, _) = matches::game(&with(m3(), document), 0);
    let mut given = matches::given(&world, "ghost 1 | G0@3 100/8; S0@3 24, S1@4 24");
    given["ghosts"][0]["known"] = serde_json::json!([0, 2, 3]);
    given["ghosts"][0]["memory"] = serde_json::json!([{"node": 2, "seen": 0, "loot": "some"}]);
    let mut state = GhostGrid::read_state(&world, &given).expect("a state");
    let events = step(&world, &mut state, &spoken(&world, "G0 replicate 1"));
    assert_eq!(GhostGrid::log(&world, &state, &events)[1], "S0 captures G0 in 3, loot 50");
    assert_eq!(knowledge(&world, &state, "G1"), "G1 knows 0, 2, 3 | 1=0@1, 2=some@0, 3=0@1, 4=0@1, 5=0@1");
}

#[test]
fn matches_end_by_r33_and_r34() {
    play_all(include_str!("scenarios/ends.txt"), &["share"], 12);
}
