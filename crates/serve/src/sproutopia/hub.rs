//! One match as its connections see it: who is there, what they said since the last tick, and what they are told.

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

/// What holds for all who talk to a hub.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The number of the match.
    pub game: usize,
    /// What is told about it.
    pub facts: Facts,
    /// The command that a number is under the rules of the match, if it is one (R8).
    pub command: fn(i64) -> Option<Action>,
    /// How many commands of a farmer are kept for one tick. Of more than these the game could never play one.
    pub most_commands: u32,
    /// How long farmers whose connections are gone are waited for, if no other is connected.
    pub patience: Duration,
}

/// How many more commands of a farmer are kept after each tick, as many as the longest queue of official holds (§11).
/// Without it a flood would fill the record.
pub const ROOM_A_TICK: u32 = 64;

/// How many commands of a farmer are kept for one tick in any case.
pub const MOST_COMMANDS: u32 = 1000;

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
    callers: Callers,
    /// The commands since the last tick, in order of arrival.
    arrivals: Vec<(Seat, Action)>,
    /// How many more of each seat are kept.
    room: Vec<u32>,
    /// Who has sent a command since its last state.
    answered: SeatSet,
    /// When the last connection of a farmer was lost; none while there is one, and if there never was.
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
    /// A hub nobody talks to yet.
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

    /// What follows from a registration (W10, W11).
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

    /// A command for a farmer that may be spoken for.
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
        self.until(|shared| shared.have_answered(self.terms.patience)).await;
    }

    /// Waits until no farmer is connected, nor waited for any more (W10).
    pub async fn deserted(&self) {
        self.until(|shared| shared.is_deserted(self.terms.patience)).await;
    }

    /// Waits until nobody is connected at all.
    pub async fn empty(&self) {
        self.until(|shared| shared.callers.is_empty()).await;
    }

    /// Takes what arrived since the last tick.
    #[must_use]
    pub fn take(&self) -> Vec<(Seat, Action)> {
        let mut shared = self.lock();
        let most = self.terms.most_commands;
        shared.room.iter_mut().for_each(|room| *room = (*room + ROOM_A_TICK).min(most));
        take(&mut shared.arrivals)
    }

    /// Adds what a bot of the house chose.
    pub fn arrive(&self, seat: Seat, action: Action) {
        self.lock().arrivals.push((seat, action));
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
            if let Some(outbox) = keeper.and_then(|keeper| shared.callers.get(keeper)) {
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

    /// Tells that a registration is refused: whoever runs the server, and the client, whichever way it called (W12).
    fn refuse(&self, shared: &mut Shared, by: ConnectionId, call: &Call, error: &str, reason: &str) {
        if let Some(outbox) = shared.callers.get(by) {
            match &call.id {
                Some(id) => outbox.say(completion(id, Err(error))),
                None if reason != FULL => outbox.say(disconnect(reason)),
                None => {}
            }
            if reason == FULL {
                outbox.say(disconnect(FULL)); // Also to who is answered, as bots expect it.
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

    /// Tells whoever runs the server, if there is room: no client can fill memory with it.
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

    /// W7.
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
    /// Whether every connected farmer has sent a command since its last state; with none, whether none is waited for.
    fn have_answered(&self, patience: Duration) -> bool {
        match self.registration.connected() {
            SeatSet::NONE => self.is_deserted(patience),
            connected => connected.without(self.answered).is_empty(),
        }
    }

    /// Whether no farmer is connected, and who left last is waited for no longer.
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
