//! The proof that a device plays the same games.

use crate::measure::any_weights;
use crate::{Device, Error, Fleet, Options, Stretch};
use gridhaunt_batch::{Batch, Buffer, Options as BatchOptions, Rollout};
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Autoreset, Policy, Stretch as BatchStretch};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::{Invalid, Random};
use std::time::Instant;

/// The most games of a part: more do not fit into every memory.
pub const MOST: usize = 1 << 16;

/// How many worlds the games of a part are drawn from.
const WORLDS: usize = 64;

/// How many steps are one stretch, and after how many stretches games that have no end are left.
const STEPS: u64 = 512;
const STRETCHES: u64 = 64;

/// Games that are played to their ends on a processor and on a device, and compared.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Part {
    /// Up to [`MOST`].
    pub games: usize,
    pub seed: u64,
    pub way: Way,
}

/// How the numbers of a part are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From all.
    Uniform,
    /// From masks.
    Masked,
    /// By a table with a row for every world, seat and place.
    Given,
    /// From masks, where the game moves the seats that it can move by itself; in steps that go on until a learned seat is
    /// asked.
    Moved,
}

impl Way {
    /// Those of which a game has parts.
    #[must_use]
    pub fn of(opened: &dyn Opened) -> Vec<Self> {
        let mut ways = vec![Self::Uniform, Self::Masked, Self::Given];
        ways.extend(opened.unmoved().map(|_| Self::Moved));
        ways
    }
}

/// What came of a part.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The hashes of the last states, by game.
    pub hashes: Vec<u64>,
    /// The first game that was not the same.
    pub differs: Option<usize>,
    /// How many games came to their end.
    pub ended: usize,
    /// Seconds that the processor took, and the device.
    pub seconds: [f64; 2],
}

/// How many games there are at most where every array is compared, and how many steps.
const SHOWN: usize = 1000;
const SHOWN_STEPS: u64 = 40;

/// Steps games, a thousand or fewer, with numbers from outside, some of which stand for nothing, here and there, and compares
/// what each step pays, which games it ends and every array that it writes. Returns the first difference, in words.
pub fn prove_arrays(device: &Device, opened: &dyn Opened, games: usize) -> Result<Option<String>, Error> {
    let names = opened.encodings(&Map::new())?.into_iter().map(|encoding| encoding.name.to_string());
    let games = games.clamp(1, SHOWN);
    let plain = Options { games, worlds: WORLDS, arrays: names.collect(), ..Options::default() };
    if let Some(differs) = prove_steps(device, opened, &plain)? {
        return Ok(Some(differs));
    }
    let moved = Options { moved: true, ..plain };
    for until_asked in [false, true].into_iter().take_while(|_| opened.unmoved().is_some()) {
        if let Some(differs) = prove_steps(device, opened, &Options { until_asked, ..moved.clone() })? {
            return Ok(Some(format!("some seats moved, {differs}")));
        }
    }
    Ok(None)
}

fn prove_steps(device: &Device, opened: &dyn Opened, options: &Options) -> Result<Option<String>, Error> {
    let (games, arrays, until_asked) = (options.games, options.arrays.clone(), options.until_asked);
    let mut here = BatchOptions { games, worlds: WORLDS, arrays, until_asked, ..BatchOptions::default() };
    if let Some(unmoved) = opened.unmoved().filter(|_| options.moved) {
        here.seats = (0..unmoved).map(Value::from).collect();
    }
    let (mut batch, mut fleet) = (Batch::new(opened, &here)?, Fleet::new(device, opened, options)?);
    let mut random = Random::new(1);
    for step in 1..=SHOWN_STEPS {
        let most = fleet.numbers() as u64 + 1;
        let numbers: Vec<u8> = batch.rewards().iter().map(|_| random.below(most) as u8).collect();
        batch.step(&numbers)?;
        fleet.choose(&numbers)?;
        fleet.step()?;
        let told = |what: &str| Ok(Some(format!("step {step}: {what}")));
        if bytes_of(batch.rewards(), f32::to_le_bytes) != fleet.read(&fleet.view_of_rewards())? {
            return told("rewards");
        }
        if batch.over() != fleet.read(&fleet.view_of_over())? {
            return told("ends");
        }
        let views: Vec<_> = fleet.views_of_arrays().collect();
        for ((encoding, buffer), (_, view)) in batch.arrays().zip(&views) {
            let here = match buffer {
                Buffer::U8(numbers) => numbers.to_vec(),
                Buffer::I16(numbers) => bytes_of(numbers, i16::to_le_bytes),
                Buffer::F32(numbers) => bytes_of(numbers, f32::to_le_bytes),
            };
            if here != fleet.read(view)? {
                return told(encoding.name);
            }
        }
    }
    Ok(None)
}

