//! Sproutopia's server as a program: its output, how it ends, and that strangers cannot keep players out.

#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server as a child process.
struct Server {
    child: Child,
    told: BufReader<ChildStderr>,
    address: String,
}

impl Server {
    /// Starts it with a limit on open files, if one is given.
    fn start(files: Option<u32>, args: &[&str]) -> Self {
        let limit = files.map(|files| format!("ulimit -n {files}; ")).unwrap_or_default();
        let mut child = Command::new("sh")
            .args(["-c", &format!("{limit}exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_gridhaunt")])
            .args(["sproutopia", "serve", "--address", "127.0.0.1", "--port", "0", "--seed", "7"])
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let told = BufReader::new(child.stderr.take().unwrap());
        let mut server = Self { child, told, address: String::new() };
        let line = server.until("listening on ");
        server.address = line.trim_start_matches("listening on ").to_string();
        server
    }

    /// The next line on standard error that contains this text.
    fn until(&mut self, mark: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.told.read_line(&mut line).unwrap() > 0, "it never said {mark}");
            if line.contains(mark) {
                return line.trim_end().to_string();
            }
        }
    }

    /// Its exit code, and the rest of standard output and standard error.
    fn end(mut self) -> (Option<i32>, String, String) {
        let (mut said, mut told) = (String::new(), String::new());
        self.child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        self.told.read_to_string(&mut told).unwrap();
        (self.child.wait().unwrap().code(), said, told)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A bot with a plain socket.
struct Bot(BufReader<TcpStream>);

impl Bot {
    fn connect(address: &str) -> Option<Self> {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let ask = "GET /runnerhub HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(ask.as_bytes()).ok()?;
        let mut bot = Self(BufReader::new(stream));
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            bot.0.read_line(&mut line).ok().filter(|read| *read > 0)?;
        }
        bot.say(&json!({"protocol": "json", "version": 1}))?;
        (bot.record()? == json!({})).then_some(bot)
    }

    /// Registers; `None` unless the server answers with `Registered`.
    fn register(&mut self, token: &str, nick: &str) -> Option<()> {
        self.say(&json!({"type": 1, "target": "Register", "arguments": [token, nick]}))?;
        (self.record()?["target"] == "Registered").then_some(())
    }

    /// One record in one frame, masked with zeros.
    fn say(&mut self, record: &Value) -> Option<()> {
        let text = format!("{record}\u{1e}");
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.get_mut().write_all(&frame).ok()
    }

    /// The next record; `None` once the server has closed.
    fn record(&mut self) -> Option<Value> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).ok()?;
        let mut length = u64::from(head[1]);
        if length == 126 {
            let mut bytes = [0; 2];
            self.0.read_exact(&mut bytes).ok()?;
            length = u16::from_be_bytes(bytes).into();
        } else if length == 127 {
            let mut bytes = [0; 8];
            self.0.read_exact(&mut bytes).ok()?;
            length = u64::from_be_bytes(bytes);
        }
        let mut text = vec![0; length as usize];
        self.0.read_exact(&mut text).ok()?;
        (head[0] == 0x81).then(|| serde_json::from_slice(&text[..text.len() - 1]).unwrap())
    }

    /// Reads until the server calls this method; returns its first argument.
    fn until(&mut self, target: &str) -> Value {
        loop {
            let record = self.record().unwrap_or_else(|| panic!("closed before {target}"));
            if record["target"] == target {
                return record["arguments"][0].clone();
            }
        }
    }
}

const ANA: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";
const BO: &str = "0f8fad5b-d9cb-469f-a165-708677289502";

#[test]
fn into_a_pipe_the_result_is_json_and_a_table_where_that_is_asked() {
    let house = ["--remote", "0", "--fill", "uniform", "--ticks", "3", "--board", "12x12"];
    let (code, said, _) = Server::start(None, &house).end();
    let result: Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert_eq!((code, &result["seed"], &result["ticks"]), (Some(0), &json!("7"), &json!(3)));
    assert_eq!(result["farmers"].as_array().map(Vec::len), Some(4));
    let (_, said, _) = Server::start(None, &[&house[..], &["--format", "table"]].concat()).end();
    assert!(said.starts_with("match 1: over after 3 ticks") && said.contains("rank  seat  farmer"), "{said}");
}

