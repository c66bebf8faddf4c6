//! Parses the messages of clients (W5, W7); keys and method names may have any letter case.

use super::guid::Guid;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_sproutopia::Action;

/// The newest version of the protocol that a client may name (W5).
const NEWEST_VERSION: i64 = 2;

/// The error for a record that is not a message: not a JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

/// Reads the first record (W5).
///
/// # Errors
/// The text of the error to answer with.
pub fn read_handshake(record: &[u8]) -> Result<(), String> {
    const BROKEN: &str = "An unexpected error occurred during connection handshake.";
    let Ok(Value::Object(fields)) = serde_json::from_slice(record) else { return Err(BROKEN.into()) };
    let (Some(Value::String(protocol)), Some(version)) =
        (get(&fields, "protocol"), get(&fields, "version").and_then(whole))
    else {
        return Err(BROKEN.into());
    };
    if !protocol.eq_ignore_ascii_case("json") {
        return Err(format!("The protocol '{protocol}' is not supported."));
    }
    if !(0..=NEWEST_VERSION).contains(&version) {
        return Err(format!("The server does not support version {version} of the '{protocol}' protocol."));
    }
    Ok(())
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Incoming {
    /// A call of a method.
    Call(Call),
    /// A streaming call, which no method supports.
    Stream(Call),
    Close,
    /// A message that needs no action.
    Other,
}

/// A call of a method of the hub.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Call {
    /// The `invocationId` of the answer; a call without it is not answered.
    pub id: Option<Value>,
    pub target: String,
    /// The arguments, not checked yet.
    pub arguments: Vec<Value>,
}

impl Incoming {
    /// Reads a record after the first.
    ///
    /// # Errors
    /// The record is not a JSON object.
    pub fn read(record: &[u8]) -> Result<Self, Broken> {
        let Ok(Value::Object(mut fields)) = serde_json::from_slice(record) else { return Err(Broken) };
        Ok(match get(&fields, "type").and_then(whole) {
            Some(1) => Self::Call(Call::take(&mut fields)),
            Some(4) => Self::Stream(Call::take(&mut fields)),
            Some(7) => Self::Close,
            _ => Self::Other,
        })
    }
}

impl Call {
    fn take(fields: &mut Map<String, Value>) -> Self {
        let id = take(fields, "invocationId").filter(|id| id.is_string() || id.is_number());
        let target = match take(fields, "target") {
            Some(Value::String(target)) => target,
            _ => String::new(),
        };
        let arguments = match take(fields, "arguments") {
            Some(Value::Array(arguments)) => arguments,
            _ => Vec::new(),
        };
        Self { id, target, arguments }
    }
}

/// A call whose arguments have been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Wish {
    Register {
        /// Its token, which becomes its id.
        token: Guid,
        /// The nickname it asks for.
        nick: Option<String>,
    },
    Command {
        /// The number of the action, not checked.
        action: i64,
        /// The id of the farmer; `None` for the only farmer of the connection.
        bot: Option<Guid>,
    },
    /// Asks for the game information.
    Info {
        /// The id of the farmer that asks.
        bot: Guid,
    },
}

impl Wish {
    /// Whether a call is a registration, valid or not.
    #[must_use]
    pub fn is_registration(call: &Call) -> bool {
        call.target.eq_ignore_ascii_case(REGISTER)
    }

    /// Checks the method and the arguments of a call.
    ///
    /// # Errors
    /// The text of the completion (W12).
    pub fn read(call: &Call) -> Result<Self, String> {
        let known = METHODS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(&call.target));
        let Some((name, expected, bind)) = known else {
            return Err(format!("Unknown hub method '{}'", call.target));
        };
        let given = call.arguments.len();
        let wish = if given == *expected {
            bind(&call.arguments).map_err(ToString::to_string)
        } else {
            Err(format!("Invocation provides {given} argument(s) but target expects {expected}."))
        };
        wish.map_err(|why| format!("Failed to invoke '{name}' due to an error on the server. {why}"))
    }
}

const REGISTER: &str = "Register";

type Bind = fn(&[Value]) -> Result<Wish, &'static str>;

/// Every method, with the number of its arguments and the function that reads them.
const METHODS: [(&str, usize, Bind); 3] =
    [(REGISTER, 2, register), ("SendPlayerCommand", 1, command), ("GetGameInfo", 1, info)];

