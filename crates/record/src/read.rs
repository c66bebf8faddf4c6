//! Reading records: line by line, with every seal checked.

use crate::differs::{Differs, Place};
use crate::lines::{Line, LineKind, Lines, MOST_HEADER, MOST_LINE, Split};
use crate::one_match::Counts;
use crate::programs::{self, Programs};
use crate::replay::{End, FORMAT, Header, Replay, Signature, Step};
use crate::seal::{self, Chain, Digest, SHOWN, WHOLE};
use gridhaunt_kernel::json::{Map, Reader, Value, brief, parse, u64_from};
use gridhaunt_kernel::{Invalid, Seat};
use std::io::{self, BufRead};

/// The contents of a line of a match.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Item {
    Blank,
    Step(Step),
    End(End),
    /// A signature of the end.
    Signature(Signature),
}

/// Reads the lines of one match, one after the other.
#[derive(Clone, Debug)]
pub struct Scroll {
    sealed: bool,
    chain: Chain,
    steps: u64,
    last: u64,
    ended: bool,
    keys: Vec<[u8; 32]>,
}

impl Scroll {
    /// Reads the first line of a match, its header, and checks its format, version and seal.
    pub fn open(line: &Line) -> Result<(Self, Header), Differs> {
        let number = line.number;
        let foreign = |why: String| Differs::Foreign { line: number, why };
        let wrong = |wrong: Invalid| Differs::wrong(number, Place::Header, wrong);
        if line.kind == LineKind::TooLong {
            return Err(wrong(too_long()));
        }
        let value = parse(&line.bytes).map_err(|error| match line.kind {
            LineKind::Header => wrong(no_json(&error)),
            _ => foreign(format!("no JSON: {}", trouble(&error))),
        })?;
        match value.get("gridhaunt") {
            None => return Err(foreign("the first line is no header".into())),
            Some(word) if word != "replay" => return Err(foreign("\"gridhaunt\" is not \"replay\"".into())),
            Some(_) => {}
        }
        let format = value.get("format").and_then(Value::as_u64).unwrap_or(0);
        if !(1..=FORMAT).contains(&format) {
            return Err(Differs::Version { line: number, what: "the format".into(), got: format, known: FORMAT });
        }
        let mut scroll = Self {
            sealed: format > 1,
            chain: Chain::default(),
            steps: 0,
            last: number,
            ended: false,
            keys: Vec::new(),
        };
        if scroll.sealed {
            scroll.chain.check(&line.bytes, SHOWN).map_err(wrong)?;
        }
        let header = read_header(number, format, &value).map_err(wrong)?;
        Ok((scroll, header))
    }

    /// Reads the next line and checks its seal.
    pub fn read(&mut self, line: &Line) -> Result<Item, Differs> {
        self.last = line.number;
        let place = match line.kind {
            LineKind::End => Place::End,
            LineKind::Signature => Place::Signature,
            _ if self.ended => Place::End,
            _ => Place::Step(self.steps + 1),
        };
        self.read_item(line).map_err(|wrong| Differs::wrong(line.number, place, wrong))
    }

    fn read_item(&mut self, line: &Line) -> Result<Item, Invalid> {
        match line.kind {
            // A sealed match never contains an empty line (K7).
            LineKind::Blank if self.sealed && !self.ended => {
                return Err(Invalid::new("line", "empty", "a step or the end").says("empty, need a step or the end"));
            }
            LineKind::Blank => return Ok(Item::Blank),
            LineKind::TooLong => return Err(too_long()),
            _ => {}
        }
        let value = parse(&line.bytes).map_err(|error| no_json(&error))?;
        if line.kind == LineKind::Signature {
            return self.read_signature(&value, line.number).map(Item::Signature);
        }
        if self.ended {
            let words = format!("{} follows the end of the match", brief(&value));
            return Err(Invalid::new("line", brief(&value), "a header").says(words));
        }
        let is_end = line.kind == LineKind::End;
        if self.sealed {
            self.chain.check(&line.bytes, if is_end { WHOLE } else { SHOWN })?;
        }
        if is_end {
            let end = read_end(&value, self, line.number)?;
            self.ended = true;
            return Ok(Item::End(end));
        }
        let step = read_step(&value, self.steps + 1, self.sealed, line.number)?;
        self.steps += 1;
        Ok(Item::Step(step))
    }

