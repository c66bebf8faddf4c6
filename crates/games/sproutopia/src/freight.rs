//! Boards and seeds on their way to a device, where the first state is made of them as it is here.

use crate::dice::Rate;
use crate::encode::{Lens, Mask};
use crate::game::{Complete, Sproutopia, World};
use crate::ground::{Code, Ground, Spawning};
use crate::settings::Settings;
use crate::state::State;
use gridhaunt_kernel::flock::Beginning;
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::freight!(words Mask);
gridhaunt_kernel::freight!(impl[] Lens { mask, place });
gridhaunt_kernel::freight!(impl[] Rate { mean, deviation, least, most });
gridhaunt_kernel::freight!(impl[] Spawning { start, rate, most });
gridhaunt_kernel::freight!(impl[] Code {
    cols, rows, players, window, queue, max_ticks, weeds, weed_most, weed_pace, power_ups, lifespans
});

impl<R: Complete> Carried for Sproutopia<R> {
    const KERNELS: &'static str = match R::NUMBER {
        0 => "sproutopia_official",
        _ => "sproutopia_legacy",
    };

    fn load((world, _): &Beginning<Self>, bytes: &mut Vec<u8>) {
        (world.ground.code, world.seed).load(bytes);
    }

    /// The settings stay behind: no tick reads them.
    fn unload(hold: &mut Hold<'_>) -> Beginning<Self> {
        let (code, seed) = Freight::unload(hold);
        let ground = Ground::new(code);
        let state = State::new(&ground, seed);
        (World { ground, settings: Settings::default(), seed }, state)
    }
}
