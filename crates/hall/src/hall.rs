//! The hall: what all handlers share.

use crate::checking;
use crate::door;
use crate::limits::{Meters, READERS, UPLOADS};
use crate::live::Live;
use crate::refusal::Refusal;
use crate::shelf::Shelf;
use crate::tables::Tables;
use gridhaunt_events::Trouble;
use gridhaunt_events::rated::{Choice, Query, Rating, RatingModel, rate};
use gridhaunt_events::results::Results;
use gridhaunt_events::worker::{News, WorkerOptions, work};
use gridhaunt_host::sandbox::Level;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Bearer, EventId, Store};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How a hall is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether the events of the store are played here, and bots checked.
    pub plays: bool,
    /// Matches at once; none for as many as the machine has room for.
    pub jobs: Option<u32>,
    /// The level at which submitted bots are built, checked and played.
    pub level: Level,
    /// Whether browsers reach the hall through TLS, so that a cookie is sent no other way.
    pub tls: bool,
    /// Where copies of programs are kept; none for the usual folder.
    pub copies: Option<PathBuf>,
    /// Whether programs run as root where the host is root.
    pub as_root: bool,
    /// Set to stop: matches under way may end within 10 s (B17).
    pub stop: &'static AtomicBool,
    /// Set to leave at once.
    pub abandon: &'static AtomicBool,
    /// Hears what an organiser should know, a line each.
    pub tell: fn(&str),
}

/// A server over a store.
pub struct Hall {
    pub(crate) store: Store,
    pub(crate) registry: &'static Registry,
    pub(crate) options: Options,
    pub(crate) live: Arc<Live>,
    pub(crate) tables: Tables,
    pub(crate) meters: Meters,
    pub(crate) uploads: Semaphore,
    readers: Semaphore,
    results: Shelf<(EventId, Option<i64>), Results>,
    ratings: Shelf<(String, Option<String>), Rating>,
}

/// How long threads have that still read the store when all has stopped.
const FAREWELL: Duration = Duration::from_secs(1);
/// How often it is looked whether all is to stop, or a bot is to be checked.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

impl Hall {
    /// A hall over a store.
    #[must_use]
    pub fn new(store: Store, registry: &'static Registry, options: Options) -> Arc<Self> {
        Arc::new(Self {
            store,
            registry,
            options,
            live: Arc::default(),
            tables: Tables::default(),
            meters: Meters::default(),
            uploads: Semaphore::new(UPLOADS),
            readers: Semaphore::new(READERS),
            results: Shelf::default(),
            ratings: Shelf::default(),
        })
    }

    /// Serves until it is stopped.
    ///
    /// # Errors
    /// The machine gives no threads or sockets; the store fails.
    pub fn serve(self: &Arc<Self>, listener: TcpListener) -> Result<(), Trouble> {
        let broken = |error: std::io::Error| Trouble::Surroundings(format!("the server cannot run: {error}"));
        listener.set_nonblocking(true).map_err(broken)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(broken)?;
        if self.options.plays {
            self.tables.take_up(self);
        }
        let served = thread::scope(|scope| {
            let players =
                self.options.plays.then(|| (scope.spawn(|| self.play()), scope.spawn(|| checking::run(self))));
            let served = runtime.block_on(door::open(self.clone(), listener)).map_err(broken);
            if served.is_err() {
                self.options.stop.store(true, Ordering::Relaxed);
            }
            if let Some((plays, checks)) = players {
                let _ = (plays.join(), checks.join());
            }
            self.tables.leave();
            served
        });
        // Whoever still reads or plays is not waited for; what it held is given back, so that the store is folded into its file.
        runtime.shutdown_timeout(FAREWELL);
        served
    }

    /// Plays the events of the store until all is to stop.
    fn play(&self) {
        let options = &self.options;
        let worker = WorkerOptions {
            jobs: options.jobs,
            // Whoever runs a hall on a laptop wants it to play; late turns are excused by what they are measured (B12).
            most_delay: Duration::MAX,
            stop: options.stop,
            abandon: options.abandon,
            copies: options.copies.clone(),
            as_root: options.as_root,
            onlooker: Some(self.live.clone()),
            ..WorkerOptions::default()
        };
        while !self.is_stopped() {
            let ended = work(&self.store, self.registry, &worker, &mut |news| match news {
                News::Line(words) => (options.tell)(&words),
                News::Progress(event, progress) => {
                    for words in progress.told.iter().filter(|words| !words.starts_with("match ")) {
                        (options.tell)(&format!("event {event}: {words}"));
                    }
                }
            });
            if let Err(trouble) = ended {
                (options.tell)(&format!("events wait: {trouble}"));
                self.wait(Duration::from_secs(5));
            }
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed) || self.options.abandon.load(Ordering::Relaxed)
    }

    /// Waits so long, unless all is to stop.
    pub(crate) fn wait(&self, time: Duration) {
        let begun = std::time::Instant::now();
        while begun.elapsed() < time && !self.is_stopped() {
            thread::sleep(LOOK.min(time));
        }
    }

    /// Asks the store on a thread that may wait; not too many at once.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Self) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let Ok(_turn) = self.readers.acquire().await else { return Err(Refusal::ours("the server is being stopped")) };
        let hall = self.clone();
        let answer = tokio::task::spawn_blocking(move || question(&hall)).await;
        answer.unwrap_or_else(|_| Err(Refusal::ours("the server could not make this answer")))
    }

    /// The results of an event as who asks may see them: while the board is frozen, as it was then.
    pub(crate) fn results(&self, id: EventId, bearer: Option<&Bearer>) -> Result<Arc<Results>, Refusal> {
        let until = self.frozen(id, bearer)?;
        Ok(self.results.get(&(id, until), || Results::until(&self.store, self.registry, id, until))?)
    }

    /// Since when who asks sees nothing new of an event.
    pub(crate) fn frozen(&self, id: EventId, bearer: Option<&Bearer>) -> Result<Option<i64>, Refusal> {
        if bearer == Some(&Bearer::Organiser) {
            return Ok(None);
        }
        let freeze = self.store.board(id)?.and_then(|board| board.freeze);
        Ok(match freeze {
            Some(freeze) if self.store.now()? >= freeze => Some(freeze),
            _ => None,
        })
    }

    /// Everybody who played a game, rated; in one role alone if it is said. Events whose board is frozen are not in it.
    pub(crate) fn rating(&self, game: &str, role: Option<&str>) -> Result<Arc<Rating>, Refusal> {
        self.registry.find(game).map_err(|_| Refusal::missing("game", game))?;
        let key = (game.to_string(), role.map(Into::into));
        let made = self.ratings.get(&key, || {
            let now = self.store.now()?;
            let frozen =
                self.store.boards()?.into_iter().filter(|board| board.freeze.is_some_and(|freeze| now >= freeze));
            let without = frozen.map(|board| board.event).collect();
            let query = Query { game: Some(game.into()), role: role.map(Into::into), without, ..Query::default() };
            let choice = Choice { model: RatingModel::Bt, anchor: None, bootstrap: 0, seed: 0 };
            rate(&self.store, self.registry, &query, &choice)
        });
        Ok(made?)
    }

    /// An address that it could be reached at, for a person.
    #[must_use]
    pub fn link(address: SocketAddr) -> String {
        format!("http://{address}/")
    }
}
