//! What is said between host and bot (B4 to B7): one JSON object a line.

use crate::clock::ClockDocument;
use gridhaunt_kernel::json::{Value, brief, parse};
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::Write as _;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// The most bytes of a line from a bot (B4).
pub const MOST_LINE: usize = 64 << 10;
/// The most bytes that a bot writes from one asked turn to the next (B4).
pub const MOST_TURN: usize = 256 << 10;
/// The most bytes of the notes of a turn, as written (B7).
pub const MOST_NOTES: usize = 8 << 10;

/// What the host says.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToBot<'a> {
    /// The first line.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The name and version of the host.
        host: &'a str,
    },
    /// A match begins, and the bot has this seat.
    Start(Start<'a>),
    /// The seat chooses now.
    Turn(Turn<'a>),
    /// The seat is out for good and is not asked again, but the match goes on.
    Out {
        /// The seat.
        seat: u8,
    },
    /// The match is over.
    End(End<'a>),
    /// Are you there?
    Ping {
        /// To be echoed.
        id: &'a str,
    },
}

/// The beginning of a match.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Start<'a> {
    /// A random name of the match, which tells neither its seed nor its file.
    pub r#match: &'a str,
    /// The name of the game.
    pub game: &'a str,
    /// The version of its rules.
    pub rules: u32,
    /// The bot's seat, from 0.
    pub seat: u8,
    /// The role of that seat.
    pub role: &'a str,
    /// How many seats there are.
    pub seats: usize,
    /// The role of every seat.
    pub roles: Vec<&'a str>,
    /// The name of every seat's entrant; null where it is hidden.
    pub names: Vec<Option<&'a str>>,
    /// What the game tells a seat once: `GAME.start.json`.
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub start: &'a RawValue,
    /// What its seat sees before the first step, for who prepares: `GAME.view.json`.
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub view: &'a RawValue,
    /// The options of the manifest and of the event.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Value>"))]
    pub options: &'a Value,
    /// How time is kept.
    pub clock: ClockDocument,
    /// 64 bits for reproducible dice, as a decimal number in a string.
    pub seed: String,
}

/// A question.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Turn<'a> {
    /// A random word that the answer repeats.
    pub id: &'a str,
    /// How many steps the match has had.
    pub turn: u64,
    /// The seat that chooses.
    pub seat: u8,
    /// What the seat may know now: `GAME.view.json`.
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub view: &'a RawValue,
    /// What it may choose, each as `GAME.action.json`; absent if the manifest says `legal = false`. Actions with free numbers may be
    /// allowed though they are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Value>>"))]
    pub legal: Option<&'a RawValue>,
    /// Milliseconds for this turn without the bank; null without a clock.
    pub left_ms: Option<u64>,
    /// Milliseconds in the bank.
    pub bank_ms: u64,
    /// What came of the turn before; absent in the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<&'a Last>,
}

