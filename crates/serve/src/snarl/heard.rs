//! The messages that a client receives. Unknown ones are ignored, without an error (R60, R61).

use super::messages::{Message, Word, liberal_point};
use gridhaunt_kernel::json::Value;
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::level::{Object, Point};
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::pieces::Piece;
use gridhaunt_snarl::view::{ActorPosition, Layout};

/// One message of a server.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A request or a result.
    Word(Word),
    /// What the player sees now.
    Update(Box<Seen>),
    /// Any other known message.
    Message(Message),
    /// A message to ignore.
    Unknown,
}

/// The contents of an update, as far as they can be read: a field that is missing or invalid does not affect the
/// others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The tiles of the square that the player sees.
    pub layout: Option<Layout>,
    /// The position of the player; inside `None` if the player is not in the level.
    pub position: Option<Option<Point>>,
    /// Key and exit in the square.
    pub objects: Vec<Object>,
    /// Other actors in it.
    pub actors: Vec<ActorPosition>,
    /// What happened; `None` if nothing did.
    pub message: Option<String>,
}

impl Heard {
    /// Reads a piece of the stream.
    #[must_use]
    pub fn read(piece: Piece) -> Self {
        let word = |text: &str| Word::from_name(text).map(Self::Word);
        let heard = match piece {
            Piece::Word(text) | Piece::Value(Value::String(text)) => word(&text),
            Piece::Value(value) if value.get("type").is_some_and(|kind| kind == "player-update") => {
                Some(Self::Update(Box::new(Seen::read(&value))))
            }
            Piece::Value(value) => serde_json::from_value(value).ok().map(Self::Message),
            Piece::Broken => None,
        };
        heard.unwrap_or(Self::Unknown)
    }
}

impl Seen {
    fn read(value: &Value) -> Self {
        let items = |name: &str| value.get(name).and_then(Value::as_array).into_iter().flatten();
        let layout = value.get("layout").map(|rows| rows.as_array().into_iter().flatten().map(numbers).collect());
        Self {
            layout: layout.and_then(|rows: Value| serde_json::from_value(rows).ok()),
            position: match value.get("position") {
                Some(Value::Null) => Some(None),
                at => at.and_then(liberal_point).map(Some),
            },
            objects: items("objects").filter_map(object).collect(),
            actors: items("actors").filter_map(actor).collect(),
            message: value.get("message").and_then(Value::as_str).map(String::from),
        }
    }
}

/// A row of tile codes as numbers; the server may have sent texts.
fn numbers(row: &Value) -> Value {
    let number = |code: &Value| match code.as_str().and_then(|text| text.trim().parse::<u8>().ok()) {
        Some(code) => code.into(),
        None => code.clone(),
    };
    row.as_array().into_iter().flatten().map(number).collect()
}

fn object(value: &Value) -> Option<Object> {
    let kind = serde_json::from_value(value.get("type")?.clone()).ok()?;
    Some(Object { kind, position: liberal_point(value.get("position")?)? })
}

/// Reads an actor. Other servers may use any names for actors, or none: they are changed to valid names.
fn actor(value: &Value) -> Option<ActorPosition> {
    let kind: ActorKind = serde_json::from_value(value.get("type")?.clone()).ok()?;
    let name = fit(value.get("name").and_then(Value::as_str).unwrap_or_default());
    Some(ActorPosition { kind, name, position: liberal_point(value.get("position")?)? })
}

/// Makes a valid name of a text: without other characters than letters and digits, at most 32 of them.
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
        assert_eq!(value(ended), Heard::Message(Message::EndGame { scores, game_won: Some(true) }));
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
        assert_eq!((update.position, update.message), (Some(Some(Point::new(4, 5))), None));
        let names: Vec<String> = update.actors.iter().map(|actor| actor.name.to_string()).collect();
        assert_eq!(names, ["Ghost1", "nameless1"]);
    }

    #[test]
    fn no_update_is_dropped_because_something_in_it_is_missing_or_odd() {
        let whole = json!({"type": "player-update", "layout": [["0", 0, 0], [0, "1", 1], [0, 0, 0]],
            "position": ["4", 5.0], "objects": [{"type": "key", "position": ["4", 6]}, {"type": "lamp"}],
            "actors": [{"type": "ghost", "position": [4, "6"]}, {"type": "dragon", "position": [4, 6]}, 7],
            "message": null});
        let Heard::Update(all) = value(whole.clone()) else { panic!() };
        assert_eq!((all.layout.as_ref().map(Layout::side), all.position), (Some(3), Some(Some(Point::new(4, 5)))));
        assert_eq!((all.objects.len(), all.actors.len()), (1, 1));
        for field in ["layout", "position", "objects", "actors", "message"] {
            for odd in [None, Some(json!("odd")), Some(json!([[1, 2], 3])), Some(json!({}))] {
                let mut update = whole.clone();
                match &odd {
                    None => _ = update.as_object_mut().unwrap().remove(field),
                    Some(odd) => update[field] = odd.clone(),
                }
                let Heard::Update(seen) = value(update) else { panic!("without {field} it is dropped") };
                let kept = [
                    ("layout", seen.layout == all.layout),
                    ("position", seen.position == all.position),
                    ("objects", seen.objects == all.objects),
                    ("actors", seen.actors == all.actors),
                ];
                assert!(kept.iter().all(|(name, same)| *same || *name == field), "{field} {odd:?}: {seen:?}");
            }
        }
    }
}
