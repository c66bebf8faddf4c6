//! A bot's identity (B3): its name and a digest over its files.

use crate::manifest::{MANIFEST, Program, has_executable_bit, shown};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Folders that do not belong to a bot.
pub const LEFT_OUT: [&str; 5] = [".git", "target", "node_modules", "__pycache__", ".venv"];
/// The most bytes of all files of a bot.
pub(crate) const MOST_BYTES: u64 = 256 << 20;
/// The most files of a bot.
pub(crate) const MOST_FILES: usize = 100_000;

/// A file of a bot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BotFile {
    /// Its path inside the bot's folder, with `/`.
    pub name: String,
    /// Where it is; nowhere if it is a manifest that was made.
    pub path: PathBuf,
    /// Its length in bytes.
    pub length: u64,
}

/// The files of a bot, in sorted order.
///
/// # Errors
/// A symbolic link, a file that is no plain file, or more than 256 MiB.
pub fn files(program: &Program) -> Result<Vec<BotFile>, Invalid> {
    let mut files = Vec::new();
    if let Some(made) = &program.made {
        gather(&program.folder, &made.folder, true, &mut files)?;
        let length = made.manifest.len() as u64;
        files.push(BotFile { name: MANIFEST.into(), path: PathBuf::new(), length });
    } else if program.path.is_dir() {
        gather(&program.path, "", false, &mut files)?;
    } else {
        let name = program.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let about = fs::metadata(&program.path).map_err(|error| unreadable(&program.path, &error))?;
        files.push(BotFile { name, path: program.path.clone(), length: about.len() });
    }
    files.sort();
    check_size(program, files.iter().map(|file| file.length).sum())?;
    Ok(files)
}

fn check_size(program: &Program, bytes: u64) -> Result<(), Invalid> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let mut words = format!("{} has {} MiB of files, need at most 256", shown(&program.path), bytes >> 20);
    if program.made.is_some() {
        words += ": all that lies beside a player belongs to it, so give it a folder of its own";
    }
    Err(Invalid::new("bot", bytes, "at most 256 MiB").says(words))
}

fn unreadable(path: &Path, error: &io::Error) -> Invalid {
    let path = shown(path);
    Invalid::new("bot", Value::from(path.as_str()), "a file that can be read").says(format!("{path}: {error}"))
}

/// Whether something lies in the folder of a player by chance: nobody made that folder for a bot.
fn is_by_chance(path: &Path, name: &str, is_link: bool) -> bool {
    let is_environment = || path.join("pyvenv.cfg").exists();
    is_link || name.starts_with('.') || name == "replays" || name.starts_with("gridhaunt.db") || is_environment()
}

fn gather(folder: &Path, inside: &str, lenient: bool, files: &mut Vec<BotFile>) -> Result<(), Invalid> {
    let refuse = |path: &Path, why: &str| {
        let path = shown(path);
        Err(Invalid::new("bot", Value::from(path.as_str()), "plain files and folders").says(format!("{path} {why}")))
    };
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(|error| unreadable(folder, &error))?);
        let Ok(name) = entry.file_name().into_string() else {
            return refuse(&path, "has a name that is not UTF-8");
        };
        if kind.is_dir() && LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        if lenient && is_by_chance(&path, &name, kind.is_symlink()) {
            continue;
        }
        let name = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        if kind.is_symlink() {
            return refuse(&path, "is a symbolic link: a bot's files must be its own, so copy what it points to");
        } else if kind.is_dir() {
            gather(&path, &name, lenient, files)?;
        } else if kind.is_file() {
            let length = entry.metadata().map_err(|error| unreadable(&path, &error))?.len();
            files.push(BotFile { name, path, length });
        } else {
            return refuse(&path, "is neither a file nor a folder");
        }
        if files.len() > MOST_FILES {
            return refuse(folder, "and what is beside it are more than 100,000 files");
        }
    }
    Ok(())
}

/// The digest of a bot's files: path, executable bit, length and bytes of each, in sorted order (B3).
///
/// # Errors
/// Those of [`files`], and a file that cannot be read or changes meanwhile.
pub fn digest(program: &Program) -> Result<[u8; 32], Invalid> {
    read(program, |_| Ok(()))
}

