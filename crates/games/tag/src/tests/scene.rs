//! How a state is drawn, and which frame it belongs to: R48, R49.

use super::matches::{self, cell, spoken};
use crate::event::Event;
use crate::looks;
use crate::state::State;
use crate::{Tag, World};
use gridhaunt_kernel::face::{Face, Span};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::Bump;
use serde_json::json;

/// ```text
/// A.B..
/// .a...
/// ...b>
/// ```
fn example() -> (World, State<8>) {
    matches::game(
        &json!({
            "width": 5, "height": 3, "exits": [[4, 2]], "max_rounds": 3, "killer_sight": 3, "start": {
                "round": 3, "killers": {"0": [0, 0], "1": [2, 0]}, "survivors": {"0": [1, 1], "1": [3, 2], "2": [0, 2]},
            },
        }),
        0,
    )
}

fn played(choices: &[&str]) -> (World, State<8>, Vec<Event>) {
    let (world, mut state) = example();
    let events = choices.iter().flat_map(|choices| matches::step(&world, &mut state, &spoken(&world, choices)));
    let events = events.collect();
    (world, state, events)
}

fn board(scene: &Scene) -> &GridBoard {
    match &scene.board {
        Board::Grid(board) => board,
        Board::Graph(_) => panic!("a graph"),
    }
}

fn actors(scene: &Scene) -> Vec<String> {
    let one = |actor: &gridhaunt_kernel::scene::Actor| {
        format!("{} {} {}{}", actor.glyph, actor.look.name, actor.at, if actor.faded { " faded" } else { "" })
    };
    board(scene).actors.iter().map(one).collect()
}

fn panel(scene: &Scene) -> Vec<String> {
    let row = |row: &Row| match row {
        Row::Bar(bar) => format!("{bar} ({}, {} of {}, {:?})", bar.look.name, bar.value, bar.of, bar.mark),
        _ => row.to_string(),
    };
    scene.panel.iter().map(row).collect()
}

#[test]
fn a_bare_state_shows_exits_and_units() {
    let (world, state) = example();
    let scene = Tag::<8>::scene(&world, &state, &[]);
    let shown = board(&scene);
    assert_eq!((shown.grid, shown.y_up), (world.grid(), false));
    assert_eq!(shown.things, [Thing { at: cell(4, 2), look: &looks::EXIT }]);
    assert_eq!(
        actors(&scene),
        ["a survivor (1,1)", "b survivor (3,2)", "c survivor (0,2)", "A killer (0,0)", "B killer (2,0)"]
    );
    assert!(shown.lines.is_empty() && shown.bumps.is_empty() && shown.flashes.is_empty() && shown.tiles.is_empty());
    assert_eq!(
        panel(&scene),
        [
            "survivors 0 escaped (survivor, 0 of 3, None)",
            "killers 0 captured (killer, 0 of 3, None)",
            "round: 3/3",
            "phase: killer",
            "still in: 3",
            "stranded: 0",
        ]
    );
}

#[test]
fn a_killer_phase_shows_trails_bumps_and_a_cross() {
    let (world, state, events) = played(&["A SE bid 1, B SW"]);
    let scene = Tag::<8>::scene(&world, &state, &events);
    assert_eq!(board(&scene).lines, [Line { from: cell(0, 0), to: cell(1, 1), look: &looks::KILLER_TRAIL }]);
    assert_eq!(board(&scene).bumps, [Bump { at: cell(2, 0), towards: (-1, 1), look: &looks::KILLER }]);
    assert_eq!(board(&scene).flashes, [Flash { at: cell(1, 1), look: &looks::CAPTURE }]);
    assert_eq!(actors(&scene), ["b survivor (3,2)", "c survivor (0,2)", "A killer (1,1)", "B killer (2,0)"]);
    assert_eq!(
        panel(&scene),
        [
            "survivors 0 escaped (survivor, 0 of 3, None)",
            "killers 1 captured, leads (killer, 1 of 3, None)",
            "round: 3/3",
            "phase: survivor",
            "still in: 2",
            "stranded: 0",
            "killer B to (1,1): contested",
        ]
    );
}

