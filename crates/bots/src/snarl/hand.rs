//! A person's turn at a terminal (R56): all it needs is what the player sees.

use gridhaunt_kernel::tool::{Answer, Console, Key, Page};
use gridhaunt_kernel::{Scene, Seat};
use gridhaunt_snarl::Action;
use gridhaunt_snarl::drawing::square;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::scene::{heading_of, of_view};
use gridhaunt_snarl::view::PlayerView;

const KEYS: [(&str, &str); 4] = [("arrows/nwes", "aim"), ("enter", "go"), ("space", "stay"), ("backspace", "undo")];

/// Asks for the move of a seat until there is a legal one; none at the end of input, or once the question has `settled`
/// itself. A `board` stands beside the player's square on a screen; where there are lines it has been shown already, and
/// the square is not.
pub fn hand(
    console: &mut dyn Console,
    view: &PlayerView,
    seat: Seat,
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
        let scene = of_view(view, seat.0, aimed);
        let prompt = format!("{name} at {at}: {}", aimed.map(|aim| aim.to_string()).unwrap_or_default());
        let (heading, text, prompt) = (heading.as_str(), text.as_str(), prompt.as_str());
        let page = Page { heading, text, scene: &scene, aside: board, prompt, keys: &KEYS, again, settled };
        again = true;
        let wish = match console.ask(&page) {
            Answer::End => return None,
            Answer::Line(line) => wish(&line, at),
            Answer::Key(Key::Enter) => to(aim, at),
            Answer::Key(Key::Char(' ' | '.')) => Some(Action::Stay),
            Answer::Key(Key::Back) => {
                aim = at;
                continue;
            }
            Answer::Key(key) => {
                aim = step(key).and_then(|step| walk(view, at, aim, step)).unwrap_or(aim);
                continue;
            }
        };
        match wish.filter(|&action| view.sight.legal().has(action)) {
            Some(action) => return Some(action),
            None => console.say("Invalid move"),
        }
    }
}

/// `row col`, `[row, col]`, one or two letters of `n w e s`, `null` or nothing.
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

/// The step that a key means.
fn step(key: Key) -> Option<Action> {
    Some(match key {
        Key::Up | Key::Char('n') => Action::N,
        Key::Left | Key::Char('w') => Action::W,
        Key::Right | Key::Char('e') => Action::E,
        Key::Down | Key::Char('s') => Action::S,
        _ => return None,
    })
}

/// The aim one step further, if a player could walk there in two steps (R15); who stands on the way does not matter (R16).
fn walk(view: &PlayerView, at: Point, aim: Point, step: Action) -> Option<Point> {
    let (rows, columns) = step.offset();
    let next = Point { row: aim.row + i64::from(rows), column: aim.column + i64::from(columns) };
    let open = view.sight.code(next).is_some_and(|code| code > 0);
    (open && to(next, at).is_some() || next == at).then_some(next)
}
