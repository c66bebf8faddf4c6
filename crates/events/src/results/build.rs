//! Rows of the store become results: sums and means, nothing else.

use super::bracket;
use super::document::{
    Card, MapTable, Match, Meeting, Rating, Results, RoleTable, Round, SCHEMA, Seated, Share, Standing, Struck, Table,
    Time,
};
use super::order;
use crate::plan::{Past, Setup, swiss_rounds};
use crate::points;
use crate::run::past;
use crate::shape::Shape;
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_rating::{Block as RatedBlock, Game, Games, bt};
use gridhaunt_store::{Block, BlockState, Entrant, MatchId, MatchRow};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What the store has of an event.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// The entrants, by number.
    pub entrants: &'a [Entrant],
    /// The blocks, in the order of the plan.
    pub blocks: &'a [Block],
    /// The matches, those of open blocks among them, in the order of the plan.
    pub matches: &'a [MatchRow],
    /// The places at a table.
    pub shape: &'a Shape,
    /// What the plan is made for; brackets and Swiss rounds are decided as it decides them.
    pub setup: &'a Setup,
    /// Whether the replay of a match is kept.
    pub kept: &'a dyn Fn(MatchId) -> bool,
}

/// What one entrant has of a part of its matches.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    points: f64,
    /// How many points were added.
    parts: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Tally {
    fn add_points(&mut self, points: f64) {
        self.points += points;
        self.parts += 1;
    }

    /// Adds a match, in which it counts over every other entrant at the table who ranked better (A4).
    fn add_match(&mut self, ranks: &[u16], place: usize) {
        self.games += 1;
        let own = ranks.get(place).copied().unwrap_or(u16::MAX);
        for (_, &other) in ranks.iter().enumerate().filter(|(other, _)| *other != place) {
            match own.cmp(&other) {
                Ordering::Less => self.wins += 1,
                Ordering::Equal => self.draws += 1,
                Ordering::Greater => self.losses += 1,
            }
        }
    }

    fn mean(&self) -> Option<f64> {
        (self.parts > 0).then(|| self.points / self.parts as f64)
    }

    fn share(&self, entrant: u32, offset: Option<Rating>) -> Option<Share> {
        let Self { games, wins, draws, losses, .. } = *self;
        Some(Share { entrant, points: self.mean()?, games, wins, draws, losses, offset })
    }
}

