//! Graphs from files: text, JSON and DOT, and the errors (R1 to R5).

use crate::map::{Graph, Limits, Map};
use crate::survey::TOOL;
use crate::text::{self, Chart};
use crate::{GhostGrid, Settings, dot};
use gridhaunt_console::{Exit, Lines};
use gridhaunt_kernel::json::Map as Object;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_testing::hold;
use proptest::prelude::*;
use serde_json::json;

const M3: &str = include_str!("../../../../../examples/ghost-grid/m3.graph");
const EXAMPLES: [(&str, &str); 3] = [
    ("m3", M3),
    ("harbour", include_str!("../../../../../examples/ghost-grid/harbour.graph")),
    ("two-bridges", include_str!("../../../../../examples/ghost-grid/two-bridges.graph")),
];

/// Five layers, a node each but in the middle, on the lines 1 to 9; connections on line 7.
const CHAIN: &str =
    "graph 4\nlayer 0: 0\nlayer 1: 1\nlayer 2: 2\nlayer 3: 3\nlayer 4: 4 5\n0-1:2 1-2:3 2-3:4\n3-4:1 3-5:1\nend\n";

fn limits(n: u8) -> Limits {
    Limits { n, dist_max: 10, max_layer_span: 3, max_degree: 8 }
}

fn m3() -> Value {
    json!({"layers": [0, 1, 1, 2, 2, 3], "edges": [[0, 1, 2], [0, 2, 6], [1, 3, 3], [2, 4, 4], [3, 5, 5], [4, 5, 1],
           [3, 4, 2], [1, 2, 1], [0, 3, 9], [1, 5, 10]]})
}

fn read(settings: &Value) -> Result<Settings, String> {
    Settings::read(settings).map_err(|error| error.to_string())
}

/// The error of a text as a setting.
fn error(text: &str) -> String {
    read(&json!({"map": text})).expect_err(text)
}

fn drawn(seed: u64, n: u8, width: u8) -> Graph {
    let settings = Settings::read(&json!({"n": n, "nodes_per_layer": width, "max_degree": 20})).unwrap();
    settings.plan().draw(&mut Random::stream(seed, 1)).expect("a world").graph
}

fn tool(flags: &Value, input: &str) -> Result<(Exit, Vec<String>), String> {
    let flags: Object<String, Value> = flags.as_object().unwrap().clone();
    let mut console = Lines::of(input);
    let verdict = (TOOL.run)(&flags, &mut console).map_err(|error| error.to_string())?;
    assert!(console.said.iter().all(|line| !line.is_empty()));
    Ok((verdict, console.said))
}

#[test]
fn text_and_json_are_the_same_graph() {
    let text = read(&json!({"map": M3})).unwrap();
    let object = read(&json!({"n": 3, "map": m3()})).unwrap();
    assert_eq!(text.told(), object.told(), "n comes from the text");
    let (world, state) = GhostGrid::new(&text, 7).unwrap();
    let (same, other) = GhostGrid::new(&object, 7).unwrap();
    assert_eq!((&world.graph, world.code.base, &state), (&same.graph, same.code.base, &other));
    assert_eq!((world.code.base, world.code.capacity, world.code.max_turns), (8, 24, 15));
    let quoted = read(&json!({"n": 3, "map": m3().to_string()})).unwrap();
    assert_eq!(quoted.map(), object.map(), "JSON in a string is JSON");
}

#[test]
fn the_text_is_forgiving_about_space() {
    let plain = Chart::read(&json!(CHAIN)).unwrap();
    for text in [
        CHAIN.replace('\n', "\r\n"),
        format!("\u{feff}{CHAIN}"),
        format!("\u{feff}\r\n# A chain.\r\n\r\n{}# That was it.", CHAIN.replace('\n', "  # so\r\n")),
        CHAIN.replace('-', " - ").replace("1:2", "1 :\t2"),
        CHAIN.replace(" 1-2", ", 1-2").replace("4 5", "4,5"),
        CHAIN.trim_end().into(),
    ] {
        assert_eq!(Chart::read(&json!(text)).map(|chart| chart.map), Ok(plain.map.clone()), "{text}");
    }
}

