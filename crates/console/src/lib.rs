//! Commands that only one game has, and the console they use.
//!
//! A game's entry in the registry offers [`Tool`]s. A front end lists the tools it finds there, turns the fields of a
//! tool into flags and runs it on its [`Console`]: lines in a pipe, a full screen with keys at a terminal, [`Lines`] in
//! a test.
//!
//! ```
//! use gridhaunt_console::{Lines, Tool, Exit};
//!
//! static GREET: Tool = Tool {
//!     name: "greet",
//!     also: &[],
//!     about: "Greets whoever is read",
//!     example: "gridhaunt nim greet",
//!     flags: &[],
//!     reads: Some("NAMES"),
//!     run: |_flags, console| {
//!         while let Some(name) = console.read() {
//!             console.say(&format!("hello {name}"));
//!         }
//!         Ok(Exit::Fine)
//!     },
//! };
//!
//! let mut console = Lines::of("ana");
//! (GREET.run)(&Default::default(), &mut console)?;
//! assert_eq!(console.said, ["hello ana"]);
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```
#![no_std]

extern crate alloc;

mod console;
mod lines;
mod page;
mod tool;

pub use console::Console;
pub use lines::Lines;
pub use page::{Answer, Key, Page};
pub use tool::{AddTools, Exit, HasTools, PARTLY_BUILT, Run, Tool};
