//! What a tick meant to a farmer, in sentences addressed to its player: made from its views, and from what it did or
//! what was done to it. Others are seen without their names (R48), so the sentences do not name them.

use crate::event::{Bar, Cause, Event, Finish};
use crate::view::View;
use crate::wire::seat_name;
use gridhaunt_kernel::prelude::*;

/// Whether the farmer did this or it was done to it.
#[must_use]
pub fn concerns(event: &Event, seat: Seat) -> bool {
    match *event {
        Event::CommandDropped { seat: who, .. }
        | Event::Moved { seat: who, .. }
        | Event::Blocked { seat: who, .. }
        | Event::TrailStarted { seat: who, .. }
        | Event::Claimed { seat: who, .. }
        | Event::Respawned { seat: who }
        | Event::PickedUp { seat: who, .. }
        | Event::EndedPower { seat: who, .. }
        | Event::WeedCleared { by: who, .. } => who == seat,
        Event::Stolen { from, to, .. } => from == seat || to == seat,
        Event::Pruned { seat: who, by, .. } | Event::SentBack { seat: who, by, .. } => who == seat || by == Some(seat),
        Event::PowerUpSpawned { .. }
        | Event::WeedSpawned { .. }
        | Event::WeedGrew { .. }
        | Event::LeaderChanged { .. }
        | Event::Over { .. } => false,
    }
}

/// The sentences for what happened between two views.
#[must_use]
pub fn of(before: &View, now: &View, own: &[Event], seat: Seat) -> Vec<String> {
    let mut lines: Vec<String> = own.iter().filter_map(|event| deed(event, seat)).collect();
    let (was, is) = (leader(&before.percents), leader(&now.percents));
    if let Some(leader) = is.filter(|_| is != was) {
        let name = seat_name(leader);
        lines.push(if leader == seat.index() { "You lead.".into() } else { format!("{name} leads.") });
    }
    lines
}

/// The seat with more land than every other, by percents, which all seats know (R51).
fn leader(percents: &[u8]) -> Option<usize> {
    let best = percents.iter().max()?;
    let mut leaders = percents.iter().enumerate().filter(|(_, percent)| *percent == best).map(|(seat, _)| seat);
    let first = leaders.next();
    first.filter(|_| leaders.next().is_none())
}

fn deed(event: &Event, seat: Seat) -> Option<String> {
    Some(match *event {
        Event::CommandDropped { action, .. } => format!("Too many commands wait: {} is dropped.", action.name()),
        Event::Blocked { why, .. } => match why {
            Bar::Frozen => "You are frozen.".into(),
            Bar::Stunned => "You are stunned: this land is immune.".into(),
            Bar::Immune => "You cannot enter: that land is immune.".into(),
            Bar::Edge => "The board ends here.".into(),
        },
        Event::TrailStarted { .. } => "You leave your land: nobody may step on your trail.".into(),
        Event::Claimed { cells, .. } => format!("You close your trail and claim {cells} cells."),
        Event::Stolen { from, cells, .. } if from == seat => format!("Another farmer takes {cells} cells from you."),
        Event::Stolen { cells, .. } => format!("{cells} of them belonged to another."),
        Event::Pruned { seat: who, why, cells, .. } if who == seat => {
            format!("{}: you are pruned and lose {cells} cells.", how(why))
        }
        Event::Pruned { why: Cause::Cut, .. } => "You cut a trail: its farmer is pruned.".into(),
        Event::Pruned { .. } => "You prune another farmer.".into(),
        Event::SentBack { seat: who, why, .. } if who == seat => format!("{}: you are sent back home.", how(why)),
        Event::SentBack { .. } => "You send another farmer back home.".into(),
        Event::Respawned { .. } => "You are back on your land.".into(),
        Event::PickedUp { kind, .. } => format!("You pick up {}.", kind.name()),
        Event::EndedPower { kind, why, .. } => {
            let why = match why {
                Finish::Time => "its time is over",
                Finish::Used => "used up",
                Finish::Replaced => "replaced",
                Finish::EnteredLand => "you entered another's land",
                Finish::CameHome => "you came home",
                Finish::Pruned => "you were pruned",
            };
            format!("No more {}: {why}.", kind.name())
        }
        Event::WeedCleared { kind, .. } => format!("You clear a weed: it leaves {}.", kind.name()),
        _ => return None,
    })
}

const fn how(why: Cause) -> &'static str {
    match why {
        Cause::Cut => "Another farmer steps on your trail",
        Cause::Collision => "You meet another farmer",
        Cause::Encircled => "Another farmer's land closes around you",
        Cause::Own => "You run into your own trail",
        Cause::Weed => "You run into a weed",
    }
}
