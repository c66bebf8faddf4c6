//! Matches between programs beside a bare ping-pong over pipes with as many processes (section 10 of the specification
//! of bots): waking a process is what costs, and the rest is the host's.
//!
//! ```text
//! make build && cargo bench -p gridhaunt-bench --bench programs
//! ROUNDS=9 SECONDS=3 cargo bench -p gridhaunt-bench --bench programs
//! ```
//!
//! Every round runs all contenders, and ratios are taken within a round, so that a slow spell of the machine meets both
//! sides of a ratio. Printed are medians with the least and the largest.

use serde_json::Value;
use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The turns of a match in which nobody moves.
const TURNS: usize = 300;

fn main() {
    let number = |name: &str, usual: f64| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (rounds, seconds) = (number("ROUNDS", 5.0) as usize, number("SECONDS", 2.0));
    let Some(gridhaunt) = command() else {
        println!("programs: there is no gridhaunt command in target/release: run `make build` first");
        return;
    };
    let home = env::temp_dir().join(format!("gridhaunt-programs-{}", std::process::id()));
    fs::create_dir_all(&home).expect("a folder can be made");
    let plain = compile(&home);
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut told = Vec::new();
    for _ in 0..rounds {
        told.push(round(&gridhaunt, &plain, &home, seconds, cores));
    }
    let _ = fs::remove_dir_all(&home);
    report(&told, rounds, cores);
}

/// The command that `make build` makes, or the one that GRIDHAUNT names.
fn command() -> Option<PathBuf> {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/gridhaunt");
    let found = env::var_os("GRIDHAUNT").map_or_else(built, PathBuf::from);
    found.canonicalize().ok()
}

/// The plainest bot, which plays against the bad ones too.
fn compile(home: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/bad-bots/plain.c");
    let (plain, folder) = (home.join("idle/plain"), home.join("idle"));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let built = Command::new("cc").args(["-O2", "-o"]).arg(&plain).arg(source).status();
    assert!(built.is_ok_and(|status| status.success()), "cc compiles plain.c");
    let manifest = "name = \"idle\"\nrun = [\"./plain\", '\"action\":\"stay\"']\n";
    fs::write(folder.join("bot.toml"), manifest).expect("a file can be written");
    plain
}

/// What one round measured.
struct Round {
    /// The ping-pong with two processes, and with two for each core side by side.
    bare: Run,
    bare_beside: Run,
    /// Matches one at a time, and side by side.
    one: Run,
    beside: Run,
}

/// One contender in one round.
struct Run {
    turns: usize,
    seconds: f64,
    /// The microseconds from a question to its answer, sorted.
    delays: Vec<u64>,
    /// The processor time of the host and its keepers in seconds.
    own: f64,
}

impl Run {
    fn speed(&self) -> f64 {
        self.turns as f64 / self.seconds
    }

    fn delay(&self, part: f64) -> f64 {
        let last = self.delays.len().saturating_sub(1);
        self.delays.get((last as f64 * part) as usize).copied().unwrap_or(0) as f64
    }

    fn own_us(&self) -> f64 {
        self.own * 1e6 / self.turns as f64
    }
}

fn round(gridhaunt: &Path, plain: &Path, home: &Path, seconds: f64, cores: usize) -> Round {
    let bare = ping_pong(plain, 1, seconds);
    let games = |speed: f64| ((speed * seconds) as usize / TURNS).max(2);
    let one = matches(gridhaunt, home, games(bare.speed()), 1);
    let bare_beside = ping_pong(plain, cores, seconds);
    let beside = matches(gridhaunt, home, games(bare_beside.speed()), cores);
    Round { bare, bare_beside, one, beside }
}

