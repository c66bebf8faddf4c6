//! What a person chooses (section 8 of the rules).

use crate::generate::Plan;
use crate::ground::{Code, RechargeOf, Remainder};
use crate::map::{Edge, Limits, Map};
use crate::text::Chart;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Reader, Value, brief, integer};
use gridhaunt_kernel::settings::{Field, Kind};
use serde::{Deserialize, Serialize, Serializer};

/// Over which pairs base energy is averaged (R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Average {
    /// Every start with every goal.
    AllPairs,
    /// Every start with its nearest goal.
    Nearest,
}

/// Every setting but the map with the value that holds, as a bot is told them (R10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    /// The top layer.
    pub n: u8,
    /// Nodes in each layer that is drawn.
    pub nodes_per_layer: u8,
    /// The most layers a connection spans.
    pub max_layer_span: u8,
    /// The most ports of a node.
    pub max_degree: u8,
    /// The chance of a further connection, by span.
    pub edge_pct: Vec<u8>,
    /// The longest distance.
    pub dist_max: u8,
    /// The longest short distance.
    pub short_max: u8,
    /// All loot there is.
    pub total_loot: u16,
    /// Ghosts of the set-up.
    pub initial_ghosts: u8,
    /// The most native ghosts, M.
    pub max_ghosts: u8,
    /// Sentinels for each ghost.
    pub sentinels_per_ghost: u8,
    /// Over which pairs base energy is averaged.
    pub energy_average: Average,
    /// The share of that average.
    pub energy_pct: u16,
    /// Capacity of a sentinel, as a multiple of base energy.
    pub sentinel_energy_mult: u8,
    /// The share of a recharge.
    pub recharge_pct: u8,
    /// Of what.
    pub recharge_of: RechargeOf,
    /// The most that turns nobody; none if nothing does.
    #[serde(with = "threshold")]
    pub conversion_threshold: Option<u16>,
    /// What a conversion costs the world.
    pub conversion_loss: u16,
    /// Whether a single capture or all count.
    pub conversion_scope: Scope,
    /// Where the rest goes.
    pub conversion_remainder: Remainder,
    /// For how many turns a recovery freezes; none for good.
    #[serde(with = "freeze")]
    pub recovery_freeze: Option<u32>,
    /// What delivers.
    pub delivery: Delivery,
    /// What captures.
    pub capture_rule: CaptureRule,
    /// Whether sentinels enter the goal.
    pub sentinels_enter_goal: bool,
    /// What of the map is known.
    pub map_knowledge: Knowledge,
    /// Who begins a turn.
    pub turn_order: Order,
    /// Turns for each layer, where the last turn is not given.
    pub turn_factor: u8,
    /// The last turn.
    pub max_turns: u32,
    /// How far apart a draw's shares may be.
    pub draw_margin_pct: u8,
    /// Who wins.
    pub victory_rule: Victory,
}

/// A number, or the word a person writes where there is none.
macro_rules! number_or_word {
    ($($name:ident: $number:ty = $word:literal),*) => {$(
        mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub(super) fn serialize<S: Serializer>(value: &Option<$number>, serializer: S) -> Result<S::Ok, S::Error> {
                match value {
                    Some(number) => number.serialize(serializer),
                    None => serializer.serialize_str($word),
                }
            }

            #[derive(Deserialize)]
            #[serde(untagged)]
            enum Either {
                Number($number),
                Word(alloc::string::String),
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<$number>, D::Error> {
                match Either::deserialize(deserializer)? {
                    Either::Number(number) => Ok(Some(number)),
                    Either::Word(word) if word == $word => Ok(None),
                    Either::Word(_) => Err(serde::de::Error::custom(concat!("need a number or ", $word))),
                }
            }
        }
    )*};
}

number_or_word!(threshold: u16 = "none", freeze: u32 = "permanent");

/// Words of the settings with two values, each with its list for errors and schemas.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident $list:ident { $($(#[$about:meta])* $value:ident = $word:literal),* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$about])* $value),* }
        const $list: (&[&str], &[$name]) = (&[$($word),*], &[$($name::$value),*]);
    )*};
}

