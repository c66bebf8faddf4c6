//! Who plays in the games of a learner: which seats are learned, and whose opponents sit on the others.

use crate::face::{Opened, Session};
use crate::heap::*;
use crate::json::{Map, Value, brief, nearest};
use crate::{Info, Invalid, Random, Seat, SeatSet};

/// The largest weight of an opponent in a mixture.
const MOST_WEIGHT: u64 = 1_000_000;

/// The learned seats of a game, and the opponents on its other seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Cast {
    /// The learned seats, ascending.
    pub learned: Vec<Seat>,
    /// The name of every seat.
    pub names: Vec<String>,
    /// The name of every seat as an identifier: its role and its number among those of this role, from 1
    /// (`survivor_1`).
    pub agents: Vec<String>,
    /// The side of every seat, as an index into the sides of the game.
    pub sides: Vec<usize>,
    /// The opponents, by their lowest seat.
    pub troupes: Vec<Troupe>,
}

/// Opponents who are drawn together: the seats of a side that were given the same words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Troupe {
    pub seats: Vec<Seat>,
    /// What is drawn from; each has its words for every one of the seats.
    pub choices: Vec<Choice>,
}

/// One of several line-ups of a troupe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How often it is drawn, in proportion to the others.
    pub weight: u64,
    /// The bot of each seat of the troupe: `greedy`, `greedy:ties=first`, or the path of a program.
    pub words: Vec<String>,
}

/// Whether words for a bot mean something outside the registry: a path, an object that a front end knows (`@0`), or a
/// prefix with something behind it that is no option (`pyrat:players/mine.py`).
#[must_use]
pub fn is_outside(words: &str) -> bool {
    let (name, rest) = words.split_once(':').unwrap_or((words, "option=value"));
    let is_option = rest.split_once('=').is_some_and(|(option, _)| !option.contains(['/', '.', ':']));
    name.contains('/') || name.starts_with(['.', '@']) || !is_option
}

impl Cast {
    /// Reads which seats are learned and who plays the others.
    ///
    /// `seats` is null for all, or a list of seat numbers, seat names, roles and sides. `opponents` is null for the
    /// default bot of each role; the words for a bot; a mixture of words (a list, or an object with weights); or an
    /// object of any of these by seat name, role or side.
    ///
    /// # Errors
    /// Names the first item that is wrong. Built-in bots are checked too; what [`is_outside`] is not.
    pub fn read(opened: &dyn Opened, seats: &Value, opponents: &Value) -> Result<Self, Invalid> {
        let session = opened.begin(opened.fold_seed(0))?;
        let house = House::new(&*session);
        let learned = house.learned(seats)?;
        let troupes = house.troupes(learned, opponents)?;
        let House { names, agents, sides, .. } = house;
        let cast = Self { learned: learned.iter().collect(), names, agents, sides, troupes };
        cast.check(opened)?;
        Ok(cast)
    }

    /// The words of one bot for every seat, read as opponents are: the words for a bot, or an object of words by seat
    /// name, role or side. `field` is what errors call them.
    ///
    /// # Errors
    /// Names the first item that is wrong; a mixture.
    pub fn bots(opened: &dyn Opened, field: &str, bots: &Value) -> Result<Vec<(Seat, String)>, Invalid> {
        let called = |wrong: Invalid| {
            let rest = wrong.field.strip_prefix("opponents").map(|rest| format!("{field}{rest}"));
            Invalid { field: rest.unwrap_or_else(|| wrong.field.clone()), ..wrong }
        };
        let session = opened.begin(opened.fold_seed(0))?;
        let house = House::new(&*session);
        let troupes = house.troupes(SeatSet::NONE, bots).map_err(called)?;
        let cast = Self { names: house.names, troupes, ..Self::default() };
        cast.check(opened).map_err(called)?;
        if cast.troupes.iter().any(|troupe| troupe.choices.len() != 1) || cast.has_outsiders() {
            return Err(Invalid::new(field, brief(bots), "a bot of the registry for each seat"));
        }
        Ok(cast.words().map(|(seat, words)| (seat, words.into())).collect())
    }

    /// A cast without opponents, for a game with this many seats whose names do not matter.
    #[must_use]
    pub fn all(seats: usize) -> Self {
        Self { learned: SeatSet::first(seats).iter().collect(), ..Self::default() }
    }

    /// The identifiers of the learned seats.
    pub fn learners(&self) -> impl Iterator<Item = &str> {
        self.learned.iter().filter_map(|seat| self.agents.get(seat.index()).map(String::as_str))
    }

    /// Whether some opponent is none of the registry.
    #[must_use]
    pub fn has_outsiders(&self) -> bool {
        self.words().any(|(_, words)| is_outside(words))
    }

