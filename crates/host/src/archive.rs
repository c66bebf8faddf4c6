//! A bot's files as one archive (B3, A18).
//!
//! The archive is the very bytes of which the digest is made, packed with zstd, and nothing else: for each file, in
//! sorted order, the length of its path (8 bytes, the lowest first), its path, a byte that is 1 if it is executable, its
//! length (8 bytes) and its bytes. So what is archived is what was digested, and `zstd -dc | b3sum` tells the digest.

use crate::copies::NoCopy;
use crate::identity::{self, LEFT_OUT, MOST_BYTES, MOST_FILES, digits};
use crate::manifest::{MANIFEST, Program, named, shown};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::Value;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Component, Path};

/// How hard it is packed: sources are small, and models do not get smaller.
const EFFORT: i32 = 3;
/// The largest window that an archive may want, as a power of 2: what this effort wants, and some.
const WINDOW: u32 = 24;
/// The most bytes of a path.
const MOST_PATH: u64 = 4096;

/// The files of a bot, and who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The name of the entrant.
    pub name: String,
    /// The digest of its files.
    pub digest: [u8; 32],
    /// The archive.
    pub bytes: Vec<u8>,
}

/// Digests and packs a program's files, which are read once (B3).
///
/// # Errors
/// Those of [`identity::digest`].
pub fn pack(program: &Program) -> Result<Packed, Invalid> {
    let wrong = |error: io::Error| {
        let path = shown(&program.path);
        Invalid::new("bot", Value::from(path.as_str()), "a bot that can be packed").says(format!("{path}: {error}"))
    };
    if program.path.is_file() && program.path.file_name().is_some_and(|name| name == MANIFEST) {
        // In an archive one file of this name is a folder with a manifest.
        return Err(wrong(io::Error::other(format!("a file called {MANIFEST} says what a folder is, and is no bot"))));
    }
    let mut packer = zstd::Encoder::new(Vec::new(), EFFORT).map_err(wrong)?;
    let digest = identity::read(program, |piece| packer.write_all(piece))?;
    Ok(Packed { name: program.name.clone(), digest, bytes: packer.finish().map_err(wrong)? })
}

/// Unpacks an archive into a folder that is not there yet or is empty. Nothing is written outside it.
///
/// # Errors
/// The archive is not what it should be: of another digest, with a path that leads out of the folder, too large; or the
/// folder cannot be written to. What was written until then is left there.
pub fn unpack(packed: &Packed, into: &Path) -> Result<Program, Invalid> {
    unpack_into(packed, into).map_err(NoCopy::into_invalid)
}

pub(crate) fn unpack_into(packed: &Packed, into: &Path) -> Result<Program, NoCopy> {
    let name = named(&Value::from(packed.name.as_str())).map_err(NoCopy::Unfit)?;
    let surroundings = |path: &Path, error: &io::Error| {
        let path = shown(path);
        let words = format!("{path}: {error}");
        NoCopy::Surroundings(Invalid::new("folder", Value::from(path.as_str()), "a folder for a bot").says(words))
    };
    make_folder(into).map_err(|error| surroundings(into, &error))?;
    if fs::read_dir(into).map_err(|error| surroundings(into, &error))?.next().is_some() {
        return Err(surroundings(into, &io::Error::other("the folder is not empty")));
    }
    let wrong = |words: String| {
        let words = format!("the archive of {name} cannot be used: {words}");
        NoCopy::Unfit(Invalid::new("archive", Value::from(name.as_str()), "an archive of a bot").says(words))
    };
    let mut names = Vec::new();
    let digest = entries(&packed.bytes, |entry, bytes| {
        let path = into.join(&entry.name);
        let mut written = Ok(());
        if let Some((folder, _)) = entry.name.rsplit_once('/') {
            written = make_folders(into, folder);
        }
        let mut file =
            written.and_then(|()| create(&path, entry.executable)).map_err(|e| Wrong::Written(path.clone(), e))?;
        let copied = copy(bytes, &mut file, entry.length).map_err(|error| match error {
            Wrong::Written(_, error) => Wrong::Written(path, error),
            error => error,
        });
        names.push(entry.name);
        copied
    });
    let digest = digest.map_err(|error| match error {
        // Two of its paths cannot both be there.
        Wrong::Written(path, error) if is_clash(&error) => wrong(format!("{}: {error}", shown(&path))),
        Wrong::Written(path, error) => surroundings(&path, &error),
        Wrong::Archive(words) => wrong(words),
    })?;
    if digest != packed.digest {
        return Err(wrong(format!("its digest is {}, not {}", digits(&digest), digits(&packed.digest))));
    }
    // What is one file, in no folder and no manifest, is a bot by itself (B2).
    let file = match &names[..] {
        [file] if file != MANIFEST && !file.contains('/') => Some(file.as_str()),
        _ => None,
    };
    program(&name, file, into)
}

