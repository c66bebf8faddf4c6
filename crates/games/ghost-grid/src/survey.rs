//! `gridhaunt ghost-grid graph`: shows a graph, checks it, and writes it in another form.

use crate::energy::Meter;
use crate::game::make_graph;
use crate::map::{Graph, Map as Written};
use crate::settings::Settings;
use crate::text::{self, Chart, Trouble};
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::field::Ring;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::{Field, Settings as _, field_of, names, read_seed};
use serde_json::json;

gridhaunt_kernel::words! {
    /// The forms that a graph is written in.
    enum Form {
        Text = "text",
        Json = "json",
        Dot = "dot",
    }
}

gridhaunt_kernel::settings! {
    /// The flags that are not settings of the graph.
    struct Flags {
        /// The form to write the graph in
        to: Option<Form> = None, shown "a summary";
        /// Draw the graph of this match seed instead of reading one
        seed: Option<u64> = None, in 0..=u64::MAX, shown "none: read a graph", read read_seed;
    }
}

const FLAGS: &[Field] = &[
    field_of::<Flags>("to"),
    field_of::<Flags>("seed"),
    field_of::<Settings>("n"),
    field_of::<Settings>("nodes_per_layer"),
    field_of::<Settings>("max_layer_span"),
    field_of::<Settings>("max_degree"),
    field_of::<Settings>("edge_pct"),
    field_of::<Settings>("dist_max"),
    field_of::<Settings>("short_max"),
    field_of::<Settings>("energy_average"),
    field_of::<Settings>("energy_pct"),
    field_of::<Settings>("sentinel_energy_mult"),
];

/// `gridhaunt ghost-grid graph [FILE]`.
pub static TOOL: Tool = Tool {
    name: "graph",
    also: &[],
    about: "Check a graph, sum it up, or write it as text, JSON or Graphviz DOT",
    example: "gridhaunt ghost-grid graph harbour.graph --to dot | dot -Tsvg > harbour.svg",
    flags: FLAGS,
    reads: Some("A graph as text or JSON, or JSON settings with a map"),
    run,
};

fn run(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let Flags { to, seed } = Flags::from_options(flags)?;
    let mut document = flags.clone();
    document.retain(|name, _| !names::<Flags>().contains(&name.as_str()));
    let (settings, graph, seed) = if let Some(seed) = seed {
        if console.has_file() {
            return Err(Invalid::new("seed", seed, "not together with a file").says("not together with a file to read"));
        }
        let settings = Settings::read(&Value::Object(document))?;
        let (graph, ..) = make_graph(&settings, &mut Random::stream(seed, 1))?; // R37
        (settings, graph, Some(seed))
    } else {
        match read(document, console)? {
            Ok((settings, graph)) => (settings, graph, None),
            Err(verdict) => return Ok(verdict),
        }
    };
    let short_max = settings.short_max;
    match to {
        Some(Form::Text) => {
            if let Some(seed) = seed {
                console.say(&format!("# Drawn from seed {seed}."));
            }
            text::write(&graph).lines().for_each(|line| console.say(line));
        }
        Some(Form::Json) => console.say(&map_line(&graph.map())),
        Some(Form::Dot) => crate::dot::write(&graph, short_max).lines().for_each(|line| console.say(line)),
        None if console.json() => console.say(&summary_json(&settings, &graph).to_string()),
        None => summary(&settings, &graph).iter().for_each(|line| console.say(line)),
    }
    Ok(Exit::Fine)
}

/// A map as JSON; writing it cannot fail.
fn map_line(map: &Written) -> String {
    serde_json::to_string(map).unwrap_or_default()
}

