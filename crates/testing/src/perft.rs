//! The number of ways to continue a game: paths of joint actions by depth, as chess programs count them.
//!
//! The positions are in `perft.snap` of the game's data, each followed by its counts. A section is a title, the position
//! (`seed 3 of {...}`, or a drawing where the game reads one), `depth N`, and the counts.

use crate::suite::Idle;
use crate::{Suite, begin, legal, pass};
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::{Game, Guess, Seat};
use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::Hash;

/// What is counted at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Sequences of joint actions.
    pub paths: u128,
    /// How many of them ended the game with their last step.
    pub ended: u128,
    /// How many different states they reach.
    pub states: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} paths, {} ended, {} states", self.paths, self.ended, self.states)
    }
}

/// Counts depth by depth; states with equal keys are followed once, with the number of paths that lead to them.
pub fn count<S: Clone, K: Hash + Eq>(
    start: S,
    depth: usize,
    key: impl Fn(&S) -> K,
    is_over: impl Fn(&S) -> bool,
    successors: impl Fn(&S) -> Vec<S>,
) -> Vec<Count> {
    let mut level = HashMap::from([(key(&start), (start, 1u128))]);
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut next: HashMap<K, (S, u128)> = HashMap::new();
        for (state, paths) in level.values().filter(|(state, _)| !is_over(state)) {
            for after in successors(state) {
                next.entry(key(&after)).or_insert((after, 0)).1 += paths;
            }
        }
        let all = next.values();
        let ended = all.clone().filter(|(state, _)| is_over(state)).map(|(_, paths)| paths).sum();
        counts.push(Count { paths: all.map(|(_, paths)| paths).sum(), ended, states: next.len() });
        level = next;
    }
    counts
}

/// One position of the file.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Perft<G: Game> {
    /// The lines that describe it.
    pub given: String,
    /// How deep it is counted.
    pub depth: usize,
    /// The world it is played in.
    pub world: G::World,
    pub state: G::State,
}

impl<G: Game> Perft<G> {
    /// The positions of a file; `read` reads one that is not `seed N of SETTINGS`.
    ///
    /// # Panics
    /// If a section is malformed.
    pub fn all(text: &str, read: fn(&str) -> (G::World, G::State)) -> Vec<Self> {
        let sections = text.split("\n\n").filter(|section| section.contains("\ndepth "));
        let position = |section: &str| {
            let given: Vec<&str> =
                section.lines().filter(|line| !line.starts_with(|c: char| c.is_ascii_digit())).collect();
            let [_, board @ .., depth] = &given[..] else { panic!("a title, a position and a depth in\n{section}") };
            let depth = depth.strip_prefix("depth ").and_then(|n| n.parse().ok());
            let depth = depth.unwrap_or_else(|| panic!("no depth in\n{section}"));
            let (world, state) = match board {
                [line] => seeded::<G>(line),
                drawn => read(&drawn.join("\n")),
            };
            Self { given: given.join("\n"), depth, world, state }
        };
        sections.map(position).collect()
    }

    /// Counts to this depth; actions that do nothing are left out.
    #[must_use]
    pub fn count(&self, depth: usize, idle: Idle<G>) -> Vec<Count> {
        let world = &self.world;
        let key = |state: &G::State| G::hash_of(world, state);
        let over = |state: &G::State| G::phase(world, state).is_over();
        count(self.state.clone(), depth, key, over, |state| successors::<G>(world, state, idle))
    }

    /// Walks every path separately, without a table; returns how many there are, and how many ended.
    #[must_use]
    pub fn walk(&self, depth: usize, idle: Idle<G>) -> (u128, u128) {
        fn walk<G: Game>(world: &G::World, state: &G::State, depth: usize, idle: Idle<G>) -> (u128, u128) {
            let over = G::phase(world, state).is_over();
            match depth {
                0 => (1, u128::from(over)),
                _ if over => (0, 0),
                _ => successors::<G>(world, state, idle).iter().fold((0, 0), |(paths, ended), after| {
                    let (more, over) = walk::<G>(world, after, depth - 1, idle);
                    (paths + more, ended + over)
                }),
            }
        }
        walk::<G>(&self.world, &self.state, depth, idle)
    }
}

/// Reads a position `seed 3 of {...}`.
fn seeded<G: Game>(line: &str) -> (G::World, G::State) {
    let (seed, settings) = line.strip_prefix("seed ").and_then(|rest| rest.split_once(" of ")).expect("a seed");
    let settings = serde_json::from_str(settings).unwrap_or_else(|error| panic!("{error}: {settings}"));
    begin::<G>(&settings, seed.parse().expect("a seed"))
}

fn successors<G: Game>(world: &G::World, state: &G::State, idle: Idle<G>) -> Vec<G::State> {
    let mut joint: Vec<Vec<(Seat, G::Action)>> = vec![Vec::new()];
    for seat in G::phase(world, state).seats().iter() {
        let actions = legal::<G>(world, state, seat).into_iter().filter(|&action| !idle(world, state, seat, action));
        let actions: Vec<G::Action> = actions.collect();
        let with = |chosen: &Vec<(Seat, G::Action)>, action| {
            let mut chosen = chosen.clone();
            chosen.push((seat, action));
            chosen
        };
        joint = joint.iter().flat_map(|chosen| actions.iter().map(move |&action| with(chosen, action))).collect();
    }
    let play = |choices: &Vec<(Seat, G::Action)>| {
        let mut after = state.clone();
        pass::<G>(world, &mut after, choices);
        after
    };
    joint.iter().map(play).collect()
}

impl<G: Complete + Guess> Suite<G> {
    /// Checks `perft.snap`. `INSTA_UPDATE=always` counts anew; positions and depths are kept.
    ///
    /// # Panics
    /// If a count has changed.
    pub fn perft(self) -> Self {
        self.perft_drawn(|drawn| panic!("{drawn} is not `seed N of SETTINGS`"))
    }

    /// The same for a game whose positions may also be drawings.
    ///
    /// # Panics
    /// If a count has changed.
    pub fn perft_drawn(self, read: fn(&str) -> (G::World, G::State)) -> Self {
        let path = format!("{}/perft.snap", self.folder.expect("`data` names a folder"));
        let kept = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        // Before the text stand the snapshot's own lines.
        let kept = kept.split_once("\n---\n").map_or(&*kept, |(_, text)| text);
        let heading: Vec<&str> = kept.lines().take_while(|line| !line.is_empty()).collect();
        let mut fresh = heading.join("\n") + "\n";
        for position in Perft::<G>::all(kept, read) {
            let _ = writeln!(fresh, "\n{}", position.given);
            for (depth, count) in (1..).zip(position.count(position.depth, self.idle)) {
                let _ = writeln!(fresh, "{depth}: {count}");
            }
        }
        self.hold_text("perft", &fresh)
    }
}
