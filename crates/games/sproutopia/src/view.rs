//! What a seat may know, and nothing more (R48, R49).

use crate::action::Action;
use crate::field::OVERGROWN;
use crate::ground::{Ground, SEATS};
use crate::power::{self, PowerKind};
use crate::rows::{Reach, SIDE};
use crate::sets::RuleSet;
use crate::state::State;
pub use crate::window::{Strip, Window};
use gridhaunt_kernel::board::{columns, ones};
use gridhaunt_kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// What a farmer is told once: its seat, the settings, and the start cells of all seats that play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Its own seat.
    pub seat: Seat,
    /// The settings, with their defaults.
    #[cfg_attr(feature = "schema", schemars(with = "crate::settings::Settings"))]
    pub settings: Map<String, Value>,
    /// The start cells, by seat.
    pub starts: Vec<Cell>,
    /// The seed, in v2024.0.8 alone (R48); absent in other rules.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<u64>,
}

impl Start {
    /// A setting that is a whole number.
    #[must_use]
    pub fn number(&self, name: &str) -> u32 {
        self.settings.get(name).and_then(Value::as_u64).map_or(0, |number| number as u32)
    }
}

/// What a farmer is told every tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// How many ticks have been played.
    pub tick: u32,
    /// Its cell; its start cell while it is away.
    pub at: Cell,
    /// Whether it is away.
    pub away: bool,
    /// The direction of its last step.
    pub momentum: Action,
    /// Its power-up in force; null for none.
    pub power: Option<Held>,
    /// Its super power-up in force; null for none.
    pub super_power: Option<Held>,
    /// How many of its commands are waiting.
    pub queue: u32,
    /// Its own trail, from the first cell on.
    pub trail: Vec<Cell>,
    /// How many cells it owns.
    pub cells: u32,
    /// Its tie-break points in hundredths.
    pub points: u64,
    /// The percents of all, by seat (R51).
    pub percents: Vec<u8>,
    /// The cells around it, row by row, itself in the middle: 0 to 3 the land of that seat, 4 to 7 the trail of seat 0 to
    /// 3, 254 off the board, 255 unclaimed.
    pub window: Window,
    /// The cells of weeds in the window, row by row.
    pub weeds: Vec<Cell>,
    /// The power-ups in the window, then the super power-ups.
    pub things: Vec<Thing>,
    /// The cells of the farmers in the window, including itself, without their seats.
    pub farmers: Vec<Cell>,
}

/// A power-up in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Its number, 1 to 5.
    pub kind: PowerKind,
    /// How many of its holder's actions it still lasts; null for one without a lifespan.
    pub left: Option<u32>,
}

impl From<power::Held> for Held {
    fn from(held: power::Held) -> Self {
        Self { kind: held.kind, left: (held.kind != PowerKind::TrailProtection).then_some(held.left) }
    }
}

/// A power-up that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// The cell where it lies.
    pub at: Cell,
    /// Its number, 1 to 5.
    pub kind: PowerKind,
}

impl From<&power::Thing> for Thing {
    fn from(thing: &power::Thing) -> Self {
        Self { at: thing.at, kind: thing.kind }
    }
}

/// The code of a cell off the board (R49).
pub const OFF: u8 = 254;
/// The code of a cell that nobody owns (R49).
pub const UNCLAIMED: u8 = 255;
/// The code of the first seat's trail (R49).
pub const TRAIL: u8 = 4;

/// The rows and columns of the board that a seat sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The top left corner, which may lie off the board.
    corner: (i16, i16),
    side: u16,
    rows: (u16, u16),
    cols: (u16, u16),
    /// The columns in it, from the lowest bit on.
    mask: u64,
}

impl Scope {
    /// The window around a cell.
    pub(crate) fn new(ground: &Ground, at: Cell) -> Self {
        let r = ground.radius() as i16;
        let corner = (at.x as i16 - r, at.y as i16 - r);
        let span = |from: i16, side: u8| (from.max(0) as u16, (from + 2 * r).min(i16::from(side) - 1) as u16);
        let (cols, rows) = (span(corner.0, ground.code.cols), span(corner.1, ground.code.rows));
        Self { corner, side: 2 * r as u16 + 1, rows, cols, mask: columns(0, cols.1 - cols.0) }
    }

    /// How many cells a row of the window has.
    pub(crate) const fn side(&self) -> usize {
        self.side as usize
    }

