//! What a state looks like (R48).

use crate::drawing;
use crate::event::Event;
use crate::game::{GhostGrid, World};
use crate::ground::Side;
use crate::orders::is_frozen;
use crate::state::State;
use crate::view::{self, Known, Role, View};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gridhaunt_kernel::scene::{Bow, GraphBoard, Link, Mark, Node, NodeFlash, Row, Share, Token};
use gridhaunt_kernel::{Picture, Scene, Seat, SeatSet};

impl Picture for GhostGrid {
    fn scene(world: &World, state: &State, events: &[Event]) -> Scene {
        let mut chart = Chart::whole(world);
        for (node, place) in state.places.iter().enumerate() {
            if place.loot > 0 {
                chart.note(node as u8, format!("${}", place.loot));
            }
            chart.mark(node as u8, place.checked);
        }
        let captured = events.iter().filter_map(|event| match *event {
            Event::Captured { ghost, .. } => Some(ghost),
            _ => None,
        });
        let shown = state.tally.active.or(captured.collect());
        for seat in shown.iter() {
            chart.seat(world, state, seat, events);
        }
        for event in events {
            chart.happen(event);
        }
        Scene { board: chart.board.into(), panel: panel(world, state) }
    }

    fn scene_for(world: &World, state: &State, events: &[Event], seat: Seat) -> Scene {
        let view = view::view(world, state, seat);
        let mut chart = match &view {
            View::GhostView(view) => Chart::known(world, &view.known),
            View::SentinelView(view) => Chart::known(world, &view.known),
            View::OutView(_) => Chart::default(),
        };
        chart.fill_in(world, &view);
        if !matches!(view, View::OutView(_)) {
            chart.seat(world, state, seat, events);
            chart
                .board
                .tokens
                .iter_mut()
                .filter(|token| token.name == world.name(seat))
                .for_each(|token| token.own = true);
            chart.board.tokens.sort_by_key(|token| !token.own);
        }
        Scene { board: chart.board.into(), panel: panel_for(world, state, &view, seat) }
    }
}

/// A board under way, and where its nodes and tokens are.
#[derive(Default)]
struct Chart {
    board: GraphBoard,
    places: BTreeMap<u8, usize>,
    tokens: BTreeMap<Seat, usize>,
}

impl Chart {
    fn whole(world: &World) -> Self {
        let mut chart = Self::default();
        chart.lay_out(world, (0..world.graph.len()).map(|node| node as u8).collect(), &|_| false);
        world.graph.edges().for_each(|edge| chart.join(world, edge));
        chart
    }

    /// What a seat knows of the graph: nodes with all their ports, and those behind these.
    fn known(world: &World, known: &[Known]) -> Self {
        let been: BTreeSet<u8> = known.iter().map(|known| known.node).collect();
        let heard = known.iter().flat_map(|known| known.to.iter().map(|&(node, ..)| node));
        let mut chart = Self::default();
        chart.lay_out(world, been.iter().copied().chain(heard).collect(), &|node| !been.contains(&node));
        let mut joined = BTreeSet::new();
        for from in known {
            for &(node, _, dist) in &from.to {
                let edge = (from.node.min(node), from.node.max(node), dist);
                if joined.insert(edge) {
                    chart.join(world, edge);
                }
            }
        }
        chart
    }

    /// Places nodes in the columns of their layers. Where the graph was drawn everybody knows how many nodes a layer has;
    /// of a given one a seat is shown only those it has heard of, side by side.
    fn lay_out(&mut self, world: &World, nodes: BTreeSet<u8>, hollow: &dyn Fn(u8) -> bool) {
        for layer in 0..=world.code.n {
            let of_layer: Vec<u8> =
                world.graph.layer(layer).filter(|node| world.drawn || nodes.contains(node)).collect();
            let m = of_layer.len() as i32;
            for (i, &node) in of_layer.iter().enumerate().filter(|(_, node)| nodes.contains(node)) {
                self.places.insert(node, self.board.nodes.len());
                self.board.nodes.push(Node {
                    label: node.to_string(),
                    layer: layer.into(),
                    at: (1000 * i32::from(layer), 500 * (2 * i as i32 - m + 1)),
                    role: match layer {
                        0 => "start",
                        top if top == world.code.n => "goal",
                        _ => "plain",
                    },
                    hollow: hollow(node),
                    mark: None,
                    note: None,
                });
            }
        }
    }

