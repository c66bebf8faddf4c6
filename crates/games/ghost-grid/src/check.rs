//! The invariants of every state (section 15).

use crate::ground::{Ground, Side};
use crate::state::{End, Origin, State, Status};
use gridhaunt_kernel::prelude::*;

/// All loot in a state: carried, lying in nodes, delivered, recovered and lost.
#[must_use]
pub fn loot(state: &State) -> u32 {
    let carried: u32 = state.agents.iter().map(|agent| u32::from(agent.loot)).sum();
    let lying: u32 = state.places.iter().map(|place| u32::from(place.loot)).sum();
    let tally = &state.tally;
    carried + lying + u32::from(tally.delivered) + u32::from(tally.recovered) + u32::from(tally.lost)
}

/// Checks a state; the error says which invariant is broken.
pub fn check(ground: &Ground<'_>, state: &State) -> Result<(), String> {
    let (code, tally) = (ground.code, &state.tally);
    let ensure = |holds: bool, what: &dyn Fn() -> String| if holds { Ok(()) } else { Err(what()) };
    let sum = loot(state);
    ensure(sum == u32::from(code.total_loot), &|| format!("loot adds up to {sum}, need {}", code.total_loot))?;
    // R24, R28, R29: the hauls of the sentinels are part of R.
    let hauls: u32 = state.agents.iter().map(|agent| u32::from(agent.haul)).sum();
    ensure(hauls <= tally.recovered.into(), &|| format!("hauls add up to {hauls}, need at most {}", tally.recovered))?;
    ensure((1..=code.max_turns).contains(&tally.turn), &|| format!("turn {} of {}", tally.turn, code.max_turns))?;
    let counts = [
        ("natives", tally.natives, code.natives),
        ("sentinels", tally.sentinels, code.sentinels),
        ("turncoats", tally.turncoats, code.turncoats),
    ];
    for (who, came, most) in counts {
        ensure(came <= most, &|| format!("{came} {who}, need at most {most}"))?;
    }
    for seat in (0..code.seats()).map(|seat| Seat(seat as u8)) {
        let (agent, side) = (&state.agents[seat.index()], code.side_of(seat));
        let full = if side == Side::Ghost { code.base } else { code.capacity };
        ensure(usize::from(agent.node) < state.places.len(), &|| format!("seat {seat} is on no node"))?;
        ensure(agent.energy <= full, &|| format!("seat {seat} has {} of {full} energy", agent.energy))?;
        let holds_loot = side == Side::Ghost && tally.active.contains(seat);
        ensure(holds_loot || agent.loot == 0, &|| format!("seat {seat} is out of play and holds loot"))?;
        match tally.status(code, seat) {
            Status::Idle => ensure(*agent == Default::default(), &|| format!("seat {seat} is not yet in play"))?,
            Status::Active if side == Side::Sentinel => {
                let barred = !code.enter_goal && ground.is_goal(agent.node);
                ensure(!barred, &|| format!("seat {seat} is a sentinel in the goal"))?;
                ensure(agent.taken <= agent.haul, &|| format!("seat {seat} took more than it brought in"))?;
            }
            _ => {}
        }
    }
    let mut counted = state.clone();
    counted.post_guards(code);
    ensure(counted.places == state.places, &|| "sentinels are miscounted".into())?;
    let out = |status: Status, side: Side| {
        let seats = code.side(side);
        seats.iter().filter(|&seat| tally.status(code, seat) == status).count()
    };
    ensure(out(Status::Captured, Side::Ghost) <= tally.captured.into(), &|| "more are captured than C says".into())?;
    turned(ground, state)?;
    ended(ground, state)
}

/// R9, R29: a sentinel that turned continues in exactly one other seat.
fn turned(ground: &Ground<'_>, state: &State) -> Result<(), String> {
    let (code, tally) = (ground.code, &state.tally);
    let has_turned =
        |seat: &Seat| state.agents[seat.index()].origin == Origin::Turned && tally.status(code, *seat) != Status::Idle;
    let mut seen = SeatSet::NONE;
    for seat in code.side(Side::Ghost).iter().filter(has_turned) {
        let was = state.agents[seat.index()].was;
        if tally.status(code, was) == Status::Active {
            return Err(format!("seat {seat} was seat {was}, which still plays"));
        }
        if seen.contains(was) {
            return Err(format!("seat {was} has turned twice"));
        }
        seen = seen.with(was);
    }
    Ok(())
}

/// R33: a match is over only for one of the reasons of that rule.
fn ended(ground: &Ground<'_>, state: &State) -> Result<(), String> {
    let (code, tally) = (ground.code, &state.tally);
    let Some(end) = tally.end else { return Ok(()) };
    let settled = u32::from(tally.delivered) + u32::from(tally.recovered) + u32::from(tally.lost);
    let holds = match (end, tally.of(code, Side::Ghost).is_empty()) {
        (End::AllCaptured, nobody) => nobody,
        (_, true) => false,
        (End::LootSettled, false) => settled == u32::from(code.total_loot),
        (End::TimeLimit, false) => tally.turn >= code.max_turns && tally.phase != code.first(),
    };
    if holds { Ok(()) } else { Err(format!("turn {} does not end the match by {}", tally.turn, end.name())) }
}
