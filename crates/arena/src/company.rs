//! Asks the players of a match for their choices: first all seats that choose now are asked, then their answers are
//! collected.

use crate::house::House;
use crate::program::ProgramPlayer;
use crate::seating::{BotSpec, entrants};
use gridhaunt_host::host::Host;
use gridhaunt_host::panel::{Panel, Taken};
use gridhaunt_host::running::Transcript;
use gridhaunt_kernel::face::{Opened, Player, Session};
use gridhaunt_kernel::fault::{Report, Verdict};
use gridhaunt_kernel::{Invalid, Seat, SeatSet};
use gridhaunt_record::trial::VOID;
use gridhaunt_record::{Answer, Counts, Match};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How many steps bots play by themselves before somebody looks whether all is to stop.
const STRETCH: u64 = 64;

/// What a match with programs begins from.
pub struct Table<'a> {
    /// Where programs play.
    pub house: &'a House,
    /// The first state, which tells the sides of the seats.
    pub session: &'a dyn Session,
    /// Whether the machine may be to blame for a late turn (B12).
    pub excuses: bool,
}

/// The players of a match by seat; a seat has none if its choices come from outside: from a person, a connection or a
/// line of text.
#[derive(Default)]
pub struct Company {
    players: Vec<Option<Box<dyn Player>>>,
    /// The programs among them.
    programs: Option<Arc<Mutex<Panel>>>,
    /// What runs them.
    host: Option<Arc<Host>>,
    /// How many seats are asked at once; 0 for all (B9).
    wave: usize,
    /// Whether the order in which answers arrive counts (B9).
    real_arrival: bool,
    answers: Vec<(Seat, Answer)>,
    /// The seats that were told that they are out.
    out: SeatSet,
    /// What is to be told about faults, one line each (B14).
    faults: Vec<String>,
}

impl Company {
    /// Bots of the registry and guests on all seats, except the seats `outside`.
    ///
    /// # Errors
    /// A bot that the registry does not know, or a program: those need [`Company::with_programs`].
    pub fn new(opened: &dyn Opened, bots: &[BotSpec], seed: u64, outside: SeatSet) -> Result<Self, Invalid> {
        let mut company = Self::default();
        for (seat, bot) in bots.iter().enumerate() {
            let seat = Seat(seat as u8);
            if outside.contains(seat) {
                continue;
            }
            if bot.program.is_some() {
                let words = format!("{bot} is a program, and here only bots of the registry can play");
                return Err(Invalid::new("bot", &bot.name, "a bot of the registry").says(words));
            }
            company.seat(seat, bot.player(opened, seed, seat)?);
        }
        Ok(company)
    }

    /// Bots and programs on all seats, except the seats `outside`. Programs are started now and may still be
    /// starting when this returns.
    pub fn with_programs(
        opened: &dyn Opened,
        bots: &[BotSpec],
        seed: u64,
        outside: SeatSet,
        table: &Table<'_>,
    ) -> Result<Self, Invalid> {
        let (house, entrants) = (table.house, entrants(table.session, bots));
        let ours = || bots.iter().enumerate().filter(|(seat, _)| !outside.contains(Seat(*seat as u8)));
        let built_in = ours().filter(|(_, bot)| bot.program.is_none());
        let wave = if house.real_arrival { 0 } else { house.wave };
        let mut company = Self { wave, real_arrival: house.real_arrival, ..Self::default() };
        for (seat, bot) in built_in {
            let seat = Seat(seat as u8);
            company.seat(seat, bot.player(opened, seed, seat)?);
        }
        let info = opened.info();
        let mut taken = Vec::new();
        for (seat, bot) in ours() {
            let Some(program) = bot.program.clone() else { continue };
            let side = info.side_name(table.session.side(Seat(seat as u8)));
            if program.team && !info.one_mind.contains(&side) {
                let minds = if info.one_mind.is_empty() { "no side" } else { &info.one_mind.join(", ") };
                let words = format!("{bot} has team = true, but in {} one mind leads {minds}, not {side}", info.name);
                return Err(Invalid::new("team", "true", "false").says(words)); // B8
            }
            taken.push(Taken {
                seat: seat as u8,
                program,
                options: bot.options.clone().into(),
                entrant: entrants[seat],
            });
        }
        let seats: Vec<u8> = taken.iter().map(|taken| taken.seat).collect();
        let panel = Panel::open(house.host.clone(), seed, opened.info().name, taken, table.excuses);
        let panel = Arc::new(Mutex::new(panel));
        for seat in seats {
            company.seat(Seat(seat), Box::new(ProgramPlayer::new(panel.clone(), seat, house.show_names)));
        }
        company.programs = Some(panel);
        company.host = Some(house.host.clone());
        Ok(company)
    }

