//! Everything that is kept, looked at again (A18): the file, the sums, the replays.

use crate::Store;
use crate::db::{Conn, Kind, args};
use crate::error::{Result, StoreError};
use crate::events::{entrants_of, events_of};
use crate::plan::{BLOCK, block};
use crate::read::{matches_of, replay_of};
use crate::rows::{Block, BlockState, Event, MatchRow};
use crate::tables::{self, Table};
use std::collections::BTreeSet;

/// How far points may be from what they are computed to be.
const EXACT: f64 = 1e-9;
/// How many findings are told; the rest is counted.
const TOLD: usize = 1000;
/// How many blocks are read at once.
const PAGE: i64 = 1000;

/// What only those who know the games can say. A closure that takes a match and its replay is one.
pub trait Verify {
    /// Plays a replay again and compares it with the row.
    fn replay(&mut self, event: &Event, row: &MatchRow, replay: &[u8]) -> std::result::Result<(), String>;

    /// The points of a block from its matches: their mean, where the game says nothing else (A4).
    fn points(
        &mut self,
        _event: &Event,
        _block: &Block,
        matches: &[MatchRow],
    ) -> std::result::Result<Vec<(u32, f64)>, String> {
        Ok(mean_points(matches))
    }

    /// Plays the replay of a match of people again.
    fn table(&mut self, _table: &Table, _replay: &[u8]) -> std::result::Result<(), String> {
        Ok(())
    }

    /// Looks at the files of a program; none if they are not in the store.
    fn archive(&mut self, _digest: &str, _files: Option<&[u8]>) -> std::result::Result<(), String> {
        Ok(())
    }
}

impl<F: FnMut(&MatchRow, &[u8]) -> std::result::Result<(), String>> Verify for F {
    fn replay(&mut self, _event: &Event, row: &MatchRow, replay: &[u8]) -> std::result::Result<(), String> {
        self(row, replay)
    }
}

/// The mean points of every entrant over matches, by entrant (A4).
#[must_use]
pub fn mean_points(matches: &[MatchRow]) -> Vec<(u32, f64)> {
    let of = |row: &MatchRow| row.entrants.iter().copied().zip(row.points.iter().copied()).collect::<Vec<_>>();
    let all: Vec<(u32, f64)> = matches.iter().flat_map(of).collect();
    let entrants: BTreeSet<u32> = all.iter().map(|&(entrant, _)| entrant).collect();
    let mean = |entrant: u32| {
        let own: Vec<f64> = all.iter().filter(|(other, _)| *other == entrant).map(|&(_, points)| points).collect();
        (entrant, own.iter().sum::<f64>() / own.len() as f64)
    };
    entrants.into_iter().map(mean).collect()
}

/// Something that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about: `event 3`, `block 12`, `match 12.0`, `table 2`.
    pub place: String,
    /// What is wrong with it.
    pub what: String,
}

/// What was looked at, and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Events.
    pub events: u64,
    /// Blocks.
    pub blocks: u64,
    /// Matches.
    pub matches: u64,
    /// Matches whose replay was played again.
    pub replays: u64,
    /// Matches of people whose replay was played again.
    pub tables: u64,
    /// Matches whose replay was dropped by `gc`.
    pub without_replay: u64,
    /// How much is wrong.
    pub wrong: u64,
    /// What is wrong, the first thousand of it.
    pub findings: Vec<Finding>,
}

impl Checked {
    fn tell(&mut self, place: impl ToString, what: impl Into<String>) {
        self.wrong += 1;
        if self.findings.len() < TOLD {
            self.findings.push(Finding { place: place.to_string(), what: what.into() });
        }
    }
}

impl Store {
    /// Looks at everything that is kept: the database's own structure, counts and states, the points of every block, and
    /// every replay through `verify`. `progress` hears how many blocks of how many were looked at.
    pub fn check(&self, verify: &mut dyn Verify, progress: &mut dyn FnMut(u64, u64)) -> Result<Checked> {
        let mut conn = self.reader();
        conn.snapshot(|conn| {
            let mut checked = Checked::default();
            check_file(conn, &mut checked)?;
            let blocks = conn.one("SELECT count(*) FROM blocks", Vec::new(), |row| row.bits(0))?.unwrap_or_default();
            for event in events_of(conn)? {
                checked.events += 1;
                check_event(conn, &event, verify, &mut checked, &mut |done| progress(done, blocks))?;
            }
            for table in tables::with_replay(conn)? {
                let Some(replay) = tables::replay_of(conn, table.id)? else { continue };
                checked.tables += 1;
                if let Err(what) = verify.table(&table, &replay) {
                    checked.tell(format!("table {}", table.id), what);
                }
            }
            Ok(checked)
        })
    }
}

/// What SQLite says of its own file.
fn check_file(conn: &mut Conn, checked: &mut Checked) -> Result<()> {
    if conn.kind() == Kind::Sqlite {
        for told in conn.rows("PRAGMA integrity_check(100)", Vec::new(), |row| row.text(0))? {
            if told != "ok" {
                checked.tell("file", told);
            }
        }
        for table in conn.rows("PRAGMA foreign_key_check", Vec::new(), |row| row.text(0))? {
            checked.tell("file", format!("a row of {table} belongs to nothing"));
        }
    }
    Ok(())
}

