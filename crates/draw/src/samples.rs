//! Scenes for tests.

pub(crate) mod dungeon;
pub(crate) mod farm;
pub(crate) mod graph;
mod looks;

use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{
    Actor, Bar, Board, Bump, EdgeMark, Flash, Frame, GridBoard, Key, Line, Row, Sign, Thing, Tile, Way,
};

pub(crate) use looks::look;

pub(crate) const fn at(x: u16, y: u16) -> Cell {
    Cell { x, y }
}

pub(crate) fn actor(name: &str, glyph: char, at: Cell) -> Actor {
    Actor { id: glyph as u16, ..Actor::new(look(name), glyph, at) }
}

pub(crate) fn mud(one: Cell, other: Cell, turns: u8) -> EdgeMark {
    EdgeMark { between: (one, other), look: look("mud"), label: turns.to_string() }
}

fn fact(label: &str, value: &str) -> Row {
    Row::Fact { label: label.to_string(), value: value.to_string() }
}

pub(crate) fn empty(width: u16, height: u16) -> GridBoard {
    GridBoard { y_up: true, ..GridBoard::new(Grid::new(width, height).unwrap()) }
}

/// A board with nothing beside it.
pub(crate) fn bare(board: impl Into<Board>) -> Scene {
    Scene::new(board, Vec::new())
}

const RACE: [Key; 3] =
    [Key::new(Sign::Thing, look("cheese")), Key::new(Sign::Edge("3"), look("mud")), Key::new(Sign::Flash, look("ate"))];

/// The board drawn in R41 of PyRat, with the rat eating and a panel.
pub(crate) fn race() -> Scene {
    let cheese = |at| Thing { at, look: look("cheese") };
    let bar = |name, points: f64, glyph| {
        let bar = Bar { figure: format!("{points:.1}"), mark: Some(3.0), ..Bar::new(name, look(name), points, 6.0) };
        Row::Bar(Bar { glyph: Some(glyph), leads: points > 1.0, ..bar })
    };
    let wading = Way { from: at(0, 0), done: 10, of: 12 };
    let board = GridBoard {
        walls: vec![(at(2, 0), at(3, 0)), (at(1, 1), at(1, 0))],
        edges: vec![mud(at(0, 0), at(1, 0), 12), mud(at(2, 1), at(2, 0), 3)],
        things: vec![cheese(at(1, 0)), cheese(at(2, 0)), cheese(at(1, 1))],
        actors: vec![
            Actor { way: Some(wading), badge: Some("2".to_string()), ..actor("python", 'P', at(1, 0)) },
            actor("rat", 'R', at(4, 1)),
        ],
        flashes: vec![Flash { at: at(4, 1), look: look("ate") }],
        ..empty(5, 2)
    };
    let panel =
        vec![bar("python", 0.5, 'P'), bar("rat", 2.5, 'R'), fact("turn", "17/300"), fact("cheese", "3 of 6 left")];
    let byline = "Two rats and a sentence about them.".to_string();
    Scene { title: "Race", byline, legend: &RACE, ..Scene::new(board, panel) }
}

const HUNT: [Key; 9] = [
    Key::new(Sign::Actor('A'), look("killer")),
    Key::new(Sign::Actor('a'), look("survivor")),
    Key::new(Sign::Faded('e'), look("stranded")),
    Key::new(Sign::Thing, look("exit")),
    Key::new(Sign::Line, look("killer-trail")),
    Key::new(Sign::Bump, look("survivor")),
    Key::new(Sign::Flash, look("capture")),
    Key::new(Sign::Flash, look("escape")),
    Key::new(Sign::Tile, look("sight")),
];

