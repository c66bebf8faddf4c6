//! Private folders of programs: in use for as long as somebody holds the lock on them.

use super::{folder, tree};
use rustix::fs::{AtFlags, CWD, FlockOperation, Gid, Mode, Uid, fchmod, fchown, flock, fstat, mkdir, stat, unlinkat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// How the name of a private folder begins.
const NAME: &str = "gridhaunt-bot-";
/// How often a name is tried.
const ATTEMPTS: u32 = 100;
/// How long those are waited for that still use a folder whose keeper is gone.
const SWEEPING: Duration = Duration::from_secs(1);

/// A private folder in use.
#[derive(Debug)]
pub(super) struct Private {
    pub(super) path: PathBuf,
    /// The lock, which ends with the process that holds it, however that ends. None where folders cannot be locked.
    _lock: Option<OwnedFd>,
}

impl Private {
    /// Makes a folder that is the uid's own, if one is given.
    pub(super) fn make(place: &Path, uid: Option<u32>) -> Result<Self, (PathBuf, Errno)> {
        let mut path = place.to_path_buf();
        for _ in 0..ATTEMPTS {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            path = place.join(format!("{NAME}{}-{:x}", std::process::id(), now.as_nanos()));
            match Self::try_make(&path, uid) {
                Ok(Some(private)) => return Ok(private),
                Ok(None) => {}
                Err(error) => return Err((path, error)),
            }
        }
        Err((path, Errno::EXIST))
    }

    /// `None` if somebody who cleaned up was quicker than the lock.
    fn try_make(path: &Path, uid: Option<u32>) -> Result<Option<Self>, Errno> {
        mkdir(path, Mode::RWXU)?;
        let folder = match folder::open(CWD, path.as_os_str()) {
            Err(Errno::NOENT) => return Ok(None),
            folder => folder?,
        };
        let is_locked = match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) => return Ok(None),
            locked => locked.is_ok(),
        };
        // From here on nobody else gets the lock: if it is still there, it stays.
        let (here, locked) = (stat(path), fstat(&folder)?);
        if !here.is_ok_and(|here| (here.st_dev, here.st_ino) == (locked.st_dev, locked.st_ino)) {
            return Ok(None);
        }
        if let Some(uid) = uid {
            fchown(&folder, Some(Uid::from_raw(uid)), Some(Gid::from_raw(uid)))?;
        }
        Ok(Some(Self { path: path.to_path_buf(), _lock: is_locked.then_some(folder) }))
    }
}

/// Removes the private folders whose keepers are gone: one that is killed together with its host cannot do it (B16).
/// Nothing is in use whose lock can be had.
pub(crate) fn sweep(places: &[&Path]) {
    let mut swept: Vec<PathBuf> = Vec::new();
    for place in places.iter().filter_map(|place| place.canonicalize().ok()) {
        if !swept.contains(&place) {
            let _ = sweep_place(&place);
            swept.push(place);
        }
    }
}

fn sweep_place(place: &Path) -> io::Result<()> {
    let us = rustix::process::geteuid();
    for entry in fs::read_dir(place)?.flatten() {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(NAME.as_bytes()) {
            // What cannot be removed is left to somebody who may.
            let _ = remove_if_left(place, &name, us);
        }
    }
    Ok(())
}

/// Nothing is done by a path that somebody could put a link in.
fn remove_if_left(place: &Path, name: &OsStr, us: Uid) -> Result<(), Errno> {
    let place_opened = folder::open(CWD, place.as_os_str())?;
    let left = folder::open(&place_opened, name)?;
    if !us.is_root() && fstat(&left)?.st_uid != us.as_raw() {
        return Ok(());
    }
    flock(&left, FlockOperation::NonBlockingLockExclusive)?;
    let deadline = Instant::now() + SWEEPING;
    while tree::kill_those_of(&place.join(name)) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    fchmod(&left, Mode::RWXU)?;
    folder::empty(&left, &[])?;
    unlinkat(&place_opened, name, AtFlags::REMOVEDIR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_folders_that_nobody_holds_are_swept() {
        let base = tempfile::tempdir().unwrap();
        let place = base.path().join("place");
        let outside = base.path().join("outside");
        for folder in [&place, &outside, &place.join("gridhaunt-other")] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(outside.join("kept"), "").unwrap();
        symlink(&outside, place.join("gridhaunt-bot-link")).unwrap();
        fs::write(place.join("gridhaunt-bot-file"), "").unwrap();
        let [held, left] = [(); 2].map(|()| Private::make(&place, None).unwrap());
        for private in [&held, &left] {
            fs::create_dir(private.path.join("deep")).unwrap();
            fs::write(private.path.join("deep/file"), "").unwrap();
        }
        let path = left.path.clone();
        drop(left);
        sweep(&[&place, &place]);
        assert!(!path.exists() && held.path.join("deep/file").exists());
        assert!(outside.join("kept").exists() && place.join("gridhaunt-bot-link").is_symlink());
        assert!(place.join("gridhaunt-other").exists() && place.join("gridhaunt-bot-file").exists());
    }

    #[test]
    fn who_makes_one_and_who_sweeps_do_not_meet() {
        let base = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let maker = scope.spawn(|| {
                for _ in 0..20 {
                    let private = Private::make(base.path(), None).unwrap();
                    fs::write(private.path.join("file"), "").unwrap();
                    assert!(private.path.join("file").exists());
                }
            });
            while !maker.is_finished() {
                sweep(&[base.path()]);
            }
        });
        sweep(&[base.path()]);
        assert_eq!(fs::read_dir(base.path()).unwrap().count(), 0);
    }
}
