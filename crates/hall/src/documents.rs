//! What the hall tells, as plain data: pages and JSON are made of the same.

use crate::caller::Caller;
use crate::hall::Hall;
use crate::live::Running;
use crate::refusal::Refusal;
use gridhaunt_events::event::Programme;
use gridhaunt_events::names;
use gridhaunt_events::spec::Resolved;
use gridhaunt_kernel::face::{BotCard, Face};
use gridhaunt_kernel::settings::Field;
use gridhaunt_store::{Bearer, Event, EventId, Filter, MatchId, MatchRow, Submission};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Game {
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// The fewest and the most seats.
    pub seats: [u8; 2],
    pub roles: Vec<Role>,
    pub settings: Vec<Setting>,
    pub bots: Vec<Bot>,
}

/// A kind of seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Role {
    pub name: String,
    pub about: String,
    /// Its goal, addressed to its player.
    pub goal: String,
    pub side: String,
}

/// A setting of a game, or an option of a bot.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Setting {
    pub name: String,
    pub default: String,
    /// The values it may have, in words.
    pub allowed: String,
    pub about: String,
}

/// A bot of the engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Bot {
    pub name: String,
    pub about: String,
    pub options: Vec<Setting>,
}

/// An event, in short.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EventCard {
    pub id: i64,
    pub name: String,
    pub game: String,
    /// How pairings are made: `ladder`, `round-robin`, …
    pub kind: String,
    /// `running`, `paused`, `finished` or `cancelled`.
    pub state: String,
    /// When it was made, in milliseconds since 1970.
    pub made_at: i64,
    pub entrants: u64,
    /// Whether teams may submit bots to it now.
    pub takes_bots: bool,
    /// When it takes no more bots, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// Since when the public sees the board as it was then.
    pub frozen_since: Option<i64>,
}

/// A match that was played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MatchCard {
    /// `BLOCK.NUMBER`.
    pub id: String,
    pub event: i64,
    pub event_name: String,
    pub game: String,
    /// The map of the event.
    pub map: String,
    pub places: Vec<Place>,
    /// Why it ended.
    pub reason: String,
    /// What stopped it before its end, if something did.
    pub stopped: Option<String>,
    /// How many attempts were void before.
    pub voids: u32,
    pub steps: u64,
    /// How long it took, in microseconds.
    pub took_us: u64,
    /// The level of the sandbox; empty if no program took part.
    pub sandbox: String,
    pub machine: String,
    /// When it was written, in milliseconds since 1970.
    pub written_at: i64,
    /// Whether its replay is there.
    pub replay: bool,
    /// The seats whose transcripts who asks may read.
    pub transcripts: Vec<u8>,
}

/// An entrant at a place of a match.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Place {
    /// The name of the place.
    pub place: String,
    /// Its number in the event.
    pub entrant: u32,
    pub name: String,
    pub points: f64,
    pub rank: u16,
    pub score: f64,
    /// How many choices it made on a clock.
    pub choices: u64,
    pub mean_us: u64,
    pub worst_us: u64,
    /// Its faults by verdict.
    pub faults: BTreeMap<String, u64>,
}

/// Some matches of an event.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Matches {
    /// How many there are in all.
    pub all: u64,
    /// From 1.
    pub page: u64,
    pub pages: u64,
    /// The newest first.
    pub matches: Vec<gridhaunt_events::results::Match>,
}

/// A match that is played now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LiveCard {
    pub id: String,
    pub event: i64,
    /// The entrants by place, by their numbers in the event.
    pub entrants: Vec<u32>,
    /// The seats with their players.
    pub seats: Vec<String>,
    pub steps: u64,
    pub over: bool,
}

/// What an organiser announced.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Announced {
    pub id: i64,
    pub words: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Who asks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Me {
    pub organiser: bool,
    pub team: Option<String>,
}

/// A bot that was submitted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Submitted {
    pub id: i64,
    pub team: String,
    pub event: i64,
    /// From 1.
    pub version: u32,
    /// The name that the bot's manifest gives it.
    pub name: String,
    /// The digest of its files.
    pub digest: String,
    /// When it came, in milliseconds since 1970.
    pub at: i64,
    /// `waiting`, `checking`, `fit` or `unfit`.
    pub state: String,
    /// What `check` found: objects with `check`, `result` (`pass`, `warn`, `fail`), `words` and more.
    pub report: Vec<Value>,
    /// Its number in the event, if it takes part.
    pub entrant: Option<u32>,
}

