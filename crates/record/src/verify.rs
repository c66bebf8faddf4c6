//! Verifies a record by playing it again (K7).

use crate::Match;
use crate::differs::{Differs, Place};
use crate::heard::{Heard, read_verdicts, twice};
use crate::replay::{End, Header, Replay, Step};
use crate::seal;
use crate::trial::{FORFEIT, Trial, VOID};
use gridhaunt_kernel::face::{Complete, Session, TypedSession};
use gridhaunt_kernel::fault::{Price, Verdict};
use gridhaunt_kernel::json::{Value, brief, hex};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Info, Invalid, Seat};
use std::sync::Arc;

/// The rules by which choices are checked.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Whether all choices must be legal, which is so since format 2.
    strict: bool,
    /// Whether a seat may choose several times in a step.
    several: bool,
}

impl Terms {
    /// The rules for a record.
    pub fn of(registry: &Registry, header: &Header) -> Result<Self, Invalid> {
        let several = registry.find(&header.game)?.info().dynamics.takes_several();
        Ok(Self { strict: header.format > 1, several })
    }

    /// Plays a step and checks it.
    fn step<S: Session + ?Sized>(self, game: &mut Match<S>, step: &Step) -> Result<(), Differs> {
        let place = Place::Step(game.session().steps() + 1);
        self.play(game, step).map_err(|wrong| Differs::wrong(step.line, place, wrong))
    }

    fn play<S: Session + ?Sized>(self, game: &mut Match<S>, step: &Step) -> Result<(), Invalid> {
        let choices = self.choices(game.session(), step)?;
        let heard = others(game.session(), step)?;
        if let Some(trial) = game.trial().filter(|trial| game.session().steps() >= trial.after()) {
            check_trial(game.session(), trial, &choices, &heard)?;
        }
        game.step_as(&choices, heard, |session| {
            same("hash", step.hash, session.hash())?;
            session.check().map_err(|what| Invalid::new("hash", hex(step.hash), "a state of this game").says(what))
        })
    }

    /// The choices of a step, if the game accepts them (K7).
    fn choices(self, session: &(impl Session + ?Sized), step: &Step) -> Result<Vec<(Seat, u64)>, Invalid> {
        if session.phase().is_over() {
            let words = "the game is over, yet the record goes on";
            return Err(Invalid::new("step", session.steps() + 1, "the end").says(words));
        }
        let asked = session.phase().seats();
        let mut choices: Vec<(Seat, u64)> = Vec::with_capacity(step.choices.len());
        for (i, (seat, value)) in step.choices.iter().enumerate() {
            check_seat(session, "choices", i, *seat)?;
            let code = session.read_action(value).map_err(|error| error.within(&format!("choices[{i}]")))?;
            if self.strict {
                let wrong = |expected: String| Err(Invalid::new(format!("choices[{i}]"), pair(*seat, value), expected));
                if !asked.contains(*seat) {
                    return wrong("a choice of a seat that is asked".into());
                }
                if !self.several && choices.iter().any(|(chooser, _)| chooser == seat) {
                    return wrong(format!("the only choice of seat {seat}"));
                }
                // With a second spelling of an action, one match could have two records.
                if !session.allows(*seat, code) || session.action(code) != *value {
                    return wrong(format!("a choice that seat {seat} has, as the game writes it"));
                }
            }
            choices.push((*seat, code));
        }
        Ok(choices)
    }
}

fn same(field: &str, recorded: u64, here: u64) -> Result<(), Invalid> {
    if recorded == here { Ok(()) } else { Err(Invalid::new(field, hex(recorded), hex(here))) }
}

fn pair(seat: Seat, value: &Value) -> String {
    format!("[{seat},{}]", brief(value))
}

fn check_seat(session: &(impl Session + ?Sized), list: &str, i: usize, seat: Seat) -> Result<(), Invalid> {
    let seats = session.seats();
    if seat.index() < seats {
        return Ok(());
    }
    let words = format!("seat {seat} does not exist, there are {seats}");
    Err(Invalid::new(format!("{list}[{i}]"), seat, format!("0..={}", seats - 1)).says(words))
}

