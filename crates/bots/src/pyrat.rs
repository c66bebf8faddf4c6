//! Bots for PyRat (section 12 of its rules).

use gridhaunt_kernel::field::{Ring, UNREACHED};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Bot, BotEntry};
use gridhaunt_pyrat::maze::{Maze, edge_between, mirror_cell};
use gridhaunt_pyrat::view::{Start, View};
use gridhaunt_pyrat::{Action, PyRat};

/// Adds the bots to the game.
pub fn seat(registry: &mut Registry) {
    let Some(family) = registry.family::<PyRat>() else { return };
    family
        .bot(BotEntry { name: "idle", about: "stays where it is", options: &[], make: |_| Ok(Box::new(Idle)) })
        .bot(BotEntry {
            name: "random",
            about: "walks through a random open edge",
            options: &[],
            make: |call| Ok(Box::new(Wanderer { random: call.random, maze: None, seat: 0 })),
        })
        .bot(BotEntry {
            name: "greedy",
            about: "walks to the cheese with the least travel time",
            options: Options::FIELDS,
            make: |call| {
                let options = Options::from_options(call.options)?;
                Ok(Box::new(Greedy::new(call.random, options.ties)))
            },
        });
}

gridhaunt_kernel::settings! {
    /// How `greedy` walks.
    struct Options {
        /// Equal cheeses and equal first steps: drawn, or the lowest as this seat sees the board
        ties: Ties = Ties::Random;
    }
}

/// The maze, made from the start message of a seat.
fn maze_of(start: &Start) -> Maze {
    // A board has at least 2 cells a side.
    let Some(grid) = Grid::new(start.width, start.height) else { return Maze::open(SMALLEST) };
    let mut maze = Maze::open(grid);
    let walls = start.walls.iter().map(|&[x1, y1, x2, y2]| ([x1, y1, x2, y2], 0));
    let mud = start.mud.iter().map(|&[x1, y1, x2, y2, n]| ([x1, y1, x2, y2], n as u8));
    for ([x1, y1, x2, y2], turns) in walls.chain(mud) {
        if let Some(edge) = edge_between(grid, (x1, y1).into(), (x2, y2).into()) {
            maze.set(edge, turns);
        }
    }
    maze
}

const SMALLEST: Grid = match Grid::new(2, 2) {
    Some(grid) => grid,
    None => unreachable!(),
};

/// Always chooses STAY (bot `idle`).
#[derive(Clone, Copy, Debug)]
pub struct Idle;

impl Bot<Start, View, Action> for Idle {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        Action::Stay
    }
}

/// Draws uniformly from the directions that are open; STAY in transit and where there is none.
#[derive(Debug)]
pub struct Wanderer {
    random: Random,
    maze: Option<Maze>,
    seat: usize,
}

impl Bot<Start, View, Action> for Wanderer {
    fn start(&mut self, start: &Start) {
        self.maze = Some(maze_of(start));
        self.seat = start.seat.index() & 1;
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let me = view.players[self.seat];
        let Some((maze, cell)) = self.maze.as_ref().and_then(|maze| Some((maze, maze.grid().index(me.at)?))) else {
            return Action::Stay;
        };
        if me.delay > 0 {
            return Action::Stay;
        }
        let (mut ways, mut count) = ([Action::Stay; 4], 0);
        maze.each_way(cell, |action, _, _| {
            ways[count] = action;
            count += 1;
        });
        self.random.pick(&ways[..count]).copied().unwrap_or(Action::Stay)
    }
}

gridhaunt_kernel::words! {
    /// How equals are told apart.
    pub enum Ties {
        /// By a draw.
        Random = "random",
        /// The lowest cell, then the lowest action, in own orientation.
        First = "first",
    }
}

/// Walks to the cheese with the shortest travel time; mud counts with its real cost.
#[derive(Debug)]
pub struct Greedy {
    random: Random,
    ties: Ties,
    seat: Seat,
    maze: Maze,
    ring: Ring,
    costs: Vec<u32>,
    equals: Vec<usize>,
}