    /// Checks that the bots of the registry among these exist and take their options. Programs are not started.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn check(opened: &dyn Opened, bots: &[BotSpec], seed: u64) -> Result<(), Invalid> {
        let built_in = bots.iter().enumerate().filter(|(_, bot)| bot.program.is_none() && bot.guest.is_none());
        for (seat, bot) in built_in {
            opened.player(&bot.name, &bot.options, seed, Seat(seat as u8))?;
        }
        Ok(())
    }

    /// The programs of the match.
    pub(crate) fn panel(&self) -> Option<MutexGuard<'_, Panel>> {
        self.programs.as_ref().map(|panel| panel.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts a player on a seat.
    pub fn seat(&mut self, seat: Seat, player: Box<dyn Player>) {
        if self.players.len() <= seat.index() {
            self.players.resize_with(seat.index() + 1, || None);
        }
        self.players[seat.index()] = Some(player);
    }

    /// Whether no seat has a player.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.iter().all(Option::is_none)
    }

    /// Whether a player is on this seat.
    #[must_use]
    pub fn plays(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(Option::is_some)
    }

    /// Gives every player of this process its start information, once, before the first choice.
    pub fn start(&mut self, session: &dyn Session) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            if let Some(player) = player {
                player.start(session, Seat(seat as u8));
            }
        }
    }

    /// Gives every player its start information and waits until all are ready, in waves (B9). Who is not ready is judged
    /// in the match (B14).
    pub(crate) fn start_all(&mut self, game: &mut Match) {
        for (seat, report) in self.start_in_waves(game.session()) {
            self.faults.push(fault(game.session(), seat, &report));
            game.judge(seat, report);
        }
        self.tell_out(game);
    }

    /// Gives every player its start information, and waits for it; a report on everybody who is not ready.
    pub(crate) fn start_in_waves(&mut self, session: &dyn Session) -> Vec<(Seat, Report)> {
        let wave = if self.wave == 0 { self.players.len().max(1) } else { self.wave };
        let mut reports = Vec::new();
        for (number, players) in self.players.chunks_mut(wave).enumerate() {
            let seats = || (number * wave..).map(|seat| Seat(seat as u8));
            for (seat, player) in seats().zip(players.iter_mut()) {
                if let Some(player) = player {
                    player.start(session, seat);
                }
            }
            for (seat, player) in seats().zip(players) {
                reports.extend(player.as_mut().and_then(|player| player.ready()).map(|report| (seat, report)));
            }
        }
        reports
    }

    /// Asks all players that choose now, without waiting for their answers.
    pub fn ask(&mut self, session: &dyn Session) {
        for seat in session.phase().seats().iter() {
            if let Some(Some(player)) = self.players.get_mut(seat.index()) {
                player.ask(session, seat);
            }
        }
    }

    /// The answer of a seat's player; an empty one if there is no player.
    pub fn choose(&mut self, session: &dyn Session, seat: Seat) -> Answer {
        let Some(Some(player)) = self.players.get_mut(seat.index()) else { return Answer::default() };
        let choice = player.choose(session, seat);
        Answer { choice, report: player.report() }
    }

    /// Lets all players see a step that is not theirs: they choose, and nothing comes of it. So they know and have drawn
    /// what they would if they had played from the beginning.
    pub fn attend(&mut self, session: &dyn Session) {
        self.ask(session);
        for seat in session.phase().seats().iter_from(session.first_to_arrive()) {
            self.choose(session, seat);
        }
    }

    /// Asks the players that choose now and are not out, in waves, and collects their answers (B9).
    pub(crate) fn hear(&mut self, session: &dyn Session, out: SeatSet) -> &[(Seat, Answer)] {
        self.answers.clear();
        let seats: Vec<Seat> = session
            .phase()
            .seats()
            .iter_from(session.first_to_arrive())
            .filter(|&seat| !out.contains(seat) && self.plays(seat))
            .collect();
        let wave = if self.wave == 0 { seats.len().max(1) } else { self.wave };
        for wave in seats.chunks(wave) {
            for &seat in wave {
                if let Some(Some(player)) = self.players.get_mut(seat.index()) {
                    player.ask(session, seat);
                }
            }
            for &seat in wave {
                let answer = self.choose(session, seat);
                self.answers.push((seat, answer));
            }
        }
        &self.answers
    }

    /// Plays a step; `outside` is the choice of the seats without a player.
    pub fn step(&mut self, game: &mut Match, outside: Option<u64>) {
        if self.programs.is_none() {
            self.ask(game.session());
            game.play(|session, seat| if self.plays(seat) { self.choose(session, seat) } else { outside.into() });
            return;
        }
        self.hear(game.session(), outs(game));
        if self.host.as_ref().is_some_and(|host| host.is_stopped()) {
            return; // What was awaited is given up, which is nobody's fault.
        }
        let mut answers = self.answers();
        answers.play(game, outside, &mut self.faults);
        self.answers = answers.all;
        self.tell_out(game);
    }

    /// Takes the answers out, in the order in which they arrived if that counts (B9).
    fn answers(&mut self) -> Answers {
        let mut all = std::mem::take(&mut self.answers);
        if self.real_arrival
            && let Some(panel) = self.panel()
        {
            all.sort_by_key(|(seat, _)| panel.answered(seat.0));
        }
        Answers { all, real_arrival: self.real_arrival }
    }

    /// Tells the players of entrants that went out, unless the match is over (B7).
    fn tell_out(&mut self, game: &Match) {
        if !game.is_over() {
            self.now_out(outs(game));
        }
    }

    /// Tells the players of these seats that they are out, each once.
    pub(crate) fn now_out(&mut self, out: SeatSet) {
        for seat in out.iter().filter(|&seat| !self.out.contains(seat)) {
            if let Some(Some(player)) = self.players.get_mut(seat.index()) {
                player.out();
            }
        }
        self.out = out;
    }

    /// Plays to the end, or until `stop` is set, because a match may never end. Returns whether it was played to its end.
    pub fn play(&mut self, game: &mut Match, stop: &AtomicBool) -> bool {
        self.play_seen(game, stop, &mut |_| {})
    }

    /// The same with somebody who looks at the match after a step, or after several that bots of the registry made.
    pub fn play_seen(&mut self, game: &mut Match, stop: &AtomicBool, seen: &mut dyn FnMut(&Match)) -> bool {
        loop {
            let is_stopped = stop.load(Ordering::Relaxed) || self.host.as_ref().is_some_and(|host| host.is_stopped());
            if game.is_over() || is_stopped {
                return game.is_over();
            }
            if !game.roll(&mut self.players, STRETCH) {
                self.step(game, None);
            }
            seen(game);
        }
    }

    /// Tells all players that the match has ended.
    pub(crate) fn end(&mut self, session: &dyn Session) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            if let Some(player) = player {
                player.end(session, Seat(seat as u8));
            }
        }
    }

    /// Tells all players that the match has ended, and gives their processes back. Returns the transcript of every
    /// program (B21).
    pub fn finish(&mut self, game: &mut Match, voids: u64) -> Vec<(Seat, Transcript)> {
        self.end(game.session());
        let void = game.stopped() == Some(VOID);
        let Some(mut panel) = self.panel() else { return Vec::new() };
        let leftovers = panel.leftovers();
        panel.close(void);
        drop(panel);
        let strays = leftovers.iter().map(|(seat, left)| (Seat(*seat), left.strays)).filter(|(_, many)| *many > 0);
        game.count(Counts { strays: strays.collect(), voids });
        leftovers.into_iter().map(|(seat, left)| (Seat(seat), left.transcript)).collect()
    }

    /// The seat whose program is debugged, and its process (B13).
    #[must_use]
    pub fn debugged(&self) -> Option<(Seat, u32)> {
        let panel = self.panel()?;
        let seat = panel.debugged()?;
        Some((Seat(seat), panel.pid(seat)?))
    }

    /// The lines about faults since the last call.
    pub fn faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }

    /// Moves all players to a new thread, so that the caller does not have to wait for them.
    #[must_use]
    pub fn aside(mut self) -> Aside {
        let ((ask, asked), (tell, answers)) = (channel::<(Box<dyn Session>, SeatSet)>(), channel());
        let (host, faults) = (self.host.clone(), std::mem::take(&mut self.faults));
        let thread = thread::spawn(move || {
            for (session, out) in asked {
                self.now_out(out);
                self.hear(session.as_ref(), out);
                if tell.send(self.answers()).is_err() {
                    break;
                }
            }
            self
        });
        Aside { ask: Some(ask), answers, thread: Some(thread), host, faults }
    }
}