/// Checks the other entries of a step: a refused choice must have a verdict, and must be illegal if the verdict says
/// so.
fn others(session: &(impl Session + ?Sized), step: &Step) -> Result<Heard, Invalid> {
    for (name, list) in
        [("refused", &step.refused), ("verdicts", &step.verdicts), ("used_us", &step.used_us), ("notes", &step.notes)]
    {
        list.iter().enumerate().try_for_each(|(i, (seat, _))| check_seat(session, name, i, *seat))?;
    }
    let heard = Heard::read(step)?;
    for (i, (seat, wanted)) in step.refused.iter().enumerate() {
        let wrong = |expected: &str| Err(Invalid::new(format!("refused[{i}]"), pair(*seat, wanted), expected));
        let is_allowed = || session.read_action(wanted).is_ok_and(|code| session.allows(*seat, code));
        match heard.verdict(*seat) {
            Verdict::Ok => return wrong("something with a verdict on its seat"),
            _ if !session.phase().asks(*seat) => return wrong("the wish of a seat that is asked"),
            Verdict::Illegal if is_allowed() => return wrong("something that is not allowed"),
            _ => {}
        }
    }
    Ok(heard)
}

/// Checks what a match with programs demands of a step (B14): nobody chooses who is out, whoever is asked chooses or has
/// a verdict, and nothing is played once the match is decided.
fn check_trial(
    session: &(impl Session + ?Sized),
    trial: &Trial,
    choices: &[(Seat, u64)],
    heard: &Heard,
) -> Result<(), Invalid> {
    if let Some(why) = trial.stopped() {
        let words = format!("the match has stopped: {why}, yet the record goes on");
        return Err(Invalid::new("step", session.steps() + 1, "the end").says(words));
    }
    for (i, &(seat, code)) in choices.iter().enumerate() {
        let wrong =
            |expected: String| Err(Invalid::new(format!("choices[{i}]"), pair(seat, &session.action(code)), expected));
        let verdict = heard.verdict(seat);
        if trial.is_out(seat) {
            return wrong("a choice of a seat whose entrant is not out".into());
        }
        if verdict == Verdict::Illegal || matches!(verdict.price(), Price::Out | Price::Void) {
            return wrong(format!("possible beside the verdict {} on seat {seat}", verdict.name()));
        }
    }
    check_verdicts(session, trial, &heard.verdicts)?;
    // Who was lost before this step was not asked any more, on none of its seats.
    let mut after = trial.clone();
    for &(seat, verdict) in &heard.verdicts {
        after.judge(seat, verdict, session.steps() + 1);
    }
    for seat in session.phase().seats().iter().filter(|&seat| !after.is_out(seat)) {
        if heard.verdict(seat) == Verdict::Ok && !choices.iter().any(|(chooser, _)| *chooser == seat) {
            let words = format!("seat {seat} is asked, but has neither a choice nor a verdict");
            return Err(Invalid::new("choices", "nothing", format!("a choice of seat {seat}")).says(words));
        }
    }
    Ok(())
}

/// Checks that verdicts are about seats that can have one: each once, none that is out, and who is not asked can only be
/// lost.
fn check_verdicts(
    session: &(impl Session + ?Sized),
    trial: &Trial,
    verdicts: &[(Seat, Verdict)],
) -> Result<(), Invalid> {
    let wrong = |i: usize, expected: String| {
        let (seat, verdict) = verdicts[i];
        Err(Invalid::new(format!("verdicts[{i}]"), format!("[{seat},\"{}\"]", verdict.name()), expected))
    };
    if let Some(i) = twice(verdicts) {
        return wrong(i, format!("the only verdict on seat {}", verdicts[i].0));
    }
    for (i, &(seat, verdict)) in verdicts.iter().enumerate() {
        if trial.is_out(seat) {
            return wrong(i, "a verdict on a seat whose entrant is not out".into());
        }
        if !session.phase().asks(seat) && matches!(verdict.price(), Price::Nothing | Price::Strike) {
            return wrong(i, "a verdict on a seat that is asked".into());
        }
        if verdict == Verdict::Unready && session.steps() > trial.after() {
            return wrong(i, "a verdict after the first step".into());
        }
    }
    Ok(())
}

