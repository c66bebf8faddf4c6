//! How much memory a process can still allocate.

use std::fs;

/// The available memory in bytes: the free memory of the system, or what is left of the limit of the control group or
/// of the process if that is less. `None` if the system does not report it.
#[must_use]
pub fn free() -> Option<u64> {
    let room = |(most, taken): (u64, u64)| most.saturating_sub(taken);
    [system(), group().map(room), process().map(room)].into_iter().flatten().min()
}

/// The memory that is available without swapping.
fn system() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The limit of the control group and its current use (version 2, then 1).
fn group() -> Option<(u64, u64)> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse().ok();
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/").trim_end_matches('/').to_string();
    let second = |path: &str| {
        let folder = format!("/sys/fs/cgroup{path}");
        Some((number(&format!("{folder}/memory.max"))?, number(&format!("{folder}/memory.current"))?))
    };
    let first = || {
        let folder = "/sys/fs/cgroup/memory";
        Some((number(&format!("{folder}/memory.limit_in_bytes"))?, number(&format!("{folder}/memory.usage_in_bytes"))?))
    };
    second(&own).or_else(|| second("")).or_else(first)
}

/// The limit of the process's address space (`ulimit -v`) and its current use.
fn process() -> Option<(u64, u64)> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let most = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most = most.split_whitespace().next()?.parse().ok()?;
    Some((most, kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?))
}

/// The bytes of a line such as `MemAvailable:   23456 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// `1.5 GiB`, `640 KiB`, `12 bytes`.
#[must_use]
pub fn in_words(bytes: u64) -> String {
    let units = [(1u64 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match units.into_iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) if bytes < 10 * unit => format!("{:.1} {name}", bytes as f64 / unit as f64),
        Some((unit, name)) => format!("{} {name}", (bytes as f64 / unit as f64).round()),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_in_words() {
        let words = [
            (12, "12 bytes"),
            (640 << 10, "640 KiB"),
            (3 << 29, "1.5 GiB"),
            (9 << 30, "9.0 GiB"),
            (66 << 30, "66 GiB"),
        ];
        for (bytes, said) in words {
            assert_eq!(in_words(bytes), said);
        }
    }

    #[test]
    fn lines_of_the_system_are_read() {
        assert_eq!(kilobytes("MemTotal: 5 kB\nMemAvailable:      17 kB\n", "MemAvailable:"), Some(17 * 1024));
        assert_eq!(kilobytes("MemAvailable: many kB", "MemAvailable:"), None);
        assert_eq!(kilobytes("", "MemAvailable:"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_machine_has_some() {
        assert!(free().is_some_and(|bytes| bytes > 1 << 20));
    }
}
