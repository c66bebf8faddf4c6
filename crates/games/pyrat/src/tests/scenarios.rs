//! Scenarios: the board before and after, the choices and the reported events. The name of each is the rule that it
//! tests.
//!
//! A scenario is a name, the boards side by side, `>` the choices of python and rat, `:` the reported events and `!` how
//! the match ended. After a scenario without `!` it continues.

use super::matches;
use crate::Action::{self, Down, Left, Right, Stay, Up};
use crate::event::Event;
use crate::{PyRat, State, World, drawing};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Scenario, Stage, pass, play_scenarios, side_by_side};
use serde_json::json;

const PYTHON: Seat = Seat(0);
const RAT: Seat = Seat(1);

fn cell(x: u16, y: u16) -> Cell {
    Cell { x, y }
}

fn drawn(text: &str) -> (World, State<10>) {
    drawing::game(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn winner(seat: Option<Seat>) -> &'static str {
    seat.map_or("draw", |seat| ["python", "rat"][seat.index()])
}

/// The match of a scenario, and the state after it.
struct Board {
    world: World,
    state: State<10>,
    after: State<10>,
}

impl Board {
    fn of(scenario: &Scenario<'_>) -> Self {
        let picture = scenario.given.join("\n");
        let boards = side_by_side(&picture);
        let (world, state) = drawn(&boards[0].join("\n"));
        let (same_world, after) = drawn(&boards[1].join("\n"));
        assert_eq!(world.maze, same_world.maze, "both pictures show one maze");
        let ends = scenario.lines.iter().any(|(mark, _)| *mark == '!');
        assert_eq!(PyRat::<10>::phase(&world, &after).is_over(), ends, "`!` is there where it ends");
        Self { world, state, after }
    }

    fn ending(&self) -> String {
        let Some(outcome) = PyRat::<10>::outcome(&self.world, &self.state) else { return "not over".into() };
        format!("{} {}", outcome.reason, winner(outcome.winner()))
    }
}

impl Stage for Board {
    fn play(&mut self, choices: &str) -> Vec<String> {
        let action = |word: &str| {
            let code = Action::NAMES.iter().position(|name| *name == word);
            Action::ALL[code.unwrap_or_else(|| panic!("{word} is no action"))]
        };
        let (python, rat) = choices.split_once(", ").expect("two choices");
        let events = matches::step(&self.world, &mut self.state, [action(python), action(rat)]);
        // What people are not told: what was ignored, and in short how it ended.
        let more = |event: &Event| match event {
            Event::InMud { ignored, .. } | Event::LeftMud { ignored, .. } => format!(", not {}", ignored.name()),
            Event::Over { reason, winner: seat } => format!(": {} {}", reason.name(), winner(*seat)),
            _ => String::new(),
        };
        events.iter().map(|event| PyRat::<10>::tell(&self.world, event) + &more(event)).collect()
    }

    fn show(&self, mark: char, _expected: &str) -> Option<String> {
        (mark == '!').then(|| self.ending())
    }

    fn end(&self) -> Result<(), String> {
        let picture = |state: &State<10>| PyRat::<10>::drawing(&self.world, state);
        let (got, need) = (picture(&self.state), picture(&self.after));
        if self.state == self.after { Ok(()) } else { Err(format!("after it is\n{got}and not\n{need}")) }
    }
}

/// Tests R6, R7, R10, R11 and R15.
#[test]
fn players_move_and_wade() {
    play_scenarios(include_str!("scenarios/moves.txt"), 12, Board::of);
}

/// R16 and R17.
#[test]
fn cheese_is_eaten_and_shared() {
    play_scenarios(include_str!("scenarios/cheese.txt"), 15, Board::of);
}

/// R18 to R20.
#[test]
fn matches_end() {
    play_scenarios(include_str!("scenarios/ends.txt"), 15, Board::of);
}

// R9: choices.

const OPEN: &str = "
    +---+---+---+
    | .   .   R |
    +   +   +   +
    | P   .   * |
    +---+---+---+
";

fn cells_after(choices: &[(Seat, Action)]) -> [Cell; 2] {
    let (world, mut state) = drawn(OPEN);
    pass::<PyRat<10>>(&world, &mut state, choices);
    assert_eq!(state.turn, 1, "{choices:?}");
    state.pos.map(|index| world.grid().cell(index.into()))
}

#[test]
fn a_seat_without_a_choice_stays() {
    assert_eq!(cells_after(&[]), [cell(0, 0), cell(2, 1)]);
    assert_eq!(cells_after(&[(RAT, Down)]), [cell(0, 0), cell(2, 0)]);
    assert_eq!(cells_after(&[(PYTHON, Up)]), [cell(0, 1), cell(2, 1)]);
}

#[test]
fn a_missing_choice_is_told_as_a_stay() {
    let (world, mut state) = drawn(OPEN);
    let mut events = Vec::new();
    PyRat::<10>::step(&world, &mut state, &[], |event| events.push(event));
    assert_eq!(events, [Event::Stayed { seat: PYTHON }, Event::Stayed { seat: RAT }]);
    let view = PyRat::<10>::view(&world, &state, &[(RAT, Down)], PYTHON);
    assert_eq!(view.last, [Stay, Down], "and shown as one");
}

#[test]
fn the_first_choice_of_a_seat_counts() {
    assert_eq!(cells_after(&[(PYTHON, Up), (PYTHON, Right), (RAT, Left), (RAT, Down)]), [cell(0, 1), cell(1, 1)]);
    assert_eq!(cells_after(&[(PYTHON, Stay), (PYTHON, Right)]), [cell(0, 0), cell(2, 1)], "also when it is to stay");
}

#[test]
fn the_order_of_choices_has_no_effect() {
    for python in Action::ALL {
        for rat in Action::ALL {
            let there = cells_after(&[(PYTHON, python), (RAT, rat)]);
            assert_eq!(there, cells_after(&[(RAT, rat), (PYTHON, python)]), "{python:?} {rat:?}");
        }
    }
}

#[test]
fn seats_that_do_not_exist_are_ignored() {
    let choices = [(Seat(2), Up), (Seat(255), Down), (PYTHON, Right), (Seat(2), Left)];
    assert_eq!(cells_after(&choices), [cell(1, 0), cell(2, 1)]);
}

#[test]
fn both_seats_choose_every_turn_and_all_five_actions_are_legal() {
    let (world, mut state) = drawn(
        "
        +---+---+
        | P*9 . |
        +   +   +
        | .   R |
        +---+---+
        delay 5 0
        max 1
    ",
    );
    let legal = |state: &State<10>, seat| {
        let mut actions = Vec::new();
        PyRat::<10>::legal(&world, state, seat, &mut |action| actions.push(action));
        for action in Action::ALL {
            assert_eq!(PyRat::<10>::allows(&world, state, seat, action), actions.contains(&action));
        }
        actions
    };
    assert_eq!(legal(&state, PYTHON), Action::ALL, "also in transit");
    assert_eq!(legal(&state, RAT), Action::ALL);
    assert_eq!(legal(&state, Seat(2)), []);
    assert_eq!(PyRat::<10>::phase(&world, &state).seats().len(), 2);
    matches::step(&world, &mut state, [Stay, Stay]);
    assert!(PyRat::<10>::phase(&world, &state).is_over());
    assert_eq!([legal(&state, PYTHON), legal(&state, RAT)], [[]; 2], "none when it is over");
}

#[test]
fn a_code_above_four_is_an_error_in_json_and_a_stay_in_the_raw_kernel() {
    let (world, state) = drawn(OPEN);
    for code in 0..5u8 {
        assert_eq!(PyRat::<10>::read_action(&world, &json!(code)), Ok(Action::ALL[usize::from(code)]));
        assert_eq!(
            PyRat::<10>::read_action(&world, &json!(Action::NAMES[usize::from(code)])),
            Ok(Action::ALL[usize::from(code)])
        );
    }
    for wrong in
        [json!(5), json!(255), json!(256), json!(260), json!(-1), json!(1.5), json!("north"), json!(null), json!([1])]
    {
        let error = PyRat::<10>::read_action(&world, &wrong).expect_err("no action");
        assert_eq!(error.to_string(), format!("action: {wrong} is not 0..=4 or one of up, right, down, left, stay"));
    }
    for code in 5..=255u8 {
        let (mut raw, mut stayed) = (state, state);
        let turn = crate::rules::step(world.maze.turns(), world.grid().width(), &mut raw, [code, 1]);
        let same = crate::rules::step(world.maze.turns(), world.grid().width(), &mut stayed, [4, 1]);
        assert_eq!((raw, turn), (stayed, same), "code {code}");
    }
}

// R8, R17: the first turn of a game made from settings.

#[test]
fn nothing_is_eaten_before_the_first_turn() {
    let settings = json!({"width": 3, "height": 2, "walls": [], "cheese": [[0, 0], [2, 1], [1, 0], [0, 1]]});
    let (world, start) = matches::game::<10>(&settings, 0);
    assert_eq!((start.cheese_left, start.cheese_total, start.half, start.turn, start.delay), (4, 4, [0; 2], 0, [0; 2]));
    let mut stayed = start;
    matches::step(&world, &mut stayed, [Stay, Stay]);
    assert_eq!((stayed.half, stayed.cheese_left), ([2, 2], 2), "who stays eats what lies under it");
    let mut walked = start;
    matches::step(&world, &mut walked, [Right, Left]);
    assert_eq!((walked.half, walked.cheese_left), ([2, 0], 3), "who walks off leaves it");
    assert!(walked.cheese.contains(0) && walked.cheese.contains(5));
}

#[test]
fn two_who_start_on_one_cheese_share_it() {
    let settings = json!({"width": 2, "height": 2, "walls": [], "cheese": [[0, 0], [1, 1]], "start": [[0, 0], [0, 0]]});
    let (world, mut state) = matches::game::<10>(&settings, 0);
    matches::step(&world, &mut state, [Down, Stay]);
    assert_eq!((state.half, state.cheese_left), ([1, 1], 1));
}
