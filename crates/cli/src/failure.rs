//! How a command can fail, and its exit code.

use crate::input;
use std::io;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A negative result: a replay does not verify.
    Finding(String),
    /// The command line or an input is wrong.
    Usage(String),
    /// There is no answer: a duel is undecided at its limit.
    Inconclusive(String),
    /// Disk, terminal or network failed.
    Infrastructure(String),
    Interrupted(String),
    /// The reader of the output has closed the pipe.
    Gone,
}

impl Failure {
    /// The exit code: 1 negative finding, 2 usage, 3 inconclusive, 4 infrastructure, 130 interrupted.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Gone => 0,
            Self::Finding(_) => 1,
            Self::Usage(_) => 2,
            Self::Inconclusive(_) => 3,
            Self::Infrastructure(_) => 4,
            Self::Interrupted(_) => 130,
        }
    }

    /// The error message, if there is one.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Self::Finding(text)
            | Self::Usage(text)
            | Self::Inconclusive(text)
            | Self::Infrastructure(text)
            | Self::Interrupted(text) => Some(text),
            Self::Gone => None,
        }
    }

    /// The same failure, with advice added to the message.
    pub(crate) fn advising(self, advice: &str) -> Self {
        let advised = |text: String| format!("{text}; {advice}");
        match self {
            Self::Finding(text) => Self::Finding(advised(text)),
            Self::Usage(text) => Self::Usage(advised(text)),
            Self::Inconclusive(text) => Self::Inconclusive(advised(text)),
            Self::Infrastructure(text) => Self::Infrastructure(advised(text)),
            Self::Interrupted(text) => Self::Interrupted(advised(text)),
            Self::Gone => Self::Gone,
        }
    }

    /// A failure to read a file that the user named.
    pub(crate) fn reading(path: &std::path::Path, error: &io::Error) -> Self {
        let text = format!("{}: {error}", input::name(path));
        match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::InvalidData
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::FileTooLarge => Self::Usage(text),
            _ => Self::Infrastructure(text),
        }
    }

    /// A failure to write a file; the message names a missing or read-only folder.
    pub(crate) fn writing(path: &std::path::Path, error: &io::Error) -> Self {
        let missing = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
        let there = path.ancestors().skip(1).find(|folder| folder.is_dir());
        let name = there.map_or("this folder".into(), |folder| format!("the folder {}", folder.display()));
        let why = match (error.kind(), missing) {
            // The reader of standard output has closed the pipe.
            (io::ErrorKind::BrokenPipe, _) => return Self::Gone,
            (io::ErrorKind::NotFound, Some(folder)) => format!("there is no folder {}", folder.display()),
            (io::ErrorKind::PermissionDenied, _) => format!("you may not write to {name} ({error})"),
            (io::ErrorKind::ReadOnlyFilesystem, _) => format!("{name} is read-only ({error})"),
            _ => error.to_string(),
        };
        Self::Infrastructure(format!("{}: cannot be written: {why}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Gone } else { Self::Infrastructure(error.to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_folder_that_cannot_be_written_to_is_named() {
        let told = |path: &str, kind: io::ErrorKind| {
            let failure = Failure::writing(Path::new(path), &kind.into()).advising("name another with -o");
            assert_eq!(failure.code(), 4);
            failure.message().unwrap_or_default().to_string()
        };
        let denied = told("/no/such/m.jsonl", io::ErrorKind::PermissionDenied);
        assert!(
            denied.starts_with("/no/such/m.jsonl: cannot be written: you may not write to the folder / ("),
            "{denied}"
        );
        assert!(denied.ends_with("); name another with -o"), "{denied}");
        let read_only = told("replays", io::ErrorKind::ReadOnlyFilesystem);
        assert!(read_only.starts_with("replays: cannot be written: this folder is read-only ("), "{read_only}");
        assert_eq!(Failure::writing(Path::new("-"), &io::ErrorKind::BrokenPipe.into()).code(), 0);
    }
}
