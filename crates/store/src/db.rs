//! One connection to either database, used by blocking calls: statements with numbered parameters, rows as plain values.

use crate::address::Address;
use crate::error::{self, Result, StoreError};
use futures_util::TryStreamExt;
use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteRow, SqliteSynchronous};
use sqlx::{Arguments, AssertSqlSafe, ConnectOptions, Connection, Decode, Row as _, Type};
use std::borrow::Cow;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// How long anybody waits for another program that has the database locked.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long a transaction may be left alone before the server ends it: a worker that is stopped in the middle of one must not
/// hold its rows against the others, who wait no longer than [`PATIENCE`] (A20).
const ABANDONED: Duration = Duration::from_secs(5);
/// How long a server may be silent before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(60);
/// How long SQLite's log becomes before it is put into the file, which forces the disk: 32 MiB.
const LOG_PAGES: &str = "8000";
/// How often a transaction is tried again that the server ended.
const DEADLOCKS: u32 = 5;

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

/// A value that a statement is given.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Int(i64),
    MaybeInt(Option<i64>),
    Text(String),
    MaybeText(Option<String>),
    Bytes(Vec<u8>),
    MaybeBytes(Option<Vec<u8>>),
}

impl From<i64> for Arg {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<u32> for Arg {
    fn from(value: u32) -> Self {
        Self::Int(value.into())
    }
}

impl From<u64> for Arg {
    /// The same 64 bits, signed.
    fn from(value: u64) -> Self {
        Self::Int(value.cast_signed())
    }
}

impl From<Vec<u8>> for Arg {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(value)
    }
}

impl From<&str> for Arg {
    /// Words from outside are bytes: text refuses NUL.
    fn from(value: &str) -> Self {
        Self::Bytes(value.as_bytes().to_vec())
    }
}

impl From<Option<&str>> for Arg {
    fn from(value: Option<&str>) -> Self {
        Self::MaybeBytes(value.map(|text| text.as_bytes().to_vec()))
    }
}

impl Arg {
    /// A word of our own, for a column of text.
    pub(crate) fn text(value: &str) -> Self {
        Self::Text(value.to_string())
    }
}

/// The arguments of a statement.
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::db::Arg::from($value)),*] };
}
pub(crate) use args;

/// A row that was read.
pub(crate) enum Row<'a> {
    Sqlite(&'a SqliteRow),
    Postgres(&'a PgRow),
}

impl<'a> Row<'a> {
    fn get<T>(&self, column: usize) -> Result<T>
    where
        T: Decode<'a, Sqlite> + Type<Sqlite> + Decode<'a, Postgres> + Type<Postgres>,
    {
        let got = match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        };
        got.map_err(|_| {
            StoreError::damaged(format!("a row has something else in column {column} than the store writes"))
        })
    }

    pub(crate) fn int(&self, column: usize) -> Result<i64> {
        self.get(column)
    }

    pub(crate) fn maybe_int(&self, column: usize) -> Result<Option<i64>> {
        self.get(column)
    }

    /// A number that fits a smaller type.
    pub(crate) fn small<T: TryFrom<i64>>(&self, column: usize) -> Result<T> {
        let value = self.int(column)?;
        T::try_from(value)
            .map_err(|_| StoreError::damaged(format!("a row has {value} in column {column}, which is too large")))
    }

    /// A u64 that was stored as the bits of a signed number.
    pub(crate) fn bits(&self, column: usize) -> Result<u64> {
        Ok(self.int(column)?.cast_unsigned())
    }

    pub(crate) fn slice(&self, column: usize) -> Result<&'a [u8]> {
        self.get(column)
    }

    pub(crate) fn bytes(&self, column: usize) -> Result<Vec<u8>> {
        self.get(column)
    }

    pub(crate) fn maybe_bytes(&self, column: usize) -> Result<Option<Vec<u8>>> {
        self.get(column)
    }

    /// A column of text, of our own words.
    pub(crate) fn text(&self, column: usize) -> Result<String> {
        self.get(column)
    }

    pub(crate) fn maybe_text(&self, column: usize) -> Result<Option<String>> {
        self.get(column)
    }

    /// Words from outside.
    pub(crate) fn words(&self, column: usize) -> Result<String> {
        words(self.slice(column)?.to_vec(), column)
    }

    pub(crate) fn maybe_words(&self, column: usize) -> Result<Option<String>> {
        self.maybe_bytes(column)?.map(|bytes| words(bytes, column)).transpose()
    }
}