impl Greedy {
    /// A bot with this generator.
    #[must_use]
    pub fn new(random: Random, ties: Ties) -> Self {
        let maze = Maze::open(SMALLEST);
        Self { random, ties, seat: Seat(0), maze, ring: Ring::default(), costs: Vec::new(), equals: Vec::new() }
    }

    /// Travel times to `cell` from everywhere; mud takes the same time both ways.
    fn travel_from(&mut self, cell: usize) {
        self.costs.resize(self.maze.grid().cells(), UNREACHED);
        self.ring.least_costs(&self.maze, [cell], &mut self.costs);
    }

    /// The number of a cell as this seat counts it: seat 1 sees the board mirrored.
    fn own_number(&self, cell: usize) -> usize {
        if self.seat.0 == 1 { mirror_cell(self.maze.grid(), cell) } else { cell }
    }

    fn own_code(&self, action: Action) -> u8 {
        (if self.seat.0 == 1 { action.mirrored() } else { action }) as u8
    }
}

impl Bot<Start, View, Action> for Greedy {
    fn start(&mut self, start: &Start) {
        self.maze = maze_of(start);
        self.seat = start.seat;
    }

    fn choose(&mut self, view: &View, _: &[Action]) -> Action {
        let grid = self.maze.grid();
        let me = view.players[self.seat.index() & 1];
        let Some(here) = grid.index(me.at).filter(|_| me.delay == 0) else { return Action::Stay };
        self.travel_from(here);
        // Its own cell costs 1, because it takes a turn to eat there.
        let costs = &self.costs;
        let time = |cell: usize| if cell == here { 1 } else { costs[cell] };
        let cheese = || view.cheese.iter().filter_map(|&cell| grid.index(cell));
        let Some(least) = cheese().map(time).filter(|&time| time != UNREACHED).min() else {
            return Action::Stay;
        };
        self.equals.clear();
        self.equals.extend(cheese().filter(|&cell| time(cell) == least));
        let target = match self.ties {
            Ties::Random => self.random.pick(&self.equals).copied(),
            Ties::First => self.equals.iter().copied().min_by_key(|&cell| self.own_number(cell)),
        };
        let Some(target) = target.filter(|&target| target != here) else { return Action::Stay };
        self.travel_from(target);
        let (mut steps, mut count) = ([Action::Stay; 4], 0);
        let whole = self.costs[here];
        self.maze.each_way(here, |action, to, turns| {
            if u32::from(turns) + self.costs[to] == whole {
                steps[count] = action;
                count += 1;
            }
        });
        let step = match self.ties {
            Ties::Random => self.random.pick(&steps[..count]).copied(),
            Ties::First => steps[..count].iter().copied().min_by_key(|&action| self.own_code(action)),
        };
        step.unwrap_or(Action::Stay)
    }
}

#[cfg(test)]
mod tests {
    //! The bots of section 12.

    use super::*;
    use gridhaunt_kernel::face::Session;
    use gridhaunt_kernel::json::{Map, Value};
    use serde_json::json;

    fn play(settings: &Value, bots: [(&str, Value); 2], seed: u64) -> Box<dyn Session> {
        let registry = crate::registry();
        let opened = registry.find("pyrat").unwrap().open(settings).unwrap();
        let mut session = opened.begin(seed).unwrap();
        let options = |value: &Value| value.as_object().cloned().unwrap_or_else(Map::new);
        let mut players: Vec<_> = bots
            .iter()
            .enumerate()
            .map(|(seat, (name, value))| opened.player(name, &options(value), seed, Seat(seat as u8)).unwrap())
            .collect();
        for (seat, player) in players.iter_mut().enumerate() {
            player.start(session.as_ref(), Seat(seat as u8));
        }
        while !session.phase().is_over() {
            let choose = |(seat, player): (usize, &mut Box<dyn gridhaunt_kernel::face::Player>)| {
                let seat = Seat(seat as u8);
                player.choose(session.as_ref(), seat).map(|code| (seat, code))
            };
            let choices: Vec<_> = players.iter_mut().enumerate().filter_map(choose).collect();
            session.step(&choices);
        }
        session
    }

