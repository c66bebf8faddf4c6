//! A full round of Snarl over TCP: four clients on this machine, which answer at once, and three zombies.

use criterion::{Criterion, criterion_group, criterion_main};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::server::Server;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Two rooms without a way between them: the players in one, zombies, which keep to theirs, in the other.
fn apart() -> Value {
    let room = |row: i64| {
        let layout = json!([[0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 0], [0, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0]]);
        json!({"type": "room", "origin": [row, 0], "bounds": {"rows": 4, "columns": 6}, "layout": layout})
    };
    let objects = json!([{"type": "key", "position": [6, 1]}, {"type": "exit", "position": [7, 4]}]);
    json!({"type": "level", "rooms": [room(0), room(5)], "hallways": [], "objects": objects})
}

struct Player {
    lines: BufReader<TcpStream>,
    line: String,
}

impl Player {
    fn join(address: SocketAddr, name: &str) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        let mut player = Self { lines: BufReader::new(stream), line: String::new() };
        player.say(&format!("{name:?}\n"));
        player
    }

    fn say(&mut self, text: &str) {
        let _ = self.lines.get_mut().write_all(text.as_bytes());
    }

    /// Reads until the next request for a move; false once the server has closed the connection.
    fn is_asked(&mut self) -> bool {
        loop {
            self.line.clear();
            match self.lines.read_line(&mut self.line) {
                Ok(0) | Err(_) => return false,
                Ok(_) if self.line == "\"move\"\n" => return true,
                Ok(_) => {}
            }
        }
    }
}

fn rounds(c: &mut Criterion) {
    let settings = json!({"levels": [apart()], "placement": "corners", "zombies": 3, "ghosts": 0});
    let settings = settings.as_object().expect("an object").clone();
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let config = Config { port: 0, settings, ..Config::default() };
    let server = runtime.block_on(Server::bind(config)).expect("a port is free");
    let address = server.address();
    let (reports, _) = mpsc::channel(1);
    let running = runtime.spawn(server.run(reports, CancellationToken::new()));
    let others: Vec<_> = ["bo", "cy", "di"]
        .into_iter()
        .map(|name| {
            std::thread::spawn(move || {
                let mut player = Player::join(address, name);
                while player.is_asked() {
                    player.say("null\n");
                }
            })
        })
        .collect();
    let mut ana = Player::join(address, "ana");
    assert!(ana.is_asked());
    let mut group = c.benchmark_group("snarl over tcp");
    group.bench_function("a round of four clients", |b| {
        b.iter(|| {
            ana.say("null\n");
            assert!(ana.is_asked());
        });
    });
    group.finish();
    // Otherwise the other clients would wait forever.
    drop(ana);
    runtime.shutdown_background();
    drop(running);
    others.into_iter().for_each(|other| drop(other.join()));
}

criterion_group!(benches, rounds);
criterion_main!(benches);
