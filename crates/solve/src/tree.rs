//! Games in which something is hidden: the tree of all histories.
//!
//! A seat cannot tell apart the nodes in which it has seen and chosen the same: they are one [`Spot`], and its strategy is
//! one there. Both sides learn from regret (CFR+, Tammelin 2014): in turn each moves its strategy in every spot towards
//! the choices that would have been better. The averages of all rounds, later ones counting more, come ever closer to
//! exact play; how close is certified by the best response of each side to the other's average.

use crate::Subject;
use crate::layers::{Task, Unsolved, Watch};
use crate::size;
use crate::subject::{Action, State, View};
use gridhaunt_kernel::{Game, Invalid, Seat};
use std::collections::HashMap;

/// A number that stands for none.
const NONE: u32 = u32::MAX;

/// What a seat knows at a choice: all nodes that look alike to it.
#[derive(Debug)]
pub struct Spot<S: Subject> {
    /// The side that chooses, 0 or 1.
    pub camp: usize,
    /// Where it chose before, and what; none for its first choice.
    pub before: Option<(u32, u16)>,
    /// What it sees.
    pub view: View<S>,
    /// What it may choose.
    pub actions: Vec<Action<S>>,
    /// Where its choices begin in lists of all choices.
    first: usize,
    level: u32,
}

/// A node is an end, or a choice in a spot.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The spot; [`NONE`] at an end.
    spot: u32,
    /// The first of its children, which lie side by side.
    first: u32,
    /// Where the choices of the spot begin in lists of all choices, and how many they are.
    choices: u32,
    len: u16,
    /// The side that chooses.
    camp: u8,
}

impl Node {
    const fn choices(self) -> core::ops::Range<usize> {
        self.choices as usize..self.choices as usize + self.len as usize
    }

    const fn below(self) -> core::ops::Range<usize> {
        self.first as usize..self.first as usize + self.len as usize
    }
}

/// The tree of all histories, level by level.
#[derive(Debug)]
pub struct Tree<S: Subject> {
    nodes: Vec<Node>,
    /// What each end is worth to the first side; 0 for other nodes.
    ends: Vec<f64>,
    /// Where each level begins, and the end of the last.
    levels: Vec<u32>,
    /// All spots.
    pub spots: Vec<Spot<S>>,
    choices: usize,
    /// The most memory that was held while it was found, in bytes.
    found_in: usize,
}

/// A node whose children are not yet there.
struct Open<S: Subject> {
    state: State<S>,
    /// The choices of the step before.
    last: Vec<(Seat, Action<S>)>,
    /// The choices of this step so far.
    now: Vec<(Seat, Action<S>)>,
    /// The spot and choice of each side before.
    before: [Option<(u32, u16)>; 2],
}

/// What an open node holds, in bytes.
fn open_bytes<S: Subject>(task: &Task<S>) -> usize {
    size_of::<Open<S>>() + task.heap + 2 * size_of::<(Seat, Action<S>)>()
}

/// Which spots follow a choice of a side.
type Following = HashMap<(usize, Option<(u32, u16)>), Vec<u32>>;

