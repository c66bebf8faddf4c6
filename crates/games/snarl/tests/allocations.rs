//! A step allocates nothing, whatever is chosen and whatever happens: teleports and new levels included.

use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Random, Seat};
use gridhaunt_snarl::{Action, Event, Settings, Snarl};
use gridhaunt_testing::allocations;
use serde_json::json;

/// The only test of this file, since the count of allocations is the process's own.
#[test]
fn a_step_allocates_nothing() {
    let (mut steps, mut teleports, mut levels, mut refusals) = (0, 0, 0, 0);
    for (seed, placement) in (0..600).zip(["random", "corners"].into_iter().cycle()) {
        let settings = Settings::read(&json!({
            "players": 4, "placement": placement, "zombies": 1, "ghosts": 2, "max_rounds": 40,
            "generate": {"levels": 4, "rooms": 2, "min": [4, 5], "max": [4, 5]},
        }))
        .expect("settings");
        let (world, mut state) = Snarl::new(&settings, seed).expect("a world");
        let mut random = Random::stream(seed, 5);
        while !Snarl::phase(&world, &state).is_over() {
            let mut choices: Vec<(Seat, Action)> = Vec::new();
            for seat in Snarl::phase(&world, &state).seats().iter() {
                let mut legal = Vec::new();
                Snarl::legal(&world, &state, seat, &mut |action| legal.push(action));
                let any = Action::numbered(random.index(13)).filter(|_| random.below(9) == 0);
                choices.extend(any.or(random.pick(&legal).copied()).map(|action| (seat, action)));
            }
            let before = allocations();
            let mut copy = state;
            Snarl::step(&world, &mut state, &choices, |event| match event {
                Event::Teleported { .. } => teleports += 1,
                Event::LevelStarted { .. } => levels += 1,
                Event::Refused { .. } => refusals += 1,
                _ => {}
            });
            Snarl::step(&world, &mut copy, &choices, |_| {});
            let hashes = [Snarl::hash_of(&world, &state), Snarl::hash_of(&world, &copy)];
            assert_eq!(allocations(), before, "step {steps} of seed {seed}");
            assert_eq!(hashes[0], hashes[1]);
            steps += 1;
        }
    }
    let enough = steps > 5000 && teleports > 500 && levels > 5 && refusals > 100;
    assert!(enough, "{steps} steps, {teleports} teleports, {levels} levels, {refusals} refusals");
}
