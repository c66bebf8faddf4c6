//! Events as JSON lines (A18): out of one store, into another.
//!
//! The first line names the format, the last one counts. Between them come the files of programs, then event by event its
//! line with the entrants, each block, and behind each block its matches and attempts.

use crate::Store;
use crate::db::{Arg, Conn, args};
use crate::error::{Result, StoreError};
use crate::events::{entrants_of, event_of, events_of};
use crate::pack;
use crate::plan::{BLOCK, block};
use crate::read::{Placed, matches_of, replay_of, transcripts_of};
use crate::record::{attempts_in, faults};
use crate::rows::{Attempt, Block, BlockState, Entrant, Event, EventId, MatchRow, State, Times};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{self, Reader, Value, brief};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{BufRead, Read, Write};

/// The version of the lines.
const FORMAT: u64 = 1;
/// The longest line that is read: the files of a program, which are bounded, in base64.
const LONGEST: u64 = 512 << 20;
/// How many blocks are read at once.
const PAGE: i64 = 1000;

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Events.
    pub events: u64,
    /// Events that were in the store already, and were left as they are.
    pub already: u64,
    /// Blocks.
    pub blocks: u64,
    /// Matches.
    pub matches: u64,
}

impl Store {
    /// Writes events as JSON lines, all of one moment; all events if none are named. The secret of an event that still
    /// goes on is among them.
    pub fn export(&self, events: &[EventId], out: &mut dyn Write) -> Result<Moved> {
        let mut conn = self.reader();
        let address = self.address.clone();
        conn.snapshot(|conn| {
            let chosen = match events {
                [] => events_of(conn)?,
                some => some.iter().map(|&event| event_of(conn, event)).collect::<Result<_>>()?,
            };
            let mut pen = Pen { out: &mut *out, lines: 0, from: address.to_string() };
            pen.line(&json!({"gridhaunt": "store", "format": FORMAT}))?;
            let mut moved = Moved::default();
            let mut told = BTreeSet::new();
            for event in &chosen {
                let entrants = entrants_of(conn, event.id)?;
                for digest in entrants.iter().filter_map(|entrant| entrant.digest.clone()) {
                    if told.insert(digest.clone()) {
                        write_archive(conn, &digest, &mut pen)?;
                    }
                }
                write_event(conn, event, &entrants, &mut pen, &mut moved)?;
            }
            let lines = pen.lines;
            pen.line(&json!({"end": {"lines": lines}}))?;
            pen.out.flush().map_err(|error| pen.failed(&error))?;
            Ok(moved)
        })
    }

    /// Reads events from JSON lines. All of them are in the store afterwards, or none; one that was there already is left
    /// as it is. An event that went on where it comes from is paused here.
    pub fn import(&self, lines: &mut dyn BufRead) -> Result<Moved> {
        self.writer().transaction_once(|conn| {
            let mut import = Import { conn, moved: Moved::default(), event: None, block: None };
            let mut number = 0_u64;
            let mut ended = false;
            loop {
                number += 1;
                let Some(line) = read_line(lines, number)? else { break };
                if ended {
                    let words = "there is something behind the end";
                    return Err(Invalid::new(format!("line {number}"), "more", "the end").says(words).into());
                }
                let place = format!("line {number}");
                let value = json::parse(&line)
                    .map_err(|error| Invalid::new(place.clone(), "this", "JSON").says(format!("not JSON: {error}")))?;
                ended = match import.take(&value, number) {
                    Err(StoreError::Invalid(invalid)) => return Err(invalid.within(&place).into()),
                    taken => taken?,
                };
            }
            if !ended {
                let words =
                    format!("the line that ends an export is missing after line {}: it was cut off", number - 1);
                return Err(Invalid::new("end", "missing", "there").reads(words).into());
            }
            Ok(import.moved)
        })
    }
}

struct Pen<'a> {
    out: &'a mut dyn Write,
    lines: u64,
    from: String,
}

impl Pen<'_> {
    fn line(&mut self, value: &Value) -> Result<()> {
        self.lines += 1;
        let written = serde_json::to_writer(&mut *self.out, value).map_err(std::io::Error::from);
        written.and_then(|()| self.out.write_all(b"\n")).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> StoreError {
        StoreError::surroundings(format!("the export of {} cannot be written: {}", self.from, error.kind()))
    }
}

