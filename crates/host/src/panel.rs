//! The programs of one match: all that are asked at once are awaited at once (B9).

use crate::clock::{Budget, Clock};
use crate::host::{Berth, Host, leave_all};
use crate::manifest::Program;
use crate::protocol::{About, End, Last, Start, ToBot, Turn};
use crate::running::{Asks, Judge, Leftovers, Running, Settled, timespec};
use gridhaunt_kernel::fault::{Report, Verdict};
use gridhaunt_kernel::json::Value;
use rustix::event::{PollFd, poll};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a process that played before may take to say that it is there (B7).
const PONG: Duration = Duration::from_secs(1);
/// How long the last words of a program that is gone are awaited.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How many lines before the last one are told, and how much of each.
const MOST_BEFORE: usize = 2;
const MOST_OF_LINE: usize = 200;
/// How often a wait looks whether all is to stop.
const LOOK: Duration = Duration::from_millis(100);

/// A seat that a program has.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The seat.
    pub seat: u8,
    /// The program.
    pub program: Arc<Program>,
    /// The options that `start` hands over.
    pub options: Value,
    /// The entrant; seats of one entrant may share a process where the game allows it (B8).
    pub entrant: u8,
}

/// What the game tells all seats.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The version of its rules.
    pub rules: u32,
    /// The role of every seat.
    pub roles: Vec<&'a str>,
    /// The name of every seat's entrant; none where it is hidden.
    pub names: Vec<Option<&'a str>>,
}

/// The programs of one match.
pub struct Panel {
    host: Arc<Host>,
    seed: u64,
    /// A random name that tells nothing of the match.
    pub name: String,
    programs: Vec<Running>,
    seats: Vec<SeatState>,
    words: Words,
    excuses: bool,
    /// The bots' seeds of a match that is played over, by seat.
    seeds: BTreeMap<u8, u64>,
    /// The line of the last question, and the view in it.
    line: Vec<u8>,
    view: Vec<u8>,
    /// The seat whose view that is, until an answer is heard.
    seen: Option<u8>,
}

/// A seat's clock and what is told to its program.
struct SeatState {
    taken: Taken,
    /// Its process, if it could be started.
    place: Result<usize, String>,
    budget: Budget,
    last: Option<Last>,
    verdicts: BTreeMap<&'static str, u64>,
    /// The processor time before the turn (B10).
    processor: Duration,
    /// When the last answer came.
    answered: Option<Instant>,
}

impl Panel {
    /// Gives every taken seat a process. One that cannot be started is `unfit`, which [`Panel::ready`] reports. Without
    /// `excuses` the machine is never to blame for a late turn (B12).
    #[must_use]
    pub fn open(host: Arc<Host>, seed: u64, game: &str, taken: Vec<Taken>, excuses: bool) -> Self {
        let mut words = Words::default();
        let name = words.next();
        let mut panel = Self {
            host,
            seed,
            name,
            programs: Vec::new(),
            seats: Vec::new(),
            words,
            excuses,
            seeds: BTreeMap::new(),
            line: Vec::new(),
            view: Vec::new(),
            seen: None,
        };
        // B8: the seat whose process another seat shares.
        let shared = |seat: usize| {
            let (of_seat, others) = (&taken[seat], &taken[..seat]);
            let same = |other: &Taken| other.entrant == of_seat.entrant && *other.program == *of_seat.program;
            others.iter().position(|other| of_seat.program.team && same(other))
        };
        let shared: Vec<Option<usize>> = (0..taken.len()).map(shared).collect();
        let alone = taken.iter().zip(&shared).filter(|(_, shared)| shared.is_none());
        let mut berths =
            panel.host.berths(&alone.map(|(taken, _)| &taken.program).collect::<Vec<_>>(), seed).into_iter();
        for (taken, shared) in taken.into_iter().zip(shared) {
            let place = match shared {
                Some(other) => panel.seats[other].place.clone(),
                None => panel.process(&taken, game, berths.next().unwrap_or(Berth::Fresh(None))),
            };
            panel.seats.push(SeatState {
                budget: Budget::new(if panel.host.terms.debug == Some(taken.seat) {
                    Clock::None // B13
                } else {
                    panel.host.terms.clock
                }),
                taken,
                place,
                last: None,
                verdicts: BTreeMap::new(),
                processor: Duration::ZERO,
                answered: None,
            });
        }
        panel
    }

