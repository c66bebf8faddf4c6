//! A state as a document (R12, R39).
//!
//! What is written is complete. What is read may leave out everything that has a default: listed agents are active,
//! energy is full, and ghosts without given knowledge know what they see round them.

use crate::game::World;
use crate::ground::{NodeSet, Side};
use crate::rules::look_at;
use crate::state::{Agent, End, Memory, Origin, State, Status};
use crate::view::{Loot, Remembered, marks, memories};
use alloc::collections::BTreeMap;
use gridhaunt_kernel::json::{hex, u64_from};
use gridhaunt_kernel::prelude::*;
use serde::Serialize;

/// A ghost that is or was in play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GhostEntry {
    seat: Seat,
    node: u8,
    loot: u16,
    energy: u32,
    status: Status,
    origin: Origin,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<Seat>,
    known: Vec<u8>,
    memory: Vec<Remembered>,
}

/// A sentinel that is or was in play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SentinelEntry {
    seat: Seat,
    node: u8,
    energy: u32,
    status: Status,
    frozen: u32,
    haul: u16,
    taken: u16,
    captures: u8,
}

/// The generator: two words. The key is a string because a reader may be JavaScript (K4).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dice {
    key: String,
    counter: u64,
}

/// The whole state, as it is written to JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    turn: u32,
    phase: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    ghosts: Vec<GhostEntry>,
    sentinels: Vec<SentinelEntry>,
    loot: BTreeMap<u8, u16>,
    delivered: u16,
    recovered: u16,
    lost: u16,
    captured: u8,
    ghosts_at_start: u8,
    checked: BTreeMap<u8, u32>,
    mapped: Vec<u8>,
    random: Dice,
}

impl Document {
    /// The document of a state.
    #[must_use]
    pub fn of(world: &World, state: &State) -> Self {
        let (code, tally) = (&world.code, &state.tally);
        let came = |side: Side| {
            let seats = code.side(side).iter().map(|seat| (seat, tally.status(code, seat)));
            seats.filter(|&(_, status)| status != Status::Idle)
        };
        let nodes = |set: &NodeSet| set.iter().map(|node| node as u8).collect();
        let ghost = |(seat, status): (Seat, Status)| {
            let agent = &state.agents[seat.index()];
            GhostEntry {
                seat,
                node: agent.node,
                loot: agent.loot,
                energy: agent.energy,
                status,
                origin: agent.origin,
                was: (agent.origin == Origin::Turned).then_some(agent.was),
                known: nodes(&state.known[code.ghost(seat)]),
                memory: memories(state.memory_of(code, seat)).collect(),
            }
        };
        let sentinel = |(seat, status): (Seat, Status)| {
            let agent = &state.agents[seat.index()];
            let Agent { node, energy, frozen, haul, taken, captures, .. } = *agent;
            SentinelEntry { seat, node, energy, status, frozen, haul, taken, captures }
        };
        let lying = state.places.iter().enumerate().filter(|(_, place)| place.loot > 0);
        Self {
            turn: tally.turn,
            phase: tally.phase,
            end: tally.end,
            ghosts: came(Side::Ghost).map(ghost).collect(),
            sentinels: came(Side::Sentinel).map(sentinel).collect(),
            loot: lying.map(|(node, place)| (node as u8, place.loot)).collect(),
            delivered: tally.delivered,
            recovered: tally.recovered,
            lost: tally.lost,
            captured: tally.captured,
            ghosts_at_start: tally.ghosts_at_start,
            checked: marks(state).map(|mark| (mark.node, mark.turn)).collect(),
            mapped: nodes(&tally.mapped),
            random: Dice { key: hex(tally.random.key), counter: tally.random.counter },
        }
    }
}

const FIELDS: &[&str] = &[
    "turn", "phase", "end", "ghosts", "sentinels", "loot", "delivered", "recovered", "lost", "captured",
    "ghosts_at_start", "checked", "mapped", "random",
];
const GHOST_FIELDS: &[&str] = &["seat", "node", "loot", "energy", "status", "origin", "was", "known", "memory"];
const SENTINEL_FIELDS: &[&str] = &["seat", "node", "energy", "status", "frozen", "haul", "taken", "captures"];
const PHASES: [Side; 2] = [Side::Ghost, Side::Sentinel];
const ENDS: [End; 3] = [End::AllCaptured, End::LootSettled, End::TimeLimit];
const ORIGINS: [Origin; 3] = [Origin::Initial, Origin::Copy, Origin::Turned];

