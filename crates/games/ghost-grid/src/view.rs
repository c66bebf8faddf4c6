//! What a seat receives (section 6 and R42 to R44).

use crate::game::World;
use crate::ground::{Code, Port, Side};
use crate::orders::is_frozen;
use crate::settings::Settings;
use crate::state::{Agent, Memory, Origin, Place, State, Status, Tally};
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::{Listed, number_or};
#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The three kinds of seats (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A ghost of the start, or a copy of one.
    Ghost,
    /// One that hunts ghosts.
    Sentinel,
    /// A ghost that was a sentinel.
    Turncoat,
}

/// What a seat is told once, because it never changes (R10).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Start {
    /// Its own seat.
    pub seat: Seat,
    /// Which kind of seat it is.
    pub role: Role,
    /// The effective settings, without the map.
    pub settings: Settings,
}

/// What every seat knows of the score (R30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Score {
    /// Loot that ghosts delivered in the goal layer.
    pub delivered: u16,
    /// Loot that sentinels recovered.
    pub recovered: u16,
    /// Loot that conversions took out of the world.
    pub lost: u16,
    /// How many ghosts were captured.
    pub captured: u8,
    /// Native ghosts in play when the first ghost phase was over, 0 before.
    pub ghosts_at_start: u8,
}

impl Score {
    pub(crate) const fn of(tally: &Tally) -> Self {
        Self {
            delivered: tally.delivered,
            recovered: tally.recovered,
            lost: tally.lost,
            captured: tally.captured,
            ghosts_at_start: tally.ghosts_at_start,
        }
    }
}

/// A node whose connections are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Known {
    /// Its number.
    pub node: u8,
    /// Its layer; 0 is where ghosts start.
    pub layer: u8,
    /// The nodes it is connected with.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Connection>"))]
    pub to: Vec<(u8, u8, u8)>,
}

/// A node that is connected with a known one: `[node,layer,dist]`.
#[cfg(feature = "schema")]
#[derive(JsonSchema)]
#[schemars(transform = Listed)]
#[expect(dead_code, reason = "for its schema alone")]
struct Connection {
    node: u8,
    layer: u8,
    /// The cost of a move, in energy.
    dist: u8,
}

/// Loot as it is remembered: an amount, or none for `some`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loot(pub Option<u16>);

#[cfg(feature = "schema")]
impl JsonSchema for Loot {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Loot".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = number_or(u16::MAX.into(), "some");
        schema.insert("description".into(), "How much loot; `some` where the amount is not known.".into());
        schema
    }
}

impl Serialize for Loot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(amount) => serializer.serialize_u16(amount),
            None => serializer.serialize_str("some"),
        }
    }
}

impl<'de> Deserialize<'de> for Loot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Amount(u16),
            Word(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Amount(amount) => Ok(Self(Some(amount))),
            Either::Word(word) if word == "some" => Ok(Self(None)),
            Either::Word(_) => Err(serde::de::Error::custom("loot is a number or some")),
        }
    }
}

/// What a ghost remembers of a node (R31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Remembered {
    /// The node.
    pub node: u8,
    /// When it was seen: how many phases were finished then.
    pub seen: u32,
    /// What lay there.
    pub loot: Loot,
}

/// A ghost as it sees itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GhostSelf {
    /// The node it is in.
    pub node: u8,
    /// The layer of its node.
    pub layer: u8,
    /// The loot that it carries.
    pub loot: u16,
    /// The energy it has left.
    pub energy: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// The seat that a turncoat had as a sentinel; absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<Seat>,
}

/// What a ghost sees in its own node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GhostHere {
    /// The loot that lies there.
    pub loot: u16,
    /// The sentinels there.
    pub sentinels: SeatSet,
    /// The other ghosts there.
    pub ghosts: SeatSet,
}

/// A port as a ghost sees it; a long one shows nothing of the node behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GhostPort {
    /// The node it leads to.
    pub node: u8,
    /// The layer of that node.
    pub layer: u8,
    /// The cost of a move, in energy.
    pub dist: u8,
    /// Whether loot lies there; absent for a long port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loot: Option<bool>,
    /// How many sentinels are there; absent for a long port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentinels: Option<u8>,
}

/// What a ghost knows (R42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GhostView {
    /// Its own seat.
    pub seat: Seat,
    /// The turn, from 1.
    pub turn: u32,
    /// The last turn.
    pub max_turns: u32,
    /// Whose phase it is.
    pub phase: Side,
    /// The top layer.
    pub n: u8,
    /// Base energy, what a ghost starts with.
    pub base: u32,
    /// Itself.
    pub me: GhostSelf,
    /// Its node.
    pub here: GhostHere,
    /// Where it can go.
    pub ports: Vec<GhostPort>,
    /// The nodes it knows.
    pub known: Vec<Known>,
    /// What it remembers of loot.
    pub memory: Vec<Remembered>,
    /// The score of both sides.
    pub score: Score,
}

/// A sentinel as it sees itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SentinelSelf {
    /// The node it is in.
    pub node: u8,
    /// The layer of its node.
    pub layer: u8,
    /// The energy it has left.
    pub energy: u32,
    /// The last turn on which it cannot move, 0 if it is free.
    pub frozen: u32,
    /// What it took from ghosts.
    pub taken: u16,
}

/// What a sentinel sees in its own node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SentinelHere {
    /// The loot that lies there.
    pub loot: u16,
    /// The ghosts there.
    pub ghosts: SeatSet,
}

/// A port as a sentinel sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SentinelPort {
    /// The node it leads to.
    pub node: u8,
    /// The layer of that node.
    pub layer: u8,
    /// The cost of a move, in energy.
    pub dist: u8,
}

