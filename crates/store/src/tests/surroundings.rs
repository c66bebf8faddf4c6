//! A database that is locked, full, read-only, gone, of another version, of somebody else: one clear line each.

use super::{a_block, a_match, an_event, half, on_each, planned, sound};
use crate::{Address, Store, StoreError, VERSION, Written, schema};
use gridhaunt_testing::postgres;
use std::path::Path;

fn told<T>(done: crate::Result<T>) -> String {
    match done {
        Err(StoreError::Surroundings(words)) => {
            assert!(!words.contains('\n'), "{words}");
            words
        }
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it was done"),
    }
}

/// An SQLite store and what stands before its errors.
fn a_file(folder: &Path) -> (Store, String) {
    let path = folder.join("x.db");
    (Store::open(&Address::file(&path)).unwrap(), path.display().to_string())
}

#[test]
fn a_locked_file_is_told_after_a_while_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (store, at) = a_file(folder.path());
    let (event, _) = planned(&store, 1);
    let lease = store.lease(event, "one", 1).unwrap().remove(0);
    let other = Store::open(store.address()).unwrap();
    other.writer().execute("BEGIN IMMEDIATE", Vec::new()).unwrap();
    store.writer().rows("PRAGMA busy_timeout = 50", Vec::new(), |_| Ok(())).unwrap();
    let words = told(store.record(&lease.key, &a_match(0), None));
    assert_eq!(
        words,
        format!("{at}: locked by another program for too long: wait until it has ended, or name another --db")
    );
    other.writer().execute("ROLLBACK", Vec::new()).unwrap();
    assert_eq!(store.record(&lease.key, &a_match(0), None), Ok(Written::Yes));
    assert_eq!(sound(&store).matches, 1);
}

#[test]
fn the_file_alone_is_the_whole_store_once_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let (store, at) = a_file(folder.path());
    let (event, _) = planned(&store, 20);
    for lease in store.lease(event, "one", 20).unwrap() {
        assert_eq!(store.record(&lease.key, &a_match(0), None), Ok(Written::Yes));
    }
    let log = format!("{at}-wal");
    assert!(std::fs::metadata(&log).unwrap().len() > 0);
    drop(store);
    assert_eq!(std::fs::metadata(&log).map_or(0, |log| log.len()), 0);
    let copy = folder.path().join("copy.db");
    std::fs::copy(&at, &copy).unwrap();
    let store = Store::open_existing(&Address::file(&copy)).unwrap();
    assert_eq!(sound(&store).matches, 20);
}

#[test]
fn who_closes_a_store_that_others_use_takes_nothing_from_them() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = a_file(folder.path());
    let (event, _) = planned(&store, 2);
    let other = Store::open(store.address()).unwrap();
    other.writer().execute("BEGIN IMMEDIATE", Vec::new()).unwrap();
    drop(Store::open_existing(store.address()).unwrap());
    other.writer().execute("ROLLBACK", Vec::new()).unwrap();
    drop(store);
    let lease = other.lease(event, "one", 1).unwrap().remove(0);
    assert_eq!(other.record(&lease.key, &a_match(0), None), Ok(Written::Yes));
    assert_eq!(sound(&other).matches, 1);
}

#[test]
fn a_full_disk_is_told_and_what_was_written_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (store, at) = a_file(folder.path());
    let (event, blocks) = planned(&store, 100);
    let pages = store.writer().one("PRAGMA page_count", Vec::new(), |row| row.int(0)).unwrap().unwrap();
    store.writer().rows(format!("PRAGMA max_page_count = {}", pages + 20), Vec::new(), |_| Ok(())).unwrap();
    let mut written = 0;
    let words = loop {
        let lease = store.lease(event, "one", 1).unwrap().remove(0);
        let mut large = a_match(0);
        large.outcome = "x".repeat(4000);
        match store.record(&lease.key, &large, None) {
            Ok(done) => assert_eq!(done, Written::Yes),
            failed => break told(failed),
        }
        written += 1;
        assert!(written < blocks.len() as u64);
    };
    assert_eq!(
        words,
        format!(
            "{at}: the disk is full: make room (`gridhaunt store gc` drops old replays), then run the command again"
        )
    );
    let again = Store::open(store.address()).unwrap();
    assert_eq!(sound(&again).matches, written);
    assert!(written > 0);
}

