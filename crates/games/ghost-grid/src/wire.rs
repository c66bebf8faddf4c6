//! Ghost Grid in JSON and as lines of text.

use crate::action::Action;
use crate::check::check;
use crate::drawing;
use crate::event::Event;
use crate::game::{GhostGrid, World};
use crate::position::{self, Document};
use crate::state::State;
use crate::why::why;
use gridhaunt_kernel::json::nearest;
use gridhaunt_kernel::prelude::*;

impl Wire for GhostGrid {
    type Document<'a> = Document;

    #[cfg(feature = "schema")]
    fn schemas() -> Schemas {
        Schemas::of::<Self>()
    }

    fn write_state<'a>(world: &'a World, state: &'a State) -> Document {
        Document::of(world, state)
    }

    fn read_state(world: &World, document: &Value) -> Result<State, Invalid> {
        let state = position::read(world, document)?;
        let whole = |what: &str| Invalid::new("", brief(document), format!("a state of this match: {what}"));
        check(&world.ground(), &state).map_err(|what| whole(&what).says(what))?;
        Ok(state)
    }

    fn write_action(action: Action) -> Value {
        serde_json::to_value(action).unwrap_or(Value::Null)
    }

    fn read_action(_world: &World, value: &Value) -> Result<Action, Invalid> {
        read_action(value)
    }

    fn is_routine(event: &Event) -> bool {
        use Event::{Detected, Marked, Moved, Recharged, Refused};
        matches!(event, Refused { .. } | Moved { .. } | Recharged { .. } | Marked { .. } | Detected { .. })
    }

    fn seat_name(world: &World, seat: Seat) -> String {
        world.name(seat)
    }

    fn why(world: &World, state: &State, _outcome: &Outcome) -> String {
        why(world, state)
    }

    fn tell(world: &World, event: &Event) -> String {
        tell(world, event)
    }

    fn heading(world: &World, state: &State) -> Option<String> {
        let tally = &state.tally;
        Some(format!("turn {}/{} {} phase", tally.turn, world.code.max_turns, tally.phase.name()))
    }

    fn drawing(world: &World, state: &State) -> String {
        drawing::whole(world, state)
    }

    fn drawing_for(world: &World, state: &State, seat: Seat) -> String {
        drawing::seen(world, state, seat)
    }
}

/// The kinds of actions, each with the field of its number.
const KINDS: [(&str, Option<&str>); 8] = [
    ("wait", None),
    ("move", Some("to")),
    ("deposit", Some("amount")),
    ("take", Some("amount")),
    ("replicate", Some("copies")),
    ("recharge", None),
    ("recover", None),
    ("mark", None),
];

