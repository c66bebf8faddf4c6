//! Sproutopia in JSON and as lines of text. An action is its number or its word.

use crate::action::Action;
use crate::drawing;
use crate::event::{Bar, Cause, Event, Finish};
use crate::game::{Complete, Sproutopia, World};
use crate::position::{self, Document};
use crate::sets::Official;
use crate::state::{End, State};
use crate::why::why;
use gridhaunt_kernel::prelude::*;

impl<R: Complete> Wire for Sproutopia<R> {
    type Document<'a> = Document<'a, R>;

    #[cfg(feature = "schema")]
    fn schemas() -> Schemas {
        Schemas::of::<Self>()
    }

    fn write_state<'a>(world: &'a World, state: &'a State<R>) -> Document<'a, R> {
        Document { ground: &world.ground, state }
    }

    fn read_state(world: &World, document: &Value) -> Result<State<R>, Invalid> {
        position::read(&world.ground, world.seed, document)
    }

    fn write_action(action: Action) -> Value {
        (action as u8).into()
    }

    fn read_action(_world: &World, value: &Value) -> Result<Action, Invalid> {
        let action = match value {
            Value::String(word) => Action::from_word(word).filter(|&action| R::takes(action)),
            Value::Number(number) if !number.is_f64() => R::numbered(number.as_i64().unwrap_or(i64::MAX)),
            _ => None,
        };
        action.ok_or_else(|| {
            let words: Vec<&str> = R::ACTIONS.iter().map(|action| action.name()).collect();
            let (last, most) = (words.len() - 1, words[..words.len() - 1].join(", "));
            Invalid::new("action", brief(value), format!("an action 0..={last}, or {most} or {}", words[last]))
        })
    }

    fn is_routine(event: &Event) -> bool {
        use Event::{Blocked, CommandDropped, EndedPower, Moved, TrailStarted, WeedGrew};
        matches!(
            event,
            CommandDropped { .. }
                | Moved { .. }
                | Blocked { .. }
                | TrailStarted { .. }
                | EndedPower { .. }
                | WeedGrew { .. }
        )
    }

    fn why(world: &World, state: &State<R>, _outcome: &Outcome) -> String {
        why(world, state)
    }

    fn tell(_world: &World, event: &Event) -> String {
        tell(event)
    }

    fn heading(world: &World, state: &State<R>) -> Option<String> {
        Some(format!("tick {}/{}", state.tick + 1, world.ground.code.max_ticks))
    }

    fn drawing(world: &World, state: &State<R>) -> String {
        drawing::whole(&world.ground, state)
    }

    fn drawing_for(world: &World, state: &State<R>, seat: Seat) -> String {
        drawing::seen(&world.ground, state, seat.index())
    }
}

const fn cause(why: Cause) -> &'static str {
    match why {
        Cause::Cut => "cut",
        Cause::Collision => "hit",
        Cause::Encircled => "encircled",
        Cause::Own => "its own trail",
        Cause::Weed => "a weed",
    }
}

/// The name of the farmer of a seat, for people.
pub(crate) fn seat_name(seat: usize) -> &'static str {
    Sproutopia::<Official>::INFO.role_name(seat)
}

fn name(seat: Seat) -> &'static str {
    seat_name(seat.index())
}

fn by(by: Option<Seat>, why: Cause) -> String {
    match by {
        Some(seat) => format!("{} by {}", cause(why), name(seat)),
        None => cause(why).to_string(),
    }
}

pub(crate) fn tell(event: &Event) -> String {
    match event {
        Event::CommandDropped { seat, action } => {
            format!("{}: {} dropped, the queue is full", name(*seat), action.name())
        }
        Event::Moved { seat, from, to } => format!("{}: {from} to {to}", name(*seat)),
        Event::Blocked { seat, why } => {
            let why = match why {
                Bar::Frozen => "is frozen",
                Bar::Stunned => "is stunned",
                Bar::Immune => "cannot enter immune land",
                Bar::Edge => "is at the edge",
            };
            format!("{} {why}", name(*seat))
        }
        Event::TrailStarted { seat, cell } => format!("{} leaves its land at {cell}", name(*seat)),
        Event::Claimed { seat, cells, enclosed, bridge } => {
            let bridge = if *bridge { ", a bridge" } else { "" };
            format!("{} claims {cells} cells, {enclosed} enclosed{bridge}", name(*seat))
        }
        Event::Stolen { from, to, cells } => format!("{} takes {cells} cells from {}", name(*to), name(*from)),
        Event::Pruned { seat, by: who, why, cells } => {
            format!("{} is pruned ({}), {cells} cells lost", name(*seat), by(*who, *why))
        }
        Event::SentBack { seat, by: who, why, to } => {
            format!("{} is sent back to {to} ({})", name(*seat), by(*who, *why))
        }
        Event::Respawned { seat } => format!("{} is back", name(*seat)),
        Event::PickedUp { seat, kind, cell } => format!("{} picks up {} at {cell}", name(*seat), kind.name()),
        Event::EndedPower { seat, kind, why } => {
            let why = match why {
                Finish::Time => "its time is over",
                Finish::Used => "used up",
                Finish::Replaced => "replaced",
                Finish::EnteredLand => "entered another's land",
                Finish::CameHome => "came home",
                Finish::Pruned => "pruned",
            };
            format!("{} has no more {} ({why})", name(*seat), kind.name())
        }
        Event::PowerUpSpawned { kind, cell } => format!("{} appears at {cell}", kind.name()),
        Event::WeedSpawned { slot, cells, .. } => {
            let cells: Vec<String> = cells.cells().iter().map(ToString::to_string).collect();
            format!("weed {slot} appears at {}", cells.join(" "))
        }
        Event::WeedGrew { slot, cell } => format!("weed {slot} grows to {cell}"),
        Event::WeedCleared { slot, by, cell, kind } => {
            format!("{} clears weed {slot}: {} at {cell}", name(*by), kind.name())
        }
        Event::LeaderChanged { seat } => format!("{} leads", name(*seat)),
        Event::Over { reason: End::MaxTicks } => "the last tick is played".to_string(),
        Event::Over { reason: End::Full } => "one farmer owns all there is".to_string(),
    }
}
