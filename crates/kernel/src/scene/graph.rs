//! The contents of a layered graph.

use super::Look;
use crate::heap::*;

/// A layered graph, and everything on it. Coordinates are in thousandths of the distance between two layers; x grows to
/// the right, y down.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct GraphBoard {
    /// The nodes, by number.
    pub nodes: Vec<Node>,
    pub links: Vec<Link>,
    /// The players' tokens, by seat; they are drawn round their node.
    pub tokens: Vec<Token>,
    /// Tokens that have just met, as indices into `tokens`.
    pub meetings: Vec<Vec<usize>>,
    /// Nodes where something just happened.
    pub flashes: Vec<NodeFlash>,
}

/// A place where tokens stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What is written in it, its number for instance.
    pub label: String,
    /// The layer it lies in.
    pub layer: u16,
    /// Its coordinates.
    pub at: (i32, i32),
    /// What it is: the start, the goal.
    pub look: &'static Look,
    /// Whether it was only reported and never seen: drawn hollow.
    pub hollow: bool,
    /// A ring round it, with the text beside it: label the turn.
    pub mark: Option<Mark>,
    /// What lies there, such as `$30`; written below the node.
    pub note: Option<String>,
}

/// A ring round a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What the ring is and how it is drawn.
    pub look: &'static Look,
    /// The text at the ring.
    pub label: String,
}

/// A connection between two nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The nodes it joins, as indices into `nodes`.
    pub ends: (usize, usize),
    /// What it is: drawn as a line, or as dashes.
    pub look: &'static Look,
    /// The text on it.
    pub label: String,
    /// The shape of its path, so that it crosses no other node.
    pub bow: Bow,
}

/// The shape of a link's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bow {
    /// Straight from node to node.
    Straight,
    /// Curved to the right: within a layer.
    Right,
    /// Curved upwards: past the layers between.
    Up,
}

/// A unit on the graph that a seat controls.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Its node, as an index into `nodes`.
    pub node: usize,
    /// Which kind of unit it is: drawn as a ghost, a shield, or a disc for any other shape.
    pub look: &'static Look,
    /// Its name, `G0`.
    pub name: String,
    /// The text inside, such as its loot.
    pub inside: Option<String>,
    /// Its energy as (now, maximum), drawn as an arc round it.
    pub energy: Option<(u32, u32)>,
    /// Whether it cannot leave its node: drawn with a bar.
    pub pinned: bool,
    /// Whether the scene is from its point of view: drawn with an extra ring.
    pub own: bool,
    /// Whether it is out of the game and only shown where it last was.
    pub faded: bool,
    /// The node it came from in this step, as an index into `nodes`: it has moved along their link.
    pub from: Option<usize>,
    /// Its form in plain text, `G0:40/8`.
    pub text: String,
}

impl Token {
    /// A unit of which only the name is known.
    #[must_use]
    pub fn new(look: &'static Look, name: String) -> Self {
        Self {
            node: 0,
            look,
            text: name.clone(),
            name,
            inside: None,
            energy: None,
            pinned: false,
            own: false,
            faded: false,
            from: None,
        }
    }
}

/// A node where something just happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeFlash {
    /// The index of the node in `nodes`.
    pub node: usize,
    /// What happened there and how it is drawn.
    pub look: &'static Look,
}
