//! Brings the arrays of R46 up to date after a step: only what the step changed is written.

use crate::encode::{self, EDGES, NODES, Oneself, PORTS, Row, SELF, WIDTH};
use crate::game::World;
use crate::ground::{Code, MOST_NODES, NodeSet, Side};
use crate::orders::Roll;
use crate::state::Parts;
use arrayvec::ArrayVec;
use gridhaunt_kernel::flock::Shown;
use gridhaunt_kernel::learn::Common;
use gridhaunt_kernel::prelude::*;

/// What arrays need to know of the step that led to a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trace {
    /// The seats that were in play before the step.
    active: SeatSet,
    /// The ghosts that know more nodes than before.
    learned: SeatSet,
    /// The nodes that were mapped before.
    mapped: NodeSet,
    turn: u32,
    /// Whose phase it was: no seat of the other side has moved or used energy.
    phase: Side,
}

impl Default for Trace {
    fn default() -> Self {
        let none = SeatSet::NONE;
        Self { active: none, learned: none, mapped: NodeSet::default(), turn: 0, phase: Side::Ghost }
    }
}

impl Trace {
    /// Notes the state before a step: the nodes of the seats that choose in `left`, and what each active ghost knows in
    /// `known`.
    #[inline]
    pub(crate) fn begin(&mut self, code: &Code, parts: Parts<'_>, left: &mut [u8], known: &mut Roll<NodeSet>) {
        let tally = parts.tally;
        *self = Self {
            active: tally.active,
            learned: SeatSet::NONE,
            mapped: tally.mapped,
            turn: tally.turn,
            phase: tally.phase,
        };
        for seat in tally.asked(code).iter() {
            left[seat.index()] = parts.agents[seat.index()].node;
        }
        known.extend(tally.of(code, Side::Ghost).iter().map(|ghost| parts.known[code.ghost(ghost)]));
    }

    /// Notes the state after it.
    #[inline]
    pub(crate) fn finish(&mut self, code: &Code, parts: Parts<'_>, known: &[NodeSet]) {
        let ghosts = self.active.and(code.side(Side::Ghost));
        let grown = ghosts.iter().zip(known).filter(|(ghost, known)| parts.known[code.ghost(*ghost)] != **known);
        self.learned = grown.map(|(ghost, _)| ghost).collect();
    }
}

/// A game after a step, for arrays that show it before.
pub(crate) struct Refresh<'a> {
    pub(crate) world: &'a World,
    pub(crate) parts: Parts<'a>,
    pub(crate) trace: &'a Trace,
    /// The nodes before the step of the seats that chose.
    pub(crate) left: &'a [u8],
}