words! {
    /// What counts against the threshold (R28).
    Scope SCOPES {
        /// One capture.
        Single = "single",
        /// All captures of the sentinel.
        Cumulative = "cumulative"
    }
    /// What delivers (R20, R21).
    Delivery DELIVERIES {
        /// To arrive in the goal.
        OnArrival = "on_arrival",
        /// To deposit there.
        OnDeposit = "on_deposit"
    }
    /// What captures (R26).
    CaptureRule CAPTURES {
        /// To be in one node.
        Contact = "contact",
        /// A sentinel that enters.
        OnEnter = "on_enter"
    }
    /// What of the map is known (R32).
    Knowledge KNOWLEDGE {
        /// Where one's side has been.
        Local = "local",
        /// All of it.
        Full = "full"
    }
    /// Who begins a turn (R13).
    Order ORDERS {
        /// Ghosts.
        GhostsFirst = "ghosts_first",
        /// Sentinels.
        SentinelsFirst = "sentinels_first"
    }
    /// Who wins (R34).
    Victory VICTORIES {
        /// The larger share of what was brought home.
        Share = "share",
        /// Sentinels with more than half of all loot or all ghosts, else ghosts that brought something.
        Literal = "literal"
    }
}

const AVERAGES: (&[&str], &[Average]) = (&["all_pairs", "nearest"], &[Average::AllPairs, Average::Nearest]);
const RECHARGES: (&[&str], &[RechargeOf]) =
    (&["max", "base", "current"], &[RechargeOf::Max, RechargeOf::Base, RechargeOf::Current]);
const REMAINDERS: (&[&str], &[Remainder]) =
    (&["recovered", "carried", "dropped"], &[Remainder::Recovered, Remainder::Carried, Remainder::Dropped]);
const PRESETS: &[&str] = &["default", "literal", "casual", "tiny"];

/// Chances of further connections where none are given; longer spans have the last.
const EDGE_PCT: [u8; 4] = [20, 15, 6, 3];

/// The settings, as they were written and as they hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What was written.
    given: Vec<(&'static str, Value)>,
    /// What holds.
    values: Values,
    /// The graph that was given.
    map: Option<Chart>,
}

impl Default for Settings {
    fn default() -> Self {
        let (values, map) = preset("default");
        Self { given: Vec::new(), values, map }
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.given.iter().map(|(name, value)| (name, value)))
    }
}

/// The values that a preset begins with. Those that follow from others are set once all are known.
fn preset(name: &str) -> (Values, Option<Chart>) {
    let default = Values {
        n: 6,
        nodes_per_layer: 5,
        max_layer_span: 3,
        max_degree: 8,
        edge_pct: EDGE_PCT.to_vec(),
        dist_max: 10,
        short_max: 5,
        total_loot: 100,
        initial_ghosts: 1,
        max_ghosts: 4,
        sentinels_per_ghost: 3,
        energy_average: Average::AllPairs,
        energy_pct: 100,
        sentinel_energy_mult: 3,
        recharge_pct: 5,
        recharge_of: RechargeOf::Max,
        conversion_threshold: Some(50),
        conversion_loss: 50,
        conversion_scope: Scope::Single,
        conversion_remainder: Remainder::Recovered,
        recovery_freeze: None,
        delivery: Delivery::OnArrival,
        capture_rule: CaptureRule::Contact,
        sentinels_enter_goal: false,
        map_knowledge: Knowledge::Local,
        turn_order: Order::GhostsFirst,
        turn_factor: 5,
        max_turns: 30,
        draw_margin_pct: 10,
        victory_rule: Victory::Share,
    };
    match name {
        "literal" => {
            let values = Values {
                capture_rule: CaptureRule::OnEnter,
                victory_rule: Victory::Literal,
                sentinels_enter_goal: true,
                conversion_remainder: Remainder::Carried,
                ..default
            };
            (values, None)
        }
        "casual" => (Values { energy_pct: 150, map_knowledge: Knowledge::Full, ..default }, None),
        // Section 14.
        "tiny" => {
            let values = Values {
                n: 3,
                total_loot: 1,
                max_ghosts: 1,
                sentinels_per_ghost: 1,
                conversion_threshold: None,
                map_knowledge: Knowledge::Full,
                max_turns: 4,
                ..default
            };
            let edge = |&(u, v, dist): &(u64, u64, u64)| Edge(u, v, dist);
            let edges = [
                (0, 2, 2),
                (0, 3, 3),
                (1, 2, 3),
                (1, 3, 2),
                (2, 4, 6),
                (2, 5, 7),
                (3, 4, 7),
                (3, 5, 6),
                (4, 6, 3),
                (5, 7, 3),
            ];
            let map = Map { layers: vec![0, 0, 1, 1, 2, 2, 3, 3], edges: edges.iter().map(edge).collect() };
            (values, Some(map.into()))
        }
        _ => (default, None),
    }
}

