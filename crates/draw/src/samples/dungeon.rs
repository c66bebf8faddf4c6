//! Dungeons for tests.

use super::{actor, at, fact, look};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{Actor, Flash, GridBoard, Line, Row, Thing, Tile};

/// The ground of a drawing: `#` wall, `.` floor, `:` hall, `+` door, blank void.
pub(crate) fn ground(drawing: &str) -> GridBoard {
    let rows: Vec<&str> = drawing.lines().collect();
    let wide = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let mut board = GridBoard::new(Grid::new(wide as u16, rows.len() as u16).unwrap());
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let name = match letter {
                '#' => "wall",
                '.' => "floor",
                ':' => "hall",
                '+' => "door",
                _ => "void",
            };
            board.tiles.push(Tile { at: at(x as u16, y as u16), look: look(name) });
        }
    }
    board
}

const LEVEL: &str = " ########            ##########
 #......#            #........#
 #......+::::        #........#
 #......#   :        #..##....#
 #......#   :::::::::+..##....#
 ##+#####            #........#
   :                 ####+#####
   :                     :
   :    #########        :
   :    #.......#   ::::::
   :::::+.......+::::
        #.......#   :
        ####.####   :     #######
        #.......#   :     #.....#
        #.......#   ::::::+.....#
        #########         #.....#
                          #######";

fn someone(kind: &str, glyph: char, name: &str, at: Cell) -> Actor {
    Actor { badge: Some(name.to_string()), ..actor(kind, glyph, at) }
}

/// A round of Snarl: the key is just taken, one is expelled, a ghost has gone through a wall.
pub(crate) fn crawl() -> Scene {
    let board = GridBoard {
        lines: vec![Line { from: at(8, 9), to: at(27, 4), look: look("teleport") }],
        things: vec![Thing { at: at(30, 15), look: look("exit-open") }],
        actors: vec![
            someone("player-1", '1', "ana", at(4, 2)),
            someone("player-2", '2', "bo", at(14, 4)),
            someone("player-3", '3', "cyrill", at(20, 10)),
            someone("player-4", '4', "dee", at(28, 14)),
            actor("zombie", 'Z', at(6, 4)),
            actor("zombie", 'Z', at(23, 5)),
            actor("zombie", 'Z', at(13, 13)),
            actor("spectre", 'G', at(27, 4)),
            actor("spectre", 'G', at(3, 8)),
        ],
        flashes: vec![
            Flash { at: at(14, 4), look: look("key-taken") },
            Flash { at: at(13, 13), look: look("expelled") },
            Flash { at: at(30, 15), look: look("exited") },
        ],
        ..ground(LEVEL)
    };
    let panel = vec![
        fact("level", "2/3"),
        fact("round", "14"),
        fact("exit", "open"),
        fact("ana", "in, exits 1, keys 0, ejects 0"),
        fact("bo", "in, exits 1, keys 1, ejects 0"),
        fact("cyrill", "in, exits 0, keys 1, ejects 1"),
        fact("dee", "in, exits 1, keys 0, ejects 0"),
        Row::Note("bo found the key".to_string()),
    ];
    Scene::new(board, panel)
}

/// What one player sees, with an aim: a locked exit, the key, a ghost.
pub(crate) fn eye() -> Scene {
    let mut board = ground(".....\n##+##\n.....\n.....\n.....");
    board.tiles.push(Tile { at: at(3, 3), look: look("aim") });
    board.things = vec![Thing { at: at(0, 3), look: look("exit-locked") }, Thing { at: at(4, 4), look: look("key") }];
    board.actors =
        vec![someone("player-2", '@', "bo", at(2, 2)), actor("zombie", 'Z', at(1, 4)), actor("spectre", 'G', at(4, 0))];
    Scene::new(board, vec![fact("level", "1/3"), fact("exit", "locked")])
}

/// The same round as one player sees it: what lies outside of its square is dimmed.
pub(crate) fn dimmed() -> Scene {
    let mut scene = crawl();
    if let gridhaunt_kernel::scene::Board::Grid(board) = &mut scene.board {
        let far = |cell: &Cell| cell.x.abs_diff(14) > 2 || cell.y.abs_diff(4) > 2;
        let cells = (0..board.grid.cells()).map(|index| board.grid.cell(index));
        board.tiles.extend(cells.filter(far).map(|at| Tile { at, look: look("unseen") }));
        board.actors.retain(|actor| !far(&actor.at));
        board.things.clear();
        board.flashes.truncate(1);
        board.lines.clear();
    }
    scene
}

/// The largest level there is: rooms beside rooms.
pub(crate) fn vast() -> Scene {
    let tile = |row: usize, column: usize| match (row % 16, column % 16) {
        (0 | 12, 0..=12) | (0..=12, 0) => '#',
        (6, 12) => '+',
        (0..=12, 12) => '#',
        (0..=12, 0..=12) => '.',
        (6, _) => ':',
        _ => ' ',
    };
    let row = |row| (0..256).map(|column| tile(row, column)).collect::<String>();
    let drawing: Vec<String> = (0..256).map(row).collect();
    let mut board = ground(&drawing.join("\n"));
    board.actors = vec![actor("player-1", '1', at(200, 100)), actor("zombie", 'Z', at(203, 103))];
    board.focus = Some(at(200, 100));
    Scene::new(board, vec![fact("level", "1/1"), fact("exit", "locked")])
}
