//! Every replay of the corpus re-runs to the same hashes: a change of rules or generation is never an accident.

use gridhaunt_arena::file;
use gridhaunt_arena::replay::read_all;
use gridhaunt_arena::verify::verify;
use std::path::Path;

#[test]
fn every_replay_of_the_corpus_verifies() {
    let registry = gridhaunt_bots::registry();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let (mut matches, mut games) = (0, std::collections::BTreeSet::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        if !name.contains(".jsonl") {
            continue;
        }
        let text = std::io::read_to_string(file::open(&path).unwrap()).unwrap();
        for (number, replay) in read_all(&text).unwrap().iter().enumerate() {
            if let Err(error) = verify(&registry, replay) {
                panic!("{name}, match {}: {error}", number + 1);
            }
            games.insert(replay.header.game.clone());
            matches += 1;
        }
    }
    assert!(matches >= 40, "only {matches} matches in the corpus");
    for game in registry.games() {
        assert!(games.contains(game.info().name), "no replay of {} in the corpus", game.info().name);
    }
}