const MAP: Kind = Kind::Schema(
    r#"{"description":"a graph: layers by node and edges [u,v,distance], or the text of a graph file","anyOf":[{"type":"object","properties":{"layers":{"type":"array","minItems":3,"maxItems":256,"items":{"type":"integer","minimum":0,"maximum":64}},"edges":{"type":"array","items":{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"},{"type":"integer"}],"minItems":3,"maxItems":3}}},"required":["layers","edges"],"additionalProperties":false},{"type":"string"}]}"#,
);
const EDGES: Kind = Kind::Schema(
    r#"{"description":"a number 0..=100 for each span from 0","type":"array","items":{"type":"integer","minimum":0,"maximum":100}}"#,
);
const THRESHOLD: Kind = Kind::Schema(
    r#"{"description":"half, none or 0..=1000","anyOf":[{"enum":["half","none"]},{"type":"integer","minimum":0,"maximum":1000}]}"#,
);
const LOSS: Kind = Kind::Schema(
    r#"{"description":"threshold or 0..=1000","anyOf":[{"const":"threshold"},{"type":"integer","minimum":0,"maximum":1000}]}"#,
);
const FREEZE: Kind = Kind::Schema(
    r#"{"description":"permanent or 0..=100000","anyOf":[{"const":"permanent"},{"type":"integer","minimum":0,"maximum":100000}]}"#,
);

const fn field(name: &'static str, default: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { name, default, kind, about }
}

/// A setting that is a number or one of some words.
enum Choice {
    Word(usize),
    Number(u64),
}

/// Reads fields one after the other, each error naming its own.
struct Desk<'a>(Reader<'a>);

impl Desk<'_> {
    fn number<T: TryFrom<u64>>(&self, into: &mut T, name: &str, lo: u64, hi: u64) -> Result<(), Invalid> {
        if let Some(number) = self.0.integer(name, lo, hi)?.and_then(|number| T::try_from(number).ok()) {
            *into = number;
        }
        Ok(())
    }

    fn word<T: Copy>(&self, into: &mut T, name: &str, (words, values): (&[&str], &[T])) -> Result<(), Invalid> {
        if let Some(word) = self.0.word(name, words)? {
            *into = values[word];
        }
        Ok(())
    }

    /// A number, or one of some words, whose place in the list is told.
    fn choice(&self, name: &str, words: &[&str], hi: u64) -> Result<Option<Choice>, Invalid> {
        let Some(value) = self.0.get(name) else { return Ok(None) };
        let word = value.as_str().and_then(|given| words.iter().position(|&word| word == given));
        let choice = match word {
            Some(word) => Some(Choice::Word(word)),
            None => value.as_u64().filter(|&number| number <= hi).map(Choice::Number),
        };
        let expected = || format!("{} or in 0..={hi}", words.join(", "));
        choice.map(Some).ok_or_else(|| Invalid::new(name, brief(value), expected()))
    }
}

