//! States that fit a view (R50).

use crate::{Action, Legacy, Official, Settings, Sproutopia};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_testing::pass;
use serde_json::json;

/// For how many views in a hundred a state is found, with farmers that walk loops beside their homes.
fn told<R: crate::game::Complete>(rules: &str) -> usize {
    let settings = Settings::read(&json!({"rules": rules, "cols": 24, "rows": 20, "power_up_start_tick": 0,
        "weeds_start_tick": 0, "weed_spawn_rate_mean": 20, "power_up_spawn_rate_mean": 10}))
    .unwrap();
    let (mut told, mut asked) = (0, 0);
    let mut random = Random::new(1);
    for seed in 0..6 {
        let (world, mut state) = Sproutopia::<R>::new(&settings, seed).unwrap();
        let mut history: [Vec<_>; 4] = Default::default();
        for tick in 0..150 {
            for seat in (0..4).map(Seat) {
                let start = Sproutopia::<R>::start(&world, &state, seat);
                let view = Sproutopia::<R>::view(&world, &state, &[], seat);
                let guess = Sproutopia::<R>::guess(&world, &start, &history[seat.index()], &view, &mut random);
                asked += 1;
                if let Some(guess) = guess {
                    told += 1;
                    assert_eq!(Sproutopia::<R>::view(&world, &guess, &[], seat), view);
                    Sproutopia::<R>::check(&world, &guess).unwrap();
                }
                history[seat.index()].push(view);
            }
            let turn = |seat: u64| Action::DIRECTIONS[[3, 1, 2, 0][((tick / 3 + seat) % 4) as usize]];
            let choices: Vec<_> =
                (0..4u64).filter(|_| random.below(4) > 0).map(|seat| (Seat(seat as u8), turn(seat + seed))).collect();
            pass::<Sproutopia<R>>(&world, &mut state, &choices);
        }
    }
    100 * told / asked
}

#[test]
fn most_views_have_a_state_that_fits_them() {
    let shares = [told::<Official>("official"), told::<Legacy>("v2024.0.8")];
    assert!(shares.iter().all(|&share| share >= 80), "{shares:?} of a hundred views");
}
