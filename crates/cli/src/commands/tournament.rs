//! `tournament` and `league`: many bots, and what is done with an event that is there already.

use super::events::{self, Begun, Wish, duel, find, results, spec, words};
use super::replay::{Shown, convert, verdict};
use crate::args::{
    Add, Continue, Drawing, Kept, League, OneMatch, Results as ResultsArgs, Run, Running, Set, Tournament, Verb,
};
use crate::failure::Failure;
use crate::output::{self, Output, complain, line, table};
use crate::target::{Target, check_folder, check_replays, check_tables, results_targets};
use crate::{hosting, input, sink};
use gridhaunt_arena::file;
use gridhaunt_arena::replay::{Found, Replay, find as find_replay};
use gridhaunt_arena::repro::recorded;
use gridhaunt_events::entrant::path_of;
use gridhaunt_events::event::Created;
use gridhaunt_events::manage;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::results::Results;
use gridhaunt_events::run::Ended;
use gridhaunt_events::spec::{Resolved, Spec};
use gridhaunt_events::trouble::Trouble;
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::json::brief;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat};
use gridhaunt_store::{Entrant, Event, MatchId, MatchRow, State, Store};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(crate) fn run(registry: &Registry, args: &Tournament, output: Output) -> Result<(), Failure> {
    match args {
        Tournament::Run(run) => start(registry, &spec::of_tournament(run)?, &run.run, "tournament", output),
        Tournament::Verb(verb) => of_event(registry, verb, "tournament", output),
    }
}

pub(crate) fn league(registry: &Registry, args: &League, output: Output) -> Result<(), Failure> {
    match args {
        League::Run(run) => start(registry, &spec::of_league(run)?, &run.run, "league", output),
        League::Verb(verb) => of_event(registry, verb, "league", output),
    }
}

/// Makes an event and plays it.
fn start(registry: &Registry, spec: &Spec, args: &Run, noun: &'static str, output: Output) -> Result<(), Failure> {
    check_replays(args.replays, &results_targets(&args.out)?)?;
    args.save_as.as_deref().map_or(Ok(()), check_folder)?;
    let kept = &args.terms.kept;
    let begun = events::begin(registry, spec, kept).map_err(|trouble| match (trouble, args.file()) {
        (Trouble::Invalid(error), Some(file)) => told_of_file(registry, spec, file, error),
        (trouble, _) => trouble.into(),
    });
    let Begun { store, created: Created { id, spec, left_out, .. } } = begun?;
    if let Some(path) = &args.save_as {
        sink::write(path, spec.to_toml()).map_err(|error| Failure::writing(path, &error))?;
    }
    let event = store.event(id)?;
    let (number, name, at) = (id, &event.name, store.address());
    complain(&format!("gridhaunt: event {number}, {name:?}, is kept in {at}"));
    let running = Running { as_root: args.terms.hosting.as_root };
    let wish = Wish { noun, concurrency: None, out: &args.out, replays: args.replays, kept, running };
    let played = play(registry, &store, &event, &wish, output);
    // Once more, for nobody scrolls back to the beginning of an event.
    for words in left_out {
        complain(&format!("gridhaunt: left out: {words}"));
    }
    played
}

/// An error of an event that a file describes, with the file if what is wrong stands there.
fn told_of_file(registry: &Registry, spec: &Spec, file: &str, mut error: Invalid) -> Failure {
    let alone = || {
        let text = input::read_text(Path::new(file)).ok()?;
        Spec::parse(&text, None).and_then(|spec| spec.resolve(registry)).err()
    };
    let key = error.field.split(['.', '[']).next().unwrap_or_default();
    // Who takes part is said by the file alone; the rest may be a flag's.
    let is_of_file = ["bot", "entrants", "team"].contains(&key) || alone().as_ref() == Some(&error);
    if !is_of_file {
        return error.into();
    }
    if key == "bot" {
        let name = |words: &str| brief(&path_of(words).into());
        if let Some(at) = spec.entrants.iter().position(|words| name(words) == error.got) {
            error.field = format!("entrants[{at}]");
        }
    }
    Failure::Usage(format!("{file}: {error}"))
}

