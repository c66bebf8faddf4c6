//! What the squad has done so far, and what that tells of the ghost.

use super::futures::{End, Futures, Squad, nodes};
use super::prey::Prey;

/// Where the squad stood in each turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    squads: Vec<Squad>,
    /// In which turns a sentinel turned, and where.
    seized: Vec<(usize, u8)>,
}

impl Trail {
    /// Adds where the squad stands in this turn, and the node where a sentinel turned in the turn before. Says whether
    /// nothing is missing; once something is, nothing more is added.
    pub(super) fn add(&mut self, turn: u32, squad: &Squad, turned: Option<u8>) -> bool {
        let is_fewer = self.last().is_some_and(|before| squad.len() < before.len());
        if let Some(node) = turned {
            self.seized.push((self.squads.len(), node));
        }
        self.squads.push(squad.clone());
        self.squads.len() == turn as usize && is_fewer == turned.is_some()
    }

    /// The squad in the turn before this one.
    pub(super) fn last(&self) -> Option<&Squad> {
        self.squads.last()
    }

    /// The ghosts that all this fits: each has walked past the squad, and where a sentinel turned it was there.
    pub(super) fn fitting(&self, futures: &mut Futures) -> Vec<u32> {
        let starts = futures.starts.clone();
        starts.into_iter().filter_map(|start| self.follow(futures, start)).collect()
    }

    fn follow(&self, futures: &mut Futures, start: u32) -> Option<u32> {
        let mut at = start;
        for (turn, squad) in self.squads.iter().enumerate() {
            if turn > 0 {
                at = self.hunted(futures, at, turn)?;
            }
            match futures.haunt(at, nodes(squad)) {
                End::At(next) => at = next,
                End::Still => {}
                End::Delivered | End::Caught => return None,
            }
        }
        Some(at)
    }

    /// The ghost after the sentinels' phase before this turn, if what happened then fits.
    fn hunted(&self, futures: &mut Futures, at: u32, turn: usize) -> Option<u32> {
        let (before, now) = (&self.squads[turn - 1], &self.squads[turn]);
        let &Prey { node, hides, .. } = futures.prey(at);
        let came = now.iter().any(|one| one.1 == node && !before.contains(one));
        match self.seized.iter().find(|(when, _)| *when == turn) {
            Some((_, there)) if *there == node && !hides => match futures.seize(at) {
                End::At(next) => Some(next),
                _ => None,
            },
            None if hides || !came => Some(at),
            _ => None,
        }
    }
}
