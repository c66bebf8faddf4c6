//! The end game beside perfect play: every choice of every turn, backwards from the end.

use super::super::endgame::Position;
use super::super::matrix::Matrix;
use super::*;
use gridhaunt_pyrat::Settings;
use gridhaunt_pyrat::settings::Starts;
use gridhaunt_testing::pass;
use std::collections::BTreeMap;

/// By positions, half points, delays, cheese and turn.
type Known = BTreeMap<([u16; 2], [u16; 2], [u8; 2], u32, u16), f64>;

/// What a state is worth to the python if both play perfectly: 1 for a win, 0 for a draw, -1 for a loss.
fn perfect(world: &World, state: &State<10>, known: &mut Known) -> f64 {
    if let Some(outcome) = PyRat::outcome(world, state) {
        return outcome.winner().map_or(0.0, |winner| if winner == Seat(0) { 1.0 } else { -1.0 });
    }
    let key = (state.pos, state.half, state.delay, state.cheese.0[0], state.turn);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let matrix = Matrix::new(5, 5, |mine, its| {
        let mut next = *state;
        pass::<PyRat>(world, &mut next, &[(Seat(0), Action::ALL[mine]), (Seat(1), Action::ALL[its])]);
        perfect(world, &next, known)
    });
    let value = matrix.solve().value;
    known.insert(key, value);
    value
}

/// On how many of these boards the end game is worth something else than perfect play.
fn differences(cheese: u16, seeds: core::ops::Range<u64>) -> usize {
    let differs = |&seed: &u64| {
        let (width, height, start) = (2 + (seed % 3) as u16, 2 + (seed / 3 % 2) as u16, Starts::Random);
        let sizes = Settings { width, height, start, cheese_count: Some(cheese), max_turns: 9, ..Settings::default() };
        let settings = Settings { symmetric: false, cheese_symmetric: Some(false), mud_density: 0.3, ..sizes };
        let (world, state) = PyRat::new(&settings, seed).unwrap();
        let mut bot = planner(&world, &state, Seat(0));
        let race = bot.race_of(&PyRat::view(&world, &state, &[], Seat(0))).unwrap();
        let value = Position::new(&bot.chart, &race).matrix.solve().value;
        (value - perfect(&world, &state, &mut Known::new())).abs() > 0.05
    };
    seeds.filter(differs).count()
}

#[test]
fn the_last_two_cheeses_are_worth_what_perfect_play_makes_of_them() {
    assert_eq!(differences(1, 0..60), 0);
    assert_eq!(differences(2, 0..60), 0);
}

/// Who changes its mind between two meals may gain a little.
#[test]
fn three_cheeses_are_hardly_ever_worth_anything_else() {
    let differences = differences(3, 0..60);
    assert!(differences <= 3, "{differences} of 60");
}