#[test]
fn a_file_that_may_not_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (store, at) = a_file(folder.path());
    let event = an_event(&store);
    store.writer().rows("PRAGMA query_only = ON", Vec::new(), |_| Ok(())).unwrap();
    let words = told(store.extend_plan(event, 0, &[a_block(1)], ""));
    assert_eq!(
        words,
        format!("{at}: read-only: give yourself the right to write to the file and its folder, or name another --db")
    );
    assert_eq!(store.events().unwrap().len(), 1);
}

#[test]
fn a_file_that_is_removed_or_replaced_in_mid_event_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (store, at) = a_file(folder.path());
    let (event, _) = planned(&store, 1);
    let lease = store.lease(event, "one", 1).unwrap().remove(0);
    let away = folder.path().join("away.db");
    std::fs::rename(folder.path().join("x.db"), &away).unwrap();
    let expected =
        format!("{at}: was removed or replaced while it was in use: put it back, then run the command again");
    assert_eq!(told(store.record(&lease.key, &a_match(0), None)), expected);
    std::fs::write(folder.path().join("x.db"), "").unwrap();
    assert_eq!(told(store.lease(event, "one", 1)), expected);
    std::fs::rename(&away, folder.path().join("x.db")).unwrap();
    assert_eq!(store.record(&lease.key, &a_match(0), None), Ok(Written::Yes));
    assert_eq!(sound(&store).matches, 1);
}

#[test]
fn what_is_no_store_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| {
        told(Store::open(&Address::file(folder.path().join(name))))
            .replace(&format!("{}/", folder.path().display()), "")
    };
    assert_eq!(open("missing/x.db"), "missing/x.db: its folder does not exist: make it, or name another --db");
    assert_eq!(
        open(""),
        format!("{}", folder.path().join("").display()).replace(&format!("{}/", folder.path().display()), "")
            + ": is a folder: name a file in it"
    );
    std::fs::write(folder.path().join("text.db"), "no database, but long enough to be looked at as one".repeat(40))
        .unwrap();
    assert_eq!(open("text.db"), "text.db: is not an SQLite database: name another --db");
    let existing = told(Store::open_existing(&Address::file(folder.path().join("none.db"))));
    assert!(existing.ends_with("none.db: there is no such file: name the store with --db"), "{existing}");
    assert!(!folder.path().join("none.db").exists());
    std::fs::write(folder.path().join("empty.db"), "").unwrap();
    let existing = told(Store::open_existing(&Address::file(folder.path().join("empty.db"))));
    assert!(existing.ends_with("empty.db: there is no store of gridhaunt in it: name another --db"), "{existing}");
}

#[test]
fn somebody_elses_database_is_left_alone() {
    on_each(|address| {
        if address.is_memory() {
            return;
        }
        let mut conn = crate::db::Conn::open(address, true).unwrap();
        conn.script("CREATE TABLE customers (id INTEGER)").unwrap();
        let words = told(Store::open(address));
        assert_eq!(
            words,
            format!("{address}: belongs to another program, it has tables that are not gridhaunt's: name another --db")
        );
    });
}

#[test]
fn a_newer_version_is_refused_with_both_versions() {
    // A19
    on_each(|address| {
        if address.is_memory() {
            return;
        }
        let store = Store::open(address).unwrap();
        store.writer().script("INSERT INTO gridhaunt_schema (version) VALUES (99)").unwrap();
        for open in [Store::open, Store::open_existing] {
            let expected = format!(
                "{address}: its tables are of version 99, this gridhaunt knows version {VERSION}: use a newer gridhaunt, or name another --db"
            );
            assert_eq!(told(open(address)), expected);
        }
    });
}

#[test]
fn an_older_version_is_copied_then_brought_up_to_date() {
    on_each(|address| {
        if address.is_memory() {
            return;
        }
        let store = Store::open(address).unwrap();
        let (event, _) = planned(&store, 1);
        let mut newer = schema::migrations(address.kind()).to_vec();
        newer.push("ALTER TABLE events ADD COLUMN colour BIGINT NOT NULL DEFAULT 3");
        let mut conn = crate::db::Conn::open(address, false).unwrap();
        schema::bring_to(&mut conn, false, &newer).unwrap();
        assert_eq!(conn.one("SELECT colour FROM events", Vec::new(), |row| row.int(0)), Ok(Some(3)));
        assert_eq!(store.blocks(event, 0).unwrap().len(), 1);
        // Once is enough.
        schema::bring_to(&mut conn, false, &newer).unwrap();
        match address.path() {
            Some(path) => {
                let copy = Address::file(format!("{}.v{VERSION}", path.display()));
                assert_eq!(Store::open_existing(&copy).unwrap().events().unwrap().len(), 1);
                // A copy is not written over.
                newer.push("ALTER TABLE events ADD COLUMN shade BIGINT");
                std::fs::write(format!("{}.v{}", path.display(), VERSION + 1), "mine").unwrap();
                let words = told(schema::bring_to(&mut conn, false, &newer));
                assert!(words.ends_with("is there already: move it away"), "{words}");
            }
            None => {
                let sql = format!("SELECT count(*) FROM gridhaunt_v{VERSION}.blocks");
                assert_eq!(conn.one(sql, Vec::new(), |row| row.int(0)), Ok(Some(1)));
            }
        }
    });
}

