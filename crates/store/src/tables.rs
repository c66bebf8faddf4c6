//! Matches of people at tables, which are nobody's rating. What is chosen is kept as it comes, so that a table goes on
//! after a kill; when the match is over its replay takes the place of that.

use crate::Store;
use crate::db::{Arg, Conn, Row, args};
use crate::error::{Result, StoreError};

/// A table that is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The name of the game.
    pub game: String,
    /// What the match begins from; a text to the store.
    pub opening: String,
    /// The seats of people, each with the hash of the link to it.
    pub chairs: Vec<([u8; 32], u8)>,
}

/// A table that is held: who takes it up later has a larger number, and from then on nobody else writes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// The table.
    pub table: i64,
    /// The number of the hold.
    pub hold: i64,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its number in the store.
    pub id: i64,
    /// The name of the game.
    pub game: String,
    /// What the match began from.
    pub opening: String,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: i64,
    /// When the match was over.
    pub ended_at: Option<i64>,
    /// What came of it, in words.
    pub result: Option<String>,
    /// How many steps were played.
    pub steps: u64,
    /// Whether its replay is there.
    pub has_replay: bool,
}

/// A table that somebody left who is no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftTable {
    /// The hold of who takes it up.
    pub key: TableKey,
    /// The table.
    pub table: Table,
    /// The seats of people, each with the hash of the link to it.
    pub chairs: Vec<([u8; 32], u8)>,
    /// The record as far as the match had come; empty if it had not begun.
    pub lines: String,
}

/// How a match of people ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedTable {
    /// What came of it, in words.
    pub result: String,
    /// How many steps were played.
    pub steps: u64,
    /// The replay, zstd.
    pub replay: Option<Vec<u8>>,
}

const TABLE: &str = "SELECT id, game, opening, opened_at, ended_at, result, steps, \
                     CAST(CASE WHEN replay IS NULL THEN 0 ELSE 1 END AS BIGINT) FROM tables";

impl Store {
    /// Keeps a table that waits for its people.
    pub fn open_table(&self, new: &NewTable) -> Result<TableKey> {
        self.writer().transaction(|conn| {
            let arguments = vec![Arg::text(&new.game), new.opening.as_str().into()];
            let sql = "INSERT INTO tables (game, opening) VALUES ($1, $2) RETURNING id, hold";
            let key = conn.one(sql, arguments, |row| Ok(TableKey { table: row.int(0)?, hold: row.int(1)? }))?;
            let key = key.ok_or_else(|| StoreError::damaged("a table got no number"))?;
            for (hash, seat) in &new.chairs {
                let sql = "INSERT INTO chairs (hash, place, seat) VALUES ($1, $2, $3)";
                conn.execute(sql, args![hash.to_vec(), key.table, u32::from(*seat)])?;
            }
            Ok(key)
        })
    }

    /// Takes up every table whose match is not over; whoever held it writes no more.
    pub fn take_up_tables(&self) -> Result<Vec<LeftTable>> {
        self.writer().transaction(|conn| {
            let sql = "UPDATE tables SET hold = hold + 1 WHERE ended_at IS NULL RETURNING id, hold";
            let key = |row: &Row| Ok(TableKey { table: row.int(0)?, hold: row.int(1)? });
            let mut keys = conn.rows(sql, Vec::new(), key)?;
            keys.sort_unstable_by_key(|key| key.table);
            keys.into_iter().map(|key| left(conn, key)).collect()
        })
    }

    /// Writes lines of a record, up to a step. False if the table is not ours any more.
    pub fn write_lines(&self, key: TableKey, steps: u64, lines: &str) -> Result<bool> {
        self.writer().transaction(|conn| {
            if !is_held(conn, key)? {
                return Ok(false);
            }
            let sql = "INSERT INTO table_lines (place, steps, lines) VALUES ($1, $2, $3)";
            conn.execute(sql, args![key.table, steps, lines]).map(|_| true)
        })
    }

    /// Ends a table. False if it is not ours any more.
    pub fn end_table(&self, key: TableKey, ended: &EndedTable) -> Result<bool> {
        self.writer().transaction(|conn| {
            if !is_held(conn, key)? {
                return Ok(false);
            }
            let now = conn.now()?;
            let sql = "UPDATE tables SET ended_at = $2, result = $3, steps = $4, replay = $5 WHERE id = $1";
            let replay = Arg::MaybeBytes(ended.replay.clone());
            let arguments =
                vec![key.table.into(), now.into(), ended.result.as_str().into(), ended.steps.into(), replay];
            conn.execute(sql, arguments)?;
            conn.execute("DELETE FROM table_lines WHERE place = $1", args![key.table]).map(|_| true)
        })
    }

