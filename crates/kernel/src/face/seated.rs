//! What acts on a match from one seat: a bot that chooses, and an observer for a person.

use super::{Complete, Eyes, Player, Session, TypedSession};
use crate::bot::{Asking, Bot};
use crate::heap::*;
use crate::scene::{Goal, Offer};
use crate::{ActionCode, Game, Picture, Scene, Seat};
use core::any::Any;

/// A typed bot on a seat of an erased match. It passes the seat's view to the bot and nothing else.
pub(super) struct Seated<G: Game> {
    bot: Box<dyn Bot<G::Start, G::View, G::Action>>,
    asking: Asking<G>,
}

impl<G: Game> Seated<G> {
    pub(super) const fn new(bot: Box<dyn Bot<G::Start, G::View, G::Action>>) -> Self {
        Self { bot, asking: Asking::new() }
    }

    /// Its choice; none if it may do nothing. `last` holds the choices of the previous step.
    pub(super) fn ask_for(
        &mut self,
        world: &G::World,
        state: &G::State,
        last: &[(Seat, G::Action)],
        seat: Seat,
    ) -> Option<G::Action> {
        self.asking.ask(self.bot.as_mut(), world, state, last, seat)
    }
}

impl<G: Game> Player for Seated<G> {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        if let Some(game) = session.as_any().downcast_ref::<TypedSession<G>>() {
            self.bot.start(&game.start_of(seat));
        }
    }

    fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64> {
        let game = session.as_any().downcast_ref::<TypedSession<G>>()?;
        self.ask_for(game.world(), game.state(), game.last(), seat).map(ActionCode::code)
    }

    fn worths(&self) -> Vec<(u64, f64)> {
        self.bot.worths().into_iter().map(|(action, worth)| (action.code(), worth)).collect()
    }

    fn as_bot(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }
}

/// The observer for a seat of a typed match.
pub(super) struct Looking<G: Picture> {
    pub(super) seat: Seat,
    pub(super) start: G::Start,
    pub(super) view: G::View,
    pub(super) recall: G::Recall,
    pub(super) news: Vec<String>,
}

impl<G: Complete> Eyes for Looking<G> {
    fn look(&mut self, session: &dyn Session) {
        let Some(game) = session.as_any().downcast_ref::<TypedSession<G>>() else { return };
        let now = game.view_of(self.seat);
        self.news = told::<G>(&self.start, &self.view, &now, game.news(), self.seat);
        self.view = now;
        G::remember(&mut self.recall, &self.view);
    }

    fn scene(&self) -> Scene {
        let (scene, _) = G::recalled(&self.recall, &self.start, &self.view, self.seat);
        Scene { title: G::INFO.title, legend: G::LEGEND, ..scene }
    }

    fn news(&self) -> &[String] {
        &self.news
    }

    fn offers(&self, session: &dyn Session) -> Vec<(u64, Offer)> {
        let (_, (right, down)) = G::recalled(&self.recall, &self.start, &self.view, self.seat);
        let mut offers = session.offers(self.seat);
        for (_, offer) in &mut offers {
            if let Some(Goal::Cell(cell)) = &mut offer.goal {
                (cell.x, cell.y) = (cell.x.saturating_add(right), cell.y.saturating_add(down));
            }
        }
        offers
    }
}

/// What a step with these events meant to a seat. Of the events it uses only those that concern the seat.
pub fn told<G: Picture>(
    start: &G::Start,
    before: &G::View,
    now: &G::View,
    events: &[G::Event],
    seat: Seat,
) -> Vec<String> {
    let own: Vec<G::Event> = events.iter().filter(|event| G::concerns(start, event, seat)).cloned().collect();
    G::news(start, before, now, &own, seat)
}
