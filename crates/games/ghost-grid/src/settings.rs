//! The settings (section 8 of the rules).

use crate::generate::Plan;
use crate::ground::{Code, RechargeOf, Remainder};
use crate::map::{Edge, Limits, Map};
use crate::text::Chart;
use crate::values::{
    Average, CaptureRule, Delivery, Freeze, Knowledge, Loss, Marking, Order, Preset, Scope, Threshold, Victory,
};
use crate::view::Role;
use gridhaunt_kernel::prelude::*;
#[cfg(feature = "schema")]
use gridhaunt_kernel::schema::told;
use gridhaunt_kernel::settings::{Plain, differences, names};
#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

gridhaunt_kernel::settings! {
    /// What a person chooses.
    ///
    /// ```
    /// use gridhaunt_ghost_grid::{GhostGrid, Settings};
    /// use gridhaunt_kernel::Game;
    /// let settings = Settings { n: 4, max_ghosts: 2, ..Settings::default() };
    /// let (world, _) = GhostGrid::new(&settings, 1)?;
    /// assert_eq!((world.graph.n, world.code.max_turns), (4, 20));
    /// # Ok::<(), gridhaunt_kernel::Invalid>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// A named set of defaults
        preset: Preset = Preset::Default;
        /// The top layer; there are n + 1
        n: u8 = 6, in 2..=64;
        /// Nodes in each layer of a drawn graph
        nodes_per_layer: u8 = 5, in 1..=32;
        /// The most layers a connection spans
        max_layer_span: u8 = 3, in 1..=8;
        /// The most connections of a node
        max_degree: u8 = 8, in 2..=32;
        /// The chance of a further connection in percent, by span
        edge_pct: Option<Vec<u8>> = None, kind EDGES, shown serde_json::json!(EDGE_PCT), read read_edge_pct;
        /// The longest distance
        dist_max: u8 = 10, in 1..=100;
        /// The longest distance that ghosts look along
        short_max: u8 = 5, in 0..=100;
        /// The graph, in place of a drawn one
        map: Option<Chart> = None, verbatim MAP, shown "drawn", read read_map;
        /// All loot there is
        total_loot: u16 = 100, in 1..=1000;
        /// Ghosts at the start
        initial_ghosts: u8 = 1, in 1..=16;
        /// The most native ghosts
        max_ghosts: u8 = 4, in 1..=16;
        /// Sentinels that each native ghost brings
        sentinels_per_ghost: u8 = 3, in 1..=8;
        /// Over which ways base energy is averaged
        energy_average: Average = Average::AllPairs;
        /// Base energy in percent of the average way
        energy_pct: u16 = 100, in 1..=1000;
        /// A sentinel's energy in multiples of base energy
        sentinel_energy_mult: u8 = 3, in 1..=10;
        /// What a recharge gives, in percent
        recharge_pct: u8 = 5, in 0..=100;
        /// Of what: a sentinel's capacity, base energy, its own
        recharge_of: RechargeOf = RechargeOf::Max;
        /// The most a sentinel seizes without turning
        conversion_threshold: Threshold = Threshold::Half;
        /// Loot that a conversion takes out of the world
        conversion_loss: Loss = Loss::Threshold;
        /// Whether one capture counts, or all of a sentinel's
        conversion_scope: Scope = Scope::Single;
        /// Where the rest of a conversion goes
        conversion_remainder: Remainder = Remainder::Carried;
        /// For how many turns a recovery pins the sentinel
        recovery_freeze: Freeze = Freeze::Permanent;
        /// What delivers loot in the goal
        delivery: Delivery = Delivery::OnArrival;
        /// Whether being in one node captures, or entering it
        capture_rule: CaptureRule = CaptureRule::OnEnter;
        /// Whether sentinels enter the goal layer
        sentinels_enter_goal: bool = true;
        /// What of the map is known from the start
        map_knowledge: Knowledge = Knowledge::Local;
        /// Who begins a turn
        turn_order: Order = Order::GhostsFirst;
        /// Whether sentinels mark nodes by being there, or by choice
        marking: Marking = Marking::Auto;
        /// Turns for each layer
        turn_factor: u8 = 5, in 1..=100;
        /// The last turn
        max_turns: Option<u32> = None, in 1..=100_000, shown "turn_factor x n";
        /// How far apart the shares of a draw may be
        draw_margin_pct: u8 = 10, in 0..=100;
        /// Who wins: the larger share, or as literally told
        victory_rule: Victory = Victory::Literal;
    }
}

