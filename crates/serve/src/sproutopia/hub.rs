//! One match as its connections see it: who is there, what they said since the last tick, and what they are told.

use super::incoming::{Call, Wish};
use super::outbox::Outbox;
use super::outgoing::{CLOSE, FULL, Facts, completion, disconnect, end_game, game_information, registered, unexpected};
use super::registration::{ConnectionId, Farmer, Refused, Registered, Registration, Voice};
use super::report::Report;
use gridhaunt_kernel::{Seat, SeatSet};
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// What holds for all who talk to a hub.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The number of the match.
    pub game: usize,
    /// What is told about it.
    pub facts: Facts,
    /// Whether any other number is an action too (R8, v2024.0.8).
    pub others_stand: bool,
}

impl Terms {
    /// How many commands of a farmer are kept for one tick. Of more than these the game could never play one.
    fn most_commands(&self) -> u32 {
        if self.others_stand { self.facts.max_ticks.max(1000) } else { 1000 }
    }

    /// The code of an action that reaches the game (R8); none for one that is not queued.
    fn code(&self, action: i64) -> Option<u64> {
        match action {
            0 => None,
            1..=4 => Some(action as u64),
            _ => self.others_stand.then_some(5),
        }
    }
}

/// How what was said was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Like anything else.
    Fine,
    /// The caller plays from now on.
    Seated,
    /// It is more than can be of use.
    TooMuch,
}

/// The meeting point of a match and its connections.
#[derive(Debug)]
pub struct Hub {
    terms: Terms,
    shared: Mutex<Shared>,
    /// Told when the match may have something to do.
    woken: Notify,
    reports: mpsc::Sender<Report>,
}

#[derive(Debug)]
struct Shared {
    stage: Stage,
    registration: Registration,
    outboxes: BTreeMap<ConnectionId, Arc<Outbox>>,
    entered: u64,
    /// The commands since the last tick, in order of arrival.
    arrivals: Vec<(Seat, u64)>,
    /// How many there are of each seat.
    counts: Vec<u32>,
    /// Who has sent a command since its last state.
    answered: SeatSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Gathering,
    Playing,
    Over,
}

impl Hub {
    /// A hub nobody talks to yet.
    #[must_use]
    pub fn new(terms: Terms, registration: Registration, reports: mpsc::Sender<Report>) -> Self {
        let counts = vec![0; registration.farmers().len()];
        let stage = if registration.is_complete() { Stage::Playing } else { Stage::Gathering };
        let shared = Shared {
            stage,
            registration,
            outboxes: BTreeMap::new(),
            entered: 0,
            arrivals: Vec::new(),
            counts,
            answered: SeatSet::NONE,
        };
        Self { terms, shared: Mutex::new(shared), woken: Notify::new(), reports }
    }

    /// A connection whose handshake is done.
    pub fn enter(&self, outbox: Arc<Outbox>) -> ConnectionId {
        let mut shared = self.lock();
        let id = ConnectionId(shared.entered);
        shared.entered += 1;
        shared.outboxes.insert(id, outbox);
        id
    }

    /// A connection is gone.
    pub fn leave(&self, id: ConnectionId) {
        let mut shared = self.lock();
        shared.outboxes.remove(&id);
        for seat in shared.registration.leave(id) {
            self.report(Report::Left { game: self.terms.game, seat });
        }
        self.woken.notify_one();
    }

    /// A connection calls a method (W7).
    pub fn hear(&self, by: ConnectionId, call: &Call) -> Heard {
        let wish = Wish::read(call);
        let mut shared = self.lock();
        let Some(outbox) = shared.outboxes.get(&by).cloned() else { return Heard::Fine };
        let answer = |result: Result<(), &str>| {
            if let Some(id) = &call.id {
                outbox.say(completion(id, result));
            }
        };
        match wish {
            Err(why) => answer(Err(&why)),
            Ok(Wish::Register { token, nick }) => match shared.registration.register(token, nick.as_deref(), by) {
                Ok(how) => {
                    outbox.say(registered(token)); // W8: then the completion, then anything else.
                    answer(Ok(()));
                    self.seat(&mut shared, how, &outbox);
                    return Heard::Seated;
                }
                Err(Refused::InUse) => {
                    answer(Err(&unexpected("Register", "InvalidOperationException: Token already in use")));
                }
                Err(Refused::Full) => {
                    answer(Err(&unexpected("Register", &format!("InvalidOperationException: {FULL}"))));
                    outbox.say(disconnect(FULL)); // W12
                }
            },
            Ok(Wish::Command { action, bot }) => {
                let voice = match bot {
                    Some(bot) => shared.registration.voice(bot, by, false),
                    None => shared.registration.only(by).map_or(Voice::Unknown, Voice::Own),
                };
                answer(Ok(())); // W7: also where it is ignored.
                match voice {
                    Voice::Own(seat) => return self.command(&mut shared, seat, action),
                    Voice::Resumed(seat) => {
                        self.seat(&mut shared, Registered::Resumed(seat), &outbox);
                        self.command(&mut shared, seat, action);
                        return Heard::Seated;
                    }
                    Voice::Another | Voice::Unknown => {}
                }
            }
            Ok(Wish::Info { bot }) => match shared.registration.voice(bot, by, false) {
                Voice::Own(_) => {
                    answer(Ok(()));
                    outbox.say(self.information(&shared));
                }
                Voice::Resumed(seat) => {
                    answer(Ok(()));
                    self.seat(&mut shared, Registered::Resumed(seat), &outbox);
                    return Heard::Seated;
                }
                Voice::Another => {
                    answer(Err(&unexpected("GetGameInfo", "InvalidOperationException: Token already in use")));
                }
                Voice::Unknown => answer(Err(&unexpected("GetGameInfo", "KeyNotFoundException: unknown bot"))),
            },
        }
        Heard::Fine
    }

