//! Who plays whom next: a pure function of entrants, results so far and the secret (A9).
//!
//! [`next`] is asked when no block is left to hand out. It says which blocks come next; the same arguments have the same
//! answer, in whatever order blocks were finished.

mod bracket;
mod duel;
mod gauntlet;
mod ladder;
mod matching;
mod round_robin;
mod strength;
mod swiss;
mod tables;

pub use bracket::places as bracket_places;
pub(crate) use bracket::{Bracket, Comer, How, Pairing};
pub(crate) use swiss::rounds as swiss_rounds;

use crate::block::BlockPlan;
use crate::secret::Secret;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::random::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

gridhaunt_kernel::words! {
    /// How an event chooses who plays whom.
    pub enum EventKind {
        /// Everybody against everybody, equally often.
        RoundRobin = "round-robin",
        /// The first against all others.
        Gauntlet = "gauntlet",
        /// Rounds between those of near points, without repeats while possible.
        Swiss = "swiss",
        /// Who loses is out.
        Bracket = "bracket",
        /// For ever; the next block is the one that tells most (A13).
        Ladder = "ladder",
        /// One question: is the first better than the second (A5, A8)?
        Duel = "duel",
    }
}

/// Somebody who takes part in an event. Its number is its place in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Seated {
    /// Its name; versions of one bot have one name.
    pub name: String,
    /// Its identity (A1).
    pub identity: String,
    /// Whether it plays no more (B14).
    pub benched: bool,
    /// How many blocks were planned when it joined.
    pub joined_at_block: u64,
    /// A rating that it brings along, by which a bracket is seeded.
    pub rating: Option<f64>,
}

impl Seated {
    /// Somebody who is there from the start.
    pub fn new(name: impl Into<String>, identity: impl Into<String>) -> Self {
        Self { name: name.into(), identity: identity.into(), benched: false, joined_at_block: 0, rating: None }
    }
}

/// What a plan is made for.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How it chooses.
    pub kind: EventKind,
    /// Everybody, in the order of joining. In a duel: the first, the second, then those who play with both (A8).
    pub entrants: Vec<Seated>,
    /// How many maps there are; each entrant plays each.
    pub maps: u32,
    /// How many entrants sit at a table.
    pub table: usize,
    /// Round-robin and gauntlet of two: how often every pair meets; of more: how many tables an entrant has. Swiss: how
    /// many rounds there are. Ladder: how many tables an entrant has on average, 0 for no end. Else nothing.
    pub rounds: u32,
    /// How many blocks a pairing or table plays on each map; in a bracket, of how many the best goes on. In a duel: the
    /// most blocks there are, 0 for no end. In a ladder nothing.
    pub blocks: u32,
    /// Whether a bracket plays for the third place.
    pub third_place: bool,
    /// The secret, from which everything that is drawn is drawn.
    pub secret: Secret,
}

/// A block that was planned.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// The block.
    pub block: BlockPlan,
    /// What became of it.
    pub state: PastState,
}

/// What became of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum PastState {
    /// It is not finished.
    Pending,
    /// It is finished: points by entrant.
    Done(Vec<(u32, f64)>),
    /// It will not be played, because somebody in it was benched.
    Struck,
}

/// What comes next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// The blocks to add to the plan, in order; none if the plan waits for blocks that are not finished.
    pub blocks: Vec<BlockPlan>,
    /// Whether all is played: nothing is to be added, and nothing is pending.
    pub finished: bool,
}

impl Setup {
    /// Checks that the kind fits the entrants and the table.
    ///
    /// # Errors
    /// Too few or too many entrants; a table at which the kind cannot be played; a number that is 0.
    pub fn check(&self) -> Result<(), Invalid> {
        let (kind, entrants) = (self.kind.name(), self.entrants.len());
        if self.kind == EventKind::Duel {
            return duel::check(self);
        }
        let fits = match self.kind {
            EventKind::Bracket => self.table == 2,
            EventKind::Gauntlet | EventKind::Swiss => self.table >= 2,
            _ => self.table >= 1,
        };
        if !fits {
            let expected = if self.kind == EventKind::Bracket { "2" } else { "2 or more" };
            let words = format!("{kind} needs {expected} entrants at a table, and this game seats {}", self.table);
            return Err(Invalid::new("kind", kind, format!("a kind for {} at a table", self.table)).says(words));
        }
        let fewest = self.table.max(2);
        if entrants < fewest {
            let words = format!("{entrants} given, a {kind} with {} at a table needs {fewest} or more", self.table);
            return Err(Invalid::new("entrants", entrants, format!("{fewest} or more")).says(words));
        }
        for (field, value) in [("rounds", self.rounds), ("blocks", self.blocks), ("maps", self.maps)] {
            let matters = match field {
                "rounds" => !matches!(self.kind, EventKind::Bracket | EventKind::Ladder),
                "blocks" => self.kind != EventKind::Ladder,
                _ => true,
            };
            if value == 0 && matters {
                return Err(Invalid::new(field, value, "at least 1"));
            }
        }
        Ok(())
    }

