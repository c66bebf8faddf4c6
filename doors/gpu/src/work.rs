//! What each kernel does, whatever the game.

use crate::arrays::{Array, Numbers};
use crate::left::List;
use crate::storage::Storage;
use crate::table::{Own, Slate, Sums, Table};
use crate::thread;
use core::mem::{ManuallyDrop, needs_drop};
use core::slice::from_raw_parts;
use gridhaunt_kernel::flock::{Beginning, Course, Dice, Drawn, Hall, Held, Lane, Shown};
use gridhaunt_kernel::freight::{Carried, Freight, Hold};
use gridhaunt_kernel::learn::Common;
use gridhaunt_kernel::{Random, Seat};

/// The world of an episode in registers, where it is small: a copy that is only looked at and never dropped.
pub(crate) struct Copied<G: Carried>(ManuallyDrop<G::World>);

impl<'a, G: Carried> Held<'a, G> for Copied<G> {
    #[inline(always)]
    fn hold(_hall: &Hall<'a, G>, world: &'a G::World, _state: &G::State) -> Self {
        // SAFETY: worlds stay on the shelf as they are, and have nothing that changes inside; what the copy points to is theirs.
        Self(ManuallyDrop::new(unsafe { core::ptr::read(world) }))
    }

    #[inline(always)]
    fn world(&self) -> &G::World {
        &self.0
    }
}

/// Whether an array is brought up to date from the state before a step: states that keep some of their memory apart cannot
/// be copied for that.
const fn is_followed<G: Carried>(which: usize) -> bool {
    let (mut followed, mut at) = (false, 0);
    while at < G::FOLLOWED.len() {
        followed |= G::FOLLOWED[at] == which;
        at += 1;
    }
    followed && !needs_drop::<G::State>()
}

/// The same of an array by its type.
const fn follows<G: Carried, A: Which>() -> bool {
    matches!(A::ARRAY, Ok(which) if is_followed::<G>(which))
}

/// What the host must know: the size of a world with its first state, of a state as it is kept and of a lens, which arrays need
/// the state before a step, one bit for each, and whether a step leaves something for a second launch.
pub(crate) unsafe fn sizes<G: Carried>(kept: usize, left: bool, out: *mut u64) {
    if thread() == 0 {
        let followed =
            (0..usize::BITS as usize).fold(0, |set, which| set | usize::from(is_followed::<G>(which)) << which);
        let sizes = [size_of::<Beginning<G>>(), kept, size_of::<G::Lens>(), followed, usize::from(left)];
        for (at, size) in sizes.into_iter().enumerate() {
            // SAFETY: the host gives room for five numbers.
            unsafe { *out.add(at) = size as u64 };
        }
    }
}

/// Makes a world of its cargo on each thread.
pub(crate) unsafe fn unload<G: Carried>(table: Table, cargo: *const u8, bytes: u64, starts: *const u64) {
    let world = thread();
    // SAFETY: the host gives the cargo, the place where each world begins in it, and room for all worlds and the lens.
    unsafe {
        let cargo = from_raw_parts(cargo, bytes as usize);
        if world == 0 {
            table.lens.cast_mut().cast::<G::Lens>().write(Freight::unload(&mut Hold(cargo)));
        }
        if world < table.worlds as usize {
            let start = *starts.add(world) as usize;
            let beginning = G::unload(&mut Hold(cargo.get(start..).unwrap_or_default()));
            table.shelf.cast_mut().cast::<Beginning<G>>().add(world).write(beginning);
        }
    }
}

/// Puts every game at the start of its first episode.
pub(crate) unsafe fn begin<G: Carried, T: Storage<G::State>, const SEATS: usize>(table: Table) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: each thread has its own game, and the table is the host's.
    unsafe {
        let hall = table.hall::<G>();
        let mut own = Own { game, world: 0, draws: Random::stream(table.seed, table.first + game as u64) };
        // A batch draws once as it is made, and again as it is reset.
        hall.draw(&mut own.draws, &mut own.world);
        let Some(mut company) = table.company::<G>(game) else {
            let first = hall.draw(&mut own.draws, &mut own.world);
            T::put(table.states, table.games(), game, first.clone());
            return own.keep(&table);
        };
        // The seed of those who are moved.
        own.draws.next_u64();
        T::put(table.states, table.games(), game, hall.first(own.world).clone());
        T::with(table.states, table.games(), game, |state| own.begin_together::<G, SEATS>(&hall, state, &mut company));
        own.keep(&table);
    }
}

