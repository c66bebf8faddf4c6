//! The file with the records of many matches.

use super::sweep;
use crate::failure::Failure;
use crate::output::complain;
use crate::sink::{Sink, is_stdout};
use gridhaunt_arena::replay::seal_of;
use gridhaunt_arena::seal::{Together, digits, from_digits};
use std::io::{self, Write};
use std::path::Path;

/// If the file cannot be written, the matches are played without it, and the command fails at its end.
pub(super) struct Book<'a> {
    path: &'a Path,
    file: io::Result<Sink>,
    seals: Together,
}

impl<'a> Book<'a> {
    /// Creates the file, if one is asked for. A missing folder is an error, reported before anything is played.
    pub(super) fn open(path: Option<&'a Path>) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        if !is_stdout(path) {
            sweep(path.parent());
        }
        let file = Sink::create(path);
        match &file {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Failure::writing(path, error)),
            Err(error) => {
                let failure = Failure::writing(path, error);
                complain(&format!("gridhaunt: {}; played without it", failure.message().unwrap_or_default()));
            }
            Ok(_) => {}
        }
        Ok(Some(Self { path, file, seals: Together::default() }))
    }

    /// Adds the record of a match. The only error is a closed pipe; any other is kept for [`finish`](Self::finish).
    pub(super) fn add(&mut self, record: &str) -> io::Result<()> {
        if let Some(seal) = seal_of(record).and_then(from_digits) {
            self.seals.add(&seal);
        }
        let Ok(file) = &mut self.file else { return Ok(()) };
        match file.write_all(record.as_bytes()) {
            // The reader of standard output has closed the pipe.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(error),
            Err(error) => {
                self.file = Err(error);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Finishes the file; returns the seal of all matches, or the failure.
    pub(super) fn finish(self) -> (Option<String>, Option<Failure>) {
        match self.file.and_then(Sink::finish) {
            Ok(()) => (self.seals.seal().as_ref().map(digits), None),
            Err(error) => (None, Some(Failure::writing(self.path, &error))),
        }
    }
}
