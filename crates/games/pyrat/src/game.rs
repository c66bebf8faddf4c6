//! The implementation of the kernel's traits.

use crate::event::{self, Event};
use crate::generate::{self, Report};
use crate::maze::{self, Maze};
use crate::position::Position;
use crate::settings::{Settings, Starts};
use crate::state::{State, Status};
use crate::view::{Player, Start, View};
use crate::{Action, rules};
use gridhaunt_kernel::prelude::*;

/// The game for boards of up to `32 × W` cells. `PyRat` alone is the size of all presets up to 21×15.
///
/// ```
/// use gridhaunt_kernel::{Game, PlayErrorReason, Seat};
/// use gridhaunt_pyrat::{Action, PyRat, Settings};
///
/// let (world, mut state) = <PyRat>::new(&Settings::default(), 1)?;
/// let before = state;
/// // Seat 2 does not exist: `play` says so, and the state is as it was.
/// let wrong = <PyRat>::play(&world, &mut state, &[(Seat(0), Action::Up), (Seat(2), Action::Up)], |_| {}).unwrap_err();
/// assert_eq!((wrong.index, wrong.seat, wrong.reason), (1, Seat(2), PlayErrorReason::NotAsked));
/// assert_eq!(wrong.to_string(), "choices[1]: seat 2 chose Up, but it does not choose now");
/// assert_eq!(state, before);
/// // `step` trusts who calls it, and passes over what it cannot use.
/// <PyRat>::play(&world, &mut state, &[(Seat(0), Action::Up)], |_| {}).expect("seat 0 may go up");
/// let mut other = before;
/// <PyRat>::step(&world, &mut other, &[(Seat(0), Action::Up), (Seat(2), Action::Up)], |_| {});
/// assert_eq!(state, other);
/// # Ok::<(), gridhaunt_kernel::Invalid>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PyRat<const W: usize = 10>;

impl PyRat {
    /// World and first state on a board of at most 320 cells, which all presets up to 21×15 have; `PyRat::<128>::new` of
    /// [`Game`] takes every board.
    #[allow(clippy::new_ret_no_self, reason = "it is `Game::new` with the size named")]
    pub fn new(settings: &Settings, seed: u64) -> Result<(World, State<10>), Invalid> {
        <Self as Game>::new(settings, seed)
    }
}

/// What never changes in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct World {
    pub maze: Maze,
    pub max_turns: u16,
    /// Whether a majority ends the game.
    pub end_on_majority: bool,
    /// How the maze was generated.
    pub report: Report,
}

impl World {
    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.maze.grid()
    }
}

impl ActionCode for Action {
    fn code(self) -> u64 {
        self as u64
    }

    fn from_code(code: u64) -> Option<Self> {
        Self::from_u8(u8::try_from(code).ok()?)
    }
}

impl<const W: usize> Game for PyRat<W> {
    type Settings = Settings;
    type World = World;
    type State = State<W>;
    type Action = Action;
    type Start = Start;
    type View = View;
    type Event = Event;

    const INFO: Info = Info {
        name: "pyrat",
        title: "PyRat",
        about: "Two rats race for cheese in a maze with mud.",
        rules_version: 1,
        generator_version: 1,
        dynamics: Dynamics::Simultaneous,
        information: Information::Perfect,
        chance: Chance::SetUp,
        interests: Interests::Opposed,
        seats: (2, 2),
        roles: &[
            Role {
                name: "python",
                about: "starts bottom-left",
                goal: "You are the python: eat more cheese than the rat. Mud takes several turns to cross.",
                bot: "greedy",
                side: "python",
            },
            Role {
                name: "rat",
                about: "starts top-right",
                goal: "You are the rat: eat more cheese than the python. Mud takes several turns to cross.",
                bot: "greedy",
                side: "rat",
            },
        ],
        sides: &[Side { name: "python", plural: "pythons" }, Side { name: "rat", plural: "rats" }],
        actions: 5,
        score: "points",
        units_per_point: 2,
        one_mind: &[],
    };

    fn fits(settings: &Settings) -> bool {
        settings.grid().cells() <= Bits::<W>::ROOM
    }

