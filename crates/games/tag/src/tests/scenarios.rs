//! Scenarios: the board before and after, and the choices. Those of section 15 are copied from the rule book; every
//! other one has the name of the rule that it tests.
//!
//! Such a scenario is a name, optional settings, the boards side by side, then line by line: `>` the choices of a
//! phase, `:` the reported events except plain moves, `%` the line above the board.

use super::matches::{self, Picture, spoken, with};
use crate::drawing::headline;
use crate::state::State;
use crate::{Tag, World};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Game, Wire};
use gridhaunt_testing::side_by_side;
use serde_json::json;
use std::string::{String, ToString};
use std::vec::Vec;

/// The boards of section 15, as they are drawn there.
pub(super) const BOARDS: &str = "
  T01 before after       T02 before after       T03 before after       T04 before after       T06 before after       T07 before after
3 ...A.B...  ....AB...   ...A.B...  ...AB....   ...AB....  ...AB....   ..ABC....  ...ABC...   ...AB....  ...AB....   ..CB.A...  ..CBA....
4 .........  .........   .........  .........   .........  .........   .........  .........   ...C.....  ...C.....   .........  .........
8 a.......>  a.......>   a.......>  a.......>   a.......>  a.......>   a.......>  a.......>   a.......>  a.......>   a.......>  a.......>

  T10 before after       T11 before after       T12 before after       T13 before after       T16 before after       T27 before after
0 .........  .........   B.......>  B.......>   B.......b  B.......b   A........  A........   A........  A........   B.......>  B.......>
3 ...A.....  .........   ...a.....  .........   ...a.....  .........   .........  .........   .........  .........   ...a.....  ...A.....
4 ....a....  ....A....   ....A....  ....A....   ....A....  ....A....   B........  B........   B........  B........   ....A....  ....>....
5 .....B...  .....B...   .........  .........   .........  .........   .........  .........   .........  .........   .....b...  .........
7 .........  .........   .........  .........   .........  .........   .......a.  .........   .......b.  .........   .........  .........
8 b.......>  b.......>   .........  .........   ........>  ........>   .......b>  .......b>   ....a...>  ........>   .........  .........
";

/// The rows of a scenario of section 15, before and after, with their y.
pub(super) fn boards(id: &str) -> [Vec<(u16, &'static str)>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    let mut column = None;
    for line in BOARDS.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            None => column = None,
            Some(first) if first.starts_with('T') => column = words.iter().position(|word| *word == id),
            Some(y) => {
                // A title is three words wide, `T01 before after`; a row has its y and then two words for each.
                let Some(column) = column.map(|title| 1 + title / 3 * 2) else { continue };
                let y = y.parse().expect("a row begins with its y");
                found[0].push((y, words[column]));
                found[1].push((y, words[column + 1]));
            }
        }
    }
    assert!(!found[0].is_empty(), "{id} is not drawn");
    found
}

/// A board in the notation of R47, empty where no row is drawn.
fn printed(width: usize, height: u16, rows: &[(u16, &str)]) -> String {
    let row =
        |y: u16| rows.iter().find(|(at, _)| *at == y).map_or_else(|| ".".repeat(width), |(_, row)| row.to_string());
    (0..height).map(|y| row(y) + "\n").collect()
}

fn board(world: &World, state: &State<8>) -> String {
    let text = Tag::<8>::drawing(world, state);
    text.split_once('\n').map(|(_, board)| board.to_string()).expect("a line stands above the board")
}

/// The lines of the log, without successful moves and passed checks.
fn told(world: &World, state: &mut State<8>, choices: &str) -> Vec<String> {
    let before = *state;
    let events = matches::step(world, state, &spoken(world, choices));
    let moves_or_checks = |line: &String| {
        line.starts_with("check: ")
            || line.split(' ').nth(1).is_some_and(|word| {
                word.starts_with('(') && !line.contains(" refused: ") && !line.ends_with(" no choice")
            })
    };
    let mut lines = Tag::<8>::log(world, &before, &events);
    lines.retain(|line| !moves_or_checks(line));
    lines
}

