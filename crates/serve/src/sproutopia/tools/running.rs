//! What the tools of Sproutopia do once their flags are read.

use super::{Export, Import};
use crate::sproutopia::config::SEED;
use crate::sproutopia::import::Inputs;
use crate::sproutopia::keeping::{Keeping, Kept, Unkept, writable};
use crate::sproutopia::logs::{self, Name, Wanted};
use crate::sproutopia::orders::{self, Orders};
use crate::sproutopia::report::Report;
use crate::sproutopia::result::HostedResult;
use crate::sproutopia::server::{Server, ServerEnd};
use crate::trouble::Trouble;
use gridhaunt_arena::file;
use gridhaunt_arena::replay::read_all;
use gridhaunt_bots::snarl::local::clock;
use gridhaunt_console::{Console, Exit};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::settings::Declared as _;
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::{Game as _, Invalid};
use gridhaunt_sproutopia::{Official, Sproutopia};
use serde_json::json;
use std::io::Read;
use std::path::Path;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

/// How often to check whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(100);

/// The capacity of the channel of reports.
const REPORTS: usize = 1024;

pub(super) fn serve(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let environment: Vec<(String, String)> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let file = file_of(flags, console)?;
    let orders = Orders::read(flags, &environment, file, clock())?;
    let keeping = match Keeping::prepare(&orders) {
        Ok(keeping) => keeping,
        Err(Unkept::Invalid(error)) => return Err(error),
        Err(Unkept::Unwritable(why)) => {
            console.complain(&why);
            return Ok(Exit::Unwritten);
        }
    };
    let runtime = match Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            console.complain(&format!("no threads to run on: {error}"));
            return Ok(Exit::Wanting);
        }
    };
    let seed = orders.config.seed;
    let server = match runtime.block_on(Server::bind(orders.config)) {
        Ok(server) => server,
        Err(Trouble::Invalid(error)) => return Err(error),
        Err(trouble) => {
            console.complain(&trouble.to_string());
            return Ok(Exit::Wanting);
        }
    };
    console.complain(&format!("seed {seed}")); // Whoever wants the same match again needs it.
    let mut desk = Desk { keeping, ticks: vec![(0, 0); server.addresses().len()], all_kept: true };
    let stop = CancellationToken::new();
    let (sender, mut reports) = mpsc::channel(REPORTS);
    let running = runtime.spawn(server.run(sender, stop.clone()));
    runtime.block_on(async {
        let mut look = interval(LOOK);
        loop {
            tokio::select! {
                report = reports.recv() => match report {
                    Some(report) => desk.tell(console, report),
                    None => return,
                },
                _ = look.tick() => if console.stopped() { stop.cancel() },
            }
        }
    });
    match runtime.block_on(running) {
        _ if !desk.all_kept => Ok(Exit::Unwritten),
        Ok(ServerEnd::Played) => Ok(Exit::Fine),
        Ok(ServerEnd::Failed) => Ok(Exit::Wanting),
        Ok(ServerEnd::Stopped) => Ok(Exit::Stopped),
        Err(error) => {
            console.complain(&error.to_string());
            Ok(Exit::Wanting)
        }
    }
}

/// Prints the reports of the server.
struct Desk {
    keeping: Keeping,
    /// The last reported tick of each match, and its last possible tick.
    ticks: Vec<(u32, u32)>,
    /// Whether all records and logs could be written.
    all_kept: bool,
}