/// Reads a state of this world.
pub fn read(world: &World, document: &Value) -> Result<State, Invalid> {
    let code = &world.code;
    let read = Reader::new("", document, FIELDS)?;
    let mut state = State::empty(code, world.graph.len(), world.fresh);
    let loot = u64::from(code.total_loot);
    let turn = integer("turn", read.need("turn", "the turn")?, 1, code.max_turns.into())?;
    state.tally.turn = turn as u32;
    read.need("phase", "ghost or sentinel")?;
    state.tally.phase = read.word("phase", &["ghost", "sentinel"])?.map_or(Side::Ghost, |phase| PHASES[phase]);
    state.tally.end = read.word("end", &ENDS.map(End::name))?.map(|end| ENDS[end]);

    let mut knowing = Vec::new();
    for (i, value) in list(&read, "ghosts")?.iter().enumerate() {
        let name = format!("ghosts[{i}]");
        let (seat, knowledge) = ghost(world, &mut state, &name, value).map_err(|error| inside(error, &name))?;
        knowing.extend(knowledge.map(|knowledge| (seat, knowledge)));
    }
    let mut standing = NodeSet::default();
    for (i, value) in list(&read, "sentinels")?.iter().enumerate() {
        let name = format!("sentinels[{i}]");
        let seat = sentinel(world, &mut state, &name, value).map_err(|error| inside(error, &name))?;
        standing.insert(state.agents[seat.index()].node.into());
    }
    for (node, amount) in by_node(world, &read, "loot", loot)? {
        state.places[node].loot = amount as u16;
    }
    let small = |field: &str, most: u64| read.integer(field, 0, most);
    state.tally.delivered = small("delivered", loot)?.unwrap_or(0) as u16;
    state.tally.recovered = small("recovered", loot)?.unwrap_or(0) as u16;
    state.tally.lost = small("lost", loot)?.unwrap_or(0) as u16;
    let ghosts = u64::from(code.natives) + u64::from(code.turncoats);
    let out = code.side(Side::Ghost).iter().filter(|&seat| state.tally.status(code, seat) == Status::Captured).count();
    state.tally.captured = small("captured", ghosts)?.unwrap_or(out as u64) as u8;
    // R18: it is 0 until the first ghost phase is over, and never after.
    let ghosts_have_played = state.tally.turn > 1 || state.tally.phase == Side::Sentinel && !code.sentinels_first;
    let natives = if ghosts_have_played { state.tally.natives } else { 0 };
    state.tally.ghosts_at_start = small("ghosts_at_start", code.natives.into())?.map_or(natives, |n| n as u8);
    for (node, turn) in by_node(world, &read, "checked", code.max_turns.into())? {
        state.places[node].checked = turn as u32;
    }
    state.tally.mapped = match read.get("mapped") {
        Some(value) => nodes(world, "mapped", value)?,
        None => marks(&state).map(|mark| usize::from(mark.node)).chain(standing.iter()).collect(), // R25
    };
    if let Some(value) = read.get("random") {
        state.tally.random = dice(value).map_err(|error| inside(error, "random"))?;
    }
    if state.tally.end.is_none() {
        let here = |side| state.tally.of(code, side).is_empty();
        if here(Side::Ghost) {
            return Err(Invalid::new("ghosts", "[]", "at least one that is active"));
        }
        if state.tally.phase == Side::Sentinel && here(Side::Sentinel) {
            return Err(Invalid::new("sentinels", "[]", "at least one that is active, as it is their phase"));
        }
    }
    state.post_guards(code);
    let time = state.tally.phases(code);
    look_at(&world.ground(), &mut state.board(), time); // R39
    let nodes = world.graph.len();
    for (seat, (known, memory)) in knowing {
        let ghost = code.ghost(seat);
        state.known[ghost] = known;
        state.memory[ghost * nodes..(ghost + 1) * nodes].copy_from_slice(&memory);
    }
    Ok(state)
}

