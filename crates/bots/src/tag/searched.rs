//! What search knows of Ghost Tag: how far exits and killers are.

use crate::search::Searched;
use gridhaunt_kernel::hash::StateHash;
use gridhaunt_kernel::prelude::*;
use gridhaunt_tag::game::World;
use gridhaunt_tag::ground::{distance, neighbour, pack, unpack};
use gridhaunt_tag::state::{Side, State};
use gridhaunt_tag::view::unit_of;
use gridhaunt_tag::{Action, Step, Tag};

/// What a survivor on the board is worth of one that escaped: from here to 1, the nearer the exit and the further the
/// killers.
const ALIVE: f64 = 0.2;

/// How much further from the nearest killer than from the exit a survivor must be to be as good as out, in steps.
const SURE: f64 = 6.0;

impl<const N: usize> Searched for Tag<N> {
    type Tables = ();

    const POLICIES: &'static [&'static str] = &["run"];
    const DEPTH: u32 = 24;
    const GUESSES: u16 = 32;

    fn tables(_: &World, _: &State<N>) {}

    /// Survivors go to the nearest exit, but not beside a killer; killers go to the nearest survivor.
    fn policy(_: usize, world: &World, (): &(), state: &State<N>, seat: Seat, random: &mut Random) -> Option<Action> {
        let (side, id) = unit_of(world, seat);
        let here = unpack(*cells(state, side).get(id)?);
        let worth = |cell: Cell| match side {
            Side::Survivor => {
                let near = killers(world, state).map(|killer| distance(killer, cell)).min().unwrap_or(u16::MAX);
                i32::from(world.ground().to_exit(pack(cell))) + if near <= 1 { 100 } else { 0 }
            }
            Side::Killer => survivors(state).map(|other| i32::from(distance(other, cell))).min().unwrap_or(0),
        };
        let (mut best, mut least, mut equals) = (None, i32::MAX, 0);
        for step in Step::ALL {
            let Some(cell) = neighbour(world.grid(), here, step) else { continue };
            if side == Side::Killer && !world.ground().is_open(here, step, true) {
                continue;
            }
            let worth = worth(cell);
            equals = if worth == least { equals + 1 } else { 1 };
            if worth < least || worth == least && random.below(equals) == 0 {
                (best, least) = (Some(Action::from(step)), worth);
            }
        }
        best
    }

    /// The share of the survivors that escaped, and of each on the board how likely it still does.
    fn value(world: &World, (): &(), state: &State<N>, seat: Seat) -> f64 {
        let out = f64::from(state.escaped.count_ones());
        let hope: f64 = survivors(state)
            .map(|survivor| {
                let exit = f64::from(world.ground().to_exit(pack(survivor)));
                let near = killers(world, state).map(|killer| distance(killer, survivor)).min().unwrap_or(u16::MAX);
                let ahead = (f64::from(near.min(255)) - exit) / SURE;
                ALIVE + (1.0 - ALIVE) * (0.5 + 0.5 * ahead / (1.0 + ahead.abs()))
            })
            .sum();
        share(world, seat, out + hope)
    }

    /// The share of the survivors that escaped: more of them is better, whoever wins.
    fn result(world: &World, state: &State<N>, seat: Seat) -> f64 {
        share(world, seat, f64::from(state.escaped.count_ones()))
    }

    /// The units that the seat sees, where they are.
    fn sight(world: &World, state: &State<N>, seat: Seat, hash: &mut StateHash) {
        let (side, id) = unit_of(world, seat);
        let here = unpack(cells(state, side).get(id).copied().unwrap_or_default());
        let sight = world.code.sight[side as usize];
        hash.write_u16(state.round).write_u8(state.phase as u8).write_u16(state.inside);
        for cell in survivors(state).chain(killers(world, state)).filter(|&cell| sight.reaches(distance(here, cell))) {
            hash.write_u16(pack(cell));
        }
    }
}

/// So many escapes as a share of all, for a seat of either side.
fn share(world: &World, seat: Seat, escapes: f64) -> f64 {
    let share = escapes / f64::from(world.code.survivors.max(1));
    if unit_of(world, seat).0 == Side::Survivor { share } else { 1.0 - share }
}

fn cells<const N: usize>(state: &State<N>, side: Side) -> &[u16; N] {
    match side {
        Side::Survivor => &state.survivors,
        Side::Killer => &state.killers,
    }
}

fn survivors<const N: usize>(state: &State<N>) -> impl Iterator<Item = Cell> + '_ {
    (0..N).filter(|&id| state.inside >> id & 1 == 1).map(|id| unpack(state.survivors[id]))
}

fn killers<'a, const N: usize>(world: &World, state: &'a State<N>) -> impl Iterator<Item = Cell> + use<'a, N> {
    state.killers.iter().take(world.code.killers.into()).map(|&killer| unpack(killer))
}
