//! Matches to test with: any settings, any seed, any play.

use crate::event::Event;
use crate::{Action, PyRat, Settings, State, World};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Seat};
use proptest::prelude::*;
use serde_json::json;
use std::ops::RangeInclusive;
use std::vec::Vec;

/// Reads settings that must be valid.
pub(super) fn settings(document: &Value) -> Settings {
    Settings::read(document).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The game of settings that must be valid.
pub(super) fn game<const W: usize>(document: &Value, seed: u64) -> (World, State<W>) {
    PyRat::<W>::new(&settings(document), seed).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The choices of both seats, in the form that `step` takes.
pub(super) fn choices(actions: [Action; 2]) -> [(Seat, Action); 2] {
    [(Seat(0), actions[0]), (Seat(1), actions[1])]
}

/// Plays one turn and returns its events.
pub(super) fn step<const W: usize>(world: &World, state: &mut State<W>, actions: [Action; 2]) -> Vec<Event> {
    let mut events = Vec::new();
    PyRat::<W>::step(world, state, &choices(actions), |event| events.push(event));
    events
}

pub(super) fn any_action() -> impl Strategy<Value = Action> {
    (0..5u8).prop_map(|code| Action::ALL[usize::from(code)])
}

pub(super) fn any_play(turns: RangeInclusive<usize>) -> impl Strategy<Value = Vec<[Action; 2]>> {
    prop::collection::vec([any_action(), any_action()], turns)
}

fn any_maze() -> impl Strategy<Value = Value> {
    let density = prop_oneof![Just(0.0), Just(1.0), (0..=1000u16).prop_map(|share| f64::from(share) / 1000.0)];
    let range = (2..=255u8, 2..=9u8, any::<bool>()).prop_map(|(far, near, wide)| if wide { far } else { near });
    (density.clone(), density, range, any::<[bool; 3]>()).prop_map(|(walls, mud, range, flags)| {
        json!({
            "wall_density": walls,
            "mud_density": mud,
            "mud_range": range,
            "connected": flags[0],
            "symmetric": flags[1],
            "cheese_symmetric": flags[2],
        })
    })
}

/// Settings of every kind that draw a board with sides in this range.
pub(super) fn any_settings(side: RangeInclusive<u16>) -> impl Strategy<Value = Value> {
    let start = prop_oneof![Just("corners"), Just("random"), Just("mirrored")];
    let rest = (start, 1..=80u16, any::<bool>(), 0.0..=1.0);
    (side.clone(), side, any_maze(), rest).prop_map(
        |(width, height, mut settings, (start, max_turns, majority, share))| {
            let cells = f64::from(width) * f64::from(height);
            let count = (share * (cells - 1.0)) as u16 + 1;
            let pairs = settings["cheese_symmetric"] == true && width * height % 2 == 0;
            settings["width"] = width.into();
            settings["height"] = height.into();
            settings["start"] = start.into();
            settings["max_turns"] = max_turns.into();
            settings["end_on_majority"] = majority.into();
            settings["cheese_count"] = if pairs { count.next_multiple_of(2) } else { count }.into();
            settings
        },
    )
}

/// A match drawn by proptest: settings, seed and the choices of both in each turn.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub settings: Value,
    pub seed: u64,
    pub play: Vec<[Action; 2]>,
}

/// One turn of a match, with everything there is to know about it.
pub(super) struct Played<'a, const W: usize> {
    pub world: &'a World,
    pub before: State<W>,
    pub actions: [Action; 2],
    pub after: State<W>,
    pub events: Vec<Event>,
}

impl Match {
    /// Plays the match and passes every turn to `check`, including turns after its end.
    pub(super) fn each_turn<const W: usize>(
        &self,
        mut check: impl FnMut(&Played<'_, W>) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let (world, mut state) = game::<W>(&self.settings, self.seed);
        for &actions in &self.play {
            let before = state;
            let events = step(&world, &mut state, actions);
            check(&Played { world: &world, before, actions, after: state, events })?;
        }
        Ok(())
    }
}

pub(super) fn any_match(side: RangeInclusive<u16>) -> impl Strategy<Value = Match> {
    (any_settings(side), any::<u64>(), any_play(0..=90)).prop_map(|(settings, seed, play)| Match {
        settings,
        seed,
        play,
    })
}
