//! Graphs as text: the format, and the errors in it.
//!
//! ```text
//! graph 3            # layers 0..3
//! layer 0: 0
//! layer 1: 1 2
//! layer 2: 3 4
//! layer 3: 5
//! 0-1:2 0-2:6        # connections, as many on a line as one likes
//! 1 - 3: 3
//! end
//! ```
//!
//! `graph N` comes first and `end` last, so that a truncated file is detected; `#` begins a comment.

use crate::map::{Edge, Flaw, Graph, Limits, Map};
use alloc::collections::BTreeMap;
use core::fmt::Write;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::shown::steers;
use serde::{Serialize, Serializer};

/// A graph as it was written, in JSON or as text, and the lines of its parts.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Chart {
    pub map: Map,
    /// The top layer, if the graph contains it: text does, JSON does not.
    pub n: Option<u8>,
    /// The lines of a text.
    lines: Option<Lines>,
}

/// The line numbers of the parts, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lines {
    header: usize,
    nodes: Vec<usize>,
    edges: Vec<usize>,
}

/// An error in a written graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Trouble {
    /// The line, if the graph is text and the error is in one line.
    pub line: Option<usize>,
    /// The nodes that the error is about.
    pub nodes: Vec<u64>,
    /// The rule that is broken, if there is one.
    pub rule: Option<&'static str>,
    /// Whether the graph can still be read, so that rules can be checked.
    pub legible: bool,
    pub error: Invalid,
}

/// Two charts are equal if their graphs are, however they were written.
impl PartialEq for Chart {
    fn eq(&self, other: &Self) -> bool {
        self.map == other.map
    }
}

impl Serialize for Chart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.map.serialize(serializer)
    }
}

impl From<Map> for Chart {
    fn from(map: Map) -> Self {
        Self { map, n: None, lines: None }
    }
}

impl Chart {
    /// Reads a graph from the value of the setting: the object of R5, or text. Returns the first error.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let (chart, troubles) = Self::survey(value);
        match (chart, troubles.into_iter().next()) {
            (_, Some(trouble)) => Err(trouble.error),
            (Some(chart), None) => Ok(chart),
            (None, None) => Err(Invalid::new("map", "nothing", "a graph")),
        }
    }

    /// The same with all errors. There is a graph if it can be checked further.
    #[must_use]
    pub fn survey(value: &Value) -> (Option<Self>, Vec<Trouble>) {
        let illegible = |error| Trouble { line: None, nodes: vec![], rule: None, legible: false, error };
        let parsed;
        let value = match value {
            Value::String(text) => {
                let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                if !text.trim_start().starts_with('{') {
                    return parse(text);
                }
                match read_json(text) {
                    Ok(value) => parsed = value,
                    Err(error) => return (None, vec![illegible(error)]),
                }
                &parsed
            }
            Value::Object(_) => value,
            other => {
                let need = "a graph: an object with layers and edges, or text";
                return (None, vec![illegible(Invalid::new("map", gridhaunt_kernel::json::brief(other), need))]);
            }
        };
        match Map::read(value) {
            Ok(map) => (Some(map.into()), vec![]),
            Err(error) => (None, vec![illegible(error)]),
        }
    }

    /// Checks everything that R5 requires, in its order, and makes the graph.
    pub fn check(&self, limits: &Limits) -> Result<Graph, Invalid> {
        self.agree(limits.n)?;
        self.map.find_flaw(limits).map_or_else(|| self.map.check(limits), |flaw| Err(self.trouble(flaw).error))
    }

    /// An error if the setting n differs from the n of the graph.
    pub fn agree(&self, n: u8) -> Result<(), Invalid> {
        match (self.n, &self.lines) {
            (Some(top), Some(lines)) if top != n => {
                let line = lines.header;
                let words = format!("{n} is not {top}, as the map says (line {line}: graph {top}); leave n out (R1)");
                Err(Invalid::new("n", n, top.to_string()).says(words))
            }
            _ => Ok(()),
        }
    }

    /// All errors that break a rule.
    #[must_use]
    pub fn flaws(&self, limits: &Limits) -> Vec<Trouble> {
        self.map.flaws(limits).into_iter().map(|flaw| self.trouble(flaw)).collect()
    }

    /// A flaw with its position for people: the line if the graph is text.
    fn trouble(&self, flaw: Flaw) -> Trouble {
        let mut words = flaw.words();
        let Flaw { edge, mut error, nodes, rule } = flaw;
        let mut line = None;
        if let Some(lines) = &self.lines {
            let mut place = String::new();
            if let Some(edge) = edge {
                let Edge(u, v, dist) = self.map.edges[edge];
                line = Some(lines.edges[edge]);
                place = format!("{u}-{v}:{dist}: ");
                let same = |other: &Edge| (other.0, other.1) == (u, v) || (other.0, other.1) == (v, u);
                if let Some(first) = self.map.edges[..edge].iter().position(same).filter(|_| words.ends_with("already"))
                {
                    words += &format!(", on line {}", lines.edges[first]);
                }
            } else if let Some(&node) = nodes.first() {
                let node = node as usize;
                line = Some(lines.nodes[node]);
                place = format!("layer {}: ", self.map.layers[node]);
            }
            let at = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            error.field = "map".into();
            error = error.says(format!("{at}{place}{words} ({rule})"));
        }
        Trouble { line, nodes, rule: Some(rule), legible: true, error }
    }
}

