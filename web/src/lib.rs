//! The engine in a page: a replay is played again, proved and drawn where it is looked at.
//!
//! The page talks to it with numbers and two buffers. What goes in is written to [`inbox`]; every question answers with
//! the number of bytes it has put into the outbox, which begins at [`outbox`].

#![allow(unsafe_code, reason = "names must be found from outside, and no two functions here share one")]

mod panel;
mod stage;

use serde_json::{Value, json};
use stage::{Eye, Stage};
use std::cell::RefCell;

thread_local! {
    static INBOX: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTBOX: RefCell<String> = const { RefCell::new(String::new()) };
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
}

/// Makes room for a text of this many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn inbox(bytes: u32) -> *mut u8 {
    INBOX.with_borrow_mut(|inbox| {
        *inbox = vec![0; bytes as usize];
        inbox.as_mut_ptr()
    })
}

/// Where the last answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn outbox() -> *const u8 {
    OUTBOX.with_borrow(|outbox| outbox.as_ptr())
}

/// Opens the first match of the replay in the inbox; the answer is its card, or `{"error":…}`.
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

/// Plays up to so many further steps as recorded and checks them; the answer tells what happened in them, and the end
/// when it is reached.
#[unsafe(no_mangle)]
pub extern "C" fn advance(steps: u32) -> u32 {
    ask(|stage| stage.advance(steps as usize))
}

/// The picture after a step, the board alone, as SVG: the whole board, or with the eye on a seat.
#[unsafe(no_mangle)]
pub extern "C" fn board(step: u32, single: u32, seat: i32, knows: u32, dark: u32, cell: u32) -> u32 {
    draw(|stage| stage.board(step as usize, single != 0, Eye::new(seat, knows != 0), dark != 0, cell))
}

/// The board on the way from one step to another, so many thousandths of the way gone; nothing where nobody moves.
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

/// The picture after a step with all that stands beside the board, as SVG.
#[unsafe(no_mangle)]
pub extern "C" fn picture(step: u32, single: u32, seat: i32, knows: u32, dark: u32, cell: u32) -> u32 {
    draw(|stage| stage.picture(step as usize, single != 0, Eye::new(seat, knows != 0), dark != 0, cell))
}

/// What stands beside the board after a step.
#[unsafe(no_mangle)]
pub extern "C" fn beside(step: u32, single: u32, seat: i32, knows: u32, dark: u32) -> u32 {
    ask(|stage| stage.beside(step as usize, single != 0, Eye::new(seat, knows != 0), dark != 0))
}

/// How the cells of the board after a step are numbered; null where no coordinates are told.
#[unsafe(no_mangle)]
pub extern "C" fn axes(step: u32, single: u32, seat: i32, knows: u32) -> u32 {
    ask(|stage| stage.axes(step as usize, single != 0, Eye::new(seat, knows != 0)))
}

/// What the signs on the board mean, as SVG; empty where nothing needs saying.
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

/// An empty answer where nothing is open, or nothing there to draw.
fn draw(question: impl FnOnce(&mut Stage) -> Option<String>) -> u32 {
    answer(STAGE.with_borrow_mut(|stage| stage.as_mut().and_then(question)).unwrap_or_default())
}

fn answer(text: String) -> u32 {
    let bytes = text.len() as u32;
    OUTBOX.set(text);
    bytes
}