/// Another active sentinel, which every sentinel can locate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Ally {
    /// Its seat.
    pub seat: Seat,
    /// Its node.
    pub node: u8,
}

/// A mark of the sentinels (R25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Checked {
    /// The node.
    pub node: u8,
    /// The turn of the mark.
    pub turn: u32,
}

/// What a sentinel knows (R43).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SentinelView {
    /// Its own seat.
    pub seat: Seat,
    /// The turn, from 1.
    pub turn: u32,
    /// The last turn.
    pub max_turns: u32,
    /// Whose phase it is.
    pub phase: Side,
    /// The top layer.
    pub n: u8,
    /// The most energy it can have.
    pub capacity: u32,
    /// Itself.
    pub me: SentinelSelf,
    /// Its node.
    pub here: SentinelHere,
    /// Where it can go.
    pub ports: Vec<SentinelPort>,
    /// The other active sentinels.
    pub allies: Vec<Ally>,
    /// The nodes that were checked.
    pub checked: Vec<Checked>,
    /// The nodes its side has mapped.
    pub known: Vec<Known>,
    /// The score of both sides.
    pub score: Score,
}

/// What a seat that is not in play knows (R43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct OutView {
    /// Its own seat.
    pub seat: Seat,
    /// Whether it has been in play.
    pub status: Status,
    /// The turn, from 1.
    pub turn: u32,
    /// The last turn.
    pub max_turns: u32,
    /// Whose phase it is.
    pub phase: Side,
    /// The top layer.
    pub n: u8,
    /// The score of both sides.
    pub score: Score,
}

/// What a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum View {
    GhostView(GhostView),
    SentinelView(SentinelView),
    OutView(OutView),
}

/// What a ghost sees behind a port, if the port is short (R30): whether loot lies there and how many sentinels there
/// are.
#[must_use]
pub fn behind(code: &Code, places: &[Place], port: Port) -> Option<(bool, u8)> {
    let place = &places[usize::from(port.node)];
    code.is_short(port.dist).then_some((place.loot > 0, place.guards))
}

/// The last turn on which a sentinel cannot move, 0 if it is free now.
#[must_use]
pub const fn frozen(tally: &Tally, sentinel: &Agent) -> u32 {
    if is_frozen(tally, sentinel) { sentinel.frozen } else { 0 }
}

/// The view of a seat.
#[must_use]
pub fn view(world: &World, state: &State, seat: Seat) -> View {
    let (code, tally) = (&world.code, &state.tally);
    let (turn, max_turns, phase, n, score) = (tally.turn, code.max_turns, tally.phase, code.n, Score::of(tally));
    let status = tally.status(code, seat);
    if status != Status::Active {
        return View::OutView(OutView { seat, status, turn, max_turns, phase, n, score });
    }
    let agent = &state.agents[seat.index()];
    let layer = |node: u8| world.graph.layers[usize::from(node)];
    let ports = world.graph.ports(agent.node.into());
    let known = state.parts().known_nodes(code, seat);
    let known = known.iter().map(|node| Known {
        node: node as u8,
        layer: layer(node as u8),
        to: world.graph.ports(node).iter().map(|port| (port.node, layer(port.node), port.dist)).collect(),
    });
    let known = known.collect();
    let loot = state.places[usize::from(agent.node)].loot;
    match code.side_of(seat) {
        Side::Ghost => View::GhostView(GhostView {
            seat,
            turn,
            max_turns,
            phase,
            n,
            base: code.base,
            me: GhostSelf {
                node: agent.node,
                layer: layer(agent.node),
                loot: agent.loot,
                energy: agent.energy,
                origin: agent.origin,
                was: (agent.origin == Origin::Turned).then_some(agent.was),
            },
            here: GhostHere {
                loot,
                sentinels: state.at(code, Side::Sentinel, agent.node),
                ghosts: state.at(code, Side::Ghost, agent.node).without(SeatSet::only(seat)),
            },
            ports: ports
                .iter()
                .map(|&port| {
                    let (loot, sentinels) = behind(code, &state.places, port).unzip();
                    GhostPort { node: port.node, layer: layer(port.node), dist: port.dist, loot, sentinels }
                })
                .collect(),
            known,
            memory: memories(state.memory_of(code, seat)).collect(),
            score,
        }),
        Side::Sentinel => View::SentinelView(SentinelView {
            seat,
            turn,
            max_turns,
            phase,
            n,
            capacity: code.capacity,
            me: SentinelSelf {
                node: agent.node,
                layer: layer(agent.node),
                energy: agent.energy,
                frozen: frozen(tally, agent),
                taken: agent.taken,
            },
            here: SentinelHere { loot, ghosts: state.at(code, Side::Ghost, agent.node) },
            ports: ports
                .iter()
                .map(|port| SentinelPort { node: port.node, layer: layer(port.node), dist: port.dist })
                .collect(),
            allies: tally
                .of(code, Side::Sentinel)
                .without(SeatSet::only(seat))
                .iter()
                .map(|seat| Ally { seat, node: state.agents[seat.index()].node })
                .collect(),
            checked: marks(state).collect(),
            known,
            score,
        }),
    }
}

/// What a ghost remembers, by node.
pub fn memories(memory: &[Memory]) -> impl Iterator<Item = Remembered> + '_ {
    memory.iter().enumerate().filter_map(|(node, memory)| {
        let (seen, loot) = memory.get()?;
        Some(Remembered { node: node as u8, seen, loot: Loot(loot) })
    })
}

/// The marks of the sentinels, by node.
pub fn marks(state: &State) -> impl Iterator<Item = Checked> + '_ {
    let checked = state.places.iter().enumerate().filter(|(_, place)| place.checked > 0);
    checked.map(|(node, place)| Checked { node: node as u8, turn: place.checked })
}
