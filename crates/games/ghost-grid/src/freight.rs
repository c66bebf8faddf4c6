//! Graphs and first states on their way to a device.

use crate::encode::{Lens, Reward};
use crate::game::{GhostGrid, World};
use crate::ground::{Code, Port, RechargeOf, Remainder, Side};
use crate::map::Graph;
use crate::settings::Settings;
use crate::state::{Agent, End, Memory, Origin, Place, State, Tally};
use gridhaunt_kernel::flock::Beginning;
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::freight!(words Reward, RechargeOf, Remainder, Side, End);
gridhaunt_kernel::freight!(impl[] Lens { reward });
gridhaunt_kernel::freight!(impl[] Port { node, dist });
gridhaunt_kernel::freight!(impl[] Graph { n, layers, first, all_ports });
gridhaunt_kernel::freight!(impl[] Code {
    n, natives, sentinels, turncoats, sides, sentinels_per_ghost, total_loot, base, capacity, short_max, recharge_pct,
    recharge_of, threshold, loss, cumulative, remainder, freeze, on_arrival, contact, enter_goal, full_map,
    sentinels_first, marks_by_choice, max_turns, margin_pct, literal
});
gridhaunt_kernel::freight!(impl[] Agent { node, origin, was, captures, loot, haul, taken, energy, frozen });
gridhaunt_kernel::freight!(impl[] Place { loot, guards, checked });
gridhaunt_kernel::freight!(impl[] Tally {
    turn, phase, end, natives, sentinels, turncoats, ghosts_at_start, captured, delivered, recovered, lost, active,
    mapped, random
});
gridhaunt_kernel::freight!(impl[] State { tally, agents, places, known, memory });

impl Freight for Origin {
    fn load(&self, bytes: &mut Vec<u8>) {
        (*self as u8).load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        match u8::unload(hold) {
            1 => Self::Copy,
            2 => Self::Turned,
            _ => Self::Initial,
        }
    }
}

impl Freight for Memory {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.word().load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        Self::of_word(u32::unload(hold))
    }
}

impl Carried for GhostGrid {
    const KERNELS: &'static str = "ghost_grid";

    fn load((world, state): &Beginning<Self>, bytes: &mut Vec<u8>) {
        world.code.load(bytes);
        world.graph.load(bytes);
        world.posts.load(bytes);
        (world.values.max_degree, world.values.dist_max).load(bytes);
        state.load(bytes);
    }

    /// Of the settings only what numbers and arrays are made with comes along.
    fn unload(hold: &mut Hold<'_>) -> Beginning<Self> {
        let (code, graph, posts) = (Code::unload(hold), Graph::unload(hold), Freight::unload(hold));
        let (max_degree, dist_max) = Freight::unload(hold);
        let values = Settings { max_degree, dist_max, ..Settings::default() };
        let world = World { code, graph, posts, values, thrown_away: 0, fresh: Random::new(0) };
        (world, State::unload(hold))
    }
}
