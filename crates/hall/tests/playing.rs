//! Matches live and matches of people, over real sockets.

mod guest;

use futures_util::{SinkExt as _, StreamExt as _};
use gridhaunt_events::event::create;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::spec::Spec;
use guest::person::{asked, block_on, play, send, sit, sit_from, table, view};
use guest::{PATIENCE, open, registry, store};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};

#[test]
fn who_joins_late_hears_everything_and_who_is_cut_off_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let kept = store(folder.path());
    // A bot that takes its time, so that there is something to join.
    let entrants = vec!["search:ms=5".into(), "greedy".into()];
    let spec = Spec { game: "pyrat".into(), kind: Some(EventKind::Ladder), entrants, ..Spec::default() };
    create(&kept, registry(), &spec).unwrap();
    let hall = open(store(folder.path()), true, None);
    hall.until("a match is played", |hall| {
        hall.get("/api/v1/live").json().as_array().is_some_and(|live| !live.is_empty())
    });
    let news = |last: Option<u64>| {
        let live = hall.get("/api/v1/live").json();
        let id = live.as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_string();
        let last = last.map(|step| format!("Last-Event-ID: {step}\r\n")).unwrap_or_default();
        let mut stream = hall.connect();
        let head = format!("GET /api/v1/live/{id} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n{last}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let data = BufReader::new(stream).lines().map_while(Result::ok).find(|line| line.starts_with("data: "));
        serde_json::from_str::<Value>(&data.expect("something is told")[6..]).unwrap()
    };
    let all = news(None);
    assert!(all["picture"].as_str().unwrap().starts_with("<svg"));
    assert!(all["step"].is_u64() && all["lines"].is_array());
    assert_eq!(news(Some(u64::MAX / 2))["lines"], json!([]), "nothing is told twice");
}

#[test]
fn a_person_plays_a_bot_to_the_end_is_cut_off_and_gets_a_replay_that_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), false, None);
    let (seat, links) = table(&hall, "game=pyrat&preset=tiny&seat=0&friends=&bot=random&limit=60");
    assert!(links.is_empty());
    let over = block_on(async {
        let mut socket = sit(&hall, &seat).await.unwrap();
        play(&mut socket, None, 3).await;
        drop(socket);
        let mut again = sit(&hall, &seat).await.unwrap();
        let shown = view(&mut again).await.unwrap();
        let is_there = shown["step"].as_u64().unwrap() >= 3 && shown["picture"].as_str().unwrap().starts_with("<svg");
        assert!(is_there, "it goes on where it was");
        play(&mut again, Some(shown), u64::MAX).await
    });
    assert!(over["result"].as_str().is_some_and(|result| !result.is_empty()), "{over}");
    let replay = hall.get(&format!("{seat}/replay.jsonl")).text();
    let read = gridhaunt_record::read::read_all(&replay).unwrap();
    gridhaunt_record::verify::verify(registry(), &read[0]).unwrap();
    assert!(replay.contains("\"human\"") && replay.contains("\"used_us\""), "{replay}");
    // It stays, for everybody, and is nobody's rating.
    let shown = over["match"].as_str().unwrap();
    let listed = hall.get("/api/v1/tables").json();
    assert_eq!((&listed["all"], &listed["tables"][0]["result"]), (&json!(1), &over["result"]));
    assert_eq!(listed["tables"][0]["seats"], json!(["human", "random"]));
    assert_eq!(hall.get(&format!("/api/v1{shown}")).json(), listed["tables"][0]);
    assert!(hall.get("/tables").text().contains(&format!("href=\"{shown}\"")));
    assert!(hall.get(shown).text().contains("60s+120s"));
    let view = hall.get(&format!("{shown}/view"));
    assert_eq!(view.status, if gridhaunt_page::is_ready().is_ok() { 200 } else { 503 }, "the viewer");
    for path in [format!("{shown}/replay.jsonl"), format!("/api/v1{shown}/replay")] {
        assert_eq!(hall.get(&path).text(), replay);
    }
    assert_eq!(hall.get("/tables/99").status, 404);
    assert_eq!(hall.get("/api/v1/events").json(), json!([]));
    drop(hall);
    let again = open(store(folder.path()), true, None);
    assert_eq!(again.get(&format!("{shown}/replay.jsonl")).text(), replay);
    let late = again.get(&seat);
    assert_eq!((late.status, late.header("location").as_deref()), (303, Some(shown)), "its link leads to the match");
    let mut checker = gridhaunt_events::checked::Checker::new(registry());
    let sound = store(folder.path()).check(&mut checker, &mut |_, _| {}).unwrap();
    assert_eq!((sound.tables, sound.wrong), (1, 0), "{:?}", sound.findings);
}