    fn join(&mut self, world: &World, (u, v, dist): (u8, u8, u8)) {
        let (Some(&a), Some(&b)) = (self.places.get(&u), self.places.get(&v)) else { return };
        let span = world.graph.layers[usize::from(u)].abs_diff(world.graph.layers[usize::from(v)]);
        self.board.links.push(Link {
            ends: (a, b),
            role: if world.code.is_short(dist) { "short" } else { "long" },
            label: dist.to_string(),
            bow: match span {
                0 => Bow::Right,
                1 => Bow::Straight,
                _ => Bow::Up,
            },
        });
    }

    fn note(&mut self, node: u8, note: String) {
        if let Some(&place) = self.places.get(&node) {
            self.board.nodes[place].note = Some(note);
        }
    }

    fn mark(&mut self, node: u8, turn: u32) {
        if let Some(&place) = self.places.get(&node).filter(|_| turn > 0) {
            self.board.nodes[place].mark = Some(Mark { role: "checked", label: turn.to_string() });
        }
    }

    /// Someone of whom nothing but the place is known.
    fn stranger(&mut self, world: &World, seat: Seat, node: u8) {
        self.token(seat, node, Token::new(role(world, seat), world.name(seat)));
    }

    fn token(&mut self, seat: Seat, node: u8, token: Token) {
        let Some(&place) = self.places.get(&node) else { return };
        self.tokens.insert(seat, self.board.tokens.len());
        self.board.tokens.push(Token { node: place, ..token });
    }

    /// Someone with all that is known of it.
    fn seat(&mut self, world: &World, state: &State, seat: Seat, events: &[Event]) {
        let (agent, side) = (&state.agents[seat.index()], world.code.side_of(seat));
        let full = if side == Side::Ghost { world.code.base } else { world.code.capacity };
        let came = events.iter().rev().find_map(|event| match *event {
            Event::Moved { seat: mover, from, .. } if mover == seat => self.places.get(&from).copied(),
            _ => None,
        });
        let token = Token {
            inside: (side == Side::Ghost).then(|| agent.loot.to_string()),
            energy: Some((agent.energy, full)),
            pinned: side == Side::Sentinel && is_frozen(&state.tally, agent),
            faded: !state.tally.active.contains(seat),
            from: came,
            text: drawing::agent(world, state, seat),
            ..Token::new(role(world, seat), world.name(seat))
        };
        self.token(seat, agent.node, token);
    }

    fn happen(&mut self, event: &Event) {
        let (node, role) = match *event {
            Event::Captured { node, .. } => (node, "capture"),
            Event::Turned { node, .. } => (node, "turned"),
            Event::Delivered { node, .. } => (node, "delivery"),
            Event::Recovered { node, .. } => (node, "recovery"),
            Event::Met { ghosts, .. } => {
                let together = ghosts.iter().filter_map(|ghost| self.tokens.get(&ghost).copied());
                self.board.meetings.push(together.collect());
                return;
            }
            _ => return,
        };
        if let Some(&node) = self.places.get(&node) {
            self.board.flashes.push(NodeFlash { node, role });
        }
    }

