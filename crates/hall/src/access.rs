//! What of the store is told to whom: what is public, what belongs to a team, and what a frozen board hides.

use crate::caller::Caller;
use crate::documents::{Announced, EventCard, Game, LiveCard, MatchCard, Matches, PAGE, Place, Submitted};
use crate::hall::Hall;
use crate::refusal::Refusal;
use gridhaunt_events::event::Programme;
use gridhaunt_events::names;
use gridhaunt_events::spec::Resolved;
use gridhaunt_store::{Bearer, Event, EventId, Filter, MatchId, MatchRow, Submission};

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
            has_board: board.is_some(),
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