    /// All words that can be drawn, with their seats.
    pub fn words(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.troupes.iter().flat_map(|troupe| {
            let of = |choice| Choice::seated(choice, troupe);
            troupe.choices.iter().flat_map(of)
        })
    }

    /// The opponents of an episode.
    pub fn opponents(&self, episode: &Episode) -> impl Iterator<Item = (Seat, &str)> {
        self.troupes.iter().zip(&episode.picks).flat_map(|(troupe, &pick)| {
            let of = |choice| Choice::seated(choice, troupe);
            troupe.choices.get(pick).into_iter().flat_map(of)
        })
    }

    /// Makes every built-in opponent once, so that a wrong one is known before the first game.
    fn check(&self, opened: &dyn Opened) -> Result<(), Invalid> {
        for (seat, words) in self.words().filter(|(_, words)| !is_outside(words)) {
            let made = crate::bot::read_words(words)
                .and_then(|(name, options)| opened.player(&name, &options, 0, seat).map(drop));
            made.map_err(|wrong| {
                let why = wrong.to_string();
                let why = why.strip_prefix("bot: ").unwrap_or(&why);
                let words = format!("{}: {why}", self.names.get(seat.index()).map_or("", String::as_str));
                Invalid { field: "opponents".into(), words: Some(words), sentence: false, ..wrong }
            })?;
        }
        Ok(())
    }
}

impl Choice {
    fn seated<'a>(&'a self, troupe: &'a Troupe) -> impl Iterator<Item = (Seat, &'a str)> {
        troupe.seats.iter().copied().zip(self.words.iter().map(String::as_str))
    }
}

/// What is drawn at the beginning of an episode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Episode {
    /// Which world, or the 64 bits of its seed.
    pub world: u64,
    /// Which choice of each troupe plays.
    pub picks: Vec<usize>,
    /// The seed of the bots: that of a seat has the generator [`Random::for_bot`] of it.
    pub bots: u64,
}

/// Where the world of an episode comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worlds {
    /// It is known already, and nothing is drawn.
    Given,
    /// One of so many.
    Shelf(u64),
    /// Any: 64 bits are drawn for its seed.
    Any,
}

impl Episode {
    /// Draws an episode: first its world; then, if there are opponents, a choice for each troupe that has several, and
    /// the seed of the bots.
    #[inline]
    pub fn draw(random: &mut Random, worlds: Worlds, cast: &Cast) -> Self {
        let world = match worlds {
            Worlds::Given => 0,
            Worlds::Shelf(count) => random.below(count),
            Worlds::Any => random.next_u64(),
        };
        if cast.troupes.is_empty() {
            return Self { world, ..Self::default() };
        }
        let picks = cast.troupes.iter().map(|troupe| troupe.pick(random)).collect();
        Self { world, picks, bots: random.next_u64() }
    }
}

impl Troupe {
    fn pick(&self, random: &mut Random) -> usize {
        if self.choices.len() < 2 {
            return 0;
        }
        let mut at = random.below(self.choices.iter().map(|choice| choice.weight).sum());
        let chosen = self.choices.iter().position(|choice| {
            let here = at < choice.weight;
            at = at.saturating_sub(choice.weight);
            here
        });
        chosen.unwrap_or(0)
    }
}

/// The names by which seats can be told.
struct House {
    info: Info,
    names: Vec<String>,
    agents: Vec<String>,
    roles: Vec<usize>,
    sides: Vec<usize>,
}

/// What a name says: all seats of it, and whether it is that of a side.
struct Named {
    seats: SeatSet,
    is_side: bool,
}

impl House {
    fn new(session: &dyn Session) -> Self {
        let seats = || SeatSet::first(session.seats()).iter();
        let (info, roles): (Info, Vec<usize>) = (session.info(), seats().map(|seat| session.role(seat)).collect());
        let agent = |seat: Seat| {
            let role = roles[seat.index()];
            let number = roles[..=seat.index()].iter().filter(|&&other| other == role).count();
            format!("{}_{number}", info.role_name(role)).replace(' ', "_")
        };
        Self {
            info,
            names: seats().map(|seat| session.seat_name(seat)).collect(),
            agents: seats().map(agent).collect(),
            roles,
            sides: seats().map(|seat| session.side(seat)).collect(),
        }
    }

    fn seats(&self) -> SeatSet {
        SeatSet::first(self.names.len())
    }

    /// The seats that a name means: a seat, a role or a side, in this order.
    fn named(&self, name: &str) -> Option<Named> {
        let all = |test: &dyn Fn(usize) -> bool| self.seats().iter().filter(|seat| test(seat.index())).collect();
        let is = |known: &String| known == name || *known == name.replace(' ', "_");
        if let Some(seat) = self.names.iter().position(is).or_else(|| self.agents.iter().position(is)) {
            return Some(Named { seats: SeatSet::only(Seat(seat as u8)), is_side: false });
        }
        if let Some(role) = self.info.roles.iter().position(|role| role.name == name) {
            return Some(Named { seats: all(&|seat| self.roles[seat] == role), is_side: false });
        }
        let side = self.info.sides.iter().position(|side| side.name == name || side.plural == name)?;
        Some(Named { seats: all(&|seat| self.sides[seat] == side), is_side: true })
    }