#[test]
fn the_end_shows_an_arrow_and_the_stranded_faded() {
    let (world, state, events) = played(&["A stay, B stay", "a W, b E, c SW"]);
    let scene = Tag::<8>::scene(&world, &state, &events);
    assert_eq!(board(&scene).flashes, [Flash { at: cell(4, 2), look: &looks::ESCAPE }]);
    let trail = |from, to| Line { from, to, look: &looks::SURVIVOR_TRAIL };
    assert_eq!(board(&scene).lines, [trail(cell(1, 1), cell(0, 1)), trail(cell(3, 2), cell(4, 2))]);
    assert_eq!(board(&scene).bumps, [Bump { at: cell(0, 2), towards: (-1, 1), look: &looks::SURVIVOR }]);
    assert_eq!(
        actors(&scene),
        ["A killer (0,0)", "B killer (2,0)", "a survivor (0,1) faded", "c survivor (0,2) faded"]
    );
    assert_eq!(
        panel(&scene),
        [
            "survivors 1 escaped (survivor, 1 of 3, None)",
            "killers 0 captured, leads (killer, 0 of 3, None)",
            "round: 3/3",
            "phase: survivor",
            "still in: 0",
            "stranded: 2",
            "survivor c to (-1,3): out_of_bounds",
        ]
    );
    let why = crate::why::why(&world, &state);
    assert_eq!(why, "the round limit of 3 is reached, 1 of 3 survivors escaped, but under strict rules all must");
}

#[test]
fn the_sight_of_the_chosen_unit_is_tinted() {
    let (world, state) = example();
    let tinted = |seat: u8| {
        let scene = Tag::<8>::scene_for(&world, &state, &[], Seat(seat));
        let tiles = &board(&scene).tiles;
        assert!(tiles.iter().all(|tile| tile.look.name == "sight"));
        tiles.iter().map(|tile| tile.at).collect::<Vec<_>>()
    };
    // b at (3,2) has a sight of 2: columns 1 to 4 of every row. A at (0,0) sees columns 0 to 3.
    let columns = |from: u16, to: u16| (0..3).flat_map(|y| (from..=to).map(move |x| cell(x, y))).collect::<Vec<_>>();
    assert_eq!(tinted(1), columns(1, 4));
    assert_eq!(tinted(3), columns(0, 3));
    let (world, state, events) = played(&["A SE, B stay"]);
    let gone = Tag::<8>::scene_for(&world, &state, &events, Seat(0));
    assert_eq!(gone, Tag::<8>::scene(&world, &state, &events), "who is gone sees nothing");
}

#[test]
fn each_unit_shows_once() {
    matches::each_step::<16>(100, 48, |played| {
        let scene = Tag::<16>::scene(played.world, played.after, &played.events);
        let mut glyphs: Vec<char> = board(&scene).actors.iter().map(|actor| actor.glyph).collect();
        glyphs.sort_unstable();
        let counts = played.after.counts();
        let shown = usize::from(counts.inside + counts.stranded + played.world.code.killers);
        assert_eq!(glyphs.len(), shown);
        glyphs.dedup();
        assert_eq!(glyphs.len(), shown, "each unit has a glyph of its own");
    });
}

#[test]
fn a_frame_is_a_round_and_the_first_is_the_set_up() {
    let document = json!({"width": 9, "height": 9, "max_rounds": 3, "exits": [[8, 8]],
        "start": {"killers": {"0": [0, 0]}, "survivors": {"0": [4, 4]}}});
    let (world, mut state) = matches::game::<8>(&document, 0);
    let mut frames = vec![Tag::<8>::frame(&world, &state, 0)];
    for choices in ["A E", "a E", "A E", "a E", "A E", "a E"] {
        matches::step(&world, &mut state, &spoken(&world, choices));
        frames.push(Tag::<8>::frame(&world, &state, 0));
    }
    assert_eq!(frames, [0, 1, 1, 2, 2, 3, 3]);
    // A round in which only the killer phase was played is a frame too.
    let (world, mut state) = matches::game::<8>(&document, 0);
    for (choices, frame) in [("A SE", 1), ("a NW", 1), ("A SE", 2), ("a stay", 2), ("A SE", 3)] {
        matches::step(&world, &mut state, &spoken(&world, choices));
        assert_eq!(Tag::<8>::frame(&world, &state, 0), frame, "{choices}");
    }
}

