//! What is in a store, and making room in it (A18).

use crate::Store;
use crate::db::{Kind, args};
use crate::error::Result;
use crate::schema;

/// How many blocks are looked at in one transaction, so that nobody waits long for it.
const WINDOW: i64 = 10_000;

/// What `gc` drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Replays.
    pub replays: u64,
    /// Transcripts.
    pub transcripts: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// How much is in a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The version of the tables.
    pub version: i64,
    /// Events.
    pub events: u64,
    /// Blocks.
    pub blocks: u64,
    /// Matches.
    pub matches: u64,
    /// Matches that have a replay.
    pub replays: u64,
    /// Programs whose files are kept.
    pub archives: u64,
    /// The size of the database.
    pub bytes: u64,
}

impl Store {
    /// Drops replays and transcripts of matches that were written before a time, in milliseconds since 1970; results
    /// stay. With `dry` it only counts.
    pub fn gc(&self, before: i64, dry: bool) -> Result<Dropped> {
        let mut dropped = Dropped::default();
        let mut conn = self.writer();
        conn.revive()?;
        let last =
            conn.one("SELECT coalesce(max(id), 0) FROM blocks", Vec::new(), |row| row.int(0))?.unwrap_or_default();
        for from in (1..=last).step_by(WINDOW as usize) {
            let window = args![from, from + WINDOW, before];
            let part = conn.transaction(|conn| {
                let mut part = Dropped::default();
                for (table, column) in [("replays", "replay"), ("transcripts", "transcript")] {
                    let old = format!(
                        "FROM {table} WHERE block >= $1 AND block < $2 AND EXISTS (SELECT 1 FROM matches m \
                         WHERE m.block = {table}.block AND m.number = {table}.number AND m.written_at < $3)"
                    );
                    let sql = format!("SELECT count(*), CAST(coalesce(sum(length({column})), 0) AS BIGINT) {old}");
                    let (count, bytes) =
                        conn.one(sql, window.clone(), |row| Ok((row.bits(0)?, row.bits(1)?)))?.unwrap_or_default();
                    part.bytes += bytes;
                    *(if table == "replays" { &mut part.replays } else { &mut part.transcripts }) += count;
                    if !dry && count > 0 {
                        conn.execute(format!("DELETE {old}"), window.clone())?;
                    }
                }
                Ok(part)
            })?;
            dropped.replays += part.replays;
            dropped.transcripts += part.transcripts;
            dropped.bytes += part.bytes;
        }
        let part = conn.transaction(|conn| {
            let old = "FROM tables WHERE replay IS NOT NULL AND ended_at < $1";
            let sql = format!("SELECT count(*), CAST(coalesce(sum(length(replay)), 0) AS BIGINT) {old}");
            let (replays, bytes) =
                conn.one(sql, args![before], |row| Ok((row.bits(0)?, row.bits(1)?)))?.unwrap_or_default();
            if !dry && replays > 0 {
                conn.execute(
                    "UPDATE tables SET replay = NULL WHERE replay IS NOT NULL AND ended_at < $1",
                    args![before],
                )?;
            }
            Ok(Dropped { replays, bytes, transcripts: 0 })
        })?;
        dropped.replays += part.replays;
        dropped.bytes += part.bytes;
        if !dry && dropped.bytes > 0 && conn.kind() == Kind::Sqlite {
            // Without it the file would keep its size; PostgreSQL does this by itself.
            conn.execute("VACUUM", Vec::new())?;
            conn.rows("PRAGMA wal_checkpoint(TRUNCATE)", Vec::new(), |_| Ok(()))?;
        }
        Ok(dropped)
    }

    /// How much is in the store.
    pub fn info(&self) -> Result<Info> {
        let mut conn = self.reader();
        conn.snapshot(|conn| {
            let mut count = |what: &str| -> Result<u64> {
                Ok(conn.one(format!("SELECT count(*) FROM {what}"), Vec::new(), |row| row.bits(0))?.unwrap_or_default())
            };
            let (events, blocks, matches) = (count("events")?, count("blocks")?, count("matches")?);
            let (replays, archives) = (count("replays")?, count("archives")?);
            let size = match conn.kind() {
                Kind::Sqlite => "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
                Kind::Postgres => "SELECT pg_database_size(current_database())",
            };
            let bytes = conn.one(size, Vec::new(), |row| row.bits(0))?.unwrap_or_default();
            Ok(Info { version: schema::VERSION, events, blocks, matches, replays, archives, bytes })
        })
    }
}
