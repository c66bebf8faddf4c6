//! Compresses the viewer, the player and the fonts for the pages: what `make viewer` wrote to the assets, or the files
//! that `GRIDHAUNT_VIEWER=FILE` and `GRIDHAUNT_PLAYER=FILE` name. Without them an error says how to make them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The modules: the variable that names one that was built elsewhere, the file that `make viewer` writes, and the text that
/// it becomes.
const MODULES: [(&str, &str, &str); 2] = [
    ("GRIDHAUNT_VIEWER", "assets/viewer.wasm", "engine.txt"),
    ("GRIDHAUNT_PLAYER", "assets/player.wasm", "player.txt"),
];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives build scripts a folder to write to"));
    println!("cargo::rerun-if-changed=build.rs");
    // The folder, because cargo treats a watched file that is missing as changed.
    println!("cargo::rerun-if-changed=assets");
    for (ready_made, made, text) in MODULES {
        println!("cargo::rerun-if-env-changed={ready_made}");
        let module = match env::var_os(ready_made).map(PathBuf::from) {
            Some(file) => {
                println!("cargo::rerun-if-changed={}", file.display());
                read(&file)
            }
            None if Path::new(made).exists() => read(Path::new(made)),
            None => Vec::new(),
        };
        pack(&module, &out.join(text));
    }
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
