//! Uploads of every kind, held to what the fuzzer `upload` holds them to.

mod held;

use gridhaunt_testing::endures;
use held::held;
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{Cursor, Write as _};
use zip::write::SimpleFileOptions;

const MANIFEST: &[u8] = b"run = [\"python3\", \"bot.py\"]\n";

/// Names as bots have them, and as nobody should.
fn name() -> impl Strategy<Value = String> {
    let good = ["bot.py", "src/main.rs", "src/a.rs", "README", "data/x", "data/y/z", "a", "a/b"];
    let bad =
        ["../x", "/etc/passwd", "a/../../x", "a//b", ".", "..", "c:x", "a\\b", "a\u{202e}b", "__MACOSX/x", ".git/x"];
    prop_oneof![12 => proptest::sample::select(good.to_vec()).prop_map(String::from),
        2 => proptest::sample::select(bad.to_vec()).prop_map(String::from),
        1 => "\\PC{0,40}"]
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![Just(MANIFEST.to_vec()), vec(any::<u8>(), 0..200)]
}

/// A tar file, not packed, with any kind of entries.
fn tar(entries: &[(String, Vec<u8>, u8)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, content, kind) in entries {
        let mut head = ::tar::Header::new_gnu();
        let name = &name.as_bytes()[..name.len().min(100)];
        head.as_old_mut().name[..name.len()].copy_from_slice(name);
        head.set_entry_type(::tar::EntryType::new(b'0' + kind % 8));
        head.set_size(content.len() as u64);
        head.set_mode(0o755);
        head.set_cksum();
        bytes.extend_from_slice(head.as_bytes());
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

fn zip(entries: &[(String, Vec<u8>, u8)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content, kind) in entries {
        let options = SimpleFileOptions::default().unix_permissions(0o755);
        let begun = match kind % 8 {
            2 => writer.add_symlink(name.as_str(), "/etc/passwd", options).is_err(),
            5 => writer.add_directory(name.as_str(), options).is_err(),
            _ => writer.start_file(name.as_str(), options).is_err() || writer.write_all(content).is_err(),
        };
        // The writer refuses a name that is there already.
        if begun {
            break;
        }
    }
    writer.finish().map(Cursor::into_inner).unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if endures() { 100_000 } else { 1024 }, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_sent_stays_in_its_folder_or_is_refused(
        // Mostly files, some links and devices.
        entries in vec((name(), content(), prop_oneof![9 => Just(0_u8), 1 => any::<u8>()]), 0..6),
        has_manifest in proptest::bool::weighted(0.9),
        is_zip in any::<bool>(),
        bent in prop_oneof![Just(Vec::new()), vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4)],
        cut in proptest::option::weighted(0.2, any::<proptest::sample::Index>()),
    ) {
        let manifest = has_manifest.then(|| ("bot.toml".to_string(), MANIFEST.to_vec(), 0));
        let entries: Vec<_> = manifest.into_iter().chain(entries).collect();
        let mut bytes = if is_zip { zip(&entries) } else { tar(&entries) };
        if !bytes.is_empty() {
            for (at, with) in &bent {
                let at = at.index(bytes.len());
                bytes[at] ^= with;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
        }
        held(&bytes);
    }
}
