//! The root that a program sees at level 1: an allow-list, everything read-only but one small file system (B18).

use super::fence::DEVICES;
use crate::sys;
use rustix::fs::{Mode, OFlags, mkdir};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change, mount_remount, unmount,
};
use std::ffi::{CString, OsStr, OsString};
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

/// `HOME` and `TMPDIR` at level 1.
pub(crate) const PRIVATE: &str = "/private";
/// Where the machine's own root is while the new one is built.
const OLD: &str = "/.old";
/// Where the one file system that can be written to is while it is shared out.
const FILES: &str = "/.files";

/// Programs and libraries.
const SYSTEM: [&str; 9] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];
/// What programs of the system read of `/etc`, by the beginnings of the names.
const SETTINGS: [&str; 12] = [
    "alternatives", "ld.so.", "localtime", "nsswitch.conf", "host.conf", "protocols", "services", "mime.types", "java",
    "jvm", "python", "dotnet",
];

/// The system's folders and settings that are there.
pub(crate) fn system() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).filter(|path| path.exists()).collect();
    all.extend(settings(Path::new("/etc")));
    all
}

/// What programs read to reach others by name, and to trust them.
pub(crate) fn network_settings() -> [PathBuf; 4] {
    ["/etc/resolv.conf", "/etc/hosts", "/etc/ssl", "/etc/ca-certificates"].map(PathBuf::from)
}

fn settings(etc: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(etc).into_iter().flatten().flatten();
    let names = entries
        .map(|entry| entry.file_name())
        .filter(|name| SETTINGS.iter().any(|start| name.as_bytes().starts_with(start.as_bytes())));
    names.map(|name| etc.join(name)).collect::<Vec<_>>().into_iter()
}

/// The folders that a program or its interpreter needs and that are not the system's: where each link on the way to it
/// lies, and where that is a `bin`, what it is the `bin` of. Never the home folder as a whole, and only for what lies in
/// `PATH`: a bot must not open a folder to itself by naming something in it.
pub(crate) fn tool_folders(
    program: &Path,
    home: &Path,
    path: &OsStr,
    interpreter: impl Fn(&Path) -> Option<(PathBuf, Option<String>)>,
) -> Vec<PathBuf> {
    let places: Vec<PathBuf> = std::env::split_paths(path).filter(|place| place.is_absolute()).collect();
    let mut folders = Vec::new();
    let mut next = Some(program.to_path_buf());
    for _ in 0..4 {
        let Some(file) = next.take() else { break };
        if file.parent().is_some_and(|folder| places.iter().any(|place| place == folder)) {
            for step in steps(&file) {
                folders.extend(tool_folder(&step, home));
                // What `cargo` is, where rustup came with it.
                if step.file_name() == Some(OsStr::new("rustup")) {
                    folders.push(home.join(".rustup"));
                }
            }
        }
        next = interpreter(&file).and_then(|(script, argument)| match argument {
            Some(name) if script.ends_with("env") => {
                places.iter().map(|place| place.join(&name)).find(|file| file.is_file())
            }
            _ => Some(script),
        });
    }
    folders.sort();
    folders.dedup();
    folders
}

/// A file, and what it links to, step by step.
fn steps(file: &Path) -> Vec<PathBuf> {
    let mut steps = vec![file.to_path_buf()];
    while steps.len() < 40
        && let Some(last) = steps.last()
        && let Ok(target) = fs::read_link(last)
    {
        let next = last.parent().unwrap_or(Path::new("/")).join(target);
        steps.push(next);
    }
    steps.extend(file.canonicalize());
    steps
}

fn tool_folder(file: &Path, home: &Path) -> Option<PathBuf> {
    // Without `..`, which a new root cannot go through.
    let folder = file.parent()?.canonicalize().ok()?;
    if SYSTEM.iter().any(|system| folder.starts_with(system)) {
        return None;
    }
    let is_bin =
        folder.file_name().is_some_and(|name| ["bin", "sbin", "shims", "libexec"].iter().any(|bin| name == *bin));
    // A home folder is not what its `bin` is a part of, whoever's it is.
    let is_home = |whole: &Path| {
        home.starts_with(whole) || whole == Path::new("/root") || whole.parent() == Some(Path::new("/home"))
    };
    match folder.parent() {
        Some(whole) if is_bin && whole.parent().is_some() && !is_home(whole) => Some(whole.into()),
        _ => Some(folder),
    }
}

