//! Rollouts: many steps of every game, during which no thread meets another.

use crate::crew::Load;
use crate::shares::Shares;
use crate::{ArrayShares, Batch, Buffer, Ground, Lent, MOST_ARRAYS, MOST_STEPS, Memory, Slots, slots};
use arrayvec::ArrayVec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::flock::{Flock, Path, Stretch, Tracks};
use gridhaunt_kernel::learn::{Dtype, Encoding};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

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

/// What a rollout writes beside the buffers of the batch.
struct Yield {
    returns: Shares<f64>,
    episodes: Shares<u32>,
    results: Shares<f64>,
    trail: Option<TrailShares>,
}

struct TrailShares {
    steps: usize,
    arrays: ArrayVec<ArrayShares, MOST_ARRAYS>,
    actions: Shares<u8>,
    rewards: Shares<f32>,
    over: Shares<u8>,
}

/// The steps of some games.
struct Leg<'a> {
    arrays: Slots<'a>,
    actions: &'a mut [u8],
    rewards: &'a mut [f32],
    over: &'a mut [u8],
}

impl TrailShares {
    fn new(trail: &mut Trail, encodings: &[Encoding]) -> Self {
        Self {
            steps: trail.steps,
            arrays: encodings.iter().zip(&mut trail.arrays).map(ArrayShares::new).collect(),
            actions: (&mut trail.actions).into(),
            rewards: (&mut trail.rewards).into(),
            over: (&mut trail.over).into(),
        }
    }

    /// The leg of these games and their seats.
    ///
    /// # Safety
    /// As long as a leg lives the trail is borrowed for writing, and there is no other leg of the same games.
    #[allow(unsafe_code, reason = "parts go to several threads")]
    unsafe fn leg<'a>(&self, games: &Range<usize>, seats: &Range<usize>) -> Leg<'a> {
        let long = |range: &Range<usize>| range.start * self.steps..range.end * self.steps;
        // SAFETY: different games have different steps, and different seats different numbers of a step; the caller
        // promises the rest.
        unsafe {
            Leg {
                arrays: slots(&self.arrays, &long(seats)),
                actions: self.actions.share(long(seats)),
                rewards: self.rewards.share(long(seats)),
                over: self.over.share(long(games)),
            }
        }
    }
}

impl Yield {
    /// Plays the games of one flock.
    ///
    /// # Safety
    /// As [`Ground::part`]: nobody else plays this number at the same time, and rollout and trail are borrowed for writing.
    #[allow(unsafe_code, reason = "parts go to several threads")]
    unsafe fn play(
        &self,
        number: usize,
        flock: &mut dyn Flock,
        ground: &Ground,
        stretch: &Stretch,
    ) -> Result<(), Invalid> {
        // SAFETY: the caller promises what it demands.
        let mut part = unsafe { ground.part(number, flock) };
        let (games, seats) = (part.games.clone(), ground.seats(&part.games));
        // SAFETY: parts have games of their own, this is the only one of its number, and the caller promises the rest.
        let (mut leg, returns, episodes, results) = unsafe {
            (
                self.trail.as_ref().map(|trail| trail.leg(&games, &seats)),
                self.returns.share(seats.clone()),
                self.episodes.share(games),
                self.results.share(seats),
            )
        };
        let path = leg.as_mut().map(|Leg { arrays, actions, rewards, over }| Path { arrays, actions, rewards, over });
        // What the last rollout left, cleared by the thread that counts in it.
        returns.fill(0.0);
        episodes.fill(0);
        results.fill(0.0);
        let (flock, buffers) = part.split();
        let played = flock.play(stretch, Tracks { returns, episodes, results, path }, buffers);
        part.tell_terminated();
        played
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
        let mut rollout = Rollout::default();
        self.play_into(&mut rollout, stretch, trail).map(|()| rollout)
    }

    /// The same, with the sums in a rollout whose memory is used again.
    ///
    /// # Errors
    /// As [`Batch::play`].
    pub fn play_into(
        &mut self,
        rollout: &mut Rollout,
        stretch: &Stretch,
        trail: Option<&mut Trail>,
    ) -> Result<(), Invalid> {
        let (games, learners, steps) = (self.games(), self.learned().len(), stretch.steps);
        if steps > MOST_STEPS {
            return Err(Invalid::new("steps", steps, format!("0..={MOST_STEPS}")));
        }
        if let Some(trail) = &trail {
            let fits =
                trail.over.len() == games.saturating_mul(steps)
                    && trail.rewards.len() == trail.over.len().saturating_mul(learners)
                    && trail.arrays.len() == self.arrays.len()
                    && trail.arrays.iter().zip(&self.arrays).all(|(path, now)| {
                        path.dtype() == now.dtype() && path.len() == now.len().saturating_mul(steps)
                    });
            if trail.steps != steps || !fits {
                let expected = format!("one that this batch made for {steps} steps");
                return Err(Invalid::new("trail", format!("one of {} steps", trail.steps), expected));
            }
        }
        let told = if self.lesson.results { games * learners } else { 0 };
        rollout.returns.resize(games * learners, 0.0);
        rollout.episodes.resize(games, 0);
        rollout.results.resize(told, 0.0);
        let wrong = Mutex::new(None);
        let yields = Yield {
            returns: Shares::new(&mut rollout.returns),
            episodes: Shares::new(&mut rollout.episodes),
            results: Shares::new(&mut rollout.results),
            trail: trail.map(|trail| TrailShares::new(trail, &self.encodings)),
        };
        let Self { crew, flocks, ground, .. } = self;
        crew.for_each(flocks, Load::Other, |number, flock| {
            #[allow(unsafe_code, reason = "each flock has its part")]
            // SAFETY: batch, rollout and trail are borrowed for writing, and the crew hands out each flock once, with its
            // number.
            if let Err(invalid) = unsafe { yields.play(number, flock.as_mut(), ground, stretch) } {
                // What is wrong is wrong for all flocks alike.
                *wrong.lock().unwrap_or_else(PoisonError::into_inner) = Some(invalid);
            }
        });
        wrong.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// The hashes of the states of all games.
    #[must_use]
    pub fn hashes(&self) -> Vec<u64> {
        let flocks = self.flocks.iter().enumerate();
        flocks.flat_map(|(number, flock)| (0..self.ground.games(number).len()).map(|game| flock.hash(game))).collect()
    }
}
