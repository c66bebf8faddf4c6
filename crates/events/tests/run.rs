//! Events of built-in bots from their spec to their end.

mod table;

use gridhaunt_events::manage;
use gridhaunt_events::results::Results;
use gridhaunt_events::run::{Ended, Options, run};
use gridhaunt_store::{BlockState, Filter, State};
use std::sync::atomic::{AtomicBool, Ordering};
use table::{made, played, store, table};

#[test]
fn a_round_robin_of_every_game_is_played_to_its_end() {
    // A2, A9: every pair meets, and every block has all its rotations.
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    for (game, entrants, settings, tables) in [
        ("pyrat", r#"["greedy", "random", "idle"]"#, "preset = \"tiny\"", 3),
        ("tag", r#"["score+chase", "random", "still"]"#, "", 3),
        ("ghost-grid", r#"["courier+patrol", "random", "climber+chaser"]"#, "", 3),
        ("snarl", r#"["explorer+zombie+ghost", "random"]"#, "", 1),
        ("sproutopia", r#"["greedy", "random", "idle", "square"]"#, "", 1),
    ] {
        let spec = format!("game = \"{game}\"\nentrants = {entrants}\nseed = 7\n[settings]\n{settings}\n");
        let id = made(&store, &registry, &spec).id;
        let progress = played(&store, &registry, id, 2);
        assert_eq!((progress.blocks, progress.open, progress.struck), (tables, 0, 0), "{game}");
        assert_eq!(store.event(id).unwrap().state, State::Finished);
        for block in store.blocks(id, 0).unwrap() {
            assert_eq!(block.state, BlockState::Done);
            let matches = store.matches(&Filter { block: Some(block.id), ..Filter::default() }).unwrap();
            assert_eq!(matches.len(), block.arrangements.len(), "{game}");
            let sum: f64 = block.points.iter().map(|(_, points)| points).sum();
            assert!((sum - block.points.len() as f64 / 2.0).abs() < 1e-9, "{game}: {:?}", block.points);
            for row in matches {
                let replay = store.replay(row.id).unwrap().unwrap();
                let text = String::from_utf8(zstd::decode_all(&replay[..]).unwrap()).unwrap();
                assert!(text.contains(&format!("\"seed\":\"{}\"", block.seed)), "{game}");
                let seal: String = row.seal.iter().map(|byte| format!("{byte:02x}")).collect();
                assert!(text.contains(&seal), "{game}: the replay is sealed");
            }
        }
        let again = run(&store, &registry, id, &Options::default(), &mut |_| panic!("nothing is played again"));
        assert_eq!(again.unwrap(), Ended::Finished);
    }
}

#[test]
fn the_table_does_not_depend_on_how_many_are_played_at_once() {
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\", \"idle\", \"greedy:ties=first\"]\nseed = 3\n\
                blocks = 3\n[[maps]]\nsettings = { preset = \"tiny\" }\n[[maps]]\nsettings = { width = 7, height = 5, cheese_count = 5 }\n";
    let tables: Vec<_> = [1, 4]
        .map(|slots| {
            let id = made(&store, &registry, spec).id;
            played(&store, &registry, id, slots);
            table(&store, id)
        })
        .into();
    assert_eq!(tables[0].len(), 6 * 3 * 2, "pairs, blocks, maps");
    assert_eq!(tables[0], tables[1]);
}

#[test]
fn an_event_of_every_kind_is_stopped_and_goes_on() {
    // A9, A11: stopped at many moments it comes to the same end.
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    for (kind, more) in [
        ("round-robin", "blocks = 4"),
        ("gauntlet", "blocks = 6"),
        ("swiss", "blocks = 3"),
        ("bracket", "best_of = 5"),
        ("ladder", "rounds = 4"),
    ] {
        let spec = format!(
            "game = \"pyrat\"\nkind = \"{kind}\"\nseed = 5\n{more}\nsettings = {{ preset = \"tiny\" }}\n\
             entrants = [\"greedy\", \"random\", \"idle\", \"greedy:ties=first\", \"greedy:ties=random\"]\n"
        );
        let whole = made(&store, &registry, &spec).id;
        played(&store, &registry, whole, 2);
        let broken = made(&store, &registry, &spec).id;
        let mut runs = 0;
        loop {
            // After so many matches, which is another moment each time.
            let options = Options { concurrency: Some(2), games: Some(1 + runs % 5), ..Options::default() };
            match run(&store, &registry, broken, &options, &mut |_| {}).unwrap() {
                Ended::Finished => break,
                Ended::Games => runs += 1,
                other => panic!("{kind}: {other:?}"),
            }
            assert!(runs < 200, "{kind}");
        }
        assert!(runs > 5, "{kind}: {runs}");
        let (one, other) = (table(&store, whole), table(&store, broken));
        match kind {
            // What tells most next depends on what is known by then (A20).
            "ladder" => assert!(!other.is_empty()),
            _ => assert_eq!(one, other, "{kind}"),
        }
    }
}

#[test]
fn a_large_event_tells_its_whole_size() {
    // It is planned a part at a time, and said that part for the whole.
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\", \"idle\"]\nblocks = 3000\n\
                settings = { preset = \"tiny\" }\n";
    let id = made(&store, &registry, spec).id;
    let options = Options { concurrency: Some(1), games: Some(5), ..Options::default() };
    let mut last = None;
    run(&store, &registry, id, &options, &mut |progress| last = Some(progress.clone())).unwrap();
    let last = last.unwrap();
    assert_eq!((last.blocks, last.open), (2, 8998));
    let status = manage::status(&store, &registry, id).unwrap();
    assert_eq!((status.done, status.open, status.state), (2, 8998, "stopped"));
    let results = Results::of(&store, &registry, id).unwrap();
    assert_eq!(results.so_far().as_deref(), Some("so far: 2 of 9,000 blocks"));
    assert_eq!((results.event.state.as_str(), results.event.blocks_planned), ("stopped", 9000));
    manage::cancel(&store, id).unwrap();
    assert_eq!(manage::status(&store, &registry, id).unwrap().open, 0, "nothing comes any more");
    let results = Results::of(&store, &registry, id).unwrap();
    assert_eq!(results.so_far().as_deref(), Some("cancelled after 2 of 9,000 blocks"));
}

#[test]
fn a_block_of_a_duel_that_is_not_whole_counts_nothing_yet() {
    // A2
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"pyrat\"\nkind = \"duel\"\nentrants = [\"greedy\", \"random\"]\nseed = 2\nfixed = 40\n\
                settings = { preset = \"tiny\" }\n";
    let whole = made(&store, &registry, spec).id;
    let whole = played(&store, &registry, whole, 2);
    let id = made(&store, &registry, spec).id;
    for (games, matches) in [(5, 4), (4, 8), (39, 48), (100, 80)] {
        let options = Options { concurrency: Some(1), games: Some(games), ..Options::default() };
        let mut last = None;
        run(&store, &registry, id, &options, &mut |progress| last = Some(progress.clone())).unwrap();
        let last = last.unwrap();
        let [a, b] = gridhaunt_events::duel::both(&last);
        assert_eq!(last.duel.as_ref().unwrap().matches(), matches);
        assert_eq!((a.wins + a.draws + a.losses, a.wins, a.losses), (matches, b.losses, b.wins));
        if matches == 80 {
            assert_eq!([a, b], gridhaunt_events::duel::both(&whole));
        }
    }
}

#[test]
fn a_stop_leaves_nothing_behind() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\"]\nsettings = { preset = \"tiny\" }\n";
    let id = made(&store, &registry, spec).id;
    let options = Options { stop: &STOP, ..Options::default() };
    assert_eq!(run(&store, &registry, id, &options, &mut |_| {}).unwrap(), Ended::Stopped);
    assert!(store.leases(id).unwrap().is_empty(), "nobody waits for what was held");
    STOP.store(false, Ordering::Relaxed);
    assert_eq!(run(&store, &registry, id, &options, &mut |_| {}).unwrap(), Ended::Finished);
}

#[test]
fn an_event_is_steered_while_it_runs() {
    // A11
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\"]\nseed = 5\nblocks = 100000\n\
                settings = { preset = \"tiny\" }\n";
    let id = made(&store, &registry, spec).id;
    manage::pause(&store, id).unwrap();
    let waiting = Options { waits: false, ..Options::default() };
    assert_eq!(run(&store, &registry, id, &waiting, &mut |_| {}).unwrap(), Ended::Paused);
    manage::resume(&store, id).unwrap();
    assert_eq!(manage::set(&store, id, "speed=3").unwrap_err().to_string().split(':').next(), Some("set"));
    let mut seen = Vec::new();
    let ended = run(&store, &registry, id, &Options::default(), &mut |progress| {
        match seen.len() {
            1 => manage::set(&store, id, "concurrency=3").unwrap(),
            4 => manage::pause(&store, id).unwrap(),
            8 => manage::resume(&store, id).unwrap(),
            12 => manage::cancel(&store, id).unwrap(),
            _ => {}
        }
        seen.push((progress.slots, progress.state, progress.matches));
    })
    .unwrap();
    assert_eq!(ended, Ended::Cancelled);
    assert!(seen[3..5].iter().any(|(slots, ..)| *slots == 3), "{seen:?}");
    let paused: Vec<u64> =
        seen.iter().filter(|(slots, state, _)| *state == State::Paused && *slots == 0).map(|(.., n)| *n).collect();
    assert!(paused.len() >= 2 && paused[1..].iter().all(|n| *n == paused[1]), "{seen:?}");
    assert!(seen.last().unwrap().2 > paused[0], "it went on: {seen:?}");
    assert!(manage::resume(&store, id).is_err(), "what is cancelled does not go on");
    let status = manage::status(&store, &registry, id).unwrap();
    assert_eq!((status.event.state, status.runners), (State::Cancelled, 0));
}

#[test]
fn somebody_joins_a_running_round_robin() {
    // A11: only what is new is planned.
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"pyrat\"\nentrants = [\"greedy\", \"random\"]\nseed = 5\nblocks = 300\n\
                settings = { preset = \"tiny\" }\n";
    let id = made(&store, &registry, spec).id;
    let mut joined = false;
    let ended = run(&store, &registry, id, &Options::default(), &mut |_| {
        if !std::mem::replace(&mut joined, true) {
            let told = manage::add(&store, &registry, id, &["idle".into()], false).unwrap();
            assert_eq!(told, ["idle takes part now"]);
        }
    });
    assert_eq!(ended.unwrap(), Ended::Finished);
    let late = made(&store, &registry, &spec.replace("\"random\"]", "\"random\", \"idle\"]")).id;
    played(&store, &registry, late, 2);
    let sorted = |id| {
        let mut blocks: Vec<String> =
            store.blocks(id, 0).unwrap().iter().map(|block| format!("{} {:?}", block.seed, block.points)).collect();
        blocks.sort();
        blocks
    };
    assert_eq!(sorted(id), sorted(late), "who joins changes no block of the others");
    assert!(manage::add(&store, &registry, id, &["idle".into()], false).is_err(), "the event is over");
}

#[test]
fn the_answer_of_a_duel_does_not_depend_on_how_many_are_played_at_once() {
    // A5, A6
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"pyrat\"\nkind = \"duel\"\nentrants = [\"greedy\", \"random\"]\nseed = 2\nsprt = [0, 100]\n\
                settings = { preset = \"tiny\" }\n";
    let answers: Vec<_> = [1, 4]
        .map(|slots| {
            let id = made(&store, &registry, spec).id;
            let last = played(&store, &registry, id, slots);
            let now = last.duel.unwrap();
            let later = manage::status(&store, &registry, id).unwrap().duel.unwrap();
            assert_eq!((now.verdict, now.blocks()), (later.verdict, later.blocks()), "it can be told again");
            let count = last.counts[&0];
            assert!(count.wins > 0 && count.wins + count.draws + count.losses == now.matches());
            (now.verdict, now.blocks(), now.histogram, now.llr)
        })
        .into();
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].0, gridhaunt_events::duel::Verdict::Better);
    let fixed = spec.replace("sprt = [0, 100]", "fixed = 9");
    let id = made(&store, &registry, &fixed).id;
    let standing = played(&store, &registry, id, 2).duel.unwrap();
    assert_eq!((standing.verdict, standing.blocks()), (gridhaunt_events::duel::Verdict::Played, 9));
    let limited = spec.replace("sprt = [0, 100]", "sprt = [0, 1]\ngames = 11");
    let id = made(&store, &registry, &limited).id;
    let standing = played(&store, &registry, id, 2).duel.unwrap();
    assert_eq!((standing.verdict, standing.blocks()), (gridhaunt_events::duel::Verdict::Undecided, 5));
}

#[test]
fn a_duel_at_a_larger_table_has_others_with_it() {
    // A8
    let registry = gridhaunt_bots::registry();
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let spec = "game = \"sproutopia\"\nkind = \"duel\"\nentrants = [\"greedy\", \"idle\"]\nwith = [\"random\", \"square\", \"claimer\"]\n\
                seed = 2\nfixed = 1\n";
    let id = made(&store, &registry, spec).id;
    let standing = played(&store, &registry, id, 2).duel.unwrap();
    let blocks = store.blocks(id, 0).unwrap();
    assert_eq!((blocks.len(), blocks[0].arrangements.len()), (1, 8));
    assert_eq!(standing.blocks(), 1);
}
