//! Programs are held, and nothing of them is left (B16, B17), at every level that this machine has.
#![cfg(target_os = "linux")]

mod common;

use common::*;
use gridhaunt_host::build;
use gridhaunt_host::doctor::{Report, examine};
use gridhaunt_host::host::Terms;
use gridhaunt_host::keeper::{Fate, Held, Level, Limit};
use gridhaunt_host::manifest::Program;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SHORT: Duration = Duration::from_millis(100);
const NOBODY: [u32; 0] = [];

#[test]
fn what_is_written_comes_back_and_end_of_input_means_leave() {
    let folder = folder();
    for level in levels() {
        let start = Instant::now();
        let held = Held::launch(&launch(folder.path(), level, &["cat"])).unwrap();
        rustix::io::write(&held.stdin, b"hello\n").unwrap();
        assert_eq!(line(&held), "hello");
        println!("level {level}: first line after {:?}", start.elapsed());
        let (pid, start) = (held.pid, Instant::now());
        assert!(is_alive(pid));
        let left = held.leave(GRACE);
        println!("level {level}: left after {:?}", start.elapsed());
        assert_eq!((left.fate, left.term, left.killed, left.remaining), (Some(Fate::Exited(0)), false, 0, 0));
        assert!(!is_alive(pid));
    }
}

#[test]
fn exit_codes_and_signals_are_told() {
    let folder = folder();
    for level in levels() {
        for (script, expected) in
            [("exit 7", Fate::Exited(7)), ("kill -SEGV $$", Fate::Signalled(11)), ("kill -KILL $$", Fate::Signalled(9))]
        {
            let mut held = Held::launch(&launch(folder.path(), level, &["sh", "-c", script])).unwrap();
            assert_eq!(fate(&mut held), expected, "level {level}");
            assert_eq!(held.leave(GRACE).fate, Some(expected), "level {level}");
        }
    }
}

/// The mark in the command line of a program, other for each test and level.
fn mark(test: &str, level: Level) -> String {
    format!("mark-{test}-{level}-{}", std::process::id())
}

#[test]
fn who_forks_twice_and_leaves_the_session_is_gone_after_the_leave() {
    let folder = folder();
    for level in levels() {
        let mark = mark("away", level);
        let program = "import os, sys, time\n\
            if os.fork() == 0:\n\
            \x20 os.setsid()\n\
            \x20 if os.fork() == 0:\n\
            \x20   print('away', flush=True)\n\
            \x20   time.sleep(1000)\n\
            \x20 os._exit(0)\n\
            sys.stdin.read()";
        let mut order = python(folder.path(), level, program);
        order.argv.push(mark.clone().into());
        let held = Held::launch(&order).unwrap();
        assert_eq!(line(&held), "away");
        assert!(!marked(&mark).is_empty());
        let left = held.leave(SHORT);
        assert!(left.fate.is_some() && left.remaining == 0, "level {level}: {left:?}");
        assert_eq!(marked(&mark), NOBODY, "level {level}");
    }
}

#[test]
fn a_child_that_keeps_the_pipes_does_not_hide_the_end_of_its_parent() {
    let folder = folder();
    for level in levels() {
        let mark = mark("keeps", level);
        let order = launch(folder.path(), level, &["sh", "-c", "sleep 1000 & exit 3", &mark]);
        let mut held = Held::launch(&order).unwrap();
        assert_eq!(fate(&mut held), Fate::Exited(3));
        let start = Instant::now();
        let left = held.leave(SHORT);
        assert_eq!((left.fate, left.term, left.remaining), (Some(Fate::Exited(3)), true, 0), "level {level}");
        assert!(start.elapsed() < LONG && marked(&mark).is_empty());
    }
}

