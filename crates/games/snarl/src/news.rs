//! What a move meant to a seat, in sentences addressed to its player: made from its views, and from what it did or what
//! was done to it.

use crate::actor::{Actor, ActorKind};
use crate::event::Event;
use crate::state::Status;
use crate::view::{PlayerView, RosterEntry, Start, View};
use gridhaunt_kernel::prelude::*;

/// Whether the seat did this or it was done to it.
#[must_use]
pub fn concerns(start: &Start, event: &Event, seat: Seat) -> bool {
    let me = |player: Seat| start.role == ActorKind::Player && player == seat;
    let mine =
        |actor: Actor| if actor.kind == ActorKind::Player { me(Seat(actor.number)) } else { actor.kind == start.role };
    match *event {
        Event::Refused { seat: who, .. } => who == seat,
        Event::Moved { actor, .. } => mine(actor),
        Event::Teleported { .. } => start.role == ActorKind::Ghost,
        Event::Expelled { player, by } => me(player) || by.is_some_and(mine),
        Event::Forfeited { player }
        | Event::KeyTaken { player }
        | Event::Exited { player }
        | Event::Stranded { player } => me(player),
        Event::LevelEnded { .. } | Event::GameEnded { .. } | Event::LevelStarted { .. } | Event::Placed { .. } => false,
    }
}

/// The sentences for what happened between two views.
#[must_use]
pub fn of(start: &Start, before: &View, now: &View, own: &[Event], seat: Seat) -> Vec<String> {
    let (was, is) = (roster(before), roster(now));
    let name = |player: Seat| is.get(player.index()).map(|entry| entry.name.to_string()).unwrap_or_default();
    let mut lines: Vec<String> = own.iter().filter_map(|event| deed(start, event, name)).collect();
    let told = |player: usize| start.role == ActorKind::Player && Seat(player as u8) == seat;
    let expelled = |player: usize| {
        own.iter().any(|event| matches!(event, Event::Expelled { player: who, .. } if who.index() == player))
    };
    for (player, (was, is)) in was.iter().zip(is).enumerate().filter(|(player, _)| !told(*player)) {
        let words = [
            (is.keys > was.keys, "found the key: the exit is open"),
            (is.exits > was.exits, "left by the exit"),
            (is.ejects > was.ejects && !expelled(player), "was expelled"),
            (is.status == Status::Stranded && was.status != Status::Stranded, "was left in the level"),
        ];
        let words = words.into_iter().filter(|(happened, _)| *happened);
        lines.extend(words.map(|(_, words)| format!("{} {words}.", is.name)));
    }
    if level(now) > level(before) {
        lines.push(format!("Level {} begins: find its key.", level(now)));
    } else if let (View::PlayerView(was), View::PlayerView(is)) = (before, now) {
        lines.extend(comes(was, is));
    }
    lines
}

/// The sentence about an adversary that was not in sight before.
fn comes(was: &PlayerView, is: &PlayerView) -> Option<String> {
    let mut seen = is.sight.actors.iter().filter(|actor| actor.kind != ActorKind::Player);
    let new = seen.find(|actor| was.sight.actors.iter().all(|other| other.name != actor.name))?;
    Some(format!("You see {} at {}.", new.name, new.position))
}

fn deed(start: &Start, event: &Event, name: impl Fn(Seat) -> String) -> Option<String> {
    Some(match *event {
        Event::Refused { .. } => "You could not go there.".into(),
        Event::Forfeited { .. } => "You left the game.".into(),
        Event::KeyTaken { .. } => "You found the key: the exit is open.".into(),
        Event::Exited { .. } => "You left by the exit.".into(),
        Event::Stranded { .. } => "Time is up: you are left in the level.".into(),
        Event::Expelled { player, by: Some(by) } if by.kind == start.role => format!("{by} expelled {}.", name(player)),
        Event::Expelled { by: Some(by), .. } => format!("{by} expelled you."),
        _ => return None,
    })
}

fn roster(view: &View) -> &[RosterEntry] {
    match view {
        View::PlayerView(view) => &view.roster,
        View::AdversaryView(view) => &view.roster,
    }
}

const fn level(view: &View) -> u8 {
    match view {
        View::PlayerView(view) => view.level,
        View::AdversaryView(view) => view.level,
    }
}
