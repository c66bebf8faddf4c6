//! One match: plays its ticks, sends the states and writes the record (W10).

use super::clock::Clock;
use super::config::Pace;
use super::gallery::Gallery;
use super::hub::Hub;
use super::logs::Name;
use super::registration::Farmer;
use super::report::Report;
use super::result::{HostedResult, Standing};
use super::state::States;
use gridhaunt_arena::Match;
use gridhaunt_arena::company::Company;
use gridhaunt_arena::play::STOPPED;
use gridhaunt_arena::replay::Header;
use gridhaunt_kernel::face::{Session as _, TypedSession};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{ActionCode as _, Game as _, Seat, SeatSet};
use gridhaunt_sproutopia::full::Full;
use gridhaunt_sproutopia::game::Complete;
use gridhaunt_sproutopia::view::view;
use gridhaunt_sproutopia::{Action, Settings, Sproutopia};
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// How often the last tick is reported.
const REPORT: Duration = Duration::from_millis(200);

impl Pace {
    /// Waits until a tick has to be played, or the match is stopped.
    async fn wait(self, hub: &Hub, clock: &Clock, tick: u32, stop: &CancellationToken) -> Now {
        let nobody_waits = async {
            match self {
                Self::RealTime => hub.deserted().await,
                Self::Lockstep if tick == 1 => {}
                Self::Lockstep => hub.answered().await,
            }
        };
        tokio::select! {
            biased;
            () = stop.cancelled() => Now::Stopped,
            () = sleep_until(clock.due(tick)) => Now::Due,
            () = nobody_waits => Now::Ready,
        }
    }
}

/// A match that is ready to be played.
#[allow(missing_docs, reason = "the names say it")]
pub struct Hosted<R: Complete> {
    pub number: usize,
    /// Its settings as JSON, for the record.
    pub document: Value,
    pub settings: Settings,
    pub seed: u64,
    pub game: Match<TypedSession<Sproutopia<R>>>,
    /// The built-in bots.
    pub house: Company,
    pub pace: Pace,
}

/// Why a tick is played now.
enum Now {
    Due,
    /// No bot has to be waited for.
    Ready,
    /// The tick is not played: the match is stopped.
    Stopped,
}

impl<R: Complete> Hosted<R> {
    /// Plays to the end, or until it is stopped.
    pub async fn play(
        mut self,
        hub: &Hub,
        gallery: Option<&Gallery>,
        farmers: &[Farmer],
        reports: &mpsc::Sender<Report>,
        stop: &CancellationToken,
    ) -> HostedResult {
        let (rate, last) = (Duration::from_millis(self.settings.tick_rate.into()), self.settings.max_ticks);
        let states = States::new(farmers.iter().map(|farmer| farmer.id), self.settings.rules, rate);
        let names: Vec<Name> = farmers.iter().map(|farmer| Name { id: farmer.id, nick: farmer.nick.clone() }).collect();
        let nicks = farmers.iter().map(|farmer| farmer.nick.clone()).collect();
        let resolved = self.settings.resolved();
        let header = Header::new(
            &Sproutopia::<R>::INFO,
            self.document.clone(),
            &resolved,
            self.seed,
            nicks,
            self.game.session(),
        );
        self.game = self.game.recorded(&header);
        self.house.start(self.game.session());
        let start = Instant::now();
        let (mut clock, mut times, mut told) = (Clock::new(start, rate), Vec::new(), start);
        let mut tick = 0;
        while !self.game.session().phase().is_over() {
            tick += 1;
            let mut now = self.pace.wait(hub, &clock, tick, stop).await;
            if let (Now::Due | Now::Ready, Some(gallery)) = (&now, gallery) {
                tokio::select! {
                    held = gallery.let_pass() => if held { now = Now::Ready },
                    () = stop.cancelled() => now = Now::Stopped,
                }
            }
            match now {
                Now::Stopped => {
                    tick -= 1;
                    break;
                }
                Now::Due => clock.played(tick, Instant::now()),
                Now::Ready => {
                    clock.rushed(tick, Instant::now());
                    yield_now().await;
                }
            }
            let now = SystemTime::now();
            let choices: Vec<_> = hub.take().into_iter().map(|(seat, action)| (seat, action.code())).collect();
            self.game.step(&choices, &[]);
            self.show(hub, &states, tick, now);
            times.push(now);
            if let Some(gallery) = gallery {
                gallery.show(&names, || self.board(), now);
            }
            self.ask_house(hub);
            if told.elapsed() >= REPORT {
                told = Instant::now();
                let _ = reports.try_send(Report::Tick { game: self.number, tick, of: last });
            }
        }
        let outcome = self.game.session().outcome();
        HostedResult {
            seed: self.seed,
            ticks: tick,
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            standings: self.standings(farmers),
            record: self.game.record(STOPPED).unwrap_or_default(),
            times,
            lateness: clock.lateness(),
            took: start.elapsed(),
        }
    }

    /// Sends every connected farmer its state (W9).
    fn show(&self, hub: &Hub, states: &States, tick: u32, now: SystemTime) {
        let (elapsed, session) = (states.elapsed(tick, now), self.game.session());
        let view = |seat: Seat| view(&session.world().ground, session.state(), seat);
        hub.show(hub.viewers().iter().map(|seat| (seat, states.write(&view(seat), &elapsed))).collect());
    }

    fn board(&self) -> Full {
        Full::new(&self.game.session().world().ground, self.game.session().state())
    }

    /// Asks the built-in bots for their commands, in the rotation of the next tick (R11).
    fn ask_house(&mut self, hub: &Hub) {
        let session = self.game.session();
        if self.house.is_empty() || session.phase().is_over() {
            return;
        }
        for seat in SeatSet::first(session.seats()).iter_from(session.first_to_arrive()) {
            let choice = self.house.choose(session, seat).choice.filter(|&code| session.allows(seat, code));
            if let Some(action) = choice.and_then(Action::from_code).filter(|&action| R::queues(action)) {
                hub.arrive(seat, action);
            }
        }
    }

    fn standings(&self, farmers: &[Farmer]) -> Vec<Standing> {
        let outcome = self.game.session().outcome();
        let board = self.board();
        let standing = |(seat, farmer): (usize, &Farmer)| {
            let own = board.farmers.get(seat);
            Standing {
                id: farmer.id,
                nick: farmer.nick.clone(),
                rank: outcome.as_ref().and_then(|outcome| outcome.seats.get(seat)).map(|end| end.rank),
                cells: own.map_or(0, |own| own.cells),
                percent: own.map_or(0, |own| own.percent),
                points: own.map_or(0, |own| own.points),
            }
        };
        farmers.iter().enumerate().map(standing).collect()
    }
}
