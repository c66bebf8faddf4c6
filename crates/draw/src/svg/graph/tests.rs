use super::*;
use crate::samples::graph::{crowd, ghost, graph, heard, m3, night, nodes, nonsense, sentinel};
use crate::samples::look;
use crate::svg::tests::{check_numbers, check_tags};
use crate::svg::{Options, Page, render};
use crate::theme::Swatch;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Bow, NodeFlash, Token};

fn bare(board: GraphBoard) -> Scene {
    Scene::new(board, Vec::new())
}

fn drawn(board: GraphBoard) -> String {
    render(&bare(board), &Options::default())
}

#[test]
fn a_small_graph() {
    insta::assert_snapshot!(render(&m3(), &Options::default()));
}

#[test]
fn every_document_is_well_formed() {
    let empty = bare(GraphBoard::default());
    let lonely = bare(GraphBoard { nodes: nodes(&[0]), ..GraphBoard::default() });
    let vast = [bare(graph(65, 3)), bare(graph(8, 32))];
    for scene in [m3(), night(), heard(), crowd(300), nonsense(), empty, lonely].iter().chain(&vast) {
        for options in [(0, false), (7, true), (32, false)].map(|(cell, dark)| Options { cell, dark }) {
            let text = render(scene, &options);
            check_tags(&text);
            check_numbers(&text);
        }
    }
}

#[test]
fn no_link_runs_through_a_node() {
    for board in [graph(7, 5), graph(4, 9), graph(20, 2), graph(65, 3)] {
        let layout = Layout::new(&board, None);
        for way in &layout.ways {
            for (n, place) in layout.places.iter().enumerate() {
                let end = n == way.link.ends.0 || n == way.link.ends.1;
                let near = way.curve.points().map(|point| point.distance(*place)).fold(f64::MAX, f64::min);
                assert!(end || near > NODE, "{:?} passes node {n} at {near}", way.link.ends);
            }
        }
    }
}

#[test]
fn a_link_inside_a_layer_bows_to_the_right_and_a_long_one_up() {
    let board = graph(7, 5);
    let layout = Layout::new(&board, None);
    for way in &layout.ways {
        let (middle, bow) = (way.curve.0[0].mix(way.curve.0[3], 0.5), way.curve.at(0.5));
        match way.link.bow {
            Bow::Straight => assert!(middle.distance(bow) < 1e-9),
            Bow::Right => assert!(bow.x > middle.x + 10.0),
            Bow::Up => assert!(bow.y < middle.y),
        }
    }
}