    /// The place of a process for a seat. One that played before must answer a ping, else it is replaced (B7).
    fn process(&mut self, taken: &Taken, game: &str, berth: Berth) -> Result<usize, String> {
        let (host, seed) = (self.host.clone(), self.seed);
        let launch = |lent| host.launch(&taken.program, game, taken.seat, lent).map_err(|unfit| unfit.to_string());
        let mut running = match berth {
            Berth::Fresh(lent) => launch(lent)?,
            Berth::Waits(running) => *running,
        };
        if running.played > 0 {
            let id = self.words.next();
            running.ask(Asks::Pong, taken.seat, id.clone(), &ToBot::Ping { id: &id }.line(), Some(PONG));
            let settled = await_one(&mut running, Asks::Pong, taken.seat, Judge::NONE);
            if settled.verdict != Verdict::Ok {
                let lent = running.lent.take();
                let _ = leave_all(vec![running]);
                running = launch(lent)?;
            }
        }
        running.played += 1;
        running.excuses = self.excuses;
        running.seeds.insert(seed);
        self.programs.push(running);
        Ok(self.programs.len() - 1)
    }

    /// Makes it the match that a record tells of: programs are told its name, and get the seeds that they had.
    pub fn recall(&mut self, name: &str, seeds: impl IntoIterator<Item = (u8, u64)>) {
        self.name = name.into();
        self.seeds = seeds.into_iter().collect();
    }

    /// Sets what the next turn tells a seat's program of its time and of the turn before.
    pub fn relive(&mut self, seat: u8, budget: Budget, last: Option<Last>) {
        if let Some(state) = self.seats.iter_mut().find(|state| state.taken.seat == seat) {
            (state.budget, state.last) = (budget, last);
        }
    }

    /// Notes what was played in the turn before as the game writes it, for `last` of the next turn (B7).
    pub fn played(&mut self, seat: u8, action: Value) {
        let state = self.seats.iter_mut().find(|state| state.taken.seat == seat);
        if let Some(last) = state.and_then(|state| state.last.as_mut()) {
            last.played = action;
        }
    }

    /// The seat that is debugged, if any (B13).
    #[must_use]
    pub fn debugged(&self) -> Option<u8> {
        self.host.terms.debug.filter(|seat| self.state(*seat).is_some())
    }

    /// The process id of a seat's program (B13).
    #[must_use]
    pub fn pid(&self, seat: u8) -> Option<u32> {
        self.running(seat).and_then(Running::held).map(|held| held.pid)
    }

    /// The program of a seat.
    #[must_use]
    pub fn running(&self, seat: u8) -> Option<&Running> {
        self.state(seat).and_then(|state| state.place.as_ref().ok()).and_then(|&place| self.programs.get(place))
    }

    fn state(&self, seat: u8) -> Option<&SeatState> {
        self.seats.iter().find(|state| state.taken.seat == seat)
    }

    /// Tells a seat's program that a match begins, with what it is told once and what it sees then; it may still be starting.
    pub fn start(&mut self, seat: u8, facts: &Facts<'_>, start: &str, view: &str) {
        let (seed, first) = (self.bot_seed(seat), self.host.terms.first);
        let Some(state) = self.seats.iter().find(|state| state.taken.seat == seat) else { return };
        let Ok(place) = state.place else { return };
        let line = ToBot::Start(Start {
            r#match: &self.name,
            game: facts.game,
            rules: facts.rules,
            seat,
            role: facts.roles.get(usize::from(seat)).copied().unwrap_or_default(),
            seats: facts.roles.len(),
            roles: facts.roles.clone(),
            names: facts.names.clone(),
            start: &raw(start),
            view: &raw(view),
            options: &state.taken.options,
            clock: self.host.terms.clock.document(),
            seed: seed.to_string(),
        })
        .line();
        self.programs[place].start(seat, line, first + self.host.margin);
    }

