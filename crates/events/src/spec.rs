//! What an event is (A10): a TOML file or flags, then the same with every default said.

mod keys;

use self::keys::Keys;
use crate::plan::EventKind as Kind;
use crate::points::By;
use crate::trouble::Trouble;
use gridhaunt_arena::document::{from_toml, read_toml};
use gridhaunt_host::clock::Clock;
use gridhaunt_host::processors::room;
use gridhaunt_host::sandbox::{Level, Wish};
use gridhaunt_kernel::face::{Face, Opened};
use gridhaunt_kernel::fault::Policy;
use gridhaunt_kernel::json::{Map, Value, brief, nearest, u64_from};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, words};
use gridhaunt_rating::sprt::Model;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::thread;

/// The most bytes of a spec file.
pub const MOST_BYTES: u64 = 16 << 20;
/// The most sets of settings of an event.
const MOST_MAPS: usize = 1000;
/// The most blocks, rounds or matches that a spec may ask for.
const MOST: u64 = 1_000_000_000;
/// The most matches at once.
pub const MOST_CONCURRENCY: u64 = 4096;

/// The kinds that `tournament` has.
const TOURNAMENTS: [Kind; 4] = [Kind::RoundRobin, Kind::Gauntlet, Kind::Swiss, Kind::Bracket];

const KEYS: [&str; 34] = [
    "name", "game", "kind", "entrants", "skip_unfit", "settings", "maps", "side", "by", "all_orders", "rounds",
    "blocks", "best_of", "third_place", "clock", "faults", "strikes", "sandbox", "serial", "ponder", "arrival",
    "reuse", "show_names", "transcripts", "build_network", "concurrency", "seed", "games", "with", "sprt", "alpha",
    "beta", "model", "fixed",
];
const MATCH_TERMS: [&str; 8] =
    ["clock", "faults", "strikes", "sandbox", "serial", "ponder", "arrival", "build_network"];
const MAP_KEYS: [&str; 2] = ["name", "settings"];

words! {
    /// Whose order of arrival counts, in games where it can (B9).
    pub enum Arrival {
        /// The seeded order of the kernel.
        Seeded = "seeded",
        /// The order in which answers really arrive.
        Real = "real",
    }
}

/// What an event is, as it was written. What is not said is decided by [`Spec::resolve`].
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Spec {
    pub name: Option<String>,
    pub game: String,
    pub kind: Option<Kind>,
    /// Bots as they are named in `play`.
    pub entrants: Vec<String>,
    /// Whether what is no bot is left out, and a bot with a wrong manifest is entered and benched.
    pub skip_unfit: bool,
    /// The folder that paths of programs are relative to; none for the current folder.
    pub folder: Option<PathBuf>,
    /// Settings of every map.
    pub settings: Map<String, Value>,
    /// Sets of settings over those, each with a name; none for one map.
    pub maps: Vec<MapSpec>,
    /// The side that is contested; none for all.
    pub side: Option<String>,
    /// What counts in a match.
    pub by: Option<By>,
    /// Whether a block has all orders of its line-up instead of its rotations.
    pub all_orders: bool,
    pub rounds: Option<u32>,
    /// Blocks of a pairing.
    pub blocks: Option<u32>,
    /// Blocks of a pairing of a bracket, at most.
    pub best_of: Option<u32>,
    /// Whether a bracket has a match for the third place.
    pub third_place: Option<bool>,
    pub terms: TermsSpec,
    /// Matches at once.
    pub concurrency: Option<u32>,
    /// The number that the secret is made from; none for a random secret (A3).
    pub seed: Option<u64>,
    pub duel: DuelSpec,
}

/// A set of settings.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MapSpec {
    pub name: Option<String>,
    pub settings: Map<String, Value>,
}

