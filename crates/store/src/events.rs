//! Events and their entrants.

use crate::Store;
use crate::db::{Arg, Conn, Row, args};
use crate::error::{Result, StoreError};
use crate::rows::{Entrant, Event, EventId, NewEntrant, NewEvent, State};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};

const EVENTS: &str = "SELECT id, uid, name, game, rules, generator, kind, spec, secret, state, concurrency, plan_version, \
                      plan_state, change, created_at, closed_at FROM events";

impl Store {
    /// Makes an event with its first entrants, running.
    pub fn create_event(&self, new: &NewEvent) -> Result<EventId> {
        let mut uid = [0; 16];
        getrandom::fill(&mut uid)
            .map_err(|error| StoreError::surroundings(format!("no random numbers can be had: {error}")))?;
        let uid: String = uid.iter().map(|byte| format!("{byte:02x}")).collect();
        self.writer().transaction(|conn| {
            let id = insert_event(conn, &uid, new)?;
            insert_entrants(conn, id, &new.entrants)?;
            Ok(id)
        })
    }

    /// All events, oldest first.
    pub fn events(&self) -> Result<Vec<Event>> {
        let mut conn = self.reader();
        conn.revive()?;
        events_of(&mut conn)
    }

    /// One event.
    pub fn event(&self, id: EventId) -> Result<Event> {
        let mut conn = self.reader();
        conn.revive()?;
        event_of(&mut conn, id)
    }

    /// Adds entrants to an event; returns their numbers. One whose identity is there already is refused.
    pub fn add_entrants(&self, event: EventId, new: &[NewEntrant]) -> Result<Vec<u32>> {
        self.writer().transaction(|conn| {
            event_of(conn, event)?;
            insert_entrants(conn, event, new)
        })
    }

    /// The entrants of an event, by number.
    pub fn entrants(&self, event: EventId) -> Result<Vec<Entrant>> {
        let mut conn = self.reader();
        conn.revive()?;
        entrants_of(&mut conn, event)
    }

    /// The files of a program, as they were given.
    pub fn archive(&self, digest: &str) -> Result<Option<Vec<u8>>> {
        let mut conn = self.reader();
        conn.revive()?;
        conn.one("SELECT files FROM archives WHERE digest = $1", vec![Arg::text(digest)], |row| row.bytes(0))
    }

    /// Pauses or continues an event that is not closed.
    pub fn set_state(&self, event: EventId, state: State) -> Result<()> {
        self.writer().transaction(|conn| {
            let now = event_of(conn, event)?.state;
            if now.is_closed() && now != state {
                let words = format!("{event} is {} and does not go on", now.word());
                return Err(Invalid::new("event", event, "an event that is not closed").says(words).into());
            }
            let closed_at = if state.is_closed() { Some(conn.now()?) } else { None };
            let arguments = vec![Arg::text(state.word()), Arg::MaybeInt(closed_at), event.0.into()];
            conn.execute("UPDATE events SET state = $1, closed_at = coalesce(closed_at, $2) WHERE id = $3", arguments)?;
            Ok(())
        })
    }

    /// Closes an event: `Finished` or `Cancelled`. From now on its secret may be told (A3).
    pub fn close(&self, event: EventId, state: State) -> Result<()> {
        if !state.is_closed() {
            return Err(Invalid::new("state", state.word(), "finished or cancelled").into());
        }
        self.set_state(event, state)
    }

    /// Sets how many matches are played at once; a running event takes it up.
    pub fn set_concurrency(&self, event: EventId, concurrency: u32) -> Result<()> {
        self.change_one("UPDATE events SET concurrency = $2 WHERE id = $1", event, args![event.0, concurrency])
    }

    /// Takes an entrant out of the event: it plays no more.
    pub fn bench(&self, event: EventId, entrant: u32, why: &str) -> Result<()> {
        let arguments = args![event.0, entrant, why];
        self.change_one("UPDATE entrants SET benched = $3 WHERE event = $1 AND number = $2", event, arguments)
    }

    /// Lets an entrant play again.
    pub fn unbench(&self, event: EventId, entrant: u32) -> Result<()> {
        let arguments = args![event.0, entrant];
        self.change_one("UPDATE entrants SET benched = NULL WHERE event = $1 AND number = $2", event, arguments)
    }

    fn change_one(&self, sql: &'static str, event: EventId, arguments: Vec<Arg>) -> Result<()> {
        match self.writer().transaction(|conn| conn.execute(sql, arguments.clone()))? {
            0 => Err(unknown(event)),
            _ => Ok(()),
        }
    }
}

