//! The invariants of section 10, over random settings, seeds and play, after every turn.
//!
//! I10 is tested in `generation`; the planes and bytes of I12 in `encode`, its drawings in `drawing`, its settings in
//! `settings`.

use super::matches::{self, Stepped, actions, each_turn};
use super::mirror::{in_order, turned, turned_event};
use crate::event::Event;
use crate::twin::{self, Board, Plain};
use crate::{Action, PyRat, State, Status, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Twin, step};
use proptest::prelude::*;
use serde_json::json;
use std::ops::RangeInclusive;

/// A match by the readable rules.
struct Beside {
    board: Board,
    plain: Plain,
}

/// Compares state, outcome and events: edges (R3), moves (R10, R11), the order of a turn (R12 to R14), cheese (R16), the
/// end (R18 to R20).
impl<const W: usize> Twin<PyRat<W>> for Beside {
    fn begin(_settings: &Value, _seed: u64, world: &World, state: &State<W>) -> Self {
        Self { board: Board::of(&world.maze), plain: Plain::of(world, state) }
    }

    fn compare(&self, world: &World, state: &State<W>) {
        let plain = &self.plain;
        assert_eq!(Plain::of(world, state), *plain);
        let outcome = PyRat::<W>::outcome(world, state);
        assert_eq!(outcome.as_ref().map(|outcome| outcome.reason), plain.over.map(Status::name));
        let Some(outcome) = outcome else { return };
        let halves: Vec<i64> = outcome.seats.iter().map(|standing| standing.units).collect();
        let ranks: Vec<u8> = outcome.seats.iter().map(|standing| standing.rank).collect();
        assert_eq!(halves, plain.players.clone().map(|player| i64::from(player.half)));
        let expected = match plain.leader() {
            None => [1, 1],
            Some(Seat(0)) => [1, 2],
            Some(_) => [2, 1],
        };
        assert_eq!((ranks, outcome.winner(), outcome.units_per_point), (expected.into(), plain.leader(), 2));
    }

    fn step(&mut self, _world: &World, choices: &[(Seat, Action)]) -> Vec<Event> {
        self.plain.step(&self.board, [choices[0].1, choices[1].1])
    }
}

fn equals_the_twin<const W: usize>(games: u64, side: RangeInclusive<u16>) {
    matches::series::<W>(games, side).beside::<Beside>(|_| {});
}

#[test]
fn a_turn_equals_the_twin() {
    equals_the_twin::<10>(192, 2..=17);
}

#[test]
fn a_turn_on_a_crowded_board_equals_the_twin() {
    equals_the_twin::<10>(192, 2..=3);
}

#[test]
fn a_turn_of_every_size_of_state_equals_the_twin() {
    equals_the_twin::<26>(12, 2..=20);
    equals_the_twin::<26>(12, 21..=28);
    equals_the_twin::<42>(12, 29..=36);
    equals_the_twin::<128>(12, 60..=64);
    equals_the_twin::<128>(12, 2..=20);
}

fn after<const W: usize>(turn: &Stepped<'_, W>, actions: [Action; 2]) -> State<W> {
    let mut state = *turn.before;
    matches::step(turn.world, &mut state, actions);
    state
}

#[test]
fn i1_positions_are_on_the_board_and_delay_falls_by_one() {
    each_turn(192, 2..=9, |turn| {
        assert_eq!(PyRat::<10>::check(turn.world, turn.after), Ok(()));
        for seat in 0..2 {
            let (before, after) = (turn.before.delay[seat], turn.after.delay[seat]);
            assert!(usize::from(turn.after.pos[seat]) < turn.world.grid().cells());
            assert!(after <= 254);
            if before > 0 {
                assert_eq!(after, before - 1);
            } else if after > 0 {
                assert_ne!(turn.before.pos[seat], turn.after.pos[seat], "only right after entering mud");
                let mud = turn.world.maze.crossing(turn.before.pos[seat].into(), actions(turn)[seat]);
                assert_eq!(after, mud - 1);
            }
        }
    });
}

#[test]
fn i2_half_points_and_cheese_add_up() {
    each_turn(192, 2..=9, |turn| {
        let (before, after) = (turn.before, turn.after);
        let halves = after.half[0] + after.half[1] + 2 * after.cheese_left;
        assert_eq!((halves, after.cheese_total), (2 * after.cheese_total, before.cheese_total));
        assert_eq!(usize::from(after.cheese_left), after.cheese.len());
        assert!(after.cheese.iter().all(|cell| before.cheese.contains(cell)), "cheese never comes or moves");
        assert!((0..=2).contains(&(before.cheese_left - after.cheese_left)));
        for cell in before.cheese.iter().filter(|&cell| !after.cheese.contains(cell)) {
            let eats = |seat: usize| usize::from(after.pos[seat]) == cell && after.delay[seat] == 0;
            assert!(eats(0) || eats(1), "cheese goes only under a seat that is free");
        }
    });
}

#[test]
fn i3_a_position_changes_by_one_step_over_an_edge_and_only_from_delay_0() {
    each_turn(192, 2..=9, |turn| {
        for seat in 0..2 {
            let (from, to) = (usize::from(turn.before.pos[seat]), usize::from(turn.after.pos[seat]));
            if from != to {
                let ways = Action::DIRECTIONS.into_iter();
                let way = ways.filter(|&way| turn.world.maze.crossing(from, way) > 0);
                let mut reached = way.map(|way| turn.world.maze.beyond(from, way));
                assert!(reached.any(|cell| cell == to));
                assert_eq!(turn.before.delay[seat], 0);
            }
        }
    });
}

