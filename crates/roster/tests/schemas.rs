//! What the list of games is held against. The schemas in `docs/protocol` are those of the types. With `INSTA_UPDATE=always` they are written instead:
//! `INSTA_UPDATE=always cargo test -p gridhaunt-roster --test schemas`.

use gridhaunt_testing::hold_file;
use std::path::Path;

const PROTOCOL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol");

#[test]
fn the_schemas_of_every_game_are_in_the_docs() {
    for game in gridhaunt_roster::registry().games() {
        let name = game.info().name;
        for (document, schema) in game.schemas().iter() {
            // What comes of a match has the same form in every game.
            let file = if document == "outcome" { "outcome.json".into() } else { format!("{name}.{document}.json") };
            hold_file(&Path::new(PROTOCOL).join(file), &format!("{schema:#}\n"));
        }
    }
}

#[test]
fn every_game_is_compiled_for_speed() {
    let workspace = include_str!("../../../Cargo.toml");
    for line in include_str!("../Cargo.toml").lines().filter(|line| line.contains("../games/")) {
        let (game, _) = line.split_once(' ').expect("a dependency has a name and a place");
        let fast = format!("{game} = {{ opt-level = 3, codegen-units = 1 }}");
        assert!(
            workspace.lines().any(|line| line == fast),
            "Cargo.toml misses under [profile.release.package]: {fast}"
        );
    }
}
