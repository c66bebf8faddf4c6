//! `replay verify`, `replay show`, `replay convert`.

use crate::args;
use crate::failure::Failure;
use crate::output::{Output, line};
use gridhaunt_arena::file;
use gridhaunt_arena::replay::{Replay, Unreadable, read_all};
use gridhaunt_arena::verify::{Differs, Rerun, verify};
use gridhaunt_draw::svg;
use gridhaunt_draw::text::{Charset, Style, render};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Session, Span};
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::path::{Path, PathBuf};

pub(crate) fn run(registry: &Registry, args: &args::Replay, output: Output) -> Result<(), Failure> {
    match args {
        args::Replay::Verify { files } => verify_all(registry, files, output),
        args::Replay::Show { file, step, which, view } => show(registry, file, *which, *step, *view, output),
        args::Replay::Convert { file, out, step, which, cell, dark } => {
            convert(registry, file, *which, *step, out, &svg::Options { cell: *cell, dark: *dark })
        }
    }
}

/// The matches of a file.
pub(crate) fn load(path: &Path) -> Result<Vec<Replay>, Failure> {
    let text = file::read(path).map_err(|error| Failure::reading(path, &error))?;
    read_all(&text).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// One match of a file.
pub(crate) fn load_one(path: &Path, which: u64) -> Result<Replay, Failure> {
    let mut replays = load(path)?;
    let index = usize::try_from(which - 1).unwrap_or(usize::MAX);
    if index >= replays.len() {
        return Err(Failure::Usage(format!("--match: {which} is not in 1..={}", replays.len())));
    }
    Ok(replays.swap_remove(index))
}

fn verify_all(registry: &Registry, files: &[PathBuf], output: Output) -> Result<(), Failure> {
    let (mut wrong, mut seen) = (0, 0);
    let mut unreadable = None;
    for path in files {
        let text = match file::read(path) {
            Ok(text) => text,
            Err(error) => {
                let failure = Failure::reading(path, &error);
                eprintln!("gridhaunt: {}", failure.message().unwrap_or_default());
                unreadable = Some(Failure::Usage("not every file could be read".into()));
                continue;
            }
        };
        let (replays, damage) = match read_all(&text) {
            Ok(replays) => (replays, None),
            Err(error) => (Vec::new(), Some(Differs::Unreadable(error))),
        };
        let several = replays.len() > 1;
        let verdicts = replays.iter().map(|replay| (replay.steps.len(), verify(registry, replay)));
        let damaged = damage.map(|error| (0, Err(error)));
        for (number, (steps, verdict)) in verdicts.chain(damaged).enumerate() {
            seen += 1;
            wrong += u64::from(verdict.is_err());
            let name =
                if several { format!("{}, match {}", path.display(), number + 1) } else { path.display().to_string() };
            let verdict = verdict.map(|session| session.hash());
            match (&verdict, output.json) {
                (Ok(hash), true) => {
                    line(json!({"file": path, "match": number + 1, "ok": true, "steps": steps, "hash": hex(*hash)}))?;
                }
                (Ok(hash), false) => line(format!("ok      {name}: {steps} steps, {}", hex(*hash)))?,
                (Err(error), true) => {
                    let step = match error {
                        Differs::Step { step, .. } | Differs::Unreadable(Unreadable::Damaged { step, .. }) => {
                            Some(step)
                        }
                        _ => None,
                    };
                    line(
                        json!({"file": path, "match": number + 1, "ok": false, "step": step, "differs": error.to_string()}),
                    )?;
                }
                (Err(error), false) => line(format!("DIFFERS {name}: {error}"))?,
            }
        }
    }
    if wrong > 0 {
        return Err(Failure::Finding(format!("{wrong} of {seen} matches did not verify")));
    }
    unreadable.map_or(Ok(()), Err)
}

/// Plays a record up to a step; says so if it does not verify that far.
pub(crate) fn play_to(
    registry: &Registry,
    replay: &Replay,
    step: Option<usize>,
    mut each: impl FnMut(&dyn Session),
) -> Result<Box<dyn Session>, Failure> {
    let last = replay.steps.len();
    let wanted = step.unwrap_or(last);
    if wanted > last {
        return Err(Failure::Usage(format!("--step: {wanted} is not in 0..={last}")));
    }
    let mut rerun = Rerun::new(registry, replay).map_err(|error| Failure::Finding(error.to_string()))?;
    each(rerun.session.as_ref());
    while rerun.taken() < wanted {
        match rerun.next_step() {
            None => break,
            Some(Ok(())) => each(rerun.session.as_ref()),
            Some(Err(error)) => {
                eprintln!("gridhaunt: this replay does not verify from here on: {error}");
                break;
            }
        }
    }
    Ok(rerun.session)
}

fn show(
    registry: &Registry,
    path: &Path,
    which: u64,
    step: Option<usize>,
    view: Option<u8>,
    output: Output,
) -> Result<(), Failure> {
    let replay = load_one(path, which)?;
    let session = play_to(registry, &replay, step, |_| {})?;
    if let Some(seat) = view {
        if usize::from(seat) >= session.seats() {
            return Err(Failure::Usage(format!("--view: {seat} is not in 0..={}", session.seats() - 1)));
        }
        return Ok(line(session.view(Seat(seat)))?);
    }
    let choices =
        (session.steps() as usize).checked_sub(1).and_then(|index| replay.steps.get(index)).map(|step| &step.choices);
    if output.json {
        let events = session.events();
        let choices = serde_json::to_string(&choices).unwrap_or_default();
        return Ok(line(format!(
            r#"{{"step":{},"choices":{choices},"state":{},"events":{events},"hash":"{}"}}"#,
            session.steps(),
            session.state(),
            hex(session.hash())
        ))?);
    }
    let header = &replay.header;
    line(format!(
        "{}, seed {}, {}: step {} of {}",
        header.game,
        header.seed,
        header.seats.join(" against "),
        session.steps(),
        replay.steps.len()
    ))?;
    line(render(&session.scene(Span::Step, None), &output.style()))?;
    for (seat, action) in choices.into_iter().flatten() {
        line(format!("  seat {seat} chose {action}"))?;
    }
    for event in session.tell() {
        line(format!("  {event}"))?;
    }
    Ok(line(format!("hash {}", hex(session.hash())))?)
}

/// The text of one match of a file, or of all.
fn lines_of(path: &Path, which: Option<u64>) -> Result<String, Failure> {
    let replays = load(path)?;
    let text = file::read(path).map_err(|error| Failure::reading(path, &error))?;
    let Some(which) = which else { return Ok(text) };
    let first = load_one(path, which)?.line;
    let next = replays.iter().map(|replay| replay.line).find(|&line| line > first).unwrap_or(usize::MAX);
    let lines = text.lines().enumerate().filter(|(index, _)| (first..next).contains(&(index + 1)));
    Ok(lines.map(|(_, line)| format!("{line}\n")).collect())
}

const KNOWN: &str = ".jsonl, .jsonl.zst, .txt or .svg";

fn convert(
    registry: &Registry,
    path: &Path,
    which: Option<u64>,
    step: Option<usize>,
    out: &Path,
    options: &svg::Options,
) -> Result<(), Failure> {
    let name = out.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let ends = |ending: &str| name.ends_with(ending);
    let text = if ends(".jsonl") || ends(".jsonl.zst") {
        lines_of(path, which)?
    } else if ends(".txt") {
        let replay = load_one(path, which.unwrap_or(1))?;
        let style = Style { charset: Charset::Ascii, color: false, width: None };
        let mut frames = String::new();
        let steps = replay.steps.len();
        play_to(registry, &replay, step, |session| {
            frames.push_str(&format!(
                "step {} of {steps}\n{}\n",
                session.steps(),
                render(&session.scene(Span::Step, None), &style)
            ));
            for event in session.tell() {
                frames.push_str(&format!("  {event}\n"));
            }
            frames.push('\n');
        })?;
        frames
    } else if ends(".svg") {
        let replay = load_one(path, which.unwrap_or(1))?;
        svg::render(&play_to(registry, &replay, step, |_| {})?.scene(Span::Step, None), options)
    } else {
        return Err(Failure::Usage(format!("--out: {} is not a name that ends in {KNOWN}", out.display())));
    };
    file::write(out, &text).map_err(|error| Failure::writing(out, &error))
}
