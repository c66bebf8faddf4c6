//! Who plays which block (A20): leases with a growing number and the database's time.

use crate::Store;
use crate::db::{Kind, args};
use crate::error::Result;
use crate::events::event_of;
use crate::plan::{BLOCK, block};
use crate::read;
use crate::rows::{EventId, Lease, LeaseKey, State};
use std::time::Duration;

/// How long a lease holds after it was given or renewed.
pub const LEASE: Duration = Duration::from_secs(60);
/// How often a holder renews its leases.
pub const RENEWAL: Duration = Duration::from_secs(10);

/// Somebody who plays blocks of an event now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Who, as it calls itself.
    pub name: String,
    /// How many blocks.
    pub blocks: u64,
    /// The last of its leases, in milliseconds from now by the database's clock.
    pub left_ms: i64,
}

impl Store {
    /// Hands out open blocks of a running event that nobody holds, in the order of the plan.
    pub fn lease(&self, event: EventId, holder: &str, at_most: u32) -> Result<Vec<Lease>> {
        self.lease_for(event, holder, at_most, LEASE)
    }

    /// The same for another time than the usual one.
    pub(crate) fn lease_for(
        &self,
        event: EventId,
        holder: &str,
        at_most: u32,
        how_long: Duration,
    ) -> Result<Vec<Lease>> {
        self.writer().transaction(|conn| {
            if event_of(conn, event)?.state != State::Running {
                return Ok(Vec::new());
            }
            let now = conn.now()?;
            // Who comes second does not wait for the first: it takes what is left.
            let locking = match conn.kind() {
                Kind::Sqlite => "",
                Kind::Postgres => " FOR UPDATE SKIP LOCKED",
            };
            let sql = format!(
                "SELECT {BLOCK}, lease FROM blocks WHERE event = $1 AND state = 0 AND (lease_until IS NULL OR lease_until < $2) \
                 ORDER BY id LIMIT $3{locking}"
            );
            let free = conn.rows(sql, args![event.0, now, at_most], |row| Ok((block(row)?, row.int(11)?)))?;
            let until = now + how_long.as_millis() as i64;
            let mut leases = Vec::with_capacity(free.len());
            for (block, lease) in free {
                let key = LeaseKey { block: block.id, number: lease + 1 };
                let sql = "UPDATE blocks SET lease = $2, lease_until = $3, holder = $4 WHERE id = $1";
                conn.execute(sql, args![key.block, key.number, until, holder])?;
                // Nobody held it before: nothing can be written.
                let written = if lease == 0 { Vec::new() } else { read::matches_of(conn, block.id)? };
                leases.push(Lease { key, block, written });
            }
            Ok(leases)
        })
    }

    /// The leases of an event that have not run out, each with its holder.
    pub fn leases(&self, event: EventId) -> Result<Vec<(LeaseKey, String)>> {
        let mut conn = self.reader();
        conn.revive()?;
        let now = conn.now()?;
        conn.rows(
            "SELECT id, lease, holder FROM blocks WHERE event = $1 AND state = 0 AND lease_until >= $2 ORDER BY id",
            args![event.0, now],
            |row| Ok((LeaseKey { block: row.int(0)?, number: row.int(1)? }, row.words(2)?)),
        )
    }

    /// Holds on to blocks; says of each whether it is still ours.
    pub fn renew(&self, keys: &[LeaseKey]) -> Result<Vec<bool>> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        self.writer().transaction(|conn| {
            let until = conn.now()? + LEASE.as_millis() as i64;
            let sql = "UPDATE blocks SET lease_until = $3 WHERE id = $1 AND lease = $2 AND state = 0 AND lease_until IS NOT NULL";
            keys.iter().map(|key| Ok(conn.execute(sql, args![key.block, key.number, until])? == 1)).collect()
        })
    }

    /// Gives blocks back that were not played to their end, so that nobody waits for the lease to run out.
    pub fn release(&self, keys: &[LeaseKey]) -> Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        self.writer().transaction(|conn| {
            let sql = "UPDATE blocks SET lease_until = NULL, holder = NULL WHERE id = $1 AND lease = $2 AND state = 0";
            keys.iter().try_for_each(|key| conn.execute(sql, args![key.block, key.number]).map(drop))
        })
    }

    /// Who plays blocks of an event now.
    pub fn holders(&self, event: EventId) -> Result<Vec<Holder>> {
        let mut conn = self.reader();
        conn.revive()?;
        let now = conn.now()?;
        conn.rows(
            "SELECT holder, count(*), max(lease_until) FROM blocks \
             WHERE event = $1 AND state = 0 AND lease_until >= $2 AND holder IS NOT NULL GROUP BY holder ORDER BY holder",
            args![event.0, now],
            |row| Ok(Holder { name: row.words(0)?, blocks: row.bits(1)?, left_ms: row.int(2)? - now }),
        )
    }
}