/// How many matches are listed at once.
pub(crate) const PAGE: usize = 100;

fn settings(fields: &[Field]) -> Vec<Setting> {
    let setting = |field: &Field| Setting {
        name: field.name.into(),
        default: field.default(),
        allowed: field.allowed(),
        about: field.about.into(),
    };
    fields.iter().map(setting).collect()
}

impl Game {
    pub(crate) fn of(game: &dyn Face) -> Self {
        let info = game.info();
        let bot = |bot: BotCard| Bot { name: bot.name.into(), about: bot.about.into(), options: settings(bot.options) };
        let role = |role: &gridhaunt_kernel::info::Role| Role {
            name: role.name.into(),
            about: role.about.into(),
            goal: role.goal.into(),
            side: role.side.into(),
        };
        Self {
            name: info.name.into(),
            title: info.title.into(),
            about: info.about.into(),
            seats: info.seats.into(),
            roles: info.roles.iter().map(role).collect(),
            settings: settings(game.fields()),
            bots: game.bots().into_iter().map(bot).collect(),
        }
    }
}

impl From<&Running> for LiveCard {
    fn from(running: &Running) -> Self {
        Self {
            id: running.id.to_string(),
            event: running.event.0,
            entrants: running.entrants.clone(),
            seats: running.names.clone(),
            steps: running.steps(),
            over: running.is_over(),
        }
    }
}

/// The number of an event in an address.
pub(crate) fn event_id(word: &str) -> Result<EventId, Refusal> {
    word.parse().map(EventId).map_err(|_| Refusal::missing("event", word))
}

/// The number of a match in an address.
pub(crate) fn match_id(word: &str) -> Result<MatchId, Refusal> {
    word.parse().map_err(|_| Refusal::missing("match", word))
}

impl Hall {
    /// All games.
    pub(crate) fn games(&self) -> Vec<Game> {
        self.registry.games().map(Game::of).collect()
    }

    /// One game.
    pub(crate) fn game(&self, name: &str) -> Result<Game, Refusal> {
        self.registry.find(name).map(Game::of).map_err(|_| Refusal::missing("game", name))
    }

    /// All events, the newest first.
    pub(crate) fn event_cards(&self) -> Result<Vec<EventCard>, Refusal> {
        self.store.events()?.iter().rev().map(|event| self.event_card(event)).collect()
    }

    pub(crate) fn event_card(&self, event: &Event) -> Result<EventCard, Refusal> {
        let (board, now) = (self.store.board(event.id)?, self.store.now()?);
        let open = |deadline: Option<i64>| !event.state.is_closed() && deadline.is_none_or(|deadline| now < deadline);
        Ok(EventCard {
            id: event.id.0,
            name: event.name.clone(),
            game: event.game.clone(),
            kind: event.kind.clone(),
            state: event.state.word().into(),
            made_at: event.created_at,
            entrants: self.store.entrants(event.id)?.len() as u64,
            takes_bots: board.is_some_and(|board| open(board.deadline)),
            deadline: board.and_then(|board| board.deadline),
            frozen_since: board.and_then(|board| board.freeze).filter(|freeze| now >= *freeze),
        })
    }

    /// Some matches of an event, the newest first; of one entrant if it is said.
    pub(crate) fn matches(
        &self,
        event: EventId,
        bearer: Option<&Bearer>,
        entrant: Option<u32>,
        page: u64,
    ) -> Result<Matches, Refusal> {
        let results = self.results(event, bearer)?;
        let is_wanted = |one: &&gridhaunt_events::results::Match| {
            entrant.is_none_or(|entrant| one.seats.iter().any(|seat| seat.entrant == entrant))
        };
        let wanted: Vec<_> = results.matches.iter().rev().filter(is_wanted).collect();
        let pages = wanted.len().div_ceil(PAGE).max(1) as u64;
        let page = page.clamp(1, pages);
        let shown = wanted.iter().skip((page as usize - 1) * PAGE).take(PAGE);
        Ok(Matches { all: wanted.len() as u64, page, pages, matches: shown.map(|one| (*one).clone()).collect() })
    }

