//! Who else stands around an explorer, and which of them came to their places after it came to its own.
//!
//! In a hall one tile wide two players who go one way and two who go the other block each other for good: a move leads
//! past one player, never past two. Whoever came last gives way. All this is seen in one's own square: between two of
//! one's turns one's own act came first, so whoever has changed places since came later.

use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::view::ActorPosition;

/// How many turns one stands blocked before one gives way.
const WAIT: u32 = 2;

/// Another player in sight.
#[derive(Clone, Copy, Debug)]
struct Other {
    name: Name,
    at: Point,
    came_later: bool,
}

/// The players in sight at one's last turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Company {
    at: Option<Point>,
    /// For how many turns one has stood there.
    stood: u32,
    others: Vec<Other>,
}

impl Company {
    /// Looks at who is in sight now.
    pub(super) fn look(&mut self, at: Point, actors: &[ActorPosition]) {
        let has_moved = self.at.replace(at) != Some(at);
        self.stood = if has_moved { 0 } else { self.stood + 1 };
        let before = core::mem::take(&mut self.others);
        let players = actors.iter().filter(|actor| actor.kind == ActorKind::Player);
        self.others.extend(players.map(|&ActorPosition { name, position, .. }| {
            let came_later = match before.iter().find(|other| other.name == name) {
                Some(other) if other.at != position => true,
                Some(other) => !has_moved && other.came_later,
                // Whom one finds on arriving may have been there before.
                None => !has_moved,
            };
            Other { name, at: position, came_later }
        }));
    }

    /// Whether one who cannot go on came last, and has waited long enough: then it is the one to give way.
    pub(super) fn came_last(&self) -> bool {
        self.stood >= WAIT && self.others.iter().all(|other| !other.came_later)
    }

    /// Where the others stand.
    pub(super) fn places(&self) -> impl Iterator<Item = Point> + '_ {
        self.others.iter().map(|other| other.at)
    }
}
