//! Copies of programs for events (B3): exactly the digested files, built once, and by nobody else at the same time.
#![cfg(target_os = "linux")]

mod common;

use common::{LONG, folder, levels, soon};
use gridhaunt_host::archive::{Packed, pack};
use gridhaunt_host::build;
use gridhaunt_host::copies::{Copies, NoCopy};
use gridhaunt_host::host::Terms;
use gridhaunt_host::keeper::Level;
use gridhaunt_host::manifest::Program;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A bot whose build is this script.
fn bot(folder: &Path, script: &str) -> Program {
    let script = script.replace('\\', "\\\\").replace('"', "\\\"");
    fs::write(
        folder.join("bot.toml"),
        format!("name = \"b\"\nrun = [\"./out\"]\nbuild = [\"sh\", \"-c\", \"{script}\"]"),
    )
    .unwrap();
    Program::find(&folder.to_string_lossy()).unwrap()
}

fn packed(script: &str) -> Packed {
    pack(&bot(folder().path(), script)).unwrap()
}

#[test]
fn a_copy_is_built_once_at_its_level_and_the_original_stays_as_it_is() {
    let (original, base) = (folder(), folder());
    let copies = Copies::new(base.path()).unwrap();
    fs::write(original.path().join("source"), "first").unwrap();
    let packed = pack(&bot(original.path(), "cp source out; echo once >> times")).unwrap();
    fs::write(original.path().join("source"), "changed since it was digested").unwrap();
    for level in levels() {
        let terms = Terms { level, ..Terms::default() };
        let mut told = Vec::new();
        assert_eq!(copies.find("b", &packed.digest, &terms), None);
        let copy = copies.make(&packed, &terms, &mut |line| told.push(line.to_string())).unwrap();
        let again = copies.make(&packed, &terms, &mut |line| told.push(line.to_string())).unwrap();
        // A process that starts later finds it too, and another entrant with the same files.
        let later = Copies::new(base.path()).unwrap();
        assert_eq!(later.find("b", &packed.digest, &terms), Some(copy.clone()));
        assert_eq!(later.find("c", &packed.digest, &terms).unwrap().name, "c");
        let read = |name: &str| fs::read_to_string(copy.folder.join(name)).unwrap();
        assert_eq!((read("out"), read("times")), ("first".into(), "once\n".into()), "level {level}");
        assert_eq!((copy, told), (again, vec!["building b".into()]), "level {level}");
    }
    assert!(!original.path().join("out").exists());
}

#[test]
fn who_does_not_build_is_unfit_and_who_was_stopped_is_not() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let base = folder();
    let copies = Copies::new(base.path()).unwrap();
    let terms = Terms { stop: Some(&STOP), ..Terms::default() };
    let left = || fs::read_dir(base.path()).unwrap().flatten().filter(|entry| entry.path().is_dir()).count();
    let error =
        copies.make(&packed("echo no such thing; mkdir a; chmod 0 a; exit 3"), &terms, &mut |_| {}).unwrap_err();
    assert!(matches!(&error, NoCopy::Unfit(_)) && error.to_string().contains("\n  no such thing"), "{error}");
    assert_eq!(left(), 0);
    let sign = base.path().join("begun");
    let slow = packed(&format!("touch {}; sleep 100", sign.display()));
    let stopped = thread::scope(|scope| {
        let made = scope.spawn(|| copies.make(&slow, &terms, &mut |_| {}));
        assert!(soon(LONG, || sign.exists()));
        STOP.store(true, Ordering::Relaxed);
        made.join().unwrap()
    });
    assert_eq!((stopped, left()), (Err(NoCopy::Stopped), 0));
    // Where nothing can be written nobody is unfit.
    let file = base.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(Copies::new(&file).unwrap_err().to_string().starts_with("folder: "));
    // Nor where others could put something into a copy.
    let open = base.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, PermissionsExt::from_mode(0o777)).unwrap();
    assert!(Copies::new(&open).unwrap_err().to_string().ends_with("somebody else could put programs there"));
}

#[test]
fn a_copy_that_was_left_half_made_is_made_again() {
    let base = folder();
    let (copies, terms) = (Copies::new(base.path()).unwrap(), Terms::default());
    let packed = packed("echo fine > out");
    let copy = copies.make(&packed, &terms, &mut |_| {}).unwrap();
    // As a kill in mid-build leaves it: files, and no mark.
    fs::remove_file(copy.folder.parent().unwrap().join("built")).unwrap();
    fs::write(copy.folder.join("out"), "hal").unwrap();
    assert_eq!(copies.find("b", &packed.digest, &terms), None);
    let again = copies.make(&packed, &terms, &mut |_| {}).unwrap();
    assert_eq!(fs::read_to_string(again.folder.join("out")).unwrap(), "fine\n");
    // As a machine that lost power leaves it.
    fs::write(copy.folder.parent().unwrap().join("built"), "another boot\n").unwrap();
    assert_eq!(copies.find("b", &packed.digest, &terms), None);
}

#[test]
fn of_those_who_want_a_copy_at_once_one_makes_it() {
    let base = folder();
    let packed = packed("sleep 0.2; echo once >> out");
    let make = || {
        let copies = Copies::new(base.path()).unwrap();
        copies.make(&packed, &Terms::default(), &mut |_| {}).unwrap()
    };
    let made: Vec<Program> = thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(make)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(made.iter().all(|program| *program == made[0]));
    assert_eq!(fs::read_to_string(made[0].folder.join("out")).unwrap(), "once\n");
}

#[test]
fn a_build_has_the_network_only_where_that_is_allowed() {
    // B3
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!(
        "import socket; socket.create_connection((\\\"127.0.0.1\\\", {port}), 5).send(b\\\"x\\\"); print(\\\"reached\\\")"
    );
    for level in levels().into_iter().filter(|level| *level > Level::Zero) {
        let bot = folder();
        fs::write(
            bot.path().join("bot.toml"),
            format!("run = [\"a\"]\nname = \"b\"\nbuild = [\"python3\", \"-c\", \"{connect}\"]"),
        )
        .unwrap();
        let program = Program::find(&bot.path().to_string_lossy()).unwrap();
        let built = |build_network| {
            let terms = Terms { level, build_network, ..Terms::default() };
            build::run(&program, &terms).map_err(|error| error.to_string())
        };
        let error = built(false).unwrap_err();
        assert!(error.contains("does not build"), "level {level}: {error}");
        assert_eq!(built(true), Ok(()), "level {level}");
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_ok(), "level {level}");
        assert!(listener.accept().is_err(), "level {level}: the first build reached it too");
    }
}
