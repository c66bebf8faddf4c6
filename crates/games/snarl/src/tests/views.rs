//! The exact messages that seats receive: R25, R46, R64, R65, R67, R69.

use super::matches::{self, drawn, example, json_of, legal};
use crate::level::Point;
use crate::state::State;
use crate::view::{self, View};
use crate::{Action, Snarl, World};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

fn told(world: &World, state: &State, seat: u8) -> String {
    serde_json::to_string(&Snarl::view(world, state, &[], Seat(seat))).expect("JSON")
}

const ROOM_A: &str =
    r#"{"type":"room","origin":[1,0],"bounds":{"rows":3,"columns":4},"layout":[[0,0,0,0],[0,1,1,2],[0,0,0,0]]}"#;
const ROOM_B: &str =
    r#"{"type":"room","origin":[0,6],"bounds":{"rows":4,"columns":3},"layout":[[0,0,0],[2,1,0],[0,1,0],[0,0,0]]}"#;
const HALL: &str = r#"{"type":"hallway","from":[2,3],"to":[1,6],"waypoints":[[2,5],[1,5]]}"#;
const EXIT: &str = r#"{"type":"exit","position":[2,1]}"#;

fn level(objects: &str) -> String {
    format!(r#"{{"type":"level","rooms":[{ROOM_A},{ROOM_B}],"hallways":[{HALL}],"objects":[{objects}]}}"#)
}

/// The state of R46, with these actors.
fn example_state(player: (i64, i64), adversaries: Value) -> (World, State) {
    let state = json!({"type": "state", "level": example(), "adversaries": adversaries, "exit-locked": true,
        "players": [{"type": "player", "name": "ana", "position": [player.0, player.1]}]});
    matches::given(&json!({}), 0, &state)
}

#[test]
fn the_state_is_that_of_r46_byte_for_byte() {
    let (world, state) = example_state((2, 2), json!([]));
    let page = format!(
        r#"{{"type":"state","level":{},"players":[{{"type":"player","name":"ana","position":[2,2]}}],"adversaries":[],"exit-locked":true}}"#,
        level(&format!(r#"{{"type":"key","position":[2,7]}},{EXIT}"#))
    );
    assert_eq!(serde_json::to_string(&view::whole(&world, &state)).expect("JSON"), page);
    // Everything else that a match needs comes after it.
    let document = serde_json::to_string(&Snarl::write_state(&world, &state)).expect("JSON");
    assert!(document.starts_with(&page[..page.len() - 1]), "{document}");
    // A taken key is absent.
    let (world, mut state) = example_state((1, 7), json!([]));
    matches::step(&world, &mut state, &[(Seat(0), Action::S)]);
    let whole = serde_json::to_string(&view::whole(&world, &state)).expect("JSON");
    assert!(whole.contains(&level(EXIT)) && whole.ends_with(r#""adversaries":[],"exit-locked":false}"#), "{whole}");
}

#[test]
fn the_update_is_that_of_r46_byte_for_byte() {
    let (world, state) = example_state((2, 4), json!([]));
    let page = r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,1,2],[1,2,1,1,0],[0,0,0,0,0],[0,0,0,0,0]],"position":[2,4],"objects":[],"actors":[]}"#;
    assert_eq!(serde_json::to_string(&view::player_update(&world, &state, Seat(0))).expect("JSON"), page);
}

#[test]
fn the_view_of_a_player_is_that_of_r64_byte_for_byte() {
    let (world, state) = example_state((2, 4), json!([]));
    let page = r#"{"type":"player-view","layout":[[0,0,0,0,0],[0,0,0,1,2],[1,2,1,1,0],[0,0,0,0,0],[0,0,0,0,0]],"position":[2,4],"objects":[],"actors":[],"level":1,"levels":1,"round":1,"exit-locked":true,"roster":[{"name":"ana","status":"in","exits":0,"ejects":0,"keys":0}]}"#;
    assert_eq!(told(&world, &state, 0), page);
}

#[test]
fn the_view_of_an_adversary_is_that_of_r65_byte_for_byte() {
    let zombie = json!([{"type": "zombie", "name": "zombie1", "position": [1, 7]}]);
    let (world, mut state) = example_state((2, 2), zombie);
    let roster = r#"[{"name":"ana","status":"in","exits":0,"ejects":0,"keys":0}]"#;
    let inside = format!(
        r#"{{"type":"state","level":{},"players":[{{"type":"player","name":"ana","position":[2,2]}}],"adversaries":[{{"type":"zombie","name":"zombie1","position":[1,7]}}],"exit-locked":true}}"#,
        level(&format!(r#"{{"type":"key","position":[2,7]}},{EXIT}"#))
    );
    let page = |actor: &str| {
        format!(
            r#"{{"type":"adversary-view","actor":{actor},"state":{inside},"level":1,"levels":1,"round":1,"roster":{roster}}}"#
        )
    };
    assert_eq!(told(&world, &state, 1), page("null"), "it is not its turn");
    matches::step(&world, &mut state, &[]);
    assert_eq!(told(&world, &state, 1), page(r#""zombie1""#));
    assert_eq!(told(&world, &state, 2), page("null"), "the ghosts' seat sees the same");
}

#[test]
fn at_2_4_of_the_example_the_actions_are_those_of_r67() {
    let (world, state) = example_state((2, 4), json!([]));
    let numbers: Vec<u8> = legal(&world, &state, Seat(0)).into_iter().map(|action| action as u8).collect();
    assert_eq!(numbers, [0, 2, 3, 7, 8]);
    let moved =
        |to: Option<(i64, i64)>| world.action_to(&state, Seat(0), to.map(|(row, column)| Point::new(row, column)));
    assert_eq!(moved(None), Some(Action::Stay));
    assert_eq!(moved(Some((2, 4))), Some(Action::Stay), "R17");
    assert_eq!(moved(Some((1, 5))), Some(Action::NE));
    assert_eq!(moved(Some((2, 2))), Some(Action::WW));
    for wrong in [(1, 4), (2, 6), (1, 6), (3, 4), (99, -99), (i64::from(i32::MAX), 4)] {
        assert_eq!(moved(Some(wrong)), None, "{wrong:?}");
    }
    assert_eq!(world.action_to(&state, Seat(1), None), None, "there is no such player");
}

const HALLS: &str = "#########
#1.K.Z.2#
#...G...#
#...E...#
#.......#
####+####
    :
";

#[test]
fn a_player_sees_objects_in_level_order_and_actors_by_kind_but_not_itself() {
    let (world, state) = drawn(&json!({"sight": 4}), 0, &[], HALLS);
    let View::PlayerView(view) = view::view(&world, &state, Seat(0)) else { panic!("a player") };
    let names: Vec<String> = view.sight.actors.iter().map(|actor| actor.name.to_string()).collect();
    assert_eq!(names, ["zombie1", "ghost1"], "player2 is six columns away");
    let objects: Vec<&str> = view.sight.objects.iter().map(|object| object.kind.name()).collect();
    assert_eq!(objects, ["key", "exit"]);
    let (world, state) = drawn(&json!({"sight": 6}), 0, &[], HALLS);
    let View::PlayerView(view) = view::view(&world, &state, Seat(1)) else { panic!("a player") };
    let names: Vec<String> = view.sight.actors.iter().map(|actor| actor.name.to_string()).collect();
    assert_eq!(names, ["player1", "zombie1", "ghost1"]);
}

#[test]
fn sight_is_a_square_that_walls_do_not_block() {
    let picture = "#########\n#.#.#.#.#\n#.#1#.#K#\n#########\n";
    let (world, state) = drawn(&json!({}), 0, &[], picture);
    let sees = |sight: u8| Snarl::drawing_for(&drawn(&json!({"sight": sight}), 0, &[], picture).0, &state, Seat(0));
    assert_eq!(sees(2), "#####\n.#.#.\n.#@#.\n#####\n#####\n");
    assert_eq!(sees(3), "#######\n#######\n#.#.#.#\n#.#@#.#\n#######\n#######\n#######\n");
    assert!(sees(4).contains(".#@#.#K\n"), "{}", sees(4));
    assert_eq!(sees(7).lines().count(), 15);
    assert_eq!(Snarl::drawing(&world, &state), picture);
}

#[test]
fn who_has_left_the_level_sees_nothing_but_what_is_public() {
    let (world, mut state) = drawn(&json!({}), 0, &[], "######\n#1O2Z#\n######\n");
    matches::step(&world, &mut state, &[(Seat(0), Action::E)]);
    let view = json_of(&Snarl::view(&world, &state, &[], Seat(0)));
    let expected = json!({"type": "player-view", "layout": [], "position": null, "objects": [], "actors": [], "level": 1,
        "levels": 1, "round": 1, "exit-locked": false, "roster": [
            {"name": "player1", "status": "exited", "exits": 1, "ejects": 0, "keys": 0},
            {"name": "player2", "status": "in", "exits": 0, "ejects": 0, "keys": 0}]});
    assert_eq!(view, expected);
    assert_eq!(Snarl::drawing_for(&world, &state, Seat(0)), "");
    let View::PlayerView(view) = view::view(&world, &state, Seat(0)) else { panic!("a player") };
    assert_eq!((view.sight.legal().0, view.sight.code(Point::new(0, 0))), (0, None));
}

#[test]
fn glyphs_are_those_of_r69_actor_over_object_over_tile() {
    let picture = "######\n#1K2E#\n#ZG34+:\n######\n";
    let (world, mut state) = drawn(&json!({"closed_objects": false}), 0, &[], picture);
    assert_eq!(Snarl::drawing(&world, &state), picture);
    for seat in 0..4 {
        matches::step(
            &world,
            &mut state,
            &[(Seat(seat), [Action::Stay, Action::E, Action::Stay, Action::Stay][usize::from(seat)])],
        );
    }
    assert_eq!(Snarl::drawing(&world, &state), "######\n#1K.2#\n#ZG34+:\n######\n");
    assert_eq!(Snarl::drawing_for(&world, &state, Seat(2)), "#####\n1K.2#\nZG@4+\n#####\n#####\n");
    assert_eq!(Snarl::drawing_for(&world, &state, Seat(1)), "#####\n#####\nK.@##\nG34+.\n#####\n");
    assert_eq!(Snarl::drawing_for(&world, &state, Seat(5)), Snarl::drawing(&world, &state));
}

#[test]
fn views_read_back_and_know_their_legal_moves() {
    let (world, state) = drawn(&json!({}), 0, &[], HALLS);
    let View::PlayerView(view) = view::view(&world, &state, Seat(0)) else { panic!("a player") };
    let text = json_of(&View::PlayerView(view.clone()));
    assert_eq!(serde_json::from_value::<View>(text.clone()).expect("a view"), View::PlayerView(view.clone()));
    assert!(view.sight.legal().iter().eq(legal(&world, &state, Seat(0))));
    for layout in [json!([[0, 1], [1, 0]]), json!([[0, 1, 1], [1, 0]]), json!([[0, 1, 0]])] {
        let mut wrong = text.clone();
        wrong["layout"] = layout;
        assert!(serde_json::from_value::<View>(wrong).is_err());
    }
}

#[test]
fn a_bot_is_told_its_seat_its_role_and_the_settings_without_levels_or_seed() {
    let document = json!({"levels": [example()], "players": 1, "names": ["ana"], "zombies": 0, "ghosts": 1});
    let (world, state) = matches::game(&document, 77);
    let start = |seat: u8| json_of(&Snarl::start(&world, &state, Seat(seat)));
    assert_eq!(vec![&start(0)["role"], &start(1)["role"], &start(2)["role"]], ["player", "zombie", "ghost"]);
    assert_eq!(start(2)["seat"], json!(2));
    let settings = start(0)["settings"].clone();
    assert!(settings.get("levels").is_none() && settings.get("seed").is_none());
    assert_eq!((&settings["names"], &settings["ghosts"]), (&json!(["ana"]), &json!(1)));
}

#[test]
fn the_heading_says_where_one_is() {
    let (world, state) = matches::game(&json!({"start_level": 2, "zombies": 0}), 3);
    assert_eq!(Snarl::heading(&world, &state).as_deref(), Some("Level 2/3, round 1, exit locked"));
    assert_eq!(crate::wire::heading(4, 0, 7, false), "Level 4, round 7, exit open");
    let View::PlayerView(view) = view::view(&world, &state, Seat(0)) else { panic!("a player") };
    assert_eq!(crate::scene::heading_of(&view), "Level 2/3, round 1, exit locked");
    assert_eq!(world.player_name(Seat(0)).to_string(), "player1");
}
