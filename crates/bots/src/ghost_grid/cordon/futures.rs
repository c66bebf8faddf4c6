//! What ghosts do in imagined worlds, each thing computed once.

use super::prey::{Deed, Land, MOST_NODES, Prey};
use super::sketch::Sketch;
use gridhaunt_ghost_grid::ground::Code;
use gridhaunt_kernel::Seat;

/// The sentinels of a squad by seat, with their nodes.
pub(super) type Squad = Vec<(Seat, u8)>;
/// The nodes that a sentinel goes to, one in each of the coming phases; then it stays.
pub(super) type March = Vec<u8>;

/// The nodes of a squad.
pub(super) fn nodes(squad: &[(Seat, u8)]) -> u64 {
    squad.iter().filter(|(_, node)| usize::from(*node) < MOST_NODES).fold(0, |set, (_, node)| set | 1 << node)
}

/// What a squad does in the coming turns, if nobody turns.
#[derive(Clone, Debug)]
pub(super) struct Drill {
    /// Where each sentinel is before.
    before: Vec<u8>,
    /// Where each is after each phase, as long as somebody marches.
    steps: Vec<Vec<u8>>,
    /// All these nodes, and those that somebody came to.
    sets: Vec<(u64, u64)>,
    /// How many turns are left.
    turns: usize,
}

impl Drill {
    pub(super) fn new<'a>(squad: &Squad, marches: impl Iterator<Item = &'a March> + Clone, turns: u32) -> Self {
        let longest = marches.clone().map(Vec::len).max().unwrap_or(0);
        let place = |step: usize| {
            let each = squad.iter().zip(marches.clone());
            each.map(|(&(_, post), march)| *march.get(step).or(march.last()).unwrap_or(&post)).collect::<Vec<u8>>()
        };
        let before: Vec<u8> = squad.iter().map(|one| one.1).collect();
        let steps: Vec<Vec<u8>> = (0..longest).map(place).collect();
        let mut drill = Self { before, steps, sets: Vec::new(), turns: turns as usize };
        drill.sets = (0..=longest).map(|step| (drill.without(step, &[]), drill.arrivals(step))).collect();
        drill
    }

    fn places(&self, step: usize) -> &[u8] {
        self.steps.get(step).or(self.steps.last()).unwrap_or(&self.before)
    }

    /// Who comes to which node in a phase.
    fn movers(&self, step: usize) -> impl Iterator<Item = (usize, u8)> {
        let past = if step == 0 { &self.before } else { self.places(step - 1) };
        self.places(step)
            .iter()
            .zip(past)
            .enumerate()
            .filter(|(_, (now, past))| now != past)
            .map(|(who, (now, _))| (who, *now))
    }

    fn arrivals(&self, step: usize) -> u64 {
        self.movers(step).fold(0, |set, (_, node)| set | 1 << node)
    }

    /// The nodes of all but some.
    fn without(&self, step: usize, gone: &[usize]) -> u64 {
        let left = self.places(step).iter().enumerate().filter(|(who, _)| !gone.contains(who));
        left.fold(0, |set, (_, node)| set | 1 << node)
    }

    fn at(&self, step: usize) -> (u64, u64) {
        self.sets.get(step).or(self.sets.last()).copied().unwrap_or_default()
    }

    /// The nodes that somebody comes to in the first phase.
    pub(super) fn comes_first(&self) -> u64 {
        self.at(0).1
    }

    /// R27: the lowest of those that come.
    fn captor(&self, step: usize, node: u8, gone: &[usize]) -> Option<usize> {
        self.movers(step).find(|(who, to)| *to == node && !gone.contains(who)).map(|(who, _)| who)
    }
}

/// A ghost in a world, before its phase.
#[derive(Clone, Debug)]
struct Moment {
    land: u16,
    prey: Prey,
    /// What it sees of these nodes decides what it does.
    sight: u64,
    /// The first of what it did so far, as an index into `branches`.
    first: u32,
    /// What captures it turns into; none if that is not known yet.
    seized: Option<End>,
}

