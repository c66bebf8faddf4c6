//! Snarl's server and client as programs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

fn snarl(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridhaunt"));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/snarl");
    command.current_dir(examples).arg("snarl").args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs to the end with this input.
fn told(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = snarl(args).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// A running server as a child process.
struct Server {
    child: Child,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
    port: String,
}

impl Server {
    fn start(args: &[&str]) -> Self {
        let all = [&["server", "--levels", "crypt.levels", "--port", "0"], args].concat();
        let mut child = snarl(&all).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let mut server =
            Self { input, lines: BufReader::new(child.stdout.take().unwrap()), child, port: String::new() };
        let line = server.line();
        server.port = line.strip_prefix("listening on 127.0.0.1:").expect(&line).to_string();
        server
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// The rest of its output, and its exit status.
    fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

#[test]
fn bots_play_a_game_over_the_wire() {
    let server = Server::start(&["--clients", "2", "--seed", "1", "--max-rounds", "200"]);
    let bots: Vec<Child> = ["ana", "bo"]
        .iter()
        .map(|name| snarl(&["client", "--port", &server.port, "--name", name, "--bot", "explorer"]).spawn().unwrap())
        .collect();
    let ends: Vec<String> = bots
        .into_iter()
        .map(|bot| {
            let Output { status, stdout, stderr } = bot.wait_with_output().unwrap();
            assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
            let said = String::from_utf8(stdout).unwrap();
            assert!(said.starts_with("gridhaunt snarl; retries unlimited; turn 60 s\n"), "{said}");
            said[said.find("The game is ").unwrap()..].to_string()
        })
        .collect();
    let (code, rest) = server.end();
    assert_eq!(code, Some(0));
    assert!(rest.contains("Player ana joined\n") && rest.ends_with(&ends[0]) && ends[0] == ends[1], "{rest}{ends:?}");
}

/// Verifies a replay; returns its lines.
fn verified(path: &Path) -> Vec<serde_json::Value> {
    let verified = Command::new(env!("CARGO_BIN_EXE_gridhaunt")).args(["replay", "verify"]).arg(path).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_over_the_wire_leaves_a_replay_that_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let args = ["--clients", "2", "--seed", "5", "--max-rounds", "30", "--record", file.to_str().unwrap()];
    let server = Server::start(&args);
    // One bot, and one player who leaves and so forfeits.
    let bot = snarl(&["client", "--port", &server.port, "--name", "ana", "--bot", "explorer"]).spawn().unwrap();
    let mut bo = server.connect();
    bo.write_all(b"\"bo\"\n").unwrap();
    let mut heard = [0; 200];
    bo.read_exact(&mut heard).unwrap();
    drop(bo);
    assert!(bot.wait_with_output().unwrap().status.success());
    assert_eq!(server.end().0, Some(0));
    let lines = verified(&file);
    let header = &lines[0];
    assert_eq!(header["seats"], serde_json::json!(["client", "client", "zombie", "ghost"]));
    assert_eq!((&header["seed"], header["settings"]["names"].as_array().unwrap().len()), (&"5".into(), 2));
    assert!(lines.len() > 5 && lines.last().unwrap()["end"] == true);
    assert!(std::fs::read_to_string(&file).unwrap().contains("forfeit"), "who left is on record");
}

#[test]
fn several_games_are_recorded_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl").to_str().unwrap().to_string();
    let crypt = ["server", "--levels", "crypt.levels", "--port", "0", "--games", "2", "--record"];
    let (code, _, error) = told(&[&crypt[..], &[file.as_str()]].concat(), "");
    let words = format!("gridhaunt: --record: {file} is one file, several games need a folder: give {file}/\n");
    assert_eq!((code, error), (Some(2), words));
    let records = folder.path().join("records/").to_str().unwrap().to_string();
    let server =
        Server::start(&["--clients", "1", "--games", "2", "--seed", "7", "--max-rounds", "3", "--record", &records]);
    for name in ["ana", "bo"] {
        let bot = snarl(&["client", "--port", &server.port, "--name", name, "--bot", "explorer"]).spawn().unwrap();
        assert!(bot.wait_with_output().unwrap().status.success());
    }
    assert_eq!(server.end().0, Some(0));
    for seed in ["7", "8"] {
        let lines = verified(&folder.path().join(format!("records/snarl-{seed}.jsonl")));
        assert_eq!(lines[0]["seed"], seed);
    }
}

#[test]
fn a_person_plays_by_lines_and_leaves_at_the_end_of_input() {
    let server = Server::start(&["--clients", "1", "--seed", "1"]);
    let (code, out, error) = told(&["client", "--port", &server.port], "no name\nana\nnull\n9 9\n\n");
    assert_eq!((code, error.as_str()), (Some(1), "left before the game was over\n"), "{out}");
    assert!(out.contains("Level 1, round 1, exit locked") && out.contains("Level 1, round 2, exit locked"), "{out}");
    assert_eq!(out.matches("Invalid move").count(), 1, "{out}");
    let (code, rest) = server.end();
    assert_eq!(code, Some(0));
    assert!(
        rest.starts_with("Player ana joined\nPlayer ana lost connection\nThe game is lost on level 1.\n"),
        "{rest}"
    );
}

#[test]
fn the_line_exit_ends_the_registration_and_games_finish() {
    let mut server = Server::start(&["--clients", "1", "--games", "0", "--parallel", "2", "--max-rounds", "3"]);
    let mut ana = server.connect();
    ana.write_all(b"\"ana\"\n").unwrap();
    assert_eq!(server.line(), "Player ana joined");
    let mut waiting = server.connect();
    let mut welcome = [0; 10];
    waiting.read_exact(&mut welcome).unwrap();
    server.input.write_all(b"not yet\nexit\n").unwrap();
    let mut rest = String::new();
    waiting.read_to_string(&mut rest).unwrap();
    assert!(rest.ends_with("\"name\"\n"), "closed: {rest}");
    ana.write_all(b"null null null ").unwrap();
    let mut heard = String::new();
    ana.read_to_string(&mut heard).unwrap();
    assert!(heard.contains("{\"type\":\"end-game\""), "{heard}");
    let (code, rest) = server.end();
    assert_eq!(code, Some(0));
    assert!(rest.contains("The game is lost on level 1.\n1. ana: exits 0, keys 0, ejects "), "{rest}");
}

#[test]
fn who_came_and_gave_no_name_is_nobody() {
    let mut server = Server::start(&["--wait", "1", "--seed", "4"]);
    let mut silent = server.connect();
    let mut heard = String::new();
    silent.read_to_string(&mut heard).unwrap();
    assert!(heard.ends_with("\"name\"\n"), "{heard}");
    let mut told = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.starts_with("seed 4\n127.0.0.1:") && told.contains(" gave no name within 1 s\n"), "{told}");
    assert!(told.contains("--classic") && told.ends_with("nobody came\n"), "{told}");
    assert_eq!(server.end().0, Some(1));
}

#[test]
fn a_client_says_for_whom_it_waits_and_why_it_was_closed() {
    let mut server = Server::start(&["--clients", "2", "--seed", "1", "--turn-timeout", "1", "--max-rounds", "3"]);
    let mut ana = snarl(&["client", "--port", &server.port, "--name", "ana"]).spawn().unwrap();
    assert_eq!(server.line(), "Player ana joined");
    let bo = snarl(&["client", "--port", &server.port, "--name", "bo", "--bot", "random"]).spawn().unwrap();
    assert_eq!(server.line(), "Player bo joined");
    // Ana stays once, then she thinks for too long.
    let mut input = ana.stdin.take().unwrap();
    input.write_all(b"null\n").unwrap();
    while server.line() != "Player ana is lost: no answer within 1 s" {}
    drop(input);
    let (mut said, mut told) = (String::new(), String::new());
    ana.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    ana.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(said.contains("\nWaiting for 1 more player; here: ana; the game starts in 60 s at the latest\n"), "{said}");
    assert!(said.contains("Waiting for bo, at most 1 s\n"), "{said}");
    let why = "the server closed the connection before the game was over: is lost: no answer within 1 s\n";
    assert!(told.ends_with(why), "{told}");
    assert_eq!(ana.wait().unwrap().code(), Some(1));
    assert!(bo.wait_with_output().unwrap().status.success());
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn what_cannot_be_done_is_said_with_its_status() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let crypt = ["server", "--levels", "crypt.levels"];
    let cases: &[(&[&str], i32, String)] = &[
        (&["--port", "99999"], 2, "gridhaunt: --port: 99999 is not in 0..=65535\n".into()),
        (&["--clients", "7"], 2, "gridhaunt: --clients: 7 is not in 1..=4\n".into()),
        (&["--start", "9"], 2, "gridhaunt: --start: 9 is beyond the last level, 3\n".into()),
        (&["--retries", "x"], 2, "gridhaunt: --retries: \"x\" is not unlimited or in 0..=1000\n".into()),
        (&["--turn-timeout", "90000"], 2, "gridhaunt: --turn-timeout: 90000 is not in 0..=86400\n".into()),
        (&["--late-eject", "maybe"], 2, "gridhaunt: --late-eject: \"maybe\" is not one of on, off\n".into()),
        (&["--port", &port], 1, format!("cannot listen on 127.0.0.1:{port}: Address already in use (os error 98)\n")),
    ];
    for (args, code, error) in cases {
        let (exit, _, said) = told(&[&crypt[..], args].concat(), "");
        assert_eq!((exit, &said), (Some(*code), error), "{args:?}");
    }
    let (code, _, error) = told(&["snarlServer", "--levels", "none.levels"], "");
    assert_eq!((code, error.as_str()), (Some(2), "gridhaunt: none.levels: no such file\n"));
    let (code, _, error) = told(&["server", "--levels", "example.levels"], "");
    assert_eq!(
        (code, error.as_str()),
        (Some(2), "gridhaunt: example.levels: levels[0]: 2 free floor tiles for 5 actors\n")
    );
    drop(taken);
    let (code, _, error) = told(&["snarlClient", "--port", &port, "--name", "ana"], "");
    let refused = format!("cannot connect to 127.0.0.1:{port}: Connection refused (os error 111)\n");
    assert_eq!((code, error), (Some(1), refused));
    let (code, _, error) = told(&["client", "--name", "a b"], "");
    assert_eq!((code, error.as_str()), (Some(2), "gridhaunt: --name: \"a b\" is not 1 to 32 letters and digits\n"));
}
