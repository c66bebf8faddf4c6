//! The record and the logs of a match.

use crate::bot::Bot;
use crate::house::{House, lockstep, small, with};
use gridhaunt_arena::replay::{Replay, read_all};
use gridhaunt_arena::verify::verify;
use gridhaunt_serve::sproutopia::guid::Guid;
use gridhaunt_serve::sproutopia::import::Inputs;
use gridhaunt_serve::sproutopia::logs::{self, Name, Wanted};
use serde_json::{Value, json};
use std::time::SystemTime;

fn only(record: &str) -> Replay {
    let mut replays = read_all(record).unwrap();
    assert_eq!(replays.len(), 1);
    replays.remove(0)
}

fn hashes(replay: &Replay) -> Vec<u64> {
    replay.steps.iter().map(|step| step.hash).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_in_real_time_reruns_to_the_same_hashes() {
    // §12
    for rules in ["official", "v2024.0.8"] {
        let house = House::open(with(small(4, 60), json!({"tick_rate": 5, "rules": rules}))).await;
        let mut bots = Vec::new();
        for number in 1..=4 {
            let mut bot = Bot::join(house.address(), number).await;
            // Commands before the first tick count too, and several between two ticks.
            bot.command(json!(number), &crate::bot::id(number)).await;
            bot.command(json!(1 + (number + 1) % 4), &crate::bot::id(number)).await;
            bots.push(tokio::spawn(bot.play(number, move |tick| 1 + (tick / 3 + number) % 4)));
        }
        for bot in bots {
            bot.await.unwrap();
        }
        let (_, played) = house.end().await;
        let replay = only(&played[0].record);
        assert_eq!(replay.steps.len(), 60);
        assert!(replay.steps.iter().map(|step| step.choices.len()).sum::<usize>() > 100);
        let session = verify(&gridhaunt_bots::registry(), &replay).unwrap();
        assert_eq!(session.outcome().unwrap().seats.len(), played[0].standings.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_was_stopped_is_recorded_as_far_as_it_went() {
    let house = House::open(lockstep(1, 1000)).await;
    let mut bot = Bot::join(house.address(), 1).await;
    for _ in 0..10 {
        bot.state().await.unwrap();
        bot.command(json!(2), &crate::bot::id(1)).await;
    }
    bot.state().await.unwrap();
    house.stop();
    let (_, played) = house.end().await;
    let replay = only(&played[0].record);
    assert_eq!((replay.steps.len(), played[0].ticks), (11, 11));
    assert_eq!(replay.end.as_ref().and_then(|end| end.stopped.as_deref()), Some("stopped"));
    assert!(!verify(&gridhaunt_bots::registry(), &replay).unwrap().phase().is_over());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exported_logs_tell_the_match_and_their_import_is_the_match() {
    // §14
    for rules in ["official", "v2024.0.8"] {
        let settings = json!({"rules": rules, "weeds_start_tick": 0, "weed_spawn_rate_mean": 5, "power_up_start_tick": 0,
            "power_up_spawn_rate_mean": 3});
        let house = House::open(with(lockstep(2, 120), settings)).await;
        let mut bots = Vec::new();
        for number in [1, 2] {
            let bot = Bot::join(house.address(), number).await;
            bots.push(tokio::spawn(
                bot.play(number, move |tick| if tick % 7 == 0 { 9 } else { 1 + (tick / 2 + number) % 4 }),
            ));
        }
        for bot in bots {
            bot.await.unwrap();
        }
        let (_, played) = house.end().await;
        let replay = only(&played[0].record);
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<Name> =
            played[0].standings.iter().map(|own| Name { id: own.id, nick: own.nick.clone() }).collect();
        let registry = gridhaunt_bots::registry();
        let wanted = Wanted { full: true, diff: true };
        logs::write(&replay, &names, &played[0].times, wanted, folder.path()).unwrap();
        let read = |end: &str| {
            let files = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
            let file = files.into_iter().find(|path| path.to_str().unwrap().ends_with(end)).unwrap();
            std::fs::read_to_string(file).unwrap()
        };
        let inputs = Inputs::read(read("_inputs.log").lines());
        assert_eq!((inputs.ticks.len(), inputs.names.clone()), (120, vec!["bot 1".to_string(), "bot 2".to_string()]));
        let face = registry.find("sproutopia").unwrap();
        let settings = replay.header.settings.as_object().unwrap().clone();
        let (record, ticks, over) = inputs.play(face, settings, replay.header.seed).unwrap();
        assert_eq!((ticks, over), (120, true));
        assert_eq!(hashes(&only(&record)), hashes(&replay), "the same game");
        check_states(&read("_full.log"), &read("_diff.log"));
        let end: Value = serde_json::from_str(&read("_endGame.json")).unwrap();
        assert_eq!((&end["TotalTicks"], &end["WorldSeed"]), (&json!(120), &json!(7)));
        assert_eq!(end["WinngingBot"]["Placement"], 1);
    }
}

/// Applies the changes: after every line the sum is the complete state.
fn check_states(full: &str, diff: &str) {
    let mut sum = json!({});
    for (full, diff) in full.lines().zip(diff.lines()) {
        let (full, diff): (Value, Value) = (serde_json::from_str(full).unwrap(), serde_json::from_str(diff).unwrap());
        for (name, changes) in diff.as_object().unwrap() {
            for (key, value) in changes.as_object().into_iter().flatten() {
                sum[name][key] = value.clone();
            }
        }
        assert_eq!(full["CurrentTick"], diff["CurrentTick"]);
        let id = |seat: usize| full["BotSnapshots"][seat]["BotId"].as_str().unwrap();
        for seat in 0..2 {
            let bot = &full["BotSnapshots"][seat];
            assert_eq!(sum["BotPositions"][id(seat)], json!({"X": bot["X"], "Y": bot["Y"]}));
            assert_eq!(sum["BotMomentums"][id(seat)], bot["Momentum"]);
            assert_eq!(sum["BotDirections"][id(seat)], bot["Action"]);
            assert_eq!(sum["LeaderBoard"][id(seat)], full["LeaderBoard"][seat]["Item2"]);
        }
        for x in 0..12 {
            for y in 0..12 {
                let cell = format!("{x},{y}");
                let weed = sum["Weeds"][&cell].as_bool().unwrap_or(false);
                assert_eq!(full["Weeds"][x][y], weed);
                let code = full["Land"][x][y].as_u64().unwrap();
                let trail = sum["Trails"][&cell].as_u64().unwrap_or(255);
                let land = sum["Territory"][&cell].as_u64().unwrap_or(255);
                match code {
                    4..=7 => assert_ne!(trail, 255, "{cell}"),
                    0..=3 => assert_ne!(land, 255, "{cell}"),
                    _ => assert_eq!((land, trail), (255, 255), "{cell}"),
                }
            }
        }
    }
}

#[test]
fn a_record_without_ids_is_exported_with_ids_of_its_own() {
    let registry = gridhaunt_bots::registry();
    let face = registry.find("sproutopia").unwrap();
    let log = format!(" - Register,{},ana\n - Tick,1\n - Command,{0},Up\n - Tick,2", Guid::numbered(9));
    let settings = json!({"max_ticks": 2}).as_object().unwrap().clone();
    let (record, ..) = Inputs::read(log.lines()).play(face, settings, 12345).unwrap();
    let replay = only(&record);
    verify(&registry, &replay).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let wanted = Wanted { full: false, diff: false };
    let times = [SystemTime::UNIX_EPOCH];
    logs::write(&replay, &Name::of_record(&replay), &times, wanted, folder.path()).unwrap();
    let inputs = std::fs::read_to_string(folder.path().join("700101000000_inputs.log")).unwrap();
    let id = Guid::numbered(0);
    let lines = [format!("Register,{id},ana"), "Tick,1".into(), format!("Command,{id},Up"), "Tick,2".into()];
    let lines = lines.map(|line| format!("1970-01-01T00:00:00.000Z Information - {line}\n"));
    assert_eq!(inputs, lines.concat());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}
