//! The map that a delver draws of a level, and the steps to its goals on it.

use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::view::Sight;
use std::collections::BTreeSet;

/// Rows and columns of a map. A level has at most 256 of each, so one that is drawn around the first tile seen holds it.
const SIDE: usize = 544;

/// A tile of a map, by number. Tile 0 is at the border and is never seen.
pub(super) type Spot = u32;

/// The distance where no way is known.
pub(super) const NOWHERE: u16 = u16::MAX;

/// What is known of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tile {
    Unseen,
    Closed,
    /// Floor or hall, which look the same.
    Open,
    Door,
}

impl Tile {
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Door)
    }
}

/// What was seen of a level.
#[derive(Clone, Debug)]
pub(super) struct Atlas {
    corner: Point,
    tiles: Vec<Tile>,
    /// Steps to the nearest goal, for the tiles in `queue`.
    far: Vec<u16>,
    queue: Vec<Spot>,
    /// Open tiles that may have an unseen neighbour.
    edge: Vec<Spot>,
}

impl Atlas {
    /// An empty map with this point in its middle.
    pub(super) fn around(middle: Point) -> Self {
        let half = SIDE as i64 / 2;
        Self {
            corner: Point::new(middle.row.saturating_sub(half), middle.column.saturating_sub(half)),
            tiles: vec![Tile::Unseen; SIDE * SIDE],
            far: vec![NOWHERE; SIDE * SIDE],
            queue: Vec::new(),
            edge: Vec::new(),
        }
    }

    /// The number of a point; none beyond the map.
    pub(super) fn spot(&self, point: Point) -> Option<Spot> {
        let inside = 1..SIDE as i64 - 1;
        let (row, column) =
            (point.row.saturating_sub(self.corner.row), point.column.saturating_sub(self.corner.column));
        (inside.contains(&row) && inside.contains(&column)).then_some(row as Spot * SIDE as Spot + column as Spot)
    }

    /// The tile so many rows and columns away; that may be none of the map, which is unseen.
    pub(super) const fn beside(spot: Spot, rows: i32, columns: i32) -> Spot {
        spot.wrapping_add_signed(rows * SIDE as i32 + columns)
    }

    /// The rows and columns from one tile to another.
    pub(super) const fn apart(from: Spot, to: Spot) -> (i32, i32) {
        let side = SIDE as i32;
        (to as i32 / side - from as i32 / side, to as i32 % side - from as i32 % side)
    }

    /// The four neighbours.
    pub(super) fn neighbours(spot: Spot) -> [Spot; 4] {
        [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(rows, columns)| Self::beside(spot, rows, columns))
    }

    pub(super) fn tile(&self, spot: Spot) -> Tile {
        self.tiles.get(spot as usize).copied().unwrap_or(Tile::Unseen)
    }

    /// The tiles of a square that is seen, with what they are.
    pub(super) fn seen<'a>(&self, sight: &'a Sight) -> impl Iterator<Item = (Spot, Tile)> + use<'a> {
        let (reach, side) = (sight.reach() as i32, sight.layout.side());
        // A square that is not wholly on the map is not of this level.
        let middle = sight.position.and_then(|at| {
            let corners = [-sight.reach(), sight.reach()].map(|by| Point::new(at.row + by, at.column + by));
            corners.into_iter().all(|corner| self.spot(corner).is_some()).then(|| self.spot(at))?
        });
        middle.into_iter().flat_map(move |middle| {
            (0..side * side).map(move |index| {
                let (row, column) = (index / side, index % side);
                let tile = match sight.layout.code(row, column) {
                    0 => Tile::Closed,
                    1 => Tile::Open,
                    _ => Tile::Door,
                };
                (Self::beside(middle, row as i32 - reach, column as i32 - reach), tile)
            })
        })
    }

    /// Draws what is seen, and returns whether any of it is new.
    pub(super) fn look(&mut self, sight: &Sight) -> bool {
        let mut new = false;
        for (spot, tile) in self.seen(sight) {
            if let Some(slot) = self.tiles.get_mut(spot as usize).filter(|slot| **slot == Tile::Unseen) {
                *slot = tile;
                new = true;
                if tile.is_open() {
                    self.edge.push(spot);
                }
            }
        }
        if new {
            let edge = core::mem::take(&mut self.edge);
            let borders = |&spot: &Spot| Self::neighbours(spot).iter().any(|&next| self.tile(next) == Tile::Unseen);
            self.edge = edge.into_iter().filter(borders).collect();
        }
        new
    }

    /// The open tiles with an unseen neighbour.
    pub(super) fn edge(&self) -> &[Spot] {
        &self.edge
    }

    /// Whether a tile is surely of a hall: it is in no two by two open tiles, as all floor of a drawn room is.
    pub(super) fn is_narrow(&self, spot: Spot) -> bool {
        let is_floor = |rows, columns| {
            let tile = self.tile(Self::beside(spot, rows, columns));
            tile == Tile::Open || tile == Tile::Unseen
        };
        let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        !corners.into_iter().any(|(rows, columns)| is_floor(rows, 0) && is_floor(0, columns) && is_floor(rows, columns))
    }

    /// All floor that can be reached from these tiles without a door, sorted.
    pub(super) fn floor_around(&self, from: impl Iterator<Item = Spot>) -> Vec<Spot> {
        let (mut queue, mut found): (Vec<Spot>, BTreeSet<Spot>) = (from.collect(), BTreeSet::new());
        while let Some(spot) = queue.pop() {
            if self.tile(spot) == Tile::Open && found.insert(spot) {
                queue.extend(Self::neighbours(spot));
            }
        }
        found.into_iter().collect()
    }

    /// Measures the steps to the nearest of these goals, each with steps of its own to begin with.
    pub(super) fn measure(&mut self, goals: &mut [(u16, Spot)]) {
        for spot in self.queue.drain(..) {
            self.far[spot as usize] = NOWHERE;
        }
        goals.sort_unstable();
        let (mut goals, mut done) = (goals.iter().copied().peekable(), 0);
        loop {
            let next = self.queue.get(done).map(|&spot| self.far[spot as usize]);
            // A goal comes in when the tiles of its distance do.
            if let Some((far, goal)) = goals.next_if(|&(far, _)| next.is_none_or(|next| far <= next)) {
                self.reach(goal, far);
                continue;
            }
            let Some(&spot) = self.queue.get(done) else { break };
            done += 1;
            let far = self.far[spot as usize].saturating_add(1);
            Self::neighbours(spot).into_iter().for_each(|next| self.reach(next, far));
        }
    }

    fn reach(&mut self, spot: Spot, far: u16) {
        if self.tile(spot).is_open() && self.far[spot as usize] == NOWHERE {
            self.far[spot as usize] = far;
            self.queue.push(spot);
        }
    }

    /// The steps to the nearest goal, as last measured.
    pub(super) fn far(&self, spot: Spot) -> u16 {
        self.far.get(spot as usize).copied().unwrap_or(NOWHERE)
    }
}