fn write_archive(conn: &mut Conn, digest: &str, pen: &mut Pen) -> Result<()> {
    let sql = "SELECT files FROM archives WHERE digest = $1";
    match conn.one(sql, vec![Arg::text(digest)], |row| row.bytes(0))? {
        Some(files) => pen.line(&json!({"archive": {"digest": digest, "files": STANDARD.encode(files)}})),
        None => Ok(()),
    }
}

fn write_event(conn: &mut Conn, event: &Event, entrants: &[Entrant], pen: &mut Pen, moved: &mut Moved) -> Result<()> {
    moved.events += 1;
    pen.line(&json!({"event": {
        "uid": event.uid,
        "name": event.name,
        "game": event.game,
        "rules": event.rules,
        "generator": event.generator,
        "kind": event.kind,
        "spec": event.spec,
        "secret": STANDARD.encode(event.secret),
        "state": event.state.word(),
        "concurrency": event.concurrency,
        "plan_version": event.plan_version,
        "plan_state": event.plan_state,
        "created_at": event.created_at,
        "closed_at": event.closed_at,
        "entrants": entrants.iter().map(entrant_line).collect::<Vec<_>>(),
    }}))?;
    let mut after = i64::MIN;
    loop {
        let sql = format!("SELECT {BLOCK} FROM blocks WHERE event = $1 AND id > $2 ORDER BY id LIMIT $3");
        let page = conn.rows(sql, args![event.id.0, after, PAGE], block)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.id;
        for block in &page {
            moved.blocks += 1;
            pen.line(&block_line(block))?;
            for row in matches_of(conn, block.id)? {
                moved.matches += 1;
                let replay = replay_of(conn, row.id)?;
                let transcripts = transcripts_of(conn, row.id)?;
                pen.line(&match_line(&row, replay, &transcripts))?;
            }
            for attempt in attempts_in(conn, "a.block = $1", block.id)? {
                pen.line(&attempt_line(&attempt))?;
            }
        }
    }
}

fn entrant_line(entrant: &Entrant) -> Value {
    json!({
        "name": entrant.name,
        "identity": entrant.identity,
        "digest": entrant.digest,
        "options": entrant.options,
        "words": entrant.words,
        "joined_at_block": entrant.joined_at_block,
        "benched": entrant.benched,
    })
}

fn block_line(block: &Block) -> Value {
    json!({"block": {
        "label": block.label,
        "map": block.map,
        "k": block.k.to_string(),
        "seed": block.seed.to_string(),
        "arrangements": block.arrangements,
        "state": block.state.word(),
        "points": block.points,
        "why": block.why,
    }})
}

fn match_line(row: &MatchRow, replay: Option<Vec<u8>>, transcripts: &[(u8, Vec<u8>)]) -> Value {
    let coded = |(seat, bytes): &(u8, Vec<u8>)| json!([seat, STANDARD.encode(bytes)]);
    json!({"match": {
        "number": row.id.number,
        "entrants": row.entrants,
        "points": row.points,
        "ranks": row.ranks,
        "scores": row.scores,
        "outcome": row.outcome,
        "reason": row.reason,
        "stopped": row.stopped,
        "faults": row.faults,
        "times": row.times.iter().map(|t| [t.choices, t.total_us, t.worst_us]).collect::<Vec<_>>(),
        "voids": row.voids,
        "steps": row.steps,
        "took_us": row.took_us,
        "sandbox": row.sandbox,
        "machine": row.machine,
        "seal": STANDARD.encode(row.seal),
        "written_at": row.written_at,
        "replay": replay.map(|replay| STANDARD.encode(replay)),
        "transcripts": transcripts.iter().map(coded).collect::<Vec<_>>(),
    }})
}

fn attempt_line(attempt: &Attempt) -> Value {
    json!({"attempt": {
        "number": attempt.id.number,
        "lease": attempt.lease,
        "entrant": attempt.entrant,
        "what": attempt.what,
        "why": attempt.why,
        "machine": attempt.machine,
        "took_us": attempt.took_us,
        "at": attempt.at,
    }})
}

