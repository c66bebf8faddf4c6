//! The `gridhaunt` command: parse, call, print.

mod args;
mod commands;
mod failure;
mod input;
mod output;
mod stop;

use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(&args) {
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
