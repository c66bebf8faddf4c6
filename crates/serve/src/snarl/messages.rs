//! The messages of the protocol (R58): written exactly, read tolerantly (R61).

use gridhaunt_kernel::json::Value;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::pieces::Piece;
use gridhaunt_snarl::view::PlayerUpdate;
use serde::{Deserialize, Serialize};

gridhaunt_kernel::words! {
    /// The messages of a single word: two requests and five results (R58).
    #[derive(Hash)]
    pub enum Word {
        /// Asks for a name.
        Name = "name",
        /// Asks for a move.
        Move = "move",
        /// The move was made.
        Ok = "OK",
        /// The move took the key.
        Key = "Key",
        /// The move led out of the level.
        Exit = "Exit",
        /// The player was expelled.
        Eject = "Eject",
        /// The move is not allowed, or was not understood.
        Invalid = "Invalid",
    }

    /// Whether words go with or without quotes (R59).
    #[derive(Default)]
    pub enum Quotes {
        /// `"move"`
        #[default]
        Quoted = "quoted",
        /// `move`
        Bare = "bare",
    }
}

impl Quotes {
    /// The line that sends a word.
    #[must_use]
    pub fn line(self, word: Word) -> String {
        match self {
            Self::Quoted => format!("\"{}\"\n", word.name()),
            Self::Bare => format!("{}\n", word.name()),
        }
    }
}

/// The messages of a server besides words and player-updates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Message {
    /// The first message to each connection.
    Welcome { info: String },
    StartLevel {
        /// Its number, from 1.
        level: usize,
        /// The players placed in it, by seat.
        #[serde(default)]
        players: Vec<String>,
    },
    /// A level is over.
    EndLevel {
        /// Who took the key.
        #[serde(default)]
        key: Option<String>,
        /// Who left by the exit, in order of time.
        #[serde(default)]
        exits: Vec<String>,
        /// Who was expelled or forfeited, in order of time.
        #[serde(default)]
        ejects: Vec<String>,
    },
    /// The game is over.
    EndGame {
        /// All players, best first (R28).
        #[serde(default)]
        scores: Vec<PlayerScore>,
        /// Whether it was won; `None` if the server does not send that.
        #[serde(default, rename = "game-won", skip_serializing_if = "Option::is_none")]
        game_won: Option<bool>,
    },
    /// The totals of all games since the server started (R63).
    Leaderboard {
        /// All names, best first.
        scores: Vec<TotalScore>,
    },
    /// A notice: who has registered before the game starts.
    Lobby {
        /// The names that were accepted.
        players: Vec<String>,
        /// How many players are enough.
        clients: usize,
        /// After how many seconds the game starts with these players, unless another client connects.
        seconds: u64,
    },
    /// A notice: whose turn it is.
    Turn {
        /// The player who is asked.
        player: String,
        /// How many seconds that player has; `None` without a limit.
        seconds: Option<u64>,
    },
    /// A notice: the server closes this connection.
    Closed { why: String },
}

/// What a player did in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "player-score")]
#[allow(missing_docs, reason = "the names say it")]
pub struct PlayerScore {
    pub name: String,
    /// Levels left by the exit.
    #[serde(default)]
    pub exits: u32,
    #[serde(default)]
    pub ejects: u32,
    #[serde(default)]
    pub keys: u32,
}

/// The totals of a name in all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "total-score")]
#[allow(missing_docs, reason = "the names say it")]
pub struct TotalScore {
    pub name: String,
    /// Games played to their end.
    pub games: u64,
    pub wins: u64,
    /// Levels left by the exit.
    pub exits: u64,
    pub ejects: u64,
    pub keys: u64,
}

/// What a player in the level sees, and the effect of the last act (R58).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Update {
    #[serde(flatten)]
    pub update: PlayerUpdate,
    /// What happened; `None` if nothing did.
    pub message: Option<String>,
}

/// One value as a line (R59).
pub fn line(value: &impl Serialize) -> String {
    // Only texts, whole numbers and lists: this cannot fail.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

/// How a server understands a received value: as a name, a move, both (a bare `null`) or neither (R61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// The value as a name.
    pub name: Option<Name>,
    /// The value as a move: a destination, or inside `None` for staying.
    pub to: Option<Option<Point>>,
    /// Whether the client asks for notices, which are sent only on request.
    pub notices: bool,
}

impl Answer {
    /// Reads a piece of the stream. A piece that is neither a name nor a move is malformed (R62).
    #[must_use]
    pub fn read(piece: &Piece) -> Self {
        match piece {
            Piece::Word(word) => Self { name: Name::parse(word), to: (word == "null").then_some(None), notices: false },
            Piece::Value(Value::String(text)) => Self { name: Name::parse(text.trim()), ..Self::default() },
            Piece::Value(value) => Self {
                name: value.get("name").and_then(Value::as_str).and_then(|text| Name::parse(text.trim())),
                to: destination(value),
                notices: value.get("notices") == Some(&Value::Bool(true)),
            },
            Piece::Broken => Self::default(),
        }
    }
}

/// `{"type":"move","to":X}`, `{"to":X}` or X, where X is a point or null (R61).
fn destination(value: &Value) -> Option<Option<Point>> {
    match value {
        Value::Object(fields) if fields.get("type").is_some_and(|kind| kind != "move") => None,
        Value::Object(fields) => point(fields.get("to")?),
        value => point(value),
    }
}

