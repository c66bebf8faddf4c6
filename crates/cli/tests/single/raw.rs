//! No input can send control characters to the terminal: every command is given hostile words, flags and files, and
//! every character of its output is checked.

use gridhaunt_kernel::shown::steers;
use gridhaunt_testing::endures;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Clears the screen, sets a title, rings the bell, reverses the reading order, ends a C string.
const HOSTILE: &str = "x\u{1b}[2J\u{1b}]0;pwned\u{7}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{7f}y";

/// How long a command may take before it is stopped, because servers wait for ever.
const PATIENCE: Duration = Duration::from_secs(5);

struct Walk {
    folder: tempfile::TempDir,
    runs: usize,
}

impl Walk {
    /// Runs a command and checks its output on both streams.
    fn run(&mut self, words: &[&OsStr]) {
        self.runs += 1;
        let out = |name: &str| fs::File::create(self.folder.path().join(name)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridhaunt"))
            .current_dir(self.folder.path())
            .args(words)
            .stdin(Stdio::null())
            .stdout(out("stdout"))
            .stderr(out("stderr"))
            .spawn()
            .unwrap();
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > PATIENCE {
                child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        for stream in ["stdout", "stderr"] {
            let said = String::from_utf8_lossy(&fs::read(self.folder.path().join(stream)).unwrap()).into_owned();
            let raw = said.lines().find(|line| line.chars().any(steers));
            assert_eq!(raw, None, "{stream} of {words:?}");
            assert!(!said.contains("panicked"), "{words:?}: {said}");
        }
    }

    /// With both formats in `make endure`, otherwise with one and the other in turn.
    fn run_all(&mut self, command: &[String], more: &[&[&str]]) {
        for words in more {
            let formats = [&["--format", "table"][..], &["--format", "json"]];
            let chosen = if endures() { &formats[..] } else { &formats[self.runs % 2..][..1] };
            for format in chosen {
                let words =
                    command.iter().map(String::as_str).chain(words.iter().copied()).chain(format.iter().copied());
                let words: Vec<&OsStr> = words.map(OsStr::new).collect();
                self.run(&words);
            }
        }
    }
}

/// The help of a command.
fn help(command: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gridhaunt")).args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every command without subcommands, with its help; also those of games.
fn leaves(command: Vec<String>, found: &mut Vec<(Vec<String>, String)>) {
    let text = help(&command);
    let below = text.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or(""));
    let names = below.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help").collect();
    for name in &names {
        leaves([command.clone(), vec![name.to_string()]].concat(), found);
    }
    if names.is_empty() {
        found.push((command, text));
    }
}

/// The flags of a command that take a value, by their long names.
fn flags(help: &str) -> BTreeSet<String> {
    let words = help.lines().filter(|line| line.trim_start().starts_with('-'));
    let long = words.filter_map(|line| {
        line.split_whitespace()
            .collect::<Vec<_>>()
            .windows(2)
            .find_map(|pair| (pair[0].starts_with("--") && pair[1].starts_with('<')).then(|| pair[0].to_string()))
    });
    long.filter(|flag| flag != "--format").collect()
}

/// Files of every kind that a user could be tricked into opening, with hostile words in them and in their names.
fn hostile_files(folder: &Path) -> Vec<PathBuf> {
    let json = serde_json::to_string(HOSTILE).unwrap();
    let raw = format!("\"{HOSTILE}\"");
    let game = "pyrat";
    let header = format!(
        r#"{{"gridhaunt":"replay","format":1,"game":"{game}","rules":1,"generator":1,"seed":"7","settings":{{"preset":"tiny"}},"seats":[{json},{json}],"world":"0x1","hash":"0x2"}}"#
    );
    let content = [
        ("settings.toml", format!("{raw} = 1\nwidth = {raw}\n")),
        ("broken.toml", format!("[{HOSTILE}\n")),
        ("settings.json", format!("{{{json}: {json}}}")),
        ("broken.json", format!("{{{raw}: ")),
        ("replay.jsonl", header.clone()),
        ("key.jsonl", header.replace("\"seed\"", &json)),
        ("experiment.toml", format!("game = \"{game}\"\n[arms.{raw}]\n{raw} = 1\n")),
        ("arm.toml", format!("game = \"{game}\"\ngames = 2\n[arms.{json}]\nmax_turns = 3\n")),
        ("map.graph", format!("{HOSTILE}\n0 - {HOSTILE}: 3\n")),
        ("crypt.levels", format!("1\n{{{json}: {json}}}\n{HOSTILE}")),
        ("scenario.json", format!("{{{json}:[{json}]}}\n")),
        (HOSTILE, json.clone()),
    ];
    let write = |(name, content): &(&str, String)| {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        path
    };
    content.iter().map(write).collect()
}

/// How many commands run side by side: some are servers that wait until they are stopped.
const AT_ONCE: usize = 8;

impl Walk {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), runs: 0 }
    }

    /// Gives a command everything that is hostile; its flags in `make endure` with a game and without, otherwise in turn.
    fn try_all(&mut self, command: &[String], help: &str, files: &[&str]) {
        self.run_all(
            command,
            &[&[HOSTILE], &["pyrat", HOSTILE], &["pyrat", HOSTILE, HOSTILE], &[&format!("--{HOSTILE}")]],
        );
        for (number, flag) in flags(help).iter().enumerate() {
            let both: [&[&str]; 2] = [&[flag, HOSTILE], &["pyrat", flag, HOSTILE]];
            self.run_all(command, if endures() { &both } else { &both[number % 2..][..1] });
        }
        for file in files {
            self.run_all(command, &[&[file]]);
        }
    }
}

#[test]
fn nothing_from_outside_reaches_the_terminal_raw() {
    let mut walk = Walk::new();
    let files = hostile_files(walk.folder.path());
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let mut commands = Vec::new();
    leaves(Vec::new(), &mut commands);
    assert!(commands.len() > 20, "{commands:?}");
    let next = AtomicUsize::new(0);
    let runs: usize = std::thread::scope(|scope| {
        let tries = || {
            let mut walk = Walk::new();
            while let Some((command, help)) = commands.get(next.fetch_add(1, Ordering::Relaxed)) {
                walk.try_all(command, help, &files);
            }
            walk.runs
        };
        let threads: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(tries)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|why| resume_unwind(why))).sum()
    });
    let play = ["play".to_string(), "pyrat".into()];
    let hostile =
        [format!("{HOSTILE}=1"), format!("width={HOSTILE}"), format!("rat={HOSTILE}"), format!("greedy:{HOSTILE}=1")];
    for words in &hostile {
        walk.run_all(&play, &[&["-c", words], &[words]]);
    }
    for file in &files {
        walk.run_all(&play, &[&["--settings", file], &["-c", &format!("walls=@{file}")]]);
    }
    let runs = runs + walk.runs;
    assert!(runs > if endures() { 500 } else { 250 }, "{runs} runs");
}
