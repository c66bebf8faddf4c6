//! The harness commands, tested with the rule book's examples, with tables, and with arbitrary input.

mod level;
mod manager;
mod random;
mod room;
mod rules;
mod state;
mod tools;

use super::Command;
use gridhaunt_kernel::prelude::*;
use serde_json::json;

pub(super) const ROOM_B: &str =
    r#"{"type":"room","origin":[0,6],"bounds":{"rows":4,"columns":3},"layout":[[0,0,0],[2,1,0],[0,1,0],[0,0,0]]}"#;

/// ```text
///       ###
/// #### :+.#
/// #E.+::#K#
/// ####  ###
/// ```
pub(super) const LEVEL: &str = r#"{"type":"level","rooms":[{"type":"room","origin":[1,0],"bounds":{"rows":3,"columns":4},"layout":[[0,0,0,0],[0,1,1,2],[0,0,0,0]]},{"type":"room","origin":[0,6],"bounds":{"rows":4,"columns":3},"layout":[[0,0,0],[2,1,0],[0,1,0],[0,0,0]]}],"hallways":[{"type":"hallway","from":[2,3],"to":[1,6],"waypoints":[[2,5],[1,5]]}],"objects":[{"type":"key","position":[2,7]},{"type":"exit","position":[2,1]}]}"#;

type At = [i64; 2];

/// The example level of the rule book.
pub(super) fn example() -> Value {
    serde_json::from_str(LEVEL).unwrap()
}

/// A room drawn with `#` wall, `.` floor and `+` door.
pub(super) fn room(origin: At, rows: &[&str]) -> Value {
    let code = |letter| "#.+".find(letter).unwrap();
    let layout: Vec<Vec<usize>> = rows.iter().map(|row| row.chars().map(code).collect()).collect();
    json!({"type": "room", "origin": origin, "bounds": {"rows": rows.len(), "columns": rows[0].len()}, "layout": layout})
}

pub(super) fn hallway(from: At, by: &[At], to: At) -> Value {
    json!({"type": "hallway", "from": from, "to": to, "waypoints": by})
}

pub(super) fn level(rooms: &[Value], hallways: &[Value], objects: &[(&str, At)]) -> Value {
    let object = |(kind, at): &(&str, At)| json!({"type": kind, "position": at});
    let objects: Vec<Value> = objects.iter().map(object).collect();
    json!({"type": "level", "rooms": rooms, "hallways": hallways, "objects": objects})
}

/// Players by name; adversaries are ghosts unless their name begins with `zombie`.
pub(super) fn state(level: &Value, players: &[(&str, At)], adversaries: &[(&str, At)], locked: bool) -> Value {
    let actor = |kind: &str, name: &str, at: At| json!({"type": kind, "name": name, "position": at});
    let kind = |name: &str| if name.starts_with("zombie") { "zombie" } else { "ghost" };
    let players: Vec<Value> = players.iter().map(|(name, at)| actor("player", name, *at)).collect();
    let adversaries: Vec<Value> = adversaries.iter().map(|(name, at)| actor(kind(name), name, *at)).collect();
    json!({"type": "state", "level": level, "players": players, "adversaries": adversaries, "exit-locked": locked})
}

/// The answer as printed.
pub(super) fn text(command: Command, input: &Value) -> String {
    command.answer(&input.to_string()).unwrap_or_else(|error| panic!("{error} in {input}"))
}

/// The answer as a value.
pub(super) fn answer(command: Command, input: &Value) -> Value {
    serde_json::from_str(&text(command, input)).unwrap()
}

/// The error for an input.
pub(super) fn error(command: Command, input: &Value) -> String {
    command.answer(&input.to_string()).expect_err(&input.to_string()).to_string()
}
