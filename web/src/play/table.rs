//! A match of one person against bots.

use super::seating;
use gridhaunt_kernel::face::{Opened, Player, Session};
use gridhaunt_kernel::info::Information;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Info, Invalid, Seat};
use gridhaunt_person::{Chair, Look, Window};
use gridhaunt_record::Match;
use gridhaunt_record::differs::{Differs, Place};
use gridhaunt_record::replay::{FORMAT, Header, Refused, Replay};
use gridhaunt_record::verify::{Proof, Rerun};
use serde_json::json;

/// The name of a person's seat in records.
const PERSON: &str = "human";
/// The bot that gives hints.
const ADVISER: &str = "best";
/// The most steps that others play before the page is shown again.
const MOST_STEPS: usize = 100_000;

/// Where a match comes from.
pub(super) enum Origin {
    Settings {
        game: Info,
        settings: Value,
        seed: u64,
    },
    /// A replay, from the state after a step.
    Replay {
        replay: Box<Replay>,
        step: usize,
    },
}

/// Who plays: the person's seat, and the bots by role.
pub(super) struct Seated {
    pub(super) seat: Seat,
    pub(super) bots: Map<String, Value>,
}

/// The choices of a step, and those that were refused.
type Played = (Vec<(Seat, u64)>, Vec<Refused>);

pub(super) struct Table {
    origin: Origin,
    seated: Seated,
    opened: Box<dyn Opened>,
    game: Match,
    players: Vec<Option<Box<dyn Player>>>,
    chair: Chair,
    window: Window,
    /// Who is asked for hints, once somebody wanted one.
    adviser: Option<Box<dyn Player>>,
    /// The step before which it was asked last.
    advised: Option<u64>,
    /// Every step since the origin.
    history: Vec<Played>,
    /// The steps since the origin in which the person chose something.
    chosen: Vec<usize>,
    seed: u64,
}

impl Table {
    /// Sets a match up; a replay must verify up to its step.
    pub(super) fn new(registry: &Registry, origin: Origin, seated: Seated) -> Result<Self, Invalid> {
        let (opened, session, header) = match &origin {
            Origin::Settings { game, settings, seed } => {
                let opened = registry.find(game.name)?.open(settings)?;
                let session = opened.begin(*seed)?;
                let header =
                    Header::new(game, opened.settings(), &opened.resolved(), *seed, Vec::new(), session.as_ref());
                (opened, session, header)
            }
            Origin::Replay { replay, step } => {
                let unproved =
                    |differs: Differs| Invalid::new("replay", "it", "one that verifies").reads(differs.to_string());
                proved(registry, replay, *step).map_err(unproved)?;
                let session = Proof::begin(registry, &replay.header).map_err(unproved)?.game.into_session();
                let opened = registry.find(&replay.header.game)?.open(&replay.header.settings)?;
                (opened, session, replay.header.clone())
            }
        };
        Self::set_up(origin, seated, opened, session, header)
    }

    fn set_up(
        origin: Origin,
        seated: Seated,
        opened: Box<dyn Opened>,
        mut session: Box<dyn Session>,
        header: Header,
    ) -> Result<Self, Invalid> {
        let (seats, person) = (session.seats(), seated.seat);
        if person.index() >= seats {
            return Err(Invalid::new("seat", person, format!("0..={}", seats - 1)));
        }
        let mut names = Vec::with_capacity(seats);
        let mut players = Vec::with_capacity(seats);
        for seat in (0..seats as u8).map(Seat) {
            if seat == person {
                names.push(PERSON.to_string());
                players.push(None);
                continue;
            }
            let words = seating::words(opened.as_ref(), session.as_ref(), &header, seat, &seated.bots)?;
            players.push(Some(seating::player(opened.as_ref(), &words, header.seed, seat)?));
            names.push(words);
        }
        session.name_players(&names);
        for (seat, player) in (0..).map(Seat).zip(&mut players) {
            if let Some(player) = player {
                player.start(session.as_ref(), seat);
            }
        }
        let seed = header.seed;
        let chair = Chair::new(session.as_ref(), person);
        let game = Match::new(session).recorded(&Header { seats: names, programs: None, ..header }).filmed();
        let (window, history, chosen) = (Window::default(), Vec::new(), Vec::new());
        let mut table = Self {
            origin,
            seated,
            opened,
            game,
            players,
            chair,
            window,
            adviser: None,
            advised: None,
            history,
            chosen,
            seed,
        };
        table.catch_up()?;
        Ok(table)
    }

    /// Plays the steps of a replay that lie before the person begins.
    fn catch_up(&mut self) -> Result<(), Invalid> {
        let Self { origin, game, players, chair, .. } = self;
        if let Origin::Replay { replay, step } = origin {
            for step in &replay.steps[..*step] {
                attend(players, game.session());
                game.retrace(step)?;
                chair.look(game.session());
            }
        }
        Ok(())
    }

    /// Plays one step: the person takes an offer if there is one to take, the others choose.
    pub(super) fn step(&mut self, offer: Option<usize>) -> Result<(), Invalid> {
        let code = match (self.chair.is_asked(), offer) {
            (true, Some(offer)) => {
                let wrong = || Invalid::new("offer", offer, "one of the offers of the last sheet");
                Some(self.chair.code(offer).ok_or_else(wrong)?)
            }
            (true, None) => return Err(Invalid::new("offer", "null", "one of the offers of the last sheet")),
            (false, _) => None,
        };
        if self.game.is_over() {
            return Ok(());
        }
        self.follow_with_adviser();
        let Self { game, players, seated, .. } = self;
        game.play(|session, seat| match players.get_mut(seat.index()) {
            Some(Some(player)) => player.choose(session, seat),
            _ => code.filter(|_| seat == seated.seat),
        });
        if code.is_some() {
            self.chosen.push(self.history.len());
        }
        self.history.push((self.game.choices().to_vec(), self.game.refused().to_vec()));
        self.chair.look(self.game.session());
        Ok(())
    }

