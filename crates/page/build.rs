//! Builds the viewer for WebAssembly with a cargo of its own, and packs it and the fonts for the page.
//!
//! With `GRIDHAUNT_VIEWER=FILE` it builds nothing and packs that module instead.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";

/// The variable that names a module that was built elsewhere.
const READY_MADE: &str = "GRIDHAUNT_VIEWER";

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder of the manifest"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives build scripts a folder to write to"));
    let root = here.join("../..");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={READY_MADE}");
    println!("cargo::rerun-if-changed={}", root.join("crates/draw/fonts").display());
    let viewer = match env::var_os(READY_MADE) {
        Some(module) => ready_made(Path::new(&module)),
        None => {
            watch_sources(&root);
            build_if_possible(&root, &out)
        }
    };
    pack(&viewer, &out.join("engine.txt"));
    for weight in ["Regular", "SemiBold", "Bold"] {
        let font = root.join(format!("crates/draw/fonts/Inter-{weight}.ttf"));
        pack(&fs::read(font).expect("the fonts lie in the drawing crate"), &out.join(format!("{weight}.txt")));
    }
}

/// The module that somebody built before.
fn ready_made(module: &Path) -> Vec<u8> {
    println!("cargo::rerun-if-changed={}", module.display());
    fs::read(module).unwrap_or_else(|error| panic!("{READY_MADE}: {} cannot be read: {error}", module.display()))
}

/// Tells cargo what the viewer is made of.
fn watch_sources(root: &Path) {
    for source in ["Cargo.toml", "Cargo.lock", "web/Cargo.toml", "web/src"] {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    for part in ["kernel", "games", "roster", "record", "draw/src", "draw/Cargo.toml"] {
        println!("cargo::rerun-if-changed={}", root.join("crates").join(part).display());
    }
}

fn build_if_possible(root: &Path, out: &Path) -> Vec<u8> {
    if has_target() {
        return build(root, out);
    }
    println!("cargo::warning=there is no target {TARGET} and none could be added: HTML files cannot be made");
    Vec::new()
}

/// Whether this toolchain makes WebAssembly, if need be after asking rustup for what is missing.
fn has_target() -> bool {
    let is_there = || {
        let rustc = env::var_os("RUSTC").expect("cargo names its compiler");
        let answer = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
        let folder = answer.ok().and_then(|answer| String::from_utf8(answer.stdout).ok());
        folder.is_some_and(|folder| Path::new(folder.trim()).is_dir())
    };
    is_there() || Command::new("rustup").args(["target", "add", TARGET]).status().is_ok() && is_there()
}

/// The module, built in a folder that all profiles share, so that it is built once.
fn build(root: &Path, out: &Path) -> Vec<u8> {
    // The folder of the build is <target>/<profile>/build/<crate>/out.
    let target = out.ancestors().nth(4).expect("the folder of a build lies four deep").join("viewer");
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo names itself"));
    cargo.args([
        "build",
        "--quiet",
        "--locked",
        "--package",
        "gridhaunt-viewer",
        "--profile",
        "viewer",
        "--target",
        TARGET,
    ]);
    cargo.arg("--manifest-path").arg(root.join("Cargo.toml")).arg("--target-dir").arg(&target);
    // Flags and wrappers are meant for the machine here, and lints for the crates that are looked at.
    for name in [
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTFLAGS",
        "CARGO_BUILD_RUSTFLAGS",
        "RUSTC_WORKSPACE_WRAPPER",
        "CARGO_BUILD_TARGET",
    ] {
        cargo.env_remove(name);
    }
    let status = cargo.status().expect("cargo runs");
    assert!(status.success(), "the viewer does not build for {TARGET}");
    let module = target.join(TARGET).join("viewer/gridhaunt_viewer.wasm");
    fs::read(module).expect("a build leaves its module")
}

/// Writes bytes as base64 over gzip; nothing if there are none.
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