/// Plays an event to its end, then tells and writes its results.
fn play(registry: &Registry, store: &Store, event: &Event, wish: &Wish<'_>, output: Output) -> Result<(), Failure> {
    let targets = results_targets(wish.out)?;
    let output = if targets.iter().any(|(path, _)| sink::is_stdout(path)) { output.aside() } else { output };
    if !targets.is_empty() {
        check_tables(&results::of(store, registry, event)?, &targets)?;
    }
    let ran = events::conduct(registry, store, event, wish, output)?;
    if let Some(terms) = &Resolved::read(registry, &event.spec)?.duel {
        return duel::report(store, event, terms, &ran, output);
    }
    let all = results::of(store, registry, event)?;
    results::show(&all, output)?;
    results::write(&all, store, &targets, wish.replays, output)?;
    if ran.ended == Ended::Finished && all.event.blocks_done == 0 {
        return Err(Failure::Usage(nobody_played(&all)));
    }
    if ran.ended == Ended::Cancelled {
        return Err(Failure::Finding(format!("event {} was cancelled", event.id)));
    }
    ran.interrupted()
}

/// Why an event is over without a block.
fn nobody_played(all: &Results) -> String {
    let why = all.standings.iter().filter_map(|it| Some(format!("{} ({})", it.name, it.benched.as_deref()?)));
    format!("no result: nobody could play: {}", why.collect::<Vec<_>>().join("; "))
}

fn of_event(registry: &Registry, verb: &Verb, noun: &'static str, output: Output) -> Result<(), Failure> {
    match verb {
        Verb::List(args) => list(&args.kept, output),
        Verb::Status(args) => {
            let store = events::open(&args.kept)?;
            let event = find(&store, args.event.as_deref())?;
            status(registry, &store, &event, &args.kept, output)
        }
        Verb::Pause(args) => {
            let store = events::open(&args.kept)?;
            let event = find(&store, args.event.as_deref())?;
            manage::pause(&store, event.id)?;
            let rest = events::go_on(event.id, &Wish::of(noun, &args.kept), output);
            tell(&event, "paused", &format!("is paused; it goes on with\n  {rest}"), output)
        }
        Verb::Continue(args) => go_on(registry, args, noun, output),
        Verb::Set(args) => set(args, output),
        Verb::Cancel(args) => {
            let store = events::open(&args.kept)?;
            let event = find(&store, args.event.as_deref())?;
            manage::cancel(&store, event.id)?;
            tell(&event, "cancelled", "is cancelled; what was played stays", output)
        }
        Verb::Add(args) => add(registry, args, output),
        Verb::Results(args) => show_results(registry, args, output),
        Verb::Replay(args) => replay(registry, args, output),
    }
}

/// Says what became of an event.
fn tell(event: &Event, state: &str, words: &str, output: Output) -> Result<(), Failure> {
    if output.json {
        return Ok(line(json!({"event": event.id.0, "name": event.name, "state": state}))?);
    }
    Ok(line(format!("event {}, {:?}, {words}", event.id, event.name))?)
}

fn list(kept: &Kept, output: Output) -> Result<(), Failure> {
    let store = events::open(kept)?;
    let events = store.events()?;
    if output.json {
        for event in &events {
            let (created, closed) = (words::moment(event.created_at), event.closed_at.map(words::moment));
            line(json!({
                "event": event.id.0, "name": event.name, "game": event.game, "kind": event.kind,
                "state": manage::state_word(&store, event)?, "created": created, "closed": closed,
            }))?;
        }
        return Ok(());
    }
    if events.is_empty() {
        return Ok(line(format!("no event is in {}", store.address()))?);
    }
    let mut rows = vec![["event", "name", "game", "kind", "state", "made"].map(String::from).to_vec()];
    for event in events {
        let (state, made) = (manage::state_word(&store, &event)?.to_string(), words::moment(event.created_at));
        rows.push(vec![event.id.to_string(), event.name, event.game, event.kind, state, made]);
    }
    Ok(table(&rows)?)
}

