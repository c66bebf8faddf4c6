//! Scenes on graphs.

use super::look;
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Bar, Bow, GraphBoard, Key, Link, Mark, Node, NodeFlash, Row, Sign, Token};

/// Nodes in the layers given, as R48 of Ghost Grid places them.
pub(crate) fn nodes(layers: &[u16]) -> Vec<Node> {
    let top = layers.iter().copied().max().unwrap_or(0);
    let node = |(n, &layer): (usize, &u16)| {
        let before = layers[..n].iter().filter(|other| **other == layer).count() as i32;
        let all = layers.iter().filter(|other| **other == layer).count() as i32;
        Node {
            label: n.to_string(),
            layer,
            at: (1000 * i32::from(layer), 500 * (2 * before - all + 1)),
            look: match layer {
                0 => look("start"),
                _ if layer == top => look("goal"),
                _ => look("plain"),
            },
            hollow: false,
            mark: None,
            note: None,
        }
    };
    layers.iter().enumerate().map(node).collect()
}

pub(crate) fn link(nodes: &[Node], one: usize, other: usize, distance: u32) -> Link {
    let bow = match nodes[one].layer.abs_diff(nodes[other].layer) {
        0 => Bow::Right,
        1 => Bow::Straight,
        _ => Bow::Up,
    };
    let look = look(if distance <= 5 { "short" } else { "long" });
    Link { ends: (one, other), look, label: distance.to_string(), bow }
}

pub(crate) fn ghost(number: usize, node: usize, loot: u32, energy: u32) -> Token {
    Token {
        node,
        look: look("ghost"),
        name: format!("G{number}"),
        inside: Some(loot.to_string()),
        energy: Some((energy, 30)),
        pinned: false,
        own: false,
        faded: false,
        from: None,
        text: format!("G{number}:{loot}/{energy}"),
    }
}

pub(crate) fn sentinel(number: usize, node: usize, energy: u32) -> Token {
    Token {
        look: look("sentinel"),
        name: format!("S{number}"),
        inside: None,
        energy: Some((energy, 90)),
        text: format!("S{number}:{energy}"),
        ..ghost(number, node, 0, 0)
    }
}

fn checked(node: &mut Node, turn: u32) {
    node.mark = Some(Mark { look: look("checked"), label: turn.to_string() });
}

pub(crate) fn panel() -> Vec<Row> {
    let fact = |label: &str, value: &str| Row::Fact { label: label.to_string(), value: value.to_string() };
    let bar = |label, name, value: f64| {
        (
            value,
            Bar { figure: format!("{value} of 100"), mark: Some(50.0), ..Bar::new(label, look(name), value, 100.0) },
        )
    };
    let bars = vec![bar("ghosts", "ghost", 20.0), bar("sentinels", "sentinel", 35.0)];
    let facts = [fact("turn", "12/30"), fact("phase", "sentinels"), fact("captured", "2")];
    facts.into_iter().chain(Bar::standings(bars)).collect()
}

const LEGEND: [Key; 13] = [
    Key::new(Sign::Token, look("ghost")),
    Key::new(Sign::Token, look("turncoat")),
    Key::new(Sign::Token, look("sentinel")),
    Key::new(Sign::Energy, look("sentinel")),
    Key::new(Sign::Pinned, look("sentinel")),
    Key::new(Sign::Own, look("ghost")),
    Key::new(Sign::Node, look("start")),
    Key::new(Sign::Node, look("goal")),
    Key::new(Sign::Hollow, look("plain")),
    Key::new(Sign::Mark, look("checked")),
    Key::new(Sign::Note("$"), look("loot")),
    Key::new(Sign::Link, look("short")),
    Key::new(Sign::Link, look("long")),
];

