//! The engine in a web page: replays, verifies and draws a match in the browser.
//!
//! The page communicates with it by numbers and two buffers. Input is written to [`inbox`]; every function returns the
//! number of bytes that it has written to the outbox, which begins at [`outbox`].

#![allow(unsafe_code, reason = "names must be found from outside, and no two functions here share one")]

mod stage;

use serde_json::{Value, json};
use stage::{Eye, Stage};
use std::cell::RefCell;

thread_local! {
    static INBOX: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTBOX: RefCell<String> = const { RefCell::new(String::new()) };
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
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

/// Takes the text that was written to the inbox. For a module that contains this one.
pub fn take_input() -> Vec<u8> {
    INBOX.take()
}

/// Opens the first match of the replay in the inbox; returns its card, or `{"error":…}`.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> u32 {
    let text = take_input();
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
    let text = take_input();
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

fn ask(question: impl FnOnce(&mut Stage) -> Value) -> u32 {
    draw(|stage| Some(question(stage).to_string()))
}

/// Answers with a drawing; empty if no replay is open, or if there is nothing to draw.
fn draw(question: impl FnOnce(&mut Stage) -> Option<String>) -> u32 {
    answer(STAGE.with_borrow_mut(|stage| stage.as_mut().and_then(question)).unwrap_or_default())
}

/// Writes an answer to the outbox; returns its length. For a module that contains this one.
pub fn answer(text: String) -> u32 {
    let bytes = text.len() as u32;
    OUTBOX.set(text);
    bytes
}
