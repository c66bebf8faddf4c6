//! Writes the registration of every game named in this crate's manifest.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    // A published crate has its original manifest, in its original order, under the first of these names.
    let manifest = fs::read_to_string("Cargo.toml.orig").or_else(|_| fs::read_to_string("Cargo.toml"));
    let manifest = manifest.expect("the manifest of this crate lies beside its build script");
    // A line for each game, as cargo has read it: no parser has to be compiled for that.
    let section = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let names = section
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name.trim());
    let games = names
        .filter(|name| !name.starts_with('#') && !name.starts_with("gridhaunt-kernel"))
        .map(|name| name.replace('-', "_"));
    let lines: String = games.map(|game| format!("    registry.add({game}::family());\n")).collect();
    let code = format!("fn add_all(registry: &mut Registry) {{\n{lines}}}\n");
    let out = env::var_os("OUT_DIR").expect("cargo gives build scripts a folder to write to");
    fs::write(Path::new(&out).join("games.rs"), code).expect("the output folder can be written to");
}