impl gridhaunt_kernel::settings::Settings for Settings {
    const FIELDS: &'static [Field] = &[
        field("preset", "default", Kind::Word(PRESETS), "A named set of defaults"),
        field("n", "6", Kind::Integer(2, 64), "The top layer; there are n + 1"),
        field("nodes_per_layer", "5", Kind::Integer(1, 32), "Nodes in each layer of a drawn graph"),
        field("max_layer_span", "3", Kind::Integer(1, 8), "The most layers a connection spans"),
        field("max_degree", "8", Kind::Integer(2, 32), "The most connections of a node"),
        field("edge_pct", "[20,15,6,3]", EDGES, "The chance of a further connection in percent, by span"),
        field("dist_max", "10", Kind::Integer(1, 100), "The longest distance"),
        field("short_max", "5", Kind::Integer(0, 100), "The longest distance that ghosts look along"),
        field("map", "drawn", MAP, "The graph, in place of a drawn one"),
        field("total_loot", "100", Kind::Integer(1, 1000), "All loot there is"),
        field("initial_ghosts", "1", Kind::Integer(1, 16), "Ghosts at the start"),
        field("max_ghosts", "4", Kind::Integer(1, 16), "The most native ghosts"),
        field("sentinels_per_ghost", "3", Kind::Integer(1, 8), "Sentinels that each native ghost brings"),
        field("energy_average", "all_pairs", Kind::Word(AVERAGES.0), "Over which ways base energy is averaged"),
        field("energy_pct", "100", Kind::Integer(1, 1000), "Base energy in percent of the average way"),
        field("sentinel_energy_mult", "3", Kind::Integer(1, 10), "A sentinel's energy in multiples of base energy"),
        field("recharge_pct", "5", Kind::Integer(0, 100), "What a recharge gives, in percent"),
        field("recharge_of", "max", Kind::Word(RECHARGES.0), "Of what: a sentinel's capacity, base energy, its own"),
        field("conversion_threshold", "half", THRESHOLD, "The most a sentinel seizes without turning"),
        field("conversion_loss", "threshold", LOSS, "Loot that a conversion takes out of the world"),
        field("conversion_scope", "single", Kind::Word(SCOPES.0), "Whether one capture counts, or all of a sentinel's"),
        field("conversion_remainder", "recovered", Kind::Word(REMAINDERS.0), "Where the rest of a conversion goes"),
        field("recovery_freeze", "permanent", FREEZE, "For how many turns a recovery pins the sentinel"),
        field("delivery", "on_arrival", Kind::Word(DELIVERIES.0), "What delivers loot in the goal"),
        field("capture_rule", "contact", Kind::Word(CAPTURES.0), "Whether being in one node captures, or entering it"),
        field("sentinels_enter_goal", "false", Kind::Flag, "Whether sentinels enter the goal layer"),
        field("map_knowledge", "local", Kind::Word(KNOWLEDGE.0), "What of the map is known from the start"),
        field("turn_order", "ghosts_first", Kind::Word(ORDERS.0), "Who begins a turn"),
        field("turn_factor", "5", Kind::Integer(1, 100), "Turns for each layer"),
        field("max_turns", "turn_factor x n", Kind::Integer(1, 100_000), "The last turn"),
        field("draw_margin_pct", "10", Kind::Integer(0, 100), "How far apart the shares of a draw may be"),
        field("victory_rule", "share", Kind::Word(VICTORIES.0), "Who wins: the larger share, or as literally told"),
    ];

    fn read(document: &Value) -> Result<Self, Invalid> {
        let names: Vec<&'static str> = Self::FIELDS.iter().map(|field| field.name).collect();
        let desk = Desk(Reader::new("settings", document, &names)?);
        let chosen = desk.0.word("preset", PRESETS)?;
        let (mut values, mut map) = preset(chosen.map_or("default", |i| PRESETS[i]));
        let v = &mut values;
        let fixed = v.max_turns != v.length(); // By the preset.
        desk.number(&mut v.n, "n", 2, 64)?;
        desk.number(&mut v.nodes_per_layer, "nodes_per_layer", 1, 32)?;
        desk.number(&mut v.max_layer_span, "max_layer_span", 1, 8)?;
        desk.number(&mut v.max_degree, "max_degree", 2, 32)?;
        let spans = usize::from(v.max_layer_span) + 1;
        v.edge_pct = (0..spans).map(|span| EDGE_PCT[span.min(EDGE_PCT.len() - 1)]).collect();
        if let Some(value) = desk.0.get("edge_pct") {
            let drawn = map.is_none() && desk.0.get("map").is_none();
            v.edge_pct = read_edge_pct(value, drawn.then_some(spans))?;
        }
        desk.number(&mut v.dist_max, "dist_max", 1, 100)?;
        desk.number(&mut v.short_max, "short_max", 0, 100)?;
        if let Some(value) = desk.0.get("map") {
            let chart = Chart::read(value)?;
            match chart.n {
                Some(_) if desk.0.get("n").is_some() => chart.agree(v.n)?,
                top => v.n = top.unwrap_or(v.n), // A text tells its layers itself.
            }
            map = Some(chart);
        }
        desk.number(&mut v.total_loot, "total_loot", 1, 1000)?;
        desk.number(&mut v.initial_ghosts, "initial_ghosts", 1, 16)?;
        desk.number(&mut v.max_ghosts, "max_ghosts", 1, 16)?;
        desk.number(&mut v.sentinels_per_ghost, "sentinels_per_ghost", 1, 8)?;
        desk.word(&mut v.energy_average, "energy_average", AVERAGES)?;
        desk.number(&mut v.energy_pct, "energy_pct", 1, 1000)?;
        desk.number(&mut v.sentinel_energy_mult, "sentinel_energy_mult", 1, 10)?;
        desk.number(&mut v.recharge_pct, "recharge_pct", 0, 100)?;
        desk.word(&mut v.recharge_of, "recharge_of", RECHARGES)?;
        let half = v.total_loot / 2;
        v.conversion_threshold = match desk.choice("conversion_threshold", &["half", "none"], 1000)? {
            Some(Choice::Number(number)) => Some(number as u16),
            Some(Choice::Word(1)) => None,
            Some(Choice::Word(_)) => Some(half),
            None => v.conversion_threshold.map(|_| half),
        };
        v.conversion_loss = match desk.choice("conversion_loss", &["threshold"], 1000)? {
            Some(Choice::Number(number)) => number as u16,
            Some(Choice::Word(_)) | None => v.conversion_threshold.unwrap_or(0),
        };
        desk.word(&mut v.conversion_scope, "conversion_scope", SCOPES)?;
        desk.word(&mut v.conversion_remainder, "conversion_remainder", REMAINDERS)?;
        v.recovery_freeze = match desk.choice("recovery_freeze", &["permanent"], 100_000)? {
            Some(Choice::Number(turns)) => Some(turns as u32),
            Some(Choice::Word(_)) | None => v.recovery_freeze,
        };
        desk.word(&mut v.delivery, "delivery", DELIVERIES)?;
        desk.word(&mut v.capture_rule, "capture_rule", CAPTURES)?;
        v.sentinels_enter_goal = desk.0.flag("sentinels_enter_goal")?.unwrap_or(v.sentinels_enter_goal);
        desk.word(&mut v.map_knowledge, "map_knowledge", KNOWLEDGE)?;
        desk.word(&mut v.turn_order, "turn_order", ORDERS)?;
        desk.number(&mut v.turn_factor, "turn_factor", 1, 100)?;
        if !fixed || desk.0.get("turn_factor").is_some() {
            v.max_turns = v.length();
        }
        desk.number(&mut v.max_turns, "max_turns", 1, 100_000)?;
        desk.number(&mut v.draw_margin_pct, "draw_margin_pct", 0, 100)?;
        desk.word(&mut v.victory_rule, "victory_rule", VICTORIES)?;

        let given = names.iter().filter_map(|&name| Some((name, desk.0.get(name)?.clone()))).collect();
        let settings = Self { given, values, map };
        settings.cross_check()?;
        Ok(settings)
    }
}

