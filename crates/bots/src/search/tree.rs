//! The tree of a search: what its seat may do and see, and how all seats fared there.
//!
//! A node is a moment as the searching seat knows it. Where nothing is hidden it is a state, and its children are told
//! apart by what everybody chose. Where something is hidden, states that were guessed share a node as long as the seat
//! has done and seen the same, so that it never learns to choose by what it cannot know.

use super::bandit::{Bandit, Bench, Pull, Rule};
use super::game::Searched;
use super::playout::{MOST_SIDES, Place, Playout, Worths};
use gridhaunt_kernel::hash::StateHash;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::random::mix;

/// The most nodes of a tree; then playouts begin where it ends.
const MOST_NODES: usize = 1 << 18;

/// How many steps may lie between two choices of a seat for its tree to be used again.
const MOST_WAITS: usize = 16;

/// Before the first playout.
const NO_SPANS: [(f64, f64); MOST_SIDES] = [(1.0, 0.0); MOST_SIDES];

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) seat: Seat,
    pub(super) rule: Rule,
    /// How much uncertain actions are preferred, beside how far playouts differ.
    pub(super) explore: f64,
    pub(super) playout: Playout,
}

#[derive(Clone, Debug)]
struct Node<A> {
    /// What the searching seat sees here.
    sight: u64,
    /// Those who have a choice here.
    seats: Vec<(Seat, Bandit<A>)>,
    children: Vec<(u64, usize)>,
}

impl<A: Copy + PartialEq> Node<A> {
    const fn new(sight: u64) -> Self {
        Self { sight, seats: Vec::new(), children: Vec::new() }
    }

    /// The number of a seat's bandit here.
    fn number(&mut self, seat: Seat) -> usize {
        self.seats.iter().position(|(known, _)| *known == seat).unwrap_or_else(|| {
            self.seats.push((seat, Bandit::new()));
            self.seats.len() - 1
        })
    }

    fn child(&self, key: u64) -> Option<usize> {
        self.children.iter().find(|(known, _)| *known == key).map(|(_, node)| *node)
    }
}

/// A choice on the way from the root to a leaf.
struct Turn {
    node: usize,
    /// Whose it was, by number of the bandit, and on which side.
    bandit: usize,
    side: usize,
    pull: Pull,
}

/// A growing tree, with the memory of its walks.
pub(super) struct Tree<G: Searched> {
    nodes: Vec<Node<G::Action>>,
    /// What the seat really chose at the root.
    chosen: Option<G::Action>,
    /// The least and the most that a playout was worth to each side.
    spans: [(f64, f64); MOST_SIDES],
    random: Random,
    way: Vec<Turn>,
    actions: Vec<G::Action>,
    choices: Vec<(Seat, G::Action)>,
    bench: Bench,
}

impl<G: Searched> Tree<G> {
    /// A tree with nothing but its root, which has no sight yet.
    pub(super) fn new(random: Random) -> Self {
        let (way, actions, choices) = (Vec::new(), Vec::new(), Vec::new());
        let bench = Bench::default();
        Self { nodes: vec![Node::new(0)], chosen: None, spans: NO_SPANS, random, way, actions, choices, bench }
    }

