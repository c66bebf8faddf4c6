//! Arrays for learners (R41, R46).

use crate::action::Action;
use crate::game::{GhostGrid, World};
use crate::ground::{NodeSet, Side};
use crate::orders;
use crate::settings::Settings;
use crate::state::{State, Status, Tally, Winner};
use crate::values::Marking;
use crate::view::{behind, frozen, known_nodes};
use core::cmp::Ordering;
use gridhaunt_kernel::learn::Heap;
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::words! {
    /// What a learner is paid for (R46).
    pub enum Reward {
        /// Who won, at the end.
        Outcome = "outcome",
        /// That, and loot that is brought home as soon as it is.
        Loot = "loot",
        /// What the founding document counts, at the end: of ghosts the loot delivered over their number at the start, of
        /// sentinels the loot recovered times the captures.
        Document = "document",
    }
}

gridhaunt_kernel::settings! {
    /// How a learner looks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Lens {
        /// Whether who wins is paid, loot that is brought home too, or what the founding document counts
        reward: Reward = Reward::Outcome;
    }
}

const NODES: usize = 0;
const EDGES: usize = 1;
const PORTS: usize = 2;
const SELF: usize = 3;

/// How many numbers one node has.
const WIDTH: usize = 14;

impl Learn for GhostGrid {
    type Lens = Lens;
    type Pack = Single<Self>;
    /// The loot delivered beyond that recovered.
    type Account = i32;

    fn actions(settings: &Settings) -> usize {
        let marks = settings.marking == Marking::Chosen;
        usize::from(settings.max_degree) + 6 + usize::from(settings.max_ghosts) + usize::from(marks) // R41
    }

    fn seats_of(settings: &Settings) -> usize {
        settings.seats()
    }

    fn encodings(settings: &Settings, _lens: Lens) -> Vec<Encoding> {
        let (nodes, ports) = (settings.nodes(), usize::from(settings.max_degree));
        vec![
            Encoding {
                name: "nodes",
                dtype: Dtype::F32,
                shape: vec![nodes, WIDTH],
                about: "named, known, layer, goal, own, behind a port, its distance, loot, any loot, its age, sentinels, \
                        ghosts, checked, since when",
            },
            Encoding {
                name: "edges",
                dtype: Dtype::I16,
                shape: vec![nodes * ports / 2, 3],
                about: "known connections u < v with their distance, then rows of -1",
            },
            Encoding {
                name: "ports",
                dtype: Dtype::I16,
                shape: vec![ports],
                about: "the node behind each port, -1 for none",
            },
            Encoding {
                name: "self",
                dtype: Dtype::F32,
                shape: vec![16],
                about: "ghost, sentinel, turn, ghost phase, layer, energy of full, energy of the way, loot or taken, frozen, \
                        may replicate, delivered, recovered, lost, captured, ghosts at start, seat, as shares",
            },
        ]
    }

    fn encode(world: &World, state: &State, seat: Seat, _lens: Lens, which: usize, out: Slot<'_>) {
        let active = state.tally.active.contains(seat);
        match (which, out) {
            (NODES, Slot::F32(out)) => {
                out.fill(0.0);
                if active {
                    nodes(world, state, seat, out.as_chunks_mut::<WIDTH>().0);
                }
            }
            (EDGES, Slot::I16(out)) => edges(world, state, seat, active, out),
            (PORTS, Slot::I16(out)) => {
                let here = if active { world.graph.ports(state.agents[seat.index()].node.into()) } else { &[] };
                let behind = here.iter().map(|port| i16::from(port.node));
                let none = if active { -1 } else { 0 };
                out.iter_mut().zip(behind.chain(core::iter::repeat(none))).for_each(|(slot, node)| *slot = node);
            }
            (SELF, Slot::F32(out)) => {
                out.fill(0.0);
                if active {
                    out.iter_mut().zip(oneself(world, state, seat)).for_each(|(slot, value)| *slot = value);
                }
            }
            _ => {}
        }
    }

    fn update(world: &World, before: &State, after: &State, seat: Seat, lens: Lens, which: usize, out: Slot<'_>) {
        let active = |state: &State| state.tally.active.contains(seat);
        let same = active(before) == active(after)
            && match which {
                EDGES => known_nodes(world, before, seat) == known_nodes(world, after, seat),
                PORTS => before.agents[seat.index()].node == after.agents[seat.index()].node,
                _ => !active(after),
            };
        if !same {
            Self::encode(world, after, seat, lens, which, out);
        }
    }

    fn mask(world: &World, state: &State, seat: Seat, _lens: Lens, out: &mut [u8]) {
        out.fill(0);
        if Self::phase(world, state).asks(seat) {
            allowed(world, state, seat, out); // R41: else all 0.
        }
    }