#[test]
fn a_table_goes_on_when_the_hall_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), true, None);
    let (mine, links) = table(&hall, "game=pyrat&preset=tiny&seat=0&friends=1&limit=60&bank=30");
    let before = block_on(async {
        let (mut first, mut second) = (sit(&hall, &mine).await.unwrap(), sit(&hall, &links[0]).await.unwrap());
        let (one, _) = tokio::join!(play(&mut first, None, 3), play(&mut second, None, 3));
        one
    });
    drop(hall);
    let kept = store(folder.path());
    assert_eq!(kept.tables(0, 9).unwrap(), [], "it is not over");
    let hall = open(store(folder.path()), true, None);
    assert!(hall.get(&mine).text().contains(&links[0]), "who opened it is told the links again");
    assert!(!hall.get(&links[0]).text().contains(&mine));
    let over = block_on(async {
        let (mut first, mut second) = (sit(&hall, &mine).await.unwrap(), sit(&hall, &links[0]).await.unwrap());
        let begun = asked(&mut first, None).await;
        assert!(begun["step"].as_u64() >= before["step"].as_u64(), "{} {}", begun["step"], before["step"]);
        assert_eq!(begun["clocks"].as_array().unwrap().len(), 2);
        let (one, two) = tokio::join!(play(&mut first, Some(begun), u64::MAX), play(&mut second, None, u64::MAX));
        assert_eq!(one["result"], two["result"]);
        one
    });
    let replay = hall.get(&format!("{}/replay.jsonl", over["match"].as_str().unwrap())).text();
    let read = gridhaunt_record::read::read_all(&replay).unwrap();
    gridhaunt_record::verify::verify(registry(), &read[0]).unwrap();
}

#[test]
fn a_table_that_cannot_go_on_says_so_to_who_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), true, None);
    let (seat, _) = table(&hall, "game=pyrat&preset=tiny&seat=0&bot=random&limit=60");
    block_on(async { play(&mut sit(&hall, &seat).await.unwrap(), None, 3).await });
    drop(hall);
    // As if another version had written it.
    let kept = store(folder.path());
    let left = kept.take_up_tables().unwrap().remove(0);
    assert!(left.lines.lines().count() >= 4, "{}", left.lines);
    assert!(kept.write_lines(left.key, 1000, "{\"step\":\n").unwrap());
    let hall = open(kept, true, None);
    let over = block_on(async { play(&mut sit(&hall, &seat).await.unwrap(), None, u64::MAX).await });
    let result = over["result"].as_str().unwrap();
    assert!(result.starts_with("the match could not go on when the hall was opened again: "), "{result}");
    let listed = hall.get("/api/v1/tables").json()["tables"][0].clone();
    assert_eq!((listed["result"].as_str(), &listed["replay"]), (Some(result), &json!(false)));
    assert!(hall.get("/tables/1").text().contains("Its replay is not kept"));
}

