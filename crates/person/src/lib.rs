//! What a person at a seat is shown and may do, whatever the front end: the view of the seat as a picture, the possible
//! actions on the board and in a list with keys.
//!
//! A [`Chair`] follows a match from one seat and writes [sheets](Chair::sheet): JSON with everything that a page needs to
//! let a person choose. What is in it comes from the seat's [`Eyes`](gridhaunt_kernel::face::Eyes), and so from its view
//! alone. The player in a browser and a server that seats people send the same sheets.
//!
//! ```
//! use gridhaunt_kernel::Seat;
//! use gridhaunt_person::{Chair, Look, Window};
//!
//! let registry = gridhaunt_bots::registry();
//! let session = registry.find("pyrat")?.open(&serde_json::json!({"preset": "tiny"}))?.begin(7)?;
//! let chair = Chair::new(session.as_ref(), Seat(0));
//! let sheet = chair.sheet(&mut Window::default(), &Look::default());
//! assert!(sheet["board"].as_str().is_some_and(|board| board.starts_with("<svg")));
//! assert_eq!(sheet["entries"][0]["key"], "a");
//! let code = chair.code(0).expect("the first thing that may be done");
//! assert!(session.allows(Seat(0), code));
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

mod chair;
mod ending;
pub mod offers;
pub mod panel;
pub mod portrait;

pub use chair::{Chair, Look, Window, axes};
pub use ending::seats;