impl Refresh<'_> {
    /// Brings one array of all seats up to date.
    pub(crate) fn array(&self, shown: Shown, mut out: Slot<'_>) {
        if let Ok(which) = shown.array {
            for seat in self.came_or_went().iter() {
                encode::write(self.world, self.parts, seat, which, out.part(seat.index() * shown.len, shown.len));
            }
        }
        match (shown.array, out) {
            (Ok(NODES), Slot::F32(out)) => self.nodes(shown.len, out),
            (Ok(EDGES), Slot::I16(out)) => self.edges(shown.len, out),
            (Ok(PORTS), Slot::I16(out)) => self.ports(shown.len, out),
            (Ok(SELF), Slot::F32(out)) => self.oneself(out),
            (Err(Common::Mask), Slot::U8(out)) => self.masks(shown.len, out),
            (Err(Common::Asked), Slot::U8(out)) => self.asked(out),
            // While a game goes on it lasts for every seat.
            _ => {}
        }
    }

    /// The seats that came into play with the step, and those that left it.
    fn came_or_went(&self) -> SeatSet {
        let (before, now) = (self.trace.active, self.parts.tally.active);
        before.without(now).or(now.without(before))
    }

    /// The seats of a side that were in play before the step and still are.
    fn lasting(&self, side: Side) -> SeatSet {
        self.trace.active.and(self.parts.tally.of(&self.world.code, side))
    }

    /// The seats that chose in the step.
    fn chose(&self) -> SeatSet {
        self.trace.active.and(self.world.code.side(self.trace.phase))
    }

    /// The node that a seat of this side was in before the step, and the one it is in.
    fn way(&self, side: Side, seat: Seat) -> (u8, u8) {
        let own = self.parts.agents[seat.index()].node;
        (if side == self.trace.phase { self.left[seat.index()] } else { own }, own)
    }

    /// Only masks of seats that chose are not all 0, and those of seats that choose now are written next.
    fn masks(&self, len: usize, out: &mut [u8]) {
        let chose = self.chose();
        if let Some(first) = chose.lowest() {
            let last = chose.bits().ilog2() as usize;
            out[first.index() * len..(last + 1) * len].fill(0);
        }
        for seat in self.parts.tally.asked(&self.world.code).iter() {
            encode::allow(self.world, self.parts, seat, &mut out[seat.index() * len..][..len]);
        }
    }

    fn asked(&self, out: &mut [u8]) {
        let asked = self.parts.tally.asked(&self.world.code);
        let chose = self.chose();
        chose.without(asked).iter().for_each(|seat| out[seat.index()] = 0);
        asked.without(chose).iter().for_each(|seat| out[seat.index()] = 1);
    }

    fn ports(&self, len: usize, out: &mut [i16]) {
        let side = self.trace.phase;
        for seat in self.lasting(side).iter() {
            let (left, own) = self.way(side, seat);
            if left != own {
                let out = Slot::I16(&mut out[seat.index() * len..][..len]);
                encode::write(self.world, self.parts, seat, PORTS, out);
            }
        }
    }

    fn oneself(&self, out: &mut [f32]) {
        let common = encode::common(self.world, self.parts.tally);
        let out: &mut [Oneself] = out.as_chunks_mut().0;
        for side in [Side::Ghost, Side::Sentinel] {
            for seat in self.lasting(side).iter() {
                let out = &mut out[seat.index()];
                common.tell(out);
                encode::carry(self.world, self.parts, side, seat, out);
                if side == self.trace.phase {
                    encode::feel(self.world, self.parts, side, seat, out);
                }
            }
        }
    }

    /// Known nodes only become more, so that rows of -1 beyond the connections stay as they are.
    fn edges(&self, len: usize, out: &mut [i16]) {
        let (world, parts) = (self.world, self.parts);
        if world.code.full_map {
            return;
        }
        for seat in self.lasting(Side::Ghost).and(self.trace.learned).iter() {
            let known = parts.known_nodes(&world.code, seat);
            encode::edges(world, &known, out[seat.index() * len..][..len].as_chunks_mut().0);
        }
        if self.trace.mapped == parts.tally.mapped {
            return;
        }
        let mut sentinels = self.lasting(Side::Sentinel).iter().map(|seat| seat.index() * len);
        let Some(first) = sentinels.next() else { return };
        let rows = encode::edges(world, &parts.tally.mapped, out[first..][..len].as_chunks_mut().0);
        sentinels.for_each(|other| out.copy_within(first..first + 3 * rows, other)); // All have the same map.
    }

    fn nodes(&self, len: usize, out: &mut [f32]) {
        for seat in self.lasting(Side::Ghost).iter() {
            self.ghost_nodes(seat, out[seat.index() * len..][..len].as_chunks_mut().0);
        }
        self.sentinel_nodes(out.as_chunks_mut::<WIDTH>().0, len / WIDTH);
    }

    fn ghost_nodes(&self, seat: Seat, rows: &mut [Row]) {
        let (world, parts) = (self.world, self.parts);
        let (left, own) = self.way(Side::Ghost, seat);
        if left != own {
            leave(world, left, rows, &[10, 11]);
            world.graph.ports(left.into()).iter().for_each(|port| rows[usize::from(port.node)][10] = 0.0);
            encode::stand(world, own, rows);
        }
        encode::remember(world, parts.tally, parts.memory_of(&world.code, seat), rows);
        encode::see(world, parts, own, rows);
        if self.trace.learned.contains(seat) && !world.code.full_map {
            // Alone, a ghost learns its own node; in company, all that the others know.
            let alone = rows[usize::from(own)][11] == 0.0;
            let known = parts.known[world.code.ghost(seat)];
            if alone { know(world, own.into(), rows) } else { known.iter().for_each(|node| know(world, node, rows)) }
        }
    }

    /// All sentinels locate each other and share map and marks, so what changed there is found once.
    fn sentinel_nodes(&self, rows: &mut [Row], nodes: usize) {
        let (world, parts) = (self.world, self.parts);
        let (code, tally) = (&world.code, parts.tally);
        let sentinels = code.side(Side::Sentinel);
        let mut stirred = NodeSet::default();
        for seat in self.trace.active.or(tally.active).and(sentinels).iter() {
            let (left, own) = self.way(Side::Sentinel, seat);
            if left != own || self.trace.active.contains(seat) != tally.active.contains(seat) {
                stirred.insert(left.into());
                stirred.insert(own.into());
            }
        }
        let is_new = |node: &usize| !self.trace.mapped.contains(*node) && !code.full_map;
        let news: NodeSet = tally.mapped.iter().filter(is_new).collect();
        let mut checks = ArrayVec::<(usize, f32), MOST_NODES>::new();
        if self.trace.turn != tally.turn || self.trace.phase == Side::Sentinel {
            checks.extend(encode::checks(world, tally, parts.places));
        }
        for seat in self.lasting(Side::Sentinel).iter() {
            let rows = &mut rows[seat.index() * nodes..][..nodes];
            let (left, own) = self.way(Side::Sentinel, seat);
            if left != own {
                leave(world, left, rows, &[7, 8, 11]);
                encode::stand(world, own, rows);
            }
            encode::see_own(world, parts, own, &mut rows[usize::from(own)]);
            for node in stirred.iter() {
                let allies = parts.places[node].guards - u8::from(node == usize::from(own));
                rows[node][10] = (0..allies).fold(0.0, |sum, _| sum + 1.0 / f32::from(code.sentinels));
            }
            news.iter().for_each(|node| know(world, node, rows));
            for &(node, turns) in &checks {
                rows[node][12] = 1.0;
                rows[node][13] = turns;
            }
        }
    }
}

/// Takes back what a seat saw of itself in a node: numbers 4 to 6, and these numbers of the node.
fn leave(world: &World, node: u8, rows: &mut [Row], more: &[usize]) {
    let row = &mut rows[usize::from(node)];
    row[4] = 0.0;
    more.iter().for_each(|&number| row[number] = 0.0);
    for port in world.graph.ports(node.into()) {
        rows[usize::from(port.node)][5..7].fill(0.0);
    }
}

/// Makes a node known: its ports name the nodes behind.
fn know(world: &World, node: usize, rows: &mut [Row]) {
    encode::name(world, node, &mut rows[node]);
    rows[node][1] = 1.0;
    for port in world.graph.ports(node) {
        encode::name(world, port.node.into(), &mut rows[usize::from(port.node)]);
    }
}