/// Which games begin anew, and how their worlds are drawn from then on.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Restart {
    /// 1 for each of them; all do if it is null.
    which: *const u8,
    /// For each game whether it has a new seed, and that; they draw on if it is null.
    seeds: *const [u64; 2],
}

/// Puts games at the start of a new episode.
pub(crate) unsafe fn reset<G: Carried, T: Storage<G::State>, const SEATS: usize>(
    table: Table,
    restart: Restart,
    slate: Slate,
) {
    let game = thread();
    // SAFETY: each thread has its own game and its own part of what is read and written, and the table is the host's.
    unsafe {
        if game >= table.games() || !restart.which.is_null() && *restart.which.add(game) == 0 {
            return;
        }
        let hall = table.hall::<G>();
        let mut own = Own::of(&table, game);
        if !restart.seeds.is_null()
            && let [1, seed] = *restart.seeds.add(game)
        {
            own.draws = Random::stream(seed, 0);
        }
        T::with(table.states, table.games(), game, |state| {
            if let Some(mut company) = table.company::<G>(game) {
                own.begin_together::<G, SEATS>(&hall, state, &mut company);
            } else {
                let mut lane = Lane { world: own.world, draws: own.draws, state };
                hall.begin(&mut lane);
                (own.world, own.draws) = (lane.world, lane.draws);
            }
            slate.tell(&hall, table.learned(), (hall.world(own.world), state), game, false);
        });
        own.keep(&table);
        for seat in 0..table.learned() {
            *slate.rewards.add(game * table.learned() + seat) = 0.0;
        }
        *slate.over.add(game) = 0;
    }
}

/// Which array a kernel writes: a type, so that it is compiled for this one alone.
pub(crate) trait Which {
    const ARRAY: Result<usize, Common>;
}

/// One of the game's own.
pub(crate) struct Nth<const N: usize>;

pub(crate) struct Mask;
pub(crate) struct Asked;
pub(crate) struct Lasts;

impl<const N: usize> Which for Nth<N> {
    const ARRAY: Result<usize, Common> = Ok(N);
}

impl Which for Mask {
    const ARRAY: Result<usize, Common> = Err(Common::Mask);
}

impl Which for Asked {
    const ARRAY: Result<usize, Common> = Err(Common::Asked);
}

impl Which for Lasts {
    const ARRAY: Result<usize, Common> = Err(Common::Lasts);
}

/// Writes an array of every seat, each on a thread of its own: what changed with the last step in games that went on, and
/// everything in those that began anew, or in all if `fresh` is null.
#[inline(always)]
pub(crate) unsafe fn show<G: Carried, T: Storage<G::State>, A: Which>(table: Table, array: Array, fresh: *const u8) {
    let (at, seats) = (thread() as u32, table.learned as u32);
    let (game, seat) = ((at / seats) as usize, Seat((at % seats) as u8));
    let is_followed = const { follows::<G, A>() };
    // What every game has is a few bytes, which are written as fast singly.
    let staged = const { !follows::<G, A>() && A::ARRAY.is_ok() } && array.is_staged();
    // SAFETY: each thread has its own seat of a game and its own part of what is written, and the table is the host's;
    // nobody changes a state meanwhile.
    unsafe {
        if game < table.games() {
            let hall = table.hall::<G>();
            let world = hall.world(*table.at.add(game));
            let shown = Shown { array: A::ARRAY, len: array.len() };
            T::read(table.states, table.games(), game, |state| {
                if is_followed && !fresh.is_null() && *fresh.add(game) == 0 {
                    T::read(table.before, table.games(), game, |before| {
                        shown.write::<G>(world, Some(before), state, seat, hall.lens, array.part(at as usize));
                    });
                } else if staged {
                    array.stage(|out| shown.write::<G>(world, None, state, seat, hall.lens, out));
                } else {
                    shown.write::<G>(world, None, state, seat, hall.lens, array.part(at as usize));
                }
            });
        }
        if staged {
            array.write_staged(table.games() * seats as usize);
        }
    }
}

