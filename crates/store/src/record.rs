//! Writing a match (A11, A18): one transaction, shared by those who write at the same time.

use crate::Store;
use crate::db::{Arg, Conn, Kind, args};
use crate::error::{Result, StoreError};
use crate::pack;
use crate::plan::finish;
use crate::read::Placed;
use crate::rows::{Attempt, BlockResult, EventId, LeaseKey, MatchId, NewAttempt, NewMatch, Written};
use gridhaunt_kernel::Invalid;
use std::sync::{Arc, Mutex, PoisonError};

/// Matches that wait to be written. Whoever gets the connection writes all of them in one transaction, and everybody
/// waits until their own is written.
#[derive(Default)]
pub(crate) struct Queue(Mutex<Vec<Arc<Entry>>>);

struct Entry {
    work: Work,
    done: Mutex<Option<Result<Written>>>,
}

impl Entry {
    fn tell(&self, done: Result<Written>) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
    }
}

/// What is written for one match, ready for any thread.
struct Work {
    key: LeaseKey,
    number: u32,
    row: Vec<Arg>,
    transcripts: Vec<(u8, Vec<u8>)>,
    /// The packed points of the block, if this is its last match.
    finished: Option<Vec<u8>>,
}

impl Store {
    /// Writes a match, and with the last one of a block its points; returns when they are in the database.
    pub fn record(&self, key: &LeaseKey, new: &NewMatch, finished: Option<&BlockResult>) -> Result<Written> {
        let entry = Arc::new(Entry { work: work(key, new, finished)?, done: Mutex::new(None) });
        self.queue.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&entry));
        let mut conn = self.writer();
        if let Some(done) = entry.done.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return done;
        }
        let waiting = std::mem::take(&mut *self.queue.0.lock().unwrap_or_else(PoisonError::into_inner));
        write_all(&mut conn, &waiting);
        let done = entry.done.lock().unwrap_or_else(PoisonError::into_inner).take();
        done.unwrap_or_else(|| Err(StoreError::damaged("a match was not written")))
    }

    /// Writes an attempt that gave no result; it stands apart from results. False if the block is not ours any more.
    pub fn attempt(&self, key: &LeaseKey, new: &NewAttempt) -> Result<bool> {
        self.writer().transaction(|conn| {
            if look(conn, key, new.number)?.is_none() {
                return Ok(false);
            }
            let arguments = vec![
                key.block.into(),
                new.number.into(),
                key.number.into(),
                Arg::MaybeInt(new.entrant.map(i64::from)),
                Arg::text(&new.what),
                new.why.as_str().into(),
                new.machine.as_str().into(),
                new.took_us.into(),
            ];
            conn.execute(
                "INSERT INTO attempts (block, number, lease, entrant, what, why, machine, took_us) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                arguments,
            )?;
            Ok(true)
        })
    }

    /// The attempts of an event that gave no result, in the order in which they were made.
    pub fn attempts(&self, event: EventId) -> Result<Vec<Attempt>> {
        let mut conn = self.reader();
        conn.revive()?;
        attempts_in(&mut conn, "b.event = $1", event.0)
    }
}

/// The attempts for which a condition on one number holds.
pub(crate) fn attempts_in(conn: &mut Conn, condition: &str, number: i64) -> Result<Vec<Attempt>> {
    conn.rows(
        format!(
            "SELECT a.block, a.number, a.lease, a.entrant, a.what, a.why, a.machine, a.took_us, a.at \
             FROM blocks b JOIN attempts a ON a.block = b.id WHERE {condition} ORDER BY a.id"
        ),
        args![number],
        |row| {
            Ok(Attempt {
                id: MatchId { block: row.int(0)?, number: row.small(1)? },
                lease: row.int(2)?,
                entrant: row.maybe_int(3)?.and_then(|entrant| u32::try_from(entrant).ok()),
                what: row.text(4)?,
                why: row.words(5)?,
                machine: row.words(6)?,
                took_us: row.bits(7)?,
                at: row.int(8)?,
            })
        },
    )
}

fn work(key: &LeaseKey, new: &NewMatch, finished: Option<&BlockResult>) -> Result<Work> {
    let places = new.entrants.len();
    for (field, length) in [
        ("points", new.points.len()),
        ("ranks", new.ranks.len()),
        ("scores", new.scores.len()),
        ("times", new.times.len()),
    ] {
        if length != places {
            return Err(Invalid::new(field, length, format!("{places}, as many as there are places")).into());
        }
    }
    if let Some(number) = new.points.iter().chain(&new.scores).find(|number| !number.is_finite()) {
        return Err(Invalid::new("scores", number, "finite").into());
    }
    Ok(Work {
        key: *key,
        number: new.number,
        row: row(key.block, new),
        transcripts: new.transcripts.clone(),
        finished: finished.map(|result| pack::points(&result.points)),
    })
}

/// The arguments of the insertion of a match and its replay.
fn row(block: i64, new: &NewMatch) -> Vec<Arg> {
    let seats: Vec<Placed> = (0..new.entrants.len())
        .map(|i| Placed { entrant: new.entrants[i], points: new.points[i], rank: new.ranks[i], score: new.scores[i] })
        .collect();
    args![
        block,
        new.number,
        pack::placed(&seats),
        new.steps,
        new.took_us,
        new.voids,
        pack::times(&new.times),
        faults(&new.faults),
        new.stopped.as_deref(),
        new.seal.to_vec(),
        new.sandbox.as_str(),
        new.machine.as_str(),
        new.reason.as_str(),
        new.outcome.as_str(),
        new.replay.clone(),
    ]
}

