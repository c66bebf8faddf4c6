//! Registration: who plays the next game (R57, phase 1).

use super::connection::Connection;
use super::messages::{Answer, Word, line};
use super::report::Report;
use super::terms::Terms;
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

/// How many connections may be without a name at once; of more the oldest are closed.
const MOST_NAMELESS: usize = 256;

/// How long to wait before accepting again after the system refused.
const REFUSED: Duration = Duration::from_millis(50);

/// How long those who were asked for a name have it to themselves, if they are enough for the game. Who comes with them
/// then waits for the next registration instead of being closed when this one ends.
const COURTESY: Duration = Duration::from_millis(20);

/// Somebody who has given a good name.
#[derive(Debug)]
pub struct Guest {
    /// The name.
    pub name: Name,
    /// The way to them.
    pub connection: Connection,
}

/// How a registration ended.
#[derive(Debug)]
pub enum Gathering {
    /// These play, in the order in which their names were accepted.
    Players(Vec<Guest>),
    /// Nobody came.
    Nobody,
    /// It was stopped.
    Stopped,
}

/// One registration.
#[derive(Clone, Copy, Debug)]
pub struct Lobby<'a> {
    /// Where connections come from.
    pub listener: &'a TcpListener,
    /// What players are held to.
    pub terms: &'a Terms,
    /// How many players are enough.
    pub clients: usize,
    /// How long to wait for another one.
    pub wait: Duration,
    /// Where the tasks of connections are counted.
    pub tasks: &'a TaskTracker,
    /// Ends it.
    pub stop: &'a CancellationToken,
}

impl Lobby<'_> {
    /// Waits for the players of a game and reports each.
    pub async fn gather(&self, game: u64, reports: &mpsc::Sender<Report>) -> Gathering {
        let mut guests: Vec<Guest> = Vec::new();
        let mut asked = FuturesUnordered::new();
        let mut nameless_since: VecDeque<Weak<Notify>> = VecDeque::new();
        let mut newest = Instant::now();
        while guests.len() < self.clients {
            let nameless = asked.len();
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return Gathering::Stopped,
                gone = first_lost(&guests) => drop(guests.remove(gone)),
                Some((caller @ Caller { .. }, answer)) = asked.next() => {
                    let Some(Answer { name, .. }) = answer else { continue };
                    match name.filter(|name| guests.iter().all(|guest| guest.name != *name)) {
                        Some(name) => {
                            guests.push(Guest { name, connection: caller.connection });
                            let _ = reports.send(Report::Joined { game, name }).await;
                        }
                        None => asked.extend(caller.refused(self.terms).await.map(Caller::answer)),
                    }
                }
                accepted = self.accept(newest, guests.len() + nameless) => {
                    let Ok((stream, _)) = accepted else {
                        sleep(REFUSED).await;
                        continue;
                    };
                    newest = Instant::now();
                    if nameless >= MOST_NAMELESS {
                        // Who has said nothing for longest makes room.
                        let oldest = iter::from_fn(|| nameless_since.pop_front()).find_map(|caller| caller.upgrade());
                        oldest.into_iter().for_each(|caller| caller.notify_one());
                    }
                    let connection = Connection::open(stream, self.terms.turn_timeout, self.tasks);
                    let caller = Caller { connection, tries: self.terms.name_tries, deadline: newest + self.wait, crowded_out: Arc::default() };
                    nameless_since.push_back(Arc::downgrade(&caller.crowded_out));
                    nameless_since.retain(|caller| caller.strong_count() > 0);
                    caller.connection.say(line(&self.terms.welcome())).await;
                    caller.connection.say(self.terms.words.line(Word::Name)).await;
                    asked.push(caller.answer());
                }
                () = sleep_until(newest + self.wait) => break,
            }
        }
        if guests.is_empty() { Gathering::Nobody } else { Gathering::Players(guests) }
    }

    /// Another connection; `here` are those who have a name or are asked for one.
    async fn accept(&self, newest: Instant, here: usize) -> io::Result<(TcpStream, SocketAddr)> {
        if here >= self.clients {
            sleep_until(newest + COURTESY).await;
        }
        self.listener.accept().await
    }
}

/// A connection without a name.
struct Caller {
    connection: Connection,
    /// How many bad answers are left.
    tries: u32,
    /// When it must have given a good one.
    deadline: Instant,
    /// Told when it has to make room for others.
    crowded_out: Arc<Notify>,
}

impl Caller {
    /// What it answers; nothing if it left or took too long.
    async fn answer(mut self) -> (Self, Option<Answer>) {
        let answer = tokio::select! {
            answer = timeout_at(self.deadline, self.connection.answer()) => answer.ok().flatten(),
            () = self.crowded_out.notified() => None,
        };
        (self, answer)
    }

    /// Asks again, if it has tries left.
    async fn refused(mut self, terms: &Terms) -> Option<Self> {
        self.tries = self.tries.saturating_sub(1);
        if self.tries == 0 {
            return None;
        }
        self.connection.say(terms.words.line(Word::Name)).await;
        Some(self)
    }
}

/// Which of them left first; never if nobody does.
async fn first_lost(guests: &[Guest]) -> usize {
    if guests.is_empty() {
        return pending().await;
    }
    select_all(guests.iter().map(|guest| Box::pin(guest.connection.lost()))).await.1
}
