//! A person's turn at a terminal (R56); it needs only what the player sees.

use gridhaunt_console::{Answer, Console, Key, Page};
use gridhaunt_kernel::{Game as _, Picture as _, Scene, Seat};
use gridhaunt_snarl::drawing::square;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::scene::{heading_of, of_memory};
use gridhaunt_snarl::seen::Seen;
use gridhaunt_snarl::view::{PlayerView, Sight};
use gridhaunt_snarl::{Action, Snarl};

const KEYS: [(&str, &str); 4] = [("arrows", "aim"), ("enter", "go"), ("space", "stay"), ("backspace", "undo")];

/// The page of a player: on a screen the map of what it has `seen`, with `aim` marked on it, and a `board` beside it.
fn page_of(seen: &Seen, view: &PlayerView, seat: Seat, aim: Option<Point>) -> Scene {
    let (scene, _) = of_memory(seen, view, seat, aim);
    Scene { legend: Snarl::LEGEND, ..scene }
}

/// The goal of a player, as its page shows it.
fn goal() -> &'static str {
    Snarl::INFO.roles.first().map_or("", |role| role.goal)
}

/// Keeps the last thing a player saw on the screen, with a sentence below it, until a key is pressed.
pub fn leave(console: &mut dyn Console, view: &PlayerView, seat: Seat, seen: &Seen, why: &str) {
    // Shows nothing of a level that has begun since.
    let view = &PlayerView { sight: Sight::default(), level: seen.level().unwrap_or(view.level), ..view.clone() };
    let (scene, heading) = (page_of(seen, view, seat, None), heading_of(view));
    let keys = [("enter", "go on")];
    console.stay(&Page {
        heading: &heading,
        text: "",
        scene: &scene,
        aside: None,
        prompt: why,
        goal: goal(),
        keys: &keys,
        again: true,
        settled: None,
    });
}

/// Asks for the move of a seat until there is a legal one; none at the end of input, or once the question is `settled`.
/// On a screen a `board` is shown beside the player's map; with lines the board has been shown already, and the square
/// of the player is not shown.
pub fn hand(
    console: &mut dyn Console,
    view: &PlayerView,
    seat: Seat,
    seen: &Seen,
    board: Option<&Scene>,
    settled: Option<&dyn Fn() -> bool>,
) -> Option<Action> {
    let Some(at) = view.sight.position else { return Some(Action::Stay) };
    let name = view.roster.get(seat.index()).map(|entry| entry.name.to_string()).unwrap_or_default();
    let number = |name: &str| view.roster.iter().position(|entry| entry.name.as_str() == name).map(|seat| seat as u8);
    let (heading, text) = (heading_of(view), square(&view.sight, view.exit_locked, number));
    let (mut aim, mut again) = (at, board.is_some());
    loop {
        let aimed = Some(aim).filter(|&aim| aim != at);
        let scene = page_of(seen, view, seat, aimed);
        let prompt = format!("{name} at {at}: {}", aimed.map(|aim| aim.to_string()).unwrap_or_default());
        let (heading, text, prompt) = (heading.as_str(), text.as_str(), prompt.as_str());
        let goal = goal();
        let page = Page { heading, text, scene: &scene, aside: board, prompt, goal, keys: &KEYS, again, settled };
        again = true;
        let wish = match console.ask(&page) {
            Answer::End => return None,
            Answer::Line(line) if line.trim() == "?" => {
                [goal, TYPED].into_iter().for_each(|line| console.say(line));
                continue;
            }
            Answer::Line(line) => wish(&line, at),
            Answer::Key(Key::Enter) => to(aim, at),
            Answer::Key(Key::Char(' ' | '.' | '5')) => Some(Action::Stay),
            Answer::Key(Key::Back) => {
                aim = at;
                continue;
            }
            Answer::Key(key) => {
                aim = steps(key).and_then(|steps| walk_all(view, at, aim, steps)).unwrap_or(aim);
                continue;
            }
        };
        match wish.filter(|&action| view.sight.legal().has(action)) {
            Some(action) => return Some(action),
            None => console.say("Invalid move"),
        }
    }
}

/// Reads `row col`, `[row, col]`, one or two letters of `n w e s`, `null` or nothing.
fn wish(line: &str, at: Point) -> Option<Action> {
    match line.trim() {
        "" | "null" => Some(Action::Stay),
        letters if letters.len() <= 2 && letters.bytes().all(|letter| b"nwes".contains(&letter)) => {
            Action::from_word(letters)
        }
        point => {
            let (row, column) = match point.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')) {
                Some(inside) => inside.split_once(',')?,
                None => point.split_once(char::is_whitespace)?,
            };
            to(Point { row: row.trim().parse().ok()?, column: column.trim().parse().ok()? }, at)
        }
    }
}

/// The move from one point to another, none if it is too far.
fn to(to: Point, at: Point) -> Option<Action> {
    Action::with_offset(to.row.checked_sub(at.row)?, to.column.checked_sub(at.column)?)
}

/// What can be typed without a screen.
const TYPED: &str = "Type where to go, as `row column` or as one or two of n, w, e, s; an empty line stays.";

/// The steps that an arrow key or a key of the numeric keypad stands for.
const fn steps(key: Key) -> Option<&'static [Action]> {
    Some(match key {
        Key::Up | Key::Char('8') => &[Action::N],
        Key::Left | Key::Char('4') => &[Action::W],
        Key::Right | Key::Char('6') => &[Action::E],
        Key::Down | Key::Char('2') => &[Action::S],
        Key::Char('7') => &[Action::N, Action::W],
        Key::Char('9') => &[Action::N, Action::E],
        Key::Char('1') => &[Action::S, Action::W],
        Key::Char('3') => &[Action::S, Action::E],
        _ => return None,
    })
}

/// The aim moved by these steps, in whichever order they can be walked.
fn walk_all(view: &PlayerView, at: Point, aim: Point, steps: &[Action]) -> Option<Point> {
    let there = steps.iter().try_fold(aim, |aim, &step| walk(view, at, aim, step));
    there.or_else(|| steps.iter().rev().try_fold(aim, |aim, &step| walk(view, at, aim, step)))
}

/// The aim moved by one step, if a player could walk there in two steps (R15); other players on the way do not matter
/// (R16).
fn walk(view: &PlayerView, at: Point, aim: Point, step: Action) -> Option<Point> {
    let (rows, columns) = step.offset();
    let next = Point { row: aim.row + i64::from(rows), column: aim.column + i64::from(columns) };
    let open = view.sight.code(next).is_some_and(|code| code > 0);
    (open && to(next, at).is_some() || next == at).then_some(next)
}
