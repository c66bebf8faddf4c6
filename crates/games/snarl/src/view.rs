//! What a seat receives (R25, R46, R64, R65).

use crate::action::{Action, Moves};
use crate::actor::{Actor, ActorKind};
use crate::chart::Chart;
use crate::ground::{Site, Tile};
use crate::level::{Object, Point};
use crate::name::Name;
use crate::settings::Settings;
use crate::state::{PLAYERS, Player, State, Status};
use crate::world::World;
use alloc::sync::Arc;
use arrayvec::ArrayVec;
use core::fmt;
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::Tagged;
use serde::de::Error as _;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a seat is told once, because it never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Start {
    /// Its own seat.
    pub seat: Seat,
    /// Which kind of actor it controls.
    pub role: ActorKind,
    /// The effective settings, without the levels.
    pub settings: Settings,
}

/// The codes of a square: 0 wall or nothing, 1 floor or hall, 2 door (R25).
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(with = "Vec<Vec<u8>>", inline))]
pub struct Layout {
    side: usize,
    /// Entries beyond the square are 0.
    codes: [u8; WIDEST * WIDEST],
}

/// The largest square that is seen: a sight of 7 (section 11).
const WIDEST: usize = 15;

impl Default for Layout {
    fn default() -> Self {
        Self { side: 0, codes: [0; WIDEST * WIDEST] }
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.codes().chunks(self.side.max(1))).finish()
    }
}

impl Layout {
    /// How many rows and columns; 0 for a player that sees nothing.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// The code at a row and column; 0 outside.
    #[inline]
    #[must_use]
    pub fn code(&self, row: usize, column: usize) -> u8 {
        if row.max(column) < self.side { self.codes[row * self.side + column] } else { 0 }
    }

    /// The codes row by row.
    #[must_use]
    pub fn codes(&self) -> &[u8] {
        &self.codes[..self.side * self.side]
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.side))?;
        for row in self.codes().chunks(self.side.max(1)) {
            list.serialize_element(row)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<Vec<u8>>::deserialize(deserializer)?;
        let side = rows.len();
        let square = rows.iter().all(|row| row.len() == side) && (side % 2 == 1 || side == 0);
        if !square || side > WIDEST {
            return Err(D::Error::custom("a layout is a square with a middle, at most 15 by 15"));
        }
        let mut layout = Self { side, ..Self::default() };
        layout.codes.iter_mut().zip(rows.concat()).for_each(|(slot, code)| *slot = code);
        Ok(layout)
    }
}

/// An actor and its position (R46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ActorPosition {
    /// Which kind of actor.
    #[serde(rename = "type")]
    pub kind: ActorKind,
    /// Its name.
    pub name: Name,
    /// Where it stands.
    pub position: Point,
}

/// The square that a player sees; empty, and without a position, for a player that is not in the level.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Sight {
    /// The square around the player, row by row: 0 wall or nothing, 1 floor or hall, 2 door. Empty for a player that is
    /// not in the level.
    pub layout: Layout,
    /// Its middle, where the player stands; null for a player that is not in the level.
    pub position: Option<Point>,
    /// Key and exit in it, in level order.
    pub objects: Vec<Object>,
    /// Other actors in it: players by seat, then adversaries.
    pub actors: Vec<ActorPosition>,
}

impl Sight {
    /// How far the square reaches from its middle.
    #[must_use]
    pub const fn reach(&self) -> i64 {
        self.layout.side() as i64 / 2
    }

    /// The code at a point of the square, none outside it.
    #[must_use]
    pub fn code(&self, point: Point) -> Option<u8> {
        let (middle, reach) = (self.position?, self.reach());
        let row = usize::try_from(point.row - middle.row + reach).ok()?;
        let column = usize::try_from(point.column - middle.column + reach).ok()?;
        let side = self.layout.side();
        (row < side && column < side).then(|| self.layout.code(row, column))
    }