    /// A match that who asks may see.
    pub(crate) fn match_row(&self, id: MatchId, bearer: Option<&Bearer>) -> Result<MatchRow, Refusal> {
        let row = self.store.match_of(id)?.ok_or_else(|| Refusal::missing("match", id))?;
        match self.frozen(row.event, bearer)? {
            Some(freeze) if row.written_at > freeze => Err(Refusal::missing("match", id)),
            _ => Ok(row),
        }
    }

    /// A match with all that is public of it.
    pub(crate) fn match_card(&self, id: MatchId, caller: &Caller) -> Result<MatchCard, Refusal> {
        let row = self.match_row(id, caller.bearer.as_ref())?;
        let event = self.store.event(row.event)?;
        let programme = Programme::new(self.registry, Resolved::read(self.registry, &event.spec)?)?;
        let entrants = names::entrants(&self.store, row.event)?;
        let map = programme.maps.get(row.map as usize);
        let place = |at: usize| {
            let faults = row.faults.iter().filter(|(place, ..)| *place as usize == at);
            let times = row.times.get(at).copied().unwrap_or_default();
            let entrant = row.entrants[at];
            Place {
                place: map.and_then(|map| map.shape.places.get(at)).map(|place| place.name.clone()).unwrap_or_default(),
                entrant,
                name: entrants.get(entrant as usize).map(|entrant| entrant.name.clone()).unwrap_or_default(),
                points: row.points.get(at).copied().unwrap_or_default(),
                rank: row.ranks.get(at).copied().unwrap_or_default(),
                score: row.scores.get(at).copied().unwrap_or_default(),
                choices: times.choices,
                mean_us: times.total_us.checked_div(times.choices).unwrap_or(0),
                worst_us: times.worst_us,
                faults: faults.map(|(_, verdict, many)| (verdict.clone(), *many)).collect(),
            }
        };
        let kept: Vec<u8> = self.store.transcripts(id)?.into_iter().map(|(seat, _)| seat).collect();
        let mine = self.seats_of(&row, &programme, caller)?;
        Ok(MatchCard {
            id: id.to_string(),
            event: row.event.0,
            event_name: event.name,
            game: event.game,
            map: map.map(|map| map.name.clone()).unwrap_or_default(),
            places: (0..row.entrants.len()).map(place).collect(),
            replay: self.store.replay(id)?.is_some(),
            transcripts: kept.into_iter().filter(|seat| mine.contains(seat)).collect(),
            reason: row.reason,
            stopped: row.stopped,
            voids: row.voids,
            steps: row.steps,
            took_us: row.took_us,
            sandbox: row.sandbox,
            machine: row.machine,
            written_at: row.written_at,
        })
    }

    /// The seats of a match whose transcripts who asks may read: a team's own, all for an organiser.
    fn seats_of(&self, row: &MatchRow, programme: &Programme, caller: &Caller) -> Result<Vec<u8>, Refusal> {
        let own: Option<Vec<u32>> = match &caller.bearer {
            None => return Ok(Vec::new()),
            Some(Bearer::Organiser) => None,
            Some(Bearer::Team(team)) => {
                let submitted = self.store.submissions_of(team.id)?;
                let here = submitted.into_iter().filter(|submission| submission.event == row.event);
                Some(here.filter_map(|submission| submission.entrant).collect())
            }
        };
        let Some(map) = programme.maps.get(row.map as usize) else { return Ok(Vec::new()) };
        let is_mine = |entrant: u32| own.as_ref().is_none_or(|own| own.contains(&entrant));
        let places = map.shape.places.iter().zip(&row.entrants).filter(|(_, entrant)| is_mine(**entrant));
        Ok(places.flat_map(|(place, _)| place.seats.iter().map(|seat| seat.0)).collect())
    }

    /// The replay of a match that who asks may see.
    pub(crate) fn replay(&self, id: MatchId, bearer: Option<&Bearer>) -> Result<String, Refusal> {
        self.match_row(id, bearer)?;
        let replay = self.store.replay(id)?.ok_or_else(|| Refusal::missing("replay of match", id))?;
        let text = gridhaunt_events::checked::unpack(&replay);
        text.map_err(|error| Refusal::ours(format!("the replay of match {id} cannot be read: {error}")))
    }

