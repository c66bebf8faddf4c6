//! Who and what is near, for learners: the array `nearest`. Nothing stands in the way on this board, so a travel time is
//! a distance (R3), and only what the unit sees now counts.

use crate::Step;
use crate::game::World;
use crate::ground::{Packed, distance, pack, unpack};
use crate::state::{Side, State};
use crate::view::Eyes;
use gridhaunt_kernel::prelude::*;

/// Numbers in a row of the array.
pub const COLUMNS: usize = 16;

/// How many rounds, or cells, are 1 in the array.
pub const SCALE: f32 = 32.0;

/// The longest time that the array tells; a longer one counts as this.
pub const FAR: u16 = 63;

/// What stands for a time that is not known.
const UNKNOWN: f32 = 2.0;

/// The most rows of a kind that a learner can ask for.
pub(crate) const MOST: usize = 16;

/// Columns that mark the kind of a row; exits have neither.
const ENEMY: usize = 14;
const ALLY: usize = 15;

/// Writes the array: exits, then units of the other side, then of the own side, each the nearest first, and zeros.
pub(crate) fn write<const N: usize>(world: &World, state: &State<N>, seat: Seat, rows: u8, out: &mut [f32]) {
    out.fill(0.0);
    if let Some(eyes) = Eyes::of(world, state, seat) {
        kinds(world, &eyes, rows, out, |_| Some(0));
    }
}

/// Brings the array of a unit up to date: while it stands, rows change as what it sees moves.
pub(crate) fn follow<const N: usize>(
    world: &World,
    before: &State<N>,
    after: &State<N>,
    seat: Seat,
    rows: u8,
    out: &mut [f32],
) {
    let (old, new) = match (Eyes::of(world, before, seat), Eyes::of(world, after, seat)) {
        (Some(old), Some(new)) => (old, new),
        (None, None) => return,
        _ => return write(world, after, seat, rows, out),
    };
    let moved = |side: Side| {
        let cell = |state: &State<N>, id: usize| match side {
            Side::Survivor => state.survivors[id % N],
            Side::Killer => state.killers[id % N],
        };
        let seen = |id: usize| old.spot(side, id).or(new.spot(side, id)).is_some();
        (0..new.count(side)).any(|id| cell(before, id) != cell(after, id) && seen(id))
    };
    let all = old.at() != new.at() || world.code.team_vision;
    let (enemies, own) = (all || moved(new.side().other()), all || moved(new.side()));
    if !enemies && !own {
        return;
    }
    kinds(world, &new, rows, out, |kind| match kind {
        None => enemies.then_some(0), // they have the time of the nearest rival
        Some(side) => (if side == new.side() { own } else { enemies }).then(|| old.seen(side).count()),
    });
}

/// Writes rows of every kind, exits and units of a side, for which `stale` is not none: so many rows have been written
/// before, and those without a successor become zeros.
fn kinds<const N: usize>(
    world: &World,
    eyes: &Eyes<'_, N>,
    rows: u8,
    out: &mut [f32],
    stale: impl Fn(Option<Side>) -> Option<usize>,
) {
    let (me, side, enemies) = (eyes.at(), eyes.side(), eyes.side().other());
    let of_kind = usize::from(rows).min(MOST) * COLUMNS;
    let mut rivals = [0; N];
    let count = rivals.iter_mut().zip(eyes.seen(enemies)).map(|(rival, unit)| *rival = pack(unit.at)).count();
    let rivals = &rivals[..count];
    for (kind, out) in [None, Some(enemies), Some(side)].into_iter().zip(out.chunks_exact_mut(of_kind.max(1))) {
        let Some(stale) = stale(kind) else { continue };
        let mut list = Sorted::new(rows.into());
        match kind {
            None => world.exits.iter().for_each(|&exit| list.add(me, exit)),
            Some(kind) if kind == enemies => rivals.iter().for_each(|&rival| list.add(me, unpack(rival))),
            Some(kind) => eyes.seen(kind).for_each(|unit| list.add(me, unit.at)),
        }
        let (full, rest) = out.as_chunks_mut::<COLUMNS>().0.split_at_mut(list.count);
        for (&entry, row) in list.entries().iter().zip(full) {
            let (time, at) = ((entry >> 16) as u16, unpack(entry as Packed));
            let rival = match kind {
                None => rivals.iter().map(|&rival| distance(unpack(rival), at)).min(),
                Some(_) => Some(world.ground().to_exit(pack(at)).into()),
            };
            *row = [0.0; COLUMNS];
            row[0] = 1.0;
            row[1] = scaled(time);
            row[2] = rival.map_or(UNKNOWN, scaled);
            row[3 + towards(me, at) as usize] = 1.0;
            row[12] = (f32::from(at.x) - f32::from(me.x)) / SCALE;
            row[13] = (f32::from(at.y) - f32::from(me.y)) / SCALE;
            row[ENEMY] = f32::from(u8::from(kind == Some(enemies)));
            row[ALLY] = f32::from(u8::from(kind == Some(side)));
        }
        rest.iter_mut().take(stale.saturating_sub(list.count)).for_each(|row| *row = [0.0; COLUMNS]);
    }
}

fn scaled(time: u16) -> f32 {
    f32::from(time.min(FAR)) / SCALE
}

/// The straight step towards a cell: diagonal while both columns and rows differ.
fn towards(from: Cell, to: Cell) -> Step {
    use Step::*;
    // By row and column: less, equal, greater.
    const WAYS: [[Step; 3]; 3] = [[NW, N, NE], [W, Stay, E], [SW, S, SE]];
    let order = |from: u16, to: u16| (to.cmp(&from) as i8 + 1) as usize;
    WAYS[order(from.y, to.y)][order(from.x, to.x)]
}

/// The nearest cells of a list; of equally near ones those that came first.
struct Sorted {
    /// The time in the high half, the cell in the low one.
    entries: [u32; MOST],
    count: usize,
    most: usize,
}

impl Sorted {
    fn new(most: usize) -> Self {
        Self { entries: [0; MOST], count: 0, most: most.clamp(1, MOST) }
    }

    #[inline]
    fn add(&mut self, from: Cell, cell: Cell) {
        let time = u32::from(distance(from, cell));
        let full = self.count == self.most;
        let mut at = if full { self.most - 1 } else { self.count };
        if full && self.entries[at] >> 16 <= time {
            return;
        }
        // Whoever is farther makes room, and the last of a full list drops out.
        while at > 0 && self.entries[at - 1] >> 16 > time {
            self.entries[at] = self.entries[at - 1];
            at -= 1;
        }
        self.entries[at] = time << 16 | u32::from(pack(cell));
        self.count += usize::from(!full);
    }

    fn entries(&self) -> &[u32] {
        &self.entries[..self.count]
    }
}
