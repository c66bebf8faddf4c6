//! Control groups (B18, level 2): version 2 where its controllers are ours to use, else version 1.

use super::Limits;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How the name of a group begins; its keeper's pid follows.
const NAME: &str = "gridhaunt-";
/// Threads of a program: the controller counts each.
const THREADS: u32 = 1024;

/// The groups of one program, one folder in version 2, one for each controller in version 1.
#[derive(Debug)]
pub(crate) struct Group {
    memory: PathBuf,
    pids: PathBuf,
    accounting: Option<PathBuf>,
    processors: Option<PathBuf>,
    version: u8,
}

/// Where a hierarchy is mounted, and where in it this process is.
struct Place {
    own: PathBuf,
    mount: PathBuf,
}

impl Group {
    /// Makes groups for a keeper's program with these limits.
    pub(crate) fn make(keeper: u32, limits: &Limits, processors: &[usize], delegated: &Path) -> Result<Self, String> {
        let name = &format!("{NAME}{keeper}");
        let second = Self::second(name, limits, processors, delegated);
        second.or_else(|two| {
            Self::first(name, limits, processors)
                .map_err(|one| format!("no control group: version 2: {two}; version 1: {one}"))
        })
    }

    /// Makes and removes groups: which version they were, or what is missing.
    pub(crate) fn try_out() -> Result<String, String> {
        let delegated = std::env::var_os("GRIDHAUNT_CGROUP").unwrap_or_default();
        let group = Self::make(std::process::id(), &Limits::default(), &[], Path::new(&delegated))?;
        group.remove();
        Ok(format!("version {}, below {}", group.version, group.memory.parent().unwrap_or(&group.memory).display()))
    }

    /// Whether a group can hold a program to its processors; else it is bound in a way that it can undo.
    pub(crate) fn binds() -> bool {
        let Ok(ours) = rustix::thread::sched_getaffinity(None) else { return false };
        let one = (0..rustix::thread::CpuSet::MAX_CPU).find(|number| ours.is_set(*number));
        let delegated = std::env::var_os("GRIDHAUNT_CGROUP").unwrap_or_default();
        let group = Self::make(std::process::id(), &Limits::default(), one.as_slice(), Path::new(&delegated));
        group.is_ok_and(|group| {
            group.remove();
            group.processors.is_some()
        })
    }

