//! The engine in a web page: replays, verifies and draws a match in the browser, and lets a person play one against bots.
//!
//! The page communicates with it by numbers and two buffers. Input is written to [`inbox`]; every function returns the
//! number of bytes that it has written to the outbox, which begins at [`outbox`].
//!
//! Playing has one function, [`play`], which answers a request given as JSON. Requests are named by `do`:
//!
//! | `do` | with | answers |
//! |---|---|---|
//! | `games` | | every game: title, settings, openings, roles |
//! | `set_up` | `game`, `settings`, `seed` | seats and the bots for each role |
//! | `begin` | the same, `seat`, `bots` by role, `look` | the first sheet |
//! | `take_over` | `replay` | the same as `set_up`, with who played each seat and which bot goes on there |
//! | `go_on` | `replay`, `step`, `seat`, `bots`, `look` | the sheet at that step |
//! | `step` | `offer` if the person is asked, `look` | the next sheet |
//! | `hurry` | `look` | the sheet when the person is asked again, or at the end |
//! | `show` | `look` | the sheet again |
//! | `undo` | `look` | the sheet before the last choice |
//! | `hint` | | the offer that the best bot would take |
//! | `record` | | the record as text |
//! | `legend` | `dark` | the signs as SVG |
//!
//! A `look` has `cell`, `dark` and `moments`. What cannot be done is answered with `{"error":…,"field":…}`.

#![allow(unsafe_code, reason = "names must be found from outside, and no two functions here share one")]

mod play;
mod stage;

use play::Playing;
use serde_json::{Value, json};
use stage::{Eye, Stage};
use std::cell::RefCell;

thread_local! {
    static INBOX: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTBOX: RefCell<String> = const { RefCell::new(String::new()) };
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
    static PLAYING: RefCell<Playing> = RefCell::new(Playing::default());
}

/// Makes room for an input text of so many bytes; returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn inbox(bytes: u32) -> *mut u8 {
    INBOX.with_borrow_mut(|inbox| {
        *inbox = vec![0; bytes as usize];
        inbox.as_mut_ptr()
    })
}

/// The address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn outbox() -> *const u8 {
    OUTBOX.with_borrow(|outbox| outbox.as_ptr())
}

/// Opens the first match of the replay in the inbox; returns its card, or `{"error":…}`.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> u32 {
    let text = INBOX.take();
    let opened = match std::str::from_utf8(&text) {
        Ok(text) => Stage::open(gridhaunt_roster::registry(), text),
        Err(error) => Err(format!("this is no text, and so no replay ({error})")),
    };
    let (stage, card) = match opened {
        Ok(stage) => {
            let card = stage.card();
            (Some(stage), card)
        }
        Err(error) => (None, json!({ "error": error })),
    };
    STAGE.set(stage);
    answer(card.to_string())
}

/// Takes remarks on choices of the open match from the inbox, a JSON list; returns how many can be read.
#[unsafe(no_mangle)]
pub extern "C" fn remark() -> u32 {
    let text = INBOX.take();
    ask(|stage| stage.remark(&text).into())
}

/// Replays and verifies up to so many further steps; returns their events, and the result when the end is reached.
#[unsafe(no_mangle)]
pub extern "C" fn advance(steps: u32) -> u32 {
    ask(|stage| stage.advance(steps as usize))
}

/// The board after a step as SVG, without the panel: the whole board, or from the point of view of a seat.
#[unsafe(no_mangle)]
pub extern "C" fn board(step: u32, single: u32, seat: i32, knows: u32, dark: u32, cell: u32) -> u32 {
    draw(|stage| stage.board(step as usize, single != 0, Eye::new(seat, knows != 0), dark != 0, cell))
}

/// The board between two steps, after so many thousandths of the time; empty if nobody moves.
#[unsafe(no_mangle)]
pub extern "C" fn moment(
    from: u32,
    single: u32,
    seat: i32,
    knows: u32,
    dark: u32,
    cell: u32,
    to: u32,
    thousandths: u32,
) -> u32 {
    let leap = (from as usize, to as usize, single != 0, Eye::new(seat, knows != 0));
    draw(|stage| stage.moment(leap, f64::from(thousandths) / 1000.0, dark != 0, cell))
}

/// The board after a step with its panel, as SVG.
#[unsafe(no_mangle)]
pub extern "C" fn picture(step: u32, single: u32, seat: i32, knows: u32, dark: u32, cell: u32) -> u32 {
    draw(|stage| stage.picture(step as usize, single != 0, Eye::new(seat, knows != 0), dark != 0, cell))
}

/// The panel beside the board after a step, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn beside(step: u32, single: u32, seat: i32, knows: u32, dark: u32) -> u32 {
    ask(|stage| stage.beside(step as usize, single != 0, Eye::new(seat, knows != 0), dark != 0))
}

/// How the cells of the board after a step are numbered; null if the game shows no coordinates.
#[unsafe(no_mangle)]
pub extern "C" fn axes(step: u32, single: u32, seat: i32, knows: u32) -> u32 {
    ask(|stage| stage.axes(step as usize, single != 0, Eye::new(seat, knows != 0)))
}

/// The legend of the board, as SVG; empty if there is nothing to explain.
#[unsafe(no_mangle)]
pub extern "C" fn legend(dark: u32) -> u32 {
    draw(|stage| stage.legend(dark != 0))
}

/// The hash of the state after a step, as a text.
#[unsafe(no_mangle)]
pub extern "C" fn hash(step: u32) -> u32 {
    ask(|stage| stage.hash(step as usize).map_or(Value::Null, Value::from))
}

/// Answers the request to play that is in the inbox.
#[unsafe(no_mangle)]
pub extern "C" fn play() -> u32 {
    let request = INBOX.take();
    answer(PLAYING.with_borrow_mut(|playing| playing.answer(&request)).to_string())
}

fn ask(question: impl FnOnce(&mut Stage) -> Value) -> u32 {
    draw(|stage| Some(question(stage).to_string()))
}

/// Answers with a drawing; empty if no replay is open, or if there is nothing to draw.
fn draw(question: impl FnOnce(&mut Stage) -> Option<String>) -> u32 {
    answer(STAGE.with_borrow_mut(|stage| stage.as_mut().and_then(question)).unwrap_or_default())
}

/// Writes an answer to the outbox; returns its length.
fn answer(text: String) -> u32 {
    let bytes = text.len() as u32;
    OUTBOX.set(text);
    bytes
}
