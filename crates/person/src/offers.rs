//! The possible actions of a person as a list of entries, and as marks on the board.

use gridhaunt_kernel::Scene;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::scene::{Board, Cost, Goal, Look, NodeFlash, Offer, Tile};

/// The letters for the entries of the list, without those that have another meaning where one plays.
pub const KEYS: &str = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ";

/// At least so many offers that differ only in a number become one entry of the list.
const MANY: usize = 6;

/// An entry of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called.
    pub label: String,
    /// Its offers by index; if there are several, each with its number.
    pub offers: Vec<(u64, usize)>,
}

impl Entry {
    /// Its cost, if it is a single offer that has one.
    #[must_use]
    pub fn cost(&self, offers: &[(u64, Offer)]) -> Option<Cost> {
        match self.offers[..] {
            [(_, only)] => offers.get(only)?.1.cost,
            _ => None,
        }
    }

    /// Its target, if it has one.
    #[must_use]
    pub fn goal(&self, offers: &[(u64, Offer)]) -> Option<Goal> {
        let &(_, first) = self.offers.first()?;
        offers.get(first)?.1.goal
    }
}

/// The entries of the list. Consecutive offers without a target that differ only in a number become one entry if they
/// are many.
#[must_use]
pub fn entries(offers: &[(u64, Offer)]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut from = 0;
    for run in offers.chunk_by(|(_, one), (_, next)| stem(one).is_some() && stem(one) == stem(next)) {
        let number = |(_, offer): &(u64, Offer)| numbered(&offer.label).map_or(0, |(_, number, _)| number);
        let all: Vec<(u64, usize)> = run.iter().map(number).zip(from..).collect();
        from += run.len();
        match (stem(&run[0].1), all.iter().min(), all.iter().max()) {
            (Some((before, after)), Some((least, _)), Some((most, _))) if run.len() >= MANY => {
                entries.push(Entry { label: format!("{before}{least}..{most}{after}"), offers: all });
            }
            _ => {
                let entry =
                    |((_, offer), one): (&(u64, Offer), _)| Entry { label: offer.label.clone(), offers: vec![one] };
                entries.extend(run.iter().zip(all).map(entry));
            }
        }
    }
    entries
}

/// The text before and after the number in the label of an offer without a target.
fn stem(offer: &Offer) -> Option<(&str, &str)> {
    numbered(&offer.label).filter(|_| offer.goal.is_none()).map(|(before, _, after)| (before, after))
}

/// Splits a label at its first number.
fn numbered(label: &str) -> Option<(&str, u64, &str)> {
    let from = label.find(|c: char| c.is_ascii_digit())?;
    let digits = label[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(label.len() - from);
    Some((&label[..from], label[from..from + digits].parse().ok()?, &label[from + digits..]))
}

/// The cell of the player's own actor, on a grid; and whether row 0 is at the bottom.
#[must_use]
pub fn own(known: &Scene) -> (Option<Cell>, bool) {
    match &known.board {
        Board::Grid(board) => (board.actors.iter().find(|actor| actor.own).map(|actor| actor.at), board.y_up),
        Board::Graph(_) => (None, false),
    }
}

/// Whether some offers lead further than the cells next to one's own: then one aims at a target instead of moving at
/// once.
#[must_use]
pub fn aims(offers: &[(u64, Offer)], own: Option<Cell>) -> bool {
    let far = |own: Cell, goal: Cell| own.x.abs_diff(goal.x).max(own.y.abs_diff(goal.y)) > 1;
    offers.iter().any(|(_, offer)| matches!((own, offer.goal), (Some(own), Some(Goal::Cell(to))) if far(own, to)))
}

/// Marks the targets of the offers on a board; those for which `pointed` is true stand out and cover the others.
pub fn mark(scene: &mut Scene, offers: &[(u64, Offer)], pointed: impl Fn(usize) -> bool) {
    let goals = || offers.iter().enumerate().filter_map(|(n, (_, offer))| Some((n, offer.goal?)));
    let (own, _) = own(scene);
    match &mut scene.board {
        Board::Grid(board) => {
            for (_, goal) in goals().filter(|&(n, _)| !pointed(n)) {
                if let Goal::Cell(at) = goal
                    && Some(at) != own
                {
                    board.tiles.push(Tile { at, look: &Look::AIM });
                }
            }
            for (_, goal) in goals().filter(|&(n, _)| pointed(n)) {
                if let Goal::Cell(at) = goal {
                    board.tiles.push(Tile { at, look: &Look::POINTED });
                }
            }
        }
        Board::Graph(board) => {
            for (n, goal) in goals() {
                let Goal::Node(node) = goal else { continue };
                board.flashes.push(NodeFlash { node, look: if pointed(n) { &Look::POINTED } else { &Look::AIM } });
            }
        }
    }
}

/// Whether a board shows no actor and has no focus, like that of a seat that is out.
#[must_use]
pub fn is_blind(scene: &Scene) -> bool {
    match &scene.board {
        Board::Grid(board) => board.actors.is_empty() && board.focus.is_none(),
        Board::Graph(board) => board.tokens.is_empty(),
    }
}
