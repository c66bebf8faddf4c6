//! Invalid options are errors that name the option.

use gridhaunt_batch::{Batch, Options};
use gridhaunt_kernel::flock::Restart;
use serde_json::json;

#[test]
fn wrong_options_are_named() {
    let registry = gridhaunt_bots::registry();
    let opened = registry.find("pyrat").unwrap().open(&json!({})).unwrap();
    let sane = || Options { games: 4, threads: 1, worlds: 2, ..Options::default() };
    let error = |change: &dyn Fn(&mut Options)| {
        let mut options = sane();
        change(&mut options);
        Batch::new(opened.as_ref(), &options).err().unwrap().to_string()
    };
    assert_eq!(error(&|o| o.games = 0), "num_envs: 0 is not in 1..=4194304");
    assert_eq!(error(&|o| o.worlds = 0), "worlds: 0 is not in 1..=1048576");
    assert_eq!(error(&|o| o.threads = 65), "threads: 65 is not in 1..=64");
    assert_eq!(
        error(&|o| o.arrays = vec!["pixels".into()]),
        "observations[0]: \"pixels\" is not one of packed, planes, scalars, legal, routes, mask, asked, lasts"
    );
    assert_eq!(
        error(&|o| o.lens = json!({"orientation": 3}).as_object().unwrap().clone()),
        "orientation: 3 is not one of absolute, own"
    );
    assert_eq!(error(&|o| o.max_steps = Some(0)), "max_steps: 0 is not at least 1");
    assert_eq!(
        error(&|o| (o.seats, o.opponents) = (json!("rat"), json!("./bot"))),
        "opponents: \"./bot\" is not a bot of the registry"
    );
    let mut batch = Batch::new(opened.as_ref(), &sane()).unwrap();
    let restart = Restart { which: Some(&[1, 0]), seeds: None };
    assert_eq!(batch.restart(restart).unwrap_err().to_string(), "mask: 2 values is not one for each of 4 games");
    let restart = Restart { which: Some(&[1; 4]), seeds: Some(&[None; 5]) };
    assert_eq!(batch.restart(restart).unwrap_err().to_string(), "seeds: 5 values is not one for each of 4 games");
    assert_eq!(batch.step(&[0; 7]).unwrap_err().to_string(), "actions: 7 numbers is not 8 numbers: 4 games of 2 seats");
}

#[test]
fn games_that_do_not_fit_are_refused_with_the_memory_they_need() {
    let registry = gridhaunt_bots::registry();
    for game in registry.games() {
        let opened = game.open(&json!({})).unwrap();
        let all = opened.encodings(&serde_json::Map::new()).unwrap();
        let large = all.iter().max_by_key(|encoding| encoding.bytes()).unwrap();
        let options =
            |games: usize| Options { games, worlds: 2, arrays: vec![large.name.into(); 8], ..Options::default() };
        let each = (Batch::bytes(opened.as_ref(), &options(2000)).unwrap()
            - Batch::bytes(opened.as_ref(), &options(1000)).unwrap())
            / 1000;
        let games = (gridhaunt_batch::memory::free().unwrap() / each) as usize + 1000;
        if games <= gridhaunt_batch::MOST_GAMES {
            let error = Batch::new(opened.as_ref(), &options(games)).err().unwrap();
            assert_eq!(error.field, "num_envs");
            let words = error.to_string();
            assert!(words.contains("games need") && words.contains("GiB of memory"), "{words}");
        }
    }
}
