//! What the solver knows of Ghost Grid.

use gridhaunt_ghost_grid::state::{Memory, State};
use gridhaunt_ghost_grid::{GhostGrid, Settings, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_solve::{Solver, Subject};

/// Ghost Grid.
pub(super) struct Exact;

pub(super) static SOLVER: Solver = Solver::of::<Exact>();

/// The most first states of a match.
const MOST_STARTS: usize = 4096;

impl Subject for Exact {
    type Game = GhostGrid;

    /// What ghosts remember, which nothing but their views uses.
    fn settle(_world: &World, state: &mut State) {
        state.memory.fill(Memory::NONE);
        state.tally.random = Random::new(0);
    }

    fn drew(before: &State, after: &State) -> bool {
        before.tally.random != after.tally.random
    }

    /// Every agent begins in a node of its layer, all equally likely (R11): as many first states as there are ways to
    /// place them, found by their seeds.
    fn starts(settings: &Settings, world: &World, first: State) -> Result<Vec<State>, Invalid> {
        // A map that is drawn is another with another seed, of these two at least.
        for seed in 0..2 {
            if GhostGrid::make(settings, seed)?.0.graph != world.graph {
                let words = "drawn from the seed, exact play needs one that is given";
                return Err(Invalid::new("map", "drawn", "a given map").says(words));
            }
        }
        let ghosts = usize::from(first.tally.natives);
        let (bottom, posts) = (world.graph.layer(0).count(), world.posts.len());
        let ways = [(bottom, ghosts), (posts, first.tally.sentinels.into())].into_iter().try_fold(
            1,
            |ways, (nodes, agents)| {
                let ways = (0..agents).try_fold(ways, |ways: usize, _| ways.checked_mul(nodes))?;
                Some(ways).filter(|&ways| ways <= MOST_STARTS)
            },
        );
        let Some(ways) = ways else {
            let words = format!("more than {MOST_STARTS} ways to place the agents");
            return Err(Invalid::new("settings", "agents", format!("at most {MOST_STARTS} starts")).says(words));
        };
        let mut found: Vec<(Vec<u8>, State)> = Vec::new();
        for seed in 0..256 * ways as u64 {
            let (_, mut state) = GhostGrid::make(settings, seed)?;
            let nodes: Vec<u8> = state.agents.iter().map(|agent| agent.node).collect();
            if found.iter().all(|(known, _)| *known != nodes) {
                state.tally.random = Random::new(0);
                found.push((nodes, state));
            }
            if found.len() == ways {
                break;
            }
        }
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(found.into_iter().map(|(_, state)| state).collect())
    }
}