    /// Waits until a seat's program is ready; a report if it is not.
    pub fn ready(&mut self, seat: u8) -> Option<Report> {
        let place = match &self.state(seat)?.place {
            Ok(place) => *place,
            Err(why) => return Some(self.report(seat, Verdict::Unfit, why.clone())),
        };
        let (settled, _) = self.wait(place, Asks::Ready, seat, Judge::NONE);
        if settled.verdict == Verdict::Ok {
            return None;
        }
        let words = self.with_errors(place, &settled.words, Judge::NONE);
        Some(self.report(seat, settled.verdict, words))
    }

    /// The words of a fault with the last lines that the program wrote to its standard error. They may not have been read
    /// yet; others are attended to meanwhile.
    fn with_errors(&mut self, place: usize, words: &str, judge: Judge<'_>) -> String {
        let until = Instant::now() + LAST_WORDS;
        while self.programs[place].is_dying() && Instant::now() < until {
            self.attend(judge, Duration::from_millis(1));
        }
        match last_words(&self.programs[place].last_errors()) {
            Some(last) if self.programs[place].gone.is_some() => format!("{words}; its last words: {last}"),
            _ => words.into(),
        }
    }

    fn report(&mut self, seat: u8, verdict: Verdict, words: String) -> Report {
        if let Some(state) = self.seats.iter_mut().find(|state| state.taken.seat == seat) {
            *state.verdicts.entry(verdict.name()).or_default() += 1;
        }
        Report { verdict, wanted: None, used_us: 0, notes: Vec::new(), words }
    }

    /// Asks a seat's program, without waiting. `view` and `legal` append their texts; `alike` says whether the seat's view
    /// is that of another seat, whose text is then taken.
    pub fn ask(
        &mut self,
        seat: u8,
        turn: u64,
        alike: impl FnOnce(u8) -> bool,
        view: impl FnOnce(&mut Vec<u8>),
        legal: impl FnOnce(&mut Vec<u8>),
    ) {
        let (id, margin) = (self.words.next(), self.host.margin);
        let Some(state) = self.seats.iter_mut().find(|state| state.taken.seat == seat) else { return };
        let Ok(place) = state.place else { return };
        let (left_ms, bank_ms) = state.budget.told();
        let about = About { id: &id, turn, seat, left_ms, bank_ms, last: state.last.as_ref() };
        if !self.seen.is_some_and(alike) {
            self.view.clear();
            view(&mut self.view);
            self.seen = Some(seat);
        }
        self.line.clear();
        Turn::write(&mut self.line, about, &self.view, state.taken.program.legal.then_some(legal));
        let limit = state.budget.wall().map(|limit| limit + margin);
        if matches!(self.host.terms.clock, Clock::Cpu { .. }) && state.processor.is_zero() {
            state.processor = self.programs[place].processor();
        }
        self.programs[place].ask(Asks::Move, seat, id, &self.line, limit);
    }

