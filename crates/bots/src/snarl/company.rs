//! Which other players are near an explorer, and which of them arrived at their places after it arrived at its own.
//!
//! In a hall one tile wide, two players that go one way and two that go the other block each other forever: a move can
//! pass one player, never two. Then the player that arrived last must step back. An explorer sees all this in its own
//! square: its own act came first after its last turn, so every player that has changed place since then arrived later.

use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::view::ActorPosition;

/// How many turns a player stays blocked before it steps back.
const WAIT: u32 = 2;

/// Another player in sight.
#[derive(Clone, Copy, Debug)]
struct Other {
    name: Name,
    at: Point,
    came_later: bool,
}

/// The players in sight at the explorer's last turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Company {
    at: Option<Point>,
    /// For how many turns the explorer has stayed there.
    stood: u32,
    others: Vec<Other>,
}

impl Company {
    /// Updates the list from the actors that are in sight now.
    pub(super) fn look(&mut self, at: Point, actors: &[ActorPosition]) {
        let has_moved = self.at.replace(at) != Some(at);
        self.stood = if has_moved { 0 } else { self.stood + 1 };
        let before = core::mem::take(&mut self.others);
        let players = actors.iter().filter(|actor| actor.kind == ActorKind::Player);
        self.others.extend(players.map(|&ActorPosition { name, position, .. }| {
            let came_later = match before.iter().find(|other| other.name == name) {
                Some(other) if other.at != position => true,
                Some(other) => !has_moved && other.came_later,
                // A player that is found on arrival may have been there before.
                None => !has_moved,
            };
            Other { name, at: position, came_later }
        }));
    }

    /// Whether this player arrived last and has waited long enough: then it is the one that must step back.
    pub(super) fn came_last(&self) -> bool {
        self.stood >= WAIT && self.others.iter().all(|other| !other.came_later)
    }

    /// Where the others stand.
    pub(super) fn places(&self) -> impl Iterator<Item = Point> + '_ {
        self.others.iter().map(|other| other.at)
    }
}