#[test]
fn n_is_what_the_text_says() {
    assert_eq!(read(&json!({"map": CHAIN})).unwrap().n, 4);
    assert_eq!(read(&json!({"map": CHAIN})).unwrap().last_turn(), 20);
    assert_eq!(read(&json!({"map": CHAIN, "preset": "tiny"})).unwrap().n, 4, "a preset gives way");
    assert!(read(&json!({"n": 4, "map": CHAIN})).is_ok());
    assert_eq!(
        read(&json!({"n": 6, "map": CHAIN})).unwrap_err(),
        "n: 6 is not 4, as the map says (line 1: graph 4); leave n out (R1)"
    );
    assert_eq!(read(&json!({"map": m3()})).unwrap_err(), "map.layers: layer 4 is empty", "JSON keeps n's default");
    assert_eq!(read(&json!({"n": 1, "map": CHAIN})).unwrap_err(), "n: 1 is not in 2..=64");
    for document in [json!({"map": CHAIN}), json!({"n": 4, "map": CHAIN, "max_turns": 7}), json!({"n": 3, "map": m3()})]
    {
        let settings = Settings::read(&document).unwrap();
        let written = settings.written(&document);
        assert_eq!(written, document);
        assert_eq!(Settings::read(&written).unwrap(), settings);
    }
}

