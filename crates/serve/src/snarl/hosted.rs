//! One match with the connections that play it (R57, phases 2 to 5).

use super::connection::Connection;
use super::lobby::Guest;
use super::messages::{Answer, Message, PlayerScore, Update, Word, line};
use super::report::{Deed, HostedResult, Loss, Report};
use super::terms::{HINT, Terms};
use gridhaunt_bots::snarl::{Crawl, Turn};
use gridhaunt_kernel::{Seat, Wire};
use gridhaunt_snarl::state::{End, Order, Status};
use gridhaunt_snarl::view::{RosterEntry, player_update};
use gridhaunt_snarl::{Action, Event, Snarl};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

/// A game and the connections of its players.
pub struct Hosted {
    game: u64,
    crawl: Crawl,
    terms: Terms,
    observe: bool,
    /// By seat; `None` for a player who is lost (R62).
    connections: Vec<Option<Connection>>,
    /// Whether the player wants notices, by seat.
    notices: Vec<bool>,
    /// Why players were lost, by seat.
    losses: Vec<Loss>,
    reports: mpsc::Sender<Report>,
}

/// The result of asking a player for a move.
enum Choice {
    Made(Action),
    /// The player gave no valid answer and stays (R21).
    Stays,
    /// The player is lost (R24).
    Forfeits,
}

impl Hosted {
    /// Gives the guests the seats of a game that was made for as many players.
    #[must_use]
    pub fn new(
        game: u64,
        crawl: Crawl,
        guests: Vec<Guest>,
        terms: Terms,
        observe: bool,
        reports: mpsc::Sender<Report>,
    ) -> Self {
        let notices = guests.iter().map(|guest| guest.notices).collect();
        let losses = vec![Loss::Closed; guests.len()];
        let connections = guests.into_iter().map(|guest| Some(guest.connection)).collect();
        Self { game, crawl, terms, observe, connections, notices, losses, reports }
    }

    /// Plays to the end. The connections stay open for the messages after it.
    pub async fn play(&mut self) -> HostedResult {
        self.start_level().await;
        self.show().await;
        loop {
            match self.crawl.turn() {
                Turn::Over => break,
                Turn::Player(seat) => self.turn(seat).await,
                Turn::Adversary => {
                    let events = self.crawl.haunt().to_vec();
                    self.tell(None, &events).await;
                }
            }
            self.show().await;
        }
        let result = self.result();
        let game_won = self.terms.game_won.then_some(result.won);
        self.say_to_all(&Message::EndGame { scores: result.scores.clone(), game_won }).await;
        self.report(Report::Ended { game: self.game, result: result.clone() }).await;
        result
    }

    /// The record of the game so far; `None` if it is not recorded.
    #[must_use]
    pub fn record(&self) -> Option<String> {
        self.crawl.record()
    }

    /// Sends a message to all players who are still connected.
    pub async fn say_to_all(&mut self, message: &Message) {
        let line = line(message);
        for connection in self.connections.iter().flatten() {
            connection.say(line.clone()).await;
        }
    }

    /// Plays a player's turn (R57, phase 3).
    async fn turn(&mut self, seat: Seat) {
        self.announce(seat).await;
        let choice = self.ask(seat).await;
        let events = match choice {
            Choice::Made(action) => self.crawl.act(action),
            Choice::Stays => self.crawl.act(Action::Stay),
            Choice::Forfeits => self.crawl.act(Action::Forfeit),
        };
        let events = events.to_vec();
        let word = events.iter().find_map(result_word).unwrap_or(Word::Ok);
        match choice {
            Choice::Forfeits => {}
            Choice::Stays if word == Word::Ok => {} // R21
            Choice::Made(_) | Choice::Stays => self.say_word(seat, word).await,
        }
        self.tell(Some(seat), &events).await;
    }

    /// Asks for a move until the answer is valid or a limit is reached (R20 to R23, R62).
    async fn ask(&mut self, seat: Seat) -> Choice {
        let place = &mut self.connections[seat.index()];
        let Some(connection) = place.as_mut() else { return Choice::Forfeits };
        if connection.is_lost() {
            self.losses[seat.index()] = connection.loss();
            *place = None;
            return Choice::Forfeits;
        }
        let deadline = self.terms.turn_timeout.map(|limit| Instant::now() + limit);
        let (mut asked_again, mut malformed) = (0, 0);
        let loss = loop {
            connection.say(self.terms.words.line(Word::Move)).await;
            let answer = match deadline {
                Some(deadline) => timeout_at(deadline, connection.answer()).await,
                None => Ok(connection.answer().await),
            };
            let to = match answer {
                Ok(Some(Answer { to, .. })) => to,
                Ok(None) => break connection.loss(),
                Err(_) => break Loss::Silent,
            };
            match to {
                Some(to) => {
                    if let Some(action) = self.crawl.world().action_to(self.crawl.state(), seat, to) {
                        return Choice::Made(action);
                    }
                }
                None => malformed += 1,
            }
            connection.say(self.terms.words.line(Word::Invalid)).await;
            if malformed >= self.terms.malformed_limit {
                break Loss::Malformed;
            }
            if self.terms.retries == Some(asked_again) {
                return Choice::Stays;
            }
            asked_again += 1;
        };
        self.losses[seat.index()] = loss;
        if self.notices[seat.index()] {
            connection.say(line(&Message::Closed { why: loss.words(&self.terms) })).await;
        }
        *place = None; // What was said to it is still sent, then it is closed.
        Choice::Forfeits
    }