    /// What follows from a registration (W10, W11).
    fn seat(&self, shared: &mut Shared, how: Registered, outbox: &Outbox) {
        let game = self.terms.game;
        match how {
            Registered::Again(_) => {}
            Registered::Resumed(seat) => {
                outbox.say(self.information(shared));
                self.report(Report::Resumed { game, seat });
            }
            Registered::New(seat) => {
                let farmer = shared.registration.farmers().get(seat.index()).and_then(Option::as_ref);
                let nick = farmer.map(|farmer| farmer.nick.clone()).unwrap_or_default();
                self.report(Report::Joined { game, seat, nick });
                if shared.registration.is_complete() {
                    shared.stage = Stage::Playing;
                    let information = self.information(shared);
                    shared.say_to_all(&information);
                    self.woken.notify_one();
                }
            }
        }
    }

    /// A command for a farmer that may be spoken for.
    fn command(&self, shared: &mut Shared, seat: Seat, action: i64) -> Heard {
        shared.answered = shared.answered.with(seat);
        if shared.have_answered() {
            self.woken.notify_one();
        }
        let (Some(code), true) = (self.terms.code(action), shared.stage != Stage::Over) else { return Heard::Fine };
        let count = &mut shared.counts[seat.index()];
        if *count == self.terms.most_commands() {
            return Heard::TooMuch;
        }
        *count += 1;
        shared.arrivals.push((seat, code));
        Heard::Fine
    }

    /// Waits until every seat is taken; the answer is who sits there.
    pub async fn gathered(&self) -> Vec<Farmer> {
        loop {
            {
                let shared = self.lock();
                if shared.stage != Stage::Gathering {
                    return shared.registration.farmers().iter().flatten().cloned().collect();
                }
            }
            self.woken.notified().await;
        }
    }

    /// How many bots came of how many that are awaited.
    #[must_use]
    pub fn came(&self) -> (usize, usize) {
        self.lock().registration.came()
    }

    /// Waits until every connected farmer has sent a command since its last state (W10, lock-step).
    pub async fn answered(&self) {
        self.until(Shared::have_answered).await;
    }

    /// Waits until no farmer is connected (W10).
    pub async fn deserted(&self) {
        self.until(|shared| shared.registration.connected() == SeatSet::NONE).await;
    }

    /// Whether no farmer is connected.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        self.lock().registration.connected() == SeatSet::NONE
    }

    /// Waits until nobody is connected at all.
    pub async fn empty(&self) {
        self.until(|shared| shared.outboxes.is_empty()).await;
    }

    /// Takes what arrived since the last tick.
    #[must_use]
    pub fn take(&self) -> Vec<(Seat, u64)> {
        let mut shared = self.lock();
        shared.counts.fill(0);
        take(&mut shared.arrivals)
    }

    /// Adds what a bot of the house chose.
    pub fn arrive(&self, seat: Seat, code: u64) {
        self.lock().arrivals.push((seat, code));
    }

    /// The seats to whom a state can be shown.
    #[must_use]
    pub fn viewers(&self) -> SeatSet {
        self.lock().registration.connected()
    }

    /// Shows farmers their states.
    pub fn show(&self, states: Vec<(Seat, Utf8Bytes)>) {
        let mut shared = self.lock();
        shared.answered = SeatSet::NONE;
        for (seat, state) in states {
            let keeper = shared.registration.keeper(seat);
            if let Some(outbox) = keeper.and_then(|keeper| shared.outboxes.get(&keeper)) {
                outbox.show(state);
            }
        }
    }

    /// Tells all that the match is over (W8).
    pub fn end(&self, seed: u64, tick: u32) {
        let mut shared = self.lock();
        shared.stage = Stage::Over;
        shared.say_to_all(&end_game(seed, tick));
    }

    /// Tells all that there is no match any more (W8).
    pub fn fail(&self, why: &str) {
        let mut shared = self.lock();
        shared.stage = Stage::Over;
        shared.say_to_all(&disconnect(why));
    }

    /// Closes all connections (W10).
    pub fn close(&self) {
        self.lock().outboxes.values().for_each(|outbox| outbox.close(Some(CLOSE)));
    }

    fn information(&self, shared: &Shared) -> Utf8Bytes {
        let farmers = shared.registration.farmers().iter().enumerate();
        game_information(&self.terms.facts, farmers.filter_map(|(seat, farmer)| Some((seat, farmer.as_ref()?.id))))
    }

    async fn until(&self, holds: impl Fn(&Shared) -> bool) {
        while !holds(&self.lock()) {
            self.woken.notified().await;
        }
    }

    /// Tells whoever runs the server, if there is room: no client can fill memory with it.
    fn report(&self, report: Report) {
        let _ = self.reports.try_send(report);
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Whether every connected farmer has sent a command since its last state.
    fn have_answered(&self) -> bool {
        self.registration.connected().without(self.answered).is_empty()
    }

    fn say_to_all(&self, record: &Utf8Bytes) {
        self.outboxes.values().for_each(|outbox| outbox.say(record.clone()));
    }
}
