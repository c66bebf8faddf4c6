//! A client written from the rule book only: a WebSocket and records of JSON.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{WebSocketStream, client_async};

const PATIENCE: Duration = Duration::from_secs(20);

/// A bot's end of the connection.
pub(crate) struct Bot {
    pub(crate) socket: WebSocketStream<TcpStream>,
    unread: VecDeque<String>,
}

impl Bot {
    /// Opens a socket and sends nothing.
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self::open_at(address, "runnerhub?id=x").await.expect("the hub is there")
    }

    /// Opens a socket at a path; `None` if the server refuses it.
    pub(crate) async fn open_at(address: SocketAddr, path: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).await.expect("the server takes connections");
        stream.set_nodelay(true).unwrap();
        let (socket, _) = client_async(format!("ws://{address}/{path}"), stream).await.ok()?;
        Some(Self { socket, unread: VecDeque::new() })
    }

    /// Opens a socket and does the handshake.
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let mut bot = Self::open(address).await;
        bot.say(r#"{"protocol":"json","version":1}"#).await;
        bot.expect("{}").await;
        bot
    }

    /// Opens a socket, does the handshake and registers with the token of this number.
    pub(crate) async fn join(address: SocketAddr, number: u64) -> Self {
        let mut bot = Self::connect(address).await;
        bot.register(&id(number), &format!("bot {number}")).await;
        bot.expect(&registered(&id(number))).await;
        bot
    }

    pub(crate) async fn register(&mut self, token: &str, nick: &str) {
        self.call("Register", json!([token, nick])).await;
    }

    pub(crate) async fn command(&mut self, action: Value, id: &str) {
        self.call("SendPlayerCommand", json!([{"action": action, "botId": id}])).await;
    }

    /// Calls a method that needs no answer.
    pub(crate) async fn call(&mut self, target: &str, arguments: Value) {
        self.say(&json!({"type": 1, "target": target, "arguments": arguments}).to_string()).await;
    }

    /// Calls a method; returns the completion without its end byte.
    pub(crate) async fn invoke(&mut self, id: &str, target: &str, arguments: Value) -> String {
        let call = json!({"type": 1, "target": target, "arguments": arguments, "invocationId": id});
        self.say(&call.to_string()).await;
        let mark = format!("{{\"type\":3,\"invocationId\":\"{id}\"");
        self.find(&mark).await
    }

    pub(crate) async fn say(&mut self, record: &str) {
        self.frame(Message::text(format!("{record}\u{1e}"))).await;
    }

    pub(crate) async fn frame(&mut self, frame: Message) {
        // A write error is ignored: if the server has closed, the next read shows it.
        let _ = self.socket.send(frame).await;
    }

    /// The next record; `None` once the server has closed. Every frame contains exactly one.
    pub(crate) async fn record(&mut self) -> Option<String> {
        if let Some(record) = self.unread.pop_front() {
            return Some(record);
        }
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    let record = text.strip_suffix('\u{1e}').expect("a record ends").to_string();
                    assert!(!record.contains('\u{1e}'), "one record a frame");
                    return Some(record);
                }
                Some(Ok(Message::Close(frame))) => assert_eq!(frame.map(|frame| frame.code), Some(CloseCode::Normal)),
                Some(Ok(Message::Pong(_))) => return Some("pong".into()),
                Some(Ok(other)) => panic!("the server sends text and nothing else: {other:?}"),
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub(crate) async fn next(&mut self) -> String {
        self.record().await.expect("the connection is open")
    }

    pub(crate) async fn expect(&mut self, record: &str) {
        assert_eq!(self.next().await, record);
    }

    /// Reads until the server closes; returns all records.
    pub(crate) async fn rest(&mut self) -> Vec<String> {
        let mut rest = Vec::new();
        while let Some(record) = self.record().await {
            rest.push(record);
        }
        rest
    }

    /// Reads up to the first record that begins with this text.
    pub(crate) async fn find(&mut self, mark: &str) -> String {
        loop {
            let record = self.next().await;
            if record.starts_with(mark) {
                return record;
            }
        }
    }

    /// The next state; `None` once the game has ended.
    pub(crate) async fn state(&mut self) -> Option<Value> {
        loop {
            let record = self.next().await;
            if let Some(state) = state_of(&record) {
                return Some(state);
            }
            if record.starts_with(r#"{"type":1,"target":"EndGame""#) {
                return None;
            }
        }
    }

    /// Answers every state until the end; returns their number.
    pub(crate) async fn play(mut self, number: u64, mut choose: impl FnMut(u64) -> u64) -> (Self, u64) {
        let mut states = 0;
        while let Some(state) = self.state().await {
            states += 1;
            let action = choose(state["gameTick"].as_u64().unwrap());
            self.command(action.into(), &id(number)).await;
        }
        (self, states)
    }

    /// Whether the server sends nothing for so long.
    pub(crate) async fn is_silent(&mut self, time: Duration) -> bool {
        match timeout(time, self.socket.next()).await {
            Err(_) => self.unread.is_empty(),
            Ok(Some(Ok(Message::Text(text)))) => {
                self.unread.push_back(text.trim_end_matches('\u{1e}').to_string());
                false
            }
            Ok(_) => false,
        }
    }
}

/// The token of a bot, lower case.
pub(crate) fn id(number: u64) -> String {
    format!("0f8fad5b-d9cb-469f-a165-7086772895{number:02x}")
}

pub(crate) fn registered(id: &str) -> String {
    format!(r#"{{"type":1,"target":"Registered","arguments":["{id}"]}}"#)
}

pub(crate) fn disconnect(why: &str) -> String {
    format!(r#"{{"type":1,"target":"Disconnect","arguments":["{why}"]}}"#)
}

pub(crate) fn done(id: &str) -> String {
    format!(r#"{{"type":3,"invocationId":"{id}","result":null}}"#)
}

pub(crate) fn failed(id: &str, why: &str) -> String {
    format!(r#"{{"type":3,"invocationId":"{id}","error":"{why}"}}"#)
}

/// The state in a record.
pub(crate) fn state_of(record: &str) -> Option<Value> {
    let record: Value = serde_json::from_str(record).unwrap();
    (record["target"] == "ReceiveBotState").then(|| record["arguments"][0].clone())
}
