//! Servers for tests, each with its own threads and port.

use crate::wire::Wire;
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::report::Report;
use gridhaunt_serve::snarl::server::{Server, ServerEnd};
use gridhaunt_serve::snarl::terms::Terms;
use serde_json::{Map, Value, json};
use std::net::SocketAddr;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A running server, with a receiver of its reports.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
    reports: mpsc::Receiver<Report>,
    told: Vec<Report>,
    thread: JoinHandle<ServerEnd>,
}

impl House {
    pub(crate) fn open(config: Config) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let server = runtime.block_on(Server::bind(Config { port: 0, ..config })).unwrap();
        let (address, tasks, stop) = (server.address(), server.tasks().clone(), CancellationToken::new());
        let (sender, reports) = mpsc::channel(1 << 16);
        let stopping = stop.clone();
        let thread = std::thread::spawn(move || runtime.block_on(server.run(sender, stopping)));
        let mut house = Self { address, stop, tasks, reports, told: Vec::new(), thread };
        assert_eq!(house.report(), Report::Listening(address));
        house
    }

    /// The next report of the server.
    pub(crate) fn report(&mut self) -> Report {
        let report = self.reports.blocking_recv().expect("there is more to tell");
        self.told.push(report.clone());
        report
    }

    /// Connects a player and waits until its name is accepted, so that the next player gets the next seat.
    pub(crate) fn seat(&mut self, name: &str) -> Wire {
        let wire = Wire::join(self.address, name);
        loop {
            match self.report() {
                Report::Joined { name: joined, .. } if joined.as_str() == name => return wire,
                _ => {}
            }
        }
    }

    /// Waits until the server ends; returns how it ended, and all lines except the first.
    pub(crate) fn end(mut self) -> (ServerEnd, Vec<String>) {
        while let Some(report) = self.reports.blocking_recv() {
            self.told.push(report);
        }
        let ending = self.thread.join().unwrap();
        assert_eq!(self.tasks.len(), 0, "no task is left");
        (ending, self.told.iter().skip(1).map(ToString::to_string).collect())
    }
}

/// One room of one row: `#.......#`, the key at `[1,6]` and the exit at `[1,7]`.
pub(crate) fn corridor() -> Value {
    json!({"type": "level", "rooms": [{"type": "room", "origin": [0, 0], "bounds": {"rows": 3, "columns": 9},
        "layout": [[0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]]}],
        "hallways": [], "objects": [{"type": "key", "position": [1, 6]}, {"type": "exit", "position": [1, 7]}]})
}

/// Corridors with players from the left in order of seats, and nobody else.
pub(crate) fn corridors(levels: usize, extra: Value) -> Map<String, Value> {
    let mut settings = json!({"levels": vec![corridor(); levels], "placement": "corners", "zombies": 0, "ghosts": 0});
    let settings = settings.as_object_mut().unwrap();
    settings.extend(extra.as_object().unwrap().clone());
    settings.clone()
}

/// A corridor for so many players that ends after six rounds.
pub(crate) fn short(clients: u8) -> Config {
    Config { clients, settings: corridors(1, json!({"max_rounds": 6})), wait: Duration::from_secs(10), ..quiet() }
}

/// The default configuration, with a turn timeout of 10 s.
pub(crate) fn quiet() -> Config {
    Config { terms: Terms { turn_timeout: Some(Duration::from_secs(10)), ..Terms::default() }, ..Config::default() }
}
