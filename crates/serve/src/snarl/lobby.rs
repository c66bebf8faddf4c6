//! Registration: who plays the next game (R57, phase 1).

use super::connection::Connection;
use super::messages::{Answer, Message, Word, line};
use super::report::{Loss, Report};
use super::terms::{HINT, Terms};
use futures_util::future::select_all;
use futures_util::stream::{FuturesUnordered, StreamExt};
use gridhaunt_snarl::name::Name;
use std::collections::VecDeque;
use std::future::pending;
use std::io;
use std::iter;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many connections may be without a name at once; when there are more, the oldest are closed.
pub const MOST_NAMELESS: usize = 256;

/// The pause after `accept` failed.
const REFUSED: Duration = Duration::from_millis(50);

/// If enough clients for the game have been asked for a name, no further connection is accepted for so long. A client
/// that connects in this time waits for the next registration, instead of being closed when this one ends.
pub const COURTESY: Duration = Duration::from_millis(20);

/// The reason that clients with a name receive when there will be no game.
const STOPPED: &str = "the server takes no more players";

/// A client whose name was accepted.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Guest {
    pub name: Name,
    /// Its connection.
    pub connection: Connection,
    /// Whether it wants notices.
    pub notices: bool,
}

/// How a registration ended.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Gathering {
    /// These play, in the order in which their names were accepted.
    Players(Vec<Guest>),
    Nobody,
    Stopped,
}

/// One registration: accepts connections and asks for names until there are enough players for a game.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Lobby<'a> {
    /// The socket that accepts connections.
    pub listener: &'a TcpListener,
    /// The limits and formats for players.
    pub terms: &'a Terms,
    /// How many players are enough.
    pub clients: usize,
    /// How long to wait for another connection after each one.
    pub wait: Duration,
    /// How many connections may be without a name at once.
    pub nameless: usize,
    /// The tracker of the connections' tasks.
    pub tasks: &'a TaskTracker,
    pub stop: &'a CancellationToken,
}

impl Lobby<'_> {
    /// Waits for the players of a game and reports each.
    pub async fn gather(&self, game: u64, reports: &mpsc::Sender<Report>) -> Gathering {
        let mut guests: Vec<Guest> = Vec::new();
        let mut asked = FuturesUnordered::new();
        let mut nameless_since: VecDeque<Weak<Notify>> = VecDeque::new();
        let mut newest: Option<Instant> = None;
        while guests.len() < self.clients {
            let nameless = asked.len();
            tokio::select! {
                biased;
                () = self.stop.cancelled() => {
                    for guest in guests.iter().filter(|guest| guest.notices) {
                        guest.connection.say(line(&Message::Closed { why: STOPPED.into() })).await;
                    }
                    return Gathering::Stopped;
                }
                gone = first_lost(&guests) => {
                    drop(guests.remove(gone));
                    self.notify(&guests, newest).await;
                }
                Some((caller @ Caller { .. }, answer)) = asked.next() => {
                    let Answer { name, notices, .. } = match answer {
                        Ok(answer) => answer,
                        Err(gone) => {
                            if gone == Gone::Http && newest == Some(caller.came) {
                                newest = caller.before; // As if it had never connected.
                            }
                            self.report(&caller, gone, reports).await;
                            continue;
                        }
                    };
                    match name.filter(|name| guests.iter().all(|guest| guest.name != *name)) {
                        Some(name) => {
                            guests.push(Guest { name, connection: caller.connection, notices });
                            let _ = reports.send(Report::Joined { game, name }).await;
                            self.notify(&guests, newest).await;
                        }
                        None => asked.extend(caller.refused(self.terms, notices).await.map(Caller::answer)),
                    }
                }
                accepted = self.accept(newest, guests.len() + nameless) => {
                    if accepted.is_err() || nameless >= self.nameless {
                        // The connection that has waited longest without a name is closed to make room.
                        let oldest = iter::from_fn(|| nameless_since.pop_front()).find_map(|caller| caller.upgrade());
                        oldest.into_iter().for_each(|caller| caller.notify_one());
                    }
                    let Ok((stream, peer)) = accepted else {
                        sleep(REFUSED).await;
                        continue;
                    };
                    let (came, before) = (Instant::now(), newest);
                    newest = Some(came);
                    let connection = Connection::open(stream, self.terms.manner(), self.tasks);
                    let caller = Caller {
                        connection,
                        peer,
                        tries: self.terms.name_tries,
                        came,
                        before,
                        deadline: came + self.wait,
                        crowded_out: Arc::default(),
                    };
                    nameless_since.push_back(Arc::downgrade(&caller.crowded_out));
                    nameless_since.retain(|caller| caller.strong_count() > 0);
                    caller.connection.say(line(&self.terms.welcome())).await;
                    caller.connection.say(self.terms.words.line(Word::Name)).await;
                    asked.push(caller.answer());
                }
                () = self.waited(newest) => break,
            }
        }
        if guests.is_empty() { Gathering::Nobody } else { Gathering::Players(guests) }
    }

    /// Accepts another connection; `here` is the number of clients that have a name or are asked for one.
    async fn accept(&self, newest: Option<Instant>, here: usize) -> io::Result<(TcpStream, SocketAddr)> {
        if let Some(newest) = newest.filter(|_| here >= self.clients) {
            sleep_until(newest + COURTESY).await;
        }
        self.listener.accept().await
    }

    /// Waits until no new connection has come for the whole `wait`; for ever if there was none at all.
    async fn waited(&self, newest: Option<Instant>) {
        match newest {
            Some(newest) => sleep_until(newest + self.wait).await,
            None => pending().await,
        }
    }

    /// Sends a notice of who has registered.
    async fn notify(&self, guests: &[Guest], newest: Option<Instant>) {
        let left = newest.map_or(self.wait, |newest| (newest + self.wait).saturating_duration_since(Instant::now()));
        let players = guests.iter().map(|guest| guest.name.to_string()).collect();
        let notice =
            line(&Message::Lobby { players, clients: self.clients, seconds: left.as_secs_f64().ceil() as u64 });
        for guest in guests.iter().filter(|guest| guest.notices) {
            guest.connection.say(notice.clone()).await;
        }
    }

    /// Reports to the operator of the server why a client was turned away, if that may be unexpected.
    async fn report(&self, caller: &Caller, gone: Gone, reports: &mpsc::Sender<Report>) {
        let why = match gone {
            Gone::Http => "speaks HTTP, and is no player".to_string(),
            Gone::Late => format!("gave no name within {} s", self.wait.as_secs_f64()),
            Gone::Left | Gone::CrowdedOut => return,
        };
        let _ = reports.send(Report::TurnedAway { peer: caller.peer, why }).await;
        if gone == Gone::Late && self.terms.is_for_our_clients() {
            let _ = reports.send(Report::Hint(HINT)).await;
        }
    }
}

