//! Writes the registration of every game named in this crate's manifest.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string("Cargo.toml").expect("the manifest of this crate lies beside its build script");
    let games = manifest.lines().filter_map(|line| {
        let (name, rest) = line.split_once('=')?;
        rest.contains("../games/").then(|| name.trim().replace('-', "_"))
    });
    let lines: String = games.map(|game| format!("    registry.add({game}::family());\n")).collect();
    let code = format!("fn add_all(registry: &mut Registry) {{\n{lines}}}\n");
    let out = env::var_os("OUT_DIR").expect("cargo gives build scripts a folder to write to");
    fs::write(Path::new(&out).join("games.rs"), code).expect("the output folder can be written to");
}