/// `(id, settings, start, play, the reported events, the line above the board)`.
type Row = (&'static str, Value, Value, &'static [&'static str], &'static [&'static str], &'static str);

fn rows() -> Vec<Row> {
    let plain = || json!({"exits": [[8, 8]]});
    let two = || json!({"exits": [[4, 4], [8, 0]]});
    let quiet = "round 1/100, in 1, escaped 0, captured 0";
    Vec::from([
        ("T01", plain(), json!({}), &["A E, B W"][..], &["B (5,3) W refused: contested"][..], quiet),
        ("T02", plain(), json!({}), &["A E bid 10, B W bid 20"], &["A (3,3) E refused: contested"], quiet),
        ("T03", plain(), json!({}), &["A E, B W"], &["A (3,3) E refused: swap", "B (4,3) W refused: swap"], quiet),
        ("T04", plain(), json!({}), &["A E, B E, C E"], &[], quiet),
        (
            "T06",
            plain(),
            json!({}),
            &["A E, B SW, C N"],
            &["A (3,3) E refused: cycle", "B (4,3) SW refused: cycle", "C (3,4) N refused: cycle"],
            quiet,
        ),
        (
            "T07",
            plain(),
            json!({}),
            &["A W, B E, C E"],
            &["B (3,3) E refused: contested", "C (2,3) E refused: blocked"],
            quiet,
        ),
        (
            "T10",
            plain(),
            json!({}),
            &["A SE, B NW"],
            &["B (5,5) NW refused: contested", "A enters a at (4,4): captured; escaped 0, captured 1"],
            "round 1/100, in 1, escaped 0, captured 1",
        ),
        (
            "T11",
            two(),
            json!({"phase": "survivor"}),
            &["a SE"],
            &[
                "a escapes at (4,4); escaped 1, captured 0",
                "survivors win in round 1 (board_empty); escaped 1, captured 0, stranded 0",
            ],
            "round 1/100, in 0, escaped 1, captured 0, stranded 0, survivors win",
        ),
        (
            "T12",
            plain(),
            json!({"phase": "survivor"}),
            &["a SE, b stay"],
            &["a enters A at (4,4): captured; escaped 0, captured 1"],
            "round 2/100, in 1, escaped 0, captured 1",
        ),
        (
            "T13",
            plain(),
            json!({"phase": "survivor"}),
            &["a SE, b E"],
            &["b (7,8) E refused: contested", "a escapes at (8,8); escaped 1, captured 0"],
            "round 2/100, in 1, escaped 1, captured 0",
        ),
        (
            "T16",
            plain(),
            json!({"round": 100}),
            &["A stay, B stay", "a E, b SE"],
            &[
                "b escapes at (8,8); escaped 1, captured 0",
                "a stranded at (5,8)",
                "killers win in round 100 (time_limit); escaped 1, captured 0, stranded 1",
            ],
            "round 100/100, in 0, escaped 1, captured 0, stranded 1, killers win",
        ),
        (
            "T27",
            two(),
            json!({}),
            &["A NW, B stay", "b NW"],
            &[
                "A enters a at (3,3): captured; escaped 0, captured 1",
                "b escapes at (4,4); escaped 1, captured 1",
                "killers win in round 1 (board_empty); escaped 1, captured 1, stranded 0",
            ],
            "round 1/100, in 0, escaped 1, captured 1, stranded 0, killers win",
        ),
    ])
}

#[test]
fn the_scenarios_of_section_15_play_as_drawn() {
    for (id, settings, start, play, tells, above) in rows() {
        let [before, after] = boards(id);
        let picture = Picture::of(before.iter().copied());
        let start = with(start, json!({"killers": picture.killers, "survivors": picture.survivors}));
        let (world, mut state) =
            matches::game::<8>(&with(settings, json!({"width": 9, "height": 9, "start": start})), 0);
        assert!(picture.exits.iter().all(|exit| world.exits.contains(exit)), "{id}: the exits drawn");
        assert_eq!(board(&world, &state), printed(9, 9, &before), "{id}: the board before");
        let lines: Vec<String> = play.iter().flat_map(|choices| told(&world, &mut state, choices)).collect();
        assert_eq!(board(&world, &state), printed(9, 9, &after), "{id}: the board after");
        assert_eq!(lines, tells, "{id}: what is told");
        assert_eq!(headline(&world, &state), above, "{id}: rounds and scores");
    }
}

#[test]
fn a_resumed_scenario_goes_on_as_if_never_left() {
    for (id, settings, start, play, _, above) in rows() {
        let [before, _] = boards(id);
        let picture = Picture::of(before);
        let start = with(start, json!({"killers": picture.killers, "survivors": picture.survivors}));
        let (world, mut state) =
            matches::game::<8>(&with(settings, json!({"width": 9, "height": 9, "start": start})), 0);
        for choices in play {
            let document = serde_json::to_value(Tag::<8>::write_state(&world, &state)).expect("JSON");
            state = Tag::<8>::read_state(&world, &document).expect("its own state");
            told(&world, &mut state, choices);
        }
        assert_eq!(headline(&world, &state), above, "{id}");
    }
}

/// The match of a board, in the phase of the side that chooses first.
fn begin(rows: &[&str], mut settings: Value, choices: &str) -> (World, State<8>) {
    let picture = Picture::of((0u16..).zip(rows.iter().copied()));
    let phase = match choices.chars().next() {
        Some('a'..='p') => "survivor",
        _ => "killer",
    };
    let start = json!({"phase": phase, "killers": picture.killers, "survivors": picture.survivors});
    let given = settings.as_object_mut().and_then(|settings| settings.remove("start")).unwrap_or_else(|| json!({}));
    let size = json!({"width": rows[0].len(), "height": rows.len(), "exits": picture.exits});
    matches::game(&with(with(size, settings), json!({"start": with(start, given)})), 0)
}

fn play(scenario: &str) {
    let mut lines = scenario.lines();
    let name = lines.next().expect("a name");
    let (mut settings, mut rows, mut above) = (json!({}), Vec::new(), None);
    let (mut play, mut tells) = (Vec::new(), Vec::new());
    for line in lines {
        match line.split_once(' ').unwrap_or((line, "")) {
            (">", words) => play.push(words),
            (":", words) => tells.push(words),
            ("%", words) => above = Some(words),
            (word, _) if word.starts_with('{') => settings = serde_json::from_str(line).expect("settings"),
            _ => rows.push(line),
        }
    }
    let picture = rows.join("\n");
    let boards = side_by_side(&picture);
    let (world, mut state) = begin(&boards[0], settings, play[0]);
    let lines: Vec<String> = play.iter().flat_map(|choices| told(&world, &mut state, choices)).collect();
    assert_eq!(board(&world, &state).lines().collect::<Vec<_>>(), boards[1], "{name}: the board after");
    assert_eq!(lines, tells, "{name}: what is told");
    if let Some(above) = above {
        assert_eq!(headline(&world, &state), above, "{name}: rounds and scores");
    }
}

fn play_all(text: &str, count: usize) {
    let scenarios: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(scenarios.len(), count);
    scenarios.into_iter().for_each(play);
}

/// R1, R2, R15 and R16.
#[test]
fn units_go_where_they_may() {
    play_all(include_str!("scenarios/moves.txt"), 12);
}

/// Tests R14, for both sides.
#[test]
fn seats_without_a_choice_and_choices_that_do_not_count() {
    play_all(include_str!("scenarios/choices.txt"), 6);
}

/// R16 with `follow = forbid`, and R17 to R20.
#[test]
fn units_get_in_each_others_way() {
    play_all(include_str!("scenarios/conflicts.txt"), 39);
}

/// Tests R22 to R25.
#[test]
fn captures_and_escapes() {
    play_all(include_str!("scenarios/catches.txt"), 8);
}

/// R11, R26 to R28.
#[test]
fn rounds_ends_and_winners() {
    play_all(include_str!("scenarios/ends.txt"), 7);
}

#[test]
fn after_the_end_nothing_happens() {
    let (world, mut state) = begin(&[".A..", ".a..", "...>"], json!({}), "A S");
    told(&world, &mut state, "A S");
    let over = state;
    assert!(Tag::<8>::phase(&world, &over).is_over());
    assert!(matches::step(&world, &mut state, &spoken(&world, "A N, a N")).is_empty());
    assert_eq!(state, over);
}