/// Checks the end of a record.
fn check_end<S: Session + ?Sized>(game: &Match<S>, end: &End) -> Result<(), Differs> {
    let session = game.session();
    let wrong = |wrong: Invalid| Differs::wrong(end.line, Place::End, wrong);
    if let Some(hash) = end.hash {
        same("hash", hash, session.hash()).map_err(wrong)?;
    }
    let outcome = session.outcome();
    match (&outcome, &end.stopped) {
        (None, None) => return Err(Differs::CutOff { line: end.line, steps: session.steps() }),
        (Some(_), Some(word)) => {
            let got = Value::from(word.as_str());
            return Err(wrong(Invalid::new("stopped", &got, "in a match that is over").says("the match is over")));
        }
        _ => {}
    }
    let trial = late_verdicts(game, end).map_err(wrong)?;
    if let Some(after) = trial.as_ref().map(Trial::after).filter(|after| *after > session.steps()) {
        return Err(wrong(Invalid::new("forked_after", after, format!("0..={}", session.steps()))));
    }
    let why = trial.as_ref().filter(|_| outcome.is_none()).and_then(Trial::stopped);
    // Whoever leaves a match may give any reason but these two.
    let claimed = end.stopped.as_deref().filter(|word| why.is_some() || [FORFEIT, VOID].contains(word));
    if claimed != why {
        let got = brief(&end.stopped.clone().into());
        let expected = why.map_or_else(|| "another reason".into(), |why| format!("\"{why}\""));
        let words = why.is_none().then(|| format!("the match had not stopped by {}", claimed.unwrap_or_default()));
        let invalid = Invalid::new("stopped", got, expected);
        return Err(wrong(words.map_or(invalid.clone(), |words| invalid.says(words))));
    }
    end.counts
        .strays
        .iter()
        .enumerate()
        .try_for_each(|(i, (seat, _))| check_seat(session, "strays", i, *seat))
        .map_err(wrong)?;
    let game: Vec<u8> = outcome.iter().flat_map(|end| end.seats.iter().map(|seat| seat.rank)).collect();
    let ranks = match &trial {
        Some(trial) if outcome.is_some() || why == Some(FORFEIT) => trial.ranks(&game),
        _ => game,
    };
    let here = serde_json::to_value(&outcome).unwrap_or(Value::Null);
    first_difference("outcome", &end.outcome, &here).map_err(wrong)?;
    match &end.ranks {
        Some(recorded) => first_difference("ranks", &recorded.clone().into(), &ranks.into()).map_err(wrong),
        None => Ok(()),
    }
}

/// The standings of a match with programs at its end, with the verdicts since the last step.
fn late_verdicts<S: Session + ?Sized>(game: &Match<S>, end: &End) -> Result<Option<Trial>, Invalid> {
    let (session, mut trial) = (game.session(), game.trial().cloned());
    let verdicts = read_verdicts(&end.verdicts)?;
    verdicts.iter().enumerate().try_for_each(|(i, (seat, _))| check_seat(session, "verdicts", i, *seat))?;
    match &mut trial {
        Some(trial) if !verdicts.is_empty() => {
            if trial.stopped().is_some() || session.phase().is_over() {
                let words = "the match has stopped, nobody is judged any more";
                return Err(Invalid::new("verdicts", verdicts.len(), "nothing").says(words));
            }
            check_verdicts(session, trial, &verdicts)?;
            if let Some(i) = verdicts.iter().position(|(_, verdict)| verdict.price() == Price::Strike) {
                let (seat, verdict) = verdicts[i];
                let got = format!("[{seat},\"{}\"]", verdict.name());
                return Err(Invalid::new(format!("verdicts[{i}]"), got, "a verdict on a program that is lost"));
            }
            for (seat, verdict) in verdicts {
                trial.judge(seat, verdict, session.steps() + 1);
            }
        }
        None if !verdicts.is_empty() => {
            let words = "nobody is judged in a match without programs";
            return Err(Invalid::new("verdicts", verdicts.len(), "nothing").says(words));
        }
        _ => {}
    }
    Ok(trial)
}

