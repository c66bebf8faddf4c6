//! Commands of one game.

use crate::Console;
use alloc::string::String;
use core::fmt;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::{Complete, Face, Family};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::settings::Field;

/// What a command says that is listed and not built.
pub const PARTLY_BUILT: &str = "not in this build, which is the quick one: `make build` or `cargo build --release --features full` makes all of them";

/// Runs a tool with the given flags.
pub type Run = fn(&Map<String, Value>, &mut dyn Console) -> Result<Exit, Invalid>;

/// A command of one game.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name, as in `gridhaunt GAME NAME`.
    pub name: &'static str,
    /// Other names for it.
    pub also: &'static [&'static str],
    /// What it does, in a sentence.
    pub about: &'static str,
    /// An example command line, for its help.
    pub example: &'static str,
    /// Its flags: `d_exit_min` is `--d-exit-min`. A [`FieldKind::Flag`](gridhaunt_kernel::settings::FieldKind::Flag) takes no value.
    pub flags: &'static [Field],
    /// The name of its input file in the help; none if it reads nothing. Without a file it reads standard input.
    pub reads: Option<&'static str>,
    /// Runs it with the given flags.
    pub run: Run,
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The result of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything is right.
    Fine,
    /// Something is not right; the output says what.
    Wanting,
    /// The input could not be used; the output says why.
    Unusable,
    /// A file could not be written; the output says which and why.
    Unwritten,
    /// It was stopped before it had a result.
    Stopped,
}

/// Adds tools to a game's entry in the registry.
pub trait AddTools {
    /// Adds a command that only this game has.
    fn tool(&mut self, tool: &'static Tool) -> &mut Self;
}

impl<G: Complete> AddTools for Family<G> {
    fn tool(&mut self, tool: &'static Tool) -> &mut Self {
        self.extra(tool)
    }
}

/// Finds the tools in a game's entry in the registry.
pub trait HasTools {
    /// The commands that only this game has.
    fn tools(&self) -> impl Iterator<Item = &'static Tool>;
}

impl HasTools for dyn Face + '_ {
    fn tools(&self) -> impl Iterator<Item = &'static Tool> {
        self.extras().iter().filter_map(|extra| extra.downcast_ref())
    }
}
