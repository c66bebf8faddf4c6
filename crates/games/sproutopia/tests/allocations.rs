//! A step allocates nothing, whatever is chosen and whatever happens, even with hundreds of waiting commands.

use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Random, Seat};
use gridhaunt_sproutopia::event::Event;
use gridhaunt_sproutopia::game::Complete;
use gridhaunt_sproutopia::{Action, Legacy, Official, Settings, Sproutopia};
use gridhaunt_testing::allocations_here;
use serde_json::json;

#[derive(Default, Debug)]
struct Seen {
    steps: u32,
    claims: u32,
    prunes: u32,
    weeds: u32,
    longest: usize,
}

fn play<R: Complete>(seed: u64, seen: &mut Seen) {
    let settings = Settings::read(&json!({
        "rules": R::NAME, "cols": 10, "rows": 9, "max_ticks": 250, "player_queue_size": 64,
        "weeds_start_tick": 0, "weed_spawn_rate_mean": 6, "weed_growth_rate": 2, "weeds_max_amount": 4,
        "power_up_start_tick": 0, "power_up_spawn_rate_mean": 2, "power_ups_max_amount": 20, "lifespan_freeze": 1,
    }))
    .expect("settings");
    let (world, mut state) = Sproutopia::<R>::new(&settings, seed).expect("a world");
    let mut random = Random::stream(seed, 5);
    let mut loops = [0u8; 4];
    while !Sproutopia::<R>::phase(&world, &state).is_over() {
        // Squares with sides of two steps, and sometimes many arbitrary commands.
        let mut choices: Vec<(Seat, Action)> = Vec::new();
        for (i, turn) in loops.iter_mut().enumerate() {
            let seat = Seat(i as u8);
            let square = [Action::Up, Action::Right, Action::Down, Action::Left][usize::from(*turn / 2 % 4)];
            *turn = turn.wrapping_add(1);
            choices.push((seat, square));
            if random.below(60) == 0 {
                choices.extend((0..random.below(300)).map(|_| (seat, Action::ALL[random.index(6)])));
            }
        }
        let before = allocations_here();
        Sproutopia::<R>::step(&world, &mut state, &choices, |event| match event {
            Event::Claimed { .. } => seen.claims += 1,
            Event::Pruned { .. } => seen.prunes += 1,
            Event::WeedSpawned { .. } => seen.weeds += 1,
            _ => {}
        });
        let hash = Sproutopia::<R>::hash_of(&world, &state);
        assert_eq!(allocations_here(), before, "step {} of seed {seed}, hash {hash}", seen.steps);
        seen.steps += 1;
        seen.longest = (0..state.farmers.len()).map(|i| state.waiting(i)).fold(seen.longest, usize::max);
    }
}

#[test]
fn a_step_allocates_nothing() {
    let (mut official, mut old) = (Seen::default(), Seen::default());
    for seed in 0..60 {
        play::<Official>(seed, &mut official);
        play::<Legacy>(seed, &mut old);
    }
    for seen in [&official, &old] {
        let enough = seen.steps > 10_000 && seen.claims > 500 && seen.prunes > 500 && seen.weeds > 100;
        assert!(enough, "{seen:?}");
    }
    assert_eq!(official.longest, 63, "of 64 one is played");
    assert!(old.longest > 200, "{old:?}");
}
