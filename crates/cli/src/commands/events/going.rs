//! A running event on standard error: a line that is drawn anew on a terminal, and a line every few seconds elsewhere.

use super::duel;
use super::words::{fold, grouped, many, span};
use crate::failure::Failure;
use crate::output::{self, Output, complain};
use gridhaunt_events::names;
use gridhaunt_events::run::Progress;
use gridhaunt_store::{Event, Store};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// How often a line is printed where nothing can be drawn anew.
const PAUSE: Duration = Duration::from_secs(5);

/// How many lines about faults of bots are printed.
pub(in crate::commands) const MOST_FAULTS: u64 = 20;

/// Says how many lines about faults were not printed.
pub(in crate::commands) fn tell_more(faults: u64) {
    if let Some(more) = faults.checked_sub(MOST_FAULTS).filter(|more| *more > 0) {
        let more = many(more, "more line");
        complain(&format!("gridhaunt: and {more} about faults, which the results count by kind"));
    }
}

/// Tells how far an event is.
pub(super) struct Going {
    bar: Option<ProgressBar>,
    /// The names of the entrants, by number.
    names: Vec<String>,
    is_duel: bool,
    event: i64,
    output: Output,
    told: Instant,
    faults: u64,
    unwritten: Option<io::Error>,
}

impl Going {
    pub(super) fn new(store: &Store, event: &Event, output: Output) -> Result<Self, Failure> {
        let names = names::entrants(store, event.id)?.into_iter().map(|entrant| entrant.name).collect();
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            let style = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.with_style(style)
        });
        let is_duel = event.kind == "duel";
        Ok(Self { bar, names, is_duel, event: event.id.0, output, told: Instant::now(), faults: 0, unwritten: None })
    }

    pub(super) fn tell(&mut self, progress: &Progress) {
        for line in &progress.told {
            // A bot that fails in every match must not hide the rest.
            if line.starts_with("match ") {
                self.faults += 1;
                if self.faults > MOST_FAULTS {
                    continue;
                }
            }
            let line = format!("gridhaunt: {line}");
            match &self.bar {
                Some(bar) => bar.suspend(|| complain(&line)),
                None => complain(&line),
            }
        }
        let parts = if self.is_duel { duel::running(progress) } else { self.standing(progress) };
        if let Some(bar) = &self.bar {
            let width = output::size().0.unwrap_or(80).saturating_sub(1).max(20);
            bar.set_message(fold(&parts, width));
        }
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            if self.output.json {
                self.unwritten = output::line(self.document(progress)).err();
            } else if self.bar.is_none() {
                complain(&fold(&parts, usize::MAX));
            }
        }
    }

    /// Ends the line; an error if nobody reads what is printed.
    pub(super) fn finish(self) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        tell_more(self.faults);
        self.unwritten.map_or(Ok(()), Err)
    }

    fn document(&self, progress: &Progress) -> serde_json::Value {
        let mut document = match progress.duel.as_ref().filter(|_| self.is_duel) {
            Some(standing) => gridhaunt_events::duel::document(standing, progress),
            None => serde_json::json!({"leads": self.leader(progress).map(|(name, _)| name)}),
        };
        document["event"] = self.event.into();
        document["running"] = true.into();
        document["blocks"] = progress.blocks.into();
        document["open"] = progress.open.into();
        document["matches_per_second"] = progress.speed.into();
        document["seconds_left"] = progress.left.map(|left| left.as_secs()).into();
        document
    }

    /// Who has most points a match, and how many.
    fn leader(&self, progress: &Progress) -> Option<(&str, f64)> {
        let points = progress.points.iter().map(|(entrant, (sum, _))| (*entrant, *sum));
        let best = points.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
        Some((self.names.get(best.0 as usize)?.as_str(), best.1))
    }

    /// A bar, how many blocks, who leads, how fast, how long.
    fn standing(&self, progress: &Progress) -> Vec<String> {
        let (done, all) = (progress.blocks, progress.blocks + progress.open);
        let share = if all == 0 { 0.0 } else { done as f64 / all as f64 };
        let full = (share * 30.0).round() as usize;
        let (mark, rest) = if self.output.ascii { ("#", ".") } else { ("█", "░") };
        vec![
            format!("{}{}", mark.repeat(full), rest.repeat(30 - full)),
            format!("{} of {}", grouped(done), many(all, "block")),
            if progress.draining { "stopping: matches under way end".into() } else { String::new() },
            if progress.state == gridhaunt_store::State::Paused { "paused".into() } else { String::new() },
            self.leader(progress)
                .map(|(name, points)| format!("{name} leads with {points:.1} points"))
                .unwrap_or_default(),
            format!("{:.1} matches a second", progress.speed),
            progress.left.map(|left| format!("{} left", span(left))).unwrap_or_default(),
        ]
    }
}
