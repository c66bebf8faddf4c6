//! The invariants of section 10, over random settings, seeds and play, after every turn.
//!
//! I10 is tested in `generation`; the planes and bytes of I12 in `encode`, its drawings in `drawing`, its settings in
//! `settings`.

use super::matches::{self, Match, Played, any_match};
use super::mirror::{in_order, turned, turned_event};
use crate::twin::{self, Board, Plain};
use crate::{Action, PyRat, State, Status};
use gridhaunt_kernel::{Game, Random, Seat, Wire};
use proptest::prelude::*;
use serde_json::json;
use std::vec::Vec;

/// Compares every turn with its readable twin, state, outcome and events: edges (R3), moves (R10, R11), the order of a
/// turn (R12 to R14), cheese (R16), the end (R18 to R20).
fn equals_the_twin<const W: usize>(game: &Match) -> Result<(), TestCaseError> {
    let (world, start) = matches::game::<W>(&game.settings, game.seed);
    let board = Board::of(&world.maze);
    let mut plain = Plain::of(&world, &start);
    game.each_turn::<W>(|turn| {
        let events = plain.step(&board, turn.actions);
        prop_assert_eq!(&Plain::of(turn.world, &turn.after), &plain);
        prop_assert_eq!(&turn.events, &events);
        let outcome = PyRat::<W>::outcome(turn.world, &turn.after);
        prop_assert_eq!(outcome.as_ref().map(|outcome| outcome.reason), plain.over.map(Status::name));
        if let Some(outcome) = outcome {
            let halves: Vec<i64> = outcome.seats.iter().map(|standing| standing.units).collect();
            let ranks: Vec<u8> = outcome.seats.iter().map(|standing| standing.rank).collect();
            prop_assert_eq!(halves, plain.players.clone().map(|player| i64::from(player.half)));
            let expected = match plain.leader() {
                None => [1, 1],
                Some(Seat(0)) => [1, 2],
                Some(_) => [2, 1],
            };
            prop_assert_eq!((ranks, outcome.winner(), outcome.units_per_point), (expected.into(), plain.leader(), 2));
        }
        Ok(())
    })
}

