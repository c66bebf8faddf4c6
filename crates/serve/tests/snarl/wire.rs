//! A client written from the rule book only: a plain socket and lines of JSON.

use serde_json::Value;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(20);

/// A player's end of the connection, with all lines it has received.
pub(crate) struct Wire {
    stream: TcpStream,
    unread: Vec<u8>,
    pub(crate) heard: Vec<String>,
}

impl Wire {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server takes connections");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, unread: Vec::new(), heard: Vec::new() }
    }

    /// Connects and gives a name.
    pub(crate) fn join(address: SocketAddr, name: &str) -> Self {
        let mut wire = Self::connect(address);
        assert!(wire.next().starts_with(r#"{"type":"welcome","info":"#));
        wire.expect(r#""name""#);
        wire.say(&format!("{name:?}"));
        wire
    }

    /// The next line; `None` once the server has closed.
    pub(crate) fn line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                let line = String::from_utf8(line).unwrap().trim_end().to_string();
                self.heard.push(line.clone());
                return Some(line);
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(read) => self.unread.extend(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("{error}; heard so far: {:#?}", self.heard),
            }
        }
    }

    /// The next line, which must come.
    pub(crate) fn next(&mut self) -> String {
        self.line().unwrap_or_else(|| panic!("closed; heard so far: {:#?}", self.heard))
    }

    pub(crate) fn expect(&mut self, line: &str) {
        assert_eq!(self.next(), line, "heard so far: {:#?}", self.heard);
    }

    pub(crate) fn expect_closed(&mut self) {
        assert_eq!(self.line(), None, "heard so far: {:#?}", self.heard);
    }

    /// Whether the server sends nothing for so long.
    pub(crate) fn is_silent(&mut self, time: Duration) -> bool {
        self.stream.set_read_timeout(Some(time)).unwrap();
        let silent = self.unread.is_empty() && self.stream.peek(&mut [0]).is_err();
        self.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        silent
    }

    /// Reads on to this line.
    pub(crate) fn await_line(&mut self, line: &str) {
        while self.next() != line {}
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.send(format!("{text}\n").as_bytes());
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        // A write error is ignored: if the server has closed, the next read shows it.
        let _ = self.stream.write_all(bytes);
    }

    /// Answers every request for a move until the server closes; returns all lines received.
    pub(crate) fn play(mut self, mut answer: impl FnMut(&mut Self, usize)) -> Vec<String> {
        let mut turn = 0;
        while let Some(line) = self.line() {
            if line == r#""move""# || line == "move" {
                turn += 1;
                answer(&mut self, turn);
            }
        }
        self.heard
    }

    /// Stays at every turn.
    pub(crate) fn stay(self) -> Vec<String> {
        self.play(|wire, _| wire.say(r#"{"type":"move","to":null}"#))
    }

    /// Closes both directions; the server reads the end of the stream.
    pub(crate) fn shut(&mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }

    /// Drops the socket, so that the server sees a reset if anything was left unread.
    pub(crate) fn leave(self) {
        drop(self.stream);
    }
}

/// A line as JSON.
pub(crate) fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Several clients play at once; returns what each received.
pub(crate) fn together<const N: usize>(players: [Box<dyn FnOnce() -> Vec<String> + Send>; N]) -> [Vec<String>; N] {
    players.map(std::thread::spawn).map(|thread| thread.join().unwrap())
}
