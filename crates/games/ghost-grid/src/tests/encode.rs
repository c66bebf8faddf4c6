//! Arrays, masks and rewards for learners: R41, R46.

use super::matches::{self, all_seats, m3, read, seat, spoken, step, with};
use crate::encode::{Lens, Reward};
use crate::state::State;
use crate::{Action, GhostGrid, Settings, World};
use gridhaunt_kernel::learn::reward_between;
use gridhaunt_kernel::prelude::*;
use serde_json::json;

const OUTCOME: Lens = Lens { reward: Reward::Outcome };
const LOOT: Lens = Lens { reward: Reward::Loot };
const DOCUMENT: Lens = Lens { reward: Reward::Document };

fn floats(world: &World, state: &State, seat: Seat, which: usize, len: usize) -> Vec<f32> {
    // No old content of the memory may remain.
    let mut out = vec![f32::NAN; len];
    GhostGrid::encode(world, state, seat, OUTCOME, which, Slot::F32(&mut out));
    out
}

fn numbers(world: &World, state: &State, seat: Seat, which: usize, len: usize) -> Vec<i16> {
    let mut out = vec![77; len];
    GhostGrid::encode(world, state, seat, OUTCOME, which, Slot::I16(&mut out));
    out
}

fn mask(world: &World, state: &State, seat: Seat) -> Vec<u8> {
    let marks = usize::from(world.code.marks_by_choice);
    let mut out = vec![9; usize::from(world.values.max_degree) + 6 + usize::from(world.values.max_ghosts) + marks];
    GhostGrid::mask(world, state, seat, OUTCOME, &mut out);
    out
}

/// The contents of all arrays of a seat.
pub(super) fn arrays(world: &World, state: &State, seat: Seat) -> (Vec<u32>, Vec<i16>, Vec<u8>) {
    let (nodes, ports) = (world.graph.len(), usize::from(world.values.max_degree));
    let mut reals = floats(world, state, seat, 0, nodes * 14);
    reals.extend(floats(world, state, seat, 3, 16));
    let mut whole = numbers(world, state, seat, 1, nodes * ports / 2 * 3);
    whole.extend(numbers(world, state, seat, 2, ports));
    (reals.into_iter().map(f32::to_bits).collect(), whole, mask(world, state, seat))
}

fn close(got: &[f32], expected: &[f32]) {
    assert_eq!(got.len(), expected.len());
    let off = got.iter().zip(expected).position(|(a, b)| (a - b).abs() > 1e-6 || a.is_nan());
    assert_eq!(off, None, "{got:?}\n{expected:?}");
}

/// Two ghosts and a guard in node 1, two guards and a ghost in node 3.
fn crowd(phase: &str) -> (World, State) {
    let (world, _) = matches::game(&m3(), 0);
    let text = "3 | G0@1 30/6, G1@1 10/8, G2@3 0/3; S0@1 24, S1@3 20 haul 5 frozen 3, S2@3 20; \
        $1=20; $2=4; $3=6; D 25; R 5";
    let mut document = matches::given(&world, &std::format!("{phase} {text}"));
    document["ghosts"][0]["known"] = json!([0, 1]);
    document["ghosts"][0]["memory"] = json!([
        {"node": 0, "seen": 0, "loot": 0}, {"node": 1, "seen": 4, "loot": 20}, {"node": 2, "seen": 4, "loot": "some"},
        {"node": 3, "seen": 1, "loot": 15},
    ]);
    document["checked"] = json!({"3": 2, "4": 1});
    document["mapped"] = json!([3, 4]);
    let state = GhostGrid::read_state(&world, &document).expect("a state");
    (world, state)
}

