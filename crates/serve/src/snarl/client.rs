//! The client: a player's side of the connection.

use super::heard::Heard;
use super::messages::{Message, Word, line};
use super::outlook::Outlook;
use super::report::HostedResult;
use super::terms::OURS;
use futures_util::FutureExt as _;
use gridhaunt_snarl::Action;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::pieces::{Pieces, Words};
use gridhaunt_snarl::view::{PlayerView, Start};
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// The client disconnects when a value of the server is not complete after so many bytes.
const MOST_BYTES: usize = 16 << 20;

/// The pause before the same request is answered a second time. It doubles each further time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The limit up to which the pause before a repeated answer doubles.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// How often a mind is asked whether to leave.
const PATIENCE: Duration = Duration::from_millis(100);

/// Decides for a client: a bot or a person.
pub trait Mind {
    /// The name to play under; `refused` is the name that was not accepted. `None` to leave.
    fn name(&mut self, refused: Option<Name>) -> Option<Name>;
    /// Called once, when the first level starts.
    fn start(&mut self, start: &Start);
    /// The next move. `None` to leave, or when `settled` returns true: the server does not wait for the move any more.
    fn choose(&mut self, view: PlayerView, settled: &dyn Fn() -> bool) -> Option<Action>;
    /// Whether a person decides. A person does not repeat the same answer at high speed, so no pauses are needed.
    fn is_person(&self) -> bool {
        false
    }
    /// Called with the view after each update.
    fn see(&mut self, view: &PlayerView) {
        let _ = view;
    }
    /// Called with every message of the server, after the view includes it and before it is answered.
    fn hear(&mut self, heard: &Heard) {
        let _ = heard;
    }
    /// Whether to disconnect at once.
    fn has_enough(&mut self) -> bool {
        false
    }
}

/// How the game ended for a client.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Farewell {
    /// The game was played to its end.
    Played(HostedResult),
    /// The server closed the connection before that; the text is the reason, as far as it is known.
    Closed(String),
    Left,
}

/// A connection to a server.
#[derive(Debug)]
pub struct Client {
    stream: TcpStream,
    pieces: Pieces,
}