    fn read_signature(&mut self, value: &Value, line: u64) -> Result<Signature, Invalid> {
        let read = Reader::new("signature", value, &["signature", "key"])?;
        if !(self.sealed && self.ended) {
            return Err(Invalid::new("signature", "here", "after the end of a match of format 2"));
        }
        fn bytes<const N: usize>(field: &str, value: &Value) -> Result<[u8; N], Invalid> {
            let wrong = || Invalid::new(field, brief(value), format!("{} hexadecimal digits", 2 * N));
            let text = value.as_str().filter(|text| text.len() == 2 * N && text.is_ascii()).ok_or_else(wrong)?;
            let mut bytes = [0; N];
            for (i, byte) in bytes.iter_mut().enumerate() {
                let digits = &text[2 * i..2 * i + 2];
                let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                *byte = u8::from_str_radix(digits, 16).ok().filter(|_| is_plain).ok_or_else(wrong)?;
            }
            Ok(bytes)
        }
        let signature = bytes("signature", read.need("signature", "128 hexadecimal digits")?)?;
        let key = bytes("key", read.need("key", "64 hexadecimal digits")?)?;
        if self.keys.contains(&key) {
            return Err(Invalid::new("key", brief(&value["key"]), "a key that has not signed yet"));
        }
        self.keys.push(key);
        Ok(Signature { key, bytes: signature, line })
    }

    /// The error if the lines end here.
    #[must_use]
    pub fn cut_off(&self) -> Option<Differs> {
        (!self.ended).then_some(Differs::CutOff { line: self.last, steps: self.steps })
    }

    /// Whether lines are sealed, which is so since format 2.
    #[must_use]
    pub const fn is_sealed(&self) -> bool {
        self.sealed
    }

    /// The digest of the last line that was read.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.chain.digest()
    }
}

fn too_long() -> Invalid {
    let (header, other) = (MOST_HEADER >> 20, MOST_LINE >> 20);
    let expected = format!("at most {header} MiB in a header and {other} MiB in any other line");
    Invalid::new("line", "too long", &expected).says(format!("too long, need {expected}"))
}

fn no_json(error: &serde_json::Error) -> Invalid {
    let words = format!("no JSON: {}", trouble(error));
    Invalid::new("line", "no JSON", "JSON").reads(words)
}

/// The message of a JSON error, without the line number.
#[must_use]
pub fn trouble(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", ", column ")
}

/// Reads every match of a text. A match that is damaged after its header is read up to the damage.
pub fn read_all(text: &str) -> Result<Vec<Replay>, Differs> {
    let (mut matches, mut replays) = (Matches::new(text.as_bytes()), Vec::new());
    // Reading from memory cannot fail.
    while let Ok(Some(replay)) = matches.read(|_| {}) {
        replays.push(replay?);
    }
    if replays.is_empty() {
        return Err(Differs::Foreign { line: 1, why: "the file is empty".into() });
    }
    Ok(replays)
}

/// Reads the matches of a file, one at a time.
pub struct Matches<R> {
    lines: Lines<R>,
    split: Split,
    /// The first line of the match that is read next.
    ahead: Option<Line>,
}

impl<R: BufRead> Matches<R> {
    /// A reader of the matches of a text.
    pub fn new(input: R) -> Self {
        Self { lines: Lines::new(input), split: Split::default(), ahead: None }
    }

    /// The first line of the next match; `None` at the end.
    fn first(&mut self) -> io::Result<Option<Line>> {
        while self.ahead.is_none() {
            let Some(line) = self.lines.read()? else { break };
            self.ahead = self.split.begins(line.kind).then_some(line);
        }
        Ok(self.ahead.take())
    }

    /// The next line of the current match; `None` after its last.
    fn next(&mut self) -> io::Result<Option<Line>> {
        let Some(line) = self.lines.read()? else { return Ok(None) };
        if self.split.begins(line.kind) {
            self.ahead = Some(line);
            return Ok(None);
        }
        Ok(Some(line))
    }

    /// Skips a match; returns whether there was one.
    pub fn skip(&mut self) -> io::Result<bool> {
        let is_there = self.first()?.is_some();
        while is_there && self.next()?.is_some() {}
        Ok(is_there)
    }

