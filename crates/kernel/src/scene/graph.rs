//! What stands on a layered graph.

use super::Look;
use alloc::string::String;
use alloc::vec::Vec;

/// A layered graph, and all that stands on it. Places are in thousandths of the distance between two layers, x to the
/// right, y down.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct GraphBoard {
    /// The nodes, by number.
    pub nodes: Vec<Node>,
    pub links: Vec<Link>,
    /// Those who act, by seat; they sit round their node.
    pub tokens: Vec<Token>,
    /// Tokens that have just met, as places in `tokens`.
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
    /// Where.
    pub at: (i32, i32),
    /// What it is: the start, the goal.
    pub look: &'static Look,
    /// Whether it has only been heard of: drawn hollow.
    pub hollow: bool,
    /// A ring round it, with what is written at it: label the turn.
    pub mark: Option<Mark>,
    /// What lies there, such as `$30`; written below.
    pub note: Option<String>,
}

/// A ring round a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What it is.
    pub look: &'static Look,
    /// What is written at it.
    pub label: String,
}

/// What joins two nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The nodes it joins, as places in `nodes`.
    pub ends: (usize, usize),
    /// What it is: a line, or dashes.
    pub look: &'static Look,
    /// What is written on it.
    pub label: String,
    /// How it runs, so that it passes through no other node.
    pub bow: Bow,
}

/// How a link runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bow {
    /// Straight from node to node.
    Straight,
    /// In a bow to the right: inside a layer.
    Right,
    /// In a bow upwards: past the layers between.
    Up,
}

/// Someone who acts.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Its node, as a place in `nodes`.
    pub node: usize,
    /// Who: a ghost, a shield or a disc, whatever else its shape is.
    pub look: &'static Look,
    /// Its name, `G0`.
    pub name: String,
    /// What is written inside, such as its loot.
    pub inside: Option<String>,
    /// How full it is, as (now, full), drawn as an arc round it.
    pub energy: Option<(u32, u32)>,
    /// Whether it is pinned to its node: drawn with a bar.
    pub pinned: bool,
    /// Whether these are the eyes the scene is seen with: drawn with a ring of its own.
    pub own: bool,
    /// Whether it is out of the game and only shown where it was.
    pub faded: bool,
    /// The node it came from in this step, as a place in `nodes`: it has gone along their link.
    pub from: Option<usize>,
    /// How it stands in plain text, `G0:40/8`.
    pub text: String,
}

impl Token {
    /// Someone of whom nothing is known but the name.
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
    /// Which, as a place in `nodes`.
    pub node: usize,
    /// What.
    pub look: &'static Look,
}
