//! The local program on a console that plays from a script.

use crate::snarl::local::TOOL;
use gridhaunt_console::{Answer, Console, Exit, Key, Page};
use gridhaunt_kernel::prelude::*;
use serde_json::json;
use std::collections::VecDeque;

/// Two rooms and a hallway: `######   #####` / `#..K.+:::+.E.#` / `######   #####`.
const LEVEL: &str = r#"{"type":"level","rooms":[
{"type":"room","origin":[0,0],"bounds":{"rows":3,"columns":6},"layout":[[0,0,0,0,0,0],[0,1,1,1,1,2],[0,0,0,0,0,0]]},
{"type":"room","origin":[0,9],"bounds":{"rows":3,"columns":5},"layout":[[0,0,0,0,0],[2,1,1,1,0],[0,0,0,0,0]]}],
"hallways":[{"type":"hallway","from":[1,5],"to":[1,9],"waypoints":[]}],
"objects":[{"type":"key","position":[1,3]},{"type":"exit","position":[1,11]}]}"#;

/// Answers from a script, and records everything that is shown.
#[derive(Default)]
struct Script {
    answers: VecDeque<Answer>,
    told: String,
    complaints: String,
    /// The tiles to aim at, as shown.
    aims: Vec<String>,
    /// How wide the second board of each page was.
    asides: Vec<Option<u16>>,
    is_stopped: bool,
}

impl Script {
    fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self { answers: answers.into_iter().collect(), ..Self::default() }
    }

    fn lines(text: &str) -> Self {
        Self::new(text.split_terminator('\n').map(|line| Answer::Line(line.into())))
    }

    fn run(&mut self, flags: &Value) -> Result<Exit, String> {
        (TOOL.run)(flags.as_object().unwrap(), self).map_err(|error| error.to_string())
    }
}

fn grid(board: &Board) -> &GridBoard {
    match board {
        Board::Grid(board) => board,
        Board::Graph(_) => panic!("a dungeon is a grid"),
    }
}

impl Console for Script {
    fn read(&mut self) -> Option<String> {
        None
    }

    fn json(&self) -> bool {
        false
    }

    fn say(&mut self, line: &str) {
        self.told += line;
        self.told.push('\n');
    }

    fn complain(&mut self, line: &str) {
        self.complaints += line;
        self.complaints.push('\n');
    }

    fn file(&mut self, path: &str) -> Result<String, Invalid> {
        match path {
            "two.levels" => Ok(format!("2\n{LEVEL}\n{LEVEL}\n")),
            "one.levels" => Ok(LEVEL.into()),
            "few.levels" => Ok(format!("3 {LEVEL}")),
            _ => Err(Invalid::new(path, "no text", "a file that can be read").says("no such file")),
        }
    }

    fn ask(&mut self, page: &Page<'_>) -> Answer {
        self.show(page);
        let board = grid(&page.scene.board);
        let aim = board.tiles.iter().find(|tile| *tile.look == Look::AIM).map(|tile| (tile.at.x, tile.at.y));
        self.aims.push(aim.map_or("-".into(), |(x, y)| format!("{x},{y}")));
        self.asides.push(page.aside.map(|scene| grid(&scene.board).grid.width()));
        let answer = self.answers.pop_front().unwrap_or(Answer::End);
        let typed = match &answer {
            Answer::Line(line) => line.clone(),
            Answer::Key(key) => format!("<{key:?}>"),
            Answer::End => "<End>".into(),
        };
        self.say(&format!("{}{typed}", page.prompt));
        answer
    }

    fn progress(&mut self, _what: &str, _done: u64, _of: Option<u64>) {}

    fn stopped(&self) -> bool {
        self.is_stopped && self.answers.is_empty()
    }
}

/// Wrong moves, a locked exit, the key, exits, a caught player: won on the second level.
const GAME: &str = "up\n5 5\n[1, 11]\nw\n\nee\n1 7\n[1,9]\nee\nn\nw\ne\nnull\n";

fn flags() -> Value {
    json!({"levels": "two.levels", "names": "ana,bo", "seed": 6})
}

#[test]
fn a_whole_game_of_two_players() {
    let mut script = Script::lines(GAME);
    assert_eq!(script.run(&flags()), Ok(Exit::Fine));
    assert_eq!(script.told, include_str!("two_players.txt"));
    assert_eq!(script.complaints, "seed 6\n");
    assert!(script.answers.is_empty());
}

