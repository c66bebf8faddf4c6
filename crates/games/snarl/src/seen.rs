//! What a player has seen of a level so far, from its views alone.

use crate::actor::ActorKind;
use crate::level::{ObjectKind, Point};
use crate::memory::Memory;
use crate::name::Name;
use crate::view::Sight;
use alloc::vec::Vec;

/// A map that grows, the positions of objects, and the last square that was seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    level: u8,
    pub(crate) map: Memory,
    key: Option<Point>,
    exit: Option<Point>,
    /// The last square seen while the player was in the level.
    pub(crate) last: Option<Sight>,
}

impl Seen {
    /// Adds what a player sees in a level; a new level starts with an empty map.
    pub fn look(&mut self, level: u8, sight: &Sight) {
        if sight.position.is_none() {
            return;
        }
        if self.level != level {
            *self = Self { level, ..Self::default() };
        }
        self.map.look(sight);
        for object in &sight.objects {
            match object.kind {
                ObjectKind::Key => self.key = Some(object.position),
                ObjectKind::Exit => self.exit = Some(object.position),
            }
        }
        self.last = Some(sight.clone());
    }

    /// The level that the map is of, if anything was seen.
    #[must_use]
    pub fn level(&self) -> Option<u8> {
        self.last.as_ref().map(|_| self.level)
    }

    /// The adversaries that could reach the player in one act when it last saw them (R34).
    #[must_use]
    pub fn hunters_beside(&self) -> Vec<Name> {
        let Some((sight, at)) = self.last.as_ref().and_then(|sight| Some((sight, sight.position?))) else {
            return Vec::new();
        };
        let near = sight.actors.iter().filter(|actor| actor.kind != ActorKind::Player);
        near.filter(|actor| actor.position.distance(at) <= 1).map(|actor| actor.name).collect()
    }

    /// The known positions of key and exit; a key that was taken is left out.
    pub(crate) fn objects(&self, locked: bool) -> impl Iterator<Item = (ObjectKind, Point)> {
        let key = self.key.filter(|_| locked).map(|at| (ObjectKind::Key, at));
        key.into_iter().chain(self.exit.map(|at| (ObjectKind::Exit, at)))
    }
}