    fn is_benched(&self, entrant: u32) -> bool {
        self.entrants.get(entrant as usize).is_none_or(|entrant| entrant.benched)
    }

    /// Those who still play, ascending.
    fn active(&self) -> Vec<u32> {
        (0u32..).zip(&self.entrants).filter(|(_, entrant)| !entrant.benched).map(|(number, _)| number).collect()
    }
}

/// The blocks that come next, about as many as wanted; a round of a kind that plays in rounds comes whole.
/// `past` is everything that was planned, in the order in which it was planned.
#[must_use]
pub fn next(setup: &Setup, past: &[Past], wanted: usize) -> Next {
    if setup.check().is_err() {
        return Next { blocks: Vec::new(), finished: true };
    }
    let wanted = wanted.max(1);
    let blocks = match setup.kind {
        EventKind::RoundRobin => round_robin::next(setup, past, wanted),
        EventKind::Gauntlet => gauntlet::next(setup, past, wanted),
        EventKind::Swiss => swiss::next(setup, past),
        EventKind::Bracket => bracket::next(setup, past),
        EventKind::Ladder => ladder::next(setup, past, wanted),
        EventKind::Duel => duel::next(setup, past, wanted),
    };
    let endless = setup.kind == EventKind::Ladder && setup.rounds == 0;
    let finished = blocks.is_empty() && !endless && !past.iter().any(|past| past.state == PastState::Pending);
    Next { blocks, finished }
}

/// How many blocks there will be in all, as far as it is known now: none where results decide it, or where there is no
/// end.
#[must_use]
pub fn total(setup: &Setup, past: &[Past]) -> Option<u64> {
    let (active, table) = (setup.active().len() as u64, setup.table as u64);
    let each = u64::from(setup.rounds) * u64::from(setup.blocks) * u64::from(setup.maps);
    let planned = past.iter().filter(|past| past.state != PastState::Struck);
    // What was played with those who are benched now stays.
    let with_benched =
        || planned.clone().filter(|past| past.block.entrants().any(|e| setup.is_benched(e))).count() as u64;
    match setup.kind {
        EventKind::RoundRobin if table == 2 => Some(active * active.saturating_sub(1) / 2 * each + with_benched()),
        EventKind::RoundRobin => Some((active * each).div_ceil(table).max(planned.count() as u64)),
        EventKind::Gauntlet => Some((active.saturating_sub(1) * each).div_ceil(table - 1) + with_benched()),
        EventKind::Swiss => Some((active / table * each).max(planned.count() as u64)),
        EventKind::Duel => Some(u64::from(setup.blocks)).filter(|blocks| *blocks > 0),
        EventKind::Ladder => Some(ladder::limit(setup)).filter(|blocks| *blocks < u64::MAX),
        EventKind::Bracket => None,
    }
}

/// Counts by [`key`], whose bits are scattered already.
type Counts = HashMap<u64, u64, BuildHasherDefault<Scattered>>;

/// Takes a number as its own hash.
#[derive(Default)]
struct Scattered(u64);

impl Hasher for Scattered {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = mix(self.0 ^ u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Numbers the blocks of each line-up on each map (A3).
struct Numbers(Counts);

impl Numbers {
    /// Those of all blocks that were ever planned, struck ones too: each had its seed.
    fn of(past: &[Past]) -> Self {
        let mut numbers = Self(Counts::with_capacity_and_hasher(past.len(), BuildHasherDefault::default()));
        for Past { block, .. } in past {
            let next = numbers.0.entry(key(block.map, block.entrants())).or_default();
            *next = (*next).max(block.k + 1);
        }
        numbers
    }

    /// The next block of these entrants on a map.
    fn block(&mut self, map: u32, line_up: Vec<u32>, label: String) -> BlockPlan {
        let next = self.0.entry(key(map, line_up.iter().copied())).or_default();
        *next += 1;
        BlockPlan { k: *next - 1, line_up, rival: None, map, label }
    }
}

/// 64 bits for a set of entrants on a map. Two sets that share them would skip numbers, and nothing else.
fn key(map: u32, entrants: impl Iterator<Item = u32>) -> u64 {
    // A sum does not depend on the order.
    entrants.fold(mix(!u64::from(map)), |sum, entrant| sum.wrapping_add(mix(u64::from(entrant) + 1)))
}

#[cfg(test)]
mod tests;
