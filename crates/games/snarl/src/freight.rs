//! Levels and first states on their way to a device.

use crate::chart::Chart;
use crate::game::Snarl;
use crate::ground::{Code, Site, Span, Spot, Tile, TileKind};
use crate::level::{Level, Object, ObjectKind, Point};
use crate::state::{End, Order, Place, Player, State, Status};
use crate::world::World;
use alloc::sync::Arc;
use gridhaunt_kernel::flock::Beginning;
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::freight!(words Status, End, ObjectKind);
gridhaunt_kernel::freight!(impl[] Point { row, column });
gridhaunt_kernel::freight!(impl[] Object { kind, position });
gridhaunt_kernel::freight!(impl[] Span { at, len });
gridhaunt_kernel::freight!(impl[] Code { players, closed_objects, corners, sight, max_rounds });
gridhaunt_kernel::freight!(impl[] Site {
    corner, rows, columns, tiles, free, rooms, floored, key, exit, zombies, ghosts
});
gridhaunt_kernel::freight!(impl[] Player { at, status, exits, ejects, keys });
gridhaunt_kernel::freight!(impl[] State {
    players, level, turn, locked, key, round, end, taker, hunters, exits, ejects, caught, past_rounds, random
});

macro_rules! as_number {
    ($($type:ty: $number:ty, $to:expr, $of:expr;)+) => {$(
        impl Freight for $type {
            fn load(&self, bytes: &mut Vec<u8>) {
                let to: fn(&Self) -> $number = $to;
                to(self).load(bytes);
            }

            fn unload(hold: &mut Hold<'_>) -> Self {
                let of: fn($number) -> Self = $of;
                of(Freight::unload(hold))
            }
        }
    )+};
}

as_number! {
    Tile: u16, |tile| tile.0, Self;
    Place: u8, |place| place.0, Self;
    Spot: [u8; 4], |spot| spot.bytes(), Self::of_bytes;
    TileKind: u8, |kind| *kind as u8, |number| match number {
        1 => Self::Wall,
        2 => Self::Floor,
        3 => Self::Door,
        4 => Self::Hall,
        _ => Self::Void,
    };
}

/// Of a level what arrays show: its tiles and its objects.
impl Freight for Chart {
    fn load(&self, bytes: &mut Vec<u8>) {
        (self.corner, (self.rows, self.columns)).load(bytes);
        self.kinds.to_vec().load(bytes);
        self.level.objects.load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        let (corner, (rows, columns)) = Freight::unload(hold);
        let kinds = Vec::unload(hold).into();
        let level = Level { rooms: Arc::new([]), hallways: Arc::new([]), objects: Freight::unload(hold) };
        Self { level, corner, rows, columns, kinds, room_of: Arc::new([]) }
    }
}

impl Freight for Order {
    fn load(&self, bytes: &mut Vec<u8>) {
        self.seats().to_vec().load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Self {
        let mut order = Self::default();
        Vec::<Seat>::unload(hold).into_iter().for_each(|seat| order.push(seat));
        order
    }
}

impl Carried for Snarl {
    const KERNELS: &'static str = "snarl";

    fn load((world, state): &Beginning<Self>, bytes: &mut Vec<u8>) {
        world.load_tables(bytes);
        state.load(bytes);
    }

    fn unload(hold: &mut Hold<'_>) -> Beginning<Self> {
        let world = World::unload_tables(hold);
        (world, State::unload(hold))
    }
}