    /// All names that mean something here.
    fn known(&self) -> Vec<String> {
        let mut known = self.agents.clone();
        let roles = self.info.roles.iter().map(|role| role.name);
        let sides = self.info.sides.iter().flat_map(|side| [side.name, side.plural]);
        for name in roles.chain(sides) {
            let there = self.named(name).is_some_and(|named| !named.seats.is_empty());
            if there && !known.iter().any(|other| other == name) {
                known.push(name.into());
            }
        }
        known
    }

    fn find(&self, field: &str, name: &str) -> Result<Named, Invalid> {
        if let Some(named) = self.named(name).filter(|named| !named.seats.is_empty()) {
            return Ok(named);
        }
        let known = self.known();
        let expected = format!("one of {}", known.join(", "));
        let hint = nearest(name, known.iter().map(String::as_str)).map(|near| format!(", did you mean {near}?"));
        let words = format!("{name:?} is not {expected}{}", hint.unwrap_or_default());
        Err(Invalid::new(field, format!("{name:?}"), expected).says(words))
    }

    fn learned(&self, seats: &Value) -> Result<SeatSet, Invalid> {
        let one = core::slice::from_ref(seats);
        let (list, alone) = match seats {
            Value::Null => return Ok(self.seats()),
            Value::Array(list) => (list.as_slice(), false),
            _ => (one, true),
        };
        let mut learned = SeatSet::NONE;
        for (i, item) in list.iter().enumerate() {
            let field = if alone { "seats".to_string() } else { format!("seats[{i}]") };
            learned = learned.or(match item {
                Value::String(name) => self.find(&field, name)?.seats,
                Value::Number(number) => {
                    let seat = number.as_u64().filter(|&seat| seat < self.names.len() as u64);
                    let wrong = || Invalid::new(&field, number, format!("0..={}", self.names.len() - 1));
                    SeatSet::only(Seat(seat.ok_or_else(wrong)? as u8))
                }
                other => {
                    return Err(Invalid::new(field, brief(other), "the number or name of a seat, a role or a side"));
                }
            });
        }
        if learned.is_empty() {
            return Err(Invalid::new("seats", brief(seats), "a list of at least one seat"));
        }
        Ok(learned)
    }

    fn troupes(&self, learned: SeatSet, opponents: &Value) -> Result<Vec<Troupe>, Invalid> {
        let others = self.seats().without(learned);
        if others.is_empty() && !opponents.is_null() {
            let words = "all seats are learned, there is none for an opponent";
            return Err(Invalid::new("opponents", brief(opponents), "null where all seats are learned").says(words));
        }
        // For every seat: which of the entries is for it (the narrowest name counts), and how narrow that is.
        let mut entries: Vec<Entry> = vec![Entry::usual()];
        let mut by_seat: Vec<(usize, usize)> = vec![(0, usize::MAX); self.names.len()];
        match opponents {
            Value::Object(map) if !is_mixture(map) => {
                for (name, value) in map {
                    let named = self.find("opponents", name)?;
                    let field = format!("opponents.{name}");
                    if named.seats.and(others).is_empty() {
                        let words = "these seats are learned, there is none for an opponent";
                        return Err(Invalid::new(field, brief(value), "nothing").says(words));
                    }
                    let width = named.seats.len() * 2 + usize::from(named.is_side);
                    for seat in named.seats.iter() {
                        let entry = &mut by_seat[seat.index()];
                        if entry.1 > width {
                            *entry = (entries.len(), width);
                        }
                    }
                    entries.push(Entry::read(&field, value, named.is_side)?);
                }
            }
            value => {
                entries.push(Entry::read("opponents", value, true)?);
                by_seat.iter_mut().for_each(|entry| entry.0 = 1);
            }
        }
        let mut troupes: Vec<((usize, usize), Troupe)> = Vec::new();
        for seat in others.iter() {
            let key = (self.sides[seat.index()], by_seat[seat.index()].0);
            let at = troupes.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                let choice = |(_, weight): &(Option<String>, u64)| Choice { weight: *weight, words: Vec::new() };
                let choices = entries[key.1].words.iter().map(choice).collect();
                troupes.push((key, Troupe { seats: Vec::new(), choices }));
                troupes.len() - 1
            });
            let (entry, troupe) = (&entries[key.1], &mut troupes[at].1);
            troupe.seats.push(seat);
            let role = self.roles[seat.index()];
            for (choice, (words, _)) in troupe.choices.iter_mut().zip(&entry.words) {
                let suits = |words: &&String| {
                    let name = words.split(':').next().unwrap_or_default();
                    !entry.wide || is_outside(words) || self.info.suits(name, role)
                };
                let usual = || self.info.roles.get(role).map_or("", |role| role.bot).into();
                choice.words.push(words.as_ref().filter(suits).cloned().unwrap_or_else(usual));
            }
        }
        Ok(troupes.into_iter().map(|(_, troupe)| troupe).collect())
    }
}

