//! What was played: one database, SQLite or PostgreSQL (A17 to A20).
//!
//! The store keeps events with their entrants, blocks, matches and replays, and hands out blocks by leases. It knows no
//! game: settings, outcomes and plans are texts to it. Every call blocks until the database has answered and has a
//! deadline; the store may be shared by threads.
//!
//! ```
//! use gridhaunt_store::{Address, NewEvent, Store};
//! # fn main() -> Result<(), gridhaunt_store::StoreError> {
//! let store = Store::open(&Address::memory())?;
//! let event = store.create_event(&NewEvent { name: "class of 2026".into(), game: "pyrat".into(), ..NewEvent::default() })?;
//! assert_eq!(store.event(event)?.name, "class of 2026");
//! # Ok(())
//! # }
//! ```

mod address;
mod boards;
mod check;
mod db;
mod error;
mod events;
mod gc;
mod lease;
mod pack;
mod plan;
mod read;
mod record;
mod rows;
mod schema;
mod submissions;
mod tables;
mod teams;
#[cfg(test)]
mod tests;
mod transfer;

pub use address::Address;
pub use boards::{Announcement, Board};
pub use check::{Checked, Finding, Verify, mean_points};
pub use error::{Result, StoreError};
pub use gc::{Dropped, Info};
pub use lease::{Holder, LEASE, RENEWAL};
pub use read::{Filter, Placed, Scored};
pub use rows::{
    Attempt, Block, BlockResult, BlockState, Entrant, Event, EventId, Lease, LeaseKey, MatchId, MatchRow, NewAttempt,
    NewBlock, NewEntrant, NewEvent, NewMatch, State, Times, Written,
};
pub use schema::VERSION;
pub use submissions::{NewSubmission, Submission, SubmissionState};
pub use tables::{EndedTable, LeftTable, NewTable, Table, TableKey};
pub use teams::{Bearer, Team};
pub use transfer::Moved;

use db::{Conn, Kind};
use record::Queue;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A database with events in it.
pub struct Store {
    address: Address,
    /// Who writes has this connection; transactions of one process wait for each other here, not in the database.
    writer: Mutex<Conn>,
    /// Reads do not wait for writes; none where there is only one connection, as for a database in memory.
    reader: Option<Mutex<Conn>>,
    queue: Queue,
}

impl Store {
    /// Opens a store: makes it if it is not there, brings an older one up to date after a copy of it was made (A19).
    pub fn open(address: &Address) -> Result<Self> {
        Self::connect(address, true)
    }

    /// Opens a store that must be there.
    pub fn open_existing(address: &Address) -> Result<Self> {
        Self::connect(address, false)
    }

    fn connect(address: &Address, create: bool) -> Result<Self> {
        let mut writer = Conn::open(address, create)?;
        schema::prepare(&mut writer, create)?;
        let reader = match address.is_memory() {
            true => None,
            false => Some(Mutex::new(Conn::open(address, false)?)),
        };
        Ok(Self { address: address.clone(), writer: Mutex::new(writer), reader, queue: Queue::default() })
    }

    /// Where the store is, without any password.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Whether workers on other machines can use it too.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.address.kind() == Kind::Postgres
    }

    fn writer(&self) -> MutexGuard<'_, Conn> {
        // A thread that panicked has left no half-written row: its transaction is rolled back before the next one begins.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reader(&self) -> MutexGuard<'_, Conn> {
        match &self.reader {
            Some(reader) => reader.lock().unwrap_or_else(PoisonError::into_inner),
            None => self.writer(),
        }
    }
}

impl Drop for Store {
    /// Leaves the whole store in its file, which can then be copied alone.
    fn drop(&mut self) {
        // A reader that is open keeps the log.
        self.reader = None;
        self.writer().fold();
    }
}
