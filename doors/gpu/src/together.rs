//! What kernels do where the game moves some of the seats by itself.

use crate::arrays::Numbers;
use crate::storage::Storage;
use crate::table::{Own, Slate, Sums, Table};
use crate::thread;
use core::mem::needs_drop;
use gridhaunt_kernel::flock::{Course, Dice, Lane};
use gridhaunt_kernel::freight::Carried;

/// Many steps of every game, as [`roll`](crate::work::roll), compiled once for all ways to draw; results are counted where there is room for them.
#[inline(always)]
pub(crate) unsafe fn roll_together<G: Carried, T: Storage<G::State>, const SEATS: usize, const NUMBERS: usize>(
    table: Table,
    seed: u64,
    mut course: Course<'static>,
    sums: Sums,
    slate: Slate,
) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: as in `roll`.
    unsafe {
        let Some(mut company) = table.company::<G>(game) else { return };
        let (hall, told) = (table.hall::<G>(), !sums.results.is_null() && course.episodes < u32::MAX);
        let mut own = Own::of(&table, game);
        let mut dice = Dice::new(seed, table.first as usize + game);
        if told {
            let Some(left) = sums.left(course, game) else { return };
            course = left;
        }
        let played = T::with(table.states, table.games(), game, |state| {
            let mut lane = Lane { world: own.world, draws: own.draws, state };
            let ended = |world: &G::World, state: &G::State| {
                if told {
                    sums.count::<G, SEATS>(&hall, world, state, game);
                }
            };
            let played = hall.roll_together::<SEATS, NUMBERS>(course, &mut dice, &mut lane, &mut company, ended);
            (own.world, own.draws) = (lane.world, lane.draws);
            played
        });
        own.keep(&table);
        sums.add(table.learned(), game, &played, told, &slate);
    }
}

/// One step of every game, with numbers from outside for the learned seats.
#[inline(always)]
pub(crate) unsafe fn step_together<G: Carried, T: Storage<G::State>, const SEATS: usize>(
    table: Table,
    numbers: Numbers,
    slate: Slate,
) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: as in `step`.
    unsafe {
        let Some(mut company) = table.company::<G>(game) else { return };
        let (hall, learned) = (table.hall::<G>(), table.learned());
        let mut own = Own::of(&table, game);
        let chosen = numbers.of_game::<SEATS>(game, learned);
        T::with(table.states, table.games(), game, |state| {
            if !needs_drop::<G::State>() && !table.before.is_null() {
                T::put(table.before, table.games(), game, state.clone());
            }
            let mut paid = [0.0; SEATS];
            let mut lane = Lane { world: own.world, draws: own.draws, state };
            let told = |world: &G::World, state: &G::State| slate.tell(&hall, learned, (world, state), game, true);
            let ended = hall.step_together(&mut lane, &mut company, &chosen, &mut paid, true, told);
            (own.world, own.draws) = (lane.world, lane.draws);
            slate.pay(learned, game, &paid, ended);
            if !ended {
                slate.tell(&hall, learned, (hall.world(own.world), state), game, false);
            }
        });
        own.keep(&table);
    }
}
