//! Ratings over everything that was played (A14): which matches, whose they are, and what a model makes of them.
//!
//! An entrant is its identity, so that the same bot in two events is one, and two versions of a program are two.

use crate::event::Programme;
use crate::manage::state_word;
use crate::names::{Named, apart};
use crate::spec::Resolved;
use crate::trouble::Trouble;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief, nearest};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::shown::shown;
use gridhaunt_rating::{Block, Game, Games, bt, nash, weng_lin};
use gridhaunt_record::seal::digits;
use gridhaunt_store::{Event, EventId, Filter, MatchId, MatchRow, Scored, Store};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Which matches are rated; everything that is not said is any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Of this game; needed where the store has several.
    pub game: Option<String>,
    /// On the map of this name, or whose settings have a digest that begins so.
    pub map: Option<String>,
    /// How well entrants play this side alone: on another side an entrant counts as somebody else.
    pub role: Option<String>,
    /// Written at this time or later, in milliseconds since 1970.
    pub since: Option<i64>,
    /// With this entrant; of several, everybody at the table is among them.
    pub entrants: Vec<String>,
    /// Further conditions.
    pub conditions: Vec<Condition>,
    /// Not of these events.
    pub without: Vec<EventId>,
}

/// A condition on matches, such as `kind=duel`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    key: Key,
    value: String,
}

gridhaunt_kernel::words! {
    /// What a condition looks at.
    enum Key {
        Event = "event",
        Kind = "kind",
        State = "state",
        Reason = "reason",
        Faults = "faults",
        Voids = "voids",
        Machine = "machine",
        Sandbox = "sandbox",
    }
}

impl std::str::FromStr for Condition {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let wrong = || {
            let known = Key::NAMES.join(", ");
            Invalid::new("--where", brief(&Value::from(text)), format!("KEY=VALUE with one of {known} as the key"))
        };
        let (key, value) = text.split_once('=').ok_or_else(wrong)?;
        let Some(key) = Key::from_name(key) else {
            let error = wrong();
            let hint = nearest(key, Key::NAMES).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let words = format!("{} is not {}{hint}", error.got, error.expected);
            return Err(error.says(words));
        };
        if matches!(key, Key::Faults | Key::Voids) && value.parse::<u64>().is_err() {
            return Err(Invalid::new(
                "--where",
                brief(&Value::from(text)),
                format!("{}=N with a whole number", key.name()),
            ));
        }
        Ok(Self { key, value: value.into() })
    }
}

impl Condition {
    /// Whether it can be answered by the event alone.
    fn is_of_event(&self) -> bool {
        matches!(self.key, Key::Event | Key::Kind | Key::State)
    }

    fn holds_for_event(&self, store: &Store, event: &Event) -> Result<bool, Trouble> {
        Ok(match self.key {
            Key::Event => event.id.to_string() == self.value || event.name == self.value || event.uid == self.value,
            Key::Kind => event.kind == self.value,
            Key::State => state_word(store, event)? == self.value,
            _ => true,
        })
    }

    fn holds_for_match(&self, row: &MatchRow) -> bool {
        match self.key {
            Key::Reason => row.reason == self.value,
            Key::Faults => row.faults.iter().map(|(_, _, times)| times).sum::<u64>().to_string() == self.value,
            Key::Voids => row.voids.to_string() == self.value,
            Key::Machine => row.machine == self.value,
            Key::Sandbox => row.sandbox == self.value,
            _ => true,
        }
    }
}

/// How results become ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingModel {
    /// The whole history at once (Bradley–Terry, Davidson, Luce).
    Bt,
    /// Match after match (Weng and Lin).
    WengLin,
    /// The mixture that nobody beats.
    Nash,
}

/// What is chosen for a rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The model.
    pub model: RatingModel,
    /// The entrant that is held at this rating, by its name.
    pub anchor: Option<(String, f64)>,
    /// How often blocks are drawn again for the intervals; 0 for the formula.
    pub bootstrap: usize,
    /// What these draws begin from.
    pub seed: u64,
}

