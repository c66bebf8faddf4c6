//! Where a store is (A17): a file, or a PostgreSQL server.

use crate::db::Kind;
use crate::error::{Result, StoreError};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use sqlx::postgres::PgConnectOptions;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file that is used where nothing is said.
const DEFAULT: &str = "gridhaunt.db";

/// Where a store is. It prints as it may be given again, without a password.
#[derive(Clone)]
pub struct Address(Place);

#[derive(Clone)]
enum Place {
    Memory,
    File(PathBuf),
    Server(Box<Server>),
}

#[derive(Clone)]
struct Server {
    options: PgConnectOptions,
    shown: String,
}

impl Address {
    /// The address from the flag `--db`, else from `GRIDHAUNT_DB`, else `gridhaunt.db` in the current folder.
    pub fn find(flag: Option<&str>) -> Result<Self> {
        if let Some(flag) = flag {
            return Self::parse(flag);
        }
        match std::env::var_os("GRIDHAUNT_DB") {
            None => Ok(Self::file(DEFAULT)),
            Some(text) => match text.to_str() {
                Some(text) => Self::read("GRIDHAUNT_DB", text, true),
                None => Ok(Self::file(text)),
            },
        }
    }

    /// Reads the value of `--db`: a path, or `postgres://USER@HOST:PORT/DATABASE`. Flags can be seen by everybody on the
    /// machine, so a password in one is refused.
    pub fn parse(flag: &str) -> Result<Self> {
        Self::read("--db", flag, false)
    }

    pub(crate) fn read(field: &str, text: &str, password: bool) -> Result<Self> {
        let wrong = |shown: &str, expected: &str| {
            StoreError::Invalid(Invalid::new(field, brief(&Value::from(shown)), expected))
        };
        if text.is_empty() {
            return Err(wrong(text, "a path or a postgres:// address"));
        }
        if !(text.starts_with("postgres://") || text.starts_with("postgresql://")) {
            return match text.split_once("://") {
                Some((scheme, _)) if scheme.bytes().all(|b| b.is_ascii_alphanumeric()) => {
                    Err(wrong(&format!("{scheme}://…"), "a path or a postgres:// address"))
                }
                _ if text.contains('\0') => Err(wrong(text, "a path without NUL")),
                _ => Ok(Self::file(text)),
            };
        }
        let shown = without_password(text);
        if shown != text && !password {
            let words = format!(
                "{shown} was given with a password, which everybody on this machine can read: set PGPASSWORD or PGPASSFILE instead"
            );
            return Err(Invalid::new(field, shown, "an address without a password").says(words).into());
        }
        let options = PgConnectOptions::from_str(text)
            .map_err(|_| wrong(&shown, "an address as postgres://USER@HOST:PORT/DATABASE"))?;
        Ok(Self(Place::Server(Box::new(Server { options, shown }))))
    }

    /// An SQLite file.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self(Place::File(path.into()))
    }

    /// A store that is gone when it is closed: for tests, and for what need not be kept.
    #[must_use]
    pub fn memory() -> Self {
        Self(Place::Memory)
    }

    pub(crate) fn is_memory(&self) -> bool {
        matches!(self.0, Place::Memory)
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.kind() == Kind::Postgres
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.0 {
            Place::Server(_) => Kind::Postgres,
            Place::Memory | Place::File(_) => Kind::Sqlite,
        }
    }

    /// The file of a store in SQLite.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.0 {
            Place::File(path) => Some(path),
            _ => None,
        }
    }

    pub(crate) fn server(&self) -> Option<&PgConnectOptions> {
        match &self.0 {
            Place::Server(server) => Some(&server.options),
            _ => None,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Memory => f.write_str("memory"),
            // A path may contain anything: control characters must not reach a terminal.
            Place::File(path) => path.to_string_lossy().chars().try_for_each(|c| match c.is_control() {
                true => write!(f, "{}", c.escape_default()),
                false => write!(f, "{c}"),
            }),
            Place::Server(server) => f.write_str(&server.shown),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// The address without the password that may stand before the host or among the parameters.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let authority = match authority.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split(':').next().unwrap_or_default()),
        None => authority.to_string(),
    };
    let tail = match tail.split_once('?') {
        None => tail.to_string(),
        Some((path, query)) => {
            let kept: Vec<&str> = query.split('&').filter(|pair| !is_password(pair)).collect();
            if kept.is_empty() { path.to_string() } else { format!("{path}?{}", kept.join("&")) }
        }
    };
    let shown = format!("{scheme}://{authority}{tail}");
    shown.chars().filter(|c| !c.is_control()).collect()
}

/// Whether a parameter of an address is the password, however its name is written: `p%61ssword` is one too.
fn is_password(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default();
    name.contains('%') || name.eq_ignore_ascii_case("password")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_a_flag_is_refused_and_never_shown() {
        for text in [
            "postgres://me:s3cret@host/db",
            "postgresql://me:s3cret@host:5433/db?sslmode=disable",
            "postgres://host/db?user=me&password=s3cret",
            "postgres://host/db?p%61ssword=s3cret",
            "postgres://me:s3c@ret@host/db",
        ] {
            let told = Address::parse(text).unwrap_err().to_string();
            assert!(told.starts_with("--db: ") && told.contains("PGPASSWORD"), "{told}");
            assert!(!told.contains("s3c") && !told.contains("cret"), "{told}");
            // In the environment it is allowed, and still not shown.
            if let Ok(address) = Address::read("GRIDHAUNT_DB", text, true) {
                assert!(!format!("{address} {address:?}").contains("s3c"), "{address}");
            }
        }
    }

    #[test]
    fn an_address_is_a_path_or_a_server() {
        assert_eq!(Address::parse("a b/c.db").unwrap().path(), Some(Path::new("a b/c.db")));
        let server = Address::parse("postgres://me@host/db?host=/run/pg").unwrap();
        assert_eq!((server.to_string().as_str(), server.path()), ("postgres://me@host/db?host=/run/pg", None));
        for (text, told) in [
            ("", "--db: \"\" is not a path or a postgres:// address"),
            ("mysql://me:s3cret@host/db", "--db: \"mysql://…\" is not a path or a postgres:// address"),
            (
                "postgres://host:port/db",
                "--db: \"postgres://host:port/db\" is not an address as postgres://USER@HOST:PORT/DATABASE",
            ),
        ] {
            assert_eq!(Address::parse(text).unwrap_err().to_string(), told);
        }
        assert_eq!(Address::file("a\u{1b}[2Jb").to_string(), "a\\u{1b}[2Jb");
    }
}