/// The terms that programs play under, as they were written.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct TermsSpec {
    pub clock: Option<Clock>,
    /// Whether the first fault is a forfeit.
    pub strict: Option<bool>,
    pub strikes: Option<u32>,
    pub sandbox: Option<Wish>,
    /// Whether seats are asked one at a time.
    pub serial: bool,
    /// Whether programs may think between their turns.
    pub ponder: Option<bool>,
    pub arrival: Option<Arrival>,
    /// Whether a process may play several matches (B9a).
    pub reuse: bool,
    /// Whether bots are told the names of entrants (B7).
    pub show_names: bool,
    /// Whether what went both ways is kept of every match, and not of faults alone (B21).
    pub transcripts: bool,
    /// Whether a build has the machine's network (B3).
    pub build_network: bool,
}

/// How a duel is decided, as it was written.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct DuelSpec {
    /// The most matches.
    pub games: Option<u64>,
    /// Who else is at the table (A8).
    pub with: Vec<String>,
    /// The Elo of both hypotheses.
    pub sprt: Option<(f64, f64)>,
    pub alpha: Option<f64>,
    pub beta: Option<f64>,
    pub model: Option<Model>,
    /// Exactly so many blocks, without a test.
    pub fixed: Option<u64>,
}

/// An event with every default said, checked against its game.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Resolved {
    pub name: String,
    pub game: String,
    pub kind: Kind,
    /// At least one.
    pub maps: Vec<MapSet>,
    pub side: Option<String>,
    pub by: By,
    pub all_orders: bool,
    /// None where the kind has none, or where it decides by the number of entrants.
    pub rounds: Option<u32>,
    pub blocks: u32,
    pub best_of: u32,
    pub third_place: bool,
    pub terms: EventTerms,
    /// Matches at once; none for as many as the machine has room for.
    pub concurrency: Option<u32>,
    pub seed: Option<u64>,
    /// How it is decided, if it is a duel.
    pub duel: Option<DuelTerms>,
    /// The words of the entrants.
    pub entrants: Vec<String>,
    pub skip_unfit: bool,
}

/// A map: a name and its settings as a replay keeps them.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MapSet {
    pub name: String,
    pub settings: Value,
}

/// The terms that programs play under.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct EventTerms {
    pub clock: Clock,
    pub policy: Policy,
    pub sandbox: Wish,
    pub serial: bool,
    pub ponder: bool,
    pub arrival: Arrival,
    pub reuse: bool,
    pub show_names: bool,
    pub transcripts: bool,
    pub build_network: bool,
}

/// How a duel is decided.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct DuelTerms {
    /// The most matches.
    pub games: Option<u64>,
    /// Who else is at the table.
    pub with: Vec<String>,
    /// A test, or a fixed number of blocks.
    pub decided: Decided,
}

/// When a duel ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Decided {
    /// When the sequential test has an answer (A6).
    Sprt { elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model },
    /// After so many blocks (A7).
    Fixed(u64),
}

/// A map's name, and the game with its settings.
type NamedMap = (String, Box<dyn Opened>);

impl Spec {
    /// Reads the text of a TOML file. Paths of programs in it are relative to `folder`.
    ///
    /// # Errors
    /// The key that is wrong or missing; an unknown key names the nearest.
    pub fn parse(text: &str, folder: Option<&Path>) -> Result<Self, Invalid> {
        let document = Self::document(text)?;
        let spec = Self::read(&document)?;
        if document.get("entrants").is_none() {
            let need = "a list of bots";
            return Err(Invalid::new("entrants", "missing", need).says(format!("missing, need {need}")));
        }
        Ok(Self { folder: folder.map(Into::into), ..spec })
    }

    fn document(text: &str) -> Result<Value, Invalid> {
        let document = read_toml(text).map_err(|error| Invalid::new("spec", "this text", "TOML").reads(error))?;
        Ok(from_toml(toml::Value::Table(document)))
    }

