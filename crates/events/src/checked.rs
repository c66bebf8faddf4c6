//! What is in a store, looked at again by who knows the games (A18): every replay is played, and every block summed.

use crate::event::Programme;
use crate::points::{Done, of_block, of_match};
use crate::spec::Resolved;
use gridhaunt_arena::replay::{Found, Replay, find, seal_of};
use gridhaunt_arena::verify::Rerun;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_record::seal::from_digits;
use gridhaunt_store::{Block, Event, EventId, MatchRow, Table, Verify};
use std::collections::HashMap;

/// How far points may be from what they are computed to be.
const EXACT: f64 = 1e-9;
/// The most bytes of a replay that is unpacked.
const MOST_BYTES: usize = 1 << 30;

/// Plays replays again and compares them with their rows.
pub struct Checker<'a> {
    registry: &'a Registry,
    programmes: HashMap<EventId, Result<Programme, String>>,
}

impl<'a> Checker<'a> {
    /// A checker that knows these games.
    #[must_use]
    pub fn new(registry: &'a Registry) -> Self {
        Self { registry, programmes: HashMap::new() }
    }

    fn programme(&mut self, event: &Event) -> Result<&Programme, String> {
        let read = || {
            let spec = Resolved::read(self.registry, &event.spec).map_err(|error| error.to_string())?;
            Programme::new(self.registry, spec).map_err(|error| error.to_string())
        };
        self.programmes.entry(event.id).or_insert_with(read).as_ref().map_err(Clone::clone)
    }
}

impl Verify for Checker<'_> {
    fn replay(&mut self, event: &Event, row: &MatchRow, replay: &[u8]) -> Result<(), String> {
        let (text, record) = read(replay)?;
        if seal_of(&text).and_then(from_digits) != Some(row.seal) {
            return Err("its replay has another seal than its result".into());
        }
        let header = &record.header;
        if (header.game.as_str(), header.seed) != (event.game.as_str(), row.seed) {
            return Err(format!("its replay is of {} with seed {}", header.game, header.seed));
        }
        let rerun = rerun(self.registry, &record)?;
        let programme = self.programme(event)?;
        let map = programme.maps.get(row.map as usize).ok_or("the event does not have its map")?;
        let points = of_match(&map.shape, &rerun.game, programme.spec.by).ok_or("its replay has no result")?;
        let differs = points.len() != row.points.len()
            || points.iter().zip(&row.points).any(|(played, kept)| (played.points - kept).abs() > EXACT)
            || points.iter().zip(&row.ranks).any(|(played, kept)| played.rank != *kept);
        if differs {
            let played: Vec<f64> = points.iter().map(|played| played.points).collect();
            return Err(format!("played again it has the points {played:?}, kept are {:?}", row.points));
        }
        Ok(())
    }

    fn table(&mut self, table: &Table, replay: &[u8]) -> Result<(), String> {
        let (_, record) = read(replay)?;
        let header = &record.header;
        if (header.game.as_str(), record.steps.len() as u64) != (table.game.as_str(), table.steps) {
            return Err(format!("its replay is of {} with {} steps", header.game, record.steps.len()));
        }
        rerun(self.registry, &record).map(drop)
    }

    fn points(&mut self, event: &Event, block: &Block, matches: &[MatchRow]) -> Result<Vec<(u32, f64)>, String> {
        let programme = self.programme(event)?;
        let map = programme.maps.get(block.map as usize).ok_or("the event does not have its map")?;
        let done: Vec<Done<'_>> = matches.iter().map(Into::into).collect();
        Ok(of_block(&map.shape, &done, programme.spec.by))
    }
}

/// A replay as the store keeps it: its text, and what is in it.
fn read(replay: &[u8]) -> Result<(String, Box<Replay>), String> {
    let text = unpack(replay).map_err(|error| format!("its replay cannot be unpacked: {error}"))?;
    match find(text.as_bytes(), 1, |_| {}).map_err(|error| error.to_string())? {
        Found::Replay(record) => Ok((text, record)),
        _ => Err("its replay cannot be read".into()),
    }
}

/// Plays a replay again, to its end.
fn rerun<'a>(registry: &'a Registry, record: &'a Replay) -> Result<Rerun<'a>, String> {
    let mut rerun = Rerun::new(registry, record).map_err(|error| error.to_string())?;
    while let Some(step) = rerun.next_step() {
        step.map_err(|error| error.to_string())?;
    }
    rerun.check_end().map_err(|error| error.to_string())?;
    Ok(rerun)
}

/// The text of a replay as the store keeps it.
///
/// # Errors
/// It is not what the store writes.
pub fn unpack(replay: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    let reader = zstd::Decoder::new(replay)?;
    let read = std::io::Read::read_to_string(&mut std::io::Read::take(reader, MOST_BYTES as u64 + 1), &mut text)?;
    if read > MOST_BYTES { Err(std::io::Error::other("it is too large")) } else { Ok(text) }
}
