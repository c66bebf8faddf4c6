//! Compresses the engine and the fonts for the pages: the module that `make viewer` wrote to the assets, or the file that
//! `GRIDHAUNT_VIEWER=FILE` names. Without one an error says how to make it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The variable that names a module that was built elsewhere, and the file that `make viewer` writes.
const READY_MADE: &str = "GRIDHAUNT_VIEWER";
const MADE: &str = "assets/viewer.wasm";

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives build scripts a folder to write to"));
    println!("cargo::rerun-if-changed=build.rs");
    // The folder, because cargo treats a watched file that is missing as changed.
    println!("cargo::rerun-if-changed=assets");
    println!("cargo::rerun-if-env-changed={READY_MADE}");
    let module = match env::var_os(READY_MADE).map(PathBuf::from) {
        Some(file) => {
            println!("cargo::rerun-if-changed={}", file.display());
            read(&file)
        }
        None if Path::new(MADE).exists() => read(Path::new(MADE)),
        None => Vec::new(),
    };
    pack(&module, &out.join("engine.txt"));
    pack(gridhaunt_fonts::REGULAR, &out.join("regular.txt"));
    pack(gridhaunt_fonts::SEMIBOLD, &out.join("semibold.txt"));
    pack(gridhaunt_fonts::BOLD, &out.join("bold.txt"));
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()))
}

/// Writes bytes, compressed with gzip and encoded as base64; an empty file if there are none.
fn pack(bytes: &[u8], path: &Path) {
    let text = if bytes.is_empty() {
        String::new()
    } else {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).expect("memory can be written to");
        STANDARD.encode(packed.finish().expect("memory can be written to"))
    };
    fs::write(path, text).expect("the output folder can be written to");
}
