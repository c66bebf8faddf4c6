//! Reading what was played.

use crate::Store;
use crate::db::{Arg, Conn, Row, args};
use crate::error::{Result, StoreError};
use crate::pack;
use crate::rows::{EventId, MatchId, MatchRow};

/// Which matches; everything that is not said is any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this game.
    pub game: Option<String>,
    /// Of this event.
    pub event: Option<EventId>,
    /// Of this block.
    pub block: Option<i64>,
    /// On this map of the event.
    pub map: Option<u32>,
    /// With this entrant, by its number in the event.
    pub entrant: Option<u32>,
    /// Written at this time or later, in milliseconds since 1970.
    pub since: Option<i64>,
}

/// What one place has of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Who.
    pub entrant: u32,
    /// Points (A4).
    pub points: f64,
    /// The rank.
    pub rank: u16,
    /// The game's score.
    pub score: f64,
}

/// The result of a match of a block that is done, and no more: what ratings need (A14).
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The event.
    pub event: EventId,
    /// The block.
    pub block: i64,
    /// The match's number in it.
    pub number: u32,
    /// The map of the event.
    pub map: u32,
    /// By place.
    pub places: Vec<Placed>,
}

const MATCH: &str = "m.block, m.number, b.event, b.map, b.seed, m.seats, m.outcome, m.reason, m.stopped, m.faults, m.times, m.voids, \
                     m.steps, m.took_us, m.sandbox, m.machine, m.seal, m.written_at";

impl Store {
    /// The matches that the filter lets through, those of open blocks among them, in the order of the plan.
    pub fn matches(&self, filter: &Filter) -> Result<Vec<MatchRow>> {
        let mut all = Vec::new();
        self.each_match(filter, |row| {
            all.push(row);
            Ok(())
        })?;
        Ok(all)
    }

    /// The same, one after the other, without holding them all.
    pub fn each_match(&self, filter: &Filter, mut see: impl FnMut(MatchRow) -> Result<()>) -> Result<()> {
        let mut conn = self.reader();
        conn.revive()?;
        let (conditions, arguments) = conditions(filter);
        let sql = format!("SELECT {MATCH} {FROM} WHERE {conditions} ORDER BY m.block, m.number");
        conn.each(sql, arguments, |row| {
            let row = match_row(row)?;
            match filter.entrant.is_none_or(|entrant| row.entrants.contains(&entrant)) {
                true => see(row),
                false => Ok(()),
            }
        })
    }

    /// The results of blocks that are done, over all events, in the order of the plan; the row is used again, so a
    /// million of them take no memory here.
    pub fn results(&self, filter: &Filter, mut see: impl FnMut(&Scored) -> Result<()>) -> Result<()> {
        let mut conn = self.reader();
        conn.revive()?;
        let (conditions, arguments) = conditions(filter);
        let sql = format!(
            "SELECT m.block, m.number, b.event, b.map, m.seats {FROM} WHERE b.state = 1 AND {conditions} ORDER BY m.block, m.number"
        );
        let mut scored = Scored { event: EventId(0), block: 0, number: 0, map: 0, places: Vec::new() };
        conn.each(sql, arguments, |row| {
            scored.block = row.int(0)?;
            scored.number = row.small(1)?;
            scored.event = EventId(row.int(2)?);
            scored.map = row.small(3)?;
            if !pack::unplaced(row.slice(4)?, &mut scored.places) {
                return Err(damaged(
                    MatchId { block: scored.block, number: scored.number },
                    "its places cannot be read",
                ));
            }
            match filter.entrant.is_none_or(|entrant| scored.places.iter().any(|place| place.entrant == entrant)) {
                true => see(&scored),
                false => Ok(()),
            }
        })
    }