    /// Reads a spec as JSON, as it is kept in the store.
    ///
    /// # Errors
    /// The key that is wrong.
    pub fn read(value: &Value) -> Result<Self, Invalid> {
        let file = Keys::new("", value, &KEYS)?;
        let game = file.text("game")?.ok_or_else(|| {
            Invalid::new("game", "missing", "the name of a game").says("missing, need the name of a game")
        })?;
        let maps = match file.list("maps")? {
            Some(list) if list.is_empty() || list.len() > MOST_MAPS => {
                let need = format!("1..={MOST_MAPS} sets of settings");
                let words = format!("a list of {} given, need {need}", list.len());
                return Err(Invalid::new("maps", list.len(), need).says(words));
            }
            Some(list) => list.iter().enumerate().map(|(i, map)| read_map(i, map)).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        // A ladder and a duel have their own commands, so that whoever looks for a kind is offered the others.
        let named = value.get("kind").and_then(Value::as_str).and_then(Kind::from_name);
        let kind = match named {
            Some(kind) => Some(kind),
            None => file.word("kind", &TOURNAMENTS.map(Kind::name))?.and_then(Kind::from_name),
        };
        let small = |key: &str, lo: u64, hi: u64| file.whole(key, lo, hi).map(|number| number.map(|n| n as u32));
        Ok(Self {
            name: file.text("name")?.map(|name| check_name("name", name)).transpose()?,
            game,
            kind,
            entrants: file.texts("entrants")?.unwrap_or_default(),
            skip_unfit: file.flag("skip_unfit")?.unwrap_or(false),
            folder: None,
            settings: file.table("settings")?.unwrap_or_default(),
            maps,
            side: file.text("side")?,
            by: file.word("by", &By::NAMES)?.and_then(By::from_name),
            all_orders: file.flag("all_orders")?.unwrap_or(false),
            rounds: small("rounds", 1, MOST)?,
            blocks: small("blocks", 1, MOST)?,
            best_of: small("best_of", 1, 1001)?,
            third_place: file.flag("third_place")?,
            terms: TermsSpec::read(&file)?,
            concurrency: small("concurrency", 1, MOST_CONCURRENCY)?,
            seed: file.get("seed").map(|seed| u64_from("seed", seed)).transpose()?,
            duel: DuelSpec::read(&file)?,
        })
    }

    /// The game's sets of settings, opened.
    fn maps(&self, game: &dyn Face) -> Result<Vec<NamedMap>, Invalid> {
        let one = [MapSpec::default()];
        let maps = if self.maps.is_empty() { &one[..] } else { &self.maps };
        let mut opened: Vec<NamedMap> = Vec::new();
        for (i, map) in maps.iter().enumerate() {
            let mut settings = self.settings.clone();
            settings.extend(map.settings.clone());
            let place = if self.maps.is_empty() { "settings".to_string() } else { format!("maps[{i}].settings") };
            let game = game.open(&Value::Object(settings)).map_err(|error| error.within(&place))?;
            let name = map
                .name
                .clone()
                .unwrap_or_else(|| if maps.len() == 1 { "map".into() } else { format!("map {}", i + 1) });
            if opened.iter().any(|(other, _)| *other == name) {
                let words = format!("{name:?} is the name of two maps, need a name of its own for each");
                return Err(Invalid::new(format!("maps[{i}].name"), format!("{name:?}"), "a new name").says(words));
            }
            if let Some((other, _)) = opened.iter().find(|(_, other)| other.resolved() == game.resolved()) {
                let words = format!("has the settings of {other:?}: two maps of an event must differ");
                return Err(Invalid::new(format!("maps[{i}]"), format!("{name:?}"), "other settings").says(words));
            }
            opened.push((name, game));
        }
        Ok(opened)
    }

    /// Says every default, and checks what can be checked without looking at the entrants.
    ///
    /// # Errors
    /// What is wrong: settings that do not open, a key that the kind of event does not have.
    pub fn resolve(&self, registry: &Registry) -> Result<Resolved, Invalid> {
        let game = registry.find(&self.game)?;
        let info = game.info();
        let kind = self.kind.unwrap_or(Kind::RoundRobin);
        let maps = self.maps(game)?;
        if let Some(side) = self.side.as_deref().filter(|side| info.sides.iter().all(|known| known.name != *side)) {
            let names: Vec<&str> = info.sides.iter().map(|side| side.name).collect();
            let expected = format!("one of {}", names.join(", "));
            let hint = nearest(side, names).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let words = format!("{} is not {expected}{hint}", brief(&side.into()));
            return Err(Invalid::new("side", brief(&side.into()), expected).says(words));
        }
        self.check_kind(kind)?;
        let name = self.name.clone().unwrap_or_else(|| format!("{} {}", info.name, kind.name()));
        let terms = &self.terms;
        let usual = Policy::default();
        Ok(Resolved {
            name,
            game: info.name.into(),
            kind,
            maps: maps.into_iter().map(|(name, opened)| MapSet { name, settings: opened.settings() }).collect(),
            side: self.side.clone(),
            by: self.by.unwrap_or(By::Rank),
            all_orders: self.all_orders,
            rounds: self.rounds,
            blocks: self.blocks.unwrap_or(1),
            best_of: self.best_of.unwrap_or(3),
            third_place: self.third_place.unwrap_or(true),
            terms: EventTerms {
                clock: terms.clock.unwrap_or(Clock::EVENT),
                policy: Policy {
                    strict: terms.strict.unwrap_or(usual.strict),
                    strikes: terms.strikes.unwrap_or(usual.strikes),
                },
                sandbox: terms.sandbox.unwrap_or(Wish::Best),
                serial: terms.serial,
                ponder: terms.ponder.unwrap_or(true),
                arrival: terms.arrival.unwrap_or(Arrival::Seeded),
                reuse: terms.reuse,
                show_names: terms.show_names,
                transcripts: terms.transcripts,
                build_network: terms.build_network,
            },
            concurrency: self.concurrency,
            seed: self.seed,
            duel: (kind == Kind::Duel).then(|| self.duel.resolve()).transpose()?,
            entrants: self.entrants.clone(),
            skip_unfit: self.skip_unfit,
        })
    }

    /// An error if a key was given that this kind of event does not have.
    fn check_kind(&self, kind: Kind) -> Result<(), Invalid> {
        let duel = &self.duel;
        let (bracket, is_duel) = (kind == Kind::Bracket, kind == Kind::Duel);
        let rounds = !bracket && !is_duel;
        let given = [
            ("rounds", self.rounds.is_some(), rounds),
            ("blocks", self.blocks.is_some(), !bracket && !is_duel && kind != Kind::Ladder),
            ("best_of", self.best_of.is_some(), bracket),
            ("third_place", self.third_place.is_some(), bracket),
            ("games", duel.games.is_some(), is_duel),
            ("with", !duel.with.is_empty(), is_duel),
            ("sprt", duel.sprt.is_some(), is_duel),
            ("alpha", duel.alpha.is_some(), is_duel),
            ("beta", duel.beta.is_some(), is_duel),
            ("model", duel.model.is_some(), is_duel),
            ("fixed", duel.fixed.is_some(), is_duel),
        ];
        match given.into_iter().find(|(_, given, fits)| *given && !fits) {
            Some((key, ..)) => {
                let words = format!("changes nothing in a {}", kind.name());
                Err(Invalid::new(key, "given", "left out").says(words))
            }
            None => Ok(()),
        }
    }
}

impl TermsSpec {
    /// Reads terms alone, for matches that are no event.
    ///
    /// # Errors
    /// The key that is wrong.
    pub fn of_matches(value: &Value) -> Result<Self, Invalid> {
        Self::read(&Keys::new("", value, &MATCH_TERMS)?)
    }