/// Faults are rare: JSON, and nothing where there are none.
pub(crate) fn faults(faults: &[(u32, String, u64)]) -> Vec<u8> {
    if faults.is_empty() {
        return Vec::new();
    }
    serde_json::to_vec(faults).expect("numbers and texts are JSON")
}

fn write_all(conn: &mut Conn, waiting: &[Arc<Entry>]) {
    let together = conn.transaction(|conn| {
        let one = |(i, entry): (usize, &Arc<Entry>)| write(conn, &entry.work, i + 1 == waiting.len());
        waiting.iter().enumerate().map(one).collect::<Result<Vec<_>>>()
    });
    match together {
        Ok(done) => waiting.iter().zip(done).for_each(|(entry, done)| entry.tell(Ok(done))),
        Err(error) if waiting.len() == 1 => waiting[0].tell(Err(error)),
        // One that cannot be written is no reason to lose the others.
        Err(_) => waiting.iter().for_each(|entry| entry.tell(conn.transaction(|conn| write(conn, &entry.work, true)))),
    }
}

/// What is known of a match's block before the match is written.
struct Seen {
    there: bool,
    planned: i64,
    written: i64,
}

/// Looks whether the lease holds and the match is one of its block; none if the block is not ours any more.
fn look(conn: &mut Conn, key: &LeaseKey, number: u32) -> Result<Option<Seen>> {
    let sql = match conn.kind() {
        Kind::Sqlite => {
            "SELECT matches, (SELECT count(*) FROM matches WHERE block = $1), \
             (SELECT count(*) FROM matches WHERE block = $1 AND number = $3) FROM blocks WHERE id = $1 AND lease = $2 AND state = 0"
        }
        Kind::Postgres => {
            "SELECT matches, (SELECT count(*) FROM matches WHERE block = $1), \
             (SELECT count(*) FROM matches WHERE block = $1 AND number = $3) FROM blocks WHERE id = $1 AND lease = $2 AND state = 0 FOR UPDATE"
        }
    };
    let seen = conn.one(sql, args![key.block, key.number, number], |row| {
        Ok(Seen { planned: row.int(0)?, written: row.int(1)?, there: row.int(2)? > 0 })
    })?;
    match seen {
        Some(seen) if i64::from(number) >= seen.planned => {
            Err(Invalid::new("number", number, format!("a match of block {}, which has {}", key.block, seen.planned))
                .into())
        }
        seen => Ok(seen),
    }
}

/// SQLite writes a match and its replay in one call.
const RECORD: &str = "INSERT INTO matches (block, number, seats, steps, took_us, voids, times, faults, stopped, seal, sandbox, machine, \
     reason, outcome) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14); \
     INSERT INTO replays (block, number, replay) VALUES ($1, $2, $15)";

/// The same for the last match of a block, with its points.
const RECORD_LAST: &str = "INSERT INTO matches (block, number, seats, steps, took_us, voids, times, faults, stopped, seal, sandbox, \
     machine, reason, outcome) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14); \
     INSERT INTO replays (block, number, replay) VALUES ($1, $2, $15); \
     UPDATE events SET change = change + 1 WHERE id = (SELECT event FROM blocks WHERE id = $1); \
     UPDATE blocks SET state = 1, points = $16, lease_until = NULL, holder = NULL, \
     change = (SELECT change FROM events WHERE events.id = blocks.event) WHERE id = $1";

/// Writes one match; the last one of a transaction may end it.
fn write(conn: &mut Conn, work: &Work, is_last: bool) -> Result<Written> {
    let Some(seen) = look(conn, &work.key, work.number)? else { return Ok(Written::LeaseLost) };
    if seen.there {
        return Ok(Written::Already);
    }
    // A block is done with its last match, and not without it: points of a part of it would count.
    if work.finished.is_some() != (seen.written + 1 == seen.planned) {
        let expected =
            format!("the points with the last match of a block: {} of {} are written", seen.written, seen.planned);
        return Err(Invalid::new("finished", work.finished.is_some(), expected).into());
    }
    if conn.kind() == Kind::Sqlite && work.transcripts.is_empty() {
        let mut row = work.row.clone();
        row.extend(work.finished.clone().map(Arg::Bytes));
        let sql = if work.finished.is_some() { RECORD_LAST } else { RECORD };
        if is_last {
            conn.execute_last(sql, row)?;
        } else {
            conn.execute(sql, row)?;
        }
        return Ok(Written::Yes);
    }
    let sql = match conn.kind() {
        Kind::Sqlite => RECORD,
        Kind::Postgres => {
            "WITH written AS (INSERT INTO matches (block, number, seats, steps, took_us, voids, times, faults, stopped, seal, sandbox, \
             machine, reason, outcome) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)) \
             INSERT INTO replays (block, number, replay) VALUES ($1, $2, $15)"
        }
    };
    conn.execute(sql, work.row.clone())?;
    for (seat, transcript) in &work.transcripts {
        let sql = "INSERT INTO transcripts (block, number, seat, transcript) VALUES ($1, $2, $3, $4)";
        conn.execute(sql, args![work.key.block, work.number, u32::from(*seat), transcript.clone()])?;
    }
    if let Some(points) = &work.finished {
        finish(conn, work.key.block, points.clone())?;
    }
    Ok(Written::Yes)
}