impl<S: Subject> Tree<S> {
    /// Finds all histories.
    ///
    /// # Errors
    /// More nodes than the limit, a side with several seats, dice that are thrown during play, or a stop.
    pub fn find(task: &Task<S>, watch: &mut dyn Watch) -> Result<Self, Unsolved> {
        for camp in 0..2 {
            let seats = task.camps.seats(camp).count();
            if seats != 1 {
                let side = S::Game::INFO.side_name(task.camps.pair[camp]);
                let words = format!(
                    "{seats} seats of side {side}: where something is hidden, exact play needs one seat a side (or --see-all)"
                );
                return Err(Invalid::new("settings", seats, "one seat a side").says(words).into());
            }
        }
        size::check_histories(task, open_bytes(task) + size_of::<Node>())?;
        let mut tree =
            Self { nodes: Vec::new(), ends: Vec::new(), levels: vec![0], spots: Vec::new(), choices: 0, found_in: 0 };
        let mut following = Following::new();
        let first =
            |state: &State<S>| Open { state: state.clone(), last: Vec::new(), now: Vec::new(), before: [None; 2] };
        let mut level: Vec<Open<S>> = task.starts.iter().map(first).collect();
        while !level.is_empty() {
            tree.levels.push((tree.nodes.len() + level.len()) as u32);
            let base = tree.levels[tree.levels.len() - 1];
            let wide = level.len();
            let mut below: Vec<Open<S>> = Vec::new();
            for open in level {
                let first = base + below.len() as u32;
                if let Some(worth) = S::worth(&task.world, &open.state, &task.camps, task.stake) {
                    tree.nodes.push(Node { spot: NONE, first, choices: 0, len: 0, camp: 0 });
                    tree.ends.push(worth);
                    continue;
                }
                let spot = tree.spot(task, &open, &mut following)?;
                let Spot { camp, first: choices, ref actions, .. } = tree.spots[spot as usize];
                let len = actions.len();
                tree.nodes.push(Node { spot, first, choices: choices as u32, len: len as u16, camp: camp as u8 });
                tree.ends.push(0.0);
                for number in 0..len {
                    below.push(Self::after(
                        task,
                        &open,
                        tree.spots[spot as usize].actions[number],
                        (camp, spot, number),
                    )?);
                }
                if tree.nodes.len().is_multiple_of(1024) {
                    tree.heed(task, below.len(), watch)?;
                }
            }
            tree.heed(task, below.len(), watch)?;
            tree.found_in =
                tree.found_in.max((wide + below.len()) * open_bytes(task) + tree.nodes.len() * size_of::<Node>());
            level = below;
        }
        Ok(tree)
    }

    fn heed(&self, task: &Task<S>, more: usize, watch: &mut dyn Watch) -> Result<(), Unsolved> {
        let nodes = (self.nodes.len() + more) as u64;
        if nodes > task.limit.min(u64::from(NONE) - 1) {
            let words = format!(
                "more than {} histories, at {} bytes each while they are found; smaller settings, or a higher --limit",
                task.limit,
                open_bytes(task) + size_of::<Node>()
            );
            return Err(Invalid::new("settings", nodes, format!("at most {} histories", task.limit))
                .says(words)
                .into());
        }
        watch.progress("histories found", nodes, None);
        if watch.stopped() { Err(Unsolved::Stopped) } else { Ok(()) }
    }

    /// The seat that is to choose next in this step.
    fn chooser(task: &Task<S>, open: &Open<S>) -> Option<Seat> {
        let asked = S::Game::phase(&task.world, &open.state).seats();
        asked.iter_from(S::first(&task.world, &open.state)).nth(open.now.len())
    }

    /// The spot of a node.
    fn spot(&mut self, task: &Task<S>, open: &Open<S>, following: &mut Following) -> Result<u32, Invalid> {
        let Some(seat) = Self::chooser(task, open) else {
            return Err(Invalid::new("settings", "nobody", "a match in which somebody chooses"));
        };
        let camp = task.camps.camp(seat);
        let view = S::Game::view(&task.world, &open.state, &open.last, seat);
        let level = self.levels.len() as u32;
        let before = open.before[camp];
        let known = following.entry((camp, before)).or_default();
        if let Some(&spot) = known.iter().find(|&&spot| self.spots[spot as usize].view == view) {
            if self.spots[spot as usize].level != level {
                let words = "a seat cannot tell how many steps were played, which exact play needs";
                return Err(Invalid::new("settings", "a hidden clock", "views that tell the turn").says(words));
            }
            return Ok(spot);
        }
        let mut actions = Vec::new();
        S::Game::legal(&task.world, &open.state, seat, &mut |action| actions.push(action));
        let spot = self.spots.len() as u32;
        known.push(spot);
        let first = self.choices;
        self.choices += actions.len();
        self.spots.push(Spot { camp, before, view, actions, first, level });
        Ok(spot)
    }

