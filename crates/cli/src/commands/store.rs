//! `store`: what is in the store, whether it is sound, and moving it (A18).

use super::events::{self, find, words};
use crate::args::{CheckStore, Export, Gc, Import, Info, Store as Args};
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Output, line, progress};
use crate::sink::{self, Sink};
use gridhaunt_events::checked::Checker;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Address, EventId, Moved, Store};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(registry: &Registry, args: &Args, output: Output) -> Result<(), Failure> {
    match args {
        Args::Info(args) => info(args, output),
        Args::Check(args) => check(registry, args, output),
        Args::Export(args) => export(args, output),
        Args::Import(args) => import(args, output),
        Args::Gc(args) => gc(args, output),
    }
}

/// `1.5 GiB`, `312 KiB`.
fn bytes(number: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB"];
    let unit = (number.max(1).ilog2() / 10).min(3);
    let value = number as f64 / f64::from(1u32 << (10 * unit));
    let digits = usize::from(unit > 0 && value < 100.0);
    format!("{value:.digits$} {}", units[unit as usize])
}

fn info(args: &Info, output: Output) -> Result<(), Failure> {
    let store = events::open(&args.kept)?;
    let info = store.info()?;
    if output.json {
        return Ok(line(json!({
            "store": store.address().to_string(), "version": info.version, "events": info.events, "blocks": info.blocks,
            "matches": info.matches, "replays": info.replays, "programs": info.archives, "bytes": info.bytes,
        }))?);
    }
    line(format!("store    {}, version {} of its tables, {}", store.address(), info.version, bytes(info.bytes)))?;
    line(format!("events   {}", info.events))?;
    line(format!("blocks   {}", info.blocks))?;
    line(format!("matches  {}, {} with a replay", info.matches, info.replays))?;
    Ok(line(format!("programs {}", info.archives))?)
}

fn check(registry: &Registry, args: &CheckStore, output: Output) -> Result<(), Failure> {
    let store = events::open(&args.kept)?;
    let bar = progress(0, "blocks");
    let checked = store.check(&mut Checker::new(registry), &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let checked = checked?;
    for finding in &checked.findings {
        match output.json {
            true => line(json!({"ok": false, "place": finding.place, "what": finding.what}))?,
            false => line(format!("WRONG {}: {}", finding.place, finding.what))?,
        }
    }
    if output.json {
        line(json!({
            "ok": checked.wrong == 0, "events": checked.events, "blocks": checked.blocks, "matches": checked.matches,
            "replays": checked.replays, "tables": checked.tables, "without_replay": checked.without_replay, "wrong": checked.wrong,
        }))?;
    } else {
        let dropped = match checked.without_replay {
            0 => String::new(),
            many => format!(", {many} without a replay"),
        };
        let people = match checked.tables {
            0 => String::new(),
            many => format!(", {} of people", words::many(many, "match")),
        };
        let [events, blocks, matches] =
            [(checked.events, "event"), (checked.blocks, "block"), (checked.matches, "match")]
                .map(|(many, of)| words::many(many, of));
        let ok = if checked.wrong == 0 { "ok   " } else { "WRONG" };
        line(format!("{ok} {}: {events}, {blocks}, {matches}{people} played again{dropped}", store.address()))?;
    }
    match checked.wrong {
        0 => Ok(()),
        wrong => Err(Failure::Finding(format!("{wrong} of what is in {} is not as it was written", store.address()))),
    }
}

fn export(args: &Export, output: Output) -> Result<(), Failure> {
    let name = args.out.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if !(sink::is_stdout(&args.out) || name.ends_with(".jsonl") || name.ends_with(".jsonl.zst")) {
        let out = args.out.display();
        return Err(Failure::Usage(format!("--out: {out} is not a name that ends in .jsonl or .jsonl.zst, or -")));
    }
    let output = if sink::is_stdout(&args.out) { output.aside() } else { output };
    let store = events::open(&args.kept)?;
    let ids: Vec<EventId> =
        args.events.iter().map(|word| find(&store, Some(word)).map(|event| event.id)).collect::<Result<_, _>>()?;
    let unwritable = |error: std::io::Error| Failure::writing(&args.out, &error);
    let mut out = BufWriter::new(Sink::create(&args.out).map_err(unwritable)?);
    let moved = store.export(&ids, &mut out)?;
    out.flush().map_err(unwritable)?;
    out.into_inner().map_err(|error| unwritable(error.into_error()))?.finish().map_err(unwritable)?;
    tell(&moved, "exported to", &output::place(&args.out), output)
}

fn import(args: &Import, output: Output) -> Result<(), Failure> {
    // A file that cannot be read makes no store.
    for path in args.files.iter().filter(|path| path.as_os_str() != "-") {
        input::open_record(path).map_err(|error| Failure::reading(path, &error))?;
    }
    let store = Store::open(&Address::find(args.kept.db.as_deref())?)?;
    let moved = import_into(&store, &args.files)?;
    tell(&moved, "imported into", &store.address().to_string(), output)
}

/// Reads files that were exported into a store.
pub(super) fn import_into(store: &Store, files: &[PathBuf]) -> Result<Moved, Failure> {
    let mut all = Moved::default();
    for path in files {
        let mut lines = input::open_record(path).map_err(|error| Failure::reading(path, &error))?;
        let moved = store.import(&mut lines).map_err(|error| within(path, error.into()))?;
        all.events += moved.events;
        all.already += moved.already;
        all.blocks += moved.blocks;
        all.matches += moved.matches;
    }
    Ok(all)
}

/// The same failure, with the file in which it was found.
fn within(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Usage(words) => Failure::Usage(format!("{}: {words}", input::name(path))),
        failure => failure,
    }
}

fn tell(moved: &Moved, done: &str, place: &str, output: Output) -> Result<(), Failure> {
    if output.json {
        return Ok(line(json!({
            "events": moved.events, "already": moved.already, "blocks": moved.blocks, "matches": moved.matches,
        }))?);
    }
    let already = match moved.already {
        0 => String::new(),
        many => format!("; {} there already", words::many(many, "event")),
    };
    let (events, matches) = (words::many(moved.events, "event"), words::many(moved.matches, "match"));
    Ok(line(format!("{events} with {matches} {done} {place}{already}"))?)
}

fn gc(args: &Gc, output: Output) -> Result<(), Failure> {
    let age = words::age(&args.older).ok_or_else(|| {
        let text = brief(&Value::from(args.older.as_str()));
        Failure::Usage(format!("--older: {text} is not an age such as 90m, 12h or 30d"))
    })?;
    let store = events::open(&args.kept)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let before = i64::try_from(now.saturating_sub(age).as_millis()).unwrap_or(i64::MAX);
    let dropped = store.gc(before, args.dry_run)?;
    if output.json {
        return Ok(line(json!({
            "replays": dropped.replays, "transcripts": dropped.transcripts, "bytes": dropped.bytes, "dry_run": args.dry_run,
        }))?);
    }
    let would = if args.dry_run { "would drop" } else { "dropped" };
    let (replays, transcripts) =
        (words::many(dropped.replays, "replay"), words::many(dropped.transcripts, "transcript"));
    Ok(line(format!("{would} {replays} and {transcripts}, {}; all results stay", bytes(dropped.bytes)))?)
}