    /// Waits for the answer of a seat's program; the choice that is played, if any, and what is recorded of it.
    pub fn collect(&mut self, seat: u8, judge: Judge<'_>) -> (Option<u64>, Report) {
        self.seen = None;
        let Some(place) = self.state(seat).map(|state| state.place.clone()) else {
            return (None, Report { verdict: Verdict::Host, ..silent() });
        };
        let place = match place {
            Ok(place) => place,
            Err(why) => return (None, self.report(seat, Verdict::Unfit, why)),
        };
        let (mut settled, notes) = self.wait(place, Asks::Move, seat, judge);
        let margin = self.host.margin;
        if settled.verdict != Verdict::Ok {
            settled.words = self.with_errors(place, &settled.words, judge);
            let words = format!("{}: {}", settled.verdict.name(), settled.words);
            self.programs[place].remark(&words);
        }
        let cpu = matches!(self.host.terms.clock, Clock::Cpu { .. });
        let now = if cpu { self.programs[place].processor() } else { Duration::ZERO };
        let Some(state) = self.seats.iter_mut().find(|state| state.taken.seat == seat) else {
            return (None, Report { verdict: Verdict::Host, ..silent() });
        };
        let mut used = settled.used;
        if cpu {
            used = now.saturating_sub(state.processor);
            state.processor = now;
        }
        if state.budget.spend(used, margin) && settled.verdict == Verdict::Ok {
            settled.verdict = Verdict::Late;
            settled.words = format!("it used {} ms", used.as_millis());
            (settled.code, settled.wanted) = (None, Some(std::mem::take(&mut settled.played)));
        }
        state.answered = Some(settled.at);
        *state.verdicts.entry(settled.verdict.name()).or_default() += 1;
        let used_us = u64::try_from(used.as_micros()).unwrap_or(u64::MAX);
        state.last =
            Some(Last { verdict: settled.verdict.name(), used_ms: used_us as f64 / 1e3, played: settled.played });
        let report = Report { verdict: settled.verdict, wanted: settled.wanted, used_us, notes, words: settled.words };
        (settled.code, report)
    }

    /// Waits for an answer, and attends to everybody who is awaited meanwhile.
    fn wait(&mut self, place: usize, asks: Asks, seat: u8, judge: Judge<'_>) -> (Settled, Vec<Value>) {
        loop {
            if let Some(answer) = self.programs[place].answer(asks, seat) {
                return answer;
            }
            if self.host.is_stopped() {
                return (stopped("the match was stopped"), Vec::new());
            }
            if !self.attend(judge, LOOK) {
                return (stopped("nothing was asked"), Vec::new());
            }
        }
    }

    /// Waits for news of those who are awaited, but not longer than `most`, and attends to them; false if there are none.
    fn attend(&mut self, judge: Judge<'_>, most: Duration) -> bool {
        let now = Instant::now();
        let mut look = now + most;
        let mut fds = Vec::with_capacity(3 * self.programs.len());
        let mut awaited = Vec::with_capacity(self.programs.len());
        for (place, running) in self.programs.iter().enumerate().filter(|(_, running)| running.is_awaited()) {
            awaited.push((place, fds.len()));
            running.watch(&mut fds);
            look = running.next_look().map_or(look, |next| look.min(next));
        }
        let _ = poll(&mut fds, Some(&timespec(look.saturating_duration_since(now))));
        // The first of each is its control channel.
        let told: Vec<(usize, bool)> =
            awaited.iter().map(|&(place, i)| (place, fds.get(i).is_some_and(|fd| !fd.revents().is_empty()))).collect();
        for &(place, _) in &told {
            self.programs[place].fill();
        }
        for &(place, told) in &told {
            self.programs[place].attend(judge, told);
        }
        !told.is_empty()
    }

    /// When the last answer of a seat's program came.
    #[must_use]
    pub fn answered(&self, seat: u8) -> Option<Instant> {
        self.state(seat).and_then(|state| state.answered)
    }

    /// Tells a seat's program that it is out, while the match goes on (B7).
    pub fn out(&mut self, seat: u8) {
        self.tell(seat, &ToBot::Out { seat }.line());
    }

    fn tell(&mut self, seat: u8, line: &[u8]) {
        if let Some(SeatState { place: Ok(place), .. }) = self.seats.iter().find(|state| state.taken.seat == seat) {
            self.programs[*place].send(line);
        }
    }

    /// Tells a seat's program that the match is over (B7).
    pub fn end(&mut self, seat: u8, view: &str, outcome: &str) {
        let Some(state) = self.state(seat) else { return };
        let verdicts = state.verdicts.iter().map(|(&name, &many)| (name.to_string(), many.into())).collect();
        let (view, outcome) = (raw(view), raw(outcome));
        let line = ToBot::End(End { seat, view: &view, outcome: &outcome, verdicts: Value::Object(verdicts) }).line();
        self.tell(seat, &line);
    }

    /// The seed of a seat's program, for the record.
    #[must_use]
    pub fn bot_seed(&self, seat: u8) -> u64 {
        self.seeds.get(&seat).copied().unwrap_or_else(|| self.host.bot_seed(&self.name, seat))
    }

