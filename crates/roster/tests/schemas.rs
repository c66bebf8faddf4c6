//! The schemas in `docs/protocol` are those of the types. With `INSTA_UPDATE=always` they are written instead:
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