/// What of the new root the keeper needs.
pub(crate) struct Root {
    /// The file system that can be written to, with the folders [`WRITABLE`].
    pub(crate) files: OwnedFd,
    /// The new `/proc`.
    pub(crate) proc: OwnedFd,
    /// Names in its `tmp` that are not the program's.
    pub(crate) keep: Vec<OsString>,
}

/// The folders of the file system that can be written to, and where they are.
pub(crate) const WRITABLE: [(&str, &str, u32); 3] =
    [("tmp", "/tmp", 0o1777), ("home", PRIVATE, 0o700), ("shm", "/dev/shm", 0o1777)];

/// Builds the root of this mount namespace anew. `readable` are folders and files of the machine that keep their path;
/// `writes` is one of them that can be written to.
pub(crate) fn build(
    readable: &[PathBuf],
    writes: Option<&Path>,
    size: u64,
    owner: Option<u32>,
) -> Result<Root, String> {
    let told = |what: &str| {
        let what = what.to_string();
        move |error: rustix::io::Errno| format!("{what}: {}", io::Error::from(error))
    };
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC).map_err(told("a private /"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    let base = ["/tmp", "/run", "/var", "/usr"].into_iter().find(|path| Path::new(path).is_dir()).unwrap_or("/usr");
    mount("root", base, "tmpfs", flags, c"mode=755,size=4m,nr_inodes=8192").map_err(told("tmpfs for /"))?;
    rustix::process::chdir(base).map_err(told(base))?;
    mkdir(OLD.trim_start_matches('/'), Mode::from_bits_truncate(0o755)).map_err(told("mkdir"))?;
    rustix::process::pivot_root(".", OLD.trim_start_matches('/')).map_err(told("pivot_root"))?;
    rustix::process::chdir("/").map_err(told("chdir"))?;

    for path in SYSTEM {
        show(Path::new(path))?;
    }
    folder(Path::new("/etc"))?;
    for path in settings(&old(Path::new("/etc"))) {
        show(&Path::new("/etc").join(path.file_name().unwrap_or_default()))?;
    }
    let id = owner.unwrap_or_else(|| rustix::process::getuid().as_raw());
    let people = format!("root:x:0:0:root:/:/bin/sh\nbot:x:{id}:{id}:bot:{PRIVATE}:/bin/sh\n");
    fs::write("/etc/passwd", people).map_err(|error| format!("/etc/passwd: {error}"))?;
    fs::write("/etc/group", format!("root:x:0:\nbot:x:{id}:\n")).map_err(|error| format!("/etc/group: {error}"))?;

    folder(Path::new("/proc"))?;
    mount("proc", "/proc", "proc", flags | MountFlags::NOEXEC, None).map_err(told("a new /proc"))?;
    folder(Path::new("/dev"))?;
    for name in DEVICES {
        let path = Path::new("/dev").join(name);
        fs::File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        mount_bind_recursive(old(&path), &path).map_err(told(&path.display().to_string()))?;
    }
    for (name, target) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
        let _ = symlink(Path::new("/proc/self").join(target), Path::new("/dev").join(name));
    }
    let files = writable(size, owner)?;

    let mut keep = Vec::new();
    let mut sorted: Vec<&PathBuf> = readable.iter().collect();
    sorted.sort();
    let mut shown: Vec<&Path> = SYSTEM.iter().map(Path::new).collect();
    for path in sorted {
        if shown.iter().any(|above| path.starts_with(above)) || !old(path).exists() {
            continue;
        }
        if path.parent().is_none() {
            return Err("a bot whose folder is / cannot be shut in: give it a folder of its own".into());
        }
        if let Ok(below) = path.strip_prefix("/tmp")
            && let Some(Component::Normal(name)) = below.components().next()
        {
            keep.push(name.to_owned());
        }
        show_as(path, writes != Some(path.as_path()))?;
        shown.push(path);
    }

    unmount(OLD, UnmountFlags::DETACH).map_err(told("the old root"))?;
    fs::remove_dir(OLD).map_err(|error| format!("{OLD}: {error}"))?;
    mount_remount("/", MountFlags::BIND | MountFlags::RDONLY | flags, c"").map_err(told("a read-only /"))?;
    let proc = rustix::fs::open("/proc", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
    Ok(Root { files, proc: proc.map_err(told("/proc"))?, keep })
}

/// One file system of a limited size for all that a program writes.
fn writable(size: u64, owner: Option<u32>) -> Result<OwnedFd, String> {
    let told = |error: rustix::io::Errno| format!("tmpfs for the program's files: {}", io::Error::from(error));
    folder(Path::new(FILES))?;
    let options =
        CString::new(format!("mode=755,size={size},nr_inodes={}", (size / 4096).max(64))).expect("no NUL in numbers");
    mount("files", FILES, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str()).map_err(told)?;
    for (name, place, mode) in WRITABLE {
        let inside = Path::new(FILES).join(name);
        folder(&inside)?;
        rustix::fs::chmod(&inside, Mode::from_bits_truncate(mode)).map_err(told)?;
        if let Some(id) = owner {
            let (uid, gid) = (rustix::fs::Uid::from_raw(id), rustix::fs::Gid::from_raw(id));
            rustix::fs::chown(&inside, Some(uid), Some(gid)).map_err(told)?;
        }
        folder(Path::new(place))?;
        mount_bind_recursive(&inside, place).map_err(told)?;
    }
    let opened = rustix::fs::open(FILES, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
    let opened = opened.map_err(told)?;
    unmount(FILES, UnmountFlags::DETACH).map_err(told)?;
    rustix::fs::rmdir(FILES).map_err(told)?;
    Ok(opened)
}

/// Where a path of the machine is while the root is built.
fn old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

fn folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Shows a file, folder or link of the machine at its own path, read-only; nothing where there is nothing.
fn show(path: &Path) -> Result<(), String> {
    show_as(path, true)
}

fn show_as(path: &Path, read_only: bool) -> Result<(), String> {
    let told = |error: io::Error| format!("{}: {error}", path.display());
    let source = old(path);
    let Ok(kind) = fs::symlink_metadata(&source) else { return Ok(()) };
    folder(path.parent().unwrap_or(Path::new("/")))?;
    if kind.is_symlink() {
        let target = fs::read_link(&source).map_err(told)?;
        return symlink(target, path).map_err(told);
    }
    if kind.is_dir() {
        folder(path)?;
    } else {
        fs::File::create(path).map_err(told)?;
    }
    mount_bind_recursive(&source, path).map_err(|error| told(error.into()))?;
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|error| told(error.into()))?;
    sys::seal_mount(&name, read_only).map_err(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn tools_of_the_path_bring_their_folders_and_what_a_bot_names_brings_none() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        let make = |path: &str, text: &str| {
            let file = base.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
            file
        };
        make("tools/1.2/bin/real", "");
        fs::create_dir_all(base.join("home/bin")).unwrap();
        symlink("../../tools/1.2/bin/real", base.join("home/bin/snake")).unwrap();
        let secret = make("store/bin/secret", "");
        let direct = make("bot/direct", &format!("#!{}\n", secret.display()));
        let path = base.join("home/bin");
        let folders = |program: &Path| {
            let interpreter = |file: &Path| {
                let text = fs::read_to_string(file).ok()?;
                let mut words = text.lines().next()?.strip_prefix("#!")?.split(' ').map(String::from);
                Some((words.next()?.into(), words.next()))
            };
            tool_folders(program, &base.join("home"), path.as_os_str(), interpreter)
        };
        let expected = [base.join("home/bin"), base.join("tools/1.2")];
        assert_eq!(folders(&path.join("snake")), expected);
        assert_eq!(folders(&make("bot/script", "#!/usr/bin/env snake\n")), expected);
        assert_eq!(folders(&direct), [] as [PathBuf; 0]);
        assert_eq!(folders(&secret), [] as [PathBuf; 0]);
    }
}
