//! The tables, and how an older store becomes one of today (A17, A19).

use crate::db::{Conn, Kind, args};
use crate::error::{Result, StoreError};

/// The version of the tables that this program writes.
pub const VERSION: i64 = SQLITE.len() as i64;

const SQLITE: &[&str] = &[
    include_str!("../migrations/sqlite/0001_first.sql"),
    include_str!("../migrations/sqlite/0002_hall.sql"),
    include_str!("../migrations/sqlite/0003_tables.sql"),
];
const POSTGRES: &[&str] = &[
    include_str!("../migrations/postgres/0001_first.sql"),
    include_str!("../migrations/postgres/0002_hall.sql"),
    include_str!("../migrations/postgres/0003_tables.sql"),
];

/// The number that processes hold while they change tables of a PostgreSQL database.
const MIGRATING: &str = "SELECT pg_advisory_xact_lock(7454271832419)";

/// Makes the tables, or brings them up to date.
pub(crate) fn prepare(conn: &mut Conn, create: bool) -> Result<()> {
    bring_to(conn, create, migrations(conn.kind()))
}

/// The migrations in their order: the first makes version 1.
pub(crate) fn migrations(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Sqlite => SQLITE,
        Kind::Postgres => POSTGRES,
    }
}

/// Brings the tables to the last of some migrations.
pub(crate) fn bring_to(conn: &mut Conn, create: bool, migrations: &[&'static str]) -> Result<()> {
    let newest = migrations.len() as i64;
    let found = version(conn)?;
    let at = conn.address().to_string();
    match found {
        Some(found) if found == newest => return Ok(()),
        Some(found) if found > newest => {
            return Err(StoreError::surroundings(format!(
                "{at}: its tables are of version {found}, this gridhaunt knows version {newest}: use a newer gridhaunt, or name another --db"
            )));
        }
        Some(found) => copy(conn, found)?,
        None if !create => {
            return Err(StoreError::surroundings(format!(
                "{at}: there is no store of gridhaunt in it: name another --db"
            )));
        }
        None => {}
    }
    conn.transaction(|conn| {
        if conn.kind() == Kind::Postgres {
            conn.rows(MIGRATING, Vec::new(), |_| Ok(()))?;
        }
        // Another process may have been faster.
        let found = match version(conn)? {
            Some(found) => found,
            None => {
                conn.script("CREATE TABLE gridhaunt_schema (version BIGINT NOT NULL PRIMARY KEY)")?;
                0
            }
        };
        for (migration, number) in migrations.iter().zip(1..) {
            if number > found {
                conn.script(*migration)?;
                conn.execute("INSERT INTO gridhaunt_schema (version) VALUES ($1)", args![number])?;
            }
        }
        Ok(())
    })
}

/// The version of the tables; none in an empty database. One with other people's tables is refused.
fn version(conn: &mut Conn) -> Result<Option<i64>> {
    let sql = match conn.kind() {
        Kind::Sqlite => {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        }
        Kind::Postgres => {
            "SELECT CAST(tablename AS TEXT) FROM pg_catalog.pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
        }
    };
    let tables = conn.rows(sql, Vec::new(), |row| row.text(0))?;
    if tables.iter().any(|table| table == "gridhaunt_schema") {
        let found = conn.one("SELECT max(version) FROM gridhaunt_schema", Vec::new(), |row| row.maybe_int(0))?;
        return Ok(found.flatten());
    }
    if tables.is_empty() {
        return Ok(None);
    }
    let at = conn.address();
    Err(StoreError::surroundings(format!(
        "{at}: belongs to another program, it has tables that are not gridhaunt's: name another --db"
    )))
}

/// Keeps the store as it was beside the new one: for SQLite as a file, in PostgreSQL as tables of a schema of its own.
fn copy(conn: &mut Conn, version: i64) -> Result<()> {
    let address = conn.address().clone();
    match address.path() {
        Some(path) => {
            let mut name = path.as_os_str().to_os_string();
            name.push(format!(".v{version}"));
            let copy = std::path::PathBuf::from(name);
            if copy.exists() {
                return Err(StoreError::surroundings(format!(
                    "{address}: its tables are of an older version and are copied first, but the copy {} is there already: move it away",
                    crate::Address::file(copy)
                )));
            }
            let Some(text) = copy.to_str() else {
                return Err(StoreError::surroundings(format!("{address}: a copy cannot be made beside a name that is not UTF-8")));
            };
            conn.execute("VACUUM INTO $1", vec![crate::db::Arg::text(text)]).map(drop)
        }
        None if address.is_postgres() => conn.transaction(|conn| {
            conn.rows(MIGRATING, Vec::new(), |_| Ok(()))?;
            let tables = conn.rows(
                "SELECT CAST(tablename AS TEXT) FROM pg_catalog.pg_tables WHERE schemaname = current_schema() ORDER BY tablename",
                Vec::new(),
                |row| row.text(0),
            )?;
            conn.script(format!("CREATE SCHEMA gridhaunt_v{version}"))?;
            for table in tables {
                let table = table.replace('"', "\"\"");
                conn.script(format!("CREATE TABLE gridhaunt_v{version}.\"{table}\" AS TABLE \"{table}\""))?;
            }
            Ok(())
        }),
        None => Ok(()),
    }
}