/// The map M3 of section 12 of Ghost Grid in the middle of a game.
pub(crate) fn m3() -> Scene {
    let mut nodes = nodes(&[0, 1, 1, 2, 2, 3]);
    let links =
        [(0, 1, 2), (0, 2, 6), (1, 3, 3), (2, 4, 4), (3, 5, 5), (4, 5, 1), (3, 4, 2), (1, 2, 1), (0, 3, 9), (1, 5, 10)];
    let links = links.map(|(one, other, distance)| link(&nodes, one, other, distance)).to_vec();
    nodes[3].note = Some("$30".to_string());
    checked(&mut nodes[2], 7);
    checked(&mut nodes[3], 11);
    let tokens = vec![
        ghost(0, 1, 40, 8),
        Token { from: Some(0), ..ghost(1, 1, 30, 22) },
        Token { pinned: true, text: "S0:24!".to_string(), ..sentinel(0, 3, 24) },
        Token { from: Some(4), ..sentinel(1, 2, 80) },
        Token { look: look("turncoat"), name: "T0".to_string(), text: "T0:0/8".to_string(), ..ghost(0, 4, 0, 8) },
    ];
    let flashes = vec![NodeFlash { node: 2, look: look("capture") }, NodeFlash { node: 5, look: look("delivery") }];
    let board = GraphBoard { nodes, links, tokens, meetings: vec![vec![0, 1]], flashes };
    Scene { title: "Graph", legend: &LEGEND, ..Scene::new(board, panel()) }
}

/// A generator for samples, the same on every machine.
struct Dice(u32);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % sides
    }
}

/// A graph like those that R7 of Ghost Grid makes.
pub(crate) fn graph(layers: u16, each: usize) -> GraphBoard {
    let layers: Vec<u16> = (0..layers).flat_map(|layer| std::iter::repeat_n(layer, each)).collect();
    let (nodes, mut dice) = (nodes(&layers), Dice(7));
    let top = layers.last().copied().unwrap_or(0);
    let mut links: Vec<Link> = Vec::new();
    let mut ports = vec![0; nodes.len()];
    let span = |one: usize, other: usize| layers[one].abs_diff(layers[other]);
    for one in 0..nodes.len() {
        if layers[one] < top {
            let other = (usize::from(layers[one]) + 1) * each + dice.roll(each);
            links.push(link(&nodes, one, other, 1 + dice.roll(10) as u32));
            ports[one] += 1;
            ports[other] += 1;
        }
    }
    for one in 0..nodes.len() {
        for other in one + 1..nodes.len() {
            let percent = match span(one, other) {
                0 => 10,
                1 => 20,
                2 => 5,
                3 => 3,
                _ => 0,
            };
            let joined = links.iter().any(|link| link.ends == (one, other));
            if dice.roll(100) < percent && !joined && ports[one].max(ports[other]) < 8 {
                links.push(link(&nodes, one, other, 1 + dice.roll(10) as u32));
                ports[one] += 1;
                ports[other] += 1;
            }
        }
    }
    GraphBoard { nodes, links, ..GraphBoard::default() }
}

/// Seven layers of five nodes with four ghosts, a turncoat and twelve sentinels, some of them frozen.
pub(crate) fn night() -> Scene {
    let mut board = graph(7, 5);
    for (node, loot) in [(7, 12), (16, 30), (22, 5)] {
        board.nodes[node].note = Some(format!("${loot}"));
    }
    for (turn, node) in [8, 12, 16, 19, 23, 27].into_iter().enumerate() {
        checked(&mut board.nodes[node], turn as u32 + 5);
    }
    let came = |board: &GraphBoard, node: usize| {
        let from = |link: &Link| match link.ends {
            (one, other) if other == node => Some(one),
            (one, other) if one == node => Some(other),
            _ => None,
        };
        board.links.iter().find_map(from)
    };
    let mut tokens: Vec<Token> = [(0, 7), (1, 7), (2, 14), (3, 2)]
        .map(|(number, node)| ghost(number, node, 25 - 5 * number as u32, 30 - 7 * number as u32))
        .to_vec();
    for (number, node) in [12, 16, 16, 23, 23, 23, 23, 23, 27, 27, 29, 25].into_iter().enumerate() {
        tokens.push(sentinel(number, node, 90 - 7 * number as u32));
    }
    tokens.push(Token {
        look: look("turncoat"),
        name: "T0".to_string(),
        text: "T0:10/25".to_string(),
        ..ghost(0, 19, 10, 25)
    });
    for (token, from) in [2, 4, 8, 14].map(|token| (token, came(&board, tokens[token].node))) {
        tokens[token].from = from;
    }
    for token in [5, 9] {
        tokens[token].pinned = true;
        tokens[token].text.push('!');
    }
    tokens[15].faded = true;
    board.tokens = tokens;
    board.meetings = vec![vec![0, 1]];
    board.flashes = vec![NodeFlash { node: 19, look: look("turned") }, NodeFlash { node: 16, look: look("recovery") }];
    Scene::new(board, panel())
}