/// One line without its end; none after the last.
fn read_line(lines: &mut dyn BufRead, number: u64) -> Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = lines.take(LONGEST + 1).read_until(b'\n', &mut line);
    read.map_err(|error| StoreError::surroundings(format!("line {number} cannot be read: {}", error.kind())))?;
    if line.len() as u64 > LONGEST {
        let words = format!("longer than {} MiB", LONGEST >> 20);
        return Err(Invalid::new(format!("line {number}"), line.len(), "shorter").says(words).into());
    }
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(Some(line))
}

/// The lines so far: what they have made, and what the next one belongs to.
struct Import<'a> {
    conn: &'a mut Conn,
    moved: Moved,
    event: Option<Begun>,
    block: Option<OpenBlock>,
}

/// The event whose blocks come now.
struct Begun {
    /// None if it is in the store already.
    id: Option<EventId>,
    entrants: u32,
    blocks: i64,
}

/// The block whose matches come now.
struct OpenBlock {
    /// None if its event is in the store already.
    id: Option<i64>,
    arrangements: Vec<Vec<u32>>,
    state: BlockState,
    written: BTreeSet<u32>,
}

impl Import<'_> {
    /// Takes one line; true if it was the last one.
    fn take(&mut self, value: &Value, number: u64) -> Result<bool> {
        if number == 1 {
            let head = Fields::of("", value)?;
            if head.text("gridhaunt")? != "store" {
                return Err(Invalid::new("gridhaunt", brief(&value["gridhaunt"]), "\"store\"").into());
            }
            head.whole("format", FORMAT, FORMAT)?;
            return Ok(false);
        }
        let (kind, inner) = match value.as_object().map(|object| (object.len(), object.iter().next())) {
            Some((1, Some(pair))) => pair,
            _ => return Err(Invalid::new("", brief(value), "an object with one field").into()),
        };
        let fields = Fields::of(kind, inner)?;
        match kind.as_str() {
            "archive" => self.archive(&fields)?,
            "event" => {
                self.end_block()?;
                self.event(&fields)?;
            }
            "block" => {
                self.end_block()?;
                self.block(&fields)?;
            }
            "match" => self.a_match(&fields)?,
            "attempt" => self.attempt(&fields)?,
            "end" => {
                self.end_block()?;
                fields.whole("lines", number - 1, number - 1)?;
                return Ok(true);
            }
            other => {
                let known = "one of archive, event, block, match, attempt, end";
                return Err(Invalid::new(json::named(other), brief(inner), known)
                    .says(format!("no such kind of line, need {known}"))
                    .into());
            }
        }
        Ok(false)
    }

    fn archive(&mut self, fields: &Fields) -> Result<()> {
        let (digest, files) = (fields.plain("digest")?, fields.bytes("files")?);
        let sql = "INSERT INTO archives (digest, files) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING";
        self.conn.execute(sql, vec![Arg::Text(digest), files.into()]).map(drop)
    }

    fn event(&mut self, fields: &Fields) -> Result<()> {
        let state = State::of(&fields.text("state")?);
        let state = state.ok_or_else(|| fields.wrong("state", "one of running, paused, finished, cancelled"))?;
        // It may go on where it comes from: here it waits until somebody says so.
        let state = if state == State::Running { State::Paused } else { state };
        let secret = fields.bytes("secret")?;
        if secret.len() != 32 {
            return Err(fields.wrong("secret", "32 bytes in base64").into());
        }
        let uid = fields.plain("uid")?;
        let arguments = vec![
            Arg::Text(uid.clone()),
            fields.text("name")?.as_str().into(),
            Arg::Text(fields.plain("game")?),
            fields.whole("rules", 0, u32::MAX.into())?.into(),
            fields.whole("generator", 0, u32::MAX.into())?.into(),
            Arg::Text(fields.plain("kind")?),
            fields.text("spec")?.as_str().into(),
            secret.into(),
            Arg::text(state.word()),
            Arg::MaybeInt(fields.maybe_whole("concurrency", u32::MAX.into())?),
            fields.wide("plan_version")?.into(),
            fields.text("plan_state")?.as_str().into(),
            fields.whole("created_at", 0, MOST)?.into(),
            Arg::MaybeInt(fields.maybe_whole("closed_at", MOST)?),
        ];
        let entrants = fields.list("entrants")?;
        let there = self.conn.one("SELECT id FROM events WHERE uid = $1", vec![Arg::Text(uid)], |row| row.int(0))?;
        let id = match there {
            Some(_) => {
                self.moved.already += 1;
                None
            }
            None => {
                self.moved.events += 1;
                self.conn.one(
                    "INSERT INTO events (uid, name, game, rules, generator, kind, spec, secret, state, concurrency, plan_version, \
                     plan_state, created_at, closed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id",
                    arguments,
                    |row| row.int(0),
                )?
            }
        };
        let mut identities = BTreeSet::new();
        for (entrant, number) in entrants.iter().zip(0_u32..) {
            let inner = Fields::of(&format!("event.entrants[{number}]"), entrant)?;
            let identity = inner.text("identity")?;
            let arguments = vec![
                number.into(),
                inner.text("name")?.as_str().into(),
                identity.as_str().into(),
                Arg::MaybeText(inner.maybe_plain("digest")?),
                inner.text("options")?.as_str().into(),
                inner.text("words")?.as_str().into(),
                inner.whole("joined_at_block", 0, MOST)?.into(),
                inner.maybe_text("benched")?.as_deref().into(),
                Arg::MaybeInt(id),
            ];
            if !identities.insert(identity) {
                return Err(inner.wrong("identity", "one that comes once").into());
            }
            if id.is_some() {
                self.conn.execute(
                    "INSERT INTO entrants (number, name, identity, digest, options, words, joined_at_block, benched, event) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                    arguments,
                )?;
            }
        }
        self.event = Some(Begun { id: id.map(EventId), entrants: entrants.len() as u32, blocks: 0 });
        Ok(())
    }

    fn block(&mut self, fields: &Fields) -> Result<()> {
        let event = self.event.as_mut().ok_or_else(|| Invalid::new("block", "here", "behind its event"))?;
        event.blocks += 1;
        let state = [BlockState::Open, BlockState::Done, BlockState::Struck];
        let word = fields.text("state")?;
        let state = state.into_iter().find(|state| state.word() == word);
        let state = state.ok_or_else(|| fields.wrong("state", "one of open, done, struck"))?;
        let arrangements: Vec<Vec<u32>> = fields.parsed("arrangements", "lists of entrants")?;
        let places = arrangements.first().map_or(0, Vec::len);
        let fits = |arrangement: &Vec<u32>| {
            arrangement.len() == places && arrangement.iter().all(|&entrant| entrant < event.entrants)
        };
        if places == 0 || !arrangements.iter().all(fits) {
            return Err(fields
                .wrong("arrangements", "one or more lists of one length, of entrants of the event")
                .into());
        }
        let points: Vec<(u32, f64)> = fields.parsed("points", "pairs of entrant and points")?;
        let packed = (state == BlockState::Done).then(|| pack::points(&points));
        let arguments = vec![
            fields.text("label")?.as_str().into(),
            fields.whole("map", 0, u32::MAX.into())?.into(),
            fields.wide("k")?.into(),
            fields.wide("seed")?.into(),
            (arrangements.len() as u64).into(),
            pack::arrangements(&arrangements).into(),
            state.number().into(),
            event.blocks.into(),
            Arg::MaybeBytes(packed),
            fields.maybe_text("why")?.as_deref().into(),
            Arg::MaybeInt(event.id.map(|event| event.0)),
        ];
        let id = match event.id {
            None => None,
            Some(event_id) => {
                self.moved.blocks += 1;
                let sql = "UPDATE events SET change = $2 WHERE id = $1";
                self.conn.execute(sql, args![event_id.0, event.blocks])?;
                // Whoever leases it next looks what is written: as if somebody had held it before.
                self.conn.one(
                    "INSERT INTO blocks (label, map, k, seed, matches, arrangements, state, change, points, why, event, lease) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1) RETURNING id",
                    arguments,
                    |row| row.int(0),
                )?
            }
        };
        self.block = Some(OpenBlock { id, arrangements, state, written: BTreeSet::new() });
        Ok(())
    }

    /// A block that is done has all its matches.
    fn end_block(&mut self) -> Result<()> {
        if let Some(block) = self.block.take() {
            let (planned, written) = (block.arrangements.len(), block.written.len());
            if (block.state == BlockState::Done) != (written == planned) && block.state != BlockState::Struck {
                let words = format!("the block before is {} with {written} of {planned} matches", block.state.word());
                return Err(Invalid::new("state", block.state.word(), "that of its matches").says(words).into());
            }
        }
        Ok(())
    }

    fn a_match(&mut self, fields: &Fields) -> Result<()> {
        let block = self.block.as_mut().ok_or_else(|| Invalid::new("match", "here", "behind its block"))?;
        let number = fields.whole("number", 0, block.arrangements.len() as u64 - 1)? as u32;
        if !block.written.insert(number) {
            return Err(fields.wrong("number", "one that comes once in its block").into());
        }
        let entrants: Vec<u32> = fields.parsed("entrants", "a list of entrants")?;
        if entrants != block.arrangements[number as usize] {
            return Err(fields.wrong("entrants", "as its block has planned them").into());
        }
        let points: Vec<f64> = fields.parsed("points", "a list of numbers")?;
        let ranks: Vec<u16> = fields.parsed("ranks", "a list of ranks")?;
        let scores: Vec<f64> = fields.parsed("scores", "a list of numbers")?;
        let times: Vec<[u64; 3]> = fields.parsed("times", "a list of three numbers a place")?;
        for (field, length) in
            [("points", points.len()), ("ranks", ranks.len()), ("scores", scores.len()), ("times", times.len())]
        {
            if length != entrants.len() {
                return Err(fields.wrong(field, "as many as there are places").into());
            }
        }
        let seats: Vec<Placed> = (0..entrants.len())
            .map(|i| Placed { entrant: entrants[i], points: points[i], rank: ranks[i], score: scores[i] })
            .collect();
        let times: Vec<Times> =
            times.iter().map(|&[choices, total_us, worst_us]| Times { choices, total_us, worst_us }).collect();
        let counted: Vec<(u32, String, u64)> = fields.parsed("faults", "a list of place, verdict and count")?;
        let seal = fields.bytes("seal")?;
        if seal.len() != 32 {
            return Err(fields.wrong("seal", "32 bytes in base64").into());
        }
        let arguments = vec![
            Arg::MaybeInt(block.id),
            number.into(),
            pack::placed(&seats).into(),
            fields.wide("steps")?.into(),
            fields.wide("took_us")?.into(),
            fields.whole("voids", 0, u32::MAX.into())?.into(),
            pack::times(&times).into(),
            faults(&counted).into(),
            fields.maybe_text("stopped")?.as_deref().into(),
            seal.into(),
            fields.text("sandbox")?.as_str().into(),
            fields.text("machine")?.as_str().into(),
            fields.text("reason")?.as_str().into(),
            fields.text("outcome")?.as_str().into(),
            fields.whole("written_at", 0, MOST)?.into(),
        ];
        let replay = match fields.need("replay")? {
            Value::Null => None,
            _ => Some(fields.bytes("replay")?),
        };
        let transcripts: Vec<(u8, String)> = fields.parsed("transcripts", "a list of seat and base64")?;
        let Some(id) = block.id else { return Ok(()) };
        self.moved.matches += 1;
        self.conn.execute(
            "INSERT INTO matches (block, number, seats, steps, took_us, voids, times, faults, stopped, seal, sandbox, machine, reason, \
             outcome, written_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
            arguments,
        )?;
        if let Some(replay) = replay {
            let sql = "INSERT INTO replays (block, number, replay) VALUES ($1, $2, $3)";
            self.conn.execute(sql, args![id, number, replay])?;
        }
        let mut seats = BTreeSet::new();
        for (seat, coded) in transcripts {
            let bytes = STANDARD.decode(coded).ok().filter(|_| seats.insert(seat));
            let bytes = bytes.ok_or_else(|| fields.wrong("transcripts", "a list of seat, once each, and base64"))?;
            let sql = "INSERT INTO transcripts (block, number, seat, transcript) VALUES ($1, $2, $3, $4)";
            self.conn.execute(sql, args![id, number, u32::from(seat), bytes])?;
        }
        Ok(())
    }

    fn attempt(&mut self, fields: &Fields) -> Result<()> {
        let block = self.block.as_ref().ok_or_else(|| Invalid::new("attempt", "here", "behind its block"))?;
        let arguments = vec![
            Arg::MaybeInt(block.id),
            fields.whole("number", 0, block.arrangements.len() as u64 - 1)?.into(),
            fields.whole("lease", 0, MOST)?.into(),
            Arg::MaybeInt(fields.maybe_whole("entrant", u32::MAX.into())?),
            Arg::Text(fields.plain("what")?),
            fields.text("why")?.as_str().into(),
            fields.text("machine")?.as_str().into(),
            fields.wide("took_us")?.into(),
            fields.whole("at", 0, MOST)?.into(),
        ];
        if block.id.is_some() {
            self.conn.execute(
                "INSERT INTO attempts (block, number, lease, entrant, what, why, machine, took_us, at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                arguments,
            )?;
        }
        Ok(())
    }
}

