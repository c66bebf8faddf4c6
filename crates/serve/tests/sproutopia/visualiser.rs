//! The hub of onlookers (W14).

use crate::bot::{Bot, done, failed};
use crate::house::{House, small, with};
use gridhaunt_serve::sproutopia::config::Config;
use gridhaunt_serve::sproutopia::server::ServerEnd;
use serde_json::{Value, json};
use std::time::Duration;

async fn look_on(house: &House) -> Bot {
    let mut onlooker = Bot::open_at(house.address(), "visualiserhub").await.unwrap();
    onlooker.say(r#"{"protocol":"json","version":1}"#).await;
    onlooker.expect("{}").await;
    onlooker
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn onlookers_see_all_and_hold_the_match() {
    let house = House::open(Config { visualiser: true, ..with(small(1, 40), json!({"tick_rate": 10})) }).await;
    let mut onlooker = look_on(&house).await;
    assert_eq!(onlooker.invoke("1", "PauseGame", json!([])).await, done("1"));
    let why = "Failed to invoke 'StopGame' due to an error on the server. Invocation provides 1 argument(s) but target expects 0.";
    assert_eq!(onlooker.invoke("2", "stopgame", json!([1])).await, failed("2", why));
    let mut ana = Bot::join(house.address(), 1).await;
    assert!(ana.next().await.contains("ReceiveGameInformation"));
    assert!(ana.is_silent(Duration::from_millis(60)).await, "the match is held");
    onlooker.call("StepIntoGame", json!([])).await;
    let shown: Value = serde_json::from_str(&onlooker.next().await).unwrap();
    assert_eq!(shown["target"], "ReceiveInitialGameState");
    let state = &shown["arguments"][0];
    assert_eq!((&state["currentTick"], &state["botSnapshots"][0]["botName"]), (&json!(1), &json!("bot 1")));
    assert_eq!((&state["land"][3][1], &state["weeds"][0][0]), (&json!(0), &json!(false)));
    assert!(onlooker.is_silent(Duration::from_millis(60)).await, "one tick and no more");
    onlooker.call("continuegame", json!([])).await;
    let (_, states) = ana.play(1, |_| 1).await;
    assert_eq!(states, 40);
    onlooker.find(r#"{"type":1,"target":"GameComplete","arguments":[7,40]}"#).await;
    assert_eq!(house.end().await.0, ServerEnd::Played);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn onlookers_stop_the_match_where_they_are_let_in() {
    let house = House::open(small(1, 40)).await;
    assert!(Bot::open_at(house.address(), "visualiserhub").await.is_none(), "not unless asked for");
    house.stop();
    house.end().await;
    let house = House::open(Config { visualiser: true, ..small(1, 1000) }).await;
    let mut onlooker = look_on(&house).await;
    let mut ana = Bot::join(house.address(), 1).await;
    ana.state().await.unwrap();
    onlooker.call("StopGame", json!([])).await;
    ana.find(r#"{"type":1,"target":"Disconnect","arguments":["The match was stopped."]}"#).await;
    assert_eq!(house.end().await.0, ServerEnd::Stopped);
}