#[test]
fn who_does_not_listen_gets_term_and_then_kill() {
    let folder = folder();
    // Long enough for whoever listens, also on a machine that does other things besides.
    let second = Duration::from_secs(1);
    at_every_level(|level| {
        let listens = "trap 'exit 5' TERM; echo ready; while :; do sleep 0.01; done";
        let held = Held::launch(&launch(folder.path(), level, &["sh", "-c", listens])).unwrap();
        assert_eq!(line(&held), "ready");
        let left = held.leave(second);
        assert_eq!((left.fate, left.term), (Some(Fate::Exited(5)), true), "level {level}");
    });
    at_every_level(|level| {
        let deaf = "trap '' TERM; echo ready; while :; do sleep 0.01; done";
        let held = Held::launch(&launch(folder.path(), level, &["sh", "-c", deaf])).unwrap();
        assert_eq!(line(&held), "ready");
        let left = held.leave(SHORT);
        assert_eq!((left.fate, left.term), (Some(Fate::Signalled(9)), true), "level {level}");
        assert!(left.killed >= 1 && left.remaining == 0);
    });
    at_every_level(|level| {
        let stopped = "echo ready; kill -STOP $$; exit 6";
        let held = Held::launch(&launch(folder.path(), level, &["sh", "-c", stopped])).unwrap();
        assert_eq!(line(&held), "ready");
        let fate = held.leave(second).fate;
        assert!(matches!(fate, Some(Fate::Signalled(15) | Fate::Exited(6))), "level {level}: {fate:?}");
    });
}

#[test]
fn a_kill_and_a_drop_end_everything() {
    let folder = folder();
    for level in levels() {
        let mark = mark("kill", level);
        let order = launch(folder.path(), level, &["sh", "-c", "sleep 1000 & sleep 1000 & echo; wait", &mark]);
        let mut held = Held::launch(&order).unwrap();
        line(&held);
        held.kill();
        assert_eq!(fate(&mut held), Fate::Signalled(9), "level {level}");
        assert_eq!(held.leave(GRACE).remaining, 0);
        assert_eq!(marked(&mark), NOBODY);
        let held = Held::launch(&order).unwrap();
        line(&held);
        drop(held);
        assert_eq!(marked(&mark), NOBODY, "level {level}");
    }
}

#[test]
fn what_is_stopped_does_nothing_until_it_goes_on() {
    let folder = folder();
    for level in levels() {
        let mut held = Held::launch(&launch(folder.path(), level, &["cat"])).unwrap();
        held.stop();
        rustix::io::write(&held.stdin, b"hello\n").unwrap();
        std::thread::sleep(SHORT);
        assert!(rustix::io::read(&held.stdout, &mut [0; 8]).is_err(), "level {level}");
        held.cont();
        assert_eq!(line(&held), "hello");
        assert_eq!(held.leave(GRACE).fate, Some(Fate::Exited(0)), "level {level}");
    }
}

/// Run by the next test as a host of its own, which is then killed.
#[test]
#[ignore = "a part of the test below"]
fn a_host_that_will_be_killed() {
    let folder = folder();
    let (Ok(level), Ok(mark)) = (std::env::var("LEVEL"), std::env::var("MARK")) else { return };
    let level = Level::ALL.into_iter().find(|known| known.name() == level).unwrap();
    let program = "import os, time\n\
        if os.fork() == 0:\n\
        \x20 os.setsid()\n\
        \x20 if os.fork() == 0:\n\
        \x20   time.sleep(1000)\n\
        time.sleep(1000)";
    let mut order = python(folder.path(), level, program);
    order.argv.push(mark.into());
    let _held = Held::launch(&order).unwrap();
    std::thread::sleep(LONG);
}

#[test]
fn a_host_that_is_killed_leaves_nothing_a_second_later() {
    for level in levels() {
        let mark = mark("host", level);
        let mut host = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_host_that_will_be_killed", "--ignored"])
            .env("LEVEL", level.name())
            .env("MARK", &mark)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = soon(LONG, || marked(&mark).len() >= 3);
        host.kill().unwrap();
        host.wait().unwrap();
        assert!(began, "level {level}");
        // A second, and more for a machine that does other things besides.
        assert!(soon(Duration::from_secs(3), || marked(&mark).is_empty()), "level {level}");
    }
}

