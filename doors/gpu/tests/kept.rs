//! The kernels in the repository are those that the rules of today make.

mod tidy;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use gridhaunt_gpu::kernels;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "nvptx64-nvidia-cuda";

/// What stands first: which compiler made the kernels.
const MADE_BY: &str = "// made by ";

/// Where the kernels are kept.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/gpu/kernels/kernels.ptx.deflate");

/// What a command prints, none if it fails.
fn told(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

fn compiler() -> String {
    told(Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into())).arg("--version"))
        .unwrap_or_default()
        .trim()
        .into()
}

/// Builds the kernels for the oldest devices that run them. Nothing is linked: the compiler has the whole program, and
/// what it writes is the result.
fn build() -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target folder").join("ptx");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["rustc", "--quiet", "--profile", "ptx", "-p", "gridhaunt-door-gpu", "--lib", "--crate-type", "cdylib"]);
    cargo.args(["-Z", "build-std=core,alloc", "--target", TARGET, "--target-dir"]).arg(&target);
    cargo.args(["--", "--emit=asm"]);
    cargo.env("RUSTC_BOOTSTRAP", "1").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let (major, minor) = kernels::LEAST;
    // A device cannot say where it panicked: without words for that a thread takes fewer registers, and kernels call nothing.
    let flags = "-C linker=true -Z unstable-options -C panic=immediate-abort";
    cargo.env("RUSTFLAGS", format!("-C target-cpu=sm_{major}{minor} {flags}"));
    assert!(cargo.status().expect("cargo runs").success(), "the kernels do not build");
    std::fs::read_to_string(target.join(TARGET).join("ptx/deps/gridhaunt_door_gpu.s")).expect("they were written")
}

/// The sources of the standard library, without which nothing can be built for a GPU.
fn has_sources() -> bool {
    let root = told(Command::new("rustc").args(["--print", "sysroot"])).unwrap_or_default();
    PathBuf::from(root.trim()).join("lib/rustlib/src/rust/library/core").is_dir()
}

/// Says something that must be seen although the test passes.
fn aloud(words: &str) {
    let _ = writeln!(std::io::stderr(), "ptx: {words}");
}

/// The items of a section in an order of their own: where functions stand does not matter.
fn items(text: &str) -> BTreeSet<String> {
    text.split("\n}\n").map(String::from).collect()
}

#[test]
fn kernels_are_those_of_the_rules() {
    let keep = std::env::var_os("GRIDHAUNT_PTX").is_some();
    let kept = kernels::all();
    let made_by = kept.lines().next().and_then(|line| line.strip_prefix(MADE_BY)).unwrap_or_default().to_string();
    if !has_sources() {
        aloud("no sources of the standard library (rustup component add rust-src): the kernels are not compared");
        assert!(!keep, "they cannot be made here");
        return;
    }
    if !keep && made_by != compiler() {
        aloud(&format!("the kernels were made by {made_by}, this is {}: they are not compared", compiler()));
        return;
    }
    let fresh = tidy::sections(&build());
    if keep {
        let mut text = format!("{MADE_BY}{}\n", compiler());
        fresh.iter().for_each(|(name, section)| text += &format!("{}{name}\n{section}", kernels::HEAD));
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes()).expect("it is memory");
        return std::fs::write(KEPT, packed.finish().expect("it is memory")).expect("the file can be written");
    }
    let kept: BTreeMap<String, String> =
        kernels::sections(&kept).map(|(name, text)| (name.to_string(), text.to_string())).collect();
    assert_eq!(kept.keys().collect::<Vec<_>>(), fresh.keys().collect::<Vec<_>>(), "run `make ptx`");
    for (name, text) in &fresh {
        assert!(items(text) == items(&kept[name]), "the kernels of {name} are not those of the rules: run `make ptx`");
    }
}