    /// Implements R41; where marks are chosen they have the last number.
    #[inline]
    fn numbered(world: &World, state: &State, seat: Seat, _lens: Lens, number: usize) -> Option<Action> {
        let ports = usize::from(world.values.max_degree);
        let agent = state.agents.get(seat.index())?;
        let lying = state.places[usize::from(agent.node)].loot;
        match number.checked_sub(ports) {
            None | Some(0) => match number.checked_sub(1) {
                None => Some(Action::Wait),
                Some(port) => {
                    let port = world.graph.ports(agent.node.into()).get(port)?;
                    Some(Action::Move { to: port.node })
                }
            },
            Some(1) => Some(Action::Take { amount: lying }),
            Some(2) => Some(Action::Take { amount: lying.div_ceil(2) }),
            Some(3) => Some(Action::Deposit { amount: agent.loot }),
            Some(4) => Some(Action::Deposit { amount: agent.loot.div_ceil(2) }),
            Some(5) => Some(Action::Recharge),
            Some(6) => Some(Action::Recover),
            Some(more) => match (more - 6).cmp(&world.code.natives.into()) {
                Ordering::Less => Some(Action::Replicate { copies: (more - 6) as u8 }),
                Ordering::Equal => world.code.marks_by_choice.then_some(Action::Mark),
                Ordering::Greater => None,
            },
        }
    }

    fn heap(world: &World, state: &State) -> Heap {
        let graph = &world.graph;
        Heap {
            world: size_of_val(graph.all_ports.as_slice()) + size_of_val(graph.first.as_slice()) + graph.layers.len(),
            state: size_of_val(&*state.agents)
                + size_of_val(&*state.places)
                + size_of_val(&*state.known)
                + size_of_val(&*state.memory),
        }
    }

    #[inline]
    fn account(_world: &World, state: &State, _lens: Lens) -> i32 {
        ahead(&state.tally)
    }

    /// Implements R46: the reward of a seat for one step, 0 for a seat that is not yet in play.
    #[inline]
    fn reward(world: &World, before: &i32, after: &State, seat: Seat, lens: Lens) -> f32 {
        let code = &world.code;
        if after.tally.status(code, seat) == Status::Idle {
            return 0.0;
        }
        let (side, ended) = (code.side_of(seat), after.tally.end);
        if lens.reward == Reward::Document {
            return ended.map_or(0.0, |_| documented(&after.tally, side));
        }
        let mut reward = ended.map_or(0.0, |end| match after.tally.winner(code, end) {
            Winner::Ghosts => 1.0,
            Winner::Draw => 0.0,
            Winner::Sentinels => -1.0,
        });
        if lens.reward == Reward::Loot {
            reward += (ahead(&after.tally) - before) as f32 / f32::from(code.total_loot);
        }
        if side == Side::Ghost { reward } else { -reward }
    }
}

fn ahead(tally: &Tally) -> i32 {
    i32::from(tally.delivered) - i32::from(tally.recovered)
}

/// The value of the founding document for a side. Unlike in the score (R35), it is 0 for sentinels without captures.
fn documented(tally: &Tally, side: Side) -> f32 {
    match side {
        Side::Ghost => f32::from(tally.delivered) / f32::from(tally.ghosts().max(1)),
        Side::Sentinel => f32::from(tally.recovered) * f32::from(tally.captured),
    }
}

/// Marks the numbers whose actions are legal; a half only where the amount is above 1 (R41).
fn allowed(world: &World, state: &State, seat: Seat, out: &mut [u8]) {
    let (ground, code, tally) = (world.ground(), &world.code, &state.tally);
    let (agent, side) = (&state.agents[seat.index()], code.side_of(seat));
    let place = &state.places[usize::from(agent.node)];
    let ports = usize::from(world.values.max_degree);
    let mut allow = |number: usize, legal: bool| {
        if let Some(slot) = out.get_mut(number) {
            *slot = legal.into();
        }
    };
    allow(0, true);
    for (i, &port) in ground.ports(agent.node).iter().enumerate() {
        allow(1 + i, orders::may_pass(&ground, tally, agent, side, port).is_ok());
    }
    match side {
        Side::Ghost => {
            let amounts = [place.loot > 0, place.loot > 1, agent.loot > 0, agent.loot > 1];
            amounts.into_iter().enumerate().for_each(|(i, legal)| allow(ports + 1 + i, legal));
            if tally.turn == 1 {
                for copies in 1..code.natives {
                    allow(
                        ports + 6 + usize::from(copies),
                        GhostGrid::allows(world, state, seat, Action::Replicate { copies }),
                    );
                }
            }
        }
        Side::Sentinel => {
            allow(ports + 5, place.guards > 1);
            allow(ports + 6, place.loot > 0);
            let mark = ports + 6 + usize::from(code.natives);
            allow(mark, GhostGrid::allows(world, state, seat, Action::Mark));
        }
    }
}

