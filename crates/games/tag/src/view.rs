//! What a seat receives (R31 to R33).

use crate::game::World;
use crate::ground::{Sight, distance, unpack};
use crate::state::{Last, Side, State, Status};
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::number_or;
#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};

/// What a unit is told once, because it never changes (R32): everything public except the units on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Start {
    /// Its own seat.
    pub seat: Seat,
    /// Its own side.
    pub side: Team,
    /// Its own id.
    pub id: u8,
    /// How many survivors there are at the start, S.
    pub survivors: u8,
    /// How many killers there are, K.
    pub killers: u8,
    /// The last round.
    pub max_rounds: u16,
    /// How many cells a row has.
    pub width: u16,
    /// How many rows there are.
    pub height: u16,
    /// The exits, by number.
    pub exits: Vec<Cell>,
    /// How far survivors see.
    pub survivor_sight: Sight,
    /// How far killers see.
    pub killer_sight: Sight,
    /// Whether a side shares what its units see.
    pub team_vision: bool,
    /// Whether a unit may enter a cell that a unit of its side leaves.
    pub follow: bool,
    /// Whether rings may rotate.
    pub cycle: bool,
    /// Whether exits are barred to killers.
    pub barred: bool,
    /// Who enters a contested cell.
    pub priority: Priority,
    /// Whether several survivors may use an exit at once.
    pub multi_escape: bool,
    /// Whether survivors win only if all escape.
    pub strict: bool,
}

pub use crate::ground::Priority;

#[cfg(feature = "schema")]
impl JsonSchema for Sight {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Sight".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = number_or(255, "all");
        let about = "How far a unit sees, in steps (a diagonal step is one); `all` is the whole board.";
        schema.insert("description".into(), about.into());
        schema
    }
}

impl Serialize for Priority {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Priority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name).ok_or_else(|| serde::de::Error::custom("a priority is score, id or distance"))
    }
}

impl<'de> Deserialize<'de> for Sight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Within(u8),
            Word(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Within(most) => Ok(Self::Within(most)),
            Either::Word(word) if word == "all" => Ok(Self::All),
            Either::Word(_) => Err(serde::de::Error::custom("a sight is a number or all")),
        }
    }
}

/// A side, with its name in views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Team {
    Survivors,
    Killers,
}

impl From<Team> for Side {
    fn from(team: Team) -> Self {
        match team {
            Team::Survivors => Self::Survivor,
            Team::Killers => Self::Killer,
        }
    }
}

/// A unit that the viewer sees, with its id and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Seen {
    /// Its id.
    pub id: u8,
    /// Its cell.
    pub at: Cell,
}

/// The value of `type` in every view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[allow(missing_docs, reason = "the names say it")]
pub enum ViewKind {
    #[serde(rename = "tag-view")]
    TagView,
}

/// What a unit knows when a phase begins (R33).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct View {
    /// Always the same.
    pub r#type: ViewKind,
    /// Its own side.
    pub side: Team,
    /// Its own id.
    pub id: u8,
    /// Whether it is in play, or how it left; killers are always in.
    pub status: Status,
    /// Its own cell; null off the board.
    pub at: Option<Cell>,
    /// The round, from 1.
    pub round: u16,
    /// Whose phase it is.
    pub phase: Side,
    /// The last round.
    pub max_rounds: u16,
    /// How many cells a row has.
    pub width: u16,
    /// How many rows there are.
    pub height: u16,
    /// The exits, by number.
    pub exits: Vec<Cell>,
    /// How far it sees.
    pub sight: Sight,
    /// The visible killers, by id, without itself.
    pub killers: Vec<Seen>,
    /// The visible survivors, by id, without itself.
    pub survivors: Vec<Seen>,
    /// How many survivors are in play.
    pub r#in: u8,
    /// How many survivors escaped.
    pub escaped: u8,
    /// How many survivors were captured.
    pub captured: u8,
    /// Why its latest choice had no effect; null if it had one.
    pub last: Option<Last>,
}

/// Side and id of a seat (R5).
#[inline]
#[must_use]
pub fn unit_of(world: &World, seat: Seat) -> (Side, usize) {
    match seat.index().checked_sub(world.code.survivors.into()) {
        None => (Side::Survivor, seat.index()),
        Some(id) => (Side::Killer, id),
    }
}

/// What one unit sees (R31).
#[derive(Clone, Copy)]
pub struct Eyes<'a, const N: usize> {
    world: &'a World,
    state: &'a State<N>,
    side: Side,
    at: Cell,
}

impl<'a, const N: usize> Eyes<'a, N> {
    /// The sight of a seat, none off the board.
    #[inline]
    #[must_use]
    pub fn of(world: &'a World, state: &'a State<N>, seat: Seat) -> Option<Self> {
        let (side, id) = unit_of(world, seat);
        Some(Self { world, state, side, at: place(world, state, side, id)? })
    }

