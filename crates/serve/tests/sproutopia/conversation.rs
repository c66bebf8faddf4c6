//! The whole conversation of W5 to W12, word for word.

use crate::bot::{Bot, disconnect, done, failed, id, registered, state_of};
use crate::house::{House, lockstep, small, with};
use gridhaunt_serve::sproutopia::config::Config;
use gridhaunt_serve::sproutopia::config::Patience;
use gridhaunt_serve::sproutopia::report::Report;
use gridhaunt_serve::sproutopia::server::ServerEnd;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

fn information(ticks: u64, rate: u64, seed: u64, bots: &[u64]) -> String {
    let bots: Vec<_> = bots.iter().enumerate().map(|(seat, &bot)| format!("\"{seat}\":\"{}\"", id(bot))).collect();
    format!(
        r#"{{"type":1,"target":"ReceiveGameInformation","arguments":[{{"maxTicks":{ticks},"tickRate":{rate},"rows":12,"cols":12,"randomSeed":{seed},"playerWindowSize":10,"bots":{{{}}}}}]}}"#,
        bots.join(",")
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_two_word_for_word() {
    let house = House::open(lockstep(2, 3)).await;
    let mut ana = Bot::connect(house.address()).await;
    ana.say(
        &json!({"type": 1, "target": "Register", "arguments": [id(1).to_uppercase(), "ana"], "invocationId": "1"})
            .to_string(),
    )
    .await;
    ana.expect(&registered(&id(1))).await;
    ana.expect(&done("1")).await;
    let mut bo = Bot::connect(house.address()).await;
    bo.say(&json!({"type": 1, "TARGET": "register", "Arguments": [id(2), null], "invocationId": "x"}).to_string())
        .await;
    bo.expect(&registered(&id(2))).await;
    bo.expect(&done("x")).await;
    for bot in [&mut ana, &mut bo] {
        bot.expect(&information(3, 5000, 0, &[1, 2])).await;
    }
    // 12 columns: seat 0 starts on (3,1), its home is x 2..4, y 0..2; seat 1 on (10,3).
    let column = |codes: [u8; 11]| format!("[{}]", codes.map(|code| code.to_string()).join(","));
    let off = column([254; 11]);
    let beside = column([254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]);
    let home = column([254, 254, 254, 254, 0, 0, 0, 255, 255, 255, 255]);
    let window = [&off, &off, &beside, &beside, &home, &home, &home, &beside, &beside, &beside, &beside];
    let window = window.map(String::as_str).join(",");
    let weeds = vec![format!("[{}]", ["false"; 11].join(",")); 11].join(",");
    let state = format!(
        r#"{{"type":1,"target":"ReceiveBotState","arguments":[{{"directionState":0,"elapsedTime":"00:00:00.000","gameTick":1,"powerUp":0,"superPowerUp":0,"leaderBoard":{{"{}":6,"{}":6}},"botPostions":[{{"x":3,"y":1}}],"powerUpLocations":[],"weeds":[{weeds}],"heroWindow":[{window}],"x":3,"y":1,"botPositions":[{{"x":3,"y":1}}]}}]}}"#,
        id(1),
        id(2)
    );
    ana.expect(&state).await;
    let state = state_of(&bo.next().await).unwrap();
    assert_eq!((&state["x"], &state["y"], &state["gameTick"]), (&json!(10), &json!(3), &json!(1)));
    ana.command(json!("Right"), &id(1)).await;
    bo.command(json!(2), &id(2)).await;
    let state = state_of(&ana.next().await).unwrap();
    assert_eq!(
        (&state["x"], &state["directionState"], &state["elapsedTime"]),
        (&json!(4), &json!(4), &json!("00:00:05.000"))
    );
    assert_eq!(state_of(&bo.next().await).unwrap()["directionState"], 2);
    // A command without an id is for the only farmer; a digit is an action too.
    ana.call("sendplayercommand", json!([{"ACTION": "4"}])).await;
    bo.command(json!(0), &id(2)).await;
    let state = state_of(&ana.next().await).unwrap();
    assert_eq!((&state["x"], &state["gameTick"]), (&json!(5), &json!(3)));
    assert_eq!(state["heroWindow"][5][5], 4, "a trail has begun under it");
    let ended = Instant::now();
    ana.expect(r#"{"type":1,"target":"EndGame","arguments":[7,3]}"#).await;
    ana.expect(r#"{"type":7}"#).await;
    assert!(ended.elapsed() > Duration::from_millis(250), "connections stay open for a while");
    assert_eq!(ana.record().await, None);
    let rest = bo.rest().await;
    assert!(state_of(&rest[0]).is_some());
    assert_eq!(rest[1..], [r#"{"type":1,"target":"EndGame","arguments":[7,3]}"#, r#"{"type":7}"#]);
    let (ending, played) = house.end().await;
    assert_eq!((ending, played[0].ticks, played[0].reason.as_deref()), (ServerEnd::Played, 3, Some("max_ticks")));
    assert_eq!(played[0].standings[0].nick, "ana");
    assert_eq!(played[0].standings[1].nick, "farmer 1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_old_rules_tell_seed_and_wall_clock_and_know_other_actions() {
    let house = House::open(with(lockstep(1, 2), json!({"rules": "v2024.0.8"}))).await;
    let mut ana = Bot::join(house.address(), 1).await;
    ana.expect(&information(2, 5000, 7, &[1])).await;
    let state = ana.state().await.unwrap();
    let elapsed = state["elapsedTime"].as_str().unwrap();
    assert!(elapsed.len() == 26 && elapsed.ends_with(" +00:00"), "{elapsed}");
    ana.command(json!(-9), &id(1)).await;
    assert_eq!(ana.state().await.unwrap()["directionState"], 5);
    assert_eq!(ana.state().await, None);
    let (_, played) = house.end().await;
    assert!(played[0].record.contains("[[0,5]]"), "{}", played[0].record);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_are_told_to_who_asks_for_an_answer() {
    let mut house = House::open(small(1, 1000)).await;
    let mut eve = Bot::connect(house.address()).await;
    let bind = "Failed to invoke 'Register' due to an error on the server. ";
    for (target, arguments, why) in [
        ("Register", json!(["x", "eve"]), format!("{bind}token must be a GUID.")),
        ("register", json!([id(1)]), format!("{bind}Invocation provides 1 argument(s) but target expects 2.")),
        ("GameComplete", json!([]), "Unknown hub method 'GameComplete'".into()),
        ("GameFailed", json!(["x"]), "Unknown hub method 'GameFailed'".into()),
        (
            "GetGameInfo",
            json!([id(9)]),
            "An unexpected error occurred invoking 'GetGameInfo' on the server. KeyNotFoundException: unknown bot"
                .into(),
        ),
    ] {
        assert_eq!(eve.invoke("7", target, arguments.clone()).await, failed("7", &why));
        eve.call(target, arguments).await; // A call without an id is not answered.
    }
    let stream = json!({"type": 4, "invocationId": "8", "target": "Register", "arguments": [id(1), "eve"]});
    eve.say(&stream.to_string()).await;
    assert!(eve.next().await.starts_with(r#"{"type":3,"invocationId":"8","error":"The client attempted"#));
    // Invalid commands are ignored, and so is a command for an unknown farmer.
    for record in [r#"{"type":6}"#, r#"{"type":3,"invocationId":"1"}"#, r#"{"type":77}"#, "{}"] {
        eve.say(record).await;
    }
    assert_eq!(eve.invoke("9", "SendPlayerCommand", json!([{"action": 1, "botId": id(5)}])).await, done("9"));
    assert_eq!(eve.invoke("10", "SendPlayerCommand", json!([{"action": 1}])).await, done("10"));
    let mut ana = Bot::join(house.address(), 1).await;
    house.until(|report| matches!(report, Report::Started { .. })).await;
    let unexpected = "An unexpected error occurred invoking 'Register' on the server. InvalidOperationException: ";
    assert_eq!(
        eve.invoke("11", "Register", json!([id(2), "eve"])).await,
        failed("11", &format!("{unexpected}Maximum number of bots exceeded"))
    );
    eve.expect(&disconnect("Maximum number of bots exceeded")).await;
    eve.register(&id(3), "eve").await;
    eve.expect(&disconnect("Maximum number of bots exceeded")).await;
    assert_eq!(
        eve.invoke("12", "Register", json!([id(1), "eve"])).await,
        failed("12", &format!("{unexpected}Token already in use"))
    );
    // Registering again changes nothing, and neither does asking for the game information.
    ana.register(&id(1), "ana").await;
    ana.find(&registered(&id(1))).await;
    assert_eq!(ana.invoke("13", "GetGameInfo", json!([id(1)])).await, done("13"));
    assert_eq!(ana.find(r#"{"type":1,"target":"ReceiveGameInformation""#).await, information(1000, 20, 0, &[1]));
    house.stop();
    ana.find(&disconnect("The match was stopped.")).await;
    ana.expect(r#"{"type":7}"#).await;
    let (ending, played) = house.end().await;
    assert_eq!((ending, played[0].reason.clone()), (ServerEnd::Stopped, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_few_bots_are_told_so() {
    let house = House::open(Config { bot_timeout: Duration::from_millis(200), ..small(3, 10) }).await;
    let mut ana = Bot::join(house.address(), 1).await;
    let why = "Only 1 out of 3 bots connected in time, runner is shutting down.";
    ana.expect(&disconnect(why)).await;
    ana.expect(r#"{"type":7}"#).await;
    assert_eq!(ana.record().await, None);
    let (ending, played) = house.end().await;
    assert_eq!((ending, played.len()), (ServerEnd::Failed, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_pings_in_its_own_way_and_answers_pings() {
    let patience = Patience { ping: Duration::from_millis(30), ..Patience::default() };
    let house = House::open(Config { patience, ..small(2, 10) }).await;
    let mut ana = Bot::connect(house.address()).await;
    for _ in 0..3 {
        ana.expect(r#"{"type":6}"#).await;
    }
    ana.frame(Message::Ping("are you there".into())).await;
    while ana.next().await != "pong" {}
    // A client that sends a close message is disconnected.
    let mut bo = Bot::connect(house.address()).await;
    bo.say(r#"{"type":7}"#).await;
    assert!(bo.rest().await.iter().all(|record| record == r#"{"type":6}"#));
    house.stop();
    assert_eq!(ana.find(r#"{"type":7"#).await, r#"{"type":7}"#);
    assert_eq!(house.end().await.0, ServerEnd::Stopped);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_farmer_comes_back_in_three_ways() {
    let mut house = House::open(with(lockstep(2, 1000), json!({"tick_rate": 50}))).await;
    let ana = Bot::join(house.address(), 1).await;
    let bo = Bot::join(house.address(), 2).await;
    let bo = tokio::spawn(bo.play(2, |_| 0));
    let facts = information(1000, 50, 0, &[1, 2]);
    drop(ana);
    house.until(|report| matches!(report, Report::Left { .. })).await;
    let mut again = Bot::join(house.address(), 1).await;
    again.expect(&facts).await;
    again.state().await.unwrap();
    drop(again);
    house.until(|report| matches!(report, Report::Left { .. })).await;
    let mut again = Bot::connect(house.address()).await;
    again.command(json!(2), &id(1)).await;
    again.expect(&facts).await;
    while again.state().await.unwrap()["directionState"] != 2 {}
    // While it is connected, no other connection can take it over.
    let mut eve = Bot::connect(house.address()).await;
    let unexpected = "An unexpected error occurred invoking";
    for target in ["Register", "GetGameInfo"] {
        let arguments = if target == "Register" { json!([id(1), "eve"]) } else { json!([id(1)]) };
        let why = format!("{unexpected} '{target}' on the server. InvalidOperationException: Token already in use");
        assert_eq!(eve.invoke("1", target, arguments).await, failed("1", &why));
    }
    drop(again);
    house.until(|report| matches!(report, Report::Left { .. })).await;
    assert_eq!(eve.invoke("2", "GetGameInfo", json!([id(1)])).await, done("2"));
    eve.expect(&facts).await;
    eve.state().await.unwrap();
    house.stop();
    bo.abort();
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_comes_back_where_bots_are_not_trusted() {
    let mut house = House::open(Config { resume: false, ..small(2, 1000) }).await;
    let ana = Bot::join(house.address(), 1).await;
    let _bo = Bot::join(house.address(), 2).await;
    drop(ana);
    house.until(|report| matches!(report, Report::Left { .. })).await;
    let mut eve = Bot::connect(house.address()).await;
    assert!(eve.invoke("1", "Register", json!([id(1), "eve"])).await.contains("Token already in use"));
    assert!(eve.invoke("2", "GetGameInfo", json!([id(1)])).await.contains("Token already in use"));
    assert_eq!(eve.invoke("3", "SendPlayerCommand", json!([{"action": 1, "botId": id(1)}])).await, done("3"));
    assert!(eve.is_silent(Duration::from_millis(100)).await, "it sees nothing");
    house.stop();
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_registration_is_told_to_both_sides_whichever_way_it_was_asked() {
    let mut house = House::open(small(1, 200)).await;
    let mut ana = Bot::join(house.address(), 1).await;
    let mut eve = Bot::connect(house.address()).await;
    let bad = "Failed to invoke 'Register' due to an error on the server. token must be a GUID.";
    let count = "Failed to invoke 'Register' due to an error on the server. Invocation provides 1 argument(s) but target expects 2.";
    for (arguments, reason, told) in [
        (json!(["\u{1b}[2J\u{202e}", "eve\u{7}"]), bad, "\"eve\\u0007\" with token \"\\u001b[2J\\u202e\""),
        (json!([id(1)]), count, "nothing with token \"0f8fad5b-d9cb-469f-a165-708677289501\""),
        (json!([id(1), null]), "Token already in use", "null with token \"0f8fad5b-d9cb-469f-a165-708677289501\""),
    ] {
        eve.call("register", arguments.clone()).await;
        eve.expect(&disconnect(reason)).await;
        assert!(eve.invoke("7", "Register", arguments).await.contains(&format!("{reason}\"}}")));
        assert!(eve.is_silent(Duration::from_millis(50)).await, "a completion is enough");
        for _ in 0..2 {
            let report = house.until(|report| matches!(report, Report::Refused { .. })).await;
            let Report::Refused { peer, who, why, untold, .. } = report else { unreachable!() };
            assert_eq!((who.as_str(), why.as_str(), untold), (told, reason, 0));
            assert_eq!(peer, eve.socket.get_ref().local_addr().unwrap());
        }
    }
    eve.call("Register", json!([id(9), "eve"])).await;
    eve.expect(&disconnect("Maximum number of bots exceeded")).await;
    ana.state().await.unwrap();
    house.stop();
    house.end().await;
}
