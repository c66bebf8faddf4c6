//! Hostile or broken clients. None of them can stop a match, control another's farmer or see its window.

use crate::bot::{Bot, disconnect, id, registered};
use crate::house::{House, lockstep, small, with};
use futures_util::future::join_all;
use gridhaunt_serve::sproutopia::config::Config;
use gridhaunt_serve::sproutopia::config::Patience;
use gridhaunt_serve::sproutopia::report::Report;
use gridhaunt_serve::sproutopia::server::ServerEnd;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

const BROKEN: &str = r#"{"type":7,"error":"Connection closed with an error."}"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_is_answered_once_and_closed() {
    let house = House::open(lockstep(1, 20)).await;
    let frames = [
        Message::text("nonsense\u{1e}"),
        Message::text("{\"type\":1,\u{1e}"),
        Message::text("[1,2]\u{1e}"),
        Message::text("\u{1e}"),
        Message::binary(vec![0xFF, 0xFE, 0x1E]),
        Message::text(format!("{}\u{1e}", "[".repeat(1000))),
        Message::text(" ".repeat((1 << 20) + 1)),
    ];
    for frame in frames {
        let mut eve = Bot::connect(house.address()).await;
        eve.frame(frame).await;
        assert_eq!(eve.rest().await, [BROKEN]);
    }
    let mut eve = Bot::connect(house.address()).await;
    eve.frame(Message::binary(vec![b' '; 5 << 20])).await;
    assert!(eve.rest().await.iter().all(|record| record == BROKEN));
    // A text frame that is not UTF-8, and invalid frames.
    for bytes in [&[0x81, 0x82, 0, 0, 0, 0, 0xFF, 0x1E][..], &[0xFF; 64], &[0x81, 0x02, b'{', b'}']] {
        let mut eve = Bot::connect(house.address()).await;
        eve.socket.get_mut().write_all(bytes).await.unwrap();
        assert!(eve.rest().await.iter().all(|record| record == BROKEN));
    }
    // Several records in one frame, one in several frames, text and binary alike.
    let mut ana = Bot::open(house.address()).await;
    ana.frame(Message::binary(br#"{"protocol":"js"#.to_vec())).await;
    let register = format!(
        "on\",\"version\":0}}\u{1e}{{\"type\":6}}\u{1e}{{\"type\":1,\"target\":\"Register\",\"arguments\":[\"{}\",\"ana\"]}}\u{1e}{{",
        id(1)
    );
    ana.frame(Message::text(register)).await;
    ana.frame(Message::binary(b"}\x1e".to_vec())).await;
    ana.expect("{}").await;
    let (_, states) = ana.play(1, |_| 1).await;
    assert_eq!(states, 20);
    assert_eq!(house.end().await.0, ServerEnd::Played);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_handshakes_end() {
    let patience = Patience { handshake: Duration::from_millis(200), ..small(1, 1).patience };
    let house = House::open(Config { patience, ..small(1, 5) }).await;
    for (first, answer) in [
        (r#"{"protocol":"messagepack","version":1}"#, r#"{"error":"The protocol 'messagepack' is not supported."}"#),
        (
            r#"{"protocol":"json","version":9}"#,
            r#"{"error":"The server does not support version 9 of the 'json' protocol."}"#,
        ),
        ("hello", r#"{"error":"An unexpected error occurred during connection handshake."}"#),
    ] {
        let mut eve = Bot::open(house.address()).await;
        eve.say(first).await;
        assert_eq!(eve.rest().await, [answer]);
    }
    let mut silent = Bot::open(house.address()).await;
    silent.frame(Message::text("{\"proto")).await;
    assert_eq!(silent.rest().await, [r#"{"error":"Handshake was canceled."}"#]);
    let mut slow = TcpStream::connect(house.address()).await.unwrap();
    slow.write_all(b"GET /runnerhub HT").await.unwrap();
    let mut answer = Vec::new();
    let _ = timeout(Duration::from_secs(10), slow.read_to_end(&mut answer)).await.expect("it is closed");
    let (_, states) = Bot::join(house.address(), 1).await.play(1, |_| 2).await;
    assert_eq!(states, 5);
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_speaks_for_another_or_sees_its_window() {
    let mut house = House::open(with(small(2, 30), json!({"tick_rate": 10}))).await;
    let ana = Bot::join(house.address(), 1).await;
    let mut eve = Bot::join(house.address(), 2).await;
    let mut onlooker = Bot::connect(house.address()).await;
    house.until(|report| matches!(report, Report::Started { .. })).await;
    for bot in [&mut eve, &mut onlooker] {
        for _ in 0..5 {
            bot.command(json!(3), &id(1)).await;
            bot.call("GetGameInfo", json!([id(1)])).await;
            bot.call("Register", json!([id(1), "ana"])).await;
            bot.call("GameComplete", json!([])).await;
            bot.call("EndGame", json!([1, 2])).await;
        }
    }
    let mut heard = onlooker.rest().await;
    heard.retain(|record| !record.contains("EndGame") && record != r#"{"type":7}"#);
    assert_eq!(heard, vec![disconnect("Token already in use"); 5], "an onlooker sees nothing but that it is refused");
    let mut states = 0;
    for record in eve.rest().await {
        if let Some(state) = crate::bot::state_of(&record) {
            states += 1;
            assert_eq!((&state["x"], &state["y"]), (&json!(10), &json!(3)), "only its own place");
        }
    }
    assert_eq!(states, 30);
    drop(ana);
    let (ending, played) = house.end().await;
    assert_eq!((ending, played[0].ticks), (ServerEnd::Played, 30));
    assert!(!played[0].record.contains("[0,3]"), "no command reached the farmer of another");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_may_send_64_kib_in_all_and_a_player_a_mib_at_once() {
    // W4
    let mut house = House::open(small(1, 5)).await;
    let ping = format!("{{\"type\":6,\"x\":\"{}\"}}", "x".repeat(1000));
    for (pings, closed) in [(60, false), (70, true)] {
        let mut eve = Bot::connect(house.address()).await;
        for _ in 0..pings {
            eve.say(&ping).await;
        }
        match closed {
            true => assert_eq!(eve.rest().await, [BROKEN], "small records add up"),
            false => assert!(eve.is_silent(Duration::from_millis(200)).await),
        }
    }
    let mut eve = Bot::connect(house.address()).await;
    eve.frame(Message::text(" ".repeat(65 << 10))).await;
    assert_eq!(eve.rest().await, [BROKEN]);
    let mut ana = Bot::connect(house.address()).await;
    ana.register(&id(1), "ana").await;
    ana.expect(&registered(&id(1))).await;
    house.until(|report| matches!(report, Report::Joined { .. })).await;
    ana.say(&format!("{{\"type\":6,\"x\":\"{}\"}}", "x".repeat((1 << 20) - 20))).await;
    let (_, states) = ana.play(1, |_| 1).await;
    assert_eq!(states, 5);
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_shakes_hands_and_does_not_register_is_closed_and_told_why() {
    let patience = Patience { registration: Duration::from_millis(300), ..small(1, 1).patience };
    let house =
        House::open(Config { patience, visualiser: true, ..with(small(2, 60), json!({"tick_rate": 20})) }).await;
    let ana = Bot::join(house.address(), 1).await;
    let mut idle = Bot::connect(house.address()).await;
    let mut onlooker = Bot::open_at(house.address(), "visualiserhub").await.unwrap();
    onlooker.say(r#"{"protocol":"json","version":1}"#).await;
    onlooker.expect("{}").await;
    let chatter = async {
        // Pings do not count as a registration.
        for _ in 0..20 {
            idle.say(r#"{"type":6}"#).await;
            sleep(Duration::from_millis(20)).await;
        }
        idle.rest().await
    };
    assert_eq!(chatter.await, [disconnect("No registration within 0.3 s."), r#"{"type":7}"#.into()]);
    // A player may be silent for any time, and onlookers need not register.
    let bo = Bot::join(house.address(), 2).await;
    let (mut ana, states) = ana.play(1, |_| 1).await;
    assert_eq!(states, 60, "more than a second");
    assert!(onlooker.next().await.contains("ReceiveInitialGameState"));
    assert_eq!(ana.rest().await, [r#"{"type":7}"#]);
    drop(bo);
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_commands_is_bounded() {
    let house = House::open(with(small(2, 20), json!({"tick_rate": 50}))).await;
    let ana = Bot::join(house.address(), 1).await;
    let mut eve = Bot::join(house.address(), 2).await;
    let one = format!(r#"{{"type":1,"target":"SendPlayerCommand","arguments":[{{"action":1,"botId":"{}"}}]}}"#, id(2));
    let flood = format!("{one}\u{1e}").repeat(15_000);
    let flood = tokio::spawn(async move {
        for _ in 0..3 {
            eve.frame(Message::text(flood.clone())).await;
        }
        eve.rest().await
    });
    let (_, states) = ana.play(1, |tick| 1 + tick % 4).await;
    assert_eq!(states, 20, "others see every state");
    let (ending, played) = house.end().await;
    flood.abort();
    assert_eq!(ending, ServerEnd::Played);
    for line in played[0].record.lines().filter(|line| line.starts_with(r#"{"step""#)) {
        assert!(line.matches("[1,").count() <= 1000);
    }
    println!("jitter under a flood: {}", played[0].jitter());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_and_never_reads_is_heard_no_further_and_closed_in_the_end() {
    let patience = Patience { sending: Duration::from_millis(300), ..small(1, 1).patience };
    let mut house = House::open(Config { patience, ..with(small(2, 1000), json!({"tick_rate": 20})) }).await;
    let ana = Bot::join(house.address(), 1).await;
    let mut eve = Bot::join(house.address(), 2).await;
    let ask = json!({"type": 1, "target": "GetGameInfo", "arguments": [id(2)], "invocationId": "1"}).to_string();
    let asks = format!("{ask}\u{1e}").repeat(1000);
    let flood = tokio::spawn(async move {
        loop {
            eve.frame(Message::text(asks.clone())).await;
        }
    });
    let ana = tokio::spawn(ana.play(1, |_| 1));
    house.until(|report| matches!(report, Report::Left { seat, .. } if seat.0 == 1)).await;
    flood.abort();
    house.stop();
    ana.abort();
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_loses_old_states_and_delays_nobody() {
    let settings = json!({"tick_rate": 5, "rows": 64, "cols": 64, "player_window_size": 64});
    let house = House::open(with(small(2, 600), settings)).await;
    let ana = Bot::join(house.address(), 1).await;
    let mut slow = Bot::join(house.address(), 2).await;
    let (_, states) = ana.play(1, |_| 0).await;
    assert!(states > 300, "{states} states reached the quick one");
    // It reads only now, after the end: it gets the newest states and all other records.
    let rest = slow.rest().await;
    let ticks: Vec<u64> = rest.iter().filter_map(|record| crate::bot::state_of(record)?["gameTick"].as_u64()).collect();
    assert!(ticks.is_sorted() && ticks.last() == Some(&600), "{ticks:?}");
    assert!(ticks.len() < 550, "{} states of 40 kB each waited for it", ticks.len());
    assert!(rest[0].contains("ReceiveGameInformation"));
    assert_eq!(rest[rest.len() - 2..], [r#"{"type":1,"target":"EndGame","arguments":[7,600]}"#, r#"{"type":7}"#]);
    let (_, played) = house.end().await;
    assert!(played[0].took < Duration::from_secs(10), "{:?}", played[0].took);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundreds_who_register_nothing_are_in_nobodys_way() {
    let house = House::open(small(2, 10)).await;
    let address = house.address();
    // Sockets with a handshake, sockets without, and connections that send no request.
    let greeted = join_all((0..150).map(|_| Bot::connect(address))).await;
    let opened = join_all((0..150).map(|_| Bot::open(address))).await;
    let bare = join_all((0..300).map(|_| TcpStream::connect(address))).await;
    let ana = Bot::join(address, 1).await;
    // More connections come, and the oldest strangers are closed; players stay.
    let more = join_all((0..300).map(|_| TcpStream::connect(address))).await;
    sleep(Duration::from_millis(50)).await;
    let bo = Bot::join(address, 2).await;
    let ((_, first), (_, second)) = tokio::join!(ana.play(1, |_| 1), bo.play(2, |_| 3));
    assert_eq!((first, second), (10, 10));
    let (ending, played) = house.end().await;
    assert_eq!(ending, ServerEnd::Played);
    println!("jitter among a thousand connections: {}", played[0].jitter());
    drop((greeted, opened, bare, more));
}