impl Turn<'_> {
    /// Writes the line, with its end. It is the same as [`ToBot::line`] makes, but the texts of view and actions, which
    /// the game writes itself, are not read again: this line is sent at every turn.
    pub fn write(line: &mut Vec<u8>, about: About<'_>, view: &[u8], legal: Option<impl FnOnce(&mut Vec<u8>)>) {
        let About { id, turn, seat, left_ms, bank_ms, last } = about;
        // Writing into memory cannot fail.
        let _ = write!(line, r#"{{"type":"turn","id":"{id}","turn":{turn},"seat":{seat},"view":"#);
        line.extend_from_slice(view);
        if let Some(legal) = legal {
            line.extend_from_slice(br#","legal":"#);
            legal(line);
        }
        let _ = match left_ms {
            Some(left_ms) => write!(line, r#","left_ms":{left_ms},"bank_ms":{bank_ms}"#),
            None => write!(line, r#","left_ms":null,"bank_ms":{bank_ms}"#),
        };
        if let Some(last) = last {
            line.extend_from_slice(br#","last":"#);
            let _ = serde_json::to_writer(&mut *line, last);
        }
        line.extend_from_slice(b"}\n");
    }
}

/// What a turn says besides view and actions.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// A random word that the answer repeats.
    pub id: &'a str,
    /// How many steps the match has had.
    pub turn: u64,
    /// The seat that chooses.
    pub seat: u8,
    /// Milliseconds for this turn without the bank; none without a clock.
    pub left_ms: Option<u64>,
    /// Milliseconds in the bank.
    pub bank_ms: u64,
    /// What came of the turn before.
    pub last: Option<&'a Last>,
}

/// What came of the turn before.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Last {
    /// Its verdict.
    #[cfg_attr(feature = "schema", schemars(with = "gridhaunt_kernel::fault::Verdict"))]
    pub verdict: &'static str,
    /// The milliseconds that it took.
    pub used_ms: f64,
    /// What was played: what the bot sent, or its last legal `maybe`; null for the game's default action.
    pub played: Value,
}

/// The end of a match.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct End<'a> {
    /// The seat.
    pub seat: u8,
    /// What the seat may know at the end: `GAME.view.json`.
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub view: &'a RawValue,
    /// The result, `outcome.json`; null if the match was stopped.
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub outcome: &'a RawValue,
    /// How often each verdict was given to this seat.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, u64>"))]
    pub verdicts: Value,
}

impl ToBot<'_> {
    /// The line, with its end.
    #[must_use]
    pub fn line(&self) -> Vec<u8> {
        // Texts and numbers alone: this cannot fail.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

/// What a bot says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromBot {
    /// The answer to `hello`.
    Hello {
        /// How it calls itself.
        name: Option<String>,
        /// Its version.
        version: Option<Value>,
    },
    /// The answer to `start`.
    Ready {
        /// The seat, where one process has several.
        seat: Option<u8>,
    },
    /// A choice.
    Move(Choice),
    /// The choice that counts if time runs out.
    Maybe(Choice),
    /// Words and marks for viewers.
    Note {
        /// The word of the turn.
        id: String,
        /// Words.
        text: Option<String>,
        /// Marks on the board.
        #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<gridhaunt_kernel::note::Mark>>"))]
        marks: Option<Vec<Value>>,
    },
    /// The answer to `ping`.
    Pong {
        /// The word of the ping.
        id: String,
    },
}

/// A choice: an action of the game, or its place in `legal`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Choice {
    /// The word of the turn.
    pub id: String,
    /// The action: `GAME.action.json`, or another spelling that the game reads.
    #[serde(default, deserialize_with = "present")]
    pub action: Option<Value>,
    /// In place of `action`: its place in `legal`, from 0.
    // What is no number is kept as it was sent: the move is illegal and not stray (B7).
    #[serde(default, deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub index: Option<Value>,
}

impl Choice {
    /// The place in `legal` that it names, if that is a number.
    #[must_use]
    pub fn place(&self) -> Option<usize> {
        self.index.as_ref().and_then(Value::as_u64).and_then(|place| usize::try_from(place).ok())
    }
}

/// `null` is an action that is not allowed, not a missing one.
fn present<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(input).map(Some)
}

impl FromBot {
    /// Reads a line; `None` if it is stray (B5): no JSON object, with a doubled key, too deep, or of unknown type.
    #[must_use]
    pub fn read(line: &[u8]) -> Option<Self> {
        plain_move(line).or_else(|| Self::read_any(line))
    }

    /// The same, without the short way that most moves take.
    #[must_use]
    pub fn read_any(line: &[u8]) -> Option<Self> {
        let value = parse(line).ok()?;
        value.is_object().then(|| serde_json::from_value(value).ok())?
    }