/// Reads JSON; the error says so if the text ends too early.
pub fn read_json(text: &str) -> Result<Value, Invalid> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or(&words);
        let words = match error.is_eof() {
            true => format!("cut off: the JSON ends in the middle, at line {line} column {column}"),
            false => format!("line {line} column {column}: no JSON: {words}"),
        };
        Invalid::new("map", "text", "JSON").says(words)
    })
}

/// A graph as text that reads back the same.
#[must_use]
pub fn write(graph: &Graph) -> String {
    let mut text = format!("graph {}\n", graph.n);
    for layer in 0..=graph.n {
        let _ = write!(text, "layer {layer}:");
        graph.layer(layer).for_each(|node| _ = write!(text, " {node}"));
        text.push('\n');
    }
    let mut last = None;
    for (u, v, dist) in graph.edges() {
        match last.replace(u) {
            Some(before) if before == u => text.push(' '),
            Some(_) => text.push('\n'),
            None => {}
        }
        let _ = write!(text, "{u}-{v}:{dist}");
    }
    text + if last.is_some() { "\nend\n" } else { "end\n" }
}

/// The form of a connection, for errors.
const CONNECTION: &str = "need NODE-NODE:DISTANCE, such as 0-1:2";

/// A text that is being read.
#[derive(Default)]
struct Draft {
    /// The line of `graph` and its number.
    header: Option<(usize, u8)>,
    /// The lines of the layers.
    layers: BTreeMap<u64, usize>,
    /// The layer and the line of each node.
    nodes: BTreeMap<u64, (u64, usize)>,
    edges: Vec<(Edge, usize)>,
    end: Option<usize>,
    troubles: Vec<Trouble>,
}

/// The lines that are not empty, numbered from 1, without comments.
fn significant(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bare = |line: &'_ str| line.find('#').unwrap_or(line.len());
    let lines = text.lines().enumerate().map(move |(i, line)| (i + 1, line[..bare(line)].trim()));
    lines.filter(|(_, line)| !line.is_empty())
}

fn parse(text: &str) -> (Option<Chart>, Vec<Trouble>) {
    let mut draft = Draft::default();
    let last = significant(text).last();
    let cut_off = significant(text).all(|(_, content)| content != "end");
    for (line, content) in significant(text) {
        let word = content.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if cut_off
            && last.is_some_and(|(last, _)| last == line)
            && (draft.header.is_some() || is_start_of("graph", word))
        {
            break; // It may not be whole.
        }
        if let Some(end) = draft.end {
            draft.unread(line, content, &format!("stands after `end`, which is line {end}"));
            break;
        }
        match (draft.header, word) {
            (None, "graph") => draft.begin(line, content),
            (None, _) if is_file_name(text) => {
                let name = brief(content);
                draft.unread(line, content, &format!("no graph; the graph of a file is @{name} on the command line"));
            }
            (None, _) => draft.unread(line, content, "a graph begins with `graph N`, N being its top layer"),
            (Some((first, _)), "graph") => {
                draft.unread(line, content, &format!("`graph` stands on line {first} already"));
            }
            (_, "layer") => draft.layer(line, content),
            (_, "end") if content == "end" => draft.end = Some(line),
            (_, "") => draft.connections(line, content),
            _ => draft.unread(line, content, "is not `layer L: NODES`, NODE-NODE:DISTANCE or `end`"),
        }
        if draft.header.is_none() {
            return draft.finish();
        }
    }
    if cut_off {
        draft.cut_off(last);
    } else if draft.is_legible() {
        draft.number_nodes();
    }
    draft.finish()
}