/// The program that is this file of a folder, or the folder itself.
pub(crate) fn program(name: &str, file: Option<&str>, folder: &Path) -> Result<Program, NoCopy> {
    let path = file.map_or_else(|| folder.to_path_buf(), |file| folder.join(file));
    let program = named(&Value::from(name)).and_then(|name| Program::at(&path, Some(&name)));
    Ok(Program { name: name.into(), ..program.map_err(NoCopy::Unfit)? })
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    name: String,
    executable: bool,
    length: u64,
}

/// What is wrong.
enum Wrong {
    /// With the archive.
    Archive(String),
    /// With what was written.
    Written(std::path::PathBuf, io::Error),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Archive("it ends too early".into()),
            _ => Self::Archive(error.to_string()),
        }
    }
}

fn is_clash(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, InvalidFilename, IsADirectory, NotADirectory};
    matches!(error.kind(), AlreadyExists | InvalidFilename | IsADirectory | NotADirectory)
}

/// Hands over every file of an archive, of which all bytes must be read; the digest of what was read.
fn entries(bytes: &[u8], mut each: impl FnMut(Entry, &mut dyn Read) -> Result<(), Wrong>) -> Result<[u8; 32], Wrong> {
    let mut unpacker = zstd::Decoder::with_buffer(bytes)?;
    unpacker.window_log_max(WINDOW)?;
    let mut input = Digested { input: unpacker, hasher: blake3::Hasher::new() };
    let (mut files, mut size, mut last) = (0, 0u64, None::<String>);
    while let Some(name_length) = input.number_or_end()? {
        if name_length > MOST_PATH {
            return Err(Wrong::Archive(format!("a path of {name_length} bytes")));
        }
        let mut name = vec![0; name_length as usize];
        input.read_exact(&mut name)?;
        let name = String::from_utf8(name).map_err(|_| Wrong::Archive("a path that is not UTF-8".into()))?;
        check_path(&name)?;
        if last.as_ref().is_some_and(|last| *last >= name) {
            return Err(Wrong::Archive(format!("{name:?} is not in sorted order")));
        }
        let mut executable = [0];
        input.read_exact(&mut executable)?;
        if executable[0] > 1 {
            return Err(Wrong::Archive(format!("{name:?} is neither executable nor not")));
        }
        let mut length = [0; 8];
        input.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        size = size.saturating_add(length);
        files += 1;
        if size > MOST_BYTES || files > MOST_FILES {
            return Err(Wrong::Archive(format!("more than 256 MiB or {MOST_FILES} files")));
        }
        each(Entry { name: name.clone(), executable: executable[0] == 1, length }, &mut input)?;
        last = Some(name);
    }
    Ok(*input.hasher.finalize().as_bytes())
}

/// A path of a bot's file: below its folder, plain, and none that a digest leaves out.
fn check_path(name: &str) -> Result<(), Wrong> {
    let wrong = |why: &str| Err(Wrong::Archive(format!("the path {name:?} {why}")));
    let parts: Vec<&str> = name.split('/').collect();
    let is_plain = |part: &&str| {
        // On this system too it is one step down, and no drive, root or way up.
        !part.contains('\0') && Path::new(part).components().eq([Component::Normal(part.as_ref())])
    };
    if !parts.iter().all(is_plain) {
        return wrong("is not one below a folder");
    }
    if parts[..parts.len() - 1].iter().any(|part| LEFT_OUT.contains(part)) {
        return wrong("does not belong to a bot");
    }
    Ok(())
}

/// What is read through it is digested.
struct Digested<R> {
    input: R,
    hasher: blake3::Hasher,
}

impl<R: Read> Read for Digested<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.hasher.update(&buffer[..count]);
        Ok(count)
    }
}

impl<R: Read> Digested<R> {
    /// The next number, or nothing if all is read.
    fn number_or_end(&mut self) -> Result<Option<u64>, Wrong> {
        let mut number = [0; 8];
        let mut have = 0;
        while have < number.len() {
            match self.read(&mut number[have..]) {
                Ok(0) if have == 0 => return Ok(None),
                Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
                Ok(count) => have += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Some(u64::from_le_bytes(number)))
    }
}

/// Copies exactly so many bytes.
fn copy(from: &mut dyn Read, to: &mut impl Write, mut left: u64) -> Result<(), Wrong> {
    let mut buffer = [0; 16 << 10];
    while left > 0 {
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        match from.read(&mut buffer[..most]) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            Ok(count) => {
                to.write_all(&buffer[..count]).map_err(|error| Wrong::Written(std::path::PathBuf::new(), error))?;
                left -= count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Makes a folder below `base` and those on the way.
fn make_folders(base: &Path, below: &str) -> io::Result<()> {
    let mut path = base.to_path_buf();
    below.split('/').try_for_each(|part| {
        path.push(part);
        make_folder(&path)
    })
}

/// Makes a folder that everybody may read, whatever the mask says: a bot may have an uid of its own (B16).
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Ok(()) => open_to_all(path, true),
        // A link to a folder is none, though nobody but the archive writes here.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && fs::symlink_metadata(path)?.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

fn create(path: &Path, executable: bool) -> io::Result<fs::File> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    open_to_all(path, executable)?;
    Ok(file)
}

fn open_to_all(path: &Path, executable: bool) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(if executable { 0o755 } else { 0o644 }))?;
    }
    #[cfg(not(unix))]
    let _ = (path, executable);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// An archive of what no `pack` would write, with the digest that fits.
    fn raw(bytes: &[u8]) -> Packed {
        let digest = *blake3::hash(bytes).as_bytes();
        Packed { name: "fiend".into(), digest, bytes: zstd::encode_all(bytes, EFFORT).unwrap() }
    }