impl Client {
    /// Connects to a server.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn connect(address: &str, port: u16) -> io::Result<Self> {
        let stream = TcpStream::connect((address, port)).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, pieces: Pieces::new(Words::Known(&Word::NAMES)) })
    }

    /// The next message of the server; `None` once it has closed. It is safe to cancel: received bytes are kept.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn hear(&mut self) -> io::Result<Option<Heard>> {
        loop {
            if let Some(piece) = self.pieces.next_piece() {
                return Ok(Some(Heard::read(piece)));
            }
            if self.pieces.waiting() >= MOST_BYTES {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the server sends no end of a message"));
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes).await? {
                0 => return Ok(None),
                read => self.pieces.push(&bytes[..read]),
            }
        }
    }

    /// Sends one value as a line.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn say(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.stream.write_all(line(value).as_bytes()).await
    }

    /// Plays a game: answers every request with the decision of the mind, until the server closes.
    ///
    /// # Errors
    /// The connection failed before the game was over.
    pub async fn play(mut self, mind: &mut impl Mind) -> io::Result<Farewell> {
        let mut game = Following::default();
        loop {
            let heard = tokio::select! {
                biased;
                heard = self.hear() => heard,
                () = sleep(PATIENCE) => match mind.has_enough() {
                    true => return Ok(Farewell::Left),
                    false => continue,
                },
            };
            // After the result it does not matter how the server closes.
            let heard = match (heard, game.result.take()) {
                (Ok(Some(heard)), result) => {
                    game.result = result;
                    heard
                }
                (_, Some(result)) => return Ok(Farewell::Played(result)),
                (Ok(None), None) => return Ok(Farewell::Closed(game.why_closed())),
                (Err(error), None) => return Err(error),
            };
            game.follow(&heard, mind);
            if let Heard::Word(Word::Name | Word::Move) = heard {
                game.pause().await;
            }
            let answered = match heard {
                Heard::Word(Word::Name) => match mind.name(game.name()) {
                    Some(name) => {
                        let refused = game.outlook.replace(Outlook::new(name)).is_some();
                        // Our servers send notices to clients that ask for them; other servers may not accept such an
                        // answer.
                        match game.is_ours && !refused {
                            true => self.say(&Player { r#type: "player", name, notices: true }).await,
                            false => self.say(&name).await,
                        }
                    }
                    None => return Ok(Farewell::Left),
                },
                Heard::Word(Word::Move) if game.asked > 1 && !mind.is_person() => {
                    self.say(&Move { r#type: "move", to: None }).await // What was wished for was refused.
                }
                Heard::Word(Word::Move) => {
                    // A server that waits for a move sends nothing: if anything arrives, the turn is over.
                    let settled = || self.stream.peek(&mut [0]).now_or_never().is_some();
                    match game.choose(mind, &settled) {
                        Some(to) => self.say(&Move { r#type: "move", to }).await,
                        // Wait a moment here: bytes that arrived while a line was typed may not be noticed yet.
                        None if timeout(PATIENCE, self.stream.peek(&mut [0])).await.is_ok() => Ok(()),
                        None => return Ok(Farewell::Left),
                    }
                }
                _ => Ok(()),
            };
            // If the server has disconnected this client, what it sent before that can still be read.
            drop(answered);
        }
    }
}

#[derive(Serialize)]
struct Move {
    r#type: &'static str,
    to: Option<Point>,
}

#[derive(Serialize)]
struct Player {
    r#type: &'static str,
    name: Name,
    notices: bool,
}

/// The game as far as the messages so far tell.
#[derive(Default)]
struct Following {
    outlook: Option<Outlook>,
    /// Whether the server is a Gridhaunt server.
    is_ours: bool,
    /// How often the same request came with nothing new in between.
    asked: u32,
    /// When a move was last asked for; `None` once the server has reacted to the answer.
    turn: Option<Instant>,
    /// The reason for closing that the server gave.
    why: Option<String>,
    level: usize,
    started: bool,
    /// Whether a player left the last level by its exit, so that the game is won if it ends now (R27).
    somebody_out: bool,
    result: Option<HostedResult>,
}

impl Following {
    fn name(&self) -> Option<Name> {
        self.outlook.as_ref().map(Outlook::name)
    }

    /// Waits before the same request is answered again, so that a misunderstanding does not cause a flood of messages.
    async fn pause(&self) {
        if let Some(again) = self.asked.checked_sub(2) {
            sleep((FIRST_PAUSE * 2_u32.saturating_pow(again.min(10))).min(LONGEST_PAUSE)).await;
        }
    }

    /// The probable reason why the connection was closed.
    fn why_closed(&self) -> String {
        match (&self.why, self.turn, &self.outlook) {
            (Some(why), ..) => why.clone(),
            (None, Some(since), _) => {
                format!("it was your turn, {} s after it asked for your move", since.elapsed().as_secs())
            }
            (None, None, None) => "it had not asked for a name".into(),
            (None, None, Some(_)) if !self.started => "the game had not begun".into(),
            (None, None, Some(_)) => "the game was not over".into(),
        }
    }

    fn follow(&mut self, heard: &Heard, mind: &mut impl Mind) {
        if let Some(outlook) = &mut self.outlook {
            outlook.hear(heard);
            if matches!(heard, Heard::Update(_)) {
                mind.see(&outlook.view());
            }
        }
        mind.hear(heard);
        match heard {
            Heard::Word(Word::Name | Word::Move) => self.asked = self.asked.saturating_add(1),
            Heard::Word(Word::Invalid) | Heard::Unknown => {}
            _ => (self.asked, self.turn) = (0, None),
        }
        match heard {
            Heard::Word(Word::Move) => self.turn = self.turn.or_else(|| Some(Instant::now())),
            Heard::Message(Message::Welcome { info }) => self.is_ours = info.starts_with(OURS),
            Heard::Message(Message::StartLevel { level, .. }) => {
                self.level = *level;
                self.start(mind);
            }
            Heard::Update(_) => self.start(mind), // Not every server tells that a level has started.
            Heard::Message(Message::EndLevel { exits, .. }) => self.somebody_out = !exits.is_empty(),
            Heard::Message(Message::EndGame { scores, game_won }) => {
                let won = game_won.unwrap_or(self.somebody_out);
                self.result = Some(HostedResult { won, level: self.level, scores: scores.clone() });
            }
            Heard::Message(Message::Closed { why }) => self.why = Some(why.clone()),
            _ => {}
        }
    }

    fn start(&mut self, mind: &mut impl Mind) {
        if let Some(outlook) = self.outlook.as_ref().filter(|_| !self.started) {
            mind.start(&outlook.start());
            self.started = true;
        }
    }

    /// The destination of the next move, inside `None` for staying; outside `None` to leave.
    fn choose(&mut self, mind: &mut impl Mind, settled: &dyn Fn() -> bool) -> Option<Option<Point>> {
        // If the server asks for a move before it has described the level, the answer is to stay.
        let Some(view) = self.outlook.as_ref().filter(|_| self.started).map(Outlook::view) else { return Some(None) };
        let at = view.sight.position;
        let (rows, columns) = mind.choose(view, settled)?.offset();
        let to = at.map(|at| Point::new(at.row + i64::from(rows), at.column + i64::from(columns)));
        Some(to.filter(|to| Some(*to) != at))
    }
}