const MAP: FieldKind = FieldKind::Schema(
    r#"{"description":"a graph: layers by node and edges [u,v,distance], or the text of a graph file","anyOf":[{"type":"object","properties":{"layers":{"type":"array","minItems":3,"maxItems":256,"items":{"type":"integer","minimum":0,"maximum":64}},"edges":{"type":"array","items":{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"},{"type":"integer"}],"minItems":3,"maxItems":3}}},"required":["layers","edges"],"additionalProperties":false},{"type":"string"}]}"#,
);
const EDGES: FieldKind = FieldKind::Schema(
    r#"{"description":"a number 0..=100 for each span from 0","type":"array","items":{"type":"integer","minimum":0,"maximum":100}}"#,
);

/// The default chances of further connections; longer spans use the last one.
const EDGE_PCT: [u8; 4] = [20, 15, 6, 3];

impl gridhaunt_kernel::settings::Settings for Settings {
    fn base(given: &Reader<'_>) -> Result<Self, Invalid> {
        let preset = given.get("preset").map(|value| Preset::read("preset", value)).transpose()?;
        let mut base = Self::of(preset.unwrap_or(Preset::Default));
        if given.get("turn_factor").is_some() {
            base.max_turns = None; // A given factor replaces the preset's last turn.
        }
        Ok(base)
    }

    fn read(document: &Value) -> Result<Self, Invalid> {
        let given = Reader::new("settings", document, &names::<Self>())?;
        let mut settings = Self::base(&given)?.read_over(&given)?;
        // A graph in text form contains its number of layers.
        settings.n = settings.map.as_ref().and_then(|chart| chart.n).unwrap_or(settings.n);
        settings.cross_check()?;
        Ok(settings)
    }

    fn cross_check(&self) -> Result<(), Invalid> {
        let v = self;
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
        let loss = v.loss();
        if let Some(threshold) = v.threshold().filter(|&threshold| loss > threshold) {
            let words = format!("{loss} is more than conversion_threshold, {threshold}");
            return more("conversion_loss", loss.to_string(), threshold.to_string(), words);
        }
        if self.seats() > 128 {
            let words = format!("{} seats (R8), need at most 128", self.seats());
            return more("max_ghosts", v.max_ghosts.to_string(), "128 seats".into(), words);
        }
        self.map.as_ref().map_or(Ok(()), |chart| chart.check(&self.limits()).map(|_| ()))
    }

    fn complete(&self) -> Self {
        Self {
            edge_pct: Some(self.chances()),
            conversion_threshold: self.threshold().map_or(Threshold::None, Threshold::Most),
            conversion_loss: Loss::Of(self.loss()),
            max_turns: Some(self.last_turn()),
            ..self.clone()
        }
    }

    fn document(&self) -> Value {
        let mut document = differences(self);
        if self.max_turns.is_none() && Self::of(self.preset).max_turns.is_some() {
            document.insert("turn_factor".into(), self.turn_factor.into());
        }
        document.into()
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Settings {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Settings".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        told::<Self>(&NOT_TOLD, &[])
    }
}

/// The fields that bots do not receive.
const NOT_TOLD: [&str; 2] = ["preset", "map"];

/// Writes what bots receive: without the map, and without the name of the preset.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.values().into_iter().filter(|(name, _)| !NOT_TOLD.contains(name)))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut told: gridhaunt_kernel::json::Map<String, Value> = Deserialize::deserialize(deserializer)?;
        // The required number of chances depends on the map, which is not sent.
        let edge_pct = told.remove("edge_pct").map(|value| chances(&value)).transpose().map_err(D::Error::custom)?;
        let settings = Self::from_options(&told).map_err(D::Error::custom)?;
        Ok(Self { edge_pct, ..settings })
    }
}