/// A round of Ghost Tag: a capture, an escape, two refused wishes, one stranded, the eye on survivor `a`.
pub(crate) fn hunt() -> Scene {
    let exit = |at| Thing { at, look: look("exit") };
    let walk = |name, from, to| Line { from, to, look: look(name) };
    let mut board = GridBoard {
        lines: vec![
            walk("killer-trail", at(9, 8), at(10, 9)),
            walk("killer-trail", at(29, 17), at(28, 17)),
            walk("killer-trail", at(47, 28), at(46, 29)),
            walk("survivor-trail", at(38, 12), at(38, 13)),
            walk("survivor-trail", at(20, 31), at(19, 32)),
        ],
        things: vec![exit(at(32, 35)), exit(at(19, 32)), exit(at(46, 29))],
        actors: vec![
            actor("killer", 'A', at(10, 9)),
            actor("killer", 'B', at(28, 17)),
            actor("killer", 'C', at(46, 29)),
            actor("killer", 'D', at(29, 18)),
            actor("survivor", 'a', at(38, 13)),
            actor("survivor", 'b', at(0, 49)),
            Actor { faded: true, ..actor("survivor", 'e', at(5, 30)) },
        ],
        bumps: vec![
            Bump { at: at(29, 18), towards: (-1, -1), look: look("killer") },
            Bump { at: at(0, 49), towards: (-1, 0), look: look("survivor") },
        ],
        flashes: vec![
            Flash { at: at(10, 9), look: look("capture") },
            Flash { at: at(19, 32), look: look("escape") },
            Flash { at: at(5, 30), look: look("stranded") },
        ],
        ..GridBoard::new(Grid::new(50, 50).unwrap())
    };
    board.tiles = (11..=15).flat_map(|y| (36..=40).map(move |x| Tile { at: at(x, y), look: look("sight") })).collect();
    let panel = vec![
        fact("round", "12/100"),
        fact("phase", "killers"),
        fact("escaped", "1"),
        fact("captured", "1"),
        fact("stranded", "1"),
        fact("in", "2"),
        Row::Note("D stays at (29,18): contested".to_string()),
        Row::End { verdict: "killers win".to_string(), reason: "board_empty".to_string(), look: Some(look("killer")) },
        Row::Note("b stays at (0,49): off the board".to_string()),
    ];
    Scene { title: "Hunt", legend: &HUNT, ..Scene::new(board, panel) }
}

/// Every letter a unit can have, killers above survivors.
pub(crate) fn letters() -> Scene {
    let row = |name, first: char, y| {
        (first..).take(16).enumerate().map(move |(x, letter)| actor(name, letter, at(x as u16, y)))
    };
    let actors = row("killer", 'A', 0).chain(row("survivor", 'a', 1)).collect();
    bare(GridBoard { actors, ..GridBoard::new(Grid::new(16, 2).unwrap()) })
}

/// A maze of any size with all kinds of things in it.
pub(crate) fn maze(width: u16, height: u16) -> Scene {
    let (mut board, mut panel) = (empty(width, height), race().panel);
    let mut dice = 1_u32;
    let mut roll = |sides: u32| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 16) % sides
    };
    for index in 0..board.grid.cells() {
        let here = board.grid.cell(index);
        for next in [at(here.x + 1, here.y), at(here.x, here.y + 1)] {
            match roll(6) {
                0 | 1 => board.walls.push((here, next)),
                2 => board.edges.push(mud(next, here, 2 + roll(12) as u8)),
                _ => {}
            }
        }
        match roll(8) {
            0 => board.things.push(Thing { at: here, look: look("cheese") }),
            1 => board.actors.push(Actor { badge: Some("12".to_string()), ..actor("rat", 'R', here) }),
            2 => board.actors.extend([actor("python", 'P', here), actor("ghost", '鬼', here)]),
            3 => board.flashes.push(Flash { at: here, look: look("ate") }),
            _ => {}
        }
    }
    panel.push(Row::Note("抓人 wins with a rather long sentence about it".to_string()));
    Scene::new(board, panel)
}

