//! A bot's folder as somebody sent it: zip or tar.gz. It is unpacked in memory, within limits, and nothing of it is
//! trusted: no link is followed, no name leads out of the folder, no size is believed before it was read.

use crate::limits::UPLOAD;
use flate2::read::MultiGzDecoder;
use gridhaunt_host::archive::{Packed, pack};
use gridhaunt_host::identity::LEFT_OUT;
use gridhaunt_host::manifest::{MANIFEST, Program};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::shown::steers;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Cursor, Read, Write as _};
use std::path::Path;

/// The most entries: files, and folders if they are named.
pub const MOST_ENTRIES: usize = 2000;
/// The most bytes of all files.
pub const MOST_BYTES: u64 = 64 << 20;
/// The most bytes of a path.
const MOST_PATH: usize = 240;
/// The most folders in each other.
const MOST_DEPTH: usize = 16;
/// What a tar archive may have besides its files: heads and padding.
const HEADS: u64 = (MOST_ENTRIES as u64 + 16) * 4096;
/// What some systems add without being asked.
const ADDED: [&str; 3] = ["__MACOSX", ".DS_Store", "Thumbs.db"];

/// A file of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it can be started.
    pub executable: bool,
}

/// The files of an upload, by path.
pub type Files = BTreeMap<String, Sent>;

/// The files of an upload.
///
/// # Errors
/// It is no archive, or has something in it that a bot must not have.
pub fn unpack(upload: &[u8]) -> Result<Files, Invalid> {
    if upload.len() > UPLOAD {
        let most = format!("at most {} MiB", UPLOAD >> 20);
        return Err(wrong(
            format!("{} bytes", upload.len()),
            &most,
            &format!("it has {} bytes, need {most}", upload.len()),
        ));
    }
    let mut unpacking = Unpacking::default();
    match upload {
        [b'P', b'K', 3 | 5, ..] => from_zip(upload, &mut unpacking)?,
        [0x1f, 0x8b, ..] => from_tar(upload, &mut unpacking)?,
        _ => {
            return Err(wrong(
                "another kind of file",
                "a zip or a tar.gz file",
                "it is neither a zip nor a tar.gz file of a bot's folder",
            ));
        }
    }
    unpacking.finish()
}

fn wrong(got: impl std::fmt::Display, expected: impl Into<String>, words: &str) -> Invalid {
    Invalid::new("upload", got, expected).says(words)
}

fn unreadable(error: impl std::fmt::Display) -> Invalid {
    let words = format!("it cannot be unpacked: {error}");
    Invalid::new("upload", brief(&Value::from(error.to_string())), "a whole zip or tar.gz file").says(words)
}

/// What was unpacked so far.
#[derive(Default)]
struct Unpacking {
    files: Files,
    entries: usize,
    bytes: u64,
}

impl Unpacking {
    /// Counts an entry.
    fn count(&mut self) -> Result<(), Invalid> {
        self.entries += 1;
        match self.entries > MOST_ENTRIES {
            true => {
                let words = format!("it holds more than {MOST_ENTRIES} files and folders, which is the most");
                Err(wrong(self.entries, format!("at most {MOST_ENTRIES}"), &words))
            }
            false => Ok(()),
        }
    }