fn after<const W: usize>(turn: &Played<'_, W>, actions: [Action; 2]) -> State<W> {
    let mut state = turn.before;
    matches::step(turn.world, &mut state, actions);
    state
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_turn_equals_the_twin(game in any_match(2..=17)) {
        equals_the_twin::<10>(&game)?;
    }

    #[test]
    fn a_turn_on_a_crowded_board_equals_the_twin(game in any_match(2..=3)) {
        equals_the_twin::<10>(&game)?;
    }

    #[test]
    fn i1_positions_are_on_the_board_and_delay_falls_by_one(game in any_match(2..=9)) {
        game.each_turn::<10>(|turn| {
            prop_assert_eq!(PyRat::<10>::check(turn.world, &turn.after), Ok(()));
            for seat in 0..2 {
                let (before, after) = (turn.before.delay[seat], turn.after.delay[seat]);
                prop_assert!(usize::from(turn.after.pos[seat]) < turn.world.grid().cells());
                prop_assert!(after <= 254);
                if turn.before.status != Status::Running {
                    prop_assert_eq!(after, before);
                } else if before > 0 {
                    prop_assert_eq!(after, before - 1);
                } else if after > 0 {
                    prop_assert_ne!(turn.before.pos[seat], turn.after.pos[seat], "only right after entering mud");
                    let mud = turn.world.maze.crossing(turn.before.pos[seat].into(), turn.actions[seat]);
                    prop_assert_eq!(after, mud - 1);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn i2_half_points_and_cheese_add_up(game in any_match(2..=9)) {
        game.each_turn::<10>(|turn| {
            let (before, after) = (&turn.before, &turn.after);
            let halves = after.half[0] + after.half[1] + 2 * after.cheese_left;
            prop_assert_eq!((halves, after.cheese_total), (2 * after.cheese_total, before.cheese_total));
            prop_assert_eq!(usize::from(after.cheese_left), after.cheese.len());
            prop_assert!(after.cheese.iter().all(|cell| before.cheese.contains(cell)), "cheese never comes or moves");
            prop_assert!((0..=2).contains(&(before.cheese_left - after.cheese_left)));
            for cell in before.cheese.iter().filter(|&cell| !after.cheese.contains(cell)) {
                let eats = |seat: usize| usize::from(after.pos[seat]) == cell && after.delay[seat] == 0;
                prop_assert!(eats(0) || eats(1), "cheese goes only under a seat that is free");
            }
            Ok(())
        })?;
    }

    #[test]
    fn i3_a_position_changes_by_one_step_over_an_edge_and_only_from_delay_0(game in any_match(2..=9)) {
        game.each_turn::<10>(|turn| {
            for seat in 0..2 {
                let (from, to) = (usize::from(turn.before.pos[seat]), usize::from(turn.after.pos[seat]));
                if from != to {
                    let ways = Action::DIRECTIONS.into_iter();
                    let way = ways.filter(|&way| turn.world.maze.crossing(from, way) > 0);
                    let mut reached = way.map(|way| turn.world.maze.beyond(from, way));
                    prop_assert!(reached.any(|cell| cell == to));
                    prop_assert_eq!(turn.before.delay[seat], 0);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn i4_a_game_is_over_exactly_when_r18_says_so_and_then_frozen(game in any_match(2..=5)) {
        game.each_turn::<10>(|turn| {
            let plain = Plain::of(turn.world, &turn.after);
            prop_assert_eq!(plain.over, plain.reason());
            let over = plain.over.is_some();
            prop_assert_eq!(PyRat::<10>::phase(turn.world, &turn.after).is_over(), over);
            prop_assert_eq!(PyRat::<10>::outcome(turn.world, &turn.after).is_some(), over);
            for seat in [Seat(0), Seat(1)] {
                let mut legal = 0;
                PyRat::<10>::legal(turn.world, &turn.after, seat, &mut |_| legal += 1);
                prop_assert_eq!(legal, if over { 0 } else { 5 });
            }
            if turn.before.status != Status::Running {
                prop_assert_eq!(turn.after, turn.before);
                prop_assert_eq!(&turn.events, &[]);
            }
            Ok(())
        })?;
    }

    #[test]
    fn i5_turning_the_board_round_commutes_with_a_turn(game in any_match(2..=7)) {
        game.each_turn::<10>(|turn| {
            let (world, mut state) = turned(turn.world, &turn.before);
            let [python, rat] = turn.actions.map(Action::mirrored);
            let events = matches::step(&world, &mut state, [rat, python]);
            prop_assert_eq!(state, turned(turn.world, &turn.after).1);
            let seen = turn.events.iter().map(|event| turned_event(world.grid(), event)).collect();
            prop_assert_eq!(events, in_order(seen));
            let outcome = PyRat::<10>::outcome(turn.world, &turn.after).map(|mut outcome| {
                outcome.seats.reverse();
                outcome
            });
            prop_assert_eq!(PyRat::<10>::outcome(&world, &state), outcome);
            Ok(())
        })?;
    }

    #[test]
    fn i6_the_order_of_choices_changes_nothing(game in any_match(2..=7)) {
        game.each_turn::<10>(|turn| {
            let (mut state, mut events) = (turn.before, Vec::new());
            let mut choices = matches::choices(turn.actions);
            choices.reverse();
            PyRat::<10>::step(turn.world, &mut state, &choices, |event| events.push(event));
            prop_assert_eq!((state, &events), (turn.after, &turn.events));
            Ok(())
        })?;
    }

    #[test]
    fn i7_and_i11_an_effective_direction_moves_and_any_other_is_a_stay(game in any_match(2..=7)) {
        game.each_turn::<10>(|turn| {
            if turn.before.status != Status::Running {
                return Ok(());
            }
            let (board, plain) = (Board::of(&turn.world.maze), Plain::of(turn.world, &turn.before));
            for (seat, action) in (0..2).flat_map(|seat| Action::ALL.map(|action| (seat, action))) {
                let effective = crate::encode::is_effective(turn.world, &turn.before, Seat(seat as u8), action);
                prop_assert_eq!(effective, plain.effective(&board, seat).contains(&action));
                let with = |action| {
                    let mut actions = turn.actions;
                    actions[seat] = action;
                    after(turn, actions)
                };
                let (state, stayed) = (with(action), with(Action::Stay));
                let moves = effective && action != Action::Stay;
                prop_assert_eq!(state.pos[seat] != turn.before.pos[seat], moves);
                if !moves {
                    prop_assert_eq!(state, stayed);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn i8_a_copy_stepped_aside_changes_nothing(game in any_match(2..=7), other in matches::any_play(1..=5)) {
        let (untouched, _) = matches::game::<10>(&game.settings, game.seed);
        game.each_turn::<10>(|turn| {
            let (kept, mut aside) = (turn.after, turn.after);
            other.iter().for_each(|&actions| drop(matches::step(turn.world, &mut aside, actions)));
            prop_assert_eq!(kept, turn.after);
            prop_assert_eq!(turn.world, &untouched, "and no turn writes to the world");
            prop_assert_eq!(after(turn, turn.actions), turn.after, "the same turn again gives the same state");
            Ok(())
        })?;
    }

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

    #[test]
    fn i12_a_state_survives_its_json(game in any_match(2..=9)) {
        game.each_turn::<10>(|turn| {
            let document = serde_json::to_value(PyRat::<10>::write_state(turn.world, &turn.after)).expect("JSON");
            prop_assert_eq!(PyRat::<10>::read_state(turn.world, &document), Ok(turn.after));
            Ok(())
        })?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_turn_of_every_size_of_state_equals_the_twin(
        mut game in any_match(2..=20),
        large in any_match(21..=28),
        huge in any_match(29..=36),
        largest in any_match(60..=64),
    ) {
        equals_the_twin::<26>(&game)?;
        equals_the_twin::<26>(&large)?;
        equals_the_twin::<42>(&huge)?;
        equals_the_twin::<128>(&largest)?;
        game.settings["width"] = 2.into();
        game.settings["cheese_count"] = 2.into();
        equals_the_twin::<128>(&game)?;
    }
}
