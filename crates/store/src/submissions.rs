//! What teams submitted, and what came of it. All versions are kept.

use crate::Store;
use crate::db::{Arg, Row, args};
use crate::error::{Result, StoreError};
use crate::rows::EventId;
use gridhaunt_kernel::Invalid;

/// How far a submission is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmissionState {
    /// Nobody has looked at it yet.
    Waiting,
    /// It is built and checked.
    Checking,
    /// It plays.
    Fit,
    /// It does not build, start or play as it should.
    Unfit,
}

impl SubmissionState {
    const ALL: [Self; 4] = [Self::Waiting, Self::Checking, Self::Fit, Self::Unfit];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Checking => "checking",
            Self::Fit => "fit",
            Self::Unfit => "unfit",
        }
    }
}

/// A bot that a team submits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSubmission {
    /// The team.
    pub team: i64,
    /// The event that it is for.
    pub event: EventId,
    /// The name that the bot's manifest gives it.
    pub name: String,
    /// The digest of its files.
    pub digest: String,
    /// Its files as one archive.
    pub archive: Vec<u8>,
}

/// A bot that a team submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Its number in the store.
    pub id: i64,
    /// The team.
    pub team: i64,
    /// The event that it is for.
    pub event: EventId,
    /// Which of the team's submissions to this event it is, from 1.
    pub version: u32,
    /// The name that the bot's manifest gives it.
    pub name: String,
    /// The digest of its files.
    pub digest: String,
    /// When it came, in milliseconds since 1970.
    pub at: i64,
    /// How far it is.
    pub state: SubmissionState,
    /// What was found, as the text of a JSON list; empty before.
    pub report: String,
    /// Its number in the event, if it takes part.
    pub entrant: Option<u32>,
}

const SUBMISSION: &str = "SELECT id, team, event, version, name, digest, at, state, report, entrant FROM submissions";

impl Store {
    /// Keeps a submission, which waits to be checked.
    pub fn submit(&self, new: &NewSubmission) -> Result<Submission> {
        self.writer().transaction(|conn| {
            let sql = "INSERT INTO archives (digest, files) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";
            conn.execute(sql, vec![Arg::text(&new.digest), new.archive.clone().into()])?;
            // Whoever submits at the same time for the same team waits here, so that versions are counted once.
            conn.execute("UPDATE teams SET name = name WHERE id = $1", args![new.team])?;
            let sql = "SELECT coalesce(max(version), 0) FROM submissions WHERE event = $1 AND team = $2";
            let last = conn.one(sql, args![new.event.0, new.team], |row| row.int(0))?.unwrap_or_default();
            let arguments = vec![
                new.team.into(),
                new.event.0.into(),
                (last + 1).into(),
                new.name.as_str().into(),
                Arg::text(&new.digest),
                Arg::Bytes(Vec::new()),
            ];
            let sql = "INSERT INTO submissions (team, event, version, name, digest, report) VALUES ($1, $2, $3, $4, $5, $6) \
                       RETURNING id, team, event, version, name, digest, at, state, report, entrant";
            conn.one(sql, arguments, read)?.ok_or_else(|| StoreError::damaged("a submission got no number"))
        })
    }

    /// The submission that has waited longest, to be checked from now on.
    pub fn next_to_check(&self) -> Result<Option<Submission>> {
        self.writer().transaction(|conn| {
            let sql = "UPDATE submissions SET state = 'checking' WHERE id = \
                       (SELECT min(id) FROM submissions WHERE state = 'waiting') \
                       RETURNING id, team, event, version, name, digest, at, state, report, entrant";
            conn.one(sql, Vec::new(), read)
        })
    }

    /// Lets those wait again that somebody began to check who is no more; how many these are.
    pub fn check_again(&self) -> Result<u64> {
        let sql = "UPDATE submissions SET state = 'waiting' WHERE state = 'checking'";
        self.writer().transaction(|conn| conn.execute(sql, Vec::new()))
    }

    /// Writes what was found. Who takes part has a number in the event.
    pub fn checked(&self, id: i64, fit: bool, report: &str, entrant: Option<u32>) -> Result<()> {
        let state = if fit { SubmissionState::Fit } else { SubmissionState::Unfit };
        let arguments = vec![id.into(), Arg::text(state.word()), report.into(), Arg::MaybeInt(entrant.map(i64::from))];
        let sql = "UPDATE submissions SET state = $2, report = $3, entrant = $4 WHERE id = $1";
        match self.writer().transaction(|conn| conn.execute(sql, arguments.clone()))? {
            0 => Err(Invalid::new("submission", id, "a submission of this store").into()),
            _ => Ok(()),
        }
    }

    /// One submission.
    pub fn submission(&self, id: i64) -> Result<Option<Submission>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.one(format!("{SUBMISSION} WHERE id = $1"), args![id], read)
    }

    /// The submissions to an event, oldest first.
    pub fn submissions(&self, event: EventId) -> Result<Vec<Submission>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.rows(format!("{SUBMISSION} WHERE event = $1 ORDER BY id"), args![event.0], read)
    }

    /// The submissions of a team, the newest first.
    pub fn submissions_of(&self, team: i64) -> Result<Vec<Submission>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.rows(format!("{SUBMISSION} WHERE team = $1 ORDER BY id DESC"), args![team], read)
    }
}

fn read(row: &Row) -> Result<Submission> {
    let (id, state) = (row.int(0)?, row.text(7)?);
    let state = SubmissionState::ALL.into_iter().find(|known| known.word() == state);
    let entrant = row.maybe_int(9)?.map(u32::try_from).transpose();
    let damaged = |what: &str| StoreError::damaged(format!("submission {id}: {what}"));
    Ok(Submission {
        id,
        team: row.int(1)?,
        event: EventId(row.int(2)?),
        version: row.small(3)?,
        name: row.words(4)?,
        digest: row.text(5)?,
        at: row.int(6)?,
        state: state.ok_or_else(|| damaged("its state is unknown"))?,
        report: row.words(8)?,
        entrant: entrant.map_err(|_| damaged("its number in the event is too large"))?,
    })
}