    /// Takes a file in, whatever its head says of its length.
    fn add(&mut self, name: &str, executable: bool, content: &mut dyn Read) -> Result<(), Invalid> {
        let Some(name) = checked(name)? else { return Ok(()) };
        let room = MOST_BYTES - self.bytes;
        let mut bytes = Vec::new();
        content.take(room + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > room {
            let most = MOST_BYTES >> 20;
            let words = format!("it has more than {most} MiB when it is unpacked, which is the most");
            return Err(wrong("more", format!("at most {most} MiB unpacked"), &words));
        }
        self.bytes += bytes.len() as u64;
        match self.files.insert(name.clone(), Sent { bytes, executable }) {
            Some(_) => Err(bad_name(&name, "is there twice", "each file once")),
            None => Ok(()),
        }
    }

    /// The files, without the one folder that all of them may be in.
    fn finish(self) -> Result<Files, Invalid> {
        let mut files = self.files;
        let top = files.keys().next().and_then(|name| Some(name.split_once('/')?.0.to_string()));
        if let Some(top) = top.filter(|_| !files.contains_key(MANIFEST)) {
            let inside = format!("{top}/");
            if files.keys().all(|name| name.starts_with(&inside)) {
                files = files.into_iter().map(|(name, sent)| (name[inside.len()..].to_string(), sent)).collect();
            }
        }
        for name in files.keys() {
            let folders = name.match_indices('/').map(|(end, _)| &name[..end]);
            if let Some(folder) = folders.into_iter().find(|folder| files.contains_key(*folder)) {
                return Err(bad_name(folder, "is a file and a folder", "one of both"));
            }
        }
        if !files.contains_key(MANIFEST) {
            let words = format!("it holds no {MANIFEST}: a folder is a bot if it does; `gridhaunt new` makes one");
            return Err(Invalid::new("upload", "no bot.toml", "a folder with bot.toml").says(words));
        }
        Ok(files)
    }
}

fn bad_name(name: &str, why: &str, expected: &str) -> Invalid {
    let shown = brief(&Value::from(name));
    let words = format!("{shown} {why}, need {expected}");
    Invalid::new("upload", shown, expected).says(words)
}

/// A path below the folder, with `/`; none if it does not belong to a bot.
fn checked(name: &str) -> Result<Option<String>, Invalid> {
    let plain = "plain paths below the bot's folder";
    if name.len() > MOST_PATH {
        let start: String = name.chars().take(40).collect();
        return Err(bad_name(&start, "begins a path that is too long", &format!("at most {MOST_PATH} bytes")));
    }
    let name = name.strip_prefix("./").unwrap_or(name);
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() > MOST_DEPTH {
        return Err(bad_name(name, "is too deep", &format!("at most {MOST_DEPTH} folders in each other")));
    }
    let is_plain = |part: &&str| !matches!(*part, "" | "." | "..");
    if !parts.iter().all(is_plain) {
        return Err(bad_name(name, "leads out of the folder", plain));
    }
    if name.chars().any(|c| c.is_control() || steers(c) || matches!(c, '\\' | ':')) {
        return Err(bad_name(name, "has a character that names of files must not have", plain));
    }
    let foreign = parts.iter().any(|part| ADDED.contains(part) || part.starts_with("._"));
    let folders = &parts[..parts.len() - 1];
    Ok((!foreign && !folders.iter().any(|part| LEFT_OUT.contains(part))).then(|| name.to_string()))
}

/// The kinds of a file in a mode of Unix.
const KIND: u32 = 0o170_000;
const PLAIN: u32 = 0o100_000;

fn from_zip(upload: &[u8], unpacking: &mut Unpacking) -> Result<(), Invalid> {
    let mut archive = zip::ZipArchive::new(Cursor::new(upload)).map_err(unreadable)?;
    for at in 0..archive.len() {
        unpacking.count()?;
        let mut entry = archive.by_index(at).map_err(unreadable)?;
        let name = std::str::from_utf8(entry.name_raw()).map(str::to_string);
        let name = name.map_err(|_| bad_name("a name", "is not UTF-8", "names in UTF-8"))?;
        if entry.is_dir() {
            continue;
        }
        let mode = entry.unix_mode().unwrap_or(PLAIN);
        if entry.is_symlink() || !matches!(mode & KIND, 0 | PLAIN) {
            return Err(bad_name(&name, "is a link or a device", "plain files"));
        }
        unpacking.add(&name, mode & 0o111 != 0, &mut entry)?;
    }
    Ok(())
}

fn from_tar(upload: &[u8], unpacking: &mut Unpacking) -> Result<(), Invalid> {
    // Long names are read as they come, so that all that is unpacked is bounded first.
    let input = MultiGzDecoder::new(upload).take(MOST_BYTES + HEADS);
    let mut archive = tar::Archive::new(input);
    for entry in archive.entries().map_err(unreadable)? {
        let mut entry = entry.map_err(unreadable)?;
        unpacking.count()?;
        let name = String::from_utf8(entry.path_bytes().into_owned());
        let name = name.map_err(|_| bad_name("a name", "is not UTF-8", "names in UTF-8"))?;
        let kind = entry.header().entry_type();
        if kind.is_dir() || kind.is_pax_global_extensions() {
            continue;
        }
        if !kind.is_file() {
            return Err(bad_name(&name, "is a link or a device", "plain files"));
        }
        let mode = entry.header().mode().map_err(unreadable)?;
        unpacking.add(&name, mode & 0o111 != 0, &mut entry)?;
    }
    Ok(())
}

/// Writes files into a folder of our own that is empty, and reads the bot that they are. Its own name stays in the manifest;
/// it is packed under `name`.
///
/// # Errors
/// It is no bot, or the disk cannot be written to.
pub fn read(files: &Files, folder: &Path, name: &str) -> Result<(Program, Packed), Invalid> {
    let failed = |error: io::Error| Invalid::new("upload", error.kind(), "a disk with room for it");
    for (path, sent) in files {
        let path = folder.join(path);
        if let Some(above) = path.parent() {
            fs::create_dir_all(above).map_err(failed)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(failed)?;
        file.write_all(&sent.bytes).map_err(failed)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = if sent.executable { 0o755 } else { 0o644 };
            file.set_permissions(fs::Permissions::from_mode(mode)).map_err(failed)?;
        }
    }
    let program = Program::find(&folder.to_string_lossy()).map_err(|error| {
        // Where it was unpacked is nobody's business.
        let hidden = |text: &str| text.replace(&format!("{}/", folder.display()), "");
        let words = hidden(&error.to_string()).replace(&folder.display().to_string(), "the folder");
        Invalid::new(hidden(&error.field), hidden(&error.got), error.expected.clone()).reads(words)
    })?;
    let packed = pack(&Program { name: name.into(), ..program.clone() })?;
    Ok((program, packed))
}

/// A bot's folder or file as an upload: tar.gz.
///
/// # Errors
/// There is no bot, or its files cannot be read.
pub fn wrap(program: &Program) -> Result<Vec<u8>, Invalid> {
    let failed = |error: io::Error| Invalid::new("bot", error.kind(), "a bot whose files can be read");
    let packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let mut archive = tar::Builder::new(packer);
    for file in gridhaunt_host::identity::files(program)? {
        let mut head = tar::Header::new_gnu();
        head.set_size(file.length);
        #[cfg(unix)]
        let executable = {
            use std::os::unix::fs::PermissionsExt as _;
            fs::metadata(&file.path).map_err(failed)?.permissions().mode() & 0o111 != 0
        };
        #[cfg(not(unix))]
        let executable = false;
        head.set_mode(if executable { 0o755 } else { 0o644 });
        let content = fs::File::open(&file.path).map_err(failed)?;
        archive.append_data(&mut head, &file.name, content.take(file.length)).map_err(failed)?;
    }
    archive.into_inner().and_then(flate2::write::GzEncoder::finish).map_err(failed)
}

#[cfg(test)]
mod tests;