    /// Calls `each` with the lines of a match, the header first; returns whether there was a match.
    pub fn each_line(&mut self, mut each: impl FnMut(Line) -> io::Result<()>) -> io::Result<bool> {
        let Some(first) = self.first()? else { return Ok(false) };
        each(first)?;
        while let Some(line) = self.next()? {
            each(line)?;
        }
        Ok(true)
    }

    /// Reads a match; `None` at the end. `keep` is called with its lines, unchanged.
    pub fn read(&mut self, mut keep: impl FnMut(&[u8])) -> io::Result<Option<Result<Replay, Differs>>> {
        let mut open: Option<Result<(Scroll, Replay), Differs>> = None;
        self.each_line(|line| {
            keep(&line.bytes);
            match &mut open {
                None => {
                    open = Some(Scroll::open(&line).map(|(scroll, header)| {
                        let (steps, signatures) = (Vec::new(), Vec::new());
                        (scroll, Replay { header, steps, end: None, signatures, damage: None })
                    }));
                }
                Some(Ok((scroll, replay))) if replay.damage.is_none() => match scroll.read(&line) {
                    Ok(Item::Step(step)) => replay.steps.push(step),
                    Ok(Item::End(end)) => replay.end = Some(end),
                    Ok(Item::Signature(signature)) => replay.signatures.push(signature),
                    Ok(Item::Blank) => {}
                    Err(differs) => replay.damage = Some(differs),
                },
                Some(_) => {}
            }
            Ok(())
        })?;
        Ok(open.map(|opened| opened.map(|(_, replay)| replay)))
    }
}

/// The result of looking for a match in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// The match, as far as it can be read.
    Replay(Box<Replay>),
    /// Its header cannot be read.
    Unreadable(Differs),
    /// The file has only so many matches.
    Only(u64),
}

/// Reads one match of a file, counted from 1, and nothing after it. `keep` is called with its lines, unchanged.
pub fn find(input: impl BufRead, which: u64, keep: impl FnMut(&[u8])) -> io::Result<Found> {
    let mut matches = Matches::new(input);
    for before in 0..which.saturating_sub(1) {
        if !matches.skip()? {
            return Ok(Found::Only(before));
        }
    }
    Ok(match matches.read(keep)? {
        Some(Ok(replay)) => Found::Replay(Box::new(replay)),
        Some(Err(differs)) => Found::Unreadable(differs),
        None => Found::Only(which.saturating_sub(1)),
    })
}

fn read_header(line: u64, format: u64, value: &Value) -> Result<Header, Invalid> {
    let mut known = vec![
        "gridhaunt", "format", "game", "rules", "generator", "seed", "settings", "seats", "state", "world", "hash",
    ];
    if format > 1 {
        known.extend(["settings_digest", "seal"]);
        known.extend(programs::KEYS);
    }
    let read = Reader::new("header", value, &known)?;
    let text = |value: &Value| value.as_str().map(str::to_string);
    let wide = |field: &str| read.need(field, "a number").and_then(|value| u64_from(field, value));
    let game = read.need("game", "a name")?;
    let seats = read.need("seats", "a list of names")?;
    let names = seats.as_array().and_then(|list| list.iter().map(text).collect());
    let nothing = Value::Object(Map::new());
    let settings =
        if format > 1 { read.need("settings", "an object")? } else { read.get("settings").unwrap_or(&nothing) };
    let settings_digest = (format > 1).then(|| {
        let value = read.need("settings_digest", "64 hexadecimal digits")?;
        value
            .as_str()
            .and_then(seal::from_digits)
            .ok_or_else(|| Invalid::new("settings_digest", brief(value), "64 hexadecimal digits"))
    });
    Ok(Header {
        format,
        game: text(game).ok_or_else(|| Invalid::new("game", brief(game), "a name"))?,
        rules: wide("rules")?,
        generator: wide("generator")?,
        seed: wide("seed")?,
        settings: settings.clone(),
        settings_digest: settings_digest.transpose()?,
        seats: names.ok_or_else(|| Invalid::new("seats", brief(seats), "a list of names"))?,
        programs: Programs::read(&read)?,
        state: read.get("state").cloned(),
        world: wide("world")?,
        hash: wide("hash")?,
        line,
    })
}