#[test]
fn a_refused_registration_is_told_on_standard_error_without_codes() {
    let mut server = Server::start(None, &["--players", "1", "--ticks", "200", "--tick-rate", "10"]);
    let mut eve = Bot::connect(&server.address).unwrap();
    eve.say(&json!({"type": 1, "target": "Register", "arguments": ["no\u{1b}[2J guid\u{202e}", "e\u{7f}ve\u{9b}"]}))
        .unwrap();
    assert!(eve.until("Disconnect").as_str().unwrap().ends_with("token must be a GUID."));
    let line = server.until("refused");
    let who = r#": registration of "e\u007fve\u009b" with token "no\u001b[2J guid\u202e" refused: "#;
    assert!(line.starts_with("127.0.0.1:") && line.contains(who) && line.ends_with("token must be a GUID."), "{line}");
    let mut ana = Bot::connect(&server.address).unwrap();
    ana.register(ANA, "ana").unwrap();
    let mut twin = Bot::connect(&server.address).unwrap();
    assert!(twin.register(ANA, "twin").is_none());
    let line = server.until("refused");
    assert!(line.contains("registration of \"twin\"") && line.ends_with("refused: Token already in use"), "{line}");
    ana.until("EndGame");
    drop((ana, eve, twin));
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_record_that_cannot_be_written_is_exit_4_and_costs_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("kept");
    std::fs::create_dir(&inside).unwrap();
    for (flag, name) in [("--record", "match.jsonl"), ("--logs", "logs")] {
        let place = inside.join(name).display().to_string();
        let args = ["--players", "1", "--ticks", "3", "--tick-rate", "10", "--board", "12x12", flag, &place];
        let mut server = Server::start(None, &args);
        std::fs::remove_dir_all(&inside).unwrap();
        std::fs::write(&inside, "in the way").unwrap();
        let mut ana = Bot::connect(&server.address).unwrap();
        ana.register(ANA, "ana").unwrap();
        ana.until("EndGame");
        drop(ana);
        let line = server.until(&inside.display().to_string());
        let (code, said, _) = server.end();
        assert_eq!(code, Some(4), "{flag}: {line}");
        assert_eq!(serde_json::from_str::<Value>(&said).unwrap()["ticks"], 3, "{flag}: the result is there");
        std::fs::remove_file(&inside).unwrap();
        std::fs::create_dir(&inside).unwrap();
    }
    // Errors that can be found before the start are reported before the start.
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for flag in ["--record", "--logs"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridhaunt"));
        let output = command.args(["sproutopia", "serve", flag]).arg(file.join("x")).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{told}");
        assert!(told.starts_with(&format!("{flag}: ")) && told.contains("cannot be written"), "{told}");
    }
}

/// Players can play, reconnect and register, however many strangers connect.
#[test]
fn under_a_small_limit_on_files_strangers_keep_no_player_out() {
    let args = ["--players", "2", "--ticks", "150", "--tick-rate", "20", "--board", "12x12"];
    let mut server = Server::start(Some(256), &args);
    let mut ana = Bot::connect(&server.address).unwrap();
    ana.register(ANA, "ana").unwrap();
    // Some send nothing, some ask for a socket, some do the handshake.
    let mut strangers = Vec::new();
    let mut greeted = Vec::new();
    for number in 0..450 {
        match number % 3 {
            0 => strangers.extend(TcpStream::connect(&server.address)),
            1 => {
                let mut stream = TcpStream::connect(&server.address).unwrap();
                let _ = stream.write_all(b"POST /runnerhub/negotiate HTTP/1.1\r\nHost: x\r\n\r\n");
                strangers.push(stream);
            }
            _ => greeted.extend(Bot::connect(&server.address)),
        }
    }
    let since = Instant::now();
    let mut bo = Bot::connect(&server.address).expect("there is room for a player");
    bo.register(BO, "bo").expect("and a seat");
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    server.until("started");
    bo.until("ReceiveBotState");
    // A player that lost its connection can reconnect although strangers wait.
    drop(bo);
    server.until("seat 1: connection lost");
    let more: Vec<_> = (0..300).filter_map(|_| TcpStream::connect(&server.address).ok()).collect();
    let mut bo = Bot::connect(&server.address).expect("there is room to come back");
    bo.register(BO, "bo").expect("and the seat is still there");
    bo.until("ReceiveBotState");
    ana.until("EndGame");
    bo.until("EndGame");
    drop((ana, bo, strangers, greeted, more));
    let (code, said, _) = server.end();
    assert_eq!(code, Some(0));
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap()["ticks"], 150);
}