    /// The node after a choice.
    fn after(
        task: &Task<S>,
        open: &Open<S>,
        action: Action<S>,
        (camp, spot, number): (usize, u32, usize),
    ) -> Result<Open<S>, Invalid> {
        let Some(seat) = Self::chooser(task, open) else {
            return Err(Invalid::new("settings", "nobody", "a match in which somebody chooses"));
        };
        let mut before = open.before;
        before[camp] = Some((spot, number as u16));
        let mut now = open.now.clone();
        now.push((seat, action));
        let mut next = Open { state: open.state.clone(), last: open.last.clone(), now, before };
        if Self::chooser(task, &next).is_none() {
            S::Game::step(&task.world, &mut next.state, &next.now, |_| {});
            if S::drew(&open.state, &next.state) {
                let words = "dice are thrown during play, which exact play does not follow";
                return Err(Invalid::new("settings", "dice", "a match without dice after its set-up").says(words));
            }
            next.last = core::mem::take(&mut next.now);
        }
        Ok(next)
    }

    /// How many histories there are, ends included.
    #[must_use]
    pub fn histories(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The memory that it takes to find and to solve it, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * (size_of::<Node>() + 3 * size_of::<f64>());
        let solving = nodes + self.spots.capacity() * size_of::<Spot<S>>() + 8 * size_of::<f64>() * self.choices;
        solving.max(self.found_in) as u64
    }

    /// The choices of a spot in a list of all choices.
    #[must_use]
    pub fn choices_of(&self, spot: u32) -> core::ops::Range<usize> {
        let spot = &self.spots[spot as usize];
        spot.first..spot.first + spot.actions.len()
    }

    /// A strategy that draws uniformly everywhere.
    #[must_use]
    pub fn uniform(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.choices];
        for spot in 0..self.spots.len() as u32 {
            let choices = self.choices_of(spot);
            let even = 1.0 / choices.len() as f64;
            shares[choices].fill(even);
        }
        shares
    }

    /// How likely each node is, as far as chance and the other side decide.
    fn reach(&self, camp: usize, shares: &[f64], reach: &mut Vec<f64>) {
        let starts = self.levels[1] as usize;
        reach.clear();
        reach.resize(self.nodes.len(), 0.0);
        reach[..starts].fill(1.0 / starts as f64);
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.spot != NONE) {
            let (own, here) = (usize::from(node.camp) == camp, reach[at]);
            for (below, share) in reach[node.below()].iter_mut().zip(&shares[node.choices()]) {
                *below = if own { here } else { here * share };
            }
        }
    }

    /// What the best response of a side to the strategy of the other is worth to the first side, and the choice of that
    /// response in every spot of the side.
    #[must_use]
    pub fn respond(&self, camp: usize, shares: &[f64]) -> (f64, Vec<u16>) {
        let sign = if camp == 0 { 1.0 } else { -1.0 };
        let (mut reach, mut worth) = (Vec::new(), vec![0.0; self.nodes.len()]);
        self.reach(camp, shares, &mut reach);
        let mut gains = vec![0.0; self.choices];
        let mut best = vec![0u16; self.spots.len()];
        let mut here: Vec<u32> = Vec::new();
        for level in self.levels.windows(2).rev() {
            let nodes = level[0] as usize..level[1] as usize;
            here.clear();
            for at in nodes.clone() {
                let node = self.nodes[at];
                if node.spot == NONE || usize::from(node.camp) != camp {
                    continue;
                }
                here.push(node.spot);
                for (gain, below) in gains[node.choices()].iter_mut().zip(&worth[node.below()]) {
                    *gain += sign * reach[at] * below;
                }
            }
            for &spot in &here {
                let gains = &gains[self.choices_of(spot)];
                let most = (0..gains.len()).max_by(|&a, &b| gains[a].total_cmp(&gains[b]).then(b.cmp(&a)));
                best[spot as usize] = most.unwrap_or(0) as u16;
            }
            for at in nodes {
                let node = self.nodes[at];
                worth[at] = if node.spot == NONE {
                    self.ends[at]
                } else if usize::from(node.camp) == camp {
                    worth[node.first as usize + usize::from(best[node.spot as usize])]
                } else {
                    expected(&shares[node.choices()], &worth[node.below()])
                };
            }
        }
        let starts = self.levels[1] as usize;
        (worth[..starts].iter().sum::<f64>() / starts as f64, best)
    }
}

