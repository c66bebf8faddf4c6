//! A server: matches that run at the same time, each at its own address (W1, W10).

use super::config::Config;
use super::config::Patience;
use super::crowd::{Crowd, MOST_STRANGERS};
use super::door::Rooms;
use super::gallery::Gallery;
use super::guid::Guid;
use super::hosted::Hosted;
use super::hub::{Hub, MOST_COMMANDS, Terms};
use super::listen::listen;
use super::outgoing::Facts;
use super::program::Program;
use super::reception::Reception;
use super::registration::{Chair, Registration};
use super::report::Report;
use super::result::HostedResult;
use crate::descriptors::for_strangers;
use crate::trouble::Trouble;
use futures_util::future::select_all;
use gridhaunt_arena::Match;
use gridhaunt_arena::company::Company;
use gridhaunt_kernel::face::{Opened, TypedSession};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game as _, Invalid, Seat};
use gridhaunt_sproutopia::game::Complete;
use gridhaunt_sproutopia::sets::{Legacy, Official};
use gridhaunt_sproutopia::{Rules, Settings, Sproutopia};
use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long connections may take to close after the close message.
const CLOSING: Duration = Duration::from_secs(2);

/// The capacity of the channel of reports. When it is full, most reports are dropped; starts, ends and failures wait.
const REPORTS: usize = 1024;

/// The reason that all clients receive when the match is stopped.
const STOPPED: &str = "The match was stopped.";

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ServerEnd {
    /// All matches were played.
    Played,
    /// A match did not have enough bots.
    Failed,
    Stopped,
}

/// A server that is bound to its addresses and not yet running.
pub struct Server {
    config: Arc<Config>,
    hosts: Vec<Host>,
    tasks: TaskTracker,
}

/// A match and its listeners.
struct Host {
    hosted: Either,
    terms: Terms,
    registration: Registration,
    listeners: Vec<TcpListener>,
    address: SocketAddr,
    /// The tokens of the bot programs that are started for it, by seat.
    tokens: Vec<Guid>,
}

/// A match under either set of rules.
enum Either {
    Official(Hosted<Official>),
    Legacy(Hosted<Legacy>),
}

impl Server {
    /// Checks the configuration, then binds the addresses.
    ///
    /// # Errors
    /// An invalid configuration, or an address that cannot be bound.
    pub async fn bind(config: Config) -> Result<Self, Trouble> {
        let registry = gridhaunt_bots::registry();
        let face = registry.find(Sproutopia::<Official>::INFO.name)?;
        let document = Value::Object(config.settings.clone());
        let settings = Settings::read(&document)?;
        let opened = face.open(&document)?;
        let remote = config.remote_seats(opened.seats())?;
        let mut hosted = Vec::new();
        for game in 1..=config.matches.max(1) {
            hosted.push(match settings.rules {
                Rules::Official => {
                    let hosted = make(&config, &*opened, &settings, game, remote)?;
                    (terms(&hosted, &config), Either::Official(hosted))
                }
                Rules::Legacy => {
                    let hosted = make(&config, &*opened, &settings, game, remote)?;
                    (terms(&hosted, &config), Either::Legacy(hosted))
                }
            });
        }
        let places = listen(config.address.as_deref(), config.port, hosted.len()).await?;
        let hosts = hosted.into_iter().zip(places).map(|((terms, hosted), (address, listeners))| {
            let tokens: Vec<Guid> = config.programs.iter().map(|_| Guid::fresh()).collect();
            let chairs = (0..opened.seats()).map(|seat| match (tokens.get(seat), &config.fill) {
                (Some(&token), _) => Chair::Kept(token),
                (None, Some(bot)) if seat >= remote => Chair::House(bot.to_string()),
                (None, _) => Chair::Open,
            });
            let registration = Registration::new(chairs.collect(), config.resume);
            Host { hosted, terms, registration, listeners, address, tokens }
        });
        Ok(Self { hosts: hosts.collect(), config: Arc::new(config), tasks: TaskTracker::new() })
    }

