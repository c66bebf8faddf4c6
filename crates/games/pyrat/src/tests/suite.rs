//! Runs the suite for PyRat in every size, and checks its published known answers (K2, K5).

use super::{DATA, golden, matches};
use crate::encode::is_effective;
use crate::settings::Preset;
use crate::{Action, PyRat, State, Status, drawing};
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::words::Words as _;
use gridhaunt_testing::{Catalogue, Suite, every_field_counts, hold, hold_snapshot};
use serde_json::json;
use std::fmt::Write as _;

fn suite<const W: usize>(settings: Vec<Value>) -> Suite<PyRat<W>> {
    hold::<PyRat<W>>().settings(settings).idle(|world, state, seat, action| !is_effective(world, state, seat, action))
}

#[test]
fn small_boards_hold() {
    suite::<10>(vec![
        json!({}),
        json!({"preset": "tiny"}),
        json!({"preset": "asymmetric", "start": "random", "max_turns": 60}),
        json!({"width": 2, "height": 2, "start": "mirrored"}),
        json!({"width": 3, "height": 2, "walls": [[0, 0, 1, 0]], "mud": [[1, 0, 2, 0, 255]], "cheese": [[0, 0], [2, 1]], "end_on_majority": false}),
        json!({"width": 4, "height": 5, "mud_density": 1.0, "mud_range": 9, "wall_density": 0.2, "connected": false}),
        json!({"preset": "open", "width": 9, "height": 9, "cheese_count": 81}),
    ])
    .steps(200)
    .data(DATA)
    .perft_drawn(|drawn| drawing::game(drawn).unwrap_or_else(|error| panic!("{error} in\n{drawn}")))
    .run();
}

#[test]
fn large_boards_hold() {
    suite::<26>(vec![json!({"preset": "large", "max_turns": 20})]).seeds(1).steps(30).run();
    suite::<42>(vec![json!({"preset": "huge", "max_turns": 20})])
        .seeds(1)
        .steps(30)
        .data(DATA)
        .catalogue(&Catalogue {
            of: "worlds",
            heading: "preset     seed maze digest        start state hash   cheese walls mud",
            settings: Preset::WORDS.iter().map(|&name| (name, json!({ "preset": name }))).collect(),
            more: |world, state| format!("{:>6} {:>5} {:>3}", state.cheese.len(), world.report.walls, world.report.mud),
        })
        .run();
    suite::<128>(vec![json!({"width": 64, "height": 64, "max_turns": 10, "mud_range": 255})]).seeds(1).steps(20).run();
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
    hold_snapshot(DATA, "hashes", &text);
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
    let changes: [fn(&mut State<10>); 13] = [
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
    every_field_counts::<PyRat>(&world, &state, &changes);
}