#[test]
fn bad_text_is_refused_by_name() {
    let changed = |from: &str, to: &str| error(&CHAIN.replace(from, to));
    let table = [
        // The five of the original request, and similar ones.
        (CHAIN.replace("end\n", ""), "cut off: no `end` after line 8: 3-4:1 3-5:1"),
        (CHAIN[..72].into(), "cut off: no `end` after line 7: 0-1:2 1"),
        (String::new(), "cut off: there is nothing in it, need `graph N` to `end`"),
        ("gra".into(), "cut off: no `end` after line 1: gra"),
        (
            CHAIN.replace("0-1:2", "0->1:2"),
            "line 7: 0->1:2: one-way connection from 0 to 1; connections go both ways: write 0-1:2 (R2)",
        ),
        (
            CHAIN.replace("0-1:2", "0 <- 1: 2"),
            "line 7: 0 <- 1: 2: one-way connection from 1 to 0; connections go both ways: write 0-1:2 (R2)",
        ),
        (
            CHAIN.replace("0-1:2", "0>1"),
            "line 7: 0>1: one-way connection from 0 to 1; connections go both ways: write 0-1:DISTANCE (R2)",
        ),
        (
            CHAIN.replace("0-1:2", "0→1:2"),
            "line 7: 0→1:2: one-way connection from 0 to 1; connections go both ways: write 0-1:2 (R2)",
        ),
        (CHAIN.replace("0-1:2", "0<->1:2"), "line 7: 0<->1:2: write 0-1:2 (R2)"),
        (CHAIN.replace("0-1:2", "0--1:2"), "line 7: 0--1:2: write 0-1:2 (R2)"),
        (CHAIN.replace("0-1:2", "0-1:0"), "line 7: 0-1:0: distance 0 is not in 1..=10 (R2)"),
        (CHAIN.replace("0-1:2", "0-1:11"), "line 7: 0-1:11: distance 11 is not in 1..=10 (R2)"),
        (CHAIN.replace("3-5:1", "3-5:1 0-4:3"), "line 8: 0-4:3: spans 4 layers, need at most 3 (R3)"),
        (M3.replace("0-3:9", "0-3:9 0-5:9"), "line 9: 0-5:9: joins layer 0 to layer 3 (R3)"),
        // The rest of R5.
        (CHAIN.replace("2-3:4", "2-9:4"), "line 7: 2-9:4: node 9 is not in 0..=5 (R1)"),
        (CHAIN.replace("2-3:4", "2-2:4"), "line 7: 2-2:4: joins node 2 to itself (R2)"),
        (CHAIN.replace("3-5:1", "3-5:1 1-0:3"), "line 8: 1-0:3: 1 and 0 are joined already, on line 7 (R2)"),
        (CHAIN.replace(" 3-5:1", ""), "line 6: layer 4: node 5 cannot be reached from node 0 (R5)"),
        ("graph 2\nend".into(), "0 nodes, need 3 to 256 (R5)"),
        (CHAIN.replace("layer 2: 2", "").replace("3: 3", "3: 3 2"), "layer 2 is empty (R5)"),
        (CHAIN.replace("layer 2: 2", "layer 2:").replace("3: 3", "3: 3 2"), "layer 2 is empty (R5)"),
        (CHAIN.replace("graph 4", "graph 3"), "line 6: layer 4: 4 is not in 0..=3 (R1)"),
        (CHAIN.replace("0-1", "layer 9:\n0-1"), "line 7: layer 9: 9 is not in 0..=4 (R1)"),
        // Nodes and layers.
        (CHAIN.replace("4 5", "4 3"), "line 6: layer 4: node 3 is in layer 3 already, on line 5 (R1)"),
        (
            CHAIN.replace("4 5", "4 7"),
            "line 6: layer 4: node 7 is not in 0..=5: there are 6 nodes, and 5 is missing (R1)",
        ),
        (CHAIN.replace("4 5", "4 x"), "line 6: layer 4: \"x\" is not the number of a node (R1)"),
        (CHAIN.replace("layer 3", "layer 2"), "line 5: layer 2: stands on line 4 already"),
        (CHAIN.replace("layer 3", "layer x"), "line 5: layer x: \"x\" is not the number of a layer"),
        (CHAIN.replace("layer 3:", "layer 3"), "line 5: layer 3 3: need `layer L: NODES`, such as layer 1: 1 2"),
        // Lines.
        (CHAIN.replace("graph 4", "graph 65"), "line 1: graph 65: 65 is not in 2..=64 (R1)"),
        (CHAIN.replace("graph 4", "graph four"), "line 1: graph four: four is not in 2..=64 (R1)"),
        (CHAIN.replace("graph 4", "graph"), "line 1: graph: no top layer, need `graph N`"),
        (CHAIN.replace("graph 4", ""), "line 2: layer 0: 0: a graph begins with `graph N`, N being its top layer"),
        (
            "harbour.graph".into(),
            "line 1: harbour.graph: no graph; the graph of a file is @harbour.graph on the command line",
        ),
        ("0-1:2".into(), "line 1: 0-1:2: a graph begins with `graph N`, N being its top layer"),
        (CHAIN.replace("layer 0: 0", "graph 4"), "line 2: graph 4: `graph` stands on line 1 already"),
        (format!("{CHAIN}0-2:3"), "line 10: 0-2:3: stands after `end`, which is line 9"),
        (
            CHAIN.replace("layer 3", "Layer 3"),
            "line 5: Layer 3: 3: is not `layer L: NODES`, NODE-NODE:DISTANCE or `end`",
        ),
        // Connections.
        (CHAIN.replace("0-1:2", "0-1"), "line 7: 0-1: no distance, write 0-1:DISTANCE (R2)"),
        (CHAIN.replace("0-1:2", "0 1:2"), "line 7: 0 1:2: need NODE-NODE:DISTANCE, such as 0-1:2"),
        (CHAIN.replace("0-1:2", "0-b:2"), "line 7: 0-b:2: \"b\" is not the number of a node (R1)"),
        (CHAIN.replace("0-1:2", "0-1::2"), "line 7: 0-1::2: write 0-1:DISTANCE (R2)"),
        (CHAIN.replace("0-1:2", "0-1:-2"), "line 7: 0-1:-2: distance -2 is not a whole number from 1 (R2)"),
        (CHAIN.replace("0-1:2", "0-1:1.5"), "line 7: 0-1:1.5: distance 1.5 is not a whole number from 1 (R2)"),
        (
            CHAIN.replace("0-1:2", "0-1:99999999999999999999"),
            "line 7: 0-1:99999999999999999999: distance 99999999999999999999 is too large (R2)",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(error(&text), format!("map: {expected}"), "\n{text}");
    }
    let ports: String = (1..10).map(|node| format!("0-{node}:1 ")).collect();
    let star = format!("graph 2\nlayer 0: 0\nlayer 1: 1 2 3 4 5 6 7 8 9\nlayer 2: 10\n{ports} 1-10:1\nend");
    assert_eq!(error(&star), "map: line 2: layer 0: node 0 has 9 connections, need at most 8 (R4)");
    assert_eq!(
        changed("0-1:2", "0-1:11\u{7}"),
        "map: line 7: 0-1:11\u{fffd}: distance 11\u{fffd} is not a whole number from 1 (R2)"
    );
}

#[test]
fn bad_json_is_refused_by_name() {
    let chain = json!({"layers": [0, 1, 2, 3, 4, 4], "edges": [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 1], [3, 5, 1]]});
    let edge = |n: u8, map: &Value, edge: Value| {
        let mut map = map.clone();
        map["edges"][0] = edge;
        read(&json!({"n": n, "map": map})).unwrap_err()
    };
    let table = [
        (json!([0, 1, 0]), "map.edges[0]: distance 0 is not in 1..=10"),
        (json!([0, 1, 11]), "map.edges[0]: distance 11 is not in 1..=10"),
        (json!([0, 4, 3]), "map.edges[0]: spans 4 layers, need at most 3"),
        (json!([0, 9, 3]), "map.edges[0]: node 9 is not in 0..=5"),
        (json!([1, 1, 3]), "map.edges[0]: joins node 1 to itself"),
        (
            json!([0, 1, 2, "one-way"]),
            "map.edges[0]: [0,1,2,\"one-way\"]: one-way connection, they go both ways: write [node,node,distance] (R2)",
        ),
        (
            json!("0->1:2"),
            "map.edges[0]: \"0->1:2\": one-way connection, they go both ways: write [node,node,distance] (R2)",
        ),
        (
            json!({"from": 0, "to": 1, "distance": 2}),
            "map.edges[0]: {\"distance\":2,\"from\":0,\"to\":1}: one-way connection, they go both ways: write [node,node,distance] (R2)",
        ),
        (json!([0, 1]), "map.edges[0]: [0,1] is not [node,node,distance]"),
        (json!([0, 1, -2]), "map.edges[0]: -2 is not a whole number from 0"),
    ];
    for (bad, expected) in table {
        assert_eq!(edge(4, &chain, bad), expected);
    }
    assert_eq!(edge(3, &m3(), json!([0, 5, 9])), "map.edges[0]: joins layer 0 to layer 3");
    assert_eq!(edge(3, &m3(), json!([2, 0, 9])), "map.edges[1]: 0 and 2 are joined already");
    assert_eq!(
        read(&json!({"map": 3})).unwrap_err(),
        "map: 3 is not a graph: an object with layers and edges, or text"
    );
    let whole = chain.to_string();
    let cut = &whole[..whole.len() - 9];
    let words = read(&json!({"n": 4, "map": cut})).unwrap_err();
    assert_eq!(words, format!("map: cut off: the JSON ends in the middle, at line 1 column {}", cut.len()));
    let words = read(&json!({"map": "{\"layers\": x}"})).unwrap_err();
    assert_eq!(words, "map: line 1 column 12: no JSON: expected value");
}