#[test]
fn who_is_slow_uses_up_its_bank_and_then_the_default_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), false, None);
    let (mine, links) = table(&hall, "game=pyrat&preset=tiny&seat=0&friends=1&limit=1&bank=1");
    let over = block_on(async {
        let (mut slow, mut quick) = (sit(&hall, &mine).await.unwrap(), sit(&hall, &links[0]).await.unwrap());
        let begun = asked(&mut slow, None).await;
        let (turn, bank) = (begun["left_ms"].as_u64().unwrap(), begun["bank_ms"].as_u64().unwrap());
        assert!((1..=1000).contains(&turn) && bank == 1000, "{begun}");
        let quick = async {
            let (mut seen, mut until) = (None, 1);
            loop {
                let shown = play(&mut quick, seen.take(), until).await;
                // Both see both clocks.
                assert_eq!(shown["clocks"].as_array().unwrap().len(), 2, "{shown}");
                if !shown["result"].is_null() {
                    break;
                }
                until = shown["step"].as_u64().unwrap() + 1;
                seen = Some(shown);
            }
        };
        let slow = async {
            // Half of the bank pays for this one.
            tokio::time::sleep(Duration::from_millis(1500)).await;
            let offer = begun["offers"][0]["code"].clone();
            assert!(send(&mut slow, json!({"step": begun["step"], "code": offer}).to_string()).await);
            let next = loop {
                let shown = view(&mut slow).await.unwrap();
                if shown["step"].as_u64() > begun["step"].as_u64() && !shown["left_ms"].is_null() {
                    break shown;
                }
            };
            let left = next["bank_ms"].as_u64().unwrap();
            assert!((1..=600).contains(&left), "{next}");
            // What comes after turn and bank comes too late.
            let asked = Instant::now();
            let late = loop {
                let shown = view(&mut slow).await.unwrap();
                if shown["step"].as_u64() > next["step"].as_u64() && !shown["left_ms"].is_null() {
                    break shown;
                }
            };
            assert!(asked.elapsed() >= Duration::from_millis(900 + left.min(400)), "{:?}", asked.elapsed());
            assert_eq!(late["bank_ms"], 0, "{late}");
            // From now on it is quick.
            play(&mut slow, Some(late), u64::MAX).await
        };
        tokio::join!(slow, quick).0
    });
    let replay = hall.get(&format!("{}/replay.jsonl", over["match"].as_str().unwrap())).text();
    assert_eq!(replay.matches("\"verdicts\":[[0,\"late\"]]").count(), 1, "{replay}");
    let read = gridhaunt_record::read::read_all(&replay).unwrap();
    gridhaunt_record::verify::verify(registry(), &read[0]).unwrap();
}

#[test]
fn two_people_play_by_a_link_and_each_sees_its_own_view_alone() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), false, None);
    let (mine, links) = table(&hall, "game=tag&seat=0&friends=1&limit=60");
    assert_eq!(links.len(), 1);
    assert!(!hall.get(&links[0]).text().contains(&mine), "nobody is told the link of another");
    block_on(async {
        let mut first = sit(&hall, &mine).await.unwrap();
        let waiting = view(&mut first).await.unwrap();
        assert!(waiting["picture"].is_null() && waiting["awaits"].as_array().unwrap().len() == 1, "{waiting}");
        let mut second = sit(&hall, &links[0]).await.unwrap();
        let begun = loop {
            let view = view(&mut first).await.unwrap();
            if !view["picture"].is_null() {
                break view;
            }
        };
        let other = loop {
            let view = view(&mut second).await.unwrap();
            if !view["picture"].is_null() {
                break view;
            }
        };
        assert_ne!(begun["seat"], other["seat"]);
        assert_ne!(begun["picture"], other["picture"], "what one seat knows another does not");
        let (one, two) = tokio::join!(play(&mut first, Some(begun), 6), play(&mut second, Some(other), 6));
        assert!(one["step"].as_u64() > Some(0) && two["step"].as_u64() > Some(0));
    });
}