    /// The transcript of a seat, for whose it is.
    pub(crate) fn transcript(&self, id: MatchId, seat: u8, caller: &Caller) -> Result<String, Refusal> {
        if caller.bearer.is_none() {
            return Err(Refusal::stranger());
        }
        let card = self.match_card(id, caller)?;
        if !card.transcripts.contains(&seat) {
            return Err(Refusal::missing("transcript of yours for seat", format!("{seat} of match {id}")));
        }
        let kept = self.store.transcripts(id)?.into_iter().find(|(kept, _)| *kept == seat);
        let (_, packed) = kept.ok_or_else(|| Refusal::missing("transcript", id))?;
        let text = gridhaunt_events::checked::unpack(&packed);
        text.map_err(|error| Refusal::ours(format!("the transcript of match {id} cannot be read: {error}")))
    }

    /// The matches of an entrant that had a fault, the newest first.
    pub(crate) fn faulty(&self, event: EventId, entrant: u32) -> Result<Vec<MatchId>, Refusal> {
        let filter = Filter { event: Some(event), entrant: Some(entrant), ..Filter::default() };
        let mut faulty = Vec::new();
        self.store.each_match(&filter, |row| {
            let at = row.entrants.iter().position(|other| *other == entrant);
            if row.faults.iter().any(|(place, ..)| at == Some(*place as usize)) {
                faulty.push(row.id);
            }
            Ok(())
        })?;
        faulty.reverse();
        Ok(faulty)
    }

    /// A submission as it is told.
    pub(crate) fn submitted(&self, submission: Submission, team: &str) -> Submitted {
        Submitted {
            id: submission.id,
            team: team.into(),
            event: submission.event.0,
            version: submission.version,
            name: submission.name,
            digest: submission.digest,
            at: submission.at,
            state: submission.state.word().into(),
            report: serde_json::from_str(&submission.report).unwrap_or_default(),
            entrant: submission.entrant,
        }
    }

    /// A submission, for whose it is.
    pub(crate) fn submission(&self, id: i64, caller: &Caller) -> Result<Submitted, Refusal> {
        let missing = || Refusal::missing("submission of yours", id);
        if caller.bearer.is_none() {
            return Err(Refusal::stranger());
        }
        let submission = self.store.submission(id)?.ok_or_else(missing)?;
        let teams = self.store.teams()?;
        let team = teams.into_iter().find(|team| team.id == submission.team).ok_or_else(missing)?;
        match &caller.bearer {
            Some(Bearer::Team(own)) if own.id != team.id => Err(missing()),
            _ => Ok(self.submitted(submission, &team.name)),
        }
    }

    /// What was submitted, the newest first: a team's own, everybody's for an organiser.
    pub(crate) fn submissions(&self, caller: &Caller) -> Result<Vec<Submitted>, Refusal> {
        let teams = match &caller.bearer {
            None => return Err(Refusal::stranger()),
            Some(Bearer::Team(team)) => vec![team.clone()],
            Some(Bearer::Organiser) => self.store.teams()?,
        };
        let mut all = Vec::new();
        for team in teams {
            let own = self.store.submissions_of(team.id)?;
            all.extend(own.into_iter().map(|submission| self.submitted(submission, &team.name)));
        }
        all.sort_by_key(|submitted| std::cmp::Reverse(submitted.id));
        Ok(all)
    }

    /// The matches that are played now, of events whose board is not frozen for who asks.
    pub(crate) fn live_cards(&self, bearer: Option<&Bearer>) -> Result<Vec<LiveCard>, Refusal> {
        let mut cards = Vec::new();
        for running in self.live.all() {
            if self.frozen(running.event, bearer)?.is_none() {
                cards.push(LiveCard::from(running.as_ref()));
            }
        }
        Ok(cards)
    }

    /// The last announcements, the newest first.
    pub(crate) fn announced(&self) -> Result<Vec<Announced>, Refusal> {
        let told = self.store.announcements(20)?;
        Ok(told.into_iter().map(|one| Announced { id: one.id, words: one.words, at: one.at }).collect())
    }
}
