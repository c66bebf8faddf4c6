//! Who sat where, and what came of it.

use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::Session;
use serde_json::{Value, json};

/// The seats of a match, as JSON: name and role, who plays there, and whether it came into play.
#[must_use]
pub fn seats(session: &dyn Session) -> Vec<Value> {
    let info = session.info();
    let seat = |seat: Seat| {
        let role = info.roles.get(session.role(seat));
        json!({
            "seat": seat, "name": session.seat_name(seat), "player": session.player_name(seat),
            "role": role.map_or("", |role| role.name), "side": info.side_name(session.side(seat)),
            "goal": role.map_or("", |role| role.goal), "plays": session.took_part(seat),
        })
    };
    (0..session.seats() as u8).map(Seat).map(seat).collect()
}

/// The result as JSON, and who won and why in words; null before the end.
pub(crate) fn outcome(session: &dyn Session) -> Value {
    let (Some(outcome), Some(ending)) = (session.outcome(), session.ending()) else { return Value::Null };
    let winners: Vec<Seat> = ending.winners.iter().collect();
    let in_play: Vec<Seat> = (0..session.seats() as u8).map(Seat).filter(|&seat| session.took_part(seat)).collect();
    json!({ "result": outcome, "winners": winners, "in_play": in_play, "who": ending.who, "why": ending.why, "score": session.info().score })
}
