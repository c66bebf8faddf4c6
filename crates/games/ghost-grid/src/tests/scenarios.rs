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
use gridhaunt_kernel::{Game, Wire};
use serde_json::json;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, println};

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

fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        Some((head, _)) => text.starts_with(head),
        None => pattern == text.trim_end(),
    }
}

/// Plays one scenario under a preset; the error says where it differs.
fn play(scenario: &str, preset: &str) -> Result<(), String> {
    let mut lines = scenario.lines();
    lines.next();
    let under = |base| with(base, json!({"preset": preset}));
    let mut base = under(m3());
    let mut next = lines.next().ok_or("there is nothing after the name")?;
    if let Some(more) = next.strip_prefix("line") {
        base = under(line());
        next = more.trim();
    }
    if next.starts_with('{') {
        let more = serde_json::from_str(next).map_err(|error| format!("{error}: {next}"))?;
        base = with(base, more);
        next = lines.next().unwrap_or("");
    } else if next.is_empty() {
        next = lines.next().unwrap_or("");
    }
    let (world, _) = matches::game(&base, 0);
    let mut state = read(&world, next);
    let mut told: Vec<String> = Vec::new();
    for line in lines {
        let (mark, rest) = line.split_at(1);
        let rest = rest.trim();
        match mark {
            ">" => {
                if !told.is_empty() {
                    return Err(format!("it is told too: {told:?}"));
                }
                let before = state.clone();
                let events = step(&world, &mut state, &spoken(&world, rest));
                told = told_of(&world, &before, &events);
                GhostGrid::check(&world, &state)?;
            }
            ":" => {
                let first = if told.is_empty() { "nothing".to_string() } else { told.remove(0) };
                if rest == "*" {
                    told.clear();
                } else if !fits(rest, &first) {
                    return Err(format!("it is told\n  {first}\nand not\n  {rest}\nthen {told:?}"));
                }
            }
            "?" => {
                let name = rest.split_whitespace().next().unwrap_or("");
                let known = knowledge(&world, &state, name);
                if !fits(rest, &known) {
                    return Err(format!("\n  {known}\nand not\n  {rest}"));
                }
            }
            "=" => {
                let after = describe(&world, &state);
                if !fits(rest, &after) {
                    return Err(format!("after it is\n  {after}\nand not\n  {rest}"));
                }
            }
            _ => return Err(format!("what is {line}")),
        }
    }
    if told.is_empty() { Ok(()) } else { Err(format!("it is told too: {told:?}")) }
}

fn play_all(text: &str, presets: &[&str], least: usize) {
    let mut failed = 0;
    let scenarios: Vec<&str> = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).collect();
    for (scenario, preset) in scenarios.iter().flat_map(|scenario| presets.iter().map(move |preset| (scenario, preset)))
    {
        if let Err(error) = play(scenario, preset) {
            failed += 1;
            println!("{scenario}\n-- {preset}: {error}\n");
        }
    }
    assert_eq!(failed, 0, "of {}", scenarios.len());
    assert!(scenarios.len() >= least, "{} scenarios", scenarios.len());
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
    play_all(include_str!("scenarios/marking.txt"), &["default", "share"], 8);
}

#[test]
fn phases_and_refusals_go_by_r13_to_r15() {
    play_all(include_str!("scenarios/phases.txt"), &["share"], 10);
}

#[test]
fn ghosts_go_by_r16_to_r21() {
    play_all(include_str!("scenarios/ghosts.txt"), &["share"], 10);
}

#[test]
fn sentinels_go_by_r22_to_r25() {
    play_all(include_str!("scenarios/sentinels.txt"), &["share"], 10);
}

#[test]
fn captures_go_by_r26_to_r29() {
    play_all(include_str!("scenarios/captures.txt"), &["share"], 10);
}

#[test]
fn knowledge_goes_by_r30_to_r32() {
    play_all(include_str!("scenarios/knowledge.txt"), &["share"], 5);
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
    play_all(include_str!("scenarios/ends.txt"), &["share"], 8);
}
