//! One step: the phase of one side. [`crate::twin`] is the same phase in readable form; the tests check that the two
//! are equal.
//!
//! A quick test finds out whether any two units conflict; only then does `resolve_conflicts` go through the stages.

use crate::action::{Action, Step};
use crate::check::{check, mask};
use crate::event::{Event, Team, What};
use crate::ground::{Ground, Packed, Priority, distance, unpack};
use crate::state::{End, Last, Side, State, Winner, nobody, nowhere};
use core::hint::select_unpredictable;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::resolve::{Manners, Refusal, Unit, resolve};

/// Plays one phase (R11). A match that is over does not change. No state makes it panic, even one that cannot occur in
/// a match, except that debug builds panic on a state that breaks R37.
#[inline]
pub fn step<const N: usize>(
    ground: &Ground<'_>,
    state: &mut State<N>,
    choices: &[(Seat, Action)],
    mut log: impl FnMut(Event),
) {
    if state.end.is_some() {
        return;
    }
    let round = state.round;
    let mut log = |what| log(Event { round, what });
    let side = state.phase;
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

/// R37 between a phase and its end: everything except what the end itself decides.
fn check_units<const N: usize>(ground: &Ground<'_>, state: &State<N>) -> Result<(), crate::check::Wrong> {
    match check(ground, state) {
        Err(crate::check::Wrong::End) => Ok(()),
        other => other,
    }
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
    let (first, count, active) = match side {
        Side::Killer => (code.survivors, code.killers, mask(code.killers.into())), // R5
        Side::Survivor => (0, code.survivors, state.inside),
    };
    let (cells, last) = match side {
        Side::Killer => (&mut state.killers, &mut state.last[1]),
        Side::Survivor => (&mut state.survivors, &mut state.last[0]),
    };
    let origins = *cells;
    let bounds = Bounds::of(code.grid);
    let mut walk = |unit: usize, step: Step| {
        let (to, outside) = bounds.walk(cells[unit], step);
        // Borders are unpredictable, so this is not a branch that the processor could mispredict.
        cells[unit] = select_unpredictable(outside, cells[unit], to);
        last[unit] = outside.then_some(Last::OutOfBounds); // R16
    };
    let mut waiting = active;
    if is_orderly(choices, first, count, active) {
        choices.iter().zip(0..N).for_each(|(&(_, action), unit)| walk(unit, action.step));
        waiting = 0;
    } else {
        for &(seat, action) in choices {
            let unit = usize::from(seat.0.wrapping_sub(first));
            // Only units of the side whose phase it is choose, and the first choice of a seat counts (R14).
            if unit < N && waiting >> unit & 1 == 1 {
                waiting &= !(1 << unit);
                walk(unit, action.step);
            }
        }
        for i in (0..N).filter(|i| waiting >> i & 1 == 1) {
            last[i] = Some(Last::NoAction); // R14
        }
    }
    if any_clash(&origins, cells, usize::from(count).min(N)) || side == Side::Killer && code.barred {
        resolve_conflicts(ground, state, side, choices, (first, active), &origins);
    }
    tell_moves(state, side, choices, first, waiting, active, &origins, log);
}

/// Whether every unit of a side is on the board and has one choice, by id: then nothing needs to be looked up.
#[inline(always)]
fn is_orderly(choices: &[(Seat, Action)], first: u8, count: u8, active: u16) -> bool {
    let mut orderly = active == mask(count.into()) && choices.len() == usize::from(count);
    let mut next = first;
    for (seat, _) in choices {
        orderly &= seat.0 == next;
        next = next.wrapping_add(1);
    }
    orderly
}

/// The far corner of the board, row in the high half and column in the low one.
#[derive(Clone, Copy)]
struct Bounds(u32);

impl Bounds {
    #[inline(always)]
    fn of(grid: Grid) -> Self {
        Self(u32::from(grid.height() - 1) << 16 | u32::from(grid.width() - 1))
    }

    /// The cell that a step leads to, and whether it is off the board (R1, R2).
    #[inline(always)]
    fn walk(self, from: Packed, step: Step) -> (Packed, bool) {
        const SIGNS: u32 = 0x8000_8000;
        const WAYS: [u32; 9] = {
            let mut ways = [0u32; 9];
            let mut i = 0;
            while i < 9 {
                let (dx, dy) = Step::ALL[i].delta();
                ways[i] = ((dy as i32) << 16).wrapping_add(dx as i32) as u32;
                i += 1;
            }
            ways
        };
        let from = u32::from(from);
        let to = ((from | from << 8) & 0x00FF_00FF).wrapping_add(WAYS[step as usize]);
        // A half that is below 0, or beyond the corner, has its sign set in one of the two; a borrow can only set more
        // signs.
        let outside = (to | self.0.wrapping_sub(to)) & SIGNS != 0;
        ((to | to >> 8) as Packed, outside)
    }
}

/// Whether two units want one cell, or one wants the origin of another: only then is there something to resolve.
///
/// Units that do not exist are at [`nowhere`]. On the largest boards a real unit may seem to be there; that only costs
/// a longer test.
#[inline(always)]
fn any_clash<const N: usize>(origins: &[Packed; N], wishes: &[Packed; N], count: usize) -> bool {
    // These comparisons are almost always false and well predicted. Vector lanes would need fewer, but a vector cannot
    // be loaded before the single cells just stored into it have left the processor's store buffer.
    let mut i = 1;
    while i < count.min(N) {
        let (origin, wish) = (origins[i], wishes[i]);
        let mut j = 0;
        while j < i {
            if (wish == wishes[j]) | (wish == origins[j]) | (origin == wishes[j]) {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

/// The action of a unit: its seat's first choice (R14).
#[inline]
fn choice_of(choices: &[(Seat, Action)], first: u8, unit: usize) -> Action {
    let seat = usize::from(first) + unit;
    choices.iter().find(|(other, _)| other.index() == seat).map_or(Step::Stay.into(), |&(_, action)| action)
}

/// Stages 1 to 5 for a side whose units conflict. The units are already on the cells they want; those that are refused
/// return to their origins.
#[cold]
#[inline(never)]
fn resolve_conflicts<const N: usize>(
    ground: &Ground<'_>,
    state: &mut State<N>,
    side: Side,
    choices: &[(Seat, Action)],
    (first, active): (u8, u16),
    origins: &[Packed; N],
) {
    let code = ground.code;
    let mut wishes = match side {
        Side::Killer => state.killers,
        Side::Survivor => state.survivors,
    };
    let mut last = state.last[side as usize];
    let mut units = [Unit { origin: 0, wish: 0, order: 0, roomy: false }; N];
    let mut ids = [0; N];
    let mut count = 0;
    for i in (0..N).filter(|i| active >> i & 1 == 1) {
        let exit = ground.is_exit(wishes[i]);
        if side == Side::Killer && code.barred && exit && wishes[i] != origins[i] {
            last[i] = Some(Last::ForbiddenCell); // R16
            wishes[i] = origins[i];
        }
        let order = match code.priority {
            // R19
            Priority::Score => -i64::from(choice_of(choices, first, i).bid),
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
        last[i] = Some(match reason {
            Refusal::Swap => Last::Swap,
            Refusal::Cycle => Last::Cycle,
            Refusal::Contested => Last::Contested,
            Refusal::Blocked => Last::Blocked,
        });
        wishes[i] = origins[i];
    }
    state.last[side as usize] = last;
    match side {
        Side::Killer => state.killers = wishes,
        Side::Survivor => state.survivors = wishes,
    }
}

/// The distance of a unit to its goal (R19): for a killer the nearest survivor on the board, for a survivor the nearest
/// exit.
fn to_goal<const N: usize>(ground: &Ground<'_>, state: &State<N>, side: Side, origin: Packed) -> u16 {
    match side {
        Side::Survivor => ground.to_exit(origin).into(),
        Side::Killer => {
            let inside = (0..N).filter(|i| state.inside >> i & 1 == 1);
            inside.map(|i| distance(unpack(origin), unpack(state.survivors[i]))).min().unwrap_or(0)
        }
    }
}

/// Reports choices and refusals by id (R36).
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "it reads what the move was made from")]
fn tell_moves<const N: usize>(
    state: &State<N>,
    side: Side,
    choices: &[(Seat, Action)],
    first: u8,
    waiting: u16,
    active: u16,
    origins: &[Packed; N],
    log: &mut impl FnMut(What),
) {
    let (team, last) = (Team::from(side), &state.last[side as usize]);
    let arrived = match side {
        Side::Killer => &state.killers,
        Side::Survivor => &state.survivors,
    };
    // Loops of a known length: the compiler removes them if nothing is logged.
    for i in (0..N).filter(|i| waiting >> i & 1 == 1) {
        log(What::NoAction { team, unit: i as u8 });
    }
    for i in (0..N).filter(|i| (active & !waiting) >> i & 1 == 1) {
        let (from, unit) = (unpack(origins[i]), i as u8);
        let Action { step, bid } = choice_of(choices, first, i);
        log(What::Move { team, unit, from, to: unpack(arrived[i]), step, bid });
        if let Some(reason) = last[i] {
            let (dx, dy) = step.delta();
            let wish = [from.x as i16 + i16::from(dx), from.y as i16 + i16::from(dy)];
            log(What::Rejected { team, unit, wish, reason });
        }
    }
}

/// Whether any killer is on the cell of a survivor.
#[inline(always)]
fn any_meet<const N: usize>(ground: &Ground<'_>, state: &State<N>) -> bool {
    // Over all possible killers, which costs less than counting them; see `any_clash` for why not in lanes.
    let mut s = 0;
    while s < usize::from(ground.code.survivors).min(N) {
        let cell = state.survivors[s];
        for k in 0..N {
            if state.killers[k] == cell {
                return true;
            }
        }
        s += 1;
    }
    false
}

/// Captures #1 (R22): a survivor on a killer's cell is captured, in the order of the killers' ids.
#[inline(always)]
fn capture_by_killers<const N: usize>(state: &mut State<N>, ground: &Ground<'_>, log: &mut impl FnMut(What)) {
    let killers = mask(usize::from(ground.code.killers).min(N));
    if !any_meet(ground, state) {
        return;
    }
    for killer in (0..N).filter(|k| killers >> k & 1 == 1) {
        let caught = (0..N).find(|&s| state.inside >> s & 1 == 1 && state.survivors[s] == state.killers[killer]);
        if let Some(survivor) = caught {
            capture(state, Side::Killer, killer, survivor, log);
        }
    }
}

/// Captures #2 (R25): a survivor still on a killer's cell is captured, in the order of the survivors' ids.
#[inline(always)]
fn capture_on_killers<const N: usize>(state: &mut State<N>, ground: &Ground<'_>, log: &mut impl FnMut(What)) {
    let killers = mask(usize::from(ground.code.killers).min(N));
    if !any_meet(ground, state) {
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

/// Removes a survivor from the board.
fn leave<const N: usize>(state: &mut State<N>, survivor: usize) {
    state.inside &= !(1 << survivor);
    state.survivors[survivor] = nowhere(Side::Survivor, survivor);
}

/// Escapes (R24): a survivor on an exit is out, even if others stand there.
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
        state.phase = side.other();
        return;
    }
    let reason = if state.inside == 0 { End::BoardEmpty } else { End::TimeLimit };
    for survivor in (0..N).filter(|&s| state.inside >> s & 1 == 1) {
        log(What::Stranded { survivor: survivor as u8, at: unpack(state.survivors[survivor]) });
    }
    state.stranded = state.inside;
    (state.inside, state.survivors, state.end) = (0, nobody(Side::Survivor), Some(reason));
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
