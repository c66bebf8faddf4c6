//! What comes of a move: hunters that are known play on by the book (R35 to R40), and the delver looks for a way on which
//! none of them reaches it.
//!
//! Hunters move by exact rules, so a way that is safe in this model lures them aside, waits for them to step away, or
//! sends a ghost through a wall. The search is A* over the places of the delver and of the hunters.

use super::atlas::{Atlas, NOWHERE, Spot, Tile};
use super::lurk::Trail;
use gridhaunt_kernel::random::mix;
use gridhaunt_snarl::Action;
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::actor::ActorKind;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rows and columns of the part of the map that is looked at, with the delver in its middle.
const SIDE: usize = 64;
const TILES: usize = SIDE * SIDE;
/// How many hunters are followed: with the delver, their tiles are one number of 60 bits.
pub(super) const HUNTERS: usize = 4;
/// How many positions it plays on from at most.
const POSITIONS: usize = 500;
/// Where it finds no way to its goal, it wants to live for so many turns.
const LONG: u32 = 3;
/// How many turns it must be able to survive at its goal.
const SAFE_TURNS: u32 = 3;
/// From how far a ghost goes after a player (R39).
const GHOST_SIGHT: u32 = 10;

/// A tile of the part.
type Place = u16;
/// The place of a hunter that is not there (any more).
const GONE: Place = 0;
const MIDDLE: Place = (TILES / 2 + SIDE / 2) as Place;

const HERE: [i32; 4] = [1, -1, -(SIDE as i32), SIDE as i32];
/// The chase order of R36: S, E, W, N.
const CHASE: [i32; 4] = [SIDE as i32, 1, -1, -(SIDE as i32)];

type Places = [Place; HUNTERS];

/// What the delver wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Nobody reaches it at its goal.
    Safe,
    /// It goes on from there.
    GoesOn,
    /// It takes the key there, which opens the tile to hunters.
    TakesKey,
}

/// What is around the delver, and which hunters.
#[derive(Clone, Debug)]
pub(super) struct Foresight {
    tiles: Vec<Tile>,
    far: Vec<u16>,
    /// For each tile, the hunters that are zombies in whose room it is, one bit for each.
    rooms: Vec<u8>,
    is_ghost: [bool; HUNTERS],
    hunters: Places,
    /// Tiles that are closed to hunters: key and exit (R32).
    closed: [Place; 2],
    /// Other players, and whether they come before the delver among players that are as near (R35).
    others: Vec<(Place, bool)>,
    middle: Spot,
    arrival: Arrival,
}

/// A position that the search has come to.
#[derive(Clone, Copy, Debug)]
struct Node {
    at: Place,
    hunters: Places,
    first: Action,
    turns: u32,
}

/// The positions that were met, in a table without links.
#[derive(Debug)]
struct Known {
    slots: Vec<u64>,
    len: usize,
}

impl Default for Known {
    fn default() -> Self {
        Self { slots: vec![0; 1024], len: 0 }
    }
}