#[test]
fn an_observer_sees_the_whole_board_after_every_act_instead() {
    let mut script = Script::lines("[1, 11]\nup\nw\n");
    let mut observed = flags();
    observed["observe"] = true.into();
    assert_eq!(script.run(&observed), Ok(Exit::Fine));
    let expected = "\
Level 1/2, round 1, exit locked
######   #####
#..K2+:::+1EZ#
######   #####
ana at [1,10]: [1, 11]
Level 1/2, round 1, exit locked
######   #####
#..K2+:::+.1Z#
######   #####
bo at [1,4]: up
Invalid move
bo at [1,4]: w
Player bo found the key
Level 1/2, round 1, exit open
######   #####
#..2.+:::+.1Z#
######   #####
Level 1/2, round 2, exit open
######   #####
#..2.+:::+.1Z#
######   #####
ana at [1,11]: <End>
Player ana was expelled
Level 1/2, round 2, exit open
######   #####
#..2.+:::+.OZ#
######   #####
bo at [1,3]: <End>
Player bo was expelled
Level 1/2, round 2, exit open
######   #####
#....+:::+.OZ#
######   #####
The game is lost on level 1.
1. bo: exits 0, keys 1, ejects 1
2. ana: exits 0, keys 0, ejects 1
";
    assert_eq!(script.told, expected);
    assert!(script.asides.iter().all(|aside| *aside == Some(14)), "on a screen the board stands beside the square");
}

#[test]
fn at_the_end_of_input_each_player_forfeits_at_its_turn() {
    let mut script = Script::lines("");
    assert_eq!(script.run(&flags()), Ok(Exit::Fine));
    let ending = "Player bo was expelled\nThe game is lost on level 1.\n\
        1. ana: exits 0, keys 0, ejects 1\n1. bo: exits 0, keys 0, ejects 1\n";
    assert!(
        script.told.contains("ana at [1,10]: <End>\nPlayer ana was expelled\nLevel 1/2, round 1"),
        "{}",
        script.told
    );
    assert!(script.told.ends_with(ending), "{}", script.told);
}

#[test]
fn one_who_stops_has_no_ending() {
    let mut script = Script { is_stopped: true, ..Script::lines("") };
    assert_eq!(script.run(&flags()), Ok(Exit::Stopped));
    assert!(script.told.ends_with("ana at [1,10]: <End>\n"), "{}", script.told);
}

#[test]
fn after_the_last_round_players_are_stranded() {
    let mut script = Script::lines("\n");
    assert_eq!(script.run(&json!({"levels": "one.levels", "max_rounds": 1, "seed": 6})), Ok(Exit::Fine));
    let ending = "player1 at [1,10]: \nPlayer player1 was stranded\nThe game is lost on level 1.\n\
        1. player1: exits 0, keys 0, ejects 0\n";
    assert!(script.told.ends_with(ending), "{}", script.told);
    let warning = "one.levels: no number of levels first: the one there is is used\nseed 6\n";
    assert_eq!(script.complaints, warning);
}

#[test]
fn keys_move_an_aim_that_is_shown() {
    let keys = [
        Key::Up,        // A wall.
        Key::Left,      // The door.
        Key::Char('4'), // The hallway behind it.
        Key::Char('4'), // Too far.
        Key::Char('6'), // Back to the door.
        Key::Back,      // No aim.
        Key::Char('w'), // Nothing.
        Key::Right,     // The exit.
        Key::Enter,     // bo's turn:
        Key::Char('6'), // The door.
        Key::Left,      // No aim.
        Key::Char('.'), // Stays.
        Key::Char(' '), // ana stays too.
        Key::Char('8'), // bo: a wall.
        Key::Enter,     // Stays.
    ];
    let mut script = Script::new(keys.map(Answer::Key));
    assert_eq!(script.run(&flags()), Ok(Exit::Fine));
    let aims = ["-", "-", "1,2", "0,2", "0,2", "1,2", "-", "-", "3,2", "-", "3,2", "-", "-", "-", "-", "-", "-"];
    assert_eq!(script.aims, aims);
    for line in ["ana at [1,10]: [1,8]<Char('4')>", "ana at [1,10]: [1,11]<Enter>", "ana at [1,11]: <Char(' ')>"] {
        assert!(script.told.contains(line), "{line} in {}", script.told);
    }
    assert!(!script.told.contains("Invalid"), "{}", script.told);
}