fn chances(value: &Value) -> Result<Vec<u8>, Invalid> {
    let list = value
        .as_array()
        .ok_or_else(|| Invalid::new("edge_pct", brief(value), "a list of numbers 0..=100, one for each span from 0"))?;
    let chance = |(i, value): (usize, &Value)| integer(&format!("edge_pct[{i}]"), value, 0, 100).map(|pct| pct as u8);
    list.iter().enumerate().map(chance).collect()
}

/// One chance for each span, as many as are needed; any number of them where the graph is given.
fn read_edge_pct(so_far: &Settings, value: &Value, given: &Reader<'_>) -> Result<Option<Vec<u8>>, Invalid> {
    let (chances, needed) = (chances(value)?, usize::from(so_far.max_layer_span) + 1);
    let drawn = so_far.map.is_none() && given.get("map").is_none();
    if drawn && chances.len() != needed {
        let words = format!("{} values, need {needed}", chances.len());
        return Err(Invalid::new("edge_pct", chances.len(), format!("{needed} values")).says(words));
    }
    Ok(Some(chances))
}

fn read_map(so_far: &Settings, value: &Value, given: &Reader<'_>) -> Result<Option<Chart>, Invalid> {
    let chart = Chart::read(value)?;
    if chart.n.is_some() && given.get("n").is_some() {
        chart.agree(so_far.n)?;
    }
    Ok(Some(chart))
}

impl Settings {
    /// The defaults of a preset (sections 8 and 14). `literal` is the older name of `default`.
    #[must_use]
    pub fn of(preset: Preset) -> Self {
        let usual = Self { preset, ..Self::default() };
        let share = |usual: Self| Self {
            capture_rule: CaptureRule::Contact,
            victory_rule: Victory::Share,
            sentinels_enter_goal: false,
            conversion_remainder: Remainder::Recovered,
            ..usual
        };
        match preset {
            Preset::Default | Preset::Literal => usual,
            Preset::Share => share(usual),
            Preset::Casual => Self { energy_pct: 150, map_knowledge: Knowledge::Full, ..usual },
            Preset::Tiny => {
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
                let map = Map { layers: alloc::vec![0, 0, 1, 1, 2, 2, 3, 3], edges: edges.iter().map(edge).collect() };
                Self {
                    n: 3,
                    map: Some(map.into()),
                    total_loot: 1,
                    max_ghosts: 1,
                    sentinels_per_ghost: 1,
                    conversion_threshold: Threshold::None,
                    map_knowledge: Knowledge::Full,
                    max_turns: Some(4),
                    ..share(usual)
                }
            }
        }
    }

    /// What bots receive: every setting with its effective value, except the map (R10).
    #[must_use]
    pub fn told(&self) -> Self {
        let whole = Self { map: None, ..gridhaunt_kernel::settings::Settings::complete(self) };
        Self { preset: Preset::Default, ..whole }
    }

    /// The chance of a further connection, by span.
    #[must_use]
    pub fn chances(&self) -> Vec<u8> {
        let usual =
            || (0..=usize::from(self.max_layer_span)).map(|span| EDGE_PCT[span.min(EDGE_PCT.len() - 1)]).collect();
        self.edge_pct.clone().unwrap_or_else(usual)
    }

    /// The most loot a sentinel can seize without turning; none if sentinels never turn.
    #[must_use]
    pub const fn threshold(&self) -> Option<u16> {
        match self.conversion_threshold {
            Threshold::Half => Some(self.total_loot / 2),
            Threshold::None => None,
            Threshold::Most(most) => Some(most),
        }
    }

    /// The loot that leaves the world with a conversion.
    #[must_use]
    pub fn loss(&self) -> u16 {
        match self.conversion_loss {
            Loss::Threshold => self.threshold().unwrap_or(0),
            Loss::Of(loss) => loss,
        }
    }

