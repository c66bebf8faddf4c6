//! One step: the phase of one side.
//!
//! Units of a side lie side by side in lanes of 16 bits, so that wishes, bounds and conflicts of all are found
//! together; only where two units come into each other's way does [`resolve_conflicts`] look at them one by one.

use crate::action::{Action, Step};
use crate::check::{check, mask};
use crate::event::{Event, Team, What};
use crate::ground::{Ground, Packed, Priority, distance, unpack};
use crate::state::{End, Last, Side, State, Winner};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::resolve::{Manners, Refusal, Unit, resolve};

/// Plays one phase (R11). A match that is over stays as it is. No bytes make it panic, be they a state or not; in debug
/// builds a state that breaks R37 does.
#[inline]
pub fn step<const N: usize>(
    ground: &Ground<'_>,
    state: &mut State<N>,
    choices: &[(Seat, Action)],
    mut log: impl FnMut(Event),
) {
    if state.end != 0 {
        return;
    }
    let round = state.round;
    let mut log = |what| log(Event { round, what });
    let side = state.phase();
    match side {
        Side::Killer => {
            // R21
            move_side(ground, state, Side::Killer, choices, &mut log);
            capture_by_killers(state, ground, &mut log);
        }
        Side::Survivor => {
            // R23
            move_side(ground, state, Side::Survivor, choices, &mut log);
            escape(ground, state, &mut log);
            capture_on_killers(state, ground, &mut log);
        }
    }
    debug_assert_eq!(check_units(ground, state), Ok(()), "round {round} {side:?} phase"); // R37
    log(What::PhaseEnd { phase: side, r#in: state.counts().inside });
    close_phase(ground, state, side, &mut log);
}

/// R37 between a phase and its end: all but what the end itself decides.
#[cfg_attr(not(debug_assertions), allow(dead_code, reason = "only the assertion asks"))]
fn check_units<const N: usize>(ground: &Ground<'_>, state: &State<N>) -> Result<(), crate::check::Wrong> {
    match check(ground, state) {
        Err(crate::check::Wrong::End) => Ok(()),
        other => other,
    }
}

/// The choices of one side, four bits a unit; staying for units without one (R14).
#[derive(Clone, Copy)]
struct Orders {
    steps: u64,
    /// Units that chose.
    chosen: u16,
}

/// Reads the choices of the seats from `first` on: only those in `active` choose, and the first of a seat counts (R14).
#[inline(always)]
fn read(choices: &[(Seat, Action)], first: u8, active: u16) -> Orders {
    let mut orders = Orders { steps: 0, chosen: 0 };
    for &(seat, action) in choices {
        let unit = seat.0.wrapping_sub(first);
        let bit = if unit < 16 { 1u16 << unit } else { 0 };
        if bit & active & !orders.chosen != 0 {
            orders.chosen |= bit;
            orders.steps |= (action.step as u64) << (4 * (unit & 15));
        }
    }
    orders
}

/// Resolves the wishes of a side and moves it (R15 to R20).
#[inline(always)]
fn move_side<const N: usize>(
    ground: &Ground<'_>,
    state: &mut State<N>,
    side: Side,
    choices: &[(Seat, Action)],
    log: &mut impl FnMut(What),
) {
    let code = ground.code;
    let (first, active) = match side {
        Side::Killer => (code.survivors, mask(usize::from(code.killers).min(N))), // R5
        Side::Survivor => (0, state.inside),
    };
    let orders = read(choices, first, active);
    let origins = match side {
        Side::Killer => state.killers,
        Side::Survivor => state.survivors,
    };
    let (wishes, outside) = wishes(ground, &origins, orders.steps);
    let mut refused = outside; // R16
    let mut arrived = wishes;
    let barred = side == Side::Killer && code.barred;
    if clash(&origins, &wishes, active) || barred {
        let bid = |unit: usize| bid_of(choices, first, unit);
        resolve_conflicts(ground, state, side, &origins, &mut arrived, &mut refused, active, &bid);
    }
    let last = &mut state.last[side as usize];
    for i in 0..N {
        let chose = if orders.chosen >> i & 1 == 1 { refused[i] } else { Last::NoAction as u16 };
        last[i] = if active >> i & 1 == 1 { chose } else { last[i] };
    }
    match side {
        Side::Killer => state.killers = arrived,
        Side::Survivor => state.survivors = arrived,
    }
    tell_moves(side, choices, first, orders, active, &origins, &arrived, &refused, log);
}

/// The step of a unit out of the packed orders.
#[inline(always)]
const fn step_of(steps: u64, unit: usize) -> u16 {
    // A lane holds four units; a multiplication moves the wanted one to the top, where a shift by one amount for all
    // lanes finds it.
    let word = (steps >> (16 * (unit / 4))) as u16;
    word.wrapping_mul(1 << (12 - 4 * (unit % 4))) >> 12
}

/// Where each unit wants to be, and the refusal of those that want to leave the board: they want to stay (R16).
#[inline(always)]
fn wishes<const N: usize>(ground: &Ground<'_>, origins: &[Packed; N], steps: u64) -> ([Packed; N], [u16; N]) {
    let (width, height) = (ground.code.grid.width(), ground.code.grid.height());
    let (mut wishes, mut outside) = (*origins, [0; N]);
    for i in 0..N {
        let step = step_of(steps, i);
        // R2: 2, 3, 4 go right and 6, 7, 8 left; 4, 5, 6 go down and 8, 1, 2 up.
        let right = u16::from(step.wrapping_sub(2) <= 2);
        let left = u16::from(step >= 6);
        let down = u16::from(step.wrapping_sub(4) <= 2);
        let up = u16::from((step & 7) <= 2) & u16::from(step != 0);
        let x = (origins[i] & 0xFF).wrapping_add(right).wrapping_sub(left);
        let y = (origins[i] >> 8).wrapping_add(down).wrapping_sub(up);
        let inside = (x < width) & (y < height);
        wishes[i] = if inside { y << 8 | x } else { origins[i] };
        outside[i] = if inside { 0 } else { Last::OutOfBounds as u16 };
    }
    (wishes, outside)
}

/// Whether any two units could come into each other's way: one cell wanted by two, or the origin of another.
#[inline(always)]
fn clash<const N: usize>(origins: &[Packed; N], wishes: &[Packed; N], active: u16) -> bool {
    let mut hits = [0u16; N];
    let mut left = active;
    while left != 0 {
        let j = left.trailing_zeros() as usize & (N - 1);
        left &= left - 1;
        let (wish, origin) = (wishes[j], origins[j]);
        for i in 0..N {
            hits[i] += u16::from(wishes[i] == wish) + u16::from(wishes[i] == origin);
        }
    }
    let mut clash = 0;
    for i in 0..N {
        // Every unit meets its own wish, and one that stays its own origin.
        let alone = 1 + u16::from(wishes[i] == origins[i]);
        clash |= if active >> i & 1 == 1 { hits[i] ^ alone } else { 0 };
    }
    clash != 0
}

/// The bid of a unit: that of its seat's first choice.
#[inline]
fn bid_of(choices: &[(Seat, Action)], first: u8, unit: usize) -> i32 {
    let seat = usize::from(first) + unit;
    choices.iter().find(|(other, _)| other.index() == seat).map_or(0, |(_, action)| action.bid)
}

/// Stages 1 to 5 for a side whose units come into each other's way.
#[cold]
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "lanes stay apart from the state they are taken from")]
fn resolve_conflicts<const N: usize>(
    ground: &Ground<'_>,
    state: &State<N>,
    side: Side,
    origins: &[Packed; N],
    wishes: &mut [Packed; N],
    refused: &mut [u16; N],
    active: u16,
    bid: &dyn Fn(usize) -> i32,
) {
    let code = ground.code;
    let mut units = [Unit { origin: 0, wish: 0, order: 0, roomy: false }; N];
    let mut ids = [0; N];
    let mut count = 0;
    for i in (0..N).filter(|i| active >> i & 1 == 1) {
        let exit = ground.is_exit(wishes[i]);
        if side == Side::Killer && code.barred && exit && wishes[i] != origins[i] {
            refused[i] = Last::ForbiddenCell as u16; // R16
            wishes[i] = origins[i];
        }
        let order = match code.priority {
            // R19
            Priority::Score => -i64::from(bid(i)),
            Priority::Id => 0,
            Priority::Distance => to_goal(ground, state, side, origins[i]).into(),
        };
        let roomy = side == Side::Survivor && code.multi_escape && exit;
        units[count] = Unit { origin: origins[i].into(), wish: wishes[i].into(), order, roomy };
        ids[count] = i;
        count += 1;
    }
    let mut verdicts = [None; N];
    resolve(&units[..count], Manners { follow: code.follow, cycle: code.cycle }, &mut verdicts); // R16 to R20
    for (&i, verdict) in ids[..count].iter().zip(verdicts) {
        let Some(reason) = verdict else { continue };
        refused[i] = match reason {
            Refusal::Swap => Last::Swap,
            Refusal::Cycle => Last::Cycle,
            Refusal::Contested => Last::Contested,
            Refusal::Blocked => Last::Blocked,
        } as u16;
        wishes[i] = origins[i];
    }
}