#[test]
fn a_text_cut_off_anywhere_is_noticed() {
    for (name, text) in EXAMPLES {
        for end in (0..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(error(&text[..end]).starts_with("map: cut off: "), "{name} at {end}: {}", error(&text[..end]));
        }
    }
}

#[test]
fn the_tool_tells_every_flaw_with_nodes_and_rule() {
    let text = CHAIN.replace("0-1:2", "0->1:2 0-4:3").replace("3-5:1", "3-4:0");
    let (verdict, said) = tool(&json!({}), &text).unwrap();
    assert_eq!(verdict, Exit::Wanting);
    assert_eq!(
        said,
        [
            "line 6: layer 4: node 5 cannot be reached from node 0 (R5)",
            "line 7: 0->1:2: one-way connection from 0 to 1; connections go both ways: write 0-1:2 (R2)",
            "line 7: 0-4:3: spans 4 layers, need at most 3 (R3)",
            "line 8: 3-4:0: 3 and 4 are joined already, on line 8 (R2)",
        ]
    );
    let map = json!({"layers": [0, 1, 2, 2], "edges": [[0, 1, 11], [1, 0, 1], [0, 2, 3], [1, 2, 1]]});
    let (verdict, said) = tool(&json!({}), &map.to_string()).unwrap();
    assert_eq!(verdict, Exit::Wanting);
    assert_eq!(
        said,
        [
            "map.edges[0]: distance 11 is not in 1..=10 (R2, nodes 0 and 1)",
            "map.edges[1]: 1 and 0 are joined already (R2, nodes 1 and 0)",
            "map.edges[2]: joins layer 0 to layer 2 (R3, nodes 0 and 2)",
            "node 3 cannot be reached from node 0 (R5, node 3)",
        ]
    );
    let (verdict, said) = tool(&json!({}), &CHAIN[..60]).unwrap();
    assert_eq!((verdict, said.len()), (Exit::Unusable, 1));
    assert!(said[0].starts_with("cut off: no `end` after line 6: "), "{said:?}");
    let (verdict, said) = tool(&json!({}), "{\"layers\": [0,").unwrap();
    assert_eq!(verdict, Exit::Unusable);
    assert_eq!(said, ["cut off: the JSON ends in the middle, at line 2 column 0"]);
}

