//! What the solver needs to know of a game beyond its rules.

use crate::camps::Camps;
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::info::Information;
use gridhaunt_kernel::{Game, Invalid, Random, Seat};

gridhaunt_kernel::words! {
    /// What is played for.
    pub enum Stake {
        /// A win is 1, a draw 0, a loss -1.
        Result = "result",
        /// The difference of the scores of both sides, in points.
        Points = "points",
    }
}

/// The world of a subject's game.
pub type World<S> = <<S as Subject>::Game as Game>::World;
/// A state of a subject's game.
pub type State<S> = <<S as Subject>::Game as Game>::State;
/// An action of a subject's game.
pub type Action<S> = <<S as Subject>::Game as Game>::Action;
/// The settings of a subject's game.
pub type Settings<S> = <<S as Subject>::Game as Game>::Settings;
/// What a seat of a subject's game sees.
pub type View<S> = <<S as Subject>::Game as Game>::View;
/// What a seat of a subject's game is told once.
pub type Start<S> = <<S as Subject>::Game as Game>::Start;

/// A game as the solver sees it. Every method has an answer that is right for any game; a game overrides it where it
/// can say more, or say it faster.
pub trait Subject: 'static {
    /// The game.
    type Game: Complete;

    /// Whether every seat sees the whole state in this world.
    fn sees_all(_world: &World<Self>) -> bool {
        Self::Game::INFO.information == Information::Perfect
    }

    /// Calls `each` with actions of a seat such that every legal action has, whatever the others choose, the effect of
    /// one of them.
    #[inline]
    fn moves(world: &World<Self>, state: &State<Self>, seat: Seat, each: &mut dyn FnMut(Action<Self>)) {
        Self::Game::legal(world, state, seat, each);
    }

    /// The legal action that stands for this one, where actions carry free numbers.
    #[inline]
    fn plain(action: Action<Self>) -> Action<Self> {
        action
    }

    /// Sets to one value whatever has no influence on what follows, so that states that play alike are equal.
    #[inline]
    fn settle(_world: &World<Self>, _state: &mut State<Self>) {}

    /// Whether the generator of the state was used between these two states. The solver does not follow dice that are
    /// thrown during play, and refuses a match in which that happens.
    #[inline]
    fn drew(_before: &State<Self>, _after: &State<Self>) -> bool {
        false
    }

    /// Whether every match ends, because states of one step never come back in another. Where it may not, values are found
    /// round by round.
    fn ends(_world: &World<Self>) -> bool {
        true
    }

    /// The first states from which a match may begin, all equally likely and known to both sides as such. By default only
    /// the one that the seed makes.
    ///
    /// # Errors
    /// Settings of which the game cannot tell all first states.
    fn starts(
        _settings: &Settings<Self>,
        _world: &World<Self>,
        first: State<Self>,
    ) -> Result<Vec<State<Self>>, Invalid> {
        Ok(vec![first])
    }

    /// What a match that is over is worth to the first side; none if it is not over.
    #[inline]
    fn worth(world: &World<Self>, state: &State<Self>, camps: &Camps, stake: Stake) -> Option<f64> {
        Self::Game::phase(world, state).is_over().then(|| camps.worth::<Self::Game>(world, state, stake))
    }

    /// A hash of the state, equal for equal states. States with equal hashes are compared.
    #[inline]
    fn hash(world: &World<Self>, state: &State<Self>) -> u64 {
        Self::Game::hash_of(world, state)
    }

    /// The seat whose choice arrives first, where the order matters.
    #[inline]
    fn first(_world: &World<Self>, _state: &State<Self>) -> Seat {
        Seat(0)
    }

    /// The state that a seat which sees all is in, from what it sees; none if the game cannot tell.
    fn state_of(
        _world: &World<Self>,
        _start: &Start<Self>,
        _view: &View<Self>,
        _random: &mut Random,
    ) -> Option<State<Self>> {
        None
    }
}