/// A process, and both ends of what is said with it.
struct Partner {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Partner {
    fn new(plain: &Path) -> Self {
        let mut child = Command::new(plain).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("plain starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self { child, input, output: BufReader::new(output), line: String::new() }
    }

    fn leave(self) {
        drop(self.input);
        let mut child = self.child;
        child.wait().expect("plain leaves at the end of its input");
    }
}

/// Turns with two processes on each of some threads: both are asked, then both are heard.
fn ping_pong(plain: &Path, threads: usize, seconds: f64) -> Run {
    let began = Instant::now();
    let all: Vec<(usize, Vec<u64>)> = thread::scope(|scope| {
        let going: Vec<_> = (0..threads).map(|_| scope.spawn(|| rally(plain, seconds))).collect();
        going.into_iter().map(|one| one.join().expect("a thread ends")).collect()
    });
    let seconds = began.elapsed().as_secs_f64();
    let turns = all.iter().map(|(turns, _)| turns).sum();
    let mut delays: Vec<u64> = all.into_iter().flat_map(|(_, delays)| delays).collect();
    delays.sort_unstable();
    Run { turns, seconds, delays, own: 0.0 }
}

fn rally(plain: &Path, seconds: f64) -> (usize, Vec<u64>) {
    let mut partners = [Partner::new(plain), Partner::new(plain)];
    let (mut turns, mut delays) = (0, Vec::new());
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    while Instant::now() < end {
        let asked = partners.each_mut().map(|partner| {
            let asked = Instant::now();
            partner.input.write_all(b"{\"type\":\"ping\",\"id\":\"k3f9\"}\n").expect("the pipe is open");
            asked
        });
        for (partner, asked) in partners.iter_mut().zip(asked) {
            partner.line.clear();
            partner.output.read_line(&mut partner.line).expect("the pipe is open");
            delays.push(asked.elapsed().as_micros() as u64);
        }
        turns += 1;
    }
    for partner in partners {
        partner.leave();
    }
    (turns, delays)
}

/// Matches of PyRat on the medium board between two programs that stay where they are.
fn matches(gridhaunt: &Path, home: &Path, games: usize, jobs: usize) -> Run {
    let record = home.join("record.jsonl");
    let began = Instant::now();
    let mut child = Command::new(gridhaunt)
        .args([
            "play", "pyrat", "./idle", "./idle", "-s", "7", "-c", "preset=medium", "--clock", "1s", "--sandbox", "0",
        ])
        .args(["-n", &games.to_string(), "-o"])
        .arg(&record)
        .env("RAYON_NUM_THREADS", jobs.to_string())
        .current_dir(home)
        .stdout(Stdio::null())
        .spawn()
        .expect("gridhaunt starts");
    let mut own = 0.0;
    let status = loop {
        // What it used is gone with it, so it is asked until then.
        own = own_time(child.id()).max(own);
        match child.try_wait().expect("a child can be waited for") {
            Some(status) => break status,
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    assert!(status.success(), "gridhaunt play: {status}");
    let text = fs::read_to_string(&record).expect("the record was written");
    let steps = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let (mut turns, mut delays) = (0, Vec::new());
    for step in steps {
        turns += usize::from(step.get("step").is_some());
        let used = step.get("used_us").and_then(Value::as_array).into_iter().flatten();
        delays.extend(used.filter_map(|pair| pair.get(1)?.as_u64()));
    }
    let _ = fs::remove_file(&record);
    delays.sort_unstable();
    assert_eq!(turns, games * TURNS, "nobody moves, so every match has all its turns");
    Run { turns, seconds, delays, own }
}

/// The processor time that a process and its children have used so far, without what their children used.
fn own_time(pid: u32) -> f64 {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let keepers: f64 = children
        .flat_map(|text| text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .map(used)
        .sum();
    used(pid) + keepers
}

fn used(pid: u32) -> f64 {
    // The name of the program, which may hold anything, ends with the last bracket; user and system time are 12 words on.
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let words = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(2);
    words.filter_map(|word| word.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A figure of every round, and what it should be.
type Figure<'a> = (&'a str, Box<dyn Fn(&Round) -> f64 + 'a>, &'a str);

fn report(rounds: &[Round], many: usize, cores: usize) {
    let figures: [Figure<'_>; 12] = [
        ("ping-pong, 2 processes: turns a second", Box::new(|round| round.bare.speed()), ""),
        ("one match at a time: turns a second", Box::new(|round| round.one.speed()), ""),
        ("  beside the ping-pong", Box::new(|round| round.one.speed() / round.bare.speed()), "at least 0.75"),
        ("ping-pong, 2 for each core: turns a second", Box::new(|round| round.bare_beside.speed()), ""),
        ("matches side by side: turns a second", Box::new(|round| round.beside.speed()), ""),
        (
            "  beside the ping-pong of 2",
            Box::new(|round| round.beside.speed() / round.bare.speed()),
            "at least 1.3 on 2 cores",
        ),
        ("  matches a second", Box::new(|round| round.beside.speed() / TURNS as f64), "at least 60"),
        ("host's processor time a turn, one: µs", Box::new(|round| round.one.own_us()), "at most 30"),
        ("host's processor time a turn, side by side: µs", Box::new(|round| round.beside.own_us()), "at most 30"),
        ("delay p50, ping-pong: µs", Box::new(|round| round.bare.delay(0.5)), ""),
        ("delay p50 beyond it, one: µs", Box::new(|round| round.one.delay(0.5) - round.bare.delay(0.5)), ""),
        (
            "delay p99 beyond it, one: µs",
            Box::new(|round| round.one.delay(0.99) - round.bare.delay(0.99)),
            "at most 100",
        ),
    ];
    println!("{many} rounds, {cores} cores; the median of the rounds, with the least and the largest");
    for (name, of, wanted) in &figures {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_unstable_by(f64::total_cmp);
        let [Some(least), Some(largest)] = [values.first(), values.last()] else { continue };
        let digits = if *largest < 20.0 { 2 } else { 0 };
        let middle = values[values.len() / 2];
        println!("{name:<48} {middle:>10.digits$} ({least:.digits$} .. {largest:.digits$})  {wanted}");
    }
}
