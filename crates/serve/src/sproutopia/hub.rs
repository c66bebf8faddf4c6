//! The hub between a match and its connections: who is connected, which commands arrived since the last tick, and what
//! is sent to the bots.

use super::callers::Callers;
use super::incoming::{Call, Wish};
use super::outbox::Outbox;
use super::outgoing::{
    CLOSE, FULL, Facts, IN_USE, completion, disconnect, end_game, game_information, registered, unexpected,
};
use super::refusals::Refusals;
use super::registration::{ConnectionId, Farmer, Refused, Registered, Registration, Voice};
use super::report::Report;
use super::room::{Heard, Room};
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::{Seat, SeatSet};
use gridhaunt_sproutopia::Action;
use std::future::pending;
use std::mem::take;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The facts and limits that are the same for all connections of a hub.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The number of the match, from 1.
    pub game: usize,
    /// What the bots are sent about it.
    pub facts: Facts,
    /// The command that a number stands for under the rules of the match, if any (R8).
    pub command: fn(i64) -> Option<Action>,
    /// How many commands of a farmer are kept for one tick. The game could never play more than these.
    pub most_commands: u32,
    /// How long to wait for farmers to reconnect when none is connected.
    pub patience: Duration,
}

/// How many more commands of a farmer are accepted after each tick: the size of the longest queue of the official rules
/// (§11). Without this limit a flood of commands would fill the record.
pub const ROOM_A_TICK: u32 = 64;

/// The usual limit on the commands of a farmer that are kept for one tick.
pub const MOST_COMMANDS: u32 = 1000;

/// Connects a match with its bots.
#[derive(Debug)]
pub struct Hub {
    terms: Terms,
    shared: Mutex<Shared>,
    /// Notified when the match may have something to do.
    woken: Notify,
    reports: mpsc::Sender<Report>,
}

#[derive(Debug)]
struct Shared {
    stage: Stage,
    registration: Registration,
    callers: Callers,
    /// The commands since the last tick, in order of arrival.
    arrivals: Vec<(Seat, Action)>,
    /// How many more commands are accepted, by seat.
    room: Vec<u32>,
    /// The seats that have sent a command since their last state.
    answered: SeatSet,
    /// When the last connection of a farmer was lost; `None` while one is connected, or if there never was one.
    deserted: Option<Instant>,
    refusals: Refusals,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Gathering,
    Playing,
    Over,
}

impl Hub {
    /// A hub without connections.
    #[must_use]
    pub fn new(terms: Terms, registration: Registration, reports: mpsc::Sender<Report>) -> Self {
        let room = vec![terms.most_commands; registration.farmers().len()];
        let stage = if registration.is_complete() { Stage::Playing } else { Stage::Gathering };
        let shared = Shared {
            stage,
            registration,
            callers: Callers::default(),
            arrivals: Vec::new(),
            room,
            answered: SeatSet::NONE,
            deserted: None,
            refusals: Refusals::default(),
        };
        Self { terms, shared: Mutex::new(shared), woken: Notify::new(), reports }
    }