/// Puts the name of the entry before an error, unless the error is about the entry itself.
fn inside(error: Invalid, name: &str) -> Invalid {
    if error.field == name { error } else { error.within(name) }
}

fn list<'a>(read: &Reader<'a>, field: &str) -> Result<&'a [Value], Invalid> {
    let value = read.need(field, "a list")?;
    value.as_array().map(Vec::as_slice).ok_or_else(|| Invalid::new(field, brief(value), "a list"))
}

fn nodes(world: &World, field: &str, value: &Value) -> Result<NodeSet, Invalid> {
    let list = value.as_array().ok_or_else(|| Invalid::new(field, brief(value), "a list of nodes"))?;
    let last = world.graph.len() as u64 - 1;
    let node = |(i, value)| integer(&format!("{field}[{i}]"), value, 0, last).map(|node| node as usize);
    list.iter().enumerate().map(node).collect()
}

/// Numbers by node: `{"3":30}`.
fn by_node(world: &World, read: &Reader<'_>, field: &str, most: u64) -> Result<Vec<(usize, u64)>, Invalid> {
    let Some(value) = read.get(field) else { return Ok(Vec::new()) };
    let Value::Object(entries) = value else {
        return Err(Invalid::new(field, brief(value), "an object with numbers by node"));
    };
    let last = world.graph.len() - 1;
    let entry = |(key, value): (&String, &Value)| {
        let node = key.parse::<usize>().ok().filter(|&node| node <= last && node.to_string() == *key);
        let node = node.ok_or_else(|| Invalid::new(field, format!("node {key}"), format!("in 0..={last}")))?;
        Ok((node, integer(&format!("{field}.{key}"), value, 0, most)?))
    };
    entries.iter().map(entry).collect()
}

/// Reads the node and the energy of an agent; returns its seat, which is now in play.
fn settle(world: &World, state: &mut State, read: &Reader<'_>, side: Side) -> Result<Seat, Invalid> {
    let code = &world.code;
    let value = read.need("seat", "a seat")?;
    let seat = value.as_u64().filter(|&seat| seat < code.seats() as u64).map(|seat| Seat(seat as u8));
    let seat = seat.filter(|&seat| code.side_of(seat) == side);
    let expected = || {
        let (first, last) = (code.first_sentinel(), code.first_turncoat() - 1);
        match side {
            Side::Sentinel => format!("{first}..={last}"),
            Side::Ghost if code.turncoats == 0 => format!("0..={}", first - 1),
            Side::Ghost => format!("a ghost's, 0..={} or {}..={}", first - 1, last + 1, code.seats() - 1),
        }
    };
    let seat = seat.ok_or_else(|| Invalid::new("seat", brief(value), expected()))?;
    once(state, seat)?;
    let number = world.role_of(seat).1 as u8 + 1;
    let count = match (side, seat.index() < code.first_sentinel()) {
        (Side::Sentinel, _) => &mut state.tally.sentinels,
        (Side::Ghost, true) => &mut state.tally.natives,
        (Side::Ghost, false) => &mut state.tally.turncoats,
    };
    *count = (*count).max(number);
    let gone = if side == Side::Ghost { "captured" } else { "turned" };
    if read.word("status", &["active", gone])?.unwrap_or(0) == 0 {
        state.tally.active = state.tally.active.with(seat);
    }
    let last = world.graph.len() as u64 - 1;
    let full = if side == Side::Ghost { code.base } else { code.capacity };
    let agent = &mut state.agents[seat.index()];
    agent.node = integer("node", read.need("node", "a node")?, 0, last)? as u8;
    agent.energy = read.integer("energy", 0, full.into())?.map_or(full, |energy| energy as u32);
    Ok(seat)
}

/// An error if the seat is listed twice.
fn once(state: &State, seat: Seat) -> Result<(), Invalid> {
    let again = state.tally.active.contains(seat) || state.agents[seat.index()] != Agent::default();
    if again { Err(Invalid::new("seat", seat, "a seat that is not listed yet")) } else { Ok(()) }
}