fn check_event(
    conn: &mut Conn,
    event: &Event,
    verify: &mut dyn Verify,
    checked: &mut Checked,
    progress: &mut dyn FnMut(u64),
) -> Result<()> {
    let place = format!("event {}", event.id);
    if event.state.is_closed() != event.closed_at.is_some() {
        checked.tell(&place, format!("it is {}, which does not fit the time of its end", event.state.word()));
    }
    let entrants = entrants_of(conn, event.id)?;
    for (entrant, number) in entrants.iter().zip(0..) {
        if entrant.number != number {
            checked.tell(&place, format!("entrant {number} is missing"));
        }
        if let Some(digest) = &entrant.digest {
            let sql = "SELECT files FROM archives WHERE digest = $1";
            let files = conn.one(sql, vec![crate::db::Arg::text(digest)], |row| row.bytes(0))?;
            if let Err(what) = verify.archive(digest, files.as_deref()) {
                checked.tell(format!("{place}, entrant {}", entrant.number), what);
            }
        }
    }
    let mut after = i64::MIN;
    loop {
        let sql = format!("SELECT {BLOCK} FROM blocks WHERE event = $1 AND id > $2 ORDER BY id LIMIT $3");
        // A row that cannot be read is a finding, not the end of the check.
        let page = conn.rows(sql, args![event.id.0, after, PAGE], |row| Ok((row.int(0)?, block(row))))?;
        let Some(&(last, _)) = page.last() else { return Ok(()) };
        after = last;
        for (id, block) in page {
            checked.blocks += 1;
            let done = block.and_then(|block| check_block(conn, event, entrants.len(), &block, verify, checked));
            match done {
                Err(StoreError::Damaged(what)) => checked.tell(format!("block {id}"), what),
                done => done?,
            }
            progress(checked.blocks);
        }
    }
}

fn check_block(
    conn: &mut Conn,
    event: &Event,
    entrants: usize,
    block: &Block,
    verify: &mut dyn Verify,
    checked: &mut Checked,
) -> Result<()> {
    let place = format!("block {}", block.id);
    let planned = block.arrangements.len();
    let counted = conn.one("SELECT matches FROM blocks WHERE id = $1", args![block.id], |row| row.int(0))?;
    if counted != Some(planned as i64) {
        checked.tell(&place, format!("it has {planned} arrangements, and another count of matches"));
    }
    if block.arrangements.iter().flatten().any(|&entrant| entrant as usize >= entrants) {
        checked.tell(&place, "an arrangement has an entrant that does not take part");
    }
    if block.change > event.change {
        checked.tell(&place, "it was changed after the event's last change");
    }
    let matches = matches_of(conn, block.id)?;
    for row in &matches {
        check_match(conn, event, block, row, verify, checked)?;
    }
    match block.state {
        BlockState::Done => {
            if matches.len() != planned {
                checked.tell(&place, format!("it is done, but {} of its {planned} matches are written", matches.len()));
            } else {
                match verify.points(event, block, &matches) {
                    Err(what) => checked.tell(&place, what),
                    Ok(points) if !are_equal(&points, &block.points) => {
                        checked.tell(&place, format!("its points are {:?}, its matches give {points:?}", block.points));
                    }
                    Ok(_) => {}
                }
            }
        }
        BlockState::Open if matches.len() >= planned => {
            checked.tell(&place, "all its matches are written, but it is open");
        }
        BlockState::Open => {}
        BlockState::Struck if block.why.is_none() => checked.tell(&place, "it is struck, but nothing says why"),
        BlockState::Struck => {}
    }
    if block.state != BlockState::Done && !block.points.is_empty() {
        checked.tell(&place, format!("it is {}, but has points", block.state.word()));
    }
    Ok(())
}

fn check_match(
    conn: &mut Conn,
    event: &Event,
    block: &Block,
    row: &MatchRow,
    verify: &mut dyn Verify,
    checked: &mut Checked,
) -> Result<()> {
    checked.matches += 1;
    let place = format!("match {}", row.id);
    match block.arrangements.get(row.id.number as usize) {
        None => checked.tell(&place, format!("its block has {} matches", block.arrangements.len())),
        Some(arrangement) if *arrangement != row.entrants => {
            checked.tell(&place, format!("{:?} played, {arrangement:?} were planned", row.entrants));
        }
        Some(_) => {}
    }
    if row.points.iter().any(|points| !(0.0..=1.0).contains(points)) {
        checked.tell(&place, format!("its points {:?} are not in 0..=1", row.points));
    }
    match replay_of(conn, row.id)? {
        None => checked.without_replay += 1,
        Some(replay) => {
            checked.replays += 1;
            if let Err(what) = verify.replay(event, row, &replay) {
                checked.tell(&place, what);
            }
        }
    }
    Ok(())
}

fn are_equal(a: &[(u32, f64)], b: &[(u32, f64)]) -> bool {
    let sorted = |points: &[(u32, f64)]| {
        let mut points = points.to_vec();
        points.sort_by_key(|&(entrant, _)| entrant);
        points
    };
    let (a, b) = (sorted(a), sorted(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() <= EXACT)
}