    fn read(file: &Keys<'_>) -> Result<Self, Invalid> {
        let parsed = |key: &str, expected: &str| -> Result<Option<String>, Invalid> {
            match file.get(key) {
                Some(Value::String(text)) => Ok(Some(text.clone())),
                Some(Value::Number(number)) => Ok(Some(number.to_string())),
                Some(other) => Err(Invalid::new(key, brief(other), expected)),
                None => Ok(None),
            }
        };
        let clock = match parsed("clock", "a clock such as \"100ms+5s\"")? {
            Some(text) => Some(text.parse::<Clock>()?),
            None => None,
        };
        let sandbox = match parsed("sandbox", "one of 0, 0+, 1, 2, best")? {
            Some(text) => Some(text.parse::<Wish>().map_err(|error| {
                Invalid::new("sandbox", brief(&text.as_str().into()), "one of 0, 0+, 1, 2, best").says(error)
            })?),
            None => None,
        };
        let strikes = file.whole("strikes", 0, u32::MAX.into())?;
        let flag = |key: &str| file.flag(key).map(|flag| flag.unwrap_or(false));
        Ok(Self {
            clock,
            strict: file.word("faults", &["soft", "strict"])?.map(|word| word == "strict"),
            strikes: strikes.map(|strikes| strikes as u32),
            sandbox,
            serial: flag("serial")?,
            ponder: file.flag("ponder")?,
            arrival: file.word("arrival", &Arrival::NAMES)?.and_then(Arrival::from_name),
            reuse: flag("reuse")?,
            show_names: flag("show_names")?,
            transcripts: flag("transcripts")?,
            build_network: flag("build_network")?,
        })
    }
}

impl DuelSpec {
    fn read(file: &Keys<'_>) -> Result<Self, Invalid> {
        let sprt = match file.get("sprt") {
            None => None,
            Some(value) => {
                let pair = match value.as_array().map(Vec::as_slice) {
                    Some([low, high]) => low.as_f64().zip(high.as_f64()),
                    _ => None,
                };
                Some(pair.ok_or_else(|| Invalid::new("sprt", brief(value), "two numbers of Elo such as [0, 40]"))?)
            }
        };
        let number = |key: &str| match file.get(key) {
            None => Ok(None),
            Some(value) => {
                value.as_f64().map(Some).ok_or_else(|| Invalid::new(key, brief(value), "a number between 0 and 0.5"))
            }
        };
        let many = |key: &str| file.whole(key, 1, MOST);
        Ok(Self {
            games: many("games")?,
            with: file.texts("with")?.unwrap_or_default(),
            sprt,
            alpha: number("alpha")?,
            beta: number("beta")?,
            model: file.word("model", &MODELS.map(|(name, _)| name))?.and_then(model_of),
            fixed: many("fixed")?,
        })
    }