    /// Sends a notice of whose turn it is.
    async fn announce(&mut self, seat: Seat) {
        if !self.notices.contains(&true) {
            return;
        }
        let seconds = self.terms.turn_timeout.map(|limit| limit.as_secs());
        let notice = line(&Message::Turn { player: self.name(seat), seconds });
        let wanted = self.connections.iter().zip(&self.notices).filter(|(_, wants)| **wants);
        for connection in wanted.filter_map(|(connection, _)| connection.as_ref()) {
            connection.say(notice.clone()).await;
        }
    }

    /// Sends everybody the effects of an act of this player, or of an adversary (R57, phases 3 and 4).
    async fn tell(&mut self, mover: Option<Seat>, events: &[Event]) {
        let (mut message, mut level_goes_on) = (None, true);
        for event in events {
            match *event {
                Event::KeyTaken { player } => message = Some(self.happened(player, Deed::FoundKey).await),
                Event::Exited { player } => message = Some(self.happened(player, Deed::Exited).await),
                Event::Expelled { player, by: None } => {
                    message = Some(self.happened(player, Deed::Disconnected).await);
                }
                Event::Expelled { player, by: Some(_) } => {
                    message = Some(self.happened(player, Deed::Expelled).await);
                    if self.terms.late_eject && mover != Some(player) {
                        self.say_word(player, Word::Eject).await;
                    }
                }
                Event::Stranded { player } => drop(self.happened(player, Deed::Stranded).await),
                Event::LevelEnded { key, exits, ejects, .. } => {
                    level_goes_on = false;
                    self.end_level(key, exits, ejects).await;
                }
                Event::LevelStarted { .. } => self.start_level().await,
                _ => {}
            }
        }
        if level_goes_on {
            self.update(message).await;
        }
    }

    /// Sends the start of a level to all, then an update to those who are in it (R57, phase 2).
    async fn start_level(&mut self) {
        let (world, state) = (self.crawl.world(), self.crawl.state());
        let players = state.inside(&world.ground()).map(|(seat, _)| self.name(seat)).collect();
        self.say_to_all(&Message::StartLevel { level: usize::from(state.level) + 1, players }).await;
        self.update(None).await;
    }

    /// Sends each player in the level what it sees now, by seat, with a text of what happened.
    async fn update(&mut self, message: Option<String>) {
        let (world, state) = (self.crawl.world(), self.crawl.state());
        let inside = state.players.iter().zip(&self.connections).enumerate();
        for (seat, (_, connection)) in inside.filter(|(_, (player, _))| player.status == Status::In) {
            if let Some(connection) = connection {
                let update = player_update(world, state, Seat(seat as u8));
                connection.say(line(&Update { update, message: message.clone() })).await;
            }
        }
    }

    /// Sends the end of a level to all: who took the key, who left by the exit and who was expelled (R57, phase 4).
    async fn end_level(&mut self, key: Option<Seat>, exits: Order, ejects: Order) {
        let key = key.map(|seat| self.name(seat));
        let (exits, ejects) = (self.names(exits), self.names(ejects));
        self.say_to_all(&Message::EndLevel { key, exits, ejects }).await;
    }

    /// The result of the game, with all players by rank (R28).
    fn result(&self) -> HostedResult {
        let state = self.crawl.state();
        let score = |entry: &RosterEntry| PlayerScore {
            name: entry.name.to_string(),
            exits: entry.exits.into(),
            ejects: entry.ejects.into(),
            keys: entry.keys.into(),
        };
        let scores = self.crawl.standings().iter().map(score).collect();
        HostedResult { won: state.end == Some(End::Won), level: usize::from(state.level) + 1, scores }
    }

    fn name(&self, seat: Seat) -> String {
        self.crawl.world().player_name(seat).to_string()
    }

    fn names(&self, order: Order) -> Vec<String> {
        order.seats().iter().map(|&seat| self.name(seat)).collect()
    }

    async fn say_word(&mut self, seat: Seat, word: Word) {
        if let Some(connection) = self.connections.get(seat.index()).and_then(Option::as_ref) {
            connection.say(self.terms.words.line(word)).await;
        }
    }

    /// Reports what happened to a player; returns the text for the other players.
    async fn happened(&mut self, seat: Seat, what: Deed) -> String {
        let (game, name) = (self.game, self.crawl.world().player_name(seat));
        if what == Deed::Disconnected {
            let loss = self.losses[seat.index()];
            self.report(Report::Lost { game, name, why: loss.words(&self.terms) }).await;
            if loss == Loss::Silent && self.terms.is_for_our_clients() {
                self.report(Report::Hint(HINT)).await;
            }
        } else {
            self.report(Report::Happened { game, name, what }).await;
        }
        format!("Player {name} {}.", what.name())
    }

    /// Reports the whole board, if the server was started with `--observe`.
    async fn show(&mut self) {
        if self.observe {
            let (world, state) = (self.crawl.world(), self.crawl.state());
            let heading = Snarl::heading(world, state).unwrap_or_default();
            self.report(Report::Board { game: self.game, heading, text: Snarl::drawing(world, state) }).await;
        }
    }

    async fn report(&mut self, report: Report) {
        let _ = self.reports.send(report).await; // Nobody need listen.
    }
}

/// The word for the effect of a player's act on the player (R18).
fn result_word(event: &Event) -> Option<Word> {
    match event {
        Event::Expelled { .. } => Some(Word::Eject),
        Event::KeyTaken { .. } => Some(Word::Key),
        Event::Exited { .. } => Some(Word::Exit),
        _ => None,
    }
}
