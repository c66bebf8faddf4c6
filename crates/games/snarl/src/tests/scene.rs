//! How a state is drawn: R69.

use super::matches::{self, drawn, step};
use crate::scene::of_view;
use crate::state::State;
use crate::view::{View, view};
use crate::{Action, Snarl, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::Goal;
use serde_json::json;

fn grid(scene: Scene) -> GridBoard {
    match scene.board {
        Board::Grid(board) => board,
        Board::Graph(_) => panic!("it is played on a grid"),
    }
}

/// Tiles by the first letter of their names, the topmost first; blank where there is none.
fn rows(board: &GridBoard, width: u16, height: u16) -> Vec<String> {
    let sign = |x: u16, y: u16| {
        let tile = board.tiles.iter().rfind(|tile| tile.at == Cell { x, y });
        tile.map_or(' ', |tile| tile.look.name.chars().next().expect("a name"))
    };
    (0..height).map(|y| (0..width).map(|x| sign(x, y)).collect()).collect()
}

fn sprites(board: &GridBoard) -> Vec<String> {
    let sprite = |actor: &gridhaunt_kernel::scene::Actor| {
        let name = actor.badge.as_ref().map_or(String::new(), |name| format!(" {name}"));
        format!("{} {} at {},{}{name}", actor.glyph, actor.look.name, actor.at.x, actor.at.y)
    };
    board.actors.iter().map(sprite).collect()
}

fn things(board: &GridBoard) -> Vec<String> {
    board
        .things
        .iter()
        .map(|thing| format!("{} {} at {},{}", thing.look.glyph(), thing.look.name, thing.at.x, thing.at.y))
        .collect()
}

fn panel(scene: &Scene) -> Vec<String> {
    scene.panel.iter().map(|row: &Row| format!("{row}")).collect()
}

const PICTURE: &str = "########\n#1K.Z.2#\n#..G..E+:\n########\n";

fn busy() -> (World, State) {
    drawn(&json!({}), 0, &[], PICTURE)
}

#[test]
fn the_whole_board_shows_everything() {
    let (world, state) = busy();
    let scene = Snarl::scene(&world, &state, &[]);
    assert_eq!(
        panel(&scene),
        [
            "player1 0 exits, in, keys 0, ejects 0",
            "player2 0 exits, in, keys 0, ejects 0",
            "adversaries 0, players expelled",
            "level: 1/1",
            "round: 1",
            "exit: locked"
        ]
    );
    let board = grid(scene);
    assert_eq!(rows(&board, 9, 4), ["wwwwwwww ", "wffffffw ", "wffffffdh", "wwwwwwww "]);
    assert_eq!(things(&board), ["K key at 2,1", "E exit-locked at 6,2"]);
    let all = ["1 player-1 at 1,1 player1", "2 player-2 at 6,1 player2", "Z zombie at 4,1", "G spectre at 3,2"];
    assert_eq!(sprites(&board), all);
    assert_eq!(grid(Snarl::scene_for(&world, &state, &[], Seat(2))), board, "adversaries see it all");
}

#[test]
fn in_the_eyes_of_a_player_the_unseen_is_dimmed_and_nobody_is_there() {
    let (world, state) = busy();
    let board = grid(Snarl::scene_for(&world, &state, &[], Seat(0)));
    assert_eq!(rows(&board, 9, 4), ["wwwwuuuu ", "wfffuuuu ", "wfffuuuuu", "wwwwuuuu "]);
    assert_eq!(sprites(&board), ["@ player-1 at 1,1 player1", "G spectre at 3,2"]);
    assert_eq!(things(&board), ["K key at 2,1"]);
}

#[test]
fn what_just_happened_flashes_and_a_teleport_is_a_line() {
    let (world, mut state) = drawn(&json!({}), 0, &["under G+"], "###\n#1G\n###\n");
    step(&world, &mut state, &[]);
    let events = step(&world, &mut state, &[(Seat(2), Action::S)]);
    let scene = Snarl::scene(&world, &state, &events);
    assert!(panel(&scene).contains(&"adversaries 1, players expelled".into()));
    assert_eq!(crate::why::why(&world, &state), "nobody left level 1, all players were expelled");
    let board = grid(scene);
    let lines: Vec<String> = board
        .lines
        .iter()
        .map(|line| format!("{} {},{} to {},{}", line.look.name, line.from.x, line.from.y, line.to.x, line.to.y))
        .collect();
    assert_eq!(lines, ["teleport 2,2 to 1,1"]);
    let flash = |board: &GridBoard| -> Vec<String> {
        board.flashes.iter().map(|flash| format!("{} at {},{}", flash.look.name, flash.at.x, flash.at.y)).collect()
    };
    assert_eq!(flash(&board), ["expelled at 1,1"]);
    let (world, mut state) = drawn(&json!({}), 0, &[], "1KE2\n");
    let events = step(&world, &mut state, &[(Seat(0), Action::E)]);
    assert_eq!(flash(&grid(Snarl::scene(&world, &state, &events))), ["key-taken at 1,0"]);
    let events = step(&world, &mut state, &[(Seat(1), Action::W)]);
    assert_eq!(flash(&grid(Snarl::scene(&world, &state, &events))), ["exited at 2,0"]);
    // A player that does not see the tile sees no flash there.
    let (world, mut state) = drawn(&json!({}), 0, &[], "1KE...2\n");
    let events = step(&world, &mut state, &[(Seat(0), Action::E)]);
    assert_eq!(flash(&grid(Snarl::scene_for(&world, &state, &events, Seat(1)))), [""; 0]);
}

#[test]
fn of_the_events_those_since_the_level_began_count() {
    let levels = [matches::level("#.E#\n"), matches::level("#E..#\n")];
    let (world, mut state) = matches::game(&json!({"players": 1, "zombies": 0, "ghosts": 0, "levels": levels}), 0);
    let events = step(&world, &mut state, &[(Seat(0), Action::E)]);
    assert_eq!(state.level, 1);
    assert!(grid(Snarl::scene(&world, &state, &events)).flashes.is_empty());
}

#[test]
fn a_view_alone_makes_a_scene_of_the_square() {
    let (world, state) = busy();
    let View::PlayerView(seen) = view(&world, &state, Seat(1)) else { panic!("a player") };
    let scene = of_view(&seen, Seat(1), Some(crate::level::Point::new(2, 7)));
    assert_eq!(panel(&scene)[3..], ["level: 1/1", "round: 1", "exit: locked"]);
    let board = grid(scene);
    assert_eq!(rows(&board, 5, 5), ["wwwww", "wwwww", "fffww", "fffaf", "wwwww"]);
    assert_eq!(sprites(&board), ["Z zombie at 0,2", "@ player-2 at 2,2"]);
    assert_eq!(things(&board), ["E exit-locked at 2,3"]);
    let under = board.tiles.iter().find(|tile| tile.at == Cell { x: 3, y: 3 }).map(|tile| tile.look.name);
    assert_eq!(under, Some("door"), "what it aims at lies over the tile");
}

#[test]
fn what_a_player_remembers_grows_and_is_what_it_saw() {
    let (world, mut state) = matches::game(&json!({"players": 2}), 4);
    let mut random = Random::new(9);
    let mut recall = crate::seen::Seen::default();
    let start = Snarl::start(&world, &state, Seat(0));
    let (mut level, mut most, mut saw) = (0, 0, std::collections::BTreeSet::new());
    for _ in 0..120 {
        let now = view(&world, &state, Seat(0));
        let View::PlayerView(seen) = &now else { panic!("a player") };
        if seen.level != level {
            (level, most) = (seen.level, 0);
            saw.clear();
        }
        Snarl::remember(&mut recall, &now);
        let (scene, (right, down)) = Snarl::recalled(&recall, &start, &now, Seat(0));
        let board = grid(scene);
        let open = board.tiles.iter().filter(|tile| matches!(tile.look.name, "floor" | "door")).count();
        assert!(open >= most, "what was seen is not forgotten");
        most = open;
        if let Some(at) = seen.sight.position {
            let around = (-2..=2).flat_map(|row| (-2..=2).map(move |column| (at.row + row, at.column + column)));
            saw.extend(around.filter(|&(row, column)| {
                seen.sight.code(crate::level::Point::new(row, column)).is_some_and(|code| code > 0)
            }));
            assert_eq!(open, saw.len(), "and nothing else is known");
            let own: Vec<Cell> = board.actors.iter().filter(|actor| actor.own).map(|actor| actor.at).collect();
            assert_eq!(own, [Cell { x: right + 2, y: down + 2 }], "its square lies round it");
        } else {
            assert!(board.actors.iter().all(|actor| actor.faded), "of one who left it is the last it saw");
        }
        let choices = matches::legal_choices(&mut random, &world, &state);
        step(&world, &mut state, &choices);
    }
    assert!(most > 25, "{most}");
}

#[test]
fn there_is_a_frame_for_every_round() {
    matches::each_step(40, 811, true, |played| {
        let frame = |state: &State| Snarl::frame(played.world, state, 0);
        assert!((frame(played.before)..=frame(played.before) + 1).contains(&frame(played.after)), "{}", played.case());
    });
    let (world, state) = busy();
    assert_eq!(Snarl::frame(&world, &state, 0), 0);
}

#[test]
fn a_player_is_offered_tiles_of_its_square_and_an_adversary_tiles_of_the_level() {
    let (world, mut state) = busy();
    let offers = |state: &State, seat: Seat| {
        let (start, view) = (Snarl::start(&world, state, seat), view(&world, state, seat));
        let mut offers = Vec::new();
        Snarl::legal(&world, state, seat, &mut |action| {
            let offer = Snarl::offer(&start, &view, seat, action);
            let Some(Goal::Cell(cell)) = offer.goal else { panic!("{action:?} leads nowhere") };
            offers.push(format!("{} {},{}", offer.label, cell.x, cell.y));
        });
        (offers, grid(Snarl::scene_of(&start, &view, seat)))
    };
    let (moves, board) = offers(&state, Seat(0));
    assert_eq!(moves, ["stay 2,2", "e 3,2", "s 2,3", "ee 4,2", "se 3,3"], "it stands in the middle");
    let own: Vec<Cell> = board.actors.iter().filter(|actor| actor.own).map(|actor| actor.at).collect();
    assert_eq!(own, [Cell { x: 2, y: 2 }]);
    for seat in [Seat(0), Seat(1)] {
        step(&world, &mut state, &[(seat, Action::Stay)]);
    }
    let zombie = (2..4).map(Seat).find(|&seat| !offers(&state, seat).0.is_empty()).expect("somebody moves");
    let (moves, board) = offers(&state, zombie);
    assert!(moves.contains(&String::from("e 5,1")), "{moves:?}");
    assert_eq!(board.actors.len(), 4);
    let own: Vec<&str> = board.actors.iter().filter(|actor| actor.own).map(|actor| actor.look.name).collect();
    assert_eq!(own, ["zombie"]);
}