    /// Version 2: below a group that is given to us (`GRIDHAUNT_CGROUP`), else our own, else beside it.
    fn second(name: &str, limits: &Limits, processors: &[usize], delegated: &Path) -> Result<Self, String> {
        let mut parents = Vec::new();
        if !delegated.as_os_str().is_empty() {
            parents.push(delegated.to_path_buf());
        } else {
            let place = place("cgroup2", "").ok_or("not mounted")?;
            parents.push(place.own.clone());
            parents.extend(place.own.parent().filter(|_| place.own != place.mount).map(Path::to_path_buf));
        }
        let mut why = String::new();
        for parent in parents {
            match Self::below(&parent, name, limits, processors) {
                Ok(group) => return Ok(group),
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    fn below(parent: &Path, name: &str, limits: &Limits, processors: &[usize]) -> Result<Self, String> {
        let has = |file: &str, controller: &str| {
            let text = fs::read_to_string(parent.join(file)).unwrap_or_default();
            text.split_ascii_whitespace().any(|word| word == controller)
        };
        for controller in ["memory", "pids"] {
            if !has("cgroup.controllers", controller) {
                return Err(format!("{}: no {controller} controller", parent.display()));
            }
            if !has("cgroup.subtree_control", controller) {
                write(parent, "cgroup.subtree_control", &format!("+{controller}"))?;
            }
        }
        let bound = !processors.is_empty()
            && (has("cgroup.subtree_control", "cpuset") || write(parent, "cgroup.subtree_control", "+cpuset").is_ok());
        let path = create(parent, name)?;
        let bound = bound && write(&path, "cpuset.cpus", &list(processors)).is_ok();
        let group = Self {
            memory: path.clone(),
            pids: path.clone(),
            accounting: Some(path.clone()),
            processors: bound.then(|| path.clone()),
            version: 2,
        };
        let set = || {
            write(&path, "memory.max", &limits.resident.to_string())?;
            let _ = write(&path, "memory.swap.max", "0");
            let _ = write(&path, "memory.oom.group", "1");
            write(&path, "pids.max", &THREADS.max(limits.processes).to_string())
        };
        set().inspect_err(|_| group.remove())?;
        Ok(group)
    }

    fn first(name: &str, limits: &Limits, processors: &[usize]) -> Result<Self, String> {
        let make = |controller: &str| -> Result<PathBuf, String> {
            let own = place("cgroup", controller).ok_or_else(|| format!("no {controller} controller is mounted"))?.own;
            create(&own, name)
        };
        let memory = make("memory")?;
        let pids = make("pids").inspect_err(|_| drop(fs::remove_dir(&memory)))?;
        let bound = if processors.is_empty() { None } else { make("cpuset").ok() };
        let bound = bound.filter(|path| bind(path, processors).inspect_err(|_| drop(fs::remove_dir(path))).is_ok());
        let group = Self { memory, pids, accounting: make("cpuacct").ok(), processors: bound, version: 1 };
        let set = || {
            write(&group.memory, "memory.limit_in_bytes", &limits.resident.to_string())?;
            let _ = write(&group.memory, "memory.memsw.limit_in_bytes", &limits.resident.to_string());
            write(&group.pids, "pids.max", &THREADS.max(limits.processes).to_string())
        };
        set().inspect_err(|_| group.remove())?;
        Ok(group)
    }

    /// The folders, each once.
    pub(crate) fn folders(&self) -> Vec<&Path> {
        let mut folders = vec![self.memory.as_path(), &self.pids];
        folders.extend(self.accounting.as_deref());
        folders.extend(self.processors.as_deref());
        folders.sort();
        folders.dedup();
        folders
    }

    /// The folders, as they are sent to the host.
    pub(crate) fn names(&self) -> Vec<OsString> {
        self.folders().into_iter().map(|path| path.as_os_str().to_owned()).collect()
    }

    /// Puts a process, and all that comes of it, in.
    pub(crate) fn add(&self, pid: i32) -> Result<(), String> {
        self.folders().into_iter().try_for_each(|path| write(path, "cgroup.procs", &pid.to_string()))
    }

    /// Whether something in it was killed since memory ran out.
    pub(crate) fn ran_out(&self) -> bool {
        let file = if self.version == 2 { "memory.events" } else { "memory.oom_control" };
        let text = fs::read_to_string(self.memory.join(file)).unwrap_or_default();
        text.lines().any(|line| line.strip_prefix("oom_kill ").is_some_and(|count| count.trim() != "0"))
    }

    /// Its processor time, also of what is gone.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        processor_time(self.accounting.as_ref()?)
    }

    /// SIGKILL to all of it in one call, where the kernel has that.
    pub(crate) fn kill(&self) {
        if self.version == 2 {
            let _ = write(&self.memory, "cgroup.kill", "1");
        }
    }

    /// Removes the folders; what was killed takes a moment to be gone from them.
    pub(crate) fn remove(&self) {
        for path in self.folders() {
            remove(path);
        }
    }
}

/// Binds a group of version 1, which must be told its memory first.
fn bind(path: &Path, processors: &[usize]) -> Result<(), String> {
    let memories = path.parent().map(|above| fs::read_to_string(above.join("cpuset.mems")));
    write(path, "cpuset.mems", memories.and_then(Result::ok).as_deref().unwrap_or("0").trim())?;
    write(path, "cpuset.cpus", &list(processors))
}

/// Makes a group, and removes those of keepers that were killed before they could.
fn create(parent: &Path, name: &str) -> Result<PathBuf, String> {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let keeper = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse::<u32>().ok());
        if keeper.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
    let path = parent.join(name);
    fs::create_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// The processor time of a group, also of what is gone; none if this group does not count it.
pub(crate) fn processor_time(group: &Path) -> Option<Duration> {
    if let Ok(text) = fs::read_to_string(group.join("cpuacct.usage")) {
        return text.trim().parse().ok().map(Duration::from_nanos);
    }
    let text = fs::read_to_string(group.join("cpu.stat")).ok()?;
    let micros = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
    micros.trim().parse().ok().map(Duration::from_micros)
}

/// Removes a group in which nothing is left.
pub(crate) fn remove(path: &Path) {
    let deadline = Instant::now() + Duration::from_secs(1);
    while fs::remove_dir(path).is_err_and(|error| error.kind() != io::ErrorKind::NotFound) && Instant::now() < deadline
    {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn write(folder: &Path, file: &str, text: &str) -> Result<(), String> {
    let path = folder.join(file);
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn list(processors: &[usize]) -> String {
    processors.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

/// Where the hierarchy of a type, with a controller in version 1, is mounted, and where we are in it.
fn place(kind: &str, controller: &str) -> Option<Place> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    find_place(&mounts, &groups, kind, controller)
}

fn find_place(mounts: &str, groups: &str, kind: &str, controller: &str) -> Option<Place> {
    let (root, mount) = mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let mut right = right.split(' ');
        let is_kind = right.next()? == kind;
        let is_controller = controller.is_empty() || right.nth(1)?.split(',').any(|option| option == controller);
        let mut left = left.split(' ').skip(3);
        (is_kind && is_controller).then_some((left.next()?, left.next()?))
    })?;
    let own = groups.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let is_ours = if controller.is_empty() {
            controllers.is_empty()
        } else {
            controllers.split(',').any(|name| name == controller)
        };
        is_ours.then_some(path)
    })?;
    let below = own.strip_prefix(root.trim_end_matches('/')).unwrap_or(own);
    Some(Place { own: Path::new(mount).join(below.trim_start_matches('/')), mount: mount.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_as_version_2_wants_them() {
        let parent = tempfile::tempdir().unwrap();
        let limits = Limits { resident: 1 << 20, ..Limits::default() };
        let make = |name: &str| Group::below(parent.path(), name, &limits, &[2, 3]);
        let write = |file: &str, text: &str| fs::write(parent.path().join(file), text).unwrap();
        write("cgroup.controllers", "cpuset cpu pids\n");
        assert!(make("a").unwrap_err().ends_with("no memory controller"));
        write("cgroup.controllers", "cpuset cpu memory pids\n");
        write("cgroup.subtree_control", "memory pids cpuset\n");
        let group = make("b").unwrap();
        let read = |file: &str| fs::read_to_string(parent.path().join("b").join(file)).unwrap();
        assert_eq!((&*read("memory.max"), &*read("pids.max"), &*read("cpuset.cpus")), ("1048576", "1024", "2,3"));
        assert_eq!(group.folders(), [parent.path().join("b")]);
        fs::write(parent.path().join("b/memory.events"), "oom 1\noom_kill 0\n").unwrap();
        assert!(!group.ran_out());
        fs::write(parent.path().join("b/memory.events"), "oom 1\noom_kill 2\n").unwrap();
        assert!(group.ran_out());
        fs::write(parent.path().join("b/cpu.stat"), "usage_usec 1500\nuser_usec 1\n").unwrap();
        assert_eq!(group.processor_time(), Some(Duration::from_micros(1500)));
    }

    #[test]
    fn our_own_group_is_found_in_either_version() {
        let mounts = "25 24 0:22 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
                      26 24 0:23 /ours /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n\
                      27 24 0:24 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        let groups = "4:memory:/a/b\n3:pids:/ours/c\n0::/user/session\n";
        let own = |kind, controller| find_place(mounts, groups, kind, controller).map(|place| place.own);
        assert_eq!(own("cgroup", "memory"), Some("/sys/fs/cgroup/memory/a/b".into()));
        assert_eq!(own("cgroup", "pids"), Some("/sys/fs/cgroup/pids/c".into()));
        assert_eq!(own("cgroup2", ""), Some("/sys/fs/cgroup/unified/user/session".into()));
        assert_eq!(own("cgroup", "cpuset"), None);
    }
}
