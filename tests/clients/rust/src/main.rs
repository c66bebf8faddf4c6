//! Plays a match with signalrs-client and tells what it saw.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use signalrs_client::SignalRClient;
use signalrs_client::hub::Hub;
use signalrs_derive::HubArgument;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

type AnyError = Box<dyn std::error::Error>;

#[derive(Deserialize, HubArgument)]
struct Information(Value);

#[derive(Deserialize, HubArgument)]
struct State(Value);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Command {
    action: u64,
    bot_id: String,
}

fn plan(tick: u64) -> Vec<u64> {
    match tick {
        5 => vec![4, 2, 4],
        6 | 7 => vec![],
        _ => vec![1 + (tick * tick + tick / 3) % 4],
    }
}

fn hub(told: UnboundedSender<Value>) -> Hub {
    let tell = move |words: Value| {
        let _ = told.send(words);
    };
    let (registered, informed, state, ended) = (tell.clone(), tell.clone(), tell.clone(), tell);
    Hub::default()
        .method("Registered", move |id: String| async move { registered(json!(["registered", id])) })
        .method("ReceiveGameInformation", move |Information(all): Information| async move {
            informed(json!(["information", all]));
        })
        .method("ReceiveBotState", move |State(all): State| async move { state(json!(["state", all])) })
        .method("EndGame", move |seed: i32, tick: i32| async move { ended(json!(["end", seed, tick])) })
}

// The crate spawns a task for each message: only on one thread do they keep their order.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), AnyError> {
    let url = std::env::var("SEAT_URL")?;
    let token = std::env::var("SEAT_TOKEN")?;
    let (place, path) = url.trim_start_matches("http://").split_once('/').ok_or("a path")?;
    let (host, port) = place.rsplit_once(':').ok_or("a port")?;
    let (sender, mut told) = unbounded_channel();
    let client = SignalRClient::builder(host)
        .use_port(port.parse()?)
        .use_hub(path)
        .use_unencrypted_connection()
        .with_client_hub(hub(sender))
        .build()
        .await?;
    client.method("Register").arg(token.clone())?.arg("signalrs")?.invoke_unit().await?;
    let mut last_tick = None;
    while let Some(words) = told.recv().await {
        println!("{words}");
        match words[0].as_str() {
            Some("information") => last_tick = words[1]["maxTicks"].as_u64(),
            Some("state") => {
                let tick = words[1]["gameTick"].as_u64().ok_or("a tick")?;
                for action in plan(tick).into_iter().filter(|_| Some(tick) != last_tick) {
                    println!("{}", json!(["sent", action]));
                    client.method("SendPlayerCommand").arg(Command { action, bot_id: token.clone() })?.send().await?;
                }
            }
            Some("end") => break,
            _ => {}
        }
    }
    drop(client);
    println!("{}", json!(["left"]));
    Ok(())
}
