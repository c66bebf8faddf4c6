//! Boards of 50 by 50 cells and a graph of 7 layers, the largest that games have by default, as text and as pictures.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use gridhaunt_draw::{png, svg, text};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{Actor, Bow, Flash, GraphBoard, GridBoard, Line, Link, Node, Row, Thing, Tile, Token};
use std::time::Duration;

/// Sixteen killers and sixteen survivors who all have just moved, one of them seen through.
fn scene() -> Scene {
    let grid = Grid::new(50, 50).expect("a board with cells");
    let at = |x, y| Cell { x, y };
    let place = |n: u16| at(3 * n + 1, 7 * n % 50);
    let mut board = GridBoard::new(grid);
    for n in 0..16 {
        for (role, trail, first, y) in [("killer", "killer-trail", b'A', 0), ("survivor", "survivor-trail", b'a', 20)] {
            let here = at(place(n).x, (place(n).y + y) % 50);
            let glyph = char::from(first + n as u8);
            board.actors.push(Actor::new(role, glyph, here));
            board.lines.push(Line { from: at(here.x - 1, here.y), to: here, role: trail });
        }
    }
    board.things = [at(32, 35), at(19, 32)].map(|at| Thing { at, role: "exit", glyph: '>' }).to_vec();
    board.tiles = (0..25).map(|n| Tile { at: at(20 + n % 5, 20 + n / 5), role: "sight" }).collect();
    board.flashes = vec![Flash { at: place(0), role: "capture" }, Flash { at: at(32, 35), role: "escape" }];
    let facts = ["round", "phase", "escaped", "captured", "stranded", "in"];
    let mut panel = facts.map(|label| Row::Fact { label: label.into(), value: "12".into() }).to_vec();
    panel.extend((0..6).map(|n| Row::Note(format!("{n} stays at (12,30): contested"))));
    Scene { board: board.into(), panel }
}

/// Four farmers whose land covers the board in steps, with trails and a weed.
fn farm() -> Scene {
    let grid = Grid::new(50, 50).expect("a board with cells");
    let mut board = GridBoard::new(grid);
    let lands = ["land.0", "land.1", "land.2", "land.3"];
    let trails = ["trail.0", "trail.1", "trail.2", "trail.3"];
    for at in (0..grid.cells()).map(|index| grid.cell(index)) {
        let seat = usize::from((at.x + at.y / 7) / 13 % 2 + 2 * ((at.y + at.x / 5) / 17 % 2));
        if (at.x / 3 + at.y / 4) % 6 > 0 {
            board.tiles.push(Tile { at, role: lands[seat] });
        }
    }
    for (n, (role, farmer)) in trails.into_iter().zip(["farmer.0", "farmer.1", "farmer.2", "farmer.3"]).enumerate() {
        let cell = |step: u16| Cell { x: 3 + step, y: 5 + 11 * n as u16 };
        board.lines.extend((0..30).map(|step| Line { from: cell(step), to: cell(step + 1), role }));
        board.tiles.extend((0..=30).map(|step| Tile { at: cell(step), role }));
        let facing = Some((1, 0));
        let (at, badge) = (cell(30), None);
        board.actors.push(Actor { badge, facing, ..Actor::new(farmer, '@', at) });
    }
    board.tiles.extend((0..15).map(|n| Tile { at: Cell { x: 40 + n % 4, y: 20 + n / 4 }, role: "weed" }));
    board.things = (0..6).map(|n| Thing { at: Cell { x: 7 * n, y: 45 }, role: "thing.2", glyph: '2' }).collect();
    Scene { board: board.into(), panel: scene().panel }
}

/// Seven layers of five nodes, eighty links, sixteen tokens that have all just moved.
fn graph() -> Scene {
    let node = |n: usize| Node {
        label: n.to_string(),
        layer: (n / 5) as u16,
        at: (1000 * (n / 5) as i32, 1000 * (n % 5) as i32),
        role: "plain",
        hollow: false,
        mark: None,
        note: n.is_multiple_of(6).then(|| format!("${n}")),
    };
    let link = |n: usize| {
        let (one, span) = (n % 35, [1, 1, 2, 0, 3][n / 17]);
        let other = (one / 5 + span) * 5 + (one + n / 35 + 1) % 5;
        let bow = [Bow::Right, Bow::Straight, Bow::Up, Bow::Up][span];
        let role = if n.is_multiple_of(2) { "short" } else { "long" };
        (other < 35 && other != one).then(|| Link { ends: (one, other), role, label: (n % 10 + 1).to_string(), bow })
    };
    let links: Vec<Link> = (0..85).filter_map(link).collect();
    let token = |n: usize| Token {
        node: links[5 * n].ends.1,
        role: if n < 4 { "ghost" } else { "sentinel" },
        name: format!("S{n}"),
        inside: (n < 4).then(|| "25".to_string()),
        energy: Some((n as u32, 16)),
        pinned: n % 5 == 4,
        own: false,
        faded: false,
        from: Some(links[5 * n].ends.0),
        text: format!("S{n}:{n}"),
    };
    let tokens = (0..links.len() / 5).map(token).collect();
    let board = GraphBoard { nodes: (0..35).map(node).collect(), links, tokens, ..GraphBoard::default() };
    Scene { board: board.into(), panel: scene().panel }
}

fn pictures(criterion: &mut Criterion) {
    draw(criterion, "50 by 50", &scene());
    draw(criterion, "50 by 50, land", &farm());
    draw(criterion, "7 layers", &graph());
}

fn draw(criterion: &mut Criterion, name: &str, scene: &Scene) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    group.bench_function("text", |bench| bench.iter(|| text::render(scene, &text::Style::default())));
    for cell in [8, 32] {
        let options = svg::Options { cell, dark: false };
        group.bench_function(format!("svg, {cell} pixels a cell"), |bench| bench.iter(|| svg::render(scene, &options)));
        group.bench_function(format!("png, {cell} pixels a cell"), |bench| bench.iter(|| png::render(scene, &options)));
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
