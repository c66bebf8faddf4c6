//! Programs as bots, as those who write them see it.
#![cfg(target_os = "linux")]

mod checks;
mod faults;
mod repros;
mod runs;
mod words;

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_gridhaunt");
const BOT: &str = include_str!("bot.py");

/// A short match of PyRat that never ends early: nobody moves to cheese by chance in a maze without any nearby.
const SHORT: [&str; 4] = ["-c", "preset=tiny", "-c", "max_turns=8"];

/// A folder with a bot in `./bot` whose processes can be told from all others.
struct Home {
    folder: TempDir,
    word: String,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // A host that is root gives programs a user of their own.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let word = folder.path().file_name().unwrap().to_str().unwrap().to_string();
        let home = Self { folder, word };
        home.bot("bot", "games = [\"pyrat\"]");
        home
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A folder with the bot, and these lines in its manifest.
    fn bot(&self, name: &str, lines: &str) {
        let folder = self.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("bot.py"), BOT).unwrap();
        let run = format!("run = [\"python3\", \"bot.py\", \"{}\"]\n", self.word);
        fs::write(folder.join("bot.toml"), format!("{run}{lines}\n")).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.path()).args(args).stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        let output = self.command(args).output().unwrap();
        self.is_quiet();
        output
    }

    fn start(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Checks that no process of a bot is left.
    fn is_quiet(&self) {
        assert_eq!(self.processes(), 0, "a process of a bot is left");
    }

    fn processes(&self) -> usize {
        let line = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let word = self.word.as_bytes();
        let has = |line: Vec<u8>| line.split(|byte| *byte == 0).skip(1).any(|argument| argument == word);
        fs::read_dir("/proc").unwrap().flatten().map(line).filter(|line| has(line.clone())).count()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The lines of a record.
    fn record(&self, name: &str) -> Vec<Value> {
        self.read(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Waits until something holds.
fn wait_for(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(30), "no {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    said(bytes).lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

fn fine(output: Output) -> Output {
    assert_eq!(output.status.code(), Some(0), "{}{}", said(&output.stdout), said(&output.stderr));
    output
}
