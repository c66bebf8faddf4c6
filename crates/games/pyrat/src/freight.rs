//! Mazes and first states on their way to a device.

use crate::encode::{Lens, Orientation};
use crate::game::{PyRat, World};
use crate::generate::Report;
use crate::state::{State, Status};
use gridhaunt_kernel::flock::Beginning;
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::freight!(words Status, Orientation);
gridhaunt_kernel::freight!(impl[] Lens { orientation, routes });
gridhaunt_kernel::freight!(impl[] Report { edges, walls_asked, walls_drawn, walls_opened, walls, passages, mud });
gridhaunt_kernel::freight!(impl[] World { maze, max_turns, end_on_majority, report });
gridhaunt_kernel::freight!(impl[const W: usize] State<W> {
    pos, half, turn, max_turns, cheese_left, cheese_total, delay, status, end_on_majority, world, cheese
});

impl<const W: usize> Carried for PyRat<W> {
    const KERNELS: &'static str = match W {
        10 => "pyrat_10",
        26 => "pyrat_26",
        42 => "pyrat_42",
        _ => "pyrat_128",
    };

    fn load(beginning: &Beginning<Self>, bytes: &mut Vec<u8>) {
        beginning.load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Beginning<Self> {
        Freight::unload(hold)
    }
}
