//! Boards: events that take submissions, with their deadlines; and what organisers announce.

use crate::Store;
use crate::db::{Arg, Row, args};
use crate::error::{Result, StoreError};
use crate::rows::EventId;

/// An event that takes submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The event.
    pub event: EventId,
    /// When it takes no more, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// From when on the public sees the board as it was then.
    pub freeze: Option<i64>,
}

/// What an organiser announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Its number.
    pub id: i64,
    /// What is announced.
    pub words: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

const BOARD: &str = "SELECT event, deadline, frozen_at FROM boards";

impl Store {
    /// Opens an event to submissions, or changes until when.
    pub fn set_board(&self, board: &Board) -> Result<()> {
        let &Board { event, deadline, freeze } = board;
        self.event(event)?;
        self.writer().transaction(|conn| {
            let sql = "INSERT INTO boards (event, deadline, frozen_at) VALUES ($1, $2, $3) \
                       ON CONFLICT (event) DO UPDATE SET deadline = $2, frozen_at = $3";
            conn.execute(sql, vec![event.0.into(), Arg::MaybeInt(deadline), Arg::MaybeInt(freeze)]).map(drop)
        })
    }

    /// The board of an event, if it takes submissions.
    pub fn board(&self, event: EventId) -> Result<Option<Board>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.one(format!("{BOARD} WHERE event = $1"), args![event.0], board)
    }

    /// The events that take submissions.
    pub fn boards(&self) -> Result<Vec<Board>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.rows(format!("{BOARD} ORDER BY event"), Vec::new(), board)
    }

    /// Announces something.
    pub fn announce(&self, words: &str) -> Result<i64> {
        let sql = "INSERT INTO announcements (words) VALUES ($1) RETURNING id";
        let id = self.writer().transaction(|conn| conn.one(sql, args![words], |row| row.int(0)))?;
        id.ok_or_else(|| StoreError::damaged("an announcement got no number"))
    }

    /// The last announcements, the newest first.
    pub fn announcements(&self, at_most: u32) -> Result<Vec<Announcement>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.rows("SELECT id, words, at FROM announcements ORDER BY id DESC LIMIT $1", args![at_most], |row| {
            Ok(Announcement { id: row.int(0)?, words: row.words(1)?, at: row.int(2)? })
        })
    }

    /// The time by the database's clock, in milliseconds since 1970.
    pub fn now(&self) -> Result<i64> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.now()
    }
}

fn board(row: &Row) -> Result<Board> {
    Ok(Board { event: EventId(row.int(0)?), deadline: row.maybe_int(1)?, freeze: row.maybe_int(2)? })
}