impl Desk {
    fn tell(&mut self, console: &mut dyn Console, report: Report) {
        let several = self.ticks.len() > 1;
        let of = |game: usize| if several { format!("match {game}: ") } else { String::new() };
        match report {
            Report::Listening { game, address } => console.complain(&format!("{}listening on {address}", of(game))),
            Report::Joined { game, seat, nick } => {
                console.complain(&format!("{}seat {seat}: {} registered", of(game), shown(&nick)));
            }
            Report::Refused { game, peer, who, why, untold } => {
                let more = if untold > 0 { format!("{untold} more registrations refused; ") } else { String::new() };
                console.complain(&format!("{}{more}{peer}: registration of {who} refused: {why}", of(game)));
            }
            Report::Left { game, seat, waits } => {
                let waits = waits
                    .filter(|waits| !waits.is_zero())
                    .map(|waits| format!("; without another the rest is played at once in {} s", waits.as_secs_f64()));
                console.complain(&format!("{}seat {seat}: connection lost{}", of(game), waits.unwrap_or_default()));
            }
            Report::Resumed { game, seat } => console.complain(&format!("{}seat {seat}: connected again", of(game))),
            Report::Said { game, seat, line } => console.complain(&format!("{}seat {seat}| {line}", of(game))),
            Report::Started { game } => console.complain(&format!("{}started", of(game))),
            Report::Tick { game, tick, of } => self.progress(console, game, tick, of),
            Report::Failed { game, why } => console.complain(&format!("{}{why}", of(game))),
            Report::Ended { game, played } => {
                self.progress(console, game, played.ticks, played.ticks);
                let Kept { record, is_whole } = self.keeping.keep(game, &played, console);
                self.all_kept &= is_whole;
                console.complain(&format!("{}how late ticks were: {}", of(game), played.jitter()));
                if console.result_as_json() {
                    console.say(&document(game, &played, record.as_deref()).to_string());
                } else {
                    lines(game, &played, record.as_deref()).iter().for_each(|line| console.say(line));
                }
            }
        }
    }

    fn progress(&mut self, console: &mut dyn Console, game: usize, tick: u32, of: u32) {
        if let Some(own) = game.checked_sub(1).and_then(|game| self.ticks.get_mut(game)) {
            *own = (tick, of);
        }
        let (done, all) =
            self.ticks.iter().fold((0, 0), |(done, all), &(tick, of)| (done + u64::from(tick), all + u64::from(of)));
        console.progress("ticks", done, Some(all));
    }
}

/// The result of a match as JSON.
fn document(game: usize, played: &HostedResult, record: Option<&str>) -> Value {
    let jitter = played.jitter();
    let ms = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    let farmers: Vec<Value> = played
        .standings
        .iter()
        .zip(0..)
        .map(|(own, seat)| {
            json!({"seat": seat, "id": own.id.to_string(), "nick": own.nick, "rank": own.rank, "cells": own.cells,
            "percent": own.percent, "points": own.points as f64 / 100.0})
        })
        .collect();
    json!({"match": game, "seed": played.seed.to_string(), "ticks": played.ticks, "reason": played.reason,
        "farmers": farmers, "record": record, "took_ms": ms(played.took),
        "late_ms": {"p50": ms(jitter.median), "p99": ms(jitter.p99), "most": ms(jitter.most)}})
}

/// The result of a match as lines of text.
fn lines(game: usize, played: &HostedResult, record: Option<&str>) -> Vec<String> {
    let how = match &played.reason {
        Some(reason) => format!("over after {} ticks ({reason})", played.ticks),
        None => format!("stopped after {} ticks", played.ticks),
    };
    let mut lines = vec![format!("match {game}: {how}, seed {}", played.seed)];
    let width = played.standings.iter().map(|own| own.nick.chars().count()).max().unwrap_or(0).max("farmer".len());
    lines.push(format!("rank  seat  {:width$}  cells  percent  points", "farmer"));
    let mut standings: Vec<_> = played.standings.iter().enumerate().collect();
    standings.sort_by_key(|(_, own)| (own.rank, u32::MAX - own.cells));
    for (seat, own) in standings {
        let rank = own.rank.map_or_else(|| "-".to_string(), |rank| rank.to_string());
        let (nick, cells, percent) = (&own.nick, own.cells, own.percent);
        let points = format!("{}.{:02}", own.points / 100, own.points % 100);
        lines.push(format!("{rank:>4}  {seat:>4}  {nick:width$}  {cells:>5}  {percent:>7}  {points:>6}"));
    }
    lines.extend(record.map(|path| format!("replay: {path}")));
    lines
}