/// How far a unit is from its goal (R19): the nearest survivor on the board for a killer, the nearest exit for a survivor.
fn to_goal<const N: usize>(ground: &Ground<'_>, state: &State<N>, side: Side, origin: Packed) -> u16 {
    match side {
        Side::Survivor => ground.to_exit(origin).into(),
        Side::Killer => {
            let inside = (0..N).filter(|i| state.inside >> i & 1 == 1);
            inside.map(|i| distance(unpack(origin), unpack(state.survivors[i]))).min().unwrap_or(0)
        }
    }
}

/// Tells choices and refusals by id (R36).
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "it reads what the move was made from")]
fn tell_moves<const N: usize>(
    side: Side,
    choices: &[(Seat, Action)],
    first: u8,
    orders: Orders,
    active: u16,
    origins: &[Packed; N],
    arrived: &[Packed; N],
    refused: &[u16; N],
    log: &mut impl FnMut(What),
) {
    let team = Team::from(side);
    for i in 0..N {
        if (active & !orders.chosen) >> i & 1 == 1 {
            log(What::NoAction { team, unit: i as u8 });
        }
    }
    for i in 0..N {
        if orders.chosen >> i & 1 == 0 {
            continue;
        }
        let (from, unit) = (unpack(origins[i]), i as u8);
        let step = Step::from_u8(step_of(orders.steps, i) as u8).unwrap_or(Step::Stay);
        log(What::Move { team, unit, from, to: unpack(arrived[i]), step, bid: bid_of(choices, first, i) });
        if let Some(reason) = Last::from_code(refused[i]) {
            let (dx, dy) = step.delta();
            let wish = [from.x as i16 + i16::from(dx), from.y as i16 + i16::from(dy)];
            log(What::Rejected { team, unit, wish, reason });
        }
    }
}