    fn resolve(&self) -> Result<DuelTerms, Invalid> {
        let decided = match self.fixed {
            Some(blocks) => {
                let tests = [
                    ("sprt", self.sprt.is_some()),
                    ("alpha", self.alpha.is_some()),
                    ("beta", self.beta.is_some()),
                    ("model", self.model.is_some()),
                ];
                if let Some((key, _)) = tests.into_iter().find(|(_, given)| *given) {
                    return Err(
                        Invalid::new(key, "given", "left out").says("not together with fixed, which makes no test")
                    );
                }
                Decided::Fixed(blocks)
            }
            None => {
                let (elo0, elo1) = self.sprt.unwrap_or((0.0, 40.0));
                let fits = |elo: f64| elo.is_finite() && elo.abs() <= 2000.0;
                if !fits(elo0) || !fits(elo1) || elo0 >= elo1 {
                    let expected = "two numbers of Elo, the smaller first, such as 0,40";
                    return Err(Invalid::new("sprt", format!("{elo0},{elo1}"), expected));
                }
                let risk = |key: &str, given: Option<f64>| match given.unwrap_or(0.05) {
                    risk if risk > 0.0 && risk < 0.5 => Ok(risk),
                    risk => Err(Invalid::new(key, risk, "a number between 0 and 0.5")),
                };
                let (alpha, beta) = (risk("alpha", self.alpha)?, risk("beta", self.beta)?);
                Decided::Sprt { elo0, elo1, alpha, beta, model: self.model.unwrap_or(Model::Normalized) }
            }
        };
        Ok(DuelTerms { games: self.games, with: self.with.clone(), decided })
    }
}

impl Resolved {
    /// Reads it again from the store.
    ///
    /// # Errors
    /// It was changed, or written for a game that is not there.
    pub fn read(registry: &Registry, text: &str) -> Result<Self, Invalid> {
        let value = serde_json::from_str(text)
            .map_err(|error| Invalid::new("spec", "this text", "JSON").says(format!("of the event: {error}")))?;
        Spec::read(&value)?.resolve(registry)
    }