fn read_step(value: &Value, step: u64, sealed: bool, line: u64) -> Result<Step, Invalid> {
    const LISTS: [&str; 4] = ["refused", "verdicts", "used_us", "notes"];
    let mut known = vec!["step", "choices", "hash"];
    if sealed {
        known.push("seal");
        known.extend(LISTS);
    }
    let read = Reader::new("step", value, &known)?;
    let number = read.need("step", "its number")?;
    if number.as_u64() != Some(step) {
        return Err(Invalid::new("step", brief(number), step.to_string()));
    }
    let list = |name: &str| read.get(name).map_or(Ok(Vec::new()), |value| read_pairs(name, value));
    Ok(Step {
        choices: read_choices(read.need("choices", "a list of [seat,action]")?)?,
        refused: list("refused")?,
        verdicts: list("verdicts")?,
        used_us: list("used_us")?,
        notes: list("notes")?,
        hash: u64_from("hash", read.need("hash", "a hash")?)?,
        line,
    })
}

/// Reads choices of the form `[[seat,action],…]`; whether the game allows them is not checked.
pub fn read_choices(value: &Value) -> Result<Vec<(Seat, Value)>, Invalid> {
    read_pairs("choices", value)
}

fn read_pairs(name: &str, value: &Value) -> Result<Vec<(Seat, Value)>, Invalid> {
    let what = if matches!(name, "choices" | "refused") { "action" } else { "value" };
    let list = value.as_array().ok_or_else(|| Invalid::new(name, brief(value), format!("a list of [seat,{what}]")))?;
    let read = |(i, item): (usize, &Value)| match item.as_array().map(Vec::as_slice) {
        Some([seat, action]) => {
            let seat = seat.as_u64().and_then(|seat| u8::try_from(seat).ok());
            let article = if what == "action" { "an" } else { "a" };
            let expected = || format!("a seat and {article} {what}");
            let seat = seat.ok_or_else(|| Invalid::new(format!("{name}[{i}]"), brief(item), expected()))?;
            Ok((Seat(seat), action.clone()))
        }
        _ => Err(Invalid::new(format!("{name}[{i}]"), brief(item), format!("[seat,{what}]"))),
    };
    list.iter().enumerate().map(read).collect()
}

fn read_end(value: &Value, scroll: &Scroll, line: u64) -> Result<End, Invalid> {
    let mut known = vec!["end", "steps", "outcome"];
    if scroll.sealed {
        known.extend(["hash", "ranks", "stopped", "verdicts", "strays", "voids", "seal"]);
    }
    let read = Reader::new("end", value, &known)?;
    let end = read.need("end", "true")?;
    if *end != Value::Bool(true) {
        return Err(Invalid::new("end", brief(end), "true"));
    }
    let number = read.need("steps", "how many there were")?;
    if number.as_u64() != Some(scroll.steps) {
        return Err(Invalid::new("steps", brief(number), format!("{}, as many as there are", scroll.steps)));
    }
    let ranks = scroll.sealed.then(|| {
        let value = read.need("ranks", "a rank for every seat")?;
        let ranks = value.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
        ranks.ok_or_else(|| Invalid::new("ranks", brief(value), "a rank for every seat"))
    });
    let stopped = read
        .get("stopped")
        .map(|value| value.as_str().map(str::to_string).ok_or_else(|| Invalid::new("stopped", brief(value), "a word")));
    Ok(End {
        hash: scroll.sealed.then(|| u64_from("hash", read.need("hash", "a hash")?)).transpose()?,
        outcome: read.need("outcome", "the result")?.clone(),
        ranks: ranks.transpose()?,
        stopped: stopped.transpose()?,
        verdicts: read.get("verdicts").map_or(Ok(Vec::new()), |value| read_pairs("verdicts", value))?,
        counts: Counts { strays: read_strays(&read)?, voids: read.integer("voids", 1, u64::MAX)?.unwrap_or(0) },
        seal: scroll.sealed.then(|| scroll.digest()),
        line,
    })
}

fn read_strays(read: &Reader<'_>) -> Result<Vec<(Seat, u64)>, Invalid> {
    let Some(value) = read.get("strays") else { return Ok(Vec::new()) };
    let count = |(i, (seat, value)): (usize, (Seat, Value))| {
        let count = value.as_u64().filter(|count| *count > 0);
        Ok((seat, count.ok_or_else(|| Invalid::new(format!("strays[{i}]"), brief(&value), "a number of lines"))?))
    };
    read_pairs("strays", value)?.into_iter().enumerate().map(count).collect()
}

#[cfg(test)]
mod tests;