    /// The rows of the board in it, each with the index of its first column in the window, row by row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Self { corner, side, rows, cols, .. } = *self;
        let left = (cols.0 as i16 - corner.0) as usize;
        (rows.0..=rows.1).map(move |y| (y as usize % SIDE, (y as i16 - corner.1) as usize * side as usize + left))
    }

    /// The part of a row that is in it; the first visible column is the lowest bit.
    #[inline]
    pub(crate) const fn cut(&self, row: u64) -> u64 {
        row >> (self.cols.0 % SIDE as u16) & self.mask
    }

    /// The columns of the board that are in it.
    #[inline]
    pub(crate) const fn columns(&self) -> u64 {
        self.mask << (self.cols.0 % SIDE as u16)
    }

    /// How many columns of the board are in it.
    pub(crate) const fn width(&self) -> usize {
        (self.cols.1 - self.cols.0 + 1) as usize
    }

    /// Whether a cell of the board is in it.
    #[inline]
    pub(crate) const fn has(&self, cell: Cell) -> bool {
        // A cell before the first one is far beyond the last.
        let (x, y) = (cell.x.wrapping_sub(self.cols.0), cell.y.wrapping_sub(self.rows.0));
        (x <= self.cols.1 - self.cols.0) & (y <= self.rows.1 - self.rows.0)
    }

    /// The cell in its middle, and how many steps it is from there to its corners.
    #[inline]
    pub(crate) const fn middle(&self) -> (Cell, u16) {
        let r = self.side / 2;
        (
            Cell { x: self.corner.0.wrapping_add_unsigned(r) as u16, y: self.corner.1.wrapping_add_unsigned(r) as u16 },
            2 * r,
        )
    }

    /// The fewest steps from a cell of the board into it.
    #[inline]
    pub(crate) fn gap(&self, cell: Cell) -> u16 {
        let gap = |p: u16, (first, last): (u16, u16)| first.saturating_sub(p) + p.saturating_sub(last);
        gap(cell.x, self.cols) + gap(cell.y, self.rows)
    }

    /// The index of a cell of the board in the window, row by row.
    pub(crate) const fn place(&self, cell: Cell) -> usize {
        let (x, y) = (cell.x as i16 - self.corner.0, cell.y as i16 - self.corner.1);
        y as usize * self.side as usize + x as usize
    }

    /// The rows of the board in it.
    #[inline]
    pub(crate) const fn span(&self) -> Reach {
        Reach { top: self.rows.0, bottom: self.rows.1 }
    }

    /// Whether a cell is in it or beside it.
    #[inline]
    pub(crate) const fn touches(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x as i16 - self.corner.0, cell.y as i16 - self.corner.1);
        -1 <= x && x <= self.side as i16 && -1 <= y && y <= self.side as i16
    }

    /// Whether a part of it lies off the board.
    pub(crate) const fn is_cut_off(&self) -> bool {
        self.width() < self.side() || self.span().len() < self.side()
    }

    /// How many of its rows and columns lie before the board.
    pub(crate) const fn margin(&self) -> (usize, usize) {
        ((self.rows.0 as i16 - self.corner.1) as usize, (self.cols.0 as i16 - self.corner.0) as usize)
    }

    /// The column of the board that the lowest bit of a cut row stands for.
    pub(crate) const fn left(&self) -> u16 {
        self.cols.0
    }
}

/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;

/// Eight bits as eight bytes of 0 or 1, the lowest bit in the lowest byte.
#[inline]
pub(crate) const fn spread(bits: u8) -> u64 {
    let apart = (bits as u64 * LOW) & 0x8040_2010_0804_0201;
    // A byte that is not 0 carries into its highest bit, and no further.
    ((apart + 0x7F * LOW) >> 7) & LOW
}

/// The view of a seat.
#[must_use]
pub fn view<R: RuleSet>(ground: &Ground, state: &State<R>, seat: Seat) -> View {
    let mut view = View::default();
    look(ground, state, seat, &mut view);
    view
}

/// Makes an earlier view the view of a seat.
pub fn look<R: RuleSet>(ground: &Ground, state: &State<R>, seat: Seat, view: &mut View) {
    let i = seat.index() % SEATS;
    let farmer = &state.farmers[i];
    let scope = Scope::new(ground, farmer.at); // R48: away, its start
    let players = ground.players();
    view.tick = state.tick;
    view.at = farmer.at;
    view.away = state.is_away(i);
    view.momentum = farmer.momentum;
    view.power = farmer.power.map(Held::from);
    view.super_power = farmer.super_power.map(Held::from);
    view.queue = state.waiting(i) as u32;
    view.cells = farmer.cells.into();
    view.points = state.points[i];
    state.trail(i).copy_to(&mut view.trail);
    let farmers = &state.farmers[..players];
    view.percents.resize(players, 0);
    view.percents.iter_mut().zip(farmers).for_each(|(percent, farmer)| *percent = ground.percent(farmer.cells));
    view.farmers.clear();
    for (j, farmer) in farmers.iter().enumerate() {
        if scope.has(farmer.at) && !state.is_away(j) {
            view.farmers.push(farmer.at);
        }
    }
    let (field, trails) = (&state.field, &state.trails);
    let (weeds, things) = match R::DISJOINT {
        true => view.window.renew::<true>(&scope, field, trails, i),
        false => view.window.renew::<false>(&scope, field, trails, i),
    };
    view.weeds.clear();
    view.things.clear();
    if weeds {
        for y in field.used_in(OVERGROWN, scope.span()) {
            for x in ones(field.row(OVERGROWN, y) & scope.columns()) {
                view.weeds.push(Cell { x: x as u16, y: y as u16 });
            }
        }
    }
    if things {
        let lying = state.power_ups.iter().chain(state.supers.iter());
        view.things.extend(lying.map(|(_, thing)| Thing::from(thing)).filter(|thing| scope.has(thing.at)));
    }
}
