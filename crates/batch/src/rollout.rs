//! Rollouts: many steps of every game, during which no thread meets another.

use crate::crew::Load;
use crate::{Batch, Buffer, Lent, MOST_PARTS, MOST_STEPS, Memory, Part, Slots, slots, split_off};
use arrayvec::ArrayVec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::flock::{Path, Stretch, Tracks};
use gridhaunt_kernel::learn::{Dtype, Encoding};

/// The sums of a rollout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rollout {
    /// The sum of the rewards, by game and learned seat.
    pub returns: Vec<f64>,
    /// How many episodes ended, by game.
    pub episodes: Vec<u32>,
    /// The sum of what the results of the episodes that ended by their rules are worth, by game and learned seat; empty
    /// if the batch does not tell results.
    pub results: Vec<f64>,
}

/// Every step of a rollout, by game and then by step: memory of the batch, or of the caller.
#[derive(Debug)]
pub struct Trail {
    steps: usize,
    arrays: Vec<Buffer>,
    actions: Memory<u8>,
    rewards: Memory<f32>,
    over: Memory<u8>,
}

impl Trail {
    /// How many steps it has room for.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// The arrays that the choices were made from, in the order of those of the batch, by learned seat.
    #[must_use]
    pub fn arrays(&self) -> &[Buffer] {
        &self.arrays
    }

    /// The numbers that were chosen, by learned seat; 255 where a bot chose.
    #[must_use]
    pub fn actions(&self) -> &[u8] {
        &self.actions
    }

    /// The rewards, by learned seat.
    #[must_use]
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// 1 where an episode ended.
    #[must_use]
    pub fn over(&self) -> &[u8] {
        &self.over
    }
}

/// One flock with its part of what a rollout writes.
struct Leg<'a> {
    part: Part<'a>,
    returns: &'a mut [f64],
    episodes: &'a mut [u32],
    results: &'a mut [f64],
    path: Option<LegPath<'a>>,
    wrong: Option<Invalid>,
}

struct LegPath<'a> {
    arrays: Slots<'a>,
    actions: &'a mut [u8],
    rewards: &'a mut [f32],
    over: &'a mut [u8],
}

impl Leg<'_> {
    fn play(&mut self, stretch: &Stretch) {
        let path = self.path.as_mut().map(|path| Path {
            arrays: &mut path.arrays,
            actions: path.actions,
            rewards: path.rewards,
            over: path.over,
        });
        let tracks = Tracks { returns: self.returns, episodes: self.episodes, results: self.results, path };
        let (flock, buffers) = self.part.split();
        self.wrong = flock.play(stretch, tracks, buffers).err();
    }
}

impl Batch {
    /// Memory for every step of a rollout: `actions`, `rewards`, `dones` and the arrays of the batch by their names, each
    /// in memory of the caller if it is lent.
    ///
    /// # Errors
    /// Memory of another size or type; more than there is.
    pub fn trail(&self, steps: usize, mut lent: Lent) -> Result<Trail, Invalid> {
        let (games, learners) = (self.games().saturating_mul(steps), self.learned().len());
        let much = || {
            let words = format!("{steps} steps of {} games do not fit into memory", self.games());
            Invalid::new("steps", steps, "as many as fit into memory").says(words)
        };
        let mut take = |name: &str, dtype: Dtype, each: usize| {
            lent.take(name, dtype, games.saturating_mul(each))?.ok_or_else(much)
        };
        let array = |encoding: &Encoding| take(encoding.name, encoding.dtype, learners.saturating_mul(encoding.len()));
        let arrays = self.encodings.iter().map(array).collect::<Result<_, _>>()?;
        let trail = Trail {
            steps,
            arrays,
            actions: take("actions", Dtype::U8, learners)?.bytes().ok_or_else(much)?,
            rewards: take("rewards", Dtype::F32, learners)?.floats().ok_or_else(much)?,
            over: take("dones", Dtype::U8, 1)?.bytes().ok_or_else(much)?,
        };
        let names: Vec<&str> = self.encodings.iter().map(|encoding| encoding.name).collect();
        lent.all_used(&[names.as_slice(), &["actions", "rewards", "dones"]].concat())?;
        Ok(trail)
    }

    /// Plays so many steps of every game with choices that are made here; every step is written to the trail if there is
    /// one. Afterwards the batch is as if it had been stepped that often. The same seed gives the same games, whatever
    /// the number of threads.
    ///
    /// # Errors
    /// More than [`MOST_STEPS`]; a trail of another batch or another number of steps; bots of another game.
    pub fn play(&mut self, stretch: &Stretch, trail: Option<&mut Trail>) -> Result<Rollout, Invalid> {
        let (games, learners, steps) = (self.games(), self.learned().len(), stretch.steps);
        if steps > MOST_STEPS {
            return Err(Invalid::new("steps", steps, format!("0..={MOST_STEPS}")));
        }
        if let Some(trail) = &trail {
            let fits = trail.over.len() == games.saturating_mul(steps)
                && trail.rewards.len() == trail.over.len().saturating_mul(learners)
                && trail.arrays.len() == self.arrays.len();
            if trail.steps != steps || !fits {
                let expected = format!("one that this batch made for {steps} steps");
                return Err(Invalid::new("trail", format!("one of {} steps", trail.steps), expected));
            }
        }
        let told = if self.lesson.results { games * learners } else { 0 };
        let mut rollout =
            Rollout { returns: vec![0.0; games * learners], episodes: vec![0; games], results: vec![0.0; told] };
        let encodings = self.encodings.clone();
        let Rollout { returns, episodes, results } = &mut rollout;
        let (mut returns, mut episodes, mut results) = (&mut returns[..], &mut episodes[..], &mut results[..]);
        let mut rest = trail.map(|trail| LegPath {
            arrays: slots(&mut trail.arrays),
            actions: &mut trail.actions,
            rewards: &mut trail.rewards,
            over: &mut trail.over,
        });
        let (crew, parts) = self.parts();
        let mut legs = ArrayVec::<Leg<'_>, MOST_PARTS>::new();
        for part in parts {
            let (games, seats) = (part.games.len(), part.games.len() * learners);
            let mut path = None;
            if let Some(rest) = &mut rest {
                path = Some(LegPath {
                    arrays: split_off(&mut rest.arrays, &encodings, seats * steps),
                    actions: rest.actions.split_off_mut(..seats * steps).unwrap_or_default(),
                    rewards: rest.rewards.split_off_mut(..seats * steps).unwrap_or_default(),
                    over: rest.over.split_off_mut(..games * steps).unwrap_or_default(),
                });
            }
            legs.push(Leg {
                part,
                returns: returns.split_off_mut(..seats).unwrap_or_default(),
                episodes: episodes.split_off_mut(..games).unwrap_or_default(),
                results: results.split_off_mut(..seats).unwrap_or_default(),
                path,
                wrong: None,
            });
        }
        crew.for_each(&mut legs, Load::Other, |leg| leg.play(stretch));
        let wrong = legs.iter_mut().find_map(|leg| leg.wrong.take());
        drop(legs);
        self.tell_terminated();
        wrong.map_or(Ok(rollout), Err)
    }

    /// The hashes of the states of all games.
    #[must_use]
    pub fn hashes(&self) -> Vec<u64> {
        let flocks = self.flocks.iter().zip(self.bounds.windows(2));
        flocks.flat_map(|(flock, run)| (0..run[1] - run[0]).map(|game| flock.hash(game))).collect()
    }
}