/// A scene with everything that a game should not produce.
pub(crate) fn nonsense() -> Scene {
    let evil = "\u{1b}[2J<script>\"&'\u{0}\n\u{202e}";
    let off = at(9, 65_535);
    let bar = |value, of, mark| {
        let (figure, note) = (evil.to_string(), evil.repeat(9));
        Row::Bar(Bar {
            figure,
            note,
            mark,
            leads: true,
            glyph: Some('\u{1b}'),
            ..Bar::new(evil, look("\u{1b}"), value, of)
        })
    };
    let lost = |from, done, of| Some(Way { from, done, of });
    let board = GridBoard {
        walls: vec![(off, at(0, 0)), (at(0, 0), at(0, 0)), (at(0, 0), at(1, 1)), (at(0, 0), at(2, 0))],
        edges: vec![
            mud(off, off, 3),
            EdgeMark { between: (at(0, 0), at(1, 0)), look: look(""), label: evil.to_string() },
            EdgeMark { between: (at(1, 1), at(1, 0)), look: look("<"), label: String::new() },
            EdgeMark { between: (at(1, 1), at(2, 1)), look: look("<"), label: "鬼".to_string() },
        ],
        things: vec![
            Thing { at: off, look: look("") },
            Thing { at: at(0, 0), look: look("") },
            Thing { at: at(0, 1), look: look("鬼") },
        ],
        actors: vec![
            actor("&", '&', off),
            Actor { way: lost(off, 1, 2), ..actor("&", '<', at(1, 1)) },
            Actor { way: lost(at(0, 0), 5, 0), badge: Some(evil.to_string()), ..actor("rat", '\n', at(1, 1)) },
            Actor { way: lost(at(2, 2), 1, 9), badge: Some("\u{301}".to_string()), ..actor("rat", 'R', at(2, 2)) },
            Actor { way: lost(at(0, 0), u16::MAX, u16::MAX), ..actor("rat", 'R', at(2, 2)) },
            Actor { facing: Some((i8::MIN, i8::MAX)), ..actor("wizard", '\u{1b}', at(2, 0)) },
        ],
        tiles: vec![Tile { at: off, look: look("") }, Tile { at: at(0, 0), look: look("<") }],
        lines: vec![
            Line { from: off, to: at(0, 0), look: look("") },
            Line { from: at(1, 1), to: at(1, 1), look: look("\"") },
            Line { from: at(0, 0), to: at(2, 1), look: look("&") },
        ],
        bumps: vec![
            Bump { at: off, towards: (1, 0), look: look("") },
            Bump { at: at(0, 0), towards: (0, 0), look: look("&") },
            Bump { at: at(0, 0), towards: (i8::MIN, i8::MAX), look: look("<") },
        ],
        flashes: vec![
            Flash { at: off, look: look("") },
            Flash { at: at(2, 2), look: look("\"") },
            Flash { at: at(2, 2), look: look("capture") },
        ],
        frames: vec![
            Frame { from: off, to: off, look: look("") },
            Frame { from: at(u16::MAX, u16::MAX), to: at(0, 0), look: look("<") },
        ],
        ..empty(3, 3)
    };
    let panel = vec![
        bar(f64::NAN, 1.0, Some(f64::NAN)),
        bar(f64::INFINITY, f64::INFINITY, Some(-1.0)),
        bar(1.0, 0.0, Some(f64::INFINITY)),
        bar(-1e300, 1e-300, None),
        Row::Fact { label: evil.to_string(), value: evil.to_string() },
        Row::Fact { label: String::new(), value: String::new() },
        Row::Note(evil.repeat(50)),
        Row::Note(String::new()),
        Row::End { verdict: evil.repeat(9), reason: evil.to_string(), look: Some(look("\u{1b}")) },
        Row::End { verdict: String::new(), reason: String::new(), look: None },
    ];
    const SIGNS: [Key; 7] = [
        Key::new(Sign::Actor('\u{0}'), look("<")),
        Key::new(Sign::Edge("\u{1b}"), look("\u{1b}")),
        Key::new(Sign::Note("<"), look("&")),
        Key::new(Sign::Token, look("")),
        Key::new(Sign::Mark, look("\"")),
        Key::new(Sign::Tile, look("鬼")),
        Key::new(Sign::Flash, look("evil")),
    ];
    Scene { title: "\u{1b}[2J<script>", byline: evil.repeat(9), legend: &SIGNS, ..Scene::new(board, panel) }
}
