//! The suite that every game passes.

use super::DATA;
use crate::field::OVERGROWN;
use crate::game::Complete;
use crate::state::State;
use crate::{Action, Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{hold, some_of};
use serde_json::json;

/// Actions that need not differ from others: turning back, steps that end the farmer's walk at once, and every action
/// of a farmer that cannot move now.
fn idle<R: Complete>(world: &World, state: &State<R>, seat: Seat, action: Action) -> bool {
    let (i, code) = (seat.index(), &world.ground.code);
    let farmer = &state.farmers[i];
    let others = || (0..world.ground.players()).filter(|&j| j != i).map(|j| state.farmers[j].at);
    let held_up = state.is_away(i) || state.farmers.iter().any(|farmer| farmer.power.is_some());
    let deadly = |to: Cell| {
        let meets = others().any(|at| at.x.abs_diff(to.x) + at.y.abs_diff(to.y) <= 1);
        meets
            || world.ground.foreign[i].contains(to)
            || state.trail(i).set().contains(to)
            || state.field.contains(OVERGROWN, to)
    };
    held_up
        || action.opposite().is_none_or(|back| back == farmer.momentum)
        || action.from_cell(farmer.at, code.cols, code.rows).is_none_or(deadly)
}

#[test]
fn the_official_rules_conform() {
    let settings = vec![
        json!({}),
        json!({"cols": 6, "rows": 6, "max_ticks": 150, "power_up_start_tick": 0, "weeds_start_tick": 0,
            "power_up_spawn_rate_mean": 2, "weed_spawn_rate_mean": 5}),
        json!({"cols": 64, "rows": 9, "players": 3, "player_window_size": 128, "weed_growth_rate": 1}),
        json!({"cols": 12, "rows": 14, "players": 2, "power_up_start_tick": 0, "power_up_spawn_rate_mean": 1,
            "weeds_start_tick": 0, "weed_spawn_rate_mean": 3, "player_queue_size": 1}),
        json!({"players": 1, "cols": 8, "rows": 8}),
    ];
    hold::<Sproutopia<Official>>().data(DATA).perft().idle(idle).settings(settings).seeds(some_of(4)).steps(200).run();
}

#[test]
fn the_old_rules_conform() {
    let rules = "v2024.0.8";
    let settings = vec![
        json!({"rules": rules}),
        json!({"rules": rules, "cols": 6, "rows": 6, "max_ticks": 150, "power_up_start_tick": 0,
            "weeds_start_tick": 0, "power_up_spawn_rate_mean": 2, "weed_spawn_rate_mean": 5}),
        json!({"rules": rules, "cols": 12, "rows": 14, "players": 2, "power_up_start_tick": 0,
            "power_up_spawn_rate_mean": 1, "weeds_start_tick": 0, "weed_spawn_rate_mean": 3}),
    ];
    hold::<Sproutopia<Legacy>>().idle(idle).settings(settings).seeds(some_of(4)).steps(200).run();
}