fn words(bytes: Vec<u8>, column: usize) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| StoreError::damaged(format!("a row has no UTF-8 in column {column}")))
}

enum Link {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A connection with a runtime of its own. One that was lost is made again by the next call.
pub(crate) struct Conn {
    address: Address,
    runtime: Runtime,
    link: Option<Link>,
    /// Whether a transaction was begun and not ended, as after a panic within it.
    begun: bool,
    /// How the transaction begins, until the first statement, if that reads, takes it along: for SQLite every call is a change of threads.
    begin_with: Option<&'static str>,
    /// The file that was opened, so that one that was removed or replaced since is noticed.
    file: Option<FileId>,
}

impl Conn {
    pub(crate) fn open(address: &Address, create: bool) -> Result<Self> {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        if address.is_postgres() {
            // SQLite has a thread of its own and no sockets: waiting for it is cheaper without them.
            builder.enable_all();
        }
        let runtime = builder.build().map_err(|error| {
            StoreError::surroundings(format!("{address}: no connection can be made ({})", error.kind()))
        })?;
        let mut conn =
            Self { address: address.clone(), runtime, link: None, begun: false, begin_with: None, file: None };
        conn.connect(create)?;
        Ok(conn)
    }

    pub(crate) fn kind(&self) -> Kind {
        self.address.kind()
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    fn connect(&mut self, create: bool) -> Result<()> {
        let link = match self.address.server() {
            Some(options) => {
                let [patience, abandoned] = [PATIENCE, ABANDONED].map(|limit| limit.as_millis().to_string());
                let options = options
                    .clone()
                    .application_name("gridhaunt")
                    .options([
                        ("lock_timeout", patience.as_str()),
                        ("idle_in_transaction_session_timeout", abandoned.as_str()),
                    ])
                    .disable_statement_logging();
                let connecting = PgConnection::connect_with(&options);
                Link::Postgres(wait(&self.runtime, &self.address, PATIENCE, connecting)?)
            }
            None => {
                let mut options = SqliteConnectOptions::new()
                    .foreign_keys(true)
                    .pragma("wal_autocheckpoint", LOG_PAGES)
                    .synchronous(SqliteSynchronous::Normal)
                    .busy_timeout(PATIENCE)
                    .disable_statement_logging();
                options = match self.address.path() {
                    Some(path) => {
                        look_at(&self.address, path, create)?;
                        options.filename(plain(path)).create_if_missing(create)
                    }
                    None => options.in_memory(true),
                };
                let connected = self.runtime.block_on(SqliteConnection::connect_with(&options));
                Link::Sqlite(connected.map_err(|error| error::told(&self.address, &error))?)
            }
        };
        self.link = Some(link);
        self.begun = false;
        if self.address.path().is_some() {
            self.use_log()?;
        }
        self.file = self.address.path().and_then(FileId::of);
        Ok(())
    }

    /// Switches an SQLite file to the write-ahead log; SQLite itself does not wait for others there.
    fn use_log(&mut self) -> Result<()> {
        let started = Instant::now();
        loop {
            let mode = |row: &Row| row.text(0);
            let switched =
                match self.rows("PRAGMA journal_mode", Vec::new(), mode)?.first().is_some_and(|mode| mode == "wal") {
                    true => return Ok(()),
                    false => self.rows("PRAGMA journal_mode = WAL", Vec::new(), mode),
                };
            match switched {
                Ok(mode) if mode.first().is_some_and(|mode| mode == "wal") => return Ok(()),
                Ok(_) => {
                    let words =
                        format!("{}: its file system cannot hold a write-ahead log: name another --db", self.address);
                    return Err(StoreError::Surroundings(words));
                }
                Err(error) if started.elapsed() >= PATIENCE || !error.to_string().contains("locked by") => {
                    return Err(error);
                }
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Runs a statement; returns how many rows it changed. SQLite takes several statements in one text, all with the
    /// same arguments.
    pub(crate) fn execute(&mut self, sql: impl Into<Cow<'static, str>>, arguments: Vec<Arg>) -> Result<u64> {
        self.execute_text(sql.into(), arguments)
    }

    fn execute_text(&mut self, sql: Cow<'static, str>, arguments: Vec<Arg>) -> Result<u64> {
        self.begin_now()?;
        let sql = AssertSqlSafe(sql);
        let Self { address, runtime, link, .. } = self;
        let done = match link {
            None => return Err(StoreError::surroundings(format!("{address}: the connection was lost"))),
            Some(Link::Sqlite(conn)) => runtime
                .block_on(sqlx::query_with(sql, for_sqlite(arguments)).execute(conn))
                .map(|done| done.rows_affected()),
            Some(Link::Postgres(conn)) => runtime.block_on(within(SILENCE, async {
                sqlx::query_with(sql, for_postgres(arguments)).execute(conn).await.map(|done| done.rows_affected())
            })),
        };
        done.map_err(|error| self.failed(&error))
    }

    /// Runs the last statement of a transaction; SQLite ends it in the same call.
    pub(crate) fn execute_last(&mut self, sql: &'static str, arguments: Vec<Arg>) -> Result<()> {
        match self.kind() {
            Kind::Sqlite => {
                self.execute(format!("{sql}; COMMIT"), arguments)?;
                self.begun = false;
            }
            Kind::Postgres => drop(self.execute(sql, arguments)?),
        }
        Ok(())
    }

    /// Begins the transaction before its first statement: what that changes could not be counted together.
    fn begin_now(&mut self) -> Result<()> {
        match self.begin_with.take() {
            Some(begin) => self.execute(begin, Vec::new()).map(drop),
            None => Ok(()),
        }
    }

    /// Runs statements that are a text of their own, without arguments: a migration.
    pub(crate) fn script(&mut self, sql: impl Into<Cow<'static, str>>) -> Result<()> {
        self.begin_now()?;
        let sql = AssertSqlSafe(sql.into());
        let Self { address, runtime, link, .. } = self;
        let done = match link {
            None => return Err(StoreError::surroundings(format!("{address}: the connection was lost"))),
            Some(Link::Sqlite(conn)) => runtime.block_on(async { sqlx::raw_sql(sql).execute(conn).await.map(drop) }),
            Some(Link::Postgres(conn)) => {
                runtime.block_on(within(SILENCE, async { sqlx::raw_sql(sql).execute(conn).await.map(drop) }))
            }
        };
        done.map_err(|error| self.failed(&error))
    }

    /// Reads all rows.
    pub(crate) fn rows<T>(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        arguments: Vec<Arg>,
        mut read: impl FnMut(&Row) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut all = Vec::new();
        self.each(sql, arguments, |row| {
            all.push(read(row)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Reads at most one row.
    pub(crate) fn one<T>(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        arguments: Vec<Arg>,
        read: impl FnMut(&Row) -> Result<T>,
    ) -> Result<Option<T>> {
        Ok(self.rows(sql, arguments, read)?.pop())
    }

    /// Reads rows one after the other, without holding them all.
    pub(crate) fn each(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        arguments: Vec<Arg>,
        mut read: impl FnMut(&Row) -> Result<()>,
    ) -> Result<()> {
        self.each_row(sql.into(), arguments, &mut read)
    }

    /// One function for every query: what waits for a database is long, and compiled for each reader it would be most of the crate.
    fn each_row(
        &mut self,
        sql: Cow<'static, str>,
        arguments: Vec<Arg>,
        read: &mut dyn FnMut(&Row) -> Result<()>,
    ) -> Result<()> {
        let sql = match self.begin_with.take() {
            Some(begin) => format!("{begin}; {sql}").into(),
            None => sql,
        };
        let sql = AssertSqlSafe(sql);
        // An error of the reader ends the reading and is not one of the database.
        let mut refused = None;
        let Self { address, runtime, link, .. } = self;
        let done = match link {
            None => return Err(StoreError::surroundings(format!("{address}: the connection was lost"))),
            Some(Link::Sqlite(conn)) => runtime.block_on(async {
                let mut rows = sqlx::query_with(sql, for_sqlite(arguments)).fetch(conn);
                while let Some(row) = rows.try_next().await? {
                    if let Err(error) = read(&Row::Sqlite(&row)) {
                        refused = Some(error);
                        break;
                    }
                }
                Ok(())
            }),
            Some(Link::Postgres(conn)) => runtime.block_on(async {
                let mut rows = sqlx::query_with(sql, for_postgres(arguments)).fetch(conn);
                while let Some(row) = within(SILENCE, rows.try_next()).await? {
                    if let Err(error) = read(&Row::Postgres(&row)) {
                        refused = Some(error);
                        break;
                    }
                }
                Ok(())
            }),
        };
        done.map_err(|error| self.failed(&error))?;
        refused.map_or(Ok(()), Err)
    }

    /// The database's time in milliseconds since 1970 (A20).
    pub(crate) fn now(&mut self) -> Result<i64> {
        let sql = match self.kind() {
            Kind::Sqlite => "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            Kind::Postgres => "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
        };
        self.one(sql, Vec::new(), |row| row.int(0))?.ok_or_else(|| StoreError::damaged("the database has no clock"))
    }

    /// What is written here is written as a whole or not at all.
    pub(crate) fn transaction<T>(&mut self, mut write: impl FnMut(&mut Self) -> Result<T>) -> Result<T> {
        self.revive()?;
        self.look_again()?;
        let mut left = DEADLOCKS;
        loop {
            let begin = self.begin();
            let done = self.within(begin, &mut write);
            match done {
                Err(StoreError::Surroundings(words)) if left > 0 && words.ends_with("(code 40P01)") => left -= 1,
                // The server ended it, since this process stood still: what it wrote is written again, or was by others.
                Err(_) if left > 0 && self.kind() == Kind::Postgres && self.link.is_none() => {
                    left -= 1;
                    self.revive()?;
                }
                done => return done,
            }
        }
    }

    /// A transaction that cannot be begun again, because what it reads from is used up.
    pub(crate) fn transaction_once<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.revive()?;
        self.look_again()?;
        let mut write = Some(write);
        let begin = self.begin();
        self.within(begin, &mut |conn| match write.take() {
            Some(write) => write(conn),
            None => Err(StoreError::damaged("a transaction was begun twice")),
        })
    }

    fn begin(&self) -> &'static str {
        match self.kind() {
            Kind::Sqlite => "BEGIN IMMEDIATE",
            Kind::Postgres => "BEGIN",
        }
    }

    /// What is read here is all of one moment.
    pub(crate) fn snapshot<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<T> {
        self.revive()?;
        let begin = match self.kind() {
            Kind::Sqlite => "BEGIN",
            Kind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.within(begin, &mut read)
    }

    fn within<T>(&mut self, begin: &'static str, work: &mut impl FnMut(&mut Self) -> Result<T>) -> Result<T> {
        if self.begun {
            self.roll_back();
            self.revive()?;
        }
        match self.kind() {
            Kind::Sqlite => self.begin_with = Some(begin),
            Kind::Postgres => drop(self.execute(begin, Vec::new())?),
        }
        self.begun = true;
        let done = work(self).and_then(|value| {
            // Nothing to end where nothing was done, or where the last statement has done it.
            if self.begin_with.take().is_none() && self.begun {
                self.execute("COMMIT", Vec::new())?;
            }
            Ok(value)
        });
        match done {
            Ok(_) => self.begun = false,
            Err(_) => self.roll_back(),
        }
        done
    }

    fn roll_back(&mut self) {
        self.begun = false;
        if self.begin_with.take().is_some() {
            return;
        }
        // SQLite has rolled back by itself after some errors; whatever it is, the next call begins afresh.
        if self.link.is_some() && self.execute("ROLLBACK", Vec::new()).is_err() && !self.address.is_memory() {
            self.link = None;
        }
    }

    /// Makes a connection again that was lost.
    pub(crate) fn revive(&mut self) -> Result<()> {
        match self.link {
            Some(_) => Ok(()),
            None => self.connect(false),
        }
    }

    /// An SQLite file that was removed or replaced takes all that is written from now on with it, without a word.
    fn look_again(&self) -> Result<()> {
        match (&self.file, self.address.path()) {
            (Some(file), Some(path)) if FileId::of(path).as_ref() != Some(file) => {
                Err(StoreError::surroundings(format!(
                    "{}: was removed or replaced while it was in use: put it back, then run the command again",
                    self.address
                )))
            }
            _ => Ok(()),
        }
    }

    fn failed(&mut self, error: &sqlx::Error) -> StoreError {
        if error::is_broken(error) && !self.address.is_memory() {
            self.link = None;
        }
        error::told(&self.address, error)
    }
}

impl Conn {
    /// Puts SQLite's log into the file, so that the file alone is the whole store. Another process that uses the store
    /// may prevent that; then the last one to close it does it.
    pub(crate) fn fold(&mut self) {
        if self.address.path().is_some() && self.link.is_some() {
            let _ = self.rows("PRAGMA busy_timeout = 0", Vec::new(), |_| Ok(()));
            let _ = self.rows("PRAGMA wal_checkpoint(TRUNCATE)", Vec::new(), |_| Ok(()));
        }
    }
}

impl Drop for Conn {
    /// Closes an SQLite file before the process can end: its thread alone would not come to it, and the log would stay.
    fn drop(&mut self) {
        if let Some(Link::Sqlite(conn)) = self.link.take() {
            let _ = self.runtime.block_on(conn.close());
        }
    }
}

fn for_sqlite(arguments: Vec<Arg>) -> SqliteArguments {
    let mut list = SqliteArguments::default();
    add_all(&mut list, arguments);
    list
}

fn for_postgres(arguments: Vec<Arg>) -> PgArguments {
    let mut list = PgArguments::default();
    add_all(&mut list, arguments);
    list
}

fn add_all<L: Arguments>(list: &mut L, arguments: Vec<Arg>)
where
    for<'t> i64: sqlx::Encode<'t, L::Database> + Type<L::Database>,
    for<'t> Option<i64>: sqlx::Encode<'t, L::Database> + Type<L::Database>,
    for<'t> String: sqlx::Encode<'t, L::Database> + Type<L::Database>,
    for<'t> Option<String>: sqlx::Encode<'t, L::Database> + Type<L::Database>,
    for<'t> Vec<u8>: sqlx::Encode<'t, L::Database> + Type<L::Database>,
    for<'t> Option<Vec<u8>>: sqlx::Encode<'t, L::Database> + Type<L::Database>,
{
    for argument in arguments {
        match argument {
            Arg::Int(value) => list.add(value),
            Arg::MaybeInt(value) => list.add(value),
            Arg::Text(value) => list.add(value),
            Arg::MaybeText(value) => list.add(value),
            Arg::Bytes(value) => list.add(value),
            Arg::MaybeBytes(value) => list.add(value),
        }
        .expect("numbers, texts and bytes can be encoded");
    }
}

/// Awaits something of a server, which may be silent only so long.
async fn within<T>(limit: Duration, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    match tokio::time::timeout(limit, work).await {
        Ok(done) => done,
        Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
    }
}

fn wait<T>(
    runtime: &Runtime,
    address: &Address,
    limit: Duration,
    work: impl Future<Output = sqlx::Result<T>>,
) -> Result<T> {
    runtime.block_on(within(limit, work)).map_err(|error| error::told(address, &error))
}

/// Says what is wrong with the path before SQLite says that something is.
fn look_at(address: &Address, path: &Path, create: bool) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wrong = if path.is_dir() {
        "is a folder: name a file in it"
    } else if !folder.is_dir() {
        "its folder does not exist: make it, or name another --db"
    } else if !create && !path.exists() {
        "there is no such file: name the store with --db"
    } else {
        return Ok(());
    };
    Err(StoreError::surroundings(format!("{address}: {wrong}")))
}

/// SQLite reads a name that begins with `file:` as an address; behind a folder it is a name.
fn plain(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_path_buf() } else { Path::new(".").join(path) }
}

#[derive(PartialEq, Eq)]
struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    #[cfg(unix)]
    fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let found = std::fs::metadata(path).ok()?;
        Some(Self { device: found.dev(), number: found.ino() })
    }

    /// Where files have no numbers, they cannot be removed while they are in use either.
    #[cfg(not(unix))]
    fn of(_path: &Path) -> Option<Self> {
        None
    }
}