/// Who was rated, and how well; plain data that every output is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Rating {
    /// The game.
    pub game: String,
    /// Best first.
    pub rows: Vec<Row>,
    /// What a side gives to everybody (A15).
    pub sides: Vec<SideRow>,
    /// Those that met the rated neither directly nor through others; each list can be compared within itself alone.
    pub unrated: Vec<Vec<String>>,
    /// The matches that were rated.
    pub matches: u64,
    /// Their blocks.
    pub blocks: u64,
    /// What was left out, in a line each.
    pub left_out: Vec<String>,
}

/// One entrant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// Its name; with the beginning of its digest where several have it.
    pub name: String,
    /// Who it is.
    pub identity: String,
    /// On Elo's scale; `None` for a mixture.
    pub rating: Option<Spread>,
    /// Its part of the mixture that nobody beats.
    pub share: Option<Spread>,
    /// Its expected points against that mixture.
    pub points: Option<Spread>,
    /// Its matches.
    pub games: u64,
    /// Over every other entrant at the table.
    pub wins: u64,
    /// The same.
    pub draws: u64,
    /// The same.
    pub losses: u64,
    /// How much better it is on a side than its rating and the side say.
    pub sides: Vec<SideRow>,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// The number.
    pub value: f64,
    /// The lower end; `None` if there is no interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Spread {
    fn new(value: f64, low: f64, high: f64) -> Self {
        Self { value, low: Some(low), high: Some(high) }
    }

    fn of(value: f64, interval: Option<nash::Interval>) -> Self {
        Self { value, low: interval.map(|it| it.low), high: interval.map(|it| it.high) }
    }
}

/// A side, and how much of Elo it is worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct SideRow {
    /// The name of the side.
    pub side: String,
    /// Beyond the mean of the sides.
    pub elo: Spread,
}

/// One event of the store, as far as it is rated.
struct Source {
    /// The number of each entrant in the rating, by its number in the event.
    who: Vec<u32>,
    /// Names of the places of a map, and whether they are alike; `None` where the map is not wanted.
    maps: Vec<Option<(Vec<u16>, bool)>>,
}

/// Somebody who is rated.
struct Who {
    name: String,
    identity: String,
    digest: Option<String>,
}

impl Who {
    fn named(&self) -> Named<'_> {
        Named { name: &self.name, identity: &self.identity, digest: self.digest.as_deref() }
    }
}

/// Rates everybody whose matches the query lets through.
///
/// # Errors
/// The query names what is not there; nothing was played; the model cannot rate this; the store fails.
pub fn rate(store: &Store, registry: &Registry, query: &Query, choice: &Choice) -> Result<Rating, Trouble> {
    let mut collected = Collected::default();
    let game = collected.open(store, registry, query)?;
    let mut names = labels(&collected.everybody);
    if query.role.is_some() {
        names.extend(names.clone().iter().map(|name| format!("{name} elsewhere")));
    }
    let mut played = Played { records: vec![[0; 3]; names.len()], games: Games::new(names) };
    collected.read(store, query, choice, &game, &mut played)?;
    collected.rate(query, choice, game, &played)
}

#[derive(Default)]
struct Collected {
    sources: HashMap<EventId, Source>,
    everybody: Vec<Who>,
    by_identity: HashMap<String, u32>,
    sides: Vec<String>,
    left_out: Vec<String>,
}

/// What the query let through.
struct Played {
    games: Games,
    /// Wins, draws and losses, by entrant.
    records: Vec<[u64; 3]>,
}