fn register(arguments: &[Value]) -> Result<Wish, &'static str> {
    let [token, nick] = arguments else { return Err("token must be a GUID.") };
    let token = guid(token).ok_or("token must be a GUID.")?;
    let nick = match nick {
        Value::Null => None,
        Value::String(nick) => Some(nick.clone()),
        _ => return Err("nickName must be a string."),
    };
    Ok(Wish::Register { token, nick })
}

fn command(arguments: &[Value]) -> Result<Wish, &'static str> {
    let [Value::Object(fields)] = arguments else { return Err("command must be an object.") };
    let action = get(fields, "action").and_then(action).ok_or("action must be a number or the name of an action.")?;
    let bot = match get(fields, "botId") {
        None | Some(Value::Null) => None,
        Some(id) => Some(guid(id).ok_or("botId must be a GUID.")?),
    };
    Ok(Wish::Command { action, bot })
}

fn info(arguments: &[Value]) -> Result<Wish, &'static str> {
    let bot = arguments.first().and_then(guid).ok_or("botId must be a GUID.")?;
    Ok(Wish::Info { bot })
}

fn guid(value: &Value) -> Option<Guid> {
    value.as_str().and_then(Guid::parse)
}

/// The number of an action, which may be given as a number, as digits in a text, or as a name.
fn action(value: &Value) -> Option<i64> {
    let Value::String(text) = value else { return whole(value) };
    let text = text.trim();
    Action::from_word(text).map(|action| i64::from(action as u8)).or_else(|| text.parse().ok())
}

/// A whole number, in any notation: `5.0` and `5e0` are 5.
fn whole(value: &Value) -> Option<i64> {
    let real = |value: &Value| value.as_f64().filter(|real| real.fract() == 0.0 && real.abs() < 9e15);
    value.as_i64().or_else(|| real(value).map(|real| real as i64))
}

/// The value of a key in any letter case.
fn get<'a>(fields: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    fields.get(key).or_else(|| fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value))
}