type Knowledge = (NodeSet, Vec<Memory>);

fn ghost(world: &World, state: &mut State, name: &str, value: &Value) -> Result<(Seat, Option<Knowledge>), Invalid> {
    let read = Reader::new(name, value, GHOST_FIELDS)?;
    let seat = settle(world, state, &read, Side::Ghost)?;
    let native = seat.index() < world.code.first_sentinel();
    let words: &[&str] = if native { &["initial", "copy"] } else { &["turned"] };
    let origin = read.word("origin", words)?.unwrap_or(0) + if native { 0 } else { 2 };
    let was = match native {
        true => 0,
        false => {
            let (first, end) = (world.code.first_sentinel() as u64, world.code.first_turncoat() as u64);
            integer("was", read.need("was", "the sentinel seat it had")?, first, end - 1)? as u8
        }
    };
    let loot = read.integer("loot", 0, world.code.total_loot.into())?.unwrap_or(0);
    let agent = &mut state.agents[seat.index()];
    (agent.origin, agent.was, agent.loot) = (ORIGINS[origin], Seat(was), loot as u16);
    if read.get("known").is_none() && read.get("memory").is_none() {
        return Ok((seat, None));
    }
    let known = read.get("known").map_or(Ok(NodeSet::default()), |value| nodes(world, "known", value))?;
    let mut memory = alloc::vec![Memory::NONE; world.graph.len()];
    if let Some(value) = read.get("memory") {
        let list = value.as_array().ok_or_else(|| Invalid::new("memory", brief(value), "a list"))?;
        for (i, value) in list.iter().enumerate() {
            let name = format!("memory[{i}]");
            let (node, word) = remembered(world, &name, value).map_err(|error| inside(error, &name))?;
            memory[node] = word;
        }
    }
    Ok((seat, Some((known, memory))))
}

fn remembered(world: &World, name: &str, value: &Value) -> Result<(usize, Memory), Invalid> {
    let read = Reader::new(name, value, &["node", "seen", "loot"])?;
    let node = integer("node", read.need("node", "a node")?, 0, world.graph.len() as u64 - 1)?;
    let latest = 2 * u64::from(world.code.max_turns);
    let seen = integer("seen", read.need("seen", "a time")?, 0, latest)? as u32;
    let value = read.need("loot", "a number or some")?;
    let loot = match value.as_str() {
        Some("some") => Loot(None),
        _ => match value.as_u64().filter(|&loot| loot <= world.code.total_loot.into()) {
            Some(loot) => Loot(Some(loot as u16)),
            None => {
                let expected = format!("some or in 0..={}", world.code.total_loot);
                return Err(Invalid::new("loot", brief(value), expected));
            }
        },
    };
    Ok((node as usize, loot.0.map_or(Memory::some(seen), |loot| Memory::exact(seen, loot))))
}

fn sentinel(world: &World, state: &mut State, name: &str, value: &Value) -> Result<Seat, Invalid> {
    let read = Reader::new(name, value, SENTINEL_FIELDS)?;
    let seat = settle(world, state, &read, Side::Sentinel)?;
    let loot = u64::from(world.code.total_loot);
    let haul = read.integer("haul", 0, loot)?.unwrap_or(0);
    let taken = read.integer("taken", 0, haul)?.unwrap_or(haul);
    let ghosts = u64::from(world.code.natives) + u64::from(world.code.turncoats);
    let captures = read.integer("captures", 0, ghosts)?.unwrap_or(0);
    let frozen = read.integer("frozen", 0, 200_000)?.unwrap_or(0);
    let agent = &mut state.agents[seat.index()];
    (agent.haul, agent.taken, agent.captures) = (haul as u16, taken as u16, captures as u8);
    agent.frozen = frozen as u32;
    Ok(seat)
}

fn dice(value: &Value) -> Result<Random, Invalid> {
    let read = Reader::new("random", value, &["key", "counter"])?;
    let word = |field: &str| u64_from(field, read.need(field, "an integer 0..2^64")?);
    Ok(Random { key: word("key")?, counter: word("counter")? })
}