impl Played {
    /// Adds a block with the points that the event gave it, or the mean of its matches where only some of them count.
    fn add(&mut self, block: &mut Block, score: Option<&Vec<(u32, f64)>>) -> Result<(), Invalid> {
        if block.games.is_empty() {
            return Ok(());
        }
        if let Some(points) = score {
            block.points.clone_from(points);
        } else {
            let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
            for (entrant, points) in block.points.drain(..) {
                let sum = sums.entry(entrant).or_default();
                (sum.0, sum.1) = (sum.0 + points, sum.1 + 1.0);
            }
            block.points.extend(sums.into_iter().map(|(entrant, (sum, many))| (entrant, sum / many)));
        }
        self.games.add(block)?;
        for game in &block.games {
            count(game, &mut self.records);
        }
        block.games.clear();
        block.points.clear();
        Ok(())
    }
}

impl Collected {
    /// Finds the events, their entrants and their places; returns the game.
    fn open(&mut self, store: &Store, registry: &Registry, query: &Query) -> Result<String, Trouble> {
        let events = store.events()?;
        let names: Vec<String> = events.iter().map(|event| event.name.clone()).collect();
        if let Some(game) = &query.game {
            registry.find(game)?;
        }
        let mut wanted: Vec<Event> = events
            .into_iter()
            .filter(|event| query.game.as_ref().is_none_or(|game| *game == event.game))
            .filter(|event| !query.without.contains(&event.id))
            .collect();
        for condition in &query.conditions {
            let holds =
                wanted.iter().map(|event| condition.holds_for_event(store, event)).collect::<Result<Vec<_>, _>>()?;
            let mut holds = holds.into_iter();
            wanted.retain(|_| holds.next() == Some(true));
        }
        let mut games: Vec<&str> = wanted.iter().map(|event| event.game.as_str()).collect();
        games.sort_unstable();
        games.dedup();
        let game = match games[..] {
            [] => {
                let asked = query.conditions.iter().find(|condition| condition.key == Key::Event);
                let near = asked.and_then(|asked| nearest(&asked.value, names.iter().map(String::as_str)));
                let hint = near.map(|near| format!(", did you mean event={}?", shown(&near))).unwrap_or_default();
                return Err(nothing(&format!("no event of this store is meant{hint}")).into());
            }
            [game] => game.to_string(),
            _ => {
                let words = format!("the store has {}: say which, ratings are of one game", games.join(", "));
                return Err(Invalid::new("--game", "missing", "a game").says(words).into());
            }
        };
        for event in &wanted {
            let programme = Resolved::read(registry, &event.spec).and_then(|spec| Programme::new(registry, spec));
            let programme = match programme {
                Ok(programme) => programme,
                Err(error) => {
                    self.left_out.push(format!("event {}: {error}", event.id));
                    continue;
                }
            };
            let mut who = Vec::new();
            for entrant in store.entrants(event.id)? {
                let number = *self.by_identity.entry(entrant.identity.clone()).or_insert_with(|| {
                    let (name, identity, digest) = (entrant.name, entrant.identity, entrant.digest);
                    self.everybody.push(Who { name, identity, digest });
                    self.everybody.len() as u32 - 1
                });
                who.push(number);
            }
            let maps = programme.maps.iter().map(|map| {
                let digest = digits(&map.digest);
                let is_wanted = query
                    .map
                    .as_ref()
                    .is_none_or(|word| map.name == *word || word.len() > 5 && digest.starts_with(word));
                is_wanted.then(|| {
                    let sides = map.shape.places.iter().map(|place| self.side(&place.name)).collect();
                    (sides, map.shape.like)
                })
            });
            let maps = maps.collect();
            self.sources.insert(event.id, Source { who, maps });
        }
        Ok(game)
    }

    fn side(&mut self, name: &str) -> u16 {
        let known = self.sides.iter().position(|side| side == name);
        known.unwrap_or_else(|| {
            self.sides.push(name.into());
            self.sides.len() - 1
        }) as u16
    }

