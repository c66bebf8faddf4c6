//! What can go wrong, in one line each.

use crate::address::Address;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use std::fmt;

/// A result of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Why the store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// What was given cannot be used; the caller's mistake.
    Invalid(Invalid),
    /// The database cannot be used: locked, full, read-only, gone, of a newer version. One line that says what to do,
    /// without a password.
    Surroundings(String),
    /// What is in the database is not what the store writes.
    Damaged(String),
}

impl StoreError {
    pub(crate) fn surroundings(words: impl Into<String>) -> Self {
        Self::Surroundings(words.into())
    }

    pub(crate) fn damaged(words: impl Into<String>) -> Self {
        Self::Damaged(words.into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Surroundings(words) | Self::Damaged(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<Invalid> for StoreError {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

/// The words of a database, which may contain anything, as they may be printed.
fn quoted(words: &str) -> String {
    brief(&Value::from(words))
}

/// What an error of the database means for the person who runs the command.
pub(crate) fn told(address: &Address, error: &sqlx::Error) -> StoreError {
    let at = address;
    let words = match error {
        sqlx::Error::Database(database) => {
            let code = database.code().unwrap_or_default().into_owned();
            match address.is_postgres() {
                true => postgres(at, &code, database.message()),
                false => sqlite(at, &code, database.message()),
            }
        }
        sqlx::Error::Io(io) => match io.kind() {
            std::io::ErrorKind::ConnectionRefused | std::io::ErrorKind::NotFound => {
                format!("{at}: no server answers there: start PostgreSQL, or correct the address")
            }
            _ => format!(
                "{at}: the connection was lost ({}): run the command again when the database is back",
                io.kind()
            ),
        },
        sqlx::Error::Tls(_) => {
            format!(
                "{at}: the server wants TLS, which is not built in: go through an SSH tunnel, or set sslmode=disable"
            )
        }
        other => format!("{at}: {}", quoted(&other.to_string())),
    };
    StoreError::Surroundings(words)
}

fn sqlite(at: &Address, code: &str, message: &str) -> String {
    // The lower byte of SQLite's extended codes is the plain one.
    match code.parse::<i32>().unwrap_or_default() & 0xff {
        5 | 6 => format!("{at}: locked by another program for too long: wait until it has ended, or name another --db"),
        8 => format!(
            "{at}: read-only: give yourself the right to write to the file and its folder, or name another --db"
        ),
        10 => format!(
            "{at}: the disk cannot be read or written ({}): look at the disk, then run the command again",
            quoted(message)
        ),
        11 => format!("{at}: the file is damaged ({}): put back a copy of it", quoted(message)),
        13 => format!(
            "{at}: the disk is full: make room (`gridhaunt store gc` drops old replays), then run the command again"
        ),
        14 => format!(
            "{at}: cannot be opened: look whether the folder exists and you may write there, or name another --db"
        ),
        26 => format!("{at}: is not an SQLite database: name another --db"),
        _ => format!("{at}: SQLite says {} (code {code})", quoted(message)),
    }
}

fn postgres(at: &Address, code: &str, message: &str) -> String {
    let said = quoted(message);
    match code {
        "28P01" | "28000" => format!(
            "{at}: the server refuses the user or the password ({said}): the password comes from PGPASSWORD or PGPASSFILE"
        ),
        "3D000" => format!("{at}: there is no such database: make it with createdb"),
        "42501" => format!("{at}: the user lacks a right ({said}): let it create tables in this database"),
        "25006" => format!("{at}: the server is read-only: connect to its primary"),
        "53100" => format!("{at}: the server's disk is full: make room there, then run the command again"),
        "53300" => format!("{at}: the server has no connection left: raise its max_connections, or run fewer workers"),
        "55P03" | "57014" => format!("{at}: locked by another program for too long: wait until it has ended"),
        _ if code.starts_with("57P") || code.starts_with("08") => {
            format!("{at}: the server is going away or starting ({said}): run the command again when it is back")
        }
        _ => format!("{at}: PostgreSQL says {said} (code {code})"),
    }
}

/// Whether the connection is of no use any more after this error.
pub(crate) fn is_broken(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(database) => {
            database.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08") || code == "25P03")
        }
        sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => false,
        _ => true,
    }
}
