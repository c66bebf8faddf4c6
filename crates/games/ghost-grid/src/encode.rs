//! Arrays for learners (R41, R46).

use crate::action::Action;
use crate::game::{GhostGrid, World};
use crate::ground::{Code, Ground, NodeSet, Side};
use crate::orders::{self, Choice};
use crate::pack::Games;
use crate::settings::Settings;
use crate::state::{Agent, Memory, Parts, Place, State, Status, Tally, Winner};
use crate::values::Marking;
use crate::view::{behind, frozen};
use core::cmp::Ordering;
use gridhaunt_kernel::freight::Carriage;
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

pub(crate) const NODES: usize = 0;
pub(crate) const EDGES: usize = 1;
pub(crate) const PORTS: usize = 2;
pub(crate) const SELF: usize = 3;

/// How many numbers one node has.
pub(crate) const WIDTH: usize = 14;

/// One node of the array `nodes`.
pub(crate) type Row = [f32; WIDTH];

impl Learn for GhostGrid {
    type Lens = Lens;
    type Pack = Games;
    /// The loot delivered beyond that recovered.
    type Account = i32;
    const CARRIAGE: Option<Carriage<Self>> = Some(Carriage::new());
    const FOLLOWED: &[usize] = &[NODES, EDGES, PORTS, SELF];

    fn actions(settings: &Settings) -> usize {
        let marks = settings.marking == Marking::Chosen;
        usize::from(settings.max_degree) + 6 + usize::from(settings.max_ghosts) + usize::from(marks) // R41
    }

    fn seats_of(settings: &Settings) -> usize {
        settings.seats()
    }

    fn places(settings: &Settings) -> usize {
        settings.nodes()
    }

    /// The node of the seat.
    #[inline]
    fn place(_world: &World, state: &State, seat: Seat, _lens: Lens) -> usize {
        state.agents.get(seat.index()).map_or(0, |agent| agent.node.into())
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

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn encode(world: &World, state: &State, seat: Seat, _lens: Lens, which: usize, out: Slot<'_>) {
        write(world, state.parts(), seat, which, out);
    }

    #[cfg_attr(not(target_arch = "nvptx64"), inline)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn update(world: &World, before: &State, after: &State, seat: Seat, lens: Lens, which: usize, out: Slot<'_>) {
        let active = |state: &State| state.tally.active.contains(seat);
        let known = |state: &State| state.parts().known_nodes(&world.code, seat);
        let same = active(before) == active(after)
            && match which {
                EDGES => known(before) == known(after),
                PORTS => before.agents[seat.index()].node == after.agents[seat.index()].node,
                _ => !active(after),
            };
        if !same {
            Self::encode(world, after, seat, lens, which, out);
        }
    }

    fn mask(world: &World, state: &State, seat: Seat, _lens: Lens, out: &mut [u8]) {
        mask(world, state.parts(), seat, out);
    }

    #[inline]
    fn numbered(world: &World, state: &State, seat: Seat, _lens: Lens, number: usize) -> Option<Action> {
        numbered(world, &state.agents, &state.places, seat, number).map(|(action, _)| action)
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
        worth(world, *before, &after.tally, code.side_of(seat), lens)
    }
}

/// The reward of every seat of a side that has been in play, for a step before which the ghosts were this far ahead
/// (R46).
#[inline]
pub(crate) fn worth(world: &World, before: i32, tally: &Tally, side: Side, lens: Lens) -> f32 {
    let code = &world.code;
    if lens.reward == Reward::Document {
        return tally.end.map_or(0.0, |_| documented(tally, side));
    }
    let mut reward = tally.end.map_or(0.0, |end| match tally.winner(code, end) {
        Winner::Ghosts => 1.0,
        Winner::Draw => 0.0,
        Winner::Sentinels => -1.0,
    });
    if lens.reward == Reward::Loot {
        reward += (ahead(tally) - before) as f32 / f32::from(code.total_loot);
    }
    if side == Side::Ghost { reward } else { -reward }
}

/// The loot delivered beyond that recovered.
#[inline]
pub(crate) fn ahead(tally: &Tally) -> i32 {
    i32::from(tally.delivered) - i32::from(tally.recovered)
}

/// The value of the founding document for a side. Unlike in the score (R35), it is 0 for sentinels without captures.
fn documented(tally: &Tally, side: Side) -> f32 {
    match side {
        Side::Ghost => f32::from(tally.delivered) / f32::from(tally.ghosts().max(1)),
        Side::Sentinel => f32::from(tally.recovered) * f32::from(tally.captured),
    }
}

