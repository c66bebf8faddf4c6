//! Copies of programs for events (B3, A20): exactly the digested files, unpacked and built once on a machine.

use crate::archive::{self, Packed};
use crate::build;
use crate::host::Terms;
use crate::identity::digits;
use crate::manifest::{Program, shown};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::Value;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How often it is looked whether another process has built a copy, or all is to stop.
const LOOK: Duration = Duration::from_millis(50);
/// The folder of the files, beside the mark that they are built.
const FILES: &str = "bot";
/// The mark that a copy is built.
const MARK: &str = "built";

/// Why there is no copy of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCopy {
    /// The entrant's own fault: its archive or manifest is wrong, or it does not build. It is `unfit`.
    #[error("{0}")]
    Unfit(Invalid),
    /// Not the entrant's fault: the disk is full, the folder may not be written to.
    #[error("{0}")]
    Surroundings(Invalid),
    /// All is to stop.
    #[error("it was stopped")]
    Stopped,
}

impl NoCopy {
    /// The same as an error of input.
    #[must_use]
    pub fn into_invalid(self) -> Invalid {
        match self {
            Self::Unfit(error) | Self::Surroundings(error) => error,
            Self::Stopped => Invalid::new("bot", "nothing", "a copy of a bot").says("it was stopped"),
        }
    }
}

/// A folder with copies of programs, which several processes may use at once.
#[derive(Clone, Debug)]
pub struct Copies {
    folder: PathBuf,
}

impl Copies {
    /// Copies in this folder, which is made if it is not there.
    ///
    /// # Errors
    /// It cannot be made, or somebody else could put programs there.
    pub fn new(folder: impl Into<PathBuf>) -> Result<Self, Invalid> {
        let folder = folder.into();
        let made = fs::create_dir_all(&folder).and_then(|()| fs::canonicalize(&folder));
        let made = made.and_then(|folder| check_owner(&folder).map(|()| folder));
        Ok(Self { folder: made.map_err(|error| surroundings(&folder, &error))? })
    }

    /// Where copies are kept if nobody says: the cache of this user. That of root is the machine's, since a program of
    /// root has an uid of its own, to which root's home is closed (B16).
    #[must_use]
    pub fn usual_folder() -> PathBuf {
        let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let of_root = || {
            let machine = Path::new("/var/cache");
            (is_root() && machine.is_dir()).then(|| machine.to_path_buf())
        };
        let cache = set("XDG_CACHE_HOME").or_else(of_root).or_else(|| Some(set("HOME")?.join(".cache")));
        cache.unwrap_or_else(std::env::temp_dir).join("gridhaunt").join("bots")
    }

    /// The copy of a program: unpacked, and built at the level of the terms, unless that was done before on this
    /// machine. `tell` gets a line before a build.
    ///
    /// # Errors
    /// See [`NoCopy`].
    pub fn make(&self, packed: &Packed, terms: &Terms, tell: &mut dyn FnMut(&str)) -> Result<Program, NoCopy> {
        if let Some(program) = self.find(&packed.name, &packed.digest, terms) {
            return Ok(program);
        }
        let place = self.place(&packed.digest, terms);
        let failed = |path: &Path, error: io::Error| NoCopy::Surroundings(surroundings(path, &error));
        let _lock = lock(&place, packed, terms, tell)?;
        if let Some(program) = self.find(&packed.name, &packed.digest, terms) {
            return Ok(program);
        }
        // Half unpacked, half built, or of a machine that may have lost power before it was written.
        remove(&place).map_err(|error| failed(&place, error))?;
        archive::make_folder(&place).map_err(|error| failed(&place, error))?;
        let made = archive::unpack_into(packed, &place.join(FILES)).and_then(|program| {
            if program.build.is_some() {
                tell(&format!("building {}", program.name));
            }
            build::run(&program, terms).map(|()| program).map_err(|error| match terms.is_stopped() {
                true => NoCopy::Stopped,
                false => NoCopy::Unfit(error),
            })
        });
        let marked = made.and_then(|program| {
            mark(&place, &program).map_err(|error| failed(&place, error))?;
            Ok(program)
        });
        marked.inspect_err(|_| {
            let _ = remove(&place);
        })
    }

    /// The copy of a program, if it was made before on this machine: who has it needs no archive.
    #[must_use]
    pub fn find(&self, name: &str, digest: &[u8; 32], terms: &Terms) -> Option<Program> {
        let place = self.place(digest, terms);
        let text = fs::read_to_string(place.join(MARK)).ok()?;
        let file = text.strip_prefix(&this_boot())?;
        archive::program(name, Some(file).filter(|file| !file.is_empty()), &place.join(FILES)).ok()
    }

    /// Where a copy is. What is built at one level is not what is built at another.
    fn place(&self, digest: &[u8; 32], terms: &Terms) -> PathBuf {
        let network = if terms.build_network { "-network" } else { "" };
        self.folder.join(format!("{}-{}{network}", digits(digest), terms.level))
    }
}

/// Marks a copy as built, all at once.
fn mark(place: &Path, program: &Program) -> io::Result<()> {
    let file = Some(&program.path).filter(|path| path.is_file()).and_then(|path| path.file_name());
    let text = format!("{}{}", this_boot(), file.unwrap_or_default().to_string_lossy());
    let early = place.join("almost");
    fs::write(&early, text)?;
    fs::rename(early, place.join(MARK))
}

/// Waits until nobody else makes this copy. The lock ends with its process, however that ends.
fn lock(place: &Path, packed: &Packed, terms: &Terms, tell: &mut dyn FnMut(&str)) -> Result<File, NoCopy> {
    let path = place.with_extension("lock");
    let failed = |error: io::Error| NoCopy::Surroundings(surroundings(&path, &error));
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(failed)?;
    let mut told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {}
        }
        if terms.is_stopped() {
            return Err(NoCopy::Stopped);
        }
        if !std::mem::replace(&mut told, true) {
            tell(&format!("waiting for another process that builds {}", packed.name));
        }
        thread::sleep(LOOK);
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

/// A folder in which others may write is none for programs that are run.
#[cfg(unix)]
fn check_owner(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let about = fs::metadata(folder)?;
    let wrong = |why: String| Err(io::Error::other(format!("{why}: somebody else could put programs there")));
    if about.uid() != 0 && about.uid() != rustix::process::geteuid().as_raw() {
        return wrong(format!("it belongs to user {}", about.uid()));
    }
    if about.mode() & 0o002 != 0 {
        return wrong("everybody may write in it".into());
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_owner(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn surroundings(path: &Path, error: &io::Error) -> Invalid {
    let path = shown(path);
    Invalid::new("folder", Value::from(path.as_str()), "a folder for copies of bots").says(format!("{path}: {error}"))
}

/// What a mark says: files that were written before the machine started may not have reached its disk.
fn this_boot() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_else(|_| "built\n".into())
}

/// Removes a folder with all that a build made in it; a build may have closed folders to itself.
fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(());
    }
    #[cfg(target_os = "linux")]
    return crate::keeper::remove_folder(path).map_err(Into::into);
    #[cfg(not(target_os = "linux"))]
    fs::remove_dir_all(path)
}