fn unknown(event: EventId) -> StoreError {
    Invalid::new("event", event, "an event of this store")
        .says(format!("{event} is not in this store, or not with this entrant"))
        .into()
}

fn insert_event(conn: &mut Conn, uid: &str, new: &NewEvent) -> Result<EventId> {
    let arguments = vec![
        Arg::text(uid),
        new.name.as_str().into(),
        Arg::text(&new.game),
        new.rules.into(),
        new.generator.into(),
        Arg::text(&new.kind),
        new.spec.as_str().into(),
        new.secret.to_vec().into(),
        Arg::Bytes(Vec::new()),
    ];
    let id = conn.one(
        "INSERT INTO events (uid, name, game, rules, generator, kind, spec, secret, plan_state) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
        arguments,
        |row| row.int(0),
    )?;
    id.map(EventId).ok_or_else(|| StoreError::damaged("an event got no number"))
}

fn insert_entrants(conn: &mut Conn, event: EventId, new: &[NewEntrant]) -> Result<Vec<u32>> {
    let there = entrants_of(conn, event)?;
    let blocks =
        conn.one("SELECT count(*) FROM blocks WHERE event = $1", args![event.0], |row| row.int(0))?.unwrap_or_default();
    let mut numbers = Vec::with_capacity(new.len());
    for (i, entrant) in new.iter().enumerate() {
        let mut before = there.iter().map(|other| &other.identity).chain(new[..i].iter().map(|other| &other.identity));
        if before.any(|identity| *identity == entrant.identity) {
            let shown = brief(&Value::from(entrant.words.as_str()));
            let words = format!("{shown} takes part already: an entrant is in an event once");
            return Err(Invalid::new("entrants", shown, "an entrant that does not take part yet").says(words).into());
        }
        if let (Some(digest), Some(files)) = (&entrant.digest, &entrant.archive) {
            let sql = "INSERT INTO archives (digest, files) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";
            conn.execute(sql, vec![Arg::text(digest), files.clone().into()])?;
        }
        let number = (there.len() + i) as u32;
        let arguments = vec![
            event.0.into(),
            number.into(),
            entrant.name.as_str().into(),
            entrant.identity.as_str().into(),
            Arg::MaybeText(entrant.digest.clone()),
            entrant.options.as_str().into(),
            entrant.words.as_str().into(),
            blocks.into(),
        ];
        conn.execute(
            "INSERT INTO entrants (event, number, name, identity, digest, options, words, joined_at_block) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            arguments,
        )?;
        numbers.push(number);
    }
    Ok(numbers)
}

pub(crate) fn events_of(conn: &mut Conn) -> Result<Vec<Event>> {
    conn.rows(format!("{EVENTS} ORDER BY id"), Vec::new(), event)
}

pub(crate) fn event_of(conn: &mut Conn, id: EventId) -> Result<Event> {
    let found = conn.one(format!("{EVENTS} WHERE id = $1"), args![id.0], event)?;
    found.ok_or_else(|| Invalid::new("event", id, "in this store").into())
}

pub(crate) fn entrants_of(conn: &mut Conn, event: EventId) -> Result<Vec<Entrant>> {
    conn.rows(
        "SELECT number, name, identity, digest, options, words, joined_at_block, benched FROM entrants WHERE event = $1 ORDER BY number",
        args![event.0],
        |row| {
            Ok(Entrant {
                number: row.small(0)?,
                name: row.words(1)?,
                identity: row.words(2)?,
                digest: row.maybe_text(3)?,
                options: row.words(4)?,
                words: row.words(5)?,
                joined_at_block: row.bits(6)?,
                benched: row.maybe_words(7)?,
            })
        },
    )
}

fn event(row: &Row) -> Result<Event> {
    let state = row.text(9)?;
    let id = row.int(0)?;
    let damaged = |what: &str| StoreError::damaged(format!("event {id}: {what}"));
    Ok(Event {
        id: EventId(id),
        uid: row.text(1)?,
        name: row.words(2)?,
        game: row.text(3)?,
        rules: row.small(4)?,
        generator: row.small(5)?,
        kind: row.text(6)?,
        spec: row.words(7)?,
        secret: row.slice(8)?.try_into().map_err(|_| damaged("its secret has not 32 bytes"))?,
        state: State::of(&state).ok_or_else(|| damaged("its state is unknown"))?,
        concurrency: row
            .maybe_int(10)?
            .map(|n| u32::try_from(n).map_err(|_| damaged("its concurrency is too large")))
            .transpose()?,
        plan_version: row.bits(11)?,
        plan_state: row.words(12)?,
        change: row.int(13)?,
        created_at: row.int(14)?,
        closed_at: row.maybe_int(15)?,
    })
}
