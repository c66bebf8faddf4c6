//! What a phase meant to a seat, in sentences addressed to its player: made from its views, and from what it did or
//! what was done to it.

use crate::action::{Action, Reason};
use crate::event::Event;
use crate::settings::Settings;
use crate::view::{Score, View};
use gridhaunt_kernel::prelude::*;

/// Whether the seat did this or it was done to it.
#[must_use]
pub fn concerns(event: &Event, seat: Seat) -> bool {
    match *event {
        Event::Refused { seat: who, .. } | Event::Moved { seat: who, .. } => who == seat,
        Event::Replicated { ghost, copies, .. } => ghost == seat || copies.contains(seat),
        Event::Took { ghost, .. } | Event::Deposited { ghost, .. } | Event::Delivered { ghost, .. } => ghost == seat,
        Event::Captured { sentinel, ghost, .. } | Event::Turned { sentinel, ghost, .. } => {
            sentinel == seat || ghost == seat
        }
        Event::Met { ghosts, .. } => ghosts.contains(seat),
        Event::Reinforced { sentinel, .. } | Event::Recharged { sentinel, .. } | Event::Recovered { sentinel, .. } => {
            sentinel == seat
        }
        Event::Detected { sentinel, ghosts, .. } => sentinel == seat || ghosts.contains(seat),
        Event::Marked { sentinel, .. } => sentinel == seat,
        Event::Swept { .. } | Event::GameEnded { .. } => false,
    }
}

/// The sentences for what happened between two views.
#[must_use]
pub fn of(values: &Settings, before: &View, now: &View, own: &[Event], seat: Seat) -> Vec<String> {
    let mut lines: Vec<String> = own.iter().filter_map(|event| deed(values, event, seat)).collect();
    let (was, is) = (score(before), score(now));
    let mine = |of: fn(&Event) -> Option<u16>| own.iter().filter_map(of).sum::<u16>();
    let amount = |was: u16, is: u16, mine: u16| is.saturating_sub(was).saturating_sub(mine);
    let delivered = amount(
        was.delivered,
        is.delivered,
        mine(|event| match *event {
            Event::Delivered { amount, .. } => Some(amount),
            _ => None,
        }),
    );
    let recovered = amount(
        was.recovered,
        is.recovered,
        mine(|event| match *event {
            Event::Recovered { amount, .. } => Some(amount),
            Event::Captured { loot, .. } => Some(loot),
            _ => None,
        }),
    );
    let captured = amount(
        was.captured.into(),
        is.captured.into(),
        mine(|event| match event {
            Event::Captured { .. } => Some(1),
            _ => None,
        }),
    );
    if delivered > 0 {
        lines.push(format!("The ghosts delivered {delivered}, {} so far.", is.delivered));
    }
    match captured {
        0 => {}
        1 => lines.push("A ghost was captured.".into()),
        many => lines.push(format!("{many} ghosts were captured.")),
    }
    if recovered > 0 {
        lines.push(format!("The sentinels recovered {recovered}, {} so far.", is.recovered));
    }
    if let (View::GhostView(was), View::GhostView(is)) = (before, now) {
        let near =
            |view: &crate::view::GhostView| view.ports.iter().filter_map(|port| port.sentinels).any(|many| many > 0);
        if near(is) && (!near(was) || was.me.node != is.me.node) {
            lines.push("A sentinel is one short way from you.".into());
        }
    }
    if let (View::SentinelView(was), View::SentinelView(is)) = (before, now)
        && is.me.frozen > was.me.frozen
    {
        lines.push(format!("You are pinned to your node until turn {} is over.", is.me.frozen));
    }
    lines
}

const fn score(view: &View) -> &Score {
    match view {
        View::GhostView(view) => &view.score,
        View::SentinelView(view) => &view.score,
        View::OutView(view) => &view.score,
    }
}

fn deed(values: &Settings, event: &Event, seat: Seat) -> Option<String> {
    let name = |seat: Seat| values.name(seat);
    let others = |seats: SeatSet| seats.without(SeatSet::only(seat)).iter().map(name).collect::<Vec<_>>().join(", ");
    Some(match *event {
        Event::Refused { reason: Reason::Missing, .. } => "You chose nothing and wait.".into(),
        Event::Refused { action, reason, .. } => format!("You could not {}: {}.", wish(action), why(reason)),
        Event::Replicated { ghost, copies, .. } if ghost == seat => {
            format!("You split: {} carry part of your loot.", others(copies))
        }
        Event::Replicated { ghost, .. } => format!("{} split, and you are one of its copies.", name(ghost)),
        Event::Took { amount, node, .. } => format!("You take {amount} in {node}."),
        Event::Deposited { amount, node, .. } => format!("You lay {amount} down in {node}."),
        Event::Moved { to, cost, .. } => format!("You go to {to} for {cost} energy."),
        Event::Captured { sentinel, node, loot, ghost } if ghost == seat => {
            format!("{} captured you in {node} and took {loot}: you are out.", name(sentinel))
        }
        Event::Captured { ghost, node, loot, .. } => format!("You captured {} in {node} and took {loot}.", name(ghost)),
        Event::Turned { sentinel, ghost, .. } if sentinel == seat => {
            format!("You change sides: {} plays on as a ghost in your place.", name(ghost))
        }
        Event::Turned { sentinel, .. } => format!("{} changed sides and is you from now on.", name(sentinel)),
        Event::Delivered { amount, node, .. } => format!("You deliver {amount} in {node}."),
        Event::Met { node, ghosts } => {
            format!("You meet {} in {node} and tell each other what you know.", others(ghosts))
        }
        Event::Reinforced { node, .. } => format!("You come into play in {node}."),
        Event::Recharged { amount, .. } => format!("You gain {amount} energy."),
        Event::Recovered { amount, node, .. } => format!("You recover {amount} in {node}."),
        Event::Detected { sentinel, ghosts, node } if sentinel == seat => {
            format!("You detect {} in {node}, without loot.", others(ghosts))
        }
        Event::Detected { sentinel, .. } => format!("{} detects you, but you carry no loot.", name(sentinel)),
        Event::Marked { node, .. } => format!("You mark {node} as checked."),
        Event::Swept { .. } | Event::GameEnded { .. } => return None,
    })
}

fn wish(action: Option<Action>) -> String {
    match action {
        None | Some(Action::Wait) => "wait".into(),
        Some(Action::Move { to }) => format!("go to {to}"),
        Some(Action::Deposit { amount }) => format!("lay {amount} down"),
        Some(Action::Take { amount }) => format!("take {amount}"),
        Some(Action::Replicate { .. }) => "split".into(),
        Some(Action::Recharge) => "recharge".into(),
        Some(Action::Recover) => "recover".into(),
        Some(Action::Mark) => "mark this node".into(),
    }
}

const fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Missing => "nothing was chosen",
        Reason::WrongRole => "only the other side does that",
        Reason::NotConnected => "no way leads there",
        Reason::NoEnergy => "you have too little energy",
        Reason::BadAmount => "there is not that much",
        Reason::NotFirstTurn => "ghosts split on the first turn only",
        Reason::NotOriginal => "only ghosts of the start split",
        Reason::NotEnoughLoot => "each copy needs loot, and you too",
        Reason::GhostCap => "there would be too many ghosts",
        Reason::Frozen => "you are pinned to your node",
        Reason::GoalLayer => "sentinels do not enter the goal",
        Reason::NoPartner => "no other sentinel is here",
        Reason::NoLoot => "no loot lies here",
        Reason::Gone => "others were quicker",
        Reason::MarkingAuto => "nodes are marked by themselves",
        Reason::Marked => "it is marked already",
    }
}