    /// One match.
    pub fn match_of(&self, id: MatchId) -> Result<Option<MatchRow>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.one(
            format!("SELECT {MATCH} {FROM} WHERE m.block = $1 AND m.number = $2"),
            args![id.block, id.number],
            match_row,
        )
    }

    /// The replay of a match, zstd; none if there is no such match or its replay was dropped.
    pub fn replay(&self, id: MatchId) -> Result<Option<Vec<u8>>> {
        let mut conn = self.reader();
        conn.revive()?;
        replay_of(&mut conn, id)
    }

    /// The matches of an event whose replays are kept.
    pub fn kept(&self, event: EventId) -> Result<Vec<MatchId>> {
        let mut conn = self.reader();
        conn.revive()?;
        let sql = "SELECT r.block, r.number FROM blocks b JOIN replays r ON r.block = b.id WHERE b.event = $1";
        conn.rows(sql, args![event.0], |row| Ok(MatchId { block: row.int(0)?, number: row.small(1)? }))
    }

    /// The transcripts of a match by seat, zstd.
    pub fn transcripts(&self, id: MatchId) -> Result<Vec<(u8, Vec<u8>)>> {
        let mut conn = self.reader();
        conn.revive()?;
        transcripts_of(&mut conn, id)
    }
}

const FROM: &str = "FROM matches m JOIN blocks b ON b.id = m.block JOIN events e ON e.id = b.event";

fn conditions(filter: &Filter) -> (String, Vec<Arg>) {
    let mut conditions = vec!["1 = 1".to_string()];
    let mut arguments = Vec::new();
    let mut add = |condition: &str, argument: Option<Arg>| {
        if let Some(argument) = argument {
            arguments.push(argument);
            conditions.push(format!("{condition} ${}", arguments.len()));
        }
    };
    add("e.game =", filter.game.as_deref().map(Arg::text));
    add("b.event =", filter.event.map(|event| event.0.into()));
    add("m.block =", filter.block.map(Arg::from));
    add("b.map =", filter.map.map(Arg::from));
    add("m.written_at >=", filter.since.map(Arg::from));
    (conditions.join(" AND "), arguments)
}

pub(crate) fn matches_of(conn: &mut Conn, block: i64) -> Result<Vec<MatchRow>> {
    conn.rows(format!("SELECT {MATCH} {FROM} WHERE m.block = $1 ORDER BY m.number"), args![block], match_row)
}

pub(crate) fn replay_of(conn: &mut Conn, id: MatchId) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT replay FROM replays WHERE block = $1 AND number = $2";
    conn.one(sql, args![id.block, id.number], |row| row.bytes(0))
}

pub(crate) fn transcripts_of(conn: &mut Conn, id: MatchId) -> Result<Vec<(u8, Vec<u8>)>> {
    let sql = "SELECT seat, transcript FROM transcripts WHERE block = $1 AND number = $2 ORDER BY seat";
    conn.rows(sql, args![id.block, id.number], |row| Ok((row.small(0)?, row.bytes(1)?)))
}

fn damaged(id: MatchId, what: &str) -> StoreError {
    StoreError::damaged(format!("match {id}: {what}"))
}

fn match_row(row: &Row) -> Result<MatchRow> {
    let id = MatchId { block: row.int(0)?, number: row.small(1)? };
    let mut places = Vec::new();
    if !pack::unplaced(row.slice(5)?, &mut places) {
        return Err(damaged(id, "its places cannot be read"));
    }
    let faults = row.slice(9)?;
    Ok(MatchRow {
        id,
        event: EventId(row.int(2)?),
        map: row.small(3)?,
        seed: row.bits(4)?,
        entrants: places.iter().map(|place| place.entrant).collect(),
        points: places.iter().map(|place| place.points).collect(),
        ranks: places.iter().map(|place| place.rank).collect(),
        scores: places.iter().map(|place| place.score).collect(),
        outcome: row.words(6)?,
        reason: row.words(7)?,
        stopped: row.maybe_words(8)?,
        faults: match faults.is_empty() {
            true => Vec::new(),
            false => serde_json::from_slice(faults).map_err(|_| damaged(id, "its faults cannot be read"))?,
        },
        times: pack::untimes(row.slice(10)?).ok_or_else(|| damaged(id, "its times cannot be read"))?,
        voids: row.small(11)?,
        steps: row.bits(12)?,
        took_us: row.bits(13)?,
        sandbox: row.words(14)?,
        machine: row.words(15)?,
        seal: row.slice(16)?.try_into().map_err(|_| damaged(id, "its seal has not 32 bytes"))?,
        written_at: row.int(17)?,
    })
}
