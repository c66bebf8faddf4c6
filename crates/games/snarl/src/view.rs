//! What a seat is told (R25, R46, R64, R65).

use crate::action::{Action, Moves};
use crate::actor::{Actor, ActorKind};
use crate::chart::Chart;
use crate::ground::Tile;
use crate::level::{Object, Point};
use crate::name::Name;
use crate::settings::Values;
use crate::setup::actors;
use crate::state::{State, Status};
use crate::world::World;
use alloc::sync::Arc;
use alloc::vec::Vec;
use gridhaunt_kernel::Seat;
use serde::de::Error as _;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is said once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// One's own seat.
    pub seat: Seat,
    /// Which kind of actor it moves.
    pub role: ActorKind,
    /// The settings that hold, but the levels.
    pub settings: Values,
}

/// The codes of a square: 0 wall or nothing, 1 floor or hall, 2 door (R25).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    side: usize,
    codes: Vec<u8>,
}

impl Layout {
    /// How many rows and columns; 0 for one who sees nothing.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// The code at a row and column; 0 outside.
    #[inline]
    #[must_use]
    pub fn code(&self, row: usize, column: usize) -> u8 {
        if column < self.side { self.codes.get(row * self.side + column).copied().unwrap_or(0) } else { 0 }
    }

    /// The codes row by row.
    #[must_use]
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.side))?;
        for row in self.codes.chunks_exact(self.side.max(1)) {
            list.serialize_element(row)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<Vec<u8>>::deserialize(deserializer)?;
        let side = rows.len();
        if rows.iter().any(|row| row.len() != side) || (side % 2 == 0 && side > 0) {
            return Err(D::Error::custom("a layout is a square with a middle"));
        }
        Ok(Self { side, codes: rows.concat() })
    }
}

/// An actor and where it stands (R46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActorPosition {
    /// Which kind.
    #[serde(rename = "type")]
    pub kind: ActorKind,
    /// What it is called.
    pub name: Name,
    /// Where.
    pub position: Point,
}

/// The square a player sees; empty, and without a position, for one who is not in the level.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sight {
    /// Its tiles.
    pub layout: Layout,
    /// Its middle, where the player stands.
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

    /// The moves that are legal (R15): the square holds all that they depend on. None where there is no position.
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

/// What everybody knows of a player (R25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterEntry {
    /// Its name.
    pub name: Name,
    /// Whether it is in the level.
    pub status: Status,
    /// Levels it left by the exit.
    pub exits: u8,
    /// Times it was expelled.
    pub ejects: u8,
    /// Keys it took.
    pub keys: u8,
}

/// What a player knows (R64).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlayerView {
    /// What it sees.
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
    pub roster: Vec<RosterEntry>,
}

/// A whole level with everybody in it (R46).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "state", rename_all = "kebab-case")]
pub struct Whole {
    /// The level; a taken key is not among its objects.
    #[serde(with = "shared")]
    pub level: Arc<Chart>,
    /// The players in it.
    pub players: Vec<ActorPosition>,
    /// Zombies, then ghosts.
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
pub struct AdversaryView {
    /// The one that moves now; none when it is not this seat's turn.
    pub actor: Option<Name>,
    /// Everything.
    pub state: Whole,
    /// The level, from 1.
    pub level: u8,
    /// How many levels there are.
    pub levels: u8,
    /// The round of the level, from 1.
    pub round: u32,
    /// The players by seat.
    pub roster: Vec<RosterEntry>,
}

/// What a seat knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum View {
    /// A player's.
    PlayerView(PlayerView),
    /// That of the seat of the zombies or the ghosts.
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
    let Some(at) = state.tile_of(&ground, Actor::player(seat.0)) else { return Sight::default() };
    let (site, reach) = (world.site(state), i32::from(world.code.sight));
    let chart = world.chart(state);
    let side = 2 * reach as usize + 1;
    let mut codes = Vec::with_capacity(side * side);
    for row in -reach..=reach {
        let row = i32::from(at.row()) + row;
        for column in -reach..=reach {
            let column = i32::from(at.column()) + column;
            let inside = (0..i32::from(site.rows)).contains(&row) && (0..i32::from(site.columns)).contains(&column);
            let tile = Tile::new(row as u8, column as u8);
            codes.push(if inside { chart.kind(tile).code() } else { 0 });
        }
    }
    let position = site.point(at);
    let near = |point: Point| {
        let far = point.row.abs_diff(position.row).max(point.column.abs_diff(position.column));
        far <= u64::from(world.code.sight)
    };
    let objects = chart.level.objects.iter().filter(|object| near(object.position)).copied().collect();
    let others = actors(&ground, state).filter(|&actor| actor != Actor::player(seat.0));
    let actors = others.filter_map(|actor| placed(world, state, actor)).filter(|other| near(other.position)).collect();
    Sight { layout: Layout { side, codes }, position: Some(position), objects, actors }
}

/// The update of a player in the level (R46).
#[must_use]
pub fn player_update(world: &World, state: &State, seat: Seat) -> PlayerUpdate {
    PlayerUpdate { sight: sight(world, state, seat) }
}

/// Everything in the level (R46).
#[must_use]
pub fn whole(world: &World, state: &State) -> Whole {
    let ground = world.ground();
    let hunters = state.hunters(world.site(state)).len();
    let mut players = Vec::with_capacity(world.code.players.into());
    let mut adversaries = Vec::with_capacity(hunters);
    for actor in actors(&ground, state) {
        let list = if actor.kind == ActorKind::Player { &mut players } else { &mut adversaries };
        list.extend(placed(world, state, actor));
    }
    Whole { level: world.chart(state).clone(), players, adversaries, exit_locked: state.locked }
}

fn placed(world: &World, state: &State, actor: Actor) -> Option<ActorPosition> {
    let tile = state.tile_of(&world.ground(), actor)?;
    Some(ActorPosition { kind: actor.kind, name: world.name(actor), position: world.site(state).point(tile) })
}

/// What everybody knows of the players (R25).
#[must_use]
pub fn roster(world: &World, state: &State) -> Vec<RosterEntry> {
    let entry = |seat: u8| {
        let player = &state.players[usize::from(seat)];
        RosterEntry {
            name: world.player_name(seat),
            status: player.status,
            exits: player.exits,
            ejects: player.ejects,
            keys: player.keys,
        }
    };
    (0..world.code.players).map(entry).collect()
}
