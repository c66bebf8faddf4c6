//! How many connections the system lets a server have.

/// What a server needs besides connections: threads, files, pipes, the terminal.
const OWN: usize = 64;

/// However few descriptors there are, so many strangers may come: without any, nobody could register.
const LEAST: usize = 16;

/// How many connections may be for strangers if there were enough descriptors for `most`, and `kept` are for others.
#[must_use]
pub fn for_strangers(most: usize, kept: usize) -> usize {
    share(limit(), most, kept)
}

fn share(limit: usize, most: usize, kept: usize) -> usize {
    limit.saturating_sub(OWN + kept).clamp(LEAST.min(most), most)
}

/// How many descriptors this process may have.
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