    /// The legal moves (R15): they depend only on what is in the square. Empty where there is no position.
    #[must_use]
    pub fn legal(&self) -> Moves {
        let Some(at) = self.position else { return Moves(0) };
        let reach = self.reach();
        let index = |rows: i8, columns: i8| (i64::from(rows) + reach, i64::from(columns) + reach);
        let open = |(rows, columns): (i8, i8)| {
            let (row, column) = index(rows, columns);
            let inside = row >= 0 && column >= 0;
            inside && self.layout.code(row as usize, column as usize) > 0
        };
        let mut moves = 1;
        for first in Action::STEPS.map(Action::offset).into_iter().filter(|&step| open(step)) {
            for second in Action::STEPS.map(Action::offset).into_iter().chain([(0, 0)]) {
                let sum = (first.0 + second.0, first.1 + second.1);
                if open(sum) {
                    moves |= Action::with_offset(sum.0.into(), sum.1.into()).map_or(0, |action| 1 << action as u8);
                }
            }
        }
        for actor in self.actors.iter().filter(|actor| actor.kind == ActorKind::Player) {
            let there = Action::with_offset(actor.position.row - at.row, actor.position.column - at.column);
            moves &= !there.map_or(0, |action| 1 << action as u8);
        }
        Moves(moves | 1) // R17
    }
}

/// The update that the wire and the harness send (R46).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "player-update")]
pub struct PlayerUpdate {
    /// What the player sees.
    #[serde(flatten)]
    pub sight: Sight,
}

/// What every seat knows of a player (R25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct RosterEntry {
    /// Its name.
    pub name: Name,
    /// Whether it is in the level, or how it left.
    pub status: Status,
    /// Levels it left by the exit.
    pub exits: u8,
    /// Times it was expelled.
    pub ejects: u8,
    /// Keys it took.
    pub keys: u8,
}

/// The players by seat.
pub type Roster = ArrayVec<RosterEntry, PLAYERS>;

/// What a player knows (R64).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub struct PlayerView {
    #[serde(flatten)]
    pub sight: Sight,
    /// The level, from 1.
    pub level: u8,
    /// How many levels there are; 0 if that is not known (R61).
    pub levels: u8,
    /// The round of the level, from 1.
    pub round: u32,
    /// Whether the exit is locked.
    pub exit_locked: bool,
    /// The players by seat.
    pub roster: Roster,
}

/// A whole level with all its actors (R46).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "state", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(rename = "State", transform = Tagged("state")))]
pub struct Whole {
    /// The level; a taken key is not among its objects.
    #[serde(with = "shared")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::level::Level"))]
    pub level: Arc<Chart>,
    /// The players in it.
    pub players: ArrayVec<ActorPosition, PLAYERS>,
    /// The zombies, then the ghosts.
    pub adversaries: Vec<ActorPosition>,
    /// Whether the exit is locked.
    pub exit_locked: bool,
}

mod shared {
    use super::{Arc, Chart, Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(chart: &Arc<Chart>, serializer: S) -> Result<S::Ok, S::Error> {
        chart.as_ref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Chart>, D::Error> {
        Chart::deserialize(deserializer).map(Arc::new)
    }
}

/// What an adversary seat knows (R65).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct AdversaryView {
    /// The name of the adversary that moves now; null when it is not this seat's turn.
    pub actor: Option<Name>,
    /// Everything in the level.
    pub state: Whole,
    /// The level, from 1.
    pub level: u8,
    /// How many levels there are.
    pub levels: u8,
    /// The round of the level, from 1.
    pub round: u32,
    /// The players by seat.
    pub roster: Roster,
}

impl AdversaryView {
    /// The adversary that moves now, with its position.
    #[must_use]
    pub fn mover(&self) -> Option<&ActorPosition> {
        self.state.adversaries.iter().find(|actor| Some(actor.name) == self.actor)
    }
}

/// What a seat knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum View {
    PlayerView(PlayerView),
    /// The view of the seat of the zombies or the ghosts.
    AdversaryView(AdversaryView),
}

/// What a seat knows now.
#[must_use]
pub fn view(world: &World, state: &State, seat: Seat) -> View {
    let (level, levels) = (state.level + 1, world.charts.len() as u8);
    let (round, roster) = (state.round, roster(world, state));
    if seat.0 < world.code.players {
        let sight = sight(world, state, seat);
        return View::PlayerView(PlayerView { sight, level, levels, round, exit_locked: state.locked, roster });
    }
    let ground = world.ground();
    let acting = state.actor(&ground).filter(|&actor| State::seat_of(&ground, actor) == seat);
    let actor = acting.map(|actor| world.name(actor));
    View::AdversaryView(AdversaryView { actor, state: whole(world, state), level, levels, round, roster })
}

