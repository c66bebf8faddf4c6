//! Man pages and completions, made from the definition of the flags.

use crate::args::Args;
use crate::failure::Failure;
use clap::CommandFactory;
use std::io::Write;
use std::path::Path;

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "gridhaunt", &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

pub(crate) fn man(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))?;
    clap_mangen::generate_to(Args::command(), folder).map_err(|error| Failure::writing(folder, &error))
}
