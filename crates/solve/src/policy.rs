//! A solution as a file: one line of JSON that says of what, then the strategy of every state.
//!
//! Of a state the file keeps a 64-bit key: the state's hash (K2), or, where something is hidden, a hash of all that a
//! seat has seen and chosen. Whoever writes it checks that no two states have one key, so a key found is the state meant.

use crate::Stake;
use gridhaunt_kernel::json::{Map, Value, brief, hex, parse, u64_from};
use gridhaunt_kernel::random::mix;
use gridhaunt_kernel::settings::Settings;
use gridhaunt_kernel::words::Words;
use gridhaunt_kernel::{Game, Invalid};
use serde_json::json;

/// Raised when files change.
const FORMAT: u64 = 1;

/// What a policy is a solution of.
#[derive(Clone, Debug, PartialEq)]
pub struct Title {
    game: String,
    rules_version: u64,
    generator_version: u64,
    /// Every setting with its value.
    settings: Value,
    /// The seed of the match.
    pub seed: u64,
    /// What is played for.
    pub stake: Stake,
    /// Whether a key is made from what a seat has seen so far, and not from the state.
    pub hidden: bool,
    /// The value for the first side.
    pub value: f64,
}

impl Title {
    /// The title of a solution of this game.
    pub fn of<G: Game>(settings: &G::Settings, seed: u64, stake: Stake, hidden: bool, value: f64) -> Self {
        let resolved = settings.resolved().into_iter().map(|(name, value)| (name.to_string(), value));
        Self {
            game: G::INFO.name.into(),
            rules_version: G::INFO.rules_version.into(),
            generator_version: G::INFO.generator_version.into(),
            settings: resolved.collect::<Map<_, _>>().into(),
            seed,
            stake,
            hidden,
            value,
        }
    }

    fn write(&self, entries: usize, check: u64) -> Value {
        json!({
            "format": FORMAT, "kind": "gridhaunt policy", "game": self.game, "rules_version": self.rules_version,
            "generator_version": self.generator_version, "settings": self.settings, "seed": self.seed.to_string(),
            "stake": self.stake.name(), "hidden": self.hidden, "value": self.value, "entries": entries,
            "check": hex(check),
        })
    }

    /// An error unless this is a solution of this game with these settings.
    ///
    /// # Errors
    /// The first thing that differs.
    pub fn check<G: Game>(&self, settings: &G::Settings) -> Result<(), Invalid> {
        let here = Self::of::<G>(settings, self.seed, self.stake, self.hidden, self.value);
        let differs = |what: &str, got: &dyn ToString, need: &dyn ToString| {
            let (got, need) = (got.to_string(), need.to_string());
            let words = format!("solves {what} {got}, this is {need}");
            Err(Invalid::new("", got, need).says(words))
        };
        if self.game != here.game {
            return differs("the game", &self.game, &here.game);
        }
        for (what, got, need) in [
            ("rules version", self.rules_version, here.rules_version),
            ("generator version", self.generator_version, here.generator_version),
        ] {
            if got != need {
                return differs(what, &got, &need);
            }
        }
        let none = Value::Null;
        for (name, need) in settings.resolved() {
            let got = self.settings.get(name).unwrap_or(&none);
            if *got != need {
                return differs(&format!("{name} ="), &brief(got), &brief(&need));
            }
        }
        Ok(())
    }
}

/// The strategies of all states.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// What it solves.
    pub title: Title,
    keys: Vec<u64>,
    /// Where the strategies of each key begin in the body.
    places: Vec<u32>,
    body: Vec<u8>,
}

/// A policy that is being made.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    entries: Vec<(u64, u32)>,
    body: Vec<u8>,
}

impl Draft {
    /// Adds the strategies of both sides in a state: choices by number, each with its share. A side that has nothing to
    /// choose has none.
    pub fn add(&mut self, key: u64, strategies: [&[(u16, f32)]; 2]) {
        self.entries.push((key, self.body.len() as u32));
        for strategy in strategies {
            self.body.extend((strategy.len() as u16).to_le_bytes());
            for (choice, share) in strategy {
                self.body.extend(choice.to_le_bytes());
                self.body.extend(share.to_le_bytes());
            }
        }
    }

    /// The finished policy.
    ///
    /// # Errors
    /// Two states with one key, or a body of 4 GiB.
    pub fn finish(mut self, title: Title) -> Result<Policy, Invalid> {
        if self.body.len() > u32::MAX as usize {
            let words = "the solution takes more than 4 GiB as a file";
            return Err(Invalid::new("policy", self.body.len(), "at most 4 GiB").says(words));
        }
        self.entries.sort_unstable();
        if self.entries.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(Invalid::new("policy", "two states", "one key each").says("two states have one hash"));
        }
        let (keys, places) = self.entries.into_iter().unzip();
        Ok(Policy { title, keys, places, body: self.body })
    }
}