#[test]
fn no_label_covers_another_or_a_node() {
    for scene in [m3(), night(), heard()] {
        let text = render(&scene, &Options::default());
        let labels = text.split(r#"class="labels""#).nth(1).and_then(|rest| rest.split("</g>").next()).unwrap();
        let numbers = |text: &str, name: &str| -> Option<f64> {
            text.split_once(&format!(r#" {name}=""#))?.1.split('"').next()?.parse().ok()
        };
        let labels = labels.lines().filter(|line| line.contains("<text"));
        let places: Vec<Point> =
            labels.map(|line| Point { x: numbers(line, "x").unwrap(), y: numbers(line, "y").unwrap() }).collect();
        assert!(places.len() >= 10);
        for (n, one) in places.iter().enumerate() {
            for other in &places[n + 1..] {
                let apart = (one.x - other.x).abs() > 6.0 || (one.y - other.y).abs() > 11.0;
                assert!(apart, "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn no_label_moves_with_the_tokens_or_with_what_lies_there() {
    let labels = |board: &GraphBoard| {
        let text = drawn(board.clone());
        text.split(r#"class="labels""#).nth(1).and_then(|rest| rest.split("</g>").next()).unwrap().to_string()
    };
    let mut board = graph(7, 5);
    let empty = labels(&board);
    board.tokens = (0..12).map(|number| sentinel(number, number % 5, 30)).collect();
    board.nodes[7].note = Some("$100".into());
    assert_eq!(labels(&board), empty);
}

#[test]
fn a_label_is_a_bead_on_its_own_link() {
    let board = graph(7, 5);
    let layout = Layout::new(&board, None);
    let text = drawn(board.clone());
    let labels = text.split(r#"class="labels""#).nth(1).and_then(|rest| rest.split("</g>").next()).unwrap();
    let value = |line: &str, name: &str| -> f64 {
        line.split("<text")
            .nth(1)
            .unwrap()
            .split(&format!(r#" {name}=""#))
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let beads: Vec<&str> = labels.lines().filter(|line| line.contains("<text")).collect();
    assert_eq!(beads.len(), layout.ways.len());
    for (bead, way) in beads.iter().zip(&layout.ways) {
        let middle = Point { x: value(bead, "x"), y: value(bead, "y") - 0.36 * 10.5 };
        let near = way.curve.points().map(|point| point.distance(middle)).fold(f64::MAX, f64::min);
        assert!(near < 8.0, "{near} from {:?}", way.link.ends);
        let color = Swatch::of(way.link.look.tint).light.to_string();
        assert!(bead.contains(&color), "it has the colour of its link: {bead}");
    }
}

#[test]
fn a_short_way_is_solid_and_strong_and_a_long_one_dashed_and_light() {
    for dark in [false, true] {
        let text = render(&m3(), &Options { cell: 32, dark });
        let link = |name: &str| {
            let start = format!(r#"<path class="{name}" d=""#);
            text.lines().find(|line| line.contains(&start)).unwrap().to_string()
        };
        let thick = |line: &str| -> f64 {
            line.split(r#"stroke-width=""#).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        let (short, long) = (link("short"), link("long"));
        assert!(long.contains("dasharray") && !short.contains("dasharray"));
        assert!(thick(&short) > 1.5 * thick(&long), "{short}\n{long}");
    }
}

#[test]
fn a_move_follows_the_curve_of_its_link() {
    let mut board = graph(7, 5);
    let link = board.links.iter().find(|link| link.bow == Bow::Up).unwrap().clone();
    board.tokens = vec![Token { from: Some(link.ends.1), ..ghost(0, link.ends.0, 5, 5) }];
    let layout = Layout::new(&board, None);
    let way = layout.ways.iter().find(|way| way.link.ends == link.ends).unwrap();
    let back = layout.way(link.ends.1, link.ends.0).unwrap();
    assert!(back.at(0.25).distance(way.curve.at(0.75)) < 1e-9);
    assert!(drawn(board.clone()).contains(r#"<g class="trails""#));
}

#[test]
fn what_is_nowhere_is_not_drawn() {
    let mut board = GraphBoard { nodes: nodes(&[0, 1]), ..GraphBoard::default() };
    board.tokens = vec![ghost(0, 2, 5, 5), Token { from: Some(9), ..sentinel(0, 1, 5) }];
    board.meetings = vec![vec![0, 1, 7]];
    board.flashes = vec![NodeFlash { node: 2, look: look("capture") }];
    let text = drawn(board);
    assert!(text.contains(">S0</text>") && !text.contains(">G0</text>"), "{text}");
    assert!(!text.contains("meeting") && !text.contains("flashes") && !text.contains("trails"), "{text}");
}

#[test]
fn the_page_does_not_move_with_the_tokens() {
    let options = Options::default();
    let mut board = graph(7, 5);
    let empty = Layout::new(&board, None).size;
    board.tokens = (0..16).map(|number| sentinel(number, 0, 30)).collect();
    assert_eq!(Layout::new(&board, None).size, empty);
    assert!(Page::of(&bare(board), &options).width > 1000.0);
}

#[test]
fn small_pictures_show_less() {
    let text = |cell| render(&night(), &Options { cell, dark: false });
    let (full, plain, square) = (text(16), text(7), text(6));
    assert!(full.contains(r#"class="labels""#) && full.contains(">S0</text>") && full.contains(">34</text>"));
    assert!(!plain.contains(r#"class="labels""#) && !plain.contains(">S0</text>") && plain.contains(">34</text>"));
    assert!(!square.contains(">34</text>"));
}

#[test]
fn the_signs_are_explained() {
    let text = render(&m3(), &Options::default());
    let words = ["start", "goal", "checked on", "short way", "long way", "ghost", "sentinel", "turncoat", "pinned"];
    for word in words.into_iter().chain(["energy left", "only heard of", "who sees this", "loot"]) {
        assert!(text.contains(&format!(">{word}</text>")), "{word}");
    }
}
