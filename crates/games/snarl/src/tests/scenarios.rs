//! Scenarios: a board, the choices, the reported events and the board after. The name of each is the rule that it
//! tests.
//!
//! A scenario is a name, then optional settings, then the board before: notes and rows after `|` as `pictures` reads
//! them. Where rows are headed by `level` they are levels instead, and the match is set up in the first. Then, line by
//! line: `?` whose turn it is and what is legal, `>` the choices of a step, `:` the reported events, `=` the rows of
//! the board after, `%` the heading, `&` the standings of the players, `!` how it ended, `#` the number of draws since
//! the start.

use super::matches::{self, legal};
use super::pictures::Shown;
use crate::state::State;
use crate::{Action, Snarl, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Scenario, Stage, pass, play_scenarios};
use serde_json::json;

/// The seat of a glyph.
fn seat(world: &World, sign: &str) -> Seat {
    match sign {
        "Z" => Seat(world.code.players),
        "G" => Seat(world.code.players + 1),
        number => Seat(number.parse::<u8>().unwrap_or_else(|_| panic!("who is {number}")) - 1),
    }
}

/// Choices in words: `1 se, Z n`.
fn spoken(world: &World, words: &str) -> Vec<(Seat, Action)> {
    let one = |phrase: &str| {
        let (sign, word) = phrase.trim().split_once(' ').unwrap_or_else(|| panic!("what is {phrase}"));
        (seat(world, sign), Action::from_word(word).unwrap_or_else(|| panic!("{word} is nothing to do")))
    };
    words.split(',').filter(|phrase| !phrase.trim().is_empty()).map(one).collect()
}

fn turn(world: &World, state: &State) -> String {
    let Some(actor) = state.actor(&world.ground()) else { return "nobody".into() };
    let words: Vec<&str> =
        legal(world, state, State::seat_of(&world.ground(), actor)).iter().map(|a| a.name()).collect();
    format!("{}: {}", world.name(actor), words.join(" "))
}

fn standings(world: &World, state: &State) -> String {
    let one = |entry: &crate::view::RosterEntry| {
        format!("{} {}/{}/{}", entry.status.name(), entry.exits, entry.keys, entry.ejects)
    };
    crate::view::roster(world, state).iter().map(one).collect::<Vec<_>>().join(", ")
}

fn ending(world: &World, state: &State) -> String {
    let Some(outcome) = Snarl::outcome(world, state) else { return "not over".into() };
    let one = |standing: &Standing| format!("{} #{}", standing.units, standing.rank);
    format!("{}: {}", outcome.reason, outcome.seats.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A match in the notation of the scenarios.
struct Crawl {
    world: World,
    state: State,
}

impl Crawl {
    fn of(scenario: &Scenario<'_>) -> Self {
        let (mut document, mut notes) = (json!({}), Vec::new());
        // Rows headed by `level`, with the notes before them.
        let mut boards: Vec<(bool, Vec<&str>, Vec<&str>)> = Vec::new();
        for &line in &scenario.given {
            if line.starts_with('{') {
                document = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            } else if line == "level" {
                boards.push((true, Vec::new(), Vec::new()));
            } else if let Some(row) = line.strip_prefix('|') {
                if boards.is_empty() {
                    boards.push((false, Vec::new(), Vec::new()));
                }
                let (_, its_notes, rows) = boards.last_mut().expect("a board");
                its_notes.append(&mut notes);
                rows.push(row);
            } else {
                notes.push(line);
            }
        }
        if boards[0].0 {
            let levels: Vec<Value> = boards.iter().map(|(_, notes, rows)| Shown::new(notes, rows).level()).collect();
            let (world, state) = matches::game(&matches::with(document, json!({"levels": levels})), 0);
            return Self { world, state };
        }
        let (_, notes, rows) = &boards[0];
        let (world, state) = matches::given(&document, 0, &Shown::new(notes, rows).state());
        // The picture was read as it is drawn. Where it does not begin in the rectangle's corner that is left alone.
        if !notes.iter().any(|note| note.starts_with("at")) {
            let drawn: String = rows.iter().map(|row| format!("{}\n", row.trim_end())).collect();
            assert_eq!(Snarl::drawing(&world, &state), drawn);
        }
        Self { world, state }
    }
}

impl Stage for Crawl {
    fn play(&mut self, choices: &str) -> Vec<String> {
        let Self { world, state } = self;
        let (before, choices) = (*state, spoken(world, choices));
        let events = matches::step(world, state, &choices);
        let mut again = before;
        pass::<Snarl>(world, &mut again, &choices);
        assert_eq!(again, *state);
        Snarl::log(world, &before, &events)
    }

    fn show(&self, mark: char, _expected: &str) -> Option<String> {
        let Self { world, state } = self;
        match mark {
            '=' => Some(Snarl::drawing(world, state)),
            '?' => Some(turn(world, state)),
            '%' => Some(Snarl::heading(world, state).unwrap_or_default()),
            '&' => Some(standings(world, state)),
            '!' => Some(ending(world, state)),
            '#' => Some(state.random.counter.to_string()),
            _ => None,
        }
    }
}

#[test]
fn levels_begin_by_r6_and_r8_to_r13() {
    play_scenarios(include_str!("scenarios/set_up.txt"), 11, Crawl::of);
}

#[test]
fn players_move_by_r15_to_r17() {
    play_scenarios(include_str!("scenarios/moves.txt"), 20, Crawl::of);
}

#[test]
fn tiles_decide_by_r18_and_r19() {
    play_scenarios(include_str!("scenarios/interactions.txt"), 16, Crawl::of);
}

#[test]
fn rounds_refusals_and_forfeits_go_by_r14_r20_and_r24() {
    play_scenarios(include_str!("scenarios/rounds.txt"), 17, Crawl::of);
}

#[test]
fn levels_and_games_end_by_r26_to_r29() {
    play_scenarios(include_str!("scenarios/ends.txt"), 12, Crawl::of);
}

#[test]
fn adversaries_go_by_r30_to_r34() {
    play_scenarios(include_str!("scenarios/adversaries.txt"), 33, Crawl::of);
}