fn bytes_of<T: Copy, const N: usize>(numbers: &[T], bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| bytes(number)).collect()
}

struct Ends {
    stretches: u64,
    hashes: Vec<u64>,
    returns: Vec<f64>,
    episodes: Vec<u32>,
}

impl Part {
    /// Plays the games here and there, and compares the last state of each, what each seat was paid, and whether it ended.
    pub fn prove(&self, device: &Device, opened: &dyn Opened) -> Result<Proof, Error> {
        let began = Instant::now();
        let here = self.on_processor(opened)?;
        let between = Instant::now();
        let there = self.on_device(device, opened, here.stretches)?;
        let seconds = [between.duration_since(began), between.elapsed()].map(|passed| passed.as_secs_f64());
        let (differs, ended) = (here.differs(&there), here.episodes.iter().filter(|&&ended| ended > 0).count());
        Ok(Proof { hashes: here.hashes, differs, ended, seconds })
    }

    fn policy(&self, room: [usize; 4]) -> Result<Policy, Invalid> {
        Ok(match self.way {
            Way::Uniform => Policy::Uniform,
            Way::Masked | Way::Moved => Policy::Masked,
            Way::Given => Policy::Given(any_weights(room, &mut Random::new(self.seed))?),
        })
    }

    fn on_processor(&self, opened: &dyn Opened) -> Result<Ends, Invalid> {
        let mut options = BatchOptions {
            games: self.games,
            seed: self.seed,
            worlds: WORLDS,
            autoreset: Autoreset::Disabled,
            ..BatchOptions::default()
        };
        if let (Way::Moved, Some(unmoved)) = (self.way, opened.unmoved()) {
            options.seats = (0..unmoved).map(Value::from).collect();
            options.until_asked = true;
        }
        let mut batch = Batch::new(opened, &options)?;
        let policy = self.policy(batch.room())?;
        let (mut returns, mut episodes) = (vec![0.0; batch.rewards().len()], vec![0; self.games]);
        let mut stretches = 0;
        while stretches < STRETCHES && batch.over().contains(&0) {
            let policy = policy.clone();
            let stretch = BatchStretch { steps: STEPS as usize, policy, seed: stretches, ..BatchStretch::default() };
            let mut rollout = Rollout::default();
            batch.play_into(&mut rollout, &stretch, None)?;
            returns.iter_mut().zip(&rollout.returns).for_each(|(sum, more)| *sum += more);
            episodes.iter_mut().zip(&rollout.episodes).for_each(|(sum, more): (&mut u32, _)| *sum += more);
            stretches += 1;
        }
        let hashes = (0..self.games).filter_map(|game| batch.hash(game)).collect();
        Ok(Ends { stretches, hashes, returns, episodes })
    }

    fn on_device(&self, device: &Device, opened: &dyn Opened, stretches: u64) -> Result<Ends, Error> {
        let moved = self.way == Way::Moved;
        let mut options = Options { games: self.games, seed: self.seed, worlds: WORLDS, ..Options::default() };
        (options.moved, options.until_asked) = (moved, moved);
        let mut fleet = Fleet::new(device, opened, &options)?;
        let policy = self.policy(fleet.room())?;
        for seed in 0..stretches {
            fleet.roll(Stretch { steps: STEPS, policy: policy.clone(), seed, restart: false })?;
        }
        Ok(Ends { stretches, hashes: fleet.hashes()?, returns: fleet.returns()?, episodes: fleet.episodes()? })
    }
}

impl Ends {
    /// The first game that is not the same.
    fn differs(&self, other: &Self) -> Option<usize> {
        let seats = self.returns.len() / self.hashes.len().max(1);
        let same = |game: &usize| {
            let seats = game * seats..(game + 1) * seats;
            self.hashes.get(*game) == other.hashes.get(*game)
                && self.episodes.get(*game) == other.episodes.get(*game)
                && self.returns.get(seats.clone()) == other.returns.get(seats)
        };
        (0..self.hashes.len()).find(|game| !same(game))
    }
}