    /// All of it as one JSON object, with the keys of a spec.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let terms = &self.terms;
        let maps: Vec<Value> =
            self.maps.iter().map(|map| json!({"name": map.name, "settings": map.settings})).collect();
        let mut value = json!({
            "name": self.name, "game": self.game, "kind": self.kind.name(), "entrants": self.entrants, "maps": maps,
            "by": self.by.name(), "all_orders": self.all_orders, "clock": terms.clock.to_string(),
            "faults": if terms.policy.strict { "strict" } else { "soft" }, "strikes": terms.policy.strikes,
            "sandbox": terms.sandbox.to_string(), "serial": terms.serial, "ponder": terms.ponder,
            "arrival": terms.arrival.name(), "reuse": terms.reuse, "show_names": terms.show_names,
            "transcripts": terms.transcripts, "build_network": terms.build_network,
        });
        let mut put = |key: &str, given: Option<Value>| {
            if let (Some(given), Value::Object(fields)) = (given, &mut value) {
                fields.insert(key.into(), given);
            }
        };
        put("skip_unfit", self.skip_unfit.then_some(true.into()));
        put("side", self.side.clone().map(Value::from));
        put("rounds", self.rounds.map(Value::from));
        put("concurrency", self.concurrency.map(Value::from));
        // A number beyond 63 bits is no number of TOML.
        put("seed", self.seed.map(|seed| if seed > i64::MAX as u64 { seed.to_string().into() } else { seed.into() }));
        if !matches!(self.kind, Kind::Bracket | Kind::Duel | Kind::Ladder) {
            put("blocks", Some(self.blocks.into()));
        }
        if self.kind == Kind::Bracket {
            put("best_of", Some(self.best_of.into()));
            put("third_place", Some(self.third_place.into()));
        }
        if let Some(duel) = &self.duel {
            put("games", duel.games.map(Value::from));
            put("with", Some(duel.with.clone().into()).filter(|_| !duel.with.is_empty()));
            match duel.decided {
                Decided::Sprt { elo0, elo1, alpha, beta, model } => {
                    put("sprt", Some(json!([elo0, elo1])));
                    put("alpha", Some(alpha.into()));
                    put("beta", Some(beta.into()));
                    put("model", Some(model_name(model).into()));
                }
                Decided::Fixed(blocks) => put("fixed", Some(blocks.into())),
            }
        }
        value
    }

    /// The spec as the text of a TOML file, for `--save-as`.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let Value::Object(fields) = self.to_value() else { return String::new() };
        let mut text = String::new();
        for key in KEYS.iter().filter(|key| **key != "maps") {
            if let Some(value) = fields.get(*key).and_then(to_toml) {
                text.push_str(&format!("{key} = {value}\n"));
            }
        }
        for map in &self.maps {
            text.push_str("\n[[maps]]\n");
            for (key, value) in [("name", Value::from(map.name.as_str())), ("settings", map.settings.clone())] {
                if let Some(value) = to_toml(&value) {
                    text.push_str(&format!("{key} = {value}\n"));
                }
            }
        }
        text
    }

    /// How many matches are played at once: as the spec says, else cores divided by the size of a wave (A10).
    #[must_use]
    pub fn slots(&self, seats: usize, programs: bool) -> u32 {
        let usual = room(if programs { wave(seats, self.terms.serial) } else { 1 });
        self.concurrency.unwrap_or(u32::try_from(usual).unwrap_or(1))
    }

    /// The level at which programs are shut in here (B18).
    ///
    /// # Errors
    /// The surroundings' fault: the level is not to be had, or none of at least 1 is.
    pub fn level(&self) -> Result<Level, Trouble> {
        let wish = self.terms.sandbox;
        // Level 0 needs nothing, so that nothing is tried out for it.
        if wish == Wish::At(Level::Zero) {
            return Ok(Level::Zero);
        }
        let level = match wish.level() {
            Ok(level) if wish == Wish::Best && level < Level::One => Err(gridhaunt_host::sandbox::missing(Level::One)
                .unwrap_or_else(|| format!("only level {level} is to be had"))),
            level => level,
        };
        level.map_err(|why| {
            let wanted = match wish {
                Wish::Best => "events with programs need level 1 or better unless the spec says sandbox = \"0\"".into(),
                Wish::At(level) => format!("sandbox {level}"),
            };
            Trouble::Surroundings(format!("{wanted}: {why}; `gridhaunt doctor` says which levels work here"))
        })
    }
}