    /// All that a view shows besides the graph and the seat itself.
    fn fill_in(&mut self, world: &World, view: &View) {
        match view {
            View::GhostView(view) => {
                for memory in view.memory.iter().filter(|memory| memory.loot.0 != Some(0)) {
                    let amount = memory.loot.0.map_or("?".into(), |loot| loot.to_string());
                    self.note(memory.node, format!("${amount}"));
                }
                for seat in view.here.ghosts.or(view.here.sentinels).iter() {
                    self.stranger(world, seat, view.me.node);
                }
                for port in &view.ports {
                    for _ in 0..port.sentinels.unwrap_or(0) {
                        let Some(&node) = self.places.get(&port.node) else { continue };
                        self.board.tokens.push(Token { node, ..Token::new("sentinel", String::from("S?")) });
                    }
                }
            }
            View::SentinelView(view) => {
                if view.here.loot > 0 {
                    self.note(view.me.node, format!("${}", view.here.loot));
                }
                view.checked.iter().for_each(|mark| self.mark(mark.node, mark.turn));
                view.here.ghosts.iter().for_each(|ghost| self.stranger(world, ghost, view.me.node));
                view.allies.iter().for_each(|ally| self.stranger(world, ally.seat, ally.node));
            }
            View::OutView(_) => {}
        }
    }
}

fn role(world: &World, seat: Seat) -> &'static str {
    match world.role_of(seat).0 {
        Role::Ghost => "ghost",
        Role::Sentinel => "sentinel",
        Role::Turncoat => "turncoat",
    }
}

fn fact(label: &str, value: String) -> Row {
    Row::Fact { label: label.to_string(), value }
}

/// Turn, phase and what became of the loot; the same for everybody (R30).
fn score(world: &World, state: &State) -> Vec<Row> {
    let (code, tally) = (&world.code, &state.tally);
    let open = code.total_loot - tally.delivered - tally.recovered - tally.lost;
    let part = |role, value: u16| Share { label: format!("{role} {value}"), role, value: value.into() };
    let parts = [("delivered", tally.delivered), ("recovered", tally.recovered), ("lost", tally.lost), ("open", open)];
    let parts = parts.into_iter().filter(|&(role, value)| value > 0 || role != "lost");
    let shares = Row::Shares {
        label: "loot".into(),
        parts: parts.map(|(role, value)| part(role, value)).collect(),
        of: code.total_loot.into(),
    };
    let mut rows = Vec::from([
        shares,
        fact("turn", format!("{}/{}", tally.turn, code.max_turns)),
        fact("phase", tally.phase.name().to_string()),
        fact("captured", tally.captured.to_string()),
    ]);
    if let Some(end) = tally.end {
        rows.push(Row::Note(format!("{} ({})", tally.winner(code, end).words(), end.name())));
    }
    rows
}

fn panel(world: &World, state: &State) -> Vec<Row> {
    let (code, tally) = (&world.code, &state.tally);
    let mut rows = score(world, state);
    for seat in tally.of(code, Side::Ghost).iter() {
        rows.push(energy(world, state, seat));
    }
    let sentinels: SeatSet = tally.of(code, Side::Sentinel);
    let frozen = sentinels.iter().filter(|seat| is_frozen(tally, &state.agents[seat.index()])).count();
    let pinned = if frozen > 0 { format!(", {frozen} pinned") } else { String::new() };
    rows.push(fact("sentinels", format!("{}{pinned}", sentinels.len())));
    rows
}

/// Someone's energy as a bar.
fn energy(world: &World, state: &State, seat: Seat) -> Row {
    let agent = &state.agents[seat.index()];
    let full = match world.code.side_of(seat) {
        Side::Ghost => world.code.base,
        Side::Sentinel => world.code.capacity,
    };
    Row::Bar {
        label: format!("{} energy {}", world.name(seat), agent.energy),
        role: role(world, seat),
        value: agent.energy.into(),
        of: full.max(1).into(),
        mark: None,
    }
}

fn panel_for(world: &World, state: &State, view: &View, seat: Seat) -> Vec<Row> {
    let mut rows = score(world, state);
    match view {
        View::OutView(_) => rows.push(fact("seat", format!("{}, out of play", world.name(seat)))),
        View::GhostView(_) | View::SentinelView(_) => {
            rows.push(fact("seat", world.name(seat)));
            rows.push(energy(world, state, seat));
        }
    }
    rows
}