/// Whether any killer stands where a survivor that is in does.
#[inline(always)]
fn meet<const N: usize>(state: &State<N>, killers: u16) -> bool {
    let mut hits = [0u16; N];
    let mut left = state.inside;
    while left != 0 {
        let cell = state.survivors[left.trailing_zeros() as usize & (N - 1)];
        left &= left - 1;
        for i in 0..N {
            hits[i] |= u16::from(state.killers[i] == cell);
        }
    }
    let mut any = 0;
    for i in 0..N {
        any |= if killers >> i & 1 == 1 { hits[i] } else { 0 };
    }
    any != 0
}

/// Captures #1 (R22): a survivor on a killer's cell is captured, by the killers' ids.
#[inline(always)]
fn capture_by_killers<const N: usize>(state: &mut State<N>, ground: &Ground<'_>, log: &mut impl FnMut(What)) {
    let killers = mask(usize::from(ground.code.killers).min(N));
    if !meet(state, killers) {
        return;
    }
    for killer in (0..N).filter(|k| killers >> k & 1 == 1) {
        let caught = (0..N).find(|&s| state.inside >> s & 1 == 1 && state.survivors[s] == state.killers[killer]);
        if let Some(survivor) = caught {
            capture(state, Side::Killer, killer, survivor, log);
        }
    }
}

