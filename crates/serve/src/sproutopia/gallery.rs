//! The hub of onlookers (W14), who see everything and can pause and stop the match. It exists only if the server was
//! started with `--visualiser`.

use super::calendar::iso;
use super::callers::Callers;
use super::incoming::Call;
use super::logs::Name;
use super::logs::full::Line;
use super::outbox::Outbox;
use super::outgoing::{CLOSE, completion, invocation};
use super::registration::ConnectionId;
use super::room::{Heard, Room};
use gridhaunt_kernel::json::Value;
use gridhaunt_sproutopia::full::Full;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// The onlookers of one match.
#[derive(Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Gallery {
    shared: Mutex<Shared>,
    changed: Notify,
    stop: CancellationToken,
}

#[derive(Debug, Default)]
struct Shared {
    callers: Callers,
    paused: bool,
    /// How many ticks may still be played while the match is paused.
    steps: u32,
}

impl Gallery {
    /// A hub without connections. `StopGame` cancels `stop`.
    #[must_use]
    pub fn new(stop: CancellationToken) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Waits until the next tick may be played; returns whether the match was paused.
    pub async fn let_pass(&self) -> bool {
        let mut waited = false;
        loop {
            {
                let mut shared = self.lock();
                if !shared.paused {
                    return waited;
                }
                if shared.steps > 0 {
                    shared.steps -= 1;
                    return true;
                }
            }
            waited = true;
            self.changed.notified().await;
        }
    }

    /// Sends a board to all onlookers; `board` is called only if there are any.
    pub fn show(&self, names: &[Name], board: impl FnOnce() -> Full, now: SystemTime) {
        if self.lock().callers.is_empty() {
            return;
        }
        let board = board();
        let line = serde_json::to_value(Line::new(&iso(now), names, &board)).unwrap_or_default();
        let state = invocation("ReceiveInitialGameState", in_camel_case(line));
        self.lock().callers.iter().for_each(|outbox| outbox.show(state.clone()));
    }

    /// Sends `GameComplete` to all onlookers.
    pub fn end(&self, seed: u64, tick: u32) {
        let record = invocation("GameComplete", format_args!("{seed},{tick}"));
        self.lock().callers.iter().for_each(|outbox| outbox.say(record.clone()));
    }

    /// Closes all connections, with a close message as the last record.
    pub fn close(&self) {
        self.lock().callers.iter().for_each(|outbox| outbox.close(Some(CLOSE)));
    }

    /// Executes a call; the error is the text of its completion.
    fn obey(&self, call: &Call) -> Result<(), String> {
        let target = &call.target;
        let known = ["PauseGame", "ContinueGame", "StepIntoGame", "StopGame"];
        let Some(name) = known.iter().find(|name| name.eq_ignore_ascii_case(target)) else {
            return Err(format!("Unknown hub method '{target}'"));
        };
        if !call.arguments.is_empty() {
            let given = call.arguments.len();
            let why = format!("Invocation provides {given} argument(s) but target expects 0.");
            return Err(format!("Failed to invoke '{name}' due to an error on the server. {why}"));
        }
        let mut shared = self.lock();
        match *name {
            "PauseGame" => shared.paused = true,
            "ContinueGame" => (shared.paused, shared.steps) = (false, 0),
            "StepIntoGame" => (shared.paused, shared.steps) = (true, shared.steps.saturating_add(1)),
            _ => self.stop.cancel(),
        }
        drop(shared);
        self.changed.notify_one();
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room for Gallery {
    fn enter(&self, outbox: Arc<Outbox>, peer: SocketAddr) -> ConnectionId {
        self.lock().callers.enter(outbox, peer)
    }

    fn is_for_players(&self) -> bool {
        false
    }

    fn leave(&self, id: ConnectionId) {
        self.lock().callers.leave(id);
    }

    fn hear(&self, by: ConnectionId, call: &Call) -> Heard {
        let result = self.obey(call);
        let outbox = self.lock().callers.get(by).cloned();
        if let (Some(id), Some(outbox)) = (&call.id, outbox) {
            outbox.say(completion(id, result.as_ref().copied().map_err(String::as_str)));
        }
        Heard::Fine
    }
}

/// The same value with the first letter of every key in lower case.
fn in_camel_case(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let small = |(key, value): (String, Value)| {
                let mut letters = key.chars();
                let first = letters.next().map(|letter| letter.to_ascii_lowercase());
                (first.into_iter().chain(letters).collect(), in_camel_case(value))
            };
            Value::Object(fields.into_iter().map(small).collect())
        }
        Value::Array(items) => items.into_iter().map(in_camel_case).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use serde_json::json;

    #[test]
    fn a_match_is_held_stepped_and_stopped() {
        let gallery = Gallery::default();
        let call = |target: &str| gallery.obey(&Call { id: None, target: target.into(), arguments: Vec::new() });
        assert_eq!(gallery.let_pass().now_or_never(), Some(false));
        call("pausegame").unwrap();
        assert_eq!(gallery.let_pass().now_or_never(), None);
        call("StepIntoGame").unwrap();
        assert_eq!(gallery.let_pass().now_or_never(), Some(true));
        assert_eq!(gallery.let_pass().now_or_never(), None);
        call("ContinueGame").unwrap();
        assert_eq!(gallery.let_pass().now_or_never(), Some(false));
        assert!(!gallery.stop.is_cancelled());
        call("StopGame").unwrap();
        assert!(gallery.stop.is_cancelled());
        assert_eq!(call("Register"), Err("Unknown hub method 'Register'".into()));
    }

    #[test]
    fn keys_are_small_everywhere() {
        let large = json!({"BotSnapshots": [{"X": 1, "BotId": "A"}], "Land": [[1]]});
        assert_eq!(in_camel_case(large), json!({"botSnapshots": [{"x": 1, "botId": "A"}], "land": [[1]]}));
    }
}
