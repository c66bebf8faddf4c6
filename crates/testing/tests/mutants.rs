//! A small game with one fault at a time: the suite finds every fault, and the name of the check says what is wrong.

use gridhaunt_kernel::flock::Single;
use gridhaunt_kernel::grid::Grid;
use gridhaunt_kernel::hash::StateHash;
use gridhaunt_kernel::info::{Dynamics, Information};
use gridhaunt_kernel::json::{Reader, Value};
use gridhaunt_kernel::learn::{Dtype, Encoding, Slot};
use gridhaunt_kernel::scene::{GridBoard, Offer};
use gridhaunt_kernel::schema::Schemas;
use gridhaunt_kernel::settings::{Declared, Field, Values};
use gridhaunt_kernel::{
    ActionCode, Game, Guess, Info, Invalid, Learn, Outcome, Phase, Picture, Random, Scene, Seat, SeatSet, Wire,
};
use gridhaunt_testing::Broken;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

/// Each of two seats has a pile of marbles that the other does not see. Both bid up to two of them at once; the higher
/// bid scores a point. One mutant claims another number of actions, which is part of a type.
struct Marbles<const ACTIONS: u16>;

thread_local! {
    /// The fault that the game has on this thread: one game with faults to switch on is compiled sooner than one for each.
    static FAULT: Cell<u8> = const { Cell::new(0) };
}

fn fault() -> u8 {
    FAULT.get()
}

/// The mutants: a number, the fault, and the check that finds it.
macro_rules! mutants {
    ($($number:literal $fault:ident $check:literal)*) => {
        $(const $fault: u8 = $number;)*

        #[test]
        fn without_a_fault_it_holds() {
            gridhaunt_testing::hold::<Marbles<3>>().settings(settings()).run();
        }

        /// Every mutant is killed, by the check that is meant to kill it.
        mod killed {
            $(
                #[test]
                #[allow(non_snake_case, reason = "the name of the fault is that of the test")]
                fn $fault() {
                    super::FAULT.set(super::$fault);
                    let broken = match super::$fault {
                        super::INFO_COUNTS_OTHER_ACTIONS => super::verdict::<4>(),
                        _ => super::verdict::<3>(),
                    };
                    let broken = broken.expect_err("a mutant that lives");
                    assert_eq!(broken.check, $check, "{broken}");
                }
            )*
        }
    };
}

mutants! {
    1 HASH_FORGETS_A_PILE "hash"
    2 HASH_FORGETS_POINTS "hash"
    3 HASH_FORGETS_THE_TURN "hash"
    4 LEGAL_IS_WIDER_THAN_STEP "legal"
    5 LEGAL_IS_NARROWER_THAN_STEP "illegal"
    6 ASKED_WITHOUT_ACTIONS "legal"
    7 REWARD_IS_NOT_FINITE "reward"
    8 REWARD_FOR_NOTHING "reward"
    9 STEP_ALLOCATES "allocations"
    10 CLONE_KEEPS_WHAT_WAS_THERE "clone"
    11 OUTCOME_AGAINST_THE_SCORE "outcome"
    12 NOBODY_IS_FIRST "outcome"
    13 OUTCOME_LACKS_A_SEAT "outcome"
    14 OTHER_UNITS "outcome"
    15 OVER_WITHOUT_OUTCOME "outcome"
    16 PLAYS_ON_AFTER_THE_END "frozen"
    17 PHASE_WITHOUT_A_SEAT "phase"
    18 SAME_SEED_ANOTHER_GAME "set-up"
    19 STEP_IS_NOT_REPEATABLE "record"
    20 DOCUMENT_LACKS_A_FIELD "document"
    21 ACTIONS_SHARE_A_CODE "action"
    22 VIEW_TELLS_THE_OTHER_PILE "guess"
    23 VIEW_IS_NOT_READ_BACK "view"
    24 MASK_IS_EMPTY "mask"
    25 MASK_IS_WIDER_THAN_LEGAL "mask"
    26 EPISODE_ENDS_TOO_SOON "lasts"
    27 ARRAY_IS_NOT_BROUGHT_UP_TO_DATE "arrays"
    28 LAST_CHOICE_COUNTS "second choice"
    29 ORDER_COUNTS "order"
    30 STRANGERS_CHOOSE "strangers"
    31 EVENT_WITHOUT_WORDS "event"
    32 LEGAL_CHOICE_IS_REFUSED "refusal"
    33 OFFERS_SHARE_A_NAME "offer"
    34 EMPTY_NEWS "news"
    35 FRAMES_JUMP "frame"
    36 INFO_COUNTS_OTHER_ACTIONS "info"
    37 SEAT_WITHOUT_A_ROLE "seats"
    38 STATE_THAT_IS_NONE "check"
    39 UNKNOWN_SETTING_IS_TAKEN "settings"
    40 VIEW_HAS_A_FIELD_TOO_MANY "schema"
    41 SCHEMA_LACKS_AN_ACTION "schema"
    42 SCHEMA_OF_WHAT_NEVER_OCCURS "schema"
}

