//! Whether a program is fit to play, before it plays anybody: it is started, greeted, plays short matches in every role,
//! and is watched.

use crate::amounts::many;
use crate::house::House;
use crate::play::{Arena, Conducted};
use crate::seating::BotSpec;
use gridhaunt_host::clock::Clock;
use gridhaunt_host::host::Seen;
use gridhaunt_host::keeper::{Fate, Left};
use gridhaunt_host::manifest::Program;
use gridhaunt_kernel::face::{Face, Opened, Session};
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::settings::FieldKind;
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::{Invalid, Seat};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How many matches are played in every role.
pub const MATCHES: u64 = 3;
/// The most turns of a match, where the game has a setting for that.
const TURNS: u64 = 40;
/// How many faults of a role are shown.
const FAULTS: usize = 3;
/// The smallest settings that a game may have, the best first.
const PRESETS: [&str; 2] = ["tiny", "small"];

/// How good something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Grade {
    Pass,
    Warn,
    Fail,
}

impl Grade {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }

    /// The worse of two.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        match (self, other) {
            (Self::Fail, _) | (_, Self::Fail) => Self::Fail,
            (Self::Warn, _) | (_, Self::Warn) => Self::Warn,
            (Self::Pass, Self::Pass) => Self::Pass,
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Finding {
    pub grade: Grade,
    /// What was looked at, in a word.
    pub what: &'static str,
    /// What was found.
    pub words: String,
    /// The bot's own words, or other lines.
    pub below: Vec<String>,
    /// The same as numbers: an object.
    pub facts: Value,
}

impl Finding {
    /// The finding as one JSON object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut document = json!({"check": self.what, "result": self.grade.word(), "words": self.words});
        if let (Value::Object(document), Value::Object(facts)) = (&mut document, self.facts.clone()) {
            document.extend(facts);
            if !self.below.is_empty() {
                document.insert("lines".into(), self.below.clone().into());
            }
        }
        document
    }
}

/// How many digits of a digest are shown.
const DIGITS: usize = 12;

/// Whoever hears of findings, one by one.
struct Findings<'a, E> {
    each: &'a mut dyn FnMut(Finding) -> Result<(), E>,
}

impl<E> Findings<'_, E> {
    fn add(&mut self, grade: Grade, what: &'static str, words: &str, below: &[String], facts: Value) -> Result<(), E> {
        (self.each)(Finding { grade, what, words: words.into(), below: below.to_vec(), facts })
    }
}