/// What ghost 2 of [`night`] knows.
pub(crate) fn heard() -> Scene {
    let mut board = graph(7, 5);
    let seen = [4, 7, 9, 12, 14];
    for (n, node) in board.nodes.iter_mut().enumerate() {
        node.hollow = !seen.contains(&n);
    }
    board.links.retain(|link| seen.contains(&link.ends.0) || seen.contains(&link.ends.1));
    board.nodes[9].note = Some("$?".to_string());
    board.tokens = vec![Token { own: true, ..ghost(2, 14, 15, 16) }, sentinel(3, 14, 60), ghost(1, 14, 0, 0)];
    board.tokens[2].energy = None;
    board.tokens[2].inside = None;
    Scene::new(board, panel())
}

/// As many as there are on one node.
pub(crate) fn crowd(count: usize) -> Scene {
    let mut board = graph(3, 1);
    board.nodes[1].note = Some("$30".to_string());
    board.tokens = (0..count).map(|number| sentinel(number, 1, 90)).collect();
    Scene::new(board, Vec::new())
}

/// A graph with everything that a game should not produce.
pub(crate) fn nonsense() -> Scene {
    let evil = "\u{1b}[2J<script>\"&'\u{0}\n\u{202e}";
    let far = [(i32::MIN, 900), (i32::MAX, -900), (0, 0), (0, 0)];
    let node = |at| Node {
        label: evil.to_string(),
        layer: u16::MAX,
        at,
        look: look("\u{1b}<"),
        hollow: false,
        mark: Some(Mark { look: look("&"), label: evil.to_string() }),
        note: Some(evil.to_string()),
    };
    let link = |ends, bow| Link { ends, look: look("\""), label: evil.to_string(), bow };
    let token = |node, from| Token {
        node,
        from,
        name: evil.to_string(),
        text: evil.to_string(),
        inside: Some("鬼".repeat(9)),
        look: look(""),
        energy: Some((7, 0)),
        ..ghost(0, 0, 0, 0)
    };
    let board = GraphBoard {
        nodes: far.map(node).to_vec(),
        links: vec![
            link((0, 1), Bow::Up),
            link((0, 1), Bow::Straight),
            link((1, 0), Bow::Right),
            link((2, 3), Bow::Up),
            link((2, 2), Bow::Right),
            link((0, 4), Bow::Straight),
            link((usize::MAX, usize::MAX), Bow::Up),
        ],
        tokens: vec![
            token(0, Some(1)),
            token(2, Some(3)),
            token(9, Some(0)),
            token(3, Some(usize::MAX)),
            token(1, None),
        ],
        meetings: vec![vec![], vec![0], vec![0, 99], vec![0, 1, 2, usize::MAX]],
        flashes: vec![NodeFlash { node: 3, look: look("capture") }, NodeFlash { node: 4, look: look("<") }],
    };
    let bar = |value, of| Row::Bar(Bar { leads: true, mark: Some(value), ..Bar::new(evil, look("<"), value, of) });
    let panel = vec![bar(f64::NAN, 1.0), bar(-1.0, 0.0), bar(f64::INFINITY, 3.0), bar(3.0, f64::NAN)];
    Scene::new(board, panel)
}