    #[test]
    fn two_greedy_bots_that_take_the_first_draw_on_a_symmetric_board() {
        for seed in 0..20 {
            let first = || ("greedy", json!({"ties": "first"}));
            let session = play(&json!({"preset": "tiny"}), [first(), first()], seed);
            assert_eq!(session.outcome().unwrap().winner(), None, "seed {seed}");
        }
    }

    #[test]
    fn greedy_beats_random_and_random_beats_idle() {
        let wins = |bots: [&str; 2]| {
            let won = |seed| {
                play(&json!({"preset": "tiny"}), bots.map(|bot| (bot, json!({}))), seed).outcome().unwrap().winner()
            };
            (0..50).filter(|&seed| won(seed) == Some(Seat(0))).count()
        };
        assert!(wins(["greedy", "random"]) >= 48);
        assert!(wins(["random", "idle"]) >= 45);
    }

    #[test]
    fn greedy_goes_round_mud_that_costs_more_than_the_detour() {
        let start = |n: u16| {
            json!({"seat": 0, "width": 2, "height": 2, "max_turns": 9, "cheese_total": 1, "walls": [],
                   "mud": [[0, 0, 1, 0, n]], "starts": [[0, 0], [1, 1]]})
        };
        let view = json!({"turn": 0, "players": [{"at": [0, 0], "delay": 0, "half": 0}, {"at": [1, 1], "delay": 0, "half": 0}],
                          "cheese": [[1, 0]], "last": [4, 4]});
        let choose = |n| {
            let mut bot = Greedy::new(Random::new(1), Ties::Random);
            bot.start(&serde_json::from_value(start(n)).unwrap());
            bot.choose(&serde_json::from_value(view.clone()).unwrap(), &Action::ALL)
        };
        assert_eq!(choose(2), Action::Right, "two turns through the mud");
        assert_eq!(choose(4), Action::Up, "three turns round it");
    }

    #[test]
    fn greedy_stays_on_cheese_under_its_feet_and_where_nothing_can_be_reached() {
        let start = json!({"seat": 1, "width": 3, "height": 2, "max_turns": 9, "cheese_total": 2,
                           "walls": [[0, 0, 1, 0], [0, 1, 1, 1]], "mud": [], "starts": [[0, 0], [2, 1]]});
        let choose = |cheese: Value| {
            let mut bot = Greedy::new(Random::new(1), Ties::First);
            bot.start(&serde_json::from_value(start.clone()).unwrap());
            let view = json!({"turn": 0, "players": [{"at": [0, 0], "delay": 0, "half": 0}, {"at": [2, 1], "delay": 0, "half": 0}],
                              "cheese": cheese, "last": [4, 4]});
            bot.choose(&serde_json::from_value(view).unwrap(), &Action::ALL)
        };
        assert_eq!(choose(json!([[0, 0]])), Action::Stay);
        assert_eq!(choose(json!([[2, 1], [1, 1]])), Action::Stay, "both count 1; the own cell is the lowest of seat 1");
        assert_eq!(choose(json!([[1, 1]])), Action::Left);
    }

    #[test]
    fn a_bot_is_repeatable_and_differs_by_seed() {
        let hash = |seed| play(&json!({}), [("random", json!({})), ("random", json!({}))], seed).hash();
        assert_eq!(hash(3), hash(3));
        assert_ne!(hash(3), hash(4));
    }

    #[test]
    fn a_wrong_bot_or_option_is_named() {
        let registry = crate::registry();
        let opened = registry.find("pyrat").unwrap().open(&json!({})).unwrap();
        let error = |name: &str, options: Value| {
            opened.player(name, options.as_object().unwrap(), 0, Seat(0)).err().unwrap().to_string()
        };
        assert_eq!(
            error("gredy", json!({})),
            "bot: \"gredy\" is not one of uniform, idle, random, greedy, did you mean greedy?"
        );
        assert_eq!(error("greedy", json!({"ties": "last"})), "bot greedy.ties: \"last\" is not one of random, first");
        assert_eq!(error("greedy", json!({"tie": 1})), "bot greedy.tie: no such option, did you mean ties?");
        assert_eq!(error("idle", json!({"x": 1})), "bot idle.x: no such option: this bot has none");
    }
}
