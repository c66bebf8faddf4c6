//! The `gridhaunt` command: parse, call, print.

mod args;
mod commands;
mod failure;
mod fields;
mod input;
mod output;
mod stop;

use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let registry = gridhaunt_bots::registry();
    let args = args::Args::read(&registry);
    match commands::run(&registry, &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                eprintln!("gridhaunt: {message}");
            }
            ExitCode::from(failure.code())
        }
    }
}

impl From<gridhaunt_kernel::Invalid> for Failure {
    fn from(error: gridhaunt_kernel::Invalid) -> Self {
        Self::Usage(error.to_string())
    }
}
