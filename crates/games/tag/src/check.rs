//! The invariants after every phase (R37).

use crate::event::Team;
use crate::ground::{Ground, unpack};
use crate::state::{End, Side, State, nowhere};
use core::fmt;
use gridhaunt_kernel::grid::Cell;

/// What is wrong, and with which unit. A unit is named by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A unit lies off the board.
    Off(char, Cell),
    /// Two units share a cell.
    Shared(char, char, Cell),
    /// A survivor rests on an exit, or a killer on one barred to it.
    OnExit(char, Cell),
    /// The four statuses do not add up to S, or they overlap.
    Statuses,
    /// Captures by killer do not add up to those captured.
    Captures,
    /// The round is not from 1 to the last.
    Round(u16),
    /// The entry of a unit that is not on the board does not have its fixed value.
    Leftover,
    /// The end contradicts the rest (R26).
    End,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off(unit, at) => write!(f, "{unit} is off the board at {at}"),
            Self::Shared(one, other, at) => write!(f, "{one} and {other} share {at}"),
            Self::OnExit(unit, at) => write!(f, "{unit} rests on the exit {at}"),
            Self::Statuses => f.write_str("the statuses do not add up to the survivors"),
            Self::Captures => f.write_str("the killers' captures do not add up to the captured"),
            Self::Round(round) => write!(f, "there is no round {round}"),
            Self::Leftover => f.write_str("a unit that is not there has a cell"),
            Self::End => f.write_str("the end does not fit the survivors and the round"),
        }
    }
}

/// Checks the invariants of R37; the error says which one does not hold.
pub fn check<const N: usize>(ground: &Ground<'_>, state: &State<N>) -> Result<(), Wrong> {
    let code = ground.code;
    let (killers, survivors) = (usize::from(code.killers).min(N), usize::from(code.survivors).min(N));
    let everybody = mask(survivors);
    let sets = [state.inside, state.escaped, state.captured, state.stranded];
    let union = sets.iter().fold(0, |all, set| all | set);
    let total: u32 = sets.iter().map(|set| set.count_ones()).sum();
    if union != everybody || total != everybody.count_ones() {
        return Err(Wrong::Statuses);
    }
    if state.round == 0 || state.round > code.max_rounds {
        return Err(Wrong::Round(state.round));
    }
    let killer = |id: usize| (Team::K.letter(id as u8), state.killers[id]);
    let survivor = |id: usize| (Team::S.letter(id as u8), state.survivors[id]);
    let inside = (0..survivors).filter(|id| state.inside >> id & 1 == 1);
    let all = (0..killers).map(killer).chain(inside.clone().map(survivor));
    for (i, (name, cell)) in all.clone().enumerate() {
        if code.grid.index(unpack(cell)).is_none() {
            return Err(Wrong::Off(name, unpack(cell)));
        }
        if let Some((other, _)) = all.clone().skip(i + 1).find(|&(_, other)| other == cell) {
            return Err(Wrong::Shared(name, other, unpack(cell)));
        }
        if ground.is_exit(cell) && (i >= killers || code.barred) {
            return Err(Wrong::OnExit(name, unpack(cell)));
        }
    }
    if state.captures.iter().map(|&n| u32::from(n)).sum::<u32>() != state.captured.count_ones() {
        return Err(Wrong::Captures);
    }
    let gone =
        (0..N).filter(|id| state.inside >> id & 1 == 0).any(|id| state.survivors[id] != nowhere(Side::Survivor, id));
    let beyond = |side: Side, count: usize| state.last[side as usize][count..].iter().any(Option::is_some);
    if gone
        || (killers..N).any(|id| state.killers[id] != nowhere(Side::Killer, id))
        || state.captures[killers..].iter().any(|&n| n != 0)
        || beyond(Side::Killer, killers)
        || beyond(Side::Survivor, survivors)
    {
        return Err(Wrong::Leftover);
    }
    let ended = match state.end {
        None => state.inside != 0 && state.stranded == 0,
        Some(End::BoardEmpty) => state.inside == 0 && state.stranded == 0,
        Some(End::TimeLimit) => state.inside == 0 && state.stranded != 0 && state.round == code.max_rounds,
    };
    if ended { Ok(()) } else { Err(Wrong::End) }
}

/// The ids `0..count`, one bit for each.
#[inline]
#[must_use]
pub const fn mask(count: usize) -> u16 {
    if count >= 16 { u16::MAX } else { (1 << count) - 1 }
}
