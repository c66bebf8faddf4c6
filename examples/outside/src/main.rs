//! The whole command line for one game that is not in this repository's list of games.

use gridhaunt::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut registry = Registry::default();
    registry.add(gridhaunt_nim::family());
    gridhaunt::main(registry)
}