    fn with(files: &[(&str, &[u8])]) -> Packed {
        let stream: Vec<u8> = files
            .iter()
            .flat_map(|(name, bytes)| [identity::head(name, false, bytes.len() as u64), bytes.to_vec()].concat())
            .collect();
        raw(&stream)
    }

    fn refused(packed: &Packed) -> String {
        let base = tempfile::tempdir().unwrap();
        let into = base.path().join("a/b");
        fs::create_dir(base.path().join("a")).unwrap();
        let error = unpack(packed, &into).unwrap_err().to_string();
        assert_eq!(fs::read_dir(base.path()).unwrap().count(), 1, "something lies outside: {error}");
        assert!(fs::read_dir(base.path().join("a")).unwrap().count() <= 1, "something lies outside: {error}");
        error
    }

    fn write(folder: &Path, files: &BTreeMap<String, (Vec<u8>, bool)>) {
        for (name, (bytes, executable)) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, bytes).unwrap();
            open_to_all(&path, *executable).unwrap();
        }
    }

    fn all_below(folder: &Path) -> Vec<String> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            match entry.file_type().unwrap().is_dir() {
                true => names.extend(all_below(&entry.path()).into_iter().map(|below| format!("{name}/{below}"))),
                false => names.push(name),
            }
        }
        names.sort();
        names
    }

    #[test]
    fn a_folder_keeps_its_name_and_leaves_behind_what_is_not_digested() {
        // B3
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("cheese-fiend");
        fs::create_dir_all(folder.join("target/debug")).unwrap();
        fs::create_dir_all(folder.join("src")).unwrap();
        for (name, text) in [
            ("bot.toml", "run = [\"python3\", \"src/bot.py\"]\noptions = { depth = 4 }"),
            ("src/bot.py", "print()"),
            ("src/target", "a file of this name belongs to it"),
            ("target/debug/out", "left out"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        let program = Program::find(&folder.to_string_lossy()).unwrap();
        let packed = pack(&program).unwrap();
        assert_eq!((packed.name.as_str(), packed.digest), ("cheese-fiend", identity::digest(&program).unwrap()));
        assert_eq!(
            zstd::decode_all(&packed.bytes[..]).map(|bytes| *blake3::hash(&bytes).as_bytes()).unwrap(),
            packed.digest
        );
        let into = base.path().join("copy");
        let copy = unpack(&packed, &into).unwrap();
        assert_eq!((copy.name.as_str(), &copy.options, &copy.run), ("cheese-fiend", &program.options, &program.run));
        assert_eq!(all_below(&into), ["bot.toml", "src/bot.py", "src/target"]);
        assert_eq!(identity::digest(&copy).unwrap(), packed.digest);
        let error = unpack(&packed, &into).unwrap_err().to_string();
        assert!(error.ends_with("/copy: the folder is not empty"), "{error}");
    }

    #[test]
    fn a_single_file_stays_one() {
        // B2
        let base = tempfile::tempdir().unwrap();
        let file = base.path().join("snake.py");
        fs::write(&file, "print()").unwrap();
        fs::write(base.path().join("beside"), "not its own").unwrap();
        let packed = pack(&Program::find(&file.to_string_lossy()).unwrap()).unwrap();
        let copy = unpack(&packed, &base.path().join("copy")).unwrap();
        assert_eq!((copy.name.as_str(), copy.run[0].as_str()), ("snake", "python3"));
        assert_eq!(all_below(&copy.folder), ["snake.py"]);
        assert_eq!(identity::digest(&copy).unwrap(), packed.digest);
    }

    #[cfg(unix)]
    #[test]
    fn an_executable_that_is_called_as_a_manifest_is_no_bot() {
        let base = tempfile::tempdir().unwrap();
        let file = base.path().join(MANIFEST);
        fs::write(&file, "#!/bin/sh").unwrap();
        open_to_all(&file, true).unwrap();
        let error = pack(&Program::find(&file.to_string_lossy()).unwrap()).unwrap_err().to_string();
        assert!(error.ends_with("a file called bot.toml says what a folder is, and is no bot"), "{error}");
    }

    #[test]
    fn hostile_archives_are_refused_and_write_nothing_outside() {
        for path in [
            "../out", "..", "/tmp/out", "a/../../out", "a//b", "a/", "", ".", "./a", "a/./b", "a\0b", "target/x",
            "a/node_modules/b", ".git/config",
        ] {
            let error = refused(&with(&[(path, b"x")]));
            assert!(error.contains("the path"), "{path:?}: {error}");
        }
        let twice = refused(&with(&[("a.py", b""), ("a.py", b"")]));
        assert!(twice.contains("not in sorted order"), "{twice}");
        let order = refused(&with(&[("b.py", b""), ("a.py", b"")]));
        assert!(order.contains("not in sorted order"), "{order}");
        let clash = refused(&with(&[("a", b""), ("a/b", b"")]));
        assert!(clash.contains("archive: the archive of fiend cannot be used"), "{clash}");
        let long = refused(&with(&[(&"x".repeat(300), b"")]));
        assert!(long.contains("archive: "), "{long}");
        assert!(refused(&with(&[(&"x/".repeat(2500), b"")])).contains("a path of 5000 bytes"));
        assert!(refused(&with(&[])).contains("holds no bot.toml"));
        assert!(refused(&with(&[("a/b.py", b"")])).contains("holds no bot.toml"));
        assert!(refused(&with(&[("bot.toml", b"run = 7")])).contains("run: 7 is not a list of words"));
    }

    #[test]
    fn an_archive_that_says_more_than_it_holds_is_refused() {
        let huge = refused(&raw(&identity::head("a.py", false, u64::MAX)));
        assert!(huge.contains("more than 256 MiB"), "{huge}");
        let sum = [identity::head("a.py", false, 1), vec![b'x'], identity::head("b.py", false, MOST_BYTES)].concat();
        assert!(refused(&raw(&sum)).contains("more than 256 MiB"));
        let mut flag = identity::head("a.py", true, 0);
        flag[8 + 4] = 2;
        assert!(refused(&raw(&flag)).contains("neither executable nor not"));
        let whole = [identity::head("a.py", false, 3), b"abc".to_vec()].concat();
        for cut in 1..whole.len() {
            let error = refused(&raw(&whole[..cut]));
            assert!(error.contains("ends too early"), "{cut}: {error}");
        }
        let sound = raw(&whole);
        for cut in 1..sound.bytes.len() {
            let error = refused(&Packed { bytes: sound.bytes[..cut].into(), ..sound.clone() });
            assert!(error.contains("archive: "), "{cut}: {error}");
        }
        let other = refused(&Packed { digest: [7; 32], ..sound.clone() });
        assert!(other.contains("its digest is") && other.contains("not 0707"), "{other}");
        let name = refused(&Packed { name: "../fiend".into(), ..sound });
        assert_eq!(name, "name: \"../fiend\" is not 1 to 64 letters, digits, - _ .");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_packed_and_unpacked_has_the_same_digest(
            files in prop::collection::btree_map(
                "[a-c]{1,2}(/[a-cü ]{1,2}){0,2}\\.x",
                (prop::collection::vec(any::<u8>(), 0..200), any::<bool>()),
                0..12,
            ),
        ) {
            let base = tempfile::tempdir().unwrap();
            let folder = base.path().join("bot");
            let mut files = files;
            files.insert(MANIFEST.into(), (b"run = [\"./a\"]".to_vec(), false));
            write(&folder, &files);
            let program = Program::find(&folder.to_string_lossy()).unwrap();
            let packed = pack(&program).unwrap();
            prop_assert_eq!(packed.digest, identity::digest(&program).unwrap());
            let copy = unpack(&packed, &base.path().join("copy")).unwrap();
            prop_assert_eq!(identity::digest(&copy).unwrap(), packed.digest);
            prop_assert_eq!(all_below(&copy.folder), files.into_keys().collect::<Vec<_>>());
            prop_assert_eq!(pack(&copy).unwrap(), packed);
        }

        #[test]
        fn whatever_the_paths_are_nothing_lies_outside(
            names in prop::collection::vec("(\\.\\.?|/|[a-b]|\\\\){0,5}", 1..4),
        ) {
            let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
            refused(&with(&files));
        }

        #[test]
        fn whatever_the_bytes_are_it_ends(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let base = tempfile::tempdir().unwrap();
            let _ = unpack(&raw(&bytes), &base.path().join("a"));
            let _ = unpack(&Packed { bytes, ..raw(b"") }, &base.path().join("b"));
        }
    }
}
