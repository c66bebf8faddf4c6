//! Scenarios: the board before and after, and the choices. Those of section 15 are copied from the rule book; every
//! other one has the name of the rule that it tests.
//!
//! A scenario is a name, optional settings, the boards side by side, then line by line: `>` the choices of a
//! phase, `:` the reported events except plain moves, `%` the line above the board.

use super::matches::{self, Picture, spoken, with};
use crate::drawing::headline;
use crate::state::State;
use crate::{Tag, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Scenario, Stage, document, play_scenarios, scenarios, side_by_side};
use serde_json::json;

/// The scenarios of section 15, with their boards as they are drawn there.
pub(super) const SECTION_15: &str = include_str!("scenarios/section_15.txt");

/// The match of a scenario, and the board after it.
struct Hunt {
    world: World,
    state: State<8>,
    after: String,
    /// Whether the match is written and read again before every phase.
    resumed: bool,
}

impl Hunt {
    /// In the phase of the side that chooses first.
    fn of(scenario: &Scenario<'_>) -> Self {
        let (settings, rows): (Vec<&str>, Vec<&str>) = scenario.given.iter().partition(|line| line.starts_with('{'));
        let mut settings = settings.first().map_or_else(|| json!({}), |line| serde_json::from_str(line).expect("JSON"));
        let picture = rows.join("\n");
        let [before, after] = &side_by_side(&picture)[..] else { panic!("one board before and one after") };
        let picture = Picture::of(before);
        let survivors = scenario.lines[0].1.starts_with(|unit: char| unit.is_ascii_lowercase());
        let phase = if survivors { "survivor" } else { "killer" };
        let start = json!({"phase": phase, "killers": picture.killers, "survivors": picture.survivors});
        let given = settings.as_object_mut().and_then(|settings| settings.remove("start")).unwrap_or_else(|| json!({}));
        let size = json!({"width": before[0].len(), "height": before.len(), "exits": picture.exits});
        let (world, state) = matches::game(&with(with(size, settings), json!({"start": with(start, given)})), 0);
        let hunt = Self { world, state, after: after.join("\n") + "\n", resumed: false };
        assert_eq!(hunt.board(), before.join("\n") + "\n", "the board before");
        hunt
    }

    fn board(&self) -> String {
        let text = Tag::<8>::drawing(&self.world, &self.state);
        text.split_once('\n').map(|(_, board)| board.to_string()).expect("a line stands above the board")
    }
}

impl Stage for Hunt {
    /// The lines of the log, without successful moves and passed checks.
    fn play(&mut self, choices: &str) -> Vec<String> {
        let Self { world, state, .. } = self;
        if self.resumed {
            *state = Tag::<8>::read_state(world, &document::<Tag>(world, state)).expect("its own state");
        }
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

    fn show(&self, mark: char, _expected: &str) -> Option<String> {
        (mark == '%').then(|| headline(&self.world, &self.state))
    }

    fn end(&self) -> Result<(), String> {
        let (got, need) = (self.board(), &self.after);
        if got == *need { Ok(()) } else { Err(format!("after it is\n{got}and not\n{need}")) }
    }
}

#[test]
fn the_scenarios_of_section_15_play_as_drawn_also_resumed() {
    for resumed in [false, true] {
        play_scenarios(SECTION_15, 12, |scenario| Hunt { resumed, ..Hunt::of(scenario) });
    }
}

/// R1, R2, R15 and R16.
#[test]
fn units_go_where_they_may() {
    play_scenarios(include_str!("scenarios/moves.txt"), 12, Hunt::of);
}

/// Tests R14, for both sides.
#[test]
fn seats_without_a_choice_and_choices_that_do_not_count() {
    play_scenarios(include_str!("scenarios/choices.txt"), 6, Hunt::of);
}

/// R16 with `follow = forbid`, and R17 to R20.
#[test]
fn units_get_in_each_others_way() {
    play_scenarios(include_str!("scenarios/conflicts.txt"), 39, Hunt::of);
}

/// Tests R22 to R25.
#[test]
fn captures_and_escapes() {
    play_scenarios(include_str!("scenarios/catches.txt"), 8, Hunt::of);
}

/// R11, R26 to R28.
#[test]
fn rounds_ends_and_winners() {
    play_scenarios(include_str!("scenarios/ends.txt"), 7, Hunt::of);
}

#[test]
fn after_the_end_nothing_happens() {
    let caught = &scenarios(include_str!("scenarios/ends.txt"))[0];
    let mut hunt = Hunt::of(caught);
    hunt.play(&caught.lines[0].1);
    let over = hunt.state;
    assert!(Tag::<8>::phase(&hunt.world, &over).is_over());
    assert!(matches::step(&hunt.world, &mut hunt.state, &spoken(&hunt.world, "A N, a N")).is_empty());
    assert_eq!(hunt.state, over);
}