/// The digest of a bot's files. They are read once, and what is digested goes to `also` too, piece by piece.
pub(crate) fn read(program: &Program, mut also: impl FnMut(&[u8]) -> io::Result<()>) -> Result<[u8; 32], Invalid> {
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 64 << 10];
    let mut bytes = 0;
    for file in files(program)? {
        let unreadable = |error: io::Error| unreadable(&file.path, &error);
        let mut put = |piece: &[u8]| {
            hasher.update(piece);
            also(piece)
        };
        if let Some(made) = program.made.as_ref().filter(|_| file.name == MANIFEST) {
            let put = put(&head(&file.name, false, file.length)).and_then(|()| put(made.manifest.as_bytes()));
            put.map_err(unreadable)?;
            continue;
        }
        let mut input = open(&file.path).map_err(unreadable)?;
        // Of the file that is read, and not of what its name meant a moment ago.
        let about = input.metadata().map_err(unreadable)?;
        if !about.is_file() {
            return Err(unreadable(io::Error::other("it became another kind of file while it was read")));
        }
        let mut left = about.len();
        bytes += left;
        check_size(program, bytes)?;
        put(&head(&file.name, has_executable_bit(&file.path, &about), left)).map_err(unreadable)?;
        loop {
            let count = input.read(&mut buffer).map_err(unreadable)?;
            if count == 0 && left == 0 {
                break;
            }
            if count == 0 || count as u64 > left {
                return Err(unreadable(io::Error::other("its length changed while it was read")));
            }
            put(&buffer[..count]).map_err(unreadable)?;
            left -= count as u64;
        }
    }
    Ok(*hasher.finalize().as_bytes())
}

/// What stands before the bytes of a file, in the digest and in an archive.
pub(crate) fn head(name: &str, executable: bool, length: u64) -> Vec<u8> {
    let mut head = (name.len() as u64).to_le_bytes().to_vec();
    head.extend_from_slice(name.as_bytes());
    head.push(u8::from(executable));
    head.extend_from_slice(&length.to_le_bytes());
    head
}

/// Opens a file, but no link to one, and does not wait if it is a pipe.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits() as i32);
    }
    options.read(true).open(path)
}

/// A digest as results show it.
#[must_use]
pub fn digits(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(folder: &Path) -> Program {
        fs::write(folder.join("bot.toml"), "name = \"a\"\nrun = [\"./bot\"]").unwrap();
        Program::find(&folder.to_string_lossy()).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn the_digest_is_of_the_files_and_of_nothing_else() {
        // B3
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        fs::write(folder.join("bot"), "x").unwrap();
        let program = bot(folder);
        let first = digest(&program).unwrap();
        assert_eq!(digest(&program).unwrap(), first);
        fs::create_dir_all(folder.join("target/debug")).unwrap();
        fs::write(folder.join("target/debug/big"), "y").unwrap();
        assert_eq!(digest(&program).unwrap(), first, "what is built does not count");
        let mut seen = vec![first];
        let mut differs = |what: &str| {
            let now = digest(&program).unwrap();
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        };
        fs::set_permissions(folder.join("bot"), fs::Permissions::from_mode(0o755)).unwrap();
        differs("the executable bit");
        fs::write(folder.join("bot"), "y").unwrap();
        differs("a byte");
        fs::rename(folder.join("bot"), folder.join("bo")).unwrap();
        differs("a name");
        fs::create_dir(folder.join("b")).unwrap();
        fs::rename(folder.join("bo"), folder.join("b/o")).unwrap();
        differs("a folder");
        std::os::unix::fs::symlink("/etc/passwd", folder.join("link")).unwrap();
        let error = digest(&program).unwrap_err().to_string();
        assert!(error.contains("/link is a symbolic link"), "{error}");
    }

    #[test]
    fn too_many_bytes_are_refused_before_they_are_read() {
        let home = tempfile::tempdir().unwrap();
        let program = bot(home.path());
        File::create(home.path().join("huge")).unwrap().set_len(300 << 20).unwrap();
        assert!(digest(&program).unwrap_err().to_string().contains("300 MiB of files, need at most 256"));
    }
}
