//! How fast a device plays.

use crate::{Device, Error, Fleet, Options, Stretch};
use gridhaunt_kernel::Random;
use gridhaunt_kernel::face::Opened;

/// How many games there are on a device, if nobody says.
const GAMES: usize = 1 << 20;

/// The part of the device's free memory that they may then take.
const PART: u64 = 4;

/// How many worlds there are.
const WORLDS: usize = 64;

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

    /// Does it once; returns how many steps of every game it was.
    fn once(self, fleet: &mut Fleet, seed: u64) -> Result<u64, Error> {
        match self {
            Self::Roll | Self::RollMasked => {
                fleet.roll(Stretch { steps: STEPS, masked: self == Self::RollMasked, seed, restart: true })?;
                return Ok(STEPS);
            }
            Self::Step => fleet.step()?,
            Self::StepMasks => {
                fleet.step()?;
                fleet.write_masks()?;
            }
        }
        Ok(1)
    }
}

/// As many games as are asked for, or as fit well, with random numbers to step them with.
pub fn fleet(device: &Device, opened: &dyn Opened, games: Option<usize>, block: u32) -> Result<Fleet, Error> {
    let options = |games: usize| Options { games, worlds: WORLDS, block, ..Options::default() };
    let games = match games {
        Some(games) => games,
        None => {
            let one = Fleet::new(device, opened, &options(1))?;
            let a_game = one.bytes_per_game() + one.seats() * (16 + one.numbers());
            let most = device.free()? / PART / a_game.max(1) as u64;
            GAMES.min(most as usize).max(1)
        }
    };
    let mut fleet = Fleet::new(device, opened, &options(games))?;
    let mut random = Random::new(1);
    let most = fleet.numbers() as u64;
    let numbers: Vec<u8> = (0..games * fleet.seats()).map(|_| random.below(most) as u8).collect();
    fleet.choose(&numbers)?;
    Ok(fleet)
}

/// Steps per second, by the clock of the device, over at least so many seconds.
pub fn speed(fleet: &mut Fleet, work: Work, seconds: f64) -> Result<f64, Error> {
    let games = fleet.games() as f64;
    let (clock, mut steps, mut at_once, mut seed) = (fleet.device().clock()?, 0, 1, 0);
    loop {
        for _ in 0..at_once {
            seed += 1;
            steps += work.once(fleet, seed)?;
        }
        let passed = clock.seconds()?;
        if passed >= seconds {
            return Ok(steps as f64 * games / passed);
        }
        at_once *= 2;
    }
}
