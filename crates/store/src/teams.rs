//! Teams, and the tokens by which they are known. Only hashes of tokens are kept.

use crate::Store;
use crate::db::{Conn, Row, args};
use crate::error::{Result, StoreError};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};

/// A team that submits bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Its number in the store.
    pub id: i64,
    /// Its name, which its bots have too.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: i64,
    /// Since when it submits nothing more.
    pub closed_at: Option<i64>,
}

/// Whose token it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// Somebody who runs events.
    Organiser,
    /// A team.
    Team(Team),
}

const TEAM: &str = "SELECT t.id, t.name, t.made_at, t.closed_at FROM teams t";

impl Store {
    /// Makes a team that is known by a token with this hash.
    pub fn add_team(&self, name: &str, hash: &[u8; 32]) -> Result<Team> {
        self.writer().transaction(|conn| {
            if team_named(conn, name)?.is_some() {
                let shown = brief(&Value::from(name));
                let words = format!("{shown} is there already");
                return Err(Invalid::new("team", shown, "a name that no team has").says(words).into());
            }
            let id = conn.one("INSERT INTO teams (name) VALUES ($1) RETURNING id", args![name], |row| row.int(0))?;
            let id = id.ok_or_else(|| StoreError::damaged("a team got no number"))?;
            give(conn, hash, Some(id))?;
            team_named(conn, name)?.ok_or_else(|| unknown(name))
        })
    }

    /// Gives a team another token; the one that it had is void.
    pub fn renew_token(&self, name: &str, hash: &[u8; 32]) -> Result<Team> {
        self.writer().transaction(|conn| {
            let team = team_named(conn, name)?.ok_or_else(|| unknown(name))?;
            conn.execute("DELETE FROM tokens WHERE team = $1", args![team.id])?;
            give(conn, hash, Some(team.id))?;
            Ok(team)
        })
    }

    /// Closes a team: it submits nothing more, and its token is void. What it submitted goes on.
    pub fn close_team(&self, name: &str) -> Result<Team> {
        self.writer().transaction(|conn| {
            let team = team_named(conn, name)?.ok_or_else(|| unknown(name))?;
            let now = conn.now()?;
            conn.execute("DELETE FROM tokens WHERE team = $1", args![team.id])?;
            conn.execute("UPDATE teams SET closed_at = coalesce(closed_at, $2) WHERE id = $1", args![team.id, now])?;
            team_named(conn, name)?.ok_or_else(|| unknown(name))
        })
    }

    /// Lets the token with this hash be an organiser's.
    pub fn add_organiser(&self, hash: &[u8; 32]) -> Result<()> {
        self.writer().transaction(|conn| give(conn, hash, None))
    }

    /// Whether there is an organiser's token.
    pub fn has_organiser(&self) -> Result<bool> {
        let mut conn = self.reader();
        conn.revive()?;
        let many = conn.one("SELECT count(*) FROM tokens WHERE team IS NULL", Vec::new(), |row| row.int(0))?;
        Ok(many.is_some_and(|many| many > 0))
    }

    /// Whose token has this hash.
    pub fn bearer(&self, hash: &[u8; 32]) -> Result<Option<Bearer>> {
        let mut conn = self.reader();
        conn.revive()?;
        let Some(team) =
            conn.one("SELECT team FROM tokens WHERE hash = $1", args![hash.to_vec()], |row| row.maybe_int(0))?
        else {
            return Ok(None);
        };
        match team {
            None => Ok(Some(Bearer::Organiser)),
            Some(id) => Ok(conn.one(format!("{TEAM} WHERE t.id = $1"), args![id], read)?.map(Bearer::Team)),
        }
    }

    /// All teams, oldest first.
    pub fn teams(&self) -> Result<Vec<Team>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.rows(format!("{TEAM} ORDER BY t.id"), Vec::new(), read)
    }
}

fn give(conn: &mut Conn, hash: &[u8; 32], team: Option<i64>) -> Result<()> {
    let arguments = vec![hash.to_vec().into(), crate::db::Arg::MaybeInt(team)];
    conn.execute("INSERT INTO tokens (hash, team) VALUES ($1, $2)", arguments).map(drop)
}

fn team_named(conn: &mut Conn, name: &str) -> Result<Option<Team>> {
    conn.one(format!("{TEAM} WHERE t.name = $1"), args![name], read)
}

fn unknown(name: &str) -> StoreError {
    Invalid::new("team", brief(&Value::from(name)), "a team of this store").into()
}

fn read(row: &Row) -> Result<Team> {
    Ok(Team { id: row.int(0)?, name: row.words(1)?, made_at: row.int(2)?, closed_at: row.maybe_int(3)? })
}
