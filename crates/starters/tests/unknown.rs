//! A starter for a game that this crate has never heard of.

use gridhaunt_kernel::registry::Registry;
use gridhaunt_starters::{Language, create};
use std::fs;
use std::process::Command;

fn nim() -> Registry {
    let mut registry = Registry::default();
    registry.add(gridhaunt_nim::family());
    registry
}

#[test]
fn every_language_has_a_starter_for_a_game_without_one_of_its_own() {
    let (registry, folder) = (nim(), tempfile::tempdir().unwrap());
    let game = registry.find("nim").unwrap();
    for language in Language::ALL {
        let folder = folder.path().join(language.name());
        let made = create(game, language, &folder).unwrap();
        assert!(made.iter().all(|path| path.is_file()));
        for path in &made {
            let text = fs::read_to_string(path).unwrap();
            let is_left = |rest: &str| {
                let word = rest.split_once("}}").map_or("", |(word, _)| word);
                !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase())
            };
            let filled = !text.split("{{").skip(1).any(is_left);
            assert!(filled, "{}: something was not filled in", path.display());
        }
        let manifest = fs::read_to_string(folder.join("bot.toml")).unwrap();
        assert!(manifest.contains("games = [\"nim\"]"), "{manifest}");
    }
}

#[test]
fn the_starter_of_a_game_without_one_of_its_own_passes_its_tests() {
    let (registry, folder) = (nim(), tempfile::tempdir().unwrap());
    let game = registry.find("nim").unwrap();
    for (language, program, arguments) in
        [(Language::Python, "python3", &["-m", "unittest"][..]), (Language::JavaScript, "node", &["--test"])]
    {
        if Command::new(program).arg("--version").output().is_err() {
            eprintln!("{program} is not installed: the starter in {} is not tried", language.name());
            continue;
        }
        let folder = folder.path().join(language.name());
        create(game, language, &folder).unwrap();
        let done = Command::new(program).args(arguments).current_dir(&folder).output().unwrap();
        assert!(
            done.status.success(),
            "{}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        );
    }
}

#[test]
fn a_folder_that_is_in_use_is_refused_and_left_alone() {
    let (registry, folder) = (nim(), tempfile::tempdir().unwrap());
    let game = registry.find("nim").unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let refused = |path: &std::path::Path| create(game, Language::Go, path).unwrap_err().to_string();
    assert!(refused(folder.path()).ends_with("is not empty: name a folder that does not exist yet"));
    assert!(refused(&file).ends_with("is a file: name a folder that does not exist yet"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_unknown_language_is_told_with_the_nearest() {
    let error = Language::find("pyhton").unwrap_err().to_string();
    assert_eq!(error, "lang: \"pyhton\" is not one of python, rust, cpp, javascript, go, java, did you mean python?");
    assert!(Language::ALL.iter().all(|language| Language::find(language.name()).unwrap() == *language));
}
