//! What a program that is shut in cannot do (B18, B19): each sentence is tried, at every level that promises it and that
//! this machine has.
#![cfg(target_os = "linux")]

mod common;

use common::*;
use gridhaunt_host::keeper::{Fate, Held, Launch, Level};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::Command;

fn open_to_all(path: &Path, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

/// The ways that are open to a program at a level.
fn open_ways(level: Level, kinds: &[&str]) -> Vec<String> {
    let base = folder();
    let (bot, other) = (base.path().join("bot"), base.path().join("other"));
    for folder in [&bot, &other] {
        std::fs::create_dir(folder).unwrap();
        open_to_all(folder, 0o777);
    }
    std::fs::write(bot.join("promises.py"), include_str!("promises.py")).unwrap();
    std::fs::write(other.join("secret"), "secret").unwrap();
    open_to_all(&bot.join("promises.py"), 0o666);
    open_to_all(&other.join("secret"), 0o666);
    symlink(other.join("secret"), bot.join("link")).unwrap();
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = tcp.local_addr().unwrap().port();
    let _udp = UdpSocket::bind(("127.0.0.1", port));
    let _path = UnixListener::bind(other.join("socket")).unwrap();
    open_to_all(&other.join("socket"), 0o777);
    let name = format!("gridhaunt-promises-{}-{level}", std::process::id());
    let _abstract = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let mut victim = Command::new("sleep").arg("1000").spawn().unwrap();

    let host = std::process::id().to_string();
    let pid = victim.id().to_string();
    let text = |path: &Path| path.to_str().unwrap().to_string();
    let (secret, socket) = (text(&other.join("secret")), text(&other.join("socket")));
    let python = if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" };
    let mut argv = vec![python, "promises.py", &host, &pid];
    let port = port.to_string();
    argv.extend([port.as_str(), &secret, &socket, &name]);
    argv.extend(kinds);
    let mut order: Launch = launch(&bot, level, &argv);
    order.limits.private = 16 << 20;
    let mut held = Held::launch(&order).unwrap();
    let (said, errors) = words(&held);
    assert_eq!(fate(&mut held), Fate::Exited(0), "level {level}: {said}{errors}");
    let left = held.leave(GRACE);
    assert_eq!((left.remaining, &*errors), (0, ""), "level {level}");
    let lives = victim.try_wait().unwrap().is_none();
    assert!(lives || level < Level::One, "level {level}: another's process was ended");
    let _ = victim.kill();
    victim.wait().unwrap();
    let mut lines: Vec<String> = said.lines().map(String::from).collect();
    assert_eq!(lines.pop().as_deref(), Some("done"), "level {level}: {said}");
    lines
}

const NONE: [&str; 0] = [];

#[test]
fn forbidden_system_calls_are_refused_from_level_0_plus_on() {
    for level in levels().into_iter().filter(|level| *level >= Level::ZeroPlus) {
        assert_eq!(open_ways(level, &["system calls"]), NONE, "level {level}");
    }
}

#[test]
fn without_namespaces_landlock_keeps_files_signals_and_connections_in() {
    for level in levels().into_iter().filter(|level| *level == Level::ZeroPlus) {
        let ways = open_ways(level, &["files"]);
        // Signals, sockets and ports are what newer kernels can shut: they are told by the doctor, and not promised.
        let promised: Vec<_> = ways
            .iter()
            .filter(|way| {
                !["a signal to the host", "a signal to another", "an abstract socket", "tcp"].contains(&way.as_str())
            })
            .collect();
        assert_eq!(promised, NONE, "level {level}");
    }
}

#[test]
fn nothing_outside_is_read_reached_signalled_or_filled_from_level_1_on() {
    for level in levels().into_iter().filter(|level| *level >= Level::One) {
        assert_eq!(open_ways(level, &["files", "namespaces", "filling"]), NONE, "level {level}");
    }
}

#[test]
fn the_ways_are_ways() {
    // At level 0 nothing is shut: a test whose ways are shut for another reason would prove nothing.
    if !levels().contains(&Level::Zero) {
        return;
    }
    let ways = open_ways(Level::Zero, &["system calls", "files", "namespaces"]);
    for way in [
        "another's file", "a link out of the folder", "tcp", "udp", "an abstract socket",
        "a socket in another's folder", "to see others", "its own folder, writing", "clone3",
    ] {
        assert!(ways.iter().any(|open| open == way), "{way} is not open at level 0: {ways:?}");
    }
}

#[test]
fn who_signals_everybody_ends_itself_alone() {
    let base = folder();
    for level in levels().into_iter().filter(|level| is_alone(base.path(), *level)) {
        let mut other = Command::new("sleep").arg("1000").spawn().unwrap();
        for script in ["kill -KILL -1; exit 3", "kill -KILL 0", "kill -KILL $PPID; exit 3"] {
            let mut held = Held::launch(&launch(base.path(), level, &["sh", "-c", script])).unwrap();
            let fate = fate(&mut held);
            assert!(matches!(fate, Fate::Exited(3) | Fate::Signalled(9)), "level {level}: {script}: {fate:?}");
            let left = held.leave(GRACE);
            assert_eq!((left.fate, left.remaining), (Some(fate), 0), "level {level}: {script}");
        }
        assert!(other.try_wait().unwrap().is_none(), "level {level}");
        other.kill().unwrap();
        other.wait().unwrap();
    }
}

#[test]
fn interpreters_of_the_path_work_wherever_they_lie() {
    let base = folder();
    std::fs::write(base.path().join("bot.py"), "import sys, json, random\nprint(sys.version_info[0])").unwrap();
    open_to_all(&base.path().join("bot.py"), 0o644);
    for level in levels() {
        let held = match Held::launch(&launch(base.path(), level, &["python3", "bot.py"])) {
            Ok(held) => held,
            // A level without a root of its own does not reach into the home folder of root.
            Err(unfit) => {
                assert!(level < Level::One && unfit.0.contains("--as-root"), "level {level}: {unfit}");
                continue;
            }
        };
        let (said, errors) = words(&held);
        assert_eq!((said.trim(), errors.as_str()), ("3", ""), "level {level}");
    }
}

#[test]
fn tool_chains_work_in_a_root_of_their_own() {
    let base = folder();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let source = "#include <cstdio>\nint main() { puts(\"built\"); }\n";
    std::fs::write(base.path().join("bot.cpp"), source).unwrap();
    for level in levels().into_iter().filter(|level| *level >= Level::One) {
        for argv in [
            &["node", "-e", "console.log('ran')"][..],
            &["java", "-version"],
            &["cargo", "--version"],
            &["sh", "-c", "g++ -o $HOME/bot bot.cpp && $HOME/bot"],
        ] {
            let tool = if argv[0] == "sh" { "g++" } else { argv[0] };
            if !std::env::split_paths(&path).any(|place| place.join(tool).is_file()) {
                println!("not tried: there is no {tool}");
                continue;
            }
            let mut held = Held::launch(&launch(base.path(), level, argv)).unwrap();
            let (said, errors) = words(&held);
            assert_eq!(fate(&mut held), Fate::Exited(0), "level {level}: {tool}: {said}{errors}");
        }
    }
}