    /// Lets the others play until the person is asked, or to the end.
    pub(super) fn hurry(&mut self) {
        for _ in 0..MOST_STEPS {
            if self.chair.is_asked() || self.game.is_over() || self.step(None).is_err() {
                break;
            }
        }
    }

    /// Whether the last choice can be taken back: where nothing is hidden, nobody learns anything by it.
    fn can_undo(&self) -> bool {
        !self.chosen.is_empty() && self.game.session().info().information == Information::Perfect
    }

    /// Takes the last choice back. The match is played again up to there, with bots that have seen every step of it.
    pub(super) fn undo(&mut self, registry: &Registry) -> Result<(), Invalid> {
        if !self.can_undo() {
            return Err(Invalid::new("undo", "it", "possible").reads("there is no choice that can be taken back"));
        }
        let kept = self.chosen.pop().unwrap_or_default();
        let origin = std::mem::replace(
            &mut self.origin,
            Origin::Settings { game: self.opened.info(), settings: self.opened.settings(), seed: self.seed },
        );
        let seated = Seated { seat: self.seated.seat, bots: self.seated.bots.clone() };
        let mut table = Self::new(registry, origin, seated)?;
        for (choices, refused) in self.history.drain(..kept) {
            attend(&mut table.players, table.game.session());
            table.game.step(&choices, &refused);
            table.chair.look(table.game.session());
            table.history.push((choices, refused));
        }
        table.chosen = std::mem::take(&mut self.chosen);
        *self = table;
        Ok(())
    }

    /// What the best bot would do on this seat; it knows what the seat knows.
    pub(super) fn hint(&mut self) -> Result<Value, Invalid> {
        if !self.chair.is_asked() {
            return Ok(json!({ "offer": null }));
        }
        let seat = self.seated.seat;
        if self.adviser.is_none() {
            let mut adviser = self.opened.player(ADVISER, &Map::new(), self.seed, seat)?;
            adviser.start(self.game.at(0).as_ref(), seat);
            let last = self.game.steps().saturating_sub(1);
            // It has to remember what this seat saw.
            if self.game.steps() > 0 {
                let _ = self.game.each(last, |session| {
                    if session.phase().asks(seat) {
                        adviser.choose(session, seat);
                    }
                    Ok::<(), Invalid>(())
                });
            }
            self.adviser = Some(adviser);
        }
        let Some(adviser) = &mut self.adviser else { return Ok(Value::Null) };
        let code = adviser.choose(self.game.session(), seat);
        self.advised = Some(self.game.session().steps());
        Ok(json!({ "offer": code.and_then(|code| self.offered(code)) }))
    }

    /// The offer that a choice is. Where actions carry free numbers, such as a bid, a choice need not be one of them: then
    /// it is the one that leads to the same state by itself.
    fn offered(&self, chosen: u64) -> Option<usize> {
        let alone = |code: u64| {
            let mut session = self.game.session().fork();
            session.step(&[(self.seated.seat, code)]);
            session.hash()
        };
        self.chair.offer_of(chosen).or_else(|| {
            let wanted = alone(chosen);
            (0..).map_while(|offer| self.chair.code(offer)).position(|code| alone(code) == wanted)
        })
    }

    /// Lets the adviser see a turn for which it was not asked.
    fn follow_with_adviser(&mut self) {
        let (session, seat) = (self.game.session(), self.seated.seat);
        if self.advised != Some(session.steps())
            && session.phase().asks(seat)
            && let Some(adviser) = &mut self.adviser
        {
            adviser.choose(session, seat);
        }
    }

    /// What the person is shown, with what only a match of its own has.
    pub(super) fn sheet(&mut self, look: &Look) -> Value {
        let mut sheet = self.chair.sheet(&mut self.window, look);
        sheet["undo"] = self.can_undo().into();
        sheet["seed"] = self.seed.to_string().into();
        sheet
    }

    /// The record of the match so far, as `gridhaunt replay verify` reads it.
    pub(super) fn record(&self) -> Option<String> {
        self.game.record("left")
    }

    /// A name for the file of the record.
    pub(super) fn file_name(&self) -> String {
        format!("{}-{}.jsonl", self.opened.info().name, self.seed)
    }

    pub(super) fn legend(&self, dark: bool) -> String {
        self.chair.legend(dark)
    }
}

/// Verifies a replay up to a step.
fn proved(registry: &Registry, replay: &Replay, step: usize) -> Result<(), Differs> {
    if replay.header.format < FORMAT {
        let words = "this record is of an older format: gridhaunt replay convert writes it in the newest";
        let wrong = Invalid::new("format", replay.header.format, FORMAT.to_string()).says(words);
        return Err(Differs::wrong(replay.line(), Place::Header, wrong));
    }
    let mut rerun = Rerun::new(registry, replay)?;
    while rerun.taken() < step {
        match rerun.next_step() {
            Some(step) => step?,
            None => break,
        }
    }
    Ok(())
}

/// Lets bots see a turn whose choices are known already.
fn attend(players: &mut [Option<Box<dyn Player>>], session: &dyn Session) {
    for seat in session.phase().seats().iter_from(session.first_to_arrive()) {
        if let Some(Some(player)) = players.get_mut(seat.index()) {
            player.choose(session, seat);
        }
    }
}