    /// Where each match listens.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.hosts.iter().map(|host| host.address).collect()
    }

    /// The tracker of the tasks of its matches and connections, which counts those that still run.
    #[must_use]
    pub const fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    /// Plays until all matches are over or it is stopped, and returns once the last task has ended.
    pub async fn run(self, reports: mpsc::Sender<Report>, stop: CancellationToken) -> ServerEnd {
        let Self { config, hosts, tasks } = self;
        let kept = hosts.iter().map(Host::descriptors).sum();
        let crowd = Arc::new(Crowd::new(for_strangers(MOST_STRANGERS, kept)));
        let hosts: Vec<JoinHandle<ServerEnd>> = hosts
            .into_iter()
            .map(|host| {
                let (config, reports, stop) = (config.clone(), reports.clone(), stop.clone());
                tasks.spawn(host.host(config, crowd.clone(), reports, stop, tasks.clone()))
            })
            .collect();
        let mut ending = ServerEnd::Played;
        for host in hosts {
            ending = match (ending, host.await.unwrap_or(ServerEnd::Failed)) {
                (ServerEnd::Stopped, _) | (_, ServerEnd::Stopped) => ServerEnd::Stopped,
                (ServerEnd::Failed, _) | (_, ServerEnd::Failed) => ServerEnd::Failed,
                _ => ServerEnd::Played,
            };
        }
        tasks.close();
        tasks.wait().await;
        ending
    }
}

/// A running server, for tests and for programs that have their own runtime.
#[allow(missing_docs, reason = "the names say it")]
pub struct Running {
    /// Where each match listens.
    pub addresses: Vec<SocketAddr>,
    pub reports: mpsc::Receiver<Report>,
    pub stop: CancellationToken,
    pub ending: JoinHandle<ServerEnd>,
}

/// Starts a server on the runtime of the caller.
///
/// # Errors
/// An invalid configuration, or an address that cannot be bound.
pub async fn start(config: Config) -> Result<Running, Trouble> {
    let server = Server::bind(config).await?;
    let (sender, reports) = mpsc::channel(REPORTS);
    let (addresses, stop) = (server.addresses(), CancellationToken::new());
    let ending = tokio::spawn(server.run(sender, stop.clone()));
    Ok(Running { addresses, reports, stop, ending })
}

/// Makes a match and its built-in bots.
fn make<R: Complete>(
    config: &Config,
    opened: &dyn Opened,
    settings: &Settings,
    game: usize,
    remote: usize,
) -> Result<Hosted<R>, Invalid> {
    let seed = config.seed.wrapping_add(game as u64 - 1);
    let mut house = Company::default();
    for seat in (remote..opened.seats()).map(|seat| Seat(seat as u8)) {
        if let Some(bot) = &config.fill {
            house.seat(seat, opened.player(&bot.name, &bot.options, seed, seat)?);
        }
    }
    let (world, state) = Sproutopia::make(settings, seed)?;
    Ok(Hosted {
        number: game,
        document: opened.settings(),
        settings: settings.clone(),
        seed,
        game: Match::new(Box::new(TypedSession::new(Arc::new(world), state))),
        house,
        pace: config.pace,
    })
}

impl Host {
    /// How many descriptors it needs: a farmer that reconnects may still have its old connection open, and a program
    /// has pipes.
    fn descriptors(&self) -> usize {
        self.listeners.len() + 2 * self.registration.farmers().len() + 4 * self.tokens.len()
    }