#[test]
fn migrations_of_both_databases_are_equal() {
    let common = |text: &str| {
        text.replace("BYTEA", "BLOB")
            .replace("BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY")
            .replace(
                "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
                "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            )
    };
    let (sqlite, postgres) =
        (schema::migrations(crate::db::Kind::Sqlite), schema::migrations(crate::db::Kind::Postgres));
    assert_eq!(sqlite.len(), postgres.len());
    for (sqlite, postgres) in sqlite.iter().zip(postgres) {
        // Only SQLite has tables that are their own index.
        assert_eq!(sqlite.replace(" WITHOUT ROWID;", ";"), common(postgres));
    }
    // And every file of the two folders is used.
    for folder in ["sqlite", "postgres"] {
        let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder)).unwrap();
        assert_eq!(files.count(), sqlite.len(), "{folder}");
    }
}

#[test]
fn a_server_that_is_not_there_or_refuses_is_told_without_the_password() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = format!("postgres://me@localhost/x?host={}", folder.path().display());
    let words = told(Store::open(&Address::parse(&nowhere).unwrap()));
    assert_eq!(words, format!("{nowhere}: no server answers there: start PostgreSQL, or correct the address"));
    let Some(server) = postgres::database() else { return };
    postgres::sql(&server, "CREATE ROLE guarded LOGIN PASSWORD 's3cret'");
    let name = server.rsplit_once('/').unwrap();
    assert!(name.1.contains('/') || !name.1.is_empty());
    let with = |password: &str, database: Option<&str>| {
        let mut address = server.replace("gridhaunt@", &format!("guarded:{password}@"));
        if let Some(database) = database {
            let from = address.find("localhost/").unwrap() + "localhost/".len();
            let to = address.find('?').unwrap();
            address.replace_range(from..to, database);
        }
        Address::read("GRIDHAUNT_DB", &address, true).unwrap()
    };
    let words = told(Store::open(&with("wrong-s3cret", None)));
    assert!(
        words.contains("refuses the user or the password") && words.contains("PGPASSWORD") && !words.contains("s3cret"),
        "{words}"
    );
    let words = told(Store::open(&with("s3cret", None)));
    assert!(words.contains("let it create tables") && !words.contains("s3cret"), "{words}");
    let words = told(Store::open(&with("s3cret", Some("nobodys"))));
    assert!(
        words.ends_with("there is no such database: make it with createdb") && !words.contains("s3cret"),
        "{words}"
    );
    postgres::sql(&server, "GRANT CREATE ON SCHEMA public TO guarded");
    let store = Store::open(&with("s3cret", None)).unwrap();
    an_event(&store);
    assert!(!format!("{} {:?}", store.address(), store.address()).contains("s3cret"));
}

#[test]
fn what_is_written_finds_a_server_again_and_what_is_read_tells_that_it_was_gone() {
    let Some(server) = postgres::database() else { return };
    let store = Store::open(&Address::parse(&server).unwrap()).unwrap();
    let (event, _) = planned(&store, 1);
    let lease = store.lease(event, "one", 1).unwrap().remove(0);
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'gridhaunt' AND datname = current_database()";
    assert_eq!(postgres::sql(&server, end), "2");
    assert_eq!(store.record(&lease.key, &a_match(0), None), Ok(Written::Yes));
    assert_eq!(store.record(&lease.key, &a_match(1), Some(&half())), Ok(Written::Yes));
    let words = told(store.events());
    assert!(
        words.ends_with("run the command again when it is back") || words.ends_with("when the database is back"),
        "{words}"
    );
    assert_eq!(store.events().unwrap().len(), 1);
    sound(&store);
}
