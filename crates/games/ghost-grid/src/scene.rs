//! How a state is drawn (R48).

use crate::action::Action;
use crate::drawing;
use crate::event::Event;
use crate::game::{GhostGrid, World};
use crate::ground::{Code, Side};
use crate::layout;
use crate::looks::{
    CAPTURE, CHECKED, DELIVERY, GHOST, GOAL, LONG, LOOT, LOOT_UNKNOWN, PLAIN, RECOVERY, SENTINEL, SHORT, START,
    TURNCOAT, TURNED,
};
use crate::news;
use crate::orders::is_frozen;
use crate::settings::Settings;
use crate::state::State;
use crate::values::Knowledge;
use crate::view::{self, Known, Role, Score, Start, View};
use alloc::collections::{BTreeMap, BTreeSet};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::{Bow, Goal, GraphBoard, Link, Mark, Node, NodeFlash, Token};

impl Picture for GhostGrid {
    const LEGEND: &'static [Key] = &[
        Key::new(Sign::Token, &GHOST),
        Key::new(Sign::Token, &TURNCOAT),
        Key::new(Sign::Token, &SENTINEL),
        Key::new(Sign::Energy, &SENTINEL),
        Key::new(Sign::Pinned, &SENTINEL),
        Key::new(Sign::Own, &GHOST),
        Key::new(Sign::Flash, &DELIVERY),
        Key::new(Sign::Flash, &RECOVERY),
        Key::new(Sign::Flash, &CAPTURE),
        Key::new(Sign::Flash, &TURNED),
        Key::new(Sign::Node, &START),
        Key::new(Sign::Node, &GOAL),
        Key::new(Sign::Hollow, &PLAIN),
        Key::new(Sign::Mark, &CHECKED),
        Key::new(Sign::Note("$"), &LOOT),
        Key::new(Sign::Note("?"), &LOOT_UNKNOWN),
        Key::new(Sign::Link, &SHORT),
        Key::new(Sign::Link, &LONG),
    ];

    /// A phase contains the moves of many agents, so there is much to read in each frame.
    const PACE: f64 = 2.0;

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
        Scene::new(chart.board, panel(world, state))
    }

    fn scene_for(world: &World, state: &State, events: &[Event], seat: Seat) -> Scene {
        let (values, view) = (&world.values, view::view(world, state, seat));
        let mut chart = Chart::of_view(values, &view, &rows(world));
        let came = chart.came(seat, events);
        if let Some(&own) = chart.tokens.get(&seat) {
            chart.board.tokens[own].from = came;
        }
        Scene::new(chart.board, panel_of(values, &view))
    }

    fn scene_of(start: &Start, view: &View, _seat: Seat) -> Scene {
        Scene::new(Chart::of_view(&start.settings, view, &[]).board, panel_of(&start.settings, view))
    }

    type Recall = ();

    fn offer(start: &Start, view: &View, _seat: Seat, action: Action) -> Offer {
        let to = match action {
            Action::Move { to } => Chart::of_view(&start.settings, view, &[]).places.get(&to).copied(),
            _ => None,
        };
        let label = match action {
            Action::Wait => "wait".into(),
            Action::Move { to } => format!("move to {to}"),
            Action::Deposit { amount } => format!("deposit {amount}"),
            Action::Take { amount } => format!("take {amount}"),
            Action::Replicate { copies } => format!("replicate into {copies} more"),
            Action::Recharge => "recharge".into(),
            Action::Recover => "recover".into(),
            Action::Mark => "mark".into(),
        };
        let cost = match action {
            Action::Move { to } => distance(view, to),
            _ => None,
        };
        Offer { goal: to.map(Goal::Node), ..Offer::new(label) }.costing(cost, "energy")
    }

    fn concerns(_start: &Start, event: &Event, seat: Seat) -> bool {
        news::concerns(event, seat)
    }

    fn news(start: &Start, before: &View, now: &View, own: &[Event], seat: Seat) -> Vec<String> {
        news::of(&start.settings, before, now, own, seat)
    }
}

