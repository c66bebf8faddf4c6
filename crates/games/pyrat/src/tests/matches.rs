//! Matches to test with: any settings, any seed, any play.

use crate::event::Event;
use crate::{Action, PyRat, Settings, State, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Series, pass};
use serde_json::json;
use std::ops::RangeInclusive;

/// Reads settings that must be valid.
pub(super) fn settings(document: &Value) -> Settings {
    gridhaunt_testing::settings::<PyRat>(document)
}

/// The game of settings that must be valid.
pub(super) fn game<const W: usize>(document: &Value, seed: u64) -> (World, State<W>) {
    gridhaunt_testing::begin::<PyRat<W>>(document, seed)
}

/// The choices of both seats, in the form that `step` takes.
pub(super) fn choices(actions: [Action; 2]) -> [(Seat, Action); 2] {
    [(Seat(0), actions[0]), (Seat(1), actions[1])]
}

/// Plays one turn and returns its events.
pub(super) fn step<const W: usize>(world: &World, state: &mut State<W>, actions: [Action; 2]) -> Vec<Event> {
    gridhaunt_testing::step::<PyRat<W>>(world, state, &choices(actions))
}

/// Settings of every kind that draw a board with sides in this range.
pub(super) fn any_settings(random: &mut Random, side: RangeInclusive<u16>) -> Value {
    let mut number = |from: u64, to: u64| from + random.below(to - from + 1);
    let mut sides = || number((*side.start()).into(), (*side.end()).into());
    let (width, height) = (sides(), sides());
    let mut density = || [0.0, 1.0, number(0, 1000) as f64 / 1000.0][number(0, 2) as usize];
    let (walls, mud) = (density(), density());
    let mud_range = [9, 255][number(0, 1) as usize];
    let pairs = number(0, 1) == 0;
    let cheese = number(1, width * height);
    let start = ["corners", "random", "mirrored"][number(0, 2) as usize];
    json!({
        "width": width, "height": height, "wall_density": walls, "mud_density": mud, "mud_range": number(2, mud_range),
        "connected": number(0, 1) == 0, "symmetric": number(0, 1) == 0, "cheese_symmetric": pairs,
        "cheese_count": if pairs && width * height % 2 == 0 { cheese.next_multiple_of(2) } else { cheese },
        "start": start, "max_turns": number(1, 80), "end_on_majority": number(0, 1) == 0,
    })
}

fn any_choices<const W: usize>(random: &mut Random, _world: &World, _state: &State<W>) -> Vec<(Seat, Action)> {
    choices([0; 2].map(|_| Action::ALL[random.index(5)])).into()
}

/// One turn of a match.
pub(super) type Stepped<'a, const W: usize> = gridhaunt_testing::Stepped<'a, PyRat<W>>;

/// The choices of both seats in a turn.
pub(super) fn actions<const W: usize>(turn: &Stepped<'_, W>) -> [Action; 2] {
    [turn.choices[0].1, turn.choices[1].1]
}

/// Matches on boards with sides in this range, with any settings and any choices.
pub(super) fn series<const W: usize>(
    games: u64,
    side: RangeInclusive<u16>,
) -> Matches<W, impl Fn(&mut Random) -> Value> {
    Series::new(
        games,
        W as u64,
        move |random: &mut Random| any_settings(random, side.clone()),
        any_choices as Choices<W>,
    )
}

type Choices<const W: usize> = fn(&mut Random, &World, &State<W>) -> Vec<(Seat, Action)>;
type Matches<const W: usize, S> = Series<PyRat<W>, S, Choices<W>>;

/// Plays such matches and passes every turn to `check`.
pub(super) fn each_turn(games: u64, side: RangeInclusive<u16>, check: impl FnMut(&Stepped<'_, 10>)) {
    series(games, side).each(check);
}

/// A match after some turns: its world, its start and its state.
pub(super) fn midway(key: u64, side: RangeInclusive<u16>) -> (World, State<10>, State<10>) {
    let mut random = Random::new(key);
    let (world, start) = game(&any_settings(&mut random, side), key);
    let mut state = start;
    for _ in 0..random.below(20) {
        let choices = any_choices(&mut random, &world, &state);
        pass::<PyRat<10>>(&world, &mut state, &choices);
    }
    (world, start, state)
}
