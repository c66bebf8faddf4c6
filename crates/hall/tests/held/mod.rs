//! What must hold of any upload, whoever sent it. The fuzzer `upload` and the property test run the same function.

use flate2::write::GzEncoder;
use gridhaunt_hall::upload::{MOST_BYTES, MOST_ENTRIES, read, unpack};
use std::fs;
use std::io::Write as _;

/// Takes bytes in as an upload: as they are, and as what is in a tar.gz, since gzip itself has fuzzers of its own.
pub(crate) fn held(bytes: &[u8]) {
    taken(bytes);
    let mut packer = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("memory is written to");
    taken(&packer.finish().expect("memory is written to"));
}

fn taken(upload: &[u8]) {
    let files = match unpack(upload) {
        Ok(files) => files,
        Err(error) => return assert!(!error.field.is_empty() && !error.to_string().is_empty()),
    };
    assert!(files.len() <= MOST_ENTRIES);
    assert!(files.values().map(|sent| sent.bytes.len() as u64).sum::<u64>() <= MOST_BYTES);
    for name in files.keys() {
        assert!(!name.chars().any(|letter| letter.is_control() || letter == '\\' || letter == ':'), "{name:?}");
        assert!(name.split('/').all(|part| !matches!(part, "" | "." | "..")), "{name:?}");
    }
    let base = tempfile::tempdir().expect("a folder");
    let into = base.path().join("a/b");
    fs::create_dir_all(&into).expect("a folder in it");
    if let Ok((program, packed)) = read(&files, &into, "fiend") {
        assert!(program.folder.starts_with(&into) && packed.name == "fiend");
    }
    let inside = |folder: &str| fs::read_dir(base.path().join(folder)).expect("it is there").count();
    assert_eq!((inside("."), inside("a")), (1, 1), "it leaves its folder");
}
