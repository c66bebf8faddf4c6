//! Commands that only one game has, and the console they talk to.
//!
//! A game's entry in the registry offers [`Tool`]s. A front end lists what it finds there, turns the fields of a tool into
//! flags and runs it on its [`Console`]: lines in a pipe, a full screen with keys at a terminal, a list of lines in a test.
//!
//! ```
//! use gridhaunt_console::{Console, Tool, Verdict};
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
//!         Ok(Verdict::Fine)
//!     },
//! };
//!
//! #[derive(Default)]
//! struct Lines(Vec<String>, Vec<String>);
//!
//! impl Console for Lines {
//!     fn read(&mut self) -> Option<String> {
//!         self.0.pop()
//!     }
//!     fn json(&self) -> bool {
//!         false
//!     }
//!     fn say(&mut self, line: &str) {
//!         self.1.push(line.into());
//!     }
//!     fn progress(&mut self, _what: &str, _done: u64, _of: Option<u64>) {}
//!     fn stopped(&self) -> bool {
//!         false
//!     }
//! }
//!
//! let mut console = Lines(vec!["ana".into()], Vec::new());
//! (GREET.run)(&Default::default(), &mut console)?;
//! assert_eq!(console.1, ["hello ana"]);
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```
#![no_std]

extern crate alloc;

mod console;
mod page;
mod tool;

pub use console::Console;
pub use page::{Answer, Key, Page};
pub use tool::{AddTools, HasTools, Run, Tool, Verdict};
