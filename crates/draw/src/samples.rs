//! Scenes for tests.

use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{Actor, EdgeMark, Flash, Row, Thing, Way};

pub(crate) const fn at(x: u16, y: u16) -> Cell {
    Cell { x, y }
}

pub(crate) fn actor(role: &'static str, glyph: char, at: Cell) -> Actor {
    Actor { at, role, glyph, way: None, badge: None, faded: false }
}

pub(crate) fn mud(one: Cell, other: Cell, turns: u8) -> EdgeMark {
    EdgeMark { between: (one, other), role: "mud", label: turns.to_string() }
}

pub(crate) fn empty(width: u16, height: u16) -> Scene {
    let (walls, edges, things, actors) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let grid = Grid::new(width, height).unwrap();
    Scene { y_up: true, walls, edges, things, actors, ..Scene::new(grid) }
}

/// The board drawn in R41 of PyRat, with the rat eating and a panel.
pub(crate) fn race() -> Scene {
    let cheese = |at| Thing { at, role: "cheese", glyph: '*' };
    let bar = |role, points: f64| Row::Bar {
        label: format!("{role} {points:.1}"),
        role,
        value: points,
        of: 6.0,
        mark: Some(3.0),
    };
    let fact = |label: &str, value: &str| Row::Fact { label: label.to_string(), value: value.to_string() };
    let wading = Way { from: at(0, 0), done: 10, of: 12 };
    Scene {
        walls: vec![(at(2, 0), at(3, 0)), (at(1, 1), at(1, 0))],
        edges: vec![mud(at(0, 0), at(1, 0), 12), mud(at(2, 1), at(2, 0), 3)],
        things: vec![cheese(at(1, 0)), cheese(at(2, 0)), cheese(at(1, 1))],
        actors: vec![
            Actor { way: Some(wading), badge: Some("2".to_string()), ..actor("python", 'P', at(1, 0)) },
            actor("rat", 'R', at(4, 1)),
        ],
        flashes: vec![Flash { at: at(4, 1), role: "ate" }],
        panel: vec![bar("python", 0.5), bar("rat", 2.5), fact("turn", "17/300"), fact("cheese", "3 of 6 left")],
        ..empty(5, 2)
    }
}

/// A maze of any size with all kinds of things in it.
pub(crate) fn maze(width: u16, height: u16) -> Scene {
    let mut scene = Scene { panel: race().panel, ..empty(width, height) };
    let mut dice = 1_u32;
    let mut roll = |sides: u32| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 16) % sides
    };
    for index in 0..scene.grid.cells() {
        let here = scene.grid.cell(index);
        for next in [at(here.x + 1, here.y), at(here.x, here.y + 1)] {
            match roll(6) {
                0 | 1 => scene.walls.push((here, next)),
                2 => scene.edges.push(mud(next, here, 2 + roll(12) as u8)),
                _ => {}
            }
        }
        match roll(8) {
            0 => scene.things.push(Thing { at: here, role: "cheese", glyph: '*' }),
            1 => scene.actors.push(Actor { badge: Some("12".to_string()), ..actor("rat", 'R', here) }),
            2 => scene.actors.extend([actor("python", 'P', here), actor("ghost", '鬼', here)]),
            3 => scene.flashes.push(Flash { at: here, role: "ate" }),
            _ => {}
        }
    }
    scene.panel.push(Row::Note("抓人 wins with a rather long sentence about it".to_string()));
    scene
}

/// All that a game should not say.
pub(crate) fn nonsense() -> Scene {
    let evil = "\u{1b}[2J<script>\"&'\u{0}\n\u{202e}";
    let off = at(9, 65_535);
    let bar = |value, of, mark| Row::Bar { label: evil.to_string(), role: "\u{1b}", value, of, mark };
    let lost = |from, done, of| Some(Way { from, done, of });
    Scene {
        walls: vec![(off, at(0, 0)), (at(0, 0), at(0, 0)), (at(0, 0), at(1, 1)), (at(0, 0), at(2, 0))],
        edges: vec![
            mud(off, off, 3),
            EdgeMark { between: (at(0, 0), at(1, 0)), role: "", label: evil.to_string() },
            EdgeMark { between: (at(1, 1), at(1, 0)), role: "<", label: String::new() },
            EdgeMark { between: (at(1, 1), at(2, 1)), role: "<", label: "鬼".to_string() },
        ],
        things: vec![
            Thing { at: off, role: "", glyph: '\u{0}' },
            Thing { at: at(0, 0), role: "", glyph: '\u{1b}' },
            Thing { at: at(0, 1), role: "鬼", glyph: '\u{301}' },
        ],
        actors: vec![
            actor("&", '&', off),
            Actor { way: lost(off, 1, 2), ..actor("&", '<', at(1, 1)) },
            Actor { way: lost(at(0, 0), 5, 0), badge: Some(evil.to_string()), ..actor("rat", '\n', at(1, 1)) },
            Actor { way: lost(at(2, 2), 1, 9), badge: Some("\u{301}".to_string()), ..actor("rat", 'R', at(2, 2)) },
            Actor { way: lost(at(0, 0), u16::MAX, u16::MAX), ..actor("rat", 'R', at(2, 2)) },
        ],
        flashes: vec![Flash { at: off, role: "" }, Flash { at: at(2, 2), role: "\"" }],
        panel: vec![
            bar(f64::NAN, 1.0, Some(f64::NAN)),
            bar(f64::INFINITY, f64::INFINITY, Some(-1.0)),
            bar(1.0, 0.0, Some(f64::INFINITY)),
            bar(-1e300, 1e-300, None),
            Row::Fact { label: evil.to_string(), value: evil.to_string() },
            Row::Fact { label: String::new(), value: String::new() },
            Row::Note(evil.repeat(50)),
            Row::Note(String::new()),
        ],
        ..empty(3, 3)
    }
}