    /// How many turns a recovery freezes the sentinel; none means forever.
    #[must_use]
    pub const fn freeze(&self) -> Option<u32> {
        match self.recovery_freeze {
            Freeze::Permanent => None,
            Freeze::Turns(turns) => Some(turns),
        }
    }

    /// The last turn (R6).
    #[must_use]
    pub fn last_turn(&self) -> u32 {
        self.max_turns.unwrap_or(u32::from(self.turn_factor) * u32::from(self.n))
    }

    /// Sentinel seats, Q (R8).
    pub(crate) fn sentinels(&self) -> u16 {
        u16::from(self.max_ghosts) * u16::from(self.sentinels_per_ghost)
    }

    /// How many turncoat seats there are (R8): no more conversions than the loot allows, 0 if sentinels never turn.
    pub(crate) fn turncoats(&self) -> u16 {
        match (self.threshold(), self.loss()) {
            (None, _) => 0,
            (Some(_), 0) => self.sentinels(),
            (Some(_), loss) => self.sentinels().min(self.total_loot / loss),
        }
    }

    /// The kind and number of a seat: G0, S0, T0 (R8).
    #[must_use]
    pub fn role_of(&self, seat: Seat) -> (Role, usize) {
        let (natives, sentinels) = (usize::from(self.max_ghosts), usize::from(self.sentinels()));
        match seat.index().checked_sub(natives) {
            None => (Role::Ghost, seat.index()),
            Some(number) if number < sentinels => (Role::Sentinel, number),
            Some(number) => (Role::Turncoat, number - sentinels),
        }
    }

    /// The name of a seat: `G0`, `S0`, `T0`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        let (role, number) = self.role_of(seat);
        let letter = match role {
            Role::Ghost => 'G',
            Role::Sentinel => 'S',
            Role::Turncoat => 'T',
        };
        format!("{letter}{number}")
    }

    /// The graph that was given.
    #[must_use]
    pub fn map(&self) -> Option<&Map> {
        self.map.as_ref().map(|chart| &chart.map)
    }

    /// The limits that a graph is checked against.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        let Self { n, dist_max, max_layer_span, max_degree, .. } = *self;
        Limits { n, dist_max, max_layer_span, max_degree }
    }

    /// What kind of graphs to draw.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let v = self;
        Plan {
            n: v.n,
            nodes_per_layer: v.nodes_per_layer,
            max_layer_span: v.max_layer_span,
            max_degree: v.max_degree,
            edge_pct: v.chances(),
            dist_max: v.dist_max,
            average: v.energy_average,
            energy_pct: v.energy_pct,
        }
    }

    /// How many nodes a world has.
    #[must_use]
    pub fn nodes(&self) -> usize {
        let drawn = usize::from(self.nodes_per_layer) * (usize::from(self.n) + 1);
        self.map().map_or(drawn, |map| map.layers.len())
    }
    /// How many seats there are (R8).
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(u16::from(self.max_ghosts) + self.sentinels() + self.turncoats())
    }

    /// These settings as numbers for the rules, in a world with this base energy.
    #[must_use]
    pub fn code(&self, base: u32) -> Code {
        let v = self;
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
            threshold: v.threshold(),
            loss: v.loss(),
            cumulative: v.conversion_scope == Scope::Cumulative,
            remainder: v.conversion_remainder,
            freeze: v.freeze(),
            on_arrival: v.delivery == Delivery::OnArrival,
            contact: v.capture_rule == CaptureRule::Contact,
            enter_goal: v.sentinels_enter_goal,
            full_map: v.map_knowledge == Knowledge::Full,
            sentinels_first: v.turn_order == Order::SentinelsFirst,
            marks_by_choice: v.marking == Marking::Chosen,
            max_turns: v.last_turn(),
            margin_pct: v.draw_margin_pct,
            literal: v.victory_rule == Victory::Literal,
        }
    }
}
