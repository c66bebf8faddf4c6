//! A match as a learner reads it: arrays, numbered actions and rewards of an erased session.

use super::{Complete, Session, TypedSession};
use crate::flock::Shown;
use crate::heap::*;
use crate::learn::{Common, Encoding, Slot, all_encodings, reward_between};
use crate::{ActionCode, Seat};

/// Reads sessions of one opened game as a learner does. For a session of another game it writes nothing, knows no
/// action and pays nothing.
pub trait Desk: Send + Sync {
    /// All arrays: the game's own, then those that every game has.
    fn encodings(&self) -> &[Encoding];
    /// How many numbered actions a seat has.
    fn actions(&self) -> usize;
    /// Writes array number `which` of [`Desk::encodings`] completely. The memory is as long as the encoding says.
    fn encode(&self, session: &dyn Session, seat: Seat, which: usize, out: Slot<'_>);
    /// The code of a numbered action of a seat, none if the number stands for no action now.
    fn code(&self, session: &dyn Session, seat: Seat, number: usize) -> Option<u64>;
    /// The first number that stands for the action with this code now, none if no number does.
    fn number(&self, session: &dyn Session, seat: Seat, code: u64) -> Option<usize>;
    /// Whether the seat's own episode continues.
    fn lasts(&self, session: &dyn Session, seat: Seat) -> bool;
    /// The reward of a seat for the last step, 0 before the first.
    fn reward(&self, session: &dyn Session, seat: Seat) -> f32;
}

/// The desk of a typed game.
pub(super) struct TypedDesk<G: Complete> {
    lens: G::Lens,
    actions: usize,
    encodings: Vec<Encoding>,
}

impl<G: Complete> TypedDesk<G> {
    pub(super) fn new(settings: &G::Settings, lens: G::Lens) -> Self {
        Self { lens, actions: G::actions(settings), encodings: all_encodings::<G>(settings, lens) }
    }

    fn numbered(&self, game: &TypedSession<G>, seat: Seat, number: usize) -> Option<u64> {
        G::numbered(game.world(), game.state(), seat, self.lens, number).map(ActionCode::code)
    }
}

fn typed<G: Complete>(session: &dyn Session) -> Option<&TypedSession<G>> {
    session.as_any().downcast_ref()
}

impl<G: Complete> Desk for TypedDesk<G> {
    fn encodings(&self) -> &[Encoding] {
        &self.encodings
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn encode(&self, session: &dyn Session, seat: Seat, which: usize, out: Slot<'_>) {
        let (Some(game), Some(encoding)) = (typed::<G>(session), self.encodings.get(which)) else { return };
        let own = self.encodings.len() - Common::ALL.len();
        let array = which.checked_sub(own).and_then(|common| Common::ALL.get(common)).map_or(Ok(which), |c| Err(*c));
        let shown = Shown { array, len: encoding.len() };
        shown.write::<G>(game.world(), None, game.state(), seat, self.lens, out);
    }

    fn code(&self, session: &dyn Session, seat: Seat, number: usize) -> Option<u64> {
        self.numbered(typed::<G>(session)?, seat, number)
    }

    fn number(&self, session: &dyn Session, seat: Seat, code: u64) -> Option<usize> {
        let game = typed::<G>(session)?;
        (0..self.actions).find(|&number| self.numbered(game, seat, number) == Some(code))
    }

    fn lasts(&self, session: &dyn Session, seat: Seat) -> bool {
        typed::<G>(session).is_some_and(|game| G::lasts(game.world(), game.state(), seat, self.lens))
    }

    fn reward(&self, session: &dyn Session, seat: Seat) -> f32 {
        match typed::<G>(session) {
            Some(game) if game.steps() > 0 => {
                reward_between::<G>(game.world(), &game.before(), game.state(), seat, self.lens)
            }
            _ => 0.0,
        }
    }
}
