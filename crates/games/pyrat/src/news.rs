//! What a turn meant to one of the two, in sentences addressed to its player. Nothing is hidden, so two views are
//! enough (R33).

use crate::Action;
use crate::looks::PLAYERS;
use crate::view::{Player, View};
use gridhaunt_kernel::prelude::*;

/// The sentences for what happened between two views.
#[must_use]
pub fn of(before: &View, now: &View, seat: Seat) -> Vec<String> {
    let (me, them) = (seat.index() & 1, 1 - (seat.index() & 1));
    let other = PLAYERS[them].name;
    let mut lines = Vec::new();
    for &at in before.cheese.iter().filter(|at| !now.cheese.contains(at)) {
        let eats = |who: usize| now.players[who].at == at && now.players[who].delay == 0; // R16
        lines.push(match (eats(me), eats(them)) {
            (true, true) => format!("You and the {other} share the cheese at {at}: half a point each."),
            (true, false) => format!("You eat the cheese at {at}."),
            _ => format!("The {other} eats the cheese at {at}."),
        });
    }
    let ran = before.players[me].delay == 0 && now.last[me] != Action::Stay;
    if ran && before.players[me].at == now.players[me].at {
        lines.push("A wall stops you.".into());
    }
    let wades = |who: usize| mud(&before.players[who], &now.players[who]);
    lines.extend(wades(me).map(|mud| match mud {
        Mud::Into(turns) => format!("You wade into mud: {} until you are through.", more(turns)),
        Mud::Out => "You are out of the mud.".into(),
    }));
    lines.extend(wades(them).map(|mud| match mud {
        Mud::Into(turns) => format!("The {other} wades into mud, {}.", more(turns)),
        Mud::Out => format!("The {other} is out of the mud."),
    }));
    lines
}

/// What mud did to a player.
enum Mud {
    Into(u8),
    Out,
}

const fn mud(before: &Player, now: &Player) -> Option<Mud> {
    match (before.delay, now.delay) {
        (0, 1..) => Some(Mud::Into(now.delay)),
        (1.., 0) => Some(Mud::Out),
        _ => None,
    }
}

/// Turns that are still to come: `1 more turn`, `2 more turns`.
fn more(turns: u8) -> String {
    format!("{turns} more turn{}", if turns == 1 { "" } else { "s" })
}