#[test]
fn a_frame_shows_both_phases_of_its_round() {
    let document = json!({"width": 9, "height": 9, "exits": [[8, 8]],
        "start": {"killers": {"0": [0, 0]}, "survivors": {"0": [4, 4]}}});
    let opened = crate::family().open(&document).expect("settings");
    let mut session = opened.begin(0).expect("a match");
    let code = |name: &str| session_code(name);
    session.step(&[(Seat(1), code("E"))]);
    session.step(&[(Seat(0), code("S"))]);
    assert_eq!(session.frame(), 1);
    let names = |span| board(&session.scene(span, None)).lines.iter().map(|line| line.look.name).collect::<Vec<_>>();
    assert_eq!(names(Span::Frame), ["killer-trail", "survivor-trail"]);
    assert_eq!(names(Span::Step), ["survivor-trail"]);
    assert_eq!(session.heading().as_deref(), Some("round 1/100 survivor phase"));
}

fn session_code(name: &str) -> u64 {
    let step = crate::Step::ALL.into_iter().find(|step| step.name() == name).expect("a step");
    crate::Action::from(step).code()
}

#[test]
fn a_unit_is_shown_what_it_sees_and_no_more() {
    let (world, state) = matches::game::<8>(
        &json!({
            "width": 9, "height": 3, "exits": [[4, 2]], "killer_sight": 3, "start": {
                "round": 1, "killers": {"0": [0, 0], "1": [8, 0]}, "survivors": {"0": [1, 1], "1": [7, 2]},
            },
        }),
        0,
    );
    let known = |seat: Seat| {
        let (start, view) = (Tag::<8>::start(&world, &state, seat), Tag::<8>::view(&world, &state, &[], seat));
        Tag::<8>::scene_of(&start, &view, seat)
    };
    let killer = known(Seat(2));
    assert_eq!(actors(&killer), ["a survivor (1,1)", "A killer (0,0)"], "neither b nor B is near");
    assert!(board(&killer).actors[1].own && !board(&killer).actors[0].own);
    let whole = Tag::<8>::scene_for(&world, &state, &[], Seat(2));
    let (seen, unknown): (Vec<Tile>, Vec<Tile>) =
        board(&killer).tiles.iter().partition(|tile| tile.look.name == "sight");
    assert_eq!(seen, board(&whole).tiles, "what is marked for onlookers is what it sees");
    assert_eq!(seen.len() + unknown.len(), 27, "no cell looks empty that it knows nothing of");
    assert!(!unknown.is_empty() && unknown.iter().all(|tile| tile.look.name == "unknown"));
    let panel = panel(&killer);
    assert!(panel.iter().all(|row| !row.contains("(7,2)") && !row.contains("(8,0)")), "{panel:?}");
}

#[test]
fn nine_steps_are_offered_those_off_the_board_without_a_goal() {
    let (world, state) = example();
    let (start, view) = (Tag::<8>::start(&world, &state, Seat(3)), Tag::<8>::view(&world, &state, &[], Seat(3)));
    let mut offers = Vec::new();
    Tag::<8>::legal(&world, &state, Seat(3), &mut |action| {
        let offer = Tag::<8>::offer(&start, &view, Seat(3), action);
        offers.push(format!("{}{}", offer.label, if offer.goal.is_some() { "" } else { " off" }));
    });
    assert_eq!(offers, ["stay", "N off", "NE off", "E", "SE", "S", "SW off", "W off", "NW off"]);
}