/// Captures #2 (R25): a survivor still on a killer's cell is captured, by the survivors' ids.
#[inline(always)]
fn capture_on_killers<const N: usize>(state: &mut State<N>, ground: &Ground<'_>, log: &mut impl FnMut(What)) {
    let killers = mask(usize::from(ground.code.killers).min(N));
    if !meet(state, killers) {
        return;
    }
    let inside = state.inside;
    for survivor in (0..N).filter(|&s| inside >> s & 1 == 1) {
        let by = (0..N).find(|&k| killers >> k & 1 == 1 && state.killers[k] == state.survivors[survivor]);
        if let Some(killer) = by {
            capture(state, Side::Survivor, killer, survivor, log);
        }
    }
}

fn capture<const N: usize>(
    state: &mut State<N>,
    phase: Side,
    killer: usize,
    survivor: usize,
    log: &mut impl FnMut(What),
) {
    let at = unpack(state.survivors[survivor]);
    leave(state, survivor);
    state.captured |= 1 << survivor;
    state.captures[killer] = state.captures[killer].saturating_add(1);
    let counts = state.counts();
    let (killer, survivor) = (killer as u8, survivor as u8);
    log(What::Capture { phase, killer, survivor, at, escaped: counts.escaped, captured: counts.captured });
}

/// Takes a survivor off the board.
fn leave<const N: usize>(state: &mut State<N>, survivor: usize) {
    state.inside &= !(1 << survivor);
    state.survivors[survivor] = 0;
}

/// Escapes (R24): a survivor on an exit is out, whoever else stands there.
#[inline(always)]
fn escape<const N: usize>(ground: &Ground<'_>, state: &mut State<N>, log: &mut impl FnMut(What)) {
    let mut left = state.inside;
    while left != 0 {
        let survivor = left.trailing_zeros() as usize & (N - 1);
        left &= left - 1;
        let at = state.survivors[survivor];
        if ground.is_exit(at) {
            leave(state, survivor);
            state.escaped |= 1 << survivor;
            let counts = state.counts();
            let (escaped, captured) = (counts.escaped, counts.captured);
            log(What::Escape { survivor: survivor as u8, at: unpack(at), escaped, captured });
        }
    }
}

/// Ends the match or opens the next phase (R26).
#[inline(always)]
fn close_phase<const N: usize>(ground: &Ground<'_>, state: &mut State<N>, side: Side, log: &mut impl FnMut(What)) {
    let last_round = side == Side::Survivor && state.round >= ground.code.max_rounds;
    if state.inside != 0 && !last_round {
        state.round += u16::from(side == Side::Survivor);
        state.phase = match side {
            Side::Killer => Side::Survivor,
            Side::Survivor => Side::Killer,
        } as u8;
        return;
    }
    let reason = if state.inside == 0 { End::BoardEmpty } else { End::TimeLimit };
    for survivor in (0..N).filter(|&s| state.inside >> s & 1 == 1) {
        log(What::Stranded { survivor: survivor as u8, at: unpack(state.survivors[survivor]) });
    }
    state.stranded = state.inside;
    (state.inside, state.survivors, state.end) = (0, [0; N], reason as u8);
    let counts = state.counts();
    let winner = Winner::of(counts, ground.code.strict); // R28
    log(What::GameOver {
        winner,
        reason,
        escaped: counts.escaped,
        captured: counts.captured,
        stranded: counts.stranded,
    });
}