    /// What a match left to be recorded, by seat.
    pub fn leftovers(&mut self) -> Vec<(u8, Leftovers)> {
        let mut all = Vec::new();
        for (place, running) in self.programs.iter_mut().enumerate() {
            let seat = self.seats.iter().find(|state| state.place == Ok(place)).map_or(0, |state| state.taken.seat);
            let left = running.leftovers();
            self.host.see(running, &left);
            all.push((seat, left));
        }
        all
    }

    /// Ends the match: processes that may play again are kept, unless the match is void (B9a).
    pub fn close(&mut self, void: bool) {
        let mut programs = std::mem::take(&mut self.programs);
        let mut renewed: Vec<&mut Running> =
            programs.iter_mut().filter(|running| !void && running.is_reusable()).collect();
        renewed.iter_mut().for_each(|running| running.renew());
        renewed.iter_mut().for_each(|running| running.renewed());
        self.host.take_back(programs, !void);
    }
}

impl Drop for Panel {
    fn drop(&mut self) {
        let _ = leave_all(std::mem::take(&mut self.programs));
    }
}

/// The last line that a program wrote, and before it what tells where it was written: of a traceback of Python the
/// last place in it, else the lines before.
fn last_words(lines: &[String]) -> Option<String> {
    // Marks below a piece of code say nothing without their place.
    let says = |line: &&str| !line.chars().all(|sign| " ^~".contains(sign));
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_matches(' ')).filter(says).collect();
    let (last, before) = lines.split_last()?;
    let is_place = |line: &&str| line.starts_with("File \"") && line.contains(", line ");
    let from = before.iter().rposition(is_place).unwrap_or(before.len().saturating_sub(MOST_BEFORE));
    let cut = |line: &&str| match line.char_indices().nth(MOST_OF_LINE) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => (*line).into(),
    };
    let before: Vec<String> = before[from..].iter().take(MOST_BEFORE).map(cut).collect();
    Some(if before.is_empty() { (*last).into() } else { format!("{last} (before: {})", before.join(" | ")) })
}

/// Waits for one program alone.
fn await_one(running: &mut Running, asks: Asks, seat: u8, judge: Judge<'_>) -> Settled {
    loop {
        if let Some((settled, _)) = running.answer(asks, seat) {
            return settled;
        }
        let mut fds: Vec<PollFd<'_>> = Vec::new();
        running.watch(&mut fds);
        let next = running.next_look().unwrap_or_else(Instant::now);
        let _ = poll(&mut fds, Some(&timespec(next.saturating_duration_since(Instant::now()))));
        drop(fds);
        if !running.is_awaited() && running.gone.is_none() {
            return stopped("nothing was asked");
        }
        running.fill();
        running.attend(judge, true);
    }
}

fn stopped(words: &str) -> Settled {
    let words = words.to_string();
    let (used, at) = (Duration::ZERO, Instant::now());
    Settled { verdict: Verdict::Host, code: None, wanted: None, played: Value::Null, used, at, words }
}

fn silent() -> Report {
    Report { verdict: Verdict::Ok, wanted: None, used_us: 0, notes: Vec::new(), words: String::new() }
}

/// A JSON text as a part of a message. The texts are the game's own; one that were no JSON would be null.
fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_string()).unwrap_or_default()
}

/// Random words that never come twice (B7).
#[derive(Default)]
struct Words {
    numbers: Vec<u64>,
}

impl Words {
    fn next(&mut self) -> String {
        loop {
            if let Some(number) = self.numbers.pop() {
                return number.to_string();
            }
            let mut bytes = [0; 1024];
            // A system without randomness gives words that differ by time, which is enough to tell turns apart.
            if getrandom::fill(&mut bytes).is_err() {
                blake3::Hasher::new()
                    .update(format!("{:?}", Instant::now()).as_bytes())
                    .finalize_xof()
                    .fill(&mut bytes);
            }
            self.numbers.extend(bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)));
        }
    }
}
