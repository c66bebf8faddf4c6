//! The board as plain text, one line for each layer, the top layer first (R48).

use crate::game::World;
use crate::ground::Side;
use crate::orders::is_frozen;
use crate::state::{State, Status};
use crate::view::{self, Known, View};
use alloc::collections::BTreeMap;
use gridhaunt_kernel::prelude::*;

/// The line above the board.
#[must_use]
pub fn headline(world: &World, state: &State) -> String {
    let (code, tally) = (&world.code, &state.tally);
    let mut line = format!(
        "turn {}/{}, {} phase, delivered {}, recovered {}, lost {}, captured {}",
        tally.turn,
        code.max_turns,
        tally.phase.name(),
        tally.delivered,
        tally.recovered,
        tally.lost,
        tally.captured
    );
    if let Some(end) = tally.end {
        line += &format!(", {} ({})", tally.winner(code, end).words(), end.name());
    }
    line
}

/// An agent as text: `G0:40/8` for a ghost, `S0:24` for a sentinel, `S0:24!` for a frozen one (R48).
#[must_use]
pub fn agent(world: &World, state: &State, seat: Seat) -> String {
    let (agent, name) = (&state.agents[seat.index()], world.name(seat));
    match world.code.side_of(seat) {
        Side::Ghost => ghost(&name, agent.loot, agent.energy),
        Side::Sentinel => sentinel(&name, agent.energy, is_frozen(&state.tally, agent)),
    }
}

/// A ghost with its loot and energy.
pub(crate) fn ghost(name: &str, loot: u16, energy: u32) -> String {
    format!("{name}:{loot}/{energy}")
}

/// A sentinel with its energy.
pub(crate) fn sentinel(name: &str, energy: u32, frozen: bool) -> String {
    format!("{name}:{energy}{}", if frozen { "!" } else { "" })
}

/// The contents of nodes, by layer and number.
#[derive(Default)]
struct Sheet {
    nodes: BTreeMap<(u8, u8), Vec<String>>,
}

impl Sheet {
    fn node(&mut self, layer: u8, node: u8) -> &mut Vec<String> {
        self.nodes.entry((layer, node)).or_default()
    }

    /// The lines of all layers that have a node, the top layer first.
    fn under(&self, headline: &str, n: u8) -> String {
        let width = n.to_string().len();
        let mut text = format!("{headline}\n");
        for layer in (0..=n).rev() {
            let nodes = self.nodes.range((layer, 0)..=(layer, u8::MAX));
            let nodes: Vec<String> = nodes
                .map(|((_, node), notes)| {
                    core::iter::once(node.to_string()).chain(notes.iter().cloned()).collect::<Vec<_>>().join(" ")
                })
                .collect();
            if !nodes.is_empty() {
                text += &format!("{layer:>width$} | {}\n", nodes.join("  "));
            }
        }
        text
    }
}

/// The whole board as text, everything hidden included: every node with its loot and agents.
#[must_use]
pub fn whole(world: &World, state: &State) -> String {
    let mut sheet = Sheet::default();
    for (node, (&layer, place)) in world.graph.layers.iter().zip(&state.places).enumerate() {
        let notes = sheet.node(layer, node as u8);
        if place.loot > 0 {
            notes.push(format!("${}", place.loot));
        }
        let here = state.tally.active.iter().filter(|seat| usize::from(state.agents[seat.index()].node) == node);
        notes.extend(here.map(|seat| agent(world, state, seat)));
    }
    sheet.under(&headline(world, state), world.code.n)
}

/// What a seat knows: itself after an `@`, loot it remembers as `$30` or `$?`, sentinels it counts as `S*2`.
#[must_use]
pub fn seen(world: &World, state: &State, seat: Seat) -> String {
    let mut sheet = Sheet::default();
    let me = || format!("@{}", agent(world, state, seat));
    let chart = |sheet: &mut Sheet, known: &[Known]| {
        for Known { node, layer, to } in known {
            sheet.node(*layer, *node);
            for &(node, layer, _) in to {
                sheet.node(layer, node);
            }
        }
    };
    let layer = |node: u8| world.graph.layers[usize::from(node)];
    match view::view(world, state, seat) {
        View::GhostView(view) => {
            chart(&mut sheet, &view.known);
            for memory in &view.memory {
                let note = match memory.loot.0 {
                    Some(0) => continue,
                    Some(amount) => format!("${amount}"),
                    None => "$?".into(),
                };
                sheet.node(layer(memory.node), memory.node).push(note);
            }
            for port in &view.ports {
                let notes = sheet.node(port.layer, port.node);
                match port.sentinels {
                    Some(0) | None => {}
                    Some(1) => notes.push("S*".into()),
                    Some(count) => notes.push(format!("S*{count}")),
                }
            }
            let notes = sheet.node(view.me.layer, view.me.node);
            notes.push(me());
            notes.extend(view.here.ghosts.or(view.here.sentinels).iter().map(|seat| world.name(seat)));
        }
        View::SentinelView(view) => {
            chart(&mut sheet, &view.known);
            let notes = sheet.node(view.me.layer, view.me.node);
            if view.here.loot > 0 {
                notes.push(format!("${}", view.here.loot));
            }
            notes.push(me());
            notes.extend(view.here.ghosts.iter().map(|seat| world.name(seat)));
            for ally in &view.allies {
                sheet.node(layer(ally.node), ally.node).push(world.name(ally.seat));
            }
        }
        View::OutView(view) => {
            let status = match view.status {
                Status::Idle => "not yet in play",
                Status::Captured => "captured",
                Status::Turned => "turned",
                Status::Active => "in play",
            };
            return format!("{}\n{} is {status}\n", headline(world, state), world.name(seat));
        }
    }
    sheet.under(&headline(world, state), world.code.n)
}