    /// Forgets a table at which nothing was played.
    pub fn forget_table(&self, key: TableKey) -> Result<()> {
        self.writer().transaction(|conn| {
            if !is_held(conn, key)? {
                return Ok(());
            }
            for sql in [
                "DELETE FROM chairs WHERE place = $1",
                "DELETE FROM table_lines WHERE place = $1",
                "DELETE FROM tables WHERE id = $1",
            ] {
                conn.execute(sql, args![key.table])?;
            }
            Ok(())
        })
    }

    /// Matches of people that are over, the newest first: so many, behind the first `skip`.
    pub fn tables(&self, skip: u64, at_most: u32) -> Result<Vec<Table>> {
        let mut conn = self.reader();
        conn.revive()?;
        let sql = format!("{TABLE} WHERE ended_at IS NOT NULL ORDER BY id DESC LIMIT $1 OFFSET $2");
        conn.rows(sql, args![at_most, skip], read)
    }

    /// How many matches of people are over.
    pub fn count_tables(&self) -> Result<u64> {
        let mut conn = self.reader();
        conn.revive()?;
        let sql = "SELECT count(*) FROM tables WHERE ended_at IS NOT NULL";
        Ok(conn.one(sql, Vec::new(), |row| row.bits(0))?.unwrap_or_default())
    }

    /// One table.
    pub fn table(&self, id: i64) -> Result<Option<Table>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.one(format!("{TABLE} WHERE id = $1"), args![id], read)
    }

    /// The table to which the link with this hash leads.
    pub fn table_by_link(&self, hash: &[u8; 32]) -> Result<Option<Table>> {
        let mut conn = self.reader();
        conn.revive()?;
        let sql = format!("{TABLE} WHERE id = (SELECT place FROM chairs WHERE hash = $1)");
        conn.one(sql, args![hash.to_vec()], read)
    }

    /// The replay of a match of people, zstd; none before its end, or if it was dropped.
    pub fn table_replay(&self, id: i64) -> Result<Option<Vec<u8>>> {
        let mut conn = self.reader();
        conn.revive()?;
        replay_of(&mut conn, id)
    }
}

/// All tables whose match is over and has a replay.
pub(crate) fn with_replay(conn: &mut Conn) -> Result<Vec<Table>> {
    conn.rows(format!("{TABLE} WHERE replay IS NOT NULL ORDER BY id"), Vec::new(), read)
}

pub(crate) fn replay_of(conn: &mut Conn, id: i64) -> Result<Option<Vec<u8>>> {
    let replay = conn.one("SELECT replay FROM tables WHERE id = $1", args![id], |row| row.maybe_bytes(0))?;
    Ok(replay.flatten())
}

/// Whether a table is still ours; who takes it up waits until what is written here is.
fn is_held(conn: &mut Conn, key: TableKey) -> Result<bool> {
    let sql = "UPDATE tables SET hold = hold WHERE id = $1 AND hold = $2 AND ended_at IS NULL";
    Ok(conn.execute(sql, args![key.table, key.hold])? == 1)
}

fn left(conn: &mut Conn, key: TableKey) -> Result<LeftTable> {
    let table = conn.one(format!("{TABLE} WHERE id = $1"), args![key.table], read)?;
    let table = table.ok_or_else(|| StoreError::damaged(format!("table {} is gone", key.table)))?;
    let sql = "SELECT hash, seat FROM chairs WHERE place = $1 ORDER BY seat";
    let damaged = || StoreError::damaged(format!("table {}: the hash of a link has not 32 bytes", key.table));
    let chairs =
        conn.rows(sql, args![key.table], |row| Ok((row.slice(0)?.try_into().map_err(|_| damaged())?, row.small(1)?)))?;
    let sql = "SELECT lines FROM table_lines WHERE place = $1 ORDER BY steps";
    let lines = conn.rows(sql, args![key.table], |row| row.words(0))?.concat();
    Ok(LeftTable { key, table, chairs, lines })
}

fn read(row: &Row) -> Result<Table> {
    Ok(Table {
        id: row.int(0)?,
        game: row.text(1)?,
        opening: row.words(2)?,
        opened_at: row.int(3)?,
        ended_at: row.maybe_int(4)?,
        result: row.maybe_words(5)?,
        steps: row.bits(6)?,
        has_replay: row.int(7)? != 0,
    })
}