impl Rows<'_> {
    /// The results of an event. What is counted here is filled into the card; the rest of it is taken as it is.
    #[must_use]
    pub fn results(&self, card: Card) -> Results {
        let by_block = self.matches_by_block();
        let ratings = self.ratings(&by_block);
        let cross = self.cross(&by_block);
        let mut standings = self.standings(&by_block, ratings.as_ref());
        let bracket = (card.kind == "bracket").then(|| bracket::tree(self.setup, &self.past()));
        let mut rounds = Vec::new();
        if card.kind == "swiss" {
            rounds = self.rounds();
            self.add_byes(&mut standings, &mut rounds);
            add_buchholz(&mut standings, &cross);
        }
        let order = order::rank(&card.kind, &mut standings, &cross, bracket.as_ref());
        Results {
            schema: SCHEMA,
            maps: self.maps(&card, &by_block),
            roles: self.roles(&by_block, ratings.as_ref()),
            matches: self.matches(&by_block),
            event: self.card(card, &by_block),
            order,
            standings,
            cross,
            bracket,
            rounds,
        }
    }

    /// The blocks as the plan sees them.
    fn past(&self) -> Vec<Past> {
        self.blocks.iter().map(past).collect()
    }

    /// Gives everybody of a Swiss event the points of its rounds, byes among them, and shows these (A9).
    fn add_byes(&self, standings: &mut [Standing], rounds: &mut [Round]) {
        standings.iter_mut().for_each(|standing| standing.points = 0.0);
        for played in swiss_rounds(self.setup, &self.past()) {
            for ((entrant, share), standing) in (0u32..).zip(played.shares).zip(&mut *standings) {
                let points = share.points(self.setup);
                standing.points += points;
                let round = rounds.iter_mut().find(|round| round.label == played.label).filter(|_| share.is_bye());
                if let Some(round) = round {
                    round.tables.push(Table { entrants: vec![entrant], points: Some(vec![points]), bye: true });
                }
            }
        }
    }

    fn matches_by_block(&self) -> HashMap<i64, Vec<&MatchRow>> {
        let mut by_block: HashMap<i64, Vec<&MatchRow>> = HashMap::new();
        for row in self.matches {
            by_block.entry(row.id.block).or_default().push(row);
        }
        by_block
    }

    fn done(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(|block| block.state == BlockState::Done)
    }

    fn card(&self, card: Card, by_block: &HashMap<i64, Vec<&MatchRow>>) -> Card {
        let distinct = |words: &dyn Fn(&MatchRow) -> &str| {
            let all: BTreeSet<&str> = self.matches.iter().map(words).filter(|word| !word.is_empty()).collect();
            all.into_iter().map(String::from).collect()
        };
        let struck = self.blocks.iter().filter(|block| block.state == BlockState::Struck);
        let struck: Vec<Struck> = struck
            .map(|block| Struck {
                block: block.id,
                label: block.label.clone(),
                entrants: entrants_of(block),
                why: block.why.clone().unwrap_or_default(),
            })
            .collect();
        Card {
            places: self.shape.places.iter().map(|place| place.name.clone()).collect(),
            sandboxes: distinct(&|row| &row.sandbox),
            machines: distinct(&|row| &row.machine),
            blocks_done: self.done().count() as u64,
            blocks_planned: card.blocks_planned.max((self.blocks.len() - struck.len()) as u64),
            matches_played: by_block.values().map(Vec::len).sum::<usize>() as u64,
            voids: self.matches.iter().map(|row| u64::from(row.voids)).sum(),
            struck,
            ..card
        }
    }

    /// Ratings from the blocks that are done (A14, A15); none if nothing can be rated.
    fn ratings(&self, by_block: &HashMap<i64, Vec<&MatchRow>>) -> Option<bt::Ratings> {
        let mut games = Games::new(self.entrants.iter().map(|entrant| entrant.name.clone()).collect());
        for block in self.done() {
            let side = |place: usize| match self.shape.like {
                true => 0,
                false => self.shape.places.get(place).map_or(0, |place| place.side),
            };
            let game = |row: &&MatchRow| Game {
                entrants: row.entrants.clone(),
                sides: (0..row.entrants.len()).map(side).collect(),
                ranks: row.ranks.clone(),
            };
            let played = by_block.get(&block.id).into_iter().flatten().map(game).collect();
            games.add(&RatedBlock { games: played, points: block.points.clone() }).ok()?;
        }
        bt::rate(&games, &bt::Options::default()).ok()
    }

    fn standings(&self, by_block: &HashMap<i64, Vec<&MatchRow>>, ratings: Option<&bt::Ratings>) -> Vec<Standing> {
        let mut standings: Vec<Standing> = self
            .entrants
            .iter()
            .map(|entrant| Standing {
                entrant: entrant.number,
                name: entrant.name.clone(),
                identity: entrant.identity.clone(),
                benched: entrant.benched.clone(),
                ..Standing::default()
            })
            .collect();
        let mut tallies = vec![Tally::default(); standings.len()];
        let mut times = vec![(0_u64, 0_u64, 0_u64); standings.len()];
        for block in self.done() {
            for &(entrant, points) in &block.points {
                if let Some(tally) = tallies.get_mut(entrant as usize) {
                    tally.add_points(points);
                }
            }
            for row in by_block.get(&block.id).into_iter().flatten() {
                for (place, &entrant) in row.entrants.iter().enumerate() {
                    let at = entrant as usize;
                    let (Some(tally), Some(standing)) = (tallies.get_mut(at), standings.get_mut(at)) else { continue };
                    tally.add_match(&row.ranks, place);
                    standing.voids += u64::from(row.voids);
                    for (_, verdict, times) in faults(row).filter(|(of, ..)| *of as usize == place) {
                        *standing.faults.entry(verdict.clone()).or_default() += times;
                    }
                    if let Some(used) = row.times.get(place) {
                        let (choices, total, worst) = times[at];
                        times[at] = (choices + used.choices, total + used.total_us, worst.max(used.worst_us));
                    }
                }
            }
        }
        let rated: HashMap<u32, Rating> = ratings
            .iter()
            .flat_map(|ratings| &ratings.entrants)
            .filter(|rated| rated.games > 0)
            .map(|rated| (rated.entrant, Rating { elo: rated.rating, low: rated.low, high: rated.high }))
            .collect();
        for ((standing, tally), (choices, total_us, worst_us)) in standings.iter_mut().zip(tallies).zip(times) {
            standing.points = tally.points;
            standing.mean = tally.mean();
            standing.blocks = tally.parts;
            (standing.games, standing.wins) = (tally.games, tally.wins);
            (standing.draws, standing.losses) = (tally.draws, tally.losses);
            standing.rating = rated.get(&standing.entrant).copied();
            standing.time =
                (choices > 0 && total_us > 0).then(|| Time { mean_us: total_us / choices.max(1), worst_us });
        }
        standings
    }

    /// The points of every pair that met. Two at a table have the points of their block; of more, who ranked better
    /// counts; and two who played the same matches in turn have the value of their block (A8).
    fn cross(&self, by_block: &HashMap<i64, Vec<&MatchRow>>) -> Vec<Meeting> {
        let mut sums: BTreeMap<(u32, u32), Tally> = BTreeMap::new();
        for block in self.done() {
            let rows = by_block.get(&block.id).map(Vec::as_slice).unwrap_or_default();
            for &(one, own) in &block.points {
                for &(other, _) in block.points.iter().filter(|(other, _)| *other != one) {
                    let points = match block.points.len() {
                        2 if rows.iter().all(|row| row.entrants.len() == 2) => own,
                        _ => met(rows, one, other).unwrap_or_else(|| points::value(&block.points, one, other)),
                    };
                    sums.entry((one, other)).or_default().add_points(points);
                }
            }
        }
        let meeting = |((entrant, against), tally): ((u32, u32), Tally)| {
            Some(Meeting { entrant, against, points: tally.mean()?, blocks: tally.parts })
        };
        sums.into_iter().filter_map(meeting).collect()
    }

    fn maps(&self, card: &Card, by_block: &HashMap<i64, Vec<&MatchRow>>) -> Vec<MapTable> {
        if card.maps.len() < 2 {
            return Vec::new();
        }
        let table = |map: u32, name: &String| {
            let mut tallies = vec![Tally::default(); self.entrants.len()];
            for block in self.done().filter(|block| block.map == map) {
                for &(entrant, points) in &block.points {
                    tallies.get_mut(entrant as usize).into_iter().for_each(|tally| tally.add_points(points));
                }
                for row in by_block.get(&block.id).into_iter().flatten() {
                    for (place, &entrant) in row.entrants.iter().enumerate() {
                        tallies
                            .get_mut(entrant as usize)
                            .into_iter()
                            .for_each(|tally| tally.add_match(&row.ranks, place));
                    }
                }
            }
            let rows = (0..).zip(&tallies).filter_map(|(entrant, tally)| tally.share(entrant, None)).collect();
            MapTable { map, name: name.clone(), rows }
        };
        (0..).zip(&card.maps).map(|(map, name)| table(map, name)).collect()
    }

    fn roles(&self, by_block: &HashMap<i64, Vec<&MatchRow>>, ratings: Option<&bt::Ratings>) -> Vec<RoleTable> {
        if self.shape.table() < 2 {
            return Vec::new();
        }
        let table = |at: usize| {
            let place = &self.shape.places[at];
            let mut tallies = vec![Tally::default(); self.entrants.len()];
            for row in self.done().flat_map(|block| by_block.get(&block.id).into_iter().flatten()) {
                let found = row.entrants.get(at).and_then(|&entrant| tallies.get_mut(entrant as usize));
                if let (Some(tally), Some(&points)) = (found, row.points.get(at)) {
                    tally.add_points(points);
                    tally.add_match(&row.ranks, at);
                }
            }
            let sides = |entrant: u32| {
                let rated = ratings?.entrants.iter().find(|rated| rated.entrant == entrant)?;
                rated.sides.iter().find(|side| side.side == place.side).copied()
            };
            let offset = |entrant: u32| {
                let side = sides(entrant).filter(|_| !self.shape.like)?;
                Some(Rating { elo: side.offset, low: side.low, high: side.high })
            };
            let side = ratings.and_then(|ratings| ratings.sides.iter().find(|side| side.side == place.side));
            RoleTable {
                role: place.name.clone(),
                advantage: side.filter(|_| !self.shape.like).map(|side| Rating {
                    elo: side.advantage,
                    low: side.low,
                    high: side.high,
                }),
                rows: (0..)
                    .zip(&tallies)
                    .filter_map(|(entrant, tally)| tally.share(entrant, offset(entrant)))
                    .collect(),
            }
        };
        (0..self.shape.table()).map(table).collect()
    }

    /// The blocks by their labels, which are rounds.
    fn rounds(&self) -> Vec<Round> {
        let mut rounds: Vec<Round> = Vec::new();
        for block in self.blocks.iter().filter(|block| block.state != BlockState::Struck) {
            let entrants = entrants_of(block);
            let of = |entrant: &u32| block.points.iter().find(|(other, _)| other == entrant).map(|(_, points)| *points);
            let points =
                (block.state == BlockState::Done).then(|| entrants.iter().map(|one| of(one).unwrap_or(0.0)).collect());
            let at = rounds.iter().position(|round| round.label == block.label).unwrap_or_else(|| {
                rounds.push(Round { label: block.label.clone(), tables: Vec::new() });
                rounds.len() - 1
            });
            rounds[at].tables.push(Table { entrants, points, bye: false });
        }
        rounds
    }

    fn matches(&self, by_block: &HashMap<i64, Vec<&MatchRow>>) -> Vec<Match> {
        let of_block = |block: &Block| {
            let rows = by_block.get(&block.id).map(Vec::as_slice).unwrap_or_default();
            rows.iter().map(|row| self.one_match(block, row)).collect::<Vec<_>>()
        };
        self.blocks.iter().flat_map(of_block).collect()
    }

    fn one_match(&self, block: &Block, row: &MatchRow) -> Match {
        let seated = |(place, &entrant): (usize, &u32)| Seated {
            place: self.shape.places.get(place).map(|place| place.name.clone()).unwrap_or_default(),
            entrant,
            points: row.points.get(place).copied().unwrap_or(0.0),
            rank: row.ranks.get(place).copied().unwrap_or(0),
            score: row.scores.get(place).copied().unwrap_or(0.0),
        };
        Match {
            id: row.id.to_string(),
            block: block.id,
            label: block.label.clone(),
            number: row.id.number,
            map: row.map,
            seats: row.entrants.iter().enumerate().map(seated).collect(),
            result: self.sentence(row),
            steps: row.steps,
            faults: faults(row).map(|(.., times)| times).sum(),
            counts: block.state == BlockState::Done,
            replay: (self.kept)(row.id),
        }
    }

    /// Who won and why, in words.
    fn sentence(&self, row: &MatchRow) -> String {
        let best = row.ranks.iter().min();
        let winners: Vec<usize> = (0..row.ranks.len()).filter(|&place| row.ranks.get(place) == best).collect();
        let name = |place: &usize| {
            let entrant = row.entrants.get(*place).and_then(|&entrant| self.entrants.get(entrant as usize));
            entrant.map_or("?", |entrant| entrant.name.as_str())
        };
        let who = match winners.as_slice() {
            _ if row.ranks.len() < 2 => String::new(),
            [alone] => format!("{} wins", name(alone)),
            all if all.len() == row.ranks.len() => "a draw".into(),
            some => format!("{} share the win", some.iter().map(name).collect::<Vec<_>>().join(" and ")),
        };
        let why = if row.reason.is_empty() { row.stopped.clone().unwrap_or_default() } else { row.reason.clone() };
        [who, why].iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(": ")
    }
}

