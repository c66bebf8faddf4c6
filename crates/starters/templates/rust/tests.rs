//! cargo test: the bot answers every turn of a recorded dialogue with a legal action.

use crate::bot::Bot;
use crate::json::Json;
use crate::protocol::{Match, Mind, Turn};
use std::collections::HashMap;

#[test]
fn every_answer_is_legal() {
    let (mut bots, mut turns) = (HashMap::new(), 0);
    for line in include_str!("../dialogue.jsonl").lines() {
        let message = Json::parse(line).expect("JSON");
        match message.get("type").text() {
            "start" => {
                let game = Match::of(&message);
                bots.insert(game.seat, Bot::start(game));
            }
            "turn" => {
                let turn = Turn::of(&message);
                let action = bots.get_mut(&turn.seat).expect("a start").choose(&turn).json();
                let is_legal = turn.legal.iter().any(|one| sorted(one) == sorted(&action));
                assert!(is_legal, "turn {}: {action}", turn.number);
                turns += 1;
            }
            _ => {}
        }
    }
    assert!(turns > 0);
}

/// A value with the fields of objects in order.
fn sorted(json: &Json) -> Json {
    let Json::Object(fields) = json else { return json.clone() };
    let mut fields = fields.clone();
    fields.sort_by(|a, b| a.0.cmp(&b.0));
    Json::Object(fields)
}