/// Reads a graph and its settings; if there are errors, prints all of them.
fn read(
    mut document: Map<String, Value>,
    console: &mut dyn Console,
) -> Result<Result<(Settings, Graph), Exit>, Invalid> {
    let mut given = String::new();
    while let Some(line) = console.read() {
        given += &line;
        given.push('\n');
        if console.stopped() {
            return Ok(Err(Exit::Stopped));
        }
    }
    let bare = given.strip_prefix('\u{feff}').unwrap_or(&given);
    let mut value = Value::String(given.clone());
    if bare.trim_start().starts_with('{') {
        value = match text::read_json(bare) {
            Ok(value) => value,
            Err(error) => {
                tell(console, &Trouble { line: None, nodes: vec![], rule: None, legible: false, error });
                return Ok(Err(Exit::Unusable));
            }
        };
    }
    let mut alone = true;
    if let Value::Object(whole) = &mut value
        && let Some(map) = whole.remove("map")
    {
        let mut whole = core::mem::take(whole);
        whole.append(&mut document);
        document = whole;
        value = map;
        alone = false;
    }
    let (chart, mut troubles) = Chart::survey(&value);
    if let Some(chart) = &chart {
        let top = chart.n.or_else(|| alone.then(|| highest(chart)));
        if let Some(top) = top.filter(|_| !document.contains_key("n")) {
            document.insert("n".into(), top.into());
        }
        let settings = Settings::read(&Value::Object(document.clone()))?;
        chart.agree(settings.n)?;
        troubles.extend(chart.flaws(&settings.limits()));
    }
    troubles.sort_by_key(|trouble| trouble.line.unwrap_or(if trouble.legible { usize::MAX } else { 0 }));
    troubles.iter().for_each(|trouble| tell(console, trouble));
    let Some(chart) = chart.filter(|_| troubles.is_empty()) else {
        let unread = troubles.iter().any(|trouble| trouble.rule.is_none());
        return Ok(Err(if unread { Exit::Unusable } else { Exit::Wanting }));
    };
    document.insert("map".into(), value);
    let settings = Settings::read(&Value::Object(document))?;
    let graph = chart.check(&settings.limits())?;
    Ok(Ok((settings, graph)))
}

/// The highest layer, used as n where a graph has no settings and does not define its own.
fn highest(chart: &Chart) -> u8 {
    chart.map.layers.iter().copied().max().unwrap_or(0).clamp(2, 64) as u8
}

fn tell(console: &mut dyn Console, trouble: &Trouble) {
    let Trouble { line, nodes, rule, error, .. } = trouble;
    if console.json() {
        let report = json!({"error": error.to_string(), "line": line, "nodes": nodes, "rule": rule});
        return console.say(&report.to_string());
    }
    let words = error.to_string();
    let words = words.strip_prefix("map: ").unwrap_or(&words);
    let told = rule.is_none_or(|rule| words.ends_with(&format!("({rule})")));
    let names: Vec<String> = nodes.iter().map(ToString::to_string).collect();
    console.say(&match (told, names.as_slice()) {
        (true, _) => words.to_string(),
        (false, []) => format!("{words} ({})", rule.unwrap_or_default()),
        (false, [node]) => format!("{words} ({}, node {node})", rule.unwrap_or_default()),
        (false, nodes) => format!("{words} ({}, nodes {})", rule.unwrap_or_default(), nodes.join(" and ")),
    });
}

/// The cheapest way from a start to its nearest goal.
struct Way {
    cost: u32,
    nodes: Vec<u8>,
}

/// The cheapest path of every start; of equal paths the one with the lowest nodes, counted from the goal.
fn ways(graph: &Graph) -> Vec<Way> {
    let (mut ring, mut costs) = (Ring::default(), vec![0; graph.len()]);
    let mut ways = Vec::new();
    for start in graph.layer(0) {
        ring.least_costs(graph, [usize::from(start)], &mut costs);
        let cost = |node: u8| costs[usize::from(node)];
        let Some(goal) = graph.layer(graph.n).min_by_key(|&goal| cost(goal)) else { continue };
        let mut nodes = vec![goal];
        let mut here = goal;
        while here != start {
            let mut ports = graph.ports(here.into()).iter();
            let Some(port) = ports.find(|port| cost(port.node) + u32::from(port.dist) == cost(here)) else { break };
            here = port.node;
            nodes.push(here);
        }
        nodes.reverse();
        ways.push(Way { cost: cost(goal), nodes });
    }
    ways
}

