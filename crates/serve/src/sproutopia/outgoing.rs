//! The messages of the server (W5 to W8, W12): complete records, made once and shared by all receivers.

use super::frame::END;
use gridhaunt_kernel::json::Value;
use std::fmt::{Display, Write as _};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The answer to a good handshake (W5).
pub const WELCOME: Utf8Bytes = Utf8Bytes::from_static("{}\u{1e}");

/// The ping message (W6).
pub const PING: Utf8Bytes = Utf8Bytes::from_static("{\"type\":6}\u{1e}");

/// The close message of a normal end (W10).
pub const CLOSE: Utf8Bytes = Utf8Bytes::from_static("{\"type\":7}\u{1e}");

/// The close message after the client sent something that is not a message (W7).
pub const CLOSE_BROKEN: Utf8Bytes =
    Utf8Bytes::from_static("{\"type\":7,\"error\":\"Connection closed with an error.\"}\u{1e}");

/// The reason for a refusal when all seats are taken (W12).
pub const FULL: &str = "Maximum number of bots exceeded";

/// The reason for a refusal when another connection plays with the token (W12).
pub const IN_USE: &str = "Token already in use";

/// Makes a record of a JSON text: appends the byte that ends it (W4).
#[must_use]
pub fn record(mut text: String) -> Utf8Bytes {
    text.push(char::from(END));
    text.into()
}

/// A text as a JSON string, with quotes and escapes.
#[must_use]
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The answer to a bad handshake (W5).
#[must_use]
pub fn handshake_error(why: &str) -> Utf8Bytes {
    record(format!(r#"{{"error":{}}}"#, quoted(why)))
}

/// The completion of a call that has an `invocationId` (W7).
#[must_use]
pub fn completion(id: &Value, result: Result<(), &str>) -> Utf8Bytes {
    record(match result {
        Ok(()) => format!(r#"{{"type":3,"invocationId":{id},"result":null}}"#),
        Err(why) => format!(r#"{{"type":3,"invocationId":{id},"error":{}}}"#, quoted(why)),
    })
}

/// A call of a method of the client; `arguments` must be JSON, separated by commas.
#[must_use]
pub fn invocation(target: &str, arguments: impl Display) -> Utf8Bytes {
    record(format!(r#"{{"type":1,"target":"{target}","arguments":[{arguments}]}}"#))
}

/// `Registered`: the registration succeeded, with the id of the farmer (W8).
#[must_use]
pub fn registered(id: impl Display) -> Utf8Bytes {
    invocation("Registered", format_args!("\"{id}\""))
}

/// `Disconnect`: the client has to leave, with the reason as a text (W8).
#[must_use]
pub fn disconnect(why: &str) -> Utf8Bytes {
    invocation("Disconnect", quoted(why))
}

/// `EndGame` (W8): the true seed, reduced to the bits that clients can read.
#[must_use]
pub fn end_game(seed: u64, tick: u32) -> Utf8Bytes {
    invocation("EndGame", format_args!("{},{tick}", seed & 0x7FFF_FFFF))
}

/// The public facts of a match (W8), without the farmers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Facts {
    pub max_ticks: u32,
    /// Milliseconds from tick to tick.
    pub tick_rate: u32,
    /// The height of the board.
    pub rows: u8,
    pub cols: u8,
    /// The seed, or 0 if it is secret (R48).
    pub seed: u64,
    /// The size of the window that farmers see, in cells.
    pub window: u8,
}

/// `ReceiveGameInformation`: the public facts of a match and the ids of its farmers by seat (W8).
#[must_use]
pub fn game_information<I: Display>(facts: &Facts, ids: impl IntoIterator<Item = (usize, I)>) -> Utf8Bytes {
    let Facts { max_ticks, tick_rate, rows, cols, seed, window } = facts;
    let mut bots = String::new();
    for (seat, id) in ids {
        let comma = if bots.is_empty() { "" } else { "," };
        let _ = write!(bots, r#"{comma}"{seat}":"{id}""#);
    }
    invocation(
        "ReceiveGameInformation",
        format_args!(
            r#"{{"maxTicks":{max_ticks},"tickRate":{tick_rate},"rows":{rows},"cols":{cols},"randomSeed":{seed},"playerWindowSize":{window},"bots":{{{bots}}}}}"#
        ),
    )
}

/// W12: the error text of a call that was valid and failed.
#[must_use]
pub fn unexpected(method: &str, what: &str) -> String {
    format!("An unexpected error occurred invoking '{method}' on the server. {what}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_text_is_that_of_the_specification() {
        for (said, text) in [
            (registered("a-b"), r#"{"type":1,"target":"Registered","arguments":["a-b"]}"#),
            (disconnect("say \"no\""), r#"{"type":1,"target":"Disconnect","arguments":["say \"no\""]}"#),
            (end_game((1 << 31) + 5, 1000), r#"{"type":1,"target":"EndGame","arguments":[5,1000]}"#),
            (invocation("X", ""), r#"{"type":1,"target":"X","arguments":[]}"#),
            (completion(&json!("7"), Ok(())), r#"{"type":3,"invocationId":"7","result":null}"#),
            (completion(&json!(7), Err("a\n")), r#"{"type":3,"invocationId":7,"error":"a\n"}"#),
            (
                handshake_error("The protocol 'x' is not supported."),
                r#"{"error":"The protocol 'x' is not supported."}"#,
            ),
            (CLOSE_BROKEN, r#"{"type":7,"error":"Connection closed with an error."}"#),
        ] {
            assert_eq!(said.as_str(), format!("{text}\u{1e}"));
        }
        let facts = Facts { max_ticks: 1000, tick_rate: 400, rows: 50, cols: 50, seed: 0, window: 10 };
        assert_eq!(
            game_information(&facts, [(0, "a"), (1, "b")]).as_str(),
            "{\"type\":1,\"target\":\"ReceiveGameInformation\",\"arguments\":[{\"maxTicks\":1000,\"tickRate\":400,\"rows\":50,\
             \"cols\":50,\"randomSeed\":0,\"playerWindowSize\":10,\"bots\":{\"0\":\"a\",\"1\":\"b\"}}]}\u{1e}"
        );
    }
}
