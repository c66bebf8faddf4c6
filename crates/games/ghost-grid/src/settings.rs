//! What a person chooses (section 8 of the rules).

use crate::generate::Plan;
use crate::ground::Code;
use crate::map::{Limits, Map};
use crate::presets::{EDGE_PCT, PRESETS, preset};
use crate::text::Chart;
use crate::values::{
    AVERAGES, CAPTURES, CaptureRule, DELIVERIES, Delivery, KNOWLEDGE, Knowledge, MARKINGS, Marking, ORDERS, Order,
    RECHARGES, REMAINDERS, SCOPES, Scope, VICTORIES, Values, Victory,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Reader, Value, brief, integer};
use gridhaunt_kernel::settings::{Field, Kind, resolved_from};
use serde::{Serialize, Serializer};

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

const fn field(name: &'static str, default: fn() -> String, kind: Kind, about: &'static str) -> Field {
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

impl gridhaunt_kernel::settings::Declared for Settings {
    const FIELDS: &'static [Field] = &[
        field("preset", || "default".into(), Kind::Word(PRESETS), "A named set of defaults"),
        field("n", || "6".into(), Kind::Integer(2, 64), "The top layer; there are n + 1"),
        field("nodes_per_layer", || "5".into(), Kind::Integer(1, 32), "Nodes in each layer of a drawn graph"),
        field("max_layer_span", || "3".into(), Kind::Integer(1, 8), "The most layers a connection spans"),
        field("max_degree", || "8".into(), Kind::Integer(2, 32), "The most connections of a node"),
        field("edge_pct", || "[20,15,6,3]".into(), EDGES, "The chance of a further connection in percent, by span"),
        field("dist_max", || "10".into(), Kind::Integer(1, 100), "The longest distance"),
        field("short_max", || "5".into(), Kind::Integer(0, 100), "The longest distance that ghosts look along"),
        field("map", || "drawn".into(), MAP, "The graph, in place of a drawn one"),
        field("total_loot", || "100".into(), Kind::Integer(1, 1000), "All loot there is"),
        field("initial_ghosts", || "1".into(), Kind::Integer(1, 16), "Ghosts at the start"),
        field("max_ghosts", || "4".into(), Kind::Integer(1, 16), "The most native ghosts"),
        field("sentinels_per_ghost", || "3".into(), Kind::Integer(1, 8), "Sentinels that each native ghost brings"),
        field(
            "energy_average",
            || "all_pairs".into(),
            Kind::Word(AVERAGES.0),
            "Over which ways base energy is averaged",
        ),
        field("energy_pct", || "100".into(), Kind::Integer(1, 1000), "Base energy in percent of the average way"),
        field(
            "sentinel_energy_mult",
            || "3".into(),
            Kind::Integer(1, 10),
            "A sentinel's energy in multiples of base energy",
        ),
        field("recharge_pct", || "5".into(), Kind::Integer(0, 100), "What a recharge gives, in percent"),
        field(
            "recharge_of",
            || "max".into(),
            Kind::Word(RECHARGES.0),
            "Of what: a sentinel's capacity, base energy, its own",
        ),
        field("conversion_threshold", || "half".into(), THRESHOLD, "The most a sentinel seizes without turning"),
        field("conversion_loss", || "threshold".into(), LOSS, "Loot that a conversion takes out of the world"),
        field(
            "conversion_scope",
            || "single".into(),
            Kind::Word(SCOPES.0),
            "Whether one capture counts, or all of a sentinel's",
        ),
        field(
            "conversion_remainder",
            || "carried".into(),
            Kind::Word(REMAINDERS.0),
            "Where the rest of a conversion goes",
        ),
        field("recovery_freeze", || "permanent".into(), FREEZE, "For how many turns a recovery pins the sentinel"),
        field("delivery", || "on_arrival".into(), Kind::Word(DELIVERIES.0), "What delivers loot in the goal"),
        field(
            "capture_rule",
            || "on_enter".into(),
            Kind::Word(CAPTURES.0),
            "Whether being in one node captures, or entering it",
        ),
        field("sentinels_enter_goal", || "true".into(), Kind::Flag, "Whether sentinels enter the goal layer"),
        field("map_knowledge", || "local".into(), Kind::Word(KNOWLEDGE.0), "What of the map is known from the start"),
        field("turn_order", || "ghosts_first".into(), Kind::Word(ORDERS.0), "Who begins a turn"),
        field(
            "marking",
            || "auto".into(),
            Kind::Word(MARKINGS.0),
            "Whether sentinels mark nodes by being there, or by choice",
        ),
        field("turn_factor", || "5".into(), Kind::Integer(1, 100), "Turns for each layer"),
        field("max_turns", || "turn_factor x n".into(), Kind::Integer(1, 100_000), "The last turn"),
        field("draw_margin_pct", || "10".into(), Kind::Integer(0, 100), "How far apart the shares of a draw may be"),
        field(
            "victory_rule",
            || "literal".into(),
            Kind::Word(VICTORIES.0),
            "Who wins: the larger share, or as literally told",
        ),
    ];
    const VERBATIM: &'static [&'static str] = &[];

    fn read_over(self, _: &Reader<'_>) -> Result<Self, Invalid> {
        Ok(self)
    }

    fn values(&self) -> gridhaunt_kernel::settings::Values {
        gridhaunt_kernel::settings::Settings::resolved(self)
    }
}

impl gridhaunt_kernel::settings::Settings for Settings {
    fn written(&self, _: &Value) -> Value {
        self.document()
    }

    fn document(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn read(document: &Value) -> Result<Self, Invalid> {
        let names: Vec<&'static str> =
            <Self as gridhaunt_kernel::settings::Declared>::FIELDS.iter().map(|field| field.name).collect();
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
        desk.word(&mut v.marking, "marking", MARKINGS)?;
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

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        let mut whole = serde_json::to_value(&self.values).unwrap_or(Value::Null);
        let preset = self.given.iter().find(|(name, _)| *name == "preset").map(|(_, value)| value.clone());
        whole["preset"] = preset.unwrap_or_else(|| PRESETS[0].into());
        whole["map"] = serde_json::to_value(self.map()).unwrap_or(Value::Null);
        resolved_from::<Self>(&whole)
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
    /// How many seats there are (R8).
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(u16::from(self.values.max_ghosts) + self.values.sentinels() + self.values.turncoats())
    }

    /// The rules as these settings have them, on a world with this base energy.
    #[must_use]
    pub fn code(&self, base: u32) -> Code {
        let v = &self.values;
        let (natives, sentinels, turncoats) =
            (v.max_ghosts, self.values.sentinels() as u8, self.values.turncoats() as u8);
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
            marks_by_choice: v.marking == Marking::Chosen,
            max_turns: v.max_turns,
            margin_pct: v.draw_margin_pct,
            literal: v.victory_rule == Victory::Literal,
        }
    }
}
