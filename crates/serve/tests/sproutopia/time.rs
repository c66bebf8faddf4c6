//! Ticks in real time and in lock-step.

use crate::bot::Bot;
use crate::house::{House, lockstep, small, with};
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_serve::sproutopia::config::Config;
use gridhaunt_serve::sproutopia::config::Pace;
use gridhaunt_serve::sproutopia::report::Report;
use gridhaunt_serve::sproutopia::server::{ServerEnd, start};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn real_time_waits_for_nobody_and_hurries_for_nobody() {
    let house = House::open(with(small(1, 11), json!({"tick_rate": 40}))).await;
    let bot = Bot::join(house.address(), 1).await;
    let started = Instant::now();
    let (_, states) = bot.play(1, |_| 1).await;
    assert_eq!(states, 11);
    assert!(started.elapsed() >= Duration::from_millis(390), "ten pauses of 40 ms: {:?}", started.elapsed());
    let (_, played) = house.end().await;
    println!("{}", played[0].jitter());
}

/// The server and the code that keeps the machine busy share one thread.
#[tokio::test(flavor = "current_thread")]
async fn late_ticks_are_caught_up() {
    let mut running = start(with(small(1, 30), json!({"tick_rate": 20}))).await.unwrap();
    let bot = Bot::join(running.addresses[0], 1).await;
    let started = Instant::now();
    let playing = tokio::spawn(bot.play(1, |_| 1));
    tokio::time::sleep(Duration::from_millis(50)).await;
    std::thread::sleep(Duration::from_millis(300));
    let (_, states) = playing.await.unwrap();
    assert_eq!(states, 30);
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(570) && took < Duration::from_millis(850), "29 pauses of 20 ms: {took:?}");
    while let Some(report) = running.reports.recv().await {
        if let Report::Ended { played, .. } = report {
            assert!(played.jitter().most >= Duration::from_millis(200), "{}", played.jitter());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lockstep_ticks_when_all_have_answered_and_at_the_latest_by_the_clock() {
    let house = House::open(lockstep(2, 200)).await;
    let started = Instant::now();
    let ana = tokio::spawn(Bot::join(house.address(), 1).await.play(1, |tick| tick % 5));
    let bo = tokio::spawn(Bot::join(house.address(), 2).await.play(2, |tick| 1 + tick % 4));
    assert_eq!((ana.await.unwrap().1, bo.await.unwrap().1), (200, 200));
    assert!(started.elapsed() < Duration::from_secs(4), "nobody waited: {:?}", started.elapsed());
    house.end().await;
    let house = House::open(with(lockstep(2, 4), json!({"tick_rate": 100}))).await;
    let ana = tokio::spawn(Bot::join(house.address(), 1).await.play(1, |_| 1));
    let mut silent = Bot::join(house.address(), 2).await;
    let started = Instant::now();
    while silent.state().await.is_some() {}
    assert!(started.elapsed() >= Duration::from_millis(290), "it is waited for: {:?}", started.elapsed());
    ana.await.unwrap();
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_any_connection_the_rest_is_played_at_once() {
    for pace in [Pace::RealTime, Pace::Lockstep] {
        let house = House::open(Config { pace, ..with(small(1, 1000), json!({"tick_rate": 60_000})) }).await;
        let mut ana = Bot::join(house.address(), 1).await;
        ana.state().await.unwrap();
        drop(ana);
        let (ending, played) = house.end().await;
        assert_eq!((ending, played[0].ticks), (ServerEnd::Played, 1000));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_farmer_is_waited_for_before_the_rest_is_played() {
    let fill = Some(BotSpec::parse("uniform").unwrap());
    let reconnect = Duration::from_millis(600);
    for pace in [Pace::RealTime, Pace::Lockstep] {
        // In real time a match takes 30 s.
        let settings = json!({"tick_rate": 100});
        let config = Config { pace, fill: fill.clone(), reconnect, ..with(small(4, 300), settings) };
        let mut house = House::open(config).await;
        let mut ana = Bot::join(house.address(), 1).await;
        ana.state().await.unwrap();
        drop(ana);
        house.until(|report| matches!(report, Report::Left { waits: Some(waits), .. } if *waits == reconnect)).await;
        tokio::time::sleep(reconnect / 2).await;
        let mut ana = Bot::join(house.address(), 1).await;
        house.until(|report| matches!(report, Report::Resumed { .. })).await;
        let state = ana.state().await.unwrap();
        assert!(state["gameTick"].as_u64().unwrap() < 20, "the match went on by its clock: {}", state["gameTick"]);
        drop(ana);
        house.until(|report| matches!(report, Report::Left { .. })).await;
        let left = Instant::now();
        let (ending, played) = house.end().await;
        assert_eq!((ending, played[0].ticks), (ServerEnd::Played, 300));
        let took = left.elapsed();
        assert!(took >= reconnect && took < Duration::from_secs(15), "{pace:?}: {took:?}");
    }
    // The match does not wait for a farmer that cannot reconnect.
    let config = Config { fill, reconnect: Duration::from_secs(60), resume: false, ..small(2, 300) };
    let house = House::open(config).await;
    drop(Bot::join(house.address(), 1).await);
    let started = Instant::now();
    house.end().await;
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_fills_seats_and_nobody_takes_them_over() {
    let fill = Some(BotSpec::parse("uniform").unwrap());
    let house = House::open(Config { fill, ..lockstep(4, 50) }).await;
    let mut ana = Bot::join(house.address(), 1).await;
    let facts: serde_json::Value = serde_json::from_str(&ana.next().await).unwrap();
    let bots = facts["arguments"][0]["bots"].clone();
    assert_eq!(bots.as_object().map(serde_json::Map::len), Some(4));
    let mut eve = Bot::connect(house.address()).await;
    let taken = eve.invoke("1", "Register", json!([bots["1"], "eve"])).await;
    assert!(taken.contains("Token already in use"), "{taken}");
    let (_, states) = ana.play(1, |_| 1).await;
    assert_eq!(states, 50);
    let (_, played) = house.end().await;
    let record = &played[0].record;
    assert!(["[1,", "[2,", "[3,"].iter().all(|seat| record.contains(seat)));
    assert!(record.lines().nth(1).unwrap().contains(r#""choices":[]"#), "nobody has seen anything before tick 1");
    assert_eq!(played[0].standings[3].nick, "uniform");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_side_by_side_have_addresses_and_seeds_of_their_own() {
    // W1
    let house = House::open(Config { matches: 5, ..small(2, 20) }).await;
    let mut bots = Vec::new();
    for &address in house.addresses() {
        for number in [1, 2] {
            bots.push(tokio::spawn(Bot::join(address, number).await.play(number, |tick| 1 + tick % 4)));
        }
    }
    for bot in bots {
        assert_eq!(bot.await.unwrap().1, 20);
    }
    let (ending, played) = house.end().await;
    let mut seeds: Vec<u64> = played.iter().map(|played| played.seed).collect();
    seeds.sort_unstable();
    assert_eq!((ending, seeds), (ServerEnd::Played, vec![7, 8, 9, 10, 11]));
}
