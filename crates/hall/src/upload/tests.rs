use super::*;
use std::io::Write;
use zip::write::SimpleFileOptions;

const TOML: &[u8] = b"run = [\"python3\", \"bot.py\"]\n";

/// A zip file of these entries; a mode that is given counts as it is.
fn zipped(entries: &[(&str, &[u8], u32)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, mode) in entries {
        writer.start_file(*name, SimpleFileOptions::default().unix_permissions(*mode)).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The head of a tar entry, however wrong its name is.
fn head(name: &[u8], kind: tar::EntryType, size: u64) -> tar::Header {
    let mut head = tar::Header::new_gnu();
    let field = &mut head.as_old_mut().name;
    field[..name.len().min(100)].copy_from_slice(&name[..name.len().min(100)]);
    head.set_entry_type(kind);
    head.set_size(size);
    head.set_mode(0o755);
    head.set_cksum();
    head
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn tarred(entries: &[(&[u8], tar::EntryType, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, kind, content) in entries {
        bytes.extend_from_slice(head(name, *kind, content.len() as u64).as_bytes());
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    gzipped(&bytes)
}

fn refused(upload: &[u8]) -> String {
    unpack(upload).expect_err("it was taken").to_string()
}

#[test]
fn a_folder_is_unpacked_whether_or_not_it_is_in_another() {
    let plain = unpack(&zipped(&[("bot.toml", TOML, 0o644), ("src/bot.py", b"1", 0o755)])).unwrap();
    let names: Vec<(&str, bool)> = plain.iter().map(|(name, sent)| (name.as_str(), sent.executable)).collect();
    assert_eq!(names, [("bot.toml", false), ("src/bot.py", true)]);
    let inside = [("mybot/bot.toml", TOML, 0o644), ("mybot/src/bot.py", b"1" as &[u8], 0o755)];
    assert_eq!(unpack(&zipped(&inside)).unwrap(), plain);
    let kind = tar::EntryType::Regular;
    let tarred =
        tarred(&[(b"./bot.toml", kind, TOML), (b"src/", tar::EntryType::Directory, b""), (b"src/bot.py", kind, b"1")]);
    assert_eq!(unpack(&tarred).unwrap().keys().collect::<Vec<_>>(), plain.keys().collect::<Vec<_>>());
}

#[test]
fn what_systems_and_tools_leave_behind_does_not_belong_to_a_bot() {
    let sent = [
        ("mybot/bot.toml", TOML, 0o644),
        ("__MACOSX/mybot/._bot.toml", b"x" as &[u8], 0o644),
        ("mybot/.DS_Store", b"x", 0o644),
        ("mybot/__pycache__/bot.pyc", b"x", 0o644),
        ("mybot/.git/config", b"x", 0o644),
    ];
    assert_eq!(unpack(&zipped(&sent)).unwrap().keys().collect::<Vec<_>>(), ["bot.toml"]);
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let long = "a/".repeat(20) + "x";
    let names = [
        "../evil",
        "a/../../evil",
        "/etc/passwd",
        "a//b",
        "a/./b",
        "..",
        "C:\\evil",
        "a\\..\\b",
        "c:evil",
        "a\u{0}b",
        "a\nb",
        "a\u{202e}b",
        long.as_str(),
    ];
    for name in names {
        let error = refused(&zipped(&[("bot.toml", TOML, 0o644), (name, b"x", 0o644)]));
        assert!(error.starts_with("upload: "), "{name:?}: {error}");
        // What follows a NUL is no part of a name in a tar file.
        if !name.contains('\0') {
            let kind = tar::EntryType::Regular;
            let error = refused(&tarred(&[(b"bot.toml", kind, TOML), (name.as_bytes(), kind, b"x")]));
            assert!(error.starts_with("upload: "), "{name:?}: {error}");
        }
    }
    let error =
        refused(&tarred(&[(b"bot.toml", tar::EntryType::Regular, TOML), (b"\xff\xfe", tar::EntryType::Regular, b"")]));
    assert!(error.contains("UTF-8"), "{error}");
    assert!(refused(&zipped(&[(&"n".repeat(MOST_PATH + 1), b"x", 0o644)])).contains("too long"));
}

#[test]
fn links_and_devices_are_refused() {
    use tar::EntryType;
    for kind in
        [EntryType::Symlink, EntryType::Link, EntryType::Char, EntryType::Block, EntryType::Fifo, EntryType::GNUSparse]
    {
        let error = refused(&tarred(&[(b"bot.toml", EntryType::Regular, TOML), (b"x", kind, b"")]));
        assert!(error.contains("is a link or a device") || error.contains("cannot be unpacked"), "{kind:?}: {error}");
    }
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("bot.toml", SimpleFileOptions::default()).unwrap();
    writer.write_all(TOML).unwrap();
    writer.add_symlink("x", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    assert!(refused(&writer.finish().unwrap().into_inner()).contains("\"x\" is a link or a device"));
}

#[test]
fn bombs_do_not_go_off() {
    let zeros = vec![0; 80 << 20];
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("bot.toml", SimpleFileOptions::default()).unwrap();
    writer.write_all(&zeros).unwrap();
    let bomb = writer.finish().unwrap().into_inner();
    assert!(bomb.len() < 1 << 20);
    assert_eq!(refused(&bomb), "upload: it has more than 64 MiB when it is unpacked, which is the most");
    let bomb = tarred(&[(b"bot.toml", tar::EntryType::Regular, &zeros)]);
    assert!(refused(&bomb).contains("64 MiB"));
    // A name that never ends.
    let bomb = tarred(&[(b"././@LongLink", tar::EntryType::GNULongName, &zeros), (b"x", tar::EntryType::Regular, b"")]);
    assert!(refused(&bomb).starts_with("upload: "));
}

#[test]
fn a_hundred_thousand_files_are_too_many() {
    let mut bytes = Vec::with_capacity(100_000 * 512);
    let one = head(b"f", tar::EntryType::Regular, 0);
    for _ in 0..100_000 {
        bytes.extend_from_slice(one.as_bytes());
    }
    // They have one name, which is found first.
    assert!(refused(&gzipped(&bytes)).contains("is there twice"));
    let folders = head(b"d/", tar::EntryType::Directory, 0);
    let bytes: Vec<u8> = (0..100_000).flat_map(|_| folders.as_bytes().iter().copied()).collect();
    assert!(refused(&gzipped(&bytes)).contains("more than 2000 files and folders"));
    let names: Vec<String> = (0..=MOST_ENTRIES).map(|at| format!("f{at}")).collect();
    let many: Vec<(&str, &[u8], u32)> = names.iter().map(|name| (name.as_str(), b"" as &[u8], 0o644)).collect();
    assert!(refused(&zipped(&many)).contains("more than 2000 files and folders"));
}

#[test]
fn what_is_no_archive_is_told_from_one_that_is_broken() {
    let good = zipped(&[("bot.toml", TOML, 0o644), ("a", &[7; 5000], 0o644)]);
    assert!(refused(b"").contains("neither a zip nor a tar.gz"));
    assert!(refused(b"#!/bin/sh").contains("neither a zip nor a tar.gz"));
    assert!(refused(&zipped(&[("bot.py", b"x", 0o644)])).contains("holds no bot.toml"));
    assert!(
        refused(&zipped(&[("bot.toml", TOML, 0o644), ("a", b"", 0o644), ("a/b", b"", 0o644)]))
            .contains("a file and a folder")
    );
    assert!(refused(&vec![b'P'; UPLOAD + 1]).contains("at most 10 MiB"));
    // However it is cut or bent, it is an error or a bot, and never a panic.
    for end in (0..good.len()).step_by(7) {
        let _ = unpack(&good[..end]);
        let mut bent = good.clone();
        bent[end] ^= 0x55;
        let _ = unpack(&bent);
    }
}

#[test]
fn a_wrapped_bot_is_unpacked_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("bot.toml"), TOML).unwrap();
    fs::write(folder.path().join("src/bot.py"), "print()").unwrap();
    let program = Program::find(&folder.path().to_string_lossy()).unwrap();
    let files = unpack(&wrap(&program).unwrap()).unwrap();
    let again = tempfile::tempdir().unwrap();
    let (_, packed) = read(&files, again.path(), "ada").unwrap();
    let first = pack(&program).unwrap();
    assert_eq!((packed.digest, packed.name.as_str()), (first.digest, "ada"));
}

#[test]
fn where_a_wrong_bot_was_unpacked_is_not_told() {
    let files = unpack(&zipped(&[("bot.toml", b"nonsense = 1", 0o644)])).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let error = read(&files, folder.path(), "ada").unwrap_err();
    let told = format!("{error} {} {} {}", error.field, error.got, error.expected);
    assert!(!told.contains(&*folder.path().to_string_lossy()), "{told}");
    assert!(told.contains("bot.toml"), "{told}");
}