/// The energy that a move through a port costs.
fn distance(view: &View, to: u8) -> Option<u32> {
    let dist = match view {
        View::GhostView(view) => view.ports.iter().find(|port| port.node == to)?.dist,
        View::SentinelView(view) => view.ports.iter().find(|port| port.node == to)?.dist,
        View::OutView(_) => return None,
    };
    Some(dist.into())
}

/// A board under construction, with the indices of its nodes and tokens.
#[derive(Default)]
struct Chart {
    board: GraphBoard,
    places: BTreeMap<u8, usize>,
    tokens: BTreeMap<Seat, usize>,
}

impl Chart {
    fn whole(world: &World) -> Self {
        let mut chart = Self::default();
        let nodes = world.graph.layers.iter().enumerate().map(|(node, &layer)| (node as u8, layer));
        chart.lay_out(&world.values, nodes.collect(), &rows(world), &|_| false);
        world.graph.edges().for_each(|edge| chart.join(&world.values, edge));
        chart
    }

    /// Everything that a view shows; `rows` is the order of the whole graph where the seat may know it.
    fn of_view(values: &Settings, view: &View, rows: &[Vec<u8>]) -> Self {
        let mut chart = match view {
            View::GhostView(view) => Self::known(values, &view.known, rows),
            View::SentinelView(view) => Self::known(values, &view.known, rows),
            View::OutView(_) => Self::default(),
        };
        chart.own(values, view);
        chart.fill_in(values, view);
        chart
    }

    /// What a seat knows of the graph: nodes with all their ports, and the nodes behind these.
    fn known(values: &Settings, known: &[Known], rows: &[Vec<u8>]) -> Self {
        let been: BTreeSet<u8> = known.iter().map(|known| known.node).collect();
        let heard = known.iter().flat_map(|known| known.to.iter().map(|&(node, layer, _)| (node, layer)));
        let nodes: BTreeMap<u8, u8> = known.iter().map(|known| (known.node, known.layer)).chain(heard).collect();
        let mut chart = Self::default();
        // A seat that knows the whole graph knows its order too. An order of a part would change as the part grows.
        let full = || {
            let ports = known.iter().flat_map(|from| from.to.iter().map(|&(node, ..)| (from.node, node)));
            layout::order(&nodes.values().copied().collect::<Vec<_>>(), ports.filter(|(u, v)| u < v))
        };
        let whole = rows.is_empty() && values.map_knowledge == Knowledge::Full;
        let rows = if whole { &full() } else { rows };
        chart.lay_out(values, nodes.clone(), rows, &|node| !been.contains(&node));
        let mut joined = BTreeSet::new();
        for from in known {
            for &(node, _, dist) in &from.to {
                let edge = (from.node.min(node), from.node.max(node), dist);
                if joined.insert(edge) {
                    chart.join(values, edge);
                }
            }
        }
        chart
    }

    /// Places nodes in the columns of their layers, in the order of the whole graph if that is known. Otherwise by
    /// number: a drawn graph numbers its nodes layer by layer, with as many in each as the settings define, so every
    /// seat knows the position of a node among nodes it does not know. In a given graph the nodes that a seat knows are
    /// drawn side by side.
    fn lay_out(&mut self, values: &Settings, nodes: BTreeMap<u8, u8>, rows: &[Vec<u8>], hollow: &dyn Fn(u8) -> bool) {
        let many = usize::from(values.nodes_per_layer.max(1));
        let is_drawn = nodes.iter().all(|(&node, &layer)| usize::from(node) / many == usize::from(layer));
        for layer in 0..=values.n {
            let heard: Vec<u8> = nodes.iter().filter(|&(_, &of)| of == layer).map(|(&node, _)| node).collect();
            let row = rows.get(usize::from(layer)).unwrap_or(&heard);
            for (i, &node) in row.iter().enumerate().filter(|(_, node)| nodes.contains_key(node)) {
                let by_number = rows.is_empty() && is_drawn;
                let (i, m) = if by_number { (usize::from(node) % many, many) } else { (i, row.len()) };
                self.places.insert(node, self.board.nodes.len());
                self.board.nodes.push(Node {
                    label: node.to_string(),
                    layer: layer.into(),
                    at: (1000 * i32::from(layer), 500 * layout::place(i, m)),
                    look: match layer {
                        0 => &START,
                        top if top == values.n => &GOAL,
                        _ => &PLAIN,
                    },
                    hollow: hollow(node),
                    mark: None,
                    note: None,
                });
            }
        }
    }

