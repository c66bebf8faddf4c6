//! What a phase meant to a unit, in sentences addressed to its player: made from its views, and from what it did or
//! what was done to it.

use crate::event::{Event, Team, What};
use crate::ground::Sight;
use crate::state::{Last, Side};
use crate::view::{Seen, Start, View};
use gridhaunt_kernel::prelude::*;

/// Whether the unit did this or it was done to it.
#[must_use]
pub fn concerns(start: &Start, event: &Event) -> bool {
    let mine = |side: Side, unit: u8| side == Side::from(start.side) && unit == start.id;
    let of = |team: Team, unit: u8| mine(if team == Team::K { Side::Killer } else { Side::Survivor }, unit);
    match event.what {
        What::NoAction { team, unit } | What::Move { team, unit, .. } | What::Rejected { team, unit, .. } => {
            of(team, unit)
        }
        What::Escape { survivor, .. } | What::Stranded { survivor, .. } => mine(Side::Survivor, survivor),
        What::Capture { killer, survivor, .. } => mine(Side::Killer, killer) || mine(Side::Survivor, survivor),
        What::PhaseEnd { .. } | What::GameOver { .. } => false,
    }
}

/// The sentences for what happened between two views.
#[must_use]
pub fn of(start: &Start, before: &View, now: &View, own: &[Event]) -> Vec<String> {
    let me = Side::from(start.side);
    let mut lines: Vec<String> = own.iter().filter_map(|event| deed(me, &event.what)).collect();
    let mine = |test: fn(&What) -> bool| own.iter().filter(|event| test(&event.what)).count();
    let captured = usize::from(now.captured.saturating_sub(before.captured));
    let escaped = usize::from(now.escaped.saturating_sub(before.escaped));
    let others = [
        (captured.saturating_sub(mine(|what| matches!(what, What::Capture { .. }))), "caught"),
        (escaped.saturating_sub(mine(|what| matches!(what, What::Escape { .. }))), "safe"),
    ];
    // A unit that sees the whole board knows which units are gone; others know only how many.
    let sees_all = now.sight == Sight::All && now.at.is_some();
    let gone: Vec<u8> = before.survivors.iter().map(|unit| unit.id).filter(|&id| !has(&now.survivors, id)).collect();
    for (many, word) in others.into_iter().filter(|(many, _)| *many > 0) {
        lines.push(match (many, &gone[..]) {
            (1, &[one]) if sees_all => format!("Survivor {} is {word}.", Team::S.letter(one)),
            (1, _) => format!("A survivor is {word}."),
            _ => format!("{many} survivors are {word}."),
        });
    }
    if now.sight != Sight::All {
        let (foes, were, team, word) = match me {
            Side::Survivor => (&now.killers, &before.killers, Team::K, "killer"),
            Side::Killer => (&now.survivors, &before.survivors, Team::S, "survivor"),
        };
        let new = foes.iter().filter(|unit| !has(were, unit.id));
        lines.extend(new.map(|unit| format!("You see {word} {} at {}.", team.letter(unit.id), unit.at)));
    }
    lines
}

fn deed(me: Side, what: &What) -> Option<String> {
    Some(match *what {
        What::Capture { killer, survivor, at, .. } => match me {
            Side::Survivor => format!("Killer {} caught you at {at}: you are out.", Team::K.letter(killer)),
            Side::Killer => format!("You caught survivor {} at {at}.", Team::S.letter(survivor)),
        },
        What::Escape { at, .. } => format!("You escaped by the exit at {at}: you are safe."),
        What::Stranded { .. } => "Time is up: you are left on the board.".to_string(),
        What::Rejected { reason, .. } => format!("You could not go there: {}.", why(reason)),
        What::NoAction { .. } => "You chose nothing and stay.".to_string(),
        What::Move { .. } | What::PhaseEnd { .. } | What::GameOver { .. } => return None,
    })
}

const fn why(reason: Last) -> &'static str {
    match reason {
        Last::OutOfBounds => "the board ends there",
        Last::ForbiddenCell => "killers may not enter an exit",
        Last::Swap => "another of your side wanted your place",
        Last::Cycle => "units may not go round in a ring",
        Last::Contested => "another of your side went first",
        Last::Blocked => "another of your side stands there",
        Last::NoAction => "nothing was chosen",
    }
}

fn has(units: &[Seen], id: u8) -> bool {
    units.iter().any(|unit| unit.id == id)
}
