//! Talks to the host: JSON objects on standard input and output, one a line. There is nothing to change here.
#![allow(dead_code)]

use crate::game::{Action, Start, View};
use crate::json::Json;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// A bot. One is made for each seat of each match.
pub trait Mind {
    fn start(game: Match) -> Self;
    fn choose(&mut self, turn: &Turn) -> Action;
}

/// What a bot is told once.
pub struct Match {
    pub seat: i64,
    pub role: String,
    pub seats: i64,
    pub roles: Vec<String>,
    pub names: Vec<Option<String>>,
    pub start: Start,
    /// Those of bot.toml.
    pub options: Json,
    pub clock: Json,
    /// For dice that fall alike each time.
    pub seed: u64,
}

/// What a bot is told each time it chooses.
pub struct Turn {
    pub id: String,
    pub number: i64,
    pub seat: i64,
    pub view: View,
    /// Actions, as the game writes them.
    pub legal: Vec<Json>,
    pub left_ms: Option<i64>,
    pub bank_ms: Option<i64>,
    /// What came of the turn before.
    pub last: Json,
}

impl Match {
    pub fn of(message: &Json) -> Match {
        Match {
            seat: message.read("seat"),
            role: message.read("role"),
            seats: message.read("seats"),
            roles: message.read("roles"),
            names: message.read("names"),
            start: message.read("start"),
            options: message.read("options"),
            clock: message.read("clock"),
            seed: message.get("seed").text().parse().unwrap_or(0),
        }
    }
}

impl Turn {
    pub fn of(message: &Json) -> Turn {
        Turn {
            id: message.read("id"),
            number: message.read("turn"),
            seat: message.read("seat"),
            view: message.read("view"),
            legal: message.read("legal"),
            left_ms: message.read("left_ms"),
            bank_ms: message.read("bank_ms"),
            last: message.read("last"),
        }
    }

    /// Names an action that counts if time runs out before the answer; the last one counts.
    pub fn maybe(&self, action: &Action) {
        send(&[("type", "maybe".into()), ("id", self.id.as_str().into()), ("action", action.json())]);
    }

    /// Words and marks that viewers show when they look at this seat.
    pub fn note(&self, text: &str, marks: Vec<Json>) {
        let marks = Json::List(marks);
        send(&[("type", "note".into()), ("id", self.id.as_str().into()), ("text", text.into()), ("marks", marks)]);
    }
}

fn send(fields: &[(&str, Json)]) {
    let mut out = io::stdout().lock();
    // A host that has gone away closes the input too, which ends the bot.
    let _ = writeln!(out, "{}", Json::object(fields)).and_then(|()| out.flush());
}

/// Plays until the input ends. Print with `eprintln!`: standard output belongs to the host.
pub fn run<M: Mind>() {
    let mut bots: HashMap<i64, M> = HashMap::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Some(message) = Json::parse(&line) else { continue };
        match message.get("type").text() {
            "hello" => send(&[("type", "hello".into()), ("name", "{{name}}".into())]),
            "start" => {
                let seat = message.read("seat");
                bots.insert(seat, M::start(Match::of(&message)));
                send(&[("type", "ready".into()), ("seat", seat.into())]);
            }
            "turn" => {
                let turn = Turn::of(&message);
                if let Some(bot) = bots.get_mut(&turn.seat) {
                    let action = bot.choose(&turn).json();
                    send(&[("type", "move".into()), ("id", message.get("id").clone()), ("action", action)]);
                }
            }
            "ping" => send(&[("type", "pong".into()), ("id", message.get("id").clone())]),
            _ => {}
        }
    }
}