/// The seats whose entrants are out.
fn outs(game: &Match) -> SeatSet {
    (0..game.session().seats()).map(|seat| Seat(seat as u8)).filter(|&seat| game.is_out(seat)).collect()
}

/// A fault in one line: who, when, what (B14).
pub(crate) fn fault(session: &dyn Session, seat: Seat, report: &Report) -> String {
    let (name, step) = (session.full_name(seat), session.steps() + 1);
    format!("{name}, step {step}: {}: {}", report.verdict.name(), report.words)
}

/// Players that run on another thread.
pub struct Aside {
    /// `None` once nothing more is asked.
    ask: Option<Sender<(Box<dyn Session>, SeatSet)>>,
    answers: Receiver<Answers>,
    /// The thread, which gives the players back at its end.
    thread: Option<JoinHandle<Company>>,
    /// What runs the programs among them, if there are any.
    host: Option<Arc<Host>>,
    faults: Vec<String>,
}

/// What is left of a match when its players have left it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The faults of programs, one line each.
    pub told: Vec<String>,
    /// What went both ways between the host and each program.
    pub transcripts: Vec<(Seat, Transcript)>,
}

/// The answers of players in a step.
pub struct Answers {
    all: Vec<(Seat, Answer)>,
    /// Whether their order counts.
    real_arrival: bool,
}