    /// Sends and reports what follows from a successful registration (W10, W11).
    fn seat(&self, shared: &mut Shared, how: Registered, outbox: &Outbox) {
        let game = self.terms.game;
        shared.deserted = None;
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

    /// Queues a command for a farmer that the connection may control.
    fn command(&self, shared: &mut Shared, seat: Seat, action: i64) -> Heard {
        shared.answered = shared.answered.with(seat);
        if shared.have_answered(self.terms.patience) {
            self.woken.notify_one();
        }
        let (Some(action), true) = ((self.terms.command)(action), shared.stage != Stage::Over) else {
            return Heard::Fine;
        };
        let Some(room) = shared.room.get_mut(seat.index()).filter(|room| **room > 0) else { return Heard::TooMuch };
        *room -= 1;
        shared.arrivals.push((seat, action));
        Heard::Fine
    }

    /// Waits until every seat is taken; returns the farmers by seat.
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

    /// How many bots have registered, and how many are needed.
    #[must_use]
    pub fn came(&self) -> (usize, usize) {
        self.lock().registration.came()
    }

    /// Waits until every connected farmer has sent a command since its last state (W10, lock-step).
    pub async fn answered(&self) {
        self.until(|shared| shared.have_answered(self.terms.patience)).await;
    }

    /// Waits until no farmer is connected and the time to reconnect is over (W10).
    pub async fn deserted(&self) {
        self.until(|shared| shared.is_deserted(self.terms.patience)).await;
    }

    /// Waits until no connection is open.
    pub async fn empty(&self) {
        self.until(|shared| shared.callers.is_empty()).await;
    }

    /// Takes the commands that arrived since the last tick, in order of arrival.
    #[must_use]
    pub fn take(&self) -> Vec<(Seat, Action)> {
        let mut shared = self.lock();
        let most = self.terms.most_commands;
        shared.room.iter_mut().for_each(|room| *room = (*room + ROOM_A_TICK).min(most));
        take(&mut shared.arrivals)
    }

    /// Adds the command of a built-in bot.
    pub fn arrive(&self, seat: Seat, action: Action) {
        self.lock().arrivals.push((seat, action));
    }

    /// The seats that have a connection to which a state can be sent.
    #[must_use]
    pub fn viewers(&self) -> SeatSet {
        self.lock().registration.connected()
    }

    /// Sends farmers their states.
    pub fn show(&self, states: Vec<(Seat, Utf8Bytes)>) {
        let mut shared = self.lock();
        shared.answered = SeatSet::NONE;
        for (seat, state) in states {
            let keeper = shared.registration.keeper(seat);
            if let Some(outbox) = keeper.and_then(|keeper| shared.callers.get(keeper)) {
                outbox.show(state);
            }
        }
    }

    /// Sends `EndGame` to all: the match is over (W8).
    pub fn end(&self, seed: u64, tick: u32) {
        let mut shared = self.lock();
        shared.stage = Stage::Over;
        shared.say_to_all(&end_game(seed, tick));
    }

    /// Sends `Disconnect` with a reason to all: there is no match any more (W8).
    pub fn fail(&self, why: &str) {
        let mut shared = self.lock();
        shared.stage = Stage::Over;
        shared.say_to_all(&disconnect(why));
    }

    /// Closes all connections (W10).
    pub fn close(&self) {
        self.lock().callers.iter().for_each(|outbox| outbox.close(Some(CLOSE)));
    }

    fn information(&self, shared: &Shared) -> Utf8Bytes {
        let farmers = shared.registration.farmers().iter().enumerate();
        game_information(&self.terms.facts, farmers.filter_map(|(seat, farmer)| Some((seat, farmer.as_ref()?.id))))
    }

    async fn until(&self, holds: impl Fn(&Shared) -> bool) {
        loop {
            let patience_ends = {
                let shared = self.lock();
                if holds(&shared) {
                    return;
                }
                shared.deserted.map(|since| since + self.terms.patience).filter(|end| *end > Instant::now())
            };
            let no_patience = async {
                match patience_ends {
                    Some(end) => sleep_until(end).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                () = self.woken.notified() => {}
                () = no_patience => {}
            }
        }
    }

    /// Reports a refused registration to the operator of the server and to the client, whether or not it asked for a
    /// completion (W12).
    fn refuse(&self, shared: &mut Shared, by: ConnectionId, call: &Call, error: &str, reason: &str) {
        if let Some(outbox) = shared.callers.get(by) {
            match &call.id {
                Some(id) => outbox.say(completion(id, Err(error))),
                None if reason != FULL => outbox.say(disconnect(reason)),
                None => {}
            }
            if reason == FULL {
                outbox.say(disconnect(FULL)); // Also after a completion, as bots expect it.
            }
        }
        let (Some(untold), Some(peer)) = (shared.refusals.another(Instant::now()), shared.callers.peer(by)) else {
            return;
        };
        let told =
            |value: Option<&Value>| value.map_or_else(|| "nothing".into(), |value| shown(&brief(value)).into_owned());
        let who = format!("{} with token {}", told(call.arguments.get(1)), told(call.arguments.first()));
        self.report(Report::Refused { game: self.terms.game, peer, who, why: reason.into(), untold });
    }

    /// Sends a report to the operator of the server. It is dropped if the channel is full, so no client can fill the
    /// memory.
    fn report(&self, report: Report) {
        let _ = self.reports.try_send(report);
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room for Hub {
    fn enter(&self, outbox: Arc<Outbox>, peer: SocketAddr) -> ConnectionId {
        self.lock().callers.enter(outbox, peer)
    }

    fn is_for_players(&self) -> bool {
        true
    }

    fn leave(&self, id: ConnectionId) {
        let mut shared = self.lock();
        shared.callers.leave(id);
        let left = shared.registration.leave(id);
        let nobody = !left.is_empty() && shared.registration.connected().is_empty();
        if nobody {
            shared.deserted = Some(Instant::now());
        }
        if shared.stage != Stage::Over {
            let waits = (nobody && shared.stage == Stage::Playing).then_some(self.terms.patience);
            left.into_iter().for_each(|seat| self.report(Report::Left { game: self.terms.game, seat, waits }));
        }
        self.woken.notify_one();
    }

    /// Executes a call of a client and answers it if it has an id (W7).
    fn hear(&self, by: ConnectionId, call: &Call) -> Heard {
        let wish = Wish::read(call);
        let mut shared = self.lock();
        let Some(outbox) = shared.callers.get(by).cloned() else { return Heard::Fine };
        let answer = |result: Result<(), &str>| {
            if let Some(id) = &call.id {
                outbox.say(completion(id, result));
            }
        };
        match wish {
            Err(why) if Wish::is_registration(call) => self.refuse(&mut shared, by, call, &why, &why),
            Err(why) => answer(Err(&why)),
            Ok(Wish::Register { token, nick }) => match shared.registration.register(token, nick.as_deref(), by) {
                Ok(how) => {
                    outbox.say(registered(token)); // W8: then the completion, then anything else.
                    answer(Ok(()));
                    self.seat(&mut shared, how, &outbox);
                    return Heard::Seated;
                }
                Err(refused) => {
                    let reason = if refused == Refused::Full { FULL } else { IN_USE };
                    let error = unexpected("Register", &format!("InvalidOperationException: {reason}"));
                    self.refuse(&mut shared, by, call, &error, reason);
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
                    answer(Err(&unexpected("GetGameInfo", &format!("InvalidOperationException: {IN_USE}"))));
                }
                Voice::Unknown => answer(Err(&unexpected("GetGameInfo", "KeyNotFoundException: unknown bot"))),
            },
        }
        Heard::Fine
    }
}

impl Shared {
    /// Whether every connected farmer has sent a command since its last state; if none is connected, whether the match
    /// is deserted.
    fn have_answered(&self, patience: Duration) -> bool {
        match self.registration.connected() {
            SeatSet::NONE => self.is_deserted(patience),
            connected => connected.without(self.answered).is_empty(),
        }
    }

    /// Whether no farmer is connected and the time to reconnect is over.
    fn is_deserted(&self, patience: Duration) -> bool {
        self.registration.connected().is_empty() && self.deserted.is_none_or(|since| since.elapsed() >= patience)
    }

    fn say_to_all(&self, record: &Utf8Bytes) {
        self.callers.iter().for_each(|outbox| outbox.say(record.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sproutopia::frame::Records;
    use crate::sproutopia::guid::Guid;
    use crate::sproutopia::incoming::Incoming;
    use crate::sproutopia::registration::Chair;
    use futures_util::FutureExt as _;
    use gridhaunt_sproutopia::sets::{Legacy, Official, RuleSet};
    use proptest::prelude::*;
    use serde_json::json;
    use std::net::{IpAddr, Ipv4Addr};

    const FACTS: Facts = Facts { max_ticks: 5000, tick_rate: 1, rows: 12, cols: 12, seed: 0, window: 10 };

    const PEER: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9);

    fn hub<R: RuleSet>(seats: usize, most_commands: u32) -> Hub {
        let terms = Terms { game: 1, facts: FACTS, command: R::command, most_commands, patience: Duration::ZERO };
        Hub::new(terms, Registration::new(vec![Chair::Open; seats], true), mpsc::channel(64).0)
    }

    fn call(hub: &Hub, by: ConnectionId, target: &str, arguments: Value) -> Heard {
        let Value::Array(arguments) = arguments else { panic!("arguments are a list") };
        hub.hear(by, &Call { id: None, target: target.into(), arguments })
    }

    fn enter(hub: &Hub, token: u64) -> ConnectionId {
        let id = hub.enter(Arc::default(), PEER);
        assert_eq!(call(hub, id, "Register", json!([Guid::numbered(token).to_string(), null])), Heard::Seated);
        id
    }

    #[test]
    fn commands_arrive_in_order_also_before_the_first_tick_and_no_more_than_are_of_use() {
        let official = (hub::<Official>(2, 1000), 1000, vec![Action::Up]);
        let legacy = (hub::<Legacy>(2, 5000), 5000, vec![Action::Up, Action::Stand]);
        for (hub, most, expected) in [official, legacy] {
            let ana = enter(&hub, 1);
            for action in [1, 0, 9] {
                call(&hub, ana, "SendPlayerCommand", json!([{"action": action}]));
            }
            let bo = enter(&hub, 2);
            call(&hub, bo, "SendPlayerCommand", json!([{"action": "LEFT"}]));
            let mut all: Vec<_> = expected.iter().map(|&action| (Seat(0), action)).collect();
            all.push((Seat(1), Action::Left));
            assert_eq!(hub.take(), all);
            let heard: Vec<_> =
                (0..=most).map(|_| call(&hub, ana, "SendPlayerCommand", json!([{"action": 1}]))).collect();
            assert_eq!(heard.iter().position(|heard| *heard == Heard::TooMuch), Some(most));
            assert_eq!((hub.take().len(), hub.take().len()), (most, 0));
            let kept =
                (0..1000).filter(|_| call(&hub, ana, "SendPlayerCommand", json!([{"action": 1}])) == Heard::Fine);
            assert_eq!(kept.count(), 128, "two ticks later");
            assert_eq!(hub.take().len(), 128);
            hub.end(1, 1);
            call(&hub, ana, "SendPlayerCommand", json!([{"action": 1}]));
            assert_eq!(hub.take(), []);
        }
    }

    #[test]
    fn lockstep_waits_for_who_is_connected_and_only_for_them() {
        let hub = hub::<Official>(2, MOST_COMMANDS);
        let (ana, bo) = (enter(&hub, 1), enter(&hub, 2));
        hub.show(Vec::new());
        assert!(hub.answered().now_or_never().is_none());
        // Any command is an answer, also one that does nothing.
        call(&hub, ana, "SendPlayerCommand", json!([{"action": 0}]));
        assert!(hub.answered().now_or_never().is_none());
        hub.leave(bo);
        assert!(hub.answered().now_or_never().is_some());
        hub.show(Vec::new());
        assert!(hub.answered().now_or_never().is_none());
        hub.leave(ana);
        assert!(hub.answered().now_or_never().is_some());
        assert!(hub.deserted().now_or_never().is_some() && hub.empty().now_or_never().is_some());
    }

    proptest! {
        #[test]
        fn nothing_that_is_said_panics_or_moves_another(
            said in prop::collection::vec((0u64..3, "(?i)register|sendplayercommand|getgameinfo|gamecomplete", 0u64..4, -2i64..8), 0..60),
            noise in r#"[{}\[\]":,a-z0-9\x1e]{0,80}"#,
        ) {
            let hub = hub::<Legacy>(3, MOST_COMMANDS);
            let own = enter(&hub, 1);
            let others: Vec<_> = (0..3).map(|_| hub.enter(Arc::default(), PEER)).collect();
            for (who, target, token, action) in said {
                let id = Guid::numbered(token).to_string();
                let arguments = match target.to_ascii_lowercase().as_str() {
                    "register" => json!([id, null]),
                    "sendplayercommand" => json!([{"action": action, "botId": id}]),
                    _ => json!([id]),
                };
                call(&hub, others[who as usize], &target, arguments);
            }
            let mut records = Records::default();
            records.push(noise.as_bytes());
            while let Ok(Some(record)) = records.next_record() {
                if let Ok(Incoming::Call(call)) = Incoming::read(record) {
                    hub.hear(others[0], &call);
                }
            }
            prop_assert!(hub.take().iter().all(|&(seat, _)| seat != Seat(0)), "seat 0 has said nothing");
            prop_assert_eq!(hub.lock().registration.keeper(Seat(0)), Some(own));
        }
    }
}
