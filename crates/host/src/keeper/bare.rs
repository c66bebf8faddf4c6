//! Without a keeper, where there is no Linux: level 0, and what a program leaves behind stays.

use super::{Fate, Launch, Left, Level, Unfit, Usage};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::pipe::pipe;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// A program that runs, with the host's ends of its pipes: they do not block and are closed at exec.
#[derive(Debug)]
pub struct Held {
    /// What it reads.
    pub stdin: OwnedFd,
    /// What it writes.
    pub stdout: OwnedFd,
    /// What it complains of.
    pub stderr: OwnedFd,
    /// Its process.
    pub pid: u32,
    child: Child,
    private: tempfile::TempDir,
    quiet: (OwnedFd, OwnedFd),
    fate: Option<Fate>,
}

impl Held {
    /// Starts a program.
    ///
    /// # Errors
    /// One line that says what was tried and what to do.
    pub fn launch(launch: &Launch) -> Result<Self, Unfit> {
        if launch.level != Level::Zero {
            return Err(Unfit(format!("level {} needs Linux: use --sandbox 0", launch.level)));
        }
        Self::start(launch).map_err(|error| {
            let name = launch.argv.first().cloned().unwrap_or_default();
            Unfit(format!("{} in {}: {error}", name.display(), launch.folder.display()))
        })
    }

    fn start(launch: &Launch) -> io::Result<Self> {
        let [name, arguments @ ..] = &launch.argv[..] else {
            return Err(io::Error::other("there is no program to run: `run` is empty"));
        };
        let private = tempfile::tempdir()?;
        let (input, stdin) = ends()?;
        let (stdout, output) = ends()?;
        let (stderr, errors) = ends()?;
        let quiet = ends()?;
        for end in [&stdin, &stdout, &stderr] {
            fcntl_setfl(end, fcntl_getfl(end)? | OFlags::NONBLOCK)?;
        }
        let child = Command::new(name)
            .args(arguments)
            .current_dir(&launch.folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", private.path())
            .env("TMPDIR", private.path())
            .env("LANG", "C.UTF-8")
            .env("PYTHONUNBUFFERED", "1")
            .env("PYTHONHASHSEED", "0")
            .env("OMP_NUM_THREADS", launch.cores.max(1).to_string())
            .envs(launch.env.iter().map(|(name, value)| (name, value)))
            .process_group(0)
            .stdin(input)
            .stdout(output)
            .stderr(errors)
            .spawn()?;
        Ok(Self { stdin, stdout, stderr, pid: child.id(), child, private, quiet, fate: None })
    }

    /// The processors that it is bound to: none are, and so any.
    pub(crate) fn processors(&self) -> &[usize] {
        &[]
    }

    /// What became of the program, once it is gone; does not block.
    pub fn fate(&mut self) -> Option<Fate> {
        if self.fate.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.fate = Some(told(status));
        }
        self.fate.clone()
    }

    /// Never readable: without a keeper there is no news, and [`fate`](Self::fate) must be asked.
    #[must_use]
    pub fn control(&self) -> BorrowedFd<'_> {
        self.quiet.0.as_fd()
    }

    /// SIGKILL to its process group.
    pub fn kill(&mut self) {
        self.signal(Signal::KILL);
    }

    /// Closes its input, which means: leave.
    pub fn ask_to_leave(&mut self, _grace: Duration) {
        if let Ok((_, nobody)) = ends() {
            self.stdin = nobody;
        }
    }

    /// Has it leave (B7.5).
    #[must_use]
    pub fn leave(mut self, grace: Duration) -> Left {
        self.ask_to_leave(grace);
        let mut left = Left::default();
        if !self.wait(grace) {
            left.term = true;
            self.signal(Signal::TERM);
            if !self.wait(grace) {
                left.killed = 1;
                self.kill();
                left.remaining = u32::from(!self.wait(Duration::from_secs(5)));
            }
        }
        left.fate = self.fate.take();
        left
    }

    fn wait(&mut self, limit: Duration) -> bool {
        let start = Instant::now();
        while self.fate().is_none() {
            if start.elapsed() > limit {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Empties its private folder (B9a).
    pub fn ask_to_empty(&mut self) {
        for entry in std::fs::read_dir(self.private.path()).into_iter().flatten().flatten() {
            let _ = std::fs::remove_dir_all(entry.path()).or_else(|_| std::fs::remove_file(entry.path()));
        }
    }

    /// It is empty already, after [`ask_to_empty`](Self::ask_to_empty).
    pub fn emptied(&mut self) {}

    /// Not known here.
    #[must_use]
    pub fn usage(&mut self) -> Option<Usage> {
        None
    }

    /// Stops its process group until [`cont`](Self::cont).
    pub fn stop(&mut self) {
        self.signal(Signal::STOP);
    }

    /// Has it go on.
    pub fn cont(&mut self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        if self.fate.is_none()
            && let Some(group) = Pid::from_raw(self.pid as i32)
        {
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

fn told(status: ExitStatus) -> Fate {
    match (status.code(), status.signal()) {
        (Some(code), _) => Fate::Exited(code),
        (None, signal) => Fate::Signalled(signal.unwrap_or_default()),
    }
}

/// The two ends of a pipe that no program inherits.
fn ends() -> io::Result<(OwnedFd, OwnedFd)> {
    let (read, write) = pipe()?;
    for end in [&read, &write] {
        rustix::io::fcntl_setfd(end, rustix::io::FdFlags::CLOEXEC)?;
    }
    Ok((read, write))
}
