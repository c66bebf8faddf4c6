//! The page about adding a game shows this one, file by file and letter by letter.

use std::path::Path;

#[test]
fn the_page_shows_these_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let page = read("docs/adding-a-game.md");
    let mut shown = Vec::new();
    // A file is named on a line of its own, and stands in the block that follows.
    for part in page.split("\n`examples/").skip(1) {
        let Some((name, rest)) = part.split_once("`:\n\n```") else { continue };
        let (_, block) = rest.split_once('\n').expect("a block has lines");
        let (block, _) = block.split_once("```\n").expect("a block has an end");
        let path = format!("examples/{name}");
        assert_eq!(block, read(&path), "{path} and the page differ");
        shown.push(path);
    }
    let files = ["nim/Cargo.toml", "nim/src/lib.rs", "nim/tests/suite.rs", "outside/Cargo.toml", "outside/src/main.rs"];
    assert_eq!(shown, files.map(|file| format!("examples/{file}")));
}

#[test]
fn it_is_a_page_long() {
    let lines = include_str!("../src/lib.rs").lines().count();
    assert!(lines <= 150, "{lines} lines");
}