    /// The numbers of the entrants that a word names: by name, identity or the beginning of a digest.
    fn named(&self, field: &str, word: &str) -> Result<Vec<u32>, Invalid> {
        let is_meant = |who: &Who| {
            who.name == word
                || who.identity == word
                || who.named().with_digits() == word
                || word.len() >= 6 && who.digest.as_ref().is_some_and(|digest| digest.starts_with(word))
        };
        let found: Vec<u32> = (0u32..).zip(&self.everybody).filter(|(_, who)| is_meant(who)).map(|(i, _)| i).collect();
        if found.is_empty() {
            let near = nearest(word, self.everybody.iter().map(|who| who.name.as_str()));
            let hint = near.map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let word = brief(&Value::from(word));
            let words = format!("{word} has played nothing of this{hint}");
            return Err(Invalid::new(field, word, "the name of an entrant").says(words));
        }
        Ok(found)
    }

    /// Reads the results block by block.
    fn read(
        &self,
        store: &Store,
        query: &Query,
        choice: &Choice,
        game: &str,
        played: &mut Played,
    ) -> Result<(), Trouble> {
        let wanted: Vec<u32> =
            query.entrants.iter().map(|word| self.named("--entrant", word)).collect::<Result<Vec<_>, _>>()?.concat();
        let filter = Filter { game: Some(game.into()), since: query.since, ..Filter::default() };
        let chosen = chosen(store, query, &filter)?;
        // Only a mixture is made of points, and only whole blocks have those that the event gave.
        let is_whole = query.role.is_none() && query.since.is_none() && chosen.is_none();
        let scores = if choice.model == RatingModel::Nash && is_whole { self.scores(store)? } else { Scores::new() };
        let role = query.role.as_deref().map(|role| self.role(role)).transpose()?;
        let (mut open, mut block) = (0, Block::default());
        let everybody = self.everybody.len() as u32;
        store.results(&filter, |scored| {
            let Some(source) = self.sources.get(&scored.event) else { return Ok(()) };
            let Some(Some((sides, like))) = source.maps.get(scored.map as usize) else { return Ok(()) };
            let id = MatchId { block: scored.block, number: scored.number };
            if chosen.as_ref().is_some_and(|chosen| !chosen.contains(&id)) || scored.places.len() < 2 {
                return Ok(());
            }
            let Some(mut seated) = seated(scored, source, sides, *like) else { return Ok(()) };
            let fits = match query.entrants.len() {
                0 => true,
                1 => seated.entrants.iter().any(|entrant| wanted.contains(entrant)),
                _ => seated.entrants.iter().all(|entrant| wanted.contains(entrant)),
            };
            if !fits || role.is_some_and(|role| !sides.contains(&role)) {
                return Ok(());
            }
            if scored.block != open {
                played.add(&mut block, scores.get(&open))?;
                open = scored.block;
            }
            let places = seated.entrants.clone();
            if let Some(role) = role {
                // On another side an entrant is somebody else.
                for (entrant, side) in seated.entrants.iter_mut().zip(sides) {
                    *entrant += if *side == role { 0 } else { everybody };
                }
                seated.sides.fill(0);
            }
            for (entrant, place) in places.iter().zip(&scored.places) {
                block.points.push((*entrant, place.points));
            }
            block.games.push(seated);
            Ok(())
        })?;
        Ok(played.add(&mut block, scores.get(&open))?)
    }

    fn role(&self, role: &str) -> Result<u16, Invalid> {
        let known = self.sides.iter().position(|side| side == role).map(|side| side as u16);
        known.ok_or_else(|| {
            let names: Vec<&str> = self.sides.iter().map(String::as_str).collect();
            let expected = format!("one of {}", names.join(", "));
            let hint = nearest(role, names).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let role = brief(&Value::from(role));
            let words = format!("{role} is not {expected}{hint}");
            Invalid::new("--role", role, expected).says(words)
        })
    }

    /// The points of blocks as events count them: a game may score a pair of matches itself (A4).
    fn scores(&self, store: &Store) -> Result<Scores, Trouble> {
        let mut scores = HashMap::new();
        for (event, source) in &self.sources {
            for block in store.blocks(*event, 0)?.into_iter().filter(|block| !block.points.is_empty()) {
                let points = block.points.iter();
                let points = points.filter_map(|(number, points)| Some((*source.who.get(*number as usize)?, *points)));
                scores.insert(block.id, points.collect());
            }
        }
        Ok(scores)
    }