/// The action that a number stands for, and for a move its port (R41). Where marks are chosen they have the last number.
#[inline]
pub(crate) fn numbered(world: &World, agents: &[Agent], places: &[Place], seat: Seat, number: usize) -> Option<Choice> {
    let ports = usize::from(world.values.max_degree);
    let agent = agents.get(seat.index())?;
    let lying = places[usize::from(agent.node)].loot;
    let action = match number.checked_sub(ports) {
        None | Some(0) => match number.checked_sub(1) {
            None => Action::Wait,
            Some(port) => {
                let port = *world.graph.ports(agent.node.into()).get(port)?;
                return Some((Action::Move { to: port.node }, Some(port)));
            }
        },
        Some(1) => Action::Take { amount: lying },
        Some(2) => Action::Take { amount: lying.div_ceil(2) },
        Some(3) => Action::Deposit { amount: agent.loot },
        Some(4) => Action::Deposit { amount: agent.loot.div_ceil(2) },
        Some(5) => Action::Recharge,
        Some(6) => Action::Recover,
        Some(more) => match (more - 6).cmp(&world.code.natives.into()) {
            Ordering::Less => Action::Replicate { copies: (more - 6) as u8 },
            Ordering::Equal if world.code.marks_by_choice => Action::Mark,
            Ordering::Equal | Ordering::Greater => return None,
        },
    };
    Some((action, None))
}

/// Writes one array of a seat completely (R46).
pub(crate) fn write(world: &World, parts: Parts<'_>, seat: Seat, which: usize, out: Slot<'_>) {
    let active = parts.tally.active.contains(seat);
    match (which, out) {
        (NODES, Slot::F32(out)) => {
            out.fill(0.0);
            if active {
                nodes(world, parts, seat, out.as_chunks_mut().0);
            }
        }
        (EDGES, Slot::I16(out)) if active => {
            let known = parts.known_nodes(&world.code, seat);
            let rows = out.as_chunks_mut().0;
            let count = edges(world, &known, rows);
            rows[count..].fill([-1; 3]);
        }
        (EDGES | PORTS, Slot::I16(out)) if !active => out.fill(0),
        (PORTS, Slot::I16(out)) => {
            let ports = world.graph.ports(parts.agents[seat.index()].node.into()).iter();
            let behind = ports.map(|port| i16::from(port.node)).chain(core::iter::repeat(-1));
            out.iter_mut().zip(behind).for_each(|(slot, node)| *slot = node);
        }
        (SELF, Slot::F32(out)) => {
            out.fill(0.0);
            if active {
                out.iter_mut().zip(oneself(world, parts, seat)).for_each(|(slot, value)| *slot = value);
            }
        }
        _ => {}
    }
}

/// Writes the mask of a seat; all 0 for one that does not choose now (R41).
pub(crate) fn mask(world: &World, parts: Parts<'_>, seat: Seat, out: &mut [u8]) {
    out.fill(0);
    if parts.tally.asked(&world.code).contains(seat) {
        allow(world, parts, seat, out);
    }
}

/// Marks in a mask of zeros the numbers whose actions are legal for a seat that chooses now; a half only where the amount
/// is above 1 (R41).
#[inline]
pub(crate) fn allow(world: &World, parts: Parts<'_>, seat: Seat, out: &mut [u8]) {
    let Parts { tally, agents, places, .. } = parts;
    let (ground, code) = (world.ground(), &world.code);
    let agent = &agents[seat.index()];
    let place = &places[usize::from(agent.node)];
    let judge = |action: Action| orders::judge(&ground, tally, agents, places, seat, action).is_ok();
    let (moves, rest) = out.split_at_mut(1 + usize::from(world.values.max_degree));
    moves[0] = 1;
    let moves = &mut moves[1..];
    match code.side_of(seat) {
        Side::Ghost => {
            allow_moves(&ground, agent, true, agent.energy, moves);
            let amounts = [place.loot > 0, place.loot > 1, agent.loot > 0, agent.loot > 1];
            rest.iter_mut().zip(amounts).for_each(|(slot, legal)| *slot = legal.into());
            if tally.turn == 1 {
                let copies = (1..code.natives).map(|copies| Action::Replicate { copies });
                rest[6..].iter_mut().zip(copies).for_each(|(slot, action)| *slot = judge(action).into());
            }
        }
        Side::Sentinel => {
            // Every way costs something, so that no energy is as good as being frozen.
            let energy = if orders::is_frozen(tally, agent) { 0 } else { agent.energy };
            allow_moves(&ground, agent, code.enter_goal, energy, moves);
            rest[4] = (place.guards > 1).into();
            rest[5] = (place.loot > 0).into();
            if let Some(mark) = rest.get_mut(5 + usize::from(code.natives)) {
                *mark = judge(Action::Mark).into();
            }
        }
    }
}