/// The largest number that the database holds.
const MOST: u64 = i64::MAX as u64;

/// The fields of a line; all must be there, and errors name them.
struct Fields<'a> {
    name: String,
    reader: Reader<'a>,
}

impl<'a> Fields<'a> {
    fn of(name: &str, value: &'a Value) -> Result<Self> {
        match value {
            Value::Object(fields) => Ok(Self { name: name.to_string(), reader: Reader::of(fields) }),
            _ if name.is_empty() => Err(Invalid::new("", brief(value), "an object").into()),
            _ => Err(Invalid::new(json::named(name), brief(value), "an object").into()),
        }
    }

    fn place(&self, invalid: Invalid) -> Invalid {
        if self.name.is_empty() { invalid } else { invalid.within(&self.name) }
    }

    fn wrong(&self, field: &str, expected: &str) -> Invalid {
        let got = self.reader.get(field).map_or("missing".to_string(), brief);
        self.place(Invalid::new(field, got, expected))
    }

    fn need(&self, field: &str) -> Result<&'a Value> {
        self.reader.need(field, "it").map_err(|invalid| self.place(invalid.says("missing")).into())
    }

    fn text(&self, field: &str) -> Result<String> {
        match self.need(field)? {
            Value::String(text) => Ok(text.clone()),
            _ => Err(self.wrong(field, "a text").into()),
        }
    }

    fn maybe_text(&self, field: &str) -> Result<Option<String>> {
        match self.need(field)? {
            Value::Null => Ok(None),
            _ => self.text(field).map(Some),
        }
    }

    /// A word of our own, for a column of text, which refuses NUL.
    fn plain(&self, field: &str) -> Result<String> {
        match self.text(field)? {
            text if text.contains('\0') => Err(self.wrong(field, "a text without NUL").into()),
            text => Ok(text),
        }
    }

    fn maybe_plain(&self, field: &str) -> Result<Option<String>> {
        match self.need(field)? {
            Value::Null => Ok(None),
            _ => self.plain(field).map(Some),
        }
    }

    fn bytes(&self, field: &str) -> Result<Vec<u8>> {
        STANDARD.decode(self.text(field)?).map_err(|_| self.wrong(field, "base64").into())
    }

    fn whole(&self, field: &str, lo: u64, hi: u64) -> Result<u64> {
        json::integer(field, self.need(field)?, lo, hi).map_err(|invalid| self.place(invalid).into())
    }

    fn maybe_whole(&self, field: &str, hi: u64) -> Result<Option<i64>> {
        match self.need(field)? {
            Value::Null => Ok(None),
            _ => self.whole(field, 0, hi).map(|number| Some(number.cast_signed())),
        }
    }

    fn wide(&self, field: &str) -> Result<u64> {
        json::u64_from(field, self.need(field)?).map_err(|invalid| self.place(invalid).into())
    }

    fn list(&self, field: &str) -> Result<&'a Vec<Value>> {
        self.need(field)?.as_array().ok_or_else(|| self.wrong(field, "a list").into())
    }

    fn parsed<T: DeserializeOwned>(&self, field: &str, expected: &str) -> Result<T> {
        T::deserialize(self.need(field)?).map_err(|_| self.wrong(field, expected).into())
    }
}