/// One chance for each span, as many as are needed; any number where the graph is given.
fn read_edge_pct(value: &Value, needed: Option<usize>) -> Result<Vec<u8>, Invalid> {
    let list = value
        .as_array()
        .ok_or_else(|| Invalid::new("edge_pct", brief(value), "a list of numbers 0..=100, one for each span from 0"))?;
    let chance = |(i, value): (usize, &Value)| integer(&format!("edge_pct[{i}]"), value, 0, 100).map(|pct| pct as u8);
    let chances: Vec<u8> = list.iter().enumerate().map(chance).collect::<Result<_, _>>()?;
    match needed.filter(|&needed| needed != chances.len()) {
        Some(needed) => {
            let words = format!("{} values, need {needed}", chances.len());
            Err(Invalid::new("edge_pct", chances.len(), format!("{needed} values")).says(words))
        }
        None => Ok(chances),
    }
}

impl Values {
    /// Turns where none are given (R6).
    fn length(&self) -> u32 {
        u32::from(self.turn_factor) * u32::from(self.n)
    }
}

impl Settings {
    /// The checks that need several fields, in the order of the rules.
    fn cross_check(&self) -> Result<(), Invalid> {
        let v = &self.values;
        let more = |field: &str, value: String, limit: String, words: String| {
            Err(Invalid::new(field, value, format!("at most {limit}")).says(words))
        };
        if self.map.is_none() {
            let (layers, width) = (u16::from(v.n) + 1, u16::from(v.nodes_per_layer));
            if width * layers > 256 {
                let words = format!("{width} in {layers} layers make {} nodes, need at most 256", width * layers);
                return more("nodes_per_layer", width.to_string(), (256 / layers).to_string(), words);
            }
        }
        if v.initial_ghosts > v.max_ghosts {
            let (given, most) = (v.initial_ghosts, v.max_ghosts);
            let words = format!("{given} is more than max_ghosts, {most}");
            return more("initial_ghosts", given.to_string(), most.to_string(), words);
        }
        if v.total_loot < v.initial_ghosts.into() {
            let words = format!("{} is less than initial_ghosts, {}", v.total_loot, v.initial_ghosts);
            let expected = format!("at least {}", v.initial_ghosts);
            return Err(Invalid::new("total_loot", v.total_loot, expected).says(words));
        }
        if let Some(threshold) = v.conversion_threshold.filter(|&threshold| v.conversion_loss > threshold) {
            let words = format!("{} is more than conversion_threshold, {threshold}", v.conversion_loss);
            return more("conversion_loss", v.conversion_loss.to_string(), threshold.to_string(), words);
        }
        if self.seats() > 128 {
            let words = format!("{} seats (R8), need at most 128", self.seats());
            return more("max_ghosts", v.max_ghosts.to_string(), "128 seats".into(), words);
        }
        self.map.as_ref().map_or(Ok(()), |chart| chart.check(&self.limits()).map(|_| ()))
    }