    /// What is known of the actions of a seat at the root.
    pub(super) fn root(&self, seat: Seat) -> Option<&Bandit<G::Action>> {
        self.nodes[0].seats.iter().find(|(known, _)| *known == seat).map(|(_, bandit)| bandit)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(0));
        (self.chosen, self.spans) = (None, NO_SPANS);
    }

    /// Tells what the seat really chose at the root.
    pub(super) fn chosen(&mut self, action: G::Action) {
        self.chosen = Some(action);
    }

    /// Makes the node where the seat chooses next and sees this the new root, with all below it; a new tree if there is
    /// none.
    pub(super) fn go_on(&mut self, sight: u64, seat: Seat) {
        let mut layer = self.after_the_choice();
        for _ in 0..MOST_WAITS {
            let asks = |node: &Node<_>| node.sight == sight && node.seats.iter().any(|(known, _)| *known == seat);
            if let Some(&found) = layer.iter().find(|&&node| asks(&self.nodes[node])) {
                return self.keep(found);
            }
            layer = layer.iter().flat_map(|&node| self.nodes[node].children.iter().map(|(_, child)| *child)).collect();
        }
        self.clear();
        self.nodes[0].sight = sight;
    }

    /// The nodes that can follow what the seat chose.
    fn after_the_choice(&self) -> Vec<usize> {
        let Some(chosen) = self.chosen else { return Vec::new() };
        let perfect = G::INFO.information == Information::Perfect;
        // What others chose is not known; where nothing is hidden the state tells it.
        let follows = |key: u64, node: usize| perfect || key == mix(own_act(chosen) ^ self.nodes[node].sight);
        self.nodes[0].children.iter().filter(|(key, node)| follows(*key, *node)).map(|(_, node)| *node).collect()
    }

    /// Keeps a node and all below it, and nothing else.
    fn keep(&mut self, root: usize) {
        self.chosen = None;
        let mut kept = vec![core::mem::replace(&mut self.nodes[root], Node::new(0))];
        let mut at = 0;
        while at < kept.len() {
            for child in 0..kept[at].children.len() {
                let old = kept[at].children[child].1;
                kept[at].children[child].1 = kept.len();
                kept.push(core::mem::replace(&mut self.nodes[old], Node::new(0)));
            }
            at += 1;
        }
        self.nodes = kept;
    }

    /// One walk like [`Tree::grow`] in a tree that begins after this action of the searching seat. All others who choose
    /// with it do what the policy would do.
    pub(super) fn grow_after(
        &mut self,
        manner: &Manner,
        place: &Place<G>,
        state: &mut G::State,
        action: G::Action,
    ) -> Worths {
        let (world, Self { choices, random, .. }) = (&place.world, &mut *self);
        choices.clear();
        for seat in G::phase(world, state).seats().iter_from(G::first_to_arrive(world, state)) {
            let choice =
                if seat == manner.seat { Some(action) } else { manner.playout.choose(place, state, seat, random) };
            choices.extend(choice.map(|choice| (seat, choice)));
        }
        G::step(world, state, choices, |_| {});
        self.grow(manner, place, state)
    }

    /// One walk from the root to a leaf and a playout from there; returns what it was worth. The state is used up.
    pub(super) fn grow(&mut self, manner: &Manner, place: &Place<G>, state: &mut G::State) -> Worths {
        let world = &place.world;
        self.way.clear();
        let mut node = 0;
        let mut steps = 0;
        let worths = loop {
            let phase = G::phase(world, state);
            if phase.is_over() {
                break manner.playout.end(place, state);
            }
            let acts = self.choose(manner, place, state, node, phase);
            G::step(world, state, &self.choices, |_| {});
            steps += 1;
            let sight = || sight::<G>(world, state, manner.seat);
            // Where nothing is hidden, what all chose tells children apart, and what is seen is told by a new one alone.
            let (key, seen) = match G::INFO.information {
                Information::Perfect => (acts.all, None),
                _ => {
                    let seen = sight();
                    (mix(acts.own ^ seen), Some(seen))
                }
            };
            node = match self.nodes[node].child(key) {
                Some(child) => child,
                None => {
                    if self.nodes.len() < MOST_NODES {
                        let child = self.nodes.len();
                        self.nodes[node].children.push((key, child));
                        self.nodes.push(Node::new(seen.unwrap_or_else(sight)));
                    }
                    break manner.playout.play(place, state, steps, &mut self.random, &mut self.choices);
                }
            };
        };
        for ((low, high), worth) in self.spans.iter_mut().zip(worths) {
            (*low, *high) = (low.min(worth), high.max(worth));
        }
        for turn in &self.way {
            let (_, bandit) = &mut self.nodes[turn.node].seats[turn.bandit];
            bandit.learn(manner.rule, turn.pull, worths.get(turn.side).copied().unwrap_or_default());
        }
        worths
    }

    /// Lets everybody who is asked choose at a node; the choices are in `self.choices`, in order of arrival.
    fn choose(&mut self, manner: &Manner, place: &Place<G>, state: &G::State, node: usize, phase: Phase) -> Acts {
        let world = &place.world;
        let Self { nodes, spans, random, way, actions, choices, bench, .. } = self;
        let mut acts = Acts { all: 0, own: 0 };
        choices.clear();
        for seat in phase.seats().iter_from(G::first_to_arrive(world, state)) {
            actions.clear();
            G::candidates(world, state, seat, &mut |action| actions.push(action));
            let action = match actions[..] {
                [] => continue,
                [only] => only,
                _ => {
                    let here = &mut nodes[node];
                    let number = here.number(seat);
                    let (_, bandit) = &mut here.seats[number];
                    let hint = match bandit.arms() {
                        [] => manner.playout.hint(place, state, seat, random),
                        _ => None,
                    };
                    let side = G::INFO.side(G::role(world, seat));
                    // Where all playouts are worth nearly the same, small differences count.
                    let span = spans.get(side).map_or(1.0, |(low, high)| (high - low).clamp(0.0, 1.0));
                    let pull = bandit.select(manner.rule, manner.explore * span, actions, hint, bench, random);
                    way.push(Turn { node, bandit: number, side, pull });
                    bandit.action(pull.arm)
                }
            };
            choices.push((seat, action));
            acts.all = mix(acts.all ^ action.code().wrapping_add(u64::from(seat.0) << 56));
            if seat == manner.seat {
                acts.own = own_act(action);
            }
        }
        acts
    }
}

/// What was chosen, as numbers.
struct Acts {
    all: u64,
    /// By the searching seat alone, 0 if it did not choose.
    own: u64,
}

/// What the searching seat chose, as a number that is not 0.
fn own_act(action: impl ActionCode) -> u64 {
    mix(action.code()) | 1
}

/// What a seat sees of a state, as a number.
pub(super) fn sight<G: Searched>(world: &G::World, state: &G::State, seat: Seat) -> u64 {
    let mut hash = StateHash::new(G::INFO.name, G::INFO.rules_version);
    G::sight(world, state, seat, &mut hash);
    hash.finish()
}
