//! Records on disk: plain text, or zstd if the name ends in `.zst`. A file is complete or does not exist.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// The largest window of a compressed file, as a power of two: 8 MiB (K7). Files written here need less.
const WINDOW_LOG: u32 = 23;

/// Opens a record file as a stream; compressed or not, only a small part of it is in memory at a time.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if is_packed(path) { unpack(file) } else { Ok(Box::new(BufReader::with_capacity(1 << 16, file))) }
}

/// Decompresses a zstd stream while it is read; its window must not exceed 8 MiB (K7).
pub fn unpack(packed: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut decoder = zstd::Decoder::new(packed)?;
    decoder.window_log_max(WINDOW_LOG)?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, Unpacked(decoder))))
}

/// A compressed file; its errors say what is wrong with the file.
struct Unpacked<R: Read>(zstd::Decoder<'static, BufReader<R>>);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => io::Error::new(io::ErrorKind::InvalidData, format!("this is no whole zstd file ({error})")),
        })
    }
}

/// Whether a path names a compressed file, by its extension `.zst`.
#[must_use]
pub fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zst"))
}

/// A file that appears under its name only when it is finished. If it is dropped before that, nothing remains.
pub struct Whole {
    path: PathBuf,
    part: TempPath,
    out: Out,
}

enum Out {
    Plain(BufWriter<File>),
    Packed(zstd::Encoder<'static, BufWriter<File>>),
}

impl Whole {
    /// Creates a temporary file beside `path`; if `path` ends in `.zst`, what is written is compressed.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (file, part) = claim_part(path)?;
        let file = BufWriter::new(file);
        let out = if is_packed(path) { Out::Packed(zstd::Encoder::new(file, 3)?) } else { Out::Plain(file) };
        Ok(Self { path: path.into(), part, out })
    }

    /// Writes everything to the disk; returns the file, its temporary and its final name. The file is locked as long as
    /// it is open, and must stay open until it has its name: another program would sweep it away before.
    fn close(self) -> io::Result<(File, TempPath, PathBuf)> {
        let file = match self.out {
            Out::Plain(file) => file,
            Out::Packed(packed) => packed.finish()?,
        };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok((file, self.part, self.path))
    }

    /// Finishes the file and gives it its name; an existing file with that name is replaced.
    pub fn finish(self) -> io::Result<()> {
        let (_locked, part, path) = self.close()?;
        part.persist(&path)?;
        sync_folder(&path)
    }

    /// Finishes the file and gives it its name unless a file with that name exists; returns whether it has the name
    /// now.
    pub fn finish_new(self) -> io::Result<bool> {
        let (_locked, part, path) = self.close()?;
        match part.persist_noclobber(&path) {
            Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            named => {
                named?;
                sync_folder(&path).map(|()| true)
            }
        }
    }
}

/// The folder of a file; `.` for a name without a folder.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder, so that the new name of a file survives a crash.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    // A folder may be writable and not readable, and some file systems cannot sync folders.
    let Ok(folder) = File::open(folder_of(path)) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if error.kind() != io::ErrorKind::InvalidInput => Err(error),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Creates a temporary file beside the final one, and locks it as long as it is open: a temporary file without a lock
/// was left behind by a killed program.
fn claim_part(path: &Path) -> io::Result<(File, TempPath)> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is no file name"))?;
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    prefix.push(format!(".{}-", std::process::id()));
    loop {
        let part = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(".part")
            .make_in(folder_of(path), |part| OpenOptions::new().write(true).create_new(true).open(part))?;
        // If the file system has no locks, temporary files are never removed.
        let _ = part.as_file().lock();
        // Between creating and locking it, another program may have removed it.
        if part.path().exists() {
            return Ok(part.into_parts());
        }
    }
}

/// Removes the incomplete files of killed programs from a folder; returns their names.
#[must_use]
pub fn sweep(folder: &Path) -> Vec<PathBuf> {
    let mut swept = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let id =
            name.strip_prefix('.').and_then(|name| name.strip_suffix(".part")?.rsplit_once('.')?.1.split_once('-'));
        let is_part = id.is_some_and(|(process, drawn)| {
            process.parse::<u32>().is_ok() && drawn.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let Some(file) = File::open(&path).ok().filter(|_| is_part && is_file) else { continue };
        match file.try_lock() {
            Ok(()) if fs::remove_file(&path).is_ok() => swept.push(path),
            Ok(()) | Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
    swept.sort();
    swept
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Plain(file) => file.write(bytes),
            Out::Packed(packed) => packed.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Plain(file) => file.flush(),
            Out::Packed(packed) => packed.flush(),
        }
    }
}

/// Writes a file; it appears complete or not at all.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = Whole::create(path)?;
    file.write_all(content.as_ref())?;
    file.finish()
}