    /// Why a line is stray, in words for who wrote it; they may contain what a terminal would obey.
    #[must_use]
    pub fn why_stray(line: &[u8]) -> String {
        if line.trim_ascii().is_empty() {
            return "an empty line".into();
        }
        let value = match parse(line) {
            Ok(value) => value,
            Err(error) => {
                let (text, column) = (error.to_string(), error.column());
                let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
                let sort = if error.is_data() { "" } else { "no JSON: " };
                return format!("{sort}{text}, column {column}");
            }
        };
        let Value::Object(fields) = &value else { return format!("{} is no JSON object", brief(&value)) };
        let kind = match fields.get("type") {
            Some(Value::String(kind)) if KINDS.contains(&kind.as_str()) => kind.as_str(),
            Some(kind) => return format!("type: {} is not one of {}", brief(kind), KINDS.join(", ")),
            None => return format!("no type: need one of {}", KINDS.join(", ")),
        };
        if matches!(kind, "move" | "maybe" | "note" | "pong") {
            match fields.get("id") {
                Some(Value::String(_)) => {}
                Some(id) => return format!("id: {} is not a text", brief(id)),
                None => return "no id: need that of the line that is answered".into(),
            }
        }
        let of_another_kind = |name: &str, is: fn(&Value) -> bool| fields.get(name).filter(|value| !is(value));
        let wrong = match kind {
            "hello" => of_another_kind("name", Value::is_string).map(|name| ("name", name, "a text")),
            "ready" => of_another_kind("seat", Value::is_u64).map(|seat| ("seat", seat, "the number of a seat")),
            "note" => (of_another_kind("text", Value::is_string).map(|text| ("text", text, "a text")))
                .or_else(|| of_another_kind("marks", Value::is_array).map(|marks| ("marks", marks, "a list"))),
            _ => None,
        };
        match (wrong, serde_json::from_value::<Self>(value.clone())) {
            (Some((name, value, expected)), Err(_)) => format!("{name}: {} is not {expected}", brief(value)),
            (None, Err(error)) => error.to_string(),
            (_, Ok(_)) => format!("no {kind} is awaited now"),
        }
    }
}

/// The types of what a bot says, those first that it says most.
const KINDS: [&str; 6] = ["move", "maybe", "note", "ready", "hello", "pong"];

/// A move as most bots write it: an object of texts and whole numbers without escapes. `None` does not mean that it is
/// no move.
fn plain_move(line: &[u8]) -> Option<FromBot> {
    let mut rest = Scan(line);
    let (mut is_move, mut id, mut action, mut index) = (false, None, None, None);
    rest.sign(b'{')?;
    loop {
        let key = rest.text()?;
        rest.sign(b':')?;
        match key {
            "type" if !is_move => is_move = (rest.text()? == "move").then_some(true)?,
            "id" if id.is_none() => id = Some(rest.text()?.to_string()),
            "action" if action.is_none() => {
                action = Some(if rest.next()? == b'"' { rest.text()?.into() } else { rest.number()?.into() });
            }
            "index" if index.is_none() => index = Some(rest.number()?.into()),
            _ => return None,
        }
        match rest.next()? {
            b',' => rest.sign(b',')?,
            _ => break,
        }
    }
    rest.sign(b'}')?;
    (is_move && rest.0.is_empty()).then_some(FromBot::Move(Choice { id: id?, action, index }))
}

/// What is left of a line.
struct Scan<'a>(&'a [u8]);

impl<'a> Scan<'a> {
    /// The next byte that is no space.
    fn next(&mut self) -> Option<u8> {
        loop {
            match self.0 {
                [b' ', rest @ ..] => self.0 = rest,
                [byte, ..] => return Some(*byte),
                [] => return None,
            }
        }
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        (self.next()? == sign).then(|| self.0 = &self.0[1..])
    }

    /// A text of ASCII without escapes.
    fn text(&mut self) -> Option<&'a str> {
        self.sign(b'"')?;
        let end = self.0.iter().position(|byte| !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\'))?;
        let (text, rest) = self.0.split_at(end);
        self.0 = rest.strip_prefix(b"\"")?;
        std::str::from_utf8(text).ok()
    }