impl Answers {
    /// The answer of a seat's player; an empty one if there is no player.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Answer {
        self.all.iter().find(|(asked, _)| *asked == seat).map(|(_, answer)| answer.clone()).unwrap_or_default()
    }

    /// Plays a step with them; `outside` is the choice of the seats without a player. Adds a line for each fault.
    fn play(&mut self, game: &mut Match, outside: Option<u64>, faults: &mut Vec<String>) {
        for (seat, answer) in &self.all {
            if let Some(report) = answer.report.as_ref().filter(|report| report.verdict != Verdict::Ok) {
                faults.push(fault(game.session(), *seat, report));
            }
        }
        let order = self.real_arrival.then(|| {
            let mut order: Vec<Seat> = self.all.iter().map(|(seat, _)| *seat).collect();
            let outside = game.session().phase().seats().iter().filter(|seat| !order.contains(seat));
            let outside: Vec<Seat> = outside.collect();
            order.extend(outside);
            order
        });
        game.play_in(order.as_deref(), |_, seat| match self.all.iter_mut().find(|(asked, _)| *asked == seat) {
            Some((_, answer)) => std::mem::take(answer),
            None => outside.into(),
        });
    }
}

/// The error when a player panicked, which ended the thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

impl Aside {
    /// Asks all players that choose now, without waiting. If the thread has ended, [`collect`](Self::collect) returns
    /// the error.
    pub fn ask(&self, game: &Match) {
        if let Some(ask) = self.ask.as_ref().filter(|_| !game.is_over()) {
            let _ = ask.send((game.session().fork(), outs(game)));
        }
    }

    /// Plays a step with the answers; `outside` is the choice of the seats without a player.
    pub fn play(&mut self, game: &mut Match, mut answers: Answers, outside: Option<u64>) {
        answers.play(game, outside, &mut self.faults);
    }

    /// Ends it: what is still awaited is given up, programs are told the end and leave (B7).
    pub fn finish(mut self, game: &mut Match) -> Left {
        let company = self.join(game.is_over());
        let transcripts = company.map(|mut company| company.finish(game, 0)).unwrap_or_default();
        Left { told: std::mem::take(&mut self.faults), transcripts }
    }

    /// Waits for the players to come back; players of this process alone are not waited for, since nothing is to be told
    /// to them.
    fn join(&mut self, over: bool) -> Option<Company> {
        self.ask = None;
        let host = self.host.take()?;
        if !over {
            host.abandon();
        }
        self.thread.take()?.join().ok()
    }

    /// The answers to the last question; `None` if they take longer than `wait`.
    ///
    /// # Errors
    /// A player panicked, so no answer will come.
    pub fn collect(&self, wait: Duration) -> Result<Option<Answers>, Gone> {
        match self.answers.recv_timeout(wait) {
            Ok(answers) => Ok(Some(answers)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Gone),
        }
    }
}