fn take(fields: &mut Map<String, Value>, key: &str) -> Option<Value> {
    let name = fields.keys().find(|name| name.eq_ignore_ascii_case(key))?.clone();
    fields.remove(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const ID: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";

    fn wish(target: &str, arguments: Value) -> Result<Wish, String> {
        let record = json!({"type": 1, "target": target, "arguments": arguments}).to_string();
        match Incoming::read(record.as_bytes()) {
            Ok(Incoming::Call(call)) => Wish::read(&call),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn handshakes_of_all_clients_are_taken() {
        for version in ["0", "1", "2", "1.0"] {
            assert_eq!(read_handshake(format!(r#"{{"protocol":"json","version":{version}}}"#).as_bytes()), Ok(()));
        }
        assert_eq!(read_handshake(br#" { "Version": 1, "PROTOCOL": "JSON", "more": [] } "#), Ok(()));
        for (record, error) in [
            (r#"{"protocol":"messagepack","version":1}"#, "The protocol 'messagepack' is not supported."),
            (r#"{"protocol":"json","version":3}"#, "The server does not support version 3 of the 'json' protocol."),
            (r#"{"protocol":"json","version":-1}"#, "The server does not support version -1 of the 'json' protocol."),
            (r#"{"protocol":"json"}"#, "An unexpected error occurred during connection handshake."),
            (r#"{"type":6}"#, "An unexpected error occurred during connection handshake."),
            ("GET / HTTP/1.1", "An unexpected error occurred during connection handshake."),
        ] {
            assert_eq!(read_handshake(record.as_bytes()), Err(error.into()), "{record}");
        }
    }

    #[test]
    fn messages_are_known_by_their_type_in_any_letter_case() {
        let read = |text: &str| Incoming::read(text.as_bytes());
        let call = |id| Call { id, target: "X".into(), arguments: vec![json!(1)] };
        let text = r#"{"TYPE":1,"Target":"X","ARGUMENTS":[1],"invocationid":"7","headers":{},"streamIds":[]}"#;
        assert_eq!(read(text), Ok(Incoming::Call(call(Some(json!("7"))))));
        assert_eq!(
            read(r#"{"type":1,"target":"X","arguments":[1],"invocationId":null}"#),
            Ok(Incoming::Call(call(None)))
        );
        assert_eq!(read(r#"{"type":4,"target":"X","arguments":[1]}"#), Ok(Incoming::Stream(call(None))));
        assert_eq!(read(r#"{"type":7}"#), Ok(Incoming::Close));
        for text in [r#"{"type":6}"#, r#"{"type":3,"invocationId":"1"}"#, r#"{"type":99}"#, "{}", r#"{"type":"1"}"#] {
            assert_eq!(read(text), Ok(Incoming::Other), "{text}");
        }
        for text in ["", "{", "[1]", "5", "null", "\u{1}", "{\"type\":1,}"] {
            assert_eq!(read(text), Err(Broken), "{text}");
        }
        assert_eq!(Incoming::read(&[b'{', 0xFF, b'}']), Err(Broken));
        assert_eq!(read(&"[".repeat(100_000)), Err(Broken));
    }

    #[test]
    fn wishes_are_bound() {
        let token = Guid::parse(ID).unwrap();
        let spelt = ID.to_uppercase().replace('-', "");
        assert_eq!(wish("Register", json!([spelt, "ana"])), Ok(Wish::Register { token, nick: Some("ana".into()) }));
        assert_eq!(wish("REGISTER", json!([ID, null])), Ok(Wish::Register { token, nick: None }));
        assert_eq!(wish("getgameinfo", json!([ID])), Ok(Wish::Info { bot: token }));
        for (action, number) in [
            (json!(4), 4),
            (json!(1.0), 1),
            (json!("3"), 3),
            (json!("Right"), 4),
            (json!("UP"), 1),
            (json!("down"), 2),
            (json!("IDLE"), 0),
            (json!("None"), 0),
            (json!(-7), -7),
            (json!("77"), 77),
        ] {
            let command = Wish::Command { action: number, bot: Some(token) };
            assert_eq!(wish("sendPlayerCommand", json!([{"Action": action, "BOTID": ID}])), Ok(command), "{action}");
        }
        assert_eq!(wish("SendPlayerCommand", json!([{"action": 1}])), Ok(Wish::Command { action: 1, bot: None }));
    }

    #[test]
    fn what_cannot_be_bound_is_told_in_the_words_of_the_specification() {
        let failed =
            |name: &str, why: &str| Err(format!("Failed to invoke '{name}' due to an error on the server. {why}"));
        assert_eq!(wish("register", json!(["x", "ana"])), failed("Register", "token must be a GUID."));
        assert_eq!(wish("Register", json!([ID, 5])), failed("Register", "nickName must be a string."));
        let count = "Invocation provides 1 argument(s) but target expects 2.";
        assert_eq!(wish("Register", json!([ID])), failed("Register", count));
        assert_eq!(wish("GameComplete", json!([])), Err("Unknown hub method 'GameComplete'".into()));
        let bad = "action must be a number or the name of an action.";
        for action in [json!(null), json!(1.5), json!("North"), json!([1]), json!(true), json!(1e300)] {
            let command = json!([{"action": action, "botId": ID}]);
            assert_eq!(wish("SendPlayerCommand", command), failed("SendPlayerCommand", bad));
        }
        assert_eq!(wish("SendPlayerCommand", json!([{"botId": ID}])), failed("SendPlayerCommand", bad));
        assert_eq!(wish("SendPlayerCommand", json!([3])), failed("SendPlayerCommand", "command must be an object."));
        let id = "botId must be a GUID.";
        assert_eq!(wish("SendPlayerCommand", json!([{"action": 1, "botId": "me"}])), failed("SendPlayerCommand", id));
        assert_eq!(wish("GetGameInfo", json!([null])), failed("GetGameInfo", id));
    }

    proptest! {
        #[test]
        fn no_record_panics(bytes in prop::collection::vec(any::<u8>(), 0..200), text in r#"[{}\[\]":,a-z0-9.eE+-]{0,80}"#) {
            let _ = (read_handshake(&bytes), Incoming::read(&bytes), read_handshake(text.as_bytes()));
            if let Ok(Incoming::Call(call)) = Incoming::read(text.as_bytes()) {
                let _ = Wish::read(&call);
            }
        }

        #[test]
        fn no_argument_panics(target in "(?i)register|sendplayercommand|getgameinfo|x", a in r#"[0-9]{1,25}|"[a-z0-9-]{0,40}"|null|\{"action":[0-9e]{1,9}\}"#) {
            let record = format!(r#"{{"type":1,"target":"{target}","arguments":[{a}]}}"#);
            if let Ok(Incoming::Call(call)) = Incoming::read(record.as_bytes()) {
                let _ = Wish::read(&call);
            }
        }
    }
}