/// Plays short matches with a program that was built and digested, and looks how it does. The terms of the house must
/// keep notes. Ends early if `stop` is set.
///
/// # Errors
/// Those of `each`; a game without a bot to play against.
pub fn examine<E: From<Invalid>>(
    house: &House,
    game: &dyn Face,
    spec: &BotSpec,
    stop: &AtomicBool,
    each: &mut dyn FnMut(Finding) -> Result<(), E>,
) -> Result<(), E> {
    let mut findings = Findings { each };
    let Some(program) = &spec.program else {
        return Err(Invalid::new("bot", &spec.name, "a program").into());
    };
    let (name, clock) = (&spec.name, house.host.terms.clock);
    let digest = house.digest(program).unwrap_or_default();
    let games = if program.games.is_empty() { "any game".into() } else { program.games.join(", ") };
    let identity = format!("{name} {}, plays {games}", digest.get(..DIGITS).unwrap_or_default());
    findings.add(Grade::Pass, "files", &identity, &[], json!({"name": name, "digest": digest}))?;
    let opened = small(game)?;
    let mut times = Vec::new();
    let mut started = false;
    for role in game.info().roles {
        let played = play_role(house, game, opened.as_ref(), spec, role.name, &mut times, stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        match played {
            Ok(None) => continue,
            Ok(Some(role)) => {
                started = true;
                role.tell(&mut findings)?;
            }
            Err(error) => {
                // It will not start in the next role either.
                findings.add(Grade::Fail, "start", &error.to_string(), &[], json!({}))?;
                break;
            }
        }
    }
    let seen = house.host.seen();
    if started {
        tell_start(&mut findings, &seen, program)?;
        tell_lines(&mut findings, &seen)?;
        tell_speed(&mut findings, times, clock)?;
        tell_memory(&mut findings, &seen, house.host.terms.limits.resident)?;
        tell_leave(&mut findings, &seen)?;
    }
    Ok(())
}

/// The game with settings that make matches short.
fn small(game: &dyn Face) -> Result<Box<dyn Opened>, Invalid> {
    let mut settings = Map::new();
    let preset = game.fields().iter().find(|field| field.name == "preset").map(|field| field.kind);
    if let Some(FieldKind::Word(words)) = preset
        && let Some(word) = PRESETS.iter().find(|word| words.contains(word))
    {
        settings.insert("preset".into(), (*word).into());
    }
    let open = |settings: &Map<String, Value>| game.open(&Value::Object(settings.clone()));
    for field in game.fields().iter().filter(|field| ["max_turns", "max_rounds", "max_ticks"].contains(&field.name)) {
        let mut shorter = settings.clone();
        shorter.insert(field.name.into(), TURNS.into());
        if open(&shorter).is_ok() {
            settings = shorter;
        }
    }
    open(&settings)
}

/// What came of the matches in a role.
struct Role {
    name: &'static str,
    matches: u64,
    turns: u64,
    /// Faults, one line each.
    faults: Vec<String>,
    is_partial: bool,
}

/// Plays a role against `random`; `None` if the role has no seat.
fn play_role(
    house: &House,
    game: &dyn Face,
    opened: &dyn Opened,
    spec: &BotSpec,
    name: &'static str,
    times: &mut Vec<u64>,
    stop: &AtomicBool,
) -> Result<Option<Role>, Invalid> {
    let mut role = Role { name, matches: 0, turns: 0, faults: Vec::new(), is_partial: false };
    for seed in 0..MATCHES {
        let first = opened.begin(seed)?;
        let Some(seat) = seat_of(game, first.as_ref(), name) else { return Ok(None) };
        let mut seats = vec![opponent(game)?; first.seats()];
        seats[seat.index()] = spec.clone();
        let arena = Arena { info: opened.info(), opened, seats: &seats, rotate: false, from: None, house: Some(house) };
        let Conducted { game, told, .. } = arena.conduct(seed, Some(first), false, true, stop, |_| {})?;
        role.matches += 1;
        role.faults.extend(told);
        for step in 1..=game.steps() {
            let Some(heard) = game.heard_in(step) else { continue };
            let used = heard.used_us.iter().filter(|(by, _)| *by == seat).map(|(_, us)| *us);
            let before = times.len();
            times.extend(used);
            role.turns += (times.len() - before) as u64;
            role.is_partial |= heard.verdict(seat) == Verdict::Partial;
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(Some(role))
}

/// The first seat in play that has this role.
fn seat_of(game: &dyn Face, session: &dyn Session, role: &str) -> Option<Seat> {
    let info = game.info();
    let mut seats = (0..session.seats()).map(|seat| Seat(seat as u8));
    seats.find(|&seat| session.took_part(seat) && info.role_name(session.role(seat)) == role)
}

fn opponent(game: &dyn Face) -> Result<BotSpec, Invalid> {
    let bots = game.bots();
    let known = |name: &&str| bots.iter().any(|bot| bot.name == *name);
    let first = bots.first().map_or("random", |bot| bot.name);
    BotSpec::parse(["random", "uniform"].into_iter().find(known).unwrap_or(first))
}

impl Role {
    fn tell<E>(&self, findings: &mut Findings<'_, E>) -> Result<(), E> {
        let facts = json!({
            "role": self.name, "matches": self.matches, "turns": self.turns, "faults": self.faults.len(),
        });
        if self.faults.is_empty() {
            let words = format!("as {}: {} matches, {} turns, no fault", self.name, self.matches, self.turns);
            return findings.add(Grade::Pass, "plays", &words, &[], facts);
        }
        let many = many(self.faults.len() as u64, "fault");
        let words = format!("as {}: {many} in {} matches, {} turns", self.name, self.matches, self.turns);
        let mut below: Vec<String> = self.faults.iter().take(FAULTS).cloned().collect();
        if self.is_partial {
            below.push("bytes came without the end of a line: write a newline, and flush after every line".into());
        }
        findings.add(Grade::Fail, "plays", &words, &below, facts)
    }
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn tell_start<E>(findings: &mut Findings<'_, E>, seen: &Seen, program: &Program) -> Result<(), E> {
    let name = seen.name.as_deref().map(|name| format!(", as {}", shown(name))).unwrap_or_default();
    let words = format!("hello after {}{name}", millis(seen.hello));
    let facts = json!({"hello_us": seen.hello.as_micros() as u64, "calls_itself": seen.name});
    if seen.hello > program.startup / 2 {
        let words = format!("{words}, of {} that it has", millis(program.startup));
        return findings.add(Grade::Warn, "start", &words, &[], facts);
    }
    findings.add(Grade::Pass, "start", &words, &[], facts)
}

fn tell_lines<E>(findings: &mut Findings<'_, E>, seen: &Seen) -> Result<(), E> {
    let facts = json!({"strays": seen.strays});
    if seen.strays == 0 {
        return findings.add(Grade::Pass, "lines", "every line was a message", &[], facts);
    }
    let words = format!("{} lines were no message; write what is for you to standard error", seen.strays);
    let below: Vec<String> = seen.stray_lines.iter().take(FAULTS).cloned().collect();
    findings.add(Grade::Warn, "lines", &words, &below, facts)
}

fn tell_speed<E>(findings: &mut Findings<'_, E>, mut times: Vec<u64>, clock: Clock) -> Result<(), E> {
    times.sort_unstable();
    let Some(&slowest) = times.last() else { return Ok(()) };
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    let (median, p99) = (at(50), at(99));
    let [a, b, c] = [median, p99, slowest].map(|us| millis(Duration::from_micros(us)));
    let words = format!("median {a}, p99 {b}, slowest {c}; the clock is {clock}");
    let facts = json!({"median_us": median, "p99_us": p99, "slowest_us": slowest, "clock": clock.to_string()});
    let limit = match clock {
        Clock::Turn { turn, .. } | Clock::Cpu { turn } => Some(turn),
        Clock::Match { increment, .. } => Some(increment).filter(|increment| !increment.is_zero()),
        Clock::None => None,
    };
    let is_slow = limit.is_some_and(|limit| Duration::from_micros(p99) > limit / 2);
    findings.add(if is_slow { Grade::Warn } else { Grade::Pass }, "speed", &words, &[], facts)
}

fn tell_memory<E>(findings: &mut Findings<'_, E>, seen: &Seen, limit: u64) -> Result<(), E> {
    let facts = json!({"peak_bytes": seen.peak, "limit_bytes": limit});
    if seen.peak == 0 {
        return findings.add(Grade::Warn, "memory", "not known here", &[], facts);
    }
    let words = format!("{} MiB at most, of {} MiB", seen.peak.div_ceil(1 << 20), limit >> 20);
    findings.add(if seen.peak > limit / 2 { Grade::Warn } else { Grade::Pass }, "memory", &words, &[], facts)
}

/// Whether it leaves by itself when its input ends (B7).
fn tell_leave<E>(findings: &mut Findings<'_, E>, seen: &Seen) -> Result<(), E> {
    let Some((slowest, _)) = seen.departures.iter().max_by_key(|(took, _)| *took) else { return Ok(()) };
    let facts = json!({"leave_us": slowest.as_micros() as u64});
    let lingers = |(_, left): &&(Duration, Left)| left.term || left.killed > 0;
    if let Some((_, left)) = seen.departures.iter().find(lingers) {
        let (many, all) = (seen.departures.iter().filter(lingers).count(), seen.departures.len());
        let how = if left.killed > 0 { "and was killed" } else { "and needed SIGTERM" };
        let words = format!("{many} of {all} times it did not leave within 500 ms after the end of its input, {how}");
        // A machine that is busy may hold up one of them.
        let grade = if 2 * many > all { Grade::Fail } else { Grade::Warn };
        return findings.add(grade, "leaves", &words, &[], facts);
    }
    let unclean =
        seen.departures.iter().find(|(_, left)| left.fate.as_ref().is_some_and(|fate| *fate != Fate::Exited(0)));
    if let Some((_, left)) = unclean {
        let how = match &left.fate {
            Some(Fate::Exited(code)) => format!("with code {code}"),
            Some(Fate::Signalled(signal)) => format!("by signal {signal}"),
            _ => "over a limit".into(),
        };
        let errors = String::from_utf8_lossy(&left.stderr).into_owned();
        let lines: Vec<String> = errors.lines().rev().take(FAULTS).map(|line| shown(line).into_owned()).collect();
        let below: Vec<String> = lines.into_iter().rev().collect();
        return findings.add(Grade::Warn, "leaves", &format!("leaves {how} at the end of its input"), &below, facts);
    }
    findings.add(
        Grade::Pass,
        "leaves",
        &format!("by itself, {} after the end of its input", millis(*slowest)),
        &[],
        facts,
    )
}
