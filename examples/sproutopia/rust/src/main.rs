//! A starter bot for Sproutopia: it walks rectangles out of its land and back, and so claims them.

mod farmer;

use farmer::Farmer;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::env::var;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// A SignalR message: JSON with this byte at its end.
const END: char = '\u{1e}';

fn record(value: &Value) -> Message {
    Message::text(format!("{value}{END}"))
}

fn call(target: &str, arguments: Value) -> Message {
    record(&json!({"type": 1, "target": target, "arguments": arguments}))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = var("RUNNER_IPV4").unwrap_or("127.0.0.1".into()).replace("http://", "");
    let port = var("RUNNER_PORT").unwrap_or("5000".into());
    let token = var("TOKEN").unwrap_or_else(|_| uuid::Uuid::new_v4().to_string());
    let nickname = var("BOT_NICKNAME").unwrap_or("rust starter".into());

    let (mut socket, _) = connect_async(format!("ws://{host}:{port}/runnerhub")).await?;
    socket.send(record(&json!({"protocol": "json", "version": 1}))).await?;
    socket.send(call("Register", json!([token, nickname]))).await?;
    let mut farmer = Farmer::default();
    while let Some(frame) = socket.next().await {
        let Message::Text(text) = frame? else { continue };
        for text in text.split_terminator(END) {
            let mut message: Value = serde_json::from_str(text)?;
            match message["target"].as_str() {
                Some("ReceiveGameInformation") => {
                    let bots = message["arguments"][0]["bots"].as_object().ok_or("a list of bots")?;
                    let (seat, _) = bots.iter().find(|(_, bot)| **bot == token).ok_or("a seat")?;
                    farmer.seat = seat.parse()?;
                }
                Some("ReceiveBotState") => {
                    let action = farmer.choose(message["arguments"][0].take());
                    socket.send(call("SendPlayerCommand", json!([{"action": action, "botId": token}]))).await?;
                }
                Some("EndGame" | "Disconnect") => {
                    println!("over: {}", message["arguments"]);
                    return Ok(socket.close(None).await?);
                }
                _ => {}
            }
        }
    }
    Ok(())
}
