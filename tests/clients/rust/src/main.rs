//! Plays a match with signalr-client and tells what it saw.

use serde::Serialize;
use serde_json::{Value, json};
use signalr_client::SignalRClient;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

type AnyError = Box<dyn std::error::Error>;

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

/// Tells every message that the server sends, in the order in which they come. What is returned keeps the calls alive.
fn listen(client: &mut SignalRClient, told: &UnboundedSender<Value>) -> Vec<impl Sized + use<>> {
    let calls = [
        ("Registered", "registered", 1),
        ("ReceiveGameInformation", "information", 1),
        ("ReceiveBotState", "state", 1),
        ("EndGame", "end", 2),
    ];
    let listen = |(target, word, arguments): (&str, &'static str, usize)| {
        let told = told.clone();
        client.register(target.into(), move |call| {
            let given = (0..arguments).map(|n| call.argument::<Value>(n).unwrap_or(Value::Null));
            let _ = told.send([json!(word)].into_iter().chain(given).collect());
        })
    };
    calls.map(listen).into()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), AnyError> {
    let url = std::env::var("SEAT_URL")?;
    let token = std::env::var("SEAT_TOKEN")?;
    let (place, path) = url.trim_start_matches("http://").split_once('/').ok_or("a path")?;
    let (host, port) = place.rsplit_once(':').ok_or("a port")?;
    let port: i32 = port.parse()?;
    let (sender, mut told) = unbounded_channel();
    let mut client = SignalRClient::connect_with(host, path, |how| {
        how.with_port(port);
        how.unsecure();
    })
    .await?;
    let _calls = listen(&mut client, &sender);
    client
        .send_with_args("Register".into(), |how| {
            how.argument(token.clone()).argument("signalr");
        })
        .await?;
    let mut last_tick = None;
    while let Some(words) = told.recv().await {
        println!("{words}");
        match words[0].as_str() {
            Some("information") => last_tick = words[1]["maxTicks"].as_u64(),
            Some("state") => {
                let tick = words[1]["gameTick"].as_u64().ok_or("a tick")?;
                for action in plan(tick).into_iter().filter(|_| Some(tick) != last_tick) {
                    println!("{}", json!(["sent", action]));
                    let command = || Command { action, bot_id: token.clone() };
                    client.send_with_args("SendPlayerCommand".into(), |how| _ = how.argument(command())).await?;
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
