//! A hall in this process, and a guest who asks it over real sockets.
#![allow(dead_code, reason = "every test uses a part of it")]

pub(crate) mod person;

use gridhaunt_events::event::create;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::run::{self, run};
use gridhaunt_events::spec::Spec;
use gridhaunt_hall::{Hall, Options, token};
use gridhaunt_host::sandbox::Level;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Address, Board, EventId, Store};
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long anything is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Everything that halls told.
static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// What was told so far.
pub(crate) fn told() -> Vec<String> {
    TOLD.lock().unwrap().clone()
}

pub(crate) fn registry() -> &'static Registry {
    Box::leak(Box::new(gridhaunt_bots::registry()))
}

/// A hall that is open until this is dropped.
pub(crate) struct Open {
    pub(crate) address: SocketAddr,
    stop: &'static AtomicBool,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Opens a hall over a store.
pub(crate) fn open(store: Store, plays: bool, copies: Option<&Path>) -> Open {
    let stop: &'static AtomicBool = Box::leak(Box::default());
    let options = Options {
        plays,
        jobs: Some(1),
        level: Level::Zero,
        tls: false,
        copies: copies.map(Into::into),
        as_root: false,
        stop,
        abandon: &run::NEVER,
        tell: |words| TOLD.lock().unwrap().push(words.into()),
    };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let hall = Hall::new(store, registry(), options);
    let thread = std::thread::spawn(move || hall.serve(listener).unwrap());
    Open { address, stop, thread: Some(thread) }
}

/// A hall in another process.
pub(crate) fn elsewhere(address: SocketAddr) -> Open {
    Open { address, stop: Box::leak(Box::default()), thread: None }
}

/// A store with an event of bots of the house that is played to its end.
pub(crate) fn played(store: &Store, kind: EventKind, game: &str, bots: &[&str]) -> EventId {
    let spec = Spec {
        name: Some(format!("<b>{} & {game}</b>", kind.name())),
        game: game.into(),
        kind: Some(kind),
        entrants: bots.iter().map(|bot| (*bot).into()).collect(),
        settings: [("preset".to_string(), Value::from("tiny"))].into_iter().filter(|_| game == "pyrat").collect(),
        seed: Some(7),
        ..Spec::default()
    };
    let made = create(store, registry(), &spec).unwrap();
    run(store, registry(), made.id, &run::Options::default(), &mut |_| {}).unwrap();
    made.id
}

/// A team with its token.
pub(crate) fn team(store: &Store, name: &str) -> String {
    let token = token::fresh().unwrap();
    store.add_team(name, &token::hash(&token).unwrap()).unwrap();
    token
}

/// An organiser's token.
pub(crate) fn organiser(store: &Store) -> String {
    let token = token::fresh().unwrap();
    store.add_organiser(&token::hash(&token).unwrap()).unwrap();
    token
}

/// A store in a file, which two may have at once.
pub(crate) fn store(folder: &Path) -> Store {
    Store::open(&Address::file(folder.join("hall.db"))).unwrap()
}

/// An event of an endless league that takes bots.
pub(crate) fn board(store: &Store, event: EventId, deadline: Option<i64>, freeze: Option<i64>) {
    store.set_board(&Board { event, deadline, freeze }).unwrap();
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    /// A header, by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_string())
    }
}

impl Open {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request as it stands, and reads the answer to its end.
    pub(crate) fn send(&self, head: &str, body: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).unwrap();
        // Who is refused early may be cut off while it still writes.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let end =
            bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or_else(|| panic!("no answer to {head}"));
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut body = bytes[end + 4..].to_vec();
        if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head, body }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if method == "POST" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        self.send(&(head + "\r\n"), body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub(crate) fn get_as(&self, token: &str, path: &str) -> Answer {
        self.ask("GET", path, &[("Authorization", &format!("Bearer {token}"))], b"")
    }

    /// Asks again until it holds.
    pub(crate) fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(begun.elapsed() < PATIENCE, "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let Ok(length) = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..end]), 16) else { break };
        if length == 0 || bytes.len() < end + 2 + length {
            break;
        }
        whole.extend_from_slice(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[(end + 4 + length).min(bytes.len())..];
    }
    whole
}
