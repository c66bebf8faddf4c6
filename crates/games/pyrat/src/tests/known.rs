//! Published known answers (K2, K5): what a change of rules or of the generator would alter.

use super::{LEDGER, golden, matches};
use crate::settings::PRESETS;
use crate::{Action, PyRat, State, Status};
use gridhaunt_kernel::Game;
use gridhaunt_kernel::json::hex;
use serde_json::json;
use std::fmt::Write as _;
use std::string::String;

#[test]
fn every_preset_draws_the_worlds_of_the_catalogue() {
    let mut text =
        String::from("# The worlds of seeds 0 to 4. A line that changes raises the generator's version (K5).\n");
    let _ = writeln!(text, "# generator version {}", PyRat::<10>::INFO.generator_version);
    text += "preset     seed maze digest        start state hash   cheese walls mud\n";
    for preset in &PRESETS {
        for seed in 0..5 {
            let (world, state) = matches::game::<42>(&json!({ "preset": preset.name }), seed);
            let (digest, hash) = (hex(PyRat::<42>::digest(&world)), hex(PyRat::<42>::hash_of(&world, &state)));
            let (cheese, report) = (state.cheese.len(), world.report);
            let (name, walls, mud) = (preset.name, report.walls, report.mud);
            let _ = writeln!(text, "{name:<10} {seed:>4} {digest} {hash} {cheese:>6} {walls:>5} {mud:>3}");
        }
    }
    LEDGER.hold("catalogue.txt", &text);
}

#[test]
fn the_states_of_the_golden_scenarios_have_their_published_hashes() {
    let mut text =
        String::from("# State hashes of the golden scenarios, turn by turn. A line that changes raises the\n");
    let _ = writeln!(text, "# rules' version (K5).\n# rules version {}", PyRat::<10>::INFO.rules_version);
    for scenario in golden::scenarios() {
        let name = scenario.title.split(' ').next().unwrap_or("");
        let (world, mut state) = scenario.begin();
        let _ = writeln!(text, "{name:<3} maze {}", hex(PyRat::<10>::digest(&world)));
        for turn in 0..=scenario.play.len() {
            let _ = writeln!(text, "{name:<3} {turn:>4} {}", hex(PyRat::<10>::hash_of(&world, &state)));
            if let Some(&actions) = scenario.play.get(turn) {
                matches::step(&world, &mut state, actions);
            }
        }
    }
    LEDGER.hold("hashes.txt", &text);
}

#[test]
fn a_state_hashes_alike_in_every_size() {
    fn hash<const W: usize>(seed: u64) -> u64 {
        let (world, mut state) = matches::game::<W>(&json!({ "preset": "tiny" }), seed);
        for _ in 0..20 {
            matches::step(&world, &mut state, [Action::Up, Action::Left]);
        }
        PyRat::<W>::hash_of(&world, &state)
    }
    for seed in 0..5 {
        assert_eq!([hash::<26>(seed), hash::<42>(seed), hash::<128>(seed)], [hash::<10>(seed); 3], "seed {seed}");
    }
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = matches::game::<10>(&json!({ "preset": "tiny" }), 0);
    let changed: [fn(&mut State<10>); 13] = [
        |s| s.pos[0] += 1,
        |s| s.pos[1] -= 1,
        |s| s.half[0] += 1,
        |s| s.half[1] += 1,
        |s| s.delay[0] += 1,
        |s| s.delay[1] += 1,
        |s| s.turn += 1,
        |s| s.max_turns += 1,
        |s| s.cheese_total += 1,
        |s| s.status = Status::Cleared,
        |s| s.end_on_majority ^= true,
        |s| s.cheese.0[0] ^= 1,
        |s| s.cheese.0[3] ^= 1,
    ];
    let mut seen = std::collections::BTreeSet::from([PyRat::<10>::hash_of(&world, &state)]);
    for (field, change) in changed.into_iter().enumerate() {
        let mut other = state;
        change(&mut other);
        assert!(seen.insert(PyRat::<10>::hash_of(&world, &other)), "field {field} changes nothing");
    }
}
