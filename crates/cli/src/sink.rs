//! Writes output files: to standard output, or under their name, where a file is complete or does not exist.

use gridhaunt_arena::file::Whole;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;

/// Whether a name stands for standard output: `-`, or `-.png`, where the extension says what is written.
pub(crate) fn is_stdout(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    name == b"-" || (name.starts_with(b"-.") && path.file_name() == Some(path.as_os_str()))
}

/// A file that is being written.
pub(crate) enum Sink {
    File(Whole),
    Out(BufWriter<Stdout>),
}

impl Sink {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if is_stdout(path) { Ok(Self::Out(BufWriter::new(io::stdout()))) } else { Whole::create(path).map(Self::File) }
    }

    /// Finishes the file and gives it its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::File(file) => file.finish(),
            Self::Out(mut out) => out.flush(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Out(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Out(out) => out.flush(),
        }
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut sink = Sink::create(path)?;
    sink.write_all(content.as_ref())?;
    sink.finish()
}