    /// A whole number of at most 18 digits, so that it fits.
    fn number(&mut self) -> Option<u64> {
        self.next()?;
        let end = self.0.iter().position(|byte| !byte.is_ascii_digit())?;
        let (digits, rest) = self.0.split_at(end);
        let is_plain = (1..=18).contains(&end) && (end == 1 || digits[0] != b'0');
        // `1.5` and `1e3` are numbers of another kind.
        let is_whole = matches!(rest[0], b',' | b'}' | b' ');
        self.0 = rest;
        (is_plain && is_whole).then(|| digits.iter().fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn messages_of_a_bot_are_read_and_unknown_fields_ignored() {
        let choice = |action, index| Choice { id: "k3".into(), action, index };
        for (line, message) in [
            (r#"{"type":"hello"}"#, FromBot::Hello { name: None, version: None }),
            (
                r#"{"version":"3","name":"fiend","type":"hello","mood":"good"}"#,
                FromBot::Hello { name: Some("fiend".into()), version: Some("3".into()) },
            ),
            (r#"{"type":"ready"}"#, FromBot::Ready { seat: None }),
            (r#"{"type":"move","id":"k3","action":"up"}"#, FromBot::Move(choice(Some("up".into()), None))),
            (r#"{"type":"move","id":"k3","action":null}"#, FromBot::Move(choice(Some(Value::Null), None))),
            (r#"{"type":"move","id":"k3","index":-1}"#, FromBot::Move(choice(None, Some(json!(-1))))),
            (r#"{"type":"move","id":"k3","index":"0"}"#, FromBot::Move(choice(None, Some("0".into())))),
            (r#"{"type":"maybe","id":"k3","index":2}"#, FromBot::Maybe(choice(None, Some(2.into())))),
            (
                r#"{"type":"note","id":"k3","marks":[{"cell":[1,2]}]}"#,
                FromBot::Note { id: "k3".into(), text: None, marks: Some(vec![json!({"cell":[1,2]})]) },
            ),
            (r#"{"type":"pong","id":"p"}"#, FromBot::Pong { id: "p".into() }),
        ] {
            assert_eq!(FromBot::read(line.as_bytes()), Some(message), "{line}");
        }
    }

    #[test]
    fn the_line_of_a_turn_is_that_of_its_type() {
        let last = Last { verdict: "ok", used_ms: 1.3, played: json!("up") };
        let (view, legal) = (json!({"a": [1, "b\\n"]}).to_string(), json!(["up", 3]).to_string());
        for (legal, left_ms, last) in [(None, None, None), (Some(legal.as_str()), Some(100), Some(&last))] {
            let raw = |text: &str| RawValue::from_string(text.into()).unwrap();
            let (own, bank_ms) = (legal.map(raw), 7);
            let (id, turn, seat, view_of) = ("k3f9", 17, 2, raw(&view));
            let of_type = Turn { id, turn, seat, view: &view_of, legal: own.as_deref(), left_ms, bank_ms, last };
            let mut line = Vec::new();
            let legal = legal.map(|legal| |line: &mut Vec<u8>| line.extend_from_slice(legal.as_bytes()));
            Turn::write(&mut line, About { id, turn, seat, left_ms, bank_ms, last }, view.as_bytes(), legal);
            assert_eq!(String::from_utf8(line), String::from_utf8(ToBot::Turn(of_type).line()));
        }
    }

    #[test]
    fn everything_else_is_stray() {
        let deep = "[".repeat(100_000);
        for line in [
            "",
            "hello",
            "[]",
            "7",
            "null",
            r#"{"type":"dance"}"#,
            r#"{"type":"move"}"#,
            r#"{"type":"move","id":7}"#,
            r#"{"type":"move","id":"a","id":"b","action":"up"}"#,
            r#"{"id":"a","action":"up"}"#,
            "\u{feff}{}",
            &deep,
        ] {
            assert_eq!(FromBot::read(line.as_bytes()), None, "{}", line.get(..40).unwrap_or(line));
        }
        assert_eq!(FromBot::read(b"{\"type\":\"note\",\"id\":\"\xff\"}"), None);
    }

    #[test]
    fn who_wrote_a_stray_line_is_told_what_to_mend() {
        for (line, why) in [
            ("", "an empty line"),
            ("hello", "no JSON: expected value, column 1"),
            (r#"{"type":"move","id":"a","action":"up""#, "no JSON: EOF while parsing an object, column 37"),
            ("{'type':'move'}", "no JSON: key must be a string, column 2"),
            ("[]", "[] is no JSON object"),
            (r#"{"type":"mvoe","id":"a"}"#, r#"type: "mvoe" is not one of move, maybe, note, ready, hello, pong"#),
            (r#"{"type":7}"#, "type: 7 is not one of move, maybe, note, ready, hello, pong"),
            (r#"{"id":"a","action":"up"}"#, "no type: need one of move, maybe, note, ready, hello, pong"),
            (r#"{"type":"move","id":123,"action":"up"}"#, "id: 123 is not a text"),
            (r#"{"type":"move","action":"up"}"#, "no id: need that of the line that is answered"),
            (r#"{"type":"move","id":"a","id":"b"}"#, r#"the key "id" stands twice, column 28"#),
            (r#"{"type":"hello","name":7}"#, "name: 7 is not a text"),
            (r#"{"type":"ready","seat":"0"}"#, r#"seat: "0" is not the number of a seat"#),
            (r#"{"type":"note","id":"a","marks":7}"#, "marks: 7 is not a list"),
            (r#"{"type":"ready"}"#, "no ready is awaited now"),
        ] {
            assert_eq!(FromBot::why_stray(line.as_bytes()), why, "{line}");
        }
        assert!(FromBot::why_stray(b"{\"type\":\"\xff\"}").starts_with("no JSON: invalid unicode code point"));
    }

    #[test]
    fn a_move_as_most_bots_write_it_takes_the_short_way() {
        for line in [
            r#"{"type":"move","id":"k3","action":"up"}"#,
            r#"{"type": "move", "id": "k3", "action": "up"}"#,
            r#"{"id":"k3","index":17,"type":"move"}"#,
            r#"{ "type" : "move" , "id" : "" , "action" : 0 , "index" : 999999999999999999 }"#,
        ] {
            let short = plain_move(line.as_bytes());
            assert!(short.is_some() && short == FromBot::read_any(line.as_bytes()), "{line}");
        }
        for line in [
            r#"{"type":"move","id":"k3","action":{"to":[1,2]}}"#,
            r#"{"type":"move","id":"k\u0033","action":"up"}"#,
            r#"{"type":"move","id":"k3","action":1.5}"#,
            r#"{"type":"move","id":"k3","action":1e3}"#,
            r#"{"type":"move","id":"k3","action":007}"#,
            r#"{"type":"move","id":"k3","index":18446744073709551616}"#,
            r#"{"type":"move","id":"k3","action":"up","mood":"good"}"#,
            r#"{"type":"maybe","id":"k3","action":"up"}"#,
            r#"{"type":"move","id":"k3","action":"up"}}"#,
            r#"{"type":"move","id":"k3","action":"up",}"#,
            r#"{"type":"move","type":"move","id":"k3","action":"up"}"#,
            r#"{"type":"move","action":"up"}"#,
            r#"{"type":"move","id":"k3","action":"#,
        ] {
            assert_eq!(plain_move(line.as_bytes()), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn the_short_way_leads_to_the_same(
            fields in prop::collection::vec(
                ("(\"type\"|\"id\"|\"action\"|\"index\"|\"[a-z]{0,3}\")", "(:|: | :)",
                 "(\"move\"|\"maybe\"|\"[ -~]{0,4}\"|[0-9]{1,21}|-?[0-9]{1,3}(\\.[0-9])?(e1)?|null|true|\\[\\]|\\{\\}|\"é\")"),
                0..5,
            ),
            begin in "[ \t]{0,1}\\{ ?",
            between in "(,|, | ,|,\t|)",
            end in " ?\\}[ \r}]?",
        ) {
            let fields: Vec<String> = fields.into_iter().map(|(key, colon, value)| key + &colon + &value).collect();
            let line = begin + &fields.join(&between) + &end;
            if let Some(short) = plain_move(line.as_bytes()) {
                prop_assert_eq!(Some(short), FromBot::read_any(line.as_bytes()), "{}", line);
            }
        }

        #[test]
        fn a_move_of_any_bytes_reads_the_same_both_ways(at in 0usize..60, byte: u8) {
            let mut line = br#"{"type":"move","id":"8345","action":"up","index":3}"#.to_vec();
            let at = at % line.len();
            line[at] = byte;
            prop_assert_eq!(FromBot::read(&line), FromBot::read_any(&line));
        }

        #[test]
        fn no_line_panics(line in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = (FromBot::read(&line), FromBot::why_stray(&line));
        }
    }
}