    /// Runs the match, from the first connection until the last is closed.
    async fn host(
        self,
        config: Arc<Config>,
        crowd: Arc<Crowd>,
        reports: mpsc::Sender<Report>,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> ServerEnd {
        let Self { hosted, terms, registration, listeners, address, tokens } = self;
        let game = terms.game;
        let stop = stop.child_token(); // `StopGame` of an onlooker stops one match, not the server.
        let hub = Arc::new(Hub::new(terms, registration, reports.clone()));
        let gallery = config.visualiser.then(|| Arc::new(Gallery::new(stop.clone())));
        let reception = Reception {
            rooms: Rooms { hub: hub.clone(), gallery: gallery.clone() },
            crowd,
            patience: config.patience,
            tasks,
            closing: CancellationToken::new(),
            closed: CancellationToken::new(),
        };
        listeners.into_iter().for_each(|listener| reception.open(listener));
        let _ = reports.send(Report::Listening { game, address }).await;
        let start = |(seat, (command, token)): (usize, (&String, &Guid))| {
            Program::start(command, game, Seat(seat as u8), *token, address, &reports)
        };
        let mut programs: Vec<Program> = config.programs.iter().zip(&tokens).enumerate().map(start).collect();
        let gathered = tokio::select! {
            farmers = hub.gathered() => Ok(farmers),
            why = first_failure(&mut programs) => Err((ServerEnd::Failed, why)),
            () = sleep(config.bot_timeout) => Err((ServerEnd::Failed, why_not(ServerEnd::Failed, hub.came()))),
            () = stop.cancelled() => Err((ServerEnd::Stopped, why_not(ServerEnd::Stopped, hub.came()))),
        };
        let ending = match gathered {
            Ok(farmers) => {
                let _ = reports.send(Report::Started { game }).await;
                let played = match hosted {
                    Either::Official(hosted) => hosted.play(&hub, gallery.as_deref(), &farmers, &reports, &stop).await,
                    Either::Legacy(hosted) => hosted.play(&hub, gallery.as_deref(), &farmers, &reports, &stop).await,
                };
                say_goodbye(&hub, gallery.as_deref(), game, played, &config.patience, &reports, &stop).await
            }
            Err((ending, why)) => {
                hub.fail(&why);
                let _ = reports.send(Report::Failed { game, why }).await;
                ending
            }
        };
        reception.closing.cancel();
        hub.close();
        gallery.iter().for_each(|gallery| gallery.close());
        let _ = timeout(CLOSING, hub.empty()).await;
        reception.closed.cancel();
        for program in programs {
            program.stop().await;
        }
        ending
    }
}

/// Waits until one of the bot programs fails; returns a message that says which one and how.
async fn first_failure(programs: &mut [Program]) -> String {
    let failures = programs.iter_mut().enumerate().map(|(seat, program)| {
        Box::pin(async move {
            format!("The program of bot{} ended before the match began: {}.", seat + 1, program.failed().await)
        })
    });
    let failures: Vec<_> = failures.collect();
    if failures.is_empty() { pending().await } else { select_all(failures).await.0 }
}

/// The facts and limits for the hub of a match.
fn terms<R: Complete>(hosted: &Hosted<R>, config: &Config) -> Terms {
    let settings = &hosted.settings;
    let facts = Facts {
        max_ticks: settings.max_ticks,
        tick_rate: settings.tick_rate,
        rows: settings.rows,
        cols: settings.cols,
        seed: if R::TELLS_SEED { hosted.seed } else { 0 }, // R48
        window: settings.player_window_size,
    };
    let patience = if config.resume { config.reconnect } else { Duration::ZERO };
    // R7: of an unbounded queue at most one command per tick is played.
    let longest = if settings.rules == Rules::Legacy { facts.max_ticks } else { 0 };
    let most_commands = longest.max(MOST_COMMANDS);
    Terms { game: hosted.number, facts, command: R::command, most_commands, patience }
}

/// The reason why a match did not start, in the words of W10.
fn why_not(ending: ServerEnd, (came, awaited): (usize, usize)) -> String {
    match ending {
        ServerEnd::Stopped => STOPPED.into(),
        _ => format!("Only {came} out of {awaited} bots connected in time, runner is shutting down."),
    }
}

/// Tells all clients that the match is over, and gives them time to disconnect (W10).
async fn say_goodbye(
    hub: &Hub,
    gallery: Option<&Gallery>,
    game: usize,
    played: HostedResult,
    patience: &Patience,
    reports: &mpsc::Sender<Report>,
    stop: &CancellationToken,
) -> ServerEnd {
    let is_over = played.reason.is_some();
    if is_over {
        hub.end(played.seed, played.ticks);
        gallery.iter().for_each(|gallery| gallery.end(played.seed, played.ticks));
    } else {
        hub.fail(STOPPED);
    }
    let _ = reports.send(Report::Ended { game, played: Box::new(played) }).await;
    if !is_over {
        return ServerEnd::Stopped;
    }
    tokio::select! {
        () = sleep(patience.farewell) => {}
        () = hub.empty() => {}
        () = stop.cancelled() => {}
    }
    ServerEnd::Played
}
