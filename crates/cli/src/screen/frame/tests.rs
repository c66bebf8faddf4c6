use super::*;
use crate::screen::paper::Paper;
use gridhaunt_draw::text::{Charset, Style};
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{Actor, GridBoard, Ground, Look, Row, Shape, Tile, Tint};

const PLAIN: Style = Style { charset: Charset::Ascii, color: false, width: None, height: None, alone: false };
const PEN: Pen = Pen { style: PLAIN };

static WALL: Look = Look::new("wall", Shape::Ground(Ground::Wall), Tint::Stone).with_letter('#').with_sign('█');
static FLOOR: Look = Look::new("floor", Shape::Ground(Ground::Floor), Tint::Parchment).with_letter('.').with_sign('·');
static PLAYER: Look = Look::new("player", Shape::Pawn, Tint::Royal);

/// A room with an actor in its middle.
fn room(columns: u16, rows: u16) -> Scene {
    let grid = Grid::new(columns, rows).unwrap();
    let edge = |at: Cell| at.x == 0 || at.y == 0 || at.x + 1 == columns || at.y + 1 == rows;
    let tile = |at: Cell| Tile { at, look: if edge(at) { &WALL } else { &FLOOR } };
    let at = Cell { x: columns / 2, y: rows / 2 };
    let board = GridBoard {
        tiles: (0..grid.cells()).map(|index| tile(grid.cell(index))).collect(),
        actors: vec![Actor::new(&PLAYER, '1', at)],
        focus: Some(at),
        ..GridBoard::new(grid)
    };
    Scene::new(board, Vec::new())
}

fn frame(boards: Vec<Scene>) -> Frame {
    let keys = [("arrows", "aim"), ("enter", "go there"), ("space", "stay"), ("q", "quit")];
    Frame {
        heading: "Level 2/3, round 14, exit locked".into(),
        boards,
        log: ["first", "second", "third", "fourth", "fifth"].map(String::from).to_vec(),
        prompt: "ana at [2,4]: ".into(),
        keys: keys.map(|(key, does)| (key.to_string(), does.to_string())).to_vec(),
        goal: String::new(),
    }
}

fn page(frame: &Frame, columns: usize, rows: usize) -> String {
    let mut page = Paper::new(columns as u16, rows as u16);
    let lines = frame.lay_out((columns, rows), PEN);
    assert!(lines.len() <= rows, "{columns} x {rows}: {lines:?}");
    board::write(&lines, page.area(), &mut page);
    (0..rows as u16).map(|row| format!("{}|\n", page.row(row))).collect()
}

#[test]
fn the_board_stands_at_the_top_and_the_question_at_the_bottom() {
    let expected = "\
Level 2/3, round 14, exit locked|
##########|
##. . . ##|
##. 1 . ##|
##########|
first|
second|
third|
fourth|
fifth|
ana at [2,4]:|
arrows aim   enter go there   space stay   q quit|
";
    assert_eq!(page(&frame(vec![room(5, 4)]), 60, 12), expected);
    let higher = expected.replace("locked|", "locked|\n|").replace("first", "|\n|\n|\n|\n|\n|\n|\nfirst");
    assert_eq!(page(&frame(vec![room(5, 4)]), 60, 20), higher);
}

#[test]
fn a_second_board_stands_beside_the_first_if_both_fit_and_else_below() {
    let beside = page(&frame(vec![room(4, 3), room(9, 4)]), 29, 9);
    let expected = "\
Level 2/3, round 14, exit loc|
########   ##################|
##. 1 ##   ##. . . . . . . ##|
########   ##. . . 1 . . . ##|
           ##################|
fourth|
fifth|
ana at [2,4]:|
arrows aim   enter go there|
";
    assert_eq!(beside, expected);
    let narrow = page(&frame(vec![room(4, 3), room(9, 4)]), 18, 22);
    let stacked = "########|\n##. 1 ##|\n########|\n|\n##################|\n##. . . . . . . ##|\n";
    assert!(narrow.contains(stacked), "{narrow}");
    let low = page(&frame(vec![room(4, 3), room(9, 4)]), 18, 11);
    assert!(low.contains("########|\n|\n##. . . . . . . ##|\n##. . . 1 . . . ##|\n"), "{low}");
}

#[test]
fn a_board_larger_than_the_screen_is_shown_round_its_focus() {
    let vast = page(&frame(vec![room(4, 3), room(256, 256)]), 60, 24);
    assert!(vast.contains("1"), "{vast}");
    let alone = page(&frame(vec![room(256, 256)]), 60, 24);
    assert_eq!(alone.lines().nth(9).unwrap().find('1'), Some(30), "{alone}");
}

#[test]
fn what_is_least_needed_goes_first() {
    let of = |rows| page(&frame(vec![room(5, 4)]), 60, rows);
    assert_eq!(of(0), "");
    assert_eq!(of(1), "ana at [2,4]:|\n");
    assert_eq!(of(2), "##. 1 . ##|\nana at [2,4]:|\n");
    assert_eq!(of(3), "Level 2/3, round 14, exit locked|\n##. 1 . ##|\nana at [2,4]:|\n");
    let cut = "##. . . ##|\n##. 1 . ##|\nboard 5x4, showing columns 0-4, rows 1-2|\nana at [2,4]:|\narrows aim   enter go there   space stay   q quit|\n";
    assert_eq!(of(6), format!("Level 2/3, round 14, exit locked|\n{cut}"));
    let silent = Frame { prompt: String::new(), ..frame(vec![room(5, 4)]) };
    assert_eq!(page(&silent, 60, 1), "##. 1 . ##|\n");
    assert_eq!(page(&Frame::default(), 3, 2), "|\n|\n");
}

#[test]
fn no_page_is_larger_than_the_screen() {
    let mut boards = [Vec::new(), vec![room(5, 4)], vec![room(4, 3), room(30, 12)]];
    boards[1][0].panel = vec![Row::Note("a sentence that is rather long for such a small board".into())];
    let walled = GridBoard {
        walls: vec![(Cell { x: 0, y: 0 }, Cell { x: 1, y: 0 })],
        ..GridBoard::new(Grid::new(30, 30).unwrap())
    };
    let walled = vec![Scene::new(walled, Vec::new()); 2];
    for boards in boards.into_iter().chain([walled]) {
        let mut frame = frame(boards);
        frame.log.push("Player \u{1b}[2J鬼 was\nexpelled, and this is a long line".into());
        for columns in (0..30).chain([80, 200]) {
            for rows in (0..30).chain([60]) {
                for style in [PLAIN, Style { charset: Charset::Unicode, color: true, ..PLAIN }] {
                    let lines = frame.lay_out((columns, rows), Pen { style });
                    assert_eq!(lines.len(), rows);
                    assert!(!lines.iter().flat_map(|line| &line.spans).any(|span| span.text.contains('\u{1b}')));
                }
            }
        }
    }
}