/// Returns an error at the first place where two JSON values differ.
fn first_difference(field: &str, recorded: &Value, here: &Value) -> Result<(), Invalid> {
    let places: Vec<(String, Option<&Value>, Option<&Value>)> = match (recorded, here) {
        (Value::Object(left), Value::Object(right)) => {
            let more = right.keys().filter(|key| !left.contains_key(*key));
            left.keys().chain(more).map(|key| (format!("{field}.{key}"), left.get(key), right.get(key))).collect()
        }
        (Value::Array(left), Value::Array(right)) => {
            let longest = left.len().max(right.len());
            (0..longest).map(|i| (format!("{field}[{i}]"), left.get(i), right.get(i))).collect()
        }
        _ if recorded == here => return Ok(()),
        _ => return Err(Invalid::new(field, brief(recorded), brief(here))),
    };
    for (field, left, right) in places {
        match (left, right) {
            (Some(left), Some(right)) => first_difference(&field, left, right)?,
            (Some(left), None) => return Err(Invalid::new(field, brief(left), "here").says("should not be there")),
            (None, right) => {
                let expected = right.map(brief).unwrap_or_default();
                return Err(Invalid::new(field, "nothing", &expected).says(format!("not there, need {expected}")));
            }
        }
    }
    Ok(())
}

/// A match that is replayed while its lines are read. `S` is the type of its session if the game is known.
pub struct Proof<S: Session + ?Sized = dyn Session> {
    /// The match, after the steps taken so far.
    pub game: Match<S>,
    terms: Terms,
}

impl Proof {
    /// Sets the match up as recorded, and checks that it starts as recorded.
    pub fn begin(registry: &Registry, header: &Header) -> Result<Self, Differs> {
        let wrong = |wrong: Invalid| Differs::wrong(header.line, Place::Header, wrong);
        let face = registry.find(&header.game).map_err(wrong)?;
        check_versions(&face.info(), header)?;
        let set_up = || {
            let opened = face.open(&header.settings)?;
            check_settings(&opened.resolved(), header)?;
            let session = match &header.state {
                Some(state) => opened.begin_from(header.seed, state)?,
                None => opened.begin(header.seed)?,
            };
            Self::start(&face.info(), header, session)
        };
        set_up().map_err(wrong)
    }
}

impl<G: Complete> Proof<TypedSession<G>> {
    /// The same for a known game; the caller must have checked that the record belongs to this game and size.
    pub fn typed(header: &Header) -> Result<Self, Differs> {
        check_versions(&G::INFO, header)?;
        let set_up = || {
            let settings = G::Settings::read(&header.settings)?;
            check_settings(&settings.resolved(), header)?;
            let (world, state) = match &header.state {
                Some(state) => G::given(&settings, header.seed, state)?,
                None => G::make(&settings, header.seed)?,
            };
            Self::start(&G::INFO, header, Box::new(TypedSession::new(Arc::new(world), state)))
        };
        set_up().map_err(|wrong| Differs::wrong(header.line, Place::Header, wrong))
    }
}

fn check_versions(info: &Info, header: &Header) -> Result<(), Differs> {
    for (what, got, known) in
        [("rules", header.rules, info.rules_version), ("generator", header.generator, info.generator_version)]
    {
        if got != u64::from(known) {
            let what = format!("the {what} of {}", info.name);
            return Err(Differs::Version { line: header.line, what, got, known: known.into() });
        }
    }
    Ok(())
}

