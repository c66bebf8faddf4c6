//! Layered graphs: one line for each layer, the top one first, and below them the links of the nodes with tokens. From
//! the point of view of a seat, the links of every node it knows, its own node first.
//!
//! ```text
//! 2 | 3 ✓11 $30 S0:24!  4 T0:0/8
//! 1 | 1 G0:40/8 G1:30/22  2 ✓7✗ S1:80
//!
//! from 3: 0 (9 long)  1 (3)  4 (2)  5 (5)
//! ```
//! A node that is known but was never seen is in round brackets, the viewer's own token in square brackets, and a token
//! that is out of the game between dashes; `G0:40/8←2` came from node 2.

#[cfg(test)]
mod tests;

use super::Room;
use super::brush::Brush;
use super::flow::{Group, flow};
use super::legend::Legend;
use super::line::Line;
use super::part::{Pan, Part, Window};
use anstyle::{Effects, Style as Paint};
use gridhaunt_kernel::scene::{GraphBoard, Look, Mark, Node, Shape, Token};
use std::collections::{BTreeMap, BTreeSet};

/// Draws a graph, or the lines of it for which there is room, around the viewer.
pub(super) fn draw(
    board: &GraphBoard,
    room: Room,
    pan: Pan,
    brush: &Brush,
    legend: &mut Legend,
) -> (Vec<Line>, Option<Part>) {
    for meeting in &board.meetings {
        let met: Vec<String> =
            meeting.iter().filter_map(|&token| Some(brush.clean(&board.tokens.get(token)?.name))).collect();
        if met.len() > 1 {
            legend.tell("met", met.join("+"));
        }
    }
    let (lines, focus) = lines(board, room.columns, brush);
    let all = lines.len();
    let window = Window::new((focus, 0), (all, 0), (room.rows, 0), pan);
    let shown = lines.into_iter().skip(window.rows.start).take(window.rows.len()).collect();
    (shown, window.of_lines(all))
}

/// All lines, at most `most` columns wide, and the index of the line with the viewer.
fn lines(board: &GraphBoard, most: usize, brush: &Brush) -> (Vec<Line>, usize) {
    let own = board.tokens.iter().find(|token| token.own).map(|token| token.node);
    let mut layers: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (n, node) in board.nodes.iter().enumerate() {
        layers.entry(node.layer).or_default().push(n);
    }
    let digits = layers.keys().next_back().map_or(0, |top| top.to_string().len());
    let (mut lines, mut focus) = (Vec::new(), 0);
    for (layer, nodes) in layers.into_iter().rev() {
        if own.is_some_and(|own| nodes.contains(&own)) {
            focus = lines.len();
        }
        let head = Line::of(&format!("{layer:digits$} | "), brush.muted());
        lines.extend(flow(head, nodes.into_iter().map(|n| stand(board, n, brush)), most));
    }
    let mut here: BTreeSet<usize> = board.tokens.iter().filter(|token| !token.faded).map(|token| token.node).collect();
    if own.is_some() || brush.alone {
        here.extend((0..board.nodes.len()).filter(|&n| !board.nodes[n].hollow));
    }
    let here = own.into_iter().chain(here.into_iter().filter(|n| Some(*n) != own));
    let mut links = links(board);
    let mut gap = !lines.is_empty();
    for (n, node) in here.filter_map(|n| Some((n, board.nodes.get(n)?))) {
        let Some(ports) = links.remove(&n) else { continue };
        if std::mem::take(&mut gap) {
            lines.push(Line::default());
        }
        let mut head = Line::of("from ", brush.muted());
        head.text(&brush.clean(&node.label), brush.ink(node.look));
        head.text(": ", brush.muted());
        lines.extend(flow(head, ports.into_iter().map(|port| port.draw(board, brush)), most));
    }
    (lines, focus)
}

/// A node, its labels, and its tokens.
fn stand(board: &GraphBoard, n: usize, brush: &Brush) -> Group {
    let node = &board.nodes[n];
    let flashes: Vec<&Look> = board.flashes.iter().filter(|flash| flash.node == n).map(|flash| flash.look).collect();
    let mut words = vec![name(node, &flashes, brush)];
    words.extend(node.mark.as_ref().map(|mark| marked(mark, brush)));
    words.extend(node.note.as_ref().map(|note| Line::of(&brush.clean(note), bold(Paint::new(), brush))));
    words.extend(board.tokens.iter().filter(|token| token.node == n).map(|token| who(board, token, brush)));
    words
}

fn name(node: &Node, flashes: &[&Look], brush: &Brush) -> Line {
    let label = brush.clean(&node.label);
    let label = if node.hollow { format!("({label})") } else { label };
    let paint = match flashes.last() {
        Some(look) => brush.chip(look),
        None if node.hollow => brush.muted(),
        None => brush.ink(node.look),
    };
    let mut line = Line::of(&label, paint);
    for look in flashes.iter().filter(|_| !brush.color) {
        // Games write a `!` beside tokens that are held.
        let alarm = brush.alarm(look);
        line.push(if alarm == '!' { '*' } else { alarm }, paint);
    }
    line
}

fn marked(mark: &Mark, brush: &Brush) -> Line {
    let mut line = Line::default();
    line.push(brush.sign(mark.look, mark.look.initial()), brush.ink(mark.look));
    line.text(&brush.clean(&mark.label), brush.ink(mark.look));
    line
}

/// A token, with an arrow from the node it came from.
fn who(board: &GraphBoard, token: &Token, brush: &Brush) -> Line {
    let text = brush.clean(&token.text);
    let mut line = if token.own {
        Line::of(&format!("[{text}]"), bold(brush.ink(token.look), brush))
    } else if token.faded {
        Line::of(&format!("-{text}-"), brush.faded(token.look))
    } else {
        Line::of(&text, brush.ink(token.look))
    };
    if let Some(from) = token.from.and_then(|from| board.nodes.get(from)) {
        line.push(brush.pick('<', '←'), brush.muted());
        line.text(&brush.clean(&from.label), brush.muted());
    }
    line
}

fn bold(paint: Paint, brush: &Brush) -> Paint {
    if brush.color { paint.effects(Effects::BOLD) } else { paint }
}

/// A link from a node.
struct Port<'a> {
    to: usize,
    label: &'a str,
    look: &'a Look,
}

impl Port<'_> {
    /// Its target and its label; dashes cannot be drawn in text, so the look of a dashed link is named.
    fn draw(&self, board: &GraphBoard, brush: &Brush) -> Group {
        let to = &board.nodes[self.to];
        let paint = if to.hollow { brush.muted() } else { brush.ink(to.look) };
        let mut words = vec![Line::of(&brush.clean(&to.label), paint)];
        let kind = if self.look.shape == Shape::Dashes { self.look.name } else { "" };
        let said: Vec<&str> = [self.label, kind].into_iter().filter(|word| !word.is_empty()).collect();
        if !said.is_empty() {
            words.push(Line::of(&format!("({})", brush.clean(&said.join(" "))), brush.muted()));
        }
        words
    }
}

/// The links from every node, sorted by the position of the target.
fn links(board: &GraphBoard) -> BTreeMap<usize, Vec<Port<'_>>> {
    let mut ports: BTreeMap<usize, Vec<Port<'_>>> = BTreeMap::new();
    for link in &board.links {
        let (one, other) = link.ends;
        if one != other && one.max(other) < board.nodes.len() {
            for (from, to) in [(one, other), (other, one)] {
                ports.entry(from).or_default().push(Port { to, label: &link.label, look: link.look });
            }
        }
    }
    ports.values_mut().for_each(|ports| ports.sort_by_key(|port| port.to));
    ports
}