impl Policy {
    /// The strategies of both sides for a key: choices by number, each with its share; none if the key is not there.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<[Vec<(u16, f32)>; 2]> {
        let place = *self.places.get(self.keys.binary_search(&key).ok()?)?;
        let mut rest = self.body.get(place as usize..)?;
        Some([strategy(&mut rest)?, strategy(&mut rest)?])
    }

    /// The file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.body.len() + 12 * self.keys.len());
        for (key, place) in self.keys.iter().zip(&self.places) {
            body.extend(key.to_le_bytes());
            body.extend(place.to_le_bytes());
        }
        body.extend(&self.body);
        let mut file = self.title.write(self.keys.len(), checksum(&body)).to_string().into_bytes();
        file.push(b'\n');
        file.extend(body);
        file
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A file that is no policy, of another format, or damaged.
    pub fn read(file: &[u8]) -> Result<Self, Invalid> {
        let line = file.iter().position(|&byte| byte == b'\n').and_then(|end| file.split_at_checked(end));
        let (head, rest) = line.ok_or_else(|| wrong("no policy", "a policy that `gridhaunt solve` wrote"))?;
        let head = parse(head).map_err(|_| wrong("no policy", "a policy that `gridhaunt solve` wrote"))?;
        if head.get("kind").and_then(Value::as_str) != Some("gridhaunt policy") {
            return Err(wrong("no policy", "a policy that `gridhaunt solve` wrote"));
        }
        let number = |field: &str| {
            let value = head.get(field).unwrap_or(&Value::Null);
            u64_from(field, value).map_err(|error| error.within("policy"))
        };
        if number("format")? != FORMAT {
            let format = number("format")?;
            return Err(Invalid::new("policy.format", format, FORMAT.to_string()));
        }
        let body = &rest[1..];
        if head.get("check").and_then(Value::as_str) != Some(&hex(checksum(body))) {
            return Err(wrong("damaged", "as it was written"));
        }
        let text = |field: &str| head.get(field).and_then(Value::as_str);
        let stake = text("stake").and_then(Stake::from_word).unwrap_or(Stake::Result);
        let title = Title {
            game: text("game").unwrap_or_default().into(),
            rules_version: number("rules_version")?,
            generator_version: number("generator_version")?,
            settings: head.get("settings").cloned().unwrap_or_default(),
            seed: number("seed")?,
            stake,
            hidden: head.get("hidden").and_then(Value::as_bool).unwrap_or(false),
            value: head.get("value").and_then(Value::as_f64).unwrap_or(0.0),
        };
        let entries = usize::try_from(number("entries")?)
            .ok()
            .and_then(|entries| body.split_at_checked(entries.checked_mul(12)?));
        let (index, body) = entries.ok_or_else(|| wrong("too short", "as long as its entries"))?;
        let (mut keys, mut places) = (Vec::new(), Vec::new());
        for entry in index.as_chunks::<12>().0 {
            let [key, place] = [&entry[..8], &entry[8..]].map(little);
            keys.push(key);
            places.push(place as u32);
        }
        Ok(Self { title, keys, places, body: body.to_vec() })
    }
}

fn wrong(got: &str, expected: &str) -> Invalid {
    Invalid::new("policy", got, expected)
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn strategy(rest: &mut &[u8]) -> Option<Vec<(u16, f32)>> {
    let (len, after) = rest.split_first_chunk::<2>()?;
    let (items, after) = after.split_at_checked(6 * usize::from(u16::from_le_bytes(*len)))?;
    *rest = after;
    let item = |item: &[u8; 6]| {
        let [a, b, c, d, e, f] = *item;
        (u16::from_le_bytes([a, b]), f32::from_le_bytes([c, d, e, f]))
    };
    Some(items.as_chunks::<6>().0.iter().map(item).collect())
}

fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(little);
    words.fold(bytes.len() as u64, |sum, word| mix(sum.rotate_left(1) ^ word))
}

/// The key after one more thing that a seat saw or chose.
#[must_use]
pub fn chained(key: u64, more: u64) -> u64 {
    mix(key.rotate_left(17) ^ mix(more))
}

/// A hash of what a seat sees, from its JSON text.
#[must_use]
pub fn seen<G: Game>(view: &G::View) -> u64 {
    checksum(&serde_json::to_vec(view).unwrap_or_default())
}