#[test]
fn a_program_gets_its_pipes_and_nothing_else_that_is_open() {
    let folder = folder();
    // A descriptor that the host forgot to close at exec.
    let open = std::fs::File::open("/dev/null").unwrap();
    rustix::io::fcntl_setfd(&open, rustix::io::FdFlags::empty()).unwrap();
    for level in levels() {
        let held = Held::launch(&launch(folder.path(), level, &["sh", "-c", "echo /proc/self/fd/*"])).unwrap();
        // The shell's own descriptor of the folder that it lists is gone when `echo` runs.
        assert!(
            [
                "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2",
                "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3"
            ]
            .contains(&&*line(&held)),
            "level {level}"
        );
        let _ = held.leave(GRACE);
    }
}

#[test]
fn the_environment_is_made_anew() {
    let folder = folder();
    for level in levels() {
        let mut order = launch(folder.path(), level, &["env"]);
        order.cores = 3;
        order.env = vec![("GRIDHAUNT_GAME".into(), "nim".into()), ("LANG".into(), "C".into())];
        let held = Held::launch(&order).unwrap();
        let text = words(&held).0;
        let found: BTreeMap<&str, &str> = text.lines().filter_map(|line| line.split_once('=')).collect();
        let names: Vec<&str> = found.keys().copied().collect();
        let expected = [
            "GRIDHAUNT_GAME", "HOME", "LANG", "OMP_NUM_THREADS", "PATH", "PYTHONHASHSEED", "PYTHONUNBUFFERED", "TMPDIR",
        ];
        assert_eq!(names, expected, "level {level}");
        assert_eq!((found["LANG"], found["OMP_NUM_THREADS"], found["PYTHONHASHSEED"]), ("C", "3", "0"));
        assert_eq!(found["HOME"], found["TMPDIR"]);
        let _ = held.leave(GRACE);
    }
}

#[test]
fn a_process_has_its_limits_and_no_rights() {
    let folder = folder();
    for level in levels() {
        let script = "umask; ulimit -n; ulimit -c; cat /proc/self/oom_score_adj; grep -c . /proc/self/status; \
             grep -E '^(CapPrm|CapBnd|NoNewPrivs)' /proc/self/status";
        let held = Held::launch(&launch(folder.path(), level, &["sh", "-c", script])).unwrap();
        let text = words(&held).0;
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines[1], lines[2], lines[3]), ("0077", "1024", "0", "1000"), "level {level}");
        // At level 0 root without another uid to give stays root.
        if level > Level::Zero || !rustix::process::geteuid().is_root() || is_alone(folder.path(), level) {
            assert!(text.contains("CapPrm:\t0000000000000000"), "level {level}: {text}");
        }
        assert!(text.contains("NoNewPrivs:\t1"), "level {level}: {text}");
        if level >= Level::One {
            assert!(text.contains("CapBnd:\t0000000000000000"), "level {level}: {text}");
        }
        let _ = held.leave(GRACE);
    }
}

#[test]
fn the_private_folder_is_the_programs_and_is_emptied_and_removed() {
    let folder = folder();
    for level in levels() {
        let script = "echo $HOME; while read line; do case $line in \
            make) mkdir -p $HOME/a/b; echo > $HOME/a/b/c; ln -s / $HOME/root; chmod 0 $HOME/a; echo made;; \
            list) ls -A $HOME | wc -l;; esac; done";
        let mut held = Held::launch(&launch(folder.path(), level, &["sh", "-c", script])).unwrap();
        let home = line(&held);
        let say = |held: &mut Held, text: &str| {
            rustix::io::write(&held.stdin, text.as_bytes()).unwrap();
            line(held)
        };
        assert_eq!(say(&mut held, "make\n"), "made", "level {level}");
        assert_eq!(say(&mut held, "list\n"), "2");
        held.ask_to_empty();
        held.emptied();
        assert_eq!(say(&mut held, "list\n"), "0", "level {level}");
        assert_eq!(say(&mut held, "make\n"), "made");
        assert_eq!(held.leave(GRACE).fate, Some(Fate::Exited(0)));
        assert!(!Path::new(&home).exists(), "level {level}: {home}");
    }
}