/// Whether an object has weights as its values.
fn is_mixture(map: &Map<String, Value>) -> bool {
    !map.is_empty() && map.values().all(Value::is_number)
}

/// Words with weights; no words are those of the role's default bot.
struct Entry {
    words: Vec<(Option<String>, u64)>,
    /// Whether it is for several roles, some of which a bot may not be meant for.
    wide: bool,
}

impl Entry {
    fn usual() -> Self {
        Self { words: vec![(None, 1)], wide: true }
    }

    fn read(field: &str, value: &Value, wide: bool) -> Result<Self, Invalid> {
        let what = "the words for a bot, a list of them, or an object with a weight for each";
        let word = |field: &str, value: &Value| match value {
            Value::String(words) if !words.is_empty() => Ok(Some(words.clone())),
            other => Err(Invalid::new(field, brief(other), "the words for a bot")),
        };
        let words = match value {
            Value::Null => return Ok(Self { wide, ..Self::usual() }),
            Value::String(_) => vec![(word(field, value)?, 1)],
            Value::Array(list) if !list.is_empty() => {
                let each = |(i, value)| Ok((word(&format!("{field}[{i}]"), value)?, 1));
                list.iter().enumerate().map(each).collect::<Result<_, Invalid>>()?
            }
            Value::Object(map) if is_mixture(map) => {
                let each = |(words, weight): (&String, &Value)| {
                    let fine = weight.as_u64().filter(|weight| (1..=MOST_WEIGHT).contains(weight));
                    let wrong = || Invalid::new(format!("{field}.{words}"), weight, format!("1..={MOST_WEIGHT}"));
                    Ok((Some(words.clone()), fine.ok_or_else(wrong)?))
                };
                map.iter().map(each).collect::<Result<_, Invalid>>()?
            }
            other => return Err(Invalid::new(field, brief(other), what)),
        };
        Ok(Self { words, wide })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn troupe(weights: &[u64]) -> Troupe {
        let choice = |&weight: &u64| Choice { weight, words: vec!["a".into()] };
        Troupe { seats: vec![Seat(1)], choices: weights.iter().map(choice).collect() }
    }

    #[test]
    fn an_episode_draws_its_world_then_the_mixtures_then_the_seed_of_the_bots() {
        let cast = Cast { troupes: vec![troupe(&[3, 1]), troupe(&[1]), troupe(&[1, 1])], ..Cast::all(1) };
        let (mut random, mut plain) = (Random::stream(5, 0), Random::stream(5, 0));
        for _ in 0..50 {
            let episode = Episode::draw(&mut random, Worlds::Shelf(7), &cast);
            assert_eq!(episode.world, plain.below(7));
            let first = usize::from(plain.below(4) == 3);
            assert_eq!(episode.picks, [first, 0, plain.below(2) as usize]);
            assert_eq!(episode.bots, plain.next_u64());
        }
        assert_eq!(random, plain);
    }

    #[test]
    fn without_opponents_only_a_world_is_drawn() {
        let (mut random, mut plain) = (Random::new(9), Random::new(9));
        let episode = Episode::draw(&mut random, Worlds::Any, &Cast::all(2));
        assert_eq!(episode, Episode { world: plain.next_u64(), ..Episode::default() });
        assert_eq!(Episode::draw(&mut random, Worlds::Given, &Cast::all(2)), Episode::default());
        assert_eq!(random, plain);
    }

    #[test]
    fn weights_are_what_is_drawn_by() {
        let (troupe, mut random) = (troupe(&[1, 2, 5]), Random::new(3));
        let mut seen = [0; 3];
        (0..8000).for_each(|_| seen[troupe.pick(&mut random)] += 1);
        assert!(seen.iter().zip([1000, 2000, 5000]).all(|(&n, fair): (&i32, i32)| (n - fair).abs() < 200), "{seen:?}");
    }

    #[test]
    fn paths_and_objects_are_outside() {
        let outside =
            ["./bot", "bots/mine:x=1", "@0", ".bot", "pyrat:a.py", "pyrat:a", "pyrat:a.py:x=1", "pyrat:a:B:x=1"];
        assert!(outside.iter().all(|words| is_outside(words)));
        assert!(["greedy", "greedy:ties=a/b.c"].iter().all(|words| !is_outside(words)));
    }
}