    fn join(&mut self, values: &Settings, (u, v, dist): (u8, u8, u8)) {
        let (Some(&a), Some(&b)) = (self.places.get(&u), self.places.get(&v)) else { return };
        let span = self.board.nodes[a].layer.abs_diff(self.board.nodes[b].layer);
        self.board.links.push(Link {
            ends: (a, b),
            look: if dist <= values.short_max { &SHORT } else { &LONG },
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

    /// Marks visited nodes whose loot is not known. Nodes that were only reported need no such mark.
    fn doubt(&mut self, knows: impl Fn(u8) -> bool) {
        for (&node, &place) in &self.places {
            let node_of = &mut self.board.nodes[place];
            if !node_of.hollow && !knows(node) {
                node_of.note = Some("?".into());
            }
        }
    }

    fn mark(&mut self, node: u8, turn: u32) {
        if let Some(&place) = self.places.get(&node).filter(|_| turn > 0) {
            self.board.nodes[place].mark = Some(Mark { look: &CHECKED, label: turn.to_string() });
        }
    }

    /// An agent of which only the position is known.
    fn stranger(&mut self, values: &Settings, seat: Seat, node: u8) {
        self.token(seat, node, Token::new(look(values, seat), values.name(seat)));
    }

    fn token(&mut self, seat: Seat, node: u8, token: Token) {
        let Some(&place) = self.places.get(&node) else { return };
        self.tokens.insert(seat, self.board.tokens.len());
        self.board.tokens.push(Token { node: place, ..token });
    }

    /// An agent with everything that is known of it.
    fn seat(&mut self, world: &World, state: &State, seat: Seat, events: &[Event]) {
        let (agent, side) = (&state.agents[seat.index()], world.code.side_of(seat));
        let full = if side == Side::Ghost { world.code.base } else { world.code.capacity };
        let token = Token {
            inside: (side == Side::Ghost).then(|| agent.loot.to_string()),
            energy: Some((agent.energy, full)),
            pinned: side == Side::Sentinel && is_frozen(&state.tally, agent),
            faded: !state.tally.active.contains(seat),
            from: self.came(seat, events),
            text: drawing::agent(world, state, seat),
            ..Token::new(look(&world.values, seat), world.name(seat))
        };
        self.token(seat, agent.node, token);
    }

    /// The node that a seat came from, if it moved.
    fn came(&self, seat: Seat, events: &[Event]) -> Option<usize> {
        events.iter().rev().find_map(|event| match *event {
            Event::Moved { seat: mover, from, .. } if mover == seat => self.places.get(&from).copied(),
            _ => None,
        })
    }

    /// The viewer, with everything it knows of itself.
    fn own(&mut self, values: &Settings, view: &View) {
        let (seat, node, token) = match view {
            View::GhostView(view) => {
                let (loot, energy) = (view.me.loot, view.me.energy);
                let name = values.name(view.seat);
                let text = drawing::ghost(&name, loot, energy);
                let inside = Some(loot.to_string());
                let token = Token {
                    inside,
                    energy: Some((energy, view.base)),
                    text,
                    ..Token::new(look(values, view.seat), name)
                };
                (view.seat, view.me.node, token)
            }
            View::SentinelView(view) => {
                let (energy, pinned, name) = (view.me.energy, view.me.frozen > 0, values.name(view.seat));
                let text = drawing::sentinel(&name, energy, pinned);
                (
                    view.seat,
                    view.me.node,
                    Token {
                        energy: Some((energy, view.capacity)),
                        pinned,
                        text,
                        ..Token::new(look(values, view.seat), name)
                    },
                )
            }
            View::OutView(_) => return,
        };
        self.token(seat, node, Token { own: true, ..token });
    }

    fn happen(&mut self, event: &Event) {
        let (node, look) = match *event {
            Event::Captured { node, .. } => (node, &CAPTURE),
            Event::Turned { node, .. } => (node, &TURNED),
            Event::Delivered { node, .. } => (node, &DELIVERY),
            Event::Recovered { node, .. } => (node, &RECOVERY),
            Event::Met { ghosts, .. } => {
                let together = ghosts.iter().filter_map(|ghost| self.tokens.get(&ghost).copied());
                self.board.meetings.push(together.collect());
                return;
            }
            _ => return,
        };
        if let Some(&node) = self.places.get(&node) {
            self.board.flashes.push(NodeFlash { node, look });
        }
    }

    /// Everything that a view shows besides the graph and the seat itself.
    fn fill_in(&mut self, values: &Settings, view: &View) {
        match view {
            View::GhostView(view) => {
                let seen: BTreeSet<u8> = view.memory.iter().map(|memory| memory.node).collect();
                self.doubt(|node| seen.contains(&node) || node == view.me.node);
                let near = |node: u8| view.ports.iter().any(|port| port.node == node && port.loot.is_some());
                let sees = |node: u8| node == view.me.node || near(node);
                for memory in view.memory.iter().filter(|memory| memory.loot.0 != Some(0)) {
                    let amount = memory.loot.0.map_or("?".into(), |loot| loot.to_string());
                    let turn = memory.seen.div_ceil(2); // R31: by phases, two a turn.
                    let age =
                        if turn < view.turn && !sees(memory.node) { format!(" (turn {turn})") } else { String::new() };
                    self.note(memory.node, format!("${amount}{age}"));
                }
                for seat in view.here.ghosts.or(view.here.sentinels).iter() {
                    self.stranger(values, seat, view.me.node);
                }
                for port in &view.ports {
                    for _ in 0..port.sentinels.unwrap_or(0) {
                        let Some(&node) = self.places.get(&port.node) else { continue };
                        self.board.tokens.push(Token { node, ..Token::new(&SENTINEL, String::from("S?")) });
                    }
                }
            }
            View::SentinelView(view) => {
                self.doubt(|node| node == view.me.node);
                if view.here.loot > 0 {
                    self.note(view.me.node, format!("${}", view.here.loot));
                }
                view.checked.iter().for_each(|mark| self.mark(mark.node, mark.turn));
                view.here.ghosts.iter().for_each(|ghost| self.stranger(values, ghost, view.me.node));
                view.allies.iter().for_each(|ally| self.stranger(values, ally.seat, ally.node));
            }
            View::OutView(_) => {}
        }
    }
}

/// The order in which the nodes of each layer are drawn.
fn rows(world: &World) -> Vec<Vec<u8>> {
    layout::order(&world.graph.layers, world.graph.edges().map(|(u, v, _)| (u, v)))
}

fn look(values: &Settings, seat: Seat) -> &'static Look {
    match values.role_of(seat).0 {
        Role::Ghost => &GHOST,
        Role::Sentinel => &SENTINEL,
        Role::Turncoat => &TURNCOAT,
    }
}

fn fact(label: &str, value: String) -> Row {
    Row::Fact { label: label.to_string(), value }
}

/// The state of the loot, the turn and the phase; the same for every seat (R30).
fn standing(values: &Settings, clock: &Clock, score: &Score, ghosts: String, sentinels: String) -> Vec<Row> {
    let total_loot = values.total_loot;
    let Score { delivered, recovered, lost, captured, .. } = *score;
    let open = total_loot.saturating_sub(delivered + recovered + lost);
    let sides = Code::seats_by_side(values.max_ghosts, values.sentinels() as u8, values.turncoats() as u8);
    let bar = |side: Side, label, look, loot: u16, word, more: String| {
        let (note, mark) = (format!("{word}{more}"), Some(f64::from(total_loot) / 2.0));
        let bar = Bar::new(label, look, loot.into(), total_loot.into());
        (loot, Bar { seats: sides[side as usize], figure: loot.to_string(), note, mark, ..bar })
    };
    let bars = Vec::from([
        bar(Side::Ghost, "ghosts", &GHOST, delivered, "delivered", ghosts),
        bar(Side::Sentinel, "sentinels", &SENTINEL, recovered, "recovered", sentinels),
    ]);
    let lost = if lost > 0 { format!(", {lost} lost") } else { String::new() };
    let mut rows: Vec<Row> = Bar::standings(bars).collect();
    rows.extend([
        fact("turn", format!("{}/{}", clock.turn, clock.max_turns)),
        fact("phase", clock.phase.name().to_string()),
        fact("loot", format!("{open} open{lost}")),
        fact("captured", captured.to_string()),
    ]);
    rows
}

/// The turn and the phase.
struct Clock {
    turn: u32,
    max_turns: u32,
    phase: Side,
}

fn panel(world: &World, state: &State) -> Vec<Row> {
    let (code, tally) = (&world.code, &state.tally);
    let clock = Clock { turn: tally.turn, max_turns: code.max_turns, phase: tally.phase };
    let left = |seat: Seat| format!("{} {}", world.values.name(seat), state.agents[seat.index()].energy);
    let left: Vec<String> = tally.of(code, Side::Ghost).iter().map(left).collect();
    let ghosts = if left.is_empty() { String::new() } else { format!(", energy {}", left.join(", ")) };
    let sentinels: SeatSet = tally.of(code, Side::Sentinel);
    let frozen = sentinels.iter().filter(|seat| is_frozen(tally, &state.agents[seat.index()])).count();
    let pinned = if frozen > 0 { format!(", {frozen} pinned") } else { String::new() };
    let sentinels = format!(", {} in play{pinned}", sentinels.len());
    standing(&world.values, &clock, &Score::of(tally), ghosts, sentinels)
}

/// The energy of a seat as a bar.
fn energy(values: &Settings, seat: Seat, energy: u32, full: u32) -> Row {
    let bar = Bar::new("energy", look(values, seat), energy.into(), full.max(1).into());
    Row::Bar(Bar { figure: format!("{energy} of {full}"), ..bar })
}

fn panel_of(values: &Settings, view: &View) -> Vec<Row> {
    let (turn, max_turns, phase, score, seat) = match view {
        View::GhostView(view) => (view.turn, view.max_turns, view.phase, &view.score, view.seat),
        View::SentinelView(view) => (view.turn, view.max_turns, view.phase, &view.score, view.seat),
        View::OutView(view) => (view.turn, view.max_turns, view.phase, &view.score, view.seat),
    };
    let clock = Clock { turn, max_turns, phase };
    let mut rows = standing(values, &clock, score, String::new(), String::new());
    let name = values.name(seat);
    match view {
        View::OutView(_) => rows.push(fact("seat", format!("{name}, out of play"))),
        View::GhostView(view) => {
            rows.extend([fact("seat", name), energy(values, seat, view.me.energy, view.base)]);
        }
        View::SentinelView(view) => {
            rows.extend([fact("seat", name), energy(values, seat, view.me.energy, view.capacity)]);
        }
    }
    rows
}
