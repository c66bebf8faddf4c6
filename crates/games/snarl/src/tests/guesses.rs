//! What a seat imagines: worlds and states that fit all it has seen.

use super::matches;
use crate::view::{Sight, View};
use crate::{Settings, Snarl, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_testing::pass;
use serde_json::json;

/// Whether a square of a level is as it was seen in a world.
fn is_as_seen(world: &World, level: u8, sight: &Sight) -> bool {
    let chart = &world.charts[usize::from(level) - 1][0];
    let Some(middle) = sight.position else { return true };
    let reach = sight.reach();
    let points = (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |column| (row, column)));
    points.into_iter().all(|(row, column)| {
        let at = crate::level::Point::new(middle.row + row, middle.column + column);
        sight.code(at) == Some(chart.kind_at(at).code())
    })
}

/// How many guesses were made in imagined worlds, and how many times a seat could imagine none.
fn imagined(settings: &Value, seeds: core::ops::Range<u64>) -> (u32, u32) {
    let settings = Settings::read(settings).expect("settings");
    let (mut made, mut missing) = (0, 0);
    for seed in seeds {
        let (world, mut state) = Snarl::new(&settings, seed).expect("a match");
        let mut random = Random::new(seed);
        let seats = Snarl::seats(&world);
        let starts: Vec<_> = (0..seats).map(|seat| Snarl::start(&world, &state, Seat(seat as u8))).collect();
        let mut history: Vec<Vec<View>> = vec![Vec::new(); seats];
        for _ in 0..150 {
            let Some(seat) = Snarl::phase(&world, &state).seats().iter().next() else { break };
            let (view, seen) = (Snarl::view(&world, &state, &[], seat), &mut history[seat.index()]);
            let start = &starts[seat.index()];
            match Snarl::imagine(&settings, start, seen, &view, &mut random) {
                None => missing += 1,
                Some(other) => {
                    let guess = Snarl::guess(&other, start, seen, &view, &mut random).expect("a state");
                    assert!(Snarl::view(&other, &guess, &[], seat) == view, "seed {seed}, seat {seat}");
                    assert_eq!(Snarl::check(&other, &guess), Ok(()));
                    assert_eq!(Snarl::phase(&other, &guess), Snarl::phase(&world, &state), "whoever knows is asked");
                    for earlier in seen.iter().chain([&view]) {
                        if let View::PlayerView(earlier) = earlier {
                            let now = earlier.level == state.level + 1;
                            assert!(!now || is_as_seen(&other, earlier.level, &earlier.sight), "seed {seed}, {seat}");
                        }
                    }
                    made += 1;
                }
            }
            seen.push(view);
            let choices = matches::legal_choices(&mut random, &world, &state);
            pass::<Snarl>(&world, &mut state, &choices);
        }
    }
    (made, missing)
}

#[test]
fn drawn_levels_are_imagined_as_they_were_seen() {
    for settings in [
        json!({}),
        json!({"players": 1, "sight": 4}),
        json!({"players": 2, "generate": {"rooms": 2, "min": [3, 6], "max": [6, 9]}, "ghosts": 1}),
        json!({"generate": {"rooms": 9, "loops": 100, "levels": 1}, "zombies": 3}),
    ] {
        let (made, missing) = imagined(&settings, 0..6);
        assert!(missing * 50 <= made, "{settings}: {made} made, {missing} missing");
    }
}

#[test]
fn a_level_that_no_generator_drew_is_not_imagined_wrongly() {
    let level = matches::level("####  ####\n#..+::+..#\n#K.#  #..#\n####  #E.#\n      ####\n");
    imagined(&json!({"players": 2, "levels": [level], "zombies": 1, "ghosts": 1}), 0..6);
}