    fn make(settings: &Settings, seed: u64) -> Result<(World, State<W>), Invalid> {
        let grid = settings.grid();
        if !Self::fits(settings) {
            let board = format!("{}x{}", grid.width(), grid.height());
            return Err(Invalid::new("width", board, format!("a board of at most {} cells", Bits::<W>::ROOM)));
        }
        // R23: three streams, so that the draws of one do not change another.
        let stream = |k: u64, given: Option<u64>| given.map_or_else(|| Random::stream(seed, k), Random::new);

        let (maze, report) = match settings.fixed_maze() {
            Some(maze) => {
                let report = report_of(&maze);
                (maze, report)
            }
            None => generate::maze::<W>(&settings.maze_plan(), &mut stream(1, settings.maze_seed)),
        };
        let starts = match &settings.start {
            Starts::Corners => [0, grid.cells() - 1], // R5
            Starts::Random => generate::random_starts(grid, &mut stream(2, settings.start_seed)),
            Starts::Mirrored => generate::mirrored_starts(grid, &mut stream(2, settings.start_seed)),
            Starts::Cells(cells) => cells.map(|cell| grid.index(cell).unwrap_or(0)),
        };
        let mut cheese = Bits::<W>::default();
        match &settings.cheese {
            Some(cells) => cells.iter().filter_map(|&cell| grid.index(cell)).for_each(|cell| cheese.insert(cell)),
            None => generate::cheese::<W>(
                grid,
                settings.cheese_drawn(),
                settings.has_mirrored_cheese(),
                starts,
                &mut stream(3, settings.cheese_seed),
                |cell| cheese.insert(cell),
            ),
        }
        let total = cheese.len() as u16;
        let end_on_majority = settings.end_on_majority;
        let state = State {
            pos: starts.map(|cell| cell as u16),
            half: [0; 2], // R8
            turn: 0,
            max_turns: settings.max_turns,
            cheese_left: total,
            cheese_total: total,
            delay: [0; 2],
            status: Status::Running,
            end_on_majority,
            world: 0,
            cheese,
        };
        Ok((World { maze, max_turns: settings.max_turns, end_on_majority, report }, state))
    }

    #[inline]
    fn phase(_world: &World, state: &State<W>) -> Phase {
        if state.status.is_running() { Phase::Choose(SeatSet::first(2)) } else { Phase::Over } // R9
    }

    #[inline]
    fn legal(world: &World, state: &State<W>, seat: Seat, each: &mut dyn FnMut(Action)) {
        if Self::phase(world, state).asks(seat) {
            Action::ALL.into_iter().for_each(each); // R9
        }
    }

    fn allows(world: &World, state: &State<W>, seat: Seat, _action: Action) -> bool {
        Self::phase(world, state).asks(seat)
    }

    #[inline]
    fn step(world: &World, state: &mut State<W>, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
        let actions = both(choices);
        let before = *state;
        let turn = rules::step(world.maze.turns(), world.grid().width(), state, actions.map(|action| action as u8));
        if before.status.is_running() {
            event::tell(world.grid(), &before, state, actions, turn, log); // R39; R20: a frozen state logs nothing
        }
    }

    fn start(world: &World, origin: &State<W>, seat: Seat) -> Start {
        let (maze, grid) = (&world.maze, world.grid());
        let flat = |edge| {
            let (a, b) = maze.ends(edge);
            [a.x, a.y, b.x, b.y]
        };
        let muddy = |(edge, turns): (_, u8)| {
            let [x1, y1, x2, y2] = flat(edge);
            [x1, y1, x2, y2, turns.into()]
        };
        Start {
            seat,
            width: grid.width(),
            height: grid.height(),
            max_turns: origin.max_turns,
            cheese_total: origin.cheese_total,
            walls: maze.walls().map(flat).collect(),
            mud: maze.mud().map(muddy).collect(),
            starts: origin.pos.map(|cell| grid.cell(cell.into())),
        }
    }

    fn view(world: &World, state: &State<W>, last: &[(Seat, Action)], seat: Seat) -> View {
        let players = [Player { at: Cell { x: 0, y: 0 }, delay: 0, half: 0 }; 2];
        let cheese = Vec::with_capacity(state.cheese_left.into());
        let mut view = View { turn: 0, players, cheese, last: [Action::Stay; 2] };
        Self::look(world, state, last, seat, &mut view);
        view
    }