#[test]
fn usage_is_of_the_whole_tree() {
    let folder = folder();
    for level in levels() {
        let program = "import os, sys, time\n\
            if os.fork() == 0:\n\
            \x20 data = bytearray(64 << 20)\n\
            \x20 end = time.process_time() + 0.2\n\
            \x20 while time.process_time() < end: pass\n\
            \x20 print('done', flush=True)\n\
            sys.stdin.read()";
        let mut held = Held::launch(&python(folder.path(), level, program)).unwrap();
        assert_eq!(line(&held), "done");
        let usage = held.usage().unwrap();
        assert!(usage.cpu >= Duration::from_millis(200), "level {level}: {usage:?}");
        assert!(usage.peak >= 64 << 20 && usage.resident >= 64 << 20, "level {level}: {usage:?}");
        assert_eq!(usage.processes, 2, "level {level}");
        let left = held.leave(GRACE);
        assert!(left.usage.cpu >= usage.cpu && left.usage.peak >= usage.peak, "level {level}: {left:?}");
    }
}

#[test]
fn too_much_memory_and_too_many_processes_are_told_and_ended() {
    let folder = folder();
    for level in levels() {
        let hog = "data = []\nimport time\nwhile True:\n  data.append(bytearray(1 << 20))\n  time.sleep(0.0005)";
        if is_alone(folder.path(), level) {
            let mut order = python(folder.path(), level, hog);
            order.limits.resident = 64 << 20;
            let mut held = Held::launch(&order).unwrap();
            let fate = fate(&mut held);
            assert!(matches!(fate, Fate::OverLimit(Limit::Memory, _)), "level {level}: {fate:?}");
            let left = held.leave(GRACE);
            assert_eq!((left.fate, left.remaining), (Some(fate), 0));
        }
        let mark = mark("bomb", level);
        let bomb = "import os, time\nwhile True:\n  try: os.fork()\n  except OSError: time.sleep(0.01)";
        if is_alone(folder.path(), level) {
            let mut order = python(folder.path(), level, bomb);
            order.limits.processes = 16;
            order.argv.push(mark.clone().into());
            let mut held = Held::launch(&order).unwrap();
            let fate = fate(&mut held);
            assert!(matches!(fate, Fate::OverLimit(Limit::Processes, _)), "level {level}: {fate:?}");
            assert_eq!(held.leave(GRACE).remaining, 0);
            assert_eq!(marked(&mark), NOBODY, "level {level}");
        }
    }
}

#[test]
fn a_file_that_is_too_long_is_told() {
    let folder = folder();
    for level in levels() {
        let mut order = launch(folder.path(), level, &["sh", "-c", "exec head -c 2000000 /dev/zero > $HOME/long"]);
        order.limits.file_size = 1 << 20;
        let mut held = Held::launch(&order).unwrap();
        let fate = fate(&mut held);
        assert!(matches!(fate, Fate::OverLimit(Limit::FileSize, _)), "level {level}: {fate:?}");
    }
}

#[test]
fn ten_thousand_files_are_not_opened() {
    let folder = folder();
    for level in levels() {
        let program = "files = []\n\
            try:\n\
            \x20 for _ in range(10000): files.append(open('/dev/null'))\n\
            except OSError as error: print(len(files), error.errno, flush=True)";
        let held = Held::launch(&python(folder.path(), level, program)).unwrap();
        let said = line(&held);
        let (count, errno) = said.split_once(' ').unwrap();
        assert!(count.parse::<u32>().unwrap() < 1024 && errno == "24", "level {level}: {said}");
    }
}

