//! Private folders: made, emptied, removed, whatever the program put there.

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, Uid, chmodat, chownat, openat, renameat, statat, unlinkat,
};
use rustix::io::Errno;
use std::ffi::{CString, OsStr};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long emptying a folder may take: somebody who adds to it as fast as it is emptied must not keep the keeper.
const EMPTYING: Duration = Duration::from_secs(30);

const OPEN: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a folder below an open one; a link is not followed.
pub(super) fn open(parent: impl AsFd, name: &OsStr) -> rustix::io::Result<OwnedFd> {
    openat(parent, name, OPEN, Mode::empty())
}

/// Empties a folder, except for the entries in `keep`. However deep its tree is, two folders are open at a time: what is
/// found in a folder of it moves up first.
pub(super) fn empty(folder: impl AsFd, keep: &[CString]) -> rustix::io::Result<()> {
    let folder = folder.as_fd();
    let mut moved = 0u64;
    let deadline = Instant::now() + EMPTYING;
    loop {
        if Instant::now() > deadline {
            return Err(Errno::TIMEDOUT);
        }
        let inner: Vec<CString> = names(folder)?.into_iter().filter(|name| !keep.contains(name)).collect();
        if inner.is_empty() {
            return Ok(());
        }
        for name in inner {
            if remove_leaf(folder, &name)? {
                continue;
            }
            open_up(folder, &name)?;
            let deep = openat(folder, &name, OPEN, Mode::empty())?;
            for below in names(&deep)? {
                if remove_leaf(&deep, &below)? {
                    continue;
                }
                open_up(&deep, &below)?;
                loop {
                    let up = CString::new(format!(".gone-{moved}")).expect("no NUL in it");
                    moved += 1;
                    match renameat(&deep, &below, folder, &up) {
                        Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR) => {}
                        renamed => break renamed?,
                    }
                }
            }
            unlinkat(folder, &name, AtFlags::REMOVEDIR)?;
        }
    }
}

/// A program may have closed its folder to itself. Only a folder is opened up: a link that a program puts in its place
/// meanwhile is refused, and not followed with the keeper's rights.
fn open_up(parent: impl AsFd, name: &CString) -> rustix::io::Result<()> {
    let folder = openat(parent, name, OFlags::PATH | OPEN, Mode::empty())?;
    chmodat(CWD, format!("/proc/self/fd/{}", folder.as_raw_fd()), Mode::RWXU, AtFlags::empty())
}

/// Removes what is no folder, or an empty one; says whether it is gone.
fn remove_leaf(folder: impl AsFd, name: &CString) -> rustix::io::Result<bool> {
    let kind = FileType::from_raw_mode(statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode);
    let flags = if kind == FileType::Directory { AtFlags::REMOVEDIR } else { AtFlags::empty() };
    match unlinkat(&folder, name, flags) {
        Ok(()) => Ok(true),
        Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
        Err(error) => Err(error),
    }
}

fn names(folder: impl AsFd) -> rustix::io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

/// Makes what is root's in a folder, and the folder, an uid's own, but for what only root may read. Nothing of that uid
/// runs yet.
pub(super) fn lend(path: &Path, uid: u32) -> rustix::io::Result<()> {
    give(path, 0, uid)
}

/// Makes what is an uid's in a folder root's own again, and readable by everybody, as what a match is played with must
/// be. Nothing of that uid runs any more.
pub(super) fn take_back(path: &Path, uid: u32) -> rustix::io::Result<()> {
    give(path, uid, 0)
}

fn give(path: &Path, from: u32, to: u32) -> rustix::io::Result<()> {
    let mut paths = vec![path.to_path_buf()];
    while let Some(path) = paths.pop() {
        let about = statat(CWD, &path, AtFlags::SYMLINK_NOFOLLOW)?;
        let kind = FileType::from_raw_mode(about.st_mode);
        // A link to another's file is not theirs to give.
        if about.st_uid == from && (from != 0 || about.st_mode & 0o004 != 0) {
            let (owner, group) = (Some(Uid::from_raw(to)), Some(Gid::from_raw(to)));
            chownat(CWD, &path, owner, group, AtFlags::SYMLINK_NOFOLLOW)?;
            if to == 0 && matches!(kind, FileType::Directory | FileType::RegularFile) {
                // What it may itself, all may, but for writing; no program runs as root for having been its own.
                let own = about.st_mode & 0o500;
                let all = about.st_mode & 0o777 | own >> 3 | own >> 6;
                chmodat(CWD, &path, Mode::from_raw_mode(all), AtFlags::empty())?;
            }
        }
        if kind == FileType::Directory {
            let inside = names(open(CWD, path.as_os_str())?)?;
            paths.extend(inside.iter().map(|name| path.join(OsStr::from_bytes(name.to_bytes()))));
        }
    }
    Ok(())
}

/// Empties and removes a folder.
pub(crate) fn remove(path: &Path) -> rustix::io::Result<()> {
    chmodat(CWD, path, Mode::RWXU, AtFlags::empty())?;
    empty(&open(CWD, OsStr::from_bytes(path.as_os_str().as_bytes()))?, &[])?;
    rustix::fs::rmdir(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_folder_is_emptied_whatever_is_in_it() {
        let base = tempfile::tempdir().unwrap();
        let (inside, outside) = (base.path().join("inside"), base.path().join("outside"));
        fs::create_dir(&inside).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("kept"), "").unwrap();
        symlink(&outside, inside.join("link")).unwrap();
        fs::create_dir(inside.join(".gone-0")).unwrap();
        fs::write(inside.join(".gone-0/file"), "").unwrap();
        fs::create_dir_all(inside.join("closed/deep")).unwrap();
        symlink("nowhere", inside.join("closed/deep/link")).unwrap();
        fs::set_permissions(inside.join("closed"), fs::Permissions::from_mode(0o000)).unwrap();
        let mut deep = open(CWD, inside.as_os_str()).unwrap();
        for _ in 0..500 {
            rustix::fs::mkdirat(&deep, "d", Mode::RWXU).unwrap();
            deep = open(&deep, OsStr::new("d")).unwrap();
        }
        remove(&inside).unwrap();
        assert!(!inside.exists() && outside.join("kept").exists());
    }
}
