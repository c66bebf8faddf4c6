//! `greedy` as one would write it down: two whole searches for every choice, and nothing kept. The bot must choose as
//! this does, draw by draw.

use super::super::{Greedy, Ties, maze_of};
use gridhaunt_kernel::Bot;
use gridhaunt_kernel::field::{UNREACHED, least_costs};
use gridhaunt_kernel::prelude::*;
use gridhaunt_pyrat::maze::{Maze, mirror_cell};
use gridhaunt_pyrat::settings::Preset;
use gridhaunt_pyrat::view::{Player, Start, View};
use gridhaunt_pyrat::{Action, PyRat, Settings};
use gridhaunt_testing::pass;
use proptest::prelude::*;

struct Plain {
    random: Random,
    ties: Ties,
    seat: Seat,
    maze: Maze,
}

impl Plain {
    fn new(start: &Start, random: Random, ties: Ties) -> Self {
        Self { random, ties, seat: start.seat, maze: maze_of(start) }
    }

    fn times_to(&self, cell: usize) -> Vec<u32> {
        let mut times = vec![UNREACHED; self.maze.grid().cells()];
        least_costs(&self.maze, [cell], &mut times);
        times
    }

    fn choose(&mut self, view: &View) -> Action {
        let grid = self.maze.grid();
        let mirrored = self.seat == Seat(1);
        let me = view.players[self.seat.index()];
        let here = grid.index(me.at).unwrap();
        if me.delay > 0 {
            return Action::Stay;
        }
        // Its own cell costs 1, because it takes a turn to eat there.
        let mut times = self.times_to(here);
        times[here] = 1;
        let cheese: Vec<usize> = view.cheese.iter().map(|&cell| grid.index(cell).unwrap()).collect();
        let least = cheese.iter().map(|&cell| times[cell]).min().filter(|&time| time != UNREACHED);
        let equals: Vec<usize> = cheese.into_iter().filter(|&cell| Some(times[cell]) == least).collect();
        let target = match self.ties {
            Ties::Random => self.random.pick(&equals).copied(),
            Ties::First => {
                equals.iter().copied().min_by_key(|&cell| if mirrored { mirror_cell(grid, cell) } else { cell })
            }
        };
        let Some(target) = target.filter(|&target| target != here) else { return Action::Stay };
        let times = self.times_to(target);
        let mut steps = Vec::new();
        self.maze.each_way(here, |action, to, turns| {
            if u32::from(turns) + times[to] == times[here] {
                steps.push(action);
            }
        });
        let step = match self.ties {
            Ties::Random => self.random.pick(&steps),
            Ties::First => steps.iter().min_by_key(|step| if mirrored { step.mirrored() } else { **step } as u8),
        };
        *step.unwrap()
    }
}

/// The bot and its twin.
struct Both {
    bot: Greedy,
    plain: Plain,
}

impl Both {
    fn new(start: &Start, seed: u64, ties: Ties) -> Self {
        let random = Random::for_bot(seed, start.seat);
        let mut bot = Greedy::new(random, ties);
        bot.start(start);
        Self { bot, plain: Plain::new(start, random, ties) }
    }

    fn choose(&mut self, view: &View) -> Action {
        let choice = self.bot.choose(view, &Action::ALL);
        assert_eq!(choice, self.plain.choose(view), "{view:?}");
        choice
    }
}

/// Plays a match of two bots beside their twins, and returns how many turns it had.
fn play(settings: &Settings, seed: u64, ties: [Ties; 2]) -> u16 {
    type G = PyRat<128>;
    let (world, mut state) = G::new(settings, seed).unwrap();
    let mut players = [0, 1].map(|i| Both::new(&G::start(&world, &state, Seat(i)), seed, ties[usize::from(i)]));
    let mut last = Vec::new();
    while !G::phase(&world, &state).is_over() {
        let choose = |(i, player): (usize, &mut Both)| {
            let seat = Seat(i as u8);
            (seat, player.choose(&G::view(&world, &state, &last, seat)))
        };
        let choices: Vec<_> = players.iter_mut().enumerate().map(choose).collect();
        pass::<G>(&world, &mut state, &choices);
        last = choices;
    }
    state.turn
}

#[test]
fn greedy_plays_every_preset_as_its_twin_does() {
    for preset in Preset::ALL {
        for seed in 0..6 {
            let ties = [[Ties::Random; 2], [Ties::First; 2], [Ties::First, Ties::Random]][seed as usize % 3];
            assert!(play(&Settings::of(preset), seed, ties) > 0);
        }
    }
}

