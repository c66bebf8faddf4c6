//! The engine and its bots in a web page: a person plays a match in the browser, or goes on from a moment of a replay.
//!
//! The page communicates with it by texts: a request as JSON is written to the inbox of the viewer, which is part of this
//! module, and [`play`] answers in its outbox. Requests are named by `do`:
//!
//! | `do` | with | answers |
//! |---|---|---|
//! | `games` | | every game: title, settings, openings, roles |
//! | `set_up` | `game`, `settings`, `seed` | seats and the bots for each role |
//! | `begin` | the same, `seat`, `bots` by role, `look` | the first sheet |
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

mod catalogue;
mod request;
mod table;
#[cfg(test)]
mod tests;

use request::Playing;
use std::cell::RefCell;

thread_local! {
    static PLAYING: RefCell<Playing> = RefCell::new(Playing::default());
}

/// Answers the request in the inbox; returns the number of bytes of the answer in the outbox.
#[unsafe(no_mangle)]
pub extern "C" fn play() -> u32 {
    let request = gridhaunt_viewer::take_input();
    let answer = PLAYING.with_borrow_mut(|playing| playing.answer(&request));
    gridhaunt_viewer::answer(answer.to_string())
}
