//! Builds a bot (B2): once, never on a match's clock, at most ten minutes.

use crate::host::Terms;
use crate::keeper::{Fate, Held, Launch, Level};
use crate::manifest::{Program, shown};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::Value;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a build may take (B2).
pub const MOST: Duration = Duration::from_secs(600);
/// How many bytes of what a build prints are kept for that.
const KEPT: usize = 16 << 10;
/// How many of the last lines of a build that failed are shown.
const LINES: usize = 20;

/// Builds a program in its folder, if its manifest has a command for that. Above level 0 the build is shut in as the
/// program will be, but for its folder, where it may write, and the network, if the terms allow it one (B3).
///
/// # Errors
/// The command cannot be run, fails, or takes longer than ten minutes; with the last lines that it printed.
pub fn run(program: &Program, terms: &Terms) -> Result<(), Invalid> {
    run_within(program, terms, MOST)
}

fn run_within(program: &Program, terms: &Terms, most: Duration) -> Result<(), Invalid> {
    let Some([first, rest @ ..]) = program.build.as_deref() else { return Ok(()) };
    let wrong = |words: String| {
        let (name, command) = (&program.name, program.build.clone().unwrap_or_default().join(" "));
        Invalid::new("bot", Value::from(name.as_str()), "a bot that builds").says(format!(
            "{name} does not build: `{}` in {} {words}",
            gridhaunt_kernel::shown::shown(&command),
            shown(&program.folder)
        ))
    };
    if terms.level > Level::Zero {
        return shut_in(program, terms, most).map_err(wrong);
    }
    let log = || -> std::io::Result<(File, File, File)> {
        let log = tempfile::tempfile()?;
        Ok((log.try_clone()?, log.try_clone()?, log))
    };
    let (output, errors, mut log) = log().map_err(|error| wrong(format!("has no place for its output: {error}")))?;
    let mut command = Command::new(first);
    command.args(rest).current_dir(&program.folder).stdin(Stdio::null()).stdout(output).stderr(errors);
    // A group of its own, so that all that it starts ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|error| wrong(format!("cannot be run: {error}")))?;
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) => {}
            Err(error) => break Err(format!("cannot be awaited: {error}")),
        }
        if terms.is_stopped() {
            break Err("was stopped".to_string());
        }
        if begun.elapsed() > most {
            break Err(format!("took longer than {} s", most.as_secs()));
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(50));
    };
    end_group(&mut child);
    let why = match status {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => format!("failed ({status})"),
        Err(why) => why,
    };
    let mut text = Vec::new();
    let length = log.metadata().map_or(0, |about| about.len());
    let _ = log.seek(SeekFrom::Start(length.saturating_sub(KEPT as u64)));
    let _ = log.take(KEPT as u64).read_to_end(&mut text);
    Err(wrong(format!("{why}{}", last_lines(&text))))
}

/// The last lines of what a build printed.
fn last_lines(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let last: Vec<&str> = text.lines().rev().take(LINES).collect();
    last.into_iter().rev().map(|line| format!("\n  {}", gridhaunt_kernel::shown::shown(line))).collect()
}

/// Builds at the level of the match, with a keeper.
fn shut_in(program: &Program, terms: &Terms, most: Duration) -> Result<(), String> {
    let argv = program.build.iter().flatten().map(Into::into).collect();
    let mut held = Held::launch(&Launch {
        env: program.env.iter().map(|(name, value)| (name.into(), value.into())).collect(),
        level: terms.level,
        cores: thread::available_parallelism().map_or(1, usize::from),
        as_root: terms.as_root,
        writes: true,
        network: terms.build_network,
        ..Launch::new(argv, program.folder.clone())
    })
    .map_err(|unfit| format!("cannot be run: {unfit}"))?;
    let mut text = Vec::new();
    let begun = Instant::now();
    let fate = loop {
        let fate = held.fate();
        for end in [&held.stdout, &held.stderr] {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = rustix::io::read(end, &mut bytes) {
                text.extend_from_slice(&bytes[..count]);
                text.drain(..text.len().saturating_sub(KEPT));
                if begun.elapsed() > most {
                    break;
                }
            }
        }
        if let Some(fate) = fate {
            break match fate {
                Fate::Exited(0) => Ok(()),
                Fate::Exited(code) => Err(format!("failed (exit status: {code})")),
                Fate::Signalled(signal) => Err(format!("failed (signal: {signal})")),
                Fate::OverLimit(limit, words) => Err(format!("used too much ({}: {words})", limit.name())),
            };
        }
        if terms.is_stopped() {
            break Err("was stopped".to_string());
        }
        if begun.elapsed() > most {
            break Err(format!("took longer than {} s", most.as_secs()));
        }
        let soon = rustix::event::Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        let mut news = [rustix::event::PollFd::from_borrowed_fd(held.control(), rustix::event::PollFlags::IN)];
        let _ = rustix::event::poll(&mut news, Some(&soon));
    };
    held.kill();
    let _ = held.leave(Duration::ZERO);
    fate.map_err(|why| format!("{why}{}", last_lines(&text)))
}

/// Ends what a build left behind.
fn end_group(child: &mut std::process::Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;

    fn built(script: &str, most: Duration) -> Result<(), String> {
        let home = tempfile::tempdir().unwrap();
        let text = format!("name = \"b\"\nrun = [\"./b\"]\nbuild = [\"sh\", \"-c\", {}]", Value::from(script));
        fs::write(home.path().join("bot.toml"), text).unwrap();
        let program = Program::find(&home.path().to_string_lossy()).unwrap();
        run_within(&program, &Terms::default(), most).map_err(|error| error.to_string())
    }

    #[test]
    fn a_build_that_fails_shows_its_last_words() {
        assert_eq!(built("exit 0", MOST), Ok(()));
        let error = built("echo one; printf 'two\\033[2J\\n' >&2; exit 3", MOST).unwrap_err();
        assert!(error.contains("failed (exit status: 3)\n  one\n  two\\u001b[2J"), "{error}");
    }

    #[test]
    fn a_build_that_hangs_is_ended_with_all_that_it_started() {
        let home = tempfile::tempdir().unwrap();
        let sign = home.path().join("alive");
        let begun = Instant::now();
        let script = format!("(sleep 3; touch {}) & sleep 100", sign.display());
        let error = built(&script, Duration::from_millis(200)).unwrap_err();
        assert!(error.contains("took longer than 0 s"), "{error}");
        assert!(begun.elapsed() < Duration::from_secs(3));
        thread::sleep(Duration::from_secs(4).saturating_sub(begun.elapsed()));
        assert!(!sign.exists(), "a process of the build lives on");
    }
}