#[test]
fn a_team_mate_can_be_passed_but_not_aimed_at_for_good() {
    let keys = [Key::Right, Key::Enter, Key::Right, Key::Enter];
    let mut script = Script::new(keys.map(Answer::Key));
    // #12KZ+:::+.E.#
    assert_eq!(script.run(&json!({"levels": "one.levels", "names": "ana,bo", "seed": 10})), Ok(Exit::Fine));
    let over = "ana at [1,1]: [1,2]<Enter>\nInvalid move\nana at [1,1]: [1,2]<Right>\nana at [1,1]: [1,3]<Enter>\n\
        Player ana found the key\n";
    assert!(script.told.contains(over), "{}", script.told);
}

#[test]
fn moves_are_points_letters_or_nothing() {
    for (line, at) in [
        ("w", "[1,9]"),
        (" ww ", "[1,8]"),
        ("we", "[1,10]"),
        ("null", "[1,10]"),
        ("", "[1,10]"),
        ("  ", "[1,10]"),
        ("1 9", "[1,9]"),
        ("\t1   8 ", "[1,8]"),
        ("[1,9]", "[1,9]"),
        ("[ 1 , 9 ]", "[1,9]"),
        ("1 10", "[1,10]"),
    ] {
        let mut script = Script::lines(&format!("{line}\n"));
        script.run(&json!({"levels": "one.levels", "seed": 6})).unwrap();
        assert!(script.told.contains(&format!("player1 at {at}: <End>")), "{line:?}: {}", script.told);
    }
    let wrong = ["n", "x", "W", "www", "stay", "forfeit", "nw", "1", "1 9 1", "[1 9]", "1,9", "[1,9", "1.0 9", "0 10"];
    for line in
        wrong.into_iter().chain(["-9223372036854775808 9223372036854775807", "1 7", "NULL", "[[1,9]]", "\u{fffd}"])
    {
        let mut script = Script::lines(&format!("{line}\n"));
        script.run(&json!({"levels": "one.levels", "seed": 6})).unwrap();
        assert!(script.told.contains(&format!("{line}\nInvalid move\nplayer1 at [1,10]: <End>")), "{line:?}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    for (flags, told) in [
        (json!({"players": 7}), "players: 7 is not in 1..=4"),
        (json!({"players": 0}), "players: 0 is not in 1..=4"),
        (json!({"start": 3}), "start: 3 is beyond the last level, 2"),
        (json!({"start": 65}), "start: 65 is not in 1..=64"),
        (json!({"names": "ana,ana"}), "names: \"ana\" is taken"),
        (json!({"names": "ana,b o"}), "names: \"b o\" is not 1 to 32 letters and digits"),
        (json!({"names": "a,b,c,d,e"}), "players: 5 is not in 1..=4"),
        (json!({"names": "ana,bo", "players": 3}), "names: 2 names for 3 players"),
        (json!({"max_rounds": -1}), "max_rounds: -1 is not in 0..=1000000"),
        (json!({"players": 4}), "two.levels: levels[1]: 5 free floor tiles for 6 actors"),
        (json!({"levels": "few.levels"}), "few.levels: says 3 levels, holds 1"),
        (json!({"levels": "none.levels"}), "none.levels: no such file"),
        (
            json!({"levels": "snarl.levels"}),
            "snarl.levels: no such file; `gridhaunt snarl generate > snarl.levels` draws some, --levels FILE names others",
        ),
    ] {
        let mut given = json!({"levels": "two.levels", "seed": 1});
        given.as_object_mut().unwrap().extend(flags.as_object().unwrap().clone());
        let mut script = Script::lines("");
        assert_eq!(script.run(&given), Err(told.into()));
        assert_eq!(script.told, "");
    }
    let words = Script::lines("").run(&json!({})).unwrap_err();
    assert!(words.starts_with("snarl.levels: no such file; `gridhaunt snarl generate"), "{words}");
}

#[test]
fn a_seed_is_told_also_where_none_is_given() {
    let mut script = Script::lines("");
    script.run(&json!({"levels": "two.levels"})).unwrap();
    let seed = script.complaints.strip_prefix("seed ").and_then(|seed| seed.trim_end().parse::<u64>().ok());
    let mut again = Script::lines("");
    again.run(&json!({"levels": "two.levels", "seed": seed.unwrap().to_string()})).unwrap();
    assert_eq!(script.told, again.told);
}
