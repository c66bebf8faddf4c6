//! A server: registrations one after the other, games at the same time (R57, R63).

use super::config::Config;
use super::hosted::Hosted;
use super::leaderboard::Leaderboard;
use super::lobby::{Gathering, Guest, Lobby, MOST_NAMELESS};
use super::messages::{Message, line};
use super::report::Report;
use crate::descriptors::for_strangers;
use crate::trouble::Trouble;
use gridhaunt_bots::snarl::Crawl;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_snarl::Settings;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerEnd {
    /// All games were played.
    Played,
    /// Nobody registered for its only game.
    Nobody,
    /// It was stopped; running games were played to their end.
    Stopped,
}

/// A server that is bound to its address and not yet running.
#[derive(Debug)]
pub struct Server {
    config: Config,
    listener: TcpListener,
    address: SocketAddr,
    tasks: TaskTracker,
}

impl Server {
    /// Checks the configuration, then binds the address.
    ///
    /// # Errors
    /// Settings that are invalid for `clients` players, or an address that cannot be bound.
    pub async fn bind(config: Config) -> Result<Self, Trouble> {
        let names = (1..=config.clients).map(|number| format!("player{number}").into()).collect();
        Settings::read(&config.settings_for(names))?;
        let refused = |source| Trouble::Listen { address: format!("{}:{}", config.address, config.port), source };
        let listener = TcpListener::bind((config.address.as_str(), config.port)).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { config, listener, address, tasks: TaskTracker::new() })
    }

    /// The address it listens on, with the real port if the configuration says 0.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The tracker of the tasks of its games and connections, which counts those that still run.
    #[must_use]
    pub const fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    /// Plays until all games are played or it is stopped, and returns once the last task has ended. If the receiver
    /// does not read the reports, games wait (back-pressure).
    pub async fn run(self, reports: mpsc::Sender<Report>, stop: CancellationToken) -> ServerEnd {
        let Self { config, listener, address, tasks } = self;
        let config = Arc::new(config);
        let _ = reports.send(Report::Listening(address)).await;
        let lobby = Lobby {
            listener: &listener,
            terms: &config.terms,
            clients: config.clients.into(),
            wait: config.wait,
            nameless: for_strangers(MOST_NAMELESS, config.parallel.max(1) * usize::from(config.clients)),
            tasks: &tasks,
            stop: &stop,
        };
        let leaderboard = Arc::new(Mutex::new(Leaderboard::default()));
        let free = Arc::new(Semaphore::new(config.parallel.max(1)));
        let mut game = 1;
        let ending = loop {
            if config.games != 0 && game > config.games {
                break ServerEnd::Played;
            }
            let place = tokio::select! {
                () = stop.cancelled() => break ServerEnd::Stopped,
                place = free.clone().acquire_owned() => place,
            };
            match lobby.gather(game, &reports).await {
                Gathering::Stopped => break ServerEnd::Stopped,
                Gathering::Nobody if config.games == 1 => break ServerEnd::Nobody,
                Gathering::Nobody => {} // R63: another registration.
                Gathering::Players(guests) => {
                    let (config, leaderboard, reports) = (config.clone(), leaderboard.clone(), reports.clone());
                    tasks.spawn(async move {
                        play(&config, game, guests, &leaderboard, reports).await;
                        drop(place);
                    });
                    game += 1;
                }
            }
        };
        drop(listener);
        tasks.close();
        tasks.wait().await;
        if config.leaderboard {
            let message = totals(&leaderboard).message();
            let _ = reports.send(Report::Leaderboard(message)).await;
        }
        ending
    }
}

/// Plays one game, from its first level to the last message.
async fn play(
    config: &Config,
    game: u64,
    guests: Vec<Guest>,
    leaderboard: &Mutex<Leaderboard>,
    reports: mpsc::Sender<Report>,
) {
    let names = guests.iter().map(|guest| guest.name.as_str().into()).collect();
    let seed = config.seed.wrapping_add(game - 1);
    let crawl = match Crawl::new(&config.settings_for(names), seed) {
        Ok(crawl) => crawl,
        Err(error) => {
            for guest in guests.iter().filter(|guest| guest.notices) {
                guest.connection.say(line(&Message::Closed { why: error.to_string() })).await;
            }
            let _ = reports.send(Report::Refused { game, why: error.to_string() }).await;
            return;
        }
    };
    let crawl = if config.record { crawl.recorded("client") } else { crawl };
    let mut hosted = Hosted::new(game, crawl, guests, config.terms, config.observe, reports.clone());
    let result = hosted.play().await;
    if let Some(record) = hosted.record() {
        let _ = reports.send(Report::Recorded { game, seed, record }).await;
    }
    if config.leaderboard {
        let message = {
            let mut totals = totals(leaderboard);
            totals.add(result.won, &result.scores);
            totals.message()
        };
        hosted.say_to_all(&message).await;
    }
}

/// Locks the totals. A poisoned lock is no problem: a game is added completely or not at all.
fn totals(leaderboard: &Mutex<Leaderboard>) -> MutexGuard<'_, Leaderboard> {
    leaderboard.lock().unwrap_or_else(PoisonError::into_inner)
}