    fn look(world: &World, state: &State<W>, last: &[(Seat, Action)], _seat: Seat, view: &mut View) {
        let grid = world.grid();
        let player = |seat: usize| Player {
            at: grid.cell(state.pos[seat].into()),
            delay: state.delay[seat],
            half: state.half[seat],
        };
        (view.turn, view.players, view.last) = (state.turn, [player(0), player(1)], both(last));
        // Mostly the list of the last turn is that of this one, or has a cell more.
        view.cheese.retain(|&cell| grid.index(cell).is_some_and(|cell| state.cheese.contains(cell)));
        if view.cheese.len() == state.cheese.len() {
            return;
        }
        view.cheese.clear();
        // Row by row, so that no cell costs a division.
        let (width, mut first, mut y) = (usize::from(grid.width()), 0, 0);
        state.cheese.iter().for_each(|cell| {
            while cell - first >= width {
                (first, y) = (first + width, y + 1);
            }
            view.cheese.push(Cell { x: (cell - first) as u16, y });
        });
    }

    fn outcome(_world: &World, state: &State<W>) -> Option<Outcome> {
        let over = !state.status.is_running();
        over.then(|| Outcome::by_score(state.status.name(), 2, &state.half.map(i64::from))) // R19
    }

    /// All cheese is there for both.
    fn side_score(_world: &World, state: &State<W>, side: usize) -> Option<SideScore> {
        let units = i64::from(*state.half.get(side)?);
        Some(SideScore { units, most: 2 * i64::from(state.cheese_total) })
    }

    fn hash(world: &World, state: &State<W>, hash: &mut StateHash) {
        for seat in 0..2 {
            hash.write_u16(state.pos[seat]).write_u16(state.half[seat]).write_u8(state.delay[seat]);
        }
        hash.write_u16(state.turn).write_u16(state.max_turns).write_u16(state.cheese_total);
        hash.write_u8(state.status as u8).write_u8(state.end_on_majority.into());
        // As many words as the board needs, so that every size of state has the same hash.
        for &word in &state.cheese.0[..world.grid().cells().div_ceil(32).min(W)] {
            hash.write_u32(word);
        }
    }

    fn digest(world: &World) -> u64 {
        world.maze.digest() // R24
    }

    fn check(world: &World, state: &State<W>) -> Result<(), String> {
        let grid = world.grid();
        let plain = Position::of(grid, state);
        let fresh: State<W> = plain.state(grid).map_err(|error| format!("{error}"))?; // I1, I2
        if fresh.cheese_left != state.cheese_left {
            return Err(format!("cheese_left is {}, {} cells hold cheese", state.cheese_left, fresh.cheese_left));
        }
        if fresh.status != state.status {
            return Err(format!("status is {}, R18 says {}", state.status.name(), fresh.status.name())); // I4
        }
        for seat in 0..2 {
            let reached = Action::DIRECTIONS.map(|way| world.maze.crossing(state.pos[seat].into(), way));
            if state.delay[seat] > 0 && reached.iter().all(|&turns| turns <= state.delay[seat]) {
                return Err(format!("seat {seat} waits {} turns, no mud here takes so long", state.delay[seat])); // I1
            }
        }
        Ok(())
    }
}

/// The choices of both seats: the first choice of a seat counts, a seat without one STAYs (R9).
#[inline]
fn both(choices: &[(Seat, Action)]) -> [Action; 2] {
    let mut chosen = [None; 2];
    for &(seat, action) in choices {
        if let Some(slot @ None) = chosen.get_mut(seat.index()) {
            *slot = Some(action);
        }
    }
    chosen.map(|action| action.unwrap_or(Action::Stay))
}

pub(crate) fn report_of(maze: &Maze) -> Report {
    let edges = maze::edge_count(maze.grid()) as u32;
    let walls = maze.walls().count() as u32;
    let mud = maze.mud().count() as u32;
    Report { edges, walls_asked: walls, walls_drawn: walls, walls_opened: 0, walls, passages: edges - walls, mud }
}

impl<const W: usize> Guess for PyRat<W> {
    fn imagine(settings: &Settings, start: &Start, _: &[View], _: &View, _: &mut Random) -> Option<World> {
        let maze = start.maze().filter(|maze| maze.grid().cells() <= Bits::<W>::ROOM)?;
        let report = report_of(&maze);
        Some(World { maze, max_turns: start.max_turns, end_on_majority: settings.end_on_majority, report })
    }

    /// Nothing is hidden, so the state follows from the view.
    fn guess(world: &World, start: &Start, _history: &[View], view: &View, _random: &mut Random) -> Option<State<W>> {
        let position = Position {
            at: view.players.map(|player| player.at),
            delay: view.players.map(|player| player.delay),
            half: view.players.map(|player| player.half),
            cheese: view.cheese.clone(),
            turn: view.turn,
            max_turns: start.max_turns,
            end_on_majority: world.end_on_majority,
            total: Some(start.cheese_total),
        };
        position.state(world.grid()).ok()
    }
}
