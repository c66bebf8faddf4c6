//! How a command can fail, and the exit code that says so.

use std::io;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is no: a replay differs.
    Finding(String),
    /// The command cannot be understood or an input is wrong.
    Usage(String),
    /// Disk, terminal or network failed.
    Infrastructure(String),
    /// Somebody pressed Ctrl-C.
    Interrupted(String),
    /// Whoever read the output has gone.
    Gone,
}

impl Failure {
    /// The exit code: 1 negative finding, 2 usage, 4 infrastructure, 130 interrupted. 3 is kept for "inconclusive".
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Gone => 0,
            Self::Finding(_) => 1,
            Self::Usage(_) => 2,
            Self::Infrastructure(_) => 4,
            Self::Interrupted(_) => 130,
        }
    }

    /// What to tell, if anything.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Self::Finding(text) | Self::Usage(text) | Self::Infrastructure(text) | Self::Interrupted(text) => {
                Some(text)
            }
            Self::Gone => None,
        }
    }

    /// A failure to read a file that somebody named.
    pub(crate) fn reading(path: &std::path::Path, error: &io::Error) -> Self {
        let text = format!("{}: {error}", path.display());
        match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::InvalidData
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::FileTooLarge => Self::Usage(text),
            _ => Self::Infrastructure(text),
        }
    }

    /// A failure to write a file; a folder that is missing is named.
    pub(crate) fn writing(path: &std::path::Path, error: &io::Error) -> Self {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
        let why = match folder.filter(|_| error.kind() == io::ErrorKind::NotFound) {
            Some(folder) => format!("there is no folder {}", folder.display()),
            None => error.to_string(),
        };
        Self::Infrastructure(format!("{}: cannot be written: {why}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Gone } else { Self::Infrastructure(error.to_string()) }
    }
}