#[test]
fn what_cannot_be_run_is_told_with_its_path() {
    let folder = folder();
    let write = |name: &str, text: &str, mode: u32| {
        std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    write("plain", "#!/bin/sh\n", 0o644);
    write("orphan", "#!/no/such/interpreter\n", 0o755);
    write("windows", "#!/bin/sh\r\n", 0o755);
    write("text", "just text", 0o755);
    for level in levels() {
        for (name, expected) in [
            ("./plain", "plain: not executable: run `chmod +x"),
            ("./missing", "missing: not found: build it first"),
            (
                "./orphan",
                "orphan: its first line names /no/such/interpreter, which is not there, or not for bots at this level",
            ),
            ("./windows", "windows: its first line ends with a carriage return"),
            ("./text", "text: no program of this machine, and no #! line"),
            ("no-such-program-anywhere", "no-such-program-anywhere: not found in PATH"),
            ("", "`run` is empty"),
        ] {
            let unfit = Held::launch(&launch(folder.path(), level, &[name])).unwrap_err();
            assert!(unfit.0.contains(expected), "level {level}: {unfit}");
        }
    }
    let unfit = Held::launch(&launch(Path::new("/no/such/folder"), Level::Zero, &["true"])).unwrap_err();
    assert!(unfit.0.starts_with("/no/such/folder: "), "{unfit}");
}

#[test]
fn what_the_programs_own_uid_cannot_use_is_told_unless_it_is_root() {
    let folder = folder();
    if !is_alone(folder.path(), Level::Zero) {
        return;
    }
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::write(closed.join("bot.sh"), "id -u").unwrap();
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o700)).unwrap();
    let mut order = launch(&closed, Level::Zero, &["sh", "bot.sh"]);
    let unfit = Held::launch(&order).unwrap_err();
    assert!(unfit.0.contains(closed.to_str().unwrap()) && unfit.0.contains("--as-root"), "{unfit}");
    order.as_root = true;
    let held = Held::launch(&order).unwrap();
    assert_eq!(line(&held), "0");
    let _ = held.leave(GRACE);
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::set_permissions(closed.join("bot.sh"), PermissionsExt::from_mode(0o600)).unwrap();
    order.as_root = false;
    let unfit = Held::launch(&order).unwrap_err();
    assert!(unfit.0.contains("bot.sh"), "{unfit}");
    std::fs::set_permissions(closed.join("bot.sh"), PermissionsExt::from_mode(0o644)).unwrap();
    let (one, two) = (Held::launch(&order).unwrap(), Held::launch(&order).unwrap());
    let uids = [line(&one), line(&two)].map(|uid| uid.parse::<u32>().unwrap());
    assert!(uids[0] != uids[1] && uids.iter().all(|uid| *uid > 1000), "{uids:?}");
}

#[test]
fn the_doctor_says_what_works_and_why_not_the_rest() {
    let _folder = folder();
    let has_python = |report: &Report| {
        let python = report.tools.iter().find(|tool| tool.name == "python3").unwrap();
        python.path.is_none() || python.version.as_ref().is_some_and(|version| version.starts_with("Python 3"))
    };
    // On a machine that is busy with other tests a tool may not tell its version in time.
    let mut reports = std::iter::repeat_with(examine).take(3);
    let report = reports.find(has_python).expect("python3 tells its version, or is not there");
    assert_eq!(report.levels.iter().map(|found| found.level).collect::<Vec<_>>(), Level::ALL);
    assert_eq!(report.levels[0].missing, None);
    let mut working = report.levels.iter().filter(|found| found.missing.is_none());
    assert_eq!(working.next_back().map(|found| found.level), Some(report.best));
    assert!(report.delays.canary.is_some() && report.delays.ping_pong.is_some() && report.delays.launch.is_some());
    let landlock = report.features.iter().find(|feature| feature.name == "landlock").unwrap();
    assert!(landlock.works || report.levels[1].missing.is_some());
    println!("{report:#?}");
}

