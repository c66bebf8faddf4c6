//! Which file a program is, and why it cannot be run.

use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_res_gid, set_thread_res_uid};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Does something with the rights of this uid, if any. The keeper has one thread, and comes back.
pub(super) fn as_uid<T>(uid: Option<u32>, what: impl FnOnce() -> T) -> T {
    let Some(number) = uid else { return what() };
    let (uid, gid) = (Uid::from_raw(number), Gid::from_raw(number));
    let taken = set_thread_res_gid(gid, gid, None).is_ok() && set_thread_res_uid(uid, uid, None).is_ok();
    let result = what();
    if taken {
        set_thread_res_uid(Uid::ROOT, Uid::ROOT, Uid::ROOT).expect("the saved uid is root's");
    }
    set_thread_res_gid(Gid::ROOT, Gid::ROOT, Gid::ROOT).expect("root may take any group");
    result
}

/// Whether we may do this with a path.
pub(super) fn may(path: &Path, access: Access) -> bool {
    accessat(CWD, path, access, AtFlags::empty()).is_ok()
}

/// The file that a program's name means: a path below `folder`, or the first in `PATH` that this uid can run.
pub(super) fn find(name: &OsStr, folder: &Path, path: &OsStr, uid: Option<u32>) -> Result<PathBuf, String> {
    if name.is_empty() {
        return Err("there is no program to run: `run` is empty".into());
    }
    if name.as_bytes().contains(&b'/') {
        let file = folder.join(name);
        return match fs::metadata(&file) {
            Ok(kind) if kind.is_dir() => Err(format!("{}: this is a folder, not a program", file.display())),
            Ok(kind) if kind.permissions().mode() & 0o111 == 0 => {
                Err(format!("{0}: not executable: run `chmod +x {0}`, or name its interpreter first", file.display()))
            }
            Ok(_) => Ok(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(format!("{}: not found: build it first, or correct `run`", file.display()))
            }
            Err(error) => Err(format!("{}: {error}", file.display())),
        };
    }
    let mut closed = None;
    for place in std::env::split_paths(path).filter(|place| place.is_absolute()) {
        let file = place.join(name);
        if as_uid(uid, || may(&file, Access::EXEC_OK) && fs::metadata(&file).is_ok_and(|kind| kind.is_file())) {
            return Ok(file);
        }
        if fs::metadata(&file).is_ok_and(|kind| kind.is_file() && kind.permissions().mode() & 0o111 != 0) {
            closed = closed.or(Some(file));
        }
    }
    match (closed, uid) {
        (Some(file), Some(uid)) => Err(format!("{}: {}", file.display(), as_uid(Some(uid), || denied(&file, true)))),
        _ => Err(format!(
            "{}: not found in PATH ({}): install it, or write its full path",
            name.display(),
            path.display()
        )),
    }
}

/// Why this process may not use a path, and what to do.
pub(super) fn denied(path: &Path, own_uid: bool) -> String {
    let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
    above.reverse();
    let closed = above.into_iter().find(|folder| !may(folder, Access::EXEC_OK)).unwrap_or(path);
    if own_uid {
        let uid = rustix::process::getuid();
        format!(
            "the bot's own uid {uid} may not use {}: move the bot, open that with `chmod o+rx`, or play with --as-root",
            closed.display()
        )
    } else {
        format!(
            "no permission for {}: check its mode, and that its file system is not mounted noexec",
            closed.display()
        )
    }
}

/// The interpreter that the first line of a script names, and its first argument.
pub(super) fn interpreter(file: &Path) -> Option<(PathBuf, Option<String>)> {
    let mut head = Vec::new();
    File::open(file).ok()?.take(256).read_to_end(&mut head).ok()?;
    let line = head.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let text = String::from_utf8_lossy(line);
    let mut words = text.split_whitespace();
    Some((words.next()?.into(), words.next().map(String::from)))
}

/// Why `execve` failed, in words.
pub(super) fn refused(file: &Path, error: &io::Error, own_uid: bool) -> String {
    let name = file.display();
    match (error.raw_os_error(), interpreter(file)) {
        (Some(libc::ENOENT), Some((interpreter, _))) if file.exists() => {
            let first = interpreter.display();
            if interpreter.to_string_lossy().contains('\r') || head_has_return(file) {
                return format!("{name}: its first line ends with a carriage return: save it with Unix line ends");
            }
            format!(
                "{name}: its first line names {first}, which is not there, or not for bots at this level: `#!/usr/bin/env NAME` finds what is in PATH"
            )
        }
        (Some(libc::ENOENT), None) if file.exists() => {
            format!("{name}: the loader or a library that it was built for is not there: build it on this machine")
        }
        (Some(libc::ENOENT), _) => format!("{name}: not found"),
        (Some(libc::ENOEXEC), _) => {
            format!("{name}: no program of this machine, and no #! line: name its interpreter first")
        }
        (Some(libc::EACCES), Some((interpreter, _))) if may(file, Access::EXEC_OK) => {
            format!(
                "{name}: its interpreter {} cannot be run: {}",
                interpreter.display(),
                denied(&interpreter, own_uid)
            )
        }
        (Some(libc::EACCES), _) => format!("{name}: {}", denied(file, own_uid)),
        _ => format!("{name}: {error}"),
    }
}

fn head_has_return(file: &Path) -> bool {
    let mut head = [0; 256];
    let count = File::open(file).and_then(|mut file| file.read(&mut head)).unwrap_or(0);
    let line = head[..count].split(|byte| *byte == b'\n').next().unwrap_or_default();
    line.ends_with(b"\r")
}
