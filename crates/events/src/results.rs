//! What comes of an event (A12): standings, cross table, tables by map and role, tree or rounds, and all matches.
//!
//! [`Results`] is one plain document, made of the rows of the store by a pure function ([`Rows::results`]). Every output is made of
//! it: JSON as it is, [`Sheet`]s for terminals and CSV, charts, and the report as one HTML file.

mod bracket;
mod build;
mod charts;
mod document;
mod html;
mod order;
mod sheets;
#[cfg(test)]
mod tests;

pub use build::Rows;
pub use document::{
    Bracket, BracketRound, Card, MapTable, Match, Meeting, Rating, Results, RoleTable, Round, SCHEMA, Seated, Share,
    Standing, Struck, Table, Tie, Time,
};
pub use gridhaunt_page::Replays;
pub use html::{ReportError, Written};
pub use sheets::{Cell, Column, Sheet, TABLES};

use crate::duel::{Standing as Duel, Verdict};
use crate::event::{Programme, seated};
use crate::plan::Past;
use crate::run::past;
use crate::secret::Secret;
use crate::spec::{MapSet, Resolved};
use crate::trouble::Trouble;
use crate::words::{grouped, many};
use crate::{manage, names};
use gridhaunt_arena::calendar::Moment;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{BlockState, Entrant, EventId, Filter, MatchId, State, Store};
use serde_json::Value;
use std::collections::HashSet;

impl Results {
    /// The results of an event as far as it is.
    ///
    /// # Errors
    /// There is no such event, its game or its settings are not known here, or the store cannot be read.
    pub fn of(store: &Store, registry: &Registry, id: EventId) -> Result<Self, Trouble> {
        let mut results = Self::until(store, registry, id, None)?;
        results.event.state = manage::state_word(store, &store.event(id)?)?.into();
        Ok(results)
    }

    /// The results as they were at a time, in milliseconds since 1970: what was played later is not in them.
    ///
    /// # Errors
    /// The same.
    pub fn until(store: &Store, registry: &Registry, id: EventId, time: Option<i64>) -> Result<Self, Trouble> {
        let event = store.event(id)?;
        // Results are shown whatever the version of the rules is.
        let programme = Programme::new(registry, Resolved::read(registry, &event.spec)?)?;
        let (entrants, mut blocks) = (names::entrants(store, id)?, store.blocks(id, 0)?);
        let mut matches = store.matches(&Filter { event: Some(id), ..Filter::default() })?;
        if let Some(time) = time {
            let late: HashSet<i64> =
                matches.iter().filter(|row| row.written_at > time).map(|row| row.id.block).collect();
            matches.retain(|row| row.written_at <= time);
            for block in blocks.iter_mut().filter(|block| late.contains(&block.id)) {
                (block.state, block.points) = (BlockState::Open, Vec::new());
            }
        }
        let kept: HashSet<MatchId> = store.kept(id)?.into_iter().collect();
        let (spec, closed) = (&programme.spec, event.state.is_closed());
        let digits = || event.secret.iter().map(|byte| format!("{byte:02x}")).collect();
        let verdict = manage::standing(&programme, &blocks).and_then(|duel| verdict(&duel, &entrants));
        let setup = programme.setup(seated(&entrants), Secret(event.secret));
        let plan: Vec<Past> = blocks.iter().map(past).collect();
        let total = programme.total(&setup, &plan);
        // What is finished had no more blocks than it has.
        let blocks_planned = total.filter(|_| event.state != State::Finished).unwrap_or(0);
        let card = Card {
            id: id.0,
            name: event.name.clone(),
            game: event.game.clone(),
            title: programme.info.title.into(),
            rules: event.rules,
            kind: event.kind.clone(),
            state: event.state.word().into(),
            maps: spec.maps.iter().map(|map| map_words(map, spec.maps.len() == 1)).collect(),
            by: spec.by.name().into(),
            clock: spec.terms.clock.to_string(),
            created: time_words(event.created_at),
            blocks_planned,
            open: !closed && total.is_none(),
            secret: closed.then(digits), // A3
            verdict,
            ..Card::default()
        };
        let shape = programme.maps.first().map(|map| &map.shape);
        let shape = shape.ok_or_else(|| gridhaunt_kernel::Invalid::new("maps", 0, "at least 1"))?;
        let rows = Rows {
            entrants: &entrants,
            blocks: &blocks,
            matches: &matches,
            shape,
            setup: &setup,
            kept: &|id| kept.contains(&id),
        };
        Ok(rows.results(card))
    }

    /// How far an event is that is not finished, in one line: its results are not the last ones.
    #[must_use]
    pub fn so_far(&self) -> Option<String> {
        let event = &self.event;
        let (done, planned) = (grouped(event.blocks_done), many(event.blocks_planned.max(event.blocks_done), "block"));
        let blocks = if event.open { many(event.blocks_done, "block") } else { format!("{done} of {planned}") };
        match event.state.as_str() {
            "finished" => None,
            "cancelled" => Some(format!("cancelled after {blocks}")),
            _ => Some(format!("so far: {blocks}")),
        }
    }

    /// The document as JSON, on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Plain data with texts for keys can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A map by its name and its settings: `small: width 11, height 9`. One alone needs no name.
fn map_words(map: &MapSet, alone: bool) -> String {
    let setting = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name} {text}"),
        value => format!("{name} {value}"),
    };
    let settings: Vec<String> = map.settings.as_object().into_iter().flatten().map(setting).collect();
    let words = match (settings.is_empty(), alone) {
        (true, true) => "default settings".into(),
        (true, false) => map.name.clone(),
        (false, true) => settings.join(", "),
        (false, false) => format!("{}: {}", map.name, settings.join(", ")),
    };
    match words.char_indices().nth(LONGEST_MAP) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// The most letters of a map's settings, which may be whole levels.
const LONGEST_MAP: usize = 160;

/// Milliseconds since 1970 as a date and a time.
fn time_words(milliseconds: i64) -> String {
    Moment::of(milliseconds).map(|moment| format!("{moment} UTC")).unwrap_or_default()
}

/// The answer of a duel in a sentence, once there is one.
fn verdict(duel: &Duel, entrants: &[Entrant]) -> Option<String> {
    let name = |at: usize| entrants.get(at).map_or("?", |entrant| entrant.name.as_str());
    let estimate = duel.estimate();
    let elo = format!("{:+.0} Elo ({:+.0} to {:+.0})", estimate.elo, estimate.low, estimate.high)
        .replace('-', "−")
        .replace("inf", "∞");
    let blocks = duel.blocks();
    match duel.verdict {
        Verdict::Better => Some(format!("{} is better than {}: {elo} after {blocks} blocks", name(0), name(1))),
        Verdict::NotBetter => Some(format!("{} is not better than {}: {elo} after {blocks} blocks", name(0), name(1))),
        Verdict::Played => Some(format!("{} against {}: {elo} after {blocks} blocks", name(0), name(1))),
        Verdict::Undecided => None,
    }
}