/// How many seats are asked at once, at most (B9).
#[must_use]
pub fn wave(seats: usize, serial: bool) -> usize {
    if serial { 1 } else { cores().min(seats).max(1) }
}

/// The cores of this machine.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn read_map(i: usize, value: &Value) -> Result<MapSpec, Invalid> {
    let place = format!("maps[{i}]");
    let map = Keys::new(&place, value, &MAP_KEYS)?;
    let name = map.text("name")?.map(|name| check_name(&format!("{place}.name"), name)).transpose()?;
    Ok(MapSpec { name, settings: map.table("settings")?.unwrap_or_default() })
}

/// The models of the test, by name (A6).
pub const MODELS: [(&str, Model); 2] = [("normalized", Model::Normalized), ("logistic", Model::Logistic)];

/// The model with this name.
#[must_use]
pub fn model_of(name: &str) -> Option<Model> {
    MODELS.into_iter().find(|(known, _)| *known == name).map(|(_, model)| model)
}

/// The name of a model.
#[must_use]
pub fn model_name(model: Model) -> &'static str {
    MODELS.into_iter().find(|(_, known)| *known == model).map_or("normalized", |(name, _)| name)
}

/// A name for people: something, and short.
fn check_name(field: &str, name: String) -> Result<String, Invalid> {
    let wrong = |expected: &str| Invalid::new(field, brief(&name.as_str().into()), expected);
    if name.chars().any(char::is_control) {
        let error = wrong("a name without control characters");
        let words = format!("{} holds a control character, which no name may have", error.got);
        return Err(error.says(words));
    }
    let fits = !name.trim().is_empty() && name.chars().count() <= 100;
    if fits { Ok(name) } else { Err(wrong("a name of 1 to 100 characters")) }
}

