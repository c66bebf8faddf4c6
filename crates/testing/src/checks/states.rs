//! What must be true of one state.

use super::{Choices, Match, eyes, learn, round_trip};
use crate::broken::{Broken, Held, ensure};
use crate::matches::{document, seats, step};
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::fingerprint::legal;
use gridhaunt_kernel::info::Information;
use gridhaunt_kernel::{ActionCode, Game, Guess, Outcome, Random, Seat};

pub(super) fn look<G: Complete + Guess>(
    game: &Match<'_, G>,
    state: &G::State,
    last: &Choices<G>,
    random: &mut Random,
) -> Held {
    let world = game.world;
    G::check(world, state).map_err(|what| Broken::new("check", what))?;
    let phase = G::phase(world, state);
    match G::outcome(world, state) {
        Some(outcome) => {
            ensure("outcome", phase.is_over(), || "there is an outcome before the end".into())?;
            ends::<G>(world, state, &outcome)?;
        }
        None => {
            ensure("outcome", !phase.is_over(), || "it is over without an outcome".into())?;
            ensure("phase", !phase.seats().is_empty(), || "a phase without a seat".into())?;
        }
    }
    let written = document::<G>(world, state);
    let read =
        G::read_state(world, &written).map_err(|error| Broken::new("document", format!("{written}: {error}")))?;
    ensure("document", read == *state, || format!("{written} reads back as another state"))?;
    ensure("hash", G::hash_of(world, &read) == G::hash_of(world, state), || "equal states, different hashes".into())?;
    let _ = (G::scene(world, state, &[]), G::drawing(world, state));
    for seat in seats::<G>(world) {
        let _ = (G::scene_for(world, state, &[], seat), G::drawing_for(world, state, seat));
        let actions = legal::<G>(world, state, seat);
        ensure("legal", phase.asks(seat) != actions.is_empty(), || {
            format!("seat {seat} is asked, or has legal actions, not both")
        })?;
        for &action in &actions {
            ensure("legal", G::allows(world, state, seat, action), || format!("{action:?} is legal but not allowed"))?;
            let code = G::Action::from_code(action.code());
            ensure("action", code == Some(action), || format!("the code of {action:?} is that of {code:?}"))?;
            let back = G::read_action(world, &G::write_action(action))
                .map_err(|error| Broken::new("action", error.to_string()))?;
            ensure("action", back == action, || format!("{action:?} reads back as {back:?}"))?;
        }
        let view = G::view(world, state, last, seat);
        round_trip(&view, "view")?;
        let other = Seat(((seat.index() + 1) % G::seats(world)) as u8);
        let mut again = G::view(world, game.origin, &[], other);
        G::look(world, state, last, seat, &mut again);
        ensure("look", again == view, || format!("what seat {other} saw became {again:?}, not {view:?}"))?;
        eyes::offers(game, &view, seat, &actions)?;
        guess(game, state, last, &view, seat, random)?;
        learn::masks(game, state, seat)?;
    }
    Ok(())
}

/// What must be true of a final state.
fn ends<G: Game>(world: &G::World, state: &G::State, outcome: &Outcome) -> Held {
    let hold = |holds: bool, what: &str| ensure("outcome", holds, || format!("{what}: {outcome:?}"));
    hold(outcome.seats.len() == G::seats(world), "not an entry for every seat")?;
    hold(outcome.units_per_point == G::INFO.units_per_point, "other units than the info says")?;
    hold(outcome.seats.iter().any(|standing| standing.rank == 1), "nobody has rank 1")?;
    let mut pairs = outcome.seats.iter().flat_map(|one| outcome.seats.iter().map(move |other| (one, other)));
    let upheld = pairs.all(|(one, other)| one.units <= other.units || one.rank < other.rank);
    hold(!G::RANKED_BY_SCORE || upheld, "a higher score has no better rank")?;
    let mut frozen = state.clone();
    let any = (0..G::seats(world))
        .flat_map(|seat| (0..3).filter_map(move |code| Some((Seat(seat as u8), G::Action::from_code(code)?))));
    let events = step::<G>(world, &mut frozen, &any.collect::<Vec<_>>());
    ensure("frozen", frozen == *state && events.is_empty(), || "a step after the end changed or told something".into())
}

/// A guessed state must give the same view as the real one, so that the view does not reveal what is hidden.
fn guess<G: Complete + Guess>(
    game: &Match<'_, G>,
    state: &G::State,
    last: &Choices<G>,
    view: &G::View,
    seat: Seat,
    random: &mut Random,
) -> Held {
    let start = G::start(game.world, game.origin, seat);
    let perfect = G::INFO.information == Information::Perfect;
    match G::guess(game.world, &start, &[], view, random) {
        None => ensure("guess", !perfect, || format!("all is seen, yet seat {seat} cannot tell the state")),
        Some(guess) => {
            ensure("guess", !perfect || guess == *state, || {
                format!("all is seen, yet seat {seat} takes it for {guess:?}")
            })?;
            fits::<G>(game.world, &guess, last, view, seat)
        }
    }
}

/// What a seat can imagine fits what it knows: a state that is guessed in an imagined world gives the same view as the
/// real one, and where all is seen it is the real one.
pub(super) fn imagine<G: Complete + Guess>(
    game: &Match<'_, G>,
    state: &G::State,
    last: &Choices<G>,
    random: &mut Random,
) -> Held {
    for seat in seats::<G>(game.world) {
        let (start, view) = (G::start(game.world, game.origin, seat), G::view(game.world, state, last, seat));
        let Some(world) = G::imagine(game.settings, &start, &[], &view, random) else { continue };
        let told = G::digest(&world) == G::digest(game.world);
        ensure("imagine", told || !G::WORLD_IS_TOLD, || format!("seat {seat} was told another map"))?;
        if let Some(guess) = G::guess(&world, &start, &[], &view, random) {
            let perfect = G::INFO.information == Information::Perfect;
            ensure("imagine", !perfect || guess == *state, || format!("seat {seat} takes it for {guess:?}"))?;
            fits::<G>(&world, &guess, last, &view, seat)?;
        }
    }
    Ok(())
}

/// Whether a guess is a possible state with this view.
fn fits<G: Game>(world: &G::World, guess: &G::State, last: &Choices<G>, view: &G::View, seat: Seat) -> Held {
    G::check(world, guess).map_err(|what| Broken::new("guess", format!("of seat {seat}: {what}")))?;
    let same = G::view(world, guess, last, seat) == *view;
    ensure("guess", same, || format!("that of seat {seat} has another view"))
}
