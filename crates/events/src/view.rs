//! The blocks of an event as the store has them, kept up to date by what changed.

use crate::plan::Past;
use crate::run::past;
use gridhaunt_store::{Block, BlockState};
use std::collections::{HashMap, HashSet};

/// All blocks of an event, in the order of the plan.
#[derive(Default)]
pub(crate) struct View {
    blocks: Vec<Block>,
    /// The same for the plan.
    past: Vec<Past>,
    places: HashMap<i64, usize>,
    seeds: HashSet<(u32, u64)>,
    /// Those that are neither done nor struck.
    open: HashSet<usize>,
    done: u64,
    /// Sums of points, and of how many blocks, by entrant.
    points: HashMap<u32, (f64, u64)>,
    change: i64,
}

impl View {
    /// The event's count of changes as far as they were seen.
    pub(crate) const fn change(&self) -> i64 {
        self.change
    }

    /// Sees blocks that changed.
    pub(crate) fn update(&mut self, mut changed: Vec<Block>) {
        // Blocks get their numbers in the order of the plan, and those that are new have larger ones.
        changed.sort_by_key(|block| block.id);
        for block in changed {
            self.change = self.change.max(block.change);
            self.seeds.insert((block.map, block.seed));
            let place = *self.places.entry(block.id).or_insert(self.blocks.len());
            if block.state == BlockState::Open {
                self.open.insert(place);
            } else {
                self.open.remove(&place);
                let is_new = self.blocks.get(place).is_none_or(|before| before.state != BlockState::Done);
                if is_new && block.state == BlockState::Done {
                    self.done += 1;
                    for (entrant, points) in &block.points {
                        let sum = self.points.entry(*entrant).or_default();
                        *sum = (sum.0 + points, sum.1 + 1);
                    }
                }
            }
            if place == self.blocks.len() {
                self.past.push(past(&block));
                self.blocks.push(block);
            } else {
                self.past[place] = past(&block);
                self.blocks[place] = block;
            }
        }
    }

    /// The sum of the points of every entrant over blocks that are done, and how many these are.
    pub(crate) const fn points(&self) -> &HashMap<u32, (f64, u64)> {
        &self.points
    }

    pub(crate) fn past(&self) -> &[Past] {
        &self.past
    }

    /// How many blocks are done, open and struck.
    pub(crate) fn counted(&self) -> (u64, u64, u64) {
        let open = self.open.len() as u64;
        (self.done, open, self.blocks.len() as u64 - open - self.done)
    }

    pub(crate) fn has_seed(&self, map: u32, seed: u64) -> bool {
        self.seeds.contains(&(map, seed))
    }

    pub(crate) fn take_seed(&mut self, map: u32, seed: u64) {
        self.seeds.insert((map, seed));
    }

    /// The open blocks.
    pub(crate) fn open(&self) -> Vec<i64> {
        let mut open: Vec<i64> = self.open.iter().map(|&place| self.blocks[place].id).collect();
        open.sort_unstable();
        open
    }

    /// The open blocks in which an entrant plays.
    pub(crate) fn open_of(&self, entrant: u32) -> Vec<i64> {
        let mine = |place: &&usize| self.past[**place].block.has(entrant);
        let mut open: Vec<i64> = self.open.iter().filter(mine).map(|&place| self.blocks[place].id).collect();
        open.sort_unstable();
        open
    }

    /// The blocks after the first `seen` that are done without a gap, and how many blocks were seen with them.
    pub(crate) fn next_done(&self, seen: usize) -> (Vec<&Block>, usize) {
        let mut done = Vec::new();
        let mut at = seen;
        while let Some(block) = self.blocks.get(at).filter(|block| block.state != BlockState::Open) {
            done.extend(Some(block).filter(|block| block.state == BlockState::Done));
            at += 1;
        }
        (done, at)
    }
}