/// Writes a text into `folder` under a name that is free: `name`, `name-2`, `name-3`, …; returns its path. If one of
/// these files already contains exactly this text, its path is returned and nothing is written.
pub fn keep(folder: &Path, name: &str, extension: &str, text: &str) -> io::Result<PathBuf> {
    let path = |suffix: String| folder.join(format!("{name}{suffix}.{extension}"));
    for path in std::iter::once(path(String::new())).chain((2u64..).map(|n| path(format!("-{n}")))) {
        if !path.exists() {
            let mut file = Whole::create(&path)?;
            file.write_all(text.as_bytes())?;
            if file.finish_new()? {
                return Ok(path);
            }
        }
        if holds(&path, text).unwrap_or(false) {
            return Ok(path);
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Whether a file contains exactly this text.
fn holds(path: &Path, text: &str) -> io::Result<bool> {
    let mut there = Vec::with_capacity(text.len() + 1);
    open(path)?.take(text.len() as u64 + 1).read_to_end(&mut there)?;
    Ok(there == text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path) -> io::Result<String> {
        io::read_to_string(open(path)?)
    }

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
    fn a_packed_file_cannot_ask_for_much_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bomb.zst");
        let mut packed = zstd::Encoder::new(File::create(&path).unwrap(), 1).unwrap();
        packed.window_log(27).unwrap();
        io::copy(&mut io::repeat(b'0').take(200 << 20), &mut packed).unwrap();
        packed.finish().unwrap();
        let error = read(&path).unwrap_err();
        assert!(error.to_string().contains("no whole zstd file"), "{error}");
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
    fn a_file_that_is_about_to_get_its_name_is_not_swept() {
        let folder = tempfile::tempdir().unwrap();
        let file = Whole::create(&folder.path().join("a.jsonl")).unwrap();
        let (locked, part, path) = file.close().unwrap();
        assert_eq!(sweep(folder.path()), Vec::<PathBuf>::new());
        part.persist(&path).unwrap();
        drop(locked);
        assert!(path.exists());
    }

    #[test]
    fn a_name_is_taken_only_by_another_text() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["one", "two", "one", "two", "three"].map(|text| keep(folder.path(), "m", "jsonl", text).unwrap());
        let names = names.map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
        assert_eq!(names, ["m.jsonl", "m-2.jsonl", "m.jsonl", "m-2.jsonl", "m-3.jsonl"]);
    }

    #[test]
    fn thirty_at_once_are_thirty_files() {
        let folder = tempfile::tempdir().unwrap();
        let start = std::sync::Barrier::new(30);
        std::thread::scope(|scope| {
            for number in 0..30 {
                let (folder, start) = (folder.path(), &start);
                scope.spawn(move || {
                    start.wait();
                    let text = format!("match {number}");
                    let path = keep(folder, "m", "jsonl", &text).unwrap();
                    assert_eq!(read(&path).unwrap(), text);
                });
            }
        });
        let mut texts: Vec<String> =
            fs::read_dir(folder.path()).unwrap().map(|entry| read(&entry.unwrap().path()).unwrap()).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 30);
    }

    #[test]
    fn what_was_left_behind_is_swept_away_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let held = Whole::create(&at("mine.jsonl")).unwrap();
        for name in [".a.jsonl.77-k3.part", ".a.b.jsonl.77-3.part", "a.part", ".a.jsonl.x-3.part", ".a.jsonl.77.part"] {
            fs::write(at(name), "half").unwrap();
        }
        assert_eq!(sweep(folder.path()), [at(".a.b.jsonl.77-3.part"), at(".a.jsonl.77-k3.part")]);
        assert_eq!(sweep(folder.path()), [] as [PathBuf; 0]);
        held.finish().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
        assert_eq!(sweep(&at("nowhere")), [] as [PathBuf; 0]);
    }
}