/// The statistics of a graph.
struct Facts {
    width: Vec<usize>,
    short: usize,
    long: usize,
    /// How many connections span 0, 1, ... layers.
    spans: Vec<usize>,
    fewest_ports: usize,
    most_ports: usize,
    base: u32,
    capacity: u32,
    ways: Vec<Way>,
}

impl Facts {
    fn of(settings: &Settings, graph: &Graph) -> Self {
        let v = settings;
        let layer = |node: u8| graph.layers[usize::from(node)];
        let span = |(u, v, _): (u8, u8, u8)| usize::from(layer(u).abs_diff(layer(v)));
        let most = graph.edges().map(span).max().unwrap_or(0);
        let ports = || (0..graph.len()).map(|node| graph.ports(node).len());
        let short = graph.edges().filter(|&(_, _, dist)| dist <= v.short_max).count();
        let base = Meter::default().measure(graph, v.energy_average, v.energy_pct).base;
        Self {
            width: (0..=graph.n).map(|layer| graph.layer(layer).count()).collect(),
            short,
            long: graph.edges().count() - short,
            spans: (0..=most).map(|wide| graph.edges().filter(|&edge| span(edge) == wide).count()).collect(),
            fewest_ports: ports().min().unwrap_or(0),
            most_ports: ports().max().unwrap_or(0),
            base,
            capacity: settings.code(base).capacity,
            ways: ways(graph),
        }
    }

    /// Starts from which base energy does not reach any goal.
    fn over_budget(&self) -> impl Iterator<Item = &Way> {
        self.ways.iter().filter(|way| way.cost > self.base)
    }
}

fn words<T: ToString>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

fn summary(settings: &Settings, graph: &Graph) -> Vec<String> {
    let facts = Facts::of(settings, graph);
    let v = settings;
    let Facts { short, long, .. } = facts;
    let spans = facts.spans.iter().enumerate().filter(|(_, count)| **count > 0).map(|(span, count)| match span {
        0 => format!("{count} inside a layer"),
        1 => format!("{count} to the next"),
        _ => format!("{count} over {span}"),
    });
    let mut lines = vec![
        format!("layers       0..={} (n={})", graph.n, graph.n),
        format!("nodes        {}: {} by layer", graph.len(), words(&facts.width, " ")),
        format!("connections  {}: {short} short (up to {}), {long} long", short + long, v.short_max),
        format!("spans        {}", words(spans, ", ")),
        format!("ports        {} to {} a node, {} allowed", facts.fewest_ports, facts.most_ports, v.max_degree),
        format!("base energy  {}, a sentinel's capacity {}", facts.base, facts.capacity),
        format!("turns        {}", v.last_turn()),
    ];
    for (i, way) in facts.ways.iter().enumerate() {
        let head = if i == 0 { "cheapest way" } else { "" };
        let over = if way.cost > facts.base {
            format!(", over base energy by {}", way.cost - facts.base)
        } else {
            String::new()
        };
        lines.push(format!("{head:<12} {} costs {}{over}", words(&way.nodes, "-"), way.cost));
    }
    let starts = words(facts.over_budget().map(|way| way.nodes[0]), ", ");
    lines.push(match starts.as_str() {
        "" => "verdict      every start reaches a goal on base energy".into(),
        starts => format!("verdict      playable, but no goal can be reached on base energy from {starts}"),
    });
    lines
}

fn summary_json(settings: &Settings, graph: &Graph) -> Value {
    let facts = Facts::of(settings, graph);
    let ways: Vec<Value> =
        facts.ways.iter().map(|way| json!({"start": way.nodes[0], "cost": way.cost, "nodes": way.nodes})).collect();
    json!({
        "n": graph.n, "nodes": graph.len(), "layers": facts.width, "connections": facts.short + facts.long,
        "short": facts.short, "long": facts.long, "spans": facts.spans, "ports": [facts.fewest_ports, facts.most_ports],
        "base": facts.base, "capacity": facts.capacity, "max_turns": settings.last_turn(), "ways": ways,
        "over_budget": facts.over_budget().map(|way| way.nodes[0]).collect::<Vec<_>>(),
    })
}
