//! Matches live and matches of people, over real sockets.

mod guest;

use futures_util::{SinkExt as _, StreamExt as _};
use gridhaunt_events::event::create;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::spec::Spec;
use guest::{Open, PATIENCE, open, registry, store};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

type Socket = WebSocketStream<TcpStream>;

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { timeout(PATIENCE, future).await.expect("it takes too long") })
}

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

/// Opens a table; the address of who opens it, and the links for others.
fn table(hall: &Open, form: &str) -> (String, Vec<String>) {
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    let answer = hall.ask("POST", "/tables", &kind, form.as_bytes());
    assert_eq!(answer.status, 303, "{}", answer.text());
    let mine = answer.header("location").unwrap();
    let page = hall.get(&mine).text();
    let links = page.match_indices("://").filter_map(|(at, _)| {
        let link = page[at..].split_once("/seat/")?.1;
        Some(format!("/seat/{}", &link[..32]))
    });
    let links = links.filter(|link| *link != mine).collect();
    (mine, links)
}

async fn sit(hall: &Open, seat: &str) -> Result<Socket, Error> {
    sit_from(hall, seat, &format!("http://{}", hall.address)).await
}

async fn sit_from(hall: &Open, seat: &str, origin: &str) -> Result<Socket, Error> {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
    let mut request = format!("ws://{}{seat}/socket", hall.address).into_client_request()?;
    request.headers_mut().insert("Origin", origin.parse().unwrap());
    let stream = TcpStream::connect(hall.address).await?;
    tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| socket)
}

/// The next message that is a view.
async fn view(socket: &mut Socket) -> Option<Value> {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            let value: Value = serde_json::from_str(text.as_str()).unwrap();
            if value["type"] == "view" {
                return Some(value);
            }
        }
    }
    None
}

async fn send(socket: &mut Socket, text: String) -> bool {
    socket.send(Message::Text(text.into())).await.is_ok()
}

/// Chooses the first offer whenever there is one, so many times or to the end.
async fn play(socket: &mut Socket, mut seen: Option<Value>, most: usize) -> Value {
    let mut chosen = 0;
    loop {
        let shown = match seen.take() {
            Some(shown) => shown,
            None => view(socket).await.expect("the table is there"),
        };
        if !shown["result"].is_null() {
            return shown;
        }
        if let Some(offer) = shown["offers"].as_array().and_then(|offers| offers.first()) {
            if chosen == most {
                return shown;
            }
            send(socket, json!({"step": shown["step"], "code": offer["code"]}).to_string()).await;
            chosen += 1;
        }
    }
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
        play(&mut again, Some(shown), usize::MAX).await
    });
    assert!(over["result"].as_str().is_some_and(|result| !result.is_empty()), "{over}");
    let replay = hall.get(&format!("{seat}/replay.jsonl")).text();
    let read = gridhaunt_record::read::read_all(&replay).unwrap();
    gridhaunt_record::verify::verify(registry(), &read[0]).unwrap();
    assert!(replay.contains("\"human\""), "{replay}");
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
        let (one, two) = tokio::join!(play(&mut first, Some(begun), 3), play(&mut second, Some(other), 3));
        assert!(one["step"].as_u64() > Some(0) && two["step"].as_u64() > Some(0));
    });
}

#[test]
fn hostile_sockets_are_cut_off_and_nobody_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let hall = open(store(folder.path()), false, None);
    let (seat, _) = table(&hall, "game=pyrat&preset=tiny&seat=0&bot=random&limit=60");
    let asked = "Upgrade: websocket\r\nConnection: close, Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let unknown = hall.send(&format!("GET /seat/{}/socket HTTP/1.1\r\nHost: x\r\n{asked}\r\n", "0".repeat(32)), b"");
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
        let begun = play(&mut honest, None, 0).await;
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
        assert!(play(&mut honest, Some(begun), usize::MAX).await["result"].is_string());
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
    ];
    for (form, field) in table {
        let answer = hall.ask("POST", "/tables", &kind, form.as_bytes());
        assert!(answer.status == 400 && answer.text().contains(field), "{form}: {}", answer.text());
    }
}
