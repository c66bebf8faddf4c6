//! What a step reads and never changes: the graph and the numbers of the settings.

use gridhaunt_kernel::prelude::*;

/// The most nodes there are (R5).
pub const MOST_NODES: usize = 256;

/// A set of nodes.
pub type NodeSet = Bits<8>;

/// One end of a connection (R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Port {
    /// The node it leads to.
    pub node: u8,
    /// The energy that a move through it costs (R2).
    pub dist: u8,
}

gridhaunt_kernel::words! {
    /// Which side, or whose phase it is (R9, R13).
    #[derive(Hash)]
    #[cfg_attr(feature = "alloc", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[repr(u8)]
    pub enum Side {
        /// The side that carries loot.
        Ghost = "ghost",
        /// The side that hunts ghosts.
        Sentinel = "sentinel",
    }
}

impl Side {
    /// The opposite side: sentinels for ghosts, ghosts for sentinels.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Ghost => Self::Sentinel,
            Self::Sentinel => Self::Ghost,
        }
    }
}

gridhaunt_kernel::words! {
    /// What a recharge is a share of (R23).
    pub enum RechargeOf {
        /// Capacity.
        Max = "max",
        /// Base energy.
        Base = "base",
        /// What there is now.
        Current = "current",
    }

    /// Where the rest of a conversion goes (R29).
    pub enum Remainder {
        /// To the sentinels.
        Recovered = "recovered",
        /// Into the hands of the new ghost.
        Carried = "carried",
        /// Onto the node.
        Dropped = "dropped",
    }
}

/// The numbers of the settings, and those that follow from them and the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Code {
    /// The top layer.
    pub n: u8,
    pub natives: u8,
    pub sentinels: u8,
    pub turncoats: u8,
    /// The seats of each side, as [`Code::seats_by_side`] has them.
    pub sides: [SeatSet; 2],
    /// Sentinels for each ghost.
    pub sentinels_per_ghost: u8,
    /// All loot there is.
    pub total_loot: u16,
    /// What a ghost begins with (R6).
    pub base: u32,
    /// The most a sentinel holds (R6).
    pub capacity: u32,
    /// Up to this distance a connection is short (R2).
    pub short_max: u8,
    /// The share of a recharge.
    pub recharge_pct: u8,
    pub recharge_of: RechargeOf,
    /// The most a sentinel can seize without turning; none if it never turns (R28).
    pub threshold: Option<u16>,
    /// The loot that leaves the world with a conversion (R29).
    pub loss: u16,
    /// Whether everything that a sentinel has taken counts, not only the last capture (R28).
    pub cumulative: bool,
    /// Where the rest goes.
    pub remainder: Remainder,
    /// How many turns a recovery freezes the sentinel; none means forever (R24).
    pub freeze: Option<u32>,
    /// Whether ghosts deliver as soon as they arrive (R21).
    pub on_arrival: bool,
    /// Whether contact captures, and not only arrival (R26).
    pub contact: bool,
    /// Whether sentinels enter the goal.
    pub enter_goal: bool,
    /// Whether every seat knows all nodes (R32).
    pub full_map: bool,
    /// Whether sentinels begin a turn (R13).
    pub sentinels_first: bool,
    /// Whether nodes are marked only by the action `mark` (R25).
    pub marks_by_choice: bool,
    /// The last turn (R6).
    pub max_turns: u32,
    /// The largest difference of shares that is a draw, in percent (R34).
    pub margin_pct: u8,
    /// Whether the rule `literal` decides who wins, not `share` (R34).
    pub literal: bool,
}

impl Code {
    /// How many seats there are (R8).
    #[inline]
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.natives as usize + self.sentinels as usize + self.turncoats as usize
    }

    /// The first sentinel seat.
    #[inline]
    #[must_use]
    pub const fn first_sentinel(&self) -> usize {
        self.natives as usize
    }

    /// The first turncoat seat.
    #[inline]
    #[must_use]
    pub const fn first_turncoat(&self) -> usize {
        self.natives as usize + self.sentinels as usize
    }

    /// The seats of both sides for these numbers of natives, sentinels and turncoats (R8).
    #[must_use]
    pub const fn seats_by_side(natives: u8, sentinels: u8, turncoats: u8) -> [SeatSet; 2] {
        let first_turncoat = natives as usize + sentinels as usize;
        let hunters = SeatSet::first(first_turncoat).without(SeatSet::first(natives as usize));
        [SeatSet::first(first_turncoat + turncoats as usize).without(hunters), hunters]
    }

    /// All seats of a side.
    #[inline]
    #[must_use]
    pub const fn side(&self, side: Side) -> SeatSet {
        self.sides[side as usize]
    }

    /// The side of a seat.
    #[inline]
    #[must_use]
    pub const fn side_of(&self, seat: Seat) -> Side {
        let seat = seat.index();
        if seat >= self.first_sentinel() && seat < self.first_turncoat() { Side::Sentinel } else { Side::Ghost }
    }

    /// The side that has the first phase of a turn.
    #[inline]
    #[must_use]
    pub const fn first(&self) -> Side {
        if self.sentinels_first { Side::Sentinel } else { Side::Ghost }
    }

    /// The number of a ghost among all ghosts, natives before turncoats.
    #[inline]
    #[must_use]
    pub const fn ghost(&self, seat: Seat) -> usize {
        let seat = seat.index();
        if seat < self.first_sentinel() { seat } else { seat.saturating_sub(self.sentinels as usize) }
    }

    /// Whether a distance is short (R2).
    #[inline]
    #[must_use]
    pub const fn is_short(&self, dist: u8) -> bool {
        dist <= self.short_max
    }
}

/// What a step reads.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Ground<'a> {
    pub code: &'a Code,
    /// The layer of each node.
    pub layers: &'a [u8],
    /// The index in `ports` of each node's first port, and at the end the total.
    pub first: &'a [u16],
    /// The ports of all nodes, node by node, ordered by the node they lead to.
    pub ports: &'a [Port],
    /// The nodes of layer n - 1, where sentinels begin.
    pub posts: &'a [u8],
}

impl<'a> Ground<'a> {
    /// The ports of a node (R4).
    #[inline]
    #[must_use]
    pub fn ports(&self, node: u8) -> &'a [Port] {
        let node = usize::from(node);
        match (self.first.get(node), self.first.get(node + 1)) {
            (Some(&from), Some(&to)) => self.ports.get(from.into()..to.into()).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The port of a node that leads to another.
    #[inline]
    #[must_use]
    pub fn port(&self, node: u8, to: u8) -> Option<Port> {
        self.ports(node).iter().copied().find(|port| port.node == to)
    }

    /// The layer of a node.
    #[inline]
    #[must_use]
    pub fn layer(&self, node: u8) -> u8 {
        self.layers[usize::from(node)]
    }

    /// Whether the node is a goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, node: u8) -> bool {
        self.layer(node) == self.code.n
    }
}
