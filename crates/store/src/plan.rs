//! The plan: blocks that are added, done and struck.

use crate::Store;
use crate::db::{Arg, Conn, Kind, Row, args};
use crate::error::{Result, StoreError};
use crate::events::event_of;
use crate::pack;
use crate::rows::{Block, BlockState, EventId, NewBlock};
use gridhaunt_kernel::Invalid;

/// The columns of a block, in the order in which `block` reads them.
pub(crate) const BLOCK: &str = "id, event, label, map, k, seed, arrangements, state, change, points, why";

impl Store {
    /// Adds blocks to the plan, if nobody else has since `version` was read; says whether they were added.
    pub fn extend_plan(&self, event: EventId, version: u64, blocks: &[NewBlock], plan_state: &str) -> Result<bool> {
        for (i, block) in blocks.iter().enumerate() {
            let places = block.arrangements.first().map_or(0, Vec::len);
            if places == 0 || block.arrangements.iter().any(|arrangement| arrangement.len() != places) {
                let field = format!("blocks[{i}].arrangements");
                return Err(Invalid::new(field, block.arrangements.len(), "one or more lists of one length").into());
            }
        }
        self.writer().transaction(|conn| {
            let changed = conn.one(
                "UPDATE events SET plan_version = plan_version + 1, plan_state = $3, change = change + 1 \
                 WHERE id = $1 AND plan_version = $2 RETURNING change",
                args![event.0, version, plan_state],
                |row| row.int(0),
            )?;
            let Some(change) = changed else {
                // Not a race if there is no such event.
                return event_of(conn, event).map(|_| false);
            };
            for block in blocks {
                let arguments = args![
                    event.0,
                    block.label.as_str(),
                    block.map,
                    block.k,
                    block.seed,
                    block.arrangements.len() as u64,
                    pack::arrangements(&block.arrangements),
                    change,
                ];
                conn.execute(
                    "INSERT INTO blocks (event, label, map, k, seed, matches, arrangements, change) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                    arguments,
                )?;
            }
            Ok(true)
        })
    }

    /// Takes open blocks out of the plan and says why; who plays one of them notices when it writes. Blocks that are
    /// done stay. Returns how many were struck.
    pub fn strike(&self, event: EventId, blocks: &[i64], why: &str) -> Result<u64> {
        self.writer().transaction(|conn| {
            let change = next_change(conn, event)?;
            let mut struck = 0;
            for &block in blocks {
                struck += conn.execute(
                    "UPDATE blocks SET state = 2, why = $3, change = $4, lease = lease + 1, lease_until = NULL, holder = NULL \
                     WHERE id = $1 AND event = $2 AND state = 0",
                    args![block, event.0, why, change],
                )?;
            }
            Ok(struck)
        })
    }

    /// The blocks of an event whose number is larger than `after`, in the order in which they were planned.
    pub fn blocks(&self, event: EventId, after: i64) -> Result<Vec<Block>> {
        let mut conn = self.reader();
        conn.revive()?;
        let sql = format!("SELECT {BLOCK} FROM blocks WHERE event = $1 AND id > $2 ORDER BY id");
        conn.rows(sql, args![event.0, after], block)
    }

    /// The blocks that were added, done or struck since the event's count of changes was `change`.
    pub fn blocks_changed_since(&self, event: EventId, change: i64) -> Result<Vec<Block>> {
        let mut conn = self.reader();
        conn.revive()?;
        let sql = format!("SELECT {BLOCK} FROM blocks WHERE event = $1 AND change > $2 ORDER BY change, id");
        conn.rows(sql, args![event.0, change], block)
    }

    /// One block.
    pub fn block(&self, id: i64) -> Result<Option<Block>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.one(format!("SELECT {BLOCK} FROM blocks WHERE id = $1"), args![id], block)
    }
}

/// Counts a change of the event's blocks. Who has the count has the event's row until its transaction ends, so counts
/// appear in their order.
fn next_change(conn: &mut Conn, event: EventId) -> Result<i64> {
    let sql = "UPDATE events SET change = change + 1 WHERE id = $1 RETURNING change";
    let change = conn.one(sql, args![event.0], |row| row.int(0))?;
    change.ok_or_else(|| Invalid::new("event", event, "in this store").into())
}

/// Writes that a block is done.
pub(crate) fn finish(conn: &mut Conn, block: i64, points: Vec<u8>) -> Result<()> {
    let sql = match conn.kind() {
        Kind::Sqlite => {
            "UPDATE events SET change = change + 1 WHERE id = (SELECT event FROM blocks WHERE id = $1); \
             UPDATE blocks SET state = 1, points = $2, lease_until = NULL, holder = NULL, \
             change = (SELECT change FROM events WHERE events.id = blocks.event) WHERE id = $1"
        }
        Kind::Postgres => {
            "WITH counted AS (UPDATE events SET change = change + 1 WHERE id = (SELECT event FROM blocks WHERE id = $1) RETURNING change) \
             UPDATE blocks SET state = 1, points = $2, lease_until = NULL, holder = NULL, \
             change = (SELECT change FROM counted) WHERE id = $1"
        }
    };
    conn.execute(sql, vec![Arg::Int(block), Arg::Bytes(points)]).map(drop)
}

pub(crate) fn block(row: &Row) -> Result<Block> {
    let id = row.int(0)?;
    let damaged = |what: &str| StoreError::damaged(format!("block {id}: {what}"));
    Ok(Block {
        id,
        event: EventId(row.int(1)?),
        label: row.words(2)?,
        map: row.small(3)?,
        k: row.bits(4)?,
        seed: row.bits(5)?,
        arrangements: pack::unarrangements(row.slice(6)?).ok_or_else(|| damaged("its arrangements cannot be read"))?,
        state: BlockState::of(row.int(7)?).ok_or_else(|| damaged("its state is unknown"))?,
        change: row.int(8)?,
        points: match row.maybe_bytes(9)? {
            None => Vec::new(),
            Some(bytes) => pack::unpoints(&bytes).ok_or_else(|| damaged("its points cannot be read"))?,
        },
        why: row.maybe_words(10)?,
    })
}