fn status(registry: &Registry, store: &Store, event: &Event, kept: &Kept, output: Output) -> Result<(), Failure> {
    let status = manage::status(store, registry, event.id)?;
    let benched: Vec<(&str, &str)> = status
        .entrants
        .iter()
        .filter_map(|entrant| Some((entrant.name.as_str(), entrant.benched.as_deref()?)))
        .collect();
    let leads = results::leader(store, registry, event)?;
    if output.json {
        return Ok(line(json!({
            "event": event.id.0, "name": event.name, "game": event.game, "kind": event.kind, "state": status.state,
            "entrants": status.entrants.len(), "benched": benched.iter().map(|(name, why)| json!({"name": name, "why": why})).collect::<Vec<_>>(),
            "done": status.done, "open": status.open, "struck": status.struck, "runners": status.runners,
            "concurrency": event.concurrency, "leads": leads,
        }))?);
    }
    // A ladder is a league, whichever command asks for it.
    let noun = if event.kind == EventKind::Ladder.name() { "league" } else { "tournament" };
    let state = status.state;
    let state = match status.runners {
        0 if state == manage::STOPPED => {
            let rest = events::go_on(event.id, &Wish::of(noun, kept), output);
            format!("{state}: `{rest}` goes on")
        }
        0 => state.into(),
        1 => format!("{state}, one process plays it"),
        runners => format!("{state}, {runners} processes play it"),
    };
    let kind = if noun == "league" { noun } else { &event.kind };
    line(format!("event    {}, {:?}: {kind} of {}", event.id, event.name, event.game))?;
    line(format!("state    {state}"))?;
    line(format!("entrants {}", status.entrants.len()))?;
    for (name, why) in benched {
        line(format!("benched  {name}: {why}"))?;
    }
    let [done, open, struck] = [status.done, status.open, status.struck].map(words::grouped);
    line(format!("blocks   {done} done, {open} to come, {struck} struck"))?;
    if let Some(name) = leads {
        line(format!("leads    {name}"))?;
    }
    Ok(())
}

fn go_on(registry: &Registry, args: &Continue, noun: &'static str, output: Output) -> Result<(), Failure> {
    check_replays(args.replays, &results_targets(&args.out)?)?;
    let store = events::open(&args.named.kept)?;
    let event = find(&store, args.named.event.as_deref())?;
    // What is finished is told once more; what was cancelled does not go on.
    if event.state != State::Finished {
        manage::resume(&store, event.id)?;
    }
    let (concurrency, running) = (args.concurrency, args.running.clone());
    let wish = Wish { noun, concurrency, out: &args.out, replays: args.replays, kept: &args.named.kept, running };
    play(registry, &store, &event, &wish, output)
}

fn set(args: &Set, output: Output) -> Result<(), Failure> {
    let store = events::open(&args.kept)?;
    let event = find(&store, Some(&args.event))?;
    for change in &args.changes {
        manage::set(&store, event.id, change)?;
    }
    tell(&event, manage::state_word(&store, &event)?, &format!("has {} now", args.changes.join(", ")), output)
}

fn add(registry: &Registry, args: &Add, output: Output) -> Result<(), Failure> {
    let store = events::open(&args.kept)?;
    let event = find(&store, Some(&args.event))?;
    let told = manage::add(&store, registry, event.id, &args.bots, args.skip_unfit)?;
    if output.json {
        return Ok(line(json!({"event": event.id.0, "told": told}))?);
    }
    for words in told {
        line(words)?;
    }
    Ok(())
}

fn show_results(registry: &Registry, args: &ResultsArgs, output: Output) -> Result<(), Failure> {
    let targets = results_targets(&args.out)?;
    check_replays(args.replays, &targets)?;
    let output = if targets.iter().any(|(path, _)| sink::is_stdout(path)) { output.aside() } else { output };
    let store = events::open(&args.named.kept)?;
    let event = find(&store, args.named.event.as_deref())?;
    let all = results::of(&store, registry, &event)?;
    check_tables(&all, &targets)?;
    if targets.is_empty() {
        return results::show(&all, output);
    }
    if let Some(words) = all.so_far() {
        complain(&format!("gridhaunt: {words}"));
    }
    results::write(&all, &store, &targets, args.replays, output)
}

