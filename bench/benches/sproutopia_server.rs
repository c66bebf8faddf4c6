//! Sproutopia over SignalR: ticks per second in lock-step with four clients on this machine, and how late the ticks of
//! the clock are with twenty matches of four clients each.

use gridhaunt_serve::sproutopia::clock::Jitter;
use gridhaunt_serve::sproutopia::config::Config;
use gridhaunt_serve::sproutopia::config::Pace;
use gridhaunt_serve::sproutopia::report::Report;
use gridhaunt_serve::sproutopia::result::HostedResult;
use gridhaunt_serve::sproutopia::server::Server;
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::{Message, client};
use tokio_util::sync::CancellationToken;

const CLIENTS: u64 = 4;
const RUNS: usize = 5;
const LOCKSTEP_TICKS: u64 = 5000;
const MATCHES: usize = 20;
const CLOCK_TICKS: u64 = 100;

/// A client that answers every state at once, until the server closes.
fn play(address: SocketAddr, number: u64) {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("a socket");
    let (mut socket, _) = client(format!("ws://{address}/runnerhub"), stream).expect("a hub");
    let id = format!("0f8fad5b-d9cb-469f-a165-7086772895{number:02x}");
    let record = |value: Value| Message::text(format!("{value}\u{1e}"));
    let _ = socket.send(record(json!({"protocol": "json", "version": 1})));
    let _ = socket.send(record(json!({"type": 1, "target": "Register", "arguments": [id, null]})));
    let commands: Vec<Message> = (1..=4)
        .map(|action| json!([{"action": action, "botId": id}]))
        .map(|arguments| record(json!({"type": 1, "target": "SendPlayerCommand", "arguments": arguments})))
        .collect();
    let mut turn = number as usize;
    while let Ok(message) = socket.read() {
        if matches!(&message, Message::Text(text) if text.starts_with(r#"{"type":1,"target":"ReceiveBotState""#)) {
            turn += 1;
            let _ = socket.send(commands[turn / 5 % commands.len()].clone());
        }
    }
}

/// Plays matches with four clients each.
fn matches(config: Config) -> Vec<HostedResult> {
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let server = runtime.block_on(Server::bind(Config { port: 0, ..config })).expect("a port is free");
    let addresses = server.addresses();
    let (sender, mut reports) = mpsc::channel(1024);
    let running = runtime.spawn(server.run(sender, CancellationToken::new()));
    let clients: Vec<JoinHandle<()>> = addresses
        .into_iter()
        .flat_map(|address| (0..CLIENTS).map(move |number| std::thread::spawn(move || play(address, number))))
        .collect();
    let mut played = Vec::new();
    while let Some(report) = reports.blocking_recv() {
        if let Report::Ended { played: one, .. } = report {
            played.push(*one);
        }
    }
    let _ = runtime.block_on(running);
    clients.into_iter().for_each(|client| drop(client.join()));
    played
}

fn settings(ticks: u64) -> serde_json::Map<String, Value> {
    json!({"max_ticks": ticks}).as_object().expect("an object").clone()
}

fn main() {
    let mut rates = Vec::new();
    for _ in 0..RUNS {
        let config = Config { pace: Pace::Lockstep, settings: settings(LOCKSTEP_TICKS), ..Config::default() };
        rates.extend(matches(config).iter().map(|one| f64::from(one.ticks) / one.took.as_secs_f64()));
    }
    rates.sort_by(f64::total_cmp);
    let (least, median, most) = (rates[0], rates[rates.len() / 2], rates[rates.len() - 1]);
    println!(
        "sproutopia server, lock-step, {CLIENTS} clients: {median:.0} ticks/s ({least:.0} to {most:.0} in {RUNS} runs)"
    );
    let played = matches(Config { matches: MATCHES, settings: settings(CLOCK_TICKS), ..Config::default() });
    let pooled = Jitter::of(played.iter().flat_map(|one| one.lateness.iter().copied()));
    let mut by_match: Vec<Duration> = played.iter().map(|one| one.jitter().p99).collect();
    by_match.sort_unstable();
    println!(
        "sproutopia server, 400 ms, {MATCHES} matches of {CLIENTS} clients, ticks late: {pooled} (p99 by match {:.2?} to {:.2?})",
        by_match[0],
        by_match[by_match.len() - 1],
    );
}