fn point(value: &Value) -> Option<Option<Point>> {
    if value.is_null() { Some(None) } else { liberal_point(value).map(Some) }
}

/// A point whose numbers may be texts, or be written with a zero fraction (`5.0`).
pub(super) fn liberal_point(value: &Value) -> Option<Point> {
    let number = |part: &Value| match part {
        Value::String(text) => text.trim().parse().map_or(Value::Null, |number: i64| number.into()),
        part => match part.as_f64().filter(|real| real.fract() == 0.0 && real.abs() < 9e15) {
            Some(real) => (real as i64).into(),
            None => part.clone(),
        },
    };
    Point::read(&value.as_array()?.iter().map(number).collect()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_are_written_as_the_specification_shows_them() {
        // R58, R59
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let start = Message::StartLevel { level: 1, players: names(&["ana", "bo"]) };
        let end = Message::EndLevel { key: Some("ana".into()), exits: names(&["ana"]), ejects: names(&["bo"]) };
        let nobody = Message::EndLevel { key: None, exits: names(&[]), ejects: names(&[]) };
        let scores = vec![PlayerScore { name: "ana".into(), exits: 1, ejects: 0, keys: 1 }];
        let totals = vec![TotalScore { name: "ana".into(), games: 2, wins: 1, exits: 4, ejects: 1, keys: 2 }];
        for (message, written) in [
            (start, r#"{"type":"start-level","level":1,"players":["ana","bo"]}"#),
            (end, r#"{"type":"end-level","key":"ana","exits":["ana"],"ejects":["bo"]}"#),
            (nobody, r#"{"type":"end-level","key":null,"exits":[],"ejects":[]}"#),
            (
                Message::EndGame { scores: scores.clone(), game_won: None },
                r#"{"type":"end-game","scores":[{"type":"player-score","name":"ana","exits":1,"ejects":0,"keys":1}]}"#,
            ),
            (
                Message::EndGame { scores, game_won: Some(true) },
                r#"{"type":"end-game","scores":[{"type":"player-score","name":"ana","exits":1,"ejects":0,"keys":1}],"game-won":true}"#,
            ),
            (
                Message::Lobby { players: names(&["ana"]), clients: 2, seconds: 60 },
                r#"{"type":"lobby","players":["ana"],"clients":2,"seconds":60}"#,
            ),
            (Message::Turn { player: "bo".into(), seconds: Some(60) }, r#"{"type":"turn","player":"bo","seconds":60}"#),
            (Message::Closed { why: "late".into() }, r#"{"type":"closed","why":"late"}"#),
            (
                Message::Leaderboard { scores: totals },
                r#"{"type":"leaderboard","scores":[{"type":"total-score","name":"ana","games":2,"wins":1,"exits":4,"ejects":1,"keys":2}]}"#,
            ),
        ] {
            assert_eq!(line(&message), format!("{written}\n"));
            assert_eq!(serde_json::from_str::<Message>(written).unwrap(), message);
        }
        assert_eq!(Quotes::Quoted.line(Word::Name), "\"name\"\n");
        assert_eq!(Quotes::Bare.line(Word::Ok), "OK\n");
        for word in Word::ALL {
            assert_eq!(Word::from_name(word.name()), Some(word));
        }
    }

    #[test]
    fn a_move_may_be_wrapped_or_plain_and_a_name_quoted_or_bare() {
        let at = Some(Some(Point::new(2, 4)));
        let read = |value: Value| Answer::read(&Piece::Value(value));
        for (value, to) in [
            (json!({"type": "move", "to": [2, 4]}), at),
            (json!({"type": "move", "to": null}), Some(None)),
            (json!({"to": [2, 4], "why": "a hunch"}), at),
            (json!([2, 4]), at),
            (json!(["2", " 4 "]), at),
            (json!({"type": "move", "to": ["2", 4.0]}), at),
            (json!({"to": ["2", "four"]}), None),
            (json!(null), Some(None)),
            (json!({"type": "walk", "to": [2, 4]}), None),
            (json!({"type": "move"}), None),
            (json!({"type": "move", "to": "there"}), None),
            (json!({"type": "move", "to": [2, 4, 6]}), None),
            (json!([2.5, 4]), None),
            (json!([[2, 4]]), None),
            (json!({}), None),
            (json!([]), None),
        ] {
            assert_eq!(read(value.clone()), Answer { to, ..Answer::default() }, "{value}");
        }
        let ana = Answer { name: Name::parse("ana"), ..Answer::default() };
        for name in [json!("ana"), json!(" ana\n"), json!({"type": "player", "name": "ana"}), json!({"name": "ana"})] {
            assert_eq!(read(name.clone()), ana, "{name}");
        }
        assert_eq!(read(json!({"name": "ana", "notices": true})), Answer { notices: true, ..ana });
        assert_eq!(read(json!({"name": ["ana"]})).name, None);
        assert_eq!(read(json!("null")).to, None);
        for bad in ["", "a b", "ána", "a234567890123456789012345678901234"] {
            assert_eq!(read(json!(bad)), Answer::default(), "{bad}");
        }
        let word = |word: &str| Answer::read(&Piece::Word(word.into()));
        assert_eq!(word("ana7"), Answer { name: Name::parse("ana7"), ..Answer::default() });
        assert_eq!(word("null"), Answer { name: Name::parse("null"), to: Some(None), notices: false });
        assert_eq!(Answer::read(&Piece::Broken), Answer::default());
    }
}