impl Draft {
    fn complain(&mut self, line: usize, nodes: Vec<u64>, rule: Option<&'static str>, piece: &str, words: &str) {
        let piece = brief(piece);
        let suffix = rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        let error = Invalid::new("map", &piece, words).says(format!("line {line}: {piece}: {words}{suffix}"));
        self.troubles.push(Trouble { line: Some(line), nodes, rule, legible: true, error });
    }

    /// Adds an error for a line that cannot be read.
    fn unread(&mut self, line: usize, piece: &str, words: &str) {
        self.complain(line, vec![], None, piece, words);
        self.spoil();
    }

    /// Whether all of it could be read, even if rules are broken.
    fn is_legible(&self) -> bool {
        self.troubles.iter().all(|trouble| trouble.legible)
    }

    /// After the last error nothing can be checked further.
    fn spoil(&mut self) {
        if let Some(last) = self.troubles.last_mut() {
            last.legible = false;
        }
    }

    /// Reads the first line, `graph N`.
    fn begin(&mut self, line: usize, content: &str) {
        let number = content["graph".len()..].trim();
        match number.parse::<u8>().ok().filter(|n| (2..=64).contains(n) && is_number(number)) {
            Some(n) => self.header = Some((line, n)),
            None if number.is_empty() => self.unread(line, content, "no top layer, need `graph N`"),
            None => {
                self.complain(line, vec![], Some("R1"), content, &format!("{} is not in 2..=64", brief(number)));
                self.spoil();
            }
        }
    }

    /// Reads a line `layer L: nodes`.
    fn layer(&mut self, line: usize, content: &str) {
        let Some((head, list)) = content["layer".len()..].split_once(':') else {
            return self.unread(line, content, "need `layer L: NODES`, such as layer 1: 1 2");
        };
        let head = head.trim();
        let name = format!("layer {head}");
        let Some(layer) = number(head) else {
            return self.unread(line, &name, &format!("{:?} is not the number of a layer", brief(head)));
        };
        if let Some(first) = self.layers.get(&layer) {
            return self.unread(line, &name, &format!("stands on line {first} already"));
        }
        self.layers.insert(layer, line);
        let words: Vec<&str> = list.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
        let top = self.header.map_or(0, |(_, n)| n);
        if words.is_empty() && layer > top.into() {
            self.complain(line, vec![], Some("R1"), &name, &format!("{layer} is not in 0..={top}"));
        }
        for word in words {
            let Some(node) = number(word) else {
                self.complain(
                    line,
                    vec![],
                    Some("R1"),
                    &name,
                    &format!("{:?} is not the number of a node", brief(word)),
                );
                self.spoil();
                continue;
            };
            match self.nodes.get(&node) {
                None => _ = self.nodes.insert(node, (layer, line)),
                Some((other, first)) => {
                    let words = format!("node {node} is in layer {other} already, on line {first}");
                    self.complain(line, vec![node], Some("R1"), &name, &words);
                }
            }
        }
    }

    /// Connections, up to the first that cannot be read.
    fn connections(&mut self, line: usize, content: &str) {
        let mut cursor = Cursor(content);
        while !cursor.0.is_empty() {
            let from = cursor.0;
            if let Err(Stop { nodes, rule, words }) = self.connection(line, &mut cursor) {
                let read = &from[..from.len() - cursor.0.len()];
                if words == CONNECTION || !read.ends_with(char::is_whitespace) {
                    cursor.take(is_plain); // The rest of the word.
                }
                self.complain(line, nodes, rule, cursor.since(from), &words);
                return self.spoil();
            }
            cursor.take(|c| c.is_whitespace() || c == ',');
        }
    }

    fn connection(&mut self, line: usize, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        let from = cursor.0;
        let u = cursor.node(vec![])?;
        let link = cursor.take(is_link);
        if link.is_empty() {
            return Err(Stop { nodes: vec![u], rule: None, words: CONNECTION.into() });
        }
        let v = cursor.node(vec![u])?;
        let stop = |words: String| Err(Stop { nodes: vec![u, v], rule: Some("R2"), words });
        let colon = cursor.take(|c| c == ':');
        let dist = if colon == ":" { cursor.take(is_plain) } else { "" };
        let write = format!("write {u}-{v}:{}", if is_number(dist) { dist } else { "DISTANCE" });
        let (rising, falling) = (link.contains(['>', '→', '⇒']), link.contains(['<', '←', '⇐']));
        if rising != falling {
            let (tail, head) = if rising { (u, v) } else { (v, u) };
            let words = format!("one-way connection from {tail} to {head}; connections go both ways: {write}");
            self.complain(line, vec![u, v], Some("R2"), cursor.since(from), &words);
        } else if link != "-" || colon.len() > 1 {
            return stop(write);
        }
        match number(dist) {
            Some(dist) => {
                self.edges.push((Edge(u, v, dist), line));
                Ok(())
            }
            None if dist.is_empty() => stop(format!("no distance, {write}")),
            None if is_number(dist) => stop(format!("distance {} is too large", brief(dist))),
            None => stop(format!("distance {} is not a whole number from 1", brief(dist))),
        }
    }