    /// Every setting with the value that holds.
    #[must_use]
    pub const fn values(&self) -> &Values {
        &self.values
    }

    /// The graph that was given.
    #[must_use]
    pub fn map(&self) -> Option<&Map> {
        self.map.as_ref().map(|chart| &chart.map)
    }

    /// What a graph is checked against.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        let Values { n, dist_max, max_layer_span, max_degree, .. } = self.values;
        Limits { n, dist_max, max_layer_span, max_degree }
    }

    /// What kind of graphs to draw.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let v = &self.values;
        Plan {
            n: v.n,
            nodes_per_layer: v.nodes_per_layer,
            max_layer_span: v.max_layer_span,
            max_degree: v.max_degree,
            edge_pct: v.edge_pct.clone(),
            dist_max: v.dist_max,
            average: v.energy_average,
            energy_pct: v.energy_pct,
        }
    }

    /// How many nodes a world has.
    #[must_use]
    pub fn nodes(&self) -> usize {
        let drawn = usize::from(self.values.nodes_per_layer) * (usize::from(self.values.n) + 1);
        self.map().map_or(drawn, |map| map.layers.len())
    }

    /// Sentinel seats, Q (R8).
    fn sentinels(&self) -> u16 {
        u16::from(self.values.max_ghosts) * u16::from(self.values.sentinels_per_ghost)
    }

    /// Turncoat seats, V (R8).
    fn turncoats(&self) -> u16 {
        match (self.values.conversion_threshold, self.values.conversion_loss) {
            (None, _) => 0,
            (Some(_), 0) => self.sentinels(),
            (Some(_), loss) => self.sentinels().min(self.values.total_loot / loss),
        }
    }

    /// How many seats there are (R8).
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(u16::from(self.values.max_ghosts) + self.sentinels() + self.turncoats())
    }

    /// The rules as these settings have them, on a world with this base energy.
    #[must_use]
    pub fn code(&self, base: u32) -> Code {
        let v = &self.values;
        let (natives, sentinels, turncoats) = (v.max_ghosts, self.sentinels() as u8, self.turncoats() as u8);
        Code {
            n: v.n,
            natives,
            sentinels,
            turncoats,
            sides: Code::seats_by_side(natives, sentinels, turncoats),
            sentinels_per_ghost: v.sentinels_per_ghost,
            total_loot: v.total_loot,
            base,
            capacity: base * u32::from(v.sentinel_energy_mult), // R6
            short_max: v.short_max,
            recharge_pct: v.recharge_pct,
            recharge_of: v.recharge_of,
            threshold: v.conversion_threshold,
            loss: v.conversion_loss,
            cumulative: v.conversion_scope == Scope::Cumulative,
            remainder: v.conversion_remainder,
            freeze: v.recovery_freeze,
            on_arrival: v.delivery == Delivery::OnArrival,
            contact: v.capture_rule == CaptureRule::Contact,
            enter_goal: v.sentinels_enter_goal,
            full_map: v.map_knowledge == Knowledge::Full,
            sentinels_first: v.turn_order == Order::SentinelsFirst,
            max_turns: v.max_turns,
            margin_pct: v.draw_margin_pct,
            literal: v.victory_rule == Victory::Literal,
        }
    }
}
