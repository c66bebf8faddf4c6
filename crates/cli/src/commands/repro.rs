//! `repro`: hands a program again what it was handed in a recorded match, and shows where its answers differ.

use super::bots::DIGITS;
use super::replay::load_one;
use crate::args::Repro;
use crate::eye::find_seat;
use crate::failure::Failure;
use crate::output::{Output, complain, line, table};
use crate::{hosting, stop};
use gridhaunt_arena::house::House;
use gridhaunt_arena::repro::{ReproError, Said, Twice, recorded, run as hand_over};
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_arena::verify::Rerun;
use gridhaunt_host::host::Terms;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::sandbox::{Level, Wish};
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::Ordering;

/// How many turns that differ are shown to people.
const SHOWN: usize = 20;

pub(crate) fn run(registry: &Registry, args: &Repro, output: Output) -> Result<(), Failure> {
    let replay = load_one(&args.file, args.which)?;
    let first = Rerun::new(registry, &replay).map_err(|error| Failure::Finding(error.to_string()))?;
    let seat = find_seat("--seat", &args.seat, first.game.session())?;
    drop(first);
    let (held, entrant, identity) = recorded(&replay, seat).map_err(|error| Failure::Usage(format!("--{error}")))?;
    let Some(word) = &args.bot else {
        let (name, digest) = (&entrant.name, &identity.digest[..DIGITS]);
        let why = format!("the record does not say where {name} (digest {digest}) is; give its path");
        let command = format!("gridhaunt repro {} --seat {seat} ./{}", args.file.display(), file_of(name));
        return Err(Failure::Usage(format!("BOT: {why}, such as\n  {command}")));
    };
    let spec = BotSpec::find(registry.find(&replay.header.game)?, word)?;
    let Some(program) = spec.program.clone() else {
        let words = format!("{word} is a bot of the registry, need a program, such as ./{word}");
        return Err(Failure::Usage(format!("BOT: {words}")));
    };
    let then = Level::ALL.into_iter().find(|level| level.name() == identity.sandbox);
    let terms = Terms {
        clock: held.clock.parse()?,
        level: hosting::level(args.sandbox.unwrap_or(Wish::At(then.unwrap_or(Level::Zero))))?,
        as_root: args.as_root,
        stop: Some(stop::flag()),
        ..Terms::default()
    };
    let house = House::new(terms, held.policy, 0);
    house.prepare(&[spec], |told| complain(&format!("gridhaunt: {told}")))?;
    let digest = house.digest(&program).unwrap_or_default();
    let is_same_version = digest == identity.digest;
    if !output.json {
        let version = match is_same_version {
            true => format!("the version that played ({})", &digest[..DIGITS]),
            false => format!("another version ({}) than played ({})", &digest[..DIGITS], &identity.digest[..DIGITS]),
        };
        let game = &replay.header.game;
        line(format!("{} on seat {seat} of {game}, seed {}: {version}", program.name, replay.header.seed))?;
    }
    let (mut turns, mut differing, mut faults) = (0u64, Vec::new(), Vec::new());
    let mut unprinted = None;
    let done = hand_over(registry, &replay, seat, &program, &house.host, &args.turns(), |twice| {
        turns += 1;
        if output.json {
            unprinted = unprinted.take().or_else(|| line(document(&twice)).err());
        }
        if !twice.is_same() {
            differing.push(twice);
        } else if twice.now.verdict != Verdict::Ok {
            faults.push(twice);
        }
    });
    if let Some(error) = unprinted {
        return Err(error.into());
    }
    let transcript = done.map_err(|error| match error {
        ReproError::Host { .. } if stop::flag().load(Ordering::Relaxed) => Failure::Interrupted("stopped".into()),
        ReproError::Host { .. } => Failure::Infrastructure(format!("{error}; try again when the machine is idle")),
        ReproError::Differs(_) => Failure::Finding(format!("{}: {error}", args.file.display())),
        error => Failure::Usage(error.to_string()),
    })?;
    if let Some(path) = &args.transcript {
        std::fs::write(path, transcript).map_err(|error| Failure::writing(path, &error))?;
    }
    tell(&Told { turns, differing, faults, is_same_version }, args.transcript.as_deref(), output)
}

/// The file or folder here that a name is most likely of.
fn file_of(name: &str) -> String {
    Program::file_of(name).filter(|_| !Path::new(name).exists()).unwrap_or_else(|| name.into())
}

/// What came of it.
struct Told {
    turns: u64,
    differing: Vec<Twice>,
    /// Faults that came again.
    faults: Vec<Twice>,
    is_same_version: bool,
}

fn document(twice: &Twice) -> Value {
    let said = |said: &Said| json!({"verdict": said.verdict.name(), "action": said.action, "used_us": said.used_us, "words": said.words});
    json!({"turn": twice.turn, "same": twice.is_same(), "then": said(&twice.then), "now": said(&twice.now)})
}

fn tell(told: &Told, transcript: Option<&Path>, output: Output) -> Result<(), Failure> {
    let Told { turns, differing, faults, is_same_version } = told;
    if output.json {
        let version = if *is_same_version { "same" } else { "other" };
        line(json!({"turns": turns, "differ": differing.len(), "faults": faults.len(), "version": version}))?;
    } else {
        for twice in faults.iter().take(SHOWN) {
            line(format!("turn {}, as then: {}", twice.turn, words(&twice.now)))?;
        }
        if !differing.is_empty() {
            let head = ["turn", "then", "now"].map(String::from).to_vec();
            let row = |it: &Twice| vec![it.turn.to_string(), words(&it.then), words(&it.now)];
            table(&std::iter::once(head).chain(differing.iter().take(SHOWN).map(row)).collect::<Vec<_>>())?;
            if let Some(more) = differing.len().checked_sub(SHOWN).filter(|more| *more > 0) {
                line(format!("and {more} more"))?;
            }
        }
        if let Some(path) = transcript {
            line(format!("transcript {}", path.display()))?;
        }
    }
    match (differing.first(), turns) {
        (None, 0) => Err(Failure::Usage("--turn: the seat was asked in none of these turns".into())),
        (None, _) if output.json => Ok(()),
        (None, turns) => Ok(line(format!("{turns} turns, and every answer is the same as then"))?),
        (Some(first), turns) => Err(Failure::Finding(format!(
            "{} of {turns} answers differ, the first in turn {}",
            differing.len(),
            first.turn
        ))),
    }
}

/// What came of a turn, in a few words.
fn words(said: &Said) -> String {
    let ms = said.used_us as f64 / 1e3;
    let action = if said.action.is_null() { String::new() } else { format!(" {}", brief(&said.action)) };
    match said.verdict {
        Verdict::Ok => format!("{} in {ms:.1} ms", action.trim_start()),
        verdict if said.words.is_empty() => format!("{}{action} after {ms:.1} ms", verdict.name()),
        verdict => format!("{}{action} after {ms:.1} ms: {}", verdict.name(), said.words),
    }
}