/// What the rounds of learning came to.
#[derive(Clone, Debug)]
pub struct Learned {
    /// What the first side's strategy is worth at least.
    pub low: f64,
    /// What the second side's strategy costs at most.
    pub high: f64,
    /// How many rounds there were.
    pub rounds: u64,
    /// The strategies of both sides: a share for each choice of each spot.
    pub shares: Vec<f64>,
}

/// Rounds after which both best responses are computed for the first time; later after half as many again.
const FIRST_LOOK: u64 = 32;

/// Learns until neither side could gain more than `gap`, or for `most` rounds.
///
/// # Errors
/// A stop.
pub fn learn<S: Subject>(tree: &Tree<S>, gap: f64, most: u64, watch: &mut dyn Watch) -> Result<Learned, Unsolved> {
    let mut shares = tree.uniform();
    let (mut regrets, mut sums) = (vec![0.0; tree.choices], vec![0.0; tree.choices]);
    let (mut reach, mut worth) = (Vec::new(), tree.ends.clone());
    let mut own = vec![1.0; tree.spots.len()];
    let mut look = FIRST_LOOK;
    for round in 1..=most {
        for camp in 0..2 {
            tree.reach(camp, &shares, &mut reach);
            regret(tree, camp, &shares, &reach, &mut worth, &mut regrets);
            for (spot, known) in tree.spots.iter().enumerate().filter(|(_, spot)| spot.camp == camp) {
                let choices = tree.choices_of(spot as u32);
                // The spot before it has a lower number, and so its new strategy already.
                let sum: f64 = regrets[choices.clone()].iter().sum();
                let even = 1.0 / choices.len() as f64;
                for choice in choices {
                    shares[choice] = if sum > 0.0 { regrets[choice] / sum } else { even };
                }
                own[spot] = known.before.map_or(1.0, |(before, number)| {
                    own[before as usize] * shares[tree.choices_of(before).start + usize::from(number)]
                });
                for choice in tree.choices_of(spot as u32) {
                    sums[choice] += round as f64 * own[spot] * shares[choice];
                }
            }
        }
        if watch.stopped() {
            return Err(Unsolved::Stopped);
        }
        if round == look || round == most {
            look += look / 2;
            let average = averages(tree, &sums);
            let (low, _) = tree.respond(1, &average);
            let (high, _) = tree.respond(0, &average);
            watch.progress("rounds", round, Some(most));
            if high - low <= gap || round == most {
                return Ok(Learned { low, high, rounds: round, shares: average });
            }
        }
    }
    Ok(Learned { low: f64::NEG_INFINITY, high: f64::INFINITY, rounds: 0, shares })
}

/// Adds what each choice of a side would have gained; regret never falls below 0.
fn regret<S: Subject>(
    tree: &Tree<S>,
    camp: usize,
    shares: &[f64],
    reach: &[f64],
    worth: &mut [f64],
    regrets: &mut [f64],
) {
    let sign = if camp == 0 { 1.0 } else { -1.0 };
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        // What the other side never lets happen changes nothing, here or above.
        if node.spot == NONE || reach[at] == 0.0 {
            continue;
        }
        let below = &worth[node.below()];
        let here = expected(&shares[node.choices()], below);
        if usize::from(node.camp) == camp {
            for (regret, below) in regrets[node.choices()].iter_mut().zip(below) {
                *regret += sign * reach[at] * (below - here);
            }
        }
        worth[at] = here;
    }
    for (spot, _) in tree.spots.iter().enumerate().filter(|(_, spot)| spot.camp == camp) {
        regrets[tree.choices_of(spot as u32)].iter_mut().for_each(|regret| *regret = regret.max(0.0));
    }
}

fn expected(shares: &[f64], worths: &[f64]) -> f64 {
    shares.iter().zip(worths).map(|(share, worth)| share * worth).sum()
}

fn averages<S: Subject>(tree: &Tree<S>, sums: &[f64]) -> Vec<f64> {
    let mut shares = tree.uniform();
    for spot in 0..tree.spots.len() as u32 {
        let choices = tree.choices_of(spot);
        let sum: f64 = sums[choices.clone()].iter().sum();
        if sum > 0.0 {
            choices.for_each(|choice| shares[choice] = sums[choice] / sum);
        }
    }
    shares
}