fn verdict<const ACTIONS: u16>() -> Result<(), Broken> {
    gridhaunt_testing::hold::<Marbles<ACTIONS>>().settings(settings()).conforms()
}

fn settings() -> [Value; 2] {
    [json!({}), json!({"turns": 3})]
}

gridhaunt_kernel::settings! {
    /// What a person chooses.
    #[derive(Clone, Debug, PartialEq)]
    struct Plain {
        /// Turns that are played
        turns: u8 = 8, in 1..=20;
    }
}

/// The settings of a mutant; one mutant accepts unknown fields.
#[derive(Clone, Debug, Default, PartialEq)]
struct Settings(Plain);

impl Declared for Settings {
    const FIELDS: &'static [Field] = Plain::FIELDS;
    const VERBATIM: &'static [&'static str] = Plain::VERBATIM;

    fn read_over(self, given: &Reader<'_>) -> Result<Self, Invalid> {
        self.0.read_over(given).map(Self)
    }

    fn values(&self) -> Values {
        self.0.values()
    }
}

impl gridhaunt_kernel::settings::Settings for Settings {
    fn read(document: &Value) -> Result<Self, Invalid> {
        let known = document.as_object().filter(|_| fault() == UNKNOWN_SETTING_IS_TAKEN).cloned().map(|mut fields| {
            fields.retain(|name, _| name == "turns");
            Value::Object(fields)
        });
        let given = Reader::new("settings", known.as_ref().unwrap_or(document), &["turns"])?;
        Self::default().read_over(&given)
    }
}

#[derive(Debug, PartialEq, Serialize)]
struct State {
    piles: [u8; 2],
    points: [u8; 2],
    turn: u8,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let points = self.points;
        *self = source.clone();
        if fault() == CLONE_KEEPS_WHAT_WAS_THERE {
            self.points = points;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Put(u8);

impl JsonSchema for Put {
    fn schema_name() -> Cow<'static, str> {
        "Put".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match fault() {
            SCHEMA_LACKS_AN_ACTION => json_schema!({"type": "integer", "maximum": 1}),
            SCHEMA_OF_WHAT_NEVER_OCCURS => {
                let put = json!({"properties": {"kind": {"const": "put"}}, "required": ["kind"]});
                json_schema!({"oneOf": [{"type": "integer"}, put]})
            }
            _ => json_schema!({"type": "integer"}),
        }
    }
}

impl ActionCode for Put {
    fn code(self) -> u64 {
        if fault() == ACTIONS_SHARE_A_CODE { self.0.min(1).into() } else { self.0.into() }
    }

