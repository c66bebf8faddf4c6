//! `worker`: plays blocks of all events of a store, beside other machines (A20).

use super::events::{self, words};
use crate::args::{Cpus, Worker};
use crate::failure::Failure;
use crate::output::{Output, complain, line};
use crate::stop;
use gridhaunt_events::worker::{News, WorkerOptions, work};
use gridhaunt_host::processors;
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::time::{Duration, Instant};

/// How often a line is printed.
const PAUSE: Duration = Duration::from_secs(10);

pub(crate) fn run(registry: &Registry, args: &Worker, output: Output) -> Result<(), Failure> {
    if let Some(Cpus(cpus)) = &args.cpus {
        processors::keep_to(cpus).map_err(|why| Failure::Usage(format!("--cpus: {why}")))?;
    }
    let store = events::open(&args.kept)?;
    let (stop, abandon) = stop::drain();
    let options = WorkerOptions {
        jobs: args.jobs,
        games: args.games,
        once: args.once,
        stop,
        abandon,
        as_root: args.running.as_root,
        ..WorkerOptions::default()
    };
    complain(&format!("gridhaunt: plays what is to be played in {}", store.address()));
    let (mut told, mut faults) = (Instant::now(), 0);
    let done = work(&store, registry, &options, &mut |news| match news {
        News::Line(words) => complain(&format!("gridhaunt: {words}")),
        News::Progress(event, progress) => {
            for words in &progress.told {
                // A bot that fails in every match must not hide the rest.
                if words.starts_with("match ") {
                    faults += 1;
                    if faults > events::MOST_FAULTS {
                        continue;
                    }
                }
                complain(&format!("gridhaunt: event {event}: {words}"));
            }
            if told.elapsed() >= PAUSE {
                told = Instant::now();
                let (blocks, open) = (words::many(progress.blocks, "block"), progress.open);
                complain(&format!(
                    "event {event}  {blocks} done, {open} to come  {:.1} matches a second here",
                    progress.speed
                ));
            }
        }
    })?;
    events::tell_more(faults);
    if output.json {
        line(json!({"matches": done.matches, "stopped": done.stopped}))?;
    } else {
        line(format!("{} played here", words::many(done.matches, "match")))?;
    }
    if done.stopped {
        return Err(Failure::Interrupted("stopped; the same command goes on".into()));
    }
    Ok(())
}