    /// Where the unit stands.
    #[must_use]
    pub const fn at(&self) -> Cell {
        self.at
    }

    /// Its side.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How far it sees.
    #[must_use]
    pub const fn sight(&self) -> Sight {
        self.world.code.sight[self.side as usize]
    }

    /// Calls `each` with every cell from which the unit sees: its own, and with shared vision those of its whole side.
    pub fn watchers(&self, mut each: impl FnMut(Cell)) {
        if self.world.code.team_vision {
            units(self.world, self.state, self.side).for_each(|(_, cell)| each(cell));
        } else {
            each(self.at);
        }
    }

    /// Whether the cell is in sight.
    #[inline]
    #[must_use]
    pub fn see(&self, cell: Cell) -> bool {
        let sight = self.sight();
        if !self.world.code.team_vision {
            return sight.reaches(distance(self.at, cell));
        }
        units(self.world, self.state, self.side).any(|(_, from)| sight.reaches(distance(from, cell)))
    }

    /// Where a unit is that is in sight, none if it is the unit itself.
    #[inline]
    #[must_use]
    pub fn spot(&self, side: Side, id: usize) -> Option<Cell> {
        let at = place(self.world, self.state, side, id)?;
        (!(side == self.side && at == self.at) && self.see(at)).then_some(at)
    }

    /// The units of a side that are in sight, by id, without the unit itself.
    #[inline]
    pub fn seen(&self, side: Side) -> impl Iterator<Item = Seen> + use<'_, 'a, N> {
        (0..self.count(side)).filter_map(move |id| Some(Seen { id: id as u8, at: self.spot(side, id)? }))
    }

    /// How many units a side had at the start.
    #[inline]
    #[must_use]
    pub fn count(&self, side: Side) -> usize {
        match side {
            Side::Survivor => self.world.code.survivors.into(),
            Side::Killer => self.world.code.killers.into(),
        }
    }
}

/// The cell of a unit, none off the board.
#[inline]
#[must_use]
pub fn place<const N: usize>(world: &World, state: &State<N>, side: Side, id: usize) -> Option<Cell> {
    let cell = match side {
        Side::Killer => state.killers.get(id).filter(|_| id < usize::from(world.code.killers))?,
        Side::Survivor => state.survivors.get(id).filter(|_| state.inside >> id & 1 == 1)?,
    };
    Some(unpack(*cell))
}

/// The units of a side that are on the board, by id.
pub fn units<'a, const N: usize>(
    world: &World,
    state: &'a State<N>,
    side: Side,
) -> impl Iterator<Item = (usize, Cell)> + use<'a, N> {
    let (cells, active) = match side {
        Side::Killer => (&state.killers, crate::check::mask(world.code.killers.into())),
        Side::Survivor => (&state.survivors, state.inside),
    };
    cells.iter().enumerate().filter(move |(id, _)| active >> id & 1 == 1).map(|(id, &cell)| (id, unpack(cell)))
}

/// The view of a seat (R33).
#[must_use]
pub fn view<const N: usize>(world: &World, state: &State<N>, seat: Seat) -> View {
    view_with(world, state, seat, [Vec::new(), Vec::new()], Vec::new())
}

/// Makes an earlier view the view of a seat.
pub fn look<const N: usize>(world: &World, state: &State<N>, seat: Seat, view: &mut View) {
    let lists = [&mut view.survivors, &mut view.killers].map(core::mem::take);
    *view = view_with(world, state, seat, lists, core::mem::take(&mut view.exits));
}

/// The view of a seat, with the memory of these lists.
fn view_with<const N: usize>(
    world: &World,
    state: &State<N>,
    seat: Seat,
    [survivors, killers]: [Vec<Seen>; 2],
    mut exits: Vec<Cell>,
) -> View {
    let (side, id) = unit_of(world, seat);
    let eyes = Eyes::of(world, state, seat);
    let counts = state.counts();
    let code = &world.code;
    let seen = |side: Side, mut list: Vec<Seen>| {
        list.clear();
        list.extend(eyes.iter().flat_map(|eyes| eyes.seen(side)));
        list
    };
    exits.clone_from(&world.exits);
    View {
        r#type: ViewKind::TagView,
        side: match side {
            Side::Survivor => Team::Survivors,
            Side::Killer => Team::Killers,
        },
        id: id as u8,
        status: match side {
            Side::Survivor => state.status(id),
            Side::Killer => Status::In,
        },
        at: eyes.map(|eyes| eyes.at),
        round: state.round,
        phase: state.phase,
        max_rounds: code.max_rounds,
        width: code.grid.width(),
        height: code.grid.height(),
        exits,
        sight: code.sight[side as usize],
        killers: seen(Side::Killer, killers),
        survivors: seen(Side::Survivor, survivors),
        r#in: counts.inside,
        escaped: counts.escaped,
        captured: counts.captured,
        last: state.last[side as usize].get(id).copied().flatten(),
    }
}
