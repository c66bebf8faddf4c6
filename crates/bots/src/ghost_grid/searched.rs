//! What search knows of Ghost Grid: the ways to the goal of the map that it imagines, and what both sides do by the book.

use crate::search::Searched;
use gridhaunt_ghost_grid::ground::{Ground, Port, Side};
use gridhaunt_ghost_grid::orders::{is_frozen, may_pass};
use gridhaunt_ghost_grid::state::{Agent, State, Winner};
use gridhaunt_ghost_grid::{Action, GhostGrid, World};
use gridhaunt_kernel::field::least_costs;
use gridhaunt_kernel::hash::StateHash;
use gridhaunt_kernel::prelude::*;

/// What the ways from every node to the goal cost: the least energy.
#[derive(Debug)]
pub struct Ways {
    to_goal: Vec<u32>,
}

/// What a ghost that can still pay its way has of the loot it carries, in the node before the goal.
const HOPE: f64 = 0.8;
/// How much of that is left for each layer that it is further away.
const KEEP: f64 = 0.95;
/// What is left to one that cannot pay any way, or that lies in a node.
const STRANDED: f64 = 0.05;
/// So many layers below the goal sentinels stay.
const WATCHED: u8 = 2;
/// One of so many choices of a ghost in a playout is any port, so that playouts differ.
const WHIM: u64 = 8;

impl Searched for GhostGrid {
    type Tables = Ways;

    const POLICIES: &'static [&'static str] = &["book"];
    const DEPTH: u32 = 24;
    const GUESSES: u16 = 24;

    fn tables(world: &World, _: &State) -> Ways {
        let mut to_goal = vec![0; world.graph.len()];
        least_costs(&world.graph, world.graph.layer(world.graph.n).map(usize::from), &mut to_goal);
        Ways { to_goal }
    }

    /// Ghosts take the cheapest way to the goal that they can pay; sentinels spread over the highest layers and wait there.
    fn policy(_: usize, world: &World, ways: &Ways, state: &State, seat: Seat, random: &mut Random) -> Option<Action> {
        match world.code.side_of(seat) {
            Side::Ghost => Some(carry(world, ways, state, seat, random)),
            Side::Sentinel => Some(watch(world, state, seat)),
        }
    }

    /// The legal actions; of all amounts the tree considers the whole, and of the ways of a sentinel those that keep it in
    /// the highest layers or bring it there.
    fn candidates(world: &World, state: &State, seat: Seat, each: &mut dyn FnMut(Action)) {
        let (ground, side) = (world.ground(), world.code.side_of(seat));
        let agent = &state.agents[seat.index()];
        let lowest = ground.layer(agent.node).min(world.code.n.saturating_sub(WATCHED));
        let leads_low = |port: Port| side == Side::Sentinel && ground.layer(port.node) < lowest;
        each(Action::Wait);
        for &port in ground.ports(agent.node) {
            if !leads_low(port) && may_pass(&ground, &state.tally, agent, side, port).is_ok() {
                each(Action::Move { to: port.node });
            }
        }
        let mut offer = |action: Action| {
            if Self::allows(world, state, seat, action) {
                each(action);
            }
        };
        match side {
            Side::Ghost => {
                offer(Action::Deposit { amount: agent.loot });
                offer(Action::Take { amount: state.places[usize::from(agent.node)].loot });
                if state.tally.turn == 1 {
                    (1..world.code.natives).for_each(|copies| offer(Action::Replicate { copies }));
                }
            }
            Side::Sentinel => [Action::Recharge, Action::Recover, Action::Mark].into_iter().for_each(offer),
        }
    }

    /// The loot that ghosts have delivered and may still deliver, beside what sentinels have and may get.
    fn value(world: &World, ways: &Ways, state: &State, seat: Seat) -> f64 {
        let (ground, tally) = (world.ground(), &state.tally);
        let mut ours = f64::from(tally.delivered);
        let mut theirs = f64::from(tally.recovered);
        for ghost in tally.of(&world.code, Side::Ghost).iter() {
            let Agent { node, loot, energy, .. } = state.agents[ghost.index()];
            let layers = i32::from(world.code.n.saturating_sub(ground.layer(node)).max(1)) - 1;
            let hope = if ways.to_goal[usize::from(node)] <= energy { HOPE * KEEP.powi(layers) } else { STRANDED };
            ours += hope * f64::from(loot);
            theirs += (1.0 - hope) * f64::from(loot);
        }
        let lying: f64 = state.places.iter().map(|place| f64::from(place.loot)).sum();
        ours += STRANDED * lying;
        theirs += (1.0 - STRANDED) * lying;
        let share = if ours + theirs > 0.0 { ours / (ours + theirs) } else { 0.0 };
        if world.code.side_of(seat) == Side::Ghost { share } else { 1.0 - share }
    }

    fn result(world: &World, state: &State, seat: Seat) -> f64 {
        let Some(end) = state.tally.end else { return 0.0 };
        match (state.tally.winner(&world.code, end), world.code.side_of(seat)) {
            (Winner::Draw, _) => 0.5,
            (Winner::Ghosts, Side::Ghost) | (Winner::Sentinels, Side::Sentinel) => 1.0,
            (Winner::Ghosts, Side::Sentinel) | (Winner::Sentinels, Side::Ghost) => 0.0,
        }
    }

    /// The seat's node with its ports, what it has, and what a ghost sees of sentinels and loot around it. Where the other
    /// sentinels are is left out: they move too often for a tree to follow.
    fn sight(world: &World, state: &State, seat: Seat, hash: &mut StateHash) {
        let (code, tally, agent) = (&world.code, &state.tally, &state.agents[seat.index()]);
        let here = &state.places[usize::from(agent.node)];
        hash.write_u32(tally.turn).write_u8(tally.phase as u8).write_u8(u8::from(tally.active.contains(seat)));
        hash.write_u8(agent.node).write_u32(agent.energy).write_u16(agent.loot).write_u32(agent.frozen);
        hash.write_u16(here.loot).write_u8(here.guards.min(2));
        let is_ghost = code.side_of(seat) == Side::Ghost;
        for port in world.ground().ports(agent.node) {
            hash.write_u8(port.node).write_u8(port.dist);
            let place = &state.places[usize::from(port.node)];
            if is_ghost && code.is_short(port.dist) {
                hash.write_u8(place.guards.min(1)).write_u8(u8::from(place.loot > 0));
            }
        }
    }
}