/// Many steps of every game, with numbers that are drawn here. If `ANY`, they are drawn from all, and it is compiled for that
/// alone.
#[inline(always)]
pub(crate) unsafe fn roll<
    G: Carried,
    T: Storage<G::State>,
    H: Held<'static, G>,
    const SEATS: usize,
    const NUMBERS: usize,
    const ANY: bool,
    const TOLD: bool,
>(
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
    // SAFETY: each thread has its own game and its own part of what is written, and the table is the host's.
    unsafe {
        let hall = table.hall::<G>();
        let mut own = Own::of(&table, game);
        let mut dice = Dice::new(seed, table.first as usize + game);
        if ANY {
            course.drawn = Drawn::Any;
        }
        if TOLD {
            let Some(left) = sums.left(course, game) else { return };
            course = left;
        }
        let played = T::with(table.states, table.games(), game, |state| {
            let mut lane = Lane { world: own.world, draws: own.draws, state };
            let played = hall.roll::<H, SEATS, NUMBERS>(course, &mut dice, &mut lane, |world, state| {
                if TOLD {
                    sums.count::<G, SEATS>(&hall, world, state, game);
                }
            });
            (own.world, own.draws) = (lane.world, lane.draws);
            played
        });
        own.keep(&table);
        sums.add(hall.seats, game, &played, TOLD, &slate);
    }
}

/// One step of every game, with numbers from outside; a game that ends begins anew. If `KEPT`, it also keeps the states
/// before it, where arrays need them, and if `TOLD`, it tells results: what is never asked for takes registers all the same. If
/// `LEFT`, games whose step is more than the usual are left for [`rest`].
#[inline(always)]
pub(crate) unsafe fn step<
    G: Carried,
    T: Storage<G::State>,
    H: Held<'static, G>,
    const SEATS: usize,
    const KEPT: bool,
    const TOLD: bool,
    const LEFT: bool,
>(
    table: Table,
    numbers: Numbers,
    slate: Slate,
) {
    let game = thread();
    let is_there = game < table.games();
    if !LEFT && !is_there {
        return;
    }
    // SAFETY: each thread has its own game and its own part of what is read and written, and the table is the host's.
    unsafe {
        let hall = table.hall::<G>();
        let seats = hall.count::<SEATS>();
        let keep = |state: &G::State| {
            if KEPT && !needs_drop::<G::State>() && !table.before.is_null() {
                T::put(table.before, table.games(), game, state.clone());
            }
        };
        if const { !G::USUAL } {
            // Before the state, so that a thread waits for all of them at once.
            let turn = Turn::<SEATS>::of(&table, game, numbers, seats);
            T::with(table.states, table.games(), game, |state| {
                keep(state);
                turn.play::<G, H, TOLD>(&table, state, slate);
            });
            return;
        }
        let usual = |state: &mut G::State| {
            let Turn { world, chosen, .. } = Turn::<SEATS>::of(&table, game, numbers, seats);
            keep(state);
            let usual = hall.step_usually(hall.world(world), state, &chosen);
            if usual {
                slate.pay_nobody(seats, game);
                if TOLD {
                    slate.tell(&hall, seats, (hall.world(world), state), game, false);
                }
            }
            usual
        };
        if LEFT {
            let is_left = is_there && T::with_usual(table.states, table.games(), game, usual, |_| ()).is_some();
            List::of(&table, 0).leave(game, is_left);
        } else {
            T::with_usual(table.states, table.games(), game, usual, |state| {
                // Not what was read for the usual: the rules take them by an index, which keeps them in memory.
                Turn::<SEATS>::of(&table, game, numbers, seats)
                    .play::<G, &'static G::World, TOLD>(&table, state, slate);
            });
        }
    }
}

