//! How fast a device plays.

use crate::{Device, Error, Fleet, Numbers, Options, Stretch};
use cudarc::driver::{CudaSlice, DevicePtr};
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::flock::{Policy, Weights};
use gridhaunt_kernel::{Invalid, Random};
use std::sync::Arc;

/// How many games there are on a device, if nobody says.
const GAMES: usize = 1 << 20;

/// The part of the device's free memory that they may then take.
const PART: u64 = 4;

/// How many worlds there are.
const WORLDS: usize = 64;

/// How many more numbers there are than seats: every step takes others, so that nobody walks in circles.
const MORE: usize = 1 << 20;

/// How far the numbers of a step are from those of the last.
const STRIDE: usize = 7919;

/// How many steps a rollout has.
const STEPS: u64 = 64;

/// How many games with these options there are on a device, if nobody says.
pub(crate) fn fitting(device: &Device, opened: &dyn Opened, options: &Options) -> Result<usize, Error> {
    let one = Fleet::new(device, opened, &Options { games: 1, ..options.clone() })?;
    let a_game = one.all_bytes_per_game() + one.seats();
    Ok(GAMES.min((device.free()? / PART / a_game as u64) as usize).max(1))
}

/// The most numbers that a table of weights has: beyond it all worlds have the same rows.
const MOST_WEIGHTS: usize = 1 << 24;

/// Any table for a fleet, with a row for every place.
pub(crate) fn any_weights(room: [usize; 4], random: &mut Random) -> Result<Arc<Weights>, Invalid> {
    let [worlds, seats, places, numbers] = room;
    let a_world = seats * places * numbers;
    let worlds = if a_world.saturating_mul(worlds) > MOST_WEIGHTS { 1 } else { worlds };
    let weights: Vec<f64> = (0..worlds * a_world).map(|_| random.below(4) as f64 + 0.25).collect();
    Weights::new(&weights, &[worlds, seats, places, numbers], room).map(Arc::new)
}

/// Something that a device does again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Many steps in one launch, with any numbers.
    Roll,
    /// The same, with numbers of the masks.
    RollMasked,
    /// The same, by a table with a row for every world, seat and place.
    RollGiven,
    /// One step a launch, with numbers that lie on the device, rewards and ends.
    Step,
}

impl Work {
    /// What it is, in words, of games with these options.
    #[must_use]
    pub fn name(self, options: &Options) -> String {
        let arrays = &options.arrays;
        let mut name = match self {
            Self::Roll => "device, rollout".into(),
            Self::RollMasked => "device, rollout with mask".into(),
            Self::RollGiven => "device, rollout by table".into(),
            Self::Step if arrays.is_empty() => "device, step".into(),
            Self::Step => format!("device, step with {}", arrays.join(", ")),
        };
        if options.moved {
            name += ", others moved";
        }
        name
    }
}

/// What is measured of a game: rollouts and steps, the same where it moves some of its seats, and steps with each of its
/// arrays.
pub fn courses(opened: &dyn Opened, options: &Options) -> Result<Vec<(Options, Vec<Work>)>, Error> {
    let names = opened.encodings(&options.lens)?.into_iter().map(|encoding| encoding.name.to_string());
    let plain = (options.clone(), vec![Work::Roll, Work::RollMasked, Work::RollGiven, Work::Step]);
    let with = |name: String| (Options { arrays: vec![name], ..options.clone() }, vec![Work::Step]);
    let moved = opened.unmoved().map(|_| {
        let options = Options { moved: true, until_asked: true, ..options.clone() };
        (options, vec![Work::Roll, Work::RollMasked, Work::Step])
    });
    Ok([plain].into_iter().chain(moved).chain(names.map(with)).collect())
}

/// Games that are measured, and numbers to step them with.
#[derive(Debug)]
pub struct Course {
    fleet: Fleet,
    /// Numbers for every seat, and more.
    numbers: CudaSlice<u8>,
    turn: usize,
    weights: Arc<Weights>,
}

impl Course {
    /// As many games as the options say, or as fit well if they say none.
    pub fn new(device: &Device, opened: &dyn Opened, options: &Options) -> Result<Self, Error> {
        let mut options = Options { worlds: WORLDS, ..options.clone() };
        if options.games == 0 {
            options.games = fitting(device, opened, &options)?;
        }
        let games = options.games;
        let fleet = Fleet::new(device, opened, &options)?;
        let mut random = Random::new(1);
        let (count, most) = (games * fleet.learned(), fleet.numbers() as u64);
        let numbers: Vec<u8> = (0..count + MORE).map(|_| random.below(most) as u8).collect();
        let numbers = device.stream.clone_htod(&numbers)?;
        let weights = any_weights(fleet.room(), &mut random)?;
        Ok(Self { fleet, numbers, turn: 0, weights })
    }

    /// The games.
    #[must_use]
    pub const fn fleet(&self) -> &Fleet {
        &self.fleet
    }

    /// Does the work once; returns how many steps of every game it was.
    fn once(&mut self, work: Work) -> Result<u64, Error> {
        self.turn += 1;
        let policy = match work {
            Work::Roll => Some(Policy::Uniform),
            Work::RollMasked => Some(Policy::Masked),
            Work::RollGiven => Some(Policy::Given(self.weights.clone())),
            Work::Step => None,
        };
        if let Some(policy) = policy {
            self.fleet.roll(Stretch { steps: STEPS, policy, seed: self.turn as u64, restart: true })?;
            return Ok(STEPS);
        }
        let address = self.numbers.device_ptr(&self.fleet.device().stream).0 + (self.turn * STRIDE % MORE) as u64;
        // SAFETY: there is a number for every seat of every game from there on.
        #[allow(unsafe_code, reason = "an address is given")]
        unsafe {
            self.fleet.step_with(Numbers { address, width: 1 })?;
        }
        Ok(1)
    }

    /// Steps per second, by the clock of the device, over at least so many seconds.
    pub fn speed(&mut self, work: Work, seconds: f64) -> Result<f64, Error> {
        let games = self.fleet.games() as f64;
        let (clock, mut steps, mut at_once) = (self.fleet.device().clock()?, 0, 1);
        loop {
            for _ in 0..at_once {
                steps += self.once(work)?;
            }
            let passed = clock.seconds()?;
            if passed >= seconds {
                return Ok(steps as f64 * games / passed);
            }
            at_once *= 2;
        }
    }
}
