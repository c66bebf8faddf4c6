//! A clone, made anew or into an old state, is the state and nothing of what was there.

use crate::game::Complete;
use crate::{Action, Legacy, Official, Settings, Sproutopia};
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Random, Seat};
use serde_json::json;
use std::vec::Vec;

fn clones<R: Complete>(rules: &str) {
    let settings = json!({"rules": rules, "cols": 14, "rows": 12, "power_up_start_tick": 0, "weeds_start_tick": 0,
        "weed_spawn_rate_mean": 4, "power_up_spawn_rate_mean": 2});
    let settings = Settings::read(&settings).unwrap();
    let mut random = Random::new(4);
    let games: Vec<_> = (0..4).map(|seed| Sproutopia::<R>::new(&settings, seed).unwrap()).collect();
    let mut states: Vec<_> = games.iter().map(|(_, state)| state.clone()).collect();
    let mut copy = states[0].clone();
    for _ in 0..600 {
        let which = random.index(games.len());
        let several = (0..random.below(9)).map(|_| (Seat(random.below(4) as u8), Action::ALL[random.index(5)]));
        Sproutopia::<R>::step(&games[which].0, &mut states[which], &several.collect::<Vec<_>>(), |_| {});
        copy.clone_from(&states[which]);
        assert_eq!(copy, states[which]);
        assert_eq!(states[which].clone(), states[which]);
        let hash = |state| Sproutopia::<R>::hash_of(&games[which].0, state);
        assert_eq!(hash(&copy), hash(&states[which]));
    }
}

#[test]
fn a_clone_holds_nothing_of_what_was_there() {
    clones::<Official>("official");
    clones::<Legacy>("v2024.0.8");
}