    /// Checks that nodes have the numbers from 0 without a gap (R1).
    fn number_nodes(&mut self) {
        let count = self.nodes.len();
        let gap = self.nodes.iter().enumerate().find(|&(i, (&node, _))| node != i as u64);
        let Some((missing, _)) = gap else { return };
        let Some((&node, &(layer, line))) = self.nodes.last_key_value() else { return };
        let words =
            format!("node {node} is not in 0..={}: there are {count} nodes, and {missing} is missing", count - 1);
        self.complain(line, vec![node], Some("R1"), &format!("layer {layer}"), &words);
    }

    /// Checks first whether a text without `end` was truncated.
    fn cut_off(&mut self, last: Option<(usize, &str)>) {
        let words = match last {
            None => "cut off: there is nothing in it, need `graph N` to `end`".to_string(),
            Some((line, content)) => format!("cut off: no `end` after line {line}: {}", brief(content)),
        };
        let error = Invalid::new("map", "text", "a graph with `end`").says(words);
        self.troubles.insert(0, Trouble { line: None, nodes: vec![], rule: None, legible: false, error });
    }

    fn finish(self) -> (Option<Chart>, Vec<Trouble>) {
        let legible = self.is_legible();
        let Self { header, nodes, edges, troubles, .. } = self;
        let numbered = nodes.keys().enumerate().all(|(i, &node)| node == i as u64);
        let (Some((header, n)), true) = (header, numbered && legible) else {
            return (None, troubles);
        };
        let (layers, lines) = nodes.into_values().unzip();
        let (edges, edge_lines) = edges.into_iter().unzip();
        let lines = Lines { header, nodes: lines, edges: edge_lines };
        (Some(Chart { map: Map { layers, edges }, n: Some(n), lines: Some(lines) }), troubles)
    }
}

/// Why a connection cannot be read.
struct Stop {
    nodes: Vec<u64>,
    rule: Option<&'static str>,
    words: String,
}

/// The rest of a line.
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    /// Takes the characters for which `fits` is true, and the spaces after them.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let (taken, rest) = self.0.split_at(self.0.find(|c| !fits(c)).unwrap_or(self.0.len()));
        self.0 = rest.trim_start();
        taken
    }

    /// The text taken since then.
    fn since(&self, from: &'a str) -> &'a str {
        from[..from.len() - self.0.len()].trim_end()
    }

    /// Reads the number of a node; `before` holds the nodes read before it.
    fn node(&mut self, before: Vec<u64>) -> Result<u64, Stop> {
        let word = self.take(|c| is_plain(c) && !is_link(c) && c != ':');
        let stop = |rule, words| Stop { nodes: before, rule, words };
        match number(word) {
            Some(node) => Ok(node),
            None if word.is_empty() => Err(stop(None, CONNECTION.into())),
            None => Err(stop(Some("R1"), format!("{:?} is not the number of a node", brief(word)))),
        }
    }
}

/// Whether this may be the beginning of a truncated word, or all of it.
fn is_start_of(whole: &str, word: &str) -> bool {
    !word.is_empty() && whole.starts_with(word)
}

/// Whether this looks like the name of a file instead of its text.
fn is_file_name(text: &str) -> bool {
    text.contains(['.', '/']) && !text.contains(char::is_whitespace)
}

/// Whether a character can be part of a word.
fn is_plain(c: char) -> bool {
    !c.is_whitespace() && c != ','
}

/// Whether a character can link two nodes: a dash, a similar character, or an arrow.
fn is_link(c: char) -> bool {
    "-<>=~–—−→←↔⇒⇐⇔".contains(c)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

fn number(word: &str) -> Option<u64> {
    word.parse().ok().filter(|_| is_number(word))
}

/// A piece of a text for messages: shortened, and without characters that control the terminal.
fn brief(text: &str) -> String {
    let plain = |c: char| if steers(c) { '\u{fffd}' } else { c };
    let cut = if text.chars().nth(40).is_some() { "…" } else { "" };
    text.chars().take(40).map(plain).chain(cut.chars()).collect()
}