    fn from_code(code: u64) -> Option<Self> {
        (code <= 2).then_some(Self(code as u8))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct View {
    own: u8,
    points: [u8; 2],
    turn: u8,
    other: Option<u8>,
    #[serde(skip)]
    unwritten: bool,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    #[schemars(skip)]
    extra: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Event {
    seat: Seat,
    put: u8,
}

static MADE: AtomicU8 = AtomicU8::new(0);
static STEPPED: AtomicU8 = AtomicU8::new(0);

impl<const ACTIONS: u16> Game for Marbles<ACTIONS> {
    type Settings = Settings;
    type World = Plain;
    type State = State;
    type Action = Put;
    type Start = Seat;
    type View = View;
    type Event = Event;

    const INFO: Info = Info {
        name: "marbles",
        title: "Marbles",
        about: "Who puts more has a point.",
        dynamics: Dynamics::Simultaneous,
        information: Information::Hidden,
        actions: ACTIONS,
        ..Info::DUEL
    };

    fn make(settings: &Settings, seed: u64) -> Result<(Plain, State), Invalid> {
        let mut random = Random::stream(seed, 1);
        let mut piles = [random.below(6) as u8, random.below(6) as u8];
        if fault() == SAME_SEED_ANOTHER_GAME {
            piles[0] = MADE.fetch_add(1, Ordering::Relaxed) % 8;
        }
        Ok((settings.0.clone(), State { piles, points: [0; 2], turn: 0 }))
    }

    fn role(_: &Plain, seat: Seat) -> usize {
        if fault() == SEAT_WITHOUT_A_ROLE { 7 } else { seat.index() }
    }

    fn phase(world: &Plain, state: &State) -> Phase {
        match state.turn >= world.turns {
            true => Phase::Over,
            false if fault() == PHASE_WITHOUT_A_SEAT => Phase::Choose(SeatSet::NONE),
            false => Phase::Choose(SeatSet::first(2)),
        }
    }

    fn legal(world: &Plain, state: &State, seat: Seat, each: &mut dyn FnMut(Put)) {
        if !Self::phase(world, state).asks(seat) {
            return;
        }
        let most = match (fault(), state.piles[seat.index()].min(2)) {
            (LEGAL_IS_WIDER_THAN_STEP, _) => 2,
            (LEGAL_IS_NARROWER_THAN_STEP, most) => most.min(1),
            (ASKED_WITHOUT_ACTIONS, 0) => return,
            (_, most) => most,
        };
        (0..=most).map(Put).for_each(each);
    }

    fn step(world: &Plain, state: &mut State, choices: &[(Seat, Put)], mut log: impl FnMut(Event)) {
        if state.turn >= world.turns && fault() != PLAYS_ON_AFTER_THE_END {
            return;
        }
        let mut put = [None; 2];
        for &(seat, Put(marbles)) in choices {
            let stranger = seat.index() >= 2;
            if stranger && fault() != STRANGERS_CHOOSE {
                continue;
            }
            let place = &mut put[seat.index().min(1)];
            if place.is_none() || stranger || fault() == LAST_CHOICE_COUNTS {
                *place = Some(if marbles <= state.piles[seat.index().min(1)].min(2) { marbles } else { 0 });
            }
        }
        let put = put.map(|marbles| marbles.unwrap_or(0));
        for (seat, marbles) in put.into_iter().enumerate() {
            state.piles[seat] -= marbles;
            log(Event { seat: Seat(seat as u8), put: marbles });
        }
        let more = match put[0].cmp(&put[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal if fault() == ORDER_COUNTS && choices.len() > 1 => {
                Some(choices[0].0.index().min(1))
            }
            std::cmp::Ordering::Equal => None,
        };
        if let Some(seat) = more {
            state.points[seat] += if fault() == STATE_THAT_IS_NONE { 9 } else { 1 };
        }
        state.turn += 1;
        match fault() {
            STEP_ALLOCATES => drop(std::hint::black_box(choices.to_vec())),
            STEP_IS_NOT_REPEATABLE => state.points[0] += STEPPED.fetch_add(1, Ordering::Relaxed) % 2,
            _ => {}
        }
    }

    fn start(_: &Plain, _: &State, seat: Seat) -> Seat {
        seat
    }

    fn view(_: &Plain, state: &State, _: &[(Seat, Put)], seat: Seat) -> View {
        let [own, other] = [seat.index(), 1 - seat.index()].map(|seat| state.piles[seat]);
        let other = (fault() == VIEW_TELLS_THE_OTHER_PILE).then_some(other);
        let (unwritten, extra) = (fault() == VIEW_IS_NOT_READ_BACK, fault() == VIEW_HAS_A_FIELD_TOO_MANY);
        View { own, points: state.points, turn: state.turn, other, unwritten, extra }
    }

    fn outcome(world: &Plain, state: &State) -> Option<Outcome> {
        if state.turn < world.turns || fault() == OVER_WITHOUT_OUTCOME {
            return None;
        }
        let mut outcome = Outcome::by_score("turns", 1, &state.points.map(i64::from));
        match fault() {
            OUTCOME_AGAINST_THE_SCORE => outcome.seats.iter_mut().for_each(|seat| seat.units = -seat.units),
            NOBODY_IS_FIRST => outcome.seats.iter_mut().for_each(|seat| seat.rank += 1),
            OUTCOME_LACKS_A_SEAT => _ = outcome.seats.pop(),
            OTHER_UNITS => outcome.units_per_point = 2,
            _ => {}
        }
        Some(outcome)
    }

    fn hash(_: &Plain, state: &State, hash: &mut StateHash) {
        hash.write_u8(state.piles[0]);
        if fault() != HASH_FORGETS_A_PILE {
            hash.write_u8(state.piles[1]);
        }
        if fault() != HASH_FORGETS_POINTS {
            hash.write_bytes(&state.points);
        }
        if fault() != HASH_FORGETS_THE_TURN {
            hash.write_u8(state.turn);
        }
    }

    fn check(world: &Plain, state: &State) -> Result<(), String> {
        let fine = state.turn <= world.turns && state.points.iter().sum::<u8>() <= state.turn;
        if fine { Ok(()) } else { Err(format!("{state:?} cannot come up")) }
    }

    fn refusal(event: &Event) -> Option<Seat> {
        (fault() == LEGAL_CHOICE_IS_REFUSED).then_some(event.seat)
    }
}

impl<const ACTIONS: u16> Wire for Marbles<ACTIONS> {
    type Document<'a> = Value;

    fn schemas() -> Schemas {
        Schemas::of::<Self>()
    }

    fn write_state<'a>(_: &'a Plain, state: &'a State) -> Value {
        let mut document = serde_json::to_value(state).expect("JSON");
        if fault() == DOCUMENT_LACKS_A_FIELD {
            document["turn"] = 0.into();
        }
        document
    }

    fn read_state(world: &Plain, document: &Value) -> Result<State, Invalid> {
        let number = |pointer: &str| {
            let found = document.pointer(pointer).and_then(Value::as_u64).filter(|&n| n <= 20);
            found.map(|n| n as u8).ok_or_else(|| Invalid::new(pointer, "nothing", "a number"))
        };
        let piles = [number("/piles/0")?, number("/piles/1")?];
        let points = [number("/points/0")?, number("/points/1")?];
        let state = State { piles, points, turn: number("/turn")? };
        Self::check(world, &state).map_err(|what| Invalid::new("state", what, "one that can come up"))?;
        Ok(state)
    }

    fn tell(_: &Plain, event: &Event) -> String {
        if fault() == EVENT_WITHOUT_WORDS { String::new() } else { format!("{} puts {}", event.seat, event.put) }
    }
}

impl<const ACTIONS: u16> Learn for Marbles<ACTIONS> {
    type Lens = ();
    type Pack = Single<Self>;
    type Account = (u8, [u8; 2]);

    fn actions(_: &Settings) -> usize {
        3
    }

    fn encodings(_: &Settings, (): ()) -> Vec<Encoding> {
        vec![Encoding { name: "own", dtype: Dtype::U8, shape: vec![2], about: "own pile, turn" }]
    }

    fn encode(_: &Plain, state: &State, seat: Seat, (): (), _: usize, out: Slot<'_>) {
        if let Slot::U8(out) = out {
            out.copy_from_slice(&[state.piles[seat.index()], state.turn]);
        }
    }

    fn update(world: &Plain, _: &State, after: &State, seat: Seat, (): (), which: usize, out: Slot<'_>) {
        if fault() != ARRAY_IS_NOT_BROUGHT_UP_TO_DATE {
            Self::encode(world, after, seat, (), which, out);
        }
    }

    fn mask(world: &Plain, state: &State, seat: Seat, (): (), out: &mut [u8]) {
        out.fill(u8::from(fault() == MASK_IS_WIDER_THAN_LEGAL));
        if fault() != MASK_IS_EMPTY {
            Self::legal(world, state, seat, &mut |Put(marbles)| out[usize::from(marbles)] = 1);
        }
    }

    fn account(_: &Plain, state: &State, (): ()) -> (u8, [u8; 2]) {
        (state.turn, state.points)
    }

    fn reward(_: &Plain, (turn, points): &(u8, [u8; 2]), after: &State, seat: Seat, (): ()) -> f32 {
        let gained = |seat: usize| f32::from(after.points[seat]) - f32::from(points[seat]);
        let gain = gained(seat.index()) - gained(1 - seat.index());
        match fault() {
            REWARD_IS_NOT_FINITE => gain / f32::from(after.turn - turn.min(&after.turn)).min(gain.abs()),
            REWARD_FOR_NOTHING => gain - 0.01,
            _ => gain,
        }
    }

    fn lasts(world: &Plain, state: &State, _: Seat, (): ()) -> bool {
        fault() != EPISODE_ENDS_TOO_SOON && !Self::phase(world, state).is_over()
    }
}

impl<const ACTIONS: u16> Picture for Marbles<ACTIONS> {
    type Recall = ();

    fn scene(_: &Plain, _: &State, _: &[Event]) -> Scene {
        Scene::new(GridBoard::new(Grid::at_least(1, 1)), Vec::new())
    }

    fn scene_of(_: &Seat, _: &View, _: Seat) -> Scene {
        Scene::new(GridBoard::new(Grid::at_least(1, 1)), Vec::new())
    }

    fn news(_: &Seat, _: &View, now: &View, _: &[Event], _: Seat) -> Vec<String> {
        vec![if fault() == EMPTY_NEWS { String::new() } else { format!("You have {} left.", now.own) }]
    }

    fn offer(_: &Seat, _: &View, _: Seat, Put(marbles): Put) -> Offer {
        Offer::new(if fault() == OFFERS_SHARE_A_NAME { "put".into() } else { format!("put {marbles}") })
    }

    fn frame(_: &Plain, _: &State, steps: u64) -> u64 {
        if fault() == FRAMES_JUMP { 2 * steps } else { steps }
    }
}

impl<const ACTIONS: u16> Guess for Marbles<ACTIONS> {
    fn guess(_: &Plain, seat: &Seat, _: &[View], view: &View, random: &mut Random) -> Option<State> {
        let mut piles = [random.below(6) as u8; 2];
        piles[seat.index()] = view.own;
        Some(State { piles, points: view.points, turn: view.turn })
    }
}
