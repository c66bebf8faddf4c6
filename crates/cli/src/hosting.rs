//! Programs as bots: from flags to the house where they play, and what is kept of them.

use crate::args::{Arrival, Faults, Hosting, Ponder};
use crate::failure::Failure;
use crate::output::complain;
use crate::{shell, stop};
use clap::ValueEnum;
use gridhaunt_arena::house::House;
use gridhaunt_arena::play::at_once;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_host::clock::Clock;
use gridhaunt_host::host::Terms;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::sandbox::{Level, Wish};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::fault::Policy;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread;

/// The most lines about faults that are printed of a run of many matches.
const MOST_TOLD: usize = 20;

impl Hosting {
    /// The first flag that was given although no bot is a program, so that it changes nothing.
    fn first_given(&self) -> Option<&'static str> {
        [
            (self.clock.is_some(), "--clock"),
            (self.faults.is_some(), "--faults"),
            (self.strikes.is_some(), "--strikes"),
            (self.sandbox.is_some(), "--sandbox"),
            (self.transcripts, "--transcripts"),
            (self.serial, "--serial"),
            (self.arrival.is_some(), "--arrival"),
            (self.ponder.is_some(), "--ponder"),
            (self.as_root, "--as-root"),
            (self.build_network, "--build-network"),
            (self.debug.is_some(), "--debug"),
        ]
        .into_iter()
        .find_map(|(given, flag)| given.then_some(flag))
    }

    /// The flags as they were given, for a command that goes on.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        let mut flag = |flag: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [flag.into(), value.into()]));
        };
        let word = |value: &dyn PossibleWord| value.word();
        flag("--clock", self.clock.map(|clock| clock.to_string()));
        flag("--faults", self.faults.as_ref().map(|faults| word(faults)));
        flag("--strikes", self.strikes.map(|strikes| strikes.to_string()));
        flag("--sandbox", self.sandbox.map(|wish| wish.to_string()));
        flag("--ponder", self.ponder.as_ref().map(|ponder| word(ponder)));
        flag("--arrival", self.arrival.as_ref().map(|arrival| word(arrival)));
        flag("--debug", self.debug.clone());
        let switches = [
            (self.transcripts, "--transcripts"),
            (self.serial, "--serial"),
            (self.as_root, "--as-root"),
            (self.build_network, "--build-network"),
        ];
        words.extend(switches.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag.into()));
        words
    }

    /// The house for so many matches of the programs among these bots, which are digested and built; none if there are no
    /// programs.
    pub(crate) fn house(&self, bots: &[BotSpec], debug: Option<Seat>, matches: u64) -> Result<Option<House>, Failure> {
        if bots.iter().all(|bot| bot.program.is_none()) {
            return match self.first_given() {
                Some(flag) => Err(Failure::Usage(format!("{flag}: changes nothing, no bot is a program"))),
                None => Ok(None),
            };
        }
        if let Some(seat) = debug.filter(|seat| bots.get(seat.index()).is_none_or(|bot| bot.program.is_none())) {
            return Err(Failure::Usage(format!("--debug: seat {seat} is not played by a program")));
        }
        let terms = Terms {
            clock: self.clock.unwrap_or(Clock::PLAY),
            level: level(self.sandbox.unwrap_or(Wish::At(Level::Zero)))?,
            ponder: self.ponder != Some(Ponder::No),
            as_root: self.as_root,
            build_network: self.build_network,
            debug: debug.map(|seat| seat.0),
            matches: at_once(matches),
            stop: Some(stop::flag()),
            ..Terms::default()
        };
        if matches!(terms.clock, Clock::Cpu { .. }) && terms.level != Level::Two {
            let why = "processor time needs control groups, which level 2 has: --sandbox 2";
            return Err(Failure::Usage(format!("--clock: {}: {why}", terms.clock))); // B10
        }
        let usual = Policy::default();
        let policy =
            Policy { strict: self.faults == Some(Faults::Strict), strikes: self.strikes.unwrap_or(usual.strikes) };
        // B9: in waves of at most as many as the match has cores.
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut house = House::new(terms, policy, if self.serial { 1 } else { cores });
        house.real_arrival = self.arrival == Some(Arrival::Real);
        house.prepare(bots, |line| complain(&format!("gridhaunt: {line}")))?;
        Ok(Some(house))
    }
}

/// The level that is asked for, if it works here (B18).
pub(crate) fn level(wish: Wish) -> Result<Level, Failure> {
    // Level 0 needs nothing, so that nothing is tried out for it.
    if wish == Wish::At(Level::Zero) {
        return Ok(Level::Zero);
    }
    let advise = |why| format!("--sandbox {wish}: {why}; `gridhaunt doctor` says which levels work here");
    wish.level().map_err(|why| Failure::Infrastructure(advise(why)))
}

/// A value of a flag as it is typed.
trait PossibleWord {
    fn word(&self) -> String;
}

impl<T: ValueEnum> PossibleWord for T {
    fn word(&self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
    }
}

/// The command that hands a program again what it was handed in a match (`repro`).
pub(crate) fn repro(replay: &Path, which: u64, seat: Seat, program: &Program) -> String {
    repro_of(replay, which, seat, &program.named_at(&near(&program.path)))
}

/// The same for a program that is known by its path alone.
pub(crate) fn repro_of(replay: &Path, which: u64, seat: Seat, program: &Path) -> String {
    let mut words: Vec<OsString> = vec!["gridhaunt".into(), "repro".into(), replay.into()];
    if which > 1 {
        words.extend(["--match".into(), which.to_string().into()]);
    }
    words.extend(["--seat".into(), seat.to_string().into(), program.into()]);
    shell::command(words)
}

/// A path as one would type it here.
pub(crate) fn near(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(std::fs::canonicalize);
    match here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf)) {
        Some(rest) if rest.as_os_str().is_empty() => PathBuf::from("."),
        Some(rest) => Path::new(".").join(rest),
        None => path.into(),
    }
}

/// Prints the faults of programs, one line each (B14).
pub(crate) fn tell(faults: &[String]) {
    for line in faults.iter().take(MOST_TOLD) {
        complain(&format!("gridhaunt: {line}"));
    }
    if let Some(more) = faults.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        complain(&format!("gridhaunt: and {more} more faults"));
    }
}

/// Writes transcripts beside a replay: `MATCH.SEAT.log`, of a file with many matches `FILE.NUMBER.SEAT.log` (B21).
/// Returns the paths.
pub(crate) fn keep(
    replay: &Path,
    which: Option<u64>,
    transcripts: &[(Seat, impl std::fmt::Display)],
) -> Result<Vec<PathBuf>, Failure> {
    let name = replay.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = name.strip_suffix(".zst").unwrap_or(&name);
    let stem = stem.strip_suffix(".jsonl").unwrap_or(stem);
    let mut paths = Vec::new();
    for (seat, transcript) in transcripts {
        let which = which.map(|which| format!(".{which}")).unwrap_or_default();
        let path = replay.with_file_name(format!("{stem}{which}.{seat}.log"));
        std::fs::write(&path, transcript.to_string()).map_err(|error| Failure::writing(&path, &error))?;
        paths.push(path);
    }
    Ok(paths)
}