/// Marks the ports that can be paid and lead where the seat may enter (R14). The list of all ports is read on beyond those
/// of the node, and what is found there does not count: so many ports are looked at in any node, and the processor need
/// not guess their number.
#[inline]
fn allow_moves(ground: &Ground<'_>, agent: &Agent, enter_goal: bool, energy: u32, out: &mut [u8]) {
    let (count, first) = (ground.ports(agent.node).len(), ground.first[usize::from(agent.node)]);
    for (i, (slot, port)) in out.iter_mut().zip(&ground.ports[first.into()..]).enumerate() {
        let open = enter_goal || !ground.is_goal(port.node);
        *slot = u8::from(i < count) & u8::from(u32::from(port.dist) <= energy) & u8::from(open);
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

/// Writes all nodes of an active seat into rows of zeros.
fn nodes(world: &World, parts: Parts<'_>, seat: Seat, rows: &mut [Row]) {
    let Parts { tally, agents, places, .. } = parts;
    let (code, own) = (&world.code, agents[seat.index()].node);
    let known = parts.known_nodes(code, seat);
    for node in named(world, &known).iter() {
        name(world, node, &mut rows[node]);
        rows[node][1] = f32::from(u8::from(known.contains(node)));
    }
    stand(world, own, rows);
    match code.side_of(seat) {
        Side::Ghost => {
            remember(world, tally, parts.memory_of(code, seat), rows);
            see(world, parts, own, rows);
        }
        Side::Sentinel => {
            see_own(world, parts, own, &mut rows[usize::from(own)]);
            for ally in tally.of(code, Side::Sentinel).without(SeatSet::only(seat)).iter() {
                rows[usize::from(agents[ally.index()].node)][10] += 1.0 / f32::from(code.sentinels);
            }
            for (node, turns) in checks(world, tally, places) {
                rows[node][12] = 1.0;
                rows[node][13] = turns;
            }
        }
    }
}

/// Numbers 0, 2 and 3 of a node that a view names.
pub(crate) fn name(world: &World, node: usize, row: &mut Row) {
    let (layer, top) = (world.graph.layers[node], world.code.n);
    row[0] = 1.0;
    row[2] = f32::from(layer) / f32::from(top);
    row[3] = f32::from(u8::from(layer == top));
}

/// Numbers 4 to 6: where a seat is, and what lies behind its ports.
pub(crate) fn stand(world: &World, own: u8, rows: &mut [Row]) {
    rows[usize::from(own)][4] = 1.0;
    let longest = f32::from(world.values.dist_max);
    for port in world.graph.ports(own.into()) {
        let row = &mut rows[usize::from(port.node)];
        row[5] = 1.0;
        row[6] = f32::from(port.dist) / longest;
    }
}

/// Numbers 7 to 9 of a ghost: the loot it remembers.
pub(crate) fn remember(world: &World, tally: &Tally, memory: &[Memory], rows: &mut [Row]) {
    let total = f32::from(world.code.total_loot);
    let (now, all) = (tally.phases(&world.code), 2.0 * world.code.max_turns as f32);
    for (row, memory) in rows.iter_mut().zip(memory) {
        let Some((seen, loot)) = memory.get() else { continue };
        row[7] = f32::from(loot.unwrap_or(0)) / total;
        row[8] = f32::from(u8::from(loot != Some(0)));
        row[9] = now.saturating_sub(seen) as f32 / all;
    }
}

/// Numbers 10 and 11 of a ghost: who is in its node, and how many sentinels behind its short ports.
pub(crate) fn see(world: &World, parts: Parts<'_>, own: u8, rows: &mut [Row]) {
    let (code, places) = (&world.code, parts.places);
    let hunters = f32::from(code.sentinels);
    let row = &mut rows[usize::from(own)];
    row[10] = f32::from(places[usize::from(own)].guards) / hunters;
    row[11] = ghosts_in(parts, code, own).saturating_sub(1) as f32 / f32::from(code.natives + code.turncoats);
    for &port in world.graph.ports(own.into()) {
        if let Some((_, sentinels)) = behind(code, places, port) {
            rows[usize::from(port.node)][10] = f32::from(sentinels) / hunters;
        }
    }
}

/// Numbers 7, 8 and 11 of the node that a sentinel is in: loot and ghosts.
pub(crate) fn see_own(world: &World, parts: Parts<'_>, own: u8, row: &mut Row) {
    let (code, loot) = (&world.code, parts.places[usize::from(own)].loot);
    row[7] = f32::from(loot) / f32::from(code.total_loot);
    row[8] = f32::from(u8::from(loot > 0));
    row[11] = ghosts_in(parts, code, own) as f32 / f32::from(code.natives + code.turncoats);
}

/// How many ghosts are in a node.
fn ghosts_in(parts: Parts<'_>, code: &Code, node: u8) -> usize {
    parts.tally.of(code, Side::Ghost).iter().filter(|ghost| parts.agents[ghost.index()].node == node).count()
}

/// The nodes that sentinels have checked, each with the turns since as a share of all (number 13).
pub(crate) fn checks(world: &World, tally: &Tally, places: &[Place]) -> impl Iterator<Item = (usize, f32)> {
    let (turn, all) = (tally.turn, world.code.max_turns as f32);
    let checked = places.iter().enumerate().filter(|(_, place)| place.checked > 0);
    checked.map(move |(node, place)| (node, turn.saturating_sub(place.checked) as f32 / all))
}

/// Writes the connections of known nodes; returns how many they are.
pub(crate) fn edges(world: &World, known: &NodeSet, rows: &mut [[i16; 3]]) -> usize {
    let mut slots = rows.iter_mut();
    for u in 0..world.graph.len() {
        let known_u = known.contains(u);
        for port in world.graph.ports(u) {
            let v = usize::from(port.node);
            if u < v && (known_u || known.contains(v)) {
                let Some(slot) = slots.next() else { break };
                *slot = [u as i16, v as i16, port.dist.into()];
            }
        }
    }
    let free = slots.len();
    rows.len() - free
}

/// The array `self` of an active seat.
fn oneself(world: &World, parts: Parts<'_>, seat: Seat) -> Oneself {
    let (mut out, side) = ([0.0; 16], world.code.side_of(seat));
    out[side as usize] = 1.0;
    out[15] = f32::from(seat.0) / world.code.seats() as f32;
    common(world, parts.tally).tell(&mut out);
    feel(world, parts, side, seat, &mut out);
    carry(world, parts, side, seat, &mut out);
    out
}

/// The array `self`.
pub(crate) type Oneself = [f32; 16];

/// The numbers of `self` that are the same for all active seats.
pub(crate) struct Public {
    /// Numbers 2 and 3.
    clock: [f32; 2],
    /// Numbers 10 to 14.
    score: [f32; 5],
}

/// What all active seats are told.
pub(crate) fn common(world: &World, tally: &Tally) -> Public {
    let code = &world.code;
    let total = f32::from(code.total_loot);
    Public {
        clock: [tally.turn as f32 / code.max_turns as f32, f32::from(u8::from(tally.phase == Side::Ghost))],
        score: [
            f32::from(tally.delivered) / total,
            f32::from(tally.recovered) / total,
            f32::from(tally.lost) / total,
            f32::from(tally.captured) / f32::from(code.natives + code.turncoats),
            f32::from(tally.ghosts_at_start) / f32::from(code.natives),
        ],
    }
}

impl Public {
    /// Writes these numbers into the array of a seat.
    pub(crate) fn tell(&self, out: &mut Oneself) {
        out[2..4].copy_from_slice(&self.clock);
        out[10..15].copy_from_slice(&self.score);
    }
}

/// Numbers 4 to 6 of `self`, which only the seat's own acts change: its layer and its energy.
#[inline]
pub(crate) fn feel(world: &World, parts: Parts<'_>, side: Side, seat: Seat, out: &mut Oneself) {
    let (code, agent) = (&world.code, &parts.agents[seat.index()]);
    let full = if side == Side::Ghost { code.base } else { code.capacity };
    out[4] = f32::from(world.graph.layers[usize::from(agent.node)]) / f32::from(code.n);
    out[5] = agent.energy as f32 / full.max(1) as f32;
    out[6] = agent.energy as f32 / (f32::from(code.n) * f32::from(world.values.dist_max));
}

/// Numbers 7 to 9 of `self`: loot, freeze, and whether it may replicate.
#[inline]
pub(crate) fn carry(world: &World, parts: Parts<'_>, side: Side, seat: Seat, out: &mut Oneself) {
    let Parts { tally, agents, places, .. } = parts;
    let (code, agent) = (&world.code, &agents[seat.index()]);
    let flag = |flag: bool| f32::from(u8::from(flag));
    let ghost = side == Side::Ghost;
    let replicates = || {
        let copy = Action::Replicate { copies: 1 };
        tally.asked(code).contains(seat) && orders::judge(&world.ground(), tally, agents, places, seat, copy).is_ok()
    };
    out[7] = f32::from(if ghost { agent.loot } else { agent.taken }) / f32::from(code.total_loot);
    out[8] = flag(!ghost && frozen(tally, agent) > 0);
    out[9] = flag(tally.turn == 1 && replicates()); // R14
}