/// A ghost delivers what it carries, or takes what it finds and carries it on.
fn carry(world: &World, ways: &Ways, state: &State, seat: Seat, random: &mut Random) -> Action {
    let (ground, agent) = (world.ground(), &state.agents[seat.index()]);
    let lying = state.places[usize::from(agent.node)].loot;
    match agent.loot {
        0 if lying > 0 && !ground.is_goal(agent.node) => return Action::Take { amount: lying },
        0 => return Action::Wait,
        amount if ground.is_goal(agent.node) => return Action::Deposit { amount },
        _ => {}
    }
    let open = || ground.ports(agent.node).iter().filter(|port| u32::from(port.dist) <= agent.energy);
    if random.below(WHIM) == 0 {
        let any = open().nth(random.index(open().count()));
        return any.map_or(Action::Wait, |port| Action::Move { to: port.node });
    }
    // It shuns sentinels in sight where they capture who comes, and ways that it cannot pay.
    let cost = |port: &&Port| {
        let all = u32::from(port.dist).saturating_add(ways.to_goal[usize::from(port.node)]);
        let is_guarded = world.code.is_short(port.dist) && state.places[usize::from(port.node)].guards > 0;
        (world.code.contact && is_guarded, all > agent.energy, all)
    };
    open().min_by_key(cost).map_or(Action::Wait, |port| Action::Move { to: port.node })
}

/// A sentinel recovers loot, and spreads with the others over the highest layers it may enter, as `camper` does (R52).
fn watch(world: &World, state: &State, seat: Seat) -> Action {
    let (ground, code, tally) = (world.ground(), &world.code, &state.tally);
    let agent = &state.agents[seat.index()];
    let here = &state.places[usize::from(agent.node)];
    if here.loot > 0 {
        return Action::Recover;
    }
    if is_frozen(tally, agent) {
        return Action::Wait;
    }
    let top = if code.enter_goal { code.n } else { code.n.saturating_sub(1) };
    let own = ground.layer(agent.node);
    let is_first = here.guards < 2 || is_lowest_there(world, state, seat, agent.node);
    if own == top && is_first {
        return Action::Wait;
    }
    let goes = |port: &&Port| {
        let layer = ground.layer(port.node);
        let is_free = state.places[usize::from(port.node)].guards == 0;
        let is_high = layer <= top && layer + 1 >= top && (!is_first || layer > own);
        is_free && is_high && may_pass(&ground, tally, agent, Side::Sentinel, **port).is_ok()
    };
    let order = |port: &&Port| (top - ground.layer(port.node), port.dist, port.node);
    match ground.ports(agent.node).iter().filter(goes).min_by_key(order) {
        Some(port) => Action::Move { to: port.node },
        None if here.guards > 1 && agent.energy < code.capacity => Action::Recharge,
        None => climb(&ground, state, agent, top),
    }
}

/// Whether no sentinel of a lower seat is in its node.
fn is_lowest_there(world: &World, state: &State, seat: Seat, node: u8) -> bool {
    state.at(&world.code, Side::Sentinel, node).lowest() == Some(seat)
}

/// From below the highest layers a sentinel goes up.
fn climb(ground: &Ground<'_>, state: &State, agent: &Agent, top: u8) -> Action {
    let own = ground.layer(agent.node);
    if own + 1 >= top {
        return Action::Wait;
    }
    let passes = |port: &&Port| may_pass(ground, &state.tally, agent, Side::Sentinel, **port).is_ok();
    let up = ground.ports(agent.node).iter().filter(passes).max_by_key(|port| ground.layer(port.node).min(top));
    up.filter(|port| ground.layer(port.node) > own).map_or(Action::Wait, |port| Action::Move { to: port.node })
}
