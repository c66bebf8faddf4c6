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
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Game, Seat, Wire};
use serde_json::json;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, println};

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
        legal(world, state, State::seat_of(&world.ground(), actor)).iter().map(|a| a.word()).collect();
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
    let one = |standing: &gridhaunt_kernel::outcome::Standing| format!("{} #{}", standing.units, standing.rank);
    format!("{}: {}", outcome.reason, outcome.seats.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// The world and state that a scenario begins with, and the lines after it.
fn begin<'a>(mut lines: &'a [&'a str]) -> (World, State, &'a [&'a str]) {
    let mut document = json!({});
    let mut next = || {
        let (&line, rest) = lines.split_first()?;
        lines = rest;
        Some((line, rest))
    };
    let (mut notes, mut boards) = (Vec::new(), Vec::<(bool, Vec<&str>, Vec<&str>)>::new());
    let mut rest: &[&str] = &[];
    while let Some((line, after)) = next() {
        if line.starts_with('{') {
            document = serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        } else if line == "level" {
            boards.push((true, Vec::new(), Vec::new()));
        } else if let Some(row) = line.strip_prefix('|') {
            if boards.is_empty() || (!boards[0].0 && boards.len() > 1) {
                boards.push((false, Vec::new(), Vec::new()));
            }
            let (_, its_notes, rows) = boards.last_mut().expect("a board");
            its_notes.append(&mut notes);
            rows.push(row);
        } else if line.starts_with(|sign: char| sign.is_alphabetic()) {
            notes.push(line);
        } else {
            break;
        }
        rest = after;
    }
    if boards[0].0 {
        let levels: Vec<Value> = boards.iter().map(|(_, notes, rows)| Shown::new(notes, rows).level()).collect();
        let (world, state) = matches::game(&matches::with(document, json!({"levels": levels})), 0);
        return (world, state, rest);
    }
    let (_, notes, rows) = &boards[0];
    let (world, state) = matches::given(&document, 0, &Shown::new(notes, rows).state());
    // The picture was read as it is drawn. Where it does not begin in the rectangle's corner that is left alone.
    if !notes.iter().any(|note| note.starts_with("at")) {
        assert_eq!(Snarl::drawing(&world, &state), board(rows));
    }
    (world, state, rest)
}

fn board(rows: &[&str]) -> String {
    rows.iter().map(|row| format!("{}\n", row.trim_end())).collect()
}

/// Plays one scenario; the error says where it differs.
fn play(scenario: &str) -> Result<(), String> {
    let lines: Vec<&str> = scenario.lines().skip(1).collect();
    let (world, mut state, mut lines) = begin(&lines);
    let mut told: Vec<String> = Vec::new();
    let expect = |what: &str, got: String, expected: &str| {
        if got == expected { Ok(()) } else { Err(format!("{what} is\n  {got}\nand not\n  {expected}")) }
    };
    while let Some((&line, rest)) = lines.split_first() {
        lines = rest;
        let (mark, words) = line.split_at(1);
        let words = words.trim();
        if mark != ":" && !told.is_empty() {
            return Err(format!("it is told too: {told:#?}"));
        }
        match mark {
            ">" => {
                let before = state;
                let mut events = Vec::new();
                Snarl::step(&world, &mut state, &spoken(&world, words), |event| events.push(event));
                told = Snarl::log(&world, &before, &events);
                let mut again = before;
                Snarl::step(&world, &mut again, &spoken(&world, words), |_| {});
                assert_eq!(again, state);
            }
            ":" => {
                let first = if told.is_empty() { "nothing".to_string() } else { told.remove(0) };
                if words == "*" {
                    told.clear();
                } else {
                    expect("what is told", first, words)?;
                }
            }
            "=" => {
                let count = lines.iter().take_while(|row| row.starts_with('|')).count();
                let rows: Vec<&str> = lines[..count].iter().map(|row| &row[1..]).collect();
                lines = &lines[count..];
                let after = Snarl::drawing(&world, &state);
                if after != board(&rows) {
                    return Err(format!("after it is\n{after}"));
                }
            }
            "?" => expect("the turn", turn(&world, &state), words)?,
            "%" => expect("the heading", Snarl::heading(&world, &state).unwrap_or_default(), words)?,
            "&" => expect("the roster", standings(&world, &state), words)?,
            "!" => expect("the end", ending(&world, &state), words)?,
            "#" => expect("draws", state.random.counter.to_string(), words)?,
            _ => return Err(format!("what is {line}")),
        }
    }
    if told.is_empty() { Ok(()) } else { Err(format!("it is told too: {told:#?}")) }
}

fn play_all(text: &str, least: usize) {
    let mut failed = 0;
    let scenarios: Vec<&str> = text.split("\n\n").map(str::trim_end).filter(|text| !text.is_empty()).collect();
    for scenario in &scenarios {
        println!("{}", scenario.lines().next().unwrap_or(""));
        if let Err(error) = play(scenario) {
            failed += 1;
            println!("{scenario}\n-- {error}\n");
        }
    }
    assert_eq!(failed, 0, "of {}", scenarios.len());
    assert!(scenarios.len() >= least, "{} scenarios", scenarios.len());
}

#[test]
fn levels_begin_by_r6_and_r8_to_r13() {
    play_all(include_str!("scenarios/set_up.txt"), 8);
}

#[test]
fn players_move_by_r15_to_r17() {
    play_all(include_str!("scenarios/moves.txt"), 12);
}

#[test]
fn tiles_decide_by_r18_and_r19() {
    play_all(include_str!("scenarios/interactions.txt"), 12);
}

#[test]
fn rounds_refusals_and_forfeits_go_by_r14_r20_and_r24() {
    play_all(include_str!("scenarios/rounds.txt"), 12);
}

#[test]
fn levels_and_games_end_by_r26_to_r29() {
    play_all(include_str!("scenarios/ends.txt"), 12);
}

#[test]
fn adversaries_go_by_r30_to_r34() {
    play_all(include_str!("scenarios/adversaries.txt"), 20);
}