/// The verdicts that are faults.
fn faults(row: &MatchRow) -> impl Iterator<Item = &(u32, String, u64)> {
    row.faults.iter().filter(|(_, verdict, _)| verdict != Verdict::Ok.name())
}

/// Everybody in a block, in the order of its first match.
pub(super) fn entrants_of(block: &Block) -> Vec<u32> {
    let mut entrants: Vec<u32> = Vec::new();
    for &entrant in block.arrangements.iter().flatten() {
        if !entrants.contains(&entrant) {
            entrants.push(entrant);
        }
    }
    entrants
}

/// The mean of who ranked better over the matches in which both sat at the table.
fn met(rows: &[&MatchRow], one: u32, other: u32) -> Option<f64> {
    let mut tally = Tally::default();
    for row in rows {
        let place = |entrant: u32| row.entrants.iter().position(|&at| at == entrant);
        let (Some(one), Some(other)) = (place(one), place(other)) else { continue };
        tally.add_points(match row.ranks.get(one).cmp(&row.ranks.get(other)) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        });
    }
    tally.mean()
}

/// Buchholz: the points of everybody that one met, as often as they met.
fn add_buchholz(standings: &mut [Standing], cross: &[Meeting]) {
    let points: HashMap<u32, f64> = standings.iter().map(|standing| (standing.entrant, standing.points)).collect();
    for standing in standings {
        let met = cross.iter().filter(|meeting| meeting.entrant == standing.entrant);
        standing.buchholz = Some(met.map(|meeting| points[&meeting.against] * meeting.blocks as f64).sum());
    }
}