#[test]
fn the_tool_sums_up_and_converts() {
    let (verdict, said) = tool(&json!({}), M3).unwrap();
    assert_eq!(verdict, Exit::Fine);
    for line in [
        "layers       0..=3 (n=3)",
        "nodes        6: 1 2 2 1 by layer",
        "connections  10: 7 short (up to 5), 3 long",
        "spans        2 inside a layer, 6 to the next, 2 over 2",
        "base energy  8, a sentinel's capacity 24",
        "turns        15",
        "cheapest way 0-1-2-4-5 costs 8",
    ] {
        assert!(said.iter().any(|told| told == line), "{line}\n{said:#?}");
    }
    let (_, half) = tool(&json!({"energy_pct": 50}), M3).unwrap();
    assert_eq!(half.last().unwrap(), "verdict      playable, but no goal can be reached on base energy from 0");
    let graph = Chart::read(&json!(M3)).unwrap().check(&limits(3)).unwrap();
    for source in [M3.to_string(), m3().to_string(), json!({"n": 3, "max_ghosts": 2, "map": m3()}).to_string()] {
        let as_lines = |text: String| text.lines().map(String::from).collect::<Vec<_>>();
        assert_eq!(tool(&json!({"to": "text"}), &source).unwrap().1, as_lines(text::write(&graph)));
        assert_eq!(tool(&json!({"to": "dot"}), &source).unwrap().1, as_lines(dot::write(&graph, 5)));
        let told: Value = serde_json::from_str(&tool(&json!({"to": "json"}), &source).unwrap().1[0]).unwrap();
        assert_eq!(Map::read(&told).unwrap(), graph.map());
    }
    let (world, _) = GhostGrid::new(&Settings::default(), 11).unwrap();
    let (_, said) = tool(&json!({"seed": 11, "to": "text"}), "").unwrap();
    let again = Chart::read(&json!(said.join("\n"))).unwrap().check(&limits(6)).unwrap();
    assert_eq!(again, world.graph, "a seed's graph is that of its match");
    assert_eq!(tool(&json!({"to": "svg"}), M3).unwrap_err(), "to: \"svg\" is not one of text, json, dot");
    assert_eq!(
        tool(&json!({"n": 4}), M3).unwrap_err(),
        "n: 4 is not 3, as the map says (line 3: graph 3); leave n out (R1)"
    );
    let whole = json!({"map": m3()}).to_string();
    assert_eq!(
        tool(&json!({}), &whole).unwrap().1[0],
        "map.layers: layer 4 is empty (R5)",
        "settings keep n's default"
    );
    let mut console = Lines { file: Some("m3.graph"), ..Lines::default() };
    let flags = Object::from_iter([("seed".to_string(), json!(1))]);
    assert_eq!((TOOL.run)(&flags, &mut console).unwrap_err().to_string(), "seed: not together with a file to read");
}

