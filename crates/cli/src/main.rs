//! The `gridhaunt` command with all games of this repository.

use std::process::ExitCode;

fn main() -> ExitCode {
    gridhaunt::main(gridhaunt_serve::registry())
}