/// Takes a replay out of the store, in any form that a match can have.
fn replay(registry: &Registry, args: &OneMatch, output: Output) -> Result<(), Failure> {
    let id: MatchId = args.number.parse()?;
    let target = args.out.as_deref().map(|out| Target::of(out, &Drawing::default())).transpose()?;
    let output = match (&args.out, &target) {
        (Some(out), Some(target)) if target.is_for_stdout(out)? => output.aside(),
        _ => output,
    };
    if let (Some(out), Some(target)) = (&args.out, &target) {
        target.check_folder(out)?;
    }
    let store = events::open(&args.kept)?;
    let Some(row) = store.match_of(id)? else {
        return Err(Failure::Usage(format!("match: {id} is not in {}", store.address())));
    };
    let Some(packed) = store.replay(id)? else {
        return Err(Failure::Finding(format!("match {id}: its replay was dropped by `gridhaunt store gc`")));
    };
    let unreadable =
        |error: std::io::Error| Failure::Infrastructure(format!("match {id}: its replay cannot be read: {error}"));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut file::unpack(std::io::Cursor::new(packed)).map_err(unreadable)?, &mut text)
        .map_err(unreadable)?;
    let path = match &args.out {
        Some(out) => out.clone(),
        None => keep(&store.event(row.event)?, id, &text)?,
    };
    let is_record = matches!(target, None | Some(Target::Record));
    match target {
        None => {}
        Some(Target::Record) => sink::write(&path, &text).map_err(|error| Failure::writing(&path, &error))?,
        Some(target) => {
            let found = find_replay(std::io::Cursor::new(text.as_bytes()), 1, |_| {}).map_err(unreadable)?;
            let Found::Replay(replay) = found else {
                return Err(Failure::Finding(format!("match {id}: its replay cannot be read")));
            };
            let drawn = convert::draw(Shown::Record(registry, &replay), &target, &path, &Drawing::default(), || {
                Ok(text.clone())
            })?;
            verdict(drawn)?;
        }
    }
    let beside =
        if is_record && !sink::is_stdout(&path) { beside(&store, &row, &path, &text)? } else { Beside::default() };
    if output.json {
        let logs: Vec<_> = beside.logs.iter().map(|log| output::path(log)).collect();
        return Ok(line(json!({
            "match": id.to_string(), "event": row.event.0, "written": output::path(&path),
            "transcripts": logs, "repro": beside.repros,
        }))?);
    }
    line(format!("match {id} of event {}: {}", row.event, output::place(&path)))?;
    for log in &beside.logs {
        line(format!("transcript {}", output::place(log)))?;
    }
    for command in &beside.repros {
        line(format!("to hand it the same again: {command}"))?;
    }
    Ok(())
}

/// What a match in the store has beside its replay (B21).
#[derive(Default)]
struct Beside {
    /// The transcripts that were written.
    logs: Vec<PathBuf>,
    /// The commands that hand each program with a fault again what it was handed.
    repros: Vec<String>,
}

fn beside(store: &Store, row: &MatchRow, path: &Path, text: &str) -> Result<Beside, Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::Infrastructure(format!("match {}: its transcripts cannot be read: {error}", row.id))
    };
    let mut transcripts = Vec::new();
    for (seat, packed) in store.transcripts(row.id)? {
        let mut transcript = String::new();
        let mut packed = file::unpack(std::io::Cursor::new(packed)).map_err(unreadable)?;
        std::io::Read::read_to_string(&mut packed, &mut transcript).map_err(unreadable)?;
        transcripts.push((Seat(seat), transcript));
    }
    let logs = hosting::keep(path, None, &transcripts)?;
    let mut repros = Vec::new();
    if let Ok(Found::Replay(replay)) = find_replay(std::io::Cursor::new(text.as_bytes()), 1, |_| {}) {
        let entrants = store.entrants(row.event)?;
        for seat in faulty(&replay) {
            let Ok((_, _, identity)) = recorded(&replay, seat) else { continue };
            let is_it = |entrant: &&Entrant| {
                row.entrants.contains(&entrant.number) && entrant.digest.as_ref() == Some(&identity.digest)
            };
            if let Some(entrant) = entrants.iter().find(is_it) {
                let program = Path::new(path_of(&entrant.words));
                repros.push(hosting::repro_of(path, 1, seat, program));
            }
        }
    }
    Ok(Beside { logs, repros })
}

/// The seats with faults of their own.
fn faulty(replay: &Replay) -> BTreeSet<Seat> {
    let steps = replay.steps.iter().flat_map(|step| &step.verdicts);
    let all = steps.chain(replay.end.iter().flat_map(|end| &end.verdicts));
    all.filter(|(_, verdict)| *verdict != Verdict::Host.name()).map(|(seat, _)| *seat).collect()
}

/// Writes a replay under a new name in `replays/`.
fn keep(event: &Event, id: MatchId, text: &str) -> Result<PathBuf, Failure> {
    let folder = Path::new("replays");
    let unwritable =
        |error: std::io::Error| Failure::writing(folder, &error).advising("-o NAME.jsonl names another place");
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    file::keep(folder, &format!("{}-event{}-{id}", event.game, event.id), "jsonl", text).map_err(unwritable)
}
