//! How fast a device plays.

use crate::{Device, Error, Fleet, Options, Stretch};
use cudarc::driver::{CudaSlice, DevicePtr};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::face::Opened;

/// How many games there are on a device, if nobody says.
const GAMES: usize = 1 << 20;

/// The part of the device's free memory that they may then take.
const PART: u64 = 4;

/// How many worlds there are.
const WORLDS: usize = 64;

/// For how many steps there are numbers.
const RING: usize = 16;

/// How many steps a rollout has.
const STEPS: u64 = 64;

/// Something that a device does again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Many steps in one launch, with any numbers.
    Roll,
    /// The same, with numbers of the masks.
    RollMasked,
    /// One step a launch, with numbers that lie on the device, rewards and ends.
    Step,
    /// The same, and the masks of all seats after it.
    StepMasks,
}

impl Work {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Roll, Self::RollMasked, Self::Step, Self::StepMasks];

    /// What it is, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Roll => "device, rollout",
            Self::RollMasked => "device, rollout with mask",
            Self::Step => "device, step",
            Self::StepMasks => "device, step with mask",
        }
    }
}

/// Games that are measured, and numbers to step them with.
#[derive(Debug)]
pub struct Course {
    fleet: Fleet,
    /// Numbers for every seat, for some steps: after that they repeat.
    ring: Vec<CudaSlice<u8>>,
    turn: usize,
}

impl Course {
    /// As many games as the options say, or as fit well if they say none.
    pub fn new(device: &Device, opened: &dyn Opened, options: &Options) -> Result<Self, Error> {
        let asked = options.games;
        let options = |games: usize| Options { games, worlds: WORLDS, ..options.clone() };
        let games = match asked {
            0 => {
                let one = Fleet::new(device, opened, &options(1))?;
                let a_game = one.bytes_per_game() + one.seats() * (16 + RING + one.numbers());
                GAMES.min((device.free()? / PART / a_game.max(1) as u64) as usize).max(1)
            }
            games => games,
        };
        let fleet = Fleet::new(device, opened, &options(games))?;
        let mut random = Random::new(1);
        let (count, most) = (games * fleet.seats(), fleet.numbers() as u64);
        let mut numbers = || (0..count).map(|_| random.below(most) as u8).collect::<Vec<u8>>();
        let ring = (0..RING).map(|_| Ok(device.stream.clone_htod(&numbers())?)).collect::<Result<_, Error>>()?;
        Ok(Self { fleet, ring, turn: 0 })
    }

    /// The games.
    #[must_use]
    pub const fn fleet(&self) -> &Fleet {
        &self.fleet
    }

    /// Does the work once; returns how many steps of every game it was.
    fn once(&mut self, work: Work) -> Result<u64, Error> {
        self.turn += 1;
        if let Work::Roll | Work::RollMasked = work {
            let (masked, seed) = (work == Work::RollMasked, self.turn as u64);
            self.fleet.roll(Stretch { steps: STEPS, masked, seed, restart: true })?;
            return Ok(STEPS);
        }
        let numbers = self.ring[self.turn % RING].device_ptr(&self.fleet.device().stream).0;
        // SAFETY: there is a number for every seat of every game.
        #[allow(unsafe_code, reason = "an address is given")]
        unsafe {
            self.fleet.step_with(numbers)?;
        }
        if work == Work::StepMasks {
            self.fleet.write_masks()?;
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