/// Checks the digest of all settings, defaults included (K7).
fn check_settings(resolved: &[(&'static str, Value)], header: &Header) -> Result<(), Invalid> {
    let Some(recorded) = &header.settings_digest else { return Ok(()) };
    let here = seal::of_settings(resolved);
    if *recorded == here {
        return Ok(());
    }
    Err(Invalid::new("settings_digest", seal::digits(recorded), seal::digits(&here)))
}

impl<S: Session + ?Sized> Proof<S> {
    fn start(info: &Info, header: &Header, mut session: Box<S>) -> Result<Self, Invalid> {
        let terms = Terms { strict: header.format > 1, several: info.dynamics.takes_several() };
        session.name_players(&header.seats);
        same("world", header.world, session.digest())?;
        same("hash", header.hash, session.hash())?;
        if terms.strict && header.seats.len() != session.seats() {
            let (got, seats) = (header.seats.len(), session.seats());
            let words = format!("{got} names, need {seats}, one for each seat");
            return Err(Invalid::new("seats", got, format!("{seats} names")).says(words));
        }
        Ok(Self { game: judged(session, header)?, terms })
    }

    /// Plays a step and checks it.
    pub fn step(&mut self, step: &Step) -> Result<(), Differs> {
        self.terms.step(&mut self.game, step)
    }

    /// Checks the end of the record.
    pub fn end(&self, end: &End) -> Result<(), Differs> {
        check_end(&self.game, end)
    }
}

/// A match that counts verdicts if its header says that programs play.
fn judged<S: Session + ?Sized>(session: Box<S>, header: &Header) -> Result<Match<S>, Invalid> {
    let game = Match::new(session);
    match &header.programs {
        Some(programs) => game.judged(programs),
        None => Ok(game),
    }
}

/// A record that is replayed through the engine, step by step.
pub struct Rerun<'a, S: Session + ?Sized = dyn Session> {
    replay: &'a Replay,
    /// The match, after the steps taken so far.
    pub game: Match<S>,
    terms: Terms,
    taken: usize,
    told: bool,
}

impl<'a> Rerun<'a> {
    /// Sets the match up as recorded, and checks that it starts as recorded.
    pub fn new(registry: &Registry, replay: &'a Replay) -> Result<Self, Differs> {
        Ok(Self::of(replay, Proof::begin(registry, &replay.header)?))
    }
}

impl<'a, S: Session + ?Sized> Rerun<'a, S> {
    /// Continues from a match that was set up as recorded.
    #[must_use]
    pub fn of(replay: &'a Replay, Proof { game, terms }: Proof<S>) -> Self {
        Self { replay, game, terms, taken: 0, told: false }
    }

    /// Stores all steps, so that they can be shown later.
    #[must_use]
    pub fn filmed(self) -> Self {
        Self { game: self.game.filmed(), ..self }
    }

    /// Continues from a match whose steps so far have been verified.
    #[must_use]
    pub fn resume(terms: Terms, replay: &'a Replay, session: Box<S>) -> Self {
        let taken = usize::try_from(session.steps()).unwrap_or(usize::MAX);
        let mut trial = replay.header.programs.as_ref().and_then(|held| Trial::new(held, session.seats()).ok());
        if let Some(trial) = &mut trial {
            for (number, step) in (1..).zip(replay.steps.iter().take(taken)) {
                for (seat, verdict) in read_verdicts(&step.verdicts).unwrap_or_default() {
                    trial.judge(seat, verdict, number);
                }
            }
        }
        Self { replay, game: Match::new(session).tried(trial), terms, taken, told: false }
    }

    /// Plays the next step and checks it; `None` when all are played.
    pub fn next_step(&mut self) -> Option<Result<(), Differs>> {
        let Some(recorded) = self.replay.steps.get(self.taken) else {
            // Damage after the last step is returned once.
            let damage = self.replay.damage.clone().filter(|_| !self.told);
            self.told = true;
            return damage.map(Err);
        };
        let before = self.game.session().steps();
        let verdict = self.terms.step(&mut self.game, recorded);
        self.taken += usize::from(self.game.session().steps() > before);
        Some(verdict)
    }

    /// How many steps have been played.
    #[must_use]
    pub const fn taken(&self) -> usize {
        self.taken
    }

    /// Checks the end of the record.
    pub fn check_end(&self) -> Result<(), Differs> {
        if let Some(damage) = &self.replay.damage {
            return Err(damage.clone());
        }
        match &self.replay.end {
            Some(end) => check_end(&self.game, end),
            None => {
                let line = self.replay.steps.last().map_or(self.replay.line(), |step| step.line);
                Err(Differs::CutOff { line, steps: self.replay.steps.len() as u64 })
            }
        }
    }
}

/// Verifies a whole record; returns the session at its end, or the first difference.
pub fn verify(registry: &Registry, replay: &Replay) -> Result<Box<dyn Session>, Differs> {
    let mut rerun = Rerun::new(registry, replay)?;
    while let Some(step) = rerun.next_step() {
        step?;
    }
    rerun.check_end()?;
    Ok(rerun.game.into_session())
}