    fn rate(&self, query: &Query, choice: &Choice, game: String, played: &Played) -> Result<Rating, Trouble> {
        let Played { games, records } = played;
        let (matches, blocks) = (games.matches() as u64, games.blocks() as u64);
        if matches == 0 {
            return Err(nothing("no finished block of this is there").into());
        }
        let anchor = match &choice.anchor {
            None => None,
            Some((name, rating)) => match self.named("--anchor", name)?[..] {
                [one] => Some((one, *rating)),
                _ => {
                    let words =
                        format!("{} is several entrants, need the digits of one", brief(&Value::from(name.as_str())));
                    return Err(Invalid::new("--anchor", name, "one entrant").says(words).into());
                }
            },
        };
        let everybody = self.everybody.len() as u32;
        let row = |entrant: u32, games: u64| {
            let (who, [wins, draws, losses]) = (&self.everybody[entrant as usize], records[entrant as usize]);
            let (name, identity) = (played.games.name(entrant).to_string(), who.identity.clone());
            Row { name, identity, games, wins, draws, losses, ..Row::default() }
        };
        let side =
            |side: u16, elo| SideRow { side: self.sides.get(usize::from(side)).cloned().unwrap_or_default(), elo };
        let mut rating = Rating { game, matches, blocks, left_out: self.left_out.clone(), ..Rating::default() };
        match choice.model {
            RatingModel::Bt => {
                let options =
                    bt::Options { anchor, bootstrap: choice.bootstrap, seed: choice.seed, ..bt::Options::default() };
                let mut found = bt::rate(games, &options)?;
                found.entrants.retain(|rated| rated.entrant < everybody);
                found.unrated.iter_mut().for_each(|group| group.retain(|entrant| *entrant < everybody));
                rating.matches = found.matches;
                rating.blocks = found.blocks;
                rating.sides =
                    found.sides.iter().map(|it| side(it.side, Spread::new(it.advantage, it.low, it.high))).collect();
                let names =
                    |group: &Vec<u32>| group.iter().map(|entrant| played.games.name(*entrant).to_string()).collect();
                rating.unrated = found.unrated.iter().filter(|group| !group.is_empty()).map(names).collect();
                for rated in &found.entrants {
                    let sides = rated.sides.iter().map(|it| side(it.side, Spread::new(it.offset, it.low, it.high)));
                    rating.rows.push(Row {
                        rating: Some(Spread::new(rated.rating, rated.low, rated.high)),
                        sides: sides.collect(),
                        ..row(rated.entrant, rated.games)
                    });
                }
            }
            RatingModel::WengLin => {
                for rated in weng_lin::rate(games, &weng_lin::Options { anchor })? {
                    if rated.entrant < everybody {
                        let spread = Spread::new(rated.rating, rated.low, rated.high);
                        rating.rows.push(Row { rating: Some(spread), ..row(rated.entrant, rated.games) });
                    }
                }
            }
            RatingModel::Nash => {
                if query.role.is_some() {
                    let words = "nash compares everybody with everybody, which entrants of one side cannot be";
                    return Err(Invalid::new("--role", "nash", "another model").says(words).into());
                }
                if choice.anchor.is_some() {
                    return Err(Invalid::new("--anchor", "nash", "bt or weng-lin")
                        .says("nash has shares, no ratings")
                        .into());
                }
                for mixed in nash::rate(games, &nash::Options { bootstrap: choice.bootstrap, seed: choice.seed })? {
                    rating.rows.push(Row {
                        share: Some(Spread::of(mixed.share, mixed.share_interval)),
                        points: Some(Spread::of(mixed.points, mixed.points_interval)),
                        ..row(mixed.entrant, mixed.games)
                    });
                }
            }
        }
        if query.role.is_some() && choice.anchor.is_none() {
            centre(&mut rating.rows);
        }
        rating.rows.sort_by(|a, b| {
            let key = |row: &Row| row.rating.or(row.share).map_or(0.0, |it| it.value);
            let points = |row: &Row| row.points.map_or(0.0, |it| it.value);
            key(b).total_cmp(&key(a)).then(points(b).total_cmp(&points(a))).then(a.name.cmp(&b.name))
        });
        Ok(rating)
    }
}

