//! Boards and first states on their way to a device.

use crate::encode::Lens;
use crate::game::{Tag, World};
use crate::ground::{Code, Priority, Sight};
use crate::setup::Distances;
use crate::state::{End, Last, Side, State};
use gridhaunt_kernel::flock::Beginning;
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::freight!(words Side, End, Last, Priority);

impl Freight for Sight {
    fn load(&self, bytes: &mut Vec<u8>) {
        match *self {
            Self::All => None,
            Self::Within(most) => Some(most),
        }
        .load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        Option::unload(hold).map_or(Self::All, Self::Within)
    }
}

gridhaunt_kernel::freight!(impl[] Code {
    grid, survivors, killers, max_rounds, sight, team_vision, follow, cycle, barred, priority, multi_escape, strict
});
gridhaunt_kernel::freight!(impl[] Distances { exit, enemy, ally });
gridhaunt_kernel::freight!(impl[] Lens { window, own, nearest });
gridhaunt_kernel::freight!(impl[] World { code, exits, field, spacing, distances, random });
gridhaunt_kernel::freight!(impl[const N: usize] State<N> {
    killers, survivors, last, captures, inside, escaped, captured, stranded, round, phase, end, random
});

impl<const N: usize> Carried for Tag<N> {
    const KERNELS: &'static str = match N {
        8 => "tag_8",
        _ => "tag_16",
    };

    fn load(beginning: &Beginning<Self>, bytes: &mut Vec<u8>) {
        beginning.load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Beginning<Self> {
        Freight::unload(hold)
    }
}