/// The nodes that a view contains: the known ones, and those behind their ports.
fn named(world: &World, known: &NodeSet) -> NodeSet {
    let mut named = *known;
    for node in known.iter() {
        world.graph.ports(node).iter().for_each(|port| named.insert(port.node.into()));
    }
    named
}

fn nodes(world: &World, state: &State, seat: Seat, out: &mut [[f32; WIDTH]]) {
    let (code, tally, agent) = (&world.code, &state.tally, &state.agents[seat.index()]);
    let known = known_nodes(world, state, seat);
    let top = f32::from(code.n);
    for node in named(world, &known).iter() {
        let layer = world.graph.layers[node];
        let row = &mut out[node];
        row[0] = 1.0;
        row[1] = f32::from(u8::from(known.contains(node)));
        row[2] = f32::from(layer) / top;
        row[3] = f32::from(u8::from(layer == code.n));
    }
    let own = usize::from(agent.node);
    out[own][4] = 1.0;
    let longest = f32::from(world.values.dist_max);
    for port in world.graph.ports(own) {
        let row = &mut out[usize::from(port.node)];
        row[5] = 1.0;
        row[6] = f32::from(port.dist) / longest;
    }
    let total = f32::from(code.total_loot);
    let (hunters, ghosts) = (f32::from(code.sentinels), f32::from(code.natives + code.turncoats));
    let count = |side: Side| state.at(code, side, agent.node).without(SeatSet::only(seat)).len() as f32;
    out[own][11] = count(Side::Ghost) / ghosts;
    match code.side_of(seat) {
        Side::Ghost => {
            let (now, all) = (tally.phases(code), 2.0 * code.max_turns as f32);
            for (row, memory) in out.iter_mut().zip(state.memory_of(code, seat)) {
                let Some((seen, loot)) = memory.get() else { continue };
                row[7] = f32::from(loot.unwrap_or(0)) / total;
                row[8] = f32::from(u8::from(loot != Some(0)));
                row[9] = now.saturating_sub(seen) as f32 / all;
            }
            out[own][10] = count(Side::Sentinel) / hunters;
            for &port in world.graph.ports(own) {
                if let Some((_, sentinels)) = behind(world, state, port) {
                    out[usize::from(port.node)][10] = f32::from(sentinels) / hunters;
                }
            }
        }
        Side::Sentinel => {
            let loot = state.places[own].loot;
            out[own][7] = f32::from(loot) / total;
            out[own][8] = f32::from(u8::from(loot > 0));
            for ally in tally.of(code, Side::Sentinel).without(SeatSet::only(seat)).iter() {
                out[usize::from(state.agents[ally.index()].node)][10] += 1.0 / hunters;
            }
            for (row, place) in out.iter_mut().zip(&state.places).filter(|(_, place)| place.checked > 0) {
                row[12] = 1.0;
                row[13] = tally.turn.saturating_sub(place.checked) as f32 / code.max_turns as f32;
            }
        }
    }
}

fn edges(world: &World, state: &State, seat: Seat, active: bool, out: &mut [i16]) {
    if !active {
        return out.fill(0);
    }
    let known = known_nodes(world, state, seat);
    let seen = |&(u, v, _): &(u8, u8, u8)| known.contains(u.into()) || known.contains(v.into());
    let rows = world.graph.edges().filter(seen).map(|(u, v, dist)| [u, v, dist].map(i16::from));
    let rows = rows.chain(core::iter::repeat([-1; 3]));
    out.as_chunks_mut::<3>().0.iter_mut().zip(rows).for_each(|(slot, row)| *slot = row);
}

fn oneself(world: &World, state: &State, seat: Seat) -> [f32; 16] {
    let (code, tally, agent) = (&world.code, &state.tally, &state.agents[seat.index()]);
    let flag = |flag: bool| f32::from(u8::from(flag));
    let ghost = code.side_of(seat) == Side::Ghost;
    let full = if ghost { code.base } else { code.capacity };
    let total = f32::from(code.total_loot);
    let may_replicate = GhostGrid::allows(world, state, seat, Action::Replicate { copies: 1 });
    [
        flag(ghost),
        flag(!ghost),
        tally.turn as f32 / code.max_turns as f32,
        flag(tally.phase == Side::Ghost),
        f32::from(world.graph.layers[usize::from(agent.node)]) / f32::from(code.n),
        agent.energy as f32 / full.max(1) as f32,
        agent.energy as f32 / (f32::from(code.n) * f32::from(world.values.dist_max)),
        f32::from(if ghost { agent.loot } else { agent.taken }) / total,
        flag(!ghost && frozen(tally, agent) > 0),
        flag(may_replicate),
        f32::from(tally.delivered) / total,
        f32::from(tally.recovered) / total,
        f32::from(tally.lost) / total,
        f32::from(tally.captured) / f32::from(code.natives + code.turncoats),
        f32::from(tally.ghosts_at_start) / f32::from(code.natives),
        f32::from(seat.0) / code.seats() as f32,
    ]
}
