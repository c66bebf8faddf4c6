//! A board of 50 by 50 cells, the largest that a game has by default, as text and as pictures.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use gridhaunt_draw::{png, svg, text};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{Actor, Flash, GridBoard, Line, Row, Thing, Tile};
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
            board.actors.push(Actor { at: here, role, glyph, way: None, badge: None, faded: false });
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

fn pictures(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("50 by 50");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    let scene = scene();
    group.bench_function("text", |bench| bench.iter(|| text::render(&scene, &text::Style::default())));
    for cell in [8, 32] {
        let options = svg::Options { cell, dark: false };
        group
            .bench_function(format!("svg, {cell} pixels a cell"), |bench| bench.iter(|| svg::render(&scene, &options)));
        group
            .bench_function(format!("png, {cell} pixels a cell"), |bench| bench.iter(|| png::render(&scene, &options)));
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