/// The settings of the file that a flag names.
fn file_of(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Map<String, Value>, Invalid> {
    match flags.get("settings").and_then(Value::as_str) {
        Some(path) => orders::of_file(path, &console.file(path)?),
        None => Ok(Map::new()),
    }
}

/// How many bytes of a log or a replay are read at most.
const MOST_BYTES: u64 = 64 << 20;

/// Calls `each` with the lines of the input; stops after the line that exceeds [`MOST_BYTES`].
fn read_lines(console: &mut dyn Console, mut each: impl FnMut(&str)) {
    let mut bytes = 0;
    while bytes <= MOST_BYTES
        && let Some(line) = console.read()
    {
        bytes += line.len() as u64 + 1;
        each(&line);
    }
}

fn too_much(console: &mut dyn Console) -> Exit {
    console.complain(&format!("{}: more than {} MiB", console.source(), MOST_BYTES >> 20));
    Exit::Unusable
}

pub(super) fn import(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let asked = Import::from_flags(flags)?;
    let file = file_of(flags, console)?;
    let (settings, written) = orders::settings(flags, &[], file)?;
    let seed = asked.seed.or(settings.seed()).unwrap_or(SEED);
    let mut log = String::new();
    read_lines(console, |line| log.extend([line, "\n"]));
    if log.len() as u64 > MOST_BYTES {
        return Ok(too_much(console));
    }
    let inputs = Inputs::read(log.lines());
    if inputs.ticks.is_empty() {
        console.complain(&format!("{}: this is no input log: it has no ticks", console.source()));
        return Ok(Exit::Unusable);
    }
    let registry = gridhaunt_bots::registry();
    let face = registry.find(Sproutopia::<Official>::INFO.name)?;
    let (record, played, over) = inputs.play(face, written, seed)?;
    let misfit = match inputs.ticks.len() {
        ticks if ticks > played => {
            Some(format!("the match is over after {played} ticks, the log has {ticks}: give --ticks {ticks}"))
        }
        ticks if !over => {
            Some(format!("the log ends after {ticks} ticks, before the match does: give --ticks {ticks}"))
        }
        _ => None,
    };
    match asked.output.as_deref() {
        Some(path) => console.write(path, record.as_bytes())?,
        None => record.lines().for_each(|line| console.say(line)),
    }
    let Some(misfit) = misfit else { return Ok(Exit::Fine) };
    console.complain(&misfit);
    Ok(Exit::Wanting)
}

pub(super) fn export(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let Export { output, no_full, no_diff } = Export::from_flags(flags)?;
    let source = console.source();
    let packed = console.has_file() && file::is_packed(Path::new(&source));
    let mut text = String::new();
    if packed {
        let unpacked =
            file::open(Path::new(&source)).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
        unpacked.map_err(|error| Invalid::new(&source, "no replay", "a replay").says(error.to_string()))?;
    } else {
        read_lines(console, |line| text.extend([line, "\n"]));
    }
    if text.len() as u64 > MOST_BYTES {
        return Ok(too_much(console));
    }
    let (folder, wanted) = (output.as_str(), Wanted { full: !no_full, diff: !no_diff });
    let replays = match read_all(&text) {
        Ok(replays) => replays,
        Err(error) => {
            console.complain(&format!("{source}: {error}"));
            return Ok(Exit::Unusable);
        }
    };
    if let Err(why) = writable("output", folder) {
        console.complain(&why);
        return Ok(Exit::Unwritten);
    }
    for (number, replay) in (1..).zip(&replays) {
        let folder = match replays.len() {
            1 => Path::new(folder).to_path_buf(),
            _ => Path::new(folder).join(format!("match{number}")),
        };
        if let Err(error) = logs::write(replay, &Name::of_record(replay), &[], wanted, &folder) {
            console.complain(&format!("{source}: {error}"));
            let is_full = matches!(error, logs::Trouble::Io(_));
            return Ok(if is_full { Exit::Unwritten } else { Exit::Unusable });
        }
        console.say(&folder.display().to_string());
    }
    Ok(Exit::Fine)
}