#[test]
fn a_summary_for_programs_is_one_object() {
    let mut console = Lines { json: true, ..Lines::of(M3) };
    assert_eq!((TOOL.run)(&Object::new(), &mut console), Ok(Exit::Fine));
    let told: Value = serde_json::from_str(&console.said[0]).unwrap();
    assert_eq!(told["ways"], json!([{"start": 0, "cost": 8, "nodes": [0, 1, 2, 4, 5]}]));
    assert_eq!((&told["base"], &told["over_budget"]), (&json!(8), &json!([])));
}

#[test]
fn the_examples_can_be_played() {
    let settings: Vec<Value> = EXAMPLES.iter().map(|(_, text)| json!({"map": text})).collect();
    for ((name, text), settings) in EXAMPLES.iter().zip(&settings) {
        let (verdict, said) = tool(&json!({}), text).unwrap();
        assert_eq!(verdict, Exit::Fine, "{name}: {said:?}");
        assert_eq!(said.last().unwrap(), "verdict      every start reaches a goal on base energy", "{name}");
        assert!(read(settings).is_ok(), "{name}");
    }
    assert_eq!(
        Chart::read(&settings[0]["map"]).unwrap().check(&limits(3)),
        Map::read(&m3()).unwrap().check(&limits(3))
    );
    hold::<GhostGrid>().settings(settings).seeds(2).steps(80).sample().run();
}

/// Every node and every connection once, braces and quotes in pairs, one statement on each line.
fn check_dot(graph: &Graph, short_max: u8) {
    let text = dot::write(graph, short_max);
    assert!(text.starts_with("graph ghost_grid {\n") && text.ends_with("\n}\n"));
    for (open, close) in [('{', '}'), ('[', ']')] {
        assert_eq!(text.matches(open).count(), text.matches(close).count());
    }
    assert!(text.lines().all(|line| line.matches('"').count() % 2 == 0));
    assert!(!text.contains("->"), "connections go both ways");
    let body = || text.lines().skip(1).filter(|line| *line != "}");
    assert!(body().all(|line| line.ends_with(';') || line.ends_with("; }")), "{text}");
    let mut nodes: Vec<(u8, u8)> = Vec::new();
    for (layer, line) in body().filter(|line| line.contains("rank=same")).enumerate() {
        let ids = line.split(';').filter_map(|part| part.split_whitespace().next()?.parse::<u8>().ok());
        nodes.extend(ids.map(|id| (id, layer as u8)));
    }
    nodes.sort_unstable();
    let expected: Vec<_> = graph.layers.iter().enumerate().map(|(node, &layer)| (node as u8, layer)).collect();
    assert_eq!(nodes, expected);
    let mut edges: Vec<(u8, u8, u8)> = Vec::new();
    for line in body() {
        let Some((u, rest)) = line.trim().split_once(" -- ") else { continue };
        let Ok(u) = u.parse::<u8>() else { continue };
        let (v, rest) = rest.split_once(" [label=\"").unwrap();
        let (v, dist): (u8, u8) = (v.parse().unwrap(), rest.split('"').next().unwrap().parse().unwrap());
        assert_eq!(line.contains("style=dashed"), dist > short_max);
        assert!(graph.layers[usize::from(u)] <= graph.layers[usize::from(v)]);
        edges.push((u.min(v), u.max(v), dist));
    }
    edges.sort_unstable();
    assert_eq!(edges, graph.edges().collect::<Vec<_>>());
}

