//! Records on disk: plain text, or zstd where the name ends in `.zst`. A file is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The most a record may take, unpacked.
const MOST: u64 = 1 << 30;

/// Reads a record file.
pub fn read(path: &Path) -> io::Result<String> {
    let bytes = if is_packed(path) {
        let mut bytes = Vec::new();
        let unpacked = zstd::Decoder::new(File::open(path)?)?;
        let taken = io::Read::read_to_end(&mut io::Read::take(unpacked, MOST + 1), &mut bytes).map_err(|error| {
            io::Error::new(io::ErrorKind::InvalidData, format!("this is no whole zstd file ({error})"))
        })?;
        if taken as u64 > MOST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "unpacks to more than 1 GiB"));
        }
        bytes
    } else {
        let mut bytes = Vec::new();
        let taken = io::Read::read_to_end(&mut io::Read::take(File::open(path)?, MOST + 1), &mut bytes)?;
        if taken as u64 > MOST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "more than 1 GiB"));
        }
        bytes
    };
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is no text, and so no replay"))
}

/// Whether a path names a packed file.
#[must_use]
pub fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zst"))
}

/// A file that appears under its name only when it is finished.
pub struct Whole {
    path: PathBuf,
    part: PathBuf,
    out: Option<Out>,
}

enum Out {
    Plain(BufWriter<File>),
    Packed(zstd::Encoder<'static, BufWriter<File>>),
}

impl Whole {
    /// Begins a file.
    pub fn create(path: &Path) -> io::Result<Self> {
        let name =
            path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is no file name"))?;
        let mut part = std::ffi::OsString::from(".");
        part.push(name);
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        let file = BufWriter::new(File::create(&part)?);
        let out = if is_packed(path) { Out::Packed(zstd::Encoder::new(file, 3)?) } else { Out::Plain(file) };
        Ok(Self { path: path.into(), part, out: Some(out) })
    }

    /// Finishes the file and gives it its name.
    pub fn finish(mut self) -> io::Result<()> {
        let file = match self.out.take() {
            Some(Out::Plain(file)) => file,
            Some(Out::Packed(packed)) => packed.finish()?,
            None => return Ok(()),
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&self.part, &self.path)
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Some(Out::Plain(file)) => file.write(bytes),
            Some(Out::Packed(packed)) => packed.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Some(Out::Plain(file)) => file.flush(),
            Some(Out::Packed(packed)) => packed.flush(),
            None => Ok(()),
        }
    }
}

impl Drop for Whole {
    /// Leaves no half file behind.
    fn drop(&mut self) {
        if self.out.take().is_some() || self.part.exists() {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Writes a whole file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = Whole::create(path)?;
    file.write_all(content.as_ref())?;
    file.finish()
}

/// A path in `folder` for `name` that is free, or already holds exactly this text: `name`, `name-2`, `name-3`, ….
pub fn free_path(folder: &Path, name: &str, extension: &str, text: &str) -> PathBuf {
    let path = |suffix: String| folder.join(format!("{name}{suffix}.{extension}"));
    let usable = |path: &PathBuf| !path.exists() || read(path).is_ok_and(|there| there == text);
    let numbered = (2u64..).map(|n| path(format!("-{n}")));
    std::iter::once(path(String::new())).chain(numbered).find(usable).unwrap_or_else(|| path(String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_and_packed_files_read_back() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.jsonl", "a.jsonl.zst"] {
            let path = folder.path().join(name);
            let text = "{\"x\":1}\n".repeat(1000);
            write(&path, &text).unwrap();
            assert_eq!(read(&path).unwrap(), text);
        }
        assert!(fs::metadata(folder.path().join("a.jsonl.zst")).unwrap().len() < 200);
    }

    #[test]
    fn an_unfinished_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = Whole::create(&folder.path().join("a.jsonl")).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(write(&folder.path().join("no/such/folder.jsonl"), "x").is_err());
    }

    #[test]
    fn a_name_is_taken_only_by_another_text() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_path(folder.path(), "m", "jsonl", "one");
        write(&first, "one").unwrap();
        assert_eq!(free_path(folder.path(), "m", "jsonl", "one"), first);
        assert_eq!(free_path(folder.path(), "m", "jsonl", "two"), folder.path().join("m-2.jsonl"));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, [0xFF, 0xFE, 0x00]).unwrap();
        assert_eq!(read(&path).unwrap_err().to_string(), "this is no text, and so no replay");
        let path = folder.path().join("a.jsonl.zst");
        fs::write(&path, b"not packed").unwrap();
        assert!(read(&path).is_err());
    }
}