impl Known {
    /// Adds a position, which is never 0, and returns whether it is new.
    fn insert(&mut self, key: u64) -> bool {
        if self.len * 2 >= self.slots.len() {
            let larger = vec![0; self.slots.len() * 4];
            let old = core::mem::replace(&mut self.slots, larger);
            self.len = 0;
            old.into_iter().filter(|&key| key != 0).for_each(|key| _ = self.insert(key));
        }
        let mask = self.slots.len() - 1;
        let mut slot = (mix(key) as usize) & mask;
        while self.slots[slot] != 0 {
            if self.slots[slot] == key {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = key;
        self.len += 1;
        true
    }
}

impl Foresight {
    /// The part of a map around the delver. `closed` are key and exit where hunters may not step on them.
    pub(super) fn new(
        atlas: &Atlas,
        middle: Spot,
        trails: &[Trail],
        closed: [Option<Spot>; 2],
        others: &[(Spot, bool)],
        arrival: Arrival,
    ) -> Self {
        let half = SIDE as i32 / 2;
        let (mut tiles, mut far) = (vec![Tile::Closed; TILES], vec![NOWHERE; TILES]);
        for row in 1..SIDE - 1 {
            for column in 1..SIDE - 1 {
                let spot = Atlas::beside(middle, row as i32 - half, column as i32 - half);
                tiles[row * SIDE + column] = atlas.tile(spot);
                far[row * SIDE + column] = atlas.far(spot);
            }
        }
        let place = |spot: Spot| Self::place_of(middle, spot);
        let mut foresight = Self {
            tiles,
            far,
            rooms: vec![0; TILES],
            is_ghost: [false; HUNTERS],
            hunters: [GONE; HUNTERS],
            closed: closed.map(|spot| spot.map_or(GONE, place)),
            others: others.iter().map(|&(spot, first)| (place(spot), first)).filter(|&(at, _)| at != GONE).collect(),
            middle,
            arrival,
        };
        for (i, trail) in trails.iter().take(HUNTERS).enumerate() {
            foresight.hunters[i] = trail.at.map_or(GONE, place);
            foresight.is_ghost[i] = trail.kind == ActorKind::Ghost;
            if trail.kind == ActorKind::Zombie {
                foresight.mark_room(i);
            }
        }
        foresight
    }

    /// The place of a tile of the map; [`GONE`] if it is not in the part.
    fn place_of(middle: Spot, spot: Spot) -> Place {
        let (dr, dc) = Atlas::apart(middle, spot);
        let half = SIDE as i32 / 2;
        let (row, column) = (dr + half, dc + half);
        let inside = 1..SIDE as i32 - 1;
        if inside.contains(&row) && inside.contains(&column) { (row * SIDE as i32 + column) as Place } else { GONE }
    }

    fn spot_of(&self, place: Place) -> Option<Spot> {
        let (row, column) = (i32::from(place) / SIDE as i32, i32::from(place) % SIDE as i32);
        let half = SIDE as i32 / 2;
        (place != GONE).then(|| Atlas::beside(self.middle, row - half, column - half))
    }

    /// Marks the room of a zombie: the floor it can reach, and the doors beside it.
    fn mark_room(&mut self, zombie: usize) {
        let start = self.hunters[zombie];
        if start == GONE {
            return;
        }
        let bit = 1 << zombie;
        let mut queue = vec![start];
        self.rooms[usize::from(start)] |= bit;
        while let Some(at) = queue.pop() {
            for step in HERE {
                let next = at.wrapping_add_signed(step as i16);
                let tile = self.tile(next);
                if self.rooms[usize::from(next) % TILES] & bit == 0 && tile.is_open() {
                    self.rooms[usize::from(next)] |= bit;
                    if tile == Tile::Open {
                        queue.push(next);
                    }
                }
            }
        }
    }

    fn tile(&self, place: Place) -> Tile {
        self.tiles.get(usize::from(place)).copied().unwrap_or(Tile::Closed)
    }

    fn far(&self, place: Place) -> u16 {
        self.far[usize::from(place) % TILES]
    }

    /// Whether there is anybody to fear.
    pub(super) fn is_alone(&self) -> bool {
        self.hunters == [GONE; HUNTERS]
    }

    /// The first move of the shortest way to the goal that begins with one of these moves; where none is found, that of
    /// the way that comes nearest to it. None if every move ends in a hunter's reach.
    pub(super) fn plan(&self, moves: &[Action]) -> Option<Action> {
        let start = Node { at: MIDDLE, hunters: self.hunters, first: Action::Stay, turns: 0 };
        let (mut open, mut known) = (BinaryHeap::new(), Known::default());
        let mut nodes: Vec<Node> = Vec::new();
        let mut add = |nodes: &mut Vec<Node>, open: &mut BinaryHeap<_>, node: Node| {
            let far = u32::from(self.far(node.at));
            if known.insert(key(&node)) {
                open.push(Reverse((node.turns + far.div_ceil(2), far, nodes.len())));
                nodes.push(node);
            }
        };
        for &action in moves {
            if let Some(node) = self.go(&start, action, action) {
                add(&mut nodes, &mut open, node);
            }
        }
        let mut nearest = None;
        for _ in 0..POSITIONS {
            let Some(Reverse((_, far, index))) = open.pop() else { break };
            let node = nodes[index];
            if far == 0 && self.is_safe_there(&node) {
                return Some(node.first);
            }
            let before = nodes.len();
            for action in Action::MOVES {
                if self.can_go(node.at, action)
                    && let Some(next) = self.go(&node, action, node.first)
                {
                    add(&mut nodes, &mut open, next);
                }
            }
            let lives = if nodes.len() > before { node.turns.min(LONG) } else { 0 };
            if nearest.is_none_or(|(best, _)| (LONG - lives, far) < best) {
                nearest = Some(((LONG - lives, far), node.first));
            }
        }
        nearest.map(|(_, first)| first)
    }

    /// Where the hunters are expected after a move, by number, and whether the rules leave them no choice.
    pub(super) fn expects(&self, action: Action) -> [(Option<Spot>, bool); HUNTERS] {
        let start = Node { at: MIDDLE, hunters: self.hunters, first: action, turns: 0 };
        let Some(node) = self.go(&start, action, action) else { return [(None, false); HUNTERS] };
        let is_sure = |i: usize| self.is_ghost[i] || self.rooms[usize::from(node.at) % TILES] & (1 << i) != 0;
        core::array::from_fn(|i| (self.spot_of(node.hunters[i]), is_sure(i)))
    }

    /// Whether a hunter stands beside the tile that a move leads to and may step onto it, whatever it wants.
    pub(super) fn is_exposed(&self, action: Action) -> bool {
        let to = after(MIDDLE, action);
        let key_goes = self.arrival == Arrival::TakesKey && self.far(to) == 0;
        if self.closed.contains(&to) && !key_goes {
            return self.hunters.contains(&to);
        }
        (0..HUNTERS).any(|i| {
            let at = self.hunters[i];
            at != GONE && (at == to || (apart(at, to) == 1 && self.may_enter(i, to)))
        })
    }

    fn may_enter(&self, hunter: usize, to: Place) -> bool {
        match self.tile(to) {
            Tile::Open => true,
            Tile::Door => self.is_ghost[hunter],
            Tile::Closed | Tile::Unseen => false,
        }
    }

    /// The position after a move and the hunters' answers; none if the delver is caught.
    fn go(&self, node: &Node, action: Action, first: Action) -> Option<Node> {
        let at = after(node.at, action);
        if node.hunters.contains(&at) {
            return None;
        }
        let arrives = self.far(at) == 0;
        let turns = node.turns + 1;
        if arrives && self.arrival == Arrival::Safe {
            return Some(Node { at, turns, first, ..*node });
        }
        let key_goes = arrives && self.arrival == Arrival::TakesKey;
        let mut hunters = node.hunters;
        for i in 0..HUNTERS {
            if hunters[i] == GONE {
                continue;
            }
            hunters[i] = if self.is_ghost[i] {
                self.haunt(i, &hunters, at, key_goes)
            } else {
                self.stagger(i, &hunters, at, key_goes)
            };
            if hunters[i] == at {
                return None;
            }
        }
        Some(Node { at, hunters, first, turns })
    }

    /// The tile that a hunter comes to by a step; none if it may not go there (R32).
    fn step(&self, hunter: usize, hunters: &Places, step: i32, me: Place, key_goes: bool) -> Option<Place> {
        let to = hunters[hunter].wrapping_add_signed(step as i16);
        let closed = self.closed.contains(&to) && !(key_goes && to == me);
        (self.may_enter(hunter, to) && !closed && !hunters.contains(&to)).then_some(to)
    }

    /// A zombie's step (R37). One without a player in its room is drawn (R38); here it stays.
    fn stagger(&self, zombie: usize, hunters: &Places, me: Place, key_goes: bool) -> Place {
        let (at, bit) = (hunters[zombie], 1 << zombie);
        let in_room = |place: Place| self.rooms[usize::from(place) % TILES] & bit != 0;
        let Some(prey) = self.prey(at, me, in_room) else { return at };
        let steps = CHASE.into_iter().filter_map(|step| self.step(zombie, hunters, step, me, key_goes));
        // A zombie that has no step left may have one onto a tile that was never seen.
        let unseen = || CHASE.into_iter().map(|step| at.wrapping_add_signed(step as i16));
        let unseen = || unseen().find(|&to| self.tile(to) == Tile::Unseen);
        steps.min_by_key(|&to| apart(to, prey)).or_else(unseen).unwrap_or(at)
    }

    /// A ghost's step (R39, R40); [`GONE`] if it goes through a wall.
    fn haunt(&self, ghost: usize, hunters: &Places, me: Place, key_goes: bool) -> Place {
        let at = hunters[ghost];
        let Some(prey) = self.prey(at, me, |_| true) else { return GONE };
        let now = apart(at, prey);
        if now > GHOST_SIGHT {
            return GONE;
        }
        let steps = || CHASE.into_iter().filter_map(|step| self.step(ghost, hunters, step, me, key_goes));
        let into_wall = CHASE
            .into_iter()
            .map(|step| at.wrapping_add_signed(step as i16))
            .any(|to| self.tile(to) == Tile::Closed && apart(to, prey) < now);
        let open = steps().min_by_key(|&to| apart(to, prey));
        match open {
            Some(to) if apart(to, prey) < now || !into_wall => to,
            _ => GONE,
        }
    }

    /// The player that a hunter goes after (R35).
    fn prey(&self, from: Place, me: Place, counts: impl Fn(Place) -> bool) -> Option<Place> {
        let mine = counts(me).then(|| (apart(from, me), true, me));
        let others = self.others.iter().filter(|&&(at, _)| at != me && counts(at));
        let others = others.map(|&(at, first)| (apart(from, at), !first, at));
        others.chain(mine).min_by_key(|&(far, later, _)| (far, later)).map(|(_, _, at)| at)
    }

    fn can_go(&self, from: Place, action: Action) -> bool {
        let to = after(from, action);
        let (rows, columns) = action.offset();
        let is_open = |rows: i8, columns: i8| self.tile(moved(from, rows, columns)).is_open();
        let by = match (rows, columns) {
            (0, 0) => return true,
            (0, _) => is_open(0, columns.signum()),
            (_, 0) => is_open(rows.signum(), 0),
            _ => is_open(rows, 0) || is_open(0, columns),
        };
        by && self.tile(to).is_open() && !self.others.iter().any(|&(other, _)| other == to)
    }

    fn is_safe_there(&self, node: &Node) -> bool {
        match self.arrival {
            Arrival::Safe => true,
            // What lies beyond was never seen: there is likely a way on.
            Arrival::GoesOn => self.survives(node, 1),
            Arrival::TakesKey => self.survives(node, SAFE_TURNS),
        }
    }

    fn survives(&self, node: &Node, turns: u32) -> bool {
        turns == 0
            || Action::MOVES.into_iter().any(|action| {
                let next = self.can_go(node.at, action).then(|| self.go(node, action, action)).flatten();
                next.is_some_and(|next| self.survives(&next, turns - 1))
            })
    }
}

/// A position as one number.
fn key(node: &Node) -> u64 {
    node.hunters.iter().fold(node.at.into(), |key, &place| key << 12 | u64::from(place))
}

const fn moved(from: Place, rows: i8, columns: i8) -> Place {
    from.wrapping_add_signed(rows as i16 * SIDE as i16 + columns as i16)
}

const fn after(from: Place, action: Action) -> Place {
    let (rows, columns) = action.offset();
    moved(from, rows, columns)
}

/// Rows plus columns.
const fn apart(a: Place, b: Place) -> u32 {
    let side = SIDE as Place;
    ((a / side).abs_diff(b / side) + (a % side).abs_diff(b % side)) as u32
}

/// Which of the legal moves are not in a set.
pub(super) fn without(legal: &[Action], moves: Moves) -> Vec<Action> {
    legal.iter().copied().filter(|&action| !moves.has(action)).collect()
}