impl Drop for Aside {
    /// Without [`Aside::finish`], after an error: programs leave all the same.
    fn drop(&mut self) {
        drop(self.join(false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Arena;
    use crate::replay::Refused;
    use crate::seating::seat_all;
    use serde_json::json;
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_seat_is_played_from_outside_and_from_a_thread_as_a_bot_would_play_it() {
        let registry = gridhaunt_bots::registry();
        for game in registry.games() {
            let opened = game.open(&json!({})).unwrap();
            let seats = seat_all(game, opened.begin(5).unwrap().as_ref(), &[]).unwrap();
            let arena = Arena {
                info: game.info(),
                opened: opened.as_ref(),
                seats: &seats,
                rotate: false,
                from: None,
                house: None,
            };
            let begin = || arena.ready(5, arena.begin(5).unwrap(), false);
            let [mut all, mut mixed, mut distant] = [begin(), begin(), begin()];
            let mut bots = arena.company(5, None, all.session()).unwrap();
            let mut others = arena.company(5, Some(Seat(0)), mixed.session()).unwrap();
            let aside = arena.company(5, None, distant.session()).unwrap().aside();
            for _ in 0..200 {
                if all.session().phase().is_over() {
                    break;
                }
                bots.step(&mut all, None);
                let outside = all.choices().iter().find(|(seat, _)| *seat == Seat(0)).map(|(_, code)| *code);
                others.step(&mut mixed, outside);
                aside.ask(&distant);
                let answers = aside.collect(Duration::from_secs(60)).unwrap().unwrap();
                distant.play(|_, seat| answers.of(seat));
                for other in [&mixed, &distant] {
                    assert_eq!(other.choices(), all.choices(), "{}", game.info().name);
                    assert_eq!(other.session().hash(), all.session().hash());
                }
            }
            assert_eq!([mixed.faults(), distant.faults()], [all.faults(); 2]);
        }
    }

    /// A player that computes elsewhere: its choice is computed while the others are asked.
    struct Elsewhere(Arc<AtomicUsize>, usize);

    impl Player for Elsewhere {
        fn start(&mut self, _: &dyn Session, _: Seat) {}

        fn ask(&mut self, _: &dyn Session, _: Seat) {
            self.0.fetch_add(1, Ordering::SeqCst);
            self.1 += 1;
        }

        fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64> {
            assert_eq!(self.0.load(Ordering::SeqCst), 2 * self.1, "both are asked before one is heard");
            session.legal(seat).first().copied()
        }
    }

    #[test]
    fn all_are_asked_before_the_first_is_waited_for() {
        let registry = gridhaunt_bots::registry();
        let session = registry.games().next().unwrap().open(&json!({})).unwrap().begin(5).unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        let (mut game, mut company) = (Match::new(session), Company::default());
        for seat in 0..game.session().seats() {
            company.seat(Seat(seat as u8), Box::new(Elsewhere(asked.clone(), 0)));
        }
        for _ in 0..5 {
            company.step(&mut game, None);
        }
        assert_eq!((asked.load(Ordering::SeqCst), game.session().steps()), (10, 5));
    }

    #[test]
    fn a_choice_that_is_missing_or_impossible_is_one_fault() {
        let registry = gridhaunt_bots::registry();
        let game = registry.games().next().unwrap();
        let opened = game.open(&json!({})).unwrap();
        let seats = seat_all(game, opened.begin(5).unwrap().as_ref(), &[]).unwrap();
        let arena =
            Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
        let mut one = arena.ready(5, arena.begin(5).unwrap(), true).filmed();
        let mut others = arena.company(5, Some(Seat(0)), one.session()).unwrap();
        for (step, outside) in [None, Some(u64::MAX)].into_iter().enumerate() {
            others.step(&mut one, outside);
            assert!(one.choices().iter().all(|(seat, _)| *seat != Seat(0)));
            assert_eq!(one.refused(), [Refused { seat: Seat(0), wanted: outside }]);
            assert_eq!(one.faults(), [step as u64 + 1, 0], "once, although the match is recorded and filmed");
        }
        let record = one.record("left").unwrap();
        assert_eq!(record.matches("\"verdicts\":[[0,").count(), 2, "{record}");
    }
}