/// Texts that are almost graphs.
fn nearly() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "->", "-", ":", ",", "#", "\n", "\r\n", "end", "graph 3", "layer 1:", "0", "11", "256", "18446744073709551616",
        "é", "\u{feff}", "\u{0}", " ", "0-1:2", "9-9:9", "{", "\"",
    ]);
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), piece);
    (0..EXAMPLES.len(), prop::collection::vec(change, 1..6)).prop_map(|(which, changes)| {
        let mut text: Vec<char> = EXAMPLES[which].1.chars().collect();
        for (from, length, piece) in changes {
            let from = from.index(text.len() + 1);
            let to = (from + length.index(6)).min(text.len());
            text.splice(from..to, piece.chars());
        }
        text.into_iter().collect()
    })
}

/// Any text is a graph or an error with a name, and the tool agrees.
fn answer(text: &str) {
    let read = read(&json!({"map": text}));
    let (verdict, said) = tool(&json!({}), text).unwrap_or_else(|error| (Exit::Unusable, vec![error]));
    let object = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
    match read {
        Ok(settings) => {
            let graph = settings.map().unwrap().check(&settings.limits()).unwrap();
            let again = Chart::read(&json!(text::write(&graph))).unwrap();
            assert_eq!((again.n, again.check(&settings.limits())), (Some(graph.n), Ok(graph)));
            assert_eq!(verdict, Exit::Fine);
        }
        Err(error) => {
            assert!(error.starts_with("map") || error.starts_with("n: "), "{error}");
            assert!(object || verdict != Exit::Fine, "{error}\n{text}");
            assert!(!error.contains('\n') && !said.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_graph_is_written_and_read_back(seed: u64, n in 2u8..8, width in 1u8..7) {
        let graph = drawn(seed, n, width);
        let text = text::write(&graph);
        let chart = Chart::read(&json!(text)).unwrap();
        let limits = Limits { max_degree: 20, ..limits(n) };
        prop_assert_eq!(chart.n, Some(n));
        prop_assert_eq!(&chart.map, &graph.map());
        prop_assert_eq!(chart.check(&limits).unwrap(), graph.clone());
        prop_assert_eq!(text::write(&chart.check(&limits).unwrap()), text);
        check_dot(&graph, 5);
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,60}", lines in prop::collection::vec("[a-z0-9:>#{} \t-]{0,12}", 0..8)) {
        answer(&text);
        answer(&lines.join("\n"));
        answer(&format!("graph 3\n{}\nend", lines.join("\n")));
    }

    #[test]
    fn what_is_nearly_a_graph_is_answered(text in nearly()) {
        answer(&text);
    }

    #[test]
    fn the_first_of_all_flaws_is_the_error(
        layers in prop::collection::vec(0u64..6, 0..9),
        edges in prop::collection::vec((0u64..9, 0u64..9, 0u64..13), 0..14),
    ) {
        let edges = edges.iter().map(|&(u, v, dist)| crate::map::Edge(u, v, dist)).collect();
        let map = Map { layers, edges };
        let flaws = map.flaws(&limits(4));
        prop_assert_eq!(flaws.first().cloned(), map.find_flaw(&limits(4)));
        prop_assert_eq!(flaws.is_empty(), map.check(&limits(4)).is_ok());
    }
}

#[test]
fn depth_and_size_do_no_harm() {
    answer(&"{\"layers\":".repeat(5000));
    answer(&format!("{{\"layers\":{}", "[".repeat(100_000)));
    answer(&format!("graph 3\nlayer 0: {}\nend", "9".repeat(100_000)));
    answer(&format!("graph 3\n{}end", "0-1:2 ".repeat(50_000)));
    answer(&format!("graph 3\n{}\nend", "0-".repeat(100_000)));
    let wide: String = (0..300).map(|node| format!(" {node}")).collect();
    assert_eq!(error(&format!("graph 2\nlayer 0:{wide}\nend")), "map: 300 nodes, need 3 to 256 (R5)");
}