/// What follows from what a ghost sees.
#[derive(Clone, Debug)]
struct Branch {
    seen: u64,
    end: End,
    next: u32,
}

/// What a phase ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The match goes on from this moment.
    At(u32),
    /// As it was.
    Still,
    /// The ghost is in the goal.
    Delivered,
    /// The sentinels have it.
    Caught,
}

/// No index.
const NONE: u32 = u32::MAX;

/// Everything that was imagined.
#[derive(Clone, Debug)]
pub(super) struct Futures {
    code: Code,
    lands: Vec<Land>,
    moments: Vec<Moment>,
    branches: Vec<Branch>,
    /// A ghost in each node of the start of each world.
    pub(super) starts: Vec<u32>,
}

impl Futures {
    /// None where worlds are too large.
    pub(super) fn new(code: &Code, sketches: &[Sketch]) -> Option<Self> {
        let lands: Option<Vec<Land>> = sketches.iter().map(|sketch| Land::new(code, sketch)).collect();
        let mut futures =
            Self { code: *code, lands: lands?, moments: Vec::new(), branches: Vec::new(), starts: Vec::new() };
        for (land, sketch) in sketches.iter().enumerate() {
            let start = (0..sketch.layers.len()).filter(|&node| sketch.layers[node] == Some(0));
            for node in start {
                let begun = futures.add(land as u16, Prey::new(code, node as u8));
                futures.starts.push(begun);
            }
        }
        Some(futures)
    }

    fn add(&mut self, land: u16, prey: Prey) -> u32 {
        let sight = prey.sight(&self.lands[usize::from(land)]);
        self.moments.push(Moment { land, prey, sight, first: NONE, seized: None });
        self.moments.len() as u32 - 1
    }

    /// The ghost's phase, with sentinels in these nodes.
    pub(super) fn haunt(&mut self, at: u32, sentinels: u64) -> End {
        let Moment { land, prey, sight, first, .. } = self.moments[at as usize];
        let seen = sentinels & sight;
        let mut known = first;
        while let Some(branch) = self.branches.get(known as usize) {
            if branch.seen == seen {
                return branch.end;
            }
            known = branch.next;
        }
        let end = match prey.acts(&self.lands[usize::from(land)], seen) {
            Deed::Becomes(next) => End::At(self.add(land, next)),
            Deed::Waits => End::Still,
            Deed::Delivers => End::Delivered,
        };
        self.branches.push(Branch { seen, end, next: first });
        self.moments[at as usize].first = self.branches.len() as u32 - 1;
        end
    }

    /// The sentinels' phase in which one came to the ghost.
    pub(super) fn seize(&mut self, at: u32) -> End {
        let Moment { land, prey, seized, .. } = self.moments[at as usize];
        let end =
            seized.unwrap_or_else(|| prey.seized(&self.code).map_or(End::Caught, |next| End::At(self.add(land, next))));
        self.moments[at as usize].seized = Some(end);
        end
    }

    /// The ghost.
    pub(super) fn prey(&self, at: u32) -> &Prey {
        &self.moments[at as usize].prey
    }

    /// Whether the ghost delivers if every sentinel marches and then stays.
    pub(super) fn escapes(&mut self, mut at: u32, drill: &Drill) -> bool {
        let mut turned = Vec::new();
        for step in 0..drill.turns {
            let &Prey { node, hides, .. } = self.prey(at);
            let (mut sentinels, comes) = drill.at(step);
            if !hides
                && comes >> node & 1 == 1
                && let Some(captor) = drill.captor(step, node, &turned)
            {
                match self.seize(at) {
                    End::At(next) => at = next,
                    _ => return false,
                }
                turned.push(captor);
            }
            if !turned.is_empty() {
                sentinels = drill.without(step, &turned);
            }
            if hides && sentinels >> node & 1 == 1 {
                return false; // R24: who stands there takes what lies there, and that is all there is.
            }
            match self.haunt(at, sentinels) {
                End::Delivered => return true,
                End::Still if step >= drill.steps.len() => return false,
                End::At(next) => at = next,
                End::Still | End::Caught => {}
            }
        }
        false
    }
}