/// A JSON value as TOML writes it; nothing for null, which TOML does not have.
fn to_toml(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => toml::Value::String(text.clone()).to_string(),
        Value::Array(list) => format!("[{}]", list.iter().filter_map(to_toml).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
                let key = if bare { key.clone() } else { toml::Value::String(key.clone()).to_string() };
                Some(format!("{key} = {}", to_toml(value)?))
            };
            let fields: Vec<String> = fields.iter().filter_map(field).collect();
            if fields.is_empty() { "{}".into() } else { format!("{{ {} }}", fields.join(", ")) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str) -> Result<Resolved, String> {
        let registry = gridhaunt_bots::registry();
        let spec = Spec::document(text).and_then(|document| Spec::read(&document));
        spec.and_then(|spec| spec.resolve(&registry)).map_err(|error| error.to_string())
    }

    #[test]
    fn every_default_is_said_and_reads_as_the_same_spec() {
        // A10
        let usual = resolved("game = \"pyrat\"").unwrap();
        assert_eq!(usual.kind, Kind::RoundRobin);
        assert_eq!(usual.terms.clock.to_string(), "100ms+5s");
        assert_eq!((usual.terms.policy, usual.terms.sandbox), (Policy::default(), Wish::Best));
        assert!(!usual.terms.reuse && !usual.terms.show_names && usual.seed.is_none());
        for text in [
            "game = \"pyrat\"",
            "game = \"tag\"\nkind = \"swiss\"\nrounds = 4\nside = \"killer\"\nby = \"score\"\nentrants = [\"a b\", \"c\\\"d\"]",
            "game = \"pyrat\"\nskip_unfit = true\nkind = \"bracket\"\nbest_of = 5\nthird_place = false\nseed = 7\nconcurrency = 3",
            "game = \"pyrat\"\nkind = \"duel\"\nsprt = [-5, 5.5]\nalpha = 0.01\nmodel = \"logistic\"\ngames = 10\nwith = [\"x\"]",
            "game = \"pyrat\"\nkind = \"duel\"\nfixed = 9\nseed = \"18446744073709551615\"",
            "game = \"pyrat\"\nclock = \"cpu:50ms\"\nfaults = \"strict\"\nstrikes = 0\nsandbox = 0\nserial = true\nponder = false\n\
             arrival = \"real\"\nreuse = true\nshow_names = true\ntranscripts = true\nbuild_network = true\nall_orders = true\n\
             [settings]\nwall_density = 0.25\n[[maps]]\nname = \"a\"\n[[maps]]\nsettings = { width = 9, height = 7, start = \"random\" }",
        ] {
            let once = resolved(text).unwrap();
            let saved = once.to_toml();
            assert_eq!(resolved(&saved).as_ref(), Ok(&once), "{saved}");
            let registry = gridhaunt_bots::registry();
            assert_eq!(Resolved::read(&registry, &once.to_value().to_string()).unwrap(), once);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("", "game: missing, need the name of a game"),
            ("game = \"pyrta\"", "game: \"pyrta\" is not one of"),
            ("game = \"pyrat\"\nround = 3", "round: no such key, did you mean rounds?"),
            (
                "game = \"pyrat\"\nkind = \"swis\"",
                "kind: \"swis\" is not one of round-robin, gauntlet, swiss, bracket, did you mean swiss?",
            ),
            ("game = \"pyrat\"\nblocks = 0", "blocks: 0 is not in 1..=1000000000"),
            ("game = \"pyrat\"\nrounds = \"3\"", "rounds: \"3\" is not a number without quotes: rounds = 3"),
            ("game = \"pyrat\"\nconcurrency = -1", "concurrency: -1 is not in 1..=4096"),
            ("game = \"pyrat\"\nclock = \"fast\"", "clock: \"fast\" is no time, need 100ms, "),
            ("game = \"pyrat\"\nsandbox = 3", "sandbox: \"3\" is not one of 0, 0+, 1, 2, best"),
            ("game = \"pyrat\"\nentrants = \"greedy\"", "entrants: \"greedy\" is not a list of words"),
            ("game = \"pyrat\"\n[settings]\nwidht = 3", "settings.widht: no such setting, did you mean width?"),
            ("game = \"pyrat\"\n[[maps]]\n[[maps]]\nsettings = { width = 1 }", "maps[1].settings.width: 1 is not in "),
            ("game = \"pyrat\"\n[[maps]]\n[[maps]]\n", "maps[1]: has the settings of \"map 1\""),
            ("game = \"pyrat\"\n[[maps]]\nsettigns = {}", "maps[0].settigns: no such key, did you mean settings?"),
            ("game = \"pyrat\"\nmaps = []", "maps: a list of 0 given, need 1..=1000 sets of settings"),
            (
                "game = \"tag\"\nside = \"killers\"",
                "side: \"killers\" is not one of survivor, killer, did you mean killer?",
            ),
            ("game = \"pyrat\"\nfixed = 3", "fixed: changes nothing in a round-robin"),
            ("game = \"pyrat\"\nkind = \"duel\"\nrounds = 3", "rounds: changes nothing in a duel"),
            (
                "game = \"pyrat\"\nkind = \"duel\"\nsprt = [10, 0]",
                "sprt: 10,0 is not two numbers of Elo, the smaller first",
            ),
            ("game = \"pyrat\"\nkind = \"duel\"\nalpha = 0.7", "alpha: 0.7 is not a number between 0 and 0.5"),
            ("game = \"pyrat\"\nkind = \"duel\"\nfixed = 3\nmodel = \"logistic\"", "model: not together with fixed"),
            ("game = ", "line 1, column 8: "),
        ] {
            let error = resolved(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_level_that_is_not_to_be_had_is_the_surroundings_fault() {
        let level = resolved("game = \"pyrat\"\nsandbox = \"0\"").unwrap().level();
        assert_eq!(level.unwrap(), Level::Zero);
        if let Err(trouble) = resolved("game = \"pyrat\"").unwrap().level() {
            assert!(
                matches!(&trouble, Trouble::Surroundings(words) if words.contains("gridhaunt doctor")),
                "{trouble}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn no_wrong_value_panics(key in 0..KEYS.len(), value in "(\\[|\\{|\"|[-0-9a-z.,= ]|\\]|\\}){0,20}") {
            let _ = resolved(&format!("game = \"pyrat\"\n{} = {value}", KEYS[key]));
        }
    }
}
