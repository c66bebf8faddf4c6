//! Boards of 50 by 50 cells and a graph of 7 layers, the largest that games have by default, as text and as pictures.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use gridhaunt_draw::{png, svg, text};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::{Cell, Grid};
use gridhaunt_kernel::scene::{
    Actor, Bow, Depth, Flash, Furrows, GraphBoard, GridBoard, Hue, Line, Link, Look, Node, Row, Shape, Thing, Tile,
    Tint, Token,
};
use std::time::Duration;

static KILLER: Look = Look::new("killer", Shape::Ghost, Tint::Red);
static KILLER_TRAIL: Look = Look::new("killer-trail", Shape::Disc, Tint::Red);
static SURVIVOR: Look = Look::new("survivor", Shape::Runner, Tint::Blue);
static SURVIVOR_TRAIL: Look = Look::new("survivor-trail", Shape::Disc, Tint::Blue);
static EXIT: Look = Look::new("exit", Shape::Gate, Tint::Jade).with_letter('>');
static SIGHT: Look = Look::new("sight", Shape::Disc, Tint::Straw);
static CAPTURE: Look = Look::new("capture", Shape::Cross, Tint::Ink);
static ESCAPE: Look = Look::new("escape", Shape::Arrow, Tint::Sky);
static LAND: [Look; 4] = [land("land.0", 0), land("land.1", 1), land("land.2", 2), land("land.3", 3)];
static TRAIL: [Look; 4] = [
    of("trail.0", Shape::Track, 0),
    of("trail.1", Shape::Track, 1),
    of("trail.2", Shape::Track, 2),
    of("trail.3", Shape::Track, 3),
];
static FARMER: [Look; 4] = [
    of("farmer.0", Shape::Farmer, 0),
    of("farmer.1", Shape::Farmer, 1),
    of("farmer.2", Shape::Farmer, 2),
    of("farmer.3", Shape::Farmer, 3),
];
static WEED: Look = Look::new("weed", Shape::Weed, Tint::Olive).with_letter('#');
static STAR: Look = Look::new("star", Shape::Star, Tint::Violet).with_letter('2');
static PLAIN: Look = Look::new("plain", Shape::Disc, Tint::Ash);
static SHORT: Look = Look::new("short", Shape::Stroke, Tint::Iron);
static LONG: Look = Look::new("long", Shape::Dashes, Tint::Smoke);
static GHOST: Look = Look::new("ghost", Shape::Ghost, Tint::Blush).with_rim(Tint::Orchid);
static SENTINEL: Look = Look::new("sentinel", Shape::Guard, Tint::Navy);

const fn land(name: &'static str, seat: usize) -> Look {
    of(name, Shape::Field(Furrows::ALL[seat]), seat)
}

const fn of(name: &'static str, shape: Shape, seat: usize) -> Look {
    let hue = Hue::ALL[seat];
    Look::new(name, shape, Tint::Of(hue, Depth::Pale)).with_rim(Tint::Of(hue, Depth::Strong))
}

/// Sixteen killers and sixteen survivors that all have just moved, from the point of view of one of them.
fn scene() -> Scene {
    let grid = Grid::new(50, 50).expect("a board with cells");
    let at = |x, y| Cell { x, y };
    let place = |n: u16| at(3 * n + 1, 7 * n % 50);
    let mut board = GridBoard::new(grid);
    for n in 0..16 {
        for (look, trail, first, y) in [(&KILLER, &KILLER_TRAIL, b'A', 0), (&SURVIVOR, &SURVIVOR_TRAIL, b'a', 20)] {
            let here = at(place(n).x, (place(n).y + y) % 50);
            let glyph = char::from(first + n as u8);
            board.actors.push(Actor::new(look, glyph, here));
            board.lines.push(Line { from: at(here.x - 1, here.y), to: here, look: trail });
        }
    }
    board.things = [at(32, 35), at(19, 32)].map(|at| Thing { at, look: &EXIT }).to_vec();
    board.tiles = (0..25).map(|n| Tile { at: at(20 + n % 5, 20 + n / 5), look: &SIGHT }).collect();
    board.flashes = vec![Flash { at: place(0), look: &CAPTURE }, Flash { at: at(32, 35), look: &ESCAPE }];
    let facts = ["round", "phase", "escaped", "captured", "stranded", "in"];
    let mut panel = facts.map(|label| Row::Fact { label: label.into(), value: "12".into() }).to_vec();
    panel.extend((0..6).map(|n| Row::Note(format!("{n} stays at (12,30): contested"))));
    Scene::new(board, panel)
}

/// Four farmers whose land covers the board in steps, with trails and a weed.
fn farm() -> Scene {
    let grid = Grid::new(50, 50).expect("a board with cells");
    let mut board = GridBoard::new(grid);
    for at in (0..grid.cells()).map(|index| grid.cell(index)) {
        let seat = usize::from((at.x + at.y / 7) / 13 % 2 + 2 * ((at.y + at.x / 5) / 17 % 2));
        if (at.x / 3 + at.y / 4) % 6 > 0 {
            board.tiles.push(Tile { at, look: &LAND[seat] });
        }
    }
    for (n, (look, farmer)) in TRAIL.iter().zip(&FARMER).enumerate() {
        let cell = |step: u16| Cell { x: 3 + step, y: 5 + 11 * n as u16 };
        board.lines.extend((0..30).map(|step| Line { from: cell(step), to: cell(step + 1), look }));
        board.tiles.extend((0..=30).map(|step| Tile { at: cell(step), look }));
        let facing = Some((1, 0));
        let (at, badge) = (cell(30), None);
        board.actors.push(Actor { badge, facing, ..Actor::new(farmer, '@', at) });
    }
    board.tiles.extend((0..15).map(|n| Tile { at: Cell { x: 40 + n % 4, y: 20 + n / 4 }, look: &WEED }));
    board.things = (0..6).map(|n| Thing { at: Cell { x: 7 * n, y: 45 }, look: &STAR }).collect();
    Scene::new(board, scene().panel)
}

/// Seven layers of five nodes, eighty links, sixteen tokens that have all just moved.
fn graph() -> Scene {
    let node = |n: usize| Node {
        label: n.to_string(),
        layer: (n / 5) as u16,
        at: (1000 * (n / 5) as i32, 1000 * (n % 5) as i32),
        look: &PLAIN,
        hollow: false,
        mark: None,
        note: n.is_multiple_of(6).then(|| format!("${n}")),
    };
    let link = |n: usize| {
        let (one, span) = (n % 35, [1, 1, 2, 0, 3][n / 17]);
        let other = (one / 5 + span) * 5 + (one + n / 35 + 1) % 5;
        let bow = [Bow::Right, Bow::Straight, Bow::Up, Bow::Up][span];
        let look = if n.is_multiple_of(2) { &SHORT } else { &LONG };
        (other < 35 && other != one).then(|| Link { ends: (one, other), look, label: (n % 10 + 1).to_string(), bow })
    };
    let links: Vec<Link> = (0..85).filter_map(link).collect();
    let token = |n: usize| Token {
        node: links[5 * n].ends.1,
        look: if n < 4 { &GHOST } else { &SENTINEL },
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
    Scene::new(board, scene().panel)
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
