//! What the commands of events share: the store, events by their words, and a run that tells how far it is.

pub(super) mod duel;
mod going;
pub(super) mod results;
pub(super) mod spec;

use crate::args::{Format, Kept, Running};
use crate::failure::Failure;
use crate::output::{Output, complain};
use crate::{shell, stop};
use going::Going;
pub(super) use going::{MOST_FAULTS, tell_more};
use gridhaunt_events::event::{Created, create};
use gridhaunt_events::results::Replays;
use gridhaunt_events::run::{Ended, Options, Progress, run};
use gridhaunt_events::spec::Spec;
use gridhaunt_events::trouble::Trouble;
pub(super) use gridhaunt_events::words;
use gridhaunt_kernel::json::{Value, brief, nearest};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Address, Event, EventId, Store, StoreError};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Invalid(error) => error.into(),
            Trouble::Surroundings(words) => Self::Infrastructure(words),
            Trouble::Stopped => Self::Interrupted("stopped".into()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Trouble::from(error).into()
    }
}

/// Opens a store that is there already.
pub(super) fn open(kept: &Kept) -> Result<Store, Failure> {
    Ok(Store::open_existing(&Address::find(kept.db.as_deref())?)?)
}

/// The event that a word means: its number or its name; the last one without a word.
pub(super) fn find(store: &Store, word: Option<&str>) -> Result<Event, Failure> {
    let mut events = store.events()?;
    let none = || Failure::Usage(format!("{}: no event is in this store", store.address()));
    let Some(word) = word else { return events.pop().ok_or_else(none) };
    if let Some(at) = events.iter().position(|event| event.id.to_string() == word) {
        return Ok(events.swap_remove(at));
    }
    let named: Vec<usize> = (0..events.len()).filter(|at| events[*at].name == word).collect();
    match named[..] {
        [at] => Ok(events.swap_remove(at)),
        [] => {
            let near = nearest(word, events.iter().map(|event| event.name.as_str()));
            let hint = near.map(|near| format!(", did you mean {}?", brief(&Value::from(near)))).unwrap_or_default();
            let (word, address) = (brief(&Value::from(word)), store.address());
            let words = format!("event: {word} is neither the number nor the name of an event in {address}{hint}");
            Err(Failure::Usage(format!("{words}; `gridhaunt tournament list` lists them")))
        }
        _ => {
            let ids: Vec<String> = named.iter().map(|at| events[*at].id.to_string()).collect();
            let word = brief(&Value::from(word));
            Err(Failure::Usage(format!("event: {word} is the name of several, need a number of {}", ids.join(", "))))
        }
    }
}

/// An event that was made.
pub(super) struct Begun {
    pub(super) store: Store,
    pub(super) created: Created,
}

/// Makes an event in the store that flags name; the store is made if it is not there.
pub(super) fn begin(registry: &Registry, spec: &Spec, kept: &Kept) -> Result<Begun, Trouble> {
    let address = Address::find(kept.db.as_deref())?;
    spec.resolve(registry)?;
    if address.path().is_some_and(|path| !path.exists()) {
        // What is wrong is found before there is a file.
        create(&Store::open(&Address::memory())?, registry, spec)?;
    }
    let store = Store::open(&address)?;
    let created = create(&store, registry, spec)?;
    for line in &created.told {
        complain(&format!("gridhaunt: {line}"));
    }
    Ok(Begun { store, created })
}

/// How an event is run here, and how the command reads that goes on with it.
pub(super) struct Wish<'a> {
    /// `tournament` or `league`.
    pub(super) noun: &'static str,
    pub(super) concurrency: Option<u32>,
    pub(super) out: &'a [PathBuf],
    pub(super) replays: Option<Replays>,
    pub(super) kept: &'a Kept,
    pub(super) running: Running,
}

impl<'a> Wish<'a> {
    /// Nothing but the event.
    pub(super) fn of(noun: &'static str, kept: &'a Kept) -> Self {
        Self { noun, concurrency: None, out: &[], replays: None, kept, running: Running::default() }
    }
}

/// How a run came to its end.
pub(super) struct Ran {
    pub(super) ended: Ended,
    /// How far it was at the end; none if it was over before.
    pub(super) last: Option<Progress>,
    pub(super) took: Duration,
    /// The command that goes on.
    pub(super) rest: String,
}

impl Ran {
    /// The failure of a run that was stopped before its end.
    pub(super) fn interrupted(&self) -> Result<(), Failure> {
        let stopped = match self.ended {
            Ended::Stopped => "stopped",
            Ended::Paused => "paused",
            _ => return Ok(()),
        };
        let blocks = words::many(self.last.as_ref().map_or(0, |last| last.blocks), "block");
        Err(Failure::Interrupted(format!("{stopped} after {blocks}; go on with\n  {}", self.rest)))
    }
}

/// Runs an event, and tells how far it is while it runs.
pub(super) fn conduct(
    registry: &Registry,
    store: &Store,
    event: &Event,
    wish: &Wish<'_>,
    output: Output,
) -> Result<Ran, Failure> {
    let rest = go_on(event.id, wish, output);
    let (stop, abandon) = stop::drain();
    let options =
        Options { concurrency: wish.concurrency, stop, abandon, as_root: wish.running.as_root, ..Options::default() };
    let began = Instant::now();
    let mut going = Going::new(store, event, output)?;
    let mut last = None;
    let ended = run(store, registry, event.id, &options, &mut |progress| {
        going.tell(progress);
        last = Some(progress.clone());
    });
    going.finish()?;
    let ended = ended.map_err(|trouble| match trouble {
        Trouble::Surroundings(words) => {
            Failure::Infrastructure(format!("{words}\ngridhaunt: what was finished is kept; go on with\n  {rest}"))
        }
        trouble => trouble.into(),
    })?;
    Ok(Ran { ended, last, took: began.elapsed(), rest })
}

/// The replays of a page, as the flag says it.
fn replays_word(replays: Replays) -> String {
    match replays {
        Replays::AtMost(0) => "none".into(),
        Replays::AtMost(many) => many.to_string(),
        Replays::All | Replays::Fitting => "all".into(),
    }
}

/// The command that goes on with an event (A11).
pub(super) fn go_on(event: EventId, wish: &Wish<'_>, output: Output) -> String {
    let mut words: Vec<OsString> =
        ["gridhaunt", wish.noun, "continue", &event.to_string()].map(OsString::from).to_vec();
    let mut flag = |flag: &str, value: OsString| words.extend([flag.into(), value]);
    wish.kept.db.iter().for_each(|db| flag("--db", db.into()));
    wish.concurrency.iter().for_each(|slots| flag("--concurrency", slots.to_string().into()));
    wish.out.iter().for_each(|path| flag("-o", path.into()));
    wish.replays.iter().for_each(|replays| flag("--replays", replays_word(*replays).into()));
    match output.format {
        Format::Auto => {}
        Format::Table => flag("--format", "table".into()),
        Format::Json => flag("--format", "json".into()),
        Format::Csv => flag("--format", "csv".into()),
    }
    words.extend(wish.running.as_root.then(|| "--as-root".into()));
    words.extend(output.ascii.then(|| "--ascii".into()));
    shell::command(words)
}
