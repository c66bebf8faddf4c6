//! `replay log`.

use super::small_name;
use crate::failure::Failure;
use crate::output::Output;
use gridhaunt_arena::Match;
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::file::Whole;
use gridhaunt_arena::replay::Replay;
use gridhaunt_arena::verify::Rerun;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::shown::shown;
use serde_json::json;
use serde_json::value::RawValue;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes the log of a match to standard output or a file; stops at the first step that does not verify.
pub(super) fn run(registry: &Registry, replay: &Replay, out: Option<&Path>, output: Output) -> Result<(), Failure> {
    let Some(path) = out.filter(|path| *path != Path::new("-")) else {
        let mut screen = BufWriter::new(io::stdout().lock());
        let told = tell(registry, replay, output.json, &mut screen, Failure::from);
        screen.flush()?;
        return told?.map_err(|error| Failure::Finding(error.to_string()));
    };
    let ends = |endings: &[&str]| endings.iter().any(|ending| small_name(path).ends_with(ending));
    let json = ends(&[".jsonl", ".jsonl.zst"]);
    if !json && !ends(&[".txt", ".log"]) {
        return Err(Failure::Usage(format!(
            "--out: {} is not a name that ends in .txt, .log, .jsonl or .jsonl.zst",
            path.display()
        )));
    }
    let unwritable = |error: io::Error| Failure::writing(path, &error);
    let mut file = Whole::create(path).map_err(unwritable)?;
    let end = tell(registry, replay, json, &mut file, unwritable)?;
    file.finish().map_err(unwritable)?;
    end.map_err(|error| Failure::Finding(error.to_string()))
}

/// Writes every step. Returns what is wrong with the end, if all steps verify.
fn tell(
    registry: &Registry,
    replay: &Replay,
    json: bool,
    out: &mut impl Write,
    unwritable: impl Fn(io::Error) -> Failure,
) -> Result<Result<(), Differs>, Failure> {
    let mut rerun = Rerun::new(registry, replay).map_err(|error| Failure::Finding(error.to_string()))?;
    let mut told = 0;
    while let Some(step) = rerun.next_step() {
        // A step that could not be played has no events.
        if rerun.taken() > told {
            told = rerun.taken();
            let written = if json { events(&rerun.game, out) } else { words(&rerun.game, out) };
            written.map_err(&unwritable)?;
        }
        step.map_err(|error| Failure::Finding(error.to_string()))?;
    }
    Ok(rerun.check_end())
}

/// Writes one event per line, as JSON; verdicts on programs are events too.
fn events(game: &Match, out: &mut impl Write) -> io::Result<()> {
    let events = game.session().events();
    for event in serde_json::from_str::<Vec<&RawValue>>(&events)? {
        writeln!(out, "{}", shown(event.get()))?;
    }
    let heard = game.heard();
    for (seat, verdict) in heard.verdicts.iter().filter(|_| game.trial().is_some()) {
        let wanted = heard.refused.iter().find(|(by, _)| by == seat).map(|(_, wanted)| wanted);
        let event = json!({
            "event": "verdict", "step": game.session().steps(), "seat": seat, "verdict": verdict.name(), "wanted": wanted,
        });
        writeln!(out, "{}", shown(&event.to_string()))?;
    }
    Ok(())
}

/// Writes the game's name of the step, and what happened in it, as text.
fn words(game: &Match, out: &mut impl Write) -> io::Result<()> {
    let session = game.session();
    writeln!(out, "{}", session.heading().unwrap_or_else(|| format!("step {}", session.steps())))?;
    let verdicts = game.trial().map(|_| game.heard().words(session)).unwrap_or_default();
    session.log().iter().chain(&verdicts).try_for_each(|event| writeln!(out, "  {}", shown(event)))
}