#[test]
fn a_build_writes_in_its_folder_and_what_it_made_can_be_played_with() {
    let folder = folder();
    for level in levels() {
        std::fs::write(folder.path().join("source"), "echo made").unwrap();
        let script = "mkdir out && cp source out/bot && chmod 700 out/bot && ln -s / out/link && echo built";
        let mut order = launch(folder.path(), level, &["sh", "-c", script]);
        order.writes = true;
        let held = Held::launch(&order).unwrap();
        let (said, errors) = words(&held);
        assert_eq!((&*said, &*errors), ("built\n", ""), "level {level}");
        assert_eq!(held.leave(GRACE).fate, Some(Fate::Exited(0)));
        // With another uid than the one that built, and no longer writing.
        let held = Held::launch(&launch(folder.path(), level, &["sh", "-c", "sh out/bot; echo > new || echo not new"]))
            .unwrap();
        let said = words(&held).0;
        let closed = level >= Level::ZeroPlus || is_alone(folder.path(), level);
        assert_eq!(said, if closed { "made\nnot new\n" } else { "made\n" }, "level {level}");
        drop(held);
        let _ = std::fs::remove_file(folder.path().join("new"));
        std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
}

#[test]
fn a_bot_is_built_at_the_level_that_it_plays_at() {
    for level in levels().into_iter().filter(|level| *level > Level::Zero) {
        let (bot, other) = (folder(), folder());
        let terms = Terms { level, ..Terms::default() };
        let build = |script: &str| {
            let text = format!("name = \"b\"\nrun = [\"./b\"]\nbuild = [\"sh\", \"-c\", \"{script}\"]");
            std::fs::write(bot.path().join("bot.toml"), text).unwrap();
            let program = Program::find(&bot.path().to_string_lossy()).unwrap();
            build::run(&program, &terms).map_err(|error| error.to_string())
        };
        assert_eq!(build("echo > made"), Ok(()), "level {level}");
        assert!(bot.path().join("made").exists(), "level {level}");
        std::fs::set_permissions(other.path(), PermissionsExt::from_mode(0o777)).unwrap();
        let error = build(&format!("echo words; echo > {}/out", other.path().display())).unwrap_err();
        assert!(error.contains("failed (exit status") && error.contains("\n  words"), "level {level}: {error}");
        assert!(!other.path().join("out").exists(), "level {level}");
    }
}

/// What a program of the host's own uid can do at level 0: an ordinary user's, or root's with `--as-root`.
#[test]
fn who_kills_its_keeper_is_gone_with_all_that_it_started() {
    let folder = folder();
    let mark = format!("unkept-{}", std::process::id());
    let program = "import os, subprocess, sys\n\
        args = [sys.executable, '-c', 'import time; time.sleep(100)', sys.argv[1]]\n\
        for _ in range(3): subprocess.Popen(args, start_new_session=True)\n\
        print('begun', flush=True)\n\
        sys.stdin.readline()\n\
        os.kill(os.getppid(), 9)\n\
        while True: pass\n";
    let mut order = python(folder.path(), Level::Zero, program);
    order.argv.push(mark.clone().into());
    order.as_root = true;
    let mut held = Held::launch(&order).unwrap();
    assert_eq!(line(&held), "begun");
    assert!(soon(LONG, || marked(&mark).len() >= 4));
    let begun = Instant::now();
    rustix::io::write(&held.stdin, b"\n").unwrap();
    assert_eq!(fate(&mut held), Fate::Signalled(9));
    let noticed = begun.elapsed();
    assert!(noticed < Duration::from_secs(5), "{noticed:?}");
    drop(held);
    assert!(soon(Duration::from_secs(5), || marked(&mark).is_empty()), "{:?} live on", marked(&mark));
}

#[test]
fn what_a_short_life_used_is_told_too() {
    let folder = folder();
    for level in levels() {
        let held = Held::launch(&python(folder.path(), level, "data = bytearray(48 << 20)")).unwrap();
        let left = held.leave(LONG);
        assert_eq!(left.fate, Some(Fate::Exited(0)));
        assert!(left.usage.peak >= 48 << 20 && left.usage.cpu > Duration::ZERO, "level {level}: {:?}", left.usage);
    }
}

#[test]
fn at_level_2_a_program_keeps_to_its_processors() {
    let folder = folder();
    let allowed = |text: &str| {
        text.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).map(str::trim).map(String::from)
    };
    let ours = allowed(&std::fs::read_to_string("/proc/self/status").unwrap()).unwrap();
    let last: String = ours.rsplit(['-', ',']).next().unwrap().into();
    for level in levels().into_iter().filter(|level| *level == Level::Two) {
        let mut order = launch(folder.path(), level, &["cat", "/proc/self/status"]);
        order.processors = vec![last.parse().unwrap()];
        let held = Held::launch(&order).unwrap();
        assert_eq!(allowed(&words(&held).0), Some(last.clone()), "level {level}");
    }
}