/// Reads an action: `{"type":"move","to":3}`, or only the word of one that needs no number (R40).
pub fn read_action(value: &Value) -> Result<Action, Invalid> {
    let names = KINDS.map(|(name, _)| name);
    let (kind, fields) = match value {
        Value::String(word) => (word.as_str(), None),
        Value::Object(fields) => match fields.get("type") {
            Some(Value::String(word)) => (word.as_str(), Some(value)),
            Some(other) => return Err(unknown_kind("action.type", &brief(other), &names)),
            None => return Err(Invalid::new("action.type", "missing", names.join(", ")).says(missing("type", &names))),
        },
        _ => return Err(Invalid::new("action", brief(value), r#"an object such as {"type":"move","to":3}"#)),
    };
    let Some(&(kind, field)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        return Err(unknown_kind("action.type", &format!("{kind:?}"), &names));
    };
    let number = match (field, fields) {
        (None, None) => 0,
        (None, Some(value)) => {
            Reader::new("action", value, &["type"]).map_err(|error| error.within("action"))?;
            0
        }
        (Some(field), fields) => {
            let none = || Invalid::new(format!("action.{field}"), "missing", "a number").says("missing, need a number");
            let known: &[&str] = match field {
                "to" => &["type", "to"],
                "amount" => &["type", "amount"],
                _ => &["type", "copies"],
            };
            let read = Reader::new("action", fields.ok_or_else(none)?, known).map_err(|e| e.within("action"))?;
            let value = read.get(field).ok_or_else(none)?;
            let number = value.as_u64().filter(|&number| field != "to" || number <= 255);
            let expected = if field == "to" { "0..=255" } else { "a whole number from 0" };
            number.ok_or_else(|| Invalid::new(format!("action.{field}"), brief(value), expected))?
        }
    };
    // An amount that is too large for its type is too large for the rules as well.
    let amount = u16::try_from(number).unwrap_or(u16::MAX);
    let small = u8::try_from(number).unwrap_or(u8::MAX);
    Ok(match kind {
        "move" => Action::Move { to: small },
        "deposit" => Action::Deposit { amount },
        "take" => Action::Take { amount },
        "replicate" => Action::Replicate { copies: small },
        "recharge" => Action::Recharge,
        "recover" => Action::Recover,
        "mark" => Action::Mark,
        _ => Action::Wait,
    })
}

fn missing(field: &str, names: &[&str]) -> String {
    format!("missing, need a {field}: one of {}", names.join(", "))
}

fn unknown_kind(field: &str, got: &str, names: &[&str]) -> Invalid {
    let expected = format!("one of {}", names.join(", "));
    let hint = nearest(got.trim_matches('"'), names.iter().copied());
    let hint = hint.map(|near| format!(", did you mean {near}?")).unwrap_or_default();
    Invalid::new(field, got, expected.clone()).says(format!("{got} is not {expected}{hint}"))
}

/// An action in a few words.
fn words(action: Action) -> String {
    match action {
        Action::Wait => "wait".into(),
        Action::Move { to } => format!("move to {to}"),
        Action::Deposit { amount } => format!("deposit {amount}"),
        Action::Take { amount } => format!("take {amount}"),
        Action::Replicate { copies } => format!("replicate {copies}"),
        Action::Recharge => "recharge".into(),
        Action::Recover => "recover".into(),
        Action::Mark => "mark".into(),
    }
}

/// The line of one event (R47).
fn tell(world: &World, event: &Event) -> String {
    let name = |seat: Seat| world.name(seat);
    let names = |seats: SeatSet| seats.iter().map(name).collect::<Vec<_>>().join(", ");
    match *event {
        Event::Refused { seat, action: Some(action), reason } => {
            format!("{} {} refused: {}", name(seat), words(action), reason.name())
        }
        Event::Refused { seat, action: None, reason } => format!("{} waits: {}", name(seat), reason.name()),
        Event::Replicated { ghost, copies, loot } => {
            let shares: Vec<String> = (0..loot.parts).map(|part| loot.of(part).to_string()).collect();
            format!("{} splits into {}, {}; loot {}", name(ghost), name(ghost), names(copies), shares.join(", "))
        }
        Event::Took { ghost, node, amount } => format!("{} takes {amount} in {node}", name(ghost)),
        Event::Deposited { ghost, node, amount } => format!("{} lays {amount} down in {node}", name(ghost)),
        Event::Moved { seat, from, to, cost } => format!("{} {from} -> {to} for {cost}", name(seat)),
        Event::Captured { sentinel, ghost, node, loot } => {
            format!("{} captures {} in {node}, loot {loot}", name(sentinel), name(ghost))
        }
        Event::Turned { sentinel, ghost, node, lost, rest } => {
            format!("{} turns and is {} in {node}; lost {lost}, rest {rest}", name(sentinel), name(ghost))
        }
        Event::Delivered { ghost, node, amount } => format!("{} delivers {amount} in {node}", name(ghost)),
        Event::Met { node, ghosts } => format!("{} meet in {node}", names(ghosts)),
        Event::Reinforced { sentinel, node } => format!("{} comes into play in {node}", name(sentinel)),
        Event::Recharged { sentinel, amount } => format!("{} gains {amount} energy", name(sentinel)),
        Event::Recovered { sentinel, node, amount } => format!("{} recovers {amount} in {node}", name(sentinel)),
        Event::Marked { sentinel, node } => format!("{} marks {node}", name(sentinel)),
        Event::Detected { sentinel, node, ghosts } => {
            format!("{} detects {} in {node}, without loot", name(sentinel), names(ghosts))
        }
        Event::Swept { amount } => format!("loot lying about goes to the sentinels: {amount}"),
        Event::GameEnded { delivered, recovered, lost, captured, .. } => {
            format!("the match is over; delivered {delivered}, recovered {recovered}, lost {lost}, captured {captured}")
        }
    }
}