/// Points by entrant, by block.
type Scores = HashMap<i64, Vec<(u32, f64)>>;

/// The matches that conditions on matches let through; none if there are no such conditions.
fn chosen(store: &Store, query: &Query, filter: &Filter) -> Result<Option<HashSet<MatchId>>, Trouble> {
    let conditions: Vec<&Condition> = query.conditions.iter().filter(|condition| !condition.is_of_event()).collect();
    if conditions.is_empty() {
        return Ok(None);
    }
    let mut chosen = HashSet::new();
    store.each_match(filter, |row| {
        if conditions.iter().all(|condition| condition.holds_for_match(&row)) {
            chosen.insert(row.id);
        }
        Ok(())
    })?;
    Ok(Some(chosen))
}

/// A match as ratings take it; none if its entrants are not those of the event.
fn seated(scored: &Scored, source: &Source, sides: &[u16], like: bool) -> Option<Game> {
    let entrants = scored.places.iter().map(|place| source.who.get(place.entrant as usize).copied());
    let entrants: Vec<u32> = entrants.collect::<Option<_>>()?;
    let sides = (0..entrants.len()).map(|place| if like { Some(0) } else { sides.get(place).copied() });
    Some(Game {
        sides: sides.collect::<Option<_>>()?,
        ranks: scored.places.iter().map(|place| place.rank).collect(),
        entrants,
    })
}

/// Counts wins, draws and losses over every other entrant at the table.
fn count(game: &Game, records: &mut [[u64; 3]]) {
    for (i, mine) in game.ranks.iter().enumerate() {
        for (j, other) in game.ranks.iter().enumerate() {
            if i != j {
                let which = match mine.cmp(other) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                records[game.entrants[i] as usize][which] += 1;
            }
        }
    }
}

/// Moves ratings so that their mean is 1500.
fn centre(rows: &mut [Row]) {
    let ratings = rows.iter().filter_map(|row| row.rating.map(|rating| rating.value));
    let mean = ratings.sum::<f64>() / rows.len().max(1) as f64;
    for rating in rows.iter_mut().filter_map(|row| row.rating.as_mut()) {
        rating.value += 1500.0 - mean;
        rating.low = rating.low.map(|low| low + 1500.0 - mean);
        rating.high = rating.high.map(|high| high + 1500.0 - mean);
    }
}

/// The name of everybody: with digits where several have the same.
fn labels(everybody: &[Who]) -> Vec<String> {
    apart(&everybody.iter().map(Who::named).collect::<Vec<_>>())
}

fn nothing(why: &str) -> Invalid {
    Invalid::new("rate", "nothing", "matches").says(format!("nothing to rate: {why}"))
}

impl Rating {
    /// A table for a spreadsheet, one row an entrant.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from("name,identity,rating,low,high,share,points,games,wins,draws,losses\n");
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        for row in &self.rows {
            let rating = row.rating;
            let cells = [
                quoted(&row.name),
                quoted(&row.identity),
                number(rating.map(|it| it.value)),
                number(rating.and_then(|it| it.low)),
                number(rating.and_then(|it| it.high)),
                number(row.share.map(|it| it.value)),
                number(row.points.map(|it| it.value)),
                row.games.to_string(),
                row.wins.to_string(),
                row.draws.to_string(),
                row.losses.to_string(),
            ];
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        text
    }
}

/// A text as a cell of CSV. One that a spreadsheet would compute is made a text.
fn quoted(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_string() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