#[test]
fn greedy_tells_more_equal_cheeses_apart_than_there_are_bits_in_a_word() {
    // 112 cells of an open board are 28 steps from its middle.
    let centre = Cell { x: 31, y: 31 };
    let ring = |x: u16, y: u16| x.abs_diff(centre.x) + y.abs_diff(centre.y) == 28;
    let cheese: Vec<[u16; 2]> =
        (0..64).flat_map(|y| (0..64).map(move |x| [x, y])).filter(|&[x, y]| ring(x, y)).collect();
    assert_eq!(cheese.len(), 112);
    let cells = cheese.iter().map(|&[x, y]| Cell { x, y }).collect();
    for seed in 0..6 {
        let starts = gridhaunt_pyrat::settings::Starts::Cells([centre, Cell { x: 0, y: 0 }]);
        let settings = Settings {
            width: 64,
            height: 64,
            walls: Some(Vec::new()),
            mud: Some(Vec::new()),
            cheese: Some(Vec::clone(&cells)),
            start: starts,
            max_turns: 80,
            ..Settings::default()
        };
        play(&settings, seed, [Ties::Random, Ties::Random]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn greedy_plays_as_its_twin_does(
        (width, height) in (2u16..24, 2u16..24),
        wall_density in 0.0..1.0f64,
        mud_density in 0.0..0.6f64,
        longest in 2u8..=255,
        (connected, end_on_majority) in any::<(bool, bool)>(),
        seed: u64,
        first in any::<[bool; 2]>(),
    ) {
        let settings = Settings {
            width, height, wall_density, mud_density, connected, end_on_majority,
            mud_range: (2, longest),
            symmetric: false,
            max_turns: 400,
            ..Settings::default()
        };
        play(&settings, seed, first.map(|first| if first { Ties::First } else { Ties::Random }));
    }

    /// Views in any order, as of a bot that is put into one match after another: it jumps, waits, and cheese comes back.
    #[test]
    fn what_greedy_keeps_never_misleads_it(
        (width, height) in (2u16..10, 2u16..10),
        edges in proptest::collection::vec((any::<proptest::sample::Index>(), 0u8..6), 0..80),
        looks in proptest::collection::vec((any::<[proptest::sample::Index; 3]>(), 0u8..8, any::<u16>()), 1..60),
        (seed, rat, first) in any::<(u64, bool, bool)>(),
    ) {
        let grid = Grid::new(width, height).unwrap();
        let all: Vec<_> = gridhaunt_pyrat::maze::edges(grid).collect();
        let mut maze = Maze::open(grid);
        edges.iter().for_each(|(at, turns)| maze.set(*at.get(&all), *turns));
        let flat = |edge| { let (a, b) = maze.ends(edge); [a.x, a.y, b.x, b.y] };
        let start = Start {
            seat: Seat(rat.into()), width, height, max_turns: 300, cheese_total: 0,
            walls: maze.walls().map(flat).collect(),
            mud: maze.mud().map(|(edge, turns)| { let [a, b, c, d] = flat(edge); [a, b, c, d, turns.into()] }).collect(),
            starts: [Cell { x: 0, y: 0 }; 2],
        };
        prop_assert_eq!(&maze_of(&start), &maze);
        let mut both = Both::new(&start, seed, if first { Ties::First } else { Ties::Random });
        let cells: Vec<Cell> = (0..grid.cells()).map(|cell| grid.cell(cell)).collect();
        let (mut at, mut cheese) = (cells[0], cells.clone());
        for (turn, ([jump, one, other], what, drawn)) in looks.into_iter().enumerate() {
            match what {
                0 => at = *jump.get(&cells),
                1 => cheese = cells.iter().copied().filter(|cell| drawn >> ((cell.x + 3 * cell.y) % 16) & 1 == 1).collect(),
                2 | 3 => cheese.retain(|cell| cell != one.get(&cells) && cell != other.get(&cells)),
                _ => cheese.retain(|&cell| cell != at),
            }
            let me = Player { at, delay: u8::from(drawn % 7 == 0), half: 0 };
            let view = View { turn: turn as u16, players: [me; 2], cheese: cheese.clone(), last: [Action::Stay; 2] };
            let step = both.choose(&view);
            let here = grid.index(at).unwrap();
            if maze.crossing(here, step) > 0 {
                at = grid.cell(maze.beyond(here, step));
            }
        }
    }
}