#[test]
fn i4_a_game_is_over_exactly_when_r18_says_so_and_then_frozen() {
    each_turn(192, 2..=5, |turn| {
        let plain = Plain::of(turn.world, turn.after);
        assert_eq!(plain.over, plain.reason());
        let over = plain.over.is_some();
        assert_eq!(PyRat::<10>::phase(turn.world, turn.after).is_over(), over);
        assert_eq!(PyRat::<10>::outcome(turn.world, turn.after).is_some(), over);
        for seat in [Seat(0), Seat(1)] {
            let mut legal = 0;
            PyRat::<10>::legal(turn.world, turn.after, seat, &mut |_| legal += 1);
            assert_eq!(legal, if over { 0 } else { 5 });
        }
        if over {
            let mut frozen = *turn.after;
            assert_eq!(matches::step(turn.world, &mut frozen, actions(turn)), []);
            assert_eq!(frozen, *turn.after);
        }
    });
}

#[test]
fn i5_turning_the_board_round_commutes_with_a_turn() {
    each_turn(192, 2..=7, |turn| {
        let (world, mut state) = turned(turn.world, turn.before);
        let [python, rat] = actions(turn).map(Action::mirrored);
        let events = matches::step(&world, &mut state, [rat, python]);
        assert_eq!(state, turned(turn.world, turn.after).1);
        let seen = turn.events.iter().map(|event| turned_event(world.grid(), event)).collect();
        assert_eq!(events, in_order(seen));
        let outcome = PyRat::<10>::outcome(turn.world, turn.after).map(|mut outcome| {
            outcome.seats.reverse();
            outcome
        });
        assert_eq!(PyRat::<10>::outcome(&world, &state), outcome);
    });
}

#[test]
fn i6_the_order_of_choices_changes_nothing() {
    each_turn(192, 2..=7, |turn| {
        let (mut state, [(python, first), (rat, second)]) = (*turn.before, matches::choices(actions(turn)));
        let events = step::<PyRat>(turn.world, &mut state, &[(rat, second), (python, first)]);
        assert_eq!((&state, &events), (turn.after, &turn.events));
    });
}

#[test]
fn i7_and_i11_an_effective_direction_moves_and_any_other_is_a_stay() {
    each_turn(192, 2..=7, |turn| {
        let (board, plain) = (Board::of(&turn.world.maze), Plain::of(turn.world, turn.before));
        for (seat, action) in (0..2).flat_map(|seat| Action::ALL.map(|action| (seat, action))) {
            let effective = crate::encode::is_effective(turn.world, turn.before, Seat(seat as u8), action);
            assert_eq!(effective, plain.effective(&board, seat).contains(&action));
            let with = |action| {
                let mut actions = actions(turn);
                actions[seat] = action;
                after(turn, actions)
            };
            let (state, stayed) = (with(action), with(Action::Stay));
            let moves = effective && action != Action::Stay;
            assert_eq!(state.pos[seat] != turn.before.pos[seat], moves);
            if !moves {
                assert_eq!(state, stayed);
            }
        }
    });
}

#[test]
fn i8_a_copy_stepped_aside_changes_nothing() {
    let mut random = Random::new(8);
    each_turn(192, 2..=7, |turn| {
        let (untouched, _) = matches::game::<10>(turn.document, turn.seed);
        let mut aside = *turn.after;
        for _ in 0..5 {
            matches::step(turn.world, &mut aside, [0; 2].map(|_| Action::ALL[random.index(5)]));
        }
        assert_eq!(turn.world, &untouched, "no turn writes to the world");
        assert_eq!(after(turn, actions(turn)), *turn.after, "the same turn again gives the same state");
    });
}

#[test]
fn i12_a_state_survives_its_json() {
    each_turn(192, 2..=9, |turn| {
        let document = serde_json::to_value(PyRat::<10>::write_state(turn.world, turn.after)).expect("JSON");
        assert_eq!(PyRat::<10>::read_state(turn.world, &document), Ok(*turn.after));
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn i9_a_path_takes_the_sum_of_its_edges(
        (width, height) in (2..=9u16, 2..=9u16),
        (seed, mud, walls) in (any::<u64>(), 0.0..=1.0, 0.0..=1.0),
        most in 2..=255u8,
    ) {
        let settings = json!({
            "width": width, "height": height, "mud_density": mud, "wall_density": walls, "mud_range": most,
            "cheese_symmetric": false, "cheese_count": width * height, "end_on_majority": false, "max_turns": 65535,
        });
        let (world, mut state) = matches::game::<10>(&settings, seed);
        let (mut random, board) = (Random::new(seed), Board::of(&world.maze));
        for _ in 0..30 {
            let at = Plain::of(&world, &state).players[0].at;
            let ways: Vec<Action> = Action::DIRECTIONS.into_iter().filter(|&way| board.turns(at, way) > 0).collect();
            let Some(&way) = random.pick(&ways) else { break };
            let started = state.turn;
            matches::step(&world, &mut state, [way, Action::Stay]);
            while state.delay[0] > 0 && state.status == Status::Running {
                let noise = Action::ALL[random.index(5)];
                matches::step(&world, &mut state, [noise, Action::Stay]);
            }
            prop_assert_eq!(state.turn - started, u16::from(board.turns(at, way)));
            prop_assert_eq!(Plain::of(&world, &state).players[0].at, twin::beyond(at, way));
            if state.status != Status::Running {
                break;
            }
        }
    }
}