/// The square that a player sees (R25).
#[must_use]
pub fn sight(world: &World, state: &State, seat: Seat) -> Sight {
    let ground = world.ground();
    let Some(at) = state.tile_of(&ground, Actor::player(seat)) else { return Sight::default() };
    let (site, reach) = (world.site(state), i32::from(world.code.sight));
    let chart = world.chart(state);
    let side = 2 * reach as usize + 1;
    let mut layout = Layout { side, ..Layout::default() };
    // The part of the square that lies in the rectangle; the rest is 0.
    let left = i32::from(at.column()) - reach;
    let (first, end) = (left.max(0), (left + side as i32).min(site.columns.into()));
    for (row, codes) in (i32::from(at.row()) - reach..).zip(layout.codes[..side * side].chunks_exact_mut(side)) {
        if !(0..i32::from(site.rows)).contains(&row) {
            continue;
        }
        let start = row as usize * usize::from(site.columns);
        let kinds = chart.kinds.get(start + first as usize..start + end as usize).unwrap_or(&[]);
        codes[(first - left) as usize..].iter_mut().zip(kinds).for_each(|(code, kind)| *code = kind.code());
    }
    let position = site.point(at);
    let near = |tile: Tile| {
        let far = tile.row().abs_diff(at.row()).max(tile.column().abs_diff(at.column()));
        far <= world.code.sight
    };
    // In a given state an object may lie outside the rectangle (R50).
    let sees = |object: &&Object| {
        let Point { row, column } = object.position;
        row.abs_diff(position.row).max(column.abs_diff(position.column)) <= world.code.sight.into()
    };
    let objects = chart.level.objects.iter().filter(sees).copied().collect();
    let others = everybody(world, state).filter(|&(actor, tile)| actor != Actor::player(seat) && near(tile));
    let actors = others.map(|(actor, tile)| placed(world, site, actor, tile)).collect();
    Sight { layout, position: Some(position), objects, actors }
}

/// The actors in the level with their tiles: players by seat, then zombies, then ghosts.
pub(crate) fn everybody<'a>(world: &'a World, state: &'a State) -> impl Iterator<Item = (Actor, Tile)> + 'a {
    let (ground, site) = (world.ground(), world.site(state));
    let players = (0..ground.code.players).map(Seat).filter_map(|seat| {
        let player = &state.players[seat.index()];
        (player.status == Status::In).then_some((Actor::player(seat), player.at))
    });
    let hunters = state.hunters(site).iter().enumerate();
    players.chain(hunters.map(|(index, &tile)| (State::hunter(site, index), tile)))
}

/// The update of a player in the level (R46).
#[must_use]
pub fn player_update(world: &World, state: &State, seat: Seat) -> PlayerUpdate {
    PlayerUpdate { sight: sight(world, state, seat) }
}

/// Everything in the level (R46).
#[must_use]
pub fn whole(world: &World, state: &State) -> Whole {
    let site = world.site(state);
    let mut players = ArrayVec::new();
    let mut adversaries = Vec::with_capacity(state.hunters(site).len());
    for (actor, tile) in everybody(world, state) {
        let placed = placed(world, site, actor, tile);
        if actor.kind == ActorKind::Player { players.push(placed) } else { adversaries.push(placed) }
    }
    Whole { level: world.chart(state).clone(), players, adversaries, exit_locked: state.locked }
}

fn placed(world: &World, site: &Site, actor: Actor, tile: Tile) -> ActorPosition {
    ActorPosition { kind: actor.kind, name: world.name(actor), position: site.point(tile) }
}

/// What every seat knows of the players (R25).
#[must_use]
pub fn roster(world: &World, state: &State) -> Roster {
    let entry = |seat: Seat| {
        let Player { status, exits, ejects, keys, .. } = state.players[seat.index()];
        RosterEntry { name: world.player_name(seat), status, exits, ejects, keys }
    };
    (0..world.code.players).map(Seat).map(entry).collect()
}
