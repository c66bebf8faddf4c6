//! What must be true of one step.

use super::{Choices, Match, eyes, learn};
use crate::allocations_here;
use crate::broken::{Held, ensure};
use crate::matches::{pass, step};
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::fingerprint::draw_choices;
use gridhaunt_kernel::info::Dynamics;
use gridhaunt_kernel::{ActionCode, Game, PlayErrorReason, Random, Seat};
use std::cell::Cell;

/// Plays the step and compares it with variations of itself.
pub(super) fn advance<G: Complete>(
    game: &Match<'_, G>,
    state: &mut G::State,
    choices: &Choices<G>,
    steps: u64,
    random: &mut Random,
) -> Held {
    let (world, before) = (game.world, state.clone());
    let events = step::<G>(world, state, choices);
    let frames = [G::frame(world, &before, steps), G::frame(world, state, steps + 1)];
    ensure("frame", (frames[0]..=frames[0] + 1).contains(&frames[1]), || {
        format!("{} follows {}", frames[1], frames[0])
    })?;
    eyes::events::<G>(world, &events)?;
    let _ = G::scene(world, state, &events);

    let allocated = Cell::new(0);
    let stepped = |choices: &Choices<G>| {
        let mut fork = before.clone();
        let so_far = allocations_here();
        pass::<G>(world, &mut fork, choices);
        allocated.set(allocated.get() + allocations_here() - so_far);
        fork
    };
    ensure("record", stepped(choices) == *state, || {
        "the same step again, without a log, leads to another state".into()
    })?;
    checked::<G>(world, &before, choices, state, random)?;
    if G::INFO.dynamics != Dynamics::Ticks {
        crowds(game, &before, state, choices, random, stepped)?;
    }
    let so_far = allocations_here();
    let _ = G::hash_of(world, state);
    allocated.set(allocated.get() + allocations_here() - so_far);
    ensure("allocations", allocated.get() == 0, || "a step or its hash allocates".into())?;
    learn::rewards(game, &before, state)?;
    learn::arrays(game, &before, state)
}

/// `play` does the same as `step` if all choices are legal, and does not change the state if one is not.
fn checked<G: Game>(
    world: &G::World,
    before: &G::State,
    choices: &Choices<G>,
    after: &G::State,
    random: &mut Random,
) -> Held {
    let played = |choices: &Choices<G>| {
        let mut fork = before.clone();
        let answer = G::play(world, &mut fork, choices, |_| {});
        (fork, answer.map_err(|error| (error.index, error.seat, error.action, error.reason)))
    };
    ensure("play", played(choices) == (after.clone(), Ok(())), || format!("{choices:?} are legal, but not played"))?;
    let phase = G::phase(world, before);
    let any = random.next_u64() >> random.below(64);
    let wild: Vec<G::Action> = (0..16).chain([any]).filter_map(G::Action::from_code).collect();
    let mut draw = |asked: bool, reason| {
        let seats: Vec<Seat> =
            (0..=G::seats(world) as u8).map(Seat).filter(|&seat| phase.asks(seat) == asked).collect();
        let (seat, action) = (*random.pick(&seats)?, *random.pick(&wild)?);
        let wrong = !asked || !G::allows(world, before, seat, action);
        wrong.then_some((seat, action, reason))
    };
    let mut wrong: Vec<_> = draw(false, PlayErrorReason::NotAsked).into_iter().collect();
    wrong.extend((0..4).filter_map(|_| draw(true, PlayErrorReason::NotLegal)));
    if let Some(&(seat, action)) = choices.first().filter(|_| G::INFO.dynamics != Dynamics::Ticks) {
        wrong.push((seat, action, PlayErrorReason::Twice));
    }
    for (seat, action, reason) in wrong {
        let crowd: Vec<_> = choices.iter().copied().chain([(seat, action)]).collect();
        let refused = Err((choices.len(), seat, action, reason));
        ensure("play", played(&crowd) == (before.clone(), refused), || {
            format!("{action:?} of seat {seat} was not refused as {reason:?}, or the state changed")
        })?;
    }
    let ended = G::phase(world, after).is_over();
    if let Some(&choice) = choices.first().filter(|_| ended) {
        let mut frozen = after.clone();
        let answer = G::play(world, &mut frozen, &[choice], |_| {});
        let over = answer.is_err_and(|error| error.reason == PlayErrorReason::Over);
        ensure("play", over && frozen == *after, || format!("{choice:?} was played when all was over"))?;
    }
    Ok(())
}

/// `clone_from` into an old state produces exactly the new state. Batches rely on it to allocate nothing.
pub(super) fn copy<G: Game>(world: &G::World, state: &G::State, copy: &mut Option<G::State>) -> Held {
    let copy = copy.get_or_insert_with(|| state.clone());
    let so_far = allocations_here();
    copy.clone_from(state);
    let allocated = allocations_here() - so_far;
    ensure("allocations", allocated == 0, || "a clone into a state of the same match allocates".into())?;
    let same = *copy == *state && G::hash_of(world, copy) == G::hash_of(world, state);
    ensure("clone", same, || "a clone into an old state differs".into())
}

/// Where the order of arrival does not count, only the first choice of each seat that is asked has an effect.
fn crowds<G: Complete>(
    game: &Match<'_, G>,
    before: &G::State,
    after: &G::State,
    choices: &Choices<G>,
    random: &mut Random,
    stepped: impl Fn(&Choices<G>) -> G::State,
) -> Held {
    let world = game.world;
    let reversed: Vec<_> = choices.iter().rev().copied().collect();
    ensure("order", stepped(&reversed) == *after, || "the order of choices has an effect".into())?;
    let nobody = Seat(G::seats(world) as u8);
    let strangers = choices.first().map(|&(_, action)| [(nobody, action), (Seat(255), action)]);
    let crowd: Vec<_> = choices.iter().copied().chain(strangers.into_iter().flatten()).collect();
    ensure("strangers", stepped(&crowd) == *after, || "the choice of a seat that does not exist has an effect".into())?;
    let twice: Vec<_> = choices.iter().chain(draw_choices::<G>(world, before, random).iter()).copied().collect();
    ensure("second choice", stepped(&twice) == *after, || "a second choice of a seat has an effect".into())?;
    // K6: the game's rules define the effect of a missing or illegal choice, and no step fails.
    let none = stepped(&[]);
    for seat in G::phase(world, before).seats().iter() {
        let wild = (0..16).chain([random.next_u64() >> random.below(64)]).filter_map(G::Action::from_code);
        for wild in wild.filter(|&action| !G::allows(world, before, seat, action)) {
            ensure("illegal", stepped(&[(seat, wild)]) == none, || {
                format!("{wild:?} is not allowed, yet seat {seat} did it")
            })?;
        }
    }
    Ok(())
}
