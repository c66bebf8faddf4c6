//! What a game tells search beyond its rules.

use gridhaunt_kernel::hash::StateHash;
use gridhaunt_kernel::prelude::*;

/// A game that search can play.
///
/// Everything here sees a whole state: search calls it on states that it guessed, never on that of the match.
pub trait Searched: Guess<Start: Clone, View: Clone> + Learn {
    /// What policies and values look up: made once for a world, so that playouts need not search. `()` where there is
    /// nothing.
    type Tables: Send + Sync + 'static;

    /// The tables of a world, made where a seat chooses first; the state is a guess of that moment.
    fn tables(world: &Self::World, state: &Self::State) -> Self::Tables;

    /// The names of the policies that playouts can use, the default first. `uniform` is added for every game.
    const POLICIES: &'static [&'static str] = &[];

    /// After how many steps from the root a playout is cut, where nothing else is asked for.
    const DEPTH: u32 = 30;

    /// From how many guesses of what is hidden a choice is searched, where nothing else is asked for.
    const GUESSES: u16 = 32;

    /// Whether search can play with these settings; the error names the setting that makes it impossible.
    fn can_search(_settings: &Self::Settings) -> Result<(), Invalid> {
        Ok(())
    }

    /// The choice of policy number `which` of [`Searched::POLICIES`] for a seat that chooses now; none if it knows no
    /// good one, and then any legal action is taken. It is called in every step of every playout.
    fn policy(
        _which: usize,
        _world: &Self::World,
        _tables: &Self::Tables,
        _state: &Self::State,
        _seat: Seat,
        _random: &mut Random,
    ) -> Option<Self::Action> {
        None
    }

    /// Calls `each` with the actions of a seat that the tree considers: by default the legal ones. Where a game has many
    /// that hardly differ, a few of them are enough.
    fn candidates(world: &Self::World, state: &Self::State, seat: Seat, each: &mut dyn FnMut(Self::Action)) {
        Self::legal(world, state, seat, each);
    }

    /// What a state that is not over is worth to a seat, from 0 (lost) to 1 (won).
    fn value(world: &Self::World, tables: &Self::Tables, state: &Self::State, seat: Seat) -> f64;

    /// What a state at the end is worth to a seat, from 0 to 1: by default 1 for the best rank and 0 for the others, and
    /// those who share the best rank share the 1.
    fn result(world: &Self::World, state: &Self::State, seat: Seat) -> f64 {
        let Some(outcome) = Self::outcome(world, state) else { return 0.0 };
        let side = |seat: usize| Self::INFO.side(Self::role(world, Seat(seat as u8)));
        let is_best = |of: usize| outcome.seats.iter().enumerate().any(|(at, s)| side(at) == of && s.rank == 1);
        let best = (0..Self::INFO.sides.len()).filter(|&of| is_best(of)).count();
        if is_best(side(seat.index())) { 1.0 / best.max(1) as f64 } else { 0.0 }
    }

    /// Writes what a seat sees of a state, so that what looks different to it is told apart in its tree. By default
    /// nothing where something is hidden: the tree is then one of the seat's own actions.
    fn sight(world: &Self::World, state: &Self::State, _seat: Seat, hash: &mut StateHash) {
        if Self::INFO.information == Information::Perfect {
            Self::hash(world, state, hash);
        }
    }
}