/// Why a client gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gone {
    /// It disconnected, or the connection failed.
    Left,
    Http,
    /// It took too long.
    Late,
    /// It was closed to make room for others.
    CrowdedOut,
}

/// A connection without a name.
struct Caller {
    connection: Connection,
    peer: SocketAddr,
    /// How many invalid answers are left before it is closed.
    tries: u32,
    came: Instant,
    /// When the connection before it was accepted.
    before: Option<Instant>,
    /// When it must have given a valid name.
    deadline: Instant,
    /// Notified when it has to close to make room for others.
    crowded_out: Arc<Notify>,
}

impl Caller {
    /// Waits for its answer to the request for a name, or for the reason why there is none.
    async fn answer(mut self) -> (Self, Result<Answer, Gone>) {
        let answer = tokio::select! {
            answer = timeout_at(self.deadline, self.connection.answer()) => match answer {
                Ok(Some(answer)) => Ok(answer),
                Ok(None) if self.connection.loss() == Loss::Http => Err(Gone::Http),
                Ok(None) => Err(Gone::Left),
                Err(_) => Err(Gone::Late),
            },
            () = self.crowded_out.notified() => Err(Gone::CrowdedOut),
        };
        (self, answer)
    }

    /// Asks again after an invalid name; `None`, which closes the connection, if no tries are left.
    async fn refused(mut self, terms: &Terms, notices: bool) -> Option<Self> {
        self.tries = self.tries.saturating_sub(1);
        if self.tries == 0 {
            if notices {
                let why = format!("{} names were refused", terms.name_tries);
                self.connection.say(line(&Message::Closed { why })).await;
            }
            return None;
        }
        self.connection.say(terms.words.line(Word::Name)).await;
        Some(self)
    }
}

/// Waits until one of the guests disconnects; returns its index.
async fn first_lost(guests: &[Guest]) -> usize {
    if guests.is_empty() {
        return pending().await;
    }
    select_all(guests.iter().map(|guest| Box::pin(guest.connection.lost()))).await.1
}
