//! What the player of a seat sees: offers, scenes and sentences.

use super::{Choices, Match};
use crate::broken::{Broken, Held, ensure};
use crate::matches::{seats, step};
use gridhaunt_kernel::face::{Complete, told};
use gridhaunt_kernel::fingerprint::legal;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::{Board, Goal, Offer};
use gridhaunt_kernel::{Guess, Random, Scene, Seat};
use std::collections::BTreeSet;

/// Every action has a different name, and its goal is a place on the board that the seat knows.
pub(super) fn offers<G: Complete>(game: &Match<'_, G>, view: &G::View, seat: Seat, actions: &[G::Action]) -> Held {
    let start = G::start(game.world, game.origin, seat);
    offered::<G>(&G::scene_of(&start, view, seat), (0, 0), actions, |action| G::offer(&start, view, seat, action))
        .map_err(|broken| broken.at(format!("seat {seat}")))
}

fn offered<G: Complete>(
    known: &Scene,
    (right, down): (u16, u16),
    actions: &[G::Action],
    offer: impl Fn(G::Action) -> Offer,
) -> Held {
    let mut labels = BTreeSet::new();
    for &action in actions {
        let Offer { label, goal, .. } = offer(action);
        let named = !label.is_empty() && labels.insert(label.clone());
        ensure("offer", named, || format!("two actions are called {label:?}"))?;
        let lies = match (goal, &known.board) {
            (None, _) => true,
            (Some(Goal::Cell(Cell { x, y })), Board::Grid(board)) => {
                board.grid.index(Cell { x: x + right, y: y + down }).is_some()
            }
            (Some(Goal::Node(node)), Board::Graph(board)) => node < board.nodes.len(),
            _ => false,
        };
        ensure("offer", lies, || format!("{action:?} leads to {goal:?}, which is not known"))?;
    }
    Ok(())
}

/// The goals of actions are also places on the board that a seat remembers.
pub(super) fn recall<G: Complete>(
    game: &Match<'_, G>,
    state: &G::State,
    last: &Choices<G>,
    recalls: &mut [G::Recall],
) -> Held {
    for (recall, seat) in recalls.iter_mut().zip((0..).map(Seat)) {
        let (start, view) = (G::start(game.world, game.origin, seat), G::view(game.world, state, last, seat));
        G::remember(recall, &view);
        let (scene, shift) = G::recalled(recall, &start, &view, seat);
        let offer = |action| G::offer(&start, &view, seat, action);
        offered::<G>(&scene, shift, &legal::<G>(game.world, state, seat), offer)
            .map_err(|broken| broken.at(format!("seat {seat}, as it remembers")))?;
    }
    Ok(())
}

/// The sentences for a seat reveal nothing hidden: if two states look the same to the seat before and after the step,
/// and its own actions are the same, then the sentences are the same.
pub(super) fn tell<G: Complete + Guess>(
    game: &Match<'_, G>,
    before: &G::State,
    [last, choices]: [&Choices<G>; 2],
    random: &mut Random,
) -> Held {
    let world = game.world;
    let stepped = |state: &G::State| {
        let mut state = state.clone();
        let allowed = choices.iter().filter(|(seat, action)| G::allows(world, &state, *seat, *action)).copied();
        let allowed: Vec<_> = allowed.collect();
        let events = step::<G>(world, &mut state, &allowed);
        (state, events)
    };
    let (after, events) = stepped(before);
    for seat in seats::<G>(world) {
        let start = G::start(world, game.origin, seat);
        let own = |events: &[G::Event]| -> Vec<G::Event> {
            events.iter().filter(|event| G::concerns(&start, event, seat)).cloned().collect()
        };
        let (was, is) = (G::view(world, before, last, seat), G::view(world, &after, choices, seat));
        let lines = told::<G>(&start, &was, &is, &events, seat);
        ensure("news", lines.iter().all(|line| !line.is_empty()), || format!("seat {seat} is told an empty line"))?;
        let Some(other) = G::guess(world, &start, &[], &was, random) else { continue };
        let (other, deeds) = stepped(&other);
        if G::view(world, &other, choices, seat) == is && own(&deeds) == own(&events) {
            let twin = told::<G>(&start, &was, &is, &deeds, seat);
            ensure("news", twin == lines, || {
                format!("seat {seat} is told what it cannot know: {lines:?}, not {twin:?}")
            })?;
        }
    }
    Ok(())
}

/// Every event survives JSON and has a sentence; no event refuses a legal choice.
pub(super) fn events<G: Complete>(world: &G::World, events: &[G::Event]) -> Held {
    for event in events {
        super::round_trip(event, "event")?;
        ensure("event", !G::tell(world, event).is_empty(), || format!("{event:?} is told in no words"))?;
        if let Some(seat) = G::refusal(event) {
            return Err(Broken::new("refusal", format!("the legal choice of seat {seat} was refused: {event:?}")));
        }
    }
    Ok(())
}
