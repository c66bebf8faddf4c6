//! How many connections the operating system allows a server, from its limit on open file descriptors.

/// Descriptors that a server needs for other things than connections: the runtime, files, pipes, the terminal.
const OWN: usize = 64;

/// The least number of strangers that are allowed, even if descriptors are scarce: without any, nobody could register.
const LEAST: usize = 16;

/// How many connections strangers may have: `most`, or fewer if the descriptor limit is low. `kept` descriptors are
/// reserved for other connections.
#[must_use]
pub fn for_strangers(most: usize, kept: usize) -> usize {
    share(limit(), most, kept)
}

fn share(limit: usize, most: usize, kept: usize) -> usize {
    limit.saturating_sub(OWN + kept).clamp(LEAST.min(most), most)
}

/// The soft limit on open descriptors of this process (`RLIMIT_NOFILE`).
#[cfg(unix)]
fn limit() -> usize {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn limit() -> usize {
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_have_theirs_before_strangers() {
        assert_eq!(share(1024, 512, 10), 512);
        assert_eq!(share(256, 512, 10), 182);
        assert_eq!(share(64, 512, 10), 16);
        assert_eq!(share(usize::MAX, 512, 10), 512);
    }
}
