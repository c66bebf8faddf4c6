//! The golden scenarios of section 11, played as they are written there.

use super::matches;
use crate::event::Event;
use crate::{Action, PyRat, State, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

const GOLDEN: &str = include_str!("../../data/golden.txt");

/// One scenario: its title, its `board` line as settings, its play, and the lines that must be true.
pub(super) struct Scenario {
    pub title: &'static str,
    pub settings: Value,
    pub play: Vec<[Action; 2]>,
    lines: Vec<(usize, &'static str)>,
}

impl Scenario {
    pub(super) fn begin(&self) -> (World, State<10>) {
        matches::game(&self.settings, 0)
    }
}

/// All scenarios of the file.
pub(super) fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    for line in GOLDEN.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            all.push(Scenario { title, settings: Value::Null, play: Vec::new(), lines: Vec::new() });
            continue;
        }
        let scenario = all.last_mut().expect("a title comes first");
        if let Some(board) = line.strip_prefix("board ") {
            scenario.settings = board_line(board);
        } else if let Some(play) = line.strip_prefix("play ") {
            scenario.play = play_line(play);
        } else {
            let (turns, state) = line.split_once(": ").expect("a state after so many turns");
            scenario.lines.push((turns.parse().expect("a number of turns"), state));
        }
    }
    all
}

fn board_line(line: &str) -> Value {
    let mut words = line.split(' ');
    let (width, height) = words.next().and_then(|size| size.split_once('x')).expect("a size");
    let mut settings = json!({ "walls": [], "mud": [], "cheese": [], "start": [] });
    settings["width"] = number(width);
    settings["height"] = number(height);
    let mut list = "";
    for word in words {
        match word {
            "walls" | "mud" | "cheese" | "max" => list = word,
            "P" | "R" => list = "start",
            value if list == "max" => settings["max_turns"] = number(value),
            value => settings[list].as_array_mut().expect("a list").push(numbers(value)),
        }
    }
    settings
}

fn number(word: &str) -> Value {
    word.parse::<u64>().unwrap_or_else(|_| panic!("{word} is not a number")).into()
}

fn numbers(word: &str) -> Value {
    word.split([',', '-', '=']).map(number).collect()
}

fn play_line(line: &str) -> Vec<[Action; 2]> {
    let action = |letter| match letter {
        'U' => Action::Up,
        'R' => Action::Right,
        'D' => Action::Down,
        'L' => Action::Left,
        'S' => Action::Stay,
        other => panic!("{other} is no action"),
    };
    let (python, rat) = line.split_once(" / ").expect("two plays");
    assert_eq!(python.len(), rat.len(), "{line}");
    python.chars().zip(rat.chars()).map(|(python, rat)| [action(python), action(rat)]).collect()
}

/// A state in the notation of the scenarios: `P 2,0+3 0 R 4,0 0 left 3`.
fn state_line(world: &World, state: &State<10>) -> String {
    let view = PyRat::<10>::view(world, state, &[], Seat(0));
    let player = |seat: usize| {
        let player = view.players[seat];
        let delay = if player.delay > 0 { format!("+{}", player.delay) } else { String::new() };
        format!("{},{}{delay} {}", player.at.x, player.at.y, f64::from(player.half) / 2.0)
    };
    let mut line = format!("P {} R {} left {}", player(0), player(1), view.cheese.len());
    if let Some(outcome) = PyRat::<10>::outcome(world, state) {
        let winner = match outcome.winner() {
            Some(seat) => ["python", "rat"][seat.index()],
            None => "draw",
        };
        line += &format!(" end {} {winner}", outcome.reason);
    }
    line
}

#[test]
fn every_golden_scenario_plays_as_written() {
    let all = scenarios();
    assert_eq!(all.len(), 13);
    for Scenario { title, settings, play, lines } in &all {
        let (world, mut state) = matches::game(settings, 0);
        let mut seen = vec![state_line(&world, &state)];
        for &actions in play {
            let over = PyRat::<10>::phase(&world, &state).is_over();
            let events = matches::step(&world, &mut state, actions);
            assert_eq!(events.is_empty(), over, "{title}: a frozen state logs nothing, any other does");
            let ends = events.iter().any(|event| matches!(event, Event::Over { .. }));
            assert_eq!(ends, !over && PyRat::<10>::phase(&world, &state).is_over(), "{title}");
            seen.push(state_line(&world, &state));
        }
        assert!(!lines.is_empty(), "{title}");
        for &(turns, expected) in lines {
            assert_eq!(seen[turns], expected, "{title}, after {turns}");
        }
        // A turn that no line calls an end is not one.
        let first_end = lines.iter().find(|(_, line)| line.contains(" end ")).map_or(usize::MAX, |&(turns, _)| turns);
        for (turns, line) in seen.iter().enumerate().take(first_end) {
            assert!(!line.contains(" end "), "{title}, after {turns}: {line}");
        }
    }
}