#[test]
fn nodes_of_a_ghost_number_by_number() {
    let (world, state) = crowd("ghost");
    let third = 1.0 / 3.0;
    let expected = [
        [1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.2, 0.0, 0.0, 4.0 / 30.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, third, 0.0, 1.0, 0.0, 0.0, 0.2, 1.0, 0.0, 1.0 / 12.0, 1.0 / 6.0, 0.0, 0.0],
        [1.0, 0.0, third, 0.0, 0.0, 1.0, 0.1, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 0.0, 2.0 * third, 0.0, 0.0, 1.0, 0.3, 0.15, 1.0, 3.0 / 30.0, 2.0 / 12.0, 0.0, 0.0, 0.0],
        [0.0; 14],
        [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ];
    close(&floats(&world, &state, Seat(0), 0, 84), expected.as_flattened());
}

#[test]
fn nodes_of_a_sentinel_number_by_number() {
    let (world, state) = crowd("sentinel");
    let third = 1.0 / 3.0;
    let expected = [
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 0.0, third, 0.0, 0.0, 1.0, 0.3, 0.0, 0.0, 0.0, 1.0 / 12.0, 0.0, 0.0, 0.0],
        [1.0, 0.0, third, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, 2.0 * third, 0.0, 1.0, 0.0, 0.0, 0.06, 1.0, 0.0, 1.0 / 12.0, 1.0 / 6.0, 1.0, 1.0 / 15.0],
        [1.0, 1.0, 2.0 * third, 0.0, 0.0, 1.0, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0 / 15.0],
        [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ];
    close(&floats(&world, &state, Seat(5), 0, 84), expected.as_flattened());
}

#[test]
fn edges_and_ports_number_by_number() {
    let (world, state) = crowd("ghost");
    let known: [[i16; 3]; 6] = [[0, 1, 2], [0, 2, 6], [0, 3, 9], [1, 2, 1], [1, 3, 3], [1, 5, 10]];
    let mut expected = known.as_flattened().to_vec();
    expected.resize(24 * 3, -1);
    assert_eq!(numbers(&world, &state, Seat(0), 1, 72), expected);
    assert_eq!(numbers(&world, &state, Seat(0), 2, 8), [0, 2, 3, 5, -1, -1, -1, -1]);
    let known: [[i16; 3]; 6] = [[0, 3, 9], [1, 3, 3], [2, 4, 4], [3, 4, 2], [3, 5, 5], [4, 5, 1]];
    let mut expected = known.as_flattened().to_vec();
    expected.resize(24 * 3, -1);
    assert_eq!(numbers(&world, &state, Seat(5), 1, 72), expected);
    assert_eq!(numbers(&world, &state, Seat(5), 2, 8), [0, 1, 4, 5, -1, -1, -1, -1]);
}

#[test]
fn oneself_number_by_number() {
    let (world, state) = crowd("ghost");
    let ghost = [1.0, 0.0, 0.2, 1.0, 1.0 / 3.0, 0.75, 0.2, 0.3, 0.0, 0.0, 0.25, 0.05, 0.0, 0.0, 0.75, 0.0];
    close(&floats(&world, &state, Seat(0), 3, 16), &ghost);
    let (world, state) = crowd("sentinel");
    let sentinel = [
        0.0,
        1.0,
        0.2,
        0.0,
        2.0 / 3.0,
        20.0 / 24.0,
        20.0 / 30.0,
        0.05,
        1.0,
        0.0,
        0.25,
        0.05,
        0.0,
        0.0,
        0.75,
        5.0 / 18.0,
    ];
    close(&floats(&world, &state, Seat(5), 3, 16), &sentinel);
    let state = read(&world, "ghost 1 | G0@0 40/8, T0@1 0/4 was S0; S0@3 24 turned, S1@3 24; X 50; R 10; C 3");
    let replicates = floats(&world, &state, Seat(0), 3, 16);
    assert_eq!((replicates[9], replicates[12], replicates[13], replicates[14]), (1.0, 0.5, 0.5, 0.0));
    let turncoat = floats(&world, &state, Seat(16), 3, 16);
    assert_eq!((turncoat[0], turncoat[9]), (1.0, 0.0));
    close(&turncoat[15..], &[16.0 / 18.0]);
    let state = read(&world, "sentinel 3 | G0@0 100/8; S0@3 24 frozen 2, S1@3 24 frozen 3");
    assert_eq!([4, 5].map(|seat| floats(&world, &state, Seat(seat), 3, 16)[8]), [0.0, 1.0], "free, frozen");
}

#[test]
fn shares_are_of_what_the_settings_say() {
    let document = json!({"total_loot": 40, "dist_max": 20, "sentinels_enter_goal": true, "max_ghosts": 2, "sentinels_per_ghost": 4, "max_turns": 8,
                          "conversion_loss": 10, "short_max": 10, "sentinel_energy_mult": 2});
    let (world, _) = matches::game(&with(m3(), document), 0);
    let state = read(&world, "ghost 4 | G0@1 10/6, G1@1 0/8; S0@1 16, S1@5 16 haul 5; $1=20; R 5; D 5; C 3");
    assert_eq!((world.code.seats(), world.code.capacity), (2 + 8 + 4, 16));
    let rows = floats(&world, &state, Seat(0), 0, 84);
    close(&rows[14..28], &[1.0, 1.0, 1.0 / 3.0, 0.0, 1.0, 0.0, 0.0, 0.5, 1.0, 0.0, 1.0 / 8.0, 1.0 / 6.0, 0.0, 0.0]);
    close(&rows[70..84], &[1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.5, 0.0, 0.0, 0.0, 1.0 / 8.0, 0.0, 0.0, 0.0]);
    let own = [1.0, 0.0, 0.5, 1.0, 1.0 / 3.0, 0.75, 0.1, 0.25, 0.0, 0.0, 0.125, 0.125, 0.0, 0.5, 1.0, 0.0];
    close(&floats(&world, &state, Seat(0), 3, 16), &own);
    close(&floats(&world, &state, Seat(3), 3, 16)[5..8], &[1.0, 16.0 / 60.0, 0.125]);
    close(&floats(&world, &state, Seat(3), 3, 16)[15..], &[3.0 / 14.0]);
}

#[test]
fn seats_out_of_play_have_zeros() {
    let (world, _) = matches::game(&m3(), 0);
    let state =
        read(&world, "ghost 3 | G0@1 0/8 captured, G1@0 40/8, T0@1 0/8 was S0; S0@1 21 turned, S1@4 24; R 10; X 50");
    for name in ["G0", "G2", "S0", "S2", "T1"] {
        let (reals, whole, mask) = arrays(&world, &state, seat(&world, name));
        assert!(reals.iter().all(|&bits| bits == 0) && whole.iter().all(|&number| number == 0), "{name}");
        assert!(mask.iter().all(|&allowed| allowed == 0), "{name}");
    }
}

#[test]
fn masks_are_those_of_r41() {
    let bits = |world: &World, state: &State, name: &str| -> String {
        mask(world, state, seat(world, name)).iter().map(|bit| if *bit == 1 { '1' } else { '.' }).collect()
    };
    let (world, state) = crowd("ghost");
    //                                        w moves   tThd ^v replicate
    assert_eq!(bits(&world, &state, "G0"), "1111.....1111.....");
    assert_eq!(bits(&world, &state, "G1"), "1111.....1111.....", "10 is too far");
    assert_eq!(bits(&world, &state, "G2"), "1.11.....11.......", "nothing to lay down, 9 and 5 too far");
    assert_eq!(bits(&world, &state, "S1"), "..................", "it is not its phase");
    let (world, state) = crowd("sentinel");
    assert_eq!(bits(&world, &state, "S0"), "1111..........1...", "alone, and the goal is closed");
    assert_eq!(bits(&world, &state, "S1"), "1............11...", "frozen");
    assert_eq!(bits(&world, &state, "S2"), "1111.........11...");
    assert_eq!(bits(&world, &state, "G0"), "..................");
    let state = read(&world, "ghost 1 | G0@0 98/8, G1@1 1/0; S0@3 24; $1=1");
    assert_eq!(bits(&world, &state, "G0"), "111........11..11.", "two more, since there are two; 9 is too far");
    assert_eq!(bits(&world, &state, "G1"), "1........1.1......", "a half only above 1");
}

#[test]
fn numbers_stand_for_the_actions_of_r41() {
    let (world, state) = crowd("ghost");
    let action = |name: &str, number: usize| GhostGrid::numbered(&world, &state, seat(&world, name), OUTCOME, number);
    let expected = [
        Some(Action::Wait),
        Some(Action::Move { to: 0 }),
        Some(Action::Move { to: 2 }),
        Some(Action::Move { to: 3 }),
        Some(Action::Move { to: 5 }),
        None,
        None,
        None,
        None,
        Some(Action::Take { amount: 20 }),
        Some(Action::Take { amount: 10 }),
        Some(Action::Deposit { amount: 30 }),
        Some(Action::Deposit { amount: 15 }),
        Some(Action::Recharge),
        Some(Action::Recover),
        Some(Action::Replicate { copies: 1 }),
        Some(Action::Replicate { copies: 2 }),
        Some(Action::Replicate { copies: 3 }),
        None,
        None,
    ];
    for (number, expected) in expected.into_iter().enumerate() {
        assert_eq!(action("G0", number), expected, "number {number}");
    }
    let state = read(&world, "ghost 2 | G0@1 5/8; S0@3 24; $1=7; D 88");
    let action = |number: usize| GhostGrid::numbered(&world, &state, Seat(0), OUTCOME, number);
    assert_eq!(action(10), Some(Action::Take { amount: 4 }), "halves are rounded up");
    assert_eq!(action(12), Some(Action::Deposit { amount: 3 }));
}

#[test]
fn a_chosen_mark_has_the_last_number() {
    let document = with(m3(), json!({"marking": "chosen"}));
    assert_eq!(GhostGrid::actions(&matches::settings(&document)), 19);
    let (world, _) = matches::game(&document, 0);
    let state = read(&world, "sentinel 2 | G0@0 100/8; S0@3 24, S1@4 24; #4=2");
    let numbered = |number| GhostGrid::numbered(&world, &state, seat(&world, "S0"), OUTCOME, number);
    assert_eq!([17, 18, 19].map(numbered), [Some(Action::Replicate { copies: 3 }), Some(Action::Mark), None]);
    let last = |name| mask(&world, &state, seat(&world, name))[18];
    assert_eq!(["S0", "S1", "G0"].map(last), [1, 0, 0], "it may, its node is marked, it is not its phase");
    let state = read(&world, "ghost 2 | G0@0 100/8; S0@3 24");
    assert_eq!(mask(&world, &state, seat(&world, "G0"))[18], 0, "ghosts mark nothing");
    let (world, _) = matches::game(&m3(), 0);
    let state = read(&world, "sentinel 2 | G0@0 100/8; S0@3 24");
    assert_eq!(GhostGrid::numbered(&world, &state, seat(&world, "S0"), OUTCOME, 18), None);
}

#[test]
fn shapes_and_counts_are_those_of_the_settings() {
    let shapes = |settings: &Settings| {
        let list = GhostGrid::encodings(settings, OUTCOME);
        list.into_iter().map(|encoding| (encoding.name, encoding.dtype, encoding.shape)).collect::<Vec<_>>()
    };
    let settings = matches::settings(&json!({}));
    assert_eq!((GhostGrid::actions(&settings), GhostGrid::seats_of(&settings)), (18, 18));
    assert_eq!(
        shapes(&settings),
        [
            ("nodes", Dtype::F32, vec![35, 14]),
            ("edges", Dtype::I16, vec![140, 3]),
            ("ports", Dtype::I16, vec![8]),
            ("self", Dtype::F32, vec![16]),
        ]
    );
    let settings = matches::settings(&with(m3(), json!({"max_degree": 5, "max_ghosts": 2})));
    assert_eq!((GhostGrid::actions(&settings), shapes(&settings)[1].2.clone()), (13, vec![15, 3]));
}

#[test]
fn the_end_pays_one_and_loot_pays_at_once_where_it_is_asked_for() {
    let (world, _) = matches::game(&m3(), 0);
    let rewards = |before: &str, choices: &str, lens: Lens| {
        let before = read(&world, before);
        let mut after = before.clone();
        step(&world, &mut after, &spoken(&world, choices));
        let of = |name| reward_between::<GhostGrid>(&world, &before, &after, seat(&world, name), lens);
        [of("G0"), of("S0"), of("G3"), of("T0")]
    };
    let close = |got: [f32; 4], expected: [f32; 4]| {
        assert!(got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{got:?} {expected:?}");
    };
    let delivery = "ghost 2 | G0@4 100/1; S0@3 24";
    close(rewards(delivery, "G0 move 5", OUTCOME), [1.0, -1.0, 0.0, 0.0]);
    close(rewards(delivery, "G0 move 5", LOOT), [2.0, -2.0, 0.0, 0.0]);
    let drawn = "ghost 2 | G0@4 55/1; S0@3 24 haul 45; R 45; C 1";
    close(rewards(drawn, "G0 move 5", OUTCOME), [0.0; 4]);
    close(rewards(drawn, "G0 move 5", LOOT), [0.55, -0.55, 0.0, 0.0]);
    let lost = "sentinel 2 | G0@1 40/8; S0@3 24; R 60";
    close(rewards(lost, "S0 move 1", OUTCOME), [-1.0, 1.0, 0.0, 0.0]);
    let caught = "sentinel 2 | G0@1 40/8, G1@0 60/8; S0@3 24";
    close(rewards(caught, "S0 move 1", OUTCOME), [0.0; 4]);
    close(rewards(caught, "S0 move 1", LOOT), [-0.4, 0.4, 0.0, 0.0]);
}

#[test]
fn the_end_pays_what_the_founding_document_counts_where_it_is_asked_for() {
    let (world, _) = matches::game(&with(m3(), json!({"preset": "default"})), 0);
    let rewards = |before: &str, choices: &str| {
        let before = read(&world, before);
        let mut after = before.clone();
        step(&world, &mut after, &spoken(&world, choices));
        ["G0", "G1", "S0", "S1", "T0"]
            .map(|name| reward_between::<GhostGrid>(&world, &before, &after, seat(&world, name), DOCUMENT))
    };
    // Loot delivered over ghosts at the start, whoever delivers; seats that were never in play get 0.
    let turned =
        "ghost 3 | G0@3 0/8 captured, G1@0 0/8, T0@3 40/8 was S0; S0@3 22 caught 1 turned, S1@1 24; D 10; X 50; C 1";
    assert_eq!(rewards(turned, "G1 wait, T0 move 5"), [25.0, 25.0, 0.0, 0.0, 25.0]);
    // Loot recovered times captures.
    let caught = "sentinel 2 | G0@1 40/8, G1@0 0/8 captured; S0@3 24, S1@4 24 haul 30 caught 1; D 30; R 30; C 1";
    assert_eq!(rewards(caught, "S0 move 1, S1 wait"), [15.0, 15.0, 140.0, 140.0, 0.0]);
    // Without captures the reward is 0, unlike the score.
    let unhurt = "sentinel 2 | G0@0 0/8; S0@3 24; $3=40; R 60";
    assert_eq!(rewards(unhurt, "S0 recover"), [0.0; 5]);
    // There is no reward before the end.
    let going_on = "sentinel 2 | G0@1 40/8, G1@0 60/8; S0@3 24";
    assert_eq!(rewards(going_on, "S0 move 1"), [0.0; 5]);
}

#[test]
fn the_lens_has_one_option() {
    let lens = |value| GhostGrid::lens(&Map::from_iter([("reward".to_string(), value)]));
    assert_eq!(GhostGrid::lens(&Map::new()), Ok(OUTCOME));
    let words = ["outcome", "loot", "document"];
    assert_eq!(words.map(|word| lens(json!(word))), [Ok(OUTCOME), Ok(LOOT), Ok(DOCUMENT)]);
    for (wrong, words) in [(json!("gold"), "\"gold\""), (json!(1), "1")] {
        let expected = std::format!("reward: {words} is not one of outcome, loot, document");
        assert_eq!(lens(wrong).expect_err("no reward").to_string(), expected);
    }
}

#[test]
fn a_number_the_mask_allows_is_legal_all_legal_moves_are_allowed_and_all_may_wait() {
    use gridhaunt_kernel::Game;
    matches::each_step(200, 502, true, |played| {
        for seat in all_seats(played.world) {
            let asked = GhostGrid::phase(played.world, played.before).asks(seat);
            let mask = mask(played.world, played.before, seat);
            assert_eq!(mask[0] == 1, asked);
            for number in 0..=played.world.values.max_degree.into() {
                let action = GhostGrid::numbered(played.world, played.before, seat, OUTCOME, number);
                let legal = action.is_some_and(|action| GhostGrid::allows(played.world, played.before, seat, action));
                assert_eq!(mask[number] == 1, legal, "number {number} {}", played.case());
            }
            for (number, _) in mask.iter().enumerate().filter(|(_, bit)| **bit == 1) {
                let action =
                    GhostGrid::numbered(played.world, played.before, seat, OUTCOME, number).expect("an action");
                assert!(GhostGrid::allows(played.world, played.before, seat, action), "{action:?} {}", played.case());
            }
        }
    });
}