#[test]
fn hostile_sockets_are_cut_off_and_nobody_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), false, None);
    let (seat, _) = table(&hall, "game=pyrat&preset=tiny&seat=0&bot=random&limit=60");
    let upgrade = "Upgrade: websocket\r\nConnection: close, Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let unknown = hall.send(&format!("GET /seat/{}/socket HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n", "0".repeat(32)), b"");
    assert_eq!(unknown.status, 404);
    block_on(async {
        let refused = sit_from(&hall, &seat, "http://evil.example").await;
        assert!(matches!(refused, Err(Error::Http(answer)) if answer.status() == 403), "a page of somebody else");
        // Each of these ends its own connection.
        for attack in 0..4 {
            let mut socket = sit(&hall, &seat).await.unwrap();
            match attack {
                0 => drop(socket.send(Message::Binary(vec![0; 100].into())).await),
                1 => drop(socket.send(Message::Text("x".repeat(1 << 20).into())).await),
                2 => {
                    for _ in 0..2000 {
                        if !send(&mut socket, "{".repeat(100)).await {
                            break;
                        }
                    }
                }
                _ => drop(socket.get_mut().try_write(&[0xff; 64])),
            }
            let ended = timeout(PATIENCE, async { while let Some(Ok(_)) = socket.next().await {} }).await;
            assert!(ended.is_ok(), "attack {attack}");
        }
        let mut honest = sit(&hall, &seat).await.unwrap();
        let begun = asked(&mut honest, None).await;
        let wrong = [
            json!({"step": 999, "code": "0"}).to_string(),
            json!({"step": begun["step"], "code": "99999999999"}).to_string(),
            json!({"step": begun["step"], "code": "-1"}).to_string(),
            json!({"step": -1}).to_string(),
            "[]".into(),
            "\u{0}".into(),
        ];
        for text in wrong {
            send(&mut honest, text).await;
        }
        assert!(play(&mut honest, Some(begun), u64::MAX).await["result"].is_string());
    });
    // A chair has so many windows and no more.
    block_on(async {
        let mut inside = Vec::new();
        let refused = loop {
            match sit(&hall, &seat).await {
                Ok(socket) => inside.push(socket),
                Err(error) => break error,
            }
            assert!(inside.len() < 10);
        };
        assert!(matches!(refused, Error::Http(answer) if answer.status() == 429));
    });
}

#[test]
fn only_bots_of_the_house_sit_at_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), false, None);
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    let table = [
        ("game=pyrat&seat=0&bot=.%2Fevil", "bot"),
        ("game=pyrat&seat=0&bot=%2Fbin%2Fsh", "bot"),
        ("game=pyrat&seat=7", "seat"),
        ("game=pyrat&seat=0&friends=0", "seat"),
        ("game=pyrat&seat=0&friends=x", "friends"),
        ("game=chess&seat=0", "game"),
        ("game=pyrat&seat=0&preset=nonsense", "preset"),
        ("game=pyrat&seat=0&bot=perfect", "bot"),
        ("game=pyrat&seat=0&limit=0", "limit"),
        ("game=pyrat&seat=0&limit=601", "limit"),
        ("game=pyrat&seat=0&bank=3601", "bank"),
    ];
    for (form, field) in table {
        let answer = hall.ask("POST", "/tables", &kind, form.as_bytes());
        assert!(answer.status == 400 && answer.text().contains(field), "{form}: {}", answer.text());
    }
    // A bot of one side plays that side, and the usual ones the rest; what the form offers can sit there.
    let answer = hall.ask("POST", "/tables", &kind, b"game=tag&seat=0&bot=guard");
    assert_eq!(answer.status, 303, "{}", answer.text());
    let form = hall.get("/play?game=tag").text();
    assert!(form.contains(">guard, as killer<") && form.contains(">random<"), "{form}");
    assert!(!hall.get("/play?game=pyrat").text().contains("value=\"perfect\""));
}
