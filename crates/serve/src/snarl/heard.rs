//! What a client hears: everything it knows, and no complaint about the rest (R60, R61).

use super::messages::{Message, Update, Word};
use gridhaunt_kernel::json::Value;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::pieces::Piece;

/// One thing a server said.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A request or a result.
    Word(Word),
    /// What the player sees now.
    Update(Box<Update>),
    /// Anything else that is known.
    Message(Message),
    /// Something to pass over.
    Unknown,
}

impl Heard {
    /// Reads a piece of the stream.
    #[must_use]
    pub fn read(piece: Piece) -> Self {
        let word = |text: &str| Word::read(text).map(Self::Word);
        let heard = match piece {
            Piece::Word(text) | Piece::Value(Value::String(text)) => word(&text),
            Piece::Value(value) if value.get("type").is_some_and(|kind| kind == "player-update") => update(value),
            Piece::Value(value) => serde_json::from_value(value).ok().map(Self::Message),
            Piece::Broken => None,
        };
        heard.unwrap_or(Self::Unknown)
    }
}

/// Other servers may call their actors what they like: their names are made to fit.
fn update(mut value: Value) -> Option<Heard> {
    for actor in value.get_mut("actors").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(Value::String(name)) = actor.get_mut("name") {
            *name = fit(name).as_str().into();
        }
    }
    serde_json::from_value(value).ok().map(|update| Heard::Update(Box::new(update)))
}

/// A name without what a name may not have.
pub(super) fn fit(text: &str) -> Name {
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    Name::parse(&plain).unwrap_or_else(|| Name::numbered("nameless", 1))
}

#[cfg(test)]
mod tests {
    use super::super::messages::PlayerScore;
    use super::*;
    use gridhaunt_snarl::level::Point;
    use serde_json::json;

    fn value(value: Value) -> Heard {
        Heard::read(Piece::Value(value))
    }

    #[test]
    fn words_are_heard_with_and_without_quotes() {
        assert_eq!(value(json!("move")), Heard::Word(Word::Move));
        assert_eq!(Heard::read(Piece::Word("Eject".into())), Heard::Word(Word::Eject));
        assert_eq!(value(json!("hello")), Heard::Unknown);
        assert_eq!(Heard::read(Piece::Broken), Heard::Unknown);
    }

    #[test]
    fn fields_beyond_the_known_do_not_matter() {
        let scores = vec![PlayerScore { name: "ana".into(), exits: 1, ejects: 0, keys: 1 }];
        let ended = json!({"game-won": true, "scores": [{"name": "ana", "keys": 1, "exits": 1, "ejects": 0, "x": []}],
            "type": "end-game"});
        assert_eq!(value(ended), Heard::Message(Message::EndGame { scores }));
        assert_eq!(value(json!({"type": "weather", "info": "fog"})), Heard::Unknown);
        assert_eq!(value(json!({"type": "start-level"})), Heard::Unknown);
        assert_eq!(value(json!({"info": "hello"})), Heard::Unknown);
        assert_eq!(value(json!([1, 2])), Heard::Unknown);
    }

    #[test]
    fn an_update_needs_no_message_and_takes_any_name() {
        let update = json!({"type": "player-update", "layout": [[0, 0, 0], [0, 1, 1], [0, 0, 0]], "position": [4, 5],
            "objects": [{"type": "key", "position": [4, 6]}],
            "actors": [{"type": "ghost", "name": "Ghost #1", "position": [4, 6]},
                {"type": "zombie", "name": "?", "position": [4, 6]}]});
        let Heard::Update(update) = value(update) else { panic!() };
        assert_eq!((update.update.sight.position, update.message), (Some(Point::new(4, 5)), None));
        let names: Vec<String> = update.update.sight.actors.iter().map(|actor| actor.name.to_string()).collect();
        assert_eq!(names, ["Ghost1", "nameless1"]);
    }
}