/// What [`step`] left: games with a step that comes often are played, and the others left for [`rest`].
#[inline(always)]
pub(crate) unsafe fn more<G: Carried, T: Storage<G::State>, const SEATS: usize>(
    table: Table,
    numbers: Numbers,
    slate: Slate,
) {
    // SAFETY: no game is left twice, so that each is one thread's, and the table is the host's; all threads of a group come by
    // together.
    unsafe {
        let (hall, rest) = (table.hall::<G>(), List::of(&table, 1));
        List::of(&table, 0).for_each(|left| {
            let is_left = left.is_some_and(|game| {
                T::with(table.states, table.games(), game, |state| {
                    let turn = Turn::<SEATS>::of(&table, game, numbers, hall.count::<SEATS>());
                    let mut paid = [0.0; SEATS];
                    let over = hall.step_frequently(hall.world(turn.world), state, &turn.chosen, &mut paid);
                    over.is_none_or(|over| {
                        turn.end::<G, false>(&table, state, slate, &paid, over);
                        false
                    })
                })
            });
            rest.leave(left.unwrap_or_default(), is_left);
        });
    }
}

/// What is left of a step after that: the games that nobody has played.
#[inline(always)]
pub(crate) unsafe fn rest<G: Carried, T: Storage<G::State>, const SEATS: usize>(
    table: Table,
    numbers: Numbers,
    slate: Slate,
) {
    // SAFETY: as above.
    unsafe {
        List::of(&table, 1).for_each(|left| {
            let Some(game) = left else { return };
            T::with(table.states, table.games(), game, |state| {
                let seats = table.hall::<G>().count::<SEATS>();
                Turn::<SEATS>::of(&table, game, numbers, seats)
                    .play::<G, &'static G::World, false>(&table, state, slate);
            });
        });
    }
}

/// What a step of a game needs besides its state.
struct Turn<const SEATS: usize> {
    game: usize,
    world: u32,
    chosen: [u8; SEATS],
}

impl<const SEATS: usize> Turn<SEATS> {
    /// # Safety
    /// There is such a game, and numbers for it.
    #[inline(always)]
    unsafe fn of(table: &Table, game: usize, numbers: Numbers, seats: usize) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Self { game, world: *table.at.add(game), chosen: numbers.of_game::<SEATS>(game, seats) } }
    }

    /// Plays it by the rules.
    ///
    /// # Safety
    /// No other thread has this game.
    #[inline(always)]
    unsafe fn play<G: Carried, H: Held<'static, G>, const TOLD: bool>(
        self,
        table: &Table,
        state: &mut G::State,
        slate: Slate,
    ) {
        // SAFETY: as the caller promises.
        unsafe {
            let hall = table.hall::<G>();
            let (paid, over) = H::step_once(&hall, hall.world(self.world), state, &self.chosen);
            self.end::<G, TOLD>(table, state, slate, &paid, over);
        }
    }

    /// Pays the seats, and puts a game that is over at the start of its next episode.
    ///
    /// # Safety
    /// As before.
    #[inline(always)]
    unsafe fn end<G: Carried, const TOLD: bool>(
        &self,
        table: &Table,
        state: &mut G::State,
        slate: Slate,
        paid: &[f32; SEATS],
        over: bool,
    ) {
        let Self { game, world, .. } = *self;
        // SAFETY: as the caller promises.
        unsafe {
            let hall = table.hall::<G>();
            let seats = hall.count::<SEATS>();
            slate.pay(seats, game, paid, over);
            if TOLD {
                slate.tell(&hall, seats, (hall.world(world), state), game, over);
            }
            if over {
                let mut own = Own::of(table, game);
                let mut lane = Lane { world, draws: own.draws, state };
                hall.begin(&mut lane);
                (own.world, own.draws) = (lane.world, lane.draws);
                own.keep(table);
            }
        }
    }
}

/// The hash of every game's state.
pub(crate) unsafe fn hash<G: Carried, T: Storage<G::State>>(table: Table, out: *mut u64) {
    let game = thread();
    if game >= table.games() {
        return;
    }
    // SAFETY: each thread has its own game and its own number, and the table is the host's.
    unsafe {
        let world = table.hall::<G>().world(*table.at.add(game));
        *out.add(game) = T::with(table.states, table.games(), game, |state| G::hash_of(world, state));
    }
}
