//! A bot program that the server starts for a seat (W13).

use super::guid::Guid;
use super::report::Report;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::shown::shown;
use std::future::pending;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long a program has to exit by itself before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// A running program. Dropping this value kills it.
#[derive(Debug)]
pub struct Program {
    child: Option<Child>,
    /// The id of its process group, until that has been stopped.
    group: Option<u32>,
}

impl Program {
    /// Starts a program in a new process group, with the environment variables of the challenge. Its output is
    /// reported.
    #[must_use]
    pub fn start(
        command: &str,
        game: usize,
        seat: Seat,
        token: Guid,
        server: SocketAddr,
        reports: &mpsc::Sender<Report>,
    ) -> Self {
        let token = token.to_string();
        let mut shell = Command::new(if cfg!(windows) { "cmd" } else { "sh" });
        shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(command);
        shell.envs(["Token", "REGISTRATION_TOKEN", "TOKEN"].map(|name| (name, &token)));
        shell.env("RUNNER_IPV4", host(server.ip())).env("RUNNER_PORT", server.port().to_string());
        shell.env("BOT_NICKNAME", format!("bot{}", seat.index() + 1));
        shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        #[cfg(unix)]
        shell.process_group(0);
        let mut child = match shell.spawn() {
            Ok(child) => child,
            Err(error) => {
                let _ = reports.try_send(Report::Said { game, seat, line: format!("cannot be started: {error}") });
                return Self { child: None, group: None };
            }
        };
        child.stdout.take().map(|lines| tokio::spawn(listen(lines, game, seat, reports.clone())));
        child.stderr.take().map(|lines| tokio::spawn(listen(lines, game, seat, reports.clone())));
        Self { group: child.id(), child: Some(child) }
    }

    /// Waits until the program fails; returns how. An exit with status 0 is no failure: the program may have started
    /// another that still runs.
    pub async fn failed(&mut self) -> String {
        let Some(child) = &mut self.child else { return "it cannot be started".into() };
        match child.wait().await {
            Ok(status) if status.success() => pending().await,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// Stops the program and all processes that it started.
    pub async fn stop(mut self) {
        let (Some(child), Some(group)) = (&mut self.child, self.group.take()) else { return };
        signal(group, Signal::Please);
        let _ = timeout(GRACE, child.wait()).await;
        signal(group, Signal::Now);
        let _ = child.kill().await;
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            signal(group, Signal::Now);
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Signal {
    Please,
    Now,
}

#[cfg(unix)]
fn signal(group: u32, how: Signal) {
    use rustix::process::{Pid, Signal as Unix, kill_process_group};
    let how = match how {
        Signal::Please => Unix::TERM,
        Signal::Now => Unix::KILL,
    };
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, how);
    }
}

/// On other systems only the program itself is killed, when it is dropped.
#[cfg(not(unix))]
fn signal(_: u32, _: Signal) {}

/// The address under which a bot on this machine reaches a server that listens on `address`.
fn host(address: IpAddr) -> String {
    match address {
        address if address.is_unspecified() => Ipv4Addr::LOCALHOST.to_string(),
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// Longer lines of a program are reported in parts of so many bytes.
const MOST_LINE: usize = 16 << 10;

async fn listen(from: impl AsyncRead + Unpin, game: usize, seat: Seat, reports: mpsc::Sender<Report>) {
    let (mut from, mut bytes) = (BufReader::new(from), Vec::new());
    while let Ok(1..) = (&mut from).take(MOST_LINE as u64).read_until(b'\n', &mut bytes).await {
        let line = shown(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n'])).into_owned();
        let _ = reports.try_send(Report::Said { game, seat, line });
        bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_told_an_address_they_can_use() {
        assert_eq!(host("127.0.0.3".parse().unwrap()), "127.0.0.3");
        assert_eq!(host("0.0.0.0".parse().unwrap()), "127.0.0.1");
        assert_eq!(host("::1".parse().unwrap()), "[::1]");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_program_gets_its_environment_and_ends_with_all_it_started() {
        let (sender, mut reports) = mpsc::channel(16);
        let command =
            "echo $Token $TOKEN $REGISTRATION_TOKEN $RUNNER_IPV4 $RUNNER_PORT $BOT_NICKNAME; sleep 60 & sleep 60";
        let token = Guid::numbered(7);
        let program = Program::start(command, 1, Seat(2), token, "127.0.0.2:5000".parse().unwrap(), &sender);
        drop(sender);
        let Some(Report::Said { line, .. }) = reports.recv().await else { panic!("it says something") };
        assert_eq!(line, format!("{token} {token} {token} 127.0.0.2 5000 bot3"));
        program.stop().await;
        // Both sleeps hold the pipe: it ends with the last of them.
        assert!(timeout(Duration::from_secs(10), reports.recv()).await.unwrap().is_none());
    }
    #[tokio::test]
    async fn a_line_without_an_end_is_told_in_parts() {
        let (sender, mut reports) = mpsc::channel(16);
        let endless = vec![b'x'; 3 * MOST_LINE];
        listen([endless.as_slice(), b"\r\nand so on"].concat().as_slice(), 0, Seat(0), sender).await;
        let mut lengths = Vec::new();
        while let Some(Report::Said { line, .. }) = reports.recv().await {
            lengths.push(line.len());
        }
        assert_eq!(lengths, [MOST_LINE, MOST_LINE, MOST_LINE, 0, "and so on".len()]);
    }
}
