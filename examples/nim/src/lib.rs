//! Nim: two seats take one to three stones in turn; whoever takes the last one wins.
#![no_std]

use gridhaunt_kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// The game.
pub struct Nim;

/// The game for the registry.
pub fn family() -> Family<Nim> {
    Family::new()
}

gridhaunt_kernel::settings! {
    /// What a person chooses.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// Stones at the start
        stones: u8 = 21, in 1..=255;
    }
}

impl gridhaunt_kernel::settings::Settings for Settings {}

/// All that changes; the world is how many stones there were. All is seen, so it is the view and the JSON document too.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// How many stones are left.
    pub left: u8,
    /// Whose turn it is.
    pub mover: Seat,
}

/// How many stones a seat takes, 1 to 3.
pub type Take = Amount<1, 3>;

/// Who took how many stones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Took(pub Seat, pub u8);

impl Game for Nim {
    type Settings = Settings;
    type World = u8;
    type State = State;
    type Action = Take;
    type Start = u8;
    type View = State;
    type Event = Took;

    const INFO: Info =
        Info { name: "nim", title: "Nim", about: "Whoever takes the last stone wins.", actions: 4, ..Info::DUEL };

    fn make(settings: &Settings, _seed: u64) -> Result<(u8, State), Invalid> {
        Ok((settings.stones, State { left: settings.stones, mover: Seat(0) }))
    }

    fn phase(_: &u8, state: &State) -> Phase {
        if state.left == 0 { Phase::Over } else { Phase::Choose(SeatSet::only(state.mover)) }
    }

    fn legal(world: &u8, state: &State, seat: Seat, each: &mut dyn FnMut(Take)) {
        if Self::phase(world, state).asks(seat) {
            (1..=state.left.min(3)).map(Amount).for_each(each);
        }
    }

    fn step(world: &u8, state: &mut State, choices: &[(Seat, Take)], mut log: impl FnMut(Took)) {
        if state.left > 0 {
            let seat = state.mover;
            let chosen = choices.iter().find(|(who, _)| *who == seat).map(|&(_, take)| take);
            // A choice that is missing or impossible takes one stone.
            let allowed = chosen.filter(|&take| Self::allows(world, state, seat, take));
            let stones = allowed.map_or(1, |take| take.0);
            *state = State { left: state.left - stones, mover: Seat(1 - seat.0) };
            log(Took(seat, stones));
        }
    }

    fn start(stones: &u8, _: &State, _: Seat) -> u8 {
        *stones
    }

    fn view(_: &u8, state: &State, _: &[(Seat, Take)], _: Seat) -> State {
        *state
    }

    fn outcome(_: &u8, state: &State) -> Option<Outcome> {
        let won = |seat: u8| i64::from(state.mover != Seat(seat));
        (state.left == 0).then(|| Outcome::by_score("last_stone", 1, &[won(0), won(1)]))
    }

    fn hash(_: &u8, state: &State, hash: &mut StateHash) {
        hash.write_u8(state.left).write_u8(state.mover.0);
    }
}

impl Wire for Nim {
    type Document<'a> = &'a State;

    fn schemas() -> Schemas {
        Schemas::of::<Self>()
    }

    fn write_state<'a>(_: &'a u8, state: &'a State) -> &'a State {
        state
    }

    fn read_state(stones: &u8, document: &Value) -> Result<State, Invalid> {
        let read = Reader::new("", document, &["left", "mover"])?;
        let left = read.integer("left", 0, (*stones).into())?.unwrap_or((*stones).into());
        let mover = read.integer("mover", 0, 1)?.unwrap_or(0);
        Ok(State { left: left as u8, mover: Seat(mover as u8) })
    }

    fn tell(world: &u8, &Took(seat, stones): &Took) -> String {
        format!("{} takes {stones}", Self::seat_name(world, seat))
    }
}

impl Learn for Nim {
    type Lens = ();
    type Pack = Single<Self>;
    type Account = ();
}

static STONE: Look = Look::new("stone", Shape::Disc, Tint::Slate);

impl Picture for Nim {
    type Recall = ();

    fn scene(stones: &u8, state: &State, _: &[Took]) -> Scene {
        Self::scene_of(stones, state, state.mover)
    }

    // What a seat knows, from what it is told alone; everything, in Nim.
    fn scene_of(stones: &u8, view: &State, _: Seat) -> Scene {
        let stone = |x| Thing { at: Cell { x, y: 0 }, look: &STONE };
        let grid = GridBoard::new(Grid::at_least((*stones).into(), 1));
        let board = GridBoard { things: (0..view.left.into()).map(stone).collect(), ..grid };
        let mover = Self::INFO.role_name(view.mover.index()).into();
        Scene::new(board, vec![Row::Fact { label: "to move".into(), value: mover }])
    }
}

impl Guess for Nim {
    fn guess(_: &u8, _: &u8, _: &[State], view: &State, _: &mut Random) -> Option<State> {
        Some(*view)
    }
}
