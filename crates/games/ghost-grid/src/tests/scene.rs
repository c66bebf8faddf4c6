//! How a state is drawn: R48.

use super::matches::{self, m3, read, spoken, step};
use crate::state::State;
use crate::{GhostGrid, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::scene::{Bow, GraphBoard};
use serde_json::json;

fn graph(scene: Scene) -> GraphBoard {
    match scene.board {
        Board::Graph(board) => board,
        Board::Grid(_) => panic!("it is played on a graph"),
    }
}

fn busy() -> (World, State) {
    let (world, _) = matches::game(&m3(), 0);
    let mut state = read(&world, "sentinel 2 | G0@1 40/8, G1@3 0/8, G2@0 30/8; S0@3 24, S1@4 24; $4=20; $1=10");
    step(&world, &mut state, &spoken(&world, "S0 wait, S1 recover"));
    (world, state)
}

/// Nodes as `number at (x,y) name`, with the text in and below them.
fn nodes(board: &GraphBoard) -> Vec<String> {
    let node = |node: &gridhaunt_kernel::scene::Node| {
        let mark = node.mark.as_ref().map_or(String::new(), |mark| format!(" {} {}", mark.look.name, mark.label));
        let note = node.note.as_ref().map_or(String::new(), |note| format!(" {note}"));
        let hollow = if node.hollow { " hollow" } else { "" };
        format!("{} {:?} {}{hollow}{mark}{note}", node.label, node.at, node.look.name)
    };
    board.nodes.iter().map(node).collect()
}

fn tokens(board: &GraphBoard) -> Vec<String> {
    let token = |token: &gridhaunt_kernel::scene::Token| {
        let pinned = if token.pinned { " pinned" } else { "" };
        let own = if token.own { " own" } else { "" };
        let inside = token.inside.as_ref().map_or(String::new(), |inside| format!(" ${inside}"));
        let energy = token.energy.map_or(String::new(), |(energy, full)| format!(" {energy}/{full}"));
        format!("{} {} in {}{inside}{energy}{pinned}{own}", token.look.name, token.name, board.nodes[token.node].label)
    };
    board.tokens.iter().map(token).collect()
}

#[test]
fn nodes_stand_in_columns_by_layer() {
    let (world, state) = busy();
    let board = graph(GhostGrid::scene(&world, &state, &[]));
    let expected = [
        "0 (0, 0) start",
        "1 (1000, -500) plain $10",
        "2 (1000, 500) plain",
        "3 (2000, -500) plain checked 2",
        "4 (2000, 500) plain checked 2",
        "5 (3000, 0) goal",
    ];
    assert_eq!(nodes(&board), expected);
    let (drawn, start) = matches::game(&json!({"n": 2, "nodes_per_layer": 3}), 0);
    let rows: Vec<(i32, i32)> = graph(GhostGrid::scene(&drawn, &start, &[])).nodes.iter().map(|node| node.at).collect();
    assert_eq!(rows[3..6], [(1000, -1000), (1000, 0), (1000, 1000)]);
}

#[test]
fn lines_are_short_or_long_and_bow_round_nodes() {
    let (world, state) = busy();
    let board = graph(GhostGrid::scene(&world, &state, &[]));
    let link = |link: &gridhaunt_kernel::scene::Link| {
        let bow = match link.bow {
            Bow::Straight => "straight",
            Bow::Right => "right",
            Bow::Up => "up",
        };
        let [u, v] = [link.ends.0, link.ends.1].map(|end| &board.nodes[end].label);
        format!("{u}-{v}:{} {} {bow}", link.label, link.look.name)
    };
    let expected = [
        "0-1:2 short straight", "0-2:6 long straight", "0-3:9 long up", "1-2:1 short right", "1-3:3 short straight",
        "1-5:10 long up", "2-4:4 short straight", "3-4:2 short right", "3-5:5 short straight", "4-5:1 short straight",
    ];
    assert_eq!(board.links.iter().map(link).collect::<Vec<_>>(), expected);
}

#[test]
fn everybody_in_play_sits_round_a_node() {
    let (world, state) = busy();
    let board = graph(GhostGrid::scene(&world, &state, &[]));
    let expected = [
        "ghost G0 in 1 $40 8/8",
        "ghost G1 in 3 $0 8/8",
        "ghost G2 in 0 $30 8/8",
        "sentinel S0 in 3 24/24",
        "sentinel S1 in 4 24/24 pinned",
    ];
    assert_eq!(tokens(&board), expected);
}

#[test]
fn a_seat_is_shown_its_view_and_no_more() {
    let (world, state) = busy();
    let board = graph(GhostGrid::scene_for(&world, &state, &[], Seat(0)));
    let expected = [
        "0 (0, 0) start hollow", "1 (1000, -500) plain $10", "2 (1000, 500) plain hollow",
        "3 (2000, -500) plain hollow", "5 (3000, 0) goal hollow",
    ];
    assert_eq!(nodes(&board), expected);
    assert_eq!(tokens(&board), ["ghost G0 in 1 $40 8/8 own", "sentinel S? in 3"]);
    let board = graph(GhostGrid::scene_for(&world, &state, &[], Seat(4)));
    assert_eq!(tokens(&board), ["sentinel S0 in 3 24/24 own", "ghost G1 in 3", "sentinel S1 in 4"]);
    assert_eq!(board.nodes.iter().filter(|node| node.mark.is_some()).count(), 2);
    let board = graph(GhostGrid::scene_for(&world, &state, &[], Seat(17)));
    assert!(board.nodes.is_empty() && board.tokens.is_empty());
}

#[test]
fn remembered_loot_has_the_turn_it_was_seen_on_and_moves_have_their_cost() {
    let (world, _) = matches::game(&m3(), 0);
    let mut state = read(&world, "ghost 2 | G0@1 40/8, G1@0 50/8; S0@3 24; $1=10");
    for words in ["G0 wait, G1 wait", "S0 wait", "G0 move 2, G1 wait", "S0 wait", "G0 move 4, G1 wait", "S0 wait"] {
        step(&world, &mut state, &spoken(&world, words));
    }
    let (start, view) = (GhostGrid::start(&world, &state, Seat(0)), GhostGrid::view(&world, &state, &[], Seat(0)));
    let board = graph(GhostGrid::scene_of(&start, &view, Seat(0)));
    let noted = board.nodes.iter().find(|node| node.label == "1").and_then(|node| node.note.clone());
    assert!(noted.as_ref().is_some_and(|note| note.starts_with("$10 (turn ")), "{noted:?}");
    let offer = |to| GhostGrid::offer(&start, &view, Seat(0), crate::Action::Move { to });
    assert_eq!(offer(5).cost.map(|cost| format!("{cost}")), Some("1 energy".into()));
}

#[test]
fn loot_that_is_not_known_does_not_look_like_none() {
    let (world, mut state) = busy();
    step(&world, &mut state, &spoken(&world, "G0 wait, G1 wait, G2 wait"));
    let notes = |seat: u8| {
        let (start, view) =
            (GhostGrid::start(&world, &state, Seat(seat)), GhostGrid::view(&world, &state, &[], Seat(seat)));
        let board = graph(GhostGrid::scene_of(&start, &view, Seat(seat)));
        let note =
            |node: &gridhaunt_kernel::scene::Node| format!("{}{}", node.label, node.note.as_deref().unwrap_or(""));
        board.nodes.iter().filter(|node| !node.hollow).map(note).collect::<Vec<_>>()
    };
    assert_eq!(notes(0), ["1$10"], "a ghost knows the loot where it is");
    let sentinel = notes(4);
    assert!(sentinel.iter().any(|node| node == "3"), "nothing lies where it stands: {sentinel:?}");
    assert!(sentinel.iter().all(|node| node == "3" || node.ends_with('?')), "{sentinel:?}");
    assert!(sentinel.len() > 1, "{sentinel:?}");
}

#[test]
fn a_seat_that_knows_the_whole_map_sees_it_as_everybody_does() {
    for seed in 0..20 {
        let (world, state) = matches::game(&json!({"map_knowledge": "full"}), seed);
        let places =
            |board: &GraphBoard| board.nodes.iter().map(|node| (node.label.clone(), node.at)).collect::<Vec<_>>();
        let whole = places(&graph(GhostGrid::scene(&world, &state, &[])));
        for seat in state.tally.active.iter() {
            let (start, view) = (GhostGrid::start(&world, &state, seat), GhostGrid::view(&world, &state, &[], seat));
            assert_eq!(places(&graph(GhostGrid::scene_of(&start, &view, seat))), whole, "seed {seed}, seat {seat}");
        }
    }
}

#[test]
fn moves_glide_captures_flash_and_meetings_link() {
    let (world, _) = matches::game(&m3(), 0);
    let mut state = read(&world, "ghost 2 | G0@1 40/8, G1@0 30/8, G2@2 30/8; S0@3 24");
    let events = step(&world, &mut state, &spoken(&world, "G0 move 3, G1 move 2, G2 move 1"));
    let board = graph(GhostGrid::scene(&world, &state, &events));
    let from: Vec<Option<&str>> =
        board.tokens.iter().map(|token| token.from.map(|node| board.nodes[node].label.as_str())).collect();
    assert_eq!(from, [Some("1"), Some("0"), Some("2"), None]);
    assert!(board.tokens[0].faded, "who is captured fades");
    let flashes: Vec<(&str, &str)> =
        board.flashes.iter().map(|flash| (board.nodes[flash.node].label.as_str(), flash.look.name)).collect();
    assert_eq!(flashes, [("3", "capture")]);
    let events = step(&world, &mut state, &spoken(&world, "S0 wait"));
    assert!(graph(GhostGrid::scene(&world, &state, &events)).flashes.is_empty());
    let events = step(&world, &mut state, &spoken(&world, "G1 move 1, G2 wait"));
    let board = graph(GhostGrid::scene(&world, &state, &events));
    let met: Vec<&str> = board.meetings[0].iter().map(|&token| board.tokens[token].name.as_str()).collect();
    assert_eq!(met, ["G1", "G2"]);
}
